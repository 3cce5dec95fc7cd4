/* workers.c - points on all processors: processes that loop over points of a model that is built already.
 *
 * Workers are forked with the model in memory; they take the next points of the list from a counter that they
 * share, and leave rows in memory that they share. Nobody waits for anybody: the master collects what is done. A
 * worker that is killed leaves its points to another; one that a point has ended (a fault in C of the user's)
 * leaves a row that says so: of several that it had in its lanes, those of whom it is not known which one it was, are
 * run one by one. What a row has depends on its point alone, so that it is the same with any number of
 * workers. Who is interrupted waits for no point: workers are killed, and leave the rows that are done.
 *
 * Cost: a few atomic operations a point; memory: a row each, touched when it is done.
 */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "sweep.h"

enum { MOST_WORKERS = 1024, TRIES = 3 };
enum { SHORTEST = 1000000, LONGEST = 32000000 };           /* ns: between two looks at what is done */

/* Points at .. to - 1 of the list are a worker's, who has not begun them. under_way: that it has in its lanes, one more
 * than their places in the list; 0: none. again: that one before it had; they are run one by one. */
typedef struct {
    _Atomic uint32_t at, under_way[MOST_LANES];
    uint32_t to, again[MOST_LANES];
    pid_t pid;
} Claim;
typedef struct { _Atomic uint32_t next; atomic_bool stop; Faster faster; Claim claim[MOST_WORKERS]; } Commons;
typedef struct { atomic_bool done; uint8_t tries; Row row; } Slot;

typedef struct {
    const Study *s; Built *b; const uint64_t *todo;
    uint32_t n, chunk, workers;
    Commons *shared;
    char *slots; size_t stride, bytes;
    TakeRow *take; void *of;
    uint32_t low, taken;                   /* all slots below low are taken */
    bool *collected;                       /* by slot */
    double begun, shown;                   /* s, of a clock */
    bool good;
} Pool;

static Slot *slot(const Pool *p, uint32_t i) { return (Slot *)(void *)(p->slots + i * p->stride); }

static void *shared_memory(size_t bytes)
{
    void *m = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return m == MAP_FAILED ? NULL : m;
}

/* ---- a worker ------------------------------------------------------------------------------------------ */

/* The next points of the list; false: there are none. */
static bool claim_more(const Pool *p, Claim *c)
{
    const uint32_t from = atomic_fetch_add(&p->shared->next, p->chunk);

    if (from >= p->n)
        return false;
    atomic_store(&c->at,
                 from); /* before `to`: whoever is killed in between leaves nothing of others behind */
    c->to = p->n - from < p->chunk ? p->n : from + p->chunk;
    return true;
}

typedef struct { const Pool *p; Claim *claim; } Worker;

static bool is_done(const Pool *p, uint32_t i) { return atomic_load(&slot(p, i)->done); }

/* The point with this place in the list is under way. */
static Row *begin(const Worker *w, int lane, uint32_t i, double *x)
{
    const Pool *p = w->p;

    atomic_store(&w->claim->under_way[lane], i + 1);
    design_point(&p->s->design, p->s->factor, p->todo[i], x);
    return &slot(p, i)->row;
}

static void done(void *of, int lane)
{
    const Worker *w = of;

    atomic_store(&slot(w->p, atomic_load(&w->claim->under_way[lane]) - 1)->done, true);
    atomic_store(&w->claim->under_way[lane], 0);
}

/* The next one of the worker's. */
static bool next(void *of, int lane, double *x, Row **row)
{
    const Worker *w = of;
    Claim *c = w->claim;

    while (!atomic_load(&w->p->shared->stop) && (atomic_load(&c->at) < c->to || claim_more(w->p, c))) {
        const uint32_t i = atomic_load(&c->at);
        if (!is_done(w->p, i))
            *row = begin(w, lane, i, x);
        atomic_store(&c->at, i + 1);
        if (atomic_load(&c->under_way[lane]))
            return true;
    }
    return false;
}

/* So many at once that no worker has none; lanes that are nearly empty are slower than one model. 0: one by one */
static int at_once(const Pool *p)
{
    const uint32_t each = (p->n + p->workers - 1) / p->workers;
    const int lanes = p->b->lanes && !p->b->one_by_one ? p->b->lanes->lanes : 0,
              n = each < (uint32_t)lanes ? (int)each : lanes;

    return 3 * n > lanes || p->s->lanes ? n : 0;
}

static void work(const Pool *p, Claim *c)
{
    Runner r = runner_new(p->b, vec_len(p->s->factor), NULL);
    Worker w = { p, c };
    const Points points = { next, done, &w };
    Row *row;

    for (int k = 0; k < MOST_LANES; k++)
        if (c->again[k] && !is_done(p, c->again[k] - 1)) {
            row = begin(&w, 0, c->again[k] - 1, r.x);
            run_point(p->s, p->b, &r, row);
            done(&w, 0);
        }
    for (;;) {
        built_faster(p->b);
        const int n = at_once(p);
        if (n > 0)
            run_lanes(p->s, p->b, n, &points);
        if (!next(&w, 0, r.x, &row))
            return;
        run_point(p->s, p->b, &r, row);
        done(&w, 0);
    }
}

/* A terminal's Ctrl-C is for the master, who ends workers. Without a master there is no worker. */
static bool start_worker(const Pool *p, Claim *c)
{
    const pid_t master = getpid();

    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_DFL);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == master)
            work(p, c);
        _exit(0);
    }
    c->pid = pid;
    return pid > 0;
}

/* ---- the master ---------------------------------------------------------------------------------------- */

double sweep_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Rows that are done are taken. */
static void collect(Pool *p)
{
    const uint32_t next = atomic_load(&p->shared->next), high = next < p->n ? next : p->n;

    for (uint32_t i = p->low; i < high && p->good; i++) {
        if (!p->collected[i] && atomic_load(&slot(p, i)->done)) {
            p->good = p->take(p->of, p->todo[i], &slot(p, i)->row);
            p->collected[i] = true;
            p->taken++;
        }
        if (i == p->low && p->collected[i])
            p->low++;
    }
}

static void crashed(const Pool *p, Slot *s, int signal_number)
{
    s->row = (Row){ .end = POINT_CRASHED };
    snprintf(s->row.message, MESSAGE_ROOM, "the process was ended: %s", strsignal(signal_number));
    for (uint32_t i = 0; i < vec_len(p->b->f->metric); i++)
        s->row.metric[i] = NAN;
    atomic_store(&s->done, true);
}

/* Those that are left of what it had under way, after those that were left before. How many had it? */
static int left_by(const Pool *p, Claim *c, uint32_t *last)
{
    int n = 0, kept = 0;

    for (int k = 0; k < MOST_LANES; k++)
        if (c->again[k] && !is_done(p, c->again[k] - 1))
            c->again[kept++] = c->again[k];
    for (int k = 0; k < MOST_LANES; k++) {
        const uint32_t i = atomic_exchange(&c->under_way[k], 0);
        bool known = !i || is_done(p, i - 1);
        if (known)
            continue;
        n++;
        *last = i - 1;
        for (int m = 0; m < kept && !known; m++)
            known = c->again[m] == i;
        if (!known && kept < MOST_LANES)
            c->again[kept++] = i;
    }
    memset(c->again + kept, 0, (size_t)(MOST_LANES - kept) * sizeof *c->again);
    return n;
}

/* A worker has ended; one that did so by a signal is followed by another, who goes on where it was. */
static void bury(Pool *p, Claim *c, int status)
{
    uint32_t i = 0;

    c->pid = 0;
    if (!WIFSIGNALED(status) || atomic_load(&p->shared->stop))
        return;
    if (left_by(p, c, &i) == 1) {
        const int ended_by = WTERMSIG(status);
        const bool from_outside = ended_by == SIGKILL || ended_by == SIGTERM || ended_by == SIGHUP;
        if (!from_outside || ++slot(p, i)->tries >= TRIES)
            crashed(p, slot(p, i), ended_by);
    }
    if (!start_worker(p, c))
        p->good = false;
}

/* What was claimed by one who was killed before that was written down. */
static bool go_on_after(Pool *p)
{
    Claim *c = &p->shared->claim[0];

    collect(p);
    if (!p->good || p->taken == p->n || atomic_load(&p->shared->stop))
        return false;
    atomic_store(&c->at, p->low);
    c->to = p->n;
    return start_worker(p, c);
}

static uint32_t look_at_workers(Pool *p)
{
    uint32_t alive = 0;

    for (uint32_t k = 0; k < p->workers; k++) {
        Claim *c = &p->shared->claim[k];
        int status;
        if (c->pid > 0 && waitpid(c->pid, &status, WNOHANG) == c->pid)
            bury(p, c, status);
        alive += c->pid > 0;
    }
    return alive;
}

static void progress(Pool *p)
{
    const double now = sweep_clock(), rate = p->taken / (now - p->begun);

    if (!isatty(STDERR_FILENO) || now < p->shown + 1)
        return;
    p->shown = now;
    fprintf(stderr, "\r%u of %u points, %.3g points/s, %.0f s left\033[K", p->taken, p->n, rate,
            rate > 0 ? (p->n - p->taken) / rate : 0);
}

/* Points that are being run are lost: the same command runs them again. */
static void stop(Pool *p)
{
    atomic_store(&p->shared->stop, true);
    for (uint32_t k = 0; k < p->workers; k++)
        if (p->shared->claim[k].pid > 0)
            kill(p->shared->claim[k].pid, SIGKILL);
}

/* What makes the rest of the points faster is made beside them, where they take long. */
static void improve(Pool *p)
{
    const double took = sweep_clock() - p->begun, rate = p->taken / took;

    if (!sim_build_improve(&p->b->build, took, rate > 0 ? (p->n - p->taken) / rate : HUGE_VAL))
        return;
    snprintf(p->shared->faster.folder, PATH_MAX, "%s", sim_build_folder(&p->b->build));
    atomic_store(&p->shared->faster.there, true);
}

static bool prepare(Pool *p)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const double jobs = p->s->jobs > 0 ? p->s->jobs : processors > 0 ? (double)processors : 1;

    p->workers = jobs > MOST_WORKERS ? MOST_WORKERS : (uint32_t)jobs;
    p->workers = p->workers > p->n ? p->n : p->workers;
    p->chunk = p->n / (16 * p->workers);
    p->chunk = p->chunk < 1 ? 1 : p->chunk > 64 ? 64 : p->chunk;
    p->stride = (sizeof(Slot) + vec_len(p->b->f->metric) * sizeof(double) + 15) / 16 * 16;
    p->bytes = p->stride * p->n;
    p->shared = shared_memory(sizeof *p->shared);
    p->slots = shared_memory(p->bytes);
    p->collected = NEW_N(&p->b->d->run, bool, p->n);
    if (!p->shared || !p->slots)
        fprintf(stderr, "dtc: no memory for %u points: --shard takes some of them\n", p->n);
    return p->shared && p->slots;
}

bool points_run(const Study *s, Built *b, const uint64_t *todo, TakeRow *take, void *of)
{
    Pool p = { .s = s, .b = b, .todo = todo, .n = vec_len(todo), .take = take, .of = of, .good = true };
    long pause = SHORTEST;

    if (p.n == 0)
        return true;
    if (!prepare(&p))
        return false;
    b->faster = &p.shared->faster;
    p.begun = p.shown = sweep_clock();
    for (uint32_t k = 0; k < p.workers && p.good; k++)
        p.good = start_worker(&p, &p.shared->claim[k]);
    if (!p.good)
        fprintf(stderr, "dtc: no worker can be started: %s\n", strerror(errno));
    do {
        const uint32_t before = p.taken;
        nanosleep(&(struct timespec){ 0, pause }, NULL);
        if (sim_stop_asked() || !p.good)
            stop(&p);
        collect(&p);
        progress(&p);
        improve(&p);
        pause = p.taken == before && pause < LONGEST ? 2 * pause
              : p.taken > before && pause > SHORTEST ? pause / 2
                                                     : pause;
    } while (look_at_workers(&p) > 0 || go_on_after(&p));
    if (p.shown > p.begun)
        fputs("\r\033[K", stderr);
    b->faster = NULL;
    munmap(p.slots, p.bytes);
    munmap(p.shared, sizeof *p.shared);
    return p.good && p.taken == p.n;
}
