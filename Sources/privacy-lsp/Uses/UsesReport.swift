import Catalog
import JSON
import SourceScan
import SourceText

/// What `uses` prints.
struct UsesReport {
  let files: [UsesOfFile]
  let catalog: Catalog

  // MARK: - JSON

  var json: [UInt8] {
    var json = JSONWriter(indented: true)
    json.object { json in
      json.member("version", productVersion)
      json.member("rulesAsOf", catalog.date)
      json.name("uses")
      json.array { json in
        for file in files {
          for use in file.uses { write(use, in: file, to: &json) }
        }
      }
      json.name("targets")
      json.array { _ in }
    }
    return json.bytes + [0x0A]
  }

  private func write(_ placed: PlacedUse, in file: UsesOfFile, to json: inout JSONWriter) {
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
        json.name("alternatives")
        json.array(alternatives.map(shortName))
      case .permission(let keys):
        json.member("kind", "permission")
        json.name("keys")
        json.array { json in
          for list in keys { json.array(list) }
        }
      case .guideline(let name):
        json.member("kind", "guideline")
        json.member("guideline", name)
      }
      json.member("confidence", use.confidence.rawValue)
      json.member("level", use.level)
      json.name("reasons")
      json.array { json in
        for reason in use.reasons {
          json.object { json in
            json.member("code", reason.code)
            json.member("why", reason.why)
          }
        }
      }
      json.name("targets")
      json.array { _ in }
      json.name("declared")
      json.null()
    }
  }

  private func shortName(_ category: Int) -> String {
    catalog.categories.indices.contains(category) ? catalog.shortName(ofCategory: category) : ""
  }

  // MARK: - Text

  /// The uses by what has to be declared for them.
  func text(_ style: Style) -> String {
    var groups: [(title: String, lines: [String])] = []
    var places: [String: Int] = [:]
    for file in files {
      for placed in file.uses {
        let title = title(of: placed.use)
        let place = places[title] ?? groups.count
        if place == groups.count {
          places[title] = place
          groups.append((title, []))
        }
        let position = "\(file.path):\(placed.start.line + 1):\(placed.start.character + 1)"
        var line = "  \(printable(position)): \(style(printable(placed.use.symbol), .name))"
        if let reason = placed.use.reasons.first {
          line += style(" (\(reason.code): \(lowercasedFirst(reason.why)))", .dim)
        }
        if placed.use.level == "hint" { line += style(" (hint)", .dim) }
        groups[place].lines.append(line)
      }
    }
    guard !groups.isEmpty else { return "Nothing found that has to be declared.\n" }
    return groups.sorted { $0.title < $1.title }.map { group in
      ([style(group.title, .heading)] + group.lines).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  private func lowercasedFirst(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }

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
  /// The severity that a finding about it may have at most, as `uses` prints it.
  var level: String {
    if isHint || macro != nil { return "hint" }
    if case .guideline = kind { return "information" }
    return confidence == .possible ? "hint" : "warning"
  }
}
