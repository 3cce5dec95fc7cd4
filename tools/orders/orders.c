/* orders.c - dtc orders: reads a result, follows the orders of a shaft, and writes what is asked for. */
#include <math.h>
#include <string.h>
#include "answer.h"
#include "orders.h"
#include "output.h"

/* Where an order has no value in some windows: what interval it takes. false: none has one. */
static bool enough_rows(const Orders *r)
{
    const uint32_t orders = vec_len(r->order);
    double fastest = 0, least = INFINITY;
    bool some = false;

    for (uint32_t w = 0; w < r->windows; w++)
        for (uint32_t k = 0; k < orders; k++)
            if (isnan(r->signal[0].amplitude[w * orders + k])) {
                fastest = fmax(fastest, r->order[k] * r->turns[w]);
                least = fmin(least, r->order[k]);
            }
    for (uint32_t k = 0; k < orders; k++)
        some |= orders_has(r, k);
    if (fastest > 0)
        fprintf(stderr,
                "dtc: %sfrom order %g on there are windows with fewer than 4 rows a period, and no value: "
                "run with --interval %.1g or less\n",
                some ? "note: " : "", least, 2 * 3.14159265358979323846 / (10 * fastest));
    return some;
}

/* All of them as JSON and CSV, else the largest of each. The exit code. */
static int answer(Dtc *d, const Orders *r, const char *format)
{
    const bool csv = strcmp(format, "csv") == 0, text = strcmp(format, "table") == 0;
    Sheet s = csv ? orders_windows(r) : orders_summary(r, text);
    Output o;

    if (strcmp(format, "html") == 0 && r->o->title) {
        sheet_note(&s, s.title);
        s.title = r->o->title;
    }
    if (strcmp(format, "json") != 0)
        return answer_with(&s, format, d->opt.output, orders_picture, r);
    if (!output_open(d, &o, d->opt.output ? d->opt.output : "-"))
        return 1;
    const bool good = orders_json(o.file, r);
    return output_close(&o, good) && good ? 0 : 1;
}

int orders_main(Dtc *d, const OrdersOptions *o, const char *format)
{
    Orders r = { .d = d, .o = o };
    int code = 1;

    if (orders_read(&r) && orders_track(&r) && enough_rows(&r))
        code = answer(d, &r, format);
    result_free(&r.table);
    return standard_output_flush() ? code : 1;
}
