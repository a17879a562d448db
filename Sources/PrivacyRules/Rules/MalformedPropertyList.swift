public import PropertyList
import SourceText

extension Rule {
  static let malformedPropertyList = Rule(
    id: "malformed-property-list",
    severity: .error,
    itms: "ITMS-91056",
    summary: "The file is not a well-formed property list.",
    explanation: """
      App Store Connect reads a manifest with Apple’s property list parser. If that parser rejects the file, none of \
      its keys count. On a Mac, `plutil -lint FILE` gives the same verdict.
      """,
    safeFix: "escapes a bare “&” and corrects tags that are misspelled or swapped",
    sources: ["tn3181", "adding-a-manifest"],
    kinds: [.privacyManifest, .infoPlist, .entitlements, .stringsTable],
    isSuppressible: false,
    examples: [
      .shows(
        """
        <key>NSPrivacyTracking</key>
        <false/>
        <key>NSPrivacyTrackingDomains</key>
        «<array>»
        """, in: .root),
      .fixes(
        """
        <key>NSPrivacyTrackingDomains</key>
        <array>
          - <string>a.example.com«</strng>»
          + <string>a.example.com</string>
        </array>
        """, in: .root),
      .shows("«<key>NSPrivacyTracking</key>»", in: .root),
      .shows(
        """
        «<key>com.apple.security.app-sandbox</key>»
        <key>com.apple.security.network.server</key>
        <key>com.apple.security.network.client</key>
        <true/>
        """, in: .root, path: "App.entitlements"),
    ]
  ) { findings, context in
    // Apple’s code is for manifests; a broken Info.plist fails in other ways.
    guard context.document.isPropertyList else { return }
    let itms = context.document.kind == .privacyManifest ? nil : ""
    findings.reportConflicts(context, itms: itms)
    if context.document.format == .openStep, let problem = OpenStepSyntax.check(context.document.text).problem {
      findings.report(message(for: problem.kind), at: problem.range, itms: itms)
    }
    guard context.document.hasTree else { return }
    // Every fix is tested by parsing the result. The number of tries covers any file that people mend by hand.
    var trials = trials(of: context.document.text, values: context.tree.nodes.count)
    lazy var mistakes = mistakes(in: context.document.text)
    let unreadable = context.tree.problems.count { $0.kind == .invalidUTF8 && $0.severity == .refused }
    var isEncodingReported = false
    for problem in context.tree.problems where problem.severity == .refused {
      if context.isLeftOver, [.emptyFile, .noValue, .blankFile].contains(problem.kind) { continue }
      var words = message(for: problem.kind)
      if problem.kind == .invalidUTF8 {
        // A file in another encoding has such bytes everywhere, and is converted as a whole.
        if isEncodingReported { continue }
        isEncodingReported = true
        if unreadable > 1 { words = "\(unreadable) places in this file are not UTF-8; save it as UTF-8" }
      }
      findings.report(words, at: problem.range, itms: itms) {
        trials -= 1
        guard trials >= 0 else { return [] }
        let fixes = syntaxFixes(for: problem, in: context)
          .filter { PrivacyRules.mistakes(in: context.document.text.applying($0.edits)) < mistakes }
        // If fixing the tag alone isn’t certain, use the fix found by reading the whole text.
        let mending = fixes.first?.isSafe == true ? [] : mending(problem, in: context)
        return mending.isEmpty ? fixes : mending
      }
    }
    // Apple’s parser takes a second `<key>` for a value, and the file for valid.
    let unpaired = context.tree.problems.filter { $0.kind == .keyWithoutValue && $0.severity == .notPortable }
    if context.document.kind != .privacyManifest, let first = unpaired.first {
      findings.report(
        "This key has no value; Apple’s parser reads the next key as its value", at: first.range, severity: .warning,
        itms: "", related: unpaired.dropFirst().map { Diagnostic.Related(range: $0.range, message: "Here as well") })
    }
  }
}

extension LintContext {
  /// Whether these are entitlements that the Xcode project around them doesn’t name, so that nothing is signed with them.
  var isLeftOver: Bool {
    guard document.kind == .entitlements else { return false }
    let projects = project.targets.flatMap { target in target.files(.xcodeProject).map { (target, $0) } }
    return !projects.isEmpty
      && !projects.contains { target, file in
        linter.filesNamed(by: file, others: target.files).contains { $0.path == ownPath }
      }
  }
}

extension SyntaxProblem {
  /// What is wrong: a sentence without its full stop.
  public var message: String { PrivacyRules.message(for: kind) }
}

/// What is wrong, as a message.
func message(for problem: SyntaxProblem.Kind) -> String {
  switch problem {
  case .unclosedElement(let name): "<\(name)> is not closed"
  case .unexpectedEndTag(let name): "</\(name)> has no start tag"
  case .mismatchedEndTag(let found, let expected): "</\(found)> should be </\(expected)>"
  case .startTagForEndTag(let name): "<\(name)> should be </\(name)>"
  case .swappedEndTags(let first, let second): "</\(first)> and </\(second)> are in the wrong order"
  case .incompleteTag: "Incomplete tag"
  case .missingTag(let tag): "\(tag) is missing before this"
  case .brokenTag(let found, let wanted): "\(quoted(found)) must be \(wanted)"
  case .runTogether: "Another entry begins here; </dict><dict> is missing before it"
  case .doubledLine: "Duplicate line; remove one"
  case .swappedLines: "These two lines are in the wrong order; swap them"
  case .malformedTag: "Malformed tag; remove whitespace before its name or stray characters after it"
  case .unknownElement(let name): "<\(name)> is not a property list element"
  case .elementInText(let name): "<\(name)> is not allowed in text"
  case .strayText: "Text is allowed only inside an element such as <string>"
  case .keyWithoutValue: "This key has no value"
  case .valueWithoutKey: "This value has no key"
  case .keyOutsideDictionary: "A key is allowed only in a dictionary"
  case .noValue: "The property list has no value"
  case .secondValue: "A property list has one value; this is a second one"
  case .nestedTooDeeply: "Apple’s parser reads at most 512 levels of arrays and dictionaries"
  case .nestedPlist: "A <plist> element is inside another"
  case .misplacedDoctype: "The document type must come once, before the <plist> element"
  case .emptyCommentBeforeElement: "Apple’s parser misses the end of an empty comment before the first element"
  case .sectionEndInText: "“]]>” must be written “]]&gt;” in text"
  case .invalidCharacter: "XML does not allow this character"
  case .missingByteOrderMark: "Apple’s parser needs a byte order mark at the start of a UTF-16 file"
  case .undecodable: "Incomplete character"
  case .tooLarge: "The file is larger than 2 GB"
  case .emptyFile: "The file is empty"
  case .blankFile: "The file contains only whitespace"
  case .unterminatedComment: "Unterminated comment; “-->” is missing"
  case .unterminatedCDATA: "Unterminated CDATA section; “]]>” is missing"
  case .unterminatedInstruction: "Unterminated processing instruction; “?>” is missing"
  case .unterminatedDoctype: "Unterminated document type; “>” is missing"
  case .commentInText: "Apple’s parser doesn’t allow a comment inside text"
  case .strayCDATA: "A CDATA section is allowed only in text"
  case .unknownEntity(let name):
    name == "&" ? "A bare “&” must be written “&amp;”" : "Unknown entity \(quoted(name))"
  case .invalidCharacterReference(let name): "\(quoted(name)) is not a valid character"
  case .internalSubset: "Apple’s parser doesn’t allow declarations inside the document type"
  case .doubleHyphenInComment: "“--” is not allowed inside a comment"
  case .contentBeforeDeclaration: "Nothing may come before the XML declaration"
  case .contentAfterPlist: "Nothing may come after </plist>"
  case .missingPlist: "The value is not inside a <plist> element"
  case .invalidUTF8: "These bytes are not UTF-8; save the file as UTF-8"
  case .declaredEncoding(let name): "The declared encoding \(quoted(name)) is not UTF-8"
  case .invalidInteger: "This is not an integer"
  case .invalidReal: "This is not a number"
  case .invalidDate: "This is not a date of the form 2026-01-31T12:00:00Z"
  case .invalidData: "This is not Base64"
  case .notEmptyBoolean: "<true/> and <false/> must be empty"
  case .unclosedBracket(let bracket): "\(quoted(bracket)) is not closed"
  case .unterminatedString: "Unterminated string; the closing quotation mark is missing"
  case .missingSemicolon: "“;” is missing after this"
  case .missingComma: "“,” is missing after this"
  case .missingEquals: "“=” is missing after this key"
  case .missingQuotes: "A text of several words needs quotation marks"
  case .unescapedQuote: "A quotation mark inside a text must be written “\\\"”"
  case .conflictMarker: "This line is left over from a merge"
  case .contentNotRead: "Apple’s parser stops here and ignores what follows"
  case .unexpectedCharacter(let character): "\(quoted(character)) is not allowed here outside quotation marks"
  case .invalidHexadecimalData: "Data must be pairs of hexadecimal digits"
  case .contentAfterValue: "Nothing may come after the outermost value"
  }
}

/// How many fixes of a text may be tried. Each try parses the text into a second tree. A file with values this dense is
/// broken, and has so many nodes that a second tree might not fit into memory.
func trials(of text: SourceText, values: Int) -> Int {
  if values > 50_000, values > text.count / 12 { return 0 }
  return min(50, max(8 << 20, 2 * text.count) / max(text.count, 1))
}

/// How many problems Apple’s parser would reject. In a text that is broken in many places, a tag may not need what it
/// seems to need.
private func mistakes(in text: SourceText) -> Int {
  PropertyListTree.parse(text).problems.count { $0.severity == .refused }
}

/// The fix that turns the text into what the tolerant parser made of it.
private func mending(_ problem: SyntaxProblem, in context: LintContext) -> [Fix] {
  // Nobody knows which key the value had.
  guard let edit = context.tree.mending.first, edit.replacement != "<key></key>" else { return [] }
  let text = edit.replacement.filter { !$0.isWhitespace }
  let title =
    switch problem.kind {
    case .brokenTag(_, let wanted): "Change to “\(wanted)”"
    case .doubledLine: "Remove the second line"
    case .swappedLines: "Swap the two lines"
    case .secondValue: "Move it into the first"
    default:
      if edit.range.isEmpty, text.count > 1 {
        "Insert “\(text)”"
      } else if text.isEmpty, context.document.text.slice(edit.range).contains(0x0A) {
        "Remove the line"
      } else {
        "Fix the tag"
      }
    }
  return [Fix(title: title, edits: context.tree.mending, isPreferred: title != "Remove the line")]
}

/// The fixes for a syntax problem that one step mends.
func syntaxFixes(for problem: SyntaxProblem, in context: LintContext) -> [Fix] {
  switch problem.kind {
  case .mismatchedEndTag(let found, let expected):
    let edit = TextEdit(problem.range, "</\(expected)>")
    // The end tag of another element may be right, with its start tag missing.
    let isMisspelt = !Element.allCases.contains { $0 != .other && $0.name == found }
    return [Fix(title: "Change to “</\(expected)>”", edits: [edit], isPreferred: true, isSafe: isMisspelt)]
  case .startTagForEndTag(let name):
    let edit = TextEdit(problem.range, "</\(name)>")
    // The start tag may belong to the next array or dictionary, with the end tag missing.
    let isLeaf = Element.allCases.contains { $0.isLeaf && $0.name == name }
    return [Fix(title: "Change to “</\(name)>”", edits: [edit], isPreferred: true, isSafe: isLeaf)]
  case .swappedEndTags(let first, let second):
    // What is between the two tags, usually a line end, stays.
    let text = context.document.text[problem.range]
    guard let start = text.firstIndex(of: ">"), let end = text.lastIndex(of: "<"), start < end else { return [] }
    let between = text[text.index(after: start)..<end]
    let edit = TextEdit(problem.range, "</\(second)>\(between)</\(first)>")
    return [Fix(title: "Swap the two end tags", edits: [edit], isPreferred: true, isSafe: true)]
  case .unclosedElement(let name):
    guard
      let node = context.tree.path(at: problem.range.lower).last.map({ context.tree.nodes[$0] }),
      node.kind == .element, node.startTag == problem.range, !name.isEmpty
    else { return [] }
    var text = "</\(name)>"
    if node.element.isContainer {
      let layout = context.layout
      text = layout.lineEnd + context.tree.text.indentation(ofLineAt: node.range.lower) + text
    }
    return [Fix(title: "Insert “</\(name)>”", edits: [.insert(text, at: node.range.upper)], isPreferred: true)]
  case .unexpectedEndTag(let name):
    return [context.remove([problem.range], title: "Remove “</\(name)>”", isPreferred: true)]
  case .unknownEntity("&"):
    let behind = context.tree.text.slice(ByteRange(problem.range.upper, context.tree.text.count))
    var escaped = Fix(
      title: "Change to “&amp;”", edits: [TextEdit(problem.range, "&amp;")], isPreferred: true, isSafe: true)
    // “R&ampD” lacks a semicolon, and people would read what stays of the name; “?a=1&amplitude=3” doesn’t.
    guard let name = SyntaxProblem.entityNames.first(where: { behind.starts(with: $0.utf8) }),
      behind.first(where: { !isLetter($0) && !isDigit($0) && $0 != UInt8(ascii: "_") }) != UInt8(ascii: "=")
    else { return [escaped] }
    (escaped.isPreferred, escaped.isSafe) = (false, false)
    let end = problem.range.upper + name.utf8.count
    return [Fix(title: "Insert “;” behind “&\(name)”", edits: [.insert(";", at: end)], isPreferred: true), escaped]
  case .secondValue: return fixes(forEntriesAfterEndTagIn: context)
  default: return []
  }
}

/// The fix for entries after the end tag of the dictionary that they belong in: the tag goes to the end.
private func fixes(forEntriesAfterEndTagIn context: LintContext) -> [Fix] {
  let tree = context.tree
  guard let root = tree.root, root.element == .dict, let tag = root.node.endTag else { return [] }
  var end: Int?
  var isKeyNext = true
  var next = tree.nextSibling(of: root.index)
  while let index = next {
    let node = tree.nodes[index]
    next = tree.nextSibling(of: index)
    if node.kind == .comment { continue }
    guard node.kind == .element, node.isClosed, (node.element == .key) == isKeyNext else { return [] }
    isKeyNext.toggle()
    end = node.range.upper
  }
  guard let end, isKeyNext else { return [] }
  var fix = context.remove([tag], title: "Move “</dict>” to the end", isPreferred: true)
  let indentation = tree.text.indentation(ofLineAt: root.range.lower)
  fix.edits.append(.insert(context.layout.lineEnd + indentation + "</dict>", at: end))
  return [fix]
}
