/* blocks.c - blocks of equations as statements, in functions by rate.
 *
 *     fixed              init rate
 *     initial            blocks of the initialisation that states and parameters depend on
 *     held, structure    transition rate: of variables of `when` alone; of places
 *     kinematic          step rate, before the places are decided
 *     equations          step rate, the rest
 *
 * An assignment is a statement. A torn block is solved with the kernels of the runtime, or what they do as statements
 * (small.c): its inner variables and residuals are computed with the tearing variables at zero (zero.c), the kernel
 * gives these from the factored matrix, and the inner variables follow. The matrix is computed and factored by
 * statements of its own, at its rate (matrices.c). In a block with switching elements the kernel also applies the law;
 * in a nonlinear one the statements are repeated NEWTON times at most.
 *
 * Requires: blocks torn and staged; the functions of laws and eliminations. Cost: linear in the size of the
 * expressions.
 */
#include "blocks.h"
#include "eliminate.h"
#include "builders.h"
#include "sort.h"

/* Steps of an iteration; at events and in a variable-step run as many as in the initialisation. */
enum { NEWTON = 12, NEWTON_INIT = 60 };

bool has_dense(const Block *b) { return !b->fixed || b->fixed->moves; }
uint32_t block_n(const Block *b) { return vec_len(b->res); }
uint32_t block_m(const Block *b) { return vec_len(b->sw); }
uint32_t block_size(const Block *b) { return vec_len(b->inner) + block_n(b); }

Var block_var(const Equations *e, const Block *b, uint32_t i)
{
    uint32_t n = vec_len(b->inner);
    return root(e, i < n ? b->inner[i].v : b->tear[i - n]);
}

uint32_t *block_owners(const Equations *e)
{
    uint32_t *of = NEW_N(&e->d->pass, uint32_t, vec_len(e->f->var) + 1);

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        for (uint32_t i = 0; i < block_size(k); i++)
            of[block_var(e, k, i)] = b + 1;
    }
    return of;
}

void block_reads(const Equations *e, const Block *b, Var **vars)
{
    for (BlockWalk w = block_walk(b, IN_VALUES | IN_RESIDUALS | IN_J); block_next(&w);)
        ex_vars(e->d, *w.e, vars);
}

/* ---- storage ------------------------------------------------------------------------------------------- */

Ex block_part(const Emitter *e, const Block *b, MemberRole role)
{
    return member(e->program, role, block_number(e->dae, b));
}

/* Members of the model; z, and what a block of the initialisation has without a fixed elimination, are locals. */
Torn torn_block(const Emitter *e, const Block *b, uint32_t index, bool initial)
{
    uint32_t n = block_n(b), m = block_m(b);
    Torn t = {
        .e = e, .p = e->program, .d = e->d, .b = b, .index = index, .n = n, .m = m, .initial = initial
    };

    if (b->fixed || (!initial && loses_rank(e->of, b)))
        t.low = block_part(e, b, AT_block_low);
    if (b->fixed && !b->fixed->moves)
        t.z = block_part(e, b, AT_block_z);
    if (!initial && n > 0 && has_dense(b)) {
        t.A = block_part(e, b, AT_block_A);
        t.pivots = block_part(e, b, AT_block_p);
        t.Y = block_part(e, b, AT_block_Y);
    }
    t.X = block_part(e, b, AT_block_X);
    t.C = block_part(e, b, AT_block_C);
    t.B = block_part(e, b, AT_block_B);
    t.D = block_part(e, b, AT_block_D);
    if (m > 0)
        t.law = law_of(e, index);
    return t;
}

const char *block_path(const Emitter *e, const Block *b)
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

/* "; for x and y: x + y = 1; ...". */
static const char *equations_text(const Emitter *e, const Block *b)
{
    enum { SHOWN = 6 };
    const char *text = internf(e->d, "; for %s:", variable_names(e->d, e->f, b->var, vec_len(b->var)));

    for (uint32_t i = 0; i < vec_len(b->eq) && i < SHOWN; i++)
        text = internf(e->d, "%s%s %s", text, i ? ";" : "", equation_text(e->d, e->f, &e->f->eq[b->eq[i]]));
    return vec_len(b->eq) > SHOWN ? internf(e->d, "%s; and %u more", text, vec_len(b->eq) - SHOWN) : text;
}

const char *block_text(const Emitter *e, const Block *b) { return block_told(e, b, ""); }

const char *block_told(const Emitter *e, const Block *b, const char *what)
{
    return internf(e->d, "equations of %s%s%s", block_path(e, b), what, equations_text(e, b));
}

/* ---- statements ---------------------------------------------------------------------------------------- */

static Ex negative(const Torn *t, Ex x) { return ex_un(t->d, OP_NEG, x); }
static void assign(const Torn *t, Var v, Ex value) { do_set(t->p, ex_var(t->d, v), value); }

void do_fault(Program *p, uint32_t message) { do_set(p, member(p, AT_fault, 0), ex_int(p->d, message)); }

Ex no_model_fault(Program *p) { return ex_bin(p->d, OP_EQ, member(p, AT_fault, 0), ex_int(p->d, 0)); }

/* Those marked in `only`; NULL: those that something reads after the solution. */
static void inner(const Torn *t, const bool *only)
{
    for (uint32_t i = 0; i < vec_len(t->b->inner); i++) {
        const Assign *a = &t->b->inner[i];
        if (only ? !only[i] : !t->initial && !t->e->dae->used[a->v])
            continue;
        if (!only)
            do_equation(t->p, a->eq, t->initial);
        assign(t, a->v, a->value);
    }
}

/* An unknown of a linear block, as it was solved for. Where zeros are not folded it was set to zero before. */
static void unknown(const Torn *t, Var v, Ex value)
{
    if (t->initial || t->d->opt.no_fold || t->e->dae->used[v])
        assign(t, v, value);
}

/* ---- solutions ----------------------------------------------------------------------------------------- */

/* Residuals, or their negatives, into z with the tearing variables at zero. Returns what else is left. */
static Rest at_zero(const Torn *t, bool negated)
{
    Rest r = rest_at_zero(t->e->of, t->b);

    for (uint32_t i = 0; i < t->n && t->d->opt.no_fold; i++)
        assign(t, t->b->tear[i], ex_real(t->d, 0));
    for (uint32_t i = 0; i < vec_len(r.inner); i++)
        assign(t, r.inner[i].v, r.inner[i].value);
    for (uint32_t i = 0; i < t->n && negated; i++)
        r.res[i] = negative(t, r.res[i]);
    if (r.bare) {
        bare_residuals(t, r.res);
        return r;
    }
    if (has_dense(t->b))
        do_shared(t->p);
    for (uint32_t i = 0; i < t->n; i++)
        do_set(t->p, elem(t->p, t->z, i), r.res[i]);
    if (has_dense(t->b))
        do_end(t->p);
    return r;
}

/* z becomes inv(J) z. */
static void solve(const Torn *t)
{
    const bool many = loses_rank(t->e->of, t->b);

    if (many) {
        do_if(t->p, has_many(t));
        take_least(t);
        do_else(t->p);
    }
    if (t->b->fixed)
        solve_fixed(t, t->z);
    else if (has_inverse(t->e->of, t->b, t->initial))
        small_product(t);
    else if (small_system(t->e->of, t->n, 0))
        small_solve(t);
    else
        do_kernel(t->p, 0, K_LU_SOLVE, ex_int(t->d, t->n), t->A, t->pivots, t->z);
    if (many)
        do_end(t->p);
}

/* In a fixed order it may be long, and goes on in another function. */
static void fixed_linear(const Torn *t)
{
    do_note(t->p, NULL,
            internf(t->d,
                    "%u equations of %s, %u unknowns at once, in a fixed order: what is left when these are "
                    "zero",
                    vec_len(t->b->eq), block_path(t->e, t->b), t->n));
    (void)at_zero(t, false);
    solve(t);
    for (uint32_t i = 0; i < t->n; i++)
        unknown(t, t->b->tear[i], negative(t, elem(t->p, t->z, i)));
    inner(t, NULL);
}

static void linear(Torn *t)
{
    if (!has_dense(t->b)) {
        fixed_linear(t);
        return;
    }
    do_note(t->p, NULL,
            internf(t->d, "%u equations of %s, %u unknowns at once: what is left when these are zero",
                    vec_len(t->b->eq), block_path(t->e, t->b), t->n));
    do_block(t->p);
    t->z = local(t->p, T_REAL, t->n, "z");
    (void)at_zero(t, false);
    solve(t);
    for (uint32_t i = 0; i < t->n; i++)
        unknown(t, t->b->tear[i], negative(t, elem(t->p, t->z, i)));
    do_end(t->p);
    inner(t, NULL);
}

/* Torques of the law into the variables of the model, unless they are kept there. */
static void torques(const Torn *t)
{
    Ex from = member(t->p, AT_law_lambda, t->index);

    for (uint32_t i = 0; i < t->m; i++) {
        Var lambda = t->e->f->sw[t->b->sw[i]].lambda;
        if (!is_in_law(t->e, lambda, t->index, AT_law_lambda, i))
            assign(t, lambda, elem(t->p, from, i));
    }
}

/* With the torques of sliding elements, without those of the stuck ones. */
static void switched_kernels(Torn *t, const Rest *r)
{
    Ex af = member(t->p, AT_law_af, t->index), law;

    do_block(t->p);
    law = view(t->p, t->law);
    for (uint32_t i = 0; i < t->m; i++)
        do_set(t->p, elem(t->p, af, i), r->a[i]);
    do_kernel(t->p, 0, K_SWITCHED_SOLVE, law, ex_int(t->d, t->n), t->A, t->pivots, t->X, t->C, t->z);
    do_end(t->p);
}

static bool is_small(const Equations *e, const Block *b)
{
    return !b->fixed && small_system(e, block_n(b), block_m(b));
}

bool in_statements(const Equations *e, const Block *b) { return is_small(e, b) || b->fixed || block_n(b) == 0; }

/* Torques of sliding elements are known; then as in a linear block; those of the stuck ones come last. */
static void solve_law(Torn *t)
{
    const bool small = is_small(t->e->of, t->b), statements = in_statements(t->e->of, t->b);

    do_push(t);
    torques(t);
    Rest r = at_zero(t, statements);
    if (has_inverse(t->e->of, t->b, t->initial))
        small_product(t);
    else if (small)
        small_solve(t);
    else if (t->b->fixed)
        solve_fixed(t, t->z);
    if (statements)
        statements_of_law(t, &r);
    else
        switched_kernels(t, &r);
}

static void switched(Torn *t)
{
    Program *p = t->p;

    do_note(p, NULL,
            internf(t->d,
                    "%u equations of %s, %u unknowns at once, %u switching elements: what is left without "
                    "the torques of stuck ones",
                    vec_len(t->b->eq), block_path(t->e, t->b), t->n, t->m));
    do_block(p);
    if (t->n > 0 && !t->z)
        t->z = local(p, T_REAL, t->n, "z");
    begin_stays(t);
    if (!t->e->sensed[t->index])
        do_call(p, function_of(p, FN_sense, t->index));
    if (block_responds(t->e, t->index)) {
        do_respond(t, solve_law);
    } else {
        solve_law(t);
        if (!t->initial)
            do_decide(t);
    }
    for (uint32_t i = 0; i < t->n; i++)
        unknown(t, t->b->tear[i], elem(p, t->z, i));
    torques(t);
    do_end(p);
    inner(t, NULL);
}

/* What an iteration computes in each step: residuals into r, the matrix into A. */
static void newton_residuals(const Torn *t, Ex r)
{
    Ex *all = NULL;

    for (BlockWalk w = block_walk(t->b, IN_RESIDUALS | IN_J); block_next(&w);)
        vec_push(&t->d->pass, all, *w.e);
    inner(t, read_inner(t->e->of, t->b->inner, all, vec_len(all)));
    do_clear(t->p, t->A);
    do_shared(t->p);
    for (uint32_t i = 0; i < t->n; i++)
        do_set(t->p, elem(t->p, r, i), t->b->res[i]);
    do_matrix(t);
    do_end(t->p);
}

/* In a variable step, where it does not converge the unknowns are put back. */
static void nonlinear(Torn *t)
{
    Program *p = t->p;
    bool back = has_events(t->e->of) && !t->initial;

    do_note(p, NULL,
            internf(t->d, "%u equations of %s, %u unknowns at once, by iteration from their last values",
                    vec_len(t->b->eq), block_path(t->e, t->b), t->n));
    do_block(p);
    t->z = local(p, T_REAL, t->n, "z");
    Ex r = local(p, T_REAL, t->n, "r"), dz = local(p, T_REAL, t->n, "dz"), norm = local(p, T_REAL, 0, "norm"),
       converged = local(p, T_BOOL, 0, "converged"), from = back ? local(p, T_REAL, t->n, "from") : 0;
    do_set(p, norm, ex_real(t->d, -1));
    do_set(p, converged, ex_bool(t->d, false));
    for (uint32_t i = 0; i < t->n; i++) {
        do_set(p, elem(p, t->z, i), ex_var(t->d, t->b->tear[i]));
        do_set(p, elem(p, dz, i), ex_real(t->d, 0));
        if (back)
            do_set(p, elem(p, from, i), elem(p, t->z, i));
    }
    Ex open = ex_un(t->d, OP_NOT, converged);
    (void)do_loop(p, "k", ex_int(t->d, t->initial || has_events(t->e->of) ? NEWTON_INIT : NEWTON), 0, open);
    for (uint32_t i = 0; i < t->n; i++)
        assign(t, t->b->tear[i], elem(p, t->z, i));
    newton_residuals(t, r);
    do_kernel(p, converged, K_NEWTON_STEP, ex_int(t->d, t->n), t->A, t->pivots, r, t->z, dz, norm);
    do_end(p);
    for (uint32_t i = 0; i < t->n; i++)
        assign(t, t->b->tear[i],
               back ? ex_if(t->d, converged, elem(p, t->z, i), elem(p, from, i)) : elem(p, t->z, i));
    do_if(p, open);
    trouble(t, AT_count_not_converged);
    do_end(p);
    do_end(p);
    inner(t, NULL);
}

/* A branch as it was in the last solution; in the stages of a step it is that of the sample. */
static void last_branch(const Torn *t)
{
    if (has_stages(t->e->of))
        do_if(t->p, member(t->p, AT_exact, 0));
    inner(t, NULL);
    if (has_stages(t->e->of))
        do_end(t->p);
}

/* Would it be assigned another value, or no number? Then the step is not quiet. */
static void ask_assigned(const Torn *t, const Assign *a, Ex value, bool is_real)
{
    Dtc *d = t->d;
    Ex held = ex_var(d, a->v);

    do_equation(t->p, a->eq, false);
    do_if(t->p, is_real
                    ? ex_un(d, OP_NOT,
                            ex_bin(d, OP_AND, ex_bin(d, OP_LE, held, value), ex_bin(d, OP_GE, held, value)))
                    : ex_bin(d, OP_NE, held, value));
    do_give_up(t->p, t->quiet);
    do_end(t->p);
}

/* What a when-clause assigns, or is watched, stays in the stages of a step; matrices that read it are made anew. */
static void assigned(const Torn *t)
{
    const Assign *a = &t->b->inner[0];
    bool is_real = t->e->f->var[a->v].type == T_REAL;
    Ex value = is_real ? ex_un(t->d, OP_FLUSH, a->value) : a->value;

    if (t->quiet) {
        ask_assigned(t, a, value, is_real);
        return;
    }
    if (has_stages(t->e->of))
        do_if(t->p, member(t->p, AT_exact, 0));
    do_equation(t->p, a->eq, false);
    do_kernel(t->p, 0, is_real ? K_HOLD_REAL : K_HOLD, ex_var(t->d, a->v), value, changed(t->e));
    if (has_stages(t->e->of))
        do_end(t->p);
}

bool assigns_in_steps(const Emitter *e)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (stays_in_step(e->f, &e->dae->block[b]))
            return !has_events(e->of);
    return false;
}

void build_solution(const Emitter *e, uint32_t index, Ex quiet)
{
    const Block *b = &e->dae->block[index];
    Torn t = torn_block(e, b, index, false);

    t.quiet = quiet;
    if (b->kind == B_SWITCHED)
        switched(&t);
    else if (b->kind == B_NONLINEAR)
        nonlinear(&t);
    else if (b->kind == B_LINEAR && t.n > 0)
        linear(&t);
    else if (stays_in_step(e->f, b))
        assigned(&t);
    else if (assigns_branch(e->dae, b))
        last_branch(&t);
    else
        inner(&t, NULL);
}

/* A block of the initialisation: its storage is local. */
static void initial_block(const Emitter *e, const Block *b)
{
    Torn t = torn_block(e, b, 0, true);
    bool locals = t.n > 0 && !b->fixed;

    if (b->kind == B_ASSIGN || t.n == 0) {
        inner(&t, NULL);
        return;
    }
    if (locals) {
        do_block(t.p);
        t.A = local(t.p, T_REAL, t.n * t.n + t.n, "A");
        t.pivots = local(t.p, T_INT, t.n, "p");
        t.low = loses_rank(e->of, b) ? local(t.p, T_INT, 0, "low") : 0;
    }
    if (b->kind == B_NONLINEAR) {
        nonlinear(&t);
    } else {
        do_factor(&t);
        linear(&t);
    }
    if (locals)
        do_end(t.p);
}

/* ---- functions ----------------------------------------------------------------------------------------- */

typedef enum { IN_FIXED, IN_HELD, IN_STRUCTURE, IN_KINEMATIC, IN_EQUATIONS } Place;

static Place place_of(const Block *b, Rate rate)
{
    if (rate <= RATE_INIT)
        return IN_FIXED;
    if (rate == RATE_TRANSITION)
        return b->before_switching ? IN_HELD : IN_STRUCTURE;
    return b->before_switching ? IN_KINEMATIC : IN_EQUATIONS;
}

/* Those that change with what when-clauses assign, in their turn. */
static void build_matrices_in(const Emitter *e, uint32_t b)
{
    Program *p = e->program;
    bool now_and_then = e->dae->block[b].matrix_rate == RATE_SAMPLE;

    if (now_and_then)
        do_if(p, ex_bin(e->d, OP_NE, changed(e), ex_int(e->d, 0)));
    build_matrices(e, b);
    if (now_and_then)
        do_end(p);
}

static void place_blocks(const Emitter *e, Place where, Ex quiet)
{
    const uint32_t *order = quiet && where == IN_EQUATIONS ? soonest_order(e) : NULL;

    for (uint32_t i = 0; i < vec_len(e->dae->block); i++) {
        const uint32_t b = order ? order[i] : i;
        const Block *k = &e->dae->block[b];
        bool matrix_too =
            k->kind != B_ASSIGN && k->kind != B_NONLINEAR && place_of(k, k->matrix_rate) == where;
        if (quiet && k->rate == RATE_SAMPLE && !stays_in_step(e->f, k))
            continue; /* nothing assigns what it reads */
        if (matrix_too && !(quiet && k->matrix_rate == RATE_SAMPLE))
            build_matrices_in(e, b);
        if (place_of(k, k->rate) == where) {
            build_held_before(e, b);
            build_solution(e, b, quiet);
            follow_branches(e, b);
        }
    }
}

static void sense_laws(const Emitter *e)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (e->sensed[b])
            do_call(e->program, function_of(e->program, FN_sense, b));
}

static void place(const Emitter *e, Place where, FunctionRole role)
{
    Program *p = e->program;

    function_begin(p, role, 0, NULL);
    place_blocks(e, where, 0);
    if (where == IN_KINEMATIC)
        sense_laws(e);
    function_end(p);
}

/* Where it is long, it may have loops, and stays a function. */
void do_kinematic_quietly(const Emitter *e, Ex quiet)
{
    enum { SHORT = 400 };
    Program *p = e->program;
    const Fn fn = function_of(p, FN_kinematic, 0);

    if (vec_len(p->fn[fn].body) > SHORT) {
        do_call_if(p, FN_kinematic);
        return;
    }
    place_blocks(e, IN_KINEMATIC, quiet);
    sense_laws(e);
}

void do_equations_quietly(const Emitter *e, Ex quiet) { place_blocks(e, IN_EQUATIONS, quiet); }

/* By block of the initialisation: states and parameters depend on it. */
static bool *wanted_of_init(const Emitter *e)
{
    uint32_t n = vec_len(e->dae->init);
    bool *wanted = NEW_N(&e->d->pass, bool, vec_len(e->f->var) + 1), *is = NEW_N(&e->d->pass, bool, n + 1);
    Var *vars = NULL;

    for (Var v = 1; v < vec_len(e->f->var); v++) {
        const Storage s = (Storage)e->store->kind[v];
        wanted[v] =
            s == ST_STATE || s == ST_DISCRETE || s == ST_CALCULATED || e->store->pre[v] || e->store->last[v];
    }
    for (uint32_t i = 0; i < vec_len(e->dae->kept); i++)
        wanted[e->dae->kept[i].kept] = e->store->pre[e->dae->kept[i].v];
    for (uint32_t b = n; b-- > 0;) {
        const Block *k = &e->dae->init[b];
        for (uint32_t i = 0; i < block_makes(k); i++)
            is[b] |= wanted[root(e->of, block_made(k, i))];
        vec_clear(vars);
        if (is[b])
            block_reads(e->of, k, &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++)
            wanted[root(e->of, vars[i])] = true;
    }
    return is;
}

static void initial(const Emitter *e)
{
    const bool *wanted = wanted_of_init(e);

    function_begin(e->program, FN_initial, 0, NULL);
    for (uint32_t b = 0; b < vec_len(e->dae->init); b++)
        if (wanted[b])
            initial_block(e, &e->dae->init[b]);
    function_end(e->program);
}

void build_blocks(const Emitter *e)
{
    place(e, IN_FIXED, FN_fixed);
    initial(e);
    place(e, IN_HELD, FN_held);
    place(e, IN_STRUCTURE, FN_structure);
    place(e, IN_KINEMATIC, FN_kinematic);
    place(e, IN_EQUATIONS, FN_equations);
}
