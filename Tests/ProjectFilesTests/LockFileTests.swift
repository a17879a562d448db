import ProjectFiles
import SourceText
import TestSupport
import Testing

@Suite struct LockFileTests {
  /// Expects the dependencies as `URL version`, in the order of the file, with what is marked as the place of each.
  private func check(
    _ path: String, _ marked: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for variant in [marked, marked.replacing("\n", with: "\r\n"), "\u{FEFF}" + marked] {
      let text = MarkedText(variant)
      let file = LockFile.parse(text.source, path: path)
      let found = file.dependencies.filter { $0.packageURL != "pkg:npm/" }
      expectEqual(
        found.map { $0.packageURL.dropFirst(4) + " " + ($0.version ?? "-") }, expected, variant,
        sourceLocation: sourceLocation)
      expectEqual(file.problems.map(\.message), [], variant, sourceLocation: sourceLocation)
      expectEqual(
        MarkedText.marking(found.filter { $0.version != nil }.map(\.range), in: text.source), variant,
        sourceLocation: sourceLocation)
      for dependency in found { expectTrue(dependency.entry.contains(dependency.range), "\(dependency)") }
    }
  }

  static let samples: [(path: String, text: String)] = [
    ("Package.resolved", packageResolved),
    ("A.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved", first),
    ("ios/Podfile.lock", podfileLock), ("Cartfile.resolved", cartfile), ("pubspec.lock", pubspec),
    ("package-lock.json", packageLock), ("web/package-lock.json", oldPackageLock), ("yarn.lock", classicYarn),
    ("yarn.lock", berry),
  ]

  private static let packageResolved = """
    {
      "originHash" : "9c1b",
      "pins" : [
        {
          "identity" : "alamofire",
          "kind" : "remoteSourceControl",
          "location" : "https://github.com/Alamofire/Alamofire.git",
          "state" : {
            "revision" : "3dc6a42c",
            "version" : "«5.8.1»"
          }
        },
        {
          "identity" : "snapkit",
          "kind" : "remoteSourceControl",
          "location" : "git@github.com:SnapKit/SnapKit",
          "state" : { "branch" : "develop", "revision" : "aa" }
        },
        {
          "identity" : "toast-swift",
          "location" : "ssh://git@github.com/scalessec/Toast-Swift.git/",
          "state" : { "version" : "«5.0.1»", "revision" : "bb" }
        },
        { "location" : "https://user:tok@github.com:443/Alamofire/A", "state" : { "version" : "«1.0.1»" } },
        { "location" : "https://www.github.com/Alamofire/B/", "state" : { "version" : "«1.0.2»" } },
        { "location" : "ssh://git@github.com:22/Alamofire/C.git", "state" : { "version" : "«1.0.3»" } },
        { "location" : "git@github.com:/Alamofire/D.git", "state" : { "version" : "«1.0.4»" } },
        { "location" : "git+https://github.com/Alamofire/E", "state" : { "version" : "«1.0.5»" } },
        { "location" : "git+ssh://git@WWW.GitHub.com:Alamofire/F.git", "state" : { "version" : "«1.0.6»" } },
        { "location" : "git@github.com:22/G.git", "state" : { "version" : "«1.0.7»" } },
        { "location" : "github.com", "state" : { "version" : "«1.0.8»" } },
        { "identity" : "mona.linkedlist", "kind" : "registry", "location" : "", "state" : { "version" : "1.0.0" } }
      ],
      "version" : 3
    }

    """
  private static let first = """
    { "object": { "pins": [
      { "package": "Lottie", "repositoryURL": "https://github.com/airbnb/lottie-ios",
        "state": { "branch": null, "revision": "1", "version": "«3.2.3»" } },
      { "package": "RxSwift", "repositoryURL": "https://github.com/ReactiveX/RxSwift.git",
        "state": { "branch": "main", "revision": "2", "version": null } }
    ] }, "version": 1 }

    """
  private static let podfileLock = """
    PODS:
      - Alamofire («5.8.1»)
      - "gRPC-C++ («1.49.1»)":
        - "gRPC-C++/Implementation (= 1.49.1)"
      - GoogleUtilities/Environment («7.11.0»):
        - PromisesObjC (< 3.0, >= 1.2)
      - GoogleUtilities/Logger (7.11.0):
        - GoogleUtilities/Environment
      - PromisesObjC («2.3.1»)
      - url_launcher_ios (0.0.1):
        - Flutter
      - Capacitor («5.0.0»)
      - hermes-engine («0.71.7»)

    DEPENDENCIES:
      - Alamofire (~> 5.8)
      - "Capacitor (from `../node_modules/@capacitor/ios`)"

    EXTERNAL SOURCES:
      Capacitor:
        :path: "../node_modules/@capacitor/ios"
      url_launcher_ios:
        :path: ".symlinks/plugins/url_launcher_ios/ios"
      hermes-engine:
        :podspec: "../node_modules/react-native/sdks/hermes-engine/hermes-engine.podspec"

    SPEC CHECKSUMS:
      Alamofire: 3ca42e259043ee0dc5c0cdd76c4bc568b8e42af7

    COCOAPODS: 1.15.2

    """
  private static let cartfile = """
    # what was chosen
    github "Alamofire/Alamofire" "«5.8.1»"
    git "https://gitlab.example.com/tide/charts.git" "«v1.2»"
    github "https://github.example.com/tide/kit" "«8b1f1e0c»"
    binary "https://example.com/Kit.json" "«2.0»"
    binary "https://example.com/ios/KitCoreBinary.json" "«2.1»"

    """
  private static let pubspec = """
    # Generated by pub
    packages:
      connectivity_plus:
        dependency: "direct main"
        description:
          name: connectivity_plus
          sha256: "77a180d6938f78ca7d2382d2240eb626c0f6a735d0bfdce227d8ffb80f95c48b"
          url: "https://pub.dev"
        source: hosted
        version: "«4.0.2»"
      local:
        dependency: "direct main"
        description:
          path: "../local"
          relative: true
        source: path
        version: "1.0.0"
      image_picker_ios:
        dependency: transitive
        source: hosted
        version: "«0.8.9+1»"
    sdks:
      dart: ">=3.0.0 <4.0.0"
      flutter: ">=3.10.0"

    """
  private static let packageLock = """
    {
      "name": "tide",
      "lockfileVersion": 3,
      "packages": {
        "": { "name": "tide", "version": "1.0.0", "dependencies": { "@capacitor/ios": "^5.0.0" } },
        "packages/kit": { "version": "1.0.0" },
        "node_modules/kit": { "resolved": "packages/kit", "link": true },
        "node_modules/@capacitor/ios": {
          "version": "«5.7.2»",
          "resolved": "https://registry.npmjs.org/@capacitor/ios/-/ios-5.7.2.tgz"
        },
        "node_modules/a/node_modules/cordova-ios": { "version": "«7.0.1»" },
        "node_modules/mine": { "version": "1.0.0", "resolved": "git+ssh://git@github.com/x/y.git#1" },
        "node_modules/other": { "name": "cordova-ios", "version": "«6.3.0»" }
      },
      "dependencies": { "@capacitor/ios": { "version": "5.7.2" } }
    }

    """
  private static let oldPackageLock = """
    { "lockfileVersion": 1, "dependencies": {
      "a": { "version": "«1.0.0»", "dependencies": { "cordova-ios": { "version": "«7.0.1»" } } },
      "@capacitor/ios": { "version": "«4.8.1»" }
    } }

    """
  private static let classicYarn = """
    # yarn lockfile v1


    "@capacitor/ios@^5.0.0", "@capacitor/ios@^5.1.0":
      version "«5.7.2»"
      resolved "https://registry.yarnpkg.com/@capacitor/ios/-/ios-5.7.2.tgz#aa"

    cordova-ios@apache/cordova-ios#master:
      version "7.0.0"

    versions@1:
      version "«1.0.0»"
      dependencies:
        version "^2.0.0"

    """
  private static let berry = """
    __metadata:
      version: 8

    "@capacitor/ios@npm:^5.0.0, @capacitor/ios@npm:^5.1.0":
      version: «5.7.2»
      resolution: "@capacitor/ios@npm:5.7.2"

    "cordova-ios@patch:cordova-ios@npm%3A7.0.1#./a.patch":
      version: 7.0.1

    "ios@npm:@capacitor/ios@4.0.0":
      version: «4.0.0»

    "tide@workspace:.":
      version: 0.0.0-use.local

    """

  @Test func whatWasChosen() {
    let rows: [[String]] = [
      [
        "swift/github.com/alamofire/alamofire 5.8.1", "swift/github.com/snapkit/snapkit -",
        "swift/github.com/scalessec/toast-swift 5.0.1", "swift/github.com/alamofire/a 1.0.1",
        "swift/github.com/alamofire/b 1.0.2", "swift/github.com/alamofire/c 1.0.3",
        "swift/github.com/alamofire/d 1.0.4", "swift/github.com/alamofire/e 1.0.5",
        "swift/github.com/alamofire/f 1.0.6", "swift/github.com/22/g 1.0.7", "swift/github.com 1.0.8",
      ],
      ["swift/github.com/airbnb/lottie-ios 3.2.3", "swift/github.com/reactivex/rxswift -"],
      [
        "cocoapods/alamofire 5.8.1", "cocoapods/grpc-c++ 1.49.1", "cocoapods/googleutilities 7.11.0",
        "cocoapods/promisesobjc 2.3.1", "cocoapods/url_launcher_ios -", "cocoapods/capacitor 5.0.0",
        "cocoapods/hermes-engine 0.71.7",
      ],
      [
        "swift/github.com/alamofire/alamofire 5.8.1", "swift/gitlab.example.com/tide/charts v1.2",
        "swift/github.example.com/tide/kit 8b1f1e0c", "cocoapods/kit 2.0", "cocoapods/kitcore 2.1",
      ],
      ["pub/connectivity_plus 4.0.2", "pub/local -", "pub/image_picker_ios 0.8.9+1"],
      ["npm/%40capacitor/ios 5.7.2", "npm/cordova-ios 7.0.1", "npm/mine -", "npm/cordova-ios 6.3.0"],
      ["npm/a 1.0.0", "npm/cordova-ios 7.0.1", "npm/%40capacitor/ios 4.8.1"],
      ["npm/%40capacitor/ios 5.7.2", "npm/cordova-ios -", "npm/versions 1.0.0"],
      ["npm/%40capacitor/ios 5.7.2", "npm/cordova-ios -", "npm/%40capacitor/ios 4.0.0", "npm/tide -"],
    ]
    expectEqual(rows.count, Self.samples.count)
    for ((path, text), expected) in zip(Self.samples, rows) { check(path, text, expected) }
    check("Gemfile.lock", "GEM\n", [])
  }

  /// Any bytes give dependencies that lie in the text, in order.
  @Test func everyPrefixAndMutationIsRead() {
    var mutator = PropertyListMutator(seed: 15)
    for (path, marked) in Self.samples {
      let bytes = MarkedText(marked).source.bytes
      func holds(_ bytes: [UInt8]) {
        let file = LockFile.parse(SourceText(bytes), path: path)
        for dependency in file.dependencies {
          let isInside =
            dependency.range.lower >= 0 && dependency.range.lower <= dependency.range.upper
            && dependency.entry.lower <= dependency.entry.upper
            && max(dependency.range.upper, dependency.entry.upper) <= bytes.count
          if !isInside { expectTrue(false, "\(path): \(dependency) in \(String(decoding: bytes, as: UTF8.self))") }
        }
      }
      for end in bytes.indices { holds(Array(bytes[..<end])) }
      for _ in 0..<1_200 { holds(mutator.mutate(bytes)) }
    }
  }

  /// Each row is the address that npm and classic Yarn note for a package, and whether that is one of a release.
  @Test func releasesOfTheRegistry() {
    let rows: [(name: String, resolved: String, isRelease: Bool)] = [
      ("@capacitor/ios", "https://registry.npmjs.org/@capacitor/ios/-/ios-5.0.3.tgz", true),
      ("@capacitor/ios", "https://registry.yarnpkg.com/@capacitor/ios/-/ios-5.0.3.tgz#8b1f1e0c", true),
      ("@capacitor/ios", "https://my.host/artifactory/api/npm/npm/@capacitor/ios/-/@capacitor/ios-5.0.3.tgz", true),
      ("@capacitor/ios", "http://localhost:4873/@capacitor%2fios/-/ios-5.0.3.tgz", true),
      ("@capacitor/ios", "https://my.host/@Capacitor%2Fios/-/ios-5.0.3.tgz", true),
      ("@capacitor/ios", "https://npm.pkg.github.com/download/@capacitor/ios/5.0.3/8b1f", true),
      ("cordova-ios", "https://registry.npmjs.org/cordova-ios/-/cordova-ios-5.0.3.tgz", true),
      ("@tide/kit", "https://gitlab.com/api/v4/groups/1/-/packages/npm/@tide/kit/-/@tide/kit-5.0.3.tgz", true),
      ("cordova-ios", "https://my.host/cordova-ios/download/cordova-ios-5.0.3.tgz", true),
      ("@capacitor/ios", "https://codeload.github.com/me/capacitor-fork/tar.gz/abc", false),
      ("@capacitor/ios", "https://my.host/fork.tgz", false),
      ("@capacitor/ios", "https://gitlab.com/me/fork/-/archive/main/fork-main.tar.gz", false),
      ("cordova-ios", "https://github.com/me/fork/releases/download/v5.0.3/cordova-ios-5.0.3.tgz", false),
      ("@capacitor/ios", "https://registry.npmjs.org/@me/capacitor-ios/-/capacitor-ios-5.0.3.tgz", false),
      ("@capacitor/ios", "git+https://github.com/me/fork.git#8b1f", false),
      ("@capacitor/ios", "git@github.com:me/fork.git", false), ("@capacitor/ios", "file:../ios", false),
      ("@capacitor/ios", "https:", false), ("-", "https://-/download/-/-", true),
    ]
    for (name, resolved, isRelease) in rows {
      let version = isRelease ? "5.0.3" : "-"
      let files = [
        (
          "package-lock.json",
          "{\"packages\":{\"node_modules/\(name)\":{\"version\":\"5.0.3\",\"resolved\":\"\(resolved)\"}}}"
        ),
        (
          "package-lock.json",
          "{\"dependencies\":{\"\(name)\":{\"version\":\"5.0.3\",\"resolved\":\"\(resolved)\"}}}"
        ),
        ("yarn.lock", "\"\(name)@^5.0.0\":\n  version \"5.0.3\"\n  resolved \"\(resolved)\"\n"),
      ]
      for (path, text) in files {
        let found = LockFile.parse(SourceText(text), path: path).dependencies
        expectEqual(found.map { $0.version ?? "-" }, [version], text)
      }
    }
  }

  /// Each row is a `yarn.lock` whose releases are marked, and what it holds.
  @Test func copiesThatYarnChanged() {
    let rows: [(String, [String])] = [
      (
        """
        "@capacitor/ios@npm:5.0.0":
          version: 5.0.0
          resolution: "@capacitor/ios@npm:5.0.0"

        "@capacitor/ios@npm:^4.0.0":
          version: «4.8.1»
          resolution: "@capacitor/ios@npm:4.8.1"

        "@capacitor/ios@patch:@capacitor/ios@npm%3A5.0.0#~/.yarn/patches/x.patch":
          version: 5.0.0
          resolution: "@capacitor/ios@patch:@capacitor/ios@npm%3A5.0.0#~/.yarn/patches/x.patch::version=5.0.0&hash=aa"

        """, ["npm/%40capacitor/ios -", "npm/%40capacitor/ios 4.8.1", "npm/%40capacitor/ios -"]
      ),
      (
        """
        "ios@patch:@capacitor/ios@^5.0.0#./x.patch":
          version: 5.7.2

        "@capacitor/ios@npm:^5.0.0":
          version: 5.7.2

        """, ["npm/%40capacitor/ios -", "npm/%40capacitor/ios -"]
      ),
      (
        """
        "@capacitor/ios@^5.0.0", "@capacitor/ios@git+https://github.com/me/fork.git":
          version "5.0.3"
          resolved "git+https://github.com/me/fork.git#8b1f"

        "cordova-ios@^6.0.0", cordova-ios@me/cordova-ios:
          version "6.3.0"

        """, ["npm/%40capacitor/ios -", "npm/cordova-ios -"]
      ),
      (
        """
        "cordova-ios@npm:^6.0.0, cordova-ios@workspace:packages/cordova-ios":
          version: 0.0.0-use.local
          resolution: "cordova-ios@workspace:packages/cordova-ios"

        "cordova-ios@npm:^7.0.0":
          version: 7.0.0
          resolution: "cordova-ios@https://github.com/me/cordova-ios.git#commit=8b1f"

        "@capacitor/ios@npm:5.0.0":
          version: 5.0.0
          resolution: "@capacitor/ios@portal:../ios::locator=tide%40workspace%3A."

        "@capacitor/ios@npm:^5.0.0":
          version: «5.7.2»
          resolution: "@capacitor/ios@npm:5.7.2::__archiveUrl=https%3A%2F%2Fmy.host%2Fios-5.7.2.tgz"

        """,
        ["npm/cordova-ios -", "npm/cordova-ios -", "npm/%40capacitor/ios -", "npm/%40capacitor/ios 5.7.2"]
      ),
    ]
    for (text, expected) in rows { check("yarn.lock", text, expected) }
  }

  /// The folder of a package is what its entry says, even under another name or inside of another package.
  @Test func foldersOfPackages() {
    let rows: [(path: String, text: String, folders: [String?])] = [
      (
        "package-lock.json",
        """
        {"packages": {"node_modules/@capacitor/ios": {}, "node_modules/a/node_modules/@capacitor/ios": {},
          "node_modules/y": {"name": "@capacitor/ios"}, "packages/app/node_modules/cordova-ios": {}}}
        """,
        [
          "node_modules/@capacitor/ios", "node_modules/a/node_modules/@capacitor/ios", "node_modules/y",
          "packages/app/node_modules/cordova-ios",
        ]
      ),
      (
        "package-lock.json", #"{"dependencies": {"a": {"dependencies": {"@capacitor/ios": {}}}, "cordova-ios": {}}}"#,
        ["node_modules/a", "node_modules/a/node_modules/@capacitor/ios", "node_modules/cordova-ios"]
      ),
      (
        "yarn.lock", "\"y@npm:@capacitor/ios@4.0.0\":\n  version: 4.0.0\n\na@1.0.0:\n  version \"1.0.0\"\n",
        ["node_modules/y", "node_modules/a"]
      ),
      ("Podfile.lock", "PODS:\n  - Alamofire (5.8.1)\n", [nil]),
    ]
    for (path, text, folders) in rows {
      expectEqual(LockFile.parse(SourceText(text), path: path).dependencies.map(\.folder), folders, text)
    }
    let names = 0..<200
    let nested = names.map { "{\"dependencies\":{\"package\($0)\":" }.joined() + "{}" + names.map { _ in "}}" }.joined()
    let deep = LockFile.parse(SourceText(nested), path: "package-lock.json").dependencies
    expectEqual(deep.count, 200)
    expectTrue(deep.first?.folder != nil && deep.last?.folder == nil, "\(deep.map(\.folder))")
  }

  /// Who of what the project names brings a pod along.
  @Test func whoBringsWhat() {
    let text = """
      PODS:
        - Alamofire (5.8.1)
        - a (1.0):
          - "b/Core (= 2.0)"
          - Alamofire
        - b/Core (2.0):
          - b/Base
          - c (< 4.0, >= 3.0)
        - b/Base (2.0)
        - c (3.0):
          - b
        - d (1.0):
          - e
        - e (1.0):
          - d

      DEPENDENCIES:
        - Alamofire
        - a (from `../a`)

      """
    expectEqual(
      LockFile.parse(SourceText(text), path: "Podfile.lock").dependencies.map {
        $0.name + ($0.broughtBy.map { " by \($0)" } ?? "")
      },
      ["Alamofire", "a", "b by a", "c by a", "d", "e"])
  }

  @Test func whatIsBroken() {
    func problems(_ path: String, _ text: String) -> [String] {
      LockFile.parse(SourceText(text), path: path).problems.map(\.message)
    }
    expectEqual(problems("yarn.lock", "a@1:\n  version \"1\n\"b"), [])
    expectEqual(problems("Package.resolved", "{\"pins\": [").count, 1)
    expectEqual(problems("package-lock.json", "{\"packages\" {}}").count, 1)
    let deep = String(repeating: "{\"dependencies\":{\"a\":", count: 50_000)
    expectEqual(problems("package-lock.json", deep).count, 1)
  }
}
