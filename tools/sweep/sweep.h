/* sweep.h - `dtc sweep`: a study is a model, factors that vary, a design of points, and metrics of each run. */
#ifndef SWEEP_H
#define SWEEP_H

#include <limits.h>
#include <stdatomic.h>
#include "dtc_lanes.h"
#include "emit.h"
#include "metric.h"
#include "sim.h"

/* ---- vary.c -------------------------------------------------------------------------------------------- */

/* Distributions: X(ID, name, how many numbers it takes, what they are). LEVELS has none. */
#define DTC_DISTRIBUTIONS(X)                                                                                           \
    X(UNIFORM, "uniform", 2, "uniform(least, most)")                                                                   \
    X(NORMAL, "normal", 2, "normal(mean, deviation)")                                                                  \
    X(TRIANGULAR, "triangular", 3, "triangular(least, mode, most)")                                                    \
    X(LOG, "log", 2, "log(least, most): uniform in the logarithm")
#define X(id, ...) VARY_##id,
typedef enum { VARY_LEVELS, DTC_DISTRIBUTIONS(X) DISTRIBUTIONS } Distribution;
#undef X

/* A parameter or input that varies. name: as in the model; scales: values are factors of what the model gives, of an
 * array for all of its elements (of a table, without its first column) */
typedef struct {
    const char *name, *unit;               /* unit: levels_read; NULL: none */
    Span at, named;                        /* where the values, where the name stands */
    bool scales;
    Distribution kind; double p[3];        /* p: the numbers of the distribution */
    const char **text; double *number;     /* vecs, of LEVELS: as written; NAN: it is no number */
} Factor;

/* "name=1200:50:1800", "name*=uniform(0.9, 1.1)", "name=low,high": the text of --vary; false after a diagnosis */
bool factor_of_option(Dtc *d, const char *text, Factor *f);
/* The same where the name stands apart. */
bool factor_values(Dtc *d, const char *values, Span at, Factor *f);
double factor_quantile(const Factor *f, double u);         /* u in (0, 1); of LEVELS the number of the level */
/* What it takes: "uniform(0.5, 3)", "1, 2, 5"; of many levels the ends and a mark of all. The same text: the same. */
const char *factor_text(Dtc *d, const Factor *f);
double normal_quantile(double u);
double normal_part(double z);                              /* the distribution function */

/* ---- design.c ------------------------------------------------------------------------------------------ */

#define DTC_DESIGNS(X)                                                                                                 \
    X(GRID, "grid") X(LIST, "list") X(RANDOM, "random") X(LHS, "lhs") X(SOBOL, "sobol") X(SALTELLI, "saltelli")
#define X(id, name) DESIGN_##id,
typedef enum { DTC_DESIGNS(X) DESIGNS } DesignKind;
#undef X
extern const char *const design_names[DESIGNS];

typedef struct {
    DesignKind kind; Span at;
    uint64_t base;                         /* that are asked for: of random, lhs, sobol; rows of saltelli */
    uint64_t points, seed;                 /* points: all of them */
    const char *file;                      /* CSV with a row for each point; NULL: none */
    const double *correlation; uint32_t rows; Span correlated; /* of the factors, told there; NULL: independent */
    double *root;                          /* its Cholesky factor: design_begin */
} Design;

/* "grid", "lhs:1000", "points.csv": false after a diagnosis */
bool design_read(Dtc *d, const char *text, Span at, Design *design);
/* Points are counted, factors looked at (of a file they are made); false after a diagnosis */
bool design_begin(Dtc *d, Design *design, Factor **factor);
/* Point i: a value for each factor, of LEVELS the number of the level. It depends on nothing but i: neither on who asks
 * nor on what was asked before. */
void design_point(const Design *design, const Factor *factor, uint64_t i, double *x);

/* ---- random.c, sobol.c --------------------------------------------------------------------------------- */

typedef struct { uint32_t x[4]; } Philox;
Philox philox(const uint32_t counter[4], uint64_t key);    /* 128 random bits for each counter */
double random_at(uint64_t key, uint64_t i, uint32_t stream, uint32_t use);        /* in (0, 1) */
uint64_t permuted(uint64_t key, uint32_t stream, uint64_t i, uint64_t n);         /* a permutation of 0 .. n - 1 */
enum { SOBOL_MOST = 100 };                                 /* dimensions */
/* Number i of dimension k in (0, 1); seed 0: as published, at the middle of its cell of 2^-32; else scrambled. */
double sobol_at(uint64_t seed, uint64_t i, uint32_t dimension);

/* ---- the study ----------------------------------------------------------------------------------------- */

typedef struct {
    Dtc *d;
    Factor *factor;                        /* vec */
    Design design;
    double jobs;                           /* workers; 0: as many as there are processors */
    int lanes;                             /* points in one step; 0: as it is faster */
    double timeout, most_steps;            /* s of a clock, steps of one run; 0: no limit */
    uint64_t shard, shards;                /* 1 of n; 0 of 0: all points */
} Study;

/* study_yaml.c: a study from a file, into the options, cli and `s`, but for what the command line says; false after a
 * diagnosis */
struct Cli;
bool study_load(Dtc *d, struct Cli *cli, const char *file, Study *s);

/* ---- sweep_model.c: a model that is built -------------------------------------------------------------- */

/* Where a factor is in the struct: one variable, or those of an array. base: what it has from the model */
typedef struct { dtc_variable *variable; double *base; } Place;      /* vecs */
typedef struct { Var v; dtc_variable variable; } Last;               /* read at the end */

/* What processes with the same model share: the folder of an object that is faster, once there is one. */
typedef struct { atomic_bool there; char folder[PATH_MAX]; } Faster;

typedef struct {
    Dtc *d; const Emitter *e; const Flat *f;
    const Faster *faster; bool fast;       /* fast: it is loaded here; faster: NULL: there will be none */
    SimBuild build; const dtc_model_info *info;
    dtc_status (*step)(void *);            /* evaluate and advance at once; NULL: of a variable step */
    const dtc_lanes_info *lanes;           /* of what is loaded; NULL: it has none */
    size_t *measured_at, *input_at;        /* vecs: bytes of the lanes before the vector of `measured`, of an input of
                                            * the scenario; 0: none */
    bool one_by_one;                       /* lanes have turned out not to be faster */
    void *first;                           /* the struct with the parameters of the model */
    Place *place;                          /* by factor; without variables: another model has another value of it */
    dtc_variable *measured;                /* by Flat.measure */
    uint32_t *running;                     /* vec: measures that look at each row */
    Last *last;                            /* vec */
    Scenario scenario;
    double stop;                           /* s */
    bool exact;                            /* the method may be behind its grid */
    solver_task task;                      /* of a variable step; task.hybrid: NULL: the step is fixed */
    uint64_t mark;                         /* a hash of all that the runs depend on but the factors */
} Built;

/* Compiled with settings in addition to those of s->d: "name=value", vec. kept: for others, too. NULL after a
 * diagnosis */
Built *model_built(const Study *s, const struct SimOptions *o, const char **settings, bool kept);
/* what is faster is loaded, if it is there */
void built_faster(Built *b);
void built_free(Built *b);
/* levels as numbers: of a Boolean, an enumeration; false after a diagnosis */
bool levels_read(const Built *b, Factor *factor);

/* ---- measure.c: what metrics take of a run ------------------------------------------------------------- */

typedef struct { double first, last, most, sum, when; } Taken;
void taken_begin(Taken *t, uint32_t n);
/* what is measured, of a model that is evaluated, by Flat.measure */
void taken_look(const Built *b, const void *model, double *seen);
/* of a row at `time`, the last one having been at `before`; first: there was none */
void taken_row(const Built *b, Taken *t, const double *seen, double time, double before, bool first);
/* of all metrics, when the run is over. value: room by Var */
void taken_metrics(const Built *b, const Taken *t, const void *model, double duration, double *value, double *metric);

/* ---- run_point.c --------------------------------------------------------------------------------------- */

/* How a point ended: X(ID, its name in the results, have metrics a value) */
#define DTC_ENDS(X)                                                                                                    \
    X(OK, "ok", true) X(TERMINATED, "terminated", true) X(FAILED, "failed", false) X(LIMIT, "limit", false)            \
    X(TIMED_OUT, "timed out", false) X(CRASHED, "crashed", false)
#define X(id, ...) POINT_##id,
typedef enum { DTC_ENDS(X) ENDS } PointEnd;
#undef X
extern const struct PointEndInfo { const char *name; bool valued; } point_ends[ENDS];

enum { MESSAGE_ROOM = 200 };
typedef struct { PointEnd end; double seconds; char message[MESSAGE_ROOM]; double metric[]; } Row;

/* Room for the runs of one worker, or of one of its lanes. x: of the point, as of design_point; seen: by measure */
typedef struct { void *model; Taken *taken; double *seen, *value, *x; Scenario scenario; } Runner;
Runner runner_new(const Built *b, uint32_t factors, void *model);        /* model: NULL: one of its own */
/* One run. */
void run_point(const Study *s, Built *b, Runner *r, Row *row);

/* A run meanwhile. begun: of the clock; from, last, time: s, of the model: the start, the last row, the present sample,
 * which is number k; any: there has been a row */
typedef struct {
    const Study *s; Built *b; Runner *r; Row *row;
    double begun, from, last, time;
    long long k;
    bool any;
} PointRun;
dtc_status point_started(PointRun *run, const Study *s, Built *b, Runner *r, Row *row);      /* until after setup */
dtc_status point_steps(PointRun *run);     /* from sample k to the end */
void point_end(PointRun *run, dtc_status status, double seconds);        /* the row */
void point_row(PointRun *run, double time);            /* the model is evaluated */
void point_seen(PointRun *run, double time);           /* r->seen is there */
void point_ended_in_step(PointRun *run, dtc_status status);
long long point_steps_of(const Built *b);              /* of a run to its end */
/* The limit that comes first, of steps or of seconds, is the row's end. */
bool point_limited(const PointRun *run, long long steps, double seconds);
/* The step before which limits are looked at next. */
long long point_next_look(const PointRun *run, long long k, long long most);

/* run_lanes.c: many runs, several at once. Points come from `next`, false: there is none; it sets r->x. `done`: its row
 * is there. lane: which of those that are under way */
typedef struct {
    bool (*next)(void *of, int lane, double *x, Row **row);
    void (*done)(void *of, int lane);
    void *of;
} Points;
enum { MOST_LANES = 16 };
void lanes_found(Built *b);                            /* where numbers are among the lanes of b->lanes */
/* Until there are no more, or b->one_by_one. at_once: so many at most */
void run_lanes(const Study *s, Built *b, int at_once, const Points *points);

/* run_variable.c: by the variable-step solver, set up; a failure's message is in the row */
dtc_status variable_steps(PointRun *run);

/* ---- workers.c ----------------------------------------------------------------------------------------- */

double sweep_clock(void);                  /* s, of a clock that only goes on */
/* Runs points `todo` (vec, of those numbers) and gives each row to `take`, in any order. false: stopped, by the user or
 * by take, which gives false after a message */
typedef bool TakeRow(void *of, uint64_t point, const Row *row);
bool points_run(const Study *s, Built *b, const uint64_t *todo, TakeRow *take, void *of);

/* ---- slurm.c ------------------------------------------------------------------------------------------- */

int slurm_submit(Dtc *d, const struct Cli *cli, const char *study);      /* study: the operand; the exit code */

/* ---- study_store.c, study_merge.c, study_csv.c --------------------------------------------------------- */

/* A file of SQLite with the rows of a study; docs/sweep.md has its tables. All of these print what went wrong. */
typedef struct StudyStore StudyStore;
/* A new one, or one that is there of the same study, whose rows stay; shown: its name in messages. NULL after one */
StudyStore *store_open(const Study *s, const Built *b, const char *name, const char *shown);
/* not that of a run which a limit ended that is smaller than today's */
bool store_has(const StudyStore *t, uint64_t point, uint64_t hash);
uint64_t store_again(const StudyStore *t);                      /* how many of these there are */
/* Vecs, of all points that are wanted: rows whose points have other numbers now are numbered anew, by their hashes. No
 * row is lost, else false after a message. */
bool store_numbered(StudyStore *t, const uint64_t *point, const uint64_t *hash);
bool store_put(StudyStore *t, uint64_t point, uint64_t hash, const double *x, const Row *row);
uint64_t store_rows(StudyStore *t, const char *status);         /* how many there are; status: NULL: any */
bool store_close(StudyStore *t);                                /* commits */
/* study_merge.c: all rows of files of the same study in one; false after a message */
bool store_merge(Dtc *d, const char *const *part, int parts, const char *name, const char *shown);
/* of the table of points, vec: point, hash, factors, status, message, metrics; units: `heat [J]` */
const char **study_columns(const Study *s, const Flat *f, bool units);
const char *column_with_unit(Dtc *d, const char *name, const char *unit);      /* unit: NULL: none */
/* points in order, without what hangs on the machine */
bool store_csv(Dtc *d, const char *store, const char *csv, bool units);
/* No file is there yet, or one with these columns, of which it is said that it goes; false after a message */
bool csv_fits(const char *csv, const char *const *column, bool quiet);

#endif
