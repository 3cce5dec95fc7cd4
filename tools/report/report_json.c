/* report_json.c - dtc --report --format json: all of a report, names without end. Cost: linear in it. */
#include "json.h"
#include "report.h"

static void systems(Json *j, const Report *r)
{
    json_begin(j, "systems", '[');
    for (uint32_t i = 0; i < vec_len(r->system); i++) {
        const ReportSystem *s = &r->system[i];
        json_begin(j, NULL, '{');
        json_text(j, "kind", s->kind);
        json_whole(j, "equations", s->equations);
        json_whole(j, "torn", s->torn);
        json_whole(j, "elements", s->elements);
        json_text(j, "matrix_rate", s->rate);
        json_text(j, "component", s->where);
        json_end(j);
    }
    json_end(j);
    json_whole(j, "largest_system", r->largest);
}

static void elements(Json *j, const char *key, const ReportElement *list)
{
    json_begin(j, key, '[');
    for (uint32_t i = 0; i < vec_len(list); i++) {
        json_begin(j, NULL, '{');
        json_text(j, "name", list[i].name);
        json_whole(j, "places", list[i].places);
        json_end(j);
    }
    json_end(j);
}

static void names(Json *j, const char *key, const char *const *list)
{
    json_begin(j, key, '[');
    for (uint32_t i = 0; i < vec_len(list); i++)
        json_text(j, NULL, list[i]);
    json_end(j);
}

static void operations(Json *j, const char *key, Count n)
{
    json_begin(j, key, '{');
    for (int k = 0; k < OF_COUNT; k++)
        json_whole(j, report_kinds[k], n.of[k]);
    json_whole(j, "all", count_all(&n));
    json_end(j);
}

static void costs(Json *j, const ModelCost *m, const char *why_not_quiet)
{
    json_begin(j, "operations", '{');
    if (!why_not_quiet)
        operations(j, "quiet_step", m->quiet.step);
    operations(j, "step", m->step.step);
    operations(j, "transition", m->step.transition);
    operations(j, "setup", count_add(m->setup.step, m->setup.transition));
    operations(j, "tune", count_add(m->tune.step, m->tune.transition));
    json_end(j);
    json_text(j, "no_quiet_step", why_not_quiet ? why_not_quiet : "");
    names(j, "unbounded", m->unbounded);
    names(j, "unknown", m->unknown);
    json_begin(j, "memory", '{');
    json_whole(j, "instance", m->instance);
    json_whole(j, "constants", m->constants);
    json_whole(j, "stack_step", m->step.stack);
    json_whole(j, "stack_setup", m->setup.stack);
    json_whole(j, "stack_tune", m->tune.stack);
    json_end(j);
}

static void rolled(Json *j, const Rolled *r)
{
    json_begin(j, "loops", '{');
    json_whole(j, "statements", r->statements);
    json_whole(j, "within", r->rolled);
    json_whole(j, "unlike_signs", r->unlike[0]);
    json_whole(j, "unlike_numbers", r->unlike[1]);
    json_whole(j, "unlike_names", r->unlike[2]);
    json_end(j);
}

void report_json(Dtc *d, const Report *r, FILE *out)
{
    Json j;

    json_document(&j, d, out, "dtc report");
    json_text(&j, "model", r->model);
    json_text(&j, "method", r->method);
    json_number(&j, "step", r->step);
    json_begin(&j, "equations", '{');
    json_whole(&j, "flat", r->flat);
    json_whole(&j, "simplified", r->simple);
    json_whole(&j, "reduced", r->reduced);
    json_whole(&j, "needed", r->needed);
    json_whole(&j, "assignments", r->assigned);
    json_end(&j);
    names(&j, "states", r->state);
    systems(&j, r);
    elements(&j, "switching_elements", r->element);
    elements(&j, "automata", r->automaton);
    elements(&j, "nets", r->net);
    json_number(&j, "log10_structures", r->structures);
    json_number(&j, "log10_places", r->places);
    costs(&j, &r->cost, r->why_not_quiet);
    rolled(&j, &r->rolled);
    json_end(&j);
}
