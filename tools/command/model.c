/* model.c - what commands of a model share: its file, all passes, how it ends. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "chosen.h"
#include "command.h"
#include "emit.h"
#include "exact.h"
#include "flatten.h"
#include "inst.h"
#include "output.h"
#include "report.h"
#include "resolve.h"

/* ---- the library --------------------------------------------------------------------------------------- */

static bool has_folders(const char *home)
{
    char path[PATH_MAX];
    return snprintf(path, sizeof path, "%s/runtime/dtc_real.h", home) < (int)sizeof path &&
           access(path, R_OK) == 0;
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

/* Where packages are looked for: -I, DTMPATH, the library; behind it MODELICAPATH, which Modelica tools have: its
 * Modelica library is not meant in place of that here, which -I of it is. */
void find_packages(Dtc *d)
{
    const char *path = getenv("DTMPATH"), *others = getenv("MODELICAPATH");

    if (path)
        split(d, &d->opt.include, path, ':');
    vec_push(&d->run, d->opt.include, internf(d, "%s/lib", find_home(d)));
    if (others)
        split(d, &d->opt.include, others, ':');
}

/* Lists are its own: more may be added to them. */
void options_taken(Dtc *s, const Dtc *d)
{
    s->opt = d->opt;
    s->opt.include = s->opt.set = s->opt.vars = NULL;
    for (uint32_t i = 0; i < vec_len(d->opt.include); i++)
        vec_push(&s->run, s->opt.include, d->opt.include[i]);
    for (uint32_t i = 0; i < vec_len(d->opt.set); i++)
        vec_push(&s->run, s->opt.set, d->opt.set[i]);
    for (uint32_t i = 0; i < vec_len(d->opt.vars); i++)
        vec_push(&s->run, s->opt.vars, d->opt.vars[i]);
}

/* ---- the model ----------------------------------------------------------------------------------------- */

static bool is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* Of a package in a folder; NULL: it is none. */
static const char *package_file(Dtc *d, const char *folder)
{
    size_t n = strlen(folder);

    while (n > 1 && folder[n - 1] == '/')
        n--;
    const char *dtm = internf(d, "%.*s/package.dtm", (int)n, folder);
    const char *mo = internf(d, "%.*s/package.mo", (int)n, folder);
    return access(dtm, F_OK) == 0 ? dtm : access(mo, F_OK) == 0 ? mo : NULL;
}

int model_operand(Dtc *d, const Cli *cli)
{
    if (cli->operands > 0)
        d->opt.input = cli->operand[0];
    if (cli->operands > 1 && access(cli->operand[0], F_OK) != 0 && !cli->named)
        return usage("there is no command and no file", cli->operand[0]);
    if (cli->operands > 1)
        return usage("one input file at a time; what is", cli->operand[1]);
    if (runs_fmu(d, cli))
        return usage("an FMU can be run, by dtc sim; other commands take models, not", d->opt.input);
    if (d->opt.input && is_folder(d->opt.input)) {
        const char *file = package_file(d, d->opt.input);
        if (!file && access(internf(d, "%s/package.moc", d->opt.input), F_OK) == 0)
            return usage("nothing but the tool that it is for can read what is encrypted:", d->opt.input);
        if (!file)
            return usage("this folder has neither package.dtm nor package.mo, name a file in it:",
                         d->opt.input);
        if (!d->opt.model && cli->command != CMD_CHECK)
            return usage("this is the folder of a package, --model P.NAME says which model of it:",
                         d->opt.input);
        d->opt.input = file;
    }
    const char *slash = d->opt.input ? strrchr(d->opt.input, '/') : NULL,
               *name = slash ? slash + 1 : d->opt.input;
    const char *dot = name ? strrchr(name, '.') : NULL;
    if (dot && (strcmp(dot, ".moc") == 0 || strcmp(dot, ".mol") == 0))
        return usage("nothing but the tool that it is for can read what is encrypted:", d->opt.input);
    d->opt.package = cli->command == CMD_CHECK && name && !d->opt.model &&
                     (strcmp(name, "package.dtm") == 0 || strcmp(name, "package.mo") == 0);
    if (!d->opt.input && !d->opt.model)
        return usage("no input file", NULL);
    find_packages(d);
    return 0;
}

/* ---- which model of a file ----------------------------------------------------------------------------- */

static void use_class(Dtc *d, Map *used, Class *c)
{
    if (!c || map_get(used, KEY(class_origin(c))))
        return;
    map_set(&d->run, used, KEY(class_origin(c)), 1);
    class_bases(d, c);
    for (uint32_t i = 0; c->info && i < vec_len(c->info->base); i++)
        use_class(d, used, c->info->base[i]);
}

static void use_classes(Dtc *d, Map *used, const Inst *in)
{
    use_class(d, used, in->is->cls);
    for (uint32_t i = 0; i < vec_len(in->child); i++)
        use_classes(d, used, in->child[i]);
    if (is_array(in) && in->is->size)
        use_classes(d, used, in->has->elem[0]);
}

void model_told(Dtc *d)
{
    const Class *in = d->model ? d->model->enclosing : NULL;
    const Source *src = in ? source_of(d, d->model->span) : NULL;
    const char *others = "";
    Map used = { 0 };

    if (d->opt.model || !src || !d->instance)
        return;
    use_classes(d, &used, d->instance);
    for (uint32_t i = 0; i < vec_len(in->element); i++) {
        Class *c = in->element[i]->kind == EL_CLASS ? in->element[i]->cls : NULL;
        if (c && c != d->model && is_model(c) && source_of(d, c->span) == src &&
            !map_get(&used, KEY(class_origin(c))))
            others = internf(d, "%s%s%s", others, *others ? ", " : "", c->name);
    }
    if (*others)
        fprintf(stderr, "dtc: note: %s is the last model of %s; --model takes another one: %s\n",
                d->model->name, src->name, others);
}

/* What is behind the dot of the last part of a path; NULL: nothing is. */
static const char *ending_of(const char *file)
{
    const char *slash = file ? strrchr(file, '/') : NULL, *last = slash ? slash + 1 : file;
    const char *dot = last ? strrchr(last, '.') : NULL;

    return dot && dot != last && strncmp(file, "/dev/", 5) != 0 ? dot + 1 : NULL;
}

const char *known_ending(Dtc *d, const char *file, const char *endings)
{
    const char **known = NULL, *ending = ending_of(file);

    split(d, &known, endings, ' ');
    for (uint32_t i = 0; i < vec_len(known) && ending; i++)
        if (strcasecmp(ending, known[i]) == 0)
            return known[i];
    return NULL;
}

int ending_fits(Dtc *d, const char *file, const char *endings, const char *says)
{
    return !ending_of(file) || has_ending(d, file, endings) ? 0 : usage(says, file);
}

bool is_json(const Cli *cli) { return cli->format && strcmp(cli->format, "json") == 0; }

int table_or_json(Dtc *d, const Cli *cli, const char *command)
{
    if (!cli->format || is_json(cli) || strcmp(cli->format, "table") == 0)
        return 0;
    return usage(internf(d, "%s writes table and json; what is", command), cli->format);
}

/* Names of --vars are to be there; a pattern may fit nothing, which is said. */
static bool vars_exist(Dtc *d, const Flat *f, bool with_time)
{
    const char **name = NULL;
    bool good = true;

    for (Var v = 1; v < vec_len(f->var) && d->opt.vars; v++)
        vec_push(&d->run, name, f->var[v].name);
    if (d->opt.method == M_EXACT && !d->opt.no_adjust) {
        vec_push(&d->run, name, EXACT_CUTS);
        vec_push(&d->run, name, EXACT_CUT);
    }
    for (uint32_t k = 0; k < vec_len(d->opt.vars); k++) {
        const char *var = d->opt.vars[k];
        bool found = with_time && strcmp(var, "time") == 0, pattern = strpbrk(var, "*?") != NULL;
        for (uint32_t i = 0; i < vec_len(name) && !found; i++)
            found = name_chosen(var, name[i]);
        const char *near = found ? NULL : suggest_within(d, var, name, vec_len(name));
        if (!found)
            fprintf(stderr, "dtc: %s--vars: there is no variable %s%s%s%s\n", pattern ? "warning: " : "", var,
                    near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
        good &= found || pattern;
    }
    return good;
}

static void write_report(Dtc *d, const Cli *cli, const struct Emitter *program)
{
    const Report r = report_of(program);

    if (cli->command == CMD_COMPILE && is_json(cli))
        report_json(d, &r, stdout);
    else
        report_text(d, &r, stdout);
}

bool model_compiled(Dtc *d, const Cli *cli, bool needs, Compiled *c)
{
    c->good = compile(d, &c->dae) && vars_exist(d, d->flat, cli->command == CMD_SIM);
    needs |= d->opt.report || dump_wanted(d, "step");
    if (c->good && needs)
        c->good = (c->program = step_program(d, &c->dae)) != NULL;
    const bool notes =
        d->opt.report || cli->command == CMD_CHECK || (cli->command == CMD_SIM && !cli->sim.quiet);
    if (c->good && notes && !d->flat->component && d->opt.component != ALONE_WITH_CONNECTORS)
        initial_note(d, d->flat, &c->dae, cli->command == CMD_SIM ? 3 : 20),
            note_choices(d, d->flat, &c->dae);
    if (c->good && d->opt.report)
        write_report(d, cli, c->program), lap(d, "report");
    return c->good;
}

int model_end(Dtc *d, const Compiled *c)
{
    if (d->errors > 0 && !c->good)
        fprintf(stderr, "dtc: %u error%s\n", d->errors - d->repeated,
                d->errors - d->repeated == 1 ? "" : "s");
    return c->good && d->errors == 0 ? 0 : 1;
}
