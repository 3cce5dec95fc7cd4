/* lsp_names.c - where a name is declared, where it is used, and how all that is renamed.
 *
 * Two names are the same where they are declared at the same place. Uses are looked for in the files of the workspace
 * and of the package around the document that have the word, each read into the tree of classes. Cost: linear in the
 * files that have it.
 */
#include <string.h>
#include "lsp_uses.h"
#include "parse.h"

static const Use *asked_for(Ask *q, Use **all)
{
    ask_read(q);
    if (!q->src)
        return NULL;
    *all = uses_of(q->d, q->src, q->d->root);
    const Use *u = use_at(*all, ask_position(q));
    return u && u->declared.pos ? u : NULL;
}

json_t *answer_definition(Ask *q)
{
    Use *all;
    const Use *u = asked_for(q, &all);
    json_t *place = u ? location_json(q->d, u->declared) : NULL;

    return place ? place : json_null();
}

/* Of the type of a component. */
json_t *answer_type_definition(Ask *q)
{
    Use *all;
    const Use *u = asked_for(q, &all);
    json_t *place = u && u->thing.cls ? location_json(q->d, class_origin(u->thing.cls)->span) : NULL;

    return place ? place : json_null();
}

json_t *answer_highlight(Ask *q)
{
    Use *all;
    const Use *u = asked_for(q, &all);
    json_t *list = json_array();

    for (uint32_t i = 0; u && i < vec_len(all); i++)
        if (all[i].declared.pos == u->declared.pos)
            json_array_append_new(list, json_pack("{s:o}", "range", range_json(q->d, all[i].at)));
    return list;
}

/* ---- all uses ------------------------------------------------------------------------------------------ */

typedef struct { Ask *q; Span declared; Use *use; /* vec */ } Search;

static void search_file(void *of, const Source *src, Class *in)
{
    Search *s = of;
    const Use *list = uses_of(s->q->d, src, in);

    for (uint32_t i = 0; i < vec_len(list); i++)
        if (list[i].declared.pos == s->declared.pos)
            vec_push(&s->q->d->run, s->use, list[i]);
}

/* All uses of the name at the position; it is in no file of the workspace: those of the document. */
static Use *found_everywhere(Ask *q, const Use **asked)
{
    Use *all;
    const Use *u = *asked = asked_for(q, &all);

    if (!u)
        return NULL;
    const char *word = intern(q->d, q->src->text + (u->at.pos - q->src->base), u->at.end - u->at.pos);
    Search s = { .q = q, .declared = u->declared };
    const bool local = u->kind == USE_ITERATOR || u->kind == USE_NET || u->kind == USE_PLACE;
    if (local)
        search_file(&s, q->src, q->d->root);
    else
        each_file(q, word, source_of(q->d, u->declared)->name, search_file, &s);
    return s.use;
}

/* ---- references ---------------------------------------------------------------------------------------- */

json_t *answer_references(Ask *q)
{
    const json_t *context = json_object_get(q->params, "context");
    const bool declaration = json_is_true(json_object_get(context, "includeDeclaration"));
    const Use *asked, *use = found_everywhere(q, &asked);
    json_t *list = json_array();

    for (uint32_t i = 0; i < vec_len(use); i++)
        if ((declaration || !use[i].declares) && !use[i].ends)
            json_array_append_new(list, location_json(q->d, use[i].at));
    return list;
}

/* ---- renaming ------------------------------------------------------------------------------------------ */

static bool in_folder(const char *path, const char *folder)
{
    const size_t n = strlen(folder);

    return strncmp(path, folder, n) == 0 && (path[n] == '/' || n == 0);
}

/* Why the name cannot be another one; NULL: it can. */
static const char *refused(Ask *q, const Use *u, const char *name)
{
    const Source *src = source_of(q->d, u->declared);
    const char *slash = strrchr(src->name, '/'), *dot = strrchr(src->name, '.');
    bool ours = src == q->src;

    for (size_t i = 0; i < q->server->folders; i++)
        ours |= in_folder(src->name, q->server->folder[i]);
    if (!ours)
        return internf(q->d, "this is declared in %s, outside of the workspace", src->name);
    if (!name_is_plain(name) || (*name >= '0' && *name <= '9') || !*name)
        return "a name has letters, digits and underscores, and begins with no digit";
    if (is_keyword(name))
        return internf(q->d, "%s is a reserved word", name);
    if (u->kind == USE_COMPONENT && u->thing.owner && own_element(q->d, u->thing.owner, internz(q->d, name)))
        return internf(q->d, "%s has a %s already", class_path(q->d, class_origin(u->thing.owner)), name);
    if (u->kind == USE_CLASS && u->thing.cls->enclosing && u->thing.cls->enclosing->folder && slash && dot &&
        strncmp(slash + 1, u->thing.cls->name, (size_t)(dot - slash - 1)) == 0)
        return "the file is named after this class: rename both by hand";
    return NULL;
}

json_t *answer_rename(Ask *q)
{
    const char *name = json_string_value(json_object_get(q->params, "newName"));
    const Use *u, *use = found_everywhere(q, &u);
    const char *why = u && name ? refused(q, u, name) : "there is no name that is declared";
    json_t *changes = json_object();

    if (why)
        return refusal_json(why);
    for (uint32_t i = 0; i < vec_len(use); i++) {
        json_t *place = location_json(q->d, use[i].at);
        const char *uri = json_string_value(json_object_get(place, "uri"));
        if (!json_object_get(changes, uri))
            json_object_set_new(changes, uri, json_array());
        json_array_append_new(json_object_get(changes, uri),
                              json_pack("{s:O, s:s}", "range", json_object_get(place, "range"), "newText",
                                        name));
        json_decref(place);
    }
    return json_pack("{s:o}", "changes", changes);
}

json_t *answer_prepare_rename(Ask *q)
{
    Use *all;
    const Use *u = asked_for(q, &all);

    return u ? range_json(q->d, u->at) : json_null();
}
