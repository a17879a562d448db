import Catalog
import JSON
import SourceText

extension AppCheck {
  /// The report in SARIF 2.1.0: one result per mail and one rule per code.
  var sarif: [UInt8] {
    var result = sarifStart
    for (number, mail) in mails.enumerated() {
      if number > 0 { result.append(UInt8(ascii: ",")) }
      var json = JSONWriter(indented: true, depth: sarifDepth)
      write(mail, to: &json)
      result += json.bytes
    }
    return result + sarifEnd(rules: mails.map(\.ruleID).unique().map(rule))
  }

  private func rule(_ id: String) -> SARIFRule {
    guard let message = catalog.storeMessage(id) else {
      let title = "What App Review would reject."
      return SARIFRule(id: id, title: title, description: title, help: title, link: nil)
    }
    return SARIFRule(
      id: id, title: message.title ?? message.meaning, description: message.meaning,
      help: message.advice ?? message.meaning, link: message.provenance.link)
  }

  private func write(_ mail: ExpectedMail, to json: inout JSONWriter) {
    json.object { json in
      json.member("ruleId", mail.ruleID)
      json.member("level", mail.severity.sarifLevel)
      json.object("message") { $0.member("text", "\(mail.message). \(mail.remedy).") }
      // A built app has no lines.
      json.array("locations") { json in json.object { json in writeSARIFLocation(mail.place, nil, to: &json) } }
      // Code scanning identifies a result by its fingerprint. It makes one itself only for results with lines.
      let fingerprint = [mail.ruleID, mail.place, mail.category ?? "", mail.message].joined(separator: " ")
      json.object("partialFingerprints") { $0.member("primaryLocationLineHash", fingerprint) }
      json.object("properties") { json in
        json.member("blocking", mail.isBlocking)
        json.member("likely", mail.isLikely)
      }
    }
  }
}

extension ExpectedMail {
  /// The code, or a name for mails without one.
  fileprivate var ruleID: String { itms ?? "app-review" }
}
