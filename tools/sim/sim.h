/* sim.h - what `dtc sim` is asked for, and what its files share. */
#ifndef DTC_SIM_H
#define DTC_SIM_H

#include "dtc_runtime.h"
#include "message.h"
#include "solver.h"
#include "result.h"
#include "dae.h"
#include "output.h"

struct SimRun;
struct SimOptions {
    const char *home;                      /* folder with lib/ and runtime/ */
    const char *param;                     /* YAML file: parameters and inputs */
    const char *inputs;                    /* file of results: inputs over time */
    const char **held;                     /* vec: those of them that are held from row to row, also by pattern */
    const char *state, *save_state;        /* files: a state that the run goes on from; that it leaves; NULL: none */
    double      start;                     /* NAN: as the model's experiment says, or the state */
    double      stop, interval, rtol;      /* 0: as the model's experiment says */
    double      atol;                      /* 0: rtol */
    bool        fixed_step;                /* --method other than cvode */
    bool        stats;                     /* what the solver did */
    bool        units;                     /* in a CSV */
    bool        quiet;                     /* no progress */
    bool        log;                       /* of an FMU: what it logs for debugging */
    const char *format;                    /* --format csv, mat, html; NULL: by the output's name */
    struct PageMessages *messages;         /* of a page: what is printed; NULL: it has none */
    /* of a page, once the run is over: the model as a picture; NULL, *note: why there is none */
    const char *(*picture)(Dtc *d, const char **note);
    bool (*page)(struct SimRun *r);        /* writes it; NULL: there is none */
    void *own;                             /* what page is of */
    FILE *account;                         /* where --audit prints; NULL: on standard output */
};

/* sim_build.c: the model as a shared object. info, hybrid (with Options.hybrid): of the latest one, by which the run
 * calls; quick, thorough: by which compilers; wide: with lanes; latest: what is loaded last; making: which process
 * makes a better one */
struct SimObject;
typedef struct {
    /* given: it is for many runs; for others, too: none is quick; the program with so many lanes, NULL: there is none;
     * there is to be no other object */
    bool many, kept; const struct Emitter *with_lanes; int lanes; bool only_lanes;
    Dtc *d; const char *home, *ready, *cache; bool quiet; pid_t making;
    struct SimObject *quick, *thorough, *wide, *latest; void **loaded;                /* loaded: vec */
    uint64_t mark;                                                    /* a hash of the C */
    dtc_model_info info; dtc_hybrid hybrid;
} SimBuild;
struct Emitter;
/* of b, quiet and what is given are set */
bool sim_build(const struct Emitter *e, const char *home, SimBuild *b);
/* now and then in a run that took so many s, and is about to take so many more: what is faster, if that pays. true: it
 * goes on with that, which other processes with the same model take from its folder */
bool sim_build_improve(SimBuild *b, double took, double left);
const char *sim_build_folder(const SimBuild *b);
bool sim_build_take(SimBuild *b, const char *folder);
void *sim_build_symbol(const SimBuild *b, const char *name);          /* of the latest; NULL: it has none */
void sim_close(SimBuild *b);

/* sim_defaults.c: parameters and inputs into an instance, after init() */
void sim_defaults(const struct Emitter *e, void *model);

/* sim_yaml.c: parameters and inputs from a file; sim_scenario.c: inputs over time. */
/* time, value: vecs; held: also where it is a Real */
typedef struct { dtc_variable var; double *time, *value; uint32_t next; bool held; } SimInput;
/* a parameter that the file sets */
typedef struct { const char *name; double value; Span at; } SimGiven;
/* vecs. tuned: parameters that change as it runs; `next` of the points are taken. first, last: s, of rows of --inputs
 */
typedef struct { SimInput *input, *tuned; SimGiven *given; double first, last; } Scenario;
bool scenario_load(Dtc *d, const char *file, const Flat *f, const dtc_model_info *info, void *model, Scenario *s);
/* sim_inputs.c: the columns of a file of results; false after a message. Does it cover the run? */
struct SimRun;
bool sim_inputs(struct SimRun *r);
void sim_tell_inputs(const struct SimRun *r);
/* notes on parameters of the file that a message names: where they were set */
void scenario_origins(Dtc *d, const Scenario *s, const char *text);
/* the inputs of time t, which ascends; all three below in one */
void scenario_tell_late(const Scenario *s, double stop);    /* warns of inputs that begin after the run */
void scenario_apply(Scenario *s, const dtc_model_info *info, void *model, double t);
/* to the piece of each input that begins at t, or goes on there */
void scenario_enter(Scenario *s, double t);
/* parameters whose time has come get their values, for a call of tune; false: there are none; due: are there any? */
bool scenario_due(const Scenario *s, double t);
bool scenario_tune(Scenario *s, const dtc_model_info *info, void *model, double t);
/* where the first of the present pieces ends, or a parameter changes, after t; INFINITY */
double scenario_end(const Scenario *s, double t);
/* within the present pieces: left-hand values at their end */
void scenario_values(const Scenario *s, const dtc_model_info *info, void *model, double t);

/* account.c: the energy account of a run, for Options.audit. */
typedef struct Account Account;
Account *account_begin(Dtc *d, const Flat *f, const dtc_model_info *info);
/* after an evaluation; equal times: the two sides of an event */
void     account_row(Account *a, const void *model, double time);
/* before tune and after it, the model being evaluated: what has come is by parameters; untuned also by a row */
void     account_untuned(Account *a, const void *model);
void     account_tuned(Account *a, const void *model);
void     account_end(Account *a, bool fixed_step, FILE *out);       /* prints it */
struct Json;
void     account_json(const Account *a, bool fixed_step, struct Json *j);  /* a member `account`, once it is printed */

/* account_flanges.c: components without such variables, whose flanges' powers are to add up to zero */
typedef struct Flanges Flanges;
Flanges *flanges_begin(Dtc *d, const Flat *f, const dtc_model_info *info, const Map *numbers);
void     flanges_row(Flanges *a, const void *model, double time);
void     flanges_end(Flanges *a, int width, FILE *out);
void     flanges_unseen(const Flanges *a, FILE *out);        /* names those that are left out */

/* sim_names.c: texts of the descriptor, interned. */
const char *sim_name(Dtc *d, const dtc_model_info *info, int number);      /* of a variable */
const char *sim_message(Dtc *d, const dtc_model_info *info, int number);   /* as it is, without values */
const char **sim_names(Dtc *d, const dtc_model_info *info);    /* of all variables, for suggestions */
Map sim_numbers(Dtc *d, const dtc_model_info *info);           /* name -> number + 1 */

/* sim_columns.c: which variables are written. */
/* vecs, one of each a column; value: room for a row */
typedef struct { dtc_variable *variable; result_column *column; double *value; } SimColumns;
/* false after a message */
bool sim_columns(Dtc *d, const Flat *f, const dtc_model_info *info, result_format format, SimColumns *c);
const char *sim_literals(Dtc *d, const VarInfo *i);            /* of an enumeration, "1=off 2=on"; NULL: it is none */

/* number: in the descriptor; rank: in order of evaluation, states first; by: its equation, 0: none is known */
typedef struct { dtc_variable variable; int number; uint32_t rank; Eq by; } SimVarying;
typedef struct { dtc_variable variable; int number; double least, most; bool told; } SimRange;

/* sim.c: what runs of every method share. In this order: sim_open after setup, sim_row at every point that is to be
 * written, sim_finish. */
/* An assertion of level warning. text: as it was the first time, at; seconds: in all, of points in a row */
typedef struct { const char *text; unsigned times; bool told; double at, last, seconds; } SimWarning;

typedef struct SimRun {
    Dtc *d; const Flat *f; const struct Emitter *e; const struct SimOptions *o;
    const dtc_model_info *info; void *model;       /* parameters are set, and inputs for the start */
    double from, stop;                             /* s: the run; from: the model's start, or the state's time */
    bool resumed, inputs_jump;                     /* it goes on from a state; with other inputs than that has */
    bool broken;                                   /* it ended in a failure that its status does not tell */
    uint64_t mark;                                 /* of the C */
    SimBuild *build;                               /* NULL: an FMU */
    const dtc_hybrid *hybrid;                      /* NULL: a fixed step */
    double *rates;                                 /* room for the derivatives of its states */
    void *kept;                                    /* the struct before the last evaluation; NULL: as it is */
    size_t kept_size;                              /* bytes */
    Scenario scenario;
    SimColumns columns;
    SimVarying *varying;                           /* vec: Reals that are to stay finite */
    SimRange *range;                               /* vec: inputs of components that have bounds */
    Output output; result_writer *out;             /* out: NULL: nothing is written, the last values are shown */
    const char *rows; FILE *rows_file;             /* of a page: where they are meanwhile; NULL: the output has them */
    Account *account;                              /* NULL: not asked for */
    SimWarning *warned; double warned_at, warned_before;   /* by warning; the last two times at which it was asked */
    double behind;                                 /* s: what ends the run happened so long before the model's time */
    double begun, shown;                           /* s, of a clock: the first and the last look at progress */
} SimRun;

bool sim_open(SimRun *r);                          /* false after a message */
/* a row of the model's variables; false: it cannot be written (sim_finish says why) */
bool sim_row(SimRun *r, double time);
int  sim_finish(SimRun *r, dtc_status status);     /* says how the run ended; 0, or the exit code 1 */
void sim_tell_warnings(SimRun *r, double time);    /* assertions of level warning that were due the first time */
/* what the model counted: singular matrices, warnings; where: "steps"; status: the last */
void sim_tell_counts(const SimRun *r, const char *where, dtc_status status);
/* sim_range.c: the inputs of components that have bounds; warnings of those that left them the first time */
void sim_ranges(SimRun *r);
void sim_tell_ranges(SimRun *r, double time);
bool sim_stop_asked(void);                         /* Ctrl-C */
void sim_ask_to_stop(int number);                  /* handler of a signal */
result_format sim_format(const SimRun *r);         /* of what is written */
void sim_progress(SimRun *r, double part);         /* 0 to 1; a line on a terminal, now and then */
double sim_time(const SimRun *r, const void *model);       /* that of an instance */
double sim_now(const SimRun *r);                   /* the model's time */
bool sim_finite(const SimRun *r);                  /* all variables are; a run that ends tells which is not */

/* setup, unless the run goes on from a state. false after a message; *status: DTC_OK, DTC_TERMINATE */
bool sim_set_up(SimRun *r, dtc_status (*setup)(void *), dtc_status *status);
/* parameters whose time has come, by the model's tune; what is wrong is said where the run begins, or by sim_finish */
dtc_status sim_tune(SimRun *r);
/* false after a message: the run would end before it begins, or has nothing left */
bool sim_has_time(const SimRun *r);
void sim_warned_before(SimRun *r);                 /* warnings that were due before are not told again */

/* sim_state.c: states. BY_NAME: the file's last row is to be taken, which is said; REFUSED: after a message */
typedef enum { SIM_RESUMED, SIM_BY_NAME, SIM_REFUSED } SimResumed;
void sim_keep(SimRun *r);                          /* what a run goes on from, before an evaluation */
bool sim_save(SimRun *r);                          /* false after a message */
bool sim_has_state(const char *file);      /* is it a file of --save-state? */
/* of a state with the mark and the name of this run: its bytes; NULL after a message */
const char *sim_saved(const SimRun *r, size_t *n);
SimResumed sim_resume(SimRun *r);                  /* parameters and columns are there, inputs of the start are not */

/* sim_halves.c: of the method exact, steps beside two of half their length. NULL: they cannot be compared. */
typedef struct Halves Halves;
Halves *halves_begin(SimRun *r);                   /* before setup */
void halves_before(Halves *h, long long k);        /* before step k is evaluated; inputs are set */
void halves_after(Halves *h);                      /* after it */
void halves_tuned(Halves *h);                      /* the run has other parameters */
void halves_end(const Halves *h);                  /* a warning, if steps are too long */

/* sim_absorbed.c: of --float, states whose increments are rounded away. NULL: there are none to look at. */
typedef struct Absorbed Absorbed;
Absorbed *absorbed_begin(SimRun *r);
void absorbed_before(Absorbed *a);                 /* a step; the model is evaluated */
void absorbed_after(Absorbed *a);
void absorbed_end(Absorbed *a);                    /* warnings */

/* The run, as asked for; its exit code. CODE_BY_NAME: it has not begun, see above. */
enum { CODE_BY_NAME = -1 };
int sim_main(const struct Emitter *e, struct SimOptions *o);

void sim_last(SimRun *r);                          /* sim_last.c: the table of last values, on standard output */

/* Methods: prepared run to exit code. */
int sim_fixed(SimRun *r);                          /* sim_fixed.c */
int sim_hybrid(SimRun *r);                         /* sim_hybrid.c */
/* its stop, interval and tolerances: of the options, else of the model's experiment */
solver_task sim_task(const Flat *f, const struct SimOptions *o, double from, double stop);

#endif
