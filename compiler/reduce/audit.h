/* audit.h - what a variable is to the energy account of a run, by its name. */
#ifndef AUDIT_H
#define AUDIT_H

#include "flat.h"

enum { INPUT, LOSS, STORED, AUDIT_KINDS };

/* What variable v is to the account; AUDIT_KINDS: nothing. *rest: the subscripts of an array, or "". */
int  audit_kind(const VarInfo *v, const char **rest);
void audit_mark(Dtc *d, Map *containers, const char *path);         /* all components that path lies in */

#endif
