import BuildTargets
import Catalog
import ProjectFiles
import PropertyList
import SourceScan
import SourceText

// Targets are built in three steps:
//
// 1. `drafts`: what Xcode projects say about their targets, and the Info.plist files that no project mentions; which of
//    those nothing seems to use, and which languages are a package’s. This depends on projects, configuration files and
//    the paths of all other files.
// 2. Translations, entitlements and manifests that no project mentions are assigned to the nearest Info.plist. This
//    depends on names within files too, so it’s repeated after each change, but only for files without a project.
// 3. The targets. A target with the same files as before stays the same object.
//
// After a keystroke in an Info.plist, only the second step and one target of the third are needed, however many targets
// there are.

/// The targets of a folder, and the data that they were built from.
public struct FolderTargets: Sendable {
  /// A target that is being built.
  struct Draft: Sendable {
    var xcode: XcodePart?
    /// The folders that nearby files are matched with: those of its Info.plist files.
    var anchors: Set<String> = []
    var files: Set<String> = []
    var languageFolders: Set<String> = []
    /// String catalogs for texts outside of Info.plist.
    var catalogs: Set<String> = []
    /// The languages of tables that it should copy.
    var lostLanguages: Set<String> = []

    /// Whether an Xcode project names the tables that the target copies, rather than a folder of them.
    var listsItsTables: Bool {
      guard let xcode else { return false }
      return !xcode.copiesTables && !languageFolders.isEmpty
    }

    /// The files of the Xcode project, as absolute paths, if it lists the target’s resources and has none in a language
    /// other than its own.
    var filesOfUntranslatedProject: Set<String>? {
      guard let xcode, xcode.listsItsResources else { return nil }
      return xcode.whole.untranslatedFiles.value
    }
  }

  /// What holds for all targets of a project; asked for at every keystroke, it is found out once.
  struct WholeProject: Sendable {
    /// Whether all its files are listed one by one, and nothing of it is lost.
    let listsFiles: OnDemand<Bool>
    /// The absolute paths of its files, if none is in another language than the project’s own.
    let untranslatedFiles: OnDemand<Set<String>?>

    /// - Parameter folder: The folder that its paths are relative to.
    init(_ project: XcodeProject, in folder: String) {
      listsFiles = OnDemand {
        project.cut == nil && project.tree.problems.isEmpty && project.targets.allSatisfy { $0.folders.isEmpty }
      }
      untranslatedFiles = OnDemand {
        let own = project.developmentRegion?.lowercased()
        let isTranslated = project.files.contains { path in
          ProjectFile.language(ofFileAt: path).map { $0.lowercased() != own } ?? false
        }
        return isTranslated ? nil : Set(project.files.map { joined(folder, $0) })
      }
    }
  }

  /// A project’s data for one of its targets.
  final class XcodePart: Sendable {
    let target: XcodeProject.Target
    let settings: TargetSettings
    let project: XcodeProject
    let whole: WholeProject
    /// Whether a script of the build names tables for Info.plist, and so may copy any.
    let copiesTables: Bool
    /// Whether the target copies resources, and no script that may copy tables is part of its build.
    private let copiesResources: Bool

    init(
      _ target: XcodeProject.Target, _ settings: TargetSettings, _ project: XcodeProject, _ whole: WholeProject
    ) {
      self.whole = whole
      self.target = target
      self.settings = settings
      self.project = project
      copiesTables = target.phases.contains { phase in
        let words = phase.script?.split { !$0.isLetter } ?? []
        return words.contains { $0 == "InfoPlist" } && words.contains { $0 == "strings" }
      }
      // CocoaPods’ own scripts copy what pods have: `"${PODS_ROOT}/Target Support Files/…"`, once under `${SRCROOT}/Pods`.
      let scripts = target.phases.compactMap { $0.script?.lowercased() }.filter { script in
        !script.prefix { !$0.isNewline }.split(separator: "/").prefix(5).contains { $0 == "target support files" }
      }
      copiesResources =
        [.app, .appExtension].contains(target.product)
        && target.phases.contains { $0.kind == .resources && !$0.files.isEmpty }
        && !scripts.contains { script in Self.wordsForTables.contains { script.containsWord($0) } }
    }

    /// Whether the target copies resources one by one, and no script that may copy tables is part of its build.
    var listsItsResources: Bool { copiesResources && whole.listsFiles.value }

    private static let wordsForTables = ["lproj", ".strings", "locali"]
  }

  public private(set) var targets: [Target] = []
  let folder: String
  private let languageFolders: [String]
  /// The language folders whose targets are known from projects.
  private var ownedLanguageFolders: Set<String> = []
  /// Those of which no target copies anything.
  var lostLanguageFolders: Set<String> = []
  /// Those with tables of Info.plist’s texts by another name.
  let foldersOfRenamedTables: Set<String>
  let catalogLanguages: [String: Set<String>]
  let developmentLanguages: [String: String]
  let describedPlatforms: [String: [Platform: SystemVersion?]]
  let describedKeys: [String: Set<String>]
  let catalog: Catalog
  var files: [String: ProjectFile]
  /// All paths, sorted.
  private let paths: [String]
  /// The paths by their lowercase form.
  private let spellings: OnDemand<[String: String]>

  /// The Info.plist files with the name that Xcode gives to those of duplicated targets, if no target has them; and the
  /// tables that a string catalog took the place of, or that no target copies.
  public internal(set) var leftOver: Set<String> = []
  /// The tables that no target copies, by their paths.
  public internal(set) var lostTables: [String: LostTables] = [:]
  /// The Info.plist files that no target has, as far as that is known.
  public private(set) var unused: Set<String> = []
  let packages: Set<String>
  let foldersOfOtherTools: Set<String>
  /// The language folders in packages that are in the folder of an Xcode project.
  private var languageFoldersOfPackages: Set<String> = []
  let isGenerated: Bool

  /// The result of the first step.
  var drafts: [Draft] = []
  /// The folders of the Xcode projects; nil if one has a target whose Info.plist isn’t known or isn’t here.
  var foldersOfProjects: Set<String>? = []
  /// The folders of projects that can’t be read to their ends: any of their settings may have a text.
  private(set) var brokenProjects: Set<String> = []
  /// The names of property lists in the scripts of projects, in lowercase.
  var namesInScripts: Set<String> = []
  /// The files that the first step assigned to no draft, sorted.
  var unclaimed: [String] = []
  /// The drafts with an Info.plist near a folder, for each folder from there up to ``highest`` levels above.
  private var draftsBelow: [String: [Int]] = [:]

  /// The result of the second step, a draft for each target.
  private var complete: [Draft] = []
  /// The targets of each file, by its path.
  private var targetsOfFile: [String: [Int]] = [:]

  init(_ folder: ProjectFolder, _ catalog: Catalog) {
    self.folder = folder.path
    self.catalog = catalog
    isGenerated = folder.isGenerated
    packages = folder.packages
    foldersOfOtherTools = folder.foldersOfOtherTools
    languageFolders = folder.languageFolders.sorted()
    catalogLanguages = folder.catalogLanguages
    developmentLanguages = folder.developmentLanguages
    foldersOfRenamedTables = folder.foldersOfRenamedTables
    describedPlatforms = folder.describedPlatforms
    describedKeys = folder.describedKeys
    files = Dictionary(firstOf: folder.files.map { ($0.path, $0) })
    let sorted = files.keys.sorted()
    paths = sorted
    spellings = OnDemand { Dictionary(sorted.map { ($0.lowercased(), $0) }) { first, _ in first } }
    makeDrafts()
    complete = draftsWithCompanions()
    targets = complete.map(target)
    index()
  }

  /// The targets that a file belongs to.
  ///
  /// - Parameter path: Absolute.
  public func targets(of path: String) -> [Target] {
    targetsOfFile[path, default: []].map { targets[$0] }
  }

  /// Replaces some files by newer versions.
  ///
  /// - Returns: False if that may change which files belong together, and nothing was changed: for projects,
  ///   configuration files and new files.
  public mutating func update(_ changed: [ProjectFile]) -> Bool {
    for file in changed {
      guard file.kind != .xcodeProject, file.kind != .buildSettings, files[file.path] != nil else { return false }
    }
    for file in changed { files[file.path] = file }
    let before = complete
    complete = draftsWithCompanions()
    var outdated = Set(changed.flatMap { targetsOfFile[$0.path] ?? [] })
    var isRegrouped = false
    for (number, draft) in complete.enumerated() {
      let old = before[number]
      if draft.files != old.files || draft.languageFolders != old.languageFolders {
        outdated.insert(number)
        isRegrouped = true
      }
    }
    for number in outdated { targets[number] = target(complete[number]) }
    if isRegrouped { index() }
    return true
  }

  private mutating func index() {
    targetsOfFile = [:]
    for (number, draft) in complete.enumerated() {
      for path in draft.files { targetsOfFile[path, default: []].append(number) }
    }
  }

  // MARK: - From projects

  private mutating func makeDrafts() {
    var claimed: Set<String> = []
    for path in paths {
      if let project = files[path]?.xcodeProject { makeDrafts(of: project, at: path, &claimed) }
    }
    var ownDraft: [String: Int] = [:]
    for path in paths where !claimed.contains(path) {
      guard files[path]?.kind == .infoPlist else {
        if files[path]?.kind != .xcodeProject { unclaimed.append(path) }
        continue
      }
      if isLeftOver(path) {
        leftOver.insert(path)
        continue
      }
      let own = parent(of: path)
      if let index = ownDraft[own] {
        drafts[index].files.insert(path)
      } else {
        ownDraft[own] = drafts.count
        drafts.append(Draft(anchors: [own], files: [path]))
      }
    }
    for (number, draft) in drafts.enumerated() {
      for anchor in draft.anchors {
        for folder in folders(from: anchor).prefix(Self.highest + 1) where draftsBelow[folder]?.last != number {
          draftsBelow[folder, default: []].append(number)
        }
      }
    }
    unused = findUnused()
    let projects = Set(drafts.compactMap { $0.xcode?.settings.folder })
    let inner = packages.filter { !projects.contains($0) && hasParent(of: $0, in: projects) }
    languageFoldersOfPackages = Set(languageFolders.filter { hasParent(of: $0, in: inner) })
      .subtracting(ownedLanguageFolders)
    findLostTables()
    languageFoldersOfPackages.subtract(lostLanguageFolders)
    let stale = Set(unclaimed.filter(isReplacedByCatalog))
    leftOver.formUnion(stale)
    unclaimed.removeAll(where: stale.contains)
  }

  private mutating func makeDrafts(of project: XcodeProject, at path: String, _ claimed: inout Set<String>) {
    claimed.insert(path)
    if project.cut != nil || project.isXML || !project.tree.problems.isEmpty {
      foldersOfProjects = nil
      // Projects in XML aren’t read at all.
      if !project.isXML { brokenProjects.insert(parent(of: parent(of: path))) }
    }
    noteNamesInScripts(of: project)
    let knownFolders = Set(languageFolders)
    var wholes: [String: WholeProject] = [:]
    for target in project.targets {
      let settings = TargetSettings(target, of: project, at: path) { files[$0]?.buildConfiguration }
      let whole = wholes[settings.folder] ?? WholeProject(project, in: settings.folder)
      wholes[settings.folder] = whole
      var draft = Draft(xcode: XcodePart(target, settings, project, whole))
      func add(_ path: String) { if files[path] != nil { draft.files.insert(path) } }
      let members = target.phases.flatMap(\.files).map { path in
        let path = joined(settings.folder, path)
        return FileKind.of(path: path) == nil ? path : spelled(path)
      }
      draft.languageFolders.formUnion(members.lazy.map(parent).filter(knownFolders.contains))
      draft.catalogs.formUnion(members.filter { catalogLanguages[$0] != nil })
      foldersOfProjects?.insert(settings.folder)
      if !settings.knowsInfoPlists { foldersOfProjects = nil }
      for plist in settings.paths(BuildSettingName.infoPlistFile).map(spelled) {
        guard files[plist] != nil else {
          foldersOfProjects = nil
          continue
        }
        add(plist)
        draft.anchors.insert(parent(of: plist))
      }
      settings.paths(BuildSettingName.entitlements).map(spelled).forEach(add)
      settings.configurationFilePaths.forEach(add)
      members.forEach(add)
      for synchronized in target.folders {
        let root = joined(settings.folder, synchronized.path)
        let except = Set(synchronized.except.map { joined(root, $0) })
        let inside = prefix(of: root)
        draft.languageFolders.formUnion(languageFolders.filter { $0.hasPrefix(inside) })
        draft.catalogs.formUnion(catalogLanguages.keys.filter { $0.hasPrefix(inside) && !except.contains($0) })
        for path in paths(below: root) where !except.contains(path) {
          // A target’s Info.plist and entitlements are known from its build settings only.
          if let kind = files[path]?.kind, kind != .infoPlist, kind != .entitlements { add(path) }
        }
        draft.anchors.insert(root)
      }
      if draft.anchors.isEmpty { draft.anchors.insert(joined(settings.folder, target.name)) }
      ownedLanguageFolders.formUnion(draft.languageFolders)
      let isMentioned = files[path]?.hasMentions(ofTarget: target.identifier) ?? false
      // What is too long to expand is said even where nothing else is known of the target.
      guard !draft.files.isEmpty || isMentioned || !settings.cutSettings.isEmpty else { continue }
      claimed.formUnion(draft.files)
      draft.files.insert(path)
      drafts.append(draft)
    }
  }

  /// The path as spelled on disk: most Mac volumes ignore case.
  func spelled(_ path: String) -> String {
    files[path] == nil ? spellings.value[path.lowercased()] ?? path : path
  }

  /// The files in a folder and its subfolders.
  private func paths(below folder: String) -> ArraySlice<String> {
    let prefix = prefix(of: folder)
    return paths[paths.partitioningIndex { $0 >= prefix }...].prefix { $0.hasPrefix(prefix) }
  }

  // MARK: - From nearby files

  /// How many levels a file may be below the folder that it shares with the Info.plist.
  private static let deepest = 5
  private static let highest = 2

  /// The drafts, with files that no project mentions assigned to the nearest Info.plist.
  private func draftsWithCompanions() -> [Draft] {
    var result = drafts
    var near: [String: [Int]] = [:]
    func nearest(to folder: String) -> [Int] {
      var own = folder
      while own.lowercased().hasSuffix(".lproj") { own = parent(of: own) }
      if let known = near[own] { return known }
      let found = self.nearest(to: own)
      near[own] = found
      return found
    }
    for path in unclaimed {
      for number in nearest(to: parent(of: path)) where isCompanion(path, of: result[number]) {
        result[number].files.insert(path)
      }
    }
    let listed = drafts.map(\.filesOfUntranslatedProject)
    func add(_ path: String, where isWanted: (Int) -> Bool) {
      for number in nearest(to: path) where !drafts[number].listsItsTables && isWanted(number) {
        // An app whose project names its resources, and none in another language, copies only what is in a folder it names.
        if let listed = listed[number], !hasParent(of: path, in: listed) { continue }
        result[number].languageFolders.insert(path)
      }
    }
    for path in languageFolders
    where !ownedLanguageFolders.contains(path) && !lostLanguageFolders.contains(path)
      && !languageFoldersOfPackages.contains(path)
    {
      add(path) { _ in true }
    }
    if !languageFoldersOfPackages.isEmpty {
      // The languages of a package in the folder of an app with translations of its own are that package’s alone.
      let untranslated = Set(result.indices.filter { languagesOfFiles(result[$0]).count < 2 })
      for path in languageFoldersOfPackages {
        // The system shows no package in a language that the app lacks.
        let language = ProjectFile.language(ofFileAt: path + "/x").map(catalog.canonicalLanguage)
        add(path) { number in
          let known = drafts[number].xcode?.project.knownRegions.map(catalog.canonicalLanguage)
          let isKnown = known.map { regions in language.map(regions.contains) ?? true } ?? true
          return untranslated.contains(number) && isKnown
        }
      }
    }
    return result
  }

  /// Whether a nearby file may belong to a draft. Most manifests in a project belong to libraries, and translations and
  /// entitlements in another branch of folders may belong to an app whose Info.plist isn’t here.
  private func isCompanion(_ path: String, of draft: Draft) -> Bool {
    guard let file = files[path] else { return true }
    let isInside = draft.anchors.contains { path.hasPrefix($0 + "/") }
    switch file.kind {
    case .privacyManifest: return lastComponent(of: path) == catalog.manifest.fileName && isInside
    case .entitlements: return isInside || draft.anchors.contains { $0.hasPrefix(parent(of: path) + "/") }
    case .stringsTable, .stringCatalog:
      // A project that lists its tables one by one leaves this one out.
      let name = lastComponent(of: path)
      if draft.listsItsTables, draft.files.contains(where: { $0 != path && lastComponent(of: $0) == name }) {
        return false
      }
      return isInside || file.mentions.isEmpty
        || draft.files.contains { other in
          guard let declared = files[other]?.declaredNames, !declared.isEmpty else { return false }
          return file.mentions.contains { declared.contains($0.name) }
        }
    case .infoPlist, .xcodeProject, .buildSettings: return true
    case .lockFile, .source: return false
    }
  }

  /// The drafts whose Info.plist files share the deepest folder with a folder.
  func nearest(to own: String) -> [Int] {
    let isInside = own == folder || own.hasPrefix(prefix(of: folder))
    let shared = isInside ? folders(from: own).prefix(Self.deepest + 1).first { draftsBelow[$0] != nil } : nil
    var result = shared.flatMap { draftsBelow[$0] } ?? []
    // A file between an app and its tests or extensions belongs to the app.
    for isLikely in [{ !isTest($0) }, { product(of: $0) != .appExtension }, { product(of: $0) == .app }]
      as [(Draft) -> Bool]
    {
      guard result.count > 1 else { break }
      let likely = result.filter { isLikely(drafts[$0]) }
      if !likely.isEmpty { result = likely }
    }
    // With several unrelated candidates, nothing is guessed.
    if result.count <= 1 || result.allSatisfy({ drafts[$0].xcode != nil }) { return result }
    let holds = result.allSatisfy { drafts[$0].anchors.contains { own == $0 || own.hasPrefix(prefix(of: $0)) } }
    return holds ? result : []
  }

  func isTest(_ draft: Draft) -> Bool {
    draft.xcode.map(\.target.isTest) ?? draft.anchors.allSatisfy { $0.hasSuffix("Tests") || $0.hasSuffix("Test") }
  }

  /// A draft’s product, from its project or its Info.plist.
  func product(of draft: Draft) -> Project.Product {
    if let product = draft.xcode?.target.product, product != .unknown { return product }
    let said = Set(draft.files.compactMap { files[$0]?.infoPlist?.product }.filter { $0 != .unknown })
    return said.count == 1 ? said.first ?? .unknown : .unknown
  }
}
