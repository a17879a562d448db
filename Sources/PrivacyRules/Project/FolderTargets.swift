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
  private let foldersOfRenamedTables: Set<String>
  private let catalogLanguages: [String: Set<String>]
  private let developmentLanguages: [String: String]
  private let describedPlatforms: [String: [Platform: SystemVersion?]]
  private let describedKeys: [String: Set<String>]
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
  private var brokenProjects: Set<String> = []
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
  private func spelled(_ path: String) -> String {
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

  private func isTest(_ draft: Draft) -> Bool {
    draft.xcode.map(\.target.isTest) ?? draft.anchors.allSatisfy { $0.hasSuffix("Tests") || $0.hasSuffix("Test") }
  }

  /// A draft’s product, from its project or its Info.plist.
  private func product(of draft: Draft) -> Project.Product {
    if let product = draft.xcode?.target.product, product != .unknown { return product }
    let said = Set(draft.files.compactMap { files[$0]?.infoPlist?.product }.filter { $0 != .unknown })
    return said.count == 1 ? said.first ?? .unknown : .unknown
  }

  // MARK: - Targets

  private func target(_ draft: Draft) -> Target {
    let members = draft.files.sorted().compactMap { files[$0] }
    let settings = draft.xcode?.settings
    var platforms = settings?.platforms ?? [:]
    // Configuration files beside each other are of a project that isn’t there: one that is generated.
    if draft.xcode == nil {
      platforms = TargetSettings(files: members.compactMap(\.buildConfiguration)).platforms
      // What a generator’s description says of the target that has the Info.plist.
      for plist in members where plist.kind == .infoPlist {
        platforms.merge(describedPlatforms[plist.path] ?? [:]) { first, second in
          first.flatMap { a in second.map { min(a, $0) } }
        }
      }
    }
    if platforms.isEmpty {
      for plist in members.compactMap(\.infoPlist) {
        platforms.merge(plist.platforms) { first, second in first ?? second }
      }
    }
    let development = developmentLanguage(draft, members)
    let appNames = appNames(draft, members)
    return Target(
      name: draft.xcode?.target.name, identifier: draft.xcode?.target.identifier, product: product(of: draft),
      platforms: platforms, deviceFamilies: deviceFamilies(settings, members), developmentLanguage: development,
      languages: languages(draft, members, development), appNames: appNames,
      generatesInfoPlist: settings?.isOn(BuildSettingName.generatesInfoPlist) ?? false,
      ignoresInfoPlistKeys: settings?.ignoresInfoPlistKeys ?? false,
      releasedInfoPlists: Set((settings?.releasedInfoPlists ?? []).map(spelled)),
      debuggingInfoPlists: Set((settings?.debuggingInfoPlists ?? []).map(spelled)),
      hasHardenedRuntime: settings?.isOn(BuildSettingName.hardenedRuntime) ?? false,
      preprocessesInfoPlist: settings?.isOn(BuildSettingName.preprocessesInfoPlist) ?? false,
      lacksInfoPlist: isOfBrokenProject(draft) || settings.map(lacksInfoPlist) ?? false,
      describedKeys: describedKeys.isEmpty ? [] : describedKeys(of: draft),
      unreadTranslations: unreadTranslations(draft),
      isTest: isTest(draft), files: members, cutSettings: settings?.cutSettings ?? [], catalog: catalog)
  }

  private func describedKeys(of draft: Draft) -> Set<String> {
    draft.anchors.reduce(into: []) { keys, anchor in
      if let nearest = folders(from: anchor).first(where: { describedKeys[$0] != nil }) {
        keys.formUnion(describedKeys[nearest] ?? [])
      }
    }
  }

  /// Whether settings that can’t be read may have texts of a target: its project ends early, or no other one around has it.
  private func isOfBrokenProject(_ draft: Draft) -> Bool {
    if let project = draft.xcode?.project {
      return !project.isXML && (project.cut != nil || !project.tree.problems.isEmpty)
    }
    return brokenProjects.contains { folder in
      draft.anchors.contains { $0 == folder || $0.hasPrefix(folder == "/" ? folder : folder + "/") }
    }
  }

  /// Whether settings name an Info.plist that isn’t there, or with variables that nothing gives a value.
  private func lacksInfoPlist(_ settings: TargetSettings) -> Bool {
    let named = settings.values(BuildSettingName.infoPlistFile).filter { !$0.isEmpty }
    let paths = settings.paths(BuildSettingName.infoPlistFile).map(spelled)
    return paths.count < named.count || paths.contains { files[$0] == nil }
  }

  private func unreadTranslations(_ draft: Draft) -> UnreadTranslations {
    let isByScript = draft.xcode?.copiesTables ?? false
    let lost = draft.lostLanguages
    if foldersOfRenamedTables.isEmpty { return UnreadTranslations(isByScript: isByScript, languages: lost) }
    let read = Set(draft.files.filter { FileKind.isRenamedTable(lastComponent(of: $0)) }.map(parent))
    let folders = draft.languageFolders.intersection(foldersOfRenamedTables).subtracting(read)
    return UnreadTranslations(
      isByScript: isByScript, languages: lost.union(folders.compactMap { ProjectFile.language(ofFileAt: $0 + "/x") }))
  }

  private func deviceFamilies(_ settings: TargetSettings?, _ members: [ProjectFile]) -> Set<String> {
    let values = settings?.values(BuildSettingName.deviceFamilies) ?? []
    let named = values.flatMap { $0.split { $0 == "," || $0 == " " }.map(String.init) }
    return named.isEmpty
      ? members.compactMap(\.infoPlist).reduce(into: []) { $0.formUnion($1.deviceFamilies) } : Set(named)
  }

  private func developmentLanguage(_ draft: Draft, _ members: [ProjectFile]) -> String? {
    var candidates: [String] = []
    // `Base` is no language.
    if let region = draft.xcode?.project.developmentRegion, region != "Base" { candidates.append(region) }
    candidates += members.compactMap { $0.stringCatalog?.sourceLanguage?.value }
    candidates += members.compactMap { $0.infoPlist?.developmentRegion }
    candidates += draft.anchors.sorted().compactMap(describedLanguage)
    if let first = candidates.first { return catalog.canonicalLanguage(first) }
    // Xcode’s default.
    let english = catalog.canonicalLanguage("en")
    let found =
      members.compactMap(\.language) + draft.languageFolders.compactMap { ProjectFile.language(ofFileAt: $0 + "/x") }
    return found.contains { catalog.canonicalLanguage($0) == english } ? english : nil
  }

  /// The development language in the nearest description of targets above a folder.
  private func describedLanguage(_ own: String) -> String? {
    if developmentLanguages.isEmpty { return nil }
    return folders(from: own).first { developmentLanguages[$0] != nil }.flatMap { developmentLanguages[$0] }
  }

  /// A folder, and those that contain it up to the project’s.
  func folders(from own: String) -> some Sequence<String> {
    let shortest = folder.utf8.count
    return sequence(first: own) { $0 == "/" ? nil : parent(of: $0) }.lazy.prefix { $0.utf8.count >= shortest }
  }

  private func languages(_ draft: Draft, _ members: [ProjectFile], _ development: String?) -> [String] {
    var found: [String: String] = [:]
    func add(_ language: String) {
      let code = catalog.canonicalLanguage(language)
      if code != development, found[code] == nil { found[code] = language }
    }
    members.filter { $0.kind == .stringsTable }.compactMap(\.language).forEach(add)
    for path in draft.languageFolders.sorted() {
      if let language = ProjectFile.language(ofFileAt: path + "/x") { add(language) }
    }
    for catalog in members.compactMap(\.stringCatalog) {
      for entry in catalog.entries {
        for localization in entry.localizations { add(localization.language.value) }
      }
    }
    if let xcode = draft.xcode {
      for path in draft.catalogs.sorted() { catalogLanguages[path]?.sorted().forEach(add) }
      // Projects list languages that no text was ever written in. The files that the target copies decide which ones
      // are real, but a catalog for Info.plist alone has all of them.
      let hasCatalog = draft.catalogs.isEmpty && !members.allSatisfy { $0.stringCatalog == nil }
      // Lists of words are no texts for people.
      let texts = xcode.target.phases.flatMap(\.files).filter { path in
        !path.hasSuffix(".txt") && (!path.hasSuffix(".strings") || ProjectFile.isTableOfTexts(path))
      }
      let own = Set(texts.compactMap(ProjectFile.language(ofFileAt:)).map(catalog.canonicalLanguage))
      for region in xcode.project.knownRegions where region.lowercased() != "base" {
        // “English”, “German”: every new project listed these for years.
        let isName = region.count > 3 && region.allSatisfy(\.isLetter)
        let code = catalog.canonicalLanguage(region)
        // Where a catalog has texts for Sweden alone, these are the project’s Swedish.
        let isByRegion = found.keys.contains { $0.hasPrefix(code + "-") }
        if !isName, own.contains(code) || hasCatalog && !isByRegion { add(region) }
      }
    }
    return found.values.sorted()
  }

  private func appNames(_ draft: Draft, _ members: [ProjectFile]) -> [String] {
    var names: [String] = []
    let settings = draft.xcode?.settings
    func add(_ text: String) {
      let texts = settings?.resolved(text) ?? [text]
      names += texts.filter { !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: "$")) }
    }
    let keys = [BundleKey.Role.displayName, .name].map { catalog.name($0) }
    for key in keys { settings?.values(infoPlistSettingPrefix + key).forEach(add) }
    for plist in members.compactMap(\.infoPlist) { plist.bundleNames.forEach(add) }
    for file in members where file.kind == .stringsTable || file.kind == .stringCatalog {
      for string in file.purposeStrings where keys.contains(string.name) { add(string.text) }
    }
    settings?.values(BuildSettingName.productName).forEach(add)
    if names.isEmpty, let name = draft.xcode?.target.name { names.append(name) }
    return names.unique()
  }
}

extension XcodeProject.Target {
  /// The target’s product.
  fileprivate var product: Project.Product {
    guard let type = productType?.split(separator: ".", maxSplits: 3).last.map(String.init) else { return .unknown }
    if type.hasPrefix("application") { return .app }
    if type.hasSuffix("extension"), !type.hasPrefix("system"), !type.hasPrefix("driver") { return .appExtension }
    if type.hasPrefix("framework") || type.hasPrefix("library") { return .library }
    return .unknown
  }

  /// Whether the target only tests another one.
  fileprivate var isTest: Bool { productType.map { $0.hasSuffix("testing") || $0.hasSuffix("test") } ?? false }
}
