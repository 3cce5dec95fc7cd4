/* setup.c - functions of setup that look at parameters, or take part in finding the first places.
 *
 *     pivots     parameters by which equations are divided: none is zero
 *     asserted   assertions on parameters; that tables in which functions of the runtime look up ascend is told by rows
 *     correct    slips of stuck elements become zero: velocities jump
 *     agree      relations of what the initial problem determines become those of its solution; nonzero: one may have
 *                been another
 *     assume     places become those that the initial problem is solved with; nonzero: one was another
 *
 * Requires: blocks, laws and jumps; messages are numbered as functions are built. Cost: linear.
 */
#include <string.h>
#include "builders.h"
#include "blocks.h"
#include "expr.h"
#include "model_rows.h"
#include "sort.h"

bool any_laws(const Emitter *e)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (e->dae->block[b].kind == B_SWITCHED)
            return true;
    return false;
}

/* ---- pivots -------------------------------------------------------------------------------------------- */

static bool constant_pivot(const Emitter *e, Ex x)
{
    Var *vars = NULL;

    if (!x || ex_is_num(e->d, x, NULL))
        return false;
    ex_vars(e->d, x, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        Var root = root_of(e->f, vars[i], NULL);
        if (e->f->var[root].variability < V_PARAM && e->dae->rate[root] > RATE_INIT)
            return false;
    }
    return true;
}

/* Those that are not yet among them. */
static void add_pivot(const Emitter *e, const Assign *a, Map *done, Ex **list)
{
    if (!constant_pivot(e, a->pivot) || map_get(done, a->pivot))
        return;
    map_set(&e->d->pass, done, a->pivot, 1);
    vec_push(&e->d->pass, *list, a->pivot);
}

static Ex *constant_pivots(const Emitter *e)
{
    Map done = { 0 };
    Ex *list = NULL;

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        for (uint32_t i = 0; i < vec_len(e->dae->block[b].inner); i++)
            add_pivot(e, &e->dae->block[b].inner[i], &done, &list);
    for (uint32_t i = 0; i < vec_len(e->dae->divided); i++)
        add_pivot(e, &e->dae->divided[i], &done, &list);
    return list;
}

/* A parameter by a row, a term by statements. */
static void pivots(const Emitter *e)
{
    const Ex *list = constant_pivots(e);
    Program *p = e->program;
    Dtc *d = e->d;

    function_begin(p, FN_pivots, 0, NULL);
    for (uint32_t i = 0; i < vec_len(list); i++) {
        const char *text = internf(d, "%s is zero, and equations are divided by it", ex_plain(d, list[i]));
        const Check c = { .v = ex_is_var(d, list[i]), .n = 1, .condition = DTC_NOT_ZERO };
        const uint32_t number = message_add(p, text);
        if (c.v && check_told(e, &p->messages->checks->pivots, &c, number))
            continue;
        do_if(p, ex_un(d, OP_NOT, ex_bin(d, OP_GT, ex_un(d, OP_ABS, list[i]), ex_real(d, 0))));
        do_fault(p, number);
        do_end(p);
    }
    function_end(p);
}

/* ---- tables -------------------------------------------------------------------------------------------- */

/* n numbers of the array, `apart` from number `from` on, are to ascend. */
static void ascending(const Emitter *e, const FlatArray *a, const char *what, uint32_t from, uint32_t n, uint32_t apart)
{
    const Check c = { .v = a->first + from, .condition = DTC_ASCENDING, .n = n, .apart = apart };
    const char *text = internf(e->d, "the first %s of table %s does not ascend", what, a->name);

    check_add(e, &e->program->messages->checks->tables, &c, text);
}

/* The array of parameters in which a function of the runtime looks up; 0: it is none. */
static uint32_t looked_up(const Emitter *e, Ex look_up)
{
    const Function *f = &e->f->function[ex(e->d, look_up)->payload];
    Ex table = ex_arg(e->d, look_up, 0);
    bool whole = ex_op(e->d, table) == OP_ARRAY && whole_array(e, table) && f->local[0].ndim == 2;
    Var first = whole ? root(e->of, ex_is_var(e->d, ex_arg(e->d, table, 0))) : 0;

    return e->store->kind[first] == ST_PARAMETER || e->store->kind[first] == ST_CALCULATED
             ? e->f->var[first].array
             : 0;
}

/* Once each. */
static void look_ups(const Emitter *e)
{
    Map done = { 0 };

    for (uint32_t i = 0; i < vec_len(e->calls->look_ups); i++) {
        const Function *f = &e->f->function[ex(e->d, e->calls->look_ups[i])->payload];
        uint32_t k = looked_up(e, e->calls->look_ups[i]), rows = f->local[0].dim[0],
                 columns = f->local[0].dim[1];
        bool map = strncmp(f->external, "dtc_table2", 10) == 0;
        if (k == 0 || map_get(&done, (uint64_t)k * 2 + map))
            continue;
        map_set(&e->d->pass, &done, (uint64_t)k * 2 + map, 1);
        const FlatArray *a = &e->f->array[k];
        ascending(e, a, "column", map ? columns : 0, map ? rows - 1 : rows, columns);
        if (map)
            ascending(e, a, "row", 1, columns - 1, 1);
    }
}

/* ---- first places -------------------------------------------------------------------------------------- */

static void correct(const Emitter *e)
{
    Program *p = e->program;

    function_begin(p, FN_correct, 0, "Slips of stuck elements become zero.");
    do_call_if(p, FN_clear_jumps);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        if (jumps_by_rate(e, e->dae->state[i]))
            do_set(p, member(p, AT_jump_of, e->dae->state[i]), ex_real(e->d, 0));
    do_call_if(p, FN_jump);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i];
        Ex now = ex_var(e->d, x), jump = e->store->has[AT_jump_of][x] ? member(p, AT_jump_of, x) : 0;
        if (jump)
            do_set(p, now, ex_un(e->d, OP_FLUSH, ex_bin(e->d, OP_ADD, now, jump)));
    }
    do_call_if(p, FN_kinematic);
    function_end(p);
}

/* ---- relations of the initial problem ------------------------------------------------------------------ */

/* Marks variables whose last value a relation under `root` reads. */
static void compared(const Emitter *e, Memo *seen, Memo *inside, Ex root, bool *found)
{
    memo_start(e->d, seen, root);
    for (Ex x; (x = memo_next(e->d, seen)) != 0; memo_set(seen, x, (MemoValue){ .x = 0 })) {
        if (!ex_is_jump(e->d, x))
            continue;
        memo_start(e->d, inside, x);
        for (Ex y; (y = memo_next(e->d, inside)) != 0; memo_set(inside, y, (MemoValue){ .x = 0 }))
            if (ex_op(e->d, y) == OP_LAST)
                found[root_of(e->f, ex_is_var(e->d, ex_arg(e->d, y, 0)), NULL)] = true;
    }
}

/* By Var: what relations in the initial problem compare, and it determines itself. */
static bool *compared_initially(const Emitter *e)
{
    bool *found = NEW_N(&e->d->pass, bool, vec_len(e->f->var));
    Memo *seen = memo_begin(e->d), *inside = memo_begin(e->d);

    for (uint32_t b = 0; b < vec_len(e->dae->init); b++)
        for (BlockWalk w = block_walk(&e->dae->init[b], IN_VALUES | IN_RESIDUALS); block_next(&w);)
            compared(e, seen, inside, *w.e, found);
    memo_end(e->d);
    memo_end(e->d);
    return found;
}

/* A function that gives whether values are other ones than they were. */
static Ex begin_comparing(Program *p, FunctionRole role)
{
    function_begin(p, role, 0, NULL);
    gives(p, GIVES_INT);
    do_block(p);
    Ex another = local(p, T_INT, 0, "another");
    do_set(p, another, ex_int(p->d, 0));
    return another;
}

static void end_comparing(Program *p, Ex another)
{
    do_return(p, another);
    do_end(p);
    function_end(p);
}

static void agree(const Emitter *e)
{
    enum { FEW = 5 };
    const bool *found = compared_initially(e);
    Program *p = e->program;
    const char *which = "";
    uint32_t n = 0;

    for (Var v = 1; v < vec_len(e->f->var); v++)
        n += found[v];
    if (n == 0)
        return;
    Ex another = begin_comparing(p, FN_agree);
    n = 0;
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (found[v]) {
            Ex now = ex_var(e->d, v);
            do_kernel(p, 0, e->f->var[v].type == T_REAL ? K_AGAIN : K_HOLD, ex_un(e->d, OP_LAST, now), now,
                      another);
            if (n++ < FEW)
                which = internf(e->d, "%s%s%s", which, *which ? ", " : "", e->f->var[v].name);
        }
    end_comparing(p, another);
    const char *text =
        internf(e->d, "the initial equations have no solution with relations of %s%s that follow from it",
                which, n > FEW ? " and others" : "");
    e->program->messages->disagree = message_add(e->program, text);
}

/* ---- places of the initial problem --------------------------------------------------------------------- */

/* An element without capacity as one that slides: it may be where its bounds are sought. */
static Ex place_of(const Emitter *e, const Switch *w)
{
    Dtc *d = e->d;
    Ex s = var_value(d, e->f, law_slip(w)), zero = ex_real(d, 0), at = ex_var(d, w->place);
    Ex back = ex_if(d, ex_bin(d, OP_LT, s, zero), ex_int(d, -1), ex_int(d, 0));
    Ex sign = ex_if(d, ex_bin(d, OP_GT, s, zero), ex_int(d, 1), back);

    return ex_if(d, ex_bin(d, OP_EQ, at, ex_int(d, 2)), sign, at);
}

static void assume(const Emitter *e)
{
    const Assumed *assumed = e->dae->assumed;
    Program *p = e->program;
    const char *which = "";

    if (!vec_len(assumed))
        return;
    Ex another = begin_comparing(p, FN_assume);
    for (uint32_t i = 0; i < vec_len(assumed); i++) {
        const Switch *w = &e->f->sw[assumed[i].sw];
        if (assumed[i].place)
            do_kernel(p, 0, K_HOLD, ex_var(e->d, assumed[i].place), place_of(e, w), another);
        if (assumed[i].shown)
            do_kernel(p, 0, K_HOLD, ex_var(e->d, assumed[i].shown), ex_var(e->d, w->place), another);
        which = internf(e->d, "%s%s%s", which, i ? ", " : "", w->name);
    }
    end_comparing(p, another);
    const char *text =
        internf(e->d, "the initial equations have no solution with places of %s that follow from it", which);
    e->program->messages->unsettled = message_add(e->program, text);
}

void build_setup(const Emitter *e)
{
    pivots(e);
    look_ups(e);
    function_begin(e->program, FN_asserted, 0, NULL);
    do_check_parameters(e);
    function_end(e->program);
    if (any_laws(e))
        correct(e);
    agree(e);
    assume(e);
}
