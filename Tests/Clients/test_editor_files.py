"""The integrations that are data alone: what they say of our files is what the table for all editors says."""

import json
import tomllib
from pathlib import Path

EDITORS = Path(__file__).resolve().parents[2] / "editors"


def patterns() -> set[str]:
    table = json.loads((EDITORS / "file-kinds.json").read_text())
    return {pattern for kind in table["kinds"] for pattern in kind["patterns"]}


def test_helix_takes_the_files_of_the_table():
    languages = tomllib.loads((EDITORS / "helix/languages.toml").read_text())
    taken = [
        kind["glob"] if isinstance(kind, dict) else f"*.{kind}"
        for language in languages["language"] for kind in language["file-types"]
    ]
    assert sorted(taken) == sorted(patterns())
    for language in languages["language"]:
        assert language["language-servers"] == ["privacy-lsp"]
    language = languages["language"][0]
    assert languages["language-server"]["privacy-lsp"] == {"command": "privacy-lsp", "args": ["serve"]}
    queries = EDITORS / "helix/runtime/queries" / language["name"]
    assert sorted(path.stem for path in queries.iterdir()) == [
        "highlights", "indents", "injections", "rainbows", "tags", "textobjects",
    ]
