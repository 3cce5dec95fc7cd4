/* main.c - the command line, and compile(): the passes in order.
 *
 *     dtc model.dtm -o step.c     compile; writes step.h beside it
 *     dtc sim model.dtm -o out.csv
 *     dtc check model.dtm
 *
 * Exit code: 0, 1 after a diagnosis, 2 after bad usage. An output file appears whole or not at all: it is
 * written under another name and renamed at the end.
 */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "dtc.h"
#include "output.h"
#include "sim.h"

#define VERSION "0.1"
#define NO_SPAN ((Span){ 0, 0 })

typedef enum { CMD_COMPILE, CMD_CHECK, CMD_SIM } Command;

typedef struct { Command command; bool report; struct SimOptions sim; const char *program; } Cli;

/* ---- the passes --------------------------------------------------------------------------------------- */

static bool has_model(const Class *c) { return (c->kind == K_MODEL || c->kind == K_BLOCK || c->kind == K_CLASS) && !c->partial; }

/* The last model written in src; in a package, its last one. */
static Class *last_model(const Class *in, const Source *src)
{
    for (uint32_t i = vec_len(in->element); i-- > 0;) {
        Element *e = in->element[i];
        if (e->kind != EL_CLASS || !e->cls || e->cls->span.pos < src->base || e->cls->span.pos > src->base + src->size)
            continue;
        Class *c = has_model(e->cls) ? e->cls : e->cls->kind == K_PACKAGE ? last_model(e->cls, src) : NULL;
        if (c)
            return c;
    }
    return NULL;
}

/* Reads the input and finds the model that is meant. */
static Class *parse(Dtc *d)
{
    Source *src = NULL;
    Class *in = NULL;

    predefined_classes(d);
    if (d->opt.input) {
        src = source_load(d, d->opt.input);
        if (!src) {
            error(d, NO_SPAN, NULL, "cannot read %s: %s", d->opt.input, strerror(errno));
            return NULL;
        }
        in = read_input(d, src);
        if (!in)
            return NULL;
    }
    if (d->opt.model)
        return resolve_model(d, d->opt.model);
    Class *model = last_model(in, src);
    if (!model)
        error(d, NO_SPAN, NULL, "there is no model in %s (a `model` or `block` that is not partial)", src->name);
    return model;
}

/* After each pass: its dump if asked for, and the memory of the pass. */
static void reset(Dtc *d)
{
    arena_free(&d->pass);
}

static bool wanted(Dtc *d, const char *pass) { return d->opt.dump && strcmp(d->opt.dump, pass) == 0; }

bool compile(Dtc *d, Dae *dae)
{
    Class *model = parse(d);
    Inst *root = model && !d->errors ? instantiate(d, model) : NULL;
    d->instance = root;
    Flat *f = root && !d->errors ? flatten(d, root) : NULL;
    if (!f || d->errors)
        return false;
    d->flat = f;
    if (d->opt.audit)
        audit(d, f);
    reset(d);
    if (!check(d, f) || !check_units(d, f) || !validate_flat(d, f) || d->errors)
        return false;
    if (wanted(d, "flat"))
        dump_flat(d, f, stdout);
    reset(d);
    if (!simplify(d, f) || !validate_flat(d, f))
        return false;
    reset(d);
    if (!index_reduce(d, f, dae))
        return false;
    if (wanted(d, "index"))
        dump_index(d, f, dae, stdout);
    reset(d);
    if (!sort(d, f, dae))
        return false;
    if (wanted(d, "blt"))
        dump_blt(d, f, dae, stdout);
    reset(d);
    if (!initial_problem(d, f, dae))
        return false;
    reset(d);
    if (!tear(d, f, dae) || !validate_dae(d, f, dae) || !check_rank(d, f, dae))
        return false;
    if (wanted(d, "torn"))
        dump_torn(d, f, dae, stdout);
    reset(d);
    if (d->opt.hybrid && !hold_relations(d, f, dae))
        return false;
    reset(d);
    if (!stage(d, f, dae) || !validate_dae(d, f, dae))
        return false;
    if (wanted(d, "stage"))
        dump_stage(d, f, dae, stdout);
    reset(d);
    return d->errors == 0;
}

/* ---- a run -------------------------------------------------------------------------------------------- */

Dtc *dtc_new(void)
{
    Dtc *d = calloc(1, sizeof *d);
    if (!d) {
        fputs("dtc: out of memory\n", stderr);
        exit(1);
    }
    return d;
}

void dtc_free(Dtc *d)
{
    arena_free(&d->pass);
    arena_free(&d->run);
    free(d);
}

/* ---- output files ------------------------------------------------------------------------------------- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* step.c -> step.h; a name without .c gets .h appended. */
static const char *header_name(Dtc *d, const char *c)
{
    size_t n = strlen(c);
    return n > 2 && strcmp(c + n - 2, ".c") == 0 ? internf(d, "%.*s.h", (int)(n - 2), c) : internf(d, "%s.h", c);
}

static bool write_c(Dtc *d, Dae *dae)
{
    Output c, h = { 0 };

    if (!output_open(d, &c, d->opt.output))
        return false;
    if (!c.temporary)                       /* standard output, a device: all in one */
        return output_close(&c, emit(d, d->flat, dae, c.file, NULL, NULL));
    const char *header = header_name(d, d->opt.output);
    bool good = output_open(d, &h, header) && emit(d, d->flat, dae, c.file, h.file, base_name(header));
    good = output_close(&h, good) && good;
    return output_close(&c, good);
}

/* ---- the command line --------------------------------------------------------------------------------- */

static const char usage_text[] =
    "usage: dtc model.dtm -o step.c     compile to C; writes step.h beside it\n"
    "       dtc sim model.dtm -o out.csv   compile, build, run\n"
    "       dtc check model.dtm         diagnostics only\n"
    "\n"
    "  -o FILE          output; - is standard output\n"
    "  --model NAME     the model to compile (default: the last one in the file); a full name such as\n"
    "                   Pkg.Model is also found along -I and DTMPATH, without a file\n"
    "  -I DIR           look for packages in DIR\n"
    "  --step H         integration step in seconds (default: 0.001, or a part of the experiment's Interval)\n"
    "  --method M       euler (the fixed-step method)\n"
    "  --float          single precision\n"
    "  --hybrid         C for the variable-step solver (runtime/host/dtc_hybrid.h)\n"
    "  --vars A,B,*.w   variables to keep (compile) or to write (sim)\n"
    "  --report         sizes and costs of the model\n"
    "  --dump=PASS      flat, index, blt, torn or stage\n"
    "  -fno-alias  -fno-tear  -fno-stage   leave a pass out\n"
    "\n"
    "  sim: --stop T    end time     --interval T  time between rows (default: each step)\n"
    "       --param F   YAML with `parameters: {name: value}`, `inputs: {name: [[t, v], ...]}`\n"
    "       --format F  csv or mat, whatever the output's name (default: mat for .mat)\n"
    "       --audit     print the energy account of the run\n"
    "       --quiet     no progress\n"
    "\n"
    "  --help  --version\n"
    "Environment: DTMPATH (folders with packages), DTC_HOME (folder with lib/ and runtime/), CC.\n";

static int usage(const char *problem, const char *what)
{
    fprintf(stderr, "dtc: %s%s%s\ntry `dtc --help`\n", problem, what ? " " : "", what ? what : "");
    return 2;
}

static bool positive(const char *text, double *x)
{
    char *end;
    errno = 0;
    *x = strtod(text, &end);
    return end != text && *end == 0 && errno == 0 && isfinite(*x) && *x > 0;
}

static void split(Dtc *d, const char ***list, const char *text, char separator)
{
    for (const char *p = text; *p;) {
        const char *end = strchr(p, separator);
        size_t n = end ? (size_t)(end - p) : strlen(p);
        if (n > 0)
            vec_push(&d->run, *list, intern(d, p, n));
        p += n + (end != NULL);
    }
}

static bool has_folders(const char *home)
{
    char path[PATH_MAX];
    return snprintf(path, sizeof path, "%s/runtime/dtc_real.h", home) < (int)sizeof path && access(path, R_OK) == 0;
}

/* The folder with lib/ and runtime/: DTC_HOME, beside the executable (build/dtc -> ..; bin/dtc -> ../share/dtc),
 * or where dtc was built. */
static const char *find_home(Dtc *d)
{
    char exe[PATH_MAX];
    const char *set = getenv("DTC_HOME");
    if (set && *set)
        return internz(d, set);
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[n > 0 ? n : 0] = 0;
    for (int up = 0; n > 0 && up < 2; up++) {
        char *slash = strrchr(exe, '/');
        if (slash)
            *slash = 0;
    }
    const char *installed = internf(d, "%s/share/dtc", exe);
    return has_folders(installed) ? installed : has_folders(exe) ? internz(d, exe) : DTC_HOME_DEFAULT;
}

enum { O_MODEL = 256, O_STEP, O_METHOD, O_FLOAT, O_VARS, O_REPORT, O_DUMP, O_HYBRID, O_STOP, O_INTERVAL, O_PARAM, O_QUIET, O_AUDIT, O_FORMAT, O_HELP, O_VERSION };

static const struct option options[] = {
    { "model", 1, 0, O_MODEL }, { "step", 1, 0, O_STEP }, { "method", 1, 0, O_METHOD }, { "float", 0, 0, O_FLOAT },
    { "vars", 1, 0, O_VARS }, { "report", 0, 0, O_REPORT }, { "dump", 1, 0, O_DUMP }, { "hybrid", 0, 0, O_HYBRID }, { "stop", 1, 0, O_STOP },
    { "interval", 1, 0, O_INTERVAL }, { "param", 1, 0, O_PARAM }, { "quiet", 0, 0, O_QUIET }, { "audit", 0, 0, O_AUDIT },
    { "format", 1, 0, O_FORMAT },
    { "help", 0, 0, O_HELP }, { "version", 0, 0, O_VERSION }, { 0 }
};

static bool feature(Options *o, const char *name)
{
    static const struct { const char *name; size_t at; } known[] = {
        { "no-alias", offsetof(Options, no_alias) }, { "no-tear", offsetof(Options, no_tear) }, { "no-stage", offsetof(Options, no_stage) }
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0)
            return *(bool *)((char *)o + known[i].at) = true;
    return false;
}

static bool is_pass(const char *name)
{
    static const char *const pass[] = { "flat", "index", "blt", "torn", "stage" };
    for (size_t i = 0; i < sizeof pass / sizeof *pass; i++)
        if (strcmp(name, pass[i]) == 0)
            return true;
    return false;
}

/* One option; 0, or the exit code plus one. */
static int option(Dtc *d, Cli *cli, int c)
{
    switch (c) {
    case 'o': d->opt.output = optarg; return 0;
    case 'I': vec_push(&d->run, d->opt.include, internz(d, optarg)); return 0;
    case 'f': return feature(&d->opt, optarg) ? 0 : 1 + usage("unknown option", internf(d, "-f%s", optarg));
    case O_MODEL: d->opt.model = internz(d, optarg); return 0;
    case O_STEP: return positive(optarg, &d->opt.step) ? 0 : 1 + usage("--step needs a time > 0, not", optarg);
    case O_STOP: return positive(optarg, &cli->sim.stop) ? 0 : 1 + usage("--stop needs a time > 0, not", optarg);
    case O_INTERVAL: return positive(optarg, &cli->sim.interval) ? 0 : 1 + usage("--interval needs a time > 0, not", optarg);
    case O_METHOD: return strcmp(optarg, "euler") == 0 ? 0 : 1 + usage("--method is `euler`, not", optarg);
    case O_FLOAT: d->opt.single = true; return 0;
    case O_HYBRID: d->opt.hybrid = true; return 0;
    case O_VARS: split(d, &d->opt.vars, optarg, ','); return 0;
    case O_REPORT: cli->report = true; return 0;
    case O_DUMP: d->opt.dump = optarg; return is_pass(optarg) ? 0 : 1 + usage("--dump is flat, index, blt, torn or stage, not", optarg);
    case O_PARAM: cli->sim.param = optarg; return 0;
    case O_QUIET: cli->sim.quiet = true; return 0;
    case O_AUDIT: d->opt.audit = true; return 0;
    case O_FORMAT: cli->sim.format = optarg; return strcmp(optarg, "csv") == 0 || strcmp(optarg, "mat") == 0 ? 0 : 1 + usage("--format is csv or mat, not", optarg);
    case O_HELP: fputs(usage_text, stdout); return 1;
    case O_VERSION: puts("dtc " VERSION); return 1;
    default: fputs("try `dtc --help`\n", stderr); return 3;
    }
}

/* Fills d->opt and cli; 0, or the exit code plus one. */
static int command_line(Dtc *d, Cli *cli, int argc, char **argv)
{
    int c, stop;

    while ((c = getopt_long(argc, argv, "o:I:f:", options, NULL)) != -1)
        if ((stop = option(d, cli, c)) != 0)
            return stop;
    if (optind < argc && (strcmp(argv[optind], "sim") == 0 || strcmp(argv[optind], "check") == 0))
        cli->command = argv[optind++][0] == 's' ? CMD_SIM : CMD_CHECK;
    if (optind < argc)
        d->opt.input = argv[optind++];
    if (optind < argc)
        return 1 + usage("one input file at a time; what is", argv[optind]);
    if (!d->opt.input && !d->opt.model)
        return 1 + usage("no input file", NULL);
    if (cli->command == CMD_COMPILE && !d->opt.output && !d->opt.dump && !cli->report)
        return 1 + usage("where to? -o FILE, or `dtc check`, `dtc sim`", NULL);
    if (cli->command != CMD_SIM && d->opt.audit)
        return 1 + usage("--audit belongs to `dtc sim`", NULL);
    return 0;
}

static int run(Dtc *d, Cli *cli)
{
    Dae dae = { 0 };
    bool good = compile(d, &dae);

    if (good && (cli->report || cli->command == CMD_CHECK))
        initial_note(d, d->flat, &dae);
    if (good && cli->report)
        report(d, d->flat, &dae, stdout);
    if (good && cli->command == CMD_SIM)
        return sim_main(d, d->flat, &dae, &cli->sim);
    if (good && cli->command == CMD_COMPILE && d->opt.output)
        good = write_c(d, &dae);
    if (d->errors > 0 && !good)
        fprintf(stderr, "dtc: %u error%s\n", d->errors, d->errors == 1 ? "" : "s");
    return good && d->errors == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    Dtc *d = dtc_new();
    Cli cli = { 0 };
    int code = command_line(d, &cli, argc, argv);

    if (code == 0) {
        const char *path = getenv("DTMPATH");
        cli.sim.home = find_home(d);
        if (path)
            split(d, &d->opt.include, path, ':');
        vec_push(&d->run, d->opt.include, internf(d, "%s/lib", cli.sim.home));
        d->opt.observe_all = cli.command == CMD_SIM;
        code = run(d, &cli);
    } else {
        code--;
    }
    dtc_free(d);
    return code;
}
