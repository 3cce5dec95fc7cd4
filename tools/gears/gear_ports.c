/* gear_ports.c - where power comes in and goes out: flanges by name. */
#include <string.h>
#include "gear_build.h"

enum { SHOWN = 12 };                       /* flanges in a message */

/* A flange by its path, or by that within the train; or a component by one of its flanges. */
static uint32_t flange_named(const Train *t, const char *name)
{
    static const char *const end[] = { "", ".flange_a", ".flange_b", ".flange" };

    for (size_t e = 0; e < sizeof end / sizeof *end; e++)
        for (uint32_t i = 0; i < vec_len(t->flange); i++) {
            const char *path = t->flange[i].path, *inner = *t->sub ? path + strlen(t->sub) + 1 : path;
            const char *wanted = textf(t->d, "%s%s", name, end[e]);
            if (strcmp(path, wanted) == 0 || strcmp(inner, wanted) == 0)
                return i;
        }
    return NONE;
}

static bool no_flange(const Train *t, const char *option, const char *name, bool usual)
{
    const char **known = NULL;

    for (uint32_t i = 0; i < vec_len(t->flange); i++)
        vec_push(&t->d->run, known, *t->sub ? t->flange[i].path + strlen(t->sub) + 1 : t->flange[i].path);
    const char *near = suggest(t->d, name, known, vec_len(known));
    if (usual)
        fprintf(stderr, "dtc: %s%s has no flange %s: name the one where power goes %s, --%s FLANGE",
                *t->sub ? "" : "the model", t->sub, name, option, option);
    else
        fprintf(stderr, "dtc: --%s: there is no flange %s%s%s%s", option, name, near ? "; did you mean " : "",
                near ? near : "", near ? "?" : "");
    for (uint32_t i = 0; i < vec_len(known) && i < SHOWN && (usual || !near); i++)
        fprintf(stderr, "%s%s", i ? ", " : "; there are ", known[i]);
    fprintf(stderr, vec_len(known) > SHOWN && (usual || !near) ? " ...\n" : "\n");
    return false;
}

static bool add_ports(Train *t, const char *option, const char *names, const char *usual)
{
    const char *all = names ? names : usual;

    while (all) {
        const char *comma = strchr(all, ',');
        const char *name = comma ? intern(t->d, all, (size_t)(comma - all)) : all;
        uint32_t i = flange_named(t, name);
        if (i == NONE)
            return no_flange(t, option, name, !names);
        Port p = { t->flange[i].path, t->flange[i].body, strcmp(option, "out") == 0 };
        vec_push(&t->d->run, t->port, p);
        all = comma ? comma + 1 : NULL;
    }
    return true;
}

bool ports_turn(const Train *t)
{
    for (uint32_t p = 0; p < vec_len(t->port); p++) {
        uint32_t member = t->body[t->port[p].body].member;
        if (t->member[member].housing) {
            fprintf(stderr, "dtc: %s, where power goes %s, is fixed to the housing: it cannot turn\n",
                    t->port[p].path, t->port[p].output ? "out" : "in");
            return false;
        }
        for (uint32_t k = 0; k < p; k++)
            if (t->body[t->port[k].body].member == member) {
                if (t->port[k].path == t->port[p].path)
                    fprintf(stderr, "dtc: %s is named twice among inputs and outputs\n", t->port[k].path);
                else
                    fprintf(stderr, "dtc: %s and %s always turn together: one of them is enough\n",
                            t->port[k].path, t->port[p].path);
                return false;
            }
    }
    return true;
}

bool find_ports(Train *t, const char *in, const char *out)
{
    if (!add_ports(t, "in", in, "flange_a"))
        return false;
    t->inputs = vec_len(t->port);
    return add_ports(t, "out", out, "flange_b");
}
