import Catalog
import PropertyList
import SourceScan

extension Rule {
  static let eitherCategory = Rule(
    id: "either-category",
    severity: .hint,
    summary: "A call may belong to two categories, and the manifest declares only one of them.",
    explanation: """
      Some functions are on Apple’s list under two categories: `getattrlist` and similar calls read file timestamps as \
      well as disk space. One of the two is enough if it matches what the code asks for.
      """,
    sources: ["required-reason-values"],
    needsEvidence: true,
    examples: [
      .shows(
        accessedAPIEntry("«NSPrivacyAccessedAPICategoryDiskSpace»", reasons: "E174.1"), in: .accessedAPIs,
        path: "App/PrivacyInfo.xcprivacy", inApp: callOfEither),
      .shows(
        accessedAPIEntry("NSPrivacyAccessedAPICategoryDiskSpace", reasons: "E174.1") + "\n"
          + accessedAPIEntry("NSPrivacyAccessedAPICategoryFileTimestamp", reasons: "C617.1"), in: .accessedAPIs,
        path: "App/PrivacyInfo.xcprivacy", inApp: callOfEither),
    ]
  ) { findings, context in
    guard let evidence = context.evidence else { return }
    var seen: Set<String> = []
    for target in evidence.targetsOfManifest {
      guard let reasons = target.reasons else { continue }
      for use in target.uses where use.counts {
        let fitting = use.use.categories(context.catalog)
        guard fitting.count > 1, let other = fitting.first(where: { reasons[$0.id] == nil }),
          let api = context.manifest?.accessedAPIs.first(where: { api in fitting.contains { $0 === api.category } }),
          let category = api.category, let identifier = api.identifier, seen.insert(category.id).inserted
        else { continue }
        findings.report(
          "\(quoted(use.use.symbol)) is also one of the \(other.titleInSentence), which aren’t declared",
          at: identifier.highlight,
          related: [use.related])
      }
    }
  }

  private static let callOfEither = """
    --- App/Files.c
    #include <sys/attr.h>
    int attributes(const char *path, struct attrlist *list, void *into, size_t size) {
      return getattrlist(path, list, into, size, 0);
    }
    """
}
