/* test_kinematics.c - aliases, index reduction and the choice of states on small and on very long drivetrains. */
#include "flat.h"

/* ---- components ---- */

static const char *instance;                                 /* path of the component under construction */

static Map by_name;

static void start(void)
{
    begin();
    by_name = (Map){ 0 };
}

static Var lookup_or_new(const char *name)
{
    const char *s = internz(d, name);
    Var v = (Var)map_get(&by_name, KEY(s));
    if (v) return v;
    v = real(name);
    change_variable(f, v)->path = instance;
    if (strlen(name) > 4 && strcmp(name + strlen(name) - 4, ".phi") == 0) change_variable(f, v)->unit = "rad";
    map_set(&d->run, &by_name, KEY(s), v);
    return v;
}

static Ex m(const char *c, const char *name) { return V(lookup_or_new(internf(d, "%s.%s", c, name))); }
static Ex der(Ex e)                          { return ex_un(d, OP_DER, e); }
static Ex neg(Ex e)                          { return ex_un(d, OP_NEG, e); }
static Ex ratio(int a, int b)                { return ex_bin(d, OP_DIV, ex_int(d, a), ex_int(d, b)); }

static Eq says(Ex lhs, Ex rhs)
{
    Eq e = equation(lhs, rhs);
    change_equation(f, e)->path = instance;
    return e;
}

static void component(const char *name) { instance = internz(d, name); }

static void inertia(const char *c, double J)
{
    component(c);
    says(m(c, "phi"), m(c, "a.phi"));
    says(m(c, "phi"), m(c, "b.phi"));
    says(m(c, "w"), der(m(c, "phi")));
    says(m(c, "acc"), der(m(c, "w")));
    says(MUL(R(J), m(c, "acc")), ADD(m(c, "a.tau"), m(c, "b.tau")));
}

static void gear(const char *c, Ex i)
{
    component(c);
    says(m(c, "a.phi"), MUL(i, m(c, "b.phi")));
    says(R(0), ADD(MUL(i, m(c, "a.tau")), m(c, "b.tau")));
}

static void fixed(const char *c, double phi0)
{
    component(c);
    says(m(c, "a.phi"), R(phi0));
}

static void spring(const char *c)
{
    component(c);
    says(m(c, "phi_rel"), SUB(m(c, "b.phi"), m(c, "a.phi")));
    says(m(c, "tau"), MUL(R(1000), m(c, "phi_rel")));
    says(m(c, "b.tau"), m(c, "tau"));
    says(m(c, "a.tau"), neg(m(c, "tau")));
}

/* (z1 + z2)*carrier = z1*p1 + z2*p2; a ring counts negative. */
static void mesh(const char *c, int z1, int z2)
{
    component(c);
    says(MUL(ex_int(d, z1 + z2), m(c, "c.phi")),
         ADD(MUL(ex_int(d, z1), m(c, "p.phi")), MUL(ex_int(d, z2), m(c, "q.phi"))));
    says(MUL(ex_int(d, z1 + z2), m(c, "p.tau")), MUL(ex_int(d, -z1), m(c, "c.tau")));
    says(MUL(ex_int(d, z1 + z2), m(c, "q.tau")), MUL(ex_int(d, -z2), m(c, "c.tau")));
}

/* Connects n flanges "x.a". */
static void join(const char *const *flange, uint32_t n)
{
    Ex sum = R(0);
    component("");
    for (uint32_t i = 0; i < n; i++) {
        sum = ADD(sum, V(lookup_or_new(internf(d, "%s.tau", flange[i]))));
        if (i == 0) continue;
        Eq e =
            says(V(lookup_or_new(internf(d, "%s.phi", flange[0]))), V(lookup_or_new(internf(d, "%s.phi", flange[i]))));
        change_equation(f, e)->kind = EQ_CONNECT;
    }
    Eq e = says(sum, R(0));
    change_equation(f, e)->kind = EQ_CONNECT;
}
#define JOIN(...) join((const char *const[]){ __VA_ARGS__ }, sizeof (const char *const[]){ __VA_ARGS__ }/sizeof(char *))

static void clutch(const char *c)
{
    component(c);
    Var s = lookup_or_new(internf(d, "%s.law.s", c)), a = lookup_or_new(internf(d, "%s.law.a", c)),
        l = lookup_or_new(internf(d, "%s.law.lambda", c));
    says(m(c, "w_rel"), SUB(der(m(c, "b.phi")), der(m(c, "a.phi"))));
    says(V(s), m(c, "w_rel"));
    says(V(a), der(V(s)));
    says(V(l), neg(m(c, "tau")));
    says(m(c, "b.tau"), m(c, "tau"));
    says(m(c, "a.tau"), neg(m(c, "tau")));
    law(internf(d, "%s.law", c), s, a, l, 0, 0);
    f->sw[vec_len(f->sw) - 1].path = instance;
}

static void free_end(const char *flange)
{
    component("");
    says(V(lookup_or_new(internf(d, "%s.tau", flange))), R(0));
}

/* ---- checks ---- */

static bool reduce(Dae *dae)
{
    *dae = (Dae){ 0 };
    return simplify(d, f) && index_reduce(d, f, dae);
}

static bool is_state(const char *name)
{
    Var v = lookup_or_new(name);
    v = root_of(f, v, NULL);
    return f->var[v].is_state;
}

/* As many equations as unknowns that are no states. */
static bool balanced(void)
{
    uint32_t equations = 0, unknowns = 0;
    for (Eq e = 1; e < vec_len(f->eq); e++) equations += !f->eq[e].removed;
    for (Var v = 1; v < vec_len(f->var); v++) {
        const VarInfo *i = &f->var[v];
        unknowns += i->type == T_REAL && i->variability == V_CONT && !is_alias(f, v) && !i->is_state;
    }
    if (equations != unknowns) fprintf(stderr, "%u equations, %u unknowns\n", equations, unknowns);
    return equations == unknowns;
}

/* ---- cases ---- */

static void rigid_shafts(void)
{
    Dae dae;
    start();
    inertia("one", 2);
    inertia("two", 3);
    JOIN("one.b", "two.a");
    free_end("one.a");
    free_end("two.b");
    CHECK(reduce(&dae) && balanced());
    CHECK(vec_len(dae.state) == 2 && is_state("one.phi") && is_state("one.w"));
    CHECK(alias_of(f, lookup_or_new("two.phi")).of == lookup_or_new("one.phi"));
    CHECK(alias_of(f, lookup_or_new("two.acc")).of == lookup_or_new("one.acc"));
    CHECK(alias_of(f, lookup_or_new("one.a.tau")).constant == R(0));
    end();
}

static void gear_between(void)
{
    Dae dae;
    start();
    inertia("engine", 1);
    inertia("shaft", 3);
    gear("gear", ratio(35, 10));
    JOIN("engine.b", "gear.a");
    JOIN("gear.b", "shaft.a");
    free_end("engine.a");
    free_end("shaft.b");
    change_variable(f, lookup_or_new("shaft.w"))->state_select = SS_PREFER;
    change_variable(f, lookup_or_new("shaft.phi"))->state_select = SS_PREFER;
    CHECK(reduce(&dae) && balanced());
    CHECK(vec_len(dae.state) == 2 && is_state("shaft.phi") && is_state("shaft.w"));
    end();
}

/* Sun, planet and ring; three shafts with inertia, two degrees of freedom. */
static void planetary(void)
{
    Dae dae;
    start();
    inertia("sun", 1);
    inertia("carrier", 1);
    inertia("ring", 1);
    mesh("inner", 30, 20);
    mesh("outer", -20, 70);
    JOIN("sun.b", "inner.p");
    JOIN("inner.q", "outer.p");
    JOIN("outer.q", "ring.a");
    JOIN("carrier.b", "inner.c", "outer.c");
    free_end("sun.a");
    free_end("carrier.a");
    free_end("ring.b");
    CHECK(reduce(&dae) && balanced());
    CHECK(vec_len(dae.state) == 4 && is_state("sun.w") && is_state("carrier.w"));
    end();
}

static void ravigneaux(void)
{
    Dae dae;
    static const char *const shaft[] = { "sun1", "sun2", "carrier", "ring" };
    start();
    for (int i = 0; i < 4; i++) inertia(shaft[i], 1 + i);
    mesh("s1p1", 30, 20);
    mesh("p1p2", 20, 23);
    mesh("s2p2", 42, 23);
    mesh("p2r", -23, 88);
    JOIN("sun1.b", "s1p1.p");
    JOIN("s1p1.q", "p1p2.p");
    JOIN("p1p2.q", "s2p2.q", "p2r.p");
    JOIN("sun2.b", "s2p2.p");
    JOIN("p2r.q", "ring.b");
    JOIN("carrier.b", "s1p1.c", "p1p2.c", "s2p2.c", "p2r.c");
    for (int i = 0; i < 4; i++) free_end(internf(d, "%s.a", shaft[i]));
    change_variable(f, lookup_or_new("ring.w"))->fixed = true;
    CHECK(reduce(&dae) && balanced());
    CHECK(vec_len(dae.state) == 4 && is_state("ring.w"));
    end();
}

static void parallel_gears(Ex one, Ex two, bool works, const char *message)
{
    Dae dae;
    inertia("left", 1);
    inertia("right", 1);
    gear("gear1", one);
    gear("gear2", two);
    JOIN("left.b", "gear1.a", "gear2.a");
    JOIN("gear1.b", "gear2.b", "right.a");
    free_end("left.a");
    free_end("right.b");
    CHECK(reduce(&dae) == works);
    if (message) CHECK(reported(message));
    if (works) CHECK(vec_len(dae.state) == 0 && balanced());
    end();
}

static void loops(void)
{
    Dae dae;
    start();
    parallel_gears(ratio(2, 7), ratio(4, 14), false,
                   "gear2 repeats the coupling made by right, left and gear1");
    start();
    parallel_gears(R(2.7), ratio(27, 10), false, "gear2 repeats the coupling made by gear1");
    start();
    Ex p = V(parameter("p", 2)), q = V(parameter("q", 2));
    parallel_gears(p, q, false, "gear2 repeats the coupling made by gear1");
    start();
    parallel_gears(R(2), R(3), true, NULL);                  /* locks both shafts: no state, but regular */

    for (int contradictory = 0; contradictory <= 1; contradictory++) {
        start();
        inertia("shaft", 1);
        fixed("wall1", 0);
        fixed("wall2", contradictory);
        JOIN("shaft.a", "wall1.a");
        JOIN("shaft.b", "wall2.a");
        CHECK(!reduce(&dae));
        CHECK(reported(contradictory ? "contradicts" : "repeats") && reported("wall1") && reported("undetermined"));
        end();
    }
}

static void massless_nodes(void)
{
    Dae dae;
    start();                                                 /* clutch - node - clutch */
    inertia("left", 1);
    inertia("right", 1);
    clutch("c1");
    clutch("c2");
    JOIN("left.b", "c1.a");
    JOIN("c1.b", "c2.a");
    JOIN("c2.b", "right.a");
    free_end("left.a");
    free_end("right.b");
    CHECK(!reduce(&dae));
    CHECK(reported("between c1 and c2 there is no inertia"));
    end();

    start();                                                 /* spring - node - clutch */
    inertia("left", 1);
    inertia("right", 1);
    spring("s");
    clutch("c");
    JOIN("left.b", "s.a");
    JOIN("s.b", "c.a");
    JOIN("c.b", "right.a");
    free_end("left.a");
    free_end("right.b");
    CHECK(!reduce(&dae));
    CHECK(reported("c acts on a node without inertia"));
    end();
}

static void clutches(void)
{
    Dae dae;
    start();                                                 /* two in parallel: slips are equal, each has its own */
    inertia("left", 1);
    inertia("right", 1);
    clutch("c1");
    clutch("c2");
    JOIN("left.b", "c1.a", "c2.b");
    JOIN("c1.b", "c2.a", "right.a");
    free_end("left.a");
    free_end("right.b");
    CHECK(reduce(&dae) && balanced());
    CHECK(vec_len(dae.state) == 4 && is_state("left.w") && is_state("right.w"));
    for (uint32_t i = 1; i <= 2; i++)
        CHECK(!alias_of(f, f->sw[i].s).of && !alias_of(f, f->sw[i].lambda).of && !alias_of(f, f->sw[i].a).of &&
              f->var[f->sw[i].s].der == f->sw[i].a);
    end();

    start();                                                 /* a brake: its slip is the speed of the shaft, reversed */
    inertia("shaft", 1);
    clutch("brake");
    fixed("wall", 0);
    JOIN("shaft.b", "brake.a");
    JOIN("brake.b", "wall.a");
    free_end("shaft.a");
    CHECK(reduce(&dae) && balanced() && vec_len(dae.state) == 2);
    end();
}

static void inputs(void)
{
    Dae dae;
    start();
    inertia("shaft", 1);
    Var u = var_of("u", T_REAL, V_CONT);
    change_variable(f, u)->causality = C_INPUT;
    change_variable(f, u)->top_level = true;
    component("drive");
    says(m("drive", "b.phi"), V(u));
    JOIN("drive.b", "shaft.a");
    free_end("shaft.b");
    CHECK(!reduce(&dae));
    CHECK(reported("needs the derivative of input u"));
    end();
}

static void singular(void)
{
    Dae dae;
    start();
    component("p");
    says(ADD(m("p", "x"), m("p", "y")), R(1));
    says(SUB(m("p", "x"), m("p", "y")), MUL(R(2), m("p", "x")));
    says(m("p", "z"), ADD(m("p", "u"), m("p", "v")));
    says(ADD(m("p", "x"), MUL(R(3), m("p", "y"))), R(7));
    change_variable(f, lookup_or_new("p.w"))->path = "p";
    CHECK(!reduce(&dae));
    CHECK(reported("contradicts"));
    end();
}

/* x with stateSelect = always; a circle of derivatives; congruent right sides. */
static void links(void)
{
    Dae dae;
    start();
    component("p");
    says(m("p", "x"), der(m("p", "y")));
    says(m("p", "y"), der(m("p", "x")));
    CHECK(reduce(&dae) && balanced() && vec_len(dae.state) == 2);
    end();

    start();
    component("p");
    says(m("p", "u"), ex_un(d, OP_SIN, ex_leaf(d, OP_TIME, T_REAL)));
    says(m("p", "v"), ex_un(d, OP_SIN, ex_leaf(d, OP_TIME, T_REAL)));
    says(der(m("p", "x")), ADD(m("p", "u"), m("p", "v")));
    CHECK(reduce(&dae) && balanced() && vec_len(dae.state) == 1);
    CHECK(alias_of(f, lookup_or_new("p.v")).of == lookup_or_new("p.u"));
    end();
}

/* ---- random systems against plain elimination ---- */

static uint32_t seed = 12345;
static uint32_t draw(uint32_t n) { seed = seed*1664525u + 1013904223u; return (seed >> 8)%n; }

enum { SHAFTS = 9 };

static uint32_t rank_of_rows(double a[][SHAFTS], uint32_t rows, uint32_t n)
{
    uint32_t rank = 0;
    for (uint32_t c = 0; c < n && rank < rows; c++) {
        uint32_t p = rank;
        for (uint32_t r = rank; r < rows; r++)
            if (fabs(a[r][c]) > fabs(a[p][c])) p = r;
        if (fabs(a[p][c]) < 1e-9) continue;
        for (uint32_t k = 0; k < n; k++) { double t = a[p][k]; a[p][k] = a[rank][k]; a[rank][k] = t; }
        for (uint32_t r = rank + 1; r < rows; r++)
            for (uint32_t k = n; k-- > c; ) a[r][k] -= a[r][c]/a[rank][c]*a[rank][k];
        rank++;
    }
    return rank;
}

/* Shafts under random linear constraints, each with its torque: 2*(shafts - constraints) states, or a report if they
 * depend on each other. */
static void random_constraints(void)
{
    uint32_t regular = 0;
    for (int trial = 0; trial < 400; trial++) {
        Dae dae;
        double a[SHAFTS][SHAFTS] = { { 0 } };
        uint32_t n = 2 + draw(SHAFTS - 2), rows = n/2 + draw(n/2 + 1);
        start();
        Ex torque[SHAFTS];
        for (uint32_t i = 0; i < n; i++) torque[i] = R(0);
        for (uint32_t k = 0; k < rows; k++) {
            Ex sum = R(0);
            component(internf(d, "k%u", k));
            for (uint32_t t = 2 + draw(2); t-- > 0; ) {
                uint32_t i = draw(n);
                int c = (int)draw(5) - 2;
                a[k][i] += c;
                sum = ADD(sum, MUL(R(c), V(lookup_or_new(internf(d, "s%u.phi", i)))));
                torque[i] = ADD(torque[i], MUL(R(c), V(lookup_or_new(internf(d, "k%u.tau", k)))));
            }
            says(sum, R(0));
            lookup_or_new(internf(d, "k%u.tau", k));
        }
        for (uint32_t i = 0; i < n; i++) {
            const char *c = internf(d, "s%u", i);
            component(c);
            says(m(c, "w"), der(m(c, "phi")));
            says(m(c, "acc"), der(m(c, "w")));
            says(MUL(R(1 + i), m(c, "acc")), torque[i]);
        }
        uint32_t rank = rank_of_rows(a, rows, n);
        bool ok = reduce(&dae);
        CHECK(ok == (rank == rows));
        if (ok) CHECK(balanced() && vec_len(dae.state) == 2*(n - rank));
        regular += ok;
        end();
    }
    CHECK(regular > 100 && regular < 350);
}

/* Long chains must cost linear time: 10^5 parts are 4*10^5 equations. Says what they took, s. */
static double chain(const char *kind, uint32_t n)
{
    Dae dae;
    start();
    for (uint32_t i = 0; i < n; i++) {
        const char *c = internf(d, "%s%u", kind, i);
        if (kind[0] == 'g') gear(c, ratio(35, 73));
        else inertia(c, 1);
    }
    inertia("first", 1);
    inertia("last", 1);
    JOIN("first.b", internf(d, "%s0.a", kind));
    for (uint32_t i = 0; i + 1 < n; i++) JOIN(internf(d, "%s%u.b", kind, i), internf(d, "%s%u.a", kind, i + 1));
    JOIN(internf(d, "%s%u.b", kind, n - 1), "last.a");
    free_end("first.a");
    free_end("last.b");
    dae = (Dae){ 0 };
    double took = seconds();
    CHECK(simplify(d, f) && index_reduce(d, f, &dae));
    took = seconds() - took;
    CHECK(vec_len(dae.state) == 2 && balanced());
    printf("%u %ss: %.2f s\n", n, kind, took);
    end();
    return took;
}

static double gears(uint32_t n) { return chain("gear", n); }
static double shafts(uint32_t n) { return chain("shaft", n); }

/* One node with n shafts, or one shaft with n gears to n others: no sum, and no column, may cost its square. */
static double star(bool geared, uint32_t n)
{
    Dae dae = { 0 };
    const char **flange = malloc((n + 1)*sizeof *flange);
    start();
    inertia("hub", 1);
    flange[n] = "hub.a";
    free_end("hub.b");
    for (uint32_t i = 0; i < n; i++) {
        const char *c = internf(d, "leaf%u", i), *g = internf(d, "gear%u", i);
        inertia(c, 1);
        free_end(internf(d, "%s.b", c));
        flange[i] = internf(d, "%s.a", geared ? g : c);
        if (!geared) continue;
        gear(g, ratio(3, 7));
        JOIN(internf(d, "%s.b", g), internf(d, "%s.a", c));
    }
    join(flange, n + 1);
    free(flange);
    double took = seconds();
    CHECK(simplify(d, f) && index_reduce(d, f, &dae) && balanced() && vec_len(dae.state) == 2);
    took = seconds() - took;
    printf("%u at one node%s: %.2f s\n", n, geared ? " by gears" : "", took);
    end();
    return took;
}

static double shafts_at_a_node(uint32_t n) { return star(false, n); }
static double gears_at_a_node(uint32_t n) { return star(true, n); }

int main(void)
{
    rigid_shafts();
    gear_between();
    planetary();
    ravigneaux();
    loops();
    massless_nodes();
    clutches();
    inputs();
    singular();
    links();
    random_constraints();
    chain("gear", 10);
    GROWS_LINEARLY(gears, 100000);
    GROWS_LINEARLY(shafts, 60000);
    GROWS_LINEARLY(shafts_at_a_node, 30000);
    GROWS_LINEARLY(gears_at_a_node, 30000);
    return finish();
}
