import BuiltApp
import Catalog
import FileSystem
import PrivacyRules
import PropertyList
import SourceScan
import SourceText

/// A mail that the upload check is expected to send.
struct ExpectedMail: Sendable {
  /// Apple’s code; nil for a message of App Review that has none.
  var itms: String?
  var severity: Severity
  /// Whether it blocks the upload or the review.
  var isBlocking: Bool
  /// Whether the evidence makes it only likely.
  var isLikely: Bool
  /// The path of the bundle that it names; nil for a binary outside of a bundle.
  var bundle: String?
  var binary: String?
  /// The path of the property list that it is about; nil if it is about a binary or a whole bundle.
  var file: String?
  /// The identifier of the required reason API category that it is about.
  var category: String?
  /// Names its subject; a file by its path.
  var message: String
  /// What to do about it, as a sentence without a full stop.
  var remedy: String

  /// The most precise path that is known for its cause.
  var place: String { file ?? binary ?? bundle ?? "" }
}

/// The codes of the mails that this check itself predicts. Mails about the contents of a file come from the rules.
enum CheckedMail {
  static let missingPurposeString = "ITMS-90683"
  static let invalidPurposeString = "ITMS-90738"
  static let missingDeclaration = "ITMS-91053"
  static let missingManifest = "ITMS-91061"
  static let missingSignature = "ITMS-91065"
}

/// What was read from one bundle, such as an app or a framework.
struct CheckedBundle: Sendable {
  enum Kind: String, Sendable {
    case app, appex, framework, bundle, xpc
    /// Only contains other bundles.
    case xcframework
  }

  let path: String
  let kind: Kind
  /// Whether all of it was read, not only a file inside that the user named.
  let isWhole: Bool
  var identifier: String?
  var version: String?
  var executable: String?
  /// The manifest, if it is where the upload check looks for it.
  var manifest: CheckedManifest?
  var infoPlist: InfoPlist?
  var infoPlistDocument: Document?
  var infoPlistPath: String? { infoPlistDocument?.path }
  /// The SDK on Apple’s list that it most likely is.
  var sdk: ListedSDK?
  /// The index of the bundle that contains it.
  var parent: Int?

  /// The last path component without its extension.
  var stem: Substring {
    let name = fileName(of: path)
    return name[..<(name.utf8.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
  }
}

struct CheckedManifest: Sendable {
  let path: String
  let document: Document
  let manifest: PrivacyManifest?

  /// The categories that it declares with at least one reason.
  var categories: Set<String> {
    Set((manifest?.accessedAPIs ?? []).compactMap { $0.category?.id })
  }
}

/// A use of a required reason API, seen in a binary.
struct SymbolUse: Sendable {
  /// As the binary spells it.
  let symbol: String
  let listed: LinkedSymbol
  let confidence: Confidence
  var categories: [String] { listed.categories }
}

/// What was read from one binary.
struct CheckedBinary: Sendable {
  let path: String
  /// The index of the bundle that it belongs to.
  let bundle: Int?
  let binary: BuiltBinary
  let uses: [SymbolUse]
  /// The entitlements in its signature, as an XML property list.
  let entitlements: Document?
  /// The SDK on Apple’s list that a static library most likely is.
  let sdk: ListedSDK?
  /// The SDKs on Apple’s list whose classes it defines, so that they are likely linked into it.
  let linkedSDKs: [ListedSDK]

  var platforms: Set<String> { Set(binary.slices.compactMap(\.platform)) }

  /// Whether Apple requires declarations for it: not for simulators and not on the Mac.
  var needsDeclarations: Bool {
    let exempt: Set = ["macos", "maccatalyst", "driverkit", "bridgeos"]
    let platforms = platforms
    return platforms.isEmpty || platforms.contains { !exempt.contains($0) && !$0.hasSuffix("simulator") }
  }

  var name: String { fileName(of: path) }

  var isStatic: Bool { binary.isStatic }
}

/// What the upload check will likely say about a built app, a framework or a library.
struct AppCheck: Sendable {
  private(set) var bundles: [CheckedBundle] = []
  private(set) var binaries: [CheckedBinary] = []
  private(set) var manifests: [(manifest: CheckedManifest, bundle: Int?, isInPlace: Bool)] = []
  private(set) var mails: [ExpectedMail] = []
  /// What was not read and why; each note begins with a path.
  private(set) var notes: [String] = []
  /// The files that couldn’t be read.
  private(set) var failures: [BuiltFileFailure] = []
  /// The binaries whose code is only in formats that the check doesn’t read.
  private var unread: [BuiltFileFailure] = []
  private(set) var label: PrivacyLabel

  let linter: Linter
  /// The index of each bundle by its path.
  private var bundlePlaces: [String: Int] = [:]
  var catalog: Catalog { linter.catalog }

  /// Checks the files at paths, and the files in the folders at them.
  init(_ paths: [String], linter: Linter) {
    self.linter = linter
    label = linter.label(of: [])
    var built = BuiltFiles()
    for path in paths { built.add(path) }
    var seen: Set<String> = []
    let files = built.files.filter { !Self.isBesideTheApp($0.rest) && seen.insert($0.path).inserted }
      .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    findBundles(files)
    readPropertyLists(files)
    readBinaries(files)
    findMissingParts(files)
    noteOtherPlatforms()
    for index in bundles.indices { bundles[index].sdk = listedSDK(bundles[index]) }
    let signatures = files.filter { $0.path.hasSuffix("/_CodeSignature/CodeResources") }
    expectMails(signed: Set(signatures.compactMap { place(of: $0.path).map { bundles[$0.bundle].path } }))
    let tables = files.filter { file in Self.tableNames.contains { file.name == $0 } }
    mails += mailsAboutPurposeStrings(tables.compactMap { file in content(of: file).map { (file.path, $0) } })
    sortMails()
    label = linter.label(
      of: manifests.map { linter.labelSource($0.manifest.document, shownAs: $0.manifest.path) })
    failures = built.failures + failures
  }

  /// Whether a file is a debug symbol or one of Apple’s libraries that an archive has beside the app.
  private static func isBesideTheApp(_ path: Substring) -> Bool {
    components(of: path.utf8).contains { $0.hasSuffix(".dSYM") || besideTheApp.contains($0) }
  }
  private static let besideTheApp: Set = [
    "SwiftSupport", "BCSymbolMaps", "Symbols", "MessagesApplicationExtensionSupport", "WatchKitSupport2", "__MACOSX",
  ]

  /// The file names of compiled translations of Info.plist.
  private static let tableNames = ["InfoPlist.strings", "InfoPlist.loctable"]

  // MARK: - Bundles

  private mutating func findBundles(_ files: [BuiltFile]) {
    // The folders up to the one that the user named may be source checkouts.
    var checkouts: [Substring: Bool] = [:]
    for file in files {
      var parent: Int?
      for (folder, kind) in Self.bundleFolders(of: file.path) {
        if folder.utf8.count < file.operand {
          let isCheckout = checkouts[folder] ?? !BuiltFiles.mayBeBundle(String(folder))
          checkouts[folder] = isCheckout
          if isCheckout { continue }
        }
        let folder = String(folder)
        if let known = bundlePlaces[folder] {
          parent = known
        } else if bundles.count == Self.mostBundles {
          // Files in a bundle beyond the limit count as part of the bundle around it.
          if !notes.contains(Self.cutNote) { notes.append(Self.cutNote) }
          break
        } else {
          bundles.append(
            CheckedBundle(path: folder, kind: kind, isWhole: folder.utf8.count >= file.operand, parent: parent))
          parent = bundles.count - 1
          bundlePlaces[folder] = bundles.count - 1
        }
      }
    }
  }

  /// The most bundles and the most binaries to read; no app has a tenth of that.
  private static let mostBundles = 10_000
  private static let cutNote = "There are more than \(mostBundles) bundles or binaries; the others are not read"

  /// The folders on a path, including its last component, that are bundles on disk; the outermost first.
  static func bundles(around path: String) -> [String] {
    bundleFolders(of: path + "/").map { String($0.folder) }.filter(BuiltFiles.mayBeBundle)
  }

  /// The folders on a path that are bundles by their names; the outermost first.
  private static func bundleFolders(of path: String) -> [(folder: Substring, kind: CheckedBundle.Kind)] {
    path.utf8.split(separator: UInt8(ascii: "/")).compactMap { part in
      // The last component is no folder.
      guard part.endIndex < path.endIndex, let dot = part.lastIndex(of: UInt8(ascii: ".")),
        let kind = CheckedBundle.Kind(rawValue: Substring(part[dot...].dropFirst()).lowercased())
      else { return nil }
      return (path[..<part.endIndex], kind)
    }
  }

  /// The innermost bundle that contains a file, and the file’s path within it.
  func place(of path: String) -> (bundle: Int, rest: Substring)? {
    for (folder, _) in Self.bundleFolders(of: path).reversed() {
      guard let bundle = bundlePlaces[String(folder)] else { continue }
      return (bundle, path[path.utf8.index(after: folder.endIndex)...])
    }
    return nil
  }

  /// Whether a path within a bundle is where resources are: at its top, or where Mac bundles have them.
  private static func isInResources(_ rest: Substring, _ kind: CheckedBundle.Kind) -> Bool {
    let parts = components(of: rest.utf8).dropLast()
    switch parts.count {
    case 0: return true
    case 1: return kind == .framework && parts[0] == "Resources"
    case 2: return parts == ["Contents", "Resources"]
    case 3: return kind == .framework && parts[0] == "Versions" && parts[2] == "Resources"
    default: return false
    }
  }

  // MARK: - Property lists

  /// Whether a file is, by its name, a property list with a bundle’s declarations.
  static func isRead(_ name: String) -> Bool {
    name == "Info.plist" || FileKind.of(path: name) == .privacyManifest
  }

  private mutating func readPropertyLists(_ files: [BuiltFile]) {
    let manifestName = catalog.manifest.fileName
    let manifestEnding = "." + catalog.manifest.fileExtension
    for file in files {
      let name = file.name
      if name.hasSuffix(manifestEnding) {
        guard let bytes = content(of: file) else { continue }
        let document = Document(path: file.path, kind: .privacyManifest, bytes: bytes)
        let manifest = CheckedManifest(path: file.path, document: document, manifest: linter.manifest(of: document))
        let place = place(of: file.path)
        let isInPlace =
          place.map { name == manifestName && Self.isInResources($0.rest, bundles[$0.bundle].kind) } ?? false
        manifests.append((manifest, place?.bundle, isInPlace))
        if isInPlace, let place { bundles[place.bundle].manifest = manifest }
      } else if name == "Info.plist", let place = place(of: file.path) {
        let isContents = place.rest == "Contents/Info.plist"
        guard isContents || Self.isInResources(place.rest, bundles[place.bundle].kind), let bytes = content(of: file)
        else { continue }
        let document = Document(path: file.path, kind: .infoPlist, bytes: bytes)
        guard document.tree.root != nil,
          let plist = InfoPlist(document.tree, catalog: catalog, vocabularies: linter.vocabularies)
        else { continue }
        bundles[place.bundle].infoPlist = plist
        bundles[place.bundle].infoPlistDocument = document
        bundles[place.bundle].identifier = plist.value(.identifier)?.string
        bundles[place.bundle].version = plist.value(.version)?.string
        bundles[place.bundle].executable = plist.value(.executable)?.string
      }
    }
  }

  /// The bytes of a file; notes the failure and returns nil if it can’t be read.
  private mutating func content(of file: BuiltFile) -> [UInt8]? {
    let bytes = file.bytes()
    if bytes == nil { failures.append(BuiltFileFailure(file.path, Self.unreadable)) }
    return bytes
  }

  private static let unreadable = "can’t be read, or is damaged"

  // MARK: - Binaries

  private mutating func readBinaries(_ files: [BuiltFile]) {
    let candidates = files.filter { file in
      file.size >= 32 && !isOfTheSystem(file.rest)
    }
    let symbols = SymbolTable(catalog)
    let found = parallelMap(candidates) { file -> (path: String, binary: BuiltBinary?, isDamaged: Bool)? in
      guard let source = file.open() else { return (file.path, nil, true) }
      guard BuiltBinary.mayBegin(with: source.bytes(in: 0..<8)) else {
        return source.isDamaged ? (file.path, nil, true) : nil
      }
      let binary = BuiltBinary(source)
      (source as? InflatedBytes)?.readToEnd()
      return (file.path, binary, source.isDamaged)
    }
    for case .some(let (path, read, isDamaged)) in found {
      if isDamaged { failures.append(BuiltFileFailure(path, Self.unreadable)) }
      guard let binary = read else { continue }
      for note in binary.notes { notes.append("\(path) \(note)") }
      for fault in binary.faults { failures.append(BuiltFileFailure(path, fault)) }
      unread += binary.unread.map { BuiltFileFailure(path, $0) }
      guard !binary.slices.isEmpty else { continue }
      guard binaries.count < Self.mostBundles else {
        if !notes.contains(Self.cutNote) { notes.append(Self.cutNote) }
        break
      }
      let entitlements = binary.slices.lazy.compactMap(\.signature.entitlements).first
      binaries.append(
        CheckedBinary(
          path: path, bundle: place(of: path)?.bundle, binary: binary, uses: symbols.uses(of: binary),
          entitlements: entitlements.map { Document(path: path, kind: .entitlements, bytes: $0) },
          sdk: listedSDK(binary, at: path),
          linkedSDKs: linkedSDKs(binary)))
    }
  }

  /// Notes the parts of apps that were not read, so that the report doesn’t say that all is well.
  private mutating func findMissingParts(_ files: [BuiltFile]) {
    // A watch app inside of an iPhone app may have 32-bit code.
    let rootsRead = Set(binaries.compactMap { $0.bundle.map(root(of:)) })
    for part in unread {
      if let bundle = place(of: part.path)?.bundle, rootsRead.contains(root(of: bundle)) {
        notes.append("\(part.path) \(part.words)")
      } else {
        failures.append(part)
      }
    }
    let read = Set(binaries.map(\.path) + failures.map(\.path) + unread.map(\.path))
    for bundle in bundles where bundle.isWhole && (bundle.kind == .app || bundle.kind == .appex) {
      guard bundle.infoPlist != nil else {
        // An iPhone app on a Mac is in a wrapper app that contains nothing else.
        if bundles.contains(where: { isInside($0.path, "\(bundle.path)/Wrapper") }) { continue }
        failures.append(BuiltFileFailure(bundle.path, "has no readable Info.plist"))
        continue
      }
      let name = bundle.executable ?? String(bundle.stem)
      let macPath = "\(bundle.path)/Contents/MacOS/\(name)"
      guard read.isDisjoint(with: ["\(bundle.path)/\(name)", macPath]) else { continue }
      if files.first(where: { $0.path == macPath })?.open()?.bytes(in: 0..<2) == Array("#!".utf8) {
        notes.append("\(macPath) is a script, which is not read")
      } else {
        failures.append(BuiltFileFailure(bundle.path, "has no executable “\(name)” that can be read"))
      }
    }
  }

  /// Notes why little is expected for each app or library that isn’t built for a device.
  private mutating func noteOtherPlatforms() {
    func product(_ binary: CheckedBinary) -> String { binary.bundle.map { bundles[root(of: $0)].path } ?? binary.path }
    var told = Set(binaries.filter(\.needsDeclarations).map(product))
    for binary in binaries where told.insert(product(binary)).inserted {
      let isSimulated = binary.platforms.contains { $0.hasSuffix("simulator") }
      let what =
        isSimulated
        ? "the simulator, which is not uploaded; check a build for a device"
        : "the Mac, where Apple requires neither reasons nor purpose strings"
      notes.append("\(product(binary)) is built for \(what)")
    }
  }

  private func isOfTheSystem(_ path: Substring) -> Bool {
    components(of: path.utf8).contains { name in catalog.systemLibraries.contains { $0.matches(name) } }
  }

  // MARK: - SDKs

  /// The SDK on Apple’s list that a bundle most likely is, by its name, its identifier or its module.
  private func listedSDK(_ bundle: CheckedBundle) -> ListedSDK? {
    guard bundle.kind == .framework || bundle.kind == .bundle || bundle.kind == .xcframework else { return nil }
    // SwiftPM names resource bundles “Package_Target.bundle”.
    var names = [folded(bundle.stem)] + bundle.stem.split(separator: "_").map { folded($0) }
    if let last = bundle.identifier?.split(separator: ".").last { names.append(folded(last)) }
    return listedSDK(named: names)
  }

  private func listedSDK(named names: [String]) -> ListedSDK? {
    catalog.sdks.first { sdk in ([sdk.name] + sdk.otherNames).contains { names.contains(folded($0)) } }
  }

  /// The SDK that a static library most likely is, by its file name, “libName.a”, or by the Swift module of most of its
  /// symbols.
  private func listedSDK(_ binary: BuiltBinary, at path: String) -> ListedSDK? {
    guard binary.isStatic else { return nil }
    var name = fileName(of: path)
    if name.hasPrefix("lib") { name.removeFirst(3) }
    var names = [folded(name.prefix { $0 != "." })]
    let modules = binary.slices.flatMap(\.modules)
    if let most = modules.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) { names.append(folded(most.key)) }
    return listedSDK(named: names)
  }

  /// The SDKs that are likely linked into a binary, because it defines their classes.
  private func linkedSDKs(_ binary: BuiltBinary) -> [ListedSDK] {
    catalog.sdks.filter { sdk in
      sdk.classes.contains { name in binary.slices.contains { $0.classes.contains(name) } }
    }
  }

  /// Whether an app contains an SDK’s manifest, by the names of the bundles and folders around each manifest.
  ///
  /// - Parameter category: If given, the manifest must declare it.
  private func hasManifest(of sdk: ListedSDK, in app: Int, declaring category: String? = nil) -> Bool {
    let names = ([sdk.name] + sdk.otherNames).map { folded($0) }
    let root = bundles[app].path.utf8.count
    return manifests.contains { place in
      guard isInside(place.manifest.path, bundles[app].path) else { return false }
      if let category, !place.manifest.categories.contains(category) { return false }
      return components(of: place.manifest.path.utf8.dropFirst(root)).dropLast().contains { part in
        let part = folded(part)
        return names.contains { part.containsWord($0) }
      }
    }
  }

  /// The outermost bundle that contains a bundle.
  private func root(of bundle: Int) -> Int {
    var root = bundle
    while let parent = bundles[root].parent { root = parent }
    return root
  }

  // MARK: - Mails

  /// - Parameter signed: The paths of the bundles that contain a signature.
  private mutating func expectMails(signed: Set<String>) {
    for binary in binaries where binary.needsDeclarations { expectDeclarations(for: binary) }
    expectManifestFaults()
    expectSDKManifests(signed: signed)
    expectManifestsOfLinkedSDKs()
  }

  private mutating func sortMails() {
    mails.sort { a, b in
      (a.bundle ?? a.binary ?? "", b.severity, a.itms ?? "~", a.binary ?? "", a.category ?? "")
        < (b.bundle ?? b.binary ?? "", a.severity, b.itms ?? "~", b.binary ?? "", b.category ?? "")
    }
  }

  private mutating func expectDeclarations(for binary: CheckedBinary) {
    let bundle = binary.bundle.map { bundles[$0] }
    let declared = bundle?.manifest?.categories ?? []
    let uses = binary.uses.filter { use in
      use.confidence > .possible && !use.categories.contains { declared.contains($0) }
    }
    for category in catalog.categories {
      // An API that two categories list counts for the category that another use needs anyway.
      let own = uses.filter { use in
        guard use.categories.contains(category.id) else { return false }
        return use.categories.count == 1
          || use.categories.first { id in uses.contains { $0.categories == [id] } } ?? use.categories[0] == category.id
      }
      guard let first = own.max(by: { $0.confidence < $1.confidence }) else { continue }
      let isCertain = first.confidence == .certain && first.categories.count == 1 && !binary.isStatic
      let isWeak = own.allSatisfy(\.listed.isWeak)
      let nested = manifests.contains { place in
        !place.isInPlace && place.manifest.categories.contains(category.id) && place.bundle == binary.bundle
          || place.bundle.map { bundles[$0].parent == binary.bundle && bundles[$0].kind == .bundle } ?? false
            && place.manifest.categories.contains(category.id)
      }
      let severity: Severity = isWeak ? .information : isCertain && !nested ? .error : .warning
      let others = own.count == 1 ? "" : " and \(counted(own.count - 1, "other"))"
      let likely = isCertain && !nested && !isWeak ? "" : "likely "
      let sdk = likelySDK(of: category.id, in: binary).map { " (likely \($0.name))" } ?? ""
      let what = "“\(binary.name)”\(sdk) \(likely)uses “\(first.listed.api)”\(others)"
      let manifest = catalog.manifest.fileName
      let remedy: String
      let message: String
      if binary.isStatic {
        message = "\(what); the app that links it must declare \(category.titleInSentence)"
        remedy = "Declare \(category.id) with a reason in the \(manifest) of the app that links \(binary.path)"
      } else if nested {
        message = "\(what), but only a nested bundle declares \(category.titleInSentence)"
        remedy = "Declare \(category.id) with a reason in \(bundle?.path ?? "the bundle")/\(manifest) too"
      } else {
        message = "\(what); its bundle doesn’t declare \(category.titleInSentence)"
        remedy =
          "Declare \(category.id) with a reason in "
          + (bundle.map { "\($0.manifest?.path ?? "\($0.path)/\(manifest)")" }
            ?? "the \(manifest) of the bundle that has \(binary.path)")
      }
      mails.append(
        ExpectedMail(
          itms: CheckedMail.missingDeclaration, severity: severity, isBlocking: true,
          isLikely: !likely.isEmpty, bundle: bundle?.path, binary: binary.path,
          category: category.id, message: message, remedy: remedy))
    }
  }

  /// The SDK that the uses of a category most likely come from: the static library itself, or the only linked SDK whose
  /// manifest declares the category.
  private func likelySDK(of category: String, in binary: CheckedBinary) -> ListedSDK? {
    if let sdk = binary.sdk { return sdk }
    guard let app = binary.bundle.map(root(of:)) else { return nil }
    let declaring = binary.linkedSDKs.filter { hasManifest(of: $0, in: app, declaring: category) }
    return declaring.count == 1 ? declaring.first : nil
  }

  /// Expects the mails about the contents of manifests.
  private mutating func expectManifestFaults() {
    for (manifest, bundle, isInPlace) in manifests {
      let result = linter.lint(manifest.document, fixes: .none)
      for diagnostic in result.diagnostics where diagnostic.itms != nil {
        mails.append(
          ExpectedMail(
            itms: diagnostic.itms, severity: diagnostic.severity, isBlocking: diagnostic.severity == .error,
            isLikely: diagnostic.severity != .error, bundle: bundle.map { bundles[$0].path },
            file: manifest.path, message: "\(manifest.path): \(diagnostic.messageWithoutCode)",
            remedy: remedy(at: manifest.path)))
      }
      if !isInPlace {
        notes.append("\(manifest.path) is not where the upload looks for a manifest")
      }
    }
  }

  /// The remedy for a finding in a property list.
  func remedy(at path: String) -> String {
    "Fix the file that \(path) is built from; “privacy-lsp lint” in the project shows where and how"
  }

  private mutating func expectSDKManifests(signed: Set<String>) {
    for bundle in bundles where bundle.kind == .xcframework {
      guard let sdk = bundle.sdk, !signed.contains(bundle.path) else { continue }
      mails.append(
        ExpectedMail(
          itms: CheckedMail.missingSignature, severity: .warning, isBlocking: true, isLikely: true, bundle: bundle.path,
          message: "\(sdk.name) is on Apple’s list, and this XCFramework isn’t signed",
          remedy: "Use its maker’s signed XCFramework of \(sdk.name), or build it from source"))
    }
    for (index, bundle) in bundles.enumerated() where bundle.kind == .framework {
      guard let sdk = bundle.sdk else { continue }
      let own = binaries.filter { $0.bundle == index }
      guard own.contains(where: \.needsDeclarations) else { continue }
      let hasManifest = manifests.contains { place in
        guard let holder = place.bundle else { return false }
        return holder == index || bundles[holder].parent == index || bundles[holder].sdk?.name == sdk.name
      }
      if hasManifest { continue }
      let version = bundle.version.map { " \($0)" } ?? ""
      let since = sdk.firstVersion.map { "; update to \($0) or later" } ?? "; no version is known to have one"
      mails.append(
        ExpectedMail(
          itms: CheckedMail.missingManifest, severity: .error, isBlocking: true, isLikely: false, bundle: bundle.path,
          binary: own.first?.path,
          message: "\(sdk.name)\(version) is on Apple’s list and has no privacy manifest\(since)",
          remedy: sdk.firstVersion.map { "Update \(sdk.name) to \($0) or later" }
            ?? "Replace \(sdk.name), or add a manifest to it yourself"))
    }
  }

  /// Expects a mail for each SDK that is linked into an executable without its manifest in a resource bundle. Frameworks
  /// come with the manifest of their maker.
  private mutating func expectManifestsOfLinkedSDKs() {
    for binary in binaries where binary.needsDeclarations {
      guard let bundle = binary.bundle, bundles[bundle].kind != .framework || bundles[bundle].manifest == nil else {
        continue
      }
      let app = root(of: bundle)
      for sdk in binary.linkedSDKs where bundles[bundle].sdk?.name != sdk.name && !hasManifest(of: sdk, in: app) {
        let since = sdk.firstVersion.map { "; update to \($0) or later" } ?? ""
        mails.append(
          ExpectedMail(
            itms: CheckedMail.missingManifest, severity: .warning, isBlocking: true, isLikely: true,
            bundle: bundles[bundle].path, binary: binary.path,
            message: "“\(binary.name)” likely contains \(sdk.name), whose privacy manifest is missing\(since)",
            remedy: sdk.firstVersion.map {
              "Update \(sdk.name) to \($0) or later, and make sure that its resource bundle is in the app"
            } ?? "Add a privacy manifest for \(sdk.name) in a resource bundle"))
      }
    }
  }
}

extension BuiltBinary {
  fileprivate var isStatic: Bool { kind == .staticLibrary || kind == .object }
}

extension APICategory {
  /// The title as used within a sentence.
  fileprivate var titleInSentence: String { title.prefix(1).lowercased() + title.dropFirst() }
}

extension Diagnostic {
  /// The message, for places that show the code beside it.
  var messageWithoutCode: String {
    guard let itms, message.hasSuffix(" (\(itms))") else { return message }
    return String(message.dropLast(itms.count + 3))
  }
}

/// The components of a path.
func components(of path: Substring.UTF8View) -> [String] {
  path.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
}

/// A name in lower case without punctuation, for comparing names of SDKs.
private func folded(_ name: some StringProtocol) -> String {
  let bytes = name.lowercased().utf8.filter {
    $0 >= 0x80 || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The catalog’s linked symbols by name.
private struct SymbolTable: Sendable {
  private let imports: [String: LinkedSymbol]
  private let selectors: [String: LinkedSymbol]
  private let variants: [String]

  init(_ catalog: Catalog) {
    func table(_ kind: LinkedSymbol.Kind) -> [String: LinkedSymbol] {
      Dictionary(firstOf: catalog.linkedSymbols.filter { $0.kind == kind }.map { ($0.symbol, $0) })
    }
    imports = table(.import)
    selectors = table(.selector)
    variants = catalog.symbolVariants
  }

  /// What a binary uses, in all of its slices together, sorted by name.
  func uses(of binary: BuiltBinary) -> [SymbolUse] {
    var found: [String: SymbolUse] = [:]
    for slice in binary.slices {
      let names = Set(slice.imports)
      for name in slice.imports where !slice.resolved.contains(name) {
        if let symbol = imports[name] ?? plain(name).flatMap({ imports[$0] }) {
          found[name] = SymbolUse(symbol: name, listed: symbol, confidence: symbol.confidence)
        }
      }
      for name in slice.selectors {
        guard let symbol = selectors[name] else { continue }
        let isMet = symbol.needs.map(names.contains) ?? true
        let confidence = isMet ? symbol.confidence : .possible
        if found[name].map({ $0.confidence < confidence }) ?? true {
          found[name] = SymbolUse(symbol: name, listed: symbol, confidence: confidence)
        }
      }
    }
    return found.values.sorted { $0.symbol < $1.symbol }
  }

  /// The name without the suffix of a function’s variant.
  private func plain(_ name: String) -> String? {
    variants.first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) }
  }
}
