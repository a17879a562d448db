import Catalog
import JSON
import Testing

/// What the schemas allow is what the program reads.
struct SchemaTests {
  /// A member that the program doesn’t read is a mistake in it or in the schema, unless it is for people.
  @Test(arguments: SchemaFile.all)
  func everyMemberIsRead(_ file: SchemaFile) throws {
    let sectionsOfWords: Set = [
      "wordLists", "resourceWords", "commonUses", "sourceWords", "buildConditions", "sourceCalls", "reasonEvidence",
    ]
    let forPeople = Set([
      "otherAPIs.name", "otherAPIs.framework", "categories.symbols.framework",
      "categories.symbols.note", "sentenceEnds.title", "wordLists.summary", "sourceWords.summary",
      "sourceWords.sources", "buildConditions.sources", "sourceCalls.sources", "reasonEvidence.sources",
    ]).union(sectionsOfWords.flatMap { ["\($0).status", "\($0).checked"] })
    // What isn’t read at all counts as recalled.
    let text = String(decoding: file.bytes, as: UTF8.self)
    let bytes = Array(text.replacing(#""status": "recalled""#, with: #""status": "verified""#).utf8)
    var unread: [String: String] = [:]
    for member in file.members where member.path.contains(".") || member.value.array?.first?.kind == .string {
      let path = member.path.replacing(#/\(.*\)/#, with: "")
      guard !forPeople.contains(path), unread[path] != "" else { continue }
      // The entry alone in its section, or else the whole file; and with the member under a name that nobody knows.
      let section = path.prefix { $0 != "." }
      let isEntry = section != path
      let start = isEntry ? "{\"\(section)\":" + (section == "manifest" ? "" : "[") : ""
      let end = isEntry ? (section == "manifest" ? "}" : "]}") : ""
      func contents(_ entry: [UInt8]) -> [String] {
        let text = Array(start.utf8) + entry + Array(end.utf8)
        return CatalogTests.contents(of: Catalog { $0 == Catalog.Part(ofFile: file.name) ? [text] : [] })
      }
      let entry = Array(bytes[member.entry])
      let name = member.name.range
      var changed = entry
      let place = name.lowerBound - member.entry.lowerBound
      changed.replaceSubrange(place..<place + name.count, with: Array(#""-""#.utf8))
      let isRead = contents(changed) != contents(entry)
      unread[path] = isRead ? "" : unread[path] ?? file.placed((name.lowerBound, "Nothing reads “\(path)”"))
    }
    #expect(unread.values.filter { !$0.isEmpty }.sorted() == [])
  }

  /// The table of names would else say nothing about what it is for.
  @Test func allNamesAreThere() {
    let members = Dictionary(grouping: SchemaFile.all.flatMap(\.members), by: \.path)
    for names in SchemaNames.all {
      let paths = names.definitions + names.references + names.misspellings
      // Most unlisted names stand for nothing.
      for path in paths where !path.hasPrefix("unlistedNames(") {
        #expect(!SchemaNames.members(at: [path], in: members).isEmpty, "\(path)")
      }
    }
  }

  /// The words that the schemas allow are those that the program knows.
  @Test func wordsAreThoseOfTheProgram() {
    func words<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> Set<String> {
      Set(type.allCases.map(\.rawValue))
    }
    let known: Set<Set<String>> = [
      words(BuildCondition.Platform.self), words(BundleKey.Role.self), words(Catalog.Status.self),
      words(CommonUses.Language.self), words(Confidence.self), words(Entitlement.Kind.self),
      words(Entitlement.Need.Basis.self), words(Entitlement.Role.self), words(Guideline.Topic.self),
      words(InfoPlistValueType.self), words(LabelCard.Role.self), words(LinkedSymbol.Kind.self),
      words(MailedKey.Effect.self), words(ManifestKey.Role.self), words(Platform.self), words(PurposeKey.Family.self),
      words(PurposeKey.Place.self).subtracting(["anywhere"]), words(PurposeKey.Role.self),
      words(ReasonEvidence.Role.self), words(RelatedKey.Role.self), words(SourceCall.Kind.self),
      words(SourceCall.Role.self), words(StoreMessage.Effect.self), words(UnlistedName.Place.self),
      Set(SourceWords.Role.allCases.map(\.stringValue)), Set(WordList.Role.allCases.map(\.stringValue)),
      // Those of symbols and guidelines, which the program has as texts.
      ["high", "medium", "low"], ["guideline", "style", "definition", "review"],
    ]
    func visit(_ value: Any, _ path: String) {
      if let list = value as? [Any] { return list.forEach { visit($0, path) } }
      for (key, part) in value as? [String: Any] ?? [:] {
        if key == "enum", let words = part as? [String], words.first != "attribute key" {
          #expect(known.contains(Set(words)), "The program has no words like those of \(path)")
        }
        visit(part, "\(path)/\(key)")
      }
    }
    for (name, schema) in JSONSchema.all { visit(schema.rules, name) }
  }
}
