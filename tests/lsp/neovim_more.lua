-- The rest of what Neovim 0.7 asks for, in a text of the library, a model of the project, and a file of the Modelica
-- Standard Library where there is one.
return function(t)
  local said, ask = t.said, t.ask

  -- The cursor on the first place of a text, and some characters on.
  local function on(text, more)
    vim.fn.cursor(1, 1)
    vim.fn.search("\\V" .. text, "c")
    vim.fn.cursor(vim.fn.line("."), vim.fn.col(".") + (more or 0))
  end
  local function lines(list)
    local at = {}
    for _, l in ipairs(list or {}) do table.insert(at, l.range.start.line) end
    table.sort(at)
    return at
  end

  on("engine(J")
  local h = ask("textDocument/hover")
  said(h and h.contents.value:find("Shaft.Inertia", 1, true), "hover of a component", h)
  on("fn_max = 800", 9)
  h = ask("textDocument/signatureHelp")
  said(h and h.signatures[1].label:find("fn_max", 1, true) and
       h.signatures[1].parameters[h.activeParameter + 1].label:find("^fn_max"), "the parameter that is being written", h)
  on("Clutch.Clutch clutch", 8)
  local d = ask("textDocument/definition")
  said(d and d.uri:find("lib/Drivetrain/Clutch.dtm", 1, true), "definition in the library", d)
  on("clutch(fn_max")
  local r = ask("textDocument/references", { context = { includeDeclaration = true } })
  said(vim.deep_equal(lines(r), { 4, 7, 8, 8 }), "references of a component", r)
  vim.lsp.buf.rename("coupling")
  vim.wait(20000, function() return vim.fn.search("coupling(fn_max", "cnw") > 0 end, 20)
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n")
  said(select(2, text:gsub("coupling", "")) == 4 and not text:find("clutch%."), "renamed", text)
  vim.cmd("undo")
  r = ask("textDocument/documentSymbol")
  said(r and r[1].name == "launch" and #r[1].children == 5, "symbols", r)

  -- what mends: the name that was meant
  vim.cmd([[%s/connect(pressure.y/connect(presure.y/]])
  d = t.diagnostic("did you mean `pressure`")
  local data = d and d.user_data.lsp
  r = d and ask("textDocument/codeAction", {
    range = { start = { line = d.lnum, character = d.col }, ["end"] = { line = d.end_lnum, character = d.end_col } },
    context = { diagnostics = { { message = d.message, data = data.data, range = {
      start = { line = d.lnum, character = d.col }, ["end"] = { line = d.end_lnum, character = d.end_col } } } } } })
  said(r and r[1], "an action for a wrong name", r)
  if r and r[1] then vim.lsp.util.apply_workspace_edit(r[1].edit, "utf-16") end
  d, r = t.diagnostic("start values taken")
  said(d and #r == 1, "mended", r)

  -- layout
  vim.cmd([[%s/J = 0.2/J   =0.2/]])
  vim.lsp.buf.formatting_sync({}, 20000)
  said(vim.fn.search("J = 0.2", "cnw") > 0 and vim.fn.search("=0.2", "cnw") == 0, "formatted", vim.fn.getline(4))

  local msl = vim.env.MSL
  if msl and vim.fn.filereadable(msl .. "/Modelica/package.mo") == 1 then
    vim.cmd("edit! " .. msl .. "/Modelica/Mechanics/Rotational/Components/Clutch.mo")
    vim.lsp.buf_attach_client(0, t.client)
    on("Modelica.Mechanics.Rotational.Interfaces.PartialCompliantWithRelativeStates", 47)
    d = ask("textDocument/definition")
    said(d and d.uri:find("Interfaces/PartialCompliantWithRelativeStates.mo", 1, true), "definition in the MSL", d)
    on("fn_max", 2)
    h = ask("textDocument/hover")
    said(h and h.contents.value:find("fn_max", 1, true) and h.contents.value:find("Unit: `N`", 1, true), "hover in the MSL", h)
    r = ask("textDocument/references", { context = { includeDeclaration = true } })
    said(r and #r >= 2, "references in the MSL", r)
    r = ask("textDocument/documentSymbol")
    said(r and r[1] and r[1].name == "Clutch", "symbols in the MSL", r)
    on("tau = ", 6)
    r = t.labels(ask("textDocument/completion"))
    said(vim.tbl_contains(r, "mue0") or #r > 20, "completion in the MSL", r)
    vim.cmd("edit! " .. vim.env.FOLDER .. "/launch.dtm")
  end
end
