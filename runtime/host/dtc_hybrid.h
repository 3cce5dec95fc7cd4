/* dtc_hybrid.h - a model for a variable-step run: what generated code exports for the solver of the desktop side.
 *
 * Between events the model is an ordinary differential equation x' = f(t, x): the places of automata and switching
 * elements, the values of relations, of discrete variables and of pre() are held. Guards say how long that may go on:
 * each, an event indicator, is positive as long as the present structure lasts, and an event is due when one has become
 * negative. At an event time and continuous states are frozen and passes are made until nothing changes any more:
 *
 *     setup(m)                            parameters, initial values; the structure at the start is already settled
 *     loop:
 *         the solver calls set, derivatives, guards (and jacobian) at will, up to next(m) at most
 *         at a root of a guard, or at next(m):
 *             set, derivatives                      left-hand values: a row of the results
 *             leave                                 they are what pre() of continuous variables is; inputs may jump
 *                                                   now, and parameters change, by the tune of the descriptor
 *             pass = 0; do event(m, pass++, &changed); while (changed)
 *             get                                   states may have jumped; right-hand values: a second row
 *
 * Guards hold a hysteresis (DTC_HYSTERESIS of the nominal value of what is compared), so that a quantity that is zero
 * up to rounding, like the slip of a stuck clutch, is no event; what an event decides, it decides by exact comparison.
 * Relations between time and what is constant between events have no guard: next() tells their instant, and they have
 * their later value from that instant on. Values are doubles always. */
#ifndef DTC_HYBRID_H
#define DTC_HYBRID_H

#include "dtc_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DTC_HYSTERESIS 1e-10

/* Rows of states and traces may stand for several, as those of variables: name and equation are patterns then, stride
 * is the bytes from one to the next. */
typedef struct { const char *name; double nominal; } dtc_hybrid_state;             /* nominal > 0 */

/* What would end: a relation as written ("clutch.w_rel > 0"), a place ("gearbox.A.law stuck"), a guard of an
 * automaton's transition. */
typedef struct {
    const char *text, *path;
    int bounces;                           /* of a contact: its rebounds may pile up, and end by themselves */
} dtc_hybrid_guard;

/* One computed variable, in order of evaluation: where a NaN came from. */
typedef struct { const char *name; size_t offset; const char *equation; int stride; } dtc_hybrid_trace;

typedef struct dtc_hybrid {
    const dtc_model_info *info;
    int states, guards, traces;
    const dtc_hybrid_state *state;
    const dtc_hybrid_guard *guard;
    const dtc_hybrid_trace *trace;
    int state_groups, trace_groups;
    const dtc_group *state_group, *trace_group;
    /* Pattern of df/dx by columns: rows of column j are row[column[j]] .. row[column[j + 1] - 1], ascending. NULL: no
     * symbolic Jacobian. */
    const int *column, *row;
    dtc_status (*setup)(void *m);
    void (*get)(const void *m, double *x);
    void (*set)(void *m, double t, const double *x);
    /* evaluates all variables at what was set. DTC_RESULT: one is not finite */
    dtc_status (*derivatives)(void *m, double *dx);
    void (*guards_at)(void *m, double *g);               /* after derivatives */
    void (*jacobian)(void *m, double *value);            /* after derivatives; in the order of row[] */
    dtc_status (*check)(void *m);                        /* after derivatives: assertions; at points that are results */
    void (*leave)(void *m);                              /* after derivatives: an event begins. May be NULL */
    dtc_status (*event)(void *m, int pass, int *changed);
    /* next instant after m->time at which time alone changes something; INFINITY */
    double (*next)(const void *m);
    /* systems of equations that may lose their rank as the run goes on */
    int ranks;
    const char *const *rank;                             /* their texts: "equations of gear; for x and y: ..." */
    /* after derivatives: zero where the rank is lost; of one sign, and continuous, as long as it is not */
    void (*ranks_at)(void *m, double *r);
    /* after an event for which no values of relations agree: the message that names relation k (from 0) of those that
     * change, 0: there are no more. May be NULL */
    int (*restless)(void *m, int k);
    /* after derivatives: has what is to stay zero between events, by accelerations alone, drifted: slips of stuck
     * elements? May be NULL. Then project gives the states without, by impulses, which move no more than they must */
    int (*drifts)(void *m);
    void (*project)(void *m, double *x);
} dtc_hybrid;

/* The model of a shared object that was made with --hybrid; dtc_call.h has the other entry. */
const dtc_hybrid *dtc_hybrid_model(void);

/* The row of state i; its name is dtc_text(row->name, *repeat, ...). O(log groups) */
static inline const dtc_hybrid_state *dtc_state_row(const dtc_hybrid *h, int i, int *repeat)
{
    return &h->state[dtc_row(h->state_group, h->state_groups, i, repeat)];
}

/* ---- for generated code -------------------------------------------------------------------------------- */

/* Of a matrix that dtc_lu_factor has factored. O(n) */
static inline double dtc_determinant(int n, const dtc_real *A, const int *p)
{
    double product = 1;

    for (int k = 0; k < n; k++)
        product *= p[k] == k ? (double)A[k * n + k] : -(double)A[k * n + k];
    return product;
}

/* Tables over time, with the argument slope*time + rest. Row x[i] comes at the instant (x[i] - rest)/slope. How many
 * rows lie behind, from the instant of each on (falling: how many are below the argument); the same expression tells
 * the instant of the next. */
static inline int dtc_rows_behind(const dtc_real *table, int rows, int columns, dtc_real slope, dtc_real rest,
                                  dtc_real time)
{
    int low = 0, high = rows;

    while (low < high) {
        const int middle = low + (high - low) / 2;
        const dtc_real x = table[middle * columns], at = (x - rest) / slope;
        if (slope > 0 ? at <= time : slope < 0 ? at > time : x <= rest)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static inline dtc_real dtc_row_instant(const dtc_real *table, int rows, int columns, int row, dtc_real slope,
                                       dtc_real rest)
{
    const int next = slope > 0 ? row : row - 1;

    return (slope > 0 || slope < 0) && next >= 0 && next < rows ? (table[next * columns] - rest) / slope
                                                                : (dtc_real)INFINITY;
}

/* dtc_table1, dtc_table1_line and dtc_table1_stairs with `row` rows behind. */
static inline dtc_real dtc_row_between(const dtc_real *low, int columns, int column, dtc_real u)
{
    const dtc_real *high = low + columns, width = high[0] - low[0];

    return width > 0  ? low[column] + (u - low[0]) / width * (high[column] - low[column])
         : u < low[0] ? low[column]
                      : high[column];
}

static inline dtc_real dtc_row_value(const dtc_real *table, int rows, int columns, int row, dtc_real u)
{
    return row <= 0    ? table[1]
         : row >= rows ? table[(rows - 1) * columns + 1]
                       : dtc_row_between(table + (row - 1) * columns, columns, 1, u);
}

static inline dtc_real dtc_row_line(const dtc_real *table, int rows, int columns, int column, int row, dtc_real u)
{
    const int low = row < 1 ? 0 : row >= rows ? rows - 2 : row - 1;

    return rows < 2 ? table[dtc_index(column, columns)]
                    : dtc_row_between(table + low * columns, columns, dtc_index(column, columns), u);
}

static inline dtc_real dtc_row_stairs(const dtc_real *table, int rows, int columns, int column, int row, dtc_real u)
{
    (void)u;
    return table[(row < 1 ? 0 : row > rows ? rows - 1 : row - 1) * columns + dtc_index(column, columns)];
}

/* Their derivatives, on the side of the rows that lie behind. */
static inline dtc_real dtc_row_slope(const dtc_real *low, int columns, int column)
{
    const dtc_real width = low[columns] - low[0];

    return width > 0 ? (low[columns + column] - low[column]) / width : (dtc_real)0;
}

static inline dtc_real dtc_row_value_der(const dtc_real *table, int rows, int columns, int row, dtc_real u,
                                         dtc_real der_u)
{
    (void)u;
    return row <= 0 || row >= rows ? (dtc_real)0
                                   : dtc_row_slope(table + (row - 1) * columns, columns, 1) * der_u;
}

static inline dtc_real dtc_row_line_der(const dtc_real *table, int rows, int columns, int column, int row, dtc_real u,
                                        dtc_real der_u)
{
    const int low = row < 1 ? 0 : row >= rows ? rows - 2 : row - 1;

    (void)u;
    return rows < 2 ? (dtc_real)0
                    : dtc_row_slope(table + low * columns, columns, dtc_index(column, columns)) * der_u;
}

/* A relation at an event. *pinned: 1 or 2 where a value is tried, 2 if the relation has another one and is not near
 * the border (by its hysteresis): where a brake of several that hold one shaft has its full torque, load > torque holds
 * as well as not. */
static inline void dtc_decide(int *held, int now, int *changed, int *pinned, int near)
{
    if (!*pinned)
        dtc_hold(held, now, changed);
    else if (*held != now && !near)
        *pinned = 2;
}

static inline void dtc_sooner(double *next, double t, double now)
{
    if (t > now && t < *next)
        *next = t;
}

#ifdef __cplusplus
}
#endif
#endif
