"""The recipes of COMMAND-LINE.md, letter for letter: an Xcode build phase, a workflow on GitHub, a hook of pre-commit. Each has
to stop at a bad manifest, with the findings in the form that is shown there, and to let a good one pass."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from wire import BINARY, REPOSITORY

PAGE = (REPOSITORY / "editors/COMMAND-LINE.md").read_text()
SAMPLE = REPOSITORY / "Tests/Editors/SampleApp/PrivacyInfo.xcprivacy"
MESSAGE = "“C617.1” is a reason for File timestamp APIs, not for User defaults APIs (ITMS-91055)"
GOOD = SAMPLE.read_text().replace("https://ads.example.com/collect", "ads.example.com").replace(
    "PhotosOrVideos", "PhotosorVideos"
).replace("PurposeAnalytic<", "PurposeAnalytics<").replace("C617.1", "1C8F.1")
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text())}


def recipe(name: str) -> str:
    """The block of code of a recipe."""
    return re.search(rf"^\*\*{re.escape(name)}\.\*\*.*?^```\w+\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1]


@pytest.fixture
def app(tmp_path):
    """An app with a bad manifest."""
    folder = tmp_path / "App"
    (folder / "App").mkdir(parents=True)
    (folder / "App/PrivacyInfo.xcprivacy").write_text(SAMPLE.read_text())
    return folder


@pytest.fixture
def environment(tmp_path):
    """A home with the program in the PATH."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/privacy-lsp").symlink_to(BINARY)
    return {"HOME": str(tmp_path), "PATH": f"{tmp_path}/bin:{os.environ['PATH']}", "LANG": "C.UTF-8"}


def mend(app: Path):
    (app / "App/PrivacyInfo.xcprivacy").write_text(GOOD)


def run(command, folder, environment):
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=240)


def test_xcode(app, environment, tmp_path):
    script = recipe("Xcode")
    assert script.count("\n") == 1
    environment["SRCROOT"] = str(app)
    bad = run(["/bin/sh", "-c", script], tmp_path, environment)
    assert bad.returncode == 1
    # Xcode takes the lines that begin with a whole path, a line and a column.
    lines = bad.stdout.splitlines()
    assert f"{app}/App/PrivacyInfo.xcprivacy:35:13: error: {MESSAGE} [reason-of-another-category]" in lines
    assert sum(": error: " in line for line in lines) == 4

    mend(app)
    good = run(["/bin/sh", "-c", script], tmp_path, environment)
    assert (good.returncode, good.stdout) == (0, "")

    environment["PATH"] = "/usr/bin:/bin"
    none = run(["/bin/sh", "-c", script], tmp_path, environment)
    assert (none.returncode, none.stdout) == (0, "warning: privacy-lsp is not installed\n")


def test_github(app, environment):
    workflow = yaml.safe_load(recipe("GitHub Actions"))
    (job,) = workflow["jobs"].values()
    checkout, sources, build, lint = job["steps"]
    assert checkout["uses"] == sources["uses"] == "actions/checkout@v4"
    # What the second checkout and the build leave behind.
    folder = app / sources["with"]["path"]
    assert build["run"] == f"swift build -c release --product privacy-lsp --package-path {sources['with']['path']}"
    (folder / ".build/release").mkdir(parents=True)
    (folder / ".build/release/privacy-lsp").symlink_to(BINARY)
    shutil.copytree(REPOSITORY / "Tests/Fixtures/lint", folder / "Tests/Fixtures/lint")

    shell = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", lint["run"]]
    bad = run(shell, app, environment)
    assert bad.returncode == 1
    commands = [line for line in bad.stdout.splitlines() if line.startswith("::")]
    assert (
        "::error file=App/PrivacyInfo.xcprivacy,line=35,col=13,endColumn=19,title=reason-of-another-category::" + MESSAGE
        in commands
    )
    assert len(commands) == 4

    mend(app)
    good = run(shell, app, environment)
    assert good.returncode == 0
    assert "::error" not in good.stdout


def test_the_action(app, environment, tmp_path):
    """The steps of the action as GitHub would run them, but for the build, whose program is there."""
    folder = REPOSITORY / ".github/actions/privacy-lint"
    action = yaml.safe_load((folder / "action.yml").read_text())
    assert action["runs"]["using"] == "composite"
    build, lint = action["runs"]["steps"]
    assert build["run"] == 'swift build -c release --product privacy-lsp --package-path "$ACTION/../../.."'
    # The action lies in a checkout of its own, where the build leaves the program.
    copy = tmp_path / "action/.github/actions/privacy-lint"
    shutil.copytree(folder, copy)
    (tmp_path / "action/.build/release").mkdir(parents=True)
    (tmp_path / "action/.build/release/privacy-lsp").symlink_to(BINARY)

    def act(**inputs):
        given = {name: value["default"] for name, value in action["inputs"].items()} | inputs
        values = {f"${{{{ inputs.{name} }}}}": value for name, value in given.items()}
        values["${{ github.action_path }}"] = str(copy)
        step = environment | {name: values[value] for name, value in lint["env"].items()}
        return run([lint["shell"], "--noprofile", "--norc", "-eo", "pipefail", "-c", lint["run"]], app, step)

    assert action["inputs"].keys() == {"paths", "arguments", "sarif"}
    bad = act()
    assert bad.returncode == 1
    assert "::error file=App/PrivacyInfo.xcprivacy,line=35," in bad.stdout
    assert act(arguments="--select style").returncode == 0
    assert act(paths="App\nno such folder\n").returncode == 2
    scanned = act(sarif="privacy.sarif", paths="App\n")
    assert scanned.returncode == 1
    results = json.loads((app / "privacy.sarif").read_text())["runs"][0]["results"]
    assert any(result["ruleId"] == "reason-of-another-category" for result in results)
    mend(app)
    assert act(sarif="privacy.sarif").returncode == 0


def test_the_plugins_are_what_the_guide_names():
    """`.ci/run` runs one of them; here is what both are called."""
    manifest = json.loads(subprocess.run(
        ["swift", "package", "dump-package"], cwd=REPOSITORY, capture_output=True, check=True).stdout)
    plugins = {target["name"]: target for target in manifest["targets"] if target["type"] == "plugin"}
    (intent, _) = plugins["PrivacyLint"]["pluginCapability"]["command"]
    assert intent["custom"]["verb"] == "privacy-lint"
    assert {"PrivacyLint", "PrivacyLintBuild"} == plugins.keys()
    for name, plugin in plugins.items():
        assert (REPOSITORY / plugin["path"]).is_dir(), name
        assert name in {product["name"] for product in manifest["products"]}
    assert "swift package privacy-lint" in PAGE and 'name: "PrivacyLintBuild"' in PAGE


def test_hooks_take_the_files_of_the_table():
    table = json.loads((REPOSITORY / "editors/file-kinds.json").read_text())
    assert set(HOOKS) == {"privacy-lsp", "privacy-lsp-system"}
    for hook in HOOKS.values():
        assert hook["entry"].startswith("privacy-lsp lint")
        for kind in table["kinds"] + table["opened"]:
            for name in kind["examples"]:
                for given in (name, name.upper(), f"Some/Folder/{name}"):
                    assert re.search(hook["files"], given), given
        for name in table["others"]:
            assert not re.search(hook["files"], name), name


def test_pre_commit(app, environment, tmp_path):
    """The hook from a clone of the project, with the program of the PATH: to build one takes too long here."""
    config = recipe("pre-commit")
    (wanted,) = yaml.safe_load(config)["repos"]
    (hook,) = wanted["hooks"]
    assert hook["id"] == "privacy-lsp"
    assert HOOKS["privacy-lsp"]["language"] == "swift"
    same = {key: value for key, value in HOOKS["privacy-lsp-system"].items() if key in ("entry", "files")}
    assert same.items() <= HOOKS["privacy-lsp"].items()

    def git(folder, *arguments):
        done = run(["git", *arguments], folder, environment)
        assert done.returncode == 0, done.stderr

    project = tmp_path / "project"
    project.mkdir()
    shutil.copy(REPOSITORY / ".pre-commit-hooks.yaml", project)
    git(tmp_path, "config", "--global", "user.name", "Somebody")
    git(tmp_path, "config", "--global", "user.email", "somebody@example.org")
    git(tmp_path, "config", "--global", f"url.file://{project}.insteadOf", wanted["repo"])
    git(project, "init", "--quiet")
    git(project, "add", ".")
    git(project, "commit", "--quiet", "--message", "All of it")
    git(project, "tag", wanted["rev"])

    (app / ".pre-commit-config.yaml").write_text(config.replace("id: privacy-lsp", "id: privacy-lsp-system"))
    (app / "Other.xml").write_text(SAMPLE.read_text())
    git(app, "init", "--quiet")
    git(app, "add", ".")
    installed = run([sys.executable, "-m", "pre_commit", "install"], app, environment)
    assert installed.returncode == 0, installed.stdout + installed.stderr

    bad = run(["git", "commit", "--message", "An app"], app, environment)
    assert bad.returncode == 1
    assert "Apple privacy files" in bad.stderr and "Failed" in bad.stderr
    assert f"App/PrivacyInfo.xcprivacy:35:13: error: {MESSAGE} [reason-of-another-category]" in bad.stderr
    assert "Other.xml" not in bad.stderr

    mend(app)
    git(app, "add", ".")
    good = run(["git", "commit", "--message", "An app"], app, environment)
    assert good.returncode == 0, good.stderr
    assert re.search(r"Apple privacy files\.+Passed", good.stderr)
