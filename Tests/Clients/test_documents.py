"""Documents over time: edits in every encoding, odd positions, large texts, pushed and pulled diagnostics."""

import json
import random
import time

import pytest

from documents import (ASTRAL, CLEAN, DEFECTS, HEAD, ONE_DEFECT, line_starts, offset, position, range_of, slice_of)
from wire import INVALID_PARAMS, MANIFEST_URI

ENCODINGS = ["utf-8", "utf-16", "utf-32"]
VERSIONS = {"textDocument": {"publishDiagnostics": {"versionSupport": True}}}
PULL = {"textDocument": {"diagnostic": {"dynamicRegistration": False}}}
TEXT = {"textDocument": {"uri": MANIFEST_URI}}


def codes(diagnostics):
    return sorted(d["code"] for d in diagnostics)


def without_uri(diagnostics, uri):
    """The diagnostics as values that do not name their document, in one order."""
    return sorted(json.dumps(d, sort_keys=True).replace(uri, "URI") for d in diagnostics)


# Open, change, close

def test_open_change_close(session):
    session.open(ONE_DEFECT, version=7)
    assert codes(session.diagnostics(version=7)) == ["reason-of-another-category"]
    session.change([{"text": CLEAN}], 8)
    assert session.diagnostics(version=8) == []
    at = CLEAN.index("CA92.1")
    session.change([{"range": range_of(CLEAN, at, at + 6), "text": "C617.1"}], 12)
    found = session.diagnostics(version=12)
    assert codes(found) == ["reason-of-another-category"]
    assert slice_of(ONE_DEFECT, found[0]["range"]) == "C617.1"
    before = len(session.pushed(MANIFEST_URI))
    session.close_document()
    session.settle()
    session.wait_for(lambda m: len(session.pushed(MANIFEST_URI)) > before, "the clearing push")
    assert session.pushed(MANIFEST_URI)[-1]["diagnostics"] == []


def test_several_changes_in_one_notification_build_on_each_other(session):
    session.open("", version=1)
    changes, text = [], ""
    for line in ONE_DEFECT.splitlines(keepends=True):
        end = position(text, len(text))
        changes.append({"range": {"start": end, "end": end}, "text": line})
        text += line
    session.change(changes, 2)
    assert codes(session.diagnostics(version=2)) == ["reason-of-another-category"]


def test_deprecated_range_length_is_ignored(session):
    session.open(CLEAN)
    at = CLEAN.index("CA92.1")
    session.change([{"range": range_of(CLEAN, at, at + 6), "rangeLength": 99, "text": "C617.1"}], 2)
    assert codes(session.diagnostics(version=2)) == ["reason-of-another-category"]


def test_full_and_ranged_changes_mix(session):
    session.open("x")
    at = CLEAN.index("CA92.1")
    session.change([{"text": CLEAN}, {"range": range_of(CLEAN, at, at + 6), "text": "C617.1"}], 2)
    assert codes(session.diagnostics(version=2)) == ["reason-of-another-category"]
    session.change([{"range": range_of(CLEAN, at, at + 1), "text": "x"}, {"text": CLEAN}], 3)
    assert session.diagnostics(version=3) == []


def test_change_of_an_unopened_document(session):
    session.change([{"text": ONE_DEFECT}], 2, uri="file:///projects/other/PrivacyInfo.xcprivacy")
    session.close_document("file:///projects/other/PrivacyInfo.xcprivacy")
    session.open(ONE_DEFECT)
    assert codes(session.diagnostics()) == ["reason-of-another-category"]


def test_open_twice_takes_the_newer_text(session):
    session.open(ONE_DEFECT, version=1)
    session.diagnostics(version=1)
    session.open(CLEAN, version=5)
    assert session.diagnostics(version=5) == []


def test_reopen_after_close(session):
    session.open(ONE_DEFECT, version=3)
    session.diagnostics(version=3)
    session.close_document()
    session.open(CLEAN, version=1)
    assert session.diagnostics(version=1) == []


def test_requests_for_a_document_that_is_not_open(session):
    """Answered: with nothing, or with an error."""
    place = {"position": {"line": 0, "character": 0}}
    for method, more in [("textDocument/hover", place), ("textDocument/completion", place),
                         ("textDocument/codeAction", {"range": {"start": place["position"], "end": place["position"]},
                                                      "context": {"diagnostics": []}})]:
        response = session.response(session.request(method, {**TEXT, **more}))
        assert "error" in response or response["result"] in (None, [], {"isIncomplete": False, "items": []})


@pytest.mark.parametrize("uri", [
    "file:///projects/app/PrivacyInfo.xcprivacy", "file:///projects/My%20App/PrivacyInfo.xcprivacy",
    "file:///c%3A/App/PrivacyInfo.xcprivacy", "file:///c:/App/PrivacyInfo.xcprivacy",
    "untitled:PrivacyInfo.xcprivacy", "git:/app/PrivacyInfo.xcprivacy?ref=HEAD",
    "file:///%D0%BF%D1%83%D1%82%D1%8C/PrivacyInfo.xcprivacy", "file:///путь/PrivacyInfo.xcprivacy",
    "vscode-remote://ssh-remote%2Bhost/app/PrivacyInfo.xcprivacy", "FILE:///projects/app/PrivacyInfo.xcprivacy",
    "file://localhost/projects/app/PrivacyInfo.xcprivacy", "file:///bad%zzescape/PrivacyInfo.xcprivacy",
])
def test_diagnostics_come_under_the_uri_the_client_sent(session, uri):
    session.open(ONE_DEFECT, uri=uri)
    assert codes(session.diagnostics(uri)) == ["reason-of-another-category"]
    assert {p["uri"] for p in session.pushed()} == {uri}


@pytest.mark.parametrize("language", ["xml", "plist", "xcprivacy", "swift", ""])
def test_a_manifest_is_known_by_its_name(session, language):
    session.open(ONE_DEFECT, language=language)
    assert codes(session.diagnostics()) == ["reason-of-another-category"]


@pytest.mark.parametrize("uri", ["file:///projects/app/Other.xml", "file:///projects/app/main.swift", "untitled:Untitled-1",
                                 "file:///projects/PrivacyInfo.xcprivacy/notes.txt"])
def test_other_files_get_nothing(session, uri):
    session.open(ONE_DEFECT, uri=uri)
    place = {"textDocument": {"uri": uri}, "position": {"line": 5, "character": 8}}
    for method in ["textDocument/hover", "textDocument/completion"]:
        assert session.call(method, place) in (None, [], {"isIncomplete": False, "items": []})
    session.settle()
    assert [p for p in session.pushed(uri) if p["diagnostics"]] == []


# Positions

@pytest.mark.parametrize("encodings, chosen", [
    (["utf-8"], "utf-8"), (["utf-16"], "utf-16"), (["utf-32"], "utf-32"), (["utf-8", "utf-16"], "utf-8"),
    (["utf-32", "utf-8", "utf-16"], "utf-32"), (["utf-16", "utf-8"], "utf-16"), (["ebcdic", "utf-32"], "utf-32"),
    (["ebcdic"], "utf-16"), ([], "utf-16"), (None, "utf-16"),
])
def test_position_encoding(server, encodings, chosen):
    """The first of the client's list that the server knows; UTF-16 where there is none."""
    capabilities = server.initialize(VERSIONS, encodings=encodings)["capabilities"]
    assert capabilities.get("positionEncoding", "utf-16") == chosen
    server.open(ASTRAL)
    found = server.diagnostics()
    assert codes(found) == ["reason-of-another-category"]
    assert found[0]["range"] == range_of(ASTRAL, ASTRAL.index("C617.1"), ASTRAL.index("C617.1") + 6, chosen)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_line_ends(server, encoding, end):
    server.initialize(VERSIONS, encodings=[encoding])
    text = ASTRAL.replace("\n", end)
    server.open(text)
    found = server.diagnostics()
    assert [slice_of(text, d["range"], encoding) for d in found] == ["C617.1"]
    at = text.index("C617.1")
    server.change([{"range": range_of(text, at, at + 6, encoding), "text": "CA92.1"}], 2)
    assert server.diagnostics(version=2) == []


BIG = 2147483647


@pytest.mark.parametrize("line, character", [
    (0, BIG), (BIG, 0), (BIG, BIG), (BIG - 1, BIG - 1), (5, 10_000), (10_000, 5), (0, 4000), (3, 65536), (9999, 0),
])
def test_positions_past_the_end_are_clamped(session, line, character):
    session.open(ONE_DEFECT)
    place = {"line": line, "character": character}
    session.call("textDocument/hover", {**TEXT, "position": place})
    session.call("textDocument/completion", {**TEXT, "position": place})
    session.call("textDocument/codeAction", {**TEXT, "range": {"start": place, "end": place},
                                             "context": {"diagnostics": []}})
    session.change([{"range": {"start": place, "end": place}, "text": ""}], 2)
    assert codes(session.diagnostics(version=2)) == ["reason-of-another-category"]


@pytest.mark.parametrize("line, character", [(BIG, 0), (BIG, BIG), (10_000, 3), (len(line_starts(CLEAN)) - 1, BIG)])
def test_insertion_past_the_end_goes_to_the_end(session, line, character):
    cut = CLEAN.index("</plist>")
    session.open(CLEAN[:cut])
    place = {"line": line, "character": character}
    session.change([{"range": {"start": place, "end": place}, "text": CLEAN[cut:]}], 2)
    assert session.diagnostics(version=2) == []


def test_insertion_past_the_end_of_a_line_goes_before_its_line_end(session):
    text = CLEAN.replace("\n", "\r\n")
    session.open(text)
    line = position(text, text.index("CA92.1"))["line"]
    place = {"line": line, "character": 10_000}
    session.change([{"range": {"start": place, "end": place}, "text": "<string>C617.1</string>"}], 2)
    found = session.diagnostics(version=2)
    assert codes(found) == ["reason-of-another-category"]
    assert found[0]["range"]["start"]["line"] == line


@pytest.mark.parametrize("place", [
    {"line": -1, "character": 0}, {"line": 0, "character": -1}, {"line": -2147483648, "character": -2147483648},
    {"line": 2147483648, "character": 4294967295}, {"line": 4294967296, "character": 0},
    {"line": 9223372036854775807, "character": 9223372036854775807},
    {"line": 18446744073709551616, "character": 99999999999999999999999},
    {"line": 0.5, "character": 1}, {"line": 1e300, "character": 1e300},
], ids=repr)
def test_positions_that_are_no_positions(session, place):
    """Taken to the nearest place, or refused as invalid; an edit is then applied or dropped. Never more than that."""
    session.open(ONE_DEFECT)
    for method in ["textDocument/hover", "textDocument/completion"]:
        assert session.error_code(method, {**TEXT, "position": place}) in (None, INVALID_PARAMS)
    assert session.error_code("textDocument/codeAction", {
        **TEXT, "range": {"start": place, "end": place}, "context": {"diagnostics": []}}) in (None, INVALID_PARAMS)
    session.change([{"range": {"start": place, "end": place}, "text": ""}], 2)
    session.change([{"text": CLEAN}], 3)
    assert session.diagnostics(version=3) == []


def test_inverted_ranges(session):
    session.open(ONE_DEFECT)
    at = ONE_DEFECT.index("C617.1")
    forward = range_of(ONE_DEFECT, at, at + 6)
    inverted = {"start": forward["end"], "end": forward["start"]}
    actions = [session.call("textDocument/codeAction", {**TEXT, "range": r, "context": {"diagnostics": []}})
               for r in (forward, inverted)]
    assert actions[0] == actions[1]
    session.change([{"range": inverted, "text": "CA92.1"}], 2)
    session.diagnostics(version=2)
    session.change([{"range": {"start": {"line": 30, "character": 0}, "end": {"line": 0, "character": 0}},
                     "text": ""}], 3)
    session.diagnostics(version=3)
    session.change([{"text": ONE_DEFECT}], 4)
    assert codes(session.diagnostics(version=4)) == ["reason-of-another-category"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_positions_within_a_character(server, encoding):
    server.initialize(VERSIONS, encodings=[encoding])
    server.open(ASTRAL)
    line = position(ASTRAL, ASTRAL.index("C617.1"))["line"]
    for character in range(0, 70):
        server.at("textDocument/hover", line, character)
        server.at("textDocument/completion", line, character)
        place = {"line": line, "character": character}
        server.change([{"range": {"start": place, "end": place}, "text": ""}], 2 + character)
    assert codes(server.diagnostics(version=71)) == ["reason-of-another-category"]


def test_every_position_of_a_document_is_answered(session):
    text = DEFECTS.replace("<false/>", "<false/><!-- 😀 -->", 1)
    session.open(text)
    ids = []
    for number, line in enumerate(text.split("\n")):
        for character in range(0, len(line) + 2, 2):
            for method in ["textDocument/hover", "textDocument/completion"]:
                ids.append(session.request(method, {**TEXT, "position": {"line": number, "character": character}}))
    for id in ids:
        assert "result" in session.response(id)


# Many edits

PIECES = ["<", ">", "&", "&amp;", "é", "漢", "😀", "👩‍👩‍👧", "\n", "\r\n", "\r", "\t", " ", "<!-- ", " -->", "<dict>", "</dict>", "<key>",
          "</key>", "<string>", "</string>", "<array/>", "<true/>", "C617.1", "CA92.1", "NSPrivacyTracking",
          "NSPrivacyCollectedDataTypeName", "\"", "]]>", "<![CDATA[", "\u0000", "\u2028", "\ufeff", "𝒳"]


def places(text):
    """The offsets that a client can name: all but those within CRLF."""
    return [i for i in range(len(text) + 1) if not (0 < i < len(text) and text[i - 1:i + 1] == "\r\n")]


def random_change(rng, text, encoding):
    """One edit of a client, and the text after it."""
    known = places(text)
    a = rng.choice(known)
    b = a if rng.random() < 0.5 else min((p for p in known if p >= a + rng.randint(0, 12)), default=known[-1])
    new = "".join(rng.choice(PIECES) for _ in range(rng.randint(0, 3)))
    return {"range": range_of(text, a, b, encoding), "text": new}, text[:a] + new + text[b:]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_random_edits_end_as_a_fresh_open(server, encoding, end):
    server.initialize(VERSIONS, encodings=[encoding])
    rng = random.Random(f"{encoding}{end!r}")
    version = 1
    for round in range(6):
        text = (ASTRAL if round % 2 else DEFECTS).replace("\n", end)
        uri = f"file:///edited{round}/PrivacyInfo.xcprivacy"
        server.open(text, uri=uri, version=version)
        for step in range(25):
            changes = []
            for _ in range(rng.randint(1, 3)):
                change, text = random_change(rng, text, encoding)
                changes.append(change)
            version += 1
            server.change(changes, version, uri=uri)
            if step % 6 == 5:
                fresh = f"file:///fresh{round}-{step}/PrivacyInfo.xcprivacy"
                server.open(text, uri=fresh, version=version)
                edited = without_uri(server.diagnostics(uri, version), uri)
                assert edited == without_uri(server.diagnostics(fresh, version), fresh), (round, step, text)
                server.close_document(fresh)
        server.close_document(uri)


def test_ten_thousand_quick_edits(session):
    """Whatever is left out on the way, the last text's diagnostics come, and nothing older comes after them."""
    session.open(ONE_DEFECT)
    at = ONE_DEFECT.index("<dict>")
    comment = ONE_DEFECT[:at] + "<!--  -->" + ONE_DEFECT[at:]
    session.change([{"text": comment}], 2)
    place = position(comment, at + 5)
    for version in range(3, 10_003):
        session.change([{"range": {"start": place, "end": place}, "text": "x"}], version)
    found = session.diagnostics(version=10_002, timeout=60)
    final = comment[:at + 5] + "x" * 10_000 + comment[at + 5:]
    assert [slice_of(final, d["range"]) for d in found] == ["C617.1"]
    session.settle()
    versions = [p["version"] for p in session.pushed(MANIFEST_URI)]
    assert versions == sorted(versions) and versions[-1] == 10_002
    assert session.memory() < 150, "megabytes, for a text of 12 KB"


def test_an_answer_is_of_the_text_at_its_place_in_the_stream(session):
    """A request sees the edits sent before it and none sent after it, or is answered with ContentModified."""
    session.open(CLEAN)
    at = CLEAN.index("CA92.1")
    place = position(CLEAN, at + 2)
    expected = {}
    for turn in range(50):
        new = "C617.1" if turn % 2 == 0 else "CA92.1"
        session.change([{"range": range_of(CLEAN, at, at + 6), "text": new}], turn + 2)
        expected[session.request("textDocument/hover", {**TEXT, "position": place})] = new
    for id, new in expected.items():
        response = session.response(id)
        if "error" in response:
            assert response["error"]["code"] == -32801
        else:
            assert new in json.dumps(response["result"])


# Large and deep

def test_document_of_10_megabytes(session):
    filler = "\t<!-- " + "0123456789abcdef😀" * 50 + " -->\n"
    middle = "<dict>\n" + filler * (10_000_000 // len(filler.encode()))
    text = ONE_DEFECT.replace("<dict>\n", middle, 1)
    assert len(text.encode()) > 9_900_000
    session.open(text)
    found = session.diagnostics(version=1, timeout=60)
    assert [slice_of(text, d["range"]) for d in found] == ["C617.1"]
    at = text.index("C617.1")
    session.change([{"range": range_of(text, at, at + 6), "text": "CA92.1"}], 2)
    assert session.diagnostics(version=2, timeout=60) == []
    session.call("textDocument/hover", {**TEXT, "position": position(text, at + 2)}, timeout=60)


@pytest.mark.parametrize("opening, closing", [
    ("<array>", "</array>"), ("<dict><key>a</key>", "</dict>"), ("<array>", ""), ("<dict>", ""), ("<", ""),
    ("<!--", ""), ("<string>", ""), ("</array>", ""), ("&", ""), ("<key>", "</key>"), ("<![CDATA[", ""),
], ids=repr)
def test_document_nested_100000_levels(session, opening, closing):
    text = HEAD + opening * 100_000 + closing * 100_000 + "</plist>\n"
    session.open(text)
    session.diagnostics(timeout=60)
    middle = len(HEAD) + len(opening) * 99_999
    for method in ["textDocument/hover", "textDocument/completion"]:
        session.call(method, {**TEXT, "position": position(text, middle)}, timeout=60)
    session.call("textDocument/codeAction", {**TEXT, "range": range_of(text, middle, middle),
                                             "context": {"diagnostics": []}}, timeout=60)


@pytest.mark.parametrize("text", ["", " ", "\n", "\r", "\ufeff", "x", "<", "<?", "<?xml", "<!", "<!--", "<!DOCTYPE",
                                  "<plist", "<plist>", "<plist></plist>", "bplist00", "bplist00\u0000\u0001", "{", "{}",
                                  "{ a = b; }", "\u0000", "<plist><dict>", "<plist><dict><key>", "&#x110000;",
                                  "<plist><string>&#xD800;</string></plist>", "<plist><dict/><dict/></plist>"], ids=repr)
def test_odd_documents(session, text):
    session.open(text)
    session.diagnostics()
    lines = line_starts(text)
    for line in range(len(lines)):
        for method in ["textDocument/hover", "textDocument/completion"]:
            session.at(method, line, 0)
            session.at(method, line, 3)


def test_every_prefix_of_a_manifest(session):
    """A text typed letter by letter: the server answers at each."""
    for version, cut in enumerate(range(0, len(DEFECTS), 7), start=2):
        text = DEFECTS[:cut]
        if version == 2:
            session.open(text, version=version)
        else:
            session.change([{"text": text}], version)
        session.call("textDocument/completion", {**TEXT, "position": position(text, cut)})
    session.diagnostics(version=version)


# Push or pull

def test_push_by_default_and_no_pull(session):
    session.open(ONE_DEFECT)
    assert codes(session.diagnostics()) == ["reason-of-another-category"]


def test_pull_when_announced_and_no_push(server):
    provider = server.initialize(PULL)["capabilities"]["diagnosticProvider"]
    assert provider["interFileDependencies"] in (True, False) and provider["workspaceDiagnostics"] in (True, False)
    server.open(DEFECTS)
    report = server.call("textDocument/diagnostic", TEXT)
    assert report["kind"] == "full"
    assert codes(report["items"]) == codes(server.call("textDocument/diagnostic", TEXT)["items"])
    assert "reason-of-another-category" in codes(report["items"])
    server.change([{"text": CLEAN}], 2)
    assert server.call("textDocument/diagnostic", TEXT)["items"] == []
    server.close_document()
    server.settle()
    time.sleep(0.3)
    assert server.pushed() == []


def test_pull_with_result_id(server):
    server.initialize(PULL)
    server.open(ONE_DEFECT)
    first = server.call("textDocument/diagnostic", TEXT)
    again = server.call("textDocument/diagnostic", {**TEXT, "previousResultId": first["resultId"]})
    assert (again["kind"], again["resultId"]) == ("unchanged", first["resultId"])
    assert "items" not in again
    assert server.call("textDocument/diagnostic", {**TEXT, "previousResultId": "never given"})["kind"] == "full"
    server.change([{"text": CLEAN}], 2)
    third = server.call("textDocument/diagnostic", {**TEXT, "previousResultId": first["resultId"]})
    assert (third["kind"], third["items"]) == ("full", [])
    assert third["resultId"] != first["resultId"]


def test_pull_and_push_find_the_same(start):
    pusher, puller = start(), start()
    pusher.initialize()
    puller.initialize(PULL)
    for server in (pusher, puller):
        server.open(DEFECTS)
    assert without_uri(pusher.diagnostics(), MANIFEST_URI) == without_uri(
        puller.call("textDocument/diagnostic", TEXT)["items"], MANIFEST_URI)


def test_offsets_of_the_model_hold():
    """The model these tests compare with, against itself."""
    for text in [ASTRAL, ASTRAL.replace("\n", "\r\n"), "a\rb\r\nc\n\n😀d"]:
        for encoding in ENCODINGS:
            for place in places(text):
                assert offset(text, position(text, place, encoding), encoding) == place
