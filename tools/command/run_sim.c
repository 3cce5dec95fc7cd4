/* run_sim.c - dtc sim: the model is compiled, built and run. */
#include <math.h>
#include <string.h>
#include "diagram_run.h"
#include "linear_options.h"
#include "output.h"
#include "page.h"

int compiled_and_run(Dtc *d, Cli *cli)
{
    Compiled c = { 0 };

    d->opt.observe_all = d->opt.given = true;
    d->opt.beside_vars = cli->sim.state || cli->sim.save_state;
    model_compiled(d, cli, true, &c);
    c.good &= standard_output_flush();
    last_lap(d, c.dae.equations_flat);
    return c.good ? sim_main(c.program, &cli->sim) : model_end(d, &c);
}

/* From what --save-state wrote. CODE_BY_NAME: it is not for this run, and the row of the file is to be taken. */
static int go_on(const Dtc *d, const Cli *cli)
{
    Dtc *s = dtc_new();
    Cli own = *cli;

    options_taken(s, d);
    own.sim.state = cli->point_state;
    const int wrong = model_operand(s, &own), code = wrong ? wrong : compiled_and_run(s, &own);
    dtc_free(s);
    return code;
}

static int run(Dtc *d, Cli *cli)
{
    const bool anew =
        cli->point_equilibrium || cli->point_solve || cli->point_conditions || !isnan(cli->sim.start);
    int wrong = 0;

    if (cli->format && strcmp(cli->format, "csv") != 0 && strcmp(cli->format, "mat") != 0 &&
        strcmp(cli->format, "html") != 0)
        return usage("dtc sim writes csv and mat, and html as a page; what is", cli->format);
    if (!cli->format && (wrong = ending_fits(d, d->opt.output, "csv mat html txt dat",
                                             "dtc sim writes FILE.csv, FILE.mat and FILE.html (--format csv, "
                                             "--format mat: any name); what is")))
        return wrong;
    cli->sim.format = cli->format;
    if (runs_fmu(d, cli))
        return run_fmu(d, cli);
    if (cli->sim.log)
        return usage("--log is for FMUs", NULL);
    cli->sim.home = find_home(d);
    if (cli->point_state && !anew && sim_has_state(cli->point_state)) {
        const int code = go_on(d, cli);
        if (code != CODE_BY_NAME)
            return code;
    }
    if (cli->point_state || cli->point_equilibrium || cli->point_solve || cli->point_conditions)
        wrong = linear_start(d, cli);
    if (!wrong)
        wrong = model_operand(d, cli);
    if (wrong)
        return wrong;
    if (!isnan(cli->sim.start)) {
        d->opt.begins = true;
        d->opt.begin = cli->sim.start;
    }
    return compiled_and_run(d, cli);
}

/* A page has what is said of the run. */
int run_sim(Dtc *d, Cli *cli)
{
    const bool page = cli->format ? strcmp(cli->format, "html") == 0 : page_is_one(d->opt.output);

    cli->sim.messages = page ? page_messages_begin(d) : NULL;
    cli->sim.picture = page ? diagram_run : NULL;
    cli->sim.page = page ? page_sim : NULL;
    d->opt.pictured = page;
    d->opt.plain = !page;
    const int code = run(d, cli);
    if (cli->sim.messages)
        page_messages_end(cli->sim.messages);
    return code;
}
