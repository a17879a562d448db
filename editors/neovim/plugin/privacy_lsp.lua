if vim.g.loaded_privacy_lsp then
  return
end
vim.g.loaded_privacy_lsp = true

vim.api.nvim_create_user_command('PrivacyLabel', function() require('privacy_lsp').show_label() end,
  { desc = 'Show the App Store label that this file leads to' })
vim.api.nvim_create_user_command('PrivacyRestart', function() require('privacy_lsp').restart() end,
  { desc = 'Start the server of privacy files anew' })

-- What the server's own command does here, for example when a code lens is run.
vim.lsp.commands['privacy-lsp.showLabel'] = function(command)
  local argument = (command.arguments or {})[1]
  local uri = type(argument) == 'table' and argument.uri or argument
  require('privacy_lsp').show_label(uri and vim.uri_to_bufnr(uri) or 0)
end

-- Neovim 0.11 and later passes over a missing program in silence; 0.10 says so by itself. Said once.
if vim.lsp.enable then
  local group = vim.api.nvim_create_augroup('privacy_lsp_missing_program', {})
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = require('privacy_lsp').filetypes,
    callback = function(event)
      local privacy = require('privacy_lsp')
      local enabled = not vim.lsp.is_enabled or vim.lsp.is_enabled(privacy.name)
      if enabled and privacy.wants(event.buf) and privacy.tell_of_missing_program() then
        vim.api.nvim_clear_autocmds({ group = group })
      end
    end,
  })
end
