import BuildFiles
import BuildTargets
public import PrivacyRules
import SourceScan
public import SourceText

extension Linter {
  /// The evidence of the sources of an example; nil if it has none.
  ///
  /// - Parameter text: The text of the example's own file.
  public func evidence(of example: Example, text: SourceText) -> FileEvidence? {
    var texts = Dictionary(firstOf: example.otherFiles.map { ("/Sample/\($0.path)", SourceText($0.text)) })
    let own = "/Sample/\(example.path)"
    texts[own] = text
    guard texts.keys.contains(where: { SourceLanguage(path: $0) != nil }) else { return nil }
    return evidence(of: texts, in: "/Sample").file(own)
  }

  /// The evidence of the sources among some files.
  ///
  /// - Parameters:
  ///   - texts: The files by their absolute paths.
  ///   - root: The folder that contains them.
  public func evidence(of texts: [String: SourceText], in root: String) -> SourceEvidence {
    let tree = ProjectTree(root: root, paths: Array(texts.keys)) { (path) throws(ReadFailure) in
      guard let text = texts[path] else { throw ReadFailure("isn’t there") }
      return text
    }
    let scanner = SourceScanner(catalog)
    var sources: [String: ScannedSource] = [:]
    for (path, text) in texts {
      if let language = SourceLanguage(path: path) { sources[path] = scanner.scan(text.bytes, language) }
    }
    return SourceEvidence(BuildModel(tree), sources: sources, isComplete: true, catalog: catalog) { path, kind in
      texts[path].map { read(Document(path: path, kind: kind, text: $0)) }
    }
  }
}
