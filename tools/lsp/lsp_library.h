/* lsp_library.h - what the files of a library tell without being read as classes: lsp_library.c. */
#ifndef LSP_LIBRARY_H
#define LSP_LIBRARY_H

#include "lsp.h"

/* "name" before a dot, "Package.name", "name=" -> how often the examples of the library have it */
Map used_in_examples(Dtc *d);
/* Of a class in a folder, by the first lines of its file: what it is ("package"), and its doc string; NULL: unknown */
typedef struct { const char *kind, *doc; } FileHead;
FileHead file_head(Dtc *d, const char *folder, const char *name);

#endif
