public import Catalog
public import SourceText

/// Something that a project builds: an app, an extension, a framework, a module of a package, a pod.
public struct BuildTarget: Equatable, Sendable {
  /// What is built, as Xcode's product types and SwiftPM name it.
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
    /// A plug-in or macro that runs while something is built.
    case buildTool = "build-tool"
    case aggregate
    case unknown

    /// Whether the target only tests others.
    public var isTest: Bool { self == .unitTest || self == .uiTest }
    /// Whether it is a bundle with a program that the system starts, and so with an Info.plist and entitlements that
    /// count.
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
    /// It shows how to use the library that the same tree makes.
    case sample
    /// It runs on the machine that builds, or is used by nothing that is built.
    case tool
  }

  /// A privacy manifest of a target.
  public struct Manifest: Hashable, Sendable {
    /// Absolute.
    public let path: String
    /// Whether it is copied into the product; nil where a script may copy it.
    public let isInBundle: Bool?

    package init(path: String, isInBundle: Bool?) {
      self.path = path
      self.isInBundle = isInBundle
    }
  }

  /// An entry of Info.plist or of the entitlements that is written elsewhere: in a build setting, in `project.yml`, in
  /// Expo’s `app.json`.
  public struct Entry: Hashable, Sendable {
    public let key: String
    /// The text; of a list its elements; empty for what is neither.
    public let values: [String]
    /// The absolute path of the file, and the bytes of the name in it.
    public let path: String
    public let range: ByteRange

    package init(key: String, values: [String], path: String, range: ByteRange) {
      self.key = key
      self.values = values
      self.path = path
      self.range = range
    }
  }

  /// One of an Xcode target’s build configurations, and what is in its Info.plist.
  public struct Configuration: Hashable, Sendable {
    public let name: String
    /// Absolute; nil where none is named.
    public let infoPlist: String?
    /// The entries that its build settings add.
    public let keys: Set<String>
  }

  /// What a plug-in of Expo’s is told: `cameraPermission` of `expo-camera`. Some become texts of Info.plist.
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
  /// The absolute path of the file that declares it: `project.pbxproj`, `Package.swift`.
  public let declaredIn: String
  /// The bytes of its declaration there; nil where it is put together from several places.
  public package(set) var declaration: ByteRange?
  /// The platforms it is built for, with the lowest version of each where that is known; empty where nothing is known.
  public package(set) var platforms: [Platform: SystemVersion?]
  /// The files that are compiled, absolute and sorted. A file that is missing on disk may be among them.
  public package(set) var sources: [String]
  /// The headers that belong to it, absolute and sorted.
  public package(set) var headers: [String]
  /// The files that are copied into the product, absolute and sorted. Folders are listed with what is in them.
  public package(set) var resources: [String]
  /// The folders in which a manifest may lie, as the project has it, the best first; empty where nothing says.
  public package(set) var manifestFolders: [String] = []
  /// Whether a manifest there is copied without being listed: Xcode synchronizes the folder, or SwiftPM copies it.
  public package(set) var copiesManifestFolder = false
  /// Its privacy manifests, those in the bundle first.
  public package(set) var manifests: [Manifest] = []
  /// The manifests in its folders that it doesn’t copy, where it copies another one; absolute.
  public package(set) var strayManifests: [String] = []
  /// The files that become its Info.plist, one for each configuration, absolute.
  public package(set) var infoPlists: [String]
  /// The build configurations that users may get, where there are others; empty where nothing is known.
  public package(set) var shippedConfigurations: [Configuration] = []
  /// Whether Xcode makes an Info.plist, or adds to it, from build settings.
  public package(set) var generatesInfoPlist: Bool
  /// What other files add to its Info.plist.
  public package(set) var infoPlistEntries: [Entry]
  /// The entitlements files, one for each configuration, absolute.
  public package(set) var entitlements: [String]
  /// What the app’s Expo plug-ins are told.
  public package(set) var pluginOptions: [PluginOption] = []
  /// What other files add to its entitlements.
  public package(set) var entitlementEntries: [Entry] = []
  /// The numbers of the targets that it links or embeds or that are built before it, in ``BuildModel/targets``.
  public package(set) var dependencies: [Int] = []
  /// Those of them that are copied into its product.
  public package(set) var embedded: [Int] = []
  /// The names of packages’ products and pods that come from elsewhere.
  public package(set) var externalDependencies: [String]
  /// Whether it links or copies code whose sources are not in the tree.
  public package(set) var linksUnknownCode = false
  /// Whether a configuration file that it names, or one that this includes, couldn’t be read, so that settings may be
  /// missing.
  public package(set) var lacksSettings = false
  /// Why it never reaches users; nil for what ships.
  public package(set) var notShipped: NotShipped?
  /// Whether a script of the build names privacy manifests, so that it isn’t known which reach the product.
  package var copiesManifestsByScript: Bool

  public var ships: Bool { notShipped == nil }

  /// Whether Apple asks for reasons, purpose strings and manifests: it ships, and not to the Mac alone.
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
    target.shippedConfigurations = []
    (target.generatesInfoPlist, target.lacksSettings) = (false, false)
    return target
  }

  /// The manifest that counts; nil where there is none.
  public var manifest: Manifest? { manifests.first }

  package init(
    name: String, kind: Kind, declaredIn: String, declaration: ByteRange? = nil,
    platforms: [Platform: SystemVersion?] = [:], sources: [String] = [], headers: [String] = [],
    resources: [String] = [], infoPlists: [String] = [], generatesInfoPlist: Bool = false,
    infoPlistEntries: [Entry] = [], entitlements: [String] = [], externalDependencies: [String] = [],
    notShipped: NotShipped? = nil, copiesManifestsByScript: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.declaredIn = declaredIn
    self.declaration = declaration
    self.platforms = platforms
    self.sources = sources
    self.headers = headers
    self.resources = resources
    self.infoPlists = infoPlists
    self.generatesInfoPlist = generatesInfoPlist
    self.infoPlistEntries = infoPlistEntries
    self.entitlements = entitlements
    self.externalDependencies = externalDependencies
    self.notShipped = notShipped
    self.copiesManifestsByScript = copiesManifestsByScript
  }
}

/// Something in a project’s description that was not read, so that targets may lack files.
public struct UnreadPart: Hashable, Sendable {
  /// Absolute.
  public let path: String
  /// The bytes of what was not read; nil for a whole file.
  public let range: ByteRange?
  /// Its first line and column, 0-based, in UTF-16 units.
  public let position: Position?
  /// What, and why, as a sentence without a full stop.
  public let message: String

  package init(_ path: String, _ text: SourceText?, _ range: ByteRange?, _ message: String) {
    self.path = path
    self.range = range
    position = range.flatMap { range in text.map { $0.position(at: range.lower, in: .utf16) } }
    self.message = message
  }
}

extension [UnreadPart] {
  /// Enough for anyone to see that a file is beyond this reader.
  private static var most: Int { 50 }

  /// Adds a part of a file, unless there are many already: to find a place in a long line takes time.
  package mutating func note(_ path: String, _ text: SourceText, _ range: ByteRange, _ message: String) {
    if count < Self.most { append(UnreadPart(path, text, range, message)) }
  }
}
