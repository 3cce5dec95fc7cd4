/* setting.h - what the command line sets, `--set name=value` (setting.c). */
#ifndef SETTING_H
#define SETTING_H

#include "base.h"

struct Inst;
struct Class;
struct Mod;
struct Val;
struct Flat;

bool is_setting(const char *text);         /* name=value */
/* What is set at an instance, outermost of its modifications; type: the predefined type or enumeration it is of, NULL:
 * a record or model. */
struct Mod *settings_of(Dtc *d, const struct Inst *in, const struct Class *type);
/* Puts elements that are set one by one into the value of array `in`; false after a diagnosis. */
bool settings_into(Dtc *d, const struct Inst *in, struct Val *v);
/* All of them took effect; false after a diagnosis. */
bool settings_found(Dtc *d, const struct Flat *f);
/* Names, with commas, of those that decide on the code; NULL: there are none. */
const char *settings_structural(Dtc *d, const struct Flat *f);
/* where the command line gives it its value, or the one that it starts with */
Span set_at(Dtc *d, const char *name, Span otherwise);
bool is_set(Dtc *d, const char *name);     /* a variable of the flat model, alone or as a part of what is set */
bool is_start_set(Dtc *d, const char *name);               /* the same of its attribute start */

#endif
