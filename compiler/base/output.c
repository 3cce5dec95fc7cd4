/* output.c - files that dtc writes: whole or not at all, and never over what it reads.
 *
 * What is written is a file beside its place, made for it alone under a name that nobody can foresee; when all is well
 * it gets the name. A link is followed. A file that is there keeps its owner, mode and links: where a new file could
 * not have these (other names of the file, an owner that may not be given, a folder in which nothing can be made),
 * the result is copied over the old one once it is whole, and once there is room for it. One that may not be written
 * is refused. What is no regular file (a device, a pipe) or has no name any more is written as it is, and so is what
 * this process has open already, by whatever name (/dev/stdout, /dev/fd/3): from where it stands, and what follows
 * comes after it. A name of NULL or "-" is standard output.
 *
 * What is temporary is on a list, which exit and signals clear away: files first, then the folders that they are in.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "output.h"

/* ---- what is temporary --------------------------------------------------------------------------------- */

enum { LINKS = 40 };
/* The newest first; they live as long as the program, since the handler below walks along them. */
typedef struct Temporary { struct Temporary *before; volatile bool gone; char name[]; } Temporary;
static Temporary *volatile newest;

void temporary(const char *name)
{
    const size_t n = strlen(name) + 1;
    Temporary *t = malloc(sizeof *t + n);

    if (!t)
        return;
    t->before = newest;
    t->gone = false;
    memcpy(t->name, name, n);
    newest = t;
}

void temporary_forget(const char *name)
{
    for (Temporary *t = newest; t; t = t->before)
        if (!t->gone && strcmp(t->name, name) == 0)
            t->gone = true;
}

void temporaries_clear(void)
{
    for (Temporary *t = newest; t; t = t->before) {
        if (!t->gone && unlink(t->name) != 0)
            (void)rmdir(t->name);
        t->gone = true;
    }
}

const char *temporary_folder(Dtc *d)
{
    const char *name = getenv("TMPDIR");
    return name && *name ? internz(d, name) : "/tmp";
}

const char *temporary_file(Dtc *d, const char *start, FILE **f)
{
    size_t n = strlen(start) + sizeof ".XXXXXX";
    char *name = arena_alloc(&d->run, n);
    int file;

    snprintf(name, n, "%s.XXXXXX", start);
    file = mkostemp(name, O_CLOEXEC);
    if (file < 0)
        return NULL;
    temporary(name);
    *f = fdopen(file, "w+"); /* read where it has to be cut off, or copied */
    if (*f)
        return name;
    close(file);
    unlink(name);
    temporary_forget(name);
    return NULL;
}

/* ---- signals ------------------------------------------------------------------------------------------- */

static void end_by_signal(int number)
{
    temporaries_clear();
    signal(number, SIG_DFL);
    raise(number);
}

/* Does it end a program that does nothing about it? SIGXFSZ: a file that may not grow is an error of writing. */
static bool ends(int number)
{
    static const int others[] = { SIGKILL, SIGSTOP, SIGCHLD, SIGCONT,  SIGTSTP,
                                  SIGTTIN, SIGTTOU, SIGURG,  SIGWINCH, SIGXFSZ };

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (number == others[i])
            return false;
    return true;
}

static bool is_crash(int number)
{
    static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS };

    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        if (number == crashes[i])
            return true;
    return false;
}

void signals_to(void (*handler)(int))
{
    struct sigaction act = { .sa_handler = handler }, before;

    for (int i = 1; i <= SIGRTMAX; i++)
        if (ends(i) && !is_crash(i) && sigaction(i, NULL, &before) == 0 &&
            (before.sa_handler != SIG_IGN || i == SIGINT || i == SIGQUIT))
            sigaction(i, &act, NULL);
}

/* What somebody else looks after (nohup, a sanitizer) stays so. A stack of its own, since the other one may be full. */
void temporaries_guard(void)
{
    static char room[1 << 14];
    struct sigaction act = { .sa_handler = end_by_signal, .sa_flags = SA_ONSTACK }, before;
    stack_t stack;

    if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE))
        sigaltstack(&(stack_t){ .ss_sp = room, .ss_size = sizeof room }, NULL);
    for (int i = 1; i <= SIGRTMAX; i++)
        if (ends(i) && sigaction(i, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(i, &act, NULL);
    signal(SIGXFSZ, SIG_IGN);
    atexit(temporaries_clear);
}

/* ---- files --------------------------------------------------------------------------------------------- */

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
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    return !standard_refused && output_refuse(standard_output, strerror(errno));
}

static bool is_own_input(Dtc *d, const struct stat *s)
{
    for (uint32_t i = 0; i < vec_len(d->source); i++) {
        struct stat other;
        if (stat(d->source[i]->name, &other) == 0 && other.st_dev == s->st_dev && other.st_ino == s->st_ino)
            return true;
    }
    return false;
}

/* The descriptor of this process that a name stands for; -1: none. */
static int own_descriptor(const char *name)
{
    static const char *const folders[] = { "/proc/self/fd/", "/dev/fd/" };

    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const size_t n = strlen(folders[i]);
        if (strncmp(name, folders[i], n) != 0)
            continue;
        const size_t digits = strspn(name + n, "0123456789");
        return digits > 0 && digits < 7 && name[n + digits] == 0 ? atoi(name + n) : -1;
    }
    return -1;
}

/* Where a link leads, also one that has no file at its end yet, or to what is open here; what is no link is itself. */
static const char *end_of_links(Dtc *d, const char *name)
{
    char to[PATH_MAX];

    for (int links = 0; links < LINKS && own_descriptor(name) < 0; links++) {
        ssize_t n = readlink(name, to, sizeof to - 1);
        if (n < 0)
            break;
        const char *slash = *to == '/' ? NULL : strrchr(name, '/');
        name = internf(d, "%.*s%.*s", slash ? (int)(slash + 1 - name) : 0, name, (int)n, to);
    }
    return name;
}

/* A file that is there: it is opened, so that one that may not be written is refused now. false after a message. */
static bool open_present(Dtc *d, Output *o, const struct stat *s)
{
    char *real = NULL;

    if (S_ISDIR(s->st_mode))
        return output_refuse(o->name, "it is a folder");
    if (is_own_input(d, s) && !o->rewrites)
        return output_refuse(o->name, "it is a file that was read");
    real = S_ISREG(s->st_mode) ? realpath(o->name, NULL) : NULL;
    if (!real) {
        o->file = fopen(o->name, "we");
        return o->file || output_refuse(o->name, strerror(errno));
    }
    o->target = internz(d, real);
    free(real);
    o->present = open(o->target, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    return o->present >= 0 || output_refuse(o->name, strerror(errno));
}

/* Beside the target; if that cannot be and there is a file to copy it to, in the folder for what is temporary. */
static bool open_temporary(Dtc *d, Output *o)
{
    const char *slash = strrchr(o->target, '/');
    const int folder = slash ? (int)(slash + 1 - o->target) : 0, most = NAME_MAX - (int)sizeof ".XXXXXX";

    o->temporary =
        temporary_file(d, internf(d, "%.*s%.*s", folder, o->target, most, o->target + folder), &o->file);
    if (o->temporary)
        return true;
    const int problem = errno;
    if (o->present >= 0 && (problem == EACCES || problem == EROFS || problem == EPERM)) {
        o->temporary = temporary_file(d, internf(d, "%s/dtc", temporary_folder(d)), &o->file);
        o->apart = true;
    }
    if (o->temporary)
        return true;
    if (o->present >= 0)
        close(o->present);
    return output_refuse(o->name, strerror(problem));
}

static bool open_descriptor(Output *o, int number)
{
    if (number == STDOUT_FILENO) {
        o->name = standard_output;
        o->file = stdout;
        return true;
    }
    const int file = fcntl(number, F_DUPFD_CLOEXEC, 0);
    o->file = file >= 0 ? fdopen(file, "w") : NULL;
    if (!o->file && file >= 0)
        close(file);
    return o->file || output_refuse(o->name, strerror(errno));
}

static bool open_output(Dtc *d, Output *o, const char *name, bool rewrites)
{
    struct stat s;
    const char *end = name && strcmp(name, "-") != 0 ? end_of_links(d, name) : "/dev/fd/1";

    *o = (Output){ .name = name, .present = -1, .rewrites = rewrites };
    if (own_descriptor(end) >= 0)
        return open_descriptor(o, own_descriptor(end));
    if (stat(name, &s) == 0) {
        if (!open_present(d, o, &s))
            return false;
    } else if (errno == ENOENT) {
        o->target = end;
    } else {
        return output_refuse(name, strerror(errno));
    }
    return !o->target || open_temporary(d, o);
}

bool output_open(Dtc *d, Output *o, const char *name) { return open_output(d, o, name, false); }
bool output_rewrite(Dtc *d, Output *o, const char *name) { return open_output(d, o, name, true); }

/* ---- the file gets its name ---------------------------------------------------------------------------- */

/* Can what was written take the place of the file that is there, with its owner and mode, and are there no other names
 * of it? */
static bool can_replace(const Output *o, const struct stat *old)
{
    const int file = fileno(o->file);
    struct stat s;

    return !o->apart && old->st_nlink <= 1 && fstat(file, &s) == 0 &&
           ((s.st_uid == old->st_uid && s.st_gid == old->st_gid) ||
            fchown(file, old->st_uid, old->st_gid) == 0) &&
           fchmod(file, old->st_mode & 07777) == 0;
}

static bool set_mode(const Output *o)
{
    const mode_t mask = umask(0);

    umask(mask);
    return fchmod(fileno(o->file), 0666 & ~mask) == 0;
}

/* How the file gets its name; room for a copy is taken now, while the old file is whole. */
static bool prepare(Output *o)
{
    struct stat old, new;

    if (o->present < 0)
        return set_mode(o);
    if (fstat(o->present, &old) != 0 || fstat(fileno(o->file), &new) != 0)
        return false;
    if (can_replace(o, &old))
        return true;
    o->copied = true;
    o->size = old.st_size;
    errno = new.st_size > old.st_size ? posix_fallocate(o->present, 0, new.st_size) : 0;
    return errno == 0;
}

/* Why a file could not be written, which an earlier write has found and nobody kept: the file is asked once more. */
static const char *reason(FILE *f)
{
    if (errno == 0 && ferror(f)) {
        clearerr(f);
        (void)(fputc('\n', f) == EOF || fflush(f) == EOF);
    }
    return errno ? strerror(errno) : "an error of writing";
}

bool output_write(Output *o)
{
    if (!o->file || o->written)
        return o->written;
    errno = 0;
    o->written = fflush(o->file) == 0 && !ferror(o->file) && (!o->target || prepare(o));
    if (o->written && !o->target && o->file != stdout) {
        o->written = fclose(o->file) == 0;
        o->file = NULL;
    }
    return o->written || output_refuse(o->name, o->file ? reason(o->file) : strerror(errno));
}

static bool copy(Output *o)
{
    char part[1 << 16];
    off_t at = 0;
    ssize_t n;

    while ((n = pread(fileno(o->file), part, sizeof part, at)) > 0)
        for (ssize_t done = 0, m; done < n; done += m, at += m)
            if ((m = pwrite(o->present, part + done, (size_t)(n - done), at)) < 0)
                return false;
    return n == 0 && ftruncate(o->present, at) == 0;
}

/* A folder may let its owner alone exchange what is there: then it is copied after all. */
static bool place(Output *o)
{
    bool good = !o->copied && rename(o->temporary, o->target) == 0;

    if (good) {
        temporary_forget(o->temporary);
        o->temporary = NULL;
    } else if (o->present >= 0) {
        good = copy(o);
    }
    return good || output_refuse(o->name, strerror(errno));
}

/* What is left when the file has got its name, or will not. */
static void clear(Output *o)
{
    if (o->temporary) {
        unlink(o->temporary);
        temporary_forget(o->temporary);
    }
    if (o->present >= 0)
        close(o->present);
    fclose(o->file);
    o->file = NULL;
}

bool output_close(Output *o, bool good)
{
    good = good && (o->file || o->written) && output_write(o);
    if (!o->target) {
        if (o->file && o->file != stdout)
            fclose(o->file);
        return good;
    }
    if (!o->file)
        return false;
    if (good)
        good = place(o);
    else if (o->copied && ftruncate(o->present, o->size) != 0)
        (void)output_refuse(o->name, strerror(errno));
    clear(o);
    return good;
}

/* false after a message: it cannot be read. What cannot be written is output_write()'s to say. */
static bool copied(FILE *from, const char *name, FILE *to)
{
    char part[1 << 16];

    for (size_t n; (n = fread(part, 1, sizeof part, from)) > 0;)
        if (fwrite(part, 1, n, to) != n)
            break;
    if (ferror(from))
        fprintf(stderr, "dtc: cannot read %s: %s\n", name, strerror(errno));
    return !ferror(from);
}

bool output_copy(Dtc *d, const char *file, const char *name)
{
    FILE *from = fopen(file, "rbe");
    Output o;

    if (!from) {
        fprintf(stderr, "dtc: cannot read %s: %s\n", file, strerror(errno));
        return false;
    }
    bool good = output_open(d, &o, name);
    good = good && output_close(&o, copied(from, file, o.file));
    fclose(from);
    return good;
}

static void xml_letter(FILE *f, char c)
{
    switch (c) {
    case '&': fputs("&amp;", f); break;
    case '<': fputs("&lt;", f); break;
    case '>': fputs("&gt;", f); break;
    case '"': fputs("&quot;", f); break;
    default:
        if ((unsigned char)c >= ' ' || strchr("\t\n", c)) /* XML has no other control characters */
            fputc(c, f);
    }
}

void xml_data(FILE *f, const char *text)
{
    for (; *text; text++)
        xml_letter(f, *text);
}

/* Of a character that is not seen, or turns the line around it, its number, and how many bytes of UTF-8 it has; else 0.
 * tools/page/names.js has the same. */
static unsigned unseen(const char *text, size_t *bytes)
{
    static const unsigned range[][2] = { { 0x80, 0x9f },     { 0x61c, 0x61c },   { 0x200b, 0x200f },
                                         { 0x2028, 0x202e }, { 0x2060, 0x206f }, { 0xfeff, 0xfeff } };
    const unsigned char *b = (const unsigned char *)text;
    const bool two = (b[0] & 0xe0) == 0xc0 && (b[1] & 0xc0) == 0x80,
               three = (b[0] & 0xf0) == 0xe0 && (b[1] & 0xc0) == 0x80 && (b[2] & 0xc0) == 0x80;
    const unsigned c = two   ? (b[0] & 0x1fu) << 6 | (b[1] & 0x3fu)
                     : three ? (b[0] & 0xfu) << 12 | (b[1] & 0x3fu) << 6 | (b[2] & 0x3fu)
                             : 0;

    *bytes = two ? 2 : 3;
    for (size_t i = 0; c && i < sizeof range / sizeof *range; i++)
        if (range[i][0] <= c && c <= range[i][1])
            return c;
    return 0;
}

void xml_text(FILE *f, const char *text)
{
    size_t n;

    while (*text) {
        const unsigned c = unseen(text, &n);
        if (c)
            fprintf(f, "\xe2\x80\xb9%04x\xe2\x80\xba", c);
        else
            xml_letter(f, *text);
        text += c ? n : 1;
    }
}

int output_width(FILE *f, int otherwise)
{
    struct winsize size = { 0 };

    if (!isatty(fileno(f)) || ioctl(fileno(f), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return otherwise;
    return size.ws_col < 40 ? 40 : size.ws_col;
}
