/* step.h - the step program: what generated code does, as data.
 *
 * A program has objects and functions. A function is a list of structured statements. What these compute are ordinary
 * expressions: VAR is the present value of a variable of the model (through aliases, with their signs), PRE and LAST
 * are the values that are kept of it, OBJ is an object or an element of one, and all four can be set.
 *
 *     program.c         constructors; kernel.c: functions of the runtime
 *     dump_step.c       as text, for --dump=step
 *     validate_step.c   can each target be set, to a value of its type?
 *     print_step.c      as C
 */
#ifndef STEP_H
#define STEP_H

#include "dtc.h"

typedef uint32_t Obj, Fn;                  /* handles; 0: none */

/* What is neither a variable nor kept of one. */
typedef enum {
    OBJ_MEMBER,                            /* of the struct of the model */
    OBJ_PARAM                              /* of a function: an array of the caller's */
} ObjKind;
typedef struct { ObjKind kind; TypeKind type; uint32_t n; const char *name; } Object;    /* n: elements; 0: a scalar */

/* What a function of the runtime does to an argument. */
/* an Integer; a Real; an array, from an element on */
typedef enum { A_SIZE, A_VALUE, A_READ = 4, A_WRITE = 8 } Access;
typedef enum { K_LARGEST, K_PIVOT, KERNELS } KernelId;
typedef struct { const char *name; uint8_t nargs, arg[4]; } Kernel;      /* its costs: cost_kernel.c */
extern const Kernel kernels[KERNELS];

typedef enum {
    DO_SET,                                /* to = value */
    /* to: is set to what it returns; or to is an Integer that it is or-ed into */
    DO_KERNEL
} StepKind;

typedef struct Step Step;
struct Step {
    StepKind kind;
    Ex       to, value;                    /* SET: VAR, PRE, LAST or OBJ, and what it becomes */
    KernelId kernel; Ex *arg;              /* KERNEL: vec */
};

typedef struct { const char *name; Obj *param; Step *body; } StepFunction;       /* vecs; without param: of the model */

typedef struct Program {
    Dtc          *d;
    const Flat   *f;
    Object       *object;                  /* vec; [0] unused */
    StepFunction *fn;                      /* vec; [0] unused */
    Map           by_name;                 /* name of a function -> Fn */
} Program;

/* ---- program.c ---- */

void program_begin(Program *p, Dtc *d, const Flat *f);
Obj  object_new(Program *p, Object o);
Ex   object_all(Program *p, Obj o);                            /* a scalar, or an array as a whole */
Ex   object_at(Program *p, Obj o, uint32_t i);                 /* an element, from 0 */
Fn   function_new(Program *p, const char *name);
Fn   function_of(const Program *p, const char *name);          /* 0: there is none */
void do_set(Program *p, Fn fn, Ex to, Ex value);
void do_kernel(Program *p, Fn fn, Ex to, KernelId kernel, ...);      /* as many Ex as it has arguments */

void dump_step(const Program *p, FILE *out);
bool validate_step(const Program *p);

#endif
