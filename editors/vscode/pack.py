#!/usr/bin/env python3
"""Packs the extension into files that VS Code installs, without npm.

pack.py [--output FOLDER] [--client FOLDER] [--server PLATFORM=BINARY]...

Writes privacy-lsp-VERSION.vsix, which has no server and runs the one on the PATH, and for every --server a
privacy-lsp-PLATFORM-VERSION.vsix that has that binary in it. The platforms are linux-x64, linux-arm64, alpine-x64,
alpine-arm64, darwin-x64 and darwin-arm64. A static binary for Linux is also one for Alpine: it needs no C library.
The client library comes from node_modules, where client-from-debian.sh puts it, or from --client.

The README goes in without its pictures until package.json names the repository that they are shown from.

The same input gives the same bytes.
"""

import argparse
import json
import pathlib
import re
import struct
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

folder = pathlib.Path(__file__).resolve().parent

content_types = {
    ".js": "application/javascript",
    ".json": "application/json",
    ".md": "text/markdown",
    ".png": "image/png",
    ".sh": "application/x-sh",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".vsixmanifest": "text/xml",
}

# What a binary for the platform begins with: the format, and the processor as the format numbers it.
elf = {62: "linux-x64", 183: "linux-arm64"}
mach_o = {0x01000007: "darwin-x64", 0x0100000C: "darwin-arm64"}
# The same programs, where they are static: Alpine has another C library.
alpine = {"linux-x64": "alpine-x64", "linux-arm64": "alpine-arm64"}
platforms = [*elf.values(), *alpine.values(), *mach_o.values()]


class Wrong(Exception):
    """Something about the input that the user has to mend."""


def platforms_of(binary):
    """The platforms that a binary runs on, by its first bytes."""
    with open(binary, "rb") as file:
        head = file.read(4096)
    if head[:4] == b"\x7fELF" and len(head) >= 20:
        return [elf[machine] for machine in struct.unpack_from("<H", head, 18) if machine in elf]
    if head[:4] == b"\xcf\xfa\xed\xfe" and len(head) >= 8:
        return [mach_o[processor] for processor in struct.unpack_from("<I", head, 4) if processor in mach_o]
    if head[:4] == b"\xca\xfe\xba\xbe" and len(head) >= 8:
        count = min(struct.unpack_from(">I", head, 4)[0], 16)
        processors = [struct.unpack_from(">I", head, 8 + 20 * index)[0] for index in range(count)]
        return [mach_o[processor] for processor in processors if processor in mach_o]
    return []


def is_static(binary):
    """Whether a 64-bit ELF file names no program that loads its libraries."""
    with open(binary, "rb") as file:
        head = file.read(4096)
    if head[:4] != b"\x7fELF" or len(head) < 64:
        return False
    start, = struct.unpack_from("<Q", head, 32)
    size, count = struct.unpack_from("<HH", head, 54)
    places = [start + size * index for index in range(count)]
    loader = 3
    return all(place + 4 <= len(head) and struct.unpack_from("<I", head, place)[0] != loader for place in places)


def targets_of(binary):
    """The platforms that a binary may be packed for."""
    found = platforms_of(binary)
    return found + [alpine[platform] for platform in found if platform in alpine and is_static(binary)]


def shown_readme(manifest, text):
    """The README as a package has it: without pictures as long as their addresses lead nowhere."""
    if "/OWNER/" not in manifest["repository"]["url"]:
        return text
    return re.sub(r"<picture>.*?</picture>\n\n?", "", text, flags=re.DOTALL)


def own_files(client):
    """The files of every package by their names in it; .vscodeignore lists them, for vsce and for here."""
    files = {}
    for line in (folder / ".vscodeignore").read_text(encoding="utf-8").splitlines():
        pattern = line.strip().removeprefix("!")
        if not line.startswith("!") or pattern.endswith("/**"):
            continue
        found = sorted(folder.glob(pattern))
        if not found and "*" not in pattern:
            raise Wrong(f"{pattern} is missing")
        files |= {file.relative_to(folder).as_posix(): file for file in found}
    if not (client / "node.js").is_file():
        raise Wrong(f"there is no client library in {client}: run client-from-debian.sh first")
    for file in sorted(client.rglob("*")):
        if file.is_file():
            files[f"node_modules/vscode-languageclient/{file.relative_to(client).as_posix()}"] = file
    return files


def vsix_manifest(manifest, names, platform):
    """What VS Code and the gallery read of a package before they unpack it."""
    target = f" TargetPlatform={quoteattr(platform)}" if platform else ""
    contributes = manifest["contributes"]
    tags = [*manifest["keywords"], *(f"__ext_{extension[1:]}" for language in contributes["languages"]
                                     for extension in language.get("extensions", []))]
    page = manifest["repository"]["url"]
    properties = {
        "Microsoft.VisualStudio.Code.Engine": manifest["engines"]["vscode"],
        "Microsoft.VisualStudio.Code.ExtensionDependencies": "",
        "Microsoft.VisualStudio.Code.ExtensionPack": "",
        "Microsoft.VisualStudio.Code.ExtensionKind": ",".join(manifest["extensionKind"]),
        "Microsoft.VisualStudio.Code.LocalizedLanguages": "",
        "Microsoft.VisualStudio.Code.EnabledApiProposals": "",
        "Microsoft.VisualStudio.Code.ExecutesCode": "true",
        "Microsoft.VisualStudio.Services.Links.Source": page,
        "Microsoft.VisualStudio.Services.Links.Getstarted": page,
        "Microsoft.VisualStudio.Services.Links.GitHub": page,
        "Microsoft.VisualStudio.Services.Links.Support": manifest["bugs"]["url"],
        "Microsoft.VisualStudio.Services.Links.Learn": manifest["homepage"],
        "Microsoft.VisualStudio.Services.Branding.Color": manifest["galleryBanner"]["color"],
        "Microsoft.VisualStudio.Services.Branding.Theme": manifest["galleryBanner"]["theme"],
        "Microsoft.VisualStudio.Services.GitHubFlavoredMarkdown": "true",
        "Microsoft.VisualStudio.Services.Content.Pricing": manifest["pricing"],
        "Microsoft.VisualStudio.Services.CustomerQnALink": manifest["qna"],
    }
    assets = {
        "Microsoft.VisualStudio.Code.Manifest": "package.json",
        "Microsoft.VisualStudio.Services.Content.Details": "README.md",
        "Microsoft.VisualStudio.Services.Content.Changelog": "CHANGELOG.md",
        "Microsoft.VisualStudio.Services.Icons.Default": manifest["icon"],
    }
    licence = next((name for name in names if re.fullmatch(r"LICENSE(\.\w+)?", name)), None)
    if licence:
        assets["Microsoft.VisualStudio.Services.Content.License"] = licence
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011"'
        ' xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">',
        "  <Metadata>",
        f'    <Identity Language="en-US" Id={quoteattr(manifest["name"])} Version={quoteattr(manifest["version"])}'
        f' Publisher={quoteattr(manifest["publisher"])}{target}/>',
        f'    <DisplayName>{escape(manifest["displayName"])}</DisplayName>',
        f'    <Description xml:space="preserve">{escape(manifest["description"])}</Description>',
        f'    <Tags>{escape(",".join(tags))}</Tags>',
        f'    <Categories>{escape(",".join(manifest["categories"]))}</Categories>',
        f'    <GalleryFlags>{"Public Preview" if manifest.get("preview") else "Public"}</GalleryFlags>',
        "    <Properties>",
        *(f"      <Property Id={quoteattr(id)} Value={quoteattr(value)}/>" for id, value in properties.items()),
        "    </Properties>",
        *([f"    <License>extension/{escape(licence)}</License>"] if licence else []),
        f'    <Icon>extension/{escape(manifest["icon"])}</Icon>',
        "  </Metadata>",
        "  <Installation>",
        '    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>',
        "  </Installation>",
        "  <Dependencies/>",
        "  <Assets>",
        *(f'    <Asset Type={quoteattr(kind)} Path={quoteattr("extension/" + name)} Addressable="true"/>'
          for kind, name in assets.items()),
        "  </Assets>",
        "</PackageManifest>",
    ]
    return "\n".join(lines) + "\n"


def content_types_file(names):
    """The list of content types that every package of this form begins with."""
    extensions = {pathlib.PurePosixPath(name).suffix for name in names} - {""} | {".json", ".vsixmanifest"}
    unknown = extensions - content_types.keys()
    if unknown:
        raise Wrong(f"no content type is known for {', '.join(sorted(unknown))}")
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">',
        *(f'  <Default Extension="{extension}" ContentType="{content_types[extension]}"/>'
          for extension in sorted(extensions)),
        "</Types>",
    ]
    return "\n".join(lines) + "\n"


def pack(output, manifest, files, platform=None, server=None):
    """Writes one package and returns its path."""
    if server:
        files = files | {"server/privacy-lsp": server}
    label = f"-{platform}" if platform else ""
    target = output / f'{manifest["name"]}{label}-{manifest["version"]}.vsix'
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as package:

        def add(name, content, executable=False):
            entry = zipfile.ZipInfo(name)  # of 1980, whenever it is made
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # with the permissions of Unix
            entry.external_attr = (0o100755 if executable else 0o100644) << 16
            package.writestr(entry, content)

        add("extension.vsixmanifest", vsix_manifest(manifest, files, platform))
        add("[Content_Types].xml", content_types_file(files))
        for name in sorted(files):
            program = name == "server/privacy-lsp" or name.endswith(".sh")
            content = files[name].read_bytes()
            if name == "README.md":
                content = shown_readme(manifest, content.decode()).encode()
            add(f"extension/{name}", content, program)
    return target


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("."), metavar="FOLDER")
    parser.add_argument("--client", type=pathlib.Path, default=folder / "node_modules/vscode-languageclient",
                        metavar="FOLDER")
    parser.add_argument("--server", action="append", default=[], metavar="PLATFORM=BINARY")
    arguments = parser.parse_args()
    try:
        servers = {}
        for pair in arguments.server:
            platform, _, path = pair.partition("=")
            if platform not in platforms:
                raise Wrong(f"“{platform}” is none of {', '.join(platforms)}")
            binary = pathlib.Path(path)
            if not binary.is_file():
                raise Wrong(f"there is no binary at “{path}”")
            if platform not in targets_of(binary):
                raise Wrong(f"{path} does not run on {platform}, but on {' and '.join(targets_of(binary)) or 'none'}")
            servers[platform] = binary
        manifest = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        files = own_files(arguments.client)
        arguments.output.mkdir(parents=True, exist_ok=True)
        print(pack(arguments.output, manifest, files))
        for platform, server in servers.items():
            print(pack(arguments.output, manifest, files, platform, server))
    except (Wrong, OSError) as error:
        sys.exit(f"pack.py: {error}")


if __name__ == "__main__":
    main()
