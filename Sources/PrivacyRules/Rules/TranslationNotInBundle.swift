import SourceText

extension Rule {
  /// Reported instead of everything else, since nothing reads the file.
  static let translationNotInBundle = Rule(
    id: "translation-not-in-bundle",
    severity: .warning,
    summary: "A translation of Info.plist isn’t copied into its target’s product.",
    explanation: """
      People see the text of Info.plist, in its language, as long as `InfoPlist.strings` or `InfoPlist.xcstrings` isn’t \
      in the target’s resources: add the file to the target in Xcode. Tables of a project that XcodeGen, Tuist or \
      Bazel makes, and those that a script may copy, aren’t reported.
      """,
    sources: ["info-plist-keys"],
    kinds: [.stringsTable, .stringCatalog],
    examples: [
      .shows(
        """
        "«NSCameraUsageDescription»" = "Liest deine Belege ein.";
        """, in: .file, path: "App/de.lproj/InfoPlist.strings",
        beside: sample + """
          --- App.xcodeproj/project.pbxproj
          { objects = {
          P = { isa = PBXProject; targets = (T); };
          T = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
          buildPhases = (R); buildConfigurationList = L; };
          R = { isa = PBXResourcesBuildPhase; files = (B); };
          B = { isa = PBXBuildFile; fileRef = F; };
          F = { isa = PBXFileReference; path = App/Assets.xcassets; sourceTree = SOURCE_ROOT; };
          L = { isa = XCConfigurationList; buildConfigurations = (C); };
          C = { isa = XCBuildConfiguration; name = Release; buildSettings = { INFOPLIST_FILE = App/Info.plist; }; };
          }; rootObject = P; }
          """),
      .shows(
        """
        "NSCameraUsageDescription" = "Liest deine Belege ein.";
        """, in: .file, path: "App/de.lproj/InfoPlist.strings", beside: sample),
    ]
  ) { findings, context in
    guard let lost = context.project.lostTables, lost.paths.first == context.ownPath else { return }
    let resources = lost.targets.count > 1 ? "the targets’ resources" : "the target’s resources"
    findings.report(
      "These translations never reach \(shortList(lost.targets)); they aren’t in \(resources)",
      at: context.mentions.first?.nameRange ?? context.document.text.contents(ofLine: 0),
      related: lost.paths.dropFirst().prefix(20).map {
        Diagnostic.Related(path: $0, range: ByteRange(at: 0), message: "These aren’t copied either")
      })
  }

  private static let sample = """
    --- App/Info.plist
    <key>NSCameraUsageDescription</key>
    <string>This app scans receipts.</string>

    """
}
