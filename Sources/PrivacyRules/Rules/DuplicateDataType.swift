import Catalog
import PropertyList
import SourceText

extension Rule {
  static let duplicateDataType = Rule(
    id: "duplicate-data-type",
    severity: .warning,
    summary: "A data type is declared twice.",
    explanation: """
      Use one entry for each data type, with all its purposes. If two entries contradict each other, Apple doesn’t say \
      which one the label shows.
      """,
    safeFix: "removes an entry that is an exact copy of another one",
    sources: ["tn3184", "describing-data-use"],
    examples: [
      .shows(
        dataTypeEntry("NSPrivacyCollectedDataTypeCrashData", purposes: "NSPrivacyCollectedDataTypePurposeAnalytics")
          + "\n"
          + dataTypeEntry(
            "«NSPrivacyCollectedDataTypeCrashData»", purposes: "NSPrivacyCollectedDataTypePurposeAppFunctionality"),
        fixed: dataTypeEntry(
          "NSPrivacyCollectedDataTypeCrashData", purposes: "NSPrivacyCollectedDataTypePurposeAnalytics",
          "NSPrivacyCollectedDataTypePurposeAppFunctionality"), in: .dataTypes)
    ]
  ) { findings, context in
    let misplaced = context.manifest?.misplacedDictionaries ?? []
    let placed = (context.manifest?.dataTypes ?? []).filter { !misplaced.contains(ObjectIdentifier($0.entry)) }
    for (entry, earlier) in placed.repetitions(by: { $0.dataType.map(ObjectIdentifier.init) }) {
      guard let type = entry.dataType, let identifier = entry.identifier else { continue }
      let related = earlier.identifier.map { [Diagnostic.Related(range: $0.highlight, message: "First here")] } ?? []
      findings.report("\(type.displayName) is already declared", at: identifier.highlight, related: related) {
        merge(entry, into: earlier, context)
      }
    }
  }

  static func merge(
    _ entry: CollectedDataType, into earlier: CollectedDataType, _ context: LintContext
  ) -> [Fix] {
    guard entry.entry.value.parent?.element == .array else { return [] }
    let agree = entry.isLinked == earlier.isLinked && entry.isUsedForTracking == earlier.isUsedForTracking
    var edits: [TextEdit] = []
    // Keys that the earlier entry lacks are copied from the later one.
    var missing: [String] = []
    let flags = [
      (ManifestKey.Role.linked, entry.isLinked, earlier.isLinked),
      (.usedForTracking, entry.isUsedForTracking, earlier.isUsedForTracking),
    ]
    for (role, flag, earlierFlag) in flags {
      if let value = earlier.entry.value(role) {
        // Where the two contradict each other, keep the answer that declares more.
        if flag == true, earlierFlag != true { edits.append(context.setting(value, to: true)) }
      } else if earlier.entry.field(role) == nil, let flag, let key = context.catalog.key(role) {
        missing += context.skeleton(key, value: [flag ? "<true/>" : "<false/>"])
      }
    }
    guard
      let union = context.adding(
        entry.purposes, to: earlier.purposes, of: .purposes, in: earlier.entry, missing: &missing)
    else { return [] }
    edits += union
    if !missing.isEmpty {
      edits.append(context.tree.appending(missing, to: earlier.entry.value, layout: context.layout))
    }
    edits += context.tree.removing([entry.entry.value.range])
    let isCopy = entry.entry.value.isIntactCopy(of: earlier.entry.value)
    return [
      Fix(title: "Merge into the first entry", edits: edits, isPreferred: agree, isSafe: isCopy)
    ]
  }
}

extension LintContext {
  /// The edits that add missing strings to the array of a key. Where the dictionary lacks the key, its lines go to
  /// `missing`. Nil if the value isn’t an array.
  func adding(
    _ strings: [PropertyListValue], to present: [PropertyListValue], of role: ManifestKey.Role,
    in dictionary: ManifestDictionaryValue, missing: inout [String]
  ) -> [TextEdit]? {
    var seen = Set(present.map(\.string))
    let fresh = strings.map(\.string).filter { seen.insert($0).inserted }
    if fresh.isEmpty { return [] }
    let lines = fresh.map { "<string>\(escapedForXML($0))</string>" }
    guard let array = dictionary.value(role) else {
      guard dictionary.field(role) == nil, let key = catalog.key(role) else { return nil }
      missing += skeleton(key, value: ["<array>"] + lines.map { "\t" + $0 } + ["</array>"])
      return []
    }
    guard array.element == .array else { return nil }
    return [tree.appending(lines, to: array, layout: layout)]
  }
}
