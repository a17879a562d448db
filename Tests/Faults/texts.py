"""Texts that are meant to cost a reader as much as they can: each is a function of a size in bytes, for one kind of file.

Nothing here is random, so that a figure of one day can be compared with that of another.
"""

import struct

FILES = {
    "manifest": "PrivacyInfo.xcprivacy",
    "info": "Info.plist",
    "entitlements": "App.entitlements",
    "strings": "en.lproj/InfoPlist.strings",
    "catalog": "InfoPlist.xcstrings",
    "project": "App.xcodeproj/project.pbxproj",
    "settings": "App.xcconfig",
}
PROPERTY_LISTS = ("manifest", "info", "entitlements")

HEAD = (b'<?xml version="1.0" encoding="UTF-8"?>\n'
        b'<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n'
        b'<plist version="1.0">\n')
TAIL = b"</plist>\n"


def repeated(piece, size):
    return (piece * (size // len(piece) + 1))[:size]


def whole(piece, size, head=b"", tail=b""):
    """As many whole pieces as fit between head and tail."""
    return head + piece * max((size - len(head) - len(tail)) // len(piece), 1) + tail


def numbered(form, size, head=b"", tail=b"", start=0):
    """The same with a number in each piece."""
    parts = [head]
    length = len(head) + len(tail)
    number = start
    while length < size:
        part = form % number
        parts.append(part)
        length += len(part)
        number += 1
    parts.append(tail)
    return b"".join(parts)


def dictionary(piece, size):
    return whole(piece, size, HEAD + b"<dict>\n", b"</dict>\n" + TAIL)


def levels(size):
    pair = len(b"<array>") + len(b"</array>")
    count = (size - len(HEAD) - len(TAIL)) // pair
    return HEAD + b"<array>" * count + b"</array>" * count + TAIL


def dictionary_levels(size):
    inner, outer = b"<dict><key>a</key>", b"</dict>"
    count = (size - len(HEAD) - len(TAIL)) // (len(inner) + len(outer))
    return HEAD + inner * count + b"<true/>" + outer * count + TAIL


def manifest_entries(piece, size):
    return whole(
        piece, size, HEAD + b"<dict>\n<key>NSPrivacyCollectedDataTypes</key>\n<array>\n", b"</array>\n</dict>\n" + TAIL)


def wide(text):
    return b"\xff\xfe" + text.decode().encode("utf-16-le")


# Binary property lists

def binary(objects, top=0):
    """A binary property list of encoded objects; their references are four bytes."""
    body = bytearray(b"bplist00")
    offsets = []
    for item in objects:
        offsets.append(len(body))
        body += item
    table = len(body)
    for offset in offsets:
        body += struct.pack(">I", offset)
    return bytes(body + struct.pack(">6xBBQQQ", 4, 4, len(objects), top, table))


def counted(kind, count):
    if count < 15:
        return bytes([kind | count])
    return bytes([kind | 15, 0x12]) + struct.pack(">I", count)


def array(references):
    return counted(0xA0, len(references)) + struct.pack(f">{len(references)}I", *references)


def laughs(size):
    """Arrays of ten times the next one: a few hundred bytes that say 10 ** 30 values."""
    depth = max(min(30, size // 64), 3)
    objects = [array([level + 1] * 10) for level in range(depth)] + [b"\x51a"]
    return binary(objects)


def shared_value(size):
    """One array that names one value as often as fits."""
    return binary([array([1] * ((size - 64) // 4)), b"\x09"])


def shared_dictionaries(size):
    """An array that names one dictionary as often as fits."""
    text = b"NSPrivacyCollectedDataType"
    return binary([array([1] * ((size - 128) // 4)), bytes([0xD1]) + struct.pack(">II", 2, 3),
                   counted(0x50, len(text)) + text, b"\x51a"])


def shared_text(size):
    """An array of half the size that names one text of the other half."""
    half = size // 2
    return binary([array([1] * (half // 4)), counted(0x50, half) + b"<" * half])


def deep_binary(size):
    count = (size - 64) // 9
    return binary([array([index + 1]) for index in range(count)] + [b"\x09"])


def escaped_text(size):
    """One text each byte of which is five in XML."""
    return binary([counted(0x50, size - 64) + b"&" * (size - 64)])


def many_values(size):
    """Small values, none shared."""
    count = (size - 64) // 9
    return binary([array(range(1, count + 1))] + [b"\x09"] * count)


# What each kind can be given. Every row is (name, kinds, function of a size).

EVERY = tuple(FILES)
ROWS = [
    ("only <", EVERY, lambda size: b"<" * size),
    ("only </", EVERY, lambda size: repeated(b"</", size)),
    ("only >", EVERY, lambda size: b">" * size),
    ("only &", EVERY, lambda size: b"&" * size),
    ("only quotation marks", EVERY, lambda size: b'"' * size),
    ("only {", EVERY, lambda size: b"{" * size),
    ("only (", EVERY, lambda size: b"(" * size),
    ("only [", EVERY, lambda size: b"[" * size),
    ("only ;", EVERY, lambda size: b";" * size),
    ("only =", EVERY, lambda size: b"=" * size),
    ("only newlines", EVERY, lambda size: b"\n" * size),
    ("only NUL", EVERY, lambda size: b"\0" * size),
    ("only FF", EVERY, lambda size: b"\xff" * size),
    ("one word", EVERY, lambda size: b"a" * size),
    ("words", EVERY, lambda size: repeated(b"a b ", size)),
    ("lines of one letter", EVERY, lambda size: repeated(b"a\n", size)),
    ("every byte", EVERY, lambda size: repeated(bytes(range(256)), size)),
    ("half characters", EVERY, lambda size: repeated(b"\xe2\x82", size)),
    ("surrogates alone", EVERY, lambda size: b"\xff\xfe" + repeated(b"\x00\xd8", size - 2)),
    ("UTF-16 of wide letters", EVERY, lambda size: wide("語".encode() * (size // 2))),
    ("comments of XML", EVERY, lambda size: repeated(b"<!---->", size)),
    ("comments of C", EVERY, lambda size: repeated(b"/**/", size)),
    ("comment lines", EVERY, lambda size: repeated(b"//\n", size)),
    ("merge marks", EVERY, lambda size: repeated(b"<<<<<<< a\n=======\n>>>>>>> b\n", size)),
    ("directives", EVERY,
     lambda size: repeated(b"<!--privacy-lsp:ignore a,b-->/*privacy-lsp:ignore a*/\n", size)),
    ("pairs of the old style", EVERY, lambda size: repeated(b"a=b;", size)),
    ("pairs of the old style, braced", EVERY, lambda size: whole(b"a=b;", size, b"{", b"}")),
    ("keys of the old style", EVERY, lambda size: repeated(b"a ", size)),
    ("nested dictionaries of the old style", EVERY, lambda size: repeated(b"{a=", size)),
    ("JSON", EVERY, lambda size: whole(b'"a":1,', size, b"{", b'"a":1}')),
    ("JSON arrays", EVERY, lambda size: b"[" * (size // 2) + b"]" * (size // 2)),
    ("JSON objects", EVERY, lambda size: repeated(b'{"a":', size)),
    ("JSON of numbers", EVERY, lambda size: whole(b"1,", size, b'{"a":[', b"1]}")),

    ("start tags of elements that are none", PROPERTY_LISTS, lambda size: repeated(b"<a>", size)),
    ("elements that are none", PROPERTY_LISTS, lambda size: repeated(b"<a/>", size)),
    ("open dictionaries", PROPERTY_LISTS, lambda size: repeated(b"<dict>", size)),
    ("open arrays", PROPERTY_LISTS, lambda size: repeated(b"<array>", size)),
    ("open keys", PROPERTY_LISTS, lambda size: repeated(b"<key>", size)),
    ("open strings", PROPERTY_LISTS, lambda size: repeated(b"<string>a", size)),
    ("end tags of strings", PROPERTY_LISTS, lambda size: repeated(b"</string>", size)),
    ("tags the wrong way round", PROPERTY_LISTS, lambda size: repeated(b"<array></dict>", size)),
    ("levels of arrays", PROPERTY_LISTS, levels),
    ("levels of dictionaries", PROPERTY_LISTS, dictionary_levels),
    ("levels of mixed tags without an end", PROPERTY_LISTS,
     lambda size: repeated(b"<dict><key>a</key><array>", size)),
    ("only keys", PROPERTY_LISTS, lambda size: dictionary(b"<key>a</key>", size)),
    ("only empty keys", PROPERTY_LISTS, lambda size: dictionary(b"<key/>", size)),
    ("only values", PROPERTY_LISTS, lambda size: dictionary(b"<true/>", size)),
    ("one key again and again", PROPERTY_LISTS, lambda size: dictionary(b"<key>a</key><true/>", size)),
    ("keys, all different", PROPERTY_LISTS,
     lambda size: numbered(b"<key>%d</key><true/>", size, HEAD + b"<dict>", b"</dict>" + TAIL)),
    ("empty strings", PROPERTY_LISTS,
     lambda size: whole(b"<string/>", size, HEAD + b"<array>", b"</array>" + TAIL)),
    ("empty strings, badly laid out", PROPERTY_LISTS,
     lambda size: whole(b"<string/>\n", size, HEAD + b"<array>", b"</array>" + TAIL)),
    ("empty dictionaries, badly laid out", PROPERTY_LISTS,
     lambda size: whole(b"<dict/>\n", size, HEAD + b"<array>", b"</array>" + TAIL)),
    ("lines of elements that are none", PROPERTY_LISTS, lambda size: repeated(b"<a/>\n", size)),
    ("wrong integers", PROPERTY_LISTS,
     lambda size: whole(b"<integer>x</integer>", size, HEAD + b"<array>", b"</array>" + TAIL)),
    ("entities that are none", PROPERTY_LISTS,
     lambda size: whole(b"&a;", size, HEAD + b"<string>", b"</string>" + TAIL)),
    ("entities that declare each other", PROPERTY_LISTS,
     lambda size: b'<!DOCTYPE plist [<!ENTITY a "aaaaaaaaaa">' + numbered(
         b'<!ENTITY a%d "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">', size) + b"]><plist><string>&a9;</string></plist>"),
    ("references of one character", PROPERTY_LISTS,
     lambda size: whole(b"&lt;", size, HEAD + b"<string>", b"</string>" + TAIL)),
    ("bytes that are no UTF-8 in a string", PROPERTY_LISTS,
     lambda size: whole(b"\xff", size, HEAD + b"<string>", b"</string>" + TAIL)),
    ("keys of one manifest key", ("manifest",),
     lambda size: dictionary(b"<key>NSPrivacyTracking</key><true/>", size)),
    ("misspelt manifest keys", ("manifest",),
     lambda size: dictionary(b"<key>NSPrivacyTrackin</key><true/>", size)),
    ("empty data types", ("manifest",), lambda size: manifest_entries(b"<dict/>\n", size)),
    ("data types of the wrong type", ("manifest",), lambda size: manifest_entries(b"<true/>", size)),
    ("unknown data types", ("manifest",), lambda size: manifest_entries(
        b"<dict><key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataTypeEmal</string></dict>\n", size)),
    ("one data type again and again", ("manifest",), lambda size: manifest_entries(
        b"<dict><key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataTypeName</string></dict>\n", size)),
    ("tracking domains, all wrong", ("manifest",), lambda size: whole(
        b"<string>http://a</string>\n", size, HEAD + b"<dict><key>NSPrivacyTrackingDomains</key><array>",
        b"</array></dict>" + TAIL)),
    ("tracking domains, all the same", ("manifest",), lambda size: whole(
        b"<string>a.example</string>\n", size, HEAD + b"<dict><key>NSPrivacyTrackingDomains</key><array>",
        b"</array></dict>" + TAIL)),
    ("tracking domains, all different", ("manifest",), lambda size: numbered(
        b"<string>%d.example.com</string>\n", size, HEAD + b"<dict><key>NSPrivacyTrackingDomains</key><array>",
        b"</array></dict>" + TAIL)),
    ("reasons, all wrong", ("manifest",), lambda size: whole(
        b"<string>C617.2</string>", size, HEAD + b"<dict><key>NSPrivacyAccessedAPITypes</key><array><dict>"
        b"<key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryFileTimestamp</string>"
        b"<key>NSPrivacyAccessedAPITypeReasons</key><array>", b"</array></dict></array></dict>" + TAIL)),
    ("one purpose key again and again", ("info",),
     lambda size: dictionary(b"<key>NSCameraUsageDescription</key><string></string>\n", size)),
    ("one purpose key with placeholders", ("info",),
     lambda size: dictionary(b"<key>NSCameraUsageDescription</key><string>TODO</string>\n", size)),
    ("purpose keys, all unknown", ("info",), lambda size: numbered(
        b"<key>NS%dUsageDescription</key><string>a</string>\n", size, HEAD + b"<dict>\n", b"</dict>\n" + TAIL)),
    ("a purpose text as long as the file", ("info",), lambda size: whole(
        b"We need the camera. ", size, HEAD + b"<dict><key>NSCameraUsageDescription</key><string>",
        b"</string></dict>" + TAIL)),
    ("a purpose text of one letter each", ("info",), lambda size: whole(
        b"a ", size, HEAD + b"<dict><key>NSCameraUsageDescription</key><string>", b"</string></dict>" + TAIL)),
    ("a purpose text of commas", ("info",), lambda size: whole(
        b",", size, HEAD + b"<dict><key>NSCameraUsageDescription</key><string>", b"</string></dict>" + TAIL)),
    ("app names", ("info",), lambda size: dictionary(
        b"<key>CFBundleName</key><string>a</string><key>NSCameraUsageDescription</key><string>a</string>", size)),
    ("entitlements again and again", ("entitlements",), lambda size: dictionary(
        b"<key>com.apple.developer.healthkit</key><true/>\n", size)),
    ("entitlements, all different", ("entitlements",), lambda size: numbered(
        b"<key>com.apple.developer.a%d</key><true/>\n", size, HEAD + b"<dict>\n", b"</dict>\n" + TAIL)),

    ("binary: arrays that name each other", PROPERTY_LISTS, laughs),
    ("binary: one value named often", PROPERTY_LISTS, shared_value),
    ("binary: one dictionary named often", PROPERTY_LISTS, shared_dictionaries),
    ("binary: one long text named often", PROPERTY_LISTS, shared_text),
    ("binary: deep", PROPERTY_LISTS, deep_binary),
    ("binary: a text of ampersands", PROPERTY_LISTS, escaped_text),
    ("binary: many values", PROPERTY_LISTS, many_values),

    ("one text again and again", ("strings",), lambda size: repeated(b'"NSCameraUsageDescription" = "";\n', size)),
    ("texts, all different", ("strings",), lambda size: numbered(b'"NS%dUsageDescription"="a";\n', size)),
    ("short texts", ("strings",), lambda size: repeated(b'"a"="";', size)),
    ("short texts, all different", ("strings",), lambda size: numbered(b'%d="";', size)),
    ("texts without semicolons", ("strings",), lambda size: repeated(b'"a"="b"\n', size)),
    ("escapes", ("strings",), lambda size: whole(b"\\U00e9", size, b'"NSCameraUsageDescription"="', b'";\n')),
    ("escapes of one letter", ("strings",), lambda size: whole(b"\\n", size, b'"NSCameraUsageDescription"="', b'";\n')),

    ("languages", ("catalog",), lambda size: numbered(
        b'"l%d":{"stringUnit":{"state":"new","value":""}},', size,
        b'{"sourceLanguage":"en","version":"1.0","strings":{"NSCameraUsageDescription":{"localizations":{',
        b'"en":{}}}}}')),
    ("keys of a catalog", ("catalog",), lambda size: numbered(
        b'"NS%dUsageDescription":{"localizations":{"en":{"stringUnit":{"state":"new","value":""}}}},', size,
        b'{"sourceLanguage":"en","version":"1.0","strings":{', b'"a":{}}}')),
    ("one key of a catalog again and again", ("catalog",), lambda size: whole(
        b'"NSCameraUsageDescription":{},', size, b'{"sourceLanguage":"en","version":"1.0","strings":{', b'"a":{}}}')),
    ("short keys of a catalog", ("catalog",), lambda size: whole(
        b'"":{},', size, b'{"sourceLanguage":"en","version":"1.0","strings":{', b'"a":{}}}')),
    ("catalog without commas", ("catalog",), lambda size: whole(
        b'"a":1 ', size, b'{"sourceLanguage":"en","strings":{', b"")),

    ("settings of a project", ("project",), lambda size: whole(
        b'INFOPLIST_KEY_NSCameraUsageDescription="";\n', size,
        b"// !$*UTF8*$!\n{objects={T={isa=PBXNativeTarget;name=T;buildConfigurationList=L;};"
        b"L={isa=XCConfigurationList;buildConfigurations=(C,);};C={isa=XCBuildConfiguration;name=R;buildSettings={",
        b"};};};}\n")),
    ("targets of a project", ("project",), lambda size: numbered(
        b"T%d={isa=PBXNativeTarget;name=T;buildConfigurationList=L;};", size,
        b"// !$*UTF8*$!\n{objects={L={isa=XCConfigurationList;buildConfigurations=(C,);};"
        b'C={isa=XCBuildConfiguration;name=R;buildSettings={INFOPLIST_KEY_NSCameraUsageDescription="";};};', b"};}\n")),
    ("targets that share many settings", ("project",), lambda size: numbered(
        b"T%d={isa=PBXNativeTarget;name=T;buildConfigurationList=L;};", size,
        whole(b'INFOPLIST_KEY_NSCameraUsageDescription="";\n', size // 2,
              b"// !$*UTF8*$!\n{objects={L={isa=XCConfigurationList;buildConfigurations=(C,);};"
              b"C={isa=XCBuildConfiguration;name=R;buildSettings={", b"};};"), b"};}\n")),
    ("configurations of a project", ("project",), lambda size: numbered(
        b'C%d={isa=XCBuildConfiguration;name=R;buildSettings={INFOPLIST_KEY_NSCameraUsageDescription="";};};', size,
        b"// !$*UTF8*$!\n{objects={", b"};}\n")),
    ("groups that hold each other", ("project",), lambda size: numbered(
        b"G%d={isa=PBXGroup;children=(G0,G1,G2,);path=a;};", size,
        b"// !$*UTF8*$!\n{rootObject=P;objects={P={isa=PBXProject;mainGroup=G0;};", b"};}\n")),

    ("settings", ("settings",), lambda size: repeated(b"INFOPLIST_KEY_NSCameraUsageDescription =\n", size)),
    ("short settings", ("settings",), lambda size: repeated(b"A=\n", size)),
    ("settings, all different", ("settings",), lambda size: numbered(b"A%d = $(A)\n", size)),
    ("includes", ("settings",), lambda size: repeated(b'#include? "a"\n', size)),
    ("lines that are none", ("settings",), lambda size: repeated(b"#\n", size)),
    ("conditions without an end", ("settings",), lambda size: repeated(b"A[\n", size)),
    ("conditions", ("settings",), lambda size: repeated(b"A[a=b]=\n", size)),
    ("one setting of many lines", ("settings",), lambda size: whole(b"a\\\n", size, b"A = ", b"\n")),
]


def cases():
    """(name, kind, function) for every text and kind."""
    for name, kinds, make in ROWS:
        for kind in kinds:
            yield f"{kind}: {name}", kind, make
