import Catalog
import ProjectFiles
import PropertyList
import SourceText

/// What the translations of a target say, by name.
struct Translations {
  let target: Target
  private let catalog: Catalog
  /// The languages that have a text under a name, in one way of writing.
  private var known: [String: Set<String>] = [:]
  /// The names that catalogs have, and those that they say are the same in all languages.
  private var inCatalog: Set<String> = []
  private var sameForAll: Set<String> = []
  private var bases: [String: (file: ProjectFile, string: PurposeString)] = [:]

  init(_ target: Target, _ catalog: Catalog) {
    self.target = target
    self.catalog = catalog
    let files = target.files(.stringsTable, .stringCatalog)
    for file in files {
      if let table = file.stringCatalog {
        for entry in table.entries {
          let name = entry.key.value
          inCatalog.insert(name)
          if !entry.shouldTranslate { sameForAll.insert(name) }
          known[name, default: []].formUnion(
            entry.localizations.map { catalog.canonicalLanguage($0.language.value) })
        }
      } else if let language = file.language.map(catalog.canonicalLanguage) {
        for mention in file.mentions { known[mention.name, default: []].insert(language) }
      }
      // The language of a table is that of its folder; a catalog's own is nil.
      for string in file.purposeStrings where bases[string.name] == nil {
        if file.kind == .stringCatalog ? string.language == nil : file.language != nil && isDevelopment(file.language) {
          bases[string.name] = (file, string)
        }
      }
    }
    for file in target.files where file.kind != .stringsTable && file.kind != .stringCatalog {
      for string in target.purposeStrings(in: file) where bases[string.name] == nil {
        bases[string.name] = (file, string)
      }
    }
  }

  /// Whether a language is the one that the app's own texts are in.
  func isDevelopment(_ language: String?) -> Bool {
    guard let language else { return true }
    guard let own = target.developmentLanguage else { return false }
    return catalog.canonicalLanguage(language) == catalog.canonicalLanguage(own)
  }

  /// Whether a catalog has a name at all.
  func isInCatalog(_ name: String) -> Bool { inCatalog.contains(name) }

  /// The languages of the target that have no text under a name.
  func languagesWithout(_ name: String) -> [String] {
    if sameForAll.contains(name) { return [] }
    guard let known = known[name] else { return target.languages }
    return target.languages.filter { !known.contains(catalog.canonicalLanguage($0)) }
  }

  /// The text that is translated: that of the development language where it has one, else that of Info.plist.
  func base(of name: String) -> (file: ProjectFile, string: PurposeString)? { bases[name] }

  /// The catalog of the target, to add a text to.
  var stringCatalog: ProjectFile? {
    target.files.first { $0.stringCatalog != nil }
  }

  /// The table of a language, to add a text to.
  func table(of language: String) -> ProjectFile? {
    let wanted = catalog.canonicalLanguage(language)
    return target.files.first { file in
      file.kind == .stringsTable && file.document.hasPositions
        && file.language.map { catalog.canonicalLanguage($0) == wanted } ?? false
    }
  }
}

extension LintContext {
  /// What the translations of each of the document's targets say.
  var translations: [Translations] {
    project.targets.filter { !$0.isTest }.map { Translations($0, catalog) }
  }

  /// Whether Info.plist has what a translation speaks of, as far as the files tell.
  func hasOriginal(of mention: PurposeMention) -> Bool {
    let targets = knownTargets
    return targets.isEmpty || declares([mention.name]) || targets.contains { $0.namedTexts[mention.name] != nil }
  }

  /// The variables and format specifiers of a text, sorted, each variable in one way of writing: what a translation must
  /// have as well.
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
        // `%@`, `%1$@`, `%d`, `%ld`; `100 % sure` is none.
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
