import BuildTargets
import Catalog
import ProjectFiles
import SourceText

// Files that reach nobody: Info.plist files of no target, and tables that no target copies.

extension FolderTargets {
  /// Finds the tables near the Info.plist of targets that copy other resources, but not these.
  mutating func findLostTables() {
    let lists = drafts.map { $0.xcode?.listsItsResources ?? false }
    guard !isGenerated, lists.contains(true) else { return }
    // Everything that the projects list: a table may be in a folder that is copied as it is.
    var listed: Set<String> = []
    var seen: Set<String> = []
    for (number, draft) in drafts.enumerated() where lists[number] {
      guard let xcode = draft.xcode, seen.insert(xcode.settings.folder).inserted else { continue }
      listed.formUnion(xcode.project.files.map { joined(xcode.settings.folder, $0) })
    }
    var paths: [[Int]: [String]] = [:]
    for path in unclaimed where files[path]?.isTranslation ?? false {
      var own = parent(of: path)
      while own.lowercased().hasSuffix(".lproj") { own = parent(of: own) }
      let near = nearest(to: own)
      let isLost = near.allSatisfy { number in
        let draft = drafts[number]
        return lists[number] && path.hasPrefix((draft.xcode?.settings.folder ?? "") + "/")
          && draft.anchors.contains { own == $0 || own.hasPrefix($0 + "/") || $0.hasPrefix(own + "/") }
      }
      if !near.isEmpty, isLost, !hasParent(of: path, in: listed) { paths[near, default: []].append(path) }
    }
    for (near, all) in paths {
      let isWithout = !near.contains { drafts[$0].files.contains { files[$0]?.isTranslation ?? false } }
      // Beside tables that the target copies, others are of languages that aren’t ready, unless it has the language.
      let known = near.reduce(into: Set<String>()) { $0.formUnion(languagesOfFiles(drafts[$1])) }
      let lost = all.filter { path in
        guard files[path]?.mentions.contains(where: { $0.key != nil }) ?? false else { return false }
        return isWithout || files[path]?.language.map { known.contains(catalog.canonicalLanguage($0)) } ?? false
      }
      let tables = LostTables(targets: near.compactMap { drafts[$0].xcode?.target.name }, paths: lost)
      for path in lost { lostTables[path] = tables }
      let unused = isWithout ? all : lost
      leftOver.formUnion(unused)
      let languages = lost.compactMap { files[$0]?.language }
      let folders = Set(unused.map(parent))
      for number in near {
        drafts[number].lostLanguages.formUnion(languages)
        // A language of which nothing is copied is none of the app’s.
        if drafts[number].languageFolders.isEmpty { lostLanguageFolders.formUnion(folders) }
      }
    }
    unclaimed.removeAll(where: leftOver.contains)
  }

  func hasParent(of path: String, in folders: Set<String>) -> Bool {
    !folders.isEmpty && self.folders(from: parent(of: path)).contains(where: folders.contains)
  }

  /// The languages, as canonical codes, in which a target has any file.
  func languagesOfFiles(_ draft: Draft) -> Set<String> {
    Set(draft.languageFolders.compactMap { ProjectFile.language(ofFileAt: $0 + "/x") }.map(catalog.canonicalLanguage))
  }

  /// Whether a table that no target names is beside the catalog that has its texts now: Xcode builds no target with both.
  func isReplacedByCatalog(_ path: String) -> Bool {
    guard files[path]?.kind == .stringsTable else { return false }
    var own = parent(of: path)
    while own.lowercased().hasSuffix(".lproj") { own = parent(of: own) }
    if files[joined(own, FileKind.stringCatalog.usualName)] != nil { return true }
    let near = nearest(to: own)
    return !near.isEmpty
      && near.allSatisfy { number in
        drafts[number].xcode != nil && drafts[number].files.contains { files[$0]?.kind == .stringCatalog }
      }
  }

  /// Whether an Info.plist that no target names has a name that Xcode gives to the copy for a duplicated target, in a
  /// project with others: `App copy-Info.plist`, `App copy2-Info.plist`.
  func isLeftOver(_ path: String) -> Bool {
    let name = lastComponent(of: path)
    guard name.hasSuffix("-Info.plist") else { return false }
    var stem = name.dropLast("-Info.plist".count)
    while let last = stem.last, last.isNumber || last == " " { stem.removeLast() }
    guard stem.hasSuffix(" copy") else { return false }
    let own = parent(of: path)
    return drafts.contains { draft in
      guard let xcode = draft.xcode else { return false }
      let root = xcode.settings.folder
      return (own == root || own.hasPrefix(root == "/" ? root : root + "/"))
        && draft.files.contains { files[$0]?.kind == .infoPlist }
    }
  }

  /// The Info.plist files that no target has, though all targets are known, and that no script, configuration file or
  /// other tool seems to use. Beside one that a target has, another may be copied over it.
  func findUnused() -> Set<String> {
    guard !isGenerated, let folders = foldersOfProjects, !folders.isEmpty else { return [] }
    let anchors = drafts.reduce(into: Set<String>()) { if $1.xcode != nil { $0.formUnion($1.anchors) } }
    let named = files.values.reduce(into: namesInScripts) { names, file in
      for setting in file.buildConfiguration?.settings ?? [] where setting.name == BuildSettingName.infoPlistFile {
        names.insert(lastComponent(of: setting.value).lowercased())
      }
    }
    return drafts.reduce(into: []) { unused, draft in
      guard draft.xcode == nil else { return }
      unused.formUnion(
        draft.files.filter { path in
          hasParent(of: path, in: folders) && !hasParent(of: path, in: foldersOfOtherTools)
            && !hasParent(of: path, in: packages) && !anchors.contains(parent(of: path))
            && !named.contains(lastComponent(of: path).lowercased())
        })
    }
  }

  /// Notes which property lists a project’s scripts name; if one is named by a variable, no Info.plist is known to be
  /// unused.
  mutating func noteNamesInScripts(of project: XcodeProject) {
    for script in project.targets.lazy.flatMap(\.phases).compactMap(\.script) {
      let words = script.utf8.split { !(isLetter($0) || isDigit($0) || "_-.+$*{}?".utf8.contains($0)) }
      for word in words where word.count > ".plist".utf8.count {
        let name = String(decoding: word, as: UTF8.self).lowercased()
        guard name.hasSuffix(".plist") else { continue }
        if name.utf8.contains(where: "$*{?".utf8.contains) { foldersOfProjects = nil }
        namesInScripts.insert(name)
      }
    }
  }
}

/// Tables of Info.plist’s translations that no target copies.
public struct LostTables: Hashable, Sendable {
  /// The names of the targets that they lie beside.
  public let targets: [String]
  /// The absolute paths, sorted.
  public let paths: [String]
}
