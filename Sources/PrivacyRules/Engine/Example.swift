import BuildTargets
public import Catalog
import CatalogData

/// A piece of a file that a rule reports or accepts: documentation and test at once.
///
/// `«…»` marks the range of each finding of the rule; a text without marks has none.
public struct Example: Sendable {
  /// Which part of the file the text is; the rest of the file is generated around it.
  public enum Place: Sendable {
    case file
    /// The contents of the root dictionary.
    case root
    /// The contents of the array of collected data types.
    case dataTypes
    /// The contents of the array of accessed API types.
    case accessedAPIs
  }

  public let place: Place
  public var text: String { whole(written.text) }
  /// The text after the first fix of its first finding; nil if no fix is shown.
  public var fixed: String? { written.fixed.map(whole) }
  public let path: String
  /// Other files of the project, each after a line `--- path`. Property lists are written as the contents of their root
  /// dictionary.
  public var beside: String {
    var isOurs = true
    let lines = written.beside.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      if line.hasPrefix("--- ") { isOurs = FileKind.of(path: String(line.dropFirst(4))) != nil }
      return isOurs ? Self.withTabs(String(line)) : String(line)
    }
    return lines.joined(separator: "\n")
  }
  /// The kind of the example's own file.
  public var kind: FileKind {
    FileKind.of(path: path) ?? (SourceKind(path) != nil || path.hasSuffix(".yml") ? .source : .privacyManifest)
  }
  /// The texts as written in the rule's file.
  private let written: (text: String, fixed: String?, beside: String)

  /// An example whose findings are marked.
  ///
  /// Two spaces of indentation become a tab, except in string catalogs, lock files and source code. The final line
  /// break of a whole file is added.
  ///
  /// - Parameter inApp: Other files of the project, an iOS app with its files in `App`.
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

  /// The same for the contents of the root dictionary, written as values.
  static func shows(
    _ root: ExampleValue, fixed: ExampleValue? = nil, path: String = "PrivacyInfo.xcprivacy", beside: String = "",
    inApp: String? = nil
  ) -> Example {
    shows(
      root.entries.joined(separator: "\n"), fixed: fixed?.entries.joined(separator: "\n"), in: .root, path: path,
      beside: beside, inApp: inApp)
  }

  /// An example and its fix in one text: lines that begin with `- ` exist only before the fix, those with `+ ` only
  /// after it. The fixed text has no marks.
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

  /// An example of a purpose string in Info.plist.
  static func shows(_ purposeString: String, fixed: String? = nil, for key: String) -> Example {
    shows([key: .string(purposeString)], fixed: fixed.map { [key: .string($0)] }, path: "Info.plist")
  }

  /// An example of a translated purpose string.
  static func shows(
    _ translation: String, fixed: String? = nil, for key: String, translatedTo language: String, beside: String = ""
  ) -> Example {
    func entry(_ text: String) -> String { "\"\(key)\" = \"\(text)\";" }
    return shows(
      entry(translation), fixed: fixed.map(entry), in: .file, path: "\(language).lproj/InfoPlist.strings",
      beside: beside)
  }

  /// An example of code in an iOS app that has a privacy manifest.
  static func code(_ text: String) -> Example {
    shows(text, in: .file, path: "App/Main.swift", inApp: "--- App/PrivacyInfo.xcprivacy")
  }

  /// Replaces every two spaces of indentation with a tab.
  private static func withTabs(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let tabs = line.prefix { $0 == " " }.count / 2
      return String(repeating: "\t", count: tabs) + line.dropFirst(tabs * 2)
    }
    return lines.joined(separator: "\n")
  }

  /// The other files as written in ``beside``.
  public var filesBeside: [(path: String, text: String)] {
    var result: [(path: String, text: String)] = []
    for line in beside.split(separator: "\n") {
      if line.hasPrefix("--- ") {
        result.append((String(line.dropFirst(4)), ""))
      } else if !result.isEmpty {
        result[result.count - 1].text += line + "\n"
      }
    }
    return result
  }

  /// The complete texts of the other files.
  public var otherFiles: [(path: String, text: String)] {
    filesBeside.map { path, text in
      guard FileKind.of(path: path)?.isPropertyList ?? false else { return (path, text) }
      return (path, Self.propertyList(indented(text, by: "\t")))
    }
  }

  /// The complete file for a text in this example's place.
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
      // Every manifest should have this list; without it, the example would have another finding.
      let name = catalog.name(.collectedDataTypes)
      // `contains(_: String)` would link the regular expression engine, two megabytes.
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

  /// - Parameter lines: The contents of the root dictionary.
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

/// A property list value in an example: dictionaries keep their order and may have duplicate keys.
indirect enum ExampleValue: Sendable {
  case boolean(Bool)
  case string(String)
  case array([ExampleValue])
  case dictionary([(key: String, value: ExampleValue)])
  /// A value in the marks of a finding.
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

/// An entry of the list of accessed API types, for an example.
func accessedAPIEntry(_ category: String, reasons: String...) -> String {
  let catalog = Catalog.bundled
  let entry: ExampleValue = [
    catalog.name(.category): .string(category),
    catalog.name(.reasons): .array(reasons.map(ExampleValue.string)),
  ]
  return entry.lines.joined(separator: "\n")
}

/// An entry of the list of collected data types, for an example.
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
