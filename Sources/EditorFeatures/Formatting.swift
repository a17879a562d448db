public import PrivacyRules
public import PropertyList
public import SourceText

/// Why a document is not formatted.
public struct FormattingRefusal: Error, Hashable, Sendable {
  /// What is in the way, as a sentence without its full stop.
  public var reason: String
  /// Where, in bytes; nil where the document as a whole is.
  public var offset: Int?
}

/// The edits that give a document the layout that Xcode writes; none where it has it.
///
/// A document that is no XML, or whose structure is in doubt, is left alone as a whole, with the reason.
///
/// - Parameter ranges: Where to change something: the lines these ranges touch. Nil for the whole document.
public func formattingEdits(
  in document: Document, ranges: [ByteRange]? = nil, options: PropertyListFormatter.Options = .init()
) throws(FormattingRefusal) -> [TextEdit] {
  switch document.format {
  case .xml, .empty, .blank, .unknown: break
  case .binary: throw FormattingRefusal(reason: "A binary property list has no layout")
  case .openStep: throw FormattingRefusal(reason: "A property list in the old style is left as it is")
  case .json: throw FormattingRefusal(reason: "JSON is left as it is")
  }
  do throws(PropertyListFormatter.Refusal) {
    return try PropertyListFormatter(options: options).edits(for: document.tree, in: ranges)
  } catch {
    switch error {
    case .syntax(let problem):
      throw FormattingRefusal(reason: problem.message, offset: problem.range.lower)
    case .tooLarge(let offset):
      throw FormattingRefusal(reason: "With an indentation for each level the file would be too large", offset: offset)
    }
  }
}
