/* run_check.c - dtc check: diagnoses only. */
#include "command.h"
#include "output.h"

int run_check(Dtc *d, Cli *cli)
{
    Compiled c = { 0 };
    int wrong = model_operand(d, cli);

    if (wrong)
        return wrong;
    model_compiled(d, cli, false, &c);
    c.good &= standard_output_flush();
    last_lap(d, c.dae.equations_flat);
    return model_end(d, &c);
}
