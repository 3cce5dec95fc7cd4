/* run_check.c - dtc check: diagnoses only, of a model, a component by itself, or all models and blocks of a package.
 *
 * What has flanges of its own is a component: what they meet is open (connect.c), and its own parameters need no
 * values. It is checked up to its balance (balance.c); what comes after hangs on what it meets. In a package so is what
 * has inputs or outputs alone. Classes of a package are compiled one after another, each anew. Cost: the
 * passes, for each class.
 */
#include <stdlib.h>
#include "command.h"
#include "doc.h"
#include "json.h"
#include "resolve.h"
#include "output.h"

/* ---- a package ----------------------------------------------------------------------------------------- */

typedef enum { GOOD, WRONG, NEEDS_VALUES, VERDICTS } Verdict;
static const char *const words[VERDICTS] = { "good", "wrong", "not checked" };

static void say_class(const Dtc *one, const char *said, const char *name, Verdict is)
{
    if (is != NEEDS_VALUES)
        fputs(said ? said : "", stderr);
    if (is == WRONG)
        fprintf(stderr, "dtc: in %s: %u error%s\n", name, one->errors, one->errors == 1 ? "" : "s");
}

/* errors: also those that are no more than counted. */
static void write_class(Dtc *one, Json *j, const char *name, Verdict is)
{
    json_begin(j, NULL, '{');
    json_text(j, "name", name);
    json_text(j, "verdict", words[is]);
    json_whole(j, "errors", one->errors - one->repeated);
    json_whole(j, "warnings", one->warnings);
    diagnoses_json(one, j);
    json_end(j);
}

/* Full names of all that can be checked. */
static void collect(Dtc *d, Class *package, const char ***list)
{
    Class **member = doc_members(d, package);

    for (uint32_t i = 0; i < vec_len(member); i++)
        if (member[i]->kind == K_PACKAGE)
            collect(d, member[i], list);
        else if (is_model(member[i]))
            vec_push(&d->run, *list, class_path(d, member[i]));
}

/* A class by itself, in a Dtc of its own; json: it is kept there and written, else said. What a class leaves open is no
 * fault of it. */
static Verdict check_class(Dtc *d, const Cli *cli, const char *name, Json *json)
{
    Dtc *one = dtc_new();
    Compiled c = { 0 };
    char *said = NULL;
    size_t n;

    one->opt = d->opt;
    one->opt.model = name;
    one->opt.package = false;
    one->opt.component = ALONE_WITH_CONNECTORS;
    one->package = d;
    one->keeps = json != NULL;
    one->log = open_memstream(&said, &n);
    model_compiled(one, cli, false, &c);
    if (one->log)
        fclose(one->log);
    Verdict is = one->needs_values ? NEEDS_VALUES : c.good && one->errors == 0 ? GOOD : WRONG;
    if (json)
        write_class(one, json, name, is);
    else
        say_class(one, said, name, is);
    free(said);
    dtc_free(one);
    return is;
}

static int check_package(Dtc *d, const Cli *cli, Class *package, Json *json)
{
    const char **list = NULL, *open = "";
    uint32_t count[VERDICTS] = { 0 };

    collect(d, package, &list);
    for (uint32_t i = 0; i < vec_len(list) && d->errors == 0; i++) {
        Verdict is = check_class(d, cli, list[i], json);
        if (is == NEEDS_VALUES)
            open = internf(d, "%s%s%s", open, *open ? ", " : "", list[i]);
        count[is]++;
    }
    if (*open && !json)
        fprintf(stderr, "dtc: note: not checked, their sizes or structure need values of parameters: %s\n",
                open);
    if (d->errors == 0 && !json)
        fprintf(count[WRONG] ? stderr : stdout, "dtc: %s: %u good, %u wrong, %u not checked\n",
                d->opt.model ? d->opt.model : class_path(d, package), count[GOOD], count[WRONG],
                count[NEEDS_VALUES]);
    if (d->errors > 0 && json)
        write_class(d, json, class_path(d, package), WRONG);
    return d->errors > 0 || count[WRONG] > 0;
}

/* ---- the command --------------------------------------------------------------------------------------- */

static int check_model(Dtc *d, Cli *cli, Json *json)
{
    Compiled c = { 0 };

    if (!d->opt.report && !d->opt.dump)
        d->opt.component = ALONE_WITH_FLANGES;
    model_compiled(d, cli, false, &c);
    c.good &= standard_output_flush();
    last_lap(d, c.dae.equations_flat);
    if (!json)
        return model_end(d, &c);
    write_class(d, json, d->model ? class_path(d, d->model) : d->opt.model,
                c.good && d->errors == 0 ? GOOD : WRONG);
    return c.good && d->errors == 0 ? 0 : 1;
}

static int check_all(Dtc *d, Cli *cli, Json *json)
{
    Class *model = model_class(d);

    d->opt.notes = true;
    if (model && d->errors == 0 && (model->kind == K_PACKAGE || d->opt.package))
        return check_package(d, cli, end_of_chain(d, model), json);
    return check_model(d, cli, json);
}

int run_check(Dtc *d, Cli *cli)
{
    Json j;
    int wrong = model_operand(d, cli);

    if (!wrong && cli->format && (d->opt.report || d->opt.dump))
        wrong =
            usage("dtc check --format json is by itself: leave out", d->opt.report ? "--report" : "--dump");
    if (!wrong)
        wrong = table_or_json(d, cli, "dtc check");
    if (wrong)
        return wrong;
    if (!is_json(cli))
        return check_all(d, cli, NULL);
    d->keeps = true;
    json_document(&j, d, stdout, "dtc check");
    json_begin(&j, "classes", '[');
    const int code = check_all(d, cli, &j);
    json_end(&j);
    json_end(&j);
    return code;
}
