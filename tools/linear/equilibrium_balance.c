/* equilibrium_balance.c - the equations of equilibrium at given places of switching elements, and their derivatives.
 *
 * Rates are evaluated by the program, their derivatives are those of the linear model. States that follow from others,
 * since elements stick, are carried along by it; slips that this leaves are removed by the impulse of the law. A
 * parameter that is solved for needs setup anew; then states and discrete variables are put back.
 *
 * Cost: an evaluation, a linearisation.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "dtc_law.h"
#include "dtc_runtime.h"
#include "equilibrium.h"

/* ---- what says nothing --------------------------------------------------------------------------------- */

typedef struct { FILE *log, *none; uint32_t errors, warnings, repeated; Map told; } Mute;

/* A trial point that fails is no error, and what is said to nobody is not said. */
static Mute mute(Dtc *d)
{
    Mute m = { d->log, fopen("/dev/null", "w"), d->errors, d->warnings, d->repeated, d->told };
    d->log = m.none ? m.none : d->log;
    d->told = (Map){ 0 };
    return m;
}

static void unmute(Dtc *d, const Mute *m)
{
    d->log = m->log;
    d->errors = m->errors;
    d->warnings = m->warnings;
    d->repeated = m->repeated;
    d->told = m->told;
    if (m->none)
        fclose(m->none);
}

Linear *balance_linear(Balance *b)
{
    const Mute m = mute(b->p->d);
    Linear *l = linear_again(b->q, b->output);

    unmute(b->p->d, &m);
    return l;
}

static bool linear_now(Balance *b)
{
    Linear *l = balance_linear(b);

    if (!l)
        return false;
    linear_free(b->l);
    b->l = l;
    return true;
}

/* ---- what there is ------------------------------------------------------------------------------------- */

static Var state_var(const Balance *b, uint32_t state) { return b->p->e->dae->state[state]; }
double balance_solved(const Balance *b, uint32_t i) { return point_of(b->p, b->task->solve[i]); }

static void find_velocities(Balance *b)
{
    const Emitter *e = b->p->e;
    const uint32_t states = vec_len(e->dae->state), n = vec_len(e->f->var);
    bool *derivative = NEW_N(&b->p->d->run, bool, n + 1);

    for (Var v = 1; v < n; v++)
        if (e->f->var[v].der)
            derivative[root(e->of, e->f->var[v].der)] = true;
    b->velocity = NEW_N(&b->p->d->run, bool, states + 1);
    for (uint32_t i = 0; i < states; i++) {
        const char *unit = linear_unit(&(Linear){ .p = b->p }, e->dae->state[i]);
        b->velocity[i] = derivative[root(e->of, e->dae->state[i])] || strcmp(unit, "rad/s") == 0 ||
                         strcmp(unit, "m/s") == 0;
    }
}

static bool is_place(const Flat *f, Var v)
{
    for (uint32_t i = 1; i < vec_len(f->sw); i++)
        if (root_of(f, f->sw[i].place, NULL) == v)
            return true;
    return false;
}

/* What is kept between events. */
static void find_held(Balance *b)
{
    const Emitter *e = b->p->e;

    for (Var v = 1; v < vec_len(e->f->var); v++)
        if ((e->f->var[v].discrete_state || held_of(e->dae, v)) && root(e->of, v) == v &&
            point_can_set(b->p, v) && !is_place(e->f, v))
            vec_push(&b->p->d->run, b->held, v);
    b->memory = NEW_N(&b->p->d->run, double, vec_len(b->held) + 1);
    balance_remember(b);
}

bool balance_new(Point *p, const EquilibriumTask *task, Balance *b)
{
    const Emitter *e = p->e;
    const uint32_t states = vec_len(e->dae->state);

    *b = (Balance){ .p = p, .task = task, .m = vec_len(task->solve) };
    for (uint32_t i = 0; i < states; i++)
        vec_push(&p->d->run, b->output, e->dae->state[i]);
    for (uint32_t i = 0; i < b->m; i++) {
        vec_push(&p->d->run, b->output, task->wanted[i]);
        b->has_parameters |= !is_input(&e->f->var[task->solve[i]]);
    }
    find_velocities(b);
    find_held(b);
    b->near = NEW_N(&p->d->run, double, states + 1);
    b->follows = NEW_N(&p->d->run, double, states + 1);
    for (uint32_t i = 0; i < states; i++)
        b->near[i] = point_of(p, state_var(b, i));
    b->q = pencil_new(p, task->solve, b->output);
    return b->q != NULL;
}

void balance_remember(Balance *b)
{
    for (uint32_t i = 0; i < vec_len(b->held); i++)
        b->memory[i] = point_of(b->p, b->held[i]);
}

/* A place of an automaton, or what a clause assigns; not a relation. */
static bool is_of_events(const Balance *b, Var v)
{
    const Held *h = held_of(b->p->e->dae, v);
    return !h || h->kind == HELD_WHEN;
}

/* What a clause would have assigned, had the point come here in a run. */
static void note_assigned(Balance *b, const double *before)
{
    for (uint32_t i = 0; i < vec_len(b->held); i++) {
        const double now = point_of(b->p, b->held[i]);
        bool known = !is_of_events(b, b->held[i]) || !(now < before[i] || now > before[i]);
        for (uint32_t k = 0; k < vec_len(b->assigned) && !known; k++)
            known = b->assigned[k] == b->held[i];
        if (!known)
            vec_push(&b->p->d->run, b->assigned, b->held[i]);
    }
}

/* Clauses say what happens at events, of which there are none on the way to an equilibrium: what they assign stays.
 * Their conditions become those of before, so that nothing is an edge. true: relations are others now */
bool balance_compare(Balance *b)
{
    const double *before = b->memory;
    bool changed = false;

    if (vec_len(b->held) == 0 || point_relax(b->p) != DTC_OK)
        return false;
    b->memory = NEW_N(&b->p->d->run, double, vec_len(b->held) + 1);
    for (int pass = 0; pass < 2; pass++) {
        note_assigned(b, before);
        point_remember(b->p);
        for (uint32_t i = 0; i < vec_len(b->held); i++)
            if (is_of_events(b, b->held[i]))
                point_set(b->p, b->held[i], before[i]);
        point_remember(b->p);
        if (pass == 0 && point_relax(b->p) != DTC_OK)
            return false;
    }
    balance_remember(b);
    for (uint32_t i = 0; i < vec_len(b->held); i++)
        changed |= before[i] < b->memory[i] || before[i] > b->memory[i];
    return changed;
}

bool balance_recall(Balance *b)
{
    bool changed = false;

    for (uint32_t i = 0; i < vec_len(b->held); i++) {
        const double now = point_of(b->p, b->held[i]);
        changed |= now < b->memory[i] || now > b->memory[i];
        point_set(b->p, b->held[i], b->memory[i]);
    }
    return changed;
}

/* ---- unknowns ------------------------------------------------------------------------------------------ */

/* 0: the model does not say it */
static double nominal_of(const Balance *b, Var v)
{
    const Ex x = b->p->e->f->var[v].nominal;
    const double nominal = x ? fabs(point_value(b->p, x)) : 0;

    return nominal > 0 && isfinite(nominal) ? nominal : 0;
}

/* Of unknowns: the nominal value, else the largest state of that unit, so that near means the same for all of them.
 * Speeds of steady motions follow from states, and are to count for nothing in what is near. */
static void set_scales(Balance *b)
{
    Arena *a = &b->p->d->run;
    double *largest = NEW_N(a, double, b->n + 1), fastest = 1;
    Map unit = { 0 }; /* -> the first state of it + 1 */

    for (uint32_t i = 0; i < b->n; i++) {
        const uint64_t key = KEY(internz(b->p->d, linear_unit(b->l, state_var(b, b->l->state[i]))));
        if (!map_get(&unit, key))
            map_set(a, &unit, key, i + 1);
        double *most = &largest[map_get(&unit, key) - 1];
        *most = fmax(fmax(1, *most), fabs(b->base[i]));
        fastest = b->velocity[b->l->state[i]] ? fmax(fastest, *most) : fastest;
    }
    for (uint32_t i = 0; i < b->size; i++) {
        const Var v = i < b->n        ? state_var(b, b->l->state[i])
                    : i < b->n + b->m ? b->task->solve[i - b->n]
                                      : 0;
        const double nominal = v ? nominal_of(b, v) : 1e3 * fastest;
        b->scale[i] = nominal > 0 ? nominal
                    : i < b->n    ? largest[map_get(&unit, KEY(internz(b->p->d, linear_unit(b->l, v)))) - 1]
                                  : fmax(1, fabs(point_of(b->p, v)));
    }
}

static void note_base(Balance *b)
{
    for (uint32_t i = 0; i < b->q->n; i++)
        b->follows[i] = point_of(b->p, state_var(b, i));
    for (uint32_t i = 0; i < b->n; i++)
        b->base[i] = b->follows[b->l->state[i]];
}

bool balance_places(Balance *b, double **u)
{
    Arena *a = &b->p->d->run;

    if (point_places(b->p, true) != DTC_OK || !linear_now(b))
        return false;
    b->n = b->l->n;
    b->base = NEW_N(a, double, b->n + 1);
    note_base(b);
    cs_di_spfree(b->cyclic);
    if (!(b->cyclic = cyclic_motions(b)))
        return false;
    b->k = (uint32_t)b->cyclic->n;
    b->size = b->n + b->m + b->k;
    b->scale = NEW_N(a, double, b->size + 1);
    b->row = NEW_N(a, double, b->size + 1);
    *u = NEW_N(a, double, b->size + 1);
    set_scales(b);
    for (uint32_t i = 0; i < b->n + b->m; i++)
        (*u)[i] = i < b->n ? b->base[i] : balance_solved(b, i - b->n);
    for (uint32_t j = 0; j < b->k; j++) { /* the speed now, as the largest of its components has it */
        int largest = b->cyclic->p[j];
        for (int k = largest; k < b->cyclic->p[j + 1]; k++)
            if (fabs(b->cyclic->x[k]) > fabs(b->cyclic->x[largest]))
                largest = k;
        (*u)[b->n + b->m + j] = point_rate(b->p, b->l->state[b->cyclic->i[largest]]) / b->cyclic->x[largest];
    }
    return true;
}

/* ---- the point at u ------------------------------------------------------------------------------------ */

/* Inputs are set; a parameter that has another value is followed by setup. */
static bool set_solved(Balance *b, const double *value)
{
    bool again = false;

    for (uint32_t i = 0; i < b->m; i++) {
        const double now = balance_solved(b, i);
        if (!is_input(&b->p->e->f->var[b->task->solve[i]]) && (now < value[i] || now > value[i]))
            again = true;
        point_set(b->p, b->task->solve[i], value[i]);
    }
    if (!again)
        return true;
    const double time = b->p->time;
    if (point_setup(b->p) > DTC_TERMINATE)
        return false;
    point_time(b->p, time);
    (void)balance_recall(b);
    return true;
}

/* Kept states, and those that follow from them. true: there are such */
static bool set_states(Balance *b, const double *x)
{
    const cs_di *X = b->l->X;
    bool follow = false;

    for (uint32_t i = 0; i < b->q->n; i++) {
        double value = b->follows[i];
        bool negated;
        const uint32_t column = pencil_column(b->q, state_var(b, i), &negated);
        for (int k = b->l->fate[i] == STATE_FOLLOWS ? X->p[column] : 0;
             b->l->fate[i] == STATE_FOLLOWS && k < X->p[column + 1]; k++)
            value += (negated ? -X->x[k] : X->x[k]) * (x[X->i[k]] - b->base[X->i[k]]);
        follow |= b->l->fate[i] == STATE_FOLLOWS;
        point_set(b->p, state_var(b, i), value);
    }
    for (uint32_t i = 0; i < b->n; i++)
        point_set(b->p, state_var(b, b->l->state[i]), x[i]);
    return follow;
}

bool balance_at(Balance *b, const double *x)
{
    const bool follow = set_states(b, x);
    return (follow || b->has_parameters ? point_places(b->p, follow) : point_evaluate(b->p)) == DTC_OK;
}

bool balance_residual(Balance *b, const double *u, double *F)
{
    const uint32_t n = b->n, m = b->m;

    for (uint32_t i = 0; i < b->size; i++)
        if (!isfinite(u[i]))
            return false;
    if (!set_solved(b, u + n) || !balance_at(b, u))
        return false;
    for (uint32_t i = 0; i < n; i++)
        F[i] = point_rate(b->p, b->l->state[i]);
    for (uint32_t i = 0; i < m; i++)
        F[n + i] = b->keep ? u[n + i] - b->keep[i] : point_of(b->p, b->task->wanted[i]) - b->task->value[i];
    for (uint32_t j = 0; j < b->k; j++) {
        F[n + m + j] = 0;
        for (int k = b->cyclic->p[j]; k < b->cyclic->p[j + 1]; k++) {
            const int i = b->cyclic->i[k];
            F[i] -= b->cyclic->x[k] * u[n + m + j];
            F[n + m + j] += b->cyclic->x[k] * (u[i] - b->near[b->l->state[i]]) / (b->scale[i] * b->scale[i]);
        }
    }
    for (uint32_t i = 0; i < b->size && b->shift; i++)
        F[i] -= b->shift[i];
    for (uint32_t i = 0; i < b->size; i++)
        if (!isfinite(F[i]))
            return false;
    return true;
}

/* ---- derivatives --------------------------------------------------------------------------------------- */

static void put_block(cs_di *T, const cs_di *from, uint32_t row, uint32_t column, double sign)
{
    for (int j = 0; j < from->n; j++)
        for (int k = from->p[j]; k < from->p[j + 1]; k++)
            cs_di_entry(T, (int)row + from->i[k], (int)column + j, sign * from->x[k]);
}

static void put_conditions(Balance *b, cs_di *T)
{
    double *x = NEW_N(&b->p->d->run, double, b->n + b->m + 1);

    for (uint32_t i = 0; i < b->m && b->keep; i++)
        cs_di_entry(T, (int)(b->n + i), (int)(b->n + i), 1);
    for (uint32_t i = 0; i < b->m && !b->keep; i++) {
        linear_row(b->l, b->task->wanted[i], x, x + b->n);
        for (uint32_t j = 0; j < b->n + b->m; j++)
            if (x[j] != 0)
                cs_di_entry(T, (int)(b->n + i), (int)j, x[j]);
    }
}

/* Inputs that are solved for, at a bound or beyond: a little within, since what is beyond says nothing (a map is held
 * there). true: there are such */
static bool lean_in(Balance *b)
{
    Point *p = b->p;
    bool any = false;

    for (uint32_t i = 0; i < b->m; i++) {
        const VarInfo *v = &p->e->f->var[b->task->solve[i]];
        const double x = balance_solved(b, i), min = v->min ? point_value(p, v->min) : -INFINITY,
                     max = v->max ? point_value(p, v->max) : INFINITY,
                     little = 1e-7 * (isfinite(max - min) ? max - min : fmax(1, fabs(x)));
        if (!is_input(v) || !(x < min + little || x > max - little))
            continue;
        point_set(p, b->task->solve[i], x > max - little ? max - little : min + little);
        any = true;
    }
    return any;
}

static bool linear_within(Balance *b)
{
    double *at = NEW_N(&b->p->d->run, double, b->m + 1);

    for (uint32_t i = 0; i < b->m; i++)
        at[i] = balance_solved(b, i);
    const bool leans = lean_in(b), good = (!leans || point_evaluate(b->p) == DTC_OK) && linear_now(b);
    for (uint32_t i = 0; i < b->m && leans; i++)
        point_set(b->p, b->task->solve[i], at[i]);
    return good && (!leans || point_evaluate(b->p) == DTC_OK);
}

bool balance_jacobian(Balance *b)
{
    const uint32_t n = b->n, m = b->m;
    uint32_t *before = NEW_N(&b->p->d->run, uint32_t, n + 1);

    memcpy(before, b->l->state, n * sizeof *before);
    if (!linear_within(b) || b->l->n != n || memcmp(before, b->l->state, n * sizeof *before) != 0)
        return false;
    note_base(b);
    cs_di *T = cs_di_spalloc((int)b->size, (int)b->size, 3 * (int)b->size + b->l->A->p[n], 1, 1);
    for (uint32_t i = 0; i < n && b->damping > 0; i++)
        cs_di_entry(T, (int)i, (int)i, -b->damping);
    put_block(T, b->l->A, 0, 0, 1);
    put_block(T, b->l->B, 0, n, 1);
    put_block(T, b->cyclic, 0, n + m, -1);
    put_conditions(b, T);
    for (uint32_t j = 0; j < b->k; j++)
        for (int k = b->cyclic->p[j]; k < b->cyclic->p[j + 1]; k++) {
            const int i = b->cyclic->i[k];
            cs_di_entry(T, (int)(n + m + j), i, b->cyclic->x[k] / (b->scale[i] * b->scale[i]));
        }
    cs_di_spfree(b->J);
    b->J = cs_di_compress(T);
    cs_di_dupl(b->J);
    cs_di_spfree(T);
    memset(b->row, 0, b->size * sizeof *b->row);
    for (uint32_t j = 0; j < b->size; j++)
        for (int k = b->J->p[j]; k < b->J->p[j + 1]; k++)
            b->row[b->J->i[k]] += fabs(b->J->x[k]) * b->scale[j];
    for (uint32_t i = 0; i < b->size; i++)
        b->row[i] = b->row[i] > 0 ? b->row[i] : 1;
    return true;
}
