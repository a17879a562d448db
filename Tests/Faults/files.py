#!/usr/bin/env python3
"""Files that are not as they should be, under the built program: what cannot be read, what cannot be written, what is
taken away meanwhile, and what the program must never do.

    files.py [--quick] [--only WORDS] [--kills N]

Each check has a name and says with figures what it saw. Some need root, a mount or strace: in CI (the environment has CI)
a check that cannot be made fails; by hand it says that it was not made. --quick takes fewer rounds of what is random.
"""

import argparse
import concurrent.futures
import contextlib
import ctypes
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PRIVACY_LSP_BINARY") or str(REPOSITORY / ".build/release/privacy-lsp")
MANIFEST = "PrivacyInfo.xcprivacy"
NOBODY = 65534
# Nothing here may take long; a machine that is busy has to be waited for.
PATIENCE = 60
LARGEST = 64 << 20

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
"""
TAIL = "</dict>\n</plist>\n"
REST = ("\t<key>NSPrivacyTrackingDomains</key>\n\t<array/>\n\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>\n")
RIGHT = (HEAD + "\t<key>NSPrivacyTracking</key>\n\t<false/>\n" + REST + TAIL).encode()
# One finding, which --fix mends, and after that it is RIGHT.
FAULTY = (HEAD + "\t<key>NSPrivacyTracking</key>\n\t<string>false</string>\n" + REST + TAIL).encode()
# What `format` makes RIGHT of.
UGLY = RIGHT.replace(b"\t", b"  ")
# A secret that may be in no output, and of which the program would speak if it read it.
SECRET = FAULTY.replace(b">false<", b">SECRET-TEXT<")


class Failure(Exception):
    pass


class NotMade(Exception):
    """The check needs what this machine does not have."""


CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


def expect(condition, words):
    if not condition:
        raise Failure(words)


def same(found, wanted, what):
    if found != wanted:
        raise Failure(f"{what}: {found!r}, not {wanted!r}")


def need_root():
    if os.geteuid() != 0:
        raise NotMade("it needs root")


def need(program):
    path = shutil.which(program)
    if not path:
        raise NotMade(f"there is no {program}")
    return path


class Outcome:
    def __init__(self, status, out, err, seconds):
        self.status, self.seconds = status, seconds
        self.out, self.err = out.decode("utf-8", "replace"), err.decode("utf-8", "replace")

    def __repr__(self):
        return f"status {self.status}, output {self.out[-600:]!r}, errors {self.err[-600:]!r}"


def run(*words, cwd=None, stdin=subprocess.DEVNULL, text=None, before=(), prepare=None, stdout=subprocess.PIPE,
        environment=None, binary=BINARY):
    """Runs the program and waits for it; what does not end in time is a failure."""
    command = [*before, binary, *words]
    started = time.monotonic()
    process = subprocess.Popen(
        command, cwd=cwd, stdin=subprocess.PIPE if text is not None else stdin, stdout=stdout, stderr=subprocess.PIPE,
        preexec_fn=prepare, env=environment)
    try:
        out, err = process.communicate(text, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise Failure(f"{words} does not end") from None
    return Outcome(process.returncode, out or b"", err, time.monotonic() - started)


def is_open_to_all(path):
    """Whether another user may get to a file or folder, and go into that or run it."""
    path = pathlib.Path(os.path.realpath(path))
    return all(part.stat().st_mode & stat.S_IXOTH for part in [path, *path.parents])


def scratch():
    """A folder for new files that another user may get to; None, which is the usual one, where there is no other."""
    named = os.environ.get("PRIVACY_LSP_SCRATCH")
    return named or next((place for place in (tempfile.gettempdir(), "/tmp", "/var/tmp") if is_open_to_all(place)), None)


def binary_for_all(place):
    """The program where another user may run it: a copy in a folder where the one it was built in is closed, as a home
    may be."""
    if is_open_to_all(BINARY):
        return BINARY
    return shutil.copy(BINARY, place / "privacy-lsp")


def as_nobody():
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def report(outcome):
    """What a JSON report says, by the last part of the path."""
    return {os.path.basename(file["path"]): file for file in json.loads(outcome.out)["files"]}


@contextlib.contextmanager
def folder(within=None):
    path = tempfile.mkdtemp(prefix="privacy-lsp-files-", dir=within or scratch())
    os.chmod(path, 0o755)
    try:
        yield pathlib.Path(os.path.realpath(path))
    finally:
        subprocess.run(["chmod", "-R", "u+rwX", path], stderr=subprocess.DEVNULL, check=False)
        shutil.rmtree(path, ignore_errors=True)


@contextlib.contextmanager
def mounted(path, options):
    need_root()
    path.mkdir(exist_ok=True)
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(path)], capture_output=True, check=False)
    if made.returncode != 0:
        raise NotMade(f"nothing can be mounted here: {made.stderr.decode().strip()}")
    try:
        yield path
    finally:
        subprocess.run(["umount", "-l", str(path)], check=True)


def write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def names(path):
    return sorted(os.listdir(path))


def leftovers(path):
    return [name for name in names(path) if re.fullmatch(r"\.privacy-lsp-[0-9a-z]+\.tmp", name)]


# What cannot be read

@check
def what_cannot_be_read_is_named_and_the_rest_is_done():
    """Deleted, a pipe, a socket, a device: each on stderr and in the JSON; the file beside it is linted; status 2."""
    with folder() as place:
        write(place / "good" / MANIFEST, FAULTY)
        os.mkfifo(place / "pipe.xcprivacy")
        server = socket.socket(socket.AF_UNIX)
        here = os.getcwd()
        os.chdir(place)
        server.bind("socket.xcprivacy")
        os.chdir(here)
        rows = [("gone.xcprivacy", "does not exist"), ("pipe.xcprivacy", "is a named pipe, which is not read"),
                ("socket.xcprivacy", "is a socket, which is not read")]
        named = [str(place / name) for name, _ in rows]
        device = ("null", "is a device, which is not read")
        outcome = run("lint", "--format", "json", *named, "/dev/null", str(place / "good" / MANIFEST))
        same(outcome.status, 2, "status")
        files = report(outcome)
        for name, words in [*rows, device]:
            same(files[name].get("error"), words, name)
            expect(f"{name} {words}\n" in outcome.err, f"{name} is not on stderr: {outcome}")
        same([found["rule"] for found in files[MANIFEST]["diagnostics"]], ["wrong-type"], "the file beside them")
        # Met on a walk, what is none of ours by its name is skipped.
        os.mkfifo(place / "other")
        walked = run("lint", "--format", "json", str(place))
        same(walked.status, 2, "status of the walk")
        same(sorted(report(walked)), [MANIFEST, "pipe.xcprivacy", "socket.xcprivacy"], "files of the walk")
        server.close()
        for command in ("format", "label"):
            found = run(command, *named, str(place / "good" / MANIFEST))
            same(found.status, 2, f"status of {command}")
            for name, words in rows:
                expect(f"{name} {words}\n" in found.err, f"{command} does not name {name}: {found}")
        return f"{len(rows) + 1} kinds of file, at most {max(outcome.seconds, walked.seconds):.2f} s"


@check
def files_that_go_while_it_runs():
    """A folder of which files are deleted while it is linted: each is linted or named, and nothing breaks."""
    rounds, gone = 5, 0
    for _ in range(rounds):
        with folder() as place:
            for number in range(600):
                write(place / f"{number:03}" / MANIFEST, FAULTY)
            done = threading.Event()

            def remove():
                for number in range(599, -1, -1):
                    if done.is_set():
                        return
                    with contextlib.suppress(FileNotFoundError):
                        os.remove(place / f"{number:03}" / MANIFEST)

            thread = threading.Thread(target=remove)
            thread.start()
            outcome = run("lint", "--format", "json", str(place))
            done.set()
            thread.join()
            expect(outcome.status in (0, 1, 2), f"{outcome}")
            files = json.loads(outcome.out)["files"]
            errors = [file["error"] for file in files if "error" in file]
            same(set(errors) - {"does not exist"}, set(), "reasons")
            same(bool(errors), outcome.status == 2, "status 2")
            gone += len(errors)
    return f"{rounds} runs over 600 files, {gone} named as gone"


@check
def a_folder_under_a_files_name():
    with folder() as place:
        write(place / MANIFEST / "inner.xcprivacy", FAULTY)
        outcome = run("lint", "--format", "json", str(place / MANIFEST))
        same(outcome.status, 1, "status")
        same(list(report(outcome)), ["inner.xcprivacy"], "files")
        return "walked as a folder"


@check
def a_file_of_five_gigabytes():
    with folder() as place:
        with open(place / MANIFEST, "wb") as file:
            file.truncate(5 << 30)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        outcome = run("lint", "--format", "json", str(place))
        same(outcome.status, 2, "status")
        same(report(outcome)[MANIFEST].get("error"), "is larger than 64 MiB", "reason")
        peak = max(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, before)
        expect(peak < 60_000, f"{peak} kB")
        return f"{outcome.seconds:.2f} s, peak {peak // 1000} MB"


@check
def the_largest_file():
    """64 MiB are analysed; one byte more is one finding."""
    with folder() as place:
        blank = LARGEST - len(FAULTY)
        write(place / MANIFEST, FAULTY + b" " * blank)
        outcome = run("lint", "--format", "json", str(place))
        same(outcome.status, 1, "status")
        expect("wrong-type" in outcome.out, f"{outcome}")
        write(place / MANIFEST, FAULTY + b" " * (blank + 1))
        larger = run("lint", "--format", "json", str(place))
        same(larger.status, 2, "status of a larger one")
        same(report(larger)[MANIFEST].get("error"), "is larger than 64 MiB", "reason")
        for words, data in (("is larger than 64 MiB", FAULTY + b" " * (blank + 1)),):
            piped = run("lint", "-", text=data)
            same(piped.status, 2, "status of standard input")
            expect(words in piped.err, f"{piped}")
        return f"64 MiB in {outcome.seconds:.2f} s"


@check
def what_may_not_be_read():
    """Without permission: named, the rest is done. As root, who may read everything, it is done as another user."""
    with folder() as home, folder() as place:
        write(place / "good" / MANIFEST, FAULTY)
        write(place / "file" / MANIFEST, FAULTY)
        write(place / "closed" / "in" / MANIFEST, FAULTY)
        os.chmod(place / "file" / MANIFEST, 0)
        os.chmod(place / "closed", 0)
        other = {"prepare": as_nobody, "binary": binary_for_all(home)} if os.geteuid() == 0 else {}
        outcome = run("lint", "--format", "json", ".", cwd=place, **other)
        same(outcome.status, 2, "status")
        files = {file["path"]: file for file in json.loads(outcome.out)["files"]}
        same(files.get(f"file/{MANIFEST}", {}).get("error"), "can’t be read: permission denied", "file")
        same(files.get("closed", {}).get("error"), "can’t be read: permission denied", "folder")
        same(len(files[f"good/{MANIFEST}"]["diagnostics"]), 1, "findings beside them")
        for words in (f"file/{MANIFEST} can’t be read: permission denied", "closed can’t be read: permission denied"):
            expect(words in outcome.err, f"not on stderr: {words}")
        return "a file and a folder"


# Links and paths

@check
def links_that_lead_outside_are_skipped():
    """Met on a walk, neither a file nor a folder outside is read, and both are noted."""
    with folder() as place:
        inside, outside = place / "inside", place / "outside"
        write(inside / "good" / MANIFEST, FAULTY)
        write(outside / "x.xcprivacy", SECRET)
        (inside / MANIFEST).symlink_to(outside / "x.xcprivacy")
        (inside / "Folder").symlink_to(outside)
        (inside / "up").symlink_to("..")
        outcome = run("lint", "--format", "json", str(inside))
        same(outcome.status, 1, "status")
        same([file["path"] for file in json.loads(outcome.out)["files"]], [str(inside / "good" / MANIFEST)], "files")
        expect("SECRET" not in outcome.out + outcome.err, "the text outside was read")
        notes = outcome.err.count("is skipped: the link leads outside, to ")
        same(notes, 3, "notes")
        before = (outside / "x.xcprivacy").read_bytes()
        run("lint", "--fix", str(inside))
        run("format", str(inside))
        same((outside / "x.xcprivacy").read_bytes(), before, "the file outside")
        return f"{notes} links noted"


@check
def links_that_are_named_are_followed():
    """--fix and format write the target and leave the link."""
    with folder() as place:
        for command, data in ((("lint", "--fix"), FAULTY), (("format",), UGLY)):
            target = write(place / "elsewhere" / "data.xml", data)
            link = place / MANIFEST
            link.unlink(missing_ok=True)
            link.symlink_to(target)
            outcome = run(*command, str(link))
            same(outcome.status, 0, f"status of {command}")
            same(target.read_bytes(), RIGHT, "the target")
            expect(link.is_symlink(), "the link is gone")
            same(names(place / "elsewhere"), ["data.xml"], "what lies beside the target")
        real = place / "real"
        write(real / MANIFEST, FAULTY)
        (place / "named").symlink_to(real)
        outcome = run("lint", "--format", "json", str(place / "named"))
        same(list(report(outcome)), [MANIFEST], "files of a folder that a link names")
        return "file and folder"


@check
def links_that_lead_in_circles():
    with folder() as place:
        write(place / "a" / MANIFEST, FAULTY)
        (place / "a" / "self").symlink_to(".")
        (place / "a" / "up").symlink_to("..")
        (place / "x.xcprivacy").symlink_to("y.xcprivacy")
        (place / "y.xcprivacy").symlink_to("x.xcprivacy")
        (place / "none.xcprivacy").symlink_to("nowhere")
        outcome = run("lint", "--format", "json", str(place))
        same(outcome.status, 2, "status")
        files = report(outcome)
        same(sorted(files), [MANIFEST, "none.xcprivacy", "x.xcprivacy", "y.xcprivacy"], "files")
        same(files["x.xcprivacy"].get("error"), "is a loop of symbolic links", "reason")
        same(files["none.xcprivacy"].get("error"), "does not exist", "reason of a dead link")
        return f"{outcome.seconds:.2f} s"


@check
def odd_paths():
    """Blanks, emoji, percent signs, quotation marks, line ends, `..`: read, fixed, and written whole in the JSON."""
    odd = ["a b", "📸 für Fotos", "100%25 %s %n", "quo\"te's", "line\nend", "-dash", "back\\slash", "tab\there", "e\u0301",
           "x" * 200]
    with folder() as place:
        for name in odd:
            write(place / name / MANIFEST, FAULTY)
        outcome = run("lint", "--format", "json", ".", cwd=place)
        same(outcome.status, 1, "status")
        found = {file["path"] for file in json.loads(outcome.out)["files"]}
        same(found, {f"{name}/{MANIFEST}" for name in odd}, "files")
        for name in odd:
            single = run("lint", "--fix", "--quiet", str(place / name / ".." / name / MANIFEST))
            same(single.status, 0, f"status of {name!r}")
            same((place / name / MANIFEST).read_bytes(), RIGHT, repr(name))
        # What a path holds cannot steer a terminal.
        write(place / "esc\x1b[31m" / MANIFEST, FAULTY)
        text = run("lint", ".", cwd=place)
        expect("\x1b" not in text.out + text.err, "an escape went through")
        return f"{len(odd)} paths"


@check
def names_that_are_no_text():
    """Names with bytes that are no UTF-8 are said, and what lies beside them is done."""
    with folder() as place:
        write(place / "good" / MANIFEST, FAULTY)
        raw = os.fsencode(place)
        os.mkdir(raw + b"/bad\xff")
        for path in (raw + b"/x\xfe.xcprivacy", raw + b"/bad\xff/" + MANIFEST.encode()):
            with open(path, "wb") as file:
                file.write(FAULTY)
        outcome = run("lint", "--format", "json", str(place))
        same(outcome.status, 2, "status")
        files = json.loads(outcome.out)["files"]
        same(sum("error" in file for file in files), 2, "files with an error")
        same({file["error"] for file in files if "error" in file},
             {"has a name that is not UTF-8, and is skipped"}, "reasons")
        same(len(files), 3, "files")
        named = subprocess.run([BINARY.encode(), b"lint", raw + b"/x\xfe.xcprivacy", raw + b"/good"],
                               capture_output=True, timeout=PATIENCE, check=False)
        same(named.returncode, 2, "status of one that is named")
        expect(b"not UTF-8" in named.stderr and b"wrong-type" in named.stdout, f"{named}")
        return "a file and a folder"


@check
def a_deleted_working_folder_is_an_error():
    """Every command that searches says so with status 2, and looks into no folder instead: not into the root."""
    commands = [("lint",), ("lint", "--fix"), ("format", "."), ("label", ".")]
    for words in commands:
        with folder() as place:
            gone = place / "gone"
            gone.mkdir()
            outcome = run("-c", 'cd "$0" && rmdir "$0" && exec "$@"', str(gone), BINARY, *words, binary="/bin/bash")
            same(outcome.status, 2, f"the status of {words}")
            same(outcome.out, "", f"what {words} printed")
            expect("the current folder was deleted" in outcome.err, f"{outcome}")
    return f"{len(commands)} commands"


@check
def settings_are_looked_for_up_to_the_repository():
    """From the file up to the root of its repository, or of the disk, from wherever it is linted; no link out of it."""
    off = b'{"severity": {"wrong-type": "off"}}'
    with folder() as place:
        write(place / "given" / "deep" / "er" / MANIFEST, FAULTY)
        (place / "given" / "elsewhere").mkdir()

        def counts(*words, cwd=None):
            return "wrong-type" not in run("lint", *words, cwd=cwd).out

        for inner in (".", "given", "given/deep"):
            write(place / inner / ".privacy-lsp.json", off)
            expect(counts(str(place / "given")), f"settings in {inner} do not count")
            expect(counts(cwd=place / "given" / "deep"), f"settings in {inner} do not count from within")
            expect(counts(str(place / "given" / "deep" / "er" / MANIFEST)), f"settings in {inner} do not count by name")
            (place / inner / ".privacy-lsp.json").unlink()
        write(place / ".privacy-lsp.json", off)
        for name in ("given", "given/deep"):
            (place / name / ".git").mkdir()
            expect(not counts(str(place / "given")), f"settings above the repository {name} count")
            # A link may not lead out of it.
            (place / name / ".privacy-lsp.json").symlink_to(place / ".privacy-lsp.json")
            refused = run("lint", str(place / "given" / "deep"))
            same(refused.status, 2, "status with a link that leads outside")
            expect("is not read: the link leads outside" in refused.err, f"{refused}")
            (place / name / ".privacy-lsp.json").unlink()
            (place / name / ".git").rmdir()
        # They may be a pipe, and must not be waited for.
        os.mkfifo(place / "given" / ".privacy-lsp.json")
        piped = run("lint", str(place / "given"))
        same(piped.status, 2, "status with a pipe for settings")
        expect("named pipe" in piped.err, f"{piped}")
        return "5 places, 2 links and a pipe"


@check
def what_is_not_ours_is_left_alone():
    """Dependencies, build products, what git ignores and what settings exclude: not linted, not fixed, not formatted."""
    theirs = ["node_modules/a", "Pods/a", "carthage/a", "SourcePackages/a", "vendor/a", ".build/a", "Build/a",
              "DERIVEDDATA/a", "ignored/a", "a/ignored", "excluded/a"]
    with folder() as place:
        (place / ".git").mkdir()
        write(place / ".gitignore", b"ignored\n")
        write(place / ".privacy-lsp.json", b'{"exclude": ["excluded/"]}')
        files = [write(place / name / MANIFEST, FAULTY) for name in theirs]
        own = write(place / "App" / MANIFEST, FAULTY)
        run("lint", "--fix", cwd=place)
        run("format", ".", cwd=place)
        same(own.read_bytes(), RIGHT, "our own file")
        for file in files:
            same(file.read_bytes(), FAULTY, f"{file}")
            outcome = run("lint", str(file.relative_to(place)), cwd=place)
            same(outcome.status, 1, f"status of {file}, which is named")
        outcome = run("lint", "--no-ignore", "--format", "json", cwd=place)
        same(len(json.loads(outcome.out)["files"]), len(theirs) + 1, "the files with --no-ignore")
        return f"{len(theirs)} folders"


@check
def standard_input():
    with folder() as place:
        outcome = run("lint", "--format", "json", "--stdin-path", "Sub/PrivacyInfo.xcprivacy", "-", text=FAULTY, cwd=place)
        same(outcome.status, 1, "status")
        same([file["path"] for file in json.loads(outcome.out)["files"]], ["Sub/PrivacyInfo.xcprivacy"], "path")
        unnamed = run("lint", "--format", "json", "-", text=FAULTY, cwd=place)
        same([file["path"] for file in json.loads(unnamed.out)["files"]], ["<stdin>"], "path without a name")
        same(unnamed.status, 1, "status without a name")
        other = run("lint", "-", text=b"hello", cwd=place)
        same(other.status, 2, "status of what is no privacy file")
        closed = run("lint", "-", cwd=place, prepare=lambda: os.close(0))
        same(closed.status, 2, "status of a closed input")
        expect("standard input" in closed.err, f"{closed}")
        directory = os.open(place, os.O_RDONLY)
        same(run("lint", "-", stdin=directory).status, 2, "status of a folder as input")
        os.close(directory)
        return "named, unnamed, closed"


@check
def standard_output_that_takes_nothing():
    """A full device: said, status 2. A reader that has gone: the end, without a word. Closed: said, status 2."""
    with folder() as place:
        for number in range(300):
            write(place / f"{number:03}" / MANIFEST, FAULTY)
        times = []
        for command in (("lint", str(place)), ("lint", "--format", "json", str(place)), ("format", "--diff", str(place)),
                        ("explain", "--all"), ("label", str(place))):
            with open("/dev/full", "wb") as full:
                outcome = run(*command, stdout=full)
            times.append(outcome.seconds)
            if command[0] != "format":
                same(outcome.status, 2, f"status of {command[:2]} on a full device")
                expect("can’t write to standard output: No space left on device" in outcome.err, f"{command[:2]}: {outcome}")
            closed = run(*command, prepare=lambda: os.close(1))
            if command[0] != "format":
                same(closed.status, 2, f"status of {command[:2]} with output closed")
                expect("can’t write to standard output" in closed.err, f"{command[:2]}: {closed}")
            reader, writer = os.pipe()
            os.close(reader)
            gone = run(*command, stdout=writer)
            os.close(writer)
            expect(gone.status in (0, 1) and not gone.err.strip().endswith("error"), f"{command[:2]} without a reader: {gone}")
            times.append(gone.seconds)
        return f"5 commands, at most {max(times):.2f} s"


@check
def closed_descriptors_are_no_files():
    """With standard output and error closed, nothing that is said gets into a file that is written."""
    with folder() as place:
        for number in range(40):
            write(place / f"{number:02}" / MANIFEST, FAULTY)
        write(place / "gone.xcprivacy", b"")

        def close():
            os.close(0)
            os.close(1)
            os.close(2)

        run("lint", "--fix", str(place), prepare=close)
        for number in range(40):
            same((place / f"{number:02}" / MANIFEST).read_bytes(), RIGHT, f"file {number}")
        return "40 files"


# What cannot be written

WRITERS = [("fix", ("lint", "--fix"), FAULTY, "is not fixed: "), ("format", ("format",), UGLY, "is not formatted: ")]


def refused(outcome, path, words, old, what):
    same(outcome.status, 2, f"status, {what}")
    expect(words in outcome.err, f"{what}: {words!r} is not said: {outcome}")
    same(path.read_bytes(), old, f"the file, {what}")
    same(leftovers(path.parent), [], f"what is left, {what}")


def where_attributes_are_kept():
    """A folder on a file system that has extended attributes of users; None where none is found. Before Linux 6.6 the one
    in memory has none, which /tmp may be on."""
    for place in (scratch(), tempfile.gettempdir(), "/var/tmp", REPOSITORY / ".build", os.path.expanduser("~")):
        with contextlib.suppress(OSError), tempfile.NamedTemporaryFile(dir=place) as file:
            os.setxattr(file.name, "user.note", b"kept")
            return place
    return None


@check
def mode_owner_and_attributes_are_kept():
    kept = []
    with folder(where_attributes_are_kept()) as place:
        for what, command, old, _ in WRITERS:
            path = write(place / what / MANIFEST, old)
            os.chmod(path, 0o640)
            if os.geteuid() == 0:
                os.chown(path, 1234, 4321)
                os.chmod(path, 0o4640)
                kept.append("owner")
            try:
                os.setxattr(path, "user.note", b"kept")
                kept.append("attributes")
            except OSError:
                if os.environ.get("CI"):
                    raise Failure("the file system has no extended attributes") from None
            before = os.stat(path)
            same(run(*command, str(path)).status, 0, "status")
            after = os.stat(path)
            same(path.read_bytes(), RIGHT, what)
            same((after.st_mode, after.st_uid, after.st_gid), (before.st_mode, before.st_uid, before.st_gid), "mode, owner")
            if "attributes" in kept:
                same(os.getxattr(path, "user.note"), b"kept", "attribute")
            expect(before.st_ino != after.st_ino, "it was not written by a rename")
    return "mode, " + ", ".join(sorted(set(kept)))


@check
def hard_links_may_be_split():
    with folder() as place:
        path = write(place / MANIFEST, FAULTY)
        os.link(path, place / "other")
        same(run("lint", "--fix", str(path)).status, 0, "status")
        same((path.read_bytes(), (place / "other").read_bytes()), (RIGHT, FAULTY), "the two names")
        return "one name each"


@check
def read_only_files_and_folders_are_refused():
    """By permission bits, also for root, who could write; and on a file system that is mounted read-only."""
    cases = 0
    with folder() as home, folder() as place:
        for what, command, old, words in WRITERS:
            path = write(place / what / MANIFEST, old)
            os.chmod(path, 0o444)
            refused(run(*command, str(path)), path, words + "it is read-only", old, f"{what}, file")
            os.chmod(path, 0o644)
            os.chmod(path.parent, 0o555)
            refused(run(*command, str(path)), path, words + "it is in a read-only folder", old, f"{what}, folder")
            os.chmod(path.parent, 0o755)
            cases += 2
        if os.geteuid() == 0:
            for what, command, old, words in WRITERS:
                with mounted(place / "mount", "size=1m") as mount:
                    path = write(mount / MANIFEST, old)
                    subprocess.run(["mount", "-o", "remount,ro", str(mount)], check=True)
                    outcome = run(*command, str(path))
                    refused(outcome, path, words + "it ", old, f"{what}, mount")
                    expect("read-only" in outcome.err, f"{outcome}")
                    cases += 1
                path = write(place / what / MANIFEST, old)
                os.chmod(path, 0o644)
                os.chown(path.parent, 0, 0)
                os.chmod(path.parent, 0o755)
                refused(run(*command, str(path), prepare=as_nobody, binary=binary_for_all(home)), path,
                        words + "it is read-only", old, f"{what}, user")
                cases += 1
        elif os.environ.get("CI"):
            raise Failure("it needs root")
        return f"{cases} cases"


@check
def a_full_disk():
    """A file system without room: nothing is lost, the reason is said, nothing is left over."""
    need_root()
    figures = []
    with folder() as place:
        for what, command, old, words in WRITERS:
            with mounted(place / "mount", "size=256k") as mount:
                padding = b"<!-- " + b"x" * 60_000 + b" -->\n"
                data = old.replace(b"<plist", padding + b"<plist", 1)
                path = write(mount / MANIFEST, data)
                with contextlib.suppress(OSError), open(mount / "filler", "wb", buffering=0) as filler:
                    while True:
                        filler.write(b"x" * 4096)
                refused(run(*command, str(path)), path, words + "No space left on device", data, what)
                (mount / "filler").unlink()
                same(run(*command, str(path)).status, 0, "status once there is room")
                same(path.read_bytes(), RIGHT.replace(b"<plist", padding + b"<plist", 1), "the file then")
                figures.append(what)
    return ", ".join(figures)


@check
def a_limit_on_the_size_of_files():
    """What the user may not write is refused like a full disk; the signal that comes with it ends nothing."""
    with folder() as place:
        for what, command, old, words in WRITERS:
            path = write(place / what / MANIFEST, old)

            def limit():
                resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

            refused(run(*command, str(path), prepare=limit), path, words + "File too large", old, what)
    return "100 bytes"


# What a rename is called differs between processors.
RENAMES = "?rename,?renameat,?renameat2"


@check
def errors_of_the_system_at_every_step():
    """ENOSPC, EDQUOT and EIO at open, write, sync and rename, as strace makes them: refused, whole, nothing left."""
    strace = need("strace")
    cases = 0
    with folder() as place:
        for what, command, old, words in WRITERS:
            path = write(place / what / MANIFEST, old)
            for call, error, reason in (
                    ("write", "ENOSPC", "No space left on device"), ("write", "EDQUOT", "Disk quota exceeded"),
                    ("fsync", "ENOSPC", "No space left on device"), ("fsync", "EIO", "Input/output error"),
                    (RENAMES, "EDQUOT", "Disk quota exceeded"), (RENAMES, "ENOSPC", "No space left on device")):
                before = [strace, "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:error={error}:when=1"]
                outcome = run(*command, str(path), before=before)
                if "ptrace" in outcome.err or "Operation not permitted" in outcome.err:
                    raise NotMade("strace may not trace here")
                refused(outcome, path, words + reason, old, f"{what}, {call} {error}")
                cases += 1
    return f"{cases} cases"


@check
def files_that_change_while_they_are_written():
    """Between the reading and the rename the file gets other bytes, goes, becomes a folder, a pipe or a link: each time it
    is refused with the reason, and what stands there stays."""
    strace = need("strace")

    def other_bytes(path):
        path.write_bytes(b"other")

    def gone(path):
        path.unlink()

    def to_folder(path):
        path.unlink()
        path.mkdir()

    def to_pipe(path):
        path.unlink()
        os.mkfifo(path)

    def to_link(path):
        os.rename(path, path.parent / "target")
        path.symlink_to("target")

    def to_unwritable(path):
        os.replace(write(path.parent / "new", path.read_bytes() + b"\n"), path)

    rows = [(other_bytes, "it has changed since it was read"), (gone, "it does not exist"),
            (to_folder, "it is a folder"), (to_pipe, "it is a named pipe"), (to_link, "it is a symbolic link"),
            (to_unwritable, "it has changed since it was read")]

    def changed_meanwhile(row):
        (what, command, old, words), (change, reason) = row
        path = write(place / f"{what}-{change.__name__}" / MANIFEST, old)
        # The new bytes are synced before the old ones are looked at again; so long that a busy machine does not miss it.
        before = [strace, "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync",
                  "-e", "inject=fsync:delay_enter=10000000:when=1"]
        result = []
        thread = threading.Thread(target=lambda: result.append(run(*command, str(path), before=before)))
        thread.start()
        end = time.monotonic() + PATIENCE
        while not leftovers(path.parent) and thread.is_alive() and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(0.2)
        change(path)
        state = path.lstat() if os.path.lexists(path) else None
        data = path.read_bytes() if state and stat.S_ISREG(state.st_mode) else None
        thread.join()
        expect(result, f"{change.__name__}: it does not end")
        outcome = result[0]
        same(outcome.status, 2, f"status, {change.__name__}")
        expect(words + reason in outcome.err, f"{change.__name__}: {outcome}")
        now = path.lstat() if os.path.lexists(path) else None
        same((now and now.st_mode, now and now.st_ino), (state and state.st_mode, state and state.st_ino),
             f"what stands there, {change.__name__}")
        if data is not None:
            same(path.read_bytes(), data, f"the bytes, {change.__name__}")
        same(leftovers(path.parent), [], f"what is left, {change.__name__}")

    # All at once: each waits for the most part.
    cases = [(writer, row) for writer in WRITERS for row in rows]
    with folder() as place, concurrent.futures.ThreadPoolExecutor(len(cases)) as pool:
        done = len(list(pool.map(changed_meanwhile, cases)))
    return f"{done} changes"


@check
def kills_at_random_moments(kills=200):
    """`kill -9` while --fix and format write many files: each file is the old or the new one, bit by bit; what is left is
    known by its name, and the next run removes it."""
    seed = random.randrange(1 << 30)
    generator = random.Random(seed)
    count, old_files, new_files, left, unfinished = 40, 0, 0, 0, 0
    with folder() as place:
        paths = [place / f"{number // 8}" / f"f{number}.xcprivacy" for number in range(count)]
        for path in paths:
            path.parent.mkdir(exist_ok=True)

        def fill(old):
            for path in paths:
                path.write_bytes(old)

        durations = {}
        for what, command, old, _ in WRITERS:
            fill(old)
            started = time.monotonic()
            same(run(*command, "--quiet" if what == "fix" else str(place), str(place)).status, 0, "status of a whole run")
            durations[what] = time.monotonic() - started
        for turn in range(kills):
            what, command, old, _ = WRITERS[turn % 2]
            fill(old)
            process = subprocess.Popen([BINARY, *command, str(place)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(generator.uniform(0, 1.1 * durations[what]))
            process.kill()
            killed = process.wait(PATIENCE) == -signal.SIGKILL
            unfinished += killed
            # The first run may have met a cold disk or a busy machine: most kills come before the end, and some after it.
            durations[what] *= 1.03 if killed else 0.9
            for path in paths:
                data = path.read_bytes()
                expect(data in (old, RIGHT), f"{path.name} is not whole after kill {turn}, seed {seed}: {len(data)} bytes")
                old_files += data == old
                new_files += data == RIGHT
            for inner in names(place):
                strange = [name for name in names(place / inner) if not name.startswith("f")]
                same(strange, leftovers(place / inner), "names that are left")
                left += len(strange)
                # So that each kill counts its own.
                if turn % 20:
                    for name in strange:
                        os.remove(place / inner / name)
            if turn % 20 == 0:
                same(run(*command, str(place)).status, 0, "status of the next run")
                same([name for inner in names(place) for name in leftovers(place / inner)], [], "what the next run leaves")
    expect(unfinished > kills // 4, f"only {unfinished} of {kills} were killed before they were done")
    expect(old_files and new_files, "no run was killed in the middle")
    return (f"{kills} kills ({unfinished} before the end), {old_files} files old, {new_files} new, 0 broken, "
            f"{left} temporary files found and removed, seed {seed}")


# What the program never does

# Functions of the C library that reach a network, and those that start a program.
NETWORK = """accept accept4 bind connect getaddrinfo gethostbyname gethostbyname2 getnameinfo getpeername getsockname
getsockopt listen recv recvfrom recvmsg recvmmsg res_query res_search sendmmsg sendmsg sendto setsockopt shutdown socket
inet_pton if_nametoindex""".split()
PROGRAMS = """execl execle execlp execv execve execvp execveat fexecve fork vfork popen posix_spawnp system daemon
wordexp""".split()
# Why some that come near are there.
JUSTIFIED = {
    "send": "writes without waiting where standard output is a socket that an editor made",
    "posix_spawn": "starts the program itself, for demo",
    "execve": "starts the program itself again in its process, after a crash",
    "socketpair": "of the Swift runtime, for a debugger that SWIFT_BACKTRACE asks for",
    "clone": "of the Swift runtime, as above", "execvpe": "of the Swift runtime, as above",
}
SHIPPED = """JSON SourceText PropertyList ProjectFiles Catalog CatalogData PrivacyRules EditorFeatures LanguageServerProtocol
CLibrary FileSystem Wording Workspace LanguageServer Commands BuildFiles BuildTargets BuiltApp GitObjects
SourceScan privacy_lsp""".split()


def wanted_functions():
    """What the program asks of the C library: by its own object files, beside which the binary was built, and where it is
    linked to shared libraries by itself too. A program that has the C library in it has more than it uses."""
    nm = need("nm")
    folder = pathlib.Path(os.path.realpath(BINARY)).parent
    objects = [path for name in SHIPPED for path in folder.glob(f"{name}.build/**/*.o")]
    found = set()
    for command in [[nm, "--undefined-only", *map(str, objects)]] * bool(objects) + [[nm, "-D", "--undefined-only", BINARY]]:
        listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        found |= {line.split()[-1].split("@")[0] for line in listed.splitlines() if line.startswith(" ")}
    if "write" not in found:
        raise NotMade("there are no object files beside the binary, and it names no functions itself")
    return found, len(objects)


@check
def no_function_that_reaches_a_network_or_starts_a_program():
    found, objects = wanted_functions()
    same(sorted(found & set(NETWORK)), [], "functions for a network")
    same(sorted(found & set(PROGRAMS) - set(JUSTIFIED)), [], "functions that start programs")
    return f"{objects} object files, {len(found)} functions; besides: {', '.join(sorted(found & set(JUSTIFIED)))}"


def traced(calls, *words, text=None, cwd=None):
    """Runs the program under strace and gives what it did of some system calls."""
    strace = need("strace")
    with tempfile.NamedTemporaryFile("r") as log:
        outcome = run(*words, text=text, cwd=cwd, before=[strace, "-f", "-qq", "-s", "300", "-e", f"trace={calls}", "-o", log.name])
        lines = log.read().splitlines()
    if not any("execve(" in line for line in lines):
        raise NotMade("strace may not trace here")
    return outcome, lines


def session(place):
    """A short session with a server, as bytes."""
    uri = "file://" + str(place / MANIFEST)
    text = FAULTY.decode()
    at = {"textDocument": {"uri": uri}, "position": {"line": 5, "character": 4}}
    messages = [
        {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": "file://" + str(place), "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {
            "textDocument": {"uri": uri, "languageId": "xml", "version": 1, "text": text}}},
        {"id": 2, "method": "textDocument/hover", "params": at},
        {"id": 3, "method": "textDocument/completion", "params": at},
        {"id": 4, "method": "textDocument/codeAction", "params": {
            "textDocument": {"uri": uri}, "range": {"start": at["position"], "end": at["position"]},
            "context": {"diagnostics": []}}},
        {"id": 5, "method": "workspace/symbol", "params": {"query": "a"}},
        {"id": 6, "method": "shutdown"},
        {"method": "exit"},
    ]
    result = b""
    for message in messages:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        result += b"Content-Length: %d\r\n\r\n" % len(body) + body
    return result


def commands(place):
    return [(("serve",), session(place)), (("lint", str(place)), None), (("lint", "--fix", str(place)), None),
            (("format", str(place)), None), (("label", str(place)), None), (("explain", "--all"), None),
            (("--version",), None)]


@check
def no_socket_and_no_other_program():
    """What the system is asked for while each command runs."""
    seen = 0
    with folder() as place:
        write(place / MANIFEST, FAULTY)
        for words, text in commands(place):
            outcome, lines = traced("%network,execve,execveat,fork,vfork,clone,clone3,ptrace", *words, text=text)
            expect(outcome.status in (0, 1), f"{words}: {outcome}")
            calls = [line for line in lines if "resumed>" not in line and "+++" not in line]
            started = [line for line in calls if "execve" in line]
            same(len(started), 1, f"programs started by {words}")
            rest = [line for line in calls if "execve" not in line and "CLONE_THREAD" not in line]
            same(rest, [], f"calls of {words}")
            seen += 1
    return f"{seen} commands"


@check
def demo_starts_nothing_but_itself():
    outcome, lines = traced("%network,execve,execveat", "demo")
    same(outcome.status, 0, "status")
    started = [re.search(r'execve\("([^"]*)"', line) for line in lines if "execve(" in line]
    paths = {os.path.realpath(match.group(1)) if not match.group(1).startswith("/proc/self/exe") else BINARY
             for match in started if match}
    same({os.path.realpath(path) for path in paths}, {os.path.realpath(BINARY)}, "programs")
    expect(len(started) >= 2, "demo started nothing")
    same([line for line in lines if "execve" not in line and re.search(r"\b(socket|connect|bind)\(", line)], [], "sockets")
    return f"{len(started) - 1} started"


@check
def only_fix_and_format_write():
    """No other command opens a file for writing, makes, renames or removes one."""
    with folder() as place:
        write(place / MANIFEST, FAULTY)
        writing = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC")
        for words, text in commands(place):
            if "--fix" in words or "format" in words:
                continue
            _, lines = traced("execve,%file", *words, text=text)
            # The journal of a session is memory: a file that never has a name, or where there is no such memory has it for
            # a moment.
            lines = [line for line in lines if not re.search(r'"/dev/shm", .*O_TMPFILE', line)]
            if words == ("serve",):
                journals = [re.search(r'"([^"]*/privacy-lsp\.\w{6})", O_RDWR\|O_CREAT\|O_EXCL', line) for line in lines]
                for journal in filter(None, journals):
                    same([line for line in lines if "unlink" in line and f'"{journal[1]}"' in line][1:], [], "removals")
                    expect(not os.path.exists(journal[1]), "the journal has a name")
                    lines = [line for line in lines if f'"{journal[1]}"' not in line]
            wrong = [line for line in lines if ("open" in line and writing.search(line)) or re.search(
                r"\b(rename|renameat|renameat2|unlink|unlinkat|mkdir|mkdirat|chmod|fchmodat|link|linkat|symlink|truncate)\(",
                line)]
            same(wrong, [], f"what {words} changed")
        same((place / MANIFEST).read_bytes(), FAULTY, "the file")
        same(names(place), [MANIFEST], "the folder")
    return "5 commands"


@check
def no_entity_is_expanded():
    """Neither a file that an entity names nor what an entity stands for gets into the program."""
    with folder() as place:
        secret = write(place / "secret.txt", b"SECRET-TEXT")
        for system in (f"file://{secret}", str(secret), "http://127.0.0.1:9/x"):
            text = RIGHT.replace(b'"http://www.apple.com/DTDs/PropertyList-1.0.dtd">', (
                f'"http://127.0.0.1:9/x.dtd" [<!ENTITY % p SYSTEM "{system}"> %p; <!ENTITY e SYSTEM "{system}">'
                f'<!ENTITY a "bbbbbbbbbb">]>').encode()).replace(b"<array/>", b"<array><string>&e;&a;</string></array>", 1)
            write(place / "in" / MANIFEST, text)
            outcome, lines = traced("execve,%file,%network", "lint", "--format", "json", str(place / "in"))
            expect("SECRET" not in outcome.out + outcome.err and "bbbbbbbbbb" not in outcome.out, "an entity was expanded")
            expect(not any("secret.txt" in line for line in lines), "the entity's file was opened")
            expect(not any(re.search(r"\b(socket|connect)\(", line) for line in lines), "a socket was opened")
            expect("malformed-property-list" in outcome.out, "the declarations are not reported")
    return "3 kinds"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--kills", type=int)
    arguments = parser.parse_args()
    kills = arguments.kills or 200
    failed, made, not_made = 0, 0, 0
    in_ci = bool(os.environ.get("CI"))
    for function in CHECKS:
        name = function.__name__
        if arguments.only not in name:
            continue
        started = time.monotonic()
        try:
            figures = function(kills) if function is kills_at_random_moments else function()
            print(f"ok {name}: {figures} ({time.monotonic() - started:.1f} s)", flush=True)
            made += 1
        except NotMade as reason:
            if in_ci:
                print(f"not ok {name}: {reason}", flush=True)
                failed += 1
            else:
                print(f"not made {name}: {reason}", flush=True)
                not_made += 1
        except (Failure, OSError, KeyError, ValueError, IndexError, subprocess.SubprocessError) as reason:
            print(f"not ok {name}: {type(reason).__name__ if not isinstance(reason, Failure) else ''} {reason}", flush=True)
            failed += 1
    print(f"{made} made, {failed} failed, {not_made} not made")
    return 1 if failed or not made else 0


if __name__ == "__main__":
    sys.exit(main())
