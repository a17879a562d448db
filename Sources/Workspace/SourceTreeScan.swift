import BuildTargets
public import FileSystem
public import SourceScan
public import SourceText

/// The uses in one file, or why it was not read.
public struct UsesOfFile: Hashable, Sendable {
  /// The path to show.
  public let path: String
  /// Absolute and without links.
  public let resolvedPath: String
  public var uses: [PlacedUse] = []
  /// As in ``ScannedSource``.
  public var mentionedKeys: Set<String> = []
  public var declarations: Set<String> = []
  public var error: String?
  /// Whether findings may be in it.
  public var isOurs = true

  /// The result of the scanner.
  public var scanned: ScannedSource {
    var result = ScannedSource(uses: uses.map(\.use), mentionedKeys: mentionedKeys, declarations: declarations)
    result.isOurs = isOurs
    return result
  }

  /// The macros whose definitions contain uses.
  public var macros: Set<String> { Set(uses.compactMap(\.use.macro)) }

  /// Makes uses in macros count as normal uses if some file expands the macro.
  public mutating func expand(_ macros: Set<String>) {
    for place in uses.indices {
      if let macro = uses[place].use.macro, macros.contains(macro) { uses[place].use.macro = nil }
    }
  }
}

/// A use with its position as editors count it.
public struct PlacedUse: Hashable, Sendable {
  public var use: SourceUse
  /// Lines and columns from zero. A byte order mark has no width.
  public let start: Position
  public let end: Position
  /// Byte offsets in the file on disk.
  public let offset: Int
  public let endOffset: Int
}

extension FoundFile {
  /// Whether it is source code that can be scanned, by its name.
  public var isSource: Bool { isSourceCode(resolvedPath) }
}

/// Whether a file is source code or describes targets, by its name.
public func isSourceOrDescription(_ path: String) -> Bool {
  SourceLanguage(path: path) != nil || ProjectTree.describesTargets(fileName(of: path))
}

/// Whether a file is source code of a target, by its name.
public func isSourceCode(_ path: String) -> Bool { SourceKind(path) != nil }

/// The glob patterns of source code and target descriptions, without those of privacy files.
public var sourcePatterns: [String] { ProjectTree.patterns }

/// Scans source files.
public struct SourceTreeScan: Sendable {
  private let files: any FileSystem
  private let scanner: SourceScanner
  private let encoding: PositionEncoding

  /// - Parameter encoding: The units of columns.
  public init(files: any FileSystem, scanner: SourceScanner, encoding: PositionEncoding = .utf16) {
    self.files = files
    self.scanner = scanner
    self.encoding = encoding
  }

  /// The uses, mentions and declarations in a file, or why it can’t be read; nil if it has none.
  public func scan(_ found: FoundFile) -> UsesOfFile? {
    do throws(FileError) {
      if let error = found.error { return failed(found, error) }
      return scan(try read(found.resolvedPath), of: found)
    } catch {
      return failed(found, error.words)
    }
  }

  /// The uses, mentions and declarations in the bytes of a file; nil if it has none.
  public func scan(_ bytes: [UInt8], of found: FoundFile) -> UsesOfFile? {
    lazy var file = DecodedFile(bytes)
    // UTF-8 is scanned as it is; lines are computed only if there are results.
    let isUTF8 = [.utf8, .utf8WithMark].contains(TextEncoding(of: bytes))
    guard let scanned = scanned(isUTF8 ? bytes : file.text.bytes, of: found) else { return nil }
    let hasMark = file.text.bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return placed(scanned, of: found, in: file.text, hasMark: hasMark, diskOffset: file.diskOffset)
  }

  /// The uses, mentions and declarations in the text of an open document; nil if it has none.
  public func scan(_ text: SourceText, of found: FoundFile) -> UsesOfFile? {
    scanned(text.bytes, of: found).map { placed($0, of: found, in: text, hasMark: false) { $0 } }
  }

  private func scanned(_ bytes: [UInt8], of found: FoundFile) -> ScannedSource? {
    guard let language = SourceLanguage(path: found.shownPath) else { return nil }
    let scanned = scanner.scan(bytes, language)
    return scanned.uses.isEmpty && scanned.mentionedKeys.isEmpty && scanned.declarations.isEmpty ? nil : scanned
  }

  private func placed(
    _ scanned: ScannedSource, of found: FoundFile, in text: SourceText, hasMark: Bool, diskOffset: (Int) -> Int
  ) -> UsesOfFile {
    var result = UsesOfFile(path: found.shownPath, resolvedPath: found.resolvedPath)
    result.mentionedKeys = scanned.mentionedKeys
    result.declarations = scanned.declarations
    result.isOurs = found.isOurs
    let positions = PositionMap(
      scanned.uses.flatMap { [$0.range.lower, $0.range.upper] }, in: text, encoding: encoding)
    func position(_ offset: Int) -> Position {
      var position = positions[offset]
      if hasMark, position.line == 0 { position.character -= encoding == .utf8 ? 3 : 1 }
      return position
    }
    result.uses = scanned.uses.map { use in
      PlacedUse(
        use: use, start: position(use.range.lower), end: position(use.range.upper),
        offset: diskOffset(use.range.lower), endOffset: diskOffset(use.range.upper))
    }
    return result
  }

  /// The macros that a file expands.
  public func expanded(_ macros: MacroSearch, in found: FoundFile) -> Set<String> {
    guard let language = SourceLanguage(path: found.shownPath), found.error == nil,
      let bytes = try? read(found.resolvedPath)
    else { return [] }
    return macros.expanded(in: bytes, language)
  }

  /// A search for files that expand macros; see ``SourceUse/macro``.
  public func search(forMacros macros: Set<String>) -> MacroSearch { scanner.search(forMacros: macros) }

  /// The bytes of a source file that a search has found.
  func read(_ path: String) throws(FileError) -> [UInt8] {
    try files.read(fileAt: path, limit: SourceScanner.largestFile)
  }

  private func failed(_ found: FoundFile, _ words: String) -> UsesOfFile {
    var result = UsesOfFile(path: found.shownPath, resolvedPath: found.resolvedPath)
    result.error = words
    return result
  }
}
