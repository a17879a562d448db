"""Frames that are none: each is answered once, passed over in constant memory, and the next right one is found."""

import json

from client import Client, about, frame, opened, request
from registry import check

MIB = 1 << 20
LARGEST = 128 * MIB
PARSE_ERROR, INVALID_REQUEST, INVALID_PARAMS = -32700, -32600, -32602


def is_heard(session, run, what, orphans):
    """Whether the next frame is answered, and what was wrong before was answered once, without an id."""
    session.settle()
    run.same(f"{what}: answers without an id", session.orphans, orphans)


@check("frames: headers that are none")
def headers(run):
    rows = {
        "no number": b"Content-Length: abc\r\n\r\n", "negative": b"Content-Length: -5\r\n\r\n",
        "with a sign": b"Content-Length: +5\r\n\r\n", "a fraction": b"Content-Length: 5.5\r\n\r\n",
        "in hexadecimal": b"Content-Length: 0x10\r\n\r\n", "empty": b"Content-Length: \r\n\r\n",
        "of forty digits": b"Content-Length: " + b"9" * 40 + b"\r\n\r\n",
        "the largest integer": b"Content-Length: 9223372036854775807\r\n\r\n",
        "one more than that": b"Content-Length: 9223372036854775808\r\n\r\n",
        "2 GB": b"Content-Length: 2147483648\r\n\r\n", "128 MiB and a byte": b"Content-Length: 134217729\r\n\r\n",
        "no length": b"Content-Type: a/b\r\n\r\n", "no colon": b"Content-Length 5\r\n\r\n",
        "nothing but zeros": b"\0" * 100_000 + b"\r\n\r\n", "a web browser": b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "binary": bytes(range(256)) * 40 + b"\n\n", "a body alone": b'{"jsonrpc":"2.0","method":"exit"}\r\n\r\n',
    }
    with Client() as session:
        for name, data in rows.items():
            session.orphans.clear()
            session.send(data)
            session.settle()
            run.same(name, session.orphans, [INVALID_REQUEST])
        session.finish()


@check("frames: 2 GB that are announced and sent")
def two_gigabytes(run):
    size = run.of(400 * MIB, 2 << 30)
    with Client() as session:
        before = session.memory("VmHWM")
        session.send(b"Content-Length: %d\r\n\r\n" % (2 << 30))
        piece = (b'{"a":"' + b"x" * 1000 + b'","Content-Length":5},') * 1000
        for _ in range(size // len(piece)):
            session.send(piece)
        session.settle()
        run.same("answers without an id", session.orphans, [INVALID_REQUEST])
        run.most(f"memory for {size >> 20} MiB passed over", session.memory("VmHWM") - before, 4.0, "MB")
        session.finish()


@check("frames: a body of 129 MiB")
def too_large_a_body(run):
    with Client() as session:
        before = session.memory("VmHWM")
        message = frame(b'{"jsonrpc":"2.0","id":7,"method":"faults/unknown","params":{"a":"'
                        + b"x" * (129 * MIB) + b'"}}')
        session.send(message)
        is_heard(session, run, "129 MiB", [])
        run.same("answers to its id", session.answers[7], [INVALID_REQUEST])
        run.most("memory", session.memory("VmHWM") - before, 4.0, "MB")
        session.finish()


@check("frames: a header line of 100 MB")
def long_header_line(run):
    for name, data in {"without an end": b"x" * 65536, "a name": b"X-Long: " + b"y" * 65528}.items():
        with Client() as session:
            before = session.memory("VmHWM")
            for n in range(1600):
                session.send(data if n == 0 else data[-1:] * len(data))
            session.send(b"\r\n")
            is_heard(session, run, name, [INVALID_REQUEST])
            run.most(f"memory, {name}", session.memory("VmHWM") - before, 4.0, "MB")
            session.finish()


@check("frames: a million header lines")
def many_header_lines(run):
    with Client() as session:
        before = session.memory("VmHWM")
        for _ in range(100):
            session.send(b"X-Other: yes\r\n" * 10_000)
        session.send(request(5, "faults/unknown"))
        is_heard(session, run, "lines", [INVALID_REQUEST])
        run.same("the frame behind them", session.answers[5], [-32601])
        run.most("memory", session.memory("VmHWM") - before, 4.0, "MB")
        session.finish()


@check("frames: bodies up to 128 MiB are taken")
def large_bodies(run):
    with Client() as session:
        for size in [MIB, 64 * MIB, LARGEST - 1, LARGEST]:
            head, tail = b'{"jsonrpc":"2.0","id":%d,"method":"faults/unknown","params":{"a":"' % size, b'"}}'
            session.send(frame(head + b"x" * (size - len(head) - len(tail)) + tail))
            session.settle()
            run.same(f"answers to a body of {size:,} bytes", session.answers[size], [-32601])
        run.same("answers without an id", session.orphans, [])
        session.finish()


@check("frames: garbage between frames")
def garbage(run):
    ask = request(3, "faults/unknown")
    rows = {
        "a word": b"garbage", "words in lines": b"some\ngarbage\n\n", "half a frame": ask[:40] + b"\n",
        "a megabyte": b"\x00\xff" * (MIB // 2), "half a header": b"Content-Len\r\n\r\n",
    }
    with Client() as session:
        for name, data in rows.items():
            session.answers[3] = []
            session.orphans.clear()
            session.send(ask + data + b"\n" + ask)
            session.settle()
            # Half a frame takes the beginning of what follows with it; that costs one request at most.
            wanted = [-32601] * 2
            if name == "half a frame":
                run.holds(f"{name}: heard again, {session.answers[3]}", session.answers[3][:1] == [-32601])
            else:
                run.same(f"{name}: answers", session.answers[3], wanted)
                run.same(f"{name}: answers without an id", session.orphans, [INVALID_REQUEST])
        session.answers[3] = []
        session.send(b"\r\n\n\r\n" + ask)
        session.settle()
        run.same("blank lines", session.answers[3], [-32601])
        session.finish()


@check("frames: several lengths")
def several_lengths(run):
    body = request(4, "faults/unknown").partition(b"\r\n\r\n")[2]
    length = b"Content-Length: %d\r\n" % len(body)
    with Client() as session:
        session.send(length + length + b"\r\n" + body)
        session.settle()
        run.same("twice the same", session.answers[4], [-32601])
        session.answers[4] = []
        session.send(b"Content-Length: 1\r\n" + length + b"\r\n" + body)
        session.settle()
        run.holds(f"two that differ: goes on, {session.answers[4]}", session.answers[4] in ([], [-32601]))
        session.finish()


@check("frames: messages that are none")
def messages(run):
    def text(value):
        return value if isinstance(value, bytes) else json.dumps(value).encode()
    good = {"jsonrpc": "2.0", "id": 9, "method": "textDocument/hover", "params": about("file:///a/Info.plist", 0)}
    orphan_rows = {
        "not JSON": (b"{nonsense", PARSE_ERROR), "empty": (b"", PARSE_ERROR), "cut off": (text(good)[:-1], PARSE_ERROR),
        "not UTF-8": (b'{"jsonrpc":"2.0","id":9,"method":"\xff\xfe"}', PARSE_ERROR),
        "a million brackets": (b"[" * 1_000_000, PARSE_ERROR),
        "a million objects": (b'{"a":' * 1_000_000, PARSE_ERROR),
        "a batch": ([good, good], INVALID_REQUEST), "an empty batch": ([], INVALID_REQUEST),
        "a number": (5, INVALID_REQUEST), "a text": ("hello", INVALID_REQUEST), "null": (None, INVALID_REQUEST),
        "an empty object": ({}, INVALID_REQUEST), "an id that is an object": ({**good, "id": {}}, INVALID_REQUEST),
        "an id that is true": ({**good, "id": True}, INVALID_REQUEST),
        "an id with a fraction": ({**good, "id": 1.5}, INVALID_REQUEST),
        "an id that is null": ({**good, "id": None}, INVALID_REQUEST),
    }
    rows = {
        "another version": ({**good, "jsonrpc": "1.0"}, INVALID_REQUEST),
        "a method that is a number": ({**good, "method": 7}, INVALID_REQUEST),
        "parameters that are a number": ({**good, "params": 7}, INVALID_PARAMS),
        "parameters that are a text": ({**good, "params": "x"}, INVALID_PARAMS),
        "parameters without members": ({**good, "params": {}}, INVALID_PARAMS),
        "a document that is a number": ({**good, "params": {"textDocument": 5, "position": 5}}, INVALID_PARAMS),
        "a line that is a text": ({**good, "params": about("file:///a/Info.plist", "x")}, INVALID_PARAMS),
    }
    with Client() as session:
        for name, (message, code) in orphan_rows.items():
            session.orphans.clear()
            session.answers[9] = []
            session.send(frame(text(message)))
            session.settle()
            run.same(name, session.orphans + session.answers[9], [code])
        for name, (message, code) in rows.items():
            session.orphans.clear()
            session.answers[9] = []
            session.send(frame(text(message)))
            session.settle()
            run.same(name, session.answers[9] + session.orphans, [code])
        # Notifications have no answer, however wrong.
        session.orphans.clear()
        before = session.total
        for params in [5, [], {}, {"textDocument": 3}, {"textDocument": {"uri": 5}, "contentChanges": 7}]:
            for method in ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "$/cancelRequest",
                           "workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration", "faults/unknown"]:
                session.send(frame({"jsonrpc": "2.0", "method": method, "params": params}))
        session.send(opened("", "") + opened("file:///", "") + opened(":", "x"))
        session.settle()
        run.same("answers to wrong notifications", session.total - before - 1, 0)
        session.finish()
