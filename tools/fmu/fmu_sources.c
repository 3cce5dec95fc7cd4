/* fmu_sources.c - the sources of an FMU: a translation unit for each kind that includes all that it needs.
 *
 * First the generated C with the table of value references, then the runtime, then the functions of the standard. All
 * files lie in one folder, so that they compile without any flag. Cost: linear in the text.
 */
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include "fmu.h"
#include "object.h"
#include "emit.h"
#include "flow.h"
#include "tangent.h"

/* ---- what is included ---------------------------------------------------------------------------------- */

/* me: of model exchange alone; version: of that alone, 0: of both */
typedef struct { const char *pattern; bool me, text; int version; } Files;

/* In the order of the translation unit; text: it has them as lines, others are included by these. */
static const Files files[] = {
    { "runtime/*.h", false, false, 0 },
    { "runtime/host/dtc_hybrid*.h", true, false, 0 },
    { "runtime/*.c", false, true, 0 },
    { "runtime/fmi/dtc_fmi.h", false, false, 0 },
    { "runtime/fmi/fmi2.h", false, false, 2 },
    { "runtime/fmi/fmi3.h", false, false, 3 },
    { "runtime/fmi/dtc_fmi.c", false, true, 0 },
    { "runtime/fmi/dtc_fmi_*.c", false, true, 0 },
    { "runtime/fmi/dtc_fmi2.c", false, true, 2 },
    { "runtime/fmi/dtc_fmi3.c", false, true, 3 },
    { "runtime/fmi/dtc_fmi23.c", false, true, 0 },
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Full paths in order; vec. */
static const char **found(const Fmu *u, const Files *of)
{
    glob_t g;
    const char **list = NULL;

    if (glob(internf(u->d, "%s/%s", u->home, of->pattern), 0, NULL, &g) != 0)
        return NULL;
    for (size_t i = 0; i < g.gl_pathc; i++)
        vec_push(&u->d->run, list, internz(u->d, g.gl_pathv[i]));
    globfree(&g);
    return list;
}

static bool has(const Fmu *u, const Files *of)
{
    return (!of->version || of->version == u->version) && (!of->me || u->part[FMU_ME].wanted);
}

bool fmu_add_sources(Fmu *u)
{
    bool good = true;

    for (int k = 0; k < FMU_KINDS; k++) {
        const char *name = u->part[k].wanted ? internf(u->d, "sources/%s.c", u->part[k].identifier) : NULL;
        FILE *f = name ? fmu_open(u, name) : NULL;
        if (name)
            good = good && f && fwrite(u->part[k].source, 1, u->part[k].size, f) == u->part[k].size;
        good = (!f || fmu_close(f, name)) && good;
    }
    if (u->version == 3) {
        FILE *f = fmu_open(u, "sources/buildDescription.xml");
        good = f && fmu_build_description(u, f) && good;
        good = (!f || fmu_close(f, "sources/buildDescription.xml")) && good;
    }
    for (size_t i = 0; i < sizeof files / sizeof *files && good; i++) {
        const char **list = has(u, &files[i]) ? found(u, &files[i]) : NULL;
        for (uint32_t k = 0; k < vec_len(list); k++)
            good &= fmu_add(u, internf(u->d, "sources/%s", base_name(list[k])), list[k]);
    }
    return good;
}

/* ---- the translation unit ------------------------------------------------------------------------------ */

/* As the command line says for others: the same bits with any compiler. */
static void head(const Fmu *u, FILE *f, FmuKind kind)
{
    fprintf(f,
            "/* FMU %s, FMI %d.0, %s: this file alone is to be compiled, as C99; it includes the others.\n",
            u->f->name, u->version, kind == FMU_ME ? "model exchange" : "co-simulation");
    fputs(" * -DDTC_FMI_INSTANCES=4: at most 4 instances and 4 states of them, without a heap. */\n"
          "#if defined __GNUC__ && !defined __clang__\n#pragma GCC optimize (\"fp-contract=off\")\n#endif\n",
          f);
    if (u->part[kind].d->opt.single)
        fputs("#define DTC_FLOAT\n", f);
}

/* Differentials by value reference; what stands in the table of the model. */
static void slopes(const Fmu *u, FILE *f, FmuPart *p)
{
    const Emitter *e = p->e;
    const int *place = tangent_places(e);

    fputs("static const dtc_fmi_slope dtc_fmi_slopes[] = {\n   ", f);
    for (uint32_t i = 0; i < vec_len(u->variable); i++) {
        bool negated = false;
        const uint32_t number = e->tangent->of[root_of(e->f, u->variable[i].v, &negated)];
        fprintf(f, "%s{ %d, %d },", i && i % 8 == 0 ? "\n    " : " ", place[number], negated ? -1 : 1);
    }
    fprintf(f, "%s\n};\n\n", u->variable ? "" : " { 0, 0 }");
    const Printer pr = { .e = e, .name = make_names(e) };
    if (tangent_size(e->tangent) > 0)
        fprintf(f, "static void dtc_fmi_along(void *m) { %s((%s *)m); }\n\n", name_of(&pr, FN_along, 0),
                pr.name->model);
}

static void slope_members(const Fmu *u, FILE *f, FmuPart *p, FmuKind kind)
{
    const bool any = fmu_has_derivatives(u, kind);
    const uint32_t n = any ? tangent_size(p->e->tangent) : 0;

    fprintf(f, "%s, %u, ", any ? "dtc_fmi_slopes" : "NULL", n);
    if (n > 0)
        fprintf(f, "offsetof(%s, tangent), dtc_fmi_along, ", emit_model_name(p->e->d, p->e->f));
    else
        fputs("0, NULL, ", f);
}

static uint32_t settable(const Fmu *u)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < vec_len(u->variable); i++)
        n += u->variable[i].settable;
    return n;
}

/* Pairs: value references of states whose start value can be set, numbers of the parameters that they begin with. */
static void begins(const Fmu *u, FILE *f, FmuKind kind)
{
    uint32_t n = 0;

    fputs("static const int dtc_fmi_begins[][2] = {", f);
    for (uint32_t i = 0; i < vec_len(u->variable); i++)
        if (u->variable[i].settable)
            fprintf(f, "%s{ %u, %d },", n++ % 8 == 0 ? "\n    " : " ", i + 1, u->variable[i].begin[kind]);
    fprintf(f, "%s\n};\n\n", n ? "" : " { 0, 0 }");
}

static void references(Fmu *u, FILE *f, FmuKind kind)
{
    FmuPart *p = &u->part[kind];
    const char *m = emit_model_name(p->e->d, p->e->f);

    fputs("\n#include \"dtc_fmi.h\"\n\nstatic const int dtc_fmi_numbers[] = {\n   ", f);
    for (uint32_t i = 0; i < vec_len(u->variable); i++)
        fprintf(f, "%s%d,", i && i % 16 == 0 ? "\n    " : " ", u->variable[i].number[kind]);
    fprintf(f, "%s\n};\n\n", u->variable ? "" : " 0");
    begins(u, f, kind);
    if (fmu_has_derivatives(u, kind))
        slopes(u, f, p);
    if (kind == FMU_CS)
        fprintf(f, "static dtc_status dtc_fmi_both(void *m) { return %s_step((%s *)m); }\n\n", m, m);
    fprintf(f, "static const dtc_fmi_model dtc_fmi_this = {\n    \"%s\", \"%s\",\n    &%s_info, ",
            p->identifier, u->token, m);
    fprintf(f, kind == FMU_ME ? "&%s_hybrid" : "NULL", m);
    fprintf(f, ", offsetof(%s, start), %u, %u, dtc_fmi_numbers,\n    dtc_fmi_begins, %u, ", m,
            vec_len(u->variable), fmu_indicators(u), settable(u));
    slope_members(u, f, p, kind);
    fprintf(f, "%s, %d\n};\n", kind == FMU_CS ? "dtc_fmi_both" : "NULL", u->before && kind == FMU_CS);
    fprintf(f, "#define DTC_FMI_MODEL_BYTES sizeof(%s)\n#define DTC_FMI_NUMBERS %u\n\n", m,
            kind == FMU_ME ? 2 * vec_len(p->dae->state) + p->e->program->guards : 0);
}

static void includes(const Fmu *u, FILE *f)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char **list = files[i].text && has(u, &files[i]) ? found(u, &files[i]) : NULL;
        const bool runtime = strncmp(files[i].pattern, "runtime/*", 9) == 0;
        if (runtime && list)
            fputs("#ifndef DTC_FMI_LINKED          /* with the runtime as a library */\n", f);
        for (uint32_t k = 0; k < vec_len(list); k++)
            fprintf(f, "#include \"%s\"\n", base_name(list[k]));
        if (runtime && list)
            fputs("#endif\n", f);
    }
}

static const char *kept(Fmu *u, FmuPart *p, FILE *f, char **text, bool good)
{
    good &= f && fclose(f) == 0;
    const char *s = good ? memcpy(arena_alloc(&u->d->run, p->size + 1), *text, p->size + 1) : NULL;
    free(*text);
    if (!good && p->d->errors == 0)
        fputs("dtc: out of memory\n", stderr);
    return s;
}

/* Twice: the token is of the C without it. */
bool fmu_sources(Fmu *u, FmuKind kind)
{
    FmuPart *p = &u->part[kind];
    char *text = NULL;
    FILE *f = open_memstream(&text, &p->size);

    if (f && !u->token)
        p->source = kept(u, p, f, &text, emit(p->e, f, NULL, NULL));
    else if (f) {
        const char *model = p->source;
        head(u, f, kind);
        fputs(model, f);
        references(u, f, kind);
        includes(u, f);
        p->source = kept(u, p, f, &text, true);
    }
    return f && p->source;
}

/* FNV-1a, over the text and over the text again. */
const char *fmu_hash(Dtc *d, const char *text, size_t size)
{
    uint64_t h = 0xcbf29ce484222325u, first = 0;

    for (int round = 0; round < 2; round++) {
        first = round == 1 ? h : 0;
        for (size_t i = 0; i < size; i++)
            h = (h ^ (unsigned char)text[i]) * 0x100000001b3u;
    }
    return internf(d, "%016llx%016llx", (unsigned long long)first, (unsigned long long)h);
}
