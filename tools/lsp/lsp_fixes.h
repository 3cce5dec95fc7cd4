/* lsp_fixes.h - what mends a diagnosis: lsp_fixes.c. */
#ifndef LSP_FIXES_H
#define LSP_FIXES_H

#include "dae.h"
#include "lsp.h"

/* A list of {"title", "edits"}, the likeliest first; after the model was compiled as far as it goes. */
json_t *fixes_of(Ask *q, const Diagnosis *g, const Dae *dae);

#endif
