/* modes_sheet.c - modes as tables: frequencies, energies, shapes, and by which parameters they change. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "dtc_law.h"
#include "modes.h"
#include "state_space.h"

/* Components times modes: tables to read have no more. Parameters of a mode in such tables */
enum { LONG = 2000, STRONGEST = 20 };

static double degrees(double re, double im)
{
    const double x = atan2(im, re) * 180 / M_PI;
    return fabs(x) < 1e-9 ? 0 : x;
}

static bool oscillates(const Mode *o) { return o->at->im > 0; }

/* "side shaft 62 %, engine mount 20 %" of the largest shares. */
static const char *largest(const Modes *m, const Mode *o, double (*of)(const Share *))
{
    const uint32_t n = vec_len(m->parts.part);
    bool *shown = NEW_N(&m->l->p->d->pass, bool, n + 1);
    const char *text = "";

    for (int k = 0; k < 3; k++) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < n; i++)
            if (!shown[i] && fabs(of(&o->share[i])) > (best ? fabs(of(&o->share[best])) : 0.02))
                best = i;
        if (best == 0)
            break;
        shown[best] = true;
        text = internf(m->l->p->d, "%s%s%s %.0f %%", text, k ? ", " : "", m->parts.part[best].name,
                       100 * of(&o->share[best]));
    }
    return text;
}

static double kinetic(const Share *s) { return s->kinetic; }
static double elastic(const Share *s) { return s->elastic; }

/* Elements that transmit a torque and slip: another mode than where they stick. */
static const char *sliding(const Modes *m)
{
    const Flat *f = m->l->p->e->f;
    const char *text = "";

    for (uint32_t i = 1; i < vec_len(f->sw); i++)
        if ((m->l->p->place[i] == DTC_FWD || m->l->p->place[i] == DTC_BWD) &&
            point_of(m->l->p, f->sw[i].lambda) != 0)
            text = internf(m->l->p->d, "%s%s%s", text, *text ? ", " : "", f->sw[i].path);
    return text;
}

static void summary(Sheet *s, const Modes *m)
{
    const char *slipping = sliding(m);

    sheet_table(s, "modes", "modes");
    sheet_columns(s, COLUMN("mode"), COLUMN("name"), QUANTITY("frequency", "Hz", 6),
                  QUANTITY("damped", "Hz", 6), QUANTITY("resonance", "Hz", 6), QUANTITY("damping", "1", 4),
                  QUANTITY("decay", "s", 4), COLUMN("nodes"), QUANTITY("re", "1/s", 6),
                  QUANTITY("im", "rad/s", 6), QUANTITY("euler below", "s", 3), COLUMN("kinetic energy"),
                  COLUMN("elastic energy"), COLUMN("slipping"));
    for (uint32_t i = 0; i < vec_len(m->mode); i++) {
        const Mode *o = &m->mode[i];
        const double D = o->damping, re = o->at->re;
        sheet_cells(s, cell_number(i + 1), cell_text(o->at->zero ? "rigid" : ""), cell_number(o->frequency),
                    cell_number(oscillates(o) ? o->damped : NAN),
                    cell_number(oscillates(o) && D < M_SQRT1_2 && D >= 0 ? o->frequency * sqrt(1 - 2 * D * D)
                                                                         : NAN),
                    cell_number(o->at->zero ? NAN : D), cell_number(re != 0 ? -1 / re : NAN),
                    cell_number(oscillates(o) ? o->nodes : NAN), cell_number(re), cell_number(o->at->im),
                    cell_number(re < 0 ? -2 * re / (re * re + o->at->im * o->at->im) : NAN),
                    cell_text(largest(m, o, kinetic)), cell_text(largest(m, o, elastic)),
                    cell_text(slipping));
    }
    sheet_note(s, "frequency: abs(lambda)/2 pi; damped: Im lambda/2 pi, of free swings; resonance: where the "
                  "response of a single oscillator has its peak, frequency*sqrt(1 - 2 damping^2); between "
                  "the last two lies what is seen.");
    sheet_note(s, "euler below: a longer step of --method euler makes the mode grow, -2 Re/abs(lambda)^2; "
                  "without damping any step does.");
    sheet_note(s,
               "rigid: exactly 0, nothing is deformed; nodes: springs and dampers whose ends swing against "
               "each other.");
    if (!m->eigen.whole)
        sheet_note(s, internf(s->d, "The lowest of %u states; --modes N shows more.", m->l->n));
}

/* Of large models a table of all components is for programs. */
static bool is_long(const Modes *m) { return (uint64_t)vec_len(m->parts.part) * vec_len(m->mode) > LONG; }

static void energies(Sheet *s, const Modes *m)
{
    sheet_table(s, "energies", "parts of components in each mode");
    if (is_long(m))
        sheet_look(s, (SheetLook){ .aside = true });
    sheet_columns(s, COLUMN("mode"), COLUMN("component"), QUANTITY("kinetic", "1", 4),
                  QUANTITY("elastic", "1", 4), QUANTITY("damping", "1", 4), QUANTITY("other", "1", 4));
    const double least = is_long(m) ? 1e-3 : 1e-4;
    for (uint32_t i = 0; i < vec_len(m->mode); i++)
        for (uint32_t k = 1; k < vec_len(m->parts.part); k++) {
            const Share *h = &m->mode[i].share[k];
            if (fabs(h->kinetic) < least && fabs(h->elastic) < least && fabs(h->damping) < least &&
                fabs(h->other) < least)
                continue;
            sheet_cells(s, cell_number(i + 1), cell_text(m->parts.part[k].name), cell_number(h->kinetic),
                        cell_number(h->elastic), cell_number(h->damping), cell_number(h->other));
        }
}

/* ---- shapes -------------------------------------------------------------------------------------------- */

/* What is shown of a shape: the speed of each component that has kinetic energy in some mode. */
static bool moves(const Modes *m, uint32_t part)
{
    if (vec_len(m->parts.part[part].port) == 0 || m->parts.part[part].port[0].fixed)
        return false;
    for (uint32_t i = 0; i < vec_len(m->mode); i++)
        if (m->mode[i].share[part].kinetic > 1e-9)
            return true;
    return false;
}

/* ratio: NULL, or by part; what does not move in the rigid motion has none, and is not shown. */
static bool shape_speed(const Modes *m, const Mode *o, uint32_t part, const double *ratio, double x[2])
{
    mode_speed(m, o, &m->parts.part[part].port[0], x);
    if (ratio && ratio[part] == 0)
        return false;
    x[0] /= ratio ? ratio[part] : 1;
    x[1] /= ratio ? ratio[part] : 1;
    return true;
}

static void shape(Sheet *s, const Modes *m, uint32_t index, const uint32_t *part, uint32_t reference,
                  const double *ratio)
{
    const Mode *o = &m->mode[index];
    double base[2] = { 0, 0 }, x[2];

    for (uint32_t k = 0; k < vec_len(part); k++) {
        if (!shape_speed(m, o, part[k], ratio, x))
            continue;
        if (part[k] == reference || (!reference && hypot(x[0], x[1]) > hypot(base[0], base[1]) * (1 + 1e-9)))
            memcpy(base, x, sizeof base);
    }
    const double size = base[0] * base[0] + base[1] * base[1];
    for (uint32_t k = 0; k < vec_len(part) && size > 0; k++) {
        if (!shape_speed(m, o, part[k], ratio, x))
            continue;
        const double re = (x[0] * base[0] + x[1] * base[1]) / size,
                     im = (x[1] * base[0] - x[0] * base[1]) / size;
        sheet_cells(s, cell_number(index + 1), cell_text(m->parts.part[part[k]].name),
                    cell_number(hypot(re, im)), cell_number(hypot(re, im) > 1e-12 ? degrees(re, im) : 0),
                    cell_number(re), cell_number(im));
    }
}

static uint32_t *shown_parts(const Modes *m)
{
    uint32_t *part = NULL;

    for (uint32_t k = 1; k < vec_len(m->parts.part); k++)
        if (moves(m, k))
            vec_push(&m->l->p->d->run, part, k);
    return part;
}

static uint32_t reference_part(const Modes *m, const char *name)
{
    for (uint32_t k = 1; k < vec_len(m->parts.part) && name; k++)
        if (strcmp(m->parts.part[k].name, name) == 0)
            return k;
    return 0;
}

double *modes_ratios(const Modes *m, const char *name, const char **why)
{
    const uint32_t at = reference_part(m, name), n = vec_len(m->parts.part);
    double *ratio = NEW_N(&m->l->p->d->run, double, n + 1), base[2] = { 0, 0 }, x[2];
    const Mode *rigid = NULL;

    for (uint32_t i = 0; i < vec_len(m->mode); i++)
        if (m->mode[i].at->zero) {
            if (rigid) {
                *why = "there are several rigid motions, each with ratios of its own; --stuck may leave one";
                return NULL;
            }
            rigid = &m->mode[i];
        }
    if (rigid)
        mode_speed(m, rigid, &m->parts.part[at].port[0], base);
    const double size = base[0] * base[0] + base[1] * base[1];
    if (!rigid || size < 1e-24) {
        *why = rigid ? "it does not move in the rigid motion, which gives the ratios of speeds"
                     : "there is no rigid motion, which gives the ratios of speeds";
        return NULL;
    }
    for (uint32_t k = 1; k < n; k++)
        if (vec_len(m->parts.part[k].port)) {
            mode_speed(m, rigid, &m->parts.part[k].port[0], x);
            ratio[k] = (x[0] * base[0] + x[1] * base[1]) / size;
            ratio[k] = fabs(ratio[k]) > 1e-12 ? ratio[k] : 0;
        }
    return ratio;
}

static void shapes(Sheet *s, const Modes *m, ShapesAsked asked)
{
    const uint32_t *part = shown_parts(m);
    const char *why, *over = asked.reference ? internf(s->d, "that of %s", asked.reference) : "the largest";
    const double *ratio = asked.referred ? modes_ratios(m, asked.referred, &why) : NULL;

    sheet_table(s, "shapes",
                ratio ? internf(s->d, "shapes: speeds referred to %s, over %s", asked.referred, over)
                      : internf(s->d, "shapes: speeds over %s", over));
    if (is_long(m))
        sheet_look(s, (SheetLook){ .aside = true });
    sheet_columns(s, COLUMN("mode"), COLUMN("component"), QUANTITY("amplitude", "1", 5),
                  QUANTITY("phase", "deg", 4), QUANTITY("re", "1", 5), QUANTITY("im", "1", 5));
    for (uint32_t i = 0; i < vec_len(m->mode); i++)
        shape(s, m, i, part, reference_part(m, asked.reference), ratio);
    if (ratio)
        sheet_note(s, "referred: over the ratio of the component's speed to that one's in the rigid motion, "
                      "in which all are 1; what does not move in it is left out.");
}

/* Inertias as the reference sees them, all speeds in the ratio of a rigid motion. */
static void reflected(Sheet *s, const Modes *m, const char *reference)
{
    const uint32_t at = reference_part(m, reference);
    const char *unit = at ? linear_unit(m->l, m->parts.part[at].port[0].speed) : "";

    if (!at)
        return;
    sheet_table(s, "reflected", internf(s->d, "inertias in rigid motions, reflected to %s", reference));
    sheet_columns(s, COLUMN("mode"), COLUMN("component"),
                  QUANTITY("inertia", strcmp(unit, "m/s") == 0 ? "kg" : "kg.m2", 6));
    for (uint32_t i = 0; i < vec_len(m->mode); i++) {
        const Mode *o = &m->mode[i];
        double x[2];
        mode_speed(m, o, &m->parts.part[at].port[0], x);
        const double size = x[0] * x[0] + x[1] * x[1];
        for (uint32_t k = 1; o->at->zero && size > 1e-12 && k < vec_len(m->parts.part); k++)
            if (o->share[k].kinetic > 1e-12) {
                sheet_cells(s, cell_number(i + 1), cell_text(m->parts.part[k].name),
                            cell_number(o->share[k].kinetic * o->M / size));
            }
    }
}

/* ---- slopes -------------------------------------------------------------------------------------------- */

typedef struct { Var v; double size, frequency, damping, re, im; } Row;

static int by_size(const void *a, const void *b)
{
    const Row *x = a, *y = b;
    return x->size > y->size ? -1 : x->size < y->size;
}

/* d abs/dp and d damping/dp, times p: what a change by its own size would make, to first order. */
static Row row_of(const Modes *m, const Mode *o, const Slope *k)
{
    const double re = o->at->re, im = o->at->im, size = hypot(re, im), p = point_of(m->l->p, k->parameter);
    const double abs_p = size > 0 ? (re * k->re + im * k->im) / size : 0,
                 damping_p = size > 0 ? (-k->re * size + re * abs_p) / (size * size) : 0;
    return (Row){ k->parameter,
                  size > 0 ? fabs(p * abs_p) / size + fabs(p * damping_p) : fabs(p * k->re),
                  abs_p / (2 * M_PI),
                  damping_p,
                  k->re,
                  k->im };
}

static void slopes_of_mode(Sheet *s, const Modes *m, uint32_t index, const Slope *slope)
{
    const Mode *o = &m->mode[index];
    Row *row = NULL;

    for (uint32_t k = 0; k < vec_len(slope); k++)
        vec_push(&s->d->run, row, row_of(m, o, &slope[k]));
    if (vec_len(row) > 1)
        qsort(row, vec_len(row), sizeof *row, by_size);
    for (uint32_t k = 0; k < vec_len(row) && (k < STRONGEST || !is_long(m)); k++) {
        const double p = point_of(m->l->p, row[k].v);
        sheet_cells(s, cell_number(index + 1), cell_text(m->l->p->e->f->var[row[k].v].name), cell_number(p),
                    cell_text(linear_unit(m->l, row[k].v)),
                    cell_number(o->frequency > 0 ? row[k].frequency * p / o->frequency : NAN),
                    cell_number(row[k].frequency), cell_number(row[k].damping), cell_number(row[k].re),
                    cell_number(row[k].im));
    }
}

static void slopes(Sheet *s, Modes *m)
{
    Slope **all = mode_slopes(m);

    sheet_table(s, "slopes", "change by parameters: derivatives, states and inputs of the point held");
    sheet_columns(s, COLUMN("mode"), COLUMN("parameter"), QUANTITY("value", NULL, 6), COLUMN("unit"),
                  QUANTITY("relative", "%/%", 4), QUANTITY("frequency", "Hz per unit", 5),
                  QUANTITY("damping", "1 per unit", 5), QUANTITY("re", NULL, 5), QUANTITY("im", NULL, 5));
    if (is_long(m))
        sheet_note(s, internf(s->d, "The %d strongest of each mode.", STRONGEST));
    for (uint32_t i = 0; all && i < vec_len(m->mode); i++)
        if (all[i])
            slopes_of_mode(s, m, i, all[i]);
        else if (!m->mode[i].at->zero)
            sheet_note(s, internf(s->d, "Mode %u is multiple: single derivatives do not exist.", i + 1));
}

Sheet modes_sheet(Modes *m, ShapesAsked asked, bool whole)
{
    Sheet s = sheet_new(m->l->p->d, internf(m->l->p->d, "modes of %s", m->l->p->e->f->name));

    summary(&s, m);
    if (whole || !is_long(m)) {
        energies(&s, m);
        shapes(&s, m, asked);
    }
    reflected(&s, m, asked.referred ? asked.referred : asked.reference);
    slopes(&s, m);
    point_sheet(&s, m->l, NULL);
    return s;
}
