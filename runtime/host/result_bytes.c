/* result_bytes.c - bytes beside the results of a MAT file: a matrix of its own, behind the others.
 *
 * Who reads results takes the matrices that it knows by their names, and passes over all others. Cost: linear in the
 * file.
 */
#include <limits.h>
#include <stdlib.h>
#include "result_parts.h"

bool result_put_bytes(FILE *out, const char *name, const void *bytes, size_t n)
{
    if (n > INT_MAX)
        return false;
    mat_head(out, BYTES, 1, (int)n, name);
    return fwrite(bytes, 1, n, out) == n && !ferror(out);
}

static bool as_bytes(const double *value, size_t n, char **bytes, bad_place *p)
{
    *bytes = malloc(n + 1);
    if (!*bytes)
        return bad_file(p, "is too large: out of memory");
    for (size_t i = 0; i < n; i++)
        (*bytes)[i] = (char)(unsigned char)value[i];
    (*bytes)[n] = 0;
    return true;
}

bool result_get_bytes(const char *file, const char *name, char **bytes, size_t *n, char *message, size_t size)
{
    bad_place p = { file, message, size };
    size_t length, rows = 0, columns = 0;
    double *value = NULL;
    bool found = false;

    *message = 0;
    *bytes = NULL;
    char *text = load_file(file, &length, &p);
    bool good = text && mat_looks_like(text, length) &&
                mat_matrix(text, length, name, &found, &rows, &columns, &value, &p) && found;
    free(text);
    *n = rows * columns;
    good = good && as_bytes(value, *n, bytes, &p);
    free(value);
    return good;
}
