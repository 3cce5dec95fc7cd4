/* size.c - sizes of slips: what a slip would be if all terms of which it is made added up without their signs.
 *
 * Times the rounding of a number that bounds what rounding makes of the slip (running error analysis; Higham,
 * Accuracy and Stability of Numerical Algorithms, section 3.3); the switching law takes no slip below it for motion.
 *
 * The size of a sum is the sum of the sizes, that of a product the product; variables that blocks compute before the
 * law decides are followed down to states, parameters and unknowns of systems, and these, and functions, have the
 * size of their value.
 *
 * Cost: for each law, linear in the expressions from which its slips are made. Requires: blocks torn and staged.
 */
#include <stdlib.h>
#include "blocks.h"
#include "expr.h"
#include "sort.h"

/* What blocks assign, in order; by root, 1 + its place there; by block, how many before it. */
typedef struct Assigned { const Assign **assign; uint32_t *place, *before; } Assigned;

typedef struct { const Emitter *e; Map of; } Sizes; /* of: by root of a variable that a block assigns, its size */

static Ex absolute(Dtc *d, Ex x) { return ex_un(d, OP_ABS, x); }

static Ex size_of_var(Sizes *s, Ex x)
{
    Ex size = (Ex)map_get(&s->of, root(s->e->of, ex_is_var(s->e->d, x)));

    return size ? size : absolute(s->e->d, x);
}

static Ex size_of_node(Sizes *s, const Memo *m, Ex x)
{
    Dtc *d = s->e->d;
    const ExNode *n = ex(d, x);
    Ex a = n->n > 0 ? n->arg[0] : 0, b = n->n > 1 ? n->arg[1] : 0;

    if (n->type != T_REAL)
        return x;
    switch (n->op) {
    case OP_VAR: return size_of_var(s, x);
    case OP_NEG:
    case OP_ABS:
    case OP_NOEVENT: return m->value[a].ex.a;
    case OP_SMOOTH: return m->value[b].ex.a;
    case OP_ADD:
    case OP_SUB: return ex_bin(d, OP_ADD, m->value[a].ex.a, m->value[b].ex.a);
    case OP_MUL: return ex_bin(d, OP_MUL, m->value[a].ex.a, m->value[b].ex.a);
    case OP_DIV: return ex_bin(d, OP_DIV, m->value[a].ex.a, absolute(d, b));
    case OP_IF: return ex_if(d, a, m->value[b].ex.a, m->value[n->arg[2]].ex.a);
    default: return absolute(d, x);
    }
}

static Ex size_of(Sizes *s, Ex root)
{
    Dtc *d = s->e->d;
    Memo *m = memo_begin(d);

    memo_start(d, m, root);
    for (Ex x; (x = memo_next(d, m)) != 0;)
        memo_set(m, x, (MemoValue){ .ex = { size_of_node(s, m, x), 0 } });
    Ex size = m->value[root].ex.a;
    memo_end(d);
    return size;
}

/* What blocks assign, in order, and where it stands: once for all laws. */
Assigned *number_assignments(const Emitter *e)
{
    Arena *a = &e->d->run;
    uint32_t blocks = vec_len(e->dae->block);
    Assigned *all = NEW(a, Assigned);

    all->place = NEW_N(a, uint32_t, vec_len(e->f->var) + 1);
    all->before = NEW_N(a, uint32_t, blocks + 1);
    for (uint32_t k = 0; k < blocks; k++) {
        const Block *b = &e->dae->block[k];
        all->before[k] = vec_len(all->assign);
        for (uint32_t i = 0; i < vec_len(b->inner); i++) {
            vec_push(a, all->assign, &b->inner[i]);
            all->place[root(e->of, b->inner[i].v)] = vec_len(all->assign);
        }
    }
    return all;
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Numbers of the assignments of blocks before `index` from which the slips come, ascending. */
static uint32_t *needed(const Emitter *e, const Assigned *all, const Ex *slip, uint32_t m, uint32_t index)
{
    Arena *a = &e->d->pass;
    uint32_t *found = NULL;
    Map seen = { 0 };
    Var *vars = NULL;

    for (uint32_t i = 0; i < m; i++)
        ex_vars(e->d, slip[i], &vars);
    while (vec_len(vars)) {
        uint32_t k = all->place[root(e->of, vec_pop(vars))];
        if (k == 0 || k > all->before[index] || map_get(&seen, k))
            continue;
        map_set(a, &seen, k, 1);
        vec_push(a, found, k - 1);
        ex_vars(e->d, all->assign[k - 1]->value, &vars);
    }
    if (found)
        qsort(found, vec_len(found), sizeof *found, ascending);
    return found;
}

void build_size(const Emitter *e, const Assigned *all, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    Program *p = e->program;
    uint32_t m = block_m(b);
    Sizes s = { e, { 0 } };
    Ex *size = NULL;

    for (uint32_t i = 0; i < m; i++)
        vec_push(&e->d->pass, size, var_value(e->d, e->f, law_slip(&e->f->sw[b->sw[i]])));
    uint32_t *wanted = needed(e, all, size, m, index);
    for (uint32_t i = 0; i < vec_len(wanted); i++) {
        const Assign *a = all->assign[wanted[i]];
        Var v = root(e->of, a->v);
        if (e->f->var[v].type == T_REAL)
            map_set(&e->d->pass, &s.of, v, size_of(&s, a->value));
    }
    function_begin(p, FN_size, index, "Slips as their terms add up without their signs.");
    do_shared(p);
    for (uint32_t i = 0; i < m; i++)
        do_set(p, elem(p, member(e->program, AT_law_size, index), i), size_of(&s, size[i]));
    do_end(p);
    const Torn t = torn_block(e, b, index, false);
    do_whole(&t);
    function_end(p);
}
