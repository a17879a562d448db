import Catalog
import PropertyList
import SourceText

extension Rule {
  static let purposeStringType = Rule(
    id: "purpose-string-type",
    severity: .error,
    itms: "ITMS-90683",
    summary: "The value of a purpose key has the wrong type.",
    explanation: """
      Most purpose keys take one string. The key for one-time precise location takes a dictionary of strings, and some \
      others take lists. The system ignores a value of another type, so the key counts as missing. A build setting \
      can’t hold a dictionary: that belongs in Info.plist.
      """,
    sources: ["info-plist-keys", "protected-resources"],
    kinds: [.infoPlist, .xcodeProject, .buildSettings],
    examples: [
      .shows(["NSCameraUsageDescription": .marked(true)], path: "Info.plist"),
      .shows(
        [
          "NSLocationTemporaryUsageDescriptionDictionary": .marked(
            "This app uses your location to find the next bus stop.")
        ],
        path: "Info.plist"),
      .fixes(
        """
        <key>NSMicrophoneUsageDescription</key>
        - «<array>»
          - <string>This app records your travel diary.</string>
        - </array>
        + <string>This app records your travel diary.</string>
        """, in: .root, path: "Info.plist"),
      .shows(
        [
          "NSLocalNetworkUsageDescription": "This app finds printers in your office.",
          "NSBonjourServices": .marked("_ipp._tcp"),
        ],
        path: "Info.plist"),
      .shows(
        "INFOPLIST_KEY_«NSLocationTemporaryUsageDescriptionDictionary» = This app finds the next bus stop.",
        in: .file, path: "App.xcconfig"),
      .shows("This app uses your camera to scan receipts.", for: "NSCameraUsageDescription"),
    ]
  ) { findings, context in
    for purpose in context.infoPlist?.purposes ?? [] {
      guard let key = purpose.key, let value = purpose.entry.value, value.element != .other else { continue }
      if !value.fits(key.type) {
        findings.report(
          "\(quoted(key.name)) must be \(key.type.words), not \(typeName(of: value))",
          at: value.element.isContainer ? value.highlight : value.range
        ) {
          // A word such as “UIInterfaceOrientationPortrait” is the value of another key.
          guard key.type == .string, let inner = value.meantString, inner.index != value.index,
            trimmingBlanks(inner.string).unicodeScalars.contains(where: { $0 == " " || !$0.isASCII })
          else { return [] }
          let text = context.document.text[inner.range]
          return [
            Fix(title: "Remove the array around the string", edits: [TextEdit(value.range, text)], isPreferred: true)
          ]
        }
        continue
      }
      guard let inner = key.type.inner else { continue }
      for (name, element) in value.entries.map({ ($0.name, $0.value) }) + value.elements.map({ (key.name, $0) }) {
        guard let element, element.element != .other, element.element != .key, !element.fits(inner) else { continue }
        findings.report(
          "A value in \(quoted(name == key.name ? key.name : "\(key.name).\(name)")) must be \(inner.words), not "
            + typeName(of: element),
          at: element.element.isContainer ? element.highlight : element.range)
      }
    }
    // No rejection is known for what Xcode makes of such a setting.
    for mention in context.mentions {
      guard case .buildSetting = mention.place, let key = mention.key, key.type.isDictionary,
        let others = context.placesLike(mention, findings)
      else { continue }
      findings.report(
        "\(quoted(key.name)) needs a dictionary, which only Info.plist can hold", at: mention.nameRange,
        severity: .warning, itms: "", related: others)
    }
    // A related key of the wrong type is ignored, not rejected.
    for (key, entry) in context.infoPlist?.relatedEntries ?? [] where !key.requires.isEmpty {
      guard let value = entry.value, value.element != .other, key.type.inner != nil, !value.fits(key.type) else {
        continue
      }
      findings.report(
        "\(quoted(key.name)) must be \(key.type.words), not \(typeName(of: value))",
        at: value.element.isContainer ? value.highlight : value.range, severity: .warning)
    }
  }
}

extension PropertyListValue {
  /// Whether the value itself has a type, whatever its contents.
  fileprivate func fits(_ type: InfoPlistValueType) -> Bool {
    switch type {
    case .boolean: element.isBoolean
    case .string, .url: element == .string
    case .dictionary, .dictionaryOfStrings, .dictionaryOfDescriptions: element == .dict
    case .arrayOfStrings, .arrayOfDictionaries: element == .array
    }
  }
}

extension InfoPlistValueType {
  /// What a value must be, for a message.
  fileprivate var words: String {
    switch self {
    case .boolean: "a Boolean, <true/> or <false/>"
    case .string: "a string"
    case .url: "a string with an address"
    case .dictionary: "a dictionary"
    case .dictionaryOfStrings: "a dictionary of strings"
    case .dictionaryOfDescriptions: "a dictionary of dictionaries"
    case .arrayOfStrings: "an array of strings"
    case .arrayOfDictionaries: "an array of dictionaries"
    }
  }

  fileprivate var isDictionary: Bool {
    switch self {
    case .dictionary, .dictionaryOfStrings, .dictionaryOfDescriptions: true
    default: false
    }
  }

  /// What the values inside one of this type must be; nil if unknown.
  fileprivate var inner: InfoPlistValueType? {
    switch self {
    case .boolean, .string, .url, .dictionary: nil
    case .dictionaryOfStrings, .arrayOfStrings: .string
    case .dictionaryOfDescriptions, .arrayOfDictionaries: .dictionary
    }
  }
}
