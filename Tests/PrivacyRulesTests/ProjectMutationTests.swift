import Foundation
import PrivacyRules
import SourceText
import TestSupport
import Testing

private let sample = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/lint/Ledger")

private let catalogText = """
  {
    "sourceLanguage" : "en",
    "strings" : {
      "NSCameraUsageDescription" : {
        "localizations" : {
          "en" : { "stringUnit" : { "state" : "translated", "value" : "This app scans receipts." } },
          "de" : { "stringUnit" : { "state" : "new", "value" : "This app scans receipts." } }
        }
      },
      "NSMicrophoneUsageDescription" : { "localizations" : {} }
    },
    "version" : "1.0"
  }

  """

/// What holds for the files of a project together, however broken one of them is.
@Suite struct ProjectMutationTests {
  /// What is put together anew after a change is what is put together from the start.
  @Test func targetsFollowTheirFiles() throws {
    var texts = try sampleTexts()
    // Several targets by folders, and tables that belong to one, to several and to none.
    for (path, text) in [
      ("Other/A/Info.plist", "<plist><dict><key>NSCameraUsageDescription</key><string>A</string></dict></plist>"),
      ("Other/B/Info.plist", "<plist><dict><key>CFBundlePackageType</key><string>APPL</string></dict></plist>"),
      ("Other/BTests/Info.plist", "<plist><dict><key>CFBundleName</key><string>B</string></dict></plist>"),
      ("Other/Shared/de.lproj/InfoPlist.strings", "NSCameraUsageDescription = \"Kamera\";"),
      ("Other/A/fr.lproj/InfoPlist.strings", "CFBundleName = \"A\";"),
    ] { texts.append(("/Ledger/" + path, Array(text.utf8))) }
    func read(_ path: String, _ bytes: [UInt8]) -> ProjectFile {
      linter.read(Document(path: path, kind: FileKind.of(path: path) ?? .infoPlist, text: SourceText(bytes)))
    }
    var files = texts.map(read)
    let folders = ["/Ledger/Ledger/de.lproj", "/Ledger/Other/B/nl.lproj", "/Ledger/Other/es.lproj"]
    func folder() -> ProjectFolder { ProjectFolder(path: "/Ledger", files: files, languageFolders: folders) }
    var targets = linter.folderTargets(in: folder())
    var mutator = PropertyListMutator(seed: 11)
    var updates = 0
    for round in 0..<600 {
      let place = round % files.count
      let before = targets.targets
      files[place] = read(texts[place].path, round % 3 == 0 ? texts[place].bytes : mutator.mutate(texts[place].bytes))
      let whole = linter.folderTargets(in: folder())
      if targets.update([files[place]]) {
        updates += 1
        let isKept = zip(before, targets.targets).allSatisfy { old, new in
          old === new || new.file(at: files[place].path) != nil || words(old) != words(new)
        }
        expectTrue(isKept, "round \(round): a target that has nothing of \(files[place].path) is made anew")
      } else {
        targets = whole
      }
      expectEqual(targets.targets.map(words), whole.targets.map(words), "round \(round): \(files[place].path)")
      for file in files {
        expectEqual(
          targets.targets(of: file.path).map(words),
          whole.targets.filter { $0.file(at: file.path) != nil }.map(words), "round \(round): of \(file.path)")
      }
    }
    expectTrue(updates > 300, "only \(updates) changes were followed")
  }

  private func words(_ target: Target) -> String {
    let platforms = target.platforms.map { "\($0.key) \($0.value.map(String.init(describing:)) ?? "?")" }.sorted()
    return
      "\(target.name ?? "–") \(target.product) \(platforms) \(target.developmentLanguage ?? "–") \(target.languages)"
      + " \(target.appNames) \(target.generatesInfoPlist) \(target.isTest) "
      + target.files.map { "\($0.path) \($0.document.text.count)" }.joined(separator: ", ")
  }

  private func sampleTexts() throws -> [(path: String, bytes: [UInt8])] {
    var texts: [(path: String, bytes: [UInt8])] = []
    for path in [
      "Ledger.xcodeproj/project.pbxproj", "Ledger/Info.plist", "Ledger/Ledger.entitlements",
      "Ledger/PrivacyInfo.xcprivacy", "Ledger/de.lproj/InfoPlist.strings", "Ledger/fr.lproj/InfoPlist.strings",
      "Widget/Widget.plist", "Config/Ledger.xcconfig",
    ] { texts.append(("/Ledger/" + path, Array(try Data(contentsOf: sample.appending(path: path))))) }
    texts.append(("/Ledger/Ledger/InfoPlist.xcstrings", Array(catalogText.utf8)))
    return texts
  }

  @Test func placesAndEditsStayInTheirFiles() throws {
    let texts = try sampleTexts()
    var mutator = PropertyListMutator(seed: 5)
    for round in 0..<450 {
      let place = round % texts.count
      let files = texts.enumerated().map { index, file in
        let bytes = index == place ? mutator.mutate(mutator.mutate(file.bytes)) : file.bytes
        return linter.read(
          Document(path: file.path, kind: FileKind.of(path: file.path) ?? .infoPlist, text: SourceText(bytes)))
      }
      let targets = linter.targets(in: ProjectFolder(path: "/Ledger", files: files))
      let sizes = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.document.text.count) })
      for file in files {
        let project = Project(targets: targets.filter { $0.file(at: file.path) != nil }, path: file.path)
        check(file.document, project, sizes, "round \(round)")
        if let fixed = linter.fixed(file.document, project: project)?.document {
          expectTrue(
            linter.fixed(fixed, project: project) == nil,
            "round \(round): \(file.path) is not settled by its safe fixes")
        }
      }
    }
  }

  private func check(_ document: Document, _ project: Project, _ sizes: [String: Int], _ round: String) {
    func isInside(_ range: ByteRange, _ path: String?) -> Bool {
      range.lower >= 0 && range.upper <= sizes[path ?? document.path] ?? -1
    }
    for finding in linter.lint(document, project: project) {
      expectTrue(isInside(finding.range, nil), "\(round): \(finding.rule) reaches out of \(document.path)")
      for related in finding.related {
        expectTrue(
          isInside(related.range, related.path), "\(round): \(finding.rule) points out of \(related.path ?? "")")
      }
      for fix in finding.fixes {
        let own = FileEdits(path: document.path, edits: fix.edits)
        for file in [own] + fix.otherFiles {
          var end = 0
          for edit in file.edits.sorted(by: { $0.range.lower < $1.range.lower }) {
            expectTrue(
              isInside(edit.range, file.path) && edit.range.lower >= end,
              "\(round): the edits of “\(fix.title)” meet or reach out of \(file.path)")
            end = edit.range.upper
          }
        }
      }
    }
  }
}
