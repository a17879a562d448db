import JSON
public import SourceText

extension LockFile {
  /// Parses a text, whatever it is.
  ///
  /// - Parameter path: Its last component tells the format; of another name nothing is read.
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

  /// So many packages are read. The largest apps have a few thousand.
  fileprivate static let mostDependencies = 50_000
}

/// The package URL of a repository: "https://github.com/Owner/Name.git" and "git@github.com:Owner/Name" are
/// "pkg:swift/github.com/owner/name".
private func repositoryURL(_ location: String) -> String {
  var rest = location.lowercased()[...]
  let hasScheme = ["https://", "http://", "ssh://", "git://"].contains { scheme in
    guard rest.hasPrefix(scheme) else { return false }
    rest = rest.dropFirst(scheme.utf8.count)
    return true
  }
  let host = rest.prefix { $0 != "/" }
  if let at = host.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
  while rest.hasSuffix("/") { rest = rest.dropLast() }
  if rest.hasSuffix(".git") { rest = rest.dropLast(4) }
  // The short form of ssh has a colon behind the host.
  if !hasScheme, let colon = rest.firstIndex(of: ":") {
    return "pkg:swift/" + rest[..<colon] + "/" + rest[rest.index(after: colon)...]
  }
  return "pkg:swift/" + rest
}

/// The last component of a location without its ending.
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

  /// `pins`, which lie in `object` in the first version.
  consuming func packageResolved() -> LockFile {
    let pins = json.root["pins"] ?? json.root["object"]?["pins"]
    for pin in pins?.array ?? [] {
      guard let location = (pin["location"] ?? pin["repositoryURL"])?.string, !location.isEmpty else { continue }
      let name = (pin["package"] ?? pin["identity"])?.string ?? repositoryName(location)
      add(name, repositoryURL(location), pin["state"]?["version"], in: ByteRange(pin.range), otherwise: pin)
    }
    return finish()
  }

  /// `packages` by their folders, or in the first version `dependencies` in each other.
  consuming func packageLock() -> LockFile {
    if let packages = json.root["packages"]?.members {
      for member in packages {
        guard let path = member.name.string, let folder = path.lastRange(ofFolder: "node_modules/") else { continue }
        if member.value["link"]?.bool == true { continue }
        let name = member.value["name"]?.string ?? String(path[folder...])
        addPackage(name, member.value, in: ByteRange(member.name.range.lowerBound, member.value.range.upperBound))
      }
      return finish()
    }
    var waiting = [json.root]
    while let next = waiting.popLast() {
      for member in next["dependencies"]?.members ?? [] {
        guard let name = member.name.string else { continue }
        addPackage(name, member.value, in: ByteRange(member.name.range.lowerBound, member.value.range.upperBound))
        if member.value["dependencies"] != nil { waiting.append(member.value) }
      }
    }
    dependencies.sort { $0.entry < $1.entry }
    return finish()
  }

  private mutating func addPackage(_ name: String, _ value: JSONValue, in entry: ByteRange) {
    let origin = value["resolved"]?.string ?? ""
    let isRelease = !origin.hasPrefix("git") && !origin.hasPrefix("file:")
    add(name, npmURL(name), isRelease ? value["version"] : nil, in: entry, otherwise: value)
  }

  private mutating func add(
    _ name: String, _ url: String, _ version: JSONValue?, in entry: ByteRange, otherwise value: JSONValue
  ) {
    guard dependencies.count < LockFile.mostDependencies else {
      if cut == nil { cut = entry.lower }
      return
    }
    let content = version?.content
    dependencies.append(
      LockFile.Dependency(
        name: name, packageURL: url, version: content == nil ? nil : version?.string,
        range: content.map { ByteRange($0) } ?? ByteRange(at: value.range.lowerBound), entry: entry))
  }

  private consuming func finish() -> LockFile {
    // What follows a mistake is read by guessing; where the text breaks off, the innermost bracket tells enough.
    let first = json.problems.first { !$0.message.hasSuffix("is not closed") } ?? json.problems.last
    return LockFile(
      dependencies: dependencies,
      problems: first.map { [LockFile.Problem(message: $0.message, range: ByteRange($0.offset, $0.end))] } ?? [],
      cut: cut)
  }
}

/// The package URL of a package of npm, whose scope has its mark escaped there.
private func npmURL(_ name: String) -> String {
  "pkg:npm/" + (name.hasPrefix("@") ? "%40" + name.dropFirst() : name[...]).lowercased()
}

extension String {
  /// Where the name begins behind the last folder called this.
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

/// Reads the files that are a list of lines. They are written by tools, so that the few forms that these write are enough.
private struct LineLockReader {
  /// A line that says something.
  struct Line {
    /// How far it is indented, in columns; a tab counts as two.
    let indentation: Int
    /// Its bytes without white space around them.
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

  /// A name and what follows it behind a colon: `version: "5.0.0"`; empty where nothing does.
  private func pair(_ line: Line) -> (name: String, value: ByteRange)? {
    var end = line.range.lower
    if let mark = line.bytes.first, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") {
      guard let closing = line.bytes.dropFirst().firstIndex(of: mark) else { return nil }
      end = closing
    }
    guard let colon = text.slice(ByteRange(end, line.range.upper)).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    var value = ByteRange(colon + 1, line.range.upper)
    while value.lower < value.upper, text.bytes[value.lower] <= 0x20 { value.lower += 1 }
    return (string(ByteRange(line.range.lower, colon)), unquoted(value))
  }

  /// A range without the quotation marks around it.
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

  private consuming func finish() -> LockFile {
    let problems = MergeConflict.all(in: text).map {
      LockFile.Problem(message: "Unresolved merge conflict", range: $0.range)
    }
    return LockFile(dependencies: dependencies, problems: problems, cut: cut)
  }

  /// `  - Alamofire (5.8.1)` below `PODS:`, and below `EXTERNAL SOURCES:` the pods that come from a path or a repository.
  consuming func podfileLock() -> LockFile {
    var section = ""
    var seen: Set<String> = []
    var external: Set<String> = []
    while let line = next() {
      if line.indentation == 0 {
        section = pair(line)?.name ?? ""
      } else if section == "PODS", line.bytes.starts(with: "- ".utf8), line.indentation == 2 {
        // Behind a pod with dependencies there is a colon.
        let hasColon = line.bytes.last == UInt8(ascii: ":")
        let item = unquoted(ByteRange(line.range.lower + 2, line.range.upper - (hasColon ? 1 : 0)))
        let bytes = text.slice(item)
        guard let bracket = bytes.lastIndex(of: UInt8(ascii: "(")), bytes.last == UInt8(ascii: ")") else { continue }
        let version = ByteRange(bracket + 1, item.upper - 1)
        var name = ByteRange(item.lower, bracket)
        while name.upper > name.lower, text.bytes[name.upper - 1] <= 0x20 { name.upper -= 1 }
        // Of a pod in parts each part has a line.
        let pod = String(text[name].prefix { $0 != "/" })
        guard seen.insert(pod).inserted else { continue }
        add(
          LockFile.Dependency(
            name: pod, packageURL: "pkg:cocoapods/" + pod.lowercased(), version: text[version], range: version,
            entry: line.range))
      } else if section == "EXTERNAL SOURCES", line.indentation == 2, let name = pair(line)?.name {
        external.insert(String(name.prefix { $0 != "/" }))
      }
    }
    for index in dependencies.indices where external.contains(dependencies[index].name) {
      dependencies[index].version = nil
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
      let url: String
      if line.bytes.starts(with: "github ".utf8) {
        let isShort = location.split(separator: "/", omittingEmptySubsequences: false).count == 2
        url = repositoryURL(isShort ? "https://github.com/" + location : location)
      } else if line.bytes.starts(with: "git ".utf8) {
        url = repositoryURL(location)
      } else {
        continue
      }
      add(
        LockFile.Dependency(
          name: repositoryName(location), packageURL: url, version: text[version], range: version, entry: line.range))
    }
    return finish()
  }

  /// Below `packages:` a name, and below that its source and version.
  consuming func pubspecLock() -> LockFile {
    var isInside = false
    var current: LockFile.Dependency?
    var isHosted = false
    func done(_ reader: inout Self) {
      guard var dependency = current else { return }
      if !isHosted { dependency.version = nil }
      reader.add(dependency)
      current = nil
    }
    while let line = next() {
      guard let (name, value) = pair(line) else { continue }
      switch line.indentation {
      case 0:
        done(&self)
        isInside = name == "packages"
      case 2 where isInside:
        done(&self)
        isHosted = false
        current = LockFile.Dependency(
          name: name, packageURL: "pkg:pub/" + name.lowercased(), version: nil, range: line.range, entry: line.range)
      case 4 where current != nil:
        current?.entry.upper = line.range.upper
        if name == "source" { isHosted = text[value] == "hosted" }
        if name == "version" {
          current?.version = text[value]
          current?.range = value
        }
      default: break
      }
    }
    done(&self)
    return finish()
  }

  /// What was asked for and a colon, and below that the version.
  consuming func yarnLock() -> LockFile {
    var current: LockFile.Dependency?
    var isRelease = false
    func done(_ reader: inout Self) {
      guard var dependency = current else { return }
      if !isRelease { dependency.version = nil }
      reader.add(dependency)
      current = nil
    }
    while let line = next() {
      if line.indentation == 0 {
        done(&self)
        guard line.bytes.last == UInt8(ascii: ":"), let asked = YarnDescriptor(text[line.range].dropLast()) else {
          continue
        }
        isRelease = asked.isRelease
        current = LockFile.Dependency(
          name: asked.name, packageURL: npmURL(asked.name), version: nil, range: line.range, entry: line.range)
      } else if line.indentation == 2, current != nil {
        current?.entry.upper = line.range.upper
        // The classic form has a blank behind the name, the other a colon.
        guard line.bytes.starts(with: "version".utf8), let mark = line.bytes.dropFirst("version".utf8.count).first,
          mark == 0x20 || mark == UInt8(ascii: ":")
        else { continue }
        var value = ByteRange(line.range.lower + "version".utf8.count + 1, line.range.upper)
        while value.lower < value.upper, text.bytes[value.lower] <= 0x20 { value.lower += 1 }
        value = unquoted(value)
        current?.version = text[value]
        current?.range = value
      }
    }
    done(&self)
    return finish()
  }
}

/// What an entry of `yarn.lock` was asked for as: `"@capacitor/ios@npm:^5.0.0"`.
private struct YarnDescriptor {
  var name: String
  /// Whether it comes from the registry as it is.
  var isRelease: Bool

  init?(_ asked: Substring) {
    // Several are separated by commas, with quotation marks around each or around all.
    let first = asked.prefix { $0 != "," }.filter { $0 != "\"" }
    guard let at = first.dropFirst().firstIndex(of: "@") else { return nil }
    name = String(first[..<at])
    var range = first[first.index(after: at)...]
    guard range.hasPrefix("npm:") else {
      isRelease = !range.contains { $0 == ":" || $0 == "/" }
      return
    }
    isRelease = true
    range = range.dropFirst(4)
    // Another package under this name: `charts@npm:@scope/charts@1.0.0`.
    guard let alias = range.dropFirst().lastIndex(of: "@") else { return }
    name = String(range[..<alias])
  }
}
