import JSON
public import ProjectFiles
public import PropertyList
public import SourceText

/// One version of a file: its path, its text and what it parses to. Creating one never fails.
public struct Document: Sendable {
  /// What the text parses to.
  public enum Content: Sendable {
    /// A property list in any format; if it is XML or binary, it is in ``Document/tree``.
    case propertyList
    case strings(StringsTable)
    case stringCatalog(StringCatalog)
    case xcodeProject(XcodeProject)
    case buildConfiguration(BuildConfigurationFile)
    case lockFile(LockFile)
    /// Text whose findings come only from ``SourceEvidence``.
    case source
  }

  /// The file's path, or that of its URI; most rules only look at the last component.
  public private(set) var path: String
  public let kind: FileKind
  /// The text. For a binary property list, the XML equivalent, which isn't visible to anyone.
  public let text: SourceText
  public let format: PropertyListFormat
  public let content: Content
  /// The XML or binary property list; empty for everything else.
  public private(set) var tree: PropertyListTree
  /// The lines that the C preprocessor removes before Xcode reads the file, in order; empty unless it is an Info.plist.
  public let preprocessorLines: [ByteRange]
  /// Why a binary property list can't be read; nil if it can, and for text.
  public let binaryFailure: BinaryPropertyList.Failure?

  /// A document from the text in an editor.
  public init(path: String, kind: FileKind, text: SourceText) {
    self.init(path: path, kind: kind, text: text) { text in
      let encoding = DeclaredEncoding.claimsWideUnits(text) ? TextEncoding.utf16LittleEndian : .utf8
      return PropertyListTree.parse(text, encoding: encoding)
    }
  }

  /// A document from a file on disk, in any encoding.
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
    // Editors show binary files as damaged text, but its first bytes are intact.
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
    // Only XML has a tree: in other formats, what looks like a tag isn't one.
    tree = format.isXML ? parse(text) : Self.noTree
  }

  /// An Info.plist that goes through the C preprocessor according to its target's settings.
  init(preprocessing document: Document) {
    (path, kind, text, binaryFailure) = (document.path, document.kind, document.text, nil)
    preprocessorLines = findPreprocessorLines(in: text, isCertain: true)
    (format, tree) = Self.read(text, without: preprocessorLines)
    content = .propertyList
  }

  /// Reads a text without the lines that the preprocessor removes. Spaces take their place, so that ranges stay the
  /// same.
  private static func read(
    _ text: SourceText, without lines: [ByteRange]
  ) -> (format: PropertyListFormat, tree: PropertyListTree) {
    let read = text.blanking(lines)
    let format = PropertyListFormat.detect(read)
    let tree = format.isXML ? PropertyListTree.parse(read) : noTree
    if lines.isEmpty || tree.problems.isEmpty { return (format, tree) }
    // We can't see what a macro expands to.
    let macros = tree.problems.filter { $0.kind == .strayText && areMacros(read.slice($0.range)) }.map(\.range)
    guard macros.isEmpty, tree.problems.contains(where: \.isDueToPreprocessor) else {
      return (format, tree.leavingOut { $0.isDueToPreprocessor || macros.contains($0.range) })
    }
    // A problem that remains in each branch isn't caused by reading all of them at once.
    func branches(last: Bool) -> PropertyListTree {
      PropertyListTree.parse(read.blanking(leftOutBranches(of: text, lines, readsLast: last)))
    }
    let readings = [branches(last: false), branches(last: true)]
    let isBroken = readings.allSatisfy { $0.problems.contains(where: \.isDueToPreprocessor) }
    // No branch makes a wrong end of a text right.
    let broken = readings.first { $0.problems.contains(where: \.isEndOfText) } ?? (isBroken ? readings.first : nil)
    return (format, broken ?? tree.leavingOut(\.isDueToPreprocessor))
  }

  /// A document from the bytes of a binary property list.
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

  /// A document from a file's bytes: a binary property list, or text in any encoding.
  public init(path: String, kind: FileKind, bytes: [UInt8]) {
    if bytes.starts(with: "bplist".utf8) {
      self.init(path: path, kind: kind, binary: bytes)
    } else {
      self.init(path: path, kind: kind, file: DecodedFile(bytes))
    }
  }

  /// The same document with another tree.
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

  /// The layout of the file.
  public var layout: Layout {
    isPropertyList ? Layout(of: tree) : Layout(ofLinesIn: text)
  }

  /// Whether two documents have the same kind, format and bytes.
  public func isSameVersion(as other: Document) -> Bool {
    kind == other.kind && format == other.format && text.bytes == other.text.bytes
  }

  /// Where reading stopped because there are too many values; nil if everything was read.
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

  /// Whether the syntax is broken, so that the meaning isn't certain.
  var isBroken: Bool {
    isPropertyList ? format == .openStep || refusedCount > 0 : problemCount > 0
  }

  /// Whether broken syntax may hide entries. Missing semicolons in a table hide none.
  var mayLackEntries: Bool {
    guard case .strings(let table) = content else { return isBroken }
    return table.problems.contains { $0.kind != .missingSemicolon }
  }

  /// Whether the file is a property list, possibly a broken one.
  public var isPropertyList: Bool {
    if case .propertyList = content { true } else { false }
  }

  /// Ranges where the text is unclear: repaired places, and invalid characters.
  var unclear: [ByteRange] {
    var problems: [SyntaxProblem] = []
    // After a mistake in nested braces, the structure is a guess.
    var guessed: Int?
    switch content {
    case .propertyList: problems = tree.problems
    case .strings(let table): problems = table.problems
    case .stringCatalog(let catalog): guessed = catalog.json.problems.map(\.offset).min()
    case .xcodeProject(let project):
      guessed = project.tree.problems.lazy.filter { $0.severity == .refused }.map(\.range.lower).min()
    // A truncated lock file is read as far as it goes.
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

  /// Whether ranges are places in the file; not for a binary property list.
  public var hasPositions: Bool { format != .binary }

  /// Whether the range contains a preprocessor line.
  func hasPreprocessorLine(in range: ByteRange) -> Bool {
    preprocessorLines.contains { range.lower <= $0.lower && $0.upper <= range.upper }
  }

  /// Whether the tree is the file's content: it is XML or a readable binary property list.
  package var hasTree: Bool {
    isPropertyList && (format.isXML || format == .binary && tree.root != nil)
  }

  /// The range of the text without a byte order mark and surrounding whitespace.
  var trimmedRange: ByteRange {
    text.trimmed(ByteRange(text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, text.count))
  }
}

extension PropertyListFormat {
  /// Whether to read the text as XML, possibly broken.
  fileprivate var isXML: Bool {
    switch self {
    case .xml, .empty, .blank, .unknown: true
    case .binary, .json, .openStep: false
    }
  }
}

extension Document {
  /// The build settings in a project or a configuration file, the project's own first.
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
  /// Whether it is about bytes that can't occur in text.
  fileprivate var isNoText: Bool {
    switch self {
    case .invalidCharacter, .invalidUTF8, .unexpectedCharacter: true
    default: false
    }
  }
}
