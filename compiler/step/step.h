/* step.h - the step program: what generated code does, as data.
 *
 * A program has functions, which are lists of structured statements. What these compute are ordinary expressions: VAR is
 * the present value of a variable of the model (through aliases, with their signs), PRE and LAST are the values that are
 * kept of it, and all three can be set.
 *
 *     program.c         constructors
 *     dump_step.c       as text, for --dump=step
 *     validate_step.c   can each target be set, to a value of its type?
 *     print_step.c      as C
 */
#ifndef STEP_H
#define STEP_H

#include "dtc.h"

typedef uint32_t Fn;                       /* handle; 0: none */

typedef enum {
    DO_SET                                 /* to = value */
} StepKind;

typedef struct Step Step;
struct Step {
    StepKind kind;
    Ex       to, value;                    /* SET: VAR, PRE or LAST, and what it becomes */
};

typedef struct { const char *name; Step *body; } StepFunction;

typedef struct Program {
    Dtc          *d;
    const Flat   *f;
    StepFunction *fn;                      /* vec; [0] unused */
    Map           by_name;                 /* name of a function -> Fn */
} Program;

/* ---- program.c ---- */

void program_begin(Program *p, Dtc *d, const Flat *f);
Fn   function_new(Program *p, const char *name);
Fn   function_of(const Program *p, const char *name);          /* 0: there is none */
void do_set(Program *p, Fn fn, Ex to, Ex value);

void dump_step(const Program *p, FILE *out);
bool validate_step(const Program *p);

#endif
