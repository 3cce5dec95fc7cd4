/* implicit.c - systems (I - g J) x = b of a linearly implicit step, by blocks.
 *
 * J has a pattern by columns. Its unknowns come in components (strongly connected parts of the pattern), each after
 * those on which it depends, so that the matrix is block lower triangular: each component is factored and solved by
 * itself, and what it gives to later ones is subtracted.
 *
 * Cost: factor sum of s^3 over the components of size s, solve sum of s^2 and the entries of the pattern. */
#include "dtc_runtime.h"

static void fill(const dtc_pattern *f, int c, dtc_real g, const dtc_real *J, dtc_real *A)
{
    const int first = f->first[c], s = f->first[c + 1] - first;
    int i, k;

    memset(A, 0, (size_t)(s * s) * sizeof *A);
    for (i = 0; i < s; i++) {
        const int j = f->order[first + i];
        A[i * s + i] = (dtc_real)1;
        for (k = f->column[j]; k < f->column[j + 1]; k++)
            if (f->component[f->row[k]] == c)
                A[f->place[f->row[k]] * s + i] -= g * J[k];
    }
}

int dtc_implicit_factor(const dtc_pattern *f, int all, dtc_real g, const dtc_real *J, dtc_real *A, int *p)
{
    int c, singular = 0;

    for (c = 0; c < f->components; c++) {
        const int s = f->first[c + 1] - f->first[c];
        if (all || f->varies[c]) {
            fill(f, c, g, J, A);
            singular |= dtc_lu_factor(s, A, p) != 0;
        }
        A += s * s + s;
        p += s;
    }
    return singular;
}

void dtc_implicit_solve(const dtc_pattern *f, dtc_real g, const dtc_real *J, const dtc_real *A, const int *p,
                        dtc_real *b, dtc_real *work)
{
    int c, i, k;

    for (c = 0; c < f->components; c++) {
        const int *order = f->order + f->first[c], s = f->first[c + 1] - f->first[c];
        for (i = 0; i < s; i++)
            work[i] = b[order[i]];
        dtc_lu_solve(s, A, p, work);
        for (i = 0; i < s; i++) {
            const int j = order[i];
            b[j] = work[i];
            for (k = f->column[j]; k < f->column[j + 1]; k++)
                if (f->component[f->row[k]] != c)
                    b[f->row[k]] += g * J[k] * work[i];
        }
        A += s * s + s;
        p += s;
    }
}
