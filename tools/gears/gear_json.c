/* gear_json.c - a gear train and its gears as JSON: all that there is to tell, as data.
 *
 * A number is {"exact": "108/73", "value": 1.4795}; null where a speed is free. What is for 1 at an input (`per`) is a
 * list with one entry for each. Names are those of the tables. Cost: linear in what is written.
 */
#include <math.h>
#include <string.h>
#include "gear_output.h"
#include "gears.h"
#include "json.h"

/* A value beyond the range of doubles has its exact text alone. */
static void number(Json *j, const char *key, Fraction f)
{
    json_begin(j, key, '{');
    json_text(j, "exact", fr_text(j->d, f));
    json_number(j, "value", fr_value(f));
    json_end(j);
}

/* ---- structure --------------------------------------------------------------------------------------------------- */

static void members(Json *j, const Train *t)
{
    json_begin(j, "members", '[');
    for (uint32_t k = 0; k < vec_len(t->member); k++) {
        json_begin(j, NULL, '{');
        json_text(j, "name", member_name(t, k));
        json_truth(j, "housing", t->member[k].housing);
        json_begin(j, "bodies", '[');
        for (uint32_t b = 0; b < vec_len(t->body); b++)
            if (t->body[b].member == k)
                json_text(j, NULL, body_name(t, b));
        json_end(j);
        json_begin(j, "flanges", '[');
        for (uint32_t i = 0; i < vec_len(t->flange); i++)
            if (t->body[t->flange[i].body].member == k)
                json_text(j, NULL, t->flange[i].path);
        json_end(j);
        json_end(j);
    }
    json_end(j);
}

static void meshes(Json *j, const Train *t)
{
    json_begin(j, "meshes", '[');
    for (uint32_t i = 0; i < vec_len(t->mesh); i++) {
        const Mesh *m = &t->mesh[i];
        json_begin(j, NULL, '{');
        json_text(j, "path", m->path);
        json_text(j, "set", set_name(t, &t->set[m->set]));
        json_text(j, "carrier", body_name(t, m->carrier));
        number(j, "efficiency", m->efficiency);
        json_truth(j, "redundant", m->redundant);
        json_truth(j, "decimal", m->decimal);
        json_begin(j, "factors", '{');
        for (uint32_t k = 0; k < vec_len(m->term); k++)
            number(j, body_name(t, m->term[k].body), m->term[k].factor);
        json_end(j);
        json_end(j);
    }
    json_end(j);
}

static void set_ports(Json *j, const Train *t, const char *key, const SetPort *port)
{
    json_begin(j, key, '{');
    for (uint32_t k = 0; k < vec_len(port); k++)
        json_text(j, port[k].role, body_name(t, port[k].body));
    json_end(j);
}

static void sets(Json *j, const Train *t)
{
    json_begin(j, "sets", '[');
    for (uint32_t i = 0; i < vec_len(t->set); i++) {
        json_begin(j, NULL, '{');
        json_text(j, "name", set_name(t, &t->set[i]));
        json_text(j, "class", t->set[i].class_name);
        json_text(j, "carrier", body_name(t, t->set[i].carrier));
        set_ports(j, t, "ports", t->set[i].port);
        set_ports(j, t, "planets", t->set[i].planet);
        json_end(j);
    }
    json_end(j);
}

static void elements(Json *j, const Train *t)
{
    json_begin(j, "elements", '[');
    for (uint32_t e = 0; e < vec_len(t->element); e++) {
        json_begin(j, NULL, '{');
        json_text(j, "name", element_name(t, e));
        json_text(j, "kind", element_kind(&t->element[e]));
        json_begin(j, "connects", '[');
        for (uint32_t k = 0; k < 2; k++)
            json_text(j, NULL, body_name(t, t->element[e].connects[k]));
        json_end(j);
        json_truth(j, "idle", t->element[e].idle);
        json_truth(j, "slips", t->element[e].slips);
        json_end(j);
    }
    json_end(j);
}

static void structure(Json *j, const Train *t)
{
    json_text(j, "model", t->f->name);
    json_text(j, "sub", t->sub);
    json_whole(j, "freedoms", t->freedoms);
    json_truth(j, "decimal", t->decimal);
    for (int out = 0; out < 2; out++) {
        json_begin(j, out ? "outputs" : "inputs", '[');
        for (uint32_t p = 0; p < vec_len(t->port); p++)
            if (t->port[p].output == out) {
                json_begin(j, NULL, '{');
                json_text(j, "name", port_name(t, p));
                json_text(j, "flange", t->port[p].path);
                json_text(j, "body", body_name(t, t->port[p].body));
                json_end(j);
            }
        json_end(j);
    }
    members(j, t);
    json_begin(j, "inertias", '{');
    for (uint32_t b = 0; b < vec_len(t->body); b++)
        if (!fr_is_zero(t->body[b].inertia))
            number(j, body_name(t, b), t->body[b].inertia);
    json_end(j);
    meshes(j, t);
    sets(j, t);
    elements(j, t);
}

/* ---- gears ------------------------------------------------------------------------------------------------------- */

static void element_list(Json *j, const Train *t, const char *key, const uint32_t *element)
{
    json_begin(j, key, '[');
    for (uint32_t i = 0; i < vec_len(element); i++)
        json_text(j, NULL, element_name(t, element[i]));
    json_end(j);
}

static void speeds(Json *j, const Train *t, const State *s, uint32_t k)
{
    json_begin(j, NULL, '{');
    json_text(j, "per", port_name(t, s->basis[k]));
    json_begin(j, "bodies", '{');
    for (uint32_t b = 0; b < vec_len(t->body); b++)
        s->floats[b] ? json_nothing(j, body_name(t, b)) : number(j, body_name(t, b), body_speed(s, b, k));
    json_end(j);
    json_begin(j, "slips", '{');
    for (uint32_t e = 0; e < vec_len(t->element); e++)
        slip_floats(t, s, e) ? json_nothing(j, element_name(t, e)) : number(j, element_name(t, e), slip_of(t, s, e, k));
    json_end(j);
    json_begin(j, "planets", '{');                      /* against their carriers */
    for (uint32_t i = 0; i < vec_len(t->set); i++)
        for (uint32_t n = 0; n < vec_len(t->set[i].planet); n++) {
            uint32_t b = t->set[i].planet[n].body, carrier = t->set[i].carrier;
            s->floats[b] || s->floats[carrier] ?
                json_nothing(j, body_name(t, b)) :
                number(j, body_name(t, b), fr_sub(body_speed(s, b, k), body_speed(s, carrier, k)));
        }
    json_end(j);
    json_end(j);
}

static void torques(Json *j, const Train *t, const State *s, uint32_t k)
{
    json_begin(j, NULL, '{');
    json_text(j, "per", port_name(t, s->driver[k]));
    json_begin(j, "ports", '{');
    for (uint32_t p = 0; p < vec_len(t->port); p++)
        number(j, port_name(t, p), s->port_torque[p*s->drivers + k]);
    json_end(j);
    json_begin(j, "elements", '{');
    for (uint32_t i = 0; i < vec_len(s->engaged); i++)
        number(j, element_name(t, s->engaged[i]), s->element_torque[s->engaged[i]*s->drivers + k]);
    json_end(j);
    json_begin(j, "sets", '{');
    for (uint32_t i = 0; i < vec_len(t->set); i++) {
        json_begin(j, set_name(t, &t->set[i]), '{');
        for (uint32_t n = 0; n < vec_len(t->set[i].port); n++)
            number(j, t->set[i].port[n].role, set_torque(t, s, &t->set[i], t->set[i].port[n].body, k));
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

static const char *node_name(const Train *t, uint32_t node)
{
    if (node < vec_len(t->body))
        return body_name(t, node);
    node -= vec_len(t->body);
    return node < vec_len(t->set) ? set_name(t, &t->set[node]) :
                                    port_name(t, node - vec_len(t->set));
}

static void power(Json *j, const Train *t, const State *s)
{
    const PowerEdge *edge = power_edges(t, s);

    json_begin(j, "power", '[');
    for (uint32_t i = 0; i < vec_len(edge); i++) {
        json_begin(j, NULL, '{');
        json_text(j, "from", node_name(t, edge[i].from));
        json_text(j, "to", node_name(t, edge[i].to));
        if (edge[i].element != NONE)
            json_text(j, "element", element_name(t, edge[i].element));
        number(j, "power", edge[i].power);
        json_truth(j, "recirculates", edge[i].recirculates);
        json_end(j);
    }
    json_end(j);
}

static void loss(Json *j, const Train *t, const State *s, const char *key, const Loss *l)
{
    static const char *const count[] = { "none", "one", "several", "unknown" };

    json_begin(j, key, '{');
    json_text(j, "flows", count[l->count]);
    if (l->count == FLOW_ONE || l->count == FLOW_SEVERAL) {
        number(j, "efficiency", l->efficiency);
        json_begin(j, "ports", '{');
        for (uint32_t p = 0; p < vec_len(t->port); p++)
            number(j, port_name(t, p), l->port_torque[p]);
        json_end(j);
        json_begin(j, "elements", '{');
        for (uint32_t i = 0; i < vec_len(s->engaged); i++)
            number(j, element_name(t, s->engaged[i]), l->element_torque[i]);
        json_end(j);
        json_begin(j, "lost", '{');
        for (uint32_t i = 0; i < vec_len(t->mesh); i++)
            number(j, internf(t->d, "%s %u", t->mesh[i].path, i), l->mesh_loss[i]);
        json_end(j);
    }
    json_begin(j, "other", '[');
    for (uint32_t i = 0; i < vec_len(l->other); i++)
        number(j, NULL, l->other[i]);
    json_end(j);
    json_end(j);
}

static void gear(Json *j, const GearReport *r, uint32_t i)
{
    const Train *t = r->train;
    const State *s = &r->state[i];

    json_begin(j, NULL, '{');
    json_text(j, "name", state_name(r, i));
    json_text(j, "class", state_class_name[s->class]);
    json_whole(j, "freedoms", s->freedoms);
    fr_is_zero(s->ratio) ? json_nothing(j, "ratio") : number(j, "ratio", s->ratio);
    json_truth(j, "drive", s->drive);
    json_truth(j, "coast", s->coast);
    json_truth(j, "redundant", s->redundant);
    element_list(j, t, "engaged", s->engaged);
    element_list(j, t, "fighting", s->fighting);
    element_list(j, t, "forced", s->forced);
    json_begin(j, "speeds", '[');
    for (uint32_t k = 0; k < s->bases; k++)
        speeds(j, t, s, k);
    json_end(j);
    json_begin(j, "torques", '[');
    for (uint32_t k = 0; k < s->drivers; k++)
        torques(j, t, s, k);
    json_end(j);
    power(j, t, s);
    json_begin(j, "inertia", '{');
    for (uint32_t p = 0; p < vec_len(t->port) && s->inertia; p++)
        number(j, port_name(t, p), s->inertia[p]);
    json_end(j);
    if (s->loss) {
        loss(j, t, s, "driving", &s->loss[0]);
        loss(j, t, s, "coasting", &s->loss[1]);
    }
    json_end(j);
}

void gears_json(FILE *out, const GearReport *r)
{
    Json j = { .d = r->train->d, .out = out };

    json_begin(&j, NULL, '{');
    structure(&j, r->train);
    json_truth(&j, "given", r->given);
    json_begin(&j, "gears", '[');
    for (uint32_t i = 0; i < vec_len(r->state); i++)
        gear(&j, r, i);
    json_end(&j);
    json_end(&j);
}
