"""The README's own commands: those of its blocks and tables run here or in CI as they are written, and its links lead
somewhere."""

import re
import subprocess

from wire import BINARY, REPOSITORY

PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "editors").glob("*.md"))]
README = PAGES[0].read_text()
CI = (REPOSITORY / ".ci/run").read_text()


def blocks(page):
    return re.findall(r"^```(?:sh)?\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def test_every_command_is_run():
    commands = [line.split("#")[0].strip() for block in blocks(README) for line in block.splitlines()
                if line.startswith("swift ")]
    commands += [part.strip() for line in re.findall(r"^\| (?:Linux|macOS) \| `(.*)` \|$", README, re.MULTILINE)
                 for part in line.split("&&") if part.strip().startswith("swift")]
    assert len(commands) == 4
    for command in commands:
        # On a Mac nothing has to be linked by name; the rest of the line is what is built here.
        wanted = command if "static" in command or "-c" not in command else "swift build -c release"
        assert wanted in CI, f"CI never runs: {command}"


def test_every_subcommand_exists():
    named = set(re.findall(r"`privacy-lsp ([a-z]+)", README)) | set(
        re.findall(r"^\| \[?`([a-z]+)`", README, re.MULTILINE))
    assert {"lint", "serve", "label", "demo"} <= named
    for name in named:
        result = subprocess.run([BINARY, name, "--help"], stdout=subprocess.PIPE, check=True, text=True)
        assert name in result.stdout


def headings(page):
    """The anchors that a page has."""
    return {re.sub(r"[^\w\- ]", "", line.lstrip("# ").lower()).replace(" ", "-")
            for line in page.read_text().splitlines() if line.startswith("#")}


def test_every_link_leads_somewhere():
    links = 0
    for page in PAGES:
        for path, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text()):
            target = (page.parent / path).resolve() if path else page
            assert target.exists(), f"{page.name}: {path}"
            if target.is_dir():
                continue
            links += 1
            assert not anchor or anchor in headings(target), f"{page.name}: {path}#{anchor}"
    assert links > 10
