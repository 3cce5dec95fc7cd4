/* interpret_place.c - where the values of the step program are, for its interpreter.
 *
 * Members are in an instance of the model's struct, laid out as in C (layout.c); locals, parameters and constants of
 * the file in cells of their own, one for each object, since no function calls itself. Cost: constant time an access.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "interpret_step.h"

static const size_t NONE = (size_t)-1;

void unknown(const char *what)
{
    fprintf(stderr, "the interpreter of the step program does not know %s\n", what);
    abort();
}

size_t element_size(TypeKind t) { return t == T_REAL ? sizeof(double) : sizeof(int); }

double load(TypeKind t, const void *from)
{
    return t == T_REAL ? *(const double *)from : *(const int *)from;
}

void store(TypeKind t, void *to, double x)
{
    if (t == T_REAL)
        *(double *)to = x;
    else
        *(int *)to = (int)x;
}

/* ---- members ----------------------------------------------------------------------------------------------------- */

/* NAME, NAME[2], NAME.part, NAME.part[2] */
size_t member_at(const Machine *k, const char *name)
{
    uint64_t at;
    return laid_place(k->e->layout, name, &at) ? at : NONE;
}

static size_t *members(Machine *k, const char *const *name)
{
    const uint32_t n = vec_len(k->e->f->var);
    size_t *at = NEW_N(&k->d->run, size_t, n + 1);

    for (Var v = 1; v < n; v++)
        at[v] = name[v] ? member_at(k, name[v]) + 1 : 0;
    return at;
}

/* ---- laws -------------------------------------------------------------------------------------------------------- */

static unsigned char *part_of(const Machine *k, const char *law, const char *part)
{
    return k->m + laid_member(k->e->layout, law)->at + laid_part(k->e->layout, law, part);
}

dtc_law law_at(Machine *k, Ex law)
{
    const Object *o = object_of(k->p, law);
    const char *of = o->name;
    dtc_law w = { .m = (int)o->n };

#define VIEW_ARRAY(type, name, n)  w.name = (type *)(void *)part_of(k, of, #name);
#define VIEW_SCALAR(type, name)    VIEW_ARRAY(type, name, 1)
    DTC_LAW_ROWS(VIEW_ARRAY, VIEW_SCALAR, o->n)
    return w;
}

LawMembers members_at(Machine *k, Ex law)
{
    const char *of = object_of(k->p, law)->name;
    LawMembers w = { 0 };

#define MEMBER_ARRAY(type, name, n)                                                                                    \
    if (laid_part(k->e->layout, of, #name) != ~0ULL)                                                                  \
        w.name = (type *)(void *)part_of(k, of, #name);
#define MEMBER_SCALAR(type, name)                                                                                      \
    if (laid_part(k->e->layout, of, #name) != ~0ULL)                                                                  \
        w.name = *(type *)(void *)part_of(k, of, #name);
    DTC_LAW_ROWS(MEMBER_ARRAY, MEMBER_SCALAR, 0)
    return w;
}

/* ---- constants --------------------------------------------------------------------------------------------------- */

static double named(const Machine *k, ConstantId id)
{
    const double step = k->e->step;

    switch (id) {
#define X(id, type, value, ...) case C_##id: return value;
        DTC_CONSTANTS(X)
#undef X
    case CONSTANTS: break;
    }
    return NAN;
}

/* Of an object that is neither a member nor has room of its own. */
static double number_of(const Machine *k, const Object *o)
{
    return o->kind == OBJ_OFFSET  ? (double)member_at(k, o->name)
           : o->kind == OBJ_BYTES ? (double)laid_size(k->e->layout, o->name)
                                  : named(k, o->constant);
}

static void *pointer_to(const Machine *k, Ex x) { return x ? k->cell[ex(k->d, x)->payload] : NULL; }

void *constant_at(const Machine *k, TableRole role) { return pointer_to(k, table_for(k->p, role)); }

static double number_of_part(const Machine *k, Ex x)
{
    double v = 0;
    return ex_is_num(k->d, x, &v) ? v : number_of(k, object_of(k->p, x));
}

static void fill_record(Machine *k, const Table *t)
{
    static const char *const members[] = {
#define X(id, members, ...) members,
        DTC_RECORDS(X)
#undef X
    };
    const char *kind = members[t->record];
    const uint32_t n = vec_len(t->part);
    unsigned char *to = NEW_N(&k->d->run, unsigned char, (n + 1) * sizeof(void *));
    size_t at = 0;

    assert(n % strlen(kind) == 0);
    k->cell[ex(k->d, t->of)->payload] = to;
    for (uint32_t i = 0; i < n; i++) {
        const char what = kind[i % strlen(kind)];
        const size_t size = what == 'i' ? sizeof(int) : sizeof(void *);
        void *pointer = what == 'p' ? pointer_to(k, t->part[i]) : NULL;
        const double x = what == 'p' ? 0 : number_of_part(k, t->part[i]);
        at = (at + size - 1) / size * size;
        memcpy(to + at, what == 'p'   ? (void *)&pointer
                        : what == 'z' ? (void *)&(size_t){ (size_t)x }
                                      : (void *)&(int){ (int)x }, size);
        at += size;
    }
}

static void fill_table(Machine *k, const Table *t)
{
    const Object *o = object_of(k->p, t->of);
    unsigned char *to = NEW_N(&k->d->run, unsigned char, (t->n + 1) * sizeof(double));

    if (t->part) {
        fill_record(k, t);
        return;
    }
    k->cell[ex(k->d, t->of)->payload] = to;
    for (uint32_t i = 0; i < t->n; i++)
        store(o->type, to + i * element_size(o->type), t->number[i]);
}

static void constant_begin(Machine *k, Obj i)
{
    const Object *o = &k->p->object[i];

    k->cell[i] = NEW(&k->d->run, double);
    store(o->type, k->cell[i], number_of(k, o));
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static void object_begin(Machine *k, Obj i)
{
    const Object *o = &k->p->object[i];

    switch (o->kind) {
    case OBJ_MEMBER: k->at[i] = member_at(k, o->name) + 1; break;          /* 0: nothing reads or writes it */
    case OBJ_CONSTANT: case OBJ_OFFSET: case OBJ_BYTES: constant_begin(k, i); break;
    case OBJ_TABLE: break;                                                 /* fill_table */
    case OBJ_LOCAL: case OBJ_PARAM:
        k->cell[i] = NEW_N(&k->d->run, unsigned char, o->law ? sizeof(dtc_law) : (o->n + 1) * sizeof(double));
    }
}

void places_begin(Machine *k)
{
    const uint32_t n = vec_len(k->p->object);

    k->cell = NEW_N(&k->d->run, void *, n);
    k->at = NEW_N(&k->d->run, size_t, n);
    k->variable = members(k, k->e->store->member);
    k->pre = members(k, k->e->store->pre_name);
    k->last = members(k, k->e->store->last_name);
    for (uint32_t i = 0; i < vec_len(k->p->table); i++)
        fill_table(k, &k->p->table[i]);
    for (Obj i = 1; i < n; i++)
        object_begin(k, i);
}

bool is_negative(const Machine *k, Ex x)
{
    Op op = ex_op(k->d, x);
    Ex v = op == OP_PRE || op == OP_LAST ? ex_arg(k->d, x, 0) : x;
    bool negated = false;

    if (ex_is_var(k->d, v))
        (void)root_of(k->e->f, ex_is_var(k->d, v), &negated);
    return negated;
}

void *address(Machine *k, Ex x)
{
    const Op op = ex_op(k->d, x);
    const Obj i = ex(k->d, x)->payload;

    if (op == OP_OBJ) {
        unsigned char *base = k->at[i] ? k->m + k->at[i] - 1 : k->cell[i];
        if (!base)
            unknown(object_of(k->p, x)->name);
        size_t at = ex_narg(k->d, x) ? (size_t)value_of(k, ex_arg(k->d, x, 0)) : 0;
        return base + at * element_size(ex_type(k->d, x));
    }
    Var v = root(k->e, ex_is_var(k->d, op == OP_VAR ? x : ex_arg(k->d, x, 0)));
    const size_t at = (op == OP_VAR ? k->variable : op == OP_PRE ? k->pre : k->last)[v];
    if (at == 0)
        unknown(k->e->f->var[v].name);
    return k->m + at - 1;
}
