/* lsp_actions.c - edits of a document: code actions, which mend a diagnostic, and its layout.
 *
 * Diagnostics carry their edits in `data` (lsp_diagnostics.c), so that the ones that the editor shows are those that
 * are offered; those it sends back without are looked for in none. Cost: linear in the diagnostics.
 */
#include <stdlib.h>
#include <string.h>
#include "format.h"
#include "lsp.h"

json_t *answer_actions(Ask *q)
{
    const json_t *all = json_object_get(json_object_get(q->params, "context"), "diagnostics"), *one, *fix;
    json_t *list = json_array();
    size_t i, k;

    json_array_foreach(all, i, one)
    {
        json_array_foreach(json_object_get(one, "data"), k, fix)
        {
            json_t *title = json_object_get(fix, "title"), *edits = json_object_get(fix, "edits");
            if (!title || !edits)
                continue;
            json_array_append_new(list, json_pack("{s:O, s:s, s:[O], s:b, s:{s:{s:O}}}", "title", title,
                                                  "kind", "quickfix", "diagnostics", one, "isPreferred",
                                                  k == 0, "edit", "changes", q->document->uri, edits));
        }
    }
    return list;
}

/* The whole text in place of the whole text; of one with mistakes nothing. */
json_t *answer_formatting(Ask *q)
{
    size_t size;
    Dtc *d = dtc_new();
    Source *src = source_text(d, q->document->path, q->document->text, q->document->size);
    json_t *edits = json_array();

    d->keeps = true;
    char *text = src ? formatted(d, src, &size) : NULL;
    if (text && (size != src->size || memcmp(text, src->text, size) != 0))
        json_array_append_new(edits, json_pack("{s:o, s:s}", "range",
                                               range_json(d, (Span){ src->base, src->base + src->size }),
                                               "newText", text));
    free(text);
    return edits;
}
