/* run_gears.c - dtc gears: what a gear train is, without a run. */
#include "command.h"
#include "gears.h"
#include "output.h"

int run_gears(Dtc *d, Cli *cli)
{
    const char *sub = cli->gears.sub ? cli->gears.sub : "";
    Compiled c = { 0 };
    Train t;
    int wrong = model_operand(d, cli);

    if (wrong)
        return wrong;
    c.good = flat_model(d) != NULL && train_of(d, d->flat, d->instance, sub, cli->gears.in, cli->gears.out, &t);
    if (c.good) {
        train_doubts(&t, d->instance);
        const GearReport r = { .train = &t, .state = useful_states(&t) };
        gears_print(&r);
    }
    c.good &= standard_output_flush();
    return model_end(d, &c);
}
