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
top = folder.parent.parent
rules_file = top / "RULES.md"
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
            "description": summary + (f" Default: “{own}”." if own else ""),
            "enum": severities,
        }
        for id, (summary, own) in found.items()
    }


def former_ids(text):
    """What rules were called once, each with the id of today."""
    return {
        former: id
        for id, line in re.findall(r"^### ([a-z-]+)\n\n(\*\*\w+\*\*.+)$", text, re.MULTILINE)
        for former in re.findall(r", formerly `([a-z-]+)`", line)
    }


def groups(text):
    """The groups of rules, in their order."""
    return list(dict.fromkeys(re.findall(r"^\*\*.+\*\* \(group `([a-z-]+)`\)$", text, re.MULTILINE)))


def members(found, names, formers):
    """What a settings file may hold besides its schema; the server's `Configuration.Member` has the same."""
    of_groups = {
        name: {"description": "All rules in this group. A rule’s own entry takes precedence.", "enum": severities}
        for name in names
    }
    of_formers = {
        former: {"description": f"Now called {id}.", "deprecationMessage": f"Now called {id}.", "enum": severities}
        for former, id in formers.items()
    }
    rules = {"type": ["array", "null"], "items": {"enum": names + list(found) + list(formers)}, "uniqueItems": True}
    patterns = {"type": ["array", "null"], "items": {"type": "string"}}
    return {
        "severity": {
            "description": "The severity of the findings of a rule or a group, or off.",
            "type": "object",
            "additionalProperties": False,
            "properties": {**of_groups, **severity_of_each(found), **of_formers},
        },
        "select": {"description": "Report only these rules and groups.", **rules, "minItems": 1},
        "ignore": {
            "description": "Skip these rules and groups, except the rules of a group that “select” names or that have "
                           "their own severity.", **rules},
        "minimumSeverity": {
            "description": "Report only findings of this severity or above.", "enum": ["hint", "information", "warning", "error", None]},
        "exclude": {
            "description": "What to skip: .gitignore patterns, relative to the folder of the settings.",
            **patterns},
        "include": {
            "description": "What to check even if it is excluded, ignored by git or in a folder of dependencies: "
                           ".gitignore patterns, relative to the folder of the settings.", **patterns},
    }


def main(check):
    text = rules_file.read_text(encoding="utf-8")
    found, names = rules(text), groups(text)
    if not found or not names:
        sys.exit(f"update-rules.py: {rules_file} lists no rules")
    properties = members(found, names, former_ids(text))
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
        "title": "privacy-lsp settings",
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
        stale.append(str(file.relative_to(top)))
        if not check:
            file.write_text(text, encoding="utf-8")
            print(f"wrote {stale[-1]}")
    if check and stale:
        sys.exit(f"update-rules.py: not up to date with RULES.md: {', '.join(stale)}; run: .ci/generate.py")


if __name__ == "__main__":
    main(check=sys.argv[1:] == ["--check"])
