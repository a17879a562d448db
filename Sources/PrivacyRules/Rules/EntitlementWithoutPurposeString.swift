import BuildTargets
import Catalog
import PropertyList
import SourceText

extension LintContext {
  /// Whether another finding already reports that one of the keys is missing: a deprecated key needs it as its
  /// successor, or a translation has no original.
  func isToldOfElsewhere(_ keys: [String]) -> Bool {
    let targets = knownTargets
    let platforms = platforms
    let isReplacing = declaredNames.contains { name in
      // A key that has no effect on the platforms, or whose successor exists, is only reported as ineffective.
      guard let old = catalog.purposeKey(name), old.successors.contains(where: keys.contains),
        platforms.isEmpty || platforms.keys.contains(where: old.works), !declares(old.successors),
        age(ofOld: old) != nil
      else { return false }
      return project.targets.contains { target in
        target.files.contains { file in
          target.mentions(in: file, named: name).contains { mention in
            !mention.isTranslation && !mention.isNamedText
              && isReported(Rule.deprecatedPurposeKey, in: file, at: mention.nameRange)
          }
        }
      }
    }
    guard !isReplacing else { return true }
    // What a call needs is told in Info.plist.
    let isCalledFor = evidence?.targets.contains { target in
      target.missingKeys.contains { missing in
        missing.configuration == nil && missing.keys.contains(where: keys.contains)
          && target.infoPlists.contains { plist in
            isReported(.missingPurposeString, in: plist, at: plist.infoPlist?.root.node.startTag ?? ByteRange(at: 0))
          }
      }
    }
    guard !(isCalledFor ?? false) else { return true }
    return targets.contains { target in
      target.files.contains { file in
        guard file.isTranslation else { return false }
        // A translation that no system reads has its own finding.
        let isTold = keys.contains { key in
          target.mentions(in: file, named: key).contains { mention in
            whyDead(mention) == nil && isReported(Rule.translationWithoutOriginal, in: file, at: mention.nameRange)
          }
        }
        guard isTold else { return false }
        // A translation whose original is in another of its targets isn’t reported there.
        return project.texts.map { texts in
          texts.targets(of: file.path).allSatisfy { other in
            other.isTest || !other.declarations.contains { keys.contains($0.mention.name) }
          }
        } ?? true
      }
    }
  }
}

extension Rule {
  static let entitlementWithoutPurposeString = Rule(
    id: "entitlement-without-purpose-string",
    severity: .warning,
    summary: "An entitlement grants access to a protected resource, but Info.plist has no purpose string for it.",
    explanation: """
      The entitlement alone isn’t enough: the system still asks the person, and the alert needs a text. If we only \
      inferred the link between the two, this is a hint. Siri’s isn’t reported where sources have no call that asks, as \
      App Intents need no text. If all of the target’s sources could be read and none of them seems to use the resource, \
      the entitlement may be left over.
      """,
    sources: ["entitlement-pages", "info-plist-keys"],
    kinds: [.entitlements],
    examples: [
      .shows(
        ["«com.apple.developer.financekit»": true],
        path: "App.entitlements",
        beside: """
          --- Info.plist
          <key>CFBundlePackageType</key>
          <string>APPL</string>
          """),
      .shows(
        ["com.apple.developer.financekit": true],
        path: "App.entitlements",
        beside: """
          --- Info.plist
          <key>CFBundlePackageType</key>
          <string>APPL</string>
          <key>NSFinancialDataUsageDescription</key>
          <string>This app reads your account balances to plan your month.</string>
          """),
      .shows(
        ["«com.apple.developer.siri»": true, "com.apple.developer.weatherkit": true],
        fixed: ["com.apple.developer.weatherkit": true],
        path: "App/App.entitlements",
        beside: """
          --- project.yml
          targets:
            App:
              type: application
              platform: iOS
              sources: [App]
              entitlements: {path: App/App.entitlements}
              settings: {GENERATE_INFOPLIST_FILE: YES}
          --- App/Main.swift
          let version = 1
          """),
    ]
  ) { findings, context in
    guard let entitlements = context.file.entitlements else { return }
    let targets = context.knownTargets
    // Without an Info.plist on disk, build settings may say what it will contain.
    let builds = targets.isEmpty ? context.evidence?.targets ?? [] : []
    let given = builds.compactMap(\.keys)
    guard !targets.isEmpty || !builds.isEmpty && given.count == builds.count else { return }
    func isDeclared(_ names: [String]) -> Bool {
      builds.isEmpty
        ? context.declares(names) : given.allSatisfy { keys in names.contains { keys[$0] != nil } }
    }
    let platforms = builds.reduce(into: context.platforms) { all, target in
      all.merge(target.build.platforms) { own, _ in own }
    }
    let plists = targets.flatMap { $0.files(.infoPlist) }
    let isExtension =
      context.isExtension || !plists.isEmpty && plists.allSatisfy { $0.infoPlist?.isExtension ?? false }
      || context.evidence.map { evidence in
        !evidence.targets.isEmpty && evidence.targets.allSatisfy { $0.build.kind == .systemExtension }
      } ?? false
    for entry in entitlements.entries {
      let entitlement = entry.entitlement
      for need in entitlement.needs where need.basis == .entitlement && need.condition == nil && entry.brings(need) {
        // If no key exists on the target’s platforms, nothing can ask for permission; and an app may ask for its
        // extensions.
        let keys = need.keys.compactMap { context.catalog.purposeKey($0) }.filter { key in
          (platforms.isEmpty || platforms.keys.contains(where: key.works)) && !(key.place == .app && isExtension)
        }
        // A key of other platforms has a finding of its own.
        guard let first = keys.first, !isDeclared(need.keys + need.keys.flatMap(successors(context))),
          !context.isToldOfElsewhere(need.keys)
        else { continue }
        let isForMac = entitlement.kind != .capability
        if isForMac, !platforms.isEmpty, platforms[.macOS] == nil, platforms[.macCatalyst] == nil { continue }
        guard let others = builds.isEmpty ? placesLike(entry, need, targets, findings, context) : [] else { continue }
        // Asked last, since it takes a look at all targets.
        if context.isLeftOver { return }
        let isSure = need.status == .verified || need.value != nil
        let unused = targetsWithoutUse(of: keys, context)
        if need.isOnlyForCalls, unused.isEmpty, isReadWithoutCall(of: keys, context) { continue }
        let what = need.value.map { "\(quoted($0)) of \(quoted(entitlement.name))" } ?? quoted(entitlement.name)
        let names = list(keys.map(\.name), "or")
        findings.report(
          unused.isEmpty
            ? "\(what) needs \(names) in Info.plist, \(whichIsMissing(keys.count))"
            : "Nothing in \(shortList(unused)) seems to use \(what), which needs \(names) in Info.plist",
          at: place(of: need, in: entry), severity: isSure ? .warning : .hint,
          related: plists.prefix(3).map { context.related(infoPlist: $0, "The purpose string is missing here") }
            + others
        ) {
          // Translations without an original already have a text.
          let bases = keys.lazy.compactMap { key in
            context.translations.lazy.compactMap { $0.base(of: key.name)?.string.text }.first.map { (key, $0) }
          }
          let isPreferred = isSure && unused.isEmpty
          let adding =
            bases.first.map { context.adding($0, like: $1, isPreferred: isPreferred) }
            ?? context.adding(first, isPreferred: isPreferred)
          if unused.isEmpty || need.value != nil { return adding }
          return [context.remove(context.parts(of: entry.entry), title: "Remove \(quoted(entitlement.name))")] + adding
        }
      }
    }
  }

  /// The same need in the other files of the document’s targets, which belong to other configurations. Nil if the
  /// finding in the first of these files covers this one.
  private static func placesLike(
    _ entry: Entitlements.Entry, _ need: Entitlement.Need, _ targets: [Target], _ findings: Findings,
    _ context: LintContext
  ) -> [Diagnostic.Related]? {
    var related: [Diagnostic.Related] = []
    var isReportedBefore = true
    for target in targets {
      var hasEarlier = false
      for file in target.files(.entitlements) where file.path != context.ownPath {
        guard let other = file.entitlements?.entries.first(where: { $0.entitlement.name == entry.entitlement.name }),
          other.brings(need)
        else { continue }
        let place = place(of: need, in: other)
        if file.path < context.ownPath, context.isReported(findings, in: file, at: place) { hasEarlier = true }
        related.append(context.related(file, place, "The same entitlement"))
      }
      isReportedBefore = isReportedBefore && hasEarlier
    }
    return isReportedBefore ? nil : Array(related.prefix(20))
  }

  /// The names of the targets with the entitlement, if all their code is known and none of it uses what the keys are
  /// for; otherwise empty.
  private static func targetsWithoutUse(of keys: [PurposeKey], _ context: LintContext) -> [String] {
    let known = context.catalog.keysWithKnownCalls
    guard keys.allSatisfy({ known.contains($0.name) }), let evidence = context.evidence else { return [] }
    func isWithoutUse(_ target: DeclaringTarget) -> Bool {
      target.isWhole && !target.build.sources.isEmpty && !keys.contains { target.mentions($0, context.catalog) }
    }
    // An extension may be the use: Siri asks one that handles intents.
    let model = evidence.evidence.model
    func isExtensionWithoutUse(_ number: Int) -> Bool {
      guard model.targets.indices.contains(number), model.targets[number].kind == .appExtension else { return true }
      return evidence.evidence.targets.contains { $0.number == number && isWithoutUse($0) }
    }
    let isUnused = evidence.targets.allSatisfy {
      isWithoutUse($0) && $0.build.embedded.allSatisfy(isExtensionWithoutUse)
    }
    return isUnused ? evidence.targets.map(\.build.name) : []
  }

  /// Whether code was read, the calls for some keys are known, and none of them is there.
  private static func isReadWithoutCall(of keys: [PurposeKey], _ context: LintContext) -> Bool {
    let known = context.catalog.keysWithKnownCalls
    guard let targets = context.evidence?.targets, keys.allSatisfy({ known.contains($0.name) }) else { return false }
    return targets.contains { !$0.build.sources.isEmpty } && !keys.contains { context.call(needing: $0) != nil }
  }

  /// The value that causes a need, or the entitlement’s name.
  private static func place(of need: Entitlement.Need, in entry: Entitlements.Entry) -> ByteRange {
    guard let wanted = need.value, let value = entry.entry.value else { return entry.entry.key.highlight }
    return value.elements.first { $0.string == wanted }?.highlight ?? value.highlight
  }

  private static func successors(_ context: LintContext) -> (String) -> [String] {
    { context.catalog.purposeKey($0)?.successors ?? [] }
  }
}
