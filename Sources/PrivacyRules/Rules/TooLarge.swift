extension Rule {
  /// Reported while a file is read, so the rule has no check of its own.
  static let tooLarge = Rule(
    id: "too-large",
    severity: .information,
    summary: "A file has more values, or a build setting a longer value, than is checked.",
    explanation: """
      What comes after this place is not checked, and the build setting counts as unknown. No file that people write is \
      so large: look for a loop in the script that made it, or leave the file out with `exclude`.
      """,
    sources: ["build-settings"],
    kinds: [],
    isSuppressible: false,
    examples: []
  ) { _, _ in }
}
