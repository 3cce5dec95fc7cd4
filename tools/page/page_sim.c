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
                  .messages = r->o->messages ? page_messages(r->o->messages) : NULL,
                  .account = r->account,
                  .fixed_step = !r->d->opt.hybrid };
    if (r->o->picture)
        page.diagram = r->o->picture(r->d, &page.note);
    page_write(r->d, &page, r->output.file);
    result_free(&table);
    return true;
}
