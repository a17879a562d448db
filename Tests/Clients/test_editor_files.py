"""The integrations that are data alone: their files can be read, what they say of each other is right, and the names in
them are those of the table for all editors."""

import json
import plistlib
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import yaml

from wire import BINARY

EDITORS = Path(__file__).resolve().parents[2] / "editors"
TABLE = json.loads((EDITORS / "file-kinds.json").read_text())
PATTERNS = [pattern for kind in TABLE["kinds"] for pattern in kind["patterns"]]
EXTENSIONS = [pattern[2:] for pattern in PATTERNS if re.fullmatch(r"\*\.\w+", pattern)]
NAMES = [pattern for pattern in PATTERNS if "*" not in pattern]
OTHERS = sorted(set(PATTERNS) - set(NAMES) - {f"*.{extension}" for extension in EXTENSIONS})


def toml(path):
    return tomllib.loads((EDITORS / path).read_text())


def test_every_list_of_files_is_up_to_date():
    subprocess.run([sys.executable, EDITORS / "update.py", "--check"], check=True)


def test_a_list_that_is_out_of_date_is_named(tmp_path):
    shutil.copytree(EDITORS, tmp_path / "editors", ignore=shutil.ignore_patterns("vscode", "pictures"))
    copy = tmp_path / "editors"
    table = json.loads((copy / "file-kinds.json").read_text())
    table["kinds"][0]["patterns"].append("*.xcprivate")
    (copy / "file-kinds.json").write_text(json.dumps(table))
    said = subprocess.run([copy / "update.py", "--check"], capture_output=True, text=True)
    assert said.returncode == 1
    named = set(said.stderr.partition(":")[0].split(", "))
    assert named >= {f"editors/{path}" for path in (
        "neovim/lsp/privacy_lsp.lua", "neovim/ftdetect/privacy_lsp.lua", "neovim/doc/privacy-lsp.txt", "neovim/README.md",
        "emacs/privacy-lsp.el", "emacs/README.md", "helix/languages.toml", "helix/README.md", "helix/upstream.patch",
        "zed/languages/privacy-manifest/config.toml", "zed/README.md", "nova/Syntaxes/privacy-manifest.xml",
        "sublime/Privacy Manifest.sublime-syntax", "bbedit/Privacy Manifest.plist", "jetbrains/template.json",
    )}
    subprocess.run([copy / "update.py"], check=True, capture_output=True)
    subprocess.run([copy / "update.py", "--check"], check=True)


def test_a_kind_that_an_editor_lacks_is_named(tmp_path):
    copy = tmp_path / "editors"
    shutil.copytree(EDITORS, copy, ignore=shutil.ignore_patterns("vscode", "pictures"))
    table = json.loads((copy / "file-kinds.json").read_text())
    table["kinds"].append({"kind": "fuel-list", "name": "Fuel List", "patterns": ["*.fuel"], "syntax": "xml"})
    (copy / "file-kinds.json").write_text(json.dumps(table))
    said = subprocess.run([copy / "update.py", "--check"], capture_output=True, text=True)
    assert said.returncode == 1
    assert re.fullmatch(r"editors/\w+: no block has fuel-list; add .*\n", said.stderr), said.stderr


def test_the_readme_of_vs_code_names_the_files():
    text = (EDITORS / "vscode/README.md").read_text()
    for pattern in PATTERNS:
        assert f"`{pattern}`" in text, pattern


def test_helix():
    languages = toml("helix/languages.toml")
    taken = [
        kind["glob"] if isinstance(kind, dict) else f"*.{kind}"
        for language in languages["language"] for kind in language["file-types"]
    ]
    assert sorted(taken) == sorted(PATTERNS)
    assert languages["language-server"]["privacy-lsp"] == {"command": "privacy-lsp", "args": ["serve"]}
    queries = EDITORS / "helix/runtime/queries"
    assert {path.name for path in queries.iterdir()} == {language["name"] for language in languages["language"]}
    for language in languages["language"]:
        formats = language["name"] == "privacy-manifest"
        server = "privacy-lsp" if formats else {"name": "privacy-lsp", "except-features": ["format"]}
        assert language["language-servers"] == [server]
        # What `hx --health` asks for.
        found = {path.stem for path in (queries / language["name"]).iterdir()}
        assert found >= {"highlights", "textobjects", "indents", "tags", "rainbows"}


def test_the_patch_for_helix_adds_the_same_languages(tmp_path):
    """Applied to a file that has no more than the lines around the additions."""
    patch = EDITORS / "helix/upstream.patch"
    hunks = re.findall(r"^@@ -(\d+),\d+ .*\n((?:[ +].*\n)+)", patch.read_text(), re.MULTILINE)
    lines = []
    for first, text in hunks[:2]:
        lines += ["# another line"] * (int(first) - 1 - len(lines))
        lines += [line[1:] for line in text.splitlines() if line.startswith(" ")]
    (tmp_path / "languages.toml").write_text("\n".join(["[language-server]", *lines[1:]]) + "\n")
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    subprocess.run(["git", "apply", patch], cwd=tmp_path, check=True)
    patched = tomllib.loads((tmp_path / "languages.toml").read_text())
    ours = toml("helix/languages.toml")
    assert patched["language"] == ours["language"]
    assert patched["language-server"]["privacy-lsp"] == ours["language-server"]["privacy-lsp"]
    for query in (EDITORS / "helix/runtime").rglob("*.scm"):
        assert (tmp_path / query.relative_to(EDITORS / "helix")).read_text() == query.read_text()


def test_zed():
    extension = toml("zed/extension.toml")
    languages = [tomllib.loads(path.read_text()) for path in (EDITORS / "zed/languages").glob("*/config.toml")]
    suffixes = [suffix for language in languages for suffix in language["path_suffixes"]]
    assert sorted(suffixes) == sorted(EXTENSIONS + NAMES)
    server = extension["language_servers"]["privacy-lsp"]
    assert sorted(server["languages"]) == sorted(language["name"] for language in languages)
    assert set(server["language_ids"]) == set(server["languages"])
    assert {language["grammar"] for language in languages if "grammar" in language} == set(extension["grammars"])
    for folder in (EDITORS / "zed/languages").iterdir():
        assert (folder / "highlights.scm").exists() == ("grammar" in tomllib.loads((folder / "config.toml").read_text()))
    block = re.search(r"```json\n(\"file_types\".*)\n```", (EDITORS / "zed/README.md").read_text())
    (setting,) = json.loads("{" + block[1] + "}").values()
    assert sorted(sum(setting.values(), [])) == [f"**/{pattern}" for pattern in OTHERS]
    assert set(setting) <= set(server["languages"])
    assert toml("zed/Cargo.toml")["lib"]["crate-type"] == ["cdylib"]


def test_nova():
    extension = json.loads((EDITORS / "nova/extension.json").read_text())
    syntaxes = {path.stem: ElementTree.parse(path).getroot() for path in (EDITORS / "nova/Syntaxes").iterdir()}
    for name, syntax in syntaxes.items():
        assert syntax.get("name") == name
    found = [
        name for syntax in syntaxes.values() for kind in ("extension", "filename")
        for element in syntax.findall(f"detectors/{kind}") for name in element.text.split(",")
    ]
    assert sorted(found) == sorted(EXTENSIONS + NAMES)
    assert sorted(extension["activationEvents"]) == sorted(f"onLanguage:{name}" for name in syntaxes)
    script = EDITORS / "nova/Scripts" / extension["main"]
    named = re.search(r"^const syntaxes = \[(.*)\];$", script.read_text(), re.MULTILINE)[1]
    assert sorted(re.findall(r"'([\w-]+)'", named)) == sorted(syntaxes)
    assert f"'{extension['config'][0]['key']}'" in script.read_text()


def test_the_script_of_nova_is_javascript():
    if not shutil.which("node"):
        pytest.skip("node is not installed")
    subprocess.run(["node", "--check", EDITORS / "nova/Scripts/main.js"], check=True)


def test_sublime_text():
    syntaxes = [yaml.safe_load(path.read_text()) for path in (EDITORS / "sublime").glob("*.sublime-syntax")]
    assert sorted(sum((syntax["file_extensions"] for syntax in syntaxes), [])) == sorted(EXTENSIONS + NAMES)
    (server,) = json.loads((EDITORS / "sublime/LanguageServers.sublime-settings").read_text()).values()
    assert sorted(server["selector"].split(" | ")) == sorted(syntax["scope"] for syntax in syntaxes)
    assert server["command"] == ["privacy-lsp", "serve"]


def test_bbedit():
    modules = [plistlib.loads(path.read_bytes()) for path in (EDITORS / "bbedit").glob("*.plist")]
    found = [f"*{one['BBLMLanguageSuffix']}" for module in modules for one in module["BBLMSuffixMap"]]
    found += [name for module in modules for name in module["BBLMFileNamesToMatch"]]
    assert sorted(found) == sorted(PATTERNS)
    assert len({module["BBLMLanguageCode"] for module in modules}) == len(modules)
    for module in modules:
        assert len(module["BBLMLanguageCode"]) == 4
        server = module["BBLMLanguageServerInfo"]
        assert [server["ServerCommand"], *server["ServerArguments"]] == ["privacy-lsp", "serve"]


def test_jetbrains():
    template = json.loads((EDITORS / "jetbrains/template.json").read_text())
    found = [pattern for mapping in template["fileTypeMappings"] for pattern in mapping["fileType"]["patterns"]]
    assert found == PATTERNS
    assert template["programArgs"] == {"default": "privacy-lsp serve"}


def test_the_build_phase_of_xcode(tmp_path):
    script = EDITORS / "xcode/build-phase.sh"
    (tmp_path / "bin").mkdir()
    (tmp_path / "PrivacyInfo.xcprivacy").write_text('<plist version="1.0"><array/></plist>\n')
    environment = {"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin", "SRCROOT": str(tmp_path)}
    missing = subprocess.run([script], env=environment, capture_output=True, text=True)
    assert missing.returncode == 0
    assert missing.stdout == "warning: privacy-lsp is not installed\n"
    (tmp_path / "bin/privacy-lsp").symlink_to(BINARY)
    found = subprocess.run([script], env=environment, capture_output=True, text=True)
    assert found.returncode == 1
    assert re.search(r"^/.*PrivacyInfo\.xcprivacy:1:\d+: error: ", found.stdout, re.MULTILINE)


def test_every_editor_is_listed():
    """editors/README.md names each folder, and each folder says how to install it."""
    text = (EDITORS / "README.md").read_text()
    for folder in EDITORS.iterdir():
        if folder.is_dir() and folder.name not in ("pictures", "__pycache__"):
            assert f"]({folder.name})" in text, folder.name
            assert "## Install" in (folder / "README.md").read_text(), folder.name
