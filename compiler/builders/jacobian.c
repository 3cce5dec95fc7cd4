/* jacobian.c - df/dx by its columns, as statements.
 *
 * The function any_tangent computes the differentials of the variables that lead from states to rates, in the member
 * tangent, from those of the states, with everything discrete held: an assignment is a statement. A torn block
 * J z + ... = 0 is solved with the factors that the evaluation left behind: residuals with the differentials of z at
 * zero, dz = -inv(J) dr; the law gives the differentials of the torques in the present places. The function jacobian
 * calls it once a colour of the pattern (tangent_plan.c); where loops were cut with last values, until they agree. An
 * entry that is no number (a square root at zero) becomes zero: it is used by iterations only.
 *
 * For the method rosenbrock, which has a Jacobian in each step, small models have a function for each colour instead,
 * columns_c, with that alone which its states reach, and the entries of its columns. There differentials are locals, or
 * known, and what no entry needs is left out (dead_stores.c).
 *
 * Requires: tangent_plan, blocks and laws. Cost: any_tangent is about as long as the evaluation.
 */
#include "blocks.h"
#include "differential.h"
#include "implicit.h"

enum { MOST_ROUNDS = 99 };                 /* of a loop that was cut */
enum { COLOUR_STATEMENTS = 4000 };         /* of all functions of a colour, about: differentials */
#define ALL_COLOURS UINT32_MAX

/* place: by number, where a differential is, or zero; at: what it is in the function of a colour; fill: the same in
 * expressions; follows: by number, it follows from others, by blocks. turn: what is assigned to a variable, a sine or
 * cosine. */
typedef struct {
    const Emitter *e; Program *p; Dtc *d; const Tangent *t;
    Ex *place, *at;
    bool *follows, by_colour;
    Map turn;
    Rewriter fill;
} Jacobian;

uint32_t tangent_size(const Tangent *t)
{
    uint32_t n = 0;

    for (uint32_t i = 1; tangent_exists(t) && i < tangents(t); i++)
        n += t->needed[i];
    return n;
}

/* ---- where differentials are --------------------------------------------------------------------------- */

static Ex fill(Dtc *d, Ex x, void *data)
{
    const Jacobian *j = data;
    Op op = ex_op(d, x);

    if (op == OP_SIN || op == OP_COS)
        return (Ex)map_get(&j->turn, x);
    return op == OP_LOCAL ? j->at[ex(d, x)->payload] : 0;
}

/* Angles whose sine and cosine are variables. */
static void find_turns(Jacobian *j)
{
    for (uint32_t b = 0; b < vec_len(j->e->dae->block); b++) {
        const Block *k = &j->e->dae->block[b];
        Op op = k->kind == B_ASSIGN ? ex_op(j->d, k->inner[0].value) : OP_VAR;
        if (op == OP_SIN || op == OP_COS)
            map_set(&j->d->pass, &j->turn, k->inner[0].value, ex_var(j->d, k->inner[0].v));
    }
}

static Ex filled(Jacobian *j, Ex x) { return x ? ex_rewrite(j->d, &j->fill, x) : ex_real(j->d, 0); }

static uint32_t number_of(const Jacobian *j, Var v, bool *negated) { return j->t->of[root_of(j->e->f, v, negated)]; }

static Ex differential(const Jacobian *j, Var v)
{
    bool negated;
    uint32_t number = number_of(j, v, &negated);

    return !number ? ex_real(j->d, 0) : negated ? ex_un(j->d, OP_NEG, j->at[number]) : j->at[number];
}

/* The differential of v becomes `value`; of one that is not looked at, nothing. */
static void set(const Jacobian *j, Var v, Ex value)
{
    bool negated;
    uint32_t number = number_of(j, v, &negated);

    if (!number || !j->follows[number])
        return;
    value = negated ? ex_un(j->d, OP_NEG, value) : value;
    if (!j->by_colour) {
        do_set(j->p, j->at[number], value);
        return;
    }
    j->at[number] = do_differential(j->p, j->e->f, v, value);
}

static void find_places(Jacobian *j)
{
    uint32_t used = 0;
    Ex tangent = member_n(j->p, AT_tangent, 0, tangent_size(j->e->tangent));

    j->place = NEW_N(&j->d->pass, Ex, tangents(j->t) + 1);
    for (uint32_t i = 1; i < tangents(j->t); i++)
        j->place[i] = j->t->needed[i] ? elem(j->p, tangent, used++) : ex_real(j->d, 0);
    j->at = j->place;
}

/* Does it depend on a state of the colour? */
static bool reached(const Jacobian *j, uint32_t number, uint32_t colour)
{
    Set s = j->t->states[number];
    bool is = colour == ALL_COLOURS;

    for (uint32_t i = 0; i < s.n && !is; i++)
        is = s.at[i] < vec_len(j->e->dae->state) && j->t->colour[s.at[i]] == colour;
    return is && j->t->needed[number];
}

/* Zero, what the states of the colour do not reach, and one, they themselves. */
static void take_colour(Jacobian *j, uint32_t colour)
{
    bool negated;

    j->by_colour = colour != ALL_COLOURS;
    j->at = NEW_N(&j->d->pass, Ex, tangents(j->t) + 1);
    j->follows = NEW_N(&j->d->pass, bool, tangents(j->t) + 1);
    for (uint32_t i = 1; i < tangents(j->t); i++) {
        j->follows[i] = reached(j, i, colour);
        j->at[i] = j->follows[i] && !j->by_colour ? j->place[i] : ex_real(j->d, 0);
    }
    for (uint32_t i = 0; i < vec_len(j->e->dae->state) && j->by_colour; i++)
        if (j->t->colour[i] == colour) {
            uint32_t number = number_of(j, j->e->dae->state[i], &negated);
            j->at[number] = ex_real(j->d, 1);
            j->follows[number] = false;
        }
    j->fill = (Rewriter){ .fn = fill, .data = j };
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

/* first: those alone that the residuals need. */
static void differentiate_assigned(Jacobian *j, const Block *b, const TangentBlock *k, bool first)
{
    for (uint32_t i = 0; i < vec_len(b->inner); i++) {
        Var root = root_of(j->e->f, b->inner[i].v, &(bool){ false });
        if (k->inner[i] && (!first || k->first[i]))
            set(j, root, filled(j, k->inner[i]));
    }
}

/* Slip accelerations and torques as they would be with the unknowns held. */
static void inputs_of_law(Jacobian *j, const Block *b, const TangentBlock *k, uint32_t index, Ex a, Ex l)
{
    Program *p = j->p;
    Ex place = member(p, AT_law_place, index);

    for (uint32_t i = 0; i < block_m(b); i++) {
        const struct {
            Ex x;
            ConstantId place;
        } bound[] = { { filled(j, k->lo[i]), C_FWD }, { filled(j, k->hi[i]), C_BWD } };
        do_set(p, elem(p, a, i), differential(j, j->e->f->sw[b->sw[i]].a));
        do_set(p, elem(p, l, i), ex_real(j->d, 0));
        for (int q = 0; q < 2; q++) {
            if (ex_is_zero(j->d, bound[q].x))
                continue;
            do_if(p, ex_bin(j->d, OP_EQ, elem(p, place, i), constant(p, bound[q].place)));
            do_set(p, elem(p, l, i), bound[q].x);
            do_end(p);
        }
    }
}

static Ex product(const Jacobian *j, Ex x, Ex y) { return ex_bin(j->d, OP_MUL, x, y); }

/* The law gives the torques in l, and with them the unknowns in z. */
static void solve_law(Jacobian *j, const Block *b, uint32_t index, Ex a, Ex l, Ex z)
{
    uint32_t n = block_n(b), m = block_m(b);
    Ex law = view(j->p, law_of(j->e, index)), size = ex_int(j->d, n);

    if (n == 0) {
        do_kernel(j->p, 0, K_LAW_TANGENT, law, a, l);
        return;
    }
    Ex X = member(j->p, AT_block_X, index), C = member(j->p, AT_block_C, index);
    if (b->fixed)
        do_negative_inverse(j->e->program, index, z);
    if (few_products(j->d, b)) {
        for (uint32_t i = 0; i < m * n; i++)
            if (!ex_is_zero(j->d, b->C[i]))
                do_op(j->p, elem(j->p, a, i / n), OP_ADD, product(j, elem(j->p, C, i), elem(j->p, z, i % n)));
        do_kernel(j->p, 0, K_LAW_TANGENT, law, a, l);
        for (uint32_t i = 0; i < m * n; i++)
            if (!is_zero_column(j->d, b, i / n))
                do_op(j->p, elem(j->p, z, i % n), OP_SUB, product(j, elem(j->p, X, i), elem(j->p, l, i / n)));
    } else if (b->fixed) {
        do_kernel(j->p, 0, K_SWITCHED_TANGENT_FINISH, law, a, l, size, X, C, z);
    } else {
        do_kernel(j->p, 0, K_SWITCHED_TANGENT, law, a, l, size, member(j->p, AT_block_A, index),
                  member(j->p, AT_block_p, index), X, C, z);
    }
}

static void differentiate_solved(Jacobian *j, uint32_t index)
{
    Program *p = j->p;
    const Block *b = &j->e->dae->block[index];
    const TangentBlock *k = &j->t->block[index];
    uint32_t n = block_n(b), m = block_m(b);
    Ex z = 0, a = 0, l = 0, zero = ex_real(j->d, 0), *residual = NULL;

    if (!j->by_colour)
        do_block(p);
    for (uint32_t i = 0; i < n; i++)
        set(j, b->tear[i], zero);
    for (uint32_t i = 0; i < m; i++)
        set(j, j->e->f->sw[b->sw[i]].lambda, zero);
    differentiate_assigned(j, b, k, true);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&j->d->pass, residual, filled(j, k->res[i]));
    z = n ? do_residuals(p, index, residual) : 0;
    if (m > 0) {
        l = local(p, T_REAL, m, internf(j->d, "l%u", index));
        do_block(p);
        a = local(p, T_REAL, m, "a");
        inputs_of_law(j, b, k, index, a, l);
        solve_law(j, b, index, a, l, z);
        do_end(p);
    } else {
        do_inverse(j->e->program, index, z);
    }
    for (uint32_t i = 0; i < n; i++)
        set(j, b->tear[i], m > 0 ? elem(p, z, i) : ex_un(j->d, OP_NEG, elem(p, z, i)));
    for (uint32_t i = 0; i < m; i++)
        set(j, j->e->f->sw[b->sw[i]].lambda, elem(p, l, i));
    if (!j->by_colour)
        do_end(p);
    j->fill = (Rewriter){ .fn = fill, .data = j }; /* what it has made of unknowns that were zero */
    differentiate_assigned(j, b, k, false);
}

/* ---- tables -------------------------------------------------------------------------------------------- */

/* Indices in the member tangent, of the differentials of the states (-1: nothing depends on it) and of their rates (0:
 * not read); signs of the rates. The constant that has all that the kernels of a colour read. */
static Ex colours(Jacobian *j, Ex column, Ex row)
{
    Dtc *d = j->d;
    uint32_t n = vec_len(j->e->dae->state), *index = NEW_N(&d->pass, uint32_t, tangents(j->t) + 1), used = 0;
    double *seed = NEW_N(&d->run, double, n + 1), *rate = NEW_N(&d->run, double, n + 1),
           *sign = NEW_N(&d->run, double, n + 1);
    Ex *part = NULL;
    bool negated;

    for (uint32_t i = 1; i < tangents(j->t); i++)
        index[i] = j->t->needed[i] ? used++ : used;
    for (uint32_t i = 0; i < n; i++) {
        Var state = j->e->dae->state[i];
        uint32_t x = number_of(j, state, &negated), der = number_of(j, j->e->f->var[state].der, &negated);
        seed[i] = j->t->needed[x] ? (double)index[x] : -1;
        rate[i] = j->t->needed[der] ? index[der] : 0;
        sign[i] = negated ? -1 : 1;
    }
    vec_push(&d->run, part, ex_int(d, n));
    vec_push(&d->run, part, column);
    vec_push(&d->run, part, row);
    vec_push(&d->run, part, table_of(j->p, TABLE_colour, j->t->colour, n));
    vec_push(&d->run, part, number_table(j->p, T_INT, TABLE_seed, 0, seed, n));
    vec_push(&d->run, part, number_table(j->p, T_INT, TABLE_rate, 0, rate, n));
    vec_push(&d->run, part, number_table(j->p, T_REAL, TABLE_sign, 0, sign, n));
    return record(j->p, R_COLOURS, TABLE_colours, part);
}

/* ---- functions ----------------------------------------------------------------------------------------- */

static void differentials_of(Jacobian *j, uint32_t colour)
{
    take_colour(j, colour);
    for (uint32_t b = 0; b < vec_len(j->e->dae->block); b++) {
        const TangentBlock *k = &j->t->block[b];
        if (k->solve && reached(j, k->solve, colour))
            differentiate_solved(j, b);
        else if (k->inner)
            differentiate_assigned(j, &j->e->dae->block[b], k, false);
    }
}

static void tangent_function(Jacobian *j)
{
    function_begin(j->p, FN_any_tangent, 0, NULL);
    differentials_of(j, ALL_COLOURS);
    function_end(j->p);
}

/* any_tangent; where loops were cut with last values, until they agree. */
static void differentiate_loops(Jacobian *j)
{
    Program *p = j->p;
    Dtc *d = j->d;
    Var *loop = NULL;

    for (uint32_t i = 0; has_events(j->e->of) && i < vec_len(j->t->last); i++)
        if (j->t->needed[j->t->of_last[j->t->last[i]]])
            vec_push(&d->pass, loop, j->t->last[i]);
    if (vec_len(loop) == 0) {
        do_call_if(p, FN_any_tangent);
        return;
    }
    do_block(p);
    Ex again = local(p, T_INT, 0, "again");
    do_set(p, again, ex_int(d, 1));
    for (uint32_t i = 0; i < vec_len(loop); i++)
        do_set(p, j->at[j->t->of_last[loop[i]]], ex_real(d, 0));
    (void)do_loop(p, "k", ex_int(d, MOST_ROUNDS), 0, ex_bin(d, OP_NE, again, ex_int(d, 0)));
    do_set(p, again, ex_int(d, 0));
    do_call_if(p, FN_any_tangent);
    for (uint32_t i = 0; i < vec_len(loop); i++)
        do_kernel(p, 0, K_AGAIN, j->at[j->t->of_last[loop[i]]], j->at[j->t->of[loop[i]]], again);
    do_end(p);
    do_end(p);
}

/* The columns of a colour. */
static void columns_function(Jacobian *j, uint32_t colour)
{
    const Tangent *t = j->t;
    uint32_t n = vec_len(j->e->dae->state);

    function_begin(j->p, FN_columns, colour, NULL);
    Ex J = param(j->p, T_REAL, t->column[n] + 1, "J");
    do_block(j->p);
    differentials_of(j, colour);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = t->column[i]; t->colour[i] == colour && k < t->column[i + 1]; k++) {
            Ex value = differential(j, j->e->f->var[j->e->dae->state[t->row[k]]].der);
            if (ex_is_num(j->d, value, NULL))
                do_set(j->p, elem(j->p, J, k), value);
            else
                do_kernel(j->p, elem(j->p, J, k), K_ENTRY, value);
        }
    do_end(j->p);
    function_end(j->p);
}

static void columns_by_functions(Jacobian *j)
{
    Program *p = j->p;

    for (uint32_t c = 0; c < j->t->colours; c++)
        columns_function(j, c);
    function_begin(p, FN_jacobian, 0, "df/dx by columns, those of a colour together. After an evaluation.");
    Ex all = param(p, T_BOOL, 0, "all"),
       J = param(p, T_REAL, j->t->column[vec_len(j->e->dae->state)] + 1, "J");
    for (uint32_t c = 0; c < j->t->colours; c++) {
        bool varies = colour_varies(j->e, c);
        if (!varies)
            do_if(p, all);
        do_call(p, function_of(p, FN_columns, c), J);
        if (!varies)
            do_end(p);
    }
    function_end(p);
}

/* Differentials that the functions of all colours have: of each number, the colours of the states that it hangs on. */
static uint64_t differentials_by_colour(Dtc *d, const Tangent *t)
{
    uint32_t *last = NEW_N(&d->pass, uint32_t, t->colours + 1);
    uint64_t n = 0;

    for (uint32_t i = 1; i < tangents(t); i++)
        for (uint32_t k = 0; t->needed[i] && k < t->states[i].n; k++) {
            uint32_t *seen = &last[t->colour[t->states[i].at[k]]];
            n += *seen != i;
            *seen = i;
        }
    return n;
}

/* df/dx by columns, those of a colour together. varies (0: all do): a table by colour. */
static void columns(Jacobian *j, Ex pattern, Ex varies)
{
    Program *p = j->p;
    Dtc *d = j->d;
    uint32_t entries = j->t->column[vec_len(j->e->dae->state)];
    Ex tangent = member_n(p, AT_tangent, 0, tangent_size(j->e->tangent));

    function_begin(p, FN_jacobian, 0, "df/dx by columns, those of a colour together. After an evaluation.");
    Ex all = param(p, T_BOOL, 0, "all"), J = param(p, T_REAL, entries + 1, "J"),
       colour = do_loop(p, "colour", ex_int(d, j->t->colours), 0, 0);
    if (varies)
        do_if(p, ex_bin(d, OP_OR, all, ex_bin(d, OP_NE, elem_at(p, varies, colour), ex_int(d, 0))));
    do_kernel(p, 0, K_COLOUR_SEED, pattern, colour, tangent);
    differentiate_loops(j);
    do_kernel(p, 0, K_COLOUR_COLUMNS, pattern, colour, tangent, J);
    if (varies)
        do_end(p);
    do_end(p);
    function_end(p);
}

void build_jacobian(const Emitter *e)
{
    Program *p = e->program;
    const Tangent *t = e->tangent;
    Jacobian j = { .e = e, .p = p, .d = e->d, .t = t };

    if (!tangent_exists(e->tangent))
        return;
    uint32_t n = vec_len(e->dae->state);
    Ex column = table_of(p, TABLE_column, t->column, n + 1),
       row = table_of(p, TABLE_row, t->row, t->column[n]);
    if (e->rosenbrock)
        build_pattern(e, column, row);
    if (e->rosenbrock)
        build_factors(e);
    if (tangent_size(e->tangent) == 0)
        return;
    find_turns(&j);
    find_places(&j);
    if (e->rosenbrock && differentials_by_colour(e->d, t) <= COLOUR_STATEMENTS) {
        columns_by_functions(&j);
        return;
    }
    tangent_function(&j);
    if (e->d->opt.fmu && has_events(e->of)) {
        function_begin(p, FN_along, 0,
                       "What depends on states and inputs, along the direction of these in tangent.");
        differentiate_loops(&j);
        function_end(p);
    }
    columns(&j, colours(&j, column, row), e->rosenbrock ? table_of_varying(e) : 0);
}
