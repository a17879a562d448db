import CLibrary
import FileSystem

/// What git's own settings say of what it ignores: those of the machine, of the user and of a repository, as
/// git-config(1) has them. What cannot be read says nothing, and files that are included on a condition are not read.
struct GitSettings {
  /// The patterns that the user ignores in all repositories.
  private(set) var excludesFile: String?
  /// Whether patterns are compared without regard to the case of letters, as on disks that do not tell it apart.
  private(set) var ignoresCase = false

  /// Larger files are not read, in bytes.
  private static let largestFile = 1 << 20

  /// Git itself follows no more inclusions of files in each other.
  private static let mostInclusions = 10

  /// - Parameters:
  ///   - repository: The folder in which a repository keeps what is common to its work trees.
  ///   - workTree: The folder from which paths of patterns go.
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
    excludesFile = excludesFile.map { Self.path($0, in: workTree) }
  }

  /// A path as written, from a folder unless it is absolute.
  private static func path(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : joinedPath(folder, path)
  }

  /// A path with the folder of the user in place of `~`; nil where nobody knows that folder.
  private static func expanded(_ path: String, home: String?) -> String? {
    path.hasPrefix("~/") ? home.map { joinedPath($0, String(path.dropFirst(2))) } : path
  }

  private mutating func read(_ path: String, inclusions: Int, home: String?, _ files: any FileSystem) {
    guard let bytes = try? files.read(path, limit: Self.largestFile) else { return }
    read(bytes, home: home) { settings, included in
      guard inclusions < Self.mostInclusions, let included = Self.expanded(included, home: home) else { return }
      let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
      settings.read(Self.path(included, in: folder), inclusions: inclusions + 1, home: home, files)
    }
  }

  /// The value of a variable of the environment; nil where it is empty.
  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }

  /// - Parameter include: Reads the file of a path that is included, where it is.
  private mutating func read(_ bytes: [UInt8], home: String?, include: (inout GitSettings, String) -> Void) {
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
        if let value { include(&self, value) }
      case ("core", "ignorecase"):
        // A name without a value is on.
        ignoresCase = value.map { ["true", "yes", "on", "1"].contains($0.lowercased()) } ?? true
      case ("core", "excludesfile"):
        guard let value else { continue }
        // Nothing is ignored where the value is empty.
        excludesFile = value.isEmpty ? nil : Self.expanded(value, home: home)
      default: continue
      }
    }
  }

  /// A value without its quotation marks, escapes and comment.
  ///
  /// - Parameter rest: The lines that follow, of which those are taken that go on with the value.
  private static func value(_ text: Substring, _ rest: inout ArraySlice<Substring>) -> String {
    var value = ""
    // Blanks at the end do not count.
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
