/* A model compiled with everything on, and with one optimisation after another left out: the same trajectory.
 *
 * test_switches FOLDER NAME MODEL METHOD STOP STEP SWITCH ...: FOLDER/NAME_all_METHOD.so and
 * FOLDER/NAME_SWITCH_METHOD.so. All run side by side with the same inputs; each Real that both have is compared in each
 * sample, relative to its largest value in the run (or a thousandth of the largest that has its unit, or of that unit:
 * an angle between shafts that turn together is rounding of their angles). Leaving an optimisation out changes the
 * order of operations, so rounding; and the model may amplify it (an element that lets go or not is a decision by a
 * hair's breadth). How much it does is measured: runs whose states, in each sample, and inputs are one ulp beside. A
 * difference passes if it is at most 1e-10, or 10 times what these ulps do to that signal. */
#include "../drive.h"

enum { SWITCHES = 24, BESIDE = 3 };
static const double same = 1e-10, factor = 10;

typedef struct {
    Slot of, other[SWITCHES], beside[BESIDE];
    const char *name;
    const char *unit;
    double top, scale, one_ulp, differs[SWITCHES];
} Signal;
typedef struct { Slot at[SWITCHES + BESIDE + 1]; int torque; double value; } Input;

typedef struct {
    Rig r[SWITCHES + BESIDE + 1];          /* with all on; beside it; with one thing off each */
    int rigs, switches, signals, inputs;
    Signal *signal;
    Input input[32];
} Runs;

static Slot slot_of(const Rig *r, const dtc_variable *v)
{
    return (Slot){ v ? r->m + v->offset : NULL, v && v->sign < 0 ? -1 : 1, DTC_REAL };
}

/* Parts of expressions that the compiler has named are different ones in each run; their description is "= ...". */
static int made_by_compiler(const dtc_variable *v)
{
    return strncmp(v->description, "= ", 2) == 0;
}

static void find_signals(Runs *x)
{
    const dtc_model_info *info = x->r[0].info;
    x->signal = calloc((size_t)info->variables + 1, sizeof *x->signal);
    for (int i = 0; i < info->variables; i++) {
        const dtc_variable here = dtc_variable_at(info, i), *v = &here;
        if (v->type != DTC_REAL || v->kind == DTC_PARAMETER || v->kind == DTC_CALCULATED || v->kind == DTC_IN ||
            made_by_compiler(v))
            continue;
        Signal *s = &x->signal[x->signals++];
        s->name = name_text(v);
        s->unit = v->unit ? v->unit : "";
        s->of = slot_of(&x->r[0], v);
        for (int k = 0; k < BESIDE; k++)
            s->beside[k] = slot_of(&x->r[1 + k], v);
        for (int k = 0; k < x->switches; k++)
            s->other[k] = slot_of(&x->r[1 + BESIDE + k], find_variable(x->r[1 + BESIDE + k].info, s->name));
    }
}

static void find_inputs(Runs *x)
{
    const dtc_model_info *info = x->r[0].info;
    for (int i = 0; i < info->variables && x->inputs < 32; i++) {
        const dtc_variable here = dtc_variable_at(info, i), *v = &here;
        if (v->kind != DTC_IN || v->type != DTC_REAL)
            continue;
        Input *u = &x->input[x->inputs++];
        u->torque = v->unit && strcmp(v->unit, "N.m") == 0;
        for (int k = 0; k < x->rigs; k++)
            u->at[k] = slot_of(&x->r[k], find_variable(x->r[k].info, name_text(v)));
    }
}

/* One ulp beside x; of 1 where x is smaller. Zero stays: a pressure of nothing opens a clutch. */
static double beside(double x, unsigned long long *seed)
{
    double ulp = larger(fabs(nextafter(x, INFINITY) - x), 0x1p-52);
    return x == 0 ? x : chance(seed) > 0 ? x + ulp : x - ulp;
}

static void renew(Runs *x, Input *u, unsigned long long *seed)
{
    double t = chance(seed);
    u->value = u->torque ? 100 * t : t < -0.3 ? 0 : t > 0.3 ? 1 : 0.5 + t;
    for (int k = 0; k < x->rigs; k++)
        set(u->at[k], k >= 1 && k <= BESIDE ? beside(u->value, seed) : u->value);
}

/* All inputs at the start, then one every 0.1 s: torques within 100 N.m, all else within 0 and 1, at its ends as a
 * rule. */
static void drive(Runs *x, long sample, double h, unsigned long long *seed)
{
    if (sample == 0)
        for (int i = 0; i < x->inputs; i++)
            renew(x, &x->input[i], seed);
    else if (x->inputs > 0 && sample % lround(0.1 / h) == 0)
        renew(x, &x->input[(int)(0.5 * (chance(seed) + 1) * x->inputs) % x->inputs], seed);
}

static void perturb(Rig *r, unsigned long long *seed)
{
    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable here = dtc_variable_at(r->info, i), *v = &here;
        dtc_real *at = (dtc_real *)(void *)(r->m + v->offset);
        if (v->kind == DTC_STATE && v->type == DTC_REAL)
            *at = (dtc_real)beside(*at, seed);
    }
}

static void compare(Runs *x)
{
    for (int i = 0; i < x->signals; i++) {
        Signal *s = &x->signal[i];
        double v = get(s->of);
        s->top = larger(s->top, fabs(v));
        for (int k = 0; k < BESIDE; k++)
            s->one_ulp = larger(s->one_ulp, fabs(get(s->beside[k]) - v));
        for (int k = 0; k < x->switches; k++)
            if (s->other[k].at)
                s->differs[k] = larger(s->differs[k], fabs(get(s->other[k]) - v));
    }
}

static dtc_status run(Runs *x, double stop, double h)
{
    unsigned long long seed = 7, inputs = 7;
    for (int k = 0; k < x->rigs; k++) {
        dtc_status s = setup(&x->r[k]);
        CHECK(s == DTC_OK, "setup: status %d", s);
    }
    for (long n = 0, steps = lround(stop / h); n < steps; n++) {
        drive(x, n, h, &inputs);
        for (int k = 0; k < x->rigs; k++) {
            if (k >= 1 && k <= BESIDE)
                perturb(&x->r[k], &seed);
            dtc_status s = evaluate(&x->r[k]);
            if (s != DTC_OK)
                return s;
        }
        compare(x);
        for (int k = 0; k < x->rigs; k++) {
            dtc_status s = advance(&x->r[k]);
            if (s != DTC_OK)
                return s;
        }
    }
    return DTC_OK;
}

static void find_scales(Runs *x)
{
    for (int i = 0; i < x->signals; i++) {
        Signal *s = &x->signal[i];
        s->scale = larger(s->top, 1e-3);
        for (int k = 0; k < x->signals; k++)
            if (strcmp(x->signal[k].unit, s->unit) == 0)
                s->scale = larger(s->scale, 1e-3 * x->signal[k].top);
    }
}

/* One row of the table: the worst relative difference of each switch; in brackets how often one ulp that is, if it is
 * more than 1e-10. */
static void verdict(const Runs *x, const char *name, char **option)
{
    double ulp = 0;
    for (int i = 0; i < x->signals; i++)
        ulp = larger(ulp, x->signal[i].one_ulp / x->signal[i].scale);
    printf("= ulp | %s | %.0e\n", name, ulp);
    for (int k = 0; k < x->switches; k++) {
        double worst = 0, ratio = 0;
        const Signal *bad = NULL;
        for (int i = 0; i < x->signals; i++) {
            const Signal *s = &x->signal[i];
            double d = s->differs[k] / s->scale;
            worst = larger(worst, d);
            if (!(d <= same)) {
                double q = s->differs[k] / s->one_ulp;
                if (!(q <= ratio))
                    ratio = q, bad = s;
            }
        }
        printf(ratio > 0 ? "= %s | %s | %.0e (%.1f)\n" : "= %s | %s | %.0e\n", option[k], name, worst, ratio);
        CHECK(ratio <= factor, "%s -f%s: %s differs by %g of %g, one ulp makes %g", name, option[k], bad->name,
              bad->differs[k], bad->scale, bad->one_ulp);
    }
}

int main(int argc, char **argv)
{
    static Runs x;
    double stop = atof(argv[5]), h = atof(argv[6]);
    char object[128];

    x.switches = argc - 7 < SWITCHES ? argc - 7 : SWITCHES;
    x.rigs = 1 + BESIDE + x.switches;
    for (int k = 0; k < x.rigs; k++) {
        snprintf(object, sizeof object, "%s_%s", argv[2], k <= BESIDE ? "all" : argv[7 + k - 1 - BESIDE]);
        x.r[k] = rig(argv[1], object, argv[3], argv[4], h);
    }
    find_signals(&x);
    find_inputs(&x);
    dtc_status s = run(&x, stop, h);
    find_scales(&x);
    CHECK(s == DTC_OK && x.signals > 0, "%s: status %d, %d signals", argv[2], s, x.signals);
    verdict(&x, argv[2], argv + 7);
    return summary();
}
