#!/usr/bin/env python3
"""Makes the extension's PNG files from SVG files, as the gallery shows no SVG: its icon, and the pictures of its README.

pictures.py            writes icon.png and images/*.png; needs rsvg-convert, from Debian's librsvg2-bin
pictures.py --check    writes nothing and fails if one is missing, has another size or is older than its SVG

Each PNG names the SVG that it was made from by its SHA-256, so that the check needs no rsvg-convert.
"""

import hashlib
import pathlib
import shutil
import struct
import subprocess
import sys
import zlib

folder = pathlib.Path(__file__).resolve().parent
top = folder.parent.parent
signature = b"\x89PNG\r\n\x1a\n"
keyword = b"Source-SHA256"


def sources():
    """Each PNG with its SVG and its width in pixels: twice what is shown, for high-resolution displays."""
    found = {folder / "icon.png": (folder / "icon.svg", 256)}
    for svg in sorted((folder.parent / "pictures").glob("*.svg")):
        found[folder / f"images/{svg.stem}.png"] = (svg, 1760)
    return found


def chunks(png):
    """The parts of a PNG, each with its name and content."""
    at = len(signature)
    while at + 8 <= len(png):
        length, name = struct.unpack_from(">I4s", png, at)
        yield name, png[at + 8:at + 8 + length]
        at += length + 12


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def digest(svg):
    return hashlib.sha256(svg.read_bytes()).hexdigest().encode()


def draw(svg, width):
    """The PNG of an SVG, with the SVG's digest behind the header."""
    run = subprocess.run(["rsvg-convert", "--width", str(width), "--keep-aspect-ratio", svg], check=True,
                         stdout=subprocess.PIPE)
    behind = len(signature) + 25
    return run.stdout[:behind] + chunk(b"tEXt", keyword + b"\0" + digest(svg)) + run.stdout[behind:]


def wrong(png, svg, width):
    """What is wrong with a PNG, if anything."""
    if not png.is_file():
        return "is missing"
    content = png.read_bytes()
    if content[:8] != signature:
        return "is not a PNG"
    parts = list(chunks(content))
    if struct.unpack_from(">I", parts[0][1])[0] != width:
        return f"is not {width} pixels wide"
    if (b"tEXt", keyword + b"\0" + digest(svg)) not in parts:
        return f"was made from an older {svg.name}"
    return None


def main(check):
    failures = [
        f"{png.relative_to(top)} {why}" for png, (svg, width) in sources().items() if (why := wrong(png, svg, width))]
    if check:
        if failures:
            sys.exit(f"pictures.py: {'; '.join(failures)}; run: .ci/generate.py")
        return
    if failures and not shutil.which("rsvg-convert"):
        sys.exit("pictures.py: the PNG files need rsvg-convert; install the package librsvg2-bin")
    for png, (svg, width) in sources().items():
        if wrong(png, svg, width):
            png.parent.mkdir(exist_ok=True)
            png.write_bytes(draw(svg, width))
            print(f"wrote {png.relative_to(top)}")


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__.strip())
    main(check=sys.argv[1:] == ["--check"])
