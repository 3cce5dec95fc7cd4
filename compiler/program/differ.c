/* differ.c - what differs among the repeats of a loop, as a function of its index: for roll.c and gather.c.
 *
 * Elements of the arrays that families of variables become, and Integers, are at a i + b where they have that order,
 * else a constant table has their places; Reals are always a table. Tables of one content are one.
 *
 * Cost: linear in the repeats. Requires: places in the order of the repeats (shape.c).
 */
#include <math.h>
#include <string.h>
#include "roll.h"

static uint64_t content(uint64_t hash, const double *x, uint32_t n, double less)
{
    for (uint32_t i = 0; i < n; i++) {
        double number = x[i] - less;
        uint64_t bits;
        memcpy(&bits, &number, sizeof bits);
        hash = (hash ^ bits) * 0x9e3779b97f4a7c15ULL;
        hash ^= hash >> 29;
    }
    return hash | 1;
}

/* The number, from 1, of the table of these, one a content. */
static uint32_t table_of_numbers(Roll *r, TypeKind t, const double *x, uint32_t n)
{
    uint64_t hash = content(n + (uint64_t)t, x, n, 0);
    uint32_t known = (uint32_t)map_get(&r->tables, hash);

    if (known && r->p->table[known - 1].n == n &&
        memcmp(r->p->table[known - 1].number, x, n * sizeof *x) == 0)
        return known;
    double *kept = NEW_N(&r->d->run, double, n);
    memcpy(kept, x, n * sizeof *x);
    number_table(r->p, t, t == T_REAL ? TABLE_values : TABLE_places, ++r->numbers, kept, n);
    map_set(&r->d->pass, &r->tables, hash, vec_len(r->p->table));
    return vec_len(r->p->table);
}

static Ex numbers_at(Roll *r, TypeKind t, const double *x, uint32_t n)
{
    const uint32_t table = table_of_numbers(r, t, x, n);
    return elem_at(r->p, r->p->table[table - 1].of, r->index);
}

static bool differs_by_a_number(const Table *t, const double *x, uint32_t n)
{
    uint32_t i = 0;

    while (i < n && n == t->n && t->number[i] - t->number[0] == x[i] - x[0])
        i++;
    return i == n;
}

/* A table of them, or one that is known and a number: entries of rows of a matrix, and elements of equal components,
 * often differ so. What tables have is bounded for integers.c. */
static Ex places_at(Roll *r, const double *x, uint32_t n)
{
    uint64_t hash = content(n, x, n, x[0]);
    uint32_t known = (uint32_t)map_get(&r->places, hash);

    if (!known || !differs_by_a_number(&r->p->table[known - 1], x, n)) {
        known = table_of_numbers(r, T_INT, x, n);
        map_set(&r->d->pass, &r->places, hash, known);
        Object *o = &r->p->object[ex(r->d, r->p->table[known - 1].of)->payload];
        for (uint32_t i = 0; i < n; i++)
            o->most = x[i] >= o->most ? (uint32_t)x[i] + 1 : o->most;
    }
    const Table *of = &r->p->table[known - 1];
    const double more = x[0] - of->number[0];
    return ex_bin(r->d, more < 0 ? OP_SUB : OP_ADD, elem_at(r->p, of->of, r->index),
                  ex_int(r->d, (int64_t)fabs(more)));
}

/* a i + b */
Ex line_at(Roll *r, int64_t a, int64_t b)
{
    return ex_bin(r->d, OP_ADD, ex_bin(r->d, OP_MUL, ex_int(r->d, a), r->index), ex_int(r->d, b));
}

/* The numbers of a place in all repeats, `step` places from one to the next: elements of an array, or values. */
double *numbers_of(Roll *r, const Place *first, uint32_t step, uint32_t n)
{
    double *x = NEW_N(&r->d->pass, double, n);

    for (uint32_t i = 0; i < n; i++) {
        const Place *p = &first[i * step];
        if (p->root)
            x[i] = element_of(&r->families, p->root);
        else
            (void)ex_is_num(r->d, p->x, &x[i]);
    }
    return x;
}

bool all_same(const Place *first, uint32_t step, uint32_t n)
{
    bool same = true;

    for (uint32_t i = 0; i < n; i++) {
        const Place *p = &first[i * step];
        same &= p->root ? p->root == first->root : p->x == first->x;
    }
    return same;
}

bool are_line(const double *x, uint32_t n)
{
    bool line = true;

    for (uint32_t i = 2; i < n; i++)
        line &= x[i] - x[i - 1] == x[1] - x[0];
    return line;
}

Ex signed_as(Roll *r, const Place *p, Ex y)
{
    return !p->negated ? y : ex_un(r->d, ex_type(r->d, p->x) == T_BOOL ? OP_NOT : OP_NEG, y);
}

static bool are_places(const double *x, uint32_t n, TypeKind t)
{
    bool are = t == T_INT;

    for (uint32_t i = 0; i < n; i++)
        are &= x[i] >= 0;
    return are;
}

/* Integers and elements by a line if they have that order, else by a table; Reals always by a table. */
Differs by_index(Roll *r, const Place *first, uint32_t step, uint32_t n)
{
    TypeKind t = first->root ? T_INT : ex_type(r->d, first->x);
    Differs d = { 0 };

    if (all_same(first, step, n))
        return d;
    const double *x = numbers_of(r, first, step, n);
    d.line = t != T_REAL && are_line(x, n);
    d.a = d.line ? (int64_t)(x[1] - x[0]) : 0;
    d.b = d.line ? (int64_t)x[0] : 0;
    d.by = d.line                            ? line_at(r, d.a, d.b)
         : r->gathers && are_places(x, n, t) ? places_at(r, x, n)
                                             : numbers_at(r, t, x, n);
    if (first->root) {
        d.array = array_of(&r->families, first->root);
        d.by = signed_as(r, first, elem_at(r->p, d.array, d.by));
    }
    return d;
}

void make_index(Roll *r, uint32_t times)
{
    r->index = object_local(r->p, T_INT, 0, "r", false);
    r->p->object[ex(r->d, r->index)->payload].most = times;
}
