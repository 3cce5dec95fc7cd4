/* dtc_fmi_me.c - model exchange: the model for a variable-step solver (dtc_hybrid.h), whose solver is the importer's.
 *
 * Time and states go into the model as they are set, and rates are made when they are asked for. An event is settled
 * in one go: passes until nothing changes. Cost: that of the model. */
#include <math.h>
#include "dtc_fmi.h"

#ifdef DTC_HYBRID_H
enum { DTC_FMI_PASSES = 100 };

static const dtc_hybrid *dtc_fmi_hybrid(void) { return (const dtc_hybrid *)dtc_fmi_this.hybrid; }

int dtc_fmi_states(void) { return dtc_fmi_hybrid()->states; }
int dtc_fmi_indicators(void) { return dtc_fmi_hybrid()->guards; }
int dtc_fmi_evaluate_rates(dtc_fmi *f) { return (int)dtc_fmi_hybrid()->derivatives(f->m, f->rate); }

static int dtc_fmi_wrong_number(const dtc_fmi *f, size_t n, int is)
{
    if (n == (size_t)is)
        return 0;
    (void)dtc_fmi_tell(f, DTC_FMI_ERROR, "this is not the number of states or event indicators", "", DTC_OK);
    return 1;
}

/* ---- continuous time ----------------------------------------------------------------------------------- */

void dtc_fmi_set_time(dtc_fmi *f, double time)
{
    double old;

    memcpy(&old, (char *)f->m + dtc_fmi_this.info->time, sizeof old);
    memcpy((char *)f->m + dtc_fmi_this.info->time, &time, sizeof time);
    if (old < time || old > time)
        f->kept->due |= DTC_FMI_EVALUATE;
}

int dtc_fmi_set_states(dtc_fmi *f, const double *x, size_t n)
{
    const dtc_hybrid *h = dtc_fmi_hybrid();

    if (dtc_fmi_wrong_number(f, n, h->states))
        return DTC_FMI_ERROR;
    h->set(f->m, dtc_call_time(dtc_fmi_this.info, f->m), x);
    f->kept->due |= DTC_FMI_EVALUATE;
    return DTC_FMI_OK;
}

int dtc_fmi_get_states(dtc_fmi *f, double *x, size_t n)
{
    const dtc_hybrid *h = dtc_fmi_hybrid();

    if (dtc_fmi_wrong_number(f, n, h->states))
        return DTC_FMI_ERROR;
    h->get(f->m, x);
    return DTC_FMI_OK;
}

int dtc_fmi_nominals(const dtc_fmi *f, double *x, size_t n)
{
    const dtc_hybrid *h = dtc_fmi_hybrid();
    int i, repeat;

    if (dtc_fmi_wrong_number(f, n, h->states))
        return DTC_FMI_ERROR;
    for (i = 0; i < h->states; i++)
        x[i] = dtc_state_row(h, i, &repeat)->nominal;
    return DTC_FMI_OK;
}

int dtc_fmi_rates(dtc_fmi *f, double *x, size_t n)
{
    const int status = dtc_fmi_current(f);

    if (status != DTC_FMI_OK || dtc_fmi_wrong_number(f, n, dtc_fmi_states()))
        return status != DTC_FMI_OK ? status : DTC_FMI_ERROR;
    if (n > 0)
        memcpy(x, f->rate, n * sizeof *x);
    return DTC_FMI_OK;
}

int dtc_fmi_guards(dtc_fmi *f, double *g, size_t n)
{
    const dtc_hybrid *h = dtc_fmi_hybrid();
    const int status = dtc_fmi_current(f);

    if (status != DTC_FMI_OK || dtc_fmi_wrong_number(f, n, h->guards))
        return status != DTC_FMI_OK ? status : DTC_FMI_ERROR;
    if (h->guards_at)
        h->guards_at(f->m, g);
    return DTC_FMI_OK;
}

int dtc_fmi_guard(dtc_fmi *f, int k, double *g)
{
    const int n = dtc_fmi_indicators(), status = dtc_fmi_guards(f, f->guard, (size_t)n);

    *g = f->guard[k];
    return status;
}

/* A slip that is blocked is an event that the importer's solver has gone over. */
int dtc_fmi_completed(dtc_fmi *f, int *event, int *ends)
{
    const dtc_hybrid *h = dtc_fmi_hybrid();
    int status = dtc_fmi_current(f), checked = status == DTC_FMI_OK ? (int)h->check(f->m) : (int)DTC_OK;

    *event = checked == (int)DTC_SLIP;
    if (!*event && status == DTC_FMI_OK)
        status = dtc_fmi_status(f, checked);
    *ends = f->kept->ended;
    if (status == DTC_FMI_OK && h->drifts)
        *event |= h->drifts(f->m) != 0;
    return status;
}

/* ---- events -------------------------------------------------------------------------------------------- */

int dtc_fmi_enter_event(dtc_fmi *f)
{
    const dtc_hybrid *h = dtc_fmi_hybrid();
    const int status = dtc_fmi_current(f);

    if (status != DTC_FMI_OK)
        return status;
    if (h->leave)
        h->leave(f->m);
    f->kept->pass = 0;
    f->kept->mode = DTC_FMI_EVENT;
    return DTC_FMI_OK;
}

/* What has drifted is taken from the states, where stuck elements still hold. */
static int dtc_fmi_project(dtc_fmi *f)
{
    const dtc_hybrid *h = dtc_fmi_hybrid();

    if (!h->drifts || !h->drifts(f->m))
        return DTC_OK;
    h->project(f->m, f->rate);
    h->set(f->m, dtc_call_time(dtc_fmi_this.info, f->m), f->rate);
    return (int)h->derivatives(f->m, f->rate);
}

/* *any: something has changed. */
static int dtc_fmi_passes(dtc_fmi *f, int *any)
{
    const dtc_hybrid *h = dtc_fmi_hybrid();
    int status = DTC_OK, changed = 1, k;

    for (k = 0; k < DTC_FMI_PASSES && changed && status == (int)DTC_OK; k++) {
        changed = 0;
        status = (int)h->event(f->m, f->kept->pass++, &changed);
        *any |= changed;
    }
    return changed && status == (int)DTC_OK ? (int)DTC_NO_SOLUTION : status;
}

static int dtc_fmi_moved(const dtc_fmi *f)
{
    int i, moved = 0;

    for (i = 0; i < dtc_fmi_states(); i++)
        moved |= f->before[i] < f->rate[i] || f->before[i] > f->rate[i];
    return moved;
}

static void dtc_fmi_tell_event(const dtc_fmi *f)
{
    char text[DTC_FMI_TEXT];
    const size_t at = dtc_fmi_append(text, 0, "an event at ");

    (void)dtc_fmi_append(text, dtc_fmi_seconds(text, at, dtc_call_time(dtc_fmi_this.info, f->m)), " s");
    (void)dtc_fmi_tell(f, DTC_FMI_OK, text, "", DTC_OK);
}

/* Where anything has changed states are said to have: some solvers take no notice of an event otherwise, and go on with
 * rates of before. */
int dtc_fmi_settle(dtc_fmi *f, dtc_fmi_event_info *e)
{
    const dtc_hybrid *h = dtc_fmi_hybrid();
    int status = dtc_fmi_current(f);

    memset(e, 0, sizeof *e);
    if (status != DTC_FMI_OK)
        return status;
    h->get(f->m, f->before);
    if (f->kept->pass == 0)
        status = dtc_fmi_status(f, dtc_fmi_project(f));
    if (status == DTC_FMI_OK)
        status = dtc_fmi_status(f, dtc_fmi_passes(f, &e->values));
    if (status != DTC_FMI_OK)
        return status == DTC_FMI_DISCARD ? DTC_FMI_ERROR : status;
    h->get(f->m, f->rate);
    e->values |= dtc_fmi_moved(f);
    if (e->values && f->tells_events)
        dtc_fmi_tell_event(f);
    e->ends = f->kept->ended;
    e->next = h->next(f->m);
    f->kept->due |= DTC_FMI_EVALUATE;
    status = dtc_fmi_current(f);
    return status == DTC_FMI_OK ? dtc_fmi_status(f, (int)h->check(f->m)) : status;
}
#else
/* Of co-simulation: nothing of it is ever asked for, but by mistake. */
static int dtc_fmi_no_me(const dtc_fmi *f)
{
    return dtc_fmi_tell(f, DTC_FMI_ERROR, "this is a function of model exchange", "", DTC_OK);
}

int dtc_fmi_states(void) { return 0; }
int dtc_fmi_indicators(void) { return 0; }
int dtc_fmi_evaluate_rates(dtc_fmi *f) { return (void)f, (int)DTC_OK; }
void dtc_fmi_set_time(dtc_fmi *f, double time) { (void)f, (void)time; }
int dtc_fmi_set_states(dtc_fmi *f, const double *x, size_t n) { return (void)x, (void)n, dtc_fmi_no_me(f); }
int dtc_fmi_get_states(dtc_fmi *f, double *x, size_t n) { return (void)x, (void)n, dtc_fmi_no_me(f); }
int dtc_fmi_nominals(const dtc_fmi *f, double *x, size_t n) { return (void)x, (void)n, dtc_fmi_no_me(f); }
int dtc_fmi_rates(dtc_fmi *f, double *x, size_t n) { return (void)x, (void)n, dtc_fmi_no_me(f); }
int dtc_fmi_guards(dtc_fmi *f, double *g, size_t n) { return (void)g, (void)n, dtc_fmi_no_me(f); }
int dtc_fmi_guard(dtc_fmi *f, int k, double *g) { return (void)k, (void)g, dtc_fmi_no_me(f); }
int dtc_fmi_enter_event(dtc_fmi *f) { return dtc_fmi_no_me(f); }
int dtc_fmi_completed(dtc_fmi *f, int *event, int *ends) { return (void)event, (void)ends, dtc_fmi_no_me(f); }

int dtc_fmi_settle(dtc_fmi *f, dtc_fmi_event_info *e)
{
    memset(e, 0, sizeof *e);
    e->next = (double)INFINITY;
    return dtc_fmi_current(f);
}
#endif
