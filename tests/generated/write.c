/* Writes random systems of tests/switching/system.h as a model: every system is a sub-model of its own, with the
 * equations M v' = f + W' lambda and a switching element for every row of W.
 *
 *     write FIRST COUNT PEAK >systems.dtm      seeds FIRST .. FIRST + COUNT - 1, the model is Random.All; PEAK: most
 * static / kinetic
 *
 * Numbers are written with 17 digits, so that the compiler reads what the harness has. */
#include <stdio.h>
#include <stdlib.h>

#include "../switching/exact.h"

static const char *const head =
    "// Random mechanisms with switching elements, made by tests/generated/write.c.\n"
    "package Random\n"
    "  constant Real pi = 3.14159265358979323846;\n"
    "  function force \"Sine or square wave about a mean\"\n"
    "    input Real mean, amplitude, cycles;\n"
    "    input Boolean square;\n"
    "    output Real f;\n"
    "  protected\n"
    "    Real x;\n"
    "  algorithm\n"
    "    x := sin(2*pi*cycles);\n"
    "    f := mean + amplitude*(if square then (if x >= 0 then 1 else -1) else x);\n"
    "  end force;\n"
    "  function capacity \"0 constant, 1 positive half waves, 2 trapezoid; a share falls with speed\"\n"
    "    input Integer course;\n"
    "    input Real c, cycles, stribeck, s;\n"
    "    output Real y;\n"
    "  protected\n"
    "    Real x;\n"
    "  algorithm\n"
    "    x := cycles - floor(cycles);\n"
    "    y := c;\n"
    "    if course == 1 then\n"
    "      y := c*sin(2*pi*x);\n"
    "    elseif course == 2 then\n"
    "      y := c*(if x < 0.1 then x/0.1 else if x < 0.5 then 1 else if x < 0.6 then (0.6 - x)/0.1 else 0);\n"
    "    end if;\n"
    "    y := if y > 0 then y*(1 - stribeck + stribeck*exp(-abs(s))) else 0;\n"
    "  end capacity;\n";

/* "(x)*NAMEi + ..." for all x that are not zero, i from 1; "0" if there is none. A parenthesis in the name is closed.
 */
static void combination(const double *x, int n, const char *name)
{
    int terms = 0;
    for (int i = 0; i < n; i++)
        if (x[i] != 0)
            printf("%s(%.17g)*%s%d%s", terms++ ? " + " : "", x[i], name, i + 1, strchr(name, '(') ? ")" : "");
    if (terms == 0)
        printf("0");
}

static void bound(const char *name, const char *c)
{
    printf(",\n      %s = %s", name, c);
}

static void element(const struct system *y, int k)
{
    const struct element *e = &y->e[k];
    char up[64], down[64], static_up[128], static_down[128];

    snprintf(up, sizeof up, "c%d", k + 1);
    snprintf(down, sizeof down, "-c%d", k + 1);
    snprintf(static_up, sizeof static_up, "%.17g*c%d", e->peak, k + 1);
    snprintf(static_down, sizeof static_down, "-%.17g*c%d", e->peak, k + 1);
    printf("    switching e%d(slip = s%d, torque = l%d, slip_nominal = 1, torque_nominal = 10", k + 1, k + 1, k + 1);
    if (e->kind == CLUTCH || e->kind == ONEWAY) {
        bound("lower", down);
        bound("static_lower", static_down);
    }
    if (e->kind == FREEWHEEL || e->kind == SERIES)
        bound("lower", "0");
    if (e->kind == CLUTCH || e->kind == SERIES) {
        bound("upper", up);
        bound("static_upper", static_up);
    }
    printf(");\n");
}

static int has_capacity(const struct element *e)
{
    return e->kind == CLUTCH || e->kind == ONEWAY || e->kind == SERIES;
}

static void model(const struct system *y, int number)
{
    double w[MAXM];

    printf("  model S%d\n", number);
    for (int i = 0; i < y->n; i++)
        printf("    Real v%d(start = %.17g, fixed = true);\n", i + 1, y->v0[i]);
    for (int k = 0; k < y->m; k++) {
        printf("    Real l%d, s%d%s", k + 1, k + 1, has_capacity(&y->e[k]) ? "" : ";\n");
        if (has_capacity(&y->e[k]))
            printf(", c%d;\n", k + 1);
        element(y, k);
    }
    printf("  equation\n");
    for (int i = 0; i < y->n; i++) {
        const struct force *f = &y->f[i];
        printf("    ");
        combination(y->M + i * y->n, y->n, "der(v");
        printf(" = force(%.17g, %.17g, %.17g*time + %.17g, %s) - (%.17g)*v%d + ", f->mean, f->amplitude, f->frequency,
               f->phase, f->square ? "true" : "false", y->damping[i], i + 1);
        for (int k = 0; k < y->m; k++)
            w[k] = y->e[k].w[i];
        combination(w, y->m, "l");
        printf(";\n");
    }
    for (int k = 0; k < y->m; k++) {
        const struct element *e = &y->e[k];
        printf("    s%d = ", k + 1);
        combination(e->w, y->n, "v");
        printf(";\n");
        if (has_capacity(e))
            printf("    c%d = capacity(%d, %.17g, time/%.17g + %.17g, %.17g, s%d);\n", k + 1, e->course, e->c,
                   e->period, e->phase, e->stribeck, k + 1);
    }
    printf("  end S%d;\n", number);
}

int main(int argc, char **argv)
{
    int first = argc > 1 ? atoi(argv[1]) : 1, count = argc > 2 ? atoi(argv[2]) : 1;
    double peak = argc > 3 ? atof(argv[3]) : 1;

    fputs(head, stdout);
    for (int i = 0; i < count; i++) {
        struct system y = random_system((uint64_t)(first + i), peak);
        make_admissible(&y);
        model(&y, first + i);
    }
    printf("  model All\n");
    for (int i = 0; i < count; i++)
        printf("    S%d m%d;\n", first + i, first + i);
    printf("  end All;\nend Random;\n");
    return 0;
}
