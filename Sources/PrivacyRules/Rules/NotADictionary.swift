import Catalog
import PropertyList
import SourceText

extension Rule {
  static let notADictionary = Rule(
    id: "not-a-dictionary",
    severity: .error,
    itms: "ITMS-91056",
    summary: "The root of a manifest, an Info.plist or an entitlements file is not a dictionary.",
    explanation: """
      A privacy manifest is one dictionary with at most four keys. With any other value at the top, App Store Connect \
      rejects it as invalid. Xcode builds no app whose Info.plist or entitlements file has another value there.
      """,
    sources: ["privacy-manifest-files", "tn3181"],
    kinds: [.privacyManifest, .infoPlist, .entitlements],
    examples: [
      .shows(
        """
        <plist version="1.0">
        «<array>»
          <dict/>
        </array>
        </plist>
        """, in: .file),
      .fixes(
        """
        <plist version="1.0">
        - «<array>»
          - <dict>
            - <key>NSPrivacyAccessedAPIType</key>
            - <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
            - <key>NSPrivacyAccessedAPITypeReasons</key>
            - <array>
              - <string>CA92.1</string>
            - </array>
          - </dict>
        - </array>
        + <dict>
          + <key>NSPrivacyCollectedDataTypes</key>
          + <array/>
          + <key>NSPrivacyAccessedAPITypes</key>
          + <array>
            + <dict>
              + <key>NSPrivacyAccessedAPIType</key>
              + <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
              + <key>NSPrivacyAccessedAPITypeReasons</key>
              + <array>
                + <string>CA92.1</string>
              + </array>
            + </dict>
          + </array>
        + </dict>
        </plist>
        """, in: .file),
      .shows(
        """
        <plist version="1.0">
        <string>«NSPrivacyTracking»</string>
        </plist>
        """, in: .file),
      .shows(
        """
        <plist version="1.0">
        «<array/>»
        </plist>
        """, in: .file, path: "Info.plist"),
    ]
  ) { findings, context in
    let isManifest = context.document.kind == .privacyManifest
    if context.document.kind == .infoPlist, !context.mayBeBuiltAsInfoPlist { return }
    let itms: String? = isManifest ? nil : ""
    let what = isManifest ? "A privacy manifest" : context.document.kind == .infoPlist ? "An Info.plist" : "This file"
    if context.document.format == .openStep {
      let syntax = OpenStepSyntax.check(context.document.text)
      if syntax.problem == nil, let root = syntax.root, root != .dictionary {
        findings.report(
          "\(what) must be a dictionary, not \(root.words)", at: context.document.trimmedRange, itms: itms)
      }
    }
    guard context.document.hasTree, let root = context.tree.root, root.element != .dict, root.element != .other else {
      return
    }
    if !isManifest {
      // What a lost tag leaves at the top has its own finding.
      let isWhole = context.tree.problems.allSatisfy { $0.severity == .notPortable || $0.kind == .unknownEntity("&") }
      guard root.element != .key, root.node.isClosed, isWhole else { return }
      findings.report(
        "\(what) must be a dictionary, not \(typeName(of: root))", at: root.highlight, itms: itms)
      return
    }
    if root.element == .key {
      findings.report("This key is outside the dictionary; move it there or remove it", at: root.highlight) {
        let fix = context.remove([root.range], title: "Remove this key")
        let mended = PropertyListTree.parse(context.document.text.applying(fix.edits))
        return mended.root?.element == .dict ? [fix] : []
      }
      return
    }
    let lists = Set(
      root.elements.prefix(100).map { PrivacyManifest.list(of: $0, context.catalog, context.vocabularies)?.name })
    if root.element == .array, lists.count == 1, let name = lists.first ?? nil {
      findings.report(
        "These entries belong in \(quoted(name)); the dictionary around them is missing", at: root.highlight
      ) { [wrapping(root, under: name, context)].compactMap { $0 } }
      return
    }
    findings.report("\(what) must be a dictionary, not \(typeName(of: root))", at: root.highlight) {
      // An array around the dictionary that was meant.
      let elements = root.elements
      guard root.element == .array, elements.count == 1, let inner = elements.first, inner.element == .dict,
        !inner.isEmptyContainer
      else {
        return []
      }
      let text = context.document.text[inner.range]
      return [Fix(title: "Remove the array around the dictionary", edits: [.init(root.range, text)], isPreferred: true)]
    }
  }

  /// The fix that wraps a list in a manifest under its key.
  private static func wrapping(_ list: PropertyListValue, under name: String, _ context: LintContext) -> Fix? {
    guard list.node.isClosed, let required = context.catalog.key(.collectedDataTypes) else { return nil }
    let layout = context.layout
    let outer = context.tree.text.indentation(ofLineAt: list.range.lower)
    let inner = layout.lineEnd + outer + layout.indentation
    var text = "<dict>"
    var title = "Wrap the list in a dictionary"
    if name != required.name {
      title += " that declares no data"
      text += "\(inner)<key>\(required.name)</key>\(inner)<array/>"
    }
    text += "\(inner)<key>\(name)</key>\(context.indented(list))\(layout.lineEnd)\(outer)</dict>"
    return Fix(title: title, edits: [TextEdit(list.range, text)], isPreferred: true)
  }
}

extension LintContext {
  /// Whether an Info.plist is one that a target names, or the only one around. `Songs-Info.plist`, and an `Info.plist`
  /// among a target’s resources, may be a list of the app’s own.
  fileprivate var mayBeBuiltAsInfoPlist: Bool {
    let named = project.targets.filter { $0.name != nil }
    if named.isEmpty { return document.fileName == FileKind.infoPlist.usualName && !isLeftOver }
    return named.contains { $0.releasedInfoPlists.union($0.debuggingInfoPlists).contains(ownPath) }
  }
}

extension OpenStepSyntax.RootKind {
  /// The value’s type, for a message.
  fileprivate var words: String {
    switch self {
    case .dictionary: "a dictionary"
    case .array: "an array"
    case .string: "a string"
    case .data: "data"
    }
  }
}
