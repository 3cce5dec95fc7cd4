/* fuzz_front.c - any bytes as a model give diagnostics, never a crash, a hang or a leak.
 *
 * LLVMFuzzerTestOneInput compiles one input, from text to the last pass. Without libFuzzer (-DSTANDALONE), main mutates
 * a corpus: bytes, words, numbers, lines, and pieces of other files; the finer the mutation, the further into the
 * compiler it gets.
 *
 *     fuzz_front SECONDS SEED WORK-FOLDER FILE...
 *
 * The input that is being compiled stands in WORK-FOLDER/last.dtm: after a failure it is what to look at. Same seed,
 * same inputs.
 */
#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "dtc.h"

static const char *input_name = "fuzz.last.dtm";
static const char *library = "lib";
static FILE *nowhere;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FILE *f = fopen(input_name, "wb");
    if (!f || fwrite(data, 1, size, f) != size || fclose(f) != 0) {
        perror(input_name);
        exit(2);
    }
    if (!nowhere) nowhere = fopen("/dev/null", "w");
    Dtc *d = dtc_new();
    Dae dae = {0};
    d->log = nowhere;
    d->opt.input = input_name;
    vec_push(&d->run, d->opt.include, internz(d, library));
    bool good = compile(d, &dae);
    if (!good && d->errors == 0) {
        fputs("fuzz: refused without an error\n", stderr);
        abort();
    }
    dtc_free(d);
    return 0;
}

#ifdef STANDALONE

enum { LARGEST = 1 << 16, PATIENCE = 60 };

typedef struct { char *text; size_t n; } Buffer;

static uint64_t state;

static uint32_t draw(uint32_t n)           /* 0 .. n-1; splitmix64 */
{
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return n ? (uint32_t)((z ^ z >> 31) % n) : 0;
}

/* Puts m bytes in place of those from `from` to `to`. */
static void replace(Buffer *b, size_t from, size_t to, const char *text, size_t m)
{
    if (b->n - (to - from) + m > LARGEST) return;
    char copy[LARGEST];
    memcpy(copy, text, m);                 /* it may lie in b */
    memmove(b->text + from + m, b->text + to, b->n - to);
    memcpy(b->text + from, copy, m);
    b->n += m - (to - from);
}

typedef struct { size_t from, to; } Range;

/* A word or number (digit: 1), or with digit 0 a word; from a random place on. */
static bool some_word(const Buffer *b, bool number, Range *r)
{
    size_t i = draw((uint32_t)b->n);
    for (size_t tries = 0; tries < b->n; tries++, i = (i + 1) % b->n) {
        unsigned char c = (unsigned char)b->text[i];
        bool before = i > 0 && (isalnum((unsigned char)b->text[i - 1]) || b->text[i - 1] == '_');
        if (before || !(number ? isdigit(c) : isalpha(c) || c == '_')) continue;
        r->from = i;
        while (i < b->n && (isalnum((unsigned char)b->text[i]) || b->text[i] == '_' || (number && b->text[i] == '.')))
            i++;
        r->to = i;
        return true;
    }
    return false;
}

static bool some_line(const Buffer *b, Range *r)
{
    if (!b->n) return false;
    size_t i = draw((uint32_t)b->n);
    r->from = r->to = i;
    while (r->from > 0 && b->text[r->from - 1] != '\n') r->from--;
    while (r->to < b->n && b->text[r->to] != '\n') r->to++;
    if (r->to < b->n) r->to++;
    return true;
}

static const char *const words[] = { "model", "end", "equation", "algorithm", "if", "then", "else", "elseif", "for",
    "in", "loop", "when", "elsewhen", "extends", "redeclare", "replaceable", "constrainedby", "inner", "outer", "final",
    "each", "parameter", "constant", "input", "output", "flow", "function", "record", "connector", "package", "type",
    "enumeration", "initial", "automaton", "net", "age", "place", "from", "to", "switching", "connect", "der", "pre",
    "reinit",
    "sample", "assert", "time", "Real", "Integer", "Boolean", "String", "true", "false", "not", "and", "or", "within",
    "import", "protected", "public", "annotation", "external", "while", "return", "break", "size", "fill", "sum",
    "smooth", "noEvent", "start", "fixed", "min", "unit", "stateSelect", "(", ")", "[", "]", "{", "}", ";", ",", ":",
    "=", ":=", "+", "-", "*", "/", "^", ".", ".*", "<", "<>", "==", "\"", "'", "/*", "//", "\\", "0", "-1", "1e308",
    "9223372036854775807", "0.0" };
static const char *const numbers[] = {
    "0", "1", "2", "0.0", "1e-300", "1e308", "100", "9223372036854775807", "0.5", "3"
};

static void mutate(Buffer *b, const Buffer *other)
{
    Range r, s;
    size_t at = draw((uint32_t)b->n + 1), length = draw(64);
    if (!b->n) return;
    if (at + length > b->n) length = b->n - at;
    switch (draw(12)) {
    case 0: if (at < b->n) b->text[at] = (char)draw(256); break;
    case 1: replace(b, at, at + length, "", 0); break;
    case 2: replace(b, draw((uint32_t)at + 1), at, b->text + at, length); break;
    case 3: { const char *w = words[draw(sizeof words / sizeof *words)]; replace(b, at, at, w, strlen(w)); break; }
    case 4:
    case 5:
        if (some_word(b, false, &r) && some_word(b, false, &s))
            replace(b, r.from, r.to, b->text + s.from, s.to - s.from);
        break;
    case 6:
        if (some_word(b, true, &r)) {
            const char *w = numbers[draw(sizeof numbers / sizeof *numbers)];
            replace(b, r.from, r.to, w, strlen(w));
        }
        break;
    case 7: if (some_line(b, &r)) replace(b, r.from, r.to, "", 0); break;
    case 8:
        if (some_line(b, &r) && some_line(b, &s)) replace(b, r.from, r.from, b->text + s.from, s.to - s.from);
        break;
    case 9:
        if (some_line(b, &r) && other->n && some_line(other, &s))
            replace(b, r.from, r.from, other->text + s.from, s.to - s.from);
        break;
    case 10:
        if (some_word(b, false, &r)) {
            const char *w = words[draw(sizeof words / sizeof *words)];
            replace(b, r.from, r.to, w, strlen(w));
        }
        break;
    default:
        if (some_word(b, false, &r) && some_word(other, false, &s))
            replace(b, r.from, r.to, other->text + s.from, s.to - s.from);
        break;
    }
}

static void too_long(int signal_number)
{
    (void)signal_number;
    static const char text[] = "fuzz: one input takes more than a minute\n";
    if (write(2, text, sizeof text - 1) < 0) _exit(3);
    abort();
}

static Buffer *load(int n, char **name, uint32_t *count)
{
    Buffer *list = calloc((size_t)n + 1, sizeof *list);
    *count = 0;
    for (int i = 0; list && i < n; i++) {
        FILE *f = fopen(name[i], "rb");
        if (!f) continue;
        Buffer b = {malloc(LARGEST + 64), 0};
        if (b.text) b.n = fread(b.text, 1, LARGEST, f);
        fclose(f);
        if (b.text && b.n && b.n < LARGEST / 2) list[(*count)++] = b;
        else free(b.text);
    }
    return list;
}

int main(int argc, char **argv)
{
    if (argc < 5) return fputs("usage: fuzz_front SECONDS SEED WORK-FOLDER FILE...\n", stderr), 2;
    uint32_t n;
    char name[4096];
    Buffer *seed = load(argc - 4, argv + 4, &n);
    if (!seed || n == 0) return fputs("fuzz: nothing to mutate\n", stderr), 2;
    snprintf(name, sizeof name, "%s/last.dtm", argv[3]);
    input_name = name;
    state = strtoull(argv[2], NULL, 10);
    signal(SIGALRM, too_long);
    Buffer b = {malloc(LARGEST + 64), 0};
    if (!b.text) return 2;
    time_t end = time(NULL) + atoi(argv[1]);
    unsigned long runs = 0;
    for (; time(NULL) < end; runs++) {
        const Buffer *from = &seed[draw(n)];
        memcpy(b.text, from->text, b.n = from->n);
        for (uint32_t k = 1 + draw(6); k-- > 0;) mutate(&b, &seed[draw(n)]);
        alarm(PATIENCE);
        LLVMFuzzerTestOneInput((const uint8_t *)b.text, b.n);
    }
    remove(name);
    printf("fuzz: %lu inputs, seed %s\n", runs, argv[2]);
    for (uint32_t i = 0; i < n; i++) free(seed[i].text);
    free(seed);
    free(b.text);
    if (nowhere) fclose(nowhere);
    return 0;
}
#endif
