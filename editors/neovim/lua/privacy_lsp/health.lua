-- What `:checkhealth privacy_lsp` tells.
local M = {}

local function check_neovim()
  vim.health.start('Neovim')
  local version = tostring(vim.version())
  if vim.fn.has('nvim-0.11') == 1 then
    vim.health.ok('Neovim ' .. version)
  elseif vim.fn.has('nvim-0.10') == 1 then
    vim.health.ok('Neovim ' .. version .. ", where `require('privacy_lsp').setup()` starts the server")
  else
    vim.health.error('Neovim ' .. version .. ' is too old', 'Install Neovim 0.10 or later')
  end
end

local function check_server()
  vim.health.start('Server')
  local cmd = require('privacy_lsp').command()
  if not cmd then
    vim.health.info('`cmd` is a function; what it starts is not checked')
    return
  end
  if vim.fn.executable(cmd[1]) ~= 1 then
    vim.health.error(('`%s` is not a program in the PATH'):format(cmd[1]), {
      'Put the program in a folder of your PATH',
      vim.lsp.enable and "Or name it: vim.lsp.config('privacy_lsp', { cmd = { '/path/to/privacy-lsp', 'serve' } })"
        or "Or name it: require('privacy_lsp').setup({ cmd = { '/path/to/privacy-lsp', 'serve' } })",
    })
    return
  end
  local answer = vim.system({ cmd[1], '--version' }, { text = true }):wait(5000)
  local version = vim.trim(answer.stdout or '')
  if answer.code == 0 and vim.startswith(version, 'privacy-lsp ') then
    vim.health.ok(('`%s`: %s'):format(vim.fn.exepath(cmd[1]), version))
  elseif answer.code == 0 then
    vim.health.error(('`%s` is not privacy-lsp: `--version` does not print its name'):format(vim.fn.exepath(cmd[1])))
  else
    vim.health.error(('`%s --version` fails with %d'):format(cmd[1], answer.code), vim.trim(answer.stderr or ''))
  end
end

local function is_enabled()
  if vim.lsp.is_enabled then
    return vim.lsp.is_enabled('privacy_lsp')
  end
  local enabled = rawget(vim.lsp, '_enabled_configs')
  return require('privacy_lsp').is_set_up or (enabled and enabled.privacy_lsp ~= nil) or false
end

local function check_files()
  vim.health.start('Files')
  if is_enabled() then
    vim.health.ok('the server starts for privacy files')
  else
    vim.health.warn('the server does not start automatically', vim.lsp.enable
      and "Write vim.lsp.enable('privacy_lsp') in your init.lua"
      or "Write require('privacy_lsp').setup() in your init.lua")
  end
  if vim.filetype.match({ filename = '/App/PrivacyInfo.xcprivacy' }) == 'xml' then
    vim.health.ok('a privacy manifest has the file type xml')
  else
    vim.health.error('a privacy manifest does not have the file type xml', 'Another plugin sets a different one')
  end
  local clients = vim.lsp.get_clients({ name = 'privacy_lsp' })
  if #clients == 0 then
    vim.health.info('no server is running: none of the open files is a privacy file')
  end
  for _, client in ipairs(clients) do
    local names = vim.tbl_map(function(buffer) return vim.fs.basename(vim.api.nvim_buf_get_name(buffer)) end,
      vim.tbl_keys(client.attached_buffers or {}))
    vim.health.ok(('a server is running in `%s` for %s'):format(client.config.root_dir or '-', table.concat(names, ', ')))
  end
end

function M.check()
  check_neovim()
  check_server()
  check_files()
end

return M
