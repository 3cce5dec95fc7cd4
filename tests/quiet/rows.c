/* rows.c - a run by steps alone, each of which may be quiet: the rows of `dtc sim` with a fixed step, which evaluates
 * and advances apart. -DHEADER, -DMODEL of the model.
 *
 *     rows STOP FILE ENDING ...     variables whose names end so
 *
 * After a step states are those of the next sample, all else is of this one: a row has the states of before. The last
 * row is an evaluation. 1: a step has failed. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include HEADER
#include "../described.h"

#define NAME(model, call)  NAMED(model, call)
#define NAMED(model, call) model##_##call

static MODEL before, m;

static double value(const dtc_variable *v)
{
    const void *at = (const char *)(v->kind == DTC_STATE ? &before : &m) + v->offset;
    dtc_real x;

    if (v->type != DTC_REAL)
        return *(const int *)at;
    memcpy(&x, at, sizeof x);
    return (double)v->sign * (double)x;
}

/* Does the name end with one of these? */
static int is_wanted(const char *name, char **ending)
{
    for (; *ending; ending++) {
        const size_t n = strlen(name), k = strlen(*ending);
        if (n >= k && strcmp(name + n - k, *ending) == 0)
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    const dtc_model_info *info = &NAME(MODEL, info);
    const double stop = argc > 2 ? atof(argv[1]) : 0;
    const long steps = lround((stop - info->start_time) / info->step);
    FILE *f = argc > 2 ? fopen(argv[2], "w") : NULL;
    dtc_variable *column = calloc((size_t)info->variables + 1, sizeof *column);
    int columns = 0;

    info->init(&m);
    if (!f || !column || info->setup(&m) > DTC_OK)
        return 1;
    fprintf(f, "time");
    for (int i = 0; i < info->variables; i++) {
        column[columns] = dtc_variable_at(info, i);
        const char *name = name_text(&column[columns]);
        if (is_wanted(name, argv + 3)) {
            fprintf(f, ",%s", name);
            columns++;
        }
    }
    for (long k = 0; k <= steps; k++) {
        before = m;
        if ((k < steps ? NAME(MODEL, step)(&m) : info->evaluate(&m)) > DTC_OK)
            return 1;
        fprintf(f, "\n%.17g", info->start_time + (double)k * info->step);
        for (int i = 0; i < columns; i++)
            fprintf(f, ",%.17g", value(&column[i]));
    }
    fprintf(f, "\n");
    return fclose(f) != 0;
}
