-- Which files are ours, how the server is started for them, and what it makes of them beside findings: the label.
local M = {}

M.name = 'privacy_lsp'

-- The configuration in `lsp/`, which stands alone: it says which files are ours and how the server starts.
local here = vim.fs.dirname(vim.fs.normalize(vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p')))
local config = dofile(here .. '/../../lsp/privacy_lsp.lua')
M.cmd = config.cmd
M.filetypes = config.filetypes

--- The folder of a buffer's project, nil if the server is not started for the buffer.
---@param bufnr integer
---@return string?
function M.root(bufnr)
  local root
  config.root_dir(bufnr, function(folder) root = folder end)
  return root
end

--- Whether the server is started for a buffer: it holds a file of ours, as text.
---@param bufnr integer
---@return boolean
function M.wants(bufnr)
  return M.root(bufnr) ~= nil
end

--- The client of a buffer, nil if there is none.
---@param bufnr integer
---@return vim.lsp.Client?
function M.client(bufnr)
  return vim.lsp.get_clients({ bufnr = bufnr, name = M.name })[1]
end

--- The server's command as the user has set it, nil if it is a function.
---@return string[]?
function M.command()
  local own = vim.lsp.config and vim.lsp.config[M.name]
  local cmd = own and own.cmd or M.cmd
  return type(cmd) == 'table' and cmd or nil
end

--- Says that the program is not there, if so. Neovim 0.11 and later starts nothing then, and says nothing.
---@return boolean
function M.tell_of_missing_program()
  local cmd = M.command()
  if not cmd or vim.fn.executable(cmd[1]) == 1 then
    return false
  end
  vim.notify(('privacy-lsp: program `%s` not found; see :checkhealth privacy_lsp'):format(cmd[1]), vim.log.levels.WARN)
  return true
end

--- A filter for `vim.lsp.buf.format`: in a property list with a server of ours it lets only that one answer, so that
--- one for all XML changes nothing. The server formats no other kind of file; there every client may answer.
---@param client vim.lsp.Client
---@return boolean
function M.formats(client)
  return client.name == M.name or vim.bo.filetype ~= 'xml' or M.client(0) == nil
end

-- Calls a method of a client: `client.name(…)` in Neovim 0.10, `client:name(…)` later.
local function call(client, method, ...)
  if vim.fn.has('nvim-0.11') == 1 then
    return client[method](client, ...)
  end
  return client[method](...)
end

-- Starting ------------------------------------------------------------------------------------------------------------

-- The part of `setup` for Neovim 0.10, which has no `vim.lsp.enable`.
local function start_by_hand(options)
  M.cmd = options.cmd or M.cmd
  local group = vim.api.nvim_create_augroup('privacy_lsp', {})
  local function start(bufnr)
    local root = M.root(bufnr)
    if root then
      vim.lsp.start(vim.tbl_extend('force', {
        name = M.name,
        cmd = M.cmd,
        root_dir = root,
        before_init = config.before_init,
      }, options), { bufnr = bufnr })
    end
  end
  M.start = start
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = M.filetypes,
    callback = function(event) start(event.buf) end,
  })

  -- Its own completion puts the line break of an item into the line, as a NUL byte. Completion plugins do not.
  vim.api.nvim_create_autocmd('CompleteDone', {
    group = group,
    callback = function(event)
      local row, column = unpack(vim.api.nvim_win_get_cursor(0))
      local line = vim.api.nvim_get_current_line()
      if not M.client(event.buf) or not line:find('\0', 1, true) then
        return
      end
      local before = vim.split(line:sub(1, column), '\0', { plain = true })
      vim.schedule(function()
        vim.api.nvim_buf_set_lines(event.buf, row - 1, row, false, vim.split(line, '\0', { plain = true }))
        if vim.api.nvim_get_current_buf() == event.buf then
          vim.api.nvim_win_set_cursor(0, { row + #before - 1, #before[#before] })
        end
      end)
    end,
  })
end

--- Has the server started for our files, in Neovim 0.10 as well. With 0.11 and later `vim.lsp.enable('privacy_lsp')` is
--- all that is needed.
---@param options? table what `vim.lsp.config` takes: for example `cmd`, `settings`
function M.setup(options)
  options = options or {}
  if vim.lsp.enable then
    vim.lsp.config(M.name, options)
    vim.lsp.enable(M.name)
  else
    start_by_hand(options)
  end
  M.is_set_up = true
end

--- Starts the server of a buffer anew, or starts one where there is none.
---@param bufnr? integer the current one where it is not given
function M.restart(bufnr)
  bufnr = (bufnr == nil or bufnr == 0) and vim.api.nvim_get_current_buf() or bufnr
  if not M.wants(bufnr) then
    vim.notify('privacy-lsp: this is not a privacy file', vim.log.levels.WARN)
    return
  end
  if M.tell_of_missing_program() then
    return
  end
  local old = M.client(bufnr)
  local buffers = { bufnr }
  if old then
    buffers = vim.tbl_keys(old.attached_buffers)
    call(old, 'stop')
  end
  -- A client is gone only when its process has ended; one that hangs is killed.
  local tries = 0
  local timer = assert(vim.uv.new_timer())
  timer:start(0, 50, vim.schedule_wrap(function()
    if timer:is_closing() then
      return
    end
    tries = tries + 1
    if old and vim.lsp.get_client_by_id(old.id) then
      if tries == 40 then
        call(old, 'stop', true)
      end
      return
    end
    timer:close()
    for _, buffer in ipairs(buffers) do
      if vim.api.nvim_buf_is_loaded(buffer) then
        vim.api.nvim_exec_autocmds('FileType', { buffer = buffer, modeline = false })
      end
    end
  end))
end

-- The label -----------------------------------------------------------------------------------------------------------

-- The label's buffer of each source buffer.
local labels = {}

local function fill(label, markdown)
  local lines = vim.split(vim.trim(markdown), '\n', { plain = true })
  vim.bo[label].modifiable = true
  vim.api.nvim_buf_set_lines(label, 0, -1, false, lines)
  vim.bo[label].modifiable = false
  vim.bo[label].modified = false
end

local function ask(source, label)
  local client = M.client(source)
  if not client then
    return
  end
  local params = { command = 'privacy-lsp.label', arguments = { vim.uri_from_bufnr(source) } }
  local function done(problem, result)
    if problem then
      vim.notify('privacy-lsp: ' .. problem.message, vim.log.levels.WARN)
    elseif vim.api.nvim_buf_is_valid(label) and type(result) == 'table' then
      fill(label, result.markdown or result.text or 'This file says nothing for a label.')
    end
  end
  call(client, 'request', 'workspace/executeCommand', params, done, source)
end

--- Shows the App Store label that a file leads to, in a window beside. It follows the file until its window is closed.
---@param source? integer the current buffer where it is not given
function M.show_label(source)
  source = (source == nil or source == 0) and vim.api.nvim_get_current_buf() or source
  if not M.wants(source) then
    vim.notify('privacy-lsp: this is not a privacy file', vim.log.levels.WARN)
    return
  end
  if not M.client(source) then
    if not M.tell_of_missing_program() then
      vim.notify('privacy-lsp: no server is running for this file; try :PrivacyRestart', vim.log.levels.WARN)
    end
    return
  end
  local label = labels[source]
  if not (label and vim.api.nvim_buf_is_valid(label)) then
    label = vim.api.nvim_create_buf(false, true)
    labels[source] = label
    vim.bo[label].bufhidden = 'wipe'
    vim.bo[label].filetype = 'markdown'
    vim.api.nvim_buf_set_name(label, 'privacy-label://' .. source .. '/' .. vim.fs.basename(vim.api.nvim_buf_get_name(source)))
    vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = label, desc = 'Close the label' })

    local timer = assert(vim.uv.new_timer())
    local group = vim.api.nvim_create_augroup('privacy_lsp_label_' .. label, {})
    vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI', 'TextChangedP' }, {
      group = group,
      buffer = source,
      callback = function()
        timer:start(400, 0, vim.schedule_wrap(function()
          if vim.api.nvim_buf_is_valid(label) and M.client(source) then
            ask(source, label)
          end
        end))
      end,
    })
    vim.api.nvim_create_autocmd('BufWipeout', {
      group = group,
      buffer = label,
      callback = function()
        labels[source] = nil
        timer:close()
        vim.schedule(function() pcall(vim.api.nvim_del_augroup_by_id, group) end)
      end,
    })
  end
  if vim.fn.bufwinid(label) == -1 then
    local before = vim.api.nvim_get_current_win()
    vim.cmd('rightbelow vertical sbuffer ' .. label)
    vim.wo.wrap = true
    vim.wo.linebreak = true
    vim.api.nvim_set_current_win(before)
  end
  ask(source, label)
end

return M
