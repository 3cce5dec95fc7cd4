/* mem.c - arenas, growing arrays, maps, strings.
 *
 * An arena is a list of chunks, of which pages that nobody touches cost nothing. Memory is zeroed by calloc; an arena
 * that is used again zeroes what it had used of its newest chunk. What is large has a chunk of its own behind the
 * newest one, so that nothing is left over, and is given back when it is replaced (arena_drop). A growing array that is
 * the last thing of its arena grows in place, a large one by realloc, any other one is copied; the old copy stays
 * behind (at most the size of the array). Behind its last element a large array is not zeroed. Map and names are hash
 * tables with linear probing, at most two thirds full.
 *
 * Under AddressSanitizer every allocation is a chunk of its own and all that is replaced is given back, so that it sees
 * each overrun, and each read of an array that has moved.
 *
 * Ensures: no function returns NULL; without memory the program ends with a message and exit code 1.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "scratch.h"

#define ALIGN 16u
#define HEAD  ALIGN                        /* before an array: VecHead in its last 8 bytes */

#ifdef __has_feature
#define HAS_FEATURE(x) __has_feature(x)
#else
#define HAS_FEATURE(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || HAS_FEATURE(address_sanitizer)
enum { SEPARATE = 1 };
#else
enum { SEPARATE = 0 };
#endif

static const size_t chunk_size = (size_t)1 << 20, large = (size_t)1 << 15;

/* The memory follows. number: larger than that of each chunk of its arena that is older. */
typedef struct Chunk { struct Chunk *next, *before; Arena *arena; size_t size; uint64_t number, unused; } Chunk;

_Static_assert(sizeof(Chunk) % ALIGN == 0, "chunk header keeps the alignment");

static _Noreturn void out_of_memory(void)
{
    fputs("dtc: error: out of memory\n", stderr);
    exit(1);
}

static char *chunk_memory(Chunk *c) { return (char *)(c + 1); }

/* Of the newest chunk: the first one, or what is large behind it. */
static uint64_t newest(const Arena *a)
{
    const Chunk *first = a->chunk, *second = first ? first->next : NULL;
    uint64_t n = first ? first->number : 0;
    return second && second->number > n ? second->number : n;
}

/* after: the chunk that it follows; NULL: it is the newest */
static Chunk *chunk_new(Arena *a, size_t size, Chunk *after)
{
    Chunk *c = calloc(1, size + sizeof *c);
    if (!c)
        out_of_memory();
    *c = (Chunk){ after ? after->next : a->chunk, after, a, size, newest(a) + 1, 0 };
    if (c->next)
        c->next->before = c;
    if (after)
        after->next = c;
    else
        a->chunk = c, a->used = 0;
    a->total += size;
    return c;
}

/* The chunk of which small things are cut. */
static void chunk_next(Arena *a) { (void)chunk_new(a, chunk_size, NULL); }

/* It is not cut of the newest one. */
static bool has_chunk(size_t size) { return size >= (SEPARATE ? 1 : large); }

void *arena_alloc(Arena *a, size_t size)
{
    if (size > SIZE_MAX / 4)
        out_of_memory();
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    bool alone = has_chunk(size);
    if (!a->chunk || (!alone && a->chunk->size - a->used < size))
        chunk_next(a);
    if (alone)
        return chunk_memory(chunk_new(a, size, a->chunk));
    void *p = chunk_memory(a->chunk) + a->used;
    a->used += size;
    return p;
}

/* What has a chunk of its own gets another size. */
static void *chunk_resize(void *p, size_t size)
{
    Chunk *c = realloc((Chunk *)p - 1, size + sizeof *c);
    if (!c)
        out_of_memory();
    c->before->next = c;
    if (c->next)
        c->next->before = c;
    c->arena->total += size - c->size;
    c->size = size;
    return chunk_memory(c);
}

/* One that is not the first. */
static void chunk_free(Chunk *c)
{
    c->before->next = c->next;
    if (c->next)
        c->next->before = c->before;
    c->arena->total -= c->size;
    free(c);
}

void arena_drop(void *p, size_t size)
{
    if (p && has_chunk(size))
        chunk_free((Chunk *)p - 1);
}

void arena_free(Arena *a)
{
    for (Chunk *c = a->chunk, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    memset(a, 0, sizeof *a);
}

void arena_clear(Arena *a)
{
    Chunk *kept = a->chunk;
    if (!kept || SEPARATE) {
        arena_free(a);
        return;
    }
    memset(chunk_memory(kept), 0, a->used);
    a->chunk = kept->next;
    arena_free(a);
    kept->next = NULL;
    *a = (Arena){ .chunk = kept, .total = kept->size };
}

size_t arena_bytes(const Arena *a) { return a->chunk ? a->total - (a->chunk->size - a->used) : 0; }

/* ---- stretches of a pass ------------------------------------------------------------------------------- */

Scratch scratch_begin(Dtc *d)
{
    Arena *a = &d->pass;
    if (!a->chunk)
        chunk_next(a);
    return (Scratch){ a->chunk, a->used, newest(a) };
}

/* What is small lies in the chunks before that of the beginning and in the rest of it, what is large behind each of
 * them. */
void scratch_end(Dtc *d, Scratch s)
{
    Arena *a = &d->pass;
    size_t end = a->chunk == s.chunk ? a->used : s.chunk->size;
    while (a->chunk != s.chunk) {
        Chunk *c = a->chunk;
        a->chunk = c->next;
        a->chunk->before = NULL;
        a->total -= c->size;
        free(c);
    }
    while (s.chunk->next && s.chunk->next->number > s.newest)
        chunk_free(s.chunk->next);
    memset(chunk_memory(s.chunk) + s.used, 0, end - s.used);
    a->used = s.used;
}

/* ---- growing arrays ------------------------------------------------------------------------------------ */

static size_t vec_bytes(uint32_t cap, size_t size)
{
    if (cap && size > (SIZE_MAX / 8) / cap)
        out_of_memory();
    return (HEAD + cap * size + ALIGN - 1) / ALIGN * ALIGN;
}

/* The array ends where the used part of the newest chunk ends, and the chunk has room for the rest. */
static bool grows_in_place(const Arena *a, const void *v, size_t old, size_t new)
{
    if (!a->chunk || has_chunk(new))
        return false;
    const char *end = chunk_memory(a->chunk) + a->used;
    return (const char *)v - HEAD + old == end && a->chunk->size - a->used >= new - old;
}

void vec_let_go(void *v, size_t size)
{
    if (v)
        arena_drop((char *)v - HEAD, vec_bytes(vec_head(v).cap, size));
}

/* The array with room for cap elements, more than it has. */
static void *with_room(Arena *a, void *v, size_t size, uint32_t cap)
{
    const uint32_t len = vec_len(v);
    const size_t old = v ? vec_bytes(vec_head(v).cap, size) : 0, new = vec_bytes(cap, size);

    if (v && has_chunk(old)) {
        v = (char *)chunk_resize((char *)v - HEAD, new) + HEAD;
    } else if (v && grows_in_place(a, v, old, new)) {
        a->used += new - old;
    } else {
        char *p = (char *)arena_alloc(a, new) + HEAD;
        if (len)
            memcpy(p, v, len * size);
        v = p;
    }
    vec_head(v) = (VecHead){ len, cap };
    return v;
}

void *vec_more(Arena *a, void *v, size_t size)
{
    const uint32_t cap = v ? vec_head(v).cap : 0;
    if (cap > UINT32_MAX / 2)
        out_of_memory();
    const uint32_t first = size > 32 ? 1 : size > 8 ? 2 : 4; /* most arrays of large things hold one */
    return with_room(a, v, size, vec_bytes(cap, size) >= large ? cap + cap / 2 : cap ? 2 * cap : first);
}

void *vec_reserve(Arena *a, void *v, size_t size, uint32_t n)
{
    uint32_t len = vec_len(v);
    if (n > UINT32_MAX / 2 - len)
        out_of_memory();
    return v && vec_head(v).cap - len >= n ? v : with_room(a, v, size, len + n);
}

/* ---- map ----------------------------------------------------------------------------------------------- */

/* Slots are pairs (key + 1, value); 0 is an empty slot, so ~0 is no key. */
static uint64_t *map_slot(const Map *m, uint64_t key)
{
    uint64_t h = key * 0x9E3779B97F4A7C15u;
    uint32_t mask = m->cap - 1, i = (uint32_t)(h >> 32 ^ h >> 12) & mask;
    while (m->slot[2 * i] && m->slot[2 * i] != key + 1)
        i = (i + 1) & mask;
    return &m->slot[2 * (size_t)i];
}

uint64_t map_get(const Map *m, uint64_t key) { return m->cap ? map_slot(m, key)[1] : 0; }

void map_set(Arena *a, Map *m, uint64_t key, uint64_t value)
{
    if (3 * (uint64_t)(m->n + 1) > 2 * (uint64_t)m->cap) {
        Map old = *m;
        if (old.cap > UINT32_MAX / 4)
            out_of_memory();
        m->cap = old.cap ? 2 * old.cap : 8;
        m->slot = NEW_N(a, uint64_t, 2 * (size_t)m->cap);
        for (uint32_t i = 0; i < old.cap; i++) {
            const uint64_t *s = &old.slot[2 * (size_t)i];
            if (s[0])
                memcpy(map_slot(m, s[0] - 1), s, 2 * sizeof *s);
        }
        arena_drop(old.slot, 2 * sizeof *old.slot * (size_t)old.cap);
    }
    uint64_t *s = map_slot(m, key);
    m->n += s[0] == 0;
    s[0] = key + 1;
    s[1] = value;
}

/* ---- interned strings ---------------------------------------------------------------------------------- */

typedef struct { const char *text; uint32_t hash; uint32_t len; } InternSlot;
struct Intern { InternSlot *slot; uint32_t cap, n; };

/* FNV-1a, eight bytes at a time. */
static uint32_t string_hash(const char *s, size_t n)
{
    const uint64_t prime = 1099511628211u;
    uint64_t h = 14695981039346656037u + n;

    for (; n >= sizeof h; n -= sizeof h, s += sizeof h) {
        uint64_t part;
        memcpy(&part, s, sizeof part);
        h = (h ^ part) * prime;
        h ^= h >> 29;
    }
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * prime;
    return (uint32_t)(h ^ h >> 32);
}

static void names_grow(Dtc *d, struct Intern *t)
{
    struct Intern old = *t;
    if (old.cap > UINT32_MAX / 4)
        out_of_memory();
    t->cap = old.cap ? 2 * old.cap : 1024;
    t->slot = NEW_N(&d->run, InternSlot, t->cap);
    for (uint32_t i = 0; i < old.cap; i++) {
        if (!old.slot[i].text)
            continue;
        uint32_t k = old.slot[i].hash & (t->cap - 1);
        while (t->slot[k].text)
            k = (k + 1) & (t->cap - 1);
        t->slot[k] = old.slot[i];
    }
    arena_drop(old.slot, old.cap * sizeof *old.slot);
}

const char *intern(Dtc *d, const char *s, size_t n)
{
    if (!d->names)
        d->names = NEW(&d->run, struct Intern);
    struct Intern *t = d->names;
    if (n >= UINT32_MAX)
        out_of_memory();
    if (3 * (uint64_t)(t->n + 1) > 2 * (uint64_t)t->cap)
        names_grow(d, t);
    uint32_t h = string_hash(s, n), i = h & (t->cap - 1);
    for (; t->slot[i].text; i = (i + 1) & (t->cap - 1)) {
        const InternSlot *k = &t->slot[i];
        if (k->hash == h && k->len == n && memcmp(k->text, s, n) == 0)
            return k->text;
    }
    char *text = arena_alloc(&d->run, n + 1);
    memcpy(text, s, n);
    t->slot[i] = (InternSlot){ text, h, (uint32_t)n };
    t->n++;
    return text;
}

const char *internz(Dtc *d, const char *s) { return intern(d, s, strlen(s)); }

/* In `small`, or where it stays if it is longer; its length. */
enum { SMALL = 256 };
static const char *format_into(Dtc *d, char *small, const char *fmt, va_list args, size_t *n)
{
    char *text = small;
    va_list again;

    va_copy(again, args);
    *n = format_text(small, SMALL, fmt, args);
    if (*n >= SMALL)
        format_text(text = arena_alloc(&d->pass, *n + 1), *n + 1, fmt, again);
    va_end(again);
    return text;
}

const char *internf(Dtc *d, const char *fmt, ...)
{
    char small[SMALL];
    va_list args;
    size_t n;

    va_start(args, fmt);
    const char *text = format_into(d, small, fmt, args, &n);
    va_end(args);
    return intern(d, text, n);
}

const char *textf(Dtc *d, const char *fmt, ...)
{
    char small[SMALL];
    va_list args;
    size_t n;

    va_start(args, fmt);
    const char *text = format_into(d, small, fmt, args, &n);
    va_end(args);
    return text == small ? memcpy(arena_alloc(&d->pass, n + 1), small, n + 1) : text;
}
