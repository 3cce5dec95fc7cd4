/* orders_json.c - amplitude and phase of each order in each window, as JSON: null where the run has too few rows.
 * Cost: linear in what is written. */
#include "json.h"
#include "orders.h"

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
