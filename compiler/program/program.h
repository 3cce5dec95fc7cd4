/* step.h - the step program: what generated code does, as data.
 *
 * A program has objects and functions. A function is a list of structured statements. What these compute are ordinary
 * expressions: VAR is the present value of a variable of the model (through aliases, with their signs), PRE and LAST
 * are the values that are kept of it, OBJ is an object or an element of one, and all four can be set.
 *
 *     program.c         constructors; roles.c: what functions are for; kernel.c: functions of the runtime
 *     dump_program.c       as text, for --dump=step
 *     validate_program.c   can each target be set, to a value of its type?
 *     interpret_step.c  executed without C, for analyses and as an oracle
 *     c/print_program.c as C
 * What passes take of a statement, and tools/report/cost.c counts: CONTRIBUTING.md, "a kind of statement".
 */
#ifndef STEP_H
#define STEP_H

#include "constants.h"
#include "dae.h"
#include "kernels.h"
#include "roles.h"

typedef uint32_t Obj, Fn;                  /* handles; 0: none */

/* What is neither a variable nor kept of one. */
typedef enum {
    OBJ_MEMBER,                            /* of the struct of the model */
    OBJ_LOCAL,                             /* of a block of statements, or the index of a loop */
    OBJ_PARAM,                             /* of a function; an array is the caller's */
    OBJ_CONSTANT,                          /* a number that has a name: constants.h */
    OBJ_TABLE,                             /* a constant of the file */
    OBJ_OFFSET, OBJ_BYTES                  /* where in its struct a member is, and its size, in bytes */
} ObjKind;
#define X(id, ...) C_##id,
typedef enum { DTC_CONSTANTS(X) CONSTANTS } ConstantId;
#undef X
#define X(id, ...) R_##id,
typedef enum { DTC_RECORDS(X) RECORDS } RecordId;
#undef X
/* VARIABLE, NEW: `of`, a Var, behind a number: its differential, its new value; LOCAL, OUTPUT: local `number` of
 * function `of` of the model, and the parameter that it goes to as an output */
typedef enum { BY_NAME, BY_VARIABLE, BY_NEW, BY_LOCAL, BY_OUTPUT } NamedBy;
typedef struct {
    ObjKind kind; TypeKind type;           /* T_COMPOSITE: a law of n elements, or a view of one */
    uint32_t n;                            /* elements; 0: a scalar */
    bool in;                               /* a parameter that is not written */
    bool wide;                             /* a Real that is a double in single precision as well */
    bool once;                             /* a local that is written where it is declared, by one statement */
    const char *name;                      /* of a local, a parameter, as builders have it */
    NamedBy by;                            /* or what its name in C is made of: a variable, a local of the model's */
    MemberRole role; TableRole table;
    uint32_t of;                           /* which one of that role, or what it is named by */
    uint32_t number;                       /* the same */
    ConstantId constant;
    uint32_t most;                         /* of indices and counts: they are less */
    bool written;                          /* of a parameter: by effects.c */
    bool decides;                          /* a number: what it guards belongs to a transition */
    bool once_a_sample;                    /* a number: what it guards, where it is not 0, is done at most so often */
    Ex law;                                /* of a view: the law */
} Object;

/* Functions of the runtime: kernels.h. */
#define X(id, ...) K_##id,
typedef enum { DTC_KERNELS(X) KERNELS } KernelId;
#undef X
/* arguments: a letter each. n an Integer, v a Real, b a Boolean or Integer value; r w x an array, from an element on,
 * or a scalar's address, that is read, written, both; l the view of a law, s a law itself. */
typedef enum { GIVES_NOTHING, GIVES_INT, GIVES_STATUS, GIVES_REAL } Gives;
typedef struct { const char *name, *arguments; Gives gives; } Kernel;
extern const Kernel kernels[KERNELS];

typedef enum {
    DO_SET,                                /* to = value; to OP= value */
    DO_KERNEL,                             /* to = kernel(arg), or if (kernel(arg)) body */
    DO_CALL,                               /* fn(arg); or value, a call of a user function, with its outputs arg */
    DO_IF,                                 /* value, body, other */
    DO_LOOP,                               /* body for each `to` from 0 to below count, while value (0: all) */
    /* body, with locals; shared: subexpressions of all of it are computed once, before it */
    DO_BLOCK,
    DO_CLEAR, DO_COPY,                     /* to = 0; to = value, arrays as a whole, or laws */
    DO_BREAK,                              /* the innermost loop ends */
    DO_RETURN,                             /* value; 0: none */
    DO_NOTE                                /* a comment: text, or the equation eq */
} StatementKind;

typedef struct Statement Statement;
struct Statement {
    StatementKind kind;
    Op       op;                           /* SET, KERNEL: OP_NONE, or to := to op value */
    bool     decides, negated;             /* KERNEL: its body is done if it gives another number than 0, or 0 */
    bool     shared;                       /* BLOCK */
    bool     initial;                      /* NOTE: eq is an initial equation */
    KernelId kernel; Fn fn;
    Ex       to, value, count;
    Ex      *arg, *local;                  /* vecs */
    Statement    *body, *other;                 /* vecs */
    Eq       eq; const char *text;
};

/* Statements from `from` to below `end`; uses: something of the model; unused: vec, parameters of the function. */
typedef struct { uint32_t from, end; bool uses; Ex *unused; } FunctionPart;
/* role, of: what it is found by; param: vec; alone: it is not of the model, but of its parameters alone; always: it is
 * there without statements as well. writes: by effects.c, of the model. part: vec, by chunk.c; goes_on: 0, or a
 * Boolean local: where an `if` of it alone does not hold, only what is behind such an `if` is left to do */
typedef struct {
    FunctionRole role; uint32_t of; const char *what; Gives gives; bool alone, always, writes;
    Ex *param; Statement *body; FunctionPart *part; Ex goes_on;
} ProgramFunction;

/* A constant of the file: n numbers; or, where it has parts, the members of a struct of the runtime, or the elements
 * of a list of these: numbers and tables, 0: none. */
typedef struct { Ex of; const double *number; uint32_t n; RecordId record; Ex *part; bool list; } Table;

/* A statement whose body is being built, or its other one. */
typedef struct { Statement statement; bool other; } OpenStatement;

typedef struct Program {
    Dtc          *d;
    const Flat   *f;
    const Dae    *dae;
    Object       *object;                  /* vec; [0] unused */
    ProgramFunction *fn;                      /* vec; [0] unused */
    Table        *table;                   /* vec */
    Map           functions;               /* role and number -> Fn */
    Map           members;                 /* role and number -> OBJ expression */
    Ex            table_of[TABLE_ROLES];   /* 0: there is none; of several the last */
    Ex            constant[CONSTANTS];     /* 0: not yet used */
    OpenStatement     *open;                    /* vec: innermost last; [0] stands for the function */
    Fn            now;                     /* the function being built */
    uint32_t      serial;                  /* of its locals that are numbered */
    struct Messages *messages;             /* messages.c */
    Map           literals;                /* ARRAY of numbers -> the constant that it is, an OBJ */
    /* of a variable step: how many the function guards has; vec: texts of what the function ranks gives */
    uint32_t      guards; const char **rank;
} Program;

/* ---- program.c: objects, as expressions ---------------------------------------------------------------- */

void program_begin(Program *p, Dtc *d, const Flat *f, const Dae *dae);
Ex   constant(Program *p, ConstantId id);
Ex   elem(Program *p, Ex array, uint32_t i);                 /* an element, from 0 */
Ex   elem_at(Program *p, Ex array, Ex i);
const Object *object_of(const Program *p, Ex x);            /* of an OBJ */
Ex   object_new(Program *p, Object o);
Ex   named_by(Program *p, Ex object, NamedBy by, uint32_t of, uint32_t number);
Ex   that_decides(Program *p, Ex object);                   /* what it guards belongs to a transition */
Ex   once_a_sample(Program *p, Ex object);                  /* what it guards is done once, and not in setup */

/* ---- roles.c ------------------------------------------------------------------------------------------- */

uint32_t block_number(const Dae *dae, const Block *b);      /* in dae->block, or behind these that in dae->init */
const char *function_label(const Program *p, FunctionRole role, uint32_t of);
/* of: which block, law, variable, 0: of the model; 0: it has no elements */
Ex   member(Program *p, MemberRole role, uint32_t of);
Ex   member_n(Program *p, MemberRole role, uint32_t of, uint32_t n);         /* of n elements, as they are planned */
Ex   member_known(const Program *p, MemberRole role, uint32_t of);           /* 0: nothing has asked for it */
/* where a member of the model is in its struct, and its size, in bytes */
Ex   offset_of(Program *p, MemberRole role, uint32_t of);
Ex   bytes_of(Program *p, MemberRole role, uint32_t of);
/* In dumps: names of the roles, of the model's variables with their dots. */
const char *member_label(const Program *p, MemberRole role, uint32_t of);
const char *family_label(Dtc *d, const char *name);         /* family.c: J.w of J1.w */
const char *part_label(MemberRole role);                     /* of a part: its own */
const char *object_label(const Program *p, const Object *o);
void label_objects(const Program *p);                       /* before expressions with objects are told */

/* ---- program.c: constants of the file ------------------------------------------------------------------ */

/* which: of several of that role */
Ex   number_table(Program *p, TypeKind t, TableRole role, uint32_t which, const double *number, uint32_t n);
Ex   table_of(Program *p, TableRole role, const uint32_t *number, uint32_t n);
/* part: vec */
Ex   record(Program *p, RecordId type, TableRole role, Ex *part);
Ex   record_list(Program *p, RecordId type, TableRole role, Ex *part);            /* an array of such a type */
Ex   table_for(const Program *p, TableRole role);            /* 0: there is none */
const Table *table_at(const Program *p, Ex of);             /* NULL: it is no constant of the file */

/* ---- program.c: functions; between begin and end statements are appended ------------------------------- */

/* of: of which block, law ... (roles.h), 0: of the model; what: a comment, or NULL */
Fn   function_begin(Program *p, FunctionRole role, uint32_t of, const char *what);
void stays(Program *p);                                     /* it is there without statements as well */
void stands_alone(Program *p);                              /* it is not of the model */
void gives(Program *p, Gives what);                         /* GIVES_NOTHING, unless this is said */
Ex   param(Program *p, TypeKind t, uint32_t n, const char *name);
Ex   param_in(Program *p, TypeKind t, uint32_t n, const char *name);    /* an array that is read */
Ex   param_double(Program *p, uint32_t n, const char *name);           /* of doubles, in any precision */
void function_end(Program *p);
Fn   function_of(const Program *p, FunctionRole role, uint32_t of);     /* 0: there is none */
bool has_function(const Program *p, FunctionRole role);     /* of the model; and it has statements, or stays without */

void do_set(Program *p, Ex to, Ex value);
void do_op(Program *p, Ex to, Op op, Ex value);             /* to := to op value: ADD, SUB, MUL, AND, OR */
void do_kernel(Program *p, Ex to, KernelId k, ...);         /* as many Ex as it has arguments; to 0: none */
void do_kernel_op(Program *p, Ex to, Op op, KernelId k, ...);         /* to := to op what it gives */
void do_call(Program *p, Fn fn, ...);                       /* as many Ex as it has parameters; not of an empty one */
void do_call_if(Program *p, FunctionRole role);             /* of the model alone; if there is such a function */
void do_clear(Program *p, Ex what);
void do_copy(Program *p, Ex to, Ex from);
void do_break(Program *p);
void do_return(Program *p, Ex value);
const char *comment_text(Dtc *d, const char *text);        /* one line, shortened, that may stand in a comment */
void do_note(Program *p, const char *path, const char *text);
void do_equation(Program *p, Eq eq, bool initial);

/* Each of these is closed by do_end. */
void do_block(Program *p);
void do_shared(Program *p);
Ex   local(Program *p, TypeKind t, uint32_t n, const char *name);     /* of the innermost block */
Ex   object_local(Program *p, TypeKind t, uint32_t n, const char *name, bool once);    /* of no block yet */
Ex   local_index(Program *p, const char *name, uint32_t most);         /* an Integer from 0 to below most */
Ex   local_counts(Program *p, uint32_t n, const char *name, uint32_t most);   /* an array of such */
Ex   view(Program *p, Ex law);                              /* a local `law` */
void do_if(Program *p, Ex condition);
void do_else(Program *p);
void do_if_kernel(Program *p, bool negated, KernelId k, ...);
/* returns the index; most: rounds at most, where count is no number, INT32_MAX: not known; go_on: 0, or before each
 * round */
Ex   do_loop(Program *p, const char *index, Ex count, uint32_t most, Ex go_on);
void do_end(Program *p);

struct Layout;
void dump_program(const Program *p, const struct Layout *l, FILE *out);
bool validate_program(const Program *p);

#endif
