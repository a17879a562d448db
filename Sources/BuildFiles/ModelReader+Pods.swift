import BuildTargets
import Catalog
import JSON
import SourceText

// Pods that are developed here, from their podspecs, and pods that targets use, from Podfile and Podfile.lock.

extension ModelReader {
  mutating func readPodspec(_ path: String) {
    guard let text = description(at: path) else { return }
    var pod = PodspecReader(at: path, text, in: tree)
    if path.hasSuffix(".json") { pod.readJSON() } else { pod.readRuby() }
    for part in pod.parts {
      var names = Wanted(packageProducts: part.dependencies)
      names.isPublished = part.kind == .pod
      let target = pod.target(of: part)
      if part.kind == .pod { add(packageProduct: target.name, [targets.count], isWhole: true) }
      if part.kind == .pod, !part.sources.isEmpty, target.sources.isEmpty, target.headers.isEmpty {
        foreignPods.insert(path)
      }
      add(target, names)
    }
    unread += pod.unread
  }

  /// Adds the pods that a Podfile lists, and the pods they depend on, to targets of Xcode projects.
  mutating func readPodfile(_ path: String, locks: [String]) {
    guard let text = description(at: path) else { return }
    let folder = parent(of: path)
    var uses: [String: [String]] = [:]
    var locked: String?
    if let lock = locks.first(where: { parent(of: $0) == folder }), let text = description(at: lock) {
      for pod in YAML(text).root["PODS"]?.elements ?? [] {
        if let name = pod.string.map(podName) { uses[name, default: []] += [] }
        for (key, value) in pod.kind == .mapping ? pod.entries : [] {
          if let key = key.string, podName(key) == Self.core { locked = String(key.dropFirst(Self.core.count)) }
          uses[podName(key.string ?? ""), default: []] += value.strings.map(podName)
        }
      }
    }
    // The pods in each block and the words that may call others, and the blocks of each target and function. What is
    // outside of all is in block 0.
    var pods: [Int: [String]] = [:]
    var calls: [Int: [String]] = [:]
    var blocks: [String: [Int]] = [:]
    var functions: [String: Int] = [:]
    // React Native, Expo and Flutter link their packages with calls of their own.
    var linksMore = false
    var gathersReasons = false
    var addsManifest = false
    for statement in PodText(text).statements {
      if statement.names.last == "target", let name = statement.values.first, let opened = statement.opened {
        blocks[name] = statement.blocks + [opened]
      } else if statement.names == ["def"], let name = statement.values.first, let opened = statement.opened {
        functions[name] = opened
      } else if statement.names == ["pod"], let name = statement.values.first {
        pods[statement.blocks.last ?? 0, default: []].append(name)
      } else if let call = statement.names.first, Self.linkers.contains(where: call.hasPrefix) {
        linksMore = true
        if call.hasPrefix(Self.gatherer) { gathersReasons = !turnsOffGathering(text[statement.range]) }
      } else if statement.names.first == Self.installer {
        addsManifest = true
      } else if statement.values.isEmpty {
        calls[statement.blocks.last ?? 0, default: []] += statement.names
      }
    }
    if addsManifest { addsManifest = reactNativeAddsManifests(folder, locked: locked) }
    for number in targets.indices {
      let target = targets[number]
      guard target.declaredIn.hasSuffix("/project.pbxproj"), target.declaredIn.hasPrefix(prefix(of: folder)),
        let own = blocks[target.name]
      else { continue }
      var within = own + [0]
      var reached: Set<Int> = []
      var open: [String] = []
      while let block = within.popLast() {
        guard reached.insert(block).inserted else { continue }
        open += pods[block] ?? []
        within += (calls[block] ?? []).compactMap { functions[$0] }
      }
      var seen: Set<String> = []
      while let pod = open.popLast() {
        guard seen.insert(pod).inserted else { continue }
        open += uses[pod] ?? []
      }
      wanted[number].packageProducts += seen.sorted()
      if linksMore { targets[number].linksUnknownCode = true }
      if gathersReasons { targets[number].gathersReasons = true }
      if addsManifest, target.kind == .application { targets[number].addsManifest = true }
    }
  }

  /// Whether a call of React Native’s says that the manifests of pods aren’t to be merged.
  private func turnsOffGathering(_ call: String) -> Bool {
    let words = call.split { !$0.isLetter && $0 != "_" }
    return words.firstIndex(of: "privacy_file_aggregation_enabled").map { words.dropFirst($0 + 1).first == "false" }
      ?? false
  }

  /// Whether the React Native of a Podfile adds manifests to projects, as it does since 0.74. True if the version isn’t
  /// known.
  private func reactNativeAddsManifests(_ folder: String, locked: String?) -> Bool {
    // Nothing outside of the tree is read.
    let path = joined(parent(of: folder), "package.json")
    let package = (path.hasPrefix(prefix(of: tree.root)) ? try? tree.read(path) : nil).map {
      JSONDocument.parseTolerantly($0.bytes).root["dependencies"]?["react-native"]?.string ?? ""
    }
    let parts = (locked ?? package ?? "").split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    guard parts.count == 2 else { return true }
    return (parts[0], parts[1]) >= (0, 74)
  }

  /// Takes note of the programs into which a tool puts code that no file here names: Flutter its plug-ins, and CocoaPods
  /// what a Podfile says that isn’t there.
  mutating func noteFetchedCode(_ described: [ProjectDescription: [String]]) {
    let podfiles = Set((described[.podfile] ?? []).map(parent))
    let folders = (described[.podLock] ?? []).map(parent).filter { !podfiles.contains($0) }
    let flutter = Set((described[.pubspec] ?? []).map(parent))
    guard !folders.isEmpty || !flutter.isEmpty else { return }
    for number in targets.indices where targets[number].declaredIn.hasSuffix("/project.pbxproj") {
      // `ios/Runner.xcodeproj/project.pbxproj`
      let own = parent(of: parent(of: targets[number].declaredIn))
      if flutter.contains(own) || flutter.contains(parent(of: own)) || folders.contains(own) {
        targets[number].linksUnknownCode = true
      }
    }
  }

  /// React Native’s call, which also merges the manifests of pods into that of the app.
  private static let gatherer = "use_react_native"
  /// React Native’s call, which since 0.74 also adds the manifest to the app.
  private static let installer = "react_native_post_install"
  /// The pod with React Native’s version.
  private static let core = "React-Core"
  /// Prefixes of calls that link code which the Podfile doesn't list.
  private static let linkers = [
    gatherer, "use_expo_modules", "use_native_modules", "flutter_install_all_ios_pods",
  ]

  /// The name of the pod: A for `A/Sub (1.0)`.
  private func podName(_ text: String) -> String { String(text.prefix { $0 != " " }) }
}

/// The contents of one podspec.
private struct PodspecReader {
  /// The pod with its subspecs, or one of its tests or apps.
  struct Part {
    var kind: BuildTarget.Kind
    var name: String
    var sources: [String] = []
    var resources: [String] = []
    var excluded: [String] = []
    var dependencies: [String] = []
  }

  private(set) var parts: [Part]
  private(set) var unread: [UnreadPart] = []
  private let path: String
  private let folder: String
  private let text: SourceText
  private let tree: ProjectTree
  private var platforms: [Platform: SystemVersion?] = [:]

  init(at path: String, _ text: SourceText, in tree: ProjectTree) {
    self.path = path
    folder = parent(of: path)
    self.text = text
    self.tree = tree
    // CocoaPods wants the file to have the name of the pod, which `package["name"]` doesn’t tell.
    var name = lastComponent(of: path)
    for ending in [".json", ".podspec"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
    parts = [Part(kind: .pod, name: name.isEmpty ? lastComponent(of: folder) : name)]
  }

  private static let platforms: [String: Platform] = [
    "ios": .iOS, "osx": .macOS, "macos": .macOS, "tvos": .tvOS, "watchos": .watchOS, "visionos": .visionOS,
  ]

  mutating func readRuby() {
    /// The part that each block belongs to; subspecs belong to the pod.
    var partOfBlock: [Int: Int] = [:]
    for statement in PodText(text).statements {
      let part = statement.blocks.last.flatMap { partOfBlock[$0] } ?? 0
      guard let attribute = statement.names.last else { continue }
      // Neither `package["name"]` nor `authors.name` is the pod’s.
      if attribute == "name", statement.isComputed || statement.names.count > 1 { continue }
      if let opened = statement.opened {
        var inner = part
        if attribute == "test_spec" || attribute == "app_spec" {
          inner = parts.count
          let kind: BuildTarget.Kind = attribute == "test_spec" ? .unitTest : .application
          parts.append(Part(kind: kind, name: statement.values.first ?? "Tests"))
        }
        partOfBlock[opened] = inner
        continue
      }
      let platform = statement.names.dropLast().last.flatMap { Self.platforms[$0] }
      let isRead = read(
        attribute, statement.values, statement.keys, platform, isOfSubspec: statement.blocks.count > 1, into: part)
      if isRead, statement.isComputed {
        unread.note(path, text, statement.range, "“\(attribute)” is computed, so the files may differ")
      }
    }
  }

  mutating func readJSON() {
    let document = JSONDocument.parseTolerantly(text.bytes)
    unread.noteProblem(of: document, path, text)
    var open: [(value: JSONValue, part: Int, platform: Platform?, isSubspec: Bool)] = [(document.root, 0, nil, false)]
    while let (object, part, platform, isSubspec) = open.popLast() {
      for (name, value) in object.members ?? [] {
        guard let attribute = name.string else { continue }
        switch attribute {
        case "subspecs": open += (value.array ?? []).map { ($0, part, platform, true) }
        case "testspecs", "appspecs":
          for spec in value.array ?? [] {
            open.append((spec, parts.count, platform, true))
            parts.append(
              Part(
                kind: attribute == "testspecs" ? .unitTest : .application,
                name: spec.members?.first { $0.name.string == "name" }?.value.string ?? "Tests"))
          }
        case "platforms", "dependencies":
          for (key, version) in value.members ?? [] {
            let values = [key.string, version.string].compactMap(\.self)
            _ = read(
              attribute == "platforms" ? "platform" : "dependency", values, [], nil, isOfSubspec: false, into: part)
          }
        default:
          if let own = Self.platforms[attribute], value.members != nil {
            open.append((value, part, own, isSubspec))
          } else {
            // In bundles, the names come first.
            var values: [String] = []
            var keys: Set<Int> = []
            for (key, files) in value.members ?? [] {
              keys.insert(values.count)
              values.append(key.string ?? "")
              values += files.strings
            }
            values += value.strings
            _ = read(attribute, values, keys, platform, isOfSubspec: isSubspec, into: part)
          }
        }
      }
    }
  }

  /// Reads one attribute.
  ///
  /// - Returns: Whether it is about files.
  private mutating func read(
    _ attribute: String, _ values: [String], _ keys: Set<Int>, _ platform: Platform?, isOfSubspec: Bool, into part: Int
  ) -> Bool {
    guard parts.indices.contains(part) else { return false }
    let texts = values.enumerated().filter { !keys.contains($0.offset) }.map(\.element)
    switch attribute {
    case "name":
      if !isOfSubspec, parts[part].kind == .pod, let name = texts.first { parts[part].name = name }
    case "platform": if let name = values.first { add(name, values.dropFirst().first) }
    case "platforms":
      for (index, name) in values.enumerated() where keys.contains(index) {
        add(name, values.dropFirst(index + 1).first)
      }
    case "deployment_target": if let platform { platforms[platform] = .some(texts.first.flatMap { SystemVersion($0) }) }
    case "dependency": if let name = values.first { parts[part].dependencies.append(name) }
    case "source_files":
      if platform != .macOS { parts[part].sources += texts }
      return true
    case "exclude_files":
      // What one platform excludes, another may include.
      if platform == nil || platform == .iOS { parts[part].excluded += texts }
      return true
    case "resource", "resources", "resource_bundle", "resource_bundles":
      parts[part].resources += texts
      return true
    default: break
    }
    return false
  }

  private mutating func add(_ name: String, _ version: String?) {
    guard let platform = Self.platforms[name] else { return }
    platforms[platform] = .some(version.flatMap { SystemVersion($0) })
  }

  /// Whether a script, a helper or what wasn’t read of the text may copy a manifest.
  private var mayCopyMore: Bool {
    let words = Set(
      text[ByteRange(0, text.count)].split { !($0.isLetter || $0 == "_") }.map { $0.lowercased() })
    let isUnread =
      parts.allSatisfy(\.resources.isEmpty)
      && !words.isDisjoint(with: ["resource", "resources", "resource_bundle", "resource_bundles"])
    return isUnread || !words.isDisjoint(with: Self.callers)
      || words.contains { $0 != "privacy" && ($0.hasPrefix("privacy") || $0.hasSuffix("privacy")) }
  }

  private static let callers: Set<String> = [
    "script_phase", "script_phases", "prepare_command", "require_relative", "load", "eval", "instance_eval", "send",
    "public_send",
  ]

  mutating func target(of part: Part) -> BuildTarget {
    let name = parts.first.map { part.kind == .pod ? $0.name : "\($0.name)/\(part.name)" } ?? part.name
    var target = BuildTarget(name: name, kind: part.kind, declaredIn: path, platforms: platforms)
    let excluded = part.excluded.map { PathPattern($0) }
    for text in part.sources where text.contains("*") {
      if !tree.readSkipped(below: joined(folder, PathPattern(text).folder)) { target.lacksFiles = true }
    }
    let sources = files(part.sources, excluded)
    target.sources = sources.filter { SourceKind($0) == .source }
    target.headers = sources.filter { SourceKind($0) == .header }
    target.resources = files(part.resources, excluded)
    target.copiesManifestsByScript = mayCopyMore
    // Manifests that aren’t there count as well.
    let manifests = part.resources.filter { ProjectTree.isManifest($0) && !$0.contains(where: "*?[{".contains) }
    target.resources = Set(target.resources + manifests.map { joined(folder, $0) }).sorted()
    return target
  }

  /// The files that match the patterns, sorted. A folder stands for the files in it.
  private mutating func files(_ patterns: [String], _ excluded: [PathPattern]) -> [String] {
    var result: Set<String> = []
    let prefix = prefix(of: folder)
    for text in patterns {
      let pattern = PathPattern(text)
      if pattern.isCut {
        unread.note(path, self.text, ByteRange(at: 0), "has a pattern with too many braces: “\(text.prefix(40))”")
      }
      for file in tree.files(at: joined(folder, pattern.folder), patterns: excluded.count + 1)
      where file.hasPrefix(prefix) {
        let inner = relative(file, to: folder)
        guard pattern.covers(inner), !excluded.contains(where: { $0.covers(inner) }) else { continue }
        if SourceKind(file) == nil || !isInBundle(file, below: folder) { result.insert(file) }
      }
    }
    return result.sorted()
  }
}
