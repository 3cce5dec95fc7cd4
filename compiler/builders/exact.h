/* exact.h - the linear part of a model for the method exact: exact_plan.c finds it, exact_linear.c makes statements
 * of it; all else is runtime/dtc_exact_step.h. */
#ifndef EXACT_H
#define EXACT_H

#include "flow.h"

/* A differential as a statement: of a variable (SUM), of a residual of a torn block (ENTRY), the solution of the block
 * (SOLVE), one of its unknowns (TEAR). */
typedef enum { X_SUM, X_ENTRY, X_SOLVE, X_TEAR } ExactKind;
typedef struct { ExactKind kind; uint32_t local, block, index; bool negated; RowEntry *term; } ExactOp;

/* What is linear in the states and ends a step where it becomes zero: a relation, index in dae->held; the gap of a
 * contact, element i of the law of a block. */
typedef struct { uint32_t held, block, i; const Switch *contact; RowEntry *line; } ExactBorder;

/* An equation that gives v and has more than its linear part: by this factor; 0: its system is not linear. */
typedef struct { Eq eq; Var v; Ex factor; } ExactHeld;

typedef struct Exact {
    uint32_t n, m;                         /* states, switching elements; locals 1 .. n + m are theirs */
    const Switch **sw;                     /* vec: elements in the order of the blocks */
    ExactOp   *op;                         /* vec, in order */
    uint32_t   locals;
    RowEntry **rate, **slip, **accel;     /* by state, by element: vecs */
    ExactBorder *border;                   /* vec */
    Var       *bit;                        /* vec: held relations on which coefficients depend, when these are all */
    /* a map for each of their values; else one, computed when the structure changes */
    bool       table;
    /* vec: factors that vary, once each: what they multiply is held over a step */
    Ex        *dropped;
    const char **dropped_in;               /* vec: of what variable */
    ExactHeld *held; Map held_in;          /* vec: equations that have more than this, once each by what they give */
    /* exact_causes.c: what else rates are followed from. By equation the local of a torque that acts in it beside those
     * of the model */
    Map        force_in;
    /* while it is being found */
    Eq         now; Var gives;             /* the equation that is followed */
    uint32_t  *local; uint8_t *flag;       /* by Var */
    Ex        *why;                        /* by Var: the factor for which lambda does not enter as a constant */
    uint32_t  *block_of;                   /* by Var: block of transition or step rate, plus 1 */
    bool      *seen, *still; bool other;   /* by Var */
} Exact;

enum { EXACT_STATES = 200, EXACT_BITS = 6, EXACT_SETS = 10, EXACT_NUMBERS = 1 << 15 };

/* NULL: the model does not suit the method; said which component and why */
const Exact *exact_plan(const Equations *e, const Store *store);

/* exact_plan.c: parts of it */
Exact *exact_begin(const Equations *e);
void exact_follow(const Equations *e, Exact *x);       /* x->op, all blocks in order */
/* the differential of a value (of: its variable's name); flags of what it depends on are added */
RowEntry *exact_terms(const Equations *e, Exact *x, Ex value, const char *of, uint8_t *flag, Ex *why);

/* have matrices terms with it? It does not move */
bool exact_has(const Equations *e, const Exact *x, Ex factor);

/* exact_size.c */
uint32_t exact_bases(const Exact *x);      /* number of linear parts that setup makes */
uint32_t exact_borders(const Exact *x);
uint32_t exact_gaps(const Exact *x);          /* borders that are gaps of contacts; after all others */
bool exact_adjusts(const Emitter *e);      /* steps end at borders */
/* What steps that do so tell: members of the struct, exact.cuts and exact.cut of results. */
#define EXACT_CUTS "exact.cuts"
#define EXACT_CUT "exact.cut"
#define EXACT_CUTS_DOC "borders that ended a part of the last step"
#define EXACT_CUT_DOC "part of the last step after which the first border was met; 1: there was none"
bool exact_constant(const Emitter *e);     /* matrices do not follow the stuck elements */
uint32_t exact_sets(const Emitter *e);     /* of stuck elements that setup makes a map for; 1: none but the empty one */
bool exact_follows(const Emitter *e);      /* the last map is that of the present set */

/* numbers of the struct, of a step's room, of setup's; integers of the same */
typedef struct { uint32_t matrices, last, step, places, setup, check; } ExactSizes;
ExactSizes exact_sizes(const Emitter *e);
void exact_flow(const Emitter *e, Flow *w); /* how often its functions are called */

void build_exact(const Emitter *e);        /* exact_linear.c */

#endif
