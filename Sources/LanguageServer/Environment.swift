public import Catalog
public import FileSystem
public import ServerLoop

/// What the server needs from the program that runs it.
public struct Environment: Sendable {
  /// The server's name and version, as a client shows them.
  public var name: String
  public var version: String
  /// Loads Apple’s rules. Called once, when they are first needed.
  public var catalog: @Sendable () -> Catalog
  public var files: any FileSystem
  /// A monotonic clock, in milliseconds.
  public var now: @Sendable () -> Int
  /// The size in bytes above which a text is kept but not parsed.
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
