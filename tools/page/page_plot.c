/* page_plot.c - `dtc plot a.mat b.mat -o run.html`: the page of files that were read.
 *
 * --vars says which signals are in the page, and what it shows at first: the panels of a --vars beside each other.
 */
#include <string.h>
#include "output.h"
#include "page.h"

/* Signals that no --vars names. */
static bool *left_out(const Plot *p, const result_table *t, const Map *taken, const char *x)
{
    bool *out = NEW_N(&p->d->run, bool, t->signals);

    for (size_t i = 1; i < t->signals; i++) {
        const char *name = internz(p->d, t->signal[i].name);
        out[i] = !map_get(taken, KEY(name)) && (!x || strcmp(x, name) != 0);
    }
    return out;
}

/* Is there such a signal in any of the files? */
static bool has(const Plot *p, const char *name)
{
    for (uint32_t i = 0; i < p->o->files; i++)
        for (size_t k = 0; k < p->table[i].signals; k++)
            if (strcmp(p->table[i].signal[k].name, name) == 0)
                return true;
    fprintf(stderr, "dtc: --x: there is no signal %s in %s\n", name, p->name[0]);
    return false;
}

static bool panels(Plot *p, Page *page, Map *taken)
{
    bool good = true;

    for (uint32_t g = 0, begin = 0; g < vec_len(p->o->group); begin = p->o->group[g++]) {
        const char **names = NULL;
        good &= plot_names(p, begin, p->o->group[g], &names);
        for (uint32_t i = 0; i < vec_len(names); i++)
            map_set(&p->d->run, taken, KEY(names[i]), 1);
        vec_push(&p->d->run, page->panel, names);
    }
    if (good && p->o->group && !taken->n) {
        fputs("dtc: --vars: nothing is left to show\n", stderr);
        good = false;
    }
    return good;
}

/* Runs of other models can stand in one page, but a file taken by mistake is told. */
static void strangers(const Plot *p)
{
    Map known = { 0 };

    for (size_t k = 1; k < p->table[0].signals; k++)
        map_set(&p->d->run, &known, KEY(internz(p->d, p->table[0].signal[k].name)), 1);
    for (uint32_t i = 1; i < p->o->files; i++) {
        bool shared = false;
        for (size_t k = 1; k < p->table[i].signals && !shared; k++)
            shared = map_get(&known, KEY(internz(p->d, p->table[i].signal[k].name))) != 0;
        if (!shared)
            fprintf(stderr, "dtc: note: %s has none of the signals of %s: there is nothing to compare\n",
                    p->name[i], p->name[0]);
    }
}

int page_plot(Plot *p)
{
    Page page = { .title = p->o->title, .x = p->o->x && strcmp(p->o->x, "time") != 0 ? p->o->x : NULL };
    PageRun *run = NEW_N(&p->d->run, PageRun, p->o->files);
    Map taken = { 0 };
    Output o;

    if ((page.x && !has(p, page.x)) || !panels(p, &page, &taken))
        return 1;
    strangers(p);
    for (uint32_t i = 0; i < p->o->files; i++) {
        run[i] = (PageRun){ .name = p->name[i], .table = &p->table[i] };
        if (p->o->group)
            run[i].left_out = left_out(p, &p->table[i], &taken, page.x);
        if (!p->o->title)
            page.title = i ? internf(p->d, "%s, %s", page.title, p->name[i]) : p->name[i];
    }
    page.run = run;
    page.runs = p->o->files;
    if (!output_open(p->d, &o, p->d->opt.output))
        return 1;
    page_write(p->d, &page, o.file);
    return output_close(&o, true) ? 0 : 1;
}
