/* implicit.c - the linearly implicit method of runtime/dtc_implicit_step.h: what of its matrix varies, its components.
 *
 * J is symbolic, by jacobian.c. Columns of a colour (tangent_plan.c) in which no coefficient varies between transitions
 * are computed after transitions only, and factored then. The matrix is block triangular by the strongly connected
 * components of J (runtime/implicit.c), and only components that vary are factored each step. The states of a component
 * come in an order of least fill: positions before the speeds that they act on, say. implicit_factors.c eliminates in
 * that order; where pivots are sought as it runs it is no more than a help: rows with a zero in a column cost nothing.
 *
 * Requires: tangent_plan. Cost: linear in the expressions and the pattern.
 */
#include "expr.h"
#include "builders.h"
#include "graph.h"
#include "implicit.h"
#include "sort.h"

enum { LARGEST = 250000 };                 /* numbers in the factors: they are part of the struct */

/* ---- what varies --------------------------------------------------------------------------------------- */

static bool node_varies(const Equations *e, const Memo *m, Ex x)
{
    const ExNode *n = ex(e->d, x);
    bool negated, varies = false;

    if (n->op == OP_VAR || op_moves((Op)n->op))
        return n->op != OP_VAR || e->dae->rate[root_of(e->f, n->payload, &negated)] == RATE_STEP;
    for (uint32_t i = 0; i < n->n; i++)
        varies |= m->value[n->arg[i]].ex.a != 0;
    return varies;
}

static bool expression_varies(const Equations *e, Ex root)
{
    if (!root)
        return false;
    Memo *m = memo_begin(e->d);
    memo_start(e->d, m, root);
    for (Ex x; (x = memo_next(e->d, m)) != 0;)
        memo_set(m, x, (MemoValue){ .ex = { node_varies(e, m, x), 0 } });
    memo_end(e->d);
    return m->value[root].ex.a != 0;
}

static void number_varies(const Tangent *t, bool *varies, uint32_t number)
{
    if (!t->needed[number])
        return;
    for (uint32_t k = 0; k < t->states[number].n; k++)
        varies[t->colour[t->states[number].at[k]]] = true;
}

static void block_varies(const Equations *e, const Tangent *t, bool *varies, uint32_t b)
{
    const TangentBlock *k = &t->block[b];
    const Block *block = &e->dae->block[b];
    bool negated, any = k->solve && block->matrix_rate == RATE_STEP;

    for (uint32_t i = 0; k->inner && i < vec_len(block->inner); i++)
        if (expression_varies(e, k->inner[i]))
            number_varies(t, varies, t->of[root_of(e->f, block->inner[i].v, &negated)]);
    for (uint32_t i = 0; k->solve && i < block_n(block); i++)
        any |= expression_varies(e, k->res[i]);
    for (uint32_t i = 0; k->solve && i < block_m(block); i++)
        any |= expression_varies(e, k->lo[i]) || expression_varies(e, k->hi[i]);
    if (any)
        number_varies(t, varies, k->solve);
}

/* ---- components ---------------------------------------------------------------------------------------- */

/* Rows of the pattern: state i depends on the states to[..]. */
static Incidence pattern_rows(const Equations *e, const Tangent *t)
{
    uint32_t n = vec_len(e->dae->state);
    Incidence columns = { n, n, t->column, t->row };

    return graph_transpose(&e->d->pass, &columns);
}

/* The matrix of a component while it is eliminated: its n states, which entries it has, how many of them are left in
 * each row and each column. */
typedef struct { uint32_t n, *row, *column; bool *has, *done; } Pattern;

static void pattern_set(Pattern *p, uint32_t i, uint32_t j)
{
    if (p->has[(size_t)i * p->n + j])
        return;
    p->has[(size_t)i * p->n + j] = true;
    p->row[i]++;
    p->column[j]++;
}

/* Entry (i, i) is the pivot: what row i has comes into the rows that have something in its column. */
static void pattern_eliminate(Pattern *p, uint32_t i)
{
    const uint32_t n = p->n;

    p->done[i] = true;
    for (uint32_t k = 0; k < n; k++) {
        p->column[k] -= p->has[(size_t)i * n + k];
        if (p->done[k] || !p->has[(size_t)k * n + i])
            continue;
        p->row[k]--;
        for (uint32_t j = 0; j < n; j++)
            if (!p->done[j] && p->has[(size_t)i * n + j])
                pattern_set(p, k, j);
    }
}

/* The states of component c, in r->order, into an order of least fill: next is always the one whose elimination has the
 * fewest products (Markowitz 1957), with pivots on the diagonal. */
static void least_fill(const Equations *e, const Tangent *t, Rosenbrock *r, uint32_t c)
{
    Arena *a = &e->d->pass;
    uint32_t n = r->first[c + 1] - r->first[c], *order = r->order + r->first[c],
             *old = NEW_N(a, uint32_t, n + 1);
    Pattern p = { n, NEW_N(a, uint32_t, n + 1), NEW_N(a, uint32_t, n + 1), NEW_N(a, bool, (size_t)n *n + 1),
                  NEW_N(a, bool, n + 1) };

    for (uint32_t j = 0; j < n; j++) {
        old[j] = order[j];
        pattern_set(&p, j, j);
        for (uint32_t k = t->column[order[j]]; k < t->column[order[j] + 1]; k++)
            if (r->component[t->row[k]] == c)
                pattern_set(&p, r->place[t->row[k]], j);
    }
    for (uint32_t k = 0; k < n; k++) {
        uint32_t next = n;
        uint64_t fewest = UINT64_MAX;
        for (uint32_t i = 0; i < n; i++) {
            uint64_t products = (uint64_t)(p.row[i] - 1) * (p.column[i] - 1);
            if (!p.done[i] && products < fewest)
                fewest = products, next = i;
        }
        pattern_eliminate(&p, next);
        order[k] = old[next];
    }
    for (uint32_t k = 0; k < n; k++)
        r->place[order[k]] = k;
}

static void find_components(const Equations *e, const Tangent *t, Rosenbrock *r)
{
    Arena *a = &e->d->run;
    uint32_t n = vec_len(e->dae->state);
    Incidence g = pattern_rows(e, t);

    r->component = NEW_N(a, uint32_t, n + 1);
    r->components = graph_components(&e->d->pass, &g, r->component);
    r->first = NEW_N(a, uint32_t, r->components + 2);
    r->order = NEW_N(a, uint32_t, n + 1);
    r->place = NEW_N(a, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        r->first[r->component[i] + 1]++;
    for (uint32_t c = 0; c < r->components; c++) {
        uint64_t size = r->first[c + 1];
        r->numbers += size * size + size;
        r->first[c + 1] += r->first[c];
    }
    uint32_t *filled = NEW_N(&e->d->pass, uint32_t, r->components + 1);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t c = r->component[i];
        r->place[i] = filled[c]++;
        r->order[r->first[c] + r->place[i]] = i;
    }
    for (uint32_t c = 0; c < r->components; c++)
        least_fill(e, t, r, c);
}

const Rosenbrock *rosenbrock_plan(const Equations *e, const Tangent *t)
{
    const Span nowhere = { 0, 0 };
    Rosenbrock *r = NEW(&e->d->run, Rosenbrock);

    if (vec_len(e->dae->state) == 0)
        return NULL;
    if (tangent_exists(t))
        find_components(e, t, r);
    if (!tangent_exists(t) || r->numbers > LARGEST) {
        error(e->d, nowhere, NULL,
              "the method rosenbrock solves for states that depend on each other, here too many of them (%u "
              "states): use euler or semi",
              vec_len(e->dae->state));
        return NULL;
    }
    r->varies = NEW_N(&e->d->run, bool, t->colours + 1);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        block_varies(e, t, r->varies, b);
    r->fixed = factors_plan(e, t, r);
    return r;
}

void lay_rosenbrock(Layout *l, const Emitter *e)
{
    uint32_t n = vec_len(e->dae->state);

    lay_struct(l, AT_rosenbrock, 0, "df/dx, the factors of I - g h J");
    lay_part(l, MT_REAL, e->tangent->column[n] + 1, AT_rosenbrock_J);
    lay_part(l, MT_REAL, (uint32_t)e->rosenbrock->numbers, AT_rosenbrock_A);
    if (e->rosenbrock->fixed) {
        lay_part(l, MT_REAL, elimination_size(e->rosenbrock->fixed->x), AT_rosenbrock_a);
        lay_part(l, MT_REAL, 0, AT_rosenbrock_growth);
    }
    lay_part(l, MT_INT, n, AT_rosenbrock_p);
    lay_part(l, MT_INT, 2, AT_rosenbrock_made);
    lay_part(l, MT_INT, 0, AT_rosenbrock_stale);
    lay_end(l);
}

/* ---- tables -------------------------------------------------------------------------------------------- */

bool colour_varies(const Emitter *e, uint32_t colour) { return e->rosenbrock->varies[colour]; }

Ex table_of_varying(const Emitter *e)
{
    const Tangent *t = e->tangent;
    uint32_t *varies = NEW_N(&e->d->pass, uint32_t, t->colours + 1);

    for (uint32_t c = 0; c < t->colours; c++)
        varies[c] = e->rosenbrock->varies[c];
    return table_of(e->program, TABLE_colour_varies, varies, t->colours);
}

/* One where the model says nothing. */
static Ex nominals_of_states(const Emitter *e)
{
    const uint32_t n = vec_len(e->dae->state);
    const double *nominal = nominal_values(e->d, e->f);
    double *of = NEW_N(&e->d->pass, double, n + 1);

    for (uint32_t i = 0; i < n; i++)
        of[i] = nominal[e->dae->state[i]] > 0 ? nominal[e->dae->state[i]] : 1;
    return number_table(e->program, T_REAL, TABLE_nominal, 0, of, n);
}

void build_pattern(const Emitter *e, Ex column, Ex row)
{
    const Rosenbrock *r = e->rosenbrock;
    const Tangent *t = e->tangent;
    Program *p = e->program;
    uint32_t n = vec_len(e->dae->state), *varies = NEW_N(&e->d->pass, uint32_t, r->components + 1);
    Ex *part = NULL;

    for (uint32_t j = 0; j < n; j++)
        for (uint32_t k = t->column[j]; k < t->column[j + 1]; k++)
            varies[r->component[j]] |= r->varies[t->colour[j]] && r->component[t->row[k]] == r->component[j];
    const Ex of[] = { ex_int(e->d, n),
                      ex_int(e->d, r->components),
                      column,
                      row,
                      table_of(p, TABLE_component, r->component, n),
                      table_of(p, TABLE_first, r->first, r->components + 1),
                      table_of(p, TABLE_order, r->order, n),
                      table_of(p, TABLE_place, r->place, n),
                      table_of(p, TABLE_varies, varies, r->components) };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        vec_push(&e->d->run, part, of[i]);
    const Ex known[] = { record(p, R_PATTERN, TABLE_pattern, part),
                         nominals_of_states(e),
                         ex_int(e->d, message_add(e->program, "the linearly implicit step")),
                         ex_int(e->d, method_keeps(e->d->opt.method)),
                         offset_of(p, AT_rosenbrock, 0),
                         offset_of(p, AT_rosenbrock_J, 0),
                         offset_of(p, AT_rosenbrock_A, 0),
                         offset_of(p, AT_rosenbrock_p, 0),
                         offset_of(p, AT_rosenbrock_made, 0) };
    Ex *plan = NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        vec_push(&e->d->run, plan, known[i]);
    record(p, R_IMPLICIT_PLAN, TABLE_implicit, plan);
}
