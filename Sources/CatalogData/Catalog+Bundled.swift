public import Catalog

extension Catalog {
  /// Apple's rules as this build knows them, each part decoded when it is first asked for.
  ///
  /// The text was checked when the package was built, so that decoding it cannot fail; should it fail all the same,
  /// the part is empty rather than the end of the program.
  public static let bundled = Catalog { part in catalogText(of: part).withUTF8Buffer { Array($0) } }

  /// The ``Catalog/date`` of ``bundled``, known without decoding it.
  public static var bundledDate: String { catalogDate.description }
}
