/* diff.h - two files of results, compared signal by signal (diff.c). */
#ifndef DTC_DIFF_H
#define DTC_DIFF_H

#include <stdbool.h>
#include <stdio.h>

/* tube, time_tube: half-widths as parts of the range of the reference's values and of its span of time. floor: smallest
 * half-width in value, for signals that are constant, per unit of the largest magnitude or of 1. plain: at the
 * reference's times, without a tube in time. */
typedef struct {
    const char *reference, *other;         /* files */
    double tube, time_tube, floor;
    bool plain;
    const char *const *vars; size_t count; /* names and patterns of signals of the reference; 0: all */
    /* one of them that may be meant, NULL: none; may be NULL */
    const char *(*suggest)(const char *wrong, const char *const *known, size_t n);
} diff_options;

/* prints a table. 0: all inside, 1: not all, or a file cannot be read (message on stderr) */
int diff_main(const diff_options *o, FILE *out);

#endif
