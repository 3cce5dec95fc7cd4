/* run_lsp.c - dtc lsp: the server's loop.
 *
 * All messages that are there are taken in, so that a question that was withdrawn is not begun; then they are dealt
 * with in their order. When none is left the document that was changed is checked, by a child beside the loop, which
 * the next change ends. Exit code: 0 after `shutdown` and `exit`, else 1.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "command.h"
#include "lsp.h"
#include "version.h"

/* ---- what it can do ------------------------------------------------------------------------------------ */

static const struct { const char *method; Answer answer; } answers[] = {
    { "textDocument/completion", answer_completion },
    { "textDocument/hover", answer_hover },
    { "textDocument/definition", answer_definition },
    { "textDocument/typeDefinition", answer_type_definition },
    { "textDocument/documentHighlight", answer_highlight },
    { "textDocument/references", answer_references },
    { "textDocument/rename", answer_rename },
    { "textDocument/prepareRename", answer_prepare_rename },
    { "textDocument/documentSymbol", answer_symbols },
    { "workspace/symbol", answer_workspace_symbols },
    { "textDocument/foldingRange", answer_folding },
    { "textDocument/semanticTokens/full", answer_colours },
    { "textDocument/semanticTokens/range", answer_colours },
    { "textDocument/signatureHelp", answer_signature },
    { "textDocument/inlayHint", answer_inlay },
    { "textDocument/codeAction", answer_actions },
    { "textDocument/formatting", answer_formatting },
};

static Answer answer_of(const char *method)
{
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (strcmp(answers[i].method, method) == 0)
            return answers[i].answer;
    return NULL;
}

static json_t *words(const char *const *list)
{
    json_t *all = json_array();

    for (; *list; list++)
        json_array_append_new(all, json_string(*list));
    return all;
}

static void can(json_t *all, const char *name, json_t *how) { json_object_set_new(all, name, how); }

static json_t *capabilities(void)
{
    static const char *const plain[] = { "hoverProvider",           "definitionProvider",
                                         "typeDefinitionProvider",  "documentHighlightProvider",
                                         "referencesProvider",      "documentSymbolProvider",
                                         "workspaceSymbolProvider", "documentFormattingProvider",
                                         "foldingRangeProvider",    "inlayHintProvider" };
    json_t *all = json_object();

    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        can(all, plain[i], json_true());
    can(all, "positionEncoding", json_string("utf-16"));
    can(all, "textDocumentSync", json_pack("{s:b, s:i, s:b}", "openClose", 1, "change", 2, "save", 1));
    can(all, "completionProvider", json_pack("{s:[s,s,s,s]}", "triggerCharacters", ".", "(", ",", "\""));
    can(all, "signatureHelpProvider", json_pack("{s:[s,s]}", "triggerCharacters", "(", ","));
    can(all, "renameProvider", json_pack("{s:b}", "prepareProvider", 1));
    can(all, "codeActionProvider", json_pack("{s:[s]}", "codeActionKinds", "quickfix"));
    can(all, "semanticTokensProvider",
        json_pack("{s:{s:o, s:o}, s:b, s:b}", "legend", "tokenTypes", words(colour_names), "tokenModifiers",
                  words(colour_modifiers), "full", 1, "range", 1));
    return json_pack("{s:o, s:{s:s, s:s}}", "capabilities", all, "serverInfo", "name", "dtc", "version",
                     VERSION);
}

/* ---- beginning and end --------------------------------------------------------------------------------- */

static void add_folder(Server *s, const char *uri)
{
    char *path = uri ? path_of_uri(uri) : NULL;

    if (!path)
        return;
    s->folder = realloc(s->folder, (s->folders + 1) * sizeof *s->folder);
    s->folder[s->folders++] = path;
}

/* Folders of the workspace, and of packages: initializationOptions.include. */
static void initialize(Server *s, const json_t *params)
{
    const json_t *folders = json_object_get(params, "workspaceFolders"), *one;
    const json_t *include = json_object_get(json_object_get(params, "initializationOptions"), "include");
    size_t i;

    json_array_foreach(folders, i, one) add_folder(s, json_string_value(json_object_get(one, "uri")));
    if (!json_array_size(folders))
        add_folder(s, json_string_value(json_object_get(params, "rootUri")));
    json_array_foreach(include, i, one)
    {
        const char *folder = json_string_value(one);
        if (folder)
            vec_push(&s->d->run, s->d->opt.include, internz(s->d, folder));
    }
    s->initialized = true;
}

/* ---- checks -------------------------------------------------------------------------------------------- */

/* What it was to tell is still to be told. */
static void check_stop(Server *s)
{
    if (!s->check)
        return;
    work_kill(s->check);
    s->check = NULL;
    s->checked->changed = true;
}

static void publish(const Document *o, const char *diagnostics)
{
    json_t *list = diagnostics ? json_loads(diagnostics, 0, NULL) : NULL;

    message_send(json_pack("{s:s, s:{s:s, s:I, s:o}}", "method", "textDocument/publishDiagnostics", "params",
                           "uri", o->uri, "version", o->version, "diagnostics", list ? list : json_array()));
}

static void check_begin(Server *s)
{
    for (Document *o = s->document; o && !s->check; o = o->next)
        if (o->changed) {
            o->changed = false;
            s->checked = o;
            s->check = work_begin(s, o, answer_diagnostics, NULL);
        }
}

static void check_end(Server *s)
{
    char *result = NULL;
    Work *w = s->check;

    s->check = NULL;
    if (work_end(s, s->checked, w, &result))
        publish(s->checked, result);
    free(result);
}

/* ---- messages ------------------------------------------------------------------------------------------ */

static void did_open(Server *s, const json_t *document)
{
    const char *uri = json_string_value(json_object_get(document, "uri"));
    const char *text = json_string_value(json_object_get(document, "text"));

    if (uri && text)
        document_open(&s->document, uri, text, json_integer_value(json_object_get(document, "version")));
}

static void all_changed(Server *s)
{
    for (Document *o = s->document; o; o = o->next)
        o->changed = true;
}

/* Edits of a version that is older than the text's are not made: they come out of order. */
static void did_change(Server *s, const json_t *params)
{
    const json_t *document = json_object_get(params, "textDocument");
    const char *uri = json_string_value(json_object_get(document, "uri"));
    const json_int_t version = json_integer_value(json_object_get(document, "version"));
    Document *o = uri ? document_find(s->document, uri) : NULL;

    if (o && version >= o->version)
        document_change(o, json_object_get(params, "contentChanges"), version);
}

static void did_close(Server *s, const char *uri)
{
    Document *o = uri ? document_find(s->document, uri) : NULL;

    if (!o)
        return;
    publish(o, NULL);
    document_close(&s->document, uri);
    all_changed(s); /* they may have used what was not saved */
}

static void notified(Server *s, const char *method, const json_t *params)
{
    const json_t *document = json_object_get(params, "textDocument");

    if (strncmp(method, "textDocument/did", 16) == 0 || strncmp(method, "workspace/did", 13) == 0)
        check_stop(s);
    if (strcmp(method, "textDocument/didOpen") == 0)
        did_open(s, document);
    else if (strcmp(method, "textDocument/didChange") == 0)
        did_change(s, params);
    else if (strcmp(method, "textDocument/didClose") == 0)
        did_close(s, json_string_value(json_object_get(document, "uri")));
    else if (strcmp(method, "workspace/didChangeWatchedFiles") == 0)
        base_forget(s);
    else if (strcmp(method, "exit") == 0)
        s->ended = true;
    if (strcmp(method, "textDocument/didSave") == 0 || strncmp(method, "workspace/did", 13) == 0)
        all_changed(s);
}

static void asked(Server *s, const char *method, const json_t *id, const json_t *params)
{
    const Answer answer = answer_of(method);
    const char *uri = json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
    const Document *o = uri ? document_find(s->document, uri) : s->document;
    char *result = NULL;

    if (!answer)
        message_error(id, METHOD_NOT_FOUND, method);
    else if (uri && !o)
        message_error(id, INVALID_PARAMS, "this document is not open");
    else if (!o)
        message_result(id, "null");
    else {
        Work *w = work_begin(s, o, answer, params);
        while (w && work_read(w))
            ;
        if (w && work_end(s, o, w, &result))
            message_answer(id, result);
        else
            message_error(id, INTERNAL_ERROR, "the question could not be answered");
    }
    free(result);
}

static bool is_cancelled(const Server *s, const json_t *id)
{
    const json_t *one;
    size_t i;

    json_array_foreach(s->cancelled, i, one) if (json_equal(one, id)) return true;
    return false;
}

static void dealt_with(Server *s, const json_t *message)
{
    const char *method = json_string_value(json_object_get(message, "method"));
    const json_t *id = json_object_get(message, "id"), *params = json_object_get(message, "params");

    if (!method && (json_object_get(message, "result") || json_object_get(message, "error")))
        return; /* an answer: nothing was asked */
    if (!method)
        message_error(id, INVALID_REQUEST, "a message without a method");
    else if (id && is_cancelled(s, id))
        message_error(id, CANCELLED, "withdrawn");
    else if (id && strcmp(method, "initialize") == 0) {
        initialize(s, params);
        char *text = json_dumps(capabilities(), JSON_COMPACT);
        message_result(id, text);
        free(text);
    } else if (id && !s->initialized)
        message_error(id, NOT_INITIALIZED, "initialize comes first");
    else if (id && strcmp(method, "shutdown") == 0) {
        s->shut = true;
        message_result(id, "null");
    } else if (id && s->shut)
        message_error(id, INVALID_REQUEST, "the server is shut down");
    else if (id)
        asked(s, method, id, params);
    else if (s->initialized || strcmp(method, "exit") == 0)
        notified(s, method, params);
}

/* ---- the loop ------------------------------------------------------------------------------------------ */

static void enqueue(Server *s, Input *in)
{
    bool wrong;

    for (json_t *m; (m = message_next(in, &wrong)) != NULL || wrong;) {
        if (wrong) {
            message_error(NULL, PARSE_ERROR, "this is no JSON");
            continue;
        }
        const char *method = json_string_value(json_object_get(m, "method"));
        if (method && strcmp(method, "$/cancelRequest") == 0)
            json_array_append(s->cancelled, json_object_get(json_object_get(m, "params"), "id"));
        else
            json_array_append(s->queue, m);
        json_decref(m);
    }
}

static bool is_there(int fd)
{
    struct pollfd one = { .fd = fd, .events = POLLIN };

    return poll(&one, 1, 0) > 0;
}

/* All that has come is dealt with. */
static void deal(Server *s, Input *in)
{
    for (;;) {
        enqueue(s, in);
        if (!in->ended && is_there(0) && message_read(in, 0))
            continue;
        if (!json_array_size(s->queue) || s->ended)
            break;
        json_t *message = json_incref(json_array_get(s->queue, 0));
        json_array_remove(s->queue, 0);
        dealt_with(s, message);
        json_decref(message);
    }
    json_array_clear(s->cancelled);
}

static void serve(Server *s)
{
    Input in = { 0 };

    while (!s->ended && (!in.ended || s->check)) {
        check_begin(s);
        struct pollfd wait[2] = { { .fd = in.ended ? -1 : 0, .events = POLLIN },
                                  { .fd = s->check ? s->check->fd : -1, .events = POLLIN } };
        if (poll(wait, 2, -1) < 0 && errno != EINTR)
            break;
        if (wait[1].revents && !work_read(s->check))
            check_end(s);
        if (wait[0].revents)
            message_read(&in, 0);
        deal(s, &in);
    }
    check_stop(s);
    free(in.bytes);
}

int run_lsp(Dtc *d, Cli *cli)
{
    Server s = { .d = d, .queue = json_array(), .cancelled = json_array() };

    if (cli->operands)
        return usage("dtc lsp is asked by an editor over its standard input; what is", cli->operand[0]);
    signal(SIGPIPE, SIG_IGN);
    find_packages(d);
    serve(&s);
    while (s.document)
        document_close(&s.document, s.document->uri);
    base_forget(&s);
    json_decref(s.queue);
    json_decref(s.cancelled);
    return s.shut ? 0 : 1;
}
