import Catalog
import CatalogData
public import PrivacyRules

/// A file that inputs are made from.
public struct SeedFile: Sendable {
  public let path: String
  public let bytes: [UInt8]
  /// The kind its path tells, nil for a file that is none of ours.
  public let kind: FileKind?

  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    kind = FileKind.of(path: path) ?? Self.kind(ofExtension: path)
  }

  /// The files that the examples of the rules stand for, and small ones of each format.
  public static let own: [SeedFile] = {
    var files: [SeedFile] = []
    for rule in Rule.all {
      for example in rule.examples {
        let text = example.file(around: example.text, catalog: .bundled).filter { $0 != "«" && $0 != "»" }
        files.append(SeedFile(path: example.path, bytes: Array(text.utf8)))
        files += example.otherFiles.map { SeedFile(path: $0.path, bytes: Array($0.text.utf8)) }
      }
    }
    for (path, text) in smallFiles { files.append(SeedFile(path: path, bytes: Array(text.utf8))) }
    for hex in binaryFiles { files.append(SeedFile(path: "Info.plist", bytes: bytes(hex))) }
    return files
  }()

  private static func kind(ofExtension path: String) -> FileKind? {
    if path.hasSuffix(".plist") { return .infoPlist }
    if path.hasSuffix(".strings") { return .stringsTable }
    if path.hasSuffix(".xcstrings") { return .stringCatalog }
    if path.hasSuffix(".pbxproj") { return .xcodeProject }
    return nil
  }

  private static let smallFiles = [
    ("PrivacyInfo.xcprivacy", ""),
    (
      "PrivacyInfo.xcprivacy",
      "<plist version=\"1.0\"><dict><!-- privacy-lsp:ignore --><key>A &amp; 📸</key><data>AAEC</data></dict></plist>"
    ),
    ("Info.plist", "{ a = b; \"c\" = (1, <00ff>, 'é'); /* d */ e = { f = \"\\U00e9\\n\"; }; }"),
    ("InfoPlist.strings", "/* The camera */\n\"NSCameraUsageDescription\" = \"Liest \\\"Belege\\\" 📸.\";\nRide;\n"),
    (
      "Package.resolved",
      "{\"pins\":[{\"identity\":\"a\",\"location\":\"git@x:a/b.git\",\"state\":{\"version\":\"1.0\"}}]}"
    ),
    ("App.xcconfig", "#include? \"B.xcconfig\"\nINFOPLIST_KEY_A[sdk=iphoneos*] = $(inherited) b // c\n"),
    (
      "InfoPlist.xcstrings",
      "{\"sourceLanguage\":\"en\",\"strings\":{\"NSCameraUsageDescription\":{\"comment\":\"a\",\"localizations\":"
        + "{\"de\":{\"stringUnit\":{\"state\":\"new\",\"value\":\"Ä\\ud83d\\ude00\"}}}}},\"version\":\"1.0\"}"
    ),
    (
      "App.xcodeproj/project.pbxproj",
      "// !$*UTF8*$!\n{ objects = { A1 = {isa = PBXProject; buildConfigurationList = A6; developmentRegion = en; "
        + "knownRegions = (en, de); targets = (A2); }; A2 = {isa = PBXNativeTarget; buildConfigurationList = A3; "
        + "name = Tide; productType = \"com.apple.product-type.application\"; }; A3 = {isa = XCConfigurationList; "
        + "buildConfigurations = (A4); }; A4 = {isa = XCBuildConfiguration; buildSettings = {INFOPLIST_FILE = "
        + "App/Info.plist; INFOPLIST_KEY_NSCameraUsageDescription = \"Scans 📸.\"; }; name = Release; }; "
        + "A6 = {isa = XCConfigurationList; buildConfigurations = (A4); }; A7 = {isa = PBXVariantGroup; "
        + "children = (A8); name = InfoPlist.strings; }; A8 = {isa = PBXFileReference; name = de; "
        + "path = de.lproj/InfoPlist.strings; sourceTree = \"<group>\"; }; }; rootObject = A1; }\n"
    ),
    (".privacy-lsp.json", "{\"severity\":{\"no-reason\":\"off\",\"long-text\":\"hint\"}}"),
  ]

  /// What `plistlib` makes of a value of each type, and of a small manifest.
  private static let binaryFiles = [
    "62706c6973743030d301020304050e5161516251751001a6060708090a0b09233ff80000000000004200013341c5a11c000000006300e9d83d"
      + "de00d10c0d5f10184e5343616d65726155736167654465736372697074696f6e51788003080f111315171e1f282b343b3e595b00000000"
      + "00000101000000000000000f0000000000000000000000000000005d",
    "62706c6973743030d2010203045f10114e5350726976616379547261636b696e675f10184e5350726976616379547261636b696e67446f6d61"
      + "696e7308a10559612e6578616d706c65080d213c3d3f000000000000010100000000000000060000000000000000000000000000004"
      + "9",
  ]

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

extension [SeedFile] {
  /// The bytes of the files of some kinds.
  func bytes(_ kinds: Set<FileKind>) -> [[UInt8]] {
    filter { $0.kind.map(kinds.contains) ?? false }.map(\.bytes)
  }

  /// The bytes of all our files, each behind the number of its kind and so many zeros.
  func numbered(zeros: Int = 0, _ kinds: Set<FileKind> = Set(FileKind.allCases)) -> [[UInt8]] {
    compactMap { file in
      guard let kind = file.kind, kinds.contains(kind) else { return nil }
      return [kind.number] + [UInt8](repeating: 0, count: zeros) + file.bytes
    }
  }

  var propertyLists: [[UInt8]] { bytes([.privacyManifest, .infoPlist, .entitlements]) }
}

/// What Apple's files are made of, for the fuzzer to put together: the names of the schema and the marks of each format.
public func fuzzerDictionary() -> String {
  let catalog = Catalog.bundled
  var words: [String] = catalog.dictionaries.flatMap(\.keys).map(\.name)
  words += catalog.dataTypes.map(\.id) + catalog.purposes.map(\.id) + catalog.categories.map(\.id)
  words += catalog.categories.flatMap(\.reasons).map(\.code)
  words += catalog.purposeKeys.map(\.name) + catalog.entitlements.map(\.name)
  words += Rule.all.map(\.id)
  words += [
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<!DOCTYPE plist", "<plist version=\"1.0\">", "</plist>", "<dict>",
    "</dict>", "<dict/>", "<array>", "</array>", "<array/>", "<key>", "</key>", "<string>", "</string>", "<true/>",
    "<false/>", "<integer>", "</integer>", "<real>", "</real>", "<date>", "</date>", "<data>", "</data>", "<!--", "-->",
    "<![CDATA[", "]]>", "&amp;", "&#x1F4F8;", "encoding=\"UTF-16\"", "bplist00", "privacy-lsp:ignore",
    "privacy-lsp:ignore-file", "privacy-lsp:ignore-begin", "privacy-lsp:ignore-end", "/*", "*/", "//", " = ", ";\n",
    "\\U00e9", "\\n", "\\\"", "$(inherited)", "INFOPLIST_KEY_", "[sdk=iphoneos*]", "#include? \"", "<<<<<<< ",
    "=======\n", ">>>>>>> ", "isa = ", "PBXNativeTarget", "XCBuildConfiguration", "XCConfigurationList",
    "buildConfigurations = (", "buildSettings = {", "objects = {", "rootObject = ", "\"sourceLanguage\"", "\"strings\"",
    "\"localizations\"", "\"stringUnit\"", "\"state\"", "\"value\"", "\"variations\"", "\"version\"", "\\ud83d\\ude00",
    "Content-Length: ", "\r\n\r\n", "\"severity\"", "\"off\"", "\u{FEFF}", "📸", "e\u{301}", "\u{2028}", "\r", "\r\n",
    "%@", "TODO", "…", "{0}", "${PRODUCT_NAME}", "This app uses your ", " so that you can ",
  ]
  words += serverWords
  return Set(words).filter { !$0.isEmpty }.sorted().map(quotedForFuzzer).joined(separator: "\n")
}

private func quotedForFuzzer(_ word: String) -> String {
  var line = "\""
  for byte in word.utf8 {
    let isPlain = (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    if isPlain {
      line.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      let hex = String(byte, radix: 16, uppercase: true)
      line += "\\x" + (hex.count < 2 ? "0" : "") + hex
    }
  }
  return line + "\""
}
