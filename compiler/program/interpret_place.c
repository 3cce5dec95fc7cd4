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

void not_interpreted(const char *what)
{
    fprintf(stderr, "the interpreter of the step program does not know %s\n", what);
    abort();
}

size_t element_size(TypeKind t) { return t == T_REAL ? sizeof(double) : sizeof(int); }

double load_number(TypeKind t, const void *from)
{
    return t == T_REAL ? *(const double *)from : *(const int *)from;
}

void store_number(TypeKind t, void *to, double x)
{
    if (t == T_REAL)
        *(double *)to = x;
    else
        *(int *)to = (int)x;
}

/* ---- members ------------------------------------------------------------------------------------------- */

void *member_in(const Machine *k, unsigned char *m, MemberRole role, uint32_t of)
{
    uint64_t at;
    return laid_at(k->e->layout, role, of, &at) ? m + at : NULL;
}

/* By Var. */
static size_t *homes(Machine *k, Op op)
{
    const uint32_t n = vec_len(k->e->f->var);
    size_t *all = NEW_N(&k->d->run, size_t, n + 1);
    uint64_t at;

    for (Var v = 1; v < n; v++)
        all[v] = home_at(k->e, home_of(k->e, op, v), &at) ? at + 1 : 0;
    return all;
}

static size_t place_of(const Machine *k, const Object *o)
{
    const Home home = o->role == AT_output ? home_of_output(k->e, o->of) : (Home){ o->role, o->of, 0 };
    uint64_t at;
    return home_at(k->e, home, &at) ? at + 1 : 0;
}

/* ---- laws ---------------------------------------------------------------------------------------------- */

dtc_law law_at(Machine *k, Ex law)
{
    const Object *o = object_of(k->p, law);
    dtc_law w = { .m = (int)o->n };

#define VIEW_ARRAY(type, name, n)  w.name = member_in(k, k->m, AT_law_##name, o->of);
#define VIEW_SCALAR(type, name)    VIEW_ARRAY(type, name, 1)
    DTC_LAW_ROWS(VIEW_ARRAY, VIEW_SCALAR, o->n)
    return w;
}

LawMembers members_at(Machine *k, Ex law)
{
    const Object *o = object_of(k->p, law);
    const LaidMember *of = laid(k->e->layout, o->role, o->of);
    LawMembers w = { 0 };

#define PART_AT(name) (k->m + of->at + laid_part(of, AT_law_##name))
#define MEMBER_ARRAY(type, name, n)                                                                                    \
    if (laid_part(of, AT_law_##name) != ~0ULL)                                                                         \
        w.name = (type *)(void *)PART_AT(name);
#define MEMBER_SCALAR(type, name)                                                                                      \
    if (laid_part(of, AT_law_##name) != ~0ULL)                                                                         \
        w.name = *(type *)(void *)PART_AT(name);
    DTC_LAW_ROWS(MEMBER_ARRAY, MEMBER_SCALAR, 0)
    return w;
}

void keep_members(Machine *k, Ex law, const LawMembers *before, const LawMembers *w)
{
    const Object *o = object_of(k->p, law);
    const LaidMember *of = laid(k->e->layout, o->role, o->of);

#define NO_ARRAY(type, name, n)
#define KEEP_SCALAR(type, name)                                                                                        \
    if (laid_part(of, AT_law_##name) != ~0ULL && memcmp(&before->name, &w->name, sizeof w->name) != 0)                 \
        *(type *)(void *)PART_AT(name) = w->name;
    DTC_LAW_ROWS(NO_ARRAY, KEEP_SCALAR, 0)
}

/* ---- constants ----------------------------------------------------------------------------------------- */

static double named(const Machine *k, ConstantId id)
{
    const double step = k->e->of->step;

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
    return o->kind == OBJ_OFFSET ? (double)(place_of(k, o) - 1)
         : o->kind == OBJ_BYTES  ? (double)laid(k->e->layout, o->role, o->of)->size
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
        memcpy(to + at,
               what == 'p'   ? (void *)&pointer
               : what == 'z' ? (void *)&(size_t){ (size_t)x }
                             : (void *)&(int){ (int)x },
               size);
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
        store_number(o->type, to + i * element_size(o->type), t->number[i]);
}

static void constant_begin(Machine *k, Obj i)
{
    const Object *o = &k->p->object[i];

    k->cell[i] = NEW(&k->d->run, double);
    store_number(o->type, k->cell[i], number_of(k, o));
}

/* ---- all ----------------------------------------------------------------------------------------------- */

static void object_begin(Machine *k, Obj i)
{
    const Object *o = &k->p->object[i];

    switch (o->kind) {
    case OBJ_MEMBER: k->at[i] = place_of(k, o); break; /* 0: nothing reads or writes it */
    case OBJ_CONSTANT:
    case OBJ_OFFSET:
    case OBJ_BYTES: constant_begin(k, i); break;
    case OBJ_TABLE: break; /* fill_table */
    case OBJ_LOCAL:
    case OBJ_PARAM:
        k->cell[i] = NEW_N(&k->d->run, unsigned char, o->law ? sizeof(dtc_law) : (o->n + 1) * sizeof(double));
    }
}

void places_begin(Machine *k)
{
    const uint32_t n = vec_len(k->p->object);

    k->cell = NEW_N(&k->d->run, void *, n);
    k->at = NEW_N(&k->d->run, size_t, n);
    k->variable = homes(k, OP_VAR);
    k->pre = homes(k, OP_PRE);
    k->last = homes(k, OP_LAST);
    for (uint32_t i = 0; i < vec_len(k->p->table); i++)
        fill_table(k, &k->p->table[i]);
    for (Obj i = 1; i < n; i++)
        object_begin(k, i);
}

bool is_negative(const Machine *k, Ex x)
{
    Op op = ex_op(k->d, x);
    Ex v = op_keeps(op) ? ex_arg(k->d, x, 0) : x;
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
            not_interpreted(object_label(k->p, object_of(k->p, x)));
        size_t at = ex_narg(k->d, x) ? (size_t)value_in(k, ex_arg(k->d, x, 0)) : 0;
        return base + at * element_size(ex_type(k->d, x));
    }
    Var v = root(k->e->of, ex_is_var(k->d, op == OP_VAR ? x : ex_arg(k->d, x, 0)));
    const size_t at = (op == OP_VAR ? k->variable : op == OP_PRE ? k->pre : k->last)[v];
    if (at == 0)
        not_interpreted(k->e->f->var[v].name);
    return k->m + at - 1;
}
