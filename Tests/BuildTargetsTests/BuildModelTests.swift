import BuildTargets
import SourceText
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
      """)
  }
}
