/* gear_details.c - what there is of each gear, as tables on the terminal: a column for each gear, a row for each
 * member, element, flange of a set.
 *
 * A variator has a column for each of its inputs. Cost: linear in what is printed, but for the torques of sets.
 */
#include <stdarg.h>
#include <string.h>
#include "gear_output.h"
#include "gears.h"

enum { ACROSS = 10, FIRST = 22, CELL = 9 };        /* columns of one table, their widths */

/* A column: speeds for 1 at the basis k, torques for 1 at the driver k. */
typedef struct { uint32_t state, k; } Column;

static const char *number(Dtc *d, Fraction f)
{
    return fr_is_zero(f) ? "0" : internf(d, "%.5g", fr_value(f));
}

/* ---- one table --------------------------------------------------------------------------------------------------- */

static const char *head(const GearReport *r, Column c, bool torques)
{
    const State *s = &r->state[c.state];
    const Train *t = r->train;
    uint32_t n = torques ? s->drivers : s->bases;

    if (n < 2)
        return state_name(r, c.state);
    return internf(t->d, "%s/%s", state_name(r, c.state),
                   port_name(t, torques ? s->driver[c.k] : s->basis[c.k]));
}

static bool row_is_empty(const GearReport *r, const GearGrid *g, const Column *column, uint32_t row)
{
    for (uint32_t i = 0; i < vec_len(column); i++)
        if (*g->value(r, &r->state[column[i].state], row, column[i].k))
            return false;
    return true;
}

static void print_part(FILE *out, const GearReport *r, const GearGrid *g, const Column *column, uint32_t from,
                       bool *titled)
{
    uint32_t to = from + ACROSS < vec_len(column) ? from + ACROSS : vec_len(column);

    fprintf(out, "\n%-*s", FIRST, *titled ? "" : g->title);
    if (!*titled && strlen(g->title) >= FIRST)
        fprintf(out, "\n%-*s", FIRST, "");
    *titled = true;
    for (uint32_t i = from; i < to; i++)
        fprintf(out, " %*s", CELL, head(r, column[i], g->torques));
    fputc('\n', out);
    for (uint32_t row = 0; row < g->rows; row++) {
        if (row_is_empty(r, g, column, row))
            continue;
        fprintf(out, "  %-*s", FIRST - 2, g->name(r, NULL, row, 0));
        for (uint32_t i = from; i < to; i++)
            fprintf(out, " %*s", CELL, g->value(r, &r->state[column[i].state], row, column[i].k));
        fputc('\n', out);
    }
}

static void print_grid(FILE *out, const GearReport *r, const GearGrid *g)
{
    Column *column = NULL;
    bool any = false, titled = false;

    for (uint32_t i = 0; i < vec_len(r->state); i++)
        for (uint32_t k = 0; k < (g->torques ? r->state[i].drivers : r->state[i].bases); k++)
            vec_push(&r->train->d->pass, column, ((Column){ i, k }));
    for (uint32_t row = 0; row < g->rows; row++)
        any |= !row_is_empty(r, g, column, row);
    for (uint32_t from = 0; any && from < vec_len(column); from += ACROSS)
        print_part(out, r, g, column, from, &titled);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

typedef struct { uint32_t set, port; } SetRow;

/* Ports of all sets, one after the other; or planets. */
static SetRow set_row(const Train *t, uint32_t row, bool planets)
{
    for (uint32_t i = 0; i < vec_len(t->set); i++) {
        uint32_t n = planets ? vec_len(t->set[i].planet) : vec_len(t->set[i].port);
        if (row < n)
            return (SetRow){ i, row };
        row -= n;
    }
    return (SetRow){ 0, 0 };
}

static uint32_t set_rows(const Train *t, bool planets)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < vec_len(t->set); i++)
        n += planets ? vec_len(t->set[i].planet) : vec_len(t->set[i].port);
    return n;
}

static const char *name_of_member(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    (void)s, (void)k;
    return member_name(r->train, row);
}

static const char *speed_of_member(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    const Train *t = r->train;
    uint32_t b = 0;

    while (t->body[b].member != row)
        b++;
    return t->member[row].housing || only_planets(t, row) ? "" :
        s->floats[b]                                   ? "free" :
                                                         number(t->d, body_speed(s, b, k));
}

static const char *name_of_element(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    (void)s, (void)k;
    return element_name(r->train, row);
}

static const char *slip_of_element(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    const Train *t = r->train;

    return t->element[row].idle || t->element[row].slips ? "" :
        is_engaged(s, row)                ? "-" :
        slip_floats(t, s, row)            ? "free" :
                                            number(t->d, slip_of(t, s, row, k));
}

static const char *torque_of_element(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    return is_engaged(s, row) ? number(r->train->d, s->element_torque[row*s->drivers + k]) : "";
}

static const char *name_of_set_port(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    SetRow at = set_row(r->train, row, false);
    const GearSet *set = &r->train->set[at.set];

    (void)s, (void)k;
    return internf(r->train->d, "%s.%s", set_name(r->train, set), set->port[at.port].role);
}

static const char *torque_of_set_port(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    SetRow at = set_row(r->train, row, false);
    const GearSet *set = &r->train->set[at.set];

    return number(r->train->d, set_torque(r->train, s, set, set->port[at.port].body, k));
}

static const char *name_of_planet(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    SetRow at = set_row(r->train, row, true);
    const GearSet *set = &r->train->set[at.set];

    (void)s, (void)k;
    return internf(r->train->d, "%s.%s", set_name(r->train, set), set->planet[at.port].role);
}

static const char *speed_of_planet(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    SetRow at = set_row(r->train, row, true);
    const GearSet *set = &r->train->set[at.set];
    uint32_t b = set->planet[at.port].body;

    return s->floats[b] || s->floats[set->carrier] ?
        "free" :
        number(r->train->d, fr_sub(body_speed(s, b, k), body_speed(s, set->carrier, k)));
}

/* Power that a flange of a set gives to its shaft, for power 1 at the input; with * where it goes round. */
static const char *power_of_set_port(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    const Train *t = r->train;
    SetRow at = set_row(t, row, false);
    uint32_t node = power_node_set(t, at.set), body = t->set[at.set].port[at.port].body;
    const PowerEdge *edge = power_edges(t, s);

    (void)k;
    for (uint32_t i = 0; i < vec_len(edge); i++) {
        bool out = edge[i].from == node && edge[i].to == body, in = edge[i].to == node && edge[i].from == body;
        if (out || in)
            return internf(t->d, "%s%s", number(t->d, out ? edge[i].power : fr_neg(edge[i].power)),
                           edge[i].recirculates ? "*" : "");
    }
    return edge ? "0" : "";
}

/* ---- of the whole gear ------------------------------------------------------------------------------------------- */

static const char *efficiency_text(const Train *t, const Loss *l)
{
    return l->count == FLOW_NONE     ? "locks" :
        l->count == FLOW_UNKNOWN     ? "" :
        internf(t->d, "%s%s", number(t->d, l->efficiency), l->count == FLOW_SEVERAL ? "!" : "");
}

static const char *name_of_whole(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    static const char *const name[] = { "step to the next", "efficiency, driving", "efficiency, coasting" };
    const Train *t = r->train;

    (void)s, (void)k;
    return row < 3 ? name[row] : internf(t->d, "inertia at %s", port_name(t, row - 3));
}

static const char *of_whole(const GearReport *r, const State *s, uint32_t row, uint32_t k)
{
    Fraction step;

    (void)k;
    if (s->class != STATE_GEAR || fr_is_zero(s->ratio))
        return "";
    if (row == 0)
        return gear_step(r, (uint32_t)(s - r->state), &step) ? number(r->train->d, step) : "";
    if (row < 3)
        return s->loss ? efficiency_text(r->train, &s->loss[row - 1]) : "";
    return fr_is_zero(s->inertia[row - 3]) ? "" : number(r->train->d, s->inertia[row - 3]);
}

static void print_spread(FILE *out, const GearReport *r)
{
    const State *first = NULL, *last = NULL;

    for (uint32_t i = 0; i < vec_len(r->state); i++) {
        const State *s = &r->state[i];
        if (s->class != STATE_GEAR || fr_sign(s->ratio) <= 0 || vec_len(s->forced))
            continue;
        first = !first || fr_compare(s->ratio, first->ratio) > 0 ? s : first;
        last = !last || fr_compare(s->ratio, last->ratio) < 0 ? s : last;
    }
    if (first && first != last) {
        Fraction spread = fr_div(first->ratio, last->ratio);
        fprintf(out, "\nSpread of the forward gears: %s = %.5g\n", fr_text(r->train->d, spread), fr_value(spread));
    }
}

void gear_grids(const Train *t, GearGrid *grids)
{
    const GearGrid all[GEAR_GRIDS] = {
        { "Of each gear", 3 + vec_len(t->port), name_of_whole, of_whole, false },
        { "Speed of members, for 1 at the input", vec_len(t->member), name_of_member, speed_of_member, false },
        { "Slip of open elements", vec_len(t->element), name_of_element, slip_of_element, false },
        { "Speed of planets against their carrier", set_rows(t, true), name_of_planet, speed_of_planet, false },
        { "Torque of elements, for 1 at the input", vec_len(t->element), name_of_element, torque_of_element, true },
        { "Torque of sets on their shafts", set_rows(t, false), name_of_set_port, torque_of_set_port, true },
        { "Power of sets into their shafts (* goes round)", set_rows(t, false), name_of_set_port, power_of_set_port,
          true },
    };

    memcpy(grids, all, sizeof all);
}

void gears_print_details(FILE *out, const GearReport *r)
{
    GearGrid grids[GEAR_GRIDS];

    gear_grids(r->train, grids);
    for (size_t i = 0; i < GEAR_GRIDS; i++)
        print_grid(out, r, &grids[i]);
    print_spread(out, r);
}
