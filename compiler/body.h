/* body.h - the function or algorithm section whose statements are being lowered: its locals and where statements go. */
#ifndef BODY_H
#define BODY_H

#include "lower.h"

bool body_reads_instances(const Body *b);                           /* an algorithm section: components are read */
const Val *body_instance(Dtc *d, Body *b, Inst *in);                /* the local that stands for a variable of the model, as a value */
Op   body_wrap(Body *b, Op op);                                      /* instances are now read as op (PRE, DER; NONE: as they are) of the variables; returns what was set */
Ex   body_import(Dtc *d, Body *b, Ex e);                            /* an input local whose argument is e */

#endif
