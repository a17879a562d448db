/// A mail of App Store Connect or a message of App Review, in our words, for `explain` and hovers.
public struct StoreMessage: Sendable {
  /// The effect on a build or version.
  public enum Effect: String, Sendable, CaseIterable {
    /// The upload or the submission is refused.
    case refused
    /// The build is accepted anyway.
    case noted
    /// Either, depending on the key.
    case depends
    /// The upload is accepted, but App Review rejects the app.
    case rejected
    /// No such mail is known, or it is not about privacy.
    case unknown
  }

  /// The code as in mails, such as "ITMS-91055"; our own name for a message without a code.
  public let id: String
  /// Apple’s title; nil if no such mail is known.
  public let title: String?
  /// What it says about the app, in sentences.
  public let meaning: String
  /// When it was first seen, as a year, month or day in ISO format; nil if unknown.
  public let since: String?
  /// When it was last seen; nil if it is still sent.
  public let until: String?
  public let effect: Effect
  /// Details of the effect, such as dates, in sentences.
  public let effectDetails: String?
  /// What to do; nil for a code that is not about privacy or has a twin.
  public let advice: String?
  /// The current code with the same meaning.
  public let twin: String?
  /// Other search terms.
  public let aliases: [String]
  /// False for codes that are included only because they appear together with others.
  public let isAboutPrivacy: Bool
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    id = entry.string("id")
    title = entry.optionalString("title")
    meaning = entry.string("meaning")
    since = entry.optionalString("since")
    until = entry.optionalString("until")
    effect = entry.word("effect", or: .unknown)
    effectDetails = entry.optionalString("effectDetails")
    advice = entry.optionalString("advice")
    twin = entry.optionalString("twin")
    aliases = entry.strings("aliases")
    isAboutPrivacy = entry.bool("aboutPrivacy", default: true)
    provenance = Catalog.Provenance(&entry)
  }
}

extension Catalog {
  /// The message with this ``StoreMessage/id``.
  public func storeMessage(_ id: String) -> StoreMessage? {
    storeMessages.first { $0.id == id }
  }

  /// The messages that a text means: "ITMS-90683", "itms 90683", "90683", "error 90683", a line of a mail with the code,
  /// Apple’s title, or another name, which several messages can share. The heading of a guideline means its number.
  public func storeMessages(meantBy text: String) -> [StoreMessage] {
    let wanted = comparable(text)
    if let digits = digitsOfStoreCode(text) { return storeMessages.filter { $0.id == storeCodePrefix + digits } }
    func named(_ wanted: String) -> [StoreMessage] {
      let found = storeMessages.filter { message in
        ([message.id, message.title ?? ""] + message.aliases).contains { comparable($0) == wanted }
      }
      // A code of the past has the title of the current one.
      return found.filter { message in !found.contains { $0.id == message.twin } }
    }
    let found = wanted.isEmpty ? [] : named(wanted)
    guard found.isEmpty, let guideline = GuidelineNumber(heading: wanted) else { return found }
    let own = named(guideline.number + guideline.point)
    // A message about a whole guideline is about each of its points, but that about a point isn’t about another.
    return own.isEmpty ? named(comparable(reviewPrefix + guideline.number)) : own
  }
}

private let storeCodePrefix = "ITMS-"
private let reviewPrefix = "REVIEW-"

/// The five digits of the code in a text; nil if there is none. A bare number among others is not a code.
private func digitsOfStoreCode(_ text: String) -> String? {
  let bytes = Array(text.utf8.prefix(4096))
  for run in bytes.split(whereSeparator: { !isDigit($0) }) where run.count == 5 {
    let before = bytes[..<run.startIndex]
    let isInParentheses = before.last == UInt8(ascii: "(") && bytes[run.endIndex...].first == UInt8(ascii: ")")
    // The text before the number, without separators.
    let lead = before.reversed().drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == 0x20 }
    if isInParentheses || lead.prefix(4).map({ $0 | 0x20 }) == Array("smti".utf8) {
      return String(decoding: run, as: UTF8.self)
    }
  }
  let runs = bytes.split(whereSeparator: { !isDigit($0) })
  return runs.count == 1 ? runs.first.flatMap { $0.count == 5 ? String(decoding: $0, as: UTF8.self) : nil } : nil
}

/// The number of a guideline and of its point, "(ii)", that a heading begins with; the point may be missing.
private struct GuidelineNumber {
  let number: String
  let point: String

  /// - Parameter heading: As ``comparable(_:)`` makes it.
  init?(heading: String) {
    let lead = "guideline "
    let rest = heading.hasPrefix(lead) ? heading.dropFirst(lead.count) : heading[...]
    number = String(rest.prefix { $0.isNumber || $0 == "." })
    let behind = rest.dropFirst(number.count).drop { $0 == " " }
    point = behind.hasPrefix("(") ? String(behind.prefix { $0 != ")" }) + ")" : ""
    if number.isEmpty || point.isEmpty && !behind.isEmpty && !"-:,".contains(behind[behind.startIndex]) { return nil }
  }
}

/// A normalized text for comparing names of messages: lowercase, trimmed, without a trailing full stop.
private func comparable(_ text: String) -> String {
  var bytes = Array(text.lowercased().utf8)[...]
  while let last = bytes.last, last <= 0x20 || last == UInt8(ascii: ".") { bytes = bytes.dropLast() }
  bytes = bytes.drop { $0 <= 0x20 }
  return String(decoding: bytes, as: UTF8.self)
}
