/* options.c - options by their table (options_rows.h): where values go, and texts of help.
 *
 * An option of another command is wrong usage; one of another method has no effect, which is said (command_line.c).
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "setting.h"

/* ---- values -------------------------------------------------------------------------------------------- */

static void *place(Dtc *d, Cli *cli, const Option *o)
{
    return (o->of_model ? (char *)&d->opt : (char *)cli) + o->at;
}

static bool take_flag(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    (void)text;
    *(bool *)place(d, cli, o) = true;
    return true;
}

static bool take_number(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    char *end;
    errno = 0;
    double x = strtod(text, &end);
    *(double *)place(d, cli, o) = x;
    return end != text && *end == 0 && errno == 0 && isfinite(x) && x >= o->least && x <= o->most;
}

static bool take_count(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    return take_number(d, cli, o, text) && *(double *)place(d, cli, o) == floor(*(double *)place(d, cli, o));
}

static bool take_text(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    *(const char **)place(d, cli, o) = internz(d, text);
    return *text != 0;
}

static bool take_choice(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    const char **part = NULL;

    split(d, &part, o->choices, ' ');
    for (uint32_t i = 0; i < vec_len(part); i++)
        if (strcmp(part[i], text) == 0)
            return take_text(d, cli, o, text);
    return false;
}

static bool take_lanes(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    (void)o;
    for (int n = 1; n <= 16; n *= 2)
        if (strcmp(text, internf(d, "%d", n)) == 0)
            cli->lanes = n;
    d->opt.lanes = cli->lanes > 1 ? cli->lanes : 0;
    return cli->lanes > 0;
}

static bool take_names(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    const char ***list = place(d, cli, o);

    split(d, list, text, ',');
    return vec_len(*list) > 0;
}

/* Where each --vars ends counts. */
static bool take_vars(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    const bool good = take_names(d, cli, o, text);

    vec_push(&d->run, cli->plot.group, vec_len(*(const char ***)place(d, cli, o)));
    return good;
}

static bool take_one_more(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    const char ***list = place(d, cli, o);

    vec_push(&d->run, *list, internz(d, text));
    return true;
}

static bool take_setting(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    return take_one_more(d, cli, o, text) && is_setting(text);
}

/* The run has a fixed step if a method of the generated step is asked for. */
static bool take_method(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    (void)o;
    cli->variable_step = strcmp(text, "cvode") == 0;
    cli->sim.fixed_step = !cli->variable_step;
    d->opt.method = M_EULER;
    return cli->variable_step || method_named(text, &d->opt.method);
}

static bool take_f(Dtc *d, Cli *cli, const Option *o, const char *text)
{
    (void)cli, (void)o;
    return take_feature(d, text, &(unsigned){ 0 });
}

/* ---- the table ----------------------------------------------------------------------------------------- */

#define IN_MODEL(member) true, offsetof(Options, member)
#define IN_CLI(member) false, offsetof(Cli, member)
#define ANY 0, 0
#define METHOD(id, name, ...) " " name
#define POSITIVE 0x1p-1074, HUGE_VAL

#define OWN(name, letter, value, choices, use, kind, member, ...) \
    AT(name, letter, value, choices, use, kind, IN_CLI(member), __VA_ARGS__)
#define AT(name, letter, value, choices, use, kind, ...) \
    { name, letter, value, choices, use, take_##kind, __VA_ARGS__ },

const Option options[] = {
#include "options_rows.h"
};
const uint32_t option_count = sizeof options / sizeof *options;

const Feature features[] = {
    { "no-alias", offsetof(Options, no_alias), STEPPED, "variables that are equal stay apart" },
    { "no-tear", offsetof(Options, no_tear), STEPPED, "systems of equations are not torn" },
    { "no-stage", offsetof(Options, no_stage), STEPPED, "everything is computed in each step" },
    { "no-live", offsetof(Options, no_live), STEPPED, "blocks are computed whole" },
    { "no-forms", offsetof(Options, no_forms), STEPPED, "sums are not put into one another" },
    { "no-search", offsetof(Options, no_search), STEPPED, "look-ups at one argument each search" },
    { "no-reciprocal", offsetof(Options, no_reciprocal), STEPPED, "quotients stay quotients" },
    { "no-sparse", offsetof(Options, no_sparse), STEPPED, "no fixed order of elimination" },
    { "no-fold", offsetof(Options, no_fold), STEPPED, "zeros of tearing variables are not put in" },
    { "no-unroll", offsetof(Options, no_unroll), STEPPED, "small systems are not written out" },
    { "no-skip", offsetof(Options, no_skip), STEPPED, "nothing that need not be done is skipped" },
    { "no-response", offsetof(Options, no_response), STEPPED, "laws are solved anew while places stay" },
    { "no-quiet", offsetof(Options, no_quiet), STEPPED, "each step is ready for a change of place" },
    { "no-roll", offsetof(Options, no_roll), STEPPED, "equal components are no loops" },
    { "no-adjust", offsetof(Options, no_adjust), STEPPED | EXACT, "exact: steps do not end at borders within them" },
    { "constant-matrices", offsetof(Options, constant_matrices), RUN | EXACT,
      "exact: matrices do not follow the stuck elements" },
};
const uint32_t feature_count = sizeof features / sizeof *features;

bool take_feature(Dtc *d, const char *name, unsigned *use)
{
    for (uint32_t i = 0; i < feature_count; i++)
        if (strcmp(name, features[i].name) == 0) {
            *use = features[i].use;
            return *(bool *)((char *)&d->opt + features[i].at) = true;
        }
    return false;
}

/* ---- as text ------------------------------------------------------------------------------------------- */

const char *option_text(Dtc *d, const Option *o)
{
    const char *value = o->value ? o->value : "", *gap = o->value && o->letter != 'f' ? " " : "";

    return !o->name  ? internf(d, "-%c%s%s", o->letter, gap, value)
         : o->letter ? internf(d, "-%c, --%s%s%s", o->letter, o->name, gap, value)
                     : internf(d, "--%s%s%s", o->name, gap, value);
}

const char *option_choices(Dtc *d, const Option *o)
{
    const char **part = NULL, *text = "";

    split(d, &part, o->choices, ' ');
    for (uint32_t i = 0; i < vec_len(part); i++)
        text = internf(d, "%s%s%s", text, i == 0 ? "" : i + 1 < vec_len(part) ? ", " : " or ", part[i]);
    return text;
}

static const char *name_in_texts(int command) { return commands[command].name ? commands[command].name : "compile"; }

/* Commands that a part is of, bits: it begins "plot, orders: "; 0: it is of all. */
static unsigned commands_of(Dtc *d, const char *part, const char **rest)
{
    const char *colon = strstr(part, ": "), **name = NULL;
    unsigned of = 0;

    *rest = part;
    if (!colon)
        return 0;
    split(d, &name, intern(d, part, (size_t)(colon - part)), ',');
    for (uint32_t i = 0; i < vec_len(name); i++) {
        int k = 0;
        while (k < COMMANDS && strcmp(name[i], name_in_texts(k)) != 0)
            k++;
        if (k == COMMANDS)
            return 0;
        of |= 1u << k;
    }
    *rest = colon + 2;
    return of;
}

const char *option_said(Dtc *d, const Option *o, int command)
{
    const char **part = NULL, *text = "", *rest;

    split(d, &part, o->text, '\n');
    for (uint32_t i = 0; i < vec_len(part); i++) {
        const unsigned of = commands_of(d, part[i], &rest);
        if (command < 0 || !of || of & 1u << command)
            text = internf(d, "%s%s%s", text, *text ? "; " : "", command < 0 ? part[i] : rest);
    }
    return text;
}
