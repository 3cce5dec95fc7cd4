/* dlfcn.h - what client.c needs of it, on Windows. */
#ifndef DLFCN_H
#define DLFCN_H
#include <windows.h>

#define RTLD_NOW 0
#define RTLD_LOCAL 0
static void *dlopen(const char *path, int flags)
{
    char dll[1100];
    size_t n = strlen(path);

    (void)flags;
    memcpy(dll, path, n + 1);
    memcpy(dll + n - 3, ".dll", 5);        /* in place of .so */
    return (void *)LoadLibraryA(dll);
}
static void *dlsym(void *library, const char *name) { return (void *)GetProcAddress((HMODULE)library, name); }
#endif
