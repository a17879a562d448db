import Catalog
import PropertyList
import SourceText

extension Rule {
  static let fileName = Rule(
    id: "file-name",
    severity: .warning,
    summary: "The file doesn’t have the name that the bundle requires.",
    explanation: """
      The system and App Store Connect look for one exact name. They ignore a manifest with another name, unless a \
      build step renames it on its way into the bundle.
      """,
    sources: ["privacy-manifest-files", "adding-a-manifest"],
    examples: [
      .shows(
        """
        <plist version="1.0">
        «<dict>»
          <key>NSPrivacyCollectedDataTypes</key>
          <array/>
        </dict>
        </plist>
        """, in: .file, path: "App/MyApp.xcprivacy")
    ]
  ) { findings, context in
    let expected = context.catalog.manifest.fileName
    let name = context.document.fileName
    guard !expected.isEmpty, name != expected,
      !(context.evidence.map { $0.evidence.mayBeCopiedByScript($0.path) } ?? false)
    else { return }
    let range = context.tree.root?.highlight ?? context.document.text.contents(ofLine: 0)
    findings.report(
      "A manifest named \(quoted(String(name))) is ignored; in the bundle it must be “\(expected)”", at: range)
  }
}
