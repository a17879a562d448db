#!/usr/bin/env python3
"""The account that holds the project, in every address that names it.

    .ci/owner.py NAME     writes NAME into all of them
    .ci/owner.py --check  fails unless they all name the same account
"""
import pathlib
import re
import subprocess
import sys

top = pathlib.Path(__file__).resolve().parent.parent
address = re.compile(r'(?P<before>github\.com/|pkg:github/|ubi:|repository: |uses: |:repo ")(?P<owner>[\w-]+)(?=/privacy-lsp\b)')


def files():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=top, check=True, capture_output=True).stdout
    for name in listed.decode().split("\0"):
        path = top / name
        if not name or path.is_symlink() or not path.is_file():
            continue
        try:
            yield path, path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            continue


def main(argument):
    owners = {}
    for path, text in files():
        for match in address.finditer(text):
            owners.setdefault(match["owner"], []).append(path.relative_to(top))
        if argument != "--check":
            new = address.sub(lambda match: match["before"] + argument, text)
            if new != text:
                path.write_bytes(new.encode("utf-8"))
                print(f"wrote {path.relative_to(top)}")
    if not owners:
        sys.exit("owner.py: no file has an address of the project")
    if argument == "--check" and len(owners) > 1:
        for owner, paths in owners.items():
            print(f"{owner}: {', '.join(map(str, sorted(set(paths))))}")
        sys.exit("owner.py: the addresses name different accounts")


if __name__ == "__main__":
    if len(sys.argv) != 2 or not re.fullmatch(r"--check|[A-Za-z0-9][A-Za-z0-9-]{0,38}", sys.argv[1]):
        sys.exit(__doc__.strip())
    main(sys.argv[1])
