/* once.h - what checks count: one in the source is one test, however often it is made; if it ever fails, it has failed.
 */
#ifndef ONCE_H
#define ONCE_H

static int passed, failed;

/* *before: 0 at first, then whether it has passed (1) or failed (2) so far */
static inline int counted(int good, int *before)
{
    if (good && *before == 0)
        passed++, *before = 1;
    if (!good && *before != 2)
        failed++, passed -= *before == 1, *before = 2;
    return good;
}

#endif
