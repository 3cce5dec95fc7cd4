/* run_fmu.c - dtc sim model.fmu: the archive is read and unpacked, its FMU is run, and nothing of it stays. */
#include <dlfcn.h>
#include <math.h>
#include <string.h>
#include "master.h"
#include "object_cache.h"

bool runs_fmu(Dtc *d, const Cli *cli) { return cli->operands > 0 && has_ending(d, cli->operand[0], "fmu"); }

static const char *kinds(const FmuDescription *x)
{
    return x->exchange && x->scheduled ? "model exchange and scheduled execution"
         : x->exchange                 ? "model exchange"
         : x->scheduled                ? "scheduled execution"
                                       : "no kind of FMU that there is";
}

static bool can_be_run(Fmu *f, bool quiet)
{
    if (!f->x.identifier)
        return master_problem(f, "it has no co-simulation, which is what dtc sim runs; it has %s",
                              kinds(&f->x));
    if (f->x.needs_tool && !quiet)
        fprintf(stderr, "dtc: note: %s: it says that it needs the tool that made it%s%s\n", f->file,
                f->x.tool ? ": " : "", f->x.tool ? f->x.tool : "");
    return true;
}

static bool unpacked(Fmu *f, FmuArchive *a, bool quiet)
{
    size_t n = 0;
    const char *text = a ? master_text(a, "modelDescription.xml", &n) : NULL;

    return text && master_description(f->d, f->file, text, n, &f->x) && can_be_run(f, quiet) &&
           master_unpack(a, &f->x, &f->folder);
}

int run_fmu(Dtc *d, Cli *cli)
{
    Fmu *f = NEW(&d->run, Fmu);
    int code = 1;

    f->d = d;
    f->file = internz(d, cli->operand[0]);
    f->debug = cli->sim.log;
    cli->sim.state = cli->point_state;
    if (cli->operands > 1)
        return usage("one input file at a time; what is", cli->operand[1]);
    FmuArchive *a = master_open(d, f->file);
    if (unpacked(f, a, cli->sim.quiet)) {
        f->driver = f->x.version == 2 ? &master_driver2 : &master_driver3;
        code = master_model(f) ? master_run(f, cli) : 1;
    }
    master_close(a);
    if (f->library && !f->dead)
        dlclose(f->library);
    if (f->folder.folder)
        cache_remove(f->folder.folder);
    return code;
}
