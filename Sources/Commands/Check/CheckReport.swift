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
    var json = JSONWriter(indented: true)
    json.object { json in
      json.member("version", productVersion)
      json.member("rulesAsOf", Catalog.bundled.date)
      json.member("mails", mails)
      json.member("bundles", bundles)
      json.array("binaries") { json in for binary in binaries { binary.write(to: &json, imports: imports) } }
      json.member("label", label)
      json.member("todo", remedies)
      json.member("notes", notes)
    }
    return json.bytes + [0x0A]
  }

  /// The report for people.
  func text(_ style: Style) -> String {
    var lines: [String] = []
    var last: String?
    let byPath = Dictionary(bundles.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
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

extension ExpectedMail: JSONObjectWritable {
  func writeMembers(to json: inout JSONWriter) {
    json.member("itms", itms)
    json.member("severity", severity.rawValue)
    json.member("blocking", isBlocking)
    json.member("likely", isLikely)
    json.member("bundle", bundle)
    json.member("binary", binary)
    json.member("file", file)
    json.member("category", category)
    json.member("message", message)
  }
}

extension CheckedBundle: JSONObjectWritable {
  func writeMembers(to json: inout JSONWriter) {
    json.member("path", path)
    json.member("identifier", identifier)
    json.member("version", version)
    json.member("manifest", manifest?.path)
    writeSDK(sdk, to: &json)
  }
}

private func writeSDK(_ sdk: ListedSDK?, to json: inout JSONWriter) {
  json.member("sdk", sdk?.name)
  json.member("sdkVersionWithManifest", sdk?.firstVersion)
}

extension CheckedBinary {
  func write(to json: inout JSONWriter, imports: Bool) {
    json.object { json in
      json.member("path", path)
      json.member("kind", binary.kind.rawValue)
      json.member("architectures", binary.slices.map(\.architecture))
      json.member("platform", binary.slices.lazy.compactMap(\.platform).first)
      json.member("minimumVersion", binary.slices.lazy.compactMap(\.minimumVersion).first)
      json.member("uuids", binary.slices.compactMap(\.uuid))
      json.member("libraries", union(\.libraries))
      writeSDK(sdk, to: &json)
      json.member("linkedSDKs", linkedSDKs.map(\.name))
      json.array("uses") { json in
        for use in uses {
          for category in use.categories {
            json.object { json in
              json.member("symbol", use.symbol)
              json.member("category", category)
              json.member("confidence", use.confidence.rawValue)
            }
          }
        }
      }
      if imports { json.member("imports", union(\.imports)) }
    }
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
