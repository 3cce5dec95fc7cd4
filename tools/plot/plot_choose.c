/* plot_choose.c - which signals are shown, in which panels.
 *
 * Each --vars begins new panels: in it, signals of one unit share a panel, in the order in which names are found, first
 * by --vars, then by file. In files that tell no units, those share one whose names end alike (engine.w, load.w).
 * Discrete variables with words are lanes, all of a --vars in one panel below; the places of an automaton, mode.free
 * and mode.engaged, are one lane, mode. Without --vars all signals of a small file are shown.
 * Cost: signals times names in --vars; linear in the rows of what is shown.
 */
#include <math.h>
#include <string.h>
#include "chosen.h"
#include "plot.h"

enum { FEW = 12, MOST_PANELS = 16, MOST_SIGNALS = 200 };

static const result_signal *signal_named(const result_table *t, const char *name)
{
    for (size_t i = 0; i < t->signals; i++)
        if (strcmp(t->signal[i].name, name) == 0)
            return &t->signal[i];
    return NULL;
}

static bool has_units(const result_table *t)
{
    for (size_t i = 1; i < t->signals; i++)
        if (t->signal[i].unit)
            return true;
    return false;
}

/* ---- names --------------------------------------------------------------------------------------------- */

/* w of engine.w and of w[2], der(w) of der(engine.w). */
static const char *last_part(Plot *p, const char *name)
{
    const char *last = name_last(name);
    const bool rate = strncmp(name, "der(", 4) == 0 && last > name;

    if (name_is_quoted(last))
        return last;
    return internf(p->d, rate ? "der(%.*s)" : "%.*s", (int)strcspn(last, rate ? "[)" : "["), last);
}

/* The lane of a variable: that of the automaton for the Boolean of a place of it. */
static const char *lane_name(Plot *p, const char *name, const char *words)
{
    const char *last = name_last(name);
    const bool inner = strcmp(words, internf(p->d, "1=%s", last)) == 0;

    return inner && last > name ? internf(p->d, "%.*s", (int)(last - name - 1), name) : name;
}

/* A signal is meant by its name or by that of its lane. */
static bool is_meant_signal(Plot *p, const char *wanted, const result_table *t, const result_signal *s)
{
    const char *words = name_chosen(wanted, s->name) ? NULL : plot_words(t, s);

    return words ? name_chosen(wanted, lane_name(p, s->name, words)) : name_chosen(wanted, s->name);
}

/* false, and a message; a pattern that fits nothing is a warning. */
static bool no_signal(const Plot *p, const char *option, const char *wanted, bool pattern)
{
    const char **known = NULL;

    for (uint32_t i = 0; i < p->o->files; i++)
        for (size_t k = 0; k < p->table[i].signals; k++)
            vec_push(&p->d->run, known, p->table[i].signal[k].name);
    const char *near = suggest_within(p->d, wanted, known, vec_len(known));
    fprintf(stderr, "dtc: %s%s: there is no signal %s in %s%s%s%s%s\n", pattern ? "warning: " : "", option,
            wanted, p->name[0], p->o->files > 1 ? " or the others" : "", near ? "; did you mean " : "",
            near ? near : "", near ? "?" : "");
    return pattern;
}

/* Appends what a name or pattern means, each once; what only some of the files have is said. */
static bool take(Plot *p, const char *wanted, Map *taken, const char ***names)
{
    const bool pattern = strpbrk(wanted, "*?") != NULL;
    uint32_t found = 0;

    for (uint32_t i = 0; i < p->o->files; i++)
        for (size_t k = 1; k < p->table[i].signals; k++) {
            const char *name = p->table[i].signal[k].name;
            if (!is_meant_signal(p, wanted, &p->table[i], &p->table[i].signal[k]))
                continue;
            found++;
            if (map_get(taken, KEY(internz(p->d, name))))
                continue;
            map_set(&p->d->run, taken, KEY(internz(p->d, name)), 1);
            vec_push(&p->d->run, *names, internz(p->d, name));
        }
    for (uint32_t i = 0; i < p->o->files && found && !pattern; i++) {
        bool in = false;
        for (size_t k = 1; k < p->table[i].signals && !in; k++)
            in = is_meant_signal(p, wanted, &p->table[i], &p->table[i].signal[k]);
        if (!in)
            fprintf(stderr, "dtc: warning: there is no signal %s in %s\n", wanted, p->name[i]);
    }
    return found || no_signal(p, "--vars", wanted, pattern);
}

bool plot_names(Plot *p, uint32_t from, uint32_t to, const char ***names)
{
    Map taken = { 0 };
    bool good = true;

    for (uint32_t k = from; k < to; k++)
        good &= take(p, p->d->opt.vars[k], &taken, names);
    return good;
}

static bool names_of_small_file(Plot *p, const char ***names)
{
    const result_table *t = &p->table[0];

    size_t first = 1;

    while (first + 1 < t->signals && t->signal[first].stride == 0)
        first++;
    if (t->signals > FEW + 1) {
        fprintf(stderr, "dtc: %s has %zu signals: choose with --vars, such as --vars %s,'*.%s'\n", p->name[0],
                t->signals - 1, t->signal[first].name, last_part(p, t->signal[first].name));
        return false;
    }
    Map taken = { 0 };
    return take(p, "*", &taken, names);
}

/* ---- panels -------------------------------------------------------------------------------------------- */

/* What a file says, or that it is without one, or else the end of the name. */
static const char *unit_of(Plot *p, const char *name)
{
    bool told = false;

    for (uint32_t i = 0; i < p->o->files; i++) {
        const result_signal *s = signal_named(&p->table[i], name);
        if (s && s->unit)
            return internz(p->d, s->unit);
        told |= s && has_units(&p->table[i]);
    }
    return told ? "1" : last_part(p, name);
}

static PlotPanel *panel_of(Plot *p, uint32_t first, const char *unit, bool lanes)
{
    for (uint32_t i = first; i < vec_len(p->panel); i++)
        if (p->panel[i].lanes == lanes && (lanes || strcmp(p->panel[i].unit, unit) == 0))
            return &p->panel[i];
    vec_push(&p->d->run, p->panel,
             ((PlotPanel){ .unit = unit, .lanes = lanes, .low = INFINITY, .high = -INFINITY }));
    return &vec_last(p->panel);
}

static void widen(PlotPanel *panel, const result_signal *s, size_t rows)
{
    for (size_t r = 0; r < rows; r++) {
        double y = result_value(s, r);
        panel->low = plot_finite(y) && y < panel->low ? y : panel->low;
        panel->high = plot_finite(y) && y > panel->high ? y : panel->high;
    }
}

static const char *label_of(const Plot *p, const char *name, uint32_t file)
{
    return p->o->files > 1 ? internf(p->d, "%s, %s", name, p->name[file]) : name;
}

static void add_curve(Plot *p, uint32_t first, const char *name, uint32_t file, const result_signal *s)
{
    PlotPanel *panel = panel_of(p, first, unit_of(p, name), false);
    PlotLine line = { .file = file, .label = label_of(p, name, file) };

    vec_push(&p->d->run, line.part, ((PlotPart){ s, NULL }));
    vec_push(&p->d->run, panel->line, line);
    widen(panel, s, p->table[file].rows);
}

static void add_lane(Plot *p, uint32_t first, const char *name, uint32_t file, const result_signal *s,
                     const char *words)
{
    PlotPanel *panel = panel_of(p, first, "", true);
    PlotLine line = { .file = file, .label = label_of(p, lane_name(p, name, words), file) };

    for (uint32_t i = 0; i < vec_len(panel->line); i++)
        if (strcmp(panel->line[i].label, line.label) == 0) {
            vec_push(&p->d->run, panel->line[i].part, ((PlotPart){ s, words }));
            return;
        }
    vec_push(&p->d->run, line.part, ((PlotPart){ s, words }));
    vec_push(&p->d->run, panel->line, line);
}

static void add_name(Plot *p, uint32_t first, const char *name)
{
    for (uint32_t i = 0; i < p->o->files; i++) {
        const result_signal *s = signal_named(&p->table[i], name);
        const char *words = s && !p->phase ? plot_words(&p->table[i], s) : NULL;
        if (words)
            add_lane(p, first, name, i, s, words);
        else if (s)
            add_curve(p, first, name, i, s);
    }
}

/* Is it more than rounding makes of one value? */
static bool has_width(double low, double high, double rounding)
{
    return high - low > rounding * fmax(fabs(low), fabs(high)) && high - low > 1e-300;
}

/* Room on both sides, so that no curve is on the frame. */
static void margins(double *low, double *high, double rounding)
{
    if (!(*low <= *high))
        *low = 0, *high = 1;
    double most = fmax(fabs(*low), fabs(*high));
    double margin = has_width(*low, *high, rounding) ? 0.05 * (*high - *low) : most > 1e-300 ? 0.5 * most : 1;
    *low -= margin;
    *high += margin;
}

/* Lanes go below the curves of their --vars. */
static void add_group(Plot *p, const char **names)
{
    const uint32_t first = vec_len(p->panel);

    for (uint32_t i = 0; i < vec_len(names); i++)
        add_name(p, first, names[i]);
    for (uint32_t i = first; i + 1 < vec_len(p->panel); i++)
        if (p->panel[i].lanes) {
            PlotPanel lanes = p->panel[i];
            p->panel[i] = p->panel[i + 1];
            p->panel[i + 1] = lanes;
        }
}

/* ---- what is across ------------------------------------------------------------------------------------ */

static bool choose_x(Plot *p)
{
    const char *name = p->o->x && strcmp(p->o->x, "time") != 0 ? p->o->x : NULL;

    p->phase = name != NULL;
    p->x = NEW_N(&p->d->run, const result_signal *, p->o->files);
    p->from = INFINITY;
    p->to = -INFINITY;
    for (uint32_t i = 0; i < p->o->files; i++) {
        p->x[i] = name ? signal_named(&p->table[i], name) : &p->table[i].signal[0];
        if (!p->x[i])
            return no_signal(p, "--x", name, false);
        for (size_t r = 0; r < p->table[i].rows; r++) {
            double x = result_value(p->x[i], r);
            p->from = plot_finite(x) && x < p->from ? x : p->from;
            p->to = plot_finite(x) && x > p->to ? x : p->to;
        }
    }
    const char *unit = name ? unit_of(p, name) : "s";
    p->x_label = name && p->x[0]->unit ? internf(p->d, "%s, %s", name, unit) : name ? name : "time, s";
    if (p->phase || !has_width(p->from, p->to, 1e-13))
        margins(&p->from, &p->to, 1e-13);
    return true;
}

bool plot_choose(Plot *p)
{
    bool good = choose_x(p);
    uint32_t begin = 0;

    for (uint32_t g = 0; good && g < (p->o->group ? vec_len(p->o->group) : 1); g++) {
        const char **names = NULL;
        good = p->o->group ? plot_names(p, begin, p->o->group[g], &names) : names_of_small_file(p, &names);
        begin = p->o->group ? p->o->group[g] : 0;
        if (vec_len(names) > MOST_SIGNALS) {
            fprintf(stderr,
                    "dtc: these would be %u signals, of which one picture has up to %d: choose fewer with "
                    "--vars\n",
                    vec_len(names), MOST_SIGNALS);
            return false;
        }
        add_group(p, names);
    }
    if (good && !p->panel) {
        fprintf(stderr, "dtc: --vars: nothing is left to plot\n");
        return false;
    }
    if (good && vec_len(p->panel) > MOST_PANELS) {
        fprintf(stderr,
                "dtc: these would be %u panels, of which one picture has up to %d: choose fewer with "
                "--vars\n",
                vec_len(p->panel), MOST_PANELS);
        return false;
    }
    for (uint32_t i = 0; i < vec_len(p->panel); i++)
        margins(&p->panel[i].low, &p->panel[i].high, 1e-9);
    if (good && !p->phase)
        plot_events(p);
    return good;
}
