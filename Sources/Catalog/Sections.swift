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

  /// Reads texts that tests have validated. A text that is not JSON is skipped.
  init(_ texts: [[UInt8]]) {
    for text in texts {
      guard let document = try? JSONDocument.parse(text) else { continue }
      var file = EntryReader(document.root)
      manifest = file.optionalEntry("manifest", Catalog.Manifest.init) ?? manifest
      dictionaries += file.entries("dictionaries", ManifestDictionary.init)
      dataTypes += file.entries("dataTypes", DataType.init)
      purposes += file.entries("purposes", Purpose.init)
      categories += file.entries("categories", APICategory.init)
      labelCards += file.entries("labelCards", LabelCard.init)
      labelCategories += file.entries("labelCategories", LabelCategory.init)
      guidelines += file.entries("guidelines", Guideline.init)
      storeMessages += file.entries("storeMessages", StoreMessage.init)
      wordLists += file.entries("wordLists", WordList.init)
      resourceWords += file.entries("resourceWords", ResourceWords.init)
      commonUses += file.entries("commonUses", CommonUses.init)
      purposeKeys += file.entries("purposeKeys", PurposeKey.init)
      relatedKeys += file.entries("relatedKeys", RelatedKey.init)
      bundleKeys += file.entries("bundleKeys", BundleKey.init)
      backgroundModes += file.entries("backgroundModes", BackgroundMode.init)
      keySuffixes += file.entries("keySuffixes", KeySuffix.init)
      entitlements += file.entries("entitlements", Entitlement.init)
      languages += file.entries("sentenceEnds", readSentenceEnd).flatMap(\.self)
      sdks += file.entries("sdks", ListedSDK.init)
      unlistedNames += file.entries("unlistedNames", UnlistedName.init)
      linkedSymbols += file.entries("linkedSymbols", LinkedSymbol.init)
      symbolVariants += file.strings("symbolVariants")
      systemLibraries += file.entries("systemLibraries", SystemLibrary.init)
      mailedKeys += file.entries("mailedKeys", MailedKey.init)
      sourceWords += file.entries("sourceWords", SourceWords.init)
      buildConditions += file.entries("buildConditions", BuildCondition.init)
      sourceCalls += file.entries("sourceCalls", SourceCall.init)
      reasonEvidence += file.entries("reasonEvidence", ReasonEvidence.init)
      for source in file.entries("sources", Catalog.Source.init) { sources[source.id] = source }
      newestDay = max(newestDay, file.newestDay)
    }
  }
}
