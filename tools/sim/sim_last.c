/* sim_last.c - what a run without -o shows: the last values, in a table of name, value, unit and description.
 *
 * With --vars the variables that it names; else outputs and states, as many as fit on a screen. Cost: linear in the
 * variables.
 */
#include <math.h>
#include <string.h>
#include "sim.h"

enum { MOST = 24 };                        /* rows that nobody asked for */

static const char *text_of(Dtc *d, const dtc_variable *v, const result_column *c, double x)
{
    const char *word = v->type == DTC_BOOLEAN ? x != 0 ? "true" : "false"
                     : c->words               ? word_for(d, c->words, x)
                                              : NULL;

    return word ? word : internf(d, "%.6g", isnan(x) ? (double)NAN : x + 0.0); /* NaN has no sign; -0 is 0 */
}

static bool asked_for(const SimRun *r, uint32_t column)
{
    dtc_kind kind = r->columns.variable[column].kind;

    return r->d->opt.vars || kind == DTC_OUT || kind == DTC_STATE;
}

/* No blanks at the end. */
static void print_row(const result_column *c, const char *value, int names, int values, int units)
{
    const char *unit = c->unit ? c->unit : "", *doc = c->description ? c->description : "";

    printf("  %-*s  %*s", names, c->name, values, value);
    if (units && (*unit || *doc))
        printf("  %-*s", *doc ? units : 0, unit);
    if (*doc)
        printf("  %s", doc);
    putchar('\n');
}

void sim_last(SimRun *r)
{
    const SimColumns *c = &r->columns;
    uint32_t n = vec_len(c->variable), shown = 0, left = 0;
    const char **text = NEW_N(&r->d->run, const char *, n + 1);
    int name = 0, value = 0, unit = 0;

    for (uint32_t i = 0; i < n; i++) {
        if (!asked_for(r, i) || (shown == MOST && !r->d->opt.vars)) {
            left++;
            continue;
        }
        text[i] = text_of(r->d, &c->variable[i], &c->column[i], dtc_get(r->info, r->model, &c->variable[i]));
        name = (int)strlen(c->column[i].name) > name ? (int)strlen(c->column[i].name) : name;
        value = (int)strlen(text[i]) > value ? (int)strlen(text[i]) : value;
        unit = c->column[i].unit && (int)strlen(c->column[i].unit) > unit ? (int)strlen(c->column[i].unit)
                                                                          : unit;
        shown++;
    }
    printf("%s at %.9g s\n", r->info->name, sim_now(r));
    for (uint32_t i = 0; i < n; i++)
        if (text[i])
            print_row(&c->column[i], text[i], name, value, unit);
    if (left)
        printf("  and %u more: --vars chooses, -o FILE writes them over time\n", left);
}
