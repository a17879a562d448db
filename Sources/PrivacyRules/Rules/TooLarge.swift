extension Rule {
  /// Reported while a file is read, so the rule has no check of its own.
  static let tooLarge = Rule(
    id: "too-large",
    severity: .information,
    summary: "A file has too many values to check, or a build setting is too long to expand.",
    explanation: """
      Nothing after this place is checked, and such a build setting counts as unknown. Nobody writes a file this large \
      by hand: look for a loop in the script that made it, or skip the file with `exclude`.
      """,
    sources: ["build-settings"],
    kinds: [],
    isSuppressible: false,
    examples: []
  ) { _, _ in }
}
