/* run_orders.c - dtc orders: what a result has n times a turn of a shaft, over its speed. */
#include "command.h"

int run_orders(Dtc *d, Cli *cli)
{
    if (cli->operands != 1)
        return usage("dtc orders needs one file of results", NULL);
    if (!cli->orders.speed)
        return usage("orders are of a shaft: --speed NAME is its speed", NULL);
    if (!orders_form(d->opt.output, cli->format))
        return usage("dtc orders writes .csv, .json, .md, .html, .svg, .png, .pdf, .gp or (--format table) text, not",
                     cli->format ? cli->format : d->opt.output);
    cli->orders.file = cli->operand[0];
    cli->orders.title = cli->plot.title;
    cli->orders.from = cli->plot.from;
    cli->orders.to = cli->plot.to;
    return orders_main(d, &cli->orders, cli->format);
}
