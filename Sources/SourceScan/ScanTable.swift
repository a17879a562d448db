public import Catalog
import SourceText

/// The names that the scanner looks for, as numbers.
///
/// Created once and shared by all threads.
public final class ScanTable: Sendable {
  /// The kind of a required reason API, as the catalog spells it.
  enum Shape: String {
    /// The user defaults class.
    case type
    case propertyWrapper = "property wrapper"
    /// A file attribute key.
    case attributeKey = "attribute key"
    case resourceKey = "URL resource key"
    /// A property that is never called.
    case property
    case member = "property or method"
    case function = "c function"
  }

  /// A required reason API.
  struct Symbol {
    var shape: Shape
    /// The indices of its categories in the catalog.
    var categories: [Int]
    /// The numbers of the types that declare it.
    var owners: [Int32]
    /// Whether it’s the Objective-C name of a constant, which is unique.
    var isConstant: Bool
    /// Whether other types have members of this name.
    var isCommonName: Bool
    /// The number of a function’s parameters.
    var parameters = 0
    /// Whether there is a structure with the function’s name.
    var isStructure = false
  }

  struct Call {
    var source: SourceCall
    var receivers: Set<Int32>
    var frameworks: Set<Int32>
    var arguments: Set<Int32>
    var quietArguments: Set<Int32>
    var byArgument: [Set<Int32>]
    var entryLabels: Set<Int32>
    var yieldsTo: Set<Int32>
  }

  struct Condition {
    var holds: Builds
    var isDefined: Builds
  }

  let names: NameTable
  /// By the number of the name.
  let symbols: [Symbol?]
  let calls: [Call]
  /// The indices in `calls` that a name may refer to, by the name’s number.
  let callsByName: [[Int]]
  /// The purpose keys for the resource that a type represents, by its number. Some types may need them however they are
  /// used; others only through their calls.
  let keysByType: [(type: Int32, keys: Set<String>, alwaysCounts: Bool)]
  private let roles: [UInt128]
  private let conditions: [String: Condition]
  let languageMacros: [(name: Int32, languages: Set<SourceLanguage>)]
  let evidence: [ReasonEvidence.Role: ReasonEvidence]
  /// The index of each reason’s category.
  private let evidencePlaces: [ReasonEvidence.Role: Int]
  /// Words that are compared as text, in lower case if their list is.
  let texts: [SourceWords.Role: [String]]
  let finder: WordFinder
  /// The type that a property is named after, as numbers: `processInfo` of `ProcessInfo`.
  let typesByValueName: [Int32: Int32]

  public init(_ catalog: Catalog) {
    var names = NameTable()
    for keyword in Keyword.allCases { _ = names.add(keyword.word) }
    let words = catalog.sourceWords
    var roles: [Int32: UInt128] = [:]
    var texts: [SourceWords.Role: [String]] = [:]
    for list in words {
      texts[list.role] = list.words
      for word in list.words { roles[names.add(word), default: 0] |= Self.list(list.role) }
    }
    var wanted: Set<String> = []
    var symbols: [Int32: Symbol] = [:]
    var types: Set<String> = []
    for (place, category) in catalog.categories.enumerated() {
      for symbol in category.symbols {
        let kind = symbol.kind == "class property" ? "property" : symbol.kind
        guard let shape = Shape(rawValue: kind), symbol.isListedByApple || shape == .propertyWrapper else { continue }
        for (spelling, isObjectiveC) in [(symbol.swift, false), (symbol.objectiveC, true), (symbol.c, false)] {
          guard let spelling else { continue }
          let parts = spelling.split(separator: ".").map(String.init)
          guard let last = parts.last else { continue }
          let number = names.add(last)
          let owners = parts.count > 1 ? [names.add(parts[0])] : []
          if parts.count > 1 { types.insert(parts[0]) }
          if var known = symbols[number] {
            if !known.categories.contains(place) { known.categories.append(place) }
            for owner in owners where !known.owners.contains(owner) { known.owners.append(owner) }
            symbols[number] = known
          } else {
            let isKey = shape == .attributeKey || shape == .resourceKey
            symbols[number] = Symbol(
              shape: shape, categories: [place], owners: owners, isConstant: isObjectiveC && isKey,
              isCommonName: symbol.confidence == "low", parameters: symbol.parameters ?? 0,
              isStructure: symbol.isStructure)
          }
          wanted.insert(last)
        }
      }
    }
    var calls: [Call] = []
    var callsByName: [Int32: [Int]] = [:]
    var keysByType: [String: Set<String>] = [:]
    var mentions: [String: Set<String>] = [:]
    for source in catalog.sourceCalls {
      let keys = (source.keys + source.byArgument.flatMap(\.keys)).flatMap(\.self)
      if source.kind == .mention {
        for word in source.names { mentions[word, default: []].formUnion(keys) }
        continue
      }
      for word in source.receivers + source.names where !keys.isEmpty && word.first?.isUppercase ?? false {
        keysByType[word, default: []].formUnion(keys)
      }
      func numbers(_ words: [String]) -> Set<Int32> { Set(words.map { names.add($0) }) }
      calls.append(
        Call(
          source: source, receivers: numbers(source.receivers), frameworks: numbers(source.frameworks),
          arguments: numbers(source.arguments), quietArguments: numbers(source.quietArguments),
          byArgument: source.byArgument.map { numbers($0.arguments) },
          entryLabels: numbers(source.entry?.labels ?? []), yieldsTo: numbers(source.yieldsTo)))
      for name in source.names { callsByName[names.add(name), default: []].append(calls.count - 1) }
      wanted.formUnion(source.isCommon ? source.receivers : source.names)
      types.formUnion(source.receivers)
    }
    wanted.formUnion(keysByType.keys)
    wanted.formUnion(mentions.keys)
    self.keysByType =
      mentions.map { (names.add($0), $1, true) } + keysByType.map { (names.add($0), $1, false) }
    wanted.formUnion(texts[.fileWriter] ?? [])
    var conditions: [String: Condition] = [:]
    for condition in catalog.buildConditions {
      let holds = Builds(condition.platforms, isDebug: condition.isDebug)
      for name in condition.names {
        conditions[name] = Condition(holds: holds, isDefined: condition.isAlwaysDefined ? .all : holds)
      }
    }
    languageMacros = [
      (names.add("__OBJC__"), [.objectiveC, .objectiveCPlusPlus]),
      (names.add("__cplusplus"), [.cPlusPlus, .objectiveCPlusPlus]),
    ]
    var typesByValueName: [Int32: Int32] = [:]
    for type in types {
      // `urlSession` of `URLSession`: leading capitals become lower case, except the last one before a lower-case
      // letter.
      let bytes = Array(type.utf8)
      var count = bytes.prefix { $0 >= 0x41 && $0 <= 0x5A }.count
      if count > 1, count < bytes.count { count -= 1 }
      let lowered = bytes.prefix(count).map { $0 | 0x20 } + bytes.dropFirst(count)
      if lowered != bytes { typesByValueName[names.add(String(decoding: lowered, as: UTF8.self))] = names.add(type) }
    }
    self.typesByValueName = typesByValueName
    self.conditions = conditions
    self.calls = calls
    self.names = names
    self.texts = texts
    self.symbols = (0..<names.count).map { symbols[Int32($0)] }
    self.callsByName = (0..<names.count).map { callsByName[Int32($0)] ?? [] }
    self.roles = (0..<names.count).map { roles[Int32($0)] ?? 0 }
    evidence = Dictionary(catalog.reasonEvidence.map { ($0.role, $0) }) { first, _ in first }
    evidencePlaces = evidence.compactMapValues { evidence in
      catalog.categories.firstIndex { $0.reason(evidence.code) != nil }
    }
    finder = WordFinder(wanted.sorted())
  }

  /// A bit for each word list that contains a name.
  func lists(of name: Int32) -> UInt128 {
    name >= 0 && Int(name) < roles.count ? roles[Int(name)] : 0
  }

  /// The bit of a word list.
  static func list(_ role: SourceWords.Role) -> UInt128 { 1 &<< UInt128(role.rawValue) }

  /// Whether a name is in a word list.
  @inline(__always)
  func has(_ name: Int32, _ role: SourceWords.Role) -> Bool { lists(of: name) & Self.list(role) != 0 }

  func symbol(_ name: Int32) -> Symbol? {
    name >= 0 && Int(name) < symbols.count ? symbols[Int(name)] : nil
  }

  func calls(_ name: Int32) -> [Int] {
    name >= 0 && Int(name) < callsByName.count ? callsByName[Int(name)] : []
  }

  /// The index of a reason’s category; -1 if the catalog doesn’t have it.
  func place(of role: ReasonEvidence.Role) -> Int { evidencePlaces[role] ?? -1 }

  func condition(_ name: String) -> Condition? { conditions[name] }

  /// Whether a name of the schema, in lower case, contains one of these words.
  func contains(_ text: String, _ role: SourceWords.Role) -> Bool {
    (texts[role] ?? []).contains { text.containsWord($0) }
  }
}

extension String {
  /// Whether the text contains the bytes of another, non-empty text.
  package func containsWord(_ word: String) -> Bool {
    let bytes = Array(utf8)
    let wanted = Array(word.utf8)
    guard !wanted.isEmpty, bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { bytes[$0...].starts(with: wanted) }
  }
}
