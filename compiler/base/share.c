/* share.c - names for subexpressions that a text would repeat too often.
 *
 * An expression is a graph; its text is a tree, which may be larger by a power of two for each level. Where it would
 * have more than LONG nodes, subexpressions that are referred to more than once, and whose texts have SHORT nodes at
 * least, get names, operands first; the printer (print.c) writes a name for each of them.
 *
 * Cost: linear in the graph.
 */
#include "expr.h"

enum { SHORT = 16, LONG = 2000 };

/* Nodes of the text, named ones counted once. */
static double text_size(Dtc *d, const Memo *m, const Shared *s, Ex x)
{
    double n = 1;

    if (map_get(&s->name, x))
        return 1;
    for (uint32_t i = 0; i < ex_narg(d, x); i++)
        n += memo_has(m, ex_arg(d, x, i)) ? m->value[ex_arg(d, x, i)].x : 1;
    return n;
}

static double size_of(Dtc *d, const Shared *s, Ex root, Map *references)
{
    Memo *m = memo_begin(d);

    memo_start(d, m, root);
    for (Ex x; (x = memo_next(d, m)) != 0; memo_set(m, x, (MemoValue){ .x = text_size(d, m, s, x) }))
        for (uint32_t i = 0; i < ex_narg(d, x) && references; i++)
            map_set(&d->pass, references, ex_arg(d, x, i), map_get(references, ex_arg(d, x, i)) + 1);
    memo_end(d);
    return m->value[root].x;
}

/* Events, and what is no number, stay where they are. */
static bool can_be_named(const ExNode *n, bool jumping)
{
    return n->type == T_REAL && n->op != OP_ARRAY && n->op != OP_CALL && n->op != OP_OUT && !jumping;
}

static bool jumps(Dtc *d, const Map *jumping, Ex x)
{
    bool is = ex_op(d, x) == OP_IF || (op_info[ex_op(d, x)].is & OP_JUMPS) != 0;

    for (uint32_t i = 0; i < ex_narg(d, x); i++)
        is |= map_get(jumping, ex_arg(d, x, i)) != 0;
    return is;
}

void ex_share(Dtc *d, Shared *s, Ex root, bool events)
{
    Map references = { 0 }, jumping = { 0 };

    if (!root || !(size_of(d, s, root, &references) > LONG))
        return;
    Memo *m = memo_begin(d);
    memo_start(d, m, root);
    for (Ex x; (x = memo_next(d, m)) != 0;) {
        double size = text_size(d, m, s, x);
        bool jumping_too = events && jumps(d, &jumping, x);
        if (jumping_too)
            map_set(&d->pass, &jumping, x, 1);
        if (size >= SHORT && map_get(&references, x) > 1 && can_be_named(ex(d, x), jumping_too)) {
            vec_push(&d->pass, s->list, x);
            map_set(&d->pass, &s->name, x, KEY(internf(d, "%s.%u", s->prefix, vec_len(s->list))));
            size = 1;
        }
        memo_set(m, x, (MemoValue){ .x = size });
    }
    memo_end(d);
}

void ex_use_names(Dtc *d, const Shared *s) { ex_table(d)->shared = s; }
