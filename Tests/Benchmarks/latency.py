#!/usr/bin/env python3
"""How fast the built server answers, beside `ruff server`, in one run on one machine.

    python3 Tests/Benchmarks/latency.py [--smoke] [--rounds N] [--sizes 2k,100k,1m,10m] [--files FOLDER]

PRIVACY_LSP_BINARY names the server (.build/release/privacy-lsp where not set; use a static release build). ruff is the
one beside this Python, else the one on PATH; Tests/Clients/requirements.txt has its version. Prints Markdown. Each figure
is taken in rounds that alternate between the servers, so that what else the machine does touches both.

A keystroke is one character typed into a comment in the middle of the document: an incremental didChange, then the wait
for its publishDiagnostics, one at a time. The documents are clean but for one finding at their end: a manifest that is made
long by tracking domains or by comments, a Python file of functions, each of the size in the table's head.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PRIVACY_LSP_BINARY") or str(REPOSITORY / ".build/release/privacy-lsp")
SIZES = {"2k": 2_000, "100k": 100_000, "1m": 1_000_000, "10m": 10_000_000}
TICK = os.sysconf("SC_CLK_TCK")


class Server:
    def __init__(self, command, folder):
        self.started = time.perf_counter()
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.next_id = 0
        uri = pathlib.Path(folder).as_uri()
        self.call("initialize", {
            "processId": os.getpid(), "rootUri": uri, "workspaceFolders": [{"uri": uri, "name": "bench"}],
            "capabilities": {"general": {"positionEncodings": ["utf-8", "utf-16"]},
                             "textDocument": {"publishDiagnostics": {"versionSupport": True},
                                              "hover": {"contentFormat": ["markdown"]}}}})
        self.start = time.perf_counter() - self.started
        self.notify("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while (line := self.process.stdout.readline()) != b"\r\n":
            if not line:
                raise SystemExit(f"{self.process.args[0]} ended with status {self.process.wait()}")
            if line.lower().startswith(b"content-length:"):
                length = int(line[15:])
        message = json.loads(self.process.stdout.read(length))
        if "method" in message and "id" in message:
            items = (message.get("params") or {}).get("items", [])
            self.send({"id": message["id"], "result": [None] * len(items) if items else None})
        return message

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def call(self, method, params):
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == self.next_id and "method" not in message:
                if "error" in message:
                    raise SystemExit(f"{method}: {message['error']}")
                return message["result"]

    def diagnostics(self):
        while True:
            message = self.read()
            if message.get("method") == "textDocument/publishDiagnostics":
                return message["params"]

    def status(self, name):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(name + ":"):
                return int(line.split()[1]) / 1024
        return 0.0

    def processor(self):
        """Seconds of processor time so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def stop(self):
        self.call("shutdown", None)
        self.notify("exit", None)
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


# Documents: the text, and the places of the comment, of a hover and of a completion in it.

FILLERS = {
    "domains": "\t\t<string>events{}.example.com</string>\n",
    "comments": "\t\t<!-- Line {} says nothing but that it is there. -->\n",
}


def manifest(size, filler="domains"):
    head = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
\t<key>NSPrivacyTracking</key>
\t<true/>
\t<key>NSPrivacyTrackingDomains</key>
\t<array>
"""
    tail = """\t</array>
\t<key>NSPrivacyCollectedDataTypes</key>
\t<array>
\t\t<dict>
\t\t\t<key>NSPrivacyCollectedDataType</key>
\t\t\t<string>NSPrivacyCollectedDataTypeDeviceID</string>
\t\t\t<key>NSPrivacyCollectedDataTypeLinked</key>
\t\t\t<true/>
\t\t\t<key>NSPrivacyCollectedDataTypeTracking</key>
\t\t\t<true/>
\t\t\t<key>NSPrivacyCollectedDataTypePurposes</key>
\t\t\t<array>
\t\t\t\t<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>
\t\t\t</array>
\t\t</dict>
\t</array>
\t<key>NSPrivacyAccessedAPITypes</key>
\t<array>
\t\t<dict>
\t\t\t<key>NSPrivacyAccessedAPIType</key>
\t\t\t<string>NSPrivacyAccessedAPICategoryUserDefaults</string>
\t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
\t\t\t<array>
\t\t\t\t<string>CA92.1</string>
\t\t\t\t<string>C617.1</string>
\t\t\t</array>
\t\t</dict>
\t</array>
</dict>
</plist>
"""
    lines = ["\t\t<string>events.example.com</string>\n"]
    room = size - len(head) - len(tail) - 60
    while room > 0:
        lines.append(FILLERS[filler].format(len(lines)))
        room -= len(lines[-1])
    middle = len(lines) // 2
    lines.insert(middle, "\t\t<!-- note -->\n")
    text = head + "".join(lines) + tail
    rows = text.split("\n")
    reason = next(i for i, row in enumerate(rows) if "C617.1" in row)
    return {"text": text, "name": "PrivacyInfo.xcprivacy", "language": "xml",
            "comment": (head.count("\n") + middle, len("\t\t<!-- no")),
            "hover": (reason - 1, len("\t\t\t\t<string>CA")), "completion": (reason, len("\t\t\t\t<string>C617.1"))}


def python(size):
    lines = ["import sys  # noqa: F401\n"]
    room = size - len(lines[0]) - 30
    number = 0
    while room > 0:
        lines.append(f"\n\ndef function_{number}(a, b):\n    value = a + b * {number}\n    return value\n")
        room -= len(lines[-1])
        number += 1
    middle = len(lines) // 2
    lines.insert(middle, "\n\n# note\n")
    text = "".join(lines) + "\n\nimport os\n"
    return {"text": text, "name": "module.py", "language": "python",
            "comment": ("".join(lines[:middle]).count("\n") + 2, len("# no")),
            "hover": (0, len("import sys  # noqa: F4")), "completion": None}


def quantile(values, q):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))]


def milliseconds(seconds):
    return f"{seconds * 1000:.2f}" if seconds < 0.1 else f"{seconds * 1000:.0f}"


def spread(values, qs):
    return " / ".join(milliseconds(quantile(values, q)) for q in qs) if values else "–"


def timed(action):
    begun = time.perf_counter()
    action()
    return time.perf_counter() - begun


def measure(name, command, document, folder, budget, most):
    """One round over one document."""
    server = Server(command, folder)
    uri = (pathlib.Path(folder) / document["name"]).as_uri()
    begun = time.perf_counter()
    server.notify("textDocument/didOpen", {"textDocument": {
        "uri": uri, "languageId": document["language"], "version": 1, "text": document["text"]}})
    found = server.diagnostics()
    opened = time.perf_counter() - begun
    if len(found["diagnostics"]) != 1:
        raise SystemExit(f"{name}: {len(found['diagnostics'])} findings in {document['name']}, expected 1")

    line, character = document["comment"]
    keys = []
    used = server.processor()
    deadline = time.perf_counter() + budget
    while len(keys) < most and (time.perf_counter() < deadline or len(keys) < 3):
        version = len(keys) + 2
        place = {"line": line, "character": character + len(keys)}
        begun = time.perf_counter()
        server.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": [{"range": {"start": place, "end": place}, "text": "x"}]})
        found = server.diagnostics()
        keys.append(time.perf_counter() - begun)
        if found.get("version") not in (None, version):
            raise SystemExit(f"{name}: diagnostics of version {found.get('version')} instead of {version}")
    used = (server.processor() - used) / len(keys)

    def asked(method, place):
        values = []
        stop = time.perf_counter() + budget / 3
        while len(values) < most and (time.perf_counter() < stop or len(values) < 3):
            position = {"textDocument": {"uri": uri}, "position": {"line": place[0], "character": place[1]}}
            results = []
            values.append(timed(lambda: results.append(server.call(method, position))))
            if not results[0]:
                raise SystemExit(f"{name}: nothing for {method} at {place}")
        return values

    hovers = asked("textDocument/hover", document["hover"])
    completions = asked("textDocument/completion", document["completion"]) if document["completion"] else []
    memory = server.status("VmRSS")
    server.stop()
    return {"open": [opened], "key": keys, "processor": [used], "hover": hovers, "completion": completions,
            "memory": [memory]}


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print()


def lint_speed(servers, files, rounds):
    """Files per second of the command line; each program over its own kind of file, of the same number and size."""
    with tempfile.TemporaryDirectory() as scratch:
        if files:
            folder = pathlib.Path(files)
            names = [p for p in folder.rglob("*") if p.suffix in (".xcprivacy", ".plist") and p.is_file()]
            sizes = [p.stat().st_size for p in names]
        else:
            folder = pathlib.Path(scratch) / "manifests"
            sizes = [2_000 + 40 * i for i in range(300)]
            for i, size in enumerate(sizes):
                (folder / str(i)).mkdir(parents=True)
                (folder / str(i) / "PrivacyInfo.xcprivacy").write_text(manifest(size)["text"])
        sources = pathlib.Path(scratch) / "python"
        sources.mkdir()
        for i, size in enumerate(sizes):
            (sources / f"m{i}.py").write_text(python(size)["text"])
        commands = {"privacy-lsp": [servers["privacy-lsp"][0], "lint", "--format", "json", str(folder)]}
        if "ruff" in servers:
            commands["ruff"] = [servers["ruff"][0], "check", "--no-cache", "--isolated", "--output-format", "json", str(sources)]
        best = {name: [] for name in commands}
        for _ in range(rounds):
            for name, command in commands.items():
                def run(command=command, name=name):
                    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                    if done.returncode not in (0, 1):
                        raise SystemExit(f"{name}: {command} ended with {done.returncode}: {done.stderr.decode()[-500:]}")
                best[name].append(timed(run))
        print(f"## Command line, {len(sizes)} files, {sum(sizes) / 1000:.0f} KB\n")
        table(["program", "ms, best", "files per second"],
              [[name, milliseconds(min(values)), f"{len(sizes) / min(values):,.0f}"] for name, values in best.items()])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--smoke", action="store_true", help="a few seconds; shows that it works, measures little")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--budget", type=float, default=3.0, help="seconds for the keystrokes of one round")
    parser.add_argument("--filler", choices=FILLERS, default="domains", help="what makes the manifest long")
    parser.add_argument("--files", help="a folder to lint; generated where not given")
    options = parser.parse_args()
    if options.smoke:
        options.rounds, options.sizes, options.budget = 1, "2k,100k", 0.3
    if not os.access(BINARY, os.X_OK):
        raise SystemExit(f"no server at {BINARY}: build it, or set PRIVACY_LSP_BINARY")
    ruff = next((str(p) for p in [pathlib.Path(sys.executable).with_name("ruff")] if p.exists()), shutil.which("ruff"))
    if not ruff:
        raise SystemExit("no ruff: install Tests/Clients/requirements.txt")
    real = subprocess.run([ruff, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    servers = {"privacy-lsp": [BINARY, "serve"], "ruff": [ruff, "server"]}
    documents = {"privacy-lsp": lambda size: manifest(size, options.filler), "ruff": python}

    version = subprocess.run([BINARY, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    print(f"# {version} beside {real}\n\nMilliseconds, load {os.getloadavg()[0]:.1f} at the start.\n")

    with tempfile.TemporaryDirectory() as folder:
        starts = {name: [] for name in servers}
        idle = {name: [] for name in servers}
        for _ in range(5 if options.smoke else 40):
            for name, command in servers.items():
                server = Server(command, folder)
                starts[name].append(server.start)
                if len(idle[name]) < 5:
                    time.sleep(0.2)
                    idle[name].append(server.status("VmRSS"))
                server.stop()
        print("## Start\n")
        table(["server", "start → initialize p50 / p90", "idle RSS MB", "binary MB"],
              [[name, spread(starts[name], (0.5, 0.9)), f"{quantile(idle[name], 0.5):.1f}",
                f"{os.stat(os.path.realpath(command[0])).st_size / 1e6:.1f}"] for name, command in servers.items()])

        for size in options.sizes.split(","):
            merged = {name: {} for name in servers}
            for _ in range(options.rounds):
                for name, command in servers.items():
                    document = documents[name](SIZES[size])
                    for key, values in measure(name, command, document, folder, options.budget, 500).items():
                        merged[name].setdefault(key, []).extend(values)
            print(f"## {size.upper()}B document\n")
            table(["server", "open → diagnostics", "keystroke → diagnostics p50 / p90 / p99 (n)", "processor per keystroke",
                   "hover p50 / p99", "completion p50 / p99", "RSS MB"],
                  [[name, milliseconds(quantile(m["open"], 0.5)),
                    f"{spread(m['key'], (0.5, 0.9, 0.99))} ({len(m['key'])})",
                    milliseconds(quantile(m["processor"], 0.5)), spread(m["hover"], (0.5, 0.99)),
                    spread(m["completion"], (0.5, 0.99)), f"{quantile(m['memory'], 0.5):.0f}"]
                   for name, m in merged.items()])
    lint_speed(servers, options.files, 2 if options.smoke else 7)


if __name__ == "__main__":
    main()
