/* What a model has of many of its members as rows of constants, and the loops over them: numbers that are looked at
 * or cleared of what is too small, values that Model_init gives, what parameters and start values have to hold.
 *
 * They belong to Model_init, setup and tune; a step reads those of inputs, and only where one is no ordinary number. */
#ifndef DTC_ROWS_H
#define DTC_ROWS_H

#include "dtc_runtime.h"

/* ---- numbers ------------------------------------------------------------------------------------------- */

/* n of dtc_real, neighbours in the struct, from the offset `at` on. */
typedef struct { size_t at; int n; } dtc_span;
typedef struct { const dtc_span *row; int rows; } dtc_numbers;

static inline dtc_real *dtc_real_at(void *m, size_t at) { return (dtc_real *)(void *)((char *)m + at); }

static inline int dtc_all_finite(void *m, dtc_numbers of)
{
    int finite = 1, i, k;

    for (i = 0; i < of.rows; i++)
        for (k = 0; k < of.row[i].n; k++)
            finite &= dtc_finite(dtc_real_at(m, of.row[i].at)[k]);
    return finite;
}

static inline void dtc_all_normal(void *m, dtc_numbers of)
{
    int i, k;

    for (i = 0; i < of.rows; i++)
        for (k = 0; k < of.row[i].n; k++)
            dtc_real_at(m, of.row[i].at)[k] = dtc_normal(dtc_real_at(m, of.row[i].at)[k]);
}

static inline void dtc_all_flush(void *m, dtc_numbers of)
{
    int i, k;

    for (i = 0; i < of.rows; i++)
        for (k = 0; k < of.row[i].n; k++)
            dtc_real_at(m, of.row[i].at)[k] = dtc_flush(dtc_real_at(m, of.row[i].at)[k]);
}

/* ---- values of Model_init ------------------------------------------------------------------------------ */

/* The value of a parameter or input, or of n that are an array; `each`: theirs, where they are not the same, of Reals.
 * What has no row is zero. */
typedef struct {
    size_t at;
    int n;
    unsigned char type;  /* dtc_type */
    double value;
    const dtc_real *each;
} dtc_default;
typedef struct { const dtc_default *row; int rows; } dtc_defaults;

static inline void dtc_give_defaults(void *m, dtc_defaults of)
{
    int i, k;

    for (i = 0; i < of.rows; i++) {
        const dtc_default *row = &of.row[i];
        for (k = 0; k < row->n; k++)
            if (row->type == DTC_REAL)
                dtc_real_at(m, row->at)[k] = row->each ? row->each[k] : (dtc_real)row->value;
            else
                ((int *)(void *)((char *)m + row->at))[k] = (int)row->value;
    }
}

/* ---- what parameters and start values have to hold ----------------------------------------------------- */

typedef enum {
    DTC_AT_LEAST, DTC_AT_MOST,             /* the limit */
    DTC_ABOVE, DTC_BELOW,
    DTC_NOT_ZERO,
    DTC_FINITE,                            /* a number; in single precision, where 1e60 is infinite, any but NaN */
    DTC_TRUE_OR_FALSE,                     /* 1 or 0 */
    DTC_LITERAL,                           /* an enumeration: 1 to the limit */
    DTC_ASCENDING                          /* n numbers, `apart` elements one from the next: nowhere do they fall */
} dtc_condition;

/* Each of n neighbours holds it, or `message` is the fault. Of a row that stands for several (dtc_group) the next is
 * `stride` bytes away. */
typedef struct {
    size_t at;
    double limit;
    unsigned char condition;
    unsigned char type;  /* dtc_type */
    signed char sign;    /* of the variable in what is stored */
    int n, apart, message, stride;
} dtc_check;

/* No groups: each has a row. Where there are, messages are those of the first repeat, and others follow in order. */
typedef struct {
    const dtc_check *row;
    int rows;
    const dtc_group *group;
    int groups;
} dtc_checks;

/* Number k of Model.shown, which is at the offset `to`, is that of a variable when its message becomes the fault. */
typedef struct {
    size_t at;
    unsigned char type;  /* dtc_type */
    signed char sign;
    int message, k;
} dtc_number;
typedef struct { const dtc_number *row; int rows; size_t to; } dtc_shown;

static inline int dtc_real_holds(const dtc_check *row, dtc_real x)
{
    const dtc_real y = row->sign < 0 ? -x : x, limit = (dtc_real)row->limit;

    switch (row->condition) {
    case DTC_AT_LEAST: return y >= limit;
    case DTC_AT_MOST: return y <= limit;
    case DTC_ABOVE: return y > limit;
    case DTC_BELOW: return y < limit;
    case DTC_NOT_ZERO: return y > 0 || y < 0;
    default: return sizeof(dtc_real) == sizeof(float) ? y >= 0 || y <= 0 : dtc_finite(y);
    }
}

static inline int dtc_int_holds(const dtc_check *row, int x)
{
    const double y = row->sign * (double)x;

    switch (row->condition) {
    case DTC_AT_LEAST: return y >= row->limit;
    case DTC_AT_MOST: return y <= row->limit;
    case DTC_ABOVE: return y > row->limit;
    case DTC_BELOW: return y < row->limit;
    case DTC_NOT_ZERO: return x != 0;
    case DTC_LITERAL: return y >= 1 && y <= row->limit;
    default: return x == 0 || x == 1;
    }
}

static inline int dtc_check_holds(const dtc_check *row, void *m, size_t at)
{
    int k;

    if (row->condition == DTC_ASCENDING)
        return dtc_ascending(dtc_real_at(m, at), row->n, row->apart);
    for (k = 0; k < row->n; k++)
        if (row->type == DTC_REAL ? !dtc_real_holds(row, dtc_real_at(m, at)[k])
                                  : !dtc_int_holds(row, ((int *)(void *)((char *)m + at))[k]))
            return 0;
    return 1;
}

static inline int dtc_group_fault(void *m, const dtc_checks *of, const dtc_group *group)
{
    int r, k;

    for (r = 0; r < group->times; r++)
        for (k = 0; k < group->rows; k++) {
            const dtc_check *row = &of->row[group->row + k];
            if (!dtc_check_holds(row, m, (size_t)((long long)row->at + (long long)r * row->stride)))
                return row->message + r * group->rows;
        }
    return 0;
}

static inline void dtc_show_numbers(void *m, const dtc_shown *of, int fault)
{
    int i;

    for (i = 0; i < of->rows; i++) {
        const dtc_number *row = &of->row[i];
        const dtc_real x = row->type == DTC_REAL ? *dtc_real_at(m, row->at)
                                                 : (dtc_real) * (int *)(void *)((char *)m + row->at);
        if (row->message == fault)
            dtc_real_at(m, of->to)[row->k] = row->sign < 0 ? -x : x;
    }
}

/* The message of the first one that does not hold becomes the fault. */
static inline void dtc_check_all(void *m, const dtc_checks *of, const dtc_shown *shown, int *fault)
{
    const dtc_group all = { 0, 0, of->rows, 1 };
    int found = of->groups == 0 ? dtc_group_fault(m, of, &all) : 0, i;

    for (i = 0; i < of->groups && found == 0; i++)
        found = dtc_group_fault(m, of, &of->group[i]);
    if (found == 0)
        return;
    *fault = found;
    dtc_show_numbers(m, shown, found);
}

/* ---- all of a model ------------------------------------------------------------------------------------ */

/* numbers: those that are set; those that follow from them; of states; of inputs. checks: what follows by something
 * that can fail; start values; what is set or follows from it; what the initial problem determines; tables in which
 * functions look up; assertions; what equations are divided by */
typedef struct {
    dtc_defaults defaults;
    dtc_numbers parameters, calculated, states, inputs;
    dtc_checks finite, start_ranges, ranges, late_ranges, tables, asserted, pivots;
    dtc_shown shown;
} dtc_rows;

#endif
