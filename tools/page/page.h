/* page.h - runs as one page of HTML that needs nothing else: `dtc sim -o run.html`,
 * `dtc plot a.mat b.mat -o run.html`. */
#ifndef PAGE_H
#define PAGE_H

#include "html.h"
#include "json.h"
#include "plot.h"
#include "sim.h"

/* kind: a dtc_kind of each signal, the time among them; NULL: not known. left_out: of each signal; NULL: none is */
typedef struct {
    const char *name;                      /* which tells it from the others */
    const result_table *table;
    const unsigned char *kind;
    const bool *left_out;
} PageRun;

/* What is NULL is not there. */
typedef struct {
    const char *title, *text;              /* what stands above, and what it is about */
    const PageRun *run; uint32_t runs;
    const char ***panel;                   /* vec of vecs: names of what is shown at first; NULL: the page chooses */
    const char *x;                         /* a signal across, in place of the time */
    const char *ended;                     /* when and why, before its time */
    const char *messages;                  /* notes, warnings and errors, as they were printed */
    const Account *account;
    bool fixed_step;                       /* of the account */
    const char *diagram;                   /* <section>s with an <svg> each, as diagram_run writes them */
    const char *note;                      /* why there is none */
} Page;

void page_write(Dtc *d, const Page *p, FILE *out);         /* page.c */
int  page_plot(Plot *p);                                   /* page_plot.c, of files that are read: the exit code */
/* page_sim.c, of what a run has written to r->rows, into its output; false after a message */
bool page_sim(SimRun *r);
/* Of a run that was over before its time: when, and what was said of it; else NULL. */
const char *page_ended(const SimRun *r, const result_table *t);
const unsigned char *page_kinds(const SimRun *r, const result_table *t);        /* of its signals */
bool page_is_one(const char *name);                        /* page.c, by the ending: a page; NULL: none */

/* page_data.c: the values of a run as text, and where in it each column is. */
typedef struct { size_t at, length; uint32_t count; } PagePiece;       /* characters; numbers in it */
/* values of `rows`, of all rows if there is none */
typedef struct { const result_signal *of; bool words; uint32_t *row; PagePiece values, rows; } PageColumn;
typedef struct {
    Dtc *d;
    const PageRun *run;
    PageColumn *column;                    /* vec: those that vary, each once; the time is the first */
    Map number;                            /* values -> 1 + in column */
    uint32_t *event;                       /* vec: rows at which one ends, ascending */
    PagePiece events;
    bool thinned, events_thinned;          /* buckets have ends and extremes; not all rows at events are there */
    uint32_t bucket;                       /* rows */
    char *text; size_t length;
} PageData;
void page_data(Dtc *d, const PageRun *run, PageData *data);
void page_data_free(PageData *data);
void page_thin(PageData *data);            /* page_thin.c: the rows of each column, if it has to be */
bool page_shown(const PageRun *run, size_t signal);

/* page_messages.c: what is printed on standard error from now on is printed, and kept. */
typedef struct PageMessages PageMessages;
PageMessages *page_messages_begin(Dtc *d);                 /* NULL: they are not kept */
const char *page_messages(PageMessages *m);                /* so far */
void page_messages_end(PageMessages *m);

#endif
