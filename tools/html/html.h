/* html.h - what the pages of all commands share: colours, style, and the policy by which they run nothing but their own
 * script and load nothing. */
#ifndef HTML_H
#define HTML_H

#include "base.h"

/* Colours of curves, in the order in which they are taken: on light and on dark ground, told apart by all eyes that
 * tests/page/colours.py knows. */
enum { HTML_COLOURS = 8 };
extern const char *const html_colour[HTML_COLOURS];

/* All up to what is in the body. style: beside the shared one, or ""; script: what html_end will write, or "" */
void html_begin(Dtc *d, FILE *out, const char *title, const char *style, const char *script);
void html_end(FILE *out, const char *script);
/* JSON in an element with the id knowledge: nothing within its texts ends that */
void html_knowledge(FILE *out, const char *json);

/* assets.c, made of these files by embed.sh */
extern const char asset_style[], asset_page_style[], asset_page_script[], asset_study_style[],
    asset_study_script[], asset_diagram_style[], asset_diagram_script[];

#endif
