import Catalog
import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// Checks what is offered at `$0`, and what the text is after one item is accepted.
///
/// - Parameters:
///   - only: All labels, in order.
///   - some: Labels that are among them.
///   - never: Labels that are not.
///   - accepting: The item to accept; the first if none is named.
///   - becomes: The text after it.
func check(
  _ marked: String, only: [String]? = nil, some: [String] = [], never: [String] = [], accepting: String? = nil,
  becomes: String? = nil, asSnippet: Bool = false, path: String = "PrivacyInfo.xcprivacy",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let file = MarkedText(marked).file
  let items = completions(in: snapshot(file.source, path: path), at: file.cursor)
  let labels = items.map(\.label)
  if let only { expectEqual(labels, only, "The list at \(marked)", sourceLocation: sourceLocation) }
  for label in some {
    expectTrue(labels.contains(label), "“\(label)” is not in \(labels)\n\(marked)", sourceLocation: sourceLocation)
  }
  for label in never {
    expectTrue(!labels.contains(label), "“\(label)” is offered\n\(marked)", sourceLocation: sourceLocation)
  }
  expectEqual(items.map(\.order), Array(items.indices), "The order", sourceLocation: sourceLocation)
  for item in items where some.contains(item.label) {
    let typed = file.source[ByteRange(item.range.lower, file.cursor)]
    expectTrue(
      item.filterText.hasPrefix(typed), "“\(item.filterText)” does not begin with “\(typed)”",
      sourceLocation: sourceLocation)
  }
  guard let becomes else { return }
  guard let item = items.first(where: { accepting == nil || $0.label == accepting }) else {
    expectTrue(false, "“\(accepting ?? "")” is not in \(labels)\n\(marked)", sourceLocation: sourceLocation)
    return
  }
  expectEqual(
    string(item.accepted(in: file.source, asSnippet: asSnippet)), becomes, marked, sourceLocation: sourceLocation)
}

@Suite struct CompletionTests {
  let rootKeys = [
    "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes", "NSPrivacyAccessedAPITypes",
  ]
  let entryKeys = [
    "NSPrivacyCollectedDataType", "NSPrivacyCollectedDataTypeLinked", "NSPrivacyCollectedDataTypeTracking",
    "NSPrivacyCollectedDataTypePurposes",
  ]
  let userDefaults = codes("NSPrivacyAccessedAPICategoryUserDefaults")

  /// The codes of a category, as many as Apple has.
  static func codes(_ category: String) -> [String] { linter.catalog.category(category)?.reasons.map(\.code) ?? [] }

  /// A manifest with one entry of accessed APIs whose reasons are given.
  func reasons(_ category: String, _ reasons: String) -> String {
    manifest(
      entry(
        "AccessedAPITypes",
        """
        <key>NSPrivacyAccessedAPIType</key>
        <string>\(category)</string>
        <key>NSPrivacyAccessedAPITypeReasons</key>
        <array>
        \(reasons)
        </array>
        """))
  }

  /// A manifest with one entry of collected data.
  func dataType(_ inner: String) -> String {
    manifest(entry("CollectedDataTypes", inner))
  }

  // MARK: - Keys

  @Test func keysOfADictionary() {
    check(
      manifest("\t$0"), only: rootKeys,
      becomes: manifest("\t<key>NSPrivacyTracking</key>\n\t<false/>"))
    check(
      manifest("\t<key>NSPrivacyTracking</key>\n\t<false/>\n\t$0"), only: Array(rootKeys.dropFirst()),
      accepting: "NSPrivacyCollectedDataTypes",
      becomes: manifest(
        "\t<key>NSPrivacyTracking</key>\n\t<false/>\n\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>"))
    check(
      manifest("\t$0\n\t<key>NSPrivacyTracking</key>\n\t<false/>"), only: Array(rootKeys.dropFirst()),
      accepting: "NSPrivacyTrackingDomains",
      becomes: manifest("\t<key>NSPrivacyTrackingDomains</key>\n\t<array/>\n\t<key>NSPrivacyTracking</key>\n\t<false/>")
    )
    check(
      manifest("\t$0"), accepting: "NSPrivacyTrackingDomains",
      becomes: manifest("\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string></string>\n\t</array>"),
      asSnippet: true)
    // Domains without tracking would be an error.
    check(
      manifest("\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string>a.example</string>\n\t</array>\n\t$0"),
      accepting: "NSPrivacyTracking",
      becomes: manifest(
        "\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string>a.example</string>\n\t</array>\n"
          + "\t<key>NSPrivacyTracking</key>\n\t<true/>"))
    check(dataType("$0"), only: entryKeys)
    check(
      dataType("<key>NSPrivacyCollectedDataTypeLinked</key>\n<true/>\n$0"),
      only: [entryKeys[0], entryKeys[2], entryKeys[3]], accepting: entryKeys[2],
      becomes: dataType(
        "<key>NSPrivacyCollectedDataTypeLinked</key>\n<true/>\n<key>NSPrivacyCollectedDataTypeTracking</key>\n<false/>")
    )
    check(
      reasons("NSPrivacyAccessedAPICategoryDiskSpace", "").replacing(
        "<key>NSPrivacyAccessedAPIType</key>", with: "$0<key>NSPrivacyAccessedAPIType</key>"),
      only: [])
    // What is present is this dictionary's, not another's.
    check(
      dataType("<key>NSPrivacyCollectedDataType</key>\n<string></string>").replacing(
        "<dict>\n\t<key>", with: "<dict>\n\t$0\n\t<key>"),
      only: ["NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyAccessedAPITypes"])
  }

  @Test func keysHalfTyped() {
    let tracking = manifest("\t<key>NSPrivacyTracking</key>\n\t<false/>")
    for typed in ["<", "<k", "<key", "NSPri", "<NSPri", "nsprivacytracking", "Privacy Tracking Enabled", "Track"] {
      check(manifest("\t\(typed)$0"), accepting: "NSPrivacyTracking", becomes: tracking)
    }
    check(manifest("\t<k$0e"), accepting: "NSPrivacyTracking", becomes: tracking)
    check(manifest("\tTrack$0"), only: ["NSPrivacyTracking", "NSPrivacyTrackingDomains"])
    check(manifest("\t<key>$0</key>"), only: rootKeys, becomes: tracking)
    check(manifest("\t<key>NSPri$0vacy</key>"), only: rootKeys, becomes: tracking)
    check(manifest("\t<key>NSPrivacyTracking$0</key>"), some: ["NSPrivacyTracking"], becomes: tracking)
    check(manifest("\t<key>$0"), only: rootKeys, becomes: tracking)
    check(manifest("\t<key>NSPri$0</k"), only: rootKeys, becomes: tracking)
    check(
      manifest("\t<key>NSPri$0\n\t<key>NSPrivacyTracking</key>\n\t<true/>"), only: Array(rootKeys.dropFirst()),
      accepting: "NSPrivacyCollectedDataTypes",
      becomes: manifest(
        "\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>\n\t<key>NSPrivacyTracking</key>\n\t<true/>"))
    // The value is there already, and only keys that take it are offered.
    check(
      manifest("\t<key>NSPri$0</key>\n\t<true/>"), only: ["NSPrivacyTracking"],
      becomes: manifest("\t<key>NSPrivacyTracking</key>\n\t<true/>"))
    check(
      manifest("\t$0\n\t<true/>"), accepting: "NSPrivacyTracking",
      becomes: manifest("\t<key>NSPrivacyTracking</key>\n\t<true/>"))
    check(manifest("\t<key>NSPri$0</key>\n\t<string>YES</string>"), only: rootKeys)
    check(
      manifest("\t<key></key>\n\t<true/>\n\t<key>$0</key>\n\t<array/>"),
      only: ["NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes", "NSPrivacyAccessedAPITypes"])
    check(manifest("\t<key>\n\t\tNSPriv$0\n\t</key>"), accepting: "NSPrivacyTracking", becomes: tracking)
  }

  /// A tag of which only its end is missing is completed as a whole, or nothing is offered; never is one put into it.
  @Test func tagsWithoutTheirEnd() {
    let key = "\t<key>NSPrivacyTracking</key>\n\t"
    for typed in ["<true/", "<false/", "<t/", "<array/", "<true ", "<dict", "<string ", "<true/ "] {
      for end in ["\n</dict>\n</plist>\n", "</dict></plist>", ""] {
        let file = MarkedText("<plist version=\"1.0\">\n<dict>\n\(key)\(typed)$0\(end)").file
        for item in completions(in: snapshot(file.source, path: "PrivacyInfo.xcprivacy"), at: file.cursor) {
          let accepted = string(item.accepted(in: file.source, asSnippet: false))
          expectTrue(
            accepted.contains("\(key)<true/>") || accepted.contains("\(key)<false/>"), "\(typed): \(accepted)")
        }
      }
    }
  }

  // MARK: - Values

  @Test func valuesBehindKeys() {
    let key = "\t<key>NSPrivacyTracking</key>\n"
    for typed in ["", "<", "<fa", "fal", "no"] {
      check(
        manifest("\(key)\t\(typed)$0"), some: ["<false/>"], accepting: "<false/>", becomes: manifest("\(key)\t<false/>")
      )
    }
    check(manifest("\(key)\t$0"), only: ["<false/>", "<true/>"])
    check(manifest("\(key)\t<t$0"), only: ["<true/>"])
    check(manifest("\(key)\t$0\n\t<key>NSPrivacyTrackingDomains</key>\n\t<array/>"), only: ["<false/>", "<true/>"])
    check(manifest("\t<key>NSPrivacyTracking</key>$0"), becomes: manifest("\(key)\t<false/>"))
    check(manifest("\(key)\t$0\n\t<true/>"), only: [])
    check(
      manifest("\(key)\t<tr$0ue/>"), only: ["<true/>", "<false/>"], accepting: "<false/>",
      becomes: manifest("\(key)\t<false/>"))
    check(manifest("\(key)\t<true>$0</true>"), accepting: "<false/>", becomes: manifest("\(key)\t<false/>"))
    check(
      manifest("\t<key>NSPrivacyTrackingDomains</key>\n\t$0"), only: ["<array>", "<array/>"],
      becomes: manifest("\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t</array>"))
    check(manifest("\t<key>NSPrivacyAccessedAPITypes</key>\n\t<arr$0"), only: ["<array>"])
    check(
      dataType("<key>NSPrivacyCollectedDataType</key>\n<str$0"), some: ["NSPrivacyCollectedDataTypeName"],
      never: ["NSPrivacyCollectedDataTypePurposeAnalytics"],
      becomes: dataType("<key>NSPrivacyCollectedDataType</key>\n<string>NSPrivacyCollectedDataTypeName</string>"))
    check(manifest("\t<key>Unknown</key>\n\t$0"), only: [])
    check(manifest("<<<$0<<<< HEAD\n\t<key>NSPrivacyTracking</key>\n=======\n>>>>>>> main"), only: [])
    check(manifest("\t<key>Unknown</key>\n\t<string>$0</string>"), only: [])
    check(manifest("\t<key>Unknown</key>\n\t<array>\n\t\t$0\n\t</array>"), only: [])
    check(manifest("\t<key>NSPrivacyTracking</key>\n\t<string>$0</string>"), only: [])
  }

  /// What people call things leads to their names, the thing that is called so first; what means nothing leads nowhere.
  @Test func wordsThatPeopleType() {
    let rows: [(String, [String])] = [
      ("contact", ["Contacts", "OtherUserContactInfo"]), ("email", ["EmailAddress", "EmailsOrTextMessages"]),
      ("gps", ["PreciseLocation"]), ("idfa", ["DeviceID"]), ("sms", ["EmailsOrTextMessages"]), ("voice", ["AudioData"]),
      ("ip", ["CoarseLocation", "DeviceID", "OtherDataTypes"]), ("identifiers", ["UserID", "DeviceID"]),
      ("diagnostics", ["CrashData", "PerformanceData", "OtherDiagnosticData"]), ("zip", ["PhysicalAddress"]),
      ("location", ["PreciseLocation", "CoarseLocation"]), ("photo", ["PhotosorVideos"]), ("telep", ["PhoneNumber"]),
      ("xyzzy", []), ("fooEmail", []),
    ]
    for (word, names) in rows {
      let key = "\t<key>NSPrivacyCollectedDataType</key>\n\t<string>\(word)$0</string>"
      let file = MarkedText(manifest(entry("CollectedDataTypes", key))).file
      let labels = completions(in: snapshot(file.source), at: file.cursor).map(\.label)
      let expected = names.map { "NSPrivacyCollectedDataType\($0)" }
      expectEqual(Array(labels.prefix(max(expected.count, 1))), expected, word)
    }
  }

  @Test func reasonsOfTheCategoryOnly() {
    let category = "NSPrivacyAccessedAPICategoryUserDefaults"
    check(
      reasons(category, "\t<string>$0</string>"), only: userDefaults,
      becomes: reasons(category, "\t<string>CA92.1</string>"))
    for broken in ["\t<string>$0", "\t<string$0", "\t<$0", "\t$0", "\tCA$0", "\t<string>CA$0", "\t<string>ca92$0</str"]
    {
      check(
        reasons(category, broken), some: ["CA92.1"], never: ["C617.1", "35F9.1"],
        becomes: reasons(category, "\t<string>CA92.1</string>"))
    }
    check(reasons(category, "\t<string>C$0</string>"), some: ["CA92.1", "C56D.1"], never: ["1C8F.1", "C617.1"])
    check(reasons(category, "\t<string>CA92.1</string>\n\t<string>$0</string>"), only: Array(userDefaults.dropFirst()))
    check(reasons(category, "\t<string>CA92.1</string>\n\t$0"), only: Array(userDefaults.dropFirst()))
    // A right value can be exchanged, and so can a wrong one.
    check(
      reasons(category, "\t<string>CA$092.1</string>"), only: userDefaults, accepting: "1C8F.1",
      becomes: reasons(category, "\t<string>1C8F.1</string>"))
    check(reasons(category, "\t<string>1C8F.1$0</string>"), only: ["1C8F.1"] + userDefaults.filter { $0 != "1C8F.1" })
    check(reasons(category, "\t<string>C617.1$0</string>"), only: userDefaults)
    check(
      reasons(category, "\t<string>$0 C617.1 </string>"), only: userDefaults,
      becomes: reasons(category, "\t<string>CA92.1</string>"))
    // A word for what a code means leads to it, and one that means nothing here to none of them.
    check(reasons("NSPrivacyAccessedAPICategoryDiskSpace", "\t<string>bug$0</string>"), only: ["7D9E.1"])
    check(reasons(category, "\t<string>bug$0</string>"), only: [])
    // A category that clearly means one counts; one that means none has no reasons.
    check(reasons("User Defaults", "\t<string>$0</string>"), only: userDefaults)
    check(reasons("NSPrivacyAccessedAPICategoryCalendars", "\t<string>$0</string>"), only: [])
    // No category yet: those of all, or of the one that the reasons tell.
    check(reasons("", "\t<string>$0</string>"), some: ["CA92.1", "C617.1", "35F9.1"])
    check(
      reasons("", "\t<string>C617.1</string>\n\t<string>$0</string>"),
      only: Self.codes("NSPrivacyAccessedAPICategoryFileTimestamp").filter { $0 != "C617.1" })
  }

  @Test func valuesByEveryName() {
    func type(_ text: String) -> String { dataType("<key>NSPrivacyCollectedDataType</key>\n<string>\(text)</string>") }
    let found = [
      "NSPrivacyCollectedDataTypeEm": "EmailAddress", "nsprivacycollecteddatatypeemaila": "EmailAddress",
      "Email Address": "EmailAddress", "Email A": "EmailAddress", "emailaddr": "EmailAddress",
      "Photos or V": "PhotosorVideos", "PhotosOrVideos": "PhotosorVideos", "photosor": "PhotosorVideos",
      "videos": "PhotosorVideos", "Address": "PhysicalAddress",
    ]
    for (typed, id) in found {
      let id = "NSPrivacyCollectedDataType" + id
      check(type("\(typed)$0"), some: [id], accepting: id, becomes: type(id))
    }
    check(type("Email Address$0"), only: ["NSPrivacyCollectedDataTypeEmailAddress"])
    func category(_ text: String) -> String {
      manifest(entry("AccessedAPITypes", "<key>NSPrivacyAccessedAPIType</key>\n<string>\(text)</string>"))
    }
    for typed in ["UserDefaults", "User Defaults", "user def", "NSPrivacyAccessedAPICategoryUser"] {
      check(category("\(typed)$0"), only: ["NSPrivacyAccessedAPICategoryUserDefaults"])
    }
    func purpose(_ text: String) -> String {
      dataType("<key>NSPrivacyCollectedDataTypePurposes</key>\n<array>\n\t\(text)\n</array>")
    }
    check(purpose("<string>App Func$0</string>"), only: ["NSPrivacyCollectedDataTypePurposeAppFunctionality"])
    check(purpose("<string>Developer's$0</string>"), only: ["NSPrivacyCollectedDataTypePurposeDeveloperAdvertising"])
    check(
      purpose("<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>\n\t<string>Analytics$0</string>"),
      never: ["NSPrivacyCollectedDataTypePurposeAnalytics", "NSPrivacyCollectedDataTypeName"])
  }

  @Test func neverWhatIsThere() {
    func types(_ first: String, _ second: String) -> String {
      manifest(
        """
        \t<key>NSPrivacyCollectedDataTypes</key>
        \t<array>
        \t\t<dict>
        \t\t\t<key>NSPrivacyCollectedDataType</key>
        \t\t\t<string>\(first)</string>
        \t\t</dict>
        \t\t\(second)
        \t</array>
        """)
    }
    let name = "NSPrivacyCollectedDataTypeName"
    let second = "<dict>\n\t\t\t<key>NSPrivacyCollectedDataType</key>\n\t\t\t<string>$0</string>\n\t\t</dict>"
    check(types(name, second), some: ["NSPrivacyCollectedDataTypeUserID"], never: [name])
    check(types("Email Address", second), never: ["NSPrivacyCollectedDataTypeEmailAddress"])
    check(types(name, "$0"), some: ["NSPrivacyCollectedDataTypeUserID"], never: [name])
    check(types("$0", second.replacing("$0", with: name)), never: [name])
    // The other entry lies in this one as long as its end tag is missing.
    check(
      types("x", second).replacing("x</string>\n\t\t</dict>", with: "\(name)</string>"),
      some: ["NSPrivacyCollectedDataTypeUserID"])
  }

  @Test func wholeEntries() {
    let category = "NSPrivacyAccessedAPICategorySystemBootTime"
    let complete = manifest(
      entry(
        "AccessedAPITypes",
        """
        <key>NSPrivacyAccessedAPIType</key>
        <string>\(category)</string>
        <key>NSPrivacyAccessedAPITypeReasons</key>
        <array>
        \t<string></string>
        </array>
        """))
    for typed in [
      "\n\t\t$0\n\t", "\n\t\t<$0\n\t", "\n\t\t<dict$0\n\t", "\n\t\tSystem Boot$0\n\t", "$0", "\n\t\t<SystemB$0\n\t",
      "\n$0\n\t",
    ] {
      check(
        manifest("\t<key>NSPrivacyAccessedAPITypes</key>\n\t<array>\(typed)</array>"), some: [category],
        accepting: category, becomes: complete)
    }
    // What begins both the tag and a name is more likely the name.
    for typed in ["\n\t\t<di$0\n\t", "<di$0", "\n\t\t<d$0\n\t"] {
      let file = MarkedText(manifest("\t<key>NSPrivacyAccessedAPITypes</key>\n\t<array>\(typed)</array>")).file
      let found = completions(in: snapshot(file.source), at: file.cursor).map(\.label)
      expectEqual(found.first, "NSPrivacyAccessedAPICategoryDiskSpace", typed)
      expectEqual(found.count, 5, typed)
    }
    check(
      manifest("\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array>\n\t\tCrash$0\n\t</array>"),
      only: ["NSPrivacyCollectedDataTypeCrashData"],
      becomes: dataType(
        """
        <key>NSPrivacyCollectedDataType</key>
        <string>NSPrivacyCollectedDataTypeCrashData</string>
        <key>NSPrivacyCollectedDataTypeLinked</key>
        <false/>
        <key>NSPrivacyCollectedDataTypeTracking</key>
        <false/>
        <key>NSPrivacyCollectedDataTypePurposes</key>
        <array>
        \t<string>…</string>
        </array>
        """))
    check(
      manifest("\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t$0\n\t</array>"), only: ["<string>"],
      becomes: manifest("\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string></string>\n\t</array>"))
    check(manifest("\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string>$0</string>\n\t</array>"), only: [])
  }

  @Test func wholeFile() {
    let complete = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>NSPrivacyTracking</key>
      \t<false/>
      \t<key>NSPrivacyTrackingDomains</key>
      \t<array/>
      \t<key>NSPrivacyCollectedDataTypes</key>
      \t<array/>
      </dict>
      </plist>

      """
    let files = ["Privacy manifest", "Manifest with APIs"]
    for typed in [
      "$0", "\n$0\n", "  $0", "<$0", "<?xml$0", "pl$0", "priv$0", "<plist$0", "<!DOC$0", "\n<?x$0\n\n",
      "\n\n$0\n", " \n\n \n$0", "$0\n\n\n", "\n  $0  \n \n", "\n\n  pl$0",
    ] {
      check(typed, only: files, becomes: complete)
    }
    let lists = "\t<key>NSPrivacyAccessedAPITypes</key>\n\t<array/>\n</dict>"
    check("\n$0", accepting: files[1], becomes: complete.replacing("</dict>", with: lists))
    let stops = completions(in: snapshot(""), at: 0).map(\.insertion.snippet)
    expectEqual(
      stops.map { $0.split(separator: "\n").filter { $0.contains("$") }.joined() },
      [
        "\t<${1|false,true|}/>\t<array>${3}</array>\t<array>${2}</array>",
        "\t<${1|false,true|}/>\t<array>${4}</array>\t<array>${2}</array>\t<array>${3}</array>",
      ])
    check("\u{FEFF}\n\n$0\n", only: files, becomes: "\u{FEFF}" + complete)
    check(
      "\r\n\r\n$0\r\n", only: files, becomes: complete.replacing("\n", with: "\r\n"))
    check("\u{FEFF}$0", only: files, becomes: "\u{FEFF}" + complete)
    expectEqual(snapshot(complete).lint(fixes: .none).diagnostics, [], "The findings of a new manifest")
    let header = complete.split(separator: "\n").prefix(2).joined(separator: "\n")
    check(header + "\n$0", only: files, becomes: String(complete.dropLast()))
    check(header + "\n<pl$0", only: files)
    check(header + "\n<plist version=\"1.0\">\n$0\n</plist>", becomes: String(complete.dropLast()))
    check(header + "\n<plist version=\"1.0\">\n$0", becomes: String(complete.dropLast()))
    for other in [
      "{ \"a\": 1 }$0", "$0{}", "( a, b )$0", "a = b;$0",
      "bplist00$0 and more of it, which is no text at all, for as long as it takes",
    ] {
      check(other, only: [])
    }
  }

  @Test func endTags() {
    let open = "\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string>a.example"
    check(manifest("\(open)</$0"), only: ["</string>"], becomes: manifest("\(open)</string>"))
    check(manifest("\(open)</st$0"), only: ["</string>"])
    check(manifest("\(open)<$0"), only: ["</string>"])
    check(manifest("\(open)</$0</string>\n\t</array>"), only: [])
    check(manifest("\(open)</string>\n\t</$0"), only: ["</array>"], becomes: manifest("\(open)</string>\n\t</array>"))
    check(manifest("\(open)</string>\n\t</arr$0\n\t</array>"), only: [])
    check(manifest("\(open)</string>\n\t$0"), some: ["<string>", "</array>"])
    check(manifest("\(open)</string>\n\t$0\n\t</array>"), never: ["</array>"])
    check("<plist version=\"1.0\">\n<dict>\n\t<key>NSPrivacyTracking</key>\n\t<false/>\n$0", some: ["</dict>"])
    check("<plist version=\"1.0\">\n<dict>\n\t<key>NSPrivacyTracking</key>\n$0", never: ["</dict>"])
  }

  @Test func nothingElsewhere() {
    let places = [
      "<?xml vers$0ion", "<!DOCTYPE pl$0ist", "</plist>$0", "</plist>\n$0", "<pl$0ist version", "<plist vers$0ion",
      "<!-- NSPri$0 -->", "<k$0ey>", "</ke$0y>", "<di$0ct>",
    ]
    let text = manifest("\t<!-- NSPri -->\n\t<key>NSPrivacyTracking</key>\n\t<false/>")
    for place in places {
      let marked = text.replacing(place.replacing("$0", with: ""), with: place, maxReplacements: 1)
      expectTrue(marked.contains("$0"), "\(place) is not there")
      check(marked, only: [])
    }
    check(manifest("\t<!-- NSPri$0"), only: [])
    check("<plist><dict><integer>$0</integer></dict></plist>", only: [])
    check("<plist><dict><key>NSPrivacyTracking</key><array><array>$0</array></array></dict></plist>", only: [])
    check(manifest("\t$0"), never: rootKeys, path: "Info.plist")
  }

  // MARK: - Layout

  @Test func layoutIsTheFiles() {
    func both(_ marked: String, _ after: String, accepting: String) {
      let spaces = { (text: String) in text.replacing("\t", with: "  ") }
      let crlf = { (text: String) in text.replacing("\n", with: "\r\n") }
      for variant in [{ $0 }, spaces, crlf, { crlf(spaces($0)) }] {
        check(variant(marked), accepting: accepting, becomes: variant(after))
      }
    }
    let tracking = "\t<key>NSPrivacyTracking</key>\n\t<false/>"
    let types = "\t<key>NSPrivacyAccessedAPITypes</key>\n\t<array>\n\t</array>"
    both(manifest("\(tracking)\n\t$0"), manifest("\(tracking)\n\(types)"), accepting: "NSPrivacyAccessedAPITypes")
    // At the end of a line, before an element on its line, on a line that is not indented, before the end tag.
    both(manifest("\(tracking)$0"), manifest("\(tracking)\n\(types)"), accepting: "NSPrivacyAccessedAPITypes")
    both(
      manifest("\t$0<key>NSPrivacyTracking</key>\n\t<false/>"), manifest("\(types)\n\(tracking)"),
      accepting: "NSPrivacyAccessedAPITypes")
    both(manifest("\(tracking)\n$0"), manifest("\(tracking)\n\(types)"), accepting: "NSPrivacyAccessedAPITypes")
    both(
      manifest("\(tracking)\n").replacing("\n</dict>", with: "$0</dict>", maxReplacements: 1),
      manifest("\(tracking)\n\(types)"), accepting: "NSPrivacyAccessedAPITypes")
    // On one line.
    check(
      "<plist version=\"1.0\"><dict><key>📸</key><true/>$0</dict></plist>", accepting: "NSPrivacyTracking",
      becomes: "<plist version=\"1.0\"><dict><key>📸</key><true/><key>NSPrivacyTracking</key><false/></dict></plist>")
    check(
      "<plist version=\"1.0\"><dict>$0</dict></plist>", accepting: "NSPrivacyCollectedDataTypes",
      becomes: "<plist version=\"1.0\"><dict><key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>")
    // Behind a comment, and before one.
    both(
      manifest("\t<!-- 📸 --> $0"), manifest("\t<!-- 📸 --> \n\(tracking)"), accepting: "NSPrivacyTracking")
    both(manifest("\t$0 <!-- a -->"), manifest("\(tracking)\n\t <!-- a -->"), accepting: "NSPrivacyTracking")
  }

  /// What stands behind the cursor keeps its line and its blanks.
  @Test func linesKeepTheirIndentation() {
    let api = "NSPrivacyAccessedAPITypes"
    let types = "\t<key>\(api)</key>\n\t<array>\n\t</array>"
    let tracking = "\t<key>NSPrivacyTracking</key>\n\t<false/>"
    func check(_ marked: String, _ accepting: String, _ after: String) {
      for (blanks, end) in [("\t", "\n"), ("    ", "\n"), ("\t", "\r\n")] {
        let variant = { (text: String) in text.replacing("\t", with: blanks).replacing("\n", with: end) }
        EditorFeaturesTests.check(variant(marked), accepting: accepting, becomes: variant(after))
      }
    }
    check(manifest("$0\(tracking)"), api, manifest("\(types)\n\(tracking)"))
    check(manifest("\t$0\(tracking.dropFirst())"), api, manifest("\(types)\n\(tracking)"))
    check(manifest("\(tracking)\n$0\t<!-- a -->"), api, manifest("\(tracking)\n\(types)\n\t<!-- a -->"))
    check(
      manifest("\(tracking)").replacing("</dict>", with: "$0</dict>"), api, manifest("\(tracking)\n\(types)"))
    // The value of a key, in front of the next key.
    let key = "\t<key>NSPrivacyTracking</key>"
    check(manifest("\(key)\n$0\(types)"), "<false/>", manifest("\(tracking)\n\(types)"))
    check(manifest("\(key)\n\t$0\(types.dropFirst())"), "<false/>", manifest("\(tracking)\n\(types)"))
    // In an array, before its end tag.
    let domains = "\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n"
    let host = "\t\t<string></string>\n"
    check(manifest("\(domains)$0\t</array>"), "<string>", manifest("\(domains)\(host)\t</array>"))
    check(manifest("\(domains)\t$0</array>"), "<string>", manifest("\(domains)\(host)\t</array>"))
    check(manifest("\(domains)$0\(host)\t</array>"), "<string>", manifest("\(domains)\(host)\(host)\t</array>"))
    check(manifest("\(domains)\t$0\t</array>"), "<string>", manifest("\(domains)\(host)\t\t</array>"))
    // In the midst of four blanks, and deeper than anything else.
    EditorFeaturesTests.check(
      manifest("  $0  <key>NSPrivacyTracking</key>\n    <false/>"), accepting: api,
      becomes: manifest(
        "    <key>\(api)</key>\n    <array>\n    </array>\n    <key>NSPrivacyTracking</key>\n    <false/>"))
    check(
      manifest("\(tracking)\n\t\t$0\t<key>a</key>\n\t<true/>"), api,
      manifest("\(tracking)\n\t\t\t<key>\(api)</key>\n\t\t\t<array>\n\t\t\t</array>\n\t\t\t<key>a</key>\n\t<true/>"))
  }

  @Test func arraysOnOneLine() {
    let key = "<key>NSPrivacyTrackingDomains</key>"
    let host = "<string></string>"
    func array(_ text: String) -> String { manifest("\t\(key)\n\(text)") }
    let rows = [
      ("\t<array>$0</array>", "\t<array>\n\t\t\(host)\n\t</array>"),
      ("\t<array>$0 </array>", "\t<array>\n\t\t\(host)\n\t </array>"),
      ("\t<array>\(host)$0</array>", "\t<array>\(host)\(host)</array>"),
      ("\t<array>$0\(host)</array>", "\t<array>\(host)\(host)</array>"),
      ("\t<array>$0\n\t\t\(host)\n\t</array>", "\t<array>\n\t\t\(host)\n\t\t\(host)\n\t</array>"),
      ("\t<array>\(host)$0\n\t</array>", "\t<array>\(host)\n\t\t\(host)\n\t</array>"),
      (
        "\t<array><!-- a -->$0\n\t\t\(host)\n\t</array>",
        "\t<array><!-- a -->\n\t\t\(host)\n\t\t\(host)\n\t</array>"
      ),
      ("\t<array>\n\t\t\(host)$0</array>", "\t<array>\n\t\t\(host)\n\t\t\(host)\n\t</array>"),
      ("\t<array>\n\t\t\(host)$0\t</array>", "\t<array>\n\t\t\(host)\n\t\t\(host)\n\t</array>"),
      ("\t<array>\n\t\t\(host)$0\(host)</array>", "\t<array>\n\t\t\(host)\n\t\t\(host)\n\t\t\(host)</array>"),
      (
        "\t<array>\n\t\t<string>\n\t\t\t\ta</string>$0\n\t</array>",
        "\t<array>\n\t\t<string>\n\t\t\t\ta</string>\n\t\t\(host)\n\t</array>"
      ),
    ]
    for (marked, after) in rows { check(array(marked), only: ["<string>"], becomes: array(after)) }
    // Whole entries, which have lines of their own.
    let reasons = "<key>NSPrivacyAccessedAPITypes</key>"
    let category = "NSPrivacyAccessedAPICategoryDiskSpace"
    let old = "<dict><key>a</key><true/></dict>"
    let new =
      "<dict><key>NSPrivacyAccessedAPIType</key><string>\(category)</string>"
      + "<key>NSPrivacyAccessedAPITypeReasons</key><array><string></string></array></dict>"
    check(
      manifest("\t\(reasons)\n\t<array>\(old)$0</array>"), accepting: category,
      becomes: manifest("\t\(reasons)\n\t<array>\(old)\(new)</array>"))
    check(
      "<plist version=\"1.0\"><dict>\(reasons)<array>$0</array></dict></plist>", accepting: category,
      becomes: "<plist version=\"1.0\"><dict>\(reasons)<array>\(new)</array></dict></plist>")
    check(
      manifest("\t\(reasons)\n\t<array>\n\t\t\(old)$0</array>"), accepting: category,
      becomes: manifest(
        """
        \t\(reasons)
        \t<array>
        \t\t\(old)
        \t\t<dict>
        \t\t\t<key>NSPrivacyAccessedAPIType</key>
        \t\t\t<string>\(category)</string>
        \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
        \t\t\t<array>
        \t\t\t\t<string></string>
        \t\t\t</array>
        \t\t</dict>
        \t</array>
        """))
  }

  /// What an empty array takes is offered at it, in it and behind it, and goes where the array was.
  @Test func emptyArrays() {
    let domains = "\t<key>NSPrivacyTrackingDomains</key>\n"
    let filled = manifest(domains + "\t<array>\n\t\t<string></string>\n\t</array>")
    let styles: [(String) -> String] = [
      { $0 }, { $0.replacing("\t", with: "  ") }, { $0.replacing("\n", with: "\r\n") },
    ]
    for array in [
      "$0<array/>", "<$0array/>", "<arr$0ay/>", "<array/$0>", "<array/>$0", "<array />$0", "$0<array></array>",
      "<array></array>$0", "<array></arr$0ay>", "<array>$0</array>", "<array/>st$0",
    ] {
      for style in styles {
        check(style(manifest(domains + "\t" + array)), only: ["<string>"], becomes: style(filled))
      }
    }
    let apis = "\t<key>NSPrivacyAccessedAPITypes</key>\n"
    let categories = linter.catalog.categories.map(\.id)
    check(manifest(apis + "\t<array/>$0"), only: categories)
    check(manifest(apis + "\t<array/>Disk$0"), only: ["NSPrivacyAccessedAPICategoryDiskSpace"])
    check(manifest(apis + "\t<array>\n\t$0</array>"), only: categories)
    // What is typed behind it may be a key as well.
    check(manifest(apis + "\t<array/>Track$0"), some: ["NSPrivacyTracking"])
    check(manifest(apis + "\t<array/> $0"), some: ["NSPrivacyTracking"], never: categories)
    check(manifest(apis + "\t<array>\n\t</array>$0"), some: ["NSPrivacyTracking"], never: categories)
    check(manifest("\t<key>NSUnknown</key>\n\t<array/>$0"), never: categories)
    let services = "\t<key>NSBonjourServices</key>\n"
    check(
      manifest(services + "\t<array/>$0"), only: ["<string>"],
      becomes: manifest(services + "\t<array>\n\t\t<string></string>\n\t</array>"), path: "Info.plist")
    // A character that was typed may be followed by a line break as well, which would accept the first.
    let file = MarkedText(manifest(apis + "\t<array/>$0")).file
    let typed = completions(in: snapshot(file.source), at: file.cursor, isAskedFor: false)
    expectTrue(!typed.isEmpty && typed.allSatisfy { !categories.contains($0.label) }, "\(typed.map(\.label))")
  }

  @Test func snippets() {
    let file = MarkedText(manifest("\t\t$0")).file
    let items = completions(in: snapshot(file.source), at: file.cursor)
    let item = items.first { $0.label == "NSPrivacyTracking" }
    expectEqual(item?.insertion.snippet ?? "", "<key>NSPrivacyTracking</key>\n\t\t<${1|false,true|}/>")
    expectEqual(
      item?.insertion.withoutIndentation(item?.lineIndentation ?? "")?.snippet ?? "",
      "<key>NSPrivacyTracking</key>\n<${1|false,true|}/>")
    expectEqual(
      item?.insertion.snippet(withChoices: false) ?? "", "<key>NSPrivacyTracking</key>\n\t\t<${1:false}/>")
  }
}
