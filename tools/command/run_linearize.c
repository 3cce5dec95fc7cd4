/* run_linearize.c - dtc linearize: the state space of a model around a point. */
#include <string.h>
#include "linear_options.h"
#include "output.h"
#include "state_space.h"

static bool write_own(const StateSpace *s, const char *format, FILE *out)
{
    static const struct {
        const char *name;
        void (*write)(const StateSpace *, FILE *);
    } form[] = { { "m", state_space_matlab }, { "py", state_space_python }, { "dtm", state_space_model } };

    for (size_t i = 0; i < sizeof form / sizeof *form; i++)
        if (strcmp(form[i].name, format) == 0)
            form[i].write(s, out);
    return strcmp(format, "mat") != 0 || state_space_mat(s, out);
}

static bool write_linear(Dtc *d, const StateSpace *s, const char *format)
{
    Output o;

    if (sheet_known_format(format)) {
        const Sheet t = state_space_sheet(s);
        return sheet_save(&t, format, d->opt.output);
    }
    if (!output_open(d, &o, d->opt.output))
        return false;
    const bool good = write_own(s, format, o.file);
    return output_close(&o, good) && good;
}

int run_linearize(Dtc *d, Cli *cli)
{
    const char *format = sheet_format(d, cli->format, d->opt.output, "m py dtm mat");
    Var *input = NULL, *output = NULL, *states = NULL;

    if (!format)
        return 2;
    LinearModel m = { 0 };
    const int wrong = linear_model(d, cli, &m);
    if (wrong)
        return wrong;
    if (!linear_inputs(d, m.c.program->f, cli->in, &input) ||
        !linear_outputs(d, m.c.program->f, "--out", cli->out, &output) ||
        !linear_states(d, m.c.program->f, cli->states, &states))
        return 1;
    m.p.order = states;
    Linear *l = linear_new(&m.p, input, output);
    if (!l)
        return 1;
    (void)linear_kinks(l);
    lap(d, "linear");
    const StateSpace *s = state_space(l, input, output);
    const bool good = s && write_linear(d, s, format) && standard_output_flush();
    last_lap(d, m.c.dae.equations_flat);
    linear_free(l);
    return good ? 0 : 1;
}
