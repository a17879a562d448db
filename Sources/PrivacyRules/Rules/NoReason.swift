import Catalog
import PropertyList
import SourceScan
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
      .fixes(
        """
        <dict>
          <key>NSPrivacyAccessedAPIType</key>
          <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
          <key>NSPrivacyAccessedAPITypeReasons</key>
          - «<array/>»
          + <array>
            + <string>CA92.1</string>
          + </array>
        </dict>
        """, in: .accessedAPIs)
    ]
  ) { findings, context in
    for api in context.manifest?.accessedAPIs ?? [] {
      guard let array = api.entry.value(.reasons), array.element == .array, array.isEmptyContainer,
        !context.tree.isBroken(in: array.range)
      else { continue }
      findings.report("This category needs at least one reason", at: array.range) {
        let layout = context.layout
        guard let category = api.category else { return [] }
        let suggested = context.evidence?.suggestedReasons(for: category) ?? []
        let known = category.reasons.filter { context.mayDeclare($0) }
        let first = suggested.compactMap { reason in known.first { $0.code == reason.code } }
        return (first + known.filter { reason in !first.contains { $0 === reason } }).map { reason in
          let line = "<string>\(escapedForXML(reason.code))</string>"
          let why = suggested.first { $0.code == reason.code }.map { " (\($0.whyInSentence))" } ?? ""
          return Fix(
            title: "Add \(reason.code): \(reason.shortMeaning)\(why)",
            edits: [context.tree.appending([line], to: array, layout: layout)])
        }
      }
    }
  }
}
