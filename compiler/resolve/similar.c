/* similar.c - names that might have been meant, for hints of diagnoses: members of a class, what a scope sees,
 * parameters.
 *
 * Cost: linear in the names; only after an error, and at most MAX_COMPARED names in a run.
 */
#include <stdlib.h>
#include <string.h>
#include "resolve.h"

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* A function, a constructor, a conversion; in a function an input that is one. */
static bool can_be_called(const Element *e)
{
    static const bool called[] = {
        [K_FUNCTION] = true, [K_RECORD] = true, [K_TYPE] = true, [K_OPERATOR] = true
    };

    return e->kind == EL_CLASS ? called[e->cls->kind] : e->owner && e->owner->kind == K_FUNCTION;
}

static void add_names(Dtc *d, Class *c, bool called, const char ***names, uint32_t walk)
{
    if (!walk_comes(d, c, walk))
        return;
    const Class *o = class_origin(c);
    for (uint32_t i = 0; i < vec_len(o->element); i++)
        if (!called || can_be_called(o->element[i]))
            vec_push(&d->pass, *names, o->element[i]->name);
    for (uint32_t i = 0; i < vec_len(o->literal) && !called; i++)
        vec_push(&d->pass, *names, o->literal[i]);
    for (uint32_t i = 0; i < vec_len(o->net) && !called; i++)
        vec_push(&d->pass, *names, o->net[i].name);
    if (o->folder && !called)
        folder_names(d, class_origin(c), names);
    Class **base = info_of(d, c)->base;
    for (uint32_t i = 0; i < vec_len(base); i++)
        if (base[i])
            add_names(d, base[i], called, names, walk);
}

static void add_parameters(Dtc *d, Class *c, const char ***names, uint32_t walk)
{
    if (!walk_comes(d, c, walk))
        return;
    const Class *o = class_origin(c);
    Class **base = info_of(d, c)->base;
    for (uint32_t i = 0; i < vec_len(base); i++)
        if (base[i])
            add_parameters(d, base[i], names, walk);
    for (uint32_t i = 0; i < vec_len(o->element); i++) {
        const Element *e = o->element[i];
        if (e->kind == EL_COMPONENT && e->variability == V_PARAM && !e->protected_ && !e->final)
            vec_push(&d->pass, *names, e->name);
    }
}

const char *parameters_of(Dtc *d, Class *c)
{
    const char **names = NULL;
    add_parameters(d, c, &names, walk_begin(d));
    return text_joined(d, names, ", ", ", ");
}

static const char *nearest(Dtc *d, const char *wrong, const char **names)
{
    resolver(d)->compared += vec_len(names);
    if (vec_len(names))
        qsort(names, vec_len(names), sizeof *names, by_text);
    const char *best = suggest(d, wrong, names, vec_len(names));
    return best ? internf(d, "; did you mean `%s`?", best) : "";
}

const char *similar_member(Dtc *d, Class *c, const char *wrong)
{
    const char **names = NULL;
    if (resolver(d)->compared > MAX_COMPARED)
        return "";
    add_names(d, c, false, &names, walk_begin(d));
    return nearest(d, wrong, names);
}

const char *similar_visible(Dtc *d, Scope s, const char *wrong, bool called)
{
    static const char *const types[] = { "Real",        "Integer",   "Boolean", "String",
                                         "StateSelect", "switching", "time" };
    const char **names = NULL;
    if (resolver(d)->compared > MAX_COMPARED)
        return "";
    for (Class *c = s.cls; c; c = c->encapsulated ? NULL : c->enclosing) {
        add_names(d, c, called, &names, walk_begin(d));
        for (uint32_t i = 0; i < vec_len(class_origin(c)->import); i++) {
            const Import *im = &class_origin(c)->import[i];
            const bool wild = im->kind == IMPORT_WILD;
            Class *all = wild && vec_len(im->name.name) ? import_one(d, im, im->name).cls : NULL;
            if (all)
                add_names(d, all, called, &names, walk_begin(d));
            if (!wild)
                vec_push(&d->pass, names, im->kind == IMPORT_RENAME ? im->alias : vec_last(im->name.name));
        }
    }
    for (const Env *e = s.env; e && !called; e = e->next)
        vec_push(&d->pass, names, e->name);
    for (uint32_t i = 0; i < sizeof types / sizeof *types && !called; i++)
        vec_push(&d->pass, names, types[i]);
    return nearest(d, wrong, names);
}
