/* report.c - dtc --report: how large a model is, and what a step costs.
 *
 * Operations, memory and stack are those of the step program (cost.c): bounds for any input. */
#include <math.h>
#include "cost.h"

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
        fprintf(out, ", matrix at %s rate (%s)\n", rate[k->matrix_rate],
                f->eq[k->eq[0]].path && *f->eq[k->eq[0]].path ? f->eq[k->eq[0]].path : "model");
    }
    if (shown > 40)
        fprintf(out, "  and %u more\n", shown - 40);
    fprintf(out,
            "largest system     %u unknowns at once at transition or step rate (tearing variables and torques are "
            "solved for one after the other)\n",
            largest);
}

static void report_names(const char *title, Flat *f, const Var *v, uint32_t n, FILE *out)
{
    fprintf(out, "%-18s %u", title, n);
    for (uint32_t i = 0; i < n && i < 60; i++)
        fprintf(out, "%s %s", i ? "," : ":", f->var[v[i]].name);
    fprintf(out, n > 60 ? ", ...\n" : "\n");
}

/* A power of ten where there are too many for digits. */
static const char *large_number(Dtc *d, double log10_of)
{
    return log10_of < 15 ? textf(d, "%.0f", round(pow(10, log10_of))) : textf(d, "1e%.1f", log10_of);
}

/* A switching element is stuck or not, which makes the equations others; it has up to four places. Automata have
 * theirs. */
static void report_places(Dtc *d, Flat *f, FILE *out)
{
    double structures = 0, all = 0;
    uint32_t elements = vec_len(f->sw) > 1 ? vec_len(f->sw) - 1 : 0;

    fprintf(out, "switching elements %u", elements);
    for (uint32_t i = 1; i <= elements; i++) {
        const Switch *w = &f->sw[i];
        int places = 2 + !w->lo_infinite + !w->hi_infinite - (w->lo_infinite || w->hi_infinite);
        structures += log10(2);
        all += log10(places);
        if (i <= 60)
            fprintf(out, "%s %s", i > 1 ? "," : ":", w->name);
    }
    fprintf(out, "\nautomata           %u", vec_len(f->automaton));
    for (uint32_t i = 0; i < vec_len(f->automaton); i++) {
        uint32_t places = vec_len(f->automaton[i].place);
        structures += log10(places ? places : 1);
        all += log10(places ? places : 1);
        fprintf(out, "%s %s (%u places)", i ? "," : ":", f->automaton[i].name, places);
    }
    fprintf(out, "\nconfigurations     %s (2^%u of stuck elements", large_number(d, structures), elements);
    if (vec_len(f->automaton) > 0)
        fprintf(out, ", and places of automata");
    fprintf(out, "); %s with forward, backward and without capacity apart\n", large_number(d, all));
}

/* ---- what it costs ----------------------------------------------------------------------------------- */

static void report_count(const char *title, const Count *n, FILE *out)
{
    uint64_t all = 0;

    fprintf(out, "  %-18s", title);
    for (int k = 0; k < OF_COUNT; k++) {
        fprintf(out, " %12llu", (unsigned long long)n->of[k]);
        all += k == OF_LOOK_UP ? 0 : n->of[k];
    }
    fprintf(out, " %12llu\n", (unsigned long long)all);
}

static void report_costs(const ModelCost *m, FILE *out)
{
    static const char *const kind[OF_COUNT] = { "add", "multiply", "divide", "root", "look-up", "libm", "compare" };
    Count setup = count_add(m->setup.step, m->setup.transition), tune = count_add(m->tune.step, m->tune.transition);

    fprintf(out, "operations, worst case");
    for (int k = 0; k < OF_COUNT; k++)
        fprintf(out, "%*s", k ? 13 : 11, kind[k]);
    fprintf(out, "%13s\n", "all");
    report_count("a step", &m->step.step, out);
    report_count("a transition more", &m->step.transition, out);
    report_count("setup", &setup, out);
    if (m->tune.stack)
        report_count("tune", &tune, out);
    for (uint32_t i = 0; i < vec_len(m->unbounded); i++)
        fprintf(out, "  a loop of %s has no bound that is known here: counted once\n", m->unbounded[i]);
    for (uint32_t i = 0; i < vec_len(m->unknown); i++)
        fprintf(out, "  %s is called, and what it costs is not known\n", m->unknown[i]);
    fprintf(out,
            "memory             %llu bytes for an instance, %llu of constant tables, no heap; stack %llu of a step, "
            "%llu of setup",
            (unsigned long long)m->instance, (unsigned long long)m->constants, (unsigned long long)m->step.stack,
            (unsigned long long)m->setup.stack);
    fprintf(out, m->tune.stack ? ", %llu of tune\n" : "\n", (unsigned long long)m->tune.stack);
}

/* What equal components repeat; nothing of models that have no such, but where there are MANY statements. */
enum { MANY = 1000 };
static void report_rolled(const Rolled *r, FILE *out)
{
    static const char *const but[] = { "signs", "other numbers", "other names, or their order" };
    const char *before = "; repeats that are none but for ";

    bool any = r->rolled + r->unlike[0] + r->unlike[1] + r->unlike[2] > 0;
    if (!any && r->statements < MANY)
        return;
    fprintf(out, "loops              stand for %llu of %llu statements%s", (unsigned long long)r->rolled,
            (unsigned long long)r->statements, any ? "" : "; nothing repeats in their order");
    for (int k = 0; k < 3; k++)
        if (r->unlike[k]) {
            fprintf(out, "%s%s: %llu", before, but[k], (unsigned long long)r->unlike[k]);
            before = ", ";
        }
    fprintf(out, "\n");
}

void report(Emitter *e, FILE *out)
{
    Dtc *d = e->d;
    Flat *f = e->f;
    Dae *dae = e->dae;
    const ModelCost cost = model_cost(e);
    uint32_t equations = 0, assigned = 0;

    for (uint32_t b = 0; b < vec_len(dae->block); b++) {
        equations += vec_len(dae->block[b].eq);
        assigned += dae->block[b].kind == B_ASSIGN;
    }
    fprintf(out, "model              %s\n", f->name);
    if (d->opt.hybrid)
        fprintf(out, "method             variable step\n");
    else
        fprintf(out, "method             %s, step %g s\n", method_name(d->opt.method), step_size(d, f));
    fprintf(out,
            "equations          %u flat, %u after aliases and constants, %u after index reduction, %u needed (%u of "
            "them assignments)\n",
            dae->equations_flat, dae->equations_simple, dae->equations_index, equations, assigned);
    report_names("states", f, dae->state, vec_len(dae->state), out);
    report_systems(f, dae, out);
    report_places(d, f, out);
    report_costs(&cost, out);
    report_rolled(&e->rolled, out);
}
