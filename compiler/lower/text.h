/* text.h - texts of messages as expressions (text.c). */
#ifndef TEXT_H
#define TEXT_H

#include "flat.h"

/* vec: of a concatenation, in order */
Ex *text_parts(Dtc *d, Ex message);
/* one text behind the other; 0: too long */
Ex text_of_both(Dtc *d, Ex a, Ex b);
/* text of a string literal, or NULL */
const char *string_of(Dtc *d, Ex e);
/* the name of that place, an OP_IF where it varies */
Ex enumeration_text(Dtc *d, const Class *cls, Ex place, uint32_t form);
/* of printf, for an OP_STRING of this payload */
const char *string_conversion(Dtc *d, uint32_t form, TypeKind type);
const char *string_text(Dtc *d, uint32_t form, TypeKind type, double x);             /* its text */

#endif
