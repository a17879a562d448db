import BuildTargets
public import Catalog
import PropertyList
import SourceScan
import SourceText

extension Rule {
  static let undeclaredCategory = Rule(
    id: "undeclared-category",
    severity: .error,
    itms: "ITMS-91053",
    summary: "Source code uses a required reason API that the target’s manifest doesn’t declare.",
    explanation: """
      App Store Connect looks for these APIs in the binary and rejects an app whose manifest doesn’t declare them. \
      Declare the category with the reason that fits what the code does; the fixes suggest reasons, and the choice is \
      yours. If the target has a manifest, the finding is there; an editor marks the first call, too. A target without \
      a manifest gets one finding, however much it lacks, at the most certain call. A use that is only possible, or \
      comes from a linked library, is a warning. Tests, samples, debug code and Mac apps aren’t reported.
      """,
    sources: ["required-reason-article", "tn3183"],
    kinds: [.privacyManifest, .source],
    needsEvidence: true,
    examples: [
      .fixes(
        """
        <key>«NSPrivacyAccessedAPITypes»</key>
        <array>
          <dict>
            <key>NSPrivacyAccessedAPIType</key>
            <string>NSPrivacyAccessedAPICategoryDiskSpace</string>
            <key>NSPrivacyAccessedAPITypeReasons</key>
            <array>
              <string>E174.1</string>
            </array>
          </dict>
          + <dict>
            + <key>NSPrivacyAccessedAPIType</key>
            + <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
            + <key>NSPrivacyAccessedAPITypeReasons</key>
            + <array>
              + <string>CA92.1</string>
            + </array>
          + </dict>
        </array>
        """, in: .root, path: "App/PrivacyInfo.xcprivacy",
        inApp: """
          --- App/Settings.swift
          let units = UserDefaults.standard.string(forKey: "units")
          """),
      .shows(
        """
        let units = «UserDefaults».standard.string(forKey: "units")
        """, in: .file, path: "App/Settings.swift",
        beside: """
          --- project.yml
          targets:
            App:
              type: application
              platform: iOS
              sources: [App]
          """),
      .shows(
        """
        let units = UserDefaults.standard.string(forKey: "units")
        """, in: .file, path: "App/Settings.swift",
        beside: """
          --- project.yml
          targets:
            App:
              type: application
              platform: macOS
              sources: [App]
          """),
    ]
  ) { findings, context in
    guard let evidence = context.evidence else { return }
    if context.document.kind == .privacyManifest {
      reportInManifest(&findings, context, evidence)
    } else {
      reportInSource(&findings, context, evidence)
    }
  }

  private static func reportInManifest(_ findings: inout Findings, _ context: LintContext, _ evidence: FileEvidence) {
    guard let root = context.manifest?.root else { return }
    for group in evidence.undeclared(in: evidence.targetsOfManifest) {
      let files = Set(group.uses.map(\.path)).count
      let places = files > 1 ? " in \(files) files" : ""
      let verb = group.targets.count > 1 ? "use" : "uses"
      findings.report(
        "\(shortList(group.targets)) \(verb) \(group.category.titleInSentence)\(places), "
          + "which this manifest doesn’t declare",
        at: root.field(.accessedAPITypes)?.entry.key.highlight ?? root.value.highlight, severity: group.severity,
        related: group.uses.withNewReasonsFirst.prefix(5).related()
      ) { context.declaring(group.category, group.uses, in: context.file) }
    }
  }

  private static func reportInSource(_ findings: inout Findings, _ context: LintContext, _ evidence: FileEvidence) {
    for group in evidence.undeclared(in: evidence.targets) {
      guard let first = group.uses.first, first.path == evidence.path else { continue }
      let manifest = group.manifest
      // Without a number, so that a baseline still has the finding after one of many is gone.
      let others = group.others.count == 1 ? list(group.others.compactMap(\.first?.use.symbol)) : "other APIs"
      let needs = group.others.isEmpty ? "needs a reason" : "and \(others) need reasons"
      let targets = group.targets.count > 3 ? shortList(group.targets) : list(group.targets)
      let what = "\(quoted(first.use.symbol)) \(needs), and \(targets)"
      let isOne = group.targets.count == 1
      findings.report(
        manifest == nil
          ? "\(what) \(isOne ? "has" : "have") no privacy manifest\(group.isManifestMissing ? " that can be read" : "")"
          : "\(what) \(isOne ? "doesn’t" : "don’t") declare \(group.category.titleInSentence)",
        at: first.use.range, severity: manifest == nil ? group.severity : min(group.severity, .information),
        itms: manifest == nil && group.severity >= .warning ? nil : "",
        related: (manifest?.manifest.map {
          [Diagnostic.Related(path: manifest?.path, range: $0.root.value.highlight, message: "Declare it here")]
        } ?? []) + group.others.flatMap(\.self).related(besides: evidence.path)
          + group.uses.withNewReasonsFirst.prefix(6).related(besides: evidence.path, findingAt: first)
      ) { manifest.map { context.declaring(group.category, group.uses, in: $0) } ?? [] }
    }
  }
}

/// A category that targets with the same manifest, or with none, use and don’t declare.
private struct UndeclaredGroup {
  let category: APICategory
  /// The names of the targets.
  var targets: [String]
  var uses: [SourceEvidence.Use]
  var severity: Severity
  let manifest: ProjectFile?
  /// Whether the project lists a manifest that doesn’t exist or can’t be read.
  let isManifestMissing: Bool
  /// The uses of each other category that targets without any manifest don’t declare, one for each reason: one manifest
  /// mends them all.
  var others: [[SourceEvidence.Use]] = []
}

extension FileEvidence {
  /// The undeclared categories. Targets with the same manifest, or with none, and the same first use share one group.
  fileprivate func undeclared(in targets: [DeclaringTarget]) -> [UndeclaredGroup] {
    var result: [UndeclaredGroup] = []
    for target in targets {
      let manifest = target.manifests.first
      let worst = target.undeclared.map(\.severity).max()
      // Findings are in our own code, if there is any.
      let ours = target.undeclared.filter { $0.uses.first?.isOurs ?? false }
      let candidates = ours.isEmpty ? target.undeclared : ours
      let told =
        manifest == nil ? candidates.first { $0.severity == worst } ?? candidates.first : nil
      for missing in target.undeclared where told.map({ $0.category === missing.category }) ?? true {
        if let same = result.firstIndex(where: {
          $0.category === missing.category && $0.manifest?.path == manifest?.path
            && (manifest != nil || $0.uses.first?.path == missing.uses.first?.path)
        }) {
          if !result[same].targets.contains(target.build.name) { result[same].targets.append(target.build.name) }
          result[same].severity = max(result[same].severity, missing.severity)
          let known = Set(result[same].uses.map { [$0.path, "\($0.use.range.lower)"] })
          result[same].uses += missing.uses.filter { !known.contains([$0.path, "\($0.use.range.lower)"]) }
        } else {
          result.append(
            UndeclaredGroup(
              category: missing.category, targets: [target.build.name], uses: missing.uses,
              severity: told == nil ? missing.severity : worst ?? missing.severity,
              manifest: manifest, isManifestMissing: target.isManifestMissing))
        }
        guard told != nil, let place = result.firstIndex(where: { $0.targets.contains(target.build.name) }) else {
          continue
        }
        for other in target.undeclared where other.category !== missing.category {
          let uses = other.uses.oneForEachReason
          guard let first = uses.first else { continue }
          let isThere = result[place].others.lazy.compactMap(\.first)
            .contains { $0.path == first.path && $0.use.range == first.use.range }
          if !isThere { result[place].others.append(uses) }
        }
      }
    }
    return result
  }
}

extension SourceEvidence.Use {
  /// The use as related information, with the reason that it suggests.
  var related: Diagnostic.Related { related() }

  /// - Parameters:
  ///   - own: The path of the file that has the finding.
  ///   - saysReason: Whether to add the reason that it suggests.
  func related(besides own: String? = nil, saysReason: Bool = true) -> Diagnostic.Related {
    var message = "\(quoted(use.symbol)) is used here"
    if saysReason, let reason = use.reasons.first {
      message += "; \(reason.code) may fit: \(reason.whyInSentence)"
    }
    return Diagnostic.Related(path: path == own ? nil : path, range: use.range, message: message)
  }
}

extension [SourceEvidence.Use] {
  /// The uses in order, but first one for each reason, as a few of hundreds are shown.
  fileprivate var withNewReasonsFirst: [SourceEvidence.Use] {
    let isNew = haveNewReasons
    return zip(self, isNew).filter(\.1).map(\.0) + zip(self, isNew).filter { !$0.1 }.map(\.0)
  }

  /// The first use for each reason; only the first of all if none suggests a reason.
  fileprivate var oneForEachReason: [SourceEvidence.Use] {
    let found = zip(self, haveNewReasons).filter(\.1).map(\.0)
    return found.isEmpty ? Array(prefix(1)) : found
  }

  /// Whether each use suggests a reason that none before it does.
  private var haveNewReasons: [Bool] {
    var seen: Set<SourceUse.Reason> = []
    return map { $0.use.reasons.first.map { seen.insert($0).inserted } ?? false }
  }
}

extension Sequence<SourceEvidence.Use> {
  /// The uses as related information, with each reason once.
  ///
  /// - Parameters:
  ///   - own: The path of the file that has the finding.
  ///   - main: The use at which the finding is, of which only the reason is left to say.
  func related(besides own: String? = nil, findingAt main: SourceEvidence.Use? = nil) -> [Diagnostic.Related] {
    var places: Set<[String]> = []
    var seen: Set<SourceUse.Reason> = []
    return compactMap { use in
      guard places.insert([use.path, "\(use.use.range)"]).inserted else { return nil }
      let isNew = use.use.reasons.first.map { seen.insert($0).inserted } ?? false
      if let main, use.path == main.path, use.use.range == main.use.range {
        return use.use.reasons.first.map {
          Diagnostic.Related(range: use.use.range, message: "\($0.code) may fit: \($0.whyInSentence)")
        }
      }
      return use.related(besides: own, saysReason: isNew)
    }
  }
}

extension LintContext {
  /// The product of the document’s target, from the project or from its build.
  var product: Project.Product {
    if project.product != .unknown { return project.product }
    let kinds = Set((evidence?.targetsOfManifest ?? []).map(\.build.kind))
    guard !kinds.isEmpty else { return .unknown }
    if kinds.allSatisfy({ $0 == .appExtension }) { return .appExtension }
    return kinds.allSatisfy(\.isProgram) ? .app : kinds.contains(where: \.isProgram) ? .unknown : .library
  }

  /// The fixes that declare a category in a manifest: with the reasons that the uses suggest, and with a placeholder.
  func declaring(_ category: APICategory, _ uses: [SourceEvidence.Use], in file: ProjectFile) -> [Fix] {
    let mayBeSDK = file.manifest != nil && evidence?.targets.allSatisfy { !$0.build.kind.isProgram } ?? false
    let known = category.reasons.filter { mayBeSDK || !$0.isForSDKsOnly }
    let suggested = uses.suggestedReasons(for: category).compactMap { reason in
      known.first { $0.code == reason.code }
    }
    let name = "Declare \(category.titleInSentence)"
    let place = file === self.file ? "" : " in \(file.document.fileName)"
    var fixes: [Fix] = []
    func add(_ title: String, _ codes: [String], choices: [String] = []) {
      guard let edit = file.edit(declaring: category, codes, catalog) else { return }
      var fix = Fix(title: title, edits: [edit])
      if let parts = choices.isEmpty ? nil : edit.replacement.parted(atGapWith: choices) {
        fix = Fix(title: title, snippets: [SnippetEdit(edit.range, Template(parts))])
      }
      if file !== self.file {
        fix.otherFiles = [FileEdits(path: file.path, edits: fix.edits)]
        fix.edits = []
        fix.snippets = []
      }
      fixes.append(fix)
    }
    if suggested.count > 1 {
      add("\(name) with \(suggested.map(\.code).joined(separator: " and "))\(place)", suggested.map(\.code))
    }
    for reason in suggested.prefix(3) {
      add("\(name) with \(reason.code)\(place): \(reason.shortMeaning)", [reason.code])
    }
    let choices = suggested.map(\.code) + known.map(\.code).filter { code in !suggested.contains { $0.code == code } }
    add("\(name)\(place) with a reason to fill in", [Gap.text], choices: choices)
    return fixes
  }
}

extension ProjectFile {
  /// The edit that adds an entry for a category to a manifest; nil if there is no place for it.
  func edit(declaring category: APICategory, _ codes: [String], _ catalog: Catalog) -> TextEdit? {
    guard let manifest, manifest.nested == nil, document.hasPositions, let list = catalog.key(.accessedAPITypes) else {
      return nil
    }
    let entry = catalog.lines(declaring: category, codes)
    let layout = document.layout
    if let array = manifest.root.value(.accessedAPITypes) {
      return array.element == .array ? document.tree.appending(entry, to: array, layout: layout) : nil
    }
    let lines = ["<key>\(escapedForXML(list.name))</key>", "<array>"] + entry.map { "\t\($0)" } + ["</array>"]
    return document.tree.appending(lines, to: manifest.root.value, layout: layout)
  }
}

extension Catalog {
  /// The lines of an entry that declares a category with reasons, one for each element.
  public func lines(declaring category: APICategory, _ codes: [String]) -> [String] {
    guard let definition = key(.accessedAPITypes).flatMap({ entryDefinition(of: $0) }) else { return [] }
    var lines = ["<dict>"]
    for key in definition.keys where key.isRequired {
      lines.append("\t<key>\(escapedForXML(key.name))</key>")
      if key.role == .category {
        lines.append("\t<string>\(escapedForXML(category.id))</string>")
      } else {
        lines += ["\t<array>"] + codes.map { "\t\t<string>\(escapedForXML($0))</string>" } + ["\t</array>"]
      }
    }
    return lines + ["</dict>"]
  }
}

extension APICategory {
  /// The title within a sentence.
  public var titleInSentence: String { title.prefix(1).lowercased() + title.dropFirst() }
}

extension String {
  /// The text with a tab stop at its gap that offers the choices.
  fileprivate func parted(atGapWith choices: [String]) -> [Template.Part]? {
    let parts = split(separator: Gap.mark, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { return nil }
    return [.text(parts[0]), .stop(1, placeholder: Gap.text, choices: choices), .text(parts[1])]
  }
}
