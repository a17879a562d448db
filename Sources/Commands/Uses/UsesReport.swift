import BuildTargets
import Catalog
import JSON
import PrivacyRules
import SourceScan
import SourceText
import Workspace

/// The report of `uses`.
struct UsesReport {
  let trees: [UsesOfTree]
  let catalog: Catalog
  /// The identifiers of the categories without their common prefix.
  private let shortNames: [String]

  init(trees: [UsesOfTree], catalog: Catalog) {
    self.trees = trees
    self.catalog = catalog
    shortNames = catalog.categories.indices.map(catalog.shortName)
  }

  // MARK: - JSON

  var json: [UInt8] {
    var json = JSONWriter(indented: true)
    json.object { json in
      json.member("version", productVersion)
      json.member("rulesAsOf", catalog.date)
      // One after the other, as there may be very many.
      json.array("uses") { json in
        for tree in trees {
          for file in tree.files {
            for use in file.uses { object(use, in: file, of: tree).write(to: &json) }
          }
        }
      }
      json.member("targets", trees.flatMap { tree in tree.targets.map { object($0, of: tree) } })
    }
    return json.bytes + [0x0A]
  }

  private func object(_ target: BuildTarget, of tree: UsesOfTree) -> JSONObject {
    [
      "name": target.name, "kind": target.kind.rawValue, "platforms": target.platforms.keys.map(\.rawValue).sorted(),
      "ships": target.ships, "manifest": target.manifest.map { tree.shownPath(of: $0.path) }.orNull,
      "manifestInBundle": (target.manifest?.isInBundle).orNull, "sources": target.sources.count,
    ]
  }

  private func object(_ placed: PlacedUse, in file: UsesOfFile, of tree: UsesOfTree) -> JSONObject {
    let use = placed.use
    let kind: [(String, JSONObject.Member?)] =
      switch use.kind {
      case .requiredReason(let category, let alternatives):
        [
          ("kind", "required-reason"), ("category", shortName(category)),
          ("alternatives", alternatives.map(shortName)),
        ]
      case .permission(let keys): [("kind", "permission"), ("keys", keys)]
      case .guideline(let name): [("kind", "guideline"), ("guideline", name)]
      }
    return JSONObject(
      [
        ("path", file.path), ("line", placed.start.line + 1), ("column", placed.start.character + 1),
        ("endLine", placed.end.line + 1), ("endColumn", placed.end.character + 1), ("offset", placed.offset),
        ("endOffset", placed.endOffset), ("symbol", use.symbol),
      ] + kind + [
        ("confidence", use.confidence.rawValue), ("level", use.level),
        ("reasons", use.reasons.map { ["code": $0.code, "why": $0.why] as JSONObject }),
        ("targets", tree.targets(of: file).map { tree.targets[$0].name }),
        ("declared", tree.isDeclared(use, in: file).orNull),
      ])
  }

  private func shortName(_ category: Int) -> String {
    shortNames.indices.contains(category) ? shortNames[category] : ""
  }

  // MARK: - Text

  /// The uses, grouped by target and by what must be declared.
  func text(_ style: Style) -> String {
    var groups: [(target: String, title: String, lines: [String])] = []
    var places: [[String]: Int] = [:]
    for tree in trees {
      for file in tree.files {
        let names = tree.targets(of: file).map { tree.targets[$0].name }
        let target = names.isEmpty ? (tree.isDescribed ? "In no target" : "") : names.joined(separator: ", ")
        for placed in file.uses {
          let title = title(of: placed.use)
          let place = places[[target, title]] ?? groups.count
          if place == groups.count {
            places[[target, title]] = place
            groups.append((target, title, []))
          }
          groups[place].lines.append(line(placed, in: file, isDeclared: tree.isDeclared(placed.use, in: file), style))
        }
      }
    }
    guard !groups.isEmpty else { return "No APIs found that need a declaration.\n" }
    var result: [String] = []
    var target = ""
    for group in groups.sorted(by: { ($0.target, $0.title) < ($1.target, $1.title) }) {
      if group.target != target { result += ["\(style(printable(group.target), .heading))"] }
      target = group.target
      result += [style(group.title, .heading)] + group.lines + [""]
    }
    return result.joined(separator: "\n")
  }

  private func line(_ placed: PlacedUse, in file: UsesOfFile, isDeclared: Bool?, _ style: Style) -> String {
    var line = "  \(printable("\(file.path):\(placed.start.shown)")): \(style(printable(placed.use.symbol), .name))"
    var notes: [String] = []
    if let reason = placed.use.reasons.first { notes.append("\(reason.code): \(reason.whyInSentence)") }
    if placed.use.level == "hint" { notes.append("hint") }
    if isDeclared == false { notes.append("not declared") }
    if !notes.isEmpty { line += style(" (\(notes.joined(separator: "; ")))", .dim) }
    return line
  }

  private func title(of use: SourceUse) -> String {
    switch use.kind {
    case .requiredReason(let category, _):
      catalog.categories.indices.contains(category) ? catalog.categories[category].title : ""
    case .permission(let keys): keys.map { $0.joined(separator: " or ") }.joined(separator: ", ")
    case .guideline(let name): "Guideline \(name)"
    }
  }
}

extension SourceUse {
  /// The highest severity that a finding about it may have.
  var level: String {
    if isHint || macro != nil { return "hint" }
    if case .guideline = kind { return "information" }
    return confidence == .possible ? "hint" : "warning"
  }
}
