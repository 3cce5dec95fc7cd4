/* resolve.h - what the files of the class tree share: predefined.c library.c resolve.c inherit.c modify.c subtype.c
 * alike.c instance.c component.c bound.c.
 *
 * Class trees and modifications. A class as written is one Class. Where redeclarations or modified constants make it
 * mean something else (`package P = Q(n = 3)`, a redeclared Medium, a local `model X = Y(a = k)` of one instance), it
 * is seen through a copy of its Class that has another enclosing class, an instance it is seen from (`self`) or an
 * environment of modifications; the copy shares all that was parsed. Models without such things have no copies.
 */
#ifndef RESOLVE_H
#define RESOLVE_H

#include "inst.h"

/* A scope in a class tree: here = its instance is the one whose class is being made into an instance, known only then.
 */
typedef struct { Class *cls; Inst *inst; bool here; } Where;
static inline Scope scope_at(Where w, Inst *here) { return (Scope){ w.here ? here : w.inst, w.cls, NULL }; }

/* A modification of one element, with the scope of its expressions. Lists (vecs) of them run from the outermost, which
 * wins, inwards. */
typedef struct Mod {
    const char *name; Span span;
    bool each, final;
    bool own;                              /* the declaration itself */
    Expr *value; const Modifier *sub; Element *redeclare;
    Where where;
    uint32_t depth;                        /* as in Bind */
    uint32_t rank;                         /* place of the modification that it is part of in that one's list */
    const Modifier *list;                  /* the arguments among which it is written */
} Mod;

/* An element of a class with all modifications on it that the class tree knows, its own declaration among them. */
typedef struct Member {
    Element *e;
    Where    owner, dim, condition;        /* scopes; redeclared elements take what they do not say from the original */
    Mod     *mod;                          /* vec */
    bool     protected_;
    /* component: its class, where that is the same for all instances; NULL: not known yet */
    Class   *type;
    uint32_t child;                        /* component: which of the children of an instance (Inst.child) */
    /* its attributes and its value, where those are the same for all instances */
    Bind    *attr, *binding; bool attr_known;
    const InstKind *shell, *kind;          /* what its instances are before they are expanded, what the last one was */
} Member;

/* Dimensions of `type V = Real[3]`, in a chain of short classes. */
typedef struct { Expr **dim; Where where; } TypeDim;

typedef enum { DONE_NOT, DONE_BUSY, DONE } Done;

typedef struct ClassInfo {
    uint32_t mapped, checked;              /* elements in Class.member so far */
    uint32_t walk;                         /* the last walk through base classes that came here */
    Map      file;                         /* package folder: name -> file or folder */
    Map      unreadable;                   /* names whose file has errors */
    bool     has_redeclare;                /* an own element is `redeclare` */
    /* an own class is short and modified, or replaceable: it may depend on the instance */
    bool     has_short;
    Mod     *env;                          /* copies: modifications of the class as a whole, outermost first */
    Mod     *found_env;                    /* those of them that are not from the classes that extend this one */
    Mod     *tail;                         /* copies: what the constraint of a redeclared class adds */
    bool     refusal_known; const Refusal *refused;  /* of the class, or of one that it extends */
    Class   *derived;                      /* copies: the class that extends this one; its `redeclare`s hold here too */
    Done     bases; Class **base;          /* vec, one an extends clause (short: one) */
    Map      special;                      /* copies: Element* -> Class* as seen in this class */
    Done     flat;
    Member  *raw;                          /* vec: own and inherited elements without env */
    Member  *member; Map index;            /* vec: with env; name -> index + 1 */
    InstSection *section;                  /* vec, inherited first where their extends clause stands */
    InstNet     *net;                      /* vec */
    Map      inherited;                    /* sections and nets among them that are inherited */
    Class   *builtin;                      /* derived from this predefined class or enumeration; NULL: it is not */
    Mod     *attr;                         /* vec: modifications of builtin's attributes, depth: dimensions they span */
    TypeDim *dims;                         /* vec */
    Map      constant;                     /* Element* -> Inst* */
    Done     counted; uint64_t made;       /* components that each instance has in it, as bound.c counts */
} ClassInfo;

/* A redeclaration, or an inner component: `cls` must have all that the constraint has. */
typedef struct {
    Class *cls;
    Where cls_where;
    Name cls_name;
    const Inst *inner;
    Class *constraint;
    Where where;
    Name name;
    Span at, declared;
    const char *element, *path;
} Check;

typedef struct Resolver {
    Class   *predefined;                   /* package around the predefined types */
    Map      types;                        /* name -> Class* of them */
    Class   *net[2];                       /* classes of the instances of nets, of automata */
    Map      reported;                     /* positions with an error: one each, not one an instance */
    Map      bound;                        /* Inst* -> Map*: Class* -> Class* as seen from this instance */
    Map      tried;                        /* top-level names that are in no folder */
    const char *beside;                    /* folder of an input that is in no package */
    Check   *check;                        /* vec: constraints of redeclarations, checked at the end */
    uint32_t compared;                     /* names that were compared for hints */
    uint32_t depth;                        /* nesting of lookups; bounded */
    uint32_t walks;                        /* through base classes, so far */
    bool     abort;                        /* endless nesting was found, or too many components */
    uint64_t made;                         /* components so far */
    Class   *model;                        /* that is made into a tree */
    Map      kind;                         /* of instances, by a hash of what they are */
} Resolver;

/* MAX_COMPARED: names, in all hints of a run: with many names and many errors the first ones get hints */
enum { MAX_COMPARED = 500000 };
enum { MAX_NESTING = 400, MAX_INSTANCE_DEPTH = 200, MAX_SAME_CLASS = 40, MAX_ARRAY = 1 << 24 };

/* With all that is written in it: bodies of classes of a library wait. What calls info_of need not ask. */
Class     *class_read(Dtc *d, Class *c);
ClassInfo *info_of(Dtc *d, Class *c);
Resolver  *resolver(Dtc *d);
bool       first_report(Dtc *d, Span at);                  /* false: an error at this place was reported before */

/* Walks through a class and all that it extends come to each of them once: false if this one has been here. */
bool       walk_comes(Dtc *d, Class *c, uint32_t walk);
uint32_t   walk_begin(Dtc *d);

/* predefined.c */
Class      *predefined_find(Dtc *d, const char *name);
TypeKind    predefined_kind(const Class *c);               /* T_COMPOSITE for switching */
bool        is_switching_class(const Class *c);
const char *const *attribute_names(const Class *c, uint32_t *n);
bool        has_attribute(const Class *c, const char *name);

/* library.c */
/* top-level class `name` from the folders of packages */
void     library_find(Dtc *d, const char *name);
/* version.c: "folder/name 1.2.0", NULL: there is none; a warning if another version of the package is used */
const char *versioned_folder(Dtc *d, const char *folder, const char *name);
void     check_version(Dtc *d, const Class *package);
void     folder_find(Dtc *d, Class *package, const char *name);
void     folder_names(Dtc *d, Class *package, const char ***names);

/* resolve.c */
typedef struct { Element *e; Class *owner; bool protected_; } Found;
typedef struct { Class *cls; Found component; Inst *inst; Class *level; bool enclosing, failed; } Lookup;
/* cls, or a component: its instance if there is one; level: the class it is a member of; enclosing: not of the
 * innermost scope; failed: an import of that name leads nowhere, which has been diagnosed */
void        map_elements(Dtc *d, Class *c);                             /* enters what was parsed into Class.member */
Element    *own_element(Dtc *d, Class *c, const char *name);
bool        class_find(Dtc *d, Class *c, const char *name, Found *out); /* own and inherited */
/* inherited element that a `redeclare` of c replaces */
Found       find_original(Dtc *d, Class *c, const char *name);
/* the class an extends clause or short class of c names */
Class      *base_class(Dtc *d, Class *c, Name n);
Lookup      import_one(Dtc *d, const Import *im, Name n);              /* what an import names */
Lookup      look_up_name(Dtc *d, Scope s, const char *name, bool inherited);   /* a simple name */
Inst       *inst_stands_for(Dtc *d, Inst *in);             /* what an outer component means, or in */

/* similar.c */
/* as similar_member, of what the scope sees; called: of that, what a call can name */
const char *similar_visible(Dtc *d, Scope s, const char *wrong, bool called);
const char *parameters_of(Dtc *d, Class *c);                            /* names of those that can be set, or "" */
const char *similar_member(Dtc *d, Class *c, const char *wrong);        /* "; did you mean `x`?" or "" */

/* elsewhere.c */
#define LIBRARY "Drivetrain"               /* the package of the components that come along */
/* "; it is P.name: write `import P.*;`", else as similar_visible */
const char *constant_or_similar(Dtc *d, Scope s, const char *name);     /* "; it is Modelica.Constants.pi", else so */
const char *model_elsewhere(Dtc *d, const char *name);                  /* path of a class of this name, or NULL */
const char *elsewhere_or_similar(Dtc *d, Scope s, const char *name, bool called);

/* inherit.c */
Class      *class_copy(Dtc *d, Class *c, Class *enclosing, Inst *self, Mod *env);
void        class_bases(Dtc *d, Class *c);
bool        derives_from(Dtc *d, Class *b, const Class *c);             /* is c among b and what it extends? */
Class      *member_class(Dtc *d, Class *owner, Element *e);             /* class element e as seen in owner */
/* class c, member of inst's class, as seen from inst */
Class      *bind_class(Dtc *d, Class *c, Inst *inst);
/* m redeclares a class of `of`, or modifies a class or a constant there */
bool        modifies_classes(Dtc *d, const Mod *m, Class *of);
/* what Drivetrain.External has in place of a function of C, or NULL */
Class      *known_external(Dtc *d, const char *name);
/* of c or of a class that it extends, or NULL */
const Refusal *class_refused(Dtc *d, Class *c);
bool        may_use(Dtc *d, const Refusal *r, Span use, const char *path);  /* false: it is said why not, and where */
Class      *end_of_chain(Dtc *d, Class *c);                             /* through short classes */
/* of extends clauses; a short class has one, `redeclare model extends X` one more, the first */
Extends     base_clause(const Class *c, uint32_t i);
Mod         extends_mod(Class *c, uint32_t i);                          /* the modification in extends clause i */

/* members.c */
void        class_flatten(Dtc *d, Class *c);                            /* fills raw .. dims */
Member     *member_find(Dtc *d, Class *c, const char *name);

/* modify.c */
Mod         mod_own(Element *e, Where w);
/* appends the parts of list that modify `name` */
Mod        *mods_named(Dtc *d, const Mod *list, const char *name, uint32_t more_depth, Inst *here, Mod *into);
Mod         mod_part(const Mod *m, uint32_t rank, const Modifier *s, uint32_t more_depth, Inst *here);
Mod        *mods_join(Arena *to, const Mod *a, const Mod *b);
/* duplicates; nothing outside of `final` */
void        check_modifications(Dtc *d, const Mod *list, const char *path);
bool        may_redeclare(Dtc *d, const Element *original, const Element *by, Span at, const char *path);
/* e's declaration and its constraint's modifications */
Mod        *mods_own(Dtc *d, Element *e, Where w);
Mod        *mods_constraint(Dtc *d, const Element *e, Where w);
/* what stays of the modifications of e when it is redeclared */
Mod        *mods_kept(Dtc *d, const Element *e, const Mod *inner);
/* prefixes that `by` does not give */
Element    *element_redeclared(Dtc *d, const Element *original, const Element *by);
Member      redeclared(Dtc *d, Member m, Inst *here, const char *path); /* applies the redeclarations among m.mod */
void        unknown_modifier(Dtc *d, const Mod *m, Class *c, const char *path);

/* subtype.c */
void        check_later(Dtc *d, Check c);
void        check_constraints(Dtc *d);

/* bound.c */
bool        bound_kept(Dtc *d, Class *c);  /* false after a diagnosis: c has too many components to be made once */
bool        bound_reached(Dtc *d, const Inst *in, uint64_t more);      /* more components are made in it: too many */

/* alike.c */
extern const uint32_t scalar_dim[8];
extern const InstMore nothing_more;
const InstKind *kind_kept(Dtc *d, const InstKind *made, const InstKind *likely);
/* of one that is being expanded: to be written */
static inline InstKind *inst_making(Inst *in) { return (InstKind *)(uintptr_t)in->is; }

/* instance.c, component.c */
/* outer: vec, outermost first, before m->mod; bound: field of a record with a value */
typedef struct Todo { Member *m; Mod *outer; Inst *here; bool busy, bound; } Todo;
/* fills in what is still to be done; children may remain to be done */
void        expand(Dtc *d, Inst *in);
bool        dimensions(Dtc *d, Inst *in, const Member *m, uint32_t nvalue, const ClassInfo *type, Inst *here);
/* allowed.c: false after a diagnosis */
bool        can_be_component(Dtc *d, Inst *in, Class *c, Span at);
bool        bounded_nesting(Dtc *d, const Inst *in);
/* from the first n */
bool        binding_of(const Inst *in, const Mod *list, uint32_t n, Inst *here, Bind *out, uint32_t *rank);
Bind       *attributes_of(Dtc *d, Inst *in, Class *builtin, const Mod *list, const Mod *chain, Inst *here);
#endif
