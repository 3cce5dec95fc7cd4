/* run_sim.c - dtc sim: the model is compiled, built and run. */
#include <string.h>
#include "linear_options.h"
#include "output.h"

int run_sim(Dtc *d, Cli *cli)
{
    Compiled c = { 0 };
    int wrong = cli->point.state || cli->point.equilibrium || cli->point.solve || cli->point.conditions ?
                    linear_start(d, cli) :
                    0;

    if (wrong)
        return wrong;
    wrong = model_operand(d, cli);

    if (wrong)
        return wrong;
    if (cli->format && strcmp(cli->format, "csv") != 0 && strcmp(cli->format, "mat") != 0)
        return usage("dtc sim writes csv and mat; what is", cli->format);
    if (!cli->format &&
        (wrong = ending_fits(d, d->opt.output, "csv mat txt dat",
                             "dtc sim writes FILE.csv and FILE.mat (--format csv, --format mat: any name); what is")))
        return wrong;
    cli->sim.format = cli->format;
    cli->sim.home = find_home(d);
    d->opt.observe_all = d->opt.given = true;
    model_compiled(d, cli, true, &c);
    c.good &= standard_output_flush();
    last_lap(d, c.dae.equations_flat);
    return c.good ? sim_main(c.program, &cli->sim) : model_end(d, &c);
}
