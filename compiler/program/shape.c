/* shape.c - statements up to the places at which repeats may differ: two have the same shape if one becomes the other
 * when variables are replaced by others of their families, and numbers by other numbers.
 *
 * A shape is a hash of 64 bits of operators, types, families, signs of aliases and all else that a place is not; its
 * places are listed in the order in which a walk over the tree meets them. An expression of more than NODES nodes is
 * like no other. Numbers are places where C has them as they are: no exponents, no Integer operands.
 *
 * Cost: linear in the trees, bounded by NODES each.
 */
#include "roll.h"

enum { NODES = 400 };

/* Where an expression stands. */
typedef enum { OPERAND, WHOLE, SUBSCRIPT, EXPONENT } Where;

static void mix(Shapes *s, uint64_t x)
{
    s->hash = (s->hash ^ x) * 0x9e3779b97f4a7c15ULL;
    s->hash ^= s->hash >> 29;
}

static Where where_of(Op op, uint32_t i)
{
    return op == OP_OBJ ? SUBSCRIPT : op == OP_POW && i == 1 ? EXPONENT : OPERAND;
}

/* In single precision a quotient of two numbers is divided there. */
static bool is_number_place(const Shapes *s, Ex x, Where where)
{
    Dtc *d = s->e->d;
    Rational r;

    if (ex_op(d, x) != OP_NUM || where == EXPONENT)
        return false;
    if (ex_type(d, x) != T_REAL)
        return where == WHOLE || where == SUBSCRIPT;
    return !d->opt.single || !ex_is_quotient(d, x, &r);
}

/* A variable that may be another one of its family, or element of its array, elsewhere. */
static bool is_variable_place(const Shapes *s, Ex x, Place *p)
{
    const Emitter *e = s->e;
    Var v = ex_is_var(e->d, x);
    bool negated = false;

    if (!v)
        return false;
    *p = (Place){ .x = x, .root = root_of(e->f, v, &negated) };
    p->negated = negated;
    return s->f->of[p->root] || e->store->array_whole[e->f->var[p->root].array];
}

/* ---- the shape ----------------------------------------------------------------------------------------- */

static void variable(Shapes *s, const Place *p)
{
    const Emitter *e = s->e;
    uint32_t array = e->f->var[p->root].array;

    mix(s, s->any & ANY_SIGN ? 2 : p->negated);
    if (!(s->any & ANY_NAME))
        mix(s, s->f->of[p->root] ? s->f->of[p->root] : (uint64_t)array << 32);
}

static void object(Shapes *s, Obj o)
{
    for (uint32_t i = 0; i < vec_len(s->declared); i++)
        if (s->declared[i] == o) {
            mix(s, ~(uint64_t)i);
            return;
        }
    mix(s, o);
}

static void expression(Shapes *s, Ex x, Where where)
{
    Dtc *d = s->e->d;
    Place p = { .x = x };

    if (!x || ++s->nodes > NODES) {
        mix(s, x ? ++s->large : 1);
        return;
    }
    ExNode n = *ex(d, x);
    if (s->any & ANY_SIGN && n.op == OP_NEG) {
        expression(s, n.arg[0], where);
        return;
    }
    mix(s,
        (n.op == OP_SUB && s->any & ANY_SIGN ? OP_ADD : n.op) | (uint64_t)n.type << 8 | (uint64_t)n.n << 16);
    if (is_number_place(s, x, where) || is_variable_place(s, x, &p)) {
        vec_push(&d->pass, s->place, p);
        if (p.root)
            variable(s, &p);
        return;
    }
    if (n.op == OP_OBJ)
        object(s, n.payload);
    else if (op_keeps((Op)n.op) || (n.op == OP_NUM && !(s->any & ANY_NUMBER)))
        mix(s, x);
    else if (n.op != OP_NUM)
        mix(s, n.payload);
    for (uint32_t i = 0; i < n.n && !op_keeps((Op)n.op); i++)
        expression(s, n.arg[i], where_of((Op)n.op, i));
}

static void declare(Shapes *s, Ex local)
{
    const Object *o = object_of(s->e->program, local);

    vec_push(&s->e->d->pass, s->declared, ex(s->e->d, local)->payload);
    mix(s, o->type | (uint64_t)o->n << 8);
    mix(s, o->most);
    if (o->law)
        expression(s, o->law, OPERAND);
}

/* What is set with the other sign is no place: its value would have to be another expression. */
static bool is_negated(const Shapes *s, Ex to)
{
    Place p;
    return to && is_variable_place(s, to, &p) && p.negated;
}

static void statement(Shapes *s, const Statement *t)
{
    if (t->kind == DO_NOTE)
        return;
    mix(s, t->kind | (uint64_t)t->op << 8 | (uint64_t)t->decides << 32 | (uint64_t)t->negated << 33 |
               (uint64_t)t->shared << 34);
    mix(s, (uint64_t)t->kernel << 32 | t->fn);
    if (t->kind == DO_LOOP)
        declare(s, t->to);
    for (uint32_t i = 0; i < vec_len(t->local); i++)
        declare(s, t->local[i]);
    if (is_negated(s, t->to) && !(s->any & ANY_SIGN))
        mix(s, t->to);
    else
        expression(s, t->to, OPERAND);
    expression(s, t->value, t->kind == DO_SET ? WHOLE : OPERAND);
    expression(s, t->count, OPERAND);
    for (uint32_t i = 0; i < vec_len(t->arg); i++)
        expression(s, t->arg[i], OPERAND);
    for (uint32_t i = 0; i < vec_len(t->body); i++)
        statement(s, &t->body[i]);
    mix(s, vec_len(t->other));
    for (uint32_t i = 0; i < vec_len(t->other); i++)
        statement(s, &t->other[i]);
}

uint64_t statement_shape(Shapes *s, const Statement *t)
{
    s->hash = s->nodes = 0;
    vec_clear(s->declared);
    statement(s, t);
    return s->hash;
}

/* ---- a statement of that shape, with other places ------------------------------------------------------ */

static Ex image(Shapes *s, Ex x, Where where)
{
    Dtc *d = s->e->d;
    Place p;
    bool changed = false;

    if (!x)
        return 0;
    if (is_number_place(s, x, where) || is_variable_place(s, x, &p)) {
        Ex by = s->image[s->next++];
        return by ? by : x;
    }
    ExNode n = *ex(d, x);
    if (n.n == 0 || op_keeps((Op)n.op))
        return x;
    Ex *arg = NEW_N(&d->pass, Ex, n.n);
    for (uint32_t i = 0; i < n.n; i++) {
        arg[i] = image(s, n.arg[i], where_of((Op)n.op, i));
        changed |= arg[i] != n.arg[i];
    }
    return changed ? ex_new(d, (Op)n.op, (TypeKind)n.type, n.payload, arg, n.n) : x;
}

static Statement *images(Shapes *s, const Statement *body)
{
    Statement *out = NULL;

    for (uint32_t i = 0; i < vec_len(body); i++)
        vec_push(&s->e->d->run, out, reshaped(s, &body[i]));
    return out;
}

Statement reshaped(Shapes *s, const Statement *t)
{
    Statement u = *t;

    if (t->kind == DO_NOTE)
        return u;
    u.to = is_negated(s, t->to) ? t->to : image(s, t->to, OPERAND);
    u.value = image(s, t->value, t->kind == DO_SET ? WHOLE : OPERAND);
    u.count = image(s, t->count, OPERAND);
    u.arg = NULL;
    for (uint32_t i = 0; i < vec_len(t->arg); i++)
        vec_push(&s->e->d->run, u.arg, image(s, t->arg[i], OPERAND));
    u.body = images(s, t->body);
    u.other = images(s, t->other);
    return u;
}
