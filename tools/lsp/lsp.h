/* lsp.h - the language server (LSP 3.17): what its files share.
 *
 *   standard input --lsp_message.c--> messages --run_lsp.c--> documents (lsp_document.c), questions (lsp_work.c)
 *
 * The server itself holds the texts that are open, and the packages that their models use, read (lsp_base.c). Each
 * question and each check is a child of it by fork: it reads the document into that tree of classes, answers, and ends.
 * So nothing that a question makes stays, whatever the compiler does to the tree, and a crash costs one answer.
 */
#ifndef LSP_H
#define LSP_H

#include <jansson.h>
#include <sys/types.h>
#include "resolve.h"

/* ---- lsp_message.c: frames ----------------------------------------------------------------------------- */

typedef struct Input { char *bytes; size_t n, room; bool ended; } Input;
bool message_read(Input *in, int fd);      /* what is there, or waits for some; false: nothing more comes */
json_t *message_next(Input *in, bool *wrong);              /* the next that is whole, or NULL; wrong: it is no JSON */
void message_send(json_t *message);        /* takes the reference */
void message_result(const json_t *id, const char *result); /* result: JSON */
void message_answer(const json_t *id, const char *answer); /* the result, or what refusal_json said instead */
json_t *refusal_json(const char *why);     /* in place of an answer: an error, with that text */
void message_error(const json_t *id, int code, const char *text);
enum { PARSE_ERROR = -32700, INVALID_REQUEST = -32600, METHOD_NOT_FOUND = -32601, INVALID_PARAMS = -32602,
       INTERNAL_ERROR = -32603, NOT_INITIALIZED = -32002, REQUEST_FAILED = -32803, CANCELLED = -32800 };

/* ---- lsp_document.c: texts that are open --------------------------------------------------------------- */

typedef struct Document {
    char *uri, *path, *text;
    size_t size;
    json_int_t version;
    bool changed;                          /* since the last check began */
    struct Document *next;
} Document;

char *path_of_uri(const char *uri);        /* to be freed; NULL: it is no file */
char *uri_of_path(const char *path);       /* to be freed */
Document *document_open(Document **list, const char *uri, const char *text, json_int_t version);
Document *document_find(Document *list, const char *uri);
void document_change(Document *o, const json_t *changes, json_int_t version);
void document_close(Document **list, const char *uri);
/* Lines and UTF-16 units, from 0, to bytes; what is behind the end of a line is its end. */
size_t position_offset(const char *text, size_t size, const json_t *position);

/* ---- lsp_base.c: packages that are read ---------------------------------------------------------------- */

typedef struct Base Base;
typedef struct Server {
    Dtc *d;                                /* with the options of the command line */
    Document *document;
    Base *base;
    char **folder; size_t folders;         /* of the workspace */
    bool initialized, shut, ended;
    json_t *queue, *cancelled;             /* messages; ids */
    struct Work *check;                    /* the one that is running; NULL: none */
    Document *checked;                     /* its document */
} Server;

Dtc *base_for(Server *s, const Document *o);               /* a tree for the file, without it */
Dtc *base_tree(Server *s, const Document *o);              /* the same in a child, which may write into it */
/* what a child has read: paths of classes, a line each; the next one has them */
void base_learn(Server *s, const Document *o, const char *paths);
/* the folder of the document, and the one around the outermost package that it is in, or the same */
const char *base_folder(Server *s, const Document *o);
const char *base_root(Server *s, const Document *o);
void base_forget(Server *s);               /* files have changed */
void write_paths_read(Dtc *d, const Source *except, FILE *out);

/* ---- lsp_work.c: a question in a child ----------------------------------------------------------------- */

/* What an answer is made of. src: the document, read into the class tree. */
typedef struct Ask {
    Server *server; Dtc *d; const Document *document; Source *src; Class *into; const json_t *params;
    bool searches;                         /* reads more than such documents use: later children need not have that */
    Class *model; bool last;               /* lsp_diagnostics.c: the one that is checked; it is the last of the file */
    char *learnt; size_t nlearnt;          /* paths of classes that children of this child have read */
} Ask;
typedef json_t *(*Answer)(Ask *q);
typedef struct Work { pid_t pid; int fd; char *text; size_t n, room; } Work;

Work *work_begin(Server *s, const Document *o, Answer answer, const json_t *params);    /* NULL: no memory */
bool  work_read(Work *w);                  /* some of what it says; false: it has ended */
bool  work_end(Server *s, const Document *o, Work *w, char **result);  /* false: it has failed; result: to be freed */
void  work_kill(Work *w);
json_t *answer_apart(Ask *q, Answer answer);               /* in a child of the child, whose tree stays; or null */
void  ask_read(Ask *q);                    /* reads the document into the tree of classes, with all mistakes kept */
bool statement_has(Ask *q, uint32_t at, const char *name, size_t n);           /* lsp_place.c: as a word */
uint32_t ask_position(const Ask *q);       /* that is asked for; after ask_read */
json_t *position_json(Dtc *d, uint32_t pos);
json_t *range_json(Dtc *d, Span at);
json_t *location_json(Dtc *d, Span at);    /* NULL: nowhere */

/* lsp_files.c: texts of the workspace that have the word, and the package that their classes are in, or further in;
 * also: a file beside these, or NULL */
typedef void OnFile(void *of, const Source *src, Class *in);
void each_file(Ask *q, const char *word, const char *also, OnFile *on, void *of);

/* ---- answers, a file each ------------------------------------------------------------------------------ */

json_t *answer_diagnostics(Ask *q);
json_t *answer_completion(Ask *q);
json_t *answer_hover(Ask *q);
json_t *answer_definition(Ask *q);
json_t *answer_type_definition(Ask *q);
json_t *answer_highlight(Ask *q);
json_t *answer_references(Ask *q);
json_t *answer_rename(Ask *q);
json_t *answer_prepare_rename(Ask *q);
json_t *answer_symbols(Ask *q);
json_t *answer_workspace_symbols(Ask *q);
json_t *answer_folding(Ask *q);
json_t *answer_colours(Ask *q);
json_t *answer_signature(Ask *q);
json_t *answer_inlay(Ask *q);
json_t *answer_actions(Ask *q);
json_t *answer_formatting(Ask *q);
extern const char *const colour_names[], *const colour_modifiers[];      /* up to NULL */

#endif
