/* emit.c - the generated file: what is stored, which functions there are, in which order.
 *
 * Every variable that some emitted expression reads is a member of one struct; its names are those of the model, flat.
 * The struct begins with what a failed step must leave as it was, so that saving it is one memcpy. Statements go into
 * static functions of bounded length (chunks), by rate:
 *
 *     fixed                         init rate
 *     held, structure               transition rate: of variables of `when` alone; of places
 *     kinematic                     step rate, before the places are decided
 *     equations                     step rate, the rest
 *
 * Requires: stage; blocks in order. Ensures: the same text for the same model. Cost: linear in the size of the
 * expressions.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "blocks.h"
#include "advance.h"
#include "asserts.h"
#include "emit_assert.h"
#include "emit_step.h"
#include "events.h"
#include "finite.h"
#include "exact.h"
#include "held.h"
#include "passes.h"
#include "range.h"
#include "ranks.h"
#include "setup.h"
#include "sparse.h"
#include "starts.h"
#include "tangent.h"
#include "sort.h"

enum { CHUNK = 300 };

/* ---- functions of bounded length ------------------------------------------------------------------------------- */

/* Statements between chunk_begin and chunk_end go into text in memory, a new one when chunk_room finds CHUNK of them.
 */
static void chunk_open(Emitter *e)
{
    Chunks *c = &e->chunks;
    struct ChunkText *text = NEW(&e->d->pass, struct ChunkText);

    vec_push(&e->d->pass, c->text, text);
    c->after = e->out;
    e->out = open_memstream(&text->at, &text->size);
    e->statements = 0;
    e->indent = 1;
    if (!e->out) {
        fputs("dtc: out of memory\n", stderr);
        exit(1);
    }
}

static void chunk_close(Emitter *e)
{
    fclose(e->out);
    e->out = e->chunks.after;
    e->indent = 0;
}

void chunk_with(Emitter *e, const char *name, const char *parameters, const char *arguments)
{
    e->chunks = (Chunks){ .name = name, .parameters = parameters, .arguments = arguments, .gives = "void" };
}

void chunk_begin(Emitter *e, const char *name) { chunk_with(e, name, internf(e->d, "%s *m", e->model), "m"); }

void chunk_room(Emitter *e)
{
    uint32_t n = vec_len(e->chunks.text);

    if (n > 0 && e->statements < CHUNK)
        return;
    if (n > 0)
        chunk_close(e);
    chunk_open(e);
}

static void put_head(Emitter *e, const char *name, const char *parameters)
{
    put(e, "static %s %s(%s)\n{\n", e->chunks.gives, name, parameters);
}

/* The function that others call; of a model that the table of functions has without its type. */
static void put_last(Emitter *e)
{
    const Chunks *c = &e->chunks;

    put(e, "\n");
    if (c->what)
        put(e, "/* %s */\n", c->what);
    put_head(e, c->name, c->entry ? c->entry : c->parameters);
    if (c->entry)
        put(e, "    %sm = (%s)any;\n", c->model, c->model);
    if (vec_len(c->text) == 1)
        put(e, "%s", c->text[0]->at);
    for (uint32_t i = 0; i < vec_len(c->text) && vec_len(c->text) > 1; i++)
        put(e, "    %s_%u(%s);\n", c->name, i + 1, c->arguments);
    put(e, "}\n");
    function_written(e, c->name);
}

/* One function where one is enough; else NAME_1, NAME_2 ... and NAME, which calls all. Nothing where there are no
 * statements. */
void chunk_end(Emitter *e)
{
    Chunks *c = &e->chunks;
    uint32_t n = vec_len(c->text);
    bool any = false;

    if (n > 0)
        chunk_close(e);
    for (uint32_t i = 0; i < n; i++) {
        any |= c->text[i]->size > 0;
        if (n == 1)
            break;
        put(e, "\n");
        put_head(e, internf(e->d, "%s_%u", c->name, i + 1), c->parameters);
        put(e, "%s}\n", c->text[i]->size ? c->text[i]->at : "    (void)m;\n");
    }
    if (any)
        put_last(e);
    for (uint32_t i = 0; i < n; i++)
        free(c->text[i]->at);
}

void function_written(Emitter *e, const char *name) { map_set(&e->d->run, &e->functions, KEY(internz(e->d, name)), 1); }

bool has_function(Emitter *e, const char *name) { return map_get(&e->functions, KEY(internz(e->d, name))) != 0; }

void call(Emitter *e, const char *name)
{
    if (has_function(e, name))
        line(e, "%s(m);", name);
}

/* ---- what is read ------------------------------------------------------------------------------------------------ */

/* folded: variables of a block that no statement gives a value; read: all others that something reads. */
typedef struct { Emitter *e; bool *read, *folded, *pre, *last, *seen; Ex *stack; uint32_t nex; } Reader;

static void read_functions(Reader *r, uint32_t k);

static void read_variable(Reader *r, Var v)
{
    bool negated;

    if (v && !r->folded[root_of(r->e->f, v, &negated)])
        r->read[root_of(r->e->f, v, &negated)] = true;
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
        case OP_PRE: case OP_LAST: {
            bool negated;
            Var v = ex_is_var(d, n->arg[0]);
            if (v)
                (n->op == OP_PRE ? r->pre : r->last)[root_of(r->e->f, v, &negated)] = true;
            break;
        }
        case OP_ARRAY: find_table(r->e, x); break;
        case OP_CALL:
            if (r->e->f->function[n->payload].external)
                vec_push(&d->pass, r->e->look_ups, x);
            read_functions(r, n->payload);
            break;
        case OP_SAMPLE: interval_add(r->e, n->arg[1]); break;
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

/* Notes that function k is called, and what it calls. */
static void read_functions(Reader *r, uint32_t k)
{
    const Function *f = &r->e->f->function[k];
    Ex *outer = r->stack;

    if (r->e->function_used[k])
        return;
    r->e->function_used[k] = true;
    r->stack = NULL;
    for (uint32_t i = 0; i < vec_len(f->local); i++)
        read_expression(r, f->local[i].init);
    read_body(r, f->body);
    r->stack = outer;
}

static void read_list(Reader *r, const Ex *list, uint32_t n)
{
    for (uint32_t i = 0; list && i < n; i++)
        read_expression(r, list[i]);
}

/* Inner variables and unknowns of a linear block that nobody reads after the solution, and that are not needed as zeros
 * are put in. */
static void find_folded(Emitter *e, const Block *b, bool *folded)
{
    if (b->kind == B_ASSIGN || b->kind == B_NONLINEAR || e->d->opt.no_fold || block_n(b) + block_m(b) == 0)
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
        uint32_t n = block_n(b), m = block_m(b);
        for (uint32_t k = 0; k < vec_len(b->inner); k++) {
            read_variable(r, b->inner[k].v);
            read_expression(r, b->inner[k].value);
            read_expression(r, b->inner[k].pivot);
        }
        for (uint32_t k = 0; k < n; k++)
            read_variable(r, b->tear[k]);
        read_list(r, b->res, n);
        for (uint32_t k = 0; k < vec_len(b->J); k++)
            read_expression(r, b->J[k].e);
        read_list(r, b->B, n * m);
        read_list(r, b->C, n * m);
        read_list(r, b->D, m * m);
    }
}

static void read_switches(Reader *r)
{
    Flat *f = r->e->f;

    for (uint32_t b = 0; b < vec_len(r->e->dae->block); b++)
        for (uint32_t i = 0; i < vec_len(r->e->dae->block[b].sw); i++) {
            const Switch *w = &f->sw[r->e->dae->block[b].sw[i]];
            const Var members[] = { w->s, w->a, w->lambda, w->lo, w->hi, w->slo, w->shi };
            for (size_t k = 0; k < sizeof members / sizeof *members; k++)
                if (members[k])
                    read_expression(r, var_value(r->e->d, f, members[k]));
            read_variable(r, w->place);
            read_expression(r, w->nominal_s);
            read_expression(r, w->nominal_lambda);
        }
    for (uint32_t i = 0; i < vec_len(f->automaton); i++) {
        for (uint32_t k = 0; k < vec_len(f->automaton[i].place); k++)
            read_variable(r, f->automaton[i].place[k]);
        for (uint32_t k = 0; k < vec_len(f->automaton[i].transition); k++)
            read_expression(r, f->automaton[i].transition[k].guard);
    }
}

static void read_events(Reader *r)
{
    Flat *f = r->e->f;

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
    Flat *f = r->e->f;
    bool *done = NEW_N(&r->e->d->pass, bool, vec_len(f->var) + 1), more = true;

    while (more) {
        more = false;
        for (Var v = 1; v < vec_len(f->var); v++) {
            if (!r->read[v] || done[v])
                continue;
            done[v] = more = true;
            read_expression(r, alias_of(f, v).constant);
            read_expression(r, f->var[v].binding);
            read_expression(r, f->var[v].start);
        }
    }
}

static bool is_input(const VarInfo *v) { return v->top_level && v->causality == C_INPUT; }

static void find_reads(Emitter *e, bool **read)
{
    Arena *a = &e->d->pass;
    Ex *ranges = range_reads(e);
    uint32_t n = vec_len(e->f->var) + 1, nex = ex_count(e->d) + 1000;
    Reader r = { e, NEW_N(a, bool, n), NEW_N(a, bool, n), NEW_N(a, bool, n), NULL, NEW_N(a, bool, nex), NULL, nex };

    r.last = e->hybrid ? NEW_N(a, bool, n) : r.pre;
    for (uint32_t b = 0; b < vec_len(e->dae->block) && !e->tangent; b++)
        find_folded(e, &e->dae->block[b], r.folded);
    read_switches(&r);
    read_blocks(&r, e->dae->block);
    memset(r.folded, 0, n * sizeof(bool));
    read_blocks(&r, e->dae->init);
    read_events(&r);
    read_held(&r);
    read_list(&r, ranges, vec_len(ranges));
    if (e->tangent && tangent_size(e) > 0)
        read_list(&r, e->tangent->value, vec_len(e->tangent->value));
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
        if (is_input(i) || (tunable && !is.constant) || (observed(e, v) && (is.constant || i->variability >= V_PARAM)))
            read_variable(&r, v);
    }
    for (Var v = 1; v < vec_len(e->f->var); v++) {
        Var of = root_of(e->f, v, NULL);
        const VarInfo *root = &e->f->var[of];
        bool kept = alias_of(e->f, of).constant || root->discrete_state || is_output(&e->f->var[v]);
        if (of != v ? observed(e, v) && kept : is_output(root))
            read_variable(&r, v);
    }
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (r.pre[v] || r.last[v])
            read_variable(&r, v);
    read_definitions(&r);
    *read = r.read;
    e->pre = r.pre;
    e->last = r.last;
}

/* ---- how it is stored -------------------------------------------------------------------------------------------- */

static bool is_literal(Dtc *d, Ex x)
{
    double v;
    return !x || ex_op(d, x) == OP_BOOL || ex_is_num(d, x, &v);
}

static Storage storage_of(Emitter *e, Var v)
{
    const VarInfo *i = &e->f->var[v];

    if (i->type == T_STRING || alias_of(e->f, v).of)
        return ST_NONE;
    if (alias_of(e->f, v).constant)
        return ST_CALCULATED;
    if (i->variability >= V_PARAM) {
        bool from_init = i->has_fixed && !i->fixed;
        bool tunable = i->variability == V_PARAM && !i->structural && !i->final && !from_init;
        return tunable && is_literal(e->d, i->binding) ? ST_PARAMETER : ST_CALCULATED;
    }
    if (is_input(i))
        return ST_INPUT;
    if (i->is_state)
        return ST_STATE;
    return i->discrete_state ? ST_DISCRETE : e->dae->rate[v] == RATE_TRANSITION ? ST_STRUCTURE : ST_VARIABLE;
}

static void decide_storage(Emitter *e, const bool *read)
{
    bool negated;

    for (Var v = 1; v < vec_len(e->f->var); v++)
        e->storage[v] = (uint8_t)(read[v] ? storage_of(e, v) : ST_NONE);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        for (uint32_t i = 0; k->kind == B_NONLINEAR && i < block_n(k); i++)
            e->storage[root_of(e->f, k->tear[i], &negated)] = ST_STRUCTURE;      /* warm start */
        for (uint32_t i = 0; i < block_m(k); i++) {
            const Switch *w = &e->f->sw[k->sw[i]];
            const Var shown[] = { w->place, w->forward, w->backward, w->stuck, w->inactive };
            for (size_t q = 0; q < sizeof shown / sizeof *shown; q++)
                if (shown[q] && e->storage[root_of(e->f, shown[q], &negated)])
                    e->storage[root_of(e->f, shown[q], &negated)] = ST_DISCRETE;
        }
    }
    for (uint32_t i = 0; i < vec_len(e->f->automaton); i++)
        for (uint32_t k = 0; k < vec_len(e->f->automaton[i].place); k++)
            e->storage[root_of(e->f, e->f->automaton[i].place[k], &negated)] = ST_DISCRETE;
}

/* What is read of the last evaluation, before the next one, belongs to the state: operands of guards and of held
 * relations, and slips and bounds that a decision takes from there. */
void state_plan(Emitter *e)
{
    bool *array = NEW_N(&e->d->pass, bool, vec_len(e->f->array) + 1), negated;
    Var *vars = NULL;

    for (uint32_t k = 0; k < vec_len(e->f->automaton); k++)
        for (uint32_t i = 0; i < vec_len(e->f->automaton[k].transition); i++)
            ex_vars(e->d, e->f->automaton[k].transition[i].guard, &vars);
    for (uint32_t k = 0; e->stages && k < vec_len(e->dae->held); k++)
        for (int q = 0; q < 2; q++)
            if (q ? e->dae->held[k].b : e->dae->held[k].a)
                ex_vars(e->d, q ? e->dae->held[k].b : e->dae->held[k].a, &vars);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (!e->sensed[b])
            decision_reads(e, &e->dae->block[b], &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        Var v = root_of(e->f, vars[i], &negated);
        array[e->f->var[v].array] |= e->storage[v] == ST_VARIABLE;
        if (e->storage[v] == ST_VARIABLE && !e->in_law[v])
            e->storage[v] = ST_STRUCTURE;
    }
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->f->var[v].array && array[e->f->var[v].array] && e->storage[v] == ST_VARIABLE && !e->in_law[v])
            e->storage[v] = ST_STRUCTURE;
}

const char *new_name(Emitter *e, const char *wanted)
{
    const char *name = internz(e->d, wanted);

    while (map_get(&e->names, KEY(name)) || c_is_macro(name))
        name = internf(e->d, "%s_", name);
    map_set(&e->d->run, &e->names, KEY(name), 1);
    return name;
}

static void reserve(Emitter *e, const char *const *word)
{
    for (; *word; word++)
        map_set(&e->d->run, &e->names, KEY(internz(e->d, *word)), 1);
}

static void reserve_names(Emitter *e)
{
    static const char *const own[] = { "steps", "time",  "changed", "fault", "count", "initial", "finite",
                                       "stop",  "shown", "warned",  "stale", "cut",   NULL };
    static const char *const flags[] = {
        "exact", "again", "tangent", "rosenbrock", "base", "map", "grip", "behind", "ahead", "closed", "stuck", NULL
    };

    reserve(e, c_words);
    reserve(e, own);
    if (e->hybrid || e->stages)
        reserve(e, flags);
}

/* What is held has an expression as its name. */
static void name_held(Emitter *e)
{
    for (uint32_t i = 0; i < vec_len(e->dae->held); i++) {
        const Held *h = &e->dae->held[i];
        if (e->storage[h->v] != ST_NONE)
            e->member[h->v] = new_name(e, internf(e->d, "held_%u", i + 1));
        if (h->count && e->storage[h->count] != ST_NONE)
            e->member[h->count] = new_name(e, internf(e->d, "count_%u", i + 1));
    }
}

static bool is_parameter(Storage s) { return s == ST_PARAMETER || s == ST_CALCULATED; }

/* Of what moves on while an output of its name stays. */
static const char *storage_name(Emitter *e, Var v, const char *name)
{
    Storage s = (Storage)e->storage[v];
    return internf(e->d, "%s%s", e->output[v] && (s == ST_STATE || s == ST_DISCRETE) ? "next_" : "",
                   c_name(e->d, name));
}

/* Arrays whose elements are all stored alike are C arrays. Among parameters some may follow from others: where the
 * array is looked up it need not be copied. */
static void name_arrays(Emitter *e)
{
    Flat *f = e->f;

    for (uint32_t k = 1; k < vec_len(f->array); k++) {
        const FlatArray *a = &f->array[k];
        Storage first = (Storage)e->storage[a->first];
        bool whole = a->n > 0 && first != ST_NONE, same = true;
        for (uint32_t i = 1; whole && i < a->n; i++) {
            Storage s = (Storage)e->storage[a->first + i];
            same &= s == first;
            whole = (s == first || (is_parameter(s) && is_parameter(first))) &&
                    f->var[a->first + i].type == f->var[a->first].type;
        }
        if (!whole)
            continue;
        e->array_whole[k] = same ? 1 : 2;
        e->array_member[k] = new_name(e, storage_name(e, a->first, a->name));
        for (uint32_t i = 0; i < a->n; i++)
            e->member[a->first + i] = internf(e->d, "%s[%u]", e->array_member[k], i);
    }
}

static void name_members(Emitter *e)
{
    reserve_names(e);
    output_plan(e);
    name_held(e);
    name_arrays(e);
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->storage[v] != ST_NONE && !e->member[v])
            e->member[v] = new_name(e, storage_name(e, v, e->f->var[v].name));
}

static const char *companion_name(Emitter *e, const char *what, Var v)
{
    return new_name(e, internf(e->d, "%s_%s", what, c_name(e->d, e->output[v] ? e->f->var[v].name : e->member[v])));
}

/* Members that go with a variable: its last value, its jump. */
static void name_companions(Emitter *e)
{
    uint32_t n = vec_len(e->f->var);

    e->pre_name = NEW_N(&e->d->run, const char *, n + 1);
    e->last_name = e->hybrid ? NEW_N(&e->d->run, const char *, n + 1) : e->pre_name;
    e->jump_name = NEW_N(&e->d->run, const char *, n + 1);
    for (Var v = 1; v < n; v++) {
        if (e->pre[v] && e->member[v])
            e->pre_name[v] = companion_name(e, "pre", v);
        if (e->hybrid && e->last[v] && e->member[v])
            e->last_name[v] = companion_name(e, "last", v);
        if (e->jumps[v] && e->member[v])
            e->jump_name[v] = companion_name(e, "jump", v);
    }
}

/* ---- the functions ----------------------------------------------------------------------------------------------- */

static void emit_body(Emitter *e)
{
    print_functions(e);
    if (e->exact)
        emit_exact(e);
    if (e->rosenbrock)
        emit_rosenbrock(e);
    emit_functions_table(e);
    emit_user_functions(e);
}

/* ---- the pass ---------------------------------------------------------------------------------------------------- */

/* --step; else 1 ms, or what divides the experiment's Interval into parts no longer than that. */
double emit_step_size(Dtc *d, Flat *f)
{
    const double usual = 1e-3;

    if (d->opt.step > 0)
        return d->opt.step;
    return f->has_interval && f->interval > 0 ? f->interval / ceil(f->interval / usual - 1e-6) : usual;
}

static void prepare(Emitter *e)
{
    Arena *a = &e->d->run;
    uint32_t n = vec_len(e->f->var) + 1, na = vec_len(e->f->array) + 1;
    bool *read;

    e->hybrid = e->d->opt.hybrid;
    e->stages = !e->hybrid && method_holds(e->d->opt.method);
    e->model = emit_model_name(e->d, e->f);
    e->step = emit_step_size(e->d, e->f);
    e->member = NEW_N(a, const char *, n);
    e->storage = NEW_N(a, uint8_t, n);
    e->array_whole = NEW_N(a, uint8_t, na);
    e->array_member = NEW_N(a, const char *, na);
    e->function_used = NEW_N(a, bool, vec_len(e->f->function) + 1);
    e->made = NEW_N(a, bool, n);
    for (uint32_t i = 0; i < vec_len(e->dae->hoisted); i++)
        e->made[e->dae->hoisted[i]] = true;
    e->shown = NEW_N(a, bool, n);
    for (uint32_t i = 1; i < vec_len(e->f->sw); i++)
        e->shown[e->f->sw[i].place] = e->shown[e->f->sw[i].s] = e->shown[e->f->sw[i].lambda] = true;
    message_add(e, "");
    assert_plan(e);
    if (e->hybrid || e->d->opt.method == M_ROSENBROCK)
        tangent_plan(e);
    if (e->tangent && !e->hybrid)
        rosenbrock_plan(e);
    find_reads(e, &read);
    decide_storage(e, read);
    finite_plan(e);
    interval_plan(e);
    name_members(e);
    members_of_laws(e);
    jump_plan(e);
    if (e->hybrid || e->stages)
        held_plan(e);
    sense_plan(e);
    if (!e->hybrid) {
        plan_states(e);
        state_plan(e);
    }
    if (!e->hybrid && e->d->opt.method == M_EXACT && !exact_plan(e))
        return;
    reinit_plan(e);
    name_companions(e);
}

static bool build(Emitter *e)
{
    prepare(e);
    if (e->d->errors > 0)
        return false;
    program_begin(&e->program, e->d, e->f);
    build_starts(e);
    build_keep(e);
    build_laws(e);
    build_eliminations(e);
    build_blocks(e);
    if (e->hybrid || e->stages)
        build_relations(e);
    build_jumps(e);
    build_impulses(e);
    build_asserts(e);
    build_when(e);
    build_automata(e);
    if (e->hybrid) {
        e->guards = build_guards(e);
        build_ranks(e);
    } else {
        build_advance(e);
    }
    if (e->tangent)
        build_jacobian(e);
    build_exact(e);
    build_outputs(e);
    build_finite(e);
    build_ranges(e);
    build_setup(e);
    drop_dead_stores(&e->program);
    find_effects(&e->program);
    return validate_step(&e->program);
}

bool dump_program(Dtc *d, Flat *f, Dae *dae, FILE *out)
{
    Emitter e = { .d = d, .f = f, .dae = dae };
    bool good = build(&e);

    if (good)
        dump_step(&e.program, out);
    return good;
}

bool emit(Dtc *d, Flat *f, Dae *dae, FILE *c, FILE *h, const char *header, Flow *flow)
{
    Emitter e = { .d = d, .f = f, .dae = dae, .c = c, .h = h ? h : c, .out = c, .header = header };

    if (!build(&e))
        return false;
    emit_header(&e);
    emit_head(&e);
    emit_tables(&e);
    emit_functions(&e);
    emit_body(&e);
    emit_descriptor(&e);
    if (flow)
        *flow = flow_of(&e);
    return d->errors == 0;
}
