import BuildTargets
import Catalog
import ProjectFiles
import PropertyList
import SourceText

extension LintContext {
  // MARK: - What is declared

  /// Whether Info.plist has one of the keys in any target of the document.
  func declares(_ names: [String]) -> Bool {
    names.contains(where: declaredNames.contains)
      // A generator such as XcodeGen may add them.
      || evidence?.targets.contains { $0.build.infoPlistEntries.contains { names.contains($0.key) } } ?? false
  }

  /// The targets of the document whose Info.plist is known.
  var knownTargets: [Target] {
    project.targets.filter { target in
      !target.isTest && !target.lacksInfoPlist
        && (target.generatesInfoPlist || target.files.contains { $0.infoPlist != nil })
    }
  }

  /// Whether another file that contributes to Info.plist is broken.
  var isTargetBroken: Bool {
    project.targets.contains { target in
      target.files.contains { $0 !== file && $0.kind.saysWhatInfoPlistHas && $0.document.isBroken }
    }
  }

  /// The platforms that the document's targets are built for; empty if unknown.
  var platforms: [Platform: SystemVersion?] { platforms(of: project.targets) }

  /// The platforms of the targets that a mention belongs to: a build setting may belong to only one of them.
  func platforms(of mention: PurposeMention) -> [Platform: SystemVersion?] {
    platforms(of: project.targets.filter { $0.concerns(mention) })
  }

  private func platforms(of targets: [Target]) -> [Platform: SystemVersion?] {
    var result: [Platform: SystemVersion?] = [:]
    for target in targets {
      // A target without platforms may be for any.
      if target.platforms.isEmpty { return infoPlist?.platforms ?? [:] }
      result.merge(target.platforms) { first, second in
        switch (first, second) {
        case (let a?, let b?): min(a, b)
        default: nil
        }
      }
    }
    return result.isEmpty ? infoPlist?.platforms ?? [:] : result
  }

  /// Whether all targets are for systems that never ask for the local network.
  var hasNoLocalNetworkPrivacy: Bool {
    let platforms = platforms
    return !platforms.isEmpty && platforms.keys.allSatisfy { $0 == .tvOS || $0 == .watchOS }
  }

  /// Whether all targets are for systems that show a key’s text to nobody. Nothing reports that, as the key may be needed.
  func isHidden(_ key: PurposeKey) -> Bool {
    let platforms = platforms
    return !platforms.isEmpty && platforms.keys.allSatisfy(key.hiddenOn.contains)
  }

  /// Whether the key is obsolete or has no effect, which other findings report, so that its text doesn't matter.
  func isDead(_ mention: PurposeMention) -> Bool {
    guard let key = mention.key else { return true }
    if isHidden(key) { return true }
    return hasNoEffect(mention) || !mention.isNamedText && age(ofOld: key) != nil
  }

  /// The targets that have a mention in their build settings, if Xcode ignores these settings in all of them; empty
  /// otherwise, and for other mentions.
  func targetsIgnoring(_ mention: PurposeMention) -> [Target] {
    guard case .buildSetting = mention.place else { return [] }
    let targets = project.targets.filter { !$0.isTest && $0.concerns(mention) }
    return targets.allSatisfy(\.ignoresInfoPlistKeys) ? targets : []
  }

  /// Whether a key works on none of the platforms that its targets are built for, or Xcode ignores the build setting.
  func hasNoEffect(_ mention: PurposeMention) -> Bool {
    if !targetsIgnoring(mention).isEmpty { return true }
    let platforms = platforms(of: mention)
    guard let key = mention.key, !platforms.isEmpty else { return false }
    return !platforms.keys.contains(where: key.works)
  }

  /// Whether the document's bundle is an app extension.
  var isExtension: Bool { infoPlist?.isExtension ?? false || project.product == .appExtension }

  /// Whether a mention applies only to app extensions: a project's setting belongs to one target.
  func isForExtension(_ mention: PurposeMention) -> Bool {
    guard infoPlist == nil else { return isExtension }
    let targets = project.targets.filter { $0.concerns(mention) }
    return !targets.isEmpty && targets.allSatisfy { $0.product == .appExtension }
  }

  /// A place as related information, with a path only if it is in another file.
  func related(_ file: ProjectFile, _ range: ByteRange, _ message: String) -> Diagnostic.Related {
    Diagnostic.Related(path: file === self.file ? nil : file.path, range: range, message: message)
  }

  /// Another Info.plist as a whole, as related information.
  func related(infoPlist file: ProjectFile, _ message: String) -> Diagnostic.Related {
    related(file, file.infoPlist?.root.node.startTag ?? ByteRange(at: 0), message)
  }

  /// The range of a mention's text, or of its name if it has none.
  func highlight(_ mention: PurposeMention) -> ByteRange {
    string(of: mention)?.highlight ?? mention.nameRange
  }

  // MARK: - Adding

  /// The fix that adds a purpose key to Info.plist, in the document or in a file of its target, with a text to fill in
  /// or a given one.
  func adding(_ key: PurposeKey, like text: String? = nil, isPreferred: Bool = false) -> [Fix] {
    func title(_ place: String = "") -> String {
      "Add “\(key.name)”\(place) with " + (text == nil ? "a text to fill in" : "its existing text")
    }
    let isEnglish = project.isDevelopedInEnglish(beside: self.file)
    let entry = (key, text ?? key.textToComplete(isEnglish: isEnglish) ?? "")
    if let plist = infoPlist, document.hasPositions {
      let edit = tree.appending(lines(of: [entry]), to: plist.root, layout: layout)
      guard text == nil else { return [Fix(title: title(), edits: [edit], isPreferred: isPreferred)] }
      let snippet = SnippetEdit(edit.range, Template(withGap: edit.replacement))
      return [Fix(title: title(), snippets: [snippet], isPreferred: isPreferred)]
    }
    return adding([entry], to: knownTargets, isPreferred: isPreferred) { title(" to \($0)") }
  }

  /// The fix that adds purpose keys with their texts to the Info.plist of some targets.
  ///
  /// - Parameter title: The fix’s title, by the file’s name.
  func adding(
    _ entries: [(key: PurposeKey, text: String)], to targets: [Target], isPreferred: Bool, title: (String) -> String
  ) -> [Fix] {
    let files = targets.flatMap { $0.files(.infoPlist) }.filter {
      $0.document.hasPositions && $0.document.preprocessorLines.isEmpty
    }
    guard let file = files.first, let plist = file.infoPlist else { return [] }
    let edit = file.document.tree.appending(lines(of: entries), to: plist.root, layout: file.document.layout)
    var fix = Fix(title: title(String(file.document.fileName)), edits: [], isPreferred: isPreferred)
    fix.otherFiles = [FileEdits(path: file.path, edits: [edit])]
    return [fix]
  }

  private func lines(of entries: [(key: PurposeKey, text: String)]) -> [String] {
    entries.flatMap { ["<key>\(escapedForXML($0.key.name))</key>", "<string>\(escapedForXML($0.text))</string>"] }
  }

  // MARK: - Renaming

  /// The fix that renames a key everywhere in the document and in the other files of its targets; nil if the document
  /// has the new name already.
  func renaming(
    _ old: String, to new: String, title: String? = nil, isPreferred: Bool = false, isSafe: Bool = false
  ) -> Fix? {
    // Nobody renames a key in a file with thousands of names.
    guard mentions.count < 2_000, !mentions.contains(where: { $0.name == new }) else { return nil }
    func edits(_ mentions: [PurposeMention]) -> [TextEdit] {
      mentions.filter { $0.name == old && !$0.isNamedText }.map { TextEdit($0.nameRange, new) }
    }
    var others: [FileEdits] = []
    var seen: Set<String> = [project.path ?? document.path, document.path]
    for target in project.targets {
      for other in target.files where seen.insert(other.path).inserted && other.document.hasPositions {
        let found = edits(target.mentions(in: other))
        // If a file has both names, a person has to decide.
        if found.isEmpty || other.mentions.contains(where: { $0.name == new }) { continue }
        others.append(FileEdits(path: other.path, edits: found))
      }
    }
    var fix = Fix(
      title: title ?? "Change to \(quoted(new))", edits: edits(mentions), isPreferred: isPreferred,
      isSafe: isSafe && others.isEmpty)
    guard !fix.edits.isEmpty else { return nil }
    if !others.isEmpty { fix.title += " in \(others.count + 1) files" }
    fix.otherFiles = others
    return fix
  }

  // MARK: - Removing

  /// The fix that removes an entry with the lines it fills; none in a file that is better left to Xcode.
  func removing(_ mention: PurposeMention, title: String? = nil, isPreferred: Bool = false, isSafe: Bool = false)
    -> [Fix]
  {
    let title = title ?? "Remove \(quoted(mention.name))"
    switch document.content {
    case .propertyList:
      return [remove([mention.range], title: title, isPreferred: isPreferred, isSafe: isSafe)]
    case .strings, .buildConfiguration:
      return [
        Fix(
          title: title, edits: [.delete(wholeLines(mention.range, of: document.text))], isPreferred: isPreferred,
          isSafe: isSafe)
      ]
    case .xcodeProject:
      // All configurations have the same entry, which is one finding.
      let text = string(of: mention)?.text
      let named = (likeIndex.value.mentions[mention.name] ?? []).map { mentions[$0] }
      let same = named.filter { $0.owner == mention.owner && string(of: $0)?.text == text }
      guard !same.isEmpty else { return [] }
      let edits = same.map { TextEdit.delete(wholeLines($0.range, of: document.text)) }
      let place = same.count > 1 ? " in \(same.count) configurations" : ""
      return [Fix(title: title + place, edits: edits, isPreferred: isPreferred, isSafe: isSafe)]
    case .stringCatalog(let catalog):
      // The index, because a catalog may have thousands of names that are unknown.
      guard catalog.problems.isEmpty, likeIndex.value.mentions[mention.name]?.count == 1 else { return [] }
      let edit = TextEdit.delete(withComma(mention.range, of: document.text))
      return [Fix(title: title, edits: [edit], isPreferred: isPreferred, isSafe: isSafe)]
    case .lockFile, .source: return []
    }
  }

  /// The range of a member of a JSON object with the comma that goes with it.
  private func withComma(_ range: ByteRange, of text: SourceText) -> ByteRange {
    let after = text.bytes[range.upper...].firstIndex { $0 > 0x20 }
    if let after, text.bytes[after] == UInt8(ascii: ",") {
      return wholeLines(ByteRange(range.lower, after + 1), of: text)
    }
    let before = text.bytes[..<range.lower].lastIndex { $0 > 0x20 }
    guard let before, text.bytes[before] == UInt8(ascii: ",") else { return range }
    return ByteRange(before, range.upper)
  }

  /// The same for a name in all translations of the document's targets, except where another target needs it.
  func removingEverywhere(_ mention: PurposeMention, isPreferred: Bool = false) -> [Fix] {
    guard var fix = removing(mention, isPreferred: isPreferred).first else { return [] }
    var seen: Set<String> = [ownPath]
    for target in project.targets {
      for other in target.files where other !== file && other.isTranslation && seen.insert(other.path).inserted {
        guard other.document.hasPositions, case .strings = other.document.content, !isNeeded(mention.name, in: other)
        else { continue }
        let found = target.mentions(in: other, named: mention.name)
        let edits = found.map { TextEdit.delete(wholeLines($0.range, of: other.document.text)) }
        if !edits.isEmpty { fix.otherFiles.append(FileEdits(path: other.path, edits: edits)) }
      }
    }
    if !fix.otherFiles.isEmpty { fix.title += " in \(fix.otherFiles.count + 1) files" }
    return [fix]
  }

  /// The same for several names, or several places with one, as one fix; for the first alone where their edits touch each
  /// other, as in a string catalog.
  func removingEverywhere(_ mentions: [PurposeMention], isPreferred: Bool = false) -> [Fix] {
    let fixes = mentions.prefix(20).flatMap { removingEverywhere($0, isPreferred: isPreferred) }
    guard var all = fixes.first else { return [] }
    guard mentions.count > 1, mentions.count <= 20 else { return [all] }
    var edits: [String: [TextEdit]] = [:]
    for fix in fixes {
      edits[ownPath, default: []] += fix.edits
      for file in fix.otherFiles { edits[file.path, default: []] += file.edits }
    }
    for (path, found) in edits {
      let sorted = found.unique().sorted { $0.range < $1.range }
      if zip(sorted, sorted.dropFirst()).contains(where: { $0.range.upper > $1.range.lower }) { return [all] }
      edits[path] = sorted
    }
    all.edits = edits.removeValue(forKey: ownPath) ?? []
    all.otherFiles = edits.sorted { $0.key < $1.key }.map { FileEdits(path: $0.key, edits: $0.value) }
    let names = mentions.map(\.name).unique()
    let count = max(all.edits.count, mentions.count)
    all.title = "Remove \(shortList(names))" + (names.count > 1 ? "" : " in \(count) places")
    if !all.otherFiles.isEmpty { all.title += " in \(all.otherFiles.count + 1) files" }
    return [all]
  }

  /// Whether a target that the document doesn't belong to has the key and shares the translation.
  private func isNeeded(_ name: String, in translation: ProjectFile) -> Bool {
    guard let texts = project.texts else { return false }
    return texts.targets(of: translation.path).contains { target in
      !target.isTest && !project.targets.contains(target)
        && target.files.contains { !$0.isTranslation && !target.mentions(in: $0, named: name).isEmpty }
    }
  }

  /// The range with the rest of its lines, if it fills them.
  private func wholeLines(_ range: ByteRange, of text: SourceText) -> ByteRange {
    let last = text.line(at: range.upper)
    let behind = text.slice(ByteRange(range.upper, text.contents(ofLine: last).upper))
    guard text.leadingBlanks(before: range.lower) != nil, behind.allSatisfy(isSpace) else { return range }
    return ByteRange(text.start(ofLine: text.line(at: range.lower)), text.start(ofLine: last + 1))
  }
}

extension FileKind {
  /// Whether files of this kind determine what the built Info.plist has or needs, so that one that is broken leaves it
  /// unknown.
  var saysWhatInfoPlistHas: Bool { self == .infoPlist || self == .entitlements || self == .xcodeProject }
}

// MARK: - Words

extension Catalog {
  /// The English name of a language, or its code if the catalog doesn't have it: "German", "Portuguese (BR)".
  func languageName(_ code: String) -> String {
    guard let language = language(code) else { return code }
    let own = canonicalLanguage(code)
    if own == language.code { return language.name }
    let rest = code.split(whereSeparator: { $0 == "-" || $0 == "_" }).dropFirst().joined(separator: "-")
    return rest.isEmpty ? language.name : "\(language.name) (\(rest))"
  }
}

/// “German, French and 3 more”
func enumerated(_ words: [String], most: Int = 5) -> String {
  inWords(words.count > most ? words.prefix(most - 1) + ["\(words.count - most + 1) more"] : words)
}

/// A platform with its version: "iOS 14.0".
func words(for platform: Platform, _ version: SystemVersion?) -> String {
  version.map { "\(platform.rawValue) \($0)" } ?? platform.rawValue
}

extension [Fix] {
  /// The removals of a key that code which wasn’t read may need, such as a library’s.
  var unlessNeeded: [Fix] {
    map { fix in
      var fix = fix
      fix.title += " if no library needs it"
      return fix
    }
  }
}
