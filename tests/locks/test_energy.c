/* Locks in models, with random pressures and torques where these are inputs: none makes energy.
 *
 * test_energy FOLDER NAME MODEL STOP METHOD ...: FOLDER/NAME_METHOD.so. In each sample in which an element locks, a
 * copy of the model advances by a step of zero, which leaves the jump of the speeds alone, and is evaluated: the energy
 * that its components store is not more than before. */
#include "../watch.h"

enum { MOST = 32 };
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

static double sum(const Slots *s, const Rig *r, const Rig *of)
{
    double e = 0;
    for (int i = 0; i < s->n; i++)
        e += get((Slot){ r->m + (s->at[i].at - of->m), s->at[i].sign, s->at[i].type });
    return e;
}

static void run(const char *folder, const char *name, const char *model, double stop, const char *method, double h)
{
    char property[128];
    Rig r = rig(folder, name, model, method, h), after = r;
    Slots energy = energies(&r), in = inputs(&r);
    Watch w = watch(&r);
    unsigned long long seed = 3;
    double gain = 0, top = 0, taken = 0;
    long locks = 0;

    after.m = malloc(r.info->size);
    after.h = 0;
    dtc_status status = setup(&r);
    for (long k = 0, steps = lround(stop / h); k < steps && status == DTC_OK; k++) {
        drive(&r, &in, k, &seed);
        status = evaluate(&r);
        look(&w);
        double before = sum(&energy, &r, &r);
        top = larger(top, before);
        if (w.locked && status == DTC_OK) {
            memcpy(after.m, r.m, r.info->size);
            status = advance(&after) == DTC_OK ? evaluate(&after) : DTC_RESULT;
            double e = sum(&energy, &after, &r);
            locks += w.locked;
            gain = larger(gain, e - before);
            taken = larger(taken, before - e);
        }
        if (status == DTC_OK)
            status = advance(&r);
    }
    CHECK(status == DTC_OK && energy.n > 0 && locks > 0, "%s, %s: status %d, %d energies, %ld locks", name, method,
          status, energy.n, locks);
    CHECK(gain <= 1e-12 * top, "%s, %s at %g ms: a lock makes %g J of %g J", name, method, 1e3 * h, gain, top);
    CHECK(w.creep <= 1e-9, "%s, %s at %g ms: a stuck element slips with %g", name, method, 1e3 * h, w.creep);
    snprintf(property, sizeof property, "%s, %g ms: locks; energy made, taken by one, of the largest", name, 1e3 * h);
    FIGURE(&r, property, "%ld; %.0e; %.0e", locks, gain / top, taken / top);
    free(after.m);
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
