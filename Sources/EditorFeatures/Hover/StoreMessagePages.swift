public import Catalog

/// The Markdown documentation of an email from App Store Connect or a message from App Review.
///
/// - Parameter rules: The rules that find the same problem, each as a line of Markdown.
public func documentation(of message: StoreMessage, rules: [String] = [], catalog: Catalog) -> String {
  var page = Page(message.heading, catalog)
  page.add(message.meaning)
  page.add(list: message.facts(catalog))
  if !rules.isEmpty {
    page.add("Reported here by:")
    page.add(list: rules)
  }
  page.add(message.provenance)
  return page.markdown
}

extension StoreMessage {
  /// The code and title, as far as known.
  var heading: String {
    guard let title else { return id }
    return id.hasPrefix("ITMS-") ? "\(id): \(title)" : title
  }

  /// When it is sent, whether it blocks and what to do, as items of a list.
  fileprivate func facts(_ catalog: Catalog) -> [String] {
    var facts: [String] = []
    if let since { facts.append(until.map { "Sent: from \(since) to \($0)" } ?? "Sent: since \(since)") }
    if effect != .unknown { facts.append("Blocks: " + effect.words + (effectDetails.map { " \($0)" } ?? "")) }
    if let twin { facts.append("Now sent as: `\(twin)`") }
    if let advice = advice ?? twin.flatMap({ catalog.storeMessage($0)?.advice }) {
      facts.append("What to do: \(advice)")
    }
    return facts
  }

  /// The same in one paragraph, for the hover over a finding with this code.
  var paragraph: String {
    let effect = effect == .unknown ? "" : " Blocks: \(effect.words)"
    return "**\(escapedForMarkdown(heading))**. \(meaning)\(effect)" + (advice.map { " What to do: \($0)" } ?? "")
  }
}

extension StoreMessage.Effect {
  /// Whether it blocks, as a sentence.
  fileprivate var words: String {
    switch self {
    case .refused: "yes, Apple rejects the build."
    case .noted: "no, the build is delivered."
    case .depends: "it depends on the key."
    case .rejected: "yes, the version does not pass review."
    case .unknown: ""
    }
  }
}
