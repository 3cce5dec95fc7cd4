/* The matrix A = df/dx of a model for a variable step at its start, after setup: a line each row.
 *
 *     ./state_matrix MODEL.so MODEL */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "dtc_hybrid.h"

static void *symbol(void *library, const char *format, const char *name)
{
    char text[200];
    snprintf(text, sizeof text, format, name);
    void *s = dlsym(library, text);
    if (!s) {
        fprintf(stderr, "there is no %s\n", text);
        exit(2);
    }
    return s;
}

int main(int argc, char **argv)
{
    void *library = argc == 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (!library) {
        fprintf(stderr, "usage: state_matrix MODEL.so MODEL\n");
        return 2;
    }
    const dtc_hybrid *h = symbol(library, "%s_hybrid", argv[2]);
    void (*init)(void *);
    *(void **)&init = symbol(library, "%s_init", argv[2]);
    size_t n = (size_t)h->states, size = h->info->size;
    void *m = calloc(1, size);
    double *x = calloc(n, sizeof *x), *dx = calloc(n, sizeof *dx),
           *value = calloc((size_t)h->column[n] + 1, sizeof *value), *A = calloc(n * n, sizeof *A);
    if (!m || !x || !dx || !value || !A)
        return 2;
    init(m);
    if (h->setup(m) != DTC_OK)
        return 1;
    h->get(m, x);
    h->set(m, 0, x);
    if (h->derivatives(m, dx) != DTC_OK)
        return 1;
    h->jacobian(m, value);
    for (size_t j = 0; j < n; j++)
        for (int k = h->column[j]; k < h->column[j + 1]; k++)
            A[(size_t)h->row[k] * n + j] = value[k];
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            printf("%.17g%c", A[i * n + j], j + 1 < n ? ' ' : '\n');
    return 0;
}
