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
      .shows(
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
        """, in: .file, path: "App/Main.swift",
        inApp: """
          --- App/PrivacyInfo.xcprivacy
          """),
      .shows(
        """
        import AVFoundation
        import UIKit
        final class Scanner: UIViewController {
          func scan() { AVCaptureDevice.requestAccess(for: .video) { _ in } }
        }
        """, in: .file, path: "App/Main.swift",
        inApp: """
          --- App/PrivacyInfo.xcprivacy
          """),
    ]
  ) { findings, context in
    findings.reportUses(in: context, against: ["AT002"], "asks for permission at launch; ask when a feature needs it")
  }
}
