/* reads.c - which variables generated code reads, so that each of them is stored, and which of last values are kept.
 *
 * Ensures: the functions that are called, tables of numbers, look-ups and intervals are noted as well. Cost: linear in
 * the size of the expressions.
 */
#include <string.h>
#include "blocks.h"
#include "chosen.h"
#include "builders.h"
#include "sort.h"
#include "tangent.h"

/* folded: variables of a block that no statement gives a value; read: all others that something reads. */
typedef struct {
    const Equations *e; Reads out; bool *folded, *seen, *called; Ex *stack; uint32_t nex; Map tables;
} Reader;

static void read_functions(Reader *r, uint32_t k);

static void read_variable(Reader *r, Var v)
{
    if (v && !r->folded[root(r->e, v)])
        r->out.read[root(r->e, v)] = true;
}

/* Has it a place in the struct and a row in the descriptor, though no statement may need it? */
bool observed(const Equations *e, Var v)
{
    const VarInfo *i = &e->f->var[v];

    if (i->type == T_STRING || e->made[v])
        return false;
    if (e->d->opt.observe_all || e->shown[v] || (i->top_level && i->causality != C_LOCAL) || i->is_state ||
        i->kept || (e->d->opt.fmu && e->rate[v]))
        return true;
    for (uint32_t k = 0; k < vec_len(e->d->opt.vars); k++)
        if (name_chosen(e->d->opt.vars[k], i->name))
            return true;
    return false;
}

bool is_number_literal(Dtc *d, Ex x, double *v)
{
    if (ex_op(d, x) != OP_BOOL)
        return ex_is_num(d, x, v);
    if (v)
        *v = ex(d, x)->payload;
    return true;
}

/* An array of numbers, an argument of a function: it is a constant of the file. */
static void read_array(Reader *r, Ex x)
{
    const Equations *e = r->e;
    double v;

    for (uint32_t i = 0; i < ex_narg(e->d, x); i++)
        if (!is_number_literal(e->d, ex_arg(e->d, x, i), &v) ||
            ex_type(e->d, ex_arg(e->d, x, i)) != ex_type(e->d, x))
            return;
    if (ex_narg(e->d, x) == 0 || map_get(&r->tables, x))
        return;
    vec_push(&e->d->run, r->out.calls->table, x);
    map_set(&e->d->pass, &r->tables, x, 1);
}

static void read_expression(Reader *r, Ex root)
{
    Dtc *d = r->e->d;

    if (root)
        vec_push(&d->pass, r->stack, root);
    while (vec_len(r->stack)) {
        Ex x = vec_pop(r->stack);
        if (x >= r->nex || r->seen[x])
            continue;
        r->seen[x] = true;
        const ExNode *n = ex(d, x);
        switch (n->op) {
        case OP_VAR: read_variable(r, ex_is_var(d, x)); break;
        case OP_PRE:
        case OP_LAST: {
            bool negated;
            Var v = ex_is_var(d, n->arg[0]);
            if (v)
                (n->op == OP_PRE ? r->out.pre : r->out.last)[root_of(r->e->f, v, &negated)] = true;
            break;
        }
        case OP_ARRAY: read_array(r, x); break;
        case OP_CALL:
            if (r->e->f->function[n->payload].external)
                vec_push(&d->pass, r->out.calls->look_ups, x);
            read_functions(r, n->payload);
            break;
        case OP_SAMPLE: vec_push(&d->run, r->out.interval, n->arg[1]); break;
        default: break;
        }
        n = ex(d, x);
        for (uint32_t i = 0; i < n->n; i++)
            vec_push(&d->pass, r->stack, n->arg[i]);
    }
}

static void read_body(Reader *r, const FStmt *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        const FStmt *s = &body[i];
        const Ex own[] = { s->value, s->from, s->step, s->to, s->call };
        for (size_t k = 0; k < sizeof own / sizeof *own; k++)
            read_expression(r, own[k]);
        for (uint32_t k = 0; k < vec_len(s->sub); k++)
            read_expression(r, s->sub[k]);
        for (uint32_t k = 0; k < vec_len(s->branch); k++) {
            read_expression(r, s->branch[k].cond);
            read_body(r, s->branch[k].body);
        }
    }
}

/* Notes that function k is called, behind what it calls. */
static void read_functions(Reader *r, uint32_t k)
{
    const Function *f = &r->e->f->function[k];
    Ex *outer = r->stack;

    if (r->called[k])
        return;
    r->called[k] = true;
    r->stack = NULL;
    for (uint32_t i = 0; i < vec_len(f->local); i++)
        read_expression(r, f->local[i].init);
    read_body(r, f->body);
    r->stack = outer;
    vec_push(&r->e->d->run, r->out.calls->called, k);
}

static void read_list(Reader *r, const Ex *list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        read_expression(r, list[i]);
}

/* Inner variables and unknowns of a linear block that nobody reads after the solution, and that are not needed as zeros
 * are put in. A norm reads all. */
static void find_folded(const Equations *e, const Block *b, bool *folded)
{
    if (b->kind == B_ASSIGN || b->kind == B_NONLINEAR || e->d->opt.no_fold || loses_rank(e, b) ||
        vec_len(b->branch) || block_n(b) + block_m(b) == 0)
        return;
    const Assign *rest = rest_at_zero(e, b).inner;
    for (uint32_t k = 0; k < vec_len(b->inner); k++)
        folded[b->inner[k].v] = !e->dae->used[b->inner[k].v];
    for (uint32_t k = 0; k < block_n(b); k++)
        folded[b->tear[k]] = !e->dae->used[b->tear[k]];
    for (uint32_t k = 0; k < vec_len(rest); k++)
        folded[rest[k].v] = false;
}

static void read_blocks(Reader *r, const Block *blocks)
{
    for (uint32_t i = 0; i < vec_len(blocks); i++) {
        const Block *b = &blocks[i];
        uint32_t n = block_n(b);
        for (uint32_t k = 0; k < vec_len(b->inner); k++) {
            read_variable(r, b->inner[k].v);
            read_expression(r, b->inner[k].value);
            read_expression(r, b->inner[k].pivot);
        }
        for (uint32_t k = 0; k < n; k++)
            read_variable(r, b->tear[k]);
        for (uint32_t k = 0; k < n && vec_len(b->branch); k++)
            read_expression(r, ex_un(r->e->d, OP_LAST, ex_var(r->e->d, b->tear[k])));
        for (BlockWalk w = block_walk(b, IN_RESIDUALS | IN_MATRICES); block_next(&w);)
            read_expression(r, *w.e);
    }
}

static void read_switches(Reader *r)
{
    const Flat *f = r->e->f;

    for (uint32_t b = 0; b < vec_len(r->e->dae->block); b++)
        for (uint32_t i = 0; i < vec_len(r->e->dae->block[b].sw); i++) {
            const Switch *w = &f->sw[r->e->dae->block[b].sw[i]];
            for (int k = 0; k < SWITCH_REALS; k++)
                if (w->real[k])
                    read_expression(r, var_value(r->e->d, f, w->real[k]));
            read_variable(r, w->place);
            read_expression(r, w->nominal_s);
            read_expression(r, w->nominal_lambda);
            read_expression(r, w->restitution);
        }
    for (uint32_t i = 0; i < vec_len(f->net); i++) {
        for (uint32_t k = 0; k < net_sets(&f->net[i]); k++)
            read_variable(r, net_set(&f->net[i], k));
        for (uint32_t k = 0; k < vec_len(f->net[i].transition); k++)
            read_expression(r, f->net[i].transition[k].guard);
    }
}

static void read_events(Reader *r)
{
    const Flat *f = r->e->f;

    for (uint32_t i = 0; i < vec_len(f->when); i++)
        for (uint32_t k = 0; k < vec_len(f->when[i].branch); k++) {
            read_expression(r, f->when[i].branch[k].cond);
            for (uint32_t q = 0; q < vec_len(f->when[i].branch[k].action); q++) {
                const WhenAction *a = &f->when[i].branch[k].action[q];
                read_expression(r, a->value);
                read_expression(r, a->message);
                read_variable(r, a->var);
            }
        }
    for (uint32_t i = 0; i < vec_len(f->assert); i++) {
        read_expression(r, f->assert[i].cond);
        read_expression(r, f->assert[i].message);
    }
}

/* What held relations are decided by. */
static void read_held(Reader *r)
{
    for (uint32_t i = 0; i < vec_len(r->e->dae->held); i++) {
        const Held *h = &r->e->dae->held[i];
        const Ex e[] = { h->a, h->b, h->slope, h->rest, h->scale };
        if (!r->e->dae->used[h->v])
            continue;
        read_variable(r, h->v);
        read_variable(r, h->count);
        for (size_t k = 0; k < sizeof e / sizeof *e; k++)
            read_expression(r, e[k]);
    }
}

/* Parameters and starts of what is stored; until nothing new is read. Handles of variables that are read grow, so two
 * rounds by a stack. */
static void read_definitions(Reader *r)
{
    const Flat *f = r->e->f;
    bool *done = NEW_N(&r->e->d->pass, bool, vec_len(f->var) + 1), more = true;

    while (more) {
        more = false;
        for (Var v = 1; v < vec_len(f->var); v++) {
            if (!r->out.read[v] || done[v])
                continue;
            done[v] = more = true;
            read_expression(r, alias_of(f, v).constant);
            read_expression(r, f->var[v].binding);
            read_expression(r, f->var[v].start);
        }
    }
}

bool is_input(const VarInfo *v) { return v->top_level && v->causality == C_INPUT; }

Reads find_reads(const Equations *e, const Tangent *t)
{
    Arena *a = &e->d->pass;
    Ex *ranges = range_reads(e);
    uint32_t n = vec_len(e->f->var) + 1, nex = ex_count(e->d) + 1000;
    /* calls stay: what walks the program afterwards asks for the file's constants */
    Reader r = {
        .e = e,
        .out = { .read = NEW_N(a, bool, n), .pre = NEW_N(a, bool, n), .calls = NEW(&e->d->run, Calls) },
        .folded = NEW_N(a, bool, n),
        .seen = NEW_N(a, bool, nex),
        .called = NEW_N(a, bool, vec_len(e->f->function) + 1),
        .nex = nex
    };

    r.out.last = has_events(e) ? NEW_N(a, bool, n) : r.out.pre;
    for (uint32_t b = 0; b < vec_len(e->dae->block) && !t; b++)
        find_folded(e, &e->dae->block[b], r.folded);
    read_switches(&r);
    read_blocks(&r, e->dae->block);
    memset(r.folded, 0, n * sizeof(bool));
    read_blocks(&r, e->dae->init);
    read_events(&r);
    read_held(&r);
    read_list(&r, ranges, vec_len(ranges));
    if (t && tangent_size(t) > 0)
        read_list(&r, t->value, vec_len(t->value));
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        read_variable(&r, e->dae->state[i]);
        read_variable(&r, e->f->var[e->dae->state[i]].der);
    }
    for (Var v = 1; v < vec_len(e->f->var); v++) {
        const VarInfo *i = &e->f->var[v];
        Alias is = alias_of(e->f, v);
        if (i->type == T_STRING || is.of)
            continue;
        bool tunable = i->variability == V_PARAM && !i->structural && !i->final;
        if (is_input(i) || (tunable && !is.constant) ||
            (observed(e, v) && (is.constant || i->variability >= V_PARAM)))
            read_variable(&r, v);
    }
    for (Var v = 1; v < vec_len(e->f->var); v++) {
        Var of = root_of(e->f, v, NULL);
        const VarInfo *root = &e->f->var[of];
        bool kept = alias_of(e->f, of).constant || root->discrete_state || is_output(&e->f->var[v]);
        if (of != v ? observed(e, v) && kept : is_output(root))
            read_variable(&r, v);
    }
    for (uint32_t i = 0; i < vec_len(e->dae->kept); i++)
        r.out.pre[e->dae->kept[i].v] |= r.out.read[e->dae->kept[i].kept];
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (r.out.pre[v] || r.out.last[v])
            read_variable(&r, v);
    read_definitions(&r);
    for (uint32_t i = 0; i < vec_len(e->dae->held); i++)
        if (e->dae->held[i].kind == HELD_SAMPLE)
            vec_push(&e->d->run, r.out.interval, e->dae->held[i].b);
    return r.out;
}
