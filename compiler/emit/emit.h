/* emit.h - what the files of the emitter, and the builders of the step program, share.
 *
 * emit.c        what is planned, built and printed, in order
 * c_text.c      lines, comments, numbers; emit_expr.c: expressions; emit_int.c: Integers that may leave 32 bits
 * emit_desc.c   the header and the descriptor; emit_assert.c: texts of messages
 * emit_flow.c   the table of functions, what users call
 * emit_hybrid.c the interface of dtc_hybrid.h
 */
#ifndef EMIT_H
#define EMIT_H

#include "dae.h"
#include "layout.h"
#include "step.h"

/* How a variable is stored. */
typedef enum {
    ST_NONE,
    ST_PARAMETER,
    ST_CALCULATED,
    ST_INPUT,
    ST_STATE,
    ST_DISCRETE,
    ST_STRUCTURE,
    ST_VARIABLE
} Storage;

/* The values that an Integer may have. */
typedef struct { int64_t lo, hi; } Range;

/* String(value) in a message: `length` characters of its text from `at` on; form: payload of the OP_STRING. Where it is
 * one of several texts, these are the messages first .. first + texts - 1, and value is the number of one, from 0. */
typedef struct { Ex value, text; TypeKind type; uint32_t form, message, at, length, first, texts; } ShownPlace;

/* The law of a block, its elements, and the message that names the first of them. */
typedef struct { uint32_t block, elements, message; } LawPlace;

/* A parameter that may be no number, and the message that says so. */
typedef struct { Var v; uint32_t message; } Unsure;

/* The interval of a sample, which may be none, and the message that says so. */
typedef struct { Ex value; uint32_t message; } Interval;

/* Statements of all functions, and how many of them loops stand for; of the others, those that repeat but for signs of
 * aliases, for numbers as well, for names as well. */
typedef struct { uint64_t statements, rolled, unlike[3]; } Rolled;
/* Of the method exact: sizes; linear parts of setup; are they made anew when the structure changes? */
typedef struct { uint32_t n, m, g, bases, remakes, constant, adjusts; } LinearFlow;
/* The words of runtime/dtc_functions.h, and what else control flow's own operations hang on. */
typedef struct {
    uint32_t holds, stages, first, assumed, agreed, rounds, resets, waits, laws, releases, rereads, jumps, cuts, frozen,
        bases, unstaged, sets, directions, first_directions, closings, first_closings;
    uint32_t behind, states; bool events, implicit; LinearFlow linear;
} Flow;

typedef struct Emitter {
    Dtc *d; Flat *f; Dae *dae;
    Program program;
    FILE *c, *h, *out;                     /* out: where statements go now */
    Layout layout;                         /* the struct of the model */
    const char *header;                    /* name of the header, NULL: written into c */
    const char *model;                     /* its name in C */
    const char **member;                   /* by Var: "c1_w_rel" or "table[3]"; NULL: not stored */
    uint8_t    *storage;                   /* by Var */
    /* by Var: of an array that roll.c has made: at its first element how many it has; UINT32_MAX at others; 0: none */
    uint32_t   *elements; Rolled rolled;
    bool       *made;                      /* by Var: by the compiler, for a subexpression */
    bool       *rate;                      /* by Var: the derivative of a state, by its own name */
    bool       *shown;                     /* by Var: member of a switching element that is shown */
    bool       *in_law;                    /* by Var: its member is one of a law */
    Ex         *look_ups;                  /* vec: calls of functions of the runtime */
    Interval   *intervals;                 /* vec: of sample, where parameters make it */
    bool        hasty;                     /* one is shorter than the step, which was said */
    /* by FlatArray: 1: one C array; 2: of parameters, some of which follow from others */
    uint8_t    *array_whole;
    const char **array_member;             /* by FlatArray */
    Map         names;                     /* C names taken in the struct */
    /* step/size.c: what blocks assign, in order; by root, 1 + its number; by block, how many before it */
    const Assign **assign; uint32_t *assigned, *assigned_before;
    bool       *impulsive;                 /* by Var: a state that an impulse of a law changes */
    bool        rereads;                   /* equations read places before their laws decide (decide.c) */
    bool        hybrid;                    /* for a variable-step run */
    bool        stages;                    /* a fixed step of several stages, in which places and relations are held */
    /* by Var: its value at the last event (hybrid), in the last evaluation is kept; a fixed step has one for both */
    bool       *pre, *last;
    /* by Var: the member of its name that a declared output is copied to; NULL: none, or its own storage is it */
    const char **output;
    const char **pre_name, **last_name, **jump_name;    /* by Var: members pre_..., last_..., jump_... */
    /* hybrid or stages, by block: number plus 1 of the first relation that is decided before it; the next one */
    uint32_t   *held_at, *held_next;
    /* of a variable step: relations that may be part of a loop, by number in dae->held; which one of these, plus 1 */
    uint32_t   *bit, *held_bit;
    uint32_t   *held_circle;               /* by number of the relation: that of its circle; 0: it is in none */
    bool       *held_first, *held_late;    /* by number of the relation: decided before all blocks; after all */
    double      step;
    Map         tables; Ex *table;         /* ARRAY of numbers -> the constant, an OBJ; vec */
    uint32_t   *called;                    /* vec: of Function, callees first */
    const char **message;                  /* vec: what Model.fault points at */
    Map         choices;                   /* OP_IF of texts -> the first of the messages that these are */
    ShownPlace *place;                     /* vec: numbers in messages, in order */
    Unsure     *unsure;                    /* vec */
    uint32_t   *warning;                   /* vec: messages of warnings, in order */
    LawPlace   *law;                       /* vec */
    int         indent;
    Gives       giving;                    /* what the function gives that is being printed */
    /* by block: the slips and bounds of its law are read after the kinematic blocks */
    bool       *sensed;
    struct Jump *jump;                     /* by block of dae->block */
    bool       *jumps;                     /* by Var: a state with a member jump_... */
    const bool *follows;                   /* by Var: a state that moves with the new speeds; NULL: there are none */
    uint32_t    unsettled;                 /* a message: no places agree with the initial problem */
    uint32_t    disagree;                  /* a message: no relations do */
    uint32_t    endless;                   /* a message, of a variable step */
    uint32_t    guards;                    /* how many the function guards has */
    const char **rank;                     /* vec: texts of what the function ranks gives */
    struct Resets *resets;                 /* step/reinit.c */
    struct Tangent *tangent;               /* variable step, rosenbrock: tangent_plan.c */
    struct Rosenbrock *rosenbrock;         /* step/implicit.c */
    struct Exact *exact;                   /* exact_plan.c */
} Emitter;

/* Are there parameters that may change as it runs? */
static inline bool tunes(const Emitter *e) { return !e->hybrid || e->d->opt.fmu; }

/* emit.c */
/* plans, and what builders make of them; NULL after an error */
Emitter *build_program(Dtc *d, Flat *f, Dae *dae);
/* as C; h NULL: the header is in c; false after an error */
bool emit(Emitter *e, FILE *c, FILE *h, const char *header_name);


/* passes that know variables: join_calls.c, temporaries.c */
void join_calls(Emitter *e);
void name_temporaries(Emitter *e);

/* print_step.c */
void print_functions(Emitter *e);          /* all that have statements */

/* emit_expr.c */
void put(Emitter *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));   /* to e->out as is */
void line(Emitter *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));  /* indented, with newline */
void indented(Emitter *e);                                                            /* blanks, where put() goes on */
void comment(Emitter *e, const char *path, const char *text);                       /* one line, shortened */
const char *comment_text(Dtc *d, const char *text);
const char *number_text(Dtc *d, double x);
const char *c_string(Dtc *d, const char *text);                                      /* with quotes */
const char *c_type(TypeKind t);
const char *access_var(Emitter *e, Var v, bool *negated);                            /* m->..., through aliases */
/* the member that is the ARRAY x, or NULL */
const char *whole_array(Emitter *e, Ex x);
bool is_quotient(Dtc *d, Ex x, Rational *r);              /* a number that is written as one */
bool is_leaf(Dtc *d, Ex x);                /* temporaries.c: it needs no local */
void put_user_call(Emitter *e, Ex call, const Ex *out);    /* with its outputs */
void put_ex(Emitter *e, Ex x);
uint32_t message_add(Emitter *e, const char *text);

/* emit_int.c */
/* +, -, * of Integers whose result may not be one */
bool int_may_overflow(const Emitter *e, Ex x);
Range int_range(const Emitter *e, Ex x);
const char *int_text(Dtc *d, double v);                   /* a literal */

/* step/law.c */
/* names of variables that are kept in a law: fills e->in_law */
void members_of_laws(Emitter *e);
bool is_in_law(Emitter *e, Var v, uint32_t index, const char *name, uint32_t i);
/* variables of slips and bounds of its elements; none of other blocks */
void decision_reads(Emitter *e, const Block *b, Var **vars);
void sense_plan(Emitter *e);                             /* fills e->sensed */
bool made_by_setup(const Emitter *e, uint32_t b);        /* its matrices: a failed step need not put them back */
/* what a failed step puts back besides states, into their part of the struct */
void state_plan(Emitter *e);

/* of what v may be another name for */
static inline Var root(const Emitter *e, Var v) { return root_of(e->f, v, NULL); }

/* step/blocks.c */
uint32_t block_n(const Block *b);
uint32_t block_m(const Block *b);
/* what it computes: inner variables, then those at which it is torn */
uint32_t block_size(const Block *b);
Var block_var(const Emitter *e, const Block *b, uint32_t i);           /* the root of one */
void block_reads(const Emitter *e, const Block *b, Var **vars);        /* in values and residuals; appended */
/* for messages: "equations of gear; for x and y: x + y = 1; ..." */
const char *block_text(Emitter *e, const Block *b);
const char *block_told(Emitter *e, const Block *b, const char *what);   /* words behind its components */
const char *block_name(Emitter *e, const Block *b);       /* of its member: block_3, or init_3 */

void open_scope(Emitter *e);                  /* { and what belongs in it further in */
void close_scope(Emitter *e);

/* step/jump.c */
/* What an impulse in a block reaches (impulse_plan.c). velocity: vec, states; wake: vec, blocks between, in order;
 * moves: variables that jump, or may */
typedef struct Impulse { Var *velocity; uint32_t *wake; Map moves; } Impulse;
/* of a switched block; vecs: states, blocks */
typedef struct Jump { Impulse impulse; Var *position; uint32_t *cone; } Jump;
void jump_plan(Emitter *e);                              /* fills e->jump, e->jumps, e->impulsive */
void build_jumps(Emitter *e);

/* emit_desc.c */
void emit_header(Emitter *e);
void emit_enumerations(Emitter *e);                       /* emit_enum.c */
void emit_head(Emitter *e);                               /* of the C file */
void emit_descriptor(Emitter *e);
/* Where a variable is in the struct, in bytes, as the descriptor has it; false: nowhere. */
bool emit_place(Emitter *e, Var v, uint64_t *at, bool *negated);
int *emit_numbers(Emitter *e);              /* by Var, in d->run: its number in the descriptor; -1: none */
void emit_entry(Emitter *e);                /* behind all else, of a shared object: dtc_model() */

/* emit_desc.c: parts of tables of rows (rows.h) */
struct Rows;
struct Row;
struct RowItem;
void emit_groups(Emitter *e, const char *name, const struct Rows *rows);   /* a table of dtc_group */
void put_offset(Emitter *e, const struct RowItem *item);
void put_stride(Emitter *e, const struct Row *row, const char *type);
bool observed(Emitter *e, Var v);

/* step/roll.c */
/* fills e->elements, e->rolled; true: members are others */
bool roll(Emitter *e);

/* step/model_struct.c */
void lay_members(Emitter *e);                             /* fills e->layout */

/* step/outputs.c */
bool is_output(const VarInfo *v);                         /* declared by the model */
bool is_own_output(const Emitter *e, Var v);              /* its storage is the member of the output */
void output_plan(Emitter *e);                             /* fills e->output */
void build_outputs(Emitter *e);                           /* function outputs */

const char *new_name(Emitter *e, const char *wanted);     /* a name in the struct that is not taken */
void call(Emitter *e, const char *name);                  /* of a function of the program, if there is one */
const char *emit_model_name(Dtc *d, Flat *f);              /* its name in C */

/* ---- emit_name.c ---- */

const char *c_name(Dtc *d, const char *name);              /* dotted name -> C identifier */
const char *c_model_name(Dtc *d, const char *model);       /* the same of a model: its type */
extern const char *const c_words[];                        /* up to NULL: words that are no names of members */
bool c_is_macro(const char *name);                         /* it looks like one: it is no name of a member either */

/* implicit.c */
void rosenbrock_plan(Emitter *e);
void lay_rosenbrock(Emitter *e);                           /* its members */
bool colour_varies(const Emitter *e, uint32_t colour);    /* do its columns change between transitions? */
Ex   table_of_varying(Emitter *e);                         /* the same by colour */
void build_pattern(Emitter *e, Ex column, Ex row);         /* the constants any_pattern, any_implicit */

/* exact_plan.c */
void lay_exact(Emitter *e);                                /* its members */

/* emit_hybrid.c */
void emit_hybrid_descriptor(Emitter *e);

/* step/tangent_plan.c, step/jacobian.c */
void tangent_plan(Emitter *e);                             /* before anything is named */
bool tangent_exists(Emitter *e);                            /* false: there is no symbolic Jacobian */
uint32_t tangent_size(Emitter *e);                          /* of the member tangent */

#endif
