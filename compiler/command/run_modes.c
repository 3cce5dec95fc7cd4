/* run_modes.c - dtc modes: natural frequencies, damping, shapes and energies of a model around a point. */
#include <string.h>
#include "linear_options.h"
#include "modes.h"
#include "output.h"

/* A part of the model by its name; false after a message. */
static bool has_part(Dtc *d, const ModeParts *p, const char *name)
{
    const char **known = NULL;

    for (uint32_t i = 1; i < vec_len(p->part); i++) {
        if (strcmp(p->part[i].name, name) == 0)
            return true;
        vec_push(&d->run, known, p->part[i].name);
    }
    const char *near = suggest(d, name, known, vec_len(known));
    error(d, ((Span){ 0, 0 }), NULL, "--reference: there is no component with flanges %s%s%s%s", name,
          near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return false;
}

int run_modes(Dtc *d, Cli *cli)
{
    const char *format = sheet_format(d, cli->format, d->opt.output, "");
    LinearModel m = { 0 };
    Modes modes;

    if (!format)
        return 2;
    const int wrong = linear_model(d, cli, &m);
    if (wrong)
        return wrong;
    const ModeParts parts = parts_of(m.c.program);
    if (cli->modes.reference && !has_part(d, &parts, cli->modes.reference))
        return 1;
    Linear *l = linear_new(&m.p, NULL, parts.wanted);
    bool good = l && modes_of(l, &parts, (uint32_t)cli->modes.count, &modes);
    if (good) {
        const Sheet s = modes_sheet(&modes, cli->modes.reference, true);
        good = sheet_save(&s, format, d->opt.output) && standard_output_flush();
    }
    linear_free(l);
    return good ? 0 : 1;
}
