/* idle.c - part of check: components that can do nothing, most likely since a connection was forgotten or went astray.
 *
 * 1 A connector is connected to nothing: its flows are zero. If the component's own equations, and those of what it is
 *   made of, then make the flows of all its other connectors zero, it transmits nothing for ever (transmit.c): half a
 *   spring, gear, clutch or planetary set. Half an inertia, brake or bearing still has its effect. The chain behind
 *   such a component is not reported.
 * 2 All connected connectors of a component are connected with each other.
 * 3 The positions or angles of a component's connectors differ by constants, and not by equations of its own: a
 *   spring within a rigid body. Heat or oil flows between places that differ so: potentials in other units have no
 *   part in it. (A switching element there is found by exact kinematics, over gears as well: kinematics.c.)
 * 4 A connector that is there since a condition asks for it (useHeatPort, useSupport) is connected to nothing. Where it
 *   is one of heat, and the component says how much flows out whatever the temperature, that is an error: all its
 *   losses would have to be zero.
 *
 * annotation(__dtc(idle = true)) of a component says that it is meant so, also for all components in it.
 *
 * Requires: a balanced model, before aliases. Ensures: warnings; Flat.loose: what is open of components that transmit
 * nothing. Cost: near-linear.
 */
#include <string.h>
#include "check.h"
#include "flatten.h"
#include "transmit.h"

enum { STEPS = 64 };

static const Span nowhere = { 0, 0 };

typedef struct { Var a, b; bool rigid; } Pair;               /* a - b is constant; b = 0: a is */

typedef struct Idle {
    Dtc *d; Flat *f;
    Flows    *flows;
    uint32_t *place;                       /* by Eq: number of its component, in preorder; 0: none */
    Map       number;                      /* path -> number */
    uint32_t *until;                       /* vec by number: the last one in it */
    Eq       *sum;                         /* by Var: the connection that its flow is summed in, seen from outside */
    Pair     *pair;                        /* by Eq */
    uint32_t *start; Eq *of;               /* by Var: the equations that are pairs with it */
    Var      *body;                        /* union-find over variables that differ by constants; 0: the housing */
    uint32_t *seen, epoch;                 /* by Var */
} Idle;

/* ---- tables -------------------------------------------------------------------------------------------- */

static void number_components(Idle *s, const Inst *in)
{
    if (!present(in) || is_builtin(in))
        return;
    uint32_t n = vec_len(s->until);
    vec_push(&s->d->pass, s->until, n);
    map_set(&s->d->pass, &s->number, KEY(in->path), n);
    for (uint32_t k = 0; is_array(in) && k < in->is->size; k++)
        number_components(s, in->has->elem[k]);
    for (uint32_t i = 0; !is_array(in) && i < vec_len(in->child); i++)
        number_components(s, in->child[i]);
    s->until[n] = vec_len(s->until) - 1;
}

static void place_equations(Idle *s)
{
    s->place = NEW_N(&s->d->pass, uint32_t, vec_len(s->f->eq) + 1);
    for (Eq e = 1; e < vec_len(s->f->eq); e++)
        s->place[e] = s->f->eq[e].path ? (uint32_t)map_get(&s->number, KEY(s->f->eq[e].path)) : 0;
}

/* The terms of a connection's sum: those with plus are seen from outside. */
static void read_sum(Idle *s, Eq e)
{
    Dtc *d = s->d;
    Ex *stack = NULL;
    vec_push(&d->pass, stack, s->f->eq[e].lhs);
    while (vec_len(stack)) {
        Ex x = vec_pop(stack);
        Op op = ex_op(d, x);
        Var v = ex_is_var(d, x);
        if (op == OP_ADD || op == OP_SUB)
            vec_push(&d->pass, stack, ex_arg(d, x, 0));
        if (op == OP_ADD)
            vec_push(&d->pass, stack, ex_arg(d, x, 1));
        if (v && s->f->var[v].flow)
            s->sum[v] = e;
    }
}

static void read_sums(Idle *s)
{
    s->sum = NEW_N(&s->d->pass, Eq, vec_len(s->f->var) + 1);
    for (Eq e = 1; e < vec_len(s->f->eq); e++) {
        const Equation *q = &s->f->eq[e];
        if (q->kind == EQ_CONNECT && q->rhs && ex_is_zero(s->d, q->rhs))
            read_sum(s, e);
    }
}

/* ---- rigid bodies -------------------------------------------------------------------------------------- */

static Var body_of(Idle *s, Var v)
{
    while (s->body[v] != v)
        v = s->body[v] = s->body[s->body[v]];
    return v;
}

static bool is_constant(const Idle *s, Ex e)
{
    Var *vars = NULL;
    ex_vars(s->d, e, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++)
        if (s->f->var[vars[i]].variability < V_PARAM)
            return false;
    return ex_op(s->d, e) != OP_TIME;
}

/* a - b = constant, or a = constant. */
static Pair rigid_pair(const Idle *s, const Equation *q)
{
    typedef struct {
        Ex e;
        bool minus;
    } Signed;
    Dtc *d = s->d;
    Signed stack[STEPS + 4] = { { q->lhs, false }, { q->rhs, true } };
    Var v[2] = { 0 };
    for (uint32_t n = 2, step = 0; n > 0; step++) {
        Signed t = stack[--n];
        Op op = ex_op(d, t.e);
        Var x = ex_is_var(d, t.e);
        if (step == STEPS)
            return (Pair){ 0 };
        if (x && s->f->var[x].variability < V_PARAM) {
            if (v[t.minus] || s->f->var[x].type != T_REAL)
                return (Pair){ 0 };
            v[t.minus] = x;
        } else if (op == OP_ADD || op == OP_SUB) {
            stack[n++] = (Signed){ ex_arg(d, t.e, 0), t.minus };
            stack[n++] = (Signed){ ex_arg(d, t.e, 1), t.minus ^ (op == OP_SUB) };
        } else if (op == OP_NEG)
            stack[n++] = (Signed){ ex_arg(d, t.e, 0), !t.minus };
        else if (!is_constant(s, t.e))
            return (Pair){ 0 };
    }
    return (Pair){ v[0], v[1], v[0] || v[1] };
}

static void rigid_bodies(Idle *s)
{
    Arena *a = &s->d->pass;
    uint32_t n = vec_len(s->f->var);
    s->pair = NEW_N(a, Pair, vec_len(s->f->eq) + 1);
    s->body = NEW_N(a, Var, n + 1);
    s->seen = NEW_N(a, uint32_t, n + 1);
    s->start = NEW_N(a, uint32_t, n + 2);
    for (Var v = 0; v < n; v++)
        s->body[v] = v;
    for (Eq e = 1; e < vec_len(s->f->eq); e++) {
        const Equation *q = &s->f->eq[e];
        if (!q->lhs || q->removed || ex_type(s->d, q->lhs) != T_REAL)
            continue;
        Pair p = s->pair[e] = rigid_pair(s, q);
        if (!p.rigid)
            continue;
        s->body[body_of(s, p.a)] = body_of(s, p.b);
        s->start[p.a + 1]++, s->start[p.b + 1]++;
    }
    for (Var v = 0; v <= n; v++)
        s->start[v + 1] += s->start[v];
    s->of = NEW_N(a, Eq, s->start[n + 1] + 1);
    for (Eq e = 1; e < vec_len(s->f->eq); e++) {
        Pair p = s->pair[e];
        if (p.rigid)
            s->of[s->start[p.a] + s->seen[p.a]++] = e, s->of[s->start[p.b] + s->seen[p.b]++] = e;
    }
    memset(s->seen, 0, (n + 1) * sizeof *s->seen);
}

/* Do equations of components first .. last by themselves keep a and b at a constant distance? */
static bool joined_within(Idle *s, uint32_t first, uint32_t last, Var a, Var b)
{
    Var *queue = NULL;
    s->epoch++;
    vec_push(&s->d->pass, queue, a);
    s->seen[a] = s->epoch;
    for (uint32_t h = 0; h < vec_len(queue) && s->seen[b] != s->epoch; h++)
        for (uint32_t i = s->start[queue[h]]; queue[h] && i < s->start[queue[h] + 1]; i++) {
            Eq e = s->of[i];
            Pair p = s->pair[e];
            Var next = p.a == queue[h] ? p.b : p.a;
            if (!p.rigid || s->place[e] < first || s->place[e] > last || s->seen[next] == s->epoch)
                continue;
            s->seen[next] = s->epoch;
            vec_push(&s->d->pass, queue, next);
        }
    return s->seen[b] == s->epoch;
}

/* ---- a component and its connectors -------------------------------------------------------------------- */

typedef struct { const Inst *inst; Var *flow, *potential; bool open; } Connector;     /* vecs */

static void members(Idle *s, const Inst *in, Connector *c)
{
    if (!present(in))
        return;
    for (uint32_t i = 0; !is_builtin(in) && i < vec_len(in->child); i++)
        members(s, in->child[i], c);
    for (uint32_t k = 0; is_builtin(in) && in->is->type == T_REAL && in->first && k < in->is->size; k++) {
        const VarInfo *v = &s->f->var[in->first + k];
        if (v->variability >= V_PARAM || v->causality != C_LOCAL)
            continue;
        if (v->flow)
            vec_push(&s->d->pass, c->flow, in->first + k);
        else
            vec_push(&s->d->pass, c->potential, in->first + k);
    }
}

static bool is_open(const Idle *s, const Connector *c)
{
    for (uint32_t i = 0; i < vec_len(c->flow); i++) {
        Eq e = s->sum[c->flow[i]];
        if (!e || ex_is_var(s->d, s->f->eq[e].lhs) != c->flow[i])
            return false;
    }
    return true;
}

static void gather(Idle *s, const Inst *in, Connector **out)
{
    if (!present(in) || in->is->protected_)
        return;
    for (uint32_t k = 0; is_array(in) && k < in->is->size; k++)
        gather(s, in->has->elem[k], out);
    if (is_array(in) || is_builtin(in))
        return;
    Connector c = { .inst = in };
    members(s, in, &c);
    if (!vec_len(c.flow))
        return;
    c.open = is_open(s, &c);
    vec_push(&s->d->pass, *out, c);
}

const Expr *annotation_of(const Modifier *m, const char *word)
{
    uint32_t from = 0;

    for (const Modifier *own; (own = next_annotation(m, ANNOTATION___dtc, &from)) != NULL;)
        for (uint32_t k = 0; k < vec_len(own->sub); k++)
            if (strcmp(own->sub[k].name, word) == 0)
                return own->sub[k].value;
    return NULL;
}

bool annotation_is_true(const Modifier *m, const char *word)
{
    const Expr *e = annotation_of(m, word);
    return e && e->kind == E_BOOL && e->boolean;
}

bool is_meant(Dtc *d, const char *path, const char *word)
{
    const Inst *i = d->instance;
    while (i && *path) {
        size_t n = strcspn(path, ".[");
        if (i->has->elem && i->is->size)
            i = i->has->elem[0];
        i = inst_member(i, intern(d, path, n));
        if (!i || !i->is->decl)
            return false;
        if (annotation_is_true(i->is->decl->annotation, word))
            return true;
        path += n;
        path += *path == '[' ? strcspn(path, "]") : 0;
        if (*path == ']')
            path++;
        if (*path == '.')
            path++;
    }
    return false;
}

void note_meant(Dtc *d, const char *path)
{
    note(d, nowhere, NULL, "if that is meant, say so: %s ... annotation(__dtc(idle = true))", path);
}

/* ---- the four questions -------------------------------------------------------------------------------- */

/* 1: with the flows of its open connectors zero, those of all other connectors are, and not by themselves. */
static bool dead(Idle *s, const Inst *in, const Connector *c)
{
    bool all = true, news = false;
    uint32_t first = (uint32_t)map_get(&s->number, KEY(in->path));
    Var *zero = NULL;
    for (uint32_t k = 0; k < vec_len(c); k++)
        for (uint32_t i = 0; c[k].open && i < vec_len(c[k].flow); i++)
            vec_push(&s->d->pass, zero, c[k].flow[i]);
    ask_flows(s->flows, first, s->until[first], zero, vec_len(zero));
    for (uint32_t k = 0; k < vec_len(c); k++)
        for (uint32_t i = 0; !c[k].open && i < vec_len(c[k].flow); i++) {
            all = all && flow_is_zero(s->flows, c[k].flow[i]);
            news = news || !s->flows->always[c[k].flow[i]];
        }
    return all && news;
}

static void tell_open(Idle *s, const Inst *in, const Connector *c)
{
    map_set(&s->d->run, &s->f->idle, KEY(in->path), 1);
    s->d->about = (About){ .kind = ABOUT_LOOSE, .path = c->inst->path };
    warning(s->d, in->is->span, in->path, "%s is connected to nothing, so that %s transmits nothing",
            c->inst->path, in->path);
    note(s->d, nowhere, NULL,
         "connect it; if it is meant to be open, connect it to a Drivetrain.Shaft.Free, or write %s ... "
         "annotation(__dtc(idle = true))",
         in->is->name);
}

/* Open connectors that leave a component without effect. Where all are open nothing is said unless something fails. */
static bool check_open(Idle *s, const Inst *in, const Connector *c)
{
    uint32_t open = 0, n = vec_len(c);
    const Connector *first = NULL;
    for (uint32_t k = n; k-- > 0;) {
        open += c[k].open;
        if (c[k].open)
            first = &c[k];
    }
    if (!open || (open < n && !dead(s, in, c)))
        return false;
    for (uint32_t k = 0; k < n; k++)
        if (c[k].open)
            vec_push(&s->d->run, s->f->loose, ((Loose){ in->path, c[k].inst->path }));
    if (open < n && !is_meant(s->d, in->path, "idle"))
        tell_open(s, in, first);
    return true;
}

/* 2 */
static bool check_self(Idle *s, const Inst *in, const Connector *c)
{
    const Connector *at[2] = { 0 };
    uint32_t n = 0;
    for (uint32_t k = 0; k < vec_len(c); k++) {
        if (c[k].open)
            continue;
        if (n > 0 && s->sum[c[k].flow[0]] != s->sum[at[0]->flow[0]])
            return false;
        at[n > 0] = &c[k];
        n++;
    }
    if (n < 2 || !s->sum[at[0]->flow[0]])
        return false;
    vec_push(&s->d->run, s->f->loose, ((Loose){ in->path, NULL }));
    if (is_meant(s->d, in->path, "idle"))
        return true;
    map_set(&s->d->run, &s->f->idle, KEY(in->path), 1);
    warning(s->d, in->is->span, in->path, "%s and %s are connected with each other, so that %s has no effect",
            at[0]->inst->path, at[1]->inst->path, in->path);
    note(s->d, s->f->eq[s->sum[at[0]->flow[0]]].span, NULL, "this connect is one of those that do it");
    return true;
}

/* Made of other components, or with a law, whose slip kinematics.c knows. */
static bool is_simple(const Inst *in)
{
    for (uint32_t i = 0; i < vec_len(in->child); i++) {
        const Inst *c = in->child[i];
        if (present(c) && c->is->type == T_COMPOSITE && !is_connector_class(c))
            return false;
    }
    return true;
}

static bool may_be_position(const Idle *s, Var v)
{
    const char *unit = s->f->var[v].unit;
    return !unit || !*unit || strcmp(unit, "rad") == 0 || strcmp(unit, "m") == 0;
}

/* 3 */
static void check_rigid(Idle *s, const Inst *in, const Connector *c)
{
    uint32_t n = vec_len(c), first = (uint32_t)map_get(&s->number, KEY(in->path)),
             p = n ? vec_len(c[0].potential) : 0;
    bool own = true, silent = true;
    if (n < 2 || p == 0 || !is_simple(in))
        return;
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t i = 0; i < vec_len(c[k].flow); i++)
            silent = silent && s->flows->always[c[k].flow[i]];
        if (c[k].open || vec_len(c[k].potential) != p)
            return;
        for (uint32_t i = 0; k > 0 && i < p; i++) {
            if (!may_be_position(s, c[0].potential[i]) ||
                body_of(s, c[0].potential[i]) != body_of(s, c[k].potential[i]))
                return;
            own = own && joined_within(s, first, s->until[first], c[0].potential[i], c[k].potential[i]);
        }
    }
    if (own || silent || is_meant(s->d, in->path, "idle"))
        return;
    warning(s->d, in->is->span, in->path,
            "%s and %s are parts of one rigid body and never move against each other, so that %s has no "
            "effect",
            c[0].inst->path, c[1].inst->path, in->path);
    note_meant(s->d, in->is->name);
}

/* A flow of heat that an equation of the component determines without the connector's temperature. */
static bool is_imposed(const Idle *s, const Connector *c)
{
    Dtc *d = s->d;
    const Var flow = vec_len(c->flow) == 1 && vec_len(c->potential) == 1 ? c->flow[0] : 0;
    if (!flow || !s->f->var[flow].unit || strcmp(s->f->var[flow].unit, "W") != 0)
        return false;
    for (Eq e = 1; e < vec_len(s->f->eq); e++) {
        const Equation *q = &s->f->eq[e];
        const bool left = q->lhs && ex_is_var(d, q->lhs) == flow,
                   right = q->rhs && ex_is_var(d, q->rhs) == flow;
        Var *other = NULL;
        if (e == s->sum[flow] || !(left || right) || q->kind == EQ_CONNECT)
            continue;
        ex_vars(d, left ? q->rhs : q->lhs, &other);
        uint32_t k = 0;
        while (k < vec_len(other) && other[k] != c->potential[0])
            k++;
        if (k == vec_len(other))
            return true;
    }
    return false;
}

/* 4; told: that something is open or in vain, so that only errors are added */
static void check_wanted(Idle *s, const Inst *in, const Connector *c, bool told)
{
    for (uint32_t k = 0; k < vec_len(c); k++) {
        if (!c[k].open || !c[k].inst->is->decl || !c[k].inst->is->decl->condition ||
            is_meant(s->d, in->path, "idle"))
            continue;
        const bool wrong = is_imposed(s, &c[k]);
        if (told && !wrong)
            continue;
        vec_push(&s->d->run, s->f->loose, ((Loose){ in->path, c[k].inst->path }));
        s->d->about = (About){ .kind = ABOUT_LOOSE, .path = c[k].inst->path };
        diag(s->d, wrong ? DIAG_ERROR : DIAG_WARNING, in->is->span, in->path,
             "%s is asked for and connected to nothing: %s", c[k].inst->path,
             wrong ? "all that is lost would have to be zero" : "nothing flows there");
        note(s->d, c[k].inst->is->decl->span, NULL,
             "connect it, or do without: this is where its class says when it is there");
    }
}

static void check_component(Idle *s, const Inst *in)
{
    if (!present(in) || in->is->type != T_COMPOSITE || is_connector_class(in) || is_switching(in))
        return;
    for (uint32_t k = 0; is_array(in) && k < in->is->size; k++)
        check_component(s, in->has->elem[k]);
    if (is_array(in))
        return;
    Connector *c = NULL;
    for (uint32_t i = 0; in->parent && i < vec_len(in->child); i++)
        if (is_connector_class(in->child[i]))
            gather(s, in->child[i], &c);
    if (c) {
        const bool told = check_open(s, in, c) || check_self(s, in, c);
        if (!told)
            check_rigid(s, in, c);
        check_wanted(s, in, c, told);
    }
    for (uint32_t i = 0; i < vec_len(in->child); i++)
        check_component(s, in->child[i]);
}

void check_idle(Dtc *d, Flat *f)
{
    Idle s = { .d = d, .f = f };
    vec_push(&d->pass, s.until, 0);
    number_components(&s, f->root);
    place_equations(&s);
    s.flows = flows_of(d, f, s.place);
    read_sums(&s);
    rigid_bodies(&s);
    check_component(&s, f->root);
}

/* ---- for errors of later passes ------------------------------------------------------------------------ */

/* Adds path and the components it is in. */
static void add_paths(Dtc *d, Map *in, const char *path)
{
    for (const char *end = path; end && *end; end += *end == '.') {
        end += strcspn(end, ".");
        map_set(&d->pass, in, KEY(intern(d, path, (size_t)(end - path))), 1);
    }
}

static Map components_with(Dtc *d, const Flat *f, const Eq *eq, uint32_t n, const Var *var, uint32_t m)
{
    Map in = { 0 };
    for (uint32_t i = 0; i < n; i++)
        add_paths(d, &in, f->eq[eq[i]].path);
    for (uint32_t i = 0; i < m; i++)
        add_paths(d, &in, f->var[var[i]].path);
    return in;
}

const char *first_loose(Dtc *d, const Flat *f, const Eq *eq, uint32_t n)
{
    const Map in = components_with(d, f, eq, n, NULL, 0);
    for (uint32_t i = 0; i < vec_len(f->loose); i++)
        if (f->loose[i].connector && map_get(&in, KEY(internz(d, f->loose[i].component))))
            return f->loose[i].connector;
    return NULL;
}

void note_loose(Dtc *d, const Flat *f, const Eq *eq, uint32_t n, const Var *var, uint32_t m)
{
    enum { SHOWN = 4 };
    const Map in = components_with(d, f, eq, n, var, m);
    uint32_t shown = 0;
    for (uint32_t i = 0; i < vec_len(f->loose) && shown < SHOWN; i++) {
        if (!map_get(&in, KEY(internz(d, f->loose[i].component))))
            continue;
        if (f->loose[i].connector)
            note(d, nowhere, NULL, "%s is connected to nothing: begin there", f->loose[i].connector);
        else
            note(d, nowhere, NULL, "%s is connected with itself: begin there", f->loose[i].component);
        shown++;
    }
}
