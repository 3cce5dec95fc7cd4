/* json.h - values as JSON, as they come: json.c. key: of a member; NULL: of a list. */
#ifndef JSON_H
#define JSON_H

#include "base.h"

enum { JSON_DEEPEST = 16 };

typedef struct {
    Dtc *d; FILE *out; uint32_t depth; char end[JSON_DEEPEST]; bool some[JSON_DEEPEST];
} Json;

void json_next(Json *j, const char *key);                  /* what stands before a value */
void json_begin(Json *j, const char *key, char bracket);   /* { or [ */
void json_end(Json *j);
void json_string(Json *j, const char *key, const char *s);
void json_whole(Json *j, const char *key, uint32_t n);
void json_boolean(Json *j, const char *key, bool b);
void json_nothing(Json *j, const char *key);               /* null */
void json_number(Json *j, const char *key, double x);      /* all its digits; null where it is not finite */
void json_numbers(Json *j, const char *key, const double *x, uint32_t n);       /* a list, in one line */

#endif
