"""A client that misbehaves on purpose: it can stop reading, write any bytes, and die. Only the standard library."""

import collections
import fcntl
import functools
import json
import os
import pathlib
import select
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import termios
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PRIVACY_LSP_BINARY") or str(REPOSITORY / ".build/release/privacy-lsp")

# How long an answer may take where nothing else is said. Nothing that waits this long measures speed.
PATIENCE = float(os.environ.get("PRIVACY_LSP_PATIENCE", "60"))
UNKNOWN = "faults/unknown"
METHOD_NOT_FOUND = -32601

PULLS = {
    "textDocument": {"publishDiagnostics": {"versionSupport": True}, "diagnostic": {},
                     "hover": {"contentFormat": ["markdown"]},
                     "completion": {"completionItem": {"snippetSupport": True}}}}
PUSHED = {
    "textDocument": {"publishDiagnostics": {"versionSupport": True}, "hover": {"contentFormat": ["markdown"]},
                     "completion": {"completionItem": {"snippetSupport": True}}}}


class Failure(Exception):
    """Something is not as it has to be."""


def frame(message):
    body = message if isinstance(message, bytes) else json.dumps(message, separators=(",", ":")).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def request(id, method, params=None):
    return frame({"jsonrpc": "2.0", "id": id, "method": method, "params": params or {}})


def notification(method, params=None):
    return frame({"jsonrpc": "2.0", "method": method, "params": params or {}})


def opened(uri, text, version=1):
    return notification("textDocument/didOpen", {
        "textDocument": {"uri": uri, "languageId": "xml", "version": version, "text": text}})


def changed(uri, version, *changes):
    return notification("textDocument/didChange", {
        "textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)})


def edit(line, start, end, text, end_line=None):
    return {"range": {"start": {"line": line, "character": start},
                      "end": {"line": line if end_line is None else end_line, "character": end}}, "text": text}


def about(uri, line=None, character=0, **more):
    params = {"textDocument": {"uri": uri}, **more}
    if line is not None:
        params["position"] = {"line": line, "character": character}
    return params


def state(pid):
    """The letter of a process's state, None where there is no process."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return None


def seconds_until_gone(pid, limit):
    """How long a process goes on, a zombie being gone; raises where it is longer than the limit."""
    begun = time.monotonic()
    while state(pid) not in (None, "Z", "X"):
        if time.monotonic() - begun > limit:
            raise Failure(f"still runs after {limit} s")
        time.sleep(0.02)
    return time.monotonic() - begun


def memory(pid, field="VmRSS"):
    """In megabytes."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) / 1024
    raise Failure(f"process {pid} has no {field}")


def is_open_to_all(path):
    """Whether another user may get to a file or folder, and go into that or run it."""
    path = pathlib.Path(os.path.realpath(path))
    return all(part.stat().st_mode & stat.S_IXOTH for part in [path, *path.parents])


def scratch():
    """A folder for new files that another user may get to; None, which is the usual one, where there is no other."""
    return next((folder for folder in (tempfile.gettempdir(), "/tmp", "/var/tmp") if is_open_to_all(folder)), None)


@functools.cache
def binary_for_all():
    """The program where another user may run it: a copy where the folder it was built in is closed, as a home may be."""
    if is_open_to_all(BINARY):
        return BINARY
    folder = tempfile.TemporaryDirectory(prefix="privacy-lsp-binary-", dir=scratch())
    _FOLDERS.append(folder)
    os.chmod(folder.name, 0o755)
    copy = shutil.copy(BINARY, folder.name)
    os.chmod(copy, 0o755)
    return str(copy)


# Kept until the end, which removes them.
_FOLDERS = []


class Client:
    """A session. What the server says is read by a thread, unless or until it is told not to."""

    def __init__(self, *, reads=True, initialize=True, capabilities=PUSHED, folders=(), process_id=None, options=None,
                 user=None, environment=None, cwd=None, answers_requests=True):
        command = [BINARY, "serve"]
        if user is not None:
            command = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", binary_for_all(), "serve"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=cwd, bufsize=0,
            env=environment, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        self.pid = self.process.pid
        self.answers = collections.defaultdict(list)
        self.notices = []
        self.pushed = {}
        self.pushes = collections.Counter()
        self.orphans = []
        self.violations = []
        self.total = 0
        self.pause = 0.0
        self.piece = 1 << 16
        self.answers_requests = answers_requests
        self.ended = False
        self._ids = 0
        self._awaited = set()
        self._changed = threading.Condition()
        self._writing = threading.Lock()
        self._reads = threading.Event()
        self._rests = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        if initialize:
            self._reads.set()
            self._thread.start()
            params = {"processId": process_id, "rootUri": None, "capabilities": capabilities,
                      "workspaceFolders": [{"uri": uri, "name": uri} for uri in folders] or None}
            if options is not None:
                params["initializationOptions"] = options
            self.offered = self.call("initialize", params)
            self.notify("initialized")
            self.settle()
            if not reads:
                self.stop_reading()
        elif reads:
            self._reads.set()
            self._thread.start()

    # Reading

    def stop_reading(self):
        """No byte is read from here on."""
        self._reads.clear()
        while not self._rests.wait(0.1):
            if self.ended:
                raise Failure(f"the server ended ({self.process.poll()}) before it was no longer read")

    def go_on_reading(self):
        self._rests.clear()
        self._reads.set()

    def _read(self):
        buffer = bytearray()
        descriptor = self.process.stdout.fileno()
        try:
            while True:
                if not self._reads.is_set():
                    self._rests.set()
                    self._reads.wait()
                ready, _, _ = select.select([descriptor], [], [], 0.1)
                if not ready or not self._reads.is_set():
                    continue
                piece = os.read(descriptor, self.piece)
                if not piece:
                    break
                buffer += piece
                self._take(buffer)
                if self.pause:
                    time.sleep(self.pause)
        except (OSError, ValueError) as error:
            self.violations.append(f"unreadable output: {error}")
        finally:
            with self._changed:
                self.ended = True
                self._changed.notify_all()

    def _take(self, buffer):
        start = 0
        found = []
        while True:
            end = buffer.find(b"\r\n\r\n", start)
            if end < 0:
                break
            header = bytes(buffer[start:end])
            if not header.startswith(b"Content-Length: "):
                raise ValueError(f"header {header[:60]!r}")
            length = int(header[16:])
            if len(buffer) < end + 4 + length:
                break
            found.append(json.loads(buffer[end + 4:end + 4 + length]))
            start = end + 4 + length
        del buffer[:start]
        if not found:
            return
        with self._changed:
            for message in found:
                self._note(message)
            self._changed.notify_all()

    def _note(self, message):
        self.total += 1
        if "method" in message:
            if message["method"] == "textDocument/publishDiagnostics":
                self.pushed[message["params"]["uri"]] = message["params"]
                self.pushes[message["params"]["uri"]] += 1
            else:
                self.notices.append(message)
            if "id" in message and self.answers_requests:
                items = (message.get("params") or {}).get("items") or []
                threading.Thread(target=self._reply, args=(message["id"], [None] * len(items) if items else None),
                                 daemon=True).start()
        elif message.get("id") is None:
            self.orphans.append(message["error"]["code"])
        else:
            if ("result" in message) == ("error" in message):
                self.violations.append(f"an answer has a result or an error: {json.dumps(message)[:200]}")
            # Of what a check waits for the whole answer is kept, of all others the code alone.
            is_awaited = message["id"] in self._awaited
            self.answers[message["id"]].append(message if is_awaited else message.get("error", {}).get("code", 0))

    def _reply(self, id, result):
        try:
            self.send(frame({"jsonrpc": "2.0", "id": id, "result": result}))
        except (OSError, ValueError):
            pass

    # Writing

    def send(self, data):
        with self._writing:
            view = memoryview(data)
            while view:
                view = view[os.write(self.process.stdin.fileno(), view[:1 << 20]):]

    def send_until_blocked(self, piece, most, quiet=1.5):
        """Writes copies of whole pieces until the server takes no more for a while; gives how many were taken whole, and
        what is left of the one that was not."""
        descriptor = self.process.stdin.fileno()
        os.set_blocking(descriptor, False)
        sent = 0
        try:
            while sent < most:
                rest = memoryview(piece(sent) if callable(piece) else piece)
                while rest:
                    try:
                        rest = rest[os.write(descriptor, rest):]
                    except BlockingIOError:
                        if not select.select([], [descriptor], [], quiet)[1]:
                            return sent, bytes(rest)
                sent += 1
            return sent, b""
        finally:
            os.set_blocking(descriptor, True)

    def notify(self, method, params=None):
        self.send(notification(method, params))

    def new_id(self):
        """An id that no check has for itself."""
        self._ids += 1
        return f"own {self._ids}"

    def begin(self, method, params=None):
        id = self.new_id()
        self._awaited.add(id)
        self.send(request(id, method, params))
        return id

    def call(self, method, params=None, *, timeout=PATIENCE):
        """The result of a request; an error is a failure."""
        answer = self.answer(self.begin(method, params), timeout=timeout)
        if "error" in answer:
            raise Failure(f"{method}: {answer['error']}")
        return answer["result"]

    def answer(self, id, *, timeout=PATIENCE):
        """The whole answer to a request that `begin` sent."""
        self.wait(lambda: self.answers[id], f"an answer to {id}", timeout=timeout)
        return self.answers[id][0]

    def wait(self, is_there, what, *, timeout=PATIENCE):
        end = time.monotonic() + timeout
        with self._changed:
            while not is_there():
                if self.violations:
                    raise Failure("; ".join(self.violations))
                if self.ended:
                    raise Failure(f"the server ended ({self.process.poll()}) before {what}")
                if time.monotonic() > end:
                    raise Failure(f"no {what} within {timeout} s")
                self._changed.wait(0.2)

    def settle(self, timeout=PATIENCE):
        """Waits until all that was sent is done: what is not known is answered last."""
        answer = self.answer(self.begin(UNKNOWN), timeout=timeout)
        if answer.get("error", {}).get("code") != METHOD_NOT_FOUND:
            raise Failure(f"an unknown method was answered {answer}")

    def sleeps(self, *, takes_all=True, seconds=0.0, timeout=PATIENCE):
        """Waits until the server waits itself, without a word to it: with nothing left in the pipe to it, or with what it
        does not take, and for so long that it will not go on."""
        end = time.monotonic() + timeout
        since, looks = time.monotonic(), 0
        while looks < 5 or time.monotonic() - since < seconds:
            left = int.from_bytes(fcntl.ioctl(self.process.stdin, termios.FIONREAD, b"\0" * 4), sys.byteorder)
            if state(self.pid) == "S" and not (takes_all and left):
                looks += 1
            else:
                since, looks = time.monotonic(), 0
            if time.monotonic() > end:
                raise Failure(f"the server works on for {timeout} s")
            time.sleep(0.001)

    def diagnostics(self, uri, version=None, *, timeout=PATIENCE):
        def is_there():
            last = self.pushed.get(uri)
            return last is not None and (version is None or last.get("version") == version)
        self.wait(is_there, f"diagnostics of {uri} version {version}", timeout=timeout)
        return self.pushed[uri]["diagnostics"]

    def said(self, method):
        """The texts of the messages to a person, one by one."""
        with self._changed:
            return [m["params"]["message"] for m in self.notices if m["method"] == method]

    # Life

    def memory(self, field="VmRSS"):
        return memory(self.pid, field)

    def reset_peak(self):
        pathlib.Path(f"/proc/{self.pid}/clear_refs").write_text("5")

    def close_input(self):
        self.process.stdin.close()

    def gone(self, limit):
        """In how many seconds it is gone."""
        begun = time.monotonic()
        try:
            self.process.wait(limit)
        except subprocess.TimeoutExpired:
            raise Failure(f"still runs after {limit} s") from None
        return time.monotonic() - begun

    def finish(self):
        """Ends the session as is proper."""
        self.go_on_reading()
        self.pause = 0
        self.call("shutdown")
        self.notify("exit")
        self.gone(10)
        if self.process.returncode != 0:
            raise Failure(f"status {self.process.returncode} after shutdown and exit")
        if self.violations:
            raise Failure("; ".join(self.violations))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reads.set()
        if self._thread.is_alive():
            self._thread.join(5)
        for stream in (self.process.stdin, self.process.stdout):
            try:
                stream.close()
            except OSError:
                pass


# Texts

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">\n<dict>\n'
TAIL = "</dict>\n</plist>\n"
CLEAN = (HEAD + "\t<key>NSPrivacyTracking</key>\n\t<false/>\n\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>\n" + TAIL)
# One unknown key, in line 3.
FLAWED = (HEAD + "\t<key>NSPrivacyTrackin</key>\n\t<false/>\n\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>\n" + TAIL)


def flaws(count):
    """A manifest with so many findings, at least."""
    return HEAD + "".join(f"\t<key>NSPrivacyUnknown{n}</key>\n\t<true/>\n" for n in range(count)) + TAIL


def large(size, line="\t\t<string>domain{:07}.example.com</string>\n"):
    """A manifest of exactly so many bytes, many elements long."""
    head = HEAD + "\t<key>NSPrivacyTracking</key>\n\t<true/>\n\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n"
    tail = "\t</array>\n\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>\n" + TAIL
    length = len(line.format(0))
    count, rest = divmod(size - len(head) - len(tail), length)
    text = head + "".join(line.format(n) for n in range(count)) + " " * rest + tail
    if len(text) != size:
        raise Failure(f"made {len(text)} bytes, not {size}")
    return text


# A client of its own, which can be killed

def be_a_client(mode):
    """What runs in the process that is killed: prints the server's number, gets into a state, and waits."""
    server = subprocess.Popen([BINARY, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    server.stdin.write(request(1, "initialize", {"capabilities": {}, "processId": None}))
    if not server.stdout.read(1):
        raise SystemExit("no answer")
    uri = "file:///faults/PrivacyInfo.xcprivacy"

    def fill():
        os.set_blocking(server.stdin.fileno(), False)
        rest = request(2, "textDocument/completion", about(uri, 3, 1))
        end = time.monotonic() + 2
        while time.monotonic() < end:
            try:
                os.write(server.stdin.fileno(), rest)
            except BlockingIOError:
                time.sleep(0.05)

    if mode == "in a frame":
        server.stdin.write(b"Content-Length: 5000\r\n\r\n{\"jsonrpc\"")
    elif mode == "in 2 GB":
        server.stdin.write(b"Content-Length: 2000000000\r\n\r\n{\"jsonrpc\"")
    elif mode == "full":
        server.stdin.write(opened(uri, CLEAN))
        fill()
    elif mode == "at work":
        data = opened(uri, large(10 << 20)) + request(3, "textDocument/documentSymbol", about(uri))
        view = memoryview(data)
        while view:
            view = view[server.stdin.write(view):]
    elif mode != "idle":
        raise SystemExit(f"no mode {mode}")
    print(server.pid, flush=True)
    time.sleep(1000)


if __name__ == "__main__":
    be_a_client(sys.argv[1])
