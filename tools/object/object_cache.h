/* object_cache.h - built models, kept from one run to the next (object_cache.c). */
#ifndef OBJECT_CACHE_H
#define OBJECT_CACHE_H

#include "base.h"

/* folder: of the cache; text: C and header, size bytes; the rest by cache_key */
typedef struct { const char *folder, *text; size_t size; const char *key, *path; } CacheEntry;

const char *cache_folder(Dtc *d);          /* NULL: there is none that may be used */
/* command: words of the compilation, without the files; library: the compiled runtime, or NULL. false: out of memory */
bool cache_key(Dtc *d, CacheEntry *e, const char *home, char *const *command, const char *library);
uint64_t cache_hash(const char *text, size_t n);           /* of text that this version of dtc has made */
/* e->path/model.so can be loaded; else nothing has that name any more */
bool cache_has(Dtc *d, const CacheEntry *e);
/* a new folder of the user alone, named start-XXXXXX; NULL: errno says why */
const char *new_folder_in(Dtc *d, const char *folder, const char *start);
/* a new folder for the entry, which goes with all that is made in it if dtc is ended, until cache_keep: in the cache,
 * or for what is temporary where that has no room. NULL: errno says why */
const char *cache_new_folder(Dtc *d, const CacheEntry *e);
void cache_keep(Dtc *d, const char *folder);
/* folder, with model.c and model.so, becomes the entry; false: it stays where it is */
bool cache_publish(Dtc *d, const CacheEntry *e, const char *folder);
bool cache_write(const char *path, const char *text, size_t n);
void cache_remove(const char *path);       /* with all that is in it */

#endif
