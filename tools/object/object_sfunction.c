/* object_sfunction.c - dtc model.dtm --format sfunction -o NAME.c: a level-2 S-function of Simulink.
 *
 * NAME.c is runtime/host/dtc_sfunction.h, the S-function of any model, for this one; NAME_model.c has the model and the
 * runtime, whose names so meet none of Simulink's headers. Cost: linear in the text.
 */
#include <ctype.h>
#include <glob.h>
#include <string.h>
#include "emit.h"
#include "object.h"
#include "output.h"

/* NAME of a/b/NAME.c, as Simulink asks for it; NULL after a message. */
static const char *name_of_file(const Emitter *e, const char *file)
{
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file, *dot = strrchr(base, '.');
    const char *name = internf(e->d, "%.*s", (int)(dot ? dot - base : (ptrdiff_t)strlen(base)), base);
    bool good = isalpha((unsigned char)*name);

    for (const char *p = name; *p; p++)
        good &= isalnum((unsigned char)*p) || *p == '_';
    if (!good)
        output_refuse(file, "an S-function has the name of its file: letters, digits and _, a letter first");
    else if (strcmp(name, emit_model_name(e->d, e->f)) == 0)
        good = output_refuse(
            file, internf(e->d, "the type of the model has this name: call it %s_sf.c, for example", name));
    return good ? name : NULL;
}

/* As the S-function counts them: those of a kind in the order of the descriptor. */
static void ports(const Emitter *e, FILE *c, const char *what, const char *kind)
{
    const int *number = emit_numbers(e);
    int port = 0;

    fprintf(c, " *\n * %s:\n", what);
    for (Var v = 1; v < vec_len(e->f->var); v++) {
        const VarInfo *i = &e->f->var[v];
        if (number[v] < 0 || strcmp(emit_kind(e, v), kind) != 0)
            continue;
        const char *unit = i->unit && *i->unit ? internf(e->d, " [%s]", i->unit) : "";
        fprintf(c, " * %4d  %s%s\n", ++port, comment_text(e->d, i->name), comment_text(e->d, unit));
    }
    if (!port)
        fputs(" *       none\n", c);
}

/* NAME.c */
static void function(const Emitter *e, FILE *c, const char *name)
{
    const char *model = emit_model_name(e->d, e->f);

    fprintf(c, "/* %s: the model %s as a level-2 S-function of Simulink, which is compiled by\n *\n", name,
            comment_text(e->d, e->f->name));
    fprintf(c, " *     mex -I$DTC_HOME/runtime -I$DTC_HOME/runtime/host %s.c %s_model.c\n *\n", name, name);
    fputs(" * where DTC_HOME is the folder of dtc. The parameter of the block is {}, or has rows {'name', "
          "value}.\n",
          c);
    ports(e, c, "Input ports", "DTC_IN");
    ports(e, c, "Output ports", "DTC_OUT");
    fprintf(c,
            " */\n#define S_FUNCTION_NAME %s\n#define S_FUNCTION_LEVEL 2\n%s#include \"dtc_runtime.h\"\n\n",
            name, e->d->opt.single ? "#define DTC_FLOAT\n" : "");
    fprintf(c,
            "extern const dtc_model_info %s_info;\n#define DTC_MODEL %s_info\n#include \"dtc_sfunction.h\"\n",
            model, model);
}

/* NAME_model.c, before and behind the model's own C. */
static void before(const Emitter *e, FILE *c, const char *name)
{
    fprintf(c, "/* What %s.c needs: the model, then the runtime. */\n", name);
    fputs("#if defined __GNUC__ && !defined __clang__\n#pragma GCC optimize (\"fp-contract=off\")\n#endif\n",
          c);
    if (e->d->opt.single)
        fputs("#define DTC_FLOAT\n", c);
}

static bool runtime(const Emitter *e, FILE *c, const char *home)
{
    glob_t found;

    if (glob(internf(e->d, "%s/runtime/*.c", home), 0, NULL, &found) != 0)
        return output_refuse(internf(e->d, "%s/runtime", home), "it has no files of C: set DTC_HOME");
    fputs("\n/* ---- the runtime ---- */\n\n", c);
    for (size_t i = 0; i < found.gl_pathc; i++)
        fprintf(c, "#include \"%s\"\n", strrchr(found.gl_pathv[i], '/') + 1);
    globfree(&found);
    return true;
}

bool sfunction_write(const Emitter *e, const char *home, const char *file)
{
    const char *name = name_of_file(e, file);
    Output c, model;

    if (!name || !output_open(e->d, &c, file))
        return false;
    function(e, c.file, name);
    bool good = output_open(e->d, &model, internf(e->d, "%.*s_model.c", (int)strlen(file) - 2, file));
    if (!good)
        return output_close(&c, false);
    before(e, model.file, name);
    good = emit(e, model.file, NULL, NULL) && runtime(e, model.file, home);
    good = good && output_write(&model) && output_write(&c);
    good = output_close(&model, good) && good;
    return output_close(&c, good);
}
