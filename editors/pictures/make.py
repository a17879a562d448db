#!/usr/bin/env python3
"""Draws the README's pictures from what the program really answers.

    make.py           writes those of findings-light.svg, findings-dark.svg, label-light.svg and label-dark.svg beside
                      this file that are out of date
    make.py --check   says whether they are what it would write, and exits with 1 where they are not

PRIVACY_LSP_BINARY names the program, .build/debug/privacy-lsp where not set.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[1]
BINARY = os.environ.get("PRIVACY_LSP_BINARY") or str(TOP / ".build/debug/privacy-lsp")

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
"""
MANIFEST = HEAD + """\t<key>NSPrivacyCollectedDataTypes</key>
\t<array/>
\t<key>NSPrivacyAccessedAPITypes</key>
\t<array>
\t\t<dict>
\t\t\t<key>NSPrivacyAccessedAPIType</key>
\t\t\t<string>NSPrivacyAccessedAPICategoryUserDefaults</string>
\t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
\t\t\t<array>
\t\t\t\t<string>C617.1</string>
\t\t\t</array>
\t\t</dict>
\t</array>
</dict>
</plist>
"""
WRONG = "C617.1"
ENTRY = """\t\t<dict>
\t\t\t<key>NSPrivacyCollectedDataType</key>
\t\t\t<string>NSPrivacyCollectedDataType{}</string>
\t\t\t<key>NSPrivacyCollectedDataTypeLinked</key>
\t\t\t<{}/>
\t\t\t<key>NSPrivacyCollectedDataTypeTracking</key>
\t\t\t<{}/>
\t\t\t<key>NSPrivacyCollectedDataTypePurposes</key>
\t\t\t<array>
\t\t\t\t<string>NSPrivacyCollectedDataTypePurpose{}</string>
\t\t\t</array>
\t\t</dict>
"""
LABELLED = HEAD + """\t<key>NSPrivacyTracking</key>
\t<true/>
\t<key>NSPrivacyTrackingDomains</key>
\t<array>
\t\t<string>ads.example.com</string>
\t</array>
\t<key>NSPrivacyCollectedDataTypes</key>
\t<array>
""" + "".join(ENTRY.format(*entry) for entry in (
    ("DeviceID", "true", "true", "ThirdPartyAdvertising"), ("EmailAddress", "true", "false", "AppFunctionality"),
    ("Name", "true", "false", "AppFunctionality"), ("CrashData", "false", "false", "Analytics"),
    ("ProductInteraction", "false", "false", "Analytics"))) + """\t</array>
</dict>
</plist>
"""

THEMES = {
    "light": {"page": "#ffffff", "edge": "#d0d7de", "text": "#1f2328", "soft": "#59636e", "card": "#f6f8fa",
              "tag": "#0550ae", "property": "#953800", "enum": "#6639ba", "enumMember": "#116329", "error": "#cf222e",
              "accent": "#0969da", "chosen": "#ddf4ff"},
    "dark": {"page": "#0d1117", "edge": "#3d444d", "text": "#e6edf3", "soft": "#9198a1", "card": "#151b23",
             "tag": "#79c0ff", "property": "#ffa657", "enum": "#d2a8ff", "enumMember": "#7ee787", "error": "#ff7b72",
             "accent": "#4493f8", "chosen": "#1b3553"},
}
MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
SANS = "-apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif"
WIDTH, LINE, CELL = 880, 21, 7.8


class Server:
    """The server, asked one question after the other."""

    def __init__(self):
        self.process = subprocess.Popen([BINARY, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, **params):
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        while True:
            message = self.receive()
            if message.get("id") == self.number and "method" not in message:
                return message["result"]

    def end(self):
        self.ask("shutdown")
        self.send(method="exit")
        self.process.stdin.close()
        self.process.wait(timeout=10)


def answers():
    """What the server says of the manifest: tokens, the finding, its fixes and the hover."""
    server = Server()
    document = {"uri": "file:///App/PrivacyInfo.xcprivacy"}
    result = server.ask("initialize", processId=None, rootUri=None, capabilities={"textDocument": {
        "diagnostic": {}, "hover": {"contentFormat": ["markdown"]},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
        "semanticTokens": {
            "tokenTypes": ["property", "variable", "type", "function", "enum", "enumMember", "string"],
            "tokenModifiers": [], "formats": ["relative"], "requests": {"full": True}}}})
    legend = result["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
    server.send(method="initialized", params={})
    server.send(method="textDocument/didOpen", params={
        "textDocument": {**document, "languageId": "xml", "version": 1, "text": MANIFEST}})
    data = server.ask("textDocument/semanticTokens/full", textDocument=document)["data"]
    tokens, line, column = [], 0, 0
    for down, right, length, kind, _ in zip(*[iter(data)] * 5):
        line, column = line + down, right if down else column + right
        tokens.append((line, column, length, legend[kind]))
    [finding] = server.ask("textDocument/diagnostic", textDocument=document)["items"]
    place = finding["range"]["start"]
    hover = server.ask("textDocument/hover", textDocument=document, position=place)["contents"]["value"]
    actions = server.ask("textDocument/codeAction", textDocument=document, range=finding["range"], context={
        "diagnostics": [finding], "only": ["quickfix"]})
    server.end()
    return tokens, finding, [action["title"] for action in actions], hover


def text(x, y, words, color, size=13, family=SANS, weight="normal", length=None):
    fixed = f' textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs"' if length else ""
    return (f'<text x="{x:.1f}" y="{y:.1f}" fill="{color}" font-size="{size}" font-weight="{weight}" '
            f'font-family="{family}" xml:space="preserve"{fixed}>{escape(words)}</text>')


def box(x, y, width, height, fill, stroke, radius=8):
    return (f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{radius}" fill="{fill}" '
            f'stroke="{stroke}"/>')


def cells(line):
    """The text of a line as it is shown, and for each of its characters the column where it stands."""
    shown, columns = "", []
    for character in line:
        columns.append(len(shown))
        shown += "  " if character == "\t" else character
    return shown, columns + [len(shown)]


def findings(theme):
    """The manifest with its finding underlined, the fixes and the hover."""
    colors, (tokens, finding, fixes, hover) = THEMES[theme], ANSWERS
    lines = MANIFEST.split("\n")
    first, last = 6, len(lines) - 4
    parts, y = [], 34
    for number in range(first, last + 1):
        shown, columns = cells(lines[number])
        parts.append(text(16, y, str(number + 1).rjust(2), colors["soft"], family=MONO, length=2 * CELL))
        pieces = [(match.start(), match.end(), "tag") for match in re.finditer(r"</?\w+/?>", shown)]
        pieces += [(columns[column], columns[column + length], kind)
                   for line, column, length, kind in tokens if line == number]
        for start, end, kind in pieces:
            parts.append(text(52 + start * CELL, y, shown[start:end], colors[kind], family=MONO,
                              length=(end - start) * CELL))
        y += LINE
        if number != finding["range"]["start"]["line"]:
            continue
        start, end = (52 + columns[finding["range"][side]["character"]] * CELL for side in ("start", "end"))
        waves = "".join(" q 2 -3 4 0 t 4 0" for _ in range(round((end - start) / 8)))
        parts.append(f'<path d="M {start:.1f} {y - LINE + 5}{waves}" fill="none" stroke="{colors["error"]}" '
                     'stroke-width="1.4"/>')
        top = y - LINE + 14
        heights = 38 + 24 * len(fixes)
        parts.append(box(start, top, 560, heights, colors["card"], colors["edge"]))
        parts.append(text(start + 12, top + 21, finding["message"], colors["error"], size=12.5))
        for row, title in enumerate(fixes):
            line = top + 34 + 24 * row
            if row == 0:
                parts.append(box(start + 5, line - 3, 550, 23, colors["chosen"], colors["chosen"], 5))
            parts.append(text(start + 14, line + 13, title, colors["text"], size=12.5))
        hidden = top + heights + 12
        break
    y = hidden + 8
    paragraphs = [part for part in hover.split("\n\n") if part.strip()]
    rows = []
    for number, paragraph in enumerate(paragraphs[:5]):
        for entry in paragraph.split("\n"):
            plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", entry).replace("**", "").replace("`", "").replace("\\", "")
            plain = re.sub(r"^- ", "• ", plain)
            for line in textwrap.wrap(plain, 108, subsequent_indent="   " if plain.startswith("• ") else ""):
                rows.append((line, "bold" if number == 0 else "normal"))
        rows.append(("", "normal"))
    rows = rows[:-1]
    height = sum(18 if words else 8 for words, _ in rows) + 24
    parts.append(box(52, y, WIDTH - 72, height, colors["card"], colors["edge"]))
    at = y + 25
    for words, weight in rows:
        if words:
            parts.append(text(68, at, words, colors["text"], size=12.5, weight=weight))
        at += 18 if words else 8
    return picture(parts, y + height + 20, colors, "A wrong reason code is underlined, with its fixes and what it means")


def label(theme):
    """The cards of the App Store label."""
    colors = THEMES[theme]
    cards = LABEL["cards"]
    width = (WIDTH - 40 - 16 * (len(cards) - 1)) / len(cards)
    parts, bottom = [], 0
    for number, card in enumerate(cards):
        x, y = 20 + number * (width + 16), 20
        inner = [text(x + width / 2, y + 34, card["title"], colors["text"], 15, weight="600").replace(
            "<text ", '<text text-anchor="middle" ')]
        at = y + 66
        for category in card["categories"]:
            inner.append(text(x + 20, at, category["name"], colors["accent"], 14, weight="600"))
            at += 21
            for kind in category["types"]:
                purposes = ", ".join(purpose["name"] for purpose in kind["purposes"])
                inner.append(text(x + 20, at, kind["name"], colors["text"], 13))
                inner.append(text(x + 20, at + 16, purposes, colors["soft"], 11.5))
                at += 38
            at += 6
        bottom = max(bottom, at)
        parts.append((x, inner))
    drawn = []
    for x, inner in parts:
        drawn += [box(x, 20, width, bottom - 24, colors["card"], colors["edge"], 14), *inner]
    return picture(drawn, bottom + 16, colors, "The App Store label that a manifest makes")


def picture(parts, height, colors, title):
    body = "\n".join(parts)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
            f'height="{height:.0f}" role="img" aria-label="{escape(title)}">\n'
            + box(0.5, 0.5, WIDTH - 1, height - 1, colors["page"], colors["edge"], 10) + f"\n{body}\n</svg>\n")


def app_store_label():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "PrivacyInfo.xcprivacy"
        path.write_text(LABELLED)
        result = subprocess.run([BINARY, "label", "--format", "json", path], check=True, stdout=subprocess.PIPE)
    return json.loads(result.stdout)


def main():
    old = []
    for name, draw in (("findings", findings), ("label", label)):
        for theme in THEMES:
            path, drawn = HERE / f"{name}-{theme}.svg", draw(theme)
            if path.exists() and path.read_text() == drawn:
                continue
            if "--check" in sys.argv[1:]:
                old.append(str(path.relative_to(TOP)))
            else:
                path.write_text(drawn)
                print(f"wrote {path.relative_to(TOP)}")
    if old:
        print(f"{', '.join(old)}: out of date; run: .ci/generate.py")
    return 1 if old else 0


if __name__ == "__main__":
    ANSWERS, LABEL = answers(), app_store_label()
    sys.exit(main())
