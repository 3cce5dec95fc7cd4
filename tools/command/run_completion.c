/* run_completion.c - dtc completion bash, zsh: what completes command lines, by the tables of commands and options.
 *
 * The first word may be a command; after an option with choices come these; a word that begins with a hyphen is an
 * option of the command; all else is a file.
 */
#include <string.h>
#include "words.h"

/* All that `use` has, with blanks between. */
static const char *words_of(Dtc *d, unsigned use)
{
    const char *text = "";

    for (uint32_t i = 0; i < option_count; i++) {
        const Option *o = &options[i];
        if ((o->use & use) && o->letter != 'f')
            text = o->name ? internf(d, "%s --%s", text, o->name) : internf(d, "%s -%c", text, o->letter);
    }
    for (uint32_t i = 0; i < feature_count; i++)
        if (features[i].use & use)
            text = internf(d, "%s -f%s", text, features[i].name);
    return *text ? text + 1 : text;
}

static const char *names(Dtc *d)
{
    const char *text = "";

    for (int k = 0; k < COMMANDS; k++)
        if (commands[k].name)
            text = internf(d, "%s%s%s", text, *text ? " " : "", commands[k].name);
    return text;
}

static void bash(Dtc *d)
{
    puts("# Completion of dtc for bash, made by `dtc completion bash`.\n"
         "_dtc()\n{\n"
         "    local now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\n"
         "    COMPREPLY=()\n"
         "    case $before in");
    for (uint32_t i = 0; i < option_count; i++)
        if (options[i].choices)
            printf("    --%s) COMPREPLY=($(compgen -W '%s' -- \"$now\")); return ;;\n", options[i].name,
                   options[i].choices);
    printf("    help) COMPREPLY=($(compgen -W '%s' -- \"$now\")); return ;;\n"
           "    completion) COMPREPLY=($(compgen -W 'bash zsh' -- \"$now\")); return ;;\n"
           "    esac\n"
           "    case ${COMP_WORDS[1]} in\n",
           names(d));
    for (int k = 1; k < COMMANDS; k++)
        printf("    %s) words='%s' ;;\n", commands[k].name, words_of(d, 1u << k));
    printf("    *) words='%s' ;;\n"
           "    esac\n"
           "    case $now in\n"
           "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$now\")) ;;\n"
           "    *)  [ \"$COMP_CWORD\" = 1 ] && COMPREPLY=($(compgen -W '%s' -- \"$now\"))\n"
           "        COMPREPLY+=($(compgen -f -- \"$now\")) ;;\n"
           "    esac\n"
           "}\n"
           "complete -o filenames -F _dtc dtc\n",
           words_of(d, COMPILE), names(d));
}

/* For _describe: what ends a part of its own, a colon, is written with a backslash. */
static void described(const char *what, const char *text)
{
    fputs("        '", stdout);
    fputs(what, stdout);
    putchar(':');
    for (; *text; text++)
        fputs(*text == '\'' ? "'\\''" : *text == ':' ? "\\:" : (char[]){ *text, 0 }, stdout);
    puts("'");
}

static void zsh_options(Dtc *d, unsigned use)
{
    puts("        words_of=(");
    for (uint32_t i = 0; i < option_count; i++) {
        const Option *o = &options[i];
        if ((o->use & use) && o->letter != 'f')
            described(o->name ? internf(d, "--%s", o->name) : internf(d, "-%c", o->letter), o->text);
    }
    for (uint32_t i = 0; i < feature_count; i++)
        if (features[i].use & use)
            described(internf(d, "-f%s", features[i].name), features[i].text);
    puts("        ) ;;");
}

static void zsh(Dtc *d)
{
    puts("#compdef dtc\n"
         "# Completion of dtc for zsh, made by `dtc completion zsh`.\n"
         "_dtc()\n{\n"
         "    local -a words_of commands_of\n"
         "    commands_of=(");
    for (int k = 1; k < COMMANDS; k++)
        described(commands[k].name, commands[k].line);
    puts("    )\n"
         "    case ${words[CURRENT-1]} in");
    for (uint32_t i = 0; i < option_count; i++)
        if (options[i].choices)
            printf("    --%s) compadd %s; return ;;\n", options[i].name, options[i].choices);
    printf("    help) compadd %s; return ;;\n"
           "    completion) compadd bash zsh; return ;;\n"
           "    esac\n"
           "    case ${words[2]} in\n",
           names(d));
    for (int k = 1; k < COMMANDS; k++) {
        printf("    %s)\n", commands[k].name);
        zsh_options(d, 1u << k);
    }
    puts("    *)");
    zsh_options(d, COMPILE);
    puts("    esac\n"
         "    case ${words[CURRENT]} in\n"
         "    -*) _describe option words_of ;;\n"
         "    *)  (( CURRENT == 2 )) && _describe command commands_of\n"
         "        _files ;;\n"
         "    esac\n"
         "}\n"
         "_dtc \"$@\"");
}

int run_completion(Dtc *d, Cli *cli)
{
    const char *shell = cli->operands == 1 ? cli->operand[0] : "";

    if (strcmp(shell, "bash") == 0)
        bash(d);
    else if (strcmp(shell, "zsh") == 0)
        zsh(d);
    else
        return usage("dtc completion is for bash or zsh", NULL);
    return 0;
}
