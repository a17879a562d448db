import BuildTargets
public import Catalog
import CatalogData

/// A piece of a file that shows what a rule reports, or what it is content with: documentation and test at once.
///
/// `«…»` marks the range of each finding of the rule; a text without marks has none.
public struct Example: Sendable {
  /// What the text is a part of; the rest of the file is made around it.
  public enum Place: Sendable {
    /// The whole file.
    case file
    /// The inside of the root dictionary.
    case root
    /// The inside of the array of collected data types.
    case dataTypes
    /// The inside of the array of accessed API types.
    case accessedAPIs
  }

  public let place: Place
  public var text: String { whole(written.text) }
  /// The text after the first fix of its first finding, nil where no fix is shown.
  public var fixed: String? { written.fixed.map(whole) }
  /// The file's path.
  public let path: String
  /// Other files of the project, each after a line `--- path`; those that are property lists as the inside of their
  /// root dictionary.
  public var beside: String {
    var isOurs = true
    let lines = written.beside.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      if line.hasPrefix("--- ") { isOurs = FileKind.of(path: String(line.dropFirst(4))) != nil }
      return isOurs ? Self.withTabs(String(line)) : String(line)
    }
    return lines.joined(separator: "\n")
  }
  /// What the example's own file is.
  public var kind: FileKind {
    FileKind.of(path: path) ?? (SourceKind(path) != nil || path.hasSuffix(".yml") ? .source : .privacyManifest)
  }
  /// The texts as the rule's file has them.
  private let written: (text: String, fixed: String?, beside: String)

  /// An example with findings where it is marked, or with none.
  ///
  /// Two spaces at the start of a line are a tab, except in a string catalog and in a lock file. A whole
  /// file ends with a line break that is not written here.
  ///
  /// - Parameter inApp: What is beside it in the project of an iOS app whose files are in the folder `App`.
  static func shows(
    _ text: String, fixed: String? = nil, in place: Place, path: String = "PrivacyInfo.xcprivacy", beside: String = "",
    inApp: String? = nil
  ) -> Example {
    let infoPlist = path == "App/Info.plist" ? "\n    info: {path: \(path)}" : ""
    let project = """
      --- project.yml
      targets:
        App:
          type: application
          platform: iOS
          sources: [App]\(infoPlist)

      """
    return Example(place: place, path: path, written: (text, fixed, inApp.map { project + $0 } ?? beside))
  }

  /// The same for the inside of the root dictionary, where all of it can be written as values.
  static func shows(
    _ root: ExampleValue, fixed: ExampleValue? = nil, path: String = "PrivacyInfo.xcprivacy", beside: String = "",
    inApp: String? = nil
  ) -> Example {
    shows(
      root.entries.joined(separator: "\n"), fixed: fixed?.entries.joined(separator: "\n"), in: .root, path: path,
      beside: beside, inApp: inApp)
  }

  /// An example with its fix in the text: a line that begins with `- ` is there only before it, with `+ ` only after it.
  /// The text after the fix has no marks.
  static func fixes(
    _ text: String, in place: Place, path: String = "PrivacyInfo.xcprivacy", beside: String = "", inApp: String? = nil
  ) -> Example {
    func lines(keeping kept: String, dropping dropped: String) -> String {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> Substring? in
        let indentation = line.prefix { $0 == " " }
        let content = line.dropFirst(indentation.count)
        if content.hasPrefix(dropped) { return nil }
        return content.hasPrefix(kept) ? indentation + content.dropFirst(kept.count) : line
      }
      return lines.joined(separator: "\n")
    }
    return shows(
      lines(keeping: "- ", dropping: "+ "),
      fixed: lines(keeping: "+ ", dropping: "- ").filter { $0 != "«" && $0 != "»" }, in: place, path: path,
      beside: beside, inApp: inApp)
  }

  private func whole(_ text: String) -> String {
    let isWithoutTabs = path.hasSuffix(".xcstrings") || kind == .lockFile || kind == .source
    let text = isWithoutTabs ? text : Self.withTabs(text)
    return place == .file ? text + "\n" : text
  }

  /// An example of what a purpose string in Info.plist says.
  static func shows(_ purposeString: String, fixed: String? = nil, for key: String) -> Example {
    shows([key: .string(purposeString)], fixed: fixed.map { [key: .string($0)] }, path: "Info.plist")
  }

  /// An example of what the translation of a purpose string says.
  static func shows(
    _ translation: String, fixed: String? = nil, for key: String, translatedTo language: String, beside: String = ""
  ) -> Example {
    func entry(_ text: String) -> String { "\"\(key)\" = \"\(text)\";" }
    return shows(
      entry(translation), fixed: fixed.map(entry), in: .file, path: "\(language).lproj/InfoPlist.strings",
      beside: beside)
  }

  /// A manifest that says that nobody is tracked, and no more.
  static var withoutTracking: Example {
    shows([Catalog.bundled.name(.tracking): false])
  }

  /// A text with a tab for every two spaces that its lines begin with.
  private static func withTabs(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let tabs = line.prefix { $0 == " " }.count / 2
      return String(repeating: "\t", count: tabs) + line.dropFirst(tabs * 2)
    }
    return lines.joined(separator: "\n")
  }

  /// The other files of the project, whole.
  public var otherFiles: [(path: String, text: String)] {
    var result: [(path: String, text: String)] = []
    for line in beside.split(separator: "\n") {
      if line.hasPrefix("--- ") {
        result.append((String(line.dropFirst(4)), ""))
      } else if !result.isEmpty {
        result[result.count - 1].text += line + "\n"
      }
    }
    return result.map { path, text in
      guard FileKind.of(path: path)?.isPropertyList ?? false else { return (path, text) }
      return (path, Self.propertyList(indented(text, by: "\t")))
    }
  }

  /// The whole file that a text of this example's place stands for.
  public func file(around text: String, catalog: Catalog) -> String {
    guard place != .file else { return text }
    var lines: [String] = []
    func add(_ key: ManifestKey.Role, _ inner: String) {
      lines.append("\t<key>\(catalog.name(key))</key>")
      lines += inner.isEmpty ? ["\t<array>", "\t</array>"] : ["\t<array>", indented(inner, by: "\t\t"), "\t</array>"]
    }
    switch place {
    case .file, .root:
      if !text.isEmpty { lines.append(indented(text, by: "\t")) }
      // What every manifest should have, so that its absence is no finding of the example.
      let name = catalog.name(.collectedDataTypes)
      // Searching for a text in a text would link the engine of regular expressions, two megabytes.
      if !text.split(separator: "<").contains(where: { $0 == "key>\(name)" }),
        path.hasSuffix(".xcprivacy")
      {
        lines += ["\t<key>\(name)</key>", "\t<array/>"]
      }
    case .dataTypes: add(.collectedDataTypes, text)
    case .accessedAPIs:
      if text.isEmpty { break }
      add(.accessedAPITypes, text)
      lines += ["\t<key>\(catalog.name(.collectedDataTypes))</key>", "\t<array/>"]
    }
    return Self.propertyList(lines.joined(separator: "\n") + "\n")
  }

  /// - Parameter lines: The inside of the root dictionary.
  private static func propertyList(_ lines: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \(lines)</dict>
    </plist>

    """
  }

  private func indented(_ text: String, by indentation: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : indentation + $0 }
      .joined(separator: "\n")
  }
}

/// A value of a property list, as examples write it: a dictionary keeps its order, and a key may be there twice.
indirect enum ExampleValue: Sendable {
  case boolean(Bool)
  case string(String)
  case array([ExampleValue])
  case dictionary([(key: String, value: ExampleValue)])
  /// A value between the marks of a finding.
  case marked(ExampleValue)

  /// The lines of the keys and values of a dictionary.
  fileprivate var entries: [String] {
    guard case .dictionary(let entries) = self else { return [] }
    return entries.flatMap { ["<key>\($0.key)</key>"] + $0.value.lines }
  }

  fileprivate var lines: [String] {
    switch self {
    case .boolean(let value): ["<\(value)/>"]
    case .string(let text): ["<string>\(text)</string>"]
    case .array(let elements) where elements.isEmpty: ["<array/>"]
    case .array(let elements): ["<array>"] + elements.flatMap(\.lines).map { "  " + $0 } + ["</array>"]
    case .dictionary: ["<dict>"] + entries.map { "  " + $0 } + ["</dict>"]
    case .marked(let value): ["«\(value.lines.joined(separator: "\n"))»"]
    }
  }
}

extension ExampleValue: ExpressibleByBooleanLiteral, ExpressibleByStringLiteral {
  init(booleanLiteral value: Bool) { self = .boolean(value) }
  init(stringLiteral value: String) { self = .string(value) }
}

extension ExampleValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  init(arrayLiteral elements: ExampleValue...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, ExampleValue)...) { self = .dictionary(elements.map { ($0, $1) }) }
}

/// An entry of the list of accessed API types, as examples write it.
func accessedAPIEntry(_ category: String, reasons: String...) -> String {
  let catalog = Catalog.bundled
  let entry: ExampleValue = [
    catalog.name(.category): .string(category),
    catalog.name(.reasons): .array(reasons.map(ExampleValue.string)),
  ]
  return entry.lines.joined(separator: "\n")
}

/// An entry of the list of collected data types, as examples write it.
func dataTypeEntry(
  _ type: String, linked: ExampleValue = false, tracking: ExampleValue = false, purposes: String...
) -> String {
  let catalog = Catalog.bundled
  let entry: ExampleValue = [
    catalog.name(.dataType): .string(type),
    catalog.name(.linked): linked,
    catalog.name(.usedForTracking): tracking,
    catalog.name(.purposes): .array(purposes.map(ExampleValue.string)),
  ]
  return entry.lines.joined(separator: "\n")
}
