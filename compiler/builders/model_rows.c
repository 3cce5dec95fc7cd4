/* model_rows.c - members of a model in rows of constants, which the runtime goes through (runtime/dtc_rows.h): numbers
 * that are looked at, neighbours in one row; default values, an array in one row; conditions.
 *
 * Requires: members are laid. Cost: n log n in the variables. */
#include <stdlib.h>
#include <string.h>
#include "model_rows.h"

/* A member, or an element of one, by its place. */
typedef struct { uint64_t at; Home home; Var v; uint32_t n; } Placed;

static int by_place(const void *a, const void *b)
{
    const Placed *x = a, *y = b;
    return x->at < y->at ? -1 : x->at > y->at;
}

static Placed place_of(const Emitter *e, Var v, uint32_t n)
{
    Placed p = { .home = home_of(e, OP_VAR, v), .v = v, .n = n };

    (void)home_at(e, p.home, &p.at);
    return p;
}

static void in_order(Placed *p)
{
    if (p)
        qsort(p, vec_len(p), sizeof *p, by_place);
}

static uint64_t size_of_real(const Emitter *e) { return e->d->opt.single ? sizeof(float) : sizeof(double); }

/* ---- numbers ------------------------------------------------------------------------------------------- */

SpanRow *span_rows(const Emitter *e, Storage s)
{
    const Flat *f = e->f;
    Placed *list = NULL;
    SpanRow *row = NULL;

    for (Var v = 1; v < vec_len(f->var); v++) {
        const uint32_t array = f->var[v].array;
        const bool whole = array && e->store->array_whole[array] == 1;
        if (e->store->kind[v] == s && f->var[v].type == T_REAL && (!whole || v == f->array[array].first))
            vec_push(&e->d->pass, list, place_of(e, v, whole ? f->array[array].n : 1));
    }
    in_order(list);
    for (uint32_t i = 0; i < vec_len(list); i++) {
        const Placed *p = &list[i];
        dtc_span *last = row ? &vec_last(row).span : NULL;
        if (last && last->at + (size_t)last->n * size_of_real(e) == p->at)
            last->n += (int)p->n;
        else
            vec_push(&e->d->run, row, ((SpanRow){ p->v, { (size_t)p->at, (int)p->n } }));
    }
    return row;
}

static dtc_numbers numbers(const Emitter *e, Storage s)
{
    const SpanRow *row = span_rows(e, s);
    dtc_span *to = NEW_N(&e->d->run, dtc_span, vec_len(row) + 1);

    for (uint32_t i = 0; i < vec_len(row); i++)
        to[i] = row[i].span;
    return (dtc_numbers){ to, (int)vec_len(row) };
}

/* ---- default values ------------------------------------------------------------------------------------ */

static double number_of(const Emitter *e, Ex value)
{
    double x = 0;

    (void)is_number_literal(e->d, value, &x);
    return x;
}

/* Are they elements of one member? */
static bool is_of_array(const Placed *a, const Placed *b)
{
    return a->home.role == b->home.role && a->home.of == b->home.of;
}

static unsigned char type_of(const Emitter *e, Var v)
{
    const TypeKind t = e->f->var[v].type;
    return t == T_REAL ? DTC_REAL : t == T_BOOL ? DTC_BOOLEAN : DTC_INTEGER;
}

/* Of members i to below `end`, of one array: one row where they are neighbours with the same value, or Reals. */
static uint32_t add_default(const Emitter *e, const Placed *list, uint32_t i, uint32_t end, DefaultRow **row)
{
    const uint64_t size = type_of(e, list[i].v) == DTC_REAL ? size_of_real(e) : sizeof(int);
    DefaultRow r = { .v = list[i].v, .of = { .at = (size_t)list[i].at, .type = type_of(e, list[i].v) } };
    const Ex first = default_of(e, list[i].v);
    uint32_t same = 1;

    while (i + same < end && list[i + same].at == list[i].at + same * size &&
           default_of(e, list[i + same].v) == first)
        same++;
    r.of.value = number_of(e, first);
    if (i + same == end || r.of.type != DTC_REAL) {
        r.of.n = (int)same;
        vec_push(&e->d->run, *row, r);
        return i + same;
    }
    r.of.n = (int)((list[end - 1].at - list[i].at) / size + 1);
    for (uint32_t k = i, n = 0; n < (uint32_t)r.of.n; n++)
        vec_push(&e->d->run, r.each, list[k].at == list[i].at + n * size ? default_of(e, list[k++].v) : 0);
    vec_push(&e->d->run, *row, r);
    return end;
}

DefaultRow *default_rows(const Emitter *e)
{
    Placed *list = NULL;
    DefaultRow *row = NULL;

    for (Var v = 1; v < vec_len(e->f->var) && !e->d->opt.given; v++) {
        Ex value = default_of(e, v);
        if (value && ex_op(e->d, value) != OP_STR)
            vec_push(&e->d->pass, list, place_of(e, v, 1));
    }
    in_order(list);
    for (uint32_t i = 0, end; i < vec_len(list);) {
        for (end = i + 1; end < vec_len(list) && is_of_array(&list[i], &list[end]); end++)
            ;
        i = add_default(e, list, i, end, &row);
    }
    return row;
}

static dtc_defaults defaults(const Emitter *e)
{
    const DefaultRow *row = default_rows(e);
    dtc_default *to = NEW_N(&e->d->run, dtc_default, vec_len(row) + 1);

    for (uint32_t i = 0; i < vec_len(row); i++) {
        const uint32_t n = vec_len(row[i].each);
        double *each = NEW_N(&e->d->run, double, n + 1);
        for (uint32_t k = 0; k < n; k++)
            each[k] = row[i].each[k] ? number_of(e, row[i].each[k]) : 0;
        to[i] = row[i].of;
        to[i].each = n ? each : NULL;
    }
    return (dtc_defaults){ to, (int)vec_len(row) };
}

/* ---- conditions ---------------------------------------------------------------------------------------- */

void check_add(const Emitter *e, Check **list, const Check *c, const char *text)
{
    vec_push(&e->d->run, *list, *c);
    vec_last(*list).message = message_add(e->program, text);
}

/* Is it a member, and not one that a Boolean is the negation of? */
static bool is_member(const Emitter *e, Var v)
{
    bool negated = false;
    const Var root = v ? root_of(e->f, v, &negated) : 0;

    return root && home_of(e, OP_VAR, root).role != AT_NOWHERE && !(negated && e->f->var[v].type == T_BOOL);
}

bool check_told(const Emitter *e, Check **list, const Check *c, uint32_t number)
{
    const ShownPlace *place = e->program->messages->place;
    const uint32_t first = first_place(e, number);
    uint32_t end = first;

    if (!is_member(e, c->v))
        return false;
    for (; end < vec_len(place) && place[end].message == number; end++)
        if (place[end].texts || !is_member(e, ex_is_var(e->d, place[end].value)))
            return false;
    for (uint32_t k = first; k < end; k++)
        vec_push(&e->d->run, e->program->messages->checks->shown,
                 ((ShownNumber){ ex_is_var(e->d, place[k].value), number, k }));
    vec_push(&e->d->run, *list, *c);
    vec_last(*list).message = number;
    return true;
}

/* Where a variable is. */
static size_t offset_of_root(const Emitter *e, Var v, bool *negated)
{
    uint64_t at = 0;

    (void)home_at(e, home_of(e, OP_VAR, root_of(e->f, v, negated)), &at);
    return (size_t)at;
}

dtc_check check_row(const Emitter *e, const Check *c)
{
    bool negated;
    const size_t at = offset_of_root(e, c->v, &negated);

    return (dtc_check){ .at = at,
                        .n = (int)c->n,
                        .apart = (int)c->apart,
                        .condition = (unsigned char)c->condition,
                        .type = type_of(e, c->v),
                        .sign = negated ? -1 : 1,
                        .message = (int)c->message,
                        .limit = c->limit ? number_of(e, c->limit) : 0 };
}

dtc_number number_row(const Emitter *e, const ShownNumber *n)
{
    bool negated;
    const size_t at = offset_of_root(e, n->v, &negated);

    return (dtc_number){ at, type_of(e, n->v), negated ? -1 : 1, (int)n->message, (int)n->k };
}

/* A row each. */
static dtc_checks checks(const Emitter *e, const Check *list)
{
    const uint32_t n = vec_len(list);
    dtc_check *to = NEW_N(&e->d->run, dtc_check, n + 1);

    for (uint32_t i = 0; i < n; i++)
        to[i] = check_row(e, &list[i]);
    return (dtc_checks){ .row = to, .rows = (int)n };
}

static dtc_shown shown(const Emitter *e, const ShownNumber *list)
{
    const uint32_t n = vec_len(list);
    dtc_number *to = NEW_N(&e->d->run, dtc_number, n + 1);
    uint64_t at = 0;

    for (uint32_t i = 0; i < n; i++)
        to[i] = number_row(e, &list[i]);
    (void)laid_at(e->layout, AT_shown, 0, &at);
    return (dtc_shown){ to, (int)n, (size_t)at };
}

const dtc_rows *model_rows(const Emitter *e)
{
    dtc_rows *rows = NEW(&e->d->run, dtc_rows);
    const Checks *c = e->program->messages->checks;

    *rows = (dtc_rows){
        .defaults = defaults(e),
        .parameters = numbers(e, ST_PARAMETER),
        .calculated = numbers(e, ST_CALCULATED),
        .states = numbers(e, ST_STATE),
        .inputs = numbers(e, ST_INPUT),
#define X(name, table) .name = checks(e, c->name),
        CHECK_LISTS(X)
#undef X
            .shown = shown(e, c->shown),
    };
    return rows;
}
