package import SourceText

// Finds the single slip that broke a text by trying repairs: the first that leaves a valid property list is taken.
//
// The parser’s own recovery looks only a few tags ahead, which is right for an editor at the cursor. Findings have more
// time, so they can parse the text again for each likely slip.
extension PropertyListTree {
  /// The tree of the text with its only slip repaired, and the problem to report; nil if the text is valid or has more than
  /// one slip.
  ///
  /// The nodes keep their offsets in this text. Inserted nodes are at a single offset.
  public func mended() -> PropertyListTree? {
    guard text.count <= Mending.largest, problems.contains(where: { $0.severity == .refused }) else { return nil }
    var mending = Mending(self)
    return mending.find()
  }

  /// Whether Apple’s parser accepts a text and everything in it is in a valid place.
  static func whole(_ text: SourceText) -> PropertyListTree? {
    let bytes = text.bytes[...]
    let encoding = DeclaredEncoding.claimsWideUnits(text) ? TextEncoding.utf16LittleEndian : .utf8
    var parser = Parser(bytes: bytes.span, encoding: encoding)
    parser.stopsAtMistake = true
    parser.parse(bytes.span)
    let problems = parser.problems.sorted
    guard parser.rootIndex != nil, problems.allSatisfy({ $0.severity != .refused && $0.leavesContents }) else {
      return nil
    }
    return PropertyListTree(text: text, nodes: parser.nodes, problems: problems, rootIndex: parser.rootIndex)
  }
}

extension PropertyListTree {
  /// The tree of the text with merged array entries split: `</dict>` and `<dict>` are inserted between them. Nil if the
  /// result is not a valid property list.
  ///
  /// - Parameter seams: In order, the first key of each entry except the first, and the offset for its start tag.
  package func parted(at seams: [(key: ByteRange, edit: TextEdit)]) -> PropertyListTree? {
    guard text.count <= Mending.largest, problems.allSatisfy({ $0.severity != .refused }) else { return nil }
    let edits = seams.map(\.edit)
    return Self.whole(text.applying(edits))?
      .moved(back: edits, over: text, problems: seams.map { SyntaxProblem(.runTogether, $0.key, .unclean) })
  }

  /// The same tree, with a range marked as uncertain.
  fileprivate func unclear(in range: ByteRange) -> PropertyListTree {
    PropertyListTree(
      text: text, nodes: nodes, problems: problems, rootIndex: rootIndex, mending: mending, unclear: unclear + [range])
  }

  /// This tree of a repaired text with the offsets of the broken text.
  fileprivate func moved(back edits: [TextEdit], over text: SourceText, problems: [SyntaxProblem]) -> PropertyListTree {
    func moved(_ offset: Int) -> Int {
      var shift = 0
      for edit in edits {
        let lower = edit.range.lower + shift
        if offset <= lower { break }
        let length = edit.replacement.utf8.count
        if offset < lower + length { return min(offset - shift, edit.range.upper) }
        shift += length - edit.range.count
      }
      return offset - shift
    }
    func moved(_ range: ByteRange) -> ByteRange { ByteRange(moved(range.lower), moved(range.upper)) }
    var nodes = nodes
    for index in nodes.indices {
      nodes[index].range = moved(nodes[index].range)
      nodes[index].inner = moved(nodes[index].inner)
    }
    let others = self.problems.map { SyntaxProblem($0.kind, moved($0.range), $0.severity) }
    return PropertyListTree(
      text: text, nodes: nodes,
      problems: (problems + others).sorted { $0.range < $1.range },
      rootIndex: rootIndex, mending: edits, unclear: edits.map(\.range))
  }
}

extension SyntaxProblem {
  /// Whether it is only about the text of one element.
  var isOfText: Bool {
    switch kind {
    case .unknownEntity, .invalidCharacterReference, .invalidInteger, .invalidReal, .invalidDate, .invalidData,
      .notEmptyBoolean, .commentInText, .internalSubset, .nestedTooDeeply, .declaredEncoding, .emptyFile,
      .missingByteOrderMark, .undecodable, .tooLarge, .emptyCommentBeforeElement:
      true
    default: false
    }
  }

  /// Whether the structure of the tree is certain in spite of it.
  fileprivate var leavesContents: Bool {
    switch kind {
    case .keyOutsideDictionary, .missingPlist, .nestedPlist, .contentAfterPlist, .keyWithoutValue, .valueWithoutKey,
      .incompleteTag:
      false
    default: true
    }
  }
}

private struct Mending {
  /// Larger texts are not repaired, because each trial parses the text again.
  static let largest = 1 << 20

  private let broken: PropertyListTree
  private let text: SourceText
  private let refused: [SyntaxProblem]
  /// The number of bytes that may still be parsed.
  private var budget = 6 << 20

  init(_ tree: PropertyListTree) {
    broken = tree
    text = tree.text
    refused = tree.problems.filter { $0.severity == .refused }
  }

  mutating func find() -> PropertyListTree? {
    guard refused.count <= 40, refused.contains(where: { !$0.isOfText }) else { return nil }
    let spots = spots()
    for line in spots {
      for line in [line, line + 1] where isDoubled(line) {
        let lines = ByteRange(text.start(ofLine: line), text.start(ofLine: line + 1))
        if let tree = tried(TextEdit(lines, ""), .doubledLine, at: trimmed(line)) { return tree }
      }
    }
    for problem in refused.prefix(4) {
      guard problem.kind == .invalidUTF8 else { continue }
      if let tree = tried(.delete(problem.range), problem.kind, at: problem.range) { return tree }
    }
    let damaged = damagedLines(spots)
    for line in damaged {
      for repair in TagRepair.repairs(of: Array(text.slice(trimmed(line)))).prefix(8) {
        if let tree = tried(repair, of: line) { return tree }
      }
    }
    for line in turned() {
      let range = trimmed(line)
      let tag = "</" + text[range].dropFirst()
      let edit = TextEdit.insert("/", at: range.lower + 1)
      if let tree = tried(edit, .brokenTag(found: text[range], wanted: tag), at: range) { return tree }
    }
    for (line, tags) in gaps() {
      for tag in tags {
        if let tree = tried(insertion(of: tag, before: line), .missingTag(tag), at: firstTag(of: line)) { return tree }
      }
    }
    for problem in refused.prefix(4) {
      guard case .unexpectedEndTag(let name) = problem.kind, name == "array" || name == "dict" else { continue }
      // The start tag was after the key.
      let end = text.line(at: problem.range.lower)
      for line in stride(from: end - 1, to: max(0, end - 60), by: -1)
      where text.slice(trimmed(line - 1)).starts(with: "<key>".utf8) {
        let edit = insertion(of: "<\(name)>", before: line)
        if let tree = tried(edit, .missingTag("<\(name)>"), at: firstTag(of: line)) { return tree }
      }
    }
    for line in spots {
      for line in [line - 1, line, line + 1, line - 2] {
        if let tree = swapped(line) { return tree }
      }
    }
    for problem in refused.prefix(4) where problem.kind == .valueWithoutKey {
      // The key is unknown, but the value doesn’t belong to the element before it.
      let edit = TextEdit.insert("<key></key>", at: problem.range.lower)
      if let tree = tried(edit, problem.kind, at: problem.range) { return tree }
    }
    for line in damaged where !endsInTag(line) {
      let lines = ByteRange(text.start(ofLine: line), text.start(ofLine: line + 1))
      if let tree = tried(TextEdit(lines, ""), .incompleteTag, at: trimmed(line)) { return tree }
    }
    for line in spots {
      for line in [line, line + 1] {
        for tag in ["<array>", "<dict>", "</array>", "</dict>"] {
          if let tree = tried(insertion(of: tag, before: line), .missingTag(tag), at: firstTag(of: line)) {
            return tree
          }
        }
      }
    }
    return nil
  }

  // MARK: - Trials

  /// The tree of the text after an edit, if the edit repairs the text.
  private mutating func tried(_ edit: TextEdit, _ kind: SyntaxProblem.Kind, at range: ByteRange) -> PropertyListTree? {
    guard budget >= text.count else { return nil }
    let mended = text.applying([edit])
    budget -= mended.count
    guard let whole = PropertyListTree.whole(mended) else { return nil }
    let problem = problem(kind, at: range, touching: trimmed(text.line(at: range.lower)))
    return whole.moved(back: [edit], over: text, problems: [problem])
  }

  private mutating func tried(_ repair: TagRepair, of line: Int) -> PropertyListTree? {
    let old = Array(text.slice(trimmed(line)))
    var lower = 0
    while lower < min(old.count, repair.bytes.count), old[lower] == repair.bytes[lower] { lower += 1 }
    var same = 0
    while same < min(old.count, repair.bytes.count) - lower,
      old[old.count - 1 - same] == repair.bytes[repair.bytes.count - 1 - same]
    {
      same += 1
    }
    let range = trimmed(line)
    let core = ByteRange(range.lower + lower, range.upper - same)
    let edit = TextEdit(core, String(decoding: repair.bytes[lower..<(repair.bytes.count - same)], as: UTF8.self))
    // The complete tag that was meant, and the bytes in its place.
    var tagLower = min(lower, repair.bytes.count - 1)
    while tagLower > 0, repair.bytes[tagLower] != UInt8(ascii: "<") { tagLower -= 1 }
    var tagUpper = max(repair.bytes.count - same, tagLower + 1)
    while tagUpper < repair.bytes.count, repair.bytes[tagUpper - 1] != UInt8(ascii: ">") { tagUpper += 1 }
    let wanted = String(decoding: repair.bytes[tagLower..<tagUpper], as: UTF8.self)
    let upper = range.upper - min(same, repair.bytes.count - tagUpper)
    let found = ByteRange(min(range.lower + tagLower, core.lower), max(core.upper, upper))
    let kind = SyntaxProblem.Kind.brokenTag(found: text[found], wanted: wanted)
    guard let tree = tried(edit, kind, at: found) else { return nil }
    if repair.isCertain { return tree.unclear(in: range) }
    // It is unknown which value was meant.
    return PropertyListTree(
      text: text, nodes: broken.nodes, problems: Array(tree.problems.filter { $0.severity == .refused }.prefix(1)),
      rootIndex: broken.rootIndex)
  }

  /// The tree of the text with two lines swapped.
  private mutating func swapped(_ line: Int) -> PropertyListTree? {
    guard line >= 0, line + 1 < text.lineCount, budget >= text.count else { return nil }
    let (first, second) = (text.contents(ofLine: line), text.contents(ofLine: line + 1))
    guard !first.isEmpty, !second.isEmpty else { return nil }
    // Lines that are indented more than an end tag belong before it, and an element ends before the next begins.
    if isEnd(line + 1), !isEnd(line), indentation(of: line) > indentation(of: line + 1) { return nil }
    if isEnd(line), isStart(line + 1) { return nil }
    let between = text[ByteRange(first.upper, second.lower)]
    let edit = TextEdit(ByteRange(first.lower, second.upper), text[second] + between + text[first])
    let mended = text.applying([edit])
    budget -= mended.count
    guard mended.count == text.count, let whole = PropertyListTree.whole(mended) else { return nil }
    let range = ByteRange(trimmed(line).lower, trimmed(line + 1).upper)
    return PropertyListTree(
      text: mended, nodes: whole.nodes,
      problems: ([problem(.swappedLines, at: range, touching: range)] + whole.problems)
        .sorted { $0.range < $1.range },
      rootIndex: whole.rootIndex, mending: [edit], unclear: [edit.range])
  }

  /// The problem to report: the only one that was found, if it is at the slip; otherwise the repair.
  private func problem(_ kind: SyntaxProblem.Kind, at range: ByteRange, touching line: ByteRange) -> SyntaxProblem {
    if refused.count == 1, let only = refused.first {
      // An unmatched end tag or a value without a key is correct if its start tag is missing.
      if case .missingTag(let tag) = kind, !tag.hasPrefix("</") { return SyntaxProblem(kind, range) }
      return only
    }
    if kind == .incompleteTag, let first = refused.first(where: { line.contains($0.range) }) { return first }
    return SyntaxProblem(kind, range)
  }

  // MARK: - Lines

  /// A line without surrounding whitespace.
  private func trimmed(_ line: Int) -> ByteRange {
    text.trimmed(text.contents(ofLine: line))
  }

  private func isEnd(_ line: Int) -> Bool { text.slice(trimmed(line)).starts(with: "</".utf8) }

  private func isStart(_ line: Int) -> Bool {
    let line = text.slice(trimmed(line))
    return line.elementsEqual("<dict>".utf8) || line.elementsEqual("<array>".utf8)
  }

  /// Whether a line has an end tag and nothing incomplete after it, so that it isn’t a tag that is being typed.
  private func endsInTag(_ line: Int) -> Bool {
    let bytes = text.slice(trimmed(line))
    return bytes.last == UInt8(ascii: ">") && zip(bytes, bytes.dropFirst()).contains { $0 == 0x3C && $1 == 0x2F }
  }

  private func firstTag(of line: Int) -> ByteRange {
    var range = trimmed(line)
    if let end = text.slice(range).firstIndex(of: UInt8(ascii: ">")) { range.upper = end + 1 }
    return range
  }

  /// The lines in which problems begin or end, in order.
  private func spots() -> [Int] {
    var lines: [Int] = []
    for problem in broken.problems.lazy.filter({ $0.severity == .refused || !$0.leavesContents }).prefix(8) {
      for line in [text.line(at: problem.range.lower), text.line(at: problem.range.upper)] where !lines.contains(line) {
        lines.append(line)
      }
    }
    return lines
  }

  private func isDoubled(_ line: Int) -> Bool {
    guard line > 0, line < text.lineCount, !trimmed(line).isEmpty else { return false }
    return text.slice(text.contents(ofLine: line)).elementsEqual(text.slice(text.contents(ofLine: line - 1)))
  }

  /// The lines that aren’t a single element, tag or comment; those with problems come first.
  private func damagedLines(_ spots: [Int]) -> [Int] {
    var damaged = spots.filter { !isPlain($0) }
    guard text.lineCount < 5_000 else { return damaged }
    var others: [Int] = []
    for line in 0..<text.lineCount where others.count < 9 && !isPlain(line) && !damaged.contains(line) {
      others.append(line)
    }
    if others.count < 9 { damaged += others }
    return damaged
  }

  private func isPlain(_ line: Int) -> Bool {
    let line = text.slice(trimmed(line))
    guard !line.isEmpty else { return true }
    if line.starts(with: "<?".utf8) || line.starts(with: "<!".utf8) || line.starts(with: "<plist ".utf8) {
      return line.last == UInt8(ascii: ">") && !line.dropFirst().contains(UInt8(ascii: "<"))
    }
    return TagRepair.isPlain(Array(line))
  }

  /// The lines with a start tag that is empty by the indentation, so that it may be an end tag without its slash.
  private func turned() -> [Int] {
    guard text.lineCount < 20_000 else { return [] }
    var lines: [Int] = []
    for line in 1..<max(1, text.lineCount - 1) where lines.count < 8 {
      guard isStart(line) else { continue }
      let isBehindKey = text.slice(trimmed(line - 1)).starts(with: "<key>".utf8)
      let width = indentation(of: line)
      if !isBehindKey, indentation(of: line - 1) > width || indentation(of: line + 1) <= width { lines.append(line) }
    }
    return lines
  }

  // MARK: - Lost lines

  private func insertion(of tag: String, before line: Int) -> TextEdit {
    let lower = text.start(ofLine: line)
    let indentation = text[ByteRange(lower, max(lower, trimmed(line).lower))]
    let firstEnd = text.contents(ofLine: 0).upper
    let ending = text.slice(ByteRange(firstEnd, firstEnd + 2)).elementsEqual("\r\n".utf8) ? "\r\n" : "\n"
    // A tag is indented less than its contents.
    let isNested = tag.hasPrefix("</") == false
    return .insert((isNested ? outer(indentation) : indentation) + tag + ending, at: lower)
  }

  private func outer(_ indentation: String) -> String {
    if indentation.hasSuffix("\t") { return String(indentation.dropLast()) }
    return String(indentation.dropLast(unit))
  }

  /// The indentation of a level, in spaces.
  private var unit: Int {
    var least = Int.max
    for line in 0..<min(text.lineCount, 200) {
      let width = indentation(of: line)
      if width > 0 { least = min(least, width) }
    }
    return least == .max ? 1 : least
  }

  private func indentation(of line: Int) -> Int { trimmed(line).lower - text.start(ofLine: line) }

  /// Where, by the indentation, a line with a tag is missing, with the candidates.
  private func gaps() -> [(line: Int, tags: [String])] {
    guard text.lineCount < 20_000 else { return [] }
    var gaps: [(line: Int, tags: [String])] = []
    let unit = unit
    var earlier: (line: Int, opens: Bool, isPlist: Bool)?
    for line in 0..<text.lineCount where gaps.count < 8 {
      let bytes = text.slice(trimmed(line))
      guard bytes.first == UInt8(ascii: "<"), !bytes.starts(with: "<!".utf8), !bytes.starts(with: "<?".utf8) else {
        continue
      }
      let isPlist = bytes.starts(with: "<plist".utf8)
      let opens = isPlist || bytes.elementsEqual("<dict>".utf8) || bytes.elementsEqual("<array>".utf8)
      let closes = bytes.elementsEqual("</dict>".utf8) || bytes.elementsEqual("</array>".utf8)
      let isKey = bytes.starts(with: "<key>".utf8)
      defer { earlier = (line, opens, isPlist) }
      guard let earlier else { continue }
      let opening = text.slice(trimmed(earlier.line))
      if earlier.isPlist {
        if isKey { gaps.append((line, ["<dict>"])) }
      } else if bytes.starts(with: "</plist".utf8) {
        if !opening.starts(with: "</".utf8) { gaps.append((line, ["</dict>", "</array>"])) }
        if indentation(of: earlier.line) > indentation(of: line) { gaps.append((line, ["</dict>", "</array>"])) }
      } else if isKey, opening.elementsEqual("<array>".utf8) {
        gaps.append((line, ["<dict>"]))
      } else {
        let expected = indentation(of: earlier.line) + (earlier.opens ? unit : 0) - (closes ? unit : 0)
        let found = indentation(of: line)
        if found > expected { gaps.append((line, ["<array>", "<dict>"])) }
        if found < expected { gaps.append((earlier.line + 1, ["</array>", "</dict>"])) }
      }
    }
    return gaps
  }
}

/// A candidate for a line before the slip: a single element or tag.
struct TagRepair {
  let bytes: [UInt8]
  /// Whether it is the only likely candidate.
  var isCertain = true
  fileprivate let cost: Int

  private static let tags: [[UInt8]] = [
    "<array>", "<dict>", "</array>", "</dict>", "</plist>", "<plist version=\"1.0\">", "<true/>", "<false/>",
    "<array/>",
    "<dict/>", "<string/>",
  ].map { Array($0.utf8) }
  private static let leaves: [(start: [UInt8], end: [UInt8])] = ["key", "string", "integer", "real", "date", "data"].map
  {
    (Array("<\($0)>".utf8), Array("</\($0)>".utf8))
  }

  /// Whether a line is a single element or tag.
  static func isPlain(_ line: [UInt8]) -> Bool {
    if tags.contains(line) { return true }
    return leaves.contains { start, end in
      line.starts(with: start) && line.count >= start.count + end.count && line.suffix(end.count).elementsEqual(end)
        && !line[start.count..<(line.count - end.count)].contains(UInt8(ascii: "<"))
    }
  }

  /// The candidates for a line, the closest first.
  static func repairs(of line: [UInt8]) -> [TagRepair] {
    guard line.count < 2_000, !line.isEmpty else { return [] }
    var repairs: [TagRepair] = []
    for tag in tags {
      let distance = distance(line, tag)
      if distance <= bound {
        repairs.append(TagRepair(bytes: tag, cost: distance))
      } else if line.count < tag.count, tag.starts(with: line) {
        let isValue = tag.last == UInt8(ascii: ">") && tag[tag.count - 2] == UInt8(ascii: "/")
        repairs.append(TagRepair(bytes: tag, isCertain: !isValue || line.count > 2, cost: isValue ? 10 : 9))
      }
    }
    for (start, end) in leaves {
      for (lower, headCost) in cuts(of: line, start) {
        for (tail, tailCost) in cuts(of: line, end, fromEnd: true) where lower + tail <= line.count {
          let upper = line.count - tail
          var text = Array(line[lower..<upper])
          var cost = headCost + tailCost
          // A `<` or `>` that was swapped with the adjacent letter is in the text now.
          if text.count > 1, text[1] == UInt8(ascii: ">"), (0x21..<0x80).contains(text[0]),
            line[..<lower].elementsEqual(start.dropLast())
          {
            text.remove(at: 1)
            cost -= 1
          }
          if text.count > 1, text[text.count - 2] == UInt8(ascii: "<"), line[upper...].elementsEqual(end.dropFirst()) {
            text.remove(at: text.count - 2)
            cost -= 1
          }
          let marks = text.count { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
          if marks > 0 {
            guard marks < 3 else { continue }
            text.removeAll { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
            cost += 3 * marks
          }
          if cost <= 9 { repairs.append(TagRepair(bytes: start + text + end, cost: cost)) }
        }
      }
    }
    var seen: Set<[UInt8]> = []
    return repairs.sorted { ($0.cost, -$0.bytes.count) < ($1.cost, -$1.bytes.count) }
      .filter { seen.insert($0.bytes).inserted }
  }

  /// The possible lengths of a leaf’s start or end tag in a line, with their costs; the tag may be incomplete or missing.
  private static func cuts(of line: [UInt8], _ tag: [UInt8], fromEnd: Bool = false) -> [(length: Int, cost: Int)] {
    (0...min(tag.count + 2, line.count)).compactMap { length in
      let part = Array(fromEnd ? line.suffix(length) : line.prefix(length))
      let distance = distance(part, tag)
      if distance <= bound { return (length, distance) }
      return tag.starts(with: part) ? (length, length == 0 ? 8 : 7) : nil
    }
  }

  /// The costs of slips: three for a missing, additional or wrong letter, two for swapped letters.
  private static let bound = 6

  /// The cost of turning one text into another, or a number above the bound.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    editDistance(a, b, limit: bound, cost: 3, swapCost: 2)
  }
}
