/* json.h - values as JSON, in order, written by jansson: json.c. key: of a member; NULL: of a list. */
#ifndef JSON_H
#define JSON_H

#include "base.h"

enum { JSON_DEEPEST = 16 };

/* What is open, the outermost first; it is written when that ends. */
typedef struct Json { Dtc *d; FILE *out; uint32_t depth; struct json_t *open[JSON_DEEPEST]; } Json;

void json_begin(Json *j, const char *key, char bracket);   /* { or [ */
void json_end(Json *j);
/* What a command writes: an object that tells its kind, "dtc list", and the version of its form (docs/dtc.schema.json).
 * json_end closes it. */
void json_document(Json *j, Dtc *d, FILE *out, const char *kind);
void json_text(Json *j, const char *key, const char *s);   /* null where s is */
void json_whole(Json *j, const char *key, uint64_t n);
void json_truth(Json *j, const char *key, bool b);
void json_nothing(Json *j, const char *key);               /* null */
void json_number(Json *j, const char *key, double x);      /* all its digits; null where it is not finite */
void json_numbers(Json *j, const char *key, const double *x, uint32_t n);       /* a list */

#endif
