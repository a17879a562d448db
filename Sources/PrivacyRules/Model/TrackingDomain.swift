import SourceText

/// An entry in the list of tracking domains, checked as a host name.
struct TrackingDomain {
  /// What is wrong, as what the text has or is.
  enum Fault: String {
    case scheme = "a scheme"
    case path = "a path"
    case query = "a query"
    case trailingSlash = "a trailing slash"
    case port = "a port"
    case wildcard = "a wildcard"
    case blanksAround = "whitespace around it"
    case blankInside = "whitespace inside"
    case noDot = "no dot"
    case leadingDot = "a leading dot"
    case trailingDot = "a trailing dot"
    case emptyLabel = "two dots in a row"
    case underscore = "an underscore"
    case tooLong = "too many characters"
    case invalidCharacter = "characters not allowed in host names"
    case unicode = "non-ASCII letters"
    case mailAddress = "an email address"
    case ipAddress = "an IP address"
    case localhost = "the local machine"
    case empty = "nothing"

    /// Whether it describes the whole text.
    var isOfAll: Bool { self == .mailAddress || self == .ipAddress || self == .localhost }
  }

  /// What is wrong, in the order of the text.
  private(set) var faults: [Fault] = []
  /// The plain host name that the text clearly means; nil if there is none.
  private(set) var suggestion: String?
  /// Whether the suggestion blocks the same requests as the text was meant to.
  var suggestionIsSafe: Bool {
    faults.allSatisfy { $0 == .blanksAround || $0 == .scheme || $0 == .trailingSlash || $0 == .trailingDot }
  }
  /// The same for two entries that name the same host.
  let comparable: String

  init(_ text: String) {
    // A host name has at most 253 letters; this is too long even with a path.
    guard text.utf8.count <= 4_096 else {
      comparable = text
      faults = [.tooLong]
      return
    }
    comparable = trimmingBlanks(text).lowercased()
    var rest = Substring(trimmingBlanks(text))
    guard !rest.isEmpty else {
      faults = [.empty]
      return
    }
    if rest.count != text.count { faults.append(.blanksAround) }
    if let end = rest.indices.first(where: { rest[$0...].hasPrefix("://") }) {
      faults.append(.scheme)
      rest = rest[end...].dropFirst(3)
    } else if rest.hasPrefix("//") {
      faults.append(.scheme)
      rest = rest.dropFirst(2)
    }
    if let slash = rest.firstIndex(where: { $0 == "/" || $0 == "?" || $0 == "#" }) {
      let tail = rest[slash...]
      if tail == "/" {
        faults.append(.trailingSlash)
      } else {
        if tail.hasPrefix("/") { faults.append(tail.hasPrefix("/?") ? .trailingSlash : .path) }
        if tail.contains(where: { $0 == "?" || $0 == "#" }) { faults.append(.query) }
      }
      rest = rest[..<slash]
    }
    if rest.contains("@") {
      faults.append(.mailAddress)
      return
    }
    if rest.hasPrefix("[") || rest.filter({ $0 == ":" }).count > 1 {
      faults.append(.ipAddress)
      return
    }
    if let colon = rest.firstIndex(of: ":") {
      faults.append(.port)
      rest = rest[..<colon]
    }
    readHost(rest)
  }

  private mutating func readHost(_ text: Substring) {
    var host = text
    if host.contains("*") {
      faults.append(.wildcard)
      if host.hasPrefix("*.") { host = host.dropFirst(2) }
    }
    if host.contains(where: \.isWhitespace) {
      faults.append(.blankInside)
      return
    }
    while host.hasPrefix(".") {
      if !faults.contains(.leadingDot) { faults.append(.leadingDot) }
      host = host.dropFirst()
    }
    while host.hasSuffix(".") {
      if !faults.contains(.trailingDot) { faults.append(.trailingDot) }
      host = host.dropLast()
    }
    if host.isEmpty {
      if faults.isEmpty { faults.append(.invalidCharacter) }
      return
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    if host.lowercased() == "localhost" {
      faults.append(.localhost)
      return
    }
    if labels.count == 4, labels.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }) {
      faults.append(.ipAddress)
      return
    }
    let before = faults.count
    if labels.count < 2 { faults.append(.noDot) }
    if labels.contains("") { faults.append(.emptyLabel) }
    if host.contains("_") { faults.append(.underscore) }
    if host.contains("*") || host.unicodeScalars.contains(where: { $0.isASCII && !Self.isHostScalar($0) }) {
      if !host.contains("*") { faults.append(.invalidCharacter) }
      return
    }
    let isSound = faults.count == before
    if host.unicodeScalars.contains(where: { !$0.isASCII }) {
      faults.append(.unicode)
      if isSound { suggestion = Punycode.asciiHost(host) }
    } else if isSound {
      suggestion = String(host)
    }
  }

  private static func isHostScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_": true
    default: false
    }
  }

  /// Whether Apple rejects the manifest because of a fault.
  var isInvalid: Bool {
    faults.contains { $0 == .empty || $0 == .path || $0 == .query || $0 == .trailingSlash }
  }

  var severity: Severity {
    if isInvalid { return .error }
    return faults == [.unicode] ? .information : .warning
  }

  /// The faults in words: "it has a scheme and a path".
  var description: String {
    let has = faults.filter { !$0.isOfAll && $0 != .empty }.map(\.rawValue)
    let isA = faults.filter(\.isOfAll).map { "is " + $0.rawValue }
    let parts = (has.isEmpty ? [] : ["has " + inWords(has)]) + isA
    return "it " + parts.joined(separator: " and ")
  }
}
