"""Many requests and documents at once, and requests that are taken back: each has exactly one answer."""

import random
import time

from client import CLEAN, FLAWED, PULLS, Client, about, flaws, notification, opened, request
from registry import Folder, check

URI = "file:///faults/PrivacyInfo.xcprivacy"
CANCELLED = -32800


def ask(n, uri=URI):
    """One of many kinds of requests."""
    span = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    kinds = [
        ("textDocument/hover", about(uri, 3, 8)), ("textDocument/completion", about(uri, 3, 1)),
        ("textDocument/documentSymbol", about(uri)), ("textDocument/foldingRange", about(uri)),
        ("textDocument/semanticTokens/full", about(uri)), ("textDocument/codeAction", about(
            uri, range=span, context={"diagnostics": []})),
        ("textDocument/formatting", about(uri, options={"tabSize": 2, "insertSpaces": True})),
        ("textDocument/inlayHint", about(uri, range=span)), ("textDocument/definition", about(uri, 3, 8)),
        ("textDocument/diagnostic", about(uri)), ("workspace/symbol", {"query": "a"}), ("faults/unknown", {}),
        ("textDocument/documentLink", about(uri)), ("textDocument/hover", about("file:///not/open/Info.plist", 3, 8)),
        ("textDocument/selectionRange", about(uri, positions=[{"line": 3, "character": 9}])),
        ("workspace/executeCommand", {"command": "faults.unknown"}), ("textDocument/codeLens", about(uri)),
    ]
    method, params = kinds[n % len(kinds)]
    return request(n, method, params)


def not_answered_once(session, ids):
    return [f"{id}: {session.answers[id]}" for id in ids if len(session.answers[id]) != 1]


@check("requests: ten thousand at once")
def ten_thousand(run):
    with Client(capabilities=PULLS) as session:
        session.send(opened(URI, FLAWED))
        begun = time.monotonic()
        session.send(b"".join(ask(n) for n in range(10_000)))
        session.settle()
        # What concerns the workspace is answered when nothing else waits.
        session.wait(lambda: all(session.answers[n] for n in range(10_000)), "an answer to each")
        run.no("not answered once", not_answered_once(session, range(10_000)))
        run.most("in", time.monotonic() - begun, 60.0, "s")
        session.finish()


@check("requests: two hundred documents at once")
def two_hundred_documents(run):
    with Folder() as folder, Client(folders=[folder.uri()]) as session:
        uris = [folder.uri(f"App/{n}/PrivacyInfo.xcprivacy") for n in range(200)]
        begun = time.monotonic()
        session.send(b"".join(opened(uri, FLAWED) for uri in uris))
        for uri in uris:
            session.diagnostics(uri)
        run.most("until all have diagnostics", time.monotonic() - begun, 20.0, "s")
        run.no("documents with other findings than the first", [
            uri for uri in uris if [d["code"] for d in session.pushed[uri]["diagnostics"]]
            != [d["code"] for d in session.pushed[uris[0]]["diagnostics"]]])
        run.holds("each has a finding", all(session.pushed[uri]["diagnostics"] for uri in uris))
        session.send(b"".join(notification("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": CLEAN}]}) for uri in uris))
        for uri in uris:
            session.diagnostics(uri, 2)
        run.no("documents with findings when they are clean", [u for u in uris if session.pushed[u]["diagnostics"]])
        session.finish()


@check("requests: all are cancelled")
def all_cancelled(run):
    count = 10_000
    with Client(capabilities=PULLS) as session:
        session.send(opened(URI, flaws(50)))
        session.settle()
        order = list(range(count))
        random.Random(6).shuffle(order)
        session.send(b"".join(ask(n) for n in range(count))
                     + b"".join(notification("$/cancelRequest", {"id": n}) for n in order) * 2)
        session.settle()
        session.wait(lambda: all(session.answers[n] for n in range(count)), "an answer to each")
        run.no("not answered once", not_answered_once(session, range(count)))
        codes = [session.answers[n][0] for n in range(count)]
        run.holds(f"some are cancelled: {codes.count(CANCELLED):,}", codes.count(CANCELLED) > 0)
        # Each with its cancellation behind it, in one piece: nothing has begun when it comes.
        session.answers.clear()
        session.send(b"".join(ask(n) + notification("$/cancelRequest", {"id": n}) for n in range(100)))
        session.settle()
        run.no("not answered once, one by one", not_answered_once(session, range(100)))
        # What is over, what never was, and what is no id.
        before = session.total
        for id in [0, 1, 99_999, -1, "x", None, 1.5, {}, [], True, 2 ** 63, 10 ** 30]:
            session.send(notification("$/cancelRequest", {"id": id}))
        session.settle()
        run.same("answers to cancellations of nothing", session.total - before - 1, 0)
        session.finish()


@check("requests: one id many times")
def one_id(run):
    with Client() as session:
        session.send(opened(URI, CLEAN) + request(5, "textDocument/hover", about(URI, 3, 8)) * 1000)
        session.settle()
        run.same("answers to a thousand requests with one id", len(session.answers[5]), 1000)
        session.answers.clear()
        session.send((request(6, "textDocument/hover", about(URI, 3, 8)) + notification("$/cancelRequest", {"id": 6})) * 1000)
        session.settle()
        run.same("and with as many cancellations", len(session.answers[6]), 1000)
        # A number and a text are two ids.
        for id in [7, "7", "", "a" * 100_000, -(2 ** 63), 2 ** 63 - 1, "\u0000\U0001F600"]:
            session.answers.clear()
            session.send(request(id, "faults/unknown"))
            session.settle()
            run.same(f"answers to {str(id)[:20]!r}", len(session.answers[id]), 1)
        session.finish()


@check("requests: over the workspace, cancelled and not")
def over_the_workspace(run):
    files = {f"{n}/PrivacyInfo.xcprivacy": FLAWED for n in range(run.of(300, 2000))}
    with Folder(files) as folder, Client(capabilities=PULLS, folders=[folder.uri()]) as session:
        for round in range(run.of(3, 10)):
            session.answers.clear()
            data = b""
            for n in range(200):
                method, params = (("workspace/diagnostic", {"previousResultIds": []}) if n % 2
                                  else ("workspace/symbol", {"query": "Priv"}))
                data += request(n, method, params)
            session.send(data)
            time.sleep(0.05 * round)
            session.send(b"".join(notification("$/cancelRequest", {"id": n}) for n in range(200) if n > 4))
            session.settle()
            session.wait(lambda: all(session.answers[n] for n in range(200)), "an answer to each")
            run.no(f"not answered once, round {round}", not_answered_once(session, range(200)))
        # What is under way when the session ends is answered too.
        session.answers.clear()
        session.send(b"".join(request(n, "workspace/diagnostic", {"previousResultIds": []}) for n in range(10)))
        session.call("shutdown")
        run.no("not answered once at the end", not_answered_once(session, range(10)))
        session.notify("exit")
        session.gone(30)


@check("requests: out of order")
def out_of_order(run):
    with Client(initialize=False) as session:
        session.send(request(1, "textDocument/hover", about(URI, 0)) + opened(URI, CLEAN))
        session.send(request(2, "shutdown") + request(3, "initialize", {"capabilities": {}})
                     + request(4, "initialize", {"capabilities": {}}))
        session.send(notification("initialized") + request(5, "textDocument/hover", about(URI, 0)))
        session.send(request(6, "shutdown") + request(7, "textDocument/hover", about(URI, 0)) + request(8, "shutdown"))
        session.wait(lambda: session.answers[8], "the last answer")
        run.same("answers", [session.answers[n] for n in range(1, 9)],
                 [[-32002], [-32002], [0], [-32600], [0], [0], [-32600], [-32600]])
        session.notify("exit")
        session.gone(30)
        run.same("status", session.process.returncode, 0)
