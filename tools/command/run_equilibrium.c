/* run_equilibrium.c - dtc equilibrium: where a model comes to rest, or moves steadily. */
#include <string.h>
#include "linear_options.h"
#include "output.h"

static bool write_result(Dtc *d, const Equilibrium *e, bool mat)
{
    Output o;

    if (!output_open(d, &o, d->opt.output))
        return false;
    const bool good = equilibrium_result(e, mat, o.file);
    return output_close(&o, good) && good;
}

int run_equilibrium(Dtc *d, Cli *cli)
{
    const char *format = sheet_format(d, cli->format, d->opt.output, "mat");
    LinearModel m = { 0 };

    if (!format)
        return 2;
    cli->point_equilibrium = true;
    const int wrong = linear_model(d, cli, &m);
    if (wrong)
        return wrong;
    const bool mat = strcmp(format, "mat") == 0;
    if (mat || strcmp(format, "csv") == 0)
        return write_result(d, &m.equilibrium, mat) && standard_output_flush() ? 0 : 1;
    const Sheet s = equilibrium_sheet(&m.equilibrium);
    return sheet_save(&s, format, d->opt.output) && standard_output_flush() ? 0 : 1;
}
