/// What is known about the project a file belongs to.
public struct Project: Hashable, Sendable {
  /// What the file's target makes, as far as files tell.
  public enum Product: Hashable, Sendable {
    case unknown
    case app
    /// A package, pod or framework: something that other apps may use.
    case library
  }

  public var product: Product

  public init(product: Product = .unknown) {
    self.product = product
  }
}
