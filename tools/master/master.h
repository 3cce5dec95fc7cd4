/* master.h - dtc as a master of FMUs: `dtc sim model.fmu` runs co-simulation of FMI 2.0 and 3.0.
 *
 * An archive (master_archive.c) has a model description, which is read as data, the same for both versions
 * (master_description.c). A driver (master_driver2.c, master_driver3.c) calls the functions of one version; whoever
 * runs an FMU knows the interface alone. The variables that are numbers get a place each in a struct of values, with a
 * descriptor and a flat model that tell of them (master_model.c): what `dtc sim` does for a model (inputs from files,
 * columns, results, the table of last values) it does for an FMU with the same code. */
#ifndef MASTER_H
#define MASTER_H

#include "command.h"
#include "sim.h"

/* ---- what a model description says --------------------------------------------------------------------- */

/* As 3.0 names them; Real and Integer of 2.0 are Float64 and Int32. */
#define FMU_TYPE(X) \
    X(FLOAT32, "Float32") X(FLOAT64, "Float64") X(INT8, "Int8") X(UINT8, "UInt8") X(INT16, "Int16") \
    X(UINT16, "UInt16") X(INT32, "Int32") X(UINT32, "UInt32") X(INT64, "Int64") X(UINT64, "UInt64") \
    X(BOOLEAN, "Boolean") X(STRING, "String") X(BINARY, "Binary") X(CLOCK, "Clock")
#define X(name, text) FMU_##name,
typedef enum { FMU_TYPE(X) FMU_TYPES } FmuType;
#undef X

typedef enum {
    FMU_LOCAL, FMU_PARAMETER, FMU_CALCULATED, FMU_STRUCTURAL, FMU_INPUT, FMU_OUTPUT, FMU_INDEPENDENT, FMU_DEPENDENT
} FmuCausality;
typedef enum { FMU_CONTINUOUS, FMU_DISCRETE, FMU_TUNABLE, FMU_FIXED, FMU_CONSTANT } FmuVariability;
typedef enum { FMU_UNSAID, FMU_EXACT, FMU_APPROX, FMU_CALCULATED_START } FmuInitial;

typedef struct { const char *name; int64_t value; } FmuItem;
/* A type of its own: what a variable does not say itself. item: vec, of an enumeration */
typedef struct { const char *name, *unit, *min, *max; FmuItem *item; Span at; } FmuDeclared;
/* Of an array: a number, or the value of a structural parameter. */
typedef struct { bool by_parameter; uint32_t parameter; uint64_t count; } FmuDimension;
typedef struct {
    const char *name, *description, *unit;
    const char *declared, *min, *max;      /* texts as they are; NULL: not said */
    const char *start;                     /* of a list: numbers with blanks between */
    const char **text;                     /* vec: start of a String, element by element */
    const FmuDeclared *type_of;            /* of `declared` */
    FmuDimension *dimension;               /* vec; NULL: a scalar */
    uint32_t value_reference;
    uint32_t derivative;                   /* of: 2.0 a number from 1, 3.0 a value reference */
    uint32_t alias;                        /* 1 + the variable that it is another name of; 0: none */
    FmuType type; FmuCausality causality; FmuVariability variability; FmuInitial initial;
    bool enumeration, has_derivative, state;
    Span at;
} FmuVariable;

typedef struct {
    int version;                           /* 2 or 3 */
    const char *name, *token, *description, *tool;
    bool exchange, scheduled;              /* kinds that it has beside co-simulation */
    const char *identifier;                /* of co-simulation: the library's name; NULL: it has none */
    bool needs_tool, has_state, serialises, has_events, returns_early;
    double internal_step;                  /* s; 0: not said */
    double start, stop, tolerance, step;   /* of the default experiment; NAN: not said */
    FmuDeclared *declared;                 /* vec */
    FmuVariable *variable;                 /* vec */
} FmuDescription;

/* master_description.c: text lives as long as d; file: for messages. false after a diagnosis */
bool master_description(Dtc *d, const char *file, const char *text, size_t size, FmuDescription *to);
extern const char *const master_type_name[FMU_TYPES];

/* ---- the archive --------------------------------------------------------------------------------------- */

/* A private folder, which is listed to go with all that is unpacked. */
typedef struct { const char *folder, *resources, *library; } FmuFolder;        /* resources: NULL: there are none */
typedef struct FmuArchive FmuArchive;
FmuArchive *master_open(Dtc *d, const char *file);         /* NULL after a message */
/* NUL after it; NULL after a message */
const char *master_text(FmuArchive *a, const char *name, size_t *size);
bool master_unpack(FmuArchive *a, const FmuDescription *x, FmuFolder *to);     /* false after a message */
void master_close(FmuArchive *a);

/* ---- an instance --------------------------------------------------------------------------------------- */

/* Variables of one type, read or written in one call. */
typedef struct {
    FmuType type;
    uint32_t *reference;                   /* vec */
    uint32_t *element;                     /* vec: of the model, in the order of the values */
    void *value;                           /* room for them, as C has them */
} FmuGroup;

/* One number of the FMU, with a place in the struct of values. owner: the variable whose place it is, of which
 * `variable` may be another name; index: within the array */
typedef struct { uint32_t variable, owner, index; } FmuElement;

struct FmuDriver;
typedef struct Fmu {
    Dtc *d;
    const char *file;
    FmuDescription x;
    FmuFolder folder;
    const struct FmuDriver *driver;
    void *library, *functions, *instance;
    const char *calling;                   /* the function that runs now; NULL: none of the FMU's */
    double time;                           /* s: of the last communication point */
    bool dead;                             /* after Fatal, or a crash: no function may be called */
    bool debug;                            /* --log */
    bool running;                          /* initialised; to be terminated, unless a call has failed since */
    const char *said;                      /* what it logged last, in the present call; NULL: nothing */
    char said_text[1000], said_kind[100];
    int said_status;
    bool unshown;                          /* it waits for what the call returns */
    uint32_t logged;
    Map heard;                             /* messages that were shown */

    /* master_model.c */
    FmuElement *element;                   /* vec: in the order of the descriptor */
    uint32_t *first;                       /* by variable: its first element; UINT32_MAX: it has none */
    void *values;
    dtc_model_info info;
    Flat flat;
} Fmu;

/* How a step ended. reached: s; event: the FMU wants event mode */
typedef enum { FMU_STEPPED, FMU_TERMINATED, FMU_REFUSED } FmuStepEnd;
typedef struct { double reached; bool event; } FmuStep;

/* One version of the standard. Functions return false after a message. In this order: load, instantiate, set (start
 * values), enter, set (inputs), leave, get; then step, get, set, again and again; last free. */
typedef struct FmuDriver {
    size_t boolean;                                        /* bytes of a Boolean */
    const char *platform;                                  /* folder of this machine's binaries */
    bool (*load)(Fmu *f);
    bool (*instantiate)(Fmu *f);
    bool (*configure)(Fmu *f, bool begin);                 /* structural parameters are set in between */
    bool (*enter)(Fmu *f, double start, double stop, double tolerance);        /* NAN: not said */
    bool (*leave)(Fmu *f);
    bool (*get)(Fmu *f, FmuGroup *g);
    bool (*set)(Fmu *f, FmuGroup *g);
    bool (*set_text)(Fmu *f, uint32_t reference, const char *const *text);     /* vec */
    bool (*events)(Fmu *f, bool begin, bool *terminate);   /* event mode begins; ends, after the FMU has settled */
    FmuStepEnd (*step)(Fmu *f, double t, double h, FmuStep *s);
    bool (*save)(Fmu *f, char **bytes, size_t *n);         /* bytes: of d */
    bool (*restore)(Fmu *f, const char *bytes, size_t n);
    void (*free)(Fmu *f);                                  /* terminates; no message where it is dead */
} FmuDriver;
extern const FmuDriver master_driver2, master_driver3;

/* master_library.c: the library, its messages, and what is done where it crashes. */
/* All functions named fmiN + name are put one after another into `functions`. false after a message: one of `needed`
 * is missing (NULL at the end) */
typedef struct { const char *name; size_t at; } FmuFunction;
bool master_library(Fmu *f, const FmuFunction *all, size_t count, const char *const *needed, void *functions);
void master_log(Fmu *f, int status, const char *category, const char *message);
/* a call has returned that status: is it good? If not it is said, with what the FMU has logged */
bool master_returned(Fmu *f, int status);
bool master_instance(Fmu *f);                           /* the same of a call that gives the instance */
bool master_problem(Fmu *f, const char *format, ...) __attribute__((format(printf, 2, 3)));    /* false */
/* Runs it; where the FMU crashes meanwhile, that is said, f is dead and false is returned. */
bool master_guarded(Fmu *f, bool (*run)(void *), void *with);

/* A call of a driver, which has its functions as F(f): what runs is known to whoever has to tell of a crash, and what
 * it returns is looked at. */
#define FMU_CALL(f, prefix, function, ...) \
    ((f)->calling = prefix #function, (f)->said = NULL, master_returned((f), (int)F(f)->function(__VA_ARGS__)))

/* ---- the run ------------------------------------------------------------------------------------------- */

/* master_model.c: elements, descriptor, flat model; values are start values. false after a message */
bool master_model(Fmu *f);
/* groups of these elements (vec), each variable whole; a vec */
FmuGroup *master_groups(Fmu *f, const uint32_t *element);
bool master_get(Fmu *f, FmuGroup *groups);                 /* into values; false after a message */
bool master_set(Fmu *f, FmuGroup *groups);                 /* from values */
/* why the variable can have no such value; NULL: it can */
const char *master_misfit(Fmu *f, const FmuVariable *v, double x);

/* master_set.c: --set. What it gave: elements (vec), and variables that are texts (vec), each with its texts (vec) */
typedef struct { uint32_t *element, *text; const char ***texts; } FmuGiven;
bool master_settings(Fmu *f, FmuGiven *given);             /* false after a message */
/* of a structural parameter, by --set or as the FMU has it: known before there are elements */
uint64_t master_size(Fmu *f, uint32_t variable);

/* master_state.c: --save-state, --state. false after a message */
bool master_save_state(Fmu *f, SimRun *r);                 /* what sim_save is to write */
/* bytes: NULL: the run begins anew; from: the time of the state */
bool master_saved_state(Fmu *f, SimRun *r, const char **bytes, size_t *n);

/* master_run.c */
int master_run(Fmu *f, Cli *cli);                          /* the exit code */

#endif
