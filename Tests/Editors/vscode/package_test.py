#!/usr/bin/env python3
"""Looks into the packages that pack.py made: package_test.py FOLDER. Prints a line for each thing it looked at."""

import json
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

packages = pathlib.Path(sys.argv[1])
integration = pathlib.Path(sys.argv[2])
client = pathlib.Path(sys.argv[3])
failures = 0


def looks(check):
    """Runs a check and prints how it went."""
    global failures
    name = check.__doc__
    try:
        check()
        print(f"ok vscode package: {name}")
    except Exception as error:  # whatever it is, it is what the line is for
        failures += 1
        print(f"not ok vscode package: {name}: {type(error).__name__}: {error}".replace("\n", " | "))


def same(got, wanted):
    assert got == wanted, f"{got!r} is not {wanted!r}"


manifest = json.loads((integration / "package.json").read_text(encoding="utf-8"))
version = manifest["version"]
platforms = ["linux-x64", "linux-arm64", "alpine-x64", "alpine-arm64", "darwin-x64", "darwin-arm64"]
vsix = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"
types = "{http://schemas.openxmlformats.org/package/2006/content-types}"
plain = {
    "extension/package.json", "extension/README.md", "extension/CHANGELOG.md", "extension/extension.js",
    "extension/label.js", "extension/server.js", "extension/language-configuration.json",
    "extension/privacy-lsp.schema.json", "extension/syntaxes/xcprivacy.tmLanguage.json",
    "extension/syntaxes/info-plist.tmLanguage.json", "extension/syntaxes/entitlements.tmLanguage.json",
    "extension/syntaxes/info-plist-strings.tmLanguage.json", "extension/syntaxes/info-plist-catalog.tmLanguage.json",
    "extension/syntaxes/xcode-project.tmLanguage.json", "extension/syntaxes/build-settings.tmLanguage.json",
    "extension/language-configuration-strings.json", "extension/language-configuration-json.json",
    "extension/language-configuration-settings.json", "extension/node_modules/vscode-languageclient/node.js",
    "extension/node_modules/vscode-languageclient/package.json",
    "extension/node_modules/vscode-languageclient/LICENSE.txt", "extension/icon.png",
    "extension/walkthrough/create.svg", "extension/walkthrough/fix.svg", "extension/walkthrough/lint.svg",
    "extension/walkthrough/label.svg",
}
if (client / "terminateProcess.sh").is_file():  # only older versions of the library have it
    plain.add("extension/node_modules/vscode-languageclient/terminateProcess.sh")


def path_of(platform):
    return packages / (f"privacy-lsp-{platform}-{version}.vsix" if platform else f"privacy-lsp-{version}.vsix")


def opened(platform):
    return zipfile.ZipFile(path_of(platform))


@looks
def _():
    """one for each platform, one for all, and nothing else"""
    same({file.name for file in packages.iterdir()}, {path_of(platform).name for platform in [None, *platforms]})


@looks
def _():
    """holds what it needs and nothing else, and no name twice"""
    for platform in [None, *platforms]:
        with opened(platform) as package:
            same(package.testzip(), None)
            names = package.namelist()
            same(len(names), len({name.lower() for name in names}))
            server = {"extension/server/privacy-lsp"} if platform else set()
            same(set(names), {"[Content_Types].xml", "extension.vsixmanifest"} | plain | server)


@looks
def _():
    """the server can be run, and what is no program cannot"""
    for platform in [None, *platforms]:
        with opened(platform) as package:
            for entry in package.infolist():
                program = entry.filename == "extension/server/privacy-lsp" or entry.filename.endswith(".sh")
                same((entry.filename, oct(entry.external_attr >> 16)),
                     (entry.filename, "0o100755" if program else "0o100644"))
                same(entry.create_system, 3)


@looks
def _():
    """its manifest names the platform, the version and the files"""
    for platform in [None, *platforms]:
        with opened(platform) as package:
            root = xml.etree.ElementTree.fromstring(package.read("extension.vsixmanifest"))
            names = package.namelist()
        same(root.tag, f"{vsix}PackageManifest")
        same(root.get("Version"), "2.0.0")
        identity = root.find(f"{vsix}Metadata/{vsix}Identity")
        same(identity.attrib, {
            "Language": "en-US", "Id": manifest["name"], "Version": version, "Publisher": manifest["publisher"],
            **({"TargetPlatform": platform} if platform else {}),
        })
        same(root.findtext(f"{vsix}Metadata/{vsix}DisplayName"), manifest["displayName"])
        same(root.findtext(f"{vsix}Metadata/{vsix}Description"), manifest["description"])
        same(root.findtext(f"{vsix}Metadata/{vsix}Categories"), ",".join(manifest["categories"]))
        properties = {one.get("Id"): one.get("Value") for one in root.iter(f"{vsix}Property")}
        same(properties["Microsoft.VisualStudio.Code.Engine"], manifest["engines"]["vscode"])
        same(properties["Microsoft.VisualStudio.Code.ExtensionKind"], "workspace")
        same(root.find(f"{vsix}Installation/{vsix}InstallationTarget").get("Id"), "Microsoft.VisualStudio.Code")
        # As vsce has them.
        same(properties["Microsoft.VisualStudio.Code.EnabledApiProposals"], "")
        same(properties["Microsoft.VisualStudio.Services.Links.GitHub"],
             properties["Microsoft.VisualStudio.Services.Links.Source"])
        same(properties["Microsoft.VisualStudio.Services.CustomerQnALink"], manifest["qna"])
        assert "Microsoft.VisualStudio.Services.EnableMarketplaceQnA" not in properties
        assets = {one.get("Type"): one.get("Path") for one in root.iter(f"{vsix}Asset")}
        same(assets["Microsoft.VisualStudio.Code.Manifest"], "extension/package.json")
        same(assets["Microsoft.VisualStudio.Services.Content.Details"], "extension/README.md")
        same(assets["Microsoft.VisualStudio.Services.Icons.Default"], "extension/icon.png")
        same(root.findtext(f"{vsix}Metadata/{vsix}Icon"), "extension/icon.png")
        for path in assets.values():
            assert path in names, f"{path} is not in the package"


@looks
def _():
    """every extension of a file has a content type"""
    with opened("linux-x64") as package:
        root = xml.etree.ElementTree.fromstring(package.read("[Content_Types].xml"))
        names = package.namelist()
    same(root.tag, f"{types}Types")
    known = {one.get("Extension"): one.get("ContentType") for one in root.iter(f"{types}Default")}
    wanted = {pathlib.PurePosixPath(name).suffix for name in names if not name.startswith("[")} - {""}
    same(set(known), wanted)
    assert all(re.fullmatch(r"\w+/[\w+-]+", one) for one in known.values()), known


@looks
def _():
    """the files are those of the repository, and the server is the one given"""
    with opened("linux-x64") as package:
        for name in plain:
            if "node_modules" not in name and name != "extension/README.md":
                same((name, package.read(name)),
                     (name, (integration / name.removeprefix("extension/")).read_bytes()))
        same(len(package.read("extension/node_modules/vscode-languageclient/node.js")),
             (client / "node.js").stat().st_size)
        same(package.read("extension/server/privacy-lsp")[:4], b"\x7fELF")


@looks
def _():
    """the README shows pictures that are in the repository, and packages have them once it has an address"""
    sys.path.insert(0, str(integration))
    from pack import shown_readme

    text = (integration / "README.md").read_text(encoding="utf-8")
    home = manifest["repository"]["url"].removesuffix(".git")
    addresses = re.findall(r'(?:src|srcset)="([^"]*)"', text)
    prefix = f'{home}/raw/HEAD/{manifest["repository"]["directory"]}/'
    same({address.removeprefix(prefix) for address in addresses},
         {f"images/{name}-{theme}.png" for name in ("findings", "label") for theme in ("light", "dark")})
    same(text.count("<picture>"), text.count('media="(prefers-color-scheme: dark)"'))
    assert "![" not in text
    with opened("linux-x64") as package:
        same(package.read("extension/README.md").decode(), shown_readme(manifest, text))
    held = [{"repository": {"url": f"https://github.com/{account}/privacy-lsp.git"}} for account in ("example", "OWNER")]
    same(shown_readme(held[0], text), text)
    assert not re.search("<(picture|source|img)|images/", shown_readme(held[1], text))


@looks
def _():
    """the icon and the pictures are PNG files made from the SVG files of today"""
    subprocess.run([integration / "pictures.py", "--check"], check=True)
    content = (integration / "icon.png").read_bytes()
    same(struct.unpack_from(">II", content, 16), (256, 256))
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "editors/vscode"
        shutil.copytree(integration, copy)
        shutil.copytree(integration.parent / "pictures", copy.parent / "pictures")
        (copy / "images/label-dark.png").unlink()
        with (copy / "icon.svg").open("a", encoding="utf-8") as icon:
            icon.write("<!-- another -->")
        run = subprocess.run([copy / "pictures.py", "--check"], capture_output=True, encoding="utf-8", check=False)
    same((run.returncode, run.stderr),
         (1, "pictures.py: editors/vscode/icon.png was made from an older icon.svg; "
             "editors/vscode/images/label-dark.png is missing; run: .ci/generate.py\n"))


@looks
def _():
    """unpacked, the program is executable"""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["unzip", "-q", path_of("linux-x64"), "-d", folder], check=True)
        server = pathlib.Path(folder) / "extension/server/privacy-lsp"
        same(server.stat().st_mode & 0o777, 0o755)


def refusal(*arguments):
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [integration / "pack.py", "--output", folder, "--client", client, *arguments],
            capture_output=True, encoding="utf-8", check=False)
        same((run.returncode, list(pathlib.Path(folder).iterdir())), (1, []))
        return run.stderr


@looks
def _():
    """a binary of another platform is refused, and so is what is none"""
    with tempfile.TemporaryDirectory() as folder:
        other = pathlib.Path(folder) / "server"
        # An ELF file for ARM whose one program header names a loader of libraries, and then none.
        header = bytearray(64)
        header[:7], header[18], header[32], header[54], header[56] = b"\x7fELF\x02\x01\x01", 183, 64, 56, 1
        other.write_bytes(header + b"\x03" + bytes(55))
        for platform in ("linux-x64", "alpine-arm64"):
            same(refusal("--server", f"{platform}={other}"),
                 f"pack.py: {other} does not run on {platform}, but on linux-arm64\n")
        other.write_bytes(header + b"\x01" + bytes(55))
        same(refusal("--server", f"alpine-x64={other}"),
             f"pack.py: {other} does not run on alpine-x64, but on linux-arm64 and alpine-arm64\n")
        other.write_text("#!/bin/sh\n")
        same(refusal("--server", f"darwin-arm64={other}"),
             f"pack.py: {other} does not run on darwin-arm64, but on none\n")
    same(refusal("--server", "win32-x64=/bin/true"),
         f"pack.py: “win32-x64” is none of {', '.join(platforms)}\n")
    same(refusal("--server", "linux-x64=/nowhere"), "pack.py: there is no binary at “/nowhere”\n")


@looks
def _():
    """without the client library nothing is packed"""
    with tempfile.TemporaryDirectory() as folder:
        same(refusal("--client", folder),
             f"pack.py: there is no client library in {folder}: run client-from-debian.sh first\n")


@looks
def _():
    """the same input gives the same bytes"""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([integration / "pack.py", "--output", folder, "--client", client], check=True,
                       stdout=subprocess.DEVNULL)
        same((pathlib.Path(folder) / path_of(None).name).read_bytes(), path_of(None).read_bytes())


sys.exit(failures > 0)
