import Catalog
import PropertyList
import SourceText

extension Rule {
  static let duplicateDataType = Rule(
    id: "duplicate-data-type",
    severity: .warning,
    summary: "A data type is declared twice.",
    explanation: """
      One entry a data type: it holds all purposes of that data. Two entries may contradict each other, and what the \
      label then shows is not defined.
      """,
    sources: ["tn3184", "describing-data-use"],
    examples: [
      .shows(
        """
        <dict>
        	<key>NSPrivacyCollectedDataType</key>
        	<string>NSPrivacyCollectedDataTypeCrashData</string>
        	<key>NSPrivacyCollectedDataTypeLinked</key>
        	<false/>
        	<key>NSPrivacyCollectedDataTypeTracking</key>
        	<false/>
        	<key>NSPrivacyCollectedDataTypePurposes</key>
        	<array>
        		<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>
        	</array>
        </dict>
        <dict>
        	<key>NSPrivacyCollectedDataType</key>
        	<string>«NSPrivacyCollectedDataTypeCrashData»</string>
        	<key>NSPrivacyCollectedDataTypeLinked</key>
        	<false/>
        	<key>NSPrivacyCollectedDataTypeTracking</key>
        	<false/>
        	<key>NSPrivacyCollectedDataTypePurposes</key>
        	<array>
        		<string>NSPrivacyCollectedDataTypePurposeAppFunctionality</string>
        	</array>
        </dict>
        """,
        fixed: """
          <dict>
          	<key>NSPrivacyCollectedDataType</key>
          	<string>NSPrivacyCollectedDataTypeCrashData</string>
          	<key>NSPrivacyCollectedDataTypeLinked</key>
          	<false/>
          	<key>NSPrivacyCollectedDataTypeTracking</key>
          	<false/>
          	<key>NSPrivacyCollectedDataTypePurposes</key>
          	<array>
          		<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>
          		<string>NSPrivacyCollectedDataTypePurposeAppFunctionality</string>
          	</array>
          </dict>
          """,
        in: .dataTypes),
      .shows("", in: .dataTypes),
    ]
  ) { findings, context in
    var first: [ObjectIdentifier: CollectedDataType] = [:]
    for entry in context.manifest?.dataTypes ?? [] {
      guard let type = entry.dataType, let identifier = entry.identifier else { continue }
      guard let earlier = first[ObjectIdentifier(type)] else {
        first[ObjectIdentifier(type)] = entry
        continue
      }
      let related = earlier.identifier.map { [Diagnostic.Related(range: $0.highlight, message: "First here")] } ?? []
      findings.report("\(type.displayName) is declared already", at: identifier.highlight, related: related) {
        merge(entry, into: earlier, context)
      }
    }
  }

  static func merge(
    _ entry: CollectedDataType, into earlier: CollectedDataType, _ context: LintContext
  ) -> [Fix] {
    guard entry.entry.value.parent?.element == .array else { return [] }
    let agree = entry.isLinked == earlier.isLinked && entry.isUsedForTracking == earlier.isUsedForTracking
    guard
      let union = context.adding(
        entry.purposes, to: earlier.purposes, in: earlier.entry.value(.purposes))
    else { return [] }
    var edits = union
    // Where the two contradict each other, the guarded answer is the one that says more.
    if entry.isLinked == true, earlier.isLinked == false, let value = earlier.entry.value(.linked) {
      edits.append(context.setting(value, to: true))
    }
    if entry.isUsedForTracking == true, earlier.isUsedForTracking == false,
      let value = earlier.entry.value(.usedForTracking)
    {
      edits.append(context.setting(value, to: true))
    }
    edits += context.tree.removing([entry.entry.value.range])
    let isCopy = entry.entry.value.isEqual(to: earlier.entry.value)
    return [
      Fix(title: "Merge into the first entry", edits: edits, isPreferred: agree, isSafe: isCopy)
    ]
  }
}

extension LintContext {
  /// The edits that add to an array the strings it does not have; nil if there is no array to add to.
  func adding(
    _ strings: [PropertyListValue], to present: [PropertyListValue], in array: PropertyListValue?
  ) -> [TextEdit]? {
    var seen = Set(present.map(\.string))
    let fresh = strings.map(\.string).filter { seen.insert($0).inserted }
    if fresh.isEmpty { return [] }
    guard let array, array.element == .array else { return nil }
    let lines = fresh.map { "<string>\(escapedForXML($0))</string>" }
    return [tree.appending(lines, to: array, layout: layout)]
  }
}
