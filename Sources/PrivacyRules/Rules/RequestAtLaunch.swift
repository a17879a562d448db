import Catalog
import SourceScan

extension Rule {
  static let requestAtLaunch = Rule(
    id: "request-at-launch",
    severity: .information,
    summary: "A permission is requested when the app starts.",
    explanation: """
      People can’t tell yet what the app needs the resource for, and many refuse. Ask when they first use the \
      feature, unless the app can’t do its main job without the resource.
      """,
    sources: ["hig-privacy", "hig-2022"],
    kinds: [.source],
    needsEvidence: true,
    examples: [
      .code(
        """
        import AVFoundation
        import UIKit
        final class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            AVCaptureDevice.«requestAccess»(for: .video) { _ in }
            return true
          }
        }
        """),
      .code(
        """
        import AVFoundation
        import UIKit
        final class Scanner: UIViewController {
          func scan() { AVCaptureDevice.requestAccess(for: .video) { _ in } }
        }
        """),
    ]
  ) { findings, context in
    // A call for each version of the system is the same request.
    let uses = context.evidence?.uses(against: ["AT002"]) ?? []
    let groups = context.joined(
      uses, by: { (context.subject(ofRequest: $0) ?? $0.symbol) + ($0.isHint ? "?" : "") }, at: \.range, findings.rule,
      firstSpeaksForAll: false)
    for (use, all) in groups {
      let what = context.subject(ofRequest: use) ?? "asks for permission"
      findings.report(
        "\(quoted(use.symbol)) \(what) at launch; ask when a feature needs it", at: use.range,
        severity: use.isHint ? .hint : nil,
        related: all.dropFirst().prefix(20).map { .init(range: $0.range, message: "And here") })
    }
  }
}

extension LintContext {
  /// What a request asks for, as the predicate of a sentence; nil if unknown.
  fileprivate func subject(ofRequest use: SourceUse) -> String? {
    switch use.role {
    case .notificationRequest: return "asks to send notifications"
    case .trackingRequest: return "asks to track people"
    case .advertisingIdentifier, .trackingStart, nil: break
    }
    let call = evidence?.uses.first { other in
      if case .permission = other.kind { other.range == use.range } else { false }
    }
    // Of a call for one of several media, the medium may be a variable.
    guard case .keys(let names)? = call?.subject(catalog) else { return nil }
    let resources = Set(names.compactMap { catalog.purposeKey($0)?.resource })
    guard resources.count == 1, let resource = resources.first else { return nil }
    return "asks for access to " + (resource.hasPrefix("your ") ? "people’s " + resource.dropFirst(5) : resource)
  }
}
