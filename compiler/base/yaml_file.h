/* yaml_file.h - a YAML file with its places, by libyaml. */
#ifndef YAML_FILE_H
#define YAML_FILE_H

#include <yaml.h>
#include "base.h"

typedef struct {
    Dtc *d; Source *source;
    yaml_document_t doc;
    uint32_t *byte;                        /* vec: where each 256th character is; libyaml counts these, a Span bytes */
    Map given;                             /* name -> 1 + number of its key in `key` */
    Span *key;                             /* vec */
} YamlFile;

/* The file's one document; *root NULL: it is empty. false after a message: it cannot be read, is no YAML, has more than
 * one document; and then there is nothing to free. */
bool yaml_file_load(Dtc *d, const char *name, YamlFile *y, yaml_node_t **root);
void yaml_file_free(YamlFile *y);

Span yaml_span(YamlFile *y, const yaml_node_t *n);         /* NULL: the beginning of the file */
/* false after a message: what has this name was given before, where the note says */
bool yaml_once(YamlFile *y, const yaml_node_t *key, const char *name);
const char *yaml_scalar(const yaml_node_t *n);             /* its text; NULL: it is none */
static inline yaml_node_t *yaml_node(YamlFile *y, int n) { return yaml_document_get_node(&y->doc, n); }
static inline uint32_t yaml_items(const yaml_node_t *list)
{
    return (uint32_t)(list->data.sequence.items.top - list->data.sequence.items.start);
}
static inline yaml_node_t *yaml_item(YamlFile *y, const yaml_node_t *list, uint32_t i)
{
    return yaml_node(y, list->data.sequence.items.start[i]);
}

#endif
