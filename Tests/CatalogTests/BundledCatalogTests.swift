import Catalog
import CatalogData
import Synchronization
import Testing

/// What the repository's own schema files say.
struct BundledCatalogTests {
  let catalog = Catalog.bundled

  @Test func holdsAllThatApplePublishes() {
    let symbols = catalog.categories.flatMap(\.symbols)
    let listed = symbols.filter(\.isListedByApple)
    let counts: [Int] = [
      catalog.dataTypes.count, catalog.purposes.count, catalog.categories.count,
      catalog.categories.flatMap(\.reasons).count, listed.count, Set(listed.map(\.name)).count,
      catalog.dictionaries.flatMap(\.keys).count, catalog.guidelines.count, catalog.purposeKeys.count,
      catalog.relatedKeys.count, catalog.entitlements.count, catalog.storeMessages.count, catalog.sdks.count,
    ]
    // Data types, purposes, categories, reasons, listed symbols, those without repetition, keys, guidelines, purpose
    // strings (Apple’s 67 and one that real apps use), keys related to them, entitlements, messages of the store, SDKs
    // on Apple’s list. What Apple adds needs no change here; what is lost is noticed.
    let least = [35, 6, 5, 17, 30, 27, 10, 83, 68, 13, 70, 25, 86]
    #expect(zip(counts, least).allSatisfy { $0 >= $1 }, "\(counts)")
  }

  @Test func isWhatTheSchemaFilesSay() {
    #expect(faults(in: SchemaFile.all) == [])
    #expect(contents(of: catalog) == contents(of: CatalogTests.catalog(of: SchemaFile.all)))
  }

  /// A file that the program lacks would be missed by nobody but its users.
  @Test func everyFileIsBundledAndBelongsToAPart() {
    let files = SchemaFile.all
    let bundled = Catalog.bundledFiles.filter { $0.name.hasSuffix(".json") }
    #expect(bundled.map(\.name) == files.map(\.name))
    #expect(bundled.map { Array($0.bytes) } == files.map(\.bytes))
    #expect(Catalog.labelStyle.hasPrefix(":root {"))
    #expect(Set(files.map { Catalog.Part(ofFile: $0.name) }) == Set(Catalog.Part.allCases))
    #expect(Catalog.Part(ofFile: "none.json") == nil)
  }

  @Test func aPartIsDecodedWhenItIsAskedFor() {
    let asked = Mutex<[Catalog.Part]>([])
    let text = Array(#"{"purposes":[],"wordLists":"not a list"}"#.utf8)
    let catalog = Catalog { part in
      asked.withLock { $0.append(part) }
      return part == .sources ? [[]] : [text]
    }
    #expect(asked.withLock { $0 } == [])
    _ = (catalog.purposes, catalog.dataTypes, catalog.manifest, catalog.purpose("a"))
    #expect(asked.withLock { $0 } == [.manifest])
    // What cannot be read is empty.
    #expect(catalog.sources.isEmpty && catalog.english.lists.isEmpty)
    #expect(asked.withLock { $0 } == [.manifest, .sources, .english])
  }

  /// It is shown after the code in inlay hints.
  @Test func shortMeaningsAreShort() {
    for reason in catalog.categories.flatMap(\.reasons) {
      let count = reason.shortMeaning.split(separator: " ").count
      #expect(count <= 6, "the short meaning of \(reason.code) has \(count) words; an inlay hint has room for 6")
    }
  }

  @Test func noListedSDKIsAlsoUnlisted() {
    let listed = Set(catalog.sdks.flatMap { [$0.name] + $0.otherNames }.map { $0.lowercased() })
    let unlisted = catalog.unlistedNames.filter { $0.place == .sdk }.flatMap(\.names)
    #expect(!unlisted.isEmpty && unlisted.allSatisfy { !listed.contains($0.lowercased()) })
  }

  /// Each row is a package, and versions with what is known of their manifest: nil for one that is expected, "" where no
  /// release has one.
  @Test func versionsWithoutAManifest() {
    let rows: [(String, [(String, String?)])] = [
      (
        "cocoapods/alamofire",
        [
          ("5.8.1", "5.9.0"), ("v5.8.99", "5.9.0"), ("5.9.0", nil), ("5.10.0", nil), ("5.9", nil), ("4", "5.9.0"),
          ("10.0", nil), ("5.9.0-beta.1", nil), ("", nil), ("main", nil), ("8b1f1e0c25d3", nil), ("5..8", nil),
          ("99999999999999999999999.1", nil), ("5.8.1.2.3.4.5", nil),
        ]
      ),
      (
        "npm/%40capacitor/ios",
        [("3.9.0", "5.7.3"), ("4.8.1", "4.8.2"), ("4.8.2", nil), ("5.0.0", "5.7.3"), ("5.7.3", nil), ("6.0.0", nil)]
      ),
      (
        "swift/github.com/google/grpc-binary",
        [
          ("1.44.0", "1.49.2"), ("1.49.1", "1.49.2"), ("1.49.2", nil), ("1.49.9", nil), ("1.50.2", "1.62.1"),
          ("1.62.0", "1.62.1"), ("1.62.1", nil), ("1.63.0", nil), ("1.65.1", nil), ("2.0.0", nil), ("0.9.0", "1.62.1"),
        ]
      ),
      (
        "swift/github.com/google/abseil-cpp-binary",
        [
          ("1.2021110200.0", "1.2022062300.1"), ("1.2022062300.0", "1.2022062300.1"), ("1.2022062300.1", nil),
          ("1.2023080200.0", "1.2024011601.0"), ("1.2024011601.0", nil), ("1.2024072200.0", nil),
        ]
      ),
      (
        "swift/github.com/nanopb/nanopb",
        [("0.3.9.9", "0.3.9.10"), ("0.3.9.10", nil), ("0.4.8", "0.4.9"), ("0.4.9", nil), ("0.4.9.1", nil)]
      ),
      ("swift/github.com/firebase/nanopb", [("2.30909.0", "2.30910.0"), ("2.30910.0", nil), ("2.30911.0", nil)]),
      ("cocoapods/nanopb", [("2.30909.1", "2.30910.0"), ("3.30909.0", "3.30910.0"), ("3.30910.0", nil)]),
      ("cocoapods/hermes-engine", [("0.70.1", "0.71.19"), ("0.72.4", "0.72.14"), ("0.72.14", nil), ("0.74.0", nil)]),
      ("cocoapods/firebasecorediagnostics", [("9.6.0", "")]),
      ("pub/shared_preferences_ios", [("2.1.1", "")]),
      ("pub/shared_preferences_foundation", [("2.3.4", "2.3.5"), ("2.3.5", nil)]),
      (
        "pub/flutter_local_notifications",
        [("16.3.1", "16.3.1+1"), ("16.3.1+1", nil), ("16.3.2", nil), ("15.1.1+2", "16.3.1+1")]
      ),
      ("pub/path_provider_foundation", [("2.3.1", "2.3.2"), ("2.4.0", nil)]),
      ("cocoapods/onesignalxcframework", [("3.12.7", "3.12.8"), ("4.0.0", nil), ("5.0.5", "5.1.0")]),
      ("cocoapods/afnetworking", [("4.0.1", ""), ("4.0", ""), ("4", ""), ("master", nil), ("20240101", nil)]),
    ]
    for (name, versions) in rows {
      let package = catalog.listedPackage("pkg:" + name)?.package
      for (version, expected) in versions {
        let found: String? =
          switch package?.manifest(in: version) {
          case .missing(let first): first
          case .neverThere: ""
          case .expected: nil
          case nil: "unknown package"
          }
        #expect(found == expected, "\(name) \(version)")
      }
    }
    for sdk in catalog.sdks {
      for package in sdk.packages {
        #expect(catalog.listedPackage(package.url)?.sdk.name == sdk.name, "\(package.url)")
      }
    }
    #expect(catalog.listedPackage("pkg:pub/protobuf") == nil)
  }

  @Test func everyEntryIsFoundByItsName() {
    for type in catalog.dataTypes { #expect(catalog.dataType(type.id)?.id == type.id) }
    for purpose in catalog.purposes { #expect(catalog.purpose(purpose.id)?.id == purpose.id) }
    for category in catalog.categories {
      #expect(catalog.category(category.id)?.id == category.id)
      for reason in category.reasons {
        #expect(catalog.reason(reason.code)?.reason.code == reason.code)
        #expect(catalog.reason(reason.code)?.category.id == category.id)
      }
    }
    for role in ManifestKey.Role.allCases {
      #expect(catalog.key(role)?.role == role)
      #expect(catalog.name(role) == catalog.key(role)?.name)
    }
    #expect(catalog.dataType("") == nil && catalog.reason("0000.0") == nil)
    #expect(catalog.labelCategories.count == 16)
    for role in LabelCard.Role.allCases { #expect(catalog.labelCard(role)?.role == role) }
    // The store's order of groups is that of their types.
    var groups: [String] = []
    for type in catalog.dataTypes where !groups.contains(type.labelCategory) { groups.append(type.labelCategory) }
    #expect(catalog.labelCategories.map(\.name) == groups)
    #expect(catalog.labelCards.map(\.role) == LabelCard.Role.allCases)
    for key in catalog.purposeKeys { #expect(catalog.purposeKey(key.name)?.name == key.name) }
    for key in catalog.relatedKeys { #expect(catalog.relatedKey(key.name)?.name == key.name) }
    for entitlement in catalog.entitlements { #expect(catalog.entitlement(entitlement.name)?.name == entitlement.name) }
    for language in catalog.languages { #expect(catalog.language(language.code)?.code == language.code) }
    for role in PurposeKey.Role.allCases { #expect(catalog.purposeKey(role)?.role == role) }
    for role in RelatedKey.Role.allCases { #expect(catalog.relatedKey(role)?.role == role) }
    for role in Entitlement.Role.allCases { #expect(catalog.entitlement(role)?.role == role) }
    for role in BundleKey.Role.allCases { #expect(catalog.name(role) != role.rawValue) }
    for topic in Guideline.Topic.allCases {
      #expect(catalog.guidelines.contains { $0.topics.contains(topic) }, "\(topic)")
    }
  }

  /// What one purpose string says must agree with the others, and with the entitlements.
  @Test func purposeStringsAgree() {
    for key in catalog.purposeKeys {
      let name = key.name
      #expect(key.isDeprecated == !key.successors.isEmpty, "\(name)")
      for successor in key.successors { #expect(catalog.purposeKey(successor)?.isDeprecated == false, "\(name)") }
      // What people read has a text to begin with, and an example that is a sentence.
      #expect(key.isText == (key.skeleton != nil), "\(name)")
      if let example = key.example {
        #expect(example.hasPrefix("Th") && example.hasSuffix(".") && !example.contains("$"), "\(name): \(example)")
        #expect(example.count <= 100, "\(name): \(example)")
      }
      if let alert = key.alert {
        #expect((2...3).contains(alert.buttons.count), "\(name)")
        #expect(key.alertTitle(app: "Tide")?.contains("“Tide”") == true, "\(name)")
      }
      for related in key.related {
        #expect(catalog.purposeKey(related) != nil || catalog.relatedKey(related) != nil, "\(name) names \(related)")
      }
      // From the oldest to the newest version.
      for place in key.platforms where place.deprecated != nil {
        #expect(place.introduced.map { $0 < place.deprecated ?? $0 } == true, "\(name) on \(place.platform)")
        #expect(key.isDeprecated || place.platform != .macOS, "\(name)")
      }
    }
    for entitlement in catalog.entitlements {
      for need in entitlement.needs {
        if let value = need.value { #expect(entitlement.values.contains(value), "\(entitlement.name)") }
        // A need that holds now and then says when.
        #expect((need.basis == .code) == (need.condition != nil), "\(entitlement.name)")
        for key in need.keys where need.basis == .entitlement {
          #expect(catalog.purposeKey(key)?.entitlements.contains(entitlement.name) == true, "\(key)")
        }
      }
    }
    #expect(catalog.relatedKey(.bonjourServices)?.requires == catalog.purposeKey(.localNetwork).map { [$0.name] })
  }

  @Test func platformsFollowFromOneAnother() throws {
    let camera = try #require(catalog.purposeKey(.camera))
    #expect(camera.works(on: .iOS) && camera.works(on: .macCatalyst) && !camera.works(on: .watchOS))
    #expect(camera.availability(on: .macOS)?.introduced == SystemVersion(10, 14))
    let inBackground = try #require(catalog.purposeKey(.locationAlways))
    #expect(inBackground.availability(on: .iOS)?.deprecated == SystemVersion(10))
    #expect(!inBackground.works(on: .macOS))
    // Of what Apple says nothing, nothing is held against anyone.
    #expect(catalog.purposeKeys.contains { $0.platforms.isEmpty && $0.works(on: .tvOS) })
  }

  @Test(arguments: [
    ("de", "German"), ("de-AT", "German"), ("de_CH", "German"), ("German", "German"), ("pt-BR", "Portuguese (Brazil)"),
    ("zh-Hans-CN", "Chinese (Simplified)"), ("zh_TW", "Chinese (Traditional)"), ("ZH-hk", "Chinese (Traditional)"),
    ("iw", "Hebrew"), ("gu-IN", "Gujarati"), ("sr-Latn", "Serbian"), ("no", "Norwegian Bokmål"),
    ("Base", nil), ("", nil), ("-", nil), ("x", nil),
  ])
  func languagesAreFoundByCode(_ row: (code: String, name: String?)) {
    #expect(catalog.language(row.code)?.name == row.name)
  }

  @Test func sentencesEndAsTheirLanguageHasIt() {
    let marks: [(String, Character?)] = [
      ("en", "."), ("ja", "。"), ("zh-Hant", "。"), ("ur", "۔"), ("hi", "।"), ("am", "።"), ("hy", "։"), ("my", "။"),
      ("km", "។"), ("el", "."), ("ar", "."), ("th", nil), ("lo", nil),
    ]
    for (code, mark) in marks {
      #expect(catalog.language(code)?.endMarks.first == mark, "\(code)")
      #expect(catalog.language(code)?.usesEndMark == (mark != nil), "\(code)")
    }
    let rightToLeft = catalog.languages.filter(\.isRightToLeft).map(\.code).sorted()
    #expect(rightToLeft == ["ar", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"])
  }

  @Test func noStringIsEmpty() {
    var empty: [String] = []
    func visit(_ value: Any, _ path: String) {
      if let text = value as? String {
        if text.isEmpty, !path.hasSuffix(".details") { empty.append(path) }
        return
      }
      for child in Mirror(reflecting: value).children { visit(child.value, "\(path).\(child.label ?? "")") }
    }
    visit(catalog, "catalog")
    #expect(empty == [])
  }

  @Test func everySourceIsUsed() throws {
    var used = Set(catalog.manifest.provenance.sources)
    used.formUnion(catalog.dictionaries.flatMap(\.keys).flatMap(\.provenance.sources))
    used.formUnion(catalog.dataTypes.flatMap(\.provenance.sources))
    used.formUnion(catalog.purposes.flatMap(\.provenance.sources))
    used.formUnion(catalog.categories.flatMap(\.provenance.sources))
    used.formUnion(catalog.categories.flatMap(\.reasons).flatMap(\.provenance.sources))
    used.formUnion(catalog.categories.flatMap(\.symbols).flatMap(\.provenance.sources))
    used.formUnion(catalog.labelCards.flatMap(\.provenance.sources))
    used.formUnion(catalog.labelCategories.flatMap(\.provenance.sources))
    used.formUnion(catalog.guidelines.flatMap(\.provenance.sources))
    used.formUnion(catalog.purposeKeys.flatMap(\.provenance.sources))
    used.formUnion(catalog.relatedKeys.flatMap(\.provenance.sources))
    used.formUnion(catalog.bundleKeys.flatMap(\.provenance.sources))
    used.formUnion(catalog.backgroundModes.flatMap(\.provenance.sources))
    used.formUnion(catalog.keySuffixes.flatMap(\.provenance.sources))
    used.formUnion(catalog.entitlements.flatMap(\.provenance.sources))
    used.formUnion(catalog.storeMessages.flatMap(\.provenance.sources))
    used.formUnion(catalog.languages.flatMap(\.provenance.sources))
    used.formUnion(catalog.sdks.flatMap(\.provenance.sources))
    used.formUnion(catalog.unlistedNames.flatMap(\.provenance.sources))
    used.formUnion(catalog.linkedSymbols.flatMap(\.provenance.sources))
    used.formUnion(catalog.systemLibraries.flatMap(\.provenance.sources))
    used.formUnion(catalog.mailedKeys.flatMap(\.provenance.sources))
    used.formUnion(catalog.english.lists.flatMap(\.sources))
    used.formUnion(catalog.english.resources.flatMap(\.sources))
    used.formUnion(catalog.english.commonUses.flatMap(\.sources))
    #expect(used == Set(catalog.sources.keys))
  }
}
