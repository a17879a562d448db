"""Edits without end over several documents, with requests in flight."""

import random

from client import HEAD, PULLS, PUSHED, TAIL, Client, about, changed, opened, request
from registry import check

PROJECT = """// !$*UTF8*$!
{
\tarchiveVersion = 1;
\tobjects = {
\t\tA1 /* Debug */ = {
\t\t\tisa = XCBuildConfiguration;
\t\t\tbuildSettings = {
\t\t\t\tINFOPLIST_KEY_NSCameraUsageDescription = "Scans receipts.";
\t\t\t};
\t\t\tname = Debug;
\t\t};
\t};
\trootObject = A0;
}
"""
DOCUMENTS = {
    "file:///soak/PrivacyInfo.xcprivacy": HEAD + "\t<key>NSPrivacyTracking</key>\n\t<true/>\n"
    + "\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string>a.example.com</string>\n\t</array>\n" + TAIL,
    "file:///soak/App/Info.plist": HEAD + "\t<key>NSCameraUsageDescription</key>\n\t<string>Scans receipts.</string>\n" + TAIL,
    "file:///soak/App/de.lproj/InfoPlist.strings": '/* Kamera */\n"NSCameraUsageDescription" = "Liest Belege ein.";\n\n',
    "file:///soak/App/InfoPlist.xcstrings":
    '{\n  "sourceLanguage" : "en",\n  "strings" : {\n  },\n  "version" : "1.0"\n}\n',
    "file:///soak/App/App.entitlements": HEAD + TAIL,
    "file:///soak/App.xcodeproj/project.pbxproj": PROJECT,
    "untitled:Info.plist": HEAD + TAIL,
    "file:///soak/App.xcconfig": "INFOPLIST_KEY_NSCameraUsageDescription = Scans receipts.\n",
}
PIECES = ["a", "x y", "<", ">", "</", "<key>", "</key>", "<string>", "</string>", "\"", "\\", ";", "=", "{", "}", "&amp;",
          "&", "<!--", "-->", "\t", "é", "𝔸", "🇩🇪", "NSCameraUsageDescription", "", "", "", "\n", "\n\n", "//"]


def units(text):
    return len(text.encode("utf-16-le")) // 2


class Model:
    """The client's text of a document, as lines."""

    def __init__(self, text):
        self.start = text
        self.lines = text.split("\n")
        self.version = 1

    @property
    def text(self):
        return "\n".join(self.lines)

    def edit(self, chance):
        """Changes the model, and gives the change as the protocol has it."""
        self.version += 1
        if len(self.lines) > 120 or chance.random() < 0.0005:
            self.lines = self.start.split("\n")
            return {"text": self.start}
        first = chance.randrange(len(self.lines))
        last = min(len(self.lines) - 1, first + (chance.random() < 0.1))
        start = chance.randrange(len(self.lines[first]) + 1)
        end = chance.randrange(len(self.lines[last]) + 1)
        if first == last:
            # Mostly a character or two.
            end = min(len(self.lines[last]), start + chance.choice([0, 0, 0, 1, 1, 3, 12]))
        piece = chance.choice(PIECES)
        change = {
            "range": {"start": {"line": first, "character": units(self.lines[first][:start])},
                      "end": {"line": last, "character": units(self.lines[last][:end])}}, "text": piece}
        self.lines[first:last + 1] = (self.lines[first][:start] + piece + self.lines[last][end:]).split("\n")
        return change


def asked(chance, id, uri, model):
    line = chance.randrange(len(model.lines))
    character = chance.randrange(len(model.lines[line]) + 1)
    method = chance.choice(["hover", "completion", "documentSymbol", "semanticTokens/full", "foldingRange", "documentHighlight",
                            "formatting", "diagnostic", "definition", "inlayHint", "codeAction"])
    span = {"start": {"line": 0, "character": 0}, "end": {"line": line, "character": character}}
    return request(id, "textDocument/" + method, about(
        uri, line, character, range=span, context={"diagnostics": []}, options={"tabSize": 2, "insertSpaces": True}))


# What shows a text: with these equal, the texts are.
SHOWN = ["diagnostic", "documentSymbol", "semanticTokens/full", "foldingRange", "formatting", "documentLink", "codeLens"]


def shown(session, uri):
    result = {}
    for method in SHOWN:
        answer = session.call("textDocument/" + method, about(uri, options={"tabSize": 8, "insertSpaces": True}))
        if isinstance(answer, dict):
            answer.pop("resultId", None)
        result[method] = answer
    return result


def selections(session, uri, lines):
    """What the ranges around the ends of lines are: they tell the lengths of the lines and what stands at their ends."""
    return session.call("textDocument/selectionRange", about(
        uri, positions=[{"line": n, "character": 10 ** 6} for n in range(lines)]))


@check("soak: edits with requests in flight")
def soak(run):
    count = run.of(60_000, 1_000_000)
    chance = random.Random(20)
    models = {uri: Model(text) for uri, text in DOCUMENTS.items()}
    with Client(capabilities=PULLS) as session:
        session.send(b"".join(opened(uri, model.text) for uri, model in models.items()))
        session.settle()
        uris = list(models)
        asked_for = 0
        wrong = []
        at_1000 = at_20000 = None
        for first in range(0, count, 50):
            data = b""
            for n in range(first, first + 50):
                uri = chance.choice(uris)
                model = models[uri]
                data += changed(uri, model.version + 1, model.edit(chance))
                if n % 5 == 0:
                    data += asked(chance, asked_for, uri, model)
                    asked_for += 1
            session.send(data)
            if first % 1000 == 950:
                session.settle()
                wrong += [f"{n}: {session.answers[n]}" for n in range(asked_for - 200, asked_for)
                          if session.answers[n] not in ([0], [-32801])]
                for n in range(asked_for - 200, asked_for):
                    del session.answers[n]
            if first + 50 == 1000:
                at_1000 = session.memory()
            if first + 50 == 20_000:
                at_20000 = session.memory()
        run.no(f"of {asked_for:,} requests during {count:,} edits not answered once", wrong)
        run.no("answers that nobody asked for", [str(id) for id in session.answers
                                                 if not isinstance(id, str) and session.answers[id]])
        run.most(f"memory after 20,000 edits, {at_1000:.1f} MB after 1,000", at_20000, at_1000 * 1.1 + 2, "MB")
        run.most(f"memory after {count:,}", session.memory(), at_1000 * 1.1 + 2, "MB")
        with Client(capabilities=PULLS) as fresh:
            fresh.send(b"".join(opened(uri, model.text) for uri, model in models.items()))
            for uri, model in models.items():
                mine, other = shown(session, uri), shown(fresh, uri)
                run.no(f"{uri}: what differs from a fresh server", [m for m in SHOWN if mine[m] != other[m]])
                lines = len(model.lines)
                run.holds(f"{uri}: the same selections at the ends of {lines} lines",
                          selections(session, uri, lines) == selections(fresh, uri, lines))
            # The same must not hold for any other text.
            uri = uris[0]
            model = models[uri]
            model.lines = (DOCUMENTS[uri] + "<x>").split("\n")
            fresh.send(changed(uri, 2, {"text": model.text}))
            run.holds("another text is told apart", shown(session, uri) != shown(fresh, uri))
            fresh.finish()
        session.finish()


@check("soak: typing, each edit with its diagnostics")
def typing(run):
    count = run.of(20_000, 60_000)
    chance = random.Random(21)
    with Client(capabilities=PUSHED) as session:
        models = {uri: Model(text) for uri, text in DOCUMENTS.items()}
        session.send(b"".join(opened(uri, model.text) for uri, model in models.items()))
        session.settle()
        at_1000 = None
        uris = list(models)
        for n in range(1, count + 1):
            uri = uris[n % len(uris)]
            model = models[uri]
            session.send(changed(uri, model.version + 1, model.edit(chance)))
            session.diagnostics(uri, model.version)
            if n == 1000:
                at_1000 = session.memory()
            if n == 20_000:
                run.most(f"memory after 20,000 edits, {at_1000:.1f} MB after 1,000", session.memory(),
                         at_1000 * 1.1 + 2, "MB")
        session.finish()
