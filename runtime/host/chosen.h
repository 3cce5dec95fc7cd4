/* chosen.h - does a name or pattern of --vars mean this variable or signal? */
#ifndef DTC_CHOSEN_H
#define DTC_CHOSEN_H

#include <fnmatch.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A name, a pattern with * and ?, or an array of which this is an element. O(length) */
static inline bool name_chosen(const char *wanted, const char *name)
{
    const char *bracket = strrchr(name, '[');

    if (strcmp(wanted, name) == 0 || fnmatch(wanted, name, FNM_NOESCAPE) == 0)
        return true;
    if (!bracket || name[strlen(name) - 1] != ']')
        return false;
    char *array = strndup(name, (size_t)(bracket - name));
    bool chosen = array && (strcmp(wanted, array) == 0 || fnmatch(wanted, array, FNM_NOESCAPE) == 0);
    free(array);
    return chosen;
}

#endif
