import EditorFeatures
import PrivacyRules
import SourceText

extension AppCheck {
  /// The report as Markdown, for a pull request or a summary of a build.
  var markdown: String {
    var paragraphs = ["**\(counted(mails.count, "mail")) expected after the upload**"]
    var places: [String] = []
    for mail in mails where !places.contains(mail.bundle ?? mail.binary ?? "") {
      places.append(mail.bundle ?? mail.binary ?? "")
    }
    for place in places {
      paragraphs.append("**\(escapedForMarkdown(place))**")
      let lines = mails.filter { ($0.bundle ?? $0.binary ?? "") == place }.map { mail in
        let code = mail.itms.map { "\($0), " } ?? ""
        let effect = mail.isBlocking ? "blocks" : "a note"
        return "- \(code)\(mail.severity.rawValue), \(effect): \(escapedForMarkdown(mail.message))"
      }
      paragraphs.append(lines.joined(separator: "\n"))
    }
    if !remedies.isEmpty {
      paragraphs.append("**To do**")
      paragraphs.append(remedies.map { "- [ ] \(escapedForMarkdown($0))" }.joined(separator: "\n"))
    }
    if !label.paths.isEmpty { paragraphs.append(label.markdown) }
    if !notes.isEmpty {
      paragraphs.append("**Not read**")
      paragraphs.append(notes.map { "- \(escapedForMarkdown($0))" }.joined(separator: "\n"))
    }
    return paragraphs.joined(separator: "\n\n") + "\n"
  }
}
