import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// Leaving findings out of files that are no property lists.
@Suite struct ProjectFileIgnoringTests {
  /// Expects the text after the finding of a rule is ignored, and that it is not reported any more.
  private func check(
    _ path: String, _ text: String, rule: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = snapshot(text, path: path).lint(fixes: .none).filter { $0.rule == rule }
    guard let first = found.first else {
      Issue.record("nothing is found in \(text)", sourceLocation: sourceLocation)
      return
    }
    let actions = codeActions(in: snapshot(text, path: path), range: first.range, kinds: [.quickFix])
    guard let action = actions.first(where: { $0.title.hasPrefix("Ignore this finding (\(rule))") }) else {
      Issue.record("no action among \(actions.map(\.title))", sourceLocation: sourceLocation)
      return
    }
    let after = SourceText(text).applying(action.edits)
    expectEqual(string(after), expected, sourceLocation: sourceLocation)
    let reasoned = SourceText(expected.replacing("…", with: "a test"))
    let left = snapshot(reasoned, path: path).lint(fixes: .none)
    expectTrue(
      !left.contains { $0.rule == rule && $0.message == first.message }, "It is still found: \(left.map(\.rule))",
      sourceLocation: sourceLocation)
  }

  @Test func eachFormatHasItsComments() {
    check(
      "en.lproj/InfoPlist.strings", "a = b;\n  NSCameraUsageDescription = \"\";\n", rule: "empty-translation",
      "a = b;\n  /* privacy-lsp:ignore empty-translation: … */\n  NSCameraUsageDescription = \"\";\n")
    check(
      "en.lproj/InfoPlist.strings", "a = b; NSCameraUsageDescription = \"\";\n", rule: "empty-translation",
      "a = b; /* privacy-lsp:ignore empty-translation: … */NSCameraUsageDescription = \"\";\n")
    check(
      "en.lproj/InfoPlist.strings",
      "// privacy-lsp:ignore missing-full-stop: we know\nNSCameraUsageDescription = \"\";\n", rule: "empty-translation",
      "// privacy-lsp:ignore missing-full-stop, empty-translation: we know\nNSCameraUsageDescription = \"\";\n")
    check(
      "App.xcconfig", "A = b\r\nINFOPLIST_KEY_NSCameraUsageDescription = TBD\r\n", rule: "placeholder-text",
      "A = b\r\n// privacy-lsp:ignore placeholder-text: …\r\nINFOPLIST_KEY_NSCameraUsageDescription = TBD\r\n"
    )
    let project = """
      {objects = {
      T = {isa = PBXNativeTarget; name = App; buildConfigurationList = L; };
      L = {isa = XCConfigurationList; buildConfigurations = (C); };
      C = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
      \tINFOPLIST_KEY_NSCameraUsageDescription = TBD;
      }; };
      }; }

      """
    check(
      "project.pbxproj", project, rule: "placeholder-text",
      project.replacing(
        "\tINFOPLIST",
        with: "\t/* privacy-lsp:ignore placeholder-text: … */\n\tINFOPLIST"))
  }

  @Test func aWholeFile() {
    let text = "/* privacy-lsp:ignore-file empty-translation: generated */\nNSCameraUsageDescription = \"\";\n"
    let found = snapshot(text, path: "en.lproj/InfoPlist.strings").lint(fixes: .none)
    expectTrue(!found.contains { $0.rule == "empty-translation" || $0.rule == "suppression" }, "\(found.map(\.rule))")
  }
}
