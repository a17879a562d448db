if vim.g.loaded_privacy_lsp then
  return
end
vim.g.loaded_privacy_lsp = true

vim.api.nvim_create_user_command('PrivacyLabel', function() require('privacy_lsp').show_label() end,
  { desc = 'Show the App Store label that this file leads to' })
vim.api.nvim_create_user_command('PrivacyRestart', function() require('privacy_lsp').restart() end,
  { desc = 'Start the server of privacy files anew' })

-- Neovim 0.11 and later passes over a missing program in silence; 0.10 says so by itself.
if vim.lsp.enable then
  vim.api.nvim_create_autocmd('FileType', {
    pattern = 'xml',
    callback = function(event)
      local privacy = require('privacy_lsp')
      local enabled = not vim.lsp.is_enabled or vim.lsp.is_enabled(privacy.name)
      -- Said once: true removes the autocommand.
      return enabled and privacy.wants(event.buf) and privacy.tell_of_missing_program()
    end,
  })
end
