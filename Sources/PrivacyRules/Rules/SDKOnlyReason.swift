import BuildTargets
import Catalog
import PropertyList

extension Rule {
  static let sdkOnlyReason = Rule(
    id: "sdk-only-reason",
    severity: .information,
    summary: "A reason is reserved for third-party SDKs.",
    explanation: """
      This reason is for an SDK that wraps these APIs for other apps. An app declares the reason that fits its own \
      use. Packages, pods and frameworks aren’t reported, nor are apps whose manifest React Native merges with those \
      of its pods.
      """,
    sources: ["required-reason-values"],
    examples: [
      .shows(accessedAPIEntry("NSPrivacyAccessedAPICategoryUserDefaults", reasons: "«C56D.1»"), in: .accessedAPIs),
      .shows(accessedAPIEntry("NSPrivacyAccessedAPICategoryUserDefaults", reasons: "CA92.1"), in: .accessedAPIs),
    ]
  ) { findings, context in
    for api in context.manifest?.accessedAPIs ?? [] {
      lazy var listed = Set(api.reasons.map(\.string))
      for (value, named) in zip(api.reasons, api.namedReasons) {
        guard let (category, reason) = named, reason.isForSDKsOnly,
          api.category.map({ $0.id == category.id }) ?? true
        else { continue }
        // Looked up only here: few manifests have such a reason, and finding the project may take many reads.
        let product = context.product
        if product == .library || context.evidence?.reachesNoBundle ?? false { return }
        // React Native adds the reasons of all pods to the app’s manifest, and would add a removed one again.
        let targets = context.evidence?.targetsOfManifest ?? []
        if targets.contains(where: \.build.gathersReasons) { return }
        let isGathered = targets.contains(where: \.build.linksUnknownCode)
        findings.report(
          "\(quoted(reason.code)) is for third-party SDKs only", at: value.highlight,
          severity: product == .app && !isGathered ? .warning : .information
        ) {
          // If the app has a reason of its own, this one can be removed.
          let removal = listed.count > 1 ? [context.remove([value.range], title: "Remove “\(reason.code)”")] : []
          return removal + context.reasonChoices(for: value, in: api, listed: listed)
        }
      }
    }
  }
}
