"""The script that says what got slower between two runs of the benchmarks, on runs made up for it."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Benchmarks"))

import compare  # noqa: E402
import report  # noqa: E402


def measure(ratio, low=None, high=None, yardstick="memchr"):
    return {"yardstick": yardstick, "ratio": ratio, "low": low or ratio * 0.95, "high": high or ratio * 1.05}


@pytest.mark.parametrize(("old", "new", "expected"), [
    pytest.param({"a": measure(10)}, {"a": measure(10)}, [], id="the same"),
    pytest.param({"a": measure(10)}, {"a": measure(12.5)}, [], id="a quarter slower"),
    pytest.param({"a": measure(10)}, {"a": measure(12.6)}, [("a", 1.26)], id="more than a quarter slower"),
    pytest.param({"a": measure(10)}, {"a": measure(5)}, [], id="faster"),
    pytest.param({"a": measure(10, high=14)}, {"a": measure(15, low=13)}, [], id="rounds overlap"),
    pytest.param({"a": measure(10, high=12)}, {"a": measure(15, low=13)}, [("a", 1.5)], id="rounds are apart"),
    pytest.param({"a": measure(10), "b": measure(1)}, {"a": measure(20), "b": measure(3)}, [("b", 3), ("a", 2)],
                 id="worst first"),
    pytest.param({}, {"a": measure(10)}, [], id="new"),
    pytest.param({"a": measure(10)}, {}, [], id="gone"),
    pytest.param({"a": {"value": 1}}, {"a": {"value": 9}}, [], id="no ratio"),
    pytest.param({"a": measure(1, yardstick="ruff")}, {"a": measure(9)}, [], id="another yardstick"),
    pytest.param({"a": measure(1)}, {"a": measure(9) | {"compared": False}}, [], id="moves with the choice of a core"),
    pytest.param({"keystroke.tombi/2k": measure(1)}, {"keystroke.tombi/2k": measure(9)}, [], id="not ours"),
])
def test_slower(old, new, expected):
    assert [(name, pytest.approx(change)) for name, change in expected] == compare.slower(old, new)


@pytest.mark.parametrize(("again", "expected", "kept"), [
    pytest.param(20, [("a", 2)], 20, id="slower both times"),
    pytest.param(16, [("a", 1.6)], 16, id="less slow the second time"),
    pytest.param(30, [("a", 2)], 20, id="slower still the second time"),
    pytest.param(10, [], 10, id="slow but once"),
])
def test_what_seems_slower_is_measured_again(again, expected, kept):
    old, new, asked = {"a": measure(10), "b": measure(10)}, {"a": measure(20), "b": measure(10)}, []

    def repeat(names):
        asked.extend(names)
        new["a"] = measure(again)

    assert compare.slower_twice(old, new, repeat) == [(name, pytest.approx(change)) for name, change in expected]
    assert asked == ["a"]
    assert new["a"]["ratio"] == kept


def test_nothing_is_measured_again_where_nothing_seems_slower():
    def repeat(names):
        raise AssertionError(names)

    assert compare.slower_twice({"a": measure(10)}, {"a": measure(11)}, repeat) == []


def test_the_command_line_names_it_and_exits_with_1(tmp_path, capsys):
    for name, ratio in (("old", 10), ("new", 20)):
        results = {"date": "2026-01-02", "measures": [{"name": "parse.manifest/1m", **measure(ratio)}]}
        (tmp_path / f"{name}.json").write_text(report.json_text(results))
    old, new = str(tmp_path / "old.json"), str(tmp_path / "new.json")
    assert compare.main([new, old]) == 1
    assert capsys.readouterr().out == (
        "Slower by more than a quarter than in the run of 2026-01-02, as ratios to the same yardstick:\n"
        "- parse.manifest/1m: 2.00 times\n")
    assert compare.main([old, new]) == 0
    assert capsys.readouterr().out == "Nothing got slower by more than a quarter since the run of 2026-01-02.\n"
    assert compare.main([]) == 2


@pytest.mark.parametrize(("measures", "target", "ratio", "holds"), [
    pytest.param({"start.privacy-lsp": {"ratio": 0.75}}, "process start", 0.75, True, id="at the limit"),
    pytest.param({"start.privacy-lsp": {"ratio": 0.76}}, "process start", 0.76, False, id="above the limit"),
    pytest.param({}, "process start", None, False, id="not measured"),
    pytest.param({"keystroke.privacy-lsp/1m": {"ratio": 0.1, "value": 2.0, "p99": 8.0}}, "p99 of it, over its own p50 at 1 MB",
                 4.0, False, id="p99 over p50"),
    pytest.param({"keystroke.privacy-lsp/2k": {"ratio": 1.5, "value": 1, "p99": 6.0}, "keystroke.echo/2k": {"p99": 3.0}},
                 "p99 at 2 KB, over the echo", 2.0, True, id="p99 over the echo's"),
    pytest.param({"hover.privacy-lsp/2k": {"value": 0.15}}, "hover at 2 KB", 0.5, True, id="milliseconds"),
    pytest.param({"parse.info/10m": {"xmllint": 4.0}}, "parser on an Info.plist of 10 MB", 0.25, False, id="parser"),
])
def test_targets(measures, target, ratio, holds):
    row, = [row for row in report.targets(measures) if row["target"].startswith(target)]
    assert row["ratio"] == (None if ratio is None else pytest.approx(ratio))
    assert row["holds"] is holds
