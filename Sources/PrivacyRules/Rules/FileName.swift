import Catalog
import PropertyList
import SourceText

extension Rule {
  static let fileName = Rule(
    id: "file-name",
    severity: .warning,
    summary: "The file doesn’t have the name that the bundle requires.",
    explanation: """
      The system and App Store Connect look for one exact name. They ignore a manifest with another name, unless a \
      build step renames it on its way into the bundle. Devices tell capitals from small letters, so they don’t find \
      the texts of `Infoplist.strings`, which a simulator shows.
      """,
    sources: ["privacy-manifest-files", "adding-a-manifest"],
    kinds: [.privacyManifest, .stringsTable, .stringCatalog],
    examples: [
      .shows(
        """
        <plist version="1.0">
        «<dict>»
          <key>NSPrivacyCollectedDataTypes</key>
          <array/>
        </dict>
        </plist>
        """, in: .file, path: "App/MyApp.xcprivacy"),
      .shows(
        """
        "«NSCameraUsageDescription»" = "Liest deine Belege ein.";
        """, in: .file, path: "de.lproj/Infoplist.strings",
        beside: """
          --- App.xcodeproj/project.pbxproj
          {
            objects = {
              P = { isa = PBXProject; mainGroup = G; targets = (T); };
              G = { isa = PBXGroup; children = (V); sourceTree = "<group>"; };
              V = { isa = PBXVariantGroup; name = Infoplist.strings; children = (D); sourceTree = "<group>"; };
              D = { isa = PBXFileReference; name = de; path = de.lproj/Infoplist.strings; sourceTree = "<group>"; };
              B = { isa = PBXBuildFile; fileRef = V; };
              R = { isa = PBXResourcesBuildPhase; files = (B); };
              T = {
                isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
                buildPhases = (R);
              };
            };
            rootObject = P;
          }
          """),
    ]
  ) { findings, context in
    if context.document.kind != .privacyManifest { return reportTable(&findings, context) }
    let expected = context.catalog.manifest.fileName
    let name = context.document.fileName
    guard !expected.isEmpty, name != expected,
      !(context.evidence.map { $0.evidence.mayBeCopiedByScript($0.path) } ?? false)
    else { return }
    let range = context.tree.root?.highlight ?? context.document.text.contents(ofLine: 0)
    findings.report(
      "A manifest named \(quoted(String(name))) is ignored; in the bundle it must be “\(expected)”", at: range)
  }

  /// A table whose name differs in case only; the same name in several languages is one mistake.
  private static func reportTable(_ findings: inout Findings, _ context: LintContext) {
    let name = context.document.fileName
    // Most Macs ignore case.
    let platforms = context.platforms.keys
    guard platforms.isEmpty || platforms.contains(where: { $0 != .macOS && $0 != .macCatalyst }),
      !context.mentions.isEmpty, context.project.targets.contains(where: { $0.name != nil }),
      let expected = context.document.kind.namePatterns.first(where: {
        $0 != name && $0.lowercased() == name.lowercased()
      })
    else { return }
    let others = context.project.targets.flatMap(\.files).filter { other in
      other.path != context.ownPath && other.document.fileName == name
    }
    let first = { (file: ProjectFile) in file.mentions.first?.nameRange ?? file.document.text.contents(ofLine: 0) }
    if others.contains(where: { $0.path < context.ownPath && context.isReported(findings, in: $0, at: first($0)) }) {
      return
    }
    var seen: Set<String> = []
    findings.report(
      "\(quoted(String(name))) is not found on devices, where case counts; rename it to \(quoted(expected))",
      at: first(context.file),
      related: others.filter { seen.insert($0.path).inserted }.prefix(20).map {
        context.related($0, first($0), "Here as well")
      })
  }
}
