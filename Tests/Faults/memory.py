#!/usr/bin/env python3
"""How much memory and time the built program takes for texts that are meant to cost it much.

For each text of texts.py: `lint` in all its forms, `format`, `label`, `serve` that opens it, edits it and is asked for
every feature, and `serve` that gets it whole several times at once. What must hold is the peak of the resident memory, 20 times the text plus 30 MB, and that twice the
text costs less than three times the processor time.

    memory.py [--size BYTES] [--quick | --long] [--only WORDS] [--mode NAME] [--jobs N]

--quick takes two megabytes and a part of the modes, and 10 MB for what comes nearest to the bound; --long takes 10 MB
and 64 MiB.
"""

import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import resource
import select
import shutil
import signal
import sys
import tempfile
import threading

import texts

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PRIVACY_LSP_BINARY") or str(REPOSITORY / ".build/release/privacy-lsp")
MB = 1_000_000
FACTOR = 20
BASE = 30 * MB
# How long a run may take at all, in seconds of processor time for each megabyte and besides.
SECONDS_PER_MB = 2
SECONDS = 4
# Times below this are noise.
LEAST_SECONDS = 0.5

COMMANDS = {
    "lint": ["lint", "--color", "never", "{file}"],
    "json": ["lint", "--format", "json", "{file}"],
    "xcode": ["lint", "--format", "xcode", "{file}"],
    "fix": ["lint", "--fix", "--quiet", "{file}"],
    "format": ["format", "{file}"],
    "diff": ["format", "--diff", "{file}"],
    "label": ["label", "{file}"],
}
MODES = [*COMMANDS, "serve", "queue"]
# What came nearest to the bound, or passed it once; most of it shows in large texts only.
NEAREST = [
    ("diff", "manifest: empty dictionaries, badly laid out"), ("diff", "manifest: empty strings, badly laid out"),
    ("diff", "manifest: one key again and again"), ("format", "manifest: empty dictionaries, badly laid out"),
    ("queue", "manifest: only newlines"), ("queue", "manifest: lines of elements that are none"),
    ("queue", "manifest: empty dictionaries, badly laid out"), ("queue", "info: one key again and again"),
]


def outcome(pid, limit):
    """Waits for a process, and ends it when its time is over: (status or None, peak in bytes, seconds of processor)."""
    resource.prlimit(pid, resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit)))
    descriptor = os.pidfd_open(pid)
    # A busy machine gives it a part of its time only; one that waits for nothing has to be ended too.
    ready, _, _ = select.select([descriptor], [], [], 20 * limit)
    os.close(descriptor)
    if not ready:
        os.kill(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    seconds = usage.ru_utime + usage.ru_stime
    code = os.waitstatus_to_exitcode(status)
    return (code if ready and code not in (-signal.SIGKILL, -signal.SIGXCPU) else None, usage.ru_maxrss * 1024, seconds)


def in_child(work):
    """Does something in a process of its own, so that its memory is not ours: what a process that we start has at most
    counts from what we have."""
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException as error:  # the process ends here, whatever happened
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        os._exit(status)
    return pid


def write_text(path, make, size):
    def work():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(make(size))
    if os.waitpid(in_child(work), 0)[1] != 0:
        sys.exit(f"no text for {path}")


def run_command(mode, path, limit):
    words = [BINARY] + [word.format(file=path) for word in COMMANDS[mode]]
    null = [(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0)]
    return outcome(os.posix_spawn(BINARY, words, os.environ, file_actions=null), limit)


# The server

CAPABILITIES = {
    "workspace": {"workspaceEdit": {"documentChanges": True}, "symbol": {}, "configuration": False,
                  "applyEdit": True},
    "textDocument": {
        "synchronization": {}, "publishDiagnostics": {"relatedInformation": True, "versionSupport": True},
        "completion": {"completionItem": {"snippetSupport": True}}, "hover": {}, "documentSymbol": {
            "hierarchicalDocumentSymbolSupport": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix", "source"]}}},
        "codeLens": {}, "foldingRange": {}, "selectionRange": {}, "diagnostic": {}, "inlayHint": {}, "formatting": {},
        "documentLink": {}, "rename": {"prepareSupport": True},
        "semanticTokens": {"requests": {"full": {"delta": True}, "range": True}, "tokenTypes": [
            "property", "type", "enumMember", "string", "keyword", "comment", "number", "variable", "namespace"],
            "tokenModifiers": ["deprecated"], "formats": ["relative"]},
    },
}
IN_DOCUMENT = ["documentSymbol", "foldingRange", "codeLens", "documentLink", "semanticTokens/full", "formatting",
               "diagnostic"]
AT_PLACES = ["hover", "completion", "documentHighlight", "definition", "references", "prepareRename",
             "linkedEditingRange", "rename", "onTypeFormatting"]
IN_RANGES = ["codeAction", "inlayHint", "rangeFormatting", "semanticTokens/range"]


class Talk:
    """A client over two pipes, which reads what comes and keeps none of it."""

    def __init__(self, to, source):
        self.to, self.source = to, source
        self.number = 0

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "surrogatepass")
        data = memoryview(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        while data:
            data = data[os.write(self.to, data[:1 << 16]):]

    def receive(self):
        length = 0
        while line := self.source.readline().strip():
            length = int(line.split(b":")[1])
        if not length:
            raise EOFError("the server has ended")
        # Of what is long only the beginning tells whose answer it is.
        rest, kept = length, b""
        while rest:
            part = self.source.read(min(rest, 1 << 20))
            if not part:
                raise EOFError("the server has ended")
            rest -= len(part)
            if len(kept) < 4096:
                kept += part[:4096]
        return kept

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def begin(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})

    def answer(self):
        """The next message that is an answer."""
        while True:
            message = self.receive()
            if b'"method":' not in message[:120]:
                return message

    def ask(self, method, params):
        self.begin(method, params)
        mark = b'"id":%d,' % self.number
        while True:
            message = self.answer()
            if mark in message.replace(b" ", b"")[:200]:
                return message


def begin(path, kind, to, source):
    """A session with the text open: the client, the document and the text."""
    client = Talk(to, os.fdopen(source, "rb", 1 << 20))
    client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": CAPABILITIES})
    client.notify("initialized", {})
    uri = "file:///project/" + texts.FILES[kind]
    text = path.read_bytes().decode("utf-8", "replace")
    client.notify("textDocument/didOpen", {"textDocument": {
        "uri": uri, "languageId": "xml", "version": 1, "text": text}})
    return client, {"uri": uri}, text


def end(client):
    client.ask("shutdown", None)
    client.notify("exit", None)


def send_whole_texts(path, kind, to, source):
    """Changes to the whole text, of which several wait; then some with questions between them, which wait with them."""
    client, document, text = begin(path, kind, to, source)
    client.ask("textDocument/diagnostic", {"textDocument": document})
    asked = ["documentSymbol", "formatting", "diagnostic"]
    versions = range(2, 12)

    def send():
        for version in versions:
            client.notify("textDocument/didChange", {
                "textDocument": {**document, "version": version}, "contentChanges": [{"text": text}]})
            for method in asked if version in versions[-4:] else ():
                client.begin(f"textDocument/{method}", {
                    "textDocument": document, "options": {"tabSize": 4, "insertSpaces": False}})

    # A client that does not read while it writes would wait for the server, and the server for it.
    sender = threading.Thread(target=send)
    sender.start()
    for _ in range(4 * len(asked)):
        client.answer()
    sender.join()
    end(client)


def talk(path, kind, to, source):
    client, document, text = begin(path, kind, to, source)
    lines = text.count("\n") + 1
    middle = text.count("\n", 0, len(text) // 2)
    last = len(text) - (text.rfind("\n") + 1)
    column = min(len(text) // 2 - (text.rfind("\n", 0, len(text) // 2) + 1), 1_000_000_000)
    del text
    places = [{"line": 0, "character": 0}, {"line": middle, "character": column},
              {"line": lines - 1, "character": last}]
    for version, place in enumerate(places, 2):
        client.notify("textDocument/didChange", {
            "textDocument": {**document, "version": version},
            "contentChanges": [{"range": {"start": place, "end": place}, "text": "a"}]})
        for method in IN_DOCUMENT:
            client.ask(f"textDocument/{method}", {
                "textDocument": document, "options": {"tabSize": 4, "insertSpaces": False}})
        for method in AT_PLACES:
            client.ask(f"textDocument/{method}", {
                "textDocument": document, "position": place, "newName": "a", "ch": ">",
                "context": {"includeDeclaration": True, "triggerKind": 1},
                "options": {"tabSize": 4, "insertSpaces": False}})
        client.ask("textDocument/selectionRange", {"textDocument": document, "positions": [place]})
        for method in IN_RANGES:
            whole = method != "codeAction"
            client.ask(f"textDocument/{method}", {
                "textDocument": document,
                "range": {"start": places[0] if whole else place, "end": places[2] if whole else place},
                "context": {"diagnostics": []}, "options": {"tabSize": 4, "insertSpaces": False}})
    client.ask("textDocument/codeAction", {
        "textDocument": document, "range": {"start": places[0], "end": places[2]}, "context": {"diagnostics": []}})
    client.ask("workspace/symbol", {"query": "a"})
    end(client)


def run_server(path, kind, limit, session):
    down_read, down_write = os.pipe()
    up_read, up_write = os.pipe()
    actions = [(os.POSIX_SPAWN_DUP2, down_read, 0), (os.POSIX_SPAWN_DUP2, up_write, 1),
               (os.POSIX_SPAWN_CLOSE, down_write), (os.POSIX_SPAWN_CLOSE, up_read)]
    server = os.posix_spawn(BINARY, [BINARY, "serve"], os.environ, file_actions=actions)

    def drive():
        os.close(down_read)
        os.close(up_write)
        session(path, kind, down_write, up_read)

    client = in_child(drive)
    for descriptor in (down_read, down_write, up_read, up_write):
        os.close(descriptor)
    status, peak, seconds = outcome(server, limit)
    os.kill(client, signal.SIGKILL) if status is None else None
    _, ended = os.waitpid(client, 0)
    if status == 0 and ended != 0:
        status = "the client saw no answer"
    return status, peak, seconds


# The checks

def measure(mode, name, kind, make, size, folder):
    path = folder / f"{os.getpid()}-{size}" / texts.FILES[kind]
    write_text(path, make, size)
    actual = path.stat().st_size
    # A session is some eighty requests.
    sessions = {"serve": talk, "queue": send_whole_texts}
    limit = (SECONDS + SECONDS_PER_MB * actual / MB) * (5 if mode in sessions else 1)
    try:
        if mode in sessions:
            status, peak, seconds = run_server(path, kind, limit, sessions[mode])
        else:
            status, peak, seconds = run_command(mode, path, limit)
    finally:
        shutil.rmtree(folder / f"{os.getpid()}-{size}")
    return status, peak, seconds, actual


def memory_and_time_are_bounded(job):
    """One text in one form; what is wrong with what it took."""
    mode, name, kind, size, folder = job
    make = next(make for found, _, make in texts.cases() if found == name)
    problems = []
    status, peak, seconds, actual = measure(mode, name, kind, make, size, folder)
    allowed = FACTOR * actual + BASE
    if status is None:
        problems.append(f"was not done after {seconds:.0f} s of processor time")
    elif status not in (0, 1, 2):
        problems.append(f"ended with {status}")
    if peak > allowed:
        problems.append(f"took {peak / MB:.0f} MB of {allowed / MB:.0f}")
    if status is not None and seconds > LEAST_SECONDS:
        _, _, half, shorter = measure(mode, name, kind, make, size // 2, folder)
        # One look costs little; only what seems to grow too fast is looked at again, to tell it from a busy machine.
        for _ in range(3):
            if actual > 1.5 * shorter and seconds > 3 * half:
                seconds = min(seconds, measure(mode, name, kind, make, size, folder)[2])
                half = min(half, measure(mode, name, kind, make, size // 2, folder)[2])
        if actual > 1.5 * shorter and seconds > 3 * half:
            problems.append(f"took {seconds:.2f} s, and {half:.2f} s for half as much")
    return mode, name, peak / allowed, peak, seconds, actual, problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=10 * MB)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--mode", action="append", choices=MODES)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    sizes = [arguments.size]
    modes = arguments.mode or MODES
    if arguments.quick:
        sizes, modes = [2 * MB], arguments.mode or ["lint", "serve"]
    if arguments.long:
        sizes = [10 * MB, 64 << 20]

    with tempfile.TemporaryDirectory(prefix="privacy-lsp-memory-") as folder:
        jobs = [(mode, name, kind, size, pathlib.Path(folder))
                for size in sizes for name, kind, _ in texts.cases() for mode in modes
                if all(word in name for word in arguments.only.split("+"))]
        if arguments.quick and not arguments.only and not arguments.mode:
            kinds = {name: kind for name, kind, _ in texts.cases()}
            jobs += [(mode, name, kinds[name], 10 * MB, pathlib.Path(folder)) for mode, name in NEAREST]
        # Each in a process of its own that stays small; a thread would share what all have taken.
        with concurrent.futures.ProcessPoolExecutor(arguments.jobs, max_tasks_per_child=None) as pool:
            results = []
            for result in pool.map(memory_and_time_are_bounded, jobs):
                results.append(result)
                mode, name, _, peak, seconds, actual, problems = result
                for problem in problems:
                    print(f"not ok {mode}, {actual / MB:.1f} MB of {name}: {problem}", flush=True)
    failed = sum(bool(result[6]) for result in results)
    print(f"{len(results)} runs, {failed} failed; nearest to the bound of {FACTOR} times the text plus {BASE // MB} MB:")
    for mode, name, share, peak, seconds, actual, _ in sorted(results, key=lambda result: -result[2])[:12]:
        print(f"  {share * 100:4.0f} %  {peak / MB:5.0f} MB  {seconds:6.2f} s  {mode}, {actual / MB:.1f} MB of {name}")
    return 1 if failed or not results else 0


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main())
