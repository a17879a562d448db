"""Frames and messages, right and wrong, byte by byte."""

import json
import time

import pytest

from documents import ONE_DEFECT
from wire import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, frame

SHUTDOWN = {"jsonrpc": "2.0", "id": 900, "method": "privacy-lsp-tests/ping"}


def goes_on(server):
    """The server still answers, and rightly."""
    assert server.error_code("privacy-lsp-tests/ping") == METHOD_NOT_FOUND


# Headers

@pytest.mark.parametrize("headers", [
    "content-length: {}\r\n\r\n",
    "CONTENT-LENGTH: {}\r\n\r\n",
    "Content-Length:{}\r\n\r\n",
    "Content-Length:   {}  \r\n\r\n",
    "Content-Length: {}\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n",
    "Content-Type: application/vscode-jsonrpc; charset=utf8\r\nContent-Length: {}\r\n\r\n",
    "content-type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: {}\r\n\r\n",
    "X-Other: Content-Length: 7\r\nContent-Length: {}\r\n\r\n",
    "Content-Length: 000{}\r\n\r\n",
])
def test_header_forms(session, headers):
    session.send({"jsonrpc": "2.0", "id": 900, "method": "privacy-lsp-tests/ping"}, headers=headers)
    assert session.response(900)["error"]["code"] == METHOD_NOT_FOUND
    goes_on(session)


def test_frame_in_single_bytes(session):
    for byte in frame(SHUTDOWN):
        session.write(bytes([byte]))
    assert session.response(900)["error"]["code"] == METHOD_NOT_FOUND


def test_frame_split_inside_a_character(session):
    data = frame({"jsonrpc": "2.0", "id": "ключ😀", "method": "privacy-lsp-tests/ping"})
    cut = data.index("😀".encode()) + 2
    session.write(data[:cut])
    time.sleep(0.05)
    session.write(data[cut:])
    assert session.response("ключ😀")["error"]["code"] == METHOD_NOT_FOUND


def test_many_frames_in_one_write(session):
    session.write(b"".join(frame({**SHUTDOWN, "id": n}) for n in range(1000, 1100)))
    for n in range(1000, 1100):
        assert session.response(n)["error"]["code"] == METHOD_NOT_FOUND


@pytest.mark.parametrize("bad", [
    b"Content-Length: -5\r\n\r\n",
    b"Content-Length: abc\r\n\r\n",
    b"Content-Length: 1x\r\n\r\n",
    b"Content-Length:\r\n\r\n",
    b"Content-Length: 4294967296000000000000000000\r\n\r\n",
    b"Content-Length: 9223372036854775808\r\n\r\n",
    b"Content-Type: application/vscode-jsonrpc\r\n\r\n",
    b"no colon at all\r\n\r\n",
    b"\xff\xfe\x00: \x80\r\n\r\n",
    b"\r\n",
], ids=repr)
def test_bad_header_then_a_good_frame(session, bad):
    session.write(bad)
    goes_on(session)


@pytest.mark.parametrize("bad", [
    b"Content-Length: -5\r\n\r\n{}",
    b"Content-Length: abc\r\n\r\n{}",
    b"Content-Type: text/plain\r\n\r\n{\"jsonrpc\":\"2.0\"}",
    b"Content-Length: 1\r\n\r\n{}",
    b"Content-Length: 99999999999999999999999\r\n\r\n{}",
    b"\x00" * 10000,
    b"A" * 10000,
], ids=lambda b: repr(b[:40]))
def test_lost_stream_ends_without_a_trap(start, bad):
    """Bytes that cannot be told from a header: the server may find its way or leave, never trap or hang."""
    server = start()
    server.initialize()
    server.write(bad)
    try:
        server.write(frame(SHUTDOWN))
        server.close_input()
    except BrokenPipeError:
        pass
    status = server.wait_exit()
    assert status >= 0, f"ended by signal {-status}; stderr: {server.tail()}"


def test_huge_length_takes_no_memory(start):
    server = start()
    server.initialize()
    server.write(b"Content-Length: 1099511627776\r\n\r\n{}")
    time.sleep(0.5)
    if server.process.poll() is None:
        assert server.memory() < 300
        server.close_input()
    assert server.wait_exit() >= 0, server.tail()


def test_request_that_is_too_large(session):
    """It is skipped and answered, under its own id wherever that stands in it."""
    size = 129 << 20
    for head, tail, id in [(b'{"jsonrpc":"2.0","id":61,"method":"x","params":["', b'"]}', 61),
                           (b'{"jsonrpc":"2.0","method":"x","params":["', b'"],"id":"b"}', "b")]:
        session.write(b"Content-Length: %d\r\n\r\n" % size + head)
        rest = size - len(head) - len(tail)
        while rest > 0:
            piece = min(rest, 1 << 20)
            session.write(b"x" * piece)
            rest -= piece
        session.write(tail)
        assert session.response(id)["error"]["code"] == INVALID_REQUEST
        goes_on(session)


# Bodies

@pytest.mark.parametrize("body", [
    b"{", b"", b"nonsense", b'{"jsonrpc":"2.0","id":1,"method":"x"', b'{"a":}', b"{'a':1}", b"[1,", b'"open',
    b'{"jsonrpc":"2.0","id":77,"method":"shutdown"} x', b"\x00", b"\xff\xff", b"NaN", b"01", b'"\x01"', b'"\\x"',
], ids=repr)
def test_malformed_json(session, body):
    session.write(frame(body))
    session.wait_for(lambda m: m.get("id", 0) is None and "error" in m, "an error with null id")
    assert session.null_id_errors() == [PARSE_ERROR]
    goes_on(session)


@pytest.mark.parametrize("body", [
    b"42", b"null", b"true", b'"shutdown"', b"[]", b"{}", b"-1.5e300",
    b'{"jsonrpc":"2.0"}', b'{"jsonrpc":"2.0","params":{}}', b'{"jsonrpc":"2.0","method":5}',
], ids=repr)
def test_not_a_message(session, body):
    session.write(frame(body))
    session.wait_for(lambda m: m.get("id", 0) is None and "error" in m, "an error with null id")
    assert session.null_id_errors() == [INVALID_REQUEST]
    goes_on(session)


@pytest.mark.parametrize("body", [
    b'{"jsonrpc":"2.0","id":55}', b'{"jsonrpc":"2.0","id":55,"method":7}', b'{"jsonrpc":"2.0","id":55,"params":{}}',
    b'{"jsonrpc":"2.0","id":55,"method":null}',
], ids=repr)
def test_request_without_a_method(session, body):
    session.write(frame(body))
    answer = session.wait_for(lambda m: m.get("id", 0) in (None, 55) and "error" in m, "an error")
    assert answer["error"]["code"] == INVALID_REQUEST
    goes_on(session)
    assert session.answers(55) + len(session.null_id_errors()) == 1


def test_batch(session):
    """The protocol has no batches: one error, and none of its requests is run."""
    session.send([{"jsonrpc": "2.0", "id": 70, "method": "shutdown"}, {"jsonrpc": "2.0", "id": 71, "method": "x"}])
    session.wait_for(lambda m: m.get("id", 0) is None and "error" in m, "an error with null id")
    assert session.null_id_errors() == [INVALID_REQUEST]
    goes_on(session)
    assert session.answers(70) == 0


@pytest.mark.parametrize("response", [
    {"jsonrpc": "2.0", "id": 12345, "result": None},
    {"jsonrpc": "2.0", "id": "nobody", "error": {"code": 1, "message": "no"}},
    {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "no"}},
], ids=repr)
def test_unasked_response_is_ignored(session, response):
    before = len(session.messages)
    session.send(response)
    goes_on(session)
    assert len(session.messages) == before + 1


@pytest.mark.parametrize("id", ["", "a", "12", "\u0000", "\"\\/", "ключ 😀", 0, -1, 1, 2147483647, -2147483648], ids=repr)
def test_ids_come_back_as_they_were(session, id):
    session.send({"jsonrpc": "2.0", "id": id, "method": "privacy-lsp-tests/ping"})
    assert session.response(id)["error"]["code"] == METHOD_NOT_FOUND


@pytest.mark.parametrize("id", ["1.5", "1e3", "99999999999999999999", "[1]", "{}", "true", "null", '"\\ud800"'])
def test_odd_ids_are_survived(session, id):
    session.write(frame('{"jsonrpc":"2.0","id":' + id + ',"method":"privacy-lsp-tests/ping"}'))
    goes_on(session)
    assert len([m for m in session.messages if "error" in m]) == 2, "one answer to each of two requests"


def test_int_and_string_ids_are_not_the_same(session):
    session.send({"jsonrpc": "2.0", "id": 8, "method": "privacy-lsp-tests/ping"})
    session.send({"jsonrpc": "2.0", "id": "8", "method": "privacy-lsp-tests/ping"})
    session.response(8)
    session.response("8")
    assert (session.answers(8), session.answers("8")) == (1, 1)


def test_members_in_any_order_and_unknown_members(session):
    session.write(frame(b' {"x":[{}],"method":"privacy-lsp-tests/ping" ,\n\t"id":31,"params":{"y":null},"jsonrpc":"2.0"}\r\n '))
    assert session.response(31)["error"]["code"] == METHOD_NOT_FOUND


def test_escaped_method_and_uri(session):
    session.write(frame(b'{"jsonrpc":"2.0","id":32,"m\\u0065thod":"textDocument\\/hover","params":{"textDocument":'
                        b'{"uri":"file:///projects/app/\\u0050rivacyInfo.xcprivacy"},"position":{"line":0,"character":0}}}'))
    assert "method" not in session.response(32)
    session.open(ONE_DEFECT)
    session.diagnostics()


@pytest.mark.parametrize("text", ["\\ud800", "\\udc00", "\\ud800x", "\\udc00\\ud800", "\\ud800\\u0041", "\\ud83d\\ude00"])
def test_surrogate_escapes_in_a_document(session, text):
    body = json.dumps({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {
        "uri": "file:///projects/app/PrivacyInfo.xcprivacy", "languageId": "xml", "version": 1,
        "text": ONE_DEFECT.replace("<dict>", "<!-- @@ --><dict>", 1)}}}).replace("@@", text)
    session.write(frame(body))
    goes_on(session)
    session.change([{"text": ONE_DEFECT}], 2)
    assert [d["code"] for d in session.diagnostics(version=2)] == ["reason-of-another-category"]


def test_invalid_utf8_in_a_body(session):
    """Answered in one way or the other, once; then all goes on."""
    session.write(frame(b'{"jsonrpc":"2.0","id":33,"method":"privacy-lsp-tests/ping","params":{"a":"\xff\xc3\x28\xed\xa0\x80"}}'))
    answer = session.wait_for(lambda m: m.get("id", 0) in (None, 33), "an answer")
    assert answer["error"]["code"] in (PARSE_ERROR, METHOD_NOT_FOUND)
    goes_on(session)


def test_byte_order_mark_in_a_body(session):
    session.write(frame(b"\xef\xbb\xbf" + json.dumps(SHUTDOWN).encode()))
    answer = session.wait_for(lambda m: m.get("id", 0) in (None, 900), "an answer")
    assert answer["error"]["code"] in (PARSE_ERROR, METHOD_NOT_FOUND)
    goes_on(session)


@pytest.mark.parametrize("shape", ["array", "object", "params", "unclosed"])
def test_json_nested_100000_levels(session, shape):
    depth = 100_000
    body = {
        "array": "[" * depth + "]" * depth,
        "object": '{"a":' * depth + "1" + "}" * depth,
        "params": '{"jsonrpc":"2.0","id":34,"method":"privacy-lsp-tests/ping","params":{"a":'
                  + "[" * depth + "]" * depth + "}}",
        "unclosed": "[" * depth,
    }[shape]
    session.write(frame(body))
    answer = session.wait_for(lambda m: m.get("id", 0) in (None, 34) and "error" in m, "an answer")
    assert answer["error"]["code"] in (PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND)
    goes_on(session)


@pytest.mark.parametrize("params", [None, [], {}, [1, 2], {"textDocument": None}, {"textDocument": {}},
                                    {"textDocument": {"uri": 5}, "position": {"line": 0, "character": 0}},
                                    {"textDocument": {"uri": "file:///a"}, "position": {"line": "0", "character": 0}},
                                    {"textDocument": {"uri": "file:///a"}, "position": {"line": 0}},
                                    {"textDocument": {"uri": "file:///a"}}], ids=repr)
@pytest.mark.parametrize("method", ["textDocument/hover", "textDocument/completion", "textDocument/codeAction"])
def test_invalid_params(session, method, params):
    session.send({"jsonrpc": "2.0", "id": 40, "method": method, "params": params})
    assert session.response(40)["error"]["code"] == INVALID_PARAMS
    goes_on(session)


def test_absent_params(session):
    assert session.error_code("textDocument/hover") == INVALID_PARAMS
    assert session.error_code("completionItem/resolve") == INVALID_PARAMS


@pytest.mark.parametrize("params", ["5", '"x"', "true"])
def test_params_that_are_no_structure(session, params):
    session.write(frame('{"jsonrpc":"2.0","id":41,"method":"textDocument/hover","params":' + params + "}"))
    assert session.response(41)["error"]["code"] in (INVALID_PARAMS, INVALID_REQUEST)
    goes_on(session)


@pytest.mark.parametrize("method", ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose",
                                    "textDocument/didSave", "workspace/didChangeConfiguration",
                                    "workspace/didChangeWatchedFiles", "workspace/didChangeWorkspaceFolders",
                                    "$/cancelRequest", "$/setTrace", "initialized"])
@pytest.mark.parametrize("params", [None, [], {}, 7, {"textDocument": []}, {"id": {}}], ids=repr)
def test_notification_with_bad_params_is_dropped(session, method, params):
    session.open(ONE_DEFECT)
    before = session.diagnostics()
    session.send({"jsonrpc": "2.0", "method": method, "params": params})
    goes_on(session)
    session.change([{"text": ONE_DEFECT}], 9)
    assert session.diagnostics(version=9) == before
    assert not session.null_id_errors()
