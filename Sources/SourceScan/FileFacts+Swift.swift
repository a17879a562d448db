import Catalog

extension SourceFile {
  /// Reads the declarations of a Swift file in one pass.
  func readSwift() {
    /// The scope that the next brace at this level opens.
    var pending: (scope: FileFacts.Scope, parent: Int32)?
    var at = 0
    while at < list.count {
      let token = list[at]
      if token.kind == .punctuation {
        switch token.code {
        case Mark.openBrace:
          if let (scope, parent) = pending, parent == token.parent {
            facts.scopes.set(scope, for: at)
            if case .type = scope.kind {} else { facts.bodies[scope.name, default: []].append(at) }
            pending = nil
          } else {
            readClosureParameters(at)
          }
        case Mark.equal:
          if pending?.parent == token.parent { pending = nil }
          readAssignment(at)
        case Mark.colon: readTypeAnnotation(at)
        default: break
        }
        at += 1
        continue
      }
      guard token.kind == .identifier, token.mark != 0x60, !isMark(at - 1, Mark.dot) else {
        at += 1
        continue
      }
      if token.mark == 0x40 { facts.words.insert(token.code) }
      let next = at + 1
      switch token.code {
      case Keyword.import.code where token.isFirstOnLine || isFirstBehindAttribute(at): at = readImport(at)
      case Keyword.class.code, Keyword.struct.code, Keyword.enum.code, Keyword.protocol.code, Keyword.actor.code,
        Keyword.extension.code:
        if let scope = readType(at, token.code) { pending = (scope, token.parent) }
      case Keyword.func.code, Keyword.`init`.code, Keyword.subscript.code:
        if token.code != Keyword.func.code, !isMark(next, Mark.open), !isMark(next, Mark.question),
          !isMark(next, Mark.less)
            || isMark(next, Mark.open) && endsOperand(at - 1) && !token.isFirstOnLine && name(at - 1) < 0
        {
          break
        }
        let place = token.code == Keyword.func.code ? next : at
        var scope = FileFacts.Scope(kind: .function, name: name(place), place: place)
        if token.code == Keyword.func.code {
          declare(name(place), .function)
          shadow(name(place), at)
        }
        readSignature(of: &scope)
        pending = (scope, token.parent)
      case Keyword.let.code, Keyword.var.code:
        if let scope = readVariable(at) { pending = (scope, token.parent) }
      case Keyword.case.code: readCases(at)
      case Keyword.for.code:
        for name in (next..<next + 8).prefix(while: { !isMark($0, Mark.openBrace) && name($0) != Keyword.in.code })
        where list[name].kind == .identifier {
          declare(self.name(name), .variable)
        }
      case Keyword.typealias.code:
        if list[next].kind == .identifier {
          declare(name(next), .type)
          if name(next + 3) != name(next), name(next + 4) != name(next) { shadow(name(next), at) }
          if let equal = (next + 1..<next + 12).first(where: { isMark($0, Mark.equal) }) {
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
    return before.kind == .identifier && (before.isFirstOnLine || before.mark == 0x40)
      || before.isMark(Mark.close) || before.isMark(Mark.semicolon) || before.kind == .none
  }

  func declare(_ name: Int32, _ kind: FileFacts.Declared) {
    if name >= 0 { facts.declared[name, default: []].insert(kind) }
  }

  /// Notes a declaration that hides a required reason API of the same name in the whole module.
  private func shadow(_ name: Int32, _ keyword: Int) {
    guard table.symbol(name) != nil, parent(keyword) < 0, list[keyword].builds.ships else { return }
    var before = keyword - 1
    while list[before].kind == .identifier, keyword - before < 6 {
      if [Keyword.private.code, Keyword.fileprivate.code].contains(list[before].code) { return }
      before -= 1
    }
    facts.shadowed.insert(name)
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
    if kinds.contains(name(at)), list[at + 1].kind == .identifier { at += 1 }
    if list[at].kind == .identifier { facts.imports.insert(name(at)) }
    facts.importTokens.insert(at)
    while isMark(at + 1, Mark.dot), list[at + 2].kind == .identifier {
      at += 2
      facts.importTokens.insert(at)
    }
    return at
  }

  private func readType(_ place: Int, _ keyword: Int32) -> FileFacts.Scope? {
    var at = place + 1
    let first = list[at]
    guard first.kind == .identifier,
      first.mark == 0x60
        || ![
          Keyword.func.code, Keyword.var.code, Keyword.let.code, Keyword.subscript.code, Keyword.override.code,
          Keyword.`init`.code,
        ].contains(first.code)
    else { return nil }
    while isMark(at + 1, Mark.dot), list[at + 2].kind == .identifier { at += 2 }
    var scope = FileFacts.Scope(
      kind: .type(isEnum: keyword == Keyword.enum.code, isExtension: keyword == Keyword.extension.code), name: name(at),
      place: at)
    if keyword == Keyword.actor.code, list[at + 1].kind == .identifier { return nil }
    // What stands before the brace: supertypes and protocols, those of constraints too.
    var next = at + 1
    while next < list.count, next - at < 80, !isMark(next, Mark.openBrace), !isMark(next, Mark.semicolon) {
      if list[next].kind == .identifier { scope.supertypes.append(name(next)) }
      next += 1
    }
    // Attributes before it: `@main`.
    var before = place - 1
    while before >= 0, place - before < 12, list[before].kind == .identifier {
      if list[before].mark == 0x40 { scope.labels.append(name(before)) }
      before -= 1
    }
    if keyword != Keyword.extension.code {
      declare(scope.name, .type)
      // A subclass of the system’s type is one of them.
      if !scope.supertypes.contains(scope.name) { shadow(scope.name, place) }
    }
    facts.supertypes[scope.name, default: []] += scope.supertypes.prefix(8)
    return scope
  }

  /// Reads the parameters of a function and what it returns.
  private func readSignature(of scope: inout FileFacts.Scope) {
    var open = scope.place + 1
    if isMark(open, Mark.less) {
      while open - scope.place < 60, !isMark(open, Mark.open), open < list.count { open += 1 }
    }
    while isMark(open, Mark.question) || isMark(open, Mark.exclamation) { open += 1 }
    guard isMark(open, Mark.open) else { return }
    let parameters = inside(open)
    var at = parameters.lowerBound
    var label = true
    while at < parameters.upperBound, at - parameters.lowerBound < 400 {
      let token = list[at]
      if parent(at) == open {
        if token.isMark(Mark.comma) { label = true }
        if label, token.kind == .identifier, token.mark != 0x40 {
          scope.labels.append(token.code)
          let inner = list[at + 1].kind == .identifier ? at + 1 : at
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
    while list[end].kind == .identifier, end - parameters.upperBound < 4 { end += 1 }
    if isMark(end, Mark.arrow), let type = typeName(at: end + 1).name { setType(scope.name, type) }
  }

  /// A type’s name without its module, and whether the type has to do with file attributes.
  func typeName(at place: Int) -> (name: Int32?, holdsAttributes: Bool) {
    var at = place
    while at - place < 8 {
      let token = list[at]
      let isPrefix =
        token.isMark(Mark.open) || token.isMark(Mark.openBracket) || token.mark == 0x40
        || token.isMark(Mark.at)
        || token.kind == .identifier && [Keyword.inout.code, Keyword.some.code, Keyword.any.code].contains(token.code)
      if !isPrefix { break }
      at += 1
    }
    guard list[at].kind == .identifier else { return (nil, false) }
    let holds = (at..<at + 8).contains { table.has(name($0), .attributesType) && !list[$0].isFirstOnLine }
    while isMark(at + 1, Mark.dot), list[at + 2].kind == .identifier, list[at + 2].code != Keyword.`self`.code {
      at += 2
    }
    return (name(at), holds)
  }

  private func readVariable(_ place: Int) -> FileFacts.Scope? {
    var at = place + 1
    if isMark(at, Mark.open) {
      for inner in inside(at).prefix(24) where list[inner].kind == .identifier { declare(name(inner), .variable) }
      return nil
    }
    guard list[at].kind == .identifier else { return nil }
    let name = name(at)
    let isStatic = (max(place - 4, 0)..<place).contains {
      (self.name($0) == Keyword.static.code || self.name($0) == Keyword.class.code) && !isMark($0 + 1, Mark.closeBrace)
    }
    declare(name, isStatic ? .constant : .variable)
    shadow(name, place)
    let variable = at
    if isMark(at + 1, Mark.colon) {
      let type = typeName(at: at + 2)
      if let type = type.name { setType(name, type) }
      if type.holdsAttributes { facts.attributes.insert(name) }
      at += 2
      // Behind the type.
      var steps = 0
      while steps < 24, at < list.count, !isMark(at, Mark.equal), !isMark(at, Mark.openBrace), !isMark(at, Mark.comma),
        !list[at].isFirstOnLine || isMark(at - 1, Mark.colon), !isMark(at, Mark.close)
      {
        at = list[at].match > Int32(at) ? match(at) + 1 : at + 1
        steps += 1
      }
    } else {
      at += 1
    }
    if isMark(at, Mark.equal) { readInitialValue(of: name, from: at + 1, place) }
    if isMark(at, Mark.openBrace) || at > variable + 1 && isMark(at, Mark.openBrace) {
      return FileFacts.Scope(kind: .property, name: name, place: variable)
    }
    return nil
  }

  private func readInitialValue(of name: Int32, from start: Int, _ place: Int) {
    var first = start
    while [Keyword.try.code, Keyword.await.code].contains(self.name(first)) || isMark(first, Mark.question)
      || isMark(first, Mark.exclamation) || isMark(first, Mark.open) && !endsOperand(first - 1)
    {
      first += 1
    }
    let isCondition =
      [Keyword.if.code, Keyword.guard.code, Keyword.while.code].contains(self.name(place - 1))
      || isMark(place - 1, Mark.comma)
    var end = first
    while end < list.count, end - first < 60 {
      if end > first, list[end].isFirstOnLine, list[end].parent == list[start].parent,
        !isMark(end, Mark.dot), !isMark(end, Mark.question), !isMark(end, Mark.orElse), endsOperand(end - 1)
      {
        break
      }
      if list[end].parent == list[start].parent,
        isMark(end, Mark.comma) || isMark(end, Mark.semicolon) || isCondition && isMark(end, Mark.openBrace)
          || self.name(end) == Keyword.else.code
      {
        break
      }
      if list[end].match >= 0, list[end].match < Int32(start) { break }
      if table.has(self.name(end), .attributeReader) { facts.attributes.insert(name) }
      // A copy of such a variable, or a cast.
      if facts.attributes.contains(self.name(end)),
        isMark(end + 1, Mark.semicolon) || list[end + 1].isFirstOnLine
          || self.name(end + 1) == Keyword.as.code
      {
        facts.attributes.insert(name)
      }
      end += 1
    }
    facts.initialValues.set(first..<end, for: Int(name))
    if isMark(first, Mark.dot), list[first + 1].kind == .identifier {
      facts.implicitValues[name, default: []].append(self.name(first + 1))
    }
    // What the expression ends with tells: `T()`, `T.shared`, `(x as T)`; of a longer chain nobody knows.
    guard facts.types[name] == nil else { return }
    var chain = first
    while list[chain].kind == .identifier, chain < end {
      var next = chain + 1
      if isMark(next, Mark.open), match(next) > 0 { next = match(next) + 1 }
      if isMark(next, Mark.dot) || isMark(next, Mark.question) && isMark(next + 1, Mark.dot) {
        chain = isMark(next, Mark.dot) ? next + 1 : next + 2
      } else {
        if next >= end || list[next].isFirstOnLine || isMark(next, Mark.exclamation) {
          setType(name, typeOfOperand(endingAt: next - 1))
        } else if self.name(next) == Keyword.as.code {
          let type = isMark(next + 1, Mark.question) || isMark(next + 1, Mark.exclamation) ? next + 2 : next + 1
          setType(name, self.name(type))
        }
        break
      }
    }
  }

  /// `name = .value` and `object.name = .value`
  private func readAssignment(_ place: Int) {
    guard isMark(place + 1, Mark.dot), list[place + 2].kind == .identifier, list[place - 1].kind == .identifier else {
      return
    }
    facts.implicitValues[name(place - 1), default: []].append(name(place + 2))
  }

  /// `name: Type`, of parameters and properties; an argument with its label looks the same and tells as much.
  private func readTypeAnnotation(_ place: Int) {
    guard list[place - 1].kind == .identifier else { return }
    if isMark(place + 1, Mark.dot), list[place + 2].kind == .identifier {
      facts.implicitValues[name(place - 1), default: []].append(name(place + 2))
    }
    let (type, holdsAttributes) = typeName(at: place + 1)
    guard let type else { return }
    if holdsAttributes { facts.attributes.insert(name(place - 1)) }
    var first = place + 1
    while list[first].kind != .identifier, first - place < 8 { first += 1 }
    if isCapital(first) { setType(name(place - 1), type) }
  }

  private func readCases(_ place: Int) {
    let open = parent(place)
    guard open >= 0, case .type(isEnum: true, _)? = facts.scopes[open]?.kind else { return }
    var at = place + 1
    while at < list.count, at - place < 400 {
      guard list[at].kind == .identifier else { return }
      declare(name(at), .enumCase)
      at += 1
      if isMark(at, Mark.open), match(at) > 0 { at = match(at) + 1 }
      if isMark(at, Mark.equal) { at += list[at + 1].isMark(Mark.minus) ? 3 : 2 }
      guard isMark(at, Mark.comma) else { return }
      at += 1
    }
  }

  /// `{ a, b in` and `{ (a: T) in`
  private func readClosureParameters(_ open: Int) {
    var at = open + 1
    if isMark(at, Mark.openBracket), match(at) > 0 { at = match(at) + 1 }
    let start = isMark(at, Mark.open) ? at + 1 : at
    var end = start
    while end < list.count, end - start < 24 {
      let token = list[end]
      if token.kind == .identifier, token.code == Keyword.in.code {
        for place in start..<end where list[place].kind == .identifier && !isMark(place - 1, Mark.colon) {
          declare(name(place), .variable)
        }
        return
      }
      guard
        token.kind == .identifier || token.isMark(Mark.comma) || token.isMark(Mark.colon) || token.isMark(Mark.close)
      else { return }
      end += 1
    }
  }
}
