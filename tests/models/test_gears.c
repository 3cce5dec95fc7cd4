/* test_gears FOLDER METHOD ...: in every gear, all elements settled, turbine over output is the ratio of the teeth, and
 * nothing creeps. */
#include "../drive.h"

typedef struct { const char *gear; double pressure[7]; double num, den; } Gear;

/* Shift elements: A, B, C, C'', D, E, F. Ratios: reference/transmissions.yaml, ZF 4HP22 large engines. */
static const Gear zf[] = {
    { "1", { 1, 0, 0, 0, 0, 1, 0 }, 181, 73 },
    { "1M", { 1, 0, 0, 0, 1, 1, 0 }, 181, 73 },
    { "2", { 1, 0, 0, 1, 0, 1, 0 }, 108, 73 },
    { "2M", { 1, 0, 1, 1, 0, 1, 0 }, 108, 73 },
    { "3", { 1, 1, 0, 1, 0, 1, 0 }, 1, 1 },
    { "4", { 1, 1, 0, 1, 0, 0, 1 }, 83, 114 },
    { "R", { 0, 1, 0, 0, 1, 1, 0 }, -73, 35 },
};

/* C1, C2, C3, C4, C5, RC. Ratios from the teeth 27/71 and 30, 42, 88 (models/autogear4/README.md). */
static const Gear ag[] = {
    { "1", { 1, 0, 0, 0, 1, 0 }, 12, 5 },
    { "2", { 1, 1, 0, 0, 1, 0 }, 65, 44 },
    { "3", { 1, 1, 1, 0, 0, 0 }, 1, 1 },
    { "4", { 0, 1, 1, 1, 0, 0 }, 71, 98 },
    { "R", { 1, 0, 1, 0, 0, 1 }, -29, 15 },
};

static double ratio(Rig *r, const Gear *g, int elements)
{
    char name[32];
    double exact = g->num / g->den, worst = 0;
    init(r);
    for (int i = 0; i < elements; i++) {
        snprintf(name, sizeof name, "pressure[%d]", i + 1);
        assign(r, name, g->pressure[i]);
    }
    assign(r, "tau_in", 60);
    CHECK(setup(r) == DTC_OK, "%s, %s, gear %s: setup", r->info->name, r->info->method, g->gear);
    Slot in = slot(r, "turbine.w"), out = slot(r, "load.w"), drag = slot(r, "tau_out");
    for (int k = 0; k < 5000; k++) {
        set(drag, -0.3 * 60 * exact - 0.5 * get(out));
        dtc_status s = evaluate(r);
        if (s != DTC_OK) {
            CHECK(0, "%s, %s, gear %s: status %d at %g s", r->info->name, r->info->method, g->gear, s, now(r));
            return 0;
        }
        if (k > 2000)
            worst = larger(worst, fabs(get(in) / get(out) / exact - 1));
        MUST(advance(r));
    }
    CHECK(fabs(get(in)) > 1, "%s, %s, gear %s: does not turn", r->info->name, r->info->method, g->gear);
    CHECK(worst <= 1e-12, "%s, %s, gear %s: ratio off by %g", r->info->name, r->info->method, g->gear, worst);
    return worst;
}

static void gears(const char *folder, const char *method)
{
    Rig z = rig(folder, "zf", "Rig", method, 1e-3), a = rig(folder, "ag", "Rig", method, 1e-3);
    double worst = 0;
    for (unsigned i = 0; i < sizeof zf / sizeof *zf; i++)
        worst = larger(worst, ratio(&z, &zf[i], 7));
    for (unsigned i = 0; i < sizeof ag / sizeof *ag; i++)
        worst = larger(worst, ratio(&a, &ag[i], 6));
    FIGURE(&z, "speed ratios, 7 gears of zf4hp22 and 5 of autogear4: relative error", "%.0e", worst);
}

int main(int argc, char **argv)
{
    for (int i = 2; i < argc; i++)
        gears(argv[1], argv[i]);
    return summary();
}
