/* fmu.c - dtc model.dtm -o model.fmu: the order of it.
 *
 * Each kind is a compilation of its own, since equations of a fixed step and of a variable one are not the same. What
 * both have to say is said once. Everything is made in a temporary folder, and the archive appears whole or not at
 * all. Cost: two compilations and the C compiler's.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "emit.h"
#include "fmu.h"
#include "object.h"
#include "object_cache.h"
#include "output.h"

/* ---- the kinds ----------------------------------------------------------------------------------------- */

/* quiet: what it says has been said. */
static bool compiled(FmuPart *p, const Dtc *d, const Cli *cli, FmuKind kind, bool quiet)
{
    p->d = dtc_new();
    options_taken(p->d, d);
    p->d->keeps = quiet;
    p->d->opt.fmu = true;
    p->d->opt.no_run = false; /* its page and its icon are read from the class */
    Compiled *c = NEW(&p->d->run, Compiled);
    if (kind == FMU_ME) {
        p->d->opt.hybrid = true;
        p->d->opt.single = false;
        p->d->opt.method = M_EULER;
    }
    const bool good = model_compiled(p->d, cli, true, c);
    p->dae = &c->dae;
    p->e = good ? c->program : NULL;
    return good;
}

static bool compile_parts(Fmu *u, Dtc *d, const Cli *cli)
{
    bool quiet = false;

    if (!u->part[FMU_ME].wanted)
        (void)compiled(&u->part[FMU_ME], d, cli, FMU_ME, true);
    for (int k = FMU_KINDS; k-- > 0;) {
        FmuPart *p = &u->part[k];
        if (!p->wanted)
            continue;
        if (!compiled(p, d, cli, (FmuKind)k, quiet)) {
            if (quiet) { /* once more, aloud */
                dtc_free(p->d);
                (void)compiled(p, d, cli, (FmuKind)k, false);
            }
            return false;
        }
        if (!u->first)
            u->first = p;
        quiet = true;
    }
    u->d = u->first->d;
    u->f = u->first->e->f;
    return true;
}

static void name_parts(Fmu *u)
{
    const bool both = u->part[FMU_CS].wanted && u->part[FMU_ME].wanted;

    for (int k = 0; k < FMU_KINDS; k++)
        if (u->part[k].wanted)
            u->part[k].identifier = internf(u->d, "%s%s", emit_model_name(u->d, u->first->e->f),
                                            !both         ? ""
                                            : k == FMU_CS ? "_cs"
                                                          : "_me");
}

/* Of all that is generated. */
static bool find_token(Fmu *u)
{
    const char *all = internf(u->d, "%d %d", u->version, u->before);

    for (int k = 0; k < FMU_KINDS; k++) {
        FmuPart *p = &u->part[k];
        if (p->wanted && !fmu_sources(u, (FmuKind)k))
            return false;
        if (p->wanted)
            all = internf(u->d, "%s %s", all, fmu_hash(u->d, p->source, p->size));
    }
    const char *h = fmu_hash(u->d, all, strlen(all));
    u->token = internf(u->d, "{%.8s-%.4s-%.4s-%.4s-%.12s}", h, h + 8, h + 12, h + 16, h + 20);
    return true;
}

/* ---- the archive --------------------------------------------------------------------------------------- */

static bool description(Fmu *u)
{
    const char *path = "modelDescription.xml";
    FILE *f = fmu_open(u, path);
    const bool good = f && fmu_xml(u, f);

    return f && fmu_close(f, path) && good;
}

static bool archive(Fmu *u, const char *name)
{
    bool good = fmu_variables(u) && find_token(u);

    fmu_structure(u);
    for (int k = 0; k < FMU_KINDS && good; k++)
        good = !u->part[k].wanted || fmu_sources(u, (FmuKind)k);
    good = good && description(u) && fmu_add_sources(u) && fmu_documentation(u);
    for (int k = 0; k < FMU_KINDS && good; k++)
        good = !u->part[k].wanted || fmu_build(u, (FmuKind)k);
    return good && fmu_zip(u, name);
}

bool fmu_write(Dtc *d, const Cli *cli, const char *home, const char *name)
{
    const char *kind = cli->fmu_kind;
    Fmu u = { .own = d,
              .home = home,
              .version = cli->fmu_version && *cli->fmu_version == '3' ? 3 : 2,
              .before = cli->fmu_outputs && strcmp(cli->fmu_outputs, "before") == 0 };

    u.part[FMU_CS].wanted = !kind || strcmp(kind, "cs") == 0;
    u.part[FMU_ME].wanted = !kind || strcmp(kind, "me") == 0;
    bool good = object_headers(d, home) && compile_parts(&u, d, cli);
    if (good) {
        u.folder = new_folder_in(d, temporary_folder(d), "dtc");
        if (u.folder)
            temporary(u.folder);
        else
            good = output_refuse(temporary_folder(d), strerror(errno));
    }
    if (good)
        name_parts(&u);
    good = good && archive(&u, name);
    for (int k = 0; k < FMU_KINDS; k++)
        if (u.part[k].d) {
            d->errors += u.part[k].wanted ? u.part[k].d->errors : 0;
            dtc_free(u.part[k].d);
        }
    return good;
}
