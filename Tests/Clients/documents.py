"""Manifests to test with, and positions in them by the client's own count."""

import json
import pathlib
import re

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "schema"
# The codes of the category that the manifests declare, in Apple's order.
REASONS = next(
    [reason["code"] for reason in category["reasons"]]
    for category in json.loads((SCHEMA / "required-reasons.json").read_text())["categories"]
    if category["id"].endswith("UserDefaults"))

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
"""

CLEAN = HEAD + """<dict>
\t<key>NSPrivacyTracking</key>
\t<false/>
\t<key>NSPrivacyCollectedDataTypes</key>
\t<array>
\t\t<dict>
\t\t\t<key>NSPrivacyCollectedDataType</key>
\t\t\t<string>NSPrivacyCollectedDataTypeCrashData</string>
\t\t\t<key>NSPrivacyCollectedDataTypeLinked</key>
\t\t\t<false/>
\t\t\t<key>NSPrivacyCollectedDataTypeTracking</key>
\t\t\t<false/>
\t\t\t<key>NSPrivacyCollectedDataTypePurposes</key>
\t\t\t<array>
\t\t\t\t<string>NSPrivacyCollectedDataTypePurposeAppFunctionality</string>
\t\t\t</array>
\t\t</dict>
\t</array>
\t<key>NSPrivacyAccessedAPITypes</key>
\t<array>
\t\t<dict>
\t\t\t<key>NSPrivacyAccessedAPIType</key>
\t\t\t<string>NSPrivacyAccessedAPICategoryUserDefaults</string>
\t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
\t\t\t<array>
\t\t\t\t<string>CA92.1</string>
\t\t\t</array>
\t\t</dict>
\t</array>
</dict>
</plist>
"""

# One mistake, on one element: a reason of another category.
ONE_DEFECT = CLEAN.replace("CA92.1", "C617.1")

# The same with characters of one, two, three and four bytes before the mistake on its line.
ASTRAL = ONE_DEFECT.replace("\t\t\t\t<string>C617.1", "\t\t\t\t<!-- é漢😀👩‍👩‍👧 --><string>C617.1")

# Mistakes of several kinds.
DEFECTS = (ONE_DEFECT.replace("DataTypeCrashData", "DataTypeCrashDatas")
           .replace("PurposeAppFunctionality", "PurposeAppFunctionalty")
           .replace("<key>NSPrivacyTracking</key>", "<key>NSPrivacyTrackings</key>"))


def units(text, encoding):
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    if encoding == "utf-32":
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def line_starts(text):
    """Offsets of the lines as the protocol counts them: after LF, CRLF and a lone CR."""
    return [0] + [m.end() for m in re.finditer(r"\r\n|\r|\n", text)]


def position(text, offset, encoding="utf-16", starts=None):
    starts = starts or line_starts(text)
    line = 0
    low, high = 0, len(starts)
    while low < high:
        middle = (low + high) // 2
        if starts[middle] <= offset:
            line, low = middle, middle + 1
        else:
            high = middle
    return {"line": line, "character": units(text[starts[line]:offset], encoding)}


def range_of(text, start, end, encoding="utf-16"):
    starts = line_starts(text)
    return {"start": position(text, start, encoding, starts), "end": position(text, end, encoding, starts)}


def offset(text, place, encoding="utf-16"):
    """The offset of a position that is in the text."""
    starts = line_starts(text)
    start = starts[place["line"]]
    end = starts[place["line"] + 1] if place["line"] + 1 < len(starts) else len(text)
    count = 0
    for i in range(start, end):
        if count >= place["character"]:
            assert count == place["character"], f"{place} lies within a character"
            return i
        count += units(text[i], encoding)
    assert count == place["character"], f"{place} lies past the end of its line"
    return end


def slice_of(text, range_, encoding="utf-16"):
    """The text under a range."""
    return text[offset(text, range_["start"], encoding):offset(text, range_["end"], encoding)]


def apply_edits(text, edits, encoding="utf-16"):
    """The text after the edits of one document, all of them relative to the text before."""
    spans = sorted(((offset(text, e["range"]["start"], encoding), offset(text, e["range"]["end"], encoding),
                     e["newText"]) for e in edits), key=lambda s: s[:2])
    for (_, end, _), (start, _, _) in zip(spans, spans[1:]):
        assert end <= start, "edits overlap"
    for start, end, new in reversed(spans):
        text = text[:start] + new + text[end:]
    return text


def edits_of(workspace_edit, uri):
    """The text edits for one document, from either form of a workspace edit."""
    if "documentChanges" in workspace_edit:
        return [e for change in workspace_edit["documentChanges"] if change["textDocument"]["uri"] == uri
                for e in change["edits"]]
    return workspace_edit["changes"][uri]
