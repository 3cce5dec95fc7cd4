/* Tables: rows x columns numbers by rows.
 *
 * Look-up is a bisection over a sorted column; it ends and stays inside the table for any argument, NaN included (the
 * result is then NaN), and for a column that is not sorted. Outside the table the value is held, and the derivative is
 * zero; only dtc_table1_line goes on with the slope of the outer interval.
 *
 * The search stands here, so that a C compiler may put it inline, where the number of rows is constant. */
#ifndef DTC_TABLE_H
#define DTC_TABLE_H

#include <stddef.h>
#include "dtc_real.h"

#ifdef __cplusplus
extern "C" {
#endif

/* subscript i (from 1) of n as an offset inside the array */
static inline int dtc_index(int i, int n) { return i < 1 ? 0 : i > n ? n - 1 : i - 1; }

/* does x[0], x[stride] ... nowhere fall? */
int dtc_ascending(const dtc_real *x, int n, int stride);

/* The interval of n numbers x[0], x[stride], ... in which u lies: its lower end, the last one of the first n-1 that is
 * not above u. The number of passes depends on n alone: O(log n) */
static inline const dtc_real *dtc_search(const dtc_real *x, int n, int stride, dtc_real u)
{
    for (unsigned left = n > 1 ? (unsigned)n - 1U : 0U, half; left > 1U; left -= half) {
        half = left / 2U;
        const dtc_real *middle = x + (size_t)half * (size_t)stride;
        x = *middle <= u ? middle : x;
    }
    return x;
}

/* the part of the interval from row `low` to the next one up to u, 0 .. 1 */
static inline dtc_real dtc_part(const dtc_real *low, int columns, dtc_real u)
{
    const dtc_real width = low[columns] - low[0], way = u - low[0];

    if (!(width > (dtc_real)0))
        return (dtc_real)(way < (dtc_real)0 ? 0 : 1);
    const dtc_real f = way / width;
    return f <= (dtc_real)0 ? (dtc_real)0 : f >= (dtc_real)1 ? (dtc_real)1 : f;
}

/* d part/du: at the lower end and at an argument of a row that of the interval after it */
static inline dtc_real dtc_slope(const dtc_real *low, int columns, dtc_real u)
{
    const dtc_real width = low[columns] - low[0], f = (u - low[0]) / width;

    return width > (dtc_real)0 && !(f < (dtc_real)0) && !(f >= (dtc_real)1) ? (dtc_real)1 / width
                                                                            : (dtc_real)0;
}

/* values and derivatives in that interval, column from 0 */
static inline dtc_real dtc_from_held(const dtc_real *low, int columns, dtc_real u)
{
    return low[1] + dtc_part(low, columns, u) * (low[columns + 1] - low[1]);
}

static inline dtc_real dtc_from_held_der(const dtc_real *low, int columns, dtc_real u, dtc_real der_u)
{
    return dtc_slope(low, columns, u) * (low[columns + 1] - low[1]) * der_u;
}

static inline dtc_real dtc_from_line(const dtc_real *low, int columns, int column, dtc_real u)
{
    const dtc_real width = low[columns] - low[0], *y = low + column;
    const dtc_real f = width > (dtc_real)0 ? (u - low[0]) / width : dtc_part(low, columns, u);

    return y[0] + f * (y[columns] - y[0]);
}

static inline dtc_real dtc_from_line_der(const dtc_real *low, int columns, int column, dtc_real der_u)
{
    const dtc_real width = low[columns] - low[0], *y = low + column;

    return width > (dtc_real)0 ? (y[columns] - y[0]) / width * der_u : (dtc_real)0;
}

/* ---- look-ups ------------------------------------------------------------------------------------------ */

/* Columns 1 and 2 as argument, ascending, and value: linear between, held outside. */
static inline dtc_real dtc_table1(const dtc_real *table, int rows, int columns, dtc_real u)
{
    return rows < 2 ? table[1] : dtc_from_held(dtc_search(table, rows, columns, u), columns, u);
}

static inline dtc_real dtc_table1_der(const dtc_real *table, int rows, int columns, dtc_real u, dtc_real der_u)
{
    return rows < 2 ? (dtc_real)0 : dtc_from_held_der(dtc_search(table, rows, columns, u), columns, u, der_u);
}

/* any column (from 1); outer intervals go on */
static inline dtc_real dtc_table1_line(const dtc_real *table, int rows, int columns, int column, dtc_real u)
{
    column = dtc_index(column, columns);
    return rows < 2 ? table[column] : dtc_from_line(dtc_search(table, rows, columns, u), columns, column, u);
}

static inline dtc_real dtc_table1_line_der(const dtc_real *table, int rows, int columns, int column, dtc_real u,
                                           dtc_real der_u)
{
    column = dtc_index(column, columns);
    return rows < 2 ? (dtc_real)0
                    : dtc_from_line_der(dtc_search(table, rows, columns, u), columns, column, der_u);
}

/* any column: the value of the last row not above u */
static inline dtc_real dtc_table1_stairs(const dtc_real *table, int rows, int columns, int column, dtc_real u)
{
    return dtc_search(table, rows + 1, columns, u)[dtc_index(column, columns)];
}

/* Row 1: second argument, column 1: first argument, both ascending: bilinear between, held outside. */
dtc_real dtc_table2(const dtc_real *table, int rows, int columns, dtc_real u1, dtc_real u2);
dtc_real dtc_table2_der(const dtc_real *table, int rows, int columns, dtc_real u1, dtc_real u2, dtc_real der_u1,
                        dtc_real der_u2);

/* Several look-ups at one argument: the search is made once (O(log rows)), and the functions below go on from its
 * result, which is where the last row that is not above u begins, or the first one. With it each dtc_table1..._at does
 * what dtc_table1... does. */
static inline int dtc_table_row(const dtc_real *table, int rows, int columns, dtc_real u)
{
    return (int)(dtc_search(table, rows + 1, columns, u) - table);
}

/* the last row begins no interval */
static inline const dtc_real *dtc_interval(const dtc_real *table, int rows, int columns, int row)
{
    const int last = (rows - 2) * columns;
    return table + (row < last ? row : last);
}

static inline dtc_real dtc_table1_at(const dtc_real *table, int rows, int columns, int row, dtc_real u)
{
    return rows < 2 ? table[1] : dtc_from_held(dtc_interval(table, rows, columns, row), columns, u);
}

static inline dtc_real dtc_table1_line_at(const dtc_real *table, int rows, int columns, int column, int row, dtc_real u)
{
    column = dtc_index(column, columns);
    return rows < 2 ? table[column]
                    : dtc_from_line(dtc_interval(table, rows, columns, row), columns, column, u);
}

static inline dtc_real dtc_table1_stairs_at(const dtc_real *table, int rows, int columns, int column, int row)
{
    (void)rows;
    return table[row + dtc_index(column, columns)];
}

static inline dtc_real dtc_table1_der_at(const dtc_real *table, int rows, int columns, int row, dtc_real u,
                                         dtc_real der_u)
{
    return rows < 2 ? (dtc_real)0
                    : dtc_from_held_der(dtc_interval(table, rows, columns, row), columns, u, der_u);
}

static inline dtc_real dtc_table1_line_der_at(const dtc_real *table, int rows, int columns, int column, int row,
                                              dtc_real u, dtc_real der_u)
{
    (void)u;
    column = dtc_index(column, columns);
    return rows < 2 ? (dtc_real)0
                    : dtc_from_line_der(dtc_interval(table, rows, columns, row), columns, column, der_u);
}

/* ---- look-ups that begin where they ended -------------------------------------------------------------- */

/* What a look-up has found last, for an argument that moves slowly: from where on, and up to where, the value is that
 * at another argument and a slope times what is between. All zero: nothing, as at first, and where the table has
 * changed. A value follows from table and argument alone, whatever is kept: that of the function above, but for
 * rounding. */
enum { DTC_FROM, DTC_TO, DTC_AT, DTC_VALUE, DTC_SLOPE, DTC_INTERVAL };
/* Of two arguments: the range of each, a corner and its value, slopes along them, and of one along the other. */
enum { DTC_FROM2 = 2, DTC_AT1 = 4, DTC_AT2, DTC_CORNER, DTC_SLOPE1, DTC_SLOPE2, DTC_TWIST, DTC_CELL };

static inline int dtc_is_within(const dtc_real *near, dtc_real u) { return near[DTC_FROM] <= u && u < near[DTC_TO]; }

static inline dtc_real dtc_value_near(const dtc_real *near, dtc_real u)
{
    return near[DTC_VALUE] + near[DTC_SLOPE] * (u - near[DTC_AT]);
}

static inline int dtc_is_in_cell(const dtc_real *near, dtc_real u1, dtc_real u2)
{
    return dtc_is_within(near, u1) && dtc_is_within(near + DTC_FROM2, u2);
}

static inline dtc_real dtc_value_in_cell(const dtc_real *near, dtc_real u1, dtc_real u2)
{
    const dtc_real way = u1 - near[DTC_AT1], slope = near[DTC_SLOPE2] + near[DTC_TWIST] * way;
    return near[DTC_CORNER] + near[DTC_SLOPE1] * way + slope * (u2 - near[DTC_AT2]);
}

/* Each finds what is to be kept, and gives the value. */
dtc_real dtc_table1_seek(const dtc_real *table, int rows, int columns, dtc_real *near, dtc_real u);
dtc_real dtc_table1_line_seek(const dtc_real *table, int rows, int columns, int column, dtc_real *near, dtc_real u);
dtc_real dtc_table1_stairs_seek(const dtc_real *table, int rows, int columns, int column, dtc_real *near, dtc_real u);
dtc_real dtc_table2_seek(const dtc_real *table, int rows, int columns, dtc_real *near, dtc_real u1, dtc_real u2);

static inline dtc_real dtc_table1_near(const dtc_real *table, int rows, int columns, dtc_real *near, dtc_real u)
{
    if (DTC_SELDOM(!dtc_is_within(near, u)))
        return dtc_table1_seek(table, rows, columns, near, u);
    return dtc_value_near(near, u);
}

static inline dtc_real dtc_table1_line_near(const dtc_real *table, int rows, int columns, int column, dtc_real *near,
                                            dtc_real u)
{
    if (DTC_SELDOM(!dtc_is_within(near, u)))
        return dtc_table1_line_seek(table, rows, columns, column, near, u);
    return dtc_value_near(near, u);
}

static inline dtc_real dtc_table1_stairs_near(const dtc_real *table, int rows, int columns, int column, dtc_real *near,
                                              dtc_real u)
{
    if (DTC_SELDOM(!dtc_is_within(near, u)))
        return dtc_table1_stairs_seek(table, rows, columns, column, near, u);
    return near[DTC_VALUE];
}

static inline dtc_real dtc_table2_near(const dtc_real *table, int rows, int columns, dtc_real *near, dtc_real u1,
                                       dtc_real u2)
{
    if (DTC_SELDOM(!dtc_is_in_cell(near, u1, u2)))
        return dtc_table2_seek(table, rows, columns, near, u1, u2);
    return dtc_value_in_cell(near, u1, u2);
}

#ifdef __cplusplus
}
#endif
#endif
