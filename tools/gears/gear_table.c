/* gear_table.c - a gear train as tables on the terminal. */
#include <stdlib.h>
#include <string.h>
#include "gear_output.h"
#include "gears.h"

enum { INDENT = 20, WIDE = 118 };

/* ---- structure --------------------------------------------------------------------------------------------------- */

/* Does a component around that of the flange have one of the same member? It is enough to show that one. */
static bool is_inner(const Train *t, const Flange *flange, const Map *shown)
{
    const char *dot = strrchr(flange->path, '.');
    const char *component = dot ? intern(t->d, flange->path, (size_t)(dot - flange->path)) : NULL;

    while (component && (dot = strrchr(component, '.')) != NULL) {
        component = intern(t->d, component, (size_t)(dot - component));
        uint32_t member = t->body[flange->body].member;
        if (strcmp(component, t->sub) != 0 && map_get(shown, KEY(internf(t->d, "%u %s", member, component))))
            return true;
    }
    return false;
}

/* "member component" of all flanges */
static Map components(const Train *t)
{
    Map shown = { 0 };

    for (uint32_t i = 0; i < vec_len(t->flange); i++) {
        const char *path = t->flange[i].path, *dot = strrchr(path, '.');
        if (dot)
            map_set(&t->d->pass, &shown,
                    KEY(internf(t->d, "%u %.*s", t->body[t->flange[i].body].member, (int)(dot - path), path)), 1);
    }
    return shown;
}

static void print_members(FILE *out, const Train *t)
{
    const Map shown = components(t);

    fprintf(out, "Members: what always turns together\n");
    for (uint32_t k = 0; k < vec_len(t->member); k++) {
        int column = fprintf(out, "  %-*s", INDENT - 2, member_name(t, k));
        const char *last = member_name(t, k);
        for (uint32_t i = 0; i < vec_len(t->flange); i++) {
            const char *name = flange_name(t, t->flange[i].path);
            if (t->body[t->flange[i].body].member != k || name == last || is_inner(t, &t->flange[i], &shown))
                continue;
            if (column + (int)strlen(name) + 2 > WIDE)
                column = fprintf(out, "\n%*s", INDENT, "") - 1;
            column += fprintf(out, "  %s", name);
            last = name;
        }
        fputc('\n', out);
    }
}

static const char *summand(const Train *t, const char *before, Term term)
{
    const char *number = fr_text(t->d, fr_abs(term.factor)), *sign = fr_sign(term.factor) < 0 ? "-" : "+";
    bool one = strcmp(number, "1") == 0, first = *before == 0;

    if (term.body == 0)
        return before;
    const char *product = internf(t->d, "%s%s%s", one ? "" : number, one ? "" : "*", body_name(t, term.body));
    return first ? internf(t->d, "%s%s", *sign == '-' ? sign : "", product) :
                   internf(t->d, "%s %s %s", before, sign, product);
}

/* "108*carrier = 70*sun + 38*planet": the carrier on the left, or else the first wheel; in the model's own factors. */
const char *mesh_text(const Train *t, const Mesh *m)
{
    const char *left = "", *right = "";
    uint32_t alone = vec_len(m->term) > 2 ? m->carrier : m->term->body;
    int sign = 1;

    for (uint32_t k = 0; k < vec_len(m->term); k++)
        if (m->term[k].body == alone)
            sign = fr_sign(m->term[k].factor);
    for (uint32_t k = 0; k < vec_len(m->term); k++) {
        bool is_left = m->term[k].body == alone;
        Fraction f = is_left == (sign > 0) ? m->term[k].factor : fr_neg(m->term[k].factor);
        const char **side = is_left ? &left : &right;
        *side = summand(t, *side, (Term){ m->term[k].body, f });
    }
    return internf(t->d, "%s = %s", *left ? left : "0", *right ? right : "0");
}

static void print_sets(FILE *out, const Train *t)
{
    fprintf(out, "\nSpeeds\n");
    for (uint32_t i = 0; i < vec_len(t->set); i++)
        for (uint32_t k = 0; k < vec_len(t->set[i].mesh); k++) {
            const Mesh *m = &t->mesh[t->set[i].mesh[k]];
            fprintf(out, "  %-*s  %s%s\n", INDENT - 2, k ? "" : set_name(t, &t->set[i]), mesh_text(t, m),
                   m->redundant ? "  (redundant)" : "");
        }
}

static void print_elements(FILE *out, const Train *t)
{
    fprintf(out, "\nElements\n");
    for (uint32_t i = 0; i < vec_len(t->element); i++) {
        const ShiftElement *e = &t->element[i];
        bool nowhere = e->slips && e->connects[0] == e->connects[1];       /* what it acts on, its slip does not say */
        const char *sides = internf(t->d, "%s, %s: ", body_name(t, e->connects[0]), body_name(t, e->connects[1]));
        const char *says = e->idle  ? "does nothing, its sides always turn together" :
                           e->slips ? "slips, holds nothing here" :
                                      "";
        fprintf(out, "  %-*s  %-14s  %.*s%s\n", INDENT - 2, element_name(t, i), element_kind(e),
                nowhere ? 0 : (int)strlen(sides) - (*says ? 0 : 2), sides, says);
    }
}

/* ---- gears ------------------------------------------------------------------------------------------------------- */

static bool is_plain(const Train *t) { return vec_len(t->port) == 2; }

/* With more than an input and an output, their speeds: what depends on others as a sum of them. */
static const char *ratio_text(const Train *t, const State *s)
{
    const char *text = "";

    if (is_plain(t))
        return s->class == STATE_GEAR ? fr_text(t->d, s->ratio) : "";
    for (uint32_t p = 0; p < vec_len(t->port); p++) {
        bool given = false;
        for (uint32_t k = 0; k < s->bases; k++)
            given |= s->basis[k] == p;
        if (!given)
            text = internf(t->d, "%s%s%s = %s", text, *text ? ", " : "", port_name(t, p),
                           linear_text(t, &s->speed[t->port[p].body*s->bases], s->basis, s->bases));
    }
    return text;
}

static int widest(const GearReport *r, const char *(*text)(const GearReport *r, uint32_t k), int least)
{
    for (uint32_t k = 0; k < vec_len(r->state); k++) {
        int n = (int)strlen(text(r, k));
        least = n > least ? n : least;
    }
    return least;
}

static const char *exact_of(const GearReport *r, uint32_t k) { return ratio_text(r->train, &r->state[k]); }

static const char *when_of(const GearReport *r, uint32_t k)
{
    return r->state[k].class == STATE_GEAR ? state_holds(r->train, &r->state[k]) : state_class_name[r->state[k].class];
}

static void print_elements_of(FILE *out, const Train *t, const State *s)
{
    for (uint32_t i = 0; i < vec_len(s->engaged); i++) {
        uint32_t e = s->engaged[i];
        fprintf(out, "  %s", element_name(t, e));
        if (is_plain(t) && s->drivers == 1)
            fprintf(out, " %s", fr_text(t->d, s->element_torque[e]));
        else if (s->drivers)
            fprintf(out, " (%s)", linear_text(t, &s->element_torque[e*s->drivers], s->driver, s->drivers));
    }
    if (vec_len(s->fighting))
        fprintf(out, "  ; %s", s->class == STATE_TIE_UP ? "these fight:" : "held by");
    for (uint32_t i = 0; i < vec_len(s->fighting); i++)
        fprintf(out, " %s", element_name(t, s->fighting[i]));
}

static void print_gears(FILE *out, const GearReport *r)
{
    const Train *t = r->train;
    int name = widest(r, state_name, 4), exact = widest(r, exact_of, 8), holds = widest(r, when_of, 6);

    fprintf(out, "  %-*s  %10s  %-*s  %-*s  elements, each with its torque\n", name, "gear", is_plain(t) ? "ratio" : "",
           exact, is_plain(t) ? "exact" : "speeds", holds, "holds");
    for (uint32_t k = 0; k < vec_len(r->state); k++) {
        const State *s = &r->state[k];
        const char *ratio = is_plain(t) && *exact_of(r, k) ? internf(t->d, "%.5f", fr_value(s->ratio)) : "";
        fprintf(out, "  %-*s  %10s  %-*s  %-*s", name, state_name(r, k), ratio, exact, exact_of(r, k), holds,
                when_of(r, k));
        print_elements_of(out, t, s);
        fputc('\n', out);
    }
}

static const char *ports_text(const Train *t, bool output)
{
    const char *text = NULL;

    for (uint32_t p = 0; p < vec_len(t->port); p++)
        if (t->port[p].output == output)
            text = text ? internf(t->d, "%s, %s", text, port_name(t, p)) :
                          port_name(t, p);
    return text ? text : "";
}

/* ---- all configurations ------------------------------------------------------------------------------------------ */

typedef struct { FILE *out; const Train *train; } Listing;

static void print_configuration(void *to, uint32_t set, const Configuration *c)
{
    const Listing *list = to;
    const Train *t = list->train;
    FILE *out = list->out;
    bool gear = c->class == STATE_GEAR && t->inputs == 1;

    fprintf(out, "  %7u  %-10s  %10s  ", c->freedoms, state_class_name[c->class],
           gear ? internf(t->d, "%.5f", fr_value(c->ratio)) : "");
    fprintf(out, "%-12s ", gear ? fr_text(t->d, c->ratio) : "");
    for (uint32_t e = 0; e < vec_len(t->element); e++)
        if (set >> e & 1)
            fprintf(out, " %s", element_name(t, e));
    fputc('\n', out);
}

void gears_print_all(FILE *out, const Train *t)
{
    Listing list = { out, t };

    fprintf(out, "\nAll configurations\n  freedoms  %-10s  %10s  %-12s  engaged\n", "class", "ratio", "exact");
    (void)all_configurations(t, print_configuration, &list);
}

/* ---- shifts ------------------------------------------------------------------------------------------------------ */

static void print_list(FILE *out, const Train *t, const char *sign, const uint32_t *element)
{
    for (uint32_t i = 0; i < vec_len(element); i++)
        fprintf(out, "  %s%s", sign, element_name(t, element[i]));
}

/* Between neighbours, as they are given. */
static void print_shifts(FILE *out, const GearReport *r)
{
    const Train *t = r->train;

    fprintf(out, "\nShifts: what lets go, what takes over\n");
    for (uint32_t k = 1; k < vec_len(r->state); k++) {
        const GearShift s = shift_of(t, &r->state[k - 1], &r->state[k]);
        fprintf(out, "  %-8s %-18s", internf(t->d, "%s-%s", state_name(r, k - 1), state_name(r, k)),
               !s.single ? "" : s.one_way ? "by a freewheel" : s.sleeve ? "by sleeves" : "clutch to clutch");
        print_list(out, t, "-", s.off);
        print_list(out, t, "+", s.on);
        fputc('\n', out);
    }
}

void gears_print(FILE *out, const GearReport *r)
{
    const Train *t = r->train;

    fprintf(out, "%s: %u freedom%s, %u elements\n\n", t->f->name, t->freedoms, t->freedoms == 1 ? "" : "s",
           vec_len(t->element));
    print_members(out, t);
    if (vec_len(t->mesh))
        print_sets(out, t);
    if (vec_len(t->element))
        print_elements(out, t);
    fprintf(out, "\nGears from %s to %s: ratio of their speeds; torques ", ports_text(t, false), ports_text(t, true));
    if (is_plain(t))
        fprintf(out, "for 1 at %s, in the direction of the slip\n", port_name(t, 0));
    else
        fprintf(out, "by those at inputs and outputs, in the direction of the slip\n");
    print_gears(out, r);
    if (!vec_len(r->state))
        fprintf(out, "  no set of elements makes a ratio\n");
    if (r->given && vec_len(r->state) > 1)
        print_shifts(out, r);
    bool redundant = false;
    for (uint32_t k = 0; k < vec_len(r->state); k++)
        redundant |= r->state[k].redundant;
    if (redundant)
        fprintf(out, "\nWhere more elements hold than it takes, their torques are those of least sum of squares.\n");
    if (t->decimal)
        fprintf(out, "\nA ratio is typed as a decimal number, and taken as that fraction.\n");
}
