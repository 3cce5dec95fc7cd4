/* interpret_step.h - the step program, walked: interpret_step.c, interpret_value.c, interpret_place.c, run_kernel.c. */
#ifndef INTERPRET_STEP_H
#define INTERPRET_STEP_H

#include "dtc_law.h"
#include "dtc_step.h"
#include "store.h"

typedef struct Machine Machine;

/* After build_program, before passes or behind them. NULL, with an error: the program has what is not interpreted. */
Machine *machine_new(const Emitter *e);
unsigned char *machine_instance(Machine *k);               /* the struct of the model, as the layout has it */
/* as the functions of these names in C */
void       machine_init(Machine *k);
dtc_status machine_setup(Machine *k);
dtc_status machine_step(Machine *k);
dtc_status machine_evaluate(Machine *k);
dtc_status machine_advance(Machine *k);

/* ---- between its files --------------------------------------------------------------------------------- */

/* The members of a law in the struct of a model, as macros of dtc_law.h name them: scalars, and where arrays are. */
#define AN_ARRAY(type, name, n) type *name;
typedef struct { DTC_LAW_ROWS(AN_ARRAY, DTC_SCALAR, 0) } LawMembers;
#undef AN_ARRAY

/* A value, an address, the view of a law, or its members. */
typedef struct { double x; void *p; dtc_law *w; LawMembers *law; } KernelArgument;
double run_kernel(KernelId kernel, const KernelArgument *a);            /* what it gives, else 0 */

/* m: the instance that statements work on now. cell: by Obj, what is no member: a value, an array, a view; of a
 * parameter that is an array the caller's. at: by Obj of a member, by Var and what is kept of it: offset plus 1.
 * value, stamp: by Ex, below nodes, of the present statement, if the stamp is the epoch's. */
struct Machine {
    const Emitter *e; Dtc *d; const Program *p;
    unsigned char *room, *m; void *saved, *copy, *whole; dtc_real *work; int *integers;
    void **cell; size_t *at, *variable, *pre, *last;
    double *value; uint32_t *stamp, nodes, epoch, epochs;
    Map rooms;                             /* of arrays that are arguments */
    double result;                         /* of the function that returns */
    Fn call[FN_IN_TABLE];                       /* 0: the model has none */
    dtc_functions f;
};

double value_in(Machine *k, Ex x);                         /* of a part of the present statement */
void   room_for_values(Machine *k);
double value_now(Machine *k, Ex x);                        /* of one by itself */
void   run_user_outputs(Machine *k, Ex call, void *const *out);
double run_function(Machine *k, Fn fn);                    /* parameters are in their cells */

/* interpret_place.c */
_Noreturn void not_interpreted(const char *what);           /* what places_begin could not see before */
void   places_begin(Machine *k);
void  *address(Machine *k, Ex x);                          /* of what can be set, of an array, a law */
/* of the instance m; NULL: there is none */
void  *member_in(const Machine *k, unsigned char *m, MemberRole role, uint32_t of);
size_t element_size(TypeKind t);
void  *constant_at(const Machine *k, TableRole role);       /* of the file; NULL: there is none */
double load_number(TypeKind t, const void *from);
void   store_number(TypeKind t, void *to, double x);
bool   is_negative(const Machine *k, Ex x);                /* what is stored is -x, not x */
dtc_law law_at(Machine *k, Ex law);
LawMembers members_at(Machine *k, Ex law);                 /* of what is kept of one: as far as it is kept */
/* Scalars that a kernel has changed, back to where they were: others it may have copied there as they lie. */
void   keep_members(Machine *k, Ex law, const LawMembers *before, const LawMembers *w);

#endif
