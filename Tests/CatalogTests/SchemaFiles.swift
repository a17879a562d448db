import Catalog
import Foundation
import JSON
import Testing

/// A text of `schema/` that the catalog is made from.
struct SchemaFile: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  /// Its outermost value; nil if it is no JSON.
  let root: JSONValue?
  /// What is wrong with it, seen alone.
  let faults: [JSONSchema.Fault]
  /// The members of all its objects, in order.
  let members: [Member]

  struct Member: Sendable {
    /// The names that lead to it: “purposeKeys.calls.swift”.
    let path: String
    let file: String
    let name: JSONValue
    let value: JSONValue
    /// Where the entry of a section is that it is in.
    let entry: Range<Int>

    /// Its string, or those of its array.
    var strings: [JSONValue] {
      func strings(_ value: JSONValue) -> [JSONValue] {
        value.kind == .string ? [value] : (value.array ?? []).flatMap(strings)
      }
      return strings(value)
    }
  }

  init(name: String, bytes: [UInt8]) {
    (self.name, self.bytes) = (name, bytes)
    do {
      let root = try JSONDocument.parse(bytes).root
      let schema = root["$schema"]?.string.flatMap { JSONSchema.all[$0] }
      self.root = root
      let start = root["$schema"]?.range.lowerBound ?? 0
      faults = schema?.faults(of: root, called: "The text") ?? [(start, "“$schema” must name a schema beside the file")]
      members = Self.members(of: root, "", in: name, entry: root.range)
    } catch {
      (root, members) = (nil, [])
      faults = [(error.offset, error.message)]
    }
  }

  private static func members(
    of value: JSONValue, _ path: String, in file: String, entry: Range<Int>
  ) -> [Member] {
    let own = (value.members ?? []).flatMap { name, value in
      let path = path + (path.isEmpty ? "" : ".") + (name.string ?? "")
      let member = Member(path: path, file: file, name: name, value: value, entry: entry)
      return [member] + members(of: value, path, in: file, entry: path.contains(".") ? entry : value.range)
    }
    let inElements = (value.array ?? []).flatMap { element in
      // What an unlisted name may stand for depends on where people write it.
      let place = path == "unlistedNames" ? "(\(element["place"]?.string ?? ""))" : ""
      return members(of: element, path + place, in: file, entry: path.contains(".") ? entry : element.range)
    }
    return own + inElements
  }

  var testDescription: String { name }

  /// A message with its place. The column counts UTF-8 bytes, as compilers do.
  func placed(_ fault: JSONSchema.Fault) -> String {
    let lines = bytes.prefix(fault.offset).split(separator: 0x0A, omittingEmptySubsequences: false)
    return "\(name):\(lines.count):\((lines.last?.count ?? 0) + 1): \(fault.message)"
  }

  /// The JSON texts of `schema/` in the order of their names: the schemas, or what they describe.
  static func texts(areSchemas: Bool) -> [(name: String, data: Data)] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../schema")
      .standardizedFileURL
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") && $0.hasSuffix(".schema.json") == areSchemas }.sorted().map {
      ($0, (try? Data(contentsOf: folder.appending(path: $0))) ?? Data())
    }
  }

  static let all = texts(areSchemas: false).map { SchemaFile(name: $0.name, bytes: Array($0.data)) }
}

/// The faults of these texts, each with its place.
func faults(in files: [SchemaFile]) -> [String] {
  // If a text can’t be parsed, its definitions are missing, and reporting all references to them would hide the cause.
  let ofNames = files.allSatisfy { $0.root != nil } ? SchemaNames.faults(in: files) : [:]
  return files.flatMap { file in
    let malformed = Set(file.faults.map(\.offset))
    let misnamed = ofNames[file.name, default: []].filter { !malformed.contains($0.offset) }
    return (file.faults + misnamed).sorted { $0.offset < $1.offset }.map(file.placed)
  }
}

/// The catalog of these texts, each read for its own part.
func catalog(of files: [SchemaFile]) -> Catalog {
  Catalog { part in files.filter { Catalog.Part(ofFile: $0.name) == part }.map(\.bytes) }
}

/// Everything that a catalog holds, in order.
func contents(of catalog: Catalog) -> [String] {
  var texts: [String] = []
  func visit(_ value: Any) {
    let children = Mirror(reflecting: value).children
    if children.isEmpty { texts.append("\(value)") }
    for child in children { visit(child.value) }
  }
  let lists: [Any] = [
    catalog.manifest, catalog.dictionaries, catalog.dataTypes, catalog.purposes, catalog.categories, catalog.labelCards,
    catalog.labelCategories, catalog.guidelines, catalog.storeMessages, catalog.purposeKeys, catalog.relatedKeys,
    catalog.bundleKeys, catalog.backgroundModes, catalog.keySuffixes, catalog.entitlements, catalog.languages,
    catalog.english, catalog.sdks, catalog.linkedSymbols, catalog.symbolVariants, catalog.systemLibraries,
    catalog.mailedKeys, catalog.unlistedNames, catalog.sourceWords, catalog.buildConditions, catalog.sourceCalls,
    catalog.reasonEvidence, catalog.sources.values.sorted { $0.id < $1.id }, catalog.date,
  ]
  visit(lists)
  return texts
}
