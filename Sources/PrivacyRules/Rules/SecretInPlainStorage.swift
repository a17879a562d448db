import SourceScan
import SourceText

extension Rule {
  static let secretInPlainStorage = Rule(
    id: "secret-in-plain-storage",
    severity: .information,
    summary: "A secret is written into user defaults or a plain file.",
    explanation: """
      Backups and other tools can read user defaults and files. The keychain is made for passwords, tokens and \
      keys.
      """,
    sources: ["hig-privacy"],
    kinds: [.source],
    needsEvidence: true,
    examples: [
      .code(
        """
        func store(password: String) { UserDefaults.standard.set(password, forKey: "«password»") }
        """),
      .code(
        """
        func store(units: String) { UserDefaults.standard.set(units, forKey: "units") }
        """),
    ]
  ) { findings, context in
    // A file that stores several does it the same way.
    let uses = context.evidence?.uses(against: ["G044", "G045"]) ?? []
    var told: [SourceUse] = []
    for use in uses {
      if context.isReported(findings, in: context.file, at: use.range), !use.isHint {
        told.append(use)
      } else {
        findings.report(message(about: [use], context), at: use.range, severity: use.isHint ? .hint : nil)
      }
    }
    guard let first = told.first else { return }
    findings.report(
      message(about: told, context), at: first.range,
      related: told.dropFirst().prefix(20).map { use in
        .init(range: use.range, message: use.symbol == first.symbol ? "Here too" : "\(quoted(use.symbol)) too")
      })
  }

  private static func message(about uses: [SourceUse], _ context: LintContext) -> String {
    guard let first = uses.first else { return "" }
    // Where the value says that it’s a secret, the key may only be the name of a constant.
    let key = first.kind == .guideline("G044") ? context.document.text[first.range] : first.symbol
    // The same key may be written in several places.
    let others = Set(uses.map(\.symbol)).count - 1
    if others > 0 {
      let more = others == 1 ? "1 other secret" : "\(others) other secrets"
      return "\(quoted(key)) and \(more) are stored in the clear; keep them in the keychain"
    }
    return key == first.symbol
      ? "\(quoted(key)) stores a secret in the clear; keep it in the keychain"
      : "\(quoted(first.symbol)) is stored in the clear under \(quoted(key)); keep it in the keychain"
  }
}
