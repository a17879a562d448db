import BuildTargets
import Catalog
import ProjectFiles
import PropertyList
import SourceText

// The third step: what a draft and its files say of a target.

extension FolderTargets {
  /// The target that a draft stands for, with what its project and its files say of it.
  func target(_ draft: Draft) -> Target {
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
  var product: Project.Product {
    guard let type = productType?.split(separator: ".", maxSplits: 3).last.map(String.init) else { return .unknown }
    if type.hasPrefix("application") { return .app }
    if type.hasSuffix("extension"), !type.hasPrefix("system"), !type.hasPrefix("driver") { return .appExtension }
    if type.hasPrefix("framework") || type.hasPrefix("library") { return .library }
    return .unknown
  }

  /// Whether the target only tests another one.
  var isTest: Bool { productType.map { $0.hasSuffix("testing") || $0.hasSuffix("test") } ?? false }
}
