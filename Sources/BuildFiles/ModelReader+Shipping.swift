import BuildTargets
import ProjectFiles
import PropertyList
import SourceText

// What never reaches users: tests and what only tests use, samples of a library, build tools.

extension ModelReader {
  mutating func markWhatStaysAtHome(_ described: [ProjectDescription: [String]]) {
    for number in targets.indices where targets[number].ships {
      if targets[number].kind.isTest || wanted[number].linked.contains(where: { $0 == "XCTest.framework" }) {
        targets[number].notShipped = .test
      } else if targets[number].kind == .buildTool {
        targets[number].notShipped = .tool
      }
    }
    markUnembeddedExtensions()
    markPodsOfApps()
    markRemovedTemplates()
    markSamples(podspecs: described[.podspec] ?? [])
    markSamplesBesideApps()
    markCollectionsOfSamples()
    markWhatNothingShips()
  }

  /// Extensions that no app embeds, in Xcode projects whose apps embed others, and where nothing else may embed any.
  private mutating func markUnembeddedExtensions() {
    let embedded = Set(targets.flatMap(\.embedded))
    func isExtension(_ number: Int) -> Bool { targets[number].kind == .appExtension }
    let projects = Set(embedded.filter(isExtension).map { targets[$0].declaredIn })
      .filter { (try? tree.xcodeProject($0)).map(embedsOwnTargetsAlone) ?? false }
    for number in targets.indices where isExtension(number) && !embedded.contains(number) {
      if targets[number].ships, projects.contains(targets[number].declaredIn) { targets[number].notShipped = .tool }
    }
  }

  /// React Native made a target `App-tvOS` for every app until 0.62. Many have removed its files, but not the target.
  private mutating func markRemovedTemplates() {
    for (number, target) in targets.enumerated() where target.kind == .application && target.name.hasSuffix("-tvOS") {
      let isThere = target.infoPlists.contains { path in
        tree.contains(path) || path.utf8.contains(UInt8(ascii: "$")) || (try? tree.read(path)) != nil
      }
      if target.ships, !target.infoPlists.isEmpty, !isThere { targets[number].notShipped = .tool }
    }
  }

  /// Podspecs that tools leave beside the app of an `ios` folder, with the file that starts it among their own.
  private mutating func markPodsOfApps() {
    let apps = targets.filter { $0.kind == .application && $0.ships }
    for (number, pod) in targets.enumerated() where pod.kind == .pod {
      let folder = joined(parent(of: pod.declaredIn), "ios")
      let isOfApp = apps.contains { app in
        projectFolder(of: app) == folder
          && app.sources.contains { Self.starts.contains(lastComponent(of: $0)) && pod.sources.contains($0) }
      }
      guard isOfApp else { continue }
      targets[number].notShipped = .tool
      foreignPods.insert(pod.declaredIn)
    }
  }

  private static let starts: Set<String> = ["main.m", "main.mm", "main.swift"]

  /// Whether what a project’s targets embed is known: no script copies extensions, and no phase one from elsewhere.
  private func embedsOwnTargetsAlone(_ project: XcodeProject) -> Bool {
    func isExtension(_ name: some StringProtocol) -> Bool { name.hasSuffix(".appex") }
    return project.cut == nil && project.tree.problems.isEmpty
      && project.targets.lazy.flatMap(\.phases).allSatisfy { phase in
        let words = phase.script?.split { $0.isWhitespace || "\"'/;&|()}".contains($0) } ?? []
        return !words.contains { isExtension($0) || $0.hasSuffix("PLUGINS_FOLDER_PATH") || $0 == "PlugIns" }
          && !phase.files.contains(where: isExtension)
          && !phase.products.contains { isExtension($0.name) && $0.target == nil }
      }
  }

  /// Targets that only unshipped targets link or embed don't ship either.
  private mutating func markWhatNothingShips() {
    var users = Array(repeating: [Int](), count: targets.count)
    for (number, target) in targets.enumerated() {
      for other in target.dependencies { users[other].append(number) }
    }
    var open = targets.indices.filter { !targets[$0].ships }
    while let number = open.popLast() {
      for other in targets[number].dependencies where targets[other].ships && !isShippedByItself(other) {
        guard users[other].allSatisfy({ !targets[$0].ships }) else { continue }
        targets[other].notShipped = targets[number].notShipped
        open.append(other)
      }
    }
  }

  /// Whether a target reaches users or other projects regardless of its users here. A framework that only tests link
  /// may be the one they test.
  private func isShippedByItself(_ number: Int) -> Bool {
    switch targets[number].kind {
    case .library: wanted[number].isPublished
    // An app of that name is there for tests to run in.
    case .framework, .staticLibrary, .dynamicLibrary, .bundle, .application:
      Self.wordsOfTests.isDisjoint(with: words(ofIdentifier: targets[number].name))
    default: true
    }
  }

  /// Samples of a repository that has apps without such a name: `SampleApps/SearchSample` beside `Apps/Mail`.
  private mutating func markSamplesBesideApps() {
    let samples: Set<String> = ["sample", "samples", "sampleapps", "example", "examples", "demo", "demos"]
    func isSample(_ number: Int) -> Bool {
      let folders = foldersAbove(targets[number])
      return !samples.isDisjoint(with: words(ofIdentifier: targets[number].name))
        && !samples.isDisjoint(with: folders.flatMap { words(ofIdentifier: String($0)) })
    }
    let apps = targets.indices.filter { targets[$0].ships && targets[$0].kind == .application }
    let hasUploaded = apps.contains { !isSample($0) && isUploaded(targets[$0]) }
    // Those that an SDK has in a folder of this name, copied into the project of an app.
    func isInSamples(_ number: Int) -> Bool {
      foldersAbove(targets[number]).contains { ["demos", "examples", "samples"].contains($0.lowercased()) }
    }
    let hasOthers = apps.contains { !isSample($0) && !isInSamples($0) }
    for number in apps where !isUploaded(targets[number]) {
      if hasUploaded && isSample(number) || hasOthers && isInSamples(number) { targets[number].notShipped = .sample }
    }
  }

  /// The folders from the root to that of a target’s project, without the last.
  private func foldersAbove(_ target: BuildTarget) -> [Substring] {
    projectFolder(of: target).dropFirst(tree.root.utf8.count).split(separator: "/").dropLast()
  }

  /// The apps of trees that hold nothing but samples: several projects, all of whose apps or their folders are named so.
  private mutating func markCollectionsOfSamples() {
    let apps = targets.indices.filter { targets[$0].ships && targets[$0].kind == .application }
    guard Set(apps.map { targets[$0].declaredIn }).count > 1,
      apps.allSatisfy({ number in
        let names = [targets[number].name] + foldersAbove(targets[number]).map(String.init)
        return !Self.wordsOfSamples.isDisjoint(with: names.flatMap(words(ofIdentifier:)))
          && !isUploaded(targets[number]) && !targets[number].resources.contains(where: ProjectTree.isManifest)
      })
    else { return }
    for number in targets.indices where targets[number].ships && targets[number].kind.isProgram {
      targets[number].notShipped = .sample
    }
  }

  private mutating func markSamples(podspecs: [String]) {
    // Apps have podspecs of their own in `ios` folders, and patched copies of other pods’: neither is published here.
    let podFolders = Set(podspecs.filter { !foreignPods.contains($0) }.map(parent))
      .filter { !Self.platformFolders.contains(lastComponent(of: $0)) }
    var libraryFolders = Set(podspecs.map { libraryFolder(of: parent(of: $0)) })
    for (number, target) in targets.enumerated() {
      switch target.kind {
      case .library where wanted[number].isPublished:
        libraryFolders.insert(libraryFolder(of: parent(of: target.declaredIn)))
      case .framework, .pod: libraryFolders.insert(projectFolder(of: target))
      default: break
      }
    }
    guard !libraryFolders.isEmpty else { return }
    // The extensions of an app go with it.
    let uploaded = podFolders.isEmpty ? [] : Set(targets.filter(isUploaded).map(\.declaredIn))
    func isUploadedWithItsApp(_ target: BuildTarget) -> Bool {
      target.kind == .application ? isUploaded(target) : uploaded.contains(target.declaredIn)
    }
    for number in targets.indices where targets[number].ships && targets[number].kind.isProgram {
      let target = targets[number]
      // `/Kit/Example/Example.xcodeproj` beside or below `/Kit`.
      var folder = projectFolder(of: target)
      var names = [target.name, lastComponent(of: parent(of: target.declaredIn))]
      var isBelowLibrary = false
      while true {
        // Authors of pods have apps beside them to try them out, and some have their pod beside the app.
        if podFolders.contains(folder), !isUploadedWithItsApp(target) { targets[number].notShipped = .sample }
        if libraryFolders.contains(folder) { isBelowLibrary = true }
        guard folder != tree.root, folder != "/" else { break }
        if !isBelowLibrary { names.append(lastComponent(of: folder)) }
        folder = parent(of: folder)
      }
      if isBelowLibrary, !Self.wordsOfSamples.isDisjoint(with: names.flatMap(words(ofIdentifier:))) {
        targets[number].notShipped = .sample
      }
    }
  }

  /// The key of Info.plist that answers what App Store Connect asks on each upload.
  private static let exportKey = "ITSAppUsesNonExemptEncryption"

  /// Whether an app is plainly meant for App Store Connect.
  private func isUploaded(_ target: BuildTarget) -> Bool {
    target.infoPlistEntries.contains { $0.key == Self.exportKey }
      || target.infoPlists.contains { path in
        guard let text = try? tree.read(path) else { return false }
        return text.bytes.split { !isLetter($0) }.contains { $0.elementsEqual(Self.exportKey.utf8) }
      }
  }

  private static let wordsOfTests: Set<String> = ["test", "tests", "testing", "mock", "mocks"]
  private static let wordsOfSamples: Set<String> = [
    "sample", "samples", "example", "examples", "demo", "demos", "fixture", "fixtures", "playground", "playgrounds",
    "tutorial", "tutorials", "showcase",
  ]

  /// The folder of a library; for a Flutter plug-in, the one that has its code for all systems and its example.
  private func libraryFolder(of folder: String) -> String {
    for folder in [folder, parent(of: folder)] where Self.platformFolders.contains(lastComponent(of: folder)) {
      return parent(of: folder)
    }
    return folder
  }

  private static let platformFolders: Set<String> = ["ios", "macos", "darwin"]

  /// The folder of a target's project.
  func projectFolder(of target: BuildTarget) -> String {
    let folder = parent(of: target.declaredIn)
    return folder.hasSuffix(".xcodeproj") ? parent(of: folder) : folder
  }
}
