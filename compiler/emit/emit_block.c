/* emit_block.c - blocks of equations as C.
 *
 * An assignment is a statement. A torn block is solved with the kernels of the runtime, or what they do as statements
 * (emit_small.c): its inner variables and residuals are computed with the tearing variables at zero (emit_zero.c), the
 * kernel gives these from the factored matrix, and the inner variables follow. The matrix is computed and factored by a
 * statement of its own, at its rate. In a block with switching elements the kernel also applies the law; in a nonlinear
 * one the statement is repeated NEWTON times at most.
 *
 * Requires: blocks torn and staged. n = number of residuals, m = number of switching elements.
 */
#include <string.h>
#include "emit.h"
#include "emit_small.h"
#include "emit_zero.h"
#include "sort.h"

enum {
    NEWTON = 12,
    NEWTON_INIT = 60
}; /* steps; at events and in a variable-step run as many as in the initialisation */

uint32_t block_n(const Block *b) { return vec_len(b->res); }
uint32_t block_m(const Block *b) { return vec_len(b->sw); }

void open_scope(Emitter *e)
{
    line(e, "{");
    e->indent++;
}

void close_scope(Emitter *e)
{
    e->indent--;
    line(e, "}");
}

/* ---- assignments ------------------------------------------------------------------------------------------------ */

static void equation_comment(Emitter *e, Eq eq, bool initial)
{
    const Equation *list = initial ? e->f->ieq : e->f->eq;

    if (!eq || eq >= vec_len(list) || !list[eq].lhs)
        return;
    const char *left = ex_plain(e->d, list[eq].lhs), *right = ex_plain(e->d, list[eq].rhs);
    comment(e, list[eq].path, textf(e->d, "%s = %s", left, right));
}

/* "m->x = " or "m->x = -(", for a variable that is an alias with the other sign. */
static const char *target(Emitter *e, Var v, const char **end)
{
    bool negated;
    const char *to = access_var(e, v, &negated);

    *end = negated ? ");\n" : ";\n";
    return textf(e->d, "%s = %s", to, negated ? (e->f->var[v].type == T_BOOL ? "!(" : "-(") : "");
}

static void store(Emitter *e, Var v, Ex value)
{
    const char *end, *to = target(e, v, &end);

    scope_begin(e, &value, 1);
    indented(e);
    put(e, "%s", to);
    put_ex(e, value);
    put(e, "%s", end);
    temps_end(e);
    e->statements++;
}

static void store_text(Emitter *e, Var v, const char *value)
{
    const char *end, *to = target(e, v, &end);

    line(e, "%s%s%.*s", to, value, (int)strlen(end) - 1, end);
    e->statements++;
}

void emit_assign(Emitter *e, Var v, Ex value, Eq eq, bool initial)
{
    equation_comment(e, eq, initial);
    store(e, v, value);
}

/* to = value; */
static void emit_value(Emitter *e, const char *to, Ex value, const char *and)
{
    scope_begin(e, &value, 1);
    indented(e);
    put(e, "%s = ", to);
    put_ex(e, value);
    put(e, ";%s\n", and);
    temps_end(e);
}

/* ---- torn blocks ------------------------------------------------------------------------------------------------- */

/* How a block's storage is reached: "m->block_3.A", or "A" where it is local. */
typedef struct { const Block *b; const char *name, *at, *law; uint32_t n, m; bool initial; } Torn;

static Torn torn(Emitter *e, const Block *b, uint32_t index)
{
    const char *name = block_name(e, b);
    return (Torn){ b,          name, internf(e->d, "m->%s.", name), internf(e->d, "m->law_%u", index), block_n(b),
                   block_m(b), false };
}

/* An unknown of a linear block, as it was solved for. Where zeros are not folded it was set to zero before. */
static void store_tear(Emitter *e, const Torn *t, Var v, const char *value)
{
    if (t->initial || e->d->opt.no_fold || e->f->var[v].used)
        store_text(e, v, value);
}

static const char *path_of(Emitter *e, const Block *b)
{
    const char *first = NULL;
    uint32_t other = 0;

    for (uint32_t i = 0; i < vec_len(b->eq); i++) {
        const char *p = e->f->eq[b->eq[i]].path;
        if (!first)
            first = p;
        else
            other += p != first;
    }
    return internf(e->d, "%s%s", first && *first ? first : "the model", other ? " and others" : "");
}

/* A block with a fixed elimination may be long: it goes on in another function. */
static void room(Emitter *e, const Torn *t)
{
    if (t->b->fixed && t->m == 0)
        chunk_room(e);
}

/* Those marked in `only`; NULL: those that something reads after the solution. */
static void emit_inner(Emitter *e, const Torn *t, const bool *only)
{
    for (uint32_t i = 0; i < vec_len(t->b->inner); i++) {
        const Assign *a = &t->b->inner[i];
        if (only ? !only[i] : !t->initial && !e->f->var[a->v].used)
            continue;
        room(e, t);
        if (!only)
            equation_comment(e, a->eq, t->initial);
        store(e, a->v, a->value);
    }
}

/* to[k] = entry[k] for n entries; zeros are left out where the array was cleared. */
static void emit_entries(Emitter *e, const char *to, const Ex *entry, uint32_t rows, uint32_t columns, bool transpose,
                         bool skip_zero)
{
    for (uint32_t i = 0; i < rows * columns; i++) {
        if (skip_zero && ex_is_zero(e->d, entry[i]))
            continue;
        indented(e);
        put(e, "%s[%u] = ", to, transpose ? i % columns * rows + i / columns : i);
        put_ex(e, entry[i]);
        put(e, ";\n");
        e->statements++;
    }
}

static void append(Emitter *e, Ex **all, const Ex *entry, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        vec_push(&e->d->pass, *all, entry[i]);
}

static void tears_zero(Emitter *e, const Torn *t)
{
    for (uint32_t i = 0; i < t->n; i++)
        store_text(e, t->b->tear[i], "R(0.0)");
}

/* Residuals, or their negatives, into z with the tearing variables at zero. Returns what else is left. */
static Rest emit_at_zero(Emitter *e, const Torn *t, bool negative)
{
    Rest r = rest_at_zero(e, t->b);

    if (e->d->opt.no_fold)
        tears_zero(e, t);
    for (uint32_t i = 0; i < vec_len(r.inner); i++) {
        room(e, t);
        store(e, r.inner[i].v, r.inner[i].value);
    }
    for (uint32_t i = 0; i < t->n && negative; i++)
        r.res[i] = ex_un(e->d, OP_NEG, r.res[i]);
    if (r.bare) {
        bare_residuals(e, t->b, r.res, t->b->fixed ? internf(e->d, "%sz", t->at) : "z", t->at, t->law);
        return r;
    }
    for (uint32_t i = 0; i < t->n && t->b->fixed; i++) {
        room(e, t);
        emit_value(e, internf(e->d, "%sz[%u]", t->at, i), r.res[i], "");
        e->statements++;
    }
    if (t->b->fixed)
        return r;
    scope_begin(e, r.res, t->n);
    emit_entries(e, "z", r.res, t->n, 1, false, false);
    temps_end(e);
    return r;
}

/* "; for x and y: x + y = 1; ...". */
static const char *equations_text(Emitter *e, const Block *b)
{
    enum { SHOWN = 6 };
    const char *text = internf(e->d, "; for %s:", names(e->d, e->f, b->var, vec_len(b->var)));

    for (uint32_t i = 0; i < vec_len(b->eq) && i < SHOWN; i++)
        text = internf(e->d, "%s%s %s", text, i ? ";" : "", equation_text(e->d, e->f, &e->f->eq[b->eq[i]]));
    return vec_len(b->eq) > SHOWN ? internf(e->d, "%s; and %u more", text, vec_len(b->eq) - SHOWN) : text;
}

const char *block_text(Emitter *e, const Block *b)
{
    return internf(e->d, "equations of %s%s", path_of(e, b), equations_text(e, b));
}

static void trouble(Emitter *e, const Torn *t, const char *counter)
{
    uint32_t k = message_add(e, block_text(e, t->b));

    line(e, "{");
    line(e, "    m->count.%s++;", counter);
    line(e, "    m->fault = %u;", k);
    line(e, "}");
}

/* The matrix J into A, which was cleared. */
static void emit_matrix(Emitter *e, const Torn *t)
{
    for (uint32_t k = 0; k < vec_len(t->b->J); k++) {
        const Coefficient *c = &t->b->J[k];
        if (ex_is_zero(e->d, c->e))
            continue;
        indented(e);
        put(e, "%sA[%u] = ", t->at, c->row * t->n + c->col);
        put_ex(e, c->e);
        put(e, ";\n");
        e->statements++;
    }
}

static Ex *coefficients(Emitter *e, const Block *b)
{
    Ex *all = NULL;

    for (uint32_t k = 0; k < vec_len(b->J); k++)
        vec_push(&e->d->pass, all, b->J[k].e);
    return all;
}

/* The matrix J and its factors. */
static void emit_factor(Emitter *e, const Torn *t)
{
    if (t->b->fixed) {
        emit_fixed_factor(e, t->name);
        line(e, "if (%slow)", t->at);
        trouble(e, t, "singular");
        return;
    }
    line(e, "memset(%sA, 0, %u * sizeof(dtc_real));", t->at, t->n * t->n);
    scope_begin(e, coefficients(e, t->b), vec_len(t->b->J));
    emit_matrix(e, t);
    temps_end(e);
    line(e, "if (dtc_lu_factor(%u, %sA, %sp))", t->n, t->at, t->at);
    trouble(e, t, "singular");
    if (has_inverse(e, t->b, t->initial))
        line(e, "dtc_lu_inverse(%u, %sA, %sp, %sY);", t->n, t->at, t->at, t->at);
}

/* Entries that are numbers stand in the statements. */
static Ex *numbers_left_out(Emitter *e, const Ex *entry, uint32_t n)
{
    Ex *left = NULL;
    double x;

    for (uint32_t i = 0; i < n; i++)
        vec_push(&e->d->pass, left, ex_is_num(e->d, entry[i], &x) ? ex_real(e->d, 0) : entry[i]);
    return left;
}

static void emit_switched_matrices(Emitter *e, const Torn *t)
{
    uint32_t n = t->n, m = t->m;
    const char *law = t->law;
    Ex *all = NULL;

    if (n > 0) {
        emit_factor(e, t);
        line(e, "memset(%sX, 0, sizeof %sX);", t->at, t->at);
        line(e, "memset(%sC, 0, sizeof %sC);", t->at, t->at);
        append(e, &all, t->b->B, n * m);
        append(e, &all, t->b->C, n * m);
    }
    append(e, &all, t->b->D, m * m);
    line(e, "memset(%s.G, 0, sizeof %s.G);", law, law);
    scope_begin(e, all, vec_len(all));
    if (n > 0) {
        emit_entries(e, internf(e->d, "%sX", t->at), t->b->B, n, m, true, true);
        emit_entries(e, internf(e->d, "%sC", t->at), t->b->C, m, n, false, true);
    }
    if (n > 0 && rest_at_zero(e, t->b).bare) {
        emit_entries(e, internf(e->d, "%sB", t->at), numbers_left_out(e, t->b->B, n * m), n, m, false, true);
        emit_entries(e, internf(e->d, "%sD", t->at), numbers_left_out(e, t->b->D, m * m), m, m, false, true);
    }
    emit_entries(e, internf(e->d, "%s.G", law), t->b->D, m, m, false, true);
    temps_end(e);
    for (uint32_t j = 0; j < m && t->b->fixed; j++)
        emit_inverse(e, t->b, internf(e->d, "%sX + %u", t->at, j * n));
    if (t->b->fixed)
        line(e, "dtc_switched_reduce(%u, %u, %sX, %sC, %s.G, %s.whole);", n, m, t->at, t->at, law, law);
    else if (n > 0)
        line(e, "dtc_switched_factor(%u, %u, %sA, %sp, %sX, %sC, %s.G, %s.whole);", n, m, t->at, t->at, t->at, t->at,
             law, law);
    open_scope(e);
    line(e, "dtc_law law = DTC_LAW_VIEW(%u, &%s);", m, law);
    line(e, "dtc_law_groups(&law);");
    line(e, "dtc_law_factor(&law);");
    close_scope(e);
}

void emit_matrices(Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    Torn t = torn(e, b, index);

    if (b->kind == B_ASSIGN || b->kind == B_NONLINEAR || (b->kind == B_LINEAR && t.n == 0))
        return;
    comment(e, NULL, internf(e->d, "Matrix of %s", path_of(e, b)));
    if (b->kind == B_SWITCHED)
        emit_switched_matrices(e, &t);
    else
        emit_factor(e, &t);
}

/* What is left when the tearing variables are zero, and what they must be then. */
static void emit_fixed_linear(Emitter *e, const Torn *t)
{
    comment(e, NULL,
            internf(e->d, "%u equations of %s, %u unknowns at once, in a fixed order: what is left when these are zero",
                    vec_len(t->b->eq), path_of(e, t->b), t->n));
    (void)emit_at_zero(e, t, false);
    emit_inverse(e, t->b, internf(e->d, "%sz", t->at));
    for (uint32_t i = 0; i < t->n; i++) {
        room(e, t);
        store_tear(e, t, t->b->tear[i], internf(e->d, "-%sz[%u]", t->at, i));
    }
    emit_inner(e, t, NULL);
}

static void emit_linear(Emitter *e, const Torn *t)
{
    if (t->b->fixed) {
        emit_fixed_linear(e, t);
        return;
    }
    open_scope(e);
    comment(e, NULL,
            internf(e->d, "%u equations of %s, %u unknowns at once: what is left when these are zero",
                    vec_len(t->b->eq), path_of(e, t->b), t->n));
    line(e, "dtc_real z[%u];", t->n);
    (void)emit_at_zero(e, t, false);
    if (has_inverse(e, t->b, t->initial))
        small_product(e, t->n, t->at);
    else if (small_system(e, t->n, 0))
        small_solve(e, t->n, t->at);
    else
        line(e, "dtc_lu_solve(%u, %sA, %sp, z);", t->n, t->at, t->at);
    for (uint32_t i = 0; i < t->n; i++)
        store_tear(e, t, t->b->tear[i], internf(e->d, "-z[%u]", i));
    close_scope(e);
    emit_inner(e, t, NULL);
}

/* Torques of the law into the variables of the model. */
static void emit_torques(Emitter *e, const Torn *t)
{
    for (uint32_t i = 0; i < t->m; i++) {
        Var lambda = e->f->sw[t->b->sw[i]].lambda;
        const char *from = internf(e->d, "%s.lambda[%u]", t->law, i);
        bool negated;
        if (strcmp(access_var(e, lambda, &negated), from) != 0)
            store_text(e, lambda, from);
    }
}

/* Torques of sliding elements are known; then as in a linear block; those of the stuck ones come last. */
static void emit_switched(Emitter *e, const Torn *t, uint32_t index)
{
    bool small = !t->b->fixed && small_system(e, t->n, t->m), statements = small || t->b->fixed || t->n == 0;
    const char *z = t->b->fixed ? internf(e->d, "%sz", t->at) : "z";

    open_scope(e);
    comment(e, NULL,
            internf(e->d,
                    "%u equations of %s, %u unknowns at once, %u switching elements: what is left without the torques "
                    "of stuck ones",
                    vec_len(t->b->eq), path_of(e, t->b), t->n, t->m));
    if (t->n > 0 && !t->b->fixed)
        line(e, "dtc_real z[%u];", t->n);
    if (!statements)
        line(e, "dtc_law law = DTC_LAW_VIEW(%u, &%s);", t->m, t->law);
    if (!e->sensed[index])
        line(e, "sense_%u(m);", index);
    line(e, "DTC_LAW_PUSH(%u, &%s);", t->m, t->law);
    emit_torques(e, t);
    Rest r = emit_at_zero(e, t, statements);
    if (has_inverse(e, t->b, t->initial))
        small_product(e, t->n, t->at);
    else if (small)
        small_solve(e, t->n, t->at);
    else if (t->b->fixed)
        emit_inverse(e, t->b, z);
    if (statements) {
        statements_of_law(e, t->b, &r, z, t->at, t->law);
    } else {
        emit_entries(e, internf(e->d, "%s.af", t->law), r.a, t->m, 1, false, false);
        line(e, "(void)dtc_switched_solve(&law, %u, %sA, %sp, %sX, %sC, z);", t->n, t->at, t->at, t->at, t->at);
    }
    for (uint32_t i = 0; i < t->n; i++)
        store_tear(e, t, t->b->tear[i], internf(e->d, "%s[%u]", z, i));
    emit_torques(e, t);
    close_scope(e);
    emit_inner(e, t, NULL);
}

static void emit_nonlinear(Emitter *e, const Torn *t)
{
    Ex *all = NULL;
    bool negated;

    open_scope(e);
    comment(e, NULL,
            internf(e->d, "%u equations of %s, %u unknowns at once, by iteration from their last values",
                    vec_len(t->b->eq), path_of(e, t->b), t->n));
    line(e, "dtc_real z[%u], r[%u], dz[%u], norm = R(-1.0);", t->n, t->n, t->n);
    line(e, "int k, converged = 0;");
    for (uint32_t i = 0; i < t->n; i++) {
        const char *from = access_var(e, t->b->tear[i], &negated);
        line(e, "z[%u] = %s%s;", i, negated ? "-" : "", from);
        line(e, "dz[%u] = R(0.0);", i);
    }
    if (e->hybrid && !t->initial)
        line(e, "dtc_real from[%u];", t->n);
    for (uint32_t i = 0; i < t->n && e->hybrid && !t->initial; i++)
        line(e, "from[%u] = z[%u];", i, i);
    line(e, "for (k = 0; k < %d && !converged; k++) {", t->initial || e->hybrid ? NEWTON_INIT : NEWTON);
    e->indent++;
    for (uint32_t i = 0; i < t->n; i++)
        store_text(e, t->b->tear[i], internf(e->d, "z[%u]", i));
    append(e, &all, t->b->res, t->n);
    append(e, &all, coefficients(e, t->b), vec_len(t->b->J));
    emit_inner(e, t, read_inner(e, t->b->inner, all, vec_len(all)));
    line(e, "memset(%sA, 0, %u * sizeof(dtc_real));", t->at, t->n * t->n);
    scope_begin(e, all, vec_len(all));
    emit_entries(e, "r", t->b->res, t->n, 1, false, false);
    emit_matrix(e, t);
    temps_end(e);
    line(e, "converged = dtc_newton_step(%u, %sA, %sp, r, z, dz, &norm);", t->n, t->at, t->at);
    close_scope(e);
    for (uint32_t i = 0; i < t->n; i++)
        store_text(e, t->b->tear[i],
                   internf(e->d, e->hybrid && !t->initial ? "converged ? z[%u] : from[%u]" : "z[%u]", i, i));
    line(e, "if (!converged)");
    trouble(e, t, "not_converged");
    close_scope(e);
    emit_inner(e, t, NULL);
}

void emit_solve(Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    Torn t = torn(e, b, index);

    switch (b->kind) {
    case B_ASSIGN: emit_inner(e, &t, NULL); break;
    case B_LINEAR:
        if (t.n == 0)
            emit_inner(e, &t, NULL);
        else
            emit_linear(e, &t);
        break;
    case B_SWITCHED: emit_switched(e, &t, index); break;
    case B_NONLINEAR: emit_nonlinear(e, &t); break;
    }
}

/* A block of the initialisation: its storage is local. */
void emit_init_block(Emitter *e, const Block *b)
{
    Torn t = { b, "", "", "", block_n(b), 0, true };

    if (b->kind == B_ASSIGN || t.n == 0) {
        emit_inner(e, &t, NULL);
        return;
    }
    if (b->fixed) {
        t.name = block_name(e, b);
        t.at = internf(e->d, "m->%s.", t.name);
        emit_factor(e, &t);
        emit_linear(e, &t);
        return;
    }
    open_scope(e);
    line(e, "dtc_real A[%u];", t.n * t.n + t.n);
    line(e, "int p[%u];", t.n);
    if (b->kind == B_NONLINEAR) {
        emit_nonlinear(e, &t);
    } else {
        emit_factor(e, &t);
        emit_linear(e, &t);
    }
    close_scope(e);
}

/* Are the matrices of the block (and of its law, but for P) those of setup for good? */
bool made_by_setup(const Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];

    return !e->hybrid && !e->d->opt.no_skip && (b->kind == B_LINEAR || b->kind == B_SWITCHED) &&
           b->matrix_rate <= RATE_INIT;
}

void emit_block_members(Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    uint32_t n = block_n(b), m = block_m(b);

    if (b->kind == B_ASSIGN || (n == 0 && m == 0))
        return;
    if (b->fixed) {
        emit_fixed_members(e, b, block_name(e, b), path_of(e, b));
    } else if (n > 0) {
        put(e, "    struct { dtc_real A[%u]", n * n + n);
        if (has_inverse(e, b, false))
            put(e, ", Y[%u]", n * n);
        if (m > 0)
            put(e, ", X[%u], C[%u]", n * m, m * n);
        if (m > 0 && rest_at_zero(e, b).bare)
            put(e, ", B[%u], D[%u]", n * m, m * m);
        put(e, "; int p[%u]; } block_%u; /* %u equations of %s */\n", n, index, vec_len(b->eq), path_of(e, b));
    }
    if (m > 0) {
        put(e, "    struct { DTC_LAW_MEMBERS(%u) } law_%u; /*", m, index);
        for (uint32_t i = 0; i < m; i++)
            put(e, "%s %s", i ? "," : "", e->f->sw[b->sw[i]].name);
        put(e, " */\n");
    }
}

/* ---- the switching law ------------------------------------------------------------------------------------------- */

/* What an element has in its law: variables, 0 where there is none: an infinite bound, or no static bound of its own.
 */
enum { IN_LAW = 6 };
typedef struct { const char *name, *none; Var v; } InLaw;

static void law_members(Emitter *e, const Switch *w, InLaw *of)
{
    Dtc *d = e->d;
    bool own_lo = w->slo && !w->lo_infinite && var_value(d, e->f, w->slo) != var_value(d, e->f, w->lo);
    bool own_hi = w->shi && !w->hi_infinite && var_value(d, e->f, w->shi) != var_value(d, e->f, w->hi);

    of[0] = (InLaw){ "s", NULL, w->s };
    of[1] = (InLaw){ "lo", "(dtc_real)-INFINITY", w->lo_infinite ? 0 : w->lo };
    of[2] = (InLaw){ "hi", "(dtc_real)INFINITY", w->hi_infinite ? 0 : w->hi };
    of[3] = (InLaw){ "slo", "(dtc_real)INFINITY", own_lo ? w->slo : 0 };
    of[4] = (InLaw){ "shi", "(dtc_real)-INFINITY", own_hi ? w->shi : 0 };
    of[5] = (InLaw){ "lambda", NULL, w->lambda };
}

/* Ordinary variables are kept in the law, so that nothing need be copied. (What the method exact shows is that of the
 * sample; its laws may go on.) */
void members_of_laws(Emitter *e)
{
    e->in_law = NEW_N(&e->d->run, bool, vec_len(e->f->var) + 1);
    for (uint32_t b = 0; b < vec_len(e->dae->block) && (e->hybrid || e->d->opt.method != M_EXACT); b++)
        for (uint32_t i = 0; i < block_m(&e->dae->block[b]); i++) {
            InLaw of[IN_LAW];
            law_members(e, &e->f->sw[e->dae->block[b].sw[i]], of);
            for (int k = 0; k < IN_LAW; k++) {
                bool negated = false;
                Var v = of[k].v ? root_of(e->f, of[k].v, &negated) : 0;
                const VarInfo *x = &e->f->var[v];
                if (!v || negated || e->in_law[v] || e->storage[v] != ST_VARIABLE ||
                    (x->array && e->array_whole[x->array]))
                    continue;
                if (x->top_level && x->causality != C_LOCAL)   /* it has a member of its name */
                    continue;
                e->in_law[v] = true;
                e->member[v] = internf(e->d, "law_%u.%s[%u]", b, of[k].name, i);
            }
        }
}

/* Into the law, unless it is there. */
static void into_law(Emitter *e, const char *to, Var v, const char *and)
{
    bool negated;
    Ex value = var_value(e->d, e->f, v);
    Var x = ex_is_var(e->d, value);

    if (!x || strcmp(access_var(e, x, &negated), to) != 0 || negated)
        emit_value(e, to, value, and);
}

/* Variables that are known when the switching elements decide, and do not change in their decision. */
static bool *early_variables(Emitter *e)
{
    bool *early = NEW_N(&e->d->pass, bool, vec_len(e->f->var) + 1), negated;

    for (Var v = 1; v < vec_len(e->f->var); v++) {
        Storage s = e->storage[v];
        early[v] = s == ST_PARAMETER || s == ST_CALCULATED || s == ST_INPUT || s == ST_STATE;
    }
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        bool is = k->before_switching || k->rate <= RATE_INIT;
        for (uint32_t i = 0; i < vec_len(k->inner); i++)
            early[root_of(e->f, k->inner[i].v, &negated)] = is;
        for (uint32_t i = 0; i < vec_len(k->res); i++)
            early[root_of(e->f, k->tear[i], &negated)] = is;
    }
    return early;
}

void decision_reads(Emitter *e, const Block *b, Var **vars)
{
    for (uint32_t i = 0; i < block_m(b); i++) {
        const Switch *w = &e->f->sw[b->sw[i]];
        const Var read[] = { w->s, w->lo, w->hi, w->slo, w->shi };
        for (size_t q = 0; q < sizeof read / sizeof *read; q++)
            if (read[q])
                ex_vars(e->d, var_value(e->d, e->f, read[q]), vars);
    }
}

/* Slips and bounds of a law are read once a step, after the kinematic blocks, where these give them all. */
void sense_plan(Emitter *e)
{
    bool *early = NULL, negated;

    e->sensed = NEW_N(&e->d->run, bool, vec_len(e->dae->block) + 1);
    for (uint32_t b = 0; b < vec_len(e->dae->block) && !e->hybrid && !e->d->opt.no_skip; b++) {
        const Block *k = &e->dae->block[b];
        Var *vars = NULL;
        if (k->kind != B_SWITCHED)
            continue;
        early = early ? early : early_variables(e);
        decision_reads(e, k, &vars);
        e->sensed[b] = true;
        for (uint32_t i = 0; i < vec_len(vars); i++)
            e->sensed[b] &= early[root_of(e->f, vars[i], &negated)];
    }
}

/* sense: slips and bounds into the law; show: its places into variables; start: nominals and first places. */
static void emit_sense(Emitter *e, const Block *b, uint32_t index)
{
    Dtc *d = e->d;
    InLaw of[IN_LAW];

    put(e, "\nstatic void sense_%u(%s *m)\n{\n", index, e->model);
    for (uint32_t i = 0; i < block_m(b); i++) {
        const Switch *w = &e->f->sw[b->sw[i]];
        law_members(e, w, of);
        for (int k = 0; k < IN_LAW - 1; k++)
            if (of[k].v)
                into_law(e, internf(d, "m->law_%u.%s[%u]", index, of[k].name, i), of[k].v,
                         k == 0 ? internf(d, " /* %s */", w->name) : "");
    }
    line(e, "(void)m;");
    put(e, "}\n");
}

static void emit_show(Emitter *e, const Block *b, uint32_t index)
{
    put(e, "\nstatic void show_%u(%s *m)\n{\n", index, e->model);
    for (uint32_t i = 0; i < block_m(b); i++) {
        const Switch *w = &e->f->sw[b->sw[i]];
        const struct { Var v; const char *value;
        } shown[] = { { w->place, "m->law_%u.place[%u]" },
                      { w->forward, "m->law_%u.place[%u] == DTC_FWD" },
                      { w->backward, "m->law_%u.place[%u] == DTC_BWD" },
                      { w->stuck, "m->law_%u.place[%u] == DTC_STUCK" },
                      { w->inactive, "m->law_%u.place[%u] == DTC_INACTIVE" } };
        for (size_t k = 0; k < sizeof shown / sizeof *shown; k++) {
            bool negated;
            if (!shown[k].v || !e->member[root_of(e->f, shown[k].v, &negated)])
                continue;
            line(e, internf(e->d, "%s = %s;", access_var(e, shown[k].v, &negated), shown[k].value), index, i);
        }
    }
    line(e, "(void)m;");
    put(e, "}\n");
}

static void emit_start(Emitter *e, const Block *b, uint32_t index)
{
    uint32_t m = block_m(b), first = vec_len(e->message);
    Ex one = ex_real(e->d, 1);
    InLaw of[IN_LAW];

    vec_push(&e->d->run, e->law, ((LawPlace){ index, m, first }));
    put(e, "\nstatic dtc_status start_%u(%s *m)\n{\n", index, e->model);
    line(e, "dtc_law law = DTC_LAW_VIEW(%u, &m->law_%u);", m, index);
    line(e, "int wrong;");
    for (uint32_t i = 0; i < m; i++) {
        const Switch *w = &e->f->sw[b->sw[i]];
        message_add(e, internf(e->d, "switching element %s", w->name));
        emit_value(e, internf(e->d, "m->law_%u.speed[%u]", index, i), w->nominal_s ? w->nominal_s : one, "");
        emit_value(e, internf(e->d, "m->law_%u.torque[%u]", index, i), w->nominal_lambda ? w->nominal_lambda : one, "");
        law_members(e, w, of);
        for (int k = 0; k < IN_LAW; k++)
            if (!of[k].v && of[k].none)
                line(e, "m->law_%u.%s[%u] = %s;", index, of[k].name, i, of[k].none);
    }
    line(e, "sense_%u(m);", index);
    line(e, "size_%u(m);", index);
    line(e, "wrong = dtc_law_start(&law);");
    line(e, "if (wrong) {");
    line(e, "    m->fault = %u + wrong;", first - 1);
    line(e, "    return DTC_SLIP;");
    line(e, "}");
    line(e, "wrong = dtc_law_check(&law);");
    line(e, "if (wrong) {");
    line(e, "    m->fault = %u + (wrong - 1) / %u;", first, m);
    line(e, "    return DTC_NOT_CONJUGATE;");
    line(e, "}");
    line(e, "dtc_law_factor(&law);");
    line(e, "show_%u(m);", index);
    line(e, "return DTC_OK;");
    put(e, "}\n");
}

/* keep_K: what only decisions change is kept for a step that fails; before the first decision of a step. Elsewhere it
 * is part of the state. */
static void emit_keep(Emitter *e, uint32_t index)
{
    put(e, "\nstatic void keep_%u(%s *m)\n{\n", index, e->model);
    if (made_by_setup(e, index)) {
        line(e,
             "unsigned char *to = (unsigned char *)m + offsetof(%s, before_%u.P), *from = (unsigned char *)m + "
             "offsetof(%s, law_%u.P);",
             e->model, index, e->model, index);
        line(e, "if (!m->before_%u.is_kept)", index);
        line(e, "    memcpy(to, from, offsetof(%s, law_%u.s) - offsetof(%s, law_%u.P));", e->model, index, e->model,
             index);
        line(e, "m->before_%u.is_kept = 1;", index);
    } else {
        line(e, "(void)m;");
    }
    put(e, "}\n");
}

void emit_law(Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];

    e->indent = 1;
    emit_keep(e, index);
    emit_sense(e, b, index);
    emit_size(e, index);
    e->indent = 1;
    emit_show(e, b, index);
    emit_start(e, b, index);
    e->indent = 0;
}
