import EditorFeatures
import PrivacyRules
import SourceText
import TestSupport
import Testing

@Suite struct CodeActionTests {
  /// The actions for a marked range, or at the cursor.
  func actions(_ marked: String, kinds: Set<CodeAction.Kind> = Set(CodeAction.Kind.allCases)) -> [CodeAction] {
    let file = MarkedText(marked).file
    return codeActions(in: snapshot(file.source), range: file.ranges.first ?? ByteRange(at: file.cursor), kinds: kinds)
  }

  func applied(_ action: CodeAction?, to marked: String) -> String {
    string(MarkedText(marked).source.applying(action?.edits ?? []))
  }

  let faulty = """
    \t<key>NSPrivacyTracking</key>
    \t<string>NO</string>
    \t<key>NSPrivacyCollectedDataTypes</key>
    \t<array>
    \t\t<dict>
    \t\t\t<key>NSPrivacyCollectedDataType</key>
    \t\t\t<string>PhotosOrVideos</string> <!-- 📸 -->
    \t\t\t<key>NSPrivacyCollectedDataTypeLinked</key>
    \t\t\t<false/>
    \t\t\t<key>NSPrivacyCollectedDataTypeTracking</key>
    \t\t\t<false/>
    \t\t\t<key>NSPrivacyCollectedDataTypePurposes</key>
    \t\t\t<array>
    \t\t\t\t<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>
    \t\t\t\t<string>NSPrivacyCollectedDataTypePurposeAnalytics</string>
    \t\t\t</array>
    \t\t</dict>
    \t\t<dict/>
    \t</array>
    """

  @Test func anEmptyFileIsWritten() {
    for text in ["", "\n", " \n\n"] {
      let found = actions("$0" + text, kinds: [.quickFix])
      expectEqual(found.first?.title, "Write a complete PrivacyInfo.xcprivacy: no tracking, no data collected", text)
      expectEqual(found.map(\.isPreferred).prefix(1), [true], text)
      let after = snapshot(applied(found.first, to: "$0" + text))
      expectEqual(after.lint(fixes: .none).map(\.message), [], text)
    }
    for text in ["<plist/>", "x"] {
      expectTrue(actions("$0" + text, kinds: [.quickFix]).allSatisfy { $0.id != "new-file" }, text)
    }
  }

  @Test func fixesOfTheLines() {
    let text = manifest(faulty)
    // The whole line counts, wherever the cursor is in it.
    for place in ["$0\t<string>NO</string>", "\t<string>NO</string>$0", "\t«<string>NO»</string>"] {
      let marked = text.replacing("\t<string>NO</string>", with: place)
      let found = actions(marked, kinds: [.quickFix])
      expectEqual(found.map(\.title), ["Change to <false/>", "Ignore this finding (wrong-type): reason…"], place)
      expectEqual(found.map(\.isPreferred), [true, false])
      expectEqual(found.flatMap(\.diagnostics).map(\.rule), ["wrong-type", "wrong-type"])
      expectEqual(applied(found.first, to: marked), text.replacing("<string>NO</string>", with: "<false/>"))
    }
    expectEqual(actions(text.replacing("<plist", with: "$0<plist"), kinds: [.quickFix]).count, 0)
    // Several lines, several findings: fixes of the most severe one come first, the preferred one before the others.
    let all = actions("«\(text)»", kinds: [.quickFix])
    expectTrue(all.count >= 4, "\(all.map(\.title))")
    let fixes = all.filter { $0.id == nil }
    let ranks = fixes.map { ($0.diagnostics.map(\.severity).max() ?? .hint, $0.isPreferred ? 1 : 0) }
    expectTrue(Set(ranks.map(\.0)).count > 1, "All findings weigh the same: \(all.map(\.title))")
    expectTrue(
      !zip(ranks.dropFirst(), ranks).contains(where: >), "The most severe finding is not first: \(all.map(\.title))")
    let preferred = fixes.filter(\.isPreferred).flatMap(\.diagnostics).map(\.range)
    expectTrue(
      !zip(preferred.dropFirst(), preferred).contains { $0.touches($1) }, "Two are preferred at \(preferred)")
    for action in all {
      expectEqual(action.kind, .quickFix)
      expectTrue(!action.diagnostics.isEmpty, "\(action.title) resolves nothing")
    }
  }

  @Test func fixAll() {
    for variant in [{ $0 }, { $0.replacing("\n", with: "\r\n") }, { $0.replacing("\t", with: "  ") }]
      as [(String) -> String]
    {
      let text = variant(manifest(faulty))
      let found = actions("$0" + text, kinds: [.fixAll])
      expectEqual(found.map(\.kind), [.fixAll])
      let fixed = linter.fixed(snapshot(text).document)?.document.text
      expectEqual(applied(found.first, to: text), fixed.map(string) ?? "")
      // No more than what differs: each edit stays on the lines of one finding.
      let source = SourceText(text)
      for edit in found.first?.edits ?? [] {
        let lines = source.line(at: edit.range.upper) - source.line(at: edit.range.lower)
        expectTrue(lines <= 1, "An edit of \(lines) lines: \(source[edit.range])")
      }
      expectTrue((found.first?.edits.count ?? 0) >= 3, "\(found.first?.edits.count ?? 0) edits")
    }
    expectEqual(
      actions(manifest("\t<key>NSPrivacyCollectedDataTypes</key>\n\t<array/>$0"), kinds: [.quickFix, .fixAll]).count, 0)
    expectEqual(actions("$0" + manifest(faulty), kinds: []).count, 0)
  }

  private func opened(_ text: SourceText, _ path: String) -> Snapshot { snapshot(text, path: path) }

  @Test func actionsMendEveryExample() {
    for rule in Rule.all {
      for example in rule.examples where example.text.contains("«") {
        let marked = example.file(around: example.text, catalog: linter.catalog)
        let file = MarkedText(marked).file
        let snapshot = snapshot(file.source, path: example.path)
        for range in file.ranges {
          let own = codeActions(in: snapshot, range: ByteRange(at: range.lower)).filter { action in
            action.diagnostics.contains { $0.rule == rule.id }
          }
          let expected = snapshot.lint(fixes: .all).first { $0.rule == rule.id && $0.range == range }
          expectTrue(
            (expected?.fixes ?? []).allSatisfy { fix in own.contains { $0.edits == fix.edits } },
            "A fix of \(rule.id) is not offered")
        }
        let all = codeActions(in: snapshot, range: ByteRange(at: 0), kinds: [.fixAll])
        let fixed = linter.fixed(snapshot.document)?.document.text ?? file.source
        let after = file.source.applying(all.first?.edits ?? [])
        expectEqual(string(after), string(fixed), "fix all of \(rule.id)")
        expectEqual(
          codeActions(in: opened(after, example.path), range: ByteRange(at: 0), kinds: [.fixAll]).count, 0,
          "more to fix of \(rule.id)")
      }
    }
  }
}
