/* csv.c - how fast results are written as text: the numbers of a file of results, written again by the writer of
 * `dtc sim`, and by fprintf with 17 digits, the least that keeps every number. The best of some rounds each. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "result.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct { const result_table *t; result_column *column; double *value; int columns; } Rows;

static void fill(Rows *r, size_t row)
{
    for (int i = 0; i < r->columns; i++)
        r->value[i] = result_value(&r->t->signal[i + 1], row);
}

static bool by_writer(Rows *r, FILE *out)
{
    bool whole;
    result_writer *w = result_open(out, RESULT_CSV, r->columns, r->column);

    for (size_t row = 0; w && row < r->t->rows; row++) {
        fill(r, row);
        result_row(w, result_value(&r->t->signal[0], row), r->value);
    }
    return w && result_close(w, &whole);
}

static bool by_fprintf(Rows *r, FILE *out)
{
    for (size_t row = 0; row < r->t->rows; row++) {
        fill(r, row);
        fprintf(out, "%.17g", result_value(&r->t->signal[0], row));
        for (int i = 0; i < r->columns; i++)
            fprintf(out, ",%.17g", r->value[i]);
        fputc('\n', out);
    }
    return fflush(out) == 0;
}

static bool measure(Rows *r, const char *what, bool (*write)(Rows *, FILE *), int rounds)
{
    double best = 1e9, size = 0;

    for (int k = 0; k < rounds; k++) {
        FILE *out = tmpfile();
        double start = now();
        if (!out || !write(r, out))
            return false;
        double took = now() - start;
        best = took < best ? took : best;
        size = (double)ftell(out);
        fclose(out);
    }
    printf("%-24s %6.1f MB in %6.3f s: %4.0f MB/s, %4.0f ns a number\n", what, size / 1e6, best, size / 1e6 / best,
           1e9 * best / (double)(r->t->rows * r->t->signals));
    return true;
}

int main(int argc, char **argv)
{
    char message[300];
    result_table t;

    if (argc < 2 || !result_read(argv[1], &t, message, sizeof message)) {
        fprintf(stderr, "%s\n", argc < 2 ? "usage: csv results.csv" : message);
        return 1;
    }
    Rows r = { &t, calloc(t.signals, sizeof *r.column), calloc(t.signals, sizeof *r.value), (int)t.signals - 1 };
    for (int i = 0; i < r.columns; i++)
        r.column[i].name = t.signal[i + 1].name;
    return measure(&r, "the writer of dtc sim", by_writer, 15) && measure(&r, "fprintf, %.17g", by_fprintf, 3) ? 0 : 1;
}
