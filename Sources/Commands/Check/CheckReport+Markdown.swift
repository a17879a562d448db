import EditorFeatures
import PrivacyRules

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
