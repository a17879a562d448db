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
      json.array("uses") { json in
        for tree in trees {
          for file in tree.files {
            for use in file.uses { write(use, in: file, of: tree, to: &json) }
          }
        }
      }
      json.array("targets") { json in
        for tree in trees {
          for target in tree.targets { write(target, of: tree, to: &json) }
        }
      }
    }
    return json.bytes + [0x0A]
  }

  private func write(_ target: BuildTarget, of tree: UsesOfTree, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", target.name)
      json.member("kind", target.kind.rawValue)
      json.member("platforms", target.platforms.keys.map(\.rawValue).sorted())
      json.member("ships", target.ships)
      json.member("manifest", target.manifest.map { tree.shownPath(of: $0.path) })
      json.member("manifestInBundle", target.manifest?.isInBundle)
      json.member("sources", target.sources.count)
    }
  }

  private func write(_ placed: PlacedUse, in file: UsesOfFile, of tree: UsesOfTree, to json: inout JSONWriter) {
    let use = placed.use
    json.object { json in
      json.member("path", file.path)
      json.member("line", placed.start.line + 1)
      json.member("column", placed.start.character + 1)
      json.member("endLine", placed.end.line + 1)
      json.member("endColumn", placed.end.character + 1)
      json.member("offset", placed.offset)
      json.member("endOffset", placed.endOffset)
      json.member("symbol", use.symbol)
      switch use.kind {
      case .requiredReason(let category, let alternatives):
        json.member("kind", "required-reason")
        json.member("category", shortName(category))
        json.member("alternatives", alternatives.map(shortName))
      case .permission(let keys):
        json.member("kind", "permission")
        json.member("keys", keys)
      case .guideline(let name):
        json.member("kind", "guideline")
        json.member("guideline", name)
      }
      json.member("confidence", use.confidence.rawValue)
      json.member("level", use.level)
      json.array("reasons") { json in
        for reason in use.reasons {
          json.object { json in
            json.member("code", reason.code)
            json.member("why", reason.why)
          }
        }
      }
      json.member("targets", tree.targets(of: file).map { tree.targets[$0].name })
      json.member("declared", tree.isDeclared(use, in: file))
    }
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
