public import Catalog
public import FileSystem

/// What the server gets from the program it runs in.
public struct Environment: Sendable {
  /// The server's name and version, as a client shows them.
  public var name: String
  public var version: String
  /// Apple's rules. Called once, when they are first needed.
  public var catalog: @Sendable () -> Catalog
  public var files: any FileSystem
  /// Milliseconds on a clock that never goes back.
  public var now: @Sendable () -> Int
  /// The size in bytes above which a text is kept but not looked into.
  public var largestText = 64 << 20

  public init(
    name: String = "privacy-lsp", version: String, catalog: @escaping @Sendable () -> Catalog, files: any FileSystem,
    now: @escaping @Sendable () -> Int = monotonicMilliseconds
  ) {
    self.name = name
    self.version = version
    self.catalog = catalog
    self.files = files
    self.now = now
  }
}
