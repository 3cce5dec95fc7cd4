/* run_campbell.c - dtc campbell: modes over the speed of a shaft, and what its orders force. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "campbell.h"
#include "configurations.h"
#include "answer.h"

typedef struct { Dtc *d; Cli *cli; Campbell campbell; } Asked;

static bool number(const char *text, const char *end, double *x)
{
    char *at;
    *x = strtod(text, &at);
    return at == end && at != text && isfinite(*x) && *x >= 0;
}

static bool read_orders(Asked *a)
{
    const char **part = NULL;
    double x;

    split(a->d, &part, a->cli->orders.orders ? a->cli->orders.orders : "0.5,1,2,4", ',');
    for (uint32_t i = 0; i < vec_len(part); i++) {
        if (!number(part[i], part[i] + strlen(part[i]), &x) || x == 0)
            return false;
        vec_push(&a->d->run, a->campbell.order, x);
    }
    return vec_len(a->campbell.order) > 0;
}

/* "2=100,4=20"; all are to be among the orders. */
static bool read_torque(Asked *a)
{
    const char **part = NULL;

    if (!a->cli->torque)
        return true;
    split(a->d, &part, a->cli->torque, ',');
    for (uint32_t i = 0; i < vec_len(part); i++) {
        const char *equals = strchr(part[i], '=');
        OrderTorque t;
        bool known = false;
        if (!equals || !number(part[i], equals, &t.order) ||
            !number(equals + 1, part[i] + strlen(part[i]), &t.amplitude))
            return false;
        for (uint32_t k = 0; k < vec_len(a->campbell.order); k++)
            known |= fabs(a->campbell.order[k] - t.order) < 1e-9;
        if (!known)
            return false;
        vec_push(&a->d->run, a->campbell.torque, t);
    }
    return true;
}

static const char *unit_of(Dtc *d, const Flat *f, Var v)
{
    return internz(d, f->var[v].unit && *f->var[v].unit ? f->var[v].unit : "1");
}

/* Names are those of the first configuration. */
static void take_names(Asked *a, const Flat *f, const Var *input, const Var *output)
{
    Campbell *c = &a->campbell;

    for (uint32_t i = 0; i < vec_len(output); i++) {
        vec_push(&a->d->run, c->output, internz(a->d, f->var[output[i]].name));
        vec_push(&a->d->run, c->unit, unit_of(a->d, f, output[i]));
    }
    c->input = internz(a->d, f->var[input[0]].name);
    c->input_unit = unit_of(a->d, f, input[0]);
    c->model = internz(a->d, f->name);
}

static bool wrong(Dtc *d, const char *text, const char *name)
{
    error(d, ((Span){ 0, 0 }), NULL, text, name);
    return false;
}

static bool variables(const Asked *a, CampbellModel *m)
{
    const Emitter *e = m->p->e;
    Dtc *d = m->p->d;
    Var *speed = NULL;

    if (!linear_inputs(d, e->f, a->cli->in, &m->input) ||
        !linear_outputs(d, e->f, "--out", a->cli->out, &m->output) ||
        !linear_outputs(d, e->f, "--speed", a->cli->orders.speed, &speed))
        return false;
    if (vec_len(m->input) != 1)
        return wrong(d, "the orders' torque acts at one input: --in NAME%s", "");
    if (vec_len(speed) != 1 || strcmp(unit_of(d, e->f, speed[0]), "rad/s") != 0)
        return wrong(d, "--speed is a speed of a shaft, in rad/s, which %s is not", a->cli->orders.speed);
    const char *in = e->f->var[m->input[0]].unit;
    if (a->cli->engine && in && *in && strcmp(in, "N.m") != 0)
        return wrong(d, "--engine gives a torque, in N.m; --in names an input that takes one, not %s",
                     e->f->var[m->input[0]].name);
    m->speed = speed[0];
    if (a->cli->along && !(m->along = parameter_member(e, a->cli->along)))
        return wrong(d, "--along: %s is no parameter that a compiled model takes another value of",
                     a->cli->along);
    return true;
}

typedef struct { Cli *cli; const PointOptions *o; LinearModel *m; } Settling;

static bool settle(void *with)
{
    const Settling *s = with;
    return linear_equilibrium(s->m->p.d, s->cli, s->o, s->m);
}

static bool add(void *asked, const Configuration *c, LinearModel *m)
{
    Asked *a = asked;
    Settling settling = { a->cli, &c->options, m };
    CampbellModel model = {
        .p = &m->p, .options = &c->options, .given = c->given, .settle = settle, .with = &settling
    };

    if (!variables(a, &model))
        return false;
    if (vec_len(a->campbell.one) == 0)
        take_names(a, m->p.e->f, model.input, model.output);
    return campbell_add(&a->campbell, &model, c->name);
}

int run_campbell(Dtc *d, Cli *cli)
{
    const char *format = sheet_format(d, cli->format, d->opt.output, PICTURES);
    Asked a = { d,
                cli,
                { .d = d,
                  .title = cli->plot.title,
                  .speed = cli->orders.speed,
                  .along = cli->along,
                  .engine = cli->engine,
                  .points = (uint32_t)cli->points,
                  .modes = (uint32_t)cli->modes_count,
                  .from = cli->plot.from,
                  .to = cli->plot.to } };

    if (!format)
        return 2;
    if (!cli->orders.speed)
        return usage("orders are of a shaft: --speed NAME is its speed", NULL);
    if (!(isfinite(cli->plot.from) && isfinite(cli->plot.to) && cli->plot.from > 0 &&
          cli->plot.from < cli->plot.to))
        return usage("--from and --to are speeds in 1/min, 0 < from < to", NULL);
    if (!read_orders(&a))
        return usage("--orders is a list of numbers above 0, with commas between, not", cli->orders.orders);
    if (!read_torque(&a))
        return usage("--torque is ORDER=AMPLITUDE,... of the orders that are looked at, not", cli->torque);
    if (cli->torque && cli->engine)
        return usage("the torque of the orders comes from --torque or from --engine", NULL);
    const int code = each_configuration(d, cli, add, &a);
    if (code != 0)
        return code;
    Sheet s = campbell_sheet(&a.campbell);
    return answer_with(&s, format, d->opt.output, campbell_picture, &a.campbell);
}
