#!/usr/bin/env python3
"""Types a manifest into the editor of VS Code by keys alone, and mends mistakes in it.

by-keys.py [ROOT [BINARY]]

The editor is Monaco, VS Code's own editor and snippets, in Chromium; the extension runs with the real client library and
the server in the Debian root ROOT, the one that Tests/Editors/run.sh makes where none is named. Monaco comes from the package trame-code of PyPI,
which brings it along. Installs Chromium where there is none. Prints "ok NAME" or "not ok NAME: WHY".
"""

import json
import os
import pathlib
import selectors
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
MONACO = "trame-code==1.3.0"
EXPECTED = json.loads((HERE.parent / "expectations.json").read_text())["byKeys"]
PATIENCE = 30
# Names of keys that are no letters, with their codes.
KEYS = {"Enter": 13, "Tab": 9, "Down": 40, "Escape": 27, "F8": 119, "Space": 32}

# In the root: the extension as its package has it, and its host.
HOST = """
set -eu
export HOME=/tmp/home; mkdir -p /tmp/home
/tmp/integrations/vscode/client-from-debian.sh /tmp/client /usr/src/node-vscode-lsp_*.orig.tar.xz >/dev/null
mkdir -p /tmp/extension/node_modules /tmp/extension/server
cp -r /tmp/integrations/vscode/. /tmp/extension
rm -rf /tmp/extension/node_modules/vscode-languageclient
cp -r /tmp/client /tmp/extension/node_modules/vscode-languageclient
cp /tmp/bin/privacy-lsp /tmp/extension/server/privacy-lsp
exec node /tmp/editors/vscode/by-keys-host.js /tmp/extension /tmp/project PrivacyInfo.xcprivacy
"""


class Window:
    """A page with the editor, and the extension behind it."""

    def __init__(self, root, binary, project, page):
        self.host = subprocess.Popen(
            [HERE.parent / "run-in.sh", root, "-b", f"{HERE.parent}:/tmp/editors", "-b", f"{binary}:/tmp/bin/privacy-lsp",
             "-b", f"{REPOSITORY / 'editors'}:/tmp/integrations", "-b", f"{project}:/tmp/project", "--", "bash", "-c", HOST],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        to_browser, from_us = os.pipe()
        from_browser, to_us = os.pipe()
        self.profile = tempfile.mkdtemp()
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
                   "--disable-background-networking", "--allow-file-access-from-files", f"--user-data-dir={self.profile}",
                   "--window-size=1300,1000", "--remote-debugging-pipe", "about:blank"]
        self.browser = subprocess.Popen(
            ["bash", "-c", f'exec chromium "$@" 3<&{to_browser} 4>&{to_us}', "chromium", *options],
            pass_fds=(to_browser, to_us), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(to_us)
        self.to_browser, self.from_browser = from_us, from_browser
        self.selector = selectors.DefaultSelector()
        self.selector.register(from_browser, selectors.EVENT_READ, (b"\0", self.hear_browser))
        self.selector.register(self.host.stdout, selectors.EVENT_READ, (b"\n", self.hear_host))
        self.buffers = {}
        self.answers = {}
        self.count = 0
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Runtime.enable")
        self.call("Page.enable")
        self.call("Runtime.addBinding", name="send")
        self.call("Page.navigate", url=page.as_uri())
        # Not “open”, which every window has.
        self.until("the editor to load", lambda: self.run("typeof monaco + typeof showDiagnostics") == "objectfunction")

    def close(self):
        self.host.stdin.close()
        for process in (self.host, self.browser):
            process.terminate()
            process.wait(10)
        shutil.rmtree(self.profile, ignore_errors=True)

    def hear_browser(self, message):
        if "id" in message:
            self.answers[message["id"]] = message
        elif message.get("method") == "Runtime.bindingCalled":
            self.host.stdin.write(message["params"]["payload"].encode() + b"\n")
            self.host.stdin.flush()

    def hear_host(self, message):
        self.send("Runtime.evaluate", expression=f"answer({json.dumps(message)})")

    def listen(self, seconds):
        for key, _ in self.selector.select(seconds):
            end, hear = key.data
            got = os.read(key.fd, 1 << 20)
            if not got:
                raise RuntimeError("the browser or the extension has ended")
            *lines, rest = (self.buffers.get(key.fd, b"") + got).split(end)
            self.buffers[key.fd] = rest
            for line in lines:
                hear(json.loads(line))

    def send(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        return self.count

    def call(self, method, **parameters):
        number = self.send(method, **parameters)
        end = time.monotonic() + PATIENCE
        while number not in self.answers:
            if time.monotonic() > end:
                raise RuntimeError(f"no answer to {method}")
            self.listen(0.1)
        answer = self.answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def run(self, expression):
        """The value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:2000])
        return result["result"].get("value")

    def wait(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.listen(left)

    def until(self, what, condition):
        end = time.monotonic() + PATIENCE
        while not (value := condition()):
            if time.monotonic() > end:
                raise RuntimeError(f"timed out waiting for {what}")
            self.wait(0.05)
        return value

    def press(self, key):
        """Presses a key and waits until the editor rests."""
        modifiers, name = 0, key
        if key.startswith("Ctrl+"):
            modifiers, name = 2, key[5:]
        letter = {"Enter": "\r", "Space": " "}.get(name, name if len(name) == 1 else None)
        code = KEYS.get(name) or {".": 190, "<": 188}.get(name) or ord(name.upper())
        event = {"key": {"Down": "ArrowDown", "Space": " "}.get(name, name), "windowsVirtualKeyCode": code, "modifiers": modifiers}
        event["code"] = {"Down": "ArrowDown", ".": "Period", "<": "Comma"}.get(name) or (
            name if name in KEYS else f"Digit{name}" if name.isdigit() else f"Key{name.upper()}")
        self.call("Input.dispatchKeyEvent", type="rawKeyDown", **event)
        if letter and not modifiers:
            self.call("Input.dispatchKeyEvent", type="char", text=letter, **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)
        before = None
        for _ in range(100):
            self.wait(0.25 if name in ("Enter", "Tab") else 0.15)
            now = self.run("state()")
            if now == before and self.run("waiting.size") == 0:
                return
            before = now

    def list(self, selector=".suggest-widget.visible"):
        return self.run(f"shown({json.dumps(selector)})")


def type_keys(window, keys):
    """Types keys and returns them. … is none: there someone looks at the list."""
    typed = []
    for word in keys.split():
        if word == "…":
            window.until("the list after " + " ".join(typed), window.list)
            continue
        for key in list(word[1:-1]) if word.startswith('"') else [word]:
            typed.append(key)
            window.press(key)
            if os.environ.get("SHOW"):
                print("--", key, window.run("JSON.stringify(editor.getPosition())"), window.list()[:4], window.list(".action-widget")[:4])
    return typed


def typed_file(root, binary, page, start, goal, keys, before=lambda window: None):
    """Types keys into a file, compares it with the goal and lints it. Returns the keys."""
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder)
        (project / ".git").mkdir()
        file = project / "PrivacyInfo.xcprivacy"
        file.write_text(start)
        window = Window(root, binary, project, page)
        try:
            language = (REPOSITORY / "editors/vscode/language-configuration.json").read_text()
            window.run(f"open({language})")
            before(window)
            typed = keys(window)
            got = window.run("editor.getModel().getValue()").replace("<array></array>", "<array/>")
        finally:
            window.close()
        print(f"-- {goal.name}: {len(typed)} keys: {' '.join(typed)}")
        assert got == goal.read_text(), f"the text is {got}"
        file.write_text(got)
        said = subprocess.run([binary, "lint", file], capture_output=True, text=True, check=False).stdout
        assert said.startswith("no findings"), f"lint says {said}"
        return typed


MANIFEST = """
    Ctrl+Space … Down Enter Tab
    "em" … Enter Tab Tab … Down Enter
    "cra" … Enter Tab Tab … Down Enter Tab
    "us" … Enter … Enter Tab
    "di" … Enter … Down Enter
    Ctrl+s
"""


def main():
    cache = os.environ.get("PRIVACY_LSP_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "privacy-lsp")
    root, binary = [*sys.argv[1:], os.path.join(cache, "editors-trixie")][0], os.environ.get("PRIVACY_LSP_BINARY")
    binary = pathlib.Path([*sys.argv[2:], binary or REPOSITORY / ".build/release/privacy-lsp"][0]).resolve()
    if not shutil.which("chromium"):
        patient = ["apt-get", "-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=3"]
        subprocess.run([*patient, "update", "-qq"], check=True)
        subprocess.run([*patient, "install", "-y", "-qq", "--no-install-recommends", "chromium"], check=True,
                       stdout=subprocess.DEVNULL, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--root-user-action=ignore", "--no-deps", "--target", folder / "packages", MONACO], check=True)
        bundle = folder / "packages/trame_code/module/serve"
        shutil.copy(bundle / "style.css", folder)
        # In this Monaco a snippet with choices keeps all other lists from opening; VS Code confines that to the choice.
        script = (bundle / "trame-code.umd.js").read_text()
        assert script.count("exclusive:!0") == 1, "another Monaco"
        (folder / "trame-code.umd.js").write_text(script.replace("exclusive:!0", "exclusive:!1"))
        page = folder / "by-keys.html"
        shutil.copy(HERE / "by-keys.html", page)
        by_keys = HERE.parent / "ByKeys"

        def manifest():
            typed = typed_file(root, binary, page, "", by_keys / "typed.xcprivacy", lambda window: type_keys(window, MANIFEST))
            budget = EXPECTED["budget"]["vscode"]
            assert len(typed) <= budget, f"{len(typed)} keys, and {budget} are good"

        def mistakes():
            def mend(window):
                typed = []
                # The next one is the next of the worst.
                places = sorted(enumerate(EXPECTED["places"], 1), key=lambda one: one[0] in EXPECTED["warnings"])
                for _, place in places:
                    number = window.run("showDiagnostics()")
                    typed += type_keys(window, "F8 Ctrl+. " + "Down " * (place - 1) + "Enter")
                    window.until("the finding to go", lambda number=number: window.run("showDiagnostics()") == number - 1)
                return typed
            def wait_for_findings(window):
                window.until("findings", lambda: window.run("showDiagnostics()") == len(EXPECTED["places"]))
            typed_file(root, binary, page, (by_keys / "mistakes.xcprivacy").read_text(), by_keys / "mended.xcprivacy", mend, wait_for_findings)

        for name, test in (("a whole manifest by keys, no more than are good", manifest), ("ten mistakes mended by keys", mistakes)):
            try:
                test()
                print(f"ok vscode: {name} [server]")
            except (AssertionError, RuntimeError) as failure:
                failures += 1
                print(f"not ok vscode: {name} [server]: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
