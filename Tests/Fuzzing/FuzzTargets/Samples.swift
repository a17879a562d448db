import CatalogData
import PrivacyRules
import SourceText

/// The rules over the data that is compiled in, made once for all inputs.
let linter = Linter(catalog: .bundled)

extension FileKind {
  /// The kind that a number stands for, and a path of such a file.
  static func numbered(_ number: Int) -> (kind: FileKind, path: String) {
    let kind = found[number % found.count]
    return (kind, samplePath(of: kind))
  }

  static func samplePath(of kind: FileKind) -> String {
    switch kind {
    case .stringsTable: "/App/de.lproj/InfoPlist.strings"
    case .xcodeProject: "/App/App.xcodeproj/project.pbxproj"
    case .privacyManifest, .infoPlist, .stringCatalog, .entitlements, .buildSettings, .lockFile, .source:
      "/App/\(kind.usualName)"
    }
  }

  /// The kinds that are found by their names; sources have targets of their own.
  static let found = allCases.filter { $0 != .source }

  /// The number that stands for the kind.
  var number: UInt8 { UInt8(Self.found.firstIndex(of: self) ?? 0) }
}

func string(_ text: SourceText) -> String { String(decoding: text.bytes, as: UTF8.self) }

/// Whether a place lies between two characters of a text that is valid UTF-8.
func isBoundary(_ offset: Int, _ text: SourceText) -> Bool {
  offset == text.count || text.bytes.indices.contains(offset) && text.bytes[offset] & 0xC0 != 0x80
}

/// The nearest place at or before an offset that lies between two characters.
func boundary(_ offset: Int, _ text: SourceText) -> Int {
  var offset = min(max(offset, 0), text.count)
  while offset > 0, !isBoundary(offset, text) { offset -= 1 }
  return offset
}

/// Requires a range to lie in a text, and between its characters where the text is valid UTF-8.
func requirePlace(_ range: ByteRange, in text: SourceText, isValid: Bool = true, _ what: String) throws(Violation) {
  try require(
    range.lower >= 0 && range.upper <= text.count && range.lower <= range.upper, "\(what): \(range) reaches out")
  guard isValid else { return }
  try require(isBoundary(range.lower, text) && isBoundary(range.upper, text), "\(what): \(range) splits a character")
}

/// Requires edits to lie in a text, apart from each other.
func requireEdits(_ edits: [TextEdit], in text: SourceText, isValid: Bool = true, _ what: String) throws(Violation) {
  var end = 0
  for edit in edits.sorted(by: { ($0.range.lower, $0.range.upper) < ($1.range.lower, $1.range.upper) }) {
    try requirePlace(edit.range, in: text, isValid: isValid, what)
    try require(edit.range.lower >= end, "\(what): edits overlap at \(edit.range)")
    end = edit.range.upper
  }
}
