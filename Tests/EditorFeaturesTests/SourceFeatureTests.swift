import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing
import Workspace

/// The files of a project with what a request in the one with the cursor sees, sources and all.
private func project(_ marked: String) -> (files: [MarkedText.File], snapshot: Snapshot, cursor: Int) {
  let files = MarkedText(marked).files
  let asked = files.first { !$0.cursors.isEmpty } ?? files[0]
  // Some folder whose name doesn’t say that it holds samples.
  func path(_ file: MarkedText.File) -> String { "/Work/\(file.path)" }
  func document(_ file: MarkedText.File) -> Document {
    Document(path: path(file), kind: FileKind.of(path: file.path) ?? .source, text: file.source)
  }
  let evidence = linter.evidence(
    of: Dictionary(files.map { (path($0), $0.source) }, uniquingKeysWith: { first, _ in first }), in: "/Work")
  let read = files.map(document).filter { $0.kind != .source }.map(linter.read)
  let targets = linter.targets(in: ProjectFolder(path: "/Work", files: read))
    .filter { target in target.files.contains { $0.path == path(asked) } }
  let snapshot = Snapshot(
    document: document(asked), linter: linter, project: Project(targets: targets, path: path(asked)),
    evidence: evidence.file(path(asked)))
  return (files, snapshot, asked.cursor)
}

/// Expects places to be those that are marked in all files.
private func checkPlaces(
  _ marked: String, sourceLocation: SourceLocation = #_sourceLocation, _ find: (Snapshot, Int) -> [FilePlace]
) {
  let (files, snapshot, cursor) = project(marked)
  let found = find(snapshot, cursor)
  for file in files {
    let ranges = found.filter { ($0.path ?? snapshot.document.path) == "/Work/\(file.path)" }.map(\.range)
    expectEqual(
      MarkedText.marking(ranges, in: file.source), MarkedText.marking(file.ranges, in: file.source), file.path,
      sourceLocation: sourceLocation)
  }
}

private func checkHover(
  _ marked: String, _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation
) {
  let (_, snapshot, cursor) = project(marked)
  let hover = hover(in: snapshot, at: cursor)
  let found = hover?.markdown.split(separator: "\n").map(String.init) ?? []
  for line in lines {
    expectTrue(
      found.contains(line), "“\(line)” is not in:\n\(hover?.markdown ?? "no hover")", sourceLocation: sourceLocation)
  }
  expectTrue(lines.isEmpty == (hover == nil), "\(hover?.markdown ?? "no hover")", sourceLocation: sourceLocation)
  // Beside code there is little room.
  if snapshot.document.kind != .privacyManifest {
    expectTrue((hover?.markdown.count ?? 0) < 1_200, "\(hover?.markdown ?? "")", sourceLocation: sourceLocation)
  }
}

/// What sources and the files of their targets say of each other in an editor.
@Suite struct SourceFeatureTests {
  /// An app and a share extension that share a file, each with a manifest.
  private static let targets = """
    --- project.yml
    targets:
      App:
        type: application
        platform: iOS
        sources: [App, Shared]
        info: {path: App/Info.plist}
        entitlements: {path: App/App.entitlements}
      Share: {type: app-extension, platform: iOS, sources: [Share, Shared], info: {path: Share/Info.plist}}

    """
  private static func manifest(_ path: String, _ category: String, _ reason: String) -> String {
    """
    --- \(path)/PrivacyInfo.xcprivacy
    <plist version="1.0"><dict><key>NSPrivacyAccessedAPITypes</key><array><dict>
    <key>NSPrivacyAccessedAPIType</key><string>\(category)</string>
    <key>NSPrivacyAccessedAPITypeReasons</key><array>\(reason)</array>
    </dict></array></dict></plist>

    """
  }
  private static let defaults = "NSPrivacyAccessedAPICategoryUserDefaults"
  private static let app = "--- App/Main.swift\nlet a = UserDefaults.standard\n"
  private static let group = "--- App/Group.swift\nlet b = UserDefaults(suiteName: \"group.com.example\")\n"
  private static let shared = "--- Shared/Store.swift\nlet c = UserDefaults.standard\n"
  private static let share = "--- Share/Main.swift\nlet d = UserDefaults.standard\n"
  private static let plist = """
    --- App/Info.plist
    <plist version="1.0"><dict>
    <key>NSCameraUsageDescription</key><string>Scan.</string>
    <key>CFBundlePackageType</key><string>APPL</string>
    </dict></plist>

    """
  private static let scan =
    "--- App/Scan.swift\nimport AVFoundation\n"
    + "func scan() { AVCaptureDevice.requestAccess(for: .video) { _ in } }\n"
  private static let german = "--- App/de.lproj/InfoPlist.strings\nNSCameraUsageDescription = \"Scannen.\";\n"

  private static func marked(_ text: String, _ name: String) -> String { text.replacing(name, with: "«\(name)»") }
  private static func cursor(_ text: String, _ name: String) -> String {
    text.replacing(name, with: name.prefix(3) + "$0" + name.dropFirst(3))
  }

  @Test func aCategoryLeadsToItsUses() {
    // The extension’s own uses are another manifest’s; the shared file is both’s.
    let codes = "<string>CA92.1</string>\n<string>1C8F.1</string>"
    let uses = [Self.app, Self.group, Self.shared].map { Self.marked($0, "UserDefaults") }.joined()
    let others = Self.share + Self.manifest("Share", Self.defaults, "<string>CA92.1</string>")
    for manifest in [
      Self.manifest("App", "NSPrivacyAccessedAPI$0CategoryUserDefaults", codes),
      Self.manifest("App", Self.defaults, codes).replacing("<dict>\n", with: "<di$0ct>\n"),
      Self.manifest("App", Self.defaults, codes).replacing(
        "<key>NSPrivacyAccessedAPIType<", with: "<key>NS$0PrivacyAccessedAPIType<"),
    ] {
      checkPlaces(Self.targets + manifest + uses + others) { definition(in: $0, at: $1) }
      checkPlaces(Self.targets + manifest + uses + others) { references(in: $0, at: $1, includesDeclarations: false) }
    }
    checkPlaces(
      Self.targets + Self.manifest("App", "«NSPrivacyAccessedAPI$0CategoryUserDefaults»", codes) + uses + others
    ) { references(in: $0, at: $1, includesDeclarations: true) }
  }

  @Test func aReasonLeadsToWhatItFits() {
    let fits = Self.manifest("App", Self.defaults, "<string>CA92.1</string><string>1C8$0F.1</string>")
    checkPlaces(Self.targets + fits + Self.app + Self.marked(Self.group, "UserDefaults")) { definition(in: $0, at: $1) }
    // What nothing speaks for leads to all.
    let other = Self.manifest("App", Self.defaults, "<string>C56$0D.1</string>")
    checkPlaces(
      Self.targets + other + Self.marked(Self.app, "UserDefaults") + Self.marked(Self.group, "UserDefaults")
    ) { definition(in: $0, at: $1) }
  }

  @Test func aUseLeadsToItsDeclarationsAndTheOtherUses() {
    let value = "«\(Self.defaults)»"
    let both = Self.manifest("App", value, "<string>CA92.1</string>") + Self.manifest("Share", value, "")
    checkPlaces(Self.targets + both + Self.app + Self.cursor(Self.shared, "UserDefaults")) {
      definition(in: $0, at: $1)
    }
    let uses =
      Self.marked(Self.app, "UserDefaults") + Self.marked(Self.share, "UserDefaults")
      + "--- Shared/Store.swift\nlet c = «User$0Defaults».standard\n"
    checkPlaces(Self.targets + both + uses) { references(in: $0, at: $1, includesDeclarations: true) }
    checkPlaces(Self.targets + both.replacing("«", with: "").replacing("»", with: "") + uses) {
      references(in: $0, at: $1, includesDeclarations: false)
    }
    // What isn’t declared has no definition.
    checkPlaces(
      Self.targets + Self.manifest("App", "NSPrivacyAccessedAPICategoryDiskSpace", "")
        + Self.cursor(Self.app, "UserDefaults")
    ) {
      definition(in: $0, at: $1)
    }
    // Beside the symbol another server has the word.
    checkPlaces(
      Self.targets + both.replacing("«", with: "").replacing("»", with: "")
        + "--- App/Main.swift\nlet $0a = UserDefaults.standard\n"
    ) {
      references(in: $0, at: $1, includesDeclarations: true)
    }
  }

  @Test func purposeKeysLeadToCodeAndTranslations() {
    let call = Self.marked(Self.scan, "requestAccess")
    let key = "NSCameraUsageDescription"
    checkPlaces(Self.targets + Self.cursor(Self.plist, key) + call + Self.german) { definition(in: $0, at: $1) }
    checkPlaces(Self.targets + Self.cursor(Self.plist, key) + call + Self.marked(Self.german, key)) {
      references(in: $0, at: $1, includesDeclarations: false)
    }
    checkPlaces(
      Self.targets + Self.plist.replacing(key, with: "«NSCamera$0UsageDescription»") + call
        + Self.marked(Self.german, key)
    ) { references(in: $0, at: $1, includesDeclarations: true) }
    checkPlaces(Self.targets + Self.marked(Self.plist, key) + Self.cursor(Self.scan, "requestAccess") + Self.german) {
      definition(in: $0, at: $1)
    }
    checkPlaces(Self.targets + Self.marked(Self.plist, key) + Self.scan + Self.cursor(Self.german, key)) {
      definition(in: $0, at: $1)
    }
  }

  @Test func entitlementsLeadToCode() {
    checkPlaces(
      Self.targets + Self.plist + """
        --- App/App.entitlements
        <plist version="1.0"><dict><key>com.apple.developer.health$0kit</key><true/></dict></plist>
        --- App/Health.swift
        import HealthKit
        let query = «HKSampleQuery»(sampleType: type, predicate: nil, limit: 1, sortDescriptors: nil) { _, _, _ in }

        """
    ) { definition(in: $0, at: $1) }
  }

  // MARK: - Hover

  @Test func hoverSaysWhatAUseNeeds() {
    let none = Self.manifest("App", "NSPrivacyAccessedAPICategoryDiskSpace", "<string>E174.1</string>")
    checkHover(
      Self.targets + none + Self.cursor(Self.group, "UserDefaults"),
      [
        "**User defaults APIs**",
        "`UserDefaults` needs a reason in the privacy manifest. App doesn’t declare it.",
        "- `1C8F.1` data shared within the App Group. **May fit:** the suite is an App Group",
        "- `CA92.1` only this app’s own data",
      ])
    let declared = Self.manifest("App", Self.defaults, "<string>CA92.1</string>")
    checkHover(
      Self.targets + declared + Self.cursor(Self.shared, "UserDefaults"),
      [
        "`UserDefaults` needs a reason in the privacy manifest. App declares `CA92.1`. Share has no privacy manifest."
      ])
    checkHover(
      Self.targets + Self.manifest("App", Self.defaults, "<string>…</string>")
        + Self.cursor(Self.group, "UserDefaults"),
      ["`UserDefaults` needs a reason in the privacy manifest. App declares no reason."])
    checkHover(
      Self.targets + declared + "--- App/Main.swift\n#if DEBUG\nlet a = User$0Defaults.standard\n#endif\n",
      [
        "`UserDefaults` needs a reason in the privacy manifest. Users don’t get this code, so nothing has to be "
          + "declared for it."
      ])
    checkHover(
      Self.targets + Self.plist + Self.cursor(Self.scan, "requestAccess"),
      ["**Camera**", "`requestAccess` needs `NSCameraUsageDescription` in Info.plist. App has it."])
    checkHover(
      Self.targets + Self.plist.replacing("Camera", with: "Microphone") + Self.cursor(Self.scan, "requestAccess"),
      ["`requestAccess` needs `NSCameraUsageDescription` in Info.plist. App doesn’t have it."])
    checkHover(
      Self.targets + declared + """
        --- App/Token.swift
        func keep(token: String) { UserDefaults.standard.se$0t(token, forKey: "token") }

        """, [])
    checkHover(Self.targets + declared + "--- App/Main.swift\nlet a = UserDefaults.stan$0dard\n", [])
    checkHover(Self.targets + declared + "--- App/Item.swift\nfunc f(item: Item) -> Any { item.creation$0Date }\n", [])
  }

  @Test func hoverOnDeclarationsSaysWhereCodeUsesThem() {
    let uses = Self.app + Self.group + Self.shared
    checkHover(
      Self.targets + uses
        + Self.manifest("App", "NSPrivacyAccessedAPI$0CategoryUserDefaults", "<string>CA92.1</string>"),
      ["Used in 3 files of App: Group.swift, Main.swift, Store.swift"])
    checkHover(
      Self.targets + uses + Self.manifest("App", Self.defaults, "<string>1C8$0F.1</string>"),
      ["May fit what code does in 1 file of App: Group.swift"])
    checkHover(
      Self.targets + uses + Self.manifest("App", Self.defaults, "<string>C56$0D.1</string>"),
      ["Its category is used in 3 files of App: Group.swift, Main.swift, Store.swift"])
    checkHover(
      Self.targets + Self.cursor(Self.plist, "NSCameraUsageDescription") + Self.scan,
      ["Used in 1 file of App: Scan.swift"])
  }

  // MARK: - Lenses and hints

  @Test func lensesCountUses() {
    func lenses(_ marked: String) -> [String] {
      codeLenses(in: project(marked).snapshot).filter { $0.action == .uses }.map(\.title)
    }
    let uses = Self.app + Self.group + Self.shared
    expectEqual(lenses(Self.manifest("App", "$0" + Self.defaults, "") + Self.targets + uses), ["3 uses in 3 files"])
    expectEqual(lenses(Self.targets + uses + Self.manifest("App", "$0NSPrivacyAccessedAPICategoryDiskSpace", "")), [])
    expectEqual(
      lenses(Self.targets + Self.scan + Self.plist.replacing("<plist", with: "$0<plist")), ["1 use in 1 file"])
    expectEqual(lenses(Self.targets + Self.plist.replacing("<plist", with: "$0<plist")), [])
    let settings = Self.targets.replacing(
      "info: {path: App/Info.plist}", with: "configFiles: {Release: App/App.xcconfig}")
    expectEqual(
      lenses(settings + Self.scan + "--- App/App.xcconfig\n$0INFOPLIST_KEY_NSCameraUsageDescription = Scan.\n"),
      ["1 use in 1 file"])
  }

  @Test func hintsSayWhatUsesLack() {
    func hints(_ marked: String, _ kinds: Set<InlayHint.Kind> = [.uses]) -> String {
      let snapshot = project(marked).snapshot
      let text = snapshot.document.text
      let hints = inlayHints(in: snapshot, range: ByteRange(0, text.count), kinds: kinds)
      return string(text.applying(hints.map { .insert("‹\($0.label)›", at: $0.offset) }))
    }
    let declared = Self.manifest("App", Self.defaults, "<string>1C8F.1</string>")
    let group = Self.group.replacing("let", with: "$0let")
    expectEqual(
      hints(Self.targets + declared + group), "let b = UserDefaults‹1C8F.1›(suiteName: \"group.com.example\")\n")
    expectEqual(hints(Self.targets + group), "let b = UserDefaults‹not declared›(suiteName: \"group.com.example\")\n")
    expectEqual(
      hints(Self.targets + group, InlayHint.Kind.onByDefault),
      "let b = UserDefaults(suiteName: \"group.com.example\")\n")
  }

  // MARK: - What code speaks for

  @Test func whatCodeSpeaksForIsOfferedFirst() {
    let uses = Self.app + Self.group + Self.shared
    func offers(_ reason: String) -> [String] {
      let (_, snapshot, cursor) = project(Self.targets + uses + Self.manifest("App", Self.defaults, reason))
      return completions(in: snapshot, at: cursor).map { "\($0.label) \($0.detail)" }
    }
    for reason in ["<string>$0</string>", "$0"] {
      let all = offers(reason)
      expectEqual(
        all.prefix(2),
        [
          "CA92.1 only this app’s own data (may fit: these are the app’s own user defaults)",
          "1C8F.1 data shared within the App Group (may fit: the suite is an App Group)",
        ])
      expectTrue(all.count > 2 && !all.dropFirst(2).contains { $0.contains("(may fit: ") }, "\(all)")
    }
    expectEqual(
      offers("<string>CA92.1</string><string>$0</string>").first,
      "1C8F.1 data shared within the App Group (may fit: the suite is an App Group)")
    // The fixes of an entry without a reason, and the categories that can be added.
    func actions(_ text: String) -> [CodeAction] {
      let (_, snapshot, cursor) = project(Self.targets + uses + text)
      return codeActions(in: snapshot, range: ByteRange(at: cursor))
    }
    let fixes = actions(Self.manifest("App", Self.defaults, "$0").replacing("$0</array>", with: "</array>$0"))
    let added = fixes.map(\.title).filter { $0.hasPrefix("Add ") }
    expectEqual(
      added.prefix(2),
      [
        "Add CA92.1: only this app’s own data (these are the app’s own user defaults)",
        "Add 1C8F.1: data shared within the App Group (the suite is an App Group)",
      ])
    expectTrue(added.contains("Add AC6B.1: managed app configuration (MDM)"), "\(added)")
    let disk = Self.manifest("App", "NSPrivacyAccessedAPICategoryDiskSpace", "<string>E174.1</string>")
    let categories = actions(
      disk.replacing("<dict><key>NSPrivacyAccessedAPITypes", with: "<di$0ct><key>NSPrivacyAccessedAPITypes"))
    expectEqual(
      categories.map(\.title).filter { $0.hasPrefix("Add a required reason API: ") }.prefix(2),
      ["Add a required reason API: User defaults", "Add a required reason API: File timestamp"])
  }

  /// The fix of a finding in a source changes the manifest, and leaves the reason to the author where none is named.
  @Test func aSourceIsMendedInTheManifest() {
    let disk = Self.manifest("App", "NSPrivacyAccessedAPICategoryDiskSpace", "<string>E174.1</string>")
    let (_, snapshot, cursor) = project(Self.targets + disk + Self.cursor(Self.group, "UserDefaults"))
    let actions = codeActions(in: snapshot, range: ByteRange(at: cursor)).filter { !$0.otherFiles.isEmpty }
    expectEqual(
      actions.map(\.title),
      [
        "Declare user defaults APIs with 1C8F.1 in PrivacyInfo.xcprivacy: data shared within the App Group",
        "Declare user defaults APIs in PrivacyInfo.xcprivacy with a reason to fill in",
      ])
    expectTrue(
      actions.allSatisfy { $0.edits.isEmpty && $0.otherFiles.map(\.path) == ["/Work/App/PrivacyInfo.xcprivacy"] },
      "\(actions)")
    expectTrue(
      actions.last?.otherFiles.first?.edits.first?.replacement.contains("<string>…</string>") ?? false, "no gap")
  }

  // MARK: - What others know better

  /// Beside the server of a language this one answers only for what Apple protects: at each place of a source, every
  /// other feature is silent.
  @Test func nothingElseIsSaidOfSources() throws {
    let marked =
      Self.targets + Self.manifest("App", Self.defaults, "<string>CA92.1</string>") + """
        --- App/Main.swift
        $0// A comment
        struct Settings {
          /* <plist><dict> */
          let a = UserDefaults.standard
          func f() { print("a") }
        }

        """
    let snapshot = project(marked).snapshot
    let document = snapshot.document
    expectEqual(document.kind, .source)
    expectTrue(snapshot.evidence != nil, "no evidence")
    expectEqual(documentSymbols(of: document, catalog: snapshot.catalog), [])
    expectEqual(workspaceSymbols(of: document, catalog: snapshot.catalog), [])
    expectEqual(foldingRanges(of: document, catalog: snapshot.catalog, options: FoldingOptions(wholeLines: false)), [])
    expectEqual(semanticTokens(in: snapshot), [])
    expectEqual(documentLinks(in: snapshot), [])
    expectEqual(codeLenses(in: snapshot), [])
    expectEqual(inlayHints(in: snapshot, range: ByteRange(0, document.text.count)), [])
    expectEqual(try formattingEdits(in: document), [])
    let use = string(document.text).utf8.count - string(document.text).split(separator: "UserDefaults")[1].utf8.count
    for offset in 0...document.text.count {
      expectEqual(selectionRanges(in: document, at: offset), [])
      expectEqual(documentHighlights(in: snapshot, at: offset), [])
      expectEqual(linkedEditingRanges(in: document, at: offset)?.ranges, nil)
      expectEqual(completions(in: snapshot, at: offset), [])
      expectEqual(renameRange(in: snapshot, at: offset), nil)
      expectTrue(try renaming(in: snapshot, at: offset, to: "a") == nil, "a renaming at \(offset)")
      for typed in [">", "/"] { expectEqual(typingEdit(in: document, at: offset, typed: typed), nil) }
      expectEqual(codeActions(in: snapshot, range: ByteRange(at: offset)), [])
      guard !ByteRange(use - 12, use).touches(offset) else { continue }
      expectEqual(hover(in: snapshot, at: offset), nil)
      expectEqual(definition(in: snapshot, at: offset), [])
      expectEqual(references(in: snapshot, at: offset, includesDeclarations: true), [])
    }
  }
}
