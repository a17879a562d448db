import BuildFiles
import BuildTargets
import PrivacyRules
import SourceText

extension FuzzTarget {
  /// A description of what is built, of any kind: the targets name files of the tree, and places lie in the text.
  static let targets = FuzzTarget(
    name: "targets", longestInput: 4_096,
    check: { (bytes) throws(Violation) in
      var input = Input(bytes)
      let path = descriptions[input.byte() % descriptions.count].path
      let text = SourceText(input.bytes)
      let sources = ["a.swift", "b.m", "Sub/c.m", "Sub/c.h", "P/PrivacyInfo.xcprivacy", "Tests/T/t.swift"].map {
        "/A/" + $0
      }
      let model = BuildModel(
        ProjectTree(root: "/A", paths: sources + [path]) { (asked) throws(ReadFailure) in
          guard asked == path else { throw ReadFailure("does not exist") }
          return text
        })
      for target in model.targets {
        for list in [target.sources, target.headers, target.resources] {
          try require(Swift.zip(list, list.dropFirst()).allSatisfy { $0 < $1 }, "\(list) isn’t sorted")
        }
        for number in target.dependencies + target.embedded {
          try require(model.targets.indices.contains(number), "there is no target \(number)")
        }
        for entry in target.infoPlistEntries + target.entitlementEntries where entry.path == path {
          try requirePlace(entry.range, in: text, isValid: false, "“\(entry.key)”")
        }
      }
      for part in model.unread {
        if let range = part.range { try requirePlace(range, in: text, isValid: false, part.message) }
      }
    },
    seeds: { files in
      descriptions.enumerated().map { [UInt8($0)] + Array($1.text.utf8) }
        + files.bytes([.xcodeProject]).map { [0] + $0 }
    })

  private static let descriptions: [(path: String, text: String)] = [
    (
      "/A/A.xcodeproj/project.pbxproj",
      "{objects = {R = {isa = PBXProject; mainGroup = S; targets = (T);}; S = {isa = PBXFileSystemSynchronizedRootGroup; "
        + "path = ../A; exceptions = (E);}; E = {target = T; membershipExceptions = (b.m);}; T = {isa = PBXNativeTarget; "
        + "fileSystemSynchronizedGroups = (S); buildPhases = (H);}; H = {isa = PBXSourcesBuildPhase; files = (B);}; "
        + "B = {fileRef = F;}; F = {isa = PBXFileReference; path = a.swift; sourceTree = SOURCE_ROOT;};}; rootObject = R;}"
    ),
    (
      "/A/Package.swift",
      "let t = [Target.target(name: \"B\", path: \"Sub\")]\nlet package = Package(name: \"A\", products: [.library(name: "
        + "\"A\", targets: [\"A\"])], targets: [.target(name: \"A\", path: \".\", exclude: [\"x\"], resources: [.copy(\"P\")])] "
        + "+ t)\npackage.targets.append(.testTarget(name: \"T\"))"
    ),
    (
      "/A/project.yml",
      "name: A\ntargetTemplates: {T: &t {sources: [a.swift]}}\ntargets:\n  A:\n    <<: *t\n    type: application\n"
        + "    platform: [iOS, tvOS]\n    sources:\n    - path: .\n      excludes: ['**/*.{m,h}']\n    info: {path: I, "
        + "properties: {K: [a, \"b\\u00e9\"]}}\n    settings: {base: {INFOPLIST_KEY_A: b}}\n"
    ),
    (
      "/A/A.podspec",
      "Pod::Spec.new do |s|\n s.name = 'A'\n s.source_files = 'a.swift', %w[Sub/*.{m,h}]\n s.subspec 'B' do |b|\n"
        + " b.ios.resource_bundles = {'P' => [\"P/*\"]} if x\n end\nend\n"
    ),
    (
      "/A/A.podspec.json",
      "{\"name\": \"A\", \"ios\": {\"source_files\": [\"**/*.m\"]}, \"testspecs\": [{\"name\": \"T\"}]}"
    ),
    ("/A/Podfile", "target 'A' do\n  pod 'B', :path => 'b'\nend\n"),
    (
      "/A/app.json",
      "{\"expo\": {\"ios\": {\"infoPlist\": {\"A\": \"b\"}, \"privacyManifests\": {}}, \"plugins\": [[\"p\", {\"q\": \"r\"}]]}}"
    ),
  ]
}
