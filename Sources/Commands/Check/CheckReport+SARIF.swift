import Catalog
import JSON
import SourceText

extension AppCheck {
  /// The report in SARIF 2.1.0: one result per mail and one rule per code.
  var sarif: [UInt8] {
    var result = sarifStart
    for (number, mail) in mails.enumerated() {
      if number > 0 { result.append(UInt8(ascii: ",")) }
      result += JSONWriter.indented(object(mail), depth: sarifDepth)
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

  private func object(_ mail: ExpectedMail) -> JSONObject {
    // Code scanning identifies a result by its fingerprint. It makes one itself only for results with lines.
    let fingerprint = [mail.ruleID, mail.place, mail.category ?? "", mail.message].joined(separator: " ")
    return [
      "ruleId": mail.ruleID, "level": mail.severity.sarifLevel,
      "message": sarifText("\(mail.message). \(mail.remedy)."),
      // A built app has no lines.
      "locations": [["physicalLocation": sarifLocation(mail.place, nil)] as JSONObject],
      "partialFingerprints": ["primaryLocationLineHash": fingerprint] as JSONObject,
      "properties": ["blocking": mail.isBlocking, "likely": mail.isLikely] as JSONObject,
    ]
  }
}

extension ExpectedMail {
  /// The code, or a name for mails without one.
  fileprivate var ruleID: String { itms ?? "app-review" }
}
