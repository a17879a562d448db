import Foundation
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// A manifest with marked ranges, and what is found in them in the order of the marks.
private struct Row: Sendable {
  let text: String
  let expected: [String]
  let path: String
  let project: Project
  /// The line of the row in this file.
  let line: Int

  init(
    _ text: String, _ expected: String..., path: String = "PrivacyInfo.xcprivacy", project: Project = Project(),
    line: Int = #line
  ) {
    self.text = text
    self.expected = expected
    self.path = path
    self.project = project
    self.line = line
  }

  /// A row that is the inside of the root dictionary of a manifest with nothing else wrong.
  static func root(
    _ inner: String, _ expected: String..., project: Project = Project(), line: Int = #line
  ) -> Row {
    root(inner, expected, project: project, line: line)
  }

  static func root(
    _ inner: String, _ expected: [String], project: Project = Project(), line: Int = #line
  ) -> Row {
    let collected = inner.contains("CollectedDataTypes<") ? "" : "<key>NSPrivacyCollectedDataTypes</key>\n<array/>\n"
    return Row(manifest(inner + "\n" + collected), expected, project, line)
  }

  /// A row that is the inside of the entry of one accessed API type.
  static func api(
    _ category: String, _ reasons: String, _ expected: String..., project: Project = Project(), line: Int = #line
  ) -> Row {
    let entry = """
      <key>NSPrivacyCollectedDataTypes</key><array/>
      <key>NSPrivacyAccessedAPITypes</key>
      <array><dict>
      <key>NSPrivacyAccessedAPIType</key>
      <string>\(category)</string>
      <key>NSPrivacyAccessedAPITypeReasons</key>
      \(reasons)
      </dict></array>

      """
    return Row(manifest(entry), expected, project, line)
  }

  /// A row that is one entry of the collected data types.
  static func dataType(
    _ type: String, linked: String = "<false/>", tracking: String = "<false/>",
    purposes: String = "<array><string>NSPrivacyCollectedDataTypePurposeAnalytics</string></array>",
    _ expected: String..., line: Int = #line
  ) -> Row {
    let entry = """
      <key>NSPrivacyCollectedDataTypes</key>
      <array><dict>
      <key>NSPrivacyCollectedDataType</key>
      \(type)
      <key>NSPrivacyCollectedDataTypeLinked</key>
      \(linked)
      <key>NSPrivacyCollectedDataTypeTracking</key>
      \(tracking)
      <key>NSPrivacyCollectedDataTypePurposes</key>
      \(purposes)
      </dict></array>

      """
    return Row(manifest(entry), expected, Project(), line)
  }

  /// A row that is a list of tracking domains.
  static func domains(_ domains: String, _ expected: String..., line: Int = #line) -> Row {
    let inner = """
      <key>NSPrivacyTracking</key><true/>
      <key>NSPrivacyTrackingDomains</key>
      <array><string>ads.example.com</string>\(domains)</array>
      <key>NSPrivacyCollectedDataTypes</key>
      <array><dict>
      <key>NSPrivacyCollectedDataType</key>
      <string>NSPrivacyCollectedDataTypeCrashData</string>
      <key>NSPrivacyCollectedDataTypeLinked</key><false/>
      <key>NSPrivacyCollectedDataTypeTracking</key><true/>
      <key>NSPrivacyCollectedDataTypePurposes</key>
      <array><string>NSPrivacyCollectedDataTypePurposeAnalytics</string></array>
      </dict></array>

      """
    return Row(manifest(inner), expected, Project(), line)
  }

  private init(_ text: String, _ expected: [String], _ project: Project, _ line: Int) {
    self.text = text
    self.expected = expected
    path = "PrivacyInfo.xcprivacy"
    self.project = project
    self.line = line
  }

  static func manifest(_ inner: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict>\n\(inner)</dict>\n</plist>\n"
  }
}

/// - Parameter areHalfTyped: Whether a fix may show what half-typed text hides: a string that gets its end tag is judged
///   from then on.
private func check(_ rows: [Row], areHalfTyped: Bool = false, sourceLocation: SourceLocation = #_sourceLocation) {
  for row in rows {
    let place = sourceLocation.at(line: row.line)
    let marked = MarkedText(row.text).file
    let document = document(marked.text, path: row.path)
    let found = linter.lint(document, project: row.project)
    expectEqual(
      MarkedText.marking(found.map(\.range), in: document.text),
      MarkedText.marking(marked.ranges.sorted { ($0.lower, $0.upper) < ($1.lower, $1.upper) }, in: document.text),
      found.map(signature).joined(separator: "\n"), sourceLocation: place)
    expectEqual(
      found.map { "\($0.severity) \($0.rule)" + ($0.itms.map { " \($0)" } ?? "") }.joined(separator: "\n"),
      row.expected.joined(separator: "\n"), row.text, sourceLocation: place)
    if !areHalfTyped { checkFixes(of: document, sourceLocation: place) }
  }
}

@Suite struct FindingsTests {
  @Test func shapesThatShipAreClean() {
    check([
      .root(""),
      .root("<key>NSPrivacyTracking</key><false/>"),
      .root("<key>NSPrivacyTracking</key><false/><key>NSPrivacyTrackingDomains</key><array/>"),
      .root("<key>NSPrivacyTracking</key><false></false><key>NSPrivacyTrackingDomains</key><array>\n</array>"),
      .api("NSPrivacyAccessedAPICategoryUserDefaults", "<array><string>CA92.1</string><string>1C8F.1</string></array>"),
      .api("NSPrivacyAccessedAPICategoryDiskSpace", "<array><!-- for the cache --><string>E174.1</string></array>"),
      .dataType("<string>NSPrivacyCollectedDataTypePhotosorVideos</string>"),
      .dataType("<string>NSPrivacyCollectedDataTypeOtherDataTypes</string>"),
      .domains("<string>Sub.Example.com</string><string>xn--mnchen-3ya.example.com</string>"),
      .domains("<string>a-b.example.co.uk</string>"),
    ])
  }

  /// An editor's text is plain text whatever the file was.
  @Test func editorsKeepNoEncoding() {
    let manifest = "<plist version=\"1.0\"><dict><key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>"
    check([
      Row("<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + manifest),
      Row(
        "<?xml version=\"1.0\" encoding=\"«utf-99»\"?>" + manifest, "error malformed-property-list ITMS-91056"),
    ])
  }

  /// What to do about a pod depends on the versions that others allow.
  @Test func podsAreHeld() {
    let rows = [
      ("(~> 5.0)", "has no privacy manifest; update or replace “Kit”, which holds it below 6.0.2"),
      ("(~> 5.0.0)", "has no privacy manifest; update or replace “Kit”, which holds it below 6.0.2"),
      ("(= 5.0.0)", "has no privacy manifest; update or replace “Kit”, which holds it below 6.0.2"),
      ("(~> 6)", "has no privacy manifest; update to 6.0.2 or later"),
      ("(~> 6.0)", "has no privacy manifest; update to 6.0.2 or later"),
      ("(< 6.0.2, >= 5.0)", "has no privacy manifest; update or replace “Kit”, which holds it below 6.0.2"),
      ("(<= 6.0.2)", "has no privacy manifest; update to 6.0.2 or later"),
      ("(>= 5.0)", "has no privacy manifest; update to 6.0.2 or later"),
      ("", "has no privacy manifest; update to 6.0.2 or later"),
    ]
    for (requirement, message) in rows {
      let text =
        "PODS:\n  - Kit (1.0.0):\n    - OrderedSet \(requirement)\n  - OrderedSet (5.0.0)\n\nDEPENDENCIES:\n  - Kit\n"
      let found = linter.lint(document(text, path: "Podfile.lock"))
      expectEqual(found.map(\.message), ["“OrderedSet” 5.0.0 " + message + " (ITMS-91061)"], requirement)
    }
    let text =
      "PODS:\n  - Kit (1.0.0):\n    - OrderedSet (~> 5.0)\n  - OrderedSet (5.0.0)\n\nDEPENDENCIES:\n  - Kit\n"
      + "  - OrderedSet (~> 5.0)\n"
    expectEqual(
      linter.lint(document(text, path: "Podfile.lock")).map(\.message),
      ["“OrderedSet” 5.0.0 \(rows[0].1), as the Podfile does (ITMS-91061)"])
    // Nobody can replace what they are writing.
    let own =
      "PODS:\n  - Kit (1.0.0):\n    - OrderedSet (~> 5.0)\n  - OrderedSet (5.0.0)\n\nDEPENDENCIES:\n"
      + "  - Kit (from `../`)\n\nEXTERNAL SOURCES:\n  Kit:\n    :path: \"../\"\n"
    expectEqual(
      linter.lint(document(own, path: "Podfile.lock")).map(\.message),
      [
        "“OrderedSet” 5.0.0 has no privacy manifest; change the podspec of “Kit”, which holds it below 6.0.2"
          + " (ITMS-91061)"
      ])
  }

  /// What one edit mends is one finding: the pods of a dependency, and those that are released together. Of several
  /// dependencies, the one that leaves the least choice has to be updated.
  @Test func podsAreUpdatedTogether() {
    let rows: [(pods: String, direct: [String], messages: [String])] = [
      (
        """
          - A (1.0.0):
            - GoogleSignIn (~> 7.0)
          - B (1.0.0):
            - GoogleSignIn (~> 7.0.0)
          - GoogleSignIn (7.0.0):
            - GTMAppAuth (~> 2.0)
          - GTMAppAuth (2.0.0)
        """, ["A", "B"],
        [
          "“GoogleSignIn” 7.0.0 and “GTMAppAuth” 2.0.0 have no privacy manifest; "
            + "update or replace “B”, which brings them"
        ]
      ),
      (
        """
          - Firebase (10.21.0):
            - FirebaseCore (= 10.21.0)
          - FirebaseCore (10.21.0):
            - GoogleUtilities (~> 7.8)
          - FirebaseMessaging (10.21.0):
            - FirebaseCore
          - GoogleUtilities (7.12.0)
        """, ["Firebase", "FirebaseMessaging"],
        ["“FirebaseCore” 10.21.0 and 2 more SDKs have no privacy manifest; update to 10.22.0 or later"]
      ),
      (
        """
          - A (1.0.0):
            - FirebaseCore (= 10.20.0)
          - B (1.0.0):
            - FirebaseMessaging (= 10.20.0)
          - FirebaseCore (10.20.0)
          - FirebaseMessaging (10.20.0)
        """, ["A", "B"],
        [
          "“FirebaseCore” 10.20.0 has no privacy manifest; update or replace “A”, which holds it below 10.22.0",
          "“FirebaseMessaging” 10.20.0 has no privacy manifest; update or replace “B”, which holds it below 10.22.0",
        ]
      ),
      // What requires them takes newer ones, and those of one version take each other along.
      (
        """
          - A (1.0.0):
            - RxCocoa (~> 6.0)
            - RxSwift (~> 6.0)
          - RxCocoa (6.1.0):
            - RxSwift (= 6.1.0)
          - RxSwift (6.1.0)
        """, ["A", "RxSwift"],
        ["“RxCocoa” 6.1.0 and “RxSwift” 6.1.0 have no privacy manifest; update to 6.8.0 or later"]
      ),
      // One pod holds back several, and what these bring in goes with them.
      (
        """
          - A (1.0.0):
            - FirebaseMessaging (~> 10.20.0)
            - GoogleUtilities (~> 7.12.0)
          - FirebaseMessaging (10.20.0):
            - FirebaseInstallations
          - FirebaseInstallations (10.20.0)
          - GoogleUtilities (7.12.0)
        """, ["A", "FirebaseMessaging", "GoogleUtilities"],
        [
          "“FirebaseMessaging” 10.20.0 and 2 more SDKs have no privacy manifest; update or replace “A”, which holds them back"
        ]
      ),
      (
        """
          - A (1.0.0):
            - GoogleUtilities (~> 7.8)
          - B (1.0.0):
            - GoogleUtilities
          - GoogleUtilities (7.12.0)
        """, ["B"], ["“GoogleUtilities” 7.12.0 has no privacy manifest; update to 7.13.0 or later"]
      ),
      // Only each other keeps them from a later version.
      (
        """
          - RxCocoa (4.4.1):
            - RxSwift (~> 4.0)
          - Keys (0.8.3):
            - RxCocoa (>= 4.1.0)
            - RxSwift (>= 4.1.0)
          - RxSwift (4.1.2)
        """, ["Keys", "RxSwift"],
        ["“RxCocoa” 4.4.1 and “RxSwift” 4.1.2 have no privacy manifest; update to 6.8.0 or later"]
      ),
      // Each brings a part of the same release.
      (
        """
          - A (1.0.0):
            - Firebase/CoreOnly (= 10.20.0)
          - B (1.0.0):
            - Firebase/Messaging (= 10.20.0)
          - Firebase/CoreOnly (10.20.0):
            - FirebaseCore (= 10.20.0)
          - Firebase/Messaging (10.20.0):
            - Firebase/CoreOnly
            - FirebaseMessaging (~> 10.20.0)
          - FirebaseCore (10.20.0)
          - FirebaseMessaging (10.20.0)
        """, ["A", "B"],
        [
          "“FirebaseCore” 10.20.0 and “FirebaseMessaging” 10.20.0 have no privacy manifest; update or replace “A” and “B”, "
            + "which bring them"
        ]
      ),
      // The Podfile names what another pod requires in one version.
      (
        """
          - AFNetworking (3.2.1)
          - Alamofire (5.8.0)
          - Kingfisher (7.8.0)
          - Kit (1.0.0):
            - AFNetworking (= 3.2.1)
            - Alamofire (= 5.8.0)
            - Kingfisher (= 7.8.0)
        """, ["AFNetworking", "Alamofire", "Kingfisher", "Kit"],
        [
          "“AFNetworking” has no release with a privacy manifest; replace it, or fork it and add one",
          "“Alamofire” 5.8.0 and “Kingfisher” 7.8.0 have no privacy manifest; update or replace “Kit”, which holds them back",
        ]
      ),
    ]
    for row in rows {
      let text = "PODS:\n\(row.pods)\n\nDEPENDENCIES:\n" + row.direct.map { "  - \($0)\n" }.joined()
      let found = linter.lint(document(text, path: "Podfile.lock"))
      expectEqual(found.map(\.message), row.messages.map { $0 + " (ITMS-91061)" }, text)
    }
  }

  /// The engine of React Native has numbers of its own since 0.83.
  @Test func anEngineIsAsOldAsItsFramework() {
    let rows: [(String, String?)] = [
      ("  - React-Core (0.83.4)\n", nil), ("  - React-Core (0.72.14)\n", nil),
      ("  - React-Core (0.72.1)\n", "“react-native”"), ("", "it"),
    ]
    for (framework, updated) in rows {
      let text =
        "PODS:\n\(framework)  - hermes-engine (0.14.1)\n\nDEPENDENCIES:\n  - hermes-engine\n\nEXTERNAL SOURCES:\n"
        + "  React-Core:\n    :path: \"../node_modules/react-native/\"\n"
      // Which version is the first with a manifest isn’t certain, so none is named.
      let told = updated.map {
        ["“hermes-engine” 0.14.1 may have no privacy manifest; update \($0) to a newer version (ITMS-91061)"]
      }
      expectEqual(linter.lint(document(text, path: "Podfile.lock")).map(\.message), told ?? [], framework)
    }
  }

  /// A list of one sentence is the text; a list of one word belongs to another key.
  @Test func aListOfOneSentenceIsTheText() {
    for (text, fixes) in [("Scans tickets.", 1), ("チケットを読み取ります。", 1), ("UIInterfaceOrientationPortrait", 0)] {
      let plist =
        "<plist version=\"1.0\"><dict><key>NSCameraUsageDescription</key><array><string>\(text)</string></array></dict></plist>"
      let found = linter.lint(document(plist, path: "Info.plist"))
      expectEqual(found.map(\.rule), ["purpose-string-type"], text)
      expectEqual(found.flatMap(\.fixes).count, fixes, text)
    }
  }

  @Test func oldStyle() {
    check([
      Row("«{ NSPrivacyTracking = NO; }»", "information file-format"),
      Row("«( a, b )»", "error not-a-dictionary ITMS-91056"),
      Row("«hello»", "error not-a-dictionary ITMS-91056"),
      Row("«CFBundleName: Notes»\nCFBundleVersion: 1\n", "error file-format ITMS-91056"),
    ])
    // Xcode takes projects in XML.
    let project = "\n<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict><key>objects</key><dict/></dict></plist>\n"
    let found = linter.lint(document(project, path: "App.xcodeproj/project.pbxproj"))
    expectEqual(found.map { "\($0.severity) \($0.rule)" }, ["information file-format"])
    let yaml = linter.lint(document("CFBundleName: Notes\n", path: "Info.plist"))
    expectEqual(yaml.map(\.message), ["This file is not a property list; write it as XML"])
    for broken in ["{ a = b }", "{ a = b;", "( a, b", "{a=b;}x", "{ a = \"b; }", "a = \"b\""] {
      let found = linter.lint(document(broken))
      expectEqual(found.map(\.rule), ["malformed-property-list"], broken)
      expectEqual(found.first?.severity, .error, broken)
    }
  }

  @Test func rootAndKeys() {
    check([
      Row("<plist version=\"1.0\">«<dict/>»</plist>", "warning nothing-declared"),
      Row("<plist version=\"1.0\">«<dict>»<!-- later --></dict></plist>", "warning nothing-declared"),
      Row("<plist version=\"1.0\">«<array/>»</plist>", "error not-a-dictionary ITMS-91056"),
      Row(
        "<key>«NSPrivacyTracking»</key>\n" + Row.manifest("<key>NSPrivacyCollectedDataTypes</key><array/>"),
        "error not-a-dictionary ITMS-91056"),
      Row(
        "<plist version=\"1.0\">«<dict>»<key>NSPrivacyTracking</key><false/></dict></plist>",
        "warning missing-collected-data-types"),
      .root("<key>« NSPrivacyTracking»</key><false/>", "error unknown-key ITMS-91056"),
      .root("<key>«NSPrivacyTrackings»</key><false/>", "error unknown-key ITMS-91056"),
      .root("<key>«Anything»</key><dict><key>x</key><string>y</string></dict>", "error unknown-key ITMS-91056"),
      .root("<key>«NSPrivacyCollectedDataType»</key><string>x</string>", "error misplaced-key ITMS-91056"),
      // A misspelt key is not missing as well, and its value is judged.
      Row(
        """
        <plist version="1.0"><dict><key>«NSPrivacyCollectedDataTypess»</key><array/></dict></plist>
        """, "error unknown-key ITMS-91056"),
      .root(
        "<key>NSPrivacyTracking</key><false/><key>«NSPrivacyTracking»</key><true/>", "warning duplicate-key"),
      .root(
        "<key>NSPrivacyTracking</key>«1:«2:«3:<string>true</string>»»»\n<key>NSPrivacyTrackingDomains</key><array/>",
        "error wrong-type ITMS-91056", "error tracking-without-domains ITMS-91064", "information no-entry-tracked"),
      .root("<key>NSPrivacyTracking</key>«<string>NSPrivacyTracking</string>»", "error wrong-type ITMS-91056"),
      .root("<key>NSPrivacyTracking</key>«<integer>0</integer>»", "error wrong-type ITMS-91056"),
      .root("<key>NSPrivacyTrackingDomains</key>«<string></string>»", "error wrong-type ITMS-91056"),
      .root("<key>NSPrivacyAccessedAPITypes</key>«<array/>»", "warning empty-accessed-api-types"),
      .root("<key>NSPrivacyAccessedAPITypes</key><array>«<dict/>»</array>", "error empty-entry ITMS-91056"),
      .root("<key>NSPrivacyAccessedAPITypes</key><array>«<string></string>»</array>", "error empty-entry ITMS-91056"),
      .root("<key>NSPrivacyAccessedAPITypes</key><array>«<string>x</string>»</array>", "error wrong-type ITMS-91056"),
      .root(
        "<key>NSPrivacyAccessedAPITypes</key><array>\n«<dict>»\n</dict>\n</array>"
          .replacing("«<dict>»\n</dict>", with: "«<dict>\n</dict>»"), "error empty-entry ITMS-91056"),
    ])
  }

  @Test func tracking() {
    check([
      .root(
        "<key>NSPrivacyTracking</key>«1:«2:<true/>»»", "error tracking-without-domains ITMS-91064",
        "information no-entry-tracked"),
      .root(
        "<key>«NSPrivacyTrackingDomains»</key><array><string>a.example.com</string></array>",
        "error domains-without-tracking ITMS-91064"),
      // An empty string counts as a domain for Apple, and is one finding.
      .root(
        "<key>NSPrivacyTracking</key><false/><key>NSPrivacyTrackingDomains</key><array>«<string></string>»</array>",
        "error invalid-tracking-domain ITMS-91064"),
      .dataType(
        "<string>NSPrivacyCollectedDataTypeCrashData</string>", tracking: "«<true/>»",
        "warning tracked-while-tracking-is-off"),
      // That this is usually tracking goes without saying.
      .dataType(
        "<string>NSPrivacyCollectedDataTypeDeviceID</string>", tracking: "«<true/>»",
        purposes: "<array><string>NSPrivacyCollectedDataTypePurposeThirdPartyAdvertising</string></array>",
        "warning tracked-while-tracking-is-off"),
      .dataType(
        "<string>NSPrivacyCollectedDataTypeUserID</string>", linked: "«<false/>»", "information identity-not-linked"),
    ])
  }

  @Test func whatIsLinkedToNobodyIsToldOnce() {
    func types(_ types: [(name: String, linked: String)]) -> String {
      types.map { name, linked in
        """
        <dict>
        <key>NSPrivacyCollectedDataType</key>
        <string>NSPrivacyCollectedDataType\(name)</string>
        <key>NSPrivacyCollectedDataTypeLinked</key>
        \(linked)
        <key>NSPrivacyCollectedDataTypeTracking</key>
        <false/>
        <key>NSPrivacyCollectedDataTypePurposes</key>
        <array><string>NSPrivacyCollectedDataTypePurposeAnalytics</string></array>
        </dict>

        """
      }.joined()
    }
    func list(_ entries: String) -> String { "<key>NSPrivacyCollectedDataTypes</key>\n<array>\n\(entries)</array>" }
    let comment = "<!-- privacy-lsp:ignore identity-not-linked: it is hashed -->\n"
    let all = [("Name", "«<false/>»"), ("CrashData", "<false/>"), ("UserID", "<false/>"), ("EmailAddress", "<false/>")]
    check([
      .root(list(types(all)), "information identity-not-linked"),
      // A comment at the first entry speaks for all, one at another for that alone.
      .root(list(comment + types([("PhoneNumber", "<false/>"), ("Name", "<false/>")]))),
      .root(list(types(all) + comment + types([("PaymentInfo", "<false/>")])), "information identity-not-linked"),
    ])
    let text = Row.manifest(list(types(all.map { ($0.0, "<false/>") })))
    let found = linter.lint(Document(path: "PrivacyInfo.xcprivacy", kind: .privacyManifest, text: SourceText(text)))
    expectEqual(
      found.map(\.message),
      ["Name, User ID and Email Address identify a person, so they are usually linked to that person"])
    expectEqual(
      found.flatMap(\.related).map(\.message), ["User ID is not linked, either", "Email Address is not linked, either"])
    expectEqual(found.flatMap(\.fixes).map(\.title), ["Declare all 3 as linked"])
  }

  @Test func domains() {
    check(
      [
        .root(
          """
          <key>NSPrivacyTracking</key>«1:<true/>»
          <key>NSPrivacyTrackingDomains</key><array><string>a.example.com?x=1«2:&»y=2</string></array>
          """, "information no-entry-tracked", "error malformed-property-list ITMS-91056")
      ], areHalfTyped: true)
    check([
      .domains("<string>«https://b.example.com»</string>", "warning invalid-tracking-domain"),
      .domains("<string>«https://b.example.com/»</string>", "error invalid-tracking-domain ITMS-91056"),
      .domains("<string>«b.example.com/track?x=1»</string>", "error invalid-tracking-domain ITMS-91056"),
      .domains("<string>«b.example.com?x»</string>", "error invalid-tracking-domain ITMS-91056"),
      .domains("«<string></string>»", "error invalid-tracking-domain ITMS-91056"),
      .domains("<string>«  »</string>", "error invalid-tracking-domain ITMS-91056"),
      .domains("<string>«b.example.com:443»</string>", "warning invalid-tracking-domain"),
      .domains("<string>«*.b.example.com»</string>", "warning invalid-tracking-domain"),
      .domains("<string>« b.example.com»</string>", "warning invalid-tracking-domain"),
      .domains("<string>«b example.com»</string>", "warning invalid-tracking-domain"),
      .domains("<string>«intranet»</string>", "warning invalid-tracking-domain"),
      .domains("<string>«.b.example.com»</string>", "warning invalid-tracking-domain"),
      .domains("<string>«b.example.com.»</string>", "warning invalid-tracking-domain"),
      .domains("<string>«b_c.example.com»</string>", "warning invalid-tracking-domain"),
      .domains("<string>«me@example.com»</string>", "warning invalid-tracking-domain"),
      .domains("<string>«192.168.0.1»</string>", "warning invalid-tracking-domain"),
      .domains("<string>«[::1]»</string>", "warning invalid-tracking-domain"),
      .domains("<string>«localhost»</string>", "warning invalid-tracking-domain"),
      .domains("<string>«münchen.example.com»</string>", "information invalid-tracking-domain"),
      .domains("<string>«例え.example.com»</string>", "information invalid-tracking-domain"),
      .domains("<string>«ADS.example.com»</string>", "warning duplicate-domain"),
      .domains("<string>«https://ads.example.com/x»</string>", "error invalid-tracking-domain ITMS-91056"),
    ])
  }

  @Test func collectedData() {
    check([
      .dataType("<string>«Email Address»</string>", linked: "<true/>", "error unknown-data-type ITMS-91056"),
      .dataType("«<string/>»", "error unknown-data-type ITMS-91056"),
      .dataType("<string>«NSPrivacyCollectedDataTypeUsageData»</string>", "error unknown-data-type ITMS-91056"),
      // Apps with such a name have shipped.
      .dataType("<string>« NSPrivacyCollectedDataTypeCrashData\n»</string>", "warning unknown-data-type"),
      .dataType("<string>«NSPrivacyCollectedDataType CrashData»</string>", "error unknown-data-type ITMS-91056"),
      .dataType(
        "<string>«NSPrivacyCollectedDataTypePurposeAnalytics»</string>", "error unknown-data-type ITMS-91056"),
      .dataType(
        "<string>NSPrivacyCollectedDataTypeCrashData</string>", linked: "«<string>no</string>»",
        "error wrong-type ITMS-91056"),
      .dataType(
        "<string>NSPrivacyCollectedDataTypeCrashData</string>", purposes: "«<array/>»", "warning no-purpose"),
      .dataType(
        "<string>NSPrivacyCollectedDataTypeCrashData</string>", purposes: "<array>«<string></string>»</array>",
        "error unknown-purpose ITMS-91056"),
      .dataType(
        "<string>NSPrivacyCollectedDataTypeCrashData</string>",
        purposes: "«<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>»", "error wrong-type ITMS-91056"),
      .dataType(
        "<string>NSPrivacyCollectedDataTypeCrashData</string>",
        purposes: "<array><string>«NSPrivacyCollectedDataTypePurposeCustomerSupport»</string></array>",
        "error unknown-purpose ITMS-91056"),
    ])
  }

  @Test func accessedAPIs() {
    let defaults = "NSPrivacyAccessedAPICategoryUserDefaults"
    check([
      .api("«UserDefaults»", "<array><string>CA92.1</string></array>", "error unknown-category ITMS-91054"),
      .api(
        "«NSPrivacyAccessedAPICategoryCamera»", "<array><string>CA92.1</string></array>",
        "error unknown-category ITMS-91054"),
      .api(defaults, "<array><string>«CA92»</string></array>", "error unknown-reason ITMS-91055"),
      .api(defaults, "<array><string>«ca92.1»</string></array>", "error unknown-reason ITMS-91055"),
      .api(defaults, "<array><string>« CA92.1»</string></array>", "error unknown-reason ITMS-91055"),
      .api(defaults, "<array><string>«To save settings»</string></array>", "error unknown-reason ITMS-91055"),
      .api(defaults, "<array>«<string></string>»</array>", "error unknown-reason ITMS-91055"),
      .api(defaults, "<array><string>«C617.1»</string></array>", "error reason-of-another-category ITMS-91055"),
      .api(
        "«FileTimestamps»", "<array><string>C617.1</string></array>", "error unknown-category ITMS-91054"),
      // A code that is one letter away from another category’s is none of that one’s.
      .api(defaults, "<array><string>«C618.1»</string></array>", "error unknown-reason ITMS-91055"),
      .api(defaults, "<array><string>«DDA8.1»</string></array>", "error unknown-reason ITMS-91055"),
      .api(defaults, "«<array/>»", "error no-reason ITMS-91056"),
      .api(defaults, "«<string>CA92.1</string>»", "error wrong-type ITMS-91056"),
      .api(
        defaults, "<array><string>CA92.1</string><string>«CA92.1»</string></array>", "warning duplicate-reason"),
      .api(defaults, "<array><string>«C56D.1»</string></array>", "information sdk-only-reason"),
      .api(
        defaults, "<array><string>«C56D.1»</string></array>", "warning sdk-only-reason",
        project: Project(product: .app)),
      .api(defaults, "<array><string>C56D.1</string></array>", project: Project(product: .library)),
    ])
  }

  /// What stands in the wrong place is one mistake, however much of it there is.
  @Test func whatBelongsElsewhereIsToldOnce() {
    let data = """
      <key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataTypeCrashData</string>
      <key>NSPrivacyCollectedDataTypeLinked</key><false/>
      <key>NSPrivacyCollectedDataTypeTracking</key><false/>
      <key>NSPrivacyCollectedDataTypePurposes</key>
      <array><string>NSPrivacyCollectedDataTypePurposeAnalytics</string></array>
      """
    let api = """
      <key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>
      <key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array>
      """
    let collected = "<key>NSPrivacyCollectedDataTypes</key>"
    let accessed = "<key>NSPrivacyAccessedAPITypes</key>"
    let misplaced = "error misplaced-key ITMS-91056"
    let other = data.replacingOccurrences(of: "CrashData", with: "PerformanceData")
    let name = data.replacingOccurrences(of: "CrashData", with: "OtherDiagnosticData")
    let again = data.replacingOccurrences(
      of: "<key>NSPrivacyCollectedDataType</key>", with: "«<key>NSPrivacyCollectedDataType</key>»")
    // Two entries that run together are no copies, be they the same; once they are two, they are.
    check(
      [Row(Row.manifest("\(collected)<array><dict>\n\(data)\n\(again)\n</dict></array>"), "warning duplicate-key")],
      areHalfTyped: true)
    check([
      Row(Row.manifest("\(accessed)<array>«<dict>»\(data)</dict></array>"), misplaced),
      Row(Row.manifest("\(accessed)<array>«<dict>»\(data)</dict><dict>\(other)</dict></array>"), misplaced),
      Row(Row.manifest("\(collected)<array>«<dict>»\(api)</dict></array>"), misplaced),
      Row(Row.manifest("\(collected)<array><dict>\(data)</dict>«<dict>»\(api)</dict></array>"), misplaced),
      Row(
        Row.manifest("\(collected)<array>«<dict>»\(api)</dict></array>\(accessed)<array><dict>\(data)</dict></array>"),
        misplaced),
      Row(
        Row.manifest(
          "\(collected)<array><dict>\(data)</dict>«<dict>»\(api)</dict></array>\(accessed)<array>«<dict>»\(other)</dict></array>"
        ), misplaced, misplaced),
      Row(
        "<plist version=\"1.0\">«<array>»<dict>\(data)</dict><dict>\(other)</dict></array></plist>\n",
        "error not-a-dictionary ITMS-91056"),
      Row(
        "<plist version=\"1.0\"><dict>\(data.replacingOccurrences(of: "NSPrivacyCollectedDataType<", with: "«NSPrivacyCollectedDataType»<"))</dict></plist>\n",
        misplaced),
      // Where it belongs it may be declared already, which is for later.
      Row(
        Row.manifest("\(collected)<array><dict>\(data)</dict></array>\(accessed)<array>«<dict>»\(data)</dict></array>"),
        misplaced),
      // What is wrong inside is told all the same.
      Row(
        Row.manifest(
          "\(accessed)<array>«<dict>»\(data.replacingOccurrences(of: "NSPrivacyCollectedDataTypeCrashData", with: "«NSPrivacyCollectedDataTypeCrashDat»"))</dict></array>"
        ),
        misplaced, "error unknown-data-type ITMS-91056"),
      .root(
        "<key>«NSPrivacyAccessedAPIType»</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>"
          + "<key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array>", misplaced),
      .root(
        "<key>«NSCameraUsageDescription»</key><string>Scans receipts.</string><key>CFBundleName</key><string>A</string>"
          + "<key>«com.apple.developer.healthkit»</key><true/><key>NSSiriUsageDescription</key><string>Adds notes.</string>",
        "error unknown-key ITMS-91056", "error unknown-key ITMS-91056"),
      // One key that several entries have is one finding.
      .root(
        """
        \(collected)
        <array>
        <dict>\(data)<key>«Optional»</key><true/></dict>
        <dict>\(other)<key>Optional</key><true/><key>«Other»</key><true/></dict>
        <!-- privacy-lsp:ignore unknown-key: known -->
        <dict>\(name)<key>Optional</key><true/></dict>
        </array>
        """, "error unknown-key ITMS-91056", "error unknown-key ITMS-91056"),
      // A comment leaves out its own entry alone.
      .root(
        """
        \(accessed)
        <array>
        <dict>
        <!-- privacy-lsp:ignore unknown-key: known -->
        <key>NSPrivacyAccessedAPICategoryUserDefaults</key>
        <string>CA92.1</string>
        </dict>
        <dict>
        <key>«NSPrivacyAccessedAPICategoryDiskSpace»</key>
        <string>E174.1</string>
        </dict>
        </array>
        """, "error unknown-key ITMS-91056"),
    ])
  }

  /// A key that is being typed over another one is all that is told of what it held.
  @Test func aHalfTypedKeyIsOneFinding() {
    let text = Row.manifest(
      """
      <key>NSPrivacyTracking</key>
      <true/>
      <key>NSPrivacyTrackingDomains</key>
      <array>
      <string>ads.example.com</string>
      </array>
      <key>NSPrivacyCollectedDataTypes</key>
      <array>
      <dict>
      <key>NSPrivacyCollectedDataType</key>
      <string>NSPrivacyCollectedDataTypeDeviceID</string>
      <key>NSPrivacyCollectedDataTypeLinked</key>
      <true/>
      <key>NSPrivacyCollectedDataTypeTracking</key>
      <true/>
      <key>NSPrivacyCollectedDataTypePurposes</key>
      <array>
      <string>NSPrivacyCollectedDataTypePurposeThirdPartyAdvertising</string>
      </array>
      </dict>
      </array>
      """)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var count = 0
    for (index, line) in lines.enumerated() where line.hasPrefix("<key>") {
      let name = line.dropFirst(5).dropLast(6)
      for length in 0..<name.count {
        for end in ["", "<", "</", "</key", "</key>"] {
          var typed = lines
          typed[index] = "<key>\(name.prefix(length))\(end)"
          let found = linter.lint(document(typed.joined(separator: "\n")), fixes: .none)
            .filter { $0.severity >= .warning }
          expectTrue(found.count == 1, "\(typed[index]): \(found.map(signature))")
          count += 1
        }
      }
    }
    expectTrue(count > 500, "\(count) keys are too few to tell")
  }

  /// The value tells which key is being typed where more than one begins so, and nothing is changed unasked.
  @Test func aHalfTypedKeyIsTheOneWithItsValue() {
    let root = "NSPrivacyTrack"
    let list = "<array><string>a.example.com</string></array>"
    let rows: [(name: String, value: String, wanted: String)] =
      ["", "i", "in", "ingD", "ingDo", "ingDoma"].flatMap { end in
        [list, "<array/>"].map { (root + end, $0, "NSPrivacyTrackingDomains") }
      } + ["NSPrivacyTrac", "NSPrivacyT"].map { ($0, list, "NSPrivacyTrackingDomains") }
      + ["NSPrivacyTrackin", "NSPrivacyTrackingD", "NSPrivacyTrac"].map { ($0, "<false/>", "NSPrivacyTracking") }
    for (name, value, wanted) in rows {
      let text = Row.manifest(
        "<key>\(name)</key>\(value)\n<key>NSPrivacyCollectedDataTypes</key><array/>\n")
      let found = linter.lint(document(text)).filter { $0.rule == "unknown-key" || $0.rule == "wrong-type" }
      expectEqual(
        found.map(\.message), ["Unknown key “\(name)”; did you mean “\(wanted)”? (ITMS-91056)"], "\(name) \(value)")
      // The beginning of one key alone may be finished.
      expectTrue(
        name.hasSuffix("Doma") || found.flatMap(\.fixes).allSatisfy { !$0.isSafe }, "\(name) \(value) is left")
    }
    check(
      [
        .root("«<key></key>»<true/>", "error unknown-key ITMS-91056"),
        .root("<key>«N»</key><true/>", "error unknown-key ITMS-91056"),
        .root("<key>«NSPrivacy»</key><true/>", "error unknown-key ITMS-91056"),
        // The one that stands for another is not the first of two.
        .root(
          "<key>«NSPrivacyTracking»</key><array/>\n<key>NSPrivacyTracking</key><false/>", "error unknown-key ITMS-91056"
        ),
      ], areHalfTyped: true)
  }

  /// A key that stands for the one that is missing is one mistake.
  @Test func misspeltKeysAreNotMissingToo() {
    func entry(
      _ type: String = "DataType", _ linked: String = "DataTypeLinked", rule: String = "unknown-key"
    ) -> Row {
      .root(
        """
        <key>NSPrivacyCollectedDataTypes</key><array><dict>
        <key>NSPrivacyCollected\(type)</key><string>NSPrivacyCollectedDataTypeCrashData</string>
        <key>\(linked.hasPrefix("«") ? "" : "NSPrivacyCollected")\(linked)</key><false/>
        <key>NSPrivacyCollectedDataTypeTracking</key><false/>
        <key>NSPrivacyCollectedDataTypePurposes</key>
        <array><string>NSPrivacyCollectedDataTypePurposeAnalytics</string></array>
        </dict></array>
        """, "error \(rule) ITMS-91056")
    }
    let names = [
      "NSPrivacyCollectedDataTypeLink", "NSPrivacyCollectedDataTypeLinkedToIdentity", "NSPrivacyLinked", "Linked",
      "isLinked",
    ]
    check(names.map { entry("DataType", "«\($0)»") })
    check([entry("DataType", "«NSPrivacyTracking»", rule: "misplaced-key")])
    check([
      .root(
        """
        <key>NSPrivacyAccessedAPITypes</key><array><dict>
        <key>«NSPrivacyAccessedAPITypes»</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>
        <key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array>
        </dict></array>
        """, "error misplaced-key ITMS-91056"),
      .root(
        """
        <key>NSPrivacyAccessedAPITypes</key><array><dict>
        <key>«NSPrivacyAccessedAPICategory»</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>
        <key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array>
        </dict></array>
        """, "error unknown-key ITMS-91056"),
      Row(
        "<plist version=\"1.0\"><dict><key>«PrivacyCollectedDataTypes»</key><array/></dict></plist>",
        "error unknown-key ITMS-91056"),
    ])
    func only(_ key: String, _ inner: String, _ expected: String...) -> Row {
      .root("<key>\(key)</key><array>\(inner.contains("«<dict>") ? inner : "<dict>\(inner)</dict>")</array>", expected)
    }
    let unknown = "error unknown-key ITMS-91056"
    let missing = "error missing-key ITMS-91056"
    let value = "<string>NSPrivacyCollectedDataTypeCrashData</string>"
    let type = "<key>NSPrivacyCollectedDataType</key>\(value)"
    let linked = "<key>NSPrivacyCollectedDataTypeLinked</key><false/>"
    let flags = "\(linked)<key>NSPrivacyCollectedDataTypeTracking</key><false/>"
    let list = "<array><string>NSPrivacyCollectedDataTypePurposeAnalytics</string></array>"
    let purposes = "<key>NSPrivacyCollectedDataTypePurposes</key>\(list)"
    let category = "NSPrivacyAccessedAPICategoryUserDefaults"
    let accessed = "NSPrivacyAccessedAPITypes"
    let collected = "NSPrivacyCollectedDataTypes"
    check([
      // The types of the values tell which of several is which, or that all are there.
      only(
        accessed, "<key>«a»</key><string>\(category)</string><key>«b»</key><array><string>CA92.1</string></array>",
        unknown, unknown),
      only(collected, "\(type)<key>«a»</key><false/><key>«b»</key><false/>\(purposes)", unknown, unknown),
      only(
        collected, "<key>«type»</key>\(value)\(flags)\(purposes)", unknown),
      only(
        collected, "<key>«a»</key>\(value)<key>«b»</key>\(value)\(flags)\(purposes)",
        unknown, unknown),
      // The end of a key’s name tells it as well, when neither the value nor the number of keys does.
      only(
        collected, "<key>«type»</key><string>«letters»</string><key>«optional»</key><true/>\(linked)\(purposes)",
        unknown, "error unknown-data-type ITMS-91056", unknown),
      only(
        collected, "«<dict>»<key>«e»</key><string>x</string>\(linked)\(purposes)</dict>", missing, unknown),
      // One key can’t be two.
      only(collected, "«<dict>»\(type)<key>«a»</key><false/>\(linked)</dict>", missing, unknown),
      only(collected, "«<dict>»\(type)<key>«a»</key><false/>\(purposes)</dict>", missing, unknown),
      // A value in the place of its key.
      only(accessed, "<key>«\(category)»</key><array><string>CA92.1</string></array>", unknown),
      only(accessed, "<key>«\(category)»</key><string>CA92.1</string>", unknown),
      only(
        accessed,
        "<key>«\(category)»</key><array/><key>NSPrivacyAccessedAPICategoryDiskSpace</key><array/>", unknown),
      only(
        accessed,
        "<key>NSPrivacyAccessedAPIType</key><string>\(category)</string><key>«CA92.1»</key><true/>", unknown),
      only(collected, "<key>«NSPrivacyCollectedDataTypeCrashData»</key><true/>\(flags)\(purposes)", unknown),
      only(collected, "<key>«NSPrivacyCollectedDataTypeCrashData»</key>\(list)\(flags)", unknown),
      only(collected, "\(type)\(flags)<key>«NSPrivacyCollectedDataTypePurposeAnalytics»</key><true/>", unknown),
      // One that is of no use there stands for no key of the entry.
      only(
        collected, "«<dict>»\(type)\(flags)<key>«\(category)»</key><array/></dict>", missing, unknown),
    ])
  }

  /// What someone wrote about an element stays when the element goes.
  @Test func fixesKeepComments() {
    let rows = [
      ("<key>NSPrivacyAccessedAPITypes</key>\n\t<array>\n\t\t<!-- a -->\n\t\t<dict/> <!-- b -->\n\t</array>", 2),
      ("<key>NSPrivacyAccessedAPITypes</key> <!-- a -->\n\t<array><!-- b --></array>", 2),
      ("<key>NSPrivacyTracking</key><string>no</string><!-- a -->\n<key>NSPrivacyTracking</key><false/><!-- b -->", 2),
    ]
    for (inner, count) in rows {
      let document = document(
        "<plist version=\"1.0\">\n<dict>\n\t\(inner)\n\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>\n</dict>\n</plist>\n"
      )
      for fix in linter.lint(document).flatMap(\.fixes) {
        let text = String(decoding: document.text.applying(fix.edits).bytes, as: UTF8.self)
        expectEqual(text.components(separatedBy: "<!-- ").count - 1, count, "comments after “\(fix.title)” in\n\(text)")
      }
    }
  }

  /// An end tag that is too early goes to the end; what isn’t a whole entry after it needs a person.
  @Test func anEarlyEndTagGoesToTheEnd() {
    func fixed(_ rest: String) -> String? {
      let text = SourceText("<plist version=\"1.0\">\n<dict>\n\t<key>A</key>\n\t<true/>\n</dict>\n\(rest)</plist>\n")
      let document = Document(path: "App.entitlements", kind: .entitlements, text: text)
      let fixes = linter.lint(document).flatMap(\.fixes).filter { $0.title == "Move “</dict>” to the end" }
      return fixes.first.map { String(decoding: text.applying($0.edits).bytes, as: UTF8.self) }
    }
    expectEqual(
      fixed("\t<!-- c -->\n\t<key>B</key>\n\t<true/>\n"),
      """
      <plist version="1.0">
      <dict>
      \t<key>A</key>
      \t<true/>
      \t<!-- c -->
      \t<key>B</key>
      \t<true/>
      </dict>
      </plist>

      """)
    for rest in ["<key>B</key>\n", "<key>B</key><true/><true/>\n", "<key>B</key><true/>x\n", "<key>B</key><string>\n"] {
      expectEqual(fixed(rest), nil, rest)
    }
  }

  @Test func suppressionHasNoLimit() {
    let one = "<!-- privacy-lsp:ignore unknown-key, duplicate-key: why --><key>x</key><true/>\n"
    let text =
      "<plist version=\"1.0\"><dict><key>NSPrivacyCollectedDataTypes</key><array/>\n<key>x</key><true/>\n"
      + String(repeating: one, count: 3_000) + "</dict></plist>"
    // Only the first key, which no comment stands before.
    expectEqual(linter.lint(document(text)).map(\.rule), ["unknown-key"])
  }

  @Test func suppression() {
    check([
      .root("<!-- privacy-lsp:ignore unknown-key: our own tool reads it --><key>Mine</key><true/>"),
      .root(
        "<!-- privacy-lsp:ignore unknown-key, duplicate-key: why --><key>Mine</key><true/>"
          .replacing("duplicate-key", with: "«duplicate-key»"), "warning suppression"),
      // A blank is as good as a comma.
      .root(
        "<!-- privacy-lsp:ignore unknown-key «duplicate-key»: why --><key>Mine</key><true/>", "warning suppression"),
      // Without a reason, and with one that is still to be written, nothing is suppressed.
      .root(
        "<!-- «privacy-lsp:ignore unknown-key» --><key>«Mine»</key><true/>", "warning suppression",
        "error unknown-key ITMS-91056"),
      .root(
        "<!-- «privacy-lsp:ignore unknown-key: …» --><key>«Mine»</key><true/>", "warning suppression",
        "error unknown-key ITMS-91056"),
      .root(
        "<!-- «privacy-lsp:ignore unknown-key: explain why» --><key>«Mine»</key><true/>", "warning suppression",
        "error unknown-key ITMS-91056"),
      .root("<!-- privacy-lsp:ignore unknown-key: 独自の道具 --><key>Mine</key><true/>"),
      .root("<!-- privacy-lsp:ignore «nonsense»: why --><key>NSPrivacyTracking</key><false/>", "warning suppression"),
      .root(
        "<!-- «privacy-lsp:ignore unknown-key: why» --><key>NSPrivacyTracking</key><false/>", "warning suppression"),
      .root(
        "<!-- privacy-lsp:ignore unknown-reason: why -->\n<key>NSPrivacyAccessedAPITypes</key><array><dict>"
          + "<key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryUserDefaults</string>"
          + "<key>NSPrivacyAccessedAPITypeReasons</key><array><string>nothing</string></array></dict></array>"),
    ])
  }
}

/// Comments that were meant for directives.
@Suite struct MisspeltDirectiveTests {
  private func edited(_ comment: String) -> (messages: [String], texts: [String]) {
    let text =
      "<plist version=\"1.0\"><dict><!-- \(comment) --><key>NSPrivacyTracking</key><false/></dict></plist>\n"
    let document = document(text)
    let found = linter.lint(document).filter { $0.rule == "suppression" }
    let texts = found.flatMap(\.fixes).map { fix in
      String(decoding: document.text.applying(fix.edits).bytes, as: UTF8.self)
        .components(separatedBy: "<!-- ").last?.components(separatedBy: " -->").first ?? ""
    }
    return (found.map(\.message), texts)
  }

  @Test func misspeltDirectivesAreReported() {
    let rows: [(comment: String, words: String, mended: String)] = [
      ("privacy-lps:ignore unknown-key: x", "privacy-lps:ignore", "privacy-lsp:ignore unknown-key: x"),
      ("privcy-lsp:ignore unknown-key: x", "privcy-lsp:ignore", "privacy-lsp:ignore unknown-key: x"),
      ("pricacy-lsp:ignore unknown-key: x", "pricacy-lsp:ignore", "privacy-lsp:ignore unknown-key: x"),
      ("rivacy-lsp:ignore unknown-key: x", "rivacy-lsp:ignore", "privacy-lsp:ignore unknown-key: x"),
      ("Privacy_LSP: ignore unknown-key", "Privacy_LSP: ignore", "privacy-lsp:ignore unknown-key"),
      ("privacy-lsp:ignoreunknown-key: x", "privacy-lsp:ignoreunknown-key", "privacy-lsp:ignore unknown-key: x"),
      ("privacy-lsp:ignore-unknown-key: x", "privacy-lsp:ignore-unknown-key", "privacy-lsp:ignore unknown-key: x"),
      ("privacy-lsp:ignore(unknown-key): x", "privacy-lsp:ignore(unknown-key)", "privacy-lsp:ignore unknown-key: x"),
      (
        "privacy-lsp:ignore(unknown-key, duplicate-key): x", "privacy-lsp:ignore(unknown-key, duplicate-key)",
        "privacy-lsp:ignore unknown-key, duplicate-key: x"
      ),
      ("privacy-lsp:ignore(nothing): x", "privacy-lsp:ignore(nothing)", "privacy-lsp:ignore nothing: x"),
      ("privacy-lsp:ignore(", "privacy-lsp:ignore(", "privacy-lsp:ignore"),
      ("privacy-lsp:ignore=unknown-key", "privacy-lsp:ignore=unknown-key", "privacy-lsp:ignore unknown-key"),
      ("privacy-lsp:ignore, unknown-key", "privacy-lsp:ignore, unknown-key", "privacy-lsp:ignore unknown-key"),
      ("@privacy-lsp:ignore unknown-key: x", "@privacy-lsp:ignore", "privacy-lsp:ignore unknown-key: x"),
      ("privacy-lsp:ignore-fil unknown-key", "privacy-lsp:ignore-fil", "privacy-lsp:ignore-file unknown-key"),
      ("privacy-lsp:ignorefile unknown-key", "privacy-lsp:ignorefile", "privacy-lsp:ignore-file unknown-key"),
      ("privacy-lsp:ingore unknown-key", "privacy-lsp:ingore", "privacy-lsp:ignore unknown-key"),
      ("privacy-lsp:disable unknown-key", "privacy-lsp:disable", "privacy-lsp:ignore unknown-key"),
    ]
    for (comment, words, mended) in rows {
      let result = edited(comment)
      expectEqual(result.texts, [mended], comment)
      expectEqual(result.messages.count, 1, comment)
      expectEqual(result.messages.allSatisfy { $0.hasPrefix("“\(words)” suppresses nothing; write “") }, true, comment)
    }
  }

  @Test func onlyRulesAreSuggested() {
    let rows: [(comment: String, message: String, mended: String)] = [
      ("privacy-lsp:ignore unknwn-key: x", "Unknown rule “unknwn-key”; did you mean “unknown-key”?", "unknown-key"),
      ("privacy-lsp:ignore styl: x", "Unknown rule “styl”", ""),
      ("privacy-lsp:ignore style: x", "“style” is a group; name its rules", ""),
    ]
    for (comment, message, mended) in rows {
      let result = edited(comment)
      expectEqual(result.messages, [message], comment)
      expectEqual(result.texts.contains("privacy-lsp:ignore \(mended): x"), !mended.isEmpty, comment)
    }
  }

  @Test func proseIsNot() {
    for comment in [
      "privacy-lsp", "privacy-lsp: a linter", "privacy-lsp (see its pages) ignores this",
      "Checked by privacy-lsp: fine", "privacy: ignore this", "private-app: ignore unknown-key",
      "Privacy-LSP checks it", "@privacy-lsp", "p", ":", "@",
      "plsp:ignore unknown-key", "TODO: ignore", "privacy-lsp ignores what is left out", "(privacy-lsp:)", "",
    ] {
      expectEqual(edited(comment).messages, [], comment)
    }
  }
}

/// One mistake makes one finding, above all while someone is typing.
@Suite struct HalfTypedTests {
  @Test func oneMistakeIsOneFinding() {
    let broken = "error malformed-property-list ITMS-91056"
    check(
      [
        .root("«<key>»NSPriv", broken),
        .root("«<key>»NSPriv\n<false/>", broken),
        .root("«<key>NSPrivacyTracking</key>»", broken),
        .root("«<true/>»", broken),
        .root("<key>NSPrivacyTracking</key>\n«<»", broken),
        .dataType("«<string>»NSPrivacyColl", broken),
        .dataType("<string>NSPrivacyCollectedDataTypeCrashData«</strin»", broken),
        .dataType("<string>NSPrivacyCollectedDataTypeCrashData«</key>»", broken),
        .api("NSPrivacyAccessedAPICategoryUserDefaults", "<array>«<string>»CA</array>", broken),
        .api("NSPrivacyAccessedAPICategoryUserDefaults", "<array><string>CA92.1</string>«CA»</array>", broken),
        .api("NSPrivacyAccessedAPICategoryUserDefaults", "<array><string>CA92.1«<!-- x -->»</string></array>", broken),
      ], areHalfTyped: true)
    check([
      .api("NSPrivacyAccessedAPICategoryUserDefaults", "<array><string>CA92.1«<string>»</array>", broken),
      Row(
        "<plist version=\"1.0\">\n<dict>\n<key>NSPrivacyCollectedDataTypes</key>\n<array/>\n«</plist>\n</dict>»\n",
        broken),
      .dataType("«<string>»NSPrivacyCollectedDataTypeCrashData", broken),
      .dataType("<string>NSPrivacyCollectedDataTypeCrashData«</strin»", broken),
      .api("NSPrivacyAccessedAPICategoryUserDefaults", "<array>«<string>»CA92.1</array>", broken),
    ])
  }
}
