/* connect.c - part of flatten: connection sets.
 *
 * Each scalar of a connector is a node; a flow or causal variable has two, one for each face of its connector: inside
 * (the connector of a component, seen from where it is used) and outside (a model's own connector, seen from within).
 * connect() unites nodes (union by size, path halving: Tarjan 1975). A pair of potentials that were not united before
 * gives the equation a = b, so a set of n has n - 1 of them, each with the position of its statement. A set of flows
 * gives one sum: inside faces plus, outside faces minus. A flow whose inside face is in no set is zero. Modelica 3.6,
 * chapter 9.
 *
 * Cost: near-linear. Requires: all Vars of components. Ensures: each connection equation keeps span and path of its
 * statement.
 */
#include <string.h>
#include "flatten.h"
#include "lower.h"

typedef struct { Span span; const char *path; } Origin;
typedef struct { Var var; bool outside; uint32_t origin; } Giver;          /* what may give a causal set its value */

struct Connections {
    uint32_t *up, *size, *next,
        *origin; /* by node: parent, size of a root, circle of members, 1 + statement of a root */
    uint32_t  n;
    Origin   *statement;                   /* vec */
    Giver    *source;                      /* vec */
    Map       made;                        /* pair of connectors -> 1 + its statement */
};

/* One side of a connect statement: connectors (or elements of builtin ones), row-major. */
typedef struct { Inst *inst; bool single; uint32_t at; } End;              /* single: element `at` of a builtin array */
typedef struct {
    uint32_t ndim, dim[MAX_DIM], n;
    End *end;
    bool outside, hidden;
    const Inst *absent;
} Side; /* hidden: protected; absent: what is not there, by its condition */

/* What one pair of a connect statement knows. */
typedef struct {
    Flattener *fl;
    const Place *p;
    const Stmt *s;
    bool out_a, out_b, hidden_a, hidden_b;
    uint32_t origin;
} Pair;

/* ---- sets ---------------------------------------------------------------------------------------------- */

static uint32_t find(Connections *c, uint32_t x)
{
    while (c->up[x] != x)
        x = c->up[x] = c->up[c->up[x]];
    return x;
}

/* False: they were in one set. */
static bool unite(Connections *c, uint32_t a, uint32_t b, uint32_t origin)
{
    a = find(c, a), b = find(c, b);
    if (!c->origin[a])
        c->origin[a] = origin + 1;
    if (!c->origin[b])
        c->origin[b] = origin + 1;
    if (a == b)
        return false;
    if (c->size[a] < c->size[b]) {
        uint32_t t = a;
        a = b, b = t;
    }
    if (c->origin[b] < c->origin[a])
        c->origin[a] = c->origin[b];
    uint32_t t = c->next[a]; /* joins the circles */
    c->next[a] = c->next[b];
    c->next[b] = t;
    c->up[b] = a;
    c->size[a] += c->size[b];
    return true;
}

static Connections *connections(Flattener *fl)
{
    if (fl->conn)
        return fl->conn;
    Arena *a = &fl->d->pass;
    Connections *c = fl->conn = NEW(a, Connections);
    c->n = 2 * vec_len(fl->f->var);
    c->up = NEW_N(a, uint32_t, c->n);
    c->size = NEW_N(a, uint32_t, c->n);
    c->next = NEW_N(a, uint32_t, c->n);
    c->origin = NEW_N(a, uint32_t, c->n);
    for (uint32_t i = 0; i < c->n; i++)
        c->up[i] = c->next[i] = i, c->size[i] = 1;
    return c;
}

static uint32_t node(Var v, bool outside) { return 2 * v + outside; }

static bool touched(const Connections *c, uint32_t x) { return c && (c->next[x] != x || c->origin[x]); }

/* ---- the sides of a statement -------------------------------------------------------------------------- */

/* The elements of the last part under its subscripts; new dimensions come last. */
static bool select_elements(Flattener *fl, const Place *p, const Part *part, Side *side)
{
    Dtc *d = fl->d;
    const Inst *first = side->end[0].inst;
    Val shape = { .type = first->is->type, .ndim = first->is->ndim };
    Sub sub[MAX_DIM];
    uint32_t n, total = 1, count[MAX_DIM], ndim = first->is->ndim, old = side->n;
    memcpy(shape.dim, first->is->dim, sizeof shape.dim);
    if (!lower_subscripts(d, p->scope, part, &shape, 0, sub, &n))
        return false;
    for (uint32_t i = 0; i < ndim; i++) {
        if (sub[i].kind == SUB_EX) {
            error(d, part->span, p->path,
                  "the subscript of a connector must be known when the model is compiled");
            return false;
        }
        count[i] = sub[i].kind == SUB_ALL ? first->is->dim[i] : sub[i].kind == SUB_LIST ? sub[i].n : 1;
        total *= count[i];
        if (sub[i].kind != SUB_ONE && side->ndim < MAX_DIM)
            side->dim[side->ndim++] = count[i];
    }
    End *end = NEW_N(&d->pass, End, (size_t)old * total + 1);
    uint32_t m = 0;
    for (uint32_t k = 0; k < old; k++) {
        Inst *array = side->end[k].inst;
        if (array->is->ndim != ndim ||
            memcmp(array->is->dim, first->is->dim, ndim * sizeof *first->is->dim)) {
            error(d, part->span, p->path, "%s and %s have different sizes and cannot be connected together",
                  first->path, array->path);
            return false;
        }
        for (uint32_t t = 0; t < total; t++) {
            uint32_t at = 0, rest = t, block = total;
            for (uint32_t i = 0; i < ndim; i++) {
                block /= count[i];
                uint32_t j = rest / block;
                rest %= block;
                at = at * first->is->dim[i] + (sub[i].kind == SUB_ONE    ? sub[i].one
                                               : sub[i].kind == SUB_LIST ? sub[i].list[j]
                                                                         : j);
            }
            end[m++] = is_builtin(array) ? (End){ array, true, at } : (End){ array->has->elem[at], false, 0 };
        }
    }
    side->end = end;
    side->n = m;
    return true;
}

static bool is_connector(const Inst *in)
{
    if (is_connector_class(in))
        return true;
    if (!is_builtin(in))
        return false;
    return in->is->causality != C_LOCAL || in->is->flow || (in->parent && is_connector_class(in->parent));
}

/* Of a component, or "". */
static const char *connectors_text(Dtc *d, const Inst *of)
{
    enum { SHOWN = 12 };
    const char *list = "";
    uint32_t n = 0;

    for (uint32_t i = 0; !is_builtin(of) && i < vec_len(of->child); i++) {
        const Inst *c = of->child[i];
        if (present(c) && !c->is->protected_ && is_connector(c) && n++ < SHOWN)
            list = internf(d, "%s%s%s", list, n > 1 ? ", " : "", c->is->name);
    }
    return n == 0     ? ""
         : n == 1     ? internf(d, "; its connector is %s", list)
         : n <= SHOWN ? internf(d, "; its connectors are %s", list)
                      : internf(d, "; its connectors are %s and %u more", list, n - SHOWN);
}

/* What may have been meant by a name that is no member: a connector, or else what has a similar name. */
static const char *meant(Dtc *d, const Inst *of, const char *wrong)
{
    const char **known = NULL, *list = connectors_text(d, of);

    for (uint32_t i = 0; i < vec_len(of->child); i++)
        vec_push(&d->pass, known, of->child[i]->is->name);
    const char *near = suggest(d, wrong, known, vec_len(known));
    return near && !*list ? internf(d, "; did you mean %s?", near) : list;
}

static bool step_into(Flattener *fl, const Place *p, const Part *part, Side *side)
{
    for (uint32_t k = 0; k < side->n; k++) {
        Inst *from = side->end[k].inst, *to = is_builtin(from) ? NULL : inst_child(fl->d, from, part->name);
        if (!to) {
            error(fl->d, part->span, p->path, "%s has no member %s%s", from->path, part->name,
                  meant(fl->d, from, part->name));
            return false;
        }
        if (to->is->absent)
            side->absent = to;
        side->end[k] = (End){ to, false, 0 };
    }
    return true;
}

static bool read_side(Flattener *fl, const Place *p, const Expr *e, Side *side)
{
    Dtc *d = fl->d;
    if (e->kind != E_REF) {
        error(d, e->span, p->path, "connect needs connectors, and %s is an expression", expr_text(d, e));
        return false;
    }
    Sym sym = resolve_name(d, p->scope, e->part, 1, e->span, true);
    if (sym.kind == SYM_NONE)
        return false;
    if (sym.kind != SYM_INST) {
        error(d, e->span, p->path, "connect needs connectors, and %s is none", expr_text(d, e));
        return false;
    }
    *side = (Side){ .n = 1, .absent = sym.inst->is->absent ? sym.inst : NULL };
    side->end = NEW(&d->pass, End);
    side->end[0].inst = sym.inst;
    side->outside = is_connector(sym.inst) && sym.inst->parent == p->scope.inst;
    side->hidden = sym.inst->is->protected_;
    for (uint32_t i = 0; i < vec_len(e->part) && !side->absent; i++) {
        if (i > 0 && side->n && !step_into(fl, p, &e->part[i], side))
            return false;
        if (side->absent)
            break;
        const Inst *in = side->n ? side->end[0].inst : NULL;
        bool array = in && in->is->ndim > 0 && !in->is->each_element;
        if (side->n && (array || vec_len(e->part[i].sub)) && !select_elements(fl, p, &e->part[i], side))
            return false;
    }
    if (side->absent || !side->n || is_connector(side->end[0].inst))
        return true;
    const Inst *in = side->end[0].inst;
    error(d, e->span, p->path, "%s is no connector but %s %s%s", expr_text(d, e),
          is_builtin(in) ? "a variable of type" : "a component of class",
          is_builtin(in) ? type_text(in->is->type, in->is->enum_type) : in->is->cls->name,
          connectors_text(d, in));
    if (is_builtin(in))
        note(d, e->span, NULL, "write an equation: %s = ...", expr_text(d, e));
    return false;
}

/* ---- pairs --------------------------------------------------------------------------------------------- */

static const char *members_text(Dtc *d, const Inst *in)
{
    if (is_builtin(in))
        return type_text(in->is->type, in->is->enum_type);
    const char *s = in->is->cls->name;
    for (uint32_t i = 0; i < vec_len(in->child); i++)
        s = internf(d, "%s%s%s%s", s, i ? ", " : ": ", in->child[i]->is->flow ? "flow " : "",
                    in->child[i]->is->name);
    return s;
}

static bool mismatch(const Pair *q, const Inst *a, const Inst *b, const char *what)
{
    Dtc *d = q->fl->d;
    error(d, q->s->span, q->p->path, "%s and %s do not fit: %s", a->path, b->path, what);
    note(d, a->is->span, NULL, "%s is %s%s", a->path, members_text(d, a),
         dims_text(d, a->is->ndim, a->is->dim));
    note(d, b->is->span, NULL, "%s is %s%s", b->path, members_text(d, b),
         dims_text(d, b->is->ndim, b->is->dim));
    return false;
}

/* A causal set is that of one level, so faces are kept apart in it. It has one source: an output of a component, or an
 * input of the model that is looked at from within; a protected connector of the model is no way in, and only takes
 * part (Modelica 3.6, 9.3). */
static void note_source(const Pair *q, Var v, bool outside, bool hidden)
{
    Causality c = q->fl->f->var[v].causality;
    if (outside && hidden)
        return;
    if (c == (outside ? C_INPUT : C_OUTPUT))
        vec_push(&q->fl->d->pass, q->fl->conn->source, ((Giver){ v, outside, q->origin }));
}

static void join_variables(const Pair *q, Var a, Var b)
{
    Dtc *d = q->fl->d;
    Flat *f = q->fl->f;
    Connections *c = q->fl->conn;
    if (f->var[a].flow) {
        unite(c, node(a, q->out_a), node(b, q->out_b), q->origin);
        return;
    }
    note_source(q, a, q->out_a, q->hidden_a);
    note_source(q, b, q->out_b, q->hidden_b);
    bool causal = f->var[a].causality != C_LOCAL || f->var[b].causality != C_LOCAL;
    if (a == b || !unite(c, node(a, causal && q->out_a), node(b, causal && q->out_b), q->origin))
        return;
    if (f->var[a].variability >= V_PARAM && f->var[b].variability >= V_PARAM) {
        Ex same = ex_bin(d, OP_EQ, ex_var(d, a), ex_var(d, b));
        Ex text = ex_str(d, internf(d, "%s and %s are connected but differ", f->var[a].name, f->var[b].name));
        vec_push(&d->run, f->assert,
                 ((Assert){ .cond = same, .message = text, .span = q->s->span, .path = q->p->path }));
        return;
    }
    Equation e = {
        .lhs = ex_var(d, a), .rhs = ex_var(d, b), .kind = EQ_CONNECT, .span = q->s->span, .path = q->p->path
    };
    add_equation(d, f, e);
}

static bool join_builtin(const Pair *q, End a, End b)
{
    const Flat *f = q->fl->f;
    uint32_t na = a.single ? 1 : a.inst->is->size, nb = b.single ? 1 : b.inst->is->size;
    if (a.inst->is->type != b.inst->is->type ||
        (a.inst->is->enum_type && class_origin(a.inst->is->enum_type) != class_origin(b.inst->is->enum_type)))
        return mismatch(q, a.inst, b.inst, "their types differ");
    if (na != nb || (!a.single && !b.single &&
                     (a.inst->is->ndim != b.inst->is->ndim ||
                      memcmp(a.inst->is->dim, b.inst->is->dim, a.inst->is->ndim * sizeof *a.inst->is->dim))))
        return mismatch(q, a.inst, b.inst, "their sizes differ");
    if (na && f->var[a.inst->first].flow != f->var[b.inst->first].flow)
        return mismatch(q, a.inst, b.inst, "only one of them is a flow");
    for (uint32_t k = 0; k < na; k++)
        join_variables(q, a.inst->first + a.at + k, b.inst->first + b.at + k);
    return true;
}

static uint32_t member_count(const Inst *in)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < vec_len(in->child); i++)
        n += !in->child[i]->is->absent;
    return n;
}

static bool join(const Pair *q, End a, End b)
{
    if (is_builtin(a.inst) != is_builtin(b.inst))
        return mismatch(q, a.inst, b.inst, "one has members, the other has not");
    if (is_builtin(a.inst))
        return join_builtin(q, a, b);
    if (is_array(a.inst) || is_array(b.inst)) {
        if (a.inst->is->ndim != b.inst->is->ndim ||
            memcmp(a.inst->is->dim, b.inst->is->dim, a.inst->is->ndim * sizeof *a.inst->is->dim))
            return mismatch(q, a.inst, b.inst, "their sizes differ");
        for (uint32_t k = 0; k < a.inst->is->size; k++)
            if (!join(q, (End){ a.inst->has->elem[k], false, 0 }, (End){ b.inst->has->elem[k], false, 0 }))
                return false;
        return true;
    }
    if (member_count(a.inst) != member_count(b.inst))
        return mismatch(q, a.inst, b.inst, "they have different members");
    for (uint32_t i = 0; i < vec_len(a.inst->child); i++) {
        Inst *x = a.inst->child[i], *y = inst_child(q->fl->d, b.inst, x->is->name);
        if (x->is->absent)
            continue;
        if (!y || y->is->absent)
            return mismatch(q, a.inst, b.inst, "they have different members");
        if (!join(q, (End){ x, false, 0 }, (End){ y, false, 0 }))
            return false;
    }
    return true;
}

/* ---- the same again ------------------------------------------------------------------------------------ */

/* The first variable of a connector, or 0. */
static Var first_of(const Inst *in)
{
    Var v = 0;
    if (is_builtin(in))
        return in->first;
    for (uint32_t k = 0; is_array(in) && k < in->is->size && !v; k++)
        v = first_of(in->has->elem[k]);
    for (uint32_t i = 0; !is_array(in) && i < vec_len(in->child) && !v; i++)
        if (present(in->child[i]))
            v = first_of(in->child[i]);
    return v;
}

/* A connector with itself, or two that are connected already by a statement like this one. */
static void warn_of_repetition(const Pair *q, End a, End b)
{
    Dtc *d = q->fl->d;
    Connections *c = q->fl->conn;
    Var x = first_of(a.inst), y = first_of(b.inst);
    if (!x || !y)
        return;
    x += a.single ? a.at : 0, y += b.single ? b.at : 0;
    if (x == y && q->out_a == q->out_b) {
        warning(d, q->s->span, q->p->path, "%s is connected with itself", a.inst->path);
        return;
    }
    uint32_t m = node(x, q->out_a), n = node(y, q->out_b);
    uint64_t key = m < n ? (uint64_t)m << 32 | n : (uint64_t)n << 32 | m, before = map_get(&c->made, key);
    if (!before)
        map_set(&d->pass, &c->made, key, q->origin + 1);
    else if (c->statement[before - 1].span.pos != q->s->span.pos) {
        warning(d, q->s->span, q->p->path, "%s and %s are connected a second time", a.inst->path,
                b.inst->path);
        note(d, c->statement[before - 1].span, NULL, "the first time is here");
    }
}

/* One side is there, the other one, of a component, is not. Such a connect is none, as in Modelica; classes are written
 * so that conditions pass through them, but in the model itself it was rather meant to connect something. */
static void warn_of_absence(Dtc *d, const Place *p, const Stmt *s, const Side *a, const Side *b)
{
    const Inst *in = a->absent ? a->absent : b->absent;
    const Expr *e = a->absent ? s->lhs : s->rhs;
    if (!a->absent == !b->absent || p->scope.inst->parent || in->parent == p->scope.inst)
        return;
    if (!in->is->decl || !in->is->decl->condition)
        return;
    warning(d, s->span, p->path, "this connects nothing: %s is there only if %s", expr_text(d, e),
            expr_text(d, in->is->decl->condition));
    note(d, in->is->decl->span, NULL, "this is where its class says when it is there");
}

void connect_statement(Flattener *fl, const Place *p, const Stmt *s)
{
    Dtc *d = fl->d;
    Side a, b;
    bool left = read_side(fl, p, s->lhs, &a);
    if (!read_side(fl, p, s->rhs, &b) || !left)
        return;
    if (a.absent || b.absent) {
        warn_of_absence(d, p, s, &a, &b);
        return;
    }
    if (a.ndim != b.ndim || memcmp(a.dim, b.dim, a.ndim * sizeof *a.dim)) {
        error(d, s->span, p->path, "the sides of connect have different sizes: %s is %s, %s is %s",
              expr_text(d, s->lhs), a.ndim ? dims_text(d, a.ndim, a.dim) : "a scalar", expr_text(d, s->rhs),
              b.ndim ? dims_text(d, b.ndim, b.dim) : "a scalar");
        return;
    }
    Connections *c = connections(fl);
    Pair q = { fl, p, s, a.outside, b.outside, a.hidden, b.hidden, vec_len(c->statement) };
    vec_push(&d->pass, c->statement, ((Origin){ s->span, p->path }));
    for (uint32_t k = 0; k < a.n && k < b.n; k++) {
        if (!join(&q, a.end[k], b.end[k]))
            return;
        warn_of_repetition(&q, a.end[k], b.end[k]);
        if (d->opt.pictured)
            vec_push(&d->run, fl->f->connection,
                     ((Connection){ a.end[k].inst, b.end[k].inst, p->scope.inst,
                                    a.end[k].single ? a.end[k].at + 1 : 0,
                                    b.end[k].single ? b.end[k].at + 1 : 0, s }));
    }
}

/* ---- equations of the sets ----------------------------------------------------------------------------- */

static void check_sources(Flattener *fl)
{
    Dtc *d = fl->d;
    Connections *c = fl->conn;
    Map first = { 0 }, told = { 0 }; /* a source may be in several connections: its first tells */
    for (uint32_t i = 0; i < vec_len(c->source); i++) {
        const Giver *s = &c->source[i];
        uint32_t root = find(c, node(s->var, s->outside)), k = (uint32_t)map_get(&first, root);
        if (!k)
            map_set(&d->pass, &first, root, i + 1);
        else if (c->source[k - 1].var != s->var && !map_get(&told, s->var)) {
            const Giver *o = &c->source[k - 1];
            map_set(&d->pass, &told, s->var, 1);
            error(d, c->statement[s->origin].span, c->statement[s->origin].path,
                  "two sources are connected: %s and %s", fl->f->var[o->var].name, fl->f->var[s->var].name);
            note(d, c->statement[o->origin].span, NULL, "%s is connected here", fl->f->var[o->var].name);
        }
    }
}

static void zero_sum(Flattener *fl, uint32_t root, uint32_t start, Ex *term)
{
    Dtc *d = fl->d;
    Connections *c = fl->conn;
    uint32_t n = 0, x = start;
    do {
        Ex v = ex_var(d, x / 2);
        term[n++] = x % 2 ? ex_un(d, OP_NEG, v) : v;
        x = c->next[x];
    } while (x != start);
    Origin o = c->statement[c->origin[root] - 1];
    Equation e = { .lhs = ex_sum(d, term, n, T_REAL),
                   .rhs = ex_real(d, 0),
                   .kind = EQ_CONNECT,
                   .span = o.span,
                   .path = o.path };
    add_equation(d, fl->f, e);
}

static void flow_sums(Flattener *fl)
{
    Connections *c = fl->conn;
    bool *done = NEW_N(&fl->d->pass, bool, c->n);
    Ex *term = NEW_N(&fl->d->pass, Ex, c->n);
    for (uint32_t x = 2; x < c->n; x++) {
        uint32_t root = find(c, x);
        if (!fl->f->var[x / 2].flow || !touched(c, x) || done[root])
            continue;
        done[root] = true;
        zero_sum(fl, root, x, term);
    }
}

/* The sum of all potentials of a connector, after `sum`. */
static Ex potentials(Flattener *fl, Inst *in, Ex sum)
{
    if (!present(in))
        return sum;
    for (uint32_t k = 0; is_array(in) && k < in->is->size; k++)
        sum = potentials(fl, in->has->elem[k], sum);
    for (uint32_t i = 0; !is_array(in) && !is_builtin(in) && i < vec_len(in->child); i++)
        sum = potentials(fl, in->child[i], sum);
    for (Var v = in->first; is_builtin(in) && v < in->first + in->is->size; v++) {
        const VarInfo *x = &fl->f->var[v];
        if (!x->flow && x->type == T_REAL && x->causality == C_LOCAL && x->variability == V_CONT)
            sum = ex_bin(fl->d, OP_ADD, sum, ex_var(fl->d, v));
    }
    return sum;
}

/* Does a component that is checked by itself have this connector for others? */
static bool is_open(const Flattener *fl, const Inst *connector)
{
    const Inst *up = connector->parent;

    while (up && is_array(up))
        up = up->parent;
    return fl->d->opt.component && up == fl->root && !connector->is->protected_;
}

/* Flows of a connector that is not connected from outside are zero (Modelica 3.6, 9.2): of a protected one always,
 * which is a junction for connections within. */
static void unconnected(Flattener *fl, Inst *in, Inst *connector)
{
    Dtc *d = fl->d;
    if (!present(in))
        return;
    if (!is_builtin(in)) {
        for (uint32_t k = 0; is_array(in) && k < in->is->size; k++)
            unconnected(fl, in->has->elem[k], connector);
        for (uint32_t i = 0; !is_array(in) && i < vec_len(in->child); i++)
            unconnected(fl, in->child[i], connector);
        return;
    }
    for (Var v = in->first; v < in->first + in->is->size; v++) {
        if (!fl->f->var[v].flow || fl->f->var[v].variability >= V_PARAM)
            continue;
        if (touched(fl->conn, node(v, false)))
            continue;
        Equation e = { .lhs = ex_var(d, v),
                       .rhs = ex_real(d, 0),
                       .kind = EQ_CONNECT,
                       .span = connector->is->span,
                       .path = connector->path };
        if (is_open(fl, connector)) {
            e.kind = EQ_OPEN;
            e.rhs = potentials(fl, connector, e.rhs);
            fl->f->component = true;
            fl->f->open_flows++;
        }
        add_equation(d, fl->f, e);
    }
}

static void unconnected_flows(Flattener *fl, Inst *in)
{
    if (!present(in) || (is_switching(in) && !is_array(in)))
        return;
    if (in->is->type == T_COMPOSITE && in->parent && is_connector_class(in)) {
        unconnected(fl, in, in);
        return;
    }
    for (uint32_t k = 0; is_array(in) && k < in->is->size; k++)
        unconnected_flows(fl, in->has->elem[k]);
    for (uint32_t i = 0; !is_array(in) && i < vec_len(in->child); i++)
        unconnected_flows(fl, in->child[i]);
}

void connect_close(Flattener *fl)
{
    if (fl->conn) {
        check_sources(fl);
        flow_sums(fl);
    }
    unconnected_flows(fl, fl->root);
    for (uint32_t i = 0; fl->d->opt.component == ALONE_WITH_CONNECTORS && i < vec_len(fl->root->child); i++)
        fl->f->component |= is_connector(fl->root->child[i]);
}
