public import Catalog
public import SourceText

/// Checks purpose strings against the guidelines, as pure functions of a text, without a language model or network
/// access.
///
/// Create one for a catalog and keep it. English is checked with the catalog’s word lists; other languages only get
/// checks that need no words.
public struct Wording: Sendable {
  /// A finding about a text.
  public struct Finding: Hashable, Sendable {
    public let kind: Kind
    /// The range to underline, in UTF-8 bytes from the start of the text; empty only for an empty text.
    public let range: ByteRange
    /// The underlined words, or those that the message needs.
    public let words: String

    public init(_ kind: Kind, _ range: ByteRange, _ words: String = "") {
      self.kind = kind
      self.range = range
      self.words = words
    }
  }

  /// The kind of a finding.
  public enum Kind: Hashable, Sendable {
    /// Only whitespace. Such a text has no other finding.
    case empty
    /// A placeholder. Such a text has no other finding.
    case placeholder
    /// Nothing says what for.
    case noPurpose
    /// The text says that the resource isn’t used; with `namesCode`, it speaks of code that may need the key all the same.
    case denial(namesCode: Bool)
    /// A purpose without a feature, perhaps one that every app with this permission has.
    case vague(isTautology: Bool)
    case passive
    /// Tells people to grant something, with or without a reason.
    case imperative(hasReason: Bool)
    case noEndMark
    /// A letter in the wrong case; the replacement for the range.
    case notSentenceCase(String)
    case fragment
    case severalSentences(Int)
    /// The number of code points.
    case tooLong(Int)
    /// The app's name, or what looks like one.
    case namesApp(isCertain: Bool)
    case incentive
    case threat
    /// The text is about this resource, which isn’t the key’s.
    case wrongResource(String)
    /// Only a use that any app with the permission could name.
    case bare
    case extraWhitespace(Blanks)
  }

  /// Whitespace that looks wrong in an alert.
  public enum Blanks: String, Hashable, Sendable {
    case leading, trailing, double, lineBreak, tab
    /// A backslash and an “n” instead of a line break.
    case literalLineBreak
  }

  /// What is known about a text’s language.
  public struct Language: Hashable, Sendable {
    /// The code, such as `en` or `pt-BR`; nil if it has to be inferred from the text.
    public let code: String?
    /// Whether sentences end with a mark; nil if unknown.
    public let usesEndMark: Bool?
    /// The marks that may end a sentence, in addition to those of all languages.
    public let endMarks: [Character]

    public init(_ code: String? = nil, usesEndMark: Bool? = nil, endMarks: [Character] = []) {
      self.code = code
      self.usesEndMark = usesEndMark
      self.endMarks = endMarks
    }
  }

  let lexicon: Lexicon
  let resources: [ResourceLexicon]
  let commonUses: CommonUseWords
  private let resourceOfKey: [String: Int]
  private let resourcesByFirstWord: [String: [Int]]
  /// All words for resources.
  let resourceWords: Set<String>
  /// The words in names of resources.
  let resourceNames: Set<String>

  /// How a text refers to its app, and the noun in it, folded.
  let ownName: String
  let ownNoun: [UInt8]
  /// Variables for the app’s name, and parts of other variables’ names, folded.
  let nameVariables: Set<[UInt8]>
  let nameVariableParts: [[UInt8]]
  /// The endings of purpose keys’ names, in lower case.
  let keyEndings: [String]
  /// The beginnings of words that point to the translations.
  let pointers: [String]

  /// - Parameter english: The catalog's word lists.
  public init(_ english: Catalog.English) {
    ownName = english.words(.ownName).first ?? ""
    ownNoun = fold(ownName.split(separator: " ").last.map(String.init) ?? "")
    nameVariables = Set(english.words(.nameVariable).map(fold))
    nameVariableParts = english.words(.nameVariablePart).map(fold)
    keyEndings = english.words(.keyEnding)
    pointers = english.words(.pointer)
    lexicon = Lexicon(english)
    resources = english.resources.map(ResourceLexicon.init)
    commonUses = CommonUseWords(english.commonUses)
    var resourceOfKey: [String: Int] = [:]
    for (place, resource) in english.resources.enumerated() {
      for key in resource.keys { resourceOfKey[key] = place }
    }
    self.resourceOfKey = resourceOfKey
    var byFirstWord: [String: [Int]] = [:]
    for (place, resource) in resources.enumerated() {
      for word in Set(resource.names.compactMap(\.first)) { byFirstWord[word, default: []].append(place) }
    }
    resourcesByFirstWord = byFirstWord
    resourceNames = Set(resources.flatMap(\.names).joined())
    resourceWords = resources.reduce(into: []) { $0.formUnion($1.words.union($1.trivial)) }
  }

  /// The resource that a key protects.
  func resource(of key: String) -> ResourceLexicon? {
    resourceOfKey[key].map { resources[$0] }
  }

  /// The resources with a name that begins at a place in a text.
  func resourcesNamed(_ analysis: AnalyzedText, at place: Int) -> [(resource: ResourceLexicon, length: Int)] {
    guard let candidates = resourcesByFirstWord[analysis.tokens[place].lower] else { return [] }
    return candidates.compactMap { index in
      let length = analysis.nameLength(of: resources[index], at: place)
      return length > 0 ? (resources[index], length) : nil
    }
  }

  /// The resource that a word means if access to it is requested; nil if there is none.
  func resourceAskedFor(_ lower: String) -> ResourceLexicon? { resources.first { $0.askedNames.contains(lower) } }

  /// The number of words of a resource’s name that begins at a place; nil if there is none.
  func resourceNameLength(_ analysis: AnalyzedText, at place: Int) -> Int? {
    resourcesNamed(analysis, at: place).first?.length
  }

  /// The part of a text that is checked.
  func head(of text: String) -> String {
    // A character that is cut in the middle becomes a replacement character, which isn’t part of a word.
    text.utf8.count > Self.longestReading
      ? String(decoding: text.utf8.prefix(Self.longestReading), as: UTF8.self) : text
  }

  /// All findings for a text, in the order of their ranges.
  ///
  /// - Parameters:
  ///   - text: The text as shown, without the escapes of its file.
  ///   - key: The name of the purpose key, without that of an entry inside it.
  ///   - names: What the app is called; nil if unknown.
  ///   - ownTerms: Words with a capital inside other texts of the app: see ``capitalizedWords(of:)``.
  public func findings(
    in text: String, key: String, names: AppNames? = nil, language: Language = Language(), ownTerms: Set<String> = []
  ) -> [Finding] {
    let visible = visibleRange(of: text)
    guard !visible.isEmpty else { return [Finding(.empty, ByteRange(0, text.utf8.count))] }
    // Nobody reads a text of this length in an alert; its length is the finding.
    let head = head(of: text)
    var analysis = AnalyzedText(head, lexicon, names: names)
    let isEnglish = language.isMaybeEnglish && self.isEnglish(analysis, isSaid: language.code != nil)
    if let range = placeholder(in: analysis, key: key, isEnglish: isEnglish, visible: visible) {
      return [Finding(.placeholder, range, String(text.utf8Slice(range)))]
    }
    // The value of a build setting isn’t known here.
    if !analysis.tokens.contains(where: { $0.isWord || $0.kind == .number }) { return [] }
    var result = layoutFindings(text, analysis, visible, language, isEnglish: isEnglish)
    result += namesOfApp(&analysis, names, isEnglish: isEnglish)
    if isEnglish {
      result += EnglishReading(
        text: head, analysis: analysis, wording: self, resource: resource(of: key), ownTerms: ownTerms
      ).findings()
    }
    // A text with a more serious finding doesn’t get this one.
    let isBare =
      isEnglish
      ? !result.contains { $0.kind.asksToRewrite } && isBare(analysis, key: key)
      : isBareInOtherLanguage(head, key: key, appNames: names?.texts ?? [])
    if isBare { result.append(Finding(.bare, visible, String(head.utf8Slice(visible)))) }
    return result.sorted { $0.range < $1.range }
  }

  /// Whether an English text has words for another resource and none for that of a key.
  ///
  /// - Parameters:
  ///   - key: The name of the purpose key.
  ///   - needsNone: Whether a word names what needs no purpose string.
  public func isOfAnotherResource(_ text: String, than key: String, needsNone: (String) -> Bool) -> Bool {
    guard let own = resource(of: key) else { return false }
    let analysis = AnalyzedText(head(of: text), lexicon)
    var isOther = false
    for place in analysis.tokens.indices where analysis.tokens[place].isWord {
      let token = analysis.tokens[place]
      let named = resourcesNamed(analysis, at: place)
      if named.contains(where: { $0.resource.title == own.title }) || own.words.contains(token.lower)
        || own.words.contains(token.entry.stem)
      {
        return false
      }
      isOther = isOther || !named.isEmpty || needsNone(token.text)
    }
    return isOther && isEnglish(analysis, isSaid: false)
  }

  /// The words of a text that have a capital inside a sentence, where not all have one.
  package func capitalizedWords(of text: String) -> Set<String> {
    let analysis = AnalyzedText(head(of: text), lexicon)
    var result: Set<String> = []
    for sentence in analysis.sentences {
      let words = analysis.tokens[sentence.tokens].filter(\.isWord).dropFirst()
      if words.contains(where: { !$0.isCapitalized && $0.own.isDisjoint(with: .structure) }) {
        result.formUnion(words.filter(\.isCapitalized).map(\.text))
      }
    }
    return result
  }

  /// Whether a text is English, as far as its words tell.
  ///
  /// - Parameter isSaid: Whether the file declares that it is.
  public func isEnglish(_ text: String, isSaid: Bool = false) -> Bool {
    isEnglish(AnalyzedText(head(of: text), lexicon), isSaid: isSaid)
  }

  /// In bytes. Only this much of a longer text is read.
  private static let longestReading = 4096
}

extension Wording.Kind {
  /// Whether the text has to be rewritten.
  package var asksToRewrite: Bool {
    switch self {
    case .empty, .placeholder, .noPurpose, .denial, .vague, .bare, .imperative(hasReason: false), .incentive, .threat,
      .wrongResource:
      true
    default: false
    }
  }
}

extension Wording.Language {
  /// Whether the text may be English, as far as known.
  package var isMaybeEnglish: Bool {
    guard let code else { return true }
    let lower = code.lowercased()
    return lower == "en" || lower.hasPrefix("en-") || lower.hasPrefix("en_") || lower == "base" || lower == "english"
  }
}

extension String {
  /// The text in a range of UTF-8 bytes; empty if the range is out of bounds.
  func utf8Slice(_ range: ByteRange) -> Substring {
    let bytes = utf8
    guard range.lower >= 0, range.upper <= bytes.count, range.lower <= range.upper else { return "" }
    let lower = bytes.index(bytes.startIndex, offsetBy: range.lower)
    let upper = bytes.index(lower, offsetBy: range.count)
    return self[lower..<upper]
  }
}

/// The text without surrounding whitespace.
func visibleRange(of text: String) -> ByteRange {
  var lower: Int?
  var upper = 0
  var offset = 0
  for scalar in text.unicodeScalars {
    let size = UTF8.width(scalar)
    if !isBlank(scalar) {
      if lower == nil { lower = offset }
      upper = offset + size
    }
    offset += size
  }
  return ByteRange(lower ?? 0, lower == nil ? 0 : upper)
}

/// Whether a scalar is invisible.
func isBlank(_ scalar: Unicode.Scalar) -> Bool {
  isWhiteSpace(scalar) || (0x200B...0x200D).contains(scalar.value) || scalar.value == 0xFEFF || scalar.value == 0x2060
}
