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

/// What a request sees of the file with the cursor, among the other files of a marked text. Paths are below `/App`.
func snapshot(ofProject marked: MarkedText) -> (snapshot: Snapshot, cursor: Int) {
  let files = marked.files.map { file in
    let path = "/App/\(file.path)"
    return linter.read(
      Document(path: path, kind: FileKind.of(path: path) ?? .infoPlist, text: file.source))
  }
  let folder = ProjectFolder(path: "/App", files: files)
  let place = marked.files.firstIndex { !$0.cursors.isEmpty } ?? 0
  let file = files[place]
  let targets = linter.targets(in: folder).filter { target in target.files.contains { $0.path == file.path } }
  let project = Project(product: targets.first?.product ?? .unknown, targets: targets, path: file.path)
  return (Snapshot(document: file.document, linter: linter, project: project), marked.files[place].cursor)
}

/// An Xcode project with one target and these build settings, whose lines have four tabs to begin with.
func xcodeProject(_ settings: String) -> String {
  """
  --- App.xcodeproj/project.pbxproj
  // !$*UTF8*$!
  {
  \tarchiveVersion = 1;
  \tobjects = {
  \t\tA1 = {
  \t\t\tisa = PBXProject;
  \t\t\tbuildConfigurationList = A6;
  \t\t\tdevelopmentRegion = en;
  \t\t\tknownRegions = (en, de);
  \t\t\ttargets = (A2);
  \t\t};
  \t\tA2 = {
  \t\t\tisa = PBXNativeTarget;
  \t\t\tbuildConfigurationList = A3;
  \t\t\tname = Tide;
  \t\t\tproductType = "com.apple.product-type.application";
  \t\t};
  \t\tA3 = {
  \t\t\tisa = XCConfigurationList;
  \t\t\tbuildConfigurations = (A4);
  \t\t};
  \t\tA4 = {
  \t\t\tisa = XCBuildConfiguration;
  \t\t\tbuildSettings = {
  \(settings)
  \t\t\t};
  \t\t\tname = Release;
  \t\t};
  \t\tA6 = {
  \t\t\tisa = XCConfigurationList;
  \t\t\tbuildConfigurations = ();
  \t\t};
  \t};
  \trootObject = A1;
  }

  """
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
