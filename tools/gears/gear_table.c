/* gear_table.c - a gear train as tables to read: what moves with what, its gears, what shifts between them. */
#include <stdlib.h>
#include <string.h>
#include "gear_output.h"
#include "gears.h"

enum { FIRST = 18, WIDE = 118 };           /* the first column; a line */

/* Rows alone. */
static void rows(Sheet *s, const char *title, uint32_t apart)
{
    sheet_table(s, "", title);
    sheet_look(s, (SheetLook){ .plain = true, .indent = 2, .apart = (int)apart });
}

static void paragraph(Sheet *s, const char *text) { sheet_table(s, "", text); }

/* ---- structure ----------------------------------------------------------------------------------------- */

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
                    KEY(internf(t->d, "%u %.*s", t->body[t->flange[i].body].member, (int)(dot - path), path)),
                    1);
    }
    return shown;
}

static void members(Sheet *s, const Train *t)
{
    const Map shown = components(t);

    rows(s, "Members: what always turns together", 2);
    sheet_columns(s, SET_WIDE("", CELLS_LEFT, -FIRST), SET_WIDE("", CELLS_LEFT, 0));
    for (uint32_t k = 0; k < vec_len(t->member); k++) {
        const char *first = member_name(t, k), *last = first, *line = "";
        for (uint32_t i = 0; i < vec_len(t->flange); i++) {
            const char *name = flange_name(t, t->flange[i].path);
            if (t->body[t->flange[i].body].member != k || name == last || is_inner(t, &t->flange[i], &shown))
                continue;
            if ((strlen(first) > FIRST ? strlen(first) : FIRST) + strlen(line) + strlen(name) + 6 > WIDE &&
                *line) {
                sheet_cells(s, cell_text(first), cell_text(line));
                first = line = "";
            }
            line = internf(t->d, "%s%s%s", line, *line ? "  " : "", name);
            last = name;
        }
        sheet_cells(s, cell_text(first), cell_text(line));
    }
}

static const char *summand(const Train *t, const char *before, Term term)
{
    const char *number = fr_text(t->d, fr_abs(term.factor)), *sign = fr_sign(term.factor) < 0 ? "-" : "+";
    bool one = strcmp(number, "1") == 0, first = *before == 0;

    if (term.body == 0)
        return before;
    const char *product = internf(t->d, "%s%s%s", one ? "" : number, one ? "" : "*", body_name(t, term.body));
    return first ? internf(t->d, "%s%s", *sign == '-' ? sign : "", product)
                 : internf(t->d, "%s %s %s", before, sign, product);
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

static void sets(Sheet *s, const Train *t)
{
    rows(s, "Speeds", 2);
    sheet_columns(s, SET_WIDE("", CELLS_LEFT, -FIRST), SET_WIDE("", CELLS_LEFT, 0));
    for (uint32_t i = 0; i < vec_len(t->set); i++)
        for (uint32_t k = 0; k < vec_len(t->set[i].mesh); k++) {
            const Mesh *m = &t->mesh[t->set[i].mesh[k]];
            sheet_cells(s, cell_text(k ? "" : set_name(t, &t->set[i])),
                        cell_text(
                            internf(t->d, "%s%s", mesh_text(t, m), m->redundant ? "  (redundant)" : "")));
        }
}

static void elements(Sheet *s, const Train *t)
{
    rows(s, "Elements", 2);
    sheet_columns(s, SET_WIDE("", CELLS_LEFT, -FIRST), SET_WIDE("", CELLS_LEFT, -14),
                  SET_WIDE("", CELLS_LEFT, 0));
    for (uint32_t i = 0; i < vec_len(t->element); i++) {
        const ShiftElement *e = &t->element[i];
        const bool nowhere =
            e->slips && e->connects[0] == e->connects[1]; /* what it acts on, its slip does not say */
        const char *says = e->idle  ? "does nothing, its sides always turn together"
                         : e->slips ? "slips, holds nothing here"
                                    : "";
        const char *sides = internf(t->d, "%s, %s%s", body_name(t, e->connects[0]),
                                    body_name(t, e->connects[1]), *says ? ": " : "");
        sheet_cells(s, cell_text(element_name(t, i)), cell_text(element_kind(e)),
                    cell_text(internf(t->d, "%s%s", nowhere ? "" : sides, says)));
    }
}

/* ---- gears --------------------------------------------------------------------------------------------- */

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
                           linear_text(t, &s->speed[t->port[p].body * s->bases], s->basis, s->bases));
    }
    return text;
}

static const char *elements_of(const Train *t, const State *s)
{
    const char *text = "";

    for (uint32_t i = 0; i < vec_len(s->engaged); i++) {
        const uint32_t e = s->engaged[i];
        text = internf(t->d, "%s%s%s", text, *text ? "  " : "", element_name(t, e));
        if (is_plain(t) && s->drivers == 1)
            text = internf(t->d, "%s %s", text, fr_text(t->d, s->element_torque[e]));
        else if (s->drivers)
            text = internf(t->d, "%s (%s)", text,
                           linear_text(t, &s->element_torque[e * s->drivers], s->driver, s->drivers));
    }
    return !vec_len(s->fighting) ? text
                                 : internf(t->d, "%s%s; %s %s", text, *text ? "  " : "",
                                           s->class == STATE_TIE_UP ? "these fight:" : "held by",
                                           element_names(t, s->fighting, " "));
}

static const char *ports_text(const Train *t, bool output)
{
    const char *text = NULL;

    for (uint32_t p = 0; p < vec_len(t->port); p++)
        if (t->port[p].output == output)
            text = text ? internf(t->d, "%s, %s", text, port_name(t, p)) : port_name(t, p);
    return text ? text : "";
}

static void gears(Sheet *s, const GearReport *r)
{
    const Train *t = r->train;
    const bool plain = is_plain(t);
    const char *of = plain ? internf(t->d, "for 1 at %s", port_name(t, 0)) : "by those at inputs and outputs";

    sheet_table(
        s, "",
        internf(t->d, "Gears from %s to %s: ratio of their speeds; torques %s, in the direction of the slip",
                ports_text(t, false), ports_text(t, true), of));
    sheet_look(s, (SheetLook){ .indent = 2 });
    sheet_columns(s, SET_WIDE("gear", CELLS_LEFT, 4), SET_WIDE(plain ? "ratio" : "", CELLS_RIGHT, -10),
                  SET_WIDE(plain ? "exact" : "speeds", CELLS_LEFT, 8), SET_WIDE("holds", CELLS_LEFT, 6),
                  SET_WIDE("elements, each with its torque", CELLS_LEFT, 0));
    for (uint32_t k = 0; k < vec_len(r->state); k++) {
        const State *state = &r->state[k];
        const char *exact = ratio_text(t, state);
        sheet_cells(s, cell_text(state_name(r, k)),
                    cell_text(plain && *exact ? internf(t->d, "%.5f", fr_value(state->ratio)) : ""),
                    cell_text(exact),
                    cell_text(state->class == STATE_GEAR ? state_holds(t, state)
                                                         : state_class_name[state->class]),
                    cell_text(elements_of(t, state)));
    }
    if (!vec_len(r->state))
        sheet_note(s, "  no set of elements makes a ratio");
}

/* ---- all configurations -------------------------------------------------------------------------------- */

typedef struct { FILE *out; const Train *train; } Listing;

static void print_configuration(void *to, uint32_t set, const Configuration *c)
{
    const Listing *list = to;
    const Train *t = list->train;
    const bool gear = c->class == STATE_GEAR && t->inputs == 1;

    fprintf(list->out, "  %7u  %-10s  %10s  %-12s ", c->freedoms, state_class_name[c->class],
            gear ? internf(t->d, "%.5f", fr_value(c->ratio)) : "", gear ? fr_text(t->d, c->ratio) : "");
    for (uint32_t e = 0; e < vec_len(t->element); e++)
        if (set >> e & 1)
            fprintf(list->out, " %s", element_name(t, e));
    fputc('\n', list->out);
}

/* As they come: there may be 2^MOST_LISTED, more than a sheet is for. */
void gears_print_all(FILE *out, const Train *t)
{
    Listing list = { out, t };

    fprintf(out, "\nAll configurations\n  freedoms  %-10s  %10s  %-12s  engaged\n", "class", "ratio",
            "exact");
    (void)all_configurations(t, print_configuration, &list);
}

/* ---- shifts -------------------------------------------------------------------------------------------- */

/* Between neighbours, as they are given. */
static void shifts(Sheet *s, const GearReport *r)
{
    const Train *t = r->train;

    rows(s, "Shifts: what lets go, what takes over", 1);
    sheet_columns(s, SET_WIDE("", CELLS_LEFT, -8), SET_WIDE("", CELLS_LEFT, -19),
                  SET_WIDE("", CELLS_LEFT, 0));
    for (uint32_t k = 1; k < vec_len(r->state); k++) {
        const GearShift g = shift_of(t, &r->state[k - 1], &r->state[k]);
        sheet_cells(s, cell_text(internf(t->d, "%s-%s", state_name(r, k - 1), state_name(r, k))),
                    cell_text(!g.single   ? ""
                              : g.one_way ? "by a freewheel"
                              : g.sleeve  ? "by sleeves"
                                          : "clutch to clutch"),
                    cell_text(internf(t->d, "%s%s%s%s%s", vec_len(g.off) ? "-" : "",
                                      element_names(t, g.off, "  -"),
                                      vec_len(g.off) && vec_len(g.on) ? "  " : "", vec_len(g.on) ? "+" : "",
                                      element_names(t, g.on, "  +"))));
    }
}

Sheet gears_text(const GearReport *r, bool details)
{
    const Train *t = r->train;
    Sheet s = sheet_new(t->d, t->f->name);
    bool redundant = false;

    paragraph(&s, internf(t->d, "%s: %u freedom%s, %u elements", t->f->name, t->freedoms,
                          t->freedoms == 1 ? "" : "s", vec_len(t->element)));
    members(&s, t);
    sets(&s, t);
    elements(&s, t);
    gears(&s, r);
    if (r->given)
        shifts(&s, r);
    for (uint32_t k = 0; k < vec_len(r->state); k++)
        redundant |= r->state[k].redundant;
    if (redundant)
        paragraph(&s,
                  "Where more elements hold than it takes, their torques are those of least sum of squares.");
    if (t->decimal)
        paragraph(&s, "A ratio is typed as a decimal number, and taken as that fraction.");
    if (details)
        gears_details(&s, r);
    return s;
}
