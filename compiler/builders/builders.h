/* builders.h - what the builders of the step program share: what is planned, and what each file has for others.
 *
 * builders.c runs the plans and the builders in their order. "In the function that is being built" says that
 * statements are appended to it.
 */
#ifndef BUILDERS_H
#define BUILDERS_H

#include "store.h"

/* String(value) in a message: `length` characters of its text from `at` on; form: payload of the OP_STRING. Where it is
 * one of several texts, these are the messages first .. first + texts - 1, and value is the number of one, from 0. */
typedef struct { Ex value, text; TypeKind type; uint32_t form, message, at, length, first, texts; } ShownPlace;

/* The law of a block, its elements, and the message that names the first of them. */
typedef struct { uint32_t block, elements, message; } LawPlace;

typedef struct Messages {
    const char **text;                     /* vec: what Model.fault points at */
    ShownPlace  *place;                    /* vec: numbers in them, in order */
    uint32_t    *warning;                  /* vec: those that are warnings, in order */
    LawPlace    *law;                      /* vec */
    struct Checks *checks;                 /* model_rows.h: conditions in rows, each with a message */
    Map          of;                       /* Assert, WhenAction -> its message */
    Map          choices;                  /* OP_IF of texts -> the first of the messages that these are */
    uint32_t     unsettled;                /* no places agree with the initial problem */
    uint32_t     disagree;                 /* no relations do */
    uint32_t     endless;                  /* of a variable step */
} Messages;

/* What of users' functions, and of tables, is in use (reads.c). */
typedef struct Calls {
    uint32_t *called;                      /* vec: of Function, callees first */
    Ex       *look_ups;                    /* vec: calls of functions of the runtime */
    Ex       *table;                       /* vec: ARRAY of numbers, each once */
} Calls;

/* Of a variable step. loose: vec, of dae->held, those that may be part of a loop; circle: by number in dae->held,
 * that of its circle; 0: it is in none */
typedef struct Loops { uint32_t *loose, *circle; } Loops;

/* What an impulse in a block reaches (impulse_plan.c). velocity: vec, states; wake: vec, blocks between, in order;
 * moves: variables that jump, or may */
typedef struct Impulse { Var *velocity; uint32_t *wake; Map moves; } Impulse;
/* of a switched block; vecs: states, blocks */
typedef struct Jump { Impulse impulse; Var *position; uint32_t *cone; } Jump;
/* of: by block of dae->block; by Var: changes: a state that an impulse of a law changes; jumps: a state with a member
 * jump_...; follows: a state that moves with the new speeds, NULL: there are none */
typedef struct Impulses { Jump *of; bool *changes, *jumps; const bool *follows; } Impulses;

/* ---- builders.c ---------------------------------------------------------------------------------------- */

/* plans, and what builders make of them; NULL after an error */
Emitter *build_program(Dtc *d, Flat *f, Dae *dae);

/* ---- what is stored: reads.c, storage.c, model_struct.c ------------------------------------------------ */

/* By Var: is it read, is its value of the last event, of the last evaluation? One set for both where a step is fixed.
 * interval: vec, of sample */
typedef struct { bool *read, *pre, *last; Calls *calls; Ex *interval; } Reads;
/* reads.c; t: NULL, or what the Jacobian reads */
Reads find_reads(const Equations *e, const struct Tangent *t);
bool observed(const Equations *e, Var v);    /* it is in the struct for those who look at it */
bool is_input(const VarInfo *v);
bool is_number_literal(Dtc *d, Ex x, double *v); /* a number; v: NULL, or where to */
/* storage.c; first what needs no other plan, then what a failed step puts back besides states, and members that go with
 * a variable: its last value, its jump */
Store *store_plan(const Equations *e, const Reads *reads);
void store_rest(const Equations *e, Store *s, const Reads *reads, const bool *sensed, const Impulses *impulses,
                const struct Works *works);
Layout *model_layout(const Emitter *e); /* the struct of the model */
/* what stands beside a member in C, made as it is printed; NULL: nothing */
const char *member_comment(const Emitter *e, const LaidMember *m);

/* ---- messages.c, asserts.c ----------------------------------------------------------------------------- */

uint32_t message_add(Program *p, const char *text);  /* its number */
/* the number of a text with places */
uint32_t message_plan(Program *p, const char *path, Ex message);
void assert_plan(const Equations *e, Program *p);        /* messages of assertions and when */
void build_asserts(const Emitter *e);      /* functions check, check_initial */
/* In the function that is being built: */
/* m->fault = number, with the values of its places as they are now */
void do_message(const Emitter *e, uint32_t number);
uint32_t first_place(const Emitter *e, uint32_t number);    /* in messages->place, of this message or behind it */
void do_check_parameters(const Emitter *e); /* assertions that depend on parameters alone, in setup */

/* ---- look_ups.c ---------------------------------------------------------------------------------------- */

void build_look_ups(const Emitter *e);     /* in statements that are built: look-ups begin where they ended */

/* ---- functions.c, starts.c, keep.c --------------------------------------------------------------------- */

/* Of users; and tables become constants. */
void build_functions(const Emitter *e);
void build_starts(const Emitter *e);       /* starts, calculate, dependants */
Ex   default_of(const Emitter *e, Var v);  /* the number of a parameter or input; 0: it is none, has none, or zero */
void build_keep(const Emitter *e);         /* of a fixed step remember; of a variable step left */
bool keeps_left(const VarInfo *v);         /* pre() of it is its value just before the event */

/* ---- zero.c, sparse.c, least.c, blocks.c: blocks.h ----------------------------------------------------- */

/* vecs: inner variables that are read, residuals, slip accelerations (numbers or variables). bare: without torques of
 * switching elements; B and D times these are to be added. */
typedef struct { Assign *inner; Ex *res, *a; bool bare; } Rest;
Rest  rest_at_zero(const Equations *e, const Block *b);
Rest  rest_without_torques(const Equations *e, const Block *b);   /* and without torques of switching elements */
/* of each: is it read by roots, or by what these read? */
bool *read_inner(const Equations *e, const Assign *inner, const Ex *root, uint32_t roots);
void build_eliminations(const Emitter *e);
uint32_t block_n(const Block *b);
uint32_t block_m(const Block *b);
/* what it computes: inner variables, then those at which it is torn */
uint32_t block_size(const Block *b);
bool block_responds(const Emitter *e, uint32_t index);              /* its law has a response: response.c */
Var block_var(const Equations *e, const Block *b, uint32_t i);     /* the root of one */
uint32_t *block_owners(const Equations *e);                         /* by root: 1 + the block that computes it */
void block_reads(const Equations *e, const Block *b, Var **vars);  /* in values and residuals; appended */
/* for messages: "equations of gear; for x and y: x + y = 1; ..." */
const char *block_text(const Emitter *e, const Block *b);
const char *block_told(const Emitter *e, const Block *b, const char *what); /* words behind its components */

/* ---- law.c --------------------------------------------------------------------------------------------- */

/* by Var: those that are kept in a law */
const Home *law_homes(const Equations *e, const Store *s);
bool is_in_law(const Emitter *e, Var v, uint32_t index, MemberRole role, uint32_t i);
/* variables of slips and bounds of its elements; none of other blocks */
void decision_reads(const Equations *e, const Block *b, Var **vars);
/* by block: its slips and bounds are read after the kinematic blocks */
const bool *sense_plan(const Equations *e, const uint8_t *kind);
uint32_t independent_elements(const Equations *e, uint32_t block);          /* independent.c: of its law, at most */
bool made_by_setup(const Equations *e, uint32_t b);  /* its matrices: a failed step need not put them back */

/* ---- response.c ---------------------------------------------------------------------------------------- */

/* by block; sensed: sense_plan */
const struct LawResponse *response_plan(const Equations *e);

/* ---- held.c, held_loop.c: relations that are held ------------------------------------------------------ */

const Loops *loops_plan(const Equations *e, const Store *store);          /* held_loop.c */
/* where relations are decided */
const struct HeldPlan *held_plan(const Equations *e, const Store *store, const uint32_t *loose);
void build_held_before(const Emitter *e, uint32_t b);     /* those that block b is the first to read */
void build_relations(const Emitter *e);                   /* known, relations, first_tick, tick, tock, instants */
uint32_t build_guards(const Emitter *e);                  /* guards; returns how many */
Ex   changed(const Emitter *e);                           /* a discrete variable, since the last step */
bool has_guard(const Emitter *e, const Held *h);

/* ---- nets.c, clauses.c, reinit.c ----------------------------------------------------------------------- */

const struct Resets *reinit_plan(const Equations *e, const struct Works *works); /* which resets act as impulses */
void build_nets(const Emitter *e);                        /* nets.c: transition */
void build_when(const Emitter *e);                        /* clauses.c: actions, reinits, remember */
/* In the function that is being built: */
void do_assert_action(const Emitter *e, const WhenAction *a); /* asserts.c */
/* reinit.c: a local, by number, with what the states of the branch are set to; they are set to that */
Ex do_reset_values(const Emitter *e, const WhenBranch *branch, uint32_t number);
void do_resets(const Emitter *e, const WhenBranch *branch, Ex to);
void build_impulses(const Emitter *e);                    /* reinit.c: the functions that these need */

/* ---- quiet.c ------------------------------------------------------------------------------------------- */

/* NULL: a step may be quiet; else why none is made */
const char *never_quiet(const Emitter *e);
void build_quiet(const Emitter *e);                       /* function quiet */
/* In the function that is being built: something is not quiet. quiet: a local, which becomes false; or the literal
 * true: nothing has to be put back, and the step ends at once. What is done as long as all is: do_go_on, do_end. */
void do_give_up(Program *p, Ex quiet);
void do_go_on(Program *p, Ex quiet);
/* It is given up where a net fires, an assertion fails or an output is no number, a when-clause acts, a new state is no
 * number; else the states move. */
void do_ask_nets(const Emitter *e, Ex quiet);             /* nets.c */
void do_ask_asserts(const Emitter *e, Ex quiet);          /* asserts.c */
void do_ask_states(const Emitter *e, Ex quiet);           /* outputs that are states, which a step asks later */
void do_ask_when(const Emitter *e, Ex quiet);             /* clauses.c */
void do_advance_quietly(const Emitter *e, Ex quiet);      /* advance.c */
bool moves_straight(const Emitter *e);                    /* advance.c: without an evaluation between new states */

/* ---- jump.c -------------------------------------------------------------------------------------------- */

const Impulses *jump_plan(const Equations *e, struct Works *works);
void build_jumps(const Emitter *e);

/* ---- tangent_plan.c, jacobian.c, implicit.c, exact_plan.c ---------------------------------------------- */

/* NULL: there are no states, or too many, which is said */
const struct Rosenbrock *rosenbrock_plan(const Equations *e, const struct Tangent *t);
void lay_rosenbrock(Layout *l, const Emitter *e);                     /* its members */
bool colour_varies(const Emitter *e, uint32_t colour); /* do its columns change between transitions? */
Ex   table_of_varying(const Emitter *e);                   /* the same by colour */
void build_pattern(const Emitter *e, Ex column, Ex row);   /* the constants any_pattern, any_implicit */
void lay_exact(Layout *l, const Emitter *e);                         /* its members */

/* ---- advance.c, outputs.c ------------------------------------------------------------------------------ */

const bool *position_states(const Equations *e); /* by Var: states whose rates are speeds and nothing else */
bool jumps_by_rate(const Emitter *e, Var x); /* jump.c: its rate has the impulses of a step in it */
void build_advance(const Emitter *e);      /* drift, move, again, follow, rates, states, shift */
bool *output_plan(const Equations *e, const uint8_t *kind);        /* by Var: outputs with a member of their own */
void build_outputs(const Emitter *e);                     /* function outputs */

/* ---- finite.c, range.c, setup.c, ranks.c --------------------------------------------------------------- */

/* interval: vec, of samples */
const struct FinitePlan *finite_plan(const Equations *e, Program *p, const uint8_t *kind, const Ex *interval);
void build_finite(const Emitter *e);       /* functions intervals, finite_calculated, odd_inputs */
/* In the function that is being built: m->finite: are all of the vec numbers? unless: a local becomes false where one
 * is none, or so small that it is to be zero */
void do_finite(const Emitter *e, const Ex *x);
void do_unless_odd(const Emitter *e, const Ex *x, Ex quiet);
bool ranges_wait(const Emitter *e);        /* are there parameters that the initial problem determines? */
Ex  *range_reads(const Equations *e);        /* vec: what the functions below read */
/* rows and functions start_ranges, any_ranges and, of what the initial problem determines, any_late_ranges; function
 * any_refused */
void build_ranges(const Emitter *e);
/* the start value; of an input without one, what is nearest to zero within its bounds; 0: zero */
Ex   start_or_nearest(const Emitter *e, Var v);
bool any_laws(const Emitter *e);
void build_setup(const Emitter *e);        /* pivots, asserted, correct, assume */
void build_ranks(const Emitter *e);        /* function ranks, whose texts are kept in the program */

#endif
