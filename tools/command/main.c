/* main.c - the program dtc: the command line, and the command that it names.
 *
 * Exit code: 0, 1 after a diagnosis, 2 after bad usage. An output file appears whole or not at all: it is written under
 * another name and renamed at the end.
 */
#include <malloc.h>
#include <math.h>
#include "command.h"
#include "output.h"

int main(int argc, char **argv)
{
    Dtc *d = dtc_new();
    Cli cli = { .diff = { .tube = 2e-3, .time_tube = -1, .floor = 1e-9 },
                .plot = { .from = -INFINITY, .to = INFINITY },
                .point_at = NAN,
                .sim = { .start = NAN },
                .modes_count = 20,
                .study_seed = 1,
                .study_point = -1,
                .points = 500 };

#ifdef M_TRIM_THRESHOLD
    mallopt(M_TRIM_THRESHOLD, 1 << 17); /* what a pass frees goes back: the next one wants other sizes */
#endif
    temporaries_guard();
    int code = command_line(d, &cli, argc, argv);
    if (code == 0)
        code = cli.help || cli.version ? run_help(d, &cli) : commands[cli.command].run(d, &cli);
    if (cli.command != CMD_DIFF && !standard_output_flush() && code == 0)
        code = 1;
    temporaries_clear();
    dtc_free(d);
    return code;
}
