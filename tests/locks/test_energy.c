/* Locks in models, with random pressures and torques where these are inputs: none makes energy.
 *
 * test_energy FOLDER NAME MODEL STOP METHOD ...: FOLDER/NAME_METHOD.so. The torque that an
 * element has in a step, with what takes slips away, times its slip at the end of the step is energy that it takes, or
 * none: of all that the components store none is made. Methods of several stages have it to the order of the method. */
#include "../watch.h"

enum { MOST = 32 };    /* at least WATCHED */
typedef struct { Slot at[MOST]; int n; } Slots;

static Slots energies(Rig *r)
{
    Slots s = { .n = 0 };
    for (int i = 0; i < r->info->variables && s.n < MOST; i++) {
        const dtc_variable v = dtc_variable_at(r->info, i);
        const char *name = name_text(&v), *dot = strrchr(name, '.');
        if (dot && strcmp(dot, ".storedEnergy") == 0)
            s.at[s.n++] = slot(r, name);
    }
    return s;
}

static Slots inputs(Rig *r)
{
    Slots s = { .n = 0 };
    for (int i = 0; i < r->info->variables && s.n < MOST; i++) {
        const dtc_variable v = dtc_variable_at(r->info, i);
        if (v.kind == DTC_IN)
            s.at[s.n++] = slot(r, name_text(&v));
    }
    return s;
}

/* One input in each 0.1 s: names of torques begin with tau. */
static void drive(Rig *r, const Slots *in, long sample, unsigned long long *seed)
{
    if (in->n == 0 || sample % lround(0.1 / r->h) != 0)
        return;
    int k = (int)(0.5 * (chance(seed) + 1) * in->n) % in->n;
    double t = chance(seed);
    for (int i = 0, n = 0; i < r->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(r->info, i);
        if (v.kind == DTC_IN && n++ == k)
            set(in->at[k], strncmp(v.name, "tau", 3) == 0 ? 100 * t : t < -0.3 ? 0 : t > 0.3 ? 1 : 0.5 + t);
    }
}

static double sum(const Slots *s)
{
    double e = 0;
    for (int i = 0; i < s->n; i++)
        e += get(s->at[i]);
    return e;
}

/* Torques of the switching elements that are watched. */
static Slots torques(Rig *r, const Watch *w)
{
    Slots s = { .n = w->n };
    for (int i = 0; i < w->n; i++) {
        char name[128];
        snprintf(name, sizeof name, "%.*s.lambda", (int)strlen(w->e[i].name) - 6, w->e[i].name);
        s.at[i] = slot(r, name);
    }
    return s;
}

static void run(const char *folder, const char *name, const char *model, double stop, const char *method, double h)
{
    char property[128];
    Rig r = rig(folder, name, model, method, h);
    Slots energy = energies(&r), in = inputs(&r);
    Watch w = watch(&r);
    Slots torque = torques(&r, &w);
    unsigned long long seed = 3;
    double made = 0, top = 0, taken = 0, before[MOST] = { 0 };
    long locks = 0;

    dtc_status status = setup(&r);
    for (long k = 0, steps = lround(stop / h); k < steps && status == DTC_OK; k++) {
        drive(&r, &in, k, &seed);
        status = evaluate(&r);
        look(&w);
        locks += w.locked;
        top = larger(top, sum(&energy));
        for (int i = 0; i < w.n; i++) {
            const double work = h * before[i] * get(w.e[i].slip);
            made = larger(made, work);
            taken = larger(taken, -work);
            before[i] = get(torque.at[i]);
        }
        if (status == DTC_OK)
            status = advance(&r);
    }
    CHECK(status == DTC_OK && energy.n > 0 && locks > 0, "%s, %s: status %d, %d energies, %ld locks", name, method,
          status, energy.n, locks);
    CHECK(made <= 1e-12 * top, "%s, %s at %g ms: an element makes %g J of %g J", name, method, 1e3 * h, made, top);
    CHECK(w.creep <= 1e-9, "%s, %s at %g ms: a stuck element slips with %g", name, method, 1e3 * h, w.creep);
    snprintf(property, sizeof property, "%s, %g ms: locks; energy made, taken in a step, of the largest", name,
             1e3 * h);
    FIGURE(&r, property, "%ld; %.0e; %.0e", locks, made / top, taken / top);
    free(r.m);
}

int main(int argc, char **argv)
{
    for (int i = 5; i < argc; i++) {
        run(argv[1], argv[2], argv[3], atof(argv[4]), argv[i], 1e-3);
        run(argv[1], argv[2], argv[3], atof(argv[4]), argv[i],
            strcmp(argv[2], "hybrid_ravigneaux") == 0 ? 2e-3 : 1e-2); /* its shaft bounds explicit steps */
    }
    return summary();
}
