import EditorFeatures
import Foundation
import PrivacyRules
import ProjectFiles
import PropertyList
import SourceText
import TestSupport
import Testing

/// Whatever is offered in a file that is being typed, or in which a hand has slipped, leaves the file no worse, and says
/// what its label said. `PRIVACY_LSP_EVERY_SLIP=1` looks at every item at every place, which takes an hour; without it
/// each place has its turn in one of the texts that have it.
@Suite struct CompletionSlipTests {
  static let files: [(path: String, text: String)] = [
    (
      "PrivacyInfo.xcprivacy",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
      \t<key>NSPrivacyTracking</key>
      \t<true/>
      \t<key>NSPrivacyTrackingDomains</key>
      \t<array/>
      \t<key>NSPrivacyCollectedDataTypes</key>
      \t<array>
      \t\t<dict>
      \t\t\t<key>NSPrivacyCollectedDataType</key>
      \t\t\t<string>NSPrivacyCollectedDataTypeCrashData</string>
      \t\t\t<key>NSPrivacyCollectedDataTypeLinked</key>
      \t\t\t<false/>
      \t\t\t<key>NSPrivacyCollectedDataTypePurposes</key>
      \t\t\t<array>
      \t\t\t\t<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>
      \t\t\t</array>
      \t\t</dict>
      \t</array>
      \t<!-- Ours -->
      </dict>
      </plist>

      """
    ),
    (
      "Info.plist",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
      \t<key>CFBundleName</key>
      \t<string>Tide &amp; Co</string>
      \t<key>NSCameraUsageDescription</key>
      \t<string></string>
      \t<key>UIRequiresFullScreen</key>
      \t<true/>
      \t<key>NSBonjourServices</key>
      \t<array>
      \t\t<string>_tide._tcp</string>
      \t</array>
      \t<key>NSLocationTemporaryUsageDescriptionDictionary</key>
      \t<dict>
      \t\t<key>Ride</key>
      \t\t<string>Finds your door.</string>
      \t</dict>
      </dict>
      </plist>

      """
    ),
    (
      "App.entitlements",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
        <key>com.apple.developer.healthkit.access</key>
        <array>
          <string>health-records</string>
        </array>
        <key>com.apple.security.device.camera</key><true/>
        <key>com.apple.security.device.audio-input</key>
        <true></true>
      </dict></plist>

      """
    ),
    (
      "de.lproj/InfoPlist.strings",
      """
      /* The camera */
      "NSCameraUsageDescription" = "Liest \\"Belege\\" 📸.";
      // Zur Tür
      Ride = "Zur Tür";
      NSMicrophoneUsageDescription = "Hört zu
      und spricht.";

      "CFBundleName" = "Flut";

      """
    ),
    (
      "InfoPlist.xcstrings",
      """
      {
        "sourceLanguage" : "en",
        "strings" : {
          "NSCameraUsageDescription" : {
            "localizations" : {
              "de" : { "stringUnit" : { "state" : "translated", "value" : "Liest \\"Belege\\"." } },
              "fr" : {
                "stringUnit" : { "state" : "new", "value" : "" }
              }
            }
          },
          "NSBluetoothAlwaysUsageDescription" : { }
        },
        "version" : "1.0"
      }

      """
    ),
    (
      "App.xcconfig",
      """
      // Privacy
      #include "Base.xcconfig"
      INFOPLIST_KEY_NSCameraUsageDescription = Scans receipts.
      INFOPLIST_KEY_NSMicrophoneUsageDescription[sdk=iphoneos*] = $(inherited)

      SWIFT_VERSION = 6.0 // new

      """
    ),
    (
      "App.xcodeproj/project.pbxproj",
      MarkedText(
        xcodeProject(
          "\t\t\t\tINFOPLIST_KEY_NSCameraUsageDescription = \"Scans 📸.\";\n\t\t\t\tSDKROOT = iphoneos;\n"
            + "\t\t\t\t\"LD_X[sdk=*]\" = (\n\t\t\t\t\ta,\n\t\t\t\t);")
      ).file.text
    ),
  ]

  static let runsAll = ProcessInfo.processInfo.environment["PRIVACY_LSP_EVERY_SLIP"] == "1"

  /// A text with what happened to it, and where.
  struct Slip {
    var text: [UInt8]
    var place: Int
  }

  /// Every prefix of a text, and every text that differs by a character deleted or doubled, or a line left out.
  static func slips(of text: String) -> [Slip] {
    let bytes = Array(text.utf8)
    let source = SourceText(bytes)
    var result = [Slip(text: bytes, place: 0)]
    var at = 0
    for character in text {
      let end = at + character.utf8.count
      result.append(Slip(text: Array(bytes[..<at]), place: at))
      result.append(Slip(text: Array(bytes[..<at] + bytes[end...]), place: at))
      result.append(Slip(text: Array(bytes[..<end] + bytes[at...]), place: end))
      at = end
    }
    for line in 0..<source.lineCount {
      let contents = source.contents(ofLine: line)
      result.append(Slip(text: Array(bytes[..<contents.lower] + bytes[contents.upper...]), place: contents.lower))
      result.append(
        Slip(text: Array(bytes[..<contents.lower] + bytes[contents.upper...].dropFirst()), place: contents.lower))
    }
    return result
  }

  /// A file of the project, and the targets that the intact files make up.
  func snapshot(_ text: [UInt8], _ path: String, _ targets: [Target]) -> Snapshot {
    let path = "/App/\(path)"
    let document = Document(path: path, kind: FileKind.of(path: path) ?? .infoPlist, text: SourceText(text))
    return Snapshot(document: document, linter: linter, project: Project(targets: targets, path: path))
  }

  @Test(arguments: Self.files.map(\.path))
  func nothingBreaksAFile(path: String) throws {
    let file = try #require(Self.files.first { $0.path == path })
    let all = Self.files.compactMap { file in
      FileKind.of(path: file.path).map {
        linter.read(Document(path: "/App/\(file.path)", kind: $0, text: SourceText(file.text)))
      }
    }
    let targets = linter.targets(in: ProjectFolder(path: "/App", files: all))
    var random = SeededGenerator(seed: 7)
    var seen: Set<String> = []
    var checked = 0
    for slip in Self.slips(of: file.text) {
      let snapshot = snapshot(slip.text, path, targets)
      let text = snapshot.document.text
      let before = Reading(snapshot.document)
      let near = Set((-2...2).map { slip.place + $0 })
      for offset in 0...text.count where isBoundary(offset, in: text) {
        guard Self.runsAll || (near.contains(offset) ? random.once(in: 3) : random.once(in: 400)) else { continue }
        let items = completions(in: snapshot, at: offset)
        for (index, item) in items.enumerated() {
          guard Self.runsAll || index == 0 || random.once(in: 24) else { continue }
          for asSnippet in item.insertion.plainText == item.insertion.defaultText ? [false] : [false, true] {
            checked += 1
            let accepted = item.accepted(in: text, asSnippet: asSnippet)
            let after = Reading(Document(path: "/App/\(path)", kind: snapshot.document.kind, text: accepted))
            let fault = fault(of: item, before, after, asSnippet: asSnippet)
            guard let fault, seen.insert("\(fault) \(item.kind)").inserted, seen.count < 20 else { continue }
            let marked = MarkedText.marking([item.range], in: text)
            Issue.record("\(fault): “\(item.label)” at \(offset) of\n\(marked)\nbecame\n\(string(accepted))")
          }
        }
      }
    }
    expectTrue(checked > 100, "Only \(checked) items")
  }

  func isBoundary(_ offset: Int, in text: SourceText) -> Bool {
    offset >= text.count || text.bytes[offset] & 0xC0 != 0x80
  }

  /// What is wrong with a text after an item was accepted; nil where all is well.
  func fault(of item: Completion, _ before: Reading, _ after: Reading, asSnippet: Bool) -> String? {
    if after.problems > before.problems { return "\(before.problems) problems became \(after.problems)" }
    let earlier = item.additionalEdits.filter { $0.range.upper <= item.range.lower }
    let shift = earlier.reduce(0) { $0 + $1.replacement.utf8.count - $1.range.count }
    let inserted = asSnippet ? item.insertion.defaultText : item.insertion.plainText
    let lower = item.range.lower + shift
    let place = ByteRange(lower, lower + inserted.utf8.count)
    if !after.says(item, in: place, inserted) { return "It does not read back" }
    if after.isInTag(place.lower, inserted) { return "It is part of a tag that has no end" }
    // In what is read otherwise now, the names were guessed before.
    if after.problems < before.problems { return nil }
    let edits = [item.range] + item.additionalEdits.map(\.range)
    let kept = before.names.filter { name in !edits.contains { $0.touches(name.range) } }.map(\.name)
    var rest = after.names.map(\.name)
    for name in kept {
      guard let index = rest.firstIndex(of: name) else { return "A name is lost" }
      rest.remove(at: index)
    }
    return nil
  }

  /// What a text is read as.
  struct Reading {
    var document: Document
    /// How much of the syntax is wrong.
    var problems: Int
    /// The keys, and where they stand.
    var names: [(name: String, range: ByteRange)] = []

    init(_ document: Document) {
      self.document = document
      func add(_ written: WrittenText) { names.append((written.value, written.range)) }
      switch document.content {
      case .source: problems = 0
      case .propertyList:
        problems = document.tree.problems.filter { $0.severity == .refused }.count
        for index in document.tree.nodes.indices where document.tree.nodes[index].element == .key {
          let value = PropertyListValue(tree: document.tree, index: index)
          names.append((value.string, value.range))
        }
      case .strings(let table):
        problems = table.problems.filter { $0.severity == .refused }.count
        for entry in table.entries { add(entry.key) }
      case .stringCatalog(let catalog):
        problems = catalog.problems.count
        for entry in catalog.entries {
          add(entry.key)
          for localization in entry.localizations { add(localization.language) }
        }
      case .xcodeProject(let project):
        problems = project.tree.problems.filter { $0.severity == .refused }.count
        for settings in (project.configurations + project.targets.flatMap(\.configurations)).map(\.settings) {
          for setting in settings { names.append((setting.name, setting.nameRange)) }
        }
      case .buildConfiguration(let file):
        problems = file.problems.count
        for setting in file.settings { names.append((setting.name, setting.nameRange)) }
      case .lockFile(let file): problems = file.problems.count
      }
    }

    /// Whether a tag is inserted behind a start tag that nothing ends: Apple's parser takes both for one.
    func isInTag(_ offset: Int, _ inserted: String) -> Bool {
      guard case .propertyList = document.content, inserted.contains("<"), !inserted.hasPrefix("</") else {
        return false
      }
      let bytes = document.text.bytes
      guard
        let bracket = bytes.prefix(offset).lastIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") })
      else { return false }
      return bytes[bracket] == UInt8(ascii: "<") && bytes.dropFirst(bracket + 1).first != UInt8(ascii: "/")
    }

    /// Whether what stands at a place is what an item said it would be.
    func says(_ item: Completion, in place: ByteRange, _ inserted: String) -> Bool {
      guard case .propertyList = document.content else {
        return names.contains { $0.name == item.label && place.contains($0.range) }
      }
      let tree = document.tree
      if item.kind == .file { return tree.root?.element == .dict }
      return tree.nodes.indices.contains { index in
        let node = tree.nodes[index]
        guard node.kind == .element else { return false }
        if item.kind == .closingTag { return node.endTag.map { place.contains($0) } ?? false }
        let value = PropertyListValue(tree: tree, index: index)
        guard place.touches(value.range) else { return false }
        if item.label.hasPrefix("<") {
          return place.contains(node.startTag) && item.label.hasPrefix("<\(node.element.name)")
        }
        let isText = place.contains(value.textRange) && node.isClosed
        let wanted = item.kind == .key ? Element.key : .string
        if isText, node.element == wanted, value.string == item.label { return true }
        // A sentence to complete is another one with its stops filled.
        return isText && item.kind == .entry && node.element == .string && value.string.contains(inserted)
      }
    }
  }
}
