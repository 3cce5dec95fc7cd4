/* summary.h - `dtc report model.dtm -o report.html|pdf`: what there is to tell of a model, as one page to mail.
 *
 *   run_report.c      the front: what needs a compilation of its own, then a run, whose page this is
 *   summary_gears.c, summary_modes.c: each compiled by itself; summary_quiet.c: what is said meanwhile
 *   summary_page.c    the page, section by section
 *   summary_curves.c  panels of the run, as SVG
 *   summary_pdf.c     the page printed by a browser
 *
 * The page tells neither when nor where it was made: the same model makes the same bytes.
 */
#ifndef SUMMARY_H
#define SUMMARY_H

#include "command.h"

/* html: a part of the page, NULL: it does not apply, why says so in a sentence; command: that tells more. */
typedef struct { const char *html, *why, *command; } SummaryPart;
typedef struct {
    Dtc *d; Cli *cli;
    const char *model;                     /* as the command line has it, without folders */
    SummaryPart gears, modes;
    FILE *account; char *account_text; size_t account_length;  /* what --audit prints */
} Summary;

/* Kept in s->d; what they have to say is not printed. */
SummaryPart summary_gears(const Summary *s);
SummaryPart summary_modes(const Summary *s);

/* " --set J=2 --stop 3": of the options that were given those that a command takes, but for its output; files without
 * folders */
const char *summary_options(const Summary *s, CommandId command);

bool summary_page(SimRun *r);              /* of a run that is over, whose `own` is a Summary; false after a message */
/* Panels of a result: outputs, else what is near the surface. false: nothing varies */
bool summary_curves(Dtc *d, FILE *f, const result_table *t, const unsigned char *kind);
bool summary_pdf(Dtc *d, const char *page, const char *file);  /* of a file of HTML; false after a message */

/* What is printed on standard error meanwhile is kept: its text, kept in d, see summary_plain. */
typedef struct { FILE *before, *said; char *text; size_t length; } Quiet;
bool quiet_begin(Quiet *q);                /* false: there is no memory */
const char *quiet_end(Quiet *q, Dtc *d);

/* Of messages each name of a file loses its folders. */
const char *summary_plain(Dtc *d, const char *messages);

#endif
