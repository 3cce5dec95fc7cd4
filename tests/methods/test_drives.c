/* A drive with every method at several steps: every result finite, no chattering, stuck elements do not creep.
 *
 * test_drives FOLDER NAME MODEL STOP METHOD:STEP ...: steps in ms. Chattering: more than 4 changes of place of one element, with slip, within 20 samples. */
#include <stdbool.h>
#include "rig.h"

enum { MOST = 24, WINDOW = 20 };

typedef struct { Slot place, slip; int last, stuck, when[5]; double before; const char *name; } Element;

static int elements(Rig *r, Element *e)
{
    int n = 0;
    for (int i = 0; i < r->info->variables && n < MOST; i++) {
        char name[128];
        const char *v = r->info->variable[i].name;
        size_t length = strlen(v);
        if (length < 6 || length > 100 || strcmp(v + length - 6, ".place") != 0)
            continue;
        e[n].place = slot(r, v);
        e[n].name = v;
        snprintf(name, sizeof name, "%.*s.s", (int)(length - 6), v);
        e[n].slip = slot(r, name);
        for (int j = 0; j < 5; j++)
            e[n].when[j] = -WINDOW;
        n++;
    }
    return n;
}

/* Changes with slip of x within the window that ends at sample k. */
static int changes_in_window(Element *x, int k)
{
    int c = 0;
    memmove(x->when, x->when + 1, 4 * sizeof *x->when);
    x->when[4] = k;
    for (int j = 0; j < 5; j++)
        c += k - x->when[j] < WINDOW;
    return c;
}

typedef struct { int changes, most, longest, row; double creep; const char *worst; } Seen;

static void look(Element *e, int n, int k, Seen *s)
{
    int changed = 0;
    for (int i = 0; i < n; i++) {
        Element *x = &e[i];
        int place = (int)get(x->place);
        double slip = get(x->slip);
        if (k > 0 && place != x->last) {
            changed = 1;
            s->changes++;
            int c = fabs(slip) > 1e-6 || fabs(x->before) > 1e-6 ? changes_in_window(x, k) : 0;
            if (c > s->most) {
                s->most = c;
                s->worst = x->name;
            }
        }
        x->stuck = place == DTC_STUCK ? x->stuck + 1 : 0;
        if (x->stuck >= 2)
            s->creep = fmax(s->creep, fabs(slip));
        x->last = place;
        x->before = slip;
    }
    s->row = changed ? s->row + 1 : 0;
    if (s->row > s->longest)
        s->longest = s->row;
}

/* Results stay: what evaluate has computed is the same after advance. Of Reals that no when-clause sets. */
typedef struct { int n; Slot *at; double *value; } Kept;

static Kept kept(Rig *r)
{
    size_t most = r->info->variables > 0 ? (size_t)r->info->variables : 1;
    Kept k = { 0, calloc(most, sizeof(Slot)), calloc(most, sizeof(double)) };
    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable *v = &r->info->variable[i];
        bool state = false;
        for (int q = 0; q < r->info->variables; q++)
            state |= r->info->variable[q].kind == DTC_STATE && r->info->variable[q].offset == v->offset;
        if (!state && v->type == DTC_REAL && (v->kind == DTC_VARIABLE || v->kind == DTC_OUT))
            k.at[k.n++] = (Slot){ r->m + v->offset, v->sign < 0 ? -1 : 1, v->type };
    }
    return k;
}

static dtc_status advance(Rig *r, Kept *k, bool compare)
{
    for (int i = 0; compare && i < k->n; i++)
        k->value[i] = get(k->at[i]);
    dtc_status status = r->info->advance(r->m);
    for (int i = 0; compare && i < k->n; i++)
        if (memcmp(&k->value[i], &(double){ get(k->at[i]) }, sizeof(double)) != 0) {
            CHECK(0, "%s, %s: a variable (%d of %d) is not what it was before advance", r->info->name, r->info->method, i, k->n);
            break;
        }
    return status;
}

static void drive(Object o, const char *name, double stop, double h)
{
    Rig r = rig(o, h);
    Element e[MOST] = { 0 };
    Seen s = { .worst = "" };
    int n = elements(&r, e);
    Kept results = kept(&r);
    dtc_status status = setup(&r);

    CHECK(results.n > 0, "%s has no results", name);
    CHECK(status == DTC_OK, "%s: setup", name);
    for (int k = 0, steps = (int)lround(stop / h); k < steps && status == DTC_OK; k++) {
        status = evaluate(&r);
        look(e, n, k, &s);
        if (status == DTC_OK)
            status = advance(&r, &results, k % 97 == 0);
    }
    CHECK(status == DTC_OK, "%s, %s at %g ms: status %d at %g s", name, o.info->method, 1e3 * h, status, now(&r));
    CHECK(s.most <= 4, "%s, %s at %g ms: %s chatters: %d changes within %d samples", name, o.info->method, 1e3 * h, s.worst, s.most, WINDOW);
    CHECK(s.creep <= 1e-9, "%s, %s at %g ms: a stuck element slips with %g", name, o.info->method, 1e3 * h, s.creep);
    printf("%-18s %-10s %5.4g ms: %3d transitions, at most %d samples in a row, %d of one element within 20; slip of stuck elements %.0e\n", name,
           o.info->method, 1e3 * h, s.changes, s.longest, s.most, s.creep);
    free(results.at);
    free(results.value);
    free(r.m);
}

int main(int argc, char **argv)
{
    for (int i = 5; i < argc; i++) {
        char *colon = strchr(argv[i], ':');
        if (!colon)
            return 2;
        *colon = 0;
        drive(object(argv[1], argv[2], argv[3], argv[i]), argv[2], atof(argv[4]), atof(colon + 1) / 1e3);
    }
    return summary();
}
