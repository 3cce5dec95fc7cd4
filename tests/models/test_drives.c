/* The drives of the gearbox models at 0.1, 1, 4 and 10 ms: every step finite, no chattering, stuck elements do not creep, and how many
 * samples with transitions follow each other. Chattering: more than 4 changes of place of one element, with slip, within 20 samples. */
#include "drive.h"

enum { MOST = 16, WINDOW = 20 };

typedef struct { Slot place, slip; int last, stuck, when[5]; double before; } Element;

static int elements(Rig *r, Element *e)
{
    int n = 0;
    for (int i = 0; i < r->info->variables && n < MOST; i++) {
        char name[128];
        const char *v = r->info->variable[i].name;
        size_t length = strlen(v);
        if (length < 10 || length > 100 || strcmp(v + length - 10, ".law.place") != 0)
            continue;
        e[n].place = slot(r, v);
        snprintf(name, sizeof name, "%.*s.s", (int)(length - 6), v);
        e[n].slip = slot(r, name);
        n++;
    }
    return n;
}

static void drive(const char *folder, const char *object, const char *model, double stop)
{
    Rig r = load(folder, object, model);
    Element e[MOST] = { 0 };
    int n = elements(&r, e), changes = 0, most = 0, row = 0, longest = 0, samples = 0;
    double creep = 0;
    long steps = lround(stop / r.h);
    CHECK(n > 3 && setup(&r) == DTC_OK, "%s: setup, %d elements", object, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 5; j++)
            e[i].when[j] = -WINDOW;
    for (long k = 0; k < steps; k++) {
        int changed = 0;
        dtc_status s = evaluate(&r);
        if (s != DTC_OK) {
            CHECK(0, "%s: status %d at %g s", object, s, now(&r));
            return;
        }
        for (int i = 0; i < n; i++) {
            Element *x = &e[i];
            int place = (int)get(x->place);
            double slip = get(x->slip);
            if (k > 0 && place != x->last) {
                changed = 1;
                changes++;
                if (fabs(slip) > 1e-6 || fabs(x->before) > 1e-6) {
                    int c = 0;
                    memmove(x->when, x->when + 1, 4 * sizeof *x->when);
                    x->when[4] = (int)k;
                    for (int j = 0; j < 5; j++)
                        c += (int)k - x->when[j] < WINDOW;
                    if (c > most)
                        most = c;
                }
            }
            x->stuck = place == DTC_STUCK ? x->stuck + 1 : 0;
            if (x->stuck >= 2)
                creep = fmax(creep, fabs(slip));
            x->last = place;
            x->before = slip;
        }
        samples += changed;
        row = changed ? row + 1 : 0;
        if (row > longest)
            longest = row;
        r.info->advance(r.m);
    }
    CHECK(most <= 4, "%s chatters: %d changes of one element within %d samples", object, most, WINDOW);
    CHECK(creep <= 1e-9, "%s: a stuck element slips with %g", object, creep);
    CHECK(longest <= 5, "%s: transitions in %d samples in a row", object, longest);
    printf("%-14s %.4g ms: %3d transitions in %3d samples, at most %d samples in a row, %d of one element within 20; slip of stuck elements %.0e\n", model,
           r.h * 1e3, changes, samples, longest, most, creep);
}

int main(int argc, char **argv)
{
    (void)argc;
    static const char *const h[] = { "1e-4", "1e-3", "4e-3", "1e-2" };
    for (int i = 0; i < 4; i++) {
        char object[64];
        snprintf(object, sizeof object, "zfdrive_%s", h[i]);
        drive(argv[1], object, "zf4hp22", 28);
        snprintf(object, sizeof object, "agdrive_%s", h[i]);
        drive(argv[1], object, "autogear4", 25);
    }
    drive(argv[1], "hydrive_1e-3", "hybrid_ravigneaux", 16);
    return summary();
}
