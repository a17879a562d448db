import Catalog
public import PrivacyRules
public import SourceText

/// A range in a file of a project.
public struct FilePlace: Hashable, Sendable {
  /// The file, as in ``ProjectFile/path``; nil for the document of the request.
  public var path: String?
  public var range: ByteRange
}

/// Where the thing at an offset is declared; for a declaration itself, where code uses it.
///
/// A use in code leads to the manifests, Info.plist files and build settings that declare it; a translation leads to
/// its original text. A category, a reason, a purpose key and an entitlement lead to their uses in code, if known.
/// Nothing leads to a translation.
public func definition(in snapshot: Snapshot, at offset: Int) -> [FilePlace] {
  let keys = keyDefinition(in: snapshot, at: offset)
  guard let place = EvidencePlace(snapshot, at: offset) else { return keys }
  if snapshot.document.kind == .source { return place.declarations(in: snapshot) }
  let uses = place.uses(in: snapshot)
  // Don’t lead to the place itself.
  return uses.isEmpty ? keys : keys.filter { $0.path != nil || !$0.range.touches(offset) } + uses
}

private func keyDefinition(in snapshot: Snapshot, at offset: Int) -> [FilePlace] {
  guard let finder = KeyFinder(snapshot), let mention = finder.mention(at: offset) else { return [] }
  let uses = finder.uses(ofName: mention.name).filter { !$0.mention.isTranslation }
  if !uses.isEmpty { return uses.map(\.place) }
  // A translation for one device may translate the text for all.
  return finder.uses(ofName: snapshot.catalog.root(of: mention.name)).filter { !$0.mention.isTranslation }
    .map(\.place)
}

/// All references to the thing at an offset: places that name a purpose key, and uses in code of what a manifest,
/// Info.plist or entitlement declares.
///
/// - Parameter includesDeclarations: Whether to include manifests, Info.plist and build settings.
public func references(in snapshot: Snapshot, at offset: Int, includesDeclarations: Bool) -> [FilePlace] {
  var found: [FilePlace] = []
  if let finder = KeyFinder(snapshot), let mention = finder.mention(at: offset) {
    found = finder.uses(ofName: mention.name).filter { includesDeclarations || $0.mention.isTranslation }.map(\.place)
  }
  guard let place = EvidencePlace(snapshot, at: offset) else { return found }
  if includesDeclarations { found = found.adding(place.declarations(in: snapshot)) }
  return found.adding(place.uses(in: snapshot))
}

/// The range of the purpose key at an offset, which can be renamed; nil if there is none.
public func renameRange(in snapshot: Snapshot, at offset: Int) -> ByteRange? {
  KeyFinder(snapshot)?.mention(named: offset)?.nameRange
}

/// The edits that rename a key.
public struct Renaming: Hashable, Sendable {
  /// The edits of the document itself.
  public var edits: [TextEdit]
  /// The edits of other files of the project, by path.
  public var otherFiles: [FileEdits]
}

/// Why a key can’t be renamed.
public struct RenamingRefusal: Error, Hashable, Sendable {
  /// The reason, as a sentence without a full stop.
  public var reason: String
}

/// The edits that rename the purpose key at an offset everywhere in the project; nil if there is none.
public func renaming(in snapshot: Snapshot, at offset: Int, to name: String) throws(RenamingRefusal) -> Renaming? {
  guard let finder = KeyFinder(snapshot), let mention = finder.mention(named: offset) else { return nil }
  // A name that all files can contain without quotes or escapes.
  guard !name.isEmpty, name.utf8.allSatisfy({ isNameByte($0) || $0 == UInt8(ascii: "~") }) else {
    throw RenamingRefusal(reason: "A key can contain only ASCII letters, digits, “_”, “-”, “~” and “.”")
  }
  var renaming = Renaming(edits: [], otherFiles: [])
  guard name != mention.name else { return renaming }
  let uses = finder.uses(ofName: mention.name)
  let taken = finder.uses(ofName: name)
  for use in uses {
    guard use.file.document.hasPositions else {
      throw RenamingRefusal(reason: "\(use.file.document.fileName) is a binary property list")
    }
    // The rename would make a duplicate.
    if taken.contains(where: { $0.file === use.file && $0.mention.place == use.mention.place }) {
      throw RenamingRefusal(reason: "\(use.file.document.fileName) already has “\(name)”")
    }
    let edit = TextEdit(use.mention.nameRange, name)
    if let path = use.place.path {
      if renaming.otherFiles.last?.path == path {
        renaming.otherFiles[renaming.otherFiles.count - 1].edits.append(edit)
      } else {
        renaming.otherFiles.append(FileEdits(path: path, edits: [edit]))
      }
    } else {
      renaming.edits.append(edit)
    }
  }
  return renaming
}

/// Finds the places that name a key in the files of a document’s targets.
private struct KeyFinder {
  struct Use {
    var file: ProjectFile
    var mention: PurposeMention
    var place: FilePlace
  }

  private let project: Project
  private let own: ProjectFile
  private let ownPath: String
  /// The names of texts in dictionaries under purpose keys, which translations refer to.
  private let namedTexts: Set<String>

  /// Nil for a document without keys.
  init?(_ snapshot: Snapshot) {
    project = snapshot.project
    ownPath = snapshot.project.path ?? snapshot.document.path
    own = snapshot.linter.read(snapshot.document)
    guard !own.mentions.isEmpty, own.document.hasPositions else { return nil }
    var names: Set<String> = []
    let plists = [own] + project.targets.flatMap { $0.files(.infoPlist) }
    for mention in plists.flatMap(\.mentions) where mention.isNamedText { names.insert(mention.name) }
    namedTexts = names
  }

  /// The innermost entry at an offset, on its name, its text or inside it.
  func mention(at offset: Int) -> PurposeMention? {
    if let named = mention(named: offset) { return named }
    return own.mentions.filter { $0.range.touches(offset) && isKey($0) }.min { $0.range.count < $1.range.count }
  }

  /// The entry whose name is at an offset.
  func mention(named offset: Int) -> PurposeMention? {
    own.mentions.last { $0.nameRange.touches(offset) && !$0.nameRange.isEmpty && isKey($0) }
  }

  /// Whether a name is or means a purpose key; others are ignored.
  private func isKey(_ mention: PurposeMention) -> Bool {
    mention.key != nil || mention.isSuspect || namedTexts.contains(mention.name)
  }

  /// In the order of paths and ranges, without duplicates for files of several targets.
  func uses(ofName name: String) -> [Use] {
    var seen: Set<FilePlace> = []
    var result: [Use] = []
    func add(_ mention: PurposeMention, _ file: ProjectFile, _ place: FilePlace) {
      guard mention.name == name, !mention.nameRange.isEmpty, seen.insert(place).inserted else { return }
      result.append(Use(file: file, mention: mention, place: place))
    }
    for mention in own.mentions { add(mention, own, FilePlace(range: mention.nameRange)) }
    for target in project.targets {
      for file in target.files where file.path != ownPath {
        for mention in target.mentions(in: file) {
          add(mention, file, FilePlace(path: file.path, range: mention.nameRange))
        }
      }
    }
    return result.sorted {
      ($0.place.path ?? ownPath, $0.place.range.lower) < ($1.place.path ?? ownPath, $1.place.range.lower)
    }
  }
}
