import PropertyList
import SourceText

extension Rule {
  static let notADictionary = Rule(
    id: "not-a-dictionary",
    severity: .error,
    itms: "ITMS-91056",
    summary: "The root of a manifest is not a dictionary.",
    explanation: """
      A privacy manifest is one dictionary with at most four keys. Any other value at the top says nothing, and App \
      Store Connect calls the manifest invalid.
      """,
    sources: ["privacy-manifest-files", "tn3181"],
    examples: [
      .shows("<plist version=\"1.0\">\n«<array>»\n\t<dict/>\n</array>\n</plist>\n", in: .file),
      .shows("<plist version=\"1.0\">\n<string>«NSPrivacyTracking»</string>\n</plist>\n", in: .file),
      .shows("<key>NSPrivacyTracking</key>\n<false/>", in: .root),
    ]
  ) { findings, context in
    if context.document.format == .openStep {
      let syntax = OpenStepSyntax.check(context.document.text)
      if syntax.problem == nil, let root = syntax.root, root != .dictionary {
        findings.report(
          "A privacy manifest is a dictionary, not \(root.words)", at: context.document.trimmedRange)
      }
    }
    guard context.document.hasTree, let root = context.tree.root, root.element != .dict, root.element != .other else {
      return
    }
    findings.report("A privacy manifest is a dictionary, not \(typeName(of: root))", at: root.highlight) {
      // An array around the one dictionary that was meant.
      let elements = root.elements
      guard root.element == .array, elements.count == 1, let inner = elements.first, inner.element == .dict,
        !inner.isEmptyContainer
      else {
        return []
      }
      let text = context.document.text[inner.range]
      return [Fix(title: "Remove the array around the dictionary", edits: [.init(root.range, text)], isPreferred: true)]
    }
  }
}

extension OpenStepSyntax.RootKind {
  /// What the value is, in words.
  fileprivate var words: String {
    switch self {
    case .dictionary: "a dictionary"
    case .array: "an array"
    case .string: "a string"
    case .data: "data"
    }
  }
}
