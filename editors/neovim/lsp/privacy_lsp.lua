---@brief
---
--- Language server for Apple privacy manifests (`PrivacyInfo.xcprivacy`), purpose strings (`Info.plist`, its
--- translations and build settings) and entitlements.
---
--- It starts for these files alone, not for every file of the type `xml`.

local privacy = require('privacy_lsp')

---@type vim.lsp.Config
return {
  cmd = privacy.cmd,
  filetypes = privacy.filetypes,
  root_dir = function(bufnr, on_dir)
    if privacy.wants(bufnr) then
      on_dir(privacy.root(vim.api.nvim_buf_get_name(bufnr)))
    end
  end,
  before_init = privacy.before_init,
  commands = privacy.commands,
}
