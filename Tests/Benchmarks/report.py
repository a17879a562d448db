"""What came of a run, in words: the targets, the tables of RESULTS.md, and the file of figures."""

import json

import projects

SIZES = {"2k": "2 KB", "100k": "100 KB", "1m": "1 MB", "10m": "10 MB"}
SERVERS = ("privacy-lsp", "echo", "ruff", "tombi")


def targets(measures):
    """Every target as a row: what it is, its ratio (nil where it was not measured), the limit and whether it holds."""
    rows = []

    def ratio(name, field="ratio"):
        return measures.get(name, {}).get(field)

    def over(one, other, field="value", other_field=None):
        a, b = ratio(one, field), ratio(other, other_field or field)
        return a / b if a is not None and b else None

    def row(words, value, limit):
        rows.append({"target": words, "ratio": value, "limit": limit, "holds": value is not None and value <= limit})

    ours = "privacy-lsp"
    row("process start to `initialize`, over ruff’s", ratio(f"start.{ours}"), 0.75)
    row("keystroke to diagnostics at 2 KB, over the echo server’s round trip", ratio(f"keystroke.{ours}/2k"), 2)
    for place, words in (("one-core", "with client and server on one core"), ("two-cores", "with each on its own core")):
        row(f"… {words}", ratio(f"keystroke.{place}.{ours}/2k"), 2)
    row("p99 at 2 KB, over the echo server’s p99", over(f"keystroke.{ours}/2k", "keystroke.echo/2k", "p99"), 3)
    for size in ("100k", "1m", "10m"):
        name = f"keystroke.{ours}/{size}"
        row(f"keystroke to diagnostics at {SIZES[size]}, over ruff’s", ratio(name), 0.2)
        row(f"p99 of it, over its own p50 at {SIZES[size]}", over(name, name, "p99", "value"), 3)
    for what in ("completion", "hover"):
        value = ratio(f"{what}.{ours}/2k", "value")
        row(f"{what} at 2 KB, over 0.3 ms", None if value is None else value / 0.3, 1)
    for shape, words in projects.NAMES.items():
        value = ratio(f"project.keystroke/{shape}", "value")
        row(f"keystroke in an Info.plist of a project with {words}, over 5 ms", None if value is None else value / 5, 1)
    row("memory, idle, over ruff’s", ratio(f"memory.idle.{ours}"), 0.6)
    row("memory after 20,000 edits, over that after 1,000", ratio("memory.edits-many"), 1.1)
    row("`lint` of the tree, processor’s time over `xmllint --noout`’s", ratio(f"lint.processor.{ours}"), 1)
    row("… over that of `find` for the files and `xmllint --noout` on them", ratio("lint.processor.found"), 1)
    row("… wall time over `xmllint --noout`’s", ratio(f"lint.wall.{ours}"), 1)
    row("… wall time of all cores over the time they worked", ratio("lint.cores"), 1.5)
    row("`lint` of 30,000 folders with ignore files, wall time over that of `find`", ratio(f"lint.folders.{ours}"), 1)
    row("`uses` of 1,600 sources with 270,000 lines, wall time over that of `rg -F` for the same words",
        ratio("sources.wall.uses"), 1.5)
    row("… `lint` of the whole project", ratio("sources.wall.lint"), 3)
    value = ratio("sources.memory.lint", "value")
    row("… its memory, over 60 MB", None if value is None else value / 60, 1)
    for name in ("uses", "lint"):
        row(f"… `{name}` of ten times the sources, over that of one", ratio(f"sources.tenfold.{name}"), 11)
    for name, words, limit in (("wall.folder", "`check` of an app of 200 MB with 60 frameworks, over 1 s", 1000),
                               ("wall.archive", "… as an .ipa, over 3 s", 3000),
                               ("memory.folder", "… memory of the folder, over 100 MB", 100),
                               ("memory.archive", "… memory of the .ipa, over 100 MB", 100)):
        value = ratio(f"check.{name}", "value")
        row(words, None if value is None else value / limit, 1)
    for kind in ("manifest", "info"):
        for size in ("1m", "10m"):
            value = ratio(f"parse.{kind}/{size}", "xmllint")
            row(f"parser on {'a manifest' if kind == 'manifest' else 'an Info.plist'} of {SIZES[size]}, user time over "
                "`xmllint --noout`’s", 1 / value if value else None, 0.2)
    for name, words, limit in (("demo", "`swift run privacy-lsp demo` from a clean clone", 100),
                               ("static", "the static release from a clean clone", 150),
                               ("edit", "the edit of a rule to the result of its examples", 20)):
        value = ratio(f"build.{name}", "value")
        row(f"{words}, over {limit} s", None if value is None else value / limit, 1)
    return rows


def figure(value):
    if value is None:
        return "–"
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" + " ---: |" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def holds(row):
    if row["ratio"] is None:
        return "not measured"
    if row["holds"]:
        return "yes"
    return f"no, {row['ratio'] / row['limit']:.2f} times the limit"


def markdown(results, rows):
    measures = {measure["name"]: measure for measure in results["measures"]}
    machine, versions = results["machine"], results["versions"]
    parts = [f"## {results['date']}" + (" (quick run)" if results["quick"] else "")]
    parts.append(
        f"{machine['cores']} cores, {machine['processor']}, {machine['system']}; {versions['privacy-lsp']}, "
        f"{versions['ruff']}, {versions['tombi']}, xmllint: {versions['xmllint']}, plutil: {versions['plutil']}."
        + (f" The machine was busy with other work (load {results['load']} at the start): times are too long, and ratios "
           "of short ones are rough." if results["busy"] else ""))
    parts.append(table(["target", "ratio", "limit", "holds"],
                       [[row["target"], figure(row["ratio"]), f"{row['limit']:g}", holds(row)] for row in rows]))
    parts.append(whole_process(results, measures))
    parts.append(in_process(measures))
    return "\n\n".join(part.rstrip("\n") for part in parts if part) + "\n"


def whole_process(results, measures):
    parts = []

    def spread(name):
        found = measures.get(name)
        return " / ".join(figure(found[field]) for field in ("value", "p90", "p99")) if found else "–"

    def value(name):
        return figure(measures.get(name, {}).get("value"))

    if "start.ruff" in measures:
        parts.append("Start to `initialize`, ms p50 / p90 / p99, and resident memory when idle, MB\n\n" + table(
            ["server", "start", "over ruff’s", "memory", "over ruff’s"],
            [[name, spread(f"start.{name}"), figure(measures[f"start.{name}"].get("ratio")),
              value(f"memory.idle.{name}"), figure(measures[f"memory.idle.{name}"].get("ratio"))] for name in SERVERS]))
    sizes = [size for size in SIZES if f"keystroke.echo/{size}" in measures]
    if sizes:
        parts.append("Keystroke to diagnostics over real stdio, ms p50 / p90 / p99\n\n" + table(
            ["server", *(SIZES[size] for size in sizes)],
            [[name, *(spread(f"keystroke.{name}/{size}") for size in sizes)] for name in SERVERS]))
        parts.append("Resident memory after opening, MB\n\n" + table(
            ["server", *(SIZES[size] for size in sizes)],
            [[name, *(value(f"memory.open.{name}/{size}") for size in sizes)] for name in SERVERS]))
    if "hover.echo/2k" in measures:
        parts.append("Requests at 2 KB over real stdio, ms p50 / p90 / p99\n\n" + table(
            ["server", "hover", "completion"],
            [[name, spread(f"hover.{name}/2k"), spread(f"completion.{name}/2k")] for name in SERVERS]))
    if "keystroke.one-core.echo/2k" in measures:
        whats = ("keystroke", "hover", "completion")
        parts.append("The same at 2 KB with client and server held on one core, and each on its own, ms p50 / p90 / p99\n\n"
                     + table(["server, cores", *whats],
                             [[f"{name}, {place.replace('-', ' ')}",
                               *(spread(f"{what}.{place}.{name}/2k") for what in whats)]
                              for place in ("one-core", "two-cores") for name in SERVERS[:2]]))
    if "project.open/small" in measures:
        parts.append("Info.plist in a project, ms p50 / p90 / p99\n\n" + table(
            ["project", "open", "keystroke"],
            [[words, spread(f"project.open/{shape}"), spread(f"project.keystroke/{shape}")]
             for shape, words in projects.NAMES.items()]))
    if "sources.wall.lint" in measures:
        parts.append("A project of many sources, ms p50 / p90 / p99, and the most memory, MB\n\n" + table(
            ["what", "time", "memory"],
            [[words, spread(f"sources.wall.{name}"), value(f"sources.memory.{name}")]
             for name, words in (("uses", "`uses`"), ("lint", "`lint`"), ("rg", "`rg -F` for the same words"))]))
    if "check.wall.folder" in measures:
        parts.append("A built app, ms p50 / p90 / p99, and the most memory, MB\n\n" + table(
            ["what", "time", "memory"],
            [[words, spread(f"check.wall.{name}"), value(f"check.memory.{name}")]
             for name, words in (("folder", "`check` of the folder"), ("llvm-nm", "`llvm-nm -u` of its binaries"),
                                 ("archive", "`check` of the .ipa"), ("unzip", "`unzip -t` of it"))]))
    if "build.demo" in measures:
        parts.append(f"From a clean clone, seconds: the demo {value('build.demo')}, then the tests {value('build.tests')}; "
                     f"from the edit of a rule to its examples {value('build.edit')}; the static release "
                     f"{value('build.static')}.\n")
    if "memory.edits-few" in measures:
        few, many = results["edits"]
        parts.append(f"Resident memory at 2 KB after {few:,} edits {value('memory.edits-few')} MB, after {many:,} "
                     f"{value('memory.edits-many')} MB.\n")
    if "lint.wall.xmllint" in measures:
        names = [name for name in ("privacy-lsp", "xmllint", "find", "plutil") if f"lint.wall.{name}" in measures]
        parts.append(f"{results['files']:,} manifests on the command line, all files in one process, ms\n\n" + table(
            ["program", "wall", "processor"],
            [[name, value(f"lint.wall.{name}"), value(f"lint.processor.{name}")] for name in names]))
    return "\n".join(parts)


def in_process(measures):
    rows = []
    for name, found in measures.items():
        if found.get("yardstick") != "memchr":
            continue
        what, _, size = name.partition("/")
        rows.append([what, SIZES.get(size, size), figure(found["value"]), figure(found["p99"]),
                     figure(found["bytes"] / found["value"] if found["readsAll"] else None), figure(found["ratio"]),
                     figure(found.get("xmllint")), figure(found.get("plutil"))])
    if not rows:
        return ""
    return ("In process: µs of the processor; MB/s of the document; time over `memchr`’s on the same bytes; user time "
            "of `xmllint --noout` and `plutil -lint` on the same file over ours\n\n"
            + table(["benchmark", "size", "p50", "p99", "MB/s", "× memchr", "xmllint", "plutil"], rows))


def rounded(value):
    if isinstance(value, float):
        return float(f"{value:.4g}")
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    return value


def json_text(results):
    """The figures as a file, a measure a line, so that a difference can be read."""
    head = {key: value for key, value in results.items() if key != "measures"}
    lines = ",\n".join("    " + json.dumps(rounded(measure), ensure_ascii=False) for measure in results["measures"])
    text = json.dumps(head, ensure_ascii=False, indent=2)
    return text[:-2] + ',\n  "measures": [\n' + lines + "\n  ]\n}\n"


HEAD = """# Results

Written by `python3 Tests/Benchmarks/run.py --record`, newest first. Ratios are what counts; times move with the
machine. `results.json` has the figures of the newest run, with which `run.py --compare` compares another.
"""


def record(folder, results, rows):
    """Puts a run before the earlier ones."""
    file = folder / "RESULTS.md"
    earlier = file.read_text()[len(HEAD):] if file.exists() else ""
    file.write_text(HEAD + "\n" + markdown(results, rows) + earlier)
    (folder / "results.json").write_text(json_text(results))
