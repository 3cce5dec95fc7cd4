/* run_gears.c - dtc gears: what a gear train is, without a run. */
#include <string.h>
#include "command.h"
#include "gears.h"
#include "output.h"

enum { FEW = 20 };                         /* gears: details are shown without being asked for */

static bool efficiencies(Dtc *d, const char *text, Train *t)
{
    const char *both = text ? text : "0.99,0.995", *comma = strchr(both, ',');
    Fraction e[2];
    bool good = comma && fr_read(intern(d, both, (size_t)(comma - both)), &e[0]) && fr_read(comma + 1, &e[1]);

    for (int i = 0; i < 2 && good; i++)
        good = fr_sign(e[i]) > 0 && fr_compare(e[i], FR_ONE) <= 0;
    if (good)
        train_efficiency(t, e[0], e[1]);
    else
        fprintf(stderr, "dtc: --efficiency: two numbers above 0 and up to 1 are expected, as 0.99,0.995\n");
    return good;
}

/* false after a message */
static bool report(Dtc *d, const Cli *cli, Train *t)
{
    GearReport r = { .train = t };

    if (!efficiencies(d, cli->gears.efficiency, t) || !given_states(t, d->instance, cli->gears.shift, &r.state))
        return false;
    r.given = vec_len(r.state) > 0;
    if (!r.given)
        r.state = useful_states(t);
    bool details = cli->gears.details || vec_len(r.state) <= FEW;
    for (uint32_t i = 0; i < vec_len(r.state) && details; i++)
        state_losses(t, &r.state[i]);
    gears_print(&r);
    if (details)
        gears_print_details(&r);
    if (cli->gears.all)
        gears_print_all(t);
    return true;
}

int run_gears(Dtc *d, Cli *cli)
{
    const char *sub = cli->gears.sub ? cli->gears.sub : "";
    Compiled c = { 0 };
    Train t;
    int wrong = model_operand(d, cli);

    if (wrong)
        return wrong;
    c.good = flat_model(d) != NULL && train_of(d, d->flat, d->instance, sub, cli->gears.in, cli->gears.out, &t) &&
             report(d, cli, &t);
    c.good &= standard_output_flush();
    return model_end(d, &c);
}
