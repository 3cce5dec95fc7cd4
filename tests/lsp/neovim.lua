-- What Neovim, which knows nothing of dtc but the command, gets from the server: one line for each thing that was tried,
-- "good WHAT" or "BAD WHAT: what came instead". Called as nvim --headless -u NONE -l is not there yet in 0.7: -S.
local dtc, folder, out = vim.env.DTC, vim.env.FOLDER, io.open(vim.env.OUT, "w")

local function said(good, what, instead)
  out:write(good and "good " .. what or "BAD " .. what .. ": " .. vim.inspect(instead), "\n")
  out:flush()
end

local client = vim.lsp.start_client({ cmd = { dtc, "lsp" }, root_dir = folder, name = "dtc" })
local function edit(name)
  vim.cmd("edit " .. folder .. "/" .. name)
  vim.lsp.buf_attach_client(0, client)
end

-- The cursor behind (or with `on` at the begin of) the first place of a text.
local function go(text, on)
  vim.fn.cursor(1, 1)
  vim.fn.search("\\V" .. text, on and "c" or "ce")
  if not on then vim.cmd("startinsert!") vim.fn.cursor(vim.fn.line("."), vim.fn.col(".") + 1) end
end

local function ask(method, more)
  local params = vim.lsp.util.make_position_params(0, "utf-16")
  for k, v in pairs(more or {}) do params[k] = v end
  local got = vim.lsp.buf_request_sync(0, method, params, 20000)
  if got and got[client] and got[client].error then out:write("error ", vim.inspect(got[client].error), "\n") end
  return got and got[client] and got[client].result
end

-- The diagnostic that has this text, once it comes; all of them if it does not.
local function diagnostic(text)
  local found
  vim.wait(20000, function()
    for _, d in ipairs(vim.diagnostic.get(0)) do
      if d.message:find(text, 1, true) then found = d end
    end
    return found ~= nil
  end, 20)
  return found, vim.diagnostic.get(0)
end

edit("launch.dtm")
said(vim.wait(20000, function() return vim.lsp.buf_get_clients(0)[client] ~= nil end), "attached", nil)
local start, all = diagnostic("start values taken")
said(start and #all == 1 and start.severity == vim.diagnostic.severity.INFO, "a good model has a note", all)

vim.cmd([[%s/connect(pressure.y/connect(presure.y/]])
local d, all = diagnostic("did you mean `pressure`")
said(d and d.lnum == 8 and d.col == 52 and d.end_col == 59, "a wrong name has its place", all)
vim.cmd("undo")
d, all = diagnostic("start values taken")
said(d and #all == 1, "undone", all)

local function labels(result)
  local list = {}
  for _, item in ipairs(result and (result.items or result) or {}) do table.insert(list, item.label) end
  return list
end
vim.fn.append(7, "  connect(clutch.")
vim.fn.cursor(8, 99)
vim.cmd("startinsert!")
vim.api.nvim_win_set_cursor(0, { 8, 17 })
local list = labels(ask("textDocument/completion"))
said(vim.tbl_contains(list, "flange_a") and vim.tbl_contains(list, "f_normalized"), "members of a clutch", list)
vim.cmd("undo")

dofile(vim.env.HERE .. "/neovim_more.lua")({ said = said, edit = edit, ask = ask, client = client, labels = labels, diagnostic = diagnostic })

said(vim.lsp.get_client_by_id(client) ~= nil, "the server is alive", nil)
out:close()
vim.cmd("qa!")
