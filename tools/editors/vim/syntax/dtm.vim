" Colours of dtm, the language of dtc, and of Modelica.
if exists('b:current_syntax') | finish | endif
syntax case match
syntax keyword dtmStructure block class connector function model operator package record type enumeration automaton net
syntax keyword dtmModifier constant discrete each encapsulated expandable final flow impure inner input outer output
syntax keyword dtmModifier parameter partial protected public pure redeclare replaceable stream
syntax keyword dtmStatement algorithm annotation break connect constrainedby end equation extends external import in
syntax keyword dtmStatement initial return within
syntax keyword dtmConditional if then else elseif when elsewhen
syntax keyword dtmRepeat for while loop
syntax keyword dtmOperator and or not
syntax keyword dtmType Real Integer Boolean String StateSelect AssertionLevel switching
syntax keyword dtmBoolean true false
syntax keyword dtmConstant time
syntax keyword dtmFunction der pre edge change sample terminal reinit assert terminate noEvent smooth after age since
syntax match dtmNumber /\<\d\+\(\.\d*\)\?\([eE][-+]\?\d\+\)\?/
syntax match dtmQuoted /'\([^'\\]\|\\.\)*'/
syntax region dtmString start=/"/ skip=/\\./ end=/"/ contains=@Spell
syntax match dtmComment +//.*$+ contains=dtmTodo,@Spell
syntax region dtmComment start=+/\*+ end=+\*/+ contains=dtmTodo,@Spell
syntax keyword dtmTodo contained TODO FIXME
highlight default link dtmStructure Structure
highlight default link dtmModifier StorageClass
highlight default link dtmStatement Statement
highlight default link dtmConditional Conditional
highlight default link dtmRepeat Repeat
highlight default link dtmOperator Operator
highlight default link dtmType Type
highlight default link dtmBoolean Boolean
highlight default link dtmConstant Constant
highlight default link dtmFunction Function
highlight default link dtmNumber Number
highlight default link dtmQuoted Identifier
highlight default link dtmString String
highlight default link dtmComment Comment
highlight default link dtmTodo Todo
syntax sync fromstart
let b:current_syntax = 'dtm'
