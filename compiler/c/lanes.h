/* lanes.h - the quiet step in lanes (--lanes N): the same statements, of N models at once.
 *
 * lanes.c         what of the program lanes have, and why not
 * lanes_now.c     what a step computes for itself alone, and in which order
 * lanes_place.c   variables, and what is set
 * lanes_expr.c    expressions of vectors
 * lanes_print.c   statements that set something, or call
 * lanes_flow.c    conditions as masks, loops, functions
 * lanes_emit.c    the struct of lanes, and what users call
 */
#ifndef LANES_H
#define LANES_H

#include "emit.h"

/* What of a member, or of a part of one, the quiet step does: it is a vector; it changes; it is looked up in the model
 * of each lane; it is set or read between steps. */
enum { LANES_HAVE = 1, LANES_CHANGE = 2, LANES_LOOK_UP = 4, LANES_INTERFACE = 8 };

typedef struct Lanes {
    const Emitter *e;
    Fn *fn;                                /* vec: functions with a form in lanes, callees first */
    uint8_t *member, **part;               /* by number in the layout: of it, and by part */
    bool *uniform;                         /* by Obj: a local that is the same in all lanes */
    uint32_t *sets;                        /* by Obj: how often it is set */
    bool *taken, *masked;                  /* by Fn: it is in fn; it is called where a condition holds */
    bool leaves;                           /* a condition has no form, and leaves its lanes to their own step */
    bool *now, *law_now;                   /* by Var, by block: what is a local of the quiet step */
    Ex *kept;                              /* by Var: the local of the quiet step with its value before; 0: none */
    bool *keeps;                           /* by number in the layout: one of it, so that no other is a state */
    Map row;                               /* from an element of a law's row to the variable that it is */
    Statement *quiet;                      /* vec: its statements in their order */
    const char *why;                       /* NULL, or why there is no such form */
} Lanes;

/* lanes.c */
Lanes *lanes_plan(const Emitter *e);
bool lanes_refused(const Emitter *e, const char *why);     /* false, and an error */
bool lanes_uniform(const Lanes *l, Ex x);              /* the same in all lanes */
const char *lanes_refuse(const Lanes *l, const Statement *body);     /* why it has no form; NULL: it has */
const char *lanes_kernel(KernelId k);                  /* its function in lanes; NULL: there is none */
/* an `if` behind which lanes in which it does not hold are out, in their own models */
bool lanes_goes_on(const Lanes *l, const Statement *s);
bool lanes_never(const Lanes *l, const Statement *s);  /* an `if` of models that are evaluated apart: no lane is such */
Ex lanes_held(const Lanes *l, const Statement *loop);  /* of a loop over the stuck elements of a law: its count */
bool lanes_have(const Lanes *l, uint32_t member, uint32_t part, int what);

/* lanes_now.c */
void lanes_choose_now(Lanes *l, Fn quiet);
bool lanes_is_now_row(MemberRole r);
Var lanes_row_is(const Lanes *l, MemberRole row, uint32_t law, uint32_t element);    /* a local; 0: it is none */
bool lanes_keeps(const Lanes *l, const Statement *s);  /* it sets what is put back where the step is not quiet */
bool lanes_changes_before(const Lanes *l, const Statement *s);      /* something that lanes_before says */

typedef struct { const Statement *first; uint32_t n; } LanesRest;

/* lanes_expr.c: state of a function that is being printed */
typedef struct LanesPrinter {
    Printer *pr;
    const Lanes *lanes;
    Map made;                              /* Ex -> a local that has its value in this statement */
    uint32_t serial, *mask;                /* mask: vec, of masks that hold; 0: the function's own; empty: none */
    uint32_t *depth;                       /* by Obj: in how many masks a local was declared */
    const ProgramFunction *fn;
    bool own;                              /* the function has a mask of its own, `on` */
    bool says;                             /* the function but says whether anything holds */
    bool doubted;                          /* a lane may have been found not to be quiet since that was asked */
    bool saved;                            /* states are, as they were before the step */
    LanesRest *rest;                       /* vec, from the outermost: what is behind conditions to go on */
} LanesPrinter;

void lanes_prepare(LanesPrinter *lp, Ex x);             /* before the statement: what is made for each lane */
void lanes_put(LanesPrinter *lp, Ex x);                 /* as a vector, or a mask */
void lanes_put_stored(LanesPrinter *lp, Ex x);          /* of a Boolean 0 or 1 */
/* a local with what a function of numbers alone gives, called for each lane */
const char *lanes_make_kernel(LanesPrinter *lp, const Statement *s);

/* lanes_place.c */
bool lanes_is_place(const LanesPrinter *lp, Ex x);
bool lanes_in_member(const LanesPrinter *lp, Ex x);    /* a Boolean is a number there, else a mask */
bool lanes_is_now(const LanesPrinter *lp, Ex x);        /* a variable that is a local of the step */
bool lanes_is_negated(const LanesPrinter *lp, Ex x);   /* an alias of another sign */
void lanes_put_place(LanesPrinter *lp, Ex x);           /* what can be set */
void lanes_put_value(LanesPrinter *lp, Ex x, Level least);          /* its value */
const char *lanes_row(const LanesPrinter *lp, MemberRole row, uint32_t law, uint32_t element);

/* lanes_print.c */
const char *lanes_mask(const LanesPrinter *lp);        /* the innermost; NULL: all lanes */
bool lanes_is_local(const LanesPrinter *lp, Ex x);
void lanes_print_set(LanesPrinter *lp, const Statement *s);
void lanes_print_copy(LanesPrinter *lp, const Statement *s);
void lanes_print_kernel(LanesPrinter *lp, const Statement *s);
void lanes_print_call(LanesPrinter *lp, const Statement *s);

/* lanes_flow.c, lanes_emit.c */
void lanes_print_branch(LanesPrinter *lp, const Statement *s, const char *holds);
void lanes_print_functions(Printer *pr, const Lanes *l);
bool lanes_before(const Lanes *l, uint32_t member);    /* a lane has it as it was before the last step, too */
void lanes_emit_width(Printer *pr);                     /* before all that is included */
void lanes_emit_header(Printer *pr, const Lanes *l);
void lanes_emit_functions(Printer *pr, const Lanes *l);
void lanes_declare_now(Printer *pr, const Lanes *l);    /* locals of the quiet step */
void lanes_save(Printer *pr, const Lanes *l, bool inputs);     /* states or inputs, as they were before a step */

#endif
