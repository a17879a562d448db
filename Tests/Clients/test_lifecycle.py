"""From the first byte to the exit status."""

import os
import subprocess
import threading
import time

import pytest

from documents import ONE_DEFECT
from wire import INVALID_REQUEST, METHOD_NOT_FOUND, NOT_INITIALIZED, frame

# A server may notice only at its next look that its client has gone.
CLIENT_GONE = 30


@pytest.mark.parametrize("arguments", [["serve"], ["serve", "--stdio"]])
def test_command_forms(start, arguments, monkeypatch):
    import wire
    monkeypatch.setattr(wire, "COMMAND", [wire.BINARY, *arguments])
    server = start()
    assert server.initialize()["serverInfo"]["name"] == "privacy-lsp"


def test_initialize_result(server):
    result = server.initialize()
    assert set(result) == {"capabilities", "serverInfo"}
    assert result["serverInfo"]["version"]
    capabilities = result["capabilities"]
    assert capabilities["textDocumentSync"]["openClose"] is True
    assert capabilities["textDocumentSync"]["change"] == 2
    assert capabilities["hoverProvider"] and capabilities["codeActionProvider"]
    assert capabilities["completionProvider"]["resolveProvider"] is True
    assert "diagnosticProvider" not in capabilities, "not announced by the client"


@pytest.mark.parametrize("method", ["textDocument/hover", "shutdown", "privacy-lsp-tests/ping", "$/ping"])
def test_request_before_initialize(server, method):
    assert server.error_code(method, {}) == NOT_INITIALIZED
    server.initialize()


def test_notification_before_initialize_is_dropped(server):
    server.open(ONE_DEFECT)
    server.notify("textDocument/didClose", {"textDocument": {"uri": "file:///x"}})
    server.initialize()
    server.settle()
    assert server.pushed() == []


def test_second_initialize(session):
    assert session.error_code("initialize", {"processId": None, "rootUri": None, "capabilities": {}}) == INVALID_REQUEST
    session.open(ONE_DEFECT)
    assert session.diagnostics()


@pytest.mark.parametrize("params", [None, {}, [], {"capabilities": 5}, {"capabilities": {"general": 3}},
                                    {"processId": "x", "capabilities": {}}], ids=repr)
def test_initialize_with_odd_params_is_answered(server, params):
    """Refused or taken; when refused, a right one is still taken."""
    response = server.response(server.request("initialize", params))
    if "error" in response:
        assert response["error"]["code"] in (-32602, INVALID_REQUEST)
        server.initialize()
    server.settle()


@pytest.mark.parametrize("more", [
    {"rootUri": "file:///no/such/folder"}, {"rootUri": "not a uri"}, {"rootPath": "/tmp"}, {"trace": "verbose"},
    {"workspaceFolders": None}, {"workspaceFolders": []}, {"workspaceFolders": [{"uri": "untitled:x", "name": ""}]},
    {"initializationOptions": None}, {"initializationOptions": {"privacy-lsp": {}}}, {"initializationOptions": "x"},
    {"locale": "de"}, {"clientInfo": {"name": "x"}}, {"workDoneToken": 1},
], ids=repr)
def test_initialize_options(server, more):
    server.initialize(**more)
    server.open(ONE_DEFECT)
    assert [d["code"] for d in server.diagnostics()] == ["reason-of-another-category"]


def test_work_between_initialize_and_initialized(server):
    server.call("initialize", {"processId": os.getpid(), "rootUri": None, "capabilities": {}})
    server.open(ONE_DEFECT)
    assert server.diagnostics()
    server.notify("initialized", {})


@pytest.mark.parametrize("method", ["shutdown", "initialize", "textDocument/hover", "privacy-lsp-tests/ping"])
def test_request_after_shutdown(session, method):
    assert session.call("shutdown") is None
    assert session.error_code(method, {}) == INVALID_REQUEST
    session.open(ONE_DEFECT)
    assert session.error_code(method, {}) == INVALID_REQUEST
    session.notify("exit")
    assert session.wait_exit() == 0


@pytest.mark.parametrize("params", ["absent", None, {}], ids=repr)
def test_shutdown_and_exit_params(session, params):
    more = {} if params == "absent" else {"params": params}
    session.send({"jsonrpc": "2.0", "id": 50, "method": "shutdown", **more})
    assert session.response(50)["result"] is None
    session.send({"jsonrpc": "2.0", "method": "exit", **more})
    assert session.wait_exit() == 0


def test_shutdown_answers_what_came_before(session):
    session.open(ONE_DEFECT)
    ids = [session.request("textDocument/hover", {"textDocument": {"uri": "file:///projects/app/PrivacyInfo.xcprivacy"},
                                                 "position": {"line": 5, "character": 10}}) for _ in range(50)]
    session.call("shutdown")
    session.notify("exit")
    assert session.wait_exit() == 0
    session._readers[0].join(10)
    assert [session.answers(id) for id in ids] == [1] * 50


def test_exit_without_shutdown(session):
    session.notify("exit")
    assert session.wait_exit() == 1


def test_exit_before_initialize(server):
    server.notify("exit")
    assert server.wait_exit() == 1


def test_exit_with_work_behind_it(session):
    session.write(b"".join([frame({"jsonrpc": "2.0", "id": 1, "method": "shutdown"}),
                            frame({"jsonrpc": "2.0", "method": "exit"}),
                            frame({"jsonrpc": "2.0", "id": 2, "method": "textDocument/hover"})]))
    assert session.wait_exit() == 0


@pytest.mark.parametrize("when", ["at once", "after initialize", "with a document open", "within a header",
                                  "within a body", "after shutdown"])
def test_end_of_input_ends_the_server(start, when):
    server = start()
    if when != "at once":
        server.initialize()
    if when == "with a document open":
        server.open(ONE_DEFECT)
    if when == "within a header":
        server.write(b"Content-Len")
    if when == "within a body":
        server.write(b"Content-Length: 100\r\n\r\n{")
    if when == "after shutdown":
        server.call("shutdown")
    server.close_input()
    status = server.wait_exit(5)
    assert status in (0, 1), f"exit status {status}; stderr: {server.tail()}"


def test_client_process_that_ends_takes_the_server_along(start):
    client = subprocess.Popen(["sleep", "600"])
    try:
        server = start()
        server.initialize(process_id=client.pid)
        server.open(ONE_DEFECT)
        server.diagnostics()
        time.sleep(0.2)
        assert server.process.poll() is None
    finally:
        client.kill()
        client.wait()
    status = server.wait_exit(CLIENT_GONE)
    assert status in (0, 1), f"exit status {status}; stderr: {server.tail()}"


def test_client_process_that_cannot_be_seen(start):
    """As from a container: the number names nothing here, and the end of the input is what counts."""
    client = subprocess.Popen(["true"])
    client.wait()
    server = start()
    server.request("initialize", {"processId": client.pid, "rootUri": None, "capabilities": {}})
    time.sleep(4)
    server.settle()
    server.close_input()
    assert server.wait_exit() in (0, 1)


def test_no_client_process(server):
    server.initialize(process_id=None)
    time.sleep(1)
    server.settle()




@pytest.mark.parametrize("method", ["foo/bar", "$/foo", "textDocument/hovers", "", "textDocument/didOpen "])
def test_unknown_request(session, method):
    assert session.error_code(method, {}) == METHOD_NOT_FOUND


def test_notification_sent_as_a_request(session):
    """Answered once, whatever the answer."""
    id = session.request("textDocument/didClose", {"textDocument": {"uri": "file:///x"}})
    session.response(id)
    session.settle()
    assert session.answers(id) == 1


@pytest.mark.parametrize("method", ["foo/bar", "$/foo", "textDocument/hover", "shutdown"])
def test_unknown_notification_is_ignored(session, method):
    before = len(session.messages)
    session.notify(method, {})
    session.settle()
    assert len(session.messages) == before + 1
    session.open(ONE_DEFECT)
    assert session.diagnostics()


def test_nothing_is_asked_of_a_client_that_announced_nothing(server):
    server.initialize()
    server.open(ONE_DEFECT)
    server.diagnostics()
    server.settle()
    assert server.requests_of_server == []
    assert {m["method"] for m in server.messages if "method" in m} <= {
        "textDocument/publishDiagnostics", "window/logMessage"}


@pytest.mark.parametrize("method, params", [
    ("textDocument/didSave", {"textDocument": {"uri": "file:///projects/app/PrivacyInfo.xcprivacy"}, "text": "x"}),
    ("textDocument/willSave", {"textDocument": {"uri": "file:///projects/app/PrivacyInfo.xcprivacy"}, "reason": 1}),
    ("workspace/didChangeWatchedFiles", {"changes": [{"uri": "file:///projects/.privacy-lsp.json", "type": 3}]}),
    ("workspace/didChangeWatchedFiles", {"changes": [{"uri": "nonsense", "type": 9}]}),
    ("workspace/didChangeWorkspaceFolders", {"event": {"added": [{"uri": "file:///work", "name": "work"}],
                                                       "removed": [{"uri": "file:///other", "name": "o"}]}}),
    ("workspace/didRenameFiles", {"files": []}), ("$/setTrace", {"value": "verbose"}),
    ("window/workDoneProgress/cancel", {"token": "x"}), ("initialized", {}),
], ids=repr)
def test_notifications_of_every_kind(session, method, params):
    """Whatever else a client tells changes no text."""
    session.open(ONE_DEFECT)
    session.diagnostics()
    session.notify(method, params)
    session.change([{"text": ONE_DEFECT + "\n"}], 2)
    assert [d["code"] for d in session.diagnostics(version=2)] == ["reason-of-another-category"]


# Cancellation

def hover(server):
    return server.request("textDocument/hover", {"textDocument": {"uri": "file:///projects/app/PrivacyInfo.xcprivacy"},
                                                "position": {"line": 5, "character": 10}})


def test_cancelled_requests_are_answered_exactly_once(session):
    session.open(ONE_DEFECT)
    ids = []
    for _ in range(200):
        ids.append(hover(session))
        session.notify("$/cancelRequest", {"id": ids[-1]})
    for id in ids:
        response = session.response(id)
        assert response.get("error", {}).get("code") in (None, -32800)
    session.settle()
    assert [session.answers(id) for id in ids] == [1] * 200


@pytest.mark.parametrize("id", [424242, "424242", None, -1, 1.5, [], {}], ids=repr)
def test_cancelling_what_is_not_there(session, id):
    session.notify("$/cancelRequest", {"id": id})
    session.settle()
    assert not session.null_id_errors()


def test_cancelling_what_is_answered(session):
    id = hover(session)
    session.response(id)
    session.notify("$/cancelRequest", {"id": id})
    session.settle()
    assert session.answers(id) == 1


def test_an_id_may_be_used_again(session):
    session.open(ONE_DEFECT)
    for _ in range(3):
        session.request("textDocument/hover", {"textDocument": {"uri": "file:///projects/app/PrivacyInfo.xcprivacy"},
                                               "position": {"line": 5, "character": 10}}, id=777)
        session.settle()
    assert session.answers(777) == 3


def test_a_thousand_requests_at_once(session):
    uri = "file:///projects/app/PrivacyInfo.xcprivacy"
    session.open(ONE_DEFECT)
    text = {"textDocument": {"uri": uri}}
    place = {"line": 12, "character": 20}
    kinds = [("textDocument/hover", {**text, "position": place}),
             ("textDocument/completion", {**text, "position": place}),
             ("textDocument/codeAction", {**text, "range": {"start": place, "end": place},
                                          "context": {"diagnostics": []}}),
             ("foo/bar", {}), ("textDocument/hover", {})]
    ids = list(range(5000, 6000))
    session.write(b"".join(frame({"jsonrpc": "2.0", "id": n, "method": kinds[n % 5][0], "params": kinds[n % 5][1]})
                           for n in ids))
    for n in ids:
        error = session.response(n).get("error", {}).get("code")
        assert error == {3: METHOD_NOT_FOUND, 4: -32602}.get(n % 5), n
    session.settle()
    assert all(session.answers(n) == 1 for n in ids)


def test_output_that_nobody_reads_any_more(start):
    """A client that died leaves a closed pipe behind: the server ends, and by itself."""
    import wire
    process = subprocess.Popen(wire.COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        process.stdout.close()
        try:
            process.stdin.write(frame({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
                "processId": None, "rootUri": None, "capabilities": {}}}))
            process.stdin.close()
        except BrokenPipeError:
            # It saw the closed end of its output before the request was written, and has ended already.
            pass
        status = process.wait(5)
        assert status in (0, 1) or status == -13, f"exit status {status}"
    finally:
        process.kill()
        process.wait()


def test_a_client_that_writes_all_before_it_reads():
    """The server goes on reading while its answers pile up; else both would wait for each other for ever."""
    import wire
    place = {"textDocument": {"uri": "file:///projects/app/PrivacyInfo.xcprivacy"}, "position": {"line": 12, "character": 20}}
    frames = [frame({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "processId": None, "rootUri": None, "capabilities": {}}}),
        frame({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": "file:///projects/app/PrivacyInfo.xcprivacy", "languageId": "xml", "version": 1, "text": ONE_DEFECT}}})]
    frames += [frame({"jsonrpc": "2.0", "id": n, "method": "textDocument/completion" if n % 2 else "foo/bar",
                      "params": place}) for n in range(1, 5001)]
    frames += [frame({"jsonrpc": "2.0", "id": 9999, "method": "shutdown"}), frame({"jsonrpc": "2.0", "method": "exit"})]
    process = subprocess.Popen(wire.COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        writer = threading.Thread(target=lambda: (process.stdin.write(b"".join(frames)), process.stdin.close()), daemon=True)
        writer.start()
        writer.join(wire.PATIENCE)
        assert not writer.is_alive(), "the server stopped reading"
        output = process.stdout.read()
        assert process.wait(wire.PATIENCE) == 0
        assert all(output.count(b'"id":%d,' % n) + output.count(b'"id":%d}' % n) == 1 for n in [1, 2, 2500, 4999, 5000, 9999])
        assert output.count(b"Content-Length: ") >= 5002
    finally:
        process.kill()
        process.wait()
