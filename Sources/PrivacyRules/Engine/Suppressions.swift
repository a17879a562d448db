import Catalog
import ProjectFiles
import PropertyList
import SourceText

/// The comments of a file that suppress findings: `privacy-lsp:ignore RULE[, RULE]: why` before an element,
/// `privacy-lsp:ignore-file …` before the root for the whole file.
struct Suppressions {
  struct Directive {
    /// The range of the directive in the comment.
    var range: ByteRange
    /// The rules it names, with their ranges.
    var rules: [(id: String, range: ByteRange)]
    /// Whether it has a reason. Without one, or with a gap in its place, it suppresses nothing.
    var hasReason: Bool
    /// Whether anything is written in place of the reason.
    var hasWordsForReason: Bool
    /// The comment, including its delimiters.
    var comment: ByteRange?
    /// The range it applies to; nil if nothing follows it.
    var target: ByteRange?
  }

  private(set) var directives: [Directive] = []
  /// Misspelled directives, with the right spelling.
  private(set) var misspellings: [(range: ByteRange, name: String)] = []
  /// How many directives are read.
  private static let mostDirectives = 10_000
  private var used: Set<[Int]> = []

  init(_ document: Document) {
    switch document.content {
    case .propertyList: self.init(document.tree)
    case .strings(let table):
      self.init(table.tree.comments.map { ($0.range, $0.content) }, document)
    case .buildConfiguration(let file): self.init(file.comments.map { ($0.range, $0.content) }, document)
    case .xcodeProject(let project): self.init(project.tree.comments.map { ($0.range, $0.content) }, document)
    // JSON doesn't allow comments, and each update rewrites a lock file.
    case .stringCatalog, .lockFile: self.init([], document)
    case .source: self.init(lines: document.text)
    }
  }

  /// The elements that comments can apply to, in order, for a file that isn't a property list: entries and settings.
  static func elements(of document: Document) -> [ByteRange] {
    switch document.content {
    case .propertyList, .stringCatalog, .lockFile, .source: []
    case .strings(let table): table.entries.map(\.range)
    case .buildConfiguration, .xcodeProject: document.buildSettings.map(\.range).sorted()
    }
  }

  /// Reads comments.
  ///
  /// - Parameters:
  ///   - first: Where the first element begins; a comment for the whole file is before it.
  ///   - target: The element after the comment at an index.
  private init(
    _ comments: [(range: ByteRange, inner: ByteRange)], of text: SourceText, first: @autoclosure () -> Int?,
    target: (Int) -> ByteRange?
  ) {
    for (index, comment) in comments.enumerated() where directives.count < Self.mostDirectives {
      guard var directive = Self.directive(in: comment.inner, of: text) else {
        noteMisspelling(in: comment.inner, of: text)
        continue
      }
      directive.value.comment = comment.range
      if directive.isForFile {
        directive.value.target = comment.range.upper <= first() ?? .max ? ByteRange(0, text.count) : nil
      } else {
        directive.value.target = target(index)
      }
      directives.append(directive.value)
    }
  }

  private init(_ tree: PropertyListTree) {
    let comments = tree.nodes.indices.filter { tree.nodes[$0].kind == .comment }
    self.init(
      comments.map { (tree.nodes[$0].range, tree.nodes[$0].inner) }, of: tree.text, first: tree.root?.range.lower
    ) { tree.target(of: comments[$0]) }
  }

  /// Reads the comments of a file whose elements aren't nested.
  private init(_ comments: [(range: ByteRange, inner: ByteRange)], _ document: Document) {
    // Few files have directives, so the elements are read on demand.
    let elements = OnDemand { Self.elements(of: document) }
    self.init(comments, of: document.text, first: elements.value.first?.lower) { index in
      let next = elements.value.partitioningIndex { $0.lower >= comments[index].range.upper }
      return next < elements.value.count ? elements.value[next] : nil
    }
  }

  /// Reads the comments of source code: `//`, `#` or `/* … */` on one line. A comment after code applies to its line, a
  /// comment on its own line to the next line with code.
  private init(lines text: SourceText) {
    var waiting: [Int] = []
    for number in 0..<text.lineCount {
      let line = text.contents(ofLine: number)
      let bytes = text.slice(line)
      guard let first = bytes.firstIndex(where: { $0 > 0x20 }) else { continue }
      let start = line.lower + bytes.distance(from: bytes.startIndex, to: first)
      let isComment =
        bytes[first] == UInt8(ascii: "#") || bytes[first...].starts(with: "//".utf8)
        || bytes[first...].starts(with: "/*".utf8)
      var directive: (isForFile: Bool, value: Directive)?
      if directives.count < Self.mostDirectives, let comment = Self.comment(in: line, of: text) {
        directive = Self.directive(in: comment.inner, of: text)
        directive?.value.comment = comment.range
      }
      if var directive {
        if directive.isForFile {
          directive.value.target = ByteRange(0, text.count)
        } else if isComment {
          waiting.append(directives.count)
        } else {
          directive.value.target = ByteRange(start, line.upper)
        }
        directives.append(directive.value)
      }
      if !isComment {
        for place in waiting { directives[place].target = ByteRange(start, line.upper) }
        waiting = []
      }
    }
  }

  /// The comment on a line that mentions the program; nil if there is none.
  private static func comment(in line: ByteRange, of text: SourceText) -> (range: ByteRange, inner: ByteRange)? {
    let name = Array("privacy-lsp:".utf8)
    let bytes = Array(text.slice(line))
    guard bytes.count > name.count,
      let place = (0...(bytes.count - name.count)).first(where: {
        bytes[$0] == name[0] && bytes[$0..<($0 + name.count)].elementsEqual(name)
      })
    else { return nil }
    var start = place
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    let inner = start
    let marks: [UInt8] = [UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "#")]
    while start > 0, marks.contains(bytes[start - 1]) { start -= 1 }
    guard start < inner else { return nil }
    var end = bytes.count
    while end > place, bytes[end - 1] <= 0x20 { end -= 1 }
    let upper = end
    if bytes[..<end].suffix(2).elementsEqual("*/".utf8) { end -= 2 }
    return (
      ByteRange(line.lower + start, line.lower + upper), ByteRange(line.lower + inner, line.lower + max(end, inner))
    )
  }

  /// The findings that aren't suppressed; remembers which directives were used.
  mutating func filter<Finding>(_ findings: [Finding], by diagnostic: (Finding) -> Diagnostic) -> [Finding] {
    guard !directives.isEmpty else { return findings }
    var targets: [(range: ByteRange, directive: Int)] = []
    for (index, directive) in directives.enumerated() {
      if directive.hasReason, let target = directive.target { targets.append((target, index)) }
    }
    // Elements are nested or disjoint, so the last target with a finding is the innermost.
    targets.sort { ($0.range.lower, $1.range.upper) < ($1.range.lower, $0.range.upper) }
    var naming: [String: [(range: ByteRange, directive: Int, place: Int)]] = [:]
    for (range, index) in targets {
      for (place, rule) in directives[index].rules.enumerated() {
        naming[rule.id, default: []].append((range, index, place))
      }
    }
    return findings.filter { finding in
      let finding = diagnostic(finding)
      guard Rule.withID(finding.rule)?.isSuppressible ?? false,
        let directive = naming[finding.rule]?.last(where: { $0.range.contains(finding.range) })
      else { return true }
      used.insert([directive.directive, directive.place])
      return false
    }
  }

  /// The rules that are suppressed at a range, according to the first hundred directives.
  func rulesLeftOut(at range: ByteRange) -> Set<String> {
    var result: Set<String> = []
    for directive in directives.prefix(100) where directive.hasReason && directive.target?.contains(range) ?? false {
      for rule in directive.rules where Rule.withID(rule.id)?.isSuppressible ?? false { result.insert(rule.id) }
    }
    return result
  }

  /// Whether the directive at `index` suppressed anything for its rule at `place`.
  func isUsed(directive index: Int, rule place: Int) -> Bool {
    used.contains([index, place])
  }

  /// Notes a comment that is nearly a directive, but not prose that only mentions the program.
  private mutating func noteMisspelling(in range: ByteRange, of text: SourceText) {
    guard misspellings.count < 100 else { return }
    let slice = text.slice(range).drop { $0 <= 0x20 }
    // Markers that other tools require at the start.
    let marks: Set<UInt8> = [UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "!"), UInt8(ascii: "/")]
    let beginning = slice.prefix(200).drop { marks.contains($0) || $0 <= 0x20 }
    // A cheap filter for most comments: the first letter, or a colon where the name would end.
    let colon = beginning.prefix(16).firstIndex(of: UInt8(ascii: ":"))
    guard let first = beginning.first, first | 0x20 == UInt8(ascii: "p") || colon != nil else { return }
    guard var slip = DirectiveSlip(beginning) else { return }
    let start = range.upper - slice.count
    slip.length += beginning.startIndex - slice.startIndex
    misspellings.append((ByteRange(start, start + slip.length), slip.meant))
  }

  /// Parses a comment; nil if it isn't a directive.
  private static func directive(in range: ByteRange, of text: SourceText) -> (isForFile: Bool, value: Directive)? {
    // Nearly all comments aren't, and a file may have a hundred thousand.
    guard text.slice(range).drop(while: { $0 <= 0x20 }).starts(with: "privacy-lsp:ignore".utf8) else { return nil }
    let bytes = Array(text.slice(range))
    var at = 0
    func skipBlanks() {
      while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
    }
    func take(_ word: String) -> Bool {
      guard bytes[at...].starts(with: word.utf8) else { return false }
      at += word.utf8.count
      return true
    }
    skipBlanks()
    let start = at
    guard take("privacy-lsp:ignore") else { return nil }
    let isForFile = take("-file")
    guard at == bytes.count || bytes[at] <= 0x20 || bytes[at] == UInt8(ascii: ":") else { return nil }
    var rules: [(id: String, range: ByteRange)] = []
    while true {
      skipBlanks()
      let lower = at
      while at < bytes.count, bytes[at] > 0x20, bytes[at] != UInt8(ascii: ","), bytes[at] != UInt8(ascii: ":") {
        at += 1
      }
      if at > lower {
        let name = String(decoding: bytes[lower..<at], as: UTF8.self)
        rules.append(
          (Rule.withID(name)?.id ?? name, ByteRange(range.lower + lower, range.lower + at)))
      }
      skipBlanks()
      // Nobody names as many; a comment of a megabyte does.
      guard at < bytes.count, rules.count < 64 else { break }
      // “ignore a b: why” lacks a comma.
      if bytes[at] != UInt8(ascii: ",") {
        guard beginsWithRule(bytes[at...]) else { break }
        continue
      }
      at += 1
    }
    var reason: ArraySlice<UInt8> = []
    if at < bytes.count, bytes[at] == UInt8(ascii: ":") {
      at += 1
      skipBlanks()
      reason = bytes[at...]
    }
    var end = bytes.count
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    return (
      isForFile,
      Directive(
        range: ByteRange(range.lower + start, range.lower + end), rules: rules, hasReason: isReason(reason),
        hasWordsForReason: !reason.isEmpty, target: nil)
    )
  }

  /// Whether some bytes begin with the name of a rule that a comma, a colon or a blank ends.
  private static func beginsWithRule(_ bytes: ArraySlice<UInt8>) -> Bool {
    let word = bytes.prefix { $0 > 0x20 && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ":") }
    return word.count < 60 && Rule.isKnown(String(decoding: word, as: UTF8.self))
  }

  /// Whether the bytes are a reason. The placeholder of earlier versions isn't.
  private static func isReason(_ bytes: ArraySlice<UInt8>) -> Bool {
    let words = trimmingBlanks(String(decoding: bytes, as: UTF8.self))
    return words.contains { $0.isLetter || $0.isNumber } && words != "explain why"
  }
}

/// The start of a comment that was meant to be a directive but isn't one.
private struct DirectiveSlip {
  /// In bytes.
  var length: Int
  /// The right spelling.
  let meant: String

  /// What other tools call it.
  private static let otherWords: Set<String> = ["disable", "suppress", "skip", "off", "noqa", "allow"]
  private static let program = "privacy-lsp"
  private static let file = "ignore-file"

  /// Nil for a comment that only mentions the program, or something else.
  init?(_ beginning: ArraySlice<UInt8>) {
    let bytes = beginning.map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
    var at = 0
    func take(_ word: String) -> Bool {
      guard bytes[at...].starts(with: word.utf8) else { return false }
      at += word.utf8.count
      return true
    }
    func skip(_ isSkipped: (UInt8) -> Bool) {
      while at < bytes.count, isSkipped(bytes[at]) { at += 1 }
    }
    func word() -> String {
      let start = at
      skip { $0 > 0x20 && !":,()=".utf8.contains($0) }
      return String(decoding: bytes[start..<at], as: UTF8.self)
    }
    func distance(_ word: some Sequence<UInt8>, _ name: String) -> Int {
      editDistance(Array(word), Array(name.utf8), limit: 2)
    }
    func isJoint(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == 0x20
    }
    // The name with or without a colon, or a misspelled name before a colon.
    var isNamed = take("privacy")
    if isNamed {
      skip(isJoint)
      isNamed = take("lsp")
    }
    if !isNamed {
      guard let colon = bytes.prefix(16).firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let name = bytes[..<colon].map { isJoint($0) ? UInt8(ascii: "-") : $0 }
      guard distance(name, Self.program) <= 2 else { return nil }
      at = colon
    }
    let end = at
    skip { $0 <= 0x20 || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "-") }
    let hasColon = bytes[end..<at].contains(UInt8(ascii: ":"))
    let meant = word()
    length = at
    let next = at < bytes.count ? bytes[at] : 0
    let hasMark = ",()=".utf8.contains(next)
    skip { $0 <= 0x20 || hasMark && ",()=".utf8.contains($0) }
    let beginningOfRules = at
    let rule = word()
    let namesRule = Rule.isKnown(rule)
    let spellings = ["ignore", Self.file, "ignorefile"].map { (name: $0, distance: distance(meant.utf8, $0)) }
    let nearest = spellings.min { $0.distance < $1.distance }
    let isNear = (nearest?.distance ?? 3) <= 2
    let isOther = Self.otherWords.contains(meant.split(separator: "-").first.map(String.init) ?? "")
    let isForFile = isNear ? nearest?.name != "ignore" : meant.hasSuffix("file")
    let directive = "\(Self.program):\(isForFile ? Self.file : "ignore")"
    if !isNear, hasColon, let glued = Self.glued(meant) {
      self.meant = "\(Self.program):\(glued)"
      return
    }
    guard hasColon && (isNear || isOther || namesRule) || namesRule && (isNear || isOther) else { return nil }
    guard hasMark else {
      self.meant = directive
      return
    }
    // Include what the punctuation encloses: removing the punctuation alone could leave a directive with other rules.
    var rules = rule
    if next == UInt8(ascii: "("), let close = bytes[beginningOfRules...].firstIndex(of: UInt8(ascii: ")")) {
      rules = String(decoding: bytes[beginningOfRules..<close], as: UTF8.self)
      at = close + 1
    } else if rule.isEmpty || next == UInt8(ascii: ",") && !namesRule {
      rules = ""
      at = length + 1
    }
    length = at
    self.meant = rules.isEmpty ? directive : "\(directive) \(rules)"
  }

  /// Splits a directive and a rule that were written as one word; nil for any other word.
  private static func glued(_ word: String) -> String? {
    for name in [file, "ignore"] where word.hasPrefix(name) {
      let rule = String(word.dropFirst(name.count).drop { $0 == "-" })
      if Rule.isKnown(rule) { return "\(name) \(rule)" }
    }
    return nil
  }
}

extension PropertyListTree {
  /// The element after a comment; for a key, the key with its value.
  fileprivate func target(of comment: Int) -> ByteRange? {
    guard let index = element(after: comment) else { return nil }
    let range = nodes[index].range
    guard nodes[index].element == .key, let value = element(after: index), nodes[value].element != .key else {
      return range
    }
    return ByteRange(range.lower, nodes[value].range.upper)
  }

  private func element(after node: Int) -> Int? {
    // Nobody writes as many comments in a row.
    sequence(first: node, next: nextSibling).dropFirst().prefix(1_000).first { nodes[$0].kind == .element }
  }
}
