/* equation.c - part of flatten: equations as written -> pairs of flat scalars.
 *
 * Arrays and records are taken apart element by element. An if-equation whose condition parameters decide becomes the
 * chosen branch, and those parameters become structural. Any other one needs branches with as many equations each; they
 * are merged in pairs, first those with the same left side (v = if c then e1 else e2), then the rest in order (0 = if c
 * then l1 - r1 else l2 - r2). Modelica 3.6, 8.3.
 *
 * Cost: linear in the flat equations.
 */
#include <string.h>
#include "flatten.h"
#include "lower.h"

/* ---- one equation -------------------------------------------------------------------------------------- */

static bool types_fit(const Val *l, const Val *r)
{
    if (l->type == T_ENUM || r->type == T_ENUM)
        return l->type == r->type &&
               (l->cls == r->cls || (l->cls && r->cls && class_origin(l->cls) == class_origin(r->cls)));
    bool numeric = is_numeric(l->type) && is_numeric(r->type);
    return numeric || l->type == r->type;
}

bool values_fit(const Val *l, const Val *r) { return types_fit(l, r) && val_same_shape(l, r); }

/* An Integer variable on the left takes no Real. */
static bool integer_gets_real(Dtc *d, const Val *l, const Val *r)
{
    return l->type == T_INT && r->type == T_REAL && l->e && l->n && ex_is_var(d, l->e[0]);
}

bool values_agree(Dtc *d, const Val *l, const Val *r, Span at, const char *path)
{
    if (integer_gets_real(d, l, r))
        error(d, at, path,
              "%s is an Integer, and its value a Real: use integer(), floor() or a Real variable",
              ex_plain(d, l->e[0]));
    else if (!types_fit(l, r))
        error(d, at, path, "the sides have different types: %s = %s", val_text(d, l), val_text(d, r));
    else if (!val_same_shape(l, r))
        error(d, at, path, "the sides have different sizes: %s = %s", val_text(d, l), val_text(d, r));
    else
        return true;
    return false;
}

static void place_equation(Dtc *d, Flat *f, const Place *p, Equation e)
{
    if (p->out)
        vec_push(&d->run, *p->out, e);
    else
        (void)(p->initial ? add_initial : add_equation)(d, f, e);
}

static void push_equation(Flattener *fl, const Place *p, Ex lhs, Ex rhs, EqKind kind, Span at)
{
    Dtc *d = fl->d;
    if (ex_type(d, lhs) == T_REAL && ex_type(d, rhs) == T_INT)
        rhs = ex_un(d, OP_REAL, rhs);
    if (ex_type(d, lhs) == T_INT && ex_type(d, rhs) == T_REAL)
        lhs = ex_un(d, OP_REAL, lhs);
    Equation e = {
        .lhs = lhs, .rhs = rhs, .kind = kind, .span = at, .path = p->path, .modified = p->modified
    };
    place_equation(d, fl->f, p, e);
}

void equate(Flattener *fl, const Place *p, const Val *l, const Val *r, EqKind kind, Span at)
{
    Dtc *d = fl->d;
    if (!values_agree(d, l, r, at, p->path))
        return;
    for (uint32_t i = 0; i < l->nfield && l->type == T_RECORD; i++) {
        const Val *f = val_field(r, l->field_name[i]);
        if (!f) {
            error(d, at, p->path, "the record on the right has no member %s", l->field_name[i]);
            return;
        }
        equate(fl, p, &l->field[i], f, kind, at);
    }
    for (uint32_t k = 0; l->type != T_RECORD && k < l->n; k++)
        push_equation(fl, p, l->e[k], r->e[k], kind, at);
}

static void tuple_equation(Flattener *fl, const Place *p, const Stmt *s)
{
    uint32_t n = vec_len(s->lhs->arg);
    Val *value = NEW_N(&fl->d->pass, Val, n + 1);
    if (s->rhs->kind != E_CALL) {
        error(fl->d, s->rhs->span, p->path,
              "with several variables on the left, the right side must be a function call");
        return;
    }
    if (!lower_outputs(fl->d, p->scope, s->rhs, n, value))
        return;
    for (uint32_t i = 0; i < n; i++) {
        Val l;
        if (s->lhs->arg[i] && lower(fl->d, p->scope, s->lhs->arg[i], &l))
            equate(fl, p, &l, &value[i], EQ_PLAIN, s->span);
    }
}

static void equal_equation(Flattener *fl, const Place *p, const Stmt *s)
{
    Val l, r;
    if (s->lhs->kind == E_TUPLE) {
        tuple_equation(fl, p, s);
        return;
    }
    bool left = lower(fl->d, p->scope, s->lhs, &l);
    bool right = lower(fl->d, p->scope, s->rhs, &r);
    if (left && right)
        equate(fl, p, &l, &r, EQ_PLAIN, s->span);
}

/* ---- conditions ---------------------------------------------------------------------------------------- */

static bool condition(Flattener *fl, const Place *p, const Expr *e, Ex *out)
{
    Dtc *d = fl->d;
    if (!lower_scalar(d, p->scope, e, T_BOOL, out))
        return false;
    if (ex_op(d, *out) == OP_BOOL || !only_parameters(d, *out))
        return true;
    Ex known = ex_fold(d, *out);
    if (ex_op(d, known) != OP_BOOL)
        return true;
    bool value;
    if (!eval_bool(d, p->scope, e, &value))
        return false; /* marks the parameters */
    *out = known;
    return true;
}

bool known_condition(Dtc *d, Ex c, bool *value)
{
    if (ex_op(d, c) != OP_BOOL)
        return false;
    *value = ex(d, c)->payload != 0;
    return true;
}

bool choose_branches(Flattener *fl, const Place *p, const Stmt *s, Choice **out)
{
    bool value;
    for (uint32_t i = 0; i < vec_len(s->branch); i++) {
        Choice c = { 0, s->branch[i].body, s->branch[i].cond ? s->branch[i].cond->span : s->span };
        if (s->branch[i].cond && !condition(fl, p, s->branch[i].cond, &c.cond))
            return false;
        if (c.cond && known_condition(fl->d, c.cond, &value)) {
            if (!value)
                continue;
            c.cond = 0;
        }
        vec_push(&fl->d->pass, *out, c);
        if (!c.cond)
            break;
    }
    return true;
}

/* ---- if ------------------------------------------------------------------------------------------------ */

static Ex conjunction(Dtc *d, Ex a, Ex b) { return !a ? b : !b ? a : ex_bin(d, OP_AND, a, b); }

/* if c then a else b, where the left sides are the same or the sides are numbers */
static Equation merge_pair(Flattener *fl, Ex c, Equation a, Equation b)
{
    Dtc *d = fl->d;
    Equation m = a;
    if (a.lhs == b.lhs) {
        m.rhs = ex_if(d, c, a.rhs, b.rhs);
    } else if (ex_type(d, a.lhs) == T_REAL && ex_type(d, b.lhs) == T_REAL) {
        m.lhs = ex_real(d, 0);
        m.rhs = ex_if(d, c, ex_bin(d, OP_SUB, a.lhs, a.rhs), ex_bin(d, OP_SUB, b.lhs, b.rhs));
    } else {
        error(d, a.span, a.path,
              "%s is determined here, but in the other branch it is %s: give both branches the same variable "
              "on the left",
              ex_plain(d, a.lhs), ex_plain(d, b.lhs));
    }
    return m;
}

/* Merges the equations of two branches, a first; both lists are as long. */
static Equation *merge_branches(Flattener *fl, Ex c, Equation *a, Equation *b)
{
    Dtc *d = fl->d;
    uint32_t n = vec_len(a), next = 0;
    Map of_lhs = { 0 };
    Equation *merged = NULL;
    bool *used = NEW_N(&d->pass, bool, n + 1);
    uint32_t *partner = NEW_N(&d->pass, uint32_t, n + 1);
    for (uint32_t i = n; i-- > 0;)
        map_set(&d->pass, &of_lhs, b[i].lhs, i + 1);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = (uint32_t)map_get(&of_lhs, a[i].lhs);
        if (j && !used[j - 1])
            used[j - 1] = true, partner[i] = j;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!partner[i]) {
            while (used[next])
                next++;
            used[next] = true;
            partner[i] = next + 1;
        }
        vec_push(&d->pass, merged, merge_pair(fl, c, a[i], b[partner[i] - 1]));
    }
    return merged;
}

static bool as_many(Flattener *fl, const Place *p, const Stmt *s, const Choice *c, Equation **list)
{
    Dtc *d = fl->d;
    uint32_t n = vec_len(c);
    bool open = vec_last(c).cond != 0; /* without else: the last alternative has no equations */
    for (uint32_t i = 0; i < n; i++) {
        uint32_t other = open ? 0 : vec_len(list[n - 1]);
        if (vec_len(list[i]) == other)
            continue;
        error(d, s->span, p->path,
              "the branches of this if-equation have different numbers of equations: %u and %u",
              vec_len(list[i]), other);
        note(d, s->span, NULL,
             open ? "the condition varies in a simulation, so an `else` with as many equations is needed"
                  : "the condition varies in a simulation, so each branch must determine as many unknowns");
        return false;
    }
    return true;
}

static void if_equation(Flattener *fl, const Place *p, const Stmt *s)
{
    Dtc *d = fl->d;
    Choice *c = NULL;
    if (!choose_branches(fl, p, s, &c) || !vec_len(c))
        return;
    if (!c[0].cond) {
        flatten_statements(fl, p, c[0].body);
        return;
    }
    uint32_t n = vec_len(c), before = d->errors;
    Equation **list = NEW_N(&d->pass, Equation *, n);
    Ex none = p->guard; /* no earlier branch holds */
    for (uint32_t i = 0; i < n; i++) {
        Place q = *p;
        q.guard = conjunction(d, none, c[i].cond);
        q.out = &list[i];
        flatten_statements(fl, &q, c[i].body);
        if (c[i].cond)
            none = conjunction(d, none, ex_un(d, OP_NOT, c[i].cond));
    }
    if (d->errors != before || !as_many(fl, p, s, c, list))
        return;
    Equation *all = list[n - 1];
    for (uint32_t i = n - 1; i-- > 0;)
        all = merge_branches(fl, c[i].cond, list[i], all);
    for (uint32_t i = 0; i < vec_len(all); i++)
        place_equation(d, fl->f, p, all[i]);
}

/* ---- for ----------------------------------------------------------------------------------------------- */

static void iteration(Flattener *fl, const Place *p, Stmt *s, uint32_t k, IterationBody *body, void *data)
{
    if (k == vec_len(s->iter)) {
        body(fl, p, s->branch[0].body, data);
        return;
    }
    Val range;
    if (!eval_range(fl->d, p->scope, &s->iter[k], s->branch[0].body, &range))
        return;
    for (uint32_t i = 0; i < range.n; i++) {
        Val v = { .type = range.type, .cls = range.cls, .n = 1, .e = &range.e[i] };
        Env env = { s->iter[k].name, &v, p->scope.env };
        Place q = *p;
        q.scope.env = &env;
        iteration(fl, &q, s, k + 1, body, data);
    }
}

void each_iteration(Flattener *fl, const Place *p, Stmt *s, IterationBody *body, void *data)
{
    iteration(fl, p, s, 0, body, data);
}

static void equations(Flattener *fl, const Place *p, Stmt **body, void *data)
{
    (void)data;
    flatten_statements(fl, p, body);
}

/* ---- statements ---------------------------------------------------------------------------------------- */

static void call_equation(Flattener *fl, const Place *p, const Stmt *s)
{
    const char *name = vec_len(s->lhs->part) == 1 ? s->lhs->part[0].name : "";
    if (!strcmp(name, "assert"))
        flatten_assert(fl, p, s->lhs, s->span);
    else if (!strcmp(name, "terminate"))
        flatten_terminate(fl, p, s->lhs, s->span);
    else if (!strcmp(name, "reinit"))
        error(fl->d, s->span, p->path, "reinit acts at an event: it must stand in a when-equation");
    else if (lower_outputs(fl->d, p->scope, s->lhs, 0, NULL))
        warning(fl->d, s->span, p->path, "a function called without using its result has no effect");
}

static void statement(Flattener *fl, const Place *p, Stmt *s)
{
    Dtc *d = fl->d;
    bool special = s->kind == S_WHEN || s->kind == S_CONNECT;
    if (special && (p->guard || p->initial)) {
        error(d, s->span, p->path, "%s cannot stand in %s", s->kind == S_WHEN ? "`when`" : "connect",
              p->initial ? "an initial equation" : "an if-equation whose condition varies in a simulation");
        return;
    }
    switch (s->kind) {
    case S_EQUAL: equal_equation(fl, p, s); break;
    case S_CONNECT: connect_statement(fl, p, s); break;
    case S_IF: if_equation(fl, p, s); break;
    case S_FOR: each_iteration(fl, p, s, equations, NULL); break;
    case S_WHEN: flatten_when(fl, p, s); break;
    case S_CALL: call_equation(fl, p, s); break;
    default: error(d, s->span, p->path, "this statement can only stand in an algorithm"); break;
    }
}

void flatten_statements(Flattener *fl, const Place *p, Stmt **body)
{
    for (uint32_t i = 0; i < vec_len(body); i++)
        statement(fl, p, body[i]);
}

/* An algorithm is a function of all it reads: one equation for each variable that it assigns. */
void flatten_algorithm(Flattener *fl, const Place *p, const Section *s)
{
    Dtc *d = fl->d;
    Assigned *out = NULL;
    if (!lower_algorithm(d, p->scope, s, &out))
        return;
    for (uint32_t k = 0; k < vec_len(out); k++) {
        Ex v = ex_var(d, out[k].v), value = out[k].value;
        if (ex_type(d, v) == T_REAL && ex_type(d, value) == T_INT)
            value = ex_un(d, OP_REAL, value);
        place_equation(d, fl->f, p,
                       (Equation){ .lhs = v,
                                   .rhs = value,
                                   .kind = out[k].by_when && !p->initial ? EQ_WHEN : EQ_PLAIN,
                                   .index = out[k].at_start,
                                   .span = s->span,
                                   .path = p->path });
    }
    if (vec_len(out) == 0)
        flatten_statements(fl, p, s->body); /* assertions only */
}
