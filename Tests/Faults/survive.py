#!/usr/bin/env python3
"""Crashes the server at random moments, and looks whether anybody would notice.

A crash is a signal sent from outside: for the server it is the same as one of its own. Each check prints `ok NAME` or
`not ok NAME: WHY`. The binary is PRIVACY_LSP_BINARY, `.build/release/privacy-lsp` where that is not set; the moments
are random, and PRIVACY_LSP_SEED sets where they begin.
"""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PRIVACY_LSP_BINARY") or str(REPOSITORY / ".build/release/privacy-lsp")
SEED = int(os.environ.get("PRIVACY_LSP_SEED") or random.randrange(1 << 30))
PATIENCE = 60
SIGNALS = [signal.SIGILL, signal.SIGTRAP, signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGABRT]
INTERNAL_ERROR, CONTENT_MODIFIED = -32603, -32801
URI = "file:///nowhere/PrivacyInfo.xcprivacy"
MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
	<key>NSPrivacyTracking</key>
	<true/>
	<key>NSPrivacyCollectedDataTypes</key>
	<array>
		<dict>
			<key>NSPrivacyCollectedDataType</key>
			<string>NSPrivacyCollectedDataTypeNam</string>
		</dict>
	</array>
</dict>
</plist>
"""
ALL = {
    "textDocument": {"publishDiagnostics": {"versionSupport": True}},
    "window": {"workDoneProgress": True},
    "workspace": {
        "configuration": True,
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    },
}

random.seed(SEED)


class Failed(Exception):
    """What a check found wrong."""


def expect(condition, words):
    if not condition:
        raise Failed(words)


def frame(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Client:
    """A server and all that it has said, byte for byte."""

    def __init__(self, *options, capabilities=None, reads=True, starts=True):
        self.process = subprocess.Popen([BINARY, "serve", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.messages, self.asked, self.fault = [], {}, None
        self.changed = threading.Condition()
        self.may_read = threading.Event()
        self.may_read.set()
        self.last = 0
        threading.Thread(target=self._read, daemon=True).start()
        if starts:
            self.capabilities = capabilities or {}
            self.request("initialize", {"processId": os.getpid(), "capabilities": self.capabilities})
            self.wait_for_answers()
            self.notify("initialized", {})
        if not reads:
            self.may_read.clear()

    def _read(self):
        data, output = b"", self.process.stdout.fileno()
        while True:
            self.may_read.wait()
            piece = os.read(output, 65536)
            if not piece:
                if data:
                    self.fault = f"half a frame at the end: {data[:80]!r}"
                break
            data += piece
            while True:
                head, end, rest = data.partition(b"\r\n\r\n")
                if not end:
                    break
                if not head.startswith(b"Content-Length: "):
                    self.fault = f"no frame: {data[:80]!r}"
                    return
                length = int(head[16:])
                if len(rest) < length:
                    break
                try:
                    self._take(json.loads(rest[:length]))
                except ValueError as error:
                    self.fault = f"no JSON: {error}"
                    return
                data = rest[length:]
        with self.changed:
            self.changed.notify_all()

    def _take(self, message):
        with self.changed:
            self.messages.append(message)
            self.changed.notify_all()
        if "method" in message and "id" in message:
            result = [{"severity": {}}] if message["method"] == "workspace/configuration" else None
            self.send(frame({"id": message["id"], "result": result}))

    def send(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except OSError:
            pass

    def notify(self, method, params):
        self.send(frame({"method": method, "params": params}))

    def request(self, method, params=None):
        self.last += 1
        self.asked[self.last] = method
        self.send(frame({"id": self.last, "method": method, "params": params or {}}))
        return self.last

    def about(self, method, **params):
        return self.request(method, {"textDocument": {"uri": URI}, **params})

    def open(self, text, version=1):
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": URI, "languageId": "xml", "version": version, "text": text}})

    def change(self, changes, version):
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": URI, "version": version}, "contentChanges": changes})

    def crash(self, number=None):
        self.process.send_signal(number or random.choice(SIGNALS))

    def until(self, words, condition, seconds=PATIENCE):
        """Waits until a condition holds, and returns what it is."""
        end = time.monotonic() + seconds
        with self.changed:
            while True:
                found = condition()
                if found:
                    return found
                expect(self.fault is None, self.fault)
                expect(self.process.poll() is None, f"the process ended with {self.process.poll()}; {words} is missing")
                expect(time.monotonic() < end, f"{words} did not come")
                self.changed.wait(0.05)

    def answers(self):
        return [message for message in self.messages if "id" in message and "method" not in message]

    def answer(self, number):
        return self.until(f"the answer to {self.asked[number]}", lambda: next(
            (message for message in self.answers() if message["id"] == number), None))

    def wait_for_answers(self):
        """Every request has exactly one answer."""
        self.until("an answer", lambda: len(self.answers()) >= len(self.asked))
        ids = [message["id"] for message in self.answers()]
        expect(sorted(ids) == sorted(self.asked), f"answered {len(ids)}, asked {len(self.asked)}")

    def told(self):
        return [message["params"]["message"] for message in self.messages
                if message.get("method") == "window/showMessage"]

    def wait_for_crash(self, count=1):
        """The user is told once of each crash."""
        self.until(f"message {count} of a crash", lambda: len(self.told()) >= count)
        expect(len(self.told()) == count, f"the user was told {self.told()}")

    def diagnostics(self, version):
        """The last findings that were published, of this version."""
        def published():
            found = [message["params"] for message in self.messages
                     if message.get("method") == "textDocument/publishDiagnostics"]
            return found and found[-1].get("version", version) == version and found[-1]
        return self.until(f"the findings of version {version}", published)["diagnostics"]

    def settled_diagnostics(self, version):
        """The same, once the server has nothing else to do."""
        self.answer(self.about("textDocument/hover", position={"line": 0, "character": 0}))
        return self.diagnostics(version)

    def ended(self, seconds=PATIENCE):
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Failed("the process did not end") from None

    def close(self):
        self.wait_for_answers()
        self.request("shutdown")
        self.wait_for_answers()
        self.notify("exit", None)
        expect(self.ended() == 0, f"the status was {self.process.returncode}")
        expect(self.fault is None, self.fault)


def fresh(text, capabilities, outlines):
    """What a new server finds in a text, and how it outlines it."""
    client = Client(capabilities=capabilities)
    client.open(text, version=7)
    found = client.settled_diagnostics(7)
    outline = outlines and client.answer(client.about("textDocument/documentSymbol"))["result"]
    client.close()
    return found, outline


def compare(client, text, version, outlines=True):
    """The session is as a new server's."""
    found, outline = fresh(text, client.capabilities, outlines)
    end = time.monotonic() + PATIENCE
    while client.settled_diagnostics(version) != found and time.monotonic() < end:
        time.sleep(0.05)
    expect(client.settled_diagnostics(version) == found, "the findings are others than a new server's")
    result = outlines and client.answer(client.about("textDocument/documentSymbol")).get("result")
    expect(result == outline, "the outline is another than a new server's")


def large(megabytes):
    """A manifest of so many megabytes with few findings, which cost more than all the rest."""
    entry = MANIFEST[MANIFEST.index("\t\t<dict>"):MANIFEST.index("\t</array>")]
    count = megabytes * (1 << 20) // len(entry)
    return MANIFEST.replace(entry, entry + entry.replace("TypeNam<", "TypeName<") * count)


# The checks


def every_signal_at_rest():
    for number in SIGNALS:
        client = Client(capabilities=ALL)
        client.open(MANIFEST)
        client.diagnostics(1)
        client.settled_diagnostics(1)
        pid = client.process.pid
        client.crash(number)
        client.wait_for_crash()
        expect(client.process.poll() is None and client.process.pid == pid, "it is another process")
        compare(client, MANIFEST, 1)
        client.wait_for_crash()
        client.close()


def requests_to_the_client_are_not_repeated():
    client = Client(capabilities=ALL)
    client.open(MANIFEST)
    client.settled_diagnostics(1)
    for crash in range(1, 4):
        client.crash()
        client.wait_for_crash(crash)
        client.settled_diagnostics(1)
    asked = [message for message in client.messages if "method" in message and "id" in message]
    expect(len({message["id"] for message in asked}) == len(asked), "an id came twice")
    registrations = [message for message in asked if message["method"] == "client/registerCapability"]
    expect(len(registrations) == 1, f"registered {len(registrations)} times")
    client.close()


def in_the_middle_of_a_large_text():
    text = large(10)
    client = Client(capabilities=ALL)
    begun = time.monotonic()
    client.open(text)
    client.settled_diagnostics(1)
    duration = time.monotonic() - begun
    client.close()
    suspended, crashes = 0, 0
    # When a server is at work depends on the machine and on what else it does: until three crashes, and one that hit.
    while crashes < 3 or (suspended == 0 and crashes < 20):
        crashes += 1
        client = Client(capabilities=ALL)
        client.open(text)
        time.sleep(duration * random.uniform(0, 0.8))
        client.crash()
        client.wait_for_crash()
        if any(finding.get("code") == "not-checked" for finding in client.settled_diagnostics(1)):
            suspended += 1
            hover = client.about("textDocument/hover", position={"line": 3, "character": 8})
            expect(client.answer(hover)["result"] is None, "a hover came from a text that is not looked into")
        edit = {"start": {"line": 4, "character": 0}, "end": {"line": 4, "character": 0}}
        client.change([{"range": edit, "text": "<!-- -->"}], 2)
        lines = text.split("\n")
        lines[4] = "<!-- -->" + lines[4]
        compare(client, "\n".join(lines), 2, outlines=False)
        client.close()
    expect(suspended > 0, f"none of {crashes} crashes hit the work on the text")


def a_half_written_answer():
    client = Client(capabilities=ALL)
    client.open(large(1))
    client.settled_diagnostics(1)
    for crash in range(1, 4):
        client.may_read.clear()
        numbers = [client.about("textDocument/documentSymbol") for _ in range(3)]
        time.sleep(random.uniform(0.02, 0.6))
        client.crash()
        time.sleep(random.uniform(0, 0.2))
        client.may_read.set()
        client.wait_for_crash(crash)
        for number in numbers:
            answer = client.answer(number)
            code = answer.get("error", {}).get("code")
            expect("result" in answer or code in (INTERNAL_ERROR, CONTENT_MODIFIED), f"answered {str(answer)[:200]}")
        client.wait_for_answers()
        client.may_read.set()
    client.close()


def a_half_sent_frame():
    # A client that answers nothing, so that no answer stands in the middle of the frame.
    text, client = MANIFEST, Client(capabilities={"textDocument": ALL["textDocument"]})
    client.open(text)
    client.settled_diagnostics(1)
    for crash in range(1, 4):
        text = text.replace("Nam<", "Name<") if crash == 1 else text + "<!-- -->"
        message = frame({"method": "textDocument/didChange", "params": {
            "textDocument": {"uri": URI, "version": 1 + crash}, "contentChanges": [{"text": text}]}})
        middle = random.randrange(1, len(message))
        client.send(message[:middle])
        time.sleep(0.05)
        client.crash()
        time.sleep(random.choice([0, 0.001, 0.01, 0.1]))
        client.send(message[middle:])
        client.wait_for_crash(crash)
        compare(client, text, 1 + crash)
    client.close()


def edits_and_requests_without_end():
    for _ in range(8):
        lines, client = MANIFEST.split("\n"), Client(capabilities=ALL)
        client.open(MANIFEST)
        version, crashes = 1, 0
        at = sorted(random.sample(range(1000), 3))
        for step in range(1000):
            if step in at:
                if random.random() < 0.5:
                    time.sleep(random.uniform(0, 0.01))
                client.crash()
                crashes += 1
                # A second signal before the new process takes any would be the same crash.
                client.until("the message of a crash", lambda: len(client.told()) >= crashes)
            line = random.randrange(1, len(lines) - 1)
            column = random.randrange(len(lines[line]) + 1)
            if random.random() < 0.6:
                version += 1
                text = random.choice(["", "<", "x", "\n", "<key>", "</dict>", "<string>a</string>"])
                until = min(len(lines[line]), column + random.choice([0, 0, 1, 5]))
                client.change([{"range": {"start": {"line": line, "character": column},
                                          "end": {"line": line, "character": until}}, "text": text}], version)
                lines[line] = lines[line][:column] + text + lines[line][until:]
                lines = "\n".join(lines).split("\n")
            else:
                method = random.choice(["hover", "completion", "documentSymbol", "foldingRange", "semanticTokens/full"])
                client.about(f"textDocument/{method}", position={"line": line, "character": column})
        client.wait_for_answers()
        expect(len(client.told()) == 3, f"the user was told {client.told()}")
        # What was worked on is looked into again once it changes.
        version += 1
        client.change([{"text": "\n".join(lines)}], version)
        compare(client, "\n".join(lines), version)
        refused = [answer for answer in client.answers()
                   if answer.get("error", {}).get("code") not in (None, INTERNAL_ERROR, CONTENT_MODIFIED)]
        expect(not refused, f"refused {refused[:1]}")
        client.close()


def the_fourth_crash_in_a_minute_is_the_end():
    client = Client(capabilities=ALL)
    client.open(MANIFEST)
    for crash in range(1, 4):
        client.settled_diagnostics(1)
        client.crash()
        client.wait_for_crash(crash)
    client.settled_diagnostics(1)
    client.crash(signal.SIGTRAP)
    expect(client.ended() == -signal.SIGTRAP, f"it ended with {client.process.returncode}")


def who_crashes_without_end_is_ended():
    client = Client(capabilities=ALL)
    client.open(MANIFEST)
    client.settled_diagnostics(1)
    end = time.monotonic() + PATIENCE
    while client.process.poll() is None and time.monotonic() < end:
        client.crash(signal.SIGSEGV)
        time.sleep(0.001)
    expect(client.ended() == -signal.SIGSEGV, f"it ended with {client.process.returncode}")
    expect(len(client.told()) <= 3, f"the user was told {client.told()}")


def before_the_session_a_crash_is_a_crash():
    client = Client(starts=False)
    time.sleep(0.2)
    client.crash(signal.SIGILL)
    expect(client.ended() == -signal.SIGILL, f"it ended with {client.process.returncode}")


def developers_get_their_crash():
    client = Client("--no-resume")
    client.crash(signal.SIGABRT)
    expect(client.ended() == -signal.SIGABRT, f"it ended with {client.process.returncode}")


def after_shutdown_there_is_only_the_end():
    client = Client(capabilities=ALL)
    client.open(MANIFEST)
    client.settled_diagnostics(1)
    client.request("shutdown")
    client.wait_for_answers()
    client.crash()
    client.notify("exit", None)
    expect(client.ended() == 0, f"it ended with {client.process.returncode}")
    client.wait_for_answers()
    expect(client.told() == [], "the user was told of it")


def nobody_can_name_a_session():
    for words in ("3,4", "0,1", "x", "9999999999,3"):
        result = subprocess.run([BINARY, "serve", "--resume", words], stdin=subprocess.DEVNULL, capture_output=True)
        expect(result.returncode == 2 and b"no session" in result.stderr, f"{words}: {result}")
    shown = subprocess.run([BINARY, "help", "serve"], capture_output=True).stdout
    expect(b"--no-resume" in shown and b"--resume" not in shown, "the help is another")


CHECKS = [
    every_signal_at_rest, requests_to_the_client_are_not_repeated, in_the_middle_of_a_large_text,
    a_half_written_answer, a_half_sent_frame, edits_and_requests_without_end,
    the_fourth_crash_in_a_minute_is_the_end, who_crashes_without_end_is_ended,
    before_the_session_a_crash_is_a_crash, developers_get_their_crash, after_shutdown_there_is_only_the_end,
    nobody_can_name_a_session,
]


def main():
    wanted, failed = sys.argv[1:], 0
    print(f"seed {SEED}")
    for check in CHECKS:
        if wanted and check.__name__ not in wanted:
            continue
        begun = time.monotonic()
        try:
            check()
            print(f"ok {check.__name__} ({time.monotonic() - begun:.1f} s)", flush=True)
        except Failed as error:
            failed += 1
            print(f"not ok {check.__name__}: {error}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
