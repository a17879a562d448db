import BuildTargets
import Catalog
import PropertyList

extension Rule {
  static let unusedCategory = Rule(
    id: "unused-category",
    severity: .hint,
    summary: "A declared category isn’t used in the target’s source code.",
    explanation: """
      The declaration may be left over. It is reported only if all of the target’s sources could be read and nothing \
      in it comes from elsewhere: a package, a pod or a built framework may use the API.
      """,
    sources: ["tn3181", "pypi-xcprivacy"],
    needsEvidence: true,
    examples: [
      .shows(
        accessedAPIEntry("«NSPrivacyAccessedAPICategoryDiskSpace»", reasons: "E174.1"), in: .accessedAPIs,
        path: "App/PrivacyInfo.xcprivacy",
        inApp: """
          --- App/Main.swift
          let version = 1
          """),
      .shows(
        accessedAPIEntry("NSPrivacyAccessedAPICategoryDiskSpace", reasons: "E174.1"), in: .accessedAPIs,
        path: "App/PrivacyInfo.xcprivacy",
        inApp: """
          --- App/Main.swift
          let keys: [URLResourceKey] = [.volumeAvailableCapacityKey]
          """),
    ]
  ) { findings, context in
    guard let evidence = context.evidence else { return }
    let targets = evidence.targetsOfManifest
    // A manifest that nothing is compiled with, such as a template, has no code to compare it with.
    guard !targets.isEmpty, targets.allSatisfy({ $0.isWhole && !$0.build.sources.isEmpty }) else { return }
    let names = targets.names
    for api in context.manifest?.accessedAPIs ?? [] {
      guard let category = api.category, let identifier = api.identifier,
        !targets.contains(where: { $0.categories.contains(category.id) })
      else { continue }
      findings.report(
        "\(shortList(names)) \(names.count > 1 ? "don’t" : "doesn’t") seem to use \(category.titleInSentence)",
        at: identifier.highlight,
        tags: [.unnecessary]
      ) {
        let list = context.manifest?.accessedAPIs.count == 1 ? context.manifest?.root.field(.accessedAPITypes) : nil
        return [
          context.remove(
            list.map { context.parts(of: $0.entry) } ?? [api.entry.value.range],
            title: "Remove \(quoted(category.id))")
        ]
      }
    }
  }
}
