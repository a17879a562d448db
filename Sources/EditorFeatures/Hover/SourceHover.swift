import Catalog
import PrivacyRules
import SourceScan

/// The hover over a protected API in source code; nil for anything else, which other servers explain.
func sourceHover(in snapshot: Snapshot, at offset: Int) -> Hover? {
  guard let evidence = snapshot.evidence, let use = EvidencePlace.use(in: snapshot, at: offset),
    use.confidence > .possible
  else { return nil }
  let page =
    switch use.kind {
    case .requiredReason: reasonPage(use, evidence, snapshot.catalog)
    case .permission(let lists): permissionPage(use, lists, evidence, snapshot.catalog)
    case .guideline: guidelinePage(use, snapshot)
    }
  return page.map { Hover(markdown: $0.markdown, range: use.range) }
}

private func reasonPage(_ use: SourceUse, _ evidence: FileEvidence, _ catalog: Catalog) -> Page? {
  let categories = use.categories(catalog)
  guard let first = categories.first else { return nil }
  var page = Page(categories.map(\.title).joined(separator: " or "), catalog)
  page.add(
    sentences("`\(use.symbol)` needs a reason in the privacy manifest", use, evidence) { declaration in
      guard declaration.hasManifest || declaration.isDeclared == true else { return "has no privacy manifest" }
      let codes = declaration.reasons.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
      return declaration.isDeclared.map {
        $0 ? "declares \(codes.isEmpty ? "no reason" : codes)" : "doesn’t declare it"
      }
    })
  var reasons = categories.flatMap(\.reasons).map { (reason: $0, why: nil as String?) }
  for suggested in use.reasons.reversed() {
    guard let place = reasons.firstIndex(where: { $0.reason.code == suggested.code }) else { continue }
    let reason = reasons.remove(at: place).reason
    reasons.insert((reason, suggested.whyInSentence), at: 0)
  }
  page.add(
    list: reasons.prefix(8).map { reason, why in
      "`\(reason.code)` \(reason.shortMeaning)" + (why.map { ". **May fit:** \($0)" } ?? "")
    })
  page.add(first.provenance)
  return page
}

private func permissionPage(
  _ use: SourceUse, _ lists: [[String]], _ evidence: FileEvidence, _ catalog: Catalog
) -> Page? {
  let names = lists.map { list in list.map { String($0.prefix { $0 != "=" }) } }
  let key = names.joined().lazy.compactMap { catalog.purposeKey($0) }.first
  let related = names.joined().lazy.compactMap { catalog.relatedKey($0) }.first
  guard let title = key?.title ?? related?.title else { return nil }
  var page = Page(title, catalog)
  let needs = names.map { $0.map { "`\($0)`" }.joined(separator: " or ") }.joined(separator: " and ")
  page.add(
    sentences("`\(use.symbol)` needs \(needs) in Info.plist", use, evidence) { declaration in
      declaration.isDeclared.map { $0 ? "has it" : "doesn’t have it" }
    })
  if let missing = key?.whenMissing { page.add("Without it: \(missing)") }
  if let provenance = key?.provenance ?? related?.provenance { page.add(provenance, saysDeprecation: false) }
  return page
}

/// What the finding at the use says.
private func guidelinePage(_ use: SourceUse, _ snapshot: Snapshot) -> Page? {
  let found = snapshot.lint(fixes: .touching(use.range)).first { $0.range == use.range && $0.severity < .warning }
  guard let found, let rule = Rule.all.first(where: { $0.id == found.rule }), rule.kinds == [.source] else {
    return nil
  }
  var page = Page(rule.summary, snapshot.catalog)
  page.add(rule.explanation)
  if let link = found.link { page.add("[Guideline](\(link))") }
  return page
}

/// What a use needs, then what some targets declare.
private func sentences(
  _ need: String, _ use: SourceUse, _ evidence: FileEvidence, _ words: (TargetDeclaration) -> String?
) -> String {
  if use.isHint { return "\(need). Users don’t get this code, so nothing has to be declared for it." }
  let declarations = evidence.declarations(for: use).compactMap { declaration in
    words(declaration).map { "\(escapedForMarkdown(shortened(declaration.target, to: 40))) \($0)" }
  }
  let rest = declarations.count > 3 ? ["\(declarations.count - 3) more targets have this file"] : []
  return ([need] + declarations.prefix(3) + rest).joined(separator: ". ") + "."
}

extension Hover {
  /// Adds the uses in code after the first line.
  mutating func add(_ place: EvidencePlace) {
    guard let usage = place.usage, let end = markdown.utf8.firstIndex(of: UInt8(ascii: "\n")) else { return }
    markdown = "\(markdown[..<end])\n\n\(usage)\(markdown[end...])"
  }
}

extension EvidencePlace {
  /// “Used in 3 files of App: Main.swift, Settings.swift, Store.swift”; nil without known uses.
  fileprivate var usage: String? {
    let uses = evidence.uses(of: subject)
    let targets = evidence.targetNames(using: subject)
    guard !uses.isEmpty, let target = targets.first else { return nil }
    var files: [String] = []
    for use in uses where files.last != use.path { files.append(use.path) }
    let names = files.prefix(3).map { path in
      escapedForMarkdown(shortened(path.split(separator: "/").last.map(String.init) ?? path, to: 40))
    }
    let verb =
      if case .reason(let code, _) = subject {
        uses.contains { $0.use.reasons.contains { $0.code == code } }
          ? "May fit what code does" : "Its category is used"
      } else {
        "Used"
      }
    let owner = escapedForMarkdown(shortened(target, to: 40)) + (targets.count > 1 ? " and others" : "")
    return "\(verb) in \(counted(files.count, "file")) of \(owner): " + names.joined(separator: ", ")
      + (files.count > 3 ? " and \(files.count - 3) more" : "")
  }
}
