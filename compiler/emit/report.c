/* report.c - dtc --report: how large a model is, and what a step costs.
 *
 * Operations are counted where C is emitted, once for each time they run in the worst case (both branches of a condition, all
 * rounds of an iteration once). Memory is that of the struct, and of what is saved on the stack of a step.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "emit.h"

static void report_systems(Flat *f, Dae *dae, FILE *out)
{
    static const char *const rate[] = { "constant", "init", "transition", "step" };
    static const char *const kind[] = { "assignment", "linear", "switched", "nonlinear" };
    uint32_t shown = 0, largest = 0;

    for (uint32_t b = 0; b < vec_len(dae->block); b++) {
        const Block *k = &dae->block[b];
        uint32_t n = block_n(k), m = block_m(k);
        if (k->rate >= RATE_TRANSITION && (n > largest || m > largest))
            largest = n > m ? n : m;
        if (k->kind == B_ASSIGN || (n == 0 && m == 0))
            continue;
        if (shown++ == 0)
            fprintf(out, "systems of equations\n");
        if (shown > 40)
            continue;
        fprintf(out, "  %-10s %5u equations torn to %u", kind[k->kind], vec_len(k->eq), n);
        if (m > 0)
            fprintf(out, " and %u switching element%s", m, m > 1 ? "s" : "");
        fprintf(out, ", matrix at %s rate (%s)\n", rate[k->matrix_rate], f->eq[k->eq[0]].path && *f->eq[k->eq[0]].path ? f->eq[k->eq[0]].path : "model");
    }
    if (shown > 40)
        fprintf(out, "  and %u more\n", shown - 40);
    fprintf(out, "largest system     %u unknowns at once at transition or step rate (tearing variables and torques are solved for one after the other)\n", largest);
}

static void report_names(const char *title, Flat *f, const Var *v, uint32_t n, FILE *out)
{
    fprintf(out, "%-18s %u", title, n);
    for (uint32_t i = 0; i < n && i < 60; i++)
        fprintf(out, "%s %s", i ? "," : ":", f->var[v[i]].name);
    fprintf(out, n > 60 ? ", ...\n" : "\n");
}

/* Each switching element has up to four places; automata have theirs. */
static void report_places(Flat *f, FILE *out)
{
    double log10_configurations = 0;
    uint32_t elements = vec_len(f->sw) > 1 ? vec_len(f->sw) - 1 : 0;

    fprintf(out, "switching elements %u", elements);
    for (uint32_t i = 1; i <= elements; i++) {
        const Switch *w = &f->sw[i];
        int places = 2 + !w->lo_infinite + !w->hi_infinite - (w->lo_infinite || w->hi_infinite);
        log10_configurations += log10(places);
        if (i <= 60)
            fprintf(out, "%s %s", i > 1 ? "," : ":", w->name);
    }
    fprintf(out, "\nautomata           %u", vec_len(f->automaton));
    for (uint32_t i = 0; i < vec_len(f->automaton); i++) {
        log10_configurations += log10(vec_len(f->automaton[i].place) ? vec_len(f->automaton[i].place) : 1);
        fprintf(out, "%s %s (%u places)", i ? "," : ":", f->automaton[i].name, vec_len(f->automaton[i].place));
    }
    if (log10_configurations < 15)
        fprintf(out, "\nconfigurations     %.0f\n", round(pow(10, log10_configurations)));
    else
        fprintf(out, "\nconfigurations     1e%.1f\n", log10_configurations);
}

static void report_costs(const EmitStats *s, FILE *out)
{
    static const char *const title[PH_COUNT] = { "setup", "transition", "step" };

    for (int i = PH_COUNT; i-- > 0;)
        fprintf(out, "cost of a %-8s %llu operations, %llu calls\n", title[i], (unsigned long long)s->cost[i].flops, (unsigned long long)s->cost[i].calls);
    fprintf(out, "memory             %llu bytes for an instance, %llu on the stack of a step, no heap\n", (unsigned long long)s->bytes,
            (unsigned long long)s->saved);
}

void report(Dtc *d, Flat *f, Dae *dae, FILE *out)
{
    EmitStats s = { 0 };
    FILE *null = fopen("/dev/null", "w");
    uint32_t equations = 0, assigned = 0;

    if (null) {
        emit_with_stats(d, f, dae, null, null, "model.h", &s);
        fclose(null);
    }
    for (uint32_t b = 0; b < vec_len(dae->block); b++) {
        equations += vec_len(dae->block[b].eq);
        assigned += dae->block[b].kind == B_ASSIGN;
    }
    fprintf(out, "model              %s\n", f->name);
    if (d->opt.hybrid)
        fprintf(out, "method             variable step\n");
    else
        fprintf(out, "method             %s, step %g s\n", method_name(d->opt.method), emit_step_size(d, f));
    fprintf(out, "equations          %u flat, %u after aliases and constants, %u after index reduction, %u needed (%u of them assignments)\n",
            dae->equations_flat, dae->equations_simple, dae->equations_index, equations, assigned);
    report_names("states", f, dae->state, vec_len(dae->state), out);
    report_systems(f, dae, out);
    report_places(f, out);
    report_costs(&s, out);
}
