/* emit_func.c - user functions and constant tables.
 *
 * A function becomes a static C function: inputs by value (arrays as pointers to constants), one scalar output as the
 * result, other outputs through pointers, which are written at the end only (an output may be an input's array). Local
 * arrays are on the stack. A while-loop without end (of WHILE_LIMIT rounds) and a failed assertion make the outputs
 * NaN, which the step reports.
 *
 * Requires: no recursion (flatten bounds it). Ensures: every local is initialised, no subscript leaves its array.
 */
#include <string.h>
#include "emit.h"

enum { WHILE_LIMIT = 1000000, SKIPPED = 0xffffffff };

typedef struct {
    Emitter *e;
    const Function *f;
    bool *read;
    bool returns;
    uint32_t serial;
} Writer; /* serial: of helper variables, so that none hides another */

static bool by_value(const Function *f) { return f->nout == 1 && f->local[f->nin].ndim == 0; }

/* ---- what a function uses ---------------------------------------------------------------------------------- */

static bool mark_local(Dtc *d, Ex x, void *data)
{
    const ExNode *n = ex(d, x);
    Writer *w = data;

    if (n->op == OP_LOCAL || n->op == OP_INDEX || n->op == OP_WHOLE)
        w->read[n->payload] = true;
    return false;
}

static void mark_expression(Writer *w, Ex x)
{
    if (x)
        (void)ex_any(w->e->d, x, mark_local, w);
}

static void mark_body(Writer *w, const FStmt *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        const FStmt *s = &body[i];
        for (uint32_t k = 0; k < vec_len(s->sub); k++)
            mark_expression(w, s->sub[k]);
        const Ex own[] = { s->value, s->from, s->step, s->to, s->call };
        for (size_t k = 0; k < sizeof own / sizeof *own; k++)
            mark_expression(w, own[k]);
        for (uint32_t k = 0; k < vec_len(s->branch); k++) {
            mark_expression(w, s->branch[k].cond);
            mark_body(w, s->branch[k].body);
        }
        w->returns |= s->kind == FS_RETURN || s->kind == FS_ASSERT || s->kind == FS_WHILE;
    }
}

/* ---- statements ----------------------------------------------------------------------------------------------- */

static void write_body(Writer *w, const FStmt *body);

/* target[k] = value for each element of an array value. */
static void assign_elements(Writer *w, uint32_t local, Ex value)
{
    Emitter *e = w->e;
    const Local *l = &w->f->local[local];

    if (ex_op(e->d, value) == OP_WHOLE) {
        line(e, "memcpy(%s, %s, sizeof %s);", e->local[local], e->local[ex(e->d, value)->payload], e->local[local]);
        return;
    }
    uint64_t table = map_get(&e->tables, value);
    bool literal = true;

    if (table) {
        line(e, "memcpy(%s, table_%u, sizeof %s);", e->local[local], (unsigned)table, e->local[local]);
        return;
    }
    for (uint32_t k = 0; k < l->n; k++) {
        Op op = ex_op(e->d, ex_arg(e->d, value, k));
        literal = literal && (op == OP_NUM || op == OP_BOOL);
    }
    for (uint32_t k = 0; k < l->n; k++) {
        Ex x = ex_arg(e->d, value, k);
        indented(e);
        if (literal) {
            put(e, "%s[%u] = ", e->local[local], k);
            put_ex(e, x);
            put(e, ";\n");
            continue;
        }
        put(e, "const %s v%u = ", c_type(l->type), k);
        put_ex(e, x);
        put(e, ";\n");
    }
    for (uint32_t k = 0; k < l->n && !literal; k++)
        line(e, "%s[%u] = v%u;", e->local[local], k, k);
}

static void write_assign(Writer *w, const FStmt *s)
{
    Emitter *e = w->e;
    const Local *l = &w->f->local[s->local];
    Ex target = vec_len(s->sub) ? ex_new(e->d, OP_INDEX, l->type, s->local, s->sub, vec_len(s->sub)) : 0;
    Ex root[2] = { s->value, target };

    open_scope(e);
    const ExNode *value = ex(e->d, s->value);
    bool elements = l->ndim > 0 && !target && value->op == OP_ARRAY;
    if (elements) temps_begin(e, value->arg, value->n);
    else temps_begin(e, root, target ? 2 : 1);
    if (l->ndim > 0 && !target) {
        assign_elements(w, s->local, s->value);
    } else {
        indented(e);
        if (target)
            put_ex(e, target);
        else
            put(e, "%s", e->local[s->local]);
        put(e, " = ");
        put_ex(e, s->value);
        put(e, ";\n");
    }
    temps_end(e);
    close_scope(e);
}

/* if / else if / else, nested, so that each condition can have named subexpressions. */
static void write_if(Writer *w, const FStmt *s)
{
    Emitter *e = w->e;
    uint32_t open = 0;

    for (uint32_t i = 0; i < vec_len(s->branch); i++) {
        const FBranch *b = &s->branch[i];
        open_scope(e);
        open++;
        if (b->cond) {
            temps_begin(e, &b->cond, 1);
            indented(e);
            uint32_t k = w->serial++;
            put(e, "const int condition%u = ", k);
            put_ex(e, b->cond);
            put(e, ";\n");
            temps_end(e);
            line(e, "if (condition%u) {", k);
            e->indent++;
            write_body(w, b->body);
            e->indent--;
            line(e, i + 1 < vec_len(s->branch) ? "} else" : "}");
        } else {
            write_body(w, b->body);
            break;
        }
    }
    while (open-- > 0)
        close_scope(e);
}

/* The variable itself counts where it cannot overflow. */
static void write_for(Writer *w, const FStmt *s)
{
    Emitter *e = w->e;
    uint32_t k = w->serial++;
    double step = 1;
    Ex bounds[3] = { s->from, s->to, s->step };
    bool known = !s->step || ex_is_num(e->d, s->step, &step),
         plain = int_loop(e, s->local, int_range(e, s->from), int_range(e, s->to), known ? step : 0);
    const char *i = plain ? e->local[s->local] : textf(e->d, "n%u", k), *begin = plain ? "" : "long long ";

    open_scope(e);
    temps_begin(e, bounds, s->step ? 3 : 2);
    indented(e);
    put(e, "const int first%u = ", k);
    put_ex(e, s->from);
    put(e, ", last%u = ", k);
    put_ex(e, s->to);
    if (!known) {
        put(e, ", step%u = ", k);
        put_ex(e, s->step);
    }
    put(e, ";\n");
    temps_end(e);
    if (known)
        line(e, "for (%s%s = first%u; %s %s last%u; %s += %.0f) {", begin, i, k, i, step > 0 ? "<=" : ">=", k, i, step);
    else
        line(e, "for (%s%s = first%u; step%u > 0 ? %s <= last%u : step%u < 0 && %s >= last%u; %s += step%u) {", begin,
             i, k, k, i, k, k, i, k, i, k);
    e->indent++;
    if (!plain)
        line(e, "%s = (int)%s;", e->local[s->local], i);
    if (vec_len(s->branch))
        write_body(w, s->branch[0].body);
    close_scope(e);
    close_scope(e);
}

static void write_while(Writer *w, const FStmt *s)
{
    Emitter *e = w->e;

    open_scope(e);
    uint32_t k = w->serial++;
    line(e, "long round%u;", k);
    line(e, "for (round%u = 0; round%u < %d; round%u++) {", k, k, WHILE_LIMIT, k);
    e->indent++;
    temps_begin(e, &s->branch[0].cond, 1);
    indented(e);
    put(e, "const int condition%u = ", k);
    put_ex(e, s->branch[0].cond);
    put(e, ";\n");
    temps_end(e);
    line(e, "if (!condition%u)", k);
    line(e, "    break;");
    write_body(w, s->branch[0].body);
    close_scope(e);
    line(e, "failed |= round%u == %d;", k, WHILE_LIMIT);
    line(e, "if (failed)");
    line(e, "    goto done;");
    close_scope(e);
}

/* (a, , b) = f(...): the outputs are taken from a named call. */
static void write_call(Writer *w, const FStmt *s)
{
    Emitter *e = w->e;
    uint32_t slot = 1;

    if (!s->call || ex_op(e->d, s->call) != OP_CALL)
        return;
    const Function *g = &e->f->function[ex(e->d, s->call)->payload];
    open_scope(e);
    temps_begin(e, &s->call, 1);
    for (uint32_t i = 0; i < vec_len(s->out) && i < g->nout; i++) {
        const Local *from = &g->local[g->nin + i];
        uint32_t n = from->ndim ? from->n : 1;
        for (uint32_t k = 0; k < n && s->out[i] != SKIPPED; k++) {
            indented(e);
            if (from->ndim)
                put(e, "%s[%u] = ", e->local[s->out[i]], k);
            else
                put(e, "%s = ", e->local[s->out[i]]);
            put_call_output(e, s->call, slot + k);
            put(e, ";\n");
        }
        slot += n;
    }
    temps_end(e);
    close_scope(e);
}

static void write_assert(Writer *w, const FStmt *s)
{
    Emitter *e = w->e;

    if (!s->value)
        return;
    open_scope(e);
    temps_begin(e, &s->value, 1);
    indented(e);
    put(e, "failed |= !(");
    put_ex(e, s->value);
    put(e, ");\n");
    temps_end(e);
    close_scope(e);
    line(e, "if (failed)");
    line(e, "    goto done;");
}

static void write_body(Writer *w, const FStmt *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        const FStmt *s = &body[i];
        switch (s->kind) {
        case FS_ASSIGN: write_assign(w, s); break;
        case FS_IF: write_if(w, s); break;
        case FS_FOR: write_for(w, s); break;
        case FS_WHILE: write_while(w, s); break;
        case FS_BREAK: line(w->e, "break;"); break;
        case FS_RETURN: line(w->e, "goto done;"); break;
        case FS_CALL: write_call(w, s); break;
        case FS_ASSERT: write_assert(w, s); break;
        }
    }
}

/* ---- a function -------------------------------------------------------------------------------------------------- */

static bool can_fail(const FStmt *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        if (body[i].kind == FS_ASSERT || body[i].kind == FS_WHILE)
            return true;
        for (uint32_t k = 0; k < vec_len(body[i].branch); k++)
            if (can_fail(body[i].branch[k].body))
                return true;
    }
    return false;
}

static void name_locals(Writer *w)
{
    Emitter *e = w->e;
    Map taken = { 0 };
    uint32_t n = vec_len(w->f->local);

    e->locals_of = w->f;
    int_ranges_begin(e, n);
    e->local = NEW_N(&e->d->pass, const char *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const char *name = internf(e->d, "%s_", c_name(e->d, w->f->local[i].name));
        while (map_get(&taken, KEY(name)))
            name = internf(e->d, "%s%u_", name, i);
        map_set(&e->d->pass, &taken, KEY(name), 1);
        e->local[i] = name;
    }
}

static void write_head(Writer *w, const char *end)
{
    Emitter *e = w->e;
    const Function *f = w->f;

    put(e, "static %s %s(", by_value(f) ? c_type(f->local[f->nin].type) : "void", f->name);
    for (uint32_t i = 0; i < f->nin; i++)
        put(e, "%s%s%s %s%s", i ? ", " : "", f->local[i].ndim ? "const " : "", c_type(f->local[i].type),
            f->local[i].ndim ? "*" : "", e->local[i]);
    for (uint32_t i = f->nin; !by_value(f) && i < f->nin + f->nout; i++)
        put(e, "%s%s *out_%s", i ? ", " : "", c_type(f->local[i].type), e->local[i]);
    put(e, "%s)%s\n", f->nin + (by_value(f) ? 0 : f->nout) ? "" : "void", end);
}

/* A local with an initial value is a constant array. */
static void declare_constant(Writer *w, uint32_t local)
{
    Emitter *e = w->e;
    const Local *l = &w->f->local[local];
    uint64_t table = map_get(&e->tables, l->init);

    if (table) {
        line(e, "const dtc_real *const %s = table_%u;", e->local[local], (unsigned)table);
        return;
    }
    temps_begin(e, ex(e->d, l->init)->arg, l->n);
    indented(e);
    put(e, "static const %s %s[%u] = {", c_type(l->type), e->local[local], l->n);
    for (uint32_t k = 0; k < l->n; k++) {
        put(e, k ? ", " : " ");
        put_ex(e, ex_arg(e->d, l->init, k));
    }
    put(e, " };\n");
    temps_end(e);
}

static void declare_locals(Writer *w)
{
    Emitter *e = w->e;
    const Function *f = w->f;

    for (uint32_t i = f->nin; i < vec_len(f->local); i++) {
        const Local *l = &f->local[i];
        if (l->init)
            declare_constant(w, i);
        else if (l->ndim > 0)
            line(e, "%s %s[%u] = {0};", c_type(l->type), e->local[i], l->n ? l->n : 1);
        else
            line(e, "%s %s = 0;", c_type(l->type), e->local[i]);
    }
    if (can_fail(f->body))
        line(e, "int failed = 0;");
    for (uint32_t i = 0; i < vec_len(f->local); i++)
        if (!w->read[i] && (i < f->nin || i >= f->nin + f->nout))
            line(e, "(void)%s;", e->local[i]);
}

static void write_results(Writer *w)
{
    Emitter *e = w->e;
    const Function *f = w->f;
    bool fails = can_fail(f->body);

    for (uint32_t i = f->nin; fails && i < f->nin + f->nout; i++)
        if (f->local[i].type == T_REAL)
            line(e, f->local[i].ndim ? "if (failed) %s[0] = (dtc_real)NAN;" : "if (failed) %s = (dtc_real)NAN;",
                 e->local[i]);
    if (by_value(f)) {
        line(e, "return %s;", e->local[f->nin]);
        return;
    }
    for (uint32_t i = f->nin; i < f->nin + f->nout; i++)
        if (f->local[i].ndim)
            line(e, "memcpy(out_%s, %s, sizeof %s);", e->local[i], e->local[i], e->local[i]);
        else
            line(e, "*out_%s = %s;", e->local[i], e->local[i]);
}

static void write_function(Emitter *e, const Function *f)
{
    Writer w = { e, f, NEW_N(&e->d->pass, bool, vec_len(f->local) + 1), false, 0 };

    mark_body(&w, f->body);
    for (uint32_t i = 0; i < vec_len(f->local); i++)
        mark_expression(&w, f->local[i].init);
    name_locals(&w);
    put(e, "\n");
    if (f->doc && *f->doc)
        comment(e, NULL, f->doc);
    write_head(&w, "");
    put(e, "{\n");
    e->indent = 1;
    declare_locals(&w);
    write_body(&w, f->body);
    e->indent = 0;
    if (w.returns)
        put(e, "done:\n");
    e->indent = 1;
    write_results(&w);
    e->indent = 0;
    put(e, "}\n");
}

void emit_functions(Emitter *e)
{
    for (uint32_t i = 1; i < vec_len(e->f->function); i++)
        if (!e->f->function[i].external && e->function_used[i]) {
            Writer w = { e, &e->f->function[i], NULL, false, 0 };
            name_locals(&w);
            write_head(&w, ";");
        }
    for (uint32_t i = 1; i < vec_len(e->f->function); i++)
        if (!e->f->function[i].external && e->function_used[i])
            write_function(e, &e->f->function[i]);
    e->locals_of = NULL;
}

/* ---- constant tables --------------------------------------------------------------------------------------------- */

static bool all_numbers(Dtc *d, Ex x)
{
    double v;

    for (uint32_t i = 0; i < ex_narg(d, x); i++)
        if (!ex_is_num(d, ex_arg(d, x, i), &v) || ex_type(d, ex_arg(d, x, i)) != T_REAL)
            return false;
    return ex_narg(d, x) > 0;
}

/* Arrays of numbers that are handed to functions become constants of the file. Called for every expression that is
 * emitted. */
void find_table(Emitter *e, Ex x)
{
    if (map_get(&e->tables, x) || !all_numbers(e->d, x))
        return;
    vec_push(&e->d->run, e->table, x);
    map_set(&e->d->run, &e->tables, x, vec_len(e->table));
}

void emit_tables(Emitter *e)
{
    for (uint32_t k = 0; k < vec_len(e->table); k++) {
        uint32_t n = ex_narg(e->d, e->table[k]);
        put(e, "\nstatic const dtc_real table_%u[%u] = {", k + 1, n);
        for (uint32_t i = 0; i < n; i++) {
            double v = 0;
            ex_is_num(e->d, ex_arg(e->d, e->table[k], i), &v);
            put(e, "%s%s%s", i % 8 ? " " : "\n    ", number_text(e->d, v), i + 1 < n ? "," : "");
        }
        put(e, "\n};\n");
    }
}
