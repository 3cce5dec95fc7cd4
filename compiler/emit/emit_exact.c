/* emit_exact.c - the method exact: matrix exponentials of the linear part, all else held over the step.
 *
 *     x(t + h) = x + Gamma (f + B dl)        Gamma = integral of exp(A s) ds over the step
 *
 * with f the rates of the one evaluation of the step, in which stuck elements have no acceleration, and dl what brings their slips to zero at the
 * end of the step (runtime/exact.c; Reiter's thesis, equations 6 to 9, with the difference to the instantaneous torques as the unknown). The
 * remainder r = f - A x is never formed: Phi x + Gamma r = x + Gamma f. Places are decided as in every other method.
 *
 * The function linear gives differentials by matrices' columns (exact.c). Coefficients that depend on held relations (pieces of piecewise affine
 * laws): setup makes a map for each combination of up to 6 relations. With more of them, or with places of automata in the coefficients, the map is
 * computed when the structure changes: about 20 n^3 operations more at such a step.
 *
 * Step-size adjustment (without -fno-adjust): the step ends at the first border within it (dtc_exact_seek), there the relation changes, or places are
 * decided with time frozen, and the step goes on from there on a copy of the struct; after EXACT_CUTS such ends the rest of the step is carried
 * to the next one (m->behind), unless that would be more than a step: then borders are met at the sample as without adjustment.
 * A slip that comes to rest is met on its zero, so nothing is predicted, unless the linear part is too fast for a search within the step.
 *
 * With -fstuck-matrices the linear part is A - B P K, with P of the law and K the slip accelerations by states: torques of stuck elements follow the states
 * within the step, instead of one value for all of it. Exact for every set of stuck elements, for a map that is made when the set changes.
 *
 * Requires: exact_plan; blocks and relations are emitted. Cost of a step: n^2, with stuck elements m^3 + n m^2; a border: 16 to 32 times 18 n^2.
 */
#include "dtc_exact.h"
#include "emit_step.h"
#include "exact.h"
#include "sort.h"

static uint32_t room(uint32_t n) { return n ? n : 1; }

static uint32_t borders(const Exact *x) { return vec_len(x->border); }

static bool adjusts(Emitter *e) { return !e->d->opt.no_adjust && (borders(e->exact) > 0 || e->exact->m > 0); }

/* Matrices follow the stuck elements: in map[exact_maps]. */
static bool closes(Emitter *e) { return e->d->opt.stuck_matrices && e->exact->m > 0; }

static bool checks(Emitter *e) { return e->exact->m > 0 && !closes(e); }

static void open_function(Emitter *e, const char *what, const char *head)
{
    put(e, "\n/* %s */\nstatic %s\n{\n", what, head);
    e->indent = 1;
}

static void close_function(Emitter *e)
{
    e->indent = 0;
    put(e, "}\n");
}

uint64_t emit_exact_members(Emitter *e)
{
    const Exact *x = e->exact;
    uint64_t n = room(x->n), m = room(x->m), g = room(borders(x)), maps = exact_maps(x);

    put(e, "    struct { DTC_EXACT_MAP(%u, %u, %u) } map[%u]; /* of the linear part%s */\n", (uint32_t)n, (uint32_t)m, (uint32_t)g, (uint32_t)maps + closes(e),
        maps > 1 ? ", by the relations that it depends on" : "");
    if (closes(e))
        put(e, "    int closed, stuck[%u]; /* what the last map belongs to: of which other one, and which elements are stuck in it */\n", (uint32_t)m);
    put(e, "    int stale;\n    dtc_real ahead; /* s: how far ahead locks are predicted */\n");
    return maps * (2 * n * n + 4 * n * m + g * n + 1) + 2;
}

/* ---- the linear part ------------------------------------------------------------------------------------------------------ */

static void put_terms(Emitter *e, const ExactTerm *term)
{
    for (uint32_t i = 0; i < vec_len(term); i++) {
        put(e, i ? " + " : "");
        if (!ex_is_one(e->d, term[i].factor)) {
            put(e, "(");
            put_ex(e, term[i].factor);
            put(e, ") * ");
        }
        put(e, "d%u", term[i].local);
    }
    put(e, term ? "" : "R(0.0)");
}

/* to terms; */
static void sum(Emitter *e, const char *to, bool negated, const ExactTerm *term)
{
    Ex *factor = NULL;

    for (uint32_t i = 0; i < vec_len(term); i++)
        vec_push(&e->d->pass, factor, term[i].factor);
    scope_begin(e, factor, vec_len(factor));
    indented(e);
    put(e, negated ? "%s-(" : "%s", to);
    put_terms(e, term);
    put(e, negated ? ");\n" : ";\n");
    temps_end(e);
}

static void emit_op(Emitter *e, const ExactOp *op, bool *declared)
{
    uint32_t n = block_n(&e->dae->block[op->block]);

    if (!op->needed)
        return;
    switch (op->kind) {
    case X_SUM:
        line(e, "dtc_real d%u;", op->local);
        sum(e, internf(e->d, "d%u = ", op->local), op->negated, op->term);
        break;
    case X_ENTRY:
        if (!declared[op->block])
            line(e, "dtc_real z%u[%u];", op->block, n);
        declared[op->block] = true;
        sum(e, internf(e->d, "z%u[%u] = ", op->block, op->index), false, op->term);
        break;
    case X_SOLVE:
        emit_inverse(e, &e->dae->block[op->block], internf(e->d, "z%u", op->block));
        break;
    case X_TEAR:
        line(e, "const dtc_real d%u = %sz%u[%u];", op->local, op->negated ? "-" : "", op->block, op->index);
        break;
    }
}

static void emit_linear(Emitter *e)
{
    const Exact *x = e->exact;
    bool *declared = NEW_N(&e->d->pass, bool, vec_len(e->dae->block) + 1);

    for (uint32_t i = 0; i < vec_len(x->dropped); i++)
        comment(e, x->dropped_in[i], internf(e->d, "a factor that moves, held over the step: %s", ex_plain(e->d, x->dropped[i])));
    open_function(e, "Differentials of rates, slips, their accelerations and borders by states and torques, as far as the coefficients are constant.",
                  internf(e->d, "void linear(const %s *m, const dtc_real *dx, const dtc_real *dl, dtc_real *df, dtc_real *ds, dtc_real *da, dtc_real *dg)",
                          e->model));
    for (uint32_t i = 0; i < x->n; i++)
        line(e, "const dtc_real d%u = dx[%u];", i + 1, i);
    for (uint32_t i = 0; i < x->m; i++)
        line(e, "const dtc_real d%u = dl[%u];", x->n + i + 1, i);
    for (uint32_t i = 0; i < vec_len(x->op); i++)
        emit_op(e, &x->op[i], declared);
    for (uint32_t i = 0; i < x->n; i++)
        sum(e, internf(e->d, "df[%u] = ", i), false, x->rate[i]);
    for (uint32_t i = 0; i < x->m; i++) {
        sum(e, internf(e->d, "ds[%u] = ", i), false, x->slip[i]);
        sum(e, internf(e->d, "da[%u] = ", i), false, x->accel[i]);
    }
    for (uint32_t i = 0; i < borders(x); i++)
        sum(e, internf(e->d, "dg[%u] = ", i), false, x->line[i]);
    for (uint32_t i = 0; i < x->n + x->m; i++)
        line(e, "(void)d%u;", i + 1);
    line(e, "(void)m, (void)dx, (void)dl, (void)df, (void)ds, (void)da, (void)dg;");
    close_function(e);
}

/* Matrices of the present structure into map[k]. */
static void emit_fill(Emitter *e)
{
    const Exact *x = e->exact;
    uint32_t n = x->n, m = x->m, g = borders(x);

    open_function(e, "The map of the present structure of c into m.", internf(e->d, "void fill(%s *m, const %s *c, int k)", e->model, e->model));
    line(e, "dtc_real dx[%u] = { 0 }, dl[%u] = { 0 }, df[%u], ds[%u], da[%u], dg[%u], work[%u];", room(n), room(m), room(n), room(m), room(m), room(g),
         3 * room(n) * room(n));
    line(e, "int i, j;");
    line(e, "for (j = 0; j < %u; j++) {", n);
    e->indent++;
    line(e, "dx[j] = R(1.0);");
    line(e, "linear(c, dx, dl, df, ds, da, dg);");
    line(e, "dx[j] = R(0.0);");
    line(e, "for (i = 0; i < %u; i++)", n);
    line(e, "    m->map[k].A[i * %u + j] = df[i];", n);
    line(e, "for (i = 0; i < %u; i++) {", m);
    line(e, "    m->map[k].C[i * %u + j] = ds[i];", n);
    line(e, "    m->map[k].K[i * %u + j] = da[i];", n);
    line(e, "}");
    line(e, "for (i = 0; i < %u; i++)", g);
    line(e, "    m->map[k].L[i * %u + j] = dg[i];", n);
    e->indent--;
    line(e, "}");
    line(e, "for (j = 0; j < %u; j++) {", m);
    e->indent++;
    line(e, "dl[j] = R(1.0);");
    line(e, "linear(c, dx, dl, df, ds, da, dg);");
    line(e, "dl[j] = R(0.0);");
    line(e, "for (i = 0; i < %u; i++)", n);
    line(e, "    m->map[k].B[i * %u + j] = df[i];", room(m));
    e->indent--;
    line(e, "}");
    line(e, "dtc_exact_map(%u, %u, m->map[k].A, m->map[k].B, STEP, m->map[k].Gamma, m->map[k].W, &m->map[k].rate, work);", n, m);
    if (closes(e))
        line(e, "m->closed = -1;");
    if (adjusts(e)) {
        line(e, "if (m->map[k].rate * STEP > R(%d))", DTC_EXACT_PARTS / 2);
        line(e, "    m->ahead = STEP;");
    }
    close_function(e);
}

static void emit_configuration(Emitter *e)
{
    const Exact *x = e->exact;

    open_function(e, "The number of the map that belongs to the relations as they are.", internf(e->d, "int configuration(const %s *m)", e->model));
    line(e, "int k = 0;");
    for (uint32_t i = 0; x->table && i < vec_len(x->bit); i++)
        line(e, "k |= m->%s << %u;", e->member[x->bit[i]], i);
    line(e, "(void)m;");
    line(e, "return k;");
    close_function(e);
}

/* Of each element: whether its torque can hold it at all. */
static void emit_check(Emitter *e)
{
    const Exact *x = e->exact;
    uint32_t k = 0, first = UINT32_MAX;

    open_function(e, "Elements whose torque cannot bring their slip to zero within a step. c has the structure of map k.",
                  internf(e->d, "void hold_check(%s *m, const %s *c, int k)", e->model, e->model));
    line(e, "dtc_real G[%u];", room(x->m));
    line(e, "int weak;");
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        for (uint32_t i = 0; i < block_m(&e->dae->block[b]); i++)
            line(e, "G[%u] = c->law_%u.G[%u];", k++, b, i * block_m(&e->dae->block[b]) + i);
    line(e, "weak = dtc_exact_check(%u, %u, STEP, m->map[k].C, m->map[k].W, G);", x->n, x->m);
    for (uint32_t i = 0; i < x->m; i++) {
        const char *text = internf(e->d, "%s cannot be held by the method exact: a vibration of the shaft on it is faster than the step and not damped; "
                                   "take a shorter step, or more damping, or a stiff coupling instead of the spring", x->sw[i]->name);
        uint32_t message = message_add(e, text);
        first = first == UINT32_MAX ? message : first;
    }
    line(e, "if (weak > 0)");
    line(e, "    m->fault = %u + weak;", first - 1);
    close_function(e);
}

/* In setup. Each combination of relations on a copy, whose structure follows them. */
static void emit_maps(Emitter *e)
{
    const Exact *x = e->exact;

    open_function(e, "All maps.", internf(e->d, "void maps(%s *m)", e->model));
    line(e, "m->ahead = %s;", adjusts(e) ? "R(1e-6) * STEP" : "STEP");
    if (exact_maps(x) == 1) {
        line(e, "fill(m, m, 0);");
        if (checks(e))
            line(e, "hold_check(m, m, 0);");
        close_function(e);
        return;
    }
    line(e, "%s c = *m;", e->model);
    line(e, "int k;");
    line(e, "for (k = 0; k < %u; k++) {", exact_maps(x));
    e->indent++;
    for (uint32_t i = 0; i < vec_len(x->bit); i++)
        line(e, "c.%s = k >> %u & 1;", e->member[x->bit[i]], i);
    if (has_function(e, "held"))
        line(e, "held(&c);");
    if (has_function(e, "structure"))
        line(e, "structure(&c);");
    line(e, "fill(m, &c, k);");
    if (checks(e))
        line(e, "hold_check(m, &c, k);");
    e->indent--;
    line(e, "}");
    close_function(e);
}

/* ---- a step ------------------------------------------------------------------------------------------------------------------ */

static void gather_law(Emitter *e, uint32_t b, uint32_t at)
{
    uint32_t size = block_m(&e->dae->block[b]), m = e->exact->m;

    line(e, "for (i = 0; i < %u; i++) {", size);
    e->indent++;
    line(e, "w->place[%u + i] = m->law_%u.place[i];", at, b);
    static const char *const member[] = { "s", "ah", "lh", "slo", "shi", "torque" };
    for (size_t i = 0; i < sizeof member / sizeof *member; i++)
        line(e, "w->%s[%u + i] = m->law_%u.%s[i];", member[i], at, b, member[i]);
    line(e, "for (j = 0; j < %u; j++) {", size);
    line(e, "    w->P[(%u + i) * %u + %u + j] = m->law_%u.P[i * %u + j];", at, m, at, b, size);
    line(e, "    w->G[(%u + i) * %u + %u + j] = m->law_%u.G[i * %u + j];", at, m, at, b, size);
    line(e, "}");
    e->indent--;
    line(e, "}");
}

static void border_value(Emitter *e, uint32_t k)
{
    const Held *h = &e->dae->held[e->exact->border[k]];
    bool above = h->op == OP_GT || h->op == OP_GE;
    Ex value = ex_bin(e->d, OP_SUB, h->a, h->b);

    scope_begin(e, &value, 1);
    indented(e);
    put(e, "w->border[%u] = ", k);
    put_ex(e, value);
    put(e, "; /* %s */\n", comment_text(e->d, h->text));
    temps_end(e);
    line(e, "w->side[%u] = m->%s ? %d : %d;", k, e->member[h->v], above ? 1 : -1, above ? -1 : 1);
}

static void emit_look(Emitter *e)
{
    const Exact *x = e->exact;
    uint32_t at = 0;

    put(e, "\ntypedef struct { DTC_EXACT_STEP(%u, %u, %u) } any_step;\n", room(x->n), room(x->m), room(borders(x)));
    open_function(e, "What the evaluation has found.", internf(e->d, "void look(const %s *m, any_step *w)", e->model));
    if (x->m) {
        line(e, "int i, j;");
        line(e, "memset(w->P, 0, sizeof w->P);");
        line(e, "memset(w->G, 0, sizeof w->G);");
    }
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (block_m(&e->dae->block[b])) {
            gather_law(e, b, at);
            at += block_m(&e->dae->block[b]);
        }
    for (uint32_t k = 0; k < borders(x) && adjusts(e); k++)
        border_value(e, k);
    if (has_function(e, "rates"))
        line(e, "rates(m, w->f);");
    line(e, "(void)m, (void)w;");
    close_function(e);
}

/* -fstuck-matrices: the last map has the stuck elements in it; made when they, or the relations, have changed. */
static void emit_close(Emitter *e)
{
    const Exact *x = e->exact;
    uint32_t n = x->n, m = x->m, last = exact_maps(x);

    open_function(e, "The map with the present stuck elements in it.", internf(e->d, "int close_map(%s *m, const any_step *w)", e->model));
    line(e, "int i, any = 0, changed, k = configuration(m);");
    line(e, "dtc_real work[%u];", 3 * n * n > n * m ? 3 * n * n : n * m);
    line(e, "changed = m->closed != k;");
    line(e, "for (i = 0; i < %u; i++) {", m);
    line(e, "    const int stuck = w->place[i] == DTC_STUCK;");
    line(e, "    any |= stuck;");
    line(e, "    changed |= m->stuck[i] != stuck;");
    line(e, "    m->stuck[i] = stuck;");
    line(e, "}");
    line(e, "m->closed = k;");
    line(e, "if (!any)");
    line(e, "    return k;");
    line(e, "if (changed) {");
    e->indent++;
    line(e, "m->map[%u] = m->map[k];", last);
    line(e, "dtc_exact_close(%u, %u, m->map[k].A, m->map[k].B, m->map[k].K, w->P, m->map[%u].A, work);", n, m, last);
    line(e, "dtc_exact_map(%u, %u, m->map[%u].A, m->map[%u].B, STEP, m->map[%u].Gamma, m->map[%u].W, &m->map[%u].rate, work);", n, m, last, last, last, last, last);
    e->indent--;
    line(e, "}");
    line(e, "return %u;", last);
    close_function(e);
}

/* look, and the view x of the map that belongs to it. */
static void look_and_view(Emitter *e)
{
    const Exact *x = e->exact;

    line(e, "look(m, w);");
    if (closes(e))
        line(e, "const int k = close_map(m, w);");
    line(e, "dtc_exact x = DTC_EXACT_VIEW(%u, %u, %u, STEP, &m->map[%s], w, &m->count.singular);", x->n, x->m, adjusts(e) ? borders(x) : 0,
         closes(e) ? "k" : "configuration(m)");
}

/* Relations that have reached their borders change; places with time frozen. */
static void emit_resettle(Emitter *e)
{
    static const char *const decide[] = {
        "{", "    dtc_law law = DTC_LAW_VIEW(@, &m->law_#);", "    if (dtc_law_transition(&law, m->ahead)) {", "        dtc_law_factor(&law);",
        "        show_#(m);", "        again = 1;", "    }", "}"
    };
    const Exact *x = e->exact;

    open_function(e, "At a border within the step: what changes there.", internf(e->d, "void resettle(%s *m, const any_step *w)", e->model));
    for (uint32_t k = 0; k < borders(x); k++) {
        const char *held = e->member[e->dae->held[x->border[k]].v];
        line(e, "m->%s ^= w->side[%u] == 0;", held, k);
    }
    call(e, "held");
    call(e, "structure");
    call(e, "kinematic");
    call(e, "equations");
    if (any_laws(e)) {
        line(e, "int k, again = 1;");
        line(e, "for (k = 0; k < 3 && again; k++) {");
        e->indent++;
        line(e, "again = 0;");
        each_law(e, decide, sizeof decide / sizeof *decide);
        line(e, "if (again) {");
        e->indent++;
        call(e, "structure");
        call(e, "equations");
        e->indent--;
        line(e, "}");
        e->indent--;
        line(e, "}");
    }
    if (!x->table)
        line(e, "fill(m, m, 0);");
    line(e, "(void)m, (void)w;");
    close_function(e);
}

/* What of the copy goes on: relations and places; variables of the sample stay. */
static void emit_take(Emitter *e)
{
    static const char *const law[] = { "m->law_# = c->law_#;" };

    open_function(e, "Relations and places after the borders of a step.", internf(e->d, "void take(%s *m, const %s *c)", e->model, e->model));
    for (uint32_t k = 0; k < borders(e->exact); k++) {
        const char *held = e->member[e->dae->held[e->exact->border[k]].v];
        line(e, "m->%s = c->%s;", held, held);
    }
    each_law(e, law, 1);
    line(e, "m->changed = 1;");
    line(e, "m->count = c->count;");
    line(e, "m->fault = c->fault;");
    close_function(e);
}

static void emit_seek(Emitter *e)
{
    open_function(e, "y at the first border within tau, or at tau.",
                  internf(e->d, "dtc_real seek(%s *m, any_step *w, dtc_real tau, dtc_real *y, int *cut)", e->model));
    look_and_view(e);
    line(e, "return dtc_exact_seek(&x, tau, y, cut);");
    close_function(e);
}

static void shift_states(Emitter *e)
{
    for (uint32_t i = 0; i < e->exact->n; i++)
        line(e, "c.%s += y[%u];", e->member[e->dae->state[i]], i);
}

/* From border to border, until the step ends or too many have been met. */
static void emit_pieces(Emitter *e)
{
    const Exact *x = e->exact;

    open_function(e, "The step goes on after its first border, y away.",
                  internf(e->d, "void pieces(%s *m, any_step *w, dtc_real left, dtc_real tau, dtc_real *y)", e->model));
    line(e, "%s c = *m;", e->model);
    line(e, "int cuts = 1, cut = 1;");
    comment(e, NULL, internf(e->d, "at most %d rounds", EXACT_CUTS + 2));
    line(e, "for (;;) {");
    e->indent++;
    shift_states(e);
    line(e, "c.time += tau;");
    line(e, "left -= tau;");
    line(e, "if (!cut)");
    line(e, "    break;");
    line(e, "resettle(&c, w);");
    line(e, "if (left <= STEP && (cuts == %d || left <= R(1e-9) * STEP)) {", EXACT_CUTS);
    line(e, "    m->behind = left;");
    line(e, "    break;");
    line(e, "}");
    line(e, "if (cuts++ < %d) {", EXACT_CUTS);
    line(e, "    tau = seek(&c, w, left, y, &cut);");
    line(e, "} else {");
    line(e, "    cut = 0;");
    line(e, "    tau = left;");
    line(e, "    leap(&c, w, left, y);");
    line(e, "}");
    e->indent--;
    line(e, "}");
    for (uint32_t i = 0; i < x->n; i++)
        line(e, "y[%u] = c.%s - m->%s;", i, e->member[e->dae->state[i]], e->member[e->dae->state[i]]);
    line(e, "take(m, &c);");
    close_function(e);
    if (e->stats)
        e->stats->saved += e->stats->bytes;
}

static void emit_leap(Emitter *e)
{
    open_function(e, "y after tau, whatever is on the way.", internf(e->d, "void leap(%s *m, any_step *w, dtc_real tau, dtc_real *y)", e->model));
    look_and_view(e);
    line(e, "dtc_exact_reach(&x, tau, y);");
    close_function(e);
}

static void emit_stages_of(Emitter *e)
{
    open_function(e, "What is added to the states.", internf(e->d, "void stages(%s *m, dtc_real *dx)", e->model));
    if (e->exact->n == 0) {
        line(e, "(void)m, (void)dx;");
        close_function(e);
        return;
    }
    line(e, "any_step w;");
    if (!e->exact->table) {
        line(e, "if (m->stale)");
        line(e, "    fill(m, m, 0);");
        line(e, "m->stale = 0;");
    }
    if (!adjusts(e)) {
        line(e, "leap(m, &w, STEP, dx);");
        close_function(e);
        return;
    }
    line(e, "int cut;");
    line(e, "dtc_real left = STEP + m->behind, tau = seek(m, &w, left, dx, &cut);");
    line(e, "m->behind = R(0.0);");
    line(e, "if (cut)");
    line(e, "    pieces(m, &w, left, tau, dx);");
    close_function(e);
}

void emit_exact(Emitter *e)
{
    const Exact *x = e->exact;
    uint64_t n = x->n, m = x->m;

    emit_rates(e);
    emit_move(e);
    if (n > 0) {
        emit_linear(e);
        emit_fill(e);
        emit_configuration(e);
        if (checks(e))
            emit_check(e);
        emit_maps(e);
        emit_look(e);
        if (closes(e))
            emit_close(e);
        emit_leap(e);
        if (adjusts(e)) {
            emit_seek(e);
            emit_resettle(e);
            emit_take(e);
            emit_pieces(e);
        }
    }
    emit_stages_of(e);
    count_ops(e, 2 * n * n + 2 * m * m * m / 3 + 2 * n * m * m + 6 * m * m);
}

/* In evaluate: places that a border within the last step has changed are shown. */
void emit_exact_shown(Emitter *e)
{
    static const char *const show[] = { "    show_#(m);" };

    if (!e->exact || !adjusts(e) || !any_laws(e))
        return;
    line(e, "if (m->changed) {");
    each_law(e, show, 1);
    line(e, "}");
}
