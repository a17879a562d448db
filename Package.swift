// swift-tools-version: 6.2
import PackageDescription

// One list of settings for every target. Warnings become errors in CI only, so that a new compiler's
// new warning never stops a user from building.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// A module of the program. Its `uses` are all it may import of this package; a repository test holds the list
/// against the sources.
func module(_ name: String, uses: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: uses, swiftSettings: settings)
}

/// The tests of one module.
func tests(_ name: String, uses: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: uses + ["TestSupport"], swiftSettings: settings)
}

/// The fuzzer is only there where `Tests/Fuzzing/run.sh` asks for it: it needs a library of the toolchain and flags.
let fuzzer: [Target] =
  Context.environment["PRIVACY_LSP_FUZZER"] == nil
  ? []
  : [
    .systemLibrary(name: "LibFuzzer", path: "Tests/Fuzzing/LibFuzzer"),
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets", "LibFuzzer", "CLibrary"], path: "Tests/Fuzzing/Fuzzer",
      swiftSettings: settings),
  ]

let package = Package(
  name: "privacy-lsp",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "privacy-lsp", targets: ["privacy-lsp"]),
    .library(
      name: "PrivacyRules",
      targets: [
        "PrivacyRules", "Wording", "BuildTargets", "SourceScan", "CatalogData", "Catalog", "ProjectFiles",
        "PropertyList", "SourceText", "JSON",
      ]),
    .library(name: "Workspace", targets: ["Workspace", "BuildFiles", "FileSystem"]),
    .plugin(name: "PrivacyLint", targets: ["PrivacyLint"]),
    .plugin(name: "PrivacyLintBuild", targets: ["PrivacyLintBuild"]),
  ],
  targets: [
    module("JSON"),
    module("SourceText"),
    module("PropertyList", uses: ["SourceText", "JSON"]),
    module("ProjectFiles", uses: ["PropertyList", "SourceText", "JSON"]),
    module("Catalog", uses: ["JSON"]),
    // What a project builds, and from which files. Reading that from the files is compiled beside the rules.
    module("BuildTargets", uses: ["ProjectFiles", "SourceText", "Catalog"]),
    module("BuildFiles", uses: ["BuildTargets", "ProjectFiles", "PropertyList", "SourceText", "JSON", "Catalog"]),
    // The bytes of schema/*.json, which the C compiler embeds in no time and Swift's in minutes.
    .target(name: "SchemaFiles"),
    module("CatalogData", uses: ["Catalog", "SchemaFiles"]),
    module("SourceScan", uses: ["SourceText", "Catalog"]),
    // Beside the chain of modules that wait for each other, so that it costs no time where two cores build.
    module("Wording", uses: ["SourceText", "Catalog"]),
    module(
      "PrivacyRules",
      uses: [
        "Wording", "BuildTargets", "SourceScan", "ProjectFiles", "PropertyList", "SourceText", "JSON", "Catalog",
        "CatalogData",
      ]),
    module(
      "EditorFeatures",
      uses: [
        "PrivacyRules", "SourceScan", "ProjectFiles", "PropertyList", "SourceText", "Catalog", "CatalogData", "JSON",
      ]),
    module("LanguageServerProtocol", uses: ["SourceText", "JSON"]),
    // The C library of the system, whichever that is.
    module("CLibrary"),
    module("FileSystem", uses: ["CLibrary"]),
    // Built apps: archives and binaries. Bytes in, values out.
    module("BuiltApp"),
    // What a git repository holds, read without git.
    module("GitObjects", uses: ["BuiltApp", "FileSystem"]),
    module(
      "Workspace",
      uses: [
        "PrivacyRules", "BuildFiles", "BuildTargets", "SourceScan", "ProjectFiles", "PropertyList", "FileSystem",
        "CLibrary", "SourceText", "JSON", "Catalog",
      ]),
    // What reads, waits and writes, and outlives crashes, whatever is served.
    module("ServerLoop", uses: ["LanguageServerProtocol", "FileSystem", "CLibrary", "JSON"]),
    module(
      "LanguageServer",
      uses: [
        "ServerLoop", "LanguageServerProtocol", "EditorFeatures", "Workspace", "PrivacyRules", "ProjectFiles",
        "PropertyList", "FileSystem", "CLibrary", "SourceText", "JSON", "Catalog",
      ]),
    // Beside the server, so that two cores compile both at once.
    module(
      "Commands",
      uses: [
        "LanguageServerProtocol", "EditorFeatures", "Workspace", "PrivacyRules", "ProjectFiles", "PropertyList",
        "SourceText", "FileSystem", "CLibrary", "JSON", "Catalog", "CatalogData", "BuiltApp", "SourceScan",
        "BuildFiles", "BuildTargets", "GitObjects",
      ]),
    .executableTarget(
      name: "privacy-lsp",
      dependencies: ["Commands", "LanguageServer", "FileSystem", "CLibrary", "CatalogData"],
      swiftSettings: settings),

    // `swift package privacy-lint`, and a lint with each build; built only where they are used.
    .plugin(
      name: "PrivacyLint",
      capability: .command(
        intent: .custom(verb: "privacy-lint", description: "Check privacy manifests, purpose strings and lock files")),
      dependencies: ["privacy-lsp"], path: "Sources/Plugins/PrivacyLint"),
    .plugin(
      name: "PrivacyLintBuild", capability: .buildTool(), dependencies: ["privacy-lsp"],
      path: "Sources/Plugins/PrivacyLintBuild"),

    // Measures; `swift run -c release benchmarks`. No product, so nobody who uses the package builds it.
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "ServerLoop", "LanguageServer", "EditorFeatures", "PrivacyRules", "ProjectFiles", "PropertyList", "SourceText",
        "FileSystem",
        "CLibrary", "JSON", "Catalog", "CatalogData",
      ],
      path: "Tests/Benchmarks/Sources",
      swiftSettings: settings),

    .target(
      name: "TestSupport",
      dependencies: ["SourceText", "PropertyList", "Catalog", "CatalogData", "FileSystem", "CLibrary", "JSON"],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    tests("JSONTests", uses: ["JSON"]),
    tests("SourceTextTests", uses: ["SourceText"]),
    tests(
      "PrivacyRulesTests",
      uses: [
        "PrivacyRules", "Workspace", "Wording", "ProjectFiles", "PropertyList", "SourceText", "Catalog", "CatalogData",
        "JSON",
      ]),
    tests("RepositoryTests", uses: ["PrivacyRules", "Workspace", "Catalog", "CatalogData"]),
    tests(
      "EditorFeaturesTests",
      uses: [
        "EditorFeatures", "Workspace", "PrivacyRules", "ProjectFiles", "PropertyList", "SourceText", "Catalog",
        "CatalogData",
      ]),
    tests("CatalogTests", uses: ["Catalog", "CatalogData", "JSON"]),
    tests("SourceScanTests", uses: ["SourceScan", "SourceText", "Catalog", "CatalogData"]),
    tests("PropertyListTests", uses: ["PropertyList", "SourceText", "JSON"]),
    tests("ProjectFilesTests", uses: ["ProjectFiles", "PropertyList", "SourceText", "JSON"]),
    tests(
      "BuildTargetsTests",
      uses: ["BuildFiles", "BuildTargets", "Workspace", "FileSystem", "SourceText", "Catalog", "JSON"]),
    tests("FileSystemTests", uses: ["FileSystem"]),
    tests("BuiltAppTests", uses: ["BuiltApp"]),
    tests(
      "LanguageServerTests",
      uses: [
        "LanguageServer", "ServerLoop", "LanguageServerProtocol", "EditorFeatures", "Workspace", "PrivacyRules",
        "PropertyList", "FileSystem", "CLibrary", "SourceText", "Catalog", "CatalogData", "JSON", "privacy-lsp",
      ]),
    // Imports the program as a module; the built program is run where a process is what matters.
    tests(
      "CommandLineTests",
      uses: [
        "privacy-lsp", "Commands", "LanguageServer", "ServerLoop", "Workspace", "PrivacyRules", "FileSystem",
        "SourceText", "Catalog",
        "CatalogData", "JSON", "GitObjects",
      ]),
    // What must hold for any bytes; the fuzzer and the tests call it.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "ServerLoop", "LanguageServer", "EditorFeatures", "Workspace", "PrivacyRules", "BuildFiles", "BuildTargets",
        "ProjectFiles",
        "PropertyList", "SourceText", "FileSystem", "CLibrary", "JSON", "Catalog", "CatalogData", "BuiltApp",
        "SourceScan", "GitObjects",
      ],
      path: "Tests/Fuzzing/FuzzTargets", swiftSettings: settings),
    .testTarget(name: "FuzzingTests", dependencies: ["FuzzTargets"], swiftSettings: settings),
  ] + fuzzer,
  swiftLanguageModes: [.v6]
)
