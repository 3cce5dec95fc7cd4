/* run_man.c - dtc man: the manual page in roff, by the tables of commands and options. */
#include <string.h>
#include "words.h"
#include "version.h"

/* Nothing in it is a request or an escape; a hyphen is what is typed. */
static void say(const char *text)
{
    for (bool first = true; *text; text++, first = false) {
        if (first && (*text == '.' || *text == '\''))
            fputs("\\&", stdout);
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
    }
    putchar('\n');
}

static void entry(const char *what, const char *text)
{
    fputs(".TP\n.B ", stdout);
    say(what);
    say(text);
}

int run_man(Dtc *d, Cli *cli)
{
    if (cli->operands > 0)
        return usage("what is", cli->operand[0]);
    puts(".TH DTC 1 \"\" \"dtc " VERSION "\" \"User Commands\"\n"
         ".SH NAME\ndtc \\- compiles drivetrains to C for real time\n"
         ".SH SYNOPSIS");
    for (int k = 0; k < COMMANDS; k++) {
        fputs(".B ", stdout);
        say(command_text(d, (CommandId)k));
        puts(".br");
    }
    puts(".SH COMMANDS");
    for (int k = 0; k < COMMANDS; k++)
        entry(command_text(d, (CommandId)k), commands[k].line);
    for (uint32_t i = 0; i < section_count; i++) {
        fputs(".SH ", stdout);
        say(help_sections[i].title);
        for (uint32_t q = 0; q < option_count; q++)
            if (in_section(&help_sections[i], &options[q]))
                entry(option_text(d, &options[q]), option_said(d, &options[q], -1));
    }
    puts(".SH FEATURES");
    for (uint32_t i = 0; i < feature_count; i++)
        entry(internf(d, "-f%s", features[i].name), features[i].text);
    puts(".SH ENVIRONMENT");
    say(environment_text);
    puts(".SH EXIT STATUS");
    say(exit_text);
    return 0;
}
