/* run_gears.c - dtc gears: what a gear train is, without a run. */
#include <string.h>
#include "command.h"
#include "gear_draw.h"
#include "gear_output.h"
#include "gear_teeth.h"
#include "gears.h"
#include "output.h"
#include "search.h"

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

/* ---- forms --------------------------------------------------------------------------------------------- */

/* false after a message */
static bool write_form(FILE *out, const GearReport *r, const Cli *cli, const char *format)
{
    const bool table = strcmp(format, "table") == 0, details = cli->gears_details || vec_len(r->state) <= FEW;

    if (strcmp(format, "svg") == 0)
        return draw_gears(out, r, cli->picture ? cli->picture : "lever", cli->gears_gear);
    if (strcmp(format, "html") == 0) {
        gears_html(out, r);
        return true;
    }
    const Sheet s = table                       ? gears_text(r, details)
                  : strcmp(format, "json") == 0 ? gears_data(r)
                                                : gears_sheet(r);
    sheet_write(&s, format, out);
    if (table && cli->gears_all)
        gears_print_all(out, r->train);
    return true;
}

/* NULL after a message */
static const char *form_of(Dtc *d, const Cli *cli)
{
    const bool picture = cli->picture || cli->gears_gear;
    const char *format = picture && !cli->format ? "svg" : sheet_format(d, cli->format, d->opt.output, "svg");

    if (format && picture && strcmp(format, "svg") != 0) {
        (void)usage("--picture and --gear are for svg; what is", format);
        return NULL;
    }
    return format;
}

/* What would have no effect. */
static int idle_options(const Cli *cli)
{
    if (cli->gears_ratios && !cli->gears_teeth)
        return usage("--ratios is for --teeth LO:HI; what is", cli->gears_ratios);
    if (cli->picture && !strstr("lever flow stick wolf", cli->picture))
        return usage("the pictures of gears are lever, flow, stick and wolf, not", cli->picture);
    if (cli->gears_gear && cli->picture && cli->picture[0] != 'l' && cli->picture[0] != 'f')
        return usage("--gear is for the pictures lever and flow; what is", cli->picture);
    return cli->gears_all && cli->gears_search > 0
             ? usage("--all and --search are two tables; what is", "--all")
             : 0;
}

/* ---- the command --------------------------------------------------------------------------------------- */

/* The gears with what is asked for; false after a message */
static bool report(Dtc *d, const Cli *cli, Train *t, GearReport *r)
{
    *r = (GearReport){ .train = t };
    if (!efficiencies(d, cli->gears_efficiency, t) ||
        !given_states(t, d->instance, cli->gears_shift, &r->state))
        return false;
    r->given = vec_len(r->state) > 0;
    if (!r->given)
        r->state = useful_states(t);
    for (uint32_t i = 0; i < vec_len(r->state) && (cli->gears_details || vec_len(r->state) <= FEW); i++)
        state_losses(t, &r->state[i]);
    return true;
}

static bool write_report(Dtc *d, const Cli *cli, const GearReport *r, const char *format)
{
    Output o;

    if (!output_open(d, &o, d->opt.output ? d->opt.output : "-"))
        return false;
    bool good = write_form(o.file, r, cli, format);
    return output_close(&o, good) && good;
}

static bool answer(Dtc *d, const Cli *cli, Train *t, const char *format)
{
    const char *file = d->opt.output ? d->opt.output : "-";
    LogicSearch logics;
    TeethSearch teeth;
    GearReport r;
    Sheet s;

    if (cli->gears_all && vec_len(t->element) > MOST_LISTED) {
        fprintf(stderr, "dtc: --all: %u elements have too many sets to list, %u have 2^%u\n",
                vec_len(t->element), MOST_LISTED, MOST_LISTED);
        return false;
    }
    if (cli->gears_search > 0) {
        if (!logic_search(t, (uint32_t)cli->gears_search, &logics))
            return false;
        s = logic_sheet(&logics);
        return sheet_save(&s, format, file);
    }
    if (!report(d, cli, t, &r))
        return false;
    if (!cli->gears_teeth)
        return write_report(d, cli, &r, format);
    if (!teeth_search(&r, d->instance, cli->gears_teeth, cli->gears_ratios, &teeth))
        return false;
    s = teeth_sheet(&teeth);
    return sheet_save(&s, format, file);
}

int run_gears(Dtc *d, Cli *cli)
{
    const char *sub = cli->gears_sub ? cli->gears_sub : "";
    const char *format = form_of(d, cli);
    bool table = cli->gears_search > 0 || cli->gears_teeth;
    Compiled c = { 0 };
    Train t;
    int wrong = !format                               ? 2
              : table && strcmp(format, "table") != 0 ? usage("--search and --teeth write a table; what is",
                                                              cli->format ? cli->format : d->opt.output)
                                                      : idle_options(cli);

    wrong = wrong ? wrong : model_operand(d, cli);
    if (wrong)
        return wrong;
    c.good = flat_model(d) != NULL && check_values(d, d->flat) &&
             train_of(d, d->flat, d->instance, sub, cli->in, cli->out, &t) && answer(d, cli, &t, format);
    return model_end(d, &c);
}
