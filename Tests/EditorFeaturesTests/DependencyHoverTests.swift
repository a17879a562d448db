import EditorFeatures
import TestSupport
import Testing

/// What is said of a line of a lock file. Nothing else is offered there.
@Suite struct DependencyHoverTests {
  private func check(
    _ path: String, _ marked: String, says: [String] = [], checkedOut: [String]? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = MarkedText(marked)
    let snapshot = snapshot(text.source, path: path)
    let found = hover(in: snapshot, at: text.file.cursor) { _ in checkedOut }
    expectEqual(found == nil, says.isEmpty, marked, sourceLocation: sourceLocation)
    for words in says {
      expectTrue(
        found?.markdown.contains(words) ?? false, "“\(words)” in \(found?.markdown ?? "")",
        sourceLocation: sourceLocation)
    }
    expectEqual(completions(in: snapshot, at: text.file.cursor).count, 0, marked, sourceLocation: sourceLocation)
  }

  @Test func dependencies() {
    let pods = "PODS:\n  - Alamo$0fire (5.8.1)\n  - Other (1.0)\n"
    check(
      "Podfile.lock", pods,
      says: [
        "**Alamofire 5.8.1**", "Apple’s list of SDKs",
        "This version has no privacy manifest; 5.9.0 is the first that does.",
        "ITMS-91061",
      ])
    check("Podfile.lock", pods, says: ["The checked-out copy has none."], checkedOut: [])
    check(
      "Podfile.lock", pods, says: ["The checked-out copy has one: `Pods/Alamofire/PrivacyInfo.xcprivacy`"],
      checkedOut: ["Pods/Alamofire/PrivacyInfo.xcprivacy"])
    check("Podfile.lock", "PODS:\n  - Other$0 (1.0)\n")
    check(
      "yarn.lock", "cordova-ios@^7:\n  version \"7.1$0.1\"\n",
      says: ["Versions with a privacy manifest: 7.1.0 and later."])
    check("Podfile.lock", "PODS:\n  - AFNetworking (4$0.0.1)\n", says: ["No release has a privacy manifest."])
    check(
      "Podfile.lock", "PODS:\n  - leveldb-library (1.22$0.3)\n",
      says: ["Which versions have a privacy manifest isn’t certain."])
    check(
      "Package.resolved",
      "{\"pins\":[{\"location\":\"https://github.com/SnapKit/SnapKit\",\"state\":{\"branch\":\"$0main\"}}]}",
      says: ["SnapKit", "Only releases are compared"])
  }
}
