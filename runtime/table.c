/* Tables of two arguments, and the integer functions of Modelica. What is looked up along one argument stands in
 * dtc_table.h. */
#include <limits.h>
#include "dtc_runtime.h"

#define ZERO ((dtc_real)0)
#define ONE ((dtc_real)1)

int dtc_ascending(const dtc_real *x, int n, int stride)
{
    for (int i = 1; i < n; i++)
        if (!(x[i * stride] >= x[(i - 1) * stride]))
            return 0;
    return 1;
}

/* A row of values is looked up along u2 as a table of its own; where there is one row or column of values, both ends of
 * the interval are the same. */
typedef struct { const dtc_real *row, *column, *value; int down, right; } cell;

static cell find_cell(const dtc_real *table, int rows, int columns, dtc_real u1, dtc_real u2)
{
    cell c = { table + columns, table + 1, table, rows > 2 ? columns : 0, columns > 2 ? 1 : 0 };

    if (c.down)
        c.row = dtc_search(c.row, rows - 1, columns, u1);
    if (c.right)
        c.column = dtc_search(c.column, columns - 1, 1, u2);
    c.value = c.row + (c.column - table);
    return c;
}

dtc_real dtc_table2(const dtc_real *table, int rows, int columns, dtc_real u1, dtc_real u2)
{
    if (rows < 2 || columns < 2)
        return ZERO;
    cell c = find_cell(table, rows, columns, u1, u2);
    const dtc_real *y = c.value, *z = y + c.down;
    dtc_real f = c.right ? dtc_part(c.column, 1, u2) : ZERO;
    dtc_real top = y[0] + f * (y[c.right] - y[0]), bottom = z[0] + f * (z[c.right] - z[0]);
    return c.down ? top + dtc_part(c.row, columns, u1) * (bottom - top) : top;
}

dtc_real dtc_table2_der(const dtc_real *table, int rows, int columns, dtc_real u1, dtc_real u2, dtc_real der_u1,
                        dtc_real der_u2)
{
    if (rows < 2 || columns < 2)
        return ZERO;
    cell c = find_cell(table, rows, columns, u1, u2);
    const dtc_real *y = c.value, *z = y + c.down;
    dtc_real d1 = ZERO, d2 = ZERO, top = y[c.right] - y[0], bottom = z[c.right] - z[0];
    if (c.down)
        d1 = dtc_slope(c.row, columns, u1) *
             ((z[0] - y[0]) + (c.right ? dtc_part(c.column, 1, u2) : ZERO) * (bottom - top));
    if (c.right)
        d2 = dtc_slope(c.column, 1, u2) *
             (top + (c.down ? dtc_part(c.row, columns, u1) : ZERO) * (bottom - top));
    return d1 * der_u1 + d2 * der_u2;
}

/* ---- integers ------------------------------------------------------------------------------------------ */

dtc_real dtc_powers(dtc_real x, int n)
{
    dtc_real y = ONE;
    unsigned k = n < 0 ? 0U - (unsigned)n : (unsigned)n;

    for (; k > 0; k >>= 1) {
        if (k & 1U)
            y *= x;
        if (k > 1U)
            x *= x;
    }
    return n < 0 ? ONE / y : y;
}

int dtc_integer(dtc_real x)
{
    dtc_real f = dtc_floor(x);

    if (f >= (dtc_real)INT_MAX)
        return INT_MAX;
    return f >= (dtc_real)INT_MIN ? (int)f : f < (dtc_real)INT_MIN ? INT_MIN : 0;
}

dtc_real dtc_div(dtc_real x, dtc_real y)
{
    dtc_real q = x / y;
    return q < ZERO ? dtc_ceil(q) : dtc_floor(q);
}

dtc_real dtc_mod(dtc_real x, dtc_real y) { return x - dtc_floor(x / y) * y; }
dtc_real dtc_rem(dtc_real x, dtc_real y) { return x - dtc_div(x, y) * y; }

int dtc_div_int(int x, int y) { return y == 0 ? 0 : y == -1 ? dtc_neg_int(x) : x / y; }
int dtc_rem_int(int x, int y) { return y == 0 || y == -1 ? 0 : x % y; }

int dtc_mod_int(int x, int y)
{
    int r = dtc_rem_int(x, y);
    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}

/* Instants start + k interval up to the time of a step, counted from 0; rounding puts none behind it. */
static dtc_real instants_to(long long step, dtc_real h, dtc_real start, dtc_real interval)
{
    const dtc_real t = (dtc_real)step * h, rounding = 4 * DTC_EPSILON * (dtc_abs(t) + dtc_abs(start));

    return dtc_floor((t - start + (h * (dtc_real)1e-3 + rounding)) / interval);
}

/* The count of this step and of the one before are made alike, so no instant is lost or met twice, however late. */
int dtc_sample(long long step, dtc_real h, dtc_real start, dtc_real interval)
{
    if (!(interval > ZERO))
        return 0;
    const dtc_real now = instants_to(step, h, start, interval);
    return now >= ZERO && now > instants_to(step - 1, h, start, interval);
}
