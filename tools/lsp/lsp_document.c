/* lsp_document.c - the texts that are open, and their changes.
 *
 * Positions of the protocol count lines, and in a line units of UTF-16; a line ends with \n, \r\n or \r. Texts are
 * UTF-8: a character of four bytes is two units. Cost: a change is linear in the text.
 */
#include <stdlib.h>
#include <string.h>
#include "lsp.h"

/* ---- files by their names ------------------------------------------------------------------------------ */

static int hex(char c)
{
    return c >= '0' && c <= '9' ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

char *path_of_uri(const char *uri)
{
    if (strncmp(uri, "file://", 7) != 0)
        return NULL;
    const char *from = strchr(uri + 7, '/');
    char *path = from ? malloc(strlen(from) + 1) : NULL, *p = path;
    for (; path && *from; from++) {
        const bool escape = *from == '%' && hex(from[1]) >= 0 && hex(from[2]) >= 0;
        *p++ = escape ? (char)(16 * hex(from[1]) + hex(from[2])) : *from;
        from += escape ? 2 : 0;
    }
    if (path)
        *p = 0;
    return path;
}

char *uri_of_path(const char *path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    char *uri = malloc(3 * strlen(path) + 8), *p = uri;

    p += sprintf(p, "file://");
    for (; *path; path++)
        p += strchr(plain, *path) ? sprintf(p, "%c", *path) : sprintf(p, "%%%02X", (unsigned char)*path);
    *p = 0;
    return uri;
}

/* ---- the list ------------------------------------------------------------------------------------------ */

Document *document_find(Document *list, const char *uri)
{
    while (list && strcmp(list->uri, uri) != 0)
        list = list->next;
    return list;
}

Document *document_open(Document **list, const char *uri, const char *text, json_int_t version)
{
    Document *o = document_find(*list, uri);

    if (!o) {
        o = calloc(1, sizeof *o);
        o->uri = strdup(uri);
        o->path = path_of_uri(uri);
        o->path = o->path ? o->path : strdup(uri);
        o->next = *list;
        *list = o;
    }
    free(o->text);
    o->text = strdup(text);
    o->size = strlen(text);
    o->version = version;
    o->changed = true;
    return o;
}

void document_close(Document **list, const char *uri)
{
    for (Document **o = list; *o; o = &(*o)->next)
        if (strcmp((*o)->uri, uri) == 0) {
            Document *gone = *o;
            *o = gone->next;
            free(gone->uri);
            free(gone->path);
            free(gone->text);
            free(gone);
            return;
        }
}

/* ---- changes ------------------------------------------------------------------------------------------- */

size_t position_offset(const char *text, size_t size, const json_t *position)
{
    json_int_t line = json_integer_value(json_object_get(position, "line"));
    json_int_t units = json_integer_value(json_object_get(position, "character"));
    const char *p = text, *end = text + size;

    for (; line > 0 && p < end; p++)
        if (*p == '\n' || (*p == '\r' && p[1] != '\n'))
            line--;
    while (units > 0 && p < end && *p != '\n' && *p != '\r') {
        const unsigned char c = (unsigned char)*p++;
        units -= c >= 0xF0 ? 2 : 1;
        while (p < end && ((unsigned char)*p & 0xC0) == 0x80)
            p++;
    }
    return (size_t)(p - text);
}

static void change(Document *o, const json_t *one)
{
    const char *text = json_string_value(json_object_get(one, "text"));
    const json_t *range = json_object_get(one, "range");

    if (!text)
        return;
    const size_t n = strlen(text);
    size_t from = range ? position_offset(o->text, o->size, json_object_get(range, "start")) : 0;
    size_t to = range ? position_offset(o->text, o->size, json_object_get(range, "end")) : o->size;
    to = to < from ? from : to;
    char *now = malloc(from + n + (o->size - to) + 1);
    if (!now)
        abort();
    memcpy(now, o->text, from);
    memcpy(now + from, text, n);
    memcpy(now + from + n, o->text + to, o->size - to + 1);
    free(o->text);
    o->text = now;
    o->size = from + n + (o->size - to);
}

void document_change(Document *o, const json_t *changes, json_int_t version)
{
    const json_t *one;
    size_t i;

    json_array_foreach(changes, i, one) change(o, one);
    o->version = version;
    o->changed = true;
}
