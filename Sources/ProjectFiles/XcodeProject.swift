public import PropertyList
public import SourceText

/// The targets, settings and files of a `project.pbxproj`. Any bytes can be parsed.
public struct XcodeProject: Sendable {
  /// The settings of a target or of the whole project for a configuration: `Debug`, `Release`.
  public struct Configuration: Sendable {
    public let name: String
    /// The configuration's own settings, in the order of the file.
    public let settings: [BuildSetting]
    /// The path of the configuration file that these settings override, relative to the project’s folder; nil if there
    /// is none.
    public let baseConfigurationPath: String?
    /// The bytes of the dictionary of settings; nil if there is none.
    public let settingsRange: ByteRange?
  }

  /// A target.
  public struct Target: Sendable {
    /// The identifier of the target's object.
    public let identifier: String
    public let name: String
    /// `com.apple.product-type.application` and the like; nil for an aggregate.
    public let productType: String?
    public let configurations: [Configuration]
    /// The build phases, in order.
    public internal(set) var phases: [Phase]
    /// The files that the target’s phases build or copy, without duplicates, as paths relative to the project’s folder.
    public var files: [String] { phases.flatMap(\.files).unique() }
    /// The folders whose contents belong to the target, except for the paths in `except`.
    public let folders: [SynchronizedFolder]
    /// The identifiers of the targets of this project that it depends on.
    public let dependencies: [String]
    /// The names of the Swift package products that it links.
    public let packageProducts: [String]
    /// The file name of its product, such as `Tidal.app`; nil if the project doesn’t say.
    public let productFile: String?
    /// The bytes of the target’s object.
    public let range: ByteRange
  }

  /// A build phase of a target.
  public struct Phase: Sendable {
    public enum Kind: Hashable, Sendable {
      case sources, headers, resources, frameworks, script
      /// Copies files to a place in the product: `dstSubfolderSpec`, or nil without one.
      case copyFiles(destination: Int?)
      /// The files in a folder of another target; their names determine what happens to them.
      case byName
      case other
    }
    public let kind: Kind
    /// As paths relative to the project’s folder.
    public let files: [String]
    /// The files that are built only for some platforms, with Xcode’s names of these: `ios`, `maccatalyst`.
    public let platforms: [String: [String]]
    public let products: [Product]
    /// The text of a script phase, and behind it the paths of its input and output files.
    public let script: String?
  }

  /// The product of a target, as a phase of another target names it.
  public struct Product: Sendable {
    /// `Kit.framework`.
    public let name: String
    /// The identifier of the target that makes it; nil if it isn’t made by this project.
    public let target: String?
    /// Whether it belongs to the system.
    public let isOfSystem: Bool
  }

  /// A folder on disk whose files belong to targets without being listed.
  public struct SynchronizedFolder: Hashable, Sendable {
    /// The path relative to the project’s folder.
    public let path: String
    /// The paths in the folder that don’t belong to the target.
    public let except: [String]
    /// The paths in the folder that are built only for some platforms, with Xcode’s names of these.
    public let platforms: [String: [String]]
    /// The paths of subfolders that are copied as they are, so nothing in them is compiled.
    public let copiedFolders: [String]
  }

  public let tree: OpenStepTree
  public let targets: [Target]
  /// The settings of the whole project.
  public let configurations: [Configuration]
  /// The languages that the project is translated into, including `Base`, in the order of the file.
  public let knownRegions: [String]
  /// The development language.
  public let developmentRegion: String?
  /// All files that the project lists, as paths relative to the project’s folder.
  public let files: [String]
  /// The remote Swift packages that it names, as ``LockFile/Dependency/packageURL``, in the order of the file.
  public let packageURLs: [String]
  /// Those of these packages of which no target links a product, if all that is linked comes from such packages.
  public let unlinkedPackageURLs: [String]
  /// The products of remote Swift packages that its targets link; nil if they link others as well, whose own packages
  /// aren’t known here.
  public let packageProducts: [String]?
  /// Where reading stopped because there are too many objects, or the first item that was left out because of its size;
  /// nil if everything was read.
  public let cut: Int?
  /// Whether the project is an XML property list, as other tools write. Xcode takes it and saves it in the old style;
  /// nothing of it is read here.
  public let isXML: Bool
}
