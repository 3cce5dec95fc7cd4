/* test_configurations FOLDER DRAWS METHOD ...: autogear4 in every configuration of its six elements: finite, and
 * momentum and power balance closed.
 *
 * For each subset of the elements, speeds are drawn from those with no slip in the subset; pressure is on in the subset
 * and at random elsewhere, so that the others slide either way, are open, or rest at a limit. The balances use the
 * inertias and what the model shows of speeds, accelerations and torques; ideal planetary sets take no torque from the
 * housing and no power:
 *
 *     sum J a = tau_in + tau_out - brake torques,    sum J w a + sum tau w_rel = tau_in w_in + tau_out w_out */
#include "../drive.h"

enum { N = 6, DOF = 4, SHAFTS = 9 };

static const char *const element[N] = { "C1", "C2", "C3", "C4", "C5", "RC" };
static const char *const shaft[SHAFTS] = { "turbine",       "gearbox.carrier0", "gearbox.sun0",
    "gearbox.ring0", "gearbox.ring1",    "gearbox.sun1", "gearbox.sun2",  "gearbox.carrier1", "load" };
static const double J[SHAFTS] = { 0.2, 2.0e-3, 2.0e-3, 0.005, 0.1388, 1.714e-3, 9.476e-3, 2.0e-3, 2.5 };

typedef struct { Slot w0[DOF], pressure[N], tau_in, tau_out, slip[N], tau[N], place[N], w[SHAFTS], a[SHAFTS]; } Slots;

static Slots find(Rig *r)
{
    Slots s;
    char name[64];
    for (int i = 0; i < DOF; i++) {
        snprintf(name, sizeof name, "w0[%d]", i + 1);
        s.w0[i] = slot(r, name);
    }
    for (int i = 0; i < N; i++) {
        snprintf(name, sizeof name, "pressure[%d]", i + 1);
        s.pressure[i] = slot(r, name);
        snprintf(name, sizeof name, "gearbox.%s.w_rel", element[i]);
        s.slip[i] = slot(r, name);
        snprintf(name, sizeof name, "gearbox.%s.tau", element[i]);
        s.tau[i] = slot(r, name);
        snprintf(name, sizeof name, "gearbox.%s.law.place", element[i]);
        s.place[i] = slot(r, name);
    }
    for (int i = 0; i < SHAFTS; i++) {
        snprintf(name, sizeof name, "%s.w", shaft[i]);
        s.w[i] = slot(r, name);
        snprintf(name, sizeof name, "%s.a", shaft[i]);
        s.a[i] = slot(r, name);
    }
    s.tau_in = slot(r, "tau_in");
    s.tau_out = slot(r, "tau_out");
    return s;
}

/* Slips as linear functions of the four speeds. */
static void slips(Rig *r, Slots *s, double W[N][DOF])
{
    for (int j = 0; j < DOF; j++) {
        init(r);
        double v = 1;
        set(s->w0[j], v);
        if (setup(r) == DTC_SLIP) {
            set(s->w0[j], v = -1);
            CHECK(setup(r) == DTC_OK, "setup");
        }
        CHECK(evaluate(r) == DTC_OK, "evaluate");
        for (int i = 0; i < N; i++)
            W[i][j] = get(s->slip[i]) / v;
    }
}

/* A random vector without slip in `subset`: rows orthonormalised, removed from the vector. */
static void draw(double W[N][DOF], unsigned subset, unsigned long long *seed, double v[DOF])
{
    double Q[N][DOF];
    int rank = 0;
    for (int j = 0; j < DOF; j++)
        v[j] = 100 * chance(seed);
    for (int i = 0; i < N; i++) {
        if (!(subset >> i & 1))
            continue;
        double q[DOF], n0 = 0, n = 0;
        for (int j = 0; j < DOF; j++)
            n0 += W[i][j] * W[i][j];
        memcpy(q, W[i], sizeof q);
        for (int pass = 0; pass < 2; pass++)
            for (int k = 0; k < rank; k++) {
                double dot = 0;
                for (int j = 0; j < DOF; j++)
                    dot += q[j] * Q[k][j];
                for (int j = 0; j < DOF; j++)
                    q[j] -= dot * Q[k][j];
            }
        for (int j = 0; j < DOF; j++)
            n += q[j] * q[j];
        if (n < 1e-18 * n0)
            continue;
        for (int j = 0; j < DOF; j++)
            Q[rank][j] = q[j] / sqrt(n);
        rank++;
    }
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < rank; k++) {
            double dot = 0;
            for (int j = 0; j < DOF; j++)
                dot += v[j] * Q[k][j];
            for (int j = 0; j < DOF; j++)
                v[j] -= dot * Q[k][j];
        }
    if (rank == DOF)
        memset(v, 0, DOF * sizeof *v);
}

/* Relative errors of the balances; NaN if something is not finite. */
static double balance(Slots *s)
{
    double in = get(s->tau_in), out = get(s->tau_out), win = get(s->w[0]), wout = get(s->w[SHAFTS - 1]);
    double L = in + out, Ls = fabs(in) + fabs(out), P = in * win + out * wout, Ps = fabs(in * win) + fabs(out * wout);
    for (int i = 0; i < SHAFTS; i++) {
        double t = J[i] * get(s->a[i]), p = t * get(s->w[i]);
        L -= t, Ls += fabs(t), P -= p, Ps += fabs(p);
    }
    for (int i = 0; i < N; i++) {
        double t = get(s->tau[i]), p = t * get(s->slip[i]);
        if (i >= 3)
            L -= t, Ls += fabs(t);
        P -= p, Ps += fabs(p);
    }
    return larger(fabs(L) / larger(Ls, 1e-300), fabs(P) / larger(Ps, 1e-6));
}

static void configurations(const char *folder, const char *method, int most)
{
    Rig r = rig(folder, "ag", "Rig", method, 1e-3);
    Slots s = find(&r);
    double W[N][DOF], worst = 0;
    unsigned long long seed = 20;
    int reached[1 << N] = { 0 }, subsets = 0, distinct = 0, draws = 0;
    unsigned char seen[4096] = { 0 };
    slips(&r, &s, W);
    for (unsigned subset = 0; subset < 1u << N; subset++) {
        for (int k = 0; k < most; k++) {
            double v[DOF];
            unsigned stuck = 0, code = 0;
            draw(W, subset, &seed, v);
            init(&r);
            for (int j = 0; j < DOF; j++)
                set(s.w0[j], v[j]);
            for (int i = 0; i < N; i++)
                set(s.pressure[i], subset >> i & 1 ? 1 : chance(&seed) > 0 ? 0.5 + 0.5 * chance(&seed) : 0);
            set(s.tau_in, 200 * chance(&seed));
            set(s.tau_out, 400 * chance(&seed));
            dtc_status status = setup(&r);
            if (status == DTC_SLIP) { /* C3's freewheel forbids this direction: take the other */
                for (int j = 0; j < DOF; j++)
                    set(s.w0[j], -v[j]);
                status = setup(&r);
            }
            if (status == DTC_OK)
                status = evaluate(&r);
            double error = balance(&s);
            if (status != DTC_OK || !(error <= 1e-9))
                CHECK(0, "subset %u, draw %d: status %d, balance %g", subset, k, status, error);
            worst = larger(worst, error);
            draws++;
            for (int i = 0; i < N; i++) {
                int place = (int)get(s.place[i]);
                stuck |= (unsigned)(place == DTC_STUCK) << i;
                code = code * 4 + (unsigned)(place + 1);
            }
            reached[stuck] = 1;
            distinct += !seen[code];
            seen[code] = 1;
            if (failed > 20)
                return;
        }
    }
    for (unsigned i = 0; i < 1u << N; i++)
        subsets += reached[i];
    CHECK(worst <= 1e-9, "balance %g", worst);
    CHECK(subsets == 1 << N, "only %d of %d stuck sets were reached", subsets, 1 << N);
    printf("autogear4, %s: %d draws, %d of 64 stuck sets, %d place vectors; worst balance %.1e relative\n", method,
           draws, subsets, distinct, worst);
    FIGURE(&r, "autogear4, all 64 stuck sets: momentum and power balance, relative", "%.0e", worst);
}

int main(int argc, char **argv)
{
    for (int i = 3; i < argc; i++)
        configurations(argv[1], argv[i], atoi(argv[2]));
    return summary();
}
