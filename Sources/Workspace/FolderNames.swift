import SourceText

/// What the names of folders and of files in them say of a project.
enum FolderNames {
  /// Whether a path leads through a folder of fetched dependencies.
  static func isFetched(_ path: String) -> Bool {
    path.utf8.split(separator: UInt8(ascii: "/")).contains { folder in
      ["Pods", "Carthage", "checkouts"].contains { folder.elementsEqual($0.utf8) }
    }
  }

  /// Whether a path leads through a folder of samples, hosts of tests or old code, which don’t ship.
  static func isUnshipped(_ path: Substring) -> Bool {
    path.utf8.split(separator: UInt8(ascii: "/")).dropLast().contains { folder in
      let name: [UInt8] = folder.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
      if Self.samples.contains(where: name.elementsEqual) { return true }
      // `plugin_example`, but not `sample-rates` or `drum-samples`.
      let last = name.split { $0 == "-" || $0 == "_" }.last ?? []
      if Self.endsOfSamples.contains(where: last.elementsEqual) { return true }
      // `ios.old`, but not `Old` or `photo-backup`.
      if Self.endsOfOld.contains(where: { name.count > $0.count && name.suffix($0.count).elementsEqual($0) }) {
        return true
      }
      // `TestBed`, `UITestHost`
      let letters = name.filter { isLetter($0) || $0 >= 0x80 }
      return Self.hostsOfTests.contains { letters.suffix($0.count).elementsEqual($0) }
    }
  }

  private static let samples = [
    "demos", "examples", "samples", "example-app", "demo-app", "sample-app", "test", "tests", "poc",
  ].map { Array($0.utf8) }
  private static let endsOfSamples = ["demo", "example", "sample"].map { Array($0.utf8) }
  private static let endsOfOld = ["_deprecated", "-deprecated", ".deprecated", ".old", ".bak"].map { Array($0.utf8) }
  private static let hostsOfTests = ["testbed", "testbeds", "testhost"].map { Array($0.utf8) }

  /// Whether a folder counts as part of its parent: `de.lproj`, `App.xcodeproj`.
  static func isPartOfOne(_ name: String) -> Bool {
    guard (name.utf8.last ?? 0) | 0x20 == "j" else { return false }
    let name = name.lowercased()
    return name.hasSuffix(".lproj") || name.hasSuffix(".xcodeproj")
  }

  /// Whether a folder that contains an entry with this name holds a project.
  static func marksProject(_ name: String) -> Bool {
    switch name {
    case "Package.swift", "Podfile", "Project.swift", "project.yml", ".git": true
    default: name.hasSuffix(".xcodeproj") || name.hasSuffix(".xcworkspace") || name.hasSuffix(".podspec")
    }
  }
}
