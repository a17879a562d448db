import Catalog
import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// Checks the hints of a text: each stands where `‹words›` is written.
func checkHints(
  _ marked: String, path: String = "PrivacyInfo.xcprivacy", kinds: Set<InlayHint.Kind> = Set(InlayHint.Kind.allCases),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var text = ""
  for (place, piece) in marked.split(separator: "‹", omittingEmptySubsequences: false).enumerated() {
    text += place == 0 ? piece : piece.drop { $0 != "›" }.dropFirst()
  }
  let source = SourceText(text)
  let hints = inlayHints(in: snapshot(source, path: path), range: ByteRange(0, source.count), kinds: kinds)
  let shown = source.applying(hints.map { .insert("‹\($0.label)›", at: $0.offset) })
  expectEqual(string(shown), marked, "The hints", sourceLocation: sourceLocation)
}

@Suite struct InlayHintTests {
  func api(_ category: String, _ reasons: String) -> String {
    manifest(
      entry(
        "AccessedAPITypes",
        "<key>NSPrivacyAccessedAPIType</key>\n\(category)\n<key>NSPrivacyAccessedAPITypeReasons</key>\n\(reasons)"))
  }

  func dataType(_ text: String) -> String {
    manifest(
      entry("CollectedDataTypes", "<key>NSPrivacyCollectedDataType</key>\n<string>NSPrivacyCollectedDataType\(text)"))
  }

  @Test func reasonsSayWhatTheyMean() {
    let defaults = "<string>NSPrivacyAccessedAPICategoryUserDefaults</string>"
    checkHints(
      api(
        defaults,
        "<array>\n\t<string>CA92.1</string>‹only this app’s own data›\n"
          + "\t<string>1C8F.1</string>‹data shared within the App Group› <!-- x -->\n</array>"))
    // The name behind references and CDATA counts; blanks around it do not belong to it, and Apple refuses them.
    checkHints(api(defaults, "<array><string>CA92&#46;1</string>‹only this app’s own data›</array>"))
    checkHints(api(defaults, "<array><string><![CDATA[CA92.1]]></string>‹only this app’s own data›</array>"))
    checkHints(api(defaults, "<array><string> CA92.1 </string></array>"))
    // Misspelt, of another category, half typed: a finding or a completion speaks.
    checkHints(api(defaults, "<array><string>ca92.1</string><string>CA92</string><string>C617.1</string></array>"))
    checkHints(api(defaults, "<array><string>CA92.1\n</array>"))
    // What is clearly meant counts as said; where nothing is said, the code alone has a meaning.
    checkHints(
      api(
        "<string>NSPrivacyAccessedAPICategoryUserDefault</string>",
        "<array><string>CA92.1</string>‹only this app’s own data›<string>C617.1</string></array>"))
    checkHints(api("<string></string>", "<array><string>CA92.1</string>‹only this app’s own data›</array>"))
    checkHints(api(defaults, "<string>CA92.1</string>‹only this app’s own data›"))
  }

  @Test func dataTypesSayTheirNameWhereTheIdentifierDoesNot() {
    checkHints(dataType("PhotosorVideos</string>‹Photos or Videos›"))
    checkHints(dataType("EmailsOrTextMessages</string>‹Emails or Text Messages›"))
    for plain in ["EmailAddress", "UserID", "Name", "OtherUserContactInfo", "PhotosOrVideos", "Nothing"] {
      checkHints(dataType("\(plain)</string>"))
    }
    // Purposes and categories read as what they mean.
    checkHints(
      manifest(
        entry(
          "CollectedDataTypes",
          "<key>NSPrivacyCollectedDataTypePurposes</key>\n<array><string>NSPrivacyCollectedDataTypePurposeOther</string></array>"
        )))
  }

  @Test func onlyKindsAndPartsThatAreAskedFor() {
    let text =
      "<plist><dict><key>NSPrivacyCollectedDataTypes</key><array><dict><key>NSPrivacyCollectedDataType</key>"
      + "<string>NSPrivacyCollectedDataTypePhotosorVideos</string>¹</dict></array><key>NSPrivacyAccessedAPITypes</key>"
      + "<array><dict><key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string>²</array></dict></array>"
    func with(_ first: String, _ second: String) -> String {
      var result = ""
      for character in text { result += character == "¹" ? first : character == "²" ? second : String(character) }
      return result
    }
    checkHints(with("‹Photos or Videos›", ""), kinds: [.dataTypes])
    checkHints(with("", "‹only this app’s own data›"), kinds: [.reasons])
    checkHints(with("", ""), kinds: [])
    checkHints(with("", ""), path: "Info.plist")

    let snapshot = snapshot(with("", ""))
    let all = inlayHints(in: snapshot, range: ByteRange(0, snapshot.document.text.count)).map(\.offset)
    #expect(all.count == 2 && all == all.sorted())
    for (range, expected) in [
      (ByteRange(at: all[0]), [all[0]]), (ByteRange(all[0] + 1, all[1] - 1), []), (ByteRange(all[0], all[1]), all),
      (ByteRange(all[1] + 1, 9_999), []),
    ] {
      #expect(inlayHints(in: snapshot, range: range).map(\.offset) == expected)
    }
  }

  @Test func textsWithoutAManifestHaveNone() {
    for text in ["", "\n", "{ CA92.1 }", "bplist00", "<plist/>", "<plist><array/></plist>", "<dict>"] {
      checkHints(text)
    }
  }

  /// What is shown behind a code has to be read at a glance, and to tell the codes of a category apart.
  @Test func everyReasonHasFewWordsOfItsOwn() {
    for category in linter.catalog.categories {
      let words = category.reasons.map(\.shortMeaning)
      #expect(Set(words).count == words.count, "\(category.id)")
      for text in words { #expect((1...6).contains(text.split(separator: " ").count) && text.count <= 40, "\(text)") }
    }
  }
}
