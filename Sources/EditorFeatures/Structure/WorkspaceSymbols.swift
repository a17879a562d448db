public import Catalog
public import PrivacyRules
public import SourceText

/// What of a document is found by name from anywhere in the workspace.
public struct WorkspaceSymbol: Hashable, Sendable {
  /// As in the outline.
  public var name: String
  public var kind: DocumentSymbol.Kind
  /// The bytes to go to.
  public var range: ByteRange
  /// All it can be found by: its name, and the identifier in the file.
  public var names: [String]
}

/// What of a document is found by name: its keys, its entries and what they list, in the outline's words. The keys in
/// entries are left out, since every entry has the same.
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

/// How well a query fits a name, whatever the case of the letters.
public enum SymbolMatch: Int, Hashable, Sendable, Comparable {
  /// The name begins with it.
  case beginning
  /// The name holds it.
  case part
  /// The name has its letters, in order.
  case letters

  /// - Parameter query: Folded by ``fold(_:)``.
  /// - Returns: Nil if it does not fit.
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

  /// A text as it is compared: without blanks, its letters small.
  public static func fold(_ text: String) -> [UInt8] {
    text.lowercased().utf8.filter { $0 > 0x20 }
  }

  public static func < (a: SymbolMatch, b: SymbolMatch) -> Bool { a.rawValue < b.rawValue }
}

extension SourceText {
  /// The text from an offset, behind a tag that begins there, up to the next one; nil if it is empty, or longer than a
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
