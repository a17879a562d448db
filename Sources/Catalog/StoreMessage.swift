/// A mail of App Store Connect or a message of App Review, in our words: what `explain` and hovers say of a code.
public struct StoreMessage: Sendable {
  /// What it does to a build or a version.
  public enum Effect: String, Sendable, CaseIterable {
    /// The upload is refused, or the submission of what was uploaded.
    case refused
    /// The build is delivered all the same.
    case noted
    /// One or the other, by the key that it is about.
    case depends
    /// The upload passes, the review does not.
    case rejected
    /// No mail has been seen, or it is not about privacy.
    case unknown
  }

  /// The code as mails write it, such as "ITMS-91055"; a name of ours for a message without a code.
  public let id: String
  /// Apple's title; nil where no mail has been seen.
  public let title: String?
  /// What it says about the app, in sentences.
  public let meaning: String
  /// When it was first seen, as a year, month or day in ISO form; nil where nothing is known.
  public let since: String?
  /// When it was last seen; nil for what is still sent.
  public let until: String?
  public let effect: Effect
  /// Since when it has its effect, and for what, in sentences.
  public let effectDetails: String?
  /// What to do; nil for a code that is not about privacy, or that says what its twin does.
  public let advice: String?
  /// The code that says the same today.
  public let twin: String?
  /// Other words that people look for it with.
  public let aliases: [String]
  /// False for codes that are known because they come up beside the others.
  public let isAboutPrivacy: Bool
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    id = entry.string("id", .defines(.storeMessage), form: .storeCode)
    title = entry.optionalString("title")
    meaning = entry.string("meaning")
    since = entry.optionalString("since", form: .time)
    until = entry.optionalString("until", form: .time)
    effect = entry.word("effect", or: .unknown)
    effectDetails = entry.optionalString("effectDetails")
    advice = entry.optionalString("advice")
    twin = entry.optionalString("twin", .refersTo(.storeMessage))
    aliases = entry.strings("aliases")
    isAboutPrivacy = entry.bool("aboutPrivacy", default: true)
    provenance = Catalog.Provenance(&entry)
  }
}

extension Catalog {
  /// The message with this exact ``StoreMessage/id``.
  public func storeMessage(_ id: String) -> StoreMessage? {
    storeMessages.first { $0.id == id }
  }

  /// The message that a text means, in the forms in which people have it at hand: "ITMS-90683", "itms 90683", "90683",
  /// "(90683)", a line of a mail with the code in it, Apple's title, or one of its other names.
  public func storeMessage(meantBy text: String) -> StoreMessage? {
    if let digits = digitsOfStoreCode(text) { return storeMessage(storeCodePrefix + digits) }
    let wanted = comparable(text)
    guard !wanted.isEmpty else { return nil }
    return storeMessages.first { message in
      ([message.id, message.title ?? ""] + message.aliases).contains { comparable($0) == wanted }
    }
  }
}

private let storeCodePrefix = "ITMS-"

extension Form {
  fileprivate static let storeCode = Form("ITMS- and five digits, or a name of capitals and digits") {
    $0.hasPrefix(storeCodePrefix) ? digitsOfStoreCode($0) != nil : $0.hasPrefix("REVIEW-") || $0.hasPrefix("ASC-")
  }
}

/// The five digits of the code that a text is or holds; nil where it has none. A number alone in a longer text is none.
private func digitsOfStoreCode(_ text: String) -> String? {
  var digits: [UInt8] = []
  var before: [UInt8] = []
  var isWhole = true
  for byte in Array(text.utf8.prefix(4096)) + [0x20] {
    if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      digits.append(byte)
      continue
    }
    if digits.count == 5 {
      // What stands before the number, without what may part the two.
      let lead = before.reversed().drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == 0x20 }
      let isMarked =
        lead.prefix(4).elementsEqual("smti".utf8) || before.last == UInt8(ascii: "(") && byte == UInt8(ascii: ")")
      if isMarked { return String(decoding: digits, as: UTF8.self) }
    }
    if !digits.isEmpty {
      before += digits
      digits = []
    }
    if isLetterOrDigit(byte) || byte >= 0x80 { isWhole = false }
    before.append(byte | (byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? 0x20 : 0))
  }
  guard isWhole else { return nil }
  let all = before.filter { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  return all.count == 5 ? String(decoding: all, as: UTF8.self) : nil
}

/// A text by which names of messages are compared: no case, no blanks around it, no full stop at its end.
private func comparable(_ text: String) -> String {
  var bytes = Array(text.lowercased().utf8)[...]
  while let last = bytes.last, last <= 0x20 || last == UInt8(ascii: ".") { bytes = bytes.dropLast() }
  bytes = bytes.drop { $0 <= 0x20 }
  return String(decoding: bytes, as: UTF8.self)
}
