/* run_orders.c - dtc orders: what a result has n times a turn of a shaft, over its speed. */
#include "answer.h"
#include "command.h"

int run_orders(Dtc *d, Cli *cli)
{
    const char *format = sheet_format(d, cli->format, d->opt.output, PICTURES);

    if (cli->operands != 1)
        return usage("dtc orders needs one file of results", NULL);
    if (!cli->orders.speed)
        return usage("orders are of a shaft: --speed NAME is its speed", NULL);
    if (!format)
        return 2;
    cli->orders.file = cli->operand[0];
    cli->orders.title = cli->plot.title;
    cli->orders.from = cli->plot.from;
    cli->orders.to = cli->plot.to;
    return orders_main(d, &cli->orders, format);
}
