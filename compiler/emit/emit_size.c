/* emit_size.c - sizes of slips: what a slip would be if all terms of which it is made added up without their signs.
 *
 * Times the rounding of a number that bounds what rounding makes of the slip (running error analysis; Higham,
 * Accuracy and Stability of Numerical Algorithms, section 3.3); the switching law takes no slip below it for motion.
 *
 * The size of a sum is the sum of the sizes, that of a product the product; variables that blocks compute before the
 * law decides are followed down to states, parameters and unknowns of systems, and these, and functions, have the
 * size of their value.
 *
 * Cost: linear in the expressions of the blocks from which slips are made. Requires: blocks torn and staged.
 */
#include "emit.h"
#include "expr.h"
#include "sort.h"

typedef struct { Emitter *e; Map of; } Sizes; /* of: by root of a variable that a block assigns, its size */

static Ex absolute(Dtc *d, Ex x) { return ex_un(d, OP_ABS, x); }

static Ex size_of_var(Sizes *s, Ex x)
{
    bool negated;
    Ex size = (Ex)map_get(&s->of, root_of(s->e->f, ex_is_var(s->e->d, x), &negated));

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
    case OP_NEG: case OP_ABS: case OP_NOEVENT: return m->value[a].ex.a;
    case OP_SMOOTH: return m->value[b].ex.a;
    case OP_ADD: case OP_SUB: return ex_bin(d, OP_ADD, m->value[a].ex.a, m->value[b].ex.a);
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

/* Variables of blocks other than `index` from which the slips come. */
static Map needed(Emitter *e, const Ex *slip, uint32_t m, uint32_t index)
{
    Map wanted = { 0 };
    Var *vars = NULL;
    bool negated;

    for (uint32_t i = 0; i < m; i++)
        ex_vars(e->d, slip[i], &vars);
    for (uint32_t b = index;; b--) {
        const Block *k = &e->dae->block[b];
        for (uint32_t i = b < index ? vec_len(k->inner) : 0; i > 0; i--) {
            for (uint32_t q = 0; q < vec_len(vars); q++)
                map_set(&e->d->pass, &wanted, root_of(e->f, vars[q], &negated), 1);
            vec_clear(vars);
            if (map_get(&wanted, root_of(e->f, k->inner[i - 1].v, &negated)))
                ex_vars(e->d, k->inner[i - 1].value, &vars);
        }
        if (b == 0)
            return wanted;
    }
}

void emit_size(Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    uint32_t m = block_m(b);
    Sizes s = { e, { 0 } };
    Ex *size = NULL;
    bool negated;

    for (uint32_t i = 0; i < m; i++)
        vec_push(&e->d->pass, size, var_value(e->d, e->f, e->f->sw[b->sw[i]].s));
    Map wanted = needed(e, size, m, index);
    for (uint32_t k = 0; k < index; k++)
        for (uint32_t i = 0; i < vec_len(e->dae->block[k].inner); i++) {
            const Assign *a = &e->dae->block[k].inner[i];
            Var root = root_of(e->f, a->v, &negated);
            if (e->f->var[root].type == T_REAL && map_get(&wanted, root))
                map_set(&e->d->pass, &s.of, root, size_of(&s, a->value));
        }
    for (uint32_t i = 0; i < m; i++)
        size[i] = size_of(&s, size[i]);
    put(e, "\n/* Slips as their terms add up without their signs. */\n");
    put(e, "static void size_%u(%s *m)\n{\n", index, e->model);
    e->indent = 1;
    temps_begin(e, size, m);
    for (uint32_t i = 0; i < m; i++) {
        indented(e);
        put(e, "m->law_%u.size[%u] = ", index, i);
        put_ex(e, size[i]);
        put(e, ";\n");
    }
    temps_end(e);
    put(e, "}\n");
    e->indent = 0;
}
