/* dlfcn.h - what client.c needs of it, on Windows. */
#ifndef DLFCN_H
#define DLFCN_H
#include <string.h>

/* Without windows.h, whose names are those of functions of FMI. */
__declspec(dllimport) void *__stdcall LoadLibraryA(const char *name);
__declspec(dllimport) void *__stdcall GetProcAddress(void *library, const char *name);

#define RTLD_NOW 0
#define RTLD_LOCAL 0
static void *dlopen(const char *path, int flags)
{
    char dll[1100];
    size_t n = strlen(path);

    (void)flags;
    memcpy(dll, path, n + 1);
    memcpy(dll + n - 3, ".dll", 5);        /* in place of .so */
    return LoadLibraryA(dll);
}
static void *dlsym(void *library, const char *name) { return GetProcAddress(library, name); }
#endif
