import JSON
import ProjectFiles
import PropertyList
import SourceText

extension Rule {
  static let fileFormat = Rule(
    id: "file-format",
    severity: .error,
    itms: "ITMS-91056",
    summary: "The file is JSON, or a binary or old-style property list, instead of XML.",
    explanation: """
      JSON isn’t a property list, and App Store Connect rejects a manifest written in it. A binary property list is \
      fine in a bundle, but findings in it have no position: convert it with `plutil -convert xml1`. Apple’s parser \
      still reads the old OpenStep style, but that has no Booleans, so it can’t express a whole manifest. An \
      Info.plist or entitlements file in JSON or in the old style isn’t checked, nor is an Xcode project in XML.
      """,
    sources: ["adding-a-manifest", "tn3181"],
    kinds: [.privacyManifest, .infoPlist, .entitlements, .xcodeProject],
    isSuppressible: false,
    examples: [
      .fixes(
        """
        - «{ "NSPrivacyTracking": false, "NSPrivacyCollectedDataTypes": [] }»
        + <?xml version="1.0" encoding="UTF-8"?>
        + <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        + <plist version="1.0">
        + <dict>
          + <key>NSPrivacyTracking</key>
          + <false/>
          + <key>NSPrivacyCollectedDataTypes</key>
          + <array/>
        + </dict>
        + </plist>
        """, in: .file),
      .shows("«CFBundleName = Notes;»", in: .file, path: "Info.plist"),
    ]
  ) { findings, context in
    if case .xcodeProject(let project) = context.document.content {
      guard project.isXML else { return }
      findings.report(
        "This project is XML and is not checked; Xcode writes it in its own style when it saves it",
        at: ByteRange(at: 0),
        severity: .information, itms: "")
      return
    }
    let text = context.document.text
    let isManifest = context.document.kind == .privacyManifest
    let whole = context.document.trimmedRange
    let firstLine = ByteRange(whole.lower, text.contents(ofLine: text.line(at: whole.lower)).upper)
    switch context.document.format {
    case .json:
      // YAML starts with a word and a colon.
      let isJSON = [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(text.slice(whole).first)
      let message =
        isManifest
        ? "A privacy manifest must be a property list, not JSON"
        : "This file is JSON and is not checked; convert it to an XML property list"
      findings.report(
        isJSON ? message : "This file is not a property list; write it as XML", at: firstLine,
        severity: isManifest ? nil : .information, itms: isManifest ? nil : ""
      ) {
        // A larger file is generated, and converting it would take many times its memory.
        guard text.count <= 1 << 20, let json = try? JSONDocument.parse(Array(text.slice(whole))),
          json.root.kind == .object, let xml = propertyListXML(from: json.root, layout: Layout(ofLinesIn: text))
        else { return [] }
        let start = text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return [
          Fix(
            title: "Convert to an XML property list", edits: [TextEdit(ByteRange(start, text.count), xml)],
            isPreferred: true)
        ]
      }
    case .binary:
      if let failure = context.document.binaryFailure {
        findings.report(
          "The binary property list is broken: \(failure.reason)", at: ByteRange(at: 0), itms: isManifest ? nil : "")
      } else if isManifest {
        findings.report(
          "This is a binary property list; findings in it have no position", at: ByteRange(at: 0),
          severity: .information, itms: "")
      }
    case .openStep:
      // A syntax error, or a value that isn’t a dictionary, has its own finding.
      let syntax = OpenStepSyntax.check(text)
      guard syntax.problem == nil, syntax.root == .dictionary else { return }
      findings.report(
        isManifest
          ? "This is an old-style property list; write a manifest as XML"
          : "This file is an old-style property list and is not checked; convert it to XML", at: firstLine,
        severity: .information, itms: "")
    case .xml, .empty, .blank, .unknown: break
    }
  }
}
