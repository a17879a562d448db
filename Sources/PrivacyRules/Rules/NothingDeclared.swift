import Catalog
import PropertyList

extension Rule {
  static let nothingDeclared = Rule(
    id: "nothing-declared",
    severity: .warning,
    summary: "The manifest declares nothing.",
    explanation: """
      An empty dictionary is well-formed, but Xcode’s privacy report fails because an expected key is missing. If you \
      collect nothing, say so: an empty list of collected data types satisfies both Xcode and App Store Connect. \
      Samples and hosts of tests aren’t reported.
      """,
    sources: ["privacy-manifest-files", "tn3184"],
    examples: [
      .fixes(
        """
        <plist version="1.0">
        - «<dict/>»
        + <dict>
          + <key>NSPrivacyCollectedDataTypes</key>
          + <array/>
        + </dict>
        </plist>
        """, in: .file),
      .shows(
        """
        <plist version="1.0">
        <dict>
          <key>NSPrivacyCollectedDataTypes</key>
          <array/>
        </dict>
        </plist>
        """, in: .file),
    ]
  ) { findings, context in
    guard let root = context.manifest?.root, context.tree.root?.element == .dict, root.value.isEmptyContainer,
      !context.tree.isBroken(in: root.value.range), let key = context.catalog.key(.collectedDataTypes),
      !context.isOfNoApp
    else { return }
    findings.report(
      "The manifest declares nothing; Xcode’s privacy report needs \(quoted(key.name))", at: root.value.highlight
    ) {
      let layout = context.layout
      let edit = context.tree.appending(context.skeleton(key, value: ["<array/>"]), to: root.value, layout: layout)
      return [Fix(title: "Declare that no data is collected", edits: [edit], isPreferred: true)]
    }
  }
}
