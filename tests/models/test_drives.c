/* A drive with every method at several steps: every result finite, no chattering, stuck elements do not creep, few
 * samples with transitions in a row.
 *
 * test_drives FOLDER NAME STOP METHOD:STEP ...: steps in ms */
#include <stdbool.h>
#include "../watch.h"

/* Results stay: what evaluate has computed is the same after advance. Of Reals that no when-clause sets. */
typedef struct { int n; Slot *at; double *value; } Kept;

static Kept kept(Rig *r)
{
    size_t most = r->info->variables > 0 ? (size_t)r->info->variables : 1;
    Kept k = { 0, calloc(most, sizeof(Slot)), calloc(most, sizeof(double)) };
    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable here = dtc_variable_at(r->info, i), *v = &here;
        bool state = false;
        for (int q = 0; q < r->info->variables; q++)
            state |= dtc_variable_at(r->info, q).kind == DTC_STATE && dtc_variable_at(r->info, q).offset == v->offset;
        bool of_step = strncmp(v->name, "exact.", strlen("exact.")) == 0; /* the borders of the step */
        if (!state && !of_step && v->type == DTC_REAL && (v->kind == DTC_VARIABLE || v->kind == DTC_OUT))
            k.at[k.n++] = (Slot){ r->m + v->offset, v->sign < 0 ? -1 : 1, v->type };
    }
    return k;
}

/* advance, and that results stay */
static dtc_status move(Rig *r, Kept *k)
{
    for (int i = 0; i < k->n; i++)
        k->value[i] = get(k->at[i]);
    dtc_status status = advance(r);
    for (int i = 0; i < k->n; i++)
        if (memcmp(&k->value[i], &(double){ get(k->at[i]) }, sizeof(double)) != 0) {
            CHECK(0, "%s, %s: a variable (%d of %d) is not what it was before advance", r->info->name, r->info->method,
                  i, k->n);
            break;
        }
    return status;
}

static void drive(const char *folder, const char *name, const char *method, double stop, double h)
{
    char property[128];
    Rig r = rig(folder, name, name, method, h);
    Kept results = kept(&r);
    Watch w = watch(&r);
    dtc_status status = setup(&r);

    CHECK(results.n > 0 && w.n + 1 > (strcmp(name, "three_inertia") != 0), "%s: %d results, %d elements", name,
          results.n, w.n);
    CHECK(status == DTC_OK, "%s: setup", name);
    for (int k = 0, steps = (int)lround(stop / h); k < steps && status == DTC_OK; k++) {
        status = evaluate(&r);
        look(&w);
        if (status == DTC_OK)
            status = k % 97 == 0 ? move(&r, &results) : advance(&r);
    }
    CHECK(status == DTC_OK, "%s, %s at %g ms: status %d at %g s", name, method, 1e3 * h, status, now(&r));
    CHECK(w.most <= 4, "%s, %s at %g ms: %s chatters: %d changes within %d samples", name, method, 1e3 * h, w.worst,
          w.most, WINDOW);
    CHECK(w.creep <= 1e-9, "%s, %s at %g ms: a stuck element slips with %g", name, method, 1e3 * h, w.creep);
    CHECK(w.longest <= 3, "%s, %s at %g ms: transitions in %d samples in a row", name, method, 1e3 * h, w.longest);
    snprintf(property, sizeof property, "%s, %g ms: transitions; in a row; of one in 20 samples; creep", name, 1e3 * h);
    FIGURE(&r, property, "%ld; %d; %d; %.0e", w.changes, w.longest, w.most, w.creep);
    free(results.at);
    free(results.value);
    free(r.m);
}

int main(int argc, char **argv)
{
    for (int i = 4; i < argc; i++) {
        char *colon = strchr(argv[i], ':');
        if (!colon)
            return 2;
        *colon = 0;
        drive(argv[1], argv[2], argv[i], atof(argv[3]), atof(colon + 1) / 1e3);
    }
    return summary();
}
