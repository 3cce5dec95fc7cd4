/* report.c - dtc --report: how large a model is, and what a step costs.
 *
 * Operations, memory and stack are those of the step program (cost.c): bounds for any input. */
#include <math.h>
#include "report.h"

const char *const report_kinds[OF_COUNT] = { "add", "multiply", "divide", "root", "look-up", "libm", "compare" };

/* ---- what there is ------------------------------------------------------------------------------------- */

static void find_systems(const Emitter *e, Report *r)
{
    static const char *const rate[] = { "constant", "init", "transition", "sample", "step" };
    static const char *const kind[] = { "assignment", "linear", "switched", "nonlinear" };

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        const char *path = e->f->eq[k->eq[0]].path;
        ReportSystem s = { kind[k->kind],  rate[k->matrix_rate], path ? path : "",
                           vec_len(k->eq), block_n(k),           block_m(k) };
        r->needed += s.equations;
        r->assigned += k->kind == B_ASSIGN;
        if (k->rate >= RATE_TRANSITION && (s.torn > r->largest || s.elements > r->largest))
            r->largest = s.torn > s.elements ? s.torn : s.elements;
        if (k->kind != B_ASSIGN && (s.torn > 0 || s.elements > 0))
            vec_push(&e->d->run, r->system, s);
    }
}

/* Of an automaton as many as it has places; of a net at most as many as its places have room for. */
static double log10_markings(const FlatNet *n)
{
    double all = 0;

    for (uint32_t i = 0; i < vec_len(n->place) && !n->alone; i++)
        all += log10(n->place[i].capacity + 1.0);
    return n->alone ? log10(vec_len(n->place)) : all;
}

/* A switching element is stuck or not, which makes the equations others; it has up to four places. Automata and
 * nets have theirs. */
static void find_places(const Emitter *e, Report *r)
{
    const Flat *f = e->f;

    for (uint32_t i = 1; i < vec_len(f->sw); i++) {
        const Switch *w = &f->sw[i];
        const int places = 2 + !w->lo_infinite + !w->hi_infinite - (w->lo_infinite || w->hi_infinite);
        r->structures += log10(2);
        r->places += log10(places);
        vec_push(&e->d->run, r->element, ((ReportElement){ w->name, (uint32_t)places }));
    }
    for (uint32_t i = 0; i < vec_len(f->net); i++) {
        const ReportElement net = { f->net[i].name, vec_len(f->net[i].place) };
        r->structures += log10_markings(&f->net[i]);
        r->places += log10_markings(&f->net[i]);
        if (f->net[i].alone)
            vec_push(&e->d->run, r->automaton, net);
        else
            vec_push(&e->d->run, r->net, net);
    }
}

Report report_of(const Emitter *e)
{
    const Dtc *d = e->d;
    const Dae *dae = e->dae;
    Report r = { .model = e->f->name,
                 .method = d->opt.hybrid ? "variable step" : method_name(d->opt.method),
                 .step = d->opt.hybrid ? 0 : e->of->step,
                 .flat = dae->equations_flat,
                 .simple = dae->equations_simple,
                 .reduced = dae->equations_index,
                 .cost = model_cost(e),
                 .why_not_quiet = never_quiet(e),
                 .rolled = e->rolled };

    for (uint32_t i = 0; i < vec_len(dae->state); i++)
        vec_push(&e->d->run, r.state, e->f->var[dae->state[i]].name);
    find_systems(e, &r);
    find_places(e, &r);
    return r;
}

/* ---- as text ------------------------------------------------------------------------------------------- */

enum { MOST_SYSTEMS = 40, MOST_NAMES = 60 };

static void text_systems(const Report *r, FILE *out)
{
    const uint32_t n = vec_len(r->system);

    if (n > 0)
        fprintf(out, "systems of equations\n");
    for (uint32_t i = 0; i < n && i < MOST_SYSTEMS; i++) {
        const ReportSystem *s = &r->system[i];
        fprintf(out, "  %-10s %5u equations torn to %u", s->kind, s->equations, s->torn);
        if (s->elements > 0)
            fprintf(out, " and %u switching element%s", s->elements, s->elements > 1 ? "s" : "");
        fprintf(out, ", matrix at %s rate (%s)\n", s->rate, *s->where ? s->where : "model");
    }
    if (n > MOST_SYSTEMS)
        fprintf(out, "  and %u more\n", n - MOST_SYSTEMS);
    fprintf(out,
            "largest system     %u unknowns at once at transition or step rate (tearing variables and "
            "torques are solved for one after the other)\n",
            r->largest);
}

static void text_states(const Report *r, FILE *out)
{
    const uint32_t n = vec_len(r->state);

    fprintf(out, "%-18s %u", "states", n);
    for (uint32_t i = 0; i < n && i < MOST_NAMES; i++)
        fprintf(out, "%s %s", i ? "," : ":", r->state[i]);
    fprintf(out, n > MOST_NAMES ? ", ...\n" : "\n");
}

/* A power of ten where there are too many for digits. */
static const char *large_number(Dtc *d, double log10_of)
{
    return log10_of < 15 ? textf(d, "%.0f", round(pow(10, log10_of))) : textf(d, "1e%.1f", log10_of);
}

static void text_places(Dtc *d, const Report *r, FILE *out)
{
    const uint32_t elements = vec_len(r->element), automata = vec_len(r->automaton), nets = vec_len(r->net);

    fprintf(out, "switching elements %u", elements);
    for (uint32_t i = 0; i < elements && i < MOST_NAMES; i++)
        fprintf(out, "%s %s", i ? "," : ":", r->element[i].name);
    fprintf(out, "\nautomata           %u", automata);
    for (uint32_t i = 0; i < automata; i++)
        fprintf(out, "%s %s (%u places)", i ? "," : ":", r->automaton[i].name, r->automaton[i].places);
    for (uint32_t i = 0; i < nets; i++)
        fprintf(out, "%s %s (%u places)",
                i ? "," : "\nnets               of more than one token:", r->net[i].name, r->net[i].places);
    fprintf(out, "\nconfigurations     %s (2^%u of stuck elements", large_number(d, r->structures), elements);
    if (automata + nets > 0)
        fprintf(out, nets > 0 ? ", and places of automata and nets" : ", and places of automata");
    fprintf(out, "); %s with forward, backward and without capacity apart\n", large_number(d, r->places));
}

static void text_count(const char *title, const Count *n, FILE *out)
{
    fprintf(out, "  %-18s", title);
    for (int k = 0; k < OF_COUNT; k++)
        fprintf(out, " %12llu", (unsigned long long)n->of[k]);
    fprintf(out, " %12llu\n", (unsigned long long)count_all(n));
}

static void text_costs(const ModelCost *m, const char *why_not_quiet, FILE *out)
{
    const Count setup = count_add(m->setup.step, m->setup.transition),
                tune = count_add(m->tune.step, m->tune.transition);

    fprintf(out, "operations, worst case");
    for (int k = 0; k < OF_COUNT; k++)
        fprintf(out, "%*s", k ? 13 : 11, report_kinds[k]);
    fprintf(out, "%13s\n", "all");
    if (!why_not_quiet)
        text_count("a quiet step", &m->quiet.step, out);
    text_count("a step", &m->step.step, out);
    text_count("a transition more", &m->step.transition, out);
    text_count("setup", &setup, out);
    text_count("tune", &tune, out);
    if (why_not_quiet)
        fprintf(out, "  no quiet step (%s): each has all of this\n", why_not_quiet);
    for (uint32_t i = 0; i < vec_len(m->unbounded); i++)
        fprintf(out, "  a loop of %s has no bound that is known here: counted once\n", m->unbounded[i]);
    for (uint32_t i = 0; i < vec_len(m->unknown); i++)
        fprintf(out, "  %s is called, and what it costs is not known\n", m->unknown[i]);
    fprintf(out,
            "memory             %llu bytes for an instance, %llu of constant tables, no heap; stack %llu of "
            "a step, %llu of setup, %llu of tune\n",
            (unsigned long long)m->instance, (unsigned long long)m->constants,
            (unsigned long long)m->step.stack, (unsigned long long)m->setup.stack,
            (unsigned long long)m->tune.stack);
}

/* What equal components repeat; nothing of models that have no such, but where there are MANY statements. */
enum { MANY = 1000 };
static void text_rolled(const Rolled *r, FILE *out)
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

void report_text(Dtc *d, const Report *r, FILE *out)
{
    fprintf(out, "model              %s\n", r->model);
    fprintf(out, "method             %s", r->method);
    if (r->step > 0)
        fprintf(out, ", step %g s", r->step);
    fprintf(out,
            "\nequations          %u flat, %u after aliases and constants, %u after index reduction, %u "
            "needed (%u of them assignments)\n",
            r->flat, r->simple, r->reduced, r->needed, r->assigned);
    text_states(r, out);
    text_systems(r, out);
    text_places(d, r, out);
    text_costs(&r->cost, r->why_not_quiet, out);
    text_rolled(&r->rolled, out);
}
