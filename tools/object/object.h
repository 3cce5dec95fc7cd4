/* object.h - C to shared objects (object_build.c), models as such files (object_file.c), or as S-functions
 * (object_sfunction.c). */
#ifndef OBJECT_H
#define OBJECT_H

#include <sys/types.h>
#include "base.h"

struct Emitter;

/* Is the runtime that of this dtc, by its headers? false after a message: what is made with it would not fit */
bool object_headers(Dtc *d, const char *home);
/* The runtime as make has compiled it, beside the executable or in the home folder; NULL: none. */
const char *object_runtime(Dtc *d, const char *home);
/* Words of the command of $CC or cc, as far as they are the same for every model; level: "-O2". Vec */
char **object_command(Dtc *d, const char *home, const char *level);
/* Bytes of the widest vectors of this machine that the command below is for. */
int object_vector(void);
/* The same command, for vectors of so many bytes. */
char **object_vector_command(Dtc *d, const char *home, const char *level, int bytes);
/* Those of tcc, with which no run has to wait; whether it is installed, who tries it sees. ready: the runtime as make
 * has compiled it. NULL: $CC names a compiler, or tcc is not for this machine or runtime */
char **object_quick_command(Dtc *d, const char *home, const char *ready);
/* The rest of the command, by which folder/model.c becomes folder/model.so. whole: with all of the runtime, for others
 * to call, and each name of it that is used within is that within, whatever else the program has loaded. false after a
 * message */
bool object_complete(Dtc *d, const char *home, char ***argv, const char *ready, const char *folder, bool whole);
/* argv: vec with NULL at its end; folder: for what is temporary. false after a message */
bool object_run(Dtc *d, char **argv, const char *folder);
/* The same without a message. */
bool object_tried(Dtc *d, char **argv, const char *folder);
/* The same while other things go on; 0: it cannot be run. */
pid_t object_start(Dtc *d, char **argv, const char *folder);
bool object_ended(Dtc *d, pid_t pid, const char *folder, bool *good);          /* once; good: it has succeeded */
void object_stop(Dtc *d, pid_t pid, const char *folder);
void object_words(Dtc *d, char ***argv, const char *text);                     /* words of a command, appended */
void object_compiler_version(Dtc *d, char *compiler, const char *folder);      /* into folder/version */

/* The C of a model, with the function that a shared object is entered by. NULL after a diagnosis. */
const char *object_text(const struct Emitter *e, size_t *size);
/* The model as a shared object of that name: runtime/dtc_call.h. false after a message */
bool object_write(const struct Emitter *e, const char *home, const char *name);
/* The model as C of an S-function: runtime/host/dtc_sfunction.h. false after a message */
bool sfunction_write(const struct Emitter *e, const char *home, const char *file);

#endif
