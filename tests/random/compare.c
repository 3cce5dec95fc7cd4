/* compare REFERENCE.csv MODEL COARSE.so ... FINE.so: fixed-step runs of one random drivetrain against its variable-step
 * run.
 *
 * Each object is the model compiled for another step, the largest first. Error of a run: the largest over all shafts of
 * the root mean square of the difference of speed at multiples of 50 ms, over the shaft's range of speed in the
 * reference (1 rad/s at least). In the first run an element chatters if within 20 samples it changes place with slip
 * more than 4 times, and more than twice as often as in the reference (docs: switching elements). Prints one line: the
 * errors, changes of place with slip in the first run and in the reference, elements that chatter, rows of the last run
 * at which the solution is not unique: elements at rest have quite other torques than in the reference while everything
 * moves alike, so that redundant ones share the load otherwise. Exit code 1 if a run fails or a speed is not finite. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../described.h"
#include "dtc_runtime.h"
#include "../extreme.h"

enum { MOST = 64, WINDOW = 20, OFTEN = 4, LINE = 1 << 16 };

static const double STOP = 5, GRID = 0.05, SLIP = 1e-6, ALIKE = 1e-9,
                    OTHERWISE = 0.2; /* ALIKE: of a range of speed; OTHERWISE: of a torque */

/* change: times at which the reference changes place; lambda: column; torque: at multiples of GRID */
typedef struct {
    char name[80];
    int column, previous;
    double *change;
    int changes, room, lambda;
    double torque[128];
} Element;
typedef struct { char name[80]; int column; double value[128], low, high; } Shaft;

typedef struct { Shaft shaft[MOST]; Element element[MOST]; int shafts, elements; } Reference;

static void *need(void *p, const char *what)
{
    if (!p) {
        printf("%s\n", what);
        exit(1);
    }
    return p;
}

static int need_column(int column)
{
    if (column < 0)
        need(NULL, "the reference has no torques");
    return column;
}

static int ends(const char *name, const char *with)
{
    size_t n = strlen(name), m = strlen(with);
    return n > m && strcmp(name + n - m, with) == 0;
}

/* ---- the reference ---- */

static void read_header(Reference *r, char *line)
{
    int column = 0, lambda = -1;                     /* the last column of a torque: that of the place which follows */

    for (char *name = strtok(line, ",\n"); name; name = strtok(NULL, ",\n"), column++) {
        if (strncmp(name, "shaft", 5) == 0 && ends(name, ".w") && r->shafts < MOST) {
            Shaft *s = &r->shaft[r->shafts++];
            *s = (Shaft){ .column = column, .low = INFINITY, .high = -INFINITY };
            snprintf(s->name, sizeof s->name, "%s", name);
        } else if (ends(name, ".law.lambda")) {
            lambda = column;
        } else if (ends(name, ".law.place") && r->elements < MOST) {
            Element *e = &r->element[r->elements++];
            *e = (Element){ .column = column, .previous = -99, .lambda = need_column(lambda) };
            snprintf(e->name, sizeof e->name, "%s", name);
        }
    }
}

static void change(Element *e, double t, int place)
{
    if (e->previous != -99 && place != e->previous) {
        if (e->changes == e->room)
            e->change =
                need(realloc(e->change, sizeof *e->change * (size_t)(e->room = 2 * e->room + 16)), "out of memory");
        e->change[e->changes++] = t;
    }
    e->previous = place;
}

static void read_row(Reference *r, const char *line)
{
    static double x[4096];
    int n = 0;

    for (char *end; n < 4096 && *line && *line != '\n'; line = *end == ',' ? end + 1 : end) {
        x[n] = strtod(line, &end);
        if (end == line)
            break;
        n++;
    }
    double at = x[0] / GRID;
    for (int i = 0; i < r->shafts && r->shaft[i].column < n; i++) {
        Shaft *s = &r->shaft[i];
        double w = x[s->column];
        s->low = smaller(s->low, w);
        s->high = larger(s->high, w);
        if (fabs(at - round(at)) < 1e-9 && at < 127.5)
            s->value[lround(at)] = w;
    }
    for (int i = 0; i < r->elements && r->element[i].column < n; i++) {
        Element *e = &r->element[i];
        change(e, x[0], (int)x[e->column]);
        if (fabs(at - round(at)) < 1e-9 && at < 127.5)
            e->torque[lround(at)] = x[e->lambda];
    }
}

static void read_reference(Reference *r, const char *name)
{
    static char line[LINE];
    FILE *f = need(fopen(name, "r"), name);

    need(fgets(line, sizeof line, f), "the reference is empty");
    read_header(r, line);
    while (fgets(line, sizeof line, f))
        read_row(r, line);
    fclose(f);
}

/* ---- a run ---- */

typedef struct { const dtc_variable *place, *slip, *torque; int previous, window[WINDOW], changes, chatters; } Seen;

typedef struct {
    const dtc_model_info *info;
    char *model;
    const dtc_variable *w[MOST];
    int alike, shared;
    Seen seen[MOST];
} Run;

static const dtc_variable *find(const dtc_model_info *info, const char *name)
{
    const dtc_variable *v = find_variable(info, name);
    if (!v)
        need(NULL, name);
    return v;
}

static double real(const Run *r, const dtc_variable *v)
{
    return v->sign * *(dtc_real *)(void *)(r->model + v->offset);
}

static void find_variables(Run *r, const Reference *ref)
{
    char slip[80];

    for (int i = 0; i < ref->shafts; i++)
        r->w[i] = find(r->info, ref->shaft[i].name);
    for (int i = 0; i < ref->elements; i++) {
        const char *name = ref->element[i].name;
        snprintf(slip, sizeof slip, "%.*ss", (int)(strlen(name) - strlen("place")), name);
        r->seen[i].place = find(r->info, name);
        r->seen[i].slip = find(r->info, slip);
        snprintf(slip, sizeof slip, "%.*slambda", (int)(strlen(name) - strlen("place")), name);
        r->seen[i].torque = find(r->info, slip);
    }
}

/* Changes of the reference from `from` to `to`. */
static int reference_changes(const Element *e, double from, double to)
{
    int n = 0;
    for (int i = 0; i < e->changes; i++)
        n += e->change[i] >= from && e->change[i] <= to;
    return n;
}

static void watch(Run *r, const Reference *ref, int k)
{
    double h = r->info->step;

    for (int i = 0; i < ref->elements; i++) {
        Seen *s = &r->seen[i];
        int place = *(int *)(void *)(r->model + s->place->offset), recent = 0;
        s->window[k % WINDOW] = k > 0 && place != s->previous && fabs(real(r, s->slip)) > SLIP;
        s->changes += s->window[k % WINDOW];
        s->previous = place;
        for (int j = 0; j < WINDOW; j++)
            recent += s->window[j];
        s->chatters |=
            recent > OFTEN && recent > 2 * reference_changes(&ref->element[i], (k - WINDOW - 1) * h, (k + 1) * h);
    }
}

/* Does everything move as in the reference at row k and at the one before, with other torques of elements at rest? */
static int shares(Run *r, const Reference *ref, int k)
{
    int other = 0, before = r->alike;

    r->alike = 1;
    for (int i = 0; i < ref->shafts; i++) {
        const Shaft *s = &ref->shaft[i];
        r->alike &= fabs(real(r, r->w[i]) - s->value[k]) < ALIKE * larger(1, s->high - s->low);
    }
    for (int i = 0; i < ref->elements; i++) {
        const Element *e = &ref->element[i];
        double torque = real(r, r->seen[i].torque), size = larger(fabs(torque), fabs(e->torque[k]));
        if (!isfinite(torque))
            need(NULL, "a torque is not finite");
        other |= fabs(real(r, r->seen[i].slip)) < SLIP && size > 1 && fabs(torque - e->torque[k]) > OTHERWISE * size;
    }
    return before && r->alike && other;
}

/* The error; NaN if the run fails. */
static double run(Run *r, const Reference *ref, int watched)
{
    double sum[MOST] = { 0 }, worst = 0;
    int steps = (int)lround(STOP / r->info->step), every = (int)lround(GRID / r->info->step), rows = steps / every + 1;

    find_variables(r, ref);
    r->info->init(r->model);
    dtc_status status = r->info->setup(r->model);
    for (int k = 0; k <= steps && status == DTC_OK; k++) {
        status = r->info->evaluate(r->model);
        if (watched)
            watch(r, ref, k);
        if (k % every == 0)
            r->shared += shares(r, ref, k / every);
        for (int i = 0; i < ref->shafts && k % every == 0; i++) {
            double d = real(r, r->w[i]) - ref->shaft[i].value[k / every];
            sum[i] += d * d;
        }
        if (status == DTC_OK)
            status = r->info->advance(r->model);
    }
    if (status != DTC_OK) {
        printf("status %d at %g s ", (int)status, *(dtc_real *)(void *)(r->model + r->info->time));
        return NAN;
    }
    for (int i = 0; i < ref->shafts; i++) {
        worst = larger(worst, sqrt(sum[i] / rows) / larger(1, ref->shaft[i].high - ref->shaft[i].low));
    }
    return worst;
}

int main(int argc, char **argv)
{
    static Reference ref;
    int good = 1, shared = 0;

    if (argc < 4)
        return 2;
    read_reference(&ref, argv[1]);
    if (ref.shafts == 0 || ref.shaft[0].high < ref.shaft[0].low)
        need(NULL, "the reference has no speeds");
    for (int i = 3; i < argc; i++) {
        Run *r = need(calloc(1, sizeof *r), "out of memory");
        char name[128];
        void *so = need(dlopen(argv[i], RTLD_NOW | RTLD_LOCAL), argv[i]);
        snprintf(name, sizeof name, "%s_info", argv[2]);
        r->info = need(dlsym(so, name), name);
        r->model = need(malloc(r->info->size), "out of memory");
        double error = run(r, &ref, i == 3);
        printf("%.2e ", error);
        good &= isfinite(error);
        shared = r->shared;
        if (i == 3) {
            int changes = 0, chatters = 0, exact = 0;
            for (int k = 0; k < ref.elements; k++) {
                changes += r->seen[k].changes;
                chatters += r->seen[k].chatters;
                exact += ref.element[k].changes;
            }
            printf("%d %d %d ", changes, exact, chatters);
        }
    }
    printf("%d\n", shared);
    return !good;
}
