/* summary_curves.c - panels of a run for a page that is printed: curves of a unit each, lanes of words, as SVG.
 *
 * What is shown is what the page of a run shows at first (tools/page/choose.js): outputs of the model; without these
 * what is near the surface, of a component one signal of a unit. Of a long curve each pixel keeps its first, least,
 * greatest and last value. Cost: linear in the rows.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "dtc_runtime.h"
#include "html.h"
#include "output.h"
#include "palette.h"
#include "plot.h"
#include "summary.h"

enum { CURVES = 5, PANELS = 3, LANES = 8, LEFT = 66, WIDTH = 820, RIGHT = 14, HEIGHT = 190, TOP = 12, BELOW = 34,
       LINE = 16, LANE = 30, MOST_EVENTS = 80, HATCHES = 4, BAR = 13 };

typedef struct { const char *unit; bool lanes; const result_signal **signal; } Group;    /* signal: vec */
typedef struct { Dtc *d; FILE *f; const result_table *t; double from, to; } Drawing;

static double time_at(const Drawing *g, size_t row) { return result_value(&g->t->signal[0], row); }
static double across(const Drawing *g, double t) { return LEFT + (t - g->from) / (g->to - g->from) * WIDTH; }

/* ---- what is shown ------------------------------------------------------------------------------------- */

/* Parts of a name: dots in quotes and brackets part nothing. */
static uint32_t depth(const char *name)
{
    uint32_t n = 1;
    int within = 0;
    bool quoted = false;

    for (; *name; name++) {
        quoted ^= *name == '\'';
        within += quoted ? 0 : (*name == '[' || *name == '(') - (*name == ']' || *name == ')');
        n += *name == '.' && !quoted && within == 0;
    }
    return n;
}

static bool varies(const result_table *t, const result_signal *s)
{
    for (size_t i = 1; s->stride && i < t->rows; i++)
        if (result_value(s, i) != result_value(s, 0))
            return true;
    return false;
}

static bool ends_in(const char *name, const char *end)
{
    const size_t n = strlen(name), k = strlen(end);
    return n >= k && strcmp(name + n - k, end) == 0;
}

/* Angles grow, and what follows from speeds and torques is seen in these. */
static bool tells_much(const char *name)
{
    return strncmp(name, "der(", 4) != 0 && !ends_in(name, "phi") && !ends_in(name, "Power") &&
           !ends_in(name, "Energy");
}

/* Which units come first. */
enum { UNITS = 6 };
static int place_of(const char *unit)
{
    static const char *const first[UNITS] = { "rad/s", "m/s", "N.m", "N", "W", "m/s2" };
    int k = 0;

    while (k < UNITS && strcmp(first[k], unit) != 0)
        k++;
    return k;
}

static Group *group_for(Dtc *d, Group **groups, const char *unit, bool lanes)
{
    for (uint32_t i = 0; i < vec_len(*groups); i++)
        if ((*groups)[i].lanes == lanes && (lanes || strcmp((*groups)[i].unit, unit) == 0))
            return &(*groups)[i];
    vec_push(&d->run, *groups, ((Group){ .unit = unit, .lanes = lanes }));
    return &vec_last(*groups);
}

/* Is there one of the same component, or the same values? A lane is told by its name. */
static bool has_like(const Group *g, const result_signal *s)
{
    const size_t n = strcspn(s->name, ".");

    for (uint32_t i = 0; i < vec_len(g->signal); i++) {
        const result_signal *o = g->signal[i];
        if (o->value == s->value || (!g->lanes && s->name[n] && strncmp(o->name, s->name, n + 1) == 0))
            return true;
    }
    return false;
}

/* Of names for one thing that of a state is taken, or the shortest; of a component what tells most of it. */
typedef struct { const result_signal *signal; const char *words; uint32_t depth, less, size; } Candidate;

static int by_interest(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;

    if (x->depth != y->depth)
        return x->depth < y->depth ? -1 : 1;
    if (x->less != y->less)
        return x->less < y->less ? -1 : 1;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return x->signal < y->signal ? -1 : x->signal > y->signal;
}

static int as_written(const void *a, const void *b)
{
    const result_signal *x = *(const result_signal *const *)a, *y = *(const result_signal *const *)b;

    return x < y ? -1 : x > y;
}

/* A speed, torque or force by its usual name comes before what else has its unit; a state before its other names. */
static uint32_t interest(const char *name, bool state)
{
    static const char *const usual[] = { "w", "v", "tau", "f" };
    const char *dot = strrchr(name, '.'), *last = dot ? dot + 1 : name;

    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strcmp(last, usual[i]) == 0)
            return !state;
    return 2 + !state;
}

static Group *groups_of(Dtc *d, const result_table *t, const unsigned char *kind)
{
    Group *groups = NULL;
    Candidate *found = NULL;
    bool outputs = false;
    uint32_t least = UINT32_MAX;

    for (size_t i = 1; i < t->signals; i++) {
        const uint32_t k = depth(t->signal[i].name);
        outputs |= kind[i] == DTC_OUT && k == 1 && t->signal[i].stride;
        if (t->signal[i].stride && k < least)
            least = k;
    }
    for (size_t i = 1; i < t->signals; i++) {
        const result_signal *s = &t->signal[i];
        const char *words = plot_words(t, s);
        const uint32_t level = depth(s->name);
        const bool shown = words   ? true
                         : outputs ? kind[i] == DTC_OUT && level == 1
                                   : level <= least + 1 && tells_much(s->name);
        if (shown && kind[i] != DTC_PARAMETER && kind[i] != DTC_CALCULATED)
            vec_push(&d->run, found,
                     ((Candidate){ .signal = s,
                                   .words = words,
                                   .depth = level,
                                   .less = interest(s->name, kind[i] == DTC_STATE),
                                   .size = (uint32_t)strlen(s->name) }));
    }
    if (found)
        qsort(found, vec_len(found), sizeof *found, by_interest);
    for (uint32_t i = 0; i < vec_len(found); i++) {
        const result_signal *s = found[i].signal;
        Group *g = group_for(d, &groups, found[i].words || !s->unit ? "" : s->unit, found[i].words != NULL);
        if (vec_len(g->signal) < (uint32_t)(g->lanes ? LANES : CURVES) && !has_like(g, s) && varies(t, s))
            vec_push(&d->run, g->signal, s);
    }
    for (uint32_t i = 0; i < vec_len(groups); i++)
        if (groups[i].signal)
            qsort(groups[i].signal, vec_len(groups[i].signal), sizeof *groups[i].signal, as_written);
    return groups;
}

/* ---- drawing ------------------------------------------------------------------------------------------- */

static void label(const Drawing *g, double x, double y, const char *anchor, const char *color, const char *text)
{
    fprintf(g->f, "<text x=\"%.6g\" y=\"%.6g\" text-anchor=\"%s\" fill=\"%s\">", x, y, anchor, color);
    xml_text(g->f, text);
    fputs("</text>\n", g->f);
}

static double step_of(double span, int about)
{
    const double raw = span / about, power = pow(10, floor(log10(raw))), m = raw / power;
    return power * (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10);
}

/* Lines at times, with numbers below the last panel. */
static void times(const Drawing *g, double top, double bottom, bool numbered)
{
    const double step = step_of(g->to - g->from, 8);

    for (double k = ceil(g->from / step); k * step <= g->to + 1e-9 * step; k++) {
        const double x = across(g, k * step);
        fprintf(g->f, "<path d=\"M%.6g %.6gV%.6g\" stroke=\"%s\"/>\n", x, top, bottom, PALETTE_GRID);
        if (numbered)
            label(g, x, bottom + 16, "middle", "currentColor", internf(g->d, "%.6g", k * step + 0.0));
    }
    if (numbered)
        label(g, LEFT + WIDTH / 2.0, bottom + 31, "middle", "currentColor", "time, s");
}

static void events(const Drawing *g, double top, double bottom)
{
    uint32_t n = 0;

    for (size_t i = 1; i < g->t->rows; i++)
        n += time_at(g, i) == time_at(g, i - 1);
    for (size_t i = 1; i < g->t->rows && n <= MOST_EVENTS; i++)
        if (time_at(g, i) == time_at(g, i - 1))
            fprintf(g->f, "<path d=\"M%.6g %.6gV%.6g\" stroke=\"%s\" stroke-dasharray=\"1 3\"/>\n",
                    across(g, time_at(g, i)), top, bottom, PALETTE_EVENT);
}

static void point(const Drawing *g, bool *open, double x, double y)
{
    if (isfinite(y))
        fprintf(g->f, "%s%.6g %.6g", *open ? "L" : "M", x, fmax(-1e5, fmin(1e5, y)));
    *open = isfinite(y);
}

static void curve(const Drawing *g, const result_signal *s, double low, double high, double top, uint32_t color)
{
    bool open = false;

    fputs("<path fill=\"none\" stroke-width=\"1.5\" stroke-linejoin=\"round\" d=\"", g->f);
    for (size_t i = 0; i < g->t->rows;) {
        const double x = floor(across(g, time_at(g, i)) * 2) / 2, first = result_value(s, i);
        double least = first, most = first, last = first;
        size_t n = 0;
        for (; i < g->t->rows && floor(across(g, time_at(g, i)) * 2) / 2 == x; i++, n++) {
            last = result_value(s, i);
            least = last < least ? last : least;
            most = last > most ? last : most;
        }
        const double value[] = { first, least, most, last };
        for (int k = 0; k < 4; k++)
            if (k == 0 || value[k] != value[k - 1])
                point(g, &open, x, top + HEIGHT - (value[k] - low) / (high - low) * HEIGHT);
    }
    fprintf(g->f, "\" stroke=\"%s\"/>\n", html_colour[color % HTML_COLOURS]);
}

static void range_of(const Drawing *g, const Group *u, double *low, double *high)
{
    *low = INFINITY, *high = -INFINITY;
    for (uint32_t k = 0; k < vec_len(u->signal); k++)
        for (size_t i = 0; i < g->t->rows; i++) {
            const double x = result_value(u->signal[k], i);
            *low = isfinite(x) && x < *low ? x : *low;
            *high = isfinite(x) && x > *high ? x : *high;
        }
    if (!(*low <= *high))
        *low = 0, *high = 1;
    const double room = *high > *low ? 0.05 * (*high - *low) : fmax(fabs(*high) / 2, 0.5);
    *low -= room;
    *high += room;
}

static double curves(const Drawing *g, const Group *u, double top, uint32_t *color, bool last)
{
    double low, high, x = LEFT;

    range_of(g, u, &low, &high);
    const double step = step_of(high - low, 5);
    times(g, top, top + HEIGHT, last);
    for (double k = ceil(low / step); k * step <= high; k++) {
        const double y = top + HEIGHT - (k * step - low) / (high - low) * HEIGHT;
        fprintf(g->f, "<path d=\"M%d %.6gh%d\" stroke=\"%s\"/>\n", LEFT, y, WIDTH, PALETTE_GRID);
        label(g, LEFT - 6, y + 4, "end", "currentColor", internf(g->d, "%.6g", k * step + 0.0));
    }
    events(g, top, top + HEIGHT);
    for (uint32_t k = 0; k < vec_len(u->signal); k++)
        curve(g, u->signal[k], low, high, top, *color + k);
    const double keys = top - 6;
    label(g, LEFT - 6, keys, "end", "currentColor", u->unit);
    for (uint32_t k = 0; k < vec_len(u->signal); k++, (*color)++) {
        fprintf(g->f, "<path d=\"M%.6g %.6gh14\" stroke=\"%s\" stroke-width=\"3\"/>\n", x, keys - 4,
                html_colour[*color % HTML_COLOURS]);
        label(g, x + 18, keys, "start", "currentColor", u->signal[k]->name);
        x += 30 + 7.0 * (double)strlen(u->signal[k]->name);
    }
    return top + HEIGHT;
}

/* Lines over a part of a lane, at multiples of GAP: 1 rising, 2 falling, 3 level. No SVG pattern: a browser prints each
 * part with one as a picture of its own, of 100 kB. */
static void hatched(const Drawing *g, double x1, double x2, double y, int hatch)
{
    enum { GAP = 8 };
    bool any = false;

    for (double s = GAP * floor((x1 - BAR) / GAP); hatch > 0 && hatch < 3 && s < x2; s += GAP) {
        const double left = fmax(x1, s), right = fmin(x2, s + BAR), down = hatch == 1 ? s + BAR : -s,
                     sign = hatch == 1 ? -1 : 1;
        if (!(left < right))
            continue;
        fprintf(g->f, "%sM%.5g %.5gL%.5g %.5g", any ? "" : "<path d=\"", left, y + down + sign * left, right,
                y + down + sign * right);
        any = true;
    }
    if (hatch == 3)
        fprintf(g->f, "<path d=\"M%.5g %.5gH%.5gM%.5g %.5gH%.5g", x1, y + 3, x2, x1, y + 3 + GAP, x2);
    if (any || hatch == 3)
        fputs("\" stroke=\"" PALETTE_TEXT "\" stroke-opacity=\"0.5\" fill=\"none\"/>\n", g->f);
}

/* A part of a lane: colour, hatch, word, as tools/page/marks.js has them: what sticks is blue and plain in all pictures
 * of dtc. */
static void span(const Drawing *g, double x1, double x2, double y, const char *words, double number)
{
    static const int colours[] = { 1, 0, 2 }; /* slip-, stuck, slip+ */
    const char *word = word_for(g->d, words, number);
    const bool law = strcmp(words, RESULT_PLACES) == 0, bare = !word || strcmp(word, "open") == 0;
    const int hatch = !law ? (int)fabs(number) % HATCHES : number < 0 ? 2 : number > 0 ? 1 : 0;
    const int k = law && number < 2 ? colours[(int)number + 1] : (int)fabs(number) % HTML_COLOURS;

    if (!bare)
        fprintf(g->f,
                "<rect x=\"%.6g\" y=\"%.6g\" width=\"%.6g\" height=\"%d\" fill=\"%s\" "
                "fill-opacity=\"0.35\"/>\n",
                x1, y, fmax(x2 - x1, 0.7), BAR, html_colour[k]);
    if (!bare)
        hatched(g, x1, fmax(x2, x1 + 0.7), y, hatch);
    if (word && 6.5 * (double)strlen(word) + 6 < x2 - x1)
        label(g, x1 + 3, y + 10, "start", bare ? PALETTE_SOFT : "currentColor", word);
}

static double lanes(const Drawing *g, const Group *u, double top)
{
    const double bottom = top + LANE * (double)vec_len(u->signal);

    times(g, top, bottom, true);
    events(g, top, bottom);
    for (uint32_t k = 0; k < vec_len(u->signal); k++) {
        const result_signal *s = u->signal[k];
        const char *words = plot_words(g->t, s);
        const double y = top + LANE * (double)k;
        size_t begin = 0;
        label(g, LEFT + 2, y + 11, "start", PALETTE_SOFT, s->name);
        for (size_t i = 1; i <= g->t->rows; i++)
            if (i == g->t->rows || result_value(s, i) != result_value(s, begin)) {
                span(g, across(g, time_at(g, begin)), across(g, time_at(g, i < g->t->rows ? i : i - 1)),
                     y + 14, words, result_value(s, begin));
                begin = i;
            }
    }
    return bottom;
}

bool summary_curves(Dtc *d, FILE *f, const result_table *t, const unsigned char *kind)
{
    const Group *groups = groups_of(d, t, kind), **shown = NULL, *places = NULL;
    const Drawing g = { d, f, t, result_value(&t->signal[0], 0), result_value(&t->signal[0], t->rows - 1) };
    double y = LINE + TOP, height = LINE + TOP + BELOW;
    uint32_t color = 0;

    for (uint32_t i = 0; i < vec_len(groups); i++)
        if (groups[i].lanes && groups[i].signal)
            places = &groups[i];
    for (int place = 0; place <= UNITS; place++)
        for (uint32_t i = 0; i < vec_len(groups); i++)
            if (!groups[i].lanes && groups[i].signal && place_of(groups[i].unit) == place &&
                vec_len(shown) < PANELS)
                vec_push(&d->run, shown, &groups[i]);
    if ((!shown && !places) || !(g.to > g.from))
        return false;
    height += (HEIGHT + LINE + TOP) * (double)vec_len(shown) +
              (places ? LANE * (double)vec_len(places->signal) : 0);
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.6g\" width=\"%d\" height=\"%.6g\" "
            "font-family=\"sans-serif\" font-size=\"11\" role=\"img\" aria-label=\"Curves of the run\">\n",
            LEFT + WIDTH + RIGHT, height, LEFT + WIDTH + RIGHT, height);
    for (uint32_t i = 0; i < vec_len(shown); i++)
        y = curves(&g, shown[i], y, &color, !places && i + 1 == vec_len(shown)) + LINE + TOP;
    if (places)
        lanes(&g, places, y - LINE);
    fputs("</svg>\n", f);
    return true;
}
