public import PropertyList
public import SourceText

/// What a `project.pbxproj` says of targets, their settings and their files. Any bytes give one.
public struct XcodeProject: Sendable {
  /// The settings of a target or of the whole project under one name: `Debug`, `Release`.
  public struct Configuration: Sendable {
    public let name: String
    /// The configuration's own settings, in the order of the file.
    public let settings: [BuildSetting]
    /// The path of the configuration file whose settings come before these, from the folder that holds the project;
    /// nil where there is none.
    public let baseConfigurationPath: String?
    /// The bytes of the dictionary of settings; nil where there is none.
    public let settingsRange: ByteRange?

    /// The last unconditional setting with a name, or the last of any condition.
    public subscript(name: String) -> BuildSetting? {
      settings.last { $0.name == name && $0.conditions.isEmpty } ?? settings.last { $0.name == name }
    }
  }

  /// Something that is built.
  public struct Target: Sendable {
    /// The identifier of the target's object.
    public let identifier: String
    public let name: String
    /// `com.apple.product-type.application` and the like; nil for an aggregate.
    public let productType: String?
    public let configurations: [Configuration]
    /// What is compiled, copied and linked, in the order of the build.
    public internal(set) var phases: [Phase]
    /// The files that the target's phases build or copy, each once, as paths from the folder that holds the project.
    public var files: [String] { phases.flatMap(\.files).unique() }
    /// The folders that belong to the target with all that is in them, but for the paths in `except`.
    public let folders: [SynchronizedFolder]
    /// The identifiers of the targets in this project that are built first.
    public let dependencies: [String]
    /// The names of the Swift package products that it links.
    public let packageProducts: [String]
    /// The name of what it makes: `Tidal.app`; nil where the project doesn't say.
    public let productFile: String?
    /// The bytes of the target's object.
    public let range: ByteRange
  }

  /// One step of a target's build.
  public struct Phase: Sendable {
    public enum Kind: Hashable, Sendable {
      case sources, headers, resources, frameworks, script
      /// Copies files to a place in the product: `dstSubfolderSpec`, nil without one.
      case copyFiles(destination: Int?)
      /// The files of a folder of another target; their names tell what happens to them.
      case byName
      case other
    }
    public let kind: Kind
    /// As paths from the folder that holds the project.
    public let files: [String]
    /// The files that are built for some platforms only, with Xcode's names of these: `ios`, `maccatalyst`.
    public let platforms: [String: [String]]
    public let products: [Product]
    /// The text of a script phase.
    public let script: String?
  }

  /// What a target makes, as a phase of another one names it.
  public struct Product: Sendable {
    /// `Kit.framework`.
    public let name: String
    /// The identifier of the target that makes it; nil for what this project doesn’t make.
    public let target: String?
    /// Whether the system has it.
    public let isOfSystem: Bool
  }

  /// A folder on disk whose files belong to targets without being listed.
  public struct SynchronizedFolder: Hashable, Sendable {
    /// The path from the folder that holds the project.
    public let path: String
    /// The paths in the folder that do not belong to the target.
    public let except: [String]
    /// The paths of folders in it that are copied as they are, so that nothing in them is compiled.
    public let copiedFolders: [String]
  }

  public let tree: OpenStepTree
  public let targets: [Target]
  /// The settings of the whole project.
  public let configurations: [Configuration]
  /// The languages the project is translated to, `Base` among them, in the order of the file.
  public let knownRegions: [String]
  /// The language of the app's own texts.
  public let developmentRegion: String?
  /// All files that the project lists, as paths from the folder that holds the project.
  public let files: [String]
  /// Where reading ended before the end of the text, since there are too many objects, or the place of the first thing
  /// that was left out since it is too much; nil where all was read.
  public let cut: Int?
}
