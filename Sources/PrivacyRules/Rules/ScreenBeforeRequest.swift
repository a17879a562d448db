extension Rule {
  static let screenBeforeRequest = Rule(
    id: "screen-before-request",
    severity: .information,
    summary: "A screen before the system’s request offers a way out, or a button that looks like consent.",
    explanation: """
      Your own screen before the system’s request should have one button with a neutral title, such as “Continue”, \
      which shows the request. A second button, or a title such as “Allow”, makes people decide twice, and App Review \
      rejects it.
      """,
    sources: ["hig-privacy", "hig-2022"],
    kinds: [.source],
    needsEvidence: true,
    examples: [
      .code(
        """
        import AVFoundation
        import UIKit
        func explain(in controller: UIViewController) {
          let alert = UIAlertController(title: "Scan", message: "Scan receipts.", preferredStyle: .alert)
          alert.addAction(UIAlertAction(title: "«Not Now»", style: .cancel))
          alert.addAction(UIAlertAction(title: "Continue", style: .default) { _ in
            AVCaptureDevice.requestAccess(for: .video) { _ in }
          })
          controller.present(alert, animated: true)
        }
        """),
      .code(
        """
        import AVFoundation
        import UIKit
        func explain(in controller: UIViewController) {
          let alert = UIAlertController(title: "Scan", message: "Scan receipts.", preferredStyle: .alert)
          alert.addAction(UIAlertAction(title: "Continue", style: .default) { _ in
            AVCaptureDevice.requestAccess(for: .video) { _ in }
          })
          controller.present(alert, animated: true)
        }
        """),
    ]
  ) { findings, context in
    findings.reportUses(
      in: context, against: ["AT003"], "comes before a system request; use one button with a neutral title")
  }
}
