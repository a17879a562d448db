import Catalog
import CatalogData
import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing

let linter = Linter(catalog: .bundled)

/// What a request sees of a manifest.
func snapshot(_ text: SourceText, path: String = "PrivacyInfo.xcprivacy") -> Snapshot {
  let kind = FileKind.of(path: path) ?? .privacyManifest
  return Snapshot(document: Document(path: path, kind: kind, text: text), linter: linter)
}

func snapshot(_ text: String, path: String = "PrivacyInfo.xcprivacy") -> Snapshot {
  snapshot(SourceText(text), path: path)
}

/// A whole manifest around the inside of its root dictionary, whose lines have a tab to begin with.
func manifest(_ inner: String) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
  <plist version="1.0">
  <dict>
  \(inner)
  </dict>
  </plist>

  """
}

/// The inside of a manifest with one entry of an array.
func entry(_ list: String, _ inner: String) -> String {
  """
  \t<key>NSPrivacy\(list)</key>
  \t<array>
  \t\t<dict>
  \(inner.split(separator: "\n", omittingEmptySubsequences: false).map { "\t\t\t" + $0 }.joined(separator: "\n"))
  \t\t</dict>
  \t</array>
  """
}

func string(_ text: SourceText) -> String {
  String(decoding: text.bytes, as: UTF8.self)
}

extension Completion {
  /// The text after the item is accepted.
  func accepted(in text: SourceText, asSnippet: Bool = false) -> SourceText {
    let inserted = asSnippet ? insertion.defaultText : insertion.plainText
    return text.applying([TextEdit(range, inserted)] + additionalEdits)
  }
}
