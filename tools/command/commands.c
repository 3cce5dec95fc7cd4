/* commands.c - commands by their names. Their table is in command.h: help, manual and completions are made of it. */
#include <string.h>
#include <unistd.h>
#include "command.h"

#define ROW(id, name, of_model, arguments, line) \
    { CMD_##id == CMD_COMPILE ? NULL : #name, arguments, line, run_##name },
const Command commands[COMMANDS] = { DTC_COMMANDS(ROW) };
#undef ROW

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
    static const struct {
        const char *word;
        CommandId command;
    } also[] = {
        { "run", CMD_SIM },      { "execute", CMD_SIM },
        { "test", CMD_CHECK },   { "validate", CMD_CHECK },
        { "verify", CMD_CHECK }, { "info", CMD_LIST },
        { "show", CMD_LIST },    { "compare", CMD_DIFF },
        { "eigen", CMD_MODES },  { "steady", CMD_EQUILIBRIUM },
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
