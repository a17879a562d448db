import Catalog
import FileSystem
import JSON
import PrivacyRules
import ProjectFiles
import PropertyList
import SourceText
import Workspace

extension FuzzTarget {
  /// Findings in any file of any kind: in order, in the file, between characters, the same each time.
  static let lint = FuzzTarget(
    name: "lint", longestInput: 4_096,
    check: { (bytes) throws(Violation) in
      var input = Input(bytes)
      let (kind, path) = FileKind.numbered(input.byte())
      try requireFindings(Document(path: path, kind: kind, text: SourceText(input.text)), isValid: true)
      try requireFindings(Document(path: path, kind: kind, bytes: input.bytes), isValid: false)
    },
    seeds: { $0.numbered() })

  /// Findings in the files of one project, each a part of the input.
  static let project = FuzzTarget(
    name: "project", longestInput: 8_192,
    check: { (bytes) throws(Violation) in
      var input = Input(bytes)
      var files: [String: ProjectFile] = [:]
      while !input.isEmpty, files.count < 8 {
        let (kind, path) = FileKind.numbered(input.byte())
        let folder = files[path] == nil ? "/App" : "/App/Extension\(files.count)"
        let document = Document(path: folder + path.dropFirst(4), kind: kind, text: SourceText(valid(input.part())))
        files[document.path] = linter.read(document)
      }
      let read = files.values.sorted { $0.path < $1.path }
      let targets = linter.targets(in: ProjectFolder(path: "/App", files: read, languageFolders: ["de.lproj"]))
      for file in read {
        let project = Project(targets: targets.filter { $0.file(at: file.path) != nil }, path: file.path)
        let found = linter.lint(file.document, project: project)
        for finding in found {
          try requirePlace(finding.range, in: file.document.text, "\(finding.rule) in \(file.path)")
          for related in finding.related {
            guard let text = files[related.path ?? file.path]?.document.text else {
              throw Violation(words: "\(finding.rule) points to \(related.path ?? "")")
            }
            try requirePlace(related.range, in: text, "\(finding.rule) points")
          }
          for fix in finding.fixes {
            for change in [FileEdits(path: file.path, edits: fix.edits)] + fix.otherFiles {
              guard let text = files[change.path]?.document.text else {
                throw Violation(words: "“\(fix.title)” changes \(change.path)")
              }
              try requireEdits(change.edits, in: text, "“\(fix.title)” in \(change.path)")
            }
          }
        }
        let again = linter.lint(file.document, project: project)
        try require(again == found, "the findings in \(file.path) differ from those before")
      }
    },
    seeds: { files in
      // Neighbours in the list are examples of one rule, which often go together.
      let numbered = files.numbered()
      return numbered.indices.map { start in Array(numbered[start...].prefix(4).joined(separator: [0xFF])) }
    })

  /// A purpose string: any text can be read as one.
  static let wording = FuzzTarget(
    name: "wording", longestInput: 1_024,
    check: { (bytes) throws(Violation) in
      var input = Input(bytes)
      let key = linter.catalog.purposeKeys[input.byte() % linter.catalog.purposeKeys.count].name
      let text = escapedForXML(string(SourceText(input.text)))
      let document = Document(
        path: "/App/Info.plist", kind: .infoPlist,
        text: SourceText("<plist><dict><key>\(key)</key><string>\(text)</string></dict></plist>"))
      try requireFindings(document, isValid: true)
    },
    seeds: { files in
      let keys = linter.catalog.purposeKeys
      return files.filter { $0.kind == .infoPlist }.flatMap { file in
        PropertyListTree.parse(SourceText(file.bytes)).root?.entries.compactMap { entry in
          guard let index = keys.firstIndex(where: { $0.name == entry.name }), let value = entry.value else {
            return nil
          }
          return [UInt8(truncatingIfNeeded: index)] + Array(value.string.utf8)
        } ?? []
      }
    })

  /// Safe fixes settle, and a fix ends its finding without making the file worse.
  static let fixes = FuzzTarget(
    name: "fixes", longestInput: 3_072,
    check: { (bytes) throws(Violation) in
      var input = Input(bytes)
      let (kind, path) = FileKind.numbered(input.byte())
      let choice = input.byte()
      let document = Document(path: path, kind: kind, text: SourceText(input.text))
      if let fixed = linter.fixed(document)?.document {
        try require(
          linter.fixed(fixed) == nil, "safe fixes do not settle:\n\(string(fixed.text))")
      }
      let found = linter.lint(document).filter { !$0.fixes.isEmpty }
      guard !found.isEmpty else { return }
      let finding = found[choice % found.count]
      for fix in finding.fixes where fix.otherFiles.isEmpty {
        let after = Document(path: path, kind: kind, text: document.text.applying(fix.edits))
        let what = "“\(fix.title)” for “\(finding.message)” [\(finding.rule)]"
        try require(refused(after) == 0 || isBroken(document), "\(what) breaks the file:\n\(string(after.text))")
        if isBroken(document) { continue }
        let before = linter.lint(document, fixes: .none)
        let found = linter.lint(after, fixes: .none)
        // What the fix leaves to be written is told of until someone writes it.
        let gaps = leavesGap(fix) ? found.filter { marksGap($0, in: after.text) } : []
        try require(
          !leavesGap(fix) || !gaps.isEmpty, "nothing tells of the gap that \(what) leaves:\n\(string(after.text))")
        let left = found.filter { !gaps.contains($0) }
        // One text under several keys has one finding, which then moves on to the next key.
        let copies = finding.related.count { $0.path == nil && $0.message == "The same text" }
        guard partsOfStyle(finding) > 1 else {
          // A comment that is spelt right may have other mistakes, of which nothing was told before.
          let isSame = { (other: Diagnostic) in
            other.rule == finding.rule
              && (finding.rule != "suppression" || other.message == finding.message)
          }
          try require(
            left.count(where: isSame) < before.count(where: isSame) + copies,
            "\(what) leaves it:\n\(string(after.text))")
          continue
        }
        // What is to be said of a text's style is one finding, and each of its fixes ends a part of that.
        let parts = before.reduce(0) { $0 + partsOfStyle($1) }
        try require(
          left.reduce(0) { $0 + partsOfStyle($1) } < parts + copies * partsOfStyle(finding),
          "\(what) ends no part of it:\n\(string(after.text))")
        let known = Set(before.flatMap { [$0.rule] + $0.alsoRules })
        let new = left.flatMap { [$0.rule] + $0.alsoRules }.filter { !known.contains($0) }
        try require(new.isEmpty, "\(what) starts \(new):\n\(string(after.text))")
      }
    },
    seeds: { $0.numbered(zeros: 1) })

  /// A file with settings.
  static let configuration = FuzzTarget(
    name: "configuration", longestInput: 2_048,
    check: { (bytes) throws(Violation) in
      let path = "/App/\(ConfigurationFile.name)"
      let file = ConfigurationFile(path: path, files: FixedFiles(files: [path: bytes]))
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let isJSON = (try? JSONDocument.parse(bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes)) != nil
      try require(isJSON || !file.isUsable, "the file is taken for JSON")
      try require(file.isUsable || !file.problems.isEmpty, "nothing is said of settings that are broken")
      try require(
        file.problems.allSatisfy { $0.hasPrefix("\(path):") }, "a problem without its place: \(file.problems)")
    },
    seeds: { files in files.filter { $0.path.hasSuffix(".json") }.map(\.bytes) })
}

/// Whether a fix leaves a place where only a person can write or choose.
private func leavesGap(_ fix: Fix) -> Bool {
  fix.edits.contains { $0.replacement.contains(Gap.mark) }
}

private func marksGap(_ finding: Diagnostic, in text: SourceText) -> Bool {
  String(decoding: text.slice(finding.range), as: UTF8.self).contains(Gap.mark)
}

/// How many things of a text’s style a finding reports: each has its place in the text among the related ones, except
/// for the first one if it begins with the text.
private func partsOfStyle(_ finding: Diagnostic) -> Int {
  guard Rule.withID(finding.rule)?.group == .style else { return 0 }
  let parts = finding.related.filter { $0.path == nil && finding.range.contains($0.range) }
  return parts.count + (parts.contains { finding.message.hasPrefix($0.message) } ? 0 : 1)
}

/// How many problems a file has that its reader refuses.
func refused(_ document: Document) -> Int {
  switch document.content {
  case .propertyList: document.tree.problems.count { $0.severity == .refused }
  case .strings(let table): table.problems.count { $0.severity == .refused }
  case .stringCatalog(let catalog): catalog.problems.count
  case .xcodeProject(let project): project.tree.problems.count
  case .buildConfiguration(let file): file.problems.count
  case .lockFile(let file): file.problems.count
  case .source: 0
  }
}

/// Whether a file has mistakes behind which others may hide: one more end tag that is missing, or entries of a table that
/// Apple's parser does not come to.
func isBroken(_ document: Document) -> Bool {
  if case .strings(let table) = document.content { return !table.problems.isEmpty }
  return refused(document) > 0
}

private func requireFindings(_ document: Document, isValid: Bool) throws(Violation) {
  let found = linter.lint(document)
  var last = ByteRange(at: 0)
  for finding in found {
    try requirePlace(finding.range, in: document.text, isValid: isValid, finding.rule)
    try require(
      (last.lower, last.upper) <= (finding.range.lower, finding.range.upper),
      "\(finding.rule) at \(finding.range) comes after one at \(last)")
    last = finding.range
    try require(!finding.message.isEmpty, "\(finding.rule) has no words")
    for related in finding.related {
      try requirePlace(related.range, in: document.text, isValid: isValid, "\(finding.rule) points")
    }
    for fix in finding.fixes {
      try requireEdits(fix.edits, in: document.text, isValid: isValid, "“\(fix.title)” of \(finding.rule)")
    }
  }
  try require(linter.lint(document) == found, "the findings differ from those before")
  var plain = found
  for index in plain.indices { plain.diagnostics[index].fixes = [] }
  try require(linter.lint(document, fixes: .none) == plain, "without fixes there are other findings")
}

/// Files that are there for one input.
struct FixedFiles: FileSystem {
  let files: [String: [UInt8]]

  func status(of path: String, followingLinks: Bool) throws(FileError) -> FileStatus {
    if let bytes = files[path] { return FileStatus(type: .file, size: bytes.count) }
    guard isFolder(path) else { throw FileError(path, .notFound) }
    return FileStatus(type: .folder)
  }

  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard let bytes = files[path] else { throw FileError(path, .notFound) }
    return bytes
  }

  func list(_ path: String) throws(FileError) -> [FolderEntry] {
    let prefix = path == "/" ? "/" : path + "/"
    var entries: [String: FileType] = [:]
    for file in files.keys where file.hasPrefix(prefix) {
      let parts = file.dropFirst(prefix.count).split(separator: "/")
      if let name = parts.first { entries[String(name)] = parts.count == 1 ? .file : .folder }
    }
    return entries.sorted { $0.key < $1.key }.map { FolderEntry(name: $0.key, type: $0.value) }
  }

  func resolve(_ path: String) throws(FileError) -> String {
    guard files[path] != nil || isFolder(path) else { throw FileError(path, .notFound) }
    return path
  }

  private func isFolder(_ path: String) -> Bool {
    path == "/" || files.keys.contains { $0.hasPrefix(path + "/") }
  }
}
