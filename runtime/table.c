/* Tables and the integer functions of Modelica.
 *
 * Look-up is a bisection over a sorted column; it ends and stays inside the table for any argument, NaN included (the result
 * is then NaN), and for a column that is not sorted. Outside the table the value is held, and the derivative is zero; only
 * dtc_table1_line goes on with the slope of the outer interval. */
#include <limits.h>
#include "dtc_runtime.h"

#define ZERO ((dtc_real)0)
#define ONE ((dtc_real)1)

/* Where u lies in n numbers x[0], x[stride], ...: interval i (0 .. n-2) and the part f of it, 0 .. 1; slope: df/du. */
typedef struct { int i; dtc_real f, slope; } place;

static place find(const dtc_real *x, int n, int stride, dtc_real u)
{
    place at = { 0, ZERO, ZERO };
    int low = 0, high = n - 1;

    if (n < 2)
        return at;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (x[middle * stride] <= u)
            low = middle;
        else
            high = middle;
    }
    dtc_real width = x[high * stride] - x[low * stride], f = (u - x[low * stride]) / width;
    at.i = low;
    if (!(width > ZERO)) {
        at.f = u < x[low * stride] ? ZERO : ONE;
    } else if (f <= ZERO) {
        at.f = ZERO;
    } else if (f >= ONE) {
        at.f = ONE;
    } else {
        at.f = f;
        at.slope = ONE / width;
    }
    return at;
}

int dtc_ascending(const dtc_real *x, int n, int stride)
{
    for (int i = 1; i < n; i++)
        if (!(x[i * stride] >= x[(i - 1) * stride]))
            return 0;
    return 1;
}

dtc_real dtc_table1(const dtc_real *table, int rows, int columns, dtc_real u)
{
    place at = find(table, rows, columns, u);
    const dtc_real *y = table + at.i * columns + 1;

    return rows < 2 ? y[0] : y[0] + at.f * (y[columns] - y[0]);
}

dtc_real dtc_table1_line(const dtc_real *table, int rows, int columns, int column, dtc_real u)
{
    place at = find(table, rows, columns, u);
    const dtc_real *x = table + at.i * columns, *y = x + dtc_index(column, columns);

    if (rows < 2)
        return y[0];
    dtc_real width = x[columns] - x[0];
    return width > ZERO ? y[0] + (u - x[0]) / width * (y[columns] - y[0]) : y[0] + at.f * (y[columns] - y[0]);
}

dtc_real dtc_table1_stairs(const dtc_real *table, int rows, int columns, int column, dtc_real u)
{
    int low = 0, high = rows;

    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (table[middle * columns] <= u)
            low = middle;
        else
            high = middle;
    }
    return table[low * columns + dtc_index(column, columns)];
}

dtc_real dtc_table1_der(const dtc_real *table, int rows, int columns, dtc_real u, dtc_real der_u)
{
    place at = find(table, rows, columns, u);
    const dtc_real *y = table + at.i * columns + 1;

    return rows < 2 ? ZERO : at.slope * (y[columns] - y[0]) * der_u;
}

/* The four corners around a point; where there is one row or column of values both are the same. */
typedef struct { place a, b; dtc_real y00, y01, y10, y11; } cell;

static cell find_cell(const dtc_real *table, int rows, int columns, dtc_real u1, dtc_real u2)
{
    cell c;
    int down = rows > 2 ? columns : 0, right = columns > 2 ? 1 : 0;

    c.a = find(table + columns, rows - 1, columns, u1);
    c.b = find(table + 1, columns - 1, 1, u2);
    const dtc_real *y = table + (1 + c.a.i) * columns + 1 + c.b.i;
    c.y00 = y[0];
    c.y01 = y[right];
    c.y10 = y[down];
    c.y11 = y[down + right];
    return c;
}

dtc_real dtc_table2(const dtc_real *table, int rows, int columns, dtc_real u1, dtc_real u2)
{
    if (rows < 2 || columns < 2)
        return ZERO;
    cell c = find_cell(table, rows, columns, u1, u2);
    dtc_real top = c.y00 + c.b.f * (c.y01 - c.y00), bottom = c.y10 + c.b.f * (c.y11 - c.y10);
    return top + c.a.f * (bottom - top);
}

dtc_real dtc_table2_der(const dtc_real *table, int rows, int columns, dtc_real u1, dtc_real u2, dtc_real der_u1, dtc_real der_u2)
{
    if (rows < 2 || columns < 2)
        return ZERO;
    cell c = find_cell(table, rows, columns, u1, u2);
    dtc_real top = c.y00 + c.b.f * (c.y01 - c.y00), bottom = c.y10 + c.b.f * (c.y11 - c.y10);
    dtc_real d1 = c.a.slope * (bottom - top);
    dtc_real d2 = c.b.slope * ((c.y01 - c.y00) + c.a.f * ((c.y11 - c.y10) - (c.y01 - c.y00)));
    return d1 * der_u1 + d2 * der_u2;
}

/* ---- integers ------------------------------------------------------------------------------------------ */

dtc_real dtc_powi(dtc_real x, int n)
{
    dtc_real y = ONE;
    unsigned k = n < 0 ? 0U - (unsigned)n : (unsigned)n;

    for (; k > 0; k >>= 1) {
        if (k & 1U)
            y *= x;
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

int dtc_div_int(int x, int y) { return y == 0 ? 0 : y == -1 ? (x == INT_MIN ? INT_MAX : -x) : x / y; }
int dtc_rem_int(int x, int y) { return y == 0 || y == -1 ? 0 : x % y; }

int dtc_mod_int(int x, int y)
{
    int r = dtc_rem_int(x, y);
    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}

int dtc_index(int i, int n) { return i < 1 ? 0 : i > n ? n - 1 : i - 1; }

/* Samples fall on start + k interval; a rounding error of a sample's time must not move it to the next step. */
int dtc_sample(dtc_real t, dtc_real start, dtc_real interval, dtc_real h)
{
    dtc_real late = t - start + h * (dtc_real)1e-3;

    if (!(interval > ZERO) || late < ZERO)
        return 0;
    return late - dtc_floor(late / interval) * interval < h;
}
