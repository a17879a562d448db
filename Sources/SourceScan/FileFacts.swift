import Catalog
import SourceText

/// What a file declares: its types, functions and variables, and which code belongs to which of them.
struct FileFacts {
  /// What a pair of braces is the body of.
  struct Scope {
    enum Kind {
      /// `isExtension` if the type is declared elsewhere.
      case type(isEnum: Bool, isExtension: Bool)
      case function
      /// A computed property.
      case property
    }
    var kind: Kind
    var isType: Bool { if case .type = kind { true } else { false } }
    var name: Int32
    /// The place of the name, or of the keyword of the declaration.
    var place: Int
    /// Supertypes, protocols and attributes.
    var supertypes: [Int32] = []
    /// The first names of the parameters, such as “didFinishLaunchingWithOptions”.
    var labels: [Int32] = []
  }

  /// How a name is declared.
  struct Declared: OptionSet {
    let rawValue: UInt8
    static let variable = Declared(rawValue: 1)
    static let function = Declared(rawValue: 2)
    static let type = Declared(rawValue: 4)
    static let enumCase = Declared(rawValue: 8)
    /// A static property or an enumeration’s constant.
    static let constant = Declared(rawValue: 16)
    static let macro = Declared(rawValue: 32)
    /// A field of a C structure, which hides no outer name.
    static let field = Declared(rawValue: 64)
    /// An Objective-C method, which hides no function.
    static let method = Declared(rawValue: 128)
  }

  var imports: Set<Int32> = []
  /// The imports that every build has.
  var importsOfAllBuilds: Set<Int32> = []
  var declared = NumberMap<Declared>()
  /// By the place of the opening brace.
  var scopes = NumberMap<Scope>()
  /// The type of a variable, parameter or function, if known.
  var types = NumberMap<Int32>()
  /// The type that a type alias names.
  var aliases = NumberMap<Int32>()
  /// The supertypes of types that the file declares.
  var supertypes = NumberMap<[Int32]>()
  /// Variables that hold file attributes.
  var attributes: Set<Int32> = []
  /// Functions with a parameter that is a file attribute key.
  var attributeFunctions: Set<Int32> = []
  /// Names that are assigned an implicit member such as `.standard`.
  var implicitValues = NumberMap<[Int32]>()
  /// The initial values of variables, in the order of the file.
  private(set) var initialValues: [InitialValue] = []
  /// The index in `initialValues` of the last value of each name.
  private(set) var lastValues = NumberMap<Int32>()
  /// The places where the file declares a type that the schema also names.
  var ownTypes = NumberMap<[Int]>()
  /// The bodies of functions, by name.
  var bodies = NumberMap<[Int]>()
  /// The tokens of import declarations.
  var importTokens: Set<Int> = []
  /// The words of attributes and declarations that say what the file is for.
  var words: Set<Int32> = []
  /// The names of required reason APIs that the file redeclares for its whole module.
  var shadowed: Set<Int32> = []

  func isDeclared(_ name: Int32, as kinds: Declared) -> Bool {
    !(declared[name] ?? []).isDisjoint(with: kinds)
  }

  /// The initial value of a variable.
  struct InitialValue {
    var tokens: Range<Int>
    /// The place of the variable’s name.
    var place: Int
    /// The innermost open brace around it; -1 at the level of the file.
    var brace: Int
    /// The index in `initialValues` of the previous value with the same name; -1 if there is none.
    var previous: Int32
  }

  mutating func addInitialValue(_ tokens: Range<Int>, of name: Int32, at place: Int, in brace: Int) {
    let value = InitialValue(tokens: tokens, place: place, brace: brace, previous: lastValues[name] ?? -1)
    lastValues.set(Int32(truncatingIfNeeded: initialValues.count), for: Int(name))
    initialValues.append(value)
  }
}

/// A file that is scanned: its tokens and declarations. This is a class, since a mutating method of a struct would copy
/// it for most of the questions that it asks itself.
final class SourceFile {
  let bytes: [UInt8]
  let language: SourceLanguage
  let table: ScanTable
  let list: TokenList
  let names: FileNames
  var facts = FileFacts()
  let macros: [CLexer.Macro]
  /// Whether a name is that of something encrypted, as far as computed.
  var encryptedNames = NumberMap<Bool>()
  /// The tokens with a name in the schema, in order.
  private(set) var knownPlaces: [Int] = []
  /// The place of the first token with a name, by the name’s number; -1 if there is none.
  private var firstPlaces: [Int32]
  /// The place of the next token with the same name, by place; -1 for the last.
  private var nextPlaces: [Int32]
  var isSwift: Bool { language == .swift }

  init(_ bytes: [UInt8], _ language: SourceLanguage, _ table: ScanTable) {
    self.bytes = bytes
    self.language = language
    self.table = table
    (firstPlaces, nextPlaces) = ([], [])
    if language == .swift {
      let lexer = SwiftLexer(bytes, table)
      (list, names, macros) = (lexer.list, lexer.names, [])
      readSwift()
    } else {
      let lexer = CLexer(bytes, language, table)
      (list, names, macros) = (lexer.list, lexer.names, lexer.macros)
      facts.imports = lexer.imports
      facts.importsOfAllBuilds = lexer.importsOfAllBuilds
      readC()
    }
    readPlaces()
  }

  private func readPlaces() {
    let known = table.names.count
    var first = [Int32](repeating: -1, count: names.count)
    var next = [Int32](repeating: -1, count: list.count)
    var places: [Int] = []
    for place in (0..<list.count).reversed() where isName(place) {
      let code = Int(list[place].code)
      next[place] = first[code]
      first[code] = Int32(truncatingIfNeeded: place)
      if code < known { places.append(place) }
    }
    (firstPlaces, nextPlaces, knownPlaces) = (first, next, places.reversed())
  }

  /// The tokens with a name that the schema has or the file declares, at most fifty.
  func places(of name: Int32) -> [Int] {
    guard hasName(name), Int(name) < table.names.count || facts.declared[name] != nil else { return [] }
    var places: [Int] = []
    var place = Int(firstPlaces[Int(name)])
    while place >= 0, places.count < 50 {
      places.append(place)
      place = Int(nextPlaces[place])
    }
    return places
  }

  /// Whether a name of the schema occurs in the file.
  func hasName(_ name: Int32) -> Bool { name >= 0 && Int(name) < firstPlaces.count && firstPlaces[Int(name)] >= 0 }

  /// Whether any word of a list occurs in the file.
  func mentions(_ role: SourceWords.Role) -> Bool {
    (table.texts[role] ?? []).contains { word in table.names.number(of: word).map(hasName) ?? false }
  }

  // MARK: - Tokens

  func name(_ place: Int) -> Int32 {
    let token = list[place]
    return token.kind == .identifier ? token.code : -1
  }

  func keyword(_ place: Int) -> Keyword? { list[place].keyword }

  func isName(_ place: Int) -> Bool { list[place].kind == .identifier }

  /// The last name of a chain: in `AppGroup.main.rawValue`, the third.
  func endOfChain(_ place: Int) -> Int {
    var last = place
    while isMark(last + 1, "."), isName(last + 2) { last += 2 }
    return last
  }

  func isMark(_ place: Int, _ mark: Mark) -> Bool { list[place].isMark(mark) }
  func isMark(_ place: Int, _ first: Mark, _ second: Mark) -> Bool { list[place].isMark(first, second) }
  func isMark(_ place: Int, _ first: Mark, _ second: Mark, _ third: Mark) -> Bool {
    list[place].isMark(first, second, third)
  }

  func text(_ place: Int) -> String {
    let range = list[place].range
    return range.upper <= bytes.count ? String(decoding: bytes[range.indices], as: UTF8.self) : ""
  }

  /// Whether an identifier begins with a capital letter, as type names do.
  func isCapital(_ place: Int) -> Bool {
    let token = list[place]
    guard token.kind == .identifier, Int(token.start) < bytes.count else { return false }
    return bytes[Int(token.start)] >= 0x41 && bytes[Int(token.start)] <= 0x5A
  }

  /// Whether an operand may end at a token.
  func endsOperand(_ place: Int) -> Bool {
    // “value!” and “value?”; real code unwraps only a few times in a row.
    var place = place
    var marks = 0
    while isMark(place, "?", "!") {
      guard marks < 4, place > 0, list[place - 1].end == list[place].start else { return false }
      place -= 1
      marks += 1
    }
    let token = list[place]
    switch token.kind {
    case .identifier:
      return token.mark == 0x60 || !Keyword.isBeforeOperand(token.code) || isMark(place - 1, ".")
    case .number, .string, .regex: return true
    case .punctuation:
      return token.sign == ")" || token.sign == "]" || token.sign == "}"
    case .none: return false
    }
  }

  func match(_ place: Int) -> Int { Int(list[place].match) }
  func parent(_ place: Int) -> Int { Int(list[place].parent) }

  /// The brackets around a place, innermost first.
  func bracketsAround(_ place: Int) -> BracketsAround { BracketsAround(list: list, at: place) }

  /// The tokens between a bracket and its partner, or up to the end of the file.
  func inside(_ open: Int) -> Range<Int> {
    guard open >= 0, open < list.count else { return 0..<0 }
    let end = match(open) > open ? match(open) : list.count
    return (open + 1)..<max(open + 1, end)
  }

  /// The tokens of the statement around a place, with a limit on either side.
  func statement(around place: Int, limit: Int = 80) -> Range<Int> {
    var start = place
    while start > 0, place - start < limit {
      if isBoundary(between: start - 1, start) { break }
      start -= 1
    }
    var end = place + 1
    while end < list.count, end - place < limit {
      if isBoundary(between: end - 1, end) { break }
      end += 1
    }
    return start..<end
  }

  private func isBoundary(between before: Int, _ after: Int) -> Bool {
    let (a, b) = (list[before], list[after])
    if a.kind == .punctuation {
      if a.sign == ";" || a.sign == "{" { return true }
      if a.sign == "}", !isSwift || b.isFirstOnLine, !b.isMark(".") { return true }
    }
    if b.isMark(";", "}") { return true }
    guard isSwift, b.isFirstOnLine else { return false }
    if b.kind == .punctuation {
      return b.sign == "#" || b.sign == "@" || b.sign == "{" || b.sign == "("
    }
    switch a.kind {
    case .punctuation:
      return a.sign == ")" || a.sign == "]" || a.sign == "}"
        || (a.sign == "?" || a.sign == "!") && list[before - 1].end == a.start
    case .identifier: return !Keyword.isBeforeOperand(a.code)
    default: return true
    }
  }

  /// The innermost scope around a place that satisfies a condition, with its opening brace.
  func scope(around place: Int, where accepts: (FileFacts.Scope) -> Bool) -> (open: Int, scope: FileFacts.Scope)? {
    for at in bracketsAround(place).prefix(200) {
      if let scope = facts.scopes[at], accepts(scope) { return (at, scope) }
    }
    return nil
  }

  /// The type that a place is in.
  func enclosingType(_ place: Int) -> FileFacts.Scope? {
    scope(around: place, where: \.isType)?.scope
  }

  func enclosingFunction(_ place: Int) -> (open: Int, scope: FileFacts.Scope)? {
    scope(around: place) { !$0.isType }
  }

  /// The innermost open brace around a place; -1 at file level.
  func brace(around place: Int) -> Int {
    bracketsAround(place).prefix(200).first { isMark($0, "{") } ?? -1
  }

  private func holds(_ open: Int, _ place: Int) -> Bool { open < place && (match(open) < 0 || place < match(open)) }

  // MARK: - The file’s own names

  /// Whether a type name at a place refers to a type that the file declares.
  ///
  /// A nested type is known only in the code of its outer type and of its subtypes.
  func isOwnType(_ name: Int32, at place: Int) -> Bool {
    (facts.ownTypes[name] ?? []).prefix(20).contains { declaration in
      // A declaration only for debug builds hides nothing in a release.
      guard list[declaration].builds.ships else { return false }
      let open = brace(around: declaration)
      if open < 0 || holds(open, place) { return true }
      return facts.scopes[open].map { $0.isType && isInCode(of: $0.name, place) } ?? false
    }
  }

  /// Whether a chain of members begins with a system module: `Foundation.ProcessInfo.processInfo`.
  func isOfSystemModule(_ end: Int) -> Bool {
    var at = end
    for _ in 0..<20 {
      while isMark(at, "?") || isMark(at, "!") { at -= 1 }
      if isMark(at, ")"), match(at) > 0 { at = match(at) - 1 }
      guard isMark(at - 1, ".") else { return table.has(name(at), .systemModule) }
      at -= 2
    }
    return false
  }

  /// The tokens of the initial value of the variable at a place; nil if the file doesn’t have it.
  func initialValue(at place: Int) -> Range<Int>? {
    guard isName(place), facts.lastValues[name(place)] != nil else { return nil }
    // A call needs a function.
    if isMark(place + 1, "("), !list[place + 1].isFirstOnLine { return nil }
    return initialValue(of: name(place), at: place, isMember: isMark(place - 1, "."))
  }

  /// - Parameter isMember: Whether the name is a member, with or without its owner.
  func initialValue(of name: Int32, at place: Int, isMember: Bool) -> Range<Int>? {
    guard let last = facts.lastValues[name] else { return nil }
    let owner = isMember ? ownerOfMember(place) : nil
    var best: (rank: Int, tokens: Range<Int>)?
    var at = Int(last)
    for _ in 0..<200 {
      guard facts.initialValues.indices.contains(at) else { break }
      let value = facts.initialValues[at]
      at = Int(value.previous)
      let open = value.brace
      var rank = 0
      if open < 0 {
        rank = isMember ? 0 : 1
      } else if let scope = facts.scopes[open], scope.isType {
        if isMember {
          rank = owner.map { isOne($0, of: [scope.name]) ? 3 : 0 } ?? 2
        } else {
          rank = isInCode(of: scope.name, place) ? 2 : 0
        }
      } else if !isMember, value.place < place, holds(open, place) {
        // A constant of the function around the place; the last one before it counts.
        return value.tokens
      }
      if rank > best?.rank ?? 0 { best = (rank, value.tokens) }
    }
    guard let best, isMember || !isParameter(name, around: place) else { return nil }
    return best.tokens
  }

  /// The type that has the member at a place; nil if unknown.
  private func ownerOfMember(_ place: Int) -> Int32? {
    guard isMark(place - 1, "."), endsOperand(place - 2) else { return nil }
    let base = place - 2
    if keyword(base) == .`self` || keyword(base) == .`Self` {
      let type = typeOfSelf(place)
      return type >= 0 ? type : nil
    }
    if isCapital(base) { return unaliased(name(base)) }
    let type = typeOfOperand(endingAt: base)
    return type >= 0 && facts.supertypes[type] != nil ? type : nil
  }

  private func isInCode(of type: Int32, _ place: Int) -> Bool {
    bracketsAround(place).prefix(100).contains { at in
      facts.scopes[at].map { $0.isType && isOne($0.name, of: [type]) } ?? false
    }
  }

  /// Whether a function or closure around a place has a parameter with a name.
  func isParameter(_ name: Int32, around place: Int) -> Bool {
    for at in bracketsAround(place).prefix(100) {
      if let scope = facts.scopes[at] {
        if scope.isType { return false }
        var open = scope.place + 1
        for _ in 0..<40 where !isMark(open, "(") && open < at { open += 1 }
        let isGiven = inside(open).prefix(200).contains { self.name($0) == name && isMark($0 + 1, ":") }
        if open < at, isGiven { return true }
      } else if isMark(at, "{") {
        let marks: [Mark] = [",", ":", "(", ")"]
        let names = (at + 1..<at + 24).prefix { next in
          isName(next) && self.keyword(next) != .in || marks.contains { isMark(next, $0) }
        }
        if self.name(at + 1 + names.count) == Keyword.in.code, names.contains(where: { self.name($0) == name }) {
          return true
        }
      }
    }
    return false
  }

  // MARK: - Types

  /// The type that an alias names, or the type itself.
  func unaliased(_ type: Int32) -> Int32 {
    var type = type
    for _ in 0..<4 {
      guard let next = facts.aliases[type] else { return type }
      type = next
    }
    return type
  }

  /// Whether a type is one of some types, or a subtype that the file declares.
  ///
  /// - Parameter place: Where the type is named; excludes the file’s own types of the same name.
  func isOne(_ type: Int32, of types: [Int32], at place: Int? = nil) -> Bool {
    var wave = [unaliased(type)]
    for _ in 0..<4 {
      if wave.contains(where: { type in types.contains(type) && !(place.map { isOwnType(type, at: $0) } ?? false) }) {
        return true
      }
      wave = wave.flatMap { (facts.supertypes[$0] ?? []).map(unaliased) }
      if wave.isEmpty { return false }
    }
    return false
  }

  /// The type whose method or property a place is in; -1 outside of types.
  func typeOfSelf(_ place: Int) -> Int32 {
    isSwift ? enclosingType(place)?.name ?? -1 : enclosingFunction(place)?.scope.supertypes.first ?? -1
  }

  func superclass(around place: Int) -> Int32 {
    (facts.supertypes[typeOfSelf(place)]?.first).map(unaliased) ?? -1
  }

  /// The type of a variable, by its name only.
  func typeOfVariable(_ name: Int32) -> Int32 {
    if let type = facts.types[name] { return unaliased(type) }
    if let type = table.typesByValueName[name], !facts.isDeclared(name, as: [.variable, .function]) { return type }
    return -1
  }

  /// The type of the operand that ends at a token; -1 if unknown.
  func typeOfOperand(endingAt end: Int, depth: Int = 0) -> Int32 {
    guard depth < 8 else { return -1 }
    var end = end
    while isMark(end, "?", "!") { end -= 1 }
    let token = list[end]
    if token.kind == .identifier {
      if token.keyword == .`self` || token.keyword == .super || token.keyword == .`Self` {
        return token.keyword == .super ? superclass(around: end) : typeOfSelf(end)
      }
      let isMember = isMark(end - 1, ".", .arrow)
      if isCapital(end), !isMember || facts.types[token.code] == nil { return unaliased(token.code) }
      let type = typeOfVariable(token.code)
      if type >= 0 || !isMember { return type }
      // The type’s own instance: `PHPhotoLibrary.shared`.
      let base = end - 2
      if isCapital(base), !isMark(base - 1, ".") || table.has(name(base - 2), .systemModule) {
        return unaliased(name(base))
      }
      return -1
    }
    if token.isMark(")") {
      let open = match(end)
      guard open >= 0 else { return -1 }
      let callee = open - 1
      if isName(callee), !Keyword.isBeforeOperand(name(callee)) {
        if isCapital(callee) { return unaliased(name(callee)) }
        if isMark(callee - 1, ".") {
          if keyword(callee) == .`init` { return typeOfOperand(endingAt: callee - 2, depth: depth + 1) }
          let type = facts.isDeclared(name(callee), as: [.function, .method]) ? facts.types[name(callee)] ?? -1 : -1
          if type >= 0 { return unaliased(type) }
          return isCapital(callee - 2) ? unaliased(name(callee - 2)) : -1
        }
        return facts.types[name(callee)].map(unaliased) ?? -1
      }
      // In parentheses: the type of a cast, or of the last operand.
      let inner = inside(open)
      var at = inner.upperBound - 1
      while at > inner.lowerBound, inner.upperBound - at < 12 {
        if keyword(at) == .as {
          let type = isMark(at + 1, "?", "!") ? at + 2 : at + 1
          return unaliased(name(type))
        }
        at -= 1
      }
      if !isSwift {
        if inner.count >= 2, isMark(inner.upperBound - 1, "*") { return name(inner.lowerBound) }
        // `((T *)x)`
        let cast = match(inner.lowerBound)
        if isMark(inner.lowerBound, "("), cast > 0, cast + 1 < inner.upperBound, isMark(cast - 1, "*") {
          return name(inner.lowerBound + 1)
        }
      }
      return inner.isEmpty ? -1 : typeOfOperand(endingAt: inner.upperBound - 1, depth: depth + 1)
    }
    if token.isMark("]"), !isSwift { return typeOfMessage(match(end), depth: depth + 1) }
    return -1
  }

  /// The type that a message returns: `[[T alloc] init]` or `[T shared]`; unknown for other messages.
  func typeOfMessage(_ open: Int, depth: Int = 0) -> Int32 {
    guard depth < 8, open >= 0, isMark(open, "[") else { return -1 }
    if isMark(open + 1, "[") { return typeOfMessage(open + 1, depth: depth + 1) }
    guard isName(open + 1) else { return -1 }
    return isCapital(open + 1) ? unaliased(name(open + 1)) : -1
  }

  /// The opening bracket of the message whose selector a token is part of; -1 if it isn’t part of one.
  func messageBracket(_ place: Int) -> Int {
    let open = parent(place)
    guard !isSwift, open >= 0, isMark(open, "["), place > open + 1 else { return -1 }
    // A subscript and a literal have no selector.
    if isMark(open - 1, "@")
      || endsOperand(open - 1) && list[open - 1].end == list[open].start && isName(open - 1)
        && !isMark(place + 1, ":", "]")
    {
      return -1
    }
    return open
  }

  /// The type of a message’s receiver; -1 if unknown.
  func typeOfReceiver(inMessage open: Int) -> Int32 {
    let first = open + 1
    if isMark(first, "[") { return typeOfMessage(first) }
    if isMark(first, "(") { return typeOfOperand(endingAt: match(first)) }
    // The receiver may be a chain, such as `self.manager`.
    var end = first
    while isMark(end + 1, ".", .arrow), isName(end + 2) { end += 2 }
    if isMark(end + 1, "["), match(end + 1) > 0 { return -1 }
    var type = typeOfOperand(endingAt: end)
    if type < 0, let first = bytes.indices.contains(Int(list[end].start)) ? bytes[Int(list[end].start)] : nil,
      first == 0x5F
    {
      // The instance variable of a property.
      var names = names
      let bytes = bytes[...]
      type = typeOfVariable(names.number(bytes.span, Int(list[end].start) + 1, Int(list[end].end)))
    }
    return type
  }
}
