import CatalogData
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// Fixes that are applied without asking change no word, break or mark that a person reads, and take nothing away but
/// exact copies inside one intact entry.
@Suite struct SafeFixTests {
  /// A rule says what its safe fixes do if it has any, as its examples and the rows below show.
  @Test func rulesSayWhatTheirSafeFixesDo() {
    var safe: Set<String> = []
    for (document, project) in documents() {
      for finding in linter.lint(document, project: project) {
        for fix in finding.fixes where fix.isSafe {
          safe.insert(finding.rule)
          expectTrue(fix.otherFiles.isEmpty, "“\(fix.title)” of \(finding.rule) changes other files unasked")
          expectTrue(fix.snippets.isEmpty, "“\(fix.title)” of \(finding.rule) leaves something open")
        }
      }
    }
    expectEqual(
      safe, Set(Rule.all.filter { $0.safeFix != nil }.map(\.id)),
      "rules whose fixes are safe; say in the rule’s `safeFix` what they do, and add a row here")
  }

  /// The examples of all rules, each in its project, and the rows of this suite.
  private func documents() -> [(Document, Project)] {
    Rule.all.flatMap { rule in
      rule.examples.map { example in
        let text = MarkedText(example.file(around: example.text, catalog: .bundled)).text
        let document = document(text, path: example.path)
        return (document, linter.project(of: example, text: document.text))
      }
    } + rows.map { (document($0.before, path: $0.path), Project()) }
  }

  @Test func whatIsFixed() {
    let here: SourceLocation = #_sourceLocation
    for row in rows {
      let place = here.at(line: row.line)
      let document = document(row.before, path: row.path)
      let fixed = linter.fixed(document)?.document
      expectEqual(
        fixed.map { String(decoding: $0.text.bytes, as: UTF8.self) } ?? row.before, row.after ?? row.before,
        "\(row.path), changed by \(fixers(of: document))", sourceLocation: place)
      guard let fixed else { continue }
      expectTrue(linter.fixed(fixed) == nil, "not settled: \(row.before)", sourceLocation: place)
    }
  }

  /// The rules with a safe fix for a document, joined.
  private func fixers(of document: Document) -> String {
    let rules = Set(linter.lint(document).filter { $0.fixes.contains(where: \.isSafe) }.map(\.rule))
    return rules.isEmpty ? "no rule" : rules.sorted().joined(separator: ", ")
  }

  private struct Row {
    var path = "PrivacyInfo.xcprivacy"
    var before: String
    /// Nil where nothing is changed.
    var after: String?
    /// The line of the row in this file.
    var line = #line
  }

  private var rows: [Row] { manifestRows + textRows }

  private var manifestRows: [Row] {
    func root(_ lines: String, _ after: String? = nil, line: Int = #line) -> Row {
      func file(_ lines: String) -> String {
        "<plist version=\"1.0\">\n<dict>\n\(lines)\n<key>NSPrivacyCollectedDataTypes</key>\n<array/>\n</dict>\n</plist>\n"
      }
      return Row(before: file(lines), after: after.map(file), line: line)
    }
    func types(_ entries: String..., to after: [String]? = nil, line: Int = #line) -> Row {
      func file(_ entries: [String]) -> String {
        "<plist version=\"1.0\">\n<dict>\n<key>NSPrivacyCollectedDataTypes</key>\n<array>\n"
          + entries.map { "<dict>\n\($0)</dict>\n" }.joined() + "</array>\n</dict>\n</plist>\n"
      }
      return Row(before: file(entries), after: after.map(file), line: line)
    }
    func type(_ name: String, linked: Bool = false, _ purposes: String..., key: String = "Linked") -> String {
      "<key>NSPrivacyCollectedDataType</key>\n<string>NSPrivacyCollectedDataType\(name)</string>\n"
        + "<key>NSPrivacyCollectedDataType\(key)</key>\n<\(linked)/>\n"
        + "<key>NSPrivacyCollectedDataTypeTracking</key>\n<false/>\n"
        + "<key>NSPrivacyCollectedDataTypePurposes</key>\n<array>\n"
        + purposes.map { "<string>NSPrivacyCollectedDataTypePurpose\($0)</string>\n" }.joined() + "</array>\n"
    }
    func apis(_ entries: String..., to after: [String]? = nil, line: Int = #line) -> Row {
      func file(_ entries: [String]) -> String {
        "<plist version=\"1.0\">\n<dict>\n<key>NSPrivacyAccessedAPITypes</key>\n<array>\n"
          + entries.map { "<dict>\n\($0)</dict>\n" }.joined()
          + "</array>\n<key>NSPrivacyCollectedDataTypes</key>\n<array/>\n</dict>\n</plist>\n"
      }
      return Row(before: file(entries), after: after.map(file), line: line)
    }
    func api(_ name: String, _ reasons: String...) -> String {
      "<key>NSPrivacyAccessedAPIType</key>\n<string>NSPrivacyAccessedAPICategory\(name)</string>\n"
        + "<key>NSPrivacyAccessedAPITypeReasons</key>\n<array>\n"
        + reasons.map { "<string>\($0)</string>\n" }.joined() + "</array>\n"
    }
    func domains(_ hosts: String..., to after: [String]? = nil, line: Int = #line) -> Row {
      func lines(_ hosts: [String]) -> String {
        "<key>NSPrivacyTracking</key>\n<true/>\n<key>NSPrivacyTrackingDomains</key>\n<array>\n"
          + hosts.map { "<string>\($0)</string>\n" }.joined() + "</array>"
      }
      return root(lines(hosts), after.map(lines), line: line)
    }
    let crash = type("CrashData", "Analytics")
    let defaults = api("UserDefaults", "CA92.1")
    let empty = "<plist><dict><key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>\n"
    let misspelt = domains("a.example.com").before.replacing("com</string>", with: "com</strng>")
    return [
      // Copies of whole entries, and what only looks like one.
      types(crash, crash, to: [crash]),
      types(crash, crash, crash, to: [crash]),
      types(crash, type("CrashData", "AppFunctionality")),
      types(crash, type("CrashData", linked: true, "Analytics")),
      types(crash, crash.replacing("\n", with: "\n\t")),
      apis(defaults, defaults, to: [defaults]),
      apis(defaults, api("UserDefaults", "1C8F.1")),
      types(type("CrashData", "Analytics", "Analytics"), to: [crash]),
      apis(api("UserDefaults", "CA92.1", "CA92.1"), to: [defaults]),
      // Two entries that lost the tags between them are no copies of each other, whatever they share.
      types(crash + type("DeviceID", "Analytics")),
      types(crash + crash),
      types(crash + type("DeviceID", "Analytics", "Analytics")),
      types(crash, crash + type("DeviceID", "Analytics")),
      types(crash + type("DeviceID", "Analytics"), crash + type("DeviceID", "Analytics")),
      apis(defaults + defaults),
      apis(defaults + api("FileTimestamp", "CA92.1")),
      apis(api("UserDefaults", "CA92.1", "CA92.1") + api("FileTimestamp", "C617.1")),
      // One key alone that stands twice is one too many.
      types(crash + "<key>NSPrivacyCollectedDataTypeLinked</key>\n<false/>\n", to: [crash]),
      types(crash + "<key>NSPrivacyCollectedDataTypeLinked</key>\n<true/>\n"),
      root(
        "<key>NSPrivacyTracking</key>\n<false/>\n<key>NSPrivacyTracking</key>\n<false/>",
        "<key>NSPrivacyTracking</key>\n<false/>"),
      root("<key>NSPrivacyTracking</key>\n<false/>\n<key>NSPrivacyTracking</key>\n<true/>"),
      // Nothing is removed that only says nothing.
      types(type("CrashData", "Analytics").replacing("</array>", with: "<string></string>\n</array>")),
      types(crash, ""),
      apis(api("UserDefaults", "CA92.1", "")),
      // Of a host name nothing is cut off that tells it from others.
      domains("https://a.example.com", to: ["a.example.com"]),
      domains("https://a.example.com/", " b.example.com ", to: ["a.example.com", "b.example.com"]),
      domains("a.example.com/sdk/v2"),
      domains("a.example.com:8443"),
      domains("*.example.com"),
      domains(".example.com"),
      domains("http://bücher.example"),
      domains("a.example.com", ""),
      domains("a.example.com", "a.example.com", to: ["a.example.com"]),
      domains("a.example.com", "A.example.com"),
      domains("a.example.com", "https://a.example.com"),
      // Names that can mean only one.
      types(type("crashdata", "Analytics"), to: [crash]),
      // A group of the label has several data types.
      types(type("Contact", "Analytics")),
      types(type("CrashDta", "Analytics"), to: [crash]),
      types(type("CrashData", "Analytics", key: "Linkd"), to: [crash]),
      types(
        type("CrashData", "Analytics", key: "Linkd"), type("DeviceID", "Analytics", key: "Linkd"),
        to: [crash, type("DeviceID", "Analytics")]),
      types(type("CrashData", " Analytics"), to: [crash]),
      apis(api("UserDefaults", "ca92.1 "), to: [defaults]),
      apis(api("UserDefaults", "CA92.2")),
      // Two lines are lost, and the array isn't the category's.
      apis("<key>NSPrivacyAccessedAPIType</key>\n<array>\n<string>CA92.1</string>\n</array>\n"),
      types(type("Lead", "Analytics")),
      apis(api("UserDefault", "CA92.1"), to: [defaults]),
      // Syntax: only what can be nothing else, and nothing besides as long as it is broken.
      root("<key>NSPrivacyTracking</key>\n<string>YES</string>", "<key>NSPrivacyTracking</key>\n<true/>"),
      root("<key>NSPrivacyTracking</key>\n<string>YES</string>\n<<<<<<< HEAD"),
      Row(before: misspelt, after: misspelt.replacing("</strng>", with: "</string>")),
      Row(before: misspelt.replacing("</strng>", with: "</key>")),
      Row(before: "\n<?xml version=\"1.0\"?>\n" + empty, after: "<?xml version=\"1.0\"?>\n" + empty),
    ]
  }

  private var textRows: [Row] {
    func plist(_ lines: String, _ after: String? = nil, line: Int = #line) -> Row {
      func file(_ lines: String) -> String { "<plist version=\"1.0\">\n<dict>\n\(lines)\n</dict>\n</plist>\n" }
      return Row(path: "Info.plist", before: file(lines), after: after.map(file), line: line)
    }
    func camera(_ text: String, name: String = "NSCameraUsageDescription") -> String {
      "<key>\(name)</key>\n<string>\(text)</string>"
    }
    func strings(
      _ before: String, _ after: String? = nil, _ language: String = "en", line: Int = #line
    ) -> Row {
      Row(path: "\(language).lproj/InfoPlist.strings", before: before, after: after, line: line)
    }
    let good = "This app uses your camera to scan receipts."
    return [
      // What a comment speaks of does not go without the comment, which would speak of what follows.
      plist(camera(good) + "\n<!-- privacy-lsp:ignore placeholder-text: soon -->\n" + camera(good)),
      // Of three values the first and the last are no copies where another one stands between them.
      plist(camera(good) + "\n" + camera("This app scans tickets.") + "\n" + camera(good)),
      // Of two names that mean one key only their writer knows which is to count.
      plist(
        camera(good, name: "NSCamerausageDescription") + "\n"
          + camera("This app scans tickets.", name: "NScameraUsageDescription")),
      // Words, breaks and marks.
      plist(camera("Speech recognition will be used to write down your notes.")),
      plist("<key>CFBundleName</key>\n<string>Receipts</string>\n" + camera("Receipts uses your camera.")),
      plist(camera("$(PRODUCT_NAME) uses your camera to scan receipts")),
      plist(camera("this app uses your Camera to scan receipts")),
      plist(camera(" This app  uses your camera\tto scan receipts. ")),
      plist(camera("We use it:\n1. to scan receipts\n2. to scan tickets")),
      plist(camera("We use it:\\n1. to scan receipts\\n2. to scan tickets")),
      plist(camera("")),
      plist(camera("Camera")),
      plist(camera("此应用使用相机扫描门票")),
      strings("\"NSCameraUsageDescription\" = \"此应用使用相机扫描门票\";\n", nil, "zh-Hans"),
      strings("\"NSCameraUsageDescription\" = \"Liest:\\n1. Belege  \\n2. Tickets\";\n", nil, "de"),
      strings("\"NSCameraUsageDescription\" = \"チケットをスキャンします\";\n", nil, "ja"),
      // A text that is written out stays the same text.
      plist(camera("Scan tea & coffee."), camera("Scan tea &amp; coffee.")),
      strings("\"NSCameraUsageDescription\" = \"\(good)\"\n", "\"NSCameraUsageDescription\" = \"\(good)\";\n"),
      strings("\"NSCameraUsageDescription\" : \"\(good)\";\n", "\"NSCameraUsageDescription\" = \"\(good)\";\n"),
      // An entity without its semicolon would be read as what is left of it.
      plist(camera("Don&apost scan R&ampD.")),
      plist(camera("See a.example/?b=1&amplitude=3&gt_x=2."), camera("See a.example/?b=1&amp;amplitude=3&amp;gt_x=2.")),
      // A text in two parts isn't cut off behind the first.
      strings("\"NSCameraUsageDescription\" = \"Scan all receipts\"\n  \" and tickets.\";\n"),
      // Where a text ends that lost its marks, only its writer knows.
      strings("\"NSCameraUsageDescription\" = \"Scan \"all\" receipts.\";\n"),
      strings("\"NSCameraUsageDescription\" = Scan all receipts.;\n"),
      strings("\"NSCameraUsageDescription\" = \"Scan all receipts.;\n"),
      strings("\"NSCamera\"UsageDescription\" = \"\(good)\";\n"),
      strings("\"NSCameraUsageDescription\"\" = \"\(good)\";\n"),
      strings("/ Camera */\n\"NSCameraUsageDescription\" = \"\(good)\";\n"),
      // Copies, byte for byte.
      plist(camera(good) + "\n" + camera(good), camera(good)),
      plist(camera(good) + "\n" + camera(good + " ")),
      plist(camera("Tea &amp; coffee.") + "\n" + camera("Tea &#38; coffee.")),
      strings(
        "\"NSCameraUsageDescription\" = \"\(good)\";\n\"NSCameraUsageDescription\" = \"\(good)\";\n",
        "\"NSCameraUsageDescription\" = \"\(good)\";\n"),
      plist(camera(good) + "\n" + camera(good, name: "NSCameraUsageDescription~ipad")),
      // Names of keys: what can mean only one.
      plist(camera(good, name: "NSCameraUsageDescription~iPad"), camera(good, name: "NSCameraUsageDescription~ipad")),
      plist(camera(good, name: "NSCameraUsageDescription~phone")),
      plist(camera(good, name: "NSCameraUsagedescription"), camera(good)),
      plist(camera(good, name: "NSCameraUsageDescripton"), camera(good)),
      plist(camera(good, name: "NSCameraUsagedescription") + "\n" + camera(good)),
      plist(camera(good, name: "Privacy - Camera Usage Description")),
      // Another word isn't a slip.
      plist(camera(good, name: "NSPhotoLibraryReadUsageDescription")),
      plist(camera(good, name: "NSHealthSaveUsageDescription")),
      plist(camera(good, name: "NSHealthRecordUsageDescription")),
      plist(camera(good, name: "NSCaneraUsageDescription")),
    ]
  }
}
