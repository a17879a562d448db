import Catalog
import ProjectFiles
import SourceText
import Wording

/// The translations of a target, by name.
struct Translations: Sendable {
  /// A text with its file.
  typealias Place = (file: ProjectFile, string: PurposeString)

  private let files: [ProjectFile]
  private let developmentLanguage: String?
  /// The target’s other languages.
  let languages: [String]
  private let catalog: Catalog
  /// The languages with a text for a name, as canonical codes.
  private var known: [String: Set<String>] = [:]
  /// The names in catalogs, and those that catalogs mark as the same in all languages.
  private var inCatalog: Set<String> = []
  private var sameForAll: Set<String> = []
  /// The languages of tables that are broken or not known, which may have any text, and whether all may.
  private var unread: Set<String>
  private var isAllUnread: Bool
  private var bases: [String: Place] = [:]
  /// The translations that are identical to the text they should translate, in the order of their files.
  private var copies: [String: [Place]] = [:]

  /// - Parameter originals: The texts in a file that concern the target and aren’t translations.
  init(
    _ files: [ProjectFile], originals: (ProjectFile) -> [PurposeString], developmentLanguage: String?,
    languages: [String], unread: UnreadTranslations, _ catalog: Catalog
  ) {
    self.files = files
    self.unread = Set(unread.languages.map(catalog.canonicalLanguage))
    isAllUnread = unread.isByScript
    self.developmentLanguage = developmentLanguage
    self.languages = languages
    self.catalog = catalog
    for file in files where file.isTranslation {
      if let table = file.stringCatalog {
        isAllUnread = isAllUnread || file.document.isBroken
        for entry in table.entries {
          let name = entry.key.value
          inCatalog.insert(name)
          if !entry.shouldTranslate { sameForAll.insert(name) }
          known[name, default: []].formUnion(
            entry.localizations.map { catalog.canonicalLanguage($0.language.value) })
        }
        for mention in file.mentions where mention.meantName != mention.name {
          inCatalog.insert(mention.meantName)
          known[mention.meantName, default: []].formUnion(known[mention.name] ?? [])
        }
      } else if let language = file.language.map(catalog.canonicalLanguage) {
        if file.document.mayLackEntries { self.unread.insert(language) }
        for mention in file.mentions {
          known[mention.name, default: []].insert(language)
          // A misspelled key has its own finding.
          if mention.meantName != mention.name { known[mention.meantName, default: []].insert(language) }
        }
      }
      // The language of a table is its folder’s; a catalog’s source language is nil.
      for string in file.purposeStrings where bases[string.name] == nil {
        if file.kind == .stringCatalog ? string.language == nil : file.language != nil && isDevelopment(file.language) {
          bases[string.name] = (file, string)
        }
      }
    }
    for file in files where !file.isTranslation {
      for string in originals(file) where bases[string.name] == nil { bases[string.name] = (file, string) }
    }
    let texts = bases.mapValues { trimmingBlanks($0.string.text) }
    for file in files where file.isTranslation {
      for string in file.purposeStrings where string.language != nil {
        // A name or a variable is the same in every language.
        guard let text = texts[string.name], trimmingBlanks(string.text) == text, !mayBeName(text) else { continue }
        copies[string.name, default: []].append((file, string))
      }
    }
  }

  /// Whether a language is the app’s development language.
  func isDevelopment(_ language: String?) -> Bool {
    guard let language else { return true }
    guard let own = developmentLanguage else { return false }
    return catalog.canonicalLanguage(language) == catalog.canonicalLanguage(own)
  }

  /// Whether a catalog has a name.
  func isInCatalog(_ name: String) -> Bool { inCatalog.contains(name) || inCatalog.contains(catalog.root(of: name)) }

  /// The languages of the target that have no text for a name and need one, because people would read a foreign
  /// language. British English doesn’t need a translation of English, and Brazilian Portuguese can use a text in
  /// Portuguese.
  func languagesWithout(_ name: String) -> [String] {
    if isAllUnread || sameForAll.contains(name) { return [] }
    // Where a language has the key itself, that is read on all devices.
    let root = catalog.root(of: name)
    if sameForAll.contains(root) { return [] }
    let known = (known[name] ?? []).union(known[root] ?? [])
    return languages.filter { language in
      if let own = developmentLanguage, catalog.isSameTongue(language, own) { return false }
      // Texts for Brazil and for Portugal serve everybody who reads Portuguese.
      if catalog.language(language)?.isByRegion ?? false,
        known.count(where: { $0.hasPrefix(language.lowercased() + "-") }) > 1
      {
        return false
      }
      return !catalog.languagesCovering(language).contains { known.contains($0) || unread.contains($0) }
    }
  }

  /// The translations that are identical to their original, and the original’s language; none if that may be intended.
  ///
  /// - Parameter wording: Recognizes English texts.
  func untranslated(
    _ name: String, _ wording: Wording
  ) -> (language: String, places: [Place])? {
    guard let same = copies[name], let (file, base) = bases[name] else { return nil }
    // If the development language isn’t known, an English text is recognized by its words.
    guard
      let own = file.language ?? base.language ?? developmentLanguage ?? (wording.isEnglish(base.text) ? "en" : nil),
      // New projects have English as their development language, whatever their texts are written in.
      !catalog.isSameTongue(own, "en") || wording.isEnglish(base.text, isSaid: true)
    else { return nil }
    // British English is English. Without a known language, the original may be in this one.
    let places = same.filter { $0.string.language.map { !catalog.isSameTongue($0, own) } ?? false }
    return places.isEmpty ? nil : (own, places)
  }

  /// The text that is translated: that of the development language if there is one, otherwise that of Info.plist.
  func base(of name: String) -> Place? { bases[name] ?? bases[catalog.root(of: name)] }

  /// The target’s string catalog, for adding a text.
  var stringCatalog: ProjectFile? {
    files.first { $0.stringCatalog != nil }
  }

  /// Whether a language has any texts.
  func hasTexts(in language: String) -> Bool {
    let code = catalog.canonicalLanguage(language)
    return unread.contains(code) || known.values.contains { $0.contains(code) } || table(of: language) != nil
  }

  /// The table of a language, for adding a text.
  func table(of language: String) -> ProjectFile? {
    let wanted = catalog.canonicalLanguage(language)
    return files.first { file in
      file.kind == .stringsTable && file.document.hasPositions
        && file.language.map { catalog.canonicalLanguage($0) == wanted } ?? false
    }
  }
}

extension LintContext {
  /// Whether Info.plist has the original of a translation, as far as known.
  func hasOriginal(of mention: PurposeMention) -> Bool {
    let targets = knownTargets
    return targets.isEmpty || project.targets.contains(where: \.lacksInfoPlist)
      || declaredRoots.contains(catalog.root(of: mention.name))
      || targets.contains { $0.namedTexts[mention.name] != nil || $0.describedKeys.contains(mention.name) }
  }

  /// The variables and format specifiers of a text, sorted and in canonical form, which its translations must have as
  /// well.
  static func variables(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    var result: [String] = []
    var at = 0
    while at + 1 < bytes.count {
      if bytes[at] == UInt8(ascii: "$"), bytes[at + 1] == UInt8(ascii: "(") || bytes[at + 1] == UInt8(ascii: "{") {
        let close = bytes[at + 1] == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
        guard let end = bytes[at...].firstIndex(of: close) else { break }
        result.append("$(\(String(decoding: bytes[(at + 2)..<end], as: UTF8.self)))")
        at = end + 1
      } else if bytes[at] == UInt8(ascii: "%") {
        // `%@`, `%1$@`, `%d`, `%ld`, but not `100 % sure`.
        var end = at + 1
        while end < bytes.count, bytes[end] >= 0x30 && bytes[end] <= 0x39 || bytes[end] == UInt8(ascii: "$") {
          end += 1
        }
        if end < bytes.count, bytes[end] == UInt8(ascii: "l") { end += 1 }
        if end < bytes.count, [UInt8(ascii: "@"), UInt8(ascii: "d"), UInt8(ascii: "u")].contains(bytes[end]),
          end + 1 == bytes.count || !(bytes[end + 1] | 0x20 >= 0x61 && bytes[end + 1] | 0x20 <= 0x7A)
            || bytes[end] == UInt8(ascii: "@")
        {
          result.append("%\(Character(Unicode.Scalar(bytes[end])))")
          at = end
        }
        at += 1
      } else {
        at += 1
      }
    }
    return result.sorted()
  }
}

extension Catalog {
  /// The languages whose texts can be used for a language: itself, and those without its region, as canonical codes.
  fileprivate func languagesCovering(_ language: String) -> [String] {
    var result = [canonicalLanguage(language)]
    var parts = Self.parts(of: language)
    // Another script is another language here.
    while parts.count > 1, let last = parts.last, last.utf8.count != 4 {
      parts.removeLast()
      result.append(canonicalLanguage(parts.joined(separator: "-")))
    }
    return result
  }

  /// Whether two languages differ only in their regions, like British English and English.
  func isSameTongue(_ a: String, _ b: String) -> Bool {
    Self.withoutRegion(canonicalLanguage(a)) == Self.withoutRegion(canonicalLanguage(b))
  }

  /// A canonical code without its region, “en” for “en-GB”; that of “zh-TW” names the script, which stays.
  static func withoutRegion(_ canonical: String) -> String {
    let parts = parts(of: canonical)
    return (parts.prefix(1) + parts.dropFirst().filter { $0.utf8.count == 4 }).joined(separator: "-")
  }

  private static func parts(of language: String) -> [Substring] {
    language.lowercased().split { $0 == "-" || $0 == "_" }
  }
}

/// Whether a text may be a name, or a word that languages share: a single word, or two or three words that all begin
/// with capitals.
func mayBeName(_ text: String) -> Bool {
  let words = text.split(separator: " ")
  guard words.count > 1 else { return true }
  return words.count <= 3
    && words.allSatisfy { $0.contains { $0.isUppercase || $0.isNumber } || !$0.contains(where: \.isLetter) }
    && !(words.last?.last.map { ".!?".contains($0) } ?? false)
}
