/// An SDK on Apple’s list of SDKs that need a privacy manifest.
public struct ListedSDK: Sendable {
  /// As on the list.
  public let name: String
  /// Its names in package managers.
  public let otherNames: [String]
  /// The URL of a package that contains it and is listed under another SDK; nil if it has none.
  public let partOf: String?
  /// The first version with a manifest, in words: "5.9.0"; nil if no version is known to have one.
  public let firstVersion: String?
  /// How ``firstVersion`` is known.
  public let versionStatus: Catalog.Status
  /// The packages that contain it.
  public let packages: [ListedPackage]
  /// The names of classes that only it defines, in the Objective-C runtime: “AFURLSessionManager”, or
  /// “_TtC9Alamofire7Session” for a Swift class.
  public let classes: [String]
  /// Anything else to know, as a sentence.
  public let note: String?
  public let provenance: Catalog.Provenance

  init(_ entry: inout EntryReader) {
    name = entry.string("name")
    otherNames = entry.strings("otherNames")
    partOf = entry.optionalString("partOf")
    let firstVersion = entry.optionalString("firstVersion")
    self.firstVersion = firstVersion
    packages = entry.entries("packages") { ListedPackage(&$0, firstVersion: firstVersion) }
    versionStatus = entry.word("versionStatus", or: .recalled)
    classes = entry.strings("classes").map { name in
      let parts = name.split(separator: ".")
      guard parts.count == 2 else { return name }
      return "_TtC" + parts.map { "\($0.utf8.count)\($0)" }.joined()
    }
    note = entry.optionalString("note")
    provenance = Catalog.Provenance(&entry)
  }
}

/// A name that people mistake for one of Apple’s.
public struct UnlistedName: Sendable {
  /// Where people write it.
  public enum Place: String, Sendable, CaseIterable {
    case dataType = "data type"
    case purpose
    case category
    case purposeKey = "purpose key"
    case sdk = "listed SDK"
  }

  public let place: Place
  /// As people type it, without prefixes: "Push Notifications".
  public let names: [String]
  /// Why the name doesn’t exist, as the rest of a sentence, and what to do instead: “cookies have no data type of their
  /// own; declare what they hold”.
  public let reason: String
  /// What may be meant instead; empty if nothing is needed.
  public let choices: [String]
  public let provenance: Catalog.Provenance

  /// ``reason`` as a sentence.
  public var sentence: String { reason.prefix(1).uppercased() + reason.dropFirst() + "." }

  init(_ entry: inout EntryReader) {
    place = entry.word("place", or: .sdk)
    names = entry.strings("names")
    reason = entry.string("reason")
    choices = entry.strings("choices")
    provenance = Catalog.Provenance(&entry)
  }
}
