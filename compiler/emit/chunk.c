/* chunk.c - functions of bounded length: a long one is several, and one that calls all. C compilers take more than
 * linear time for a function.
 *
 * Ensures: at most CHUNK statements a function, if none around others has more. Cost: the size of the text.
 */
#include <stdlib.h>
#include "emit.h"

enum { CHUNK = 300 };

/* Statements between chunk_begin and chunk_end go into text in memory, a new one when chunk_room finds CHUNK of them.
 */
static void chunk_open(Emitter *e)
{
    Chunks *c = &e->chunks;
    struct ChunkText *text = NEW(&e->d->pass, struct ChunkText);

    vec_push(&e->d->pass, c->text, text);
    c->after = e->out;
    e->out = open_memstream(&text->at, &text->size);
    e->statements = 0;
    e->indent = 1;
    if (!e->out) {
        fputs("dtc: out of memory\n", stderr);
        exit(1);
    }
}

static void chunk_close(Emitter *e)
{
    fclose(e->out);
    e->out = e->chunks.after;
    e->indent = 0;
}

void chunk_with(Emitter *e, const char *name, const char *parameters, const char *arguments)
{
    e->chunks = (Chunks){ .name = name, .parameters = parameters, .arguments = arguments, .gives = "void" };
}

void chunk_begin(Emitter *e, const char *name) { chunk_with(e, name, internf(e->d, "%s *m", e->model), "m"); }

void chunk_room(Emitter *e)
{
    uint32_t n = vec_len(e->chunks.text);

    if (n > 0 && e->statements < CHUNK)
        return;
    if (n > 0)
        chunk_close(e);
    chunk_open(e);
}

static void put_head(Emitter *e, const char *name, const char *parameters)
{
    put(e, "static %s %s(%s)\n{\n", e->chunks.gives, name, parameters);
}

/* The function that others call; of a model that the table of functions has without its type. */
static void put_last(Emitter *e)
{
    const Chunks *c = &e->chunks;

    put(e, "\n");
    if (c->what)
        put(e, "/* %s */\n", c->what);
    put_head(e, c->name, c->entry ? c->entry : c->parameters);
    if (c->entry)
        put(e, "    %sm = (%s)any;\n", c->model, c->model);
    if (vec_len(c->text) == 1)
        put(e, "%s", c->text[0]->at);
    for (uint32_t i = 0; i < vec_len(c->text) && vec_len(c->text) > 1; i++)
        put(e, "    %s_%u(%s);\n", c->name, i + 1, c->arguments);
    put(e, "}\n");
    function_written(e, c->name);
}

/* One function where one is enough; else NAME_1, NAME_2 ... and NAME, which calls all. Nothing where there are no
 * statements. */
void chunk_end(Emitter *e)
{
    Chunks *c = &e->chunks;
    uint32_t n = vec_len(c->text);
    bool any = false;

    if (n > 0)
        chunk_close(e);
    for (uint32_t i = 0; i < n; i++) {
        any |= c->text[i]->size > 0;
        if (n == 1)
            break;
        put(e, "\n");
        put_head(e, internf(e->d, "%s_%u", c->name, i + 1), c->parameters);
        put(e, "%s}\n", c->text[i]->size ? c->text[i]->at : "    (void)m;\n");
    }
    if (any)
        put_last(e);
    for (uint32_t i = 0; i < n; i++)
        free(c->text[i]->at);
}

void function_written(Emitter *e, const char *name) { map_set(&e->d->run, &e->functions, KEY(internz(e->d, name)), 1); }

bool has_function(Emitter *e, const char *name) { return map_get(&e->functions, KEY(internz(e->d, name))) != 0; }

const char *written_name(Emitter *e, const char *name)
{
    Fn fn = function_of(&e->program, name);
    return fn ? e->program.fn[fn].name : name;
}

void call(Emitter *e, const char *name)
{
    if (has_function(e, name))
        line(e, "%s(m);", written_name(e, name));
}
