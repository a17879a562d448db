import CatalogData

extension Linter {
  /// A linter that goes by Apple's rules as this build knows them.
  public static let bundled = Linter(catalog: .bundled)

  /// The findings in a file by itself; empty for one that is not of a kind that is checked.
  ///
  /// - Parameters:
  ///   - path: Its name tells the kind; nothing is read.
  ///   - bytes: The file's content: text in any encoding, or a binary property list.
  public func lint(path: String, bytes: [UInt8]) -> [Diagnostic] {
    FileKind.of(path: path).map { lint(Document(path: path, kind: $0, bytes: bytes)).diagnostics } ?? []
  }
}
