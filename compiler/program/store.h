/* store.h - the model that a step program is made of, what it is made for, and where its values are: for the passes
 * over the program, the builders, and C. Builders fill it (builders.c); plans that have names alone here are theirs.
 */
#ifndef STORE_H
#define STORE_H

#include "dae.h"
#include "layout.h"
#include "program.h"

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

/* What the model is compiled for. */
typedef enum {
    FLAVOUR_STEP,                          /* a fixed step, of one evaluation */
    FLAVOUR_STAGES,                        /* a fixed step of several stages, in which places and relations are held */
    FLAVOUR_EVENTS                         /* a variable step, with events */
} Flavour;

/* The member that a value is, or the element of one. */
typedef struct { MemberRole role; uint32_t of, element; } Home;    /* AT_NOWHERE: it is not stored */

/* Where values are in the struct of the model: a plan by storage.c. By Var, but for arrays. */
typedef struct {
    uint8_t     *kind;                     /* a Storage */
    Home        *home;
    /* its value at the last event, in the last evaluation is wanted; a fixed step has one for both */
    bool        *pre, *last;
    bool        *has[AT_output + 1];       /* by AT_pre_of ... AT_output: it has such a member beside its own */
    /* by FlatArray: 1: one C array; 2: of parameters, some of which follow from others */
    uint8_t     *array_whole;
} Store;

/* The values that an Integer may have. */
typedef struct { int64_t lo, hi; } Range;

/* Statements of all functions, and how many of them loops stand for; of the others, those that repeat but for signs of
 * aliases, for numbers as well, for names as well. */
typedef struct { uint64_t statements, rolled, unlike[3]; } Rolled;

/* What a step is made of, and for: plans read it, nothing writes it. */
typedef struct Equations {
    Dtc *d; const Flat *f; const Dae *dae;
    Flavour flavour;
    double step;
    const bool *made;                      /* by Var: by the compiler, for a subexpression */
    const bool *rate;                      /* the derivative of a state, by its own name */
    const bool *shown;                     /* member of a switching element that is shown */
} Equations;

typedef struct Emitter {
    const Equations *of;
    Dtc *d; const Flat *f; const Dae *dae; /* its own */
    Program *program;
    const Layout *layout;                  /* the struct of the model */
    const Store *store;
    Rolled      rolled;
    bool        rereads;                   /* equations read places before their laws decide (decide.c) */
    const struct HeldPlan *held;           /* held.c: hybrid or stages, where relations are decided */
    const struct Calls *calls;             /* reads.c: what of users' functions is in use */
    const struct FinitePlan *finite;       /* finite.c */
    /* by block: the slips and bounds of its law are read after the kinematic blocks */
    const bool *sensed;
    const struct LawResponse *response;       /* response.c, by block */
    const struct Impulses *impulses;       /* jump.c */
    const struct Works *works;             /* work.c; NULL: no energy account */
    const struct Loops *loops;                    /* held_loop.c */
    const struct Resets *resets;           /* builders/reinit.c */
    const struct Tangent *tangent;         /* variable step, rosenbrock: tangent_plan.c */
    const struct Rosenbrock *rosenbrock;   /* builders/implicit.c */
    const struct Exact *exact;             /* exact_plan.c */
} Emitter;

static inline bool has_events(const Equations *e) { return e->flavour == FLAVOUR_EVENTS; }
static inline bool has_stages(const Equations *e) { return e->flavour == FLAVOUR_STAGES; }
/* between the samples, or events, that decide them */
static inline bool holds_relations(const Equations *e) { return e->flavour != FLAVOUR_STEP; }

/* of what v may be another name for */
static inline Var root(const Equations *e, Var v) { return root_of(e->f, v, NULL); }

/* ---- store.c: where values are ------------------------------------------------------------------------- */

/* Of a VAR, PRE or LAST; a fixed step has one member for the last two. */
static inline MemberRole kept_as(const Emitter *e, Op op)
{
    return op == OP_VAR ? AT_variable : op == OP_PRE || !has_events(e->of) ? AT_pre_of : AT_last_of;
}
/* of such a one of the root of an alias; of an output */
Home home_of(const Emitter *e, Op op, Var v);
Home home_of_output(const Emitter *e, Var v);
bool home_at(const Emitter *e, Home home, uint64_t *at);  /* in the struct; false: nowhere */
uint32_t whole_array(const Emitter *e, Ex x);             /* the FlatArray, a member, that is the ARRAY x; 0: none */
bool is_output(const VarInfo *v);                         /* declared by the model, or watched by a metric */
bool is_way_to(const VarInfo *v);                         /* the model's way to a variable, none of its own */
bool is_own_output(const Emitter *e, Var v);              /* its storage is the member of the output */
uint32_t elements_of_family(const Emitter *e, Var first);   /* family.c */
static inline bool is_stored(const Store *s, Var v) { return s->home[v].role != AT_NOWHERE; }
static inline bool is_kept_in_law(const Store *s, Var v) { return member_whole(s->home[v].role) == AT_law; }

/* ---- integers.c ---------------------------------------------------------------------------------------- */

/* +, -, * of Integers whose result may not be one */
bool int_may_overflow(const Emitter *e, Ex x);
Range int_range(const Emitter *e, Ex x);

/* ---- passes over the program, in their order ----------------------------------------------------------- */

void drop_dead_stores(Program *p);         /* dead_stores.c: what is put into locals that nobody reads */
/* roll.c: where values are then; NULL: where they were */
const Store *roll(const Emitter *e, Rolled *told);
void join_calls(const Emitter *e);         /* join_calls.c */
void name_temporaries(const Emitter *e);   /* temporaries.c */
bool is_leaf(Dtc *d, Ex x);                /* temporaries.c: it needs no local */
void cut_functions(Program *p);            /* chunk.c: long functions have parts */
void find_effects(Program *p);             /* effects.c: what functions and their parts read and write */

#endif
