/* output.c - files that dtc writes: whole or not at all, and never over what it reads.
 *
 * A regular file is written beside its place and renamed when all is well; a link is followed; what is no regular file
 * (a device, a pipe) is written as it is. A name of NULL or "-" is standard output. What is temporary is on a list,
 * which exit and signals clear away: files first, then the folders that they are in.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "output.h"

/* ---- what is temporary ---- */

enum { LISTED = 16, LINKS = 40 };
static const char *volatile listed[LISTED];   /* names that live as long as the program; the handler below reads it */

void temporary(Dtc *d, const char *name)
{
    for (int i = 0; i < LISTED; i++)
        if (!listed[i]) {
            listed[i] = internz(d, name);
            return;
        }
}

void temporary_forget(const char *name)
{
    for (int i = 0; i < LISTED; i++)
        if (listed[i] && strcmp(listed[i], name) == 0) listed[i] = NULL;
}

void temporaries_clear(void)
{
    for (int i = LISTED; i-- > 0;) {
        const char *name = listed[i];
        if (name && unlink(name) != 0) (void)rmdir(name);
        listed[i] = NULL;
    }
}

static void end_by_signal(int number)
{
    temporaries_clear();
    signal(number, SIG_DFL);
    raise(number);
}

void temporaries_guard(void)
{
    static const int number[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        if (signal(number[i], end_by_signal) == SIG_IGN) signal(number[i], SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);                /* a file that may not grow is an error of writing */
    atexit(temporaries_clear);
}

/* ---- files ---- */

static const char standard_output[] = "standard output";
static bool standard_refused;

bool output_refuse(const char *name, const char *why)
{
    standard_refused |= name == standard_output;
    fprintf(stderr, "dtc: cannot write %s: %s\n", name, why);
    return false;
}

bool standard_output_flush(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return true;
    return !standard_refused && output_refuse(standard_output, strerror(errno));
}

static bool is_input(Dtc *d, const struct stat *s)
{
    for (uint32_t i = 0; i < vec_len(d->source); i++) {
        struct stat other;
        if (stat(d->source[i]->name, &other) == 0 && other.st_dev == s->st_dev && other.st_ino == s->st_ino)
            return true;
    }
    return false;
}

/* Where a link leads that has no file at its end yet; what is no link is itself. */
static const char *end_of_links(Dtc *d, const char *name)
{
    char to[PATH_MAX];

    for (int links = 0; links < LINKS; links++) {
        ssize_t n = readlink(name, to, sizeof to - 1);
        if (n < 0)
            break;
        const char *slash = *to == '/' ? NULL : strrchr(name, '/');
        name = internf(d, "%.*s%.*s", slash ? (int)(slash + 1 - name) : 0, name, (int)n, to);
    }
    return name;
}

bool output_open(Dtc *d, Output *o, const char *name)
{
    struct stat s;
    char *real;

    *o = (Output){ .name = name, .target = name };
    if (!name || strcmp(name, "-") == 0) {
        o->name = standard_output;
        o->file = stdout;
        return true;
    }
    if (stat(name, &s) == 0) {
        if (S_ISDIR(s.st_mode)) return output_refuse(name, "it is a folder");
        if (is_input(d, &s)) return output_refuse(name, "it is a file that was read");
        if (!S_ISREG(s.st_mode)) {
            o->file = fopen(name, "w");
            return o->file || output_refuse(name, strerror(errno));
        }
        real = realpath(name, NULL);
        if (real) o->target = internz(d, real);
        free(real);
    } else if (errno == ENOENT) {
        o->target = end_of_links(d, name);
    } else {
        return output_refuse(name, strerror(errno));
    }
    o->temporary = internf(d, "%s.%ld.tmp", o->target, (long)getpid());
    temporary(d, o->temporary);
    o->file = fopen(o->temporary, "w+");     /* read where it has to be cut off */
    if (!o->file) temporary_forget(o->temporary);
    return o->file || output_refuse(name, strerror(errno));
}

bool output_write(Output *o)
{
    if (!o->file) return o->written;
    o->written = fflush(o->file) == 0 && !ferror(o->file);
    if (o->file != stdout && fclose(o->file) != 0) o->written = false;
    o->file = NULL;
    return o->written || output_refuse(o->name, strerror(errno));
}

bool output_close(Output *o, bool good)
{
    if (!o->file && !o->written) good = false;
    if (o->file && !good && o->file != stdout) fclose(o->file), o->file = NULL;
    if (good) good = output_write(o);
    if (!o->temporary) return good;
    if (good && rename(o->temporary, o->target) != 0) good = output_refuse(o->name, strerror(errno));
    if (!good) remove(o->temporary);
    temporary_forget(o->temporary);
    return good;
}

void xml_text(FILE *f, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&': fputs("&amp;", f); break;
        case '<': fputs("&lt;", f); break;
        case '>': fputs("&gt;", f); break;
        case '"': fputs("&quot;", f); break;
        default:
            if ((unsigned char)*text >= ' ' || strchr("\t\n", *text))      /* XML has no other control characters */
                fputc(*text, f);
        }
}

int output_width(FILE *f, int otherwise)
{
    struct winsize size = { 0 };

    if (!isatty(fileno(f)) || ioctl(fileno(f), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return otherwise;
    return size.ws_col < 40 ? 40 : size.ws_col;
}
