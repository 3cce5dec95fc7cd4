/* diagram_run.c - the picture of a model that has run: lines name the variables that the page of the run shows on them.
 *
 * Of a shaft or a slide that is the variable of its speed, which the compiled model knows as the derivative of its
 * position, under any of its names; and what flows in each of its connectors. What the picture has to say (that there
 * is no Graphviz) is a note for the page: a run has neither messages of it nor fails. Cost: that of the pictures.
 */
#include <stdlib.h>
#include <string.h>
#include "diagram.h"
#include "diagram_run.h"
#include "flatten.h"
#include "reduce.h"

enum { MOST = 40, MOST_NODES = 400 };      /* pictures in a page; components of a picture that dot places soon enough */

/* The member that flows, or the one that does not. */
static const char *connector_member(const Inst *connector, bool flows)
{
    for (uint32_t i = 0; i < vec_len(connector->child); i++)
        if (connector->child[i]->is->flow == flows && connector->child[i]->is->type == T_REAL)
            return connector->child[i]->is->name;
    return "";
}

/* der: root -> a derivative of it; name, turned: root -> 1 + a variable that is it, that is less it; named: by name */
typedef struct { const Flat *f; Map der, name, turned, named; } Names;

/* What results have: see is_inner of sim_columns.c. */
static bool is_shown(const VarInfo *i) { return !i->made && !i->aside && (!i->member || i->words); }

static void find_names(Dtc *d, Names *n)
{
    bool against;

    n->f = d->flat;
    for (Var v = 1; v < vec_len(n->f->var); v++) {
        const VarInfo *i = &n->f->var[v];
        const Var root = root_of(n->f, v, &against);
        Map *to = against ? &n->turned : &n->name;
        map_set(&d->run, &n->named, KEY(internz(d, i->name)), v);
        if (i->der && !map_get(&n->der, root))
            map_set(&d->run, &n->der, root, v);
        if (is_shown(i) && !map_get(to, root))
            map_set(&d->run, to, root, v);
    }
}

/* The derivative of what v stands for, by a name that results have; "-name": less that. NULL: nothing is known */
static const char *derivative_name(Dtc *d, const Names *n, Var v)
{
    bool own = false, its = false, against = false;
    const Var state = (Var)map_get(&n->der, root_of(n->f, v, &own));

    if (!state)
        return NULL;
    (void)root_of(n->f, state, &its);
    const Var root = root_of(n->f, n->f->var[state].der, &against);
    const bool turned = own ^ its ^ against;
    const Var same = (Var)map_get(turned ? &n->turned : &n->name, root),
              less = (Var)map_get(turned ? &n->name : &n->turned, root);
    return same ? n->f->var[same].name : less ? internf(d, "-%s", n->f->var[less].name) : NULL;
}

static void name_variables(void *names, Diagram *g)
{
    for (uint32_t i = 0; i < vec_len(g->net); i++) {
        Net *t = &g->net[i];
        const Inst *in = port_of(g, t->pin[0])->inst;
        in = is_array(in) && in->is->size ? in->has->elem[0] : in;
        if (t->kind != LINK_SHAFT && t->kind != LINK_SLIDE)
            continue;
        t->flow = connector_member(in, true);
        for (uint32_t k = 0; k < vec_len(t->pin) && t->flow && !t->speed; k++) {
            const char *position =
                internf(g->d, "%s.%s", pin_name(g, t->pin[k]), connector_member(in, false));
            const Var v = (Var)map_get(&((Names *)names)->named, KEY(position));
            t->speed = v ? derivative_name(g->d, names, v) : NULL;
        }
    }
}

static bool write(Dtc *d, FILE *f, bool all)
{
    Diagram *g = diagram_make(d, d->instance, 0, false);
    Names names = { 0 };

    if (!g)
        return false;
    if (all) {
        find_names(d, &names);
        return diagram_sections(d, f, g, MOST, name_variables, &names);
    }
    diagram_svg(f, g, false);
    return true;
}

static uint32_t components(const Inst *in)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < vec_len(in->child); i++)
        n += present(in->child[i]) && !is_builtin(in->child[i]) && in->child[i]->is->type == T_COMPOSITE;
    return n;
}

/* What is said meanwhile is kept. */
static const char *picture(Dtc *d, bool all, const char **note)
{
    FILE *before = stderr, *said, *f;
    char *text = NULL, *words = NULL;
    size_t size = 0, length = 0;
    bool good = false;

    *note = NULL;
    if (!d->instance || !d->opt.pictured || !diagram_opens(d, d->instance)) /* of an FMU nothing is known */
        return NULL;
    if (components(d->instance) > MOST_NODES) {
        *note =
            "There is no diagram: the model has too many components for one. dtc diagram --sub draws a part.";
        return NULL;
    }
    f = open_memstream(&text, &size);
    said = open_memstream(&words, &length);
    if (f && said) {
        stderr = said;
        good = write(d, f, all);
        stderr = before;
    }
    good = f && fclose(f) == 0 && good;
    const char *answer = good ? internz(d, text) : NULL;
    if (said && fclose(said) == 0 && !good) {
        const char *first = strncmp(words, "dtc: ", 5) == 0 ? words + 5 : words;
        *note = internf(d, "There is no diagram: %.*s", (int)strcspn(first, "\n"), first);
    }
    free(text);
    free(words);
    return answer;
}

const char *diagram_run(Dtc *d, const char **note) { return picture(d, true, note); }
const char *diagram_still(Dtc *d, const char **note) { return picture(d, false, note); }
