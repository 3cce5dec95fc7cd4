/* Gearboxes with redundant sets of elements: nothing changes its place once pressures and torques have settled.
 *
 *     test_gearboxes FOLDER METHOD SUFFIX NAME ...
 *
 * The models are FOLDER/NAME_METHODSUFFIX.so and their gears FOLDER/NAME.txt (write.c); -DDTC_FLOAT: single precision.
 *
 * Every set of clutches and brakes is closed from the start on, at each of some loads, with light and heavy parts and
 * at steps of 1 and 10 ms, from samples 0 to 100; from sample 200 to 2,200 there is no change of place if the set is
 * a gear or holds input and output at rest. Where they go on turning a part without load may drift by rounding until
 * a freewheel takes it: one change for each element. In a gear that drives the ratio is that of the teeth. Nothing is
 * taken for nearly dependent. */
#include "../drive.h"

enum { PRESSURES = 12, ELEMENTS = 24, GEARS = 24, SETTLED = 200, LAST = 2200 };

typedef struct {
    Slot pressure[PRESSURES], place[ELEMENTS], in, out, tau_in, tau_out;
    int pressures, elements;
    char text_in[32], text_out[32];
} Box;
typedef struct { char name[16], from[32]; double ratio; unsigned set; } Gear;
typedef struct { double tau_in, tau_out, light, h; } Load;

static Box box_of(Rig *r, FILE *f)
{
    Box b = { .pressures = 0 };
    char name[64];

    if (fscanf(f, "%31s %31s\n", b.text_in, b.text_out) != 2)
        exit(2);
    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable here = dtc_variable_at(r->info, i);
        const char *v = name_text(&here);
        size_t length = strlen(v);
        if (strncmp(v, "p[", 2) == 0 && b.pressures < PRESSURES)
            b.pressure[b.pressures++] = slot(r, v);
        if (length > 6 && strcmp(v + length - 6, ".place") == 0 && b.elements < ELEMENTS)
            b.place[b.elements++] = slot(r, v);
    }
    snprintf(name, sizeof name, "%s.w", b.text_in);
    b.in = slot(r, name);
    snprintf(name, sizeof name, "%s.w", b.text_out);
    b.out = slot(r, name);
    b.tau_in = slot(r, "tau_in");
    b.tau_out = slot(r, "tau_out");
    return b;
}

static int read_gears(FILE *f, Gear *g)
{
    char line[256];
    int n = 0, at, more, k;

    while (n < GEARS && fgets(line, sizeof line, f)) {
        if (sscanf(line, "%15s %lf %31s%n", g[n].name, &g[n].ratio, g[n].from, &at) != 3)
            break;
        for (g[n].set = 0; sscanf(line + at, "%d%n", &k, &more) == 1; at += more)
            g[n].set |= 1u << (k - 1);
        n++;
    }
    return n;
}

/* All parts but input and output. */
static void make_light(Rig *r, const Box *b, double J)
{
    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable here = dtc_variable_at(r->info, i);
        const char *v = name_text(&here);
        size_t length = strlen(v), in = strlen(b->text_in), out = strlen(b->text_out);
        if (length < 3 || strcmp(v + length - 2, ".J") != 0)
            continue;
        int is_in = length == in + 2 && strncmp(v, b->text_in, in) == 0;
        int is_out = length == out + 2 && strncmp(v, b->text_out, out) == 0;
        if (!is_in && !is_out)
            assign(r, v, J);
    }
}

/* Changes of place of the element that has most, after all has settled; -1: a step failed. */
static int changes(Rig *r, const Box *b, unsigned mask, const Load *l)
{
    int last[ELEMENTS] = { 0 }, count[ELEMENTS] = { 0 }, most = 0;

    init(r);
    r->h = l->h;
    make_light(r, b, l->light);
    if (setup(r) != DTC_OK)
        return -1;
    for (int k = 0; k <= LAST; k++) {
        for (int i = 0; i < b->pressures; i++)
            set(b->pressure[i], (mask >> i & 1) * (k < 100 ? k / 100.0 : 1.0));
        set(b->tau_in, k < 100 ? 0 : l->tau_in);
        set(b->tau_out, k < 100 ? 0 : l->tau_out);
        if (evaluate(r) != DTC_OK)
            return -1;
        for (int e = 0; e < b->elements; e++) {
            int place = (int)get(b->place[e]);
            count[e] += k > SETTLED && place != last[e];
            most = count[e] > most ? count[e] : most;
            last[e] = place;
        }
        if (k < LAST && advance(r) != DTC_OK)
            return -1;
    }
    return most;
}

/* Pairs and sets of elements that are said to be nearly dependent: what is redundant here is so exactly. */
static unsigned nearly_dependent(const Rig *r)
{
    unsigned n = 0;

    for (int i = 0; i < r->info->laws; i++) {
        dtc_law_doubtful doubtful;
        memcpy(&doubtful, r->m + r->info->law[i].doubtful, sizeof doubtful);
        n += doubtful.pairs + doubtful.sets;
    }
    return n;
}

static void all_sets(Rig *r, const Box *b, const Gear *gear, int gears, const Load *l, int *sets, int *worst)
{
    for (unsigned mask = 0; mask < 1u << b->pressures; mask++) {
        int holds = 0, most = changes(r, b, mask, l);
        unsigned near = nearly_dependent(r);
        const char *name = "no gear";
        CHECK(r->info->laws > 0 && near == 0, "%s %s, set %x, J = %g: %u times nearly dependent", r->info->name,
              r->info->method, mask, l->light, near);
        for (int g = 0; g < gears; g++) {
            if (gear[g].set != mask || strcmp(gear[g].from, b->text_in) != 0)
                continue;
            double in = get(b->in), ratio = get(b->out) * gear[g].ratio;
            name = gear[g].name;
            holds = 1;
            CHECK(l->tau_out < 0 || l->tau_out > 0 || fabs(in) > 1, "%s %s, gear %s does not move", r->info->name,
                  r->info->method, name);
            CHECK(l->tau_in < 0 || fabs(in - ratio) <= 2e-5 * (1 + fabs(in)),
                  "%s %s, gear %s: speeds %.9g and %.9g, ratio %.9g", r->info->name, r->info->method, name, in,
                  get(b->out), gear[g].ratio);
        }
        holds |= fabs(get(b->in)) < 0.1 && fabs(get(b->out)) < 0.1;
        CHECK(most >= 0 && most <= !holds,
              "%s %s, set %x (%s), torques %g and %g N.m, J = %g, step %g: an element changes its place %d times",
              r->info->name, r->info->method, mask, name, l->tau_in, l->tau_out, l->light, l->h, most);
        *worst = most > *worst ? most : *worst;
        ++*sets;
    }
}

int main(int n, char **argument)
{
    static const Load loads[] = {
        { 200, 0, 0.01, 1e-3 }, { -200, 500, 0.01, 1e-3 }, { 100, -100, 0.05, 1e-3 },
        { 200, 0, 0.01, 1e-2 }, { 200, -300, 1e-3, 1e-3 }, { 200, 0, 1e-4, 1e-3 }
    };
    int sets = 0, worst = 0;

    for (int i = 4; i < n; i++) {
        char name[256], path[1024];
        Gear gear[GEARS];
        snprintf(name, sizeof name, "%s_%s%s", argument[i], argument[2], argument[3]);
        snprintf(path, sizeof path, "%s/%s.txt", argument[1], argument[i]);
        Rig r = load(argument[1], name, argument[i]);
        FILE *f = fopen(path, "r");
        if (!f)
            return 2;
        Box b = box_of(&r, f);
        int gears = read_gears(f, gear);
        fclose(f);
        CHECK(gears > 0 && b.pressures > 0, "%s has no gears", argument[i]);
        for (size_t k = 0; k < sizeof loads / sizeof *loads; k++)
            all_sets(&r, &b, gear, gears, &loads[k], &sets, &worst);
    }
    printf("%s%s: %d sets of elements, changes of place of an element after all has settled: %d at most\n", argument[2],
           argument[3], sets, worst);
    return summary();
}
