public import Catalog
public import PrivacyRules
public import SourceText

/// A part of a document that can be found by name in the whole workspace.
public struct WorkspaceSymbol: Hashable, Sendable {
  /// As in the outline.
  public var name: String
  public var kind: DocumentSymbol.Kind
  /// The range to jump to.
  public var range: ByteRange
  /// All names that it matches: its name, and the identifier in the file.
  public var names: [String]
}

/// The symbols of a document: its keys, its entries and their elements, named as in the outline. The keys in entries
/// are omitted, because every entry has the same.
public func workspaceSymbols(of document: Document, catalog: Catalog) -> [WorkspaceSymbol] {
  guard document.kind == .privacyManifest else { return [] }
  let text = document.text
  var result: [WorkspaceSymbol] = []
  var open = documentSymbols(of: document, catalog: catalog).reversed().map { (symbol: $0, isInEntry: false) }
  while let (symbol, isInEntry) = open.popLast() {
    open += symbol.children.reversed().map { ($0, symbol.kind == .entry) }
    if isInEntry { continue }
    var names = [symbol.name]
    for lower in [symbol.range.lower, symbol.selection.lower] {
      if let identifier = text.identifier(at: lower), !names.contains(identifier) { names.append(identifier) }
    }
    result.append(WorkspaceSymbol(name: symbol.name, kind: symbol.kind, range: symbol.selection, names: names))
  }
  return result
}

/// How well a query matches a name, ignoring case.
public enum SymbolMatch: Int, Hashable, Sendable, Comparable {
  /// The name begins with the query.
  case beginning
  /// The name contains the query.
  case part
  /// The name contains the query’s letters in order.
  case letters

  /// - Parameter query: Folded by ``fold(_:)``.
  /// - Returns: Nil if it doesn’t match.
  public init?(_ query: [UInt8], in name: String) {
    let name = Self.fold(name)
    if name.starts(with: query) {
      self = .beginning
      return
    }
    var matched = 0
    for byte in name where matched < query.count && byte == query[matched] { matched += 1 }
    guard matched == query.count else { return nil }
    let isPart = name.indices.contains { name[$0...].starts(with: query) }
    self = isPart ? .part : .letters
  }

  /// A text in lower case without whitespace, for comparison.
  public static func fold(_ text: String) -> [UInt8] {
    text.lowercased().utf8.filter { $0 > 0x20 }
  }

  public static func < (a: SymbolMatch, b: SymbolMatch) -> Bool { a.rawValue < b.rawValue }
}

extension SourceText {
  /// The text from an offset, after a tag that begins there, up to the next tag; nil if it is empty or too long for a
  /// name.
  fileprivate func identifier(at offset: Int) -> String? {
    let longest = 200
    var start = offset
    if start < count, bytes[start] == UInt8(ascii: "<") {
      guard let end = bytes[start..<min(count, start + longest)].firstIndex(of: UInt8(ascii: ">")) else { return nil }
      start = end + 1
    }
    let rest = bytes[min(start, count)..<min(count, start + longest)]
    guard let end = rest.firstIndex(of: UInt8(ascii: "<")) else { return nil }
    let name = rest[..<end].filter { $0 > 0x20 }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
