/* run_modes.c - dtc modes: natural frequencies, damping, shapes and energies of a model around a point. */
#include <string.h>
#include "configurations.h"
#include "answer.h"
#include "modes.h"
#include "output.h"

/* A part of the model by its name; false after a message. */
static bool has_part(Dtc *d, const ModeParts *p, const char *option, const char *name)
{
    const char **known = NULL;

    for (uint32_t i = 1; i < vec_len(p->part); i++) {
        if (strcmp(p->part[i].name, name) == 0)
            return true;
        vec_push(&d->run, known, p->part[i].name);
    }
    const char *near = suggest(d, name, known, vec_len(known));
    error(d, ((Span){ 0, 0 }), NULL, "--%s: there is no component with flanges %s%s%s%s", option, name,
          near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return false;
}

typedef struct { Dtc *d; Cli *cli; const char *format; Sheet sheet; bool several; } Asked;

/* Of large models some tables are for programs and pictures alone. */
static bool is_to_read(const char *format) { return strcmp(format, "table") == 0 || strcmp(format, "md") == 0; }

static bool add(void *asked, const Configuration *c, LinearModel *m)
{
    Asked *a = asked;
    Dtc *d = m->p.d;
    const ModeParts parts = mode_parts(m->p.e);
    Modes modes;

    const ShapesAsked asked_for = { a->cli->modes_reference, a->cli->modes_referred };
    if ((asked_for.reference && !has_part(d, &parts, "reference", asked_for.reference)) ||
        (asked_for.referred && !has_part(d, &parts, "referred", asked_for.referred)))
        return false;
    Linear *l = linear_new(&m->p, NULL, parts.wanted);
    if (l)
        (void)linear_kinks(l);
    lap(d, "linear");
    forget_pass(d);
    bool good = l && modes_of(l, &parts, (uint32_t)a->cli->modes_count, &modes);
    lap(d, "modes");
    const char *why;
    if (good && asked_for.referred && !modes_ratios(&modes, asked_for.referred, &why)) {
        error(d, ((Span){ 0, 0 }), NULL, "--referred %s: %s", asked_for.referred, why);
        good = false;
    }
    if (good) {
        const Sheet s = modes_sheet(&modes, asked_for, !is_to_read(a->format));
        if (a->sheet.d == NULL)
            a->sheet = sheet_new(a->d, internz(a->d, s.title));
        if (a->several)
            sheet_append(&a->sheet, &s, "configuration", c->name);
        else
            a->sheet = s;
    }
    lap(d, "sheet");
    linear_free(l);
    return good;
}

int run_modes(Dtc *d, Cli *cli)
{
    const char *format = sheet_format(d, cli->format, d->opt.output, PICTURES);
    Asked a = { .d = d, .cli = cli, .several = vec_len(cli->vary) > 0 || vec_len(cli->stuck) > 1 };

    if (!format)
        return 2;
    a.format = format;
    const int code = each_configuration(d, cli, add, &a);
    if (code != 0)
        return code;
    const int end = answer_with(&a.sheet, format, d->opt.output, modes_picture, &a.sheet);
    if (d->flat)
        last_lap(d, vec_len(d->flat->eq));
    return end;
}
