/* orders_write.c - amplitude and phase of each order in each window, as CSV and as JSON.
 *
 * CSV: a row for each window: time, speed, then amplitude and phase of each signal's orders, named SIGNAL:ORDER and
 * SIGNAL:ORDER:phase, with units as dtc plot reads them (--x to draw them over the speed). Where the rows of the run
 * are too few for an order, a field is `nan`, in JSON null. Cost: linear in what is written.
 */
#include <math.h>
#include <string.h>
#include "json.h"
#include "orders.h"

/* A name of a column may have a comma or a quote. */
static void put_name(FILE *out, const char *name)
{
    const bool quoted = strpbrk(name, ",\"\n") != NULL;

    if (quoted)
        fputc('"', out);
    for (; *name; name++)
        fprintf(out, *name == '"' ? "\"\"" : "%c", *name);
    if (quoted)
        fputc('"', out);
}

static void put_number(FILE *out, double x)
{
    if (isnan(x))
        fputs(",nan", out);
    else
        fprintf(out, ",%.12g", x + 0);                     /* never -0 */
}

bool orders_csv(FILE *out, const Orders *r)
{
    const uint32_t orders = vec_len(r->order);

    fputs("time [s],", out);
    put_name(out, internf(r->d, "%s [rad/s]", r->o->speed));
    for (uint32_t i = 1; i < vec_len(r->signal); i++)
        for (uint32_t k = 0; k < orders; k++) {
            const OrderSignal *s = &r->signal[i];
            fputc(',', out);
            put_name(out, internf(r->d, *s->unit ? "%s:%g [%s]" : "%s:%g", s->name, r->order[k], s->unit));
            fputc(',', out);
            put_name(out, internf(r->d, "%s:%g:phase [rad]", s->name, r->order[k]));
        }
    fputc('\n', out);
    for (uint32_t w = 0; w < r->windows; w++) {
        fprintf(out, "%.12g", r->middle[w]);
        put_number(out, r->turns[w]);
        for (uint32_t i = 1; i < vec_len(r->signal); i++)
            for (uint32_t k = 0; k < orders; k++) {
                put_number(out, r->signal[i].amplitude[w * orders + k]);
                put_number(out, r->signal[i].phase[w * orders + k]);
            }
        fputc('\n', out);
    }
    return !ferror(out);
}

static void put_column(Json *j, const Orders *r, const char *key, const double *value, uint32_t order)
{
    double *x = NEW_N(&r->d->run, double, r->windows);

    for (uint32_t w = 0; w < r->windows; w++)
        x[w] = value[w * vec_len(r->order) + order];
    json_numbers(j, key, x, r->windows);
}

bool orders_json(FILE *out, const Orders *r)
{
    Json j = { .d = r->d, .out = out };

    json_begin(&j, NULL, '{');
    json_text(&j, "file", r->o->file);
    json_text(&j, "shaft", r->o->speed);
    json_number(&j, "revolutions", r->revolutions);
    json_numbers(&j, "time", r->middle, r->windows);
    json_numbers(&j, "speed", r->turns, r->windows);
    json_begin(&j, "signals", '[');
    for (uint32_t i = 1; i < vec_len(r->signal); i++) {
        json_begin(&j, NULL, '{');
        json_text(&j, "name", r->signal[i].name);
        json_text(&j, "unit", r->signal[i].unit);
        json_begin(&j, "orders", '[');
        for (uint32_t k = 0; k < vec_len(r->order); k++) {
            json_begin(&j, NULL, '{');
            json_number(&j, "order", r->order[k]);
            put_column(&j, r, "amplitude", r->signal[i].amplitude, k);
            put_column(&j, r, "phase", r->signal[i].phase, k);
            json_end(&j);
        }
        json_end(&j);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
    return !ferror(out);
}
