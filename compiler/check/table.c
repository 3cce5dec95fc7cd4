/* table.c - part of check: tables without rows, and those whose arguments do not ascend, with the present values of the
 * parameters.
 *
 * Functions of the runtime that look up in a table seek by bisection: in one that does not ascend they would find
 * anything. In one without rows they find 0, which nobody means. Equal arguments are a jump. One table over all
 * expressions, operands first: the first look-up below each that is in such a table. Setup looks again at tables that
 * are parameters. Where a function makes a table of parameters it is interpreted, each call once. Cost: linear in the
 * expressions; a table is looked at once.
 *
 * Requires: flatten, no cycles among parameters.
 */
#include <math.h>
#include <string.h>
#include "check.h"
#include "known.h"

/* The entry that is less than the one before it: of a row or column, counted from 1; no entry: there is none. */
typedef struct { bool row; uint32_t at; Ex entry; double before, value; } Fall;

/* n entries, `stride` apart from number `from` on. */
static bool falls(Dtc *d, const Ex *entry, uint32_t from, uint32_t n, uint32_t stride, const double *value, Fall *fall)
{
    double last = 0, x;
    bool known = false;
    for (uint32_t i = 0; i < n; i++) {
        Ex e = entry[from + i * stride];
        bool now = known_eval(d, e, value, &x);
        if (known && now && x < last) {
            *fall = (Fall){ .at = i + 1, .entry = e, .before = last, .value = x };
            return true;
        }
        known = now;
        last = now ? x : 0;
    }
    return false;
}

typedef struct {
    Dtc *d;
    const Flat *f;
    double *value;                         /* by Var */
    Map called;                            /* call -> place in `outputs` + 1 */
    Ex **outputs;                          /* vec: NULL: it has no values */
    Fall *fall;
    uint32_t *below;                       /* by expression, 1 + number of the fall below it */
    uint32_t n;
    Map told;
} Tables;

static const Ex *outputs_of(Tables *t, Ex call)
{
    uint64_t at = map_get(&t->called, call);
    if (!at) {
        const Ex known = literal_of(t->d, call, t->value);
        vec_push(&t->d->pass, t->outputs, known ? ex_outputs(t->d, known) : NULL);
        at = vec_len(t->outputs);
        map_set(&t->d->pass, &t->called, call, at);
    }
    return t->outputs[at - 1];
}

/* Values of entries that a function of parameters gives. */
static void fill_called(Tables *t, Ex table)
{
    Dtc *d = t->d;
    for (uint32_t i = 0; i < ex_narg(d, table); i++) {
        const Var v = ex_is_var(d, ex_arg(d, table, i));
        const VarInfo *x = &t->f->var[v];
        if (!v || !isnan(t->value[v]) || !x->binding || x->variability < V_PARAM ||
            (x->has_fixed && !x->fixed))
            continue;
        const bool out = ex_op(d, x->binding) == OP_OUT;
        const Ex call = out ? ex_arg(d, x->binding, 0) : x->binding;
        const uint32_t slot = out ? ex(d, x->binding)->payload : 1;
        const Ex *output = ex_op(d, call) == OP_CALL ? outputs_of(t, call) : NULL;
        if (output)
            (void)ex_is_num(d, output[slot - 1], &t->value[v]);
    }
}

static bool table_falls(Tables *all, Ex call, Fall *fall)
{
    Dtc *d = all->d;
    const double *value = all->value;
    const Function *of = &all->f->function[ex(d, call)->payload];
    const Ex table = ex_arg(d, call, 0);
    if (!of->external || strncmp(of->external, "dtc_table", 9) != 0 || ex_op(d, table) != OP_ARRAY ||
        of->local[0].ndim != 2)
        return false;
    fill_called(all, table);
    const ExNode *t = ex(d, table);
    bool map = strncmp(of->external, "dtc_table2", 10) == 0;
    uint32_t rows = of->local[0].dim[0], columns = of->local[0].dim[1], own = map ? 1 : 0;
    if (t->n != rows * columns)
        return false;
    if (rows <= own || columns <= own) {
        *fall = (Fall){ .entry = 0 };
        return true;
    }
    bool down = falls(d, t->arg, own * columns, rows - own, columns, value, fall);
    if (!down && !(map && falls(d, t->arg, 1, columns - 1, 1, value, fall)))
        return false;
    fall->row = !down;
    fall->at += own;
    return true;
}

static void find(Tables *t)
{
    Dtc *d = t->d;
    Map seen = { 0 };
    for (Ex e = 1; e <= t->n; e++) {
        const ExNode *n = ex(d, e);
        for (uint32_t i = 0; i < n->n && !t->below[e]; i++)
            t->below[e] = t->below[n->arg[i]];
        if (t->below[e] || n->op != OP_CALL || n->n == 0)
            continue;
        uint64_t key = (uint64_t)n->payload << 32 | n->arg[0], known = map_get(&seen, key);
        Fall fall;
        if (!known && table_falls(t, e, &fall)) {
            vec_push(&d->pass, t->fall, fall);
            known = vec_len(t->fall) + 1;
        }
        map_set(&d->pass, &seen, key, known ? known : 1);
        t->below[e] = known > 1 ? (uint32_t)known - 1 : 0;
    }
}

/* At the table, if it is a variable with a place in the source; else where it is used. */
static void tell(Tables *t, Ex e, Span at, const char *path)
{
    uint32_t k = e && e <= t->n ? t->below[e] : 0;
    if (!k || map_get(&t->told, k))
        return;
    map_set(&t->d->pass, &t->told, k, 1);
    const Fall *fall = &t->fall[k - 1];
    if (!fall->entry) {
        error(t->d, at, path,
              "a table without rows is looked up in here, where the result would always be 0");
        return;
    }
    Var v = ex_is_var(t->d, fall->entry);
    const char *what =
        v && t->f->var[v].array ? internf(t->d, "table %s", t->f->array[t->f->var[v].array].name) : "a table";
    Span there = !v                 ? at
               : t->f->var[v].array ? given_at(t->d, t->f->array[t->f->var[v].array].name, t->f->var[v].span)
                                    : t->f->var[v].span;
    error(t->d, there, v ? t->f->var[v].path : path,
          "the first %s of %s does not ascend: %.10g (%s %u) comes after %.10g", fall->row ? "row" : "column",
          what, fall->value, fall->row ? "column" : "row", fall->at, fall->before);
    if (v)
        note(t->d, at, path, "it is used here");
}

bool check_tables(Dtc *d, const Flat *f)
{
    uint32_t before = d->errors, n = ex_count(d);
    Tables t = {
        .d = d, .f = f, .n = n, .value = known_values_apart(d, f), .below = NEW_N(&d->pass, uint32_t, n + 1)
    };
    find(&t);
    if (!t.fall)
        return true;
    for (Eq e = 1; e < vec_len(f->eq); e++) {
        tell(&t, f->eq[e].lhs, f->eq[e].span, f->eq[e].path);
        tell(&t, f->eq[e].rhs, f->eq[e].span, f->eq[e].path);
    }
    for (uint32_t i = 0; i < vec_len(f->net); i++)
        for (uint32_t k = 0; k < vec_len(f->net[i].transition); k++)
            tell(&t, f->net[i].transition[k].guard, f->net[i].transition[k].span, f->net[i].path);
    for (uint32_t i = 0; i < vec_len(f->when); i++)
        for (uint32_t k = 0; k < vec_len(f->when[i].branch); k++) {
            const WhenBranch *b = &f->when[i].branch[k];
            tell(&t, b->cond, f->when[i].span, f->when[i].path);
            for (uint32_t j = 0; j < vec_len(b->action); j++)
                if (b->action[j].value)
                    tell(&t, b->action[j].value, b->action[j].span, f->when[i].path);
        }
    for (Var v = 1; v < vec_len(f->var); v++)
        tell(&t, f->var[v].binding, f->var[v].span, f->var[v].path);
    return d->errors == before;
}
