public import Catalog

/// The words about a catalog entry, as Markdown; nil if the id names none. An id is an identifier, a code or a key.
public func documentation(of id: String, catalog: Catalog) -> String? {
  nil
}
