import BuildTargets
import Catalog
import JSON
import SourceText

// Apps whose Xcode project Expo generates from `app.json` during the build.

extension ModelReader {
  /// Reads `app.json`. If there is an Xcode project, it counts instead; only its packages are unknown then, because
  /// Expo links them without naming them.
  mutating func readExpo(_ path: String) {
    let folder = parent(of: path)
    guard let text = description(at: path) else { return }
    let document = JSONDocument.parseTolerantly(text.bytes)
    let root = document.root
    if hasXcodeProject(in: folder) {
      let projects = prefix(of: joined(folder, "ios"))
      for number in targets.indices where root["expo"] != nil && targets[number].declaredIn.hasPrefix(projects) {
        targets[number].linksUnknownCode = true
      }
      return
    }
    let app = root["expo"] ?? root
    // Other tools have files with this name.
    guard root["expo"] != nil || app["ios"]?["infoPlist"] != nil || app["ios"]?["privacyManifests"] != nil else {
      return
    }
    unread.noteProblem(of: document, path, text)
    if let platforms = app["platforms"]?.array, !platforms.contains(where: { $0.string == "ios" }) { return }
    let ios = app["ios"]
    var target = BuildTarget(
      name: app["name"]?.string ?? app["slug"]?.string ?? "app", kind: .application, declaredIn: path,
      platforms: [.iOS: nil])
    target.infoPlistEntries = entries(of: ios?["infoPlist"], at: path)
    target.entitlementEntries = entries(of: ios?["entitlements"], at: path)
    target.generatesInfoPlist = true
    target.gathersReasons = true
    for plugin in app["plugins"]?.array ?? [] {
      guard let name = plugin.string ?? plugin.array?.first?.string else { continue }
      target.externalDependencies.append(name)
      let properties = plugin.array?.dropFirst().first?["ios"]
      if properties?["privacyManifestAggregationEnabled"]?.bool == false { target.gathersReasons = false }
      for option in entries(of: plugin.array?.dropFirst().first, at: path) where !option.values.isEmpty {
        target.pluginOptions.append(BuildTarget.PluginOption(plugin: name, entry: option))
      }
    }
    if ios?["privacyManifests"]?.members != nil {
      target.manifests.append(BuildTarget.Manifest(path: path, isInBundle: true))
    }
    // Expo links the modules in this folder automatically.
    let modules = prefix(of: joined(folder, "modules"))
    add(
      target,
      Wanted(packageProducts: targets.filter { $0.kind == .pod && $0.declaredIn.hasPrefix(modules) }.map(\.name)))
  }

  /// `app.config.js` is a program, so its settings are unknown unless it runs.
  mutating func noteExpoScript(_ path: String) {
    guard !hasXcodeProject(in: parent(of: path)) else { return }
    unread.append(UnreadPart(path, nil, nil, "is a program, so what it adds to the app is unknown"))
  }

  private func hasXcodeProject(in folder: String) -> Bool {
    tree.files(below: joined(folder, "ios")).contains { $0.hasSuffix(".xcodeproj/project.pbxproj") }
  }

  private func entries(of object: JSONValue?, at path: String) -> [BuildTarget.Entry] {
    (object?.members ?? []).map { name, value in
      let range = name.content ?? name.range
      return BuildTarget.Entry(
        key: name.string ?? "", values: value.strings, path: path, range: ByteRange(range.lowerBound, range.upperBound))
    }
  }
}

extension JSONValue {
  /// The string, or the strings in an array.
  var strings: [String] { string.map { [$0] } ?? (array ?? []).compactMap(\.string) }
}

extension [UnreadPart] {
  /// Adds the first mistake in a JSON file, if there is one.
  mutating func noteProblem(of document: JSONDocument, _ path: String, _ text: SourceText) {
    guard let problem = document.problems.first else { return }
    let lower = Swift.min(problem.offset, text.count)
    let range = ByteRange(lower, Swift.max(lower, Swift.min(problem.end, text.count)))
    append(UnreadPart(path, text, range, "isn’t valid JSON: \(problem.message)"))
  }
}
