/* summary_modes.c - the modes of a model around its start, compiled by itself. What keeps it from being linear is the
 * reason why there are none. Cost: that of dtc modes.
 */
#include <stdlib.h>
#include <string.h>
#include "linear_options.h"
#include "modes.h"
#include "summary.h"

static bool write_modes(FILE *f, LinearModel *m, const Cli *cli)
{
    const ModeParts parts = mode_parts(m->p.e);
    Modes modes;
    Linear *l = linear_new(&m->p, NULL, parts.wanted);
    bool good;

    if (l)
        (void)linear_kinks(l);
    forget_pass(m->p.d);
    good = l && modes_of(l, &parts, (uint32_t)cli->modes_count, &modes) && vec_len(modes.mode) > 0;
    if (good) {
        const Sheet sheet = modes_sheet(&modes, (ShapesAsked){ NULL, NULL }, false);
        fputs("<div class=\"wide\" tabindex=\"0\">", f);
        sheet_html(m->p.d, &sheet.table[0], NULL, "text", f);
        fputs("</div>\n", f);
        for (uint32_t i = 0; i < vec_len(sheet.table[0].note); i++) {
            fputs("<p class=\"hint\">", f);
            xml_text(f, sheet.table[0].note[i]);
            fputs("</p>\n", f);
        }
    }
    linear_free(l);
    return good;
}

SummaryPart summary_modes(const Summary *s)
{
    Dtc *g = dtc_new();
    Cli own = *s->cli;
    LinearModel m = { 0 };
    PointOptions o;
    SummaryPart part = { .command =
                             internf(s->d, "dtc modes %s%s", s->model, summary_options(s, CMD_MODES)) };
    Quiet q;
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);

    own.command = CMD_MODES;
    own.sim.quiet = true;
    options_taken(g, s->d);
    g->opt.audit = g->opt.pictured = false;
    g->opt.output = NULL;
    if (!f || !quiet_begin(&q))
        return part;
    const bool good = linear_begin(g, &own, &m, &o) == 0 && write_modes(f, &m, &own);
    const char *said = quiet_end(&q, s->d);
    if (fclose(f) == 0 && good)
        part.html = internz(s->d, text);
    else
        part.why = internf(s->d, "The model has no modes at its start.%s%.*s", *said ? " " : "",
                           (int)strcspn(said, "\n"), said);
    free(text);
    temporaries_clear();
    dtc_free(g);
    return part;
}
