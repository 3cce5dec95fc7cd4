/* emit_stages.c - explicit Runge-Kutta methods of order 2 and 4.
 *
 *     rk2    the midpoint rule. Not Heun's: its second stage is half a step away, so that nothing at the next sample is
 *            seen too early (an input curve that jumps there) and a sliding element is followed half as far beyond a
 *            reversal; and it adds up one rate instead of two
 *     rk4    the classical method (Kutta 1901)
 *
 * Stages are evaluated on a copy of the struct, so that the variables of the sample stay for whoever reads them after
 * the step. Places, relations, inputs, discrete variables and values of the last evaluation are held in them; stuck
 * elements have no acceleration of their slip in any stage.
 *
 * Requires: blocks, jumps and relations. Cost of a step: rk2 2, rk4 4 evaluations and a copy of the struct.
 */
#include "emit.h"
#include "emit_step.h"

/* stage: rates at x + dx h, in a copy of the model. */
void emit_stage(Emitter *e)
{
    put(e,
        "\n/* Rates at a point near the sample, at time t and states x: h later, and h dx away. Variables are those of "
        "the copy c. */\n");
    put(e, "static void stage(%s *c, dtc_real t, const dtc_real *x, const dtc_real *dx, dtc_real h, dtc_real "
           "*rate)\n{\n",
        e->model);
    e->indent = 1;
    line(e, "c->time = t + h;");
    if (has_function(e, "shift"))
        line(e, "shift(c, x, dx, h);");
    if (has_function(e, "kinematic"))
        line(e, "kinematic(c);");
    if (has_function(e, "equations"))
        line(e, "equations(c);");
    if (has_function(e, "rates"))
        line(e, "rates(c, rate);");
    line(e, "(void)x, (void)dx, (void)rate;");
    e->indent = 0;
    put(e, "}\n");
}

/* ---- Runge-Kutta ------------------------------------------------------------------------------------------------- */

/* Each stage starts from the rates of the one before it: at[k] of the step away; weight[k] is that of stage k. */
typedef struct { int stages; const char *at, *weight; } Tableau;

static void emit_runge_kutta(Emitter *e)
{
    static const Tableau midpoint = { 2, "R(0.5)", "R(0.0), R(1.0)" };
    static const Tableau classical = { 4, "R(0.5), R(0.5), R(1.0)",
                                       "R(1.0) / R(6.0), R(1.0) / R(3.0), R(1.0) / R(3.0), R(1.0) / R(6.0)" };
    const Tableau *t = e->d->opt.method == M_RK2 ? &midpoint : &classical;
    uint32_t n = vec_len(e->dae->state);

    emit_stage(e);
    put(e, "\n/* %s: what is added to the states. */\nstatic void stages(%s *m, dtc_real *dx)\n{\n",
        t == &midpoint ? "The midpoint rule" : "The classical Runge-Kutta method", e->model);
    e->indent = 1;
    line(e, "static const dtc_real at[%d] = { %s }, weight[%d] = { %s };", t->stages - 1, t->at, t->stages, t->weight);
    line(e, "%s c = *m;", e->model);
    line(e, "dtc_real rate[%u], x[%u];", n + 1, n + 1);
    line(e, "int i, k;");
    if (has_function(e, "rates"))
        line(e, "rates(m, rate);");
    if (n > 0)
        line(e, "states(m, x);");
    line(e, "for (i = 0; i < %u; i++)", n);
    line(e, "    dx[i] = STEP * weight[0] * rate[i];");
    line(e, "for (k = 0; k < %d; k++) {", t->stages - 1);
    line(e, "    stage(&c, m->time, x, rate, at[k] * STEP, rate);");
    line(e, "    for (i = 0; i < %u; i++)", n);
    line(e, "        dx[i] += STEP * weight[k + 1] * rate[i];");
    line(e, "}");
    line(e, "m->count = c.count;");
    line(e, "m->fault = c.fault;");
    e->indent = 0;
    put(e, "}\n");
}

void emit_methods(Emitter *e)
{
    switch (e->d->opt.method) {
    case M_EULER: case M_SEMI: break;
    case M_RK2: case M_RK4: emit_runge_kutta(e); break;
    case M_ROSENBROCK: emit_rosenbrock(e); break;
    case M_EXACT: emit_exact(e); break;
    }
}
