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

/* ---- dtc_runtime.h ------------------------------------------------------------------------------------- */

void of_quotient(Call *k) { ops(k, 1, 0, 0, 1, 2); }
void of_comparisons(Call *k) { ops(k, 1, 0, 0, 0, 2); }
void of_again(Call *k) { ops(k, 1, 1, 2, 0, 5); }
void of_nothing(Call *k) { (void)k; }
void of_unknown(Call *k) { (void)k; }                     /* of a variable step */

/* ---- table.c ------------------------------------------------------------------------------------------- */

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
static void of_held(Call *k)
{
    long rows = integer_of(k, 1);

    part(k, rows);
    ops(k, rows >= 2, 2, 1, 0, 0);
}

static void of_held_der(Call *k)
{
    long rows = integer_of(k, 1);

    slope(k, rows);
    ops(k, rows >= 2, 1, 2, 0, 0);
}

static void of_line_at(Call *k) { ops(k, integer_of(k, 1) >= 2, 5, 1, 1, 3); }
static void of_line_der_at(Call *k) { ops(k, integer_of(k, 1) >= 2, 2, 1, 1, 1); }

static void of_row(Call *k) { search(k, integer_of(k, 1) + 1); }

static void of_table1(Call *k)
{
    search(k, integer_of(k, 1));
    of_held(k);
}

static void of_line(Call *k)
{
    search(k, integer_of(k, 1));
    of_line_at(k);
}

static void of_line_der(Call *k)
{
    search(k, integer_of(k, 1));
    of_line_der_at(k);
}

static void of_table1_der(Call *k)
{
    search(k, integer_of(k, 1));
    of_held_der(k);
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

/* dtc_is_within twice, its value, and the function that does without. */
static void of_near(Call *k)
{
    search(k, integer_of(k, 1));
    ops(k, 1, 4, 1, 1, 6);
    of_table1(k);
}

static void of_line_near(Call *k)
{
    search(k, integer_of(k, 1));
    ops(k, 1, 4, 1, 1, 4);
    of_line(k);
}

static void of_stairs_near(Call *k)
{
    of_row(k);
    ops(k, 1, 0, 0, 0, 2);
}

static void of_table2_near(Call *k)
{
    for (uint32_t i = 1; i <= 2; i++) {
        interval(k, integer_of(k, i) - 1);
        ops(k, 1, 1, 0, 0, 2);
    }
    ops(k, 1, 10, 3, 4, 8);
    of_table2(k);
}

void of_ascending(Call *k) { ops(k, integer_of(k, 1) - 1, 0, 0, 0, 1); }

static void of_powi(Call *k)
{
    long n = integer_of(k, 1);

    ops(k, n < 0, 0, 0, 1, 0);
    if (n == 2)
        n = 1; /* x*x */
    for (n = n < 0 ? -n : n; n > 0; n >>= 1)
        ops(k, 1, 0, (n > 1) + (n & 1), 0, 0);
}

static void of_sample(Call *k)
{
    for (int i = 0; i < 2; i++)
        one(k, OF_CALL);
    ops(k, 2, 5, 3, 1, 2);
    ops(k, 1, 0, 0, 0, 3);
}

/* ---- block.c ------------------------------------------------------------------------------------------- */

void count_lu_factor(Call *k, long n)
{
    ops(k, n * n, 0, 0, 0, 1); /* row_scales */
    ops(k, n, 0, 0, 1, 1);
    for (long i = 0; i < n; i++) {
        long below = n - i - 1;
        ops(k, below + 1, 0, 1, 0, 1); /* bring_pivot */
        ops(k, 1, 0, 1, 0, 1);
        ops(k, below, 0, 0, 1, 2);
        ops(k, below * below, 1, 1, 0, 0);
    }
}

void count_lu_solve(Call *k, long n)
{
    ops(k, n * (n - 1), 1, 1, 0, 0);
    ops(k, n, 0, 0, 1, 2);
}

void of_lu_factor(Call *k) { count_lu_factor(k, integer_of(k, 0)); }
void of_lu_solve(Call *k) { count_lu_solve(k, integer_of(k, 0)); }

void of_lu_inverse(Call *k)
{
    for (long j = 0; j < integer_of(k, 0); j++)
        count_lu_solve(k, integer_of(k, 0));
}

static void count_refined(Call *k, long n)
{
    count_lu_solve(k, n);
    count_lu_solve(k, n);
    ops(k, n * n, 1, 1, 0, 0);
    ops(k, n, 1, 0, 0, 0);
}

void of_refined_inverse(Call *k)
{
    for (long j = 0; j < integer_of(k, 0); j++)
        count_refined(k, integer_of(k, 0));
}

void of_refined_solve(Call *k) { count_refined(k, integer_of(k, 0)); }
void of_largest(Call *k) { ops(k, integer_of(k, 0), 0, 0, 0, 1); }

void of_pivot(Call *k)
{
    ops(k, 1, 0, 2, 1, 2);
    ops(k, integer_of(k, 0), 0, 0, 0, 1);
}

void of_reduce(Call *k)
{
    long n = integer_of(k, 0), m = integer_of(k, 1);

    ops(k, n * m * m, 1, 1, 0, 0);
    ops(k, n * m, 1, 1, 0, 0);
}

void of_switched_factor(Call *k)
{
    long n = integer_of(k, 0), m = integer_of(k, 1);

    for (long j = 0; j < m; j++)
        count_lu_solve(k, n);
    of_reduce(k);
}

void of_switched_refined(Call *k)
{
    for (long j = 0; j < integer_of(k, 1); j++)
        count_refined(k, integer_of(k, 0));
    of_reduce(k);
}

void of_switched_solve(Call *k)
{
    long m = k->view, n = integer_of(k, 1);

    count_lu_solve(k, n);
    ops(k, 2 * m * n, 1, 1, 0, 0);
    count_law_solve(k, m);
}

void of_tangent_finish(Call *k)
{
    long m = k->view, n = integer_of(k, 3);

    ops(k, 2 * m * n, 1, 1, 0, 0);
    ops(k, m, 0, 0, 0, 2);
    count_law_tangent(k, m);
}

void of_switched_tangent(Call *k)
{
    count_lu_solve(k, integer_of(k, 3));
    of_tangent_finish(k);
}

void of_switched_jump(Call *k)
{
    long m = k->view, n = integer_of(k, 1);

    ops(k, m, 0, 0, 0, 4);
    ops(k, m * n, 1, 1, 0, 0);
}

void of_impulse_finish(Call *k)
{
    long m = k->view, n = integer_of(k, 2);

    ops(k, 2 * m * n, 1, 1, 0, 0);
    ops(k, 4 * m * m, 1, 1, 0, 0);
    ops(k, 2 * m, 1, 0, 0, 0);
}

void of_impulse(Call *k)
{
    count_lu_solve(k, integer_of(k, 2));
    of_impulse_finish(k);
}

void of_linear_impulse(Call *k) { count_lu_solve(k, integer_of(k, 0)); }

void of_impact(Call *k)
{
    long q = integer_of(k, 0), n = integer_of(k, 1);

    count_lu_factor(k, q);
    count_lu_solve(k, q);
    ops(k, q, 0, 0, 0, 4);
    ops(k, n * q, 1, 1, 0, 0);
}

void of_impact_release(Call *k)
{
    long m = k->view, q = integer_of(k, 1);

    ops(k, m * q, 1, 1, 0, 0);
    ops(k, m, 2, 0, 1, 4);
    ops(k, 1, 0, 1, 0, 1);
    count_law_factor(k, m);
}

void of_newton(Call *k)
{
    long n = integer_of(k, 0);

    ops(k, n * n, 0, 0, 0, 1); /* residual_norm */
    ops(k, n, 0, 0, 1, 2);
    ops(k, 1, 0, 2, 0, 4);
    count_lu_factor(k, n);
    count_lu_solve(k, n);
    ops(k, n, 1, 1, 0, 3);
}

/* ---- branch.c ------------------------------------------------------------------------------------------ */

void of_branch_step(Call *c)
{
    long n = integer_of(c, 0), k = integer_of(c, 1);

    ops(c, 2 * k, 0, 1, 0, 1); /* is_wrong */
    ops(c, k, 0, 1, 0, 1);     /* turn */
    ops(c, 2 * k, 1, 2, 1, 5);
    ops(c, k, 0, 0, 0, 4);
    ops(c, n, 3, 4, 0, 0);
    ops(c, n * n, 1, 1, 0, 0); /* meets */
    ops(c, n, 1, 1, 0, 1);
    count_lu_factor(c, n); /* set_off */
    count_lu_solve(c, n);
    ops(c, n, 1, 0, 0, 0);
}

/* ---- least.c ------------------------------------------------------------------------------------------- */

/* Of n null vectors, for each of m quantities a term for each other unknown. */
void of_least(Call *k)
{
    long n = integer_of(k, 0), m = integer_of(k, 1);

    ops(k, n * m, 1, 1, 0, 0); /* subtract */
    ops(k, n * n, 0, 0, 1, 1); /* scale_rows */
    ops(k, n, 0, 0, 1, 2);
    ops(k, 2 * n, 0, 0, 0, 1);
    for (long i = 0; i < n; i++) {
        long left = n - i;
        ops(k, left * left, 0, 0, 0, 1); /* bring_largest */
        ops(k, 1, 0, 1, 0, 1);
        ops(k, left + 1, 0, 0, 1, 0); /* eliminate */
        ops(k, n * (left + 1), 1, 1, 0, 0);
    }
    ops(k, n * m, 1, 1, 0, 0); /* the quantities of one solution */
    ops(k, n * n, 1, 1, 0, 0); /* null_vectors */
    ops(k, n * n * m, 1, 1, 0, 0);
    ops(k, 2 * n * m, 1, 1, 0, 0); /* squares and shares */
    ops(k, n * n * (2 * m + n), 1, 1, 0, 0);
    ops(k, n * (n + 1), 0, 0, 1, 2);
    ops(k, 1, 0, 1, 0, 1);
}

/* ---- implicit.c ---------------------------------------------------------------------------------------- */

/* As many entries as there may be in columns that share no row. */
void of_columns(Call *k) { ops(k, k->view, 1, 2, 0, 1); }

/* ---- all of them --------------------------------------------------------------------------------------- */

#define X(id, name, gives, arguments, formula, stack) { #name, of_##formula, stack },
static const Formula of_kernels[KERNELS] = { DTC_KERNELS(X) };
#undef X

/* What expressions call, and the control flow of the runtime. */
#define X(name, arguments, formula, stack) { #name, of_##formula, stack },
static const Formula named[] = {
    DTC_LOOK_UPS(X)
    { "dtc_powi", of_powi, SHALLOW },
    { "dtc_sample", of_sample, SMALL },
    { "dtc_law_borders", of_law_borders, LAW },
    { "dtc_law_solve", of_law_solve, LAW },
    { 0 } };
#undef X

static bool count(Call *k, const Formula *formula, Cost *cost)
{
    formula->count(k);
    *cost = (Cost){ .step = k->now, .transition = k->transition, .stack = formula->stack };
    return formula->count != of_unknown;
}

bool kernel_cost(Call *k, KernelId id, Cost *cost) { return count(k, &of_kernels[id], cost); }

Cost operation_cost(const OpInfo *o)
{
    const OpCost k = o->cost;
    bool none = !(k.add + k.multiply + k.divide + k.compare + k.root + k.call);
    const uint8_t of[] = { [OF_ADD] = k.add,         [OF_MULTIPLY] = k.multiply, [OF_DIVIDE] = k.divide,
                           [OF_COMPARE] = k.compare, [OF_ROOT] = k.root,         [OF_CALL] = k.call };
    Cost cost = { .stack = none ? 0 : SHALLOW };

    for (size_t i = 0; i < sizeof of; i++)
        cost.step.of[i] = of[i];
    return cost;
}

bool named_cost(Call *k, const char *name, Cost *cost)
{
    for (size_t i = 0; named[i].name; i++)
        if (strcmp(named[i].name, name) == 0)
            return count(k, &named[i], cost);
    for (int op = 0; op < OP_COUNT; op++)
        if (op_info[op].c && strcmp(op_info[op].c, name) == 0) {
            *cost = operation_cost(&op_info[op]);
            return true;
        }
    return false;
}
