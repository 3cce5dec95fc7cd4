/* sim_cache.h - built models, kept from one run to the next (sim_cache.c). */
#ifndef SIM_CACHE_H
#define SIM_CACHE_H

#include "base.h"

/* folder: of the cache; text: C and header, size bytes; the rest by cache_key */
typedef struct { const char *folder, *text; size_t size; const char *key, *path; } CacheEntry;

const char *cache_folder(Dtc *d);          /* NULL: there is none that may be used */
/* command: words of the compilation, without the files; library: the compiled runtime, or NULL. false: out of memory */
bool cache_key(Dtc *d, CacheEntry *e, const char *home, char *const *command, const char *library);
uint64_t cache_hash(const char *text, size_t n);           /* of text that this version of dtc has made */
bool cache_has(Dtc *d, const CacheEntry *e);               /* e->path/model.so can be loaded */
const char *cache_begin(Dtc *d, const CacheEntry *e);      /* a new folder to make the entry in; NULL: errno says why */
/* folder, with model.c and model.so, becomes the entry; false: it stays where it is */
bool cache_publish(Dtc *d, const CacheEntry *e, const char *folder);
bool cache_write(const char *path, const char *text, size_t n);
void cache_remove(const char *folder);     /* with the files in it */

#endif
