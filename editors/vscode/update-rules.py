#!/usr/bin/env python3
"""Writes the rules of RULES.md into the settings of the extension and into the schema of .privacy-lsp.json.

update-rules.py            writes package.json and privacy-lsp.schema.json
update-rules.py --check    writes nothing and fails if they are not up to date
"""

import json
import pathlib
import re
import sys

folder = pathlib.Path(__file__).resolve().parent
rules_file = folder.parent.parent / "RULES.md"
severities = ["off", "hint", "information", "warning", "error"]


def rules(text):
    """The rules by id, in their order, each with its summary and its own severity."""
    found = {}
    for id, summary in re.findall(r"^- \[([a-z-]+)\]\(#\1\): (.+)$", text, re.MULTILINE):
        own = re.search(rf"^### {re.escape(id)}\n\n\*\*(\w+)\*\*", text, re.MULTILINE)
        found[id] = (summary, own.group(1) if own else None)
    return found


def severity_of_each(found):
    return {
        id: {
            "description": summary + (f" Its own severity is “{own}”." if own else ""),
            "enum": severities,
        }
        for id, (summary, own) in found.items()
    }


def main(check):
    found = rules(rules_file.read_text(encoding="utf-8"))
    if not found:
        sys.exit(f"update-rules.py: {rules_file} lists no rules")
    manifest = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    setting = manifest["contributes"]["configuration"]["properties"]["privacy-lsp.severity"]
    setting["properties"] = severity_of_each(found)
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Settings of privacy-lsp",
        "description": "What privacy-lsp reports in this folder and the folders in it.",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "$schema": {"description": "This schema.", "type": "string"},
            "severity": {
                "description": "How much the findings of a rule weigh, or off.",
                "type": "object",
                "additionalProperties": False,
                "properties": severity_of_each(found),
            },
        },
    }
    stale = []
    for name, value in {"package.json": manifest, "privacy-lsp.schema.json": schema}.items():
        text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
        file = folder / name
        if file.exists() and file.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if not check:
            file.write_text(text, encoding="utf-8")
            print(f"wrote {name}")
    if check and stale:
        sys.exit(f"update-rules.py: not up to date with RULES.md: {', '.join(stale)}")


if __name__ == "__main__":
    main(check=sys.argv[1:] == ["--check"])
