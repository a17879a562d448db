import Catalog
import PropertyList
import SourceText

extension Rule {
  static let noPurpose = Rule(
    id: "no-purpose",
    severity: .warning,
    summary: "A data type has an empty list of purposes.",
    explanation: """
      Data is always collected for a purpose, and the store’s label groups it by purpose.
      """,
    sources: ["purpose-values", "tn3184"],
    examples: [
      .fixes(
        """
        <dict>
          <key>NSPrivacyCollectedDataType</key>
          <string>NSPrivacyCollectedDataTypeCrashData</string>
          <key>NSPrivacyCollectedDataTypeLinked</key>
          <false/>
          <key>NSPrivacyCollectedDataTypeTracking</key>
          <false/>
          <key>NSPrivacyCollectedDataTypePurposes</key>
          - «<array/>»
          + <array>
            + <string>NSPrivacyCollectedDataTypePurposeAppFunctionality</string>
          + </array>
        </dict>
        """, in: .dataTypes)
    ]
  ) { findings, context in
    for entry in context.manifest?.dataTypes ?? [] {
      guard let array = entry.entry.value(.purposes), array.element == .array, array.isEmptyContainer,
        !context.tree.isBroken(in: array.range)
      else { continue }
      findings.report("This data type needs at least one purpose", at: array.range) {
        let layout = context.layout
        return context.offeredPurposes(for: entry.meantType).map { purpose in
          let line = "<string>\(escapedForXML(purpose.id))</string>"
          return Fix(
            title: "Add \(quoted(purpose.displayName))",
            edits: [context.tree.appending([line], to: array, layout: layout)])
        }
      }
    }
  }
}
