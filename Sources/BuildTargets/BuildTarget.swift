public import Catalog
public import SourceText

/// Something that a project builds: an app, an extension, a framework, a module of a package, a pod.
public struct BuildTarget: Equatable, Sendable {
  /// What is built, in the terms of Xcode's product types and SwiftPM.
  public enum Kind: String, Sendable, CaseIterable {
    case application
    case appClip = "app-clip"
    case watchApplication = "watch-application"
    case appExtension = "app-extension"
    case systemExtension = "system-extension"
    case framework
    case staticLibrary = "static-library"
    case dynamicLibrary = "dynamic-library"
    /// A module of a Swift package.
    case library
    case pod
    /// A bundle of resources.
    case bundle
    case unitTest = "unit-test"
    case uiTest = "ui-test"
    case commandLineTool = "command-line-tool"
    /// A plug-in or macro that runs during the build.
    case buildTool = "build-tool"
    case aggregate
    case unknown

    /// Whether the target only tests others.
    public var isTest: Bool { self == .unitTest || self == .uiTest }
    /// Whether it is a bundle with a program that the system starts, so that its Info.plist and entitlements count.
    public var isProgram: Bool {
      switch self {
      case .application, .appClip, .watchApplication, .appExtension: true
      default: false
      }
    }
  }

  /// Why a target never reaches users.
  public enum NotShipped: String, Sendable {
    case test
    /// It shows how to use a library of the same tree.
    case sample
    /// It runs on the machine that builds, can’t be built, or nothing that is built uses it.
    case tool
  }

  /// A privacy manifest of a target.
  public struct Manifest: Hashable, Sendable {
    /// Absolute.
    public let path: String
    /// Whether it is copied into the product; nil if a script may copy it.
    public let isInBundle: Bool?

    package init(path: String, isInBundle: Bool?) {
      self.path = path
      self.isInBundle = isInBundle
    }
  }

  /// An entry of Info.plist or the entitlements that is written elsewhere: in a build setting, in `project.yml`, in
  /// Expo's `app.json`.
  public struct Entry: Hashable, Sendable {
    public let key: String
    /// The string, or the elements of a list; empty for anything else.
    public let values: [String]
    /// The absolute path of the file, and the range of the name in it.
    public let path: String
    public let range: ByteRange

    package init(key: String, values: [String], path: String, range: ByteRange) {
      self.key = key
      self.values = values
      self.path = path
      self.range = range
    }
  }

  /// A build configuration of an Xcode target, with the contents of its Info.plist.
  public struct Configuration: Hashable, Sendable {
    public let name: String
    /// Absolute; nil if there is none.
    public let infoPlist: String?
    /// The keys that its build settings add.
    public let keys: Set<String>
  }

  /// An option of an Expo plug-in: `cameraPermission` of `expo-camera`. Some become texts of Info.plist.
  public struct PluginOption: Hashable, Sendable {
    public let plugin: String
    public let entry: Entry

    package init(plugin: String, entry: Entry) {
      self.plugin = plugin
      self.entry = entry
    }
  }

  public let name: String
  public package(set) var kind: Kind
  /// Whether it’s an application that only carries another one, such as the shell around a watch app.
  public package(set) var isShell = false
  /// The absolute path of the file that declares it: `project.pbxproj`, `Package.swift`.
  public let declaredIn: String
  /// The range of its declaration in that file; nil if it is declared in several places.
  public package(set) var declaration: ByteRange?
  /// The platforms it is built for, with their minimum versions where known; empty if unknown.
  public package(set) var platforms: [Platform: SystemVersion?]
  /// The files to compile, absolute and sorted; some may not exist on disk.
  public package(set) var sources: [String] = []
  /// The headers that belong to it, absolute and sorted.
  public package(set) var headers: [String] = []
  /// The files that are copied into the product, absolute and sorted; for folders, the files in them.
  public package(set) var resources: [String] = []
  /// The folders in which the project may have a manifest, the best first; empty if unknown.
  public package(set) var manifestFolders: [String] = []
  /// Whether a manifest there is copied without being listed: Xcode synchronizes the folder, or SwiftPM copies it.
  public package(set) var copiesManifestFolder = false
  /// Its privacy manifests, those in the bundle first.
  public package(set) var manifests: [Manifest] = []
  /// The manifests in its folders that it doesn't copy although it copies another one; absolute.
  public package(set) var strayManifests: [String] = []
  /// The files that become its Info.plist, one per configuration, absolute.
  public package(set) var infoPlists: [String] = []
  /// The one of these that a generator writes, with only ``infoPlistEntries`` in it; nil if none is.
  public package(set) var writtenInfoPlist: String?
  /// The build configurations that users may get, if there are others; empty if unknown.
  public package(set) var shippedConfigurations: [Configuration] = []
  /// Whether Xcode generates its Info.plist, or adds to it, from build settings.
  public package(set) var generatesInfoPlist = false
  /// The entries that other files add to its Info.plist.
  public package(set) var infoPlistEntries: [Entry] = []
  /// The keys that build settings would add if Xcode generated its Info.plist.
  public package(set) var ignoredKeys: Set<String> = []
  /// The entitlements files, one per configuration, absolute.
  public package(set) var entitlements: [String] = []
  /// The options of the app's Expo plug-ins.
  public package(set) var pluginOptions: [PluginOption] = []
  /// The entries that other files add to its entitlements.
  public package(set) var entitlementEntries: [Entry] = []
  /// The numbers in ``BuildModel/targets`` of the targets that it links or embeds, or that are built before it.
  public package(set) var dependencies: [Int] = []
  /// The targets among these that it embeds.
  public package(set) var embedded: [Int] = []
  /// The names of external package products and pods.
  public package(set) var externalDependencies: [String] = []
  /// Whether it links or copies code whose sources are not in the tree.
  public package(set) var linksUnknownCode = false
  /// Whether files in its folders weren’t found, because a folder was skipped.
  public package(set) var lacksFiles = false
  /// Whether a tool adds the reasons of all its pods to its manifest, and adds a removed one again.
  public package(set) var gathersReasons = false
  /// Whether that tool also adds the manifest to the product, and makes one if there is none.
  public package(set) var addsManifest = false
  /// Whether one of its configuration files or an included one couldn't be read, so that settings may be missing.
  public package(set) var lacksSettings = false
  /// Why it never reaches users; nil if it ships.
  public package(set) var notShipped: NotShipped?
  /// Whether a build script names privacy manifests, so that it is unknown which ones reach the product.
  package var copiesManifestsByScript = false
  /// The names of the manifests that its scripts name.
  package var manifestsOfScripts: Set<String> = []

  public var ships: Bool { notShipped == nil }

  /// Whether Apple requires reasons, purpose strings and manifests: it ships, and not only for the Mac.
  public var needsDeclarations: Bool {
    ships && kind != .aggregate && (platforms.isEmpty || platforms.keys.contains { $0 != .macOS && $0 != .macCatalyst })
  }

  func hasSameFiles(as other: BuildTarget) -> Bool {
    sources == other.sources && headers == other.headers && resources == other.resources
  }

  /// See ``BuildModel/hasSameCode(as:)``.
  func hasSameCode(as other: BuildTarget) -> Bool { withoutProperties == other.withoutProperties }

  private var withoutProperties: BuildTarget {
    var target = self
    target.declaration = nil
    (target.infoPlists, target.entitlements) = ([], [])
    (target.infoPlistEntries, target.entitlementEntries, target.pluginOptions) = ([], [], [])
    (target.shippedConfigurations, target.ignoredKeys) = ([], [])
    target.writtenInfoPlist = nil
    (target.generatesInfoPlist, target.lacksSettings) = (false, false)
    return target
  }

  /// The manifest that counts; nil if there is none.
  public var manifest: Manifest? { manifests.first }

  package init(
    name: String, kind: Kind, declaredIn: String, declaration: ByteRange? = nil, platforms: [Platform: SystemVersion?]
  ) {
    self.name = name
    self.kind = kind
    self.declaredIn = declaredIn
    self.declaration = declaration
    self.platforms = platforms
  }
}

/// A part of a project description that wasn't read, so that targets may lack files.
public struct UnreadPart: Hashable, Sendable {
  /// Absolute.
  public let path: String
  /// The range of that part; nil for a whole file.
  public let range: ByteRange?
  /// The start of the range as line and column, 0-based, in UTF-16 units.
  public let position: Position?
  /// What wasn't read and why, as a sentence without a full stop.
  public let message: String

  package init(_ path: String, _ text: SourceText?, _ range: ByteRange?, _ message: String) {
    self.path = path
    self.range = range
    position = range.flatMap { range in text.map { $0.position(at: range.lower, in: .utf16) } }
    self.message = message
  }
}

extension [UnreadPart] {
  /// Enough to show that this reader can't handle the file.
  private static var most: Int { 50 }

  /// Adds a part of a file, unless there are many already: finding a position in a long line takes time.
  package mutating func note(_ path: String, _ text: SourceText, _ range: ByteRange, _ message: String) {
    if count < Self.most { append(UnreadPart(path, text, range, message)) }
  }

  /// Adds a part of a file with a message that begins by quoting it.
  package mutating func note(_ path: String, _ text: SourceText, quoting range: ByteRange, _ message: String) {
    note(path, text, range, "“\(text.excerpt(range))” \(message)")
  }
}

extension SourceText {
  /// The start of the text in a range, on one line.
  package func excerpt(_ range: ByteRange) -> String {
    let words = self[ByteRange(range.lower, min(range.upper, range.lower + 200))].split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    return words.count > 40 ? words.prefix(39) + "…" : words
  }
}
