import BuiltApp
import Catalog
import CatalogData
import EditorFeatures
import JSON
import PrivacyRules
import SourceText

extension AppCheck {
  /// What to do, without repetitions; remedies for mails that block come first.
  var remedies: [String] {
    (mails.filter(\.isBlocking) + mails.filter { !$0.isBlocking }).map(\.remedy).unique()
  }

  /// The report for programs. New versions may add members.
  func json(imports: Bool) -> [UInt8] {
    JSONWriter.indented([
      "version": productVersion, "rulesAsOf": Catalog.bundled.date, "mails": mails.map(\.json),
      "bundles": bundles.map(\.json), "binaries": binaries.map { $0.json(imports: imports) }, "label": label.json,
      "todo": remedies, "notes": notes,
    ]) + [0x0A]
  }

  /// The report for people.
  func text(_ style: Style) -> String {
    var lines: [String] = []
    var last: String?
    let byPath = Dictionary(firstOf: bundles.map { ($0.path, $0) })
    for mail in mails {
      let place = mail.bundle ?? mail.binary ?? ""
      if place != last {
        if last != nil { lines.append("") }
        let bundle = mail.bundle.flatMap { byPath[$0] }
        let details = [bundle?.identifier, bundle?.sdk.map { "\($0.name), an SDK on Apple’s list" }].compactMap(\.self)
        lines.append(
          style(printable(place), .bold)
            + (details.isEmpty ? "" : "  " + style(printable(details.joined(separator: ", ")), .dim)))
        last = place
      }
      let code = mail.itms.map { "\($0) " } ?? ""
      let effect = mail.isBlocking ? "[blocks]" : "[note]"
      lines.append(
        "  \(style("\(mail.severity.rawValue):", .init(mail.severity))) \(code)\(printable(mail.message)) "
          + style(effect, .dim))
    }
    if mails.isEmpty { lines.append("No emails are expected\(failures.isEmpty ? "" : " for what could be read").") }
    if !remedies.isEmpty {
      lines += ["", style("To do", .heading)] + remedies.map { "  - \(printable($0))" }
    }
    if !label.paths.isEmpty { lines += ["", label.text { _, text in printable(text) }] }
    if !notes.isEmpty { lines += ["", style("Notes", .heading)] + notes.map { "  \(printable($0))" } }
    let files = "\(counted(bundles.count, "bundle")), \(counted(binaries.count, "binary", plural: "binaries"))"
    lines += ["", "\(counted(mails.count, "email")) expected; read \(files)"]
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ExpectedMail {
  fileprivate var json: JSONObject {
    [
      "itms": itms.orNull, "severity": severity.rawValue, "blocking": isBlocking, "likely": isLikely,
      "bundle": bundle.orNull, "binary": binary.orNull, "file": file.orNull, "category": category.orNull,
      "message": message,
    ]
  }
}

extension CheckedBundle {
  fileprivate var json: JSONObject {
    [
      "path": path, "identifier": identifier.orNull, "version": version.orNull, "manifest": (manifest?.path).orNull,
      "sdk": (sdk?.name).orNull, "sdkVersionWithManifest": (sdk?.firstVersion).orNull,
    ]
  }
}

extension CheckedBinary {
  fileprivate func json(imports: Bool) -> JSONObject {
    let uses = uses.flatMap { use in
      use.categories.map {
        ["symbol": use.symbol, "category": $0, "confidence": use.confidence.rawValue] as JSONObject
      }
    }
    return [
      "path": path, "kind": binary.kind.rawValue, "architectures": binary.slices.map(\.architecture),
      "platform": binary.slices.lazy.compactMap(\.platform).first.orNull,
      "minimumVersion": binary.slices.lazy.compactMap(\.minimumVersion).first.orNull,
      "uuids": binary.slices.compactMap(\.uuid), "libraries": union(\.libraries), "sdk": (sdk?.name).orNull,
      "sdkVersionWithManifest": (sdk?.firstVersion).orNull, "linkedSDKs": linkedSDKs.map(\.name), "uses": uses,
      "imports": imports ? union(\.imports) : nil,
    ]
  }

  /// The names in all slices, without repetitions, in order.
  private func union(_ names: (BuiltBinary.Slice) -> [String]) -> [String] {
    binary.slices.count > 1 ? binary.slices.flatMap(names).unique() : binary.slices.first.map(names) ?? []
  }
}

extension AppCheck {
  /// The report as Markdown, for a pull request or a summary of a build.
  var markdown: String {
    var paragraphs = ["**\(counted(mails.count, "email")) expected after the upload**"]
    var last: String?
    for mail in mails {
      let place = mail.bundle ?? mail.binary ?? ""
      let code = mail.itms.map { "\($0), " } ?? ""
      let effect = mail.isBlocking ? "blocks" : "a note"
      let line = "- \(code)\(mail.severity.rawValue), \(effect): \(escapedForMarkdown(mail.message))"
      if place == last, let paragraph = paragraphs.popLast() {
        paragraphs.append("\(paragraph)\n\(line)")
      } else {
        paragraphs += ["**\(escapedForMarkdown(place))**", line]
        last = place
      }
    }
    if !remedies.isEmpty {
      paragraphs.append("**To do**")
      paragraphs.append(remedies.map { "- [ ] \(escapedForMarkdown($0))" }.joined(separator: "\n"))
    }
    if !label.paths.isEmpty { paragraphs.append(label.markdown) }
    if !notes.isEmpty {
      paragraphs.append("**Notes**")
      paragraphs.append(notes.map { "- \(escapedForMarkdown($0))" }.joined(separator: "\n"))
    }
    return paragraphs.joined(separator: "\n\n") + "\n"
  }
}
