import Catalog
import SourceText

extension SourceFile {
  /// How certain it is that a symbol is the listed API; nil if it isn’t. A symbol that may be declared elsewhere is
  /// only possible.
  typealias Verdict = Confidence?

  /// Whether a token really is the required reason API that has its name.
  func verdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    if isSwift { return facts.importTokens.contains(place) ? nil : swiftVerdict(on: symbol, at: place) }
    return cVerdict(on: symbol, at: place)
  }

  // MARK: - Swift

  private func swiftVerdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    if declaresSwift(place) { return nil }
    if symbol.isConstant { return isSetConstant(place) ? .possible : .certain }
    return switch symbol.shape {
    case .type: typeVerdict(at: place)
    case .propertyWrapper: wrapperVerdict(at: place)
    case .function: swiftFunctionVerdict(on: symbol, at: place)
    case .attributeKey: attributeVerdict(on: symbol, at: place)
    case .resourceKey: resourceVerdict(on: symbol, at: place)
    case .property, .member: propertyVerdict(on: symbol, at: place)
    }
  }

  /// Whether a token is the name in a declaration, or a label.
  private func declaresSwift(_ place: Int) -> Bool {
    let before = list[place - 1]
    if before.kind == .identifier, before.mark != 0x60 {
      switch before.keyword {
      case .let, .var, .func, .struct, .enum, .protocol, .actor, .typealias, .associatedtype, .class, .macro:
        return true
      case .case:
        // A pattern without a dot is an expression; in an enumeration it’s a declaration.
        if case .type(isEnum: true, _)? = facts.scopes[parent(place)]?.kind { return true }
      default: break
      }
    }
    // A parameter’s label before its name: `func open(lstat mode: Int)`.
    if before.isMark("(", ","), isName(place + 1), isMark(place + 2, ":"), !list[place + 1].isFirstOnLine {
      return true
    }
    // A label, `name:` after a parenthesis or a comma. After a dot it isn’t one.
    if isMark(place + 1, ":"), before.isMark("(", ",") || before.kind == .identifier {
      if before.kind == .identifier, !endsOperand(place - 1) || before.keyword == .extension { return false }
      return true
    }
    return false
  }

  private func typeVerdict(at place: Int) -> Verdict {
    if isMark(place - 1, ".") {
      // `Foundation.UserDefaults`; within any other type it’s a nested type.
      let isModule = table.has(name(place - 2), .systemModule)
      if !isModule { return isMark(place - 2, "\\") ? .certain : nil }
    } else if isOwnType(name(place), at: place) {
      return nil
    }
    var before = place - 1
    if isMark(before, ".") { before -= 2 }
    if keyword(before) == .extension { return hasConstantsAlone(extensionAt: place) ? .possible : .certain }
    if isMark(before, "\\") { return .certain }
    let after = list[place + 1]
    // `UserDefaults.Keys.theme`: a nested type is the project’s own, and the outer one only its name space.
    if after.isMark(".") { return isCapital(place + 2) && text(place + 2) != "Type" ? .possible : .certain }
    if after.isMark("("), !after.isFirstOnLine { return .certain }
    if isMark(before, "="), let first = aliasName(before) { return first ? .certain : .likely }
    // In angle brackets, as the argument of a generic type.
    if isMark(before, "<") || isMark(before, ",") && isInAngles(place) { return .certain }
    // A superclass comes first after the colon of a class.
    if isMark(before, ":", ","), isSupertype(place) { return .certain }
    return mentionVerdict(at: place)
  }

  /// Whether an extension only groups constants, such as the names of keys, so that nothing of the type is used.
  private func hasConstantsAlone(extensionAt place: Int) -> Bool {
    guard isMark(place + 1, "{") else { return false }
    return inside(place + 1).allSatisfy { at in
      if isMark(at, "{") { return keyword(at - 2) == .enum || keyword(at - 2) == .struct }
      if isMark(at, "=") { return list[at + 1].kind == .string && !isMark(at + 2, ".") }
      return !isMark(at, "(") && keyword(at) != .func
    }
  }

  /// Whether the equal sign belongs to a type alias; nil for any other.
  private func aliasName(_ equal: Int) -> Bool? {
    if keyword(equal - 2) == .typealias { return true }
    return isMark(equal + 2, ".") ? false : nil
  }

  private func isInAngles(_ place: Int) -> Bool {
    var at = place - 1
    while at > 0, place - at < 16 {
      let token = list[at]
      if token.isMark("<") { return true }
      if token.kind == .punctuation, token.sign != ",", token.sign != "." { return false }
      at -= 1
    }
    return false
  }

  private func isSupertype(_ place: Int) -> Bool {
    var at = place - 1
    while at >= 0, place - at < 24 {
      let token = list[at]
      if token.kind == .identifier,
        [.class, .protocol, .extension].contains(token.keyword)
      {
        return isName(at + 1)
      }
      if token.kind == .identifier,
        [.let, .var, .func, .case].contains(token.keyword)
      {
        return false
      }
      if token.kind == .punctuation, ![":", ",", ".", "<", ">"].contains(token.sign) {
        return false
      }
      at -= 1
    }
    return false
  }

  /// A type that is only mentioned counts if the file assigns it the standard user defaults by an implicit member.
  private func mentionVerdict(at place: Int) -> Verdict {
    var after = place + 1
    while isMark(after, "?", "!") { after += 1 }
    if isMark(after, "="), isMark(after + 1, "."), isDefaultsMember(after + 2) { return .certain }
    // `: [UserDefaults] = [.standard]`, `: () -> UserDefaults = { .standard }`
    if let value = value(ofTypeEndingAt: after), list[value].match > 0,
      inside(value).prefix(400).contains(where: {
        isMark($0, ".") && table.has(name($0 + 1), .standardDefaults) && !endsOperand($0 - 1)
      })
    {
      return .certain
    }
    // `-> UserDefaults { .standard }`, `: UserDefaults { .standard }`
    if isMark(after, "{") {
      for at in inside(after).prefix(400) where isMark(at, ".") && isDefaultsMember(at + 1) && !endsOperand(at - 1) {
        return .certain
      }
      return nil
    }
    var before = place - 1
    while isMark(before, "(") || table.has(name(before - 1), .systemModule) && isMark(before, ".") {
      before -= isMark(before, ".") ? 2 : 1
    }
    if isMark(before, ":"), isName(before - 1) {
      let variable = name(before - 1)
      if (facts.implicitValues[variable] ?? []).contains(where: {
        table.has($0, .standardDefaults) || $0 == Keyword.`init`.code || facts.isDeclared($0, as: .constant)
      }) {
        return .certain
      }
    }
    return nil
  }

  /// The opening bracket of a variable’s initial value after a type that ends at a place; nil for any other value.
  func value(ofTypeEndingAt place: Int) -> Int? {
    var end = place
    while ["]", ")", ">", "?"].contains(where: { isMark(end, $0) }) { end += 1 }
    guard isMark(end, "=") else { return nil }
    return ["[", "{", "("].contains { isMark(end + 1, $0) } ? end + 1 : nil
  }

  /// Whether an implicit member is user defaults: `.standard`, or one from an extension in the file.
  private func isDefaultsMember(_ place: Int) -> Bool {
    table.has(name(place), .standardDefaults) || keyword(place) == .`init`
      || facts.isDeclared(name(place), as: .constant)
  }

  /// Apple’s list doesn’t name the wrappers, and no rejection for one is known, so they are likely at most.
  private func wrapperVerdict(at place: Int) -> Verdict {
    if isMark(place - 1, ".") { return table.has(name(place - 2), .systemModule) ? .likely : nil }
    return isOwnType(name(place), at: place) ? nil : .likely
  }

  private func swiftFunctionVerdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    let code = name(place)
    let before = list[place - 1]
    let isQualified = before.isMark(".")
    if isQualified {
      guard table.has(name(place - 2), .systemModule), !isMark(place - 3, ".") else { return nil }
    } else if facts.isDeclared(code, as: [.function, .enumCase, .constant, .type]) {
      return nil
    }
    let after = list[place + 1]
    if after.isMark("("), !after.isFirstOnLine {
      if !isQualified, isVariable(code, before: place) { return nil }
      return swiftCallVerdict(on: symbol, at: place, isQualified: isQualified)
    }
    if after.isMark(".") || after.isMark(":") && !before.isMark("?") || after.isMark("[") {
      return nil
    }
    // The structure’s name.
    if isTypePosition(place) { return nil }
    if !isQualified, facts.isDeclared(code, as: .variable) { return nil }
    // A value that is assigned, passed or returned.
    let from = isQualified ? place - 2 : place
    let opener = list[from - 1]
    let isValue =
      opener.kind == .punctuation && ["=", "(", ",", "[", ":", "?", .orElse, "{"].contains(opener.sign)
      || opener.kind == .identifier && [.return, .in, .try].contains(opener.keyword)
    guard isValue else { return nil }
    // Another file may declare a property of this name, unless a function is expected here.
    let hasFunctionType = statement(around: from).contains { $0 < from && isMark($0, .arrow) }
    if isQualified || hasFunctionType { return .certain }
    return enclosingType(place) == nil ? .likely : .possible
  }

  /// The verdict from a call’s arguments: a listed function has a fixed number of them and no labels.
  private func swiftCallVerdict(on symbol: ScanTable.Symbol, at place: Int, isQualified: Bool) -> Verdict {
    let open = place + 1
    if inside(open).isEmpty, symbol.isStructure {
      // `var info = stat()` creates the structure.
      if isQualified { return .certain }
      let isVariable = isMark(place - 1, "=") && keyword(place - 3) == .var
      return isVariable ? .likely : enclosingType(place) == nil ? .likely : .possible
    }
    guard match(open) > 0 else { return .likely }
    guard takes(symbol.parameters, inCall: open) else { return nil }
    if isQualified || symbol.parameters == 0 { return .certain }
    // Only the real function takes the address of a structure to fill.
    let passesAddress = inside(open).contains { at in
      isMark(at, "&") && (at == open + 1 || isMark(at - 1, ",")) || isClosureParameter(at)
    }
    if passesAddress { return .certain }
    let isFollowedByClosure = isMark(match(open) + 1, "{") && !list[match(open) + 1].isFirstOnLine
    return isFollowedByClosure || mayInherit(place) ? .possible : .likely
  }

  /// Whether a token is `$0`, `$1` and so on.
  private func isClosureParameter(_ place: Int) -> Bool {
    let start = Int(list[place].start)
    return isName(place) && start < bytes.count && bytes[start] == "$"
  }

  /// Whether a call has as many arguments as a C function takes, and no labels.
  private func takes(_ count: Int, inCall open: Int) -> Bool {
    guard match(open) > 0 else { return true }
    let arguments = inside(open)
    guard arguments.count < 400 else { return false }
    var given = arguments.isEmpty ? 0 : 1
    var mayBeFewer = false
    for at in arguments where parent(at) == open {
      if isMark(at, ",") { given += 1 }
      // A comma between generic arguments doesn’t separate the call’s arguments.
      if isMark(at, "<") { mayBeFewer = true }
      if isSwift, isMark(at, ":"), name(at - 1) >= 0, at - 2 == open || isMark(at - 2, ",") {
        return false
      }
      // The arguments of a macro or a variadic template.
      if !isSwift, isMark(at, ".") && isMark(at + 1, ".") || text(at) == "__VA_ARGS__" { return true }
    }
    return mayBeFewer ? given >= count : given == count
  }

  /// Whether a place is in a type with members from another file: it has a supertype, or this is an extension of it.
  private func mayInherit(_ place: Int) -> Bool {
    guard let type = enclosingType(place), case .type(_, let isExtension) = type.kind else { return false }
    return !(facts.supertypes[type.name] ?? []).isEmpty || isExtension && !facts.isDeclared(type.name, as: .type)
  }

  /// Whether a variable of this name is declared before a place.
  private func isVariable(_ name: Int32, before place: Int) -> Bool {
    guard facts.isDeclared(name, as: .variable) else { return false }
    guard facts.lastValues[name] != nil else { return true }
    return initialValue(of: name, at: place, isMember: false).map { $0.lowerBound < place }
      ?? isParameter(name, around: place)
  }

  /// Whether a type is expected at a place: after the colon of a declaration, an arrow or `as`, or in angle brackets.
  private func isTypePosition(_ place: Int) -> Bool {
    var before = place - 1
    while isMark(before, "[") || keyword(before) == .inout || list[before].mark == 0x40 {
      before -= 1
    }
    let token = list[before]
    if token.isMark(.arrow, "<") { return true }
    if token.kind == .identifier { return token.keyword == .as || token.keyword == .is }
    if token.isMark("?", "!") { return keyword(before - 1) == .as }
    guard token.isMark(":"), isName(before - 1) else { return false }
    if [.let, .var].contains(keyword(before - 2)) { return true }
    // The label of an argument, or a parameter, of a function.
    let open = parent(place)
    guard open >= 0, isMark(open, "(") else { return !isMark(parent(place), "[") }
    return keyword(open - 2) == .func
      || [.`init`, .subscript].contains(keyword(open - 1)) && list[open - 1].isFirstOnLine
      || isMark(open - 1, "{")
  }

  // MARK: - Keys

  /// Whether a key is only written: `[key: value]` and `x[key] = value`.
  private func isSet(_ place: Int) -> Bool {
    let open = parent(place)
    guard open >= 0, isMark(open, "[") else { return false }
    if isMark(place + 1, ":"), !isSubscript(open) { return true }
    guard isSubscript(open) else { return false }
    var end = match(open) + 1
    guard end > 0 else { return false }
    while isMark(end, "?", "!") { end += 1 }
    // `x[a][b] = c` and `x[a].b = c` read the first subscript.
    return isMark(end, "=")
  }

  private func isSubscript(_ open: Int) -> Bool {
    endsOperand(open - 1) && (!list[open].isFirstOnLine || !isSwift)
  }

  /// Whether the innermost call around a place is one of these.
  private func isArgument(of role: SourceWords.Role, _ place: Int) -> Bool {
    for open in bracketsAround(place).prefix(6) {
      if isMark(open, "("), isName(open - 1) { return table.has(name(open - 1), role) }
      if isMark(open, "["), isSubscript(open) { return false }
    }
    return false
  }

  private func mentions(_ role: SourceWords.Role, in range: Range<Int>) -> Bool {
    range.contains { table.has(name($0), role) }
  }

  private func attributeVerdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    let code = name(place)
    guard isMark(place - 1, ".") else {
      if isMark(place + 1, "(") { return nil }
      let scope = enclosingType(place)
      guard let scope, case .type(_, true) = scope.kind, table.has(scope.name, .attributesType),
        !facts.isDeclared(code, as: [.variable, .enumCase, .constant])
      else { return nil }
      return .certain
    }
    // A call needs a method.
    if isMark(place + 1, "(") { return nil }
    let dot = place - 1
    let isImplicit =
      !endsOperand(dot - 1) || isMark(dot - 1, "?") && isTernary(dot - 1)
      || list[dot].isFirstOnLine && isMark(dot - 1, "[")
    if !isImplicit {
      guard isCapital(dot - 1) || keyword(dot - 1) == .`self`,
        symbol.owners.contains(typeOfOperand(endingAt: dot - 1)) || table.has(unaliased(name(dot - 1)), .attributesType)
      else { return nil }
      return isSet(place) ? nil : .certain
    }
    if isMark(dot - 1, "\\") { return nil }
    if isSet(place) { return nil }
    let open = parent(place)
    let isOwn = facts.isDeclared(code, as: [.enumCase, .constant])
    if open >= 0, isMark(open, "["), isSubscript(open), isMark(dot - 1, "[") {
      if holdsAttributes(endingAt: open - 1) { return .certain }
      if isOwn || isOtherTable(endingAt: open - 1) { return nil }
      return symbol.isCommonName ? .possible : .likely
    }
    let statement = statement(around: place, limit: 60)
    if mentions(.attributesType, in: statement) { return isArgument(of: .attributeSetter, place) ? nil : .certain }
    // The argument of a function that takes such a key.
    if open >= 0, isMark(open, "("), facts.attributeFunctions.contains(name(open - 1)) { return .certain }
    if isCompared(dot, to: .attributesType) { return .certain }
    // Loops over attribute keys are rare, and can’t be recognized here.
    if isOwn { return nil }
    if !symbol.isCommonName, mentions(.attributeReader, in: statement) { return .likely }
    return nil
  }

  /// Whether an implicit member is compared with a value of a type, by an operator or in a `switch`.
  private func isCompared(_ dot: Int, to type: SourceWords.Role) -> Bool {
    if isMark(dot - 1, .equals, .unequal) {
      return table.has(typeOfOperand(endingAt: dot - 2), type)
    }
    let open = parent(dot)
    guard keyword(dot - 1) == .case || isMark(dot - 1, ","), open > 0, isMark(open, "{") else { return false }
    return keyword(open - 2) == .switch && table.has(typeOfOperand(endingAt: open - 1), type)
  }

  func isTernary(_ question: Int) -> Bool {
    question > 0 && list[question - 1].end < list[question].start
  }

  /// Whether an operand is a dictionary of file attributes.
  private func holdsAttributes(endingAt end: Int, depth: Int = 0) -> Bool {
    guard depth < 4 else { return false }
    var end = end
    while isMark(end, "?", "!") { end -= 1 }
    let token = list[end]
    if token.kind == .identifier {
      return facts.attributes.contains(token.code)
        || isMark(end - 1, ".") && table.has(token.code, .attributeReader)
        || valueOfClosureParameter(end).map { holdsAttributes(endingAt: $0, depth: depth + 1) } ?? false
    }
    if token.isMark(")") {
      let open = match(end)
      guard open >= 0 else { return false }
      if isName(open - 1) {
        if table.has(name(open - 1), .attributeReader) { return true }
        // A function of the file that returns such a dictionary.
        return table.has(facts.types[name(open - 1)] ?? -1, .attributesType)
      }
      let range = inside(open)
      return range.prefix(60).contains {
        table.has(name($0), .attributeReader) || facts.attributes.contains(name($0))
          || table.has(name($0), .attributesType)
      }
    }
    return false
  }

  /// The end of the operand that a closure’s parameter gets its value from: `attributes.map { $0[key] }`; nil for
  /// another name.
  private func valueOfClosureParameter(_ place: Int) -> Int? {
    let open = brace(around: place)
    guard isSwift, open > 0, facts.scopes[open] == nil,
      isClosureParameter(place) || name(open + 1) == name(place) && keyword(open + 2) == .in
    else { return nil }
    var callee = open - 1
    if isMark(callee, "(") { callee -= 1 }
    guard table.has(name(callee), .unwrapper), isMark(callee - 1, ".") else { return nil }
    return callee - 2
  }

  /// Whether an operand is known to be another kind of dictionary.
  private func isOtherTable(endingAt end: Int) -> Bool {
    let type = typeOfOperand(endingAt: end)
    return type >= 0 && !table.has(type, .attributesType)
  }

  private func resourceVerdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    let code = name(place)
    let isOwn = facts.isDeclared(code, as: [.enumCase, .constant, .variable])
    guard isMark(place - 1, ".") else {
      guard let scope = enclosingType(place), case .type(_, true) = scope.kind, symbol.owners.contains(scope.name),
        !isOwn
      else { return nil }
      return .certain
    }
    let dot = place - 1
    let isImplicit = !endsOperand(dot - 1) || isMark(dot - 1, "?") && isTernary(dot - 1)
    if isSet(place) || isArgument(of: .attributeSetter, place) { return nil }
    if !isImplicit {
      let type = typeOfOperand(endingAt: dot - 1)
      return isCapital(dot - 1) && (symbol.owners.contains(type) || symbol.owners.contains(name(dot - 1)))
        ? .certain : nil
    }
    if isMark(dot - 1, "\\") { return nil }
    if isOwn, !mentions(.resourceReader, in: statement(around: place, limit: 60)) { return nil }
    return .certain
  }

  // MARK: - Properties

  private func propertyVerdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    let code = name(place)
    let owners = symbol.shape == .member ? fileDateOwners : symbol.owners
    if symbol.shape == .property, isMark(place + 1, "("), !list[place + 1].isFirstOnLine { return nil }
    if isMark(place + 1, "=") { return nil }
    guard isMark(place - 1, ".") else {
      if facts.isDeclared(code, as: [.variable, .function, .constant, .enumCase]), symbol.shape == .property {
        return nil
      }
      let type = typeOfSelf(place)
      return isOne(type, of: owners, at: place) && !facts.isDeclared(code, as: [.variable, .function])
        ? .certain : nil
    }
    let before = place - 2
    if isMark(before, "\\") || !endsOperand(before) {
      if mentionsType(owners, in: statement(around: place)) { return .likely }
      if !isMark(before, "\\") { return nil }
      return facts.isDeclared(code, as: [.variable, .function, .constant, .enumCase]) ? nil : .possible
    }
    let type = typeOfOperand(endingAt: before)
    if type >= 0 {
      // A type of the same name in this file is another type.
      return isOne(type, of: owners, at: isOfSystemModule(before) ? nil : place) ? .certain : nil
    }
    // In an extension of the type, or after an unknown receiver.
    if mentionsType(owners, in: statement(around: place)) { return .likely }
    if facts.isDeclared(code, as: [.variable, .function, .constant, .enumCase]) { return nil }
    return .possible
  }

  private var fileDateOwners: [Int32] {
    (table.texts[.fileDateOwner] ?? []).compactMap { table.names.number(of: $0) }
  }

  private func mentionsType(_ owners: [Int32], in range: Range<Int>) -> Bool {
    range.contains { owners.contains(unaliased(name($0))) }
  }

  // MARK: - C, Objective-C and C++

  private func cVerdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    if symbol.isConstant {
      let before = list[place - 1]
      if before.isMark("*") || before.kind == .identifier && !Keyword.isBeforeOperand(before.code) {
        return nil
      }
      return isSetConstant(place) ? .possible : .certain
    }
    return switch symbol.shape {
    case .type: cTypeVerdict(at: place)
    case .function: cFunctionVerdict(on: symbol, at: place)
    case .property, .member: cPropertyVerdict(on: symbol, at: place)
    case .propertyWrapper, .attributeKey, .resourceKey: nil
    }
  }

  /// Whether a constant names a key that is only written: `@{key: value}`, `x[key] = value`, `setObject:value
  /// forKey:key`.
  private func isSetConstant(_ place: Int) -> Bool {
    let open = parent(place)
    guard open >= 0 else { return false }
    if isMark(open, "{"), isMark(open - 1, "@"), isMark(place + 1, ":") { return true }
    if isMark(open, "["), isSwift || isName(open - 1) || isMark(open - 1, "]"), isSet(place) {
      return true
    }
    guard isMark(open, "["), isMark(place - 1, ":") else { return false }
    var at = place - 2
    while at > open, place - at < 80 {
      if parent(at) == open, isMark(at + 1, ":") {
        let word = name(at)
        if table.has(word, .attributeSetter) || table.has(word, .defaultsSetter) { return true }
      }
      at -= 1
    }
    return false
  }

  private func cTypeVerdict(at place: Int) -> Verdict {
    if facts.isDeclared(name(place), as: .type) { return nil }
    let before = list[place - 1]
    if before.kind == .identifier, before.mark == 0x40 {
      // A category that is only declared: its class may be used nowhere.
      if before.keyword == .interface, isMark(place + 1, "(") { return .possible }
      return before.keyword == .interface || before.keyword == .implementation ? .certain : nil
    }
    // A superclass.
    if before.isMark(":"), list[place - 3].mark == 0x40, keyword(place - 3) == .interface {
      return .certain
    }
    if before.isMark("["), isName(place + 1) || isMark(place + 1, ".") {
      return .certain
    }
    if isMark(place + 1, ".") { return .certain }
    if keyword(place - 2) == .compatibilityAlias { return .certain }
    if before.kind == .identifier, before.keyword == .typedef { return .certain }
    return nil
  }

  private func cFunctionVerdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    let code = name(place)
    let before = list[place - 1]
    let after = list[place + 1]
    if list[place].mark == 0x40 { return nil }
    // `#define os_stat stat`
    if let macro = macro(around: place), macro.body == place..<(place + 1) {
      return facts.isDeclared(code, as: [.function, .macro]) ? nil : .likely
    }
    var isGlobal = false
    if before.kind == .punctuation {
      switch before.sign {
      case ".", .arrow: return nil
      case .scope:
        let qualifier = list[place - 2]
        if qualifier.kind == .identifier && !Keyword.isBeforeOperand(qualifier.code) || qualifier.isMark(">") {
          return nil
        }
        isGlobal = true
      default: break
      }
    } else if before.kind == .identifier,
      !Keyword.isBeforeOperand(before.code) || before.keyword == .goto || before.keyword == .new
    {
      return nil
    }
    if !isGlobal, facts.isDeclared(code, as: [.function, .macro]) { return nil }
    let from = isGlobal ? place - 2 : place - 1
    // `(stat)(path, &s)`
    if isMark(from, "("), after.isMark(")"), isMark(place + 2, "("), !endsOperand(from - 1) {
      return .certain
    }
    if after.isMark("(") {
      let close = match(place + 1)
      if close > 0, isMark(close + 1, "{") { return nil }
      if isMark(from, "*"), isName(from - 1), keyword(from - 2) == .struct {
        return nil
      }
      // The first part of a method’s selector.
      if isMark(from, ")"), isMark(match(from) - 1, "-", "+"), list[match(from) - 1].isFirstOnLine {
        return nil
      }
      return takes(symbol.parameters, inCall: place + 1) ? .certain : nil
    }
    guard !facts.isDeclared(code, as: [.variable, .enumCase]),
      list[from].kind == .punctuation || keyword(from) == .return
    else { return nil }
    let opener = list[from]
    let isValueStart =
      opener.kind == .identifier
      || ["=", "(", ",", "&", "?", "{", ":", .equals, .unequal].contains(opener.sign)
    let isCast =
      opener.isMark(")") && match(from) > 0 && !endsOperand(match(from) - 1)
      && (isMark(from - 1, "*") || list[match(from) - 1].kind == .punctuation)
    let hasQuestion = statement(around: place, limit: 20).contains { $0 < place && isMark($0, "?") }
    let isValueEnd =
      after.kind == .punctuation
      && ([",", ")", ";", "}", .equals, .unequal].contains(after.sign) || after.sign == ":" && hasQuestion)
    guard isValueStart || isCast, isValueEnd else { return nil }
    if mayBeField(place) { return .possible }
    if opener.isMark(":"), !hasQuestion {
      return messageBracket(place) >= 0 ? .certain : nil
    }
    if opener.isMark("("), after.isMark(")") {
      // A cast, or the argument of a call.
      let callee = name(from - 1)
      if isMark(from - 1, ">") { return isNamedCast(endingAt: from - 1) ? .certain : nil }
      return isName(from - 1) && list[from - 1].mark == 0 && callee != Keyword.sizeof.code
        && !Keyword.isBeforeOperand(callee) ? .certain : nil
    }
    return .certain
  }

  /// Whether a token is an argument of a macro that accesses fields: `LOAD(stat)` for `&state.name`.
  private func mayBeField(_ place: Int) -> Bool {
    let call = parent(place)
    guard call > 0, isMark(call, "("), facts.isDeclared(name(call - 1), as: .macro) else { return false }
    // Both bounds are for files made of macros.
    let body = macros.prefix(2_000).first { $0.name == name(call - 1) }?.body ?? 0..<0
    return body.prefix(100).contains { isMark($0, ".", .arrow) && isName($0 + 1) }
  }

  /// Whether a closing angle bracket ends `static_cast<…>` or the like.
  private func isNamedCast(endingAt end: Int) -> Bool {
    var depth = 0
    for at in stride(from: end, to: max(end - 40, 0), by: -1) {
      if isMark(at, ">") { depth += 1 }
      if isMark(at, "<") { depth -= 1 }
      if depth == 0 { return text(at - 1).hasSuffix("_cast") }
    }
    return false
  }

  private func cPropertyVerdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    let code = name(place)
    let before = list[place - 1]
    let owners = symbol.shape == .member ? fileDateOwners : symbol.owners
    if isMark(place + 1, "=") { return nil }
    var type: Int32 = -1
    if before.isMark(".") {
      if symbol.shape == .property, isMark(place + 1, "(") { return nil }
      type = typeOfOperand(endingAt: place - 2)
    } else {
      let open = messageBracket(place)
      guard open >= 0, isMark(place + 1, "]"), endsOperand(place - 1) else { return nil }
      type = typeOfReceiver(inMessage: open)
    }
    if type >= 0, isOne(type, of: owners) { return .certain }
    let isOwn = facts.isDeclared(code, as: [.variable, .function, .method, .field])
    if type >= 0, type != Keyword.id.code { return nil }
    return isOwn ? nil : .possible
  }
}
