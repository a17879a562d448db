import Catalog
import PropertyList
import SourceText

extension Rule {
  static let noReason = Rule(
    id: "no-reason",
    severity: .error,
    itms: "ITMS-91056",
    summary: "A category has an empty list of reasons.",
    explanation: """
      A category needs at least one of its approved reasons. App Store Connect rejects an empty list.
      """,
    sources: ["tn3181", "tn3183", "required-reason-article"],
    examples: [
      .shows(
        """
        <dict>
          <key>NSPrivacyAccessedAPIType</key>
          <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
          <key>NSPrivacyAccessedAPITypeReasons</key>
          «<array/>»
        </dict>
        """,
        fixed: """
          <dict>
            <key>NSPrivacyAccessedAPIType</key>
            <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
            <key>NSPrivacyAccessedAPITypeReasons</key>
            <array>
              <string>CA92.1</string>
            </array>
          </dict>
          """, in: .accessedAPIs),
      .shows(
        """
        <key>NSPrivacyTracking</key>
        <false/>
        """, in: .root),
    ]
  ) { findings, context in
    for api in context.manifest?.accessedAPIs ?? [] {
      guard let array = api.entry.value(.reasons), array.element == .array, array.isEmptyContainer,
        !context.tree.isBroken(in: array.range)
      else { continue }
      findings.report("This category needs at least one reason", at: array.range) {
        let layout = context.layout
        return (api.category?.reasons ?? []).filter { context.mayDeclare($0) }.map {
          let line = "<string>\(escapedForXML($0.code))</string>"
          return Fix(
            title: "Add \($0.code): \($0.shortMeaning)",
            edits: [context.tree.appending([line], to: array, layout: layout)])
        }
      }
    }
  }
}
