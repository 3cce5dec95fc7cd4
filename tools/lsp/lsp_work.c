/* lsp_work.c - a question is answered in a child of the server, which ends when it has.
 *
 * What the child writes to its pipe: the answer as JSON, a byte 0, and the paths of the classes that it has read. A
 * child whose answer has parts that would be in each other's way has such children itself. Its
 * standard output is that of nobody, since the server's belongs to the protocol. A child that ends otherwise, of a
 * fault or for lack of memory, has no answer. Cost: the pages that it changes are copied.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "lsp.h"

/* ---- in the child -------------------------------------------------------------------------------------- */

static void open_texts(Ask *q)
{
    for (const Document *o = q->server->document; o; o = o->next) {
        OpenText *t = NEW(&q->d->run, OpenText);
        *t = (OpenText){ internz(q->d, o->path), o->text, o->size, (OpenText *)(uintptr_t)q->d->opened };
        q->d->opened = t;
    }
}

void ask_read(Ask *q)
{
    if (q->src)
        return;
    q->src = source_load(q->d, q->d->opt.input);
    q->d->input = q->src;
    if (q->src)
        q->into = read_input(q->d, q->src);
}

uint32_t ask_position(const Ask *q)
{
    return q->src->base +
           (uint32_t)position_offset(q->src->text, q->src->size, json_object_get(q->params, "position"));
}

/* The answer, a byte 0, paths. */
static _Noreturn void say(Ask *q, json_t *result, int fd)
{
    FILE *out = fdopen(fd, "w");
    char *text = json_dumps(result, JSON_COMPACT | JSON_ENCODE_ANY);

    fputs(text ? text : "null", out);
    fputc(0, out);
    if (!q->searches)
        write_paths_read(q->d, q->d->input, out);
    fwrite(q->learnt, 1, q->nlearnt, out);
    fflush(out);
    _exit(0);
}

/* All that comes; to be freed. */
static char *read_whole(int fd, size_t *n)
{
    Work w = { .fd = fd };

    while (work_read(&w))
        ;
    *n = w.n;
    return w.text;
}

json_t *answer_apart(Ask *q, Answer how)
{
    int end[2];
    size_t n, first;

    if (pipe(end) != 0)
        return json_null();
    const pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* it is not wanted when its parent is not */
        close(end[0]);
        q->nlearnt = 0; /* the parent has those */
        say(q, how(q), end[1]);
    }
    close(end[1]);
    char *text = read_whole(end[0], &n);
    close(end[0]);
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    first = strlen(text);
    if (first < n) {
        q->learnt = realloc(q->learnt, q->nlearnt + n - first);
        memcpy(q->learnt + q->nlearnt, text + first + 1, n - first - 1);
        q->nlearnt += n - first - 1;
    }
    json_t *result = first < n ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
    free(text);
    return result ? result : json_null();
}

static _Noreturn void answer(Ask *q, Answer how, int fd)
{
    const int nowhere = open("/dev/null", O_RDWR);

    dup2(nowhere, 0);
    dup2(nowhere, 1);
    q->d = base_tree(q->server, q->document);
    q->d->opt.input = internz(q->d, q->document->path);
    open_texts(q);
    say(q, how(q), fd);
}

json_t *position_json(Dtc *d, uint32_t pos)
{
    const Source *src = source_of(d, (Span){ pos, pos });
    const char *file;
    uint32_t line, column, units = 0;

    source_where(d, (Span){ pos, pos }, &file, &line, &column);
    const char *p = src ? src->text + (pos - src->base) - (column - 1) : "";
    for (const char *end = p + (src ? column - 1 : 0); p < end; p++)
        if (((unsigned char)*p & 0xC0) != 0x80)
            units += (unsigned char)*p >= 0xF0 ? 2 : 1;
    return json_pack("{s:i, s:i}", "line", line ? (int)line - 1 : 0, "character", (int)units);
}

json_t *range_json(Dtc *d, Span at)
{
    return json_pack("{s:o, s:o}", "start", position_json(d, at.pos), "end",
                     position_json(d, at.end > at.pos ? at.end : at.pos));
}

json_t *location_json(Dtc *d, Span at)
{
    const Source *src = source_of(d, at);
    char *real = src ? realpath(src->name, NULL) : NULL,
         *uri = src ? uri_of_path(real ? real : src->name) : NULL;
    json_t *location = src ? json_pack("{s:s, s:o}", "uri", uri, "range", range_json(d, at)) : NULL;

    free(uri);
    free(real);
    return location;
}

/* ---- in the server ------------------------------------------------------------------------------------- */

Work *work_begin(Server *s, const Document *o, Answer how, const json_t *params)
{
    Dtc *d = base_for(s, o);
    Work *w = calloc(1, sizeof *w);
    int end[2];

    if (!w || pipe(end) != 0) {
        free(w);
        return NULL;
    }
    w->pid = fork();
    if (w->pid == 0) {
        Ask q = { .server = s, .d = d, .document = o, .params = params };
        close(end[0]);
        answer(&q, how, end[1]);
    }
    close(end[1]);
    w->fd = end[0];
    return w;
}

bool work_read(Work *w)
{
    enum { MORE = 1 << 16 };
    if (w->room - w->n < MORE) {
        w->room = 2 * w->room + MORE;
        w->text = realloc(w->text, w->room + 1);
        if (!w->text)
            abort();
    }
    ssize_t n = read(w->fd, w->text + w->n, w->room - w->n);
    w->n += n > 0 ? (size_t)n : 0;
    w->text[w->n] = 0;
    return n > 0 || (n < 0 && errno == EINTR);
}

static void work_free(Work *w)
{
    close(w->fd);
    free(w->text);
    free(w);
}

bool work_end(Server *s, const Document *o, Work *w, char **result)
{
    int status = 1;
    const size_t n = w->text ? strlen(w->text) : 0;

    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
        ;
    const bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0 && n > 0 && n < w->n;
    *result = good ? strdup(w->text) : NULL;
    if (good)
        base_learn(s, o, w->text + n + 1);
    work_free(w);
    return good;
}

void work_kill(Work *w)
{
    kill(w->pid, SIGKILL);
    while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    work_free(w);
}
