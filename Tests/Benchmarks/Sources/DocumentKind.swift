/// The documents that everything is measured on. They are made here and nowhere else, from nothing but a size, so that
/// two runs have the same bytes; the script gets them through `benchmarks generate`.
///
/// Each is long by what makes such a file long, has one comment `note` in its middle to type into, and one mistake.
enum DocumentKind: String, CaseIterable {
  /// A privacy manifest, long by its tracking domains.
  case manifest
  /// An Info.plist, long by the file types it declares.
  case info
  /// A table of strings in the old style.
  case strings
  /// A string catalog in three languages.
  case catalog
  /// An Xcode project, long by its files.
  case project
  /// What language servers send: an array of diagnostics.
  case json
  /// For ruff: functions.
  case python
  /// For tombi: a project's settings, long by its dependencies.
  case toml

  /// The usual name of such a file.
  var fileName: String {
    switch self {
    case .manifest: "PrivacyInfo.xcprivacy"
    case .info: "Info.plist"
    case .strings: "InfoPlist.strings"
    case .catalog: "InfoPlist.xcstrings"
    case .project: "project.pbxproj"
    case .json: "diagnostics.json"
    case .python: "module.py"
    case .toml: "sample.toml"
    }
  }

  /// The document of about a size.
  ///
  /// - Parameters:
  ///   - size: In bytes; the document is at most one entry larger, unless the least that it can be is.
  ///   - hasMistake: Whether the one mistake is in it, where the kind can do without.
  func document(size: Int, hasMistake: Bool = true) -> [UInt8] {
    let parts = parts(hasMistake: hasMistake)
    var entries: [[UInt8]] = []
    var room = size - parts.head.utf8.count - parts.note.utf8.count - parts.tail.utf8.count
    while room > 0 {
      let entry = Array(parts.entry(entries.count + 1).utf8)
      room -= entry.count
      entries.append(entry)
    }
    var result = Array(parts.head.utf8)
    result.reserveCapacity(size + 1000)
    for (index, entry) in entries.enumerated() {
      if index == entries.count / 2 { result += parts.note.utf8 }
      result += entry
    }
    if entries.isEmpty { result += parts.note.utf8 }
    return result + parts.tail.utf8
  }

  private func parts(hasMistake: Bool) -> Parts {
    switch self {
    case .manifest: .manifest(reason: hasMistake ? "C617.1" : "1C8F.1")
    case .info: .info
    case .strings: .strings
    case .catalog: .catalog
    case .project: .project
    case .json: .json
    case .python: .python
    case .toml: .toml
    }
  }
}

/// What a document is put together from.
private struct Parts: Sendable {
  /// What stands before the entries.
  var head: String
  /// The line to type into, between two entries.
  var note: String
  /// What stands behind the entries.
  var tail: String
  /// The entry with a number, counted from one.
  var entry: @Sendable (Int) -> String
}

private let xmlHead = """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
  <plist version="1.0">

  """

/// A number as an Xcode project writes the names of its objects.
private func objectName(_ number: Int) -> String {
  let digits = String(number, radix: 16, uppercase: true)
  return "7A" + String(repeating: "0", count: max(22 - digits.utf8.count, 0)) + digits
}

extension Parts {
  static func manifest(reason: String) -> Parts {
    Parts(
      head: xmlHead + """
        <dict>
        \t<key>NSPrivacyTracking</key>
        \t<true/>
        \t<key>NSPrivacyTrackingDomains</key>
        \t<array>

        """,
      note: "\t\t<!-- note -->\n",
      tail: """
        \t</array>
        \t<key>NSPrivacyCollectedDataTypes</key>
        \t<array>
        \t\t<dict>
        \t\t\t<key>NSPrivacyCollectedDataType</key>
        \t\t\t<string>NSPrivacyCollectedDataTypeDeviceID</string>
        \t\t\t<key>NSPrivacyCollectedDataTypeLinked</key>
        \t\t\t<true/>
        \t\t\t<key>NSPrivacyCollectedDataTypeTracking</key>
        \t\t\t<true/>
        \t\t\t<key>NSPrivacyCollectedDataTypePurposes</key>
        \t\t\t<array>
        \t\t\t\t<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>
        \t\t\t</array>
        \t\t</dict>
        \t</array>
        \t<key>NSPrivacyAccessedAPITypes</key>
        \t<array>
        \t\t<dict>
        \t\t\t<key>NSPrivacyAccessedAPIType</key>
        \t\t\t<string>NSPrivacyAccessedAPICategoryUserDefaults</string>
        \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
        \t\t\t<array>
        \t\t\t\t<string>CA92.1</string>
        \t\t\t\t<string>\(reason)</string>
        \t\t\t</array>
        \t\t</dict>
        \t</array>
        </dict>
        </plist>

        """
    ) { "\t\t<string>events\($0).example.com</string>\n" }
  }

  static let info = Parts(
    head: xmlHead + """
      <dict>
      \t<key>CFBundleIdentifier</key>
      \t<string>com.example.sample</string>
      \t<key>CFBundleName</key>
      \t<string>Sample</string>
      \t<key>NSCameraUsageDescription</key>
      \t<string></string>
      \t<key>UTImportedTypeDeclarations</key>
      \t<array>

      """,
    note: "\t\t<!-- note -->\n",
    tail: """
      \t</array>
      </dict>
      </plist>

      """
  ) {
    """
    \t\t<dict>
    \t\t\t<key>UTTypeIdentifier</key>
    \t\t\t<string>com.example.sample.type\($0)</string>
    \t\t\t<key>UTTypeDescription</key>
    \t\t\t<string>Drawing &amp; notes, version \($0)</string>
    \t\t\t<key>UTTypeConformsTo</key>
    \t\t\t<array>
    \t\t\t\t<string>public.data</string>
    \t\t\t\t<string>public.content</string>
    \t\t\t</array>
    \t\t\t<key>UTTypeSize</key>
    \t\t\t<integer>\($0 * 64)</integer>
    \t\t\t<key>UTTypeIsOld</key>
    \t\t\t<false/>
    \t\t</dict>

    """
  }

  static let strings = Parts(
    head: "/* Why the app uses the camera. */\n\"NSCameraUsageDescription\" = \"\";\n\n", note: "/* note */\n", tail: ""
  ) { "/* The title of shortcut \($0). */\n\"shortcut.title.\($0)\" = \"Open “page \($0)”\\nof %@\";\n\n" }

  static let catalog = Parts(
    head: """
      {
        "sourceLanguage" : "en",
        "strings" : {

      """,
    note: "",
    tail: """
          "NSCameraUsageDescription" : {
            "comment" : "note",
            "localizations" : {
              "en" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : ""
                }
              }
            }
          }
        },
        "version" : "1.0"
      }

      """
  ) { number in
    let units = [("de", "Seite \(number) öffnen"), ("en", "Open page \(number)"), ("fr", "Ouvrir la page \(number)")]
      .map { language, value in
        """
                "\(language)" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "\(value)"
                  }
                }
        """
      }
    return """
          "shortcut.title.\(number)" : {
            "comment" : "The title of shortcut \(number).",
            "extractionState" : "manual",
            "localizations" : {
      \(units.joined(separator: ",\n"))
            }
          },

      """
  }

  static let project = Parts(
    head: """
      // !$*UTF8*$!
      {
      \tarchiveVersion = 1;
      \tclasses = {
      \t};
      \tobjectVersion = 77;
      \tobjects = {

      /* Begin PBXFileReference section */

      """,
    note: "/* note */\n",
    tail: """
      /* End PBXFileReference section */

      /* Begin PBXNativeTarget section */
      \t\t5A0000000000000000000001 /* Sample */ = {
      \t\t\tisa = PBXNativeTarget;
      \t\t\tbuildConfigurationList = 5A0000000000000000000002;
      \t\t\tbuildPhases = (
      \t\t\t);
      \t\t\tname = Sample;
      \t\t\tproductType = "com.apple.product-type.application";
      \t\t};
      /* End PBXNativeTarget section */

      /* Begin XCBuildConfiguration section */
      \t\t5A0000000000000000000003 /* Release */ = {
      \t\t\tisa = XCBuildConfiguration;
      \t\t\tbuildSettings = {
      \t\t\t\tGENERATE_INFOPLIST_FILE = YES;
      \t\t\t\tINFOPLIST_KEY_NSCameraUsageDescription = "";
      \t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = com.example.sample;
      \t\t\t};
      \t\t\tname = Release;
      \t\t};
      /* End XCBuildConfiguration section */

      /* Begin XCConfigurationList section */
      \t\t5A0000000000000000000002 = {
      \t\t\tisa = XCConfigurationList;
      \t\t\tbuildConfigurations = (
      \t\t\t\t5A0000000000000000000003 /* Release */,
      \t\t\t);
      \t\t};
      /* End XCConfigurationList section */
      \t};
      \trootObject = 5A0000000000000000000004 /* Project object */;
      }

      """
  ) {
    "\t\t\(objectName($0)) /* View\($0).swift */ = {isa = PBXFileReference; lastKnownFileType = sourcecode.swift; "
      + "path = View\($0).swift; sourceTree = \"<group>\"; };\n"
  }

  static let json = Parts(head: "[\n", note: "", tail: "{\"note\":null}]\n") {
    "{\"range\":{\"start\":{\"line\":\($0),\"character\":4},\"end\":{\"line\":\($0),\"character\":21}},\"severity\":2,"
      + "\"code\":\"tracking-domain\",\"source\":\"privacy-lsp\",\"message\":\"“events\($0).example.com” is no domain\"},\n"
  }

  static let python = Parts(head: "import sys  # noqa: F401\n", note: "\n\n# note\n", tail: "\n\nimport os\n") {
    "\n\ndef function_\($0)(a, b):\n    value = a + b * \($0)\n    return value\n"
  }

  static let toml = Parts(
    head: "[project]\nname = \"sample\"\nversion = \"1.0\"\ndependencies = [\n", note: "    # note\n",
    tail: "]\n\n[tool.sample]\nlimit = 1\nlimit = 2\n"
  ) { "    \"package-\($0)>=1.\($0 % 40)\",\n" }
}
