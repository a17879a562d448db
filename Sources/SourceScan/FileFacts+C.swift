import SourceText

extension SourceFile {
  /// Reads the declarations of a C, Objective-C or C++ file in one pass.
  func readC() {
    for macro in macros { declare(macro.name, .macro) }
    /// The class whose methods are being read.
    var container: FileFacts.Scope?
    /// The opening braces of enumerations.
    var enumerations: Set<Int> = []
    var at = 0
    while at < list.count {
      let token = list[at]
      if token.kind == .punctuation {
        if token.sign == "{" { openBrace(at, container) }
        if token.sign == "*" { readPointer(at) }
        if token.sign == "(", container != nil, parent(at) < 0, isMark(at - 1, ":"), match(at) > 0 {
          // `- (void)show:(State)state`
          declare(name(match(at) + 1), .variable)
        }
        at += 1
        continue
      }
      guard token.kind == .identifier else {
        at += 1
        continue
      }
      if token.mark == 0x40 {
        switch token.keyword {
        case .interface, .implementation, .protocol:
          var scope = FileFacts.Scope(
            kind: .type(isEnum: false, isExtension: isMark(at + 2, "(")), name: name(at + 1), place: at + 1)
          var next = at + 2
          while next < list.count, next - at < 40, isName(next) || isMark(next, ":", "<", ">") || isMark(next, ",") {
            if list[next].isFirstOnLine, !isMark(next - 1, ","), !isMark(next, ":", "<") {
              break
            }
            if isName(next) { scope.supertypes.append(name(next)) }
            next += 1
          }
          if token.keyword == .interface || facts.supertypes[scope.name] == nil {
            facts.supertypes[scope.name, default: []] += scope.supertypes
          }
          container = scope
        case .end: container = nil
        case .import: if isName(at + 1) { facts.imports.insert(name(at + 1)) }
        default: break
        }
        at += 1
        continue
      }
      // `T name`, a variable, a field or a function.
      if isName(at + 1), list[at + 1].mark == 0, !Keyword.isBeforeOperand(token.code), !isMark(at - 1, ".", .arrow) {
        readDeclarator(at + 1, type: token.code)
      }
      if token.keyword == .enum, let brace = braceOfEnumeration(at) { enumerations.insert(brace) }
      if isMark(at - 1, "{", ","), enumerations.contains(parent(at)) {
        declare(token.code, .enumCase)
      }
      if isMark(at + 1, "(") { readFunction(at) }
      at += 1
    }
  }

  private func readDeclarator(_ place: Int, type: Int32) {
    let next = list[place + 1]
    guard next.kind == .punctuation else { return }
    switch next.sign {
    case ";", "=", ",", "[", ")", "{", ":":
      if parent(place) >= 0, isMark(parent(place), "["), next.sign == ":" { return }
      if next.sign == ":", list[place].isFirstOnLine { return }
      declare(name(place), isField(place) ? .field : .variable)
      setType(name(place), type)
    default: break
    }
  }

  /// `T *name` and `(T *)name`, at the start of a statement or parameter.
  private func readPointer(_ star: Int) {
    guard !isMark(star - 1, "*") else { return }
    var end = star
    while isMark(end + 1, "*") || keyword(end + 1) == .const || isName(end + 1) && isName(end + 2) && end - star < 4 {
      end += 1
    }
    var type = star - 1
    if isMark(type, ">") {
      var depth = 0
      while type > 0, star - type < 30 {
        if isMark(type, ">") { depth += 1 }
        if isMark(type, "<") { depth -= 1 }
        type -= 1
        if depth == 0 { break }
      }
    }
    guard isName(type) else {
      // `(*name)(…)`, a pointer to a function.
      if isMark(star - 1, "("), isName(star + 1), isMark(star + 2, ")"), isMark(star + 3, "("),
        isName(star - 2) || isMark(star - 2, "*")
      {
        declare(name(star + 1), isField(star - 1) ? .field : .function)
      }
      return
    }
    let before = list[type - 1]
    let begins =
      before.kind == .none
      || before.kind == .punctuation && before.sign != ")" && before.sign != "=" && before.sign != "]"
        && before.sign != "." && before.sign != .arrow && before.sign != "+" && before.sign != "-" && before.sign != "*"
      || before.kind == .identifier && !Keyword.isBeforeOperand(before.code) || before.isMark(")")
    guard begins, !Keyword.isBeforeOperand(name(type)) else { return }
    if isName(end + 1) {
      declare(name(end + 1), isMark(end + 2, "(") ? [] : isField(end + 1) ? .field : .variable)
      setType(name(end + 1), name(type))
    } else if isMark(end + 1, ")"), isName(end + 2) {
      // A parameter or the result of a method.
      setType(name(end + 2), name(type))
    }
  }

  /// Whether a place is in the body of a C structure, whose fields hide no outer names. In C++ they do within the
  /// structure’s functions.
  private func isField(_ place: Int) -> Bool {
    guard language == .c || language == .objectiveC else { return false }
    let open = parent(place)
    guard open > 0, isMark(open, "{") else { return false }
    let name = list[open - 1]
    guard name.kind == .identifier else { return false }
    return [name.code, self.name(open - 2)].contains { $0 == Keyword.struct.code || $0 == Keyword.union.code }
  }

  /// The opening brace of an enumeration; nil if only its name is used.
  private func braceOfEnumeration(_ place: Int) -> Int? {
    var open = place + 1
    while open - place < 8, !isMark(open, "{"), open < list.count, !isMark(open, ";") {
      open += 1
    }
    return isMark(open, "{") ? open : nil
  }

  /// `T name(…) {` and `T name(…);`
  private func readFunction(_ place: Int) {
    let close = match(place + 1)
    guard close > 0, !Keyword.isBeforeOperand(name(place)) else { return }
    var after = close + 1
    while isName(after), after - close < 4 { after += 1 }
    let before = list[place - 1]
    let hasType =
      before.kind == .identifier && !Keyword.isBeforeOperand(before.code) || before.isMark("*", "&", ">")
      || before.isMark(.scope)
    guard hasType else { return }
    if isMark(after, "{") {
      // A condition also has a brace after it, but no type before it.
      if before.isMark("&", "*"), !isFileLevel(place) { return }
      declare(name(place), .function)
      if !before.isMark(.scope) { setType(name(place), before.kind == .identifier ? before.code : name(place - 2)) }
    } else if isMark(after, ";", "="), isFileLevel(place) {
      // A library function may be redeclared.
      if !statement(around: place, limit: 12).contains(where: { keyword($0) == .extern }) {
        declare(name(place), .function)
      }
    }
  }

  /// Whether a place is outside of all functions.
  private func isFileLevel(_ place: Int) -> Bool {
    for at in bracketsAround(place).prefix(64) {
      if let scope = facts.scopes[at] {
        if !scope.isType { return false }
      } else if isMark(at, "{") {
        // The brace of a class, a structure, a namespace or `extern "C"`.
        if !isName(at - 1) && list[at - 1].kind != .string && !isMark(at - 1, ">") {
          return false
        }
      } else {
        return false
      }
    }
    return true
  }

  /// Reads what a brace begins: the body of a method or a function.
  private func openBrace(_ place: Int, _ container: FileFacts.Scope?) {
    var scope: FileFacts.Scope?
    // A method starts with a sign at the beginning of a line.
    var at = place - 1
    if container != nil, parent(place) < 0 {
      while at >= 0, place - at < 200 {
        if isMark(at, "-", "+"), list[at].isFirstOnLine, isMark(at + 1, "(") {
          let first = match(at + 1) + 1
          var made = FileFacts.Scope(kind: .function, name: name(first), place: first)
          for part in first..<place where isName(part) && isMark(part + 1, ":") {
            made.labels.append(name(part))
          }
          if made.labels.isEmpty { made.labels = [made.name] }
          made.supertypes = [container?.name ?? -1]
          declare(made.name, .method)
          scope = made
          break
        }
        if isMark(at, "}", ";") || list[at].mark == 0x40 { break }
        at -= 1
      }
    }
    if scope == nil, isMark(place - 1, ")") {
      let open = match(place - 1)
      let callee = open - 1
      let before = list[callee - 1]
      if isName(callee), !Keyword.isBeforeOperand(name(callee)),
        before.kind == .identifier && !Keyword.isBeforeOperand(before.code) || before.isMark("*", .scope, "&")
          || before.isMark(">")
      {
        scope = FileFacts.Scope(kind: .function, name: name(callee), place: callee)
      }
    }
    guard let scope else { return }
    facts.scopes.set(scope, for: place)
    facts.bodies[scope.name, default: []].append(place)
  }
}
