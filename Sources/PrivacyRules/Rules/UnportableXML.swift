import PropertyList
import SourceText

extension Rule {
  static let unportableXML = Rule(
    id: "unportable-xml",
    severity: .warning,
    summary: "Apple’s parser reads the file, but strict XML parsers don’t.",
    explanation: """
      Other tools read manifests too: package managers merge them, and scripts check them. Most use a strict XML \
      parser, which stops at this point.
      """,
    safeFix: "removes whitespace before the XML declaration",
    sources: ["adding-a-manifest"],
    isSuppressible: false,
    examples: [
      .shows(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
          <key>NSPrivacyCollectedDataTypes</key>
          <array/>
        </dict>
        </plist>
        «end»
        """, in: .file),
      .shows(
        """
        <!-- a«--»b -->
        <key>NSPrivacyTracking</key>
        <false/>
        """, in: .root),
      .shows(
        """
        <!-- a-b -->
        <key>NSPrivacyTracking</key>
        <false/>
        """, in: .root),
    ]
  ) { findings, context in
    // A key outside the dictionary has its own rule.
    guard context.document.hasTree, context.tree.root?.element != .key else { return }
    // Another encoding is reported once.
    var isEncodingReported = context.tree.problems.contains { $0.severity == .refused && $0.kind == .invalidUTF8 }
    for problem in context.tree.problems where problem.severity != .refused && problem.kind != .runTogether {
      if problem.kind == .invalidUTF8 {
        if isEncodingReported { continue }
        isEncodingReported = true
      }
      findings.report(
        message(for: problem.kind), at: problem.range,
        severity: problem.severity == .notPortable ? .warning : .information
      ) {
        switch problem.kind {
        case .contentBeforeDeclaration:
          guard context.document.text.slice(problem.range).allSatisfy({ $0 <= 0x20 }) else { return [] }
          return [
            Fix(title: "Remove the whitespace", edits: [.delete(problem.range)], isPreferred: true, isSafe: true)
          ]
        default: return []
        }
      }
    }
  }
}
