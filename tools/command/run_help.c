/* run_help.c - dtc help, --help, --version: by the tables of commands and options. */
#include <string.h>
#include "words.h"
#include "output.h"
#include "version.h"

enum { WIDTH = 100, INDENT = 19, LINE = 38 };

const char environment_text[] =
    "DTMPATH, MODELICAPATH: folders with packages; DTC_HOME: with lib/, runtime/; CC: the compiler of sim.";
const char exit_text[] = "0; 1 after a diagnosis; 2 after a command line that is none.";

const HelpSection help_sections[] = {
    { "Options", COMMANDS, MODEL },
    { "Options of sim", CMD_SIM, SIM },
    { "Options of diff", CMD_DIFF, DIFF },
    { "Options of plot", CMD_PLOT, PLOT },
};
const uint32_t section_count = sizeof help_sections / sizeof *help_sections;

bool in_section(const HelpSection *s, const Option *o)
{
    const bool general = (o->use & COMPILE) != 0;

    return s->one == COMMANDS ? general : !general && (o->use & s->of);
}

const char *command_text(Dtc *d, CommandId k)
{
    const Command *c = &commands[k];

    return internf(d, "dtc%s%s%s%s", c->name ? " " : "", c->name ? c->name : "", *c->arguments ? " " : "",
                   c->arguments);
}

/* What it is, and behind that, from column INDENT on, what is said of it, in lines of WIDTH. */
static void entry(const char *what, const char *text)
{
    const int most = output_width(stdout, WIDTH);
    int at = printf("  %s", what);

    for (bool first = true; *text; first = false) {
        int n = (int)strcspn(text, " ");
        if ((first && at > INDENT - 1) || (!first && at + 1 + n > (most < WIDTH ? most : WIDTH))) {
            putchar('\n');
            at = 0;
        }
        at += printf("%*s%.*s", at < INDENT ? INDENT - at : 1, "", n, text);
        text += n + (text[n] == ' ');
    }
    putchar('\n');
}

static void option_entries(Dtc *d, bool (*shown)(const HelpSection *, const Option *), const HelpSection *s)
{
    for (uint32_t i = 0; i < option_count; i++)
        if (shown(s, &options[i]))
            entry(option_text(d, &options[i]), option_said(d, &options[i], s->title ? -1 : (int)s->one));
}

static void feature_entries(Dtc *d)
{
    puts("\nFeatures");
    for (uint32_t i = 0; i < feature_count; i++)
        entry(internf(d, "-f%s", features[i].name), features[i].text);
}

static bool of_command(const HelpSection *s, const Option *o) { return o->use & s->of; }

static void help_of(Dtc *d, CommandId k)
{
    const HelpSection own = { NULL, k, 1u << k };

    printf("usage: %s\n%s\n\nOptions\n", command_text(d, k), commands[k].line);
    option_entries(d, of_command, &own);
    if (own.of & RUN)
        feature_entries(d);
}

static void help_of_all(Dtc *d)
{
    for (int k = 0; k < COMMANDS; k++)
        printf("%s %-*s %s\n", k == 0 ? "usage:" : "      ", LINE - 8, command_text(d, (CommandId)k),
               commands[k].line);
    for (uint32_t i = 0; i < section_count; i++) {
        printf("\n%s\n", help_sections[i].title);
        option_entries(d, in_section, &help_sections[i]);
    }
    feature_entries(d);
    printf("\nEnvironment: %s\nExit code: %s\n", environment_text, exit_text);
}

int run_help(Dtc *d, Cli *cli)
{
    int of = cli->named ? (int)cli->command : -1;

    if (cli->version) {
        puts("dtc " VERSION);
        return 0;
    }
    if (cli->command == CMD_HELP && !cli->help) {
        if (cli->operands > 1)
            return usage("help of one command at a time; what is", cli->operand[1]);
        of = cli->operands ? command_named(cli->operand[0]) : -1;
        if (cli->operands && of < 0 && !unknown_command(d, cli->operand[0]))
            return usage("there is no command", cli->operand[0]);
        if (cli->operands && of < 0)
            return 2;
    }
    if (of >= 0)
        help_of(d, (CommandId)of);
    else
        help_of_all(d);
    return 0;
}
