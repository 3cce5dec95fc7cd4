/* ast.h - classes as written, by lex.l, gram.y and build.c; ast.c. */
#ifndef AST_H
#define AST_H

#include "base.h"
#include "ops.h"

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
    const char *str;                       /* E_STR: text, escapes resolved, interned */
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
struct Stmt {
    StmtKind kind; Span span; Expr *lhs, *rhs; Branch *branch; Iter *iter;
    const char *doc;
    Modifier *annotation;                  /* vec */
};

typedef struct { Stmt **body; bool initial, algorithm; Span span; } Section;

/* net NAME place a, b(2); initial a, b(2); from a, b to c when cond; ... end NAME; an automaton is a net of one token.
 * number: in a declaration the capacity, at the beginning the tokens, of an arc NULL; NULL: one */
typedef struct { const char *name; Expr *number; Span span; } PlaceName;
typedef struct { PlaceName *from, *to; Expr *guard; Span span; } Transition;       /* vecs */
typedef struct {
    const char *name, *doc;
    Span span, extent;                         /* of the name; from there to its end */
    bool automaton;
    PlaceName *place, *initial;                /* vecs */
    Transition *transition;
} NetDecl;

typedef enum { K_CLASS, K_MODEL, K_BLOCK, K_CONNECTOR, K_RECORD, K_PACKAGE, K_TYPE, K_FUNCTION, K_OPERATOR } ClassKind;
const char *class_kind_text(ClassKind k);  /* ast.c: "model" ... */
typedef enum { CF_LONG, CF_SHORT, CF_ENUM, CF_PREDEFINED } ClassForm;

typedef struct Class {
    ClassKind kind; ClassForm form;
    bool partial, encapsulated, final, pure_, impure;
    /* external object, a record of the inputs of its constructor: the function of C that makes it; else NULL */
    const char *object;
    const char *name, *doc;                /* doc: string after the name */
    Span span;                             /* of the name */
    Span extent;                           /* from its first word to its end; end 0: it is not closed */
    struct Class *enclosing;               /* lexical parent; NULL for d->root */
    /* long */
    Element  **element;                    /* vec, in order */
    Extends   *extends;                    /* vec */
    Import    *import;                     /* vec */
    Section   *section;                    /* vec */
    NetDecl   *net;                        /* vec */
    Modifier  *annotation;                 /* vec */
    /* function: external "C" (runtime functions of the library); without a call both are NULL */
    bool external; const char *external_name; Expr *external_call;
    Expr *external_result;                 /* r = f(x): r, else NULL */
    /* (redeclare) class extends NAME(base_mod): the inherited class of that name is its first base; base is unused */
    bool extends_inherited;
    /* short: class X = base[dim](mod); */
    Name base; Expr **base_dim; Modifier *base_mod; Causality base_causality; bool base_flow;
    /* enumeration */
    const char **literal, **literal_doc; Span *literal_span; bool enum_open;   /* enum_open: enumeration(:) */
    const Refusal *refused;                /* NULL, or why it cannot be used */
    Span body;                             /* of a library: what was not read yet, with `end NAME`; 0, 0: nothing */
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

/* Annotations that change what is compiled. Those of libraries that have none of these may be passed over. */
#define DTC_ANNOTATIONS(X)                                                                                             \
    X(Evaluate) X(GenerateEvents) X(Inline) X(InlineAfterIndexReduction) X(LateInline) X(__dtc) X(conversion)          \
    X(derivative) X(experiment) X(smoothOrder) X(uses) X(version)
#define ANNOTATION_OF(name) ANNOTATION_##name,
typedef enum { DTC_ANNOTATIONS(ANNOTATION_OF) ANNOTATIONS } Annotation;
#undef ANNOTATION_OF
extern const char *const annotation_names[ANNOTATIONS];
/* ast.c: the first such one in the list from a place on, which is moved behind it (NULL: the first of all); or NULL */
const Modifier *next_annotation(const Modifier *list, Annotation which, uint32_t *from);
bool annotation_says(const Modifier *list, Annotation which, bool otherwise);        /* of one that is a Boolean */

/* Parses one file into d->root's (or `within`'s) class tree. Recovers and reports many errors. False if any error.
 * library: bodies of the classes in its classes wait until parse_body. */
bool parse_file(Dtc *d, const char *filename, Class *into, bool library);
bool parse_source(Dtc *d, Source *src, Class *into, bool library);
void parse_body(Dtc *d, Class *c);         /* of a class whose `body` waits; mistakes in it are told */
/* the expression that stands in src alone, from a byte of it on; NULL after a diagnosis */
Expr *parse_expression(Dtc *d, Source *src, uint32_t from);
Class *class_new(Dtc *d, ClassKind k, const char *name, Span at, Class *enclosing);
const char *class_path(Dtc *d, const Class *c);            /* "Drivetrain.Clutch.Brake" */
const char *expr_text(Dtc *d, const Expr *e);              /* as source text, for messages */
const char *name_text(Dtc *d, Name n);

#endif
