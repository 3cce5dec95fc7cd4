/* bode_picture.c - frequency responses as a chart: for each unit a panel of amplitudes and one of phases.
 *
 * Both axes of amplitudes are logarithmic. A peak has a ring, and where there is room what it is: its frequency and the
 * damping of its mode, or that it has none. Cost: the points of all curves, peaks squared.
 */
#include <math.h>
#include "bode.h"
#include "chart.h"

enum { LEFT = 92, RIGHT = 30, INNER = 820, TOP = 34, UPPER = 330, LOWER = 170, BETWEEN = 14, ROW = 18, BELOW = 56 };
enum { PER_ROW = 3, WORDS = 116, LINE = 13 };

/* of the largest amplitude: what is below is not shown; of the decades that are shown: how many more above */
static const double DEEP = 1e-10, HEAD = 0.12;

typedef struct { const BodeCase *one; const BodeCurve *c; } Drawn;
/* The panels of a unit, and what is drawn in them: vec */
typedef struct { Chart *chart; const Bode *b; Drawn *drawn; const char *unit; } Unit;

static double largest(const Unit *s)
{
    double most = 0;

    for (uint32_t k = 0; k < vec_len(s->drawn); k++)
        for (uint32_t i = 0; i < vec_len(s->drawn[k].one->frequency); i++)
            most = fmax(most, s->drawn[k].c->amplitude[i]);
    return most > 0 ? most : 1;
}

static double smallest(const Unit *s)
{
    double least = INFINITY;

    for (uint32_t k = 0; k < vec_len(s->drawn); k++)
        for (uint32_t i = 0; i < vec_len(s->drawn[k].one->frequency); i++)
            if (s->drawn[k].c->amplitude[i] > 0)
                least = fmin(least, s->drawn[k].c->amplitude[i]);
    return isfinite(least) ? fmax(least, DEEP * largest(s)) : 0.1;
}

/* Above the largest there is room for words. */
static double top_of(const Unit *s)
{
    const double most = largest(s);
    return most * fmax(2, pow(most / smallest(s), HEAD));
}

static void add_responses(const Unit *s)
{
    chart_data(s->chart, "curves", 9, 6, 6);
    for (uint32_t k = 0; k < vec_len(s->drawn); k++) {
        const Drawn *w = &s->drawn[k];
        bool any = false;
        for (uint32_t i = 0; i < vec_len(w->one->frequency); i++)
            if (w->c->amplitude[i] > 0 && (any = true))
                chart_row(s->chart, w->one->frequency[i], w->c->amplitude[i], w->c->phase[i]);
        if (!any) /* outside of the frames */
            chart_row(s->chart, 1, 1e-300, 1e9);
        chart_gap(s->chart, any ? 2 : 3);
    }
}

/* The amplitude of the curve near a frequency. */
static double amplitude_at(const Drawn *w, double f)
{
    uint32_t i = 0;

    while (i + 1 < vec_len(w->one->frequency) && w->one->frequency[i + 1] < f)
        i++;
    return fmax(w->c->amplitude[i], i + 1 < vec_len(w->one->frequency) ? w->c->amplitude[i + 1] : 0);
}

static const char *peak_text(const Unit *s, const Drawn *w, const Peak *p)
{
    const double damping = p->mode ? w->one->mode[p->mode - 1].damping : NAN;

    if (p->kind == PEAK_INFINITE)
        return internf(s->b->d, "%.4g Hz, no damping", p->frequency);
    return isnan(damping) ? internf(s->b->d, "%.4g Hz", p->frequency)
                          : internf(s->b->d, "%.4g Hz, D %.2g", p->frequency, damping);
}

/* A peak in the panel, and where its words are: right (1) or left (-1) of it, or 0: there is no room. */
typedef struct { uint32_t drawn; const Peak *p; double amplitude, x, y; int side; } Ring;

static bool has_room(const Ring *ring, uint32_t i, int side)
{
    const double left = ring[i].x + (side > 0 ? 0 : -WORDS);

    if (left < 0 || left + WORDS > INNER || ring[i].y < LINE)
        return false;
    for (uint32_t k = 0; k < vec_len(ring); k++) {
        const double other = ring[k].x + (ring[k].side > 0 ? 0 : -WORDS);
        if (k < i && ring[k].side != 0 && fabs(ring[k].y - ring[i].y) < LINE && fabs(other - left) < WORDS)
            return false;
    }
    return true;
}

static Ring *rings(const Unit *s)
{
    const double across = INNER / log(s->b->to / s->b->from), most = top_of(s),
                 up = UPPER / log(most / (0.7 * smallest(s)));
    Ring *ring = NULL;

    for (uint32_t k = 0; k < vec_len(s->drawn); k++)
        for (uint32_t i = 0; i < vec_len(s->drawn[k].c->peak); i++) {
            const Peak *p = &s->drawn[k].c->peak[i];
            if (p->kind > PEAK_INFINITE)
                continue;
            const double a = p->kind == PEAK_FOUND ? p->amplitude : amplitude_at(&s->drawn[k], p->frequency);
            vec_push(&s->b->d->run, ring,
                     ((Ring){ k, p, a, across * log(p->frequency / s->b->from), up * log(most / a), 0 }));
        }
    for (uint32_t i = 0; i < vec_len(ring); i++)
        ring[i].side = has_room(ring, i, 1) ? 1 : has_room(ring, i, -1) ? -1 : 0;
    return ring;
}

static void add_peaks(const Unit *s)
{
    const Ring *ring = rings(s);

    chart_data(s->chart, "peaks", 9, 6, 6);
    chart_row(s->chart, 0, 0, 0);
    for (uint32_t i = 0; i < vec_len(ring); i++) {
        const Ring *r = &ring[i];
        chart_row(s->chart, r->p->frequency, r->amplitude, r->drawn + 1);
        if (r->side != 0)
            chart_mark(s->chart,
                       (ChartMark){ peak_text(s, &s->drawn[r->drawn], r->p), r->p->frequency, r->amplitude,
                                    .side = r->side > 0 ? "left" : "right", .right = r->side > 0 ? 0.8 : -0.8,
                                    .up = 0.5, .colour = chart_colour(r->drawn) });
    }
}

static void add_amplitudes(const Unit *s, int top)
{
    chart_panel(s->chart, (ChartPanel){ .order = "xDFLUGATKYRp",
                                        .top = top,
                                        .bottom = top + UPPER,
                                        .key = PER_ROW,
                                        .above = 3,
                                        .label = internf(s->b->d, "amplitude, %s", s->unit),
                                        .logarithmic = "xy",
                                        .tics = "auto",
                                        .numbers = "%.0te%T",
                                        .y = { 0.7 * smallest(s), top_of(s), 6, NULL } });
    if (vec_len(s->chart->panel) == 1)
        s->chart->panel->x = (ChartRange){ s->b->from, s->b->to, 9, NULL };
    add_responses(s);
    add_peaks(s);
    for (uint32_t k = 0; k < vec_len(s->drawn); k++)
        chart_curve(s->chart, (ChartCurve){ internf(s->b->d, "$curves index %u", k), "1:2", "lines",
                                            chart_colour(k), chart_dash(k), 1.7,
                                            bode_curve_name(s->b, s->drawn[k].one, s->drawn[k].c) });
    for (uint32_t k = 0; k < vec_len(s->drawn); k++)
        chart_curve(s->chart, (ChartCurve){ "$peaks", internf(s->b->d, "($3 == %u ? $1 : 1/0):2", k + 1),
                                            "points pt 6 ps 0.9", chart_colour(k), .title = "" });
}

/* Quarters of a turn, or as many whole turns that there are few; the axis ends at such. */
static void add_phases(const Unit *s, int top, bool last)
{
    double least = INFINITY, most = -INFINITY;

    for (uint32_t k = 0; k < vec_len(s->drawn); k++)
        for (uint32_t i = 0; i < vec_len(s->drawn[k].one->frequency); i++) {
            least = fmin(least, s->drawn[k].c->phase[i]);
            most = fmax(most, s->drawn[k].c->phase[i]);
        }
    const double step = most - least <= 8 * 90 ? 90 : 360 * ceil((most - least) / (8 * 360)),
                 low = step * floor(least / step + 1e-3), high = step * ceil(most / step - 1e-3);
    const ChartRange y = { low < high ? low : low - step, low < high ? high : low + step, 6, NULL };
    chart_panel(s->chart, (ChartPanel){ .order = last ? "FLNKYTAp" : "FLNKYTp",
                                        .top = top,
                                        .bottom = top + LOWER,
                                        .label = "phase, deg",
                                        .y = y,
                                        .tics = internf(s->b->d, "%g", step),
                                        .numbers = "%g",
                                        .across = "frequency, Hz" });
    for (uint32_t k = 0; k < vec_len(s->drawn); k++)
        chart_curve(s->chart, (ChartCurve){ internf(s->b->d, "$curves index %u", k), "1:3", "lines",
                                            chart_colour(k), chart_dash(k), 1.7, NULL });
}

/* Of each unit, in the order in which they come. */
static const char **units(const Bode *b)
{
    const char **unit = NULL;

    for (uint32_t i = 0; i < vec_len(b->one); i++)
        for (uint32_t k = 0; k < vec_len(b->one[i].curve); k++) {
            const char *own = bode_unit(b, &b->one[i].curve[k]);
            bool known = false;
            for (uint32_t u = 0; u < vec_len(unit); u++)
                known |= unit[u] == own;
            if (!known)
                vec_push(&b->d->run, unit, own);
        }
    return unit;
}

static Drawn *drawn_of(const Bode *b, const char *unit)
{
    Drawn *drawn = NULL;

    for (uint32_t i = 0; i < vec_len(b->one); i++)
        for (uint32_t k = 0; k < vec_len(b->one[i].curve); k++)
            if (bode_unit(b, &b->one[i].curve[k]) == unit)
                vec_push(&b->d->run, drawn, ((Drawn){ &b->one[i], &b->one[i].curve[k] }));
    return drawn;
}

static int legend(const Unit *s) { return (((int)vec_len(s->drawn) + PER_ROW - 1) / PER_ROW) * ROW + 8; }

Chart bode_picture(const void *bode)
{
    const Bode *b = bode;
    const char **unit = units(b);
    Chart c = { .d = b->d,
                .title = b->title ? b->title : internf(b->d, "Frequency response of %s", b->model),
                .width = LEFT + INNER + RIGHT,
                .left = LEFT,
                .right = RIGHT,
                .label = 74 };
    int top = TOP;

    for (uint32_t u = 0; u < vec_len(unit); u++) {
        const Unit s = { &c, b, drawn_of(b, unit[u]), unit[u] };
        top += legend(&s);
        add_amplitudes(&s, top);
        add_phases(&s, top + UPPER + BETWEEN, u + 1 == vec_len(unit));
        top += UPPER + BETWEEN + LOWER + BETWEEN;
    }
    c.height = top + BELOW;
    return c;
}
