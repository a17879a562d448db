import CatalogData
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// What build settings come to, however they name each other.
@Suite struct ExpansionTests {
  private let linter = Linter(catalog: .bundled)

  /// The findings of a file of settings that a project's only target has.
  private func findings(_ settings: String) -> [String] {
    let project = """
      // !$*UTF8*$!
      { objects = {
        P = { isa = PBXProject; buildConfigurationList = L; targets = (T); };
        T = { isa = PBXNativeTarget; name = App; buildConfigurationList = L;
          productType = "com.apple.product-type.application"; };
        L = { isa = XCConfigurationList; buildConfigurations = (C); };
        C = { isa = XCBuildConfiguration; name = Debug; baseConfigurationReference = F;
          buildSettings = { INFOPLIST_FILE = App/Info.plist; PRODUCT_NAME = "$(A)"; }; };
        F = { isa = PBXFileReference; path = App.xcconfig; sourceTree = "<group>"; };
      }; rootObject = P; }
      """
    let plist =
      "<plist version=\"1.0\"><dict><key>CFBundleName</key><string>$(A)</string></dict></plist>"
    let files = [("App.xcodeproj/project.pbxproj", project), ("App.xcconfig", settings), ("App/Info.plist", plist)]
    let read = files.compactMap { path, text in
      FileKind.of(path: path).map { linter.read(Document(path: "/P/\(path)", kind: $0, text: SourceText(text))) }
    }
    let targets = linter.targets(in: ProjectFolder(path: "/P", files: read))
    let own = Document(path: "/P/App.xcconfig", kind: .buildSettings, text: SourceText(settings))
    let found = linter.lint(own, project: Project(targets: targets, path: own.path))
    return targets.flatMap(\.appNames) + found.filter { $0.rule == "too-large" }.map(\.message)
  }

  private func chain(_ count: Int, _ value: (String) -> String) -> String {
    let names = (0...count).map { $0 == 0 ? "A" : "A\($0)" }
    return zip(names, names.dropFirst()).map { "\($0) = \(value("$(\($1))"))\n" }.joined() + "A\(count) = x\n"
  }

  @Test func valuesAreBounded() {
    func cut(_ name: String) -> String { "“\(name)” is too long with its variables expanded, so it counts as unknown" }
    let rows: [(settings: String, said: [String])] = [
      ("A = Shop\n", ["Shop"]),
      ("A = $(B) $(B)\nB = $(C)-$(C)\nC = x\n", ["x-x x-x"]),
      // In a row, and in circles.
      (chain(20) { $0 }, ["x"]),
      ("A = $(B)\nB = $(A)\n", ["App"]),
      ("A = $(A)$(A)\n", ["App"]),
      // Twice as long at every step, or a thousand times.
      (chain(11) { $0 + $0 }, [String(repeating: "x", count: 2048)]),
      (chain(30) { $0 + $0 }, ["App", cut("A17")]),
      (chain(7) { String(repeating: $0, count: 1000) }, ["App", cut("A5")]),
      (chain(40) { $0 }, ["App", cut("A32")]),
    ]
    for (settings, said) in rows {
      expectEqual(findings(settings), said, String(settings.prefix(100)))
    }
    // More settings than are worked out.
    let many = (1...600)
    let found = findings(
      "A = " + many.map { "$(B\($0))" }.joined() + "\n" + many.map { "B\($0) = x\n" }.joined())
    expectEqual(found.count, 2, "\(found)")
    expectEqual(found.first, "App")
  }

  /// A project without a privacy file, whose path to its Info.plist is too long: that is said at the setting that is, as
  /// nothing else would tell why no Info.plist is known.
  @Test func aPathThatIsCutIsSaidWithoutAnyOtherFile() throws {
    let steps = (0..<30).map { "A\($0) = \"$(A\($0 + 1))$(A\($0 + 1))\";" }.joined(separator: " ")
    for (path, said) in [("$(A0)/Info.plist", ["A17"]), ("App/Info.plist", [])] {
      let text = """
        { objects = {
          P = { isa = PBXProject; buildConfigurationList = L; targets = (T); };
          T = { isa = PBXNativeTarget; name = App; buildConfigurationList = L;
            productType = "com.apple.product-type.application"; };
          L = { isa = XCConfigurationList; buildConfigurations = (C); };
          C = { isa = XCBuildConfiguration; name = Debug; buildSettings = {
            INFOPLIST_FILE = "\(path)"; \(steps) A30 = x; }; };
        }; rootObject = P; }
        """
      let project = Document(
        path: "/P/App.xcodeproj/project.pbxproj", kind: .xcodeProject, text: SourceText(text))
      let targets = linter.targets(in: ProjectFolder(path: "/P", files: [linter.read(project)]))
      let found = linter.lint(project, project: Project(targets: targets, path: project.path))
      let settings = found.filter { $0.rule == "too-large" }.map { String(SourceText(text)[$0.range]) }
      expectEqual(settings, said, path)
    }
  }
}
