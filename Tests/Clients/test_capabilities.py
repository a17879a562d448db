"""Nothing is used that the client did not announce, and what is announced is used."""

import pytest

from documents import ASTRAL, CLEAN, DEFECTS, ONE_DEFECT, REASONS, apply_edits, edits_of, position, range_of, slice_of
from wire import MANIFEST_URI

TEXT = {"textDocument": {"uri": MANIFEST_URI}}
LITERALS = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source", "source.fixAll"]}},
            "isPreferredSupport": True}


def items(result):
    return result["items"] if isinstance(result, dict) else result or []


def completions(server, text, at):
    return items(server.call("textDocument/completion", {**TEXT, "position": position(text, at)}))


def hover(server, text, at):
    return server.call("textDocument/hover", {**TEXT, "position": position(text, at)})


def actions(server, text, start, end, **context):
    return server.call("textDocument/codeAction", {
        **TEXT, "range": range_of(text, start, end), "context": {"diagnostics": [], **context}})


def reasons_here(text=CLEAN):
    """A manifest whose reasons array has an empty string, and the offset within that string."""
    text = text.replace("CA92.1", "")
    return text, text.index("<string></string>") + len("<string>")


# Completion

@pytest.mark.parametrize("item", [None, {"snippetSupport": False}, {}])
def test_no_snippets_unless_announced(server, item):
    server.initialize({"textDocument": {"completion": {} if item is None else {"completionItem": item}}})
    for text in [CLEAN, ""]:
        server.open(text)
        for at in range(0, len(text) + 1, 9):
            for found in completions(server, text, at):
                assert found.get("insertTextFormat", 1) == 1, found["label"]
                assert "$0" not in str(found.get("textEdit")), found["label"]
                assert "${" not in str(found.get("textEdit")), found["label"]
        server.close_document()


def test_snippets_when_announced(server):
    server.initialize({"textDocument": {"completion": {"completionItem": {"snippetSupport": True}}}})
    text = CLEAN.replace("\t<key>NSPrivacyTracking</key>\n\t<false/>\n", "\t\n")
    server.open(text)
    found = completions(server, text, text.index("<dict>\n\t") + len("<dict>\n\t"))
    assert "NSPrivacyTracking" in " ".join(f["label"] for f in found)
    assert any(f.get("insertTextFormat") == 2 for f in found)


def test_completion_items_are_complete(session):
    text, at = reasons_here()
    session.open(text)
    found = completions(session, text, at)
    assert [f["label"].split()[0] for f in found] == REASONS
    for item in found:
        assert item["kind"]
        edit = item["textEdit"]
        assert edit["newText"] == item["label"].split()[0]
        assert slice_of(text, edit["range"]) == ""
        assert item["filterText"]
    assert [f["label"] for f in sorted(found, key=lambda f: f["sortText"])] == [f["label"] for f in found]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_completion_replaces_what_is_there(server, encoding):
    server.initialize(encodings=[encoding])
    text = ASTRAL.replace("C617.1", "CA9")
    at = text.index("CA9") + 3
    server.open(text)
    found = items(server.call("textDocument/completion", {**TEXT, "position": position(text, at, encoding)}))
    item = next(f for f in found if f["label"].startswith("CA92.1"))
    after = apply_edits(text, [item["textEdit"]], encoding)
    assert after == ASTRAL.replace("C617.1", "CA92.1")


def test_items_of_one_list_start_at_one_place(session):
    """Some editors take the start of the first item for all of them."""
    session.open(DEFECTS)
    for at in range(0, len(DEFECTS), 5):
        starts = {(e["range"]["start"]["line"], e["range"]["start"]["character"])
                  for e in (f["textEdit"] for f in completions(session, DEFECTS, at))}
        assert len(starts) <= 1, position(DEFECTS, at)


def test_edits_of_completion_touch_the_cursor(session):
    """The protocol wants the range on one line, with the cursor in it."""
    session.open(DEFECTS)
    for at in range(0, len(DEFECTS), 5):
        place = position(DEFECTS, at)
        for found in completions(session, DEFECTS, at):
            start, end = found["textEdit"]["range"]["start"], found["textEdit"]["range"]["end"]
            assert start["line"] == end["line"] == place["line"], found["label"]
            assert start["character"] <= place["character"] <= end["character"], found["label"]


@pytest.mark.parametrize("insert_replace", [False, True])
def test_insert_and_replace_only_when_announced(server, insert_replace):
    server.initialize({"textDocument": {"completion": {"completionItem": {"insertReplaceSupport": insert_replace}}}})
    text = ONE_DEFECT
    server.open(text)
    found = completions(server, text, text.index("C617.1") + 2)
    assert found
    if not insert_replace:
        assert all("range" in f["textEdit"] for f in found)


def test_label_details_only_when_announced(session):
    text, at = reasons_here()
    session.open(text)
    assert all("labelDetails" not in f for f in completions(session, text, at))


@pytest.mark.parametrize("formats, kind", [(["plaintext"], "plaintext"), (["markdown", "plaintext"], "markdown"),
                                           (["markdown"], "markdown"), (["plaintext", "markdown"], "plaintext")])
def test_resolve_documents_in_the_clients_format(server, formats, kind):
    server.initialize({"textDocument": {"completion": {"completionItem": {
        "documentationFormat": formats, "resolveSupport": {"properties": ["documentation"]}}}}})
    text, at = reasons_here()
    server.open(text)
    for item in completions(server, text, at):
        resolved = server.call("completionItem/resolve", item)
        assert {k: v for k, v in resolved.items() if k != "documentation"} == {
            k: v for k, v in item.items() if k != "documentation"}
        documentation = resolved["documentation"]
        if isinstance(documentation, str):
            assert kind == "plaintext" and documentation
        else:
            assert documentation["kind"] == kind and documentation["value"]


def test_resolve_of_what_was_never_sent(session):
    """An item with no data, or another's, comes back; nothing breaks."""
    for item in [{"label": "x"}, {"label": "x", "data": None}, {"label": "x", "data": {"a": [1]}},
                 {"label": "x", "data": -1}, {"label": "x", "data": "unknown"}]:
        response = session.response(session.request("completionItem/resolve", item))
        assert response.get("result", {}).get("label") == "x" or response["error"]["code"] == -32602


# Hover

@pytest.mark.parametrize("formats, kind", [(["plaintext"], "plaintext"), (["markdown"], "markdown"),
                                           (["plaintext", "markdown"], "plaintext"),
                                           (["markdown", "plaintext"], "markdown"), (None, "plaintext"),
                                           ([], "plaintext")])
def test_hover_format(server, formats, kind):
    server.initialize({"textDocument": {"hover": {} if formats is None else {"contentFormat": formats}}})
    server.open(CLEAN)
    for word in ["NSPrivacyTracking<", "CA92.1", "NSPrivacyAccessedAPICategoryUserDefaults",
                 "NSPrivacyCollectedDataTypeCrashData", "NSPrivacyCollectedDataTypePurposeAppFunctionality"]:
        contents = hover(server, CLEAN, CLEAN.index(word) + 3)["contents"]
        if isinstance(contents, str):
            contents = {"kind": "plaintext", "value": contents}
        assert contents["kind"] == kind, word
        assert len(contents["value"].splitlines()[0]) <= 120, "a short first line"
        if kind == "plaintext":
            for mark in ["**", "](", "`", "### "]:
                assert mark not in contents["value"], word


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_hover_range(server, encoding):
    server.initialize(encodings=[encoding])
    server.open(ASTRAL)
    at = ASTRAL.index("C617.1")
    found = server.call("textDocument/hover", {**TEXT, "position": position(ASTRAL, at + 3, encoding)})
    assert slice_of(ASTRAL, found["range"], encoding) == "C617.1"


def test_hover_where_there_is_nothing(session):
    session.open(CLEAN)
    assert hover(session, CLEAN, 0) is None
    assert hover(session, CLEAN, CLEAN.index("</plist>") + 4) is None


# Diagnostics

@pytest.mark.parametrize("announced", [False, True])
def test_extras_of_diagnostics(server, announced):
    text = CLEAN.replace("\t\t\t\t<string>CA92.1</string>", "\t\t\t\t<string>CA92.1</string>\n\t\t\t\t<string>CA92.1</string>")
    server.initialize({"textDocument": {"publishDiagnostics": {
        "relatedInformation": announced, "codeDescriptionSupport": announced,
        **({"tagSupport": {"valueSet": [1, 2]}} if announced else {})}}})
    server.open(text)
    found = server.diagnostics()
    assert len(found) == 1, found
    assert slice_of(text, found[0]["range"]) == "CA92.1" and found[0]["range"]["start"]["line"] == position(
        text, text.rindex("CA92.1"))["line"]
    related = found[0].get("relatedInformation")
    if announced:
        assert [slice_of(text, r["location"]["range"]) for r in related] == ["CA92.1"]
        assert related[0]["location"]["uri"] == MANIFEST_URI
        assert found[0]["codeDescription"]["href"].startswith("http")
    else:
        assert related is None and "codeDescription" not in found[0] and "tags" not in found[0]


def test_a_diagnostic_is_complete(session):
    session.open(DEFECTS)
    found = session.diagnostics()
    expected = {"unknown-key": "NSPrivacyTrackings", "unknown-data-type": "NSPrivacyCollectedDataTypeCrashDatas",
                "unknown-purpose": "NSPrivacyCollectedDataTypePurposeAppFunctionalty",
                "reason-of-another-category": "C617.1"}
    assert {d["code"]: slice_of(DEFECTS, d["range"]) for d in found} == expected
    assert len(found) == len(expected)
    for diagnostic in found:
        assert diagnostic["severity"] == 1 and diagnostic["source"] == "privacy-lsp" and diagnostic["message"]


# Code actions

def test_code_action_fixes_the_finding(server):
    server.initialize({"textDocument": {"codeAction": LITERALS, "publishDiagnostics": {"versionSupport": True}}})
    server.open(DEFECTS)
    at = DEFECTS.index("NSPrivacyTrackings")
    diagnostic = next(d for d in server.diagnostics() if d["code"] == "unknown-key")
    found = actions(server, DEFECTS, at + 3, at + 3)
    preferred = [a for a in found if a.get("isPreferred")]
    assert len(preferred) == 1 and preferred[0]["kind"] == "quickfix"
    assert [d["code"] for d in preferred[0]["diagnostics"]] == ["unknown-key"]
    assert preferred[0]["diagnostics"][0]["range"] == diagnostic["range"]
    after = apply_edits(DEFECTS, edits_of(preferred[0]["edit"], MANIFEST_URI))
    assert after == DEFECTS.replace("NSPrivacyTrackings", "NSPrivacyTracking")
    server.change([{"text": after}], 2)
    assert "unknown-key" not in [d["code"] for d in server.diagnostics(version=2)]


@pytest.mark.parametrize("document_changes", [False, True])
def test_workspace_edit_in_the_announced_form(server, document_changes):
    server.initialize({"workspace": {"workspaceEdit": {"documentChanges": document_changes}},
                       "textDocument": {"codeAction": LITERALS}})
    server.open(DEFECTS, version=4)
    found = actions(server, DEFECTS, 0, len(DEFECTS))
    assert found
    for action in found:
        assert ("documentChanges" in action["edit"]) == document_changes
        assert ("changes" in action["edit"]) != document_changes
        if document_changes:
            assert action["edit"]["documentChanges"][0]["textDocument"] == {"uri": MANIFEST_URI, "version": 4}


def test_no_code_action_literals_unless_announced(server):
    server.initialize()
    server.open(DEFECTS)
    for action in actions(server, DEFECTS, 0, len(DEFECTS)) or []:
        assert isinstance(action.get("command"), str), "a literal, sent to a client that takes commands only"


@pytest.mark.parametrize("only, kinds", [
    (["quickfix"], {"quickfix"}), (["refactor"], {"refactor.rewrite"}), (["source.fixAll"], {"source.fixAll.privacy-lsp"}),
    (["source.fixAll.privacy-lsp"], {"source.fixAll.privacy-lsp"}), (["source.fixAll.other"], set()),
    (["source"], {"source.fixAll.privacy-lsp"}), (["source.organizeImports"], set()),
    (["quickfix", "source.fixAll"], {"quickfix", "source.fixAll.privacy-lsp"}),
])
def test_only_kinds_asked_for(server, only, kinds):
    server.initialize({"textDocument": {"codeAction": LITERALS}})
    server.open(DEFECTS)
    assert {a["kind"] for a in actions(server, DEFECTS, 0, len(DEFECTS), only=only) or []} == kinds


def test_code_actions_of_the_lines_of_the_range(server):
    """Editors send the cursor, the selection or the diagnostic: all of it on one line gives the same."""
    server.initialize({"textDocument": {"codeAction": LITERALS}})
    server.open(DEFECTS)
    at = DEFECTS.index("CrashDatas")
    line = DEFECTS.rindex("\n", 0, at) + 1
    titles = [[a["title"] for a in actions(server, DEFECTS, *r, only=["quickfix"])]
              for r in [(at, at), (line, line), (line, DEFECTS.index("\n", at)), (at, at + 3)]]
    assert titles[0] and all(t == titles[0] for t in titles)


def test_fix_all_leaves_no_safe_fix_and_no_comment_out(server):
    server.initialize({"textDocument": {"codeAction": LITERALS, "publishDiagnostics": {"versionSupport": True}}})
    text = DEFECTS.replace("<dict>\n", "<dict>\n\t<!-- kept -->\n", 1)
    server.open(text)
    action, = actions(server, text, 0, 0, only=["source.fixAll"])
    after = apply_edits(text, edits_of(action["edit"], MANIFEST_URI))
    assert after == text.replace("NSPrivacyTrackings", "NSPrivacyTracking").replace("CrashDatas", "CrashData").replace(
        "PurposeAppFunctionalty<", "PurposeAppFunctionality<")
    server.change([{"text": after}], 2)
    assert [d["code"] for d in server.diagnostics(version=2)] == ["reason-of-another-category"]


def test_nothing_to_fix_in_a_clean_document(server):
    server.initialize({"textDocument": {"codeAction": LITERALS}})
    server.open(CLEAN)
    for only in ["quickfix", "source.fixAll"]:
        assert actions(server, CLEAN, 0, len(CLEAN), only=[only]) in (None, [])
    # What a manifest may get as a whole is offered all the same.
    assert {a["kind"] for a in actions(server, CLEAN, 0, len(CLEAN))} == {"refactor.rewrite"}


LATE = {**LITERALS, "dataSupport": True, "resolveSupport": {"properties": ["edit"]}}
STOPS = {"workspaceEdit": {"documentChanges": True, "snippetEditSupport": True}}


@pytest.mark.parametrize("workspace", [{}, {"workspaceEdit": {"documentChanges": True}}, {
    "workspaceEdit": {"snippetEditSupport": True}}])
def test_no_snippet_edits_unless_announced(server, workspace):
    server.initialize({"workspace": workspace, "textDocument": {"codeAction": LITERALS}})
    server.open(CLEAN)
    for at in range(0, len(CLEAN) + 1, 9):
        for action in actions(server, CLEAN, at, at):
            assert action["edit"] and "snippet" not in str(action["edit"]) and "${" not in str(action), action["title"]


def test_snippet_edits_when_announced(server):
    server.initialize({"workspace": STOPS, "textDocument": {"codeAction": LITERALS}})
    server.open(CLEAN)
    at = CLEAN.index("CrashData")
    action = next(a for a in actions(server, CLEAN, at, at, only=["refactor"]) if a["title"] == "Declare purpose…")
    edit, = action["edit"]["documentChanges"][0]["edits"]
    assert edit["snippet"]["kind"] == "snippet" and "newText" not in edit
    assert "<string>${1|…,NSPrivacyCollectedDataTypePurpose" in edit["snippet"]["value"]


def test_edits_are_resolved_for_clients_that_ask(server):
    capabilities = server.initialize({"textDocument": {"codeAction": LATE}})["capabilities"]
    assert capabilities["codeActionProvider"]["resolveProvider"] is True
    server.open(CLEAN)
    at = CLEAN.index("CrashData")
    action = next(a for a in actions(server, CLEAN, at, at, only=["refactor"]) if a["title"] == "Mark as linked")
    assert "edit" not in action and action["data"]
    resolved = server.call("codeAction/resolve", action)
    assert {**action, "edit": resolved["edit"]} == resolved
    assert apply_edits(CLEAN, edits_of(resolved["edit"], MANIFEST_URI)) == CLEAN.replace(
        "Linked</key>\n\t\t\t<false/>", "Linked</key>\n\t\t\t<true/>")


def test_a_finding_is_ignored_with_a_reason(server):
    server.initialize({"textDocument": {"codeAction": LITERALS, "publishDiagnostics": {"versionSupport": True}}})
    server.open(ONE_DEFECT)
    at = ONE_DEFECT.index("C617.1")
    last = actions(server, ONE_DEFECT, at, at, only=["quickfix"])[-1]
    assert last["title"] == "Ignore this finding (reason-of-another-category): reason…" and "isPreferred" not in last
    after = apply_edits(ONE_DEFECT, edits_of(last["edit"], MANIFEST_URI))
    assert "\t\t\t\t<!-- privacy-lsp:ignore reason-of-another-category: … -->\n\t\t\t\t<string>C617.1" in after
    server.change([{"text": after}], 2)
    assert {d["code"] for d in server.diagnostics(version=2)} == {"reason-of-another-category", "suppression"}
    server.change([{"text": after.replace("…", "moved with the SDK")}], 3)
    assert server.diagnostics(version=3) == []


# Configuration

def test_configuration_changes_a_severity(session):
    session.open(ONE_DEFECT)
    assert [d["severity"] for d in session.diagnostics(version=1)] == [1]
    count = len(session.pushed(MANIFEST_URI))
    session.notify("workspace/didChangeConfiguration", {"settings": {"privacy-lsp": {
        "severity": {"reason-of-another-category": "hint"}}}})
    session.wait_for(lambda m: len(session.pushed(MANIFEST_URI)) > count, "a new push")
    assert [d["severity"] for d in session.pushed(MANIFEST_URI)[-1]["diagnostics"]] == [4]
    session.notify("workspace/didChangeConfiguration", {"settings": {"privacy-lsp": {
        "severity": {"reason-of-another-category": "off"}}}})
    session.wait_for(lambda m: len(session.pushed(MANIFEST_URI)) > count + 1, "a new push")
    assert session.pushed(MANIFEST_URI)[-1]["diagnostics"] == []


@pytest.mark.parametrize("settings", [None, [], 5, {"privacy-lsp": None}, {"privacy-lsp": {"severity": 7}},
                                      {"privacy-lsp": {"severity": {"no-such-rule": "hint"}}},
                                      {"privacy-lsp": {"severity": {"unknown-key": "loud"}}}, {"other": {}}], ids=repr)
def test_odd_configuration_is_survived(session, settings):
    session.notify("workspace/didChangeConfiguration", {"settings": settings})
    session.open(ONE_DEFECT)
    assert [d["code"] for d in session.diagnostics()] == ["reason-of-another-category"]
    session.settle()


def test_configuration_is_asked_for_only_when_announced(server):
    server.initialize({"workspace": {"configuration": True}})
    server.open(ONE_DEFECT)
    server.diagnostics()
    server.settle()
    for request in server.requests_of_server:
        assert request["method"] in ("workspace/configuration", "client/registerCapability")
        if request["method"] == "workspace/configuration":
            assert {i.get("section") for i in request["params"]["items"]} == {"privacy-lsp"}


def test_dynamic_registration_only_of_what_was_announced(server):
    server.initialize({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}})
    server.settle()
    for request in server.requests_of_server:
        assert request["method"] == "client/registerCapability"
        assert {r["method"] for r in request["params"]["registrations"]} == {"workspace/didChangeWatchedFiles"}
