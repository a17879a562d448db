#!/usr/bin/env python3
"""Which files `lint` looks at beside which ones git does not ignore, in trees and patterns made at random.

    ignored.py [--trees N] [--seed N]

Each tree is a repository with `.gitignore` files at several depths, patterns in `.git/info/exclude`, in a file that
`core.excludesFile` names and in the one of the user, with and without `core.ignoreCase`, and files that are ours; git is
asked with `git ls-files`. Both read the settings of a user who is made for this. Fails at the first tree that differs,
and shows it.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PRIVACY_LSP_BINARY") or str(REPOSITORY / ".build/release/privacy-lsp")
MANIFEST = b'<plist version="1.0"><dict><key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>\n'
ENVIRONMENT = {
    **os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_CONFIG_COUNT": "1",
    "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}

# Few names, so that patterns meet them, and with all that patterns give a meaning to.
FOLDERS = ["a", "b", "ab", "abc", "foo", "bar", "foo.d", "B", "a b", "x*", "é", "a-b", "[x]", "!n", "#h", "d "]
FILES = ["a", "b", "ab", "foo", "bar", "foo-1", "foo_2", "Foo", "1", "12", "a b", "[a]", "!n", "#h", "q?", "w*", "]",
         "-", "^", "é", "b\\c", "t ", "foobar", "abc"]
PIECES = ["a", "b", "ab", "foo", "bar", "*", "?", "**", "***", "[ab]", "[!a]", "[^b]", "[a-c]", "[]a]", "[a-]", "[-a]",
          "[[:alpha:]]", "[![:digit:]]", "[[:digit:]-z]", "[[:upper:][:space:]]", "[[:nope:]]", "[a", "[]", "[[a]", "[[:]",
          "[\\]]", "[a\\-c]", "[b-a]", "\\*", "\\?", "\\[", "\\a", "\\\\", "\\", ".", ".d", ".xcprivacy", "*.xcprivacy", " ",
          "\\ ", "é", "#h", "!n", "-", "x", "1", "_", "[*]", "[?]", "B"]


def pattern(random):
    parts = ["".join(random.choice(PIECES) for _ in range(random.choice([1, 1, 1, 2, 2, 3])))
             for _ in range(random.choice([1, 1, 1, 2, 2, 3]))]
    # As often what people write.
    if random.random() < 0.4:
        parts = [random.choice(FOLDERS + ["*", "**"]) for _ in parts[1:]] + [
            random.choice([random.choice(FOLDERS), random.choice(FILES) + ".xcprivacy", "*", "*.xcprivacy", "**"])]
    text = "/".join(parts)
    if random.random() < 0.2:
        text = "/" + text
    if random.random() < 0.25:
        text += "/"
    if random.random() < 0.25:
        text = "!" + text
    if random.random() < 0.1:
        text += random.choice([" ", "  ", "\\ ", "\t", "\r", "/ ", "\\"])
    return text if random.random() > 0.03 else random.choice(["#" + text, "", "/", "//", "!", "!/", "\\", "\ufeff" + text])


def patterns(random):
    text = "\n".join(pattern(random) for _ in range(random.choice([1, 2, 3, 5, 8])))
    return (("\ufeff" if random.random() < 0.05 else "") + text + random.choice(["\n", "\n", "", "\r\n"])).encode()


def make(place, random):
    folders = [place]
    for _ in range(random.randint(3, 14)):
        folder = random.choice(folders)
        if len(folder.relative_to(place).parts) < 4:
            folders.append(folder / random.choice(FOLDERS))
    for folder in dict.fromkeys(folders):
        folder.mkdir(parents=True, exist_ok=True)
        for name in random.sample(FILES, random.randint(1, 6)):
            (folder / f"{name}.xcprivacy").write_bytes(MANIFEST)
        if folder == place or random.random() < 0.25:
            (folder / ".gitignore").write_bytes(patterns(random))
    subprocess.run(["git", "init", "-q", str(place)], check=True, env=ENVIRONMENT)
    # What is tracked is not ignored.
    has_tracked = random.random() < 0.5
    if has_tracked:
        files = sorted(place.rglob("*.xcprivacy"))
        for file in random.sample(files, min(len(files), random.randint(1, 4))):
            subprocess.run(["git", "add", "-f", "--", str(file)], cwd=place, check=True, env=ENVIRONMENT)
        version = random.choice(["2", "2", "3", "4"])
        subprocess.run(["git", "update-index", "--index-version", version], cwd=place, check=True, env=ENVIRONMENT)
    if random.random() < 0.3:
        (place / ".git/info/exclude").write_bytes(patterns(random))
    settings = ""
    if random.random() < 0.3:
        (place / ".git/own").write_bytes(patterns(random))
        path = place / ".git/own"
        settings += random.choice([f"[core]\n\texcludesFile = {path}\n", f'[CORE]\nEXCLUDESFILE="{path}" ; mine\n',
                                   f"[core] excludesfile={path}#\n", "[core]\n\texcludesFile = /none\n"])
    # Where the case of letters does not count, git takes two files that differ in it for one that is tracked.
    if not has_tracked and random.random() < 0.5:
        settings += random.choice(["[core]\n\tignoreCase = true\n", "[core]\nignorecase\n", "[Core] ignorecase=yes\n",
                                   '[core "x"]\n\tignorecase = true\n', "[core]\n\tignorecase = 0\n"])
    with open(place / ".git/config", "a", encoding="utf-8") as config:
        config.write(settings)


def wanted(place):
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=place, check=True, capture_output=True,
        env=ENVIRONMENT).stdout.decode()
    return {name for name in listed.split("\0") if name.endswith(".xcprivacy")}


def main(trees, seed):
    with tempfile.TemporaryDirectory(prefix="privacy-lsp-ignored-") as folder:
        top = pathlib.Path(os.path.realpath(folder)) / "trees"
        user = top.parent / "user"
        (user / "git").mkdir(parents=True)
        (user / "git/ignore").write_text("[0-9].xcprivacy\n!1.xcprivacy\nabc/\nfoo?2.*\n")
        ENVIRONMENT["XDG_CONFIG_HOME"] = str(user)
        names = [f"tree{number}" for number in range(trees)]
        for name in names:
            make(top / name, random.Random(f"{seed} {name}"))
        # One run for all: each repository is a world of its own.
        run = subprocess.run(
            [BINARY, "lint", "--format", "json", str(top)], capture_output=True, check=False,
            env=ENVIRONMENT)
        found = {name: set() for name in names}
        for file in json.loads(run.stdout)["files"]:
            name, _, rest = os.path.relpath(file["path"], top).partition("/")
            found[name].add(rest)
        kept = all_files = 0
        for name in names:
            place, right = top / name, wanted(top / name)
            kept += len(right)
            all_files += sum(1 for _ in place.rglob("*.xcprivacy"))
            if found[name] == right:
                continue
            for path in [*place.rglob(".gitignore"), *(place / ".git" / at for at in ("info/exclude", "own", "config"))]:
                if path.exists():
                    print(path.relative_to(place), path.read_bytes())
            for path in sorted(found[name] ^ right):
                why = subprocess.run(
                    ["git", "check-ignore", "-v", "--no-index", path], cwd=place, capture_output=True, check=False,
                    env=ENVIRONMENT).stdout.decode().strip()
                print(f"{path!r} is {'ours' if path in right else 'ignored'} for git: {why or 'no pattern'}")
            sys.exit(f"ignored.py: {name} of seed {seed} differs")
        if not 0.2 < kept / all_files < 0.8:
            sys.exit(f"ignored.py: git keeps {kept} of {all_files} files, which tells little")
        print(f"{trees} trees: of {all_files} files git ignores {all_files - kept}, and lint the same")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--trees", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    main(arguments.trees, arguments.seed)
