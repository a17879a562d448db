import BuildTargets
import TestSupport
import Testing

/// A `project.pbxproj` in few words: its objects, without the frame around them.
private func pbxproj(_ objects: String, settings: String = "SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 16.0;")
  -> String
{
  """
  // !$*UTF8*$!
  {archiveVersion = 1; objectVersion = 77; objects = {
  R = {isa = PBXProject; mainGroup = G; buildConfigurationList = RL; projectDirPath = "";};
  RL = {isa = XCConfigurationList; buildConfigurations = (RD, RR);};
  RD = {isa = XCBuildConfiguration; name = Debug; buildSettings = {\(settings)};};
  RR = {isa = XCBuildConfiguration; name = Release; buildSettings = {\(settings)};};
  \(objects)
  }; rootObject = R; }

  """
}

/// A target’s object with its list of configurations.
private func target(
  _ id: String, _ name: String, _ type: String, phases: String = "", settings: String = "", debug: String? = nil,
  more: String = ""
) -> String {
  """
  \(id) = {isa = PBXNativeTarget; name = "\(name)"; productType = "com.apple.product-type.\(type)"; \
  buildPhases = (\(phases)); buildConfigurationList = \(id)L; \(more)};
  \(id)L = {isa = XCConfigurationList; buildConfigurations = (\(id)D, \(id)R);};
  \(id)D = {isa = XCBuildConfiguration; name = Debug; buildSettings = {\(debug ?? settings)};};
  \(id)R = {isa = XCBuildConfiguration; name = Release; buildSettings = {\(settings)};};
  """
}

/// A project whose app compiles one file.
private func project(of name: String, compiling path: String) -> String {
  pbxproj(
    target("T", name, "application", phases: "S")
      + """

      S = {isa = PBXSourcesBuildPhase; files = (B);};
      B = {isa = PBXBuildFile; fileRef = F;};
      F = {isa = PBXFileReference; path = \(path); sourceTree = SOURCE_ROOT;};
      """)
}

@Suite struct BuildModelTests {
  @Test func xcodeProjects() {
    check(
      "groups, phases, shared files, extensions and tests",
      """
      --- App.xcodeproj/project.pbxproj
      \(pbxproj("""
        G = {isa = PBXGroup; children = (GA, GS, A4, PA, PW, PK); sourceTree = "<group>";};
        GA = {isa = PBXGroup; children = (A1, A2, A3, GI); path = App; sourceTree = "<group>";};
        GI = {isa = PBXGroup; name = Inner; children = (A5); sourceTree = "<group>";};
        GS = {isa = PBXGroup; children = (S1); path = ../Shared; sourceTree = SOURCE_ROOT;};
        A1 = {isa = PBXFileReference; path = App.swift; sourceTree = "<group>";};
        A2 = {isa = PBXFileReference; path = PrivacyInfo.xcprivacy; sourceTree = "<group>";};
        A3 = {isa = PBXFileReference; path = Old.m; sourceTree = "<group>";};
        A4 = {isa = PBXFileReference; path = Widget/Widget.swift; sourceTree = "<group>";};
        A5 = {isa = PBXFileReference; path = ./x/../Inner.mm; sourceTree = "<group>";};
        S1 = {isa = PBXFileReference; path = Store.swift; sourceTree = "<group>";};
        PA = {isa = PBXFileReference; path = App.app; sourceTree = BUILT_PRODUCTS_DIR;};
        PW = {isa = PBXFileReference; path = Widget.appex; sourceTree = BUILT_PRODUCTS_DIR;};
        PK = {isa = PBXFileReference; path = Kit.framework; sourceTree = BUILT_PRODUCTS_DIR;};
        B1 = {isa = PBXBuildFile; fileRef = A1;}; B2 = {isa = PBXBuildFile; fileRef = A2;};
        B3 = {isa = PBXBuildFile; fileRef = S1;}; B4 = {isa = PBXBuildFile; fileRef = S1;};
        B5 = {isa = PBXBuildFile; fileRef = A4;}; B6 = {isa = PBXBuildFile; fileRef = PW;};
        B7 = {isa = PBXBuildFile; fileRef = PK;}; B8 = {isa = PBXBuildFile; fileRef = A5; platformFilter = maccatalyst;};
        F1 = {isa = PBXSourcesBuildPhase; files = (B1, B3, B8);}; F2 = {isa = PBXResourcesBuildPhase; files = (B2);};
        F3 = {isa = PBXCopyFilesBuildPhase; dstSubfolderSpec = 13; files = (B6);};
        F4 = {isa = PBXSourcesBuildPhase; files = (B4, B5);}; F5 = {isa = PBXFrameworksBuildPhase; files = (B7);};
        D1 = {isa = PBXTargetDependency; target = T2;}; D2 = {isa = PBXTargetDependency; target = T1;};
        X1 = {isa = XCSwiftPackageProductDependency; productName = Nuke;};
        \(target("T1", "App", "application", phases: "F1, F2, F3, F5", settings: """
          INFOPLIST_FILE = "$(SRCROOT)/App/Info.plist"; CODE_SIGN_ENTITLEMENTS = App/App.entitlements; \
          GENERATE_INFOPLIST_FILE = YES; INFOPLIST_KEY_NSCameraUsageDescription = "Scans receipts.";
          """, more: "productReference = PA; dependencies = (D1); packageProductDependencies = (X1);"))
        \(target("T2", "Widget", "app-extension", phases: "F4", more: "productReference = PW;"))
        \(target("T3", "AppTests", "bundle.unit-test", more: "dependencies = (D2);"))
        \(target("T4", "Kit", "framework", settings: "SDKROOT = macosx;", more: "productReference = PK;"))
        \(target("T5", "Run", "tool", settings: "SUPPORTED_PLATFORMS = \"macosx\";"))
        \(target("T6", "Share", "app-extension"))
        """))
      --- App/App.swift
      --- App/Old.m
      --- App/Inner.mm
      --- App/PrivacyInfo.xcprivacy
      --- Widget/Widget.swift
      --- Widget/PrivacyInfo.xcprivacy
      --- Shared/Store.swift
      """,
      """
      App, application, iOS 16.0
        sources: App/App.swift Shared/Store.swift
        resources: App/PrivacyInfo.xcprivacy
        manifests: App/PrivacyInfo.xcprivacy
        Info.plist: App/Info.plist (generated)
        keys: NSCameraUsageDescription=Scans receipts.@App.xcodeproj/project.pbxproj NSCameraUsageDescription=Scans receipts.@App.xcodeproj/project.pbxproj
        entitlements: App/App.entitlements
        uses: Widget Kit Nuke?
        embeds: Widget
      Widget, app-extension, iOS 16.0
        sources: Shared/Store.swift Widget/Widget.swift
        manifests: Widget/PrivacyInfo.xcprivacy (not bundled)
      AppTests, unit-test, iOS 16.0, test
        uses: App
      Kit, framework, macOS
      Run, command-line-tool, macOS
      Share, app-extension, iOS 16.0, tool
      """)
  }

  @Test func synchronizedFoldersAndSettings() {
    check(
      "exceptions of both kinds, folders that are copied, documentation",
      """
      --- App.xcodeproj/project.pbxproj
      \(pbxproj("""
        G = {isa = PBXGroup; children = (GA, GW); sourceTree = "<group>";};
        GA = {isa = PBXFileSystemSynchronizedRootGroup; path = App; sourceTree = "<group>"; exceptions = (E1, E2);
          explicitFolders = (Templates);};
        GW = {isa = PBXFileSystemSynchronizedRootGroup; path = Widget; sourceTree = "<group>";};
        E1 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T1; membershipExceptions = (Info.plist, Old);
          platformFiltersByRelativePath = {Bridge.h = (ios, macos,); Mac = (macos,); Window.swift = (macos,);};};
        E2 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T2;
          membershipExceptions = (Model/Store.swift, PrivacyInfo.xcprivacy);};
        \(target("T1", "App", "application", settings: "INFOPLIST_FILE = App/Info.plist;", more:
          "fileSystemSynchronizedGroups = (GA);"))
        \(target("T2", "Widget", "app-extension", more: "fileSystemSynchronizedGroups = (GW);"))
        """))
      --- App/App.swift
      --- App/App.docc/Sample.swift
      --- App/Bridge.h
      --- App/Info.plist
      --- App/Mac/Menu.swift
      --- App/Model/Store.swift
      --- App/Old/Old.swift
      --- App/PrivacyInfo.xcprivacy
      --- App/Templates/New.swift
      --- App/Window.swift
      --- Widget/Widget.swift
      --- Apples/Other.swift
      """,
      """
      App, application, iOS 16.0
        sources: App/App.swift App/Model/Store.swift
        headers: App/Bridge.h
        resources: App/PrivacyInfo.xcprivacy App/Templates/New.swift
        manifests: App/PrivacyInfo.xcprivacy
        Info.plist: App/Info.plist
      Widget, app-extension, iOS 16.0
        sources: App/Model/Store.swift Widget/Widget.swift
        resources: App/PrivacyInfo.xcprivacy
        manifests: App/PrivacyInfo.xcprivacy
      """)
    check(
      "files that the build leaves out, platforms, configuration files, a script that copies manifests",
      """
      --- P/App.xcodeproj/project.pbxproj
      \(pbxproj("""
        G = {isa = PBXGroup; children = (A, B, C, X); sourceTree = "<group>";};
        A = {isa = PBXFileReference; path = A.swift; sourceTree = "<group>";};
        B = {isa = PBXFileReference; path = Debug/Menu.swift; sourceTree = "<group>";};
        C = {isa = PBXFileReference; path = Mock.swift; sourceTree = "<group>";};
        X = {isa = PBXFileReference; path = App.xcconfig; sourceTree = "<group>";};
        BA = {isa = PBXBuildFile; fileRef = A; platformFilters = (ios, maccatalyst);}; BB = {isa = PBXBuildFile; fileRef = B;};
        BC = {isa = PBXBuildFile; fileRef = C;};
        F1 = {isa = PBXSourcesBuildPhase; files = (BA, BB, BC);};
        F2 = {isa = PBXShellScriptBuildPhase; shellScript = "cp $SRCROOT/PrivacyInfo.xcprivacy $OUT\\n";};
        T1 = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
          buildPhases = (F1, F2); buildConfigurationList = L;};
        L = {isa = XCConfigurationList; buildConfigurations = (LD, LR);};
        LD = {isa = XCBuildConfiguration; name = Debug; buildSettings = {};};
        LR = {isa = XCBuildConfiguration; name = Release; baseConfigurationReference = X; buildSettings = {
          EXCLUDED_SOURCE_FILE_NAMES = "$(inherited) Menu*"; SUPPORTS_MACCATALYST = YES;};};
        """))
      --- P/App.xcconfig
      EXCLUDED_SOURCE_FILE_NAMES = $(SRCROOT)/Mo?k.swift
      INFOPLIST_KEY_NSCameraUsageDescription = Scans a receipt.
      --- P/A.swift
      --- P/Debug/Menu.swift
      --- P/Mock.swift
      --- P/PrivacyInfo.xcprivacy
      """,
      """
      App, application, Mac Catalyst 16.0, iOS 16.0
        sources: P/A.swift
        manifests: P/PrivacyInfo.xcprivacy (script)
        keys: NSCameraUsageDescription=Scans a receipt.@P/App.xcconfig
      """)
  }

  @Test func whatShips() {
    let app = target("T1", "Kit Demo", "application", phases: "F1")
    let kit = target("T2", "Kit", "framework", phases: "F2", more: "productReference = PK;")
    let mocks = target("T3", "KitMocks", "framework", more: "dependencies = (D2);")
    let tests = target("T4", "KitTests", "bundle.unit-test", more: "dependencies = (D2, D3);")
    let objects = """
      G = {isa = PBXGroup; children = (A, K, KH, KR, PK); sourceTree = "<group>";};
      A = {isa = PBXFileReference; path = Demo/App.m; sourceTree = "<group>";};
      K = {isa = PBXFileReference; path = Kit/Kit.m; sourceTree = "<group>";};
      KH = {isa = PBXFileReference; path = Kit/Public.h; sourceTree = "<group>";};
      KR = {isa = PBXFileReference; path = Kit/PrivacyInfo.xcprivacy; sourceTree = "<group>";};
      PK = {isa = PBXFileReference; path = Kit.framework; sourceTree = BUILT_PRODUCTS_DIR;};
      BA = {isa = PBXBuildFile; fileRef = A;}; BK = {isa = PBXBuildFile; fileRef = K;}; BH = {isa = PBXBuildFile; fileRef = KH;};
      F1 = {isa = PBXSourcesBuildPhase; files = (BA);}; F2 = {isa = PBXSourcesBuildPhase; files = (BK);};
      F3 = {isa = PBXHeadersBuildPhase; files = (BH);};
      D2 = {isa = PBXTargetDependency; target = T2;}; D3 = {isa = PBXTargetDependency; target = T3;};
      """
    check(
      "a sample beside a framework, what only tests use, headers beside sources and in include folders",
      """
      --- Kit.xcodeproj/project.pbxproj
      \(pbxproj([objects, app, kit, mocks, tests].joined(separator: "\n")))
      --- Demo/App.m
      --- Demo/App.h
      --- Demo/Shared.h
      --- Kit/Kit.m
      --- Kit/include/Kit/Kit.h
      --- Kit/PrivacyInfo.xcprivacy
      --- Elsewhere/Deep/Down/Other.h
      """,
      """
      Kit Demo, application, iOS 16.0, sample
        sources: Demo/App.m
        headers: Demo/App.h Demo/Shared.h
      Kit, framework, iOS 16.0
        sources: Kit/Kit.m
        headers: Kit/include/Kit/Kit.h
        manifests: Kit/PrivacyInfo.xcprivacy (not bundled)
      KitMocks, framework, iOS 16.0, test
        uses: Kit
      KitTests, unit-test, iOS 16.0, test
        uses: Kit KitMocks
      """)
    check(
      "the example of a Flutter plug-in, and an app with a podspec in its own folder",
      """
      --- plugin/ios/plugin.podspec
      Pod::Spec.new do |s|
        s.name = 'plugin'
        s.source_files = 'Classes/**/*'
        s.resource_bundles = {'plugin_privacy' => ['Resources/PrivacyInfo.xcprivacy']}
      end
      --- plugin/ios/Classes/Plugin.swift
      --- plugin/ios/Resources/PrivacyInfo.xcprivacy
      --- plugin/example/ios/Runner.xcodeproj/project.pbxproj
      \(pbxproj(target("T1", "Runner", "application")))
      --- app/ios/Local.podspec
      Pod::Spec.new do |s|
        s.name = 'Local'
      end
      --- app/ios/App.xcodeproj/project.pbxproj
      \(pbxproj(target("T1", "App", "application")))
      """,
      """
      App, application, iOS 16.0
      Runner, application, iOS 16.0, sample
      Local, pod
      plugin, pod
        sources: plugin/ios/Classes/Plugin.swift
        resources: plugin/ios/Resources/PrivacyInfo.xcprivacy
        manifests: plugin/ios/Resources/PrivacyInfo.xcprivacy
      """)
    check(
      "a podspec beside an app, with the app’s own files",
      """
      --- Whole.podspec
      Pod::Spec.new do |s|
        s.name = package['name']
        s.source_files = 'ios/**/*.{h,m}'
      end
      --- ios/App.xcodeproj/project.pbxproj
      \(project(of: "App", compiling: "App/main.m"))
      --- ios/App/main.m
      --- ios/App/Feed.m
      """,
      """
      App, application, iOS 16.0
        sources: ios/App/main.m
      Whole, pod, tool
        sources: ios/App/Feed.m ios/App/main.m
      """)
    check(
      "the target of React Native’s template without its files, and others whose Info.plist a tool may write",
      """
      --- App.xcodeproj/project.pbxproj
      \(pbxproj([
        target("T1", "App", "application", settings: "INFOPLIST_FILE = App/Info.plist;"),
        target("T2", "App-tvOS", "application", settings: "INFOPLIST_FILE = \"App-tvOS/Info.plist\";"),
        target("T3", "Web", "application", settings: "INFOPLIST_FILE = Web/Info.plist;"),
        target("T4", "TV-tvOS", "application", settings: "INFOPLIST_FILE = TV/Info.plist;"),
      ].joined()))
      --- App/Info.plist
      <plist><dict></dict></plist>
      --- TV/Info.plist
      <plist><dict></dict></plist>
      """,
      """
      App, application, iOS 16.0
        Info.plist: App/Info.plist
      App-tvOS, application, iOS 16.0, tool
        Info.plist: App-tvOS/Info.plist
      Web, application, iOS 16.0
        Info.plist: Web/Info.plist
      TV-tvOS, application, iOS 16.0
        Info.plist: TV/Info.plist
      """)
    check(
      "a pod that takes in the start of its example",
      """
      --- Wide.podspec
      Pod::Spec.new do |s|
        s.authors.name = 'Somebody'
        s.source_files = '**/*.{h,m}'
      end
      --- Example/Example.xcodeproj/project.pbxproj
      \(project(of: "Example", compiling: "main.m"))
      --- Example/main.m
      --- Kit.m
      """,
      """
      Example, application, iOS 16.0, sample
        sources: Example/main.m
      Wide, pod
        sources: Example/main.m Kit.m
      """)
    check(
      "an app that answers App Store Connect’s question, beside a pod that it is made of",
      """
      --- Parts.podspec
      Pod::Spec.new do |s|
        s.name = 'Parts'
        s.vendored_frameworks = 'Parts.xcframework'
      end
      --- App.xcodeproj/project.pbxproj
      \(pbxproj([
        target("T1", "App", "application", settings: "INFOPLIST_FILE = Info.plist;"),
        target("T2", "Demo", "application", settings: "INFOPLIST_FILE = Info.plist;"),
        target("T3", "Other", "application"),
        target("T4", "Share", "app-extension"),
      ].joined()))
      --- Info.plist
      <plist><dict><key>ITSAppUsesNonExemptEncryption</key><false/></dict></plist>
      """,
      """
      App, application, iOS 16.0
        Info.plist: Info.plist
      Demo, application, iOS 16.0, sample
        Info.plist: Info.plist
      Other, application, iOS 16.0, sample
      Share, app-extension, iOS 16.0
      Parts, pod
      """)
    check(
      "an app beside a patched copy of another pod’s podspec",
      """
      --- Patched.podspec
      Pod::Spec.new do |s|
        s.name = 'Patched'
        s.source_files = 'Patched/**/*.{h,m}'
      end
      --- App.xcodeproj/project.pbxproj
      \(pbxproj(target("T1", "App", "application")))
      """,
      """
      App, application, iOS 16.0
      Patched, pod
      """)
    check(
      "an app beside a pod of binaries shows how to use it",
      """
      --- Binary.podspec
      Pod::Spec.new do |s|
        s.name = 'Binary'
        s.vendored_frameworks = 'Binary.xcframework'
      end
      --- App.xcodeproj/project.pbxproj
      \(pbxproj(target("T1", "App", "application")))
      """,
      """
      App, application, iOS 16.0, sample
      Binary, pod
      """)
    check(
      "an app of its own is no sample, whatever it is called",
      """
      --- Demo/Demo.xcodeproj/project.pbxproj
      \(pbxproj(target("T1", "Demo", "application")))
      """,
      "Demo, application, iOS 16.0")
    check(
      "a target with the Mac’s SDK, in a project for several systems",
      """
      --- App.xcodeproj/project.pbxproj
      \(pbxproj([
        target("T1", "App", "application"), target("T2", "Server", "application", settings: "SDKROOT = macosx;"),
        target("T3", "Both", "application", settings: """
          SDKROOT = macosx; SUPPORTED_PLATFORMS = "iphoneos macosx";
          """),
        """
        T4 = {isa = PBXNativeTarget; name = File; productType = "com.apple.product-type.application"; \
        buildConfigurationList = T4L;}; T4L = {isa = XCConfigurationList; buildConfigurations = (T4D);};
        T4D = {isa = XCBuildConfiguration; name = Debug; baseConfigurationReference = X; buildSettings = {SDKROOT = macosx;};};
        X = {isa = PBXFileReference; path = Own.xcconfig; sourceTree = "<group>";}; G = {isa = PBXGroup; children = (X);};
        """,
      ].joined(separator: "\n"), settings: "SDKROOT = iphoneos; SUPPORTED_PLATFORMS = \"iphoneos macosx\";"))
      --- Own.xcconfig
      SUPPORTED_PLATFORMS = iphoneos macosx
      """,
      """
      App, application, iOS, macOS
      Server, application, macOS
      Both, application, iOS, macOS
      File, application, iOS, macOS
      """)
    let model = model(
      """
      --- App.xcodeproj/project.pbxproj
      \(pbxproj([
        target("T1", "App", "application"), target("T2", "Mac", "application", settings: "SDKROOT = macosx;"),
        target("T3", "Tests", "bundle.ui-testing"), target("T4", "Watch", "application.watchapp2"),
        target("T5", "Lost", "application", settings: "SDKROOT = \"$(MISSING)\"; IPHONEOS_DEPLOYMENT_TARGET = \"\";"),
      ].joined(separator: "\n"), settings: "SDKROOT = iphoneos;"))
      """)
    expectEqual(model.targets.map(\.ships), [true, true, false, true, true], "what ships")
    expectEqual(model.targets.map(\.needsDeclarations), [true, false, false, true, true], "what needs declarations")
  }

  /// Xcode makes a framework of a dynamic product, and its code is no part of what links it.
  @Test func dynamicProducts() {
    check(
      "one that a program links",
      """
      --- Kit/Package.swift
      // swift-tools-version: 5.9
      let package = Package(
        name: "Kit", platforms: [.iOS(.v15)],
        products: [
          .library(name: "KitShared", type: .dynamic, targets: ["Kit"]),
          .library(name: "KitUnused", type: .dynamic, targets: ["Kit"]), .library(name: "Kit", targets: ["Kit"]),
        ],
        targets: [.target(name: "Kit")])
      --- Kit/Sources/Kit/Kit.swift
      --- App/App.swift
      --- project.yml
      packages:
        Kit: {path: Kit}
      targets:
        App:
          type: application
          platform: iOS
          sources: App
          dependencies:
            - {package: Kit, product: KitShared}
      """,
      """
      Kit, library, iOS 15.0
        sources: Kit/Sources/Kit/Kit.swift
      App, application, iOS
        sources: App/App.swift
        uses: KitShared
      KitShared, framework, iOS 15.0
        uses: Kit
      """)
  }

  @Test func packages() {
    check(
      "layouts, resources, platforms, products, dependencies",
      """
      --- Package.swift
      // swift-tools-version: 5.9
      /* targets: [.target(name: "No")] */
      import PackageDescription
      let common: [Target] = [.target(name: "Common", path: "Base", exclude: ["Old", "Notes.swift"])]
      #if os(Linux)
      #endif
      let mac: SupportedPlatform = .macOS("12.3")
      let package = Package(
        name: "Kit",
        platforms: [.iOS(.v15), mac, .tvOS(.v15_4)],
        products: [
          .library(name: "Kit", type: .dynamic, targets: ["Kit"]),
          .executable(name: "make", targets: ["make"]),
        ],
        dependencies: [.package(url: "https://example.com/x", from: "1.0.0")],
        targets: [
          .target(
            name: "Kit",
            dependencies: [.base, .nuke, .target(name: "CKit", condition: nil), .unknown],
            sources: ["Kit", "Extra.swift"],
            resources: [.process("Resources"), .copy("PrivacyInfo.xcprivacy")],
            swiftSettings: [.define("A", .when(platforms: [.iOS]))]),
          .target(name: "CKit", publicHeadersPath: "include"),
          Target.executableTarget(name: "make"),
          .testTarget(name: "KitTests", dependencies: ["Kit", "Helpers"]),
          .target(name: "Helpers", path: "Tests/Helpers"), .plugin(name: "Gen", capability: .buildTool()),
          .binaryTarget(name: "Bin", path: "Bin.xcframework"),
        ] + common
      )
      extension Target.Dependency {
        static let base: Target.Dependency = "Common"
        static let nuke = Target.Dependency.product(name: "Nuke", package: "nuke")
      }
      package.targets.append(.target(name: "Late"))
      package.targets += [.macro(name: "Mac")]
      --- Base/Base.swift
      --- Base/Notes.swift
      --- Base/Old/Old.swift
      --- Sources/Kit/Extra.swift
      --- Sources/Kit/Other.swift
      --- Sources/Kit/Kit/Kit.swift
      --- Sources/Kit/Kit.docc/Code.swift
      --- Sources/Kit/PrivacyInfo.xcprivacy
      --- Sources/Kit/Resources/Template.swift
      --- Source/CKit/a.c
      --- Source/CKit/include/CKit.h
      --- Sources/make/main.swift
      --- Sources/Late/Late.swift
      --- Sources/Late/PrivacyInfo.xcprivacy
      --- Tests/KitTests/T.swift
      --- Tests/Helpers/H.swift
      --- Plugins/Gen/G.swift
      """,
      """
      Kit, library, iOS 15.0, macOS 12.3, tvOS 15.4
        sources: Sources/Kit/Extra.swift Sources/Kit/Kit/Kit.swift
        resources: Sources/Kit/PrivacyInfo.xcprivacy Sources/Kit/Resources/Template.swift
        manifests: Sources/Kit/PrivacyInfo.xcprivacy
        uses: Common CKit Nuke?
      CKit, library, iOS 15.0, macOS 12.3, tvOS 15.4
        sources: Source/CKit/a.c
        headers: Source/CKit/include/CKit.h
      make, command-line-tool, macOS
        sources: Sources/make/main.swift
      KitTests, unit-test, iOS 15.0, macOS 12.3, tvOS 15.4, test
        sources: Tests/KitTests/T.swift
        uses: Kit Helpers
      Helpers, library, iOS 15.0, macOS 12.3, tvOS 15.4, test
        sources: Tests/Helpers/H.swift
      Gen, build-tool, macOS, tool
        sources: Plugins/Gen/G.swift
      Common, library, iOS 15.0, macOS 12.3, tvOS 15.4
        sources: Base/Base.swift
      Late, library, iOS 15.0, macOS 12.3, tvOS 15.4
        sources: Sources/Late/Late.swift
        manifests: Sources/Late/PrivacyInfo.xcprivacy (not bundled)
      Mac, build-tool, macOS, tool
      """)
    check(
      "one target without a folder of its own, the newest description, an app of a package",
      """
      --- A/Package.swift
      import PackageDescription
      let package = Package(name: "Old", targets: [.target(name: "Old")])
      --- A/Package@swift-5.10.swift
      let package = Package(name: "New", products: [.iOSApplication(name: "New", targets: ["New"])], targets: [.executableTarget(name: "New")])
      --- A/Package@swift-5.9.swift
      let package = Package(name: "Middle", targets: [.target(name: "Middle")])
      --- A/Sources/App.swift
      """,
      """
      New, application, iOS
        sources: A/Sources/App.swift
      """)
    check(
      "what is computed is told, and nothing is guessed",
      """
      --- Package.swift
      // swift-tools-version: 6.1
      let name = "K" + "it"
      let package = Package(
        name: name,
        products: makeProducts(),
        targets: [
          .target(name: "\\(name)A"),
          .target(name: "B", path: root + "/B"),
          .target(name: "C", exclude: [folder], resources: [.process(folder)]),
          module("D"), module("E"),
        ] + (flag ? extra : [])
      )
      for target in package.targets { target.exclude.append("x") }
      --- Sources/B/B.swift
      --- Sources/C/C.swift
      --- Sources/C/PrivacyInfo.xcprivacy
      """,
      """
      B, library
      C, library
        sources: Sources/C/C.swift
        manifests: Sources/C/PrivacyInfo.xcprivacy (script)
      unread Package.swift:7:19: “"\\(name)A"” is computed, so the target isn’t read
      unread Package.swift:8:30: “root + "/B"” is computed, so the files of “B” are unknown
      unread Package.swift:9:34: “folder” is computed, so the files of “C” may differ
      unread Package.swift:9:55: “.process(folder)” is computed, so the resources of “C” may differ
      unread Package.swift:10:5: “module("D")” is computed, so its targets are unknown
      unread Package.swift:11:7: “(flag ? extra : [])” is computed, so its targets are unknown
      unread Package.swift:13:33: “target.exclude.append” is changed later, which isn’t read
      """)
    check(
      "an Xcode project that uses a package beside it",
      """
      --- App/App.xcodeproj/project.pbxproj
      \(pbxproj("""
        X = {isa = XCSwiftPackageProductDependency; productName = KitUI;};
        \(target("T1", "App", "application", more: "packageProductDependencies = (X);"))
        """))
      --- Kit/Package.swift
      let package = Package(name: "Kit", products: [.library(name: "KitUI", targets: ["UI"])], targets: [.target(name: "UI")])
      --- Kit/Sources/UI/UI.swift
      """,
      """
      UI, library
        sources: Kit/Sources/UI/UI.swift
      App, application, iOS 16.0
        uses: UI
      """)
  }

  @Test func xcodeGen() {
    check(
      "templates, includes, patterns, build phases, several platforms, properties and settings",
      """
      --- project.yml
      name: Board
      include:
        - path: Base/targets.yml
        - missing.yml
      options: {deploymentTarget: {iOS: "16.0", tvOS: 17}, fileTypes: {txt: {buildPhase: none}}}
      settings:
        INFOPLIST_KEY_NSMicrophoneUsageDescription: "Records a note."
      settingGroups:
        texts:
          "INFOPLIST_KEY_NSCameraUsageDescription": 'Scans a ''card''.'
      targetTemplates:
        Inner: {sources: [Common]}
        Base:
          templates: [Inner]
          templateAttributes:
            folder: ${target_name}
          sources:
          - path: ${folder}   # the target’s own
            excludes: ["**/*.md", Sandbox, "{Old,New}.swift"]
      targets:
        Board:
          type: application
          platform: iOS
          templates: [Base]
          sources:
            - Extra/One.swift
            - {path: Assets, type: folder}
            - path: Wide
              includes:
                - "*.swift"
          dependencies:
            - target: Keys
            - {target: Kit_iOS, embed: false}
            - package: Nuke
            - sdk: UIKit.framework
          info:
            path: Board/Info.plist
            properties:
              NSBonjourServices: [_board._tcp, "_b._udp"]
              NSCameraUsageDescription: >
                Scans
                the card.
          entitlements: {path: Board/B.entitlements, properties: {com.apple.security.application-groups: [group.b]}}
          settings:
            groups: [texts]
            base: {GENERATE_INFOPLIST_FILE: YES}
        Keys:
          type: app-extension
          platform: iOS
          sources: Keys
        Kit:
          type: framework
          platform: [iOS, tvOS]
          sources:
            - path: Kit
            - path: Kit/PrivacyInfo.xcprivacy
              buildPhase: none
        Tests: {type: bundle.unit-test, platform: macOS, sources: [{path: "${ROOT}/Tests"}]}
      --- Base/targets.yml
      targets:
        Clip:
          type: application.on-demand-install-capable
          supportedDestinations: [iOS, macCatalyst]
          sources: [Clip]
        Desk: {type: application, platform: iOS, sources: [Clip], settings: {TARGETED_DEVICE_FAMILY: "6"}}
      --- Base/Clip/Clip.swift
      --- Board/A.swift
      --- Board/Info.plist
      --- Board/New.swift
      --- Board/PrivacyInfo.xcprivacy
      --- Board/Sandbox/Try.swift
      --- Board/Sub/B.m
      --- Board/Sub/B.h
      --- Common/C.swift
      --- Extra/One.swift
      --- Assets/Template.swift
      --- Wide/W.swift
      --- Wide/W.mm
      --- Keys/K.swift
      --- Kit/Kit.swift
      """,
      """
      Board, application, iOS 16.0
        sources: Board/A.swift Board/Sub/B.m Common/C.swift Extra/One.swift Wide/W.swift
        headers: Board/Sub/B.h
        resources: Assets/Template.swift Board/PrivacyInfo.xcprivacy
        manifests: Board/PrivacyInfo.xcprivacy
        Info.plist: Board/Info.plist (generated)
        keys: NSBonjourServices=_board._tcp+_b._udp@project.yml NSCameraUsageDescription=Scans the card.@project.yml NSMicrophoneUsageDescription=Records a note.@project.yml NSCameraUsageDescription=Scans a 'card'.@project.yml
        entitlements: Board/B.entitlements com.apple.security.application-groups=group.b
        uses: Keys Kit_iOS Nuke?
        embeds: Keys
      Keys, app-extension, iOS 16.0
        sources: Keys/K.swift
        keys: NSMicrophoneUsageDescription=Records a note.@project.yml
      Kit_iOS, framework, iOS 16.0
        sources: Kit/Kit.swift
        keys: NSMicrophoneUsageDescription=Records a note.@project.yml
      Kit_tvOS, framework, tvOS 17.0
        sources: Kit/Kit.swift
        keys: NSMicrophoneUsageDescription=Records a note.@project.yml
      Tests, unit-test, macOS, test
        keys: NSMicrophoneUsageDescription=Records a note.@project.yml
      Clip, app-clip, Mac Catalyst, iOS 16.0
        sources: Base/Clip/Clip.swift
        keys: NSMicrophoneUsageDescription=Records a note.@project.yml
      Desk, application, Mac Catalyst 16.0
        sources: Base/Clip/Clip.swift
        keys: NSMicrophoneUsageDescription=Records a note.@project.yml
      unread project.yml:4:5: “missing.yml” can’t be read, so its targets are unknown
      unread project.yml:58:69: “"${ROOT}/Tests"” depends on the environment
      """)
    check(
      "beside the project that it makes it says what property lists get",
      """
      --- project.yml
      name: App
      targets:
        App:
          type: application
          platform: iOS
          info: {path: Info.plist, properties: {NSCameraUsageDescription: Scans.}}
          sources: [Nowhere]
      --- App.xcodeproj/project.pbxproj
      \(pbxproj(target("T1", "App", "application")))
      """,
      """
      App, application, iOS 16.0
        keys: NSCameraUsageDescription=Scans.@project.yml
      """)
    check(
      "configuration files of the project, of a template and of a target, with what they include; one is missing",
      """
      --- project.yml
      configFiles: {Debug: all.xcconfig, Release: all.xcconfig}
      settings: {GENERATE_INFOPLIST_FILE: YES}
      targetTemplates:
        Base: {configFiles: {Release: "xc/${target_name}.xcconfig"}}
      targets:
        App:
          type: application
          platform: iOS
          templates: [Base]
        Other:
          type: application
          platform: iOS
          configFiles: {Debug: none.xcconfig}
      --- all.xcconfig
      INFOPLIST_KEY_NSCameraUsageDescription = Scans.
      --- xc/App.xcconfig
      #include "more/keys.xcconfig"
      #include? "own.xcconfig"
      INFOPLIST_FILE = App/Info.plist
      --- xc/more/keys.xcconfig
      INFOPLIST_KEY_NSMicrophoneUsageDescription = Records.
      """,
      """
      App, application, iOS
        Info.plist: App/Info.plist (generated)
        keys: NSCameraUsageDescription=Scans.@all.xcconfig NSMicrophoneUsageDescription=Records.@xc/more/keys.xcconfig
      Other, application, iOS, lacks settings
        Info.plist: (generated)
        keys: NSCameraUsageDescription=Scans.@all.xcconfig
      unread project.yml:13:26: “none.xcconfig” or a file that it includes can’t be read, so its settings are unknown
      """)
    check(
      "what YAML doesn’t allow is said once",
      """
      --- project.yml
      name: "App
      targets:
      \tApp:
      \t\ttype: application
      <<<<<<< HEAD
        B: {type: application, platform: iOS
      =======
      >>>>>>> other
      """,
      """
      App, application
      unread project.yml:1:7: “"App” has no closing quotation mark
      unread project.yml:3:1: “App:” is indented with a tab, which YAML doesn’t allow
      unread project.yml:5:1: “<<<<<<< HEAD” is left over from a merge; both sides count
      unread project.yml:6:6: “{type: application, platform: iOS” has no closing bracket
      """)
    // A list that is being typed ends where the next entry begins.
    for value in ["[App", "[App,", "[{path: App", "[\"App", "\"App", "[App # more\n      , Main"] {
      let found = model(
        """
        --- project.yml
        targets:
          App:
            type: application
            sources: \(value)
            dependencies: [{target: Core}]
          Core:
            type: framework
            sources: [Core]
        --- App/A.swift
        --- Core/C.swift
        """)
      expectEqual(
        found.targets.map { "\($0.name): \($0.sources.joined(separator: " "))" }.sorted(),
        ["App: /App/A.swift", "Core: /Core/C.swift"], value)
    }
  }

  @Test func pods() {
    check(
      "subspecs, patterns, bundles, platforms, tests and apps of a pod, a sample beside it",
      """
      --- Kit.podspec
      Pod::Spec.new do |s|
        s.name = 'Kit' # the name
        version = '1.2'
        s.version = version
        s.description = <<-DESC
          s.source_files = 'No/*.swift'
        DESC
        s.platforms = { :ios => '12.0', 'osx' => '10.14' }
        s.tvos.deployment_target = "13.0"
        base = "Sources"
        s.source_files = base + '/**/*.{h,m}',
                         'Swift/*.swift'
        s.osx.source_files = 'Mac/*.m'
        s.exclude_files = %w[Sources/Old Sources/**/*Test.m]
        s.resource_bundles = {'Kit_Privacy' => ['Resources/PrivacyInfo.xcprivacy']}
        s.dependency 'Base', '~> 2.0'
        s.subspec 'Extra' do |e|
          e.ios.source_files = ['Extra']
          e.dependency 'Kit/Core' if version
        end
        s.test_spec 'Tests' do |t|
          t.source_files = 'Tests/**/*'
        end
        s.app_spec 'Try' do |a|
          a.source_files = 'Try/*.swift'
        end
        unless ENV['X']
          s.resources = "#{root}/x"
        end
      end
      --- Base/Base.podspec.json
      {"name": "Base", "platforms": {"ios": "11.0"}, "source_files": ["*.swift"], "subspecs": [
        {"name": "A", "ios": {"source_files": "A/*.m"}, "resource_bundles": {"B": "PrivacyInfo.xcprivacy"}}],
       "testspecs": [{"name": "Unit", "source_files": "T/*.swift"}]}
      --- Example/Example.xcodeproj/project.pbxproj
      \(pbxproj(target("T1", "Try it", "application")))
      --- Base/B.swift
      --- Base/A/a.m
      --- Base/T/T.swift
      --- Base/PrivacyInfo.xcprivacy
      --- Sources/a.m
      --- Sources/Deep/a.h
      --- Sources/Deep/aTest.m
      --- Sources/Old/o.m
      --- Sources/s.swift
      --- Swift/s.swift
      --- Mac/m.m
      --- Extra/e.swift
      --- Resources/PrivacyInfo.xcprivacy
      --- Tests/x/t.swift
      --- Try/App.swift
      """,
      """
      Try it, application, iOS 16.0, sample
      Base, pod, iOS 11.0
        sources: Base/A/a.m Base/B.swift
        resources: Base/PrivacyInfo.xcprivacy
        manifests: Base/PrivacyInfo.xcprivacy
      Base/Unit, unit-test, iOS 11.0, test
        sources: Base/T/T.swift
      Kit, pod, iOS 12.0, macOS 10.14, tvOS 13.0
        sources: Extra/e.swift Sources/a.m Swift/s.swift
        headers: Sources/Deep/a.h
        resources: Resources/PrivacyInfo.xcprivacy
        manifests: Resources/PrivacyInfo.xcprivacy
        uses: Base Kit/Core?
      Kit/Tests, unit-test, iOS 12.0, macOS 10.14, tvOS 13.0, test
        sources: Tests/x/t.swift
      Kit/Try, application, iOS 12.0, macOS 10.14, tvOS 13.0, sample
        sources: Try/App.swift
      unread Kit.podspec:28:5: “resources” is computed, so the files may differ
      """)
    check(
      "what a Podfile and its lock give a target, as React Native and Flutter have them",
      """
      --- ios/Podfile
      require_relative '../node_modules/react-native/scripts/react_native_pods'
      platform :ios, min_ios_version_supported
      pod 'Shared'
      def all_pods
        pod 'All'
        more
      end
      def more
        pod 'More'
      end
      target 'Other' do
        all_pods
      end
      target 'App' do
        config = use_native_modules!
        use_react_native!(:path => config[:reactNativePath], :hermes_enabled => true)
        pod 'Firebase/Core', '~> 10'
        pod 'Local', :path => '../local'
        target 'AppTests' do
          inherit! :complete
          pod 'Quick'
        end
        post_install do |installer|
          installer.pods_project.targets.each do |target|
            target.name
          end
        end
      end
      --- ios/Podfile.lock
      PODS:
        - Firebase/Core (10.1):
          - FirebaseAnalytics (~> 10.1)
        - FirebaseAnalytics (10.1)
        - Local (1)
      DEPENDENCIES:
        - Firebase/Core (~> 10)
      COCOAPODS: 1.15.2
      --- ios/App.xcodeproj/project.pbxproj
      \(pbxproj([
        target("T1", "App", "application"), target("T2", "AppTests", "bundle.unit-test"), target("T3", "Other", "application"),
      ].joined(separator: "\n")))
      --- local/Local.podspec
      package = JSON.parse(File.read(File.join(__dir__, 'package.json')))
      Pod::Spec.new do |s|
        s.name = package['name']; s.source_files = 'l.swift'
      end
      --- local/l.swift
      --- app.json
      {"expo": {"name": "No", "ios": {"infoPlist": {"NSCameraUsageDescription": "No."}}}}
      """,
      """
      App, application, iOS 16.0
        uses: Local Firebase/Core? FirebaseAnalytics? Shared?
      AppTests, unit-test, iOS 16.0, test
        uses: Local Firebase/Core? FirebaseAnalytics? Quick? Shared?
      Other, application, iOS 16.0
        uses: All? More? Shared?
      Local, pod
        sources: local/l.swift
      """)
  }

  @Test func expo() {
    check(
      "an app without an Xcode project",
      """
      --- app.json
      {
        "expo": {
          "name": "Tide", "slug": "tide", "platforms": ["ios", "android"],
          "ios": {
            "infoPlist": {"NSCameraUsageDescription": "Scans a receipt.", "UIBackgroundModes": ["audio"], "ITSApp": false},
            "entitlements": {"com.apple.developer.healthkit": true},
            "privacyManifests": {"NSPrivacyAccessedAPITypes": []}
          },
          "plugins": ["expo-router", ["expo-camera", {"cameraPermission": "Allow $(PRODUCT_NAME)"}]]
        }
      }
      --- modules/dive/ios/Dive.podspec
      Pod::Spec.new do |s|
        s.name = "Dive"
        s.source_files = "**/*.{h,m,swift}"
      end
      --- modules/dive/ios/Dive.swift
      --- other/app.json
      {"name": "not Expo’s", "ios": 1}
      --- web/app.json
      {"expo": {"name": "Web", "platforms": ["web"]}}
      --- broken/app.json
      {"expo": {"name": "Half", "ios": {"infoPlist": {"NSA": "b"
      --- js/app.config.js
      module.exports = {}
      """,
      """
      Dive, pod
        sources: modules/dive/ios/Dive.swift
      Tide, application, iOS
        manifests: app.json
        Info.plist: (generated)
        keys: NSCameraUsageDescription=Scans a receipt.@app.json UIBackgroundModes=audio@app.json ITSApp=@app.json
        entitlements: com.apple.developer.healthkit=
        uses: Dive expo-router? expo-camera?
        options: expo-camera.cameraPermission=Allow $(PRODUCT_NAME)
      Half, application, iOS
        Info.plist: (generated)
        keys: NSA=b@broken/app.json
      unread broken/app.json:1:1: isn’t valid JSON: The object is not closed
      unread js/app.config.js: is a program, so what it adds to the app is unknown
      """)
  }
}
