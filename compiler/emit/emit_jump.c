/* emit_jump.c - the velocity jump that brings the slips of elements that have just locked to zero.
 *
 * The law gives an impulse for each element. What it does to the states is the derivative of the block's solution in
 * the direction of that impulse: differentials of the inner variables, forward, one statement each. Positions are to
 * advance with the velocities after the jump, so the differentials go on through the blocks that lead from these states
 * to the rates of others (the cone of the block; blocks before the switching only), as far as these are linear in the
 * velocities: a jump is finite, and the slope of a curve at its beginning says nothing about its end. Values shown for
 * this step stay as they are.
 *
 * Cost: the block and its cone, each once. Requires: blocks torn and staged; B_SWITCHED is linear in its unknowns.
 */
#include <stdlib.h>
#include <string.h>
#include "emit.h"
#include "emit_jump.h"
#include "sort.h"

static Var root(Emitter *e, Var v)
{
    bool negated;
    return root_of(e->f, v, &negated);
}

/* ---- plan: which states jump, which positions follow, through which blocks --------------------------------------- */

typedef struct {
    uint32_t *begin, *block;
    Var *rate_of;
    uint32_t *next;
    uint32_t n;
} Readers; /* blocks that read a variable; states by their rate */

static void block_reads(Emitter *e, const Block *b, Var **vars)
{
    for (uint32_t i = 0; i < vec_len(b->inner); i++)
        ex_vars(e->d, b->inner[i].value, vars);
    for (uint32_t i = 0; i < vec_len(b->res); i++)
        ex_vars(e->d, b->res[i], vars);
}

static bool passes_velocity(const Block *b) { return b->before_switching && b->rate == RATE_STEP; }

/* Compressed rows: block[begin[v] .. begin[v+1]) read v. */
static Readers find_readers(Emitter *e)
{
    Arena *a = &e->d->pass;
    uint32_t n = vec_len(e->f->var), nb = vec_len(e->dae->block);
    Readers r = { NEW_N(a, uint32_t, n + 2), NULL, NEW_N(a, Var, n + 1), NEW_N(a, uint32_t, n + 1), n };
    Var *vars = NULL;
    uint32_t *from = NULL;

    for (uint32_t b = 0; b < nb; b++) {
        if (!passes_velocity(&e->dae->block[b]))
            continue;
        block_reads(e, &e->dae->block[b], &vars);
        while (vec_len(from) < vec_len(vars))
            vec_push(a, from, b);
    }
    for (uint32_t i = 0; i < vec_len(vars); i++)
        r.begin[root(e, vars[i]) + 1]++;
    for (uint32_t v = 0; v <= n; v++)
        r.begin[v + 1] += r.begin[v];
    uint32_t *fill = NEW_N(a, uint32_t, n + 1);
    r.block = NEW_N(a, uint32_t, vec_len(vars) + 1);
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        Var v = root(e, vars[i]);
        r.block[r.begin[v] + fill[v]++] = from[i];
    }
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i], der = root(e, e->f->var[x].der);
        r.next[x] = r.rate_of[der];
        r.rate_of[der] = x;
    }
    return r;
}

static void states_of_rate(Emitter *e, const Readers *r, Var rate, Var **out)
{
    for (Var x = r->rate_of[rate]; x; x = r->next[x]) {
        vec_push(&e->d->run, *out, x);
        e->jumps[x] = true;
    }
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* What variables of block b are. */
static void block_defines(const Block *b, Var **vars, Arena *a)
{
    for (uint32_t i = 0; i < vec_len(b->inner); i++)
        vec_push(a, *vars, b->inner[i].v);
    for (uint32_t i = 0; i < vec_len(b->res); i++)
        vec_push(a, *vars, b->tear[i]);
}

/* All blocks that velocities of j reach, in order, and the states whose rates they give. */
static void find_cone(Emitter *e, const Readers *r, Jump *j, uint32_t *mark, uint32_t stamp)
{
    Arena *a = &e->d->pass;
    Var *todo = NULL;

    for (uint32_t i = 0; i < vec_len(j->velocity); i++)
        vec_push(a, todo, j->velocity[i]);
    while (vec_len(todo)) {
        Var v = root(e, vec_pop(todo));
        for (uint32_t k = r->begin[v]; k < r->begin[v + 1]; k++) {
            uint32_t b = r->block[k];
            if (mark[b] == stamp)
                continue;
            mark[b] = stamp;
            vec_push(&e->d->run, j->cone, b);
            block_defines(&e->dae->block[b], &todo, a);
        }
    }
    if (j->cone)
        qsort(j->cone, vec_len(j->cone), sizeof *j->cone, ascending);
}

/* The states whose rates are velocities themselves, or are given by the cone; and the cone without blocks that lead
 * nowhere. */
static void find_positions(Emitter *e, const Readers *r, Jump *j)
{
    Arena *a = &e->d->pass;
    Map wanted = { 0 };
    uint32_t kept = 0;
    Var *vars = NULL;

    for (uint32_t i = 0; i < vec_len(j->velocity); i++)
        states_of_rate(e, r, root(e, j->velocity[i]), &j->position);
    for (uint32_t k = vec_len(j->cone); k-- > 0;) {
        const Block *b = &e->dae->block[j->cone[k]];
        uint32_t before = vec_len(j->position);
        bool leads = false;
        vec_clear(vars);
        block_defines(b, &vars, a);
        for (uint32_t i = 0; i < vec_len(vars); i++) {
            states_of_rate(e, r, root(e, vars[i]), &j->position);
            leads |= map_get(&wanted, root(e, vars[i])) != 0;
        }
        if (!leads && vec_len(j->position) == before) {
            j->cone[k] = UINT32_MAX;
            continue;
        }
        vec_clear(vars);
        block_reads(e, b, &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++)
            map_set(a, &wanted, root(e, vars[i]), 1);
    }
    for (uint32_t k = 0; k < vec_len(j->cone); k++)
        if (j->cone[k] != UINT32_MAX)
            j->cone[kept++] = j->cone[k];
    if (j->cone)
        ((VecHead *)(void *)j->cone)[-1].len = kept;
}

void jump_plan(Emitter *e)
{
    uint32_t nb = vec_len(e->dae->block), *mark = NEW_N(&e->d->pass, uint32_t, nb + 1), last = UINT32_MAX;
    Readers r = { 0 };

    e->jump = NEW_N(&e->d->run, Jump, nb + 1);
    e->jumps = NEW_N(&e->d->run, bool, vec_len(e->f->var) + 1);
    for (uint32_t b = 0; b < nb; b++) {
        if (e->dae->block[b].kind != B_SWITCHED)
            continue;
        if (last == UINT32_MAX)
            r = find_readers(e);
        last = b;
        Jump *j = &e->jump[b];
        Var *vars = NULL;
        block_defines(&e->dae->block[b], &vars, &e->d->pass);
        for (uint32_t i = 0; i < vec_len(vars); i++)
            states_of_rate(e, &r, root(e, vars[i]), &j->velocity);
        find_cone(e, &r, j, mark, b + 1);
        find_positions(e, &r, j);
    }
}

/* ---- differentials ----------------------------------------------------------------------------------------------- */

/* The sum of partial derivatives times differentials as text; NULL: zero. Signs of aliases are in the expressions. */
typedef struct { Ex factor; uint32_t local; } Term;

/* Does a factor depend on what has a differential itself? */
static bool bends(Emitter *e, const Tangents *t, Ex factor)
{
    Var *vars = NULL;

    ex_vars(e->d, factor, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++)
        if (map_get(&t->local, root(e, vars[i])))
            return true;
    return false;
}

static Term *terms_of(Emitter *e, const Tangents *t, Ex value)
{
    Var *vars = NULL;
    Term *terms = NULL;

    ex_vars(e->d, value, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        bool negated;
        uint64_t local = map_get(&t->local, root_of(e->f, vars[i], &negated));
        Ex factor = local ? ex_diff(e->d, value, vars[i]) : 0;
        if (factor && negated)
            factor = ex_un(e->d, OP_NEG, factor);
        if (factor && !ex_is_zero(e->d, factor) && !(t->linear && bends(e, t, factor)))
            vec_push(&e->d->pass, terms, ((Term){ factor, (uint32_t)local }));
    }
    return terms;
}

static void put_terms(Emitter *e, const Term *terms)
{
    for (uint32_t i = 0; i < vec_len(terms); i++) {
        put(e, i ? " + " : "");
        if (ex_is_one(e->d, terms[i].factor)) {
            put(e, "d%u", terms[i].local);
            continue;
        }
        put(e, "(");
        put_ex(e, terms[i].factor);
        put(e, ") * d%u", terms[i].local);
    }
}

/* Names what the factors share, writes `to`, the sum, and what is added; then `end`. */
static void put_sum(Emitter *e, const char *to, const Term *terms, Ex unit, const char *end)
{
    Ex *factor = NULL;

    for (uint32_t i = 0; i < vec_len(terms); i++)
        vec_push(&e->d->pass, factor, terms[i].factor);
    if (unit)
        vec_push(&e->d->pass, factor, unit);
    scope_begin(e, factor, vec_len(factor));
    indented(e);
    put(e, "%s", to);
    put_terms(e, terms);
    if (unit) {
        put(e, terms ? " + (" : "(");
        put_ex(e, unit);
        put(e, ")");
    }
    put(e, terms || unit ? "%s;\n" : "R(0.0)%s;\n", end);
    temps_end(e);
}

/* dtc_real d7; d7 = ...; for variable v, unless it is zero. */
void differential(Emitter *e, Tangents *t, Var v, Ex value, Ex unit)
{
    Term *terms = terms_of(e, t, value);
    bool negated;
    uint32_t k = t->next + 1;

    if (!terms && !unit)
        return;
    Var r = root_of(e->f, v, &negated);
    line(e, "dtc_real d%u; /* of %s */", k, e->f->var[r].name);
    put_sum(e, textf(e->d, "d%u = %s", k, negated ? "-(" : ""), terms, unit, negated ? ")" : "");
    map_set(&e->d->pass, &t->local, r, k);
    t->next = k;
}

void differential_sum(Emitter *e, const Tangents *t, const char *to, Ex value, Ex unit)
{
    put_sum(e, to, terms_of(e, t, value), unit, "");
}

void differential_is(Emitter *e, Tangents *t, Var v, const char *value)
{
    bool negated;
    Var r = root_of(e->f, v, &negated);

    line(e, "const dtc_real d%u = %s%s; /* of %s */", ++t->next, negated ? "-" : "", value, e->f->var[r].name);
    map_set(&e->d->pass, &t->local, r, t->next);
}

/* A torn block of the cone: J dz = -dr, where dr is the differential of the residuals with dz = 0. */
static void differentials_torn(Emitter *e, Tangents *t, const Block *b, uint32_t index)
{
    uint32_t n = vec_len(b->res);
    Tangents inside = { { 0 }, t->next, t->linear };
    Var *vars = NULL;

    block_reads(e, b, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        Var r = root(e, vars[i]);
        if (map_get(&t->local, r))
            map_set(&e->d->pass, &inside.local, r, map_get(&t->local, r));
    }
    line(e, "dtc_real z%u[%u];", index, n);
    for (uint32_t i = 0; i < vec_len(b->inner); i++)
        differential(e, &inside, b->inner[i].v, b->inner[i].value, 0);
    for (uint32_t i = 0; i < n; i++)
        differential_sum(e, &inside, internf(e->d, "z%u[%u] = ", index, i), b->res[i], 0);
    emit_inverse(e, b, internf(e->d, "z%u", index));
    t->next = inside.next;
    for (uint32_t i = 0; i < n; i++)
        differential_is(e, t, b->tear[i], internf(e->d, "-z%u[%u]", index, i));
}

void unused_differentials(Emitter *e, uint32_t n)
{
    for (uint32_t k = 1; k <= n; k += 8) {
        indented(e);
        for (uint32_t i = k; i <= n && i < k + 8; i++)
            put(e, "(void)d%u;%s", i, i == n || i == k + 7 ? "\n" : " ");
    }
}

static void jump_states(Emitter *e, const Tangents *t, const Var *state, const char *fmt)
{
    for (uint32_t i = 0; i < vec_len(state); i++) {
        bool negated;
        Var der = root_of(e->f, e->f->var[state[i]].der, &negated);
        uint64_t local = map_get(&t->local, der);
        if (local)
            line(e, fmt, e->jump_name[state[i]], negated ? "-" : "", (unsigned)local);
    }
}

/* Variables whose differentials the rates of the states depend on, in the block and its cone. */
static Map needed_variables(Emitter *e, const Block *b, const Jump *j)
{
    Arena *a = &e->d->pass;
    Map needed = { 0 };
    Var *vars = NULL;

    for (uint32_t i = 0; i < vec_len(j->velocity); i++)
        map_set(a, &needed, root(e, e->f->var[j->velocity[i]].der), 1);
    for (uint32_t i = 0; i < vec_len(j->position); i++)
        map_set(a, &needed, root(e, e->f->var[j->position[i]].der), 1);
    for (uint32_t k = vec_len(j->cone) + 1; k-- > 0;) {
        const Block *c = k > 0 ? &e->dae->block[j->cone[k - 1]] : b;
        for (uint32_t i = 0; i < vec_len(c->res) && c != b; i++)
            ex_vars(e->d, c->res[i], &vars);
        for (uint32_t i = vec_len(c->inner) + 1; i-- > 0;) {
            for (uint32_t q = 0; q < vec_len(vars); q++)
                map_set(a, &needed, root(e, vars[q]), 1);
            vec_clear(vars);
            if (i > 0 && map_get(&needed, root(e, c->inner[i - 1].v)))
                ex_vars(e->d, c->inner[i - 1].value, &vars);
        }
    }
    return needed;
}

void emit_jump(Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    const Jump *j = &e->jump[index];
    uint32_t n = block_n(b), m = block_m(b);
    Tangents t = { { 0 }, 0, false };
    Map needed = needed_variables(e, b, j);

    put(e, "\nstatic void jump_%u(%s *m, dtc_real h)\n{\n", index, e->model);
    e->indent = 1;
    if (!e->hybrid && !e->d->opt.no_skip) {
        line(e, "if (h > R(0.0) && !DTC_LAW_SLIPS(%u, &m->law_%u))", m, index);
        line(e, "    return;");
    }
    line(e, "dtc_law law = DTC_LAW_VIEW(%u, &m->law_%u);", m, index);
    line(e, "dtc_real dz[%u];", n ? n : 1);
    line(e, "keep_%u(m);", index);
    line(e, "dtc_law_jump(&law, h);");
    line(e, n ? "if (!dtc_switched_jump(&law, %u, m->block_%u.X, dz))" : "if (!dtc_switched_jump(&law, 0, dz, dz))", n,
         index);
    line(e, "    return;");
    for (uint32_t i = 0; i < n; i++)
        if (map_get(&needed, root(e, b->tear[i])))
            differential_is(e, &t, b->tear[i], internf(e->d, "dz[%u]", i));
    for (uint32_t i = 0; i < m; i++)
        if (map_get(&needed, root(e, e->f->sw[b->sw[i]].lambda)))
            differential_is(e, &t, e->f->sw[b->sw[i]].lambda, internf(e->d, "m->law_%u.jump[%u]", index, i));
    for (uint32_t i = 0; i < vec_len(b->inner); i++)
        if (map_get(&needed, root(e, b->inner[i].v)))
            differential(e, &t, b->inner[i].v, b->inner[i].value, 0);
    jump_states(e, &t, j->velocity, "m->%s += %sd%u;");
    Tangents after = { { 0 }, t.next, true };
    for (uint32_t i = 0; i < vec_len(j->velocity); i++) {
        bool negated;
        uint64_t local = map_get(&t.local, root_of(e->f, e->f->var[j->velocity[i]].der, &negated));
        if (local && map_get(&needed, j->velocity[i]))
            differential_is(e, &after, j->velocity[i], internf(e->d, "%sd%u", negated ? "-" : "", (unsigned)local));
    }
    for (uint32_t k = 0; k < vec_len(j->cone); k++) {
        const Block *c = &e->dae->block[j->cone[k]];
        if (c->kind != B_ASSIGN && vec_len(c->res) > 0)
            differentials_torn(e, &after, c, j->cone[k]);
        for (uint32_t i = 0; i < vec_len(c->inner); i++)
            if (map_get(&needed, root(e, c->inner[i].v)))
                differential(e, &after, c->inner[i].v, c->inner[i].value, 0);
    }
    jump_states(e, &after, j->position, "m->%s += h * %sd%u;");
    unused_differentials(e, after.next);
    line(e, "(void)h;");
    e->indent = 0;
    put(e, "}\n");
}
