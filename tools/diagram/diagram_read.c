/* diagram_read.c - what is in the picture of a component: its components with their connectors, and what connect
 * statements join.
 *
 * A node is a component that is no variable; an array is one, folded. A connector of the model itself is a node, too.
 * Elements of an array of connectors are connectors each; and so is the connector of one component of an array, where
 * others of the array are not joined to the same.
 * Signals that an equation makes equal are joined, too.
 * What holds (a Fixed), joined to several, is repeated beside each of them, as a sign for the housing is on paper.
 * Cost: near-linear. Requires: flatten with Options.pictured.
 */
#include <math.h>
#include <string.h>
#include "diagram.h"
#include "flatten.h"
#include "known.h"

/* node: Inst* of a component, or name of a connector of the model -> 1 + its node */
typedef struct { Diagram *g; const double *value; Map node; } Reader;

/* ---- connectors ---------------------------------------------------------------------------------------- */

static bool is_port(const Inst *in) { return present(in) && is_connector_class(in); }

static const char *inst_unit(const Inst *in)
{
    const Bind *b = inst_attr(in, "unit");

    return b && b->expr->kind == E_STR ? b->expr->str : "";
}

/* By what flows: torque, force, heat; of several it is a frame. A housing is told by its class, as it is by people. */
static LinkKind connector_kind(Dtc *d, const Inst *c)
{
    const Inst *first = is_array(c) && c->is->size ? c->has->elem[0] : c, *flow = NULL;
    uint32_t flows = 0;

    (void)d;
    if (is_builtin(first))
        return first->is->causality == C_LOCAL ? LINK_OTHER
             : first->is->type == T_REAL       ? LINK_REAL
             : first->is->type == T_BOOL       ? LINK_BOOLEAN
                                               : LINK_INTEGER;
    for (uint32_t i = 0; i < vec_len(first->child); i++)
        if (first->child[i]->is->flow) {
            flow = first->child[i];
            flows += flow->is->size;
        }
    if (flows > 1)
        return LINK_FRAME;
    const char *unit = flow ? inst_unit(flow) : "";
    if (strcmp(unit, "N.m") == 0 || strcmp(unit, "N") == 0)
        return strcmp(first->is->cls->name, "Support") == 0 ? LINK_HOUSING
             : unit[1]                                      ? LINK_SHAFT
                                                            : LINK_SLIDE;
    return strcmp(unit, "W") == 0 ? LINK_HEAT : LINK_OTHER;
}

static Port port_new(Dtc *d, Inst *in, const char *name)
{
    Port p = { .inst = in, .name = name, .kind = connector_kind(d, in) };

    p.input = in->is->causality == C_INPUT;
    p.output = in->is->causality == C_OUTPUT;
    return p;
}

/* "[2]" of an element of an array, by its path. */
static const char *index_text(const Inst *element)
{
    const char *bracket = strrchr(element->path, '[');

    return bracket ? bracket : "";
}

/* Of an array each element; of signals they come when one by one is joined. */
static void add_ports(Dtc *d, Node *n)
{
    enum { MOST = 12 };

    for (uint32_t i = 0; i < vec_len(n->inst->child); i++) {
        Inst *c = n->inst->child[i];
        if (!is_port(c) || c->is->protected_)
            continue;
        for (uint32_t k = 0; is_array(c) && k < c->is->size && k < MOST; k++)
            vec_push(&d->run, n->port,
                     port_new(d, c->has->elem[k],
                              internf(d, "%s%s", c->is->name, index_text(c->has->elem[k]))));
        if (!is_array(c))
            vec_push(&d->run, n->port, port_new(d, c, c->is->name));
    }
}

/* ---- components ---------------------------------------------------------------------------------------- */

/* All components of an array have that value? */
static bool same_in_array(const Reader *r, const Inst *component, const Inst *in, double x)
{
    const Inst *array = component->is->each_element ? component->parent : NULL;

    for (uint32_t k = 0; array && k < array->is->size; k++) {
        const Inst *other = inst_member(array->has->elem[k], in->is->name);
        const Ex e = other && other->first ? r->g->d->flat->var[other->first].binding : 0;
        double y;
        if (!e || !known_eval(r->g->d, e, r->value, &y) || y < x || y > x)
            return false;
    }
    return true;
}

/* Of a parameter that the model gives to the component: "J = 0.2 kg.m2"; NULL: it is no such number. */
static const char *value_line(const Reader *r, const Inst *component, const Inst *in)
{
    Dtc *d = r->g->d;
    const VarInfo *v = in->first ? &d->flat->var[in->first] : NULL;
    double x;

    if (!v || !present(in) || !is_builtin(in) || in->is->ndim || in->is->protected_ ||
        v->variability != V_PARAM || !in->binding || bind_scope(in, in->binding).inst == component ||
        (in->is->type != T_REAL && in->is->type != T_INT))
        return NULL;
    if (!v->binding || !known_eval(d, v->binding, r->value, &x) || !same_in_array(r, component, in, x))
        return NULL;
    const bool plain = !v->unit || !*v->unit || strcmp(v->unit, "1") == 0;
    return internf(d, fabs(x) >= 1e4 && fabs(x) < 1e7 ? "%s = %.0f%s%s" : "%s = %.5g%s%s", in->is->name, x,
                   plain ? "" : " ", plain ? "" : v->unit);
}

/* Those that are written first: the author has an order. */
static void add_values(const Reader *r, Node *n)
{
    uint32_t at[VALUES] = { 0 };

    for (uint32_t i = 0; i < vec_len(n->inst->child); i++) {
        const char *line = value_line(r, n->inst, n->inst->child[i]);
        uint32_t k = 0, written = line ? n->inst->child[i]->binding->span.pos : 0;
        while (line && k < VALUES && n->value[k] && at[k] <= written)
            k++;
        if (!line || k == VALUES)
            continue;
        for (uint32_t m = VALUES - 1; m > k; m--)
            at[m] = at[m - 1], n->value[m] = n->value[m - 1];
        at[k] = written;
        n->value[k] = line;
    }
}

/* 1 + the node of a connector of the model, or of a variable, as `input Real u` is one; of an array of each element. */
static uint32_t outer_node(Reader *r, Inst *in, const char *name)
{
    Dtc *d = r->g->d;
    uint32_t k = (uint32_t)map_get(&r->node, KEY(name));

    if (k)
        return k;
    Node n = { .inst = in, .name = name, .cls = in->is->cls, .outer = true };
    vec_push(&d->run, n.port, port_new(d, in, name));
    vec_push(&d->run, r->g->node, n);
    k = vec_len(r->g->node);
    map_set(&d->run, &r->node, KEY(name), k);
    return k;
}

/* A Fixed: it is drawn as a sign for the housing. */
static bool holds(const Node *n)
{
    const char *name = n->cls->name;
    const size_t k = strlen(name);

    return !n->outer && !n->many && vec_len(n->port) == 1 && is_mechanical(n->port[0].kind) && k >= 5 &&
           strcmp(name + k - 5, "Fixed") == 0;
}

static void add_node(Reader *r, Inst *in)
{
    Dtc *d = r->g->d;
    Inst *one = is_array(in) ? in->is->size ? in->has->elem[0] : NULL : in;

    if (!one || !present(in))
        return;
    if (is_connector_class(in)) { /* elements of an array come with what they are joined to */
        if (in->is->ndim == 0)
            outer_node(r, in, in->is->name);
        return;
    }
    if (is_builtin(in) || in->is->type == T_RECORD || is_switching(in) || !one->is->members ||
        in->is->cls->object)
        return;
    Node n = { .inst = one, .name = in->is->name, .cls = in->is->cls, .many = is_array(in) };
    for (uint32_t i = 0; i < in->is->ndim; i++)
        n.name =
            internf(d, "%s%s%u%s", n.name, i ? "," : "[", in->is->dim[i], i + 1 < in->is->ndim ? "" : "]");
    add_ports(d, &n);
    add_values(r, &n);
    n.holds = holds(&n);
    vec_push(&d->run, r->g->node, n);
    map_set(&d->run, &r->node, KEY(in), vec_len(r->g->node));
}

/* ---- connections --------------------------------------------------------------------------------------- */

/* The name of a connector within its component: "part.flange", "sun[2]". */
static const char *connector_name(Dtc *d, const Inst *connector, const Inst *top)
{
    const char *name = "";

    for (const Inst *x = connector; x != top && x->parent; x = x->parent) {
        if (x->is->each_element && x->parent != top)
            name = internf(d, "%s%s", index_text(x), name);
        else if (!x->is->each_element)
            name = internf(d, "%s%s%s", x->is->name, *name && *name != '[' ? "." : "", name);
    }
    return name;
}

static uint32_t named_port(Dtc *d, Node *n, Inst *connector, const char *name)
{
    uint32_t i = 0;

    while (i < vec_len(n->port) && strcmp(n->port[i].name, name) != 0)
        i++;
    if (i == vec_len(n->port))
        vec_push(&d->run, n->port, port_new(d, connector, name));
    return i;
}

/* The place of a connector: its node in this diagram, and there the outermost connector that it is or is part of. A
 * variable that is no connector, or a connector of a part, is one that is seen where it is joined. one: of an array of
 * components the element that it is of. */
static bool pin_of(Reader *r, Inst *in, uint32_t element, Pin *pin, const Inst **one)
{
    Diagram *g = r->g;
    Dtc *d = g->d;
    Inst *top = in, *connector = in;

    *one = NULL;
    for (; top && top->parent != g->of; top = top->parent) {
        if (is_connector_class(top) && !(is_array(top) && connector->parent == top))
            connector = top;
        *one = top->is->each_element ? top : NULL;
    }
    if (!top)
        return false;
    const char *index = *one ? index_text(*one) : element ? internf(d, "[%u]", element) : "";
    const bool outer = is_connector_class(top) || is_builtin(top);
    const uint32_t k = outer ? outer_node(r, *one ? connector : top, internf(d, "%s%s", top->is->name, index))
                             : (uint32_t)map_get(&r->node, KEY(top));
    if (!k)
        return false;
    if (outer)
        *one = NULL;
    Node *n = &g->node[k - 1];
    pin->node = k - 1;
    pin->port = 0;
    if (n->outer)
        return true;
    pin->port = named_port(d, n, connector, connector_name(d, connector, top));
    return true;
}

static bool same_pin(Pin a, Pin b) { return a.node == b.node && a.port == b.port; }

static uint64_t link_key(Pin a, Pin b)
{
    const uint64_t x = (uint64_t)a.node << 12 | (a.port & 0xfff),
                   y = (uint64_t)b.node << 12 | (b.port & 0xfff);

    return x < y ? x << 32 | y : y << 32 | x;
}

/* An end of a link: of a folded array of components the element, of an array of signals its number, from 1; or 0. */
typedef struct { const Inst *one; uint32_t element; } PartOf;
typedef struct { Link link; PartOf end[2]; } Joined;

/* The connector of one element, where it is joined to what not all of the array is joined to. folds: the other end is
 * of an array of components, too */
static void set_apart(Reader *r, Pin *p, const PartOf *end, bool folds, uint64_t times)
{
    Dtc *d = r->g->d;
    Node *n = &r->g->node[p->node];
    const Port port = n->port[p->port];
    const char *name = port.name, *element = NULL;

    if (n->outer)
        return;
    if (end->one && !folds && times < end->one->parent->is->size)
        name = internf(d, "%s%s", name, element = index_text(end->one));
    if (end->element && times < port.inst->is->size)
        name = internf(d, "%s[%u]", name, end->element);
    p->port = named_port(d, n, port.inst, name);
    if (element) {
        n->port[p->port].element = element;
        n->port[p->port].own = end->element ? internf(d, "%s[%u]", port.name, end->element) : port.name;
    }
}

/* What `component.u` or `u` stands for, if that is an input or an output; NULL: it is something else. gives: values
 * come from there. */
static Inst *signal_of(Inst *of, const Expr *e, bool *gives)
{
    Inst *in = of;
    const uint32_t n = e->kind == E_REF && !e->global ? vec_len(e->part) : 0;

    for (uint32_t i = 0; i < n && n <= 2 && in; i++)
        in = e->part[i].sub || is_builtin(in) || is_array(in) ? NULL : inst_member(in, e->part[i].name);
    if (n == 0 || n > 2 || !in || !present(in) || !is_builtin(in) || in->is->ndim ||
        in->is->causality == C_LOCAL)
        return NULL;
    *gives = (in->is->causality == C_INPUT) == (n == 1);
    return in;
}

/* Signals that an equation makes equal, as `clutch.f = ramp.y`, are joined as by connect. */
static Connection *equal_signals(Diagram *g)
{
    Connection *found = NULL;

    for (uint32_t i = 0; i < vec_len(g->of->is->section); i++) {
        const Section *s = g->of->is->section[i].section;
        for (uint32_t k = 0; k < vec_len(s->body) && !s->algorithm && !s->initial; k++) {
            const Stmt *e = s->body[k];
            bool left = false, right = false;
            Inst *a = e->kind == S_EQUAL ? signal_of(g->of, e->lhs, &left) : NULL;
            Inst *b = a ? signal_of(g->of, e->rhs, &right) : NULL;
            if (b && left != right)
                vec_push(&g->d->run, found, ((Connection){ a, b, g->of, 0, 0, e }));
        }
    }
    return found;
}

static void find_joined(Reader *r, const Connection *c, Joined **found, Map *times)
{
    Diagram *g = r->g;
    Dtc *d = g->d;

    for (uint32_t i = 0; i < vec_len(c); i++) {
        Joined f = { .link = { .statement = c[i].statement },
                     .end = { { .element = c[i].element_a }, { .element = c[i].element_b } } };
        if (c[i].in != g->of || !pin_of(r, c[i].a, c[i].element_a, &f.link.a, &f.end[0].one) ||
            !pin_of(r, c[i].b, c[i].element_b, &f.link.b, &f.end[1].one))
            continue;
        const uint64_t key = link_key(f.link.a, f.link.b);
        map_set(&d->run, times, key, map_get(times, key) + 1);
        vec_push(&d->run, *found, f);
    }
}

/* Those of arrays fold into one, where both sides are arrays, or all of one is joined to the same. */
static void add_links(Reader *r)
{
    Diagram *g = r->g;
    Joined *found = NULL;
    Map seen = { 0 }, times = { 0 };

    find_joined(r, g->d->flat->connection, &found, &times);
    find_joined(r, equal_signals(g), &found, &times);
    for (uint32_t i = 0; i < vec_len(found); i++) {
        Link l = found[i].link;
        const uint64_t n = map_get(&times, link_key(l.a, l.b));
        const PartOf *end = found[i].end;
        set_apart(r, &l.a, &end[0], end[1].one != NULL, n);
        set_apart(r, &l.b, &end[1], end[0].one != NULL, n);
        if (same_pin(l.a, l.b) || map_get(&seen, link_key(l.a, l.b)))
            continue;
        map_set(&g->d->run, &seen, link_key(l.a, l.b), 1);
        l.kind = port_of(g, l.a)->kind;
        const bool held = g->node[l.a.node].holds || g->node[l.b.node].holds;
        if (port_of(g, l.b)->kind == LINK_HOUSING || (held && l.kind != LINK_FRAME))
            l.kind = LINK_HOUSING;
        vec_push(&g->d->run, g->link, l);
    }
}

/* ---- what holds ---------------------------------------------------------------------------------------- */

/* Each of its links but the first ends at a copy of it. */
static void repeat_holders(Diagram *g)
{
    const uint32_t nodes = vec_len(g->node);
    bool *met = NEW_N(&g->d->run, bool, nodes);

    for (uint32_t i = 0; i < vec_len(g->link); i++)
        for (int end = 0; end < 2; end++) {
            Pin *p = end ? &g->link[i].b : &g->link[i].a;
            if (p->node >= nodes || !g->node[p->node].holds)
                continue;
            if (!met[p->node]) {
                met[p->node] = true;
                continue;
            }
            Node copy = g->node[p->node];
            copy.copy = p->node + 1;
            copy.port = NULL;
            vec_push(&g->d->run, copy.port, g->node[p->node].port[0]);
            vec_push(&g->d->run, g->node, copy);
            *p = (Pin){ vec_len(g->node) - 1, 0 };
        }
}

/* ---- nets ---------------------------------------------------------------------------------------------- */

static uint32_t root_of_port(uint32_t *up, uint32_t x)
{
    while (up[x] != x)
        x = up[x] = up[up[x]];
    return x;
}

/* All that is joined is one net; of the kind of its links, a housing if one of them is. */
static void make_nets(Diagram *g)
{
    Dtc *d = g->d;
    uint32_t n = 0, *first = NEW_N(&d->run, uint32_t, vec_len(g->node) + 1);

    for (uint32_t i = 0; i < vec_len(g->node); i++) {
        first[i] = n;
        n += vec_len(g->node[i].port);
    }
    uint32_t *up = NEW_N(&d->run, uint32_t, n + 1), *net = NEW_N(&d->run, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        up[i] = i;
    for (uint32_t i = 0; i < vec_len(g->link); i++)
        up[root_of_port(up, first[g->link[i].a.node] + g->link[i].a.port)] =
            root_of_port(up, first[g->link[i].b.node] + g->link[i].b.port);
    for (uint32_t i = 0; i < vec_len(g->link); i++)
        for (int end = 0; end < 2; end++) {
            const Pin p = end ? g->link[i].b : g->link[i].a;
            const uint32_t root = root_of_port(up, first[p.node] + p.port);
            if (!net[root]) {
                vec_push(&d->run, g->net, ((Net){ .kind = g->link[i].kind }));
                net[root] = vec_len(g->net);
            }
            Net *t = &g->net[net[root] - 1];
            if (g->link[i].kind == LINK_HOUSING)
                t->kind = LINK_HOUSING;
            if (!port_of(g, p)->net) {
                port_of(g, p)->net = net[root];
                vec_push(&d->run, t->pin, p);
            }
        }
}

static const char *class_doc(Dtc *d, const Class *c)
{
    const char *doc = class_origin(c)->doc ? class_origin(c)->doc : "", *end = strchr(doc, '\n');

    return end ? intern(d, doc, (size_t)(end - doc)) : doc;
}

Diagram *diagram_read(Dtc *d, Inst *of, const double *value)
{
    Diagram *g = NEW(&d->run, Diagram);
    Reader r = { .g = g, .value = value };

    g->d = d;
    g->of = of;
    g->title = of->parent ? of->path : of->has->model->name;
    g->doc = of->parent && of->is->decl && of->is->decl->doc
               ? of->is->decl->doc
               : class_doc(d, of->parent ? of->is->cls : of->has->model);
    for (uint32_t i = 0; i < vec_len(of->child); i++)
        add_node(&r, of->child[i]);
    add_links(&r);
    return g;
}

void diagram_join(Diagram *g, bool repeat)
{
    if (repeat)
        repeat_holders(g);
    make_nets(g);
}
