/* run_plot.c - dtc plot: files of results, or the store of a study, as a picture, or as text. */
#include <string.h>
#include "answer.h"
#include "command.h"
#include "page.h"
#include "study_table.h"

static int plot_study(Dtc *d, const Cli *cli)
{
    const char *format = sheet_format(d, NULL, d->opt.output, PICTURES);
    StudyTable t;
    StudyView v = { &t, cli->picture ? cli->picture : "tornado", cli->plot.x, d->opt.vars, cli->plot.title };

    if (!format)
        return 2;
    if (strstr("lever flow stick wolf", v.picture))
        return usage("a study is drawn as tornado, scatter, surface, parallel, histogram or pareto, not",
                     v.picture);
    if (!study_read(d, cli->operand[0], &t) || !study_view_fits(&v))
        return 1;
    Sheet s = study_sheet(&t);
    if (strcmp(format, "html") == 0)
        s.live = study_live(&t);
    return answer_with(&s, format, d->opt.output, study_picture, &v);
}

int run_plot(Dtc *d, Cli *cli)
{
    if (cli->operands == 1 && has_ending(d, cli->operand[0], "db sqlite"))
        return plot_study(d, cli);
    if (cli->picture)
        return usage("--picture is of a study, FILE.db, or of dtc gears", NULL);
    if (cli->operands < 1)
        return usage("dtc plot needs a file of results, or several to compare", NULL);
    if (d->opt.output && !gnuplot_format(d->opt.output) && !page_is_one(d->opt.output))
        return usage("a picture is FILE.svg, FILE.png, FILE.pdf or, as a script for gnuplot, FILE.gp; a page "
                     "is FILE.html; not",
                     d->opt.output);
    cli->plot.file = (const char **)cli->operand;
    cli->plot.files = (uint32_t)cli->operands;
    return plot_main(d, &cli->plot);
}
