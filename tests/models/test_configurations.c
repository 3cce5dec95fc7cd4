/* test_configurations FOLDER DRAWS METHOD ...: both gearboxes in every configuration of their elements (autogear4 six,
 * zf4hp22 seven and a freewheel): finite, and momentum and power balance closed.
 *
 * For each subset of the elements, speeds are drawn from those with no slip in the subset; pressure is on in the subset
 * and at random elsewhere, so that the others slide either way, are open, or rest at a limit. The balances use the
 * inertias and what the model shows of speeds, accelerations and torques; ideal planetary sets take no torque from the
 * housing and no power:
 *
 *     sum J a = tau_in + tau_out - brake torques,    sum J w a + sum tau w_rel = tau_in w_in + tau_out w_out */
#include "../drive.h"

enum { MOST = 8, DOF = 4, MOST_SHAFTS = 9, TRIES = 40 };

/* brake: to the housing; pressed: elements that have a pressure, the first ones in the order of the pressures; share:
 * of the draws, for a gearbox with more subsets; reach: stuck sets that are reached at least (of zf4hp22 some only hold
 * under torques of one direction that few draws have, and a freewheel without slip holds too, or rests at its limit) */
typedef struct {
    const char *name, *object;
    int elements, pressed, shafts, share, reach;
    const char *element[MOST], *slip[MOST];
    int brake[MOST];
    const char *shaft[MOST_SHAFTS];
    double J[MOST_SHAFTS];
} Box;

static const Box boxes[] = {
    { .name = "autogear4", .object = "ag", .elements = 6, .pressed = 6, .shafts = 9, .share = 1, .reach = 64,
      .element = { "C1", "C2", "C3", "C4", "C5", "RC" },
      .slip = { "w_rel", "w_rel", "w_rel", "w_rel", "w_rel", "w_rel" },
      .brake = { 0, 0, 0, 1, 1, 1 },
      .shaft = { "turbine", "gearbox.carrier0", "gearbox.sun0", "gearbox.ring0", "gearbox.ring1", "gearbox.sun1",
                 "gearbox.sun2", "gearbox.carrier1", "load" },
      .J = { 0.2, 2.0e-3, 2.0e-3, 0.005, 0.1388, 1.714e-3, 9.476e-3, 2.0e-3, 2.5 } },
    { .name = "zf4hp22", .object = "zf", .elements = 8, .pressed = 7, .shafts = 8, .share = 4, .reach = 220,
      .element = { "A", "B", "C", "Cp", "D", "E", "F", "fw1" },
      .slip = { "w_rel", "w_rel", "w", "w_rel", "w", "w_rel", "w", "w_rel" },
      .brake = { 0, 0, 1, 1, 1, 0, 1, 1 },
      .shaft = { "turbine", "gearbox.ring1", "gearbox.sun12", "gearbox.carrier2", "gearbox.middle", "gearbox.sun3",
                 "gearbox.ring3", "load" },
      .J = { 0.2, 2e-3, 2e-4, 2e-3, 6e-3, 1e-4, 2e-3, 2.5 } },
};

typedef struct {
    const Box *box;
    Slot w0[DOF], pressure[MOST], tau_in, tau_out, slip[MOST], tau[MOST], place[MOST], w[MOST_SHAFTS], a[MOST_SHAFTS];
} Slots;

static Slots find(Rig *r, const Box *b)
{
    Slots s = { .box = b };
    char name[64];
    for (int i = 0; i < DOF; i++) {
        snprintf(name, sizeof name, "w0[%d]", i + 1);
        s.w0[i] = slot(r, name);
    }
    for (int i = 0; i < b->elements; i++) {
        snprintf(name, sizeof name, "pressure[%d]", i + 1);
        if (i < b->pressed)
            s.pressure[i] = slot(r, name);
        snprintf(name, sizeof name, "gearbox.%s.%s", b->element[i], b->slip[i]);
        s.slip[i] = slot(r, name);
        snprintf(name, sizeof name, "gearbox.%s.tau", b->element[i]);
        s.tau[i] = slot(r, name);
        snprintf(name, sizeof name, "gearbox.%s.law.place", b->element[i]);
        s.place[i] = slot(r, name);
    }
    for (int i = 0; i < b->shafts; i++) {
        snprintf(name, sizeof name, "%s.w", b->shaft[i]);
        s.w[i] = slot(r, name);
        snprintf(name, sizeof name, "%s.a", b->shaft[i]);
        s.a[i] = slot(r, name);
    }
    s.tau_in = slot(r, "tau_in");
    s.tau_out = slot(r, "tau_out");
    return s;
}

/* Slips as linear functions of the four speeds, each in the direction that freewheels allow. */
static void slips(Rig *r, Slots *s, double W[MOST][DOF])
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
        for (int i = 0; i < s->box->elements; i++)
            W[i][j] = get(s->slip[i]) / v;
    }
}

/* A random vector without slip in `subset`: rows orthonormalised, removed from the vector. */
static void draw(int n, double W[MOST][DOF], unsigned subset, unsigned long long *seed, double v[DOF])
{
    double Q[DOF][DOF];
    int rank = 0;
    for (int j = 0; j < DOF; j++)
        v[j] = 100 * chance(seed);
    for (int i = 0; i < n && rank < DOF; i++) {
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

/* Relative errors of the balances; NaN if something is not finite. Power as little as a thousandth of all torques at
 * the largest speed is what rounding of the torques makes of it. */
static double balance(Slots *s)
{
    const Box *b = s->box;
    double in = get(s->tau_in), out = get(s->tau_out), win = get(s->w[0]), wout = get(s->w[b->shafts - 1]);
    double L = in + out, Ls = fabs(in) + fabs(out), P = in * win + out * wout, Ps = fabs(in * win) + fabs(out * wout);
    double fastest = 0;
    for (int i = 0; i < b->shafts; i++) {
        double t = b->J[i] * get(s->a[i]), p = t * get(s->w[i]);
        L -= t, Ls += fabs(t), P -= p, Ps += fabs(p);
        fastest = larger(fastest, fabs(get(s->w[i])));
    }
    for (int i = 0; i < b->elements; i++) {
        double t = get(s->tau[i]), p = t * get(s->slip[i]);
        if (b->brake[i])
            L -= t, Ls += fabs(t);
        P -= p, Ps += fabs(p);
    }
    return larger(fabs(L) / larger(Ls, 1e-300), fabs(P) / larger(larger(Ps, 1e-3 * Ls * fastest), 1e-6));
}

/* Setup with speeds from the subset and random pressures and torques; what freewheels forbid is turned round, or drawn
 * again. */
static dtc_status start(Rig *r, Slots *s, double W[MOST][DOF], unsigned subset, unsigned long long *seed)
{
    const Box *b = s->box;
    dtc_status status = DTC_SLIP;
    for (int k = 0; k < TRIES && status == DTC_SLIP; k++) {
        double v[DOF];
        draw(b->elements, W, subset, seed, v);
        init(r);
        for (int i = 0; i < b->pressed; i++)
            set(s->pressure[i], subset >> i & 1 ? 1 : chance(seed) > 0 ? 0.5 + 0.5 * chance(seed) : 0);
        set(s->tau_in, 200 * chance(seed));
        set(s->tau_out, 400 * chance(seed));
        for (int turn = 1; turn >= -1 && status == DTC_SLIP; turn -= 2) {
            for (int j = 0; j < DOF; j++)
                set(s->w0[j], turn * v[j]);
            status = setup(r);
        }
    }
    return status;
}

static void configurations(const char *folder, const Box *b, const char *method, int most)
{
    Rig r = rig(folder, b->object, "Rig", method, 1e-3);
    Slots s = find(&r, b);
    double W[MOST][DOF], worst = 0;
    unsigned long long seed = 20;
    static int reached[1 << MOST];
    static unsigned char seen[1 << 2 * MOST];
    int subsets = 0, distinct = 0, draws = 0, all = 1 << b->elements;
    char property[128];
    memset(reached, 0, sizeof reached);
    memset(seen, 0, sizeof seen);
    slips(&r, &s, W);
    for (unsigned subset = 0; subset < (unsigned)all; subset++) {
        for (int k = 0; k < most / b->share; k++) {
            unsigned stuck = 0, code = 0;
            dtc_status status = start(&r, &s, W, subset, &seed);
            if (status == DTC_OK)
                status = evaluate(&r);
            double error = balance(&s);
            if (status != DTC_OK || !(error <= 1e-9))
                CHECK(0, "%s, subset %u, draw %d: status %d, balance %g", b->name, subset, k, status, error);
            worst = larger(worst, error);
            draws++;
            for (int i = 0; i < b->elements; i++) {
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
    for (int i = 0; i < all; i++)
        subsets += reached[i];
    CHECK(worst <= 1e-9, "%s: balance %g", b->name, worst);
    CHECK(subsets >= b->reach, "%s: only %d of %d stuck sets were reached", b->name, subsets, all);
    printf("%s, %s: %d draws, %d of %d stuck sets, %d place vectors; worst balance %.1e relative\n", b->name, method,
           draws, subsets, all, distinct, worst);
    snprintf(property, sizeof property, "%s, all %d stuck sets: momentum and power balance, relative", b->name, all);
    FIGURE(&r, property, "%.0e", worst);
}

int main(int argc, char **argv)
{
    for (int i = 3; i < argc; i++)
        for (size_t k = 0; k < sizeof boxes / sizeof *boxes; k++)
            configurations(argv[1], &boxes[k], argv[i], atoi(argv[2]));
    return summary();
}
