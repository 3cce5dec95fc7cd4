/* plot.c - dtc plot: reads the files, chooses what is shown, and shows it: a picture with -o, else text. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "gnuplot.h"
#include "output.h"
#include "page.h"
#include "plot.h"

enum { NARROW = 40, USUAL = 80, WIDE = 200 };

/* Columns of the terminal; COLUMNS goes before it. */
static uint32_t columns(void)
{
    const char *given = getenv("COLUMNS");
    struct winsize size = { 0 };
    long n = given ? strtol(given, NULL, 10) : 0;

    if (n <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        n = size.ws_col;
    return n <= 0 ? USUAL : n < NARROW ? NARROW : n > WIDE ? WIDE : (uint32_t)n;
}

static int show(Plot *p)
{
    const char *name = p->d->opt.output;

    if (name) {
        const Chart c = plot_picture(p);
        return gnuplot_picture(&c, gnuplot_format(name), name);
    }
    plot_text(p, stdout, columns());
    return 0;
}

int plot_main(Dtc *d, const PlotOptions *o)
{
    Plot p = { .d = d, .o = o };
    int code = 1;

    if (plot_read(&p)) {
        if (page_is_one(d->opt.output))
            code = page_plot(&p);
        else if (plot_choose(&p))
            code = show(&p);
    }
    plot_free(&p);
    return standard_output_flush() ? code : 1;
}
