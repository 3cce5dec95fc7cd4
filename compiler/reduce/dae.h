/* dae.h - equations in the order of their solution, and the passes that make it so (reduce/), down to C (c/). */
#ifndef DAE_H
#define DAE_H

#include "flat.h"

/* sample: depends on what when-clauses assign, which stays within a step */
typedef enum { RATE_CONST, RATE_INIT, RATE_TRANSITION, RATE_SAMPLE, RATE_STEP } Rate;

/* A set of equations that is solved together for as many variables. Blocks come in order of solution. */
typedef enum {
    B_ASSIGN,      /* one equation, solved: inner[0] */
    B_LINEAR,      /* torn; residuals linear in the tearing variables */
    B_SWITCHED,    /* B_LINEAR with switching elements: their lambda are tearing variables that come last */
    B_NONLINEAR    /* torn; fixed number of Newton steps */
} BlockKind;
typedef struct { uint32_t row, col; Ex e; } Coefficient;
typedef struct { uint32_t of; Ex x; } RowEntry;             /* of a row: x times what has this number */
typedef struct { Var v; Ex value; Eq eq; Ex pivot; } Assign;   /* v = value; pivot: what was divided by (0: +-1) */
typedef struct {
    BlockKind kind;
    Eq   *eq; Var *var;                    /* vecs: members, before tearing (sort) */
    Assign *inner;                         /* vec: solved in this order, given the tearing variables (tear) */
    /* vecs of n: tearing variables, residual equations, residual lhs - rhs in terms of inner, tear and known
     * variables */
    Var  *tear; Eq *res_eq; Ex *res;
    /* vec of m: switching elements (index in Flat.sw) whose lambda and a are in this block */
    uint32_t *sw;
    /* vec, by rows, then columns: d res / d tear (total, through inner), where it is not zero */
    Coefficient *J;
    /* eliminate: J in the order of tear and res, pivots on the diagonal; NULL: pivots are sought as it runs */
    struct Elimination *fixed;
    Ex   *B, *C, *D;                       /* n*m d res/d lambda; m*n d a/d tear; m*m d a/d lambda. G = D - C J^-1 B */
    Rate  rate, matrix_rate;               /* stage: of the solution; of J, B, C, D */
    bool  before_switching;                /* depends on no place and no lambda: evaluated before the transitions */
    bool  steady, by_states;               /* of a law: its torques do not jump between samples; follow from states */
    bool  watched;                         /* watch: an assignment that is compared with its value of before */
    uint32_t *branch;                      /* vec: branch: relations on its unknowns, in Dae.branch */
} Block;

/* Expressions of a block, each where it stands, to be read or replaced:
 *
 *     for (BlockWalk w = block_walk(b, IN_BLOCK); block_next(&w);)
 *         ex_vars(d, *w.e, &vars);
 *
 * values of inner variables in their order, residuals, then entries of matrices, those that there are. */
typedef enum {
    IN_VALUES = 1, IN_RESIDUALS = 2, IN_J = 4, IN_B = 8, IN_C = 16, IN_D = 32,
    IN_MATRICES = IN_J | IN_B | IN_C | IN_D, IN_BLOCK = 63
} BlockParts;
/* at: in which part it stands; i: its number there; eq: of a value or residual its equation */
typedef struct { const Block *b; unsigned parts, at; uint32_t i, next; Ex *e; Eq eq; } BlockWalk;
static inline BlockWalk block_walk(const Block *b, unsigned parts) { return (BlockWalk){ .b = b, .parts = parts }; }
bool block_next(BlockWalk *w);                             /* walk.c; false: there are no more */

/* What it determines: its members, then its inner variables; some are both. */
static inline uint32_t block_makes(const Block *b) { return vec_len(b->var) + vec_len(b->inner); }
static inline Var block_made(const Block *b, uint32_t i)
{
    return i < vec_len(b->var) ? b->var[i] : b->inner[i - vec_len(b->var)].v;
}

/* branch: v = a op b, of the last solution of their system as it is assigned, of the present one where it is solved. */
typedef struct { Var v; Op op; Ex a, b; } OwnBranch;

/* relation: what a variable-step run holds between events, and a step with several stages in them: the value v of a
 * relation a op b, of floor(a/b), of sample(a, b), of a call a. */
typedef enum {
    HELD_RELATION, HELD_FLOOR, HELD_SAMPLE, HELD_VALUE,
    HELD_WHEN,     /* what a when-clause assigns: changes at events of others alone */
    HELD_ROW       /* rows behind of a table over time: a call a counts them, b tells the instant of the next */
} HeldKind;
typedef struct {
    HeldKind kind; Op op; Var v;
    Ex a, b;                               /* 0: a relation with a slope */
    /* a - b (relation), a (floor) = slope*time + rest, both constant between events; 0: otherwise */
    Ex slope, rest;
    Ex scale;                              /* nominal value of a - b, where it has no slope */
    Var count;                             /* HELD_SAMPLE: samples so far, a Real */
    const char *text, *path;               /* as written */
} Held;

/* Of the initialisation: kept stands for pre(v). */
typedef struct { Var v, kept; } Kept;
/* place stands for that of element sw, but is never inactive; shown, too, where it is read. 0: it is not needed */
typedef struct { uint32_t sw; Var place, shown; } Assumed;

/* A state whose initial value is that of a parameter made for it. */
typedef struct { Var state, from; } Settable;

typedef struct {
    /* vec: integrated states, in order of declaration; derivative is var[].der */
    Var   *state;
    Block *block;                          /* vec: the equations of a step, and of init and transition rate, in order */
    /* vec: the initialisation problem, in order; unknowns: states, fixed=false parameters, and all of block's */
    Block *init;
    Var   *unread;                         /* vec: live: inner variables that were left out of their block */
    /* vec: forms: assignments that were put into others; their pivots are still divided by */
    Assign *divided;
    /* vec: variables made by tear and stage for subexpressions of a lower rate */
    Var   *hoisted;
    Held  *held;                           /* vec: made by relation */
    uint32_t *held_of;                     /* vec by Var, as far as it goes: index in held plus 1, or 0 */
    OwnBranch *branch;                        /* vec: made by branch */
    Kept  *kept;                           /* vec: init: values of pre() that it determines */
    Assumed *assumed;                      /* vec: init: switching elements with places that it takes as given */
    Var   *start_taken;                    /* vec: init: variables whose start value was taken though not fixed */
    Settable *settable;                    /* vec: init: of FMUs, where its start value is a number and was taken */
    /* vecs, by Var: live: its value is read after its block is solved, by a state, guard, assert, output, observed or
     * for one of them; stage: Rate */
    bool    *used;
    uint8_t *rate;
    uint32_t equations_flat, equations_simple, equations_index;   /* for --report */
} Dae;

/* Does the block compute what a when-clause assigns, and nothing else (no part of it)? So it has no part in stages of a
 * step. */
static inline bool assigns_when(const Flat *f, const Block *b)
{
    return b->kind == B_ASSIGN && f->eq[b->eq[0]].kind == EQ_WHEN &&
           f->var[b->inner[0].v].variability == V_DISCRETE;
}

/* The same, or watched: its value stays within a step, and what it changes is made anew. */
static inline bool stays_in_step(const Flat *f, const Block *b) { return b->watched || assigns_when(f, b); }

/* Does the block assign a relation of a system on its own unknowns? */
static inline bool assigns_branch(const Dae *dae, const Block *b)
{
    for (uint32_t k = 0; b->kind == B_ASSIGN && k < vec_len(dae->branch); k++)
        if (dae->branch[k].v == b->var[0])
            return true;
    return false;
}

/* What holds the value of v; NULL: it is an ordinary variable. */
static inline const Held *held_of(const Dae *dae, Var v)
{
    uint32_t k = v < vec_len(dae->held_of) ? dae->held_of[v] : 0;
    return k ? &dae->held[k - 1] : NULL;
}

/* aliases, constants, der(x) -> variables linked by .der; no OP_DER remains */
bool simplify(Dtc *d, Flat *f);
bool index_reduce(Dtc *d, Flat *f, Dae *dae);             /* Pantelides, dummy derivatives; sets is_state, dae->state */
/* kinematics.c: exact elimination of the constraint rows eq over columns var (vecs), those of low rank first */
typedef struct Kinematics Kinematics;
Kinematics *kinematics(Dtc *d, Flat *f, const Eq *eq, const Var *var, const uint8_t *rank);
Var  determined_variable(const Kinematics *k, uint32_t i); /* by row i; 0: the row has vanished */
bool may_vanish(const Kinematics *k, uint32_t i);          /* the coefficient of that variable there */
/* Names redundant and contradictory couplings by component; false then. */
bool couplings_agree(Kinematics *k);
/* inline.c: functions with InlineAfterIndexReduction, and derivatives; functions with LateInline */
void inline_differentiated(Dtc *d, Flat *f);
void inline_late(Dtc *d, Flat *f, Dae *dae);
/* init.c: which starts and initial equations determine the initial state; named errors; dae->init (sorted and torn) */
bool initial_problem(Dtc *d, Flat *f, Dae *dae);
/* init.c: says which start values were taken though not fixed (dtc check, --report) */
void initial_note(Dtc *d, Flat *f, Dae *dae, uint32_t most);
/* fire.c: in a fixed step pre(x) in a clause is x where x is differentiated: it keeps its value of before the event
 * until the step ends */
void pre_of_states(Dtc *d, Flat *f);
/* comply.c: the laws of elements with compliance */
void comply(Dtc *d, Flat *f);
/* fire.c: what when-clauses assign becomes unknowns with equations */
void when_equations(Dtc *d, Flat *f, Dae *dae);
/* matching, strongly connected blocks; dae->block with eq, var; names structurally singular parts */
bool sort(Dtc *d, Flat *f, Dae *dae);
/* the same for any square system (used by init.c) */
bool sort_system(Dtc *d, Flat *f, const Eq *eq, uint32_t n, const Var *unknown, uint32_t m, Block **out);
bool tear(Dtc *d, Flat *f, Dae *dae);
/* rank.c: linear systems without a unique solution, as far as known while compiling */
bool check_rank(Dtc *d, const Flat *f, const Dae *dae);
/* eliminate.c: a fixed order of elimination for sparse linear systems; for small ones that move, after stage */
void eliminations(Dtc *d, const Flat *f, Dae *dae);
void moving_eliminations(Dtc *d, const Flat *f, Dae *dae);
/* branch.c: in a fixed step, relations on unknowns of their own system: dae->branch */
void find_branches(Dtc *d, Flat *f, Dae *dae);
/* branch.c: says where of several solutions any may come, by noEvent (dtc check, --report) */
void note_choices(Dtc *d, const Flat *f, const Dae *dae);
/* relation.c: for a variable step, and methods with stages: relations become discrete variables, dae->held */
bool hold_relations(Dtc *d, Flat *f, Dae *dae);
/* steady: of laws, how torques come from sample to sample */
void find_steady(Dtc *d, const Flat *f, Dae *dae);
/* the present time, later by a rounding: instants up to it are here */
Ex time_reached(Dtc *d);
void name_hoisted(Dtc *d, Flat *f, const Dae *dae);        /* made_names.c: after what they are */
bool stage(Dtc *d, Flat *f, Dae *dae);                    /* rates, dead code, hoisting */

void dump_index(Dtc *d, Flat *f, Dae *dae, FILE *out);
void dump_blt(Dtc *d, Flat *f, Dae *dae, FILE *out);
void dump_torn(Dtc *d, Flat *f, Dae *dae, FILE *out);
void dump_stage(Dtc *d, Flat *f, Dae *dae, FILE *out);
bool validate_dae(Dtc *d, Flat *f, Dae *dae);             /* order of blocks, handles in range; always, in tests */

#endif
