/* gear_data.c - a gear train and its gears as tables for programs: all that there is to tell, exact. Their columns
 * stand in docs/gears.md. Cost: linear in what is told, but for the torques of sets.
 */
#include <string.h>
#include "gear_output.h"
#include "gears.h"

static Cell body(const Train *t, uint32_t b) { return cell_text(body_name(t, b)); }
static Cell nonzero(const Train *t, Fraction f) { return fr_is_zero(f) ? cell_nothing() : gear_fraction(t, f); }

/* A table and the keys of its columns. */
#define TABLE(s, key, ...) \
    (sheet_table(s, key, NULL), \
     keys(s, (const char *const[]){ __VA_ARGS__ }, sizeof (const char *const[]){ __VA_ARGS__ } / sizeof(char *)))

static void keys(Sheet *s, const char *const *key, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sheet_columns(s, COLUMN(key[i]));
}

/* ---- structure ----------------------------------------------------------------------------------------- */

static void bodies(Sheet *s, const Train *t)
{
    TABLE(s, "bodies", "body", "member", "housing", "inertia");
    for (uint32_t b = 0; b < vec_len(t->body); b++)
        sheet_cells(s, body(t, b), cell_text(member_name(t, t->body[b].member)),
                    cell_truth(t->member[t->body[b].member].housing), nonzero(t, t->body[b].inertia));
    TABLE(s, "flanges", "flange", "body");
    for (uint32_t i = 0; i < vec_len(t->flange); i++)
        sheet_cells(s, cell_text(t->flange[i].path), body(t, t->flange[i].body));
    TABLE(s, "ports", "port", "flange", "body", "output");
    for (uint32_t p = 0; p < vec_len(t->port); p++)
        sheet_cells(s, cell_text(port_name(t, p)), cell_text(t->port[p].path), body(t, t->port[p].body),
                    cell_truth(t->port[p].output));
}

static const char *mesh_name(const Train *t, uint32_t i) { return internf(t->d, "%s %u", t->mesh[i].path, i); }

static void meshes(Sheet *s, const Train *t)
{
    TABLE(s, "meshes", "mesh", "path", "set", "carrier", "efficiency", "redundant", "decimal");
    for (uint32_t i = 0; i < vec_len(t->mesh); i++) {
        const Mesh *m = &t->mesh[i];
        sheet_cells(s, cell_text(mesh_name(t, i)), cell_text(m->path),
                    cell_text(set_name(t, &t->set[m->set])), body(t, m->carrier),
                    gear_fraction(t, m->efficiency), cell_truth(m->redundant), cell_truth(m->decimal));
    }
    TABLE(s, "factors", "mesh", "body", "factor");
    for (uint32_t i = 0; i < vec_len(t->mesh); i++)
        for (uint32_t k = 0; k < vec_len(t->mesh[i].term); k++)
            sheet_cells(s, cell_text(mesh_name(t, i)), body(t, t->mesh[i].term[k].body),
                        gear_fraction(t, t->mesh[i].term[k].factor));
}

static void set_ports(Sheet *s, const Train *t, const GearSet *set, const SetPort *port)
{
    for (uint32_t k = 0; k < vec_len(port); k++)
        sheet_cells(s, cell_text(set_name(t, set)), cell_text(port[k].role), body(t, port[k].body),
                    cell_truth(port == set->planet));
}

static void sets(Sheet *s, const Train *t)
{
    TABLE(s, "sets", "set", "class", "carrier");
    for (uint32_t i = 0; i < vec_len(t->set); i++)
        sheet_cells(s, cell_text(set_name(t, &t->set[i])), cell_text(t->set[i].class_name),
                    body(t, t->set[i].carrier));
    TABLE(s, "set_ports", "set", "role", "body", "planet");
    for (uint32_t i = 0; i < vec_len(t->set); i++) {
        set_ports(s, t, &t->set[i], t->set[i].port);
        set_ports(s, t, &t->set[i], t->set[i].planet);
    }
}

static void elements(Sheet *s, const Train *t)
{
    TABLE(s, "elements", "element", "kind", "from", "to", "idle", "slips");
    for (uint32_t e = 0; e < vec_len(t->element); e++) {
        const ShiftElement *x = &t->element[e];
        sheet_cells(s, cell_text(element_name(t, e)), cell_text(element_kind(x)), body(t, x->connects[0]),
                    body(t, x->connects[1]), cell_truth(x->idle), cell_truth(x->slips));
    }
}

/* ---- gears --------------------------------------------------------------------------------------------- */

static void some(Sheet *s, const Train *t, uint32_t gear, const char *which, const uint32_t *element)
{
    for (uint32_t i = 0; i < vec_len(element); i++)
        sheet_cells(s, cell_number(gear + 1), cell_text(which), cell_text(element_name(t, element[i])));
}

static void gears(Sheet *s, const GearReport *r)
{
    const Train *t = r->train;

    TABLE(s, "gears", "gear", "name", "class", "freedoms", "ratio", "drive", "coast", "redundant");
    for (uint32_t i = 0; i < vec_len(r->state); i++) {
        const State *g = &r->state[i];
        sheet_cells(s, cell_number(i + 1), cell_text(state_name(r, i)), cell_text(state_class_name[g->class]),
                    cell_number(g->freedoms), nonzero(t, g->ratio), cell_truth(g->drive),
                    cell_truth(g->coast), cell_truth(g->redundant));
    }
    TABLE(s, "elements_of_gears", "gear", "which", "element");
    for (uint32_t i = 0; i < vec_len(r->state); i++) {
        some(s, t, i, "engaged", r->state[i].engaged);
        some(s, t, i, "fighting", r->state[i].fighting);
        some(s, t, i, "forced", r->state[i].forced);
    }
}

/* What is free, or is told elsewhere, has no value. */
static void values(Sheet *s, const GearReport *r)
{
    GearGrid grids[GEAR_GRIDS];

    gear_grids(r->train, grids);
    TABLE(s, "values", "gear", "what", "per", "name", "value");
    for (uint32_t i = 0; i < vec_len(r->state); i++)
        for (const GearGrid *g = grids; g < grids + GEAR_GRIDS; g++)
            for (uint32_t k = 0; g->key && k < gear_columns(&r->state[i], g->torques); k++)
                for (uint32_t row = 0; row < g->rows; row++) {
                    const State *at = &r->state[i];
                    const Cell c = g->value(r, at, row, k);
                    if (c.kind != CELL_NOTHING)
                        sheet_cells(s, cell_number(i + 1), cell_text(g->key),
                                    cell_text(port_name(r->train, g->torques ? at->driver[k] : at->basis[k])),
                                    cell_text(g->name(r->train, row)),
                                    c.kind == CELL_TEXT ? cell_nothing() : c);
                }
}

static const char *node_name(const Train *t, uint32_t node)
{
    const uint32_t sets = power_node_set(t, 0), ports = power_node_port(t, 0);

    return node < sets  ? body_name(t, node)
         : node < ports ? set_name(t, &t->set[node - sets])
                        : port_name(t, node - ports);
}

static void power(Sheet *s, const GearReport *r)
{
    const Train *t = r->train;

    TABLE(s, "power", "gear", "from", "to", "element", "power", "recirculates");
    for (uint32_t i = 0; i < vec_len(r->state); i++) {
        const PowerEdge *edge = power_edges(t, &r->state[i]);
        for (uint32_t k = 0; k < vec_len(edge); k++)
            sheet_cells(s, cell_number(i + 1), cell_text(node_name(t, edge[k].from)),
                        cell_text(node_name(t, edge[k].to)),
                        edge[k].element == NONE ? cell_nothing()
                                                : cell_text(element_name(t, edge[k].element)),
                        gear_fraction(t, edge[k].power), cell_truth(edge[k].recirculates));
    }
}

/* ---- losses -------------------------------------------------------------------------------------------- */

static void loss(Sheet *s, const Train *t, const State *at, Cell gear, Cell way)
{
    static const char *const flows[] = { "none", "one", "several", "unknown" };
    const Loss *l = &at->loss[strcmp(way.text, "coasting") == 0];
    const bool some = l->count == FLOW_ONE || l->count == FLOW_SEVERAL;

    sheet_cells(s, gear, way, cell_text("flows"), cell_text(flows[l->count]),
                some ? gear_fraction(t, l->efficiency) : cell_nothing());
    for (uint32_t p = 0; some && p < vec_len(t->port); p++)
        sheet_cells(s, gear, way, cell_text("port"), cell_text(port_name(t, p)),
                    gear_fraction(t, l->port_torque[p]));
    for (uint32_t i = 0; some && i < vec_len(at->engaged); i++)
        sheet_cells(s, gear, way, cell_text("element"), cell_text(element_name(t, at->engaged[i])),
                    gear_fraction(t, l->element_torque[i]));
    for (uint32_t i = 0; some && i < vec_len(t->mesh); i++)
        sheet_cells(s, gear, way, cell_text("lost"), cell_text(mesh_name(t, i)),
                    gear_fraction(t, l->mesh_loss[i]));
    for (uint32_t i = 0; i < vec_len(l->other); i++)
        sheet_cells(s, gear, way, cell_text("other"), cell_nothing(), gear_fraction(t, l->other[i]));
}

Sheet gears_data(const GearReport *r)
{
    const Train *t = r->train;
    Sheet s = sheet_new(t->d, t->f->name);

    TABLE(&s, "train", "sub", "freedoms", "decimal", "given");
    sheet_cells(&s, cell_text(t->sub), cell_number(t->freedoms), cell_truth(t->decimal),
                cell_truth(r->given));
    bodies(&s, t);
    meshes(&s, t);
    sets(&s, t);
    elements(&s, t);
    gears(&s, r);
    values(&s, r);
    power(&s, r);
    TABLE(&s, "losses", "gear", "way", "what", "name", "value");
    for (uint32_t i = 0; i < vec_len(r->state); i++)
        for (int k = 0; k < 2 && r->state[i].loss; k++)
            loss(&s, t, &r->state[i], cell_number(i + 1), cell_text(k ? "coasting" : "driving"));
    return s;
}
