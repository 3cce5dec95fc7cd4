/* orders.c - dtc orders: reads a result, follows the orders of a shaft, and writes what is asked for. */
#include <math.h>
#include <string.h>
#include "gnuplot.h"
#include "orders.h"
#include "output.h"

/* By --format, or by the name of the output. */
static const struct { const char *name; bool (*write)(FILE *, const Orders *); } forms[] = {
    { "table", orders_table }, { "csv", orders_csv }, { "json", orders_json }, { "md", orders_markdown },
    { "html", orders_html },
};
enum { FORMS = sizeof forms / sizeof *forms };

static int form_named(const char *name)
{
    for (int i = 0; i < FORMS && name; i++)
        if (strcmp(forms[i].name, name) == 0)
            return i;
    return -1;
}

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
        fprintf(stderr, "dtc: %sfrom order %g on there are windows with fewer than 4 rows a period, and no value: "
                        "run with --interval %.1g or less\n", some ? "note: " : "", least,
                2 * 3.14159265358979323846 / (10 * fastest));
    return some;
}

static bool write_form(Dtc *d, const Orders *r, int form)
{
    Output o;

    if (!output_open(d, &o, d->opt.output ? d->opt.output : "-"))
        return false;
    const bool good = forms[form].write(o.file, r);
    return output_close(&o, good) && good;
}

/* The exit code. A picture is what no other form is. */
static int answer(Dtc *d, const Orders *r, const char *format)
{
    const char *dot = d->opt.output ? strrchr(d->opt.output, '.') : NULL;
    const int form = form_named(format ? format : dot ? dot + 1 : "table");

    if (form < 0 && d->opt.output && !format)
        return gnuplot_picture(d, orders_picture, r, gnuplot_format(d->opt.output), d->opt.output);
    return write_form(d, r, form < 0 ? 0 : form) ? 0 : 1;
}

bool orders_form(const char *output, const char *format)
{
    const char *dot = output ? strrchr(output, '.') : NULL;

    return format ? form_named(format) >= 0 : !dot || form_named(dot + 1) >= 0 || gnuplot_format(output);
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
