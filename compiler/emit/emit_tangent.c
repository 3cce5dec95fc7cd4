/* emit_tangent.c - the Jacobian df/dx of a variable-step model as C.
 *
 * The function any_tangent computes the differentials of all variables that lead from states to rates, in m->tangent,
 * from those of the states, with everything discrete held: an assignment is a statement. A torn block J z + ... = 0 is
 * solved with the factors that the evaluation left behind: residuals with the differentials of z at zero, dz = -inv(J)
 * dr; the law gives the differentials of the torques in the present places. any_jacobian calls it once a colour of the
 * pattern (tangent.c); where loops were cut with last values, until they agree. An entry that is no number (a square
 * root at zero) becomes zero: it is used by iterations only.
 *
 * Requires: tangent_plan. Cost: any_tangent is about as long as the evaluation.
 */
#include "tangent.h"

static const char *place_of(Emitter *e, uint32_t number) { return e->local[number]; }

static uint32_t number_of(Emitter *e, Var v, bool *negated) { return e->tangent->of[root_of(e->f, v, negated)]; }

static void emit_inner(Emitter *e, const Block *b, const TangentBlock *k, bool first)
{
    bool negated;

    for (uint32_t i = 0; i < vec_len(b->inner); i++) {
        uint32_t number = number_of(e, b->inner[i].v, &negated);
        if (number == 0 || !e->tangent->needed[number] || !k->inner[i] || (first && !k->first[i]))
            continue;
        if (!first && k->solve == 0)
            chunk_room(e);
        emit_set(e, place_of(e, number), k->inner[i]);
    }
}

/* Differentials of tearing variables and torques, from text with %u. */
static void set_unknowns(Emitter *e, const Block *b, const char *tear, const char *torque)
{
    for (uint32_t i = 0; i < block_n(b) + block_m(b); i++) {
        bool torn = i < block_n(b), negated;
        uint32_t k = torn ? i : i - block_n(b),
                 number = number_of(e, torn ? b->tear[k] : e->f->sw[b->sw[k]].lambda, &negated);
        indented(e);
        put(e, "%s = %s", place_of(e, number), negated ? "-(" : "");
        put(e, torn ? tear : torque, k);
        put(e, negated ? ");\n" : ";\n");
    }
}

/* Slip accelerations and torques as they would be with the unknowns held, in a and l. */
static void emit_law_inputs(Emitter *e, const Block *b, const TangentBlock *k, uint32_t index)
{
    Dtc *d = e->d;

    for (uint32_t i = 0; i < block_m(b); i++) {
        bool negated;
        uint32_t rate = number_of(e, e->f->sw[b->sw[i]].a, &negated);
        line(e, "a[%u] = %s%s;", i, rate && negated ? "-" : "", rate ? place_of(e, rate) : "R(0.0)");
        line(e, "l[%u] = R(0.0);", i);
        const struct { Ex x; const char *place; } bound[] = { { k->lo[i], "DTC_FWD" }, { k->hi[i], "DTC_BWD" } };
        for (int q = 0; q < 2; q++) {
            if (!bound[q].x || ex_is_zero(d, bound[q].x))
                continue;
            line(e, "if (m->law_%u.place[%u] == %s) {", index, i, bound[q].place);
            e->indent++;
            emit_set(e, internf(d, "l[%u]", i), bound[q].x);
            e->indent--;
            line(e, "}");
        }
    }
}

static void emit_torn(Emitter *e, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    const TangentBlock *k = &e->tangent->block[index];
    uint32_t n = block_n(b), m = block_m(b);
    const char *at = internf(e->d, "m->block_%u.", index);

    chunk_room(e);
    open_scope(e);
    if (m > 0)
        line(e, "dtc_law law = DTC_LAW_VIEW(%u, &m->law_%u);", m, index);
    if (n > 0)
        line(e, "dtc_real z[%u];", n);
    if (m > 0)
        line(e, "dtc_real a[%u], l[%u];", m, m);
    set_unknowns(e, b, "R(0.0)", "R(0.0)");
    emit_inner(e, b, k, true);
    for (uint32_t i = 0; i < n; i++)
        emit_set(e, internf(e->d, "z[%u]", i), k->res[i]);
    emit_law_inputs(e, b, k, index);
    if (m > 0 && b->fixed) {
        emit_negative_inverse(e, b, "z");
        line(e, "dtc_switched_tangent_finish(&law, a, l, %u, %sX, %sC, z);", n, at, at);
    } else if (m > 0 && n > 0)
        line(e, "dtc_switched_tangent(&law, a, l, %u, %sA, %sp, %sX, %sC, z);", n, at, at, at, at);
    else if (m > 0)
        line(e, "dtc_law_tangent(&law, a, l);");
    else
        emit_inverse(e, b, "z");
    set_unknowns(e, b, m > 0 ? "z[%u]" : "-z[%u]", "l[%u]");
    close_scope(e);
    emit_inner(e, b, k, false);
}

/* Where each differential is: those that are not needed are zero. */
static void name_differentials(Emitter *e, const char **name)
{
    const Tangent *t = e->tangent;
    uint32_t n = 0;

    for (uint32_t i = 1; i < tangents(t); i++)
        name[i] = t->needed[i] ? internf(e->d, "m->tangent[%u]", n++) : "R(0.0)";
}

bool tangent_exists(Emitter *e) { return e->tangent && e->tangent->column != NULL && vec_len(e->dae->state) > 0; }

uint32_t tangent_size(Emitter *e)
{
    uint32_t n = 0;

    for (uint32_t i = 1; tangent_exists(e) && i < tangents(e->tangent); i++)
        n += e->tangent->needed[i];
    return n;
}

void emit_table(Emitter *e, const char *name, const uint32_t *at, uint32_t n)
{
    put(e, "\nstatic const int %s[] = {", name);
    for (uint32_t i = 0; i < n; i++)
        put(e, "%s%d%s", i % 16 ? " " : "\n    ", (int)at[i], i + 1 < n ? "," : "");
    put(e, "%s\n};\n", n ? "" : " 0");
}

/* Indices in m->tangent, of the differentials of the states (-1: nothing depends on it) and of their rates (0: not
 * read). */
static void emit_places(Emitter *e)
{
    Arena *a = &e->d->pass;
    const Tangent *t = e->tangent;
    uint32_t n = vec_len(e->dae->state), *index = NEW_N(a, uint32_t, tangents(t) + 1),
             *seed = NEW_N(a, uint32_t, n + 1), *rate = NEW_N(a, uint32_t, n + 1);
    uint32_t used = 0;
    bool negated;

    for (uint32_t i = 1; i < tangents(t); i++)
        index[i] = t->needed[i] ? used++ : used;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t x = number_of(e, e->dae->state[i], &negated),
                 der = number_of(e, e->f->var[e->dae->state[i]].der, &negated);
        seed[i] = t->needed[x] ? index[x] : UINT32_MAX;
        rate[i] = t->needed[der] ? index[der] : 0;
    }
    emit_table(e, "any_seed", seed, n);
    emit_table(e, "any_rate", rate, n);
}

static void emit_loops(Emitter *e)
{
    const Tangent *t = e->tangent;
    uint32_t n = 0;

    for (uint32_t i = 0; i < vec_len(t->last); i++)
        n += t->needed[t->of_last[t->last[i]]];
    if (n == 0) {
        call(e, "any_tangent");
        return;
    }
    for (uint32_t i = 0; i < vec_len(t->last); i++)
        if (t->needed[t->of_last[t->last[i]]])
            line(e, "%s = R(0.0);", place_of(e, t->of_last[t->last[i]]));
    line(e, "again = 1;");
    line(e, "for (k = 0; k < 99 && again; k++) {");
    e->indent++;
    line(e, "again = 0;");
    call(e, "any_tangent");
    for (uint32_t i = 0; i < vec_len(t->last); i++)
        if (t->needed[t->of_last[t->last[i]]])
            line(e, "dtc_again(&%s, %s, &again);", place_of(e, t->of_last[t->last[i]]), place_of(e, t->of[t->last[i]]));
    e->indent--;
    line(e, "}");
}

static void emit_jacobian(Emitter *e)
{
    uint32_t n = vec_len(e->dae->state);

    put(e, "\n/* df/dx by columns, those of a colour together. After an evaluation. */\nstatic void any_jacobian(void "
           "*p, double *value)\n{\n");
    e->indent = 1;
    line(e, "%s *m = (%s *)p;", e->model, e->model);
    line(e, "int colour, j, k = 0, again = 0;");
    line(e, "for (colour = 0; colour < %u; colour++) {", e->tangent->colours);
    e->indent++;
    line(e, "for (j = 0; j < %u; j++)", n);
    line(e, "    if (any_seed[j] >= 0)");
    line(e, "        m->tangent[any_seed[j]] = R(any_colour[j] == colour);");
    emit_loops(e);
    line(e, "for (j = 0; j < %u; j++)", n);
    line(e, "    for (k = any_column[j]; any_colour[j] == colour && k < any_column[j + 1]; k++) {");
    line(e, "        const dtc_real x = m->tangent[any_rate[any_row[k]]];");
    line(e, "        value[k] = dtc_finite(x) ? where[any_row[k]].sign * x : 0.0;");
    line(e, "    }");
    e->indent--;
    line(e, "}");
    line(e, "(void)again, (void)k, (void)value;");
    e->indent = 0;
    put(e, "}\n");
}

void emit_tangent_function(Emitter *e)
{
    const Tangent *t = e->tangent;
    uint32_t n = vec_len(e->dae->state);

    e->local = NEW_N(&e->d->run, const char *, tangents(t) + 1);
    name_differentials(e, e->local);
    chunk_begin(e, "any_tangent");
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const TangentBlock *k = &t->block[b];
        if (k->solve && t->needed[k->solve])
            emit_torn(e, b);
        else if (k->inner)
            emit_inner(e, &e->dae->block[b], k, false);
    }
    chunk_end(e);
    emit_table(e, "any_column", t->column, n + 1);
    emit_table(e, "any_row", t->row, t->column[n]);
    if (tangent_size(e) > 0) {
        emit_table(e, "any_colour", t->colour, n);
        emit_places(e);
    }
}

void emit_tangent(Emitter *e)
{
    if (!tangent_exists(e))
        return;
    emit_tangent_function(e);
    if (tangent_size(e) > 0) {
        emit_jacobian(e);
    } else {
        put(e, "\n/* No rate depends on a state. */\nstatic void any_jacobian(void *p, double *value) { (void)p, "
               "(void)value; }\n");
    }
    e->local = NULL;
}
