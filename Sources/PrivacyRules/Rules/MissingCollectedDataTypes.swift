import Catalog
import PropertyList
import SourceText

extension Rule {
  static let missingCollectedDataTypes = Rule(
    id: "missing-collected-data-types",
    severity: .warning,
    summary: "The list of collected data types, which Xcode’s privacy report needs, is missing.",
    explanation: """
      App Store Connect doesn’t need the key, but Xcode’s privacy report fails without it: the error mentions a \
      missing expected key and names no file. If you collect nothing, use an empty list. Samples and \
      hosts of tests aren’t reported.
      """,
    sources: ["tn3184", "describing-data-use"],
    examples: [
      .fixes(
        """
        <plist version="1.0">
        «<dict>»
          <key>NSPrivacyTracking</key>
          <false/>
          + <key>NSPrivacyCollectedDataTypes</key>
          + <array/>
        </dict>
        </plist>
        """, in: .file),
      .shows(["NSPrivacyCollectedDataTypes": []]),
    ]
  ) { findings, context in
    guard let root = context.manifest?.root, root.field(.collectedDataTypes) == nil, !context.isOfNoApp,
      context.manifest?.nested == nil,
      !root.mayBeTyped(.collectedDataTypes), context.manifest?.misplacedEntries.isEmpty ?? true,
      root.value.node.isClosed, !root.value.isEmptyContainer, let key = context.catalog.key(.collectedDataTypes),
      !context.tree.isBrokenDirectly(in: root.value),
      // An entry where the manifest should be has its own finding.
      !root.slots.allSatisfy({ $0.match == .unknown })
        || !root.fields.contains(where: { root.names.foreign.contains($0.name) })
    else { return }
    findings.report("\(quoted(key.name)) is missing; Xcode’s privacy report fails without it", at: root.value.highlight)
    {
      let layout = context.layout
      let edit = context.tree.appending(context.skeleton(key, value: ["<array/>"]), to: root.value, layout: layout)
      return [Fix(title: "Add \(quoted(key.name)) with an empty array", edits: [edit], isPreferred: true)]
    }
  }
}

extension PropertyListTree {
  /// Whether there are syntax problems directly in a dictionary, so that its keys aren’t known for sure.
  func isBrokenDirectly(in dictionary: PropertyListValue) -> Bool {
    problems(in: dictionary.range).contains { problem in
      guard problem.severity == .refused, dictionary.range.contains(problem.range) else { return false }
      switch problem.kind {
      case .unclosedElement, .incompleteTag, .unterminatedComment, .unterminatedCDATA, .strayText, .valueWithoutKey,
        .keyWithoutValue, .invalidUTF8, .unknownElement, .elementInText:
        return true
      default: return false
      }
    }
  }
}

extension LintContext {
  /// Whether the tracking flag is missing, but may be half typed or lost in broken syntax.
  var isFlagUnclear: Bool {
    guard let root = manifest?.root, root.value(.tracking) == nil else { return false }
    return tree.isBrokenDirectly(in: root.value) || root.mayBeTyped(.tracking)
  }
}
