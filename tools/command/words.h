/* words.h - what help and the manual page say, by the tables. */
#ifndef WORDS_H
#define WORDS_H

#include "command.h"

extern const char environment_text[], exit_text[];
const char *command_text(Dtc *d, CommandId k);             /* "dtc sim model.dtm -o out.csv" */
/* Of which commands an option stands in a list of its own: those of a model first, then those of one command alone. */
typedef struct { const char *title; CommandId one; unsigned of; } HelpSection;         /* one: COMMANDS: of a model */
extern const HelpSection help_sections[];
extern const uint32_t section_count;
bool in_section(const HelpSection *s, const Option *o);

#endif
