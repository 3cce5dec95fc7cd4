/* circuits.c - part of check: connectors of which each set needs one node, a bus for example.
 *
 * A connector class with annotation(__dtc(node = "Electric.Bus")) carries the parts of a law that a node closes: with
 * none there are too few equations, with two the flow between them is anything. In words of equations neither tells
 * what is to be connected. The node's own connector has annotation(__dtc(node = true)). Sets are those of the first
 * potential, by connection equations. A set that is open, in a component checked by itself, may get its node outside.
 *
 * Cost: near-linear. Requires: connection equations. Ensures: each set has one node, or an error says so.
 */
#include "check.h"
#include "flatten.h"

/* By the set's root: the first connectors that are no nodes, and nodes; how many of the former. */
typedef struct { const Inst *member[2], *node[2]; uint32_t members; bool open, listed; } Circuit;

typedef struct {
    Dtc *d; Flat *f;
    Var     *set;                          /* by Var: union-find over potentials; NULL: no connector has been met */
    Circuit *circuit;                      /* by Var */
    Var     *root;                         /* vec: of circuits, as they come */
} Circuits;

static Var set_of(const Circuits *s, Var v)
{
    while (s->set[v] != v)
        v = s->set[v] = s->set[s->set[v]];
    return v;
}

static void read_sets(Circuits *s)
{
    const uint32_t n = vec_len(s->f->var);

    s->set = NEW_N(&s->d->pass, Var, n + 1);
    s->circuit = NEW_N(&s->d->pass, Circuit, n + 1);
    for (Var v = 0; v < n; v++)
        s->set[v] = v;
    for (Eq e = 1; e < vec_len(s->f->eq); e++) {
        const Equation *q = &s->f->eq[e];
        const Var a = q->kind == EQ_CONNECT ? ex_is_var(s->d, q->lhs) : 0;
        const Var b = a ? ex_is_var(s->d, q->rhs) : 0;
        if (b && !s->f->var[a].flow)
            s->set[set_of(s, a)] = set_of(s, b);
    }
}

static Var first_potential(const Circuits *s, const Inst *connector)
{
    for (uint32_t i = 0; i < vec_len(connector->child); i++) {
        const Inst *in = connector->child[i];
        if (is_builtin(in) && present(in) && !in->is->flow && s->f->var[in->first].variability == V_CONT)
            return in->first;
    }
    return 0;
}

static void add_connector(Circuits *s, const Inst *in)
{
    if (!s->set)
        read_sets(s);
    const Var v = first_potential(s, in);
    if (!v)
        return;
    Circuit *c = &s->circuit[set_of(s, v)];
    if (!c->listed)
        vec_push(&s->d->pass, s->root, set_of(s, v));
    c->listed = true;
    c->open |= s->d->opt.component && in->parent == s->f->root;
    if (in->is->decl && annotation_is_true(in->is->decl->annotation, "node")) {
        if (!c->node[0] || !c->node[1])
            c->node[c->node[0] != NULL] = in;
        return;
    }
    if (c->members < 2)
        c->member[c->members] = in;
    c->members++;
}

static void find_connectors(Circuits *s, const Inst *in)
{
    if (!present(in) || in->is->type != T_COMPOSITE)
        return;
    for (uint32_t k = 0; is_array(in) && k < in->is->size; k++)
        find_connectors(s, in->has->elem[k]);
    if (is_array(in))
        return;
    const Expr *node = is_connector_class(in) ? annotation_of(in->is->cls->annotation, "node") : NULL;
    if (node && node->kind == E_STR)
        add_connector(s, in);
    for (uint32_t i = 0; i < vec_len(in->child); i++)
        find_connectors(s, in->child[i]);
}

static void tell(const Circuits *s, const Circuit *c)
{
    const Inst *at = c->node[1] ? c->node[1] : c->member[0];
    const char *node = annotation_of(at->is->cls->annotation, "node")->str;

    if (c->node[1])
        error(s->d, at->is->span, at->path,
              "%s and %s are in one circuit, which has one %s: leave one out, and connect all to the other",
              c->node[0]->path, at->path, node);
    else if (c->members == 1)
        error(s->d, at->is->span, at->path, "%s is connected to nothing: connect it to the %s of its circuit",
              at->path, node);
    else
        error(s->d, at->is->span, at->path,
              "%s is connected to %s%s, but to no %s: each circuit needs one, to which all of it are "
              "connected",
              at->path, c->member[1]->path, c->members > 2 ? " and others" : "", node);
}

bool check_circuits(Dtc *d, Flat *f)
{
    Circuits s = { .d = d, .f = f };
    const uint32_t before = d->errors;

    find_connectors(&s, f->root);
    for (uint32_t i = 0; i < vec_len(s.root); i++) {
        const Circuit *c = &s.circuit[s.root[i]];
        if (c->node[1] || (!c->node[0] && !c->open))
            tell(&s, c);
    }
    return d->errors == before;
}
