extension Rule {
  /// Its findings come from what was built, which is no document: whoever reads that reports them.
  public static let uploadCheck = Rule(
    id: "upload-check",
    severity: .warning,
    summary: "Apple’s check of the upload is expected to object to a built app.",
    explanation: """
      `lint` reports this for an app, framework, library or archive that you name, and `check` prints the same with the \
      label and what to do: required reason APIs in a binary that its bundle doesn’t declare, purpose strings that code \
      or entitlements need, SDKs on Apple’s list without a manifest. What is only likely is called likely and is no \
      error. Settings apply to `lint` alone.
      """,
    sources: ["required-reason-values", "sdk-list", "github-threads"],
    kinds: [],
    examples: []
  ) { _, _ in }
}
