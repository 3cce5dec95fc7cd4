/* run_bode.c - dtc bode: frequency responses of a model around a point. */
#include <math.h>
#include "bode.h"
#include "configurations.h"
#include "answer.h"

typedef struct { Dtc *d; Cli *cli; Bode bode; } Asked;

static BodeName named(Dtc *d, const Flat *f, Var v)
{
    const char *unit = f->var[v].unit;
    return (BodeName){ internz(d, f->var[v].name), internz(d, unit && *unit ? unit : "1") };
}

/* Names are those of the first configuration. */
static void take_names(Asked *a, const Flat *f, const Var *input, const Var *output)
{
    const uint32_t over = a->cli->over != NULL;

    for (uint32_t i = 0; i < vec_len(input); i++)
        vec_push(&a->d->run, a->bode.input, named(a->d, f, input[i]));
    for (uint32_t i = 0; i + over < vec_len(output); i++)
        vec_push(&a->d->run, a->bode.output, named(a->d, f, output[i]));
    if (over) {
        a->bode.over = named(a->d, f, vec_last(output)).name;
        a->bode.over_unit = named(a->d, f, vec_last(output)).unit;
    }
    a->bode.model = internz(a->d, f->name);
}

static bool variables(Asked *a, const Flat *f, Dtc *d, Var **input, Var **output)
{
    Var *over = NULL;

    if (!linear_inputs(d, f, a->cli->in, input) || !linear_outputs(d, f, "--out", a->cli->out, output) ||
        (a->cli->over && !linear_outputs(d, f, "--over", a->cli->over, &over)))
        return false;
    if (vec_len(*input) > 0 && vec_len(*output) > 0 && (!a->cli->over || vec_len(over) == 1)) {
        if (over)
            vec_push(&d->run, *output, over[0]);
        return true;
    }
    error(d, ((Span){ 0, 0 }), NULL, "%s",
          vec_len(*input) == 0    ? "the model has no inputs: --in NAME says what swings"
          : vec_len(*output) == 0 ? "the model has no outputs: --out NAME says what is looked at"
                                  : "--over is one variable");
    return false;
}

static bool add(void *asked, const Configuration *c, LinearModel *m)
{
    Asked *a = asked;
    Var *input = NULL, *output = NULL;

    if (!variables(a, m->p.e->f, m->p.d, &input, &output))
        return false;
    lap(m->p.d, "point");
    Linear *l = linear_new(&m->p, input, output);
    lap(m->p.d, "linearize");
    if (l)
        (void)linear_kinks(l);
    if (vec_len(a->bode.one) == 0)
        take_names(a, m->p.e->f, input, output);
    const bool good = l && bode_add(&a->bode, l, output, c->name);
    lap(a->d, "response");
    linear_free(l);
    return good;
}

/* Responses over one that is zero are no numbers. */
static bool any_response(const Bode *b)
{
    bool any = false;

    for (uint32_t i = 0; i < vec_len(b->one); i++)
        for (uint32_t k = 0; k < vec_len(b->one[i].curve); k++)
            for (uint32_t j = 0; j < vec_len(b->one[i].frequency); j++)
                any |= isfinite(b->one[i].curve[k].amplitude[j]);
    return any;
}

int run_bode(Dtc *d, Cli *cli)
{
    const char *format = sheet_format(d, cli->format, d->opt.output, PICTURES);
    Asked a = { d,
                cli,
                { .d = d,
                  .title = cli->plot.title,
                  .points = (uint32_t)cli->points,
                  .modes = (uint32_t)cli->modes_count } };

    if (!format)
        return 2;
    a.bode.from = isfinite(cli->plot.from) ? cli->plot.from : 0;
    a.bode.to = isfinite(cli->plot.to) ? cli->plot.to : 0;
    if (a.bode.from < 0 || a.bode.to < 0 || (a.bode.to > 0 && a.bode.to <= a.bode.from))
        return usage("--from and --to are frequencies in Hz, 0 < from < to", NULL);
    const int code = each_configuration(d, cli, add, &a);
    if (code != 0)
        return code;
    if (cli->over && !any_response(&a.bode)) {
        error(d, ((Span){ 0, 0 }), NULL, "--over: %s does not respond to the input", cli->over);
        return 1;
    }
    Sheet s = bode_sheet(&a.bode);
    const int answer = answer_with(&s, format, d->opt.output, bode_picture, &a.bode);
    last_lap(d, vec_len(d->flat->eq));
    return answer;
}
