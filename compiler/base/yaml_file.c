/* yaml_file.c - a YAML file and the places in it.
 *
 * libyaml counts characters, a Span counts bytes: the way from one to the other goes on from the last place, so that
 * all places of a file, in order, cost one walk over it. Requires: libyaml.
 */
#include <errno.h>
#include <string.h>
#include "yaml_file.h"

/* Behind a byte order mark. */
static size_t begin_of(const Source *s) { return s->size >= 3 && memcmp(s->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; }

static size_t byte_of(YamlFile *y, size_t index)
{
    const char *text = y->source->text;
    size_t start = begin_of(y->source);

    if (index < y->index || y->byte < start)
        y->index = 0, y->byte = start;
    for (; y->index < index && y->byte < y->source->size; y->index++)
        for (y->byte++; y->byte < y->source->size && ((unsigned char)text[y->byte] & 0xC0) == 0x80;)
            y->byte++;
    return y->byte;
}

Span yaml_span(YamlFile *y, const yaml_node_t *n)
{
    if (!n)
        return (Span){ y->source->base, y->source->base };
    uint32_t from = (uint32_t)byte_of(y, n->start_mark.index), to = (uint32_t)byte_of(y, n->end_mark.index);
    return (Span){ y->source->base + from, y->source->base + to };
}

const char *yaml_scalar(const yaml_node_t *n)
{
    return n && n->type == YAML_SCALAR_NODE ? (const char *)n->data.scalar.value : NULL;
}

static yaml_node_t *next_document(YamlFile *y, yaml_parser_t *parser, yaml_document_t *doc)
{
    if (yaml_parser_load(parser, doc))
        return yaml_document_get_root_node(doc);
    size_t byte = parser->error == YAML_READER_ERROR ? begin_of(y->source) + parser->problem_offset :
                                                       byte_of(y, parser->problem_mark.index);
    bool tab = byte < y->source->size && y->source->text[byte] == '\t';
    Span at = { .pos = y->source->base + (byte < y->source->size ? (uint32_t)byte : y->source->size) };
    error(y->d, at, NULL, "%s",
          tab               ? "a tab cannot indent: use blanks"
          : parser->problem ? parser->problem
                            : "not YAML");
    *doc = (yaml_document_t){ 0 };
    return NULL;
}

void yaml_file_free(YamlFile *y) { yaml_document_delete(&y->doc); }

bool yaml_file_load(Dtc *d, const char *name, YamlFile *y, yaml_node_t **root)
{
    yaml_parser_t parser;
    yaml_document_t more;
    uint32_t before = d->errors;

    *y = (YamlFile){ .d = d, .source = source_load(d, name) };
    if (!y->source) {
        fprintf(stderr, "dtc: cannot read %s: %s\n", name, strerror(errno));
        return false;
    }
    if (!yaml_parser_initialize(&parser)) {
        error(d, yaml_span(y, NULL), NULL, "out of memory");
        return false;
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    size_t begin = begin_of(y->source);
    yaml_parser_set_input_string(&parser, (const unsigned char *)y->source->text + begin, y->source->size - begin);
    *root = next_document(y, &parser, &y->doc);
    if (*root) {
        yaml_node_t *second = next_document(y, &parser, &more);
        if (second)
            error(d, yaml_span(y, second), NULL, "a second document begins here: a file has one");
        yaml_document_delete(&more);
    }
    yaml_parser_delete(&parser);
    if (d->errors != before)
        yaml_file_free(y);
    return d->errors == before;
}
