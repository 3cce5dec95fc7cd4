/* untaken.c - the type of an expression that is never evaluated: the element of a comprehension without elements.
 *
 * By its form alone: what is not known by it (functions, names that only iterators give a meaning) counts as Real, as
 * an empty array does that has no type. Cost: linear in the expression.
 */
#include <string.h>
#include "lower.h"

static Val type_of(TypeKind type) { return (Val){ .type = type }; }

static Val either(Val a, Val b)
{
    bool numbers = (a.type == T_REAL || a.type == T_INT) && (b.type == T_REAL || b.type == T_INT);
    return numbers ? type_of(a.type == T_INT && b.type == T_INT ? T_INT : T_REAL) : a;
}

/* Of a range with a Real number in it Real, else Integer. */
static Val type_of_iterator(const Expr *range)
{
    for (uint32_t i = 0; range && range->kind == E_RANGE && i < vec_len(range->arg); i++)
        if (range->arg[i]->kind == E_NUM && !range->arg[i]->is_int)
            return type_of(T_REAL);
    return type_of(T_INT);
}

/* A declared variable, whatever its subscripts; iter: the iterators, NULL: none. */
static Val type_of_name(Dtc *d, Scope s, const Expr *e, const Iter *iter)
{
    Expr whole = *e;
    Val v;

    for (uint32_t i = 0; i < vec_len(iter) && vec_len(e->part) == 1; i++)
        if (strcmp(iter[i].name, e->part[0].name) == 0)
            return type_of_iterator(iter[i].range);
    whole.part = NULL;
    for (uint32_t i = 0; i < vec_len(e->part); i++)
        vec_push(&d->pass, whole.part, ((Part){ e->part[i].name, NULL, e->part[i].span }));
    lower_state(d)->shapes++;
    bool known = lower(d, s, &whole, &v);
    lower_state(d)->shapes--;
    return known && v.type != T_RECORD ? (Val){ .type = v.type, .cls = v.cls } : type_of(T_REAL);
}

/* Of an operator or predefined function: first and second are those of its operands (second: as first, if it has one).
 */
static Val type_of_result(Op op, Val first, Val second)
{
    switch ((TypeRule)op_info[op].type) {
    case TYPE_BOOL: return type_of(T_BOOL);
    case TYPE_INT: return type_of(T_INT);
    case TYPE_STRING: return type_of(T_STRING);
    case TYPE_SAME: return either(first, second);
    case TYPE_REAL: break;
    }
    return type_of(T_REAL);
}

static Val type_of_call(Dtc *d, Scope s, const Expr *e, const Iter *iter)
{
    const Builtin *b = vec_len(e->part) == 1 ? builtin_find(e->part[0].name) : NULL;
    Val a = type_of(T_REAL), second;
    if (!b)
        return a;
    bool same = op_info[b->op].type == TYPE_SAME;
    if (same && vec_len(e->arg) > 0)
        a = element_type(d, s, e->arg[0], iter);
    second = same && vec_len(e->arg) > 1 ? element_type(d, s, e->arg[1], iter) : a;
    return type_of_result(b->op, a, second);
}

Val element_type(Dtc *d, Scope s, const Expr *e, const Iter *iter)
{
    switch (e->kind) {
    case E_NUM: return type_of(e->is_int ? T_INT : T_REAL);
    case E_STR: return type_of(T_STRING);
    case E_BOOL: return type_of(T_BOOL);
    case E_REF: return type_of_name(d, s, e, iter);
    case E_CALL: return vec_len(e->iter) ? type_of(T_REAL) : type_of_call(d, s, e, iter);
    case E_UNARY: return element_type(d, s, e->arg[0], iter);
    case E_IF:
        return either(element_type(d, s, e->arg[1], iter),
                      element_type(d, s, e->arg[vec_len(e->arg) - 1], iter));
    case E_RANGE: return either(element_type(d, s, e->arg[0], iter), element_type(d, s, e->arg[1], iter));
    case E_BINARY:
        return type_of_result(e->op, element_type(d, s, e->arg[0], iter),
                              element_type(d, s, e->arg[1], iter));
    case E_TUPLE:
        return vec_len(e->arg) == 1 && e->arg[0] ? element_type(d, s, e->arg[0], iter) : type_of(T_REAL);
    case E_ARRAY:
    case E_MATRIX:
    case E_COLON:
    case E_END: break;
    }
    return type_of(T_REAL);
}
