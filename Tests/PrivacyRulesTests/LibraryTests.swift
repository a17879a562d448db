import PrivacyRules
import TestSupport
import Testing

/// What the README shows of the library.
@Suite struct LibraryTests {
  @Test func findingsOfOneFile() {
    let bytes = Array("<plist><dict><key>NSPrivacyTracking</key><string>false</string></dict></plist>".utf8)
    let found = Linter.bundled.lint(path: "App/PrivacyInfo.xcprivacy", bytes: bytes)
    expectTrue(found.contains { $0.rule == "wrong-type" && $0.severity == .error }, "\(found.map(\.message))")
    expectEqual(Linter.bundled.lint(path: "App/Notes.txt", bytes: bytes).map(\.message), [], "no file of ours")
  }
}
