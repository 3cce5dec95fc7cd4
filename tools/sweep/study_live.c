/* study_live.c - what the page of a study knows of its points: columns with their values, for tools/page/study.js.
 *
 * Of many points a page has some, evenly taken, and says so: a browser draws MOST lines at once. Cost: linear in them.
 */
#include <math.h>
#include <stdlib.h>
#include "html.h"
#include "json.h"
#include "palette.h"
#include "study_table.h"

enum { MOST = 20000 };

static void put_column(Json *j, const StudyTable *t, const StudyColumn *c, uint32_t step)
{
    json_begin(j, NULL, '{');
    json_text(j, "name", c->name);
    if (c->unit)
        json_text(j, "unit", c->unit);
    json_truth(j, "metric", c->metric);
    json_begin(j, "values", '[');
    for (uint32_t i = 0; i < t->points; i += step)
        if (c->word[i])
            json_text(j, NULL, c->word[i]);
        else
            json_number(j, NULL, c->value[i]);
    json_end(j);
    json_end(j);
}

static void put_levels(Json *j)
{
    json_begin(j, "levels", '[');
#define X(colour) json_text(j, NULL, colour);
    PALETTE_LEVELS(X)
#undef X
    json_end(j);
}

const SheetLive *study_live(const StudyTable *t)
{
    const uint32_t step = (t->points + MOST - 1) / MOST;
    SheetLive *live = NEW(&t->d->run, SheetLive);
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);

    if (!memory)
        return NULL;
    Json j = { .d = t->d, .out = memory };
    json_begin(&j, NULL, '{');
    json_whole(&j, "points", t->points);
    json_whole(&j, "last", t->point[t->points - 1]);
    json_whole(&j, "step", step);
    put_levels(&j);
    json_begin(&j, "point", '[');
    for (uint32_t i = 0; i < t->points; i += step)
        json_whole(&j, NULL, t->point[i]);
    json_end(&j);
    json_begin(&j, "columns", '[');
    for (uint32_t i = 0; i < vec_len(t->column); i++)
        put_column(&j, t, &t->column[i], step);
    json_end(&j);
    json_end(&j);
    fclose(memory);
    *live = (SheetLive){ "study", asset_study_style, asset_study_script, internz(t->d, text) };
    free(text);
    return live;
}
