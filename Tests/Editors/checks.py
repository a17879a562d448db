#!/usr/bin/env python3
"""Compares what the tests of an editor print with checks.json, so that none lacks a check in silence.

checks.py EDITOR RESULTS   prints "ok" or "not ok" for the editor, whose tests printed the file RESULTS
checks.py --table          prints the table of README.md
checks.py --readme         prints whether README.md has that table
"""

import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TABLE = json.loads((HERE / "checks.json").read_text())
KINDS = [
    kind["kind"]
    for kind in json.loads((HERE.parents[1] / "editors/file-kinds.json").read_text())["kinds"]
]


def patterns(check: dict) -> list[str]:
    """The steps of a check, every one of which has to be there."""
    step = check["step"]
    return [step.replace("{kind}", re.escape(kind)) for kind in KINDS] if "{kind}" in step else [step]


def gaps(editor: str, results: str) -> list[str]:
    """What an editor lacks, or says that it lacks and has."""
    names = re.findall(rf"^ok {re.escape(editor)}: (.*)$", results, re.MULTILINE)
    cannot = TABLE["cannot"].get(editor, {})
    found = []
    for check in TABLE["checks"]:
        missing = [one for one in patterns(check) if not any(re.search(one, name) for name in names)]
        if check["check"] in cannot:
            if not missing:
                found.append(f"“{check['what']}” is there, and checks.json says that it cannot be")
        else:
            found += [f"no check of “{check['what']}”: nothing is named {one}" for one in missing]
    known = {check["check"] for check in TABLE["checks"]}
    return found + [f"checks.json has no check “{name}”" for name in cannot if name not in known]


def table() -> str:
    lines = [
        "| | " + " | ".join(TABLE["editors"].values()) + " |",
        "|---|" + "---|" * len(TABLE["editors"]),
    ]
    notes: list[str] = []
    for check in TABLE["checks"]:
        cells = []
        for editor in TABLE["editors"]:
            reason = TABLE["cannot"].get(editor, {}).get(check["check"])
            if reason is None:
                cells.append("yes")
            else:
                if reason not in notes:
                    notes.append(reason)
                cells.append(f"no ({notes.index(reason) + 1})")
        lines.append(f"| {check['what']} | " + " | ".join(cells) + " |")
    lines.append("")
    lines += [f"{number}. {note[0].upper()}{note[1:]}." for number, note in enumerate(notes, 1)]
    return "\n".join(lines) + "\n"


def main() -> int:
    if sys.argv[1:] == ["--table"]:
        print(table(), end="")
        return 0
    if sys.argv[1:] == ["--readme"]:
        if table() in (HERE / "README.md").read_text():
            print("ok checks: the table of Tests/Editors/README.md is that of checks.json")
            return 0
        print("not ok checks: Tests/Editors/README.md has another table than checks.py --table")
        return 1
    if len(sys.argv) != 3 or sys.argv[1] not in TABLE["editors"]:
        print(__doc__, file=sys.stderr)
        return 2
    editor = sys.argv[1]
    found = gaps(editor, Path(sys.argv[2]).read_text())
    for gap in found:
        print(f"not ok {editor}: {gap}")
    if not found:
        print(f"ok {editor}: looks at all that checks.json asks for")
    return 1 if found else 0


sys.exit(main())
