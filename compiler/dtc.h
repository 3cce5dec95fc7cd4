/* dtc.h - the types of the compiler and the contract of every pass.
 *
 * Read main.c for the order of the passes, then the part of this header named after the pass's file.
 *
 * Memory: everything lives in arenas of Dtc and is freed at once by dtc_free(). No pass frees anything.
 * What outlives a pass is in d->run; what does not may be put in d->pass, which main.c resets after each pass.
 * Handles (Ex, Var, Eq) are 32-bit indices, 0 is "none"; names are interned: equal names are equal pointers.
 */
#ifndef DTC_H
#define DTC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "ops.h"

typedef struct Dtc Dtc;
struct SimOptions;

/* ---- mem.c: arenas, growing arrays, interned strings ------------------------------------------------- */

typedef struct Arena { struct Chunk *chunk; size_t used; size_t total; } Arena;

/* zeroed; never NULL (out of memory ends in a diagnosis, exit 1) */
void *arena_alloc(Arena *a, size_t size);
void  arena_free(Arena *a);
size_t arena_bytes(const Arena *a);                       /* taken so far */
#define NEW(a, T)          ((T *)arena_alloc((a), sizeof(T)))
#define NEW_N(a, T, n)     ((T *)arena_alloc((a), sizeof(T) * (size_t)(n)))

/* Growing array: T *v = NULL; vec_push(a, v, x); vec_len(v). Storage doubles within the arena. Arenas free at once. */
typedef struct { uint32_t len, cap; } VecHead;
#define vec_len(v)         ((v) ? ((VecHead *)(void *)(v))[-1].len : 0u)
#define vec_push(a, v, x)  ((v) = vec_room((a), (v), sizeof *(v)), (v)[((VecHead *)(void *)(v))[-1].len++] = (x))
#define vec_last(v)        ((v)[vec_len(v) - 1])
#define vec_pop(v)         ((v)[--((VecHead *)(void *)(v))[-1].len])
#define vec_clear(v)       ((v) ? (void)(((VecHead *)(void *)(v))[-1].len = 0) : (void)0)
void *vec_room(Arena *a, void *v, size_t size);           /* room for one more */
/* room for n more: a long array is not copied again and again */
void *vec_reserve(Arena *a, void *v, size_t size, uint32_t n);

/* Map from a 64-bit key (a handle, a pair of handles, an interned pointer) to a 64-bit value; 0 = absent. */
typedef struct { uint64_t *slot; uint32_t cap, n; } Map;
uint64_t map_get(const Map *m, uint64_t key);
void     map_set(Arena *a, Map *m, uint64_t key, uint64_t value);
#define KEY(p)             ((uint64_t)(uintptr_t)(p))

const char *intern(Dtc *d, const char *s, size_t n);
const char *internz(Dtc *d, const char *s);
const char *internf(Dtc *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));   /* interned printf */
/* printf into d->pass: for what is written and forgotten */
const char *textf(Dtc *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* ---- name.c: names as text, with their quotes ---------------------------------------------------------- */

/* length of the quoted identifier at the start of s; 0: there is none */
size_t name_quoted(const char *s);
bool   name_is_quoted(const char *name);                  /* it is one quoted identifier: 'a.b' */
bool   name_is_plain(const char *name);                   /* letters, digits and underscores */
size_t name_head(const char *name);                       /* length of the first part of a dotted name */
const char *name_last(const char *name);                  /* its last part */
uint32_t name_depth(const char *name);                    /* dots between parts */

/* ---- times.c: --times -------------------------------------------------------------------------------- */

void lap(Dtc *d, const char *pass);                       /* a pass is over: says what it took */
void last_lap(const Dtc *d, uint32_t equations);          /* the compilation is over: the sums */

/* ---- source.c: files, positions, diagnostics --------------------------------------------------------- */

/* A position is an offset over all files read in this run; 0 = nowhere. */
typedef struct { uint32_t pos, end; } Span;

/* text is NUL-terminated */
typedef struct { const char *name; const char *text; uint32_t size, base; uint32_t *line; } Source;

Source *source_load(Dtc *d, const char *filename);        /* NULL: not readable (no diagnosis; errno says why) */
/* text in memory, NUL after it; NULL: too much */
Source *source_text(Dtc *d, const char *name, const char *text, size_t size);
Source *source_of(Dtc *d, Span s);
void    source_where(Dtc *d, Span s, const char **file, uint32_t *line, uint32_t *col);

typedef enum { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE } Severity;
/* file:line:col: error: message; source line; caret. path (may be NULL) is the instance path: "in gearbox.c1:".
 * Notes belong to the error or warning before them. What was said before is not said again; after 50 errors the rest is
 * only counted. */
void diag(Dtc *d, Severity s, Span at, const char *path, const char *fmt, ...) __attribute__((format(printf, 5, 6)));
#define error(d, at, path, ...)    diag((d), DIAG_ERROR, (at), (path), __VA_ARGS__)
#define warning(d, at, path, ...)  diag((d), DIAG_WARNING, (at), (path), __VA_ARGS__)
#define note(d, at, path, ...)     diag((d), DIAG_NOTE, (at), (path), __VA_ARGS__)
const char *suggest(Dtc *d, const char *wrong, const char *const *known, uint32_t n);   /* nearest name, or NULL */

/* ---- the run ----------------------------------------------------------------------------------------- */

/* The method of the generated step: method.c has the names. */
typedef enum { M_EULER, M_SEMI, M_RK2, M_RK4, M_ROSENBROCK, M_EXACT } Method;
const char *method_name(Method m);
bool        method_holds(Method m);                       /* it has several stages: hold_relations */
bool        method_named(const char *name, Method *m);    /* false: there is no such method */

typedef struct Options {
    const char  *input, *output, *model, *dump;
    const char **include;                  /* vec: -I, then DTMPATH, then the library's folder */
    const char **vars;                     /* vec: --vars, wildcards; NULL: all */
    double       step;                     /* integration step; 0: 1 ms, or a part of the experiment's Interval */
    Method       method;                   /* --method; euler in the flavour for a variable-step run */
    bool         single;                   /* --float */
    bool         no_alias, no_tear, no_stage, no_adjust, constant_matrices, no_sparse;   /* -fno-alias ... */
    /* -fno-live: blocks are computed whole; forms.c; search.c; stage.c: x/p is not a product with 1/p */
    bool         no_live, no_forms, no_search, no_reciprocal;
    /* the same of the emitter: emit_zero.c, emit_small.c, what need not be done in each step */
    bool         no_fold, no_unroll, no_skip;
    /* keep every variable (sim); else only outputs, states, switching elements, --vars */
    bool         observe_all;
    bool         hybrid;                   /* emit for a variable-step run as well: runtime/host/dtc_hybrid.h */
    bool         times;                    /* --times: what each pass takes */
    bool         audit;                    /* --audit: an energy account, audit.c */
} Options;

typedef struct { double seconds; size_t run, pass; } Lap;  /* for --times: processor time, bytes in the arenas */

struct Dtc {
    Arena         run, pass;
    Lap           lap;                     /* at the end of the last pass */
    Options       opt;
    uint32_t      errors, warnings, repeated;    /* repeated: of the errors, those not shown again */
    Map           told;                    /* diagnoses that have been shown */
    Source      **source;                  /* vec */
    FILE         *log;                     /* diagnostics go here; NULL: stderr */
    bool          muted;                   /* the last error or warning was not shown: its notes are not shown */
    struct Intern *names;
    struct Class *root;                    /* the unnamed package that holds every loaded class */
    struct ExTable *ex;
    struct Inst  *instance;                /* the model as a tree of components, once it is instantiated */
    struct Flat  *flat;
    const char  **object;                  /* vec: names of the step program's objects, for texts of expressions */
    struct Lower *lower;                   /* lower.h: memos of values, functions */
    struct Resolver *resolver;             /* resolve.h */
};

/* ---- lex.l, gram.y, ast.c: text -> classes ------------------------------------------------------------ */

typedef enum { T_NONE, T_REAL, T_INT, T_BOOL, T_STRING, T_ENUM, T_RECORD, T_COMPOSITE } TypeKind;

/* Expression as written. */
typedef struct Expr Expr;
typedef enum {
    E_NUM,        /* num; is_int */
    E_STR, E_BOOL,
    E_REF,        /* component reference: part[], each with subscripts; global = leading dot */
    /* function name in part[] (or the predefined name), arg[] positional, named[]; iter[] for
     * reductions/comprehensions; der/initial/pre ... are calls too */
    E_CALL,
    E_UNARY,      /* op: OP_NEG, OP_NOT, (unary plus is dropped) */
    E_BINARY,     /* op; elementwise = .+ .* ... ; OP_ADD for strings as well */
    E_IF,         /* arg: cond, then, cond, then, ..., else */
    E_ARRAY,      /* {a, b, c}; with iter[]: comprehension, one arg */
    E_MATRIX,     /* [a, b; c, d]: arg = rows, each an E_ARRAY */
    E_RANGE,      /* arg: start, (step,) stop */
    E_TUPLE,      /* (a, , b): missing = NULL; only left of = in multi-output calls */
    E_COLON,      /* subscript : */
    E_END         /* end in a subscript */
} ExprKind;

/* sub: vec of subscripts, NULL = none */
typedef struct { const char *name; Expr **sub; Span span; } Part;
typedef struct { const char *name; Expr *value; Span span; } NamedArg;
typedef struct { const char *name; Expr *range; Span span; } Iter;                /* range NULL: deduced */

struct Expr {
    /* joins: two parts of a long chain of terms */
    ExprKind kind; Op op; bool elementwise, global, is_int, boolean, joins;
    Span span;
    uint32_t depth;                        /* of nesting, at most 1000 (parser): may be walked recursively */
    double num; int64_t integer;           /* E_NUM: value; integer when is_int */
    const char *str;                       /* E_STR: text, escapes resolved */
    Part *part; Expr **arg; NamedArg *named; Iter *iter;   /* vecs */
};

/* Modification: name(sub...) = value, or redeclare/replaceable element. */
typedef struct Modifier {
    const char *name;                      /* one component of the path; a.b(c=1) is nested */
    Span span;
    bool each, final;
    Expr *value;                           /* = or := */
    struct Modifier *sub;                  /* vec of Modifier */
    struct Element *redeclare;             /* redeclare/replaceable element modification */
} Modifier;

/* dotted name; name[0]=="" : global */
typedef struct { const char **name; Span span; } Name;

typedef enum { V_CONT, V_DISCRETE, V_PARAM, V_CONST } Variability;                /* order: lower varies more */
typedef enum { C_LOCAL, C_INPUT, C_OUTPUT } Causality;

/* What of Modelica is not in dtm, kept with the class or component that needs it; told when that is used (may_use). */
typedef struct { const char *text; Span span; } Refusal;

/* One declaration in a class: component or class. */
typedef enum { EL_COMPONENT, EL_CLASS } ElementKind;
typedef struct Element {
    ElementKind kind;
    Span span;                             /* of the name */
    const char *name, *doc;
    bool protected_, final, inner, outer, replaceable, redeclare, flow, stream;
    Variability variability; Causality causality;
    Name type;                             /* component: its type's name */
    /* vec: dimensions (prefix [..] of the type after those of the name are appended) */
    Expr **dim;
    Modifier *mod;                         /* vec */
    Expr *binding; bool binding_is_final;  /* component: = expr */
    Expr *condition;                       /* component: if expr */
    struct Class *cls;                     /* class element */
    Name constrained; Modifier *constrain_mod;
    Modifier *annotation;                  /* vec */
    struct Class *owner;                   /* the class it is written in */
    const Refusal *refused;                /* component: NULL, or why it cannot be used */
} Element;

typedef struct { Name base; Modifier *mod; Span span; bool protected_; } Extends;
typedef enum { IMPORT_QUALIFIED, IMPORT_RENAME, IMPORT_WILD } ImportKind;
typedef struct { ImportKind kind; Name name; const char *alias; Span span; } Import;   /* groups are split */

/* Equations and statements share one node. */
typedef enum {
    S_EQUAL,      /* lhs = rhs; statement: lhs := rhs (lhs may be E_TUPLE) */
    S_CONNECT,    /* lhs, rhs */
    S_IF,         /* branch[]; last without cond = else */
    S_FOR,        /* iter[], body in branch[0] */
    S_WHEN,       /* branch[] = when, elsewhen ... */
    S_WHILE,      /* branch[0] */
    S_CALL,       /* lhs = E_CALL: assert, terminate, reinit, or a function without result */
    S_BREAK, S_RETURN
} StmtKind;
typedef struct Stmt Stmt;
typedef struct { Expr *cond; Stmt **body; } Branch;
struct Stmt { StmtKind kind; Span span; Expr *lhs, *rhs; Branch *branch; Iter *iter; const char *doc; };

typedef struct { Stmt **body; bool initial, algorithm; Span span; } Section;

/* automaton NAME place a, b; initial a; from a to b when cond; ... end NAME; */
typedef struct { const char *from, *to; Expr *guard; Span span; } Transition;
typedef struct {
    const char *name, *doc;
    Span span;
    const char **place;
    Span *place_span;
    const char *initial;
    Transition *transition;
} AutomatonDecl;

typedef enum { K_CLASS, K_MODEL, K_BLOCK, K_CONNECTOR, K_RECORD, K_PACKAGE, K_TYPE, K_FUNCTION, K_OPERATOR } ClassKind;
const char *class_kind_text(ClassKind k);  /* ast.c: "model" ... */
typedef enum { CF_LONG, CF_SHORT, CF_ENUM, CF_PREDEFINED } ClassForm;

typedef struct Class {
    ClassKind kind; ClassForm form;
    bool partial, encapsulated, final, pure_, impure;
    const char *name, *doc;                /* doc: string after the name */
    Span span;                             /* of the name */
    struct Class *enclosing;               /* lexical parent; NULL for d->root */
    /* long */
    Element  **element;                    /* vec, in order */
    Extends   *extends;                    /* vec */
    Import    *import;                     /* vec */
    Section   *section;                    /* vec */
    AutomatonDecl *automaton;              /* vec */
    Modifier  *annotation;                 /* vec */
    /* function: external "C" (runtime functions of the library); without a call both are NULL */
    bool external; const char *external_name; Expr *external_call;
    Expr *external_result;                 /* r = f(x): r, else NULL */
    /* (redeclare) class extends NAME(base_mod): the inherited class of that name is its first base; base is unused */
    bool extends_inherited;
    /* short: class X = base[dim](mod); */
    Name base; Expr **base_dim; Modifier *base_mod; Causality base_causality; bool base_flow;
    /* enumeration */
    const char **literal; const char **literal_doc; bool enum_open;   /* enum_open: enumeration(:) */
    const Refusal *refused;                /* NULL, or why it cannot be used */
    /* filled by resolve.c */
    Map member;                            /* own elements by name (not inherited) -> Element* */
    const char *folder; bool folder_read;  /* package folder whose files are read when a name is looked up */
    uint8_t visiting;                      /* cycle detection */
    /* a class as specialised by redeclarations, or seen from an instance, is a copy: the class as written; NULL:
     * this is it */
    struct Class *origin;
    struct Inst  *self;                    /* ... and the instance of the enclosing class it is seen from */
    struct ClassInfo *info;                /* resolve.c's caches */
} Class;
#define class_origin(c)    ((c)->origin ? (c)->origin : (c))     /* compare types by this */

/* Parses one file into d->root's (or `within`'s) class tree. Recovers and reports many errors. False if any error. */
bool parse_file(Dtc *d, const char *filename, Class *into);
bool parse_source(Dtc *d, Source *src, Class *into);
Class *class_new(Dtc *d, ClassKind k, const char *name, Span at, Class *enclosing);
const char *expr_text(Dtc *d, const Expr *e);              /* as source text, for messages */
const char *name_text(Dtc *d, Name n);

/* ---- resolve.c: class tree, lookup; instance.c: instance tree ---------------------------------------- */

typedef struct Inst Inst;
/* Where an expression is to be read: names are first members of inst, then looked up lexically from cls.
 * inst may be NULL (class scope: constants and classes only). env: for-loop iterators and function locals. */
typedef struct Env { const char *name; struct Val *val; const struct Env *next; } Env;
typedef struct { Inst *inst; Class *cls; const Env *env; } Scope;

/* A value or attribute with the scope in which its expression is to be read. */
typedef struct { const char *name; Expr *expr; Scope scope; Span span; bool each, final; uint32_t depth, own; } Bind;
/* depth: number of array dimensions of enclosing component arrays the value spans (from a modifier on an array of
 * components without `each`): the value's leading dimensions; bind_index() gives the subscripts of this element. own:
 * how many of the trailing own dimensions an attribute's value spans (0: one value for all elements, as with `each` or
 * from `type Angle = Real(unit = "rad")`); a binding spans them all. */
/* equations with the class they are written in (scope = this inst, that class) */
typedef struct { Section *section; Class *cls; } InstSection;
/* inst: composite child named as the automaton, its children are the places in order, Booleans; index: in
 * Flat.automaton plus 1, by flatten */
typedef struct { AutomatonDecl *decl; Class *cls; Inst *inst; uint32_t index; } InstAutomaton;

struct Inst {
    Inst        *parent;
    const char  *name;                     /* own name, "" for the root */
    const char  *path;                     /* "gearbox.c1", with indices "a[2].b"; "" for the root */
    Element     *decl;                     /* NULL for the root */
    Class       *cls;                      /* the class after redeclarations and short classes */
    Class       *model;                    /* of the root: the class as asked for, also a short one */
    TypeKind     type;                     /* T_COMPOSITE, T_RECORD or builtin */
    Class       *enum_type;                /* T_ENUM */
    Variability  variability; Causality causality;
    /* each_element: one element of an array of components */
    bool         protected_, final, flow, inner, outer, absent, each_element;
    uint32_t     ndim, dim[8]; uint32_t size;   /* own dimensions, evaluated; builtin arrays are one Inst */
    /* composite with ndim > 0: size element instances, row-major; their parent is this; sections are the elements',
     * the binding of a record array is the array's */
    Inst       **elem;
    uint32_t     index;                    /* each_element: place in parent->elem */
    /* while instantiate() runs: what is still to be done here. Use inst_child(), not by_name, in what it can call
     * (lower) */
    struct Todo *todo;
    Inst       **child;                    /* vec: members in order, inherited ones in place of extends */
    Map          by_name;                  /* child by interned name -> Inst* */
    Bind        *binding;                  /* value (= ...), or NULL */
    Bind        *attr;                     /* vec: start, fixed, unit, ... merged, outermost wins */
    InstSection *section;                  /* vec: all sections incl. inherited ones */
    InstAutomaton *automaton;              /* vec */
    Inst        *outer_target;             /* outer: the inner it stands for */
    Span         span;
    /* its value was used while compiling (lower.c): flatten copies it to VarInfo.structural */
    bool         structural;
    /* filled by flatten.c */
    uint32_t     first;                    /* builtin: first of its `size` consecutive Vars */
    uint32_t     switch_index;             /* cls is the predefined `switching`: index in Flat.sw */
};

typedef enum { SYM_NONE, SYM_INST, SYM_CLASS, SYM_ELEMENT, SYM_ENV, SYM_ENUM } SymKind;
/* SYM_INST: instance (component); SYM_ELEMENT: constant of a class or package (with cls = class it was found in);
 * SYM_ENV: iterator or local; SYM_ENUM: literal `ordinal` of enumeration cls. `used` = parts consumed of the reference.
 */
typedef struct { SymKind kind; Inst *inst; Class *cls; Element *element; struct Val *val; uint32_t ordinal, used; } Sym;

/* Global names (leading dot): pass Scope {NULL, d->root}, or a first part "".
 * resolve_name stops (used < nparts) after an array of components (subscripts and the rest are the caller's, by
 * inst_child) and after an absent component; scalar components are walked. A predefined `switching` has its members (s,
 * a, ..., inactive) as children, its attributes in attr; an outer is replaced by its inner. SYM_ENUM: ordinal counts
 * from 1. SYM_ELEMENT: give cls, element to instantiate_component (memoised) for value and type. */
/* full lookup; loads package files lazily */
Class *resolve_class(Dtc *d, Scope s, Name n, bool report);
/* --model: along -I; NULL + diagnosis */
Class *resolve_model(Dtc *d, const char *fullname);
Sym    resolve_name(Dtc *d, Scope s, const Part *part, uint32_t nparts, Span at, bool report);
Class *class_member(Dtc *d, Class *c, const char *name);                        /* member class incl. inherited */
/* a short class: its base; NULL: it is none */
Class *class_stands_for(Dtc *d, Class *c);
Element *class_element(Dtc *d, Class *c, const char *name, Class **found_in);   /* member element incl. inherited */
bool   class_is_a(Dtc *d, Class *c, const char *predefined);
/* parses src into the package its `within` names, which is returned (or the root); NULL: errors */
Class *read_input(Dtc *d, Source *src);
/* Real Integer Boolean String StateSelect AssertionLevel switching ... into d->root */
void   predefined_classes(Dtc *d);

/* Elements of a class in order, inherited ones in place of their extends clause; owners (may be NULL): the class each
 * is written in (scope of its expressions). Vecs. */
Element **class_elements(Dtc *d, Class *c, Class ***owners);
/* a member, ready to be read, an outer's inner; NULL: none */
Inst    *inst_child(Dtc *d, Inst *inst, const char *name);
/* the b->depth subscripts (from 1) that select the part of `of`, which has the binding, and the sizes of those
 * dimensions */
uint32_t bind_index(const Inst *of, const Bind *b, uint32_t idx[8], uint32_t size[8]);

Inst  *instantiate(Dtc *d, Class *model);                                       /* NULL after errors */
/* for package constants, function locals, records */
Inst  *instantiate_component(Dtc *d, Class *c, Element *e, Scope s);

/* ---- lower.c, builtin.c, function.c: expression as written -> flat scalars --------------------------- */

typedef uint32_t Ex;
typedef uint32_t Var;
typedef uint32_t Eq;

/* A value: array (any rank, scalars have ndim 0) of flat scalar expressions; records are one Val a field. */
typedef struct Val {
    TypeKind type; Class *cls;             /* cls: enumeration or record */
    uint32_t ndim, dim[8], n;
    Ex      *e;                            /* n scalars, row-major */
    struct Val *field; uint32_t nfield;    /* T_RECORD: per field (each with the record's dimensions in front) */
    const char **field_name;
} Val;

bool lower(Dtc *d, Scope s, const Expr *e, Val *out);               /* false after a diagnosis */
bool lower_scalar(Dtc *d, Scope s, const Expr *e, TypeKind want, Ex *out);
/* compile-time value: array sizes, conditions; parameters used so become structural */
bool eval_int(Dtc *d, Scope s, const Expr *e, int64_t *out);
bool eval_bool(Dtc *d, Scope s, const Expr *e, bool *out);
bool eval_string(Dtc *d, Scope s, const Expr *e, const char **out);
bool eval(Dtc *d, Scope s, const Expr *e, Val *out);                /* any compile-time value: for-ranges, sizes */
/* values of a for-iterator, also deduced ones (range NULL) */
bool eval_range(Dtc *d, Scope s, const Iter *it, Stmt **body, Val *out);
/* binding or attribute of inst: lowered in its scope, sliced for elements of arrays (depth), converted to the type
 * and shape of inst */
bool lower_bind(Dtc *d, const Inst *inst, const Bind *b, Val *out);
/* inst itself as a value: variables of a component, fields of a record */
bool lower_value(Dtc *d, const Inst *inst, Val *out);
/* (a, b, ...) = f(...): the first n outputs */
bool lower_outputs(Dtc *d, Scope s, const Expr *call, uint32_t n, Val *out);
/* replaces parameters by their values: NUM/BOOL if all are known, else e simplified */
Ex   ex_fold(Dtc *d, Ex e);
/* An algorithm section is an anonymous function of all it reads. Appends the variables it assigns and their values:
 * CALL, OUT(2) of it, ... or literals; none where it assigns nothing. May add discrete Booleans (conditions of `when`)
 * to Flat.var. */
bool lower_algorithm(Dtc *d, Scope s, Stmt **body, Span at, Ex **value, Var **out);
/* used.c: vec of indices in Flat.function, in order of first use */
uint32_t *functions_used(Dtc *d, const struct Flat *f);

/* ---- flatten.c, connect.c: instances -> Flat; check.c, units.c ---------------------------------------- */

typedef enum { SS_DEFAULT, SS_NEVER, SS_AVOID, SS_PREFER, SS_ALWAYS } StateSelect;

typedef struct {
    const char *name;                      /* dotted path: gearbox.c1.w_rel, a[1,2].b */
    const char *path;                      /* path of the component that declares it: gearbox.c1 */
    const char *doc, *unit, *display_unit, *quantity;
    Span        span;
    TypeKind    type; Class *enum_type;
    Variability variability; Causality causality;
    bool        member;                    /* of a switching element or automaton: printed as 'path'.name */
    /* structural: folded, not changeable after compilation */
    bool        flow, protected_, final, fixed, has_start, has_fixed, structural, top_level;
    StateSelect state_select;
    Ex          start, min, max, nominal;  /* 0: none */
    Ex          binding;                   /* parameters and constants: value; 0 for variables (an equation instead) */
    uint32_t    array;                     /* handle of FlatArray, 0: scalar */
    /* filled by the passes */
    /* simplify: this variable is (-)alias; alias_const: value `start`-like constant in alias_ex */
    Var         alias; bool negated;
    Ex          alias_ex;                  /* simplify: this variable is this constant/parameter expression */
    Var         der;                       /* the variable that is its derivative */
    Var         integral;                  /* the variable whose derivative this is */
    bool        is_state;                  /* index: an integrated state */
    bool        discrete_state;            /* known during an evaluation: assigned by when, a place */
    /* live: its value is read after its block is solved: by a state, guard, assert, output, observed or for one of
     * them */
    bool        used;
    uint8_t     rate;                      /* stage: Rate */
    uint32_t    held;                      /* relation: the value of Dae.held[held - 1]; 0: none */
    bool        pre_used;                  /* its PRE or LAST is read: keep the last value */
    bool        kept;                      /* audit: in the descriptor whatever --vars asks for */
    /* audit: is there for the account alone; neither a name nor a state if there is another */
    bool        aside;
    bool        made;                      /* by the compiler: no column of the results unless asked for */
} VarInfo;

/* consecutive Vars first .. first+n-1 */
typedef struct { const char *name; uint32_t ndim, dim[8], n; Var first; } FlatArray;

typedef enum { EQ_PLAIN, EQ_CONNECT, EQ_SWITCH, EQ_DERIVED, EQ_BINDING } EqKind;
typedef struct {
    Ex lhs, rhs;                           /* EQ_SWITCH: 0, 0: relates sw[index].lambda and sw[index].a by the law */
    EqKind kind; uint32_t index;
    Span span; const char *path;
    Eq derived_from, derivative;           /* EQ_DERIVED: the equation it is the time derivative of */
    bool removed;                          /* by simplify */
} Equation;

/* One switching element (switching.md). All members are flat variables; flatten adds the equations
 * s = slip expression, a = der(s), lo = ..., hi = ..., slo, shi; the law itself is EQ_SWITCH between lambda and a. */
typedef struct {
    const char *name; Span span; const char *path;
    Var s, a, lambda, lo, hi, slo, shi;
    Var place;                             /* Integer: 1 FWD, -1 BWD, 0 STUCK, 2 INACTIVE */
    Var forward, backward, stuck, inactive;/* Boolean */
    Ex nominal_s, nominal_lambda;          /* parameter expressions */
    bool lo_infinite, hi_infinite;         /* bound omitted or -/+inf for good: the Var is 0 */
} Switch;

typedef struct { uint32_t from, to; Ex guard; Span span; } FlatTransition;
/* vecs; place: Booleans */
typedef struct {
    const char *name;
    Span span;
    const char *path;
    Var *place;
    uint32_t initial;
    FlatTransition *transition;
} Automaton;

typedef struct { Ex cond; struct WhenAction *action; } WhenBranch;                       /* vecs */
/* number: of the message, by emit */
typedef struct WhenAction {
    enum { W_ASSIGN, W_REINIT, W_ASSERT, W_TERMINATE } kind;
    Var var;
    Ex value;
    Ex message;
    bool is_warning;
    Span span;
    uint32_t number;
} WhenAction;
typedef struct { WhenBranch *branch; Span span; const char *path; } When;

typedef struct {
    Ex cond, message;
    bool is_warning, terminate;
    /* by check: depends on parameters alone that are given; setup looks at it, no step does */
    bool of_parameters;
    Span span;
    const char *path;
    uint32_t number;                       /* of the message, by emit */
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
/* init: ARRAY of literals of a constant array, else 0; no_derivative: input named in derivative(noDerivative = ...) */
typedef struct {
    const char *name;
    TypeKind type;
    uint32_t ndim, dim[8], n;
    Causality causality;
    Ex init;
    bool no_derivative;
} Local;
typedef struct {
    const char *name, *doc;                /* C-safe unique name */
    Class *cls; Span span;
    Local *local;                          /* vec: inputs first, then outputs, then the rest */
    uint32_t nin, nout;
    FStmt *body;                           /* vec */
    /* name in the runtime (dtc_table1 ...): called, not generated; array arguments are passed as pointer followed by
     * their dims */
    const char *external;
    uint32_t derivative;                   /* Function index of annotation(derivative=...), 0 none */
    bool smooth_order_known; int smooth_order;
} Function;

/* of the energy account: integrals of inputPower and lossPower, storedEnergy; 0: none */
typedef struct { const char *component; Var var[3]; } AuditItem;

/* paths: connected to nothing where it has to be; connector NULL: all with each other */
typedef struct { const char *component, *connector; } Loose;

typedef struct { const char *key; double value; bool present; } Experiment;
typedef struct Flat {
    const char *name, *doc; Class *cls;
    Inst      *root;                       /* the tree it comes from */
    VarInfo   *var;                        /* vec; [0] is unused */
    FlatArray *array;                      /* vec; [0] unused */
    Equation  *eq;                         /* vec; [0] unused */
    Equation  *ieq;                        /* vec: initial equations; [0] unused */
    Switch    *sw;                         /* vec; [0] unused */
    Automaton *automaton;                  /* vec */
    When      *when;                       /* vec */
    Assert    *assert;                     /* vec */
    Function  *function;                   /* vec; [0] unused */
    AuditItem *audit;                      /* vec: with --audit */
    Loose     *loose;                      /* vec: made by check_idle */
    Map        idle;                       /* paths of components: check_idle has warned of them */
    double     start_time, stop_time, interval, tolerance; bool has_interval, has_stop;
} Flat;

Flat *flatten(Dtc *d, Inst *root);                        /* with connection sets (connect.c); NULL after errors */
void  audit(Dtc *d, Flat *f);                             /* audit.c: states for the energy account */
bool  check(Dtc *d, Flat *f);                             /* types, variability, balance with named culprits */
bool  check_units(Dtc *d, Flat *f);
void  check_idle(Dtc *d, Flat *f);                        /* idle.c: warns of components that can do nothing */
/* ... it, or one it is in, has annotation(__dtc(idle = true)) */
bool  meant_idle(Dtc *d, const char *path);
void  note_meant(Dtc *d, const char *path);               /* ... which a note recommends */
/* Notes: what is connected to nothing, of the components of these equations and variables that transmit nothing. */
void  note_loose(Dtc *d, const Flat *f, const Eq *eq, uint32_t n, const Var *var, uint32_t m);

/* ---- expr.c: hash-consed flat expressions ------------------------------------------------------------- */

/* An Integer has 32 bits: beyond them an operation that is known while compiling is an error; generated code stays at
 * the nearest Integer. */
static inline bool is_integer(double x) { return x >= INT32_MIN && x <= INT32_MAX; }

typedef struct { uint8_t op, type; uint32_t n, payload; const Ex *arg; } ExNode;
      /* payload: VAR/LOCAL/CALL/OUT/INDEX/WHOLE index, BOOL 0/1, NUM index of the number, STR index */

const ExNode *ex(Dtc *d, Ex e);                            /* valid until the next constructor: do not keep */
Op       ex_op(Dtc *d, Ex e);
TypeKind ex_type(Dtc *d, Ex e);
Ex       ex_arg(Dtc *d, Ex e, uint32_t i);
uint32_t ex_narg(Dtc *d, Ex e);
/* handles are 1 .. ex_count: pass-local tables are indexed by Ex */
uint32_t ex_count(Dtc *d);

/* Constructors fold constants (exactly where both are exact) and the usual identities (0*x, x+0, 1*x, -(-x), if true
 * ...). */
Ex ex_real(Dtc *d, double x);                              /* integral values below 2^53 are kept exact */
Ex ex_int(Dtc *d, int64_t x);
Ex ex_rational(Dtc *d, Rational r);                        /* Real with exact value */
Ex ex_bool(Dtc *d, bool b);
Ex ex_str(Dtc *d, const char *s);
Ex ex_var(Dtc *d, Var v);                                  /* type from d->flat->var[v] */
Ex ex_local(Dtc *d, TypeKind t, uint32_t index);
Ex ex_leaf(Dtc *d, Op op, TypeKind t);                     /* TIME, INITIAL, TERMINAL */
Ex ex_new(Dtc *d, Op op, TypeKind t, uint32_t payload, const Ex *arg, uint32_t n);    /* general, folding */
Ex ex_un(Dtc *d, Op op, Ex a);                             /* type follows from the operator */
/* Integer operands of Real operators are lifted; INT/INT is a Real, exact */
Ex ex_bin(Dtc *d, Op op, Ex a, Ex b);
Ex ex_if(Dtc *d, Ex c, Ex a, Ex b);

bool ex_is_num(Dtc *d, Ex e, double *x);                   /* numeric constant */
bool ex_is_rational(Dtc *d, Ex e, Rational *r);            /* exact numeric constant */
/* an operation on numbers that is no constant, since its value is no Integer */
bool ex_overflows(Dtc *d, Ex e);
bool ex_is_zero(Dtc *d, Ex e);
bool ex_is_one(Dtc *d, Ex e);
Var  ex_is_var(Dtc *d, Ex e);                              /* the variable, or 0 */

/* Rewriting visits each node once (memo by handle) with an explicit stack. fn returns 0 to keep and descend. */
typedef Ex ExRewrite(Dtc *d, Ex e, void *data);
/* keep one per pass: the memo is shared */
typedef struct { Ex *memo; uint32_t n; ExRewrite *fn; void *data; } Rewriter;
Ex   ex_rewrite(Dtc *d, Rewriter *r, Ex e);
/* appends each VAR once (also below DER; not below PRE or LAST), out is a vec in d->pass */
void ex_vars(Dtc *d, Ex e, Var **out);
/* partial derivative; IF differentiates branches; relations are constant; ex_diff of CALL uses its derivative
 * annotation, or 0 with *ok=false */
Ex   ex_diff(Dtc *d, Ex e, Var by);
/* total time derivative; der gives the expression of a variable's derivative (0-valued for constants) */
Ex   ex_dt(Dtc *d, Ex e, Ex (*der)(Dtc *, Var, void *), void *data);
/* differential with time held; tangent gives that of a VAR or LAST node. Always exists: differences for calls
 * without derivative */
Ex   ex_tangent(Dtc *d, Ex e, Ex (*tangent)(Dtc *, Ex, void *), void *data);
/* e == a*v + b with a, b free of v (structurally linear incl. in IF branches) */
bool ex_linear(Dtc *d, Ex e, Var v, Ex *a, Ex *b);
/* v == result, where linear with coefficient *pivot (not known zero); 0: not solvable */
Ex   ex_solve(Dtc *d, Ex lhs, Ex rhs, Var v, Ex *pivot);
Ex   ex_subst(Dtc *d, Ex e, Var v, Ex by);
/* dtm text; names as in the model (quoted where dotted: 'a.b') */
const char *ex_text(Dtc *d, Ex e);
/* the same in a function: names of its locals; of an array value the dimensions are those of shape (or NULL); a call
 * stands for all its outputs */
const char *ex_text_in(Dtc *d, const Function *f, const Local *shape, Ex e);
/* of the function that the dump makes for one scalar output (from 1) */
const char *output_name(Dtc *d, const Function *f, uint32_t output);
Ex          whole_output(Dtc *d, Ex array);                /* the call whose first output is this ARRAY, or 0 */
const char *text_name(Dtc *d, const char *name);           /* a name, quoted where it is no identifier */
const char *text_quoted(Dtc *d, const char *name);         /* a name in quotes, those that it has among them */
const char *text_string(Dtc *d, const char *string);       /* a string literal with its quotes */
const char *ex_plain(Dtc *d, Ex e);                        /* for messages and comments: dotted names without quotes */
const char *equation_text(Dtc *d, const Flat *f, const Equation *q);   /* the same of an equation, or "law of c1.law" */
/* numeric value with value[Var]; false: not computable (calls ...) */
bool ex_eval(Dtc *d, Ex e, const double *value, double *out);

/* rational.c: false on overflow of 64 bits; those of one operand take another, and leave it alone */
bool rat_add(Rational a, Rational b, Rational *r);
bool rat_sub(Rational a, Rational b, Rational *r);
bool rat_mul(Rational a, Rational b, Rational *r);
bool rat_div(Rational a, Rational b, Rational *r);
bool rat_power(Rational a, Rational b, Rational *r);       /* whole exponents */
bool rat_quotient(Rational a, Rational b, Rational *r);    /* truncated */
bool rat_mod(Rational a, Rational b, Rational *r);
bool rat_rem(Rational a, Rational b, Rational *r);
bool rat_negative(Rational a, Rational b, Rational *r);
bool rat_abs(Rational a, Rational b, Rational *r);
bool rat_floor(Rational a, Rational b, Rational *r);
bool rat_same(Rational a, Rational b, Rational *r);

/* ---- the back end --------------------------------------------------------------------------------------- */

typedef enum { RATE_CONST, RATE_INIT, RATE_TRANSITION, RATE_STEP } Rate;

/* A set of equations that is solved together for as many variables. Blocks come in order of solution. */
typedef enum {
    B_ASSIGN,      /* one equation, solved: inner[0] */
    B_LINEAR,      /* torn; residuals linear in the tearing variables */
    B_SWITCHED,    /* B_LINEAR with switching elements: their lambda are tearing variables that come last */
    B_NONLINEAR    /* torn; fixed number of Newton steps */
} BlockKind;
typedef struct { uint32_t row, col; Ex e; } Coefficient;
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
} Block;

/* relation: what a variable-step run holds between events, and a step with several stages in them: the value v of a
 * relation a op b, of floor(a/b), of sample(a, b), of a call a. */
typedef enum {
    HELD_RELATION, HELD_FLOOR, HELD_SAMPLE, HELD_VALUE,
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
    Var   *start_taken;                    /* vec: init: variables whose start value was taken though not fixed */
    uint32_t equations_flat, equations_simple, equations_index;   /* for --report */
} Dae;

/* aliases, constants, der(x) -> variables linked by .der; no OP_DER remains */
bool simplify(Dtc *d, Flat *f);
bool index_reduce(Dtc *d, Flat *f, Dae *dae);             /* Pantelides, dummy derivatives; sets is_state, dae->state */
bool kinematics(Dtc *d, Flat *f, const Eq *eq, uint32_t n, const Var *var, const uint8_t *rank, uint32_t m,
                uint32_t *pivot_var);
/* exact elimination of the constraint rows eq over columns var, those of low rank first: pivot_var[i] = index in var of
   row i's pivot; reports redundant or contradictory couplings by component; false then */
/* init.c: which starts and initial equations determine the initial state; named errors; dae->init (sorted and torn) */
bool initial_problem(Dtc *d, Flat *f, Dae *dae);
/* init.c: says which start values were taken though not fixed (dtc check, --report) */
void initial_note(Dtc *d, Flat *f, Dae *dae);
/* matching, strongly connected blocks; dae->block with eq, var; names structurally singular parts */
bool sort(Dtc *d, Flat *f, Dae *dae);
/* the same for any square system (used by init.c) */
bool sort_system(Dtc *d, Flat *f, const Eq *eq, uint32_t n, const Var *unknown, uint32_t m, Block **out);
bool tear(Dtc *d, Flat *f, Dae *dae);
bool tear_block(Dtc *d, Flat *f, Block *b);
/* rank.c: linear systems without a unique solution, as far as known while compiling */
bool check_rank(Dtc *d, const Flat *f, const Dae *dae);
/* eliminate.c: a fixed order of elimination for sparse linear systems */
void eliminations(Dtc *d, const Flat *f, Dae *dae);
/* relation.c: for a variable step, and methods with stages: relations become discrete variables, dae->held */
bool hold_relations(Dtc *d, Flat *f, Dae *dae);
bool stage(Dtc *d, Flat *f, Dae *dae);                    /* rates, dead code, hoisting */
bool emit(Dtc *d, Flat *f, Dae *dae, FILE *c, FILE *h, const char *header_name);
bool dump_program(Dtc *d, Flat *f, Dae *dae, FILE *out);  /* the step program, as far as it is data: step.h */

void dump_flat(Dtc *d, Flat *f, FILE *out);               /* legal dtm; dumping the dump changes nothing */
void dump_index(Dtc *d, Flat *f, Dae *dae, FILE *out);
void dump_blt(Dtc *d, Flat *f, Dae *dae, FILE *out);
void dump_torn(Dtc *d, Flat *f, Dae *dae, FILE *out);
void dump_stage(Dtc *d, Flat *f, Dae *dae, FILE *out);
void report(Dtc *d, Flat *f, Dae *dae, FILE *out);

/* Validators between passes: balance, handles in range, order of blocks. Always on under `make check`. */
bool validate_flat(Dtc *d, Flat *f);
bool validate_dae(Dtc *d, Flat *f, Dae *dae);

/* ---- main.c, sim.c ---------------------------------------------------------------------------------------- */

Dtc *dtc_new(void);
void dtc_free(Dtc *d);
bool compile(Dtc *d, Dae *dae);                           /* parse .. stage; the passes in order */
int  sim_main(Dtc *d, Flat *f, Dae *dae, struct SimOptions *o);

#endif
