/* doc_example.c - which example shows which component.
 *
 * A package may hold a package `Examples`, with models that run as they are. Each shows the classes of its components;
 * of the models that show a class the one with the fewest components is its example, of these the first. So nobody
 * keeps a list. Cost: linear in the components of the examples.
 */
#include <string.h>
#include "doc.h"

/* What stands for another class shows that one too. */
static void shows(Doc *w, Class *shown, Class *example)
{
    for (Class *c = shown; c; c = class_stands_for(w->d, c)) {
        const Class *before = (const Class *)(uintptr_t)map_get(&w->example, KEY(class_origin(c)));
        const uint32_t components = vec_len(info_of(w->d, example)->member);
        if (!before || vec_len(before->info->member) > components)
            map_set(&w->d->run, &w->example, KEY(class_origin(c)), KEY(example));
    }
}

static void read_example(Doc *w, Class *example)
{
    class_flatten(w->d, example);
    map_set(&w->d->run, &w->example, KEY(example), KEY(example));
    const Member *member = info_of(w->d, example)->member;

    for (uint32_t i = 0; i < vec_len(member); i++) {
        const Member *m = &member[i];
        if (m->e->kind != EL_COMPONENT)
            continue;
        Class *c = doc_type(w->d, m);
        if (c && c->form != CF_PREDEFINED)
            shows(w, c, example);
    }
}

void doc_examples(Doc *w, Class **top)
{
    for (uint32_t i = 0; i < vec_len(top); i++) {
        Class *package = class_member(w->d, top[i], "Examples");
        Class **all = package ? doc_all(w->d, package) : NULL;
        for (uint32_t k = 0; k < vec_len(all); k++)
            if ((all[k]->kind == K_MODEL || all[k]->kind == K_BLOCK) && !all[k]->partial)
                read_example(w, all[k]);
    }
}
