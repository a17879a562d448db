#!/usr/bin/env python3
"""A built app of 200 MB with 60 frameworks, as a folder and as an .ipa: apps.py FOLDER [MEGABYTES [FRAMEWORKS]].

The binaries are Mach-O images with load commands, symbols and a section of machine code’s density in between, written
here, so that no linker is needed. Runs as a program of its own, so that who measures memory stays small."""

import pathlib
import plistlib
import random
import struct
import sys
import zipfile

IMPORTED = ["_stat", "_mach_absolute_time", "_OBJC_CLASS_$_NSUserDefaults", "_OBJC_CLASS_$_NSObject", "_objc_msgSend"]


def image(number, size, defined, undefined, chance, is_app):
    """A dynamic library, or an executable, of about so many bytes."""
    filler = chance.randbytes(size).translate(DENSITY)
    names, symbols = bytearray(b"\0"), bytearray()
    for index in range(defined):
        symbols += struct.pack("<IBBHQ", len(names), 0x0F, 1, 0, 0x4000 + 16 * index)
        names += f"_$s5Kit{number:02}8function{index}yyF\0".encode()
    for name in IMPORTED + [f"_imported_function_number_{(index * 7 + number) % 9000}" for index in range(undefined)]:
        symbols += struct.pack("<IBBHQ", len(names), 0x01, 0, 0x0100, 0)
        names += name.encode() + b"\0"
    count = defined + undefined + len(IMPORTED)
    start = 0x4000
    link = start + len(filler)
    commands = [
        struct.pack("<II16sQQQQiiII", 0x19, 72, b"__TEXT", 0, link, 0, link, 5, 5, 0, 0),
        struct.pack("<II16sQQQQiiII", 0x19, 72, b"__LINKEDIT", link, 1 << 24, link, len(symbols) + len(names), 1, 1, 0, 0),
        struct.pack("<IIIIII", 2, 24, link, count, link + len(symbols), len(names)),
        struct.pack("<II16s", 0x1B, 24, chance.randbytes(16)),
        struct.pack("<IIIIII", 0x32, 24, 2, 15 << 16, 17 << 16, 0),
        struct.pack("<IIIIII", 0x0C, 56, 24, 0, 0, 0) + b"/usr/lib/libSystem.B.dylib".ljust(32, b"\0"),
    ]
    if not is_app:
        commands.append(struct.pack("<IIIIII", 0x0D, 56, 24, 0, 0, 0) + f"@rpath/Kit{number}".encode().ljust(32, b"\0"))
    body = b"".join(commands)
    header = struct.pack("<8I", 0xFEEDFACF, 0x0100000C, 0, 2 if is_app else 6, len(commands), len(body), 0x85, 0)
    return (header + body).ljust(start, b"\0") + filler + symbols + names


# Most bytes are a few common ones, so that it packs about as well as machine code does.
DENSITY = bytes(value if value < 64 else b"\0\x94\xf9\xaa\x91\xa9\xff\x03"[value % 8] for value in range(256))
DECLARED = {"NSPrivacyCollectedDataTypes": [], "NSPrivacyAccessedAPITypes": [
    {"NSPrivacyAccessedAPIType": "NSPrivacyAccessedAPICategoryFileTimestamp", "NSPrivacyAccessedAPITypeReasons": ["C617.1"]}]}


def make(folder, megabytes=200, frameworks=60):
    """Makes Sample.app and Sample.ipa."""
    chance = random.Random(12)
    app = pathlib.Path(folder) / "Sample.app"
    written = 0

    def write(path, content):
        nonlocal written
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        written += len(content)

    def plist(path, content):
        write(path, plistlib.dumps(content, fmt=plistlib.FMT_BINARY))

    share = megabytes * 1_000_000 * 6 // 10 // frameworks
    for number in range(frameworks):
        kit = app / f"Frameworks/Kit{number}.framework"
        write(kit / f"Kit{number}", image(number, share, 4000, 600, chance, False))
        plist(kit / "Info.plist", {"CFBundleIdentifier": f"org.example.Kit{number}", "CFBundleShortVersionString": "1.0"})
        plist(kit / "PrivacyInfo.xcprivacy", DECLARED)
    write(app / "Sample", image(99, share * 8, 60_000, 4000, chance, True))
    plist(app / "Info.plist", {"CFBundleIdentifier": "org.example.Sample", "CFBundleExecutable": "Sample",
                               "CFBundlePackageType": "APPL"})
    plist(app / "PrivacyInfo.xcprivacy", DECLARED)
    pictures = 0
    while written < megabytes * 1_000_000:
        write(app / f"Pictures/{pictures}.png", chance.randbytes(chance.randrange(2_000, 90_000)))
        pictures += 1
    with zipfile.ZipFile(app.with_suffix(".ipa"), "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for path in sorted(app.rglob("*")):
            if path.is_file():
                archive.write(path, f"Payload/{path.relative_to(app.parent)}")


if __name__ == "__main__":
    make(sys.argv[1], *map(int, sys.argv[2:]))
