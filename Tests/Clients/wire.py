"""A small client that speaks LSP frames over a pipe, with no protocol library.

It can send any bytes, right or wrong, and reads what the server writes with no tolerance at all: every byte on
stdout has to belong to a well-formed frame that holds one JSON-RPC 2.0 message.
"""

import json
import os
import pathlib
import subprocess
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PRIVACY_LSP_BINARY") or str(REPOSITORY / ".build/release/privacy-lsp")
COMMAND = [BINARY, "serve"]

# How long an answer may take on a busy machine. Nothing here measures speed.
PATIENCE = float(os.environ.get("PRIVACY_LSP_PATIENCE", "20"))

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
NOT_INITIALIZED = -32002
REQUEST_CANCELLED = -32800
CONTENT_MODIFIED = -32801

MANIFEST_URI = "file:///projects/app/PrivacyInfo.xcprivacy"


class ResponseError(Exception):
    """The server answered a request with an error."""

    def __init__(self, error):
        super().__init__(f"{error.get('code')}: {error.get('message')}")
        self.code = error.get("code")
        self.message = error.get("message")


def frame(message, *, headers=None, ensure_ascii=False):
    """The bytes of one message. `message` is a JSON value, text or the bytes of the body."""
    if isinstance(message, bytes):
        body = message
    elif isinstance(message, str):
        body = message.encode()
    else:
        body = json.dumps(message, ensure_ascii=ensure_ascii, separators=(",", ":")).encode()
    return (headers or "Content-Length: {}\r\n\r\n").format(len(body)).encode() + body


class Server:
    """A running server and the messages it has sent so far."""

    def __init__(self, command=None):
        self.process = subprocess.Popen(
            command or COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.messages = []
        self.violations = []
        self.stderr = b""
        self.requests_of_server = []
        self.next_id = 100_000  # leaves small ids to the tests that choose their own
        self._changed = threading.Condition()
        self._write_lock = threading.Lock()
        self._ended = False
        self._readers = [threading.Thread(target=self._read, daemon=True),
                         threading.Thread(target=self._read_stderr, daemon=True)]
        for reader in self._readers:
            reader.start()

    # Reading

    def _read_stderr(self):
        for chunk in iter(lambda: self.process.stderr.read1(65536), b""):
            self.stderr = (self.stderr + chunk)[-20000:]

    def _read(self):
        stream = self.process.stdout
        try:
            while True:
                length = None
                first = True
                while True:
                    line = stream.readline()
                    if not line and first:
                        return
                    first = False
                    if not line.endswith(b"\r\n"):
                        self._violate(f"header line without CRLF: {line[:80]!r}")
                        return
                    if line == b"\r\n":
                        break
                    name, separator, value = line[:-2].partition(b": ")
                    if not separator or name not in (b"Content-Length", b"Content-Type"):
                        self._violate(f"unexpected header: {line[:80]!r}")
                        return
                    if name == b"Content-Length":
                        length = int(value)
                if length is None:
                    self._violate("frame without Content-Length")
                    return
                body = stream.read(length)
                if len(body) != length:
                    self._violate(f"frame cut off: {len(body)} of {length} bytes")
                    return
                self._receive(json.loads(body.decode("utf-8")))
        except (ValueError, OSError) as error:
            self._violate(f"unreadable output: {error}")
        finally:
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def _violate(self, what):
        with self._changed:
            self.violations.append(what)
            self._changed.notify_all()

    def _receive(self, message):
        problem = None
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            problem = "not a JSON-RPC 2.0 message"
        elif "method" not in message:
            if "id" not in message:
                problem = "response without id"
            elif ("result" in message) == ("error" in message):
                problem = "response needs either result or error"
            elif "error" in message and not (
                    isinstance(message["error"].get("code"), int) and isinstance(message["error"].get("message"), str)):
                problem = "error without code or message"
        # A crash that the server outlives is one all the same.
        if isinstance(message, dict) and "has restarted" in str(message.get("params", "")):
            problem = "the server crashed"
        with self._changed:
            if problem:
                self.violations.append(f"{problem}: {json.dumps(message)[:200]}")
            self.messages.append(message)
            self._changed.notify_all()
        if isinstance(message, dict) and "method" in message and "id" in message:
            self._answer(message)

    def _answer(self, request):
        """Answers what a server may ask of a client, so that none waits for us."""
        self.requests_of_server.append(request)
        if request["method"] == "workspace/configuration":
            result = [None for _ in request["params"]["items"]]
        else:
            result = None
        try:
            self.send({"jsonrpc": "2.0", "id": request["id"], "result": result})
        except OSError:
            pass

    # Writing

    def write(self, data):
        with self._write_lock:
            self.process.stdin.write(data)
            self.process.stdin.flush()

    def send(self, message, **options):
        self.write(frame(message, **options))

    def notify(self, method, params=None):
        self.send({"jsonrpc": "2.0", "method": method, "params": params if params is not None else {}})

    def request(self, method, params=None, *, id=None):
        """Sends a request and gives its id."""
        if id is None:
            self.next_id += 1
            id = self.next_id
        message = {"jsonrpc": "2.0", "id": id, "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)
        return id

    # Waiting

    def wait_for(self, predicate, what, *, timeout=None):
        """The first message, sent by now or to come, that the predicate holds for."""
        deadline = time.monotonic() + (timeout or PATIENCE)
        seen = 0
        with self._changed:
            while True:
                while seen < len(self.messages):
                    if predicate(self.messages[seen]):
                        return self.messages[seen]
                    seen += 1
                assert not self.violations, self.violations
                assert not self._ended, f"server ended ({self.process.poll()}) before {what}; stderr: {self.tail()}"
                left = deadline - time.monotonic()
                assert left > 0, f"no {what} in {timeout or PATIENCE} s"
                self._changed.wait(min(left, 0.5))

    def response(self, id, *, timeout=None):
        """The whole response to the request with this id. 1 and True are not the same id, nor 1 and "1"."""
        found = self.wait_for(
            lambda m: "method" not in m and type(m.get("id")) is type(id) and m.get("id") == id,
            f"response to id {id!r}", timeout=timeout)
        assert not self.violations, self.violations
        return found

    def result(self, id, *, timeout=None):
        response = self.response(id, timeout=timeout)
        if "error" in response:
            raise ResponseError(response["error"])
        return response["result"]

    def call(self, method, params=None, *, timeout=None):
        return self.result(self.request(method, params), timeout=timeout)

    def error_code(self, method, params=None, *, id=None):
        """The code of the error that a request is answered with; None when it is answered with a result."""
        return self.response(self.request(method, params, id=id)).get("error", {}).get("code")

    def diagnostics(self, uri=MANIFEST_URI, version=None, *, timeout=None):
        """The diagnostics pushed for a document; with a version, those of exactly that version."""
        message = self.wait_for(
            lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"]["uri"] == uri
            and (version is None or m["params"].get("version") == version),
            f"diagnostics of {uri} version {version}", timeout=timeout)
        return message["params"]["diagnostics"]

    def pushed(self, uri=None):
        """All that was pushed so far, oldest first."""
        with self._changed:
            return [m["params"] for m in self.messages if m.get("method") == "textDocument/publishDiagnostics"
                    and uri in (None, m["params"]["uri"])]

    def answers(self, id):
        """How often an id was answered so far."""
        with self._changed:
            return sum(1 for m in self.messages
                       if "method" not in m and type(m.get("id")) is type(id) and m.get("id") == id)

    def settle(self):
        """Waits until the server has worked off all that was sent: an unknown request is answered last."""
        assert self.error_code("privacy-lsp-tests/settle") == METHOD_NOT_FOUND

    def null_id_errors(self):
        with self._changed:
            return [m["error"]["code"] for m in self.messages if m.get("id", 0) is None and "error" in m]

    # Life

    def initialize(self, capabilities=None, *, encodings=None, process_id="own", **more):
        capabilities = dict(capabilities or {})
        if encodings is not None:
            capabilities["general"] = {**capabilities.get("general", {}), "positionEncodings": encodings}
        params = {"processId": os.getpid() if process_id == "own" else process_id, "rootUri": None,
                  "capabilities": capabilities, **more}
        result = self.call("initialize", params)
        self.notify("initialized", {})
        return result

    def open(self, text, uri=MANIFEST_URI, version=1, language="xml"):
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": language, "version": version, "text": text}})

    def change(self, changes, version, uri=MANIFEST_URI):
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version}, "contentChanges": changes})

    def close_document(self, uri=MANIFEST_URI):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def at(self, method, line, character, uri=MANIFEST_URI, **more):
        return self.call(method, {"textDocument": {"uri": uri},
                                  "position": {"line": line, "character": character}, **more})

    def wait_exit(self, timeout=None):
        """The exit status. Negative when a signal ended the server, a trap among them."""
        try:
            return self.process.wait(timeout or PATIENCE)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"server still runs after {timeout or PATIENCE} s") from None

    def close_input(self):
        with self._write_lock:
            self.process.stdin.close()

    def memory(self):
        """Resident memory in megabytes."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise AssertionError("no VmRSS")

    def tail(self):
        return self.stderr[-2000:].decode(errors="replace")

    def finish(self):
        """Shuts down politely where the server still runs; asserts that it goes with 0 and wrote frames only."""
        if self.process.poll() is None and not self.process.stdin.closed:
            self.call("shutdown")
            self.notify("exit")
            status = self.wait_exit()
            assert status == 0, f"exit status {status} after shutdown; stderr: {self.tail()}"
        self._readers[0].join(PATIENCE)
        assert not self.violations, self.violations

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except OSError:
                pass
