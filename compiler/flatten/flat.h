/* flat.h - the flat model: what the model says in variables and equations; made by flatten.c, connect.c, when.c, looked
 * at by check.c, units.c, idle.c. */
#ifndef FLAT_MODEL_H
#define FLAT_MODEL_H

#include "ast.h"
#include "ex.h"

struct Inst;                               /* inst.h */

typedef enum { SS_DEFAULT, SS_NEVER, SS_AVOID, SS_PREFER, SS_ALWAYS } StateSelect;

typedef struct {
    const char *name;                      /* dotted path: gearbox.c1.w_rel, a[1,2].b */
    const char *path;                      /* path of the component that declares it: gearbox.c1 */
    const char *doc, *unit, *display_unit, *quantity;
    Span        span;
    Class      *enum_type;
    const char *why;                       /* why it is structural, in a few words; NULL: it is a constant, or is not */
    const char *words;                     /* of its place, a variable with its name: "1=free 2=engaged", by number */
    TypeKind    type : 8; Variability variability : 8; Causality causality : 8; StateSelect state_select : 8;
    /* structural: folded, not changeable after compilation */
    bool        flow, protected_, final, fixed, has_start, has_fixed, structural, top_level;
    bool        member;                    /* of a switching element or net: printed as 'path'.name */
    Var         entered;                   /* the place whose entry it tells: printed as since('path'.place) */
    /* filled by the passes */
    bool        is_state;                  /* index: an integrated state */
    bool        discrete_state;            /* known during an evaluation: assigned by when, a place */
    bool        kept;                      /* audit: in the descriptor whatever --vars asks for */
    bool        watched;                   /* metric: read after each step, as an output of the model is */
    /* audit: is there for the account alone; neither a name nor a state if there is another */
    bool        aside;
    bool        impulse;                   /* index, for the account: the rate of what jumps */
    bool        made;                      /* by the compiler: no column of the results unless asked for */
    Ex          start, min, max, nominal;  /* 0: none */
    Ex          binding;                   /* parameters and constants: value; 0 for variables (an equation instead) */
    uint32_t    array;                     /* handle of FlatArray, 0: scalar */
    Var         der;                       /* the variable that is its derivative, and of no other */
} VarInfo;

/* consecutive Vars first .. first+n-1 */
typedef struct { const char *name; uint32_t ndim, dim[MAX_DIM], n; Var first; } FlatArray;

/* EQ_OPEN: of a component that is checked by itself: what an open flange meets relates its flow (lhs) to its potentials
 * in some way (rhs: their sum stands for it). EQ_PLACE: the law of sw[index] at a place that is given, in the initial
 * problem. EQ_WHEN: lhs is a variable, which keeps its value between events; index 1: the clause may fire at the start
 */
typedef enum { EQ_PLAIN, EQ_CONNECT, EQ_SWITCH, EQ_DERIVED, EQ_BINDING, EQ_WHEN, EQ_PLACE, EQ_OPEN } EqKind;
typedef struct {
    Ex lhs, rhs;                           /* EQ_SWITCH: 0, 0: relates sw[index].lambda and sw[index].a by the law */
    EqKind kind; uint32_t index;
    Span span; const char *path;
    Eq derived_from, derivative;           /* EQ_DERIVED: the equation it is the time derivative of */
    bool removed;                          /* unread, alias: it is used up */
    bool modified;                         /* EQ_BINDING: the value is that of a modification, not of the declaration */
    bool extra;                            /* init, sort: not of the model; read where a block names it alone */
} Equation;

static inline bool is_of_model(const Equation *q) { return !q->removed && !q->extra; }

/* A bound of so much or more is none: Modelica.Constants.inf of any version is at least this. */
#define INFINITE 1e60

/* One switching element (switching.md). All members are flat variables; flatten adds the equations
 * s = slip expression, a = der(s), lo = ..., hi = ..., slo, shi; the law itself is EQ_SWITCH between lambda and a. */
enum { SWITCH_REALS = 10, SWITCH_PLACES = 5 };
typedef struct {
    const char *name; Span span; const char *path;
    union {                                /* Reals by name, and one by one; 0: it does not have it */
        struct {
            Var s, a, lambda, lo, hi, slo, shi;
            Var gap;                       /* of a contact: it acts where this is not above 0 */
            Var compliance, left;          /* slip over torque while stuck; what its law takes for slip (comply.c) */
        };
        Var real[SWITCH_REALS];
    };
    union {                                /* where it is, as it can be read */
        struct {
            Var place;                     /* Integer: 1 FWD, -1 BWD, 0 STUCK, 2 INACTIVE */
            Var forward, backward, stuck, inactive;        /* Boolean */
        };
        Var shown[SWITCH_PLACES];
    };
    Ex nominal_s, nominal_lambda;          /* parameter expressions */
    Ex restitution;                        /* of a contact: a parameter expression */
    bool lo_infinite, hi_infinite;         /* bound omitted or -/+inf for good: the Var is 0 */
    bool holds;                            /* a constraint (hold.c): it is stuck for good, lambda is its a */
} Switch;

/* Of slip_nominal/torque_nominal: an element with less compliance has none, in a variable step; in a fixed one: where
 * its slip is none to the law (DTC_LAW_SLIP). */
#define COMPLIANCE_NONE 1e-5

/* The slip that its law wants to be zero while it is stuck. */
static inline Var law_slip(const Switch *w) { return w->left ? w->left : w->s; }

/* A place holds up to capacity tokens: a Boolean, or an Integer where a capacity is declared (counts). tokens: at the
 * beginning; since: when one came last, 0: nobody asks. */
typedef struct { Var v, since; uint32_t capacity, tokens; bool counts; } NetPlace;
typedef struct { uint32_t *from, *to; Ex guard; Span span; } FlatTransition;   /* vecs, of places by number */
/* vecs; since: of an automaton, when its place was entered, 0: nobody asks. alone: one token, which is always in one of
 * its places: an automaton. word: that was written as one */
typedef struct {
    const char *name;
    Span span;
    const char *path;
    NetPlace *place;
    Var since;
    bool alone, word;
    FlatTransition *transition;
} FlatNet;

/* What transitions set: places, then times of entry; 0: nobody asks for this one. */
static inline uint32_t net_sets(const FlatNet *m) { return 2*vec_len(m->place); }
static inline Var net_set(const FlatNet *m, uint32_t k)
{
    uint32_t n = vec_len(m->place);
    return k < n ? m->place[k].v : m->place[k - n].since;
}

/* A note on parameters is told while compiling; on what varies it is a warning. */
typedef enum { LEVEL_ERROR, LEVEL_WARNING, LEVEL_NOTE } AssertLevel;
typedef struct { Ex cond; struct WhenAction *action; } WhenBranch;                       /* vecs */
typedef struct WhenAction {
    enum { W_ASSIGN, W_REINIT, W_ASSERT, W_TERMINATE } kind;
    Var var;
    Ex value;
    Ex message;
    AssertLevel level;
    Span span;
} WhenAction;
typedef struct { WhenBranch *branch; Span span; const char *path; } When;

typedef struct {
    Ex cond, message;
    AssertLevel level;
    bool terminate;
    /* by check: depends on parameters alone that are given; setup looks at it, no step does */
    bool of_parameters;
    Span span;
    const char *path;
} Assert;

/* Function of the generated code: one specialisation per function and argument dimensions. */
typedef enum { FS_ASSIGN, FS_IF, FS_FOR, FS_WHILE, FS_BREAK, FS_RETURN, FS_CALL, FS_ASSERT } FStmtKind;
typedef struct FStmt FStmt;
typedef struct { Ex cond; FStmt *body; } FBranch;                                        /* cond 0 = else */
struct FStmt {                             /* vec bodies */
    FStmtKind kind; Span span;
    uint32_t local; Ex *sub; Ex value;     /* ASSIGN: local (array: subscripts sub); FOR: local = loop variable, */
    Ex from, step, to; FBranch *branch;    /* from:step:to, branch[0]; FOR bounds are Integer */
    /* CALL: (local out[0], out[1] ...) = call; 0xffffffff = skipped ; ASSERT: value is the condition, call the
     * message */
    uint32_t *out; Ex call;
};
/* When calls are replaced by what they compute, where the body is simple (inline.c) */
typedef enum { INLINE_NOT, INLINE_AFTER_INDEX, INLINE_LATE } InlineAt;
/* init: ARRAY of literals of a constant array, else 0; no_derivative: input that no derivative of the function is given
 * the derivative of */
typedef struct {
    const char *name;
    TypeKind type;
    uint32_t ndim, dim[MAX_DIM], n;
    Causality causality;
    Ex init;
    bool no_derivative;
    bool room;                             /* n Reals of the caller, which it writes too; no array of the model */
} Local;
/* A function of the inputs and then the derivatives of those that are not left out (without), to be used where those
 * declared constant (zeroDerivative) have none. By input. */
typedef struct { uint32_t function; bool *without, *constant; } Derivative;
typedef struct {
    const char *name, *doc;                /* C-safe unique name */
    Class *cls; Span span;
    Local *local;                          /* vec: inputs first, then outputs, then the rest */
    uint32_t nin, nout;
    FStmt *body;                           /* vec */
    /* name in the runtime (dtc_table1 ...): called, not generated; array arguments are passed as pointer followed by
     * their dims */
    const char *external;
    uint32_t near;                         /* search: the same, with room for what it has found last; 0: none */
    Derivative *derivative;                /* vec: the first that may be used is */
    bool smooth_order_known; int smooth_order;
    InlineAt inline_at;
} Function;

/* of the energy account: integrals of inputPower and lossPower, storedEnergy; 0: none */
typedef struct { const char *component; Var var[3]; } AuditItem;
/* A flange of a component without energy variables: its power is flow*speed. speed: 0 of one that is fixed */
typedef struct { const char *component; Var flow, speed; bool negated; } AuditFlange;

/* paths: connected to nothing where it has to be; connector NULL: all with each other */
typedef struct { const char *component, *connector; } Loose;

/* Two connectors that a connect statement of `in` joins; elements of arrays one by one, of builtin ones, which are one
 * Inst, numbered: element_a, 0: it is no such element. */
typedef struct { struct Inst *a, *b, *in; uint32_t element_a, element_b; const Stmt *statement; } Connection;

typedef struct { const char *key; double value; bool present; } Experiment;
/* What a variable stands for: +-`of`, or a constant or an expression of parameters; neither: for itself. */
typedef struct { Var of; bool negated; Ex constant; } Alias;

typedef struct Flat {
    const char *name, *doc; Class *cls;
    struct Inst *root;                     /* the tree it comes from */
    const VarInfo *var;                    /* vec; [0] is unused */
    FlatArray *array;                      /* vec; [0] unused */
    const Equation *eq;                    /* vec; [0] unused */
    const Equation *ieq;                   /* vec: initial equations; [0] unused */
    Switch    *sw;                         /* vec; [0] unused */
    FlatNet  *net;                         /* vec */
    When      *when;                       /* vec */
    Assert    *assert;                     /* vec */
    Function  *function;                   /* vec; [0] unused */
    AuditItem *audit;                      /* vec: with --audit */
    AuditFlange *audit_flange;             /* vec: those of a component in a row; with --audit, made after index */
    const char **audit_unseen;             /* vec: components with a flange whose speed is no variable; likewise */
    /* a component that is checked by itself (Options.component); its flanges' flows */
    bool       component; uint32_t open_flows;
    struct Measure *measure;               /* vec: metric.h; with Options.metric */
    struct Metric *metric;                 /* vec: likewise */
    Connection *connection;                /* vec: as written, for pictures; with Options.pictured */
    Loose     *loose;                      /* vec: made by check_idle */
    Map        idle;                       /* paths of components: check_idle has warned of them */
    Alias     *alias;                      /* vec by Var, as far as it goes: made by represent */
    double    *known;                      /* vec by Var, likewise: known_values() */
    double     start_time, stop_time, interval, tolerance; bool has_interval, has_stop;
} Flat;

/* ---- flat.c: whoever adds to the model or changes it does it so ---------------------------------------- */

/* flatten and check make it; unread, simplify, alias and index bring it into the form that is solved. What comes later
 * adds at most: variables that are not the model's, equations that are extra. */
VarInfo  *change_variable(Flat *f, Var v);
Equation *change_equation(Flat *f, Eq e);
Equation *change_initial(Flat *f, Eq e);
Var add_variable(Dtc *d, Flat *f, VarInfo v);
Var add_auxiliary(Dtc *d, Flat *f, const char *name, TypeKind t);   /* continuous, for the compiler's own use */
Eq  add_equation(Dtc *d, Flat *f, Equation e);
Eq  add_initial(Dtc *d, Flat *f, Equation e);
void flat_reserve(Dtc *d, Flat *f, uint32_t variables);    /* room for so many */

/* Of a fixed step: --step; else 1 ms, or what divides the experiment's Interval into parts no longer than that. */
double step_size(const Dtc *d, const Flat *f);

/* ---- print.c, eval.c, used.c: about a flat model ------------------------------------------------------- */

/* as ex_text, in a function: names of its locals; of an array value the dimensions are those of shape (or NULL); a call
 * stands for all its outputs */
const char *ex_text_in(Dtc *d, const Function *f, const Local *shape, Ex e);
/* of the function that the dump makes for one scalar output (from 1) */
const char *output_name(Dtc *d, const Function *f, uint32_t output);
/* as ex_plain, of an equation, or "law of c1.law" */
const char *equation_text(Dtc *d, const Flat *f, const Equation *q);
/* eval.c: replaces parameters by their values: NUM/BOOL if all are known, else e simplified */
Ex   ex_fold(Dtc *d, Ex e);
/* interpret.c: scalar output slot, from 1 on, of a call whose arguments are literals; 0 after a diagnosis. */
Ex   ex_interpret(Dtc *d, Ex call, uint32_t slot);
/* All of them, NULL where it cannot be evaluated, without a diagnosis; check_assertions() was there before. */
Ex  *ex_outputs(Dtc *d, Ex call);
/* The first assertion that fails in such a call is an error at `at`; a call that cannot be evaluated is none. */
void tell_broken(Dtc *d, Span at, Ex call);
/* used.c: vec of indices in Flat.function, in order of first use */
uint32_t *functions_used(Dtc *d, const Flat *f);

/* ---- represent.c: aliases, after simplify -------------------------------------------------------------- */

static inline Alias alias_of(const Flat *f, Var v)
{
    return v < vec_len(f->alias) ? f->alias[v] : (Alias){ 0 };
}
static inline bool is_alias(const Flat *f, Var v) { return alias_of(f, v).of || alias_of(f, v).constant; }

/* The variable that stands for v, v = +-root (negated: NULL if it does not matter): never an alias itself. O(1) */
Var root_of(const Flat *f, Var v, bool *negated);
/* the same; 0: v is a constant or an expression of parameters (Alias.constant) */
Var var_root(const Flat *f, Var v, bool *negated);
Ex  var_value(Dtc *d, const Flat *f, Var v);               /* v as an expression of variables that are no aliases */
Var flange_potential(const Flat *f, Var flow);             /* flange.c: of the flange that flow is of; 0: of none */

/* ---- passes -------------------------------------------------------------------------------------------- */

Flat *flatten(Dtc *d, struct Inst *root);                 /* with connection sets (connect.c); NULL after errors */
void  audit(Dtc *d, Flat *f);                             /* audit.c: states for the energy account */
void  audit_flanges(Dtc *d, Flat *f);                     /* audit_flanges.c: powers that are to add up to zero */
/* when.c: an assertion on parameters that does not hold */
void  tell_assertion(Dtc *d, AssertLevel level, Span at, const char *path, const char *text);
bool  check_values(Dtc *d, Flat *f);                      /* parameters and start values within min and max */
bool  check(Dtc *d, Flat *f);                             /* types, variability, balance with named culprits */
bool  check_units(Dtc *d, Flat *f);
void  given_start(Dtc *d, Flat *f);                       /* given_start.c: the initial state of Options.from */
void  check_shift_tables(Dtc *d, const Flat *f);          /* shift_table.c: warns of names that no component has */
bool  is_shift_table(const struct Inst *in);              /* or an array of them */
void  check_idle(Dtc *d, Flat *f);                        /* idle.c: warns of components that can do nothing */
/* A component or a law, or a component it is in, has annotation(__dtc(word = true)): idle, friction. */
bool  is_meant(Dtc *d, const char *path, const char *word);
void  note_meant(Dtc *d, const char *path);               /* ... idle, which a note recommends */
/* Notes: what is connected to nothing, of the components of these equations and variables that transmit nothing. */
void  note_loose(Dtc *d, const Flat *f, const Eq *eq, uint32_t n, const Var *var, uint32_t m);
/* The first connector that it would name; NULL: none. */
const char *first_loose(Dtc *d, const Flat *f, const Eq *eq, uint32_t n);
void dump_flat(Dtc *d, Flat *f, FILE *out);               /* legal dtm; dumping the dump changes nothing */
bool validate_flat(Dtc *d, Flat *f);                      /* balance, handles in range; always on under `make check` */

#endif
