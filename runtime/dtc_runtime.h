/* What generated code and its users share: status codes, the descriptor of a model, and the kernels.
 *
 * A generated model is a struct that the caller owns, and functions that take a pointer to it:
 *
 *     Model m;
 *     Model_init(&m);                  parameters and start values as in the model
 *     m.gear_ratio = 3.5;              parameters may be changed now
 *     status = Model_setup(&m);        what depends on parameters; the state at the start
 *     for (;;) {
 *         m.pedal = ...;               inputs
 *         status = Model_step(&m);     outputs at time t, then the state at t + h
 *         if (...)
 *             m.gear_ratio = 3.4, status = Model_tune(&m);         other parameters from here on
 *     }
 *
 * Model_step is Model_evaluate, after which all variables belong to the present time, Model.time, and Model_advance,
 * which moves the time and the states on (and what `when` assigns), and leaves all outputs. So after Model_step states
 * belong to Model.time, outputs to the time before the step. A function that returns something else than DTC_OK or
 * DTC_TERMINATE leaves the state as it was; after such a Model_evaluate Model_advance returns the same, and moves
 * nothing. Before a setup that returned one of these two all of them return DTC_NOT_SET_UP.
 *
 * Outputs of both ends of a step can be had: Model_step leaves those of time t; a Model_evaluate after it makes them
 * those of t + h, with the inputs of then. It changes no state, and may be repeated, with other inputs too: the next
 * step begins where the last one has ended.
 *
 * Parameters that are changed between steps are taken by Model_tune, all of them or none; before it they have no
 * defined effect. It computes what follows from them as setup does. States, places and the time stay, so that start
 * values have no effect before the next setup. Where it returns another status than DTC_OK, the model is as it was,
 * its parameters included, and the message says why. After it outputs are those of before until the next evaluation,
 * which an advance asks for (DTC_NOT_EVALUATED). Where no parameter has changed it does nothing but compare.
 *
 * Inputs are looked at in each step, and in setup, whose initial state may depend on them. Nothing here allocates,
 * prints, or keeps data of its own. */
#ifndef DTC_RUNTIME_H
#define DTC_RUNTIME_H

#include <limits.h>
#include <stddef.h>
#include <string.h>
#include "dtc_law.h"
#include "dtc_real.h"
#include "dtc_table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- status -------------------------------------------------------------------------------------------- */

/* A status that nobody looks at is a warning where the language has that: C23, C++17. */
#if (defined __STDC_VERSION__ && __STDC_VERSION__ >= 202000L) || (defined __cplusplus && __cplusplus >= 201703L)
#define DTC_NODISCARD [[nodiscard]]
#else
#define DTC_NODISCARD
#endif

/* Name, what it means. Where a status is neither DTC_OK nor DTC_TERMINATE and Model.fault is not 0, that is the number
 * of a text in the descriptor, dtc_message(), on what it was about; from DTC_ASSERT to DTC_RANGE it is not 0. A
 * DTC_INPUT with fault 0 was about the parameter or input that dtc_not_finite() finds. What to do: docs/status.md. */
#define DTC_STATUS(X)                                                                                                  \
    X(DTC_OK, "")                                                                                                      \
    X(DTC_TERMINATE, "the model ended the run")           /* terminate(); the step was made */                         \
    X(DTC_INPUT, "an input or parameter is not a finite number")                                                       \
    X(DTC_RESULT, "a result is not a finite number")                                                                   \
    X(DTC_ASSERT, "assertion failed")                                                                                  \
    X(DTC_PIVOT, "division by zero in setup")             /* by a parameter, or by what follows from some */           \
    X(DTC_SINGULAR, "no unique solution")                 /* of a system of equations */                               \
    X(DTC_NO_SOLUTION, "no solution was found")           /* by an iteration, or of relations */                       \
    X(DTC_SLIP, "the slip is in a direction that is blocked")                                                  \
    X(DTC_NOT_CONJUGATE, "slip and torque of a switching element do not belong together: the torque must act on the "  \
                         "slip, with the right sign")     /* its matrix is not symmetric */                            \
    X(DTC_RANGE, "an input or parameter is out of its range") /* min and max, or no value of its type */               \
    X(DTC_NOT_SET_UP, "there is no state yet: no setup since init, or one that failed") /* that of setup */            \
    X(DTC_NOT_EVALUATED, "parameters have changed: evaluate before the advance") /* after a tune */

#define X(name, text) name,
typedef enum DTC_NODISCARD { DTC_STATUS(X) } dtc_status;
#undef X

const char *dtc_status_text(dtc_status status);            /* what it means, in English; "" for DTC_OK */

/* What was seen while running. Counted, never printed. */
typedef struct {
    /* times a matrix was singular: DTC_SINGULAR; or, if it is one of the method alone, the free unknown was taken as
     * zero */
    unsigned singular;
    unsigned not_converged; /* steps in which an iteration did not converge */
    unsigned warnings;      /* steps in which an assertion of level warning failed */
} dtc_count;

/* ---- descriptor ---------------------------------------------------------------------------------------- */

/* The descriptor lists variables and messages by number. What is alike but for numbers in its texts, as the members of
 * equal components are, is one row for all of them, so that its size does not grow with them. Nobody needs to know:
 *
 *     for (i = 0; i < Model_info.variables; i++) {
 *         const dtc_variable v = dtc_variable_at(&Model_info, i);
 *         dtc_name(&v, text, sizeof text);
 *         if (v.type == DTC_REAL)
 *             memcpy(&x, (const char *)&model + v.offset, sizeof x);        the variable is v.sign * x
 *     }
 */

/* OUT: a declared output; CALCULATED: from parameters, by setup */
typedef enum { DTC_PARAMETER, DTC_IN, DTC_OUT, DTC_STATE, DTC_VARIABLE, DTC_CALCULATED } dtc_kind;
/* dtc_real, int, int */
typedef enum { DTC_REAL, DTC_INTEGER, DTC_BOOLEAN } dtc_type;

/* A variable; in the table of the descriptor, the first of those that a row stands for. Its default or start value is
 * in the model struct: of parameters and inputs after Model_init, of others after Model_setup. */
typedef struct {
    const char *name;    /* of one that stands for several a pattern: dtc_name() gives the name */
    const char *unit, *description;
    size_t offset;       /* in the model struct */
    unsigned char kind;  /* dtc_kind */
    unsigned char type;  /* dtc_type */
    signed char sign;    /* -1: the variable is the negative of what is stored */
    int repeat;          /* of dtc_text(); -1: name is no pattern */
    int stride;          /* bytes to the variable of the next repeat */
    const char *derivative;          /* of a state the name of its derivative, as name is, else "": dtc_derivative() */
} dtc_variable;

/* Rows row .. row + rows - 1 of a table stand for the numbers from `first` on, in turn, and that `times` times. If
 * times > 1 their texts are patterns. */
typedef struct { int first, row, rows, times; } dtc_group;

/* A number in a message: `length` characters of its text, from `at` on, stand for the k-th number of Model.shown, k
 * being the place of this in the list. */
typedef struct {
    int message, at, length;
    /* of printf: %s takes "true" or "false"; %d %i %u %o %x %X an int; %e %f %g and so on a double; NULL: */
    const char *format;
    /* the number says which of several messages stands here, with what it shows itself: number 0 message[choice], 1
     * the next ... */
    int choice;
} dtc_place;

/* A set of switching elements: offsets of dtc_law_doubtful and int doubtful_set[elements] (dtc_law.h); the number of
 * the message that names the first element, the others follow. */
typedef struct {
    size_t doubtful, doubtful_set;
    int elements, message;
} dtc_law_place;

typedef struct dtc_model_info {
    const char *name, *description;
    size_t size;         /* of the model struct */
    size_t real_size;    /* of dtc_real */
    size_t fault;        /* offsets of int fault, dtc_real time, dtc_count count */
    size_t time;
    size_t count;
    double start_time, step;
    int variables, messages;                /* how many: dtc_variable_at(), dtc_message() */
    int variable_groups, message_groups;    /* in the order of `first` */
    const dtc_variable *variable_row;
    const dtc_group *variable_group;
    const char *const *message_row;
    const dtc_group *message_group;
    void (*init)(void *);
    dtc_status (*setup)(void *);
    dtc_status (*tune)(void *);
    size_t refused;      /* offset of int: 1 + the number of the parameter that tune has found not finite, else 0 */
    dtc_status (*evaluate)(void *);
    dtc_status (*advance)(void *);
    const char *method;  /* of the step: "euler" ...; "variable": for a variable-step solver */
    int places;          /* numbers in messages, in the order of these; offset of dtc_real shown[places] */
    const dtc_place *place;
    size_t shown;
    /* assertions of level warning: the number of the message of each; offset of unsigned warned[warnings], how often
     * it was due */
    int warnings;
    const int *warning;
    size_t warned;
    int laws;            /* sets of switching elements */
    const dtc_law_place *law;
    /* dtc_hybrid.h: states with their derivatives, event indicators by value and text; NULL: steps are fixed, and
     * places are decided in them */
    const struct dtc_hybrid *hybrid;
} dtc_model_info;

/* Variable `number`, from 0 to info->variables - 1. O(log groups) */
dtc_variable dtc_variable_at(const dtc_model_info *info, int number);
/* The number of the variable of this name; -1: there is none. O(length of the table) */
int dtc_variable_named(const dtc_model_info *info, const char *name);
/* Its name, or message `number` (from 0 to info->messages - 1), cut off at `size` - 1 characters; the length that it
 * has in full. */
size_t dtc_name(const dtc_variable *v, char *text, size_t size);
/* The name of the variable that is the derivative of a state, likewise; "": it is none. */
size_t dtc_derivative(const dtc_variable *v, char *text, size_t size);
size_t dtc_message(const dtc_model_info *info, int number, char *text, size_t size);
/* The message with the numbers of Model.shown where dtc_message has "<v>". show writes one, by its format of dtc_place
 * ("%.3g"), at most `size` - 1 characters and a zero; NULL: six digits of a Real, all of an Integer, whatever the
 * format. */
typedef void dtc_show(const char *format, double x, char *text, size_t size);
size_t dtc_message_shown(const dtc_model_info *info, const void *model, int number, dtc_show *show, char *text,
                         size_t size);
/* The same of a pattern in repeat 0, 1, ...: where % stands before a number, the number is larger by the repeat:
 * "gear[%1].tau" is gear[1].tau, gear[2].tau, ... Repeat -1: the text as it is. */
size_t dtc_text(const char *pattern, int repeat, char *text, size_t size);
/* The row that stands for a number, and the repeat; no groups: each has a row. O(log groups) */
int dtc_row(const dtc_group *group, int groups, int number, int *repeat);

/* The value of a variable, whatever its type and the precision of the model: Booleans are 0 or 1. dtc_set is for
 * parameters and inputs. O(1) */
double dtc_get(const dtc_model_info *info, const void *model, const dtc_variable *v);
void dtc_set(const dtc_model_info *info, void *model, const dtc_variable *v, double x);

/* The number of the first parameter or input that is no finite number, or of the one that the last tune has refused for
 * that; -1: there is none. For a status DTC_INPUT with fault 0: calls do not tell them apart. */
int dtc_not_finite(const dtc_model_info *info, const void *model);

/* ---- math ---------------------------------------------------------------------------------------------- */

#ifdef DTC_FLOAT
#define DTC_MATH(name) name##f
#else
#define DTC_MATH(name) name
#endif
#define dtc_exp DTC_MATH(exp)
#define dtc_log DTC_MATH(log)
#define dtc_log10 DTC_MATH(log10)
#define dtc_sin DTC_MATH(sin)
#define dtc_cos DTC_MATH(cos)
#define dtc_tan DTC_MATH(tan)
#define dtc_asin DTC_MATH(asin)
#define dtc_acos DTC_MATH(acos)
#define dtc_atan DTC_MATH(atan)
#define dtc_atan2 DTC_MATH(atan2)
#define dtc_sinh DTC_MATH(sinh)
#define dtc_cosh DTC_MATH(cosh)
#define dtc_tanh DTC_MATH(tanh)
#define dtc_asinh DTC_MATH(asinh)
#define dtc_acosh DTC_MATH(acosh)
#define dtc_atanh DTC_MATH(atanh)
#define dtc_floor DTC_MATH(floor)
#define dtc_ceil DTC_MATH(ceil)
#define dtc_pow DTC_MATH(pow)

static inline dtc_real dtc_quotient(dtc_real x, dtc_real pivot)
{
    return pivot < (dtc_real)0 || pivot > (dtc_real)0 ? x / pivot : (dtc_real)0;
}
static inline dtc_real dtc_min(dtc_real a, dtc_real b) { return a < b ? a : b; }
/* gcc makes one instruction of the larger of two variables, but a jump where one is the constant zero. */
#if defined(__GNUC__) && !defined(__clang__) && !defined(__TINYC__) && defined(__SSE2__) && !defined(DTC_REAL_HEADER)
static inline dtc_real dtc_no_constant(dtc_real x)
{
    if (__builtin_constant_p(x) && !(x < (dtc_real)0) && !(x > (dtc_real)0))
        __asm__("" : "+x"(x));
    return x;
}
#else
#define dtc_no_constant(x) (x)
#endif
static inline dtc_real dtc_max(dtc_real a, dtc_real b)
{
    const dtc_real x = dtc_no_constant(a), y = dtc_no_constant(b);
    return x > y ? x : y;
}
static inline dtc_real dtc_sign(dtc_real x) { return (dtc_real)((x > (dtc_real)0) - (x < (dtc_real)0)); }
static inline int dtc_min_int(int a, int b) { return a < b ? a : b; }
static inline int dtc_max_int(int a, int b) { return a > b ? a : b; }

/* Integers have 32 bits; a result beyond them is the nearest that there is. */
static inline int dtc_saturate(long long x) { return x < INT_MIN ? INT_MIN : x > INT_MAX ? INT_MAX : (int)x; }
static inline int dtc_add_int(int a, int b) { return dtc_saturate((long long)a + b); }
static inline int dtc_sub_int(int a, int b) { return dtc_saturate((long long)a - b); }
static inline int dtc_mul_int(int a, int b) { return dtc_saturate((long long)a * b); }
static inline int dtc_neg_int(int a) { return dtc_saturate(-(long long)a); }
static inline int dtc_abs_int(int a) { return a < 0 ? dtc_neg_int(a) : a; }
/* 0 if y = 0 */
static inline int dtc_div_int(int x, int y) { return y == 0 ? 0 : y == -1 ? dtc_neg_int(x) : x / y; }
static inline int dtc_rem_int(int x, int y) { return y == 0 || y == -1 ? 0 : x % y; }
static inline int dtc_mod_int(int x, int y)
{
    const int r = dtc_rem_int(x, y);
    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}

static inline void dtc_swap(dtc_real *a, dtc_real *b)
{
    dtc_real t = *a;
    *a = *b;
    *b = t;
}

/* 0, or NaN where x is no finite number. */
static inline dtc_real dtc_rest(dtc_real x) { return x - x; }

/* A value that is held: *changed if it is another one now. */
static inline void dtc_hold(int *held, int now, int *changed)
{
    *changed |= *held != now;
    *held = now;
}

static inline void dtc_hold_real(dtc_real *held, dtc_real now, int *changed)
{
    *changed |= *held < now || *held > now;
    *held = now;
}

/* *last becomes now, unless it is no number. *again: 1 if they differ by more than 1e-12; 2 if by more than rounding,
 * so that another round is worth while: a solver that forms derivatives by differences divides what is left by next to
 * nothing. */
static inline void dtc_again(dtc_real *last, dtc_real now, int *again)
{
    const dtc_real apart = dtc_abs(now - *last), size = dtc_abs(now);

    if (!(apart <= DTC_TOLERANCE(1e-12) * dtc_max((dtc_real)1, size)))
        *again |= 1;
    else if (apart > 4 * DTC_EPSILON * size)
        *again |= 2;
    if (dtc_finite(now))
        *last = now;
}

dtc_real dtc_powers(dtc_real x, int n);
static inline dtc_real dtc_powi(dtc_real x, int n) { return n == 2 ? x * x : dtc_powers(x, n); } /* x^n by products */
int      dtc_integer(dtc_real x);             /* floor; the nearest int if there is none, 0 for NaN */
dtc_real dtc_div(dtc_real x, dtc_real y);     /* Modelica's div, mod, rem */
dtc_real dtc_mod(dtc_real x, dtc_real y);
dtc_real dtc_rem(dtc_real x, dtc_real y);
/* does a sample fall into a step, ((step - 1) h, step h]? start: counted from the time of step 0 */
int      dtc_sample(long long step, dtc_real h, dtc_real start, dtc_real interval);

/* ---- systems of equations ------------------------------------------------------------------------------ */

/* Factors A (n x n by rows, and room for n more numbers) in place with row interchanges p. 0, or 1 + the first
 * column that has no pivot; solutions then have a zero there. O(n^3) */
int dtc_lu_factor(int n, dtc_real *A, int *p);
/* b becomes inv(A) b. O(n^2) */
void dtc_lu_solve(int n, const dtc_real *A, const int *p, dtc_real *b);

/* The same, and once more for what that leaves of b, which takes it to the rounding of each number by itself. J as it
 * was, and room for n more numbers. O(n^2) */
void dtc_refined_solve(int n, const dtc_real *A, const int *p, dtc_real *J, dtc_real *b);

/* The inverse, by columns, from the factors. 2 n^3 */
void dtc_lu_inverse(int n, const dtc_real *A, const int *p, dtc_real *Y);
/* The same, more exactly, as dtc_switched_refined. 5 n^3 */
void dtc_refined_inverse(int n, const dtc_real *A, const int *p, dtc_real *J, dtc_real *Y);

/* A system A x = b that has no unique solution: b becomes the one for which the squares of m quantities have the least
 * sum. U: these at x = 0, then with each x in turn as one and the others zero. A (and room for n more numbers) and U
 * are destroyed. p: room for n. Nonzero: the equations contradict each other. O(n^3 + m n^2) */
int dtc_least(int n, int m, dtc_real *A, int *p, dtc_real *U, dtc_real *b);

/* A row of n numbers, the pivot first, at the end of its elimination in a fixed order; scale: its largest entry before.
 * The pivot becomes its reciprocal. Nonzero: it is lost in rounding errors, or the row has grown too much, for this
 * order with these values; it becomes zero. O(n) */
int dtc_pivot(int n, dtc_real *row, dtc_real scale);
dtc_real dtc_largest(int n, const dtc_real *x);            /* without signs */

/* A torn block with m switching elements: J z + B lambda + r = 0, a = a0 + C z + D lambda. From A, p (J factored), X
 * (the columns of B one after another), C, and G (with D in it): X becomes inv(J) B, G becomes D - C inv(J) B;
 * whole, m numbers: dtc_law.h. O(m n (n + m)) */
void dtc_switched_factor(int n, int m, const dtc_real *A, const int *p, dtc_real *X, const dtc_real *C, dtc_real *G,
                         dtc_real *whole);
/* The same, more exactly: J as it was, and room for n more numbers. The factors are as exact as the largest entries ask
 * for; G, where a light inertia is eliminated against a heavy one, needs each of its entries to a part of itself, so
 * that it stays symmetric and redundant elements are known as such. Skeel 1980. O(m n (n + m)) */
void dtc_switched_refined(int n, int m, const dtc_real *A, const int *p, dtc_real *J, dtc_real *X, const dtc_real *C,
                          dtc_real *G, dtc_real *whole);
/* After dtc_law_push, from r in z and w->af at z = 0 with lambda as it is: w->af, lambda by the law, and z. 0, or 1:
 * not finite. */
int dtc_switched_solve(dtc_law *w, int n, const dtc_real *A, const int *p, const dtc_real *X, const dtc_real *C,
                       dtc_real *z);
/* After that: dtc_law_decide (again = 1) or dtc_law_repeat (2), and z of the torques that it makes. X: as there. O(m n)
 * more */
int dtc_switched_decide(dtc_law *w, int n, const dtc_real *X, dtc_real h, dtc_real ahead, int options, dtc_real *z);
/* Its second half, after dtc_law_seek. */
int dtc_switched_change(dtc_law *w, int n, const dtc_real *X, dtc_real h, dtc_real ahead, int options, dtc_real *z);
/* After a response where there is nothing to change: the impulses of dtc_law_repeat, and z of these. O(m (m + n)) */
void dtc_switched_impulses(dtc_law *w, int n, const dtc_real *X, dtc_real h, int options, dtc_real *z);
/* Differentials of lambda (l, as dtc_law_tangent) and of z: a and z have those of the slip accelerations and of r with
 * z and lambda held. */
void dtc_switched_tangent(const dtc_law *w, dtc_real *a, dtc_real *l, int n, const dtc_real *A, const int *p,
                          const dtc_real *X, const dtc_real *C, dtc_real *z);
/* Change of z by the jump of the torques. 0: there is no jump. */
int dtc_switched_jump(const dtc_law *w, int n, const dtc_real *X, dtc_real *dz);

/* A column of the system of a jump: how z and lambda change by an impulse in one equation. From the residuals z (and
 * slip accelerations a) that the impulse leaves with z = 0, lambda = 0; stuck elements stay stuck, others transmit
 * nothing. n may be 0. */
void dtc_switched_impulse(const dtc_law *w, dtc_real *a, int n, const dtc_real *A, const int *p, const dtc_real *X,
                          const dtc_real *C, dtc_real *z, dtc_real *lambda);
/* The same, with J solved for before, by code in a fixed order: X is inv(J) B, z is -inv(J) r. */
void dtc_switched_reduce(int n, int m, const dtc_real *X, const dtc_real *C, dtc_real *G, dtc_real *whole);
void dtc_switched_tangent_finish(const dtc_law *w, dtc_real *a, dtc_real *l, int n, const dtc_real *X,
                                 const dtc_real *C, dtc_real *z);
void dtc_switched_impulse_finish(const dtc_law *w, dtc_real *a, int n, const dtc_real *X, const dtc_real *C,
                                 dtc_real *z, dtc_real *lambda);
/* z becomes -inv(J) z. */
void dtc_linear_impulse(int n, const dtc_real *A, const int *p, dtc_real *z);
/* k impulses together change n velocities: row q of dv (k x n) by a unit impulse q; wanted: the jumps of velocities
 * at[0] .. at[k-1], which become the impulses, in units that give the inertia alone a speed of one. jump: of all n. A
 * wanted jump of zero is none at all, one that no impulse can make is not made. M, p: room for k*k + k and k. */
void dtc_impact(int k, int n, const int *at, const dtc_real *dv, dtc_real *M, int *p, dtc_real *wanted, dtc_real *jump);
/* Does a stuck element transmit an impulse on a side on which its bound is finite? The one that does most lets go:
 * nonzero, and the law is factored anew. Row q of lambda (k x m): by a unit impulse q. At most m times in a row. */
int dtc_impact_release(dtc_law *w, int k, const dtc_real *lambda, const dtc_real *impulse);

/* The pattern of a matrix J of n columns, those of a colour together: they share no row. Differentials of the unknowns
 * are at seed (-1: none), those of the rows at rate, with a sign. */
typedef struct {
    int n;
    const int *column, *row, *colour, *seed, *rate;
    const dtc_real *sign;
} dtc_colours;

/* The differentials d of the unknowns along the columns of a colour. */
static inline void dtc_colour_seed(const dtc_colours *c, int colour, dtc_real *d)
{
    int j;

    for (j = 0; j < c->n; j++)
        if (c->seed[j] >= 0)
            d[c->seed[j]] = (dtc_real)(c->colour[j] == colour);
}

/* An entry of J that is no number becomes zero. */
static inline dtc_real dtc_entry(dtc_real x) { return dtc_finite(x) ? x : (dtc_real)0; }

/* What they have led to is these columns of J; an entry that is no number becomes zero. */
static inline void dtc_colour_columns(const dtc_colours *c, int colour, const dtc_real *d, dtc_real *J)
{
    int j, k;

    for (j = 0; j < c->n; j++)
        for (k = c->column[j]; c->colour[j] == colour && k < c->column[j + 1]; k++) {
            J[k] = dtc_entry(c->sign[c->row[k]] * d[c->rate[c->row[k]]]);
        }
}

/* The pattern of a matrix J of n columns, in components: see implicit.c. Component c has the unknowns order[first[c]]
 * .. order[first[c + 1] - 1], each with its place there; rows of column j are row[column[j]] .. row[column[j + 1] - 1].
 */
typedef struct {
    int n, components;
    const int *column, *row, *component, *first, *order, *place, *varies;   /* varies: factored each time */
} dtc_pattern;

/* Factors I - g J, those components that vary or all. A: s*s + s numbers a component of size s; p: n. Nonzero: a
 * component is singular. */
int dtc_implicit_factor(const dtc_pattern *f, int all, dtc_real g, const dtc_real *J, dtc_real *A, int *p);
/* b becomes the solution; work: n numbers. */
void dtc_implicit_solve(const dtc_pattern *f, dtc_real g, const dtc_real *J, const dtc_real *A, const int *p,
                        dtc_real *b, dtc_real *work);

/* One damped Newton step for r(z) = 0: A is the matrix at z; r, dz have n numbers; *norm is kept from step to step, and
 * starts negative. Nonzero: z has converged. */
int dtc_newton_step(int n, dtc_real *A, int *p, dtc_real *r, dtc_real *z, dtc_real *dz, dtc_real *norm);

/* One step along the pieces of r(z) = 0, which is linear but for k branches: A is the matrix at z, in their piece. g:
 * of each branch the difference that is positive where it is 1, then the sizes of their terms; from: room for k + n
 * numbers; branch: their values, 0 or 1, then k + 1 numbers that start as 0. z and branch go on from step to step. 1:
 * z is the solution, 0: another step, -1: a piece without a unique solution, -2: there is none on this way. */
int dtc_branch_step(int n, int k, dtc_real *A, int *p, const dtc_real *r, dtc_real *z, dtc_real *dz, const dtc_real *g,
                    dtc_real *from, int *branch);

#ifdef __cplusplus
}
#endif
#endif
