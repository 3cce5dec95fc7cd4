/* cost_kernel.c - what the functions of the runtime cost, for the sizes in a call; here numbers, tables, blocks.
 *
 * Each formula follows the source that it names, loop by loop: a statement of k rounds is ops(k, adds, multiplies,
 * divides, comparisons). Where the number of rounds hangs on values it is the largest. Operations of constants are
 * none. tests/cost runs these functions with a type of number that counts. The stack is that of the deepest chain of
 * calls, for any of gcc's machines with registers of 64 bits.
 *
 * Cost: that of a few loops over the sizes. */
#include <string.h>
#include "cost_kernel.h"
#include "dtc_functions.h"

enum { SHALLOW = 128, SMALL = 384 };                       /* bytes of stack */

/* ---- dtc_runtime.h ------------------------------------------------------------------------------------- */

static void of_finite(Call *k) { ops(k, 1, 1, 0, 0, 1); }
static void of_quotient(Call *k) { ops(k, 1, 0, 0, 1, 2); }
static void of_comparison(Call *k) { ops(k, 1, 0, 0, 0, 1); }
static void of_comparisons(Call *k) { ops(k, 1, 0, 0, 0, 2); }
static void of_nothing(Call *k) { (void)k; }

/* ---- table.c ---------------------------------------------------------------------------------------------- */

static void interval(Call *k, long n)
{
    for (long left = n - 1; left > 1; left -= left / 2)
        ops(k, 1, 0, 0, 0, 1);
}

static void part(Call *k, long n) { ops(k, n >= 2, 2, 0, 1, 3); }
static void slope(Call *k, long n) { ops(k, n >= 2, 2, 0, 2, 3); }

static void search(Call *k, long n)
{
    one(k, OF_LOOK_UP);
    interval(k, n);
}

/* with the row known */
static void at_held(Call *k)
{
    long rows = integer_of(k, 1);

    part(k, rows);
    ops(k, rows >= 2, 2, 1, 0, 0);
}

static void at_held_der(Call *k)
{
    long rows = integer_of(k, 1);

    slope(k, rows);
    ops(k, rows >= 2, 1, 2, 0, 0);
}

static void at_line(Call *k) { ops(k, integer_of(k, 1) >= 2, 5, 1, 1, 3); }
static void at_line_der(Call *k) { ops(k, integer_of(k, 1) >= 2, 2, 1, 1, 1); }

static void of_row(Call *k) { search(k, integer_of(k, 1) + 1); }

static void of_table1(Call *k)
{
    search(k, integer_of(k, 1));
    at_held(k);
}

static void of_line(Call *k)
{
    search(k, integer_of(k, 1));
    at_line(k);
}

static void of_line_der(Call *k)
{
    search(k, integer_of(k, 1));
    at_line_der(k);
}

static void of_table1_der(Call *k)
{
    search(k, integer_of(k, 1));
    at_held_der(k);
}

static void find_cell(Call *k)
{
    one(k, OF_LOOK_UP);
    for (uint32_t i = 1; i <= 2; i++) {
        interval(k, integer_of(k, i) - 1);
        part(k, integer_of(k, i) - 1);
    }
}

static void of_table2(Call *k)
{
    find_cell(k);
    ops(k, 1, 6, 3, 0, 0);
}

static void of_table2_der(Call *k)
{
    find_cell(k);
    for (uint32_t i = 1; i <= 2; i++)
        slope(k, integer_of(k, i) - 1);
    ops(k, 1, 8, 6, 0, 0);
}

static void of_ascending(Call *k) { ops(k, integer_of(k, 1) - 1, 0, 0, 0, 1); }

static void of_powi(Call *k)
{
    long n = integer_of(k, 1);

    ops(k, n < 0, 0, 0, 1, 0);
    for (n = n < 0 ? -n : n; n > 0; n >>= 1)
        ops(k, 1, 0, (n > 1) + (n & 1), 0, 0);
}

static void of_sample(Call *k)
{
    one(k, OF_CALL);
    ops(k, 1, 3, 2, 1, 3);
}

/* ---- block.c ------------------------------------------------------------------------------------------------ */

void count_lu_factor(Call *k, long n)
{
    ops(k, n * n, 0, 0, 0, 1);                             /* row_scales */
    ops(k, n, 0, 0, 1, 1);
    for (long i = 0; i < n; i++) {
        long below = n - i - 1;
        ops(k, below + 1, 0, 1, 0, 1);                     /* bring_pivot */
        ops(k, 1, 0, 1, 0, 1);
        ops(k, below, 0, 0, 1, 0);
        ops(k, below * below, 1, 1, 0, 0);
    }
}

void count_lu_solve(Call *k, long n)
{
    ops(k, n * (n - 1), 1, 1, 0, 0);
    ops(k, n, 0, 0, 1, 2);
}

static void of_lu_factor(Call *k) { count_lu_factor(k, integer_of(k, 0)); }
static void of_lu_solve(Call *k) { count_lu_solve(k, integer_of(k, 0)); }

static void of_lu_inverse(Call *k)
{
    for (long j = 0; j < integer_of(k, 0); j++)
        count_lu_solve(k, integer_of(k, 0));
}
static void of_largest(Call *k) { ops(k, integer_of(k, 0), 0, 0, 0, 1); }

static void of_pivot(Call *k)
{
    ops(k, 1, 0, 2, 1, 2);
    ops(k, integer_of(k, 0), 0, 0, 0, 1);
}

static void of_reduce(Call *k)
{
    long n = integer_of(k, 0), m = integer_of(k, 1);

    ops(k, n * m * m, 1, 1, 0, 0);
    ops(k, n * m, 1, 1, 0, 0);
}

static void of_switched_factor(Call *k)
{
    long n = integer_of(k, 0), m = integer_of(k, 1);

    for (long j = 0; j < m; j++)
        count_lu_solve(k, n);
    of_reduce(k);
}


static void of_switched_solve(Call *k)
{
    long m = size_of(k, 0), n = integer_of(k, 1);

    count_lu_solve(k, n);
    ops(k, 2 * m * n, 1, 1, 0, 0);
    count_law_solve(k, m);
}

static void of_tangent_finish(Call *k)
{
    long m = size_of(k, 0), n = integer_of(k, 3);

    ops(k, 2 * m * n, 1, 1, 0, 0);
    count_law_tangent(k, m);
}

static void of_switched_tangent(Call *k)
{
    count_lu_solve(k, integer_of(k, 3));
    of_tangent_finish(k);
}

static void of_switched_jump(Call *k)
{
    long m = size_of(k, 0), n = integer_of(k, 1);

    ops(k, m, 0, 0, 0, 2);
    ops(k, m * n, 1, 1, 0, 0);
}

static void of_impulse_finish(Call *k)
{
    long m = size_of(k, 0), n = integer_of(k, 2);

    ops(k, 2 * m * n, 1, 1, 0, 0);
    ops(k, 4 * m * m, 1, 1, 0, 0);
    ops(k, 2 * m, 1, 0, 0, 0);
}

static void of_impulse(Call *k)
{
    count_lu_solve(k, integer_of(k, 2));
    of_impulse_finish(k);
}

static void of_linear_impulse(Call *k) { count_lu_solve(k, integer_of(k, 0)); }

static void of_impact(Call *k)
{
    long q = integer_of(k, 0), n = integer_of(k, 1);

    count_lu_factor(k, q);
    count_lu_solve(k, q);
    ops(k, q, 0, 0, 0, 4);
    ops(k, n * q, 1, 1, 0, 0);
}

static void of_impact_release(Call *k)
{
    long m = size_of(k, 0), q = integer_of(k, 1);

    ops(k, m * q, 1, 1, 0, 0);
    ops(k, m, 2, 0, 1, 4);
    ops(k, 1, 0, 1, 0, 1);
    count_law_factor(k, m);
}

static void of_newton(Call *k)
{
    long n = integer_of(k, 0);

    ops(k, n * n, 0, 0, 0, 1);                             /* residual_norm */
    ops(k, n, 0, 0, 1, 2);
    ops(k, 1, 0, 1, 0, 3);
    count_lu_factor(k, n);
    count_lu_solve(k, n);
    ops(k, n, 1, 1, 0, 3);
}

/* ---- implicit.c ------------------------------------------------------------------------------------------------ */

typedef struct { const long *column, *row, *component, *first; long n, components; } Pattern;

static bool pattern_of(Call *k, uint32_t i, Pattern *p)
{
    const Symbol *s = i < k->n ? k->arg[i].symbol : NULL;
    const long **part[] = { &p->column, &p->row, &p->component, &p->first };

    for (int q = 0; s && q < 4; q++) {
        const Symbol *array = find_symbol(k->c, s->part[q]);
        *part[q] = array ? array->number : NULL;
        if (!*part[q])
            s = NULL;
    }
    if (!s) {
        unbounded(k->c);
        return false;
    }
    p->n = s->size[0];
    p->components = s->size[1];
    return true;
}

static long entries(const Pattern *p, bool inside)
{
    long n = 0;

    for (long j = 0; j < p->n; j++)
        for (long i = p->column[j]; i < p->column[j + 1]; i++)
            n += (p->component[p->row[i]] == p->component[j]) == inside;
    return n;
}

/* As many entries as there may be in columns that share no row. */
static void of_columns(Call *k)
{
    ops(k, size_of(k, 0), 1, 2, 0, 1);
}

static void of_implicit_factor(Call *k)
{
    Pattern p;

    if (!pattern_of(k, 0, &p))
        return;
    ops(k, entries(&p, true), 1, 1, 0, 0);
    for (long q = 0; q < p.components; q++)
        count_lu_factor(k, p.first[q + 1] - p.first[q]);
}

static void of_implicit_solve(Call *k)
{
    Pattern p;

    if (!pattern_of(k, 0, &p))
        return;
    ops(k, entries(&p, false), 1, 2, 0, 0);
    for (long q = 0; q < p.components; q++)
        count_lu_solve(k, p.first[q + 1] - p.first[q]);
}

/* dtc_implicit_step.h: a factorization, two solutions, the sums of two stages. */
Cost cost_of_implicit(C *c, const Flow *w, Cost around)
{
    const Value pattern = { .symbol = find_symbol(c, internz(c->d, "any_pattern")) };
    Call k = { .c = c, .arg = &pattern, .n = 1 };

    of_implicit_factor(&k);
    of_implicit_solve(&k);
    of_implicit_solve(&k);
    ops(&k, w->states, 2, 4, 0, 0);
    ops(&k, 1, 1, 0, 0, 0);
    Cost own = cost_then(around, (Cost){ .step = k.now, .stack = SMALL });
    own.stack += FRAME + sizeof(dtc_control);
    return own;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static const Kernel kernels[] = { { "dtc_finite", of_finite, TY_INT, SMALL },
                                  { "dtc_normal", of_comparison, TY_REAL, SHALLOW },
                                  { "dtc_quotient", of_quotient, TY_REAL, SHALLOW },
                                  { "dtc_hold_real", of_comparisons, TY_OTHER, SMALL },
                                  { "dtc_powi", of_powi, TY_REAL, SHALLOW },
                                  { "dtc_sample", of_sample, TY_INT, SMALL },
                                  { "dtc_ascending", of_ascending, TY_INT, SMALL },
                                  { "dtc_table1", of_table1, TY_REAL, SHALLOW },
                                  { "dtc_table1_line", of_line, TY_REAL, SHALLOW },
                                  { "dtc_table1_stairs", of_row, TY_REAL, SHALLOW },
                                  { "dtc_table1_der", of_table1_der, TY_REAL, SHALLOW },
                                  { "dtc_table1_line_der", of_line_der, TY_REAL, SHALLOW },
                                  { "dtc_table_row", of_row, TY_INT, SHALLOW },
                                  { "dtc_table1_at", at_held, TY_REAL, 0 },
                                  { "dtc_table1_line_at", at_line, TY_REAL, 0 },
                                  { "dtc_table1_stairs_at", of_nothing, TY_REAL, 0 },
                                  { "dtc_table1_der_at", at_held_der, TY_REAL, 0 },
                                  { "dtc_table1_line_der_at", at_line_der, TY_REAL, 0 },
                                  { "dtc_table2", of_table2, TY_REAL, SHALLOW },
                                  { "dtc_table2_der", of_table2_der, TY_REAL, SHALLOW },
                                  { "dtc_lu_factor", of_lu_factor, TY_INT, SMALL },
                                  { "dtc_lu_solve", of_lu_solve, TY_OTHER, SMALL },
                                  { "dtc_lu_inverse", of_lu_inverse, TY_OTHER, SMALL },
                                  { "dtc_largest", of_largest, TY_REAL, SHALLOW },
                                  { "dtc_pivot", of_pivot, TY_INT, SMALL },
                                  { "dtc_switched_factor", of_switched_factor, TY_OTHER, SMALL },
                                  { "dtc_switched_reduce", of_reduce, TY_OTHER, SMALL },
                                  { "dtc_switched_solve", of_switched_solve, TY_INT, SMALL },
                                  { "dtc_switched_tangent", of_switched_tangent, TY_OTHER, SMALL },
                                  { "dtc_switched_tangent_finish", of_tangent_finish, TY_OTHER, SMALL },
                                  { "dtc_switched_jump", of_switched_jump, TY_INT, SMALL },
                                  { "dtc_switched_impulse", of_impulse, TY_OTHER, SMALL },
                                  { "dtc_switched_impulse_finish", of_impulse_finish, TY_OTHER, SMALL },
                                  { "dtc_linear_impulse", of_linear_impulse, TY_OTHER, SMALL },
                                  { "dtc_impact", of_impact, TY_OTHER, SMALL },
                                  { "dtc_impact_release", of_impact_release, TY_INT, SMALL },
                                  { "dtc_newton_step", of_newton, TY_INT, SMALL },
                                  { "dtc_colour_seed", of_nothing, TY_OTHER, 0 },
                                  { "dtc_colour_columns", of_columns, TY_OTHER, SMALL },
                                  { "dtc_hold", of_nothing, TY_OTHER, 0 },
                                  { "dtc_index", of_nothing, TY_INT, 0 },
                                  { "dtc_swap", of_nothing, TY_OTHER, 0 },
                                  { "DTC_LAW_KEEP", of_nothing, TY_OTHER, 0 },
                                  { "DTC_LAW_PUT_BACK", of_nothing, TY_OTHER, 0 },
                                  { "dtc_setup", of_nothing, TY_INT, 0 },
                                  { "dtc_do_step", of_nothing, TY_INT, 0 },
                                  { "memset", of_nothing, TY_OTHER, 0 },
                                  { "memcpy", of_nothing, TY_OTHER, 0 },
                                  { "memcmp", of_nothing, TY_INT, 0 },
                                  { 0 } };

/* A function of ops.h, which counts itself. */
static const OpInfo *find_operation(const char *name, bool *integer)
{
    for (int op = 0; op < OP_COUNT; op++) {
        const OpInfo *o = &op_info[op];
        *integer = o->c_int && strcmp(o->c_int, name) == 0;
        if (*integer || (o->c && strcmp(o->c, name) == 0)) return o;
    }
    return NULL;
}

static bool operation_cost(const char *name, Cost *cost, Value *result)
{
    bool integer;
    const OpInfo *o = find_operation(name, &integer);

    if (!o)
        return false;
    OpCost k = integer ? (OpCost){ 0 } : o->cost;
    bool none = !(k.add + k.multiply + k.divide + k.compare + k.root + k.call);
    integer = integer || (o->type == TYPE_INT && !(o->is & OP_REAL_IN_C));
    *cost = (Cost){ .stack = none ? 0 : integer ? SMALL : SHALLOW };
    const uint8_t of[] = { [OF_ADD] = k.add, [OF_MULTIPLY] = k.multiply, [OF_DIVIDE] = k.divide,
                           [OF_COMPARE] = k.compare, [OF_ROOT] = k.root, [OF_CALL] = k.call };
    for (size_t i = 0; i < sizeof of; i++)
        cost->step.of[i] = of[i];
    *result = (Value){ .type = integer ? TY_INT : TY_REAL };
    return true;
}

static const Kernel *find(const Kernel *list, const char *name)
{
    while (list->name && strcmp(name, list->name) != 0)
        list++;
    return list->name ? list : NULL;
}

bool kernel_cost(C *c, const char *name, const Value *arg, uint32_t n, Cost *cost, Value *result)
{
    const Kernel *const lists[] = { kernels, law_kernels }, *kernel = NULL;
    Call k = { .c = c, .arg = arg, .n = n };

    if (operation_cost(name, cost, result))
        return true;
    for (size_t i = 0; i < sizeof lists / sizeof *lists && !kernel; i++)
        kernel = find(lists[i], name);
    if (!kernel)
        return false;
    kernel->count(&k);
    *cost = (Cost){ k.now, k.transition, kernel->stack };
    *result = (Value){ .type = kernel->type, .decides = strcmp(name, "dtc_law_transition") == 0 };
    return true;
}
