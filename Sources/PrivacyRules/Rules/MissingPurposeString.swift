import BuildTargets
import Catalog
import PropertyList
import SourceScan
import SourceText

extension Rule {
  static let missingPurposeString = Rule(
    id: "missing-purpose-string",
    severity: .error,
    itms: "ITMS-90683",
    summary: "Source code asks for a protected resource, but Info.plist has no purpose string for it.",
    explanation: """
      Without the text, the app crashes or the system refuses the request, and App Store Connect rejects the upload. \
      For location it accepts the upload but sends an email, and for the local network it accepts it silently, so both \
      are warnings; so is everything in apps for watches alone, of which no rejection is known, and Face ID if a \
      passcode will do. The finding is in Info.plist, and an editor marks the first call, too; without an Info.plist, \
      the finding is at the call. An Info.plist that the build makes isn’t checked. Entries that a call names, such as a \
      Bonjour service, are also reported if they are missing.
      """,
    sources: ["github-threads", "info-plist-keys"],
    kinds: [.infoPlist, .source],
    needsEvidence: true,
    examples: [
      .fixes(
        """
        <plist version="1.0">
        «<dict>»
          <key>CFBundlePackageType</key>
          <string>APPL</string>
          + <key>NSCameraUsageDescription</key>
          + <string>This app uses your camera to ….</string>
        </dict>
        </plist>
        """, in: .file, path: "App/Info.plist",
        inApp: """
          --- App/Scanner.swift
          import AVFoundation
          func scan() { AVCaptureDevice.requestAccess(for: .video) { _ in } }
          """),
      .shows(
        ["NSCameraUsageDescription": "This app uses your camera to scan receipts."],
        path: "App/Info.plist",
        inApp: """
          --- App/Scanner.swift
          import AVFoundation
          func scan() { AVCaptureDevice.requestAccess(for: .video) { _ in } }
          """),
    ]
  ) { findings, context in
    guard let evidence = context.evidence else { return }
    var seen: Set<[String]> = []
    for target in evidence.targets {
      for missing in target.missingKeys {
        guard let first = missing.uses.first, let key = missing.keys.first else { continue }
        let own = missing.configuration.flatMap { name in
          target.build.shippedConfigurations.first { $0.name == name }?.infoPlist
        }
        let inPlist = target.infoPlists.first {
          $0.infoPlist != nil && (missing.configuration == nil || $0.path == own)
        }
        let configuration = missing.configuration.map { " in \(quoted($0))" } ?? ""
        let what =
          missing.element.map { "\(quoted($0)) in \(quoted(key))" } ?? list(missing.keys, "or")
        if context.document.kind == .infoPlist {
          // A text that only translations have is told of there.
          guard inPlist?.path == evidence.path,
            !context.isTranslated(missing.keys),
            seen.insert(missing.keys + [missing.element ?? ""]).inserted, let plist = context.infoPlist
          else { continue }
          let element = missing.element
          let entry = element == nil ? nil : plist.root.entries.first { $0.name == key }
          let isMissing = whichIsMissing(element == nil ? missing.keys.count : 1)
          findings.report(
            "\(quoted(first.use.symbol)) needs \(what), \(isMissing)\(configuration)",
            at: entry?.key.highlight ?? plist.root.node.startTag, severity: missing.severity,
            itms: context.isMailed(missing) ? nil : "", related: missing.uses.prefix(5).map(\.related)
          ) { context.adding(missing, in: context.file) }
        } else {
          guard first.path == evidence.path, seen.insert(missing.keys + [missing.element ?? ""]).inserted else {
            continue
          }
          findings.report(
            "\(quoted(first.use.symbol)) needs \(what), which the Info.plist of \(quoted(target.build.name)) lacks"
              + configuration,
            at: first.use.range, severity: inPlist == nil ? missing.severity : min(missing.severity, .information),
            itms: inPlist == nil && context.isMailed(missing) ? nil : "",
            related: (inPlist.map {
              [
                Diagnostic.Related(
                  path: $0.path, range: $0.infoPlist?.root.node.startTag ?? ByteRange(at: 0),
                  message: "Add it here")
              ]
            } ?? []) + missing.uses.dropFirst().prefix(5).map { $0.related(besides: evidence.path) }
          ) { inPlist.map { context.adding(missing, in: $0) } ?? [] }
        }
      }
    }
  }
}

extension LintContext {
  /// Whether App Store Connect sends an email about a missing key: of a location it does, though it accepts the upload.
  fileprivate func isMailed(_ missing: MissingKey) -> Bool {
    missing.severity == .error || missing.keys.contains { catalog.purposeKey($0)?.family == .location }
  }

  /// Whether a translation of the document’s targets has any of some keys.
  fileprivate func isTranslated(_ keys: [String]) -> Bool {
    project.targets.contains { target in
      target.files.contains { file in
        file.isTranslation && file.mentions.contains { keys.contains($0.name) }
      }
    }
  }

  /// The fix that adds the missing key or value to an Info.plist; none if that means adding a list.
  fileprivate func adding(_ missing: MissingKey, in file: ProjectFile) -> [Fix] {
    guard missing.element == nil, let key = missing.keys.lazy.compactMap({ self.catalog.purposeKey($0) }).first,
      let plist = file.infoPlist, file.document.hasPositions, file.document.preprocessorLines.isEmpty
    else { return [] }
    // The deprecated key may have the text.
    let old = plist.purposes.first { purpose in
      purpose.key?.successors.contains(key.name) ?? false && key.type == .string
        && purpose.entry.value.map { $0.element == .string && !trimmingBlanks($0.string).isEmpty } ?? false
    }
    if file === self.file {
      guard let old, let text = old.entry.value?.string else { return adding(key) }
      let added = adding(key, like: text).map { fix in
        var fix = fix
        fix.title = "Add \(quoted(key.name)) with the text of \(quoted(old.name))"
        return fix
      }
      // What no supported system reads is left over then.
      guard let age = old.key.flatMap(deprecation), age.isOver else { return added }
      let suffix = catalog.suffixed(old.name)?.suffix ?? ""
      return [renaming(old.name, to: key.name + suffix, isPreferred: true)].compactMap(\.self) + added
    }
    let text = old?.entry.value?.string ?? key.textToComplete(isEnglish: project.isDevelopedInEnglish(beside: file))
    let lines = [
      "<key>\(escapedForXML(key.name))</key>", "<string>\(escapedForXML(text ?? ""))</string>",
    ]
    let with = old.map { "the text of \(quoted($0.name))" } ?? "a text to fill in"
    var fix = Fix(title: "Add “\(key.name)” to \(file.document.fileName) with \(with)", edits: [])
    let edit = file.document.tree.appending(lines, to: plist.root, layout: file.document.layout)
    fix.otherFiles = [FileEdits(path: file.path, edits: [edit])]
    return [fix]
  }
}

extension LintContext {
  /// Whether an Info.plist is reported to lack one of some keys that code needs.
  func isToldThatCodeLacks(_ keys: [String], _ findings: Findings) -> Bool {
    guard let plist = infoPlist, !findings.isOff(.missingPurposeString),
      isReported(.missingPurposeString, in: file, at: plist.root.node.startTag)
    else { return false }
    return evidence?.targets.contains { target in
      target.missingKeys.contains { missing in
        missing.element == nil && !isTranslated(missing.keys) && missing.keys.contains(where: keys.contains)
      }
    } ?? false
  }
}
