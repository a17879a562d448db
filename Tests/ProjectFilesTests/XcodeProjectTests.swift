import ProjectFiles
import PropertyList
import SourceText
import TestSupport
import Testing

@Suite struct XcodeProjectTests {
  private static let project = """
    // !$*UTF8*$!
    {
    	archiveVersion = 1;
    	classes = {
    	};
    	objectVersion = 77;
    	objects = {

    /* Begin PBXBuildFile section */
    		B1 /* InfoPlist.strings in Resources */ = {isa = PBXBuildFile; fileRef = V1 /* InfoPlist.strings */; };
    		B2 /* PrivacyInfo.xcprivacy in Resources */ = {isa = PBXBuildFile; fileRef = F1; };
    /* End PBXBuildFile section */

    /* Begin PBXFileReference section */
    		F1 /* PrivacyInfo.xcprivacy */ = {isa = PBXFileReference; path = PrivacyInfo.xcprivacy; sourceTree = "<group>"; };
    		F2 = {isa = PBXFileReference; name = de; path = de.lproj/InfoPlist.strings; sourceTree = "<group>"; };
    		F3 = {isa = PBXFileReference; name = en; path = en.lproj/InfoPlist.strings; sourceTree = "<group>"; };
    		F4 = {isa = PBXFileReference; path = "../Shared/App Base.xcconfig"; sourceTree = SOURCE_ROOT; };
    		F5 = {isa = PBXFileReference; path = Tidal.app; sourceTree = BUILT_PRODUCTS_DIR; };
    		F6 = {isa = PBXFileReference; path = /opt/x.plist; sourceTree = "<absolute>"; };
    /* End PBXFileReference section */

    		E1 /* exceptions */ = {
    			isa = PBXFileSystemSynchronizedBuildFileExceptionSet;
    			membershipExceptions = (
    				Info.plist,
    			);
    			target = T2 /* Widget */;
    		};
    		E2 = {
    			isa = PBXFileSystemSynchronizedBuildFileExceptionSet;
    			membershipExceptions = (Localizable/InfoPlist.xcstrings, );
    			target = T1;
    		};
    		S1 /* Widget */ = {
    			isa = PBXFileSystemSynchronizedRootGroup;
    			exceptions = (E1, E2, );
    			path = Widget;
    			sourceTree = "<group>";
    		};
    		G1 = {isa = PBXGroup; children = (G2, S1, F4, F5, F6, ); sourceTree = "<group>"; };
    		G2 /* Tidal */ = {isa = PBXGroup; children = (F1, V1, G1, ); path = Tidal; sourceTree = "<group>"; };
    		V1 /* InfoPlist.strings */ = {
    			isa = PBXVariantGroup;
    			children = (F2, F3, );
    			name = InfoPlist.strings;
    			sourceTree = "<group>";
    		};

    		T1 /* Tidal */ = {
    			isa = PBXNativeTarget;
    			buildConfigurationList = L1 /* Build configuration list */;
    			buildPhases = (P1, );
    			name = "Tidal App";
    			productType = "com.apple.product-type.application";
    		};
    		T2 /* Widget */ = {
    			isa = PBXNativeTarget;
    			buildConfigurationList = L2;
    			buildPhases = ( );
    			fileSystemSynchronizedGroups = (S1, );
    			name = Widget;
    			productType = "com.apple.product-type.app-extension";
    		};
    		P1 = {isa = PBXResourcesBuildPhase; files = (B1, B2, ); };
    		R1 /* Project object */ = {
    			isa = PBXProject;
    			buildConfigurationList = L3;
    			developmentRegion = en;
    			knownRegions = (en, Base, de, "pt-BR", );
    			mainGroup = G1;
    			projectDirPath = "";
    			targets = (T1, T2, );
    		};

    		C1 /* Debug */ = {
    			isa = XCBuildConfiguration;
    			baseConfigurationReference = F4;
    			buildSettings = {
    				CODE_SIGN_ENTITLEMENTS = "Tidal/Tidal.entitlements";
    				INFOPLIST_FILE = Tidal/Info.plist;
    				«INFOPLIST_KEY_NSCameraUsageDescription» = «"Scan \\"tides\\"\\nnearby."»;
    				"«INFOPLIST_KEY_NSMicrophoneUsageDescription»[sdk=iphoneos*]" = «Records»;
    				LD_RUNPATH_SEARCH_PATHS = (
    					"$(inherited)",
    					"@executable_path/Frameworks",
    				);
    			};
    			name = Debug;
    		};
    		C2 = {isa = XCBuildConfiguration; buildSettings = { }; name = Release; };
    		C3 = {
    			isa = XCBuildConfiguration;
    			baseConfigurationReferenceAnchor = S1;
    			baseConfigurationReferenceRelativePath = Config/W.xcconfig;
    			buildSettings = { SDKROOT = iphoneos; };
    			name = Debug;
    		};
    		C4 = {isa = XCBuildConfiguration; buildSettings = {IPHONEOS_DEPLOYMENT_TARGET = 17.0; }; name = Debug; };
    		L1 = {isa = XCConfigurationList; buildConfigurations = (C1, C2, ); };
    		L2 = {isa = XCConfigurationList; buildConfigurations = (C3, ); };
    		L3 = {isa = XCConfigurationList; buildConfigurations = (C4, ); };
    	};
    	rootObject = R1 /* Project object */;
    }

    """

  @Test func whatAProjectSays() {
    let marked = MarkedText(Self.project)
    let project = XcodeProject.parse(marked.source)
    expectEqual(project.tree.problems, [])
    expectEqual(project.developmentRegion, "en")
    expectEqual(project.knownRegions, ["en", "Base", "de", "pt-BR"])
    expectEqual(
      project.files,
      [
        "Tidal/PrivacyInfo.xcprivacy", "Tidal/de.lproj/InfoPlist.strings", "Tidal/en.lproj/InfoPlist.strings",
        "../Shared/App Base.xcconfig", "/opt/x.plist",
      ])
    expectEqual(project.configurations.map(\.name), ["Debug"])
    expectEqual(project.configurations.first?.settings["IPHONEOS_DEPLOYMENT_TARGET"]?.value, "17.0")
    expectEqual(project.targets.map(\.name), ["Tidal App", "Widget"])
    expectEqual(
      project.targets.map(\.productType),
      ["com.apple.product-type.application", "com.apple.product-type.app-extension"])
    let app = project.targets.first
    expectEqual(
      app?.files,
      [
        "Tidal/de.lproj/InfoPlist.strings", "Tidal/en.lproj/InfoPlist.strings", "Tidal/PrivacyInfo.xcprivacy",
        "Widget/Localizable/InfoPlist.xcstrings",
      ])
    expectEqual(app?.folders, [])
    expectEqual(
      project.targets.last?.folders.map { "\($0.path) \($0.except)" }, ["Widget [\"Info.plist\"]"])
    let debug = app?.configurations.first
    expectEqual(app?.configurations.map(\.name), ["Debug", "Release"])
    expectEqual(debug?.baseConfigurationPath, "../Shared/App Base.xcconfig")
    expectEqual(project.targets.last?.configurations.first?.baseConfigurationPath, "Widget/Config/W.xcconfig")
    expectEqual(debug?.settings["INFOPLIST_FILE"]?.value, "Tidal/Info.plist")
    expectEqual(debug?.settings["LD_RUNPATH_SEARCH_PATHS"]?.value, "$(inherited) @executable_path/Frameworks")
    let purposes = debug?.settings.filter { $0.name.hasPrefix("INFOPLIST_KEY_") } ?? []
    expectEqual(
      purposes.map { "\($0.name) \($0.conditions) \($0.value)" },
      [
        "INFOPLIST_KEY_NSCameraUsageDescription [] Scan \"tides\"\nnearby.",
        "INFOPLIST_KEY_NSMicrophoneUsageDescription [\"sdk=iphoneos*\"] Records",
      ])
    expectEqual(
      MarkedText.marking(purposes.flatMap { [$0.nameRange] + $0.values.map(\.range) }, in: marked.source),
      Self.project)
    // An edit changes one value; a word that needs quotation marks gets them.
    let edit = purposes.last?.values.first?.setting(to: "Records birds.")
    expectEqual(
      edit.map { String(decoding: marked.source.applying([$0]).bytes, as: UTF8.self) },
      marked.text.replacing("= Records;", with: "= \"Records birds.\";"))
  }

  @Test func mergesAndHalfFilesAreRead() {
    let text = MarkedText(Self.project).text
    let merged = text.replacing(
      "\t\t\t\tINFOPLIST_FILE = Tidal/Info.plist;\n",
      with: """
        <<<<<<< HEAD
        				INFOPLIST_FILE = Tidal/Info.plist;
        =======
        				INFOPLIST_FILE = Other/Info.plist;
        >>>>>>> other

        """)
    let project = XcodeProject.parse(SourceText(merged))
    expectEqual(project.tree.problems.map(\.kind), [.conflictMarker, .conflictMarker, .conflictMarker])
    expectEqual(project.tree.problems.map(\.severity), [.refused, .refused, .refused])
    let settings = project.targets.first?.configurations.first?.settings.filter { $0.name == "INFOPLIST_FILE" }
    expectEqual(settings?.map(\.value), ["Tidal/Info.plist", "Other/Info.plist"])
    expectEqual(project.targets.count, 2)
    expectEqual(project.files.filter { $0.hasSuffix("InfoPlist.strings") }.count, 2)

    let half = text.replacing("INFOPLIST_FILE = Tidal/Info.plist;", with: "INFOPLIST_FILE = \"Tidal/Info.plist;")
    expectEqual(XcodeProject.parse(SourceText(half)).targets.count, 2)
    expectEqual(
      XcodeProject.parse(SourceText(half)).targets.first?.configurations.first?.settings["INFOPLIST_FILE"]?.value,
      "Tidal/Info.plist")
    let open = text.replacing("\"@executable_path/Frameworks\",\n\t\t\t\t);", with: "\"@executable_path/Frameworks\",")
    expectEqual(XcodeProject.parse(SourceText(open)).targets.count, 2)
    let unlisted = text.replacing("targets = (T1, T2, );", with: "")
    expectEqual(XcodeProject.parse(SourceText(unlisted)).targets.map(\.name), ["Tidal App", "Widget"])
    // A configuration in several lists, or twice in one, is the first one's that names it.
    let shared = text.replacing("(C3, )", with: "(C3, C3, C1, )").replacing("(C4, )", with: "(C3, C4, )")
    let sharing = XcodeProject.parse(SourceText(shared))
    expectEqual(
      sharing.targets.map { $0.configurations.map(\.name) } + [sharing.configurations.map(\.name)],
      [["Debug", "Release"], ["Debug"], ["Debug"]])
  }

  @Test func anyBytesGiveAProject() {
    let bytes = MarkedText(Self.project).source.bytes
    func check(_ bytes: [UInt8]) {
      let project = XcodeProject.parse(SourceText(bytes))
      let whole = ByteRange(0, bytes.count)
      for setting in (project.targets.flatMap(\.configurations) + project.configurations).flatMap(\.settings) {
        let isInPlace =
          whole.contains(setting.range) && setting.range.contains(setting.nameRange)
          && setting.values.allSatisfy { setting.range.contains($0.range) && $0.range.contains($0.content) }
        expectTrue(isInPlace, "\(setting) is out of place")
      }
      for problem in project.tree.problems { expectTrue(whole.contains(problem.range), "\(problem) is outside") }
    }
    for length in stride(from: 0, to: bytes.count, by: 11) { check(Array(bytes.prefix(length))) }
    var random = SeededGenerator(seed: 6)
    let insertions = ["{", "}", "(", ")", "\"", ";", "=", ",", "<<<<<<< HEAD\n", "=======\n", "/*", "F1", "\\", "é"]
    for _ in 0..<400 {
      var changed = bytes
      for _ in 0...random.below(4) where !changed.isEmpty {
        let at = random.below(changed.count)
        switch random.below(3) {
        case 0: changed.insert(contentsOf: Array(random.pick(insertions).utf8), at: at)
        case 1: changed.removeSubrange(at..<min(at + 1 + random.below(40), changed.count))
        default: changed.insert(contentsOf: Array(changed[at..<min(at + random.below(200), changed.count)]), at: at)
        }
      }
      check(changed)
    }
    // Groups that lie in each other, and configurations that name nothing.
    check(Array("{objects={a={isa=PBXGroup;children=(a,b);};b={isa=PBXGroup;children=(a);};};}".utf8))
  }

  @Test func sizeAndDepth() {
    let deep = "{objects=" + String(repeating: "{a=", count: 100_000)
    expectEqual(XcodeProject.parse(SourceText(deep)).targets.count, 0)
    let arrays = "{objects={a=" + String(repeating: "(", count: 100_000)
    expectEqual(XcodeProject.parse(SourceText(arrays)).targets.count, 0)
    let object = "\t\tA1%d = {isa = PBXFileReference; path = \"a b.swift\"; sourceTree = \"<group>\"; };\n"
    let many =
      "{\nobjects = {\n"
      + (0..<5_000).map { object.replacing("%d", with: "\($0)") }.joined() + "\t};\n}\n"
    let text = SourceText(many)
    var project: XcodeProject?
    let time = ProcessorClock().measure { project = XcodeProject.parse(text) }
    expectEqual(project?.tree.problems, [])
    expectEqual(project?.files.count, 1)
    expectTrue(time < .seconds(20), "5,000 files take \(time)")
  }
}
