/* lsp_actions.c - code actions: what mends a diagnostic.
 *
 * Diagnostics carry their edits in `data` (lsp_diagnostics.c), so that the ones that the editor shows are those that
 * are offered; those it sends back without are looked for in none. Cost: linear in the diagnostics.
 */
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
