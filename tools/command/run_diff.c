/* run_diff.c - dtc diff: two files of results are compared. */
#include "command.h"

static const char *suggest_signal(const char *wrong, const char *const *known, size_t n)
{
    return suggest(NULL, wrong, known, (uint32_t)n);
}

int run_diff(Dtc *d, Cli *cli)
{
    if (cli->operands != 2)
        return usage("dtc diff needs two files of results, the reference first", NULL);
    if (cli->diff.time_tube < 0)
        cli->diff.time_tube = cli->diff.tube;
    cli->diff.reference = cli->operand[0];
    cli->diff.other = cli->operand[1];
    cli->diff.vars = d->opt.vars;
    cli->diff.count = vec_len(d->opt.vars);
    cli->diff.suggest = suggest_signal;
    return diff_main(&cli->diff, stdout);
}
