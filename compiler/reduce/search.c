/* search.c - part of stage: one search for all look-ups of a table at one argument; one sine of an angle.
 *
 * The columns of a table that are read at the same argument, and the derivative there, lie in the same row. Where two
 * or more different look-ups share table and argument, the row becomes an expression of its own (dtc_table_row), and
 * each look-up goes on from there (dtc_table1_at ...). If they stand in more than one expression, the row is a variable
 * (row1, row2 ...), made before the first block that reads it; in one, the row is a common part that the emitter names.
 * A look-up that stands in several expressions and shares its argument with no other one becomes a variable as a whole,
 * and so do the sine and the cosine of an angle (of a body that turns, in all positions and forces on it).
 * The arithmetic is that of the look-up alone: no bit of a result changes.
 *
 * In a fixed step arguments move slowly: look-ups in tables of numbers or parameters begin where they ended in the last
 * one (look_ups.c), which needs no row. Their functions have another one for that (Function.near).
 *
 * A row is an Integer, constant between the arguments of the table; so the derivative of a look-up with known row is
 * that of the look-up. No variable is made of what does not vary with time, of an argument that its own block
 * determines (it is iterated there), or one that reads pre() or last().
 *
 * Cost: linear in the nodes of the expressions of each block.
 * Requires: rates of variables, live. Ensures: the same values; dae->block with the new variables, dae->hoisted.
 */
#include <stdlib.h>
#include <string.h>
#include "dtc_table.h"
#include "sort.h"

/* A function of the runtime, the same with the row known, and the same that keeps what it finds, in so much room; u:
 * which argument is that of the search. */
static const struct { const char *look_up, *at, *near; uint32_t u, room; bool rate; } table_functions[] = {
    { "dtc_table1", "dtc_table1_at", "dtc_table1_near", 1, DTC_INTERVAL, false },
    { "dtc_table1_line", "dtc_table1_line_at", "dtc_table1_line_near", 2, DTC_INTERVAL, false },
    { "dtc_table1_stairs", "dtc_table1_stairs_at", "dtc_table1_stairs_near", 2, DTC_INTERVAL, false },
    { "dtc_table1_der", "dtc_table1_der_at", NULL, 1, 0, true },
    { "dtc_table1_line_der", "dtc_table1_line_der_at", NULL, 2, 0, true },
    { "dtc_table2", NULL, "dtc_table2_near", 1, DTC_CELL, false },
    { "dtc_table2_der", NULL, NULL, 0, 0, true }
};
enum { NO_TABLE = sizeof table_functions/sizeof *table_functions };

/* Look-ups with the same table and argument. sites: expressions in which they stand; most: different ones in one of
 * them; first: the block of the first; known: before it. */
typedef struct { Ex *call, row; uint32_t sites, last_site, here, most, first; bool known; } Group;

typedef struct {
    Dtc *d; Flat *f; Dae *dae;
    uint32_t *owner;                       /* by Var: its block plus 1 */
    Group    *group;
    Map       group_of, at, names, image;  /* key -> group plus 1; Function -> with known row; names in use; of calls */
    Map       seen;                        /* look-ups that are in a group */
    uint32_t  site, named;
    Rewriter  rewriter;
    Block   **before;                      /* by block: vec of the blocks of new variables */
} Search;

static uint32_t table_function(const Function *f)
{
    uint32_t i = 0;
    while (i < NO_TABLE && (!f->external || strcmp(f->external, table_functions[i].look_up) != 0))
        i++;
    return i;
}

/* ---- functions with known row -------------------------------------------------------------------------- */

static Local *scalar(Dtc *d, Local *to, const char *name, TypeKind type, Causality causality)
{
    vec_push(&d->run, to, ((Local){ .name = name, .type = type, .n = 1, .causality = causality }));
    return to;
}

/* Is its derivative the one that the runtime has, or none? */
static bool usual_derivative(const Flat *f, const Function *of, uint32_t kind)
{
    const Derivative *by = of->derivative;
    if (!vec_len(by) || table_functions[kind].rate)
        return true;
    const Function *g = &f->function[by->function];
    uint32_t rate = table_function(g);
    if (!table_functions[kind].at || !strcmp(table_functions[kind].look_up, "dtc_table1_stairs"))
        return true;
    return rate < NO_TABLE && table_functions[rate].rate &&
           table_functions[rate].u == table_functions[kind].u && vec_len(by) == 1 && by->without[0] &&
           !by->without[table_functions[kind].u] && g->nin == of->nin + 1;
}

/* The function that does the same with the row known: (table, [column,] row, u, [rate of u]); stairs need no u. */
static uint32_t with_row(Search *s, uint32_t of)
{
    Dtc *d = s->d;
    uint32_t index = (uint32_t)map_get(&s->at, of);
    if (index)
        return index;
    Function f = s->f->function[of];
    uint32_t kind = table_function(&f), u = table_functions[kind].u;
    Function g = {
        .name = table_functions[kind].at, .external = table_functions[kind].at, .span = f.span, .nout = 1
    };
    for (uint32_t i = 0; i < u; i++)
        vec_push(&d->run, g.local, f.local[i]);
    g.local = scalar(d, g.local, "row", T_INT, C_INPUT);
    bool stairs = strcmp(f.external, "dtc_table1_stairs") == 0;
    for (uint32_t i = u; i < f.nin && !stairs; i++)
        vec_push(&d->run, g.local, f.local[i]);
    g.nin = vec_len(g.local);
    vec_push(&d->run, g.local, f.local[f.nin]);
    if (vec_len(f.derivative) && !table_functions[kind].rate && !stairs) {
        bool *without = NEW_N(&d->run, bool, g.nin), *constant = NEW_N(&d->run, bool, g.nin);
        Derivative by = { with_row(s, f.derivative->function), without, constant };
        for (uint32_t i = 0; i < g.nin; i++)
            by.without[i] = i != u + 1;
        vec_push(&d->run, g.derivative, by);
    }
    index = vec_len(s->f->function);
    vec_push(&d->run, s->f->function, g);
    map_set(&d->pass, &s->at, of, index);
    return index;
}

/* The row of a call's argument: arguments are those of the call. */
static Ex row_of(Search *s, uint32_t of, Ex table, Ex u)
{
    Dtc *d = s->d;
    uint64_t key = (uint64_t)1 << 32 | of;
    uint32_t index = (uint32_t)map_get(&s->at, key);
    if (!index) {
        Function f = { .name = "dtc_table_row",
                       .external = "dtc_table_row",
                       .span = s->f->function[of].span };
        vec_push(&d->run, f.local, s->f->function[of].local[0]);
        f.local = scalar(d, f.local, "u", T_REAL, C_INPUT);
        f.nin = vec_len(f.local);
        f.local = scalar(d, f.local, "row", T_INT, C_OUTPUT);
        f.nout = 1;
        index = vec_len(s->f->function);
        vec_push(&d->run, s->f->function, f);
        map_set(&d->pass, &s->at, key, index);
    }
    return ex_new(d, OP_CALL, T_INT, index, (const Ex[]){ table, u }, 2);
}

/* The function that keeps what it finds: (table, [column,] room, u ...). */
static void give_near(Search *s, uint32_t of)
{
    Dtc *d = s->d;
    const Function f = s->f->function[of];
    const uint32_t kind = table_function(&f);

    if (kind == NO_TABLE || !table_functions[kind].near)
        return;
    Function g = { .name = table_functions[kind].near,
                   .external = table_functions[kind].near,
                   .span = f.span,
                   .nin = f.nin + 1,
                   .nout = 1 };
    for (uint32_t i = 0; i <= f.nin; i++) {
        if (i == table_functions[kind].u)
            vec_push(&d->run, g.local,
                     ((Local){ .name = "near",
                               .type = T_REAL,
                               .n = table_functions[kind].room,
                               .room = true,
                               .causality = C_INPUT }));
        vec_push(&d->run, g.local, f.local[i]);
    }
    s->f->function[of].near = vec_len(s->f->function);
    vec_push(&d->run, s->f->function, g);
}

/* ---- which look-ups there are -------------------------------------------------------------------------- */

static bool is_turn(Op op) { return op == OP_SIN || op == OP_COS; }

/* In a table of numbers or parameters, by a function that keeps what it finds. */
static bool keeps(Search *s, Ex table, uint32_t function)
{
    if (!s->f->function[function].near)
        return false;
    Memo *m = memo_begin(s->d);
    const Rate rate = rates(s->d, s->dae, m, table);
    memo_end(s->d);
    return rate <= RATE_INIT;
}

static bool is_alone(Search *s, const ExNode *call, uint32_t kind)
{
    return !table_functions[kind].at || !usual_derivative(s->f, &s->f->function[call->payload], kind) ||
           keeps(s, call->arg[0], call->payload);
}

static uint64_t key_of(Search *s, Ex e, const ExNode *n)
{
    if (is_turn((Op)n->op))
        return (uint64_t)e << 32;
    if (n->op != OP_CALL)
        return 0;
    uint32_t kind = table_function(&s->f->function[n->payload]);
    if (kind == NO_TABLE)
        return 0;
    return is_alone(s, n, kind) ? (uint64_t)e << 32
                                : (uint64_t)n->arg[0] << 32 | n->arg[table_functions[kind].u];
}

/* Does e vary with time, and is it known before block b? */
static bool known_before(Search *s, uint32_t b, Ex root)
{
    Dtc *d = s->d;
    bool good = true;
    Memo *m = memo_begin(d);
    if (rates(d, s->dae, m, root) < RATE_TRANSITION)
        good = false;
    memo_end(d);
    m = memo_begin(d);
    memo_start(d, m, root);
    for (Ex e; good && (e = memo_next(d, m)) != 0; memo_set(m, e, (MemoValue){ .x = 0 })) {
        Op op = ex_op(d, e);
        Var v = ex_is_var(d, e);
        good = !op_keeps(op) && (!v || s->owner[v] != b + 1);
    }
    memo_end(d);
    return good;
}

static void note_call(Search *s, uint32_t b, Ex e)
{
    Dtc *d = s->d;
    const ExNode *n = ex(d, e);
    uint64_t key = key_of(s, e, n);
    if (!key)
        return;
    uint32_t index = (uint32_t)map_get(&s->group_of, key);
    if (!index) {
        vec_push(&d->pass, s->group, ((Group){ .first = b, .known = known_before(s, b, e) }));
        index = vec_len(s->group);
        map_set(&d->pass, &s->group_of, key, index);
    }
    Group *g = &s->group[index - 1];
    if (!map_get(&s->seen, e))
        vec_push(&d->pass, g->call, e);
    map_set(&d->pass, &s->seen, e, 1);
    if (g->last_site != s->site) {
        g->last_site = s->site;
        g->sites++;
        g->here = 0;
    }
    if (++g->here > g->most)
        g->most = g->here;
}

static void note_calls(Search *s, uint32_t block, Ex root)
{
    Dtc *d = s->d;
    Ex *call = NULL;
    s->site++;
    for (NodeWalk w = node_walk(d, root); node_next(&w);)
        if (ex_op(d, w.e) == OP_CALL || is_turn(ex_op(d, w.e)))
            vec_push(&d->pass, call, w.e);
    for (uint32_t i = 0; i < vec_len(call); i++)
        note_call(s, block, call[i]);
}

/* ---- what they become ---------------------------------------------------------------------------------- */

/* A variable with this value, computed before block b. */
static Ex make_variable(Search *s, uint32_t b, const char *stem, Ex value)
{
    Dtc *d = s->d;
    const char *name;
    do
        name = internf(d, "%s%u", stem, ++s->named);
    while (map_get(&s->names, KEY(name)));
    Block made = made_block(d, s->f, s->dae, name, value, s->dae->block[b].eq[0], (Block){ 0 });
    vec_push(&d->pass, s->before[b], made);
    s->dae->used[made.var[0]] = true;
    return ex_var(d, made.var[0]);
}

/* The row of a group, once: arguments are those of one of its calls. */
static Ex group_row(Search *s, Group *g, uint32_t of, Ex table, Ex u)
{
    if (g->row)
        return g->row;
    g->row = row_of(s, of, table, u);
    if (g->known && g->sites > 1)
        g->row = make_variable(s, g->first, "row", g->row);
    return g->row;
}

static Ex image(Search *s, Group *g, Ex call)
{
    Dtc *d = s->d;
    ExNode n = *ex(d, call);
    Ex *arg = NULL;
    for (uint32_t i = 0; i < n.n; i++)
        vec_push(&d->pass, arg, ex_rewrite(d, &s->rewriter, n.arg[i]));
    if (vec_len(g->call) == 1)
        return make_variable(s, g->first, "k", ex_new(d, (Op)n.op, (TypeKind)n.type, n.payload, arg, n.n));
    uint32_t u = table_functions[table_function(&s->f->function[n.payload])].u;
    Ex row = group_row(s, g, n.payload, arg[0], arg[u]);
    uint32_t at = with_row(s, n.payload), narg = s->f->function[at].nin;
    vec_push(&d->pass, arg, 0);
    memmove(arg + u + 1, arg + u, (n.n - u) * sizeof *arg);
    arg[u] = row;
    Ex with = ex_new(d, OP_CALL, (TypeKind)n.type, at, arg, narg);
    return with;
}

static Ex rewrite_call(Dtc *d, Ex e, void *data)
{
    Search *s = data;
    (void)d;
    return (Ex)map_get(&s->image, e);
}

typedef struct { Ex call; uint32_t group; } Member;

static int by_handle(const void *a, const void *b)
{
    Ex x = ((const Member *)a)->call, y = ((const Member *)b)->call;
    return x < y ? -1 : x > y;
}

/* Operands have lower handles than what reads them: look-ups within the argument of others come first. */
static bool share(Search *s)
{
    Member *member = NULL;
    for (uint32_t i = 0; i < vec_len(s->group); i++) {
        const Group *g = &s->group[i];
        if (g->most < 2 && (!g->known || g->sites < 2))
            continue;
        for (uint32_t k = 0; k < vec_len(g->call); k++)
            vec_push(&s->d->pass, member, ((Member){ g->call[k], i }));
    }
    if (!member)
        return false;
    qsort(member, vec_len(member), sizeof *member, by_handle);
    for (Var v = 1; v < vec_len(s->f->var); v++)
        map_set(&s->d->pass, &s->names, KEY(s->f->var[v].name), 1);
    s->rewriter = (Rewriter){ .fn = rewrite_call, .data = s };
    for (uint32_t i = 0; i < vec_len(member); i++)
        map_set(&s->d->pass, &s->image, member[i].call, image(s, &s->group[member[i].group], member[i].call));
    return true;
}

static void put_back(Search *s)
{
    Block *in = s->dae->block, *out = NULL;
    for (uint32_t i = 0; i < vec_len(in); i++) {
        for (BlockWalk w = block_walk(&in[i], IN_BLOCK); block_next(&w);)
            *w.e = ex_rewrite(s->d, &s->rewriter, *w.e);
        for (uint32_t k = 0; k < vec_len(s->before[i]); k++)
            vec_push(&s->d->run, out, s->before[i][k]);
        vec_push(&s->d->run, out, in[i]);
    }
    vec_drop(in);
    s->dae->block = out;
}

bool searches(Dtc *d, Flat *f, Dae *dae)
{
    Search s = { .d = d, .f = f, .dae = dae };
    for (uint32_t i = 1, n = vec_len(f->function); i < n && !d->opt.hybrid; i++)
        give_near(&s, i);
    s.owner = NEW_N(&d->pass, uint32_t, vec_len(f->var) + 1);
    s.before = NEW_N(&d->pass, Block *, vec_len(dae->block) + 1);
    for (uint32_t i = 0; i < vec_len(dae->block); i++) {
        const Block *b = &dae->block[i];
        for (uint32_t k = 0; k < block_makes(b); k++)
            s.owner[block_made(b, k)] = i + 1;
    }
    for (uint32_t i = 0; i < vec_len(dae->block); i++)
        for (BlockWalk w = block_walk(&dae->block[i], IN_BLOCK); block_next(&w);)
            note_calls(&s, i, *w.e);
    if (!share(&s))
        return false;
    put_back(&s);
    return true;
}
