---@brief
---
--- https://github.com/OWNER/privacy-lsp
---
--- Language server for Apple privacy manifests (`PrivacyInfo.xcprivacy`), purpose strings (`Info.plist`, its
--- translations and build settings), entitlements and Xcode projects.
---
--- It starts for these files only, by their names, and not for every file of the type `xml` or `json`.

-- The names in small letters; the letter case of a name does not count.
local patterns = {
  -- file-kinds.json: lua-patterns
  '%.xcprivacy$',
  '^info%.plist$',
  '%-info%.plist$',
  '^info%-.*%.plist$',
  '^infoplist%.strings$',
  '^infoplist%.xcstrings$',
  '%.entitlements$',
  '^project%.pbxproj$',
  '%.xcconfig$',
  -- file-kinds.json: end
}

-- Source code, if “filetypes” has it: then the setting “sources” is to be true as well.
local sources = { 'swift', 'objc', 'objcpp', 'c', 'cpp' }

---@type vim.lsp.Config
return {
  cmd = { 'privacy-lsp', 'serve' },
  -- file-kinds.json: lua-filetypes
  filetypes = { 'xml', 'strings', 'json', 'pbxproj', 'xcconfig' },
  -- file-kinds.json: end
  root_dir = function(bufnr, on_dir)
    local path = vim.api.nvim_buf_get_name(bufnr)
    local name = vim.fs.basename(path):lower()
    local is_binary = vim.startswith(vim.api.nvim_buf_get_lines(bufnr, 0, 1, false)[1] or '', 'bplist')
    if vim.bo[bufnr].buftype ~= '' or is_binary then
      return
    end
    local is_ours = vim.tbl_contains(sources, vim.bo[bufnr].filetype)
    for _, pattern in ipairs(patterns) do
      is_ours = is_ours or name:find(pattern) ~= nil
    end
    if is_ours then
      on_dir(vim.fs.root(path, { '.git', 'Package.swift' }) or vim.fs.dirname(path))
    end
  end,
  -- Gives the server the settings with the first request. Versions of Neovim that cannot be asked to look at the findings
  -- again would else show those of before the settings were known.
  before_init = function(params, config)
    if params.initializationOptions == nil and next(config.settings or {}) ~= nil then
      params.initializationOptions = config.settings
    end
  end,
}
