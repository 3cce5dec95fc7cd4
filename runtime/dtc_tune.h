/* Other parameters between steps: what `Model_tune` of generated code does, which is the same for every model.
 *
 *     tune       what follows from parameters once more: states, places and the time stay
 *
 * It calls a model's functions, those of setup, as dtc_step.h does. */
#ifndef DTC_TUNE_H
#define DTC_TUNE_H

#include "dtc_step.h"

/* All that setup has made of parameters. Places and states stay; what hangs on places is made anew here, where it can
 * be refused, and, like what hangs on anything else that a step makes now and then, in the next step. */
DTC_FLOW dtc_status dtc_retake_parameters(const dtc_functions *f, void *m, const dtc_control *c, const dtc_room *room)
{
    dtc_status status = dtc_take_parameters(f, m, c, 0);

    if (status != DTC_OK)
        return status;
    dtc_follow_parameters(f, m);
    DTC_RUN(held);
    DTC_RUN(structure);
    status = dtc_look_at_parameters(f, m, c);
    if (status == DTC_OK && f->check_laws)
        status = f->check_laws(m);
    if (status != DTC_OK)
        return status;
    if (f->prepare) {
        f->prepare(f, m, c, room);
        if (*c->fault != 0)
            return DTC_SINGULAR;
    }
    *c->changed = 1;
    if (c->stale)
        *c->stale = 1;
    return DTC_OK;
}

/* All of it or nothing: whole, a copy of the struct, is put back where parameters are refused, and with it those of
 * before; what stays is the message. An evaluation that no step has followed is taken back, as the next one does. */
DTC_FLOW dtc_status dtc_do_tune(const dtc_functions *f, void *m, void *whole, dtc_room room)
{
    const dtc_control c = f->control(m);
    char *now = (char *)m + f->parameters_at, *taken = (char *)m + f->taken_at;
    int *refused = (int *)(void *)((char *)m + f->refused_at), which, fault;
    const size_t behind = f->shown_at + f->shown_bytes;
    const dtc_count count = *c.count;
    dtc_status status;

    if (!*c.ready)
        return DTC_NOT_SET_UP;
    if (memcmp(now, taken, f->parameter_bytes) == 0)
        return DTC_OK;
    memcpy(whole, m, f->bytes);
    dtc_take_back(f, m, &c, room.saved);
    DTC_RUN(forget);
    dtc_forgive(&c);
    status = dtc_retake_parameters(f, m, &c, &room);
    if (status == DTC_OK) {
        c.count->singular = count.singular;
        c.count->not_converged = count.not_converged;
        memcpy(taken, now, f->parameter_bytes);
        *c.stop = DTC_NOT_EVALUATED;
        *refused = 0;
        return DTC_OK;
    }
    fault = *c.fault;
    which = status == DTC_INPUT && fault == 0 && f->not_finite ? 1 + f->not_finite(m) : 0;
    memcpy(m, whole, f->shown_at);
    memcpy((char *)m + behind, (char *)whole + behind, f->bytes - behind);
    memcpy(now, taken, f->parameter_bytes);
    *c.fault = fault;
    *refused = which;
    return status;
}

#endif
