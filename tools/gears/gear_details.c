/* gear_details.c - what there is of each gear, as grids: a row for each member, element, flange of a set, a column for
 * each gear, of a variator for each of its inputs. Tables, pages and JSON are made of them.
 *
 * Cost: linear in what is told, but for the torques of sets.
 */
#include <string.h>
#include "gear_output.h"
#include "gears.h"

enum { ACROSS = 10, FIRST = 22, CELL = 9 };        /* columns of one table, their widths */

static Cell known(const Train *t, bool floats, Fraction f) { return floats ? cell_text("free") : gear_fraction(t, f); }

/* ---- members and elements ------------------------------------------------------------------------------ */

static Cell speed_of_member(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    const Train *t = r->train;
    uint32_t b = 0;

    while (t->body[b].member != row)
        b++;
    return t->member[row].housing || only_planets(t, row) ? cell_nothing()
                                                          : known(t, s->floats[b], body_speed(s, b, k));
}

static Cell slip_of_element(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    const Train *t = r->train;

    return t->element[row].idle || t->element[row].slips ? cell_nothing()
         : is_engaged(s, row)                            ? cell_text("-")
                              : known(t, slip_floats(t, s, row), slip_of(t, s, row, k));
}

static Cell torque_of_element(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    return is_engaged(s, row) ? gear_fraction(r->train, s->element_torque[row * s->drivers + k])
                              : cell_nothing();
}

/* ---- sets ---------------------------------------------------------------------------------------------- */

static uint32_t parts(const GearSet *g, bool planets) { return planets ? vec_len(g->planet) : vec_len(g->port); }

/* Ports of all sets, one after the other; or planets. */
static const SetPort *part(const Train *t, uint32_t row, bool planets, const GearSet **set)
{
    for (*set = t->set; row >= parts(*set, planets); (*set)++)
        row -= parts(*set, planets);
    return planets ? &(*set)->planet[row] : &(*set)->port[row];
}

static uint32_t all_parts(const Train *t, bool planets)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < vec_len(t->set); i++)
        n += parts(&t->set[i], planets);
    return n;
}

static const char *part_name(const Train *t, uint32_t row, bool planets)
{
    const GearSet *set;
    const char *role = part(t, row, planets, &set)->role;

    return internf(t->d, "%s.%s", set_name(t, set), role);
}

static const char *name_of_port(const Train *t, uint32_t row) { return part_name(t, row, false); }
static const char *name_of_planet(const Train *t, uint32_t row) { return part_name(t, row, true); }

static Cell torque_of_set(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    const GearSet *set;
    const uint32_t body = part(r->train, row, false, &set)->body;

    return gear_fraction(r->train, set_torque(r->train, s, set, body, k));
}

static Cell speed_of_planet(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    const GearSet *set;
    const uint32_t b = part(r->train, row, true, &set)->body, c = set->carrier;

    return known(r->train, s->floats[b] || s->floats[c], fr_sub(body_speed(s, b, k), body_speed(s, c, k)));
}

/* Power that a flange of a set gives to its shaft, for power 1 at the input; with * where it goes round. */
static Cell power_of_set(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    const Train *t = r->train;
    const GearSet *set;
    const uint32_t body = part(t, row, false, &set)->body, node = power_node_set(t, (uint32_t)(set - t->set));
    const PowerEdge *edge = power_edges(t, s);

    (void)k;
    for (uint32_t i = 0; i < vec_len(edge); i++) {
        const bool out = edge[i].from == node && edge[i].to == body,
                   in = edge[i].to == node && edge[i].from == body;
        const Fraction f = out ? edge[i].power : fr_neg(edge[i].power);
        if (out || in)
            return edge[i].recirculates ? cell_text(internf(t->d, "%.5g*", fr_value(f)))
                                        : gear_fraction(t, f);
    }
    return edge ? gear_fraction(t, FR_ZERO) : cell_nothing();
}

/* ---- of the whole gear --------------------------------------------------------------------------------- */

static Cell efficiency(const Train *t, const Loss *l)
{
    return !l || l->count == FLOW_UNKNOWN ? cell_nothing()
         : l->count == FLOW_NONE          ? cell_text("locks")
         : l->count == FLOW_SEVERAL       ? cell_text(internf(t->d, "%.5g!", fr_value(l->efficiency)))
                                          : gear_fraction(t, l->efficiency);
}

static const char *name_of_whole(const Train *t, uint32_t row)
{
    static const char *const name[] = { "step to the next", "efficiency, driving", "efficiency, coasting" };

    return row < 3 ? name[row] : internf(t->d, "inertia at %s", port_name(t, row - 3));
}

static Cell of_whole(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    Fraction step;

    (void)k;
    if (s->class != STATE_GEAR || fr_is_zero(s->ratio))
        return cell_nothing();
    if (row == 0)
        return gear_step(r, (uint32_t)(s - r->state), &step) ? gear_fraction(r->train, step) : cell_nothing();
    if (row < 3)
        return efficiency(r->train, s->loss ? &s->loss[row - 1] : NULL);
    return fr_is_zero(s->inertia[row - 3]) ? cell_nothing() : gear_fraction(r->train, s->inertia[row - 3]);
}

void gear_grids(const Train *t, GearGrid *grids)
{
    const uint32_t members = vec_len(t->member), elements = vec_len(t->element), ports = all_parts(t, false);
    const GearGrid all[GEAR_GRIDS] = {
        { "Of each gear", "whole", 3 + vec_len(t->port), name_of_whole, of_whole, false },
        { "Speed of members, for 1 at the input", "speed", members, member_name, speed_of_member, false },
        { "Slip of open elements", "slip", elements, element_name, slip_of_element, false },
        { "Speed of planets against their carrier", "planet", all_parts(t, true), name_of_planet,
          speed_of_planet, false },
        { "Torque of elements, for 1 at the input", "element", elements, element_name, torque_of_element,
          true },
        { "Torque of sets on their shafts", "set", ports, name_of_port, torque_of_set, true },
        { "Power of sets into their shafts (* goes round)", NULL, ports, name_of_port, power_of_set, true },
    };

    memcpy(grids, all, sizeof all);
}

Cell gear_shown(const GearReport *r, const GearGrid *g, const State *s, uint32_t row, uint32_t k)
{
    const Cell c = g->value(r, s, row, k);

    return c.kind == CELL_FRACTION ? cell_number(c.x) : c;
}

/* ---- tables -------------------------------------------------------------------------------------------- */

/* A column: speeds for 1 at the basis k, torques for 1 at the driver k. */
typedef struct { uint32_t state, k; } Column;

static const char *head(const GearReport *r, Column c, bool torques)
{
    const State *s = &r->state[c.state];
    const char *name = state_name(r, c.state);

    return gear_columns(s, torques) < 2
             ? name
             : internf(r->train->d, "%s/%s", name,
                       port_name(r->train, torques ? s->driver[c.k] : s->basis[c.k]));
}

/* A title that is too long for the first column stands above. */
static void table(Sheet *s, const GearReport *r, const GearGrid *g, const Column *column, const uint32_t *row,
                  uint32_t from)
{
    const uint32_t to = from + ACROSS < vec_len(column) ? from + ACROSS : vec_len(column);
    const bool above = strlen(g->title) >= FIRST;

    sheet_table(s, "", from == 0 && above ? g->title : NULL);
    sheet_look(s, (SheetLook){ .apart = 1 });
    sheet_columns(s, SET_WIDE(from == 0 && !above ? g->title : "", CELLS_LEFT, -FIRST));
    for (uint32_t i = from; i < to; i++)
        sheet_columns(s, SET_WIDE(head(r, column[i], g->torques), CELLS_RIGHT, -CELL));
    for (uint32_t k = 0; k < vec_len(row); k++) {
        sheet_cells(s, cell_text(internf(s->d, "  %s", g->name(r->train, row[k]))));
        for (uint32_t i = from; i < to; i++)
            sheet_cells(s, gear_shown(r, g, &r->state[column[i].state], row[k], column[i].k));
    }
}

/* Rows that are empty are left out. */
static void tables(Sheet *s, const GearReport *r, const GearGrid *g)
{
    Column *column = NULL;
    uint32_t *row = NULL;

    for (uint32_t i = 0; i < vec_len(r->state); i++)
        for (uint32_t k = 0; k < gear_columns(&r->state[i], g->torques); k++)
            vec_push(&s->d->pass, column, ((Column){ i, k }));
    for (uint32_t k = 0; k < g->rows; k++)
        for (uint32_t i = 0; i < vec_len(column); i++)
            if (g->value(r, &r->state[column[i].state], k, column[i].k).kind != CELL_NOTHING) {
                vec_push(&s->d->pass, row, k);
                break;
            }
    for (uint32_t from = 0; row && from < vec_len(column); from += ACROSS)
        table(s, r, g, column, row, from);
}

static void spread(Sheet *s, const GearReport *r)
{
    const State *first = NULL, *last = NULL;

    for (uint32_t i = 0; i < vec_len(r->state); i++) {
        const State *g = &r->state[i];
        if (g->class != STATE_GEAR || fr_sign(g->ratio) <= 0 || vec_len(g->forced))
            continue;
        first = !first || fr_compare(g->ratio, first->ratio) > 0 ? g : first;
        last = !last || fr_compare(g->ratio, last->ratio) < 0 ? g : last;
    }
    if (first && first != last) {
        const Fraction f = fr_div(first->ratio, last->ratio);
        sheet_table(s, "",
                    internf(s->d, "Spread of the forward gears: %s = %.5g", fr_text(s->d, f), fr_value(f)));
    }
}

void gears_details(Sheet *s, const GearReport *r)
{
    GearGrid grids[GEAR_GRIDS];

    gear_grids(r->train, grids);
    for (size_t i = 0; i < GEAR_GRIDS; i++)
        tables(s, r, &grids[i]);
    spread(s, r);
}
