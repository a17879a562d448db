import BuiltApp
import Catalog
import PrivacyRules
import PropertyList
import SourceText

extension AppCheck {
  /// The mails about purpose strings: missing ones that code or entitlements need, and wrong ones.
  ///
  /// - Parameter tables: The compiled translations of Info.plist.
  func mailsAboutPurposeStrings(_ tables: [(path: String, bytes: [UInt8])]) -> [ExpectedMail] {
    var mails: [ExpectedMail] = []
    for (index, bundle) in bundles.enumerated() {
      guard bundle.kind == .app || bundle.kind == .appex, let plist = bundle.infoPlist else { continue }
      let own = binaries(of: index)
      mails += mailsAboutCalls(in: own, bundle, plist)
      mails += mailsAboutEntitlements(in: own.filter { $0.bundle == index }, bundle, plist)
      mails += mailsAboutTexts(bundle, own)
    }
    for (path, bytes) in tables {
      guard let holder = place(of: path)?.bundle, bundles[holder].kind == .app || bundles[holder].kind == .appex
      else { continue }
      mails += mailsAboutTranslations(path, bytes, bundles[holder], binaries(of: holder))
    }
    return mails
  }

  /// The binaries whose calls need the purpose strings of an app or extension.
  private func binaries(of program: Int) -> [CheckedBinary] {
    binaries.filter { $0.needsDeclarations && $0.bundle.map { appHolding($0) == program } ?? false }
  }

  /// The innermost app or extension that contains a bundle; its Info.plist counts for the bundle’s code.
  private func appHolding(_ bundle: Int) -> Int? {
    var next: Int? = bundle
    while let index = next {
      if bundles[index].kind == .app || bundles[index].kind == .appex { return index }
      next = bundles[index].parent
    }
    return nil
  }

  // MARK: - Missing purpose strings

  private func mailsAboutCalls(
    in binaries: [CheckedBinary], _ bundle: CheckedBundle, _ plist: InfoPlist
  ) -> [ExpectedMail] {
    var mails: [ExpectedMail] = []
    var families: Set<PurposeKey.Family> = []
    for mailed in catalog.mailedKeys {
      guard let key = catalog.purposeKey(mailed.key), !has(key, plist) else { continue }
      if let family = key.family, !families.insert(family).inserted { continue }
      let calls = key.linkedCalls
      let found = binaries.lazy.compactMap { binary in
        calls.first { $0.isUsed(in: binary.binary) }.map { (binary: binary, call: $0) }
      }.first
      guard let found else { continue }
      mails.append(
        ExpectedMail(
          itms: CheckedMail.missingPurposeString, severity: .warning, isBlocking: mailed.effect == .refused,
          isLikely: true, bundle: bundle.path, binary: found.binary.path,
          message: "“\(found.binary.name)” refers to “\(found.call.name)”, likely needing \(key.name) in Info.plist",
          remedy: "Add \(key.name) to \(bundle.infoPlistPath ?? "Info.plist"), or remove the code that refers to "
            + found.call.name))
    }
    return mails
  }

  /// Whether an Info.plist has the key, or one that does the same.
  private func has(_ key: PurposeKey, _ plist: InfoPlist) -> Bool {
    let calls = Set(key.calls.map(\.name))
    return plist.purposes.contains { entry in
      guard let other = entry.key else { return false }
      return other.name == key.name || key.family != nil && other.family == key.family
        || other.calls.contains { calls.contains($0.name) }
    }
  }

  private func mailsAboutEntitlements(
    in binaries: [CheckedBinary], _ bundle: CheckedBundle, _ plist: InfoPlist
  ) -> [ExpectedMail] {
    var mails: [ExpectedMail] = []
    for binary in binaries {
      guard let document = binary.entitlements, let entitlements = Entitlements(document.tree, catalog: catalog) else {
        continue
      }
      for entry in entitlements.entries where entry.entitlement.kind == .capability {
        for need in entry.entitlement.needs
        where need.basis == .entitlement && need.condition == nil && need.status == .verified && entry.brings(need) {
          let keys = need.keys.compactMap { catalog.purposeKey($0) }
          guard let first = keys.first, !keys.contains(where: { has($0, plist) }) else { continue }
          mails.append(
            ExpectedMail(
              itms: CheckedMail.missingPurposeString, severity: .warning, isBlocking: true, isLikely: true,
              bundle: bundle.path, binary: binary.path,
              message: "“\(entry.entitlement.name)” in the signature likely needs \(first.name) in Info.plist",
              remedy: "Add \(first.name) to \(bundle.infoPlistPath ?? "Info.plist"), or remove the entitlement "
                + entry.entitlement.name))
        }
      }
    }
    return mails
  }

  // MARK: - Wrong purpose strings

  /// The findings in an Info.plist that Apple’s mails or App Review would report.
  private func mailsAboutTexts(_ bundle: CheckedBundle, _ binaries: [CheckedBinary]) -> [ExpectedMail] {
    guard let path = bundle.infoPlistPath, let document = bundle.infoPlistDocument else { return [] }
    return linter.lint(document, fixes: .none).diagnostics.compactMap { diagnostic -> ExpectedMail? in
      guard diagnostic.itms != nil || diagnostic.severity == .error, diagnostic.severity >= .warning else { return nil }
      let key = bundle.infoPlist?.purposes.first { $0.entry.range.contains(diagnostic.range) }?.key
      let isSent = diagnostic.itms != CheckedMail.invalidPurposeString || isUsed(key, in: binaries)
      return ExpectedMail(
        itms: diagnostic.itms, severity: isSent ? diagnostic.severity : .information,
        isBlocking: isSent && diagnostic.severity == .error, isLikely: !isSent, bundle: bundle.path, file: path,
        message: diagnostic.messageWithoutCode, remedy: remedy(at: path))
    }
  }

  /// Whether code or an entitlement uses the resource of a purpose string. Apple mails about the text only then.
  private func isUsed(_ key: PurposeKey?, in binaries: [CheckedBinary]) -> Bool {
    guard let key else { return true }
    let calls = key.linkedCalls
    return binaries.contains { binary in
      calls.contains { $0.isUsed(in: binary.binary) }
        || binary.entitlements.flatMap { Entitlements($0.tree, catalog: catalog) }?.entries.contains { entry in
          entry.entitlement.needs.contains { $0.keys.contains(key.name) }
        } ?? false
    }
  }

  /// The translated texts that are empty or equal to their key, which is what a string catalog without a text compiles to.
  private func mailsAboutTranslations(
    _ path: String, _ bytes: [UInt8], _ bundle: CheckedBundle, _ binaries: [CheckedBinary]
  ) -> [ExpectedMail] {
    var mails: [ExpectedMail] = []
    func check(_ name: String, _ text: String, _ language: String) {
      guard mails.count < 200, let key = catalog.purposeKey(name) else { return }
      let isEmpty = text.utf8.allSatisfy { $0 <= 0x20 }
      guard isEmpty || text == name else { return }
      let what = isEmpty ? "is empty" : "is the name of its key"
      let isSent = isUsed(key, in: binaries)
      mails.append(
        ExpectedMail(
          itms: CheckedMail.invalidPurposeString, severity: isSent ? .warning : .information, isBlocking: false,
          isLikely: !isSent,
          bundle: bundle.path, file: path,
          message: "The text of \(name)\(language.isEmpty ? "" : " in “\(language)”") \(what)",
          remedy: "Write the text of \(name) in \(path)"))
    }
    let folder = components(of: path[...].utf8).dropLast().last ?? ""
    let language = folder.hasSuffix(".lproj") ? String(folder.dropLast(6)) : ""
    let document = Document(path: path, kind: .infoPlist, bytes: bytes)
    if let root = document.tree.root, root.element == .dict {
      for entry in root.entries {
        guard let value = entry.value else { continue }
        // A .loctable file has one dictionary per language.
        if value.element == .dict {
          for text in value.entries { check(text.name, text.value?.string ?? "", entry.name) }
        } else {
          check(entry.name, value.string, language)
        }
      }
    } else {
      for entry in StringsTable.parse(DecodedFile(bytes)).entries {
        check(entry.key.value, entry.value?.value ?? "", language)
      }
    }
    return mails
  }
}

extension PurposeKey {
  /// The calls that need the text and can be seen in a binary.
  fileprivate var linkedCalls: [LinkedCall] {
    calls.filter { $0.language == .objectiveC && $0.status == .verified }.map { LinkedCall($0.name) }
  }
}

/// A call as the documentation spells it, and the symbols that a binary with it imports.
private struct LinkedCall {
  /// The name in messages.
  let name: String
  /// The binary imports at least one of these.
  private let symbols: [String]
  /// The selector that the binary must contain too; nil if none is needed.
  private let selector: String?

  /// - Parameter name: “-[CLLocationManager requestAlwaysAuthorization]”, “CNContactStore” or “DNSServiceBrowse”.
  init(_ name: String) {
    let words = name.drop { $0 == "-" || $0 == "+" || $0 == "[" }.prefix { $0 != "]" }.split(separator: " ")
    let first = words.first.map(String.init) ?? name
    self.name = first
    if words.count > 1 {
      symbols = ["_OBJC_CLASS_$_\(first)"]
      selector = String(words[1])
    } else {
      symbols = ["_OBJC_CLASS_$_\(first)", "_\(first)"]
      selector = nil
    }
  }

  func isUsed(in binary: BuiltBinary) -> Bool {
    binary.slices.contains { slice in
      guard symbols.contains(where: slice.importsSymbol) else { return false }
      return selector.map(slice.sends) ?? true
    }
  }
}

extension BuiltBinary.Slice {
  fileprivate func importsSymbol(_ name: String) -> Bool { contains(name, in: imports) && !resolved.contains(name) }
  fileprivate func sends(_ name: String) -> Bool { contains(name, in: selectors) }

  /// Whether a sorted list contains a name.
  private func contains(_ name: String, in list: [String]) -> Bool {
    let place = list.partitioningIndex { !$0.utf8.lexicographicallyPrecedes(name.utf8) }
    return list[place...].first == name
  }
}
