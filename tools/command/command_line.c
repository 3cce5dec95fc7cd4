/* command_line.c - what was written, by the tables of commands and options.
 *
 * Options may stand anywhere; what is no option is the command, if it has the name of one, and its operands. Long
 * options may be abbreviated. Cost: linear.
 */
#include <getopt.h>
#include <string.h>
#include "command.h"

int usage(const char *problem, const char *what)
{
    fprintf(stderr, "dtc: %s%s%s\ntry `dtc --help`\n", problem, what ? " " : "", what ? what : "");
    return 2;
}

/* A comma in brackets separates nothing: a[1,2],b. Blanks around what commas separate are none of it. */
void split(Dtc *d, const char ***list, const char *text, char separator)
{
    for (const char *p = text; *p;) {
        size_t n = 0;
        for (int depth = 0; p[n] && (p[n] != separator || depth > 0); n++) {
            size_t quoted = separator == ',' ? name_quoted(p + n) : 0;
            depth += separator == ',' ? (p[n] == '[') - (p[n] == ']') : 0;
            n += quoted ? quoted - 1 : 0;
        }
        const char *from = p, *to = p + n;
        while (separator == ',' && from < to && *from == ' ')
            from++;
        while (separator == ',' && from < to && to[-1] == ' ')
            to--;
        if (from < to)
            vec_push(&d->run, *list, intern(d, from, (size_t)(to - from)));
        p += n + (p[n] != 0);
    }
}

/* `dtc sim`, `dtc modes` and so on: all that take it. */
static const char *commands_of(Dtc *d, unsigned use)
{
    const char *all = NULL;
    int n = 0;

    for (int k = COMMANDS - 1; k >= 0; k--) {
        if (!(use & 1u << k))
            continue;
        const char *one =
            commands[k].name ? internf(d, "`dtc %s`", commands[k].name) : "`dtc model.dtm -o step.c`";
        all = n++ == 0 ? one : internf(d, "%s%s%s", one, n == 2 ? " and " : ", ", all);
    }
    return all;
}

static const char *whose(Dtc *d, unsigned use)
{
    return use & EXACT    ? "--method exact"
         : use & FIXED    ? "the fixed-step methods, such as --method euler"
         : use & VARIABLE ? "the variable-step method, --method cvode"
                          : commands_of(d, use);
}

void method_applies(Dtc *d, const Cli *cli)
{
    unsigned exact = (d->opt.method == M_EXACT && !d->opt.hybrid) || dump_wanted(d, "exact") ? EXACT : 0,
             is = exact | (d->opt.hybrid ? VARIABLE : FIXED);

    for (uint32_t i = 0; i < vec_len(cli->given); i++) {
        unsigned wanted = cli->given[i].use & (FIXED | VARIABLE | EXACT);
        if (wanted && !(wanted & is))
            fprintf(stderr, "dtc: warning: %s belongs to %s\n", cli->given[i].name,
                    whose(d, cli->given[i].use));
    }
}

/* Every option that was given is to be one of the command: 0, or 2 after a message. */
static int applies(Dtc *d, const Cli *cli)
{
    for (uint32_t i = 0; i < vec_len(cli->given); i++)
        if (!(cli->given[i].use & 1u << cli->command))
            return usage(internf(d, "%s belongs to %s", cli->given[i].name,
                                 whose(d, cli->given[i].use & ALL)),
                         NULL);
    if (dump_wanted(d, "exact") && cli->command != CMD_COMPILE)
        return usage("--dump=exact belongs to `dtc model.dtm`", NULL);
    if (cli->command == CMD_SIM && runs_fmu(d, cli)) {
        for (uint32_t i = 0; i < vec_len(cli->given); i++)
            if (!(cli->given[i].use & FMU))
                return usage(internf(d,
                                     "%s does not apply to an FMU, which is compiled and has its own solver",
                                     cli->given[i].name),
                             NULL);
        return 0;
    }
    if (cli->command != CMD_SWEEP) /* the file of a study may say the method */
        method_applies(d, cli);
    return 0;
}

/* ---- one option ---------------------------------------------------------------------------------------- */

enum { LONG = 256 };                       /* codes of options without a letter: behind the characters */

static const Option *option_of(int code)
{
    for (uint32_t i = 0; i < option_count; i++)
        if (code == (options[i].letter ? options[i].letter : LONG + (int)i))
            return &options[i];
    return NULL;
}

static const char *written(Dtc *d, const Option *o)
{
    return o->name ? internf(d, "--%s", o->name) : internf(d, "-%c", o->letter);
}

static int refused(Dtc *d, const Option *o, const char *text)
{
    if (o->letter == 'f')
        return usage("unknown option", internf(d, "-f%s", text));
    if (o->choices)
        return usage(internf(d, "%s is %s, not", written(d, o), option_choices(d, o)), text);
    return usage(internf(d, "%s needs %s%s", written(d, o), o->needs, *text ? ", not" : ""),
                 *text ? text : NULL);
}

/* getopt has said that there is no such option, or that it lacks its argument. */
static int no_option(Dtc *d, const char *word)
{
    const char **known = NULL, *near = NULL;

    for (uint32_t i = 0; i < option_count; i++)
        if (options[i].name)
            vec_push(&d->run, known, options[i].name);
    if (strncmp(word, "--", 2) == 0)
        near = suggest(d, internf(d, "%.*s", (int)strcspn(word + 2, "="), word + 2), known, vec_len(known));
    if (near && strncmp(word + 2, near, strlen(near)) != 0)
        fprintf(stderr, "did you mean --%s?\n", near);
    fputs("try `dtc --help`\n", stderr);
    return 2;
}

static int take(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    Given g = { .name = o->letter == 'f' ? internf(d, "-f%s", text) : written(d, o), .use = o->use };

    if (o->value && o->letter != 'f') {
        g.text = internz(d, text);
        g.file = strcmp(o->value, "FILE") == 0;
    }
    if (!o->take(d, cli, o, text))
        return refused(d, o, text);
    if (o->letter == 'f')
        take_feature(d, text, &g.use);
    vec_push(&d->run, cli->given, g);
    return 0;
}

/* For getopt: the letters, and the names. */
static const char *letters(Dtc *d, struct option *list)
{
    const char *text = "";

    for (uint32_t i = 0; i < option_count; i++) {
        const Option *o = &options[i];
        if (o->letter)
            text = internf(d, "%s%c%s", text, o->letter, o->value ? ":" : "");
        if (o->name)
            *list++ =
                (struct option){ o->name, o->value != NULL, NULL, o->letter ? o->letter : LONG + (int)i };
    }
    return text;
}

int command_line(Dtc *d, Cli *cli, int argc, char **argv)
{
    struct option *list = NEW_N(&d->run, struct option, option_count + 1);
    const char *text = letters(d, list);
    int c, wrong = 0;

    if (argc > 0)
        argv[0] = "dtc"; /* in getopt's messages as in ours */

    while ((c = getopt_long(argc, argv, text, list, NULL)) != -1) {
        const Option *o = option_of(c);
        if (!o)
            return no_option(d, argv[optind - 1]);
        if ((wrong = take(d, cli, o, o->value ? optarg : "")) != 0)
            return wrong;
    }
    cli->command = CMD_COMPILE;
    cli->operand = argv + optind;
    cli->operands = argc - optind;
    int named = cli->operands > 0 ? command_named(cli->operand[0]) : -1;
    if (named >= 0) {
        cli->command = (CommandId)named;
        cli->named = true;
        cli->operand++;
        cli->operands--;
    } else if (cli->operands > 0 && (wrong = unknown_command(d, cli->operand[0])) != 0) {
        return wrong;
    }
    if ((cli->command == CMD_SIM || cli->command == CMD_REPORT) && !d->opt.hybrid) {
        d->opt.hybrid = !cli->sim.fixed_step;
        d->opt.single &= cli->sim.fixed_step;
    }
    d->opt.hybrid |= cli->command == CMD_SWEEP && cli->variable_step;
    return cli->help || cli->version ? 0 : applies(d, cli);
}
