extension Rule {
  /// Reported while a built app is read, which isn’t a document, so the rule has no check of its own.
  public static let uploadCheck = Rule(
    id: "upload-check",
    severity: .warning,
    summary: "Apple’s upload check is expected to object to a built app.",
    explanation: """
      `lint` reports this for an app, framework, library or archive that you name; `check` prints the same, with the \
      label and what to do. It covers required reason APIs in a binary that its bundle doesn’t declare, purpose \
      strings that code or entitlements need, and SDKs on Apple’s list without a manifest. A finding that is only \
      likely says so and is never an error. Settings apply only to `lint`.
      """,
    sources: ["required-reason-values", "sdk-list", "github-threads"],
    kinds: [],
    examples: []
  ) { _, _ in }
}
