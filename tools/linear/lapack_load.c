/* lapack_load.c - loads LAPACK and ARPACK under the names (LAPACKE_SO, ARPACK_SO) that a linker would have recorded. */
#include <dlfcn.h>
#include "lapack_load.h"

enum { LAPACKE, ARPACK, LIBRARIES };

bool lapack_load(Dtc *d, Lapack *l)
{
    static const char *const name[LIBRARIES] = { LAPACKE_SO, ARPACK_SO };
    void *from[LIBRARIES];
    bool good = true;

    for (int i = 0; i < LIBRARIES; i++)
        if (!(from[i] = dlopen(name[i], RTLD_LAZY | RTLD_LOCAL))) {
            error(d, ((Span){ 0, 0 }), NULL, "%s cannot be loaded, which finds eigenvalues: %s", name[i],
                  dlerror());
            return false;
        }
#define X(library, function) good = good && (*(void **)&l->function = dlsym(from[library], #function));
    LAPACK_FUNCTIONS(X)
#undef X
    if (!good)
        error(d, ((Span){ 0, 0 }), NULL,
              "a library that finds eigenvalues is another one than was built with: %s", dlerror());
    return good;
}
