/* when.c - part of flatten: when-equations, reinit, assert, terminate.
 *
 * A when-equation becomes a list of branches (condition, actions); `when {a, b}` is one branch for each condition with
 * the same actions. What it assigns is discrete. An `if` inside that varies makes v := if c then e else pre(v). fire.c
 * makes equations of it, which have no order. Modelica 3.6, 8.3.5. Cost: linear in the actions.
 */
#include <string.h>
#include "flatten.h"
#include "lower.h"

/* ---- assert, terminate --------------------------------------------------------------------------------- */

typedef struct { Ex cond, message; AssertLevel level; } Assertion;

static bool read_level(Flattener *fl, const Place *p, const Expr *level, AssertLevel *is)
{
    Ex e;
    double x;
    *is = LEVEL_ERROR;
    if (!level)
        return true;
    if (!lower_scalar(fl->d, p->scope, level, T_ENUM, &e))
        return false;
    if (!ex_is_num(fl->d, ex_fold(fl->d, e), &x)) {
        error(fl->d, level->span, p->path,
              "the level of an assertion must be known when the model is compiled");
        return false;
    }
    *is = x == 1 ? LEVEL_WARNING : x == 2 ? LEVEL_ERROR : LEVEL_NOTE; /* as AssertionLevel has them */
    return true;
}

static bool read_assertion(Flattener *fl, const Place *p, const Expr *call, Assertion *a)
{
    const Expr *cond = argument(call, 0, "condition"), *message = argument(call, 1, "message");
    if (!cond || !message || vec_len(call->arg) + vec_len(call->named) > 3) {
        error(fl->d, call->span, p->path, "assert needs a condition, a message and, at will, a level");
        return false;
    }
    return lower_scalar(fl->d, p->scope, cond, T_BOOL, &a->cond) &&
           lower_scalar(fl->d, p->scope, message, T_STRING, &a->message) &&
           read_level(fl, p, argument(call, 2, "level"), &a->level);
}

/* Of an initial equation: only the initialisation asks, and where it changes later is no event. */
static Ex at_start_only(Dtc *d, Ex cond)
{
    Ex later = ex_un(d, OP_NOT, ex_leaf(d, OP_INITIAL, T_BOOL));
    return ex_bin(d, OP_OR, later, ex_un(d, OP_NOEVENT, cond));
}

void tell_assertion(Dtc *d, AssertLevel level, Span at, const char *path, const char *text)
{
    static const Severity severity[] = { DIAG_ERROR, DIAG_WARNING, DIAG_REMARK };
    diag(d, severity[level], at, path, level == LEVEL_NOTE ? "%s" : "assertion failed: %s", text);
}

void flatten_assert(Flattener *fl, const Place *p, const Expr *call, Span at)
{
    Dtc *d = fl->d;
    Assertion a;
    bool value;
    if (!read_assertion(fl, p, call, &a))
        return;
    if (p->guard)
        a.cond = ex_bin(d, OP_OR, ex_un(d, OP_NOT, p->guard), a.cond);
    if (known_condition(d, a.cond, &value)) {
        if (value)
            return;
        tell_assertion(d, a.level, at, p->path,
                       ex_op(d, a.message) == OP_STR ? string_of(d, a.message) : ex_plain(d, a.message));
        return;
    }
    if (p->initial)
        a.cond = at_start_only(d, a.cond);
    vec_push(&d->run, fl->f->assert,
             ((Assert){
                 .cond = a.cond, .message = a.message, .level = a.level, .span = at, .path = p->path }));
}

static bool read_message(Flattener *fl, const Place *p, const Expr *call, Ex *message)
{
    const Expr *text = argument(call, 0, "message");
    if (text && vec_len(call->arg) + vec_len(call->named) == 1)
        return lower_scalar(fl->d, p->scope, text, T_STRING, message);
    error(fl->d, call->span, p->path, "terminate needs a message");
    return false;
}

void flatten_terminate(Flattener *fl, const Place *p, const Expr *call, Span at)
{
    Dtc *d = fl->d;
    Ex message, go_on = p->guard ? ex_un(d, OP_NOT, p->guard) : ex_bool(d, false);
    if (!read_message(fl, p, call, &message))
        return;
    if (p->initial)
        go_on = at_start_only(d, go_on);
    vec_push(&d->run, fl->f->assert,
             ((Assert){ .cond = go_on, .message = message, .terminate = true, .span = at, .path = p->path }));
}

/* ---- actions ------------------------------------------------------------------------------------------- */

/* The list under construction; `clause` is the when-equation's number, from 1; what the list sets: variable -> 1 +
 * index. */
typedef struct { WhenAction *action; uint32_t clause; Map set; } Actions;

static void when_statements(Flattener *fl, const Place *p, Stmt **body, void *actions);

/* One branch sets a variable once: its equations have no order. */
static void push_action(Flattener *fl, const Place *p, Actions *a, WhenAction w)
{
    uint64_t before = w.kind <= W_REINIT ? map_get(&a->set, w.var) : 0;
    if (before) {
        error(fl->d, w.span, p->path, "%s is set twice in one branch of a when-equation",
              fl->f->var[w.var].name);
        note(fl->d, a->action[before - 1].span, NULL, "the other one");
        return;
    }
    vec_push(&fl->d->run, a->action, w);
    if (w.kind <= W_REINIT)
        map_set(&fl->d->pass, &a->set, w.var, vec_len(a->action));
}

/* Which of two when-equations acts when both do has no answer: one alone may set v (Modelica 3.6, 8.3.5.2 and 8.3.6).
 */
static bool alone(Flattener *fl, const Place *p, Map *by, const Actions *a, Var v, Span at, const char *is_set)
{
    uint64_t other = map_get(by, v);
    if (other && other != a->clause) {
        error(fl->d, at, p->path, "%s is %s by two when-equations: use one with `elsewhen`",
              fl->f->var[v].name, is_set);
        note(fl->d, fl->f->when[other - 1].span, NULL, "the other one");
        return false;
    }
    map_set(&fl->d->pass, by, v, a->clause);
    return true;
}

/* Only a variable that is neither known from outside nor assigned by another when-equation can be assigned. */
static bool claim(Flattener *fl, const Place *p, Actions *a, Var v, Span at)
{
    VarInfo *x = change_variable(fl->f, v);
    if (x->variability >= V_PARAM || (x->top_level && x->causality == C_INPUT)) {
        error(fl->d, at, p->path, "%s is %s and cannot be assigned", x->name,
              x->variability == V_CONST   ? "a constant"
              : x->variability == V_PARAM ? "a parameter"
                                          : "an input");
        return false;
    }
    if (!alone(fl, p, &fl->assigned, a, v, at, "assigned"))
        return false;
    x->discrete_state = true;
    x->variability = V_DISCRETE;
    return true;
}

static void assign(Flattener *fl, const Place *p, Actions *a, const Val *l, const Val *r, Span at)
{
    Dtc *d = fl->d;
    if (!values_agree(d, l, r, at, p->path))
        return;
    for (uint32_t i = 0; i < l->nfield && l->type == T_RECORD; i++) {
        const Val *f = val_field(r, l->field_name[i]);
        if (f)
            assign(fl, p, a, &l->field[i], f, at);
    }
    for (uint32_t k = 0; l->type != T_RECORD && k < l->n; k++) {
        Var v = ex_is_var(d, l->e[k]);
        Ex value = r->e[k];
        if (!v) {
            error(d, at, p->path, "the left side must be a variable in a when-equation, not %s",
                  ex_plain(d, l->e[k]));
            return;
        }
        if (l->type == T_REAL && r->type == T_INT)
            value = ex_un(d, OP_REAL, value);
        if (claim(fl, p, a, v, at))
            push_action(fl, p, a, (WhenAction){ .kind = W_ASSIGN, .var = v, .value = value, .span = at });
    }
}

static void when_equal(Flattener *fl, const Place *p, Actions *a, const Stmt *s)
{
    Dtc *d = fl->d;
    Val l, r;
    if (s->lhs->kind != E_TUPLE) {
        bool left = lower(d, p->scope, s->lhs, &l);
        if (lower(d, p->scope, s->rhs, &r) && left)
            assign(fl, p, a, &l, &r, s->span);
        return;
    }
    uint32_t n = vec_len(s->lhs->arg);
    Val *value = NEW_N(&d->pass, Val, n + 1);
    if (s->rhs->kind != E_CALL)
        error(d, s->rhs->span, p->path,
              "with several variables on the left, the right side must be a function call");
    else if (lower_outputs(d, p->scope, s->rhs, n, value))
        for (uint32_t i = 0; i < n; i++)
            if (s->lhs->arg[i] && lower(d, p->scope, s->lhs->arg[i], &l))
                assign(fl, p, a, &l, &value[i], s->span);
}

/* reinit(x, value): x must be a state, so it is chosen as one. */
static void when_reinit(Flattener *fl, const Place *p, Actions *a, const Stmt *s)
{
    Dtc *d = fl->d;
    Val x, value;
    const Expr *call = s->lhs;
    if (vec_len(call->arg) != 2 || vec_len(call->named)) {
        error(d, s->span, p->path, "reinit needs a state and its new value");
        return;
    }
    if (!lower(d, p->scope, call->arg[0], &x) || !lower(d, p->scope, call->arg[1], &value))
        return;
    if (!values_agree(d, &x, &value, s->span, p->path))
        return;
    for (uint32_t k = 0; k < x.n && x.type != T_RECORD; k++) {
        Var v = ex_is_var(d, x.e[k]);
        if (!v || fl->f->var[v].type != T_REAL || fl->f->var[v].variability != V_CONT) {
            error(d, call->arg[0]->span, p->path, "reinit sets a state, and %s cannot be one",
                  ex_plain(d, x.e[k]));
            return;
        }
        if (!alone(fl, p, &fl->reset, a, v, s->span, "reset"))
            return;
        change_variable(fl->f, v)->state_select = SS_ALWAYS;
        Ex e = ex_type(d, value.e[k]) == T_INT ? ex_un(d, OP_REAL, value.e[k]) : value.e[k];
        push_action(fl, p, a, (WhenAction){ .kind = W_REINIT, .var = v, .value = e, .span = s->span });
    }
}

static void when_call(Flattener *fl, const Place *p, Actions *a, const Stmt *s)
{
    const char *name = vec_len(s->lhs->part) == 1 ? s->lhs->part[0].name : "";
    Assertion x;
    Ex message;
    if (!strcmp(name, "reinit")) {
        when_reinit(fl, p, a, s);
    } else if (!strcmp(name, "assert")) {
        if (read_assertion(fl, p, s->lhs, &x))
            push_action(fl, p, a,
                        (WhenAction){ .kind = W_ASSERT,
                                      .value = x.cond,
                                      .message = x.message,
                                      .level = x.level,
                                      .span = s->span });
    } else if (!strcmp(name, "terminate")) {
        if (read_message(fl, p, s->lhs, &message))
            push_action(fl, p, a, (WhenAction){ .kind = W_TERMINATE, .message = message, .span = s->span });
    } else if (lower_outputs(fl->d, p->scope, s->lhs, 0, NULL)) {
        warning(fl->d, s->span, p->path, "a function called without using its result has no effect");
    }
}

/* ---- if inside when ------------------------------------------------------------------------------------ */

/* What an action leaves as it is when it is not reached. */
static Ex unchanged(Dtc *d, const WhenAction *w)
{
    Ex v;
    switch (w->kind) {
    case W_ASSIGN: v = ex_var(d, w->var); return ex_un(d, OP_PRE, v);
    case W_REINIT: return ex_var(d, w->var);
    case W_ASSERT: return ex_bool(d, true);
    default: return 0;
    }
}

/* Actions `a` where c holds, `b` elsewhere. */
static void merge_actions(Flattener *fl, Actions *out, Ex c, const WhenAction *a, const WhenAction *b, const Place *p)
{
    Dtc *d = fl->d;
    Map other = { 0 };
    for (uint32_t i = 0; i < vec_len(b); i++)
        if (b[i].kind <= W_REINIT)
            map_set(&d->pass, &other, b[i].var, i + 1);
    for (uint32_t side = 0; side < 2; side++) {
        const WhenAction *list = side ? b : a;
        for (uint32_t i = 0; i < vec_len(list); i++) {
            WhenAction w = list[i];
            uint32_t j = side || w.kind > W_REINIT ? 0 : (uint32_t)map_get(&other, w.var);
            Ex rest = j && b[j - 1].kind == w.kind ? b[j - 1].value : unchanged(d, &w);
            if (side && w.kind <= W_REINIT && map_get(&other, w.var) != i + 1)
                continue;
            if (!rest) {
                error(d, w.span, p->path,
                      "terminate cannot stand in an `if` here: put the condition into the `when`");
                continue;
            }
            w.value = side ? ex_if(d, c, rest, w.value) : ex_if(d, c, w.value, rest);
            push_action(fl, p, out, w);
            if (j)
                map_set(&d->pass, &other, w.var, UINT32_MAX);
        }
    }
}

/* All branches of a when-equation assign the same variables, and those of an `if` in it (Modelica 3.6, 8.3.5.2).
 * which: what lacks one, at `at`. */
static bool tell_missing(Flattener *fl, const Place *p, const Actions *has, const Actions *lacks, Span at,
                         const char *which)
{
    for (uint32_t i = 0; i < vec_len(has->action); i++) {
        const WhenAction *w = &has->action[i];
        uint64_t k = map_get(&lacks->set, w->var);
        if (w->kind != W_ASSIGN || (k && lacks->action[k - 1].kind == W_ASSIGN))
            continue;
        const char *name = fl->f->var[w->var].name;
        error(fl->d, at, p->path,
              "%s does not assign %s, and another one does: all branches assign the same variables", which,
              name);
        note(fl->d, w->span, NULL, "%s is assigned here; where it is to stay as it is, write %s = pre(%s)",
             name, name, name);
        return true;
    }
    return false;
}

/* Branches that are chosen by parameters may assign what they like. */
static bool same_variables(Flattener *fl, const Place *p, const Stmt *s, const Choice *c, const Actions *own)
{
    static const char which[] = "this branch of an `if` in a when-equation";
    uint32_t n = vec_len(c);
    bool fixed = true;
    for (uint32_t i = 0; i < n; i++)
        fixed = fixed && (!c[i].cond || only_parameters(fl->d, c[i].cond));
    if (fixed)
        return true;
    for (uint32_t i = 1; i < n; i++)
        if (tell_missing(fl, p, &own[0], &own[i], c[i].at, which) ||
            tell_missing(fl, p, &own[i], &own[0], c[0].at, which))
            return false;
    return !c[n - 1].cond ||
           !tell_missing(fl, p, &own[0], &(Actions){ 0 }, s->span, "the missing `else` of this `if`");
}

static void when_if(Flattener *fl, const Place *p, Actions *out, const Stmt *s)
{
    Choice *c = NULL;
    if (!choose_branches(fl, p, s, &c))
        return;
    WhenAction *rest = NULL;
    uint32_t n = vec_len(c), errors = fl->d->errors;
    Actions *own = NEW_N(&fl->d->pass, Actions, n + 1);
    for (uint32_t i = n; i-- > 0;) {
        own[i].clause = out->clause;
        when_statements(fl, p, c[i].body, &own[i]);
    }
    if (fl->d->errors != errors || (n && !same_variables(fl, p, s, c, own)))
        return;
    for (uint32_t i = n; i-- > 0;) {
        Actions merged = { .clause = out->clause };
        if (c[i].cond)
            merge_actions(fl, &merged, c[i].cond, own[i].action, rest, p);
        rest = c[i].cond ? merged.action : own[i].action;
    }
    for (uint32_t i = 0; i < vec_len(rest); i++)
        push_action(fl, p, out, rest[i]);
}

static void when_statements(Flattener *fl, const Place *p, Stmt **body, void *actions)
{
    Actions *a = actions;
    for (uint32_t i = 0; i < vec_len(body); i++) {
        Stmt *s = body[i];
        switch (s->kind) {
        case S_EQUAL: when_equal(fl, p, a, s); break;
        case S_IF: when_if(fl, p, a, s); break;
        case S_FOR: each_iteration(fl, p, s, when_statements, a); break;
        case S_CALL: when_call(fl, p, a, s); break;
        case S_WHEN: error(fl->d, s->span, p->path, "a when-equation cannot stand in another one"); break;
        default: error(fl->d, s->span, p->path, "this cannot stand in a when-equation"); break;
        }
    }
}

/* ---- a clause ------------------------------------------------------------------------------------------ */

void flatten_when(Flattener *fl, const Place *p, Stmt *s)
{
    Dtc *d = fl->d;
    static const char which[] = "this branch of a when-equation";
    uint32_t clause = vec_len(fl->f->when);
    Actions first = { 0 };
    bool told = false;
    vec_push(&d->run, fl->f->when, ((When){ .span = s->span, .path = p->path }));
    for (uint32_t i = 0; i < vec_len(s->branch); i++) {
        Val c;
        Actions a = { .clause = clause + 1 };
        if (!lower(d, p->scope, s->branch[i].cond, &c))
            continue;
        if (c.type != T_BOOL || c.ndim > 1) {
            error(d, s->branch[i].cond->span, p->path,
                  "the condition of `when` must be a Boolean or a vector of Booleans, not %s",
                  val_text(d, &c));
            continue;
        }
        uint32_t errors = d->errors;
        when_statements(fl, p, s->branch[i].body, &a);
        told = told || d->errors != errors;
        if (i == 0)
            first = a;
        else
            told = told || tell_missing(fl, p, &first, &a, s->branch[i].cond->span, which) ||
                   tell_missing(fl, p, &a, &first, s->branch[0].cond->span, which);
        for (uint32_t k = 0; k < c.n; k++)
            vec_push(&d->run, fl->f->when[clause].branch, ((WhenBranch){ c.e[k], a.action }));
    }
}
