/* emit_exact.c - the method exact: matrices of the linear part, in setup; its step is emit_exact_step.c.
 *
 *     x(t + h) = x + Gamma f        Gamma = integral of exp(A s) ds over the step
 *
 * with f the rates of the one evaluation of the step, in which stuck elements have no acceleration. The remainder r = f
 * - A x is never formed: Phi x + Gamma r = x + Gamma f. Places are decided as in every other method.
 *
 * The function linear gives differentials by matrices' columns (exact.c). Coefficients that depend on held relations
 * (pieces of piecewise affine laws): setup makes a base (A, inputs, slips, borders) for each combination of up to 6
 * relations. With more of them, or with places of automata in the coefficients, the base is computed when the structure
 * changes.
 *
 * The map of a step (A, Gamma, torques of stuck elements by states) has the stuck elements in it: A - B P K, with P of
 * the law and K the slip accelerations by states. Setup makes all 2^m sets of them if they have up to EXACT_NUMBERS
 * numbers; else the map is made when the set changes, by at most 71 products of n x n matrices. With
 * -fconstant-matrices A is that of sliding elements always, and stuck ones have one torque for the whole step that
 * brings their slips to zero at its end (Reiter's thesis, equations 6 to 9, with the difference to the instantaneous
 * torques as the unknown): no exponential when the set changes, but an error of second order in the step, by the
 * vibrations of the shafts of which the elements join the ends.
 *
 * Requires: exact_plan; blocks and relations are emitted.
 */
#include "dtc_exact.h"
#include "emit_step.h"
#include "exact.h"
#include "sort.h"

uint32_t exact_room(uint32_t n) { return n ? n : 1; }

uint32_t exact_borders(const Exact *x) { return vec_len(x->border); }

bool exact_adjusts(Emitter *e) { return !e->d->opt.no_adjust && (exact_borders(e->exact) > 0 || e->exact->m > 0); }

bool exact_constant(Emitter *e) { return e->d->opt.constant_matrices && e->exact->m > 0; }

/* Setup makes a map for each set of stuck elements. */
bool exact_whole(Emitter *e)
{
    const Exact *x = e->exact;
    uint32_t bits = x->m + vec_len(x->bit);
    uint64_t numbers = 2ULL * x->n * x->n + (uint64_t)x->n * x->m + 1;

    return !e->d->opt.constant_matrices && x->m > 0 && x->table && bits <= EXACT_SETS &&
           numbers << bits <= EXACT_NUMBERS;
}

/* The base is made when the structure changes. */
bool exact_restructures(Emitter *e) { return !e->exact->table; }

/* The last map is that of the present stuck elements. */
bool exact_follows(Emitter *e) { return e->exact->m > 0 && !exact_whole(e); }

static uint32_t all_maps(Emitter *e)
{
    uint32_t bases = exact_bases(e->exact);
    return exact_whole(e) ? bases << e->exact->m : bases + exact_follows(e);
}

void exact_open(Emitter *e, const char *what, const char *head)
{
    put(e, "\n/* %s */\nstatic %s\n{\n", what, head);
    e->indent = 1;
}

void exact_close(Emitter *e)
{
    e->indent = 0;
    put(e, "}\n");
}

/* The last members of a model: from base on, what setup makes, and what is made when the structure changes. */
void lay_exact(Emitter *e)
{
    const Exact *x = e->exact;
    uint32_t n = exact_room(x->n), m = exact_room(x->m), g = exact_room(exact_borders(x)), bases = exact_bases(x);
    Layout *l = &e->layout;

    lay(l, MT_INT, 0, "stale", NULL);
    lay(l, MT_REAL, 0, "ahead", "s: how far ahead locks are predicted");
    lay_struct(l, bases, "base",
               bases > 1 ? "the linear part, by the relations that it depends on" : "the linear part");
    lay_macro(l, internf(e->d, "DTC_EXACT_BASE(%u, %u, %u)", n, m, g));
    DTC_EXACT_BASE_ROWS(LAY_ARRAY, LAY_SCALAR, n, m, g)
    lay_end(l);
    lay_struct(l, all_maps(e), "map",
               exact_whole(e)     ? "of a step, by relations and stuck elements"
               : exact_follows(e) ? "of a step; the last with the stuck elements in it"
                                  : "of a step");
    lay_macro(l, internf(e->d, "DTC_EXACT_MAP(%u, %u)", n, m));
    DTC_EXACT_MAP_ROWS(LAY_ARRAY, LAY_SCALAR, n, m)
    lay_end(l);
    if (exact_constant(e)) {
        lay_struct(l, 0, "grip", "how torques of stuck elements act over a step");
        lay_macro(l, internf(e->d, "DTC_EXACT_GRIP(%u, %u)", n, m));
        DTC_EXACT_GRIP_ROWS(LAY_ARRAY, LAY_SCALAR, n, m)
        lay_end(l);
    }
    if (exact_follows(e)) {
        lay(l, MT_INT, 0, "closed", NULL);
        lay_joined(l, MT_INT, m, "stuck");
        vec_last(l->member).comment =
            "what the last map belongs to: of which base, and which elements are stuck in it";
    }
}

/* ---- the linear part --------------------------------------------------------------------------------------------- */

static void lines(Emitter *e, const char *const *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        line(e, "%s", text[i]);
}

/* Matrices of the present structure: the linear part, and the map with nothing stuck. */
static void emit_base(Emitter *e)
{
    static const char *const columns[] = { "for (j = 0; j < N; j++) {",
                                           "    dx[j] = R(1.0);",
                                           "    linear(m, dx, dl, df, ds, da, dg);",
                                           "    dx[j] = R(0.0);",
                                           "    for (i = 0; i < N; i++)",
                                           "        m->base[k].A[i * N + j] = df[i];",
                                           "    for (i = 0; i < M; i++) {",
                                           "        m->base[k].C[i * N + j] = ds[i];",
                                           "        m->base[k].K[i * N + j] = da[i];",
                                           "    }",
                                           "    for (i = 0; i < G; i++)",
                                           "        m->base[k].L[i * N + j] = dg[i];",
                                           "}",
                                           "for (j = 0; j < M; j++) {",
                                           "    dl[j] = R(1.0);",
                                           "    linear(m, dx, dl, df, ds, da, dg);",
                                           "    dl[j] = R(0.0);",
                                           "    for (i = 0; i < N; i++)",
                                           "        m->base[k].B[i * M + j] = df[i];",
                                           "}",
                                           "memcpy(m->map[k].A, m->base[k].A, sizeof m->map[k].A);",
                                           "memset(m->map[k].Q, 0, sizeof m->map[k].Q);" };
    const Exact *x = e->exact;
    uint32_t n = x->n, m = x->m, g = exact_borders(x);

    exact_open(e, "The linear part of the present structure into base[k] and map[k].",
               internf(e->d, "void linearize(%s *m, int k)", e->model));
    line(e, "const int N = %u, M = %u, G = %u;", n, m, g);
    line(e, "dtc_real dx[%u] = { 0 }, dl[%u] = { 0 }, df[%u], ds[%u] = { 0 }, da[%u] = { 0 }, dg[%u] = { 0 };",
         n, exact_room(m), n, exact_room(m), exact_room(m), exact_room(g));
    line(e, "int i, j;");
    lines(e, columns, sizeof columns / sizeof *columns);
    line(e, "expand(m, k);");
    if (exact_follows(e))
        line(e, "m->closed = -1;");
    exact_close(e);
}

/* The exponential of a map. A model that is too fast for borders within a step has its locks predicted. */
static void emit_expand(Emitter *e)
{
    uint32_t n = e->exact->n;

    exact_open(e, "The exponential of map[k].", internf(e->d, "void expand(%s *m, int k)", e->model));
    line(e, "dtc_real room[%u];", 3 * n * n);
    line(e, "if (dtc_exact_map(%u, m->map[k].A, STEP, m->map[k].Gamma, &m->map[k].rate, room))", n);
    line(e, "    m->fault = %u;",
         message_add(
             e,
             "the linear part of the model is faster than the method exact can be at this step; take a shorter one"));
    if (exact_adjusts(e)) {
        line(e, "if (!(m->map[k].rate * STEP <= R(%d)))", DTC_EXACT_PARTS);
        line(e, "    m->ahead = STEP;");
    }
    exact_close(e);
}

/* Room for the matrices P and G of all laws together. */
static void emit_gather(Emitter *e, const char *P, const char *G)
{
    line(e, "memset(%s, 0, sizeof %s);", P, P);
    line(e, "memset(%s, 0, sizeof %s);", G, G);
    line(e, "gather(m, %s, %s);", P, G);
}

/* map[to] with the elements in it that are stuck by the factors of the laws. */
static void emit_close(Emitter *e)
{
    uint32_t n = e->exact->n, m = e->exact->m;

    exact_open(e, "map[to]: base[k] with the stuck elements in it.",
               internf(e->d, "void close_map(%s *m, int k, int to)", e->model));
    line(e, "dtc_real P[%u], G[%u];", m * m, m * m);
    emit_gather(e, "P", "G");
    line(e, "dtc_exact_close(%u, %u, m->base[k].A, m->base[k].B, m->base[k].K, P, m->map[to].A, m->map[to].Q);", n, m);
    line(e, "expand(m, to);");
    exact_close(e);
}

/* ---- constant matrices ------------------------------------------------------------------------------------------- */

static uint32_t weak_messages(Emitter *e, const char *text)
{
    uint32_t first = 0;

    for (uint32_t i = 0; i < e->exact->m; i++) {
        uint32_t k = message_add(e, internf(e->d, text, e->exact->sw[i]->name));
        first = i == 0 ? k : first;
    }
    return first;
}

/* Each element alone: whether its torque can hold it at all. */
static void emit_check(Emitter *e)
{
    uint32_t n = e->exact->n, m = e->exact->m;
    uint32_t first =
        weak_messages(e, "%s cannot be held by the method exact with constant matrices: a vibration of the shaft on it "
                         "is faster than the step "
                         "and not damped; leave out -fconstant-matrices, or take a shorter step, or more damping");

    exact_open(e,
               "Elements whose torque cannot bring their slip to zero within a step. The structure is that of map[k].",
               internf(e->d, "void hold_check(%s *m, int k)", e->model));
    line(e, "dtc_real P[%u], G[%u], room[%u];", m * m, m * m, 2 * m * m + n * m + 3 * m);
    line(e, "int places[%u], weak;", 2 * m);
    emit_gather(e, "P", "G");
    line(e, "weak = dtc_exact_hold_check(%u, %u, STEP, m->map[k].Gamma, m->base[k].B, m->base[k].C, G, room, places);",
         n, m);
    line(e, "if (weak)");
    line(e, "    m->fault = %u + weak;", first - 1);
    exact_close(e);
}

static void emit_grip(Emitter *e)
{
    uint32_t n = e->exact->n, m = e->exact->m;
    uint32_t first = weak_messages(
        e, "%s cannot be held by the method exact with constant matrices together with what else is stuck: a vibration "
           "of the shafts between them is faster than the step and not damped; it was held by impulses");

    exact_open(e, "How torques of the elements that are stuck now act over a step.",
               internf(e->d, "void grip(%s *m, const any_step *w, int k)", e->model));
    line(e, "dtc_real room[%u];", 2 * m);
    line(e, "int weak;");
    emit_gather(e, "m->grip.P", "m->grip.G");
    line(e, "m->map[%u] = m->map[k];", exact_bases(e->exact));
    line(e, "dtc_exact_close(%u, %u, m->base[k].A, m->base[k].B, m->base[k].K, m->grip.P, NULL, m->map[%u].Q);", n, m,
         exact_bases(e->exact));
    line(e,
         "weak = dtc_exact_grip(%u, %u, STEP, m->map[k].Gamma, m->base[k].B, m->base[k].C, m->grip.P, m->grip.G, "
         "w->place, m->grip.W, m->grip.F, m->grip.p, room);",
         n, m);
    line(e, "if (weak) {");
    line(e, "    m->count.singular++;");
    line(e, "    m->fault = %u + weak;", first - 1);
    line(e, "}");
    exact_close(e);
}

/* ---- setup ------------------------------------------------------------------------------------------------------- */

/* The maps of all sets of stuck elements that the present structure can have. */
static void emit_sets(Emitter *e)
{
    const Exact *x = e->exact;

    exact_open(e, "Maps of the present structure, base[k], with each set of stuck elements.",
               internf(e->d, "void sets(%s *m, int k)", e->model));
    line(e, "int set;");
    line(e, "for (set = 1; set < %u; set++) {", 1u << x->m);
    line(e, "    stick(m, set);");
    line(e, "    close_map(m, k, k + set * %u);", exact_bases(x));
    line(e, "}");
    exact_close(e);
}

/* In setup: each combination of relations with the structure that follows from it; all else is put back. */
static void emit_maps(Emitter *e)
{
    uint32_t bases = exact_bases(e->exact);

    put(e, "\ntypedef struct { unsigned char of[offsetof(%s, ahead)]; } any_sample;\n", e->model);
    exact_open(e, "All bases and maps.", "void any_maps(void *p)");
    line(e, "%s *m = (%s *)p;", e->model, e->model);
    line(e, "any_sample kept;");
    line(e, "int k, fault;");
    line(e, "memcpy(&kept, m, sizeof kept);");
    line(e, "m->ahead = %s;", exact_adjusts(e) ? "R(1e-6) * STEP" : "STEP");
    line(e, "for (k = 0; k < %u; k++) {", bases);
    e->indent++;
    if (bases > 1) {
        line(e, "configure(m, k);");
        call(e, "held");
        call(e, "structure");
    }
    if (bases > 1 && e->d->opt.no_stage) {
        call(e, "kinematic");
        call(e, "equations");
    }
    line(e, "linearize(m, k);");
    if (exact_constant(e))
        line(e, "hold_check(m, k);");
    if (exact_whole(e))
        line(e, "sets(m, k);");
    e->indent--;
    line(e, "}");
    line(e, "fault = m->fault;");
    line(e, "memcpy(m, &kept, sizeof kept);");
    line(e, "m->fault = fault;");
    exact_close(e);
}

void emit_exact_setup(Emitter *e)
{
    emit_expand(e);
    emit_base(e);
    if (e->exact->m && !exact_constant(e))
        emit_close(e);
    if (exact_constant(e)) {
        emit_check(e);
        put(e, "\ntypedef struct { DTC_EXACT_STEP(%u, %u, %u) DTC_EXACT_ROOM(%u, %u) } any_step;\n", e->exact->n,
            e->exact->m, exact_room(exact_borders(e->exact)), e->exact->n, e->exact->m);
        emit_grip(e);
    } else {
        put(e, "\ntypedef struct { DTC_EXACT_STEP(%u, %u, %u) } any_step;\n", e->exact->n, exact_room(e->exact->m),
            exact_room(exact_borders(e->exact)));
    }
    if (exact_whole(e))
        emit_sets(e);
    emit_maps(e);
}
