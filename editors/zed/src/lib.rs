//! Starts privacy-lsp for the languages of this extension. The server itself says everything else.

use zed_extension_api::{self as zed, settings::LspSettings, LanguageServerId, Result, Worktree};

struct PrivacyExtension;

impl zed::Extension for PrivacyExtension {
    fn new() -> Self {
        PrivacyExtension
    }

    /// The program that the settings name, or else the first `privacy-lsp` in `PATH`.
    fn language_server_command(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<zed::Command> {
        let binary = LspSettings::for_worktree(id.as_ref(), worktree)
            .ok()
            .and_then(|settings| settings.binary);
        let named = binary.as_ref().and_then(|binary| binary.path.clone());
        let command = named
            .or_else(|| worktree.which("privacy-lsp"))
            .ok_or("The program “privacy-lsp” isn’t in PATH. Install it, or set lsp.privacy-lsp.binary.path.")?;
        let args = binary
            .and_then(|binary| binary.arguments)
            .unwrap_or_else(|| vec!["serve".into()]);
        Ok(zed::Command {
            command,
            args,
            env: worktree.shell_env(),
        })
    }

    /// The member `settings` of the server’s settings in Zed, in the section that the server asks for.
    fn language_server_workspace_configuration(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<zed::serde_json::Value>> {
        let settings = LspSettings::for_worktree(id.as_ref(), worktree)?.settings;
        Ok(settings.map(|settings| zed::serde_json::json!({ "privacy-lsp": settings })))
    }
}

zed::register_extension!(PrivacyExtension);
