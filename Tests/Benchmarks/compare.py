#!/usr/bin/env python3
"""What got slower between two runs of the benchmarks.

    python3 Tests/Benchmarks/compare.py NEW.json [OLD.json]

Both are written by `run.py --json`; OLD is results.json, the last recorded run, where it is not named. Exits with 1 if
something got slower. `run.py --compare` does the same with a new run, and measures a second time what seems slower.

Ratios to yardsticks are compared, never times, so the runs may come from different machines; ratios that move with the
choice of a core are left out. Each ratio comes with the least and the greatest of the run's rounds. Something is slower if its ratio grew by more than a quarter and all rounds
of the new run lie above all of the old one: where they overlap, it may have been the machine.
"""

import json
import pathlib
import sys

# How much more of its yardstick's time something takes that is called slower.
QUARTER = 1.25


def slower(old, new):
    """The names of what is slower in `new`, worst first, each with how many times. Both map names to measures."""
    found = []
    for name, measure in new.items():
        before = old.get(name)
        if not before or "ratio" not in measure or not measure.get("compared", True) or measure.get("yardstick") != before.get("yardstick"):
            continue
        if before["ratio"] <= 0:
            continue
        change = measure["ratio"] / before["ratio"]
        if change > QUARTER and measure["low"] > before["high"]:
            found.append((name, change))
    # Yardsticks are no work of ours.
    found = [(name, change) for name, change in found if not name.split("/")[0].endswith((".ruff", ".tombi", ".echo"))]
    return sorted(found, key=lambda item: -item[1])


def slower_twice(old, new, again):
    """What is slower in `new` and still is when `again` has measured those names anew, which changes `new`."""
    first = slower(old, new)
    if not first:
        return []
    before = {name: new[name] for name, _ in first}
    again([name for name, _ in first])
    second = dict(slower(old, new))
    # Of two measurements the better one is the thing's, the worse one the machine's.
    for name, measure in before.items():
        if measure["ratio"] < new[name]["ratio"]:
            new[name] = measure
    return sorted(((name, min(change, second[name])) for name, change in first if name in second),
                  key=lambda item: -item[1])


def words(found, old):
    """What to print about it."""
    if not found:
        return f"Nothing got slower by more than a quarter since the run of {old['date']}."
    lines = [f"Slower by more than a quarter than in the run of {old['date']}, as ratios to the same yardstick:"]
    return "\n".join(lines + [f"- {name}: {change:.2f} times" for name, change in found])


def main(arguments):
    if not 1 <= len(arguments) <= 2 or arguments[0].startswith("-"):
        print(__doc__)
        return 2
    new = json.loads(pathlib.Path(arguments[0]).read_text())
    recorded = pathlib.Path(__file__).resolve().with_name("results.json")
    old = json.loads(pathlib.Path(arguments[1] if len(arguments) > 1 else recorded).read_text())
    found = slower(*({measure["name"]: measure for measure in run["measures"]} for run in (old, new)))
    print(words(found, old))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
