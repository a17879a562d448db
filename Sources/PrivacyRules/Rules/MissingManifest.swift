import BuildTargets
import SourceText

extension Rule {
  static let missingManifest = Rule(
    id: "missing-manifest",
    severity: .information,
    summary: "An app has no privacy manifest.",
    explanation: """
      A manifest says what data the app collects and why it uses required reason APIs. If its code uses one, the call \
      is reported instead, as an error. `privacy-lsp init` writes a manifest based on what the code uses.
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
    for target in evidence.targets
    where target.build.kind == .application && target.manifests.isEmpty && target.build.declaredIn == evidence.path {
      // What calls need is told at the first of them.
      if !target.isManifestMissing, !target.undeclared.isEmpty { continue }
      let range = target.build.declaration ?? ByteRange(at: 0)
      let listed = target.build.manifest.map { quoted(lastComponent(of: $0.path)) }
      findings.report(
        listed.map { "\($0) of \(quoted(target.build.name)) is missing or can’t be read" }
          ?? "\(quoted(target.build.name)) has no privacy manifest", at: context.firstLine(range),
        related: target.undeclared.compactMap(\.uses.first?.related))
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
