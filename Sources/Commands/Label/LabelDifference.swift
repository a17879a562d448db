import Catalog
import EditorFeatures
import FileSystem
import PrivacyRules
import SourceText

/// What changed on the App Store label.
struct LabelDifference {
  /// A change of one data type.
  struct Line: Equatable {
    /// The name of the type in the App Store.
    let name: String
    /// The words after its name: "is new, linked to the user, from Pods/MapKitPlus".
    let words: String
  }

  let title: String
  private(set) var lines: [Line] = []
  /// Additional notes about the new label.
  let notes: [String]

  /// - Parameter names: The names of the two states in the title.
  init(from old: PrivacyLabel, to new: PrivacyLabel, names: (old: String, new: String)) {
    title = "App Store label: \(names.old) → \(names.new)"
    notes = new.notes
    let before = Dictionary(firstOf: old.items.map { ($0.type.id, $0) })
    let after = Set(new.items.map(\.type.id))
    for item in new.items {
      let name = item.type.displayName
      if let former = before[item.type.id] {
        lines += Self.changes(from: former, to: item).map { Line(name: name, words: $0) }
      } else {
        lines.append(Line(name: name, words: Self.words(forNew: item)))
      }
    }
    for item in old.items where !after.contains(item.type.id) {
      let places = Self.places(item.declarations.map(\.path))
      lines.append(Line(name: item.type.displayName, words: "is no longer collected; it was declared in \(places)"))
    }
    if old.items.isEmpty != new.items.isEmpty, let card = (new.items.isEmpty ? new : old).cards.first {
      lines.append(
        Line(name: card.title, words: new.items.isEmpty ? "is what the label now says" : "no longer applies"))
    }
  }

  private static func words(forNew item: PrivacyLabel.Item) -> String {
    var parts = ["is new", item.isLinked ? "linked to the user" : "not linked to the user"]
    if item.isUsedForTracking { parts.append("used to track") }
    if !item.purposes.isEmpty { parts.append("for \(item.purposes.map(\.displayName).joined(separator: " and "))") }
    parts.append("from \(places(item.declarations.map(\.path)))")
    return parts.joined(separator: ", ")
  }

  private static func changes(from old: PrivacyLabel.Item, to new: PrivacyLabel.Item) -> [String] {
    var changes: [String] = []
    func note(_ before: Bool, _ now: Bool, _ words: String, _ says: (PrivacyLabel.Declaration) -> Bool) {
      if before == now { return }
      let causes = places((now ? new : old).declarations.filter(says).map(\.path))
      changes.append(now ? "is now \(words), from \(causes)" : "is no longer \(words); it was in \(causes)")
    }
    note(old.isLinked, new.isLinked, "linked to the user", \.isLinked)
    note(old.isUsedForTracking, new.isUsedForTracking, "used to track", \.isUsedForTracking)
    func list(_ purposes: [Purpose], without others: [Purpose]) -> String {
      let known = Set(others.map(\.id))
      return purposes.filter { !known.contains($0.id) }.map(\.displayName).joined(separator: " and ")
    }
    let added = list(new.purposes, without: old.purposes)
    let dropped = list(old.purposes, without: new.purposes)
    if !added.isEmpty { changes.append("is now collected for \(added)") }
    if !dropped.isEmpty { changes.append("is no longer collected for \(dropped)") }
    return changes
  }

  /// The places of manifests, without repetitions. A manifest with the usual name is shown as its folder.
  private static func places(_ paths: [String]) -> String {
    var names: [String] = []
    for path in paths {
      let folder = parentFolder(of: path)
      let isUsual = fileName(of: path).lowercased() == FileKind.privacyManifest.usualName.lowercased()
      let name = isUsual && folder != "." ? folder : path
      if !names.contains(name) { names.append(name) }
    }
    let most = 3
    guard names.count > most + 1 else { return names.joined(separator: ", ") }
    return names.prefix(most).joined(separator: ", ") + " and \(names.count - most) more"
  }

  private static let same = "The label doesn’t change."

  /// The difference for people.
  func text(_ style: Style) -> String {
    var result = style(printable(title), .heading) + "\n\n"
    if lines.isEmpty { result += Self.same + "\n" }
    for line in lines { result += "- \(style(printable(line.name), .name)) \(printable(line.words))\n" }
    if !notes.isEmpty { result += "\n" + notes.map { "Note: \(printable($0))\n" }.joined() }
    return result
  }

  /// The difference for the description of a pull request.
  var markdown: String {
    var paragraphs = ["**\(escapedForMarkdown(title))**"]
    if lines.isEmpty { paragraphs.append(Self.same) }
    if !lines.isEmpty {
      paragraphs.append(
        lines.map { "- **\(escapedForMarkdown($0.name))** \(escapedForMarkdown($0.words))" }.joined(separator: "\n"))
    }
    if !notes.isEmpty { paragraphs.append("*Note:* \(escapedForMarkdown(notes.joined(separator: " ")))") }
    return paragraphs.joined(separator: "\n\n") + "\n"
  }
}
