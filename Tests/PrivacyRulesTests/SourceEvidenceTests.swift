import PrivacyRules
import SourceText
import TestSupport
import Testing
import Workspace

/// What is found where sources and the files of their targets are compared: each row is a project, with its findings in
/// the order of paths and places.
@Suite struct SourceEvidenceTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let what: String
    let text: String
    let findings: [String]
    var testDescription: String { what }
  }

  /// An app of XcodeGen’s with the sources in `App` and an Info.plist.
  private static let app = """
    --- project.yml
    targets:
      App:
        type: application
        platform: iOS
        sources: [App]
        info: {path: App/Info.plist}

    """
  private static let appWithKit = app.replacing(
    "sources: [App]", with: "sources: [App]\n    dependencies: [{package: Kit, product: Kit}]")
  /// The app with entitlements.
  private static func appWithEntitlements(_ name: String, _ value: String) -> String {
    app.replacing("sources: [App]", with: "sources: [App]\n    entitlements: {path: App/App.entitlements}")
      + "--- App/App.entitlements\n<plist version=\"1.0\"><dict><key>\(name)</key>\(value)</dict></plist>\n"
  }
  /// A package with a product of these targets, of which one is built already.
  private static func kit(targets: String) -> String {
    """
    --- Kit/Package.swift
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(
      name: "Kit", products: [.library(name: "Kit", targets: [\(targets)])],
      targets: [.target(name: "Kit"), .binaryTarget(name: "Engine", path: "Engine.xcframework")])
    --- Kit/Sources/Kit/Kit.swift
    let k = 1

    """
  }
  /// A package that copies its manifest, beside a pod of the same sources with some more attributes.
  private static func packageWithPod(_ attributes: String = "") -> String {
    """
    --- Package.swift
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(
      name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])],
      targets: [.target(name: "Kit", path: "Sources", resources: [.copy("../Resources/PrivacyInfo.xcprivacy")])])
    --- Kit.podspec
    Pod::Spec.new do |s|
      s.name = 'Kit'
      s.source_files = 'Sources/**/*.swift'
      \(attributes)
    end
    --- Sources/Store.swift
    let c = 1
    --- Resources/PrivacyInfo.xcprivacy
    <plist version="1.0"><dict><key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>

    """
  }
  private static let library = """
    --- Package.swift
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(
      name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])], targets: [.target(name: "Kit", path: "Sources")])

    """
  private static let tracking =
    "--- Sources/Identifier.swift\nimport AdSupport\n"
    + "func identifier() -> String { ASIdentifierManager.shared().advertisingIdentifier.uuidString }\n"
  private static func manifest(_ entries: [(String, [String])], in path: String = "App") -> String {
    let list = entries.map { category, codes in
      "<dict><key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategory\(category)</string>"
        + "<key>NSPrivacyAccessedAPITypeReasons</key><array>"
        + codes.map { "<string>\($0)</string>" }.joined() + "</array></dict>"
    }
    return "--- \(path)/PrivacyInfo.xcprivacy\n<plist version=\"1.0\"><dict>"
      + "<key>NSPrivacyCollectedDataTypes</key><array/><key>NSPrivacyAccessedAPITypes</key><array>"
      + list.joined() + "</array></dict></plist>\n"
  }
  /// An app and its framework, which a script of the app gives a manifest.
  private static func copying(_ name: String) -> String {
    """
    --- project.yml
    targets:
      App:
        {type: application, platform: iOS, sources: [App], dependencies: [{target: Kit}],
        postBuildScripts: [{script: cp \(name) Kit.framework/PrivacyInfo.xcprivacy}]}
      Kit: {type: framework, platform: iOS, sources: [Kit]}
    --- App/Main.swift
    let a = 1
    --- Kit/Store.swift
    let c = UserDefaults.standard

    """ + manifest([("UserDefaults", ["CA92.1"])])
  }
  private static func plist(_ keys: String..., path: String = "App") -> String {
    "--- \(path)/Info.plist\n<plist version=\"1.0\"><dict><key>CFBundlePackageType</key><string>APPL</string>"
      + keys.map { "<key>\($0)</key><string>This app uses it to scan receipts.</string>" }.joined()
      + "</dict></plist>\n"
  }
  private static let scan =
    "--- App/Scan.swift\nimport AVFoundation\nfunc scan() { AVCaptureDevice.requestAccess(for: .video) { _ in } }\n"
  /// An Xcode project of one app with build settings and a source.
  private static func project(
    settings: String, sources: String, debug: String = "", plist: String = "INFOPLIST_FILE = App/Info.plist;"
  ) -> String {
    """
    --- App.xcodeproj/project.pbxproj
    {objects = {
    R = {isa = PBXProject; mainGroup = G; targets = (T);};
    G = {isa = PBXGroup; children = (A, M); sourceTree = "<group>";};
    A = {isa = PBXFileReference; path = "\(sources)"; sourceTree = "<group>";};
    M = {isa = PBXFileReference; path = App/PrivacyInfo.xcprivacy; sourceTree = "<group>";};
    BA = {isa = PBXBuildFile; fileRef = A;}; BM = {isa = PBXBuildFile; fileRef = M;};
    FA = {isa = PBXSourcesBuildPhase; files = (BA);}; FM = {isa = PBXResourcesBuildPhase; files = (BM);};
    T = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; buildPhases = (FA, FM);
    buildConfigurationList = L;};
    L = {isa = XCConfigurationList; buildConfigurations = (D, C);};
    C = {isa = XCBuildConfiguration; name = Release; buildSettings = {SDKROOT = iphoneos; \(plist) \(settings)};};
    D = {isa = XCBuildConfiguration; name = Debug; buildSettings = {SDKROOT = iphoneos; \(plist) \(settings)
    \(debug)};};
    }; rootObject = R; }

    """
  }
  /// An app of React Native’s, with a manifest that its target doesn’t copy.
  private static func reactNative(_ package: String, options: String = "") -> String {
    let project = project(settings: "", sources: "App/Main.swift").replacing("files = (BM);", with: "files = ();")
    return project.replacing("--- App.xcodeproj", with: "--- ios/App.xcodeproj")
      + plist(path: "ios/App") + manifest([("UserDefaults", ["CA92.1"])], in: "ios/App")
        + """
        --- ios/App/Main.swift
        let version = 1
        --- package.json
        \(package)
        --- ios/Podfile
        target 'App' do
          use_react_native!(:path => '../node_modules/react-native'\(options))
          post_install do |installer|
            react_native_post_install(installer, '../node_modules/react-native')
          end
        end

        """
  }
  /// An app with a watch app, which has no manifest.
  private static func withWatch(packages: String) -> String {
    """
    --- project.yml
    packages:
      Kit: {url: "https://example.com/kit", from: 1.0.0}
    targets:
      App:
        type: application
        platform: iOS
        sources: [App]
        info: {path: App/Info.plist}
        dependencies: [{target: Watch}]
      Watch:
        type: application
        platform: watchOS
        sources: [Watch]
        \(packages)
    --- Watch/Main.swift
    let a = 1

    """ + plist() + manifest([("UserDefaults", ["CA92.1"])]) + defaults
  }
  /// A package of two targets, of which one has a manifest among its resources.
  private static let package = """
    --- Package.swift
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(
      name: "Kit", products: [.library(name: "Kit", targets: ["Kit", "CKit"])],
      targets: [.target(name: "Kit", resources: [.copy("PrivacyInfo.xcprivacy")]), .target(name: "CKit")])
    --- Sources/Kit/Store.swift
    let c = 1
    --- Sources/CKit/a.c
    #include <mach/mach_time.h>
    long f(void) { return mach_absolute_time(); }

    """
  /// An app of Expo’s without a native project, with a module of its own.
  private static func expo(plugins: String = "") -> String {
    """
    --- app.json
    {"expo": {"name": "Tide", "ios": {}, "plugins": [\(plugins)]}}
    --- modules/tide/ios/Tide.podspec
    Pod::Spec.new do |s|
      s.name = 'Tide'
      s.source_files = '*.swift'
    end
    --- modules/tide/ios/Tide.swift
    let a = UserDefaults.standard

    """
  }
  private static let noAPIs =
    "--- App/PrivacyInfo.xcprivacy\n"
    + "<plist version=\"1.0\"><dict><key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>\n"
  private static let defaults = "--- App/Main.swift\nlet a = UserDefaults.standard\n"

  static let rows: [Row] = [
    Row(
      what: "an app without a manifest", text: app + plist() + defaults,
      findings: ["App/Main.swift:1 error undeclared-category"]),
    Row(
      what: "an app without a manifest lacks all of it once",
      text: app + plist() + defaults
        + "--- App/Space.swift\nlet k: URLResourceKey = .volumeAvailableCapacityKey\n",
      findings: ["App/Space.swift:1 error undeclared-category"]),
    Row(
      what: "an Info.plist that the build makes may have any key",
      text: project(settings: "INFOPLIST_FILE = Made/Info.plist;", sources: "App/Scan.swift") + scan
        + noAPIs,
      findings: []),
    Row(
      what: "an Info.plist with a name that only the build knows",
      text: project(
        settings: "GENERATE_INFOPLIST_FILE = YES; INFOPLIST_FILE = \"$(DERIVED_FILE_DIR)/Info.plist\";",
        sources: "App/Scan.swift") + scan + noAPIs,
      findings: []),
    Row(
      what: "an SDK for drivers asks for nothing",
      text: project(settings: "SDKROOT = driverkit;", sources: "App/Main.swift") + defaults, findings: []),
    Row(
      what: "an app that only tests run in",
      text: """
        --- project.yml
        targets:
          TestHost: {type: application, platform: iOS, sources: [Host]}
          KitTests: {type: bundle.unit-test, platform: iOS, sources: [Tests], dependencies: [{target: TestHost}]}
        --- Host/Main.swift
        let a = UserDefaults.standard
        --- Tests/Main.swift
        let a = 1

        """, findings: []),
    Row(
      what: "Flutter’s plug-ins may need any text",
      text: "--- pubspec.yaml\nname: notes\n"
        + project(settings: "INFOPLIST_FILE = App/Info.plist;", sources: "App/Main.swift")
        + plist("NSFaceIDUsageDescription") + noAPIs + "--- App/Main.swift\nlet a = 1\n",
      findings: []),
    Row(
      what: "a key that code needs and that is misspelt",
      text: app + plist("NSCamraUsageDescription") + scan + manifest([("DiskSpace", ["E174.1"])]),
      findings: ["App/Info.plist:1 error unknown-purpose-key", "App/PrivacyInfo.xcprivacy:1 hint unused-category"]),
    Row(
      what: "an empty setting is told to be that alone",
      text: project(settings: "INFOPLIST_KEY_NSCameraUsageDescription = \"\";", sources: "App/Main.swift")
        + plist() + manifest([("DiskSpace", ["E174.1"])]) + "--- App/Main.swift\nlet a = 1\n",
      findings: ["App/PrivacyInfo.xcprivacy:1 hint unused-category"]),
    Row(
      what: "an app that declares what it uses",
      text: app + plist() + defaults + manifest([("UserDefaults", ["CA92.1"])]),
      findings: []),
    Row(
      what: "a property wrapper that Apple’s list doesn’t name",
      text: app + plist() + manifest([]) + "--- App/Main.swift\nstruct V { @AppStorage(\"a\") var a = 1 }\n",
      findings: [
        "App/Main.swift:1 information undeclared-category", "App/PrivacyInfo.xcprivacy:1 warning undeclared-category",
      ]),
    Row(
      what: "a category that is missing",
      text: app + plist() + defaults + manifest([("DiskSpace", ["E174.1"])])
        + "--- App/Space.swift\nlet k: URLResourceKey = .volumeAvailableCapacityKey\n",
      findings: [
        "App/Main.swift:1 information undeclared-category", "App/PrivacyInfo.xcprivacy:1 error undeclared-category",
      ]),
    Row(
      what: "an empty list is no second finding", text: app + plist() + defaults + manifest([]),
      findings: [
        "App/Main.swift:1 information undeclared-category", "App/PrivacyInfo.xcprivacy:1 error undeclared-category",
      ]),
    Row(
      what: "a category that is no category is told of alone",
      text: app + plist() + defaults + manifest([("Preferences", ["CA92.1"])]), findings: []),
    Row(
      what: "debug builds, previews and other systems need nothing",
      text: app + plist() + manifest([("DiskSpace", ["E174.1"])])
        + "--- App/Main.swift\nlet k: URLResourceKey = .volumeAvailableCapacityKey\n"
        + "#if DEBUG\nlet a = UserDefaults.standard\n#elseif os(macOS)\nlet b = UserDefaults.standard\n#endif\n",
      findings: []),
    Row(
      what: "what only may be the API is none",
      text: app + plist() + manifest([("UserDefaults", ["CA92.1"])]) + defaults
        + "--- App/Item.swift\nfunc f(item: Item) -> Any { item.creationDate }\n",
      findings: []),
    Row(
      what: "tests and Mac apps need nothing",
      text: """
        --- project.yml
        targets:
          Mac: {type: application, platform: macOS, sources: [App]}
          AppTests: {type: bundle.unit-test, platform: iOS, sources: [Tests]}

        """ + defaults + "--- Tests/T.swift\nlet a = UserDefaults.standard\n", findings: []),
    Row(
      what: "one of several categories is enough",
      text: app + plist() + manifest([("DiskSpace", ["E174.1"])])
        + "--- App/a.c\n#include <sys/attr.h>\nint f(void) { return getattrlist(\"a\", 0, 0, 0, 0); }\n",
      findings: ["App/PrivacyInfo.xcprivacy:1 hint either-category"]),
    Row(
      what: "each of several categories is declared",
      text: app + plist() + manifest([("DiskSpace", ["E174.1"]), ("FileTimestamp", ["C617.1"])])
        + "--- App/a.c\n#include <sys/attr.h>\nint f(void) { return getattrlist(\"a\", 0, 0, 0, 0); }\n", findings: []),
    Row(
      what: "a reason for keyboards in an app without any",
      text: app + plist() + manifest([("ActiveKeyboards", ["54BD.1", "3EC4.1"])])
        + "--- App/Main.swift\nfunc f() { if UITextInputMode.activeInputModes.count > 1 { show() } }\n",
      findings: ["App/PrivacyInfo.xcprivacy:1 information unfitting-reason"]),
    Row(
      what: "a reason for app groups beside entitlements without a group",
      text: appWithEntitlements("com.apple.developer.siri", "<true/>") + plist() + defaults
        + manifest([("UserDefaults", ["CA92.1", "1C8F.1"])]),
      findings: ["App/PrivacyInfo.xcprivacy:1 information unfitting-reason"]),
    Row(
      what: "a reason for app groups where there is one",
      text: appWithEntitlements("com.apple.security.application-groups", "<array><string>group.a</string></array>")
        + plist() + defaults + manifest([("UserDefaults", ["CA92.1", "1C8F.1"])]), findings: []),
    Row(
      what: "a reason for app groups where the entitlements aren’t known",
      text: app + plist() + defaults + manifest([("UserDefaults", ["CA92.1", "1C8F.1"])]), findings: []),
    Row(
      what: "a reason for app groups in an app that shares its settings, whatever its entitlements say",
      text: appWithEntitlements("com.apple.developer.siri", "<true/>") + plist()
        + "--- App/Main.swift\nlet a = UserDefaults.standard\nlet b = UserDefaults(suiteName: \"group.a\")\n"
        + manifest([("UserDefaults", ["CA92.1", "1C8F.1"])]), findings: []),
    Row(
      what: "the suite of a group in an app whose entitlements name none",
      text: appWithEntitlements("com.apple.developer.siri", "<true/>") + plist()
        + "--- App/Main.swift\nlet a = UserDefaults.standard\nlet b = UserDefaults(suiteName: \"group.a\")\n"
        + manifest([("UserDefaults", ["CA92.1"])]), findings: []),
    Row(
      what: "a reason for managed devices where nothing reads what they set",
      text: app + plist() + defaults + manifest([("UserDefaults", ["CA92.1", "AC6B.1"])]),
      findings: ["App/PrivacyInfo.xcprivacy:1 information unfitting-reason"]),
    Row(
      what: "a reason for managed devices beside code that isn’t known",
      text: appWithKit + plist() + defaults + manifest([("UserDefaults", ["CA92.1", "AC6B.1"])])
        + kit(targets: "\"Kit\", \"Engine\""), findings: []),
    Row(
      what: "two targets without a manifest share a file",
      text: """
        --- project.yml
        targets:
          App: {type: application, platform: iOS, sources: [App, Shared]}
          Share: {type: app-extension, platform: iOS, sources: [Share, Shared]}
        --- App/Main.swift
        let a = 1
        --- Share/Main.swift
        let b = 1
        --- Shared/Store.swift
        let c = UserDefaults.standard

        """,
      findings: ["Shared/Store.swift:1 error undeclared-category"]),
    Row(
      what: "an app without a manifest lacks it at a call, not at an extension of the type",
      text: app + plist()
        + "--- App/Defaults.swift\nextension Foundation.UserDefaults {\n  static let shared = Store()\n}\n" + defaults,
      findings: ["App/Main.swift:1 error undeclared-category"]),
    Row(
      what: "each target has what its platform compiles",
      text: """
        --- project.yml
        targets:
          App: {type: application, platform: iOS, sources: [App, Shared], info: {path: App/Info.plist}}
          Watch: {type: application, platform: watchOS, sources: [Watch, Shared], info: {path: Watch/Info.plist}}
        --- App/Main.swift
        let a = 1
        --- Watch/Main.swift
        let b = 1
        --- Shared/Time.swift
        import CoreMotion
        #if os(iOS)
        let t = ProcessInfo.processInfo.systemUptime
        let p = CMPedometer()
        #else
        let d = UserDefaults.standard
        #endif

        """ + plist("NSMotionUsageDescription") + plist(path: "Watch") + manifest([("SystemBootTime", ["35F9.1"])])
          + manifest([("UserDefaults", ["CA92.1"])], in: "Watch"),
      findings: []),
    Row(
      what: "the module’s own types hide those of the system",
      text: app + plist() + manifest([("DiskSpace", ["E174.1"])])
        + "--- App/Main.swift\nlet k: URLResourceKey = .volumeAvailableCapacityKey\n"
        + "let a = UserDefaults.standard\nstruct V { @AppStorage(\"a\") var b = 1 }\n"
        + "--- App/Own.swift\n@propertyWrapper struct AppStorage<T> { var wrappedValue: T }\n"
        + "final class UserDefaults { static let standard = UserDefaults() }\n",
      findings: []),
    Row(
      what: "what another target, one file or a debug build declares hides nothing",
      text: """
        --- project.yml
        targets:
          App: {type: application, platform: iOS, sources: [App], info: {path: App/Info.plist}}
          Tests: {type: bundle.unit-test, platform: iOS, sources: [Tests]}
        --- Tests/Own.swift
        final class UserDefaults {}
        --- App/Own.swift
        private final class UserDefaults {}
        struct Outer { class UserDefaults {} }
        --- App/More.swift
        #if DEBUG
        final class UserDefaults {}
        #endif
        typealias UserDefaults = Foundation.UserDefaults

        """ + plist() + manifest([]) + defaults,
      findings: [
        "App/Main.swift:1 information undeclared-category", "App/PrivacyInfo.xcprivacy:1 error undeclared-category",
      ]),
    Row(
      what: "code under a flag of the project’s own is no error",
      text: app + plist() + manifest([])
        + "--- App/Main.swift\n#if DEVMENU && os(iOS)\nlet a = UserDefaults.standard\n#endif\n",
      findings: [
        "App/Main.swift:2 information undeclared-category", "App/PrivacyInfo.xcprivacy:1 warning undeclared-category",
      ]),
    Row(
      what: "macros that ask for a system, or for a flag that a header may set",
      text: """
        --- project.yml
        targets:
          App: {type: application, platform: iOS, sources: [App]}
        --- App/Main.m
        #if !SYSTEM(TV) && !PLATFORM(MAC)
        id a(void) { return [NSUserDefaults standardUserDefaults]; }
        #endif
        #if SYSTEM(TV)
        double b(void) { return [[NSProcessInfo processInfo] systemUptime]; }
        #endif
        #if ENABLE(TRANSFERS)
        id c(NSURL *u) { return [[NSFileManager defaultManager] attributesOfItemAtPath:u.path error:nil][NSFileCreationDate]; }
        #endif
        --- App/PrivacyInfo.xcprivacy
        <plist version="1.0"><dict><key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>

        """,
      findings: [
        "App/Main.m:2 information undeclared-category", "App/Main.m:8 information undeclared-category",
        "App/PrivacyInfo.xcprivacy:1 error undeclared-category",
        "App/PrivacyInfo.xcprivacy:1 information undeclared-category",
      ]),
    Row(
      what: "a library that finds others in the local network, which its app may never do",
      text: appWithKit + plist() + kit(targets: "\"Kit\"")
        + "--- Kit/Sources/Kit/Net.swift\nimport Network\nlet l = try NWListener(using: .tcp)\n",
      findings: [
        "App/Info.plist:1 information missing-purpose-string",
        "Kit/Sources/Kit/Net.swift:2 information missing-purpose-string",
      ]),
    Row(
      what: "the app doesn’t speak for its framework, which Apple judges on its own",
      text: """
        --- project.yml
        targets:
          App: {type: application, platform: iOS, sources: [App], dependencies: [{target: Kit}]}
          Kit: {type: framework, platform: iOS, sources: [Kit]}
        --- App/Main.swift
        let a = 1
        --- Kit/Store.swift
        let c = UserDefaults.standard

        """ + manifest([("UserDefaults", ["CA92.1"])]), findings: ["Kit/Store.swift:1 warning undeclared-category"]),
    Row(
      what: "a framework to which a script of the app gives a manifest that is named after it before",
      text: copying("Kit.xcprivacy"), findings: []),
    Row(
      what: "a manifest of another name that a script copies may be the app’s own",
      text: copying("Release.xcprivacy"), findings: ["Kit/Store.swift:1 warning undeclared-category"]),
    Row(
      what: "a framework that is linked statically is part of the app",
      text: """
        --- project.yml
        targets:
          App: {type: application, platform: iOS, sources: [App], dependencies: [{target: Kit}]}
          Kit: {type: framework, platform: iOS, sources: [Kit], settings: {MACH_O_TYPE: staticlib}}
        --- App/Main.swift
        let a = 1
        --- Kit/Store.swift
        let c = UserDefaults.standard

        """ + manifest([("UserDefaults", ["CA92.1"])]), findings: []),
    Row(
      what: "the manifest of a package that the app links may not count for the app’s own code",
      text: """
        --- project.yml
        packages: {Kit: {path: Kit}}
        targets:
          App: {type: application, platform: iOS, sources: [App], dependencies: [{package: Kit}]}
        --- App/Main.swift
        let a = UserDefaults.standard
        --- Kit/Package.swift
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(
          name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])],
          targets: [.target(name: "Kit", resources: [.copy("PrivacyInfo.xcprivacy")])])
        --- Kit/Sources/Kit/Store.swift
        let c = UserDefaults.standard

        """ + manifest([("UserDefaults", ["CA92.1"])], in: "Kit/Sources/Kit"),
      findings: ["App/Main.swift:1 information undeclared-category"]),
    Row(
      what: "of a package’s targets one speaks for what it declares",
      text: package + manifest([("SystemBootTime", ["35F9.1"])], in: "Sources/Kit"), findings: []),
    Row(
      what: "and for nothing else",
      text: package + manifest([("DiskSpace", ["E174.1"])], in: "Sources/Kit")
        + "--- Sources/Kit/Space.swift\nlet k: URLResourceKey = .volumeAvailableCapacityKey\n",
      findings: ["Sources/CKit/a.c:2 information undeclared-category"]),
    Row(
      what: "a static library becomes part of the app",
      text: """
        --- project.yml
        targets:
          App: {type: application, platform: iOS, sources: [App], dependencies: [{target: Kit}]}
          Kit: {type: library.static, platform: iOS, sources: [Kit]}
        --- App/Main.swift
        let a = 1
        --- Kit/Store.swift
        let c = UserDefaults.standard

        """ + manifest([("DiskSpace", ["E174.1"])])
          + "--- App/Space.swift\nlet k: URLResourceKey = .volumeAvailableCapacityKey\n",
      findings: [
        "App/PrivacyInfo.xcprivacy:1 warning undeclared-category", "Kit/Store.swift:1 information undeclared-category",
      ]),
    Row(
      what: "a package without a manifest",
      text: """
        --- Package.swift
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(
          name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])], targets: [.target(name: "Kit")])
        --- Sources/Kit/Store.swift
        let c = UserDefaults.standard

        """, findings: ["Sources/Kit/Store.swift:1 information undeclared-category"]),
    Row(
      what: "a package of what an app compiles",
      text: app + plist() + manifest([("UserDefaults", ["CA92.1"])]) + defaults
        + library.replacing("\"Sources\"", with: "\"App\""), findings: []),
    Row(
      what: "a package of what an app compiles, and more",
      text: app.replacing("sources: [App]", with: "sources: [{path: App, excludes: [Extra.swift]}]") + plist()
        + manifest([("UserDefaults", ["CA92.1"])]) + defaults + library.replacing("\"Sources\"", with: "\"App\"")
        + "--- App/Extra.swift\nlet b = UserDefaults.standard\n",
      findings: ["App/Extra.swift:1 information undeclared-category"]),
    Row(
      what: "a package’s manifest that is no resource still declares",
      text: """
        --- Package.swift
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(
          name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])], targets: [.target(name: "Kit")])
        --- Sources/Kit/Store.swift
        let c = UserDefaults.standard

        """ + manifest([("UserDefaults", ["CA92.1"])], in: "Sources/Kit"),
      findings: ["Sources/Kit/PrivacyInfo.xcprivacy:1 warning manifest-not-in-bundle"]),
    Row(
      what: "a reason that the code contradicts",
      text: app + plist() + manifest([("UserDefaults", ["CA92.1"])]) + defaults
        + "--- App/Shared.swift\nlet b = UserDefaults(suiteName: \"group.com.example\")\n",
      findings: ["App/PrivacyInfo.xcprivacy:1 warning unfitting-reason"]),
    Row(
      what: "a suite that may be anything contradicts nothing",
      text: app + plist() + manifest([("UserDefaults", ["CA92.1"])]) + defaults
        + "--- App/Shared.swift\nfunc f(name: String) -> UserDefaults? { UserDefaults(suiteName: name) }\n",
      findings: []),
    Row(
      what: "a category that nothing uses",
      text: app + plist() + manifest([("DiskSpace", ["E174.1"])])
        + "--- App/Main.swift\nlet a = 1\n",
      findings: ["App/PrivacyInfo.xcprivacy:1 hint unused-category"]),
    Row(
      what: "a package from elsewhere may use anything",
      text: """
        --- project.yml
        packages:
          Kit: {url: "https://example.com/kit", from: 1.0.0}
        targets:
          App:
            type: application
            platform: iOS
            sources: [App]
            info: {path: App/Info.plist}
            dependencies: [{package: Kit}]

        """ + plist("NSCameraUsageDescription") + manifest([("DiskSpace", ["E174.1"])])
          + "--- App/Main.swift\nlet a = 1\n", findings: []),
    Row(
      what: "a purpose string that is missing, and one that nothing needs",
      text: app + plist("NSMicrophoneUsageDescription") + manifest([("UserDefaults", ["CA92.1"])]) + defaults
        + scan,
      findings: [
        "App/Info.plist:1 error missing-purpose-string", "App/Info.plist:1 information unused-purpose-string",
        "App/Scan.swift:2 information missing-purpose-string",
      ]),
    Row(
      what: "a purpose string that the code needs, with a letter wrong in its key, is one finding",
      text: app + plist("NSCaneraUsageDescription") + manifest([("UserDefaults", ["CA92.1"])]) + defaults + scan,
      findings: ["App/Info.plist:1 error unknown-purpose-key"]),
    Row(
      what: "the text for the local network, which code and another key need, is missing once",
      text: app + "--- App/Info.plist\n<plist version=\"1.0\"><dict><key>CFBundlePackageType</key><string>APPL</string>"
        + "<key>NSBonjourServices</key><array><string>_hum._tcp</string></array></dict></plist>\n"
        + manifest([("UserDefaults", ["CA92.1"])]) + defaults + "--- App/Find.swift\nimport Network\n"
        + "let b = NWBrowser(for: .bonjour(type: \"_hum._tcp\", domain: nil), using: .tcp)\n",
      findings: [
        "App/Find.swift:2 information missing-purpose-string", "App/Info.plist:1 warning missing-purpose-string",
      ]),
    Row(
      what: "a location’s purpose string is only noted",
      text: app + plist() + manifest([("UserDefaults", ["CA92.1"])]) + defaults
        + "--- App/Here.swift\nimport CoreLocation\nfunc f() { CLLocationManager().requestWhenInUseAuthorization() }\n",
      findings: [
        "App/Here.swift:2 information missing-purpose-string", "App/Info.plist:1 warning missing-purpose-string",
      ]),
    Row(
      what: "location at all times, which code asks for, without that for location in use, is one finding",
      text: app + plist("NSLocationAlwaysAndWhenInUseUsageDescription") + manifest([("UserDefaults", ["CA92.1"])])
        + defaults
        + "--- App/Here.swift\nimport CoreLocation\nfunc f() { CLLocationManager().requestAlwaysAuthorization() }\n",
      findings: [
        "App/Here.swift:2 information missing-purpose-string", "App/Info.plist:1 warning missing-purpose-string",
      ]),
    Row(
      what: "significant changes of location in an app that asks for location in use alone",
      text: app + plist("NSLocationWhenInUseUsageDescription") + manifest([("UserDefaults", ["CA92.1"])]) + defaults
        + "--- App/Here.swift\nimport CoreLocation\nfunc f(m: CLLocationManager) {\n"
        + "m.requestWhenInUseAuthorization()\nm.startMonitoringSignificantLocationChanges()\n}\n",
      findings: []),
    Row(
      what: "SiriKit’s entitlement where the code has intents and asks for nothing",
      text: appWithEntitlements("com.apple.developer.siri", "<true/>") + plist()
        + manifest([("UserDefaults", ["CA92.1"])]) + defaults
        + "--- App/Order.swift\nimport Intents\nfunc f(i: INIntent) { INPreferences.siriAuthorizationStatus() }\n",
      findings: []),
    Row(
      what: "Face ID’s purpose string, without which nothing is known to be rejected",
      text: app + plist() + manifest([("UserDefaults", ["CA92.1"])]) + defaults
        + "--- App/Lock.swift\nimport LocalAuthentication\nfunc f(c: LAContext) {\n"
        + "c.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: \"Notes\") { _, _ in }\n}\n",
      findings: [
        "App/Info.plist:1 warning missing-purpose-string", "App/Lock.swift:3 information missing-purpose-string",
      ]),
    Row(
      what: "nor in an app for watches alone",
      text: app.replacing("iOS", with: "watchOS") + plist() + manifest([("UserDefaults", ["CA92.1"])]) + defaults
        + "--- App/Height.swift\nimport CoreMotion\nlet height = CMAltimeter()\n",
      findings: [
        "App/Height.swift:2 information missing-purpose-string", "App/Info.plist:1 warning missing-purpose-string",
      ]),
    Row(
      what: "an extension has its app’s purpose strings",
      text: """
        --- project.yml
        targets:
          App:
            type: application
            platform: iOS
            sources: [App]
            info: {path: App/Info.plist}
            dependencies: [{target: Share}]
          Share:
            type: app-extension
            platform: iOS
            sources: [Share]
            info: {path: Share/Info.plist}
        --- App/Main.swift
        let a = 1
        --- Share/Main.swift
        import AVFoundation
        func scan() { AVCaptureDevice.requestAccess(for: .video) { _ in } }
        --- App/PrivacyInfo.xcprivacy
        <plist version="1.0"><dict><key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>

        """ + plist("NSCameraUsageDescription") + plist(path: "Share"), findings: []),
    Row(
      what: "what a comment leaves out",
      text: app + plist()
        + "--- App/Main.swift\n// privacy-lsp:ignore undeclared-category: the manifest is made by a script\n"
        + "let a = UserDefaults.standard\n"
        + "--- App/Space.swift\nlet k: URLResourceKey = .volumeAvailableCapacityKey  "
        + "// privacy-lsp:ignore undeclared-category: as above\n",
      // What the first comment says is said of the whole target.
      findings: ["App/Main.swift:1 warning suppression"]),
    Row(
      what: "a key in a configuration file of XcodeGen’s",
      text: """
        --- project.yml
        configFiles: {Release: App.xcconfig}
        settings: {GENERATE_INFOPLIST_FILE: YES}
        targets:
          App: {type: application, platform: iOS, sources: [App]}
        --- App.xcconfig
        #include "Keys.xcconfig"
        --- Keys.xcconfig
        INFOPLIST_KEY_NSCameraUsageDescription = This app uses your camera to scan receipts.

        """ + scan + manifest([("UserDefaults", ["CA92.1"])]) + defaults, findings: []),
    Row(
      what: "a configuration file that can’t be read may have the key",
      text: """
        --- project.yml
        settings: {GENERATE_INFOPLIST_FILE: YES}
        targets:
          App: {type: application, platform: iOS, sources: [App], configFiles: {Release: App.xcconfig}}

        """ + scan + manifest([("UserDefaults", ["CA92.1"])]) + defaults, findings: []),
    Row(
      what: "the most common reason contradicts nothing",
      text: app + plist() + manifest([("DiskSpace", ["85F4.1"]), ("FileTimestamp", ["DDA9.1"])])
        + "--- App/Space.swift\nfunc free(_ u: URL) throws -> Int? {\n"
        + "try u.resourceValues(forKeys: [.volumeAvailableCapacityKey, .creationDateKey]).volumeAvailableCapacity\n}\n",
      findings: []),
    Row(
      what: "a category that only the app’s framework uses isn’t called unused",
      text: """
        --- project.yml
        targets:
          App: {type: application, platform: iOS, sources: [App], dependencies: [{target: Kit}]}
          Kit: {type: framework, platform: iOS, sources: [Kit]}
        --- App/Main.swift
        let a = 1
        --- Kit/Store.swift
        let c = UserDefaults.standard

        """ + manifest([("UserDefaults", ["CA92.1"]), ("DiskSpace", ["E174.1"])]),
      findings: ["App/PrivacyInfo.xcprivacy:1 hint unused-category", "Kit/Store.swift:1 warning undeclared-category"]),
    Row(
      what: "a source that wasn’t read may use anything",
      text: project(settings: "", sources: "../out.swift")
        + plist("NSCameraUsageDescription") + manifest([("DiskSpace", ["E174.1"])]), findings: []),
    Row(
      what: "flags of the linker may name code from elsewhere",
      text: project(settings: "OTHER_LDFLAGS = \"$(inherited) -framework Vendor\";", sources: "App/Main.swift")
        + plist("NSCameraUsageDescription") + manifest([("DiskSpace", ["E174.1"])]) + "--- App/Main.swift\nlet a = 1\n",
      findings: []),
    Row(
      what: "scripts that XcodeGen adds to the build may build code in other languages",
      text: app.replacing("sources: [App]", with: "sources: [App]\n    preBuildScripts: [{script: ./gradlew embed}]")
        + plist("NSCameraUsageDescription") + manifest([("DiskSpace", ["E174.1"])]) + "--- App/Main.swift\nlet a = 1\n",
      findings: []),
    Row(
      what: "a script from a file that builds nothing of it",
      text: app.replacing("sources: [App]", with: "sources: [App]\n    postBuildScripts: [{path: lint.sh}]")
        + plist("NSCameraUsageDescription") + manifest([("DiskSpace", ["E174.1"])]) + "--- App/Main.swift\nlet a = 1\n"
        + "--- lint.sh\nswiftlint\n",
      findings: [
        "App/Info.plist:1 information unused-purpose-string", "App/PrivacyInfo.xcprivacy:1 hint unused-category",
      ]),
    Row(
      what: "a package’s product with something built in it may use anything",
      text: appWithKit + plist("NSCameraUsageDescription") + manifest([("DiskSpace", ["E174.1"])])
        + "--- App/Main.swift\nlet a = 1\n" + kit(targets: "\"Kit\", \"Engine\""),
      findings: []),
    Row(
      what: "a package’s product whose sources are all here",
      text: appWithKit + plist("NSCameraUsageDescription") + manifest([("DiskSpace", ["E174.1"])])
        + "--- App/Main.swift\nlet a = 1\n" + kit(targets: "\"Kit\""),
      findings: [
        "App/Info.plist:1 information unused-purpose-string", "App/PrivacyInfo.xcprivacy:1 hint unused-category",
      ]),
    Row(
      what: "flags of the linker that name nothing",
      text: project(settings: "OTHER_LDFLAGS = \"$(inherited) -ObjC -all_load\";", sources: "App/Main.swift")
        + plist("NSCameraUsageDescription") + manifest([("DiskSpace", ["E174.1"])]) + "--- App/Main.swift\nlet a = 1\n",
      findings: [
        "App/Info.plist:1 information unused-purpose-string", "App/PrivacyInfo.xcprivacy:1 hint unused-category",
      ]),
    Row(
      what: "a key that only the Info.plist for debugging has",
      text: project(
        settings: "", sources: "App/Main.swift", debug: "INFOPLIST_FILE = Debug/Info.plist;")
        + plist() + plist("NSCameraUsageDescription", path: "Debug") + manifest([("UserDefaults", ["CA92.1"])])
        + "--- App/Main.swift\nimport AVFoundation\nlet a = UserDefaults.standard\n"
        + "func scan() { AVCaptureDevice.requestAccess(for: .video) { _ in } }\n",
      findings: [
        "App/Info.plist:1 warning missing-purpose-string", "App/Main.swift:3 information missing-purpose-string",
      ]),
    Row(
      what: "a key that only the build settings for debugging add",
      text: project(
        settings: "GENERATE_INFOPLIST_FILE = YES;", sources: "App/Main.swift",
        debug: "INFOPLIST_KEY_NSCameraUsageDescription = \"This app uses your camera to scan receipts.\";", plist: "")
        + manifest([("UserDefaults", ["CA92.1"])])
        + "--- App/Main.swift\nimport AVFoundation\nlet a = UserDefaults.standard\n"
        + "func scan() { AVCaptureDevice.requestAccess(for: .video) { _ in } }\n",
      findings: ["App/Main.swift:3 warning missing-purpose-string"]),
    Row(
      what: "a picker whose source is a variable may be the camera",
      text: app + manifest([("UserDefaults", ["CA92.1"])]) + defaults
        + plist("NSCameraUsageDescription", "NSPhotoLibraryUsageDescription", "NSFaceIDUsageDescription")
        + "--- App/Pick.swift\nfunc f(_ s: UIImagePickerController.SourceType) {\n"
        + "let p = UIImagePickerController(); p.sourceType = s\n}\n",
      findings: ["App/Info.plist:1 information unused-purpose-string"]),
    Row(
      what: "the style of a text that nothing needs doesn’t matter",
      text: app + manifest([("UserDefaults", ["CA92.1"])]) + defaults
        + "--- App/Info.plist\n<plist><dict><key>NSContactsUsageDescription</key>\n"
        + "<string>contacts are shown beside your notes</string></dict></plist>\n",
      findings: ["App/Info.plist:1 information unused-purpose-string"]),
    Row(
      what: "the shell around a watch app needs no manifest",
      text: project(settings: "", sources: "App/Icon.png")
        .replacing("product-type.application", with: "product-type.application.watchapp2-container")
        + "--- Podfile\ntarget 'App' do\n  pod 'Kit'\nend\n--- Other.swift\nlet a = 1\n",
      findings: []),
    Row(
      what: "an old key that nothing needs is one finding",
      text: app + manifest([("UserDefaults", ["CA92.1"])]) + defaults + plist("NSCalendarsUsageDescription"),
      findings: ["App/Info.plist:1 warning deprecated-purpose-key"]),
    Row(
      what: "web pages may ask for the camera, the microphone, photos and the location",
      text: app + manifest([("UserDefaults", ["CA92.1"])]) + defaults
        + plist(
          "NSCameraUsageDescription", "NSMicrophoneUsageDescription", "NSPhotoLibraryUsageDescription",
          "NSPhotoLibraryAddUsageDescription", "NSLocationWhenInUseUsageDescription", "NSFaceIDUsageDescription")
        + "--- App/Web.swift\nlet view = WKWebView()\n",
      findings: ["App/Info.plist:1 information unused-purpose-string"]),
    Row(
      what: "sources without a target are no news", text: "--- App/Main.swift\nlet a = UserDefaults.standard\n",
      findings: []),
    Row(
      what: "the target of a project that a script may copy into",
      text: app + plist() + manifest([("UserDefaults", ["CA92.1"])]) + defaults
        + "--- App/Store.swift\nfunc f(token: String) { UserDefaults.standard.set(token, forKey: \"token\") }\n",
      findings: ["App/Store.swift:1 information secret-in-plain-storage"]),
    Row(
      what: "the advertising identifier in a library whose app asks",
      text: library + tracking + "--- Sources/Ask.swift\nlet a = 1\n", findings: []),
    Row(
      what: "the advertising identifier in a file of a library that asks itself, and in one that doesn’t",
      text: library + tracking
        + "--- Sources/Ask.swift\nimport AdSupport\nimport AppTrackingTransparency\n"
        + "func identifier() -> UUID { ASIdentifierManager.shared().advertisingIdentifier }\n"
        + "func ask() { ATTrackingManager.requestTrackingAuthorization { _ in } }\n",
      findings: ["Sources/Ask.swift:3 information tracking-before-request"]),
    Row(
      what: "several secrets in a file",
      text: app + plist() + manifest([("UserDefaults", ["CA92.1"])])
        + "--- App/Store.swift\nlet d = UserDefaults.standard\n"
        + "func a(_ v: String) { d.set(v, forKey: \"userPassword\") }\n"
        + "// privacy-lsp:ignore secret-in-plain-storage: it’s public\n"
        + "func b(_ v: String) { d.set(v, forKey: \"clientSecret\") }\n"
        + "func c(_ v: String) { d.set(v, forKey: \"refreshToken\") }\n",
      findings: ["App/Store.swift:2 information secret-in-plain-storage"]),
    Row(
      what: "a manifest whose path the project writes with other capitals",
      text: project(settings: "", sources: "app/Main.swift") + plist() + defaults
        + manifest([("UserDefaults", ["CA92.1"])], in: "app"),
      findings: []),
    Row(
      what: "a second manifest that no phase copies",
      text: project(settings: "", sources: "App/Boats/Main.swift") + plist() + manifest([("UserDefaults", ["CA92.1"])])
        + "--- App/Boats/Main.swift\nlet a = UserDefaults.standard\n"
        + manifest([("UserDefaults", ["1C8F.1"])], in: "App/Boats"),
      findings: ["App/Boats/PrivacyInfo.xcprivacy:1 information manifest-not-in-bundle"]),
    Row(
      what: "one in a folder without sources, and one in a framework",
      text: project(settings: "", sources: "App/Main.swift") + plist() + manifest([("UserDefaults", ["CA92.1"])])
        + defaults + manifest([("UserDefaults", ["1C8F.1"])], in: "Flutter")
        + manifest([("UserDefaults", ["1C8F.1"])], in: "Kit.framework"),
      findings: ["Flutter/PrivacyInfo.xcprivacy:1 information manifest-not-in-bundle"]),
    Row(what: "a watch app that needs no manifest", text: withWatch(packages: ""), findings: []),
    Row(
      what: "a watch app that may need a manifest", text: withWatch(packages: "dependencies: [{package: Kit}]"),
      findings: ["project.yml:10 information missing-manifest"]),
    Row(
      what: "a package whose pod alone copies the manifest",
      text: """
        --- Package.swift
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(
          name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])], targets: [.target(name: "Kit", path: "Sources")])
        --- Kit.podspec
        Pod::Spec.new do |s|
          s.name = 'Kit'
          s.source_files = 'Sources/**/*.swift'
          s.resource_bundles = {'Kit' => ['Sources/PrivacyInfo.xcprivacy']}
        end
        --- Sources/Store.swift
        let a = UserDefaults.standard

        """ + manifest([("UserDefaults", ["CA92.1"])], in: "Sources"),
      findings: ["Sources/PrivacyInfo.xcprivacy:1 warning manifest-not-in-bundle"]),
    Row(
      what: "a key that only the Info.plist for debugging has, for code behind a flag",
      text: project(
        settings: "", sources: "App/Main.swift", debug: "INFOPLIST_FILE = Debug/Info.plist;")
        + plist() + plist("NSCameraUsageDescription", path: "Debug") + manifest([("UserDefaults", ["CA92.1"])])
        + "--- App/Main.swift\nimport AVFoundation\nlet a = UserDefaults.standard\n#if HARBOUR\n"
        + "func scan() { AVCaptureDevice.requestAccess(for: .video) { _ in } }\n#endif\n",
      findings: []),
    Row(
      what: "a permission of code that a header’s macro leaves out",
      text: app + plist() + manifest([("UserDefaults", ["CA92.1"])]) + defaults
        + "--- App/Scan.mm\n#if !SLOW_DEVICE && HARBOUR_HAS_WEBCAM\n#import <AVFoundation/AVFoundation.h>\n"
        + "void f(void) { [AVCaptureDevice requestAccessForMediaType:AVMediaTypeVideo completionHandler:nil]; }\n#endif\n",
      findings: [
        "App/Info.plist:1 information missing-purpose-string", "App/Scan.mm:3 information missing-purpose-string",
      ]),
    Row(
      what: "an API that a macro cannot leave out of a build for devices",
      text: app + plist() + manifest([("DiskSpace", ["E174.1"])])
        + "--- App/Main.m\n#if TARGET_OS_IOS || HARBOUR\nid f(void) { return [NSUserDefaults standardUserDefaults]; }\n"
        + "#endif\n",
      findings: [
        "App/Main.m:2 information undeclared-category", "App/PrivacyInfo.xcprivacy:1 error undeclared-category",
        "App/PrivacyInfo.xcprivacy:1 hint unused-category",
      ]),
    Row(
      what: "a text that denies what code asks for",
      text: app
        + plist("NSCameraUsageDescription").replacing("uses it to scan receipts", with: "does not use the camera")
        + manifest([]) + scan,
      findings: [
        "App/Info.plist:1 warning vague-purpose", "App/PrivacyInfo.xcprivacy:1 warning empty-accessed-api-types",
      ]),
    Row(
      what: "a text that denies what a web view might ask for, which is no request",
      text: app
        + plist("NSPhotoLibraryUsageDescription").replacing(
          "uses it to scan receipts", with: "does not use your photos")
        + manifest([]) + "--- App/Page.swift\nimport WebKit\nlet page = WKWebView()\n",
      findings: [
        "App/Info.plist:1 information vague-purpose", "App/PrivacyInfo.xcprivacy:1 warning empty-accessed-api-types",
      ]),
    Row(
      what: "a key in build settings that Xcode ignores",
      text: project(
        settings:
          "GENERATE_INFOPLIST_FILE = NO; INFOPLIST_KEY_NSCameraUsageDescription = \"This app scans receipts.\";",
        sources: "App/Scan.swift") + plist() + manifest([("UserDefaults", ["CA92.1"])]) + scan + defaults,
      findings: ["App/PrivacyInfo.xcprivacy:1 hint unused-category"]),
    Row(
      what: "a key that certain code needs, beside another one that code under a flag needs",
      text: app + plist() + manifest([("UserDefaults", ["CA92.1"])])
        + "--- App/Main.mm\n#import <EventKit/EventKit.h>\nvoid f(EKEventStore *s) {\n"
        + "[s requestAccessToEntityType:EKEntityTypeEvent completion:nil];\n[NSUserDefaults.standardUserDefaults setBool:YES forKey:@\"a\"];\n"
        + "#if HARBOUR\n[s requestFullAccessToEventsWithCompletion:nil];\n#endif\n}\n",
      findings: [
        "App/Info.plist:1 error missing-purpose-string", "App/Info.plist:1 information missing-purpose-string",
        "App/Main.mm:3 information missing-purpose-string", "App/Main.mm:6 information missing-purpose-string",
      ]),
    Row(
      what: "services in the Info.plist need the text for the local network",
      text: app + "--- App/Info.plist\n<plist version=\"1.0\"><dict><key>CFBundlePackageType</key><string>APPL</string>"
        + "<key>NSLocalNetworkUsageDescription</key><string>This app looks for your speakers to play music.</string>"
        + "<key>NSBonjourServices</key><array><string>_hum._tcp</string></array></dict></plist>\n"
        + manifest([("UserDefaults", ["CA92.1"])]) + "--- App/Main.swift\nlet a = UserDefaults.standard\n",
      findings: []),
    Row(
      what: "reasons that React Native gathers from the pods",
      text: project(settings: "", sources: "App/Main.swift") + plist()
        + manifest([("UserDefaults", ["CA92.1", "C56D.1", "1C8F.1"])]) + defaults
        + "--- Podfile\ntarget 'App' do\n  use_react_native!(:path => '../node_modules/react-native')\nend\n",
      findings: []),
    Row(
      what: "a manifest that React Native’s installer adds to the app",
      text: reactNative(#"{"dependencies": {"react-native": "^0.74.5"}}"#), findings: []),
    Row(
      what: "a manifest that an older React Native doesn’t add",
      text: reactNative(#"{"dependencies": {"react-native": "0.73.11"}}"#),
      findings: ["ios/App/PrivacyInfo.xcprivacy:1 warning manifest-not-in-bundle"]),
    Row(
      what: "a manifest that React Native’s installer is told not to add",
      text: reactNative(
        #"{"dependencies": {"react-native": "0.80.0"}}"#, options: ", :privacy_file_aggregation_enabled => false"),
      findings: ["ios/App/PrivacyInfo.xcprivacy:1 warning manifest-not-in-bundle"]),
    Row(
      what: "a manifest of React Native’s elsewhere, which the installer doesn’t find",
      text: reactNative("{}").replacing("--- ios/App/PrivacyInfo", with: "--- ios/App/Other/PrivacyInfo"),
      findings: ["ios/App/Other/PrivacyInfo.xcprivacy:1 warning manifest-not-in-bundle"]),
    Row(
      what: "an API that React Native’s installer doesn’t declare",
      text: reactNative("{}").replacing(
        "let version = 1", with: "let a = UserDefaults.standard\nlet k: URLResourceKey = .volumeAvailableCapacityKey"),
      findings: [
        "ios/App/Main.swift:2 information undeclared-category",
        "ios/App/PrivacyInfo.xcprivacy:1 error undeclared-category",
      ]),
    Row(
      what: "a manifest by another name that a script takes in",
      text: project(settings: "", sources: "App/Main.swift").replacing(
        "buildPhases = (FA, FM);", with: "buildPhases = (FA, FM, S);"
      ).replacing(
        "L = {isa = XCConfigurationList;",
        with: "S = {isa = PBXShellScriptBuildPhase; shellScript = \"sh copy.sh\"; inputPaths = (Kit.xcprivacy);};\n"
          + "L = {isa = XCConfigurationList;") + plist() + manifest([("UserDefaults", ["CA92.1"])]) + defaults
        + "--- Kits/Kit.xcprivacy\n<plist version=\"1.0\"><dict><key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>\n",
      findings: []),
    Row(
      what: "the keys of an app, copied into its extension",
      text: project(settings: "", sources: "App/Main.swift")
        + plist(
          "NSContactsUsageDescription", "NSCameraUsageDescription", "NSMicrophoneUsageDescription",
          "NSSpeechRecognitionUsageDescription") + manifest([("UserDefaults", ["CA92.1"])]) + defaults,
      findings: ["App/Info.plist:1 information unused-purpose-string"]),
    Row(what: "an app for which Expo makes the manifest", text: expo(), findings: []),
    Row(
      what: "an app for which Expo makes none",
      text: expo(plugins: "[\"expo-build-properties\", {\"ios\": {\"privacyManifestAggregationEnabled\": false}}]"),
      findings: ["modules/tide/ios/Tide.swift:1 warning undeclared-category"]),
    Row(
      what: "a text under the key that a missing one takes the place of",
      text: app + plist("NSCalendarsUsageDescription") + manifest([])
        + "--- App/Main.swift\nimport EventKit\nfunc book() async throws {\n"
        + "try await EKEventStore().requestWriteOnlyAccessToEvents()\n}\n",
      findings: [
        "App/Info.plist:1 error missing-purpose-string", "App/Main.swift:3 information missing-purpose-string",
        "App/PrivacyInfo.xcprivacy:1 warning empty-accessed-api-types",
      ]),
    Row(
      what: "a report with formatted numbers",
      text: app + plist() + manifest([("DiskSpace", ["7D9E.1"])])
        + "--- App/Main.swift\nimport Foundation\nfunc write(_ log: URL) throws {\n"
        + "let space = try log.resourceValues(forKeys: [.volumeTotalCapacityKey]).volumeTotalCapacity ?? 0\n"
        + "print(ByteCountFormatter().string(fromByteCount: Int64(space)))\n}\n",
      findings: []),
    Row(
      what: "a manifest outside the folder of the project",
      text: """
        --- Native/project.yml
        targets:
          App: {type: application, platform: iOS, sources: [App]}
        --- Native/App/Main.swift
        let a = 1
        --- Platforms/iOS/PrivacyInfo.xcprivacy
        <plist version="1.0"><dict><key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>

        """,
      findings: []),
    Row(
      what: "an unused key whose text is a placeholder",
      text: app + noAPIs + "--- App/Info.plist\n<plist version=\"1.0\"><dict><key>NSCameraUsageDescription</key>"
        + "<string>TODO</string></dict></plist>\n--- App/Main.swift\nlet a = 1\n",
      findings: []),
    Row(
      what: "a private function that nothing calls",
      text: app + plist() + manifest([("UserDefaults", ["CA92.1"])])
        + "--- App/Main.swift\nimport AVFoundation\nclass Old {\n"
        + "private func ask() { AVCaptureDevice.requestAccess(for: .video) { _ in } }\n"
        + "private var units: String? { UserDefaults.standard.string(forKey: \"units\") }\n"
        + "private var space: URLResourceKey { .volumeAvailableCapacityKey }\n}\n",
      findings: []),
    Row(
      what: "what only a private function uses isn’t unused",
      text: app + noAPIs + plist("NSCameraUsageDescription") + "--- App/Main.swift\nimport AVFoundation\n"
        + "private func ask() { AVCaptureDevice.requestAccess(for: .video) { _ in } }\n",
      findings: []),
    Row(
      what: "a call after types that are only named",
      text: app + plist() + "--- App/A.swift\nextension UserDefaults { static let a = 1 }\n"
        + "let box = Box<UserDefaults>()\nlet store: UserDefaults = .standard\n\nlet b = UserDefaults.standard\n",
      findings: ["App/A.swift:5 error undeclared-category"]),
    Row(
      what: "a pod of the sources of a package that copies the manifest", text: packageWithPod(),
      findings: ["Resources/PrivacyInfo.xcprivacy:1 warning manifest-not-in-bundle"]),
    Row(
      what: "a pod that leaves out some sources of such a package",
      text: packageWithPod("s.exclude_files = 'Sources/UI/**'") + "--- Sources/Main.swift\nlet d = 1\n"
        + "--- Sources/UI/View.swift\nlet e = 1\n",
      findings: ["Resources/PrivacyInfo.xcprivacy:1 warning manifest-not-in-bundle"]),
    Row(
      what: "a package of other sources, which only a framework copies the manifest along with",
      text: """
        --- Package.swift
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(
          name: "Kit", products: [.library(name: "Kit", targets: ["Kit", "Push"])],
          targets: [.target(name: "Kit", resources: [.copy("PrivacyInfo.xcprivacy")]), .target(name: "Push")])
        --- project.yml
        targets:
          PushKit:
            type: framework
            platform: iOS
            sources: [Sources/Push, Sources/Kit/PrivacyInfo.xcprivacy]
        --- Sources/Kit/Store.swift
        let a = UserDefaults.standard
        --- Sources/Push/Push.swift
        let b = 1

        """ + manifest([("UserDefaults", ["CA92.1"])], in: "Sources/Kit"),
      findings: []),
    Row(
      what: "a pod with a script, which may copy anything",
      text: packageWithPod("s.script_phase = { :name => 'Copy', :script => './copy.sh' }"), findings: []),
    Row(
      what: "the app of a keyboard",
      text: """
        --- project.yml
        targets:
          App:
            type: application
            platform: iOS
            sources: [App]
            info: {path: App/Info.plist}
            dependencies: [{target: Keys}]
          Keys:
            type: app-extension
            platform: iOS
            sources: [Keys]
            info: {path: Keys/Info.plist}

        """ + plist() + manifest([("ActiveKeyboards", ["3EC4.1"])])
          + "--- App/Main.swift\nfunc f() { if UITextInputMode.activeInputModes.count > 1 { show() } }\n"
          + "--- Keys/Info.plist\n<plist version=\"1.0\"><dict><key>NSExtension</key><dict>"
          + "<key>NSExtensionPointIdentifier</key><string>com.apple.keyboard-service</string></dict></dict></plist>\n"
          + "--- Keys/Main.swift\nlet a = 1\n",
      findings: []),
  ]

  @Test(arguments: rows) func findingsAreThose(row: Row) {
    let files = MarkedText(row.text).files
    // A folder whose name says that it is a sample would ship nothing beside a library.
    let texts = Dictionary(uniqueKeysWithValues: files.map { ("/Work/\($0.path)", $0.source) })
    let evidence = linter.evidence(of: texts, in: "/Work")
    let code = Set(Rule.sections.filter { $0.group == .code }.flatMap(\.rules).map(\.id))
    var found: [String] = []
    for (path, text) in texts.sorted(by: { $0.key < $1.key }) {
      let document = Document(path: path, kind: FileKind.of(path: path) ?? .source, text: text)
      let result = linter.lint(document, evidence: evidence.file(path)).filter {
        code.contains($0.rule) || $0.rule == "suppression" || $0.rule == "empty-accessed-api-types"
          || ["unknown-purpose-key", "sdk-only-reason", "vague-purpose", "deprecated-purpose-key"].contains($0.rule)
      }
      found += result.map { "\(path.dropFirst(6)):\(text.line(at: $0.range.lower) + 1) \($0.severity) \($0.rule)" }
      // Which reason is right, nobody decides but the author.
      let decisions = result.filter { $0.rule != "unknown-purpose-key" }
      expectTrue(decisions.flatMap(\.fixes).allSatisfy { !$0.isSafe }, "a safe fix in \(path)")
      if !result.isEmpty, document.kind == .source {
        expectTrue(evidence.sourcePaths.contains(path), "\(path) would not be looked at")
      }
    }
    expectEqual(found.sorted(), row.findings.sorted(), row.what)
  }

  /// A key that no supported system reads gives its name and its translations to the one that code needs.
  @Test func aKeyGetsItsNewName() {
    let (old, new) = ("NSCalendarsUsageDescription", "NSCalendarsWriteOnlyAccessUsageDescription")
    let add = "Add “\(new)” with the text of “\(old)”"
    for (system, titles) in [("16.0", [add]), ("17.0", ["Change to “\(new)”", add])] {
      let text =
        Self.app + "--- App/Info.plist\n<plist version=\"1.0\"><dict><key>LSRequiresIPhoneOS</key><true/>"
        + "<key>MinimumOSVersion</key><string>\(system)</string>"
        + "<key>\(old)</key><string>This app adds your bookings.</string></dict></plist>\n"
        + "--- App/Main.swift\nimport EventKit\nfunc book() async throws {\n"
        + "try await EKEventStore().requestWriteOnlyAccessToEvents()\n}\n"
      let files = MarkedText(text).files
      let texts = Dictionary(uniqueKeysWithValues: files.map { ("/Work/\($0.path)", $0.source) })
      let path = "/Work/App/Info.plist"
      let document = Document(path: path, kind: .infoPlist, text: texts[path] ?? SourceText(""))
      let found = linter.lint(document, evidence: linter.evidence(of: texts, in: "/Work").file(path))
        .filter { $0.rule == "missing-purpose-string" || $0.rule == "deprecated-purpose-key" }
      expectEqual(found.flatMap(\.fixes).map(\.title), titles, system)
    }
  }

  /// A rule that is off keeps no other from speaking.
  @Test func anUnusedOldKeyIsTold() {
    let key = "NSCalendarsUsageDescription"
    let text = Self.app + Self.plist(key) + Self.defaults + Self.manifest([("UserDefaults", ["CA92.1"])])
    let texts = Dictionary(uniqueKeysWithValues: MarkedText(text).files.map { ("/Work/\($0.path)", $0.source) })
    let path = "/Work/App/Info.plist"
    let document = Document(path: path, kind: .infoPlist, text: texts[path] ?? SourceText(""))
    let evidence = linter.evidence(of: texts, in: "/Work").file(path)
    let rows: [(off: [String], told: String)] = [
      ([], "deprecated-purpose-key"), (["deprecated-purpose-key"], "unused-purpose-string"),
    ]
    for (off, told) in rows {
      var configuration = Configuration()
      for rule in off { configuration.severity[rule] = .some(nil) }
      let found = linter.lint(document, evidence: evidence, configuration: configuration)
      expectEqual(found.map(\.rule), [told])
    }
  }

  /// What code asks for isn’t to be removed, even if its text is empty.
  @Test func whatIsCalledForStays() {
    let key = "NSCameraUsageDescription"
    for (source, isRemovable) in [(Self.scan, false), ("--- App/Main.swift\nlet a = 1\n", true)] {
      let text = Self.app + Self.plist() + source
      var texts = Dictionary(uniqueKeysWithValues: MarkedText(text).files.map { ("/Work/\($0.path)", $0.source) })
      let path = "/Work/App/Info.plist"
      let plist = SourceText("<plist version=\"1.0\"><dict><key>\(key)</key><string></string></dict></plist>\n")
      texts[path] = plist
      let document = Document(path: path, kind: .infoPlist, text: plist)
      let found = linter.lint(document, evidence: linter.evidence(of: texts, in: "/Work").file(path))
        .filter { $0.rule == "empty-purpose-string" }
      expectEqual(found.flatMap(\.fixes).contains { $0.title.hasPrefix("Remove") }, isRemovable, source)
    }
  }

  /// The notes of a finding name the calls before the types that are only named.
  @Test func notesAreAboutCalls() {
    let texts = [
      "/Work/project.yml": "targets: {App: {type: application, platform: iOS, sources: [App]}}\n",
      "/Work/App/A.swift":
        "extension UserDefaults: Store {}\nlet a = UserDefaults.standard\nlet b = UserDefaults.standard\n",
    ].mapValues { SourceText($0) }
    let path = "/Work/App/A.swift"
    let text = texts[path] ?? SourceText("")
    let found = linter.lint(
      Document(path: path, kind: .source, text: text), evidence: linter.evidence(of: texts, in: "/Work").file(path))
    expectEqual(found.flatMap(\.related).map { text.line(at: $0.range.lower) + 1 }, [2, 3, 1], "lines of the notes")
  }

  /// What the app asks for itself counts, whatever code it links that isn’t known.
  @Test func locationInTheBackground() {
    let withEngine = Self.appWithKit + Self.kit(targets: "\"Kit\", \"Engine\"")
    let asks = "m.requestWhenInUseAuthorization()"
    let rows: [(app: String, manager: String, call: String, rule: String?)] = [
      (Self.app, "let m = CLLocationManager()", asks, nil), (withEngine, "let m = CLLocationManager()", asks, nil),
      (Self.app, "let m: CLLocationManagerProtocol = make()", asks, nil),
      // The call tells more.
      (withEngine, "let m = CLLocationManager()", asks + "; m.requestAlwaysAuthorization()", "missing-purpose-string"),
      (
        withEngine, "let m = CLLocationManager()", "m.startUpdatingLocation()", "background-mode-without-purpose-string"
      ),
    ]
    let asked: Set = ["missing-purpose-string", "background-mode-without-purpose-string"]
    for (app, manager, call, rule) in rows {
      let text =
        app + "--- App/Info.plist\n<plist version=\"1.0\"><dict><key>UIBackgroundModes</key><array>"
        + "<string>location</string></array><key>NSLocationWhenInUseUsageDescription</key>"
        + "<string>This app shows the trains around you.</string></dict></plist>\n"
        + "--- App/Here.swift\nimport CoreLocation\n\(manager)\nfunc f() { \(call) }\n"
      let files = MarkedText(text).files
      let texts = Dictionary(uniqueKeysWithValues: files.map { ("/Work/\($0.path)", $0.source) })
      let evidence = linter.evidence(of: texts, in: "/Work")
      let path = "/Work/App/Info.plist"
      let document = Document(path: path, kind: .infoPlist, text: texts[path] ?? SourceText(""))
      let rules = linter.lint(document, evidence: evidence.file(path)).map(\.rule).filter(asked.contains)
      expectEqual(rules, [rule].compactMap(\.self), app + manager + call)
    }
  }
}
