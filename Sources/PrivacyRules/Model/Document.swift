import JSON
public import ProjectFiles
public import PropertyList
public import SourceText

/// One version of a file: its name, its text and what the text parses to. Making one never fails.
public struct Document: Sendable {
  /// What a text parses to, by the kind of its file.
  public enum Content: Sendable {
    /// A property list, whatever its format: ``Document/tree`` has it where it is XML or binary.
    case propertyList
    case strings(StringsTable)
    case stringCatalog(StringCatalog)
    case xcodeProject(XcodeProject)
    case buildConfiguration(BuildConfigurationFile)
    case lockFile(LockFile)
    /// Text that nothing but ``SourceEvidence`` tells of.
    case source
  }

  /// The path or the path part of the URI; only its last component has a meaning to most rules.
  public private(set) var path: String
  public let kind: FileKind
  /// The text. For a binary property list it is the XML that says the same, which no one can see.
  public let text: SourceText
  public let format: PropertyListFormat
  public let content: Content
  /// The text as an XML property list, whatever it really is. Empty for what is none, and for files that are none by
  /// their kind.
  public private(set) var tree: PropertyListTree
  /// The lines that the C preprocessor takes out before Xcode reads the file, in order; empty but in an Info.plist.
  public let preprocessorLines: [ByteRange]
  /// Why a binary property list cannot be read; nil for one that can, and for text.
  public let binaryFailure: BinaryPropertyList.Failure?

  /// A document of a text, as an editor has it.
  public init(path: String, kind: FileKind, text: SourceText) {
    self.init(path: path, kind: kind, text: text) { text in
      let encoding = DeclaredEncoding.claimsWideUnits(text) ? TextEncoding.utf16LittleEndian : .utf8
      return PropertyListTree.parse(text, encoding: encoding)
    }
  }

  /// A document of a file that was read from disk, in whatever encoding.
  public init(path: String, kind: FileKind, file: DecodedFile) {
    self.init(path: path, kind: kind, text: file.text) { _ in PropertyListTree.parse(file) }
  }

  private init(path: String, kind: FileKind, text: SourceText, parse: (SourceText) -> PropertyListTree) {
    self.path = path
    self.kind = kind
    self.text = text
    binaryFailure = nil
    if kind == .source {
      preprocessorLines = []
      (format, tree, content) = (.openStep, Self.noTree, .source)
      return
    }
    preprocessorLines = kind == .infoPlist ? findPreprocessorLines(in: text) : []
    if !preprocessorLines.isEmpty {
      (format, tree) = Self.read(text, without: preprocessorLines)
      content = .propertyList
      return
    }
    // Of a binary file an editor shows what is left of it, and the first bytes always are.
    let format =
      text.bytes.starts(with: "bplist".utf8) ? PropertyListFormat.binary : PropertyListFormat.detect(text)
    switch kind {
    case .stringsTable where format != .binary && StringsTable.format(of: text) != .xml:
      content = .strings(StringsTable.parse(text))
    case .stringCatalog: content = .stringCatalog(StringCatalog.parse(text))
    case .xcodeProject: content = .xcodeProject(XcodeProject.parse(text))
    case .buildSettings: content = .buildConfiguration(BuildConfigurationFile.parse(text))
    case .lockFile: content = .lockFile(LockFile.parse(text, path: path))
    case .privacyManifest, .infoPlist, .entitlements, .stringsTable, .source: content = .propertyList
    }
    guard case .propertyList = content else {
      self.format = kind == .stringCatalog ? .json : .openStep
      tree = Self.noTree
      return
    }
    self.format = format
    // Only XML has a tree: what looks like tags in another format is something else.
    tree = format.isXML ? parse(text) : Self.noTree
  }

  /// The document of an Info.plist that the C preprocessor reads first, as the settings of a target say.
  init(preprocessing document: Document) {
    (path, kind, text, binaryFailure) = (document.path, document.kind, document.text, nil)
    preprocessorLines = findPreprocessorLines(in: text, isCertain: true)
    (format, tree) = Self.read(text, without: preprocessorLines)
    content = .propertyList
  }

  /// Reads a text without the lines that the preprocessor takes out. Blanks in their place keep every range where it is.
  private static func read(
    _ text: SourceText, without lines: [ByteRange]
  ) -> (format: PropertyListFormat, tree: PropertyListTree) {
    let read = text.blanking(lines)
    let format = PropertyListFormat.detect(read)
    let tree = format.isXML ? PropertyListTree.parse(read) : noTree
    if lines.isEmpty || tree.problems.isEmpty { return (format, tree) }
    // What a macro stands for, nobody sees.
    let macros = tree.problems.filter { $0.kind == .strayText && areMacros(read.slice($0.range)) }.map(\.range)
    guard macros.isEmpty, tree.problems.contains(where: \.isDueToPreprocessor) else {
      return (format, tree.leavingOut { $0.isDueToPreprocessor || macros.contains($0.range) })
    }
    // What is wrong whichever branch is read does not come from reading all of them at once.
    func branches(last: Bool) -> PropertyListTree {
      PropertyListTree.parse(read.blanking(leftOutBranches(of: text, lines, readsLast: last)))
    }
    let first = branches(last: false)
    let isBroken = [first, branches(last: true)].allSatisfy { $0.problems.contains(where: \.isDueToPreprocessor) }
    return (format, isBroken ? first : tree.leavingOut(\.isDueToPreprocessor))
  }

  /// A document of the bytes of a binary property list.
  public init(path: String, kind: FileKind, binary bytes: [UInt8]) {
    self.path = path
    self.kind = kind
    content = .propertyList
    preprocessorLines = []
    format = .binary
    switch BinaryPropertyList.xml(bytes) {
    case .success(let xml):
      text = SourceText(xml)
      binaryFailure = nil
    case .failure(let failure):
      text = SourceText("")
      binaryFailure = failure
    }
    tree = PropertyListTree.parse(text)
  }

  /// A document of the bytes of a file: a binary property list, or text in whatever encoding.
  public init(path: String, kind: FileKind, bytes: [UInt8]) {
    if bytes.starts(with: "bplist".utf8) {
      self.init(path: path, kind: kind, binary: bytes)
    } else {
      self.init(path: path, kind: kind, file: DecodedFile(bytes))
    }
  }

  /// The same document with another reading of its text.
  func read(as tree: PropertyListTree) -> Document {
    var result = self
    result.tree = tree
    return result
  }

  /// The same document under another path.
  public func moved(to path: String) -> Document {
    var result = self
    result.path = path
    return result
  }

  /// How the file is laid out.
  public var layout: Layout {
    isPropertyList ? Layout(of: tree) : Layout(ofLinesIn: text)
  }

  /// Whether another document is this one: of the same file, with the same bytes.
  public func isSameVersion(as other: Document) -> Bool {
    kind == other.kind && format == other.format && text.bytes == other.text.bytes
  }

  /// Where reading ended before the end of the text, since there are too many values; nil where all were read.
  var cut: Int? {
    switch content {
    case .propertyList: nil
    case .strings(let table): table.cut
    case .stringCatalog(let catalog): catalog.cut
    case .xcodeProject(let project): project.cut
    case .buildConfiguration(let file): file.cut
    case .lockFile(let file): file.cut
    case .source: nil
    }
  }

  private static let noTree = PropertyListTree.parse(SourceText(""))

  /// Whether the syntax is broken, so that what the file says is not certain.
  var isBroken: Bool {
    isPropertyList ? format == .openStep || refusedCount > 0 : problemCount > 0
  }

  /// Whether something broken may hide entries of a table: each is read where only semicolons are missing.
  var mayLackEntries: Bool {
    guard case .strings(let table) = content else { return isBroken }
    return table.problems.contains { $0.kind != .missingSemicolon }
  }

  /// Whether the file is a property list, be it broken; its rules speak of the tree.
  public var isPropertyList: Bool {
    if case .propertyList = content { true } else { false }
  }

  /// Where the text is not what was meant: what mends it, and characters that are none.
  var unclear: [ByteRange] {
    var problems: [SyntaxProblem] = []
    // What follows a mistake in nested braces is read by guessing.
    var guessed: Int?
    switch content {
    case .propertyList: problems = tree.problems
    case .strings(let table): problems = table.problems
    case .stringCatalog(let catalog): guessed = catalog.json.problems.map(\.offset).min()
    case .xcodeProject(let project):
      guessed = project.tree.problems.lazy.filter { $0.severity == .refused }.map(\.range.lower).min()
    // Half a lock file is read as far as it goes.
    case .buildConfiguration, .lockFile, .source: break
    }
    if let guessed { return [ByteRange(text.start(ofLine: text.line(at: guessed)), text.count)] }
    return tree.unclear
      + problems.lazy.filter { $0.kind.isNoText }.map(\.range).prefix(100)
  }

  /// The last component of the path.
  public var fileName: Substring {
    path[(path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex)...]
  }

  /// Whether ranges are places in the file; those of a binary property list are not.
  public var hasPositions: Bool { format != .binary }

  /// Whether a line of the C preprocessor stands in a range.
  func hasPreprocessorLine(in range: ByteRange) -> Bool {
    preprocessorLines.contains { range.lower <= $0.lower && $0.upper <= range.upper }
  }

  /// Whether the tree says what the file says: it is XML, or was made from a binary property list.
  package var hasTree: Bool {
    isPropertyList && (format.isXML || format == .binary && tree.root != nil)
  }

  /// The text without a byte order mark and the white space around it.
  var trimmedRange: ByteRange {
    var lower = text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var upper = text.count
    while lower < upper, text.bytes[lower] <= 0x20 { lower += 1 }
    while upper > lower, text.bytes[upper - 1] <= 0x20 { upper -= 1 }
    return ByteRange(lower, upper)
  }
}

extension PropertyListFormat {
  /// Whether a text is to be read as XML, be it broken.
  fileprivate var isXML: Bool {
    switch self {
    case .xml, .empty, .blank, .unknown: true
    case .binary, .json, .openStep: false
    }
  }
}

extension Document {
  /// The build settings that a project or a configuration file has, the project's own first.
  package var buildSettings: [BuildSetting] {
    switch content {
    case .xcodeProject(let project):
      (project.configurations + project.targets.flatMap(\.configurations)).flatMap(\.settings)
    case .buildConfiguration(let file): file.settings
    case .propertyList, .strings, .stringCatalog, .lockFile, .source: []
    }
  }
}

extension SyntaxProblem.Kind {
  /// Whether it is about bytes that no text has.
  fileprivate var isNoText: Bool {
    switch self {
    case .invalidCharacter, .invalidUTF8, .unexpectedCharacter: true
    default: false
    }
  }
}
