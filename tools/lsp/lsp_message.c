/* lsp_message.c - messages of JSON-RPC 2.0 in the frames of LSP: a head with Content-Length, and JSON of that length.
 *
 * What comes is kept until a message is whole. Cost: linear in the bytes.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include "lsp.h"

bool message_read(Input *in, int fd)
{
    enum { MORE = 1 << 16 };
    if (in->room - in->n < MORE) {
        in->room = 2 * in->room + MORE;
        in->bytes = realloc(in->bytes, in->room + 1);
        if (!in->bytes)
            abort();
    }
    ssize_t n = read(fd, in->bytes + in->n, in->room - in->n);
    if (n < 0 && errno == EINTR)
        return true;
    in->ended = n <= 0;
    in->n += n > 0 ? (size_t)n : 0;
    in->bytes[in->n] = 0;
    return !in->ended;
}

/* The length that the head says, and in *head the bytes of the head; -1: the head is not whole. */
static long content_length(const Input *in, size_t *head)
{
    static const char name[] = "Content-Length:";
    const char *end = in->n ? memmem(in->bytes, in->n, "\r\n\r\n", 4) : NULL;
    long length = 0;

    if (!end)
        return -1;
    for (const char *line = in->bytes; line < end; line = strstr(line, "\r\n") + 2)
        if (strncasecmp(line, name, sizeof name - 1) == 0)
            length = strtol(line + sizeof name - 1, NULL, 10);
    *head = (size_t)(end + 4 - in->bytes);
    return length < 0 ? 0 : length;
}

json_t *message_next(Input *in, bool *wrong)
{
    size_t head = 0;
    const long length = content_length(in, &head);

    *wrong = false;
    if (length < 0 || in->n - head < (size_t)length)
        return NULL;
    json_t *message = json_loadb(in->bytes + head, (size_t)length, JSON_ALLOW_NUL, NULL);
    *wrong = !message;
    in->n -= head + (size_t)length;
    memmove(in->bytes, in->bytes + head + (size_t)length, in->n + 1);
    return message;
}

/* How an answer begins that refusal_json made. */
#define REFUSAL "{\"refusal\":"

static void send(const char *text)
{
    printf("Content-Length: %zu\r\n\r\n%s", strlen(text), text);
    fflush(stdout);
}

void message_send(json_t *message)
{
    char *text = NULL;

    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    text = json_dumps(message, JSON_COMPACT);
    if (text)
        send(text);
    free(text);
    json_decref(message);
}

void message_result(const json_t *id, const char *result)
{
    char *text = NULL, *name = json_dumps(id, JSON_ENCODE_ANY);

    if (name && asprintf(&text, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}", name, result) >= 0) {
        send(text);
        free(text);
    }
    free(name);
}

void message_answer(const json_t *id, const char *answer)
{
    json_t *refusal = strncmp(answer, REFUSAL, sizeof REFUSAL - 1) == 0 ? json_loads(answer, 0, NULL) : NULL;

    if (refusal)
        message_error(id, REQUEST_FAILED, json_string_value(json_object_get(refusal, "refusal")));
    else
        message_result(id, answer);
    json_decref(refusal);
}

json_t *refusal_json(const char *why) { return json_pack("{s:s}", "refusal", why); }

void message_error(const json_t *id, int code, const char *text)
{
    message_send(json_pack("{s:O, s:{s:i, s:s}}", "id", id ? id : json_null(), "error", "code", code,
                           "message", text));
}
