/* run_sweep.c - dtc sweep: a study from its options or its file to its rows.
 *
 * The model is built once; where factors are part of its code, once for each set of their values, and points are
 * grouped by these. Rows go into a store (study_store.c); of a CSV that is a file beside it, NAME.part, which goes
 * when all points are there: a study that was interrupted goes on with the same command.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "command.h"
#include "object_cache.h"
#include "sweep.h"

/* Points of the study that this command is asked for, and their hashes. */
typedef struct {
    Study s; struct SimOptions sim; StudyStore *store;
    uint64_t *point, *hash; Map at;
    bool kept;                             /* the built model is also for other parts */
} Sweep;

/* ---- what is asked for --------------------------------------------------------------------------------- */

/* One that the file has too is as the command line says. */
static bool read_vary(Dtc *d, const Cli *cli, Study *s)
{
    const uint32_t of_file = vec_len(s->factor);

    for (uint32_t i = 0; i < vec_len(cli->vary); i++) {
        Factor f;
        if (!factor_of_option(d, cli->vary[i], &f))
            return false;
        uint32_t k = 0;
        while (k < of_file && (strcmp(s->factor[k].name, f.name) != 0 || s->factor[k].scales != f.scales))
            k++;
        if (k < of_file)
            s->factor[k] = f;
        else
            vec_push(&d->run, s->factor, f);
    }
    return true;
}

/* What varies is not set as well. */
static bool nothing_set_varies(Dtc *d, const Factor *factor)
{
    for (uint32_t k = 0; k < vec_len(factor); k++) {
        const size_t n = strlen(factor[k].name);
        for (uint32_t i = 0; i < vec_len(d->opt.set) && !factor[k].scales; i++)
            if (strncmp(d->opt.set[i], factor[k].name, n) == 0 && d->opt.set[i][n] == '=') {
                error(d, factor[k].named, NULL, "%s varies, and is set to %s: one of them goes",
                      factor[k].name, d->opt.set[i] + n + 1);
                return false;
            }
    }
    return true;
}

static void read_metrics(Dtc *d, const Cli *cli)
{
    const uint32_t of_file = vec_len(d->opt.metric);

    for (uint32_t i = 0; i < vec_len(cli->study_metric); i++) {
        const char *text = cli->study_metric[i], *equals = strchr(text, '=');
        const NamedText m = { intern(d, text, (size_t)(equals - text)), "--metric", text,
                              (uint32_t)(equals - text) + 1 };
        uint32_t k = 0;
        while (k < of_file && strcmp(d->opt.metric[k].name, m.name) != 0)
            k++;
        if (k < of_file)
            d->opt.metric[k] = m;
        else
            vec_push(&d->run, d->opt.metric, m);
    }
}

static bool read_shard(const char *text, Study *s)
{
    char *end;

    if (!text)
        return true;
    s->shard = strtoull(text, &end, 10);
    s->shards = *end == '/' ? strtoull(end + 1, &end, 10) : 0;
    return *end == 0 && s->shard >= 1 && s->shard <= s->shards && text[0] != '-';
}

static bool is_study(Dtc *d, const char *file) { return has_ending(d, file, "yaml yml"); }

/* What a file of a study says, the command line says over it. */
static int read_study(Dtc *d, Cli *cli, Sweep *w)
{
    Study *s = &w->s;
    const bool file = cli->operands == 1 && is_study(d, cli->operand[0]);

    s->d = d;
    s->design.seed = (uint64_t)cli->study_seed;
    s->jobs = cli->study_jobs;
    s->lanes = cli->lanes;
    d->opt.lanes = 0; /* that is for the model alone: sweep_model.c */
    s->timeout = cli->study_timeout;
    s->most_steps = cli->study_most_steps;
    if (!read_shard(cli->study_shard, s))
        return usage("--shard is I/N with I from 1 to N, not", cli->study_shard);
    if (file && !study_load(d, cli, cli->operand[0], s))
        return 1;
    Source *src =
        cli->study_design ? source_text(d, "--design", cli->study_design, strlen(cli->study_design)) : NULL;
    if (src && !design_read(d, cli->study_design, (Span){ src->base, src->base + src->size }, &s->design))
        return 1;
    method_applies(d, cli);
    d->opt.single &= !d->opt.hybrid;
    read_metrics(d, cli);
    if (!read_vary(d, cli, s) || !design_begin(d, &s->design, &s->factor) ||
        !nothing_set_varies(d, s->factor))
        return 1;
    if (file)
        cli->operands = 0;
    return d->opt.input && file ? (find_packages(d), 0) : model_operand(d, cli);
}

/* ---- points -------------------------------------------------------------------------------------------- */

/* A number that a point has by its values, whatever its place in the design. */
static uint64_t point_hash(const Study *s, uint64_t mark, const double *x)
{
    uint64_t h = mark;

    for (uint32_t k = 0; k < vec_len(s->factor); k++) {
        const Factor *f = &s->factor[k];
        const char *level = f->kind == VARY_LEVELS ? f->text[(uint32_t)x[k]] : NULL;
        const uint64_t own =
            level ? cache_hash(level, strlen(level)) : cache_hash((const char *)&x[k], sizeof x[k]);
        h = (h ^ own) * 0x100000001b3u + k;
        h ^= h >> 29;
    }
    return h ? h : 1;
}

static void wanted_points(Sweep *w, uint64_t mark)
{
    const Study *s = &w->s;
    double *x = NEW_N(&s->d->run, double, vec_len(s->factor) + 1);

    for (uint64_t i = 0; i < s->design.points; i++) {
        if (s->shards && i % s->shards != s->shard - 1)
            continue;
        design_point(&s->design, s->factor, i, x);
        vec_push(&s->d->run, w->point, i);
        vec_push(&s->d->run, w->hash, point_hash(s, mark, x));
        map_set(&s->d->run, &w->at, i + 1, vec_len(w->point));
    }
}

static bool take_row(void *of, uint64_t point, const Row *row)
{
    Sweep *w = of;
    static double *x;

    if (!x)
        x = NEW_N(&w->s.d->run, double, vec_len(w->s.factor) + 1);
    design_point(&w->s.design, w->s.factor, point, x);
    return store_put(w->store, point, w->hash[map_get(&w->at, point + 1) - 1], x, row);
}

/* ---- builds -------------------------------------------------------------------------------------------- */

/* Settings of a point that are part of the code: "name=value", vec; as one text, by which points are grouped. */
static const char *code_settings(const Sweep *w, const Built *b, const double *x, const char ***settings)
{
    Dtc *d = w->s.d;
    const char *all = "";

    for (uint32_t k = 0; k < vec_len(w->s.factor); k++) {
        const Factor *f = &w->s.factor[k];
        if (vec_len(b->place[k].variable))
            continue;
        const char *one = internf(d, "%s=%s", f->name, f->text[(uint32_t)x[k]]);
        if (settings)
            vec_push(&d->run, *settings, one);
        all = internf(d, "%s%s ", all, one);
    }
    return all;
}

typedef struct { const char *key; const char **settings; uint64_t *todo; } Group;

static Group *groups(Sweep *w, const Built *b)
{
    Dtc *d = w->s.d;
    Group *group = NULL;
    Map by_key = { 0 };
    double *x = NEW_N(&d->run, double, vec_len(w->s.factor) + 1);

    for (uint32_t i = 0; i < vec_len(w->point); i++) {
        if (store_has(w->store, w->point[i], w->hash[i]))
            continue;
        design_point(&w->s.design, w->s.factor, w->point[i], x);
        const char *key = code_settings(w, b, x, NULL);
        uint64_t k = map_get(&by_key, KEY(key));
        if (!k) {
            Group g = { .key = key };
            (void)code_settings(w, b, x, &g.settings);
            vec_push(&d->run, group, g);
            map_set(&d->run, &by_key, KEY(key), k = vec_len(group));
        }
        vec_push(&d->run, group[k - 1].todo, w->point[i]);
    }
    return group;
}

static bool run_group(Sweep *w, Built *base, const Group *g)
{
    Built *b = g->settings ? model_built(&w->s, &w->sim, g->settings, w->kept) : base;

    if (!b) {
        fprintf(stderr, "dtc: with %s\n", g->key);
        return false;
    }
    const bool good = points_run(&w->s, b, g->todo, take_row, w);
    if (b != base)
        built_free(b);
    return good;
}

/* ---- the whole ----------------------------------------------------------------------------------------- */

static void tell_points(const Sweep *w, uint64_t known, uint64_t again)
{
    const Design *design = &w->s.design;

    if (w->sim.quiet)
        return;
    fprintf(stderr, "dtc: %llu points", (unsigned long long)design->points);
    if (design->kind == DESIGN_SALTELLI)
        fprintf(stderr, " = %llu rows x (%u factors + 2)", (unsigned long long)design->base,
                vec_len(w->s.factor));
    if (w->s.shards)
        fprintf(stderr, ", of which %u here", vec_len(w->point));
    if (known)
        fprintf(stderr, "; %llu are there already", (unsigned long long)known);
    if (again)
        fprintf(stderr, "; %llu ended by a smaller limit, and are run again", (unsigned long long)again);
    fputc('\n', stderr);
}

static void tell_failures(const Sweep *w)
{
    for (int k = 0; k < ENDS; k++) {
        const uint64_t n = point_ends[k].valued ? 0 : store_rows(w->store, point_ends[k].name);
        if (n)
            fprintf(stderr, "dtc: warning: %llu points have no values, status `%s`\n", (unsigned long long)n,
                    point_ends[k].name);
    }
}

/* All points that are not in the store yet. false: interrupted, or after a message */
static bool run_points(Sweep *w, Built *b)
{
    bool good = true;

    wanted_points(w, b->mark);
    if (store_rows(w->store, NULL) && !store_numbered(w->store, w->point, w->hash))
        return false;
    tell_points(w, store_rows(w->store, NULL) - store_again(w->store), store_again(w->store));
    const Group *group = groups(w, b);
    for (uint32_t i = 0; i < vec_len(group) && good; i++)
        good = run_group(w, b, &group[i]);
    if (good && !w->sim.quiet)
        tell_failures(w);
    return good;
}

/* Each column has a name of its own; SQLite does not tell capitals from small letters. false: after a diagnosis */
static bool columns_differ(const Study *s, const Built *b)
{
    const char **name = study_columns(s, b->f, false);
    const uint32_t before = vec_len(name) - vec_len(b->f->metric);

    for (uint32_t i = 0; i < vec_len(b->f->metric); i++)
        for (uint32_t k = 0; k < before + i; k++)
            if (strcasecmp(name[before + i], name[k]) == 0) {
                error(b->d, b->f->metric[i].span, NULL,
                      "the metric %s has the name of %s: give it another one", name[before + i],
                      k >= before ? internf(b->d, "the metric %s", name[k])
                      : k < 2 || k + 2 >= before
                          ? internf(b->d, "the column %s, which each study has", name[k])
                          : internf(b->d, "what varies, %s", name[k]));
                return false;
            }
    return true;
}

/* With a variable step extrema may lie between the rows that measures look at. */
static void tell_extrema(const Built *b)
{
    bool any = false;

    for (uint32_t i = 0; i < vec_len(b->f->measure); i++)
        any |= b->f->measure[i].kind == MEASURE_MAX || b->f->measure[i].kind == MEASURE_MIN;
    if (any && b->task.hybrid)
        fprintf(stderr,
                "dtc: max and min are those of rows, each %g s and before and after events: --interval says "
                "how many there are\n",
                b->task.interval);
}

/* Where rows go. file: the store that they are in meanwhile; shown: its name in messages; named: out is no standard
 * output; store: it is a store; apart: which is made in another folder; lock: the file by which nobody else makes it */
typedef struct { const char *out, *file, *shown; bool named, store, apart; int lock; } Goal;

/* A store that is made apart does not exclude others, but its lock does, which goes with the process. false: after a
 * message */
static bool lock_goal(Dtc *d, Goal *g)
{
    const char *name = internf(d, "%s.lock", g->out);
    struct stat locked, named;

    for (;; close(g->lock)) {
        g->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (g->lock < 0) /* what is wrong with the folder is said by who writes the store */
            return true;
        struct flock all = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
        if (fcntl(g->lock, F_SETLK, &all) != 0 && (errno == EACCES || errno == EAGAIN)) {
            close(g->lock);
            g->lock = -1;
            return output_refuse(g->out, "another sweep is at work on it");
        }
        /* its name may have gone meanwhile, with the one who had it */
        if (fstat(g->lock, &locked) == 0 && stat(name, &named) == 0 && locked.st_ino == named.st_ino)
            return true;
    }
}

static void unlock_goal(Dtc *d, const Goal *g)
{
    if (g->store && g->lock >= 0) {
        unlink(internf(d, "%s.lock", g->out));
        close(g->lock);
    }
}

/* file: NULL after a message */
static Goal goal_of(Dtc *d, const Cli *cli)
{
    const char *out = d->opt.output, *folder = cli->study_scratch ? cli->study_scratch : temporary_folder(d);
    Goal g = { .out = out, .named = out && strcmp(out, "-") != 0, .store = has_ending(d, out, "db sqlite") };
    FILE *f = NULL;

    if (g.store && !lock_goal(d, &g))
        return g;
    g.apart = g.store && cli->study_scratch;
    g.file = !g.named || g.apart ? temporary_file(d, internf(d, "%s/dtc", folder), &f)
           : g.store             ? out
                                 : internf(d, "%s.part", out);
    g.shown = g.store || !g.named       ? out
            : access(g.file, F_OK) == 0 ? internf(d, "%s (interrupted; its rows are in %s)", out, g.file)
                                        : out;
    if (f)
        fclose(f);
    else if (!g.file)
        fprintf(stderr, "dtc: cannot make a file in %s: %s\n", folder, strerror(errno));
    if (g.file && g.apart && access(out, F_OK) == 0 && !output_copy(d, out, g.file))
        g.file = NULL;
    return g;
}

/* The rows are in the store, which is closed. good: all of them; false after a message */
static bool deliver(Dtc *d, const Goal *g, bool good, bool units)
{
    const char *kept = g->apart ? g->out : g->file;

    if (g->apart)
        good = output_copy(d, g->file, g->out) && good;
    if (good && !g->store)
        good = store_csv(d, g->file, g->named ? g->out : "-", units);
    else if (sim_stop_asked())
        fprintf(stderr,
                g->named ? "dtc: interrupted; the rows so far are in %s, and the same command goes on\n"
                         : "dtc: interrupted; -o FILE keeps rows, and the same command goes on\n",
                kept);
    if (!g->named || g->apart || (good && !g->store))
        unlink(g->file);
    return good;
}

static int run_study(Dtc *d, const Cli *cli, Sweep *w, const char *study, const Goal *g)
{
    w->sim = cli->sim;
    w->sim.home = find_home(d);
    signals_to(sim_ask_to_stop);
    w->kept = w->s.shards > 0 || cli->study_slurm > 0;
    Built *b = model_built(&w->s, &w->sim, NULL, w->kept);
    if (!b || !levels_read(b, w->s.factor) || !columns_differ(&w->s, b))
        return model_end(d, &(Compiled){ 0 });
    if (vec_len(b->f->metric) == 0)
        return usage("nothing is wanted of the runs: --metric NAME=EXPR, or `metrics:` in the file of the "
                     "study",
                     NULL);
    if (!w->sim.quiet)
        tell_extrema(b);
    if (cli->study_slurm > 0) {
        built_free(b);
        return slurm_submit(d, cli, study);
    }
    if (g->named && !g->store && !csv_fits(g->out, study_columns(&w->s, b->f, w->sim.units), w->sim.quiet))
        return 1;
    w->store = store_open(&w->s, b, g->file, g->shown ? g->shown : g->file);
    if (!w->store)
        return 1;
    bool good = run_points(w, b);
    const bool valued = store_rows(w->store, point_ends[POINT_OK].name) +
                            store_rows(w->store, point_ends[POINT_TERMINATED].name) >
                        0;
    good &= store_close(w->store);
    built_free(b);
    good = deliver(d, g, good, w->sim.units);
    return good && (valued || w->s.shards > 0) ? 0 : 1;
}

/* The run of one point, as dtc sim makes it: all variables over time. */
static int run_alone(Dtc *d, Cli *cli, const Study *s)
{
    double *x = NEW_N(&d->run, double, vec_len(s->factor));

    if (cli->study_point >= (double)s->design.points)
        return usage(internf(d, "--point is a number from 0 to %llu, not",
                             (unsigned long long)s->design.points - 1),
                     internf(d, "%.0f", cli->study_point));
    design_point(&s->design, s->factor, (uint64_t)cli->study_point, x);
    for (uint32_t k = 0; k < vec_len(s->factor); k++) {
        const Factor *f = &s->factor[k];
        if (f->scales)
            return usage("--point: a run of dtc sim takes values, and no factors: what is scaled here is",
                         f->name);
        vec_push(&d->run, d->opt.set,
                 f->kind == VARY_LEVELS ? internf(d, "%s=%s", f->name, f->text[(uint32_t)x[k]])
                                        : internf(d, "%s=%.17g", f->name, x[k]));
    }
    cli->sim.home = find_home(d);
    cli->sim.fixed_step = !d->opt.hybrid;
    d->opt.metric = NULL;
    return compiled_and_run(d, cli);
}

/* Into a store, which if it is new has its name when all is in it; a CSV is made of one that goes again. */
static int merge(Dtc *d, const char *const *part, int parts, const char *out, bool store, bool units)
{
    const bool fresh = !store || access(out, F_OK) != 0;
    FILE *f = NULL;
    const char *file =
        !fresh ? out : temporary_file(d, store ? out : internf(d, "%s/dtc", temporary_folder(d)), &f);

    if (!file) {
        fprintf(stderr, "dtc: cannot make a file for %s: %s\n", out, strerror(errno));
        return 1;
    }
    if (f) {
        const mode_t mask = umask(0);
        umask(mask);
        fchmod(fileno(f), 0666 & ~mask);
        fclose(f);
    }
    bool good = store_merge(d, part, parts, file, out);
    if (store && fresh)
        good = good && (rename(file, out) == 0 || output_refuse(out, strerror(errno)));
    else if (!store)
        good = good && store_csv(d, file, out, units);
    if (fresh && (!store || !good))
        unlink(file);
    if (fresh)
        temporary_forget(file);
    return good ? 0 : 1;
}

int run_sweep(Dtc *d, Cli *cli)
{
    Sweep w = { 0 };
    int wrong =
        cli->study_point >= 0
            ? ending_fits(d, d->opt.output, "csv mat", "a run of a point is FILE.csv or FILE.mat; what is")
            : ending_fits(d, d->opt.output, "csv db sqlite",
                          "dtc sweep writes FILE.csv and FILE.db, a store; what is");

    if (wrong)
        return wrong;
    if (cli->study_merge) {
        const char *out = d->opt.output;
        const bool store = has_ending(d, out, "db sqlite");
        if (!out || cli->operands == 0)
            return usage("--merge takes stores, and -o the one that they become", NULL);
        return merge(d, (const char *const *)cli->operand, cli->operands, out, store, cli->sim.units);
    }
    const char *study = cli->operands == 1 ? cli->operand[0] : NULL;
    if (cli->study_slurm > 0 && (!d->opt.output || cli->study_shard))
        return usage("--slurm needs -o, for all parts in one, and no --shard", NULL);
    if (cli->study_scratch && !has_ending(d, d->opt.output, "db sqlite"))
        return usage("--scratch is where a store is made that -o FILE.db names, not",
                     d->opt.output ? d->opt.output : "a table");
    wrong = read_study(d, cli, &w);
    if (!wrong && cli->study_point >= 0)
        return run_alone(d, cli, &w.s);
    if (!wrong && w.s.shards && !has_ending(d, d->opt.output, "db sqlite"))
        return usage("parts of a study are stores, which --merge makes one: --shard I/N -o partI.db, not",
                     d->opt.output ? d->opt.output : "a table");
    if (wrong)
        return wrong;
    const Goal g = goal_of(d, cli);
    wrong = g.file ? run_study(d, cli, &w, study, &g) : 1;
    unlock_goal(d, &g);
    return wrong;
}
