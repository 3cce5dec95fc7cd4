/* run_plot.c - dtc plot: files of results as a picture, or as text. */
#include "command.h"
#include "gnuplot.h"
#include "page.h"

int run_plot(Dtc *d, Cli *cli)
{
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
