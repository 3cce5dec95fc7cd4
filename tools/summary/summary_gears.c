/* summary_gears.c - the gears of a model's gear train, compiled by itself: of the first component with flange_a and
 * flange_b that has gears, or of the model. Cost: that of dtc gears for each such component.
 */
#include <stdlib.h>
#include "flatten.h"
#include "gear_draw.h"
#include "gear_output.h"
#include "summary.h"

enum { MOST_ELEMENTS = 14, FEW_GEARS = 20 };

/* A component with a train that has gears; r is filled. */
static bool has_gears(Dtc *g, const char *sub, Train *t, GearReport *r)
{
    *r = (GearReport){ .train = t };
    if (!train_of(g, g->flat, g->instance, sub, NULL, NULL, t) || vec_len(t->element) == 0 ||
        vec_len(t->element) > MOST_ELEMENTS)
        return false;
    train_efficiency(t, (Fraction){ 99, 100 }, (Fraction){ 995, 1000 });
    r->state = useful_states(t);
    for (uint32_t i = 0; i < vec_len(r->state) && vec_len(r->state) <= FEW_GEARS; i++)
        state_losses(t, &r->state[i]);
    return vec_len(r->state) > 1;
}

/* Components of the model, then the model itself: the first that has gears. NULL: there is none */
static const char *find_train(Dtc *g, Train *t, GearReport *r)
{
    const Inst *root = g->instance;

    for (uint32_t i = 0; i < vec_len(root->child); i++) {
        const Inst *c = root->child[i];
        if (present(c) && !is_builtin(c) && c->is->type == T_COMPOSITE && !is_array(c) &&
            inst_member(c, internz(g, "flange_a")) && inst_member(c, internz(g, "flange_b")) &&
            has_gears(g, c->path, t, r))
            return c->path;
    }
    return has_gears(g, "", t, r) ? "" : NULL;
}

static void write_gears(FILE *f, const GearReport *r)
{
    const Sheet s = gears_sheet(r);

    for (uint32_t i = 0; i < vec_len(s.table[0].column); i++)
        s.table[0].column[i].digits = 6; /* ratios are there as fractions, too */
    fputs("<div class=\"wide\" tabindex=\"0\">", f);
    sheet_html(s.d, &s.table[0], NULL, "text", f);
    fputs("</div>\n<figure class=\"paper\">", f);
    draw_stick(f, r);
    fputs("</figure>\n", f);
}

SummaryPart summary_gears(const Summary *s)
{
    Dtc *g = dtc_new();
    SummaryPart part = { .why = "The model has no component that is a gear train with gears to engage." };
    const char *sub = NULL;
    GearReport r;
    Train t;
    Quiet q;
    char *text = NULL;
    size_t size = 0;

    options_taken(g, s->d);
    if (!quiet_begin(&q))
        return part;
    if (model_operand(g, s->cli) == 0 && flat_model(g) && check_values(g, g->flat))
        sub = find_train(g, &t, &r);
    FILE *f = sub ? open_memstream(&text, &size) : NULL;
    if (f) {
        write_gears(f, &r);
        if (fclose(f) == 0)
            part.html = internz(s->d, text);
        part.command = internf(s->d, "dtc gears %s%s%s", s->model, *sub ? " --sub " : "", sub);
    }
    (void)quiet_end(&q, s->d);
    free(text);
    dtc_free(g);
    return part;
}
