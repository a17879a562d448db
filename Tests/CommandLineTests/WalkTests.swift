import Foundation
import TestSupport
import Testing

/// A sample app of an app, a framework and a widget, from no manifest to a clean report.
@Suite struct WalkTests {
  @Test func fromNoManifestToACleanReport() throws {
    let folder = try TemporaryFolder()
    let sample = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/walk/Picnic")
    let app = "\(folder.path)/Picnic"
    try FileManager.default.copyItem(atPath: sample.standardizedFileURL.path, toPath: app)
    func report() -> [String] {
      let result = command("lint", "-q", "--min-severity", "warning", app)
      return result.output.replacing("\(app)/", with: "").split(separator: "\n").map(String.init)
    }
    func read(_ path: String) throws -> String { try String(contentsOfFile: "\(app)/\(path)", encoding: .utf8) }
    func write(_ path: String, _ text: String) throws {
      try text.write(toFile: "\(app)/\(path)", atomically: true, encoding: .utf8)
    }

    expectEqual(
      report(),
      [
        "Picnic-Info.plist:4:1: error: “requestAccess” needs “NSCameraUsageDescription”, which is missing (ITMS-90683) "
          + "[missing-purpose-string]",
        "Picnic/BasketModel.swift:6:49: error: “systemUptime” and “UserDefaults” need reasons, and “Picnic” has no "
          + "privacy manifest (ITMS-91053) [undeclared-category]",
        "PicnicKit/Recipes.swift:10:39: warning: “contentModificationDateKey” needs a reason, and “PicnicKit” has no "
          + "privacy manifest (ITMS-91053) [undeclared-category]",
        "PicnicWidget/PicnicWidget.swift:19:18: error: “UserDefaults” needs a reason, and “PicnicWidget” has no "
          + "privacy manifest (ITMS-91053) [undeclared-category]",
      ], "before")

    let manifests = ["Picnic", "PicnicKit", "PicnicWidget"].map { "\($0)/PrivacyInfo.xcprivacy" }
    let written = command("init", app)
    expectEqual(written.status, 0, written.errors)
    // Xcode takes new files in these folders by itself, so there is nothing to say of the project.
    expectEqual(
      written.output.replacing("\(app)/", with: "").split(separator: "\n").map(String.init),
      zip(manifests, ["Picnic", "PicnicKit", "PicnicWidget"]).flatMap { path, target in
        [
          "Wrote \(path) for “\(target)”",
          "  Choose a reason wherever it has “…”, and add the data that the app collects.",
        ]
      }, "init")
    expectTrue(
      try read(manifests[0]).contains(
        "35F9.1 may fit Picnic/BasketModel.swift: the value measures time between two moments"),
      "what the difference says")
    expectEqual(
      report().dropFirst().map { line in
        String(line.prefix { $0 != ":" }) + (line.contains("marks a gap") ? " has a gap" : "")
      },
      ["Picnic", "Picnic", "PicnicKit", "PicnicWidget"].map { "\($0)/PrivacyInfo.xcprivacy has a gap" }, "after init")

    // A person reads what each comment suggests, and chooses it.
    let choices = [["35F9.1", "CA92.1</string>\n\t\t\t\t<string>1C8F.1"], ["C617.1"], ["1C8F.1"]]
    for (path, codes) in zip(manifests, choices) {
      var text = try read(path)
      for code in codes {
        text.replace("<string>…<", with: "<string>\(code)<", maxReplacements: 1)
      }
      try write(path, text)
    }
    let plist = try read("Picnic-Info.plist")
    let purpose = "<key>NSCameraUsageDescription</key>\n\t<string>The camera scans recipes into your basket.</string>"
    try write("Picnic-Info.plist", plist.replacing("<dict>\n\t<key>", with: "<dict>\n\t\(purpose)\n\t<key>"))
    let clean = command("lint", app)
    expectEqual(clean.status, 0, clean.output)
    expectEqual(report(), [], "at the end")
    expectTrue(clean.output.hasPrefix("no findings"), clean.output)
  }
}
