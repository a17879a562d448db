import Catalog

// Whether the advertising identifier is read, or a tracking SDK started, only after the system’s request.

extension SourceFile {
  /// Whether a place comes after the system’s request to track, or after a check of its answer.
  ///
  /// - Parameter requests: The requests to track in the file.
  func isAfterPermission(_ place: Int, _ requests: [FoundCall], depth: Int = 0) -> Bool {
    // When `lazy var session = { … }()` runs isn’t known, if the file asks somewhere.
    let isInLazy = bracketsAround(place).prefix(20).contains { brace in
      isMark(brace - 1, "=") && statement(around: brace - 1).contains { keyword($0) == .lazy }
    }
    if isInLazy, !requests.isEmpty { return true }
    guard let (open, scope) = enclosingFunction(place) else { return false }
    // A wrapper is judged where it’s called.
    if scope.name == name(place) || isForSystemsWithoutRequest(place, in: open) { return true }
    if requests.contains(where: { $0.place < place && inside(open).contains($0.place) }) { return true }
    for at in inside(open).prefix(2_000) where at < place {
      if table.has(name(at), .trackingStatus) || table.has(name(at), .authorized) || isCheck(at) {
        return !isBehindRefusal(place, in: open)
      }
    }
    guard depth < 3, scope.name >= 0, scope.name != Keyword.`init`.code else { return false }
    let callers = places(of: scope.name).filter { at in
      at != scope.place && (isMark(at + 1, "(") || messageBracket(at) >= 0 || isMark(at - 1, "."))
    }
    guard !callers.isEmpty else { return false }
    // With many callers, assume that one of them asked.
    guard callers.count <= 12 else { return true }
    return callers.allSatisfy { isAfterPermission($0, requests, depth: depth + 1) }
  }

  /// Whether code runs only if the user didn’t allow tracking: `status == .denied ? id : nil`.
  private func isBehindRefusal(_ place: Int, in function: Int) -> Bool {
    let statement = statement(around: place)
    if let question = statement.first(where: { isMark($0, "?") && $0 < place && isTernary($0) }) {
      let between = (question..<place).filter { parent($0) == parent(question) }
      let isElse = between.contains { isMark($0, ":") }
      // After a comma it’s another argument.
      let isBranch = !between.contains { isMark($0, ",") }
      if isBranch, tests(statement.lowerBound..<question, forRefusal: !isElse) { return true }
    }
    for at in bracketsAround(place).prefix(60) where at > function {
      if isMark(at, "{") {
        // A closure may run after the app’s own request.
        if !isControlFlow(at), facts.scopes[at] == nil { return false }
        if keyword(at - 1) == .else, isMark(at - 2, "}"), match(at - 2) > 0 {
          if tests(condition(before: match(at - 2)), forRefusal: false) { return true }
        } else if tests(condition(before: at), forRefusal: true) {
          return true
        }
        // The case of the switch that the place is in.
        if let label = (at..<place).suffix(400).last(where: { at == parent($0) && isLabelOfSwitch($0) }),
          keyword(label) == .case
        {
          let pattern = (label..<place).prefix { !isMark($0, ":") }
          if pattern.contains(where: { table.has(name($0), .refused) }),
            !pattern.contains(where: { table.has(name($0), .authorized) })
          {
            return true
          }
        }
      }
    }
    return false
  }

  /// Whether code is in the `else` of `#available(iOS 14, *)` or an earlier version: the systems before know no request.
  private func isForSystemsWithoutRequest(_ place: Int, in function: Int) -> Bool {
    for at in bracketsAround(place).prefix(60) where at > function {
      if isMark(at, "{"), keyword(at - 1) == .else {
        let condition =
          isMark(at - 2, "}") && match(at - 2) > 0 ? condition(before: match(at - 2)) : statement(around: at - 1)
        // With another condition beside it, newer systems get there as well.
        let check = condition.lowerBound + 1
        let end = match(check + 1) + 1
        if list[check].mark == UInt8(ascii: "#"), text(check) == "available", isMark(check + 1, "("),
          keyword(end) == .else || isMark(end, "{")
        {
          let versions = inside(check + 1)
          let version = versions.first { text($0) == "iOS" && list[$0 + 1].kind == .number }.map { text($0 + 1) }
          if let version, let major = Int(version.prefix(while: \.isNumber)), major <= 14 { return true }
        }
      }
    }
    return false
  }

  /// Whether a word begins a case of a switch, unlike the pattern of `if case`.
  private func isLabelOfSwitch(_ place: Int) -> Bool {
    switch keyword(place) {
    case .default: isMark(place + 1, ":")
    case .case: ![.if, .guard, .while, .for].contains(keyword(place - 1)) && !isMark(place - 1, ",")
    default: false
    }
  }

  /// The condition of the `if` whose brace opens at a place; empty for any other brace.
  private func condition(before open: Int) -> Range<Int> {
    let statement = statement(around: open - 1)
    guard name(statement.lowerBound) == Keyword.if.code, statement.lowerBound < open else { return open..<open }
    return statement.lowerBound..<open
  }

  /// Whether a condition holds only if the user refused, or only if the user allowed.
  private func tests(_ condition: Range<Int>, forRefusal: Bool) -> Bool {
    func has(_ role: SourceWords.Role) -> Bool { condition.contains { table.has(name($0), role) } }
    func hasMark(_ mark: Mark) -> Bool { condition.contains { isMark($0, mark) } }
    if hasMark(.or) { return false }
    if let check = condition.first(where: isCheck) {
      return forRefusal ? isNegated(check) : !isNegated(check) && !hasMark(.and)
    }
    if hasMark("!") || hasMark(.equals) == hasMark(.unequal) { return false }
    if forRefusal { return has(.refused) && hasMark(.equals) || has(.authorized) && hasMark(.unequal) }
    return !hasMark(.and) && has(.authorized) && hasMark(.equals)
  }

  /// Whether a name is that of a function or property of the file that tells whether the user allowed tracking.
  private func isCheck(_ place: Int) -> Bool {
    guard isName(place), let bodies = facts.bodies[name(place)], bodies.count == 1, let open = bodies.first else {
      return false
    }
    let body = inside(open)
    guard body.count < 200, body.contains(where: { table.has(name($0), .trackingStatus) }) else { return false }
    return body.contains { at in
      guard table.has(name(at), .authorized) else { return false }
      // `== .authorized`
      return isMark(at - 1, .equals) || isMark(at - 1, ".") && isMark(at - 2, .equals)
    }
  }

  /// Whether an exclamation mark comes before an operand: `!self.isAllowed`, `![self isAllowed]`.
  private func isNegated(_ place: Int) -> Bool {
    var first = place
    while isMark(first - 1, "."), isName(first - 2) { first -= 2 }
    let bracket = messageBracket(place)
    return isMark((bracket >= 0 ? bracket : first) - 1, "!")
  }

  /// Whether a place comes before a request to track in the same function.
  func isBeforeRequest(_ place: Int, _ calls: [FoundCall], _ code: LaunchCode) -> Bool {
    guard let (open, _) = enclosingFunction(place) else { return false }
    let range = inside(open)
    for at in range.prefix(2_000) where at < place {
      if table.has(name(at), .trackingStatus) || table.has(name(at), .authorized) { return false }
    }
    let requests = calls.filter { table.calls[$0.call].source.role == .trackingRequest }
    guard !requests.isEmpty, !requests.contains(where: { $0.place < place && range.contains($0.place) }) else {
      return false
    }
    if requests.contains(where: { $0.place > place && range.contains($0.place) }) { return true }
    // At launch, with the request in another function that runs later.
    return code.bodies.contains(open)
      && requests.allSatisfy { request in
        guard let (other, scope) = enclosingFunction(request.place) else { return true }
        let calls = places(of: scope.name).filter { range.contains($0) && isMark($0 + 1, "(") }
        return other != open && (calls.isEmpty || calls.allSatisfy { $0 > place })
      }
  }
}
