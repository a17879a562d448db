import CatalogData

extension Linter {
  /// A linter with the built-in catalog of Apple's rules.
  public static let bundled = Linter(catalog: .bundled)

  /// The findings in a single file; empty if its kind isn't checked.
  ///
  /// - Parameters:
  ///   - path: Its name determines the kind; nothing is read.
  ///   - bytes: The file's content: text in any encoding, or a binary property list.
  public func lint(path: String, bytes: [UInt8]) -> [Diagnostic] {
    FileKind.of(path: path).map { lint(Document(path: path, kind: $0, bytes: bytes)).diagnostics } ?? []
  }
}
