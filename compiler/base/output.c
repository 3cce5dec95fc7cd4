/* output.c - files that dtc writes: whole or not at all, and never over what it reads.
 *
 * A regular file is written beside its place and renamed when all is well; a link is followed; what is no regular file (a device, a
 * pipe) is written as it is. A name of NULL or "-" is standard output.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "output.h"

static bool refuse(const char *name, const char *why)
{
    fprintf(stderr, "dtc: cannot write %s: %s\n", name, why);
    return false;
}

static bool is_input(Dtc *d, const struct stat *s)
{
    for (uint32_t i = 0; i < vec_len(d->source); i++) {
        struct stat other;
        if (stat(d->source[i]->name, &other) == 0 && other.st_dev == s->st_dev && other.st_ino == s->st_ino) return true;
    }
    return false;
}

bool output_open(Dtc *d, Output *o, const char *name)
{
    struct stat s;
    char *real;

    *o = (Output){ .name = name, .target = name };
    if (!name || strcmp(name, "-") == 0) {
        o->name = "standard output";
        o->file = stdout;
        return true;
    }
    if (stat(name, &s) == 0) {
        if (S_ISDIR(s.st_mode)) return refuse(name, "it is a folder");
        if (is_input(d, &s)) return refuse(name, "it is a file that was read");
        if (!S_ISREG(s.st_mode)) {
            o->file = fopen(name, "w");
            return o->file || refuse(name, strerror(errno));
        }
        real = realpath(name, NULL);
        if (real) o->target = internz(d, real);
        free(real);
    }
    o->temporary = internf(d, "%s.%ld.tmp", o->target, (long)getpid());
    o->file = fopen(o->temporary, "w");
    return o->file || refuse(name, strerror(errno));
}

bool output_close(Output *o, bool good)
{
    if (!o->file) return false;
    bool written = fflush(o->file) == 0 && !ferror(o->file);
    if (o->file != stdout && fclose(o->file) != 0) written = false;
    o->file = NULL;
    if (o->temporary && good && written && rename(o->temporary, o->target) != 0) written = false;
    if (good && !written) refuse(o->name, strerror(errno));
    if (o->temporary && !(good && written)) remove(o->temporary);
    return good && written;
}
