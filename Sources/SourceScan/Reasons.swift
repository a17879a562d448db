import Catalog
import SourceText

extension SourceFile {
  /// The reasons that the code around a required reason API suggests, likeliest first.
  func reasons(for symbol: ScanTable.Symbol, at place: Int) -> [SourceUse.Reason] {
    var roles: [ReasonEvidence.Role] = []
    var common: ReasonEvidence.Role?
    switch symbol.shape {
    case .type, .propertyWrapper: roles = defaultsReasons(symbol, at: place)
    case .attributeKey, .resourceKey, .property, .member, .function:
      // The category’s reasons say what to look for; the strongest evidence is tried first.
      for category in symbol.categories {
        switch category {
        case table.place(of: .ownFile):
          roles += fileReasons(at: place)
          common = .ownFile
        case table.place(of: .spaceCheck):
          // No reason for it is so usual that it fits without evidence.
          roles += spaceReasons(at: place)
        case table.place(of: .elapsedTime):
          roles += timeReasons(at: place)
          common = .elapsedTime
        case table.place(of: .activeKeyboards):
          roles.append(
            table.texts[.customKeyboard]?.contains { isNamed($0) } ?? false ? .customKeyboard : .activeKeyboards)
        default: break
        }
        if !roles.isEmpty || common != nil { break }
      }
    }
    if roles.isEmpty, let common, let evidence = table.evidence[common] {
      return [SourceUse.Reason(code: evidence.code, why: "It’s the usual reason for this API", isDefault: true)]
    }
    return roles.compactMap { role in
      table.evidence[role].map { SourceUse.Reason(code: $0.code, why: $0.why) }
    }
  }

  /// Whether a name of the schema occurs anywhere in the file.
  private func isNamed(_ word: String) -> Bool {
    guard let number = table.names.number(of: word) else { return false }
    return facts.imports.contains(number) || facts.supertypes.values.contains { $0.contains(number) }
  }

  // MARK: - User defaults

  private func defaultsReasons(_ symbol: ScanTable.Symbol, at place: Int) -> [ReasonEvidence.Role] {
    let statement = statement(around: place)
    if statement.contains(where: isManagedKey) {
      return [.managedDefaults]
    }
    if let method = statement.first(where: { table.has(name($0), .domainMethod) }) {
      // The suite is the one whose name is passed; most names are made elsewhere.
      let label = statement.first { $0 >= method && table.has(name($0), .domainLabel) && isMark($0 + 1, ":") }
      return label.map { suiteReasons($0 + 2) == [.groupDefaults] } ?? false ? [.groupDefaults] : []
    }
    if symbol.shape == .propertyWrapper {
      let arguments = arguments(at: place)
      guard let store = arguments.first(where: { table.has(name($0), .storeLabel) && isMark($0 + 1, ":") }) else {
        return [.standardDefaults]
      }
      return storeReasons(from: store + 2, to: arguments.upperBound)
    }
    // A call on the type, or the initial value of a declaration.
    var next = place + 1
    while isMark(next, "?", "!") { next += 1 }
    if isMark(next, ".", "(") { return storeReasons(from: place, to: place + 40) }
    if isSwift {
      if isMark(next, "=") { return storeReasons(from: next + 1, to: next + 30) }
      if let value = value(ofTypeEndingAt: next) { return storeReasons(from: value + 1, to: inside(value).upperBound) }
      if isMark(next, "{"), isMark(place - 1, .arrow, ":"), enclosingType(next + 1)?.place != place,
        !(facts.scopes[next]?.isType ?? false)
      {
        return storeReasons(from: next, to: inside(next).upperBound)
      }
      if isMark(place - 1, ":"), isName(place - 2) {
        let values = facts.implicitValues[name(place - 2)] ?? []
        if values.contains(where: { table.has($0, .standardDefaults) }) { return [.standardDefaults] }
        for own in values {
          if let value = initialValue(of: own, at: place, isMember: true) { return constantReasons(value) }
        }
      }
      return []
    }
    let open = parent(place)
    guard open >= 0, isMark(open, "["), isName(next) else { return [] }
    if table.has(name(next), .standardDefaults) { return addedSuite(statement) ?? [.standardDefaults] }
    if keyword(next) == .new { return [.standardDefaults] }
    // `[[T alloc] initWithSuiteName:…]`
    let outer = parent(open)
    if keyword(next) == .alloc, outer >= 0, isMark(outer, "[") {
      for at in inside(outer) where table.has(name(at), .suiteLabel) { return suiteReasons(at + 2) }
      return [.standardDefaults]
    }
    return memberReasons(next)
  }

  /// Whether a token is a key of managed app configuration, or a constant of the file with such a key.
  private func isManagedKey(_ place: Int) -> Bool {
    var key: String?
    switch list[place].kind {
    case .string: key = text(place)
    case .identifier where isSwift:
      if let value = initialValue(at: place)?.first, list[value].kind == .string { key = text(value) }
    case .identifier where isCapital(place) || text(place).hasPrefix("k"): key = stringConstant(name(place))
    default: break
    }
    return key.map { (table.texts[.managedConfiguration] ?? []).contains($0) } ?? false
  }

  private func addedSuite(_ statement: Range<Int>) -> [ReasonEvidence.Role]? {
    for at in statement where table.has(name(at), .suiteAdder) {
      let value = isMark(at + 1, "(") ? at + 4 : at + 2
      return suiteReasons(value)
    }
    return nil
  }

  /// The reasons for the user defaults that an expression evaluates to.
  ///
  /// - Parameter depth: How many properties led here; a property may refer to itself, directly or not.
  private func storeReasons(from start: Int, to end: Int, depth: Int = 0) -> [ReasonEvidence.Role] {
    for at in (start..<max(start, min(end, list.count))).prefix(400) {
      if at > start, list[at].isFirstOnLine, parent(at) <= parent(start), !isMark(at, ".") { break }
      guard isName(at) else { continue }
      let code = name(at)
      if table.has(code, .suiteLabel), isMark(at + 1, ":") { return suiteReasons(at + 2) }
      if table.has(code, .standardDefaults) { return addedSuite(statement(around: at)) ?? [.standardDefaults] }
      let isType = table.symbol(code)?.shape == .type
      if isType, isMark(at + 1, "("), match(at + 1) == at + 2 { return [.standardDefaults] }
      if keyword(at) == .`init`, isMark(at + 1, "("), match(at + 1) == at + 2 { return [.standardDefaults] }
      if isMark(at - 1, "."), !isType, keyword(at) != .`init` {
        return memberReasons(at, depth: depth)
      }
      if !isType, !isMark(at + 1, ".", ":") {
        // A variable of the file.
        if let value = initialValue(at: at) { return constantReasons(value) }
      }
    }
    return []
  }

  /// `UserDefaults.shared`, from an extension in this or another file.
  private func memberReasons(_ place: Int, depth: Int = 0) -> [ReasonEvidence.Role] {
    let code = name(place)
    if let value = initialValue(at: place) { return constantReasons(value) }
    guard depth < 3 else { return [] }
    for open in (facts.bodies[code] ?? []).prefix(4) {
      let found = storeReasons(from: open + 1, to: inside(open).upperBound, depth: depth + 1)
      if !found.isEmpty { return found }
    }
    // `UserDefaults.appGroup`, but `UserDefaults.groupCount` is a value.
    let member = text(place).lowercased()
    let isStore = ["group", "defaults", "suite", "store"].contains { member.hasSuffix($0) }
    return meansGroup(member) && isStore || member.containsWord("appgroup") ? [.groupDefaults] : []
  }

  /// - Parameter value: The tokens of a constant’s initial value.
  private func constantReasons(_ value: Range<Int>, depth: Int = 0) -> [ReasonEvidence.Role] {
    guard depth < 4 else { return [] }
    for at in value where isName(at) {
      if table.has(name(at), .suiteLabel), isMark(at + 1, ":") { return suiteReasons(at + 2) }
      if table.has(name(at), .standardDefaults) { return [.standardDefaults] }
      if table.symbol(name(at))?.shape == .type, isMark(at + 1, "("), match(at + 1) == at + 2 {
        return [.standardDefaults]
      }
      if let inner = initialValue(at: at), inner != value { return constantReasons(inner, depth: depth + 1) }
    }
    return []
  }

  /// The reasons for a suite whose name begins at a token.
  private func suiteReasons(_ place: Int, depth: Int = 0) -> [ReasonEvidence.Role] {
    let token = list[place]
    if token.kind == .string {
      if token.start == token.end, list[place + 1].mark == 0x5C {
        // If a name begins with an interpolation, that decides.
        return depth < 4 && suiteReasons(place + 2, depth: depth + 1) == [.groupDefaults] ? [.groupDefaults] : []
      }
      return text(place).hasPrefix("group.") ? [.groupDefaults] : [.otherSuite]
    }
    if token.isMark("@") { return suiteReasons(place + 1, depth: depth + 1) }
    if token.kind == .identifier, token.code == Keyword.nil.code { return [.standardDefaults] }
    guard token.kind == .identifier, depth < 4 else { return [] }
    let last = endOfChain(place)
    // `AppGroup.main.rawValue`
    for at in stride(from: last, through: place, by: -2) {
      // `var suite = ""` gets its value later.
      if let value = initialValue(at: at), at != place || last == place, !isEmptyString(value.lowerBound) {
        return suiteReasons(value.lowerBound, depth: depth + 1)
      }
      if meansGroup(text(at)) { return [.groupDefaults] }
    }
    for at in place..<min(place + 6, list.count) where list[at].kind == .string {
      if text(at).hasPrefix("group.") { return [.groupDefaults] }
    }
    if !isSwift, let text = stringConstant(name(last)) {
      return text.hasPrefix("group.") ? [.groupDefaults] : [.otherSuite]
    }
    return []
  }

  private func isEmptyString(_ place: Int) -> Bool {
    let token = list[place]
    return token.kind == .string && token.start == token.end && list[place + 1].mark != 0x5C
  }

  /// The string value of a constant or macro in a C file.
  private func stringConstant(_ name: Int32) -> String? {
    for macro in macros.prefix(200) where macro.name == name {
      for place in macro.body.prefix(20) where list[place].kind == .string { return text(place) }
    }
    guard facts.isDeclared(name, as: .variable) else { return nil }
    for place in places(of: name) where isMark(place + 1, "=") {
      return list[place + 2].kind == .string ? text(place + 2) : nil
    }
    return nil
  }

  private func meansGroup(_ text: String) -> Bool {
    text.lowercased().containsWord("group")
  }

  // MARK: - Boot time

  private func timeReasons(at place: Int) -> [ReasonEvidence.Role] {
    let statement = statement(around: place)
    if reports(place) { return [.uptimeReport] }
    var hasEvent = false
    var hasDate = false
    for at in statement where isName(at) {
      if table.has(name(at), .eventTime) { hasEvent = true }
      if table.has(name(at), .dateMaker) { hasDate = true }
    }
    if hasDate { return [.eventTime] }
    // `let boot = Date() - uptime`, in two steps.
    if let variable = assigned(statement), let (open, _) = enclosingFunction(place) {
      for at in inside(open).prefix(400) where name(at) == variable && at > place {
        for inner in self.statement(around: at, limit: 24) {
          if table.has(name(inner), .dateMaker), isCapital(inner) { return [.eventTime] }
          if table.has(name(inner), .eventTime) { hasEvent = true }
        }
      }
    }
    // The time of an event, converted to a date in the next statement.
    if hasEvent, let (open, _) = enclosingFunction(place) {
      if inside(open).prefix(400).contains(where: { table.has(name($0), .dateMaker) }) { return [.eventTime] }
    }
    return isSubtracted(place) ? [.elapsedTime] : []
  }

  /// Whether a value is an operand of a subtraction: `ProcessInfo.processInfo.systemUptime - start`.
  private func isSubtracted(_ place: Int) -> Bool {
    var end = place + 1
    if isMark(end, "("), match(end) > end { end = match(end) + 1 }
    while isMark(end, "]") { end += 1 }
    if isMark(end, "-") { return true }
    var start = place
    while start > 1 {
      if isMark(start - 1, ".") {
        start -= 2
      } else if isMark(start, ")", "]"), 0..<start ~= match(start) {
        start = match(start) - (isMark(start, ")") ? 1 : 0)
      } else if isMark(start - 1, "]") || !isSwift && isMark(start - 1, "[") {
        start -= 1
      } else {
        break
      }
    }
    return start > 1 && isMark(start - 1, "-") && endsOperand(start - 2)
  }

  private func assigned(_ statement: Range<Int>) -> Int32? {
    guard let equal = statement.first(where: { isMark($0, "=") }) else { return nil }
    var at = equal - 1
    while at >= statement.lowerBound {
      if isMark(at, ":") { return name(at - 1) >= 0 ? name(at - 1) : nil }
      at -= 1
    }
    return name(equal - 1) >= 0 ? name(equal - 1) : nil
  }

  /// Whether the code creates a crash report, according to its function, its type or the statement.
  private func reports(_ place: Int) -> Bool {
    func says(_ place: Int) -> Bool {
      words(ofIdentifier: text(place)).contains { (table.texts[.reportWord] ?? []).contains($0) }
    }
    for at in statement(around: place, limit: 40) where isName(at) && at != place {
      if says(at) { return true }
    }
    if let (_, scope) = enclosingFunction(place), says(scope.place) { return true }
    if let type = enclosingType(place), says(type.place) { return true }
    return false
  }

  // MARK: - Disk space

  private func spaceReasons(at place: Int) -> [ReasonEvidence.Role] {
    let function = enclosingFunction(place)
    let body = function.map { inside($0.open) } ?? statement(around: place)
    if reports(place) { return [.spaceReport] }
    var isShown = false
    var isCompared = false
    for at in body.prefix(600) {
      let token = list[at]
      if token.kind == .identifier {
        if showsSomething(at) { isShown = true }
      } else if token.kind == .punctuation {
        if isLimitCheck(at) { isCompared = true }
        if token.mark == 0x5C, inside(at).contains(place) { isShown = true }
      }
    }
    if isCompared { return [.spaceCheck] }
    if isShown { return [.spaceShown] }
    if let (_, scope) = function, table.contains(text(scope.place).lowercased(), .freeSpaceWord) {
      return [.spaceShown]
    }
    // The caller may compare the result.
    if let name = function?.scope.name, name >= 0 {
      for at in places(of: name) where at != function?.scope.place {
        let statement = statement(around: at, limit: 30)
        if statement.contains(where: isLimitCheck) { return [.spaceCheck] }
        if statement.contains(where: { showsSomething($0) || list[$0].mark == 0x5C }) {
          return [.spaceShown]
        }
      }
    }
    return []
  }

  /// Whether a token compares a value with what is needed, and not with zero or one capacity with another.
  private func isLimitCheck(_ place: Int) -> Bool {
    let token = list[place]
    if token.isMark("<", ">") {
      // The angle brackets of a generic type aren’t comparisons.
      let isSpaced = list[place - 1].end < token.start && list[place + 1].start > token.end
      guard isSpaced || !isCapital(place - 1) && !isCapital(place + 1) && list[place + 1].kind != .punctuation
      else { return false }
    } else if !token.isMark(.greaterOrEqual, .lessOrEqual) {
      return false
    }
    if isZero(place + 1) || isZero(place - 1) && !isMark(place - 2, .orElse) { return false }
    let start = isMark(place - 1, ")") && match(place - 1) > 0 ? match(place - 1) : place - 1
    var end = endOfChain(place + 1)
    if isMark(end + 1, "("), match(end + 1) > end { end = match(end + 1) }
    return !(namesCapacity(in: start..<place) && namesCapacity(in: place + 1..<end + 1))
  }

  private func isZero(_ place: Int) -> Bool {
    list[place].kind == .number && text(place).allSatisfy { $0 == "0" || $0 == "." }
  }

  private func namesCapacity(in range: Range<Int>) -> Bool {
    range.prefix(40).contains { place in
      isName(place) && words(ofIdentifier: text(place)).contains { (table.texts[.capacityWord] ?? []).contains($0) }
    }
  }

  /// Whether a token is a type or member of Apple’s that puts something on the screen, and no function or variable of the
  /// app’s own with that name.
  private func showsSomething(_ place: Int) -> Bool {
    guard table.has(name(place), .shownIn), !isMark(place + 1, ":") || isMark(place - 1, ".") else { return false }
    if !isSwift || isCapital(place) { return true }
    return isMark(place - 1, ".") && !facts.isDeclared(name(place), as: .function)
  }

  // MARK: - File timestamps

  private func fileReasons(at place: Int) -> [ReasonEvidence.Role] {
    let function = enclosingFunction(place)
    let body = function.map { inside($0.open) } ?? statement(around: place)
    var isShown = false
    var isSent = false
    var isGranted = false
    var isOwn = false
    for at in body.prefix(600) {
      let token = list[at]
      guard token.kind == .identifier else {
        if token.mark == 0x5C, inside(at).contains(place) { isShown = true }
        continue
      }
      if showsSomething(at) { isShown = true }
      if table.has(token.code, .sentIn) { isSent = true }
      if table.has(token.code, .grantedFile) { isGranted = true }
      if table.has(token.code, .ownContainer) { isOwn = true }
    }
    if let (_, scope) = function, scope.labels.contains(where: { table.has($0, .grantedFile) }) { isGranted = true }
    if isGranted { return [.grantedFile] }
    // A formatter may also write the date of an HTTP header.
    if isShown, !isSent { return [.dateShown] }
    // What people hand to the app elsewhere in the file may be another file than this one.
    return isOwn ? [.ownFile] : []
  }
}
