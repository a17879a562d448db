import BuildTargets
import PropertyList
import SourceText

extension Rule {
  static let manifestNotInBundle = Rule(
    id: "manifest-not-in-bundle",
    severity: .warning,
    summary: "A privacy manifest isn’t copied into its target’s product.",
    explanation: """
      A manifest counts only at the top of the bundle that it describes. Add the file to the target in Xcode, to the \
      target’s `resources` in Package.swift or to the pod’s `resource_bundles`. A manifest that a script may copy \
      isn’t reported.
      """,
    sources: ["adding-a-manifest"],
    needsEvidence: true,
    examples: [
      .shows(
        """
        <plist version="1.0">
        «<dict>»
          <key>NSPrivacyCollectedDataTypes</key>
          <array/>
        </dict>
        </plist>
        """, in: .file, path: "Sources/Kit/PrivacyInfo.xcprivacy",
        beside: """
          --- Package.swift
          // swift-tools-version: 5.7
          import PackageDescription
          let package = Package(
            name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])], targets: [.target(name: "Kit")])
          --- Sources/Kit/Kit.swift
          public let version = 1
          """),
      .shows(
        ["NSPrivacyCollectedDataTypes": []],
        path: "Sources/Kit/PrivacyInfo.xcprivacy",
        beside: """
          --- Package.swift
          // swift-tools-version: 5.7
          import PackageDescription
          let package = Package(
            name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])],
            targets: [.target(name: "Kit", resources: [.copy("PrivacyInfo.xcprivacy")])])
          --- Sources/Kit/Kit.swift
          public let version = 1
          """),
    ]
  ) { findings, context in
    guard let evidence = context.evidence, let root = context.manifest?.root else { return }
    let targets = evidence.targetsThatLeaveItOut
    guard let first = targets.first else { return }
    // A pod often has the name of a target.
    let isPod = targets.allSatisfy { $0.build.kind == .pod }
    let isResource = first.build.kind == .library || first.build.kind == .pod
    let what =
      isPod
      ? "in “resource_bundles”" : isResource ? "a resource of the target" : "in a resources phase of the target"
    let pod = targets.count == 1 ? "the pod " : "the pods "
    let names = (isPod ? pod : "") + shortList(targets.names)
    let isSpare = evidence.isSpare
    findings.report(
      isSpare
        ? "This manifest isn’t used; \(names) has another one"
        : "This manifest never reaches \(names); it isn’t \(what)",
      at: root.value.highlight, severity: isSpare ? .information : nil,
      related: first.build.declaration.map {
        [Diagnostic.Related(path: first.build.declaredIn, range: ByteRange(at: $0.lower), message: "The target")]
      } ?? [])
  }
}
