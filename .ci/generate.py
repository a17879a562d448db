#!/usr/bin/env python3
"""Regenerates everything that is made from the rules, the schema, the table of file kinds and what the program prints:
RULES.md, the rules in the settings of VS Code and of all editors, the files that each editor starts the server for, the
report in README.md and the one in editors/COMMAND-LINE.md, and the pictures.

    .ci/generate.py           builds the program, writes what is out of date and names it
    .ci/generate.py --check   writes nothing, names what is out of date and fails if there is any

PRIVACY_LSP_BINARY names a program that is built already.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

top = pathlib.Path(__file__).resolve().parent.parent
check = sys.argv[1:] == ["--check"]
faults = []


def binary():
    named = os.environ.get("PRIVACY_LSP_BINARY")
    if named:
        return str(pathlib.Path(named).resolve())
    subprocess.run(["swift", "build", "--product", "privacy-lsp"], cwd=top, check=True, stdout=sys.stderr)
    return str(top / ".build/debug/privacy-lsp")


def printed(*arguments):
    """What the program prints. `lint` fails where it finds something."""
    run = subprocess.run([program, *arguments], cwd=top, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    if run.returncode not in (0, 1) or not run.stdout:
        sys.exit(f"generate.py: privacy-lsp {' '.join(arguments)} failed")
    return run.stdout


def update(path, text):
    file = top / path
    if file.read_text(encoding="utf-8") == text:
        return
    if check:
        faults.append(path)
    else:
        file.write_text(text, encoding="utf-8")
        print(f"wrote {path}", flush=True)


def between(path, before, after, text):
    """Replaces what is between two marks, each of which the file has once."""
    old = (top / path).read_text(encoding="utf-8")
    start = old.find(before)
    end = old.find(after, start + len(before))
    if start < 0 or end < 0:
        sys.exit(f"generate.py: {path} has no block that begins with {before!r}")
    update(path, old[:start + len(before)] + text + old[end:])


def run(script, *arguments):
    """Runs one of the scripts that write files of their own."""
    command = [str(top / script), *(["--check"] if check else []), *arguments]
    if subprocess.run(command, env={**os.environ, "PRIVACY_LSP_BINARY": program}, check=False).returncode:
        faults.append(script)


def first_finding(report):
    """A report in JSON up to its first finding, with its brackets closed and the day of the rules as it was."""
    start = report[:report.index("\n        },\n")] + "\n        }\n      ]\n    }\n  ]\n}\n"
    day = re.search(r'"rulesAsOf": "[^"]*"', (top / "editors/COMMAND-LINE.md").read_text(encoding="utf-8"))
    return re.sub(r'"rulesAsOf": "[^"]*"', day[0], start) if day else start


if sys.argv[1:] not in ([], ["--check"]):
    sys.exit(__doc__.strip())
program = binary()
sample = str(top / "Tests/Fixtures/lint/Notes")
update("RULES.md", printed("explain", "--all", "--format", "markdown"))
between("README.md", "\n$ privacy-lsp lint\n", "```\n", printed("lint", sample).replace(sample + "/", ""))
between("editors/COMMAND-LINE.md", "\n```json\n", "```\n",
        first_finding(printed("lint", "--format", "json", sample).replace(sample + "/", "")))
run("editors/vscode/update-rules.py")
run("editors/update.py")
run("editors/pictures/make.py")
if check or shutil.which("rsvg-convert"):
    run("editors/vscode/pictures.py")
elif subprocess.run([str(top / "editors/vscode/pictures.py"), "--check"], capture_output=True, check=False).returncode:
    print("generate.py: the PNG files of VS Code are out of date and need rsvg-convert: install the package librsvg2-bin "
          "and run this again; until then --check fails", file=sys.stderr)
if faults:
    sys.exit(f"generate.py: {'out of date' if check else 'failed'}: {', '.join(faults)}"
             + ("; run: .ci/generate.py" if check else ""))
