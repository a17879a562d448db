public import PrivacyRules
public import PropertyList
public import SourceText

/// Why a document isn’t formatted.
public struct FormattingRefusal: Error, Hashable, Sendable {
  /// The reason, as a sentence without a full stop.
  public var reason: String
  /// Where, in bytes; nil if it concerns the whole document.
  public var offset: Int?
}

/// The edits that give a document Xcode’s layout; empty if it already has it.
///
/// A document that isn’t XML, or whose structure is in doubt, isn’t changed at all.
///
/// - Parameter ranges: Only the lines that these ranges touch are changed; nil for the whole document.
public func formattingEdits(
  in document: Document, ranges: [ByteRange]? = nil,
  options: PropertyListFormatter.Options = PropertyListFormatter.Options()
) throws(FormattingRefusal) -> [TextEdit] {
  // For these files, Xcode or people decide on the layout.
  guard document.isPropertyList else { return [] }
  if let line = document.preprocessorLines.first {
    throw FormattingRefusal(reason: "The file contains C preprocessor lines", offset: line.lower)
  }
  switch document.format {
  case .xml, .empty, .blank, .unknown: break
  case .binary: throw FormattingRefusal(reason: "A binary property list has no layout")
  case .openStep: throw FormattingRefusal(reason: "Old-style property lists are not formatted")
  case .json: throw FormattingRefusal(reason: "JSON is not formatted")
  }
  do throws(PropertyListFormatter.Refusal) {
    return try PropertyListFormatter(options: options).edits(for: document.tree, in: ranges)
  } catch {
    switch error {
    case .syntax(let problem): throw FormattingRefusal(reason: problem.message, offset: problem.range.lower)
    case .tooLarge(let offset):
      throw FormattingRefusal(reason: "Indented, the file would be too large", offset: offset)
    }
  }
}
