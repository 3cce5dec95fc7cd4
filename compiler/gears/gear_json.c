/* gear_json.c - a gear train and its gears as JSON: all that there is to tell, as data.
 *
 * A number is {"exact": "108/73", "value": 1.4795}; null where a speed is free. What is for 1 at an input (`per`) is a
 * list with one entry for each. Names are those of the tables. Cost: linear in what is written.
 */
#include <math.h>
#include <string.h>
#include "gear_output.h"
#include "gears.h"

enum { DEEPEST = 16 };

typedef struct { Dtc *d; FILE *out; uint32_t depth; char end[DEEPEST]; bool some[DEEPEST]; } Json;

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void text(Json *j, const char *s)
{
    fputc('"', j->out);
    for (; *s; s++)
        if (*s == '"' || *s == '\\')
            fprintf(j->out, "\\%c", *s);
        else if ((unsigned char)*s < 0x20)
            fprintf(j->out, "\\u%04x", (unsigned)*s);
        else
            fputc(*s, j->out);
    fputc('"', j->out);
}

/* A new value; key NULL: of a list. */
static void next(Json *j, const char *key)
{
    if (j->depth)
        fprintf(j->out, "%s\n%*s", j->some[j->depth] ? "," : "", (int)j->depth, "");
    j->some[j->depth] = true;
    if (key) {
        text(j, key);
        fputs(": ", j->out);
    }
}

static void begin(Json *j, const char *key, char bracket)
{
    next(j, key);
    fputc(bracket, j->out);
    j->depth++;
    j->end[j->depth] = bracket == '{' ? '}' : ']';
    j->some[j->depth] = false;
}

static void end(Json *j)
{
    fputc(j->end[j->depth--], j->out);
}

static void string(Json *j, const char *key, const char *s)
{
    next(j, key);
    text(j, s);
}

static void whole(Json *j, const char *key, uint32_t n)
{
    next(j, key);
    fprintf(j->out, "%u", n);
}

static void boolean(Json *j, const char *key, bool b)
{
    next(j, key);
    fputs(b ? "true" : "false", j->out);
}

static void nothing(Json *j, const char *key)
{
    next(j, key);
    fputs("null", j->out);
}

/* A value beyond the range of doubles has its exact text alone. */
static void number(Json *j, const char *key, Fraction f)
{
    double x = fr_value(f);

    next(j, key);
    fprintf(j->out, "{\"exact\": \"%s\", \"value\": ", fr_text(j->d, f));
    fprintf(j->out, isfinite(x) ? "%.17g}" : "null}", x);
}

/* ---- structure --------------------------------------------------------------------------------------------------- */

static void members(Json *j, const Train *t)
{
    begin(j, "members", '[');
    for (uint32_t k = 0; k < vec_len(t->member); k++) {
        begin(j, NULL, '{');
        string(j, "name", member_name(t, k));
        boolean(j, "housing", t->member[k].housing);
        begin(j, "bodies", '[');
        for (uint32_t b = 0; b < vec_len(t->body); b++)
            if (t->body[b].member == k)
                string(j, NULL, body_name(t, b));
        end(j);
        begin(j, "flanges", '[');
        for (uint32_t i = 0; i < vec_len(t->flange); i++)
            if (t->body[t->flange[i].body].member == k)
                string(j, NULL, t->flange[i].path);
        end(j);
        end(j);
    }
    end(j);
}

static void meshes(Json *j, const Train *t)
{
    begin(j, "meshes", '[');
    for (uint32_t i = 0; i < vec_len(t->mesh); i++) {
        const Mesh *m = &t->mesh[i];
        begin(j, NULL, '{');
        string(j, "path", m->path);
        string(j, "set", set_name(t, &t->set[m->set]));
        string(j, "carrier", body_name(t, m->carrier));
        number(j, "efficiency", m->efficiency);
        boolean(j, "redundant", m->redundant);
        boolean(j, "decimal", m->decimal);
        begin(j, "factors", '{');
        for (uint32_t k = 0; k < vec_len(m->term); k++)
            number(j, body_name(t, m->term[k].body), m->term[k].factor);
        end(j);
        end(j);
    }
    end(j);
}

static void set_ports(Json *j, const Train *t, const char *key, const SetPort *port)
{
    begin(j, key, '{');
    for (uint32_t k = 0; k < vec_len(port); k++)
        string(j, port[k].role, body_name(t, port[k].body));
    end(j);
}

static void sets(Json *j, const Train *t)
{
    begin(j, "sets", '[');
    for (uint32_t i = 0; i < vec_len(t->set); i++) {
        begin(j, NULL, '{');
        string(j, "name", set_name(t, &t->set[i]));
        string(j, "class", t->set[i].class_name);
        string(j, "carrier", body_name(t, t->set[i].carrier));
        set_ports(j, t, "ports", t->set[i].port);
        set_ports(j, t, "planets", t->set[i].planet);
        end(j);
    }
    end(j);
}

static void elements(Json *j, const Train *t)
{
    begin(j, "elements", '[');
    for (uint32_t e = 0; e < vec_len(t->element); e++) {
        begin(j, NULL, '{');
        string(j, "name", element_name(t, e));
        string(j, "kind", element_kind(&t->element[e]));
        begin(j, "connects", '[');
        for (uint32_t k = 0; k < 2; k++)
            string(j, NULL, body_name(t, t->element[e].connects[k]));
        end(j);
        boolean(j, "idle", t->element[e].idle);
        end(j);
    }
    end(j);
}

static void structure(Json *j, const Train *t)
{
    string(j, "model", t->f->name);
    string(j, "sub", t->sub);
    whole(j, "freedoms", t->freedoms);
    boolean(j, "decimal", t->decimal);
    for (int out = 0; out < 2; out++) {
        begin(j, out ? "outputs" : "inputs", '[');
        for (uint32_t p = 0; p < vec_len(t->port); p++)
            if (t->port[p].output == out) {
                begin(j, NULL, '{');
                string(j, "name", flange_name(t, t->port[p].path));
                string(j, "flange", t->port[p].path);
                string(j, "body", body_name(t, t->port[p].body));
                end(j);
            }
        end(j);
    }
    members(j, t);
    begin(j, "inertias", '{');
    for (uint32_t b = 0; b < vec_len(t->body); b++)
        if (!fr_is_zero(t->body[b].inertia))
            number(j, body_name(t, b), t->body[b].inertia);
    end(j);
    meshes(j, t);
    sets(j, t);
    elements(j, t);
}

/* ---- gears ------------------------------------------------------------------------------------------------------- */

static void element_list(Json *j, const Train *t, const char *key, const uint32_t *element)
{
    begin(j, key, '[');
    for (uint32_t i = 0; i < vec_len(element); i++)
        string(j, NULL, element_name(t, element[i]));
    end(j);
}

static void speeds(Json *j, const Train *t, const State *s, uint32_t k)
{
    begin(j, NULL, '{');
    string(j, "per", flange_name(t, t->port[s->basis[k]].path));
    begin(j, "bodies", '{');
    for (uint32_t b = 0; b < vec_len(t->body); b++)
        s->floats[b] ? nothing(j, body_name(t, b)) : number(j, body_name(t, b), body_speed(s, b, k));
    end(j);
    begin(j, "slips", '{');
    for (uint32_t e = 0; e < vec_len(t->element); e++)
        slip_floats(t, s, e) ? nothing(j, element_name(t, e)) : number(j, element_name(t, e), slip_of(t, s, e, k));
    end(j);
    begin(j, "planets", '{');                      /* against their carriers */
    for (uint32_t i = 0; i < vec_len(t->set); i++)
        for (uint32_t n = 0; n < vec_len(t->set[i].planet); n++) {
            uint32_t b = t->set[i].planet[n].body, carrier = t->set[i].carrier;
            s->floats[b] || s->floats[carrier] ?
                nothing(j, body_name(t, b)) :
                number(j, body_name(t, b), fr_sub(body_speed(s, b, k), body_speed(s, carrier, k)));
        }
    end(j);
    end(j);
}

static void torques(Json *j, const Train *t, const State *s, uint32_t k)
{
    begin(j, NULL, '{');
    string(j, "per", flange_name(t, t->port[s->driver[k]].path));
    begin(j, "ports", '{');
    for (uint32_t p = 0; p < vec_len(t->port); p++)
        number(j, flange_name(t, t->port[p].path), s->port_torque[p*s->drivers + k]);
    end(j);
    begin(j, "elements", '{');
    for (uint32_t i = 0; i < vec_len(s->engaged); i++)
        number(j, element_name(t, s->engaged[i]), s->element_torque[s->engaged[i]*s->drivers + k]);
    end(j);
    begin(j, "sets", '{');
    for (uint32_t i = 0; i < vec_len(t->set); i++) {
        begin(j, set_name(t, &t->set[i]), '{');
        for (uint32_t n = 0; n < vec_len(t->set[i].port); n++)
            number(j, t->set[i].port[n].role, set_torque(t, s, &t->set[i], t->set[i].port[n].body, k));
        end(j);
    }
    end(j);
    end(j);
}

static const char *node_name(const Train *t, uint32_t node)
{
    if (node < vec_len(t->body))
        return body_name(t, node);
    node -= vec_len(t->body);
    return node < vec_len(t->set) ? set_name(t, &t->set[node]) :
                                    flange_name(t, t->port[node - vec_len(t->set)].path);
}

static void power(Json *j, const Train *t, const State *s)
{
    const PowerEdge *edge = power_edges(t, s);

    begin(j, "power", '[');
    for (uint32_t i = 0; i < vec_len(edge); i++) {
        begin(j, NULL, '{');
        string(j, "from", node_name(t, edge[i].from));
        string(j, "to", node_name(t, edge[i].to));
        if (edge[i].element != NONE)
            string(j, "element", element_name(t, edge[i].element));
        number(j, "power", edge[i].power);
        boolean(j, "recirculates", edge[i].recirculates);
        end(j);
    }
    end(j);
}

static void loss(Json *j, const Train *t, const State *s, const char *key, const Loss *l)
{
    static const char *const count[] = { "none", "one", "several", "unknown" };

    begin(j, key, '{');
    string(j, "flows", count[l->count]);
    if (l->count == FLOW_ONE || l->count == FLOW_SEVERAL) {
        number(j, "efficiency", l->efficiency);
        begin(j, "ports", '{');
        for (uint32_t p = 0; p < vec_len(t->port); p++)
            number(j, flange_name(t, t->port[p].path), l->port_torque[p]);
        end(j);
        begin(j, "elements", '{');
        for (uint32_t i = 0; i < vec_len(s->engaged); i++)
            number(j, element_name(t, s->engaged[i]), l->element_torque[i]);
        end(j);
        begin(j, "lost", '{');
        for (uint32_t i = 0; i < vec_len(t->mesh); i++)
            number(j, internf(t->d, "%s %u", t->mesh[i].path, i), l->mesh_loss[i]);
        end(j);
    }
    begin(j, "other", '[');
    for (uint32_t i = 0; i < vec_len(l->other); i++)
        number(j, NULL, l->other[i]);
    end(j);
    end(j);
}

static void gear(Json *j, const GearReport *r, uint32_t i)
{
    const Train *t = r->train;
    const State *s = &r->state[i];

    begin(j, NULL, '{');
    string(j, "name", state_name(r, i));
    string(j, "class", state_class_name[s->class]);
    whole(j, "freedoms", s->freedoms);
    fr_is_zero(s->ratio) ? nothing(j, "ratio") : number(j, "ratio", s->ratio);
    boolean(j, "drive", s->drive);
    boolean(j, "coast", s->coast);
    boolean(j, "redundant", s->redundant);
    element_list(j, t, "engaged", s->engaged);
    element_list(j, t, "fighting", s->fighting);
    element_list(j, t, "forced", s->forced);
    begin(j, "speeds", '[');
    for (uint32_t k = 0; k < s->bases; k++)
        speeds(j, t, s, k);
    end(j);
    begin(j, "torques", '[');
    for (uint32_t k = 0; k < s->drivers; k++)
        torques(j, t, s, k);
    end(j);
    power(j, t, s);
    begin(j, "inertia", '{');
    for (uint32_t p = 0; p < vec_len(t->port) && s->inertia; p++)
        number(j, flange_name(t, t->port[p].path), s->inertia[p]);
    end(j);
    if (s->loss) {
        loss(j, t, s, "driving", &s->loss[0]);
        loss(j, t, s, "coasting", &s->loss[1]);
    }
    end(j);
}

void gears_json(FILE *out, const GearReport *r)
{
    Json j = { .d = r->train->d, .out = out };

    begin(&j, NULL, '{');
    structure(&j, r->train);
    boolean(&j, "given", r->given);
    begin(&j, "gears", '[');
    for (uint32_t i = 0; i < vec_len(r->state); i++)
        gear(&j, r, i);
    end(&j);
    end(&j);
    fputc('\n', out);
}
