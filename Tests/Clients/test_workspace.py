"""The files of a folder on disk, most of them not open."""

import os
import shutil
import time

import pytest

from documents import CLEAN, ONE_DEFECT
from wire import REQUEST_CANCELLED

PULLS = {"textDocument": {"diagnostic": {}}}
WATCHES = {"didChangeWatchedFiles": {"dynamicRegistration": True}}


@pytest.fixture
def project(tmp_path):
    """A folder with two manifests, and beside it one that a link leads to."""
    folder = tmp_path / "My app & 50% 😀"
    (folder / "App").mkdir(parents=True)
    (folder / "build").mkdir()
    (folder / "App/PrivacyInfo.xcprivacy").write_text(ONE_DEFECT)
    (folder / "PrivacyInfo.xcprivacy").write_text(CLEAN)
    (folder / "build/PrivacyInfo.xcprivacy").write_text(ONE_DEFECT)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/PrivacyInfo.xcprivacy").write_text(ONE_DEFECT)
    (folder / "link").symlink_to(tmp_path / "outside")
    (folder / "Linked.xcprivacy").symlink_to(tmp_path / "outside/PrivacyInfo.xcprivacy")
    (folder / "around").symlink_to(folder)
    return folder


def begin(server, folder, capabilities=PULLS, **members):
    return server.initialize(
        capabilities, rootUri=folder.as_uri(), workspaceFolders=[{"uri": folder.as_uri(), "name": "app"}], **members)


def pull(server, previous=None, **members):
    previous = [{"uri": uri, "value": value} for uri, value in (previous or {}).items()]
    return server.call("workspace/diagnostic", {"previousResultIds": previous, **members})


def codes(items):
    return {item["uri"]: [d["code"] for d in item["items"]] if item["kind"] == "full" else item["kind"]
            for item in items}


def test_the_folder_is_reported_without_what_links_lead_to(server, project):
    begin(server, project)
    items = pull(server)["items"]
    expected = {(project / "App/PrivacyInfo.xcprivacy").as_uri(): ["reason-of-another-category"],
                (project / "PrivacyInfo.xcprivacy").as_uri(): []}
    assert codes(items) == expected
    assert all(item["version"] is None for item in items)
    known = {item["uri"]: item["resultId"] for item in items}
    assert codes(pull(server, known)["items"]) == dict.fromkeys(expected, "unchanged")
    (project / "App/PrivacyInfo.xcprivacy").write_text(CLEAN)
    (project / "PrivacyInfo.xcprivacy").unlink()
    assert codes(pull(server, known)["items"]) == dict.fromkeys(expected, [])
    shutil.rmtree(project)
    assert codes(pull(server, known)["items"]) == dict.fromkeys(expected, [])


def test_what_is_no_file_does_not_hold_the_server_up(server, project):
    os.mkfifo(project / "App/Pipe.xcprivacy")
    (project / "Loop.xcprivacy").symlink_to(project / "Loop.xcprivacy")
    (project / "Locked.xcprivacy").write_text(CLEAN)
    (project / "Locked.xcprivacy").chmod(0)
    (project / "closed").mkdir()
    (project / "closed/PrivacyInfo.xcprivacy").write_text(CLEAN)
    (project / "closed").chmod(0)
    begin(server, project)
    found = codes(pull(server)["items"])
    assert found[(project / "App/Pipe.xcprivacy").as_uri()] == ["unreadable"]
    assert found[(project / "Loop.xcprivacy").as_uri()] == ["unreadable"]
    # Who may do everything may read these.
    if os.getuid() != 0:
        assert found[(project / "Locked.xcprivacy").as_uri()] == ["unreadable"]
        assert (project / "closed/PrivacyInfo.xcprivacy").as_uri() not in found
    (project / "closed").chmod(0o700)


def test_parts_come_before_the_answer(server, project):
    for index in range(500):
        (project / str(index)).mkdir()
        (project / str(index) / "PrivacyInfo.xcprivacy").write_text(ONE_DEFECT)
    begin(server, project)
    assert pull(server, partialResultToken="part") == {"items": []}
    parts = [m["params"]["value"]["items"] for m in server.messages if m.get("method") == "$/progress"]
    assert all(m["params"]["token"] == "part" for m in server.messages if m.get("method") == "$/progress")
    assert len(parts) > 1 and sum(map(len, parts)) == 502
    assert len({item["uri"] for part in parts for item in part}) == 502


def test_requests_are_answered_meanwhile_and_the_work_can_be_taken_back(server, project):
    for index in range(2000):
        (project / str(index)).mkdir()
        (project / str(index) / "PrivacyInfo.xcprivacy").write_text(ONE_DEFECT)
    begin(server, project)
    uri = (project / "PrivacyInfo.xcprivacy").as_uri()
    server.notify("textDocument/didOpen", {
        "textDocument": {"uri": uri, "languageId": "xml", "version": 1, "text": CLEAN}})
    # The work is under way when the hover comes, and when it is taken back: where this client is slower than the work,
    # which is then over, it tries again.
    for attempt in range(20):
        work, hover = 2 * attempt + 1, 2 * attempt + 2
        server.request("workspace/diagnostic", {"previousResultIds": []}, id=work)
        server.request("textDocument/hover", {
            "textDocument": {"uri": uri}, "position": {"line": 4, "character": 8}}, id=hover)
        assert server.response(hover)["result"]
        server.notify("$/cancelRequest", {"id": work})
        answer = server.response(work)
        order = [m["id"] for m in server.messages if m.get("id") in (work, hover)]
        if "error" in answer:
            assert answer["error"]["code"] == REQUEST_CANCELLED
            assert order == [hover, work]
            return
        assert len(answer["result"]["items"]) == 2002
    raise AssertionError("it was never taken back: the work is done before anything else")


def test_files_that_are_not_open_are_published_where_the_user_wants(server, project):
    begin(server, project, {"workspace": WATCHES}, initializationOptions={"workspaceDiagnostics": True})

    def published(path, wanted, seen=0):
        uri = path.as_uri()
        return server.wait_for(
            lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"]["uri"] == uri
            and [d["code"] for d in m["params"]["diagnostics"]] == wanted, f"{wanted} for {uri}")

    def tell(path, kind):
        server.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": kind}]})

    path = project / "App/PrivacyInfo.xcprivacy"
    published(path, ["reason-of-another-category"])
    watched = server.wait_for(lambda m: m.get("method") == "client/registerCapability", "a registration")
    watchers = [w for r in watched["params"]["registrations"] if r["method"] == "workspace/didChangeWatchedFiles"
                for w in r["registerOptions"]["watchers"]]
    assert {"globPattern": "**/*.xcprivacy"} in watchers
    path.unlink()
    tell(path, 3)
    published(path, [])
    new = project / "New/PrivacyInfo.xcprivacy"
    new.parent.mkdir()
    new.write_text(ONE_DEFECT)
    tell(new, 1)
    published(new, ["reason-of-another-category"])
    # As paths and in URIs; not as words, which the name of the folder for all tests may have in it.
    passed_over = [project / "build", project / "Linked.xcprivacy", project / "link", project.parent / "outside"]
    outside = [m for m in server.messages if any(str(p) in str(m) or p.as_uri() in str(m) for p in passed_over)]
    # What is skipped is noted in the log, and nowhere else.
    assert {m["method"] for m in outside} == {"window/logMessage"}


def test_nothing_is_published_of_files_that_are_not_open_unless_wanted(server, project):
    begin(server, project, {})
    server.call("workspace/symbol", {"query": "x"})
    time.sleep(0.1)
    assert not any(m.get("method") == "textDocument/publishDiagnostics" for m in server.messages)


def test_symbols_are_found_in_files_that_are_not_open(server, project):
    begin(server, project)
    found = server.call("workspace/symbol", {"query": "crashdata"})
    assert {(s["name"], s["containerName"]) for s in found} == {
        ("Crash Data", "App/PrivacyInfo.xcprivacy"), ("Crash Data", "PrivacyInfo.xcprivacy")}
    assert {s["location"]["uri"] for s in found} == {
        (project / "App/PrivacyInfo.xcprivacy").as_uri(), (project / "PrivacyInfo.xcprivacy").as_uri()}
    assert server.call("workspace/symbol", {"query": "qqq"}) == []
