public import Catalog
public import PropertyList
import SourceText

/// The entitlements that matter to privacy: typed views of the tree, with all ranges.
public final class Entitlements: Sendable {
  /// The root dictionary.
  public let root: PropertyListValue
  /// The entries in order, including duplicates.
  public let entries: [Entry]

  /// An entry of the file.
  public struct Entry: Sendable {
    public let entitlement: Entitlement
    public let entry: PropertyListEntry

    /// Whether it enables anything: its value isn't missing, false or empty.
    public var isOn: Bool {
      guard let value = entry.value else { return false }
      if let flag = value.meantBool { return flag }
      return !(value.element.isContainer && value.isEmptyContainer)
    }

    /// Whether it is on and has the value that a need depends on.
    public func brings(_ need: Entitlement.Need) -> Bool {
      guard isOn, let value = entry.value else { return false }
      guard let wanted = need.value else { return true }
      return value.string == wanted || value.elements.contains { $0.string == wanted }
    }
  }

  /// - Returns: Nil if the root isn't a dictionary.
  public init?(_ tree: PropertyListTree, catalog: Catalog) {
    guard let root = tree.root, root.element == .dict else { return nil }
    self.root = root
    var entries: [Entry] = []
    root.forEachEntry { key, value in
      let leaf = PropertyListValue(tree: tree, index: key)
      guard leaf.node.inner.count <= 512, let known = catalog.entitlement(leaf.string) else { return }
      let value = value.map { PropertyListValue(tree: tree, index: $0) }
      entries.append(Entry(entitlement: known, entry: PropertyListEntry(key: leaf, value: value)))
    }
    self.entries = entries
  }

  /// The first entry with a role.
  public func entry(_ role: Entitlement.Role) -> Entry? { entries.first { $0.entitlement.role == role } }

  /// Whether an entitlement is on.
  public func isOn(_ name: String) -> Bool { entries.contains { $0.entitlement.name == name && $0.isOn } }
}
