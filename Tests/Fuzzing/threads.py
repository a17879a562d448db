#!/usr/bin/env python3
"""Runs a server and commands that were built with the thread sanitizer, and fails if it has anything to say.

    swift build --sanitize=thread --product privacy-lsp --scratch-path .build/threads
    PRIVACY_LSP_BINARY=.build/threads/debug/privacy-lsp Tests/Fuzzing/threads.py

Only commands over many files have threads of their own; the server has one, which is looked at too.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "Tests/Clients"))
import wire  # noqa: E402

REPORTED = 66
# Swift's Mutex hands itself over in the kernel, which the sanitizer does not see: it takes what any lock guards for a
# race, in three lines that add to an array as well. The closures given to `withLock` are told by their type, an `inout
# sending` value and a `sending` result; what happens outside of them is looked at.
SUPPRESSED = "race:*zYu*YTXEfU*\n"
OPTIONS = f"halt_on_error=1 exitcode={REPORTED} report_thread_leaks=1 print_suppressions=0"
COPIES = 20


def tree(folder):
    """Many projects, with all that the fixtures have wrong in them."""
    for number in range(COPIES):
        shutil.copytree(REPOSITORY / "Tests/Fixtures/lint", folder / f"Project{number}")
    return sum(1 for path in folder.rglob("*") if path.is_file())


def run(*arguments, expected):
    result = subprocess.run([wire.BINARY, *arguments], capture_output=True, timeout=300)
    if b"ThreadSanitizer" in result.stderr or result.returncode not in expected:
        sys.exit(f"{' '.join(arguments)}: {result.returncode}\n{result.stderr.decode(errors='replace')[-8000:]}")
    print(f"ok {arguments[0]}: {len(result.stdout)} bytes, status {result.returncode}")
    return result.stdout


def session(folder):
    server = wire.Server()
    root = folder.as_uri()
    server.call("initialize", {
        "processId": None, "rootUri": root, "workspaceFolders": [{"uri": root, "name": "a"}],
        "capabilities": {"workspace": {"diagnostics": {"refreshSupport": True}},
                         "textDocument": {"diagnostic": {}, "publishDiagnostics": {"relatedInformation": True}}}},
        timeout=120)
    server.notify("initialized")
    for path in sorted(folder.rglob("*.xcprivacy"))[:4]:
        uri, text = path.as_uri(), path.read_text(errors="replace")
        server.notify("textDocument/didOpen", {
            "textDocument": {"uri": uri, "languageId": "xml", "version": 1, "text": text}})
        position = {"line": min(5, text.count("\n")), "character": 4}
        for version in range(2, 12):
            server.notify("textDocument/didChange", {
                "textDocument": {"uri": uri, "version": version},
                "contentChanges": [{"range": {"start": position, "end": position}, "text": "x"}]})
        for method in ("hover", "completion", "documentSymbol", "diagnostic", "codeLens"):
            server.call(f"textDocument/{method}", {"textDocument": {"uri": uri}, "position": position}, timeout=120)
    reports = server.call("workspace/diagnostic", {"previousResultIds": []}, timeout=300)
    assert len(reports["items"]) >= COPIES, len(reports["items"])
    server.call("shutdown", timeout=120)
    server.notify("exit")
    status = server.process.wait(timeout=60)
    if status != 0 or b"ThreadSanitizer" in server.stderr:
        sys.exit(f"serve: {status}\n{server.stderr.decode(errors='replace')}")
    print(f"ok serve: {len(reports['items'])} files of the workspace")


def main():
    symbols = subprocess.run(["nm", wire.BINARY], capture_output=True, text=True, check=True).stdout
    if "__tsan_init" not in symbols:
        sys.exit(f"{wire.BINARY} was built without the thread sanitizer")
    os.environ["SWIFT_BACKTRACE"] = "enable=no"
    with tempfile.TemporaryDirectory() as name:
        suppressions = pathlib.Path(name) / "suppressions"
        suppressions.write_text(SUPPRESSED)
        os.environ["TSAN_OPTIONS"] = f"{OPTIONS} suppressions={suppressions}"
        folder = pathlib.Path(name).resolve() / "projects"
        print(f"{tree(folder)} files")
        run("lint", "--format", "json", str(folder), expected={1})
        run("lint", str(folder), expected={1})
        session(folder)
        run("format", str(folder), expected={0, 1})
        run("lint", "--fix", str(folder), expected={0, 1})
        run("label", str(folder), expected={0})


if __name__ == "__main__":
    main()
