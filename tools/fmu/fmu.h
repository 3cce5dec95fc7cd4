/* fmu.h - a model as an FMU (Functional Mock-up Unit): what the archive says and has, as data.
 *
 * dtc model.dtm -o model.fmu: fmu.c is the order of it. The model is compiled once for each kind: co-simulation is the
 * step of the method that is asked for, model exchange the model for a variable-step solver. Both have the same
 * variables, under the same value references. */
#ifndef FMU_H
#define FMU_H

#include "emit.h"

typedef enum { FMU_CS, FMU_ME, FMU_KINDS } FmuKind;
typedef enum { FMU_PARAMETER, FMU_CALCULATED, FMU_INPUT, FMU_OUTPUT, FMU_LOCAL } FmuCausality;
typedef enum { FMU_FIXED, FMU_TUNABLE, FMU_DISCRETE, FMU_CONTINUOUS } FmuVariability;
typedef enum { FMU_NO_NUMBER, FMU_NUMBER } FmuGiven;
typedef struct { FmuGiven given; double x; } FmuNumber;

/* Value reference and index are its place in the list, from 1 on. */
typedef struct {
    Var v;
    const VarInfo *i;
    int number[FMU_KINDS];                 /* in the descriptor of each kind */
    int begin[FMU_KINDS];                  /* of a state that can be set: of the parameter that it begins with; or -1 */
    FmuCausality causality;
    FmuVariability variability;
    bool state, settable;                  /* settable: its start value, until the run begins */
    uint32_t derivative;                   /* of the variable at this place, a state; 0: none */
    FmuNumber start, min, max, nominal;
} FmuVariable;

/* What an unknown depends on: places of variables, ascending. kind: fmu_dependency_words. */
/* vecs; all: on is not told */
typedef enum { FMU_OUTPUTS, FMU_DERIVATIVES, FMU_INITIAL, FMU_LISTS } FmuList;
typedef struct { uint32_t of, *on; uint8_t *kind; bool all; FmuList list; } FmuUnknown;

/* wanted: it is in the archive. Model exchange is compiled, if it can be, for the structure as well: then e is there */
typedef struct {
    bool wanted;
    Dtc *d;
    const Dae *dae;
    const Emitter *e;
    const char *identifier;                /* modelIdentifier */
    const char *source;                    /* the C of its translation unit */
    size_t size;
} FmuPart;

typedef struct Fmu {
    Dtc *d, *own;                          /* that of the first part; that of the program */
    const char *home, *folder;             /* dtc's; a temporary one */
    const Flat *f;
    const FmuPart *first;                  /* that `variable` is of */
    FmuPart part[FMU_KINDS];
    int version;                           /* 2, 3 */
    bool before;                           /* --outputs before */
    const char *name, *token;              /* of the model; GUID or instantiationToken */
    FmuVariable *variable;                 /* vec */
    uint32_t *state;                       /* vec: places of states, in their order */
    FmuUnknown *unknown;                   /* vec */
    bool told;                             /* that mingw is not there */
    const char **path, **file;             /* vecs: what is in the archive, and where it is now; from fmu_zip_add */
} Fmu;

struct Cli;

/* fmu.c: file name.fmu; false after a message. d: options of the model; home: the folder with runtime/ */
bool fmu_write(Dtc *d, const struct Cli *cli, const char *home, const char *name);

bool fmu_variables(Fmu *u);                /* fmu_variables.c */
void fmu_structure(Fmu *u);                /* fmu_structure.c */
/* fmu_reach.c: by place in unknown: vec, ascending, of 2*(place in known), and 1 more where a decision is on the way */
uint32_t **fmu_reach(const Emitter *e, const Var *known, const Var *unknown);
bool fmu_has_derivatives(const Fmu *u, FmuKind kind);      /* directional ones; if not wanted: for the structure */
extern const char *const fmu_dependency_words[];

/* How a version writes modelDescription.xml, where the versions differ: names, and what is nested otherwise. list:
 * NULL: its unknowns have no tag around them */
typedef struct {
    const char *token, *reference;         /* attributes */
    const char *type, *type_begins, *type_ends;            /* of an enumeration */
    int type_indent;
    const char *list[FMU_LISTS], *unknown[FMU_LISTS];
    void (*kinds)(const Fmu *u, FILE *f);
    void (*variables)(const Fmu *u, FILE *f);
} FmuXml;
extern const FmuXml fmu_xml2, fmu_xml3;

bool fmu_xml(const Fmu *u, FILE *f);       /* fmu_xml.c: modelDescription.xml */
void fmu_number(FILE *f, const char *name, double x);
void fmu_variable(const Fmu *u, FILE *f, uint32_t at);     /* attributes of a variable; of its type */
void fmu_type(const Fmu *u, FILE *f, uint32_t at);
uint32_t fmu_indicators(const Fmu *u);     /* how many event indicators it has */
bool fmu_build_description(const Fmu *u, FILE *f);         /* sources/buildDescription.xml of 3.0 */

/* fmu_sources.c */
bool fmu_sources(Fmu *u, FmuKind kind);    /* fills source; the table needs the token */
const char *fmu_hash(Dtc *d, const char *text, size_t size);               /* 32 hexadecimal digits */
bool fmu_add_sources(Fmu *u);              /* into the archive, with the runtime */
bool fmu_build(Fmu *u, FmuKind kind);      /* fmu_build.c: binaries */
bool fmu_on_path(Dtc *d, const char *program);
bool fmu_documentation(Fmu *u);            /* fmu_documentation.c */

/* fmu_zip.c */
bool fmu_add(Fmu *u, const char *path, const char *file);                  /* a file that is there */
FILE *fmu_open(Fmu *u, const char *path);                                  /* a new one; NULL after a message */
bool fmu_close(FILE *f, const char *path);
bool fmu_zip(Fmu *u, const char *name);

#endif
