/* sim_scenario.c - inputs over time and parameters that change, as a file gives them (sim_yaml.c), and where the values
 * of that file came from.
 *
 * An input is linear between its points if it is a Real, held if not; before the first point it has the first value,
 * after the last the last. The cursor of each goes forward only. Cost: linear in the points of a run; of a message:
 * linear in the values of the file.
 */
#include <ctype.h>
#include <math.h>
#include <string.h>
#include "dtc_call.h"
#include "sim.h"

/* ---- inputs over time ---------------------------------------------------------------------------------- */

static double input_at(const SimInput *in, double t)
{
    return dtc_call_between(in->time, in->value, vec_len(in->time), in->next, t,
                            in->held || in->var.type != DTC_REAL);
}

void scenario_enter(Scenario *s, double t)
{
    for (uint32_t i = 0; i < vec_len(s->input); i++) {
        SimInput *in = &s->input[i];
        while (in->next + 1 < vec_len(in->time) && in->time[in->next + 1] <= t)
            in->next++;
    }
}

bool scenario_due(const Scenario *s, double t)
{
    for (uint32_t i = 0; i < vec_len(s->tuned); i++)
        if (s->tuned[i].next < vec_len(s->tuned[i].time) && s->tuned[i].time[s->tuned[i].next] <= t)
            return true;
    return false;
}

bool scenario_tune(Scenario *s, const dtc_model_info *info, void *model, double t)
{
    const bool any = scenario_due(s, t);

    for (uint32_t i = 0; i < vec_len(s->tuned); i++) {
        SimInput *in = &s->tuned[i];
        while (in->next < vec_len(in->time) && in->time[in->next] <= t)
            dtc_set(info, model, &in->var, in->value[in->next++]);
    }
    return any;
}

static void tell_late(const SimInput *in, double stop)
{
    char name[200];

    dtc_name(&in->var, name, sizeof name);
    fprintf(stderr, "dtc: warning: %s: its first time, %.9g s, is after the end of the run, %.9g s\n", name,
            in->time[0], stop);
}

void scenario_tell_late(const Scenario *s, double stop)
{
    for (uint32_t i = 0; i < vec_len(s->input); i++)
        if (vec_len(s->input[i].time) > 1 && s->input[i].time[0] > stop)
            tell_late(&s->input[i], stop);
    for (uint32_t i = 0; i < vec_len(s->tuned); i++)
        if (s->tuned[i].time[0] > stop)
            tell_late(&s->tuned[i], stop);
}

double scenario_end(const Scenario *s, double t)
{
    double end = INFINITY;

    for (uint32_t i = 0; i < vec_len(s->input); i++) {
        const SimInput *in = &s->input[i];
        uint32_t k = in->next + (t >= in->time[in->next]);
        if (k < vec_len(in->time))
            end = fmin(end, in->time[k]);
    }
    for (uint32_t i = 0; i < vec_len(s->tuned); i++)
        if (s->tuned[i].next < vec_len(s->tuned[i].time))
            end = fmin(end, s->tuned[i].time[s->tuned[i].next]);
    return end;
}

void scenario_values(const Scenario *s, const dtc_model_info *info, void *model, double t)
{
    for (uint32_t i = 0; i < vec_len(s->input); i++)
        dtc_set(info, model, &s->input[i].var, input_at(&s->input[i], t));
}

void scenario_apply(Scenario *s, const dtc_model_info *info, void *model, double t)
{
    scenario_enter(s, t);
    scenario_values(s, info, model, t);
}

/* ---- where values came from ---------------------------------------------------------------------------- */

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '['; }

/* What may follow a name: the end, an operator, a verb; "a finite" does not name a. */
static bool follows(const char *p)
{
    return *p != ' ' || !isalpha((unsigned char)p[1]) || strncmp(p, " is ", 4) == 0 ||
           strncmp(p, " does ", 6) == 0;
}

/* Does the text name it, n characters, as a whole word? */
static bool names_it(const char *text, const char *name, size_t n)
{
    for (const char *p = text; (p = strchr(p, *name)) != NULL; p++)
        if (strncmp(p, name, n) == 0 && (p == text || (!in_name(p[-1]) && p[-1] != '\'')) && !in_name(p[n]) &&
            follows(p + n))
            return true;
    return false;
}

void scenario_origins(Dtc *d, const Scenario *s, const char *text)
{
    const char *array = "";

    for (uint32_t i = 0; i < vec_len(s->given); i++) {
        const SimGiven *g = &s->given[i];
        size_t whole = strlen(g->name), base = strcspn(g->name, "[");
        if (names_it(text, g->name, whole)) {
            note(d, g->at, NULL, "%s is set to %.10g here", g->name, g->value);
        } else if (base < whole && strncmp(array, g->name, base + 1) != 0 && names_it(text, g->name, base)) {
            note(d, g->at, NULL, "%.*s is set here", (int)base, g->name);
            array = g->name;
        }
    }
}
