public import BuildTargets
import Catalog
import SourceScan
import SourceText

/// A draft of the manifest that a target needs, based on the code. Reasons aren’t chosen: each is a placeholder, with
/// suggestions in a comment.
public struct ManifestDraft: Sendable {
  /// The target that needs it.
  public let target: BuildTarget
  /// The absolute path: where the project lists a manifest, else in the folder that the project has for it, next to
  /// Info.plist, or at the top of the target’s sources.
  public let path: String
  /// Whether a manifest at this path becomes part of the product without a change to the project.
  public let isCopied: Bool
  public let text: String
}

extension SourceEvidence {
  /// The missing manifests: one for every app, and for other targets if their code needs one.
  ///
  /// - Parameter shown: The displayed form of a source’s absolute path.
  public func missingManifests(shown: (String) -> String) -> [ManifestDraft] {
    targets.compactMap { target in
      let build = target.build
      guard target.manifests.isEmpty, build.kind == .application || !target.undeclared.isEmpty,
        build.kind != .staticLibrary, !build.getsManifest,
        let path = build.manifest?.path ?? folder(of: build).map({ joined($0, catalog.manifest.fileName) })
      else { return nil }
      return ManifestDraft(
        target: build, path: path,
        isCopied: build.manifest?.isInBundle
          ?? (build.copiesManifestFolder && build.manifestFolders.contains(parent(of: path))),
        text: text(of: target, shown))
    }
  }

  /// The existing manifests, with the names of their targets.
  public var presentManifests: [(target: String, manifest: BuildTarget.Manifest)] {
    targets.compactMap { target in
      target.manifests.isEmpty ? nil : target.build.manifest.map { (target.build.name, $0) }
    }
  }

  private func folder(of target: BuildTarget) -> String? {
    // In a folder with sources of several targets, it would belong to all of them.
    let fitting = target.manifestFolders.first { folder in
      target.sources.allSatisfy { $0.hasPrefix(folder + "/") ? isOfOne($0) : true }
    }
    if let fitting { return fitting }
    if let plist = target.infoPlists.first { return parent(of: plist) }
    // Shared sources don’t show where the target’s own ones are.
    let own = target.sources.filter(isOfOne)
    let folders = (own.isEmpty ? target.sources : own).map(parent)
    guard var common = folders.first else { return nil }
    for folder in folders {
      while folder != common, !folder.hasPrefix(common == "/" ? common : common + "/") { common = parent(of: common) }
    }
    return common
  }

  /// Whether only one of the targets that need declarations has a source.
  private func isOfOne(_ path: String) -> Bool {
    model.targets(of: path).count { model.targets[$0].needsDeclarations } == 1
  }

  private func text(of target: DeclaringTarget, _ shown: (String) -> String) -> String {
    var lines: [String] = []
    if let list = catalog.key(.collectedDataTypes) {
      lines += ["<key>\(escapedForXML(list.name))</key>", "<array/>"]
    }
    if !target.undeclared.isEmpty, let list = catalog.key(.accessedAPITypes) {
      lines += ["<key>\(escapedForXML(list.name))</key>", "<array>"]
      for missing in target.undeclared {
        for line in catalog.lines(declaring: missing.category, [Gap.text]) {
          if line.contains(Gap.mark) {
            let indentation = String(line.prefix { $0 == "\t" })
            lines += suggestions(missing, shown).map { "\t\(indentation)<!-- \($0) -->" }
          }
          lines.append("\t\(line)")
        }
      }
      lines.append("</array>")
    }
    let inner = lines.map { "\t\($0)\n" }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \(inner)</dict>
      </plist>

      """
  }

  /// The evidence for each reason, or the uses of the API without evidence.
  private func suggestions(_ missing: UndeclaredCategory, _ shown: (String) -> String) -> [String] {
    var result: [String] = []
    var seen: Set<String> = []
    // Evidence for a reason comes before a lack of evidence against it.
    let isSilent = { (use: Use) in use.use.reasons.first?.isDefault ?? true }
    for use in missing.uses.filter({ !isSilent($0) }) + missing.uses.filter(isSilent) {
      guard let reason = use.use.reasons.first, seen.insert(reason.code).inserted else { continue }
      result.append(
        "\(reason.code) may fit \(shown(use.path)): \(reason.why.prefix(1).lowercased())\(reason.why.dropFirst())")
    }
    if result.isEmpty, let first = missing.uses.first {
      result = ["\(first.use.symbol) is used in \(shown(first.path))"]
    }
    // Two hyphens would end the comment.
    return result.map { text in
      var last: Character = " "
      return String(
        text.filter { character in
          defer { last = character }
          return character != "-" || last != "-"
        })
    }
  }
}
