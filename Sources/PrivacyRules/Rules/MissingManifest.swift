import BuildTargets
import SourceText

extension Rule {
  static let missingManifest = Rule(
    id: "missing-manifest",
    severity: .information,
    summary: "An app has no privacy manifest.",
    explanation: """
      A manifest says what data the app collects and why it uses required reason APIs. If its code uses one, the call \
      is reported instead, as an error. If only code in a folder that isn’t checked does, this is the error. \
      `privacy-lsp init` writes a manifest based on what the code uses. Expo makes one for its apps, so those aren’t \
      reported.
      """,
    sources: ["adding-a-manifest", "privacy-manifest-files"],
    kinds: [.xcodeProject, .source],
    needsEvidence: true,
    examples: [
      .shows(
        """
        targets:
          «App»:
            type: application
            platform: iOS
            sources: [App]
        """, in: .file, path: "project.yml",
        beside: """
          --- App/Main.swift
          let version = 1
          """),
      .shows(
        """
        targets:
          App:
            type: application
            platform: iOS
            sources: [App]
        """, in: .file, path: "project.yml",
        beside: """
          --- App/PrivacyInfo.xcprivacy
          --- App/Main.swift
          let version = 1
          """),
    ]
  ) { findings, context in
    guard let evidence = context.evidence, !context.isOfNoApp else { return }
    let lacking = evidence.targets.filter { target in
      target.build.kind == .application && target.manifests.isEmpty && target.build.declaredIn == evidence.path
        && !target.build.getsManifest
        // The shell around an app for the watch alone has no code.
        && !target.build.isShell && !(target.isWhole && target.build.sources.isEmpty)
        // A watch app or an App Clip that needs none: its app’s says what is collected.
        && !(target.isEmbedded && target.isWhole && target.undeclared.isEmpty)
        // What calls need is told at the first of them.
        && (target.isManifestMissing || !target.undeclared.contains { $0.uses.first?.isOurs ?? false })
    }
    func line(_ target: DeclaringTarget) -> ByteRange {
      context.firstLine(target.build.declaration ?? ByteRange(at: 0))
    }
    for target in lacking {
      guard let listed = target.build.manifest else { continue }
      findings.report(
        "\(quoted(lastComponent(of: listed.path))) of \(quoted(target.build.name)) is missing or can’t be read",
        at: line(target), related: target.undeclared.compactMap(\.uses.first?.related))
    }
    let without = lacking.filter { $0.build.manifest == nil }
    for (target, all) in context.joined(without, by: { _ in true }, at: line, findings.rule) {
      findings.report(
        "\(shortList(all.map(\.build.name))) \(all.count > 1 ? "have" : "has") no privacy manifest", at: line(target),
        severity: all.flatMap(\.undeclared).map(\.severity).max(),
        // They are in files that aren’t ours, or the first of them would have the finding.
        related: all.flatMap(\.undeclared).compactMap(\.uses.first).related()
          + all.dropFirst().map { .init(range: line($0), message: "\(quoted($0.build.name)) has none either") })
    }
  }
}

extension LintContext {
  /// The first line of a range in this or another file, as far as the document’s lines tell.
  func firstLine(_ range: ByteRange) -> ByteRange {
    let end = document.text.contents(ofLine: document.text.line(at: range.lower)).upper
    return ByteRange(range.lower, max(min(range.upper, end), range.lower))
  }
}
