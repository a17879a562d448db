"""A client that costs little and the same for every server: plain file descriptors, frames made before the clock runs,
no JSON read while it does.

Frames begin with `{"jsonrpc":"2.0",` and then `"id"` or `"method"`, without blanks: the echo server goes by that.
"""

import json
import os
import re
import select
import signal
import subprocess
import time

LENGTH = re.compile(rb"[Cc]ontent-[Ll]ength: *(\d+)\r\n")
SEPARATOR = b"\r\n\r\n"
now = time.perf_counter_ns


def frame(message):
    body = json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Ended(Exception):
    """The server is gone, or said what cannot be."""


class Client:
    """One server process. `spawned` is when it was started, `start` how long until it had answered `initialize`."""

    def __init__(self, name, command, folder):
        self.name, self.command = name, command
        uri = "file://" + folder
        hello = frame({"id": 0, "method": "initialize", "params": {
            "processId": os.getpid(), "rootUri": uri, "workspaceFolders": [{"uri": uri, "name": "bench"}],
            "capabilities": {"general": {"positionEncodings": ["utf-8", "utf-16"]},
                             "textDocument": {"publishDiagnostics": {"versionSupport": True},
                                              "hover": {"contentFormat": ["markdown"]}}}}})
        theirs_in, self.input = os.pipe()
        self.output, theirs_out = os.pipe()
        null = os.open(os.devnull, os.O_WRONLY)
        os.write(self.input, hello)  # fits into the pipe, and is there when the process looks
        actions = [(os.POSIX_SPAWN_DUP2, theirs_in, 0), (os.POSIX_SPAWN_DUP2, theirs_out, 1),
                   (os.POSIX_SPAWN_DUP2, null, 2)]
        begun = now()
        self.pid = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
        for descriptor in (theirs_in, theirs_out, null):
            os.close(descriptor)
        self.received = b""
        self.last_id = 0
        answer = json.loads(self.response())
        self.start = (now() - begun) / 1e6
        sync = answer.get("result", {}).get("capabilities", {}).get("textDocumentSync")
        # 1 where a change has to bring the whole text.
        self.sync = sync.get("change", 2) if isinstance(sync, dict) else sync or 2
        self.send(frame({"method": "initialized", "params": {}}))

    # Bytes

    def send(self, data):
        written = os.write(self.input, data)
        while written < len(data):
            written += os.write(self.input, memoryview(data)[written:])

    def body(self):
        """The body of the next frame."""
        while True:
            end = self.received.find(SEPARATOR)
            if end >= 0:
                length = LENGTH.match(self.received)
                if not length:
                    raise Ended(f"{self.name} wrote no frame: {self.received[:200]!r}")
                start = end + 4
                end = start + int(length[1])
                if len(self.received) < end:
                    parts, missing = [self.received], end - len(self.received)
                    while missing > 0:
                        parts.append(self.more())
                        missing -= len(parts[-1])
                    self.received = b"".join(parts)
                body, self.received = self.received[start:end], self.received[end:]
                return body
            self.received += self.more()

    def more(self):
        data = os.read(self.output, 1 << 16)
        if not data:
            raise Ended(f"{self.name} ended")
        return data

    # Messages

    def response(self):
        """The body of the answer to the one request that is under way."""
        while True:
            body = self.body()
            if b'"method":"' not in body[:80]:
                return body
            self.answer(body)

    def diagnostics(self, mark):
        """The body of the next diagnostics that have `mark` in them."""
        while True:
            body = self.body()
            if b"publishDiagnostics" in body[:80]:
                if mark in body:
                    return body
            else:
                self.answer(body)

    def answer(self, body):
        """Answers what a server may ask, so that none waits for us."""
        message = json.loads(body)
        if "method" in message and "id" in message:
            items = (message.get("params") or {}).get("items", [])
            self.send(frame({"id": message["id"], "result": [None] * len(items) if items else None}))

    def settle(self, seconds):
        """Lets the server finish what nobody waits for."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self.received or select.select([self.output], [], [], left)[0]:
                self.answer(self.body())

    # Documents

    def open(self, document):
        """Opens a document and waits for its diagnostics; takes milliseconds, which are returned, and the body."""
        self.document, self.version, self.typed = document, 1, False
        text, uri = document["text"], document["uri"]
        line, character = document["note"]
        self.mark = b"" if self.name == "echo" else b'"version":%d'
        note = text.index("note")
        spelled = {False: text, True: text[:note + 1] + "x" + text[note + 1:]}

        def parts(typed):
            # `typed` is what the text is before the change.
            change = {"text": spelled[not typed]}
            if self.sync != 1:
                end = character + 1 if typed else character
                change = {"range": {"start": {"line": line, "character": character},
                                    "end": {"line": line, "character": end}}, "text": "" if typed else "x"}
            body = frame({"method": "textDocument/didChange", "params": {
                "textDocument": {"uri": uri, "version": 1111111}, "contentChanges": [change]}})
            return body.split(b"1111111")

        self.parts = {typed: parts(typed) for typed in (False, True)}
        data = frame({"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": uri, "languageId": document["language"], "version": 1, "text": text}}})
        begun = now()
        self.send(data)
        found = self.diagnostics(self.mark and self.mark % 1)
        return (now() - begun) / 1e6, found

    def keystroke(self):
        """Types a character into the comment, or takes it back; milliseconds to the diagnostics of that version."""
        # All versions have seven digits, so that the frame's length holds.
        self.version += 1
        version = 1_000_000 + self.version
        before, after = self.parts[self.typed]
        data = b"%s%d%s" % (before, version, after)
        mark = self.mark and self.mark % version
        self.typed = not self.typed
        begun = now()
        self.send(data)
        self.diagnostics(mark)
        return (now() - begun) / 1e6

    def asker(self, method, place):
        """A function that asks for something at a place and gives the milliseconds to the answer."""
        data = frame({"id": 1111111, "method": method, "params": {
            "textDocument": {"uri": self.document["uri"]}, "position": {"line": place[0], "character": place[1]}}})
        before, after = data.split(b"1111111")

        def ask():
            self.last_id += 1
            data = b"%s%d%s" % (before, 1_000_000 + self.last_id, after)
            begun = now()
            self.send(data)
            self.asked = self.response()
            return (now() - begun) / 1e6
        return ask

    # Process

    def memory(self):
        """Resident memory in megabytes."""
        if not os.path.exists("/proc/self/status"):
            return int(subprocess.check_output(["ps", "-o", "rss=", "-p", str(self.pid)])) / 1024
        with open(f"/proc/{self.pid}/status") as status:
            for line in status:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) / 1024
        raise Ended(f"{self.name} has no memory")

    def stop(self):
        try:
            self.send(frame({"id": 0, "method": "shutdown"}))
            self.response()
            self.send(frame({"method": "exit"}))
        except (OSError, Ended):
            pass
        os.close(self.input)
        os.close(self.output)
        for _ in range(500):
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                return
            time.sleep(0.002)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
