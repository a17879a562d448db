-- What a user of Neovim 0.10 writes to get the server for privacy manifests, and for nothing else.
vim.filetype.add({ extension = { xcprivacy = 'xml' } })

vim.api.nvim_create_autocmd('FileType', {
  pattern = 'xml',
  callback = function(event)
    local path = vim.api.nvim_buf_get_name(event.buf)
    if not path:match('%.xcprivacy$') then
      return
    end
    vim.lsp.start({
      name = 'privacy-lsp',
      cmd = vim.split(vim.env.SERVER_COMMAND, ' '),
      root_dir = vim.fs.root(event.buf, { 'Package.swift', '.git' }) or vim.fs.dirname(path),
    }, { bufnr = event.buf })
  end,
})

-- Omni completion of Neovim 0.10 puts a line break of an item into the line as a NUL byte. Completion plugins, and later
-- versions, need none of this.
vim.api.nvim_create_autocmd('CompleteDone', {
  callback = function(event)
    local row, column = unpack(vim.api.nvim_win_get_cursor(0))
    local line = vim.api.nvim_get_current_line()
    if not line:find('\0', 1, true) then
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
