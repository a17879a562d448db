import PropertyList
import SourceText
import TestSupport
import Testing

@Suite struct RecoveryTests {
  /// Expects exactly one problem for each marked range, of the kinds given.
  private func check(_ marked: String, _ kinds: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    let text = MarkedText(marked)
    let tree = PropertyListTree.parse(text.source)
    let found = tree.problems.map { "\($0.kind) \($0.severity)" }.joined(separator: "\n")
    expectEqual(found, kinds.joined(separator: "\n"), marked.debugDescription, sourceLocation: sourceLocation)
    let shown = MarkedText.marking(tree.problems.map(\.range), in: text.source)
    expectEqual(shown, MarkedText.marking(text.ranges, in: text.source), sourceLocation: sourceLocation)
  }

  @Test func oneMistakeIsOneProblem() {
    let rows: [(String, String)] = [
      // End tags missing.
      ("<plist><dict><key>A</key>«<array>»<string>x</string></dict></plist>", "unclosedElement(\"array\") refused"),
      ("<plist><dict><key>A</key>«<array>»<key>B</key><true/></dict></plist>", "unclosedElement(\"array\") refused"),
      ("<plist><array>«<dict>»<key>A</key><true/></array></plist>", "unclosedElement(\"dict\") refused"),
      ("<plist>«<dict>»<key>A</key><true/></plist>", "unclosedElement(\"dict\") refused"),
      ("«<plist>»<dict><key>A</key><true/></dict>", "unclosedElement(\"plist\") refused"),
      ("<plist><dict>«<key>»A<true/></dict></plist>", "unclosedElement(\"key\") refused"),
      ("<plist><array>«<string>»A<string>B</string></array></plist>", "unclosedElement(\"string\") refused"),
      ("<plist><array>«<string>»A</array></plist>", "unclosedElement(\"string\") refused"),
      ("<plist><array>«<true>»<string>B</string></array></plist>", "unclosedElement(\"true\") refused"),
      (
        "<plist><dict>\n<key>A</key>\n<array>\n<dict>\n<key>B</key>\n«<array>»\n<string>x</string>\n</dict>\n</array>\n</dict></plist>",
        "unclosedElement(\"array\") refused"
      ),
      // End tags too many.
      ("<plist><dict><key>A</key><array></array>«</array>»</dict></plist>", "unexpectedEndTag(\"array\") refused"),
      (
        "<plist><dict><key>A</key><true/>«</dict>»<key>B</key><true/></dict></plist>",
        "unexpectedEndTag(\"dict\") refused"
      ),
      (
        "<plist><array><dict><key>A</key><true/>«</dict>»<key>B</key><true/></dict></array></plist>",
        "unexpectedEndTag(\"dict\") refused"
      ),
      (
        "<plist><dict><key>A</key><array><string>x</string>«</dict>»</array><key>B</key><true/></dict></plist>",
        "unexpectedEndTag(\"dict\") refused"
      ),
      ("<plist><dict>«</string>»</dict></plist>", "unexpectedEndTag(\"string\") refused"),
      ("<plist><dict></dict>«</key>»</plist>", "unexpectedEndTag(\"key\") refused"),
      ("«</dict>»<plist><dict/></plist>", "unexpectedEndTag(\"dict\") refused"),
      // Names misspelt.
      (
        "<plist><array><string>A«</strng>»</array></plist>",
        "mismatchedEndTag(found: \"strng\", expected: \"string\") refused"
      ),
      (
        "<plist><array><string>A«</key>»</array></plist>",
        "mismatchedEndTag(found: \"key\", expected: \"string\") refused"
      ),
      (
        "<plist><array><string>A«</String>»</array></plist>",
        "mismatchedEndTag(found: \"String\", expected: \"string\") refused"
      ),
      ("<plist><array>«</dict>»</plist>", "mismatchedEndTag(found: \"dict\", expected: \"array\") refused"),
      (
        "<plist><dict><key>A</key><array><string>x</string>«</dict>»<key>B</key><true/></dict></plist>",
        "mismatchedEndTag(found: \"dict\", expected: \"array\") refused"
      ),
      (
        "<plist><dict><key>A</key><array>«</aray>»</dict></plist>",
        "mismatchedEndTag(found: \"aray\", expected: \"array\") refused"
      ),
      ("<plist><array><«strng»>A</string></array></plist>", "unknownElement(\"strng\") refused"),
      ("<plist><array><«String»>A</String></array></plist>", "unknownElement(\"String\") refused"),
      ("<plist><dict><«Key»>A</Key><true/></dict></plist>", "unknownElement(\"Key\") refused"),
      (
        "<plist><dict><key>A</key><«arry»><string>B</string></array></dict></plist>", "unknownElement(\"arry\") refused"
      ),
      ("<plist><dict><key>A</key><«True»/></dict></plist>", "unknownElement(\"True\") refused"),
      ("<plist><dict><key>A</key><«boolean»>true</boolean></dict></plist>", "unknownElement(\"boolean\") refused"),
      ("<plist><dict><key>A</key><«null»/></dict></plist>", "unknownElement(\"null\") refused"),
      // Tags half written.
      ("<plist><array>«<string»A</string></array></plist>", "incompleteTag refused"),
      ("<plist><array>«<string» A</string></array></plist>", "incompleteTag refused"),
      ("<plist><array>«<string»</string></array></plist>", "incompleteTag refused"),
      ("<plist><dict>«<key»A</key><true/></dict></plist>", "incompleteTag refused"),
      ("<plist><array>«string>A</string>»</array></plist>", "strayText refused"),
      ("<plist><dict>«key>A</key>»<true/></dict></plist>", "strayText refused"),
      ("<plist><array><string>A«</string»</array></plist>", "incompleteTag refused"),
      ("<plist><array>«< string>»A</string></array></plist>", "malformedTag refused"),
      ("<plist><array><string>A«</ string>»</array></plist>", "malformedTag refused"),
      ("<plist><array><string>A«</string x>»</array></plist>", "malformedTag refused"),
      ("<plist><array>«<dict/ >»</array></plist>", "malformedTag refused"),
      ("<plist><array>«<true / >»</array></plist>", "unclosedElement(\"true\") refused"),
      ("<plist><array>«<>»</array></plist>", "incompleteTag refused"),
      ("<plist><array>«</>»</array></plist>", "incompleteTag refused"),
      ("<plist><array>«<<<»<string>A</string></array></plist>", "incompleteTag refused"),
      ("<plist><array><string>a «<» b</string></array></plist>", "incompleteTag refused"),
      // Keys and values.
      ("<plist><dict>«<key>A</key>»</dict></plist>", "keyWithoutValue refused"),
      ("<plist><dict>«<key>A</key>»<key>B</key><true/></dict></plist>", "keyWithoutValue refused"),
      ("<plist><dict>«<true/>»</dict></plist>", "valueWithoutKey refused"),
      ("<plist><dict><key>A</key><true/>«<string>»B</string></dict></plist>", "valueWithoutKey refused"),
      ("<plist><dict>«<string>»A</string><true/></dict></plist>", "valueWithoutKey refused"),
      (
        "<plist><dict><key>A</key><string>x</string>«<string>»y</string><string>z</string></array></dict></plist>",
        "valueWithoutKey refused"
      ),
      ("<plist><dict><key>A</key>«YES»</dict></plist>", "strayText refused"),
      ("<plist><dict><key>A</key>«YES»<key>B</key><true/></dict></plist>", "strayText refused"),
      ("<plist><array>«<key>»A</key></array></plist>", "keyOutsideDictionary notPortable"),
      ("<plist><dict><key>K</key><array>«<key>»A</key></array></dict></plist>", "keyOutsideDictionary notPortable"),
      ("<plist><array>«<key>»A</key><true/><key>B</key><true/></dict></array></plist>", "keyOutsideDictionary refused"),
      ("<plist>«<key>»A</key></plist>", "keyOutsideDictionary notPortable"),
      // Text and what cannot stand in it.
      ("<plist><dict>«foo»</dict></plist>", "strayText refused"),
      ("<plist><array><string>«<!-- c -->»a</string></array></plist>", "commentInText refused"),
      ("<plist><array><string>a«<?pi x?>»</string></array></plist>", "commentInText refused"),
      ("<plist><array><string>a«<br/>»b</string></array></plist>", "elementInText(\"br\") refused"),
      ("<plist><array><string>a«<b>»b</b></string></array></plist>", "elementInText(\"b\") refused"),
      ("<plist><array><string>a«<b>»b</string></array></plist>", "elementInText(\"b\") refused"),
      ("<plist><array><string>«<true/>»</string></array></plist>", "elementInText(\"true\") refused"),
      ("<plist><dict><key>A</key><string>«<true/>»</string></dict></plist>", "elementInText(\"true\") refused"),
      ("<plist><array>«<![CDATA[x]]>»</array></plist>", "strayCDATA refused"),
      ("<plist><string>a «&» b</string></plist>", "unknownEntity(\"&\") refused"),
      ("<plist><string>a«&»b</string></plist>", "unknownEntity(\"&\") refused"),
      ("<plist><string>«&nbsp;»</string></plist>", "unknownEntity(\"&nbsp;\") refused"),
      ("<plist><string>«&amp» b</string></plist>", "unknownEntity(\"&amp\") refused"),
      ("<plist><string>«&#xD800;»</string></plist>", "invalidCharacterReference(\"&#xD800;\") refused"),
      ("<plist><string>«&#65»</string></plist>", "invalidCharacterReference(\"&#65\") refused"),
      ("<plist><string>«&#1;»</string></plist>", "invalidCharacterReference(\"&#1;\") notPortable"),
      ("<plist><string>a«]]>»b</string></plist>", "sectionEndInText notPortable"),
      ("<plist><string>a«\u{1}»b</string></plist>", "invalidCharacter notPortable"),
      ("<plist><true>«x»</true></plist>", "notEmptyBoolean refused"),
      ("<plist><true>« »</true></plist>", "notEmptyBoolean refused"),
      ("<plist><false>«<!-- c -->»</false></plist>", "notEmptyBoolean refused"),
      // Values.
      ("<plist><integer>«1 »</integer></plist>", "invalidInteger refused"),
      ("<plist>«<integer/>»</plist>", "invalidInteger refused"),
      ("<plist>«<integer></integer>»</plist>", "invalidInteger refused"),
      ("<plist><integer>«1.5»</integer></plist>", "invalidInteger refused"),
      ("<plist><integer>«&#49;»</integer></plist>", "invalidInteger refused"),
      ("<plist><integer>1«<!-- c -->»</integer></plist>", "commentInText refused"),
      ("<plist><real>«1,5»</real></plist>", "invalidReal refused"),
      ("<plist><date>«2024-01-01»</date></plist>", "invalidDate refused"),
      ("<plist><data>«é»</data></plist>", "invalidData refused"),
      ("<plist><data>«AA!A»</data></plist>", "invalidData unclean"),
      // The document.
      ("«»", "emptyFile refused"),
      ("« \n»", "blankFile notPortable"),
      ("<?xml version=\"1.0\"?>\n«<plist>»</plist>", "noValue refused"),
      ("«<plist/>»", "noValue refused"),
      ("«<?xml version=\"1.0\"?>»", "noValue refused"),
      ("<plist><dict/>«<dict/>»</plist>", "secondValue refused"),
      ("<plist><dict/>«<dict/>»<dict/></plist>", "secondValue refused"),
      ("«<dict>»</dict>", "missingPlist notPortable"),
      ("«<dict>»</dict></plist>", "missingPlist notPortable"),
      ("<plist><dict/></plist>«x»", "contentAfterPlist notPortable"),
      ("<plist><dict/></plist>\n<!-- c -->\n«<plist><dict/></plist>»\n", "contentAfterPlist notPortable"),
      ("<plist><dict/></plist>\n<!-- c -->\n<?pi?>\n", ""),
      ("<plist>«<plist>»<dict/></plist></plist>", "nestedPlist notPortable"),
      ("« \n»<?xml version=\"1.0\"?><plist><dict/></plist>", "contentBeforeDeclaration notPortable"),
      ("«<!-- c -->\n»<?xml version=\"1.0\"?><plist><dict/></plist>", "contentBeforeDeclaration notPortable"),
      ("\u{FEFF}<?xml version=\"1.0\"?><plist><dict/></plist>", ""),
      ("<plist>«<?xml version=\"1.0\"?>»<dict/></plist>", "contentBeforeDeclaration notPortable"),
      ("<!DOCTYPE plist><plist><dict/></plist>", ""),
      ("«<!DOCTYPE plist [<!ENTITY a \"b\">]>»<plist><dict/></plist>", "internalSubset refused"),
      ("<plist>«<!DOCTYPE plist>»<dict/></plist>", "misplacedDoctype refused"),
      ("<!DOCTYPE plist>«<!DOCTYPE plist>»<plist><dict/></plist>", "misplacedDoctype notPortable"),
      ("«<!doctype plist>»<plist><dict/></plist>", "incompleteTag refused"),
      ("«<!DOCTYPE» plist\n<plist><dict/></plist>", "unterminatedDoctype notPortable"),
      ("«<?»xml version=\"1.0\">\n<plist><dict/></plist>", "unterminatedInstruction refused"),
      ("<plist>«<!--» c\n<dict/></plist>", "unterminatedComment refused"),
      ("<plist><string>«<![CDATA[»x</string></plist>", "unterminatedCDATA refused"),
      ("<plist><!-- a «--» b --><dict/></plist>", "doubleHyphenInComment unclean"),
      ("<plist><!-- a «-»--><dict/></plist>", "doubleHyphenInComment unclean"),
      ("<plist><!----><dict/></plist>", ""),
      ("«<!---->»<plist><dict/></plist>", "emptyCommentBeforeElement refused"),
      ("<!----><!-- c --><plist><dict/></plist>", ""),
      (
        "<?xml version=\"1.0\" encoding=\"«ISO-8859-1»\"?><plist><dict/></plist>",
        "declaredEncoding(\"ISO-8859-1\") notPortable"
      ),
      ("<?xml version=\"1.0\" encoding=\"«foo»\"?><plist><dict/></plist>", "declaredEncoding(\"foo\") refused"),
      ("<?xml version=\"1.0\" encoding=\"utf-8\"?><plist><dict a=\"b\" c='<'/></plist>", ""),
    ]
    for (marked, kinds) in rows { check(marked, kinds) }
  }

  /// Mistakes in a whole manifest: each is one problem, however far the rest of the file is affected.
  @Test func oneMistakeInAManifestIsOneProblem() {
    let rows: [(original: String, mistaken: String, kind: String)] = [
      // A start tag for an end tag.
      ("CA92.1</string>", "CA92.1«<string>»", "startTagForEndTag(\"string\")"),
      ("C617.1</string>", "C617.1«<string>»", "startTagForEndTag(\"string\")"),
      ("a.example.com</string>", "a.example.com«<string>»", "startTagForEndTag(\"string\")"),
      ("3B52.1</string>", "3B52.1«<string>»", "startTagForEndTag(\"string\")"),
      ("UserDefaults</string>", "UserDefaults«<string>»", "startTagForEndTag(\"string\")"),
      ("NSPrivacyTracking</key>", "NSPrivacyTracking«<key>»", "startTagForEndTag(\"key\")"),
      ("NSPrivacyTrackingDomains</key>", "NSPrivacyTrackingDomains«<key>»", "startTagForEndTag(\"key\")"),
      ("NSPrivacyAccessedAPITypes</key>", "NSPrivacyAccessedAPITypes«<key>»", "startTagForEndTag(\"key\")"),
      // An entry of an array without its end.
      (Self.firstEntry, Self.firstEntry.marking("<dict>").removing("\n\t\t</dict>"), "unclosedElement(\"dict\")"),
      (Self.firstEntry, Self.firstEntry.flat.marking("<dict>").removing("</dict>"), "unclosedElement(\"dict\")"),
      // End tags in the wrong order.
      (
        "\t</array>\n\t\t</dict>\n\t\t<dict>", "\t«</dict>\n\t\t</array>»\n\t\t<dict>",
        "swappedEndTags(first: \"dict\", second: \"array\")"
      ),
      (
        "\t</array>\n\t\t</dict>\n\t\t<dict>", "«</dict></array>»\n\t\t<dict>",
        "swappedEndTags(first: \"dict\", second: \"array\")"
      ),
      (
        "\t</array>\n\t\t</dict>\n\t</array>", "\t«</dict>\n\t\t</array>»\n\t</array>",
        "swappedEndTags(first: \"dict\", second: \"array\")"
      ),
      (
        "\t\t</dict>\n\t</array>\n", "\t\t«</array>\n\t</dict>»\n",
        "swappedEndTags(first: \"array\", second: \"dict\")"
      ),
      ("</dict>\n</plist>", "«</plist>\n</dict>»", "swappedEndTags(first: \"plist\", second: \"dict\")"),
      // Markup without its end.
      ("<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>\n</dict>\n</plist>\n", "«<!--» x", "unterminatedComment"),
      ("<array/>\n</dict>\n</plist>", "<array/>\n«<!--» x </dict></plist>", "unterminatedComment"),
      ("<key>NSPrivacyCollectedDataTypes", "«<!--» x <key>NSPrivacyCollectedDataTypes", "unterminatedComment"),
      (
        "<key>NSPrivacyCollectedDataTypes", "«<!--» a <key> of\n<key>NSPrivacyCollectedDataTypes", "unterminatedComment"
      ),
      ("<array/>\n</dict>\n</plist>\n", "<string>«<![CDATA[»x", "unterminatedCDATA"),
      ("<array/>\n</dict>\n</plist>\n", "<array/>\n«<![CDATA[»x", "unterminatedCDATA"),
      ("\n</dict>\n</plist>\n", "\n«<?»x", "unterminatedInstruction"),
    ]
    for (original, mistaken, kind) in rows {
      expectEqual(Fixture.manifest.ranges(of: original).count, 1, "\(original) stands in it once")
      check(Fixture.manifest.replacing(original, with: mistaken), kind + " refused")
    }
    // So much follows that nobody looks at where it ends; the indentation tells.
    let much = String(repeating: "\t\t<string>y</string>\n", count: 80)
    check(
      "<plist>\n<dict>\n\t<key>A</key>\n\t«<array>»\n\t\t<string>x</string>\n\t<key>B</key>\n\t<array>\n\(much)\t</array>\n</dict>\n</plist>",
      "unclosedElement(\"array\") refused")
    check("<«html»><body/></html>", "unknownElement(\"html\") refused")
    check(
      "<!DOCTYPE html>\n<«html»><head><title>x</title></head><body><p>x<br>y</p></body></html>\n",
      "unknownElement(\"html\") refused")
    check("<«plst»><dict><key>A</key><true/></dict></plst>", "unknownElement(\"plst\") refused")
  }

  private static let firstEntry = """
    <dict>
    \t\t\t<key>NSPrivacyAccessedAPIType</key>
    \t\t\t<string>NSPrivacyAccessedAPICategoryUserDefaults</string>
    \t\t\t<key>NSPrivacyAccessedAPITypeReasons</key>
    \t\t\t<array>
    \t\t\t\t<string>CA92.1</string>
    \t\t\t</array>
    \t\t</dict>
    """

  @Test func bytesThatAreNoTextAreJudgedByPlace() {
    let rows: [(before: String, after: String, severity: String)] = [
      ("<plist><string>a", "b</string></plist>", "refused"),
      ("<plist><dict><key>", "</key><true/></dict></plist>", "refused"),
      ("<plist><string><![CDATA[", "]]></string></plist>", "refused"),
      ("<plist><!-- ", " --><true/></plist>", "notPortable"),
      ("<plist a=\"", "\"><true/></plist>", "notPortable"), ("<plist><true/></plist><!-- ", " -->", "notPortable"),
    ]
    for (before, after, severity) in rows {
      let bytes = Array(before.utf8) + [0xFF, 0xFE] + Array(after.utf8)
      let problems = PropertyListTree.parse(SourceText(bytes)).problems
      expectEqual(problems.map { "\($0.kind) \($0.severity)" }, ["invalidUTF8 \(severity)"], before)
      expectEqual(problems.map(\.range), [ByteRange(before.utf8.count, before.utf8.count + 2)], before)
    }
    let stray = Array("<plist><dict>".utf8) + [0xFF] + Array("</dict></plist>".utf8)
    expectEqual(PropertyListTree.parse(SourceText(stray)).problems.map(\.kind), [.strayText])
  }
}

extension String {
  fileprivate func marking(_ part: String) -> String { replacing(part, with: "«\(part)»") }
  fileprivate func removing(_ part: String) -> String { replacing(part, with: "") }
  fileprivate var flat: String { filter { !$0.isWhitespace } }
}

/// What a tree says, a line for each key, value and element with its place.
private func outline(_ tree: PropertyListTree) -> [String] {
  var lines: [String] = []
  var work: [(value: PropertyListValue, path: String)] = []
  if let root = tree.root { work.append((root, "")) }
  while let (value, path) = work.popLast() {
    switch value.element {
    case .dict:
      for entry in value.entries {
        if let inner = entry.value {
          work.append((inner, "\(path).\(entry.name)"))
        } else {
          lines.append("\(path).\(entry.name) has no value")
        }
      }
    case .array:
      for (index, element) in value.elements.enumerated() { work.append((element, "\(path)[\(index)]")) }
    default: lines.append("\(path) = \(value.element.name) \(value.string)")
    }
  }
  return lines.sorted()
}

extension RecoveryTests {
  private static func withoutIndices(_ line: String) -> String {
    String(line.filter { !$0.isNumber || !line.contains("[") })
  }

  /// What someone types who has the rest of the manifest already: at each place, each of these leaves the rest as it
  /// was, with one problem on the spot.
  @Test func halfTypedTextLeavesTheRestAsItWas() {
    let whole = outline(PropertyListTree.parse(SourceText(Fixture.manifest)))
    let lines = Fixture.manifest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let fragments = [
      "<", "</", "<k", "<key", "<key ", "<key>", "<key>NSPri", "<key>NSPri<", "<key>NSPri</", "<key>NSPri</k",
      "<key>NSPri</key", "<s", "<str", "<string", "<string>", "<string>C6", "<string>C6<", "<string>C6</",
      "<string>C6</str", "<string>C6</string", "<tr", "<true", "<true/", "<array", "<arr", "<dict", "<di", "<!", "<!-",
      "<!--", "<!-- no", "NSPri", "&", "<string/", "</s", "</string", "</key",
    ]
    for (index, line) in lines.enumerated() where index >= 4 && index < lines.count - 2 {
      let indentation = String(line.prefix { $0 == "\t" })
      for fragment in fragments {
        var typed = lines
        typed.insert(indentation + fragment, at: index)
        let source = typed.joined(separator: "\n")
        let tree = PropertyListTree.parse(SourceText(source))
        let now = outline(tree)
        let lost = whole.filter { !now.contains($0) }
        // A comment ends where the next one does. In an array, an element more moves those behind it.
        if fragment.hasPrefix("<!--"), typed[(index + 1)...].contains(where: { $0.contains("-->") }) { continue }
        let shapes = Set(now.map(Self.withoutIndices))
        let isMoved =
          (fragment.hasPrefix("<s") || fragment.hasPrefix("<key"))
          && lost.allSatisfy { $0.contains("[") && shapes.contains(Self.withoutIndices($0)) }
        let isOdd = !(lost.isEmpty || isMoved)
        let count = tree.problems.count
        if isOdd || count > 1 || count == 0 {
          let around = typed[max(0, index - 2)...min(typed.count - 1, index + 2)].joined(separator: "\n")
          let kinds = tree.problems.map { "\($0.kind) «\(tree.text[$0.range])»" }.joined(separator: "\n")
          Issue.record("\(fragment.debugDescription) in\n\(around)\n\(kinds)\nlost: \(lost.prefix(4))")
        }
      }
    }
  }
}
