/* doc_json.c - pages as JSON: components with all that their declarations say, the rest as it is shown. Cost: linear.
 */
#include "doc.h"
#include "json.h"

static void element(Dtc *d, Json *j, const DocElement *e)
{
    static const char *const word[] = { "parameter", "constant", "connector", "input",
                                        "output",    "variable", "part" };

    json_begin(j, NULL, '{');
    json_text(j, "name", e->name);
    json_text(j, "role", word[e->role]);
    json_text(j, "type", e->type);
    json_text(j, "class", e->cls ? class_path(d, class_origin(e->cls)) : NULL);
    json_truth(j, "flow", e->flow);
    json_text(j, "default", *e->value ? e->value : NULL);
    json_text(j, "unit", *e->unit ? e->unit : NULL);
    json_text(j, "min", e->least);
    json_text(j, "max", e->most);
    json_text(j, "nominal", e->nominal);
    json_text(j, "start", e->start);
    json_text(j, "description", e->meaning);
    json_end(j);
}

/* The head is the first row of a table. */
static void rows(Json *j, const DocBlock *b)
{
    json_begin(j, "rows", '[');
    for (uint32_t i = 0; i < vec_len(b->cell); i++) {
        if (i % b->columns == 0)
            json_begin(j, NULL, '[');
        json_text(j, NULL, b->cell[i].text);
        if ((i + 1) % b->columns == 0)
            json_end(j);
    }
    json_end(j);
}

static void block(Dtc *d, Json *j, const DocBlock *b)
{
    static const char *const word[] = { "paragraph", "table", "code" };
    const char *text = "";

    json_begin(j, NULL, '{');
    json_text(j, "kind", word[b->kind]);
    json_text(j, "title", b->title);
    for (uint32_t i = 0; b->kind == DOC_PARAGRAPH && i < vec_len(b->cell); i++)
        text = internf(d, "%s%s", text, b->cell[i].text);
    if (b->kind == DOC_TABLE)
        rows(j, b);
    else
        json_text(j, "text", b->kind == DOC_CODE ? b->code : text);
    json_end(j);
}

void write_doc_json(Dtc *d, FILE *f, const DocPage *page)
{
    Json j;

    json_document(&j, d, f, "dtc doc");
    json_begin(&j, "classes", '[');
    for (uint32_t i = 0; i < vec_len(page); i++) {
        json_begin(&j, NULL, '{');
        json_text(&j, "name", page[i].path);
        json_text(&j, "kind", page[i].kind);
        json_text(&j, "description", page[i].line);
        json_begin(&j, "elements", '[');
        for (uint32_t k = 0; k < vec_len(page[i].element); k++)
            element(d, &j, &page[i].element[k]);
        json_end(&j);
        json_begin(&j, "blocks", '[');
        for (uint32_t k = 0; k < vec_len(page[i].block); k++)
            if (!page[i].block[k].elements)
                block(d, &j, &page[i].block[k]);
        json_end(&j);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
}
