import EditorFeatures
import SourceText

/// Renders Markdown for a terminal: marks become colors or are dropped, and lines wrap at words.
struct TerminalText {
  private let style: Style
  private let width: Int
  private var lines: [String] = []
  /// The words of the paragraph or list item that is being read.
  private var pending: [Substring] = []
  private var firstIndent = ""
  private var indent = ""

  static func render(_ markdown: String, style: Style, width: Int) -> String {
    var text = TerminalText(style: style, width: width)
    text.read(markdown)
    return text.lines.joined(separator: "\n") + "\n"
  }

  private init(style: Style, width: Int) {
    self.style = style
    self.width = width
  }

  private mutating func read(_ markdown: String) {
    var isCode = false
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.drop { $0 == " " }
      if trimmed.hasPrefix("```") {
        endParagraph()
        isCode.toggle()
      } else if isCode {
        let line = printable(line, keepsTabs: true)
        let isMarks = !trimmed.isEmpty && trimmed.allSatisfy { "^~ ".contains($0) }
        lines.append("    " + style(line, isMarks ? .warning : .code))
      } else if trimmed.isEmpty {
        endParagraph()
        if lines.last?.isEmpty == false { lines.append("") }
      } else if trimmed.hasPrefix("#") {
        endParagraph()
        lines.append(style(printable(plain(trimmed.drop { $0 == "#" }.drop { $0 == " " })), .heading))
      } else if trimmed == "---" {
        endParagraph()
        lines.append(style(String(repeating: "─", count: min(width, 40)), .dim))
      } else {
        if trimmed.hasPrefix("- ") || trimmed.hasPrefix("* ") {
          endParagraph()
          let depth = String(line.prefix { $0 == " " })
          firstIndent = depth + "• "
          indent = depth + "  "
          pending = words(trimmed.dropFirst(2))
        } else {
          pending += words(trimmed)
          // Two spaces at the end of a line break it.
          if line.hasSuffix("  ") || line.hasSuffix("\\") { endParagraph() }
        }
      }
    }
    endParagraph()
    while lines.last?.isEmpty == true { lines.removeLast() }
  }

  private func words(_ text: Substring) -> [Substring] {
    text.split { $0 == " " || $0 == "\t" }
  }

  private mutating func endParagraph() {
    defer {
      pending = []
      firstIndent = ""
      indent = ""
    }
    guard !pending.isEmpty else { return }
    // Marks may span words, so they are resolved before lines wrap; colors take no columns.
    var column = 0
    var line = firstIndent
    column = displayWidth(firstIndent)
    let start = column
    for piece in inline(pending.joined(separator: " ")) {
      for (index, word) in piece.text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        // A word may become the first of a line, where a build service could read it as a command.
        let word = printable(word)
        let size = displayWidth(word)
        let needsBlank = index > 0
        if needsBlank, column + 1 + size > width, column > start {
          lines.append(line)
          line = indent
          column = displayWidth(indent)
        } else if needsBlank {
          line += " "
          column += 1
        }
        line += piece.mark.map { style(word, $0) } ?? word
        column += size
      }
    }
    lines.append(line)
  }

  private struct Piece {
    var text: String
    var mark: Style.Mark?
  }

  private func plain(_ text: Substring) -> String {
    inline(String(text)).map(\.text).joined()
  }

  /// The text of a paragraph, split where the style changes.
  private func inline(_ text: String) -> [Piece] {
    var pieces: [Piece] = []
    var run = ""
    var isBold = false
    var rest = text[...]
    func flush() {
      if !run.isEmpty { pieces.append(Piece(text: run, mark: isBold ? .bold : nil)) }
      run = ""
    }
    while let character = rest.first {
      if character == "\\", let next = rest.dropFirst().first, next.isASCII, next.isPunctuation || next.isSymbol {
        run.append(next)
        rest = rest.dropFirst(2)
      } else if character == "`", let end = rest.dropFirst().firstIndex(of: "`") {
        flush()
        pieces.append(Piece(text: String(rest[rest.index(after: rest.startIndex)..<end]), mark: .code))
        rest = rest[rest.index(after: end)...]
      } else if rest.hasPrefix("**") {
        flush()
        isBold.toggle()
        rest = rest.dropFirst(2)
      } else if character == "[", let link = MarkdownLink(rest.unicodeScalars) {
        run += plain(Substring(link.label))
        flush()
        // A link within the same text has no address to show.
        if let first = link.address.first, first != "#" {
          pieces.append(Piece(text: " <\(String(link.address))>", mark: .link))
        }
        rest = Substring(rest.unicodeScalars.dropFirst(link.length))
      } else {
        run.append(character)
        rest = rest.dropFirst()
      }
    }
    flush()
    return pieces
  }
}
