/* inst.h - the class tree and look-ups in it (resolve.c), the model as a tree of components (instance.c). */
#ifndef INST_H
#define INST_H

#include "ast.h"

typedef struct Inst Inst;
/* Where an expression is to be read: names are first members of inst, then looked up lexically from cls.
 * inst may be NULL (class scope: constants and classes only). env: for-loop iterators and function locals. */
typedef struct Env { const char *name; struct Val *val; const struct Env *next; } Env;
typedef struct { Inst *inst; Class *cls; const Env *env; } Scope;

/* A value or attribute with the scope in which its expression is to be read: bind_scope. relative: that of the instance
 * around the one that has it, as in all instances of a class; else `scope` has its own. */
typedef struct {
    const char *name; Expr *expr; Scope scope; Span span; bool each, final, relative; uint32_t depth, own;
} Bind;
/* depth: number of array dimensions of enclosing component arrays the value spans (from a modifier on an array of
 * components without `each`): the value's leading dimensions; bind_index() gives the subscripts of this element. own:
 * how many of the trailing own dimensions an attribute's value spans (0: one value for all elements, as with `each` or
 * from `type Angle = Real(unit = "rad")`); a binding spans them all. */
/* equations with the class they are written in (scope = this inst, that class) */
typedef struct { Section *section; Class *cls; } InstSection;
/* inst: composite child named as the net, its children are the places in order; index: in Flat.net plus 1, by
 * flatten */
typedef struct { NetDecl *decl; Class *cls; Inst *inst; uint32_t index; } InstNet;

/* What an instance is. Those of one component of a class are alike, whatever they are in and whatever values they have,
 * and share this (alike.c): what is made is looked up, so equal ones are one. Without gaps: it is compared as bytes. */
typedef struct InstKind {
    const char  *name;                     /* own name, "" for the root */
    Element     *decl;                     /* NULL for the root */
    Class       *cls;                      /* the class after redeclarations and short classes */
    Class       *enum_type;                /* T_ENUM */
    const uint32_t *dim;                   /* 8, evaluated; 0 from ndim on */
    const struct ClassInfo *members;       /* which children it has; NULL: they have no class (places of a net) */
    Bind        *attr;                     /* vec: start, fixed, unit, ... merged, outermost wins */
    InstSection *section;                  /* vec: all sections incl. inherited ones */
    Span         span;
    uint32_t     size;                     /* product of its own dimensions; builtin arrays are one Inst */
    TypeKind     type : 8;                 /* T_COMPOSITE, T_RECORD or builtin */
    Variability  variability : 8; Causality causality : 8; uint32_t ndim : 8;
    /* each_element: one element of an array of components; unused: there is no gap */
    bool         protected_, final, flow, inner, outer, absent, each_element, unused;
} InstKind;

/* What few instances have. */
typedef struct InstMore {
    /* composite with ndim > 0: size element instances, row-major; their parent is this; sections are the elements',
     * the binding of a record array is the array's */
    Inst       **elem;
    uint32_t     index;                    /* each_element: place in the array's elem */
    uint32_t     switch_index;             /* cls is the predefined `switching`: index in Flat.sw; by flatten */
    InstNet     *net;                      /* vec */
    Inst        *outer_target;             /* outer: the inner it stands for */
    Class       *model;                    /* of the root: the class as asked for, also a short one */
    const char  *why;                      /* as of VarInfo */
} InstMore;

struct Inst {
    Inst        *parent;
    const char  *path;                     /* "gearbox.c1", with indices "a[2].b"; "" for the root */
    const InstKind *is;
    const InstMore *has;                   /* inst_more() to change it */
    /* while instantiate() runs: what is still to be done here. Use inst_child(), not inst_member(), in what it
     * can call (lower) */
    struct Todo *todo;
    Inst       **child;                    /* vec: members in order, inherited ones in place of extends */
    Bind        *binding;                  /* value (= ...), or NULL */
    uint32_t     first;                    /* builtin: first of its `size` consecutive Vars; by flatten */
    bool         structural;               /* its value was used while compiling (lower.c): VarInfo.structural */
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
bool   class_is_a(Dtc *d, Class *c, const char *predefined);
/* parses src into the package its `within` names, which is returned (or the root); after errors what could be read */
Class *read_input(Dtc *d, Source *src);
/* Real Integer Boolean String StateSelect AssertionLevel switching ... into d->root */
void   predefined_classes(Dtc *d);

/* a member as it is; NULL: none. name: interned */
Inst    *inst_member(const Inst *in, const char *name);
/* a member, ready to be read, an outer's inner; NULL: none */
Inst    *inst_child(Dtc *d, Inst *inst, const char *name);
/* where the value or attribute b of `of` is read */
static inline Scope bind_scope(const Inst *of, const Bind *b)
{
    return b->relative ? (Scope){ of->parent, b->scope.cls, NULL } : b->scope;
}
InstMore *inst_more(Dtc *d, Inst *in);                     /* its own, to be written */
void     inst_forget(Dtc *d);                              /* no instance is asked for any more */
/* the b->depth subscripts (from 1) that select the part of `of`, which has the binding, and the sizes of those
 * dimensions */
uint32_t bind_index(const Inst *of, const Bind *b, uint32_t idx[8], uint32_t size[8]);

Inst  *instantiate(Dtc *d, Class *model);                                       /* NULL after errors */
/* for package constants, function locals, records */
Inst  *instantiate_component(Dtc *d, Class *c, Element *e, Scope s);

#endif
