/* walk.c - the expressions of a block one by one, so that each pass need not know where they are. Cost: that of a loop.
 */
#include "dae.h"

/* Number i of a part; NULL: it has no more. */
static Ex *expression_at(const Block *b, unsigned part, uint32_t i)
{
    const uint32_t n = vec_len(b->tear), m = vec_len(b->sw);
    Ex *const matrix = part == IN_B ? b->B : part == IN_C ? b->C : b->D;

    switch (part) {
    case IN_VALUES: return i < vec_len(b->inner) ? &b->inner[i].value : NULL;
    case IN_RESIDUALS: return i < vec_len(b->res) ? &b->res[i] : NULL;
    case IN_J: return i < vec_len(b->J) ? &b->J[i].e : NULL;
    default: return matrix && i < (part == IN_D ? m * m : n * m) ? &matrix[i] : NULL;
    }
}

bool block_next(BlockWalk *w)
{
    for (w->at = w->at ? w->at : IN_VALUES; w->at < IN_BLOCK; w->at <<= 1, w->next = 0)
        while (w->at & w->parts && (w->e = expression_at(w->b, w->at, w->next)) != NULL) {
            w->i = w->next++;
            w->eq = w->at == IN_VALUES    ? w->b->inner[w->i].eq
                  : w->at == IN_RESIDUALS ? w->b->res_eq[w->i]
                                          : 0;
            if (*w->e)
                return true;
        }
    return false;
}
