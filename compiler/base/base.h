/* base.h - what all passes share: memory, names, positions and diagnoses, options, the state of a run.
 *
 * Memory: everything lives in arenas of Dtc and is freed at once by dtc_free(). No pass frees anything, but a long
 * array that nobody reads any more (vec_drop).
 * What outlives a pass is in d->run; what does not may be put in d->pass, which compile.c resets after each pass.
 * Handles (Ex, Var, Eq) are 32-bit indices, 0 is "none"; names are interned: equal names are equal pointers.
 */
#ifndef BASE_H
#define BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Dtc Dtc;

/* ---- mem.c: arenas, growing arrays, interned strings --------------------------------------------------- */

typedef struct Arena { struct Chunk *chunk; size_t used; size_t total; } Arena;

/* zeroed; never NULL (out of memory ends in a diagnosis, exit 1) */
void *arena_alloc(Arena *a, size_t size);
void  arena_free(Arena *a);
void  arena_clear(Arena *a);                              /* nothing is left in it; one chunk stays for what comes */
size_t arena_bytes(const Arena *a);                       /* taken so far */
/* what was allocated with this size was replaced by something larger: it is given back, if it is large */
void  arena_drop(void *p, size_t size);
#define NEW(a, T)          ((T *)arena_alloc((a), sizeof(T)))
#define NEW_N(a, T, n)     ((T *)arena_alloc((a), sizeof(T) * (size_t)(n)))

/* Growing array: T *v = NULL; vec_push(a, v, x); vec_len(v). Storage doubles within the arena: v moves. */
typedef struct { uint32_t len, cap; } VecHead;
#define vec_head(v)        ((VecHead *)(void *)(v))[-1]
#define vec_len(v)         ((v) ? vec_head(v).len : 0u)
#define vec_full(v)        (!(v) || vec_head(v).len == vec_head(v).cap)
#define vec_push(a, v, x)  \
    ((void)(vec_full(v) ? (v) = vec_more((a), (v), sizeof *(v)) : (v)), (v)[vec_head(v).len++] = (x))
#define vec_last(v)        ((v)[vec_len(v) - 1])
#define vec_pop(v)         ((v)[--vec_head(v).len])
#define vec_cut(v, n)      ((v) ? (void)(vec_head(v).len = (n)) : (void)0)
#define vec_clear(v)       vec_cut(v, 0)
#define vec_drop(v)        (vec_let_go((v), sizeof *(v)), (v) = NULL)      /* given back, if it is large */
void  vec_let_go(void *v, size_t size);
void *vec_more(Arena *a, void *v, size_t size);           /* of a full one: room for twice as many, or half more */
/* room for n more: a long array is not copied again and again */
void *vec_reserve(Arena *a, void *v, size_t size, uint32_t n);

/* Map from a 64-bit key (a handle, a pair of handles, an interned pointer) to a 64-bit value; 0 = absent. */
typedef struct { uint64_t *slot; uint32_t cap, n; } Map;
uint64_t map_get(const Map *m, uint64_t key);
void     map_set(Arena *a, Map *m, uint64_t key, uint64_t value);
#define KEY(p)             ((uint64_t)(uintptr_t)(p))

const char *intern(Dtc *d, const char *s, size_t n);
const char *internz(Dtc *d, const char *s);
const char *internf(Dtc *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));   /* interned printf */
/* text_format.c: as vsnprintf */
size_t format_text(char *to, size_t room, const char *format, va_list args);
/* printf into d->pass: for what is written and forgotten */
const char *textf(Dtc *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* print.c: the fewest digits that read back as the same; whole numbers of up to `whole` digits have no exponent */
typedef struct { char text[32]; } NumberText;
NumberText number_shortest(double x, int whole);

/* ---- name.c: names as text, with their quotes ---------------------------------------------------------- */

/* length of the quoted identifier at the start of s; 0: there is none */
size_t name_quoted(const char *s);
bool   name_is_quoted(const char *name);                  /* it is one quoted identifier: 'a.b' */
bool   name_is_plain(const char *name);                   /* letters, digits and underscores */
size_t name_head(const char *name);                       /* length of the first part of a dotted name */
const char *name_last(const char *name);                  /* its last part */
uint32_t name_depth(const char *name);                    /* dots between parts */
/* Words for numbers, "1=weak 2=strong": the next number and its word at *at; false: there is none */
bool word_next(Dtc *d, const char **at, double *number, const char **word);
const char *word_for(Dtc *d, const char *words, double number);                          /* NULL: it has none */
/* of a vec: "a, b or c", with `last` before the last one; linear in the text */
const char *text_joined(Dtc *d, const char *const *list, const char *between, const char *last);

/* ---- times.c: --times ---------------------------------------------------------------------------------- */

void lap(Dtc *d, const char *pass);                       /* a pass is over: says what it took */
void forget_pass(Dtc *d);                                 /* nobody reads any more what is in d->pass */
void last_lap(const Dtc *d, uint32_t equations);          /* the compilation is over: the sums */

/* ---- source.c: files, positions, diagnostics ----------------------------------------------------------- */

/* A position is an offset over all files read in this run; 0 = nowhere. */
typedef struct { uint32_t pos, end; } Span;

/* text is NUL-terminated; own: of the command line */
typedef struct { const char *name; const char *text; uint32_t size, base; bool own; uint32_t *line; } Source;

/* The text of a file as it is meant to be, NUL after it: source_load takes it by the name of the file. */
typedef struct OpenText { const char *name, *text; size_t size; struct OpenText *next; } OpenText;

Source *source_load(Dtc *d, const char *filename);        /* NULL: not readable (no diagnosis; errno says why) */
/* text in memory, NUL after it; NULL: too much */
Source *source_text(Dtc *d, const char *name, const char *text, size_t size);
Source *source_of(Dtc *d, Span s);
/* "text at file:line", without folders; nowhere: text */
const char *with_place(Dtc *d, const char *text, Span s);
void    source_where(Dtc *d, Span s, const char **file, uint32_t *line, uint32_t *col);

typedef enum { DIAG_ERROR, DIAG_WARNING, DIAG_REMARK, DIAG_NOTE } Severity;
/* file:line:col: error: message; source line; caret. path (may be NULL) is the instance path: "in gearbox.c1:".
 * Notes belong to the error or warning before them; a remark is a note of its own. What was said before is not said
 * again; after 50 errors the rest is only counted. */
void diag(Dtc *d, Severity s, Span at, const char *path, const char *fmt, ...) __attribute__((format(printf, 5, 6)));
#define error(d, at, path, ...)    diag((d), DIAG_ERROR, (at), (path), __VA_ARGS__)
#define warning(d, at, path, ...)  diag((d), DIAG_WARNING, (at), (path), __VA_ARGS__)
#define note(d, at, path, ...)     diag((d), DIAG_NOTE, (at), (path), __VA_ARGS__)
/* What a diagnosis is about, for who would mend it: start values that are not fixed; a side that is to be multiplied by
 * a factor; a connector, by its path, that is connected to nothing. Dtc.about is of the next one. */
typedef enum { ABOUT_NOTHING, ABOUT_STARTS, ABOUT_FACTOR, ABOUT_LOOSE } AboutKind;
typedef struct { AboutKind kind; double factor; const char *path; } About;
/* What `Dtc.keeps` keeps in place of printing it. shown: where; at: where its class says so, if that is elsewhere. */
typedef struct { Span at; const char *text; } Fix;         /* text in place of what is there */
typedef struct { Severity severity; Span at, shown; const char *path, *message; Fix *fix; /* vec */
                 About about; } Diagnosis;
extern const char diagnosis_origin[];                      /* what is said of `at` */
struct Json;
void diagnoses_json(Dtc *d, struct Json *j);               /* diagnoses.c: a list of them, as members of `j` */
/* behind a text of the runtime that names a component ("car: ...", "equations of car ..."): where that is declared */
void note_declaration(Dtc *d, const char *text);
/* where the value of a parameter is typed, if that is not in a library */
Span given_at(Dtc *d, const char *name, Span otherwise);
/* does the line say it that an error of the component at path shows? */
bool on_declared_line(Dtc *d, Span at, const char *path);
/* as suggest(), of names with dots: `wanted.*` where wanted has members */
const char *suggest_within(Dtc *d, const char *wanted, const char *const *known, uint32_t n);
const char *suggest(Dtc *d, const char *wrong, const char *const *known, uint32_t n);   /* nearest name, or NULL */

/* ---- the run ------------------------------------------------------------------------------------------- */

/* The method of the generated step. X(id, name, order, holds, keeps): order of a method of Runge and Kutta, else 0;
 * holds: in its stages relations and places are held, which are decided once a step, at the sample; keeps: for how many
 * samples a linearly implicit one has a Jacobian, else 0. */
#define DTC_METHODS(X)                                                                                                 \
    X(EULER, "euler", 0, false, 0)                                                                                     \
    X(SEMI, "semi", 0, false, 0)                                                                                       \
    X(RK2, "rk2", 2, true, 0)                                                                                          \
    X(RK4, "rk4", 4, true, 0)                                                                                          \
    X(ROSENBROCK, "rosenbrock", 0, true, 1)                                                                            \
    X(ROSENBROCK_W, "rosenbrock_w", 0, true, 10)                                                                       \
    X(EXACT, "exact", 0, true, 0)
#define X(id, ...) M_##id,
typedef enum { DTC_METHODS(X) METHODS } Method;
#undef X
const char *method_name(Method m);
int         method_order(Method m);
bool        method_holds(Method m);                       /* hold_relations */
int         method_keeps(Method m);
bool        method_named(const char *name, Method *m);    /* false: there is no such method */

/* What is a component, to be checked by itself: what has flanges, which are open then and not free; what has any
 * connectors (all classes of a package). */
typedef enum { ALONE_NONE, ALONE_WITH_FLANGES, ALONE_WITH_CONNECTORS } Alone;

typedef struct { const char *name; double value; } NamedValue;
/* an expression that has a name: where it begins in a text, up to its end; file: for diagnoses */
typedef struct { const char *name, *file, *text; uint32_t from; } NamedText;
typedef struct { uint32_t line, column; } TextPlace;       /* from 0 */

typedef struct Options {
    const char  *input, *output, *model, *dump;
    const char **include;                  /* vec: -I, DTMPATH, the library's folder, MODELICAPATH */
    const char **set;                      /* vec: --set, "name=value" */
    const char  *set_file; TextPlace *set_at; /* the first of `set` are of this file: where; vec */
    const char **vars;                     /* vec: --vars, wildcards; NULL: all */
    const char **tune;                     /* vec: --tune, wildcards: parameters that can be set; NULL: all */
    const char  *prefix;                   /* --prefix: the name of the model in C; NULL: its own */
    double       step;                     /* integration step; 0: 1 ms, or a part of the experiment's Interval */
    Method       method;                   /* --method; euler in the flavour for a variable-step run */
    bool         single;                   /* --float */
    int          lanes;                    /* --lanes: models in one; 0: a model alone */
    bool         no_alias, no_tear, no_stage, no_adjust, constant_matrices, no_sparse;   /* -fno-alias ... */
    /* -fno-live: blocks are computed whole; forms.c; search.c; stage.c: x/p is not a product with 1/p */
    bool         no_live, no_forms, no_search, no_reciprocal;
    /* the same of the emitter: builders/zero.c, builders/small.c, what need not be done in each step */
    bool         no_fold, no_unroll, no_skip, no_response, no_quiet, no_roll;
    /* keep every variable (sim); else only outputs, states, switching elements, --vars */
    bool         observe_all;
    bool         beside_vars;              /* observe_all although there are --vars: states that are saved have all */
    bool         walked;                   /* the program is not printed, but walked: no passes over it */
    bool         given;                    /* sim: init() gives no values, who calls it does (default_of) */
    bool         hybrid;                   /* emit for a variable-step run as well: runtime/host/dtc_hybrid.h */
    /* of an FMU: derivatives of states are kept, and setup may begin at another time (member start) */
    bool         fmu;
    bool         times;                    /* --times: what each pass takes */
    bool         report;                   /* --report: what is only told there is counted as well */
    NamedValue  *from;                     /* vec: the initial state, in place of what the model says of it */
    double       left;                     /* s: the time at which that was the state */
    bool         begins; double begin;     /* s: the time of the start, in place of the experiment's */
    bool         step_varies;              /* the step is a variable of the C, dtc_step: sim_halves.c */
    bool         notes;                    /* what is right, and may not be meant, is noted: dtc check */
    NamedText   *metric;                   /* vec: metrics of a run, metric.c */
    bool         audit;                    /* --audit: an energy account, audit.c */
    Alone        component;                /* check */
    bool         pictured;                 /* connect statements are kept: Flat.connection */
    bool         plain;                    /* of libraries those annotations are read that change what is compiled */
    bool         no_run;                   /* what is compiled is not run: d->tree is given back when it is solved */
    bool         package;                  /* check: all of the package whose file the input is */
    double       components;               /* --components: the most of a model; 0: bound.c's */
} Options;

typedef struct { double seconds; size_t run, pass; } Lap;  /* for --times: processor time, bytes in the arenas */

struct Dtc {
    Arena         run, pass;
    Arena         tree;                    /* of components, and the expressions and statements as written */
    Arena         memos;                   /* of traversals of expressions */
    Lap           lap;                     /* at the end of the last pass */
    Options       opt;
    uint32_t      errors, warnings, repeated;    /* repeated: of the errors, those not shown again */
    Map           told;                    /* diagnoses that have been shown */
    struct Dtc   *package;                 /* that of the package with which this class is checked: its remarks, too */
    Source      **source;                  /* vec */
    Source       *input;                   /* that is compiled; of a model by its name the first that was read */
    const OpenText *opened;                /* what an editor has of files, in place of what they hold */
    FILE         *log;                     /* diagnostics go here; NULL: stderr */
    bool          keeps;                   /* they are kept, and nothing is printed */
    Diagnosis    *diagnosis;               /* vec: those that were kept */
    struct { const char *wrong, *near; } guess;            /* what suggest() has found last */
    About         about;                   /* of the next diagnosis */
    bool          muted;                   /* the last error or warning was not shown: its notes are not shown */
    struct Intern *names;
    struct Class *model;                   /* that is compiled: compile.c */
    /* errors of a component that is checked by itself, since its structure needs values that it leaves open */
    uint32_t      needs_values;
    struct Class *root;                    /* the unnamed package that holds every loaded class */
    struct ExTable *ex;
    struct ExNode *node;                   /* vec: expressions by handle, ex.h */
    struct Inst  *instance;                /* the model as a tree of components, once it is instantiated */
    struct Flat  *flat;
    const char  **object;                  /* vec: names of the step program's objects, for texts of expressions */
    struct Lower *lower;                   /* lower.h: memos of values, functions */
    struct Resolver *resolver;             /* resolve.h */
    struct Settings *settings;             /* setting.c */
};

/* compile.c */
Dtc *dtc_new(void);
void dtc_free(Dtc *d);

#endif
