"""A project of many sources, of which few use anything that Apple protects."""

import json
import pathlib
import re

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "schema"

DESCRIPTION = """name: Ledger
targets:
  Ledger:
    type: application
    platform: iOS
    sources: [Ledger]
    info: {path: Ledger/Info.plist}
"""
INFO = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>NSCameraUsageDescription</key><string>This app uses your camera to scan receipts.</string>
</dict></plist>
"""
MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>
"""
# What few files have one of: in nine public projects it was one in a hundred to one in twenty.
USES = {
    "swift": ["let units = UserDefaults.standard.string(forKey: \"units\")",
              "let start = ProcessInfo.processInfo.systemUptime",
              "AVCaptureDevice.requestAccess(for: .video) { _ in }"],
    "m": ["NSString *units = [[NSUserDefaults standardUserDefaults] stringForKey:@\"units\"];",
          "struct stat entry; stat(path, &entry);"],
}
LINES = {
    "swift": ["// The entry {0} of the ledger, with its amount in the currency of the account.",
              "public struct Entry{0}: Hashable {{ public var amount = {0}; public var note = \"Receipt {0}\" }}",
              "func total{0}(_ entries: [Entry{0}]) -> Int {{ entries.reduce({0}) {{ $0 + $1.amount }} }}", ""],
    "m": ["// The entry {0} of the ledger, with its amount in the currency of the account.",
          "static int total{0}(const int *entries, int count) {{ return count > {0} ? entries[0] : {0}; }}",
          "static NSString *note{0}(void) {{ return @\"Receipt {0}\"; }}", ""],
}


def make(root, files, lines):
    """Writes a project of so many files with so many lines together."""
    app = root / "Ledger"
    app.mkdir(parents=True)
    (root / "project.yml").write_text(DESCRIPTION)
    (app / "Info.plist").write_text(INFO)
    (app / "PrivacyInfo.xcprivacy").write_text(MANIFEST)
    for number in range(files):
        ending = "m" if number % 4 == 3 else "swift"
        folder = app / f"Part{number // 20}"
        folder.mkdir(exist_ok=True)
        text = [LINES[ending][line % 4].format(number * 1000 + line // 4) for line in range(lines // files)]
        if number % 40 == 0:
            text[len(text) // 2] = f"func use{number}() {{ {USES['swift'][number // 40 % 3]} }}"
        elif number % 40 == 39:
            text[len(text) // 2] = f"void use{number}(const char *path) {{ {USES['m'][number // 40 % 2]} }}"
        (folder / f"File{number}.{ending}").write_text("\n".join(text) + "\n")


def words():
    """The names of all that Apple protects, as one would look for them."""
    names = {symbol["name"] for category in json.loads((SCHEMA / "required-reasons.json").read_text())["categories"]
             for symbol in category["symbols"]}
    for call in json.loads((SCHEMA / "source-apis.json").read_text())["sourceCalls"]:
        names.update(call["names"])
    return sorted({match[0] for name in names if (match := re.match(r"\w{4,}", name.rsplit(".", 1)[-1]))})
