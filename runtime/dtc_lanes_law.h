/* Functions of vectors and the switching law in lanes (dtc_lanes.h): for generated code, which says how many lanes
 * there are, DTC_LANES.
 *
 * Each function gives every lane the bits that the one of its name gives a model alone; where the law's lists differ
 * from lane to lane, sums run through the elements of all of them, in the same order, and add nothing where an element
 * is not of a lane's own list. What they do is told at those: dtc_runtime.h, dtc_table.h, dtc_law.h. */
#ifndef DTC_LANES_LAW_H
#define DTC_LANES_LAW_H

#include "dtc_lanes.h"
#if defined(__AVX__)
#include <immintrin.h>
#endif

#if defined(__GNUC__)
#define DTC_LANES_INLINE static inline __attribute__((always_inline))
#define DTC_LANES_SELDOM static __attribute__((noinline, cold))
#define DTC_LANES_UNROLLED _Pragma("GCC unroll 64")
#else
#define DTC_LANES_INLINE static inline
#define DTC_LANES_SELDOM static
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
#else
#define DTC_LANES_COMPARED(a, b, op, code) ((a)op(b))
#endif
static inline dtc_ints dtc_lanes_as_bits(dtc_ints condition)
{
#if defined(__AVX2__) && DTC_LANES_BYTES == 32
    __asm__("" : "+x"(condition));
#endif
    return condition;
}
static inline dtc_ints dtc_lanes_less(dtc_reals a, dtc_reals b) { return DTC_LANES_COMPARED(a, b, <, _CMP_LT_OQ); }
static inline dtc_ints dtc_lanes_at_most(dtc_reals a, dtc_reals b) { return DTC_LANES_COMPARED(a, b, <=, _CMP_LE_OQ); }
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

/* value: of lanes that are within; the others seek, and have what that gives */
#define DTC_LANES_SEEK(within, n, near, value, seek)                                                                   \
    if (!dtc_all(within))                                                                                              \
        DTC_EACH_LANE                                                                                                  \
            if (!(within)[at]) {                                                                                       \
                dtc_real found[n];                                                                                     \
                const dtc_real *of = dtc_lane_table(table, stride, at);                                                \
                dtc_lane_near(near, n, at, found);                                                                     \
                (value)[at] = seek;                                                                                    \
                dtc_lane_keep(found, n, at, near);                                                                     \
            }

static inline dtc_reals dtc_lanes_table1_near(const dtc_real *table, size_t stride, int rows, int columns,
                                              dtc_reals *near, dtc_reals u)
{
    const dtc_ints within = dtc_lanes_within(near, u);
    dtc_reals value = dtc_lanes_value_near(near, u);

    DTC_LANES_SEEK(within, DTC_INTERVAL, near, value, dtc_table1_seek(of, rows, columns, found, u[at]))
    return value;
}

static inline dtc_reals dtc_lanes_table1_line_near(const dtc_real *table, size_t stride, int rows, int columns,
                                                   int column, dtc_reals *near, dtc_reals u)
{
    const dtc_ints within = dtc_lanes_within(near, u);
    dtc_reals value = dtc_lanes_value_near(near, u);

    DTC_LANES_SEEK(within, DTC_INTERVAL, near, value,
                   dtc_table1_line_seek(of, rows, columns, column, found, u[at]))
    return value;
}

static inline dtc_reals dtc_lanes_table1_stairs_near(const dtc_real *table, size_t stride, int rows, int columns,
                                                     int column, dtc_reals *near, dtc_reals u)
{
    const dtc_ints within = dtc_lanes_within(near, u);
    dtc_reals value = near[DTC_VALUE];

    DTC_LANES_SEEK(within, DTC_INTERVAL, near, value,
                   dtc_table1_stairs_seek(of, rows, columns, column, found, u[at]))
    return value;
}

static inline dtc_reals dtc_lanes_table2_near(const dtc_real *table, size_t stride, int rows, int columns,
                                              dtc_reals *near, dtc_reals u1, dtc_reals u2)
{
    const dtc_ints within = dtc_lanes_within(near, u1) & dtc_lanes_within(near + DTC_FROM2, u2);
    const dtc_reals way = u1 - near[DTC_AT1], slope = near[DTC_SLOPE2] + near[DTC_TWIST] * way;
    dtc_reals value = near[DTC_CORNER] + near[DTC_SLOPE1] * way + slope * (u2 - near[DTC_AT2]);

    DTC_LANES_SEEK(within, DTC_CELL, near, value, dtc_table2_seek(of, rows, columns, found, u1[at], u2[at]))
    return value;
}

/* ---- the law ------------------------------------------------------------------------------------------- */

/* A view of a law in lanes (DTC_LANES_LAW_MEMBERS); from P on of one that is solved. */
typedef struct {
    int m, holding, sliding;
    const int *list, *where;
    const dtc_ints *stuck, *slides, *forward, *open;
    const dtc_reals *G, *s, *lo, *hi, *slo, *shi, *size, *least_s, *least_a, *least_l;
    dtc_reals *lambda, *ah, *room;
    const dtc_reals *P, *af, *gap, *speed, *lag;
    dtc_reals *zero_s;
    const dtc_ints *contact, *impacts, *rough;
} dtc_lanes_law;

#define DTC_LANES_VIEW(n, x, ...)                                                                                      \
    &(const dtc_lanes_law)                                                                                             \
    {                                                                                                                  \
        (n), (x)->holding, (x)->sliding, (x)->list, (x)->where, (x)->stuck, (x)->slides, (x)->forward, (x)->open,      \
            (x)->G, (x)->s, (x)->lo, (x)->hi, (x)->slo, (x)->shi, (x)->size, (x)->least_s, (x)->least_a, (x)->least_l, \
            (x)->lambda, (x)->ah, (x)->room, __VA_ARGS__                                                               \
    }
#define DTC_LANES_WITH_RESPONSE(n, x) DTC_LANES_VIEW(n, x, 0, 0, 0, 0, 0, 0, 0, 0, 0)
#define DTC_LANES_SOLVED(n, x)                                                                                         \
    DTC_LANES_VIEW(n, x, (x)->P, (x)->af, (x)->gap, (x)->speed, &(x)->lag, (x)->zero_s, (x)->contact, &(x)->impacts,   \
                   &(x)->rough)
#define DTC_LANES_PUSH(on, m, x) dtc_lanes_push((on), DTC_LANES_SOLVED(m, x))
#define DTC_LANES_HOLD(on, m, x) dtc_lanes_hold_elements((on), DTC_LANES_SOLVED(m, x))
#define DTC_LANES_QUIET(m, x, h) dtc_lanes_quiet(DTC_LANES_SOLVED(m, x), (h))
#define DTC_LANES_QUIET_APART(m, x, h)                                                                                 \
    (dtc_lanes_apart(DTC_LANES_SOLVED(m, x), (h)) & dtc_lanes_quiet(DTC_LANES_SOLVED(m, x), (h)))
#define DTC_LANES_GAPS(m, x) dtc_lanes_gaps(DTC_LANES_SOLVED(m, x))
#define DTC_LANES_LEAVE_ROOM(on, x) dtc_lanes_leave_room((on), DTC_LANES_WITH_RESPONSE(0, x))
#define DTC_LANES_JUMPS(x) ((x)->moved != 0)
#define DTC_LANES_SLIDE(on, x, rows, T, slides)                                                                        \
    dtc_lanes_slide((on), DTC_LANES_WITH_RESPONSE(0, x), (rows), (T), (slides))
/* y is made where an element needs it. */
#define DTC_LANES_KEEPS(m, x, e, y, h, finds_room)                                                                     \
    ((x)->where[e] == DTC_LANES_OUT ? dtc_lanes_has_none(DTC_LANES_WITH_RESPONSE(m, x), (e))                           \
                                    : dtc_lanes_keeps(DTC_LANES_WITH_RESPONSE(m, x), (e), (y), (h)))

DTC_LANES_INLINE void dtc_lanes_push(dtc_ints on, const dtc_lanes_law *w)
{
    for (int e = 0; e < w->m; e++)
        w->lambda[e] = dtc_select(on, dtc_lanes_all((dtc_real)0), w->lambda[e]);
    for (int k = w->holding; k < w->holding + w->sliding; k++) {
        const int e = w->list[k];
        const dtc_reals torque = dtc_select(w->forward[e], w->lo[e], w->hi[e]);
        const dtc_ints bounded = dtc_lanes_abs(torque) < (dtc_real)DTC_UNBOUNDED;
        w->lambda[e] = dtc_select(on & w->slides[e] & bounded, torque, w->lambda[e]);
    }
}

/* The sum over the stuck elements of row_j x_j; it begins with 0, so that adding 0 changes none of its bits. */
DTC_LANES_INLINE dtc_reals dtc_lanes_product(const dtc_lanes_law *w, const dtc_reals *row, const dtc_reals *x)
{
    dtc_reals sum = { 0 };
    for (int k = 0; k < w->holding; k++) {
        const int e = w->list[k];
        sum += (dtc_reals)((dtc_ints)(row[e] * x[e]) & w->stuck[e]);
    }
    return sum;
}

/* One step of refinement of the torques of stuck elements, in those lanes. */
DTC_LANES_INLINE void dtc_lanes_refine(dtc_ints on, const dtc_lanes_law *w)
{
    for (int k = 0; k < w->holding; k++) {
        const int e = w->list[k];
        w->ah[e] = dtc_select(on & w->stuck[e], w->af[e] + dtc_lanes_product(w, w->G + e * w->m, w->lambda),
                              w->ah[e]);
    }
    for (int k = 0; k < w->holding; k++) {
        const int e = w->list[k];
        w->lambda[e] = dtc_select(on & w->stuck[e],
                                  w->lambda[e] - dtc_lanes_product(w, w->P + e * w->m, w->ah), w->lambda[e]);
    }
    for (int k = 0; k < w->holding; k++) {
        const int e = w->list[k];
        w->ah[e] = dtc_select(on & w->stuck[e], dtc_lanes_all((dtc_real)0), w->ah[e]);
    }
}

DTC_LANES_INLINE void dtc_lanes_hold_elements(dtc_ints on, const dtc_lanes_law *w)
{
    const dtc_ints rough = on & (*w->rough != 0);

    for (int k = 0; k < w->holding; k++) {
        const int e = w->list[k];
        w->lambda[e] =
            dtc_select(on & w->stuck[e], -dtc_lanes_product(w, w->P + e * w->m, w->af), w->lambda[e]);
    }
    if (dtc_any(rough))
        dtc_lanes_refine(rough, w);
    for (int k = w->holding; k < w->holding + w->sliding; k++) {
        const int e = w->list[k];
        w->ah[e] = dtc_select(on & w->slides[e], w->af[e] + dtc_lanes_product(w, w->G + e * w->m, w->lambda),
                              w->ah[e]);
    }
}

DTC_LANES_INLINE dtc_reals dtc_lanes_beyond(const dtc_lanes_law *w, int e, dtc_reals torque)
{
    return dtc_lanes_max(dtc_lanes_min(w->slo[e], w->lo[e]) - torque,
                         torque - dtc_lanes_max(w->shi[e], w->hi[e]));
}

/* What rounding makes of the slip of a stuck element: dtc_law_rounding. */
DTC_LANES_INLINE dtc_reals dtc_lanes_rounding(const dtc_lanes_law *w, int e, dtc_reals torque, dtc_real h)
{
    return DTC_EPSILON * (w->size[e] + (dtc_real)0.125 * h * w->G[e * w->m + e] * dtc_lanes_abs(torque));
}

/* Does a stuck element with this torque stay, one that slides with this slip acceleration, one without capacity? */
DTC_LANES_INLINE dtc_ints dtc_lanes_has_none(const dtc_lanes_law *w, int e)
{
    return dtc_lanes_at_most(w->hi[e] - w->lo[e], dtc_lanes_all(0));
}

DTC_LANES_INLINE dtc_ints dtc_lanes_holds(const dtc_lanes_law *w, int e, dtc_reals torque, dtc_real h)
{
    const dtc_reals zero = { 0 }, none = DTC_LAW_NONE((dtc_real)1e-3 * w->least_s[e],
                                                      (dtc_real)8 * dtc_lanes_rounding(w, e, torque, h));

    (void)h;
    return dtc_lanes_at_most(dtc_lanes_abs(w->s[e]), none) & dtc_lanes_less(zero, w->G[e * w->m + e]) &
           ~(dtc_lanes_at_most(w->hi[e], w->lo[e]) |
             dtc_lanes_less(w->least_l[e], dtc_lanes_beyond(w, e, torque)));
}

DTC_LANES_INLINE dtc_ints dtc_lanes_goes_on(const dtc_lanes_law *w, int e, dtc_ints forward, dtc_reals a, dtc_real h)
{
    const dtc_reals zero = { 0 }, torque = dtc_select(forward, w->lo[e], w->hi[e]),
                    slip = dtc_select(forward, w->s[e], -w->s[e]), change = dtc_select(forward, a, -a);

    return dtc_lanes_less(dtc_lanes_abs(torque), dtc_lanes_all((dtc_real)DTC_UNBOUNDED)) &
           ~(dtc_lanes_at_most(w->hi[e], w->lo[e]) | dtc_lanes_less(slip, -w->least_s[e]) |
             (dtc_lanes_at_most(slip + h * change, zero) & dtc_lanes_less(change, -w->least_a[e])));
}

DTC_LANES_INLINE dtc_ints dtc_lanes_quiet(const dtc_lanes_law *w, dtc_real h)
{
    dtc_ints moved = { 0 };

    for (int k = 0; k < w->holding; k++) {
        const int e = w->list[k];
#ifdef DTC_FLOAT
        w->zero_s[e] = dtc_select(w->stuck[e], dtc_lanes_rounding(w, e, w->lambda[e], h), w->zero_s[e]);
#endif
        moved |= w->stuck[e] & ~dtc_lanes_holds(w, e, w->lambda[e], h);
    }
    for (int k = w->holding; k < w->holding + w->sliding; k++) {
        const int e = w->list[k];
        moved |= w->slides[e] & ~dtc_lanes_goes_on(w, e, w->forward[e], w->ah[e], h);
    }
    for (int e = 0; e < w->m; e++)
        moved |= ~(w->stuck[e] | w->slides[e] | dtc_lanes_has_none(w, e)) & (w->open[e] == 0);
    return ~moved;
}

DTC_LANES_INLINE dtc_ints dtc_lanes_apart(const dtc_lanes_law *w, dtc_real h)
{
    dtc_ints closes = *w->impacts != 0;

    for (int e = 0; e < w->m; e++) {
        const dtc_ints mine = ~(w->stuck[e] | w->slides[e]) & (w->contact[e] != 0);
        if (!dtc_any(mine))
            continue;
        const dtc_reals a = w->af[e] + dtc_lanes_product(w, w->G + e * w->m, w->lambda);
        closes |= mine & ~(w->gap[e] + h * (w->s[e] + ((dtc_real)0.5 + *w->lag) * h * a) > (dtc_real)0);
    }
    return ~closes;
}

DTC_LANES_INLINE dtc_ints dtc_lanes_gaps(const dtc_lanes_law *w)
{
    dtc_ints any = { 0 };

    for (int k = 0; k < w->holding; k++) {
        const int e = w->list[k];
        any |= w->stuck[e] & (w->contact[e] != 0) & (dtc_lanes_abs(w->gap[e]) > DTC_LAW_GAP * w->speed[e]);
    }
    return any;
}

DTC_LANES_INLINE void dtc_lanes_leave_room(dtc_ints on, const dtc_lanes_law *w)
{
    for (int k = 0; k < w->holding; k++) {
        const int e = w->list[k];
        w->room[e] = dtc_select(on & w->stuck[e], -dtc_lanes_beyond(w, e, w->lambda[e]), w->room[e]);
    }
}

/* ---- a response: of a law without contacts, so that none is open --------------------------------------- */

/* What an element is in all lanes that are in. */
enum { DTC_LANES_MIXED, DTC_LANES_STUCK, DTC_LANES_FORWARD, DTC_LANES_BACKWARD, DTC_LANES_OUT };

/* What sliding elements give, made anew in all lanes where a torque in one is another one than before; in each it is
 * the same sum. */
DTC_LANES_INLINE void dtc_lanes_slide(dtc_ints on, const dtc_lanes_law *w, int rows, const dtc_reals *T,
                                      dtc_reals *slides)
{
    dtc_ints others = { 0 };

    for (int k = w->holding; k < w->holding + w->sliding; k++) {
        const int e = w->list[k];
        const dtc_reals bound = dtc_select(w->forward[e], w->lo[e], w->hi[e]);
        const dtc_ints bounded = dtc_lanes_abs(bound) < (dtc_real)DTC_UNBOUNDED;

        w->lambda[e] = dtc_select(w->slides[e], (dtc_reals)((dtc_ints)bound & bounded), w->lambda[e]);
        others |= w->slides[e] & (w->lambda[e] != slides[rows + e]);
    }
    if (!dtc_any(on & others))
        return;
    for (int i = 0; i < rows; i++)
        slides[i] = dtc_select(on, dtc_lanes_all((dtc_real)0), slides[i]);
    for (int k = w->holding; k < w->holding + w->sliding; k++) {
        const int e = w->list[k];
        const dtc_ints acts = on & w->slides[e];

        slides[rows + e] = dtc_select(acts, w->lambda[e], slides[rows + e]);
        DTC_LANES_UNROLLED
        for (int i = 0; i < rows; i++)
            slides[i] = dtc_select(acts, slides[i] + T[e * rows + i] * w->lambda[e], slides[i]);
    }
}

DTC_LANES_INLINE dtc_ints dtc_lanes_keeps_mixed(const dtc_lanes_law *w, int e, dtc_reals y, dtc_real h)
{
    const dtc_ints stuck = w->stuck[e], slides = w->slides[e];

    w->lambda[e] = dtc_select(stuck, y, w->lambda[e]);
    w->ah[e] = dtc_select(slides, y, w->ah[e]);
    return (stuck & dtc_lanes_holds(w, e, y, h)) | (slides & dtc_lanes_goes_on(w, e, w->forward[e], y, h)) |
           (~(stuck | slides) & dtc_lanes_has_none(w, e));
}

/* With its row y of that, which the law gets: does element e stay? */
DTC_LANES_INLINE dtc_ints dtc_lanes_keeps(const dtc_lanes_law *w, int e, dtc_reals y, dtc_real h)
{
    const int where = w->where[e];

    if (where == DTC_LANES_STUCK) {
        w->lambda[e] = y;
        return dtc_lanes_holds(w, e, y, h);
    }
    if (where == DTC_LANES_MIXED)
        return dtc_lanes_keeps_mixed(w, e, y, h);
    w->ah[e] = y;
    return where == DTC_LANES_FORWARD ? dtc_lanes_goes_on(w, e, dtc_lanes_true(1), y, h)
                                      : dtc_lanes_goes_on(w, e, dtc_lanes_true(0), y, h);
}

/* ---- lists --------------------------------------------------------------------------------------------- */

/* What all lanes run through: the elements that are stuck, then those that slide, in any lane that is in. */
#define DTC_LANES_LISTS(in, m, x)                                                                                      \
    do {                                                                                                               \
        dtc_lanes_masks((in), (m), (x)->place, (x)->stuck, (x)->slides, (x)->forward, (x)->where);                     \
        (x)->holding = dtc_lanes_list((m), (x)->stuck, (x)->list);                                                     \
        (x)->sliding = dtc_lanes_list((m), (x)->slides, (x)->list + (x)->holding);                                     \
    } while (0)

static inline void dtc_lanes_masks(dtc_ints in, int m, const dtc_ints *place, dtc_ints *stuck, dtc_ints *slides,
                                   dtc_ints *forward, int *where)
{
    for (int e = 0; e < m; e++) {
        const dtc_ints backward = place[e] == DTC_BWD;
        stuck[e] = in & (place[e] == DTC_STUCK);
        forward[e] = place[e] == DTC_FWD;
        slides[e] = in & (forward[e] | backward);
        where[e] = !dtc_any(in & ~stuck[e])       ? DTC_LANES_STUCK
                 : !dtc_any(in & ~forward[e])     ? DTC_LANES_FORWARD
                 : !dtc_any(in & ~backward)       ? DTC_LANES_BACKWARD
                 : !dtc_any(stuck[e] | slides[e]) ? DTC_LANES_OUT
                                                  : DTC_LANES_MIXED;
    }
}

static inline int dtc_lanes_list(int m, const dtc_ints *is, int *list)
{
    int n = 0;

    for (int e = 0; e < m; e++)
        if (dtc_any(is[e]))
            list[n++] = e;
    return n;
}

#endif
