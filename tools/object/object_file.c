/* object_file.c - dtc model.dtm -o model.so: a model as a shared object that others load.
 *
 * It is compiled in a folder of its own, which goes, and written as every file is: whole or not at all. Cost: the C
 * compiler's.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "emit.h"
#include "object.h"
#include "output.h"
#include "sim_cache.h"

const char *object_text(const Emitter *e, size_t *size)
{
    char *text = NULL;
    const char *kept = NULL;
    FILE *c = open_memstream(&text, size);
    bool good = c && emit(e, c, NULL, NULL);

    if (good)
        emit_entry(e, c);
    good &= c && (fclose(c) == 0);
    if (good)
        kept = memcpy(arena_alloc(&e->d->run, *size + 1), text, *size + 1);
    free(text);
    if (!good && e->d->errors == 0)
        fputs("dtc: out of memory\n", stderr);
    return kept;
}

bool object_write(const Emitter *e, const char *home, const char *name)
{
    Dtc *d = e->d;
    size_t size;
    const char *text = object_text(e, &size),
               *folder = text ? new_folder_in(d, temporary_folder(d), "dtc") : NULL;

    if (!text)
        return false;
    if (!folder) {
        fprintf(stderr, "dtc: cannot make a folder in %s: %s\n", temporary_folder(d), strerror(errno));
        return false;
    }
    const char *c = internf(d, "%s/model.c", folder), *object = internf(d, "%s/model.so", folder);
    temporary(folder);
    temporary(c);
    temporary(object);
    char **argv = object_command(d, home, "-O2");
    const bool good = cache_write(c, text, size) || output_refuse(c, strerror(errno));
    return good && object_complete(d, home, &argv, object_runtime(d, home), folder, true) &&
           object_run(d, argv, folder) && output_copy(d, object, name);
}
