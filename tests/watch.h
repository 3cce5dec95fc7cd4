/* watch.h - watches the switching elements of a model, sample by sample.
 *
 * Chattering: more than 4 changes of place of one element within 20 samples. Changes at zero slip, without motion,
 * count separately (a load that changes its carrier). A stuck element has no slip from its second stuck sample on. */
#ifndef WATCH_H
#define WATCH_H

#include "drive.h"

enum { WATCHED = 24, WINDOW = 20 };

typedef struct { const char *name; Slot place, slip; int last, stuck; long when[5]; double before; } Element;

typedef struct {
    Element e[WATCHED];
    int n, most, row,
        longest; /* most: changes of one element within the window; row: samples with changes one after another */
    long samples, changes, moving;         /* moving: changes with slip */
    double creep;                          /* largest slip of an element that is stuck for the second time or longer */
    const char *worst;                     /* the element with most changes in the window */
    int locked, released;                  /* by the last look: elements that have become stuck, that have let go */
} Watch;

/* All switching elements. */
static inline Watch watch(Rig *r)
{
    Watch w = { .worst = "" };
    for (int i = 0; i < r->info->variables && w.n < WATCHED; i++) {
        char name[128];
        const dtc_variable here = dtc_variable_at(r->info, i);
        const char *v = name_text(&here);
        size_t length = strlen(v);
        if (length < 6 || length > 100 || strcmp(v + length - 6, ".place") != 0)
            continue;
        Element *e = &w.e[w.n++];
        snprintf(name, sizeof name, "%.*s.s", (int)(length - 6), v);
        *e = (Element){ .name = v, .place = slot(r, v), .slip = slot(r, name) };
        for (int j = 0; j < 5; j++)
            e->when[j] = -WINDOW;
    }
    return w;
}

/* Changes with slip of e within the window that ends now. */
static inline int changes_in_window(Element *e, long now)
{
    int c = 0;
    memmove(e->when, e->when + 1, 4 * sizeof *e->when);
    e->when[4] = now;
    for (int j = 0; j < 5; j++)
        c += now - e->when[j] < WINDOW;
    return c;
}

static inline void look_at(Watch *w, Element *e, int place, double slip)
{
    w->changes++;
    w->locked += place == DTC_STUCK;
    w->released += e->last == DTC_STUCK;
    if (fabs(slip) <= 1e-6 && fabs(e->before) <= 1e-6)
        return;
    w->moving++;
    int c = changes_in_window(e, w->samples);
    if (c > w->most) {
        w->most = c;
        w->worst = e->name;
    }
}

/* After an evaluation. */
static inline void look(Watch *w)
{
    long before = w->changes;
    w->locked = w->released = 0;
    for (int i = 0; i < w->n; i++) {
        Element *e = &w->e[i];
        int place = (int)get(e->place);
        double slip = get(e->slip);
        if (w->samples > 0 && place != e->last)
            look_at(w, e, place, slip);
        e->stuck = place == DTC_STUCK ? e->stuck + 1 : 0;
        if (e->stuck >= 2)
            w->creep = larger(w->creep, fabs(slip));
        e->last = place;
        e->before = slip;
    }
    w->row = w->changes > before ? w->row + 1 : 0;
    if (w->row > w->longest)
        w->longest = w->row;
    w->samples++;
}

#endif
