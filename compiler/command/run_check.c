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
#include "resolve.h"
#include "output.h"

/* ---- a package --------------------------------------------------------------------------------------------------- */

typedef enum { GOOD, WRONG, NEEDS_VALUES, VERDICTS } Verdict;

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

/* Says what is wrong, unless that is no more than values which the class leaves open. */
static Verdict check_class(const Dtc *d, const Cli *cli, const char *name)
{
    Dtc *one = dtc_new();
    Compiled c = { 0 };
    char *said = NULL;
    size_t n;

    one->opt = d->opt;
    one->opt.model = name;
    one->opt.package = false;
    one->opt.component = ALONE_WITH_CONNECTORS;
    one->log = open_memstream(&said, &n);
    model_compiled(one, cli, false, &c);
    if (one->log)
        fclose(one->log);
    Verdict is = one->needs_values ? NEEDS_VALUES : c.good && one->errors == 0 ? GOOD : WRONG;
    if (is != NEEDS_VALUES)
        fputs(said ? said : "", stderr);
    if (is == WRONG)
        fprintf(stderr, "dtc: in %s: %u error%s\n", name, one->errors, one->errors == 1 ? "" : "s");
    free(said);
    dtc_free(one);
    return is;
}

static int check_package(Dtc *d, const Cli *cli, Class *package)
{
    const char **list = NULL, *open = "";
    uint32_t count[VERDICTS] = { 0 };

    collect(d, package, &list);
    for (uint32_t i = 0; i < vec_len(list) && d->errors == 0; i++) {
        Verdict is = check_class(d, cli, list[i]);
        if (is == NEEDS_VALUES)
            open = internf(d, "%s%s%s", open, *open ? ", " : "", list[i]);
        count[is]++;
    }
    if (*open)
        fprintf(stderr, "dtc: note: not checked, their sizes or structure need values of parameters: %s\n", open);
    if (d->errors == 0)
        fprintf(count[WRONG] ? stderr : stdout, "dtc: %s: %u good, %u wrong, %u not checked\n",
                d->opt.model ? d->opt.model : class_path(d, package),
                count[GOOD], count[WRONG], count[NEEDS_VALUES]);
    return d->errors > 0 || count[WRONG] > 0;
}

int run_check(Dtc *d, Cli *cli)
{
    Compiled c = { 0 };
    int wrong = model_operand(d, cli);

    if (wrong)
        return wrong;
    Class *model = model_class(d);
    if (model && d->errors == 0 && (model->kind == K_PACKAGE || d->opt.package))
        return check_package(d, cli, end_of_chain(d, model));
    if (!cli->report && !d->opt.dump)
        d->opt.component = ALONE_WITH_FLANGES;
    model_compiled(d, cli, false, &c);
    c.good &= standard_output_flush();
    last_lap(d, c.dae.equations_flat);
    return model_end(d, &c);
}
