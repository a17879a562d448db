import Catalog
import EditorFeatures
import PrivacyRules
import ProjectFiles
import PropertyList
import SourceText
import TestSupport
import Testing

/// Nothing that can be accepted in an editor decides for the person who accepts it.
///
/// A fact is what a file says: a text or a name, a flag, a list that is said to be empty, the reason in a comment that
/// suppresses. Each fact that an action, or a completion with its stops left as they come, brings into a file
///
/// - is named in the title, label or detail that was accepted,
/// - or is structure: a key that Apple lists,
/// - or was in the project before; for a text of a translation, in that file,
/// - or has a finding that weighs a warning or more, and is no English sentence of ours where another language belongs.
@Suite struct NothingInventedTests {
  // MARK: - Facts

  enum Fact: Hashable {
    case text(String)
    /// A text of a translation, with its language.
    case translation(String, String?)
    case flag(Bool, key: String)
    case emptyList(key: String)
    case reason(String)
  }

  /// What a file says, each with its place.
  static func facts(_ document: Document) -> [(fact: Fact, range: ByteRange)] {
    switch document.content {
    case .source: []
    case .propertyList: propertyList(document.tree)
    case .strings(let table):
      table.entries.flatMap { entry -> [(Fact, ByteRange)] in
        guard let value = entry.value else { return [] }
        let language = document.path.split(separator: "/").dropLast().last.flatMap {
          $0 == "Base.lproj" ? nil : String($0.dropLast(".lproj".count))
        }
        return [
          (.text(entry.key.value), entry.key.range),
          (.translation(value.value, language), value.range),
        ]
      } + reasons(table.tree.comments.map(\.content), document.text)
    case .stringCatalog(let catalog):
      catalog.entries.flatMap { entry in
        [(.text(entry.key.value), entry.key.range)]
          + entry.localizations.flatMap { localization in
            localization.units.compactMap { unit in
              unit.value.map {
                (.translation($0.value, localization.language.value), $0.range)
              }
            }
          }
      }
    case .xcodeProject(let project):
      settings((project.configurations + project.targets.flatMap(\.configurations)).flatMap(\.settings))
        + reasons(project.tree.comments.map(\.content), document.text)
    case .buildConfiguration(let file):
      settings(file.settings) + reasons(file.comments.map(\.content), document.text)
    case .lockFile: []
    }
  }

  private static func settings(_ settings: [BuildSetting]) -> [(Fact, ByteRange)] {
    settings.flatMap { setting in
      [(.text(setting.name), setting.nameRange)]
        + setting.values.map { (.text($0.value), $0.range.isEmpty ? setting.nameRange : $0.range) }
    }
  }

  private static func propertyList(_ tree: PropertyListTree) -> [(Fact, ByteRange)] {
    var result: [(Fact, ByteRange)] = []
    var keys: [Int: String] = [:]
    for (index, node) in tree.nodes.enumerated() {
      if node.kind == .comment { result += reasons([node.inner], tree.text) }
      guard node.kind == .element else { continue }
      let key = keys[Int(node.parent)] ?? ""
      let value = PropertyListValue(tree: tree, index: index)
      switch node.element {
      case .key:
        keys[Int(node.parent)] = value.string
        result.append((.text(value.string), node.range))
      case .true, .false: result.append((.flag(node.element == .true, key: key), node.range))
      case .array where value.isEmptyContainer: result.append((.emptyList(key: key), node.range))
      case let element where element.isLeaf: result.append((.text(value.string), node.range))
      default: break
      }
    }
    return result
  }

  private static func reasons(_ comments: [ByteRange], _ text: SourceText) -> [(Fact, ByteRange)] {
    comments.compactMap { range in
      let words: String = text[range]
      guard words.contains("privacy-lsp:ignore"), let colon = words.lastIndex(where: { $0 == ":" }) else { return nil }
      return (.reason(String(words[words.index(after: colon)...]).trimmed), range)
    }
  }

  // MARK: - Projects

  struct Files {
    /// The file that is open comes first.
    var all: [(path: String, text: SourceText)]
    var configuration = Configuration()

    func replacing(_ changes: [FileEdits]) -> Files {
      var result = self
      for change in changes {
        for index in all.indices where all[index].path == change.path {
          result.all[index].text = all[index].text.applying(change.edits)
        }
      }
      return result
    }

    /// What requests for each file see.
    var snapshots: [Snapshot] {
      let read = all.map { linter.read(Document(path: $0.path, kind: Self.kind($0.path), text: $0.text)) }
      guard all.count > 1 else {
        return read.map { Snapshot(document: $0.document, linter: linter, configuration: configuration) }
      }
      let targets = linter.targets(in: ProjectFolder(path: "/App", files: read))
      return read.map { file in
        let own = targets.filter { $0.files.contains { $0.path == file.path } }
        return Snapshot(
          document: file.document, linter: linter,
          project: Project(product: own.first?.product ?? .unknown, targets: own, path: file.path),
          configuration: configuration)
      }
    }

    private static func kind(_ path: String) -> FileKind { FileKind.of(path: path) ?? .privacyManifest }
  }

  // MARK: - The check

  /// What is accepted at one time.
  struct Change {
    /// What the person sees before accepting it.
    var words: String
    var edits: [TextEdit]
    var otherFiles: [FileEdits] = []
  }

  /// The facts that a change brings in, and that nothing tells of.
  static func inventions(of change: Change, in files: Files, _ before: [Snapshot]) -> [String] {
    let after = files.replacing([FileEdits(path: files.all[0].path, edits: change.edits)] + change.otherFiles)
      .snapshots
    var known: Set<Fact> = []
    var texts: [String] = []
    var words: Set<Substring> = Set(Self.words(change.words))
    for (fact, _) in before.flatMap({ facts($0.document) }) {
      known.insert(alike(fact))
      switch fact {
      case .text(let text), .translation(let text, _):
        texts.append(letters(text))
        words.formUnion(Self.words(text))
      default: break
      }
    }
    // What a file that is broken says, is said once it is mended.
    let broken = after.filter {
      $0.document.isPropertyList && $0.document.tree.problems.contains { $0.severity == .refused }
    }
    if !broken.isEmpty { return [] }
    let factsAfter = after.map { facts($0.document) }
    let (old, new) = (flags(before.map { facts($0.document) }), flags(factsAfter))
    var result: [String] = []
    var suspects: [(fact: Fact, path: String, range: ByteRange)] = []
    for (snapshot, facts) in zip(after, factsAfter) {
      let development = snapshot.project.targets.first?.developmentLanguage
      for (fact, range) in facts {
        switch fact {
        case .text(let text):
          if text.isEmpty || isListed(text) || isNamed(text, in: change.words) { continue }
          // Moved, shortened, or put together from words that are there.
          if texts.contains(where: { $0.contains(letters(text)) }) || words.isSuperset(of: Self.words(text)) {
            continue
          }
        case .translation(let text, let language):
          if text.isEmpty || known.contains(alike(fact)) || isNamed(text, in: change.words) { continue }
          let isOwn = (language ?? development ?? "en").hasPrefix(development ?? "en")
          if isOwn, texts.contains(letters(text)) || words.isSuperset(of: Self.words(text)) { continue }
        case .flag(let flag, let key):
          if isNamed(flag, key, in: change.words) { continue }
          // Another name for the key moves a flag.
          if new[fact, default: 0] <= old[fact, default: 0] { continue }
          if new[.flag(flag, key: ""), default: 0] <= old[.flag(flag, key: ""), default: 0] { continue }
        case .emptyList(let key):
          if known.contains(fact) || linter.catalog.root?.key(named: key) == nil { continue }
          if ["empty", "no ", "yourself", "Remove"].contains(where: change.words.contains) { continue }
        case .reason(let reason):
          if isNamed(reason, in: change.words) || before.contains(where: { string($0.document.text).contains(reason) })
          {
            continue
          }
        }
        if isEnglish(fact, where: development), !isOriginal(fact, texts) {
          result.append("English for another language: \(fact)")
        }
        suspects.append((fact, snapshot.document.path, range))
      }
    }
    for snapshot in suspects.isEmpty ? [] : after {
      for found in snapshot.lint(fixes: .none) where found.severity >= .warning {
        for place in [(path: nil, range: found.range)] + found.related.map({ (path: $0.path, range: $0.range) }) {
          suspects.removeAll { $0.path == place.path ?? snapshot.document.path && $0.range.touches(place.range) }
        }
      }
    }
    // What fixes by itself fills no gap.
    if let own = after.first, change.edits.contains(where: { $0.replacement.contains(Gap.mark) }) {
      let gaps = string(own.document.text).count { $0 == Gap.mark }
      let fixed = own.linter.fixed(own.document, project: own.project, configuration: own.configuration)
      if let fixed, string(fixed.document.text).count(where: { $0 == Gap.mark }) != gaps {
        result.append("A safe fix fills a gap")
      }
    }
    return result + suspects.map { "\($0.fact)" }
  }

  /// The letters and digits of a text: a mark or a blank more or less decides nothing.
  private static func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// Whether a translation is a copy of the text to translate.
  private static func isOriginal(_ fact: Fact, _ texts: [String]) -> Bool {
    if case .translation(let text, _) = fact { texts.contains(letters(text)) } else { false }
  }

  /// Whether a new text is a sentence of ours where people read another language.
  private static func isEnglish(_ fact: Fact, where development: String?) -> Bool {
    switch fact {
    case .text(let text): development.map { !$0.hasPrefix("en") } ?? false && text.hasPrefix("This ")
    case .translation(let text, let language):
      !(language ?? development ?? "en").hasPrefix("en") && text.hasPrefix("This ")
    default: false
    }
  }

  /// How often each flag is there, under its key and under any.
  private static func flags(_ facts: [[(fact: Fact, range: ByteRange)]]) -> [Fact: Int] {
    var result: [Fact: Int] = [:]
    for case (.flag(let flag, let key), _) in facts.joined() {
      result[.flag(flag, key: key), default: 0] += 1
      result[.flag(flag, key: ""), default: 0] += 1
    }
    return result
  }

  private static func alike(_ fact: Fact) -> Fact {
    guard case .translation(let text, let language) = fact else { return fact }
    return .translation(letters(text), language)
  }

  private static func words(_ text: String) -> [Substring] {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    // A mark alone is no word, and must be told of like one.
    return words.isEmpty ? [text[...]] : words
  }

  private static func isListed(_ name: String) -> Bool {
    let catalog = linter.catalog
    let setting = name.hasPrefix("INFOPLIST_KEY_") ? String(name.dropFirst("INFOPLIST_KEY_".count)) : name
    return ManifestKey.Role.allCases.contains { catalog.name($0) == name } || catalog.purposeKey(setting) != nil
      || catalog.relatedKey(name) != nil
      || catalog.entitlement(name) != nil
  }

  private static func isNamed(_ text: String, in words: String) -> Bool {
    let catalog = linter.catalog
    let names = [
      text, catalog.dataType(text)?.displayName, catalog.purpose(text)?.displayName,
      catalog.category(text)?.title.replacing(" APIs", with: ""),
    ].compactMap(\.self)
    return names.contains { words.lowercased().contains($0.lowercased()) }
  }

  private static func isNamed(_ flag: Bool, _ key: String, in words: String) -> Bool {
    let lower = words.lowercased()
    let thing = key.hasSuffix("Linked") ? "linked" : key.hasSuffix("Tracking") ? "track" : ""
    let says = !thing.isEmpty && lower.contains(thing)
    let denied = ["not \(thing)", "not used for \(thing)", "no \(thing)", "nothing is used for \(thing)"]
      .contains(where: lower.contains)
    // An entitlement is asked for by naming it.
    if flag, linter.catalog.entitlement(key) != nil, words.contains(key) { return true }
    return lower.contains("\(flag)") || says && (flag ? !denied : denied)
  }

  // MARK: - What is accepted

  static func actions(in snapshot: Snapshot) -> [Change] {
    let text = snapshot.document.text
    var ranges = snapshot.lint(fixes: .none).map(\.range)
    for line in 0..<text.lineCount {
      let contents = text.contents(ofLine: line)
      let blanks = text.slice(contents).prefix { $0 == 0x20 || $0 == 0x09 }.count
      ranges.append(ByteRange(at: contents.lower + blanks))
      ranges.append(ByteRange(at: contents.upper))
    }
    var seen: Set<CodeAction> = []
    // What all safe fixes do is what each says that it does.
    let safe = snapshot.lint(fixes: .all).flatMap(\.fixes).filter(\.isSafe).map(\.title).joined(separator: ", ")
    return ranges.flatMap { codeActions(in: snapshot, range: $0) }.filter { seen.insert($0).inserted }
      .flatMap { action -> [Change] in
        var action = action
        if action.kind == .fixAll { action.title += ": " + safe }
        var result = [Change(words: action.title, edits: action.edits, otherFiles: action.otherFiles)]
        if !action.snippets.isEmpty {
          result.append(
            Change(
              words: action.title, edits: action.snippets.map { TextEdit($0.range, $0.template.defaultText) },
              otherFiles: action.otherFiles))
        }
        return result
      }
  }

  static func accepted(in snapshot: Snapshot, step: Int) -> [(item: Completion, change: Change)] {
    var result: [(Completion, Change)] = []
    for offset in stride(from: 0, through: snapshot.document.text.count, by: step) {
      for item in completions(in: snapshot, at: offset) {
        let words = "\(item.label) \(item.detail)"
        for text in Set([item.insertion.plainText, item.insertion.defaultText]) {
          result.append((item, Change(words: words, edits: [TextEdit(item.range, text)] + item.additionalEdits)))
        }
      }
    }
    return result
  }

  /// The files of the rules' examples.
  static var examples: [Files] {
    Rule.all.flatMap { rule in
      rule.examples.map { example in
        let text = MarkedText(example.file(around: example.text, catalog: linter.catalog)).text
        return Files(
          all: [("/App/\(example.path)", SourceText(text))]
            + example.otherFiles.map { ("/App/\($0.path)", SourceText($0.text)) },
          configuration: Configuration(turningOn: rule))
      }
    }
  }

  /// Each file of a project, opened in turn.
  static func opened(_ marked: String) -> [Files] {
    let files = MarkedText(marked).files.map { ("/App/\($0.path)", $0.source) }
    return files.indices.map { Files(all: [files[$0]] + files[..<$0] + files[($0 + 1)...]) }
  }

  /// Takes note of what a change invents, with the text that it leaves.
  private func note(
    _ change: Change, in files: Files, _ before: [Snapshot], _ inventions: inout [String: String]
  ) {
    let found = Self.inventions(of: change, in: files, before)
    if found.isEmpty { return }
    inventions["“\(change.words)”: \(found.joined(separator: ", "))"] =
      "\(files.all[0].path)\n\(string(files.all[0].text.applying(change.edits)))"
  }

  private func report(_ inventions: [String: String], _ tried: String) {
    print("NothingInvented: \(tried), \(inventions.count) inventions")
    for (what, place) in inventions.sorted(by: { $0.key < $1.key }) { Issue.record("\(what)\nin \(place)") }
  }

  @Test func noActionInvents() {
    var count = 0
    var inventions: [String: String] = [:]
    for files in Self.examples + (Self.projects + Self.heldBack).flatMap(Self.opened) {
      let before = files.snapshots
      // Other notations have no facts yet.
      guard before[0].document.format == .xml || !before[0].document.isPropertyList else { continue }
      for change in Self.actions(in: before[0]) {
        count += 1
        note(change, in: files, before, &inventions)
      }
    }
    report(inventions, "\(count) actions")
  }

  @Test func noCompletionInvents() {
    var count = 0
    var inventions: [String: String] = [:]
    var seen: Set<[String]> = []
    let texts = (CompletionPropertyTests.halfTyped + [CompletionPropertyTests.complete]).map {
      Files(all: [("/App/PrivacyInfo.xcprivacy", SourceText($0))])
    }
    for (files, step) in Self.examples.map({ ($0, 23) })
      + (texts + (Self.projects + Self.heldBack).flatMap(Self.opened)).map({ ($0, 3) })
    {
      let before = files.snapshots
      let language = "\(before[0].project.targets.first?.developmentLanguage ?? "")"
      for (item, change) in Self.accepted(in: before[0], step: step) {
        let kind = files.all[0].path.split(separator: ".").last.map(String.init) ?? ""
        let inserted = change.edits.map(\.replacement).joined(separator: "|").filter { !$0.isWhitespace }
        guard seen.insert([language, kind, item.label, item.detail, inserted]).inserted else { continue }
        count += 1
        note(change, in: files, before, &inventions)
      }
    }
    report(inventions, "\(count) completions")
  }
}

extension NothingInventedTests {
  /// Projects whose texts ask for fixes, in several languages.
  static let projects = [
    """
    --- Info.plist
    \(plist("CFBundleDevelopmentRegion=de|NSCameraUsageDescription=|NSMicrophoneUsageDescription=TODO|NSContactsUsageDescription=Diese App verwendet deine Kontakte.|NSPhotoLibraryUsageDescription=This app uses your photos."))
    --- de.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "";
    "NSMicrophoneUsageDescription" = "TODO";
    "NSContactsUsageDescription" = "...";
    "NSPhotoLibraryUsageDescription" = "Fotos";

    --- en.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "Camera";

    --- fr.lproj/InfoPlist.strings
    "NSContactsUsageDescription" = "Cette app utilise vos contacts.";

    """,
    """
    --- Info.plist
    \(plist("CFBundleDevelopmentRegion=en|NSCameraUsageDescription=This app uses your camera to scan receipts.|NSMicrophoneUsageDescription=We need the microphone.|NSFaceIDUsageDescription=Used to log in|UIBackgroundModes=[location|NSBonjourServices=[_tide._tcp"))
    --- de.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "TODO";
    "NSMicrophoneUsageDescription" = "We need the microphone.";

    --- ja.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "カメラを使用します。";
    "NSFaceIDUsageDescription" = "NSFaceIDUsageDescription";

    --- App.entitlements
    \(plist("com.apple.developer.healthkit=+|com.apple.developer.homekit=+|com.apple.developer.nfc.readersession.formats=[TAG"))
    """,
    """
    --- Info.plist
    \(plist("CFBundleDevelopmentRegion=en|NSCameraUsageDescription=This app scans receipts.|NSMicrophoneUsageDescription=This app records notes for your diary."))
    --- InfoPlist.xcstrings
    {
      "sourceLanguage" : "en",
      "strings" : {
        "NSCameraUsageDescription" : {
          "localizations" : {
            "de" : { "stringUnit" : { "state" : "translated", "value" : "..." } },
            "en" : { "stringUnit" : { "state" : "translated", "value" : "TBD" } },
            "fr" : { "stringUnit" : { "state" : "new", "value" : "" } }
          }
        },
        "NSMicrophoneUsageDescription" : {
          "localizations" : {
            "de" : { "stringUnit" : { "state" : "translated", "value" : "Camera" } }
          }
        }
      },
      "version" : "1.0"
    }

    """,
    """
    --- App.xcconfig
    INFOPLIST_KEY_NSCameraUsageDescription =
    INFOPLIST_KEY_NSMicrophoneUsageDescription = TODO
    INFOPLIST_KEY_NSContactsUsageDescription = Needs contacts

    """,
    xcodeProject(
      """
      \t\t\t\tGENERATE_INFOPLIST_FILE = YES;
      \t\t\t\tINFOPLIST_KEY_NSCameraUsageDescription = "";
      \t\t\t\tINFOPLIST_KEY_NSContactsUsageDescription = "We need your contacts";
      """),
    "--- PrivacyInfo.xcprivacy\n" + manifest(""),
    "--- PrivacyInfo.xcprivacy\n" + manifest("\t<key>NSPrivacyTracking</key>\n\t<true/>"),
    "--- PrivacyInfo.xcprivacy\n"
      + manifest(
        entry(
          "CollectedDataTypes",
          """
          <key>NSPrivacyCollectedDataType</key>
          <string>NSPrivacyCollectedDataTypeEmailAddress</string>
          """) + "\n"
          + entry(
            "AccessedAPITypes",
            """
            <key>NSPrivacyAccessedAPIType</key>
            <string>NSPrivacyAccessedAPICategoryDiskSpace</string>
            """)),
  ]

  /// The same with other keys and languages; first looked at when all of the others held.
  static let heldBack = [
    """
    --- Info.plist
    \(plist("CFBundleDevelopmentRegion=ja|NSFaceIDUsageDescription=|NSSiriUsageDescription=NSSiriUsageDescription|NSHealthShareUsageDescription=ヘルスケアのデータを使用します。|NSLocationAlwaysUsageDescription=<reason>|UIBackgroundModes=[bluetooth-central"))
    --- ja.lproj/InfoPlist.strings
    "NSSiriUsageDescription" = "xxx";
    "NSFaceIDUsageDescription" = "Used to unlock your notes";

    --- pt-BR.lproj/InfoPlist.strings
    "NSHealthShareUsageDescription" = "";
    "NSMotionUsageDescription" = "Conta os seus passos.";

    --- en-GB.lproj/InfoPlist.strings
    "NSSiriUsageDescription" = "We want Siri";
    "NSHealthShareUsageDescription" = "Your health data is used";

    --- App.entitlements
    \(plist("com.apple.developer.siri=+|com.apple.security.device.camera=+|com.apple.developer.sensorkit.reader.allow=[visits"))
    --- PrivacyInfo.xcprivacy
    \(manifest("\t<key>NSPrivacyTracking</key>\n\t<true/>\n\t<key>NSPrivacyTrackingDomains</key>\n\t<array>\n\t\t<string>ads.example.com</string>\n\t</array>"))
    """,
    """
    --- Info.plist
    \(plist("CFBundleDevelopmentRegion=es|NSBluetoothAlwaysUsageDescription=La app usa Bluetooth.|NSSpeechRecognitionUsageDescription=TODO: explain|NSBonjourServices=[_a._tcp"))
    --- InfoPlist.xcstrings
    {
      "sourceLanguage" : "es",
      "strings" : {
        "NSBluetoothAlwaysUsageDescription" : {
          "localizations" : {
            "en" : { "stringUnit" : { "state" : "needs_review", "value" : "Bluetooth is required" } },
            "it" : { "stringUnit" : { "state" : "translated", "value" : "NSBluetoothAlwaysUsageDescription" } }
          }
        },
        "NSSpeechRecognitionUsageDescription" : { }
      },
      "version" : "1.0"
    }

    """,
    xcodeProject(
      """
      \t\t\t\tGENERATE_INFOPLIST_FILE = YES;
      \t\t\t\tINFOPLIST_KEY_NSLocationWhenInUseUsageDescription = "...";
      \t\t\t\tINFOPLIST_KEY_NSBluetoothAlwaysUsageDescription = Bluetooth;
      \t\t\t\tINFOPLIST_KEY_NSUserTrackingUsageDescription = "Please allow tracking";
      """) + """
        --- de.lproj/InfoPlist.strings
        "NSBluetoothAlwaysUsageDescription" = "Bluetooth";
        "NSLocationWhenInUseUsageDescription" = "…";

        """,
    """
    --- fr.lproj/InfoPlist.strings
    // What the app asks for.
    "NSCameraUsageDescription" = "We use the camera.";
    "NSMicrophoneUsageDescription" = "";
    "NSContactUsageDescription" = "Trouve vos amis.";

    """,
    """
    --- Base.lproj/InfoPlist.strings
    "NSCameraUsageDescription" = "Lorem ipsum";
    "NSPhotoLibraryUsageDescription" = "Allow Tide to access your photos";

    """,
    """
    --- Info.plist
    \(manifest("\t<key>NSLocationTemporaryUsageDescriptionDictionary</key>\n\t<dict>\n\t\t<key>Route</key>\n\t\t<string></string>\n\t</dict>\n\t<key>NSLocationWhenInUseUsageDescription</key>\n\t<string>Location</string>\n\t<key>NSCameraUsageDescription</key>"))
    """,
    "--- PrivacyInfo.xcprivacy\n"
      + manifest(
        "\t<key>NSPrivacyTracking</key>\n\t<true/>\n"
          + entry(
            "CollectedDataTypes",
            """
            <key>NSPrivacyCollectedDataType</key>
            <string></string>
            <key>NSPrivacyCollectedDataTypePurposes</key>
            <array/>
            """) + "\n"
          + entry(
            "AccessedAPITypes",
            """
            <key>NSPrivacyAccessedAPIType</key>
            <string>UserDefaults</string>
            <key>NSPrivacyAccessedAPITypeReasons</key>
            <array>
            \t<string></string>
            </array>
            """)),
    "--- PrivacyInfo.xcprivacy\n"
      + manifest(
        entry(
          "CollectedDataTypes",
          """
          <key>NSPrivacyCollectedDataType</key>
          <string>NSPrivacyCollectedDataTypeDeviceID</string>
          <key>NSPrivacyCollectedDataTypeTracking</key>
          <true/>
          <key>NSPrivacyCollectedDataTypePurposes</key>
          <array>
          \t<string>NSPrivacyCollectedDataTypePurposeThirdPartyAdvertising</string>
          </array>
          """)),
  ]

  /// An Info.plist with texts, lists of one text and flags.
  static func plist(_ entries: String) -> String {
    manifest(
      entries.split(separator: "|").map { entry in
        let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.last ?? ""
        let element =
          value == "+"
          ? "<true/>"
          : value.hasPrefix("[")
            ? "<array>\n\t\t<string>\(value.dropFirst())</string>\n\t</array>" : "<string>\(value)</string>"
        return "\t<key>\(parts[0])</key>\n\t\(element)"
      }.joined(separator: "\n"))
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
