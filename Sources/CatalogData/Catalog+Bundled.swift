public import Catalog

extension Catalog {
  /// Apple's rules as this build knows them, decoded when first asked for.
  ///
  /// The text was checked when the package was built, so that decoding it cannot fail; should it fail all the same,
  /// this is the empty catalog rather than the end of the program.
  public static let bundled: Catalog =
    (try? decode(catalogText.withUTF8Buffer { Array($0) })) ?? .empty

  /// The ``Catalog/date`` of ``bundled``, known without decoding it.
  public static var bundledDate: String { catalogDate.description }
}
