/* gear_table.c - a gear train as a table on the terminal. */
#include <stdlib.h>
#include <string.h>
#include "gears.h"

static const char *fraction(Dtc *d, Rational r)
{
    return r.den == 1 ? internf(d, "%lld", (long long)r.num) :
                        internf(d, "%lld/%lld", (long long)r.num, (long long)r.den);
}

/* Without the path of the train. */
static const char *within(const Train *t, const char *path)
{
    return *t->sub ? path + strlen(t->sub) + 1 : path;
}

/* "sun12" of its flange. */
static const char *short_name(const Train *t, const char *path)
{
    static const char *const end[] = { ".flange_a", ".flange_b", ".flange" };

    path = within(t, path);
    for (size_t i = 0; i < sizeof end / sizeof *end; i++) {
        size_t n = strlen(path), k = strlen(end[i]);
        if (n > k && strcmp(path + n - k, end[i]) == 0)
            return intern(t->d, path, n - k);
    }
    return internz(t->d, path);
}

static const char *member_name(const Train *t, uint32_t k)
{
    return k == 0 ? "housing" : short_name(t, t->member[k].name);
}

/* ---- structure --------------------------------------------------------------------------------------------------- */

/* Does a component around that of the flange have one of the same member? It is enough to show that one. */
static bool is_inner(const Train *t, const Flange *flange, const Map *shown)
{
    const char *dot = strrchr(flange->path, '.');
    const char *component = dot ? intern(t->d, flange->path, (size_t)(dot - flange->path)) : NULL;

    while (component && (dot = strrchr(component, '.')) != NULL) {
        component = intern(t->d, component, (size_t)(dot - component));
        if (strcmp(component, t->sub) != 0 && map_get(shown, KEY(internf(t->d, "%u %s", flange->member, component))))
            return true;
    }
    return false;
}

/* "member component" of all flanges */
static Map components(const Train *t)
{
    Map shown = { 0 };

    for (uint32_t i = 0; i < vec_len(t->flange); i++) {
        const char *path = t->flange[i].path, *dot = strrchr(path, '.');
        if (dot)
            map_set(&t->d->pass, &shown,
                    KEY(internf(t->d, "%u %.*s", t->flange[i].member, (int)(dot - path), path)), 1);
    }
    return shown;
}

enum { INDENT = 20, WIDE = 118 };

static void print_members(const Train *t)
{
    const Map shown = components(t);

    printf("Members: what always turns together\n");
    for (uint32_t k = 0; k < vec_len(t->member); k++) {
        int column = printf("  %-*s", INDENT - 2, member_name(t, k));
        const char *last = member_name(t, k);
        for (uint32_t i = 0; i < vec_len(t->flange); i++) {
            const char *name = short_name(t, t->flange[i].path);
            if (t->flange[i].member != k || name == last || is_inner(t, &t->flange[i], &shown))
                continue;
            if (column + (int)strlen(name) + 2 > WIDE)
                column = printf("\n%*s", INDENT, "") - 1;
            column += printf("  %s", name);
            last = name;
        }
        putchar('\n');
    }
}

static const char *kind_of(const ShiftElement *e)
{
    return e->idle                                          ? "does nothing: its sides always turn together" :
        e->dog                                              ? "dog clutch" :
        e->one_way && e->forward && e->backward             ? "one-way clutch" :
        e->one_way                                          ? "freewheel" :
        e->connects[0] == 0 || e->connects[1] == 0          ? "brake" :
                                                              "clutch";
}

static void print_elements(const Train *t)
{
    printf("\nElements\n");
    for (uint32_t i = 0; i < vec_len(t->element); i++) {
        const ShiftElement *e = &t->element[i];
        printf("  %-*s  %-14s  %s, %s\n", INDENT - 2, within(t, e->name), kind_of(e), member_name(t, e->connects[0]),
               member_name(t, e->connects[1]));
    }
}

/* ---- gears ------------------------------------------------------------------------------------------------------- */

/* Can all its elements take their torques, with one of this sign at the input? */
static bool holds(const Train *t, const Gear *g, int sign)
{
    for (uint32_t i = 0; i < vec_len(g->element); i++) {
        const ShiftElement *e = &t->element[g->element[i]];
        bool forward = g->torque[i].num * sign > 0;
        if (forward ? !e->forward : !e->backward)
            return false;
    }
    return true;
}

static const char *when(const Train *t, const Gear *g)
{
    bool drive = holds(t, g, 1), coast = holds(t, g, -1);

    return drive && coast ? "both" : drive ? "drive" : coast ? "coast" : "never";
}

static void print_gears(const Train *t, const Gear *gears)
{
    int width = 8;

    for (uint32_t i = 0; i < vec_len(gears); i++) {
        int n = (int)strlen(fraction(t->d, gears[i].ratio));
        width = n > width ? n : width;
    }
    printf("  %10s  %-*s  %-6s  elements, each with its torque\n", "ratio", width, "exact", "holds");
    for (uint32_t i = 0; i < vec_len(gears); i++) {
        const Gear *g = &gears[i];
        printf("  %10.5f  %-*s  %-6s", (double)g->ratio.num / (double)g->ratio.den, width, fraction(t->d, g->ratio),
               when(t, g));
        for (uint32_t k = 0; k < vec_len(g->element); k++)
            printf("  %s %s", within(t, t->element[g->element[k]].name), fraction(t->d, g->torque[k]));
        putchar('\n');
    }
}

void gears_print(const Train *t, uint32_t in, uint32_t out, const Gear *gears)
{
    printf("%s: %u freedom%s, %u elements\n\n", t->f->name, t->freedoms, t->freedoms == 1 ? "" : "s",
           vec_len(t->element));
    print_members(t);
    print_elements(t);
    printf("\nGears from %s to %s: ratio of their speeds; torques for 1 at %s, in the direction of the slip\n",
           member_name(t, in), member_name(t, out), member_name(t, in));
    print_gears(t, gears);
    if (!vec_len(gears))
        printf("  no set of elements makes a ratio\n");
    if (t->decimal)
        printf("\nA ratio is typed as a decimal number, and taken as that fraction.\n");
}
