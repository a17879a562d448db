import Catalog

extension SourceFile {
  /// Reads the declarations of a file of the C family in one pass.
  func readC() {
    for macro in macros { declare(macro.name, .macro) }
    /// The class whose methods are being read.
    var container: FileFacts.Scope?
    /// The braces of enumerations.
    var enumerations: Set<Int> = []
    var at = 0
    while at < list.count {
      let token = list[at]
      if token.kind == .punctuation {
        if token.code == Mark.openBrace { openBrace(at, container) }
        if token.code == Mark.star { readPointer(at) }
        at += 1
        continue
      }
      guard token.kind == .identifier else {
        at += 1
        continue
      }
      if token.mark == 0x40 {
        switch token.code {
        case Keyword.interface.code, Keyword.implementation.code, Keyword.protocol.code:
          var scope = FileFacts.Scope(
            kind: .type(isEnum: false, isExtension: isMark(at + 2, Mark.open)), name: name(at + 1), place: at + 1)
          var next = at + 2
          while next < list.count, next - at < 40,
            list[next].kind == .identifier || isMark(next, Mark.colon) || isMark(next, Mark.less)
              || isMark(next, Mark.greater) || isMark(next, Mark.comma)
          {
            if list[next].isFirstOnLine, !isMark(next - 1, Mark.comma), !isMark(next, Mark.colon),
              !isMark(next, Mark.less)
            {
              break
            }
            if list[next].kind == .identifier { scope.supertypes.append(name(next)) }
            next += 1
          }
          if token.code == Keyword.interface.code || facts.supertypes[scope.name] == nil {
            facts.supertypes[scope.name, default: []] += scope.supertypes
          }
          container = scope
        case Keyword.end.code: container = nil
        case Keyword.import.code: if list[at + 1].kind == .identifier { facts.imports.insert(name(at + 1)) }
        default: break
        }
        at += 1
        continue
      }
      // `T name`, a variable, a field or a function.
      if list[at + 1].kind == .identifier, list[at + 1].mark == 0, !Keyword.isBeforeOperand(token.code),
        !isMark(at - 1, Mark.dot), !isMark(at - 1, Mark.arrow)
      {
        readDeclarator(at + 1, type: token.code)
      }
      if isMark(at + 1, Mark.openBrace), false { break }
      if token.code == Keyword.enum.code, let brace = braceOfEnumeration(at) { enumerations.insert(brace) }
      if isMark(at - 1, Mark.openBrace) || isMark(at - 1, Mark.comma), enumerations.contains(parent(at)) {
        declare(token.code, .enumCase)
      }
      if isMark(at + 1, Mark.open) { readFunction(at) }
      at += 1
    }
  }

  private func readDeclarator(_ place: Int, type: Int32) {
    let next = list[place + 1]
    guard next.kind == .punctuation else { return }
    switch next.code {
    case Mark.semicolon, Mark.equal, Mark.comma, Mark.openBracket, Mark.close, Mark.openBrace, Mark.colon:
      if parent(place) >= 0, isMark(parent(place), Mark.openBracket), next.code == Mark.colon { return }
      if next.code == Mark.colon, list[place].isFirstOnLine { return }
      declare(name(place), .variable)
      setType(name(place), type)
    default: break
    }
  }

  /// `T *name` and `(T *)name`, where a statement or a parameter begins with it.
  private func readPointer(_ star: Int) {
    guard !isMark(star - 1, Mark.star) else { return }
    var end = star
    while isMark(end + 1, Mark.star) || Keyword.const.code == name(end + 1)
      || list[end + 1].kind == .identifier && list[end + 2].kind == .identifier && end - star < 4
    {
      end += 1
    }
    var type = star - 1
    if isMark(type, Mark.greater) {
      var depth = 0
      while type > 0, star - type < 30 {
        if isMark(type, Mark.greater) { depth += 1 }
        if isMark(type, Mark.less) { depth -= 1 }
        type -= 1
        if depth == 0 { break }
      }
    }
    guard list[type].kind == .identifier else {
      // `(*name)(…)`, a pointer to a function.
      if isMark(star - 1, Mark.open), list[star + 1].kind == .identifier, isMark(star + 2, Mark.close),
        isMark(star + 3, Mark.open),
        list[star - 2].kind == .identifier
          || isMark(star - 2, Mark.star)
      {
        declare(name(star + 1), .function)
      }
      return
    }
    let before = list[type - 1]
    let begins =
      before.kind == .none
      || before.kind == .punctuation && before.code != Mark.close && before.code != Mark.equal
        && before.code != Mark.closeBracket && before.code != Mark.dot && before.code != Mark.arrow
        && before.code != Mark.plus && before.code != Mark.minus && before.code != Mark.star
      || before.kind == .identifier && !Keyword.isBeforeOperand(before.code)
      || before.isMark(Mark.close)
    guard begins, !Keyword.isBeforeOperand(name(type)) else { return }
    if list[end + 1].kind == .identifier {
      declare(name(end + 1), isMark(end + 2, Mark.open) ? [] : .variable)
      setType(name(end + 1), name(type))
    } else if isMark(end + 1, Mark.close), list[end + 2].kind == .identifier {
      // A parameter or result of a method.
      setType(name(end + 2), name(type))
    }
  }

  /// The brace of an enumeration; nil where only its name stands.
  private func braceOfEnumeration(_ place: Int) -> Int? {
    var open = place + 1
    while open - place < 8, !isMark(open, Mark.openBrace), open < list.count, !isMark(open, Mark.semicolon) {
      open += 1
    }
    return isMark(open, Mark.openBrace) ? open : nil
  }

  /// `T name(…) {` and `T name(…);`
  private func readFunction(_ place: Int) {
    let close = match(place + 1)
    guard close > 0, !Keyword.isBeforeOperand(name(place)) else { return }
    var after = close + 1
    while list[after].kind == .identifier, after - close < 4 { after += 1 }
    let before = list[place - 1]
    let hasType =
      before.kind == .identifier && !Keyword.isBeforeOperand(before.code) || before.isMark(Mark.star)
      || before.isMark(Mark.ampersand) || before.isMark(Mark.greater) || before.isMark(Mark.scope)
    guard hasType else { return }
    if isMark(after, Mark.openBrace) {
      // A condition has a brace behind it, too, but no type before it.
      if before.isMark(Mark.ampersand) || before.isMark(Mark.star), !isFileLevel(place) { return }
      declare(name(place), .function)
      if !before.isMark(Mark.scope) { setType(name(place), before.kind == .identifier ? before.code : name(place - 2)) }
    } else if isMark(after, Mark.semicolon) || isMark(after, Mark.equal), isFileLevel(place) {
      // The library’s own function may be declared once more.
      if !statement(around: place, limit: 12).contains(where: { name($0) == Keyword.extern.code }) {
        declare(name(place), .function)
      }
    }
  }

  /// Whether a place is in no function.
  private func isFileLevel(_ place: Int) -> Bool {
    var at = parent(place)
    for _ in 0..<64 {
      guard at >= 0 else { return true }
      if let scope = facts.scopes[at] {
        if case .type = scope.kind {} else { return false }
      } else if isMark(at, Mark.openBrace) {
        // Of a class, a structure, a namespace or `extern "C"`.
        if list[at - 1].kind != .identifier && list[at - 1].kind != .string && !isMark(at - 1, Mark.greater) {
          return false
        }
      } else {
        return false
      }
      at = parent(at)
    }
    return false
  }

  /// What a brace is the body of: a method or a function.
  private func openBrace(_ place: Int, _ container: FileFacts.Scope?) {
    var scope: FileFacts.Scope?
    // A method begins with a sign at the start of its line.
    var at = place - 1
    if container != nil, parent(place) < 0 {
      while at >= 0, place - at < 200 {
        if isMark(at, Mark.minus) || isMark(at, Mark.plus), list[at].isFirstOnLine, isMark(at + 1, Mark.open) {
          let first = match(at + 1) + 1
          var made = FileFacts.Scope(kind: .function, name: name(first), place: first)
          for part in first..<place where list[part].kind == .identifier && isMark(part + 1, Mark.colon) {
            made.labels.append(name(part))
          }
          if made.labels.isEmpty { made.labels = [made.name] }
          made.supertypes = [container?.name ?? -1]
          declare(made.name, .function)
          scope = made
          break
        }
        if isMark(at, Mark.closeBrace) || isMark(at, Mark.semicolon) || list[at].mark == 0x40 { break }
        at -= 1
      }
    }
    if scope == nil, isMark(place - 1, Mark.close) {
      let open = match(place - 1)
      let callee = open - 1
      let before = list[callee - 1]
      if list[callee].kind == .identifier, !Keyword.isBeforeOperand(name(callee)),
        before.kind == .identifier && !Keyword.isBeforeOperand(before.code) || before.isMark(Mark.star)
          || before.isMark(Mark.scope) || before.isMark(Mark.ampersand) || before.isMark(Mark.greater)
      {
        scope = FileFacts.Scope(kind: .function, name: name(callee), place: callee)
      }
    }
    guard let scope else { return }
    facts.scopes.set(scope, for: place)
    facts.bodies[scope.name, default: []].append(place)
  }
}
