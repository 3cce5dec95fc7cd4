/* chosen.h - does a name or pattern of --vars mean this variable or signal? */
#ifndef DTC_CHOSEN_H
#define DTC_CHOSEN_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Does the pattern mean all of the name, n characters? * is any text, ? any character; no other character is special,
 * for names have brackets. O(n times the length of the pattern) */
static inline bool name_fits(const char *pattern, const char *name, size_t n)
{
    const char *end = name + n, *star = NULL, *from = NULL;

    while (name < end || *pattern == '*') {
        if (*pattern == '*') {
            star = pattern++;
            from = name;
        } else if (*pattern == *name || *pattern == '?') {
            pattern++;
            name++;
        } else if (star && from < end) {
            pattern = star + 1;
            name = ++from;
        } else {
            return false;
        }
    }
    return !*pattern;
}

/* A name, a pattern with * and ?, or an array of which this is an element. O(length) */
static inline bool name_chosen(const char *wanted, const char *name)
{
    const char *bracket = strrchr(name, '[');
    size_t n = strlen(name);

    return name_fits(wanted, name, n) ||
           (bracket && name[n - 1] == ']' && name_fits(wanted, name, (size_t)(bracket - name)));
}

#endif
