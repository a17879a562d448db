"""Clients that read slowly or not at all: little waits to be written, no answer is lost, and of diagnostics only the newest
of a document wait."""

import json
import time

from client import CLEAN, HEAD, PULLS, TAIL, Client, about, changed, edit, flaws, frame, large, opened, request
from registry import check

URI = "file:///faults/PrivacyInfo.xcprivacy"
# What may wait to be written, in megabytes.
MOST = 64


@check("reading: nothing is read, requests without end")
def no_reading(run):
    with Client() as session:
        session.send(opened(URI, flaws(run.of(60, 300))))
        session.settle()
        session.stop_reading()
        before = session.memory()
        # Two that have small answers, and two that have large ones.
        def piece(n):
            return b"".join([
                request(4 * n, "textDocument/hover", about(URI, 3, 8)),
                request(4 * n + 1, "textDocument/documentSymbol", about(URI)),
                request(4 * n + 2, "textDocument/diagnostic", about(URI)),
                request(4 * n + 3, "textDocument/semanticTokens/full", about(URI))])
        sent, rest = session.send_until_blocked(piece, 1_000_000)
        run.holds(f"no more requests are taken after {4 * sent:,}", sent < 1_000_000)
        # What waits to be handled is held to 16 MiB besides.
        run.most("memory that waits", session.memory() - before, MOST + 16, "MB")
        begun = time.monotonic()
        session.go_on_reading()
        session.send(rest)
        session.settle(timeout=120)
        count = 4 * sent + (4 if rest else 0)
        run.no(f"of {count:,} requests not answered once",
               [f"{n}: {session.answers[n]}" for n in range(count) if len(session.answers[n]) != 1])
        run.most("then all is read", time.monotonic() - begun, 120.0, "s")
        session.finish()


@check("reading: nothing is read, answers of megabytes")
def large_answers(run):
    with Client() as session:
        session.send(opened(URI, large(10 << 20)))
        session.settle()
        session.call("textDocument/documentSymbol", about(URI))
        session.stop_reading()
        before = session.memory()
        requests = [request(n, method, about(URI, options={"tabSize": 2, "insertSpaces": True}))
                    for n, method in enumerate(["textDocument/documentSymbol", "textDocument/semanticTokens/full",
                                                "textDocument/formatting", "textDocument/foldingRange"] * 10)]
        session.send(b"".join(requests))
        session.sleeps(seconds=1)
        # What the features made on the way stays with the process; the document's own share is in `before`.
        run.most("memory that waits", session.memory() - before, MOST + 60, "MB")
        session.go_on_reading()
        session.settle(timeout=120)
        run.no("requests not answered once",
               [f"{n}: {session.answers[n]}" for n in range(len(requests)) if len(session.answers[n]) != 1])
        session.finish()


@check("reading: answers larger than what may wait")
def largest_answers(run):
    # Small elements have answers many times their size.
    head, tail = '<plist version="1.0"><array>', "</array></plist>"
    uri = "file:///faults/Info.plist"
    options = {"tabSize": 2, "insertSpaces": True}
    with Client() as session:
        text = head + "<true/>" * ((10 << 20) // 7) + tail
        session.send(opened(uri, text))
        # They come when nothing else waits, and would be counted as an answer.
        session.diagnostics(uri, timeout=120)
        edits = session.call("textDocument/formatting", about(uri, options=options), timeout=120)
        run.most("edits that format 10 MB in one line", len(edits), 10_000)
        formatted = edits[0]["newText"]
        run.same("and what they make of it", ("\n".join(line.strip() for line in formatted.split("\n")[:3]),
                                              formatted.count("<true/>"), len(edits)),
                 ("\n<array>\n<true/>" if formatted.startswith("\n") else "<array>\n<true/>\n<true/>", text.count("<true/>"), 1))
        begun = session.total
        id = session.begin("textDocument/documentSymbol", about(uri))
        answer = session.answer(id, timeout=120)
        size = len(json.dumps(answer)) / 2 ** 20
        run.most(f"an answer, {answer.get('error', {}).get('message', 'a result')}", size, 48.0, "MiB")
        run.most("answers", session.total - begun, 1)
        session.finish()


@check("reading: nothing is read, edits without end")
def edits(run):
    count = run.of(60_000, 400_000)
    with Client() as session:
        text = HEAD + "\t<!-- a -->\n" + "\t<key>NSPrivacyUnknown</key>\n\t<true/>\n" * 20 + TAIL
        session.send(opened(URI, text))
        session.diagnostics(URI)
        version = 1
        for version in range(2, 1002):
            session.send(changed(URI, version, edit(3, 6, 7, "b")))
        session.diagnostics(URI, version)
        session.stop_reading()
        # What fills the pipe.
        for n in range(200):
            session.send(request(n, "textDocument/completion", about(URI, 3, 0)))
        before = session.memory()
        pushed = session.pushes[URI]
        for first in range(version + 1, version + 1 + count, 100):
            session.send(b"".join(changed(URI, n, edit(3, 6, 7, "abc"[n % 3])) for n in range(first, first + 100)))
            if first % 1000 == 2:
                # Now and then all of them are done: what waits to be handled may have 16 MiB.
                session.sleeps()
        version += count
        session.sleeps()
        run.most(f"memory after {count:,} edits", session.memory() - before, 4.0, "MB")
        session.go_on_reading()
        session.settle()
        session.diagnostics(URI, version)
        run.most("diagnostics that waited", session.pushes[URI] - pushed, 2)
        run.no("requests not answered once",
               [f"{n}: {session.answers[n]}" for n in range(200) if len(session.answers[n]) != 1])
        session.finish()


@check("reading: nothing is read, many documents with many findings")
def many_documents(run):
    count = run.of(60, 200)
    texts = flaws(2500)
    with Client() as session:
        session.send(opened(URI, texts))
        session.diagnostics(URI)
        session.stop_reading()
        uris = [f"file:///faults/{n}/PrivacyInfo.xcprivacy" for n in range(count)]
        before = session.memory()
        sent, rest = session.send_until_blocked(lambda n: opened(uris[n], texts), count)
        session.sleeps(takes_all=False, seconds=1)
        last = session.memory()
        size = count * len(texts) / 2 ** 20
        run.most(f"memory for {count} documents of {size:.0f} MB in all", last - before, MOST + 16 + 20 * size, "MB")
        session.go_on_reading()
        session.send(rest + b"".join(opened(uri, texts) for uri in uris[sent + 1:]))
        for uri in uris:
            session.diagnostics(uri, timeout=120)
        run.same("documents with diagnostics", sum(1 for uri in uris if session.pushed[uri]["diagnostics"]), count)
        session.finish()


@check("reading: a slow client")
def slow(run):
    count = run.of(400, 5000)
    with Client() as session:
        session.send(opened(URI, flaws(20)))
        session.settle()
        # Some hundred kilobytes a second.
        session.piece, session.pause = 4096, 0.008
        before = session.memory()
        session.send(b"".join(
            request(n, "textDocument/documentSymbol", about(URI)) + changed(URI, n + 2, edit(0, 0, 0, ""))
            for n in range(count)))
        time.sleep(2)
        run.most("memory", session.memory() - before, MOST + 16, "MB")
        session.settle(timeout=600)
        run.no("requests not answered once",
               [f"{n}: {session.answers[n]}" for n in range(count) if len(session.answers[n]) != 1])
        session.diagnostics(URI, count + 1)
        run.most("diagnostics of one document", session.pushes[URI], count // 2)
        session.finish()


@check("reading: nothing is answered that the server asks")
def no_answers(run):
    capabilities = {**PULLS, "workspace": {
        "configuration": True, "didChangeWatchedFiles": {"dynamicRegistration": True},
        "diagnostics": {"refreshSupport": True}, "inlayHint": {"refreshSupport": True}},
        "window": {"workDoneProgress": True}}
    with Client(capabilities=capabilities, answers_requests=False) as session:
        session.send(opened(URI, CLEAN))
        session.settle()
        before = session.memory()
        for n in range(run.of(3000, 30_000)):
            session.notify("workspace/didChangeConfiguration", {"settings": None})
            severity = ["error", "warning"][n % 2]
            session.notify("workspace/didChangeConfiguration", {
                "settings": {"privacy-lsp": {"severity": {"unknown-key": severity}}}})
            if n % 500 == 0:
                # What waits to be handled may have 16 MiB.
                session.sleeps()
        session.settle()
        run.most("memory", session.memory() - before, 6.0, "MB")
        session.send(frame({"jsonrpc": "2.0", "id": 424242, "result": None}))
        session.settle()
        session.finish()
