import FileSystem
import SourceScan
import SourceText
import Workspace

/// The uses of one file, or why it was not read.
struct UsesOfFile: Sendable {
  /// As it is shown.
  let path: String
  /// Absolute and without links.
  let resolvedPath: String
  var uses: [PlacedUse] = []
  /// As in ``ScannedSource``.
  var mentionedKeys: Set<String> = []
  var declarations: Set<String> = []
  var error: String?

  /// What the scanner found.
  var scanned: ScannedSource {
    ScannedSource(uses: uses.map(\.use), mentionedKeys: mentionedKeys, declarations: declarations)
  }
}

/// A use with its place as editors count it.
struct PlacedUse: Sendable {
  var use: SourceUse
  /// Lines and columns from zero, in units of UTF-16. A byte order mark has no width.
  let start: Position
  let end: Position
  /// In bytes of the file on disk.
  let offset: Int
  let endOffset: Int
}

/// Scans the sources of a folder.
struct SourceTreeScan {
  let files: any FileSystem
  let scanner: SourceScanner

  /// The files that use, name or hide something and those that could not be read, in the order in which they were found.
  func files(_ found: [FoundFile]) -> [UsesOfFile] {
    var results = parallelMap(found) { scan($0) }.compactMap(\.self)
    expandMacros(in: &results, of: found)
    return results
  }

  private func scan(_ found: FoundFile) -> UsesOfFile? {
    var result = UsesOfFile(path: found.shownPath, resolvedPath: found.resolvedPath)
    if let error = found.error {
      result.error = error
      return result
    }
    guard let language = SourceLanguage(path: found.shownPath) else { return nil }
    do throws(FileError) {
      let bytes = try files.read(found.resolvedPath, limit: SourceScanner.largestFile)
      // Text of two bytes a character has no plain words; it is looked at as UTF-8.
      let isUTF8 = !(bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]))
      if isUTF8, !scanner.mayUse(bytes) { return nil }
      let file = SourceFile(bytes)
      let text = file.text
      let scanned = scanner.scan(text.bytes, language)
      guard !scanned.uses.isEmpty || !scanned.mentionedKeys.isEmpty || !scanned.declarations.isEmpty else { return nil }
      result.mentionedKeys = scanned.mentionedKeys
      result.declarations = scanned.declarations
      let positions = PositionMap(
        scanned.uses.flatMap { [$0.range.lower, $0.range.upper] }, in: text, encoding: .utf16)
      let hasMark = text.bytes.starts(with: [0xEF, 0xBB, 0xBF])
      func position(_ offset: Int) -> Position {
        var position = positions[offset]
        if hasMark, position.line == 0 { position.character -= 1 }
        return position
      }
      result.uses = scanned.uses.map { use in
        PlacedUse(
          use: use, start: position(use.range.lower), end: position(use.range.upper),
          offset: file.diskOffset(of: use.range.lower), endOffset: file.diskOffset(of: use.range.upper))
      }
      return result
    } catch {
      result.error = error.words
      return result
    }
  }

  /// A use in the definition of a macro counts where any file expands the macro.
  private func expandMacros(in results: inout [UsesOfFile], of found: [FoundFile]) {
    let macros = Set(results.flatMap(\.uses).compactMap(\.use.macro))
    guard !macros.isEmpty else { return }
    let search = scanner.search(forMacros: macros)
    let expanded = parallelMap(found) { file -> Set<String> in
      guard let language = SourceLanguage(path: file.shownPath), file.error == nil,
        let bytes = try? files.read(file.resolvedPath, limit: SourceScanner.largestFile)
      else { return [] }
      return search.expanded(in: bytes, language)
    }
    let all = Set(expanded.flatMap(\.self))
    for file in results.indices {
      for use in results[file].uses.indices {
        if let macro = results[file].uses[use].use.macro, all.contains(macro) {
          results[file].uses[use].use.macro = nil
        }
      }
    }
  }
}
