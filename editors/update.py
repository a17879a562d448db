#!/usr/bin/env python3
"""Writes the names of file-kinds.json into every editor's configuration and README.

update.py            writes what has changed
update.py --check    writes nothing and fails if a file is out of date

A line with “file-kinds.json: WRITER [KIND...]” begins a block that is written here, and one with “file-kinds.json: end”
ends it. WRITER is a function below; without kinds it gets all of them. In a help file of Neovim, which has no comments,
the block is the section with the tag *privacy-lsp-files*. Files that can't hold a comment are written as a whole.
"""

import json
import pathlib
import re
import sys

folder = pathlib.Path(__file__).resolve().parent
top = folder.parent
kinds = json.loads((folder / "file-kinds.json").read_text(encoding="utf-8"))["kinds"]

# The settings and README of VS Code have generators and tests of their own.
elsewhere = {"vscode", "pictures"}

start = re.compile(r"file-kinds\.json: (?!end\b)([\w-]+)((?: \w[\w-]*)*)")
end = re.compile(r"file-kinds\.json: end\b")
help_start = re.compile(r"\*privacy-lsp-files\*$")
help_end = re.compile(r"^=+$")


def patterns(chosen):
    return [pattern for kind in chosen for pattern in kind["patterns"]]


def is_extension(pattern):
    """Whether a pattern is `*.` and an extension."""
    return re.fullmatch(r"\*\.\w+", pattern) is not None


def either_case(text):
    """A Lua pattern for a piece of a name in any letter case."""
    pieces = []
    for character in text:
        if character.isalpha():
            pieces.append(f"[{character.lower()}{character.upper()}]")
        else:
            pieces.append(character if character.isalnum() else f"%{character}")
    return "".join(pieces)


def lua_patterns(chosen):
    """Patterns of Lua for a name in small letters."""
    for pattern in patterns(chosen):
        escaped = re.sub(r"([.-])", r"%\1", pattern.lower())
        if escaped.startswith("*"):
            yield f"'{escaped[1:].replace('*', '.*')}$',"
        else:
            yield f"'^{escaped.replace('*', '.*')}$',"


def lua_filetypes(chosen):
    """The file types of Neovim, each once."""
    names = dict.fromkeys(kind["syntax"] for kind in chosen)
    yield f"filetypes = {{ {', '.join(repr(name) for name in names)} }},"


def lua_detection(chosen):
    """The argument of `vim.filetype.add`."""
    sections = {"extension": [], "filename": [], "pattern": []}
    for kind in chosen:
        for pattern in kind["patterns"]:
            value = f"'{kind['syntax']}',"
            if is_extension(pattern):
                sections["extension"].append(f"{pattern[2:]} = {value}")
            elif "*" not in pattern:
                sections["filename"].append(f"['{pattern}'] = {value}")
            first, *rest = pattern.split("*")
            before = ".*/" + either_case(first) if first else ".*"
            # A star after the first piece stays within the name.
            match = before + ("[^/]*" if first and rest else "").join([""] + [either_case(piece) for piece in rest])
            sections["pattern"].append(f"['{match}'] = {value}")
    for name, lines in sections.items():
        yield f"{name} = {{"
        yield from (f"  {line}" for line in lines)
        yield "},"


def vim_help(chosen):
    """The section of the help file."""
    yield ""
    yield "The case of names does not matter. Binary property lists are left"
    yield "alone, and so are files with other names."
    yield ""
    width = max(len(name) for name in patterns(chosen)) + 6
    for kind in chosen:
        for pattern in kind["patterns"]:
            name = f"`{pattern}`"
            yield f"    {name:<{width}}{kind['name']}, file type `{kind['syntax']}`"
    yield ""


def emacs_regexp(pattern):
    escaped = pattern.replace(".", "\\\\.")
    if escaped.startswith("*"):
        return escaped[1:] + "\\\\'"
    return "\\\\(?:\\\\`\\\\|/\\\\)" + escaped.replace("*", "[^/]*") + "\\\\'"


def emacs_patterns(chosen):
    for pattern in patterns(chosen):
        yield f'"{emacs_regexp(pattern)}"'


def emacs_text_patterns(chosen):
    for pattern in patterns(kind for kind in chosen if kind["syntax"] != "xml"):
        yield f'"{emacs_regexp(pattern)}"'


def helix(chosen):
    """What `file-types` of a language holds."""
    for pattern in patterns(chosen):
        yield f'"{pattern[2:]}",' if is_extension(pattern) else f'{{ glob = "{pattern}" }},'


def zed_suffixes(chosen):
    """What `path_suffixes` of a language holds: extensions and names, no patterns."""
    for pattern in patterns(chosen):
        if is_extension(pattern):
            yield f'"{pattern[2:]}",'
        elif "*" not in pattern:
            yield f'"{pattern}",'


def zed_settings(chosen):
    """The setting for the names of property lists that `path_suffixes` can't hold."""
    more = [f"**/{pattern}" for pattern in patterns(chosen) if "*" in pattern and not is_extension(pattern)]
    yield "```json"
    yield f'"file_types": {{ "Privacy Manifest": {json.dumps(more)} }}'
    yield "```"


def sublime(chosen):
    """What `file_extensions` of a syntax holds: extensions and names, no patterns."""
    for pattern in patterns(chosen):
        if is_extension(pattern):
            yield f"- {pattern[2:]}"
        elif "*" not in pattern:
            yield f"- {pattern}"


def nova(chosen):
    """The detectors of a syntax: extensions and names, no patterns."""
    names = patterns(chosen)
    extensions = [pattern[2:] for pattern in names if is_extension(pattern)]
    full = [pattern for pattern in names if "*" not in pattern]
    if extensions:
        yield f'<extension priority="1.0">{",".join(extensions)}</extension>'
    if full:
        yield f'<filename priority="1.0">{",".join(full)}</filename>'


def bbedit_suffixes(chosen):
    for pattern in patterns(chosen):
        if is_extension(pattern):
            yield "<dict>"
            yield "\t<key>BBLMLanguageSuffix</key>"
            yield f"\t<string>{pattern[1:]}</string>"
            yield "</dict>"


def bbedit_names(chosen):
    for pattern in patterns(chosen):
        if not is_extension(pattern):
            yield f"<string>{pattern}</string>"


def table(chosen):
    """The files, for a README."""
    yield ""
    yield "| file | names |"
    yield "|---|---|"
    for kind in chosen:
        yield f"| {kind['name']} | {', '.join(f'`{pattern}`' for pattern in kind['patterns'])} |"
    yield ""


def emacs_table(chosen):
    """The files with the mode of each, for the README of Emacs."""
    yield ""
    yield "| file | names | mode |"
    yield "|---|---|---|"
    for kind in chosen:
        mode = "privacy-lsp-mode" if kind["syntax"] == "xml" else "privacy-lsp-text-mode"
        yield f"| {kind['name']} | {', '.join(f'`{pattern}`' for pattern in kind['patterns'])} | `{mode}` |"
    yield ""


writers = {
    name.replace("_", "-"): globals()[name]
    for name in (
        "lua_patterns", "lua_filetypes", "lua_detection", "vim_help", "emacs_patterns", "emacs_text_patterns", "helix",
        "zed_suffixes", "zed_settings", "sublime", "nova", "bbedit_suffixes", "bbedit_names", "table", "emacs_table",
    )
}


def block(writer, chosen, indent):
    text = "\n".join(writers[writer](chosen))
    return [line if not line else indent + line for line in text.split("\n")]


def with_blocks(path, text, used):
    """The text of a file with its blocks as they have to be."""
    written = []
    closing = None
    for number, line in enumerate(text.split("\n"), 1):
        if closing and closing.search(line):
            closing = None
        elif closing:
            continue
        written.append(line)
        if closing is None and (match := start.search(line)):
            writer, wanted = match[1], match[2].split()
            chosen = [kind for kind in kinds if not wanted or kind["kind"] in wanted]
            if writer not in writers or wanted and len(chosen) != len(wanted):
                sys.exit(f"{path}:{number}: unknown writer or kind in “{match[0]}”")
            used.setdefault(path, []).extend((writer, kind["kind"]) for kind in chosen)
            indent = line[: len(line) - len(line.lstrip())]
            written += block(writer, chosen, indent)
            closing = end
        elif closing is None and path.suffix == ".txt" and help_start.search(line):
            used.setdefault(path, []).extend(("vim-help", kind["kind"]) for kind in kinds)
            written += block("vim-help", kinds, "")
            closing = help_end
    if closing:
        sys.exit(f"{path}: a block of file-kinds.json has no end")
    return "\n".join(written)


def jetbrains():
    """The template for LSP4IJ, which is read as strict JSON."""
    return json.dumps(
        {
            "id": "privacy-lsp",
            "name": "privacy-lsp",
            "programArgs": {"default": "privacy-lsp serve"},
            "fileTypeMappings": [
                {"fileType": {"name": kind["name"], "patterns": kind["patterns"]}, "languageId": kind["syntax"]}
                for kind in kinds
            ],
        },
        indent=2,
    ) + "\n"


def hunk(old, before, added, after, shift):
    """A hunk of a patch that adds lines after the line `old` of the old file, and how far it shifts the next one."""
    first = old - len(before) + 1
    context = len(before) + len(after)
    head = f"@@ -{first},{context} +{first + shift},{context + len(added)} @@"
    return [head, *(" " + line for line in before), *("+" + line for line in added), *(" " + line for line in after)]


def helix_patch(configuration):
    """The patch for Helix itself: our languages at the end of its languages.toml, and our queries. What surrounds the
    additions in Helix is read from the patch as it is."""
    path = folder / "helix/upstream.patch"
    match = re.search(
        r"^@@ -(\d+),.*\n((?: .*\n)+)(?:\+.*\n)+((?: .*\n)*)@@ -(\d+),.*\n((?: .*\n)+)", path.read_text(encoding="utf-8"),
        re.MULTILINE)
    lines = lambda text: [line[1:] for line in text.splitlines()]
    server_before, server_after, last = lines(match[2]), lines(match[3]), lines(match[5])
    server_line = int(match[1]) + len(server_before) - 1
    last_line = int(match[4]) + len(last) - 1
    languages = [
        line for line in configuration[configuration.index("[[language]]"):].rstrip("\n").split("\n")
        if "file-kinds.json:" not in line
    ]
    server = ['privacy-lsp = { command = "privacy-lsp", args = ["serve"] }']
    patch = ["--- a/languages.toml", "+++ b/languages.toml"]
    patch += hunk(server_line, server_before, server, server_after, 0)
    patch += hunk(last_line, last, ["", *languages], [], len(server))
    for query in sorted((folder / "helix/runtime").rglob("*.scm")):
        text = query.read_text(encoding="utf-8").rstrip("\n").split("\n")
        patch += ["--- /dev/null", f"+++ b/{query.relative_to(folder / 'helix').as_posix()}"]
        patch += [f"@@ -0,0 +1,{len(text)} @@" if len(text) > 1 else "@@ -0,0 +1 @@", *("+" + line for line in text)]
    return "\n".join(patch) + "\n"


def wanted():
    """Every file that is written here, with its text as it has to be."""
    used = {}
    texts = {}
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if not path.is_file() or parts[0] in elsewhere or path == pathlib.Path(__file__).resolve():
            continue
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            continue
        if "file-kinds.json: " in text or path.name == "privacy-lsp.txt":
            texts[path] = with_blocks(path, text, used)
    texts[folder / "jetbrains/template.json"] = jetbrains()
    texts[folder / "helix/upstream.patch"] = helix_patch(texts[folder / "helix/languages.toml"])
    unused = set(writers) - {writer for blocks in used.values() for writer, _ in blocks}
    if unused:
        sys.exit(f"update.py: no file has a block of {', '.join(sorted(unused))}")
    covered = {}
    for path, blocks in used.items():
        editor = covered.setdefault(path.relative_to(folder).parts[0], set())
        editor.update(kind for writer, kind in blocks if not writer.endswith("table"))
    for editor, found in covered.items():
        if missing := [kind["kind"] for kind in kinds if found and kind["kind"] not in found]:
            sys.exit(f"editors/{editor}: no block has {', '.join(missing)}; add a block or the kind to one that is there")
    return texts


def main(check):
    stale = []
    for path, text in wanted().items():
        if not path.exists() or path.read_bytes() != text.encode("utf-8"):
            stale.append(str(path.relative_to(top)))
            if not check:
                path.write_bytes(text.encode("utf-8"))
                print(f"wrote {stale[-1]}")
    if check and stale:
        sys.exit(f"{', '.join(stale)}: not what file-kinds.json says; run: .ci/generate.py")


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    main(sys.argv[1:] == ["--check"])
