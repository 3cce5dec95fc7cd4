/* run_compile.c - dtc model.dtm -o FILE: what the ending of FILE says; of C the header beside it. */
#include <string.h>
#include "command.h"
#include "emit.h"
#include "exact_matrices.h"
#include "fmu.h"
#include "object.h"
#include "output.h"

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* step.c -> step.h; a name without .c gets .h appended. */
static const char *header_name(Dtc *d, const char *c)
{
    size_t n = strlen(c);
    return n > 2 && strcmp(c + n - 2, ".c") == 0 ? internf(d, "%.*s.h", (int)(n - 2), c)
                                                 : internf(d, "%s.h", c);
}

/* An #include line has no way to write these. */
static bool can_be_included(const char *name)
{
    for (const char *p = name; *p; p++)
        if (strchr("\"\\<>", *p) || (unsigned char)*p < ' ' || *p == 127)
            return false;
    return true;
}

static bool write_c(Dtc *d, const Emitter *e, const char *name)
{
    Output c, h = { 0 };

    if (!output_open(d, &c, name))
        return false;
    if (!c.target) /* standard output, a device: all in one */
        return output_close(&c, emit(e, c.file, NULL, NULL));
    const char *header = header_name(d, name);
    bool good = can_be_included(base_name(header)) ||
                output_refuse(name, "its header could not be included: quotes, angles, backslashes and line "
                                    "breaks in the name");
    good = good && output_open(d, &h, header) && emit(e, c.file, h.file, base_name(header));
    good = good && output_write(&h) && output_write(&c);
    good = output_close(&h, good) && good;
    return output_close(&c, good);
}

static bool write_object(Dtc *d, const Emitter *e, const char *name)
{
    return object_write(e, find_home(d), name);
}

static bool is_sfunction(const Cli *cli) { return cli->format && strcmp(cli->format, "sfunction") == 0; }

/* ---- what the ending of -o says ------------------------------------------------------------------------ */

/* The first is also that of a name without one, and of a device. */
static const struct {
    const char *endings, *what;
    bool (*write)(Dtc *d, const Emitter *e, const char *name);
} forms[] = {
    { "c cc cpp cxx C inc txt", "FILE.c: C", write_c },
    { "so", "FILE.so: a shared object", write_object },
    { "fmu", "FILE.fmu: an FMU", NULL },   /* fmu_write, which compiles by itself */
};
enum { FORMS = sizeof forms / sizeof *forms };

static const char *all_endings(Dtc *d)
{
    const char *text = "";

    for (int k = 0; k < FORMS; k++)
        text = internf(d, "%s%s%s", text, k ? " " : "", forms[k].endings);
    return text;
}

static const char *all_forms(Dtc *d)
{
    const char *text = "";

    for (int k = 0; k < FORMS; k++)
        text = internf(d, "%s%s%s", text, k ? ", " : "", forms[k].what);
    return text;
}

static bool write_form(Dtc *d, const Cli *cli, const Emitter *e)
{
    if (is_sfunction(cli))
        return sfunction_write(e, find_home(d), d->opt.output);
    for (int k = 1; k < FORMS; k++)
        if (forms[k].write && has_ending(d, d->opt.output, forms[k].endings))
            return forms[k].write(d, e, d->opt.output);
    return forms[0].write(d, e, d->opt.output);
}

static bool is_fmu(Dtc *d) { return d->opt.output && has_ending(d, d->opt.output, "fmu"); }

/* ---- the command --------------------------------------------------------------------------------------- */

/* --dump=exact is by itself: in its model sums are not put into one another, so that each of Newton's laws is there. */
static int fits_matrices(Dtc *d, const Cli *cli)
{
    const char *format = cli->format ? cli->format : "table";

    if (strcmp(format, "table") != 0 && strcmp(format, "json") != 0)
        return usage("--dump=exact writes table and json; what is", format);
    if (d->opt.output || d->opt.report)
        return usage("--dump=exact is by itself: leave out", d->opt.output ? "-o" : "--report");
    if (d->opt.hybrid || d->opt.single)
        return usage("--dump=exact is of a fixed step in double precision: leave out",
                     d->opt.hybrid ? "--hybrid" : "--float");
    if (cli->sim.fixed_step && d->opt.method != M_EXACT)
        return usage("--dump=exact is of --method exact, not", method_name(d->opt.method));
    d->opt.method = M_EXACT;
    d->opt.no_forms = true;
    return 0;
}

static int fits_sfunction(Dtc *d)
{
    if (!d->opt.output || !has_ending(d, d->opt.output, "c"))
        return usage("an S-function is a file of C: -o NAME.c, not",
                     d->opt.output ? d->opt.output : "nothing");
    if (d->opt.hybrid || d->opt.report)
        return usage("an S-function makes fixed steps, and is by itself: leave out",
                     d->opt.hybrid ? "--hybrid" : "--report");
    return 0;
}

/* What goes with what; 0, or 2. */
static int fits(Dtc *d, const Cli *cli)
{
    if (dump_wanted(d, "exact"))
        return fits_matrices(d, cli);
    if (is_sfunction(cli) && fits_sfunction(d))
        return 2;
    if (cli->stuck || (cli->format && !d->opt.report && !is_sfunction(cli)))
        return usage(cli->stuck
                         ? "--stuck belongs to --dump=exact"
                         : "--format belongs to --dump=exact, --report and other commands, `dtc sim` for one",
                     NULL);
    if (is_json(cli) && (d->opt.dump || (d->opt.output && strcmp(d->opt.output, "-") == 0)))
        return usage("standard output has the report: leave out", d->opt.dump ? "--dump" : "-o -");
    if (!is_sfunction(cli) && table_or_json(d, cli, "dtc --report"))
        return 2;
    if (cli->variable_step)
        return usage("--method cvode belongs to `dtc sim`; C for a variable-step solver is made by --hybrid",
                     NULL);
    if (d->opt.hybrid && cli->sim.fixed_step)
        return usage("--hybrid is for a variable step: leave out", "--method");
    if (d->opt.hybrid && d->opt.single)
        return usage("--hybrid is in double precision: leave out", "--float");
    if (d->opt.prefix && strcmp(c_model_name(d, d->opt.prefix), d->opt.prefix) != 0)
        return usage("--prefix takes a name of C that neither the language nor its library has, nor a macro "
                     "(E, BOX), not",
                     d->opt.prefix);
    int wrong =
        ending_fits(d, d->opt.output, all_endings(d),
                    internf(d, "the ending of -o says what is written (%s; dtc sim writes results); what is",
                            all_forms(d)));
    if (wrong)
        return wrong;
    if (is_fmu(d) ? d->opt.report || d->opt.dump || d->opt.hybrid
                  : cli->fmu_version || cli->fmu_kind || cli->fmu_outputs)
        return usage(is_fmu(d) ? "an FMU has both kinds of C: leave out --report, --dump and --hybrid; -o"
                               : "--fmi, --kind and --outputs belong to an FMU: -o FILE.fmu",
                     d->opt.output);
    if (d->opt.lanes && d->opt.output && (is_sfunction(cli) || has_ending(d, d->opt.output, "so fmu")))
        return usage("--lanes is C that a program of yours compiles for its machine's vectors: -o FILE.c, "
                     "not",
                     is_sfunction(cli) ? "an S-function" : d->opt.output);
    if (!d->opt.output && !d->opt.dump && !d->opt.report)
        return usage("where to? -o FILE, or `dtc check`, `dtc sim`", NULL);
    return 0;
}

int run_compile(Dtc *d, Cli *cli)
{
    Compiled c = { 0 };
    int wrong;

    d->opt.plain = d->opt.no_run = true;
    wrong = model_operand(d, cli);
    if (!wrong)
        wrong = fits(d, cli);
    if (wrong)
        return wrong;
    if (is_fmu(d)) {
        c.good = fmu_write(d, cli, find_home(d), d->opt.output);
        return model_end(d, &c);
    }
    if (model_compiled(d, cli, d->opt.output || dump_wanted(d, "exact"), &c) && d->opt.output)
        c.good = write_form(d, cli, c.program), lap(d, "emit");
    if (c.good && dump_wanted(d, "exact"))
        c.good = dump_exact(c.program, cli->stuck, cli->format && strcmp(cli->format, "json") == 0, stdout);
    c.good &= standard_output_flush();
    last_lap(d, c.dae.equations_flat);
    return model_end(d, &c);
}
