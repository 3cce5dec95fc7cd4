/* command.c - the command line: which options there are, what they are for, what they say.
 *
 * One table has for each option its commands and, if it is not for all, the methods of the step that it is for. An
 * option of another command is wrong usage; one of another method has no effect, which is said.
 */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "command.h"

/* What --dump shows, and as it is said. */
static const char *const pass[] = { "flat", "index", "blt", "torn", "stage", "step" };
#define PASSES "flat, index, blt, torn, stage or step"

/* ---- the command line --------------------------------------------------------------------------------- */

static const char usage_text[] =
    "usage: dtc model.dtm -o step.c     compile to C; writes step.h beside it\n"
    "       dtc sim model.dtm -o out.csv   compile, build, run\n"
    "       dtc check model.dtm         diagnostics only\n"
    "       dtc diff a.csv b.mat        compare two files of results; a is the reference\n"
    "\n"
    "  -o FILE          output; - is standard output\n"
    "  --model NAME     the model to compile (default: the last one in the file); a full name such as\n"
    "                   Pkg.Model is also found along -I and DTMPATH, without a file\n"
    "  -I DIR           look for packages in DIR\n"
    "  --step H         step of the fixed-step method in seconds (default: 0.001, or a part of the experiment's "
    "Interval)\n"
    "  --method M       of the generated step: euler (default), semi (implicit in the speeds: they move first), rk2, "
    "rk4,\n"
    "                   rosenbrock (linearly implicit, for stiff shafts and tires), exact (matrix exponential);\n"
    "                   sim: also cvode, the default: variable step. With another method sim makes the fixed-step run\n"
    "  --float          single precision\n"
    "  --hybrid         C for the variable-step solver (runtime/host/dtc_hybrid.h)\n"
    "  --vars A,B,*.w   variables to keep (compile) or to write (sim)\n"
    "  --report         sizes and costs of the model\n"
    "  --dump=PASS      " PASSES "\n"
    "  --times          seconds and bytes of each pass, on standard error\n"
    "  -fno-alias  -fno-tear  -fno-stage  -fno-live  -fno-forms  -fno-search  -fno-reciprocal  -fno-sparse   leave a "
    "pass out\n"
    "  -fno-fold  -fno-unroll  -fno-skip  -fno-roll   leave an optimisation of the C code out\n"
    "  -fno-adjust      exact: steps do not end at borders within them    -fconstant-matrices  exact: matrices do not "
    "follow the stuck elements\n"
    "\n"
    "  sim: --stop T    end time     --interval T  time between rows (default: the experiment's, or a 500th of the "
    "run; euler: each step)\n"
    "       --rtol R    tolerance of cvode (default: the experiment's, or 1e-6)\n"
    "       --atol A    absolute tolerance of cvode, in nominal values of the states (default: R)\n"
    "       --stats     what the solver did\n"
    "       --param F   YAML with `parameters: {name: value}`, `inputs: {name: [[t, v], ...]}`\n"
    "       --format F  csv or mat, whatever the output's name (default: mat for .mat)\n"
    "       --audit     print the energy account of the run\n"
    "       --quiet     no progress\n"
    "\n"
    "  diff: --tube F   half-width of the tube around each signal of a, as a part of its range in value and of\n"
    "                   the time span (default: 0.002); --time-tube F: another one in time, 0 for none\n"
    "        --floor F  smallest half-width, per unit of the largest value or of 1 (default: 1e-9)\n"
    "        --plain    deviations at the times of a, b being linear between its points; no tube in time\n"
    "        --vars A,B,*.w   of a: signals to compare (default: all)\n"
    "\n"
    "  --help  --version\n"
    "Environment: DTMPATH (folders with packages), DTC_HOME (folder with lib/ and runtime/), CC.\n";

static int usage(const char *problem, const char *what)
{
    fprintf(stderr, "dtc: %s%s%s\ntry `dtc --help`\n", problem, what ? " " : "", what ? what : "");
    return 2;
}

static bool number(const char *text, double *x)
{
    char *end;
    errno = 0;
    *x = strtod(text, &end);
    return end != text && *end == 0 && errno == 0 && isfinite(*x);
}

static bool within(double x, double least, double most) { return x >= least && x <= most; }

static bool positive(const char *text, double *x) { return number(text, x) && *x > 0; }
static bool part(const char *text, double *x) { return number(text, x) && *x >= 0; }

/* A comma in brackets separates nothing: a[1,2],b. Blanks around what commas separate are none of it. */
void split(Dtc *d, const char ***list, const char *text, char separator)
{
    for (const char *p = text; *p;) {
        size_t n = 0;
        for (int depth = 0; p[n] && (p[n] != separator || depth > 0); n++) {
            size_t quoted = separator == ',' ? name_quoted(p + n) : 0;
            depth += separator == ',' ? (p[n] == '[') - (p[n] == ']') : 0;
            n += quoted ? quoted - 1 : 0;
        }
        const char *from = p, *to = p + n;
        while (separator == ',' && from < to && *from == ' ')
            from++;
        while (separator == ',' && from < to && to[-1] == ' ')
            to--;
        if (from < to)
            vec_push(&d->run, *list, intern(d, from, (size_t)(to - from)));
        p += n + (p[n] != 0);
    }
}

static bool has_folders(const char *home)
{
    char path[PATH_MAX];
    return snprintf(path, sizeof path, "%s/runtime/dtc_real.h", home) < (int)sizeof path && access(path, R_OK) == 0;
}

/* The folder with lib/ and runtime/: DTC_HOME, beside the executable (build/dtc -> ..; bin/dtc -> ../share/dtc),
 * or where dtc was built. */
const char *find_home(Dtc *d)
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

enum {
    O_MODEL = 256,
    O_STEP,
    O_METHOD,
    O_FLOAT,
    O_VARS,
    O_REPORT,
    O_TIMES,
    O_DUMP,
    O_HYBRID,
    O_STOP,
    O_INTERVAL,
    O_PARAM,
    O_QUIET,
    O_AUDIT,
    O_FORMAT,
    O_RTOL,
    O_ATOL,
    O_STATS,
    O_TUBE,
    O_TIME_TUBE,
    O_FLOOR,
    O_PLAIN,
    O_HELP,
    O_VERSION
};

/* What an option is for: commands, and if it says so methods of the step. */
enum {
    COMPILE = 1 << CMD_COMPILE,
    CHECK = 1 << CMD_CHECK,
    SIM = 1 << CMD_SIM,
    DIFF = 1 << CMD_DIFF,
    MODEL = COMPILE | CHECK | SIM,
    FIXED = 16,
    VARIABLE = 32,
    EXACT = 64
};

static const struct { const char *name; int value, code; unsigned use; } options[] = {
    { "model", 1, O_MODEL, MODEL },
    { "step", 1, O_STEP, MODEL | FIXED },
    { "method", 1, O_METHOD, MODEL },
    { "float", 0, O_FLOAT, MODEL | FIXED },
    { "vars", 1, O_VARS, MODEL | DIFF },
    { "report", 0, O_REPORT, MODEL },
    { "times", 0, O_TIMES, MODEL },
    { "dump", 1, O_DUMP, MODEL },
    { "hybrid", 0, O_HYBRID, COMPILE | CHECK },
    { "stop", 1, O_STOP, SIM },
    { "interval", 1, O_INTERVAL, SIM },
    { "param", 1, O_PARAM, SIM },
    { "quiet", 0, O_QUIET, SIM },
    { "audit", 0, O_AUDIT, SIM },
    { "format", 1, O_FORMAT, SIM },
    { "rtol", 1, O_RTOL, SIM | VARIABLE },
    { "atol", 1, O_ATOL, SIM | VARIABLE },
    { "stats", 0, O_STATS, SIM | VARIABLE },
    { "tube", 1, O_TUBE, DIFF },
    { "time-tube", 1, O_TIME_TUBE, DIFF },
    { "floor", 1, O_FLOOR, DIFF },
    { "plain", 0, O_PLAIN, DIFF },
    { "help", 0, O_HELP, MODEL | DIFF },
    { "version", 0, O_VERSION, MODEL | DIFF },
    { NULL, 1, 'o', COMPILE | SIM },
    { NULL, 1, 'I', MODEL },
    { NULL, 1, 'f', MODEL }
};
enum { OPTIONS = sizeof options / sizeof *options };

static const struct { const char *name; size_t at; unsigned use; } features[] = {
    { "no-alias", offsetof(Options, no_alias), MODEL },
    { "no-tear", offsetof(Options, no_tear), MODEL },
    { "no-stage", offsetof(Options, no_stage), MODEL },
    { "no-adjust", offsetof(Options, no_adjust), MODEL | EXACT },
    { "constant-matrices", offsetof(Options, constant_matrices), MODEL | EXACT },
    { "no-sparse", offsetof(Options, no_sparse), MODEL },
    { "no-fold", offsetof(Options, no_fold), MODEL },
    { "no-unroll", offsetof(Options, no_unroll), MODEL },
    { "no-skip", offsetof(Options, no_skip), MODEL },
    { "no-roll", offsetof(Options, no_roll), MODEL },
    { "no-live", offsetof(Options, no_live), MODEL },
    { "no-forms", offsetof(Options, no_forms), MODEL },
    { "no-search", offsetof(Options, no_search), MODEL },
    { "no-reciprocal", offsetof(Options, no_reciprocal), MODEL }
};

static bool feature(Options *o, const char *name, unsigned *use)
{
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        if (strcmp(name, features[i].name) == 0) {
            *use = features[i].use;
            return *(bool *)((char *)o + features[i].at) = true;
        }
    return false;
}

/* Notes that the option was given, for `applies`. */
static void note_given(Dtc *d, Cli *cli, int code)
{
    for (size_t i = 0; i < OPTIONS; i++)
        if (options[i].code == code) {
            Given g = { options[i].name ? internf(d, "--%s", options[i].name) :
                                          internf(d, "-%c%s", code, code == 'f' ? optarg : ""),
                        options[i].use };
            if (code == 'f')
                feature(&d->opt, optarg, &g.use);
            vec_push(&d->run, cli->given, g);
        }
}

static bool is_pass(const char *name)
{
    for (size_t i = 0; i < sizeof pass / sizeof *pass; i++)
        if (strcmp(name, pass[i]) == 0)
            return true;
    return false;
}

/* The run has a fixed step if a method of the generated step is asked for. */
static bool method(Dtc *d, Cli *cli, const char *name)
{
    cli->variable_step = strcmp(name, "cvode") == 0;
    cli->sim.fixed_step = !cli->variable_step;
    d->opt.method = M_EULER;
    return cli->variable_step || method_named(name, &d->opt.method);
}

/* One option; 0, or the exit code plus one. */
static int option(Dtc *d, Cli *cli, int c)
{
    switch (c) {
    case 'o': d->opt.output = optarg; return *optarg ? 0 : 1 + usage("-o needs the name of a file", NULL);
    case 'I': vec_push(&d->run, d->opt.include, internz(d, optarg)); return 0;
    case 'f':
        return feature(&d->opt, optarg, &(unsigned){ 0 }) ? 0 : 1 + usage("unknown option", internf(d, "-f%s", optarg));
    case O_MODEL: d->opt.model = internz(d, optarg); return 0;
    case O_STEP: return positive(optarg, &d->opt.step) ? 0 : 1 + usage("--step needs a time > 0, not", optarg);
    case O_STOP:
        return positive(optarg, &cli->sim.stop) && within(cli->sim.stop, 1e-12, 1e12)
                   ? 0
                   : 1 + usage("--stop needs a time from 1e-12 to 1e12 s, not", optarg);
    case O_INTERVAL:
        return positive(optarg, &cli->sim.interval) ? 0 : 1 + usage("--interval needs a time > 0, not", optarg);
    case O_METHOD:
        return method(d, cli, optarg)
                   ? 0
                   : 1 + usage("--method is cvode, euler, semi, rk2, rk4, rosenbrock or exact, not", optarg);
    case O_RTOL:
        return positive(optarg, &cli->sim.rtol) && within(cli->sim.rtol, 1e-14, 0.1)
                   ? 0
                   : 1 + usage("--rtol needs a number from 1e-14 to 0.1, not", optarg);
    case O_ATOL: return positive(optarg, &cli->sim.atol) ? 0 : 1 + usage("--atol needs a number > 0, not", optarg);
    case O_STATS: cli->sim.stats = true; return 0;
    case O_FLOAT: d->opt.single = true; return 0;
    case O_HYBRID: d->opt.hybrid = true; return 0;
    case O_VARS:
        split(d, &d->opt.vars, optarg, ',');
        return vec_len(d->opt.vars) ? 0 : 1 + usage("--vars needs names, separated by commas", NULL);
    case O_REPORT: cli->report = true; return 0;
    case O_TIMES: d->opt.times = true; return 0;
    case O_DUMP:
        d->opt.dump = optarg;
        return is_pass(optarg) ? 0 : 1 + usage("--dump is " PASSES ", not", optarg);
    case O_PARAM: cli->sim.param = optarg; return 0;
    case O_QUIET: cli->sim.quiet = true; return 0;
    case O_AUDIT: d->opt.audit = true; return 0;
    case O_FORMAT:
        cli->sim.format = optarg;
        return strcmp(optarg, "csv") == 0 || strcmp(optarg, "mat") == 0
                   ? 0
                   : 1 + usage("--format is csv or mat, not", optarg);
    case O_TUBE: return part(optarg, &cli->diff.tube) ? 0 : 1 + usage("--tube needs a number >= 0, not", optarg);
    case O_TIME_TUBE:
        return part(optarg, &cli->diff.time_tube) ? 0 : 1 + usage("--time-tube needs a number >= 0, not", optarg);
    case O_FLOOR: return part(optarg, &cli->diff.floor) ? 0 : 1 + usage("--floor needs a number >= 0, not", optarg);
    case O_PLAIN: cli->diff.plain = true; return 0;
    case O_HELP: fputs(usage_text, stdout); return 1;
    case O_VERSION: puts("dtc " VERSION); return 1;
    default: fputs("try `dtc --help`\n", stderr); return 3;
    }
}

static const char *suggest_signal(const char *wrong, const char *const *known, size_t n)
{
    return suggest(NULL, wrong, known, (uint32_t)n);
}

/* dtc diff a b: what follows `diff`. */
static int diff_line(Dtc *d, Cli *cli, int argc, char **argv)
{
    if (argc != 2)
        return 1 + usage("dtc diff needs two files of results, the reference first", NULL);
    if (cli->diff.time_tube < 0)
        cli->diff.time_tube = cli->diff.tube;
    cli->diff.reference = argv[0];
    cli->diff.other = argv[1];
    cli->diff.vars = d->opt.vars;
    cli->diff.count = vec_len(d->opt.vars);
    cli->diff.suggest = suggest_signal;
    return 0;
}

static const struct {
    const char *name;
    Command command;
} command[] = { { "sim", CMD_SIM }, { "check", CMD_CHECK }, { "diff", CMD_DIFF } };

static const char *whose(unsigned use)
{
    return use & EXACT      ? "--method exact" :
           use & FIXED      ? "the fixed-step methods, such as --method euler" :
           use & VARIABLE   ? "the variable-step method, --method cvode" :
           !(use & COMPILE) ? use & SIM ? "`dtc sim`" : "`dtc diff`" :
           use & SIM        ? "`dtc` and `dtc sim`" :
                              "`dtc model.dtm -o step.c`";
}

/* Every option that was given is to be one of the command; one of another method is without effect, which is said. 0,
 * or the exit code plus one. */
static int applies(Dtc *d, const Cli *cli)
{
    unsigned exact = d->opt.method == M_EXACT && !d->opt.hybrid ? EXACT : 0,
             is = exact | (d->opt.hybrid ? VARIABLE : FIXED);

    for (uint32_t i = 0; i < vec_len(cli->given); i++)
        if (!(cli->given[i].use & 1u << cli->command))
            return 1 +
                   usage(internf(d, "%s belongs to %s", cli->given[i].name, whose(cli->given[i].use & (MODEL | DIFF))),
                         NULL);
    for (uint32_t i = 0; i < vec_len(cli->given); i++) {
        unsigned wanted = cli->given[i].use & (FIXED | VARIABLE | EXACT);
        if (wanted && !(wanted & is))
            fprintf(stderr, "dtc: warning: %s belongs to %s\n", cli->given[i].name, whose(cli->given[i].use));
    }
    return 0;
}

/* The file, and what goes with what; 0, or the exit code plus one. */
static int model_line(Dtc *d, Cli *cli, int argc, char **argv)
{
    if (optind < argc)
        d->opt.input = argv[optind++];
    if (optind < argc)
        return 1 + usage("one input file at a time; what is", argv[optind]);
    if (!d->opt.input && !d->opt.model)
        return 1 + usage("no input file", NULL);
    if (cli->command == CMD_COMPILE && cli->variable_step)
        return 1 + usage("--method cvode belongs to `dtc sim`; C for a variable-step solver is made by --hybrid", NULL);
    if (cli->command == CMD_COMPILE && d->opt.hybrid && cli->sim.fixed_step)
        return 1 + usage("--hybrid is for a variable step: leave out", "--method");
    if (cli->command == CMD_COMPILE && d->opt.hybrid && d->opt.single)
        return 1 + usage("--hybrid is in double precision: leave out", "--float");
    if (cli->command == CMD_COMPILE && !d->opt.output && !d->opt.dump && !cli->report)
        return 1 + usage("where to? -o FILE, or `dtc check`, `dtc sim`", NULL);
    return 0;
}

int command_line(Dtc *d, Cli *cli, int argc, char **argv)
{
    struct option list[OPTIONS + 1] = { 0 };
    int c, n = 0, stop;

    for (size_t i = 0; i < OPTIONS; i++)
        if (options[i].name)
            list[n++] = (struct option){ options[i].name, options[i].value, NULL, options[i].code };
    while ((c = getopt_long(argc, argv, "o:I:f:", list, NULL)) != -1) {
        if ((stop = option(d, cli, c)) != 0)
            return stop;
        note_given(d, cli, c);
    }
    for (size_t k = 0; optind < argc && k < sizeof command / sizeof *command; k++)
        if (strcmp(argv[optind], command[k].name) == 0) {
            cli->command = command[k].command;
            optind++;
            break;
        }
    if (cli->command == CMD_SIM && !d->opt.hybrid) {
        d->opt.hybrid = !cli->sim.fixed_step;
        d->opt.single &= cli->sim.fixed_step;
    }
    if ((stop = applies(d, cli)) != 0)
        return stop;
    if (cli->command == CMD_DIFF)
        return diff_line(d, cli, argc - optind, argv + optind);
    return model_line(d, cli, argc, argv);
}
