"""Documents with odd names, of odd kinds, outside every folder or on no disk, and very large ones."""

import json
import os
import time
import urllib.parse

from client import CLEAN, FLAWED, HEAD, PULLS, PUSHED, TAIL, Client, about, changed, edit, large, opened
from registry import Folder, check

UNTIDY = FLAWED.replace("\t<key>", "<key>").replace("\t<array/>", "\t\t\t\t<array/>")
OPTIONS = {"tabSize": 4, "insertSpaces": False}


def serve(session, uri, text=UNTIDY):
    """What is wrong with how a document is served: it has a finding, a hover, completions and edits that format it."""
    session.send(opened(uri, text))
    wrong = []
    if "unknown-key" not in [d["code"] for d in session.diagnostics(uri, 1)]:
        wrong.append("no finding")
    if session.call("textDocument/hover", about(uri, 5, 10)) is None:
        wrong.append("no hover")
    if not session.call("textDocument/completion", about(uri, 3, 0))["items"]:
        wrong.append("no completion")
    if not session.call("textDocument/formatting", about(uri, options=OPTIONS)):
        wrong.append("no formatting")
    session.send(changed(uri, 2, {"text": CLEAN}))
    if "unknown-key" in [d["code"] for d in session.diagnostics(uri, 2)]:
        wrong.append("a finding in a clean text")
    session.notify("textDocument/didClose", about(uri))
    return [f"{uri[:100]}: {what}" for what in wrong]


def path(uri):
    return urllib.parse.unquote(urllib.parse.urlsplit(uri).path)


@check("documents: that are no files on disk")
def no_files(run):
    name = "PrivacyInfo.xcprivacy"
    uris = [
        f"untitled:{name}", f"untitled:/a/{name}", f"git:/a/b/{name}?%7B%22path%22%3A%22x%22%2C%22ref%22%3A%22~%22%7D",
        f"vscode-notebook-cell:/a/{name}#W0sZmlsZQ%3D%3D", f"http://example.com/a/{name}", f"https://example.com:80/{name}?a=b#c",
        f"vscode-remote://ssh-remote%2Bhost/a/{name}", f"FILE:///nowhere/{name}", f"File:///nowhere/b/{name}",
        f"file://localhost/nowhere/c/{name}", f"file://LOCALHOST/nowhere/d/{name}", f"file://server/share/{name}",
        f"file:/nowhere/e/{name}", f"file:///c%3A/Users/a/{name}", f"file:///C:/Users/a/{name}", f"zipfile:///a.zip::b/{name}",
        f"jar:file:///a.jar!/{name}", f"data:,/{name}", f"inmemory://model/1/{name}", f"untitled:{name.upper()}",
        f"urn:uuid:1/{name}", f"mailto:a@example.com/{name}", f"///nowhere/{name}", f"/nowhere/f/{name}", f"nowhere/{name}", name,
        f"file:///nowhere/%00/{name}", f"file:///nowhere/%FF%FE/{name}", f"file:///nowhere/%zz/100%/{name}",
        f"file:///nowhere/{'long' * 1200}/{name}", f"file:///nowhere/{'l' * 300}{name}", f"file:///{'d/' * 3000}{name}",
        f"file:///nowhere/\U0001F600/{name}", f"file:///nowhere/a b/{name}", f"file:///nowhere/../../../{name}",
        f"file:///proc/self/fd/0/{name}", f"file:///dev/zero/{name}", f"file:////nowhere//g/{name}", f"file:///nowhere/h/./{name}",
        f"a-b.c+d:///x/{name}", f"1a:///x/{name}", f"\u00e9:///x/{name}",
    ]
    with Client() as session:
        run.no(f"of {len(uris)} not served", [what for uri in uris for what in serve(session, uri)])
        run.same("shown", session.said("window/showMessage"), [])
        session.finish()
    with Folder() as folder, Client(folders=[folder.uri()]) as session:
        run.no("not served beside a folder", [what for uri in uris for what in serve(session, uri)])
        run.same("shown beside a folder", session.said("window/showMessage"), [])
        session.finish()


@check("documents: files with odd names")
def odd_names(run):
    folders = ["a b", "100%", "100%25", "%41", "a#b", "a?b", "\U0001F469\u200D\U0001F4BB", "e\u0301", "\u00fc", "n" * 255, "a&b",
               "a;b=c,d", "a'b\"c", "a\\b", "[x]", "{x}", "-", "...", " ", "a\tb", "a\nb", "a:b", "~", "+", "c:"]
    off = json.dumps({"severity": {"unknown-key": "off"}})
    files = {}
    for name in folders:
        files[f"{name}/PrivacyInfo.xcprivacy"] = FLAWED
        files[f"{name}/.privacy-lsp.json"] = off
    with Folder(files) as folder:
        with Client(folders=[folder.uri()], capabilities=PULLS) as session:
            # The settings beside it tell that the path was read right.
            run.no(f"of {len(folders)} folders without their settings", [
                name for name in folders if (session.send(opened(folder.uri(f"{name}/PrivacyInfo.xcprivacy"), FLAWED)),
                                             "unknown-key" in json.dumps(session.call("textDocument/diagnostic", about(
                                                 folder.uri(f"{name}/PrivacyInfo.xcprivacy")))))[1]])
            literal = folder.uri() + "/100%/PrivacyInfo.xcprivacy"
            session.send(opened(literal, FLAWED))
            run.holds("a literal percent sign is one", "unknown-key" not in json.dumps(
                session.call("textDocument/diagnostic", about(literal))))
            dots = folder.uri() + "/nothing/../-/../a%20b/PrivacyInfo.xcprivacy"
            session.send(opened(dots, FLAWED))
            run.holds("a document by way of dots is served", session.call("textDocument/hover", about(dots, 5, 10)))
            session.finish()
        with Client(folders=[folder.uri()], capabilities=PULLS) as session:
            report = session.call("workspace/diagnostic", {"previousResultIds": []})
            run.same("URIs that the server makes, read as paths", sorted(path(item["uri"]) for item in report["items"]),
                     # A folder whose name begins with a dot is hidden, and only a document in it is looked at.
                     sorted(str(folder / name / "PrivacyInfo.xcprivacy") for name in folders if name[0] != "."))
            run.no("URIs with characters that they may not have", [
                item["uri"] for item in report["items"] if set(item["uri"]) & set(' "<>[]{}|\\^`#?') or not item["uri"].isascii()])
            session.finish()
        # As folders that are given.
        for name in folders:
            with Client(folders=[folder.uri(name)], capabilities=PULLS) as session:
                report = session.call("workspace/diagnostic", {"previousResultIds": []})
                if [path(item["uri"]) for item in report["items"]] != [str(folder / name / "PrivacyInfo.xcprivacy")]:
                    run.failures.append(f"in a folder {name!r}: {report}")
    with Folder() as folder, Client(folders=[folder.uri()]) as session:
        names = ["n" * 256, "n" * 10_000, "/".join(["n" * 200] * 40), "a/" * 3000 + "b"]
        run.no("names longer than there are, not served", [
            what for name in names for what in serve(session, folder.uri() + f"/{name}/PrivacyInfo.xcprivacy")])
        run.same("told of them", session.said("window/showMessage"), [])
        session.finish()
    with Folder({"a/PrivacyInfo.xcprivacy": FLAWED}) as folder:
        raw = os.fsencode(folder.path) + b"/\xff\xfe"
        os.mkdir(raw)
        for name in [b"PrivacyInfo.xcprivacy", b"\x80.xcprivacy"]:
            with open(raw + b"/" + name, "w") as file:
                file.write(FLAWED)
        with Client(folders=[folder.uri()]) as session:
            uri = folder.uri() + "/%FF%FE/%80.xcprivacy"
            run.no("a name that is no UTF-8 is not served", serve(session, uri))
            session.call("workspace/symbol", {"query": ""})
            session.finish()
        with Client(folders=[folder.uri()], capabilities=PULLS) as session:
            report = session.call("workspace/diagnostic", {"previousResultIds": []})
            run.same("told of it", len([text for text in session.said("window/showMessage") if "UTF-8" in text]), 1)
            run.holds("the others are reported beside it", any(
                item["uri"] == folder.uri("a/PrivacyInfo.xcprivacy") and item["items"] for item in report["items"]))
            session.finish()


@check("documents: outside every folder, from the buffer alone")
def outside(run):
    # What lies beside it says otherwise; nobody asked for that.
    beside = {"Info.plist": HEAD + "\t<key>NSFaultsUsageDescription</key>\n\t<string>x</string>\n" + TAIL,
              "de.lproj/InfoPlist.strings": '"NSFaultsUsageDescription" = "x";\n', "Package.swift": "",
              "PrivacyInfo.xcprivacy": CLEAN}
    with Folder(beside) as away, Folder() as inside, Client(folders=[inside.uri()]) as session:
        os.mkfifo(away / "InfoPlist.strings")
        (away / "Locked.xcconfig").write_text("x")
        uri, nowhere = away.uri("PrivacyInfo.xcprivacy"), "file:///nowhere/PrivacyInfo.xcprivacy"
        info, no_info = away.uri("Info.plist"), "file:///nowhere/Info.plist"
        table, no_table = away.uri("de.lproj/InfoPlist.strings"), "file:///nowhere/de.lproj/InfoPlist.strings"
        texts = {uri: FLAWED, nowhere: FLAWED}
        camera = HEAD + "\t<key>NSCameraUsageDescription</key>\n\t<string>Scans receipts.</string>\n" + TAIL
        texts |= {info: camera, no_info: camera}
        strings = '"NSFaultsUsageDescription" = "Liest Belege.";\n'
        for one, other in [(uri, nowhere), (info, no_info), (table, no_table)]:
            text = strings if one == table else texts[one]
            found = []
            for each in (one, other):
                session.send(opened(each, text))
                found.append([(d["code"], d["message"]) for d in session.diagnostics(each, 1)])
                session.notify("textDocument/didClose", about(each))
                session.settle()
            run.holds(f"{one.rpartition('/')[2]}: as where no file is: {found[0]} {found[1]}", found[0] == found[1])
        run.no("shown", session.said("window/showMessage"))
        session.finish()


@check("documents: 64 MiB, and a byte more")
def large_documents(run):
    size = 64 << 20
    uri = "file:///faults/PrivacyInfo.xcprivacy"
    with Client() as session:
        text = large(size)
        session.send(opened(uri, text))
        found = session.diagnostics(uri, 1, timeout=120)
        codes = sorted({d["code"] for d in found})
        run.holds(f"at 64 MiB it is analysed: {len(found)} findings {codes}", "too-large" not in codes and bool(found))
        # A byte more, at the end of the second line.
        session.send(changed(uri, 2, edit(1, 21, 21, " ")))
        run.same("a byte more", [d["code"] for d in session.diagnostics(uri, 2, timeout=120)], ["too-large"])
        run.same("hover in it", session.call("textDocument/hover", about(uri, 3, 8)), None)
        session.send(changed(uri, 3, edit(1, 21, 22, "")))
        again = session.diagnostics(uri, 3, timeout=120)
        run.holds("a byte less: the findings are those before", again == found)
        # Far more, and back to little.
        session.send(changed(uri, 4, edit(2, 6, 6, "\n" + "x" * (100 << 20))))
        run.same("164 MiB", [d["code"] for d in session.diagnostics(uri, 4, timeout=120)], ["too-large"])
        session.send(changed(uri, 5, edit(2, 6, (100 << 20), "", end_line=3)))
        again = session.diagnostics(uri, 5, timeout=120)
        run.holds("and back: the findings are those before", again == found)
        session.send(changed(uri, 6, {"text": FLAWED}))
        run.holds("a small text: its findings", "too-large" not in [d["code"] for d in session.diagnostics(uri, 6)])
        session.finish()
    with Client(capabilities=PULLS) as session:
        session.send(opened(uri, text[:-1] + "  "))
        report = session.call("textDocument/diagnostic", about(uri), timeout=120)
        run.same("opened with a byte more", [d["code"] for d in report["items"]], ["too-large"])
        for method in ["documentSymbol", "semanticTokens/full", "formatting", "foldingRange", "codeLens"]:
            session.call("textDocument/" + method, about(uri, options=OPTIONS))
        session.finish()
    del text
    # The file on disk, unopened.
    with Folder({"PrivacyInfo.xcprivacy": b" " * (size + 1)}) as folder, \
            Client(folders=[folder.uri()], capabilities=PULLS) as session:
        report = session.call("workspace/diagnostic", {"previousResultIds": []}, timeout=120)
        run.same("on disk with a byte more", [[d["code"] for d in i["items"]] for i in report["items"]], [["too-large"]])
        session.finish()


@check("documents: odd texts")
def odd_texts(run):
    uris = ["file:///faults/PrivacyInfo.xcprivacy", "file:///faults/Info.plist", "file:///faults/de.lproj/InfoPlist.strings",
            "file:///faults/InfoPlist.xcstrings", "file:///faults/project.pbxproj", "file:///faults/App.xcconfig"]
    texts = ["", "\0", "\ufeff", "<" * 100_000, "<a>" * 100_000, "{" * 100_000, "(" * 100_000, "[" * 100_000, '{"a":' * 50_000,
             "\"" * 100_001, "/*" * 50_000, "&" * 100_000, "\r" * 100_000, "\u2028" * 1000, "\ud7ff\ue000\U0010ffff" * 1000, "x" * 3_000_000,
             "<!--" * 30_000, "<![CDATA[" * 20_000, "bplist00" + "\ufffd" * 100, "a=" * 50_000]
    with Client() as session:
        longest = 0.0
        for uri in uris:
            for version, text in enumerate(texts):
                begun = time.monotonic()
                session.send(opened(uri, text, version))
                session.diagnostics(uri, version, timeout=20)
                for method in ["hover", "completion", "documentSymbol", "formatting", "foldingRange", "semanticTokens/full"]:
                    session.call("textDocument/" + method, about(uri, 0, 3, options=OPTIONS), timeout=20)
                longest = max(longest, time.monotonic() - begun)
                session.notify("textDocument/didClose", about(uri))
        run.most(f"longest of {len(uris) * len(texts)} texts with seven answers", longest, 5.0, "s")
        session.finish()
