/* balance.c - part of check: as many equations as unknowns; if not, which.
 *
 * Only if the counts differ: a maximum matching of equations and unknowns (graph.c), and for what stays unmatched the
 * set that it can be exchanged with along alternating paths (Dulmage and Mendelsohn 1958). Of such a set the most
 * telling member is named: an input that nothing is connected to, else one of a component that has itself too few (too
 * many) equations. The balance of a component follows Modelica 3.6, 4.8: its own variables, less flows of its
 * connectors and inputs, which are given from outside, plus the flows and inputs of the components in it.
 *
 * Cost: linear to count; the matching's to name culprits, of which at most MOST are reported.
 */
#include <string.h>
#include "check.h"
#include "flatten.h"
#include "graph.h"

enum { MOST = 10, SET_SHOWN = 4 };

/* One component: a model or block of the tree. */
typedef struct { const Inst *inst; int64_t need, have; } Component;

typedef struct Balance {
    Dtc       *d;
    Flat      *f;
    Eq        *eq;  Var *unknown;          /* vecs: rows and columns */
    uint32_t  *column;                     /* by Var */
    Incidence  g, t;
    Matching   m;
    Component *component;                  /* vec; [0] unused */
    uint32_t  *owner;                      /* by Var: component */
    bool      *input, *given;              /* by Var: an input of a component; has a value, or a source connected */
    bool      *open;                       /* by Var: others see it */
    Map        of_path;                    /* path -> component (connectors and records: the one they are in) */
    Map        connector;                  /* path of a connector that is not protected */
} Balance;

/* ---- count --------------------------------------------------------------------------------------------- */

static void collect(Balance *b)
{
    Arena *a = &b->d->pass;
    b->column = NEW_N(a, uint32_t, vec_len(b->f->var) + 1);
    for (Var v = 1; v < vec_len(b->f->var); v++) {
        b->column[v] = NOWHERE;
        if (!is_unknown(&b->f->var[v]))
            continue;
        b->column[v] = vec_len(b->unknown);
        vec_push(a, b->unknown, v);
    }
    for (Eq e = 1; e < vec_len(b->f->eq); e++)
        if (!b->f->eq[e].removed)
            vec_push(a, b->eq, e);
}

static void entry(Balance *b, Var v)
{
    uint32_t row = b->g.nrow;
    if (b->column[v] == NOWHERE)
        return;
    for (uint32_t k = b->g.start[row]; k < vec_len(b->g.to); k++)
        if (b->g.to[k] == b->column[v])
            return;
    vec_push(&b->d->pass, b->g.to, b->column[v]);
}

static void match(Balance *b)
{
    Dtc *d = b->d;
    uint32_t n = vec_len(b->eq);
    b->g.ncol = vec_len(b->unknown);
    b->g.start = NEW_N(&d->pass, uint32_t, n + 2);
    for (uint32_t i = 0; i < n; i++) {
        const Equation *q = &b->f->eq[b->eq[i]];
        Var *v = NULL;
        b->g.nrow = i;
        b->g.start[i] = vec_len(b->g.to);
        if (q->kind == EQ_SWITCH) {
            entry(b, b->f->sw[q->index].lambda);
            entry(b, b->f->sw[q->index].a);
            continue;
        }
        ex_vars(d, q->lhs, &v);
        ex_vars(d, q->rhs, &v);
        for (uint32_t k = 0; k < vec_len(v); k++)
            entry(b, v[k]);
    }
    b->g.nrow = n;
    b->g.start[n] = vec_len(b->g.to);
    if (!b->g.to)
        b->g.to = NEW_N(&d->pass, uint32_t, 1);
    b->t = graph_transpose(&d->pass, &b->g);
    b->m = graph_match(&d->pass, &b->g);
}

/* ---- components ---------------------------------------------------------------------------------------- */

static void own_variables(Balance *b, const Inst *in, uint32_t component, bool connector, bool hidden)
{
    Component *c = &b->component[component];
    for (Var v = in->first; in->first && v < in->first + in->is->size; v++) {
        const VarInfo *x = &b->f->var[v];
        b->owner[v] = component;
        if (!is_unknown(x))
            continue;
        bool given = x->causality == C_INPUT || (connector && x->flow && !hidden);
        b->input[v] = x->causality == C_INPUT;
        b->open[v] = !hidden && !in->is->protected_;
        c->need += !given;
        const Inst *above = c->inst->parent;
        if (given && above)
            b->component[map_get(&b->of_path, KEY(above->path))].need++;
    }
}

static void components(Balance *b, const Inst *in, uint32_t in_component, bool connector, bool hidden)
{
    if (!present(in))
        return;
    Arena *a = &b->d->pass;
    if (is_builtin(in)) {
        own_variables(b, in, in_component, connector, hidden);
        return;
    }
    if (is_array(in)) {
        map_set(a, &b->of_path, KEY(in->path), in_component);
        for (uint32_t k = 0; k < in->is->size; k++)
            components(b, in->has->elem[k], in_component, connector, hidden || in->is->protected_);
        return;
    }
    if (is_connector_class(in) && in->parent) {
        connector = true;
        hidden = hidden || in->is->protected_;
        if (!hidden)
            map_set(a, &b->connector, KEY(in->path), 1);
    } else if (in->is->type == T_COMPOSITE) {
        vec_push(a, b->component, ((Component){ .inst = in }));
        in_component = vec_len(b->component) - 1;
        hidden = false;
    }
    map_set(a, &b->of_path, KEY(in->path), in_component);
    for (uint32_t i = 0; i < vec_len(in->child); i++)
        components(b, in->child[i], in_component, connector, hidden);
}

static uint32_t component_above(const Balance *b, uint32_t c)
{
    const Inst *above = b->component[c].inst->parent;
    return above ? (uint32_t)map_get(&b->of_path, KEY(above->path)) : 0;
}

/* The component that gives an equation: connections of a connector and values of inputs come from outside. */
static uint32_t giver(const Balance *b, const Equation *q)
{
    uint32_t c = q->path ? (uint32_t)map_get(&b->of_path, KEY(q->path)) : 0;
    Var v = q->kind == EQ_BINDING ? ex_is_var(b->d, q->lhs) : 0;
    bool connection = q->kind == EQ_CONNECT || q->kind == EQ_OPEN;
    bool outside = (connection && map_get(&b->connector, KEY(q->path))) || (v && b->input[v]);
    return outside ? component_above(b, c) : c;
}

static Var source(Var *of, Var v)
{
    while (of[v] != v)
        v = of[v] = of[of[v]];
    return v;
}

/* Inputs connected with each other and with nothing else have no value: an input of a component, and those within it
 * to which it leads. `given` of the one that stands for all tells it first, then that of each. */
static void give_connected(Balance *b)
{
    uint32_t n = vec_len(b->f->var);
    Var *of = NEW_N(&b->d->pass, Var, n + 1);
    for (Var v = 1; v < n; v++)
        of[v] = v;
    for (uint32_t i = 0; i < vec_len(b->eq); i++) {
        const Equation *q = &b->f->eq[b->eq[i]];
        Var l = q->kind == EQ_CONNECT ? ex_is_var(b->d, q->lhs) : 0, r = l ? ex_is_var(b->d, q->rhs) : 0;
        if (r)
            of[source(of, l)] = source(of, r);
    }
    for (Var v = 1; v < n; v++)
        b->given[source(of, v)] |= b->given[v] || !b->input[v];
    for (Var v = 1; v < n; v++)
        b->given[v] = b->given[source(of, v)];
}

static void count_equations(Balance *b)
{
    for (uint32_t i = 0; i < vec_len(b->eq); i++) {
        const Equation *q = &b->f->eq[b->eq[i]];
        b->component[giver(b, q)].have++;
        Var l = q->kind == EQ_BINDING ? ex_is_var(b->d, q->lhs) : 0;
        if (l)
            b->given[l] = true;
    }
    give_connected(b);
}

static int64_t missing(const Balance *b, uint32_t component)
{
    return b->component[component].need - b->component[component].have;
}

static void attribute_balance(Balance *b)
{
    Arena *a = &b->d->pass;
    uint32_t n = vec_len(b->f->var) + 1;
    b->owner = NEW_N(a, uint32_t, n);
    b->input = NEW_N(a, bool, n);
    b->given = NEW_N(a, bool, n);
    b->open = NEW_N(a, bool, n);
    vec_push(a, b->component, ((Component){ 0 }));
    components(b, b->f->root, 0, false, false);
    count_equations(b);
}

/* ---- reports ------------------------------------------------------------------------------------------- */

/* Once for each class: which of its components is out of balance by itself. */
static void note_component(Balance *b, uint32_t c, Map *told)
{
    Dtc *d = b->d;
    const Component *x = &b->component[c];
    if (!c || !x->inst->parent || !missing(b, c) || map_get(told, KEY(class_origin(x->inst->is->cls))))
        return;
    map_set(&d->pass, told, KEY(class_origin(x->inst->is->cls)), 1);
    note(d, x->inst->is->cls->span, NULL,
         "%s as %s has by itself %lld equation%s for %lld unknown%s (flows of its flanges and its inputs are "
         "given from outside)",
         x->inst->is->cls->name, x->inst->path, (long long)x->have, x->have == 1 ? "" : "s",
         (long long)x->need, x->need == 1 ? "" : "s");
}

/* The further out an input is, the more: that is the one to connect, not those within to which it leads. */
static uint32_t input_rank(const Balance *b, Var v)
{
    uint32_t depth = 0;
    for (const char *c = b->f->var[v].name; *c; c++)
        depth += *c == '.';
    return UINT32_MAX - 2 * depth + b->open[v] - 1;
}

/* The first of the best kind that is not named yet. */
static Var telling_variable(const Balance *b, const uint32_t *set, const Map *named)
{
    Var best = b->unknown[set[0]];
    uint32_t rank = 0;
    for (uint32_t i = 0; i < vec_len(set); i++) {
        Var v = b->unknown[set[i]];
        bool inside = b->f->open_flows && !map_get(&b->connector, KEY(b->f->var[v].path));
        uint32_t r = b->input[v] && !b->given[v] ? input_rank(b, v)
                   : missing(b, b->owner[v]) > 0 ? 1u + inside
                                                 : 0u;
        if (map_get(named, v) || r < rank || (r == rank && i))
            continue;
        best = v;
        rank = r;
    }
    return best;
}

static void note_alternatives(Balance *b, Var v, const uint32_t *set)
{
    const char *text = "";
    uint32_t n = 0, total = vec_len(set) - 1;
    for (uint32_t i = 0; i < vec_len(set) && n < SET_SHOWN; i++) {
        if (b->unknown[set[i]] == v)
            continue;
        text = internf(b->d, "%s%s%s", text, n++ ? ", " : "", b->f->var[b->unknown[set[i]]].name);
    }
    if (n)
        note(b->d, b->f->var[v].span, NULL, "an equation for %s%s would do as well", text,
             total > n ? internf(b->d, " or %u more", total - n) : "");
}

static void report_unknown(Balance *b, uint32_t col, Map *told, Map *named)
{
    Dtc *d = b->d;
    uint32_t *set = graph_reach_from_col(&d->pass, &b->t, &b->m, col);
    Var v = telling_variable(b, set, named);
    map_set(&d->pass, named, v, 1);
    const VarInfo *x = &b->f->var[v];
    if (b->input[v] && !b->given[v]) {
        d->about = (About){ .kind = ABOUT_LOOSE, .path = x->name };
        error(d, x->span, x->path, "too few equations: input %s is not connected and has no value", x->name);
        return;
    }
    error(d, x->span, x->path, "too few equations: none determines %s", x->name);
    note_alternatives(b, v, set);
    note_component(b, b->owner[v], told);
}

/* Shaft.Inertia a(w = 5): a value for a variable that has equations already; most often a start is meant. */
static bool given_beside(const Balance *b, const Equation *q)
{
    Var v = q->modified ? ex_is_var(b->d, q->lhs) : 0;
    return v && !b->input[v];
}

static void report_given(Balance *b, const Equation *q)
{
    Dtc *d = b->d;
    const VarInfo *x = &b->f->var[ex_is_var(d, q->lhs)];
    const char *dot = strrchr(x->name, '.');
    error(d, q->span, q->path,
          "too many equations: a value of a variable is an equation, which holds all the time, and %s has "
          "one without it: set a parameter, or the value at the start by %s(start = %s, fixed = true)",
          x->name, dot ? dot + 1 : x->name, ex_plain(d, q->rhs));
    note(d, x->span, NULL, "%s is no parameter", x->name);
}

static uint32_t telling_equation(const Balance *b, const uint32_t *set)
{
    uint32_t best = set[0], rank = 0;
    for (uint32_t i = 0; i < vec_len(set); i++) {
        const Equation *q = &b->f->eq[b->eq[set[i]]];
        uint32_t r = q->kind == EQ_CONNECT || q->kind == EQ_OPEN ? 0 : missing(b, giver(b, q)) < 0 ? 2 : 1;
        r += 2 * given_beside(b, q);
        if (r < rank || (r == rank && set[i] < best))
            continue; /* the last one: the others were there before it */
        best = set[i];
        rank = r;
    }
    return best;
}

static void report_equation(Balance *b, uint32_t row, Map *told)
{
    Dtc *d = b->d;
    uint32_t *set = graph_reach(&d->pass, &b->g, &b->m, row);
    uint32_t first = telling_equation(b, set), shown = 0;
    const Equation *q = &b->f->eq[b->eq[first]];
    if (given_beside(b, q)) {
        report_given(b, q);
        return;
    }
    error(d, q->span, q->path, "too many equations: nothing is left for this one to determine%s%s",
          q->kind == EQ_SWITCH ? "" : ": ",
          q->kind == EQ_SWITCH ? "" : internf(d, "%s = %s", ex_plain(d, q->lhs), ex_plain(d, q->rhs)));
    for (uint32_t i = 0; i < vec_len(set) && shown < SET_SHOWN; i++) {
        const Equation *o = &b->f->eq[b->eq[set[i]]];
        if (set[i] == first)
            continue;
        uint32_t col = b->m.col_of[set[i]];
        if (col == NOWHERE)
            note(d, o->span, NULL, "or for this one");
        else
            note(d, o->span, NULL, "%s is determined here", b->f->var[b->unknown[col]].name);
        shown++;
    }
    note_component(b, giver(b, q), told);
}

bool check_balance(Dtc *d, Flat *f)
{
    Balance b = { .d = d, .f = f };
    Map told = { 0 }, named = { 0 };
    uint32_t shown = 0, open = 0;
    collect(&b);
    uint32_t n = vec_len(b.eq), m = vec_len(b.unknown);
    if (n == m && !f->component)
        return true;
    match(&b);
    if (n == m && b.m.size == n)
        return true;
    attribute_balance(&b);
    for (uint32_t i = 0; i < m; i++)
        if (b.m.row_of[i] == NOWHERE && ++open && shown < MOST)
            shown++, report_unknown(&b, i, &told, &named);
    for (uint32_t i = 0; i < n; i++)
        if (b.m.col_of[i] == NOWHERE && ++open && shown < MOST)
            shown++, report_equation(&b, i, &told);
    n -= f->open_flows, m -= f->open_flows;
    note(d, f->cls->span, NULL, "%s has %u equation%s for %u unknown%s%s%s", f->name, n, n == 1 ? "" : "s", m,
         m == 1 ? "" : "s",
         f->open_flows ? " (flows of its flanges and its inputs are given from outside)" : "",
         open > shown ? internf(d, "; %u more such errors are not shown", open - shown) : "");
    return false;
}
