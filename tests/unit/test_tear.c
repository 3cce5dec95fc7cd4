/* test_tear.c - sizes of torn systems, and their matrices against the equations they came from, numerically. */
#include "flat.h"

static uint32_t seed = 7;
static uint32_t below(uint32_t n)
{
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(seed >> 8) * n >> 24);
}
static double uniform(void) { return (double)below(2000)/1000.0 - 1.0; }

/* ---- solving a torn block numerically, as generated code does ---- */

static void gauss(double *a, double *b, uint32_t n, uint32_t m)
{
    for (uint32_t j = 0; j < n; j++) {
        uint32_t p = j;
        for (uint32_t i = j + 1; i < n; i++) if (fabs(a[i*n + j]) > fabs(a[p*n + j])) p = i;
        for (uint32_t c = 0; c < n; c++) { double x = a[j*n + c]; a[j*n + c] = a[p*n + c]; a[p*n + c] = x; }
        for (uint32_t c = 0; c < m; c++) { double x = b[j*m + c]; b[j*m + c] = b[p*m + c]; b[p*m + c] = x; }
        for (uint32_t i = 0; i < n; i++) {
            double q = i == j ? 0 : a[i*n + j]/a[j*n + j];
            for (uint32_t c = 0; c < n; c++) a[i*n + c] -= q*a[j*n + c];
            for (uint32_t c = 0; c < m; c++) b[i*m + c] -= q*b[j*m + c];
        }
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t c = 0; c < m; c++) b[i*m + c] /= a[i*n + i];
}

static double at(Ex e, const double *x)
{
    double r = NAN;
    if (!ex_eval(d, e, x, &r)) failed++;
    return r;
}

static void inner(const Block *b, double *x)
{
    for (uint32_t i = 0; i < vec_len(b->inner); i++) x[b->inner[i].v] = at(b->inner[i].value, x);
}

/* The matrix of a block, by rows. */
static void dense(const Block *b, const double *x, double *J)
{
    uint32_t n = vec_len(b->tear);
    for (uint32_t i = 0; i < n*n; i++) J[i] = 0;
    for (uint32_t k = 0; k < vec_len(b->J); k++) J[b->J[k].row*n + b->J[k].col] = at(b->J[k].e, x);
}

/* lambda given in x. */
static void solve_block(const Block *b, double *x)
{
    uint32_t n = vec_len(b->tear);
    double J[64*64], r[64];
    if (b->kind == B_ASSIGN) { inner(b, x); return; }
    for (int step = 0; step < (b->kind == B_NONLINEAR ? 20 : 1); step++) {
        for (uint32_t i = 0; i < n && b->kind != B_NONLINEAR; i++) x[b->tear[i]] = 0;
        inner(b, x);
        for (uint32_t i = 0; i < n; i++) r[i] = at(b->res[i], x);
        dense(b, x, J);
        gauss(J, r, n, 1);
        for (uint32_t i = 0; i < n; i++) x[b->tear[i]] -= r[i];
    }
    inner(b, x);
}

static void all_blocks(const Dae *dae, double *x)
{
    for (Var v = 1; v < vec_len(f->var); v++)
        if (f->var[v].binding) x[v] = at(f->var[v].binding, x);
    for (uint32_t i = 0; i < vec_len(dae->block); i++) solve_block(&dae->block[i], x);
}

static double worst_residual(const double *x)
{
    double worst = 0;
    for (Eq e = 1; e < vec_len(f->eq); e++) {
        if (f->eq[e].kind == EQ_SWITCH || !is_of_model(&f->eq[e])) continue;
        worst = larger(worst, fabs(at(f->eq[e].lhs, x) - at(f->eq[e].rhs, x)));
    }
    return worst;
}

static uint32_t largest(const Dae *dae)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < vec_len(dae->block); i++)
        if (vec_len(dae->block[i].tear) > n) n = vec_len(dae->block[i].tear);
    return n;
}

static bool back_end(Dae *dae)
{
    return sort(d, f, dae) && tear(d, f, dae) && validate_dae(d, f, dae) && stage(d, f, dae) && validate_dae(d, f, dae);
}

/* ---- gear sets ---- */

/* Shaft with inertia J: J*a = sum of torques; the sum grows by mesh(). */
typedef struct { Var a; Ex J, sum; } Shaft;

static Shaft shaft(Dae *dae, const char *name, double J, bool is_state)
{
    Var a = real(internf(d, "%s.a", name)), p = parameter(internf(d, "%s.J", name), J);
    if (is_state) state(dae, internf(d, "%s.w", name), a);
    return (Shaft){ a, V(p), R(0) };
}

/* a1 + r*a2 = (1 + r)*ac with torques t, r*t, -(1 + r)*t */
static void mesh(Shaft *s1, Shaft *s2, Shaft *c, double ratio, const char *name)
{
    Ex r = R(ratio), one = R(1 + ratio);
    Var t = real(internf(d, "%s.tau", name));
    equation(ADD(V(s1->a), MUL(r, V(s2->a))), MUL(one, V(c->a)));
    s1->sum = ADD(s1->sum, V(t));
    s2->sum = ADD(s2->sum, MUL(r, V(t)));
    c->sum = SUB(c->sum, MUL(one, V(t)));
}

static void balance(Shaft *s) { equation(MUL(s->J, V(s->a)), s->sum); }

static void planetary(void)
{
    Dae dae = { 0 };
    begin();
    Shaft sun = shaft(&dae, "sun", 0.1, true), ring = shaft(&dae, "ring", 0.2, true),
          carrier = shaft(&dae, "carrier", 0.3, false);
    Var t = parameter("t", 5);
    mesh(&sun, &ring, &carrier, 2, "p");
    sun.sum = ADD(sun.sum, V(t));
    balance(&sun);
    balance(&ring);
    balance(&carrier);
    CHECK(back_end(&dae));
    CHECK(largest(&dae) == 1);
    double x[64] = { 0 };
    all_blocks(&dae, x);
    CHECK(worst_residual(x) < 1e-12);
    end();
}

/* Planetary set and Ravigneaux set with six laws, as in autogear4; brakes to the housing and clutches between shafts.
 */
static void automatic_gearbox(bool no_tear)
{
    Dae dae = { 0 };
    begin();
    d->opt.no_tear = no_tear;
    Shaft in = shaft(&dae, "in", 0.1, true), s = shaft(&dae, "s", 0.02, true), r = shaft(&dae, "r", 0.03, true),
          c = shaft(&dae, "c", 0.05, false);
    Shaft s1 = shaft(&dae, "s1", 0.01, true), s2 = shaft(&dae, "s2", 0.02, false), c2 = shaft(&dae, "c2", 0.04, true),
          r2 = shaft(&dae, "r2", 0.06, false);
    Shaft p1 = shaft(&dae, "p1", 0.001, false), p2 = shaft(&dae, "p2", 0.002, false);
    Shaft *clutch[6][2] = { { &in, &s }, { &in, &r }, { &s, NULL }, { &c, &s1 }, { &c2, NULL }, { &in, &c2 } };
    mesh(&s, &r, &c, 1.8, "m");
    mesh(&s1, &p1, &c2, 0.7, "m1");
    mesh(&p1, &p2, &c2, 1, "m2");
    mesh(&s2, &p2, &c2, 0.5, "m3");
    mesh(&r2, &p2, &c2, -0.3, "m4");
    in.sum = ADD(in.sum, V(parameter("engine", 100)));
    r2.sum = SUB(r2.sum, V(parameter("road", 50)));
    Var lambda[6], slip[6];
    for (uint32_t i = 0; i < 6; i++) {
        Var a = real(internf(d, "c%u.a", i)), tau = real(internf(d, "c%u.tau", i)),
            cap = parameter(internf(d, "c%u.c", i), 100), lo = real(internf(d, "c%u.lo", i));
        Shaft *x = clutch[i][0], *y = clutch[i][1];
        Var w = state(&dae, internf(d, "c%u.s", i), a);
        change_variable(f, w)->is_state = false;
        (void)vec_pop(dae.state);
        change_variable(f, w)->variability = V_PARAM;
        equation(V(a), y ? SUB(V(x->a), V(y->a)) : V(x->a));
        equation(V(lo), ex_un(d, OP_NEG, V(cap)));
        x->sum = ADD(x->sum, V(tau));
        if (y) y->sum = SUB(y->sum, V(tau));
        law(internf(d, "c%u", i), w, a, tau, lo, cap);
        lambda[i] = tau, slip[i] = a;
    }
    Shaft *all[] = { &in, &s, &r, &c, &s1, &s2, &c2, &r2, &p1, &p2 };
    for (uint32_t i = 0; i < 10; i++) balance(all[i]);
    CHECK(back_end(&dae));
    uint32_t big = 0;
    for (uint32_t i = 0; i < vec_len(dae.block); i++)
        if (dae.block[i].kind == B_SWITCHED &&
            (!vec_len(dae.block[big].sw) || vec_len(dae.block[i].sw) > vec_len(dae.block[big].sw)))
            big = i;
    const Block *b = &dae.block[big];
    printf("gearbox: %u equations, %u tearing variables, %u laws\n", vec_len(b->eq), vec_len(b->tear), vec_len(b->sw));
    CHECK(vec_len(b->sw) == 6);
    CHECK(no_tear || vec_len(b->tear) <= 4);
    CHECK(no_tear || b->matrix_rate <= RATE_INIT);
    double x[256] = { 0 }, base[6];
    for (uint32_t k = 0; k < 6; k++) x[lambda[k]] = uniform();
    all_blocks(&dae, x);
    CHECK(worst_residual(x) < 1e-9);
    for (uint32_t k = 0; k < 6; k++) base[k] = x[slip[k]];
    for (uint32_t e = 0; e < 6; e++) {     /* G column by column: moving one lambda moves the accelerations by it */
        x[lambda[e]] += 1;
        all_blocks(&dae, x);
        x[lambda[e]] -= 1;
        uint32_t n = vec_len(b->tear), col = 0;
        double J[64*64], z[64];
        for (uint32_t i = 0; i < 6; i++) if (f->sw[b->sw[i]].lambda == lambda[e]) col = i;
        dense(b, x, J);
        for (uint32_t i = 0; i < n; i++) z[i] = at(b->B[i*6 + col], x);
        gauss(J, z, n, 1);
        for (uint32_t i = 0; i < 6; i++) {
            double G = at(b->D[i*6 + col], x);
            for (uint32_t k = 0; k < n; k++) G -= at(b->C[i*n + k], x)*z[k];
            uint32_t me = b->sw[i] - 1;
            double moved = x[slip[me]] - base[me];
            if (!(fabs(moved - G) <= 1e-9 * (1 + fabs(G))))
                failed++, fprintf(stderr, "G[%u,%u]: %g, moved %g\n", i, col, G, moved);
        }
    }
    end();
}

/* n gears in a row, rigid: one acceleration and all torques. */
static double chain(uint32_t n)
{
    Dae dae = { 0 };
    begin();
    Var a0 = real("a0"), t0 = parameter("t0", 3), a = a0, t = t0;
    state(&dae, "w", a0);
    for (uint32_t i = 1; i < n; i++) {
        Var next = real(internf(d, "a%u", i)), tau = real(internf(d, "t%u", i)),
            ratio = parameter(internf(d, "r%u", i), i % 2 ? 2 : 0.5), J = parameter(internf(d, "J%u", i), 1);
        equation(V(a), MUL(V(ratio), V(next)));
        equation(MUL(V(J), V(a)), ADD(V(t), V(tau)));
        Var after = real(internf(d, "u%u", i));
        equation(V(after), ex_un(d, OP_NEG, MUL(V(ratio), V(tau))));
        a = next, t = after;
    }
    equation(V(a), V(t));
    double s = seconds();
    CHECK(back_end(&dae));
    s = seconds() - s;
    printf("chain of %u gears: %.2f s, torn to %u\n", n, s, largest(&dae));
    CHECK(largest(&dae) <= 1 + n / 1000); /* rounding errors of a thousand steps add up: before four digits might be
                                             lost there is another one */
    double *x = calloc(vec_len(f->var), sizeof *x);
    all_blocks(&dae, x);
    CHECK(worst_residual(x) < 1e-6);
    free(x);
    end();
    return s;
}

/* Random linear systems: torn or not, the solution satisfies the equations. */
static void random_linear(uint32_t n, bool no_tear)
{
    Dae dae = { 0 };
    begin();
    d->opt.no_tear = no_tear;
    Var v = real("x0");
    for (uint32_t i = 1; i < n; i++) real(internf(d, "x%u", i));
    Var place = var_of("place", T_BOOL, V_DISCRETE);
    change_variable(f, place)->discrete_state = true;
    for (uint32_t i = 0; i < n; i++) {
        Ex e = MUL(R(4 + uniform()), V(v + i));
        for (uint32_t k = below(4); k-- > 0;) {
            Ex c = below(3) ? R(below(3) ? uniform() : 1) : ex_if(d, V(place), R(0), R(uniform()));
            e = ADD(e, MUL(c, V(v + below(n))));
        }
        if (below(5) == 0) e = ADD(e, ex_if(d, V(place), V(v + below(n)), MUL(R(uniform()), V(v + below(n)))));
        equation(e, R(uniform()));
    }
    d->opt.observe_all = true;
    CHECK(back_end(&dae));
    for (int p = 0; p < 2; p++) {
        double x[256] = { 0 };
        x[place] = p;
        all_blocks(&dae, x);
        CHECK(worst_residual(x) < 1e-9);
    }
    end();
}

static void nonlinear(void)
{
    Dae dae = { 0 };
    begin();
    Var x = real("x"), y = real("y"), z = real("z");
    equation(ADD(MUL(V(x), V(x)), V(y)), R(3));
    equation(V(z), ADD(V(x), V(y)));
    equation(V(z), ADD(R(1), ex_un(d, OP_EXP, MUL(R(0.5), V(x)))));
    d->opt.observe_all = true;
    CHECK(back_end(&dae));
    CHECK(dae.block[0].kind == B_NONLINEAR && vec_len(dae.block[0].tear) == 1);
    double v[64] = { 0 };
    v[x] = v[y] = v[z] = 1;
    all_blocks(&dae, v);
    CHECK(worst_residual(v) < 1e-9);
    end();
}

/* A dog clutch written with a place: neither its torque nor its acceleration may be a pivot. */
static void never_a_pivot_that_can_vanish(void)
{
    Dae dae = { 0 };
    begin();
    Var a = real("a"), tau = real("tau"), place = var_of("engaged", T_BOOL, V_DISCRETE),
        gear = var_of("ratio", T_REAL, V_CONT);
    change_variable(f, place)->discrete_state = true;
    change_variable(f, gear)->causality = C_INPUT;
    change_variable(f, gear)->top_level = true;
    Var load = real("load");
    equation(R(0), ex_if(d, V(place), V(a), V(tau)));
    equation(V(load), MUL(V(gear), V(tau)));
    equation(V(a), ADD(V(load), R(2)));
    d->opt.observe_all = true;
    CHECK(back_end(&dae));
    for (uint32_t i = 0; i < vec_len(dae.block); i++)
        for (uint32_t k = 0; k < vec_len(dae.block[i].inner); k++) CHECK(dae.block[i].inner[k].pivot == 0);
    for (int p = 0; p < 2; p++) {
        double x[64] = { 0 };
        x[place] = p, x[gear] = 2;
        all_blocks(&dae, x);
        CHECK(worst_residual(x) < 1e-12);
    }
    end();
}

int main(void)
{
    planetary();
    automatic_gearbox(false);
    automatic_gearbox(true);
    for (uint32_t i = 0; i < 100; i++) random_linear(2 + below(20), i % 4 == 3);
    nonlinear();
    never_a_pivot_that_can_vanish();
    GROWS_LINEARLY(chain, 30000);
    return finish();
}
