/* equilibrium.c - the search for an equilibrium: starts, places of switching elements, the way to the equations.
 *
 * From each start Newton's iteration is made with places and relations held (equilibrium_newton.c). Where it fails, a
 * way is taken (homotopy): what is left of the conditions where the model is in equilibrium as it is set, or of all
 * equations at the start, is taken off bit by bit. Then relations and places are changed to what the point says of
 * them, all at once, and if that comes back to what was tried, one by one; what comes back even so is given up. The
 * next start follows: what can hold sticks, everything is at rest, twice and half of the start, then what runs of the
 * model come to. The first equilibrium is taken.
 *
 * Cost: at most ROUNDS sets of places for each start, and two runs, which are built.
 */
#include <math.h>
#include <string.h>
#include "dtc_law.h"
#include "dtc_runtime.h"
#include "equilibrium.h"

enum { ROUNDS = 40 };

/* ---- one start ----------------------------------------------------------------------------------------- */

/* A part of the residual at the start is left, less and less of it. */
static bool along_way(Balance *b, double *u)
{
    Arena *a = &b->p->d->run;
    double *first = NEW_N(a, double, b->size + 1), *now = NEW_N(a, double, b->size + 1), done = 0,
           step = 0.25, left;
    bool good = balance_residual(b, u, first);
    int most = 60;

    b->shift = NEW_N(a, double, b->size + 1);
    while (good && done < 1 && step > 1e-3 && most-- > 0) {
        const double part = fmin(1, done + step);
        for (uint32_t i = 0; i < b->size; i++)
            b->shift[i] = (1 - part) * first[i];
        memcpy(now, u, b->size * sizeof *now);
        if (newton(b, now, &left)) {
            memcpy(u, now, b->size * sizeof *u);
            done = part;
            step *= 2;
        } else {
            step /= 4;
        }
    }
    b->shift = NULL;
    return done >= 1;
}

/* The equilibrium with what is solved for as it is. */
static bool as_it_is_set(Balance *b, double *u)
{
    double residual;

    b->keep = NEW_N(&b->p->d->run, double, b->m + 1);
    memcpy(b->keep, u + b->n, b->m * sizeof *u);
    const bool good = newton(b, u, &residual);
    b->keep = NULL;
    return good;
}

static PointCopy copy_of(Balance *b)
{
    Arena *a = &b->p->d->run;
    const uint32_t elements = vec_len(b->p->e->f->sw) + 1, states = b->q->n;
    PointCopy s = { b->p->time, NEW_N(a, double, b->m + 1), NEW_N(a, double, states + 1),
                    NEW_N(a, double, vec_len(b->held) + 1), NEW_N(a, int, elements) };

    for (uint32_t i = 0; i < b->m; i++)
        s.solved[i] = balance_solved(b, i);
    for (uint32_t i = 0; i < states; i++)
        s.state[i] = point_of(b->p, b->p->e->dae->state[i]);
    if (b->held)
        memcpy(s.memory, b->memory, vec_len(b->held) * sizeof *s.memory);
    memcpy(s.place, b->p->place, elements * sizeof *s.place);
    return s;
}

bool equilibrium_back(Balance *b, const PointCopy *s, double factor)
{
    for (uint32_t i = 0; i < b->m; i++)
        point_set(b->p, b->task->solve[i], s->solved[i]);
    if (b->has_parameters && point_setup(b->p) > DTC_TERMINATE)
        return false;
    point_time(b->p, s->time);
    if (b->held)
        memcpy(b->memory, s->memory, vec_len(b->held) * sizeof *s->memory);
    (void)balance_recall(b);
    for (uint32_t i = 0; i < b->q->n; i++)
        point_set(b->p, b->p->e->dae->state[i], factor * s->state[i]);
    memcpy(b->p->place, s->place, (vec_len(b->p->e->f->sw) + 1) * sizeof *s->place);
    return point_places(b->p, false) == DTC_OK;
}

/* The one with the least residual of those that failed is what is told of: in states per second. */
static void note_failure(Equilibrium *e)
{
    Balance *b = &e->b;
    double *F = NEW_N(&b->p->d->run, double, b->size + 1), size = 0;

    if (!balance_residual(b, e->u, F))
        return;
    for (uint32_t i = 0; i < b->n + b->m; i++)
        size = fmax(size, fabs(F[i]) / (i < b->n ? b->scale[i] : fmax(1, fabs(b->task->value[i - b->n]))));
    if (!(size < (e->nearest ? e->nearest_residual : INFINITY) * (1 - 1e-6)))
        return;
    e->nearest = NEW(&e->b.p->d->run, PointCopy);
    *e->nearest = copy_of(&e->b);
    e->nearest_residual = size;
}

/* Newton's iteration from the start; from the equilibrium as it is set, conditions being met bit by bit; from the
 * start, all equations being met so. */
static bool by_any_way(Equilibrium *e)
{
    Balance *b = &e->b;
    double *u = NEW_N(&b->p->d->run, double, b->size + 1), *start = NEW_N(&b->p->d->run, double, b->size + 1),
           residual;

    memcpy(start, e->u, b->size * sizeof *start);
    if (newton(b, e->u, &e->residual))
        return true;
    for (int way = b->m > 0 ? 0 : 1; way < 2 && !b->hopeless; way++) {
        memcpy(u, start, b->size * sizeof *u);
        if ((way == 0 && !as_it_is_set(b, u)) || !along_way(b, u) || !newton(b, u, &residual))
            continue;
        memcpy(e->u, u, b->size * sizeof *u);
        e->residual = residual;
        return true;
    }
    return false;
}

static bool balanced(Equilibrium *e)
{
    Balance *b = &e->b;
    bool good = balance_places(b, &e->u);

    if (good && places_make_way(b))
        good = balance_places(b, &e->u);
    if (!good) {
        e->trouble = "the model cannot be evaluated or linearised there";
        return false;
    }
    if (by_any_way(e))
        return true;
    note_failure(e);
    return false;
}

/* Places and discrete variables, as a text. */
static uint64_t pattern(const Balance *b)
{
    uint64_t sum = 1469598103934665603u;

    for (uint32_t i = 1; i < vec_len(b->p->e->f->sw); i++)
        sum = (sum ^ (uint64_t)(b->p->place[i] + 2)) * 1099511628211u;
    for (uint32_t i = 0; i < vec_len(b->held); i++) {
        uint64_t bits;
        memcpy(&bits, &b->memory[i], sizeof bits);
        sum = (sum ^ bits) * 1099511628211u;
    }
    return sum;
}

static const char *beyond(Equilibrium *e)
{
    Point *p = e->b.p;

    for (uint32_t i = 0; i < e->b.m; i++) {
        const VarInfo *v = &p->e->f->var[e->b.task->solve[i]];
        const double x = balance_solved(&e->b, i), min = v->min ? point_value(p, v->min) : -INFINITY,
                     max = v->max ? point_value(p, v->max) : INFINITY, small = 1e-9 * fmax(1, fabs(x));
        if (x < min - small)
            return internf(p->d, "%s would have to be %.8g, and its min is %.8g", v->name, x, min);
        if (x > max + small)
            return internf(p->d, "%s would have to be %.8g, and its max is %.8g", v->name, x, max);
    }
    return NULL;
}

static bool seen_before(Dtc *d, uint64_t **seen, uint64_t now)
{
    for (uint32_t i = 0; i < vec_len(*seen); i++)
        if ((*seen)[i] == now)
            return true;
    vec_push(&d->run, *seen, now);
    return false;
}

static bool from_here(Equilibrium *e)
{
    Balance *b = &e->b;
    uint64_t *seen = NULL;
    bool one = false;

    e->trouble = NULL;
    (void)seen_before(b->p->d, &seen, pattern(b));
    for (uint32_t round = 0; round < ROUNDS; round++) {
        e->rounds++;
        if (!balanced(e))
            return false;
        const bool changed = balance_compare(b);
        Exceeded *exceeded = NULL;
        const uint32_t wrong = places_improve(b->p, &exceeded, one);
        if (exceeded)
            e->exceeded = exceeded;
        if (!changed && wrong == 0) {
            e->trouble = beyond(e);
            e->beyond |= e->trouble != NULL;
            return !e->trouble;
        }
        if (!seen_before(b->p->d, &seen, pattern(b)))
            continue;
        if (one)
            break;
        one = true;
        seen = NULL;
    }
    e->trouble = "places of elements or relations go round in a circle";
    return false;
}

/* ---- starts -------------------------------------------------------------------------------------------- */

typedef enum { AS_IT_IS, STICKING, AT_REST, TWICE, HALF, RUN_SHORT, RUN_LONG, STARTS } StartKind;
static const char *const start_texts[STARTS] = {
    [AS_IT_IS] = "the start", [STICKING] = "the start, with all elements that can hold sticking",
    [AT_REST] = "all states zero", [TWICE] = "twice the start", [HALF] = "half of the start",
    [RUN_SHORT] = "a short run", [RUN_LONG] = "a long run"
};

/* Up to 1 s and 30 s, or what the model's experiment takes, and twice that. */
static double run_time(const Flat *f, StartKind kind)
{
    const double most = kind == RUN_SHORT ? 1 : 30,
                 own = (kind == RUN_SHORT ? 1 : 2) * (f->stop_time - f->start_time);
    return f->start_time + (f->has_stop && own > 0 ? fmin(most, own) : most);
}

static bool go_to(Balance *b, const PointCopy *s, StartKind kind, const char *home)
{
    static const double factor[STARTS] = { 1, 1, 0, 2, 0.5, 1, 1 };

    if (kind == STICKING && vec_len(b->p->e->f->sw) < 2)
        return false;
    if (!equilibrium_back(b, s, factor[kind]))
        return false;
    if (kind == STICKING || kind == AT_REST)
        places_stick(b->p);
    if (kind < RUN_SHORT)
        return point_places(b->p, true) == DTC_OK;
    PointOptions o = { .at = NAN, .state = point_run(b->p->d, run_time(b->p->e->f, kind), home) };
    if (!o.state || !point_take(b->p, &o))
        return false;
    point_time(b->p, s->time);
    const bool good = point_relax(b->p) == DTC_OK && point_places(b->p, false) == DTC_OK;
    balance_remember(b);
    return good;
}

static void look_for_free(Equilibrium *e)
{
    Balance *b = &e->b;
    double *F = NEW_N(&b->p->d->run, double, b->size + 1), *dx = NEW_N(&b->p->d->run, double, b->size + 1);

    if (b->size > 0 && balance_residual(b, e->u, F) && balance_jacobian(b))
        (void)newton_step(b, F, dx, &e->free, NULL);
}

/* Does it last, while states stay where they are and sources go on? */
static bool lasts(Balance *b, const double *u, const double *rate, double later)
{
    const int *place = b->p->place;
    double *F = NEW_N(&b->p->d->run, double, b->size + 1);
    Exceeded *exceeded = NULL;
    bool same;

    point_time(b->p, b->p->time + later);
    same = point_relax(b->p) == DTC_OK && balance_residual(b, u, F);
    for (uint32_t i = 0; i < b->n && same; i++)
        same = fabs(F[i] - rate[i]) <= 1e-9 * b->scale[i];
    b->p->place = NEW_N(&b->p->d->run, int, vec_len(b->p->e->f->sw) + 1);
    memcpy(b->p->place, place, (vec_len(b->p->e->f->sw) + 1) * sizeof *place);
    return same && places_improve(b->p, &exceeded, true) == 0;
}

static bool is_time(Dtc *d, Ex x, void *data)
{
    (void)data;
    return ex_op(d, x) == OP_TIME;
}

static bool reads_time(const Emitter *e)
{
    for (Eq i = 1; i < vec_len(e->f->eq); i++)
        if (e->f->eq[i].lhs &&
            (ex_any(e->d, e->f->eq[i].lhs, is_time, NULL) || ex_any(e->d, e->f->eq[i].rhs, is_time, NULL)))
            return true;
    for (uint32_t i = 0; i < vec_len(e->dae->held); i++) {
        const Held *h = &e->dae->held[i];
        if (h->kind == HELD_SAMPLE || h->kind == HELD_ROW || (h->a && ex_any(e->d, h->a, is_time, NULL)) ||
            (h->b && ex_any(e->d, h->b, is_time, NULL)))
            return true;
    }
    return false;
}

static void look_ahead(Equilibrium *e)
{
    if (!reads_time(e->b.p->e))
        return;
    Balance *b = &e->b;
    const PointCopy here = copy_of(b);
    double *F = NEW_N(&b->p->d->run, double, b->size + 1);
    int *place = b->p->place;
    bool same = balance_residual(b, e->u, F);

    for (int i = 0; i <= 40 && same; i++) {
        const double later = i == 0 ? 1e-3 : 0.25 * i;
        same = lasts(b, e->u, F, later);
        b->p->place = place;
        e->until = same ? 0 : later;
        (void)equilibrium_back(b, &here, 1);
    }
    (void)balance_residual(b, e->u, F);
}

bool equilibrium_find(Point *p, const EquilibriumTask *task, const char *home, Equilibrium *e)
{
    *e = (Equilibrium){ 0 };
    if (!balance_new(p, task, &e->b))
        return false;
    e->first = copy_of(&e->b);
    for (StartKind kind = AS_IT_IS; kind < STARTS && !(kind >= RUN_SHORT && e->beyond); kind++) {
        if (!go_to(&e->b, &e->first, kind, home) || !from_here(e)) {
            if (e->b.hopeless && vec_len(p->e->f->sw) < 2 && vec_len(e->b.held) == 0)
                break; /* nothing switches: from elsewhere it is the same */
            continue;
        }
        e->start = start_texts[kind];
        look_for_free(e);
        look_ahead(e);
        return true;
    }
    equilibrium_fight(e);
    return false;
}
