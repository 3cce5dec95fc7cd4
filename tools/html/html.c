/* html.c - the head and the end of a page: HTML that is XML as well, with the shared style and a policy.
 *
 * The policy names the hashes of the style and of the script: nothing else is run, whatever names and texts are in the
 * page, and nothing is loaded. Cost: linear in style and script.
 */
#include <string.h>
#include "html.h"
#include "output.h"
#include "palette.h"
#include "sha256.h"

#define X(colour) colour,
const char *const html_colour[HTML_COLOURS] = { PALETTE_LIGHT(X) };
static const char *const html_colour_dark[HTML_COLOURS] = { PALETTE_DARK(X) };
#undef X

static void put_source(FILE *out, const char *what, const char *text)
{
    unsigned char hash[SHA256_BYTES];

    sha256(text, strlen(text), hash);
    fprintf(out, "; %s 'sha256-", what);
    base64_put(out, hash, sizeof hash);
    fputc('\'', out);
}

/* What is of class paper is drawn for light ground, and turned where the ground is dark.
 * "--c0: #1f5fa8; --c1: ..." */
static const char *colours(Dtc *d, const char *const *colour)
{
    const char *text = "";

    for (int i = 0; i < HTML_COLOURS; i++)
        text = internf(d, "%s --c%d: %s;", text, i, colour[i]);
    return text;
}

void html_begin(Dtc *d, FILE *out, const char *title, const char *style, const char *script)
{
    static const char form[] = ":root, .paper {%s }\n@media screen and (prefers-color-scheme: dark) { "
                               ":root:not(.light) {%s } }\n%s%s";
    const char *all =
        internf(d, form, colours(d, html_colour), colours(d, html_colour_dark), asset_style, style);

    fputs("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
          "<meta charset=\"utf-8\"/>\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'",
          out);
    put_source(out, "style-src", all);
    if (*script)
        put_source(out, "script-src", script);
    fputs("; base-uri 'none'; form-action 'none'\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>",
          out);
    xml_text(out, title);
    fprintf(out, "</title>\n<style>%s</style>\n</head>\n<body>\n", all);
}

void html_end(FILE *out, const char *script)
{
    if (*script)
        fprintf(out, "<script type=\"module\">%s</script>\n", script);
    fputs("</body>\n</html>\n", out);
}

/* `<` is only within texts. */
void html_knowledge(FILE *out, const char *json)
{
    fputs("<script type=\"application/json\" id=\"knowledge\">", out);
    for (; *json; json++)
        if (*json == '<')
            fputs("\\u003c", out);
        else
            fputc(*json, out);
    fputs("</script>\n", out);
}
