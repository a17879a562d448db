"""Xcode projects of many targets, each with an Info.plist and its translations."""

LANGUAGES = ("de fr es it nl sv da fi nb pt-BR pt-PT pl cs sk hu ro bg el tr ru uk ja ko zh-Hans zh-Hant ar he hi th vi id "
             "ms ca hr sl et lv lt is fa").split()
# Targets, languages of each, and how many documents are open.
SHAPES = {"small": (10, 0, 1), "languages": (10, 40, 1), "targets": (1_000, 0, 1),
          "translated": (300, 2, 1), "shared": (1_000, 0, 10)}
NAMES = {"small": "10 targets", "languages": "10 targets and 40 languages", "targets": "1,000 targets",
         "translated": "300 targets and 2 languages",
         "shared": "1,000 targets that share texts with findings, 10 open"}

INFO = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
\t<!-- note -->
\t<key>CFBundleName</key>
\t<string>Ledger %d</string>
\t<key>NSCameraUsageDescription</key>
\t<string>This app uses your camera to scan receipts for report %d.</string>
\t<key>NSMicrophoneUsageDescription</key>
\t<string>This app uses your microphone to record voice notes for report %d.</string>
</dict>
</plist>
"""

# The same in all targets, with something to say of each text, and what is typed goes into one of them.
SHARED = INFO.replace("\t<!-- note -->\n", "").replace("%d", "1").replace(
    "to scan receipts for report 1", "").replace("to record voice notes for report 1", "to note things")


def make(root, targets, languages, opened):
    """Writes a project, and returns documents of its middle targets as `Client.open` takes them."""
    (root / "App.xcodeproj").mkdir(parents=True)
    languages = LANGUAGES[:languages]
    for number in range(targets):
        folder = root / f"T{number}"
        folder.mkdir()
        (folder / "Info.plist").write_text(SHARED if opened > 1 else INFO % (number, number, number))
        for language in languages:
            (folder / f"{language}.lproj").mkdir()
            (folder / f"{language}.lproj/InfoPlist.strings").write_text(
                f'"NSCameraUsageDescription" = "Kamera {language} {number}.";\n'
                f'"NSMicrophoneUsageDescription" = "Mikrofon {language} {number}.";\n')
    (root / "App.xcodeproj/project.pbxproj").write_text(project(targets, languages))
    documents = []
    for number in range(opened):
        path = root / f"T{targets // 2 - number}/Info.plist"
        text = path.read_text()
        line = text.count("\n", 0, text.index("note"))
        character = text.index("note") - text.rindex("\n", 0, text.index("note")) - 1
        documents.append({"text": text, "uri": f"file://{path}", "language": "xml", "note": (line, character + 1)})
    return documents


def project(targets, languages):
    """The text of the project's file."""
    objects = []

    def add(kind, number, content):
        name = f"{kind:02X}{number:022X}"
        objects.append(f"\t\t{name} = {{{content}}};")
        return name

    def configurations(kind, number, settings):
        made = [add(kind + at, number, f"isa = XCBuildConfiguration; buildSettings = {{{settings}}}; name = {name}; ")
                for at, name in enumerate(("Debug", "Release"))]
        return add(kind + 2, number, f"isa = XCConfigurationList; buildConfigurations = ({', '.join(made)}); ")

    groups, made = [], []
    for number in range(targets):
        tables = [add(1, number * 100 + at, f'isa = PBXFileReference; name = {language}; path = '
                      f'"{language}.lproj/InfoPlist.strings"; sourceTree = "<group>"; ')
                  for at, language in enumerate(languages)]
        table = add(2, number, f'isa = PBXVariantGroup; children = ({", ".join(tables)}); name = InfoPlist.strings; '
                    'sourceTree = "<group>"; ')
        groups.append(add(3, number, f'isa = PBXGroup; children = ({table}); path = T{number}; sourceTree = "<group>"; '))
        built = add(4, number, f"isa = PBXBuildFile; fileRef = {table}; ")
        phase = add(5, number, f"isa = PBXResourcesBuildPhase; files = ({built}); ")
        settings = configurations(
            16, number, f' INFOPLIST_FILE = T{number}/Info.plist; PRODUCT_NAME = "$(TARGET_NAME)"; '
            f'INFOPLIST_KEY_NSContactsUsageDescription = "This app uses your contacts to share report {number}."; ')
        made.append(add(6, number, f'isa = PBXNativeTarget; name = T{number}; buildConfigurationList = {settings}; '
                        f'productType = "com.apple.product-type.application"; buildPhases = ({phase}); '))
    main = add(7, 0, f'isa = PBXGroup; children = ({", ".join(groups)}); sourceTree = "<group>"; ')
    settings = configurations(
        32, 0, " SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 16.0; GENERATE_INFOPLIST_FILE = YES; ")
    regions = ", ".join(["en", "Base", *languages])
    top = add(8, 0, f"isa = PBXProject; buildConfigurationList = {settings}; developmentRegion = en; knownRegions = "
              f"({regions}); mainGroup = {main}; targets = ({', '.join(made)}); ")
    return ("// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tobjectVersion = 56;\n\tobjects = {\n" + "\n".join(objects)
            + f"\n\t}};\n\trootObject = {top};\n}}\n")


MANIFEST = """<plist version="1.0"><dict><key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>
"""


def make_folders(root, count):
    """Writes about so many folders, one in ten with a manifest and some with files of patterns for git to ignore."""
    root.mkdir()
    (root / ".git").mkdir()
    (root / ".gitignore").write_text("*.log\nbuild/\n/gen/\n!keep.log\ntmp*\n**/cache/\nout-[0-9]*\n")
    for outer in range(max(count // 1000, 1)):
        (root / f"a{outer}").mkdir()
        (root / f"a{outer}/.gitignore").write_text("out/\n*.tmp\n!keep.tmp\n")
        for number in range(100):
            folder = root / f"a{outer}/b{number}"
            folder.mkdir()
            if number % 4 == 0:
                (folder / ".gitignore").write_text("dist\n*.bak\n")
            (folder / "PrivacyInfo.xcprivacy").write_text(MANIFEST)
            for inner in range(9):
                path = folder / (f"c{inner}" if inner else "build")
                path.mkdir()
                (path / "Scanner.swift").write_text("")
