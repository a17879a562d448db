import Catalog
import PropertyList
import SourceText

extension Rule {
  static let emptyPurposeString = Rule(
    id: "empty-purpose-string",
    severity: .error,
    itms: "ITMS-90683",
    summary: "A purpose string is empty.",
    explanation: """
      The system shows the text when it asks for permission. Where it is empty or blank, App Store Connect treats the key \
      as missing and refuses the app. Say in one sentence what the app does with the resource.
      """,
    sources: ["info-plist-keys", "protected-resources"],
    kinds: [.infoPlist, .xcodeProject, .buildSettings],
    examples: [
      .shows("<key>NSCameraUsageDescription</key>\n«<string></string>»", in: .root, path: "Info.plist"),
      .shows("<key>NSCameraUsageDescription</key>\n<string>«  »</string>", in: .root, path: "Info.plist"),
      .shows("INFOPLIST_KEY_«NSCameraUsageDescription» =\n", in: .file, path: "App.xcconfig"),
      .shows(
        "<key>NSCameraUsageDescription</key>\n<string>This app uses your camera to scan receipts.</string>", in: .root,
        path: "Info.plist"),
    ]
  ) { findings, context in
    for string in context.purposeStrings where string.key != nil {
      guard trimmingBlanks(string.text).isEmpty else { continue }
      let isSetting = context.document.kind == .buildSettings || context.document.kind == .xcodeProject
      let range = isSetting && string.highlight.isEmpty ? string.mention.nameRange : string.highlight
      findings.report("The purpose string \(quoted(string.name)) is empty", at: range) {
        guard let key = string.key, let skeleton = key.skeleton, let feature = key.feature, let example = key.example,
          let edit = Optional(string.setting(to: example))
        else { return [] }
        let parts = edit.replacement.utf8.count == example.utf8.count ? splitting(skeleton) : nil
        guard let parts, edit.replacement == example else {
          return [Fix(title: "Write a text to fill in", edits: [edit])]
        }
        let template = Template([.text(parts.0), .stop(1, placeholder: feature), .text(parts.1)])
        return [Fix(title: "Write a text to fill in", snippets: [SnippetEdit(edit.range, template)])]
      }
    }
  }

  /// What stands before and behind the `$0` of a skeleton.
  private static func splitting(_ skeleton: String) -> (String, String)? {
    guard let place = skeleton.firstIndex(of: "$") else { return nil }
    return (String(skeleton[..<place]), String(skeleton[place...].dropFirst(2)))
  }
}
