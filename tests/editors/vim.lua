-- The colour of the first place of each text, by the files of Vim.
local out = io.open(vim.env.OUT, "w")
vim.cmd("filetype on | syntax on | set filetype=dtm")
local expected = {
  { "// Begin", "dtmComment" }, { "within", "dtmStatement" }, { "package", "dtmStructure" }, { "\"What is", "dtmString" },
  { "enumeration", "dtmStructure" }, { "extends", "dtmStatement" }, { "final", "dtmModifier" }, { "800", "dtmNumber" },
  { "automaton", "dtmStructure" }, { "/* a comment", "dtmComment" }, { "of two lines */", "dtmComment" }, { "if  y", "dtmConditional" },
  { "for i", "dtmRepeat" }, { "not b", "dtmOperator" }, { "Real x", "dtmType" }, { "true", "dtmBoolean" }, { "reinit", "dtmFunction" },
  { "with a text", "dtmString" },
}
for _, e in ipairs(expected) do
  vim.fn.cursor(1, 1)
  local line = vim.fn.search("\\V" .. e[1]:gsub("\\", "\\\\"):gsub("/", "\\/"), "cw")
  local group = vim.fn.synIDattr(vim.fn.synID(line, vim.fn.col("."), 1), "name")
  out:write(line > 0 and group == e[2] and "good " or "BAD ", e[1], ": ", group, "\n")
end
out:close()
vim.cmd("qa!")
