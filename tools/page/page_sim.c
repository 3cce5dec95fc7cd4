/* page_sim.c - the page of a run: what `dtc sim` has written, with the kinds of variables, what was said, and the
 * energy account. */
#include <string.h>
#include "page.h"

const unsigned char *page_kinds(const SimRun *r, const result_table *t)
{
    const uint32_t n = vec_len(r->columns.variable);
    unsigned char *kind = NEW_N(&r->d->run, unsigned char, t->signals);

    for (uint32_t i = 0; i < n && i + 1 < t->signals; i++)
        kind[i + 1] = (unsigned char)r->columns.variable[i].kind;
    return kind;
}

/* What stands behind "NAME at time T: " in the first message that has it. */
static const char *reason(const SimRun *r)
{
    const char *all = r->o->messages ? page_messages(r->o->messages) : "";
    const char *begin = internf(r->d, "dtc: %s at time ", r->info->name);
    const char *at = strstr(all, begin), *colon = at ? strstr(at + strlen(begin), ": ") : NULL;

    return colon ? intern(r->d, colon, strcspn(colon, "\n")) : "";
}

const char *page_ended(const SimRun *r, const result_table *t)
{
    const double last = result_value(&t->signal[0], t->rows - 1), whole = r->stop - r->from;

    if (t->rows == 0 || !(last < r->stop - 1e-9 * whole))
        return NULL;
    return internf(r->d, "The run was over at %.6g s, before its end at %.6g s%s.", last, r->stop, reason(r));
}

bool page_sim(SimRun *r)
{
    char message[500];
    result_table table;

    if (!result_read(r->rows, &table, message, sizeof message)) {
        fprintf(stderr, "dtc: %s\n", message);
        result_free(&table);
        return false;
    }
    const PageRun run = { .name = r->info->name, .table = &table, .kind = page_kinds(r, &table) };
    Page page = { .title = r->info->name,
                  .text = r->f->doc,
                  .run = &run,
                  .runs = 1,
                  .ended = page_ended(r, &table),
                  .messages = r->o->messages ? page_messages(r->o->messages) : NULL,
                  .account = r->account,
                  .fixed_step = !r->d->opt.hybrid };
    if (r->o->picture)
        page.diagram = r->o->picture(r->d, &page.note);
    page_write(r->d, &page, r->output.file);
    result_free(&table);
    return true;
}
