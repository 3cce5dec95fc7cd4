/* flatten.h - what the files of the flatten pass share: flatten.c attribute.c equation.c when.c element.c connect.c. */
#ifndef FLATTEN_H
#define FLATTEN_H

#include "flat.h"
#include "val.h"

typedef struct Connections Connections;    /* connect.c */

typedef struct Flattener {
    Dtc   *d;
    Flat  *f;
    Inst  *root;
    /* when.c: variable -> 1 + index of the when-clause that assigns it, or reinits it */
    Map    assigned, reset;
    Map    place;                          /* of a net: variable -> its place in the list of nets (flat_nets.c) */
    Connections *conn;
} Flattener;

/* Where statements are read and where their equations go. `guard` is the condition under which a branch of an
 * if-equation holds (0: always); there only equations and asserts may stand. */
typedef struct Place {
    Scope       scope;
    const char *path;
    bool        initial;
    Equation  **out;                       /* vec of a branch of `if`; NULL: the model's */
    Ex          guard;
    bool        modified;                  /* a value of a modification */
} Place;

/* attribute.c: values and attributes of instances. */
const Bind *inst_attr(const Inst *in, const char *name);
void flatten_attributes(Flattener *fl, Inst *in);
/* its binding: of parameters, or of variables */
void flatten_value(Flattener *fl, Inst *in, bool parameters);
void flatten_experiment(Flattener *fl);

/* equation.c */
void flatten_statements(Flattener *fl, const Place *p, Stmt **body);
void flatten_algorithm(Flattener *fl, const Place *p, const Section *s);
void equate(Flattener *fl, const Place *p, const Val *lhs, const Val *rhs, EqKind kind, Span at);
bool values_fit(const Val *lhs, const Val *rhs);                                 /* types and sizes */
bool values_agree(Dtc *d, const Val *lhs, const Val *rhs, Span at, const char *path);
/* a Boolean; parameters that decide it become structural */
bool known_condition(Dtc *d, Ex c, bool *value);

/* branch of an `if` that may be taken; cond 0: else */
typedef struct { Ex cond; Stmt **body; Span at; } Choice;
/* vec; ends with the first branch that is sure to be taken */
bool choose_branches(Flattener *fl, const Place *p, const Stmt *s, Choice **out);

typedef void IterationBody(Flattener *fl, const Place *p, Stmt **body, void *data);
void each_iteration(Flattener *fl, const Place *p, Stmt *s, IterationBody *body, void *data);

/* when.c */
void flatten_when(Flattener *fl, const Place *p, Stmt *s);
void flatten_assert(Flattener *fl, const Place *p, const Expr *call, Span at);
void flatten_terminate(Flattener *fl, const Place *p, const Expr *call, Span at);

/* element.c: switching elements; flat_nets.c: nets and automata. */
bool is_switching(const Inst *in);
void switch_variables(Flattener *fl, Inst *in);
void switch_bounds(Flattener *fl, Inst *in);
void switch_equations(Flattener *fl, Inst *in);
/* of an element or automaton by its own name: an Integer for results, whose numbers have words */
void place_as(Flattener *fl, VarInfo v, Ex number);
void net_variables(Flattener *fl, Inst *in);
void net_transitions(Flattener *fl, Inst *in);
Var  place_entered(void *fl, Var place);   /* when it was entered last, a variable; 0: it is no place */

/* flatten.c */
Var  new_var(Flattener *fl, VarInfo v);

/* connect.c */
void connect_statement(Flattener *fl, const Place *p, const Stmt *s);
void connect_close(Flattener *fl);

/* Every instance below `in` that has variables or equations, in order of declaration: conditional components that are
 * absent and references to an outer component are left out. */
#define present(in)  (!(in)->is->absent && !((in)->is->outer && !(in)->is->inner))
#define is_connector_class(in) ((in)->is->cls && (in)->is->cls->kind == K_CONNECTOR)
#define is_builtin(in) ((in)->is->type != T_COMPOSITE && (in)->is->type != T_RECORD)
/* its elements are elem[0 .. size - 1] */
#define is_array(in) ((in)->is->ndim > 0 && !(in)->is->each_element && !is_builtin(in))

#endif
