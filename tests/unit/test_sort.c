/* test_sort.c - matching and components against BTF on random structures; blocks, cuts and singular parts of small
 * models. */
#include <btf.h>
#include "flat.h"
#include "graph.h"

static uint32_t seed = 1;
static uint32_t below(uint32_t n)
{
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(seed >> 8) * n >> 24);
}

/* ---- against BTF ---- */

static Incidence random_structure(Arena *a, uint32_t nrow, uint32_t ncol, uint32_t per_row)
{
    Incidence g = { nrow, ncol, NEW_N(a, uint32_t, nrow + 2), NEW_N(a, uint32_t, nrow*(per_row + 1) + 1) };
    uint32_t k = 0;
    for (uint32_t i = 0; i < nrow; i++) {
        g.start[i] = k;
        for (uint32_t n = below(per_row + 1); n-- > 0;) g.to[k++] = below(ncol);
    }
    g.start[nrow] = k;
    return g;
}

static int *as_int(Arena *a, const uint32_t *v, uint32_t n)
{
    int *w = NEW_N(a, int, n + 1);
    for (uint32_t i = 0; i < n; i++) w[i] = (int)v[i];
    return w;
}

static void match_like_btf(uint32_t nrow, uint32_t ncol, uint32_t per_row)
{
    Arena a = { 0 };
    Incidence g = random_structure(&a, nrow, ncol, per_row), t = graph_transpose(&a, &g);
    Matching m = graph_match(&a, &g);
    int *match = NEW_N(&a, int, nrow + 1), *work = NEW_N(&a, int, 5*ncol + 5);
    double used;
    int size = btf_maxtrans((int)nrow, (int)ncol, as_int(&a, t.start, ncol + 1), as_int(&a, t.to, g.start[nrow]), 0,
                            &used, match, work);
    CHECK((int)m.size == size);
    uint32_t count = 0;
    for (uint32_t i = 0; i < nrow; i++)
        if (m.col_of[i] != NOWHERE) count += m.row_of[m.col_of[i]] == i;
    CHECK(count == m.size);
    arena_free(&a);
}

static void components_like_btf(uint32_t n, uint32_t per_row)
{
    Arena a = { 0 };
    Incidence g = random_structure(&a, n, n, per_row);
    uint32_t *comp = NEW_N(&a, uint32_t, n + 1);
    uint32_t count = graph_components(&a, &g, comp);
    int *p = NEW_N(&a, int, n + 1), *r = NEW_N(&a, int, n + 2), *work = NEW_N(&a, int, 4*n + 4);
    int blocks = btf_strongcomp((int)n, as_int(&a, g.start, n + 1), as_int(&a, g.to, g.start[n]), NULL, p, r, work);
    CHECK((int)count == blocks);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = g.start[i]; k < g.start[i + 1]; k++)
            if (comp[g.to[k]] > comp[i]) { CHECK(!"a component depends on a later one"); return; }
    arena_free(&a);
}

/* Alternating paths as long as the structure: eq i has unknowns i and i + 1, in an unlucky order. */
static double long_chain(uint32_t n)
{
    Arena a = { 0 };
    Incidence g = { n, n, NEW_N(&a, uint32_t, n + 2), NEW_N(&a, uint32_t, 3*n + 3) };
    uint32_t k = 0;
    for (uint32_t i = 0; i < n; i++) {
        g.start[i] = k;
        for (uint32_t j = 1; j < 4; j++) g.to[k++] = (i + j) % n;
    }
    g.start[n] = k;
    double t = seconds();
    CHECK(graph_match(&a, &g).size == n);
    t = seconds() - t;
    arena_free(&a);
    return t;
}

/* ---- small models ---- */

static void ordered_blocks(void)
{
    Dae dae = { 0 };
    begin();
    Var x = real("x"), y = real("y"), z = real("z"), u = real("u");
    equation(V(u), ADD(V(x), V(z)));       /* needs all */
    equation(V(x), ADD(V(y), R(1)));       /* loop x, y */
    equation(V(y), MUL(V(x), V(z)));
    equation(V(z), R(2));
    CHECK(sort(d, f, &dae));
    CHECK(vec_len(dae.block) == 3);
    CHECK(vec_len(dae.block[0].eq) == 1 && dae.block[0].var[0] == z);
    CHECK(vec_len(dae.block[1].eq) == 2 && dae.block[1].kind == B_LINEAR);
    CHECK(dae.block[2].var[0] == u);
    end();
}

static void relation_in_a_loop(void)
{
    Dae dae = { 0 };
    begin();
    Var x = real("x"), y = real("y"), b = var_of("b", T_BOOL, V_DISCRETE);
    equation(V(x), ex_if(d, V(b), V(y), R(1)));
    equation(V(b), ex_bin(d, OP_GT, V(x), R(0)));
    equation(V(y), R(3));
    CHECK(sort(d, f, &dae));
    CHECK(vec_len(dae.block) == 3);
    for (uint32_t i = 0; i < vec_len(dae.block); i++)
        if (dae.block[i].var[0] == b) CHECK(strcmp(ex_plain(d, f->eq[dae.block[i].eq[0]].rhs), "last(x) > 0") == 0);
    CHECK(ex_is_var(d, ex_arg(d, f->eq[2].rhs, 0)) == x);      /* the model's own equation stays */
    end();
}

static void loop_of_booleans(void)
{
    Dae dae = { 0 };
    begin();
    Var a = var_of("a", T_BOOL, V_DISCRETE), b = var_of("b", T_BOOL, V_DISCRETE);
    equation(V(a), ex_un(d, OP_NOT, V(b)));
    equation(V(b), V(a));
    CHECK(!sort(d, f, &dae));
    CHECK(reported("a loop of discrete variables"));
    end();
}

static void singular_parts(void)
{
    Dae dae = { 0 };
    begin();
    Var x = real("a.x"), y = real("a.y"), z = real("b.z");
    equation(V(x), R(1));
    equation(ADD(V(x), R(1)), R(2));
    equation(ADD(V(y), V(z)), R(0));
    CHECK(!sort(d, f, &dae));
    CHECK(reported("2 equations determine only 1 unknown: a.x"));
    CHECK(reported("1 equation is too few to determine 2 unknowns: b.z and a.y"));
    end();
}

/* Two elements in series: J1*a1 = -t1, node: t1 = t2 (no inertia), J2*a2 = t2. */
static void massless_node(void)
{
    Dae dae = { 0 };
    begin();
    Var a1 = real("a1"), an = real("node.a"), a2 = real("a2"), ac = real("c1.a"), af = real("fw1.a"),
        tc = real("c1.tau"), tf = real("fw1.tau");
    Var w1 = state(&dae, "w1", a1), wn = state(&dae, "node.w", an), w2 = state(&dae, "w2", a2), sc = real("c1.s"),
        sf = real("fw1.s");
    equation(V(a1), ex_un(d, OP_NEG, V(tc)));
    equation(V(tc), V(tf));
    equation(V(a2), V(tf));
    equation(V(ac), SUB(V(an), V(a1)));
    equation(V(af), SUB(V(a2), V(an)));
    equation(V(sc), SUB(V(wn), V(w1)));
    equation(V(sf), SUB(V(w2), V(wn)));
    law("c1", sc, ac, tc, 0, 0);
    law("fw1", sf, af, tf, 0, 0);
    CHECK(!sort(d, f, &dae));
    CHECK(reported("between c1 and fw1 there is no inertia"));
    end();
}

/* A bound that depends on the law's own torque reads last values and is known before the law. */
static void bound_in_the_loop(void)
{
    Dae dae = { 0 };
    begin();
    Var a = real("a"), tau = real("tau"), force = real("force"), hi = real("hi"), lo = real("lo");
    Var w = state(&dae, "w", a);
    equation(V(hi), MUL(R(0.3), V(force)));
    equation(V(lo), ex_un(d, OP_NEG, V(hi)));
    equation(V(force), ADD(R(10), V(a)));
    equation(V(a), V(tau));
    law("c", w, a, tau, lo, hi);
    CHECK(sort(d, f, &dae));
    uint32_t at_hi = 9, at_law = 9;
    for (uint32_t i = 0; i < vec_len(dae.block); i++) {
        if (dae.block[i].var[0] == hi) {
            at_hi = i;
            CHECK(strcmp(ex_plain(d, f->eq[dae.block[i].eq[0]].rhs), "0.3*last(force)") == 0);
        }
        if (vec_len(dae.block[i].sw)) at_law = i;
    }
    CHECK(at_hi < at_law && at_law < 9);
    CHECK(dae.block[at_law].kind == B_SWITCHED && vec_len(dae.block[at_law].eq) == 2);
    end();
}

static void slip_over_torque(void)
{
    Dae dae = { 0 };
    begin();
    Var a = real("a"), s = real("c.s"), sa = real("c.a"), tau = real("c.tau");
    Var w = state(&dae, "w", a);
    equation(V(s), ADD(V(w), MUL(R(2), V(tau))));
    equation(V(a), V(tau));
    equation(V(sa), V(a));
    law("c", s, sa, tau, 0, 0);
    CHECK(!sort(d, f, &dae));
    CHECK(reported("the slip of c depends on its own torque"));
    end();
}

static double large(uint32_t n)
{
    Dae dae = { 0 };
    begin();
    Var first = real("x");
    for (uint32_t i = 1; i < n; i++) real(internf(d, "x%u", i));
    for (uint32_t i = n; i-- > 1;) equation(SUB(V(first + i), MUL(R(2), V(first + i - 1))), R(0));
    equation(V(first), R(1));
    double t = seconds();
    CHECK(sort(d, f, &dae));
    CHECK(vec_len(dae.block) == n && dae.block[0].var[0] == first);
    t = seconds() - t;
    end();
    return t;
}

int main(void)
{
    for (uint32_t i = 0; i < 200; i++) {
        match_like_btf(1 + below(40), 1 + below(40), 1 + below(4));
        components_like_btf(1 + below(60), 1 + below(3));
    }
    match_like_btf(3000, 3000, 4);
    components_like_btf(5000, 2);
    GROWS_LINEARLY(long_chain, 100000);
    ordered_blocks();
    relation_in_a_loop();
    loop_of_booleans();
    singular_parts();
    massless_node();
    bound_in_the_loop();
    slip_over_torque();
    GROWS_LINEARLY(large, 100000);
    return finish();
}
