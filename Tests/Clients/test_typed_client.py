"""A client that is not ours: pytest-lsp, which holds every message against the protocol's types and against what
the client announced, once with the capabilities of each of several real editors."""

import asyncio
import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from documents import ASTRAL, CLEAN, DEFECTS, REASONS, apply_edits, offset, position
from wire import COMMAND, PATIENCE

EDITORS = ["neovim@v0.10.0", "neovim@v0.11.0", "emacs@v29.1", "visual-studio-code@v1.65.2"]


def place(text, at, encoding="utf-16"):
    found = position(text, at, encoding)
    return types.Position(found["line"], found["character"])


def under(text, range_, encoding):
    ends = [{"line": p.line, "character": p.character} for p in (range_.start, range_.end)]
    return text[offset(text, ends[0], encoding):offset(text, ends[1], encoding)]


@pytest_lsp.fixture(config=ClientServerConfig(server_command=COMMAND), params=EDITORS)
async def client(request, lsp_client: LanguageClient, tmp_path: pathlib.Path):
    lsp_client.project = tmp_path
    lsp_client.registered = []
    capabilities = client_capabilities(request.param)

    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams):
        lsp_client.registered += [r.method for r in params.registrations]

    lsp_client.started = await asyncio.wait_for(lsp_client.initialize_session(types.InitializeParams(
        capabilities=capabilities, process_id=os.getpid(), root_uri=tmp_path.as_uri(),
        workspace_folders=[types.WorkspaceFolder(uri=tmp_path.as_uri(), name="app")])), PATIENCE)
    yield
    await asyncio.wait_for(lsp_client.shutdown_session(), PATIENCE)


class Document:
    """A manifest that is open in the client."""

    def __init__(self, client, text):
        self.client, self.text, self.version = client, text, 1
        file = client.project / "PrivacyInfo.xcprivacy"
        file.write_text(text, newline="")
        self.uri = file.as_uri()
        encoding = client.started.capabilities.position_encoding or "utf-16"
        self.encoding = types.PositionEncodingKind(encoding).value
        self.id = types.TextDocumentIdentifier(self.uri)
        client.text_document_did_open(types.DidOpenTextDocumentParams(
            types.TextDocumentItem(self.uri, "xml", 1, text)))

    def change(self, text):
        self.text, self.version = text, self.version + 1
        self.client.diagnostics.pop(self.uri, None)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(version=self.version, uri=self.uri),
            [types.TextDocumentContentChangeWholeDocument(text)]))

    async def diagnostics(self):
        if self.client.started.capabilities.diagnostic_provider:
            report = await asyncio.wait_for(self.client.text_document_diagnostic_async(
                types.DocumentDiagnosticParams(self.id)), PATIENCE)
            assert report.kind == "full"
            assert self.uri not in self.client.diagnostics, "pushed to a client that pulls"
            return report.items
        for _ in range(int(PATIENCE * 50)):
            if self.uri in self.client.diagnostics:
                return self.client.diagnostics[self.uri]
            await asyncio.sleep(0.02)
        raise AssertionError("no diagnostics")


async def test_server_says_who_it_is(client: LanguageClient):
    assert client.started.server_info.name == "privacy-lsp"
    assert client.started.server_info.version


async def test_registers_only_what_was_announced(client: LanguageClient):
    """Diagnostics come after what the server does on `initialized`, so by then all registrations are in."""
    await Document(client, DEFECTS).diagnostics()
    workspace = client.capabilities.workspace
    announced = {types.WORKSPACE_DID_CHANGE_WATCHED_FILES: workspace.did_change_watched_files,
                 types.WORKSPACE_DID_CHANGE_CONFIGURATION: workspace.did_change_configuration,
                 types.TEXT_DOCUMENT_FORMATTING: client.capabilities.text_document.formatting,
                 types.TEXT_DOCUMENT_RANGE_FORMATTING: client.capabilities.text_document.range_formatting,
                 types.TEXT_DOCUMENT_ON_TYPE_FORMATTING: client.capabilities.text_document.on_type_formatting}
    for method in client.registered:
        assert announced[method].dynamic_registration, method


async def test_diagnostics_and_fixes(client: LanguageClient):
    document = Document(client, DEFECTS)
    found = await document.diagnostics()
    assert {d.code: under(document.text, d.range, document.encoding) for d in found} == {
        "unknown-key": "NSPrivacyTrackings", "unknown-data-type": "NSPrivacyCollectedDataTypeCrashDatas",
        "unknown-purpose": "NSPrivacyCollectedDataTypePurposeAppFunctionalty", "reason-of-another-category": "C617.1"}
    wrong = next(d for d in found if d.code == "unknown-data-type")
    actions = await client.text_document_code_action_async(types.CodeActionParams(
        document.id, wrong.range, types.CodeActionContext([wrong])))
    preferred, = [a for a in actions if a.is_preferred and a.kind == types.CodeActionKind.QuickFix]
    changes = preferred.edit.changes or {d.text_document.uri: d.edits for d in preferred.edit.document_changes}
    after = apply_edits(document.text, [{
        "range": {"start": {"line": e.range.start.line, "character": e.range.start.character},
                  "end": {"line": e.range.end.line, "character": e.range.end.character}},
        "newText": e.new_text} for e in changes[document.uri]], document.encoding)
    assert after == DEFECTS.replace("CrashDatas", "CrashData")
    document.change(after)
    assert "unknown-data-type" not in [d.code for d in await document.diagnostics()]


async def test_range_after_astral_text(client: LanguageClient):
    document = Document(client, ASTRAL)
    found, = await document.diagnostics()
    assert under(ASTRAL, found.range, document.encoding) == "C617.1"


async def test_hover(client: LanguageClient):
    document = Document(client, CLEAN)
    for word in ["CA92.1", "NSPrivacyCollectedDataTypes", "NSPrivacyAccessedAPICategoryUserDefaults"]:
        at = CLEAN.index(word)
        found = await client.text_document_hover_async(types.HoverParams(document.id, place(CLEAN, at + 2, document.encoding)))
        assert isinstance(found.contents, types.MarkupContent)
        assert under(CLEAN, found.range, document.encoding) == word
    assert await client.text_document_hover_async(types.HoverParams(document.id, place(CLEAN, 0))) is None


async def test_completion_and_resolve(client: LanguageClient):
    text = CLEAN.replace("CA92.1", "")
    document = Document(client, text)
    at = text.index("<string></string>") + len("<string>")
    result = await client.text_document_completion_async(types.CompletionParams(
        document.id, place(text, at, document.encoding)))
    items = result if isinstance(result, list) else result.items
    assert [i.label.split()[0] for i in items] == REASONS
    for item in items:
        resolved = await client.completion_item_resolve_async(item)
        assert resolved.documentation and resolved.label == item.label


async def test_every_position(client: LanguageClient):
    """All that is offered and shown anywhere in a document is of the protocol's types."""
    document = Document(client, DEFECTS)
    for at in range(0, len(DEFECTS), 11):
        here = place(DEFECTS, at, document.encoding)
        await client.text_document_hover_async(types.HoverParams(document.id, here))
        await client.text_document_completion_async(types.CompletionParams(document.id, here))
        await client.text_document_code_action_async(types.CodeActionParams(
            document.id, types.Range(here, here), types.CodeActionContext([])))
    assert client.error is None


async def test_closing_clears(client: LanguageClient):
    document = Document(client, DEFECTS)
    assert await document.diagnostics()
    client.text_document_did_close(types.DidCloseTextDocumentParams(document.id))
    if not client.started.capabilities.diagnostic_provider:
        for _ in range(int(PATIENCE * 50)):
            if not client.diagnostics[document.uri]:
                break
            await asyncio.sleep(0.02)
        assert not client.diagnostics[document.uri]
    assert client.error is None
