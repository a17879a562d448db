import Catalog
import CatalogData
import EditorFeatures
import FileSystem
import PrivacyRules
import PropertyList
import SourceText

extension Command {
  static let demo = Command(
    name: "demo",
    operands: "[PATH]",
    operandCount: 0...1,
    completion: .paths,
    summary: "Show what an editor would show for a sample or your own file",
    details: """
      Starts the language server as an editor does, opens a manifest in it, and prints its answers
      and the time each took. PATH is only read, never written.
      """,
    options: [.color]
  ) { arguments, console in
    var text = sampleManifest
    var path = "/Postcards/PrivacyInfo.xcprivacy"
    if let operand = arguments.operands.first {
      do throws(FileError) {
        let disk = LocalFileSystem()
        let bytes = try disk.read(operand, limit: FileLinter.largestFile)
        path = try disk.resolve(operand)
        text = String(decoding: SourceFile(bytes).text.bytes, as: UTF8.self)
      } catch {
        console.note("\(operand) \(error.words)")
        return 2
      }
      if FileKind.of(path: path) == nil { path = "/" + joinedPath(path, "PrivacyInfo.xcprivacy").drop { $0 == "/" } }
    }
    do throws(DemoFailure) {
      let demo = Demo(
        name: arguments.operands.first ?? "Postcards/PrivacyInfo.xcprivacy (a sample)", console: console,
        style: console.style(arguments[.color]))
      try demo.run(SourceText(text), path: path, isSample: arguments.operands.isEmpty)
      return 0
    } catch {
      console.note(error.message)
      return 2
    }
  }
}

/// A tour of what an editor shows.
struct Demo {
  let name: String
  let console: Console
  let style: Style

  /// The most fixes to apply; a file may have thousands.
  private static let mostFixes = 60
  private static let mostFindings = 12

  func run(_ text: SourceText, path: String, isSample: Bool) throws(DemoFailure) {
    var editor = try EditorClient(path: path)
    try editor.open(text)
    show("\(printable(name)): \(counted(editor.findings.count, "finding"))")
    console.print(isSample ? annotated(editor.text, editor.findings) : frames(editor.text, editor.findings))

    try showCompletions(&editor)
    try showHover(&editor)
    try showFixes(&editor)
    showLatencies(editor.latencies)
    try editor.close()
  }

  // MARK: - Diagnostics

  private func show(_ title: String) {
    console.print(
      "\n\(style("── \(title) ", .heading))\(style(String(repeating: "─", count: max(console.width - displayWidth(title) - 4, 4)), .dim))\n\n"
    )
  }

  /// The whole text, with the findings under their lines.
  private func annotated(_ text: SourceText, _ findings: [EditorClient.Finding]) -> String {
    let frame = CodeFrame(text: text, style: style)
    let gutter = String(text.lineCount).count
    var result = ""
    let last = text.contents(ofLine: text.lineCount - 1).isEmpty ? text.lineCount - 1 : text.lineCount
    for line in 0..<last {
      let source = frame.rendered(line, ByteRange(at: text.contents(ofLine: line).lower), .dim).source
      result += "\(frame.numbered(line, gutter)) \(source)\n"
      for finding in findings where text.line(at: finding.range.lower) == line {
        let (_, marks, width) = frame.rendered(line, finding.range, finding.mark)
        let words = "\(finding.severity.rawValue): \(printable(finding.message))"
        result += "\(frame.bar(gutter)) \(marks)"
        if width + gutter + displayWidth(words) + 4 <= console.width {
          result += " \(style(words, finding.mark))\n"
        } else {
          // A message that doesn’t fit after the marks goes on a line of its own.
          let blanks = String(repeating: " ", count: min(frame.indentation(of: finding.range), 24))
          result += "\n\(frame.bar(gutter)) \(blanks)\(style(words, finding.mark))\n"
        }
      }
    }
    return result
  }

  /// Only the lines with findings.
  private func frames(_ text: SourceText, _ findings: [EditorClient.Finding]) -> String {
    let frame = CodeFrame(text: text, style: style)
    let gutter = frame.gutter(for: findings.map(\.range))
    var result = ""
    for finding in findings.prefix(Self.mostFindings) {
      result +=
        "\(style("\(finding.severity.rawValue):", finding.mark)) \(printable(finding.message)) \(style("[\(finding.code)]", .dim))\n"
      result += frame.lines(for: finding.range, mark: finding.mark, gutter: gutter)
    }
    if findings.count > Self.mostFindings { result += "… and \(findings.count - Self.mostFindings) more\n" }
    return findings.isEmpty ? "No findings.\n" : result
  }

  // MARK: - Completion and hover

  /// Types the beginning of a value where one may be added, requests completions, and undoes the typing.
  private func showCompletions(_ editor: inout EditorClient) throws(DemoFailure) {
    let place = PlaceToType(in: editor.text)
    try editor.edit([.insert(place.insertion, at: place.offset)])
    let cursor = place.offset + place.cursor
    let items = try editor.completions(at: cursor)
    show("Completion, after \(place.words)")
    let frame = CodeFrame(text: editor.text, style: style)
    console.print(
      frame.lines(for: ByteRange(at: cursor), mark: .information, gutter: frame.gutter(for: [ByteRange(at: cursor)])))
    let shown = items.prefix(10)
    let width = shown.map { displayWidth($0.label) }.max() ?? 0
    for item in shown {
      let gap = String(repeating: " ", count: width - displayWidth(item.label) + 2)
      console.print("    \(style(printable(item.label), .name))\(gap)\(style(printable(item.detail), .dim))\n")
    }
    if items.count > shown.count { console.print("    … and \(items.count - shown.count) more\n") }
    if items.isEmpty { console.print("    nothing\n") }
    try editor.edit([.delete(ByteRange(place.offset, place.offset + place.insertion.utf8.count))])
  }

  private func showHover(_ editor: inout EditorClient) throws(DemoFailure) {
    // The last value of a manifest is usually a reason, which has the longest hover.
    let values = stringValues(of: editor.text)
    guard let value = values.last(where: { Catalog.bundled.reason($0.string) != nil }) ?? values.first else { return }
    guard let hover = try editor.hover(at: value.textRange.lower) else { return }
    show("Hover over \(printable(value.string))")
    console.print(TerminalText.render(hover, style: style, width: console.width))
  }

  // MARK: - Fixes

  private func showFixes(_ editor: inout EditorClient) throws(DemoFailure) {
    guard !editor.findings.isEmpty else { return }
    let before = editor.text
    show("Quick fixes")
    for finding in editor.findings.prefix(Self.mostFindings) {
      let line = editor.text.line(at: finding.range.lower) + 1
      console.print("line \(line): \(style(printable(finding.message), finding.mark))\n")
      for fix in try editor.quickFixes(for: finding) {
        console.print("    \(style(printable(fix.title), .name))\(fix.isPreferred ? style("  preferred", .dim) : "")\n")
      }
    }
    let left = editor.findings.count - Self.mostFindings
    if left > 0 { console.print("… and those of \(counted(left, "more finding"))\n") }

    let applied = try applyPreferredFixes(&editor)
    guard applied > 0 else { return }
    show(
      "After \(counted(applied, "preferred fix", plural: "preferred fixes")): \(counted(editor.findings.count, "finding")) left"
    )
    var patch: [UInt8] = []
    _ = UnifiedDifference(before, edits(from: before, to: editor.text)).print(path: "") { patch += $0 }
    for line in patch.split(separator: 0x0A).dropFirst(2).map({ String(decoding: $0, as: UTF8.self) }) {
      switch line.first {
      case "-": console.print(style("- \(shown(line.dropFirst()))", .removed) + "\n")
      case "+": console.print(style("+ \(shown(line.dropFirst()))", .added) + "\n")
      case " ": console.print("  \(shown(line.dropFirst()))\n")
      default: console.print(style(line, .dim) + "\n")
      }
    }
    if !editor.findings.isEmpty {
      console.print("\nThe rest needs a decision:\n\n" + frames(editor.text, editor.findings))
    }
  }

  /// Applies preferred fixes one by one, as a person would, until none is left.
  ///
  /// - Returns: The number of applied fixes.
  private func applyPreferredFixes(_ editor: inout EditorClient) throws(DemoFailure) -> Int {
    var applied = 0
    while applied < Self.mostFixes {
      var next: EditorClient.QuickFix?
      for finding in editor.findings {
        next = try editor.quickFixes(for: finding).first(where: \.isPreferred)
        if next != nil { break }
      }
      guard let next else { break }
      try editor.edit(next.edits)
      applied += 1
    }
    return applied
  }

  private func shown(_ line: Substring) -> String {
    printable(line.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    "))
  }

  // MARK: - Latencies

  private func showLatencies(_ latencies: [(step: String, microseconds: Int)]) {
    show("How long it took")
    var steps: [String] = []
    for (step, _) in latencies where !steps.contains(step) { steps.append(step) }
    let width = steps.map { $0.count }.max() ?? 0
    for step in steps {
      let times = latencies.filter { $0.step == step }.map(\.microseconds).sorted()
      let median = times[times.count / 2]
      let gap = String(repeating: " ", count: width - step.count + 2)
      let count = times.count > 1 ? style("  median of \(times.count)", .dim) : ""
      console.print("  \(step)\(gap)\(style(padded(duration(median), to: 9), .bold))\(count)\n")
    }
    console.print("\n")
  }

  private func duration(_ microseconds: Int) -> String {
    if microseconds < 1000 { return "\(microseconds) µs" }
    let tenths = (microseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10) ms"
  }

  private func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }
}

extension EditorClient.Finding {
  fileprivate var mark: Style.Mark { .init(severity) }
}

/// Where the demo types, and what.
private struct PlaceToType {
  var offset: Int
  var insertion: String
  /// The position of the cursor in the insertion.
  var cursor: Int
  var words: String

  init(in text: SourceText) {
    let tree = PropertyListTree.parse(text)
    // After the last string of an array, where people type the next one.
    let last = stringValues(of: text).last { $0.parent?.element == .array && $0.node.isClosed }
    if let last {
      let indentation = tree.text.leadingBlanks(before: last.range.lower).map { Layout(of: tree).lineEnd + $0 } ?? ""
      insertion = indentation + "<string></string>"
      offset = last.range.upper
      cursor = insertion.utf8.count - "</string>".utf8.count
      words = "typing <string></string> after the last value of an array"
    } else {
      insertion = ""
      cursor = 0
      offset = tree.root.map { $0.node.startTag.upper } ?? 0
      words = "placing the cursor in the root"
    }
  }
}

private func stringValues(of text: SourceText) -> [PropertyListValue] {
  let tree = PropertyListTree.parse(text)
  return tree.nodes.indices
    .filter { tree.nodes[$0].kind == .element && tree.nodes[$0].element == .string && !tree.nodes[$0].inner.isEmpty }
    .map { PropertyListValue(tree: tree, index: $0) }
}
