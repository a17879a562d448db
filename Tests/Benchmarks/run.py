#!/usr/bin/env python3
"""How fast the built server is, beside what else there is, in one run on one machine.

    python3 Tests/Benchmarks/run.py                 measures, and says which targets hold
    python3 Tests/Benchmarks/run.py --quick         the same in a minute; shows that all works, and measures little
    python3 Tests/Benchmarks/run.py --record        … and writes RESULTS.md and results.json
    python3 Tests/Benchmarks/run.py --compare       … and names what got slower since results.json
    python3 Tests/Benchmarks/run.py --check         … and fails where a target does not hold

PRIVACY_LSP_BINARY names the server and PRIVACY_LSP_BENCHMARKS the benchmarks, `privacy-lsp` and `benchmarks` in
`.build/release` where not set. rg is Debian's ripgrep. ruff and tombi are those beside this Python, else those on PATH;
Tests/Clients/requirements.txt has their versions. xmllint is Debian's libxml2-utils; plutil is the toolchain's.

Whatever is compared is measured in turns, so that what else the machine does touches all of it. A keystroke is one
character typed into a comment in the middle of the document, or taken back: a didChange, then the wait for the
diagnostics of that version, one at a time. The echo server is ours without a language: the same frames, reader, loop
and writer. Ratios are what counts; a target is a ratio, and holds where it is not above its limit.
"""

import argparse
import gc
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import time

import compare
import projects
import report
import sources
from client import Client, Ended, now

HERE = pathlib.Path(__file__).resolve().parent
RELEASE = HERE.parents[1] / ".build/release"
BINARY = os.environ.get("PRIVACY_LSP_BINARY") or str(RELEASE / "privacy-lsp")
BENCHMARKS = os.environ.get("PRIVACY_LSP_BENCHMARKS") or str(RELEASE / "benchmarks")
SIZES = {"2k": 2_000, "100k": 100_000, "1m": 1_000_000, "10m": 10_000_000}
GROUPS = ("start", "keystroke", "project", "memory", "lint", "sources", "check", "process", "build")


class Plan:
    """How much is measured."""

    def __init__(self, quick):
        self.sizes = ["2k", "100k"] if quick else list(SIZES)
        self.starts = 10 if quick else 60
        self.rounds = 3 if quick else 5
        # Seconds for one server at one size, and the most keystrokes in them.
        self.budget = 1.0 if quick else 8.0
        self.keystrokes = 300 if quick else 3000
        self.edits = (100, 1000) if quick else (1000, 20_000)
        self.files = 200 if quick else 2000
        self.folders = 3000 if quick else 30_000
        self.lints = 3 if quick else 9
        # Files and lines of the project of sources.
        self.sources = (200, 34_000) if quick else (1600, 270_000)
        # Megabytes and frameworks of the built app.
        self.app = ("20", "6") if quick else ("200", "60")
        self.benchmarks = ["--quick"] if quick else []
        if quick:
            self.benchmarks += [word for size in self.sizes for word in ("--filter", "/" + size)]


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def median(values):
    return quantile(values, 0.5)


def measure(name, unit, rounds, yardstick=None, yardstick_rounds=None):
    """One measured thing: its figures over all rounds, and its ratio to the yardstick's median, round by round."""
    values = [value for values in rounds for value in values]
    result = {"name": name, "unit": unit, "value": median(values), "p90": quantile(values, 0.9),
              "p99": quantile(values, 0.99), "count": len(values)}
    if yardstick:
        ratios = [median(a) / median(b) for a, b in zip(rounds, yardstick_rounds) if a and b]
        result |= {"yardstick": yardstick, "ratio": median(ratios), "low": min(ratios), "high": max(ratios)}
    return result


class Run:
    def __init__(self, plan, folder):
        self.plan, self.folder = plan, folder
        self.measures = {}
        # What an echo answers a change with is as long as what ours does.
        self.diagnostics_size = 300
        self.servers = {
            "privacy-lsp": lambda: [BINARY, "serve"],
            "echo": lambda: [BENCHMARKS, "echo", "--diagnostics", str(self.diagnostics_size)],
            "ruff": lambda: [tool("ruff"), "server"],
            "tombi": lambda: [tool("tombi"), "lsp", "--offline", "--no-cache"],
        }

    def client(self, name):
        return Client(name, self.servers[name](), self.folder)

    def keep(self, measure):
        self.measures[measure["name"]] = measure

    # Documents

    def document(self, server, size):
        kind, name, language = {"ruff": ("python", "module.py", "python"), "tombi": ("toml", "sample.toml", "toml")}.get(
            server, ("manifest", "PrivacyInfo.xcprivacy", "xml"))
        text = subprocess.run([BENCHMARKS, "generate", kind, str(SIZES[size])], check=True, capture_output=True,
                              text=True).stdout

        def place(word):
            at = text.index(word)
            line = text.count("\n", 0, at)
            return line, at - (text.rfind("\n", 0, at) + 1) + 1
        hover = {"python": "F401", "toml": "version"}.get(kind, "CA92.1")
        completion = {"python": None, "toml": None}.get(kind, "C617.1")
        return {"text": text, "language": language, "uri": f"file://{self.folder}/{name}", "note": place("note"),
                "hover": place(hover), "completion": completion and place(completion)}

    # Groups

    def start(self):
        """From the start of the process to the answer to `initialize`."""
        starts = {name: [[] for _ in range(self.plan.rounds)] for name in self.servers}
        idle = {name: [] for name in self.servers}
        for number in range(self.plan.starts):
            for name in self.servers:
                client = self.client(name)
                starts[name][number * self.plan.rounds // self.plan.starts].append(client.start)
                if len(idle[name]) < 5:
                    client.settle(0.2)
                    idle[name].append(client.memory())
                client.stop()
        for name in self.servers:
            reference = None if name in ("ruff", "tombi") else "ruff"
            self.keep(measure(f"start.{name}", "ms", starts[name], reference, starts["ruff"]))
            self.keep(measure(f"memory.idle.{name}", "MB", [idle[name]], reference, [idle["ruff"]]))

    def keystroke(self):
        for size in self.plan.sizes:
            self.keystrokes_at(size)

    def keystrokes_at(self, size):
        clients = {}
        try:
            for name in self.servers:
                clients[name] = self.client(name)
                opened, found = clients[name].open(self.document(name, size))
                if name == "privacy-lsp":
                    self.diagnostics_size = len(found)
                if name != "echo":
                    count = len(json.loads(found)["params"]["diagnostics"])
                    if count != 1:
                        raise SystemExit(f"{name}: {count} findings in its document of {size}, expected 1")
                self.keep(measure(f"open.{name}/{size}", "ms", [[opened]]))
            for client in clients.values():
                client.settle(0.2)
            for name, client in clients.items():
                self.keep(measure(f"memory.open.{name}/{size}", "MB", [[client.memory()]]))
            keys = {name: client.keystroke for name, client in clients.items()}
            if size != "2k":
                self.keep_all("keystroke", self.in_turns(keys), size, "ruff")
                return
            self.short("keystroke", clients, keys)
            self.short("hover", clients, {name: client.asker("textDocument/hover", client.document["hover"])
                                          for name, client in clients.items()}, b'"contents"')
            self.short("completion", clients,
                       {name: clients[name].asker("textDocument/completion", clients[name].document["completion"])
                        for name in ("privacy-lsp", "echo")}, b'"label"')
        finally:
            for client in clients.values():
                client.stop()

    def short(self, what, clients, actions, wanted=b""):
        """What takes so little that it counts on which cores client and server are.

        Left alone, the system decides, by what else it has to do, and otherwise in another run. So the same is measured
        with both held on one core, where a round trip is what both compute, and apart, where each message wakes the other
        core; only the first is compared with other runs."""
        self.keep_all(what, self.in_turns(actions), "2k", "echo", compared=False)
        for name in actions:
            if name != "echo" and wanted and wanted not in clients[name].asked:
                raise SystemExit(f"{name}: no {what}: {clients[name].asked[:300]!r}")
        if not hasattr(os, "sched_getaffinity"):
            return
        cores = sorted(os.sched_getaffinity(0))
        pair = {name: actions[name] for name in ("privacy-lsp", "echo")}
        for place, theirs in (("one-core", cores[:1]), ("two-cores", cores[1:2])):
            if not theirs:
                continue
            os.sched_setaffinity(0, cores[:1])
            for name in pair:
                os.sched_setaffinity(clients[name].pid, theirs)
            self.keep_all(f"{what}.{place}", self.in_turns(pair), "2k", "echo", compared=place == "one-core")
        for pid in (0, *(clients[name].pid for name in pair)):
            os.sched_setaffinity(pid, cores)

    def keep_all(self, what, rounds, size, yardstick, compared=True):
        for name, values in rounds.items():
            reference = None if name == yardstick else yardstick
            found = measure(f"{what}.{name}/{size}", "ms", values, reference, rounds[yardstick])
            self.keep(found if compared else found | {"compared": False})

    def in_turns(self, actions):
        """Does each thing again and again: in rounds, and in a round in blocks of all of them by turns."""
        rounds = {name: [[] for _ in range(self.plan.rounds)] for name in actions}
        blocks = 4
        seconds = self.plan.budget / self.plan.rounds / blocks
        most = self.plan.keystrokes // self.plan.rounds // blocks
        for action in actions.values():
            action()
        for number in range(self.plan.rounds):
            for _ in range(blocks):
                for name, action in actions.items():
                    values = rounds[name][number]
                    end, left = now() + seconds * 1e9, most
                    while left and now() < end:
                        values.append(action())
                        left -= 1
            for name, action in actions.items():
                while len(rounds[name][number]) < 3:
                    rounds[name][number].append(action())
        return rounds

    def project(self):
        """A keystroke in an Info.plist of a project with few targets, with many, and with many languages."""
        for shape, plan in projects.SHAPES.items():
            folder = f"{self.folder}/project-{shape}"
            documents = projects.make(pathlib.Path(folder), *plan)
            client = Client("privacy-lsp", self.servers["privacy-lsp"](), folder)
            try:
                for document in reversed(documents):
                    opened, found = client.open(document)
                # What is shared is told in the first document that is open, which is the last of these.
                count = len(json.loads(found)["params"]["diagnostics"])
                if count:
                    raise SystemExit(f"{count} findings in {document['uri']}, expected none")
                client.settle(0.2)
                self.keep(measure(f"project.open/{shape}", "ms", [[opened]]))
                self.keep(measure(f"project.keystroke/{shape}", "ms", self.in_turns({"key": client.keystroke})["key"]))
            finally:
                client.stop()

    def memory(self):
        """Resident memory after edits of an open document."""
        client = self.client("privacy-lsp")
        client.open(self.document("privacy-lsp", "2k"))
        done, sizes = 0, []
        for count in self.plan.edits:
            while done < count:
                client.keystroke()
                done += 1
            sizes.append(client.memory())
        client.stop()
        few, many = sizes
        self.keep(measure("memory.edits-few", "MB", [[few]]))
        self.keep(measure("memory.edits-many", "MB", [[many]], "edits-few", [[few]]))

    def lint(self):
        """A tree of manifests on the command line."""
        tree = self.folder + "/tree"
        subprocess.run([BENCHMARKS, "generate", "tree", tree, str(self.plan.files)], check=True)
        files = sorted(str(path) for path in pathlib.Path(tree).rglob("*.xcprivacy"))
        assert len(files) == self.plan.files
        # What is not looked at costs nothing.
        checked = subprocess.run([BINARY, "lint", "--format", "json", tree], capture_output=True, check=False).stdout
        assert len(json.loads(checked)["files"]) == self.plan.files
        # xmllint is given the files; what it takes to find them is measured by itself.
        commands = {"privacy-lsp": [BINARY, "lint", tree], "xmllint": [tool("xmllint"), "--noout", *files],
                    "find": [tool("find"), tree, "-name", "*.xcprivacy"]}
        plutil = find_plutil()
        if plutil:
            commands["plutil"] = [plutil, "-lint", *files]
        walls = {name: [] for name in commands}
        processor = {name: [] for name in commands}
        idle = []
        for _ in range(self.plan.lints):
            for name, command in commands.items():
                wall, used, status = timed_process(command)
                if status not in (0, 1) or (name != "privacy-lsp" and status):
                    raise SystemExit(f"{name} ended with {status}")
                walls[name].append([wall])
                processor[name].append([used])
                if name == "privacy-lsp":
                    # Some systems count in steps longer than this takes.
                    idle.append([os.cpu_count() * wall / max(used, 1e-3)])
        for name in commands:
            reference = "xmllint" if name == "privacy-lsp" else None
            self.keep(measure(f"lint.wall.{name}", "ms", walls[name], reference, walls["xmllint"]))
            self.keep(measure(f"lint.processor.{name}", "ms", processor[name], reference, processor["xmllint"]))
        both = [[a + b] for [a], [b] in zip(processor["find"], processor["xmllint"])]
        self.keep(measure("lint.processor.found", "ms", processor["privacy-lsp"], "find and xmllint", both))
        ones = [[1.0]] * len(idle)
        self.keep(measure("lint.cores", "×", idle, "all cores", ones))

        root = pathlib.Path(self.folder) / "folders"
        projects.make_folders(root, self.plan.folders)
        commands = {"privacy-lsp": [BINARY, "lint", "--quiet", root],
                    "find": [tool("find"), root, "-name", "*.xcprivacy"]}
        walls = {name: [] for name in commands}
        for _ in range(self.plan.lints):
            for name, command in commands.items():
                walls[name].append([timed_process(command)[0]])
        for name in commands:
            self.keep(measure(f"lint.folders.{name}", "ms", walls[name], "find", walls["find"]))

    def sources(self):
        """A project of many sources, beside a search for the same words that understands nothing of them."""
        root = pathlib.Path(self.folder) / "sources"
        sources.make(root, *self.plan.sources)
        words = pathlib.Path(self.folder) / "words"
        words.write_text("\n".join(sources.words()) + "\n")
        commands = {"uses": [BINARY, "uses", "--format", "json", str(root)], "lint": [BINARY, "lint", str(root)]}
        if found := find_tool("rg"):
            commands["rg"] = [found, "-F", "-f", str(words), "--count-matches", str(root)]
        walls = {name: [] for name in commands}
        peaks = {name: [] for name in commands}
        for _ in range(self.plan.lints):
            for name, command in commands.items():
                wall, _, status = timed_process(command)
                assert status == (1 if name == "lint" else 0), (name, status)
                walls[name].append([wall])
                peaks[name].append([peak_memory(command)])
        for name in commands:
            reference = "rg" if "rg" in commands and name != "rg" else None
            self.keep(measure(f"sources.wall.{name}", "ms", walls[name], reference, walls.get("rg")))
            self.keep(measure(f"sources.memory.{name}", "MB", peaks[name]))
        many = pathlib.Path(self.folder) / "many-sources"
        sources.make(many, *(count * 10 for count in self.plan.sources))
        for name, command in (("uses", ["uses", "--format", "json"]), ("lint", ["lint"])):
            tenfold, once = [], []
            for _ in range(self.plan.rounds):
                for tree, times in ((many, tenfold), (root, once)):
                    times.append([timed_process([BINARY, *command, str(tree)])[0]])
            self.keep(measure(f"sources.tenfold.{name}", "ms", tenfold, "a tenth", once))

    def check(self):
        """A built app of 200 MB with 60 frameworks, as a folder and as an archive."""
        folder = pathlib.Path(self.folder) / "built"
        subprocess.run([sys.executable, HERE / "apps.py", folder, *self.plan.app], check=True)
        app, archive = str(folder / "Sample.app"), str(folder / "Sample.ipa")
        said = subprocess.run([BINARY, "check", "--format", "json", archive], capture_output=True, check=False).stdout
        assert len(json.loads(said)["binaries"]) == int(self.plan.app[1]) + 1
        binaries = [app + "/Sample", *(str(path / path.stem) for path in pathlib.Path(app, "Frameworks").iterdir())]
        commands = {"folder": [BINARY, "check", app], "archive": [BINARY, "check", archive]}
        for name, program, rest in (("unzip", "unzip", ["-tq", archive]), ("llvm-nm", "llvm-nm", ["-u", *binaries])):
            if found := find_tool(program):
                commands[name] = [found, *rest]
        walls = {name: [] for name in commands}
        peaks = {name: [] for name in commands}
        for _ in range(self.plan.lints):
            for name, command in commands.items():
                wall, _, status = timed_process(command)
                assert status == (1 if name in ("folder", "archive") else 0), (name, status)
                walls[name].append([wall])
                peaks[name].append([peak_memory(command)])
        for name in commands:
            other = {"folder": "llvm-nm", "archive": "unzip"}.get(name)
            reference = other if other in commands else None
            self.keep(measure(f"check.wall.{name}", "ms", walls[name], reference, walls.get(other)))
            self.keep(measure(f"check.memory.{name}", "MB", peaks[name]))

    def process(self):
        """What the package measures in its own process."""
        file = self.folder + "/benchmarks.json"
        self.in_process(self.plan.benchmarks, file)

    def build(self):
        """How long a newcomer waits: seconds from a clean clone to the demo, to the static program, and from the edit of
        a rule to what its examples say. Each once, as each takes a minute or more."""
        clone = pathlib.Path(self.folder) / "clone"
        debug = ["swift", "build", "--build-tests"]
        static = ("swift build -c release -debug-info-format none --static-swift-stdlib -Xswiftc -static-executable "
                  "--product privacy-lsp").split()
        subprocess.run(["git", "clone", "--quiet", HERE.parents[1], clone], check=True)
        self.built("demo", ["swift", "run", "privacy-lsp", "demo"], clone)
        self.built("tests", debug, clone)
        rule = clone / "Sources/PrivacyRules/Rules/NoReason.swift"
        rule.write_text(rule.read_text().replace('summary: "', 'summary: "Edited: ', 1))
        self.built("edit", ["swift", "test", "--filter", "ExamplesTests"], clone)
        self.built("static", static, clone)

    def built(self, name, command, folder):
        environment = {key: value for key, value in os.environ.items() if key != "CI"}
        begun = now()
        subprocess.run(command, check=True, cwd=folder, env=environment,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.keep(measure(f"build.{name}", "s", [[(now() - begun) / 1e9]]))

    def in_process(self, words, file):
        subprocess.run([BENCHMARKS, *words, "--json", file], check=True, stdout=subprocess.DEVNULL)
        for found in json.loads(pathlib.Path(file).read_text()):
            result = {"name": found["name"], "unit": "µs", "value": found["microseconds"], "p99": found["p99"],
                      "least": found["least"], "user": found["user"], "bytes": found["bytes"],
                      "readsAll": found["readsAll"],
                      "yardstick": found["yardstick"], "ratio": found["ratio"], "low": found["low"],
                      "high": found["high"]}
            for checker in ("xmllint", "plutil"):
                if checker in found:
                    result[checker] = found[checker]
            self.keep(result)

    def again(self, names):
        """Measures those things anew."""
        groups, in_process = set(), []
        for name in names:
            first = name.split(".")[0]
            if name.startswith("memory.idle"):
                groups.add("start")
            elif name.startswith("memory.edits"):
                groups.add("memory")
            elif first == "start":
                groups.add("start")
            elif name.startswith(("lint.wall", "lint.processor", "lint.cores", "lint.folders")):
                groups.add("lint")
            elif first == "keystroke" or name.split(".")[-1].split("/")[0] in self.servers:
                groups.add("keystroke")
            else:
                in_process += ["--filter", name]
        for group in GROUPS:
            if group in groups:
                getattr(self, group)()
        if in_process:
            words = ["--quick"] if "--quick" in self.plan.benchmarks else []
            self.in_process(words + in_process, self.folder + "/again.json")


def timed_process(command):
    """Milliseconds on the wall, milliseconds of processor in user and system, and the exit status."""
    null = os.open(os.devnull, os.O_RDWR)
    actions = [(os.POSIX_SPAWN_DUP2, null, descriptor) for descriptor in (0, 1, 2)]
    begun = now()
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(pid, 0)
    wall = (now() - begun) / 1e6
    os.close(null)
    return wall, (usage.ru_utime + usage.ru_stime) * 1000, os.waitstatus_to_exitcode(status)


# A child begins with the memory of who starts it, and this process holds documents of megabytes; so a small one does.
START = """
import os, sys
null = os.open(os.devnull, os.O_RDWR)
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[
    (os.POSIX_SPAWN_DUP2, null, descriptor) for descriptor in (0, 1, 2)])
print(os.wait4(pid, 0)[2].ru_maxrss)
"""


def peak_memory(command):
    """The most memory that a process held, in megabytes; at least that of a Python without modules."""
    printed = subprocess.run([sys.executable, "-ISc", START, *command], check=True, stdout=subprocess.PIPE).stdout
    # In kilobytes on Linux, in bytes on macOS.
    return int(printed) / (1e3 if sys.platform == "linux" else 1e6)


def find_tool(name):
    beside = pathlib.Path(sys.executable).with_name(name)
    return str(beside) if beside.exists() else shutil.which(name)


def tool(name):
    found = find_tool(name)
    if not found:
        raise SystemExit(f"no {name}: ruff and tombi come with Tests/Clients/requirements.txt, xmllint with libxml2-utils")
    return found


def find_plutil():
    compiler = shutil.which("swift")
    beside = pathlib.Path(os.path.realpath(compiler)).with_name("plutil") if compiler else None
    return str(beside) if beside and beside.exists() else shutil.which("plutil")


def machine():
    """The machine in words that name none."""
    kind = platform.machine()
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                kind = f"{line.partition(':')[2].split('@')[0].strip()}, {kind}"
                break
    except OSError:
        pass
    return {"cores": os.cpu_count(), "processor": kind, "system": platform.system()}


def words_of(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return (done.stdout + done.stderr).strip().split("\n")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="about a minute; shows that all works, and measures little")
    parser.add_argument("--only", help="some of " + ", ".join(GROUPS) + "; not given, all but build")
    parser.add_argument("--json", help="a file for the figures")
    parser.add_argument("--record", action="store_true", help="write RESULTS.md and results.json")
    parser.add_argument("--compare", nargs="?", const=str(HERE / "results.json"), metavar="FILE",
                        help="name what got slower since an earlier run, the recorded one where no file is named")
    parser.add_argument("--check", action="store_true", help="exit with 1 where a target does not hold")
    options = parser.parse_args()
    # A build takes longer than all the rest.
    groups = options.only.split(",") if options.only else GROUPS if options.record else GROUPS[:-1]
    if unknown := set(groups) - set(GROUPS):
        parser.error(f"no group {', '.join(sorted(unknown))}")
    if options.record and (options.quick or set(groups) != set(GROUPS)):
        parser.error("only a whole run is recorded")
    before = json.loads(pathlib.Path(options.compare).read_text()) if options.compare else None
    for program in (BINARY, BENCHMARKS):
        if not os.access(program, os.X_OK):
            raise SystemExit(f"no {program}: swift build -c release -debug-info-format none --static-swift-stdlib "
                             f"-Xswiftc -static-executable --product {pathlib.Path(program).name}, or say where it is")
    for name in ("ruff", "tombi", "xmllint"):
        tool(name)

    gc.disable()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        os.chdir(folder)
        run = Run(Plan(options.quick), folder)
        for group in GROUPS:
            if group in groups:
                print(f"measuring: {group}", file=sys.stderr, flush=True)
                getattr(run, group)()
        slower = []
        if before:
            old = {measure["name"]: measure for measure in before["measures"]}
            slower = compare.slower_twice(old, run.measures, run.again)
        os.chdir(HERE)

    results = {
        "date": time.strftime("%Y-%m-%d"), "quick": options.quick, "machine": machine(),
        "edits": run.plan.edits, "files": run.plan.files,
        # Another's work at the start shows in all figures.
        "busy": load > 0.25 * os.cpu_count(), "load": round(load, 1),
        "versions": {"privacy-lsp": words_of([BINARY, "--version"]), "ruff": words_of([tool("ruff"), "--version"]),
                     "tombi": words_of([tool("tombi"), "--version"]).split(" (")[0],
                     "xmllint": words_of([tool("xmllint"), "--version"]).split(": ")[-1].removeprefix("using "),
                     "plutil": "the toolchain’s" if find_plutil() else "none on this machine"},
        "measures": list(run.measures.values()),
    }
    rows = report.targets(run.measures)
    print(report.markdown(results, rows))
    if before:
        print(compare.words(slower, before))
    if options.json:
        pathlib.Path(options.json).write_text(report.json_text(results))
    if options.record:
        report.record(HERE, results, rows)
    missed = [row for row in rows if row["ratio"] is not None and not row["holds"]]
    return 1 if options.check and missed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Ended as ended:
        raise SystemExit(str(ended)) from None
