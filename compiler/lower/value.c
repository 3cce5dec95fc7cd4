/* value.c - values of expressions: arrays of flat scalars of any rank, and records of them.
 *
 * A scalar has no dimensions and one element. A record has no elements of its own, only fields, each with the record's
 * dimensions in front of the field's. Everything lives in d->pass, except for what val_keep() copies. Cost: linear in
 * the elements made.
 */
#include <string.h>
#include "expr.h"
#include "body.h"

static uint32_t count(uint32_t ndim, const uint32_t *dim)
{
    uint32_t n = 1;
    for (uint32_t i = 0; i < ndim; i++)
        n *= dim[i];
    return n;
}

bool room_for_array(Dtc *d, Scope s, Span at, uint32_t ndim, const uint32_t *dim)
{
    uint64_t n = 1;
    if (ndim > MAX_DIM)
        return FAIL(d, s, at, "an array has at most %d dimensions, this one has %u", MAX_DIM, ndim);
    for (uint32_t i = 0; i < ndim; i++) {
        n *= dim[i];
        if (n > MAX_ELEMENTS)
            return FAIL(d, s, at, "an array of size %s is too large: at most %d elements",
                        dims_text(d, ndim, dim), MAX_ELEMENTS);
    }
    return true;
}

Val val_new(Dtc *d, TypeKind t, Class *cls, uint32_t ndim, const uint32_t *dim)
{
    Val v = { .type = t, .cls = cls, .ndim = ndim, .n = count(ndim, dim) };
    if (ndim)
        memcpy(v.dim, dim, ndim * sizeof *dim);
    if (t != T_RECORD)
        v.e = NEW_N(&d->pass, Ex, v.n);
    return v;
}

Val val_scalar(Dtc *d, TypeKind t, Ex e)
{
    Val v = val_new(d, t, NULL, 0, NULL);
    v.e[0] = e;
    return v;
}

Val  val_like(Dtc *d, const Val *shape, TypeKind t) { return val_new(d, t, NULL, shape->ndim, shape->dim); }
bool val_is_array(const Val *v, uint32_t ndim)      { return v->ndim == ndim && v->type != T_RECORD; }
bool is_numeric(TypeKind t)                         { return t == T_REAL || t == T_INT; }

bool val_same_shape(const Val *a, const Val *b)
{
    return a->ndim == b->ndim && (a->ndim == 0 || memcmp(a->dim, b->dim, a->ndim * sizeof *a->dim) == 0);
}

/* ---- texts --------------------------------------------------------------------------------------------- */

const char *dims_text(Dtc *d, uint32_t ndim, const uint32_t *dim)
{
    const char *text = "";
    for (uint32_t i = 0; i < ndim; i++)
        text = internf(d, "%s%s%u", text, i ? ", " : "[", dim[i]);
    return ndim ? internf(d, "%s]", text) : "";
}

const char *type_text(TypeKind t, const Class *cls)
{
    switch (t) {
    case T_REAL: return "Real";
    case T_INT: return "Integer";
    case T_BOOL: return "Boolean";
    case T_STRING: return "String";
    case T_ENUM: return cls ? cls->name : "enumeration";
    case T_RECORD: return cls ? cls->name : "record";
    default: return "a component";
    }
}

const char *val_text(Dtc *d, const Val *v)
{
    return internf(d, "%s%s", type_text(v->type, v->cls), dims_text(d, v->ndim, v->dim));
}

const char *string_of(Dtc *d, Ex e) { return ex_op(d, e) == OP_STR ? d->ex->str[ex(d, e)->payload] : NULL; }

/* ---- conversion ---------------------------------------------------------------------------------------- */

void val_convert(Dtc *d, Val *v, TypeKind t)
{
    if (v->type != T_INT || t != T_REAL)
        return;
    Ex *real = NEW_N(&d->pass, Ex, v->n);
    for (uint32_t i = 0; i < v->n; i++)
        real[i] = ex_un(d, OP_REAL, v->e[i]);
    v->type = T_REAL;
    v->e = real;
}

Val *val_field(const Val *v, const char *name)
{
    for (uint32_t i = 0; i < v->nfield; i++)
        if (v->field_name[i] == name)
            return &v->field[i];
    return NULL;
}

/* Gives b the fields of a, in a's order. */
static bool unify_records(Dtc *d, Val *a, Val *b)
{
    if (a->nfield != b->nfield)
        return false;
    Val *fa = NEW_N(&d->pass, Val, a->nfield), *fb = NEW_N(&d->pass, Val, a->nfield);
    for (uint32_t i = 0; i < a->nfield; i++) {
        const Val *f = val_field(b, a->field_name[i]);
        if (!f)
            return false;
        fa[i] = a->field[i];
        fb[i] = *f;
        if (!val_unify(d, &fa[i], &fb[i]))
            return false;
    }
    a->field = fa;
    b->field = fb;
    b->field_name = a->field_name;
    return true;
}

bool val_unify(Dtc *d, Val *a, Val *b)
{
    if (a->type == T_RECORD && b->type == T_RECORD)
        return unify_records(d, a, b);
    if (a->type == T_ENUM && b->type == T_ENUM)
        return a->cls == b->cls;
    if (a->type == T_REAL)
        val_convert(d, b, T_REAL);
    if (b->type == T_REAL)
        val_convert(d, a, T_REAL);
    return a->type == b->type;
}

/* ---- building ------------------------------------------------------------------------------------------ */

static Val same_record(Dtc *d, const Val *v, uint32_t ndim, const uint32_t *dim)
{
    Val r = val_new(d, T_RECORD, v->cls, ndim, dim);
    r.nfield = v->nfield;
    r.field_name = v->field_name;
    r.field = NEW_N(&d->pass, Val, v->nfield);
    return r;
}

Val val_stack(Dtc *d, const Val *part, uint32_t n)
{
    uint32_t dim[MAX_DIM] = { n };
    const Val *p = &part[0];
    uint32_t ndim = p->ndim < MAX_DIM ? p->ndim + 1 : MAX_DIM;
    for (uint32_t i = 1; i < ndim; i++)
        dim[i] = p->dim[i - 1];
    if (p->type == T_RECORD) {
        Val r = same_record(d, p, ndim, dim), *column = NEW_N(&d->pass, Val, n);
        for (uint32_t f = 0; f < p->nfield; f++) {
            for (uint32_t i = 0; i < n; i++)
                column[i] = part[i].field[f];
            r.field[f] = val_stack(d, column, n);
        }
        return r;
    }
    Val v = val_new(d, p->type, p->cls, ndim, dim);
    for (uint32_t i = 0; i < n && p->n; i++)
        memcpy(v.e + (size_t)i * p->n, part[i].e, p->n * sizeof(Ex));
    return v;
}

void val_split(Dtc *d, Val *v, uint32_t ndim, const uint32_t *dim)
{
    uint32_t rest = v->ndim - 1;
    memmove(v->dim + ndim, v->dim + 1, rest * sizeof *dim);
    memcpy(v->dim, dim, ndim * sizeof *dim);
    v->ndim = ndim + rest;
    if (!v->nfield)
        return;
    Val *field = NEW_N(&d->pass, Val, v->nfield);
    for (uint32_t f = 0; f < v->nfield; f++) {
        field[f] = v->field[f];
        val_split(d, &field[f], ndim, dim);
    }
    v->field = field;
}

Val val_fill(Dtc *d, const Val *v, uint32_t ndim, const uint32_t *dim)
{
    uint32_t full[MAX_DIM] = { 0 }, n = 0, times = count(ndim, dim);
    for (uint32_t i = 0; i < ndim && n < MAX_DIM; i++)
        full[n++] = dim[i];
    for (uint32_t i = 0; i < v->ndim && n < MAX_DIM; i++)
        full[n++] = v->dim[i];
    if (v->type == T_RECORD) {
        Val r = same_record(d, v, n, full);
        for (uint32_t f = 0; f < v->nfield; f++)
            r.field[f] = val_fill(d, &v->field[f], ndim, dim);
        return r;
    }
    Val r = val_new(d, v->type, v->cls, n, full);
    for (uint32_t i = 0; i < times && v->n; i++)
        memcpy(r.e + (size_t)i * v->n, v->e, v->n * sizeof(Ex));
    return r;
}

Val val_keep(Arena *to, const Val *v)
{
    Val r = *v;
    if (v->e) {
        r.e = NEW_N(to, Ex, v->n);
        if (v->n)
            memcpy(r.e, v->e, v->n * sizeof(Ex));
    }
    if (v->nfield) {
        r.field = NEW_N(to, Val, v->nfield);
        const char **name = NEW_N(to, const char *, v->nfield);
        for (uint32_t i = 0; i < v->nfield; i++) {
            r.field[i] = val_keep(to, &v->field[i]);
            name[i] = v->field_name[i];
        }
        r.field_name = name;
    }
    return r;
}

/* ---- subscripts ---------------------------------------------------------------------------------------- */

static uint32_t sub_count(const Sub *s, uint32_t dim)
{
    return s->kind == SUB_ALL ? dim : s->kind == SUB_LIST ? s->n : 1;
}

static uint32_t sub_at(const Sub *s, uint32_t k)
{
    return s->kind == SUB_ALL ? k : s->kind == SUB_LIST ? s->list[k] : s->kind == SUB_ONE ? s->one : 0;
}

/* index <= bound; an index that is one of two literals, as of a Boolean, gives its condition. */
static Ex at_most(Dtc *d, Ex index, uint32_t bound)
{
    Ex limit = ex_int(d, bound);
    if (ex_op(d, index) != OP_IF || !ex_is_num(d, ex_arg(d, index, 1), NULL) ||
        !ex_is_num(d, ex_arg(d, index, 2), NULL))
        return ex_bin(d, OP_LE, index, limit);
    return ex_if(d, ex_arg(d, index, 0), ex_bin(d, OP_LE, ex_arg(d, index, 1), limit),
                 ex_bin(d, OP_LE, ex_arg(d, index, 2), limit));
}

/* One of e[0], e[stride], ...: number index (from 1). A tree of comparisons of depth log n. */
static Ex choose(Dtc *d, const Ex *e, uint32_t stride, uint32_t lo, uint32_t hi, Ex index)
{
    if (hi - lo == 1)
        return e[(size_t)lo * stride];
    uint32_t mid = lo + (hi - lo) / 2;
    return ex_if(d, at_most(d, index, mid), choose(d, e, stride, lo, mid, index),
                 choose(d, e, stride, mid, hi, index));
}

/* Element e of a whole array of a function's local, with subscripts that vary put in their place. */
static Ex vary_index(Dtc *d, Ex e, const Sub *sub)
{
    const ExNode *node = ex(d, e);
    Ex arg[MAX_DIM] = { 0 };
    for (uint32_t i = 0; i < node->n; i++)
        arg[i] = sub[i].kind == SUB_EX ? sub[i].index : node->arg[i];
    return ex_new(d, OP_INDEX, (TypeKind)node->type, node->payload, arg, node->n);
}

/* Is v an array whose element [i, j] is INDEX of one local with subscripts i, j? */
bool val_is_local(Dtc *d, const Val *v)
{
    uint32_t at[MAX_DIM] = { 0 };
    if (v->n == 0 || v->ndim == 0)
        return false;
    uint32_t payload = ex(d, v->e[0])->payload;
    for (uint32_t k = 0; k < v->n; k++) {
        const ExNode *node = ex(d, v->e[k]);
        if (node->op != OP_INDEX || node->payload != payload || node->n != v->ndim)
            return false;
        for (uint32_t i = 0; i < v->ndim; i++) {
            double x;
            if (!ex_is_num(d, node->arg[i], &x) || x != at[i] + 1.0)
                return false;
        }
        for (uint32_t i = v->ndim; i-- > 0 && ++at[i] == v->dim[i];)
            at[i] = 0;
    }
    return true;
}

/* Elements of v under the subscripts of all dimensions; those that vary count as SUB_ALL, or as the first where
 * `fixed`. */
static Val pick(Dtc *d, const Val *v, const Sub *sub, bool fixed)
{
    uint32_t dim[MAX_DIM] = { 0 }, ndim = 0, at[MAX_DIM] = { 0 }, number[MAX_DIM], total = 1;
    Sub use[MAX_DIM];
    for (uint32_t i = 0; i < v->ndim; i++) {
        use[i] = sub[i];
        if (sub[i].kind == SUB_EX && !fixed)
            use[i].kind = SUB_ALL;
        number[i] = sub_count(&use[i], v->dim[i]);
        total *= number[i];
        if (use[i].kind == SUB_ALL || use[i].kind == SUB_LIST)
            dim[ndim++] = number[i];
    }
    Val r = val_new(d, v->type, v->cls, ndim, dim);
    for (uint32_t k = 0; k < total; k++) {
        size_t offset = 0;
        for (uint32_t i = 0; i < v->ndim; i++)
            offset = offset * v->dim[i] + sub_at(&use[i], at[i]);
        r.e[k] = v->e[offset];
        for (uint32_t i = v->ndim; i-- > 0 && ++at[i] == number[i];)
            at[i] = 0;
    }
    return r;
}

/* Removes dimension `axis` of v: element number index of it. */
static Val choose_axis(Dtc *d, const Val *v, uint32_t axis, Ex index)
{
    uint32_t dim[MAX_DIM] = { 0 }, ndim = 0, inner = 1;
    for (uint32_t i = 0; i < v->ndim; i++) {
        if (i != axis)
            dim[ndim++] = v->dim[i];
        if (i > axis)
            inner *= v->dim[i];
    }
    Val r = val_new(d, v->type, v->cls, ndim, dim);
    for (uint32_t k = 0; k < r.n; k++)
        r.e[k] = choose(d, v->e + (size_t)(k / inner) * v->dim[axis] * inner + k % inner, inner, 0,
                        v->dim[axis], index);
    return r;
}

Val val_select(Dtc *d, const Val *v, uint32_t axis, const Sub *sub, uint32_t n)
{
    if (v->type == T_RECORD) {
        uint32_t dim[MAX_DIM] = { 0 }, ndim = 0;
        for (uint32_t i = 0; i < v->ndim; i++) {
            const Sub *s = i >= axis && i < axis + n ? &sub[i - axis] : &(Sub){ .kind = SUB_ALL };
            if (s->kind == SUB_ALL || s->kind == SUB_LIST)
                dim[ndim++] = sub_count(s, v->dim[i]);
        }
        Val r = same_record(d, v, ndim, dim);
        for (uint32_t f = 0; f < v->nfield; f++)
            r.field[f] = val_select(d, &v->field[f], axis, sub, n);
        return r;
    }
    Sub full[MAX_DIM];
    bool varies = false;
    for (uint32_t i = 0; i < v->ndim; i++) {
        full[i] = i >= axis && i < axis + n ? sub[i - axis] : (Sub){ .kind = SUB_ALL };
        varies = varies || full[i].kind == SUB_EX;
    }
    Val constant;
    Body *body = lower_state(d)->body;
    if (varies && body && v->n && is_constant_value(d, v)) {
        constant = body_constant(body, v);
        v = &constant;
    }
    if (varies && val_is_local(d, v)) {
        Val r = pick(d, v, full, true);
        for (uint32_t k = 0; k < r.n; k++)
            r.e[k] = vary_index(d, r.e[k], full);
        return r;
    }
    Val r = pick(d, v, full, false);
    for (uint32_t i = v->ndim, left = 0; varies && i-- > 0;) {
        if (full[i].kind != SUB_EX)
            continue;
        left = 0;
        for (uint32_t k = 0; k < i; k++)
            left += full[k].kind != SUB_ONE;
        r = choose_axis(d, &r, left, full[i].index);
    }
    return r;
}

Val val_at(Dtc *d, const Val *v, uint32_t i)
{
    Sub s = { .kind = SUB_ONE, .one = i };
    return val_select(d, v, 0, &s, 1);
}
