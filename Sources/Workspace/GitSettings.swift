import CLibrary
import FileSystem

/// The settings of git that affect which files it ignores: those of the system, the user and the repository; see
/// git-config(1). Unreadable files are skipped, as are conditional includes.
struct GitSettings {
  /// The file of the user’s patterns for all repositories.
  private(set) var excludesFile: String?
  /// Whether patterns ignore case, for case-insensitive file systems.
  private(set) var ignoresCase = false

  /// The largest size of a file, in bytes.
  private static let largestFile = 1 << 20

  /// The deepest nesting of includes, as in git.
  private static let mostInclusions = 10

  /// - Parameters:
  ///   - repository: The repository’s folder that all work trees share.
  ///   - workTree: The folder that paths are relative to.
  init(of repository: String, workTree: String, _ files: any FileSystem) {
    let home = Self.variable("HOME")
    let own = Self.variable("XDG_CONFIG_HOME") ?? home.map { joinedPath($0, ".config") }
    excludesFile = own.map { joinedPath($0, "git/ignore") }
    var paths: [String?] = []
    if Self.variable("GIT_CONFIG_NOSYSTEM") == nil {
      paths.append(Self.variable("GIT_CONFIG_SYSTEM") ?? "/etc/gitconfig")
    }
    if let named = Self.variable("GIT_CONFIG_GLOBAL") {
      paths.append(named)
    } else {
      paths += [own.map { joinedPath($0, "git/config") }, home.map { joinedPath($0, ".gitconfig") }]
    }
    paths.append(joinedPath(repository, "config"))
    for path in paths.compactMap(\.self) { read(path, inclusions: 0, home: home, files) }
    excludesFile = excludesFile.map { absolutePath($0, in: workTree) }
  }

  /// A path with `~` expanded; nil if the home folder is unknown.
  private static func expanded(_ path: String, home: String?) -> String? {
    path.hasPrefix("~/") ? home.map { joinedPath($0, String(path.dropFirst(2))) } : path
  }

  /// The value of an environment variable; nil if it is empty.
  private static func variable(_ name: String) -> String? {
    guard let value = environmentVariable(name), !value.isEmpty else { return nil }
    return value
  }

  /// - Parameter inclusions: How many files include each other down to this one.
  private mutating func read(_ path: String, inclusions: Int, home: String?, _ files: any FileSystem) {
    guard let bytes = try? files.read(path, limit: Self.largestFile) else { return }
    var section = ""
    var rest = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)[...]
    while let line = rest.popFirst() {
      var line = line.drop(while: \.isWhitespace)
      if line.first == "[" {
        guard let end = line.firstIndex(of: "]") else { return }
        section = line[line.index(after: line.startIndex)..<end].lowercased()
        line = line[line.index(after: end)...].drop(while: \.isWhitespace)
      }
      guard section == "core" || section == "include", let first = line.first, first != "#", first != ";" else {
        continue
      }
      let name = line.prefix { $0 != "=" && !$0.isWhitespace && $0 != "#" && $0 != ";" }
      let behind = line.dropFirst(name.count).drop(while: \.isWhitespace)
      let value = behind.first == "=" ? Self.value(behind.dropFirst(), &rest) : nil
      switch (section, name.lowercased()) {
      case ("include", "path"):
        guard inclusions < Self.mostInclusions, let value, let included = Self.expanded(value, home: home) else {
          continue
        }
        let place = absolutePath(included, in: parentFolder(of: path))
        read(place, inclusions: inclusions + 1, home: home, files)
      case ("core", "ignorecase"):
        // A name without a value means true.
        ignoresCase = value.map { ["true", "yes", "on", "1"].contains($0.lowercased()) } ?? true
      case ("core", "excludesfile"):
        guard let value else { continue }
        // An empty value means no file.
        excludesFile = value.isEmpty ? nil : Self.expanded(value, home: home)
      default: continue
      }
    }
  }

  /// A value with quotes, escapes and comment resolved.
  ///
  /// - Parameter rest: The following lines; continuation lines are removed from it.
  private static func value(_ text: Substring, _ rest: inout ArraySlice<Substring>) -> String {
    var value = ""
    // Trailing whitespace doesn’t count.
    var end = value.endIndex
    var isQuoted = false
    var text = text.drop(while: \.isWhitespace)
    while let character = text.popFirst() {
      if !isQuoted, character == "#" || character == ";" { break }
      if character == "\"" {
        isQuoted.toggle()
      } else if character == "\\" {
        guard let escaped = text.popFirst() else {
          text = rest.popFirst() ?? ""
          continue
        }
        value.append(escaped == "n" ? "\n" : escaped == "t" ? "\t" : escaped)
      } else {
        value.append(character)
        if !isQuoted, character.isWhitespace { continue }
      }
      end = value.endIndex
    }
    return String(value[..<end])
  }
}
