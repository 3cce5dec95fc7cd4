/* commands.c - the table of commands, from which help, the man page and completions are made. */
#include <string.h>
#include <unistd.h>
#include "command.h"

const Command commands[COMMANDS] = {
    [CMD_COMPILE] = { NULL, "model.dtm -o step.c", "compile to C; writes step.h beside it", run_compile },
    [CMD_SIM] = { "sim", "model.dtm -o out.csv", "compile, build, run", run_sim },
    [CMD_CHECK] = { "check", "model.dtm", "diagnostics only: of a model, a component alone, all of a package",
                    run_check },
    [CMD_LIST] = { "list", "model.dtm [KIND...]",
                   "names, values, units: parameters, inputs, outputs, states, variables", run_list },
    [CMD_GEARS] = { "gears", "model.dtm [--sub PATH] [--in FLANGE] [--out FLANGE]",
                    "members, elements and gears of a gear train, exact", run_gears },
    [CMD_LINEARIZE] = { "linearize", "model.dtm [--at T] [--in U,V] [--out X,Y]",
                        "A, B, C, D around a point, as tables, scripts or a model", run_linearize },
    [CMD_EQUILIBRIUM] = { "equilibrium", "model.dtm [--solve U --for V=20]",
                          "where it rests or moves steadily, for which inputs or parameters",
                          run_equilibrium },
    [CMD_MODES] = { "modes", "model.dtm [--at T] [--stuck A,E]",
                    "natural frequencies, damping, shapes, energies of each mode", run_modes },
    [CMD_BODE] = { "bode", "model.dtm [--in U] [--out X,Y] [-o picture.svg]",
                   "frequency responses, resonances and their damping", run_bode },
    [CMD_CAMPBELL] = { "campbell", "model.dtm --speed NAME --from N --to N [--orders 1,2]",
                       "modes over a speed, and what orders force", run_campbell },
    [CMD_DIAGRAM] = { "diagram", "model.dtm -o model.svg",
                      "the model as a picture: components, and what joins them", run_diagram },
    [CMD_REPORT] = { "report", "model.dtm -o report.html|pdf",
                     "to mail: diagram, parameters, gears, a run and modes on one page", run_report },
    [CMD_DOC] = { "doc", "[FILE] [CLASS|WORD] [-o ref.html]",
                  "reference of a class, a package, or the library", run_doc },
    [CMD_DIFF] = { "diff", "a.csv b.mat", "compare two files of results; a is the reference", run_diff },
    [CMD_PLOT] = { "plot", "a.csv [b.mat ...]", "signals of results as a picture; without -o as text", run_plot },
    [CMD_ORDERS] = { "orders", "result.mat --speed NAME",
                     "what comes n times a turn of a shaft, over its speed: amplitudes, spectrum", run_orders },
    [CMD_HELP] = { "help", "[COMMAND]", "this text, or that of a command with its options", run_help },
    [CMD_MAN] = { "man", "", "the manual page, for man", run_man },
    [CMD_COMPLETION] = { "completion", "bash|zsh", "what completes command lines in a shell", run_completion },
};

int command_named(const char *name)
{
    for (int k = 0; k < COMMANDS; k++)
        if (commands[k].name && strcmp(commands[k].name, name) == 0)
            return k;
    return -1;
}

/* What others call it; and what begins with the name of a command (simulate). */
static const char *meant(const char *name)
{
    static const struct { const char *word; CommandId command; } also[] = {
        { "run", CMD_SIM },       { "execute", CMD_SIM },  { "test", CMD_CHECK }, { "validate", CMD_CHECK },
        { "verify", CMD_CHECK },  { "info", CMD_LIST },    { "show", CMD_LIST },  { "compare", CMD_DIFF },
        { "eigen", CMD_MODES },   { "steady", CMD_EQUILIBRIUM },
    };

    for (size_t i = 0; i < sizeof also / sizeof *also; i++)
        if (strcmp(also[i].word, name) == 0)
            return commands[also[i].command].name;
    for (int k = 0; k < COMMANDS; k++)
        if (commands[k].name && strncmp(name, commands[k].name, strlen(commands[k].name)) == 0)
            return commands[k].name;
    return NULL;
}

/* A word that is no file and has neither a dot nor a slash. */
int unknown_command(Dtc *d, const char *name)
{
    const char *known[COMMANDS];
    uint32_t n = 0;

    if (strpbrk(name, "./") || access(name, F_OK) == 0)
        return 0;
    for (int k = 0; k < COMMANDS; k++)
        if (commands[k].name)
            known[n++] = commands[k].name;
    const char *near = suggest(d, name, known, n);
    near = near ? near : meant(name);
    return near ? usage(internf(d, "there is no command %s; did you mean %s?", name, near), NULL) : 0;
}
