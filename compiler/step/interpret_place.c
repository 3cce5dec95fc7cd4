/* interpret_place.c - where the values of the step program are, for its interpreter.
 *
 * Members are in an instance of the model's struct, laid out as in C (layout.c); locals, parameters and constants of
 * the file in cells of their own, one for each object, since no function calls itself. Cost: constant time an access.
 */
#include <math.h>
#include <stddef.h>
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

static size_t count_part(const char *part)
{
    return strcmp(part, "singular") == 0        ? offsetof(dtc_count, singular)
           : strcmp(part, "not_converged") == 0 ? offsetof(dtc_count, not_converged)
           : strcmp(part, "warnings") == 0      ? offsetof(dtc_count, warnings)
                                                : NONE;
}

/* NAME, NAME[2], NAME.part, NAME.part[2] */
size_t member_at(const Machine *k, const char *name)
{
    const Layout *l = &k->e->layout;
    const char *part = strchr(name, '.'), *subscript = strchr(name, '[');
    uint64_t at, in;

    if (!part)
        return laid_element(l, name, &at) ? at : NONE;
    const LaidMember *m = laid_member(l, intern(k->d, name, (size_t)(part - name)));
    const char *name_of_part = intern(k->d, part + 1, strcspn(part + 1, "["));
    size_t element = sizeof(double);
    if (!m)
        return NONE;
    if (m->type == MT_COUNT)
        return count_part(part + 1) == NONE ? NONE : m->at + count_part(part + 1);
    if ((in = laid_part(l, m->name, name_of_part)) == ~0ULL)
        return NONE;
    for (uint32_t i = 0; i < vec_len(m->part); i++)
        if (strcmp(m->part[i].name, name_of_part) == 0)
            element = m->part[i].type == MT_REAL ? sizeof(double) : sizeof(int);
    return m->at + in + (subscript ? strtoul(subscript + 1, NULL, 10) * element : 0);
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
    return k->m + laid_member(&k->e->layout, law)->at + laid_part(&k->e->layout, law, part);
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

/* ---- constants --------------------------------------------------------------------------------------------------- */

/* Where a member is, and its size, in bytes. */
static bool named_bytes(const Machine *k, const char *name, double *x)
{
    const char *of = strncmp(name, "offsetof(", 9) == 0 ? strstr(name, ", ") : NULL, *size = strstr(name, "->");

    if (of)
        *x = (double)member_at(k, intern(k->d, of + 2, strcspn(of + 2, ")")));
    else if (strncmp(name, "sizeof", 6) == 0 && size) {
        const LaidMember *m = laid_member(&k->e->layout, intern(k->d, size + 2, strcspn(size + 2, "[")));
        *x = !m ? 0 : !strchr(size, '[') ? (double)m->size : m->type == MT_REAL ? sizeof(double) : sizeof(int);
    } else {
        return false;
    }
    return true;
}

static bool named(const Machine *k, const char *name, double *x)
{
    const struct { const char *name; double x; } known[] = {
        { "STEP", k->e->step }, { "START", k->e->f->start_time }, { "R(NAN)", NAN },
        { "(dtc_real)INFINITY", INFINITY }, { "(dtc_real)-INFINITY", -INFINITY },
        { "DTC_TOLERANCE(1e-12)", DTC_TOLERANCE(1e-12) }, { "DTC_OK", DTC_OK }, { "DTC_TERMINATE", DTC_TERMINATE },
        { "DTC_ASSERT", DTC_ASSERT }, { "DTC_RESULT", DTC_RESULT }, { "DTC_SINGULAR", DTC_SINGULAR },
        { "DTC_RANGE", DTC_RANGE }, { "DTC_INPUT", DTC_INPUT }, { "DTC_NO_SOLUTION", DTC_NO_SOLUTION },
        { "DTC_NOT_CONJUGATE", DTC_NOT_CONJUGATE }, { "DTC_SLIP", DTC_SLIP },
        { "DTC_PIVOT", DTC_PIVOT }, { "DTC_FWD", DTC_FWD },
        { "DTC_BWD", DTC_BWD }, { "DTC_STUCK", DTC_STUCK },
        { "DTC_INACTIVE", DTC_INACTIVE },
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0) {
            *x = known[i].x;
            return true;
        }
    return named_bytes(k, name, x);
}

static bool refused(const Machine *k, const char *what, const char *name)
{
    error(k->d, ((Span){ 0, 0 }), NULL, "the interpreter of the step program does not know %s: %s", what, name);
    return false;
}

/* Members of structs of the runtime: an int, a size_t, a pointer; NULL: there is no such struct. */
static const char *members_of(const char *record)
{
    return strcmp(record, "dtc_colours") == 0         ? "ipppppp"
           : strcmp(record, "dtc_pattern") == 0       ? "iippppppp"
           : strcmp(record, "dtc_implicit_plan") == 0 ? "pizzzz"
           : strcmp(record, "dtc_exact_plan") == 0    ? "iiiiiiiiiiiiizzzpi"
                                                      : NULL;
}

void *constant_at(const Machine *k, const char *name)
{
    Ex x = (Ex)map_get(&k->p->names, KEY(intern(k->d, name, strlen(name))));
    return x ? k->cell[ex(k->d, x)->payload] : NULL;
}

static double number_of_part(const Machine *k, Ex x)
{
    double v = 0;

    if (!ex_is_num(k->d, x, &v) && !named(k, object_of(k->p, x)->name, &v))
        unknown(object_of(k->p, x)->name);
    return v;
}

static void *pointer_of_part(const Machine *k, Ex x)
{
    const char *name = object_of(k->p, x)->name;
    return strcmp(name, "NULL") == 0 ? NULL : constant_at(k, name + (*name == '&'));
}

static void fill_record(Machine *k, const Table *t)
{
    const char *kind = members_of(t->record);
    const uint32_t n = vec_len(t->part);
    unsigned char *to = NEW_N(&k->d->run, unsigned char, (n + 1) * sizeof(void *));
    size_t at = 0;

    if (!t->list && (!kind || strlen(kind) != n))
        unknown(t->record);
    k->cell[ex(k->d, t->of)->payload] = to;
    for (uint32_t i = 0; i < n; i++) {
        const char what = t->list ? 'z' : kind[i];
        const size_t size = what == 'i' ? sizeof(int) : sizeof(void *);
        void *pointer = what == 'p' ? pointer_of_part(k, t->part[i]) : NULL;
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

    if (t->record) {
        fill_record(k, t);
        return;
    }
    k->cell[ex(k->d, t->of)->payload] = to;
    for (uint32_t i = 0; i < t->n; i++)
        store(o->type, to + i * element_size(o->type), t->number[i]);
}

static bool constant_begin(Machine *k, Obj i)
{
    const Object *o = &k->p->object[i];
    double x;

    if (k->cell[i] || strcmp(o->name, "NULL") == 0 || *o->name == '&')     /* the last two: parts of structs */
        return true;
    k->cell[i] = NEW(&k->d->run, double);
    if (!named(k, o->name, &x))
        return refused(k, "a constant", o->name);
    store(o->type, k->cell[i], x);
    return true;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static bool object_begin(Machine *k, Obj i)
{
    const Object *o = &k->p->object[i];

    switch (o->kind) {
    case OBJ_MEMBER: k->at[i] = member_at(k, o->name) + 1; break;          /* 0: nothing reads or writes it */
    case OBJ_NAME: return constant_begin(k, i);
    case OBJ_LOCAL: case OBJ_PARAM:
        k->cell[i] = NEW_N(&k->d->run, unsigned char, o->law ? sizeof(dtc_law) : (o->n + 1) * sizeof(double));
    }
    return true;
}

bool places_begin(Machine *k)
{
    const uint32_t n = vec_len(k->p->object);
    bool good = true;

    k->cell = NEW_N(&k->d->run, void *, n);
    k->at = NEW_N(&k->d->run, size_t, n);
    k->variable = members(k, k->e->member);
    k->pre = members(k, k->e->pre_name);
    k->last = members(k, k->e->last_name);
    for (uint32_t i = 0; i < vec_len(k->p->table); i++)
        fill_table(k, &k->p->table[i]);
    for (Obj i = 1; i < n && good; i++)
        good = object_begin(k, i);
    return good;
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
