/* look_ups.c - look-ups of a fixed step begin where they ended (dtc_table.h): arguments move slowly.
 *
 * In the statements that are built each call of a function of the runtime that looks up in a table of numbers or
 * parameters becomes one of the function that keeps what it has found (Function.near): intervals with their slopes, in
 * the member near, a place for each call, equal ones share theirs. Setup and tune clear it, since tables may be others
 * then. Other tables, and calls that setup alone makes, stay as they are.
 *
 * Requires: all functions. Ensures: values that follow from table and argument alone. Cost: linear in the expressions.
 */
#include "builders.h"
#include "expr.h"

/* place: of a call, in the member, plus 1; room: taken there */
typedef struct { const Emitter *e; Map place; uint32_t room; Ex near; Memo *seen; Rewriter rewriter; } Keeper;

/* Those that setup and tune alone call; starts may have tables of before. */
static bool is_of_setup(const ProgramFunction *fn)
{
    static const FunctionRole roles[] = { FN_starts, FN_calculate,    FN_dependants, FN_nominals,
                                          FN_fixed,  FN_start_ranges, FN_asserted,   FN_of_user };

    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (fn->role == roles[i])
            return true;
    return false;
}

/* Is it made before the first look-up in it, and the same until setup or tune? */
static bool stays_the_same(const Emitter *e, Ex table)
{
    if (ex_op(e->d, table) != OP_ARRAY)
        return false;
    if (map_get(&e->program->literals, table))
        return true;
    for (uint32_t i = 0; i < ex_narg(e->d, table); i++) {
        const uint8_t kind = e->store->kind[root(e->of, ex_is_var(e->d, ex_arg(e->d, table, i)))];
        if (kind != ST_PARAMETER && (kind != ST_CALCULATED || has_function(e->program, FN_dependants)))
            return false;
    }
    return whole_array(e, table) != 0;
}

/* The function that keeps what it finds; NULL: it is no such call. */
static const Function *near_function(const Emitter *e, Ex x)
{
    const ExNode *n = ex(e->d, x);
    const uint32_t near = n->op == OP_CALL ? e->f->function[n->payload].near : 0;

    return near && stays_the_same(e, n->arg[0]) ? &e->f->function[near] : NULL;
}

static uint32_t room_among(const Function *near)
{
    for (uint32_t i = 0; i < near->nin; i++)
        if (near->local[i].room)
            return i;
    return 0;
}

static void take_places(Keeper *k, Ex root)
{
    Dtc *d = k->e->d;

    memo_start(d, k->seen, root);
    for (Ex x; (x = memo_next(d, k->seen)) != 0; memo_set(k->seen, x, (MemoValue){ .x = 0 })) {
        const Function *f = near_function(k->e, x);
        if (!f)
            continue;
        map_set(&d->pass, &k->place, x, k->room + 1);
        k->room += f->local[room_among(f)].n;
    }
}

static Ex with_room(Dtc *d, Ex x, void *data)
{
    Keeper *k = data;
    const Function *f = map_get(&k->place, x) ? near_function(k->e, x) : NULL;
    if (!f)
        return 0;
    const ExNode n = *ex(d, x);
    const uint32_t room = room_among(f);
    Ex *arg = NEW_N(&d->pass, Ex, n.n + 1);

    for (uint32_t i = 0; i <= n.n; i++)
        arg[i] = i == room ? elem(k->e->program, k->near, (uint32_t)map_get(&k->place, x) - 1)
                           : ex_rewrite(d, &k->rewriter, n.arg[i - (i > room)]);
    return ex_new(d, OP_CALL, (TypeKind)n.type, k->e->f->function[n.payload].near, arg, n.n + 1);
}

/* Values, conditions and arguments, of statements in statements too. */
static void each_expression(Keeper *k, Statement *body, void (*with)(Keeper *, Ex *))
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        Statement *s = &body[i];
        if (s->value)
            with(k, &s->value);
        if (s->count)
            with(k, &s->count);
        for (uint32_t q = 0; q < vec_len(s->arg); q++)
            with(k, &s->arg[q]);
        each_expression(k, s->body, with);
        each_expression(k, s->other, with);
    }
}

static void in_program(Keeper *k, void (*with)(Keeper *, Ex *))
{
    Program *p = k->e->program;

    for (Fn i = 1; i < vec_len(p->fn); i++)
        if (!is_of_setup(&p->fn[i]))
            each_expression(k, p->fn[i].body, with);
}

static void note_in(Keeper *k, Ex *x) { take_places(k, *x); }

static void keep_in(Keeper *k, Ex *x) { *x = ex_rewrite(k->e->d, &k->rewriter, *x); }

/* Before anything is looked up in tables that may be others. */
static void forget(const Emitter *e, Ex near)
{
    Program *p = e->program;
    const Fn calculate = function_of(p, FN_calculate, 0);

    vec_push(&e->d->run, p->fn[calculate].body, ((Statement){ .kind = DO_CLEAR, .to = near }));
}

void build_look_ups(const Emitter *e)
{
    Keeper k = { .e = e, .seen = memo_begin(e->d) };

    in_program(&k, note_in);
    memo_end(e->d);
    if (k.room == 0)
        return;
    k.near = member_n(e->program, AT_near, 0, k.room);
    k.rewriter = (Rewriter){ .fn = with_room, .data = &k };
    in_program(&k, keep_in);
    forget(e, k.near);
}
