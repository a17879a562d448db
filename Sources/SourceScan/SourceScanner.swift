public import Catalog
public import SourceText

/// Finds uses of protected APIs in source files without compiling them.
public struct SourceScanner: Sendable {
  private let table: ScanTable

  public init(_ catalog: Catalog) {
    table = ScanTable(catalog)
  }

  /// The size of the largest file that is scanned, in bytes.
  public static let largestFile = 16 << 20

  /// Searches for files that expand macros; see ``SourceUse/macro``.
  public func search(forMacros macros: Set<String>) -> MacroSearch { MacroSearch(macros, table) }

  /// The uses in a file.
  public func scan(_ bytes: [UInt8], _ language: SourceLanguage) -> ScannedSource {
    // Fast path: most files contain none of the words.
    guard bytes.count <= Self.largestFile, table.finder.first(in: bytes) != nil else { return ScannedSource() }
    let file = SourceFile(bytes, language, table)
    // A file that imports a test module ships in no product.
    if file.facts.imports.contains(where: { table.has($0, .testModule) }) { return ScannedSource() }
    var uses = file.uses()
    if file.isForMacAlone {
      for place in uses.indices { uses[place].isHint = true }
    }
    return ScannedSource(
      uses: uses, mentionedKeys: file.mentionedKeys(besides: uses),
      declarations: Set(file.facts.shadowed.compactMap { file.names.text($0) }))
  }
}

/// Finds the macros that a file expands.
public struct MacroSearch: Sendable {
  private let macros: Set<String>
  private let table: ScanTable
  /// Nil if a name is too short for a search.
  private let finder: WordFinder?

  init(_ macros: Set<String>, _ table: ScanTable) {
    self.macros = macros
    self.table = table
    finder = macros.contains { $0.utf8.count < 4 } ? nil : WordFinder(macros.sorted())
  }

  public func expanded(in bytes: [UInt8], _ language: SourceLanguage) -> Set<String> {
    guard language != .swift, finder.map({ $0.first(in: bytes) != nil }) ?? true else { return [] }
    // Comments and definitions produce no tokens of the name.
    let lexer = CLexer(bytes, language, table)
    var found: Set<String> = []
    var seen: Set<Int32> = []
    for place in 0..<lexer.list.count where lexer.list[place].kind == .identifier {
      let code = lexer.list[place].code
      guard seen.insert(code).inserted, let name = lexer.names.text(code), macros.contains(name) else {
        continue
      }
      found.insert(name)
    }
    return found
  }
}

extension SourceFile {
  /// The purpose keys for the types that a file mentions. Keys that the calls of a type need are in its uses.
  fileprivate func mentionedKeys(besides uses: [SourceUse]) -> Set<String> {
    var used: Set<String> = []
    for use in uses {
      if case .permission(let lists) = use.kind { used.formUnion(lists.joined()) }
    }
    return table.keysByType.reduce(into: []) { keys, entry in
      if hasName(entry.type), entry.alwaysCounts || used.isDisjoint(with: entry.keys) { keys.formUnion(entry.keys) }
    }
  }

  /// Whether every build of the file imports a module that only macOS has, so that it can’t be built for devices.
  fileprivate var isForMacAlone: Bool { facts.importsOfAllBuilds.contains { table.has($0, .macModule) } }

  /// All uses in the file, in order.
  func uses() -> [SourceUse] {
    var uses: [SourceUse] = []
    var calls: [FoundCall] = []
    for place in knownPlaces {
      let code = name(place)
      if let symbol = table.symbol(code) {
        if let confidence = verdict(on: symbol, at: place), let category = symbol.categories.first {
          uses.append(use(of: symbol, category, at: place, confidence))
        }
      }
      if let call = call(at: place) {
        calls.append(call)
        guard !call.keys.isEmpty else { continue }
        uses.append(
          SourceUse(
            range: list[place].range, symbol: text(place), kind: .permission(keys: call.keys),
            confidence: capped(call.confidence, at: place), isHint: isHintOnly(place), macro: macroName(place),
            builds: list[place].builds))
      }
    }
    uses += guidelineUses(calls)
    return uses.sorted { ($0.range, $0.symbol) < ($1.range, $1.symbol) }
  }

  private func use(
    of symbol: ScanTable.Symbol, _ category: Int, at place: Int, _ confidence: Confidence
  ) -> SourceUse {
    SourceUse(
      range: list[place].range, symbol: text(place),
      kind: .requiredReason(category: category, alternatives: symbol.categories.count > 1 ? symbol.categories : []),
      confidence: capped(confidence, at: place), isHint: confidence == .possible || isHintOnly(place),
      reasons: reasons(for: symbol, at: place), macro: macroName(place), builds: list[place].builds,
      isMention: symbol.shape == .type && !isCallOnType(place),
      isQualified: isMark(place - 1, ".") && table.has(name(place - 2), .systemModule))
  }

  /// Whether a type is called or has a member used: `T.standard`, `T()`, `[T new]`.
  private func isCallOnType(_ place: Int) -> Bool {
    let after = list[place + 1]
    if after.isMark(".") || after.isMark("(") && !after.isFirstOnLine { return true }
    return !isSwift && isMark(place - 1, "[") && isName(place + 1)
  }

  /// Under an unknown flag, nothing is certain.
  private func capped(_ confidence: Confidence, at place: Int) -> Confidence {
    list[place].builds.contains(.underFlag) ? min(confidence, .likely) : confidence
  }

  // MARK: - What ships

  /// Whether a place is only in debug builds, previews or code that can’t be called.
  func isHintOnly(_ place: Int) -> Bool {
    if !list[place].builds.ships { return true }
    guard isSwift else { return false }
    for at in bracketsAround(place).prefix(200) {
      if isMark(at, "{") {
        if let scope = facts.scopes[at] {
          if scope.isType, scope.supertypes.contains(where: { table.has($0, .previewType) }) { return true }
          if isUnavailable(before: scope.place, at: at) || isNeverCalled(scope) { return true }
        }
        var callee = at - 1
        if isMark(callee, ")"), match(callee) > 0 { callee = match(callee) - 1 }
        if list[callee].mark == 0x23, table.has(name(callee), .previewMacro) { return true }
      }
    }
    return isUnavailable(before: place, at: -1)
  }

  /// Whether an attribute of a declaration says that no build for a device may call it.
  private func isUnavailable(before place: Int, at open: Int) -> Bool {
    var at = place - 1
    while at >= 0, place - at < 40 {
      let token = list[at]
      if token.isMark("}", ";", "{") { return false }
      if token.isMark(")"), match(at) > 0 {
        let callee = match(at) - 1
        if list[callee].mark == 0x40, keyword(callee) == .available {
          let arguments = inside(match(at))
          // Unavailable on all platforms, or on the one that most products are for.
          if arguments.contains(where: { table.has(name($0), .unavailable) }),
            isMark(arguments.lowerBound, "*") || text(arguments.lowerBound) == BuildCondition.Platform.iOS.rawValue
          {
            return true
          }
        }
        at = callee
      }
      at -= 1
    }
    return false
  }

  /// Whether a function or computed property can’t be reached: it is private, and its name is nowhere else in the file. The
  /// compiler leaves it out of a release.
  private func isNeverCalled(_ scope: FileFacts.Scope) -> Bool {
    guard !scope.isType, ![.`init`, .subscript].contains(keyword(scope.place)), scope.name >= 0,
      places(of: scope.name) == [scope.place], !Self.isCalledWithoutItsName(text(scope.place))
    else { return false }
    var access: Keyword?
    var at = scope.place - 2
    while at >= 0, scope.place - at < 40 {
      // `@available(…)`
      if isMark(at, ")"), match(at) > 0, list[match(at) - 1].mark == 0x40 { at = match(at) - 1 }
      let token = list[at]
      guard token.kind == .identifier else { break }
      if token.mark == 0x40 {
        // Others may call it: `@objc`, `@IBAction`, macros.
        guard table.has(token.code, .quietWord) else { return false }
      } else if [.private, .fileprivate].contains(token.keyword) {
        access = token.keyword
      } else if !table.has(token.code, .quietWord) {
        // `@objc dynamic private`, `@Library.Traced private`
        return false
      }
      at -= 1
    }
    // Within a private type, such a function may be what a protocol requires.
    return access == .private || access == .fileprivate && enclosingType(scope.place) == nil
  }

  /// Whether Swift calls a function of this name where the name isn’t written: for `value()`, interpolations and result
  /// builders.
  private static func isCalledWithoutItsName(_ name: String) -> Bool {
    ["callAsFunction", "dynamicallyCall", "appendInterpolation"].contains(name) || name.hasPrefix("build")
  }

  // MARK: - Macros

  /// The macro whose definition contains a place, if the file doesn’t expand it.
  private func macroName(_ place: Int) -> String? {
    guard let macro = macro(around: place) else { return nil }
    // A definition produces no token, so a token of the name means that the macro is expanded.
    return places(of: macro.name).isEmpty ? names.text(macro.name) : nil
  }

  /// The macro whose definition contains a place.
  func macro(around place: Int) -> CLexer.Macro? {
    // The bodies come after all other tokens, in order.
    let macro = macros[..<macros.partitioningIndex { $0.body.lowerBound > place }].last
    return macro.flatMap { $0.body.contains(place) ? $0 : nil }
  }
}
