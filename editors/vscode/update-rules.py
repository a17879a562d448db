#!/usr/bin/env python3
"""Writes the rules of RULES.md into the settings of the extension and into the JSON Schema of .privacy-lsp.json, for VS
Code and for every other editor.

update-rules.py            writes package.json and both copies of the schema
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


def groups(text):
    """The groups of rules, in their order."""
    return list(dict.fromkeys(re.findall(r"^\*\*.+\*\* \(group `([a-z-]+)`\)$", text, re.MULTILINE)))


def members(found, names):
    """What a settings file may hold besides its schema; the server's `Configuration.Member` has the same."""
    of_groups = {
        name: {"description": "All rules of this group. A rule’s own entry says more.", "enum": severities}
        for name in names
    }
    rules = {"type": ["array", "null"], "items": {"enum": names + list(found)}, "uniqueItems": True}
    patterns = {"type": ["array", "null"], "items": {"type": "string"}}
    return {
        "severity": {
            "description": "How much the findings of a rule or a group weigh, or off.",
            "type": "object",
            "additionalProperties": False,
            "properties": {**of_groups, **severity_of_each(found)},
        },
        "select": {"description": "Only these rules and groups report anything.", **rules, "minItems": 1},
        "ignore": {
            "description": "These rules and groups report nothing. A rule of the group that “select” names, or that has a "
                           "severity of its own, is left on.", **rules},
        "minimumSeverity": {
            "description": "What weighs less is not told.", "enum": ["hint", "information", "warning", "error", None]},
        "exclude": {
            "description": "What is not checked: patterns as in .gitignore, from the folder of the settings on.",
            **patterns},
        "include": {
            "description": "What is checked although it is excluded, ignored by git or in a folder of dependencies: "
                           "patterns as in .gitignore, from the folder of the settings on.", **patterns},
    }


def main(check):
    text = rules_file.read_text(encoding="utf-8")
    found, names = rules(text), groups(text)
    if not found or not names:
        sys.exit(f"update-rules.py: {rules_file} lists no rules")
    properties = members(found, names)
    manifest = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    settings = manifest["contributes"]["configuration"]["properties"]
    for name, member in properties.items():
        if name == "severity":
            settings["privacy-lsp.severity"]["properties"] = member["properties"]
            continue
        settings[f"privacy-lsp.{name}"] = {
            "order": 1, "scope": "window", "default": None,
            "markdownDescription": member["description"].replace(".gitignore", "`.gitignore`"),
            **{key: value for key, value in member.items() if key != "description"},
        }
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Settings of privacy-lsp",
        "description": "What privacy-lsp checks and reports in this folder and the folders in it.",
        "type": "object",
        "additionalProperties": False,
        "properties": {"$schema": {"description": "This schema.", "type": "string"}, **properties},
    }
    stale = []
    files = {
        folder / "package.json": manifest,
        folder / "privacy-lsp.schema.json": schema,
        folder.parent / "settings.schema.json": schema,
    }
    for file, value in files.items():
        text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
        if file.exists() and file.read_text(encoding="utf-8") == text:
            continue
        stale.append(file.name)
        if not check:
            file.write_text(text, encoding="utf-8")
            print(f"wrote {file.name}")
    if check and stale:
        sys.exit(f"update-rules.py: not up to date with RULES.md: {', '.join(stale)}")


if __name__ == "__main__":
    main(check=sys.argv[1:] == ["--check"])
