import Catalog

extension SourceFile {
  /// Reads the declarations of a Swift file in one pass.
  func readSwift() {
    /// The scope that the next opening brace at this level begins.
    var pending: (scope: FileFacts.Scope, parent: Int32)?
    var at = 0
    while at < list.count {
      let token = list[at]
      if token.kind == .punctuation {
        switch token.sign {
        case "{":
          if let (scope, parent) = pending, parent == token.parent {
            facts.scopes.set(scope, for: at)
            if !scope.isType { facts.bodies[scope.name, default: []].append(at) }
            pending = nil
          } else {
            readClosureParameters(at)
          }
        case "=":
          if pending?.parent == token.parent { pending = nil }
          readAssignment(at)
        case ":": readTypeAnnotation(at)
        default: break
        }
        at += 1
        continue
      }
      guard token.kind == .identifier, token.mark != 0x60, !isMark(at - 1, ".") else {
        at += 1
        continue
      }
      if token.mark == 0x40 { facts.words.insert(token.code) }
      let next = at + 1
      switch token.keyword {
      case .import where token.isFirstOnLine || isFirstBehindAttribute(at): at = readImport(at)
      case .class, .struct, .enum, .protocol, .actor,
        .extension:
        if let scope = readType(at, token.keyword) { pending = (scope, token.parent) }
      case .func, .`init`, .subscript:
        if token.keyword != .func,
          !isMark(next, "(", "?", "<")
            || isMark(next, "(") && endsOperand(at - 1) && !token.isFirstOnLine && name(at - 1) < 0
        {
          break
        }
        let place = token.keyword == .func ? next : at
        var scope = FileFacts.Scope(kind: .function, name: name(place), place: place)
        if token.keyword == .func {
          declare(name(place), .function)
          shadow(name(place), at)
        }
        readSignature(of: &scope)
        pending = (scope, token.parent)
      case .let, .var:
        if let scope = readVariable(at) { pending = (scope, token.parent) }
      case .case: readCases(at)
      case .for:
        for name in (next..<next + 8).prefix(while: { !isMark($0, "{") && keyword($0) != .in })
        where isName(name) {
          declare(self.name(name), .variable)
        }
      case .typealias:
        if isName(next) {
          declare(name(next), .type)
          if name(next + 3) != name(next), name(next + 4) != name(next) {
            shadow(name(next), at)
            noteOwnType(next)
          }
          if let equal = (next + 1..<next + 12).first(where: { isMark($0, "=") }) {
            if let type = typeName(at: equal + 1).name { facts.aliases.set(type, for: Int(name(next))) }
          }
        }
      default: break
      }
      at += 1
    }
  }

  private func isFirstBehindAttribute(_ place: Int) -> Bool {
    // `@testable import X`, `public import X`
    let before = list[place - 1]
    return before.kind == .identifier && (before.isFirstOnLine || before.mark == 0x40) || before.isMark(")", ";")
      || before.kind == .none
  }

  func declare(_ name: Int32, _ kind: FileFacts.Declared) {
    if name >= 0 { facts.declared[name, default: []].insert(kind) }
  }

  /// Adds a declaration that hides a required reason API of the same name in its module.
  private func shadow(_ name: Int32, _ keyword: Int) {
    guard table.symbol(name) != nil, parent(keyword) < 0, list[keyword].builds.ships else { return }
    var before = keyword - 1
    while isName(before), keyword - before < 6 {
      if [.private, .fileprivate].contains(list[before].keyword) { return }
      before -= 1
    }
    facts.shadowed.insert(name)
  }

  /// Adds a type that may hide one of the system’s.
  private func noteOwnType(_ place: Int) {
    let name = name(place)
    if name >= 0, Int(name) < table.names.count { facts.ownTypes[name, default: []].append(place) }
  }

  func setType(_ name: Int32, _ type: Int32) {
    if name >= 0, type >= 0, facts.types[name] == nil { facts.types.set(type, for: Int(name)) }
  }

  /// - Returns: The place of the last token.
  private func readImport(_ place: Int) -> Int {
    var at = place + 1
    let kinds = [
      Keyword.class.code, Keyword.struct.code, Keyword.func.code, Keyword.enum.code,
      Keyword.protocol.code, Keyword.typealias.code, Keyword.let.code, Keyword.var.code,
    ]
    if kinds.contains(name(at)), isName(at + 1) { at += 1 }
    if isName(at) {
      facts.imports.insert(name(at))
      if list[at].builds == .all { facts.importsOfAllBuilds.insert(name(at)) }
    }
    facts.importTokens.insert(at)
    while isMark(at + 1, "."), isName(at + 2) {
      at += 2
      facts.importTokens.insert(at)
    }
    return at
  }

  private func readType(_ place: Int, _ keyword: Keyword?) -> FileFacts.Scope? {
    let first = list[place + 1]
    guard first.kind == .identifier,
      first.mark == 0x60
        || ![.func, .var, .let, .subscript, .override, .`init`].contains(first.keyword)
    else { return nil }
    let at = endOfChain(place + 1)
    var scope = FileFacts.Scope(
      kind: .type(isEnum: keyword == .enum, isExtension: keyword == .extension), name: name(at), place: at)
    if keyword == .actor, isName(at + 1) { return nil }
    // Before the brace: supertypes and protocols, including those of constraints.
    var next = at + 1
    while next < list.count, next - at < 80, !isMark(next, "{", ";") {
      if isName(next) { scope.supertypes.append(name(next)) }
      next += 1
    }
    // Attributes before the declaration, such as `@main`.
    var before = place - 1
    while before >= 0, place - before < 12, isName(before) {
      if list[before].mark == 0x40 { scope.labels.append(name(before)) }
      before -= 1
    }
    if keyword != .extension {
      declare(scope.name, .type)
      // A subclass of a system type counts as that type.
      if !scope.supertypes.contains(scope.name) {
        shadow(scope.name, place)
        noteOwnType(at)
      }
    }
    facts.supertypes[scope.name, default: []] += scope.supertypes.prefix(8)
    return scope
  }

  /// Reads the parameters of a function and its result.
  private func readSignature(of scope: inout FileFacts.Scope) {
    var open = scope.place + 1
    if isMark(open, "<") {
      while open - scope.place < 60, !isMark(open, "("), open < list.count { open += 1 }
    }
    while isMark(open, "?", "!") { open += 1 }
    guard isMark(open, "(") else { return }
    let parameters = inside(open)
    var at = parameters.lowerBound
    var label = true
    while at < parameters.upperBound, at - parameters.lowerBound < 400 {
      let token = list[at]
      if parent(at) == open {
        if token.isMark(",") { label = true }
        if label, token.kind == .identifier, token.mark != 0x40 {
          scope.labels.append(token.code)
          let inner = isName(at + 1) ? at + 1 : at
          declare(name(inner), .variable)
          label = false
        }
      }
      if token.kind == .identifier, table.has(token.code, .attributesType) {
        facts.attributeFunctions.insert(scope.name)
      }
      at += 1
    }
    var end = parameters.upperBound + 1
    while isName(end), end - parameters.upperBound < 4 { end += 1 }
    if isMark(end, .arrow), let type = typeName(at: end + 1).name { setType(scope.name, type) }
  }

  /// A type’s name without its module, and whether it’s a type for file attributes.
  func typeName(at place: Int) -> (name: Int32?, holdsAttributes: Bool) {
    var at = place
    while at - place < 8 {
      let token = list[at]
      let isPrefix =
        token.isMark("(", "[") || token.mark == 0x40 || token.isMark("@")
        || [.inout, .some, .any].contains(token.keyword)
      if !isPrefix { break }
      at += 1
    }
    guard isName(at) else { return (nil, false) }
    let holds = (at..<at + 8).contains { table.has(name($0), .attributesType) && !list[$0].isFirstOnLine }
    while isMark(at + 1, "."), isName(at + 2), list[at + 2].keyword != .`self` {
      at += 2
    }
    return (name(at), holds)
  }

  private func readVariable(_ place: Int) -> FileFacts.Scope? {
    var at = place + 1
    if isMark(at, "(") {
      for inner in inside(at).prefix(24) where isName(inner) { declare(name(inner), .variable) }
      return nil
    }
    guard isName(at) else { return nil }
    let name = name(at)
    let isStatic = (max(place - 4, 0)..<place).contains {
      (self.keyword($0) == .static || self.keyword($0) == .class) && !isMark($0 + 1, "}")
    }
    declare(name, isStatic ? .constant : .variable)
    shadow(name, place)
    let variable = at
    if isMark(at + 1, ":") {
      let type = typeName(at: at + 2)
      if let type = type.name { setType(name, type) }
      if type.holdsAttributes { facts.attributes.insert(name) }
      at += 2
      // After the type.
      var steps = 0
      while steps < 24, at < list.count, !isMark(at, "=", "{", ","), !list[at].isFirstOnLine || isMark(at - 1, ":"),
        !isMark(at, ")")
      {
        at = list[at].match > Int32(at) ? match(at) + 1 : at + 1
        steps += 1
      }
    } else {
      at += 1
      if let type = typeInAttribute(before: place) { setType(name, type) }
    }
    if isMark(at, "=") { readInitialValue(of: name, at: variable, from: at + 1, place) }
    if isMark(at, "{") || at > variable + 1 && isMark(at, "{") {
      return FileFacts.Scope(kind: .property, name: name, place: variable)
    }
    return nil
  }

  /// The type of a property that its attribute names: `@Environment(Model.self) private var model`.
  private func typeInAttribute(before variable: Int) -> Int32? {
    var end = variable - 1
    while isName(end), list[end].mark != 0x40, variable - end < 4 { end -= 1 }
    guard isMark(end, ")") else { return nil }
    let open = match(end)
    guard open > 0, end == open + 4, list[open - 1].mark == 0x40, isName(open + 1), isMark(open + 2, "."),
      keyword(open + 3) == .`self`
    else { return nil }
    return name(open + 1)
  }

  private func readInitialValue(of name: Int32, at variable: Int, from start: Int, _ place: Int) {
    var first = start
    while [.try, .await].contains(self.keyword(first)) || isMark(first, "?") || isMark(first, "!")
      || isMark(first, "(") && !endsOperand(first - 1)
    {
      first += 1
    }
    let isCondition =
      [.if, .guard, .while].contains(self.keyword(place - 1)) || isMark(place - 1, ",")
    var end = first
    while end < list.count, end - first < 60 {
      if end > first, list[end].isFirstOnLine, list[end].parent == list[start].parent, !isMark(end, ".", "?", .orElse),
        endsOperand(end - 1)
      {
        break
      }
      if list[end].parent == list[start].parent,
        isMark(end, ",", ";") || isCondition && isMark(end, "{") || self.keyword(end) == .else
      {
        break
      }
      if list[end].match >= 0, list[end].match < Int32(start) { break }
      if table.has(self.name(end), .attributeReader) { facts.attributes.insert(name) }
      // A copy of such a variable, or a cast.
      if facts.attributes.contains(self.name(end)),
        isMark(end + 1, ";") || list[end + 1].isFirstOnLine || self.keyword(end + 1) == .as
      {
        facts.attributes.insert(name)
      }
      end += 1
    }
    facts.addInitialValue(first..<end, of: name, at: variable, in: brace(around: variable))
    if isMark(first, "."), isName(first + 1) {
      facts.implicitValues[name, default: []].append(self.name(first + 1))
    }
    // The end of the expression decides: `T()`, `T.shared`, `(x as T)`. The type of a longer chain is unknown.
    guard facts.types[name] == nil else { return }
    var chain = first
    while isName(chain), chain < end {
      var next = chain + 1
      if isMark(next, "("), match(next) > 0 { next = match(next) + 1 }
      if isMark(next, ".") || isMark(next, "?") && isMark(next + 1, ".") {
        chain = isMark(next, ".") ? next + 1 : next + 2
      } else {
        if next >= end || list[next].isFirstOnLine || isMark(next, "!") {
          setType(name, typeOfOperand(endingAt: next - 1))
        } else if self.keyword(next) == .as {
          let type = isMark(next + 1, "?", "!") ? next + 2 : next + 1
          setType(name, self.name(type))
        }
        break
      }
    }
  }

  /// `name = .value` and `object.name = .value`
  private func readAssignment(_ place: Int) {
    guard isMark(place + 1, "."), isName(place + 2), isName(place - 1) else {
      return
    }
    facts.implicitValues[name(place - 1), default: []].append(name(place + 2))
  }

  /// `name: Type` of parameters and properties. A labeled argument looks the same, and is just as good.
  private func readTypeAnnotation(_ place: Int) {
    guard isName(place - 1) else { return }
    if isMark(place + 1, "."), isName(place + 2) {
      facts.implicitValues[name(place - 1), default: []].append(name(place + 2))
    }
    let (type, holdsAttributes) = typeName(at: place + 1)
    guard let type else { return }
    if holdsAttributes { facts.attributes.insert(name(place - 1)) }
    var first = place + 1
    while !isName(first), first - place < 8 { first += 1 }
    if isCapital(first) { setType(name(place - 1), type) }
  }

  private func readCases(_ place: Int) {
    let open = parent(place)
    guard open >= 0, case .type(isEnum: true, _)? = facts.scopes[open]?.kind else { return }
    var at = place + 1
    while at < list.count, at - place < 400 {
      guard isName(at) else { return }
      declare(name(at), .enumCase)
      at += 1
      if isMark(at, "("), match(at) > 0 { at = match(at) + 1 }
      if isMark(at, "=") { at += list[at + 1].isMark("-") ? 3 : 2 }
      guard isMark(at, ",") else { return }
      at += 1
    }
  }

  /// `{ a, b in` and `{ (a: T) in`
  private func readClosureParameters(_ open: Int) {
    var at = open + 1
    if isMark(at, "["), match(at) > 0 { at = match(at) + 1 }
    let start = isMark(at, "(") ? at + 1 : at
    var end = start
    while end < list.count, end - start < 24 {
      let token = list[end]
      if token.kind == .identifier, token.keyword == .in {
        for place in start..<end where isName(place) && !isMark(place - 1, ":") {
          declare(name(place), .variable)
        }
        return
      }
      guard token.kind == .identifier || token.isMark(",", ":", ")") else { return }
      end += 1
    }
  }
}
