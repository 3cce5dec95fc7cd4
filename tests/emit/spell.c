/* spell.c - names, one a line, as dtc writes them in C: each as a model and as its only member. */
#include <stdio.h>
#include <string.h>
#include "emit.h"
#include "inst.h"

/* source.c looks for where a component is declared: there is none. */
Inst *inst_member(const Inst *inst, const char *name)
{
    (void)inst, (void)name;
    return NULL;
}

int main(void)
{
    Dtc d = { 0 };
    char line[300], spelled[300];

    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        const char *model = c_model_name(&d, line), *member = c_name(&d, line);
        bool word = c_is_macro(member);
        for (size_t i = 0; c_words[i] && !word; i++)
            word = strcmp(c_words[i], member) == 0;
        if (word)
            strcat(strcpy(spelled, member), "_");
        printf("typedef struct %s { int %s; } %s;\n", model, word ? spelled : member, model);
        printf("static inline void %s_init(%s *m) { m->%s = 1; }\n", model, model, word ? spelled : member);
    }
    return 0;
}
