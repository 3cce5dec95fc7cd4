/* yaml_file.c - a YAML file and the places in it.
 *
 * libyaml counts characters, a Span counts bytes: each STRIDE characters the byte is noted, so that any place is found
 * by a walk of less than that. libyaml takes as long for a token as lists and mappings are deep there: how deep they
 * are is looked at first. Cost: linear in the file. Requires: libyaml.
 */
#include <errno.h>
#include <string.h>
#include "yaml_file.h"

enum { STRIDE = 256, DEEPEST = 100 };

/* Behind a byte order mark. */
static size_t begin_of(const Source *s) { return s->size >= 3 && memcmp(s->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; }

static void note_bytes(YamlFile *y)
{
    const unsigned char *text = (const unsigned char *)y->source->text;
    size_t characters = 0;

    for (size_t i = begin_of(y->source); i < y->source->size; i++)
        if ((text[i] & 0xC0) != 0x80 && characters++ % STRIDE == 0)
            vec_push(&y->d->run, y->byte, (uint32_t)i);
}

static size_t byte_of(YamlFile *y, size_t index)
{
    const unsigned char *text = (const unsigned char *)y->source->text;
    size_t left = index % STRIDE, i;

    if (index / STRIDE >= vec_len(y->byte))
        return y->source->size;
    for (i = y->byte[index / STRIDE]; left > 0 && i < y->source->size; left--)
        for (i++; i < y->source->size && (text[i] & 0xC0) == 0x80;)
            i++;
    return i;
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
    size_t byte = parser->error == YAML_READER_ERROR ? begin_of(y->source) + parser->problem_offset
                                                     : byte_of(y, parser->problem_mark.index);
    bool tab = byte < y->source->size && y->source->text[byte] == '\t';
    Span at = { .pos = y->source->base + (byte < y->source->size ? (uint32_t)byte : y->source->size) };
    error(y->d, at, NULL, "%s",
          tab               ? "a tab cannot indent: use blanks"
          : parser->problem ? parser->problem
                            : "not YAML");
    *doc = (yaml_document_t){ 0 };
    return NULL;
}

bool yaml_once(YamlFile *y, const yaml_node_t *key, const char *name)
{
    const Span at = yaml_span(y, key);
    const uint64_t first = map_get(&y->given, KEY(internz(y->d, name)));

    if (first) {
        error(y->d, at, NULL, "%s is given twice", name);
        note(y->d, y->key[first - 1], NULL, "the first time here");
        return false;
    }
    vec_push(&y->d->run, y->key, at);
    map_set(&y->d->run, &y->given, KEY(internz(y->d, name)), vec_len(y->key));
    return true;
}

static void begin_parser(YamlFile *y, yaml_parser_t *parser)
{
    const size_t begin = begin_of(y->source);

    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(parser, (const unsigned char *)y->source->text + begin,
                                 y->source->size - begin);
}

/* Of a file that is no YAML the reader says more. */
static bool is_flat_enough(YamlFile *y)
{
    yaml_parser_t parser;
    yaml_event_t event;
    int depth = 0;
    bool more = yaml_parser_initialize(&parser);

    if (more)
        begin_parser(y, &parser);
    while (more && yaml_parser_parse(&parser, &event)) {
        const yaml_event_type_t t = event.type;
        const size_t at = event.start_mark.index;
        yaml_event_delete(&event);
        depth += (t == YAML_SEQUENCE_START_EVENT || t == YAML_MAPPING_START_EVENT) -
                 (t == YAML_SEQUENCE_END_EVENT || t == YAML_MAPPING_END_EVENT);
        if (depth > DEEPEST)
            error(y->d, ((Span){ .pos = y->source->base + (uint32_t)byte_of(y, at) }), NULL,
                  "lists and mappings are nested more than %d deep", DEEPEST);
        more = t != YAML_STREAM_END_EVENT && depth <= DEEPEST;
    }
    yaml_parser_delete(&parser);
    return depth <= DEEPEST;
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
    note_bytes(y);
    if (!is_flat_enough(y))
        return false;
    if (!yaml_parser_initialize(&parser)) {
        error(d, yaml_span(y, NULL), NULL, "out of memory");
        return false;
    }
    begin_parser(y, &parser);
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
