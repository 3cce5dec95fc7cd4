/* blocks.h - blocks of equations as statements, and their switching laws. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "builders.h"

/* A torn block and its storage: n residuals, m switching elements. What a block does not have is 0. law: as a whole. */
typedef struct {
    const Emitter *e; Program *p; Dtc *d; const Block *b; uint32_t index, n, m; bool initial;
    Ex A, pivots, Y, X, C, B, D, z, law;
    Ex J;                                  /* of a law: A before it is factored, while it is; 0: it is not kept */
    Ex quiet;                              /* of a quiet step: what do_give_up takes; else 0 */
    Ex stays;                              /* a local: all stay, and have the impulses of the step; 0: not asked so */
    Ex low;                                /* an Integer: the factors have found no pivot somewhere */
} Torn;

/* matrices.c */
void build_matrices(const Emitter *e, uint32_t index);    /* J, B, C, D at their rate, factored */
void do_factor(const Torn *t);                            /* J */
void do_matrix(const Torn *t);                            /* J into A, which was cleared */
void solve_fixed(const Torn *t, Ex z);                    /* z := inv(J) z, in a fixed order */
Fn   function_for(const Torn *t, FunctionRole role);      /* one of its functions */
void trouble(const Torn *t, MemberRole counter);           /* inside of an `if`: counted, with its name */

bool is_zero_of_G(const Torn *t, uint32_t i, uint32_t j); /* always, by what it is made of */
void do_whole(const Torn *t);                            /* of a law whose matrix moves: for a decision */
bool few_products(Dtc *d, const Block *b);          /* of a matrix that moves: as statements, without zeros */
bool is_zero_column(Dtc *d, const Block *b, uint32_t j);    /* B has nothing of element j */

/* least.c */
bool loses_rank(const Equations *e, const Block *b);        /* for some values of its relations */
void build_least(const Emitter *e);
Ex   has_many(const Torn *t);                             /* J has lost its rank */
void take_least(const Torn *t);                           /* of the solutions, from the residuals in z */

/* branches.c */
void build_branch_ways(const Emitter *e);
void follow_branches(const Emitter *e, uint32_t index);   /* behind the solution of a block that has some */

/* blocks.c */
bool in_statements(const Equations *e, const Block *b);   /* is a law's block solved by statements, by no kernel? */
bool has_dense(const Block *b);                           /* has it pivots that are, or may be, sought as it runs? */
Torn torn_block(const Emitter *e, const Block *b, uint32_t index, bool initial);
bool assigns_in_steps(const Emitter *e);  /* blocks of a fixed step compute what when-clauses assign, or is watched */
void build_solution(const Emitter *e, uint32_t index, Ex quiet);
/* What the functions kinematic and equations have, in one that is being built; laws asked alone. */
void do_kinematic_quietly(const Emitter *e, Ex quiet);
void do_equations_quietly(const Emitter *e, Ex quiet);
void build_blocks(const Emitter *e);       /* fixed, initial, held, structure, kinematic, equations */
Ex   block_part(const Emitter *e, const Block *b, MemberRole role);          /* of its storage; 0: it has no elements */
const char *block_path(const Emitter *e, const Block *b);        /* of its components */
void do_fault(Program *p, uint32_t message);              /* m->fault = its number */
Ex   no_model_fault(Program *p);                           /* m->fault == 0 */

/* law.c */
Ex   law_of(const Emitter *e, uint32_t index);
void do_law(const Emitter *e, FunctionRole role, uint32_t index);    /* calls one of its functions */
Ex   place_in_law(const Emitter *e, uint32_t index, uint32_t i);         /* of element i */
Ex   open_in_law(const Emitter *e, uint32_t index, uint32_t i);          /* of a contact */
bool has_contacts(const Equations *e, const Block *b);            /* has its law elements with a gap? */
bool breaks_away(const Equations *e, const Block *b);             /* elements that hold more than they slide with? */
void build_laws(const Emitter *e);                              /* keep, sense, size, show, start of each */
typedef struct Assigned Assigned;          /* what blocks assign, in order */
Assigned *number_assignments(const Emitter *e);           /* size.c */
void build_size(const Emitter *e, const Assigned *all, uint32_t index);   /* size.c */

/* decide.c */
const uint32_t *soonest_order(const Emitter *e);      /* soonest.c: of blocks, in a quiet step; NULL: theirs */
bool decides(const Equations *e, uint32_t index);     /* are places of the law decided in evaluations? */
bool reads_places(const Equations *e);                      /* do equations read places of such laws? */
Ex   again_in_law(const Emitter *e, uint32_t index);
/* A law whose matrix moves is asked with its impulses, before z has its torques: t->stays, a local that is made here.
 * moves: are tolerances of its matrix made when a decision is due? */
bool asks_with_impulses(const Emitter *e, uint32_t index);
bool is_asked_straight(const Torn *t);                   /* of a quiet step: elements one by one, with impulses */
void begin_stays(Torn *t);
bool is_single(const Block *b);                     /* one element, no unknowns */
void do_push(const Torn *t);                       /* torques of sliding elements */
void do_hold(const Torn *t);                       /* torques of stuck elements, and of such a law the question */
void do_decide(const Torn *t);                            /* after the torques: z and law of new places */
/* The same by the response of the block; where something may change, it is solved before by `solve`. */
void do_respond(Torn *t, void (*solve)(Torn *));
void build_released(const Emitter *e);                    /* has an element let go in the equations of this sample? */
/* In the function that is being built: what the law keeps of a sample in which all has stayed. */
void do_stay_in_law(const Emitter *e, uint32_t index, Ex quiet);

/* response.c: is a law's block, while places stay, a product with what enters it? */
void keep_own(const Torn *t, Ex G);                      /* while G is what torques do directly */
void do_units(const Torn *t);                            /* what each cause gives by itself, where matrices are made */
/* Is it that of other places? Not made anew after setup and tune either. */
Ex is_other_response(const Torn *t);
void renew_response(const Torn *t, Ex law);              /* of the places as they are; law: a view */
/* z, the law, of a response that is that of the places. ask: in statements, which give up `stays` where one does not;
 * options: of DTC_LAW_KEEPS, of which keeps_options gives those of element e */
void do_response(const Torn *t);
void ask_response(const Torn *t, Ex stays, Ex ahead, int options);
int keeps_options(const Torn *t, uint32_t e, int options);
void lay_response(Layout *l, const Emitter *e, const Block *b);      /* its members */

/* small.c: small systems as statements */
bool small_system(const Equations *e, uint32_t n, uint32_t m);
bool has_inverse(const Equations *e, const Block *b, bool initial);
void small_solve(const Torn *t);           /* of z */
void small_product(const Torn *t);         /* the same, where there is an inverse */
/* z = -r - B lambda, from the negative residuals without torques */
void bare_residuals(const Torn *t, const Ex *res);
/* The rest of a switched block whose -inv(A) r is in z: af, lambda and z as dtc_switched_solve. */
void statements_of_law(const Torn *t, const Rest *r);


#endif
