import Catalog
import JSON
import PrivacyRules

extension AppCheck {
  /// The report in SARIF 2.1.0, a result for each mail and a rule for each code.
  var sarif: [UInt8] {
    var ids: [String] = []
    for mail in mails where !ids.contains(mail.ruleID) { ids.append(mail.ruleID) }
    var json = JSONWriter(indented: true)
    json.object { json in
      json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      json.member("version", "2.1.0")
      json.member(
        "runs",
        array: { json in
          json.object { json in
            json.member(
              "tool",
              object: { json in
                json.member(
                  "driver",
                  object: { json in
                    json.member("name", "privacy-lsp")
                    json.member("version", productVersion)
                    json.member("rules", array: { json in for id in ids { writeRule(id, to: &json) } })
                  })
              })
            json.member(
              "results",
              array: { json in
                for mail in mails { write(mail, rule: ids.firstIndex(of: mail.ruleID) ?? 0, to: &json) }
              })
            json.member("columnKind", "utf16CodeUnits")
          }
        })
    }
    return json.bytes + [0x0A]
  }

  private func writeRule(_ id: String, to json: inout JSONWriter) {
    func text(_ name: String, _ text: String, _ json: inout JSONWriter) {
      json.member(name, object: { $0.member("text", text) })
    }
    json.object { json in
      json.member("id", id)
      let message = catalog.storeMessage(id)
      text("shortDescription", message?.title ?? "What App Review would reject", &json)
      guard let message else { return }
      text("fullDescription", message.meaning, &json)
      if let advice = message.advice { text("help", advice, &json) }
      json.member("helpUri", message.provenance.link)
    }
  }

  private func write(_ mail: ExpectedMail, rule: Int, to json: inout JSONWriter) {
    json.object { json in
      json.member("ruleId", mail.ruleID)
      json.member("ruleIndex", rule)
      let level =
        switch mail.severity {
        case .error: "error"
        case .warning: "warning"
        case .information, .hint: "note"
        }
      json.member("level", level)
      json.member("message", object: { $0.member("text", "\(mail.message). \(mail.remedy).") })
      json.member(
        "locations",
        array: { json in
          json.object { json in
            json.member(
              "physicalLocation",
              object: { json in
                json.member("artifactLocation", object: { $0.member("uri", percentEncoded(mail.place)) })
                // Who shows results beside lines wants one, and a built app has none.
                json.member("region", object: { $0.member("startLine", 1) })
              })
          }
        })
      json.member(
        "properties",
        object: { json in
          json.member("blocking", mail.isBlocking)
          json.member("likely", mail.isLikely)
        })
    }
  }
}

extension ExpectedMail {
  /// What stands for the kind of mail where there is no code.
  fileprivate var ruleID: String { itms ?? "app-review" }
}

/// A path as a relative reference: bytes that mean something else there are written as numbers.
private func percentEncoded(_ path: String) -> String {
  let plain = Array("/-._~".utf8)
  var result = ""
  for byte in path.utf8 {
    let letter = byte | 0x20
    let isPlain =
      letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
      || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || plain.contains(byte)
    if isPlain {
      result.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      let digits = String(byte, radix: 16, uppercase: true)
      result += digits.utf8.count < 2 ? "%0\(digits)" : "%\(digits)"
    }
  }
  return path.hasPrefix("/") ? "file://\(result)" : result
}
