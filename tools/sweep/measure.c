/* measure.c - what metrics take of a run, row by row.
 *
 * Integrals are those of straight lines between rows. A relation that is measured by its distance comes true where
 * the line between two rows crosses zero. Cost: a few operations for each measure and row.
 */
#include <math.h>
#include <string.h>
#include "sweep.h"

void taken_begin(Taken *t, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        t[i] = (Taken){ .when = NAN };
}

static double value_of(const Built *b, const dtc_variable *v, const void *model)
{
    double x;

    if (v->type != DTC_REAL || b->info->real_size != sizeof x)
        return dtc_get(b->info, model, v);
    memcpy(&x, (const char *)model + v->offset, sizeof x);
    return v->sign < 0 ? -x : x;
}

/* When the distance came to zero between two rows. */
static double crossing(double last, double x, double before, double time)
{
    return last < 0 && x > last ? before + (time - before) * last / (last - x) : time;
}

void taken_look(const Built *b, const void *model, double *seen)
{
    for (uint32_t k = 0; k < vec_len(b->running); k++)
        seen[b->running[k]] = value_of(b, &b->measured[b->running[k]], model);
}

static void first_row(const Measure *m, Taken *t, double x, double time)
{
    const bool is = m->crosses ? (m->reaches ? x >= 0 : x > 0) : x != 0;

    t->first = t->last = t->most = x;
    if (m->kind == MEASURE_WHEN && is)
        t->when = time;
}

void taken_row(const Built *b, Taken *taken, const double *seen, double time, double before, bool first)
{
    const double dt = time - before;

    for (uint32_t k = 0; k < vec_len(b->running); k++) {
        const uint32_t i = b->running[k];
        const Measure *m = &b->f->measure[i];
        Taken *t = &taken[i];
        const double x = seen[i];
        if (first) {
            first_row(m, t, x, time);
            continue;
        }
        switch (m->kind) {
        case MEASURE_MAX: t->most = x > t->most ? x : t->most; break;
        case MEASURE_MIN: t->most = x < t->most ? x : t->most; break;
        case MEASURE_MEAN:
        case MEASURE_INTEGRAL: t->sum += 0.5 * dt * (t->last + x); break;
        case MEASURE_RMS: t->sum += dt * (t->last * t->last + t->last * x + x * x) / 3; break;
        case MEASURE_CHANGES: t->sum += x != t->last; break;
        case MEASURE_DURATION: t->sum += t->last != 0 ? dt : 0; break;
        case MEASURE_WHEN:
            if (isnan(t->when) && (m->crosses ? (m->reaches ? x >= 0 : x > 0) : x != 0))
                t->when = m->crosses ? crossing(t->last, x, before, time) : time;
            break;
        default: break;
        }
        t->last = x;
    }
}

static double result(const Built *b, uint32_t i, const Taken *t, const void *model, double duration)
{
    switch (b->f->measure[i].kind) {
    case MEASURE_START: return t->first;
    case MEASURE_END: return value_of(b, &b->measured[i], model);
    case MEASURE_MAX:
    case MEASURE_MIN: return t->most;
    case MEASURE_MEAN: return duration > 0 ? t->sum / duration : t->first;
    case MEASURE_RMS: return duration > 0 ? sqrt(t->sum / duration) : fabs(t->first);
    case MEASURE_WHEN: return t->when;
    default: return t->sum;
    }
}

void taken_metrics(const Built *b, const Taken *t, const void *model, double duration, double *value, double *metric)
{
    for (uint32_t i = 0; i < vec_len(b->measured); i++)
        value[b->f->measure[i].value] = result(b, i, &t[i], model, duration);
    for (uint32_t i = 0; i < vec_len(b->last); i++)
        value[b->last[i].v] = value_of(b, &b->last[i].variable, model);
    for (uint32_t i = 0; i < vec_len(b->f->metric); i++) {
        const Var alone = ex_is_var(b->d, b->f->metric[i].value);
        if (alone)
            metric[i] = value[alone];
        else
            (void)ex_eval(b->d, b->f->metric[i].value, value, &metric[i]);
    }
}
