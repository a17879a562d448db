import BuildTargets
import Catalog
import PropertyList
import SourceScan
import SourceText

extension Rule {
  static let unfittingReason = Rule(
    id: "unfitting-reason",
    severity: .warning,
    summary: "None of the declared reasons fits what the source code does.",
    explanation: """
      Some calls show which reason fits: `UserDefaults.standard` is the app’s own; a suite whose name begins with \
      `group.` is shared by a group of apps. If none of the declared reasons covers such a call, one is missing. Less \
      certain evidence is reported as information, and only if no call fits any declared reason. So is a reason that \
      requires something the target doesn’t have: a custom keyboard, an app group, a managed device’s settings.
      """,
    sources: ["required-reason-values"],
    needsEvidence: true,
    examples: [
      .fixes(
        """
        <dict>
          <key>NSPrivacyAccessedAPIType</key>
          <string>NSPrivacyAccessedAPICategoryUserDefaults</string>
          <key>NSPrivacyAccessedAPITypeReasons</key>
          «<array>»
            <string>1C8F.1</string>
            + <string>CA92.1</string>
          </array>
        </dict>
        """, in: .accessedAPIs, path: "App/PrivacyInfo.xcprivacy",
        inApp: """
          --- App/Settings.swift
          let units = UserDefaults.standard.string(forKey: "units")
          let shared = UserDefaults(suiteName: "group.com.example.app")
          """),
      .shows(
        accessedAPIEntry("NSPrivacyAccessedAPICategoryUserDefaults", reasons: "CA92.1"), in: .accessedAPIs,
        path: "App/PrivacyInfo.xcprivacy",
        inApp: """
          --- App/Settings.swift
          let units = UserDefaults.standard.string(forKey: "units")
          """),
      .shows(
        accessedAPIEntry("NSPrivacyAccessedAPICategoryUserDefaults", reasons: "CA92.1", "«1C8F.1»"),
        fixed: accessedAPIEntry("NSPrivacyAccessedAPICategoryUserDefaults", reasons: "CA92.1"), in: .accessedAPIs,
        path: "App/PrivacyInfo.xcprivacy",
        beside: """
          --- project.yml
          targets:
            App:
              type: application
              platform: iOS
              sources: [App]
              entitlements: {path: App/App.entitlements}
          --- App/App.entitlements
          <key>com.apple.developer.weatherkit</key>
          <true/>
          --- App/Settings.swift
          let units = UserDefaults.standard.string(forKey: "units")
          """),
    ]
  ) { findings, context in
    guard let evidence = context.evidence else { return }
    var seen: Set<String> = []
    let targets = evidence.targetsOfManifest
    for target in targets {
      for api in context.manifest?.accessedAPIs ?? [] {
        guard let category = api.category, let array = api.entry.value(.reasons), !api.reasons.isEmpty,
          let declared = target.reasons?[category.id],
          // A reason that doesn’t belong to the category has its own finding.
          declared.allSatisfy({ code in category.reasons.contains { $0.code == code } }),
          let misfit = target.misfit(of: category, declared, context.catalog), let first = misfit.uses.first,
          seen.insert(category.id).inserted
        else { continue }
        let codes = declared.sorted().joined(separator: ", ")
        findings.report(
          "\(quoted(first.use.symbol)) suggests \(misfit.code), but \(quoted(target.build.name)) only declares \(codes)",
          at: array.highlight, severity: misfit.isSure ? .warning : .information,
          related: misfit.uses.callsFirst.prefix(5).related()
        ) {
          guard array.element == .array,
            let reason = category.reasons.first(where: { $0.code == misfit.code })
          else { return [] }
          let line = "<string>\(escapedForXML(reason.code))</string>"
          return [
            Fix(
              title: "Add \(reason.code): \(reason.shortMeaning)",
              edits: [context.tree.appending([line], to: array, layout: context.layout)])
          ]
        }
      }
    }
    for api in context.manifest?.accessedAPIs ?? [] {
      guard let category = api.category, !seen.contains(category.id) else { continue }
      for reason in api.reasons {
        let evidence = context.catalog.reasonEvidence.first { $0.code == reason.string }
        guard let role = evidence?.role, !targets.isEmpty,
          category.reasons.contains(where: { $0.code == reason.string }),
          let lack = role.lack(ofMany: targets.names.count > 1),
          targets.allSatisfy({ $0.lacks(role, reason.string, context.catalog) })
        else { continue }
        findings.report(
          "\(reason.string) is for \(lack.subject), and \(shortList(targets.names)) \(lack.predicate)",
          at: reason.highlight, severity: .information
        ) {
          api.reasons.count > 1 ? [context.remove([reason.range], title: "Remove \(quoted(reason.string))")] : []
        }
      }
    }
  }
}

extension ReasonEvidence.Role {
  /// What a target must have for a reason, and what is said of one that hasn’t; nil for the reasons that any may have.
  fileprivate func lack(ofMany isMany: Bool) -> (subject: String, predicate: String)? {
    let has = isMany ? "have" : "has"
    return switch self {
    case .customKeyboard: ("custom keyboards", "\(has) none")
    case .groupDefaults: ("app groups", "\(has) no entitlement for one")
    case .managedDefaults: ("managed app configuration", isMany ? "don’t read it" : "doesn’t read it")
    default: nil
    }
  }
}

extension DeclaringTarget {
  /// Whether the target’s entitlements are known and hold no app group.
  fileprivate func isInNoAppGroup(_ catalog: Catalog) -> Bool {
    hasKnownEntitlements
      && catalog.entitlements.allSatisfy { $0.role != .appGroups || !entitlements.contains($0.name) }
  }

  /// Whether the target is known not to have what a reason requires.
  fileprivate func lacks(_ role: ReasonEvidence.Role, _ code: String, _ catalog: Catalog) -> Bool {
    // React Native adds the reasons of all pods to the app’s manifest.
    guard build.kind.isProgram, !build.sources.isEmpty, !build.lacksSettings, !build.linksUnknownCode,
      !uses.contains(where: { $0.use.reasons.contains { $0.code == code } })
    else { return false }
    switch role {
    case .customKeyboard: return build.kind == .application && !hasKeyboard
    case .groupDefaults: return isInNoAppGroup(catalog)
    case .managedDefaults: return isWhole
    default: return false
    }
  }

  /// The uses of a category that none of the declared reasons fits, with the reason that the first use suggests; nil if
  /// the reasons may cover all uses.
  fileprivate func misfit(
    of category: APICategory, _ declared: Set<String>, _ catalog: Catalog
  ) -> (code: String, uses: [SourceEvidence.Use], isSure: Bool)? {
    // An SDK may wrap the API for the apps that use it.
    if !build.kind.isProgram, category.reasons.contains(where: { $0.isForSDKsOnly && declared.contains($0.code) }) {
      return nil
    }
    let sure = Set(
      catalog.reasonEvidence.filter(\.isConclusive).map { SourceUse.Reason(code: $0.code, why: $0.why) })
    var found: [SourceEvidence.Use] = []
    var mayFit = false
    func code(_ role: ReasonEvidence.Role) -> String? { catalog.reasonEvidence.first { $0.role == role }?.code }
    let isAlone = isInNoAppGroup(catalog)
    for use in uses {
      guard case .requiredReason(let number, let alternatives) = use.use.kind,
        catalog.categories.indices.contains(number), catalog.categories[number] === category
      else { continue }
      var codes = use.use.reasons.map(\.code)
      // The keyboard’s app checks whether the keyboard is enabled.
      if hasKeyboard, let asked = code(.activeKeyboards), codes.contains(asked) {
        codes += [code(.customKeyboard)].compactMap(\.self)
      }
      // A report that people send shows what it contains, formatted.
      if let report = code(.spaceReport), codes.contains(where: { $0 == code(.spaceShown) }) { codes.append(report) }
      // To a target in no group, the suite of one is its own.
      if isAlone, let group = code(.groupDefaults), codes.contains(group) {
        mayFit = true
        continue
      }
      // The app may not call what it compiles of others.
      if use.use.reasons.allSatisfy(\.isDefault) || !use.isOurs || !alternatives.isEmpty || !use.counts
        || codes.contains(where: declared.contains)
      {
        mayFit = true
      } else {
        found.append(use)
      }
    }
    if let first = found.first(where: { use in
      use.isOwn && use.use.confidence == .certain && use.use.reasons.count == 1
        && use.use.reasons.first.map(sure.contains) ?? false
    }), let code = first.use.reasons.first?.code {
      let same = found.filter { $0.use.reasons.first?.code == code }
      return (code, same, true)
    }
    guard !mayFit, let first = found.first, let code = first.use.reasons.first?.code else { return nil }
    return (code, found, false)
  }
}
