import Catalog

extension SourceFile {
  /// What a look at the surroundings of a symbol found.
  enum Verdict {
    case nothing
    /// It may be the listed symbol; its declaration is elsewhere.
    case possible
    case likely
    case certain
  }

  /// Whether a token is the required reason API that it is spelled like.
  func verdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    if isSwift { return facts.importTokens.contains(place) ? .nothing : swiftVerdict(on: symbol, at: place) }
    return cVerdict(on: symbol, at: place)
  }

  // MARK: - Swift

  private func swiftVerdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    if declaresSwift(place) { return .nothing }
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
      let code = before.code
      if [
        Keyword.let.code, Keyword.var.code, Keyword.func.code, Keyword.struct.code, Keyword.enum.code,
        Keyword.protocol.code, Keyword.actor.code,
        Keyword.typealias.code, Keyword.associatedtype.code, Keyword.class.code, Keyword.macro.code,
      ].contains(code) {
        return true
      }
      if code == Keyword.case.code {
        // A pattern without a dot is an expression; in an enumeration it declares.
        if case .type(isEnum: true, _)? = facts.scopes[parent(place)]?.kind { return true }
      }
    }
    // A parameter’s label before its name: `func open(lstat mode: Int)`.
    if before.isMark(Mark.open) || before.isMark(Mark.comma), list[place + 1].kind == .identifier,
      isMark(place + 2, Mark.colon), !list[place + 1].isFirstOnLine
    {
      return true
    }
    // A label: `name:` behind a parenthesis or a comma. What follows a dot is none.
    if isMark(place + 1, Mark.colon),
      before.isMark(Mark.open) || before.isMark(Mark.comma) || before.kind == .identifier
    {
      if before.kind == .identifier, !endsOperand(place - 1) || before.code == Keyword.extension.code { return false }
      return true
    }
    return false
  }

  private func typeVerdict(at place: Int) -> Verdict {
    let code = name(place)
    if facts.isDeclared(code, as: .type) { return .nothing }
    if isMark(place - 1, Mark.dot) {
      // `Foundation.UserDefaults`; of another type it is a type of its own.
      let isModule = table.has(name(place - 2), .systemModule)
      if !isModule { return isMark(place - 2, Mark.backslash) ? .certain : .nothing }
    }
    var before = place - 1
    if isMark(before, Mark.dot) { before -= 2 }
    if name(before) == Keyword.extension.code { return .certain }
    if isMark(before, Mark.backslash) { return .certain }
    let after = list[place + 1]
    if after.isMark(Mark.dot) { return .certain }
    if after.isMark(Mark.open), !after.isFirstOnLine { return .certain }
    if isMark(before, Mark.equal), let first = aliasName(before) { return first ? .certain : .likely }
    // In angle brackets, as the argument of a generic type.
    if isMark(before, Mark.less) || isMark(before, Mark.comma) && isInAngles(place) { return .certain }
    // A superclass stands first behind the colon of a class.
    if isMark(before, Mark.colon) || isMark(before, Mark.comma), isSupertype(place) { return .certain }
    return mentionVerdict(at: place)
  }

  /// Whether the equal sign is a type alias’s; nil where it is another.
  private func aliasName(_ equal: Int) -> Bool? {
    if name(equal - 2) == Keyword.typealias.code { return true }
    return isMark(equal + 2, Mark.dot) ? false : nil
  }

  private func isInAngles(_ place: Int) -> Bool {
    var at = place - 1
    while at > 0, place - at < 16 {
      let token = list[at]
      if token.isMark(Mark.less) { return true }
      if token.kind == .punctuation, token.code != Mark.comma, token.code != Mark.dot { return false }
      at -= 1
    }
    return false
  }

  private func isSupertype(_ place: Int) -> Bool {
    var at = place - 1
    while at >= 0, place - at < 24 {
      let token = list[at]
      if token.kind == .identifier,
        [Keyword.class.code, Keyword.protocol.code, Keyword.extension.code].contains(token.code)
      {
        return list[at + 1].kind == .identifier
      }
      if token.kind == .identifier,
        [Keyword.let.code, Keyword.var.code, Keyword.func.code, Keyword.case.code].contains(token.code)
      {
        return false
      }
      if token.kind == .punctuation, ![Mark.colon, Mark.comma, Mark.dot, Mark.less, Mark.greater].contains(token.code) {
        return false
      }
      at -= 1
    }
    return false
  }

  /// A type that is only named counts where the file gives it the app’s own defaults by an implicit member.
  private func mentionVerdict(at place: Int) -> Verdict {
    var after = place + 1
    while isMark(after, Mark.question) || isMark(after, Mark.exclamation) { after += 1 }
    if isMark(after, Mark.equal), isMark(after + 1, Mark.dot), isDefaultsMember(after + 2) { return .certain }
    // `: [UserDefaults] = [.standard]`, `: () -> UserDefaults = { .standard }`
    if let value = value(ofTypeEndingAt: after), list[value].match > 0,
      inside(value).prefix(400).contains(where: {
        isMark($0, Mark.dot) && table.has(name($0 + 1), .standardDefaults) && !endsOperand($0 - 1)
      })
    {
      return .certain
    }
    // `-> UserDefaults { .standard }`, `: UserDefaults { .standard }`
    if isMark(after, Mark.openBrace) {
      for at in inside(after).prefix(400) where isMark(at, Mark.dot) && isDefaultsMember(at + 1) && !endsOperand(at - 1)
      {
        return .certain
      }
      return .nothing
    }
    var before = place - 1
    while isMark(before, Mark.open) || table.has(name(before - 1), .systemModule) && isMark(before, Mark.dot) {
      before -= isMark(before, Mark.dot) ? 2 : 1
    }
    if isMark(before, Mark.colon), list[before - 1].kind == .identifier {
      let variable = name(before - 1)
      if (facts.implicitValues[variable] ?? []).contains(where: {
        table.has($0, .standardDefaults) || $0 == Keyword.`init`.code || facts.isDeclared($0, as: .constant)
      }) {
        return .certain
      }
    }
    return .nothing
  }

  /// The bracket that a variable’s value begins with, where its type ends at a place; nil for any other value.
  func value(ofTypeEndingAt place: Int) -> Int? {
    var end = place
    while [Mark.closeBracket, Mark.close, Mark.greater, Mark.question].contains(where: { isMark(end, $0) }) { end += 1 }
    guard isMark(end, Mark.equal) else { return nil }
    return [Mark.openBracket, Mark.openBrace, Mark.open].contains { isMark(end + 1, $0) } ? end + 1 : nil
  }

  /// Whether an implicit member is user defaults: `.standard`, or one that an extension in the file declares.
  private func isDefaultsMember(_ place: Int) -> Bool {
    table.has(name(place), .standardDefaults) || name(place) == Keyword.`init`.code
      || facts.isDeclared(name(place), as: .constant)
  }

  /// Apple’s list doesn’t name the wrappers, and none of its mails was seen to, so they are likely at most.
  private func wrapperVerdict(at place: Int) -> Verdict {
    if facts.isDeclared(name(place), as: .type) { return .nothing }
    let isQualified = isMark(place - 1, Mark.dot)
    return isQualified && !table.has(name(place - 2), .systemModule) ? .nothing : .likely
  }

  private func swiftFunctionVerdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    let code = name(place)
    let before = list[place - 1]
    let isQualified = before.isMark(Mark.dot)
    if isQualified {
      guard table.has(name(place - 2), .systemModule), !isMark(place - 3, Mark.dot) else { return .nothing }
    } else if facts.isDeclared(code, as: [.function, .enumCase, .constant, .type]) {
      return .nothing
    }
    let after = list[place + 1]
    if after.isMark(Mark.open), !after.isFirstOnLine {
      if !isQualified, isVariable(code, before: place) { return .nothing }
      return swiftCallVerdict(on: symbol, at: place, isQualified: isQualified)
    }
    if after.isMark(Mark.dot) || after.isMark(Mark.colon) && !before.isMark(Mark.question)
      || after.isMark(Mark.openBracket)
    {
      return .nothing
    }
    // The name of a structure.
    if isTypePosition(place) { return .nothing }
    if !isQualified, facts.isDeclared(code, as: .variable) { return .nothing }
    // A value: what is assigned, passed or returned.
    let from = isQualified ? place - 2 : place
    let opener = list[from - 1]
    let isValue =
      opener.kind == .punctuation
      && [Mark.equal, Mark.open, Mark.comma, Mark.openBracket, Mark.colon, Mark.question, Mark.orElse, Mark.openBrace]
        .contains(opener.code)
      || opener.kind == .identifier && [Keyword.return.code, Keyword.in.code, Keyword.try.code].contains(opener.code)
    guard isValue else { return .nothing }
    // A property of this name may be declared in another file, unless a function is what is asked for.
    let hasFunctionType = statement(around: from).contains { $0 < from && isMark($0, Mark.arrow) }
    if isQualified || hasFunctionType { return .certain }
    return enclosingType(place) == nil ? .likely : .possible
  }

  /// What the arguments of a call say: a listed function takes a fixed number and no labels.
  private func swiftCallVerdict(on symbol: ScanTable.Symbol, at place: Int, isQualified: Bool) -> Verdict {
    let open = place + 1
    if inside(open).isEmpty, symbol.isStructure {
      // `var info = stat()` makes the structure.
      if isQualified { return .certain }
      let isVariable = isMark(place - 1, Mark.equal) && name(place - 3) == Keyword.var.code
      return isVariable ? .likely : enclosingType(place) == nil ? .likely : .possible
    }
    guard match(open) > 0 else { return .likely }
    guard takes(symbol.parameters, inCall: open) else { return .nothing }
    if isQualified || symbol.parameters == 0 { return .certain }
    // What the function fills is passed by its address: nothing else of the name takes that.
    let passesAddress = inside(open).contains { at in
      isMark(at, Mark.ampersand) && (at == open + 1 || isMark(at - 1, Mark.comma)) || isClosureParameter(at)
    }
    if passesAddress { return .certain }
    let isFollowedByClosure = isMark(match(open) + 1, Mark.openBrace) && !list[match(open) + 1].isFirstOnLine
    return isFollowedByClosure || mayInherit(place) ? .possible : .likely
  }

  /// Whether a token is `$0` or the like.
  private func isClosureParameter(_ place: Int) -> Bool {
    let start = Int(list[place].start)
    return list[place].kind == .identifier && start < bytes.count && bytes[start] == UInt8(ascii: "$")
  }

  /// Whether the arguments of a call are as many as a C function takes, and have no labels.
  private func takes(_ count: Int, inCall open: Int) -> Bool {
    guard match(open) > 0 else { return true }
    let arguments = inside(open)
    guard arguments.count < 400 else { return false }
    var given = arguments.isEmpty ? 0 : 1
    var mayBeFewer = false
    for at in arguments where parent(at) == open {
      if isMark(at, Mark.comma) { given += 1 }
      // A comma between generic arguments separates nothing here.
      if isMark(at, Mark.less) { mayBeFewer = true }
      if isSwift, isMark(at, Mark.colon), name(at - 1) >= 0, at - 2 == open || isMark(at - 2, Mark.comma) {
        return false
      }
      // A macro’s or a template’s arguments, however many.
      if !isSwift, isMark(at, Mark.dot) && isMark(at + 1, Mark.dot) || text(at) == "__VA_ARGS__" { return true }
    }
    return mayBeFewer ? given >= count : given == count
  }

  /// Whether a place is in a type that another file gives members: it has a supertype, or an extension extends it.
  private func mayInherit(_ place: Int) -> Bool {
    guard let type = enclosingType(place), case .type(_, let isExtension) = type.kind else { return false }
    return !(facts.supertypes[type.name] ?? []).isEmpty || isExtension && !facts.isDeclared(type.name, as: .type)
  }

  /// Whether a variable of this name is declared before a place.
  private func isVariable(_ name: Int32, before place: Int) -> Bool {
    guard facts.isDeclared(name, as: .variable) else { return false }
    return (facts.initialValues[name]?.lowerBound ?? 0) < place
  }

  /// Whether a type is written at a place: behind the colon of a declaration, an arrow or `as`, or in angle brackets.
  private func isTypePosition(_ place: Int) -> Bool {
    var before = place - 1
    while isMark(before, Mark.openBracket) || name(before) == Keyword.inout.code || list[before].mark == 0x40 {
      before -= 1
    }
    let token = list[before]
    if token.isMark(Mark.arrow) || token.isMark(Mark.less) { return true }
    if token.kind == .identifier { return token.code == Keyword.as.code || token.code == Keyword.is.code }
    if token.isMark(Mark.question) || token.isMark(Mark.exclamation) { return name(before - 1) == Keyword.as.code }
    guard token.isMark(Mark.colon), list[before - 1].kind == .identifier else { return false }
    if [Keyword.let.code, Keyword.var.code].contains(name(before - 2)) { return true }
    // The label of an argument, or a parameter: those belong to a function.
    let open = parent(place)
    guard open >= 0, isMark(open, Mark.open) else { return !isMark(parent(place), Mark.openBracket) }
    return name(open - 2) == Keyword.func.code
      || [Keyword.`init`.code, Keyword.subscript.code].contains(name(open - 1))
        && list[open - 1].isFirstOnLine
      || isMark(open - 1, Mark.openBrace)
  }

  // MARK: - Keys

  /// Whether the entry of a literal or the element that is assigned: `[key: value]` and `x[key] = value`.
  private func isSet(_ place: Int) -> Bool {
    let open = parent(place)
    guard open >= 0, isMark(open, Mark.openBracket) else { return false }
    if isMark(place + 1, Mark.colon), !isSubscript(open) { return true }
    guard isSubscript(open) else { return false }
    var end = match(open) + 1
    guard end > 0 else { return false }
    while isMark(end, Mark.question) || isMark(end, Mark.exclamation) { end += 1 }
    // `x[a][b] = c` and `x[a].b = c` read the first.
    return isAssignment(end)
  }

  private func isAssignment(_ place: Int) -> Bool {
    isMark(place, Mark.equal)
  }

  private func isSubscript(_ open: Int) -> Bool {
    endsOperand(open - 1) && (!list[open].isFirstOnLine || !isSwift)
  }

  /// Whether the innermost call around a place is one of these.
  private func isArgument(of role: SourceWords.Role, _ place: Int) -> Bool {
    var open = parent(place)
    for _ in 0..<6 {
      guard open >= 0 else { return false }
      if isMark(open, Mark.open), list[open - 1].kind == .identifier { return table.has(name(open - 1), role) }
      if isMark(open, Mark.openBracket), isSubscript(open) { return false }
      open = parent(open)
    }
    return false
  }

  private func mentions(_ role: SourceWords.Role, in range: Range<Int>) -> Bool {
    range.contains { table.has(name($0), role) }
  }

  private func attributeVerdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    let code = name(place)
    guard isMark(place - 1, Mark.dot) else {
      if isMark(place + 1, Mark.open) { return .nothing }
      let scope = enclosingType(place)
      guard let scope, case .type(_, true) = scope.kind, table.has(scope.name, .attributesType),
        !facts.isDeclared(code, as: [.variable, .enumCase, .constant])
      else { return .nothing }
      return .certain
    }
    // What is called is a method.
    if isMark(place + 1, Mark.open) { return .nothing }
    let dot = place - 1
    let isImplicit =
      !endsOperand(dot - 1) || isMark(dot - 1, Mark.question) && isTernary(dot - 1)
      || list[dot].isFirstOnLine && isMark(dot - 1, Mark.openBracket)
    if !isImplicit {
      guard isCapital(dot - 1) || name(dot - 1) == Keyword.`self`.code,
        symbol.owners.contains(typeOfOperand(endingAt: dot - 1)) || table.has(unaliased(name(dot - 1)), .attributesType)
      else { return .nothing }
      return isSet(place) ? .nothing : .certain
    }
    if isMark(dot - 1, Mark.backslash) { return .nothing }
    if isSet(place) { return .nothing }
    let open = parent(place)
    let isOwn = facts.isDeclared(code, as: [.enumCase, .constant])
    if open >= 0, isMark(open, Mark.openBracket), isSubscript(open), isMark(dot - 1, Mark.openBracket) {
      if holdsAttributes(endingAt: open - 1) { return .certain }
      if isOwn || isOtherTable(endingAt: open - 1) { return .nothing }
      return symbol.isCommonName ? .possible : .likely
    }
    let statement = statement(around: place, limit: 60)
    if mentions(.attributesType, in: statement) { return isArgument(of: .attributeSetter, place) ? .nothing : .certain }
    // The argument of a function that takes such a key.
    if open >= 0, isMark(open, Mark.open), facts.attributeFunctions.contains(name(open - 1)) { return .certain }
    if isCompared(dot, to: .attributesType) { return .certain }
    // Elements of what is looped over and asked for its attributes are rare; nothing tells them here.
    if isOwn { return .nothing }
    if !symbol.isCommonName, mentions(.attributeReader, in: statement) { return .likely }
    return .nothing
  }

  /// Whether an implicit member is compared with a value of a type, by an operator or in a `switch`.
  private func isCompared(_ dot: Int, to type: SourceWords.Role) -> Bool {
    if isMark(dot - 1, Mark.equals) || isMark(dot - 1, Mark.unequal) {
      return table.has(typeOfOperand(endingAt: dot - 2), type)
    }
    let open = parent(dot)
    guard name(dot - 1) == Keyword.case.code || isMark(dot - 1, Mark.comma), open > 0, isMark(open, Mark.openBrace)
    else { return false }
    return name(open - 2) == Keyword.switch.code && table.has(typeOfOperand(endingAt: open - 1), type)
  }

  private func isTernary(_ question: Int) -> Bool {
    question > 0 && list[question - 1].end < list[question].start
  }

  /// Whether an operand is a table of file attributes.
  private func holdsAttributes(endingAt end: Int) -> Bool {
    var end = end
    while isMark(end, Mark.question) || isMark(end, Mark.exclamation) { end -= 1 }
    let token = list[end]
    if token.kind == .identifier {
      return facts.attributes.contains(token.code)
        || isMark(end - 1, Mark.dot) && table.has(token.code, .attributeReader)
    }
    if token.isMark(Mark.close) {
      let open = match(end)
      guard open >= 0 else { return false }
      if list[open - 1].kind == .identifier {
        if table.has(name(open - 1), .attributeReader) { return true }
        // A function of the file that returns such a table.
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

  /// Whether an operand is known to be something else.
  private func isOtherTable(endingAt end: Int) -> Bool {
    let type = typeOfOperand(endingAt: end)
    return type >= 0 && !table.has(type, .attributesType)
  }

  private func resourceVerdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    let code = name(place)
    let isOwn = facts.isDeclared(code, as: [.enumCase, .constant, .variable])
    guard isMark(place - 1, Mark.dot) else {
      guard let scope = enclosingType(place), case .type(_, true) = scope.kind, symbol.owners.contains(scope.name),
        !isOwn
      else { return .nothing }
      return .certain
    }
    let dot = place - 1
    let isImplicit = !endsOperand(dot - 1) || isMark(dot - 1, Mark.question) && isTernary(dot - 1)
    if isSet(place) || isArgument(of: .attributeSetter, place) { return .nothing }
    if !isImplicit {
      let type = typeOfOperand(endingAt: dot - 1)
      return isCapital(dot - 1) && (symbol.owners.contains(type) || symbol.owners.contains(name(dot - 1)))
        ? .certain : .nothing
    }
    if isMark(dot - 1, Mark.backslash) { return .nothing }
    if isOwn, !mentions(.resourceReader, in: statement(around: place, limit: 60)) { return .nothing }
    return .certain
  }

  // MARK: - Properties

  private func propertyVerdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    let code = name(place)
    let owners = symbol.shape == .member ? fileDateOwners : symbol.owners
    if symbol.shape == .property, isMark(place + 1, Mark.open), !list[place + 1].isFirstOnLine { return .nothing }
    if isAssignment(place + 1) { return .nothing }
    guard isMark(place - 1, Mark.dot) else {
      if facts.isDeclared(code, as: [.variable, .function, .constant, .enumCase]), symbol.shape == .property {
        return .nothing
      }
      let type = typeOfSelf(place)
      return isOne(type, of: owners) && !facts.isDeclared(code, as: [.variable, .function]) ? .certain : .nothing
    }
    let before = place - 2
    if isMark(before, Mark.backslash) || !endsOperand(before) {
      if mentionsType(owners, in: statement(around: place)) { return .likely }
      if !isMark(before, Mark.backslash) { return .nothing }
      return facts.isDeclared(code, as: [.variable, .function, .constant, .enumCase]) ? .nothing : .possible
    }
    let type = typeOfOperand(endingAt: before)
    if type >= 0 {
      if isOne(type, of: owners) {
        // What the file itself adds to such a type wins, but only where it is a method or of a subclass.
        return .certain
      }
      if !isMark(before, Mark.close), name(before) != Keyword.`self`.code { return .nothing }
      return .nothing
    }
    // In an extension of the type, or behind an unknown receiver.
    if mentionsType(owners, in: statement(around: place)) { return .likely }
    if facts.isDeclared(code, as: [.variable, .function, .constant, .enumCase]) { return .nothing }
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
      if before.isMark(Mark.star) || before.kind == .identifier && !Keyword.isBeforeOperand(before.code) {
        return .nothing
      }
      return isSetConstant(place) ? .possible : .certain
    }
    return switch symbol.shape {
    case .type: cTypeVerdict(at: place)
    case .function: cFunctionVerdict(on: symbol, at: place)
    case .property, .member: cPropertyVerdict(on: symbol, at: place)
    case .propertyWrapper, .attributeKey, .resourceKey: .nothing
    }
  }

  /// Whether a constant names what is written: `@{key: value}`, `x[key] = value`, `setObject:value forKey:key`.
  private func isSetConstant(_ place: Int) -> Bool {
    let open = parent(place)
    guard open >= 0 else { return false }
    if isMark(open, Mark.openBrace), isMark(open - 1, Mark.at), isMark(place + 1, Mark.colon) { return true }
    if isMark(open, Mark.openBracket),
      isSwift || list[open - 1].kind == .identifier || isMark(open - 1, Mark.closeBracket),
      isSet(place)
    {
      return true
    }
    guard isMark(open, Mark.openBracket), isMark(place - 1, Mark.colon) else { return false }
    var at = place - 2
    while at > open, place - at < 80 {
      if parent(at) == open, isMark(at + 1, Mark.colon) {
        let word = name(at)
        if table.has(word, .attributeSetter) || table.has(word, .defaultsSetter) { return true }
      }
      at -= 1
    }
    return false
  }

  private func cTypeVerdict(at place: Int) -> Verdict {
    if facts.isDeclared(name(place), as: .type) { return .nothing }
    let before = list[place - 1]
    if before.kind == .identifier, before.mark == 0x40 {
      return before.code == Keyword.interface.code || before.code == Keyword.implementation.code ? .certain : .nothing
    }
    // A superclass.
    if before.isMark(Mark.colon), list[place - 3].mark == 0x40, name(place - 3) == Keyword.interface.code {
      return .certain
    }
    if before.isMark(Mark.openBracket), list[place + 1].kind == .identifier || isMark(place + 1, Mark.dot) {
      return .certain
    }
    if isMark(place + 1, Mark.dot) { return .certain }
    if name(place - 2) == Keyword.compatibilityAlias.code { return .certain }
    if before.kind == .identifier, before.code == Keyword.typedef.code { return .certain }
    return .nothing
  }

  private func cFunctionVerdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    let code = name(place)
    let before = list[place - 1]
    let after = list[place + 1]
    if list[place].mark == 0x40 { return .nothing }
    // `#define os_stat stat`
    if let macro = macro(around: place), macro.body == place..<(place + 1) {
      return facts.isDeclared(code, as: [.function, .macro]) ? .nothing : .likely
    }
    var isGlobal = false
    if before.kind == .punctuation {
      switch before.code {
      case Mark.dot, Mark.arrow: return .nothing
      case Mark.scope:
        let qualifier = list[place - 2]
        if qualifier.kind == .identifier && !Keyword.isBeforeOperand(qualifier.code)
          || qualifier.isMark(Mark.greater)
        {
          return .nothing
        }
        isGlobal = true
      default: break
      }
    } else if before.kind == .identifier,
      !Keyword.isBeforeOperand(before.code) || before.code == Keyword.goto.code
        || before.code == Keyword.new.code
    {
      return .nothing
    }
    if !isGlobal, facts.isDeclared(code, as: [.function, .macro]) { return .nothing }
    let from = isGlobal ? place - 2 : place - 1
    // `(stat)(path, &s)`
    if isMark(from, Mark.open), after.isMark(Mark.close), isMark(place + 2, Mark.open), !endsOperand(from - 1) {
      return .certain
    }
    if after.isMark(Mark.open) {
      let close = match(place + 1)
      if close > 0, isMark(close + 1, Mark.openBrace) { return .nothing }
      if isMark(from, Mark.star), list[from - 1].kind == .identifier, name(from - 2) == Keyword.struct.code {
        return .nothing
      }
      // A method’s first part.
      if isMark(from, Mark.close), isMark(match(from) - 1, Mark.minus) || isMark(match(from) - 1, Mark.plus),
        list[match(from) - 1].isFirstOnLine
      {
        return .nothing
      }
      return takes(symbol.parameters, inCall: place + 1) ? .certain : .nothing
    }
    guard !facts.isDeclared(code, as: [.variable, .enumCase]),
      list[from].kind == .punctuation || name(from) == Keyword.return.code
    else { return .nothing }
    let opener = list[from]
    let isValueStart =
      opener.kind == .identifier
      || [
        Mark.equal, Mark.open, Mark.comma, Mark.ampersand, Mark.question, Mark.openBrace, Mark.colon, Mark.equals,
        Mark.unequal,
      ].contains(opener.code)
    let isCast =
      opener.isMark(Mark.close) && match(from) > 0 && !endsOperand(match(from) - 1)
      && (isMark(from - 1, Mark.star) || list[match(from) - 1].kind == .punctuation)
    let hasQuestion = statement(around: place, limit: 20).contains { $0 < place && isMark($0, Mark.question) }
    let isValueEnd =
      after.kind == .punctuation
      && ([Mark.comma, Mark.close, Mark.semicolon, Mark.closeBrace, Mark.equals, Mark.unequal].contains(after.code)
        || after.code == Mark.colon && hasQuestion)
    guard isValueStart || isCast, isValueEnd else { return .nothing }
    if opener.isMark(Mark.colon), !hasQuestion {
      return messageBracket(place) >= 0 ? .certain : .nothing
    }
    if opener.isMark(Mark.open), after.isMark(Mark.close) {
      // A cast, or the argument of a call.
      let callee = name(from - 1)
      if isMark(from - 1, Mark.greater) { return isNamedCast(endingAt: from - 1) ? .certain : .nothing }
      return list[from - 1].kind == .identifier && list[from - 1].mark == 0 && callee != Keyword.sizeof.code
        && !Keyword.isBeforeOperand(callee)
        ? .certain : .nothing
    }
    return .certain
  }

  /// Whether a closing angle bracket ends `static_cast<…>` or the like.
  private func isNamedCast(endingAt end: Int) -> Bool {
    var depth = 0
    for at in stride(from: end, to: max(end - 40, 0), by: -1) {
      if isMark(at, Mark.greater) { depth += 1 }
      if isMark(at, Mark.less) { depth -= 1 }
      if depth == 0 { return text(at - 1).hasSuffix("_cast") }
    }
    return false
  }

  private func cPropertyVerdict(on symbol: ScanTable.Symbol, at place: Int) -> Verdict {
    let code = name(place)
    let before = list[place - 1]
    let owners = symbol.shape == .member ? fileDateOwners : symbol.owners
    if isAssignment(place + 1) { return .nothing }
    var type: Int32 = -1
    if before.isMark(Mark.dot) {
      if symbol.shape == .property, isMark(place + 1, Mark.open) { return .nothing }
      type = typeOfOperand(endingAt: place - 2)
    } else {
      let open = messageBracket(place)
      guard open >= 0, isMark(place + 1, Mark.closeBracket), endsOperand(place - 1) else { return .nothing }
      type = typeOfReceiver(inMessage: open)
    }
    if type >= 0, isOne(type, of: owners) { return .certain }
    let isOwn = facts.isDeclared(code, as: [.variable, .function])
    if type >= 0, type != Keyword.id.code { return .nothing }
    return isOwn ? .nothing : .possible
  }
}
