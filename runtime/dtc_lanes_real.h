/* Functions of vectors, and look-ups, in lanes (dtc_lanes.h): for generated code, which says how many lanes there are,
 * DTC_LANES. Each function gives every lane the bits that the one of its name gives a model alone. What they do is told
 * at those: dtc_runtime.h, dtc_table.h. */
#ifndef DTC_LANES_REAL_H
#define DTC_LANES_REAL_H

#include "dtc_lanes.h"
#if defined(__AVX__)
#include <immintrin.h>
#endif

#if defined(__GNUC__)
#define DTC_LANES_INLINE static inline __attribute__((always_inline))
#define DTC_LANES_SELDOM static __attribute__((noinline, cold))
#define DTC_LANES_APART static __attribute__((noinline, unused))
#define DTC_LANES_UNROLLED _Pragma("GCC unroll 64")
#else
#define DTC_LANES_INLINE static inline
#define DTC_LANES_SELDOM static
#define DTC_LANES_APART static
#define DTC_LANES_UNROLLED
#endif
#define DTC_LANES_OF_(n, type) dtc_##type##_##n
#define DTC_LANES_OF(n, type) DTC_LANES_OF_(n, type)
typedef DTC_LANES_OF(DTC_LANES, reals) dtc_reals;
typedef DTC_LANES_OF(DTC_LANES, ints) dtc_ints;
typedef DTC_LANES_OF(DTC_LANES, lanes) dtc_lanes;

#ifdef DTC_FLOAT
#define DTC_LANES_BYTES (4 * DTC_LANES)
#else
#define DTC_LANES_BYTES (8 * DTC_LANES)
#endif
typedef char dtc_lanes_are_as_wide_as_vectors
    [sizeof(dtc_reals) <= DTC_VECTOR ? 1 : -1]; /* else -march=native, -mavx2, or fewer lanes: docs/lanes.md */

#define DTC_EACH_LANE for (int at = 0; at < DTC_LANES; at++)

/* ---- numbers ------------------------------------------------------------------------------------------- */

static inline dtc_reals dtc_lanes_all(dtc_real x) { return x - (dtc_reals){ 0 }; }
static inline dtc_ints dtc_lanes_all_int(dtc_lane_int x) { return x - (dtc_ints){ 0 }; }
/* A mask of all lanes, or of none. */
static inline dtc_ints dtc_lanes_true(int x) { return -dtc_lanes_all_int(x != 0); }

/* Comparisons whose results are bits alone: those of gcc's operators are conditions, and what is said of them becomes
 * choices between all bits and none. */
#if defined(__AVX2__) && DTC_LANES_BYTES == 32
#ifdef DTC_FLOAT
#define DTC_LANES_COMPARED(a, b, op, code) (dtc_ints) _mm256_cmp_ps((__m256)(a), (__m256)(b), code)
#else
#define DTC_LANES_COMPARED(a, b, op, code) (dtc_ints) _mm256_cmp_pd((__m256d)(a), (__m256d)(b), code)
#endif
#define DTC_LANES_NOT_COMPARED DTC_LANES_COMPARED
#else
#define DTC_LANES_COMPARED(a, b, op, code) ((a)op(b))
#define DTC_LANES_NOT_COMPARED(a, b, op, code) (~((a)op(b)))
#endif
static inline dtc_ints dtc_lanes_as_bits(dtc_ints condition)
{
#if defined(__AVX2__) && DTC_LANES_BYTES == 32
    __asm__("" : "+x"(condition));
#endif
    return condition;
}
static inline dtc_ints dtc_lanes_less(dtc_reals a, dtc_reals b) { return DTC_LANES_COMPARED(a, b, <, _CMP_LT_OQ); }
static inline dtc_ints dtc_lanes_differ(dtc_reals a, dtc_reals b) { return DTC_LANES_COMPARED(a, b, !=, _CMP_NEQ_UQ); }
static inline dtc_ints dtc_lanes_at_most(dtc_reals a, dtc_reals b) { return DTC_LANES_COMPARED(a, b, <=, _CMP_LE_OQ); }
static inline dtc_ints dtc_lanes_not_less(dtc_reals a, dtc_reals b)
{
    return DTC_LANES_NOT_COMPARED(a, b, <, _CMP_NLT_UQ);
}
static inline dtc_ints dtc_lanes_not_at_most(dtc_reals a, dtc_reals b)
{
    return DTC_LANES_NOT_COMPARED(a, b, <=, _CMP_NLE_UQ);
}
/* b: else a constant that fits `not less than` better would be found */
static inline dtc_ints dtc_lanes_more(dtc_ints a, dtc_ints b) { return dtc_lanes_as_bits(a > dtc_lanes_as_bits(b)); }
static inline dtc_ints dtc_lanes_equal(dtc_ints a, dtc_ints b) { return dtc_lanes_as_bits(a == b); }

/* A Boolean as a mask. */
static inline dtc_ints dtc_lanes_is_not(dtc_ints x) { return dtc_lanes_equal(x, dtc_lanes_all_int(0)); }
static inline dtc_ints dtc_lanes_is(dtc_ints x) { return ~dtc_lanes_is_not(x); }

static inline dtc_ints dtc_select_int(dtc_ints mask, dtc_ints a, dtc_ints b) { return (mask & a) | (~mask & b); }
static inline dtc_reals dtc_select(dtc_ints mask, dtc_reals a, dtc_reals b)
{
    return (dtc_reals)dtc_select_int(mask, (dtc_ints)a, (dtc_ints)b);
}

/* Is it true of any lane, of all? */
#if defined(__AVX__) && DTC_LANES_BYTES == 32 && !defined(DTC_FLOAT)
static inline int dtc_any(dtc_ints mask) { return _mm256_movemask_pd((__m256d)mask) != 0; }
static inline int dtc_all(dtc_ints mask) { return _mm256_movemask_pd((__m256d)mask) == 15; }
#elif defined(__AVX__) && DTC_LANES_BYTES == 32
static inline int dtc_any(dtc_ints mask) { return _mm256_movemask_ps((__m256)mask) != 0; }
static inline int dtc_all(dtc_ints mask) { return _mm256_movemask_ps((__m256)mask) == 255; }
#else
static inline int dtc_any(dtc_ints mask)
{
    dtc_lane_int any = 0;
    DTC_EACH_LANE any |= mask[at];
    return any != 0;
}
static inline int dtc_all(dtc_ints mask) { return !dtc_any(~mask); }
#endif
/* Of any number, not of masks alone. */
static inline int dtc_any_bit(dtc_ints x)
{
#if defined(__AVX__) && DTC_LANES_BYTES == 32
    return !_mm256_testz_si256((__m256i)x, (__m256i)x);
#else
    return !dtc_all(x == 0);
#endif
}

#if defined(__AVX__) && DTC_LANES_BYTES == 32 && !defined(DTC_FLOAT)
static inline dtc_reals dtc_lanes_min(dtc_reals a, dtc_reals b)
{
    return (dtc_reals)_mm256_min_pd((__m256d)a, (__m256d)b);
}
static inline dtc_reals dtc_lanes_max(dtc_reals a, dtc_reals b)
{
    return (dtc_reals)_mm256_max_pd((__m256d)a, (__m256d)b);
}
#else
static inline dtc_reals dtc_lanes_min(dtc_reals a, dtc_reals b)
{
    dtc_reals r;
    DTC_EACH_LANE r[at] = a[at] < b[at] ? a[at] : b[at];
    return r;
}
static inline dtc_reals dtc_lanes_max(dtc_reals a, dtc_reals b)
{
    dtc_reals r;
    DTC_EACH_LANE r[at] = a[at] > b[at] ? a[at] : b[at];
    return r;
}
#endif

static inline dtc_ints dtc_lanes_min_int(dtc_ints a, dtc_ints b) { return dtc_select_int(a < b, a, b); }
static inline dtc_ints dtc_lanes_max_int(dtc_ints a, dtc_ints b) { return dtc_select_int(a > b, a, b); }
#ifdef DTC_FLOAT
static inline dtc_ints dtc_lanes_add_int(dtc_ints a, dtc_ints b)
{
    DTC_EACH_LANE a[at] = dtc_add_int(a[at], b[at]);
    return a;
}
static inline dtc_ints dtc_lanes_sub_int(dtc_ints a, dtc_ints b)
{
    DTC_EACH_LANE a[at] = dtc_sub_int(a[at], b[at]);
    return a;
}
#else
static inline dtc_ints dtc_lanes_saturate(dtc_ints a)
{
    return dtc_lanes_max_int(dtc_lanes_all_int(INT_MIN), dtc_lanes_min_int(dtc_lanes_all_int(INT_MAX), a));
}
static inline dtc_ints dtc_lanes_add_int(dtc_ints a, dtc_ints b) { return dtc_lanes_saturate(a + b); }
static inline dtc_ints dtc_lanes_sub_int(dtc_ints a, dtc_ints b) { return dtc_lanes_saturate(a - b); }
#endif

/* Without its sign. */
static inline dtc_ints dtc_lanes_bits(dtc_reals x) { return (dtc_ints)x & (dtc_lane_int)(~(dtc_bits)0 >> 1); }
static inline dtc_reals dtc_lanes_abs(dtc_reals x) { return (dtc_reals)dtc_lanes_bits(x); }
static inline dtc_reals dtc_lanes_square(dtc_reals x) { return x * x; }
static inline dtc_reals dtc_lanes_rest(dtc_reals x) { return x - x; }
/* In order as integers: without the sign, and taken from the greatest one; 2 |x| - 2 DTC_SMALLEST likewise, which is
 * without a sign, and in order from the least integer on. */
static inline dtc_ints dtc_lanes_finite(dtc_reals x)
{
    const dtc_bits greatest = ~(dtc_bits)0 >> 1;
    return dtc_lanes_more(~(dtc_ints)x & (dtc_lane_int)greatest,
                          dtc_lanes_all_int((dtc_lane_int)(greatest - DTC_INFINITE)));
}
static inline dtc_ints dtc_lanes_odd(dtc_reals x)
{
    const dtc_bits greatest = ~(dtc_bits)0 >> 1, least = 2 * DTC_SMALLEST, width = 2 * DTC_INFINITE - least;
    const dtc_ints b = (dtc_ints)x + (dtc_ints)x;
    return ~(dtc_lanes_equal(b, dtc_lanes_all_int(0)) |
             dtc_lanes_more((dtc_lane_int)(greatest + least) - b,
                            dtc_lanes_all_int((dtc_lane_int)(greatest - width))));
}
static inline dtc_reals dtc_lanes_flush(dtc_reals x)
{
    return (dtc_reals)((dtc_ints)x & (dtc_lanes_bits(x) >= (dtc_lane_int)DTC_SMALLEST));
}
static inline dtc_reals dtc_lanes_sqrt(dtc_reals x)
{
#if defined(__AVX__) && DTC_LANES_BYTES == 32 && !defined(DTC_FLOAT)
    return (dtc_reals)_mm256_sqrt_pd((__m256d)x);
#else
    dtc_reals r;
    DTC_EACH_LANE r[at] = dtc_sqrt(x[at]);
    return r;
#endif
}
/* dtc_integer. With the exponent of 3 2^51 whole numbers are in the last bits. */
static inline dtc_ints dtc_lanes_integer(dtc_reals x)
{
#if defined(__AVX2__) && DTC_LANES_BYTES == 32 && !defined(DTC_FLOAT)
    const dtc_reals whole = dtc_lanes_all((dtc_real)6755399441055744.0),
                    down = (dtc_reals)_mm256_floor_pd((__m256d)x),
                    near = dtc_lanes_max(dtc_lanes_min(down, dtc_lanes_all((dtc_real)INT_MAX)),
                                         dtc_lanes_all((dtc_real)INT_MIN));
    return ((dtc_ints)(near + whole) - (dtc_ints)whole) & dtc_lanes_at_most(x, x);
#else
    dtc_ints r;
    DTC_EACH_LANE r[at] = dtc_integer(x[at]);
    return r;
#endif
}
/* Integers have 32 bits. */
static inline dtc_reals dtc_lanes_real(dtc_ints x)
{
    dtc_reals r;
    DTC_EACH_LANE r[at] = (dtc_real)(int)x[at];
    return r;
}

/* An index inside an array of n, whatever the number of a lane that does not ask. */
static inline int dtc_lane_index(int i, int n) { return i < 0 ? 0 : i < n ? i : n - 1; }

static inline void dtc_lanes_hold(dtc_ints on, dtc_ints *held, dtc_ints now, dtc_ints *changed)
{
    *changed |= on & (*held != now) & 1;
    *held = dtc_select_int(on, now, *held);
}

static inline void dtc_lanes_hold_real(dtc_ints on, dtc_reals *held, dtc_reals now, dtc_ints *changed)
{
    *changed |= on & ((*held < now) | (*held > now)) & 1;
    *held = dtc_select(on, now, *held);
}

/* ---- look-ups that begin where they ended (dtc_table.h) ------------------------------------------------ */

/* The table of a lane is `stride` bytes behind that of the one before. */
static inline const dtc_real *dtc_lane_table(const dtc_real *table, size_t stride, int at)
{
    return (const dtc_real *)(const void *)((const char *)table + (size_t)at * stride);
}

/* What a lane has found; then what is to be kept of it. */
static inline void dtc_lane_near(const dtc_reals *near, int n, int at, dtc_real *found)
{
    for (int i = 0; i < n; i++)
        found[i] = near[i][at];
}

static inline void dtc_lane_keep(const dtc_real *found, int n, int at, dtc_reals *near)
{
    for (int i = 0; i < n; i++)
        near[i][at] = found[i];
}

DTC_LANES_INLINE dtc_ints dtc_lanes_within(const dtc_reals *near, dtc_reals u)
{
    return dtc_lanes_at_most(near[DTC_FROM], u) & dtc_lanes_less(u, near[DTC_TO]);
}

DTC_LANES_INLINE dtc_reals dtc_lanes_value_near(const dtc_reals *near, dtc_reals u)
{
    return near[DTC_VALUE] + near[DTC_SLOPE] * (u - near[DTC_AT]);
}

/* value: of lanes that are within; the others seek, and have what that gives. Seldom: that is a function by itself, so
 * that the numbers of those that need not are kept in registers. */
#define DTC_LANES_SEEK(within, n, near, value, seek)                                                                   \
    DTC_EACH_LANE                                                                                                      \
        if (!(within)[at]) {                                                                                           \
            dtc_real found[n];                                                                                         \
            const dtc_real *of = dtc_lane_table(table, stride, at);                                                    \
            dtc_lane_near(near, n, at, found);                                                                         \
            (value)[at] = seek;                                                                                        \
            dtc_lane_keep(found, n, at, near);                                                                         \
        }                                                                                                              \
    return value;

DTC_LANES_APART dtc_reals dtc_lanes_table1_seek(dtc_ints within, dtc_reals value, const dtc_real *table,
                                                size_t stride, int rows, int columns, dtc_reals *near,
                                                dtc_reals u){
    DTC_LANES_SEEK(within, DTC_INTERVAL, near, value, dtc_table1_seek(of, rows, columns, found, u[at]))
}

DTC_LANES_APART dtc_reals
    dtc_lanes_table1_line_seek(dtc_ints within, dtc_reals value, const dtc_real *table, size_t stride,
                               int rows, int columns, int column, dtc_reals *near, dtc_reals u){
        DTC_LANES_SEEK(within, DTC_INTERVAL, near, value,
                       dtc_table1_line_seek(of, rows, columns, column, found, u[at]))
    }

DTC_LANES_APART dtc_reals
    dtc_lanes_table1_stairs_seek(dtc_ints within, dtc_reals value, const dtc_real *table, size_t stride,
                                 int rows, int columns, int column, dtc_reals *near, dtc_reals u){
        DTC_LANES_SEEK(within, DTC_INTERVAL, near, value,
                       dtc_table1_stairs_seek(of, rows, columns, column, found, u[at]))
    }

DTC_LANES_APART dtc_reals
    dtc_lanes_table2_seek(dtc_ints within, dtc_reals value, const dtc_real *table, size_t stride, int rows,
                          int columns, dtc_reals *near, dtc_reals u1, dtc_reals u2)
{
    DTC_LANES_SEEK(within, DTC_CELL, near, value, dtc_table2_seek(of, rows, columns, found, u1[at], u2[at]))
}

static inline dtc_reals dtc_lanes_table1_near(const dtc_real *table, size_t stride, int rows, int columns,
                                              dtc_reals *near, dtc_reals u)
{
    const dtc_ints within = dtc_lanes_within(near, u);
    const dtc_reals value = dtc_lanes_value_near(near, u);

    return dtc_all(within) ? value
                           : dtc_lanes_table1_seek(within, value, table, stride, rows, columns, near, u);
}

static inline dtc_reals dtc_lanes_table1_line_near(const dtc_real *table, size_t stride, int rows, int columns,
                                                   int column, dtc_reals *near, dtc_reals u)
{
    const dtc_ints within = dtc_lanes_within(near, u);
    const dtc_reals value = dtc_lanes_value_near(near, u);

    return dtc_all(within)
             ? value
             : dtc_lanes_table1_line_seek(within, value, table, stride, rows, columns, column, near, u);
}

static inline dtc_reals dtc_lanes_table1_stairs_near(const dtc_real *table, size_t stride, int rows, int columns,
                                                     int column, dtc_reals *near, dtc_reals u)
{
    const dtc_ints within = dtc_lanes_within(near, u);
    const dtc_reals value = near[DTC_VALUE];

    return dtc_all(within)
             ? value
             : dtc_lanes_table1_stairs_seek(within, value, table, stride, rows, columns, column, near, u);
}

static inline dtc_reals dtc_lanes_table2_near(const dtc_real *table, size_t stride, int rows, int columns,
                                              dtc_reals *near, dtc_reals u1, dtc_reals u2)
{
    const dtc_ints within = dtc_lanes_within(near, u1) & dtc_lanes_within(near + DTC_FROM2, u2);
    const dtc_reals way = u1 - near[DTC_AT1], slope = near[DTC_SLOPE2] + near[DTC_TWIST] * way;
    const dtc_reals value = near[DTC_CORNER] + near[DTC_SLOPE1] * way + slope * (u2 - near[DTC_AT2]);

    return dtc_all(within) ? value
                           : dtc_lanes_table2_seek(within, value, table, stride, rows, columns, near, u1, u2);
}

#endif
