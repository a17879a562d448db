#!/usr/bin/env python3
"""Looks at the label page as a browser shows it: light and dark, on a telephone and in a wide window.

check.py BINARY [FOLDER]: the pictures go to FOLDER, or nowhere.
"""

import html
import json
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
FIXTURES = HERE.parent / "Fixtures" / "label"
# What “preferredColorScheme” is called in the engine.
SCHEMES = {"dark": 0, "light": 1}
BACKGROUND = {"dark": (0, 0, 0), "light": (255, 255, 255)}
PHONE, WIDE = 390, 1200


def browse(profile, scheme, address, *options):
    """Runs the browser once, and returns what it wrote."""
    command = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
               "--disable-background-networking", "--disable-dev-shm-usage", "--allow-file-access-from-files", f"--user-data-dir={profile}",
               f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}", *options, address]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=180).stdout


def probe(profile, page, scheme, width):
    """What a reader gets to see of a page."""
    dom = browse(profile, scheme, f"{(HERE / 'probe.html').as_uri()}#page={page.as_uri()}&width={width}",
                 "--dump-dom", "--virtual-time-budget=3000", "--window-size=1400,1000")
    seen = html.unescape(re.search(r'<pre id="seen">(.*?)</pre>', dom, re.DOTALL)[1])
    assert seen, f"the browser did not show {page}"
    return json.loads(seen)


def pixels(path):
    """The width of a picture and its lines of bytes, four a pixel or three."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", f"{path} is no picture"
    at, packed, header = 8, b"", None
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    width, height, depth, color, _, _, interlaced = header
    assert depth == 8 and color in (2, 6) and not interlaced, f"{path} is packed in an odd way"
    step = 4 if color == 6 else 3
    raw, lines, above = zlib.decompress(packed), [], bytearray(width * step)
    for row in range(height):
        start = row * (width * step + 1)
        kind, line = raw[start], bytearray(raw[start + 1:start + 1 + width * step])
        for i, value in enumerate(line):
            left = line[i - step] if i >= step else 0
            up, corner = above[i], above[i - step] if i >= step else 0
            if kind == 1:
                line[i] = (value + left) & 255
            elif kind == 2:
                line[i] = (value + up) & 255
            elif kind == 3:
                line[i] = (value + (left + up) // 2) & 255
            elif kind == 4:
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))
                line[i] = (value + near[2]) & 255
        lines.append(line)
        above = line
    return width, step, lines


def check_picture(path, scheme, width):
    """A picture has the right size and background, and something on it."""
    found, step, lines = pixels(path)
    assert found == width, f"{path} is {found} wide, not {width}"
    counts = {}
    for line in lines[::4]:
        for i in range(0, len(line), step * 4):
            color = tuple(line[i:i + 3])
            counts[color] = counts.get(color, 0) + 1
    for place in (lines[0][:3], lines[-1][:3]):
        assert tuple(place) == BACKGROUND[scheme], f"{path}: the corner is {tuple(place)}"
    commonest = sorted(counts, key=counts.get)[-2:]
    # The page and its cards.
    assert BACKGROUND[scheme] in commonest, f"{path} is mostly {commonest}"
    assert len(counts) > 50, f"{path} has {len(counts)} colours: nothing is drawn"
    ink = sum(n for color, n in counts.items() if abs(sum(color) - sum(BACKGROUND[scheme])) > 300)
    assert ink > 200, f"{path} has no text"


def expected_cards(binary, folder):
    """The cards as the label's JSON has them, with files only where several are merged."""
    label = json.loads(subprocess.run([binary, "label", "--format", "json", "."], cwd=folder, check=True,
                                      capture_output=True, text=True).stdout)
    merged = len(label["files"]) > 1
    return label["title"], [
        {"title": card["title"], "categories": [
            {"name": group["name"], "types": [
                {"name": t["name"], "files": t["files"] if merged else [], "otherFiles": t["otherFiles"] if merged else []}
                for t in group["types"]]} for group in card["categories"]]} for card in label["cards"]]


def check_page(profile, page, expected, scheme, width):
    """A page shows what it is to show, and can be read."""
    what = f"{page.name}, {scheme}, {width} wide"
    seen = probe(profile, page, scheme, width)
    title, cards = expected
    assert seen["dark"] == (scheme == "dark"), f"{what}: the browser does not say that it is {scheme}"
    assert seen["background"] == "rgb({}, {}, {})".format(*BACKGROUND[scheme]), f"{what}: {seen['background']}"
    assert seen["title"] == title, f"{what}: {seen['title']}"
    assert seen["cards"] == cards, f"{what}: {seen['cards']}\nis not\n{cards}"
    assert seen["width"] == width and seen["scrollWidth"] <= width, f"{what}: {seen['scrollWidth']} wide"
    assert seen["columns"] == (1 if width == PHONE else len(cards)), f"{what}: {seen['columns']} columns of cards"
    assert seen["lowestContrast"] >= 4.5, f"{what}: a contrast of {seen['lowestContrast']:.2f}"
    assert seen["smallestText"] >= 12, f"{what}: text of {seen['smallestText']} px"
    groups = sum(len(card["categories"]) for card in cards)
    assert seen["drawings"] == len(cards) + groups, f"{what}: {seen['drawings']} drawings"
    assert seen["requests"] == [], f"{what} asks for {seen['requests']}"
    return seen["height"]


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    version = subprocess.run(["chromium", "--version"], check=True, capture_output=True, text=True).stdout.strip()
    print(version)
    count = 0
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        profile = work / "profile"
        for folder in sorted(path for path in FIXTURES.iterdir() if path.is_dir()):
            page = work / f"{folder.name}.html"
            page.write_bytes(subprocess.run([binary, "label", "--format", "html", "."], cwd=folder, check=True,
                                            capture_output=True).stdout)
            expected = expected_cards(binary, folder)
            for scheme in SCHEMES:
                check_page(profile, page, expected, scheme, PHONE)
                height = check_page(profile, page, expected, scheme, WIDE)
                picture = work / f"{folder.name}-{scheme}.png"
                browse(profile, scheme, page.as_uri(), f"--screenshot={picture}", f"--window-size={WIDE},{height}")
                check_picture(picture, scheme, WIDE)
                if pictures:
                    pictures.mkdir(parents=True, exist_ok=True)
                    shutil.copy(picture, pictures)
                count += 1
        # The check has to fail on a page that knows no dark, and on one that lacks a card.
        whole = (work / "Weather.html").read_text()
        faults = {"without dark": whole.replace("prefers-color-scheme: dark", "prefers-color-scheme: none"),
                  "without a card": re.sub(r'<section class="card".*?</section>', "", whole, count=1, flags=re.DOTALL)}
        for fault, text in faults.items():
            assert text != whole
            page = work / "fault.html"
            page.write_text(text)
            try:
                check_page(profile, page, expected_cards(binary, FIXTURES / "Weather"), "dark", WIDE)
            except AssertionError:
                continue
            raise AssertionError(f"a page {fault} passes")
    print(f"{count} pictures, and {len(faults)} faults found")


if __name__ == "__main__":
    main()
