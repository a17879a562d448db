extension Rule {
  static let secretInPlainStorage = Rule(
    id: "secret-in-plain-storage",
    severity: .information,
    summary: "A secret is written into user defaults or a plain file.",
    explanation: """
      Backups and other tools can read user defaults and files. The keychain is made for passwords, tokens and \
      keys.
      """,
    sources: ["hig-privacy"],
    kinds: [.source],
    needsEvidence: true,
    examples: [
      .shows(
        """
        func store(password: String) { UserDefaults.standard.set(password, forKey: "«password»") }
        """, in: .file, path: "App/Main.swift",
        inApp: """
          --- App/PrivacyInfo.xcprivacy
          """),
      .shows(
        """
        func store(units: String) { UserDefaults.standard.set(units, forKey: "units") }
        """, in: .file, path: "App/Main.swift",
        inApp: """
          --- App/PrivacyInfo.xcprivacy
          """),
    ]
  ) { findings, context in
    findings.reportUses(
      in: context, against: ["G044", "G045"], "stores a secret in the clear; keep it in the keychain")
  }
}
