import BuildTargets
import Catalog
import SourceScan

extension Rule {
  static let trackingBeforeRequest = Rule(
    id: "tracking-before-request",
    severity: .information,
    summary: "Code reads the advertising identifier or starts a tracking SDK before asking for permission.",
    explanation: """
      Until people agree to tracking, the identifier is all zeros, and what an SDK gathers is tracking without \
      consent. Ask with App Tracking Transparency first, and start tracking only if people allow it. If another file \
      asks, or the app of a package, pod or framework may, only code that runs at launch is reported, since nobody can \
      see whether other code comes before the request. Nothing is reported where the purpose string for the request \
      is reported as missing.
      """,
    sources: ["hig-privacy", "axiom-privacy-ux"],
    kinds: [.source],
    needsEvidence: true,
    examples: [
      .code(
        """
        import AdSupport
        func identifier() -> String { ASIdentifierManager.shared().«advertisingIdentifier».uuidString }
        """),
      .code(
        """
        import AdSupport
        import AppTrackingTransparency
        func identify() {
          ATTrackingManager.requestTrackingAuthorization { status in
            if status == .authorized { print(ASIdentifierManager.shared().advertisingIdentifier) }
          }
        }
        """),
    ]
  ) { findings, context in
    let guidelines: Set = ["AT001", "G033"]
    guard let evidence = context.evidence, !evidence.uses(against: guidelines).isEmpty,
      !evidence.isToldOfMissingKey(context.catalog)
    else { return }
    let isAskedElsewhere = evidence.isAskedElsewhere
    findings.reportUses(in: context, against: guidelines, "comes before the request for tracking; ask first") { use in
      use.isAtLaunch || !isAskedElsewhere
    }
  }
}

extension Findings {
  /// Reports the uses in a document that some guidelines advise against.
  ///
  /// - Parameters:
  ///   - words: What is wrong and what to do; follows the symbol’s name in the message.
  ///   - isMeant: Whether to report a use.
  mutating func reportUses(
    in context: LintContext, against guidelines: Set<String>, _ words: String,
    where isMeant: (SourceUse) -> Bool = { _ in true }
  ) {
    for use in context.evidence?.uses(against: guidelines) ?? [] where isMeant(use) {
      report("\(quoted(use.symbol)) \(words)", at: use.range, severity: use.isHint ? .hint : nil)
    }
  }
}

extension FileEvidence {
  /// Whether each program with the file lacks the purpose string without which no request is made, which is told in
  /// Info.plist.
  fileprivate func isToldOfMissingKey(_ catalog: Catalog) -> Bool {
    guard let key = catalog.purposeKey(.tracking)?.name else { return false }
    let programs = evidence.targets.filter { $0.build.kind.isProgram && $0.build.sources.contains(path) }
    return !programs.isEmpty
      && programs.allSatisfy { program in
        program.missingKeys.contains { $0.severity >= .warning && $0.keys.contains(key) }
      }
  }

  /// The uses in the document that some guidelines advise against.
  func uses(against guidelines: Set<String>) -> [SourceUse] {
    uses.filter { use in
      if case .guideline(let name) = use.kind { guidelines.contains(name) } else { false }
    }
  }
}
