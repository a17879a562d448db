#!/usr/bin/env python3
"""Packs a built program for those who have no Swift toolchain.

    release.py --output FOLDER BINARY...

For each binary, whose platform its first bytes tell: an archive that Mason, mise and ubi know by its name, and a wheel for
PyPI that carries the program. Then for all of them the bill of materials in SPDX, the Homebrew formula, and SHA256SUMS.
The same input gives the same bytes.
"""

import argparse
import base64
import gzip
import hashlib
import io
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import zipfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPOSITORY / "editors/vscode"))
from pack import platforms_of  # noqa: E402

VERSION = re.search(r'productVersion = "([^"]+)"', (REPOSITORY / "Sources/Commands/Program.swift").read_text())[1]
SUMMARY = "Language server and linter for Apple privacy manifests and purpose strings"
# An SPDX expression. The owner of the project chooses it: see .github/PUBLISHING.md.
LICENSE = None
# Replaced by .ci/owner.py.
HOME = "https://github.com/OWNER/privacy-lsp"
# The name in archives, and the tag of a wheel. A static program runs with any C library.
NAMES = {
    ("linux-x64",): ("x86_64-unknown-linux", "py3-none-manylinux_2_17_x86_64.musllinux_1_1_x86_64"),
    ("linux-arm64",): ("aarch64-unknown-linux", "py3-none-manylinux_2_17_aarch64.musllinux_1_1_aarch64"),
    ("darwin-arm64", "darwin-x64"): ("universal-apple-darwin", "py3-none-macosx_15_0_universal2"),
}


def archive(binary, name):
    """The program with what belongs to it, as a tar file."""
    folder = f"privacy-lsp-{VERSION}-{name}"
    files = [("privacy-lsp", binary.read_bytes(), 0o755)]
    files += [(page, (REPOSITORY / page).read_bytes(), 0o644) for page in ("README.md", "RULES.md", "CHANGELOG.md")]
    result = io.BytesIO()
    # Without the time at which it was packed.
    with gzip.GzipFile(fileobj=result, mode="wb", mtime=0) as packed, tarfile.open(fileobj=packed, mode="w") as tar:
        for path, content, mode in files:
            entry = tarfile.TarInfo(f"{folder}/{path}" if path != "privacy-lsp" else path)
            entry.size, entry.mode = len(content), mode
            tar.addfile(entry, io.BytesIO(content))
    return f"{folder}.tar.gz", result.getvalue()


def wheel(binary, tag):
    """The program as a package of Python's, which installs it among the commands of an environment."""
    info = f"privacy_lsp-{VERSION}.dist-info"
    files = {
        f"privacy_lsp-{VERSION}.data/scripts/privacy-lsp": binary.read_bytes(),
        f"{info}/METADATA": (
            f"Metadata-Version: {'2.4' if LICENSE else '2.1'}\nName: privacy-lsp\nVersion: {VERSION}\nSummary: {SUMMARY}\nHome-page: {HOME}\n"
            + (f"License-Expression: {LICENSE}\n" if LICENSE else "License: The owner has not chosen a license yet\n")
            + "Description-Content-Type: text/markdown\n\n" + (REPOSITORY / "README.md").read_text()).encode(),
        f"{info}/WHEEL": (
            "Wheel-Version: 1.0\nGenerator: privacy-lsp\nRoot-Is-Purelib: false\n"
            + "".join(f"Tag: py3-none-{platform}\n" for platform in tag.split("-")[2].split("."))).encode(),
    }
    record = "".join(
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()},{len(content)}\n"
        for path, content in files.items()) + f"{info}/RECORD,,\n"
    files[f"{info}/RECORD"] = record.encode()
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in path else 0o100644) << 16
            packed.writestr(entry, content)
    return f"privacy_lsp-{VERSION}-{tag}.whl", result.getvalue()


def materials(packed):
    """What is in each file: the program alone, and the toolchain's libraries that are linked into it."""
    toolchain = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    swift = re.search(r"Swift version (\S+)", toolchain)[1]
    # The day of the last commit; the day of packing would be another one each time.
    commit = subprocess.run(["git", "-C", REPOSITORY, "log", "-1", "--format=%H %cd", "--date=format:%Y-%m-%dT%H:%M:%SZ"],
                            capture_output=True, text=True, check=True).stdout.split()

    def package(number, name, version, **more):
        return {"SPDXID": f"SPDXRef-{number}", "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
                "licenseConcluded": "NOASSERTION", "licenseDeclared": "NOASSERTION", "copyrightText": "NOASSERTION",
                "filesAnalyzed": False, **more}

    packages = [package("program", "privacy-lsp", VERSION, licenseDeclared=LICENSE or "NOASSERTION",
                        sourceInfo=f"commit {commit[0]}"),
                package("swift", "Swift standard library", swift, licenseDeclared="Apache-2.0 WITH Swift-exception")]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                  "relatedSpdxElement": "SPDXRef-program"},
                 {"spdxElementId": "SPDXRef-program", "relationshipType": "STATIC_LINK",
                  "relatedSpdxElement": "SPDXRef-swift"}]
    for number, (name, content) in enumerate(sorted(packed.items())):
        packages.append(package(f"file-{number}", name, VERSION, packageFileName=name, checksums=[
            {"algorithm": "SHA256", "checksumValue": hashlib.sha256(content).hexdigest()}]))
        relations.append({"spdxElementId": f"SPDXRef-file-{number}", "relationshipType": "CONTAINS",
                          "relatedSpdxElement": "SPDXRef-program"})
    return json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"privacy-lsp-{VERSION}", "documentNamespace": f"{HOME}/releases/{VERSION}/{commit[0]}",
        "creationInfo": {"created": commit[1], "creators": ["Tool: release.py"]},
        "packages": packages, "relationships": relations}, indent=2).encode() + b"\n"


def formula(packed):
    """The formula, with a part for each platform that was packed."""
    def part(name):
        file = f"privacy-lsp-{VERSION}-{name}.tar.gz"
        if file not in packed:
            return None
        digest = hashlib.sha256(packed[file]).hexdigest()
        return f'url "{HOME}/releases/download/v{VERSION}/{file}"', f'sha256 "{digest}"'

    lines = ["class PrivacyLsp < Formula", f'  desc "{SUMMARY}"', f'  homepage "{HOME}"', f'  version "{VERSION}"', ""]
    for system, processors in (("macos", {None: "universal-apple-darwin"}),
                               ("linux", {"intel": "x86_64-unknown-linux", "arm": "aarch64-unknown-linux"})):
        parts = {processor: part(name) for processor, name in processors.items() if part(name)}
        if not parts:
            continue
        lines.append(f"  on_{system} do")
        for processor, found in parts.items():
            inner = [f"    {line}" for line in found]
            lines += inner if not processor else [f"    on_{processor} do", *(f"  {line}" for line in inner), "    end"]
        lines += ["  end", ""]
    lines += ["  def install", '    bin.install "privacy-lsp"', "  end", "", "  test do",
              '    assert_match version.to_s, shell_output("#{bin}/privacy-lsp --version")', "  end", "end", ""]
    return "\n".join(lines).encode()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("binaries", type=pathlib.Path, nargs="+")
    options = parser.parse_args()
    packed = {}
    for binary in options.binaries:
        platforms = tuple(sorted(platforms_of(binary)))
        if platforms not in NAMES:
            sys.exit(f"{binary}: packed are Linux for x86-64 or arm64, and universal files for macOS")
        name, tag = NAMES[platforms]
        packed |= dict([archive(binary, name), wheel(binary, tag)])
    packed["privacy-lsp.spdx.json"] = materials(dict(packed))
    packed["privacy-lsp.rb"] = formula(packed)
    packed["SHA256SUMS"] = "".join(
        f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(packed.items())).encode()
    options.output.mkdir(parents=True, exist_ok=True)
    for name, content in packed.items():
        (options.output / name).write_bytes(content)
        print(f"{len(content):>9,}  {options.output / name}")


if __name__ == "__main__":
    main()
