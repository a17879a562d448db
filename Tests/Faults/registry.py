"""What a check is, and the list of them."""

import os
import pathlib
import tempfile

from client import Failure, scratch

ALL = []


class Check:
    def __init__(self, name, waits, body):
        self.name, self.waits, self.body = name, waits, body


def check(name, *, waits=False):
    """Adds a function to the checks. One that mostly waits runs beside others."""
    def add(body):
        ALL.append(Check(name, waits, body))
        return body
    return add


class Run:
    """One run of a check: what it measured, and what was wrong."""

    def __init__(self, quick):
        self.quick = quick
        self.figures = []
        self.failures = []

    def of(self, quick, whole):
        """A number for CI, and one for the whole soak."""
        return quick if self.quick else whole

    def most(self, what, value, limit, unit=""):
        """Holds a figure to a limit."""
        def show(number):
            return f"{number:.2f}" if isinstance(number, float) else f"{number:,}"
        self.figures.append(f"{what}: {show(value)} {unit} (at most {show(limit)})".replace(" (", " (").replace("  ", " "))
        if value > limit:
            self.failures.append(f"{what}: {show(value)} {unit} is more than {show(limit)}")

    def same(self, what, value, wanted):
        """Holds a figure to one value."""
        shown = repr(value)[:300]
        self.figures.append(f"{what}: {shown}")
        if value != wanted:
            self.failures.append(f"{what}: {shown} where {repr(wanted)[:300]} is right")

    def holds(self, what, condition):
        self.figures.append(what)
        if not condition:
            self.failures.append(f"does not hold: {what}")

    def no(self, what, rows):
        """Holds a list of what is wrong to being empty."""
        self.figures.append(f"{what}: {len(rows)} (at most 0)")
        self.failures += [f"{what}: {row}" for row in rows[:12]]


def needs_root(why):
    if os.geteuid() != 0:
        raise Failure(f"needs root: {why}")


class Folder:
    """A new folder that is removed in the end, with the files of a mapping from paths to texts or bytes."""

    def __init__(self, files=None):
        self._folder = tempfile.TemporaryDirectory(
            prefix="privacy-lsp-faults-", dir=scratch(), ignore_cleanup_errors=True)
        self.path = pathlib.Path(os.path.realpath(self._folder.name))
        # Other users may look into it too.
        self.path.chmod(0o755)
        for name, content in (files or {}).items():
            path = self.path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def __truediv__(self, name):
        return self.path / name

    def uri(self, name=""):
        return (self.path / name).as_uri() if name else self.path.as_uri()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._folder.cleanup()
