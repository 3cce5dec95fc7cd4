/* dtc_fmi_cs.c - co-simulation: steps of the importer as whole numbers of steps of the model.
 *
 * The FMU counts its own steps; the importer's times are compared with that alone, and only within half a step, since
 * one that adds up its step size goes astray. Outputs after a step belong to its end, for which the model is evaluated
 * there; that evaluation is also the first half of the next step unless an input changes. Cost: that of the steps. */
#include <math.h>
#include "dtc_fmi.h"

#define DTC_FMI_WHOLE 1e-6                 /* how far a step may be from a whole number of steps */

double dtc_fmi_time(const dtc_fmi *f) { return f->kept->start + (double)f->kept->ticks * dtc_fmi_this.info->step; }

/* ---- numbers in messages ------------------------------------------------------------------------------- */

static size_t dtc_fmi_digits(char *text, size_t at, long long n, int least)
{
    char digit[24];
    int k = 0;

    do {
        digit[k++] = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0 || k < least);
    while (k > 0)
        text[at++] = digit[--k];
    text[at] = 0;
    return at;
}

/* In nanoseconds, without zeros at the end; more than 9e9 s are "a large number". */
static size_t dtc_fmi_seconds(char *text, size_t at, double x)
{
    long long whole;

    if (!(fabs(x) < 9e9))
        return dtc_fmi_append(text, at, "a large number of");
    if (x < 0)
        at = dtc_fmi_append(text, at, "-");
    whole = llround(fabs(x) * 1e9);
    at = dtc_fmi_digits(text, at, whole / 1000000000, 1);
    if (whole % 1000000000 == 0)
        return at;
    text[at++] = '.';
    at = dtc_fmi_digits(text, at, whole % 1000000000, 9);
    while (text[at - 1] == '0')
        text[--at] = 0;
    return at;
}

static int dtc_fmi_wrong_time(const dtc_fmi *f, double time)
{
    char text[DTC_FMI_TEXT];
    size_t at = dtc_fmi_append(text, 0, "the importer's time is ");

    at = dtc_fmi_append(text, dtc_fmi_seconds(text, at, time), " s, that of the FMU ");
    (void)dtc_fmi_append(text, dtc_fmi_seconds(text, at, dtc_fmi_time(f)), " s: nothing was done");
    return dtc_fmi_tell(f, DTC_FMI_DISCARD, text, "", DTC_OK);
}

static int dtc_fmi_wrong_size(const dtc_fmi *f, double size)
{
    char text[DTC_FMI_TEXT];
    size_t at = dtc_fmi_append(text, 0, "a communication step of ");

    at = dtc_fmi_append(text, dtc_fmi_seconds(text, at, size), " s is no multiple of the FMU's step of ");
    at = dtc_fmi_append(text, dtc_fmi_seconds(text, at, dtc_fmi_this.info->step), " s: nothing was done");
    if (size > 0) {
        at = dtc_fmi_append(text, at, "; make the FMU with dtc --step ");
        (void)dtc_fmi_seconds(text, at, size / ceil(size / dtc_fmi_this.info->step));
    }
    return dtc_fmi_tell(f, DTC_FMI_DISCARD, text, "", DTC_OK);
}

/* ---- a step -------------------------------------------------------------------------------------------- */

/* Of all that is discrete and computed. */
static unsigned long long dtc_fmi_places(const dtc_fmi *f)
{
    const dtc_model_info *info = dtc_fmi_this.info;
    unsigned long long h = 0xcbf29ce484222325ULL;
    int i;

    for (i = 0; i < info->variables; i++) {
        const dtc_variable v = dtc_variable_at(info, i);
        if (v.type != DTC_REAL && v.kind != DTC_PARAMETER && v.kind != DTC_IN)
            h = (h ^ (unsigned long long)(long long)dtc_get(info, f->m, &v)) * 0x100000001b3ULL;
    }
    return h;
}

/* One step of the model. The evaluation of its beginning may have been made, for the outputs there. */
static inline int dtc_fmi_tick(dtc_fmi *f)
{
    const int both = f->kept->due == DTC_FMI_EVALUATE;
    int status = both ? (int)DTC_FMI_OK : dtc_fmi_current(f), model_status;

    if (status != DTC_FMI_OK || f->kept->ended)
        return status;
    model_status = (int)(both ? dtc_fmi_this.step(f->m) : dtc_fmi_this.info->advance(f->m));
    if (model_status <= (int)DTC_TERMINATE) {
        f->kept->ticks++;
        f->kept->due = DTC_FMI_EVALUATE;
    }
    return dtc_fmi_passed(f, model_status);
}

/* With event mode: as many as are left, or up to a change. */
static int dtc_fmi_ticks_to_event(dtc_fmi *f, long long *left, dtc_fmi_done *done)
{
    unsigned long long before = dtc_fmi_places(f), now;
    int status = DTC_FMI_OK;

    while (*left > 0 && status == DTC_FMI_OK && !f->kept->ended && !(done->event && f->returns_early)) {
        status = dtc_fmi_tick(f);
        if (status != DTC_FMI_OK || f->kept->ended)
            break;
        --*left;
        status = dtc_fmi_current(f);
        now = dtc_fmi_places(f);
        done->event |= now != before;
        before = now;
    }
    return status;
}

static int dtc_fmi_ticks(dtc_fmi *f, long long *left)
{
    int status;

    while ((status = dtc_fmi_tick(f)) == DTC_FMI_OK && !f->kept->ended && --*left > 0)
        ;
    return status;
}

static int dtc_fmi_step(dtc_fmi *f, double time, double size, dtc_fmi_done *done)
{
    const double h = dtc_fmi_this.info->step, steps = size / h, now = dtc_fmi_time(f);
    long long left = steps >= 1 - DTC_FMI_WHOLE && steps < 1e15 ? (long long)(steps + 0.5) : 0;
    int status = DTC_FMI_OK;

    done->time = now;
    done->event = done->ends = done->early = 0;
    if (!(fabs(time - now) <= h / 2))
        return dtc_fmi_wrong_time(f, time);
    if (left == 0 || !(fabs(steps - (double)left) <= DTC_FMI_WHOLE))
        return dtc_fmi_wrong_size(f, size);
    if (!f->kept->ended)
        status = f->events ? dtc_fmi_ticks_to_event(f, &left, done) : dtc_fmi_ticks(f, &left);
    if (status == DTC_FMI_OK && !dtc_fmi_this.before && !f->kept->ended && f->kept->due)
        status = dtc_fmi_evaluate(f);
    done->time = dtc_fmi_time(f);
    done->ends = f->kept->ended;
    done->early = left > 0;
    return status;
}
