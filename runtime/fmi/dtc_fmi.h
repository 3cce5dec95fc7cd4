/* dtc_fmi.h - what the FMUs of all models and of both versions of FMI share: an instance, over the descriptor of the
 * model.
 *
 * One translation unit of an FMU is, in this order: generated C with a table of its value references (dtc_fmi_this),
 * the runtime, dtc_fmi*.c, dtc_fmi2.c or dtc_fmi3.c, and dtc_fmi23.c. In the last two are the functions that the
 * standard names: those of one version, and those that both have, under the names that the file before has defined.
 * They turn the arguments of the standard into calls of the functions below, which know neither version.
 *
 * Nothing here prints, opens files, keeps threads or changes the mode of floating point. An instance is one piece of
 * memory without pointers into itself from `kept` on, so that a state of FMI is a copy of that part. With
 * DTC_FMI_INSTANCES defined as N there is no heap: N instances and N states are static.
 *
 * What has been set is taken when it is needed: setters note what is due, getters and steps do it. */
#ifndef DTC_FMI_H
#define DTC_FMI_H

#include "dtc_call.h"
#include "dtc_runtime.h"

/* Of a variable: where its differential is in the member tangent, -1: it is zero; the variable is sign times it. */
typedef struct { int place, sign; } dtc_fmi_slope;

/* Made by the compiler, as dtc_fmi_this: a constant, so that what does not apply to the model costs nothing. Value
 * reference v, from 1 on, is variable number[v - 1] of the descriptor; 0 is the time; event indicators follow behind
 * the last one. */
typedef struct {
    const char *name, *token;              /* modelIdentifier; GUID, instantiationToken */
    const dtc_model_info *info;
    const void *hybrid;                    /* model exchange: dtc_hybrid; NULL: co-simulation */
    size_t start;                          /* offset of dtc_real: the time at which setup begins */
    int variables, guards;                 /* guards: value references behind those of the variables */
    const int *number;
    const int (*begin)[2];                 /* states whose start can be set: value reference; number of a parameter */
    int begins;
    /* model exchange: differentials by value reference, NULL: there are none; how many and where they are; what makes
     * them of those of states and inputs */
    const dtc_fmi_slope *slope;
    int slopes;
    size_t tangent;
    void (*along)(void *);
    dtc_status (*step)(void *);            /* co-simulation: evaluate and advance in one */
    int before;                            /* outputs after a step are those of the sample at its begin */
} dtc_fmi_model;

/* Status of FMI; 2.0 and 3.0 have the same numbers. */
enum { DTC_FMI_OK, DTC_FMI_WARNING, DTC_FMI_DISCARD, DTC_FMI_ERROR, DTC_FMI_FATAL };
enum {
    DTC_FMI_INSTANTIATED = 1, DTC_FMI_INITIALIZATION = 2, DTC_FMI_STEP = 4, DTC_FMI_EVENT = 8, DTC_FMI_CONTINUOUS = 16,
    DTC_FMI_TERMINATED = 32, DTC_FMI_RUNNING = DTC_FMI_STEP | DTC_FMI_EVENT | DTC_FMI_CONTINUOUS,
    DTC_FMI_READ = DTC_FMI_INITIALIZATION | DTC_FMI_RUNNING | DTC_FMI_TERMINATED,
    DTC_FMI_ANY = DTC_FMI_INSTANTIATED | DTC_FMI_READ
};
/* What is to be made before values are current. */
enum { DTC_FMI_SETUP = 1, DTC_FMI_TUNE = 2, DTC_FMI_EVALUATE = 4 };

/* In functions of the standard, whose version has a prefix and a type of result. c: an instance, to the importer */
#define DTC_FMI_OF(c) ((dtc_fmi *)(c))
#define DTC_FMI_MAY(c, modes, name)                                                                                    \
    if (!(c) || !(DTC_FMI_OF(c)->kept->mode & (modes))) {                                                              \
        dtc_fmi_misplaced(DTC_FMI_OF(c), DTC_FMI_PREFIX name);                                                         \
        return (dtc_fmi_result)DTC_FMI_ERROR;                                                                          \
    }

/* Behind it, in a copy too, is the model struct. */
typedef struct {
    int mode, due;
    int ended;                             /* the model has ended the run */
    int pass;                              /* of an event */
    unsigned warnings;                     /* told so far */
    double start;                          /* s */
    long long ticks;                       /* steps since then */
} dtc_fmi_kept;

/* A variable as the descriptor has it, without the search. What may be set, in the modes `settable`, is written to
 * `place`, which is variable `number`: itself, or what a state begins with. */
typedef struct {
    size_t offset, place;
    int number;
    unsigned char kind, type, settable;
    signed char sign;
} dtc_fmi_variable;

typedef struct dtc_fmi dtc_fmi;
typedef void dtc_fmi_log(const dtc_fmi *f, int status, const char *category, const char *text);
struct dtc_fmi {
    dtc_fmi_log *log;
    void (*call)(void);                    /* the importer's logger, of the version's own type */
    void *environment;
    void (*release)(void *);               /* NULL: free */
    void *(*allocate)(size_t, size_t);     /* NULL: calloc */
    int tells_events;                      /* category logEvents is wanted */
    int events, returns_early;             /* 3.0: event mode is used; the importer allows an early return */
    char name[128];
    dtc_fmi_variable *variable;            /* by value reference, from 1 on */
    double *rate, *before, *guard;         /* model exchange: der(x); x before an event; room for guards */
    dtc_fmi_kept *kept;
    void *m;
};

/* A copy of `kept` and the model, with what tells whose it is. */
typedef struct {
    char magic[8];
    unsigned long long token, bytes;       /* hash of the token of the model; how much follows */
    unsigned long long sum;                /* of bytes that have left the FMU: hash of what follows */
} dtc_fmi_copy;

/* ---- an instance: dtc_fmi.c ---------------------------------------------------------------------------- */

/* As the importer gave them; NULL after a message. f: what is known of the importer */
dtc_fmi *dtc_fmi_new(const dtc_fmi *f, const char *name, const char *token);
void dtc_fmi_free(dtc_fmi *f);
void dtc_fmi_reset(dtc_fmi *f);
/* Tells that a call is not allowed in the present mode. f: NULL: there is no instance that could tell it */
void dtc_fmi_misplaced(const dtc_fmi *f, const char *function);
/* status, after a message of text, more ("": none) and the text of the model's status (DTC_OK: none). */
int dtc_fmi_tell(const dtc_fmi *f, int status, const char *text, const char *more, int model_status);
/* Of what an evaluation, a step, a setup of the model gave; warnings of the model are told. */
int dtc_fmi_status(dtc_fmi *f, int model_status);
/* Values are made current. */
int dtc_fmi_current(dtc_fmi *f);
/* Of getters: values are made current, where they are to be. */
int dtc_fmi_readable(dtc_fmi *f);
/* The time of the start, before the initialisation. */
int dtc_fmi_begin(dtc_fmi *f, double start, int has_stop, double stop);
/* Setup: the end of the initialisation. */
int dtc_fmi_start(dtc_fmi *f, int mode);

/* type: dtc_type. before they are current: values as they stand */
int dtc_fmi_get(dtc_fmi *f, unsigned reference, int type, double *x);
int dtc_fmi_set(dtc_fmi *f, unsigned reference, int type, double x);
int dtc_fmi_no_variable(const dtc_fmi *f);                 /* says so */

size_t dtc_fmi_state_size(const dtc_fmi *f);
dtc_fmi_copy *dtc_fmi_state(const dtc_fmi *f, dtc_fmi_copy *old);       /* old: NULL, or a copy to go over */
/* From a copy, or bytes that may be any. 0: they are of no state of this FMU */
int dtc_fmi_state_fits(const dtc_fmi *f, const void *bytes, size_t size);
int dtc_fmi_restore(dtc_fmi *f, const dtc_fmi_copy *copy);
int dtc_fmi_serialize(const dtc_fmi *f, const void *copy, void *bytes, size_t size);
int dtc_fmi_deserialize(const dtc_fmi *f, const void *bytes, size_t size, void **copy);
void *dtc_fmi_take(const dtc_fmi *f, size_t bytes);        /* memory */
void dtc_fmi_give(const dtc_fmi *f, void *memory);

/* ---- co-simulation: dtc_fmi_cs.c ----------------------------------------------------------------------- */

typedef struct { double time; int event, ends, early; } dtc_fmi_done;

double dtc_fmi_time(const dtc_fmi *f);
static int dtc_fmi_step(dtc_fmi *f, double time, double size, dtc_fmi_done *done);      /* called once: inline */

/* ---- model exchange: dtc_fmi_me.c ---------------------------------------------------------------------- */

typedef struct { int again, ends, values; double next; } dtc_fmi_event_info;  /* next: INFINITY, there is none */

/* Of outputs and rates by states and inputs, along one direction: dtc_fmi_slope.c. */
int dtc_fmi_directional(dtc_fmi *f, const unsigned *unknown, size_t unknowns, const unsigned *known, size_t knowns,
                        const double *seed, double *out);

int dtc_fmi_states(void);
int dtc_fmi_indicators(void);
void dtc_fmi_set_time(dtc_fmi *f, double time);
int dtc_fmi_set_states(dtc_fmi *f, const double *x, size_t n);
int dtc_fmi_get_states(dtc_fmi *f, double *x, size_t n);
int dtc_fmi_nominals(const dtc_fmi *f, double *x, size_t n);
int dtc_fmi_rates(dtc_fmi *f, double *x, size_t n);
int dtc_fmi_guards(dtc_fmi *f, double *g, size_t n);
int dtc_fmi_guard(dtc_fmi *f, int k, double *g);           /* one of them */
int dtc_fmi_enter_event(dtc_fmi *f);
int dtc_fmi_settle(dtc_fmi *f, dtc_fmi_event_info *e);
int dtc_fmi_completed(dtc_fmi *f, int *event, int *ends);
int dtc_fmi_evaluate_rates(dtc_fmi *f);    /* of dtc_fmi_current */

#endif
