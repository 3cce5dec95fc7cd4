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

/* ---- look-ups that begin where they ended -------------------------------------------------------------- */

/* What is behind the ends of a table goes up to here. */
#ifdef DTC_FLOAT
#define FURTHEST ((dtc_real)FLT_MAX)
#else
#define FURTHEST ((dtc_real)DBL_MAX)
#endif

/* Of a slope that is no number nothing is kept. */
static void keep(dtc_real *near, dtc_real from, dtc_real to, dtc_real at, dtc_real value, dtc_real slope)
{
    near[DTC_FROM] = from;
    near[DTC_TO] = dtc_finite(slope) ? to : from;
    near[DTC_AT] = at;
    near[DTC_VALUE] = value;
    near[DTC_SLOPE] = slope;
}

dtc_real dtc_table1_seek(const dtc_real *table, int rows, int columns, dtc_real *near, dtc_real u)
{
    const dtc_real *last = table + (size_t)(rows - 1) * (size_t)columns, *low;

    if (u < table[0]) {
        keep(near, -FURTHEST, table[0], ZERO, table[1], ZERO);
    } else if (rows < 2 || u >= last[0]) {
        keep(near, last[0], FURTHEST, ZERO, last[1], ZERO);
    } else {
        low = dtc_search(table, rows, columns, u);
        keep(near, low[0], low[columns], low[0], low[1],
             (low[columns + 1] - low[1]) / (low[columns] - low[0]));
    }
    return dtc_is_within(near, u) ? dtc_value_near(near, u) : dtc_table1(table, rows, columns, u);
}

dtc_real dtc_table1_line_seek(const dtc_real *table, int rows, int columns, int column, dtc_real *near, dtc_real u)
{
    const dtc_real *low = dtc_search(table, rows, columns, u), *y = low + dtc_index(column, columns);

    if (rows > 1)
        keep(near, low == table ? -FURTHEST : low[0],
             low == table + (size_t)(rows - 2) * (size_t)columns ? FURTHEST : low[columns], low[0], y[0],
             (y[columns] - y[0]) / (low[columns] - low[0]));
    return dtc_is_within(near, u) ? dtc_value_near(near, u)
                                  : dtc_table1_line(table, rows, columns, column, u);
}

dtc_real dtc_table1_stairs_seek(const dtc_real *table, int rows, int columns, int column, dtc_real *near, dtc_real u)
{
    const dtc_real *low = dtc_search(table, rows + 1, columns, u),
                   *last = table + (size_t)(rows - 1) * (size_t)columns;

    keep(near, low == table ? -FURTHEST : low[0], low == last ? FURTHEST : low[columns], ZERO,
         low[dtc_index(column, columns)], ZERO);
    return low[dtc_index(column, columns)];
}

/* One of two arguments, u, along n numbers x: where they lie that are on both sides of it, and its range. */
typedef struct { int low, high; dtc_real from, to, at, width; } side;

static side side_of(const dtc_real *x, int n, int stride, dtc_real u)
{
    const dtc_real *last = x + (size_t)(n > 1 ? n - 1 : 0) * (size_t)stride, *low;

    if (n < 2 || u < x[0])
        return (side){ 0, 0, -FURTHEST, n < 2 ? FURTHEST : x[0], ZERO, ONE };
    if (u >= last[0])
        return (side){ n - 1, n - 1, last[0], FURTHEST, ZERO, ONE };
    low = dtc_search(x, n, stride, u);
    const int i = (int)(low - x) / stride;
    return (side){ i, i + 1, low[0], low[stride], low[0], low[stride] - low[0] };
}

dtc_real dtc_table2_seek(const dtc_real *table, int rows, int columns, dtc_real *near, dtc_real u1, dtc_real u2)
{
    if (rows < 2 || columns < 2)
        return ZERO;
    const side a = side_of(table + columns, rows - 1, columns, u1),
               b = side_of(table + 1, columns - 1, 1, u2);
    const dtc_real *y = table + (size_t)(1 + a.low) * (size_t)columns + 1,
                   *z = table + (size_t)(1 + a.high) * (size_t)columns + 1;
    const dtc_real along = (z[b.low] - y[b.low]) / a.width, across = (y[b.high] - y[b.low]) / b.width,
                   twist = ((z[b.high] - z[b.low]) / b.width - across) / a.width;

    near[DTC_FROM] = a.from;
    near[DTC_TO] = dtc_finite(along) && dtc_finite(across) && dtc_finite(twist) ? a.to : a.from;
    near[DTC_FROM2] = b.from;
    near[DTC_FROM2 + 1] = b.to;
    near[DTC_AT1] = a.at;
    near[DTC_AT2] = b.at;
    near[DTC_CORNER] = y[b.low];
    near[DTC_SLOPE1] = along;
    near[DTC_SLOPE2] = across;
    near[DTC_TWIST] = twist;
    return dtc_is_in_cell(near, u1, u2) ? dtc_value_in_cell(near, u1, u2)
                                        : dtc_table2(table, rows, columns, u1, u2);
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
