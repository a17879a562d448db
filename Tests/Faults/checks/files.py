"""Files of the workspace that are gone, or something else than files, before they are looked at and while they are open; and
what a link may lead to. Nothing hangs, and a person is told once a cause."""

import collections
import contextlib
import json
import os
import shutil
import socket
import stat
import subprocess
import time

from client import CLEAN, FLAWED, HEAD, PULLS, PUSHED, TAIL, Client, about, changed, edit, notification, opened
from registry import Folder, check, needs_root

# What takes longer waits for what will never come.
HANGS = 30
INFO = HEAD + "\t<key>NSCameraUsageDescription</key>\n\t<string>Scans receipts with the camera.</string>\n" + TAIL
STRINGS = '"NSCameraUsageDescription" = "Liest mit der Kamera Belege ein.";\n'
PROJECT = """// !$*UTF8*$!
{
\tarchiveVersion = 1;
\tobjectVersion = 77;
\tobjects = {
\t\tT1 = { isa = PBXNativeTarget; name = App; buildConfigurationList = L1; productType = "com.apple.product-type.application"; };
\t\tL1 = { isa = XCConfigurationList; buildConfigurations = (C1, ); };
\t\tC1 = { isa = XCBuildConfiguration; name = Debug; buildSettings = { INFOPLIST_FILE = App/Info.plist; }; };
\t\tP1 = { isa = PBXProject; targets = (T1, ); };
\t};
\trootObject = P1;
}
"""
SETTINGS = '{"severity": {"no-entry-tracked": "off"}}\n'
WORKSPACE = {
    "App/PrivacyInfo.xcprivacy": CLEAN, "App/Info.plist": INFO, "App/de.lproj/InfoPlist.strings": STRINGS,
    "App.xcodeproj/project.pbxproj": PROJECT, "Other/PrivacyInfo.xcprivacy": FLAWED, ".privacy-lsp.json": SETTINGS,
}
SECRET = "NSFaultsSecretUsageDescription"
# What a link outside leads to.
OUTSIDE = Folder()
AWAY = OUTSIDE.path


def delete(path):
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def device(path):
    os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 5))


def unix_socket(path):
    # The name of a socket is at most a hundred bytes long.
    before = os.getcwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path.name)
    finally:
        os.chdir(before)


def sparse(path):
    path.write_bytes(b"")
    os.truncate(path, 5 << 30)


def link_out(path):
    target = AWAY / path.name
    target.write_text(json.dumps({"severity": {SECRET: "off"}}) if path.suffix == ".json" else
                      INFO.replace("NSCameraUsageDescription", SECRET))
    path.symlink_to(target)


def locked(path):
    path.write_text("secret")
    path.chmod(0)


# What takes the file's place, and what is said of it: nothing, words to a person and in the log, or words in the log.
FAULTS = {
    "deleted": (lambda path: None, None),
    "a folder": (lambda path: path.mkdir(), None),
    "a link outside": (link_out, "log"),
    "a link that leads nowhere": (lambda path: path.symlink_to(path.parent / "nothing"), None),
    "a link to itself": (lambda path: path.symlink_to(path), None),
    "a named pipe": (os.mkfifo, "show"),
    "a socket": (unix_socket, "show"),
    "a device": (device, "show"),
    "5 GB": (sparse, "show"),
    "without permission": (locked, "show"),
}
PLACES = ["App/Info.plist", "App/PrivacyInfo.xcprivacy", "App.xcodeproj/project.pbxproj", "App/de.lproj/InfoPlist.strings",
          ".privacy-lsp.json"]


def put(folder, place, fault):
    path = folder / place
    delete(path)
    FAULTS[fault][0](path)


def told(session, name, method):
    return [text for text in session.said(method) if name in text]


def one_session(run, fault, place, *, is_before, is_open, pulls, wrong):
    """A session in which a file is not what it was; adds what is wrong to a list."""
    what = f"{place} {fault}{', before' if is_before else ''}{', open' if is_open else ''}{', pulled' if pulls else ''}"
    with Folder(WORKSPACE) as folder:
        if is_before:
            put(folder, place, fault)
        options = {"workspaceDiagnostics": True}
        with Client(folders=[folder.uri()], capabilities=PULLS if pulls else PUSHED, options=options, user=65534) as session:
            try:
                manifest = folder.uri("Other/PrivacyInfo.xcprivacy")
                info = folder.uri("App/de.lproj/InfoPlist.strings" if place.endswith("Info.plist") else "App/Info.plist")
                session.send(opened(manifest, FLAWED))
                session.send(opened(info, STRINGS if info.endswith("strings") else INFO))
                if is_open:
                    session.send(opened(folder.uri(place), WORKSPACE[place]))
                session.settle(HANGS)
                if not is_before:
                    put(folder, place, fault)
                watched = {"changes": [{"uri": folder.uri(place), "type": 3 if fault == "deleted" else 2}]}
                session.notify("workspace/didChangeWatchedFiles", watched)
                for version in range(2, 12):
                    for uri in [manifest, info] + ([folder.uri(place)] if is_open else []):
                        session.send(changed(uri, version, edit(0, 0, 0, " " if version % 2 else "\n")))
                        session.send(notification("textDocument/didSave", {"textDocument": {"uri": uri}}))
                        if pulls:
                            session.call("textDocument/diagnostic", about(uri), timeout=HANGS)
                        session.call("textDocument/hover", about(uri, 4, 8), timeout=HANGS)
                    if pulls:
                        session.call("workspace/diagnostic", {"previousResultIds": []}, timeout=HANGS)
                    session.call("workspace/symbol", {"query": "e"}, timeout=HANGS)
                if not pulls:
                    kinds = [manifest, info] + ([folder.uri(place)] if is_open and not place.endswith(".json") else [])
                    for uri in kinds:
                        session.diagnostics(uri, 11, timeout=HANGS)
                session.settle(HANGS)
                shown, logged = told(session, place, "window/showMessage"), told(session, place, "window/logMessage")
                for texts in (session.said("window/showMessage"), session.said("window/logMessage")):
                    wrong += [f"{what}: said {n} times: {text}" for text, n in collections.Counter(texts).items() if n > 1]
                causes = {
                    "show": (1, 1), "log": (0, 1), None: (None, None)}[FAULTS[fault][1]]
                # Settings that are no file, or lead away, hold for everything: that is said in any case.
                if place == ".privacy-lsp.json":
                    causes = (0, 0) if fault == "deleted" else (1, 1)
                    if fault == "a link that leads nowhere":
                        causes = (None, None)
                if is_open and causes[0] == 1 and not place.endswith(".json"):
                    # What is open is not read.
                    causes = (None, None)
                if causes[0] is not None and (len(shown), len(logged)) != causes:
                    wrong.append(f"{what}: shown {shown}, logged {logged}, where {causes} is right")
                if len(shown) > 1 or len(logged) > 1:
                    wrong.append(f"{what}: shown {shown}, logged {logged}")
                with session._changed:
                    if fault == "a link outside" and SECRET in json.dumps([session.notices, session.pushed]):
                        wrong.append(f"{what}: was read")
                session.finish()
            except Exception as error:  # noqa: BLE001 - the row is named, the others are tried
                wrong.append(f"{what}: {type(error).__name__} {error}")


@check("files: in the workspace, something else than a file")
def matrix(run):
    needs_root("devices are made, and the server runs as nobody")
    wrong = []
    count = 0
    for place in PLACES:
        for fault in FAULTS:
            rows = [(b, o, p) for b in (True, False) for o in (True, False) for p in (True, False)]
            if run.quick:
                # Each with each other, if not all three.
                rows = [(True, True, True), (True, False, False), (False, True, False), (False, False, True)]
            for is_before, is_open, pulls in rows:
                one_session(run, fault, place, is_before=is_before, is_open=is_open, pulls=pulls, wrong=wrong)
                count += 1
    run.no(f"of {count} sessions with something wrong", wrong)


@check("files: folders that may not be read or are no folders")
def folders(run):
    needs_root("the server runs as nobody")
    with Folder(WORKSPACE) as folder:
        (folder / "Locked").mkdir()
        (folder / "Locked").chmod(0)
        os.mkfifo(folder / "pipe")
        for name, given in {"one that is locked": "Locked", "a pipe": "pipe", "a file": "App/Info.plist", "none": "none"}.items():
            options = {"workspaceDiagnostics": True}
            with Client(folders=[folder.uri(given)], capabilities=PULLS, options=options, user=65534) as session:
                session.send(opened(folder.uri(given + "/PrivacyInfo.xcprivacy"), FLAWED))
                for _ in range(3):
                    session.call("workspace/diagnostic", {"previousResultIds": []}, timeout=HANGS)
                    session.call("workspace/symbol", {"query": ""}, timeout=HANGS)
                found = session.call("textDocument/diagnostic", about(folder.uri(given + "/PrivacyInfo.xcprivacy")), timeout=HANGS)
                run.holds(f"{name}: what is open there is judged", found["items"])
                session.finish()
        with Client(folders=[folder.uri()], capabilities=PULLS, user=65534) as session:
            for _ in range(3):
                report = session.call("workspace/diagnostic", {"previousResultIds": []}, timeout=HANGS)
            names = sorted(item["uri"].rpartition("/")[2] for item in report["items"])
            run.same("what is found beside a locked folder", names, [
                "Info.plist", "InfoPlist.strings", "PrivacyInfo.xcprivacy", "PrivacyInfo.xcprivacy", "project.pbxproj"])
            run.same("shown of the locked folder", len(told(session, "Locked", "window/showMessage")), 1)
            run.same("logged of the locked folder", len(told(session, "Locked", "window/logMessage")), 1)
            session.finish()


@check("files: links")
def links(run):
    away = {**WORKSPACE, "PrivacyInfo.xcprivacy": FLAWED.replace("Trackin<", "Outside<")}
    with Folder({"real/" + name: text for name, text in WORKSPACE.items()}) as folder, Folder(away) as outside:
        real = folder / "real"
        (folder / "link").symlink_to(real)
        (real / "Away").symlink_to(outside.path)
        (real / "away.xcprivacy").symlink_to(outside / "PrivacyInfo.xcprivacy")
        (real / "Near").symlink_to(real / "Other")
        (real / "Circle").symlink_to(real)
        # Settings hold from a file upward to the root of its repository or of the disk.
        (folder / ".privacy-lsp.json").write_text('{"severity": {"unknown-key": "off"}}')
        (real / ".privacy-lsp.json").unlink()
        for name, given in {"as a link": "link", "as it is": "real"}.items():
            with Client(folders=[folder.uri(given)], capabilities=PULLS) as session:
                for _ in range(3):
                    report = session.call("workspace/diagnostic", {"previousResultIds": []}, timeout=HANGS)
                prefix = folder.uri(given) + "/"
                run.same(f"{name}: what is found", sorted(item["uri"].removeprefix(prefix) for item in report["items"]), sorted(
                    n for n in WORKSPACE if n != ".privacy-lsp.json"))
                codes = {d["code"] for item in report["items"] if "Other" in item["uri"] for d in item["items"]}
                run.holds(f"{name}: settings above the folder hold, {sorted(codes)}", "unknown-key" not in codes)
                noted = [text for text in session.said("window/logMessage") if "outside" in text]
                run.same(f"{name}: noted in the log", len(noted), 2)
                run.same(f"{name}: shown", session.said("window/showMessage"), [])
                # A file is one file by whichever way it is named.
                uri = folder.uri("link/Other/PrivacyInfo.xcprivacy")
                session.send(opened(uri, CLEAN))
                report = session.call("workspace/diagnostic", {"previousResultIds": []}, timeout=HANGS)
                run.no(f"{name}: what is open is reported from disk", [
                    item["uri"] for item in report["items"] if "Other" in item["uri"] and item["items"]])
                session.finish()
        # The nearest settings up to the folder hold, through links too.
        (real / ".privacy-lsp.json").write_text('{"severity": {"unknown-key": "off"}}')
        with Client(folders=[folder.uri("link")], capabilities=PULLS) as session:
            for way in ["link", "real", "link/Circle", "real/Near/../Circle"]:
                uri = (folder.uri() + f"/{way}/Other/PrivacyInfo.xcprivacy")
                session.send(opened(uri, FLAWED))
                found = session.call("textDocument/diagnostic", about(uri))
                run.holds(f"settings hold by way of {way}", "unknown-key" not in [d["code"] for d in found["items"]])
            session.finish()
        # What the user names is followed.
        (real / "Other/PrivacyInfo.xcprivacy").unlink()
        (real / "Other/PrivacyInfo.xcprivacy").symlink_to(outside / "PrivacyInfo.xcprivacy")
        with Client(folders=[folder.uri("real")], capabilities=PULLS) as session:
            uri = folder.uri("real/Other/PrivacyInfo.xcprivacy")
            session.send(opened(uri, CLEAN.replace("<array/>", "<string/>")))
            run.holds("a link outside that is opened is judged", session.call("textDocument/diagnostic", about(uri))["items"])
            session.finish()


@check("files: swapped without end while they are looked at")
def swapped(run):
    with Folder({f"{n}/PrivacyInfo.xcprivacy": FLAWED for n in range(50)}) as folder, \
            Client(folders=[folder.uri()], capabilities=PULLS) as session:
        end = time.monotonic() + run.of(4, 60)
        rounds = 0
        while time.monotonic() < end or rounds < 10:
            id = session.begin("workspace/diagnostic", {"previousResultIds": []})
            for n in range(50):
                path = folder / f"{n}/PrivacyInfo.xcprivacy"
                delete(path)
                [path.mkdir, lambda: os.mkfifo(path), lambda: path.write_text(FLAWED), lambda: path.symlink_to("/dev/zero"),
                 lambda: sparse(path)][(n + rounds) % 5]()
            session.answer(id, timeout=HANGS)
            rounds += 1
        run.holds(f"{rounds} rounds were answered", rounds >= 10)
        run.most("memory", session.memory("VmHWM"), 60.0, "MB")
        session.finish()


@contextlib.contextmanager
def workspace_on_disk(options):
    """The workspace on a disk of its own, in memory."""
    needs_root("a file system is mounted")
    with Folder() as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder.path], check=True)
        try:
            for name, text in WORKSPACE.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(text)
            yield folder
        finally:
            subprocess.run(["umount", folder.path], check=True)


@check("files: a full disk")
def full_disk(run):
    with workspace_on_disk("size=256k,mode=777") as folder:
        with open(folder / "filler", "wb", buffering=0) as filler:
            try:
                while filler.write(b"x" * 4096):
                    pass
            except OSError:
                pass

        def standing():
            return sorted((str(p), p.lstat().st_size, p.lstat().st_mtime_ns) for p in folder.path.rglob("*"))
        before = standing()
        environment = {**os.environ, "HOME": str(folder.path), "TMPDIR": str(folder.path)}
        with Client(folders=[folder.uri()], capabilities=PULLS, cwd=folder.path, environment=environment) as session:
            uri = folder.uri("Other/PrivacyInfo.xcprivacy")
            session.send(opened(uri, FLAWED))
            session.call("workspace/diagnostic", {"previousResultIds": []})
            edits = session.call("textDocument/formatting", about(uri, options={"tabSize": 2, "insertSpaces": True}))
            run.holds("a document is formatted", edits is not None)
            run.holds("and judged", session.call("textDocument/diagnostic", about(uri))["items"])
            session.finish()
        run.same("what changed on the disk", [a for a in standing() if a not in before], [])


@check("files: a disk that is read-only")
def read_only_disk(run):
    with workspace_on_disk("size=1m,mode=755") as folder:
        subprocess.run(["mount", "-o", "remount,ro", folder.path], check=True)
        with Client(folders=[folder.uri()], capabilities=PULLS, cwd=folder.path) as session:
            report = session.call("workspace/diagnostic", {"previousResultIds": []})
            run.same("files that are reported", len(report["items"]), 5)
            run.same("messages", session.said("window/showMessage"), [])
            session.finish()
