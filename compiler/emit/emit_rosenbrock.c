/* emit_rosenbrock.c - a linearly implicit method for the generated step: ROS2 (Verwer, Spee, Blom, Hundsdorfer 1999).
 *
 *     (I - g h J) k1 = f(t, x)        (I - g h J) k2 = f(t + h, x + h k1) - 2 k1        x += h (3 k1 + k2)/2        g =
 * 1 - 1/sqrt(2)
 *
 * It is of second order whatever J is, and L-stable where J is df/dx: stiff shafts and tires do not bound the step. The
 * second stage is evaluated on a copy of the struct, with places and relations held (dtc_step.h). J is symbolic, by
 * step/jacobian.c, with the structure held, and values of the last evaluation too; so slips of stuck elements, whose
 * rates are zero in f, are zero in k1 and k2 as well.
 *
 * Staging: columns of a colour (tangent.c) in which no coefficient varies between transitions are computed after
 * transitions only, and factored then. The matrix is block triangular by the strongly connected components of J
 * (runtime/implicit.c), and only components that vary are factored each step.
 *
 * Requires: tangent_plan. Cost of a step: two evaluations, the colours of J that vary, the factors of their components.
 */
#include "expr.h"
#include "emit.h"
#include "emit_step.h"
#include "graph.h"
#include "tangent.h"

#define GAMMA 0.29289321881345254

enum { LARGEST = 250000 };                 /* numbers in the factors: they are part of the struct */

typedef struct Rosenbrock {
    uint32_t components, *component, *first, *order, *place;   /* as dtc_pattern has them */
    bool    *varies;                       /* by colour: a coefficient has step rate */
    uint64_t numbers;                      /* of the factors */
} Rosenbrock;

/* ---- what varies ------------------------------------------------------------------------------------------------- */

static bool node_varies(Emitter *e, const Memo *m, Ex x)
{
    const ExNode *n = ex(e->d, x);
    bool negated, varies = false;

    switch ((Op)n->op) {
    case OP_VAR: return e->dae->rate[root_of(e->f, n->payload, &negated)] == RATE_STEP;
    case OP_TIME: case OP_TERMINAL: case OP_LAST: case OP_SAMPLE: case OP_PRE: case OP_INITIAL: return true;
    default: break;
    }
    for (uint32_t i = 0; i < n->n; i++)
        varies |= m->value[n->arg[i]].ex.a != 0;
    return varies;
}

static bool expression_varies(Emitter *e, Ex root)
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

static void number_varies(Emitter *e, bool *varies, uint32_t number)
{
    const Tangent *t = e->tangent;

    if (!t->needed[number])
        return;
    for (uint32_t k = 0; k < t->states[number].n; k++)
        varies[t->colour[t->states[number].at[k]]] = true;
}

static void block_varies(Emitter *e, bool *varies, uint32_t b)
{
    const Tangent *t = e->tangent;
    const TangentBlock *k = &t->block[b];
    const Block *block = &e->dae->block[b];
    bool negated, any = k->solve && block->matrix_rate == RATE_STEP;

    for (uint32_t i = 0; k->inner && i < vec_len(block->inner); i++)
        if (expression_varies(e, k->inner[i]))
            number_varies(e, varies, t->of[root_of(e->f, block->inner[i].v, &negated)]);
    for (uint32_t i = 0; k->solve && i < block_n(block); i++)
        any |= expression_varies(e, k->res[i]);
    for (uint32_t i = 0; k->solve && i < block_m(block); i++)
        any |= expression_varies(e, k->lo[i]) || expression_varies(e, k->hi[i]);
    if (any)
        number_varies(e, varies, k->solve);
}

/* ---- components -------------------------------------------------------------------------------------------------- */

/* Rows of the pattern: state i depends on the states to[..]. */
static Incidence rows_of(Emitter *e)
{
    const Tangent *t = e->tangent;
    uint32_t n = vec_len(e->dae->state);
    Incidence columns = { n, n, t->column, t->row };

    return graph_transpose(&e->d->pass, &columns);
}

static void find_components(Emitter *e, Rosenbrock *r)
{
    Arena *a = &e->d->run;
    uint32_t n = vec_len(e->dae->state);
    Incidence g = rows_of(e);

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
}

void rosenbrock_plan(Emitter *e)
{
    const Span nowhere = { 0, 0 };
    Rosenbrock *r = NEW(&e->d->run, Rosenbrock);

    if (vec_len(e->dae->state) == 0)
        return;
    if (tangent_exists(e))
        find_components(e, r);
    if (!tangent_exists(e) || r->numbers > LARGEST) {
        error(e->d, nowhere, NULL,
              "the method rosenbrock solves for states that depend on each other, here too many of them (%u states): "
              "use euler or semi",
              vec_len(e->dae->state));
        return;
    }
    r->varies = NEW_N(&e->d->run, bool, e->tangent->colours + 1);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        block_varies(e, r->varies, b);
    e->rosenbrock = r;
}

void lay_rosenbrock(Emitter *e)
{
    uint32_t n = vec_len(e->dae->state);
    Layout *l = &e->layout;

    lay_struct(l, 0, "rosenbrock", "df/dx, the factors of I - g h J");
    lay_part(l, MT_REAL, e->tangent->column[n] + 1, "J");
    lay_part(l, MT_REAL, (uint32_t)e->rosenbrock->numbers, "A");
    lay_part(l, MT_INT, n, "p");
    lay_part(l, MT_INT, 0, "stale");
    lay_end(l);
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

Ex table_of_varying(Emitter *e)
{
    const Tangent *t = e->tangent;
    uint32_t *varies = NEW_N(&e->d->pass, uint32_t, t->colours + 1);

    for (uint32_t c = 0; c < t->colours; c++)
        varies[c] = e->rosenbrock->varies[c];
    return table_of(&e->program, "any_colour_varies", varies, t->colours);
}

void build_pattern(Emitter *e, Ex column, Ex row)
{
    const Rosenbrock *r = e->rosenbrock;
    const Tangent *t = e->tangent;
    Program *p = &e->program;
    uint32_t n = vec_len(e->dae->state), *varies = NEW_N(&e->d->pass, uint32_t, r->components + 1);
    Ex *part = NULL;

    for (uint32_t j = 0; j < n; j++)
        for (uint32_t k = t->column[j]; k < t->column[j + 1]; k++)
            varies[r->component[j]] |= r->varies[t->colour[j]] && r->component[t->row[k]] == r->component[j];
    const Ex of[] = { ex_int(e->d, n), ex_int(e->d, r->components), column, row,
                      table_of(p, "any_component", r->component, n),
                      table_of(p, "any_first", r->first, r->components + 1),
                      table_of(p, "any_order", r->order, n), table_of(p, "any_place", r->place, n),
                      table_of(p, "any_varies", varies, r->components) };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        vec_push(&e->d->run, part, of[i]);
    record(p, "dtc_pattern", "any_pattern", part);
}

/* ---- as C -------------------------------------------------------------------------------------------------------- */

static void emit_stages_of(Emitter *e)
{
    uint32_t n = vec_len(e->dae->state), k = message_add(e, "the linearly implicit step");

    put(e, "\n/* ROS2: what is added to the states. */\nstatic void any_stages(void *p, dtc_real *dx)\n{\n");
    e->indent = 1;
    line(e, "%s *m = (%s *)p;", e->model, e->model);
    line(e, "const dtc_real g = %s * STEP;", number_text(e->d, GAMMA));
    line(e, "const int all = m->rosenbrock.stale | m->changed;");
    line(e, "%s c;", e->model);
    line(e, "dtc_real k2[%u], work[%u], x[%u];", n, n, n);
    line(e, "int i, singular;");
    if (tangent_size(e) > 0)
        line(e, "jacobian(m, all, m->rosenbrock.J);");
    line(e, "singular = dtc_implicit_factor(&any_pattern, all, g, m->rosenbrock.J, m->rosenbrock.A, m->rosenbrock.p);");
    line(e, "m->rosenbrock.stale = 0;");
    line(e, "rates(m, dx);");
    line(e, "dtc_implicit_solve(&any_pattern, g, m->rosenbrock.J, m->rosenbrock.A, m->rosenbrock.p, dx, work);");
    line(e, "memcpy(&c, m, offsetof(%s, rosenbrock));", e->model);
    line(e, "states_of(m, x);");
    line(e, "c.time = m->time + STEP;");
    line(e, "shift(&c, x, dx, STEP);");
    if (has_function(&e->program, "kinematic"))
        line(e, "kinematic(&c);");
    if (has_function(&e->program, "equations"))
        line(e, "equations(&c);");
    line(e, "rates(&c, k2);");
    line(e, "for (i = 0; i < %u; i++)", n);
    line(e, "    k2[i] -= R(2.0) * dx[i];");
    line(e, "dtc_implicit_solve(&any_pattern, g, m->rosenbrock.J, m->rosenbrock.A, m->rosenbrock.p, k2, work);");
    line(e, "for (i = 0; i < %u; i++)", n);
    line(e, "    dx[i] = STEP * (R(1.5) * dx[i] + R(0.5) * k2[i]);");
    line(e, "m->count = c.count;");
    line(e, "m->fault = c.fault;");
    line(e, "if (singular) {");
    line(e, "    m->count.singular++;");
    line(e, "    m->fault = %u;", k);
    line(e, "}");
    e->indent = 0;
    put(e, "}\n");
}

void emit_rosenbrock(Emitter *e)
{
    if (!e->rosenbrock)                    /* there are no states */
        return;
    emit_stages_of(e);
}
