import Catalog
import ProjectFiles
import PropertyList
import SourceText

/// What the translations of a target say under one name.
struct Translations {
  let target: Target
  let catalog: Catalog

  /// The tables and catalogs of the target.
  var files: [ProjectFile] { target.files(.stringsTable, .stringCatalog) }

  /// Whether a language is the one that the app's own texts are in.
  func isDevelopment(_ language: String?) -> Bool {
    guard let language else { return true }
    guard let own = target.developmentLanguage else { return false }
    return catalog.canonicalLanguage(language) == catalog.canonicalLanguage(own)
  }

  /// Whether a catalog has a name at all.
  func isInCatalog(_ name: String) -> Bool {
    files.contains { file in
      file.kind == .stringCatalog && file.mentions.contains { $0.name == name }
    }
  }

  /// The languages of the target that have no text under a name.
  func languagesWithout(_ name: String) -> [String] {
    var known: Set<String> = []
    for file in files {
      if let table = file.stringCatalog {
        for entry in table.entries where entry.key.value == name {
          if !entry.shouldTranslate { return [] }
          known.formUnion(entry.localizations.map { catalog.canonicalLanguage($0.language.value) })
        }
      } else if let language = file.language, file.mentions.contains(where: { $0.name == name }) {
        known.insert(catalog.canonicalLanguage(language))
      }
    }
    return target.languages.filter { !known.contains(catalog.canonicalLanguage($0)) }
  }

  /// The text that is translated: that of the development language where it has one, else that of Info.plist.
  func base(of name: String) -> (file: ProjectFile, string: PurposeString)? {
    for file in files {
      for string in file.purposeStrings where string.name == name {
        // The language of a table is that of its folder; a catalog's own is nil.
        if file.kind == .stringCatalog ? string.language == nil : isDevelopment(file.language) && file.language != nil {
          return (file, string)
        }
      }
    }
    for file in target.files where file.kind != .stringsTable && file.kind != .stringCatalog {
      if let string = target.purposeStrings(in: file).first(where: { $0.name == name }) { return (file, string) }
    }
    return nil
  }

  /// The table of a language, to add a text to.
  func table(of language: String) -> ProjectFile? {
    let wanted = catalog.canonicalLanguage(language)
    return files.first { file in
      file.kind == .stringsTable && file.document.hasPositions
        && file.language.map { catalog.canonicalLanguage($0) == wanted } ?? false
    }
  }
}

extension LintContext {
  /// What the translations of each of the document's targets say.
  var translations: [Translations] {
    project.targets.filter { !$0.isTest }.map { Translations(target: $0, catalog: catalog) }
  }

  /// The variables and format specifiers of a text, sorted: what a translation must have as well.
  static func variables(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    var result: [String] = []
    var at = 0
    while at + 1 < bytes.count {
      if bytes[at] == UInt8(ascii: "$"), bytes[at + 1] == UInt8(ascii: "(") || bytes[at + 1] == UInt8(ascii: "{") {
        let close = bytes[at + 1] == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
        guard let end = bytes[at...].firstIndex(of: close) else { break }
        result.append(String(decoding: bytes[at...end], as: UTF8.self))
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
