if vim.g.loaded_privacy_lsp then
  return
end
vim.g.loaded_privacy_lsp = true

vim.api.nvim_create_user_command('PrivacyLabel', function() require('privacy_lsp').show_label() end,
  { desc = 'Show the App Store label that this file leads to' })
vim.api.nvim_create_user_command('PrivacyRestart', function() require('privacy_lsp').restart() end,
  { desc = 'Start the server of privacy files anew' })
