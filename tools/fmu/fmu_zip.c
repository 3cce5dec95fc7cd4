/* fmu_zip.c - the archive: what is in it, and the file, by minizip.
 *
 * The same bytes from the same content: entries in the order in which they were added, all of one date, without links
 * or attributes of the machine. Cost: linear.
 */
#include <errno.h>
#include <minizip/zip.h>
#include <string.h>
#include <unistd.h>
#include "fmu.h"
#include "output.h"

static const uLong the_date = (1u << 5 | 1u) << 16;        /* 1 January 1980, the first that there is */
enum { MADE_BY_UNIX = 3 << 8 | 20, UTF8 = 1 << 11, PLAIN_FILE = 0100644 };

bool fmu_add(Fmu *u, const char *path, const char *file)
{
    vec_push(&u->d->run, u->path, path);
    vec_push(&u->d->run, u->file, file);
    return true;
}

/* "sources/M.c" is sources_M.c in the temporary folder. */
FILE *fmu_open(Fmu *u, const char *path)
{
    char name[4096];
    size_t i = 0;

    for (; path[i] && i + 1 < sizeof name; i++)
        name[i] = path[i] == '/' ? '_' : path[i];
    name[i] = 0;
    const char *file = internf(u->d, "%s/%s", u->folder, name);
    FILE *f = fopen(file, "we");
    if (!f) {
        output_refuse(file, strerror(errno));
        return NULL;
    }
    temporary(file);
    (void)fmu_add(u, path, file);
    return f;
}

bool fmu_close(FILE *f, const char *path)
{
    const bool good = fclose(f) == 0;
    return good || output_refuse(path, strerror(errno));
}

static bool put_entry(zipFile z, const char *path, const char *file)
{
    char part[1 << 16];
    zip_fileinfo info = { .dosDate = the_date, .external_fa = (uLong)PLAIN_FILE << 16 };
    FILE *f = fopen(file, "rbe");
    bool good = f && zipOpenNewFileInZip4(z, path, &info, NULL, 0, NULL, 0, NULL, Z_DEFLATED,
                                          Z_BEST_COMPRESSION, 0, -MAX_WBITS, DEF_MEM_LEVEL,
                                          Z_DEFAULT_STRATEGY, NULL, 0, MADE_BY_UNIX, UTF8) == ZIP_OK;

    for (size_t n; good && (n = fread(part, 1, sizeof part, f)) > 0;)
        good = zipWriteInFileInZip(z, part, (unsigned)n) == ZIP_OK;
    good = good && !ferror(f) && zipCloseFileInZip(z) == ZIP_OK;
    if (f)
        fclose(f);
    return good || output_refuse(file, "it cannot be put into the FMU");
}

static bool put_all(const Fmu *u, const char *archive)
{
    zipFile z = zipOpen64(archive, APPEND_STATUS_CREATE);
    bool good = z != NULL;

    for (uint32_t i = 0; i < vec_len(u->path) && good; i++)
        good = put_entry(z, u->path[i], u->file[i]);
    if (z && zipClose(z, NULL) != ZIP_OK)
        good = output_refuse(archive, strerror(errno));
    return good;
}

bool fmu_zip(Fmu *u, const char *name)
{
    const char *archive = internf(u->d, "%s/archive", u->folder);

    temporary(archive);
    return put_all(u, archive) && output_copy(u->own, archive, name);
}
