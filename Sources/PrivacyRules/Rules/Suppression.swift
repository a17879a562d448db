import PropertyList
import SourceText

extension Rule {
  static let suppression = Rule(
    id: "suppression",
    severity: .warning,
    summary: "A suppression comment has no reason, names no rule or suppresses nothing.",
    explanation: """
      `<!-- privacy-lsp:ignore RULE: why -->` right before an element suppresses the rule’s findings in it; before a \
      key, in the key and its value. `privacy-lsp:ignore-file` before the root does so for the whole file. The reason \
      is for whoever reads the file next; without one, the comment suppresses nothing. Broken syntax can’t be \
      suppressed.
      """,
    sources: ["adding-a-manifest"],
    kinds: Set(FileKind.allCases),
    isSuppressible: false,
    examples: [
      .shows(
        """
        <!-- «privacy-lsp:ignore unknown-key: no longer needed» -->
        <key>NSPrivacyTracking</key>
        <false/>
        """, in: .root),
      .shows(
        """
        <!-- «privacy-lsp:ignore unknown-key» -->
        <key>CFBundleName</key>
        <string>App</string>
        """, in: .root),
      .shows(
        """
        <!-- «privacy-lsp:ignore unknown-key: …» -->
        <key>CFBundleName</key>
        <string>App</string>
        """, in: .root),
      .shows(
        """
        <!-- privacy-lsp:ignore «no-such-rule»: why -->
        <key>NSPrivacyTracking</key>
        <false/>
        """, in: .root),
      .shows(
        """
        <!-- «privacy-lsp:ingore» unknown-key: read by our own tool -->
        <key>CFBundleName</key>
        <string>App</string>
        """, in: .root),
      .shows(
        """
        <!-- privacy-lsp:ignore unknown-key: read by our own tool -->
        <key>CFBundleName</key>
        <string>App</string>
        """, in: .root),
    ]
  ) { _, _ in
    // The linter calls reportSuppressions(_:_:), which needs the findings of the other rules.
  }
}

extension Findings {
  /// Reports suppression comments with a mistake.
  mutating func reportSuppressions(_ suppressions: Suppressions, _ context: LintContext) {
    for (range, name) in suppressions.misspellings {
      let words = context.document.text[range]
      report("“\(words)” suppresses nothing; write “\(name)”", at: range) {
        [Fix(title: "Change to “\(name)”", edits: [TextEdit(range, name)], isPreferred: true)]
      }
    }
    for (index, directive) in suppressions.directives.enumerated() {
      if directive.rules.isEmpty {
        report("This comment names no rule", at: directive.range)
        continue
      }
      var isReported = false
      for (place, rule) in directive.rules.enumerated() {
        let message: String
        if let known = Rule.withID(rule.id) {
          if suppressions.isUsed(directive: index, rule: place) || isOff(known) { continue }
          if !directive.hasReason, known.isSuppressible { continue }
          message =
            known.isSuppressible
            ? "“\(rule.id)” suppresses nothing here" : "“\(rule.id)” can’t be suppressed"
        } else {
          message = Configuration.problem(withRule: rule.id)
        }
        let isOnly = directive.rules.count == 1
        let isKnown = Rule.isKnown(rule.id)
        let meant = isKnown ? nil : Configuration.ruleMeant(by: rule.id)
        report(message, at: isOnly && isKnown ? directive.range : rule.range, tags: isKnown ? [.unnecessary] : []) {
          if let meant {
            return [Fix(title: "Change to “\(meant)”", edits: [TextEdit(rule.range, meant)], isPreferred: true)]
          }
          guard isOnly, context.document.kind != .source, let comment = directive.comment else { return [] }
          let edits = context.tree.removing([comment], keepingComments: false)
          return [Fix(title: "Remove the comment", edits: edits, isPreferred: isKnown)]
        }
        isReported = true
      }
      if !directive.hasReason, !isReported {
        report("This comment suppresses nothing without a reason; write why after a colon", at: directive.range)
      }
    }
  }
}
