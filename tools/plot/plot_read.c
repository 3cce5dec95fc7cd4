/* plot_read.c - the files that are plotted: CSV and MAT, as dtc diff reads them. Cost: linear in their size. */
#include <math.h>
#include <string.h>
#include "plot.h"

static const char *base_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash && slash[1] ? slash + 1 : file;
}

static uint32_t same_before(const Plot *p, uint32_t i)
{
    uint32_t n = 0;

    for (uint32_t k = 0; k < i; k++)
        n += strcmp(p->o->file[i], p->o->file[k]) == 0;
    return n;
}

/* Without folders, unless two would have one name; a file that is given again has a number. */
static void name_files(Plot *p)
{
    bool alike = false;

    for (uint32_t i = 0; i < p->o->files; i++)
        for (uint32_t k = 0; k < i; k++)
            alike |= strcmp(base_of(p->o->file[i]), base_of(p->o->file[k])) == 0 &&
                     strcmp(p->o->file[i], p->o->file[k]) != 0;
    for (uint32_t i = 0; i < p->o->files; i++) {
        p->name[i] = alike ? p->o->file[i] : base_of(p->o->file[i]);
        if (same_before(p, i))
            p->name[i] = internf(p->d, "%s (%u)", p->name[i], same_before(p, i) + 1);
    }
}

static bool read_one(Plot *p, uint32_t i)
{
    char message[500];

    if (!result_read(p->o->file[i], &p->table[i], message, sizeof message)) {
        fprintf(stderr, "dtc: %s\n", message);
        return false;
    }
    if (p->table[i].rows == 0)
        fprintf(stderr, "dtc: %s: has no rows\n", p->o->file[i]);
    else if (p->table[i].signals < 2)
        fprintf(stderr, "dtc: %s: has no signals but the time\n", p->o->file[i]);
    if (p->table[i].rows == 0 || p->table[i].signals < 2)
        return false;
    (void)source_text(p->d, p->o->file[i], "", 0); /* no output goes over it */
    const double first = result_value(&p->table[i].signal[0], 0);
    const double last = result_value(&p->table[i].signal[0], p->table[i].rows - 1);
    result_cut(&p->table[i], p->o->from, p->o->to);
    if (p->table[i].rows == 0)
        fprintf(stderr, "dtc: %s: --from and --to leave no rows: it goes from %g to %g s\n", p->o->file[i],
                first, last);
    return p->table[i].rows > 0;
}

bool plot_read(Plot *p)
{
    p->table = NEW_N(&p->d->run, result_table, p->o->files);
    p->name = NEW_N(&p->d->run, const char *, p->o->files);
    for (uint32_t i = 0; i < p->o->files; i++)
        if (!read_one(p, i))
            return false;
    name_files(p);
    return true;
}

void plot_free(Plot *p)
{
    for (uint32_t i = 0; p->table && i < p->o->files; i++)
        result_free(&p->table[i]);
}
