import BuildFiles
import BuildTargets
import Catalog
import FileSystem
import SourceText
import TestSupport
import Testing

/// The model of a tree that is written as a marked text: `--- path` begins each file.
func model(_ text: String) -> BuildModel {
  let files = MarkedText(text).files.filter { !$0.path.isEmpty }
  let texts = Dictionary(files.map { ("/" + $0.path, $0.source) }, uniquingKeysWith: { first, _ in first })
  return model(texts)
}

func model(_ texts: [String: SourceText], most: Int = 2_000_000) -> BuildModel {
  BuildModel(
    ProjectTree(root: "/", paths: texts.keys.filter { ProjectTree.isRead(fileName(of: $0)) }, most: most) {
      (path) throws(ReadFailure) in
      guard let text = texts[path] else { throw ReadFailure("does not exist") }
      return text
    })
}

/// What a model says, a line a target and a line for each thing that is known of it.
func description(_ model: BuildModel, below root: String = "/") -> String {
  func relative(_ path: String) -> String { path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path }
  var lines: [String] = []
  for target in model.targets {
    let platforms = target.platforms.map { platform, version in
      platform.rawValue + (version.map { " \($0)" } ?? "")
    }
    let words =
      [target.name, target.kind.rawValue] + platforms.sorted() + (target.notShipped.map { ["\($0)"] } ?? [])
      + (target.lacksSettings ? ["lacks settings"] : [])
    lines.append(words.joined(separator: ", "))
    func add(_ name: String, _ values: [String]) {
      if !values.isEmpty { lines.append("  \(name): " + values.joined(separator: " ")) }
    }
    add("sources", target.sources.map(relative))
    add("headers", target.headers.map(relative))
    add("resources", target.resources.map(relative))
    add(
      "manifests",
      target.manifests.map { relative($0.path) + ($0.isInBundle.map { $0 ? "" : " (not bundled)" } ?? " (script)") })
    add("Info.plist", target.infoPlists.map(relative) + (target.generatesInfoPlist ? ["(generated)"] : []))
    add("keys", target.infoPlistEntries.map { "\($0.key)=\($0.values.joined(separator: "+"))@\(relative($0.path))" })
    add(
      "entitlements",
      target.entitlements.map(relative)
        + target.entitlementEntries.map { "\($0.key)=\($0.values.joined(separator: "+"))" })
    add("uses", target.dependencies.map { model.targets[$0].name } + target.externalDependencies.map { $0 + "?" })
    add(
      "options", target.pluginOptions.map { "\($0.plugin).\($0.entry.key)=\($0.entry.values.joined(separator: "+"))" })
    add("embeds", target.embedded.map { model.targets[$0].name })
  }
  for part in model.unread {
    let place = part.position.map { ":\($0.line + 1):\($0.character + 1)" } ?? ""
    lines.append("unread \(relative(part.path))\(place): \(part.message)")
  }
  return lines.joined(separator: "\n")
}

/// Checks what is read from a tree.
func check(_ name: String, _ tree: String, _ expected: String) {
  expectEqual(description(model(tree)), expected, name)
}
