public import SourceText

/// The severity of a finding, the least first.
public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Style.
  case hint
  /// Worth doing.
  case information
  /// A real mistake, or something that another tool in the chain rejects.
  case warning
  /// Apple is known to reject it.
  case error

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
}

/// One finding of a rule in a document.
public struct Diagnostic: Hashable, Sendable {
  /// What a client may grey out or strike through.
  public enum Tag: Hashable, Sendable {
    case unnecessary, deprecated
  }

  /// Another place that explains the finding.
  public struct Related: Hashable, Sendable {
    /// The file; nil for the document with the finding.
    public var path: String?
    public var range: ByteRange
    public var message: String

    public init(path: String? = nil, range: ByteRange, message: String) {
      self.path = path
      self.range = range
      self.message = message
    }
  }

  /// The rule's id, stable: "unknown-reason".
  public var rule: String
  public var severity: Severity
  /// The other wording rules that this finding covers; empty for most.
  public var alsoRules: [String] = []
  /// The exact value or key, in bytes.
  public var range: ByteRange
  /// The path of the value in the property list, such as `Names[0]`, for a file without text positions; nil otherwise.
  public var keyPath: String?
  /// What is wrong, followed by Apple's error code if there is one.
  public var message: String
  /// Apple's error code, such as "ITMS-91055".
  public var itms: String?
  /// The page with more about it.
  public var link: String?
  public var related: [Related] = []
  public var tags: Set<Tag> = []
  /// The fixes, the preferred one first; empty if none were requested.
  public var fixes: [Fix] = []

  public init(rule: String, severity: Severity, range: ByteRange, message: String) {
    self.rule = rule
    self.severity = severity
    self.range = range
    self.message = message
  }
}

/// A change that makes a finding go away.
public struct Fix: Hashable, Sendable {
  /// What it does, as a command: "Change to “C617.1”".
  public var title: String
  public var edits: [TextEdit]
  /// What changes in other files.
  public var otherFiles: [FileEdits] = []
  /// The same as ``edits`` with tab stops for the gaps; empty if there are none.
  public var snippets: [SnippetEdit] = []
  /// Whether it is the one fix that almost everyone wants.
  public var isPreferred: Bool
  /// Whether it may be applied without asking: only one outcome makes sense, and it decides nothing about privacy.
  public var isSafe: Bool

  public init(title: String, edits: [TextEdit], isPreferred: Bool = false, isSafe: Bool = false) {
    self.title = title
    self.edits = edits
    self.isPreferred = isPreferred
    self.isSafe = isSafe
  }
}

/// What changes in one file.
public struct FileEdits: Hashable, Sendable {
  /// The file, as in ``ProjectFile/path``.
  public var path: String
  /// In byte offsets of the project's version of the file.
  public var edits: [TextEdit]

  public init(path: String, edits: [TextEdit]) {
    self.path = path
    self.edits = edits
  }
}

extension Fix {
  /// A fix that leaves gaps: with tab stops for editors that support snippets, as plain text for all others.
  public init(title: String, snippets: [SnippetEdit], isPreferred: Bool = false) {
    self.init(title: title, edits: snippets.map(\.plain), isPreferred: isPreferred)
    self.snippets = snippets
  }
}
