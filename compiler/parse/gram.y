/* gram.y - the grammar of Modelica 3.6 (appendix A.2) and of nets; actions are calls of build.c.
 *
 * LALR(1) without conflicts; keep it so, do not raise %expect. What LALR(1) cannot see is settled by token.c
 * beforehand: END_NAME is `end Name`, END_IF is `end if` ..., END_HERE is `end` as a subscript, AUTOMATON NET PLACE
 * FROM TO are words only where a net is declared.
 *
 * Recovery: each list has `error ';'`; heads of blocks `error THEN` and the like; classes `error BODY|SKIPPED`. token.c
 * words the message (exact set of expected tokens by LAC) and feeds the token that the recovery waits for.
 */
%define api.pure full
%define api.value.type {union Value}
%define api.location.type {Span}
%define parse.lac full
%define parse.error custom
%define lr.type lalr
%locations
%expect 0
%param {struct Parser *p}

%code requires {
#include "parse.h"
}

%code {
#define YYMAXDEPTH MAX_STACK
#define YYLLOC_DEFAULT(now, rhs, n) ((now) = span_over((rhs), (n)))
#define PUSH(v, x) vec_push(&p->d->tree, (v), (x))

int yylex(Value *value, Span *span, Parser *p);
static void yyerror(Span *at, Parser *p, const char *message);
}

%token ALGORITHM "'algorithm'" AND "'and'" ANNOTATION "'annotation'" BLOCK "'block'" BREAK "'break'" CLASS "'class'"
%token CONNECT "'connect'" CONNECTOR "'connector'" CONSTANT "'constant'" CONSTRAINEDBY "'constrainedby'" DER "'der'"
%token DISCRETE "'discrete'" EACH "'each'" ELSE "'else'" ELSEIF "'elseif'" ELSEWHEN "'elsewhen'"
%token ENCAPSULATED "'encapsulated'" END "an 'end' of its own" ENUMERATION "'enumeration'" EQUATION "'equation'"
%token EXPANDABLE "'expandable'" EXTENDS "'extends'" EXTERNAL "'external'" FALSE "'false'" FINAL "'final'" FLOW "'flow'"
%token FOR "'for'" FUNCTION "'function'" IF "'if'" IMPORT "'import'" IMPURE "'impure'" IN "'in'" INITIALLY "'initial'"
%token INNER "'inner'" INPUT "'input'" LOOP "'loop'" MODEL "'model'" NOT "'not'" OPERATOR "'operator'" OR "'or'"
%token OUTER "'outer'" OUTPUT "'output'" PACKAGE "'package'" PARAMETER "'parameter'" PARTIAL "'partial'"
%token PROTECTED "'protected'" PUBLIC "'public'" PURE "'pure'" RECORD "'record'" REDECLARE "'redeclare'"
%token REPLACEABLE "'replaceable'" RETURN "'return'" STREAM "'stream'" THEN "'then'" TRUE "'true'" TYPE "'type'"
%token WHEN "'when'" WHILE "'while'" WITHIN "'within'"

%token <text> IDENT "a name" STRING "a string"
%token <number> NUMBER "a number"
%token <op> RELATION "a comparison" ADD_ELEMENTS "'.+'" DIVIDE "'/'" POWER "'^'"
%token ASSIGN "':='" MUL_ELEMENTS "'.*'"
%token <text> END_NAME "'end'"
%token END_IF "'end if'" END_FOR "'end for'" END_WHEN "'end when'" END_WHILE "'end while'"
%token END_HERE "'end' as a subscript"
%token INITIAL_EQUATION "'initial equation'" INITIAL_ALGORITHM "'initial algorithm'"
%token AUTOMATON "'automaton'" NET "'net'" PLACE "'place'" FROM "'from'" TO "'to'"
%token PURE_FUNCTION "'pure function'" IMPURE_FUNCTION "'impure function'"
%token BODY "a class's body" SKIPPED "a class's end" ALONE "an expression alone"
%token YYEOF 0 "the end of the file"

%type <name> type_name opt_type_name
%type <word> name_part
%type <words> dotted names
%type <text> doc external_language
%type <texts> strings
%type <place> place
%type <places> places
%type <comment> comment
%type <mod> annotation opt_annotation class_modification opt_class_modification arguments argument
%type <modification> modification opt_modification
%type <prefixes> prefixes prefix
%type <kind> kind
%type <literals> enumeration literals
%type <constraint> constraint
%type <element> declarator
%type <elements> declarators
%type <exprs> opt_subscripts subscripts subscript_list expressions rows tuple_items elseif_values
%type <expr> expression simple_expression disjunction conjunction negation relation sum term factor primary
%type <expr> reference tuple left subscript opt_condition opt_expression argument_value
%type <expr> condition if_head elseif_head when_head elsewhen_head while_head
%type <op> addition multiplication
%type <part> part
%type <parts> parts
%type <args> call_arguments call_list
%type <iter> iterator
%type <iters> iterators for_head
%type <stmts> equations statements
%type <stmt> equation statement block_of_equations block_of_statements
%type <branches> if_equations when_equations if_statements when_statements

%%


file
  : %empty
  | file WITHIN opt_type_name ';'                               { build_within(p, $3, @2); }
  | file class_definition ';'                                   { p->begun = true; }
  | file ALONE expression                                       { p->expression = $3; }
  | file BODY composition END_NAME                              { block_end(p, $4, @4, yychar == YYEMPTY); }
  | file error ';'                                              { yyerrok; p->begun = true; };

/* ---- classes ------------------------------------------------------------------------------------------- */

class_start: prefixes kind                                      { build_class_start(p, $1, $2, @2); };

class_definition
  : class_head composition END_NAME                             { block_end(p, $3, @3, yychar == YYEMPTY); }
  | class_start IDENT '=' prefixes type_name opt_subscripts opt_class_modification comment
                                                                { build_short(p, (Word){$2, @2}, $4, $5, $6, $7, $8); }
  | class_start IDENT '=' ENUMERATION '(' enumeration ')' comment { build_enumeration(p, (Word){$2, @2}, $6, $8); }
  | class_start IDENT '=' DER '(' type_name ',' names ')' comment { build_partial_derivative(p, (Word){$2, @2}, @4); }
  | class_start error SKIPPED                                   { p->in_class_head = false; };

class_head
  : class_begin                                          { if (pass_over_body(p, yychar == YYEMPTY)) yyclearin; }
  | class_start error BODY                                      { build_class_head(p, (Word){NULL, @1}, NULL); };

class_begin
  : class_start IDENT doc                                       { build_class_head(p, (Word){$2, @2}, $3); }
  | class_start EXTENDS IDENT opt_class_modification doc        { build_class_extends(p, (Word){$3, @3}, $4, $5); };

kind
  : CLASS                                                       { $$ = (KindWord){.kind = K_CLASS}; }
  | MODEL                                                       { $$ = (KindWord){.kind = K_MODEL}; }
  | BLOCK                                                       { $$ = (KindWord){.kind = K_BLOCK}; }
  | CONNECTOR                                                   { $$ = (KindWord){.kind = K_CONNECTOR}; }
  | RECORD                                                      { $$ = (KindWord){.kind = K_RECORD}; }
  | PACKAGE                                                     { $$ = (KindWord){.kind = K_PACKAGE}; }
  | TYPE                                                        { $$ = (KindWord){.kind = K_TYPE}; }
  | FUNCTION                                                    { $$ = (KindWord){.kind = K_FUNCTION}; }
  | PURE_FUNCTION                                               { $$ = (KindWord){.kind = K_FUNCTION, .pure_ = true}; }
  | IMPURE_FUNCTION                                             { $$ = (KindWord){.kind = K_FUNCTION, .impure = true}; }
  | EXPANDABLE CONNECTOR                      { $$ = build_refused_kind(p, K_CONNECTOR, @$, "expandable connectors"); }
  | OPERATOR                                    { $$ = build_refused_kind(p, K_OPERATOR, @$, "operator overloading"); }
  | OPERATOR RECORD                               { $$ = build_refused_kind(p, K_RECORD, @$, "operator overloading"); }
  | OPERATOR FUNCTION                           { $$ = build_refused_kind(p, K_FUNCTION, @$, "operator overloading"); };

/* Prefixes of anything: build.c checks order, doubles, and whether they fit. */
prefixes
  : %empty                                                      { $$ = (Prefixes){0, {0, 0}}; }
  | prefixes prefix                                             { $$ = build_prefix(p, $1, $2); };

prefix
  : REDECLARE                                                   { $$ = (Prefixes){PRE_REDECLARE, @1}; }
  | EACH                                                        { $$ = (Prefixes){PRE_EACH, @1}; }
  | FINAL                                                       { $$ = (Prefixes){PRE_FINAL, @1}; }
  | INNER                                                       { $$ = (Prefixes){PRE_INNER, @1}; }
  | OUTER                                                       { $$ = (Prefixes){PRE_OUTER, @1}; }
  | REPLACEABLE                                                 { $$ = (Prefixes){PRE_REPLACEABLE, @1}; }
  | ENCAPSULATED                                                { $$ = (Prefixes){PRE_ENCAPSULATED, @1}; }
  | PARTIAL                                                     { $$ = (Prefixes){PRE_PARTIAL, @1}; }
  | FLOW                                                        { $$ = (Prefixes){PRE_FLOW, @1}; }
  | STREAM                                                      { $$ = (Prefixes){PRE_STREAM, @1}; }
  | DISCRETE                                                    { $$ = (Prefixes){PRE_DISCRETE, @1}; }
  | PARAMETER                                                   { $$ = (Prefixes){PRE_PARAMETER, @1}; }
  | CONSTANT                                                    { $$ = (Prefixes){PRE_CONSTANT, @1}; }
  | INPUT                                                       { $$ = (Prefixes){PRE_INPUT, @1}; }
  | OUTPUT                                                      { $$ = (Prefixes){PRE_OUTPUT, @1}; };

enumeration
  : literals
  | ':'                                                         { $$ = build_enumeration_open(p); };

literals
  : IDENT comment                                               { $$ = build_literal(p, NULL, (Word){$1, @1}, $2); }
  | literals ',' IDENT comment                                  { $$ = build_literal(p, $1, (Word){$3, @3}, $4); };

composition: elements sections external opt_annotation          { block_top(p)->cls->annotation = $4; };

external
  : %empty
  | EXTERNAL external_language own_annotation ';'               { build_external(p, $2, @1, NULL, NULL); }
  | EXTERNAL external_language IDENT call_arguments own_annotation ';'
        { build_external(p, $2, @1, NULL, build_call_named(p, (Word){$3, @3}, $4, @$)); }
  | EXTERNAL external_language reference '=' IDENT call_arguments own_annotation ';'
        { build_external(p, $2, @1, $3, build_call_named(p, (Word){$5, @5}, $6, @$)); };

external_language: %empty { $$ = "C"; } | STRING;

opt_annotation: %empty { $$ = NULL; } | annotation ';';

sections
  : %empty
  | sections PUBLIC                                             { block_top(p)->protected_ = false; }
    elements
  | sections PROTECTED                                          { block_top(p)->protected_ = true; }
    elements
  | sections EQUATION equations                                 { build_section(p, (Section){$3, false, false, @2}); }
  | sections ALGORITHM statements                               { build_section(p, (Section){$3, false, true, @2}); }
  | sections INITIAL_EQUATION equations                         { build_section(p, (Section){$3, true, false, @2}); }
  | sections INITIAL_ALGORITHM statements                       { build_section(p, (Section){$3, true, true, @2}); };

/* ---- elements ------------------------------------------------------------------------------------------ */

elements
  : %empty
  | elements element ';'
  | elements error ';'                                          { yyerrok; };

element
  : IMPORT IDENT '=' type_name comment                          { build_import(p, $4, $2, IMPORT_RENAME, @$); }
  | IMPORT dotted comment                { build_import(p, build_name(p, $2, false, @2), NULL, IMPORT_QUALIFIED, @$); }
  | IMPORT dotted MUL_ELEMENTS comment        { build_import(p, build_name(p, $2, false, @2), NULL, IMPORT_WILD, @$); }
  | IMPORT dotted '.' '{' names '}' comment              { build_import_group(p, $2, $5, @$); }
  | EXTENDS type_name opt_class_modification own_annotation     { build_extends(p, $2, $3, @$); }
  | class_definition constraint                                 { build_class_constraint(p, $2); }
  | prefixes type_name opt_subscripts declarators constraint    { build_components(p, $1, $2, $3, $4, $5); }
  | net_head net_items END_NAME                     { build_net_end(p, $3, @3, yychar == YYEMPTY); };

own_annotation: %empty | annotation;

names
  : IDENT                                                       { $$ = NULL; PUSH($$, ((Word){$1, @1})); }
  | names ',' IDENT                                             { $$ = $1; PUSH($$, ((Word){$3, @3})); };

constraint
  : %empty                                                      { $$ = NULL; }
  | CONSTRAINEDBY type_name opt_class_modification comment      { $$ = build_constraint(p, $2, $3, $4, @2); };

declarators
  : declarator                                                  { $$ = NULL; PUSH($$, $1); }
  | declarators ',' declarator                                  { $$ = $1; PUSH($$, $3); };

declarator
  : IDENT opt_subscripts opt_modification opt_condition comment
        { $$ = build_declarator(p, (Word){$1, @1}, $2, $3, $4, $5); };

opt_condition: %empty { $$ = NULL; } | IF expression { $$ = $2; };

/* ---- nets ---------------------------------------------------------------------------------------------- */

net_head
  : AUTOMATON IDENT doc                                         { build_net(p, (Word){$2, @2}, true, $3); }
  | NET IDENT doc                                               { build_net(p, (Word){$2, @2}, false, $3); };

net_items
  : %empty
  | net_items net_item ';'
  | net_items error ';'                                         { yyerrok; };

net_item
  : PLACE places                                                { build_places(p, $2); }
  | INITIALLY places                                            { build_initial_places(p, $2); }
  | FROM places TO places WHEN expression                       { build_transition(p, $2, $4, $6, @1); }
  | FROM TO places WHEN expression                              { build_transition(p, NULL, $3, $5, @1); }
  | FROM places TO WHEN expression                              { build_transition(p, $2, NULL, $5, @3); };

places
  : place                                                       { $$ = NULL; PUSH($$, $1); }
  | places ',' place                                            { $$ = $1; PUSH($$, $3); };

place
  : IDENT                                                       { $$ = (PlaceName){ $1, NULL, @1 }; }
  | IDENT '(' expression ')'                                    { $$ = (PlaceName){ $1, $3, @$ }; };

/* ---- modifications ------------------------------------------------------------------------------------- */

opt_modification: %empty { $$ = (Modification){NULL, NULL}; } | modification;

modification
  : class_modification                                          { $$ = (Modification){$1, NULL}; }
  | class_modification '=' expression                           { $$ = (Modification){$1, $3}; }
  | '=' expression                                              { $$ = (Modification){NULL, $2}; }
  | ASSIGN expression                                           { $$ = (Modification){NULL, $2}; }
  | '=' BREAK          { $$ = (Modification){NULL, NULL}; build_unsupported(p, @2, "removing a modifier by 'break'"); };

opt_class_modification: %empty { $$ = NULL; } | class_modification;

class_modification
  : '(' ')'                                                     { $$ = NULL; }
  | '(' arguments ')'                                           { $$ = $2; };

arguments
  : argument
  | arguments ',' argument                                      { $$ = $1; PUSH($$, $3[0]); };

/* A vector of one. */
argument
  : prefixes dotted opt_modification doc                        { $$ = build_modifier(p, $1, $2, $3); }
  | prefixes type_name IDENT opt_subscripts opt_modification comment constraint
        { $$ = build_redeclare_component(p, $1, $2, build_declarator(p, (Word){$3, @3}, $4, $5, NULL, $6), $7); }
  | prefixes kind IDENT '=' prefixes type_name opt_subscripts opt_class_modification comment constraint
        { $$ = build_redeclare_class(p, $1, build_short_class(p, $2, (Word){$3, @3}, $5, $6, $7, $8, $9), $10); }
  | prefixes kind IDENT '=' ENUMERATION '(' enumeration ')' comment constraint
        { $$ = build_redeclare_class(p, $1, build_enumeration_class(p, (Word){$3, @3}, $7, $9), $10); };

/* ---- comments ------------------------------------------------------------------------------------------ */

comment
  : doc                                                         { $$ = (Comment){$1, NULL}; }
  | doc annotation                                              { $$ = (Comment){$1, $2}; };

annotation: ANNOTATION class_modification                       { $$ = $2; };

doc
  : %empty                                                      { $$ = NULL; }
  | strings                                                     { $$ = build_strings(p, $1); };

strings
  : STRING                                                      { $$ = NULL; PUSH($$, $1); }
  | strings '+' STRING                                          { $$ = $1; PUSH($$, $3); };

/* ---- names --------------------------------------------------------------------------------------------- */

dotted
  : name_part                                                   { $$ = NULL; PUSH($$, $1); }
  | dotted '.' name_part                                        { $$ = $1; PUSH($$, $3); };

name_part: IDENT                                                { $$ = (Word){$1, @1}; };

type_name
  : dotted                                                      { $$ = build_name(p, $1, false, @$); }
  | '.' dotted                                                  { $$ = build_name(p, $2, true, @$); };

opt_type_name
  : %empty                                                      { $$ = (Name){NULL, @$}; }
  | dotted                                                      { $$ = build_name(p, $1, false, @$); };

/* ---- equations ----------------------------------------------------------------------------------------- */

equations
  : %empty                                                      { $$ = NULL; }
  | equations equation ';'                                      { $$ = $1; if ($2) PUSH($$, $2); }
  | equations error ';'                                         { $$ = $1; yyerrok; };

equation
  : simple_expression comment                                   { $$ = build_call_statement(p, $1, $2, @$); }
  | simple_expression '=' expression comment                    { $$ = build_equal(p, $1, $3, $4, @$); }
  | tuple '=' expression comment                                { $$ = build_equal(p, $1, $3, $4, @$); }
  | simple_expression ASSIGN expression comment
        { $$ = build_equal(p, $1, $3, $4, @$); build_wrong_sign(p, @2, "an equation", "="); }
  | CONNECT '(' reference ',' reference ')' comment             { $$ = build_connect(p, $3, $5, $7, @$); }
  | block_of_equations comment                                  { $$ = build_comment($1, $2); }
  | misplaced                                                   { $$ = NULL; build_misplaced(p, @1); };

misplaced
  : class_definition
  | prefixes prefix type_name opt_subscripts declarators
        { build_components(p, build_prefix(p, $1, $2), $3, $4, $5, NULL); };

/* Reduced as soon as the block is closed: an error after it is one of the list around it. */
block_of_equations
  : if_equations end_if                                         { $$ = build_branches(p, S_IF, $1, @$); }
  | if_equations ELSE equations end_if             { $$ = build_branches(p, S_IF, build_branch(p, $1, NULL, $3), @$); }
  | for_head equations end_for                                  { $$ = build_for(p, $1, $2, @$); }
  | when_equations end_when                                     { $$ = build_branches(p, S_WHEN, $1, @$); }
  | while_head equations end_while
        { $$ = build_branches(p, S_WHILE, build_branch(p, NULL, $1, $2), @$); error(p->d, @1, NULL,
            "'while' stands in algorithms only"); };

if_equations
  : if_head equations                                           { $$ = build_branch(p, NULL, $1, $2); }
  | if_equations elseif_head equations                          { $$ = build_branch(p, $1, $2, $3); };

when_equations
  : when_head equations                                         { $$ = build_branch(p, NULL, $1, $2); }
  | when_equations elsewhen_head equations                      { $$ = build_branch(p, $1, $2, $3); };

/* ---- heads of blocks: recovery waits for `then` or `loop` ---------------------------------------------- */

if_open: IF                                                     { block_open(p, OPEN_IF, (Word){"if", @1}); };
elseif_open: ELSEIF                                             { block_top(p)->header = true; };
when_open: WHEN                                                 { block_open(p, OPEN_WHEN, (Word){"when", @1}); };
elsewhen_open: ELSEWHEN                                         { block_top(p)->header = true; };
for_open: FOR                                                   { block_open(p, OPEN_FOR, (Word){"for", @1}); };
while_open: WHILE                                               { block_open(p, OPEN_WHILE, (Word){"while", @1}); };
then: THEN                                                      { block_top(p)->header = false; };
loop: LOOP                                                      { block_top(p)->header = false; };

condition
  : expression then
  | error then                                                  { $$ = build_no_condition(p, @1); yyerrok; };

if_head: if_open condition                                      { $$ = $2; };
elseif_head: elseif_open condition                              { $$ = $2; };
when_head: when_open condition                                  { $$ = $2; };
elsewhen_head: elsewhen_open condition                          { $$ = $2; };

for_head
  : for_open iterators loop                                     { $$ = $2; }
  | for_open error loop                                         { $$ = NULL; yyerrok; };

while_head
  : while_open expression loop                                  { $$ = $2; }
  | while_open error loop                                       { $$ = build_no_condition(p, @2); yyerrok; };

end_if: END_IF                                                  { block_close(p); };
end_for: END_FOR                                                { block_close(p); };
end_when: END_WHEN                                              { block_close(p); };
end_while: END_WHILE                                            { block_close(p); };

/* ---- statements ---------------------------------------------------------------------------------------- */

statements
  : %empty                                                      { $$ = NULL; }
  | statements statement ';'                                    { $$ = $1; if ($2) PUSH($$, $2); }
  | statements error ';'                                        { $$ = $1; yyerrok; };

statement
  : left ASSIGN expression comment                              { $$ = build_equal(p, $1, $3, $4, @$); }
  | left '=' expression comment { $$ = build_equal(p, $1, $3, $4, @$); build_wrong_sign(p, @2, "an algorithm", ":="); }
  | reference call_arguments comment               { $$ = build_call_statement(p, build_call(p, $1, $2, @$), $3, @$); }
  | BREAK comment                                               { $$ = build_statement(p, S_BREAK, $2, @$); }
  | RETURN comment                                              { $$ = build_statement(p, S_RETURN, $2, @$); }
  | block_of_statements comment                                 { $$ = build_comment($1, $2); }
  | misplaced                                                   { $$ = NULL; build_misplaced(p, @1); };

block_of_statements
  : if_statements end_if                                        { $$ = build_branches(p, S_IF, $1, @$); }
  | if_statements ELSE statements end_if           { $$ = build_branches(p, S_IF, build_branch(p, $1, NULL, $3), @$); }
  | for_head statements end_for                                 { $$ = build_for(p, $1, $2, @$); }
  | when_statements end_when                                    { $$ = build_branches(p, S_WHEN, $1, @$); }
  | while_head statements end_while             { $$ = build_branches(p, S_WHILE, build_branch(p, NULL, $1, $2), @$); };

left
  : reference
  | tuple                                                       { $$ = build_target(p, $1); }
  | '(' expression ')'                                          { $$ = build_target(p, $2); };

if_statements
  : if_head statements                                          { $$ = build_branch(p, NULL, $1, $2); }
  | if_statements elseif_head statements                        { $$ = build_branch(p, $1, $2, $3); };

when_statements
  : when_head statements                                        { $$ = build_branch(p, NULL, $1, $2); }
  | when_statements elsewhen_head statements                    { $$ = build_branch(p, $1, $2, $3); };

iterators
  : iterator                                                    { $$ = NULL; PUSH($$, $1); }
  | iterators ',' iterator                                      { $$ = $1; PUSH($$, $3); };

iterator
  : IDENT                                                       { $$ = (Iter){$1, NULL, @1}; }
  | IDENT IN expression                                         { $$ = (Iter){$1, $3, @1}; };

/* ---- expressions --------------------------------------------------------------------------------------- */

expression
  : simple_expression
  | IF expression THEN expression elseif_values ELSE expression { $$ = build_if(p, $2, $4, $5, $7, @$); };

elseif_values
  : %empty                                                      { $$ = NULL; }
  | elseif_values ELSEIF expression THEN expression             { $$ = $1; PUSH($$, $3); PUSH($$, $5); };

simple_expression
  : disjunction
  | disjunction ':' disjunction                                 { $$ = build_range(p, $1, NULL, $3, @$); }
  | disjunction ':' disjunction ':' disjunction                 { $$ = build_range(p, $1, $3, $5, @$); };

disjunction
  : conjunction
  | disjunction OR conjunction                                  { $$ = build_binary(p, OP_OR, $1, $3, @$); };

conjunction
  : negation
  | conjunction AND negation                                    { $$ = build_binary(p, OP_AND, $1, $3, @$); };

negation
  : relation
  | NOT relation                                                { $$ = build_unary(p, OP_NOT, $2, @$); };

relation
  : sum
  | sum RELATION sum                                            { $$ = build_binary(p, $2.op, $1, $3, @$); };

sum
  : term
  | addition term                                               { $$ = build_sign(p, $1, $2, @$); }
  | sum addition term                                           { $$ = build_operation(p, $2, $1, $3, @$); };

addition
  : '+'                                                         { $$ = (Operator){OP_ADD, false}; }
  | '-'                                                         { $$ = (Operator){OP_SUB, false}; }
  | ADD_ELEMENTS;

term
  : factor
  | term multiplication factor                                  { $$ = build_operation(p, $2, $1, $3, @$); };

multiplication
  : '*'                                                         { $$ = (Operator){OP_MUL, false}; }
  | MUL_ELEMENTS                                                { $$ = (Operator){OP_MUL, true}; }
  | DIVIDE;

factor
  : primary
  | primary POWER primary                                       { $$ = build_operation(p, $2, $1, $3, @$); };

primary
  : NUMBER                                                      { $$ = build_number(p, $1, @$); }
  | STRING                                                      { $$ = build_string(p, $1, @$); }
  | FALSE                                                       { $$ = build_boolean(p, false, @$); }
  | TRUE                                                        { $$ = build_boolean(p, true, @$); }
  | reference
  | reference call_arguments                                    { $$ = build_call(p, $1, $2, @$); }
  | DER call_arguments                                          { $$ = build_call_named(p, (Word){"der", @1}, $2, @$); }
  | INITIALLY call_arguments                               { $$ = build_call_named(p, (Word){"initial", @1}, $2, @$); }
  | PURE call_arguments                                       { $$ = build_call_named(p, (Word){"pure", @1}, $2, @$); }
  | '(' expression ')'                                          { $$ = $2; }
  | '(' expression ')' subscripts { $$ = $2; build_unsupported(p, @4, "a subscript of an expression in parentheses"); }
  | '[' rows ']'                                                { $$ = build_list(p, E_MATRIX, $2, NULL, @$); }
  | '{' expressions '}'                                         { $$ = build_list(p, E_ARRAY, $2, NULL, @$); }
  | '{' expression FOR iterators '}'                            { $$ = build_comprehension(p, $2, $4, @$); }
  | END_HERE                                                    { $$ = build_list(p, E_END, NULL, NULL, @$); };

rows
  : expressions                                          { $$ = NULL; PUSH($$, build_list(p, E_ARRAY, $1, NULL, @1)); }
  | rows ';' expressions                                   { $$ = $1; PUSH($$, build_list(p, E_ARRAY, $3, NULL, @3)); };

expressions
  : expression                                                  { $$ = NULL; PUSH($$, $1); }
  | expressions ',' expression                                  { $$ = $1; PUSH($$, $3); };

tuple: '(' tuple_items ')'                                      { $$ = build_list(p, E_TUPLE, $2, NULL, @$); };

tuple_items
  : opt_expression ',' opt_expression                           { $$ = NULL; PUSH($$, $1); PUSH($$, $3); }
  | tuple_items ',' opt_expression                              { $$ = $1; PUSH($$, $3); };

opt_expression: %empty { $$ = NULL; } | expression;

reference
  : parts                                                       { $$ = build_reference(p, $1, false, @$); }
  | '.' parts                                                   { $$ = build_reference(p, $2, true, @$); };

parts
  : part                                                        { $$ = NULL; PUSH($$, $1); }
  | parts '.' part                                              { $$ = $1; PUSH($$, $3); };

part: IDENT opt_subscripts                                      { $$ = (Part){$1, $2, @1}; };

opt_subscripts: %empty { $$ = NULL; } | subscripts;

subscripts: '[' subscript_list ']'                              { $$ = $2; };

subscript_list
  : subscript                                                   { $$ = NULL; PUSH($$, $1); }
  | subscript_list ',' subscript                                { $$ = $1; PUSH($$, $3); };

subscript
  : ':'                                                         { $$ = build_list(p, E_COLON, NULL, NULL, @$); }
  | expression;

call_arguments
  : '(' ')'                                                     { $$ = (Args){NULL, NULL, NULL}; }
  | '(' call_list ')'                                           { $$ = $2; }
  | '(' expression FOR iterators ')'                            { $$ = (Args){NULL, NULL, $4}; PUSH($$.arg, $2); };

call_list
  : argument_value                                          { $$ = build_positional(p, (Args){NULL, NULL, NULL}, $1); }
  | IDENT '=' argument_value                     { $$ = build_named(p, (Args){NULL, NULL, NULL}, (Word){$1, @1}, $3); }
  | call_list ',' argument_value                                { $$ = build_positional(p, $1, $3); }
  | call_list ',' IDENT '=' argument_value                      { $$ = build_named(p, $1, (Word){$3, @3}, $5); };

argument_value
  : expression
  | FUNCTION type_name call_arguments
        { $$ = build_no_condition(p, @$); build_unsupported(p, @1, "a function as an argument"); };

%%

/* Not worth telling one by one. */
static bool part_of_expression(yysymbol_kind_t kind)
{
    switch (kind) {
    case YYSYMBOL_RELATION: case YYSYMBOL_ADD_ELEMENTS: case YYSYMBOL_MUL_ELEMENTS: case YYSYMBOL_DIVIDE:
    case YYSYMBOL_POWER: case YYSYMBOL_AND: case YYSYMBOL_OR: case YYSYMBOL_STRING: case YYSYMBOL_ANNOTATION:
        return true;
    default:
        return kind == YYTRANSLATE('+') || kind == YYTRANSLATE('-') || kind == YYTRANSLATE('*')
            || kind == YYTRANSLATE('.') || kind == YYTRANSLATE('[') || kind == YYTRANSLATE('(')
            || kind == YYTRANSLATE(':');
    }
}

/* What could stand in place of the unexpected token, sorted into what a message can say. */
static int yyreport_syntax_error(const yypcontext_t *context, Parser *p)
{
    yysymbol_kind_t kind[YYNTOKENS];
    int n = yypcontext_expected_tokens(context, kind, YYNTOKENS);
    Expected e = {.token = NULL};
    for (int i = 0; i < n; i++) {
        switch (kind[i]) {
        case YYSYMBOL_NUMBER:    e.expression = true; break;
        case YYSYMBOL_IMPORT:    e.element = true; break;
        case YYSYMBOL_DIVIDE:    e.operation = true; break;
        case YYSYMBOL_IDENT:     e.name = true; break;
        default:
            e.semicolon |= kind[i] == YYTRANSLATE(';');
            e.closer |= kind[i] == YYTRANSLATE(')') || kind[i] == YYTRANSLATE(']') || kind[i] == YYTRANSLATE('}');
            break;
        }
        if (!part_of_expression(kind[i]) && kind[i] != (p->algorithm ? YYTRANSLATE('=') : YYSYMBOL_ASSIGN))
            vec_push(&p->d->pass, e.token, yysymbol_name(kind[i]));
    }
    syntax_error(p, &e);
    return 0;
}

/* Syntax errors go the way above: what is left is the stack's limit. */
static void yyerror(Span *at, Parser *p, const char *message) { (void)message, nested_too_deeply(p, *at); }
