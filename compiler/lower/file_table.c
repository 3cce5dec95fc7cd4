/* file_table.c - tables that are read from files while compiling: Drivetrain.Functions.readTable(fileName, tableName)
 * and Drivetrain.Block.Tables.given(onFile, fileName, tableName, table).
 *
 * A call of given is its last argument where the first is false; else, and of readTable, the numbers of the file, which
 * is read once for each name in it. A name is relative to the folder of the model's file, or else to the present one;
 * modelica://Package/... to the folder of that package. Files of tires: tire_file.c. Requires: all arguments but table
 * are known while compiling. Cost: linear in the file (runtime/host/table_file.c).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "file_table.h"
#include "table_file.h"

enum { ON_FILE, FILE_NAME, TABLE_NAME, TABLE, INPUTS };    /* of given; of readTable two, from FILE_NAME on */

bool is_file_table(const char *external) { return external && strcmp(external, "dtc_file_table") == 0; }

/* The folder of the file in which a position is, with its slash. */
static const char *folder_at(Dtc *d, Span at)
{
    const Source *src = source_of(d, at);
    const char *slash = src ? strrchr(src->name, '/') : NULL;

    return slash ? internf(d, "%.*s/", (int)(slash - src->name), src->name) : "";
}

/* NULL after a diagnosis. */
static const char *of_package(Dtc *d, Scope s, Span at, const char *uri)
{
    size_t n = strcspn(uri, "/");
    Name name = { .span = at };

    vec_push(&d->pass, name.name, "");
    for (const char *p = uri; p < uri + n; p += strcspn(p, "./"), p += *p == '.')
        vec_push(&d->pass, name.name, intern(d, p, strcspn(p, "./")));
    const Class *package = resolve_class(d, s, name, true);
    return package ? internf(d, "%s%s", folder_at(d, package->span), uri[n] ? uri + n + 1 : "") : NULL;
}

static const char *path_of(Dtc *d, Scope s, Span at, const char *name)
{
    static const char scheme[] = "modelica://", file[] = "file://";

    if (strncmp(name, scheme, sizeof scheme - 1) == 0)
        return of_package(d, s, at, name + sizeof scheme - 1);
    if (strncmp(name, file, sizeof file - 1) == 0)
        name += sizeof file - 1;
    const char *beside =
        internf(d, "%s%s",
                *name != '/' && d->input ? folder_at(d, (Span){ .pos = d->input->base, .end = 0 }) : "",
                name);
    return access(beside, R_OK) == 0 ? beside : name;
}

static bool read_table(Dtc *d, Scope s, Span at, const char *file, const char *name, Val *out)
{
    char message[500];
    file_table t;
    const char *path = path_of(d, s, at, file);

    if (!path)
        return false;
    if (is_tire_file(path))
        return read_tire(d, s, at, path, strcmp(name, "NoName") == 0 ? "" : name, out);
    (void)source_text(d, path, "", 0); /* no output goes over it */
    if (!table_read(path, strcmp(name, "NoName") == 0 ? "" : name, &t, message, sizeof message))
        return FAIL(d, s, at, "%s", message);
    if (*message)
        diag(d, DIAG_REMARK, at, NULL, "%s", message);
    uint32_t dim[2] = { t.rows > UINT32_MAX ? UINT32_MAX : (uint32_t)t.rows,
                        t.columns > UINT32_MAX ? UINT32_MAX : (uint32_t)t.columns };
    bool fits = room_for_array(d, s, at, 2, dim);
    if (fits) {
        *out = val_new(d, T_REAL, NULL, 2, dim);
        for (uint32_t i = 0; i < out->n; i++)
            out->e[i] = ex_real(d, t.value[i]);
    }
    free(t.value);
    return fits;
}

/* What gives the component its file, or else the component; of a name that stands in the call, that. */
static Span place_of(Dtc *d, Scope s, const Expr *call, uint32_t file_name)
{
    const Expr *name = vec_len(call->arg) > file_name ? call->arg[file_name] : NULL;

    if (name && name->kind == E_STR)
        return name->span;
    const Inst *of = s.inst && name && name->kind == E_REF && vec_len(name->part) == 1
                       ? inst_child(d, s.inst, name->part[0].name)
                       : NULL;

    return of && of->binding && bind_scope(of, of->binding).inst != s.inst ? of->binding->span
         : s.inst && s.inst->is->span.pos                                  ? s.inst->is->span
                                                                           : call->span;
}

bool file_table_call(Dtc *d, Scope s, const Expr *call, uint32_t inputs, const Val *arg, Val *out)
{
    const bool given = inputs == INPUTS;
    const uint32_t at_file = given ? FILE_NAME : 0;
    Span at = place_of(d, s, call, at_file);
    const char *file = string_of(d, arg[at_file].e[0]), *name = string_of(d, arg[at_file + 1].e[0]);

    if (given && ex_op(d, arg[ON_FILE].e[0]) == OP_BOOL && ex(d, arg[ON_FILE].e[0])->payload == 0) {
        *out = arg[TABLE];
        d->needs_values += arg[TABLE].n == 0 && s.inst && !s.inst->parent;
        return arg[TABLE].n > 0 ||
               FAIL(d, s, at,
                    "there is no table: give `table` a value, or set tableOnFile, fileName and tableName");
    }
    if (!file || !name)
        return FAIL(d, s, at, "the names of a table on a file must be known while compiling");
    if (strcmp(file, "NoName") == 0 || !*file)
        return FAIL(d, s, at,
                    given ? "tableOnFile needs fileName, the name of the file" : "the file has no name");
    Lower *l = lower_state(d);
    uint64_t key = KEY(internf(d, "%s\n%s", file, name));
    const Val *known = (const Val *)(uintptr_t)map_get(&l->file_table, key);
    if (known) {
        *out = *known;
        return true;
    }
    if (!read_table(d, s, at, file, name, out))
        return false;
    Val *kept = NEW(&d->run, Val);
    *kept = val_keep(&d->run, out);
    map_set(&d->run, &l->file_table, key, KEY(kept));
    return true;
}
