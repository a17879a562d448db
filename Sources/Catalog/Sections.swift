import JSON

/// The sections of a catalog that have been read.
struct Sections: Sendable {
  var manifest: Catalog.Manifest?
  var dictionaries: [ManifestDictionary] = []
  var dataTypes: [DataType] = []
  var purposes: [Purpose] = []
  var categories: [APICategory] = []
  var labelCards: [LabelCard] = []
  var labelCategories: [LabelCategory] = []
  var guidelines: [Guideline] = []
  var storeMessages: [StoreMessage] = []
  var wordLists: [WordList] = []
  var resourceWords: [ResourceWords] = []
  var commonUses: [CommonUses] = []
  var purposeKeys: [PurposeKey] = []
  var relatedKeys: [RelatedKey] = []
  var bundleKeys: [BundleKey] = []
  var backgroundModes: [BackgroundMode] = []
  var keySuffixes: [KeySuffix] = []
  var entitlements: [Entitlement] = []
  var languages: [Language] = []
  var sdks: [ListedSDK] = []
  var unlistedNames: [UnlistedName] = []
  var linkedSymbols: [LinkedSymbol] = []
  var symbolVariants: [String] = []
  var systemLibraries: [SystemLibrary] = []
  var mailedKeys: [MailedKey] = []
  var sourceWords: [SourceWords] = []
  var buildConditions: [BuildCondition] = []
  var sourceCalls: [SourceCall] = []
  var reasonEvidence: [ReasonEvidence] = []
  var sources: [String: Catalog.Source] = [:]
  /// The newest day on which any entry was checked against its source; empty if there is none.
  private(set) var newestDay = ""

  /// The place of the dictionaries, for faults that belong to no entry.
  private var dictionariesPlace = (file: 0, offset: 0)

  init() {}

  /// Reads texts that tests have validated. A text that is not JSON is skipped.
  init(checkedTexts texts: [[UInt8]]) {
    for text in texts {
      guard let document = try? JSONDocument.parse(text) else { continue }
      read(document.root, ReadingNotes(isChecking: false))
    }
  }

  mutating func read(_ root: JSONValue, _ notes: ReadingNotes) {
    EntryReader.read(root, notes) { file in
      // The JSON Schema for editors.
      _ = file.optionalString("$schema")
      if let value = file.take("manifest") {
        if manifest != nil { notes.fault("“manifest” is in another file already", at: value) }
        manifest = EntryReader.read(value, notes, Catalog.Manifest.init)
      }
      if let value = file.take("dictionaries") {
        dictionariesPlace = (notes.file, value.range.lowerBound)
        dictionaries += notes.entries(value, "dictionaries", ManifestDictionary.init)
      }
      dataTypes += file.optionalEntries("dataTypes", DataType.init)
      purposes += file.optionalEntries("purposes", Purpose.init)
      categories += file.optionalEntries("categories", APICategory.init)
      labelCards += file.optionalEntries("labelCards", LabelCard.init)
      labelCategories += file.optionalEntries("labelCategories", LabelCategory.init)
      guidelines += file.optionalEntries("guidelines", Guideline.init)
      // APIs without required reasons that guidelines refer to.
      _ = file.optionalEntries("otherAPIs") { api in
        notes.defineAPI(api.string("name"))
        _ = api.optionalString("framework")
      }
      storeMessages += file.optionalEntries("storeMessages", StoreMessage.init)
      wordLists += file.optionalEntries("wordLists", WordList.init)
      resourceWords += file.optionalEntries("resourceWords", ResourceWords.init)
      commonUses += file.optionalEntries("commonUses", CommonUses.init)
      purposeKeys += file.optionalEntries("purposeKeys", PurposeKey.init)
      relatedKeys += file.optionalEntries("relatedKeys", RelatedKey.init)
      bundleKeys += file.optionalEntries("bundleKeys", BundleKey.init)
      backgroundModes += file.optionalEntries("backgroundModes", BackgroundMode.init)
      keySuffixes += file.optionalEntries("keySuffixes", KeySuffix.init)
      entitlements += file.optionalEntries("entitlements", Entitlement.init)
      languages += file.optionalEntries("sentenceEnds", readSentenceEnd).flatMap(\.self)
      sdks += file.optionalEntries("sdks", ListedSDK.init)
      unlistedNames += file.optionalEntries("unlistedNames", UnlistedName.init)
      linkedSymbols += file.optionalEntries("linkedSymbols", LinkedSymbol.init)
      symbolVariants += file.strings("symbolVariants")
      systemLibraries += file.optionalEntries("systemLibraries", SystemLibrary.init)
      mailedKeys += file.optionalEntries("mailedKeys", MailedKey.init)
      sourceWords += file.optionalEntries("sourceWords", SourceWords.init)
      buildConditions += file.optionalEntries("buildConditions", BuildCondition.init)
      sourceCalls += file.optionalEntries("sourceCalls", SourceCall.init)
      reasonEvidence += file.optionalEntries("reasonEvidence", ReasonEvidence.init)
      for source in file.optionalEntries("sources", Catalog.Source.init) { sources[source.id] = source }
    }
    newestDay = max(newestDay, notes.newestDay)
  }

  func checkCompleteness(_ notes: ReadingNotes) {
    notes.file = dictionariesPlace.file
    if manifest == nil { notes.fault("No file has “manifest”", at: 0) }
    func check<Role: RawRepresentable<String> & CaseIterable>(
      _ roles: Role.Type, _ kind: ReadingNotes.Kind, _ title: String
    ) {
      for role in Role.allCases where !notes.isDefined(kind, role.rawValue) {
        notes.fault("No \(title) has the role “\(role.rawValue)”", at: dictionariesPlace.offset)
      }
    }
    check(ManifestKey.Role.self, .role, "key")
    check(LabelCard.Role.self, .labelCard, "card")
    check(PurposeKey.Role.self, .purposeRole, "purpose string")
    check(RelatedKey.Role.self, .relatedRole, "related key")
    check(BundleKey.Role.self, .bundleRole, "bundle key")
    check(Entitlement.Role.self, .entitlementRole, "entitlement")
  }
}
