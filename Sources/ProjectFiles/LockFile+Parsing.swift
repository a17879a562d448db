import JSON
public import SourceText

extension LockFile {
  /// Parses any text.
  ///
  /// - Parameter path: Its last component determines the format; files with other names have no entries.
  public static func parse(_ text: SourceText, path: String) -> LockFile {
    switch Format(path: path) {
    case .swiftPackage: JSONLockReader(text).packageResolved()
    case .npm: JSONLockReader(text).packageLock()
    case .cocoaPods: LineLockReader(text).podfileLock()
    case .carthage: LineLockReader(text).cartfileResolved()
    case .pub: LineLockReader(text).pubspecLock()
    case .yarn: LineLockReader(text).yarnLock()
    case nil: LockFile(dependencies: [], problems: [], cut: nil)
    }
  }

  /// The most packages to read. The largest apps have a few thousand.
  fileprivate static let mostDependencies = 50_000
}

/// The package URL of a repository, the same for all spellings of its address: "https://github.com/Owner/Name.git",
/// "ssh://git@github.com:22/Owner/Name" and "git@github.com:Owner/Name" become "pkg:swift/github.com/owner/name".
package func repositoryURL(_ location: String) -> String {
  var rest = location.lowercased()[...]
  if rest.hasPrefix("git+") { rest = rest.dropFirst(4) }
  let hasScheme = ["https://", "http://", "ssh://", "git://"].contains { scheme in
    guard rest.hasPrefix(scheme) else { return false }
    rest = rest.dropFirst(scheme.utf8.count)
    return true
  }
  let authority = rest.prefix { $0 != "/" }
  if let at = authority.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
  if rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
  while rest.hasSuffix("/") { rest = rest.dropLast() }
  if rest.hasSuffix(".git") { rest = rest.dropLast(4) }
  let host = rest.prefix { $0 != "/" && $0 != ":" }
  var path = rest[host.endIndex...]
  // A colon is followed by a port, or in the short form of ssh by the path.
  if hasScheme, path.first == ":" {
    let behindPort = path.dropFirst().drop { ("0"..."9").contains($0) }
    if behindPort.first ?? "/" == "/" { path = behindPort }
  }
  path = path.drop { $0 == "/" || $0 == ":" }
  return "pkg:swift/" + host + (path.isEmpty ? "" : "/" + path)
}

/// The last component of a location without its extension.
private func repositoryName(_ location: String) -> String {
  let last = location.split(whereSeparator: { $0 == "/" || $0 == ":" }).last ?? ""
  return String(last.hasSuffix(".git") ? last.dropLast(4) : last)
}

// MARK: - JSON

private struct JSONLockReader {
  private let json: JSONDocument
  private var dependencies: [LockFile.Dependency] = []
  private var cut: Int?

  init(_ text: SourceText) {
    json = JSONDocument.parseTolerantly(text.bytes)
    cut = json.cut
  }

  /// `pins`, which are in `object` in version 1.
  consuming func packageResolved() -> LockFile {
    let pins = json.root["pins"] ?? json.root["object"]?["pins"]
    for pin in pins?.array ?? [] {
      guard let location = (pin["location"] ?? pin["repositoryURL"])?.string, !location.isEmpty else { continue }
      let name = (pin["package"] ?? pin["identity"])?.string ?? repositoryName(location)
      add(name, repositoryURL(location), pin["state"]?["version"], in: ByteRange(pin.range), otherwise: pin)
    }
    return finish()
  }

  /// `packages` by their folders, or in version 1 nested `dependencies`.
  consuming func packageLock() -> LockFile {
    if let packages = json.root["packages"]?.members {
      for member in packages {
        guard let path = member.name.string, let folder = path.lastRange(ofFolder: "node_modules/") else { continue }
        if member.value["link"]?.bool == true { continue }
        let name = member.value["name"]?.string ?? String(path[folder...])
        addPackage(
          name, member.value, folder: path,
          in: ByteRange(member.name.range.lowerBound, member.value.range.upperBound))
      }
      return finish()
    }
    var waiting = [(package: json.root, folder: "" as String?)]
    while let next = waiting.popLast() {
      for member in next.package["dependencies"]?.members ?? [] {
        guard let name = member.name.string else { continue }
        // No file system has longer paths, and without a limit the paths of a deep file would fill the memory.
        let folder = next.folder.map { $0 + "node_modules/" + name }.flatMap { $0.utf8.count > 1_024 ? nil : $0 }
        addPackage(
          name, member.value, folder: folder,
          in: ByteRange(member.name.range.lowerBound, member.value.range.upperBound))
        if member.value["dependencies"] != nil { waiting.append((member.value, folder.map { $0 + "/" })) }
      }
    }
    dependencies.sort { $0.entry < $1.entry }
    return finish()
  }

  private mutating func addPackage(_ name: String, _ value: JSONValue, folder: String?, in entry: ByteRange) {
    let isRelease = value["resolved"]?.string.map { isRegistryAddress($0, of: name) } ?? true
    add(name, npmURL(name), isRelease ? value["version"] : nil, folder: folder, in: entry, otherwise: value)
  }

  private mutating func add(
    _ name: String, _ url: String, _ version: JSONValue?, folder: String? = nil, in entry: ByteRange,
    otherwise value: JSONValue
  ) {
    guard dependencies.count < LockFile.mostDependencies else {
      if cut == nil { cut = entry.lower }
      return
    }
    let content = version?.content
    dependencies.append(
      LockFile.Dependency(
        name: name, packageURL: url, version: content == nil ? nil : version?.string, folder: folder,
        range: content.map { ByteRange($0) } ?? ByteRange(at: value.range.lowerBound), entry: entry))
  }

  private consuming func finish() -> LockFile {
    // What follows a mistake is a guess. If the text is truncated, the innermost bracket is enough to report.
    let first = json.problems.first { !$0.message.hasSuffix("is not closed") } ?? json.problems.last
    return LockFile(
      dependencies: dependencies,
      problems: first.map { [LockFile.Problem(message: $0.message, range: ByteRange($0.offset, $0.end))] } ?? [],
      cut: cut)
  }
}

/// The package URL of an npm package, in which the “@” of the scope is escaped.
package func npmURL(_ name: String) -> String {
  "pkg:npm/" + (name.hasPrefix("@") ? "%40" + name.dropFirst() : name[...]).lowercased()
}

/// Whether a URL is that of a release in npm’s registry or a mirror. The archive of a fork has a different form.
private func isRegistryAddress(_ address: String, of name: String) -> Bool {
  guard address.hasPrefix("https://") || address.hasPrefix("http://") else { return false }
  let name = name.lowercased()
  let parts = address.lowercased().split(separator: "/")
  for mark in ["-", "download"] as [Substring] {
    guard let index = parts.lastIndex(of: mark) else { continue }
    // https://registry.npmjs.org/@capacitor/ios/-/ios-5.0.0.tgz; some write the slash in the name as %2f.
    let before = parts[..<index].joined(separator: "/")
    if before.hasSuffix("/" + name) { return true }
    if before.hasSuffix("/" + name.split(separator: "/").joined(separator: "%2f")) { return true }
    // https://npm.pkg.github.com/download/@capacitor/ios/5.0.0/8b1f
    if mark == "download", parts[(index + 1)...].joined(separator: "/").hasPrefix(name + "/") { return true }
  }
  return false
}

extension String {
  /// The start of the name after the last folder with this name.
  fileprivate func lastRange(ofFolder folder: String) -> String.Index? {
    var rest = self[...]
    while let slash = rest.lastIndex(of: "/") {
      if rest[...slash].hasSuffix(folder) { return index(after: slash) }
      rest = rest[..<slash]
    }
    return nil
  }
}

// MARK: - Lines

/// Reads the line-based formats. Tools write these files, so only a few forms occur.
private struct LineLockReader {
  /// A line that is neither blank nor a comment.
  struct Line {
    /// The indentation in columns; a tab counts as two.
    let indentation: Int
    /// Its bytes without surrounding whitespace.
    let range: ByteRange
    let bytes: ArraySlice<UInt8>
  }

  private let text: SourceText
  private var dependencies: [LockFile.Dependency] = []
  private var cut: Int?
  private var lineNumber = 0

  init(_ text: SourceText) { self.text = text }

  /// The next line that is neither blank nor a comment.
  private mutating func next() -> Line? {
    while lineNumber < text.lineCount {
      var range = text.contents(ofLine: lineNumber)
      let isFirst = lineNumber == 0
      lineNumber += 1
      if isFirst, text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { range.lower = min(3, range.upper) }
      var indentation = 0
      while range.lower < range.upper, text.bytes[range.lower] == 0x20 || text.bytes[range.lower] == 0x09 {
        indentation += text.bytes[range.lower] == 0x09 ? 2 : 1
        range.lower += 1
      }
      while range.upper > range.lower, text.bytes[range.upper - 1] <= 0x20 { range.upper -= 1 }
      if range.isEmpty || text.bytes[range.lower] == UInt8(ascii: "#") { continue }
      return Line(indentation: indentation, range: range, bytes: text.slice(range))
    }
    return nil
  }

  /// A name and the value after the colon: `version: "5.0.0"`; empty if there is none.
  private func pair(_ line: Line) -> (name: String, value: ByteRange)? {
    var end = line.range.lower
    if let mark = line.bytes.first, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") {
      guard let closing = line.bytes.dropFirst().firstIndex(of: mark) else { return nil }
      end = closing
    }
    guard let colon = text.slice(ByteRange(end, line.range.upper)).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return (string(ByteRange(line.range.lower, colon)), value(from: colon + 1, of: line))
  }

  /// The rest of a line after an offset, without leading spaces and surrounding quotation marks.
  private func value(from start: Int, of line: Line) -> ByteRange {
    var value = ByteRange(start, line.range.upper)
    while value.lower < value.upper, text.bytes[value.lower] <= 0x20 { value.lower += 1 }
    return unquoted(value)
  }

  /// A range without surrounding quotation marks.
  private func unquoted(_ range: ByteRange) -> ByteRange {
    let bytes = text.slice(range)
    guard bytes.count >= 2, let first = bytes.first, first == bytes.last,
      first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    else { return range }
    return ByteRange(range.lower + 1, range.upper - 1)
  }

  private func string(_ range: ByteRange) -> String { text[unquoted(range)] }

  private mutating func add(_ dependency: LockFile.Dependency) {
    guard dependencies.count < LockFile.mostDependencies else {
      if cut == nil { cut = dependency.entry.lower }
      return
    }
    dependencies.append(dependency)
  }

  /// Adds the current entry, if there is one.
  private mutating func end(_ current: inout LockFile.Dependency?, isRelease: Bool) {
    guard var dependency = current else { return }
    if !isRelease { dependency.version = nil }
    add(dependency)
    current = nil
  }

  private consuming func finish() -> LockFile {
    let problems = MergeConflict.all(in: text).map {
      LockFile.Problem(message: "Unresolved merge conflict", range: $0.range)
    }
    return LockFile(dependencies: dependencies, problems: problems, cut: cut)
  }

  /// The pod in `- Alamofire/Core (~> 5.8)`, with its subspec.
  private func pod(_ line: Line) -> String {
    String(text[unquoted(ByteRange(line.range.lower + 2, line.range.upper))].prefix { $0 != " " })
  }

  /// A pod without its subspec.
  private func whole(_ pod: String) -> String { String(pod.prefix { $0 != "/" }) }

  /// The `~> 5.8` in `- Alamofire/Core (~> 5.8)`.
  private func requiredVersions(_ line: Line) -> String? {
    let item = unquoted(ByteRange(line.range.lower + 2, line.range.upper))
    let bytes = text.slice(item)
    guard let bracket = bytes.lastIndex(of: UInt8(ascii: "(")), bytes.last == UInt8(ascii: ")") else { return nil }
    return text[ByteRange(bracket + 1, item.upper - 1)]
  }

  /// The pod that has to be updated for a new version of another one; nil if that is the other one itself. With it, the
  /// pod of which it requires one version, or nearly.
  ///
  /// - Parameter askers: Who requires a pod, or a subspec of it, by their names.
  private func podToUpdate(
    for name: String, _ direct: Set<String>, _ askers: [String: [LockFile.Requirement]]
  ) -> (pod: String, pinned: String?)? {
    // From the pod up to the one in the Podfile, each with what the next requires of it.
    var chain = [(pod: name, required: 0)]
    for _ in 0..<32 {
      guard let (pod, _) = chain.last else { return nil }
      // A whole pod is required with any of its subspecs, a subspec may be part of what is required as a whole.
      let askers = (askers[pod] ?? askers[whole(pod)] ?? []).filter { asker in
        !chain.contains { $0.pod == asker.name } && whole(asker.name) != name
      }
      let isDirect = direct.contains(whole(pod))
      // Another pod may require one version of a pod in the Podfile.
      if isDirect, !askers.contains(where: { $0.strictness == .max }) { break }
      // Of several in the Podfile, the one that leaves the least choice has to be updated.
      let own = askers.filter { (isDirect || direct.contains(whole($0.name))) && $0.strictness > 0 }
        .max { $0.strictness < $1.strictness }
      guard let asker = own ?? askers.first else { break }
      chain[chain.count - 1].required = asker.strictness
      chain.append((asker.name, 0))
    }
    guard let top = chain.last.map({ whole($0.pod) }), top != name, direct.contains(top) else { return nil }
    // What takes any version of the next one needn’t be updated.
    let held = chain.indices.dropLast().last { chain[$0].required > 0 } ?? chain.count - 2
    // “= 10.18.0” and “~> 10.18.0”
    let pinned = chain[held].required > 2 ? whole(chain[held].pod) : nil
    return (held < chain.count - 2 ? whole(chain[held + 1].pod) : top, pinned == name ? nil : pinned)
  }

  /// Folders with pods that Flutter, Capacitor and Cordova make.
  private static var foldersOfTools: Set<String> {
    [".symlinks", ".ios", "Flutter", "plugins", "capacitor-cordova-ios-plugins"]
  }

  /// `  - Alamofire (5.8.1)` below `PODS:`, and below `EXTERNAL SOURCES:` the pods that come from a path or a repository.
  consuming func podfileLock() -> LockFile {
    var section = ""
    var seen: Set<String> = []
    var external: Set<String> = []
    var folders: [String: String] = [:]
    var local: Set<String> = []
    var direct: Set<String> = []
    var own: [String: String] = [:]
    // The current pod and its subspec, and what others require of each pod, and of pods and subspecs by themselves.
    var reading = ""
    var part = ""
    var requirements: [String: [LockFile.Requirement]] = [:]
    var askers: [String: [LockFile.Requirement]] = [:]
    while let line = next() {
      if line.indentation == 0 {
        section = pair(line)?.name ?? ""
      } else if section == "PODS", line.bytes.starts(with: "- ".utf8), line.indentation == 4 {
        let asked = pod(line)
        let versions = requiredVersions(line) ?? ""
        askers[asked, default: []].append(LockFile.Requirement(name: part, versions: versions))
        if whole(asked) != reading {
          let requirement = LockFile.Requirement(name: reading, versions: versions)
          requirements[whole(asked), default: []].append(requirement)
          if whole(asked) != asked { askers[whole(asked), default: []].append(requirement) }
        }
      } else if section == "DEPENDENCIES", line.bytes.starts(with: "- ".utf8) {
        direct.insert(whole(pod(line)))
        if let versions = requiredVersions(line) { own[whole(pod(line))] = versions }
      } else if section == "PODS", line.bytes.starts(with: "- ".utf8), line.indentation == 2 {
        // A pod with dependencies ends with a colon.
        let hasColon = line.bytes.last == UInt8(ascii: ":")
        let item = unquoted(ByteRange(line.range.lower + 2, line.range.upper - (hasColon ? 1 : 0)))
        let bytes = text.slice(item)
        guard let bracket = bytes.lastIndex(of: UInt8(ascii: "(")), bytes.last == UInt8(ascii: ")") else { continue }
        let version = ByteRange(bracket + 1, item.upper - 1)
        var name = ByteRange(item.lower, bracket)
        while name.upper > name.lower, text.bytes[name.upper - 1] <= 0x20 { name.upper -= 1 }
        // Each subspec of a pod has its own line.
        part = text[name]
        reading = whole(part)
        guard seen.insert(reading).inserted else { continue }
        add(
          LockFile.Dependency(
            name: reading, packageURL: "pkg:cocoapods/" + reading.lowercased(), version: text[version], range: version,
            entry: line.range))
      } else if section == "EXTERNAL SOURCES", line.indentation == 2, let name = pair(line)?.name {
        reading = whole(name)
        external.insert(reading)
      } else if section == "EXTERNAL SOURCES", line.bytes.starts(with: ":path:".utf8),
        text[line.range].split(whereSeparator: { "/\" ".contains($0) }).contains(where: { $0 == "node_modules" })
      {
        // What npm has installed is a release as well.
        external.remove(reading)
        folders[reading] = text[value(from: line.range.lower + 6, of: line)]
      } else if section == "EXTERNAL SOURCES", line.bytes.starts(with: ":path: \".symlinks/".utf8) {
        folders[reading] = text[value(from: line.range.lower + 6, of: line)]
      } else if section == "EXTERNAL SOURCES", line.bytes.starts(with: ":path:".utf8),
        Self.foldersOfTools.isDisjoint(with: text[line.range].split { "/\" ".contains($0) }.map(String.init))
      {
        local.insert(reading)
      } else if section == "EXTERNAL SOURCES", line.bytes.starts(with: ":podspec:".utf8),
        text[line.range].split(separator: "/").contains(where: { $0 == "react-native" })
      {
        // React Native comes with the descriptions of others’ releases: hermes-engine.
        external.remove(reading)
      }
    }
    for index in dependencies.indices {
      let name = dependencies[index].name
      dependencies[index].requirements = requirements[name] ?? []
      dependencies[index].ownRequirement = own[name] ?? ""
      dependencies[index].isDirect = direct.isEmpty || direct.contains(name)
      dependencies[index].folder = folders[name]
      dependencies[index].isLocal = local.contains(name)
      if external.contains(name) { dependencies[index].version = nil }
      let toUpdate = podToUpdate(for: name, direct, askers)
      (dependencies[index].broughtBy, dependencies[index].pinnedWith) = (toUpdate?.pod, toUpdate?.pinned)
    }
    return finish()
  }

  /// `github "Alamofire/Alamofire" "5.8.1"`.
  consuming func cartfileResolved() -> LockFile {
    while let line = next() {
      let marks = line.bytes.indices.filter { line.bytes[$0] == UInt8(ascii: "\"") }
      guard marks.count >= 4 else { continue }
      let location = text[ByteRange(marks[0] + 1, marks[1])]
      let version = ByteRange(marks[2] + 1, marks[3])
      var name = repositoryName(location)
      let url: String
      if line.bytes.starts(with: "github ".utf8) {
        let isShort = location.split(separator: "/", omittingEmptySubsequences: false).count == 2
        url = repositoryURL(isShort ? "https://github.com/" + location : location)
      } else if line.bytes.starts(with: "git ".utf8) {
        url = repositoryURL(location)
      } else if line.bytes.starts(with: "binary ".utf8), let file = location.split(separator: "/").last {
        // `https://dl.example.com/FirebaseAuthBinary.json` has what the pod of this name has.
        let stem = file.prefix { $0 != "." }
        name = String(stem.hasSuffix("Binary") ? stem.dropLast("Binary".count) : stem)
        url = "pkg:cocoapods/" + name.lowercased()
      } else {
        continue
      }
      add(
        LockFile.Dependency(
          name: name, packageURL: url, version: text[version], range: version, entry: line.range))
    }
    return finish()
  }

  /// Names below `packages:`, each with its source and version below it.
  consuming func pubspecLock() -> LockFile {
    var isInside = false
    var current: LockFile.Dependency?
    var isHosted = false
    while let line = next() {
      guard let (name, value) = pair(line) else { continue }
      switch line.indentation {
      case 0:
        end(&current, isRelease: isHosted)
        isInside = name == "packages"
      case 2 where isInside:
        end(&current, isRelease: isHosted)
        isHosted = false
        current = LockFile.Dependency(
          name: name, packageURL: "pkg:pub/" + name.lowercased(), version: nil, range: line.range, entry: line.range)
      case 4 where current != nil:
        current?.entry.upper = line.range.upper
        if name == "source" { isHosted = text[value] == "hosted" }
        if name == "dependency" { current?.isDirect = text[value] != "transitive" }
        if name == "version" {
          current?.version = text[value]
          current?.range = value
        }
      default: break
      }
    }
    end(&current, isRelease: isHosted)
    return finish()
  }

  /// Descriptors with a colon, each with the version and the source below it.
  consuming func yarnLock() -> LockFile {
    var current: LockFile.Dependency?
    var asked = YarnDescriptors()
    /// Berry has an entry for the original in addition to that of a patched copy.
    var patched: Set<String> = []
    func release(_ dependency: LockFile.Dependency) -> String {
      dependency.packageURL + "@" + (dependency.version ?? "")
    }
    func done(_ reader: inout Self) {
      if asked.isPatched, let current { patched.insert(release(current)) }
      reader.end(&current, isRelease: asked.isRelease)
    }
    while let line = next() {
      if line.indentation == 0 {
        done(&self)
        asked = YarnDescriptors()
        guard line.bytes.last == UInt8(ascii: ":") else { continue }
        asked.add(text[line.range].dropLast())
        guard let name = asked.name, let folder = asked.folder else { continue }
        current = LockFile.Dependency(
          name: name, packageURL: npmURL(name), version: nil, folder: "node_modules/" + folder, range: line.range,
          entry: line.range)
      } else if line.indentation == 2, current != nil {
        current?.entry.upper = line.range.upper
        // The classic form has a space after the name, Berry a colon.
        let key = line.bytes.prefix { $0 != 0x20 && $0 != UInt8(ascii: ":") }
        guard key.endIndex < line.range.upper else { continue }
        let value = value(from: key.endIndex + 1, of: line)
        switch String(decoding: key, as: UTF8.self) {
        case "version":
          current?.version = text[value]
          current?.range = value
        case "resolution":
          asked.add(text[value][...])
        case "resolved":
          if !isRegistryAddress(text[value], of: asked.name ?? "") { asked.isRelease = false }
        default: break
        }
      }
    }
    done(&self)
    for index in dependencies.indices where patched.contains(release(dependencies[index])) {
      dependencies[index].version = nil
    }
    return finish()
  }
}

/// The descriptors of an entry in `yarn.lock`: `"@capacitor/ios@npm:^5.0.0, @capacitor/ios@npm:^5.1.0"`.
private struct YarnDescriptors {
  /// The name in the registry; nil without descriptors.
  var name: String?
  /// The name in the project.
  var folder: String?
  /// Whether it comes from the registry unchanged.
  var isRelease = true
  var isPatched = false

  /// Adds descriptors separated by commas, with quotation marks around each or around all.
  mutating func add(_ list: Substring) {
    for item in list.split(separator: ",") {
      let descriptor = item.filter { $0 != "\"" && $0 != " " }
      guard let at = descriptor.dropFirst().firstIndex(of: "@") else { continue }
      var called = descriptor[..<at]
      if folder == nil { folder = String(called) }
      var range = descriptor[descriptor.index(after: at)...]
      if range.hasPrefix("npm:") {
        range = range.dropFirst(4)
        // An alias of another package: `charts@npm:@scope/charts@1.0.0`.
        if let alias = range.dropFirst().lastIndex(of: "@") { called = range[..<alias] }
      } else if range.hasPrefix("patch:") {
        isRelease = false
        isPatched = true
        // A patched package: `charts@patch:@scope/charts@npm%3A1.0.0#./a.patch`.
        range = range.dropFirst(6)
        if let end = range.dropFirst().firstIndex(of: "@") { called = range[..<end] }
      } else if range.contains(where: { $0 == ":" || $0 == "/" }) {
        isRelease = false
      }
      if name == nil { name = String(called) }
    }
  }
}
