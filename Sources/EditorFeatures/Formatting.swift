public import PrivacyRules
import PropertyList
public import SourceText

/// How an editor wants a document laid out, as far as it says. Where it says nothing, Xcode's layout holds.
public struct FormattingOptions: Hashable, Sendable {
  /// How many columns one level is indented by; counts where spaces are wanted.
  public var tabSize: Int?
  /// Whether a level is indented by spaces rather than by a tab.
  public var insertsSpaces: Bool?
  /// Whether blanks at the ends of lines go, which between elements they do anyway: those inside of comments.
  public var trimsTrailingBlanks: Bool?
  public var insertsFinalLineEnd: Bool?
  public var trimsFinalLineEnds: Bool?

  public init() {}

  fileprivate var formatterOptions: PropertyListFormatter.Options {
    var options = PropertyListFormatter.Options()
    if insertsSpaces == true {
      // What no editor shows as an indentation is no wish for one.
      options.indentation = String(repeating: " ", count: min(max(tabSize ?? 4, 1), 16))
    }
    options.trimsComments = trimsTrailingBlanks ?? options.trimsComments
    options.insertsFinalLineEnd = insertsFinalLineEnd ?? options.insertsFinalLineEnd
    options.trimsFinalLineEnds = trimsFinalLineEnds ?? options.trimsFinalLineEnds
    return options
  }
}

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
  in document: Document, ranges: [ByteRange]? = nil, options: FormattingOptions = FormattingOptions()
) throws(FormattingRefusal) -> [TextEdit] {
  // Xcode writes the layout of these files itself, or people do.
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
    let formatter = PropertyListFormatter(options: options.formatterOptions)
    return try formatter.edits(for: document.tree, in: ranges)
  } catch {
    switch error {
    case .syntax(let problem): throw FormattingRefusal(reason: problem.message, offset: problem.range.lower)
    case .tooLarge(let offset):
      throw FormattingRefusal(reason: "Indented, the file would be too large", offset: offset)
    }
  }
}
