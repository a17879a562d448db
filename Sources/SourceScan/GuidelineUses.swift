import Catalog
import SourceText

extension SourceFile {
  /// Where the code goes against the guidelines on privacy.
  func guidelineUses(_ calls: [FoundCall]) -> [SourceUse] {
    var uses: [SourceUse] = []
    func add(_ place: Int, _ guideline: GuidelineCase, isHint: Bool = false, names named: Int? = nil) {
      uses.append(
        SourceUse(
          range: list[place].range, symbol: text(named ?? place), kind: .guideline(guideline.rawValue),
          confidence: .likely,
          isHint: isHint || isHintOnly(place), builds: list[place].builds))
    }
    let requests = calls.filter { table.calls[$0.call].source.asks && !$0.isValue }
    let launch = calls.isEmpty ? LaunchCode() : launchCode()
    if !requests.isEmpty {
      // Of tracking, apps have to ask once they are active.
      let tracking = requests.contains { isTracking($0) } ? launchCode(besides: .activeName) : launch
      for request in requests where runsAtLaunch(request.place, isTracking(request) ? tracking : launch) {
        add(request.place, .requestAtLaunch)
      }
      for (place, isHint) in screensBefore(requests) { add(place, .screenBeforeRequest, isHint: isHint) }
    }
    let trackingRequests = calls.filter { table.calls[$0.call].source.role == .trackingRequest }
    for call in calls {
      switch table.calls[call.call].source.role {
      case .advertisingIdentifier:
        if !isAfterPermission(call.place, trackingRequests) { add(call.place, .identifierBeforeRequest) }
      case .trackingStart: if isBeforeRequest(call.place, calls, launch) { add(call.place, .trackingBeforeRequest) }
      case .trackingRequest, nil: break
      }
    }
    for (place, guideline, secret) in secrets() { add(place, guideline, names: secret) }
    return uses
  }

  private func isTracking(_ call: FoundCall) -> Bool { table.calls[call.call].source.role == .trackingRequest }

  enum GuidelineCase: String {
    case identifierBeforeRequest = "AT001"
    case requestAtLaunch = "AT002"
    case screenBeforeRequest = "AT003"
    case trackingBeforeRequest = "G033"
    case secretInDefaults = "G044"
    case secretInFile = "G045"
  }

  // MARK: - Launch

  /// The braces of functions that run at launch, and the views that the app shows first.
  struct LaunchCode {
    var bodies: Set<Int> = []
    var rootViews: Set<Int32> = []
  }

  /// - Parameter role: Names of functions that are left out.
  private func launchCode(besides role: SourceWords.Role? = nil) -> LaunchCode {
    var code = LaunchCode()
    for at in (table.texts[.sceneType] ?? []).flatMap({ word in
      table.names.number(of: word).map { places(of: $0) } ?? []
    }) {
      guard let type = enclosingType(at), type.supertypes.contains(where: { table.has($0, .appType) }) else { continue }
      for inner in arguments(at: at).prefix(60)
      where isCapital(inner) && isMark(inner + 1, "(") && !isDestination(inner, below: at) {
        code.rootViews.insert(name(inner))
      }
    }
    var queue: [Int] = []
    for (open, scope) in facts.scopes.entries where beginsLaunch(scope, at: open) {
      if let role, table.has(scope.name, role) { continue }
      code.bodies.insert(open)
      queue.append(open)
    }
    for body in bodiesRunByViews(code) where code.bodies.insert(body).inserted { queue.append(body) }
    // What they call runs at launch, too.
    while let open = queue.popLast() {
      for at in inside(open) where isName(at) && isMark(at + 1, "(") || isMessageToSelf(at) {
        let isType = isCapital(at) && facts.isDeclared(name(at), as: .type)
        var bodies = facts.bodies[isType ? Keyword.`init`.code : name(at)] ?? []
        if isType {
          bodies = bodies.filter { enclosingType($0)?.name == name(at) }
        } else if isSwift, !bodies.isEmpty {
          bodies = self.bodies(calledAt: at)
        }
        for body in bodies where !code.bodies.contains(body) {
          guard body != open, code.bodies.count < 200, runsWithin(at, body: open, code) else { continue }
          code.bodies.insert(body)
          queue.append(body)
        }
      }
    }
    return code
  }

  /// The functions that the app’s body and the view that it shows first run as they appear: `.task { load() }`.
  private func bodiesRunByViews(_ code: LaunchCode) -> [Int] {
    var found: [Int] = []
    for (open, scope) in facts.scopes.entries where found.count < 100 {
      guard case .property = scope.kind, let type = enclosingType(open) else { continue }
      let isApp = type.supertypes.contains { table.has($0, .appType) }
      guard isApp || code.rootViews.contains(type.name) else { continue }
      for at in inside(open).prefix(4_000) where isName(at) && !isCapital(at) {
        guard isMark(at + 1, "(") || isReferenceInAppearModifier(at), facts.bodies[name(at)] != nil,
          runsWithin(at, body: open, code, needsAppearing: true, isRootView: !isApp)
        else { continue }
        found += bodies(calledAt: at)
      }
    }
    return found
  }

  /// The bodies of the functions of the file that a call in Swift may mean.
  private func bodies(calledAt place: Int) -> [Int] {
    let bodies = (facts.bodies[name(place)] ?? []).prefix(20)
    let isMember = isMark(place - 1, ".")
    var type = isMember ? typeOfOperand(endingAt: place - 2) : typeOfSelf(place)
    // `Permissions.shared.ask()`: what a type has of its own is one of it.
    if isMember, isMark(place - 3, "."), isCapital(place - 4) { type = unaliased(name(place - 4)) }
    if isMember, type < 0 {
      // Of an object that nobody knows, where one type alone has such a function.
      return Set(bodies.map { enclosingType($0)?.name }).count == 1 ? Array(bodies) : []
    }
    return bodies.filter { body in
      guard let owner = enclosingType(body)?.name else { return !isMember }
      return isOne(type, of: [owner]) || isOne(owner, of: [type])
    }
  }

  /// Whether a token is the function that a view calls as it appears: `.onAppear(perform: load)`.
  private func isReferenceInAppearModifier(_ place: Int) -> Bool {
    let open = parent(place)
    return open > 0 && isMark(open, "(") && isAppearModifier(open - 1)
      && (isMark(place + 1, ")") || isMark(place + 1, ","))
  }

  private func isAppearModifier(_ place: Int) -> Bool {
    table.has(name(place), .appearModifier) && isMark(place - 1, ".")
  }

  /// Whether a view is shown only when people go there: a link’s destination, a sheet.
  private func isDestination(_ place: Int, below scene: Int) -> Bool {
    bracketsAround(place).prefix(40).prefix { $0 > scene }.contains { at in
      let callee = isMark(at, "{") ? closureCallee(at) : at - 1
      return callee.map { table.has(name($0), .destination) } ?? false
    }
  }

  private func isMessageToSelf(_ place: Int) -> Bool {
    !isSwift && isName(place) && messageBracket(place) >= 0
  }

  private func beginsLaunch(_ scope: FileFacts.Scope, at open: Int) -> Bool {
    guard case .function = scope.kind else { return false }
    if scope.labels.contains(where: { table.has($0, .launchName) }) || table.has(scope.name, .launchName) {
      return true
    }
    guard scope.name == Keyword.`init`.code, let type = enclosingType(open) else { return false }
    return type.supertypes.contains { table.has($0, .appType) || table.has($0, .appDelegateType) }
  }

  private func runsAtLaunch(_ place: Int, _ code: LaunchCode) -> Bool {
    if let (open, scope) = enclosingFunction(place) {
      if code.bodies.contains(open) { return runsWithin(place, body: open, code) }
      // The body of the app, or of the view that it shows first.
      guard case .property = scope.kind, let type = enclosingType(open) else { return false }
      if type.supertypes.contains(where: { table.has($0, .appType) }) {
        return runsWithin(place, body: open, code, needsAppearing: true)
      }
      guard code.rootViews.contains(type.name) else { return false }
      return runsWithin(place, body: open, code, needsAppearing: true, isRootView: true)
    }
    // What a delegate or an app holds is made with it.
    guard isSwift, let type = enclosingType(place), !isInClosure(place) else { return false }
    let isStored = statement(around: place).contains { keyword($0) == .let || keyword($0) == .var }
    let isLazy = statement(around: place).contains { keyword($0) == .lazy || keyword($0) == .static }
    return isStored && !isLazy
      && (type.supertypes + type.labels).contains { table.has($0, .appType) || table.has($0, .appDelegateType) }
  }

  private func isInClosure(_ place: Int) -> Bool {
    var open = parent(place)
    for _ in 0..<20 {
      guard open >= 0 else { return false }
      if isMark(open, "{") { return facts.scopes[open] == nil }
      open = parent(open)
    }
    return true
  }

  /// Whether code runs when the body around it does, and not when people tap or something happens later.
  private func runsWithin(
    _ place: Int, body: Int, _ code: LaunchCode, needsAppearing: Bool = false, isRootView: Bool = false
  ) -> Bool {
    var appears = false
    if needsAppearing, isReferenceInAppearModifier(place) {
      if isRootView, parent(parent(place)) != body { return false }
      appears = true
    }
    for at in bracketsAround(place).prefix(60) {
      if at == body { return appears || !needsAppearing }
      if isMark(at, "{"), !isControlFlow(at) {
        guard let callee = closureCallee(at) else { return false }
        let code = name(callee)
        if isAppearModifier(callee) {
          // Of a row or a page within the view, it runs when that appears.
          if isRootView, parent(callee) != body { return false }
          appears = true
        } else if table.has(code, .button) || table.has(code, .alertAction) {
          return false
        } else if needsAppearing, isCapital(callee) {
          // A container of views.
        } else if !table.has(code, .runsNow), table.calls(code).isEmpty {
          return false
        }
      }
    }
    return false
  }

  /// Whether a brace belongs to `if`, `for` and the like.
  private func isControlFlow(_ open: Int) -> Bool {
    if !isSwift {
      // A block has a caret before its brace, or before its parameters.
      if isMark(open - 1, "^") { return false }
      if isMark(open - 1, ")"), match(open - 1) > 0 { return !isMark(match(open - 1) - 1, "^") }
      return true
    }
    if [.else, .do, .repeat, .defer].contains(keyword(open - 1)) {
      return true
    }
    if parent(open) >= 0, !isMark(parent(open), "{") { return false }
    let statement = statement(around: open - 1)
    return [.if, .guard, .for, .while, .switch].contains(keyword(statement.lowerBound))
      || text(open - 1) == "catch" || text(statement.lowerBound) == "catch"
  }

  /// What a closure is handed to: the name of the call; nil for a closure that is stored.
  private func closureCallee(_ open: Int) -> Int? {
    if !isSwift {
      let bracket = parent(open)
      guard bracket >= 0 else { return nil }
      if isMark(bracket, "(") { return isName(bracket - 1) ? bracket - 1 : nil }
      guard isMark(bracket, "[") else { return nil }
      // The first part of the selector.
      return inside(bracket).first {
        parent($0) == bracket && isName($0) && isMark($0 + 1, ":") && endsOperand($0 - 1)
      }
    }
    let before = open - 1
    if isMark(before, "=") {
      // `lazy var x = { … }()` runs, but nobody knows when.
      return nil
    }
    if isMark(before, ")"), match(before) > 0 {
      let callee = match(before) - 1
      return isName(callee) ? callee : nil
    }
    if isName(before) { return before }
    // An argument.
    let outer = parent(open)
    if outer >= 0, isMark(outer, "("), isName(outer - 1) { return outer - 1 }
    return nil
  }

  // MARK: - Tracking

  /// Whether a place comes after the system's request for tracking, or where its answer was looked at.
  ///
  /// - Parameter requests: The system's requests for tracking in the file.
  private func isAfterPermission(_ place: Int, _ requests: [FoundCall], depth: Int = 0) -> Bool {
    guard let (open, scope) = enclosingFunction(place) else { return false }
    // What only passes it on is judged where it is called.
    if scope.name == name(place) { return true }
    if requests.contains(where: { $0.place < place && inside(open).contains($0.place) }) { return true }
    for at in inside(open).prefix(2_000) where at < place {
      if table.has(name(at), .trackingStatus) || table.has(name(at), .authorized) {
        return !isBehindRefusal(place, in: open)
      }
    }
    guard depth < 3, scope.name >= 0, scope.name != Keyword.`init`.code else { return false }
    let callers = places(of: scope.name).filter { at in
      at != scope.place && (isMark(at + 1, "(") || messageBracket(at) >= 0 || isMark(at - 1, "."))
    }
    guard !callers.isEmpty else { return false }
    // Of what is called everywhere nobody can tell.
    guard callers.count <= 12 else { return true }
    return callers.allSatisfy { isAfterPermission($0, requests, depth: depth + 1) }
  }

  /// Whether code runs only where people did not allow tracking: `status == .denied ? id : nil`.
  private func isBehindRefusal(_ place: Int, in function: Int) -> Bool {
    let statement = statement(around: place)
    if let question = statement.first(where: { isMark($0, "?") && $0 < place && isTernary($0) }) {
      let between = (question..<place).filter { parent($0) == parent(question) }
      let isElse = between.contains { isMark($0, ":") }
      // Behind a comma it is another argument.
      let isBranch = !between.contains { isMark($0, ",") }
      if isBranch, tests(statement.lowerBound..<question, forRefusal: !isElse) { return true }
    }
    var at = parent(place)
    for _ in 0..<60 where at > function {
      if isMark(at, "{") {
        // A closure may run behind a request of the app's own.
        if !isControlFlow(at), facts.scopes[at] == nil { return false }
        if keyword(at - 1) == .else, isMark(at - 2, "}"), match(at - 2) > 0 {
          if tests(condition(before: match(at - 2)), forRefusal: false) { return true }
        } else if tests(condition(before: at), forRefusal: true) {
          return true
        }
        // The case of a switch that the place is in.
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
      at = parent(at)
    }
    return false
  }

  /// Whether a word begins what a switch does in a case; not so the pattern of `if case`.
  private func isLabelOfSwitch(_ place: Int) -> Bool {
    switch keyword(place) {
    case .default: isMark(place + 1, ":")
    case .case: ![.if, .guard, .while, .for].contains(keyword(place - 1)) && !isMark(place - 1, ",")
    default: false
    }
  }

  /// The condition of the `if` whose brace opens at a place; empty for another brace.
  private func condition(before open: Int) -> Range<Int> {
    let statement = statement(around: open - 1)
    guard name(statement.lowerBound) == Keyword.if.code, statement.lowerBound < open else { return open..<open }
    return statement.lowerBound..<open
  }

  /// Whether a condition holds only where people refused, or only where they allowed.
  private func tests(_ condition: Range<Int>, forRefusal: Bool) -> Bool {
    func has(_ role: SourceWords.Role) -> Bool { condition.contains { table.has(name($0), role) } }
    func hasMark(_ mark: Mark) -> Bool { condition.contains { isMark($0, mark) } }
    if hasMark(.or) || hasMark("!") || hasMark(.equals) == hasMark(.unequal) { return false }
    if forRefusal { return has(.refused) && hasMark(.equals) || has(.authorized) && hasMark(.unequal) }
    return !hasMark(.and) && has(.authorized) && hasMark(.equals)
  }

  /// Whether a place comes before the request for tracking that follows in the same function.
  private func isBeforeRequest(_ place: Int, _ calls: [FoundCall], _ code: LaunchCode) -> Bool {
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
    // At launch, with the request in a function of its own that comes later or elsewhere.
    return code.bodies.contains(open)
      && requests.allSatisfy { request in
        guard let (other, scope) = enclosingFunction(request.place) else { return true }
        let calls = places(of: scope.name).filter { range.contains($0) && isMark($0 + 1, "(") }
        return other != open && (calls.isEmpty || calls.allSatisfy { $0 > place })
      }
  }

  // MARK: - Screens before a request

  /// A button of an alert or view.
  private struct Button {
    var place: Int
    /// The token of its title; nil where it has none in words.
    var title: Int?
    /// The token that makes it one that leaves.
    var cancel: Int?
    /// The tokens of what it does.
    var action: Range<Int>
  }

  private func screensBefore(_ requests: [FoundCall]) -> [(place: Int, isHint: Bool)] {
    let buttons = buttons()
    guard buttons.count > 0 else { return [] }
    var found: [Int: Bool] = [:]
    let leading = buttons.filter { leads($0.action, to: requests) }
    for button in leading where !isAmongChoices(button) {
      let others = group(of: button, in: buttons)
      // With several things to choose from it is a menu.
      if others.contains(where: { !leaves($0) }) { continue }
      if let title = button.title, matches(title, .consent) { found[title] = false }
      for other in others where !leads(other.action, to: requests) && !isAmongChoices(other) {
        if let title = other.title, list[title].kind == .string {
          if matches(title, .wayOut) {
            found[title] = false
          } else if let cancel = other.cancel {
            // A title that is a key of a table: the style is what tells.
            found[cancel] = isKey(title)
          }
        } else if let cancel = other.cancel {
          found[cancel] = other.title != nil
        }
      }
    }
    return found.map { ($0.key, $0.value) }
  }

  private func leaves(_ button: Button) -> Bool {
    button.cancel != nil || button.title.map { matches($0, .wayOut) || list[$0].kind != .string } ?? true
  }

  /// Whether a button is part of a sheet of choices, a form or a toolbar, where a way out is no refusal.
  private func isAmongChoices(_ button: Button) -> Bool {
    if !isSwift || table.has(name(button.place), .alertAction),
      let (open, _) = enclosingFunction(button.place),
      inside(open).prefix(2_000).contains(where: { table.has(name($0), .choices) })
    {
      return true
    }
    for at in bracketsAround(button.place).prefix(40) {
      if facts.scopes[at] != nil { return false }
      let callee = isMark(at, "{") ? closureCallee(at) : at - 1
      if let callee, table.has(name(callee), .choices) { return true }
      // What is typed in stands beside the buttons.
      if isMark(at, "{"), inside(at).prefix(400).contains(where: { table.has(name($0), .entryField) }) {
        return true
      }
    }
    return false
  }

  private func isKey(_ title: Int) -> Bool { text(title).contains { $0 == "." || $0 == "_" } }

  private func matches(_ title: Int, _ role: SourceWords.Role) -> Bool {
    let words = String(text(title).lowercased().drop { !$0.isLetter })
    let trimmed = String(words.reversed().drop { !$0.isLetter }.reversed())
    return (table.texts[role] ?? []).contains(trimmed)
  }

  /// The buttons beside one: of the innermost braces that hold others, up to its function.
  private func group(of button: Button, in buttons: [Button]) -> [Button] {
    for at in bracketsAround(button.place).prefix(40) {
      if isMark(at, "{", "(") {
        let range = inside(at)
        let others = buttons.filter { range.contains($0.place) && $0.place != button.place }
        if !others.isEmpty { return others }
        if facts.scopes[at] != nil { return [] }
      }
    }
    return []
  }

  private func buttons() -> [Button] {
    var buttons: [Button] = []
    let words = [SourceWords.Role.alertAction, .button, .alertButton].flatMap { table.texts[$0] ?? [] }
    for at in words.flatMap({ word in table.names.number(of: word).map { places(of: $0) } ?? [] }).sorted() {
      let code = name(at)
      if table.has(code, .alertAction) {
        if isSwift ? !isMark(at + 1, "(") : messageBracket(at) < 0 || !isMark(at + 1, ":") { continue }
        let arguments = arguments(at: at)
        let title = arguments.first { list[$0].kind == .string || isMark($0, ",") }
        buttons.append(
          Button(
            place: at, title: title.flatMap { list[$0].kind == .string ? $0 : nil },
            cancel: arguments.first { table.has(name($0), .cancelStyle) }, action: arguments))
      } else if isSwift, table.has(code, .button), isMark(at + 1, "(", "{") {
        var action = arguments(at: at)
        // `Button { … } label: { Text("…") }`
        if name(action.upperBound) >= 0, isMark(action.upperBound + 1, ":"), isMark(action.upperBound + 2, "{"),
          match(action.upperBound + 2) > 0
        {
          action = action.lowerBound..<(match(action.upperBound + 2) + 1)
        }
        let title = action.first { list[$0].kind == .string && !text($0).isEmpty }
        buttons.append(
          Button(
            place: at, title: title,
            cancel: action.first { table.has(name($0), .cancelStyle) && isMark($0 - 1, ".") },
            action: action))
      } else if isSwift, table.has(code, .alertButton), isMark(at - 1, "."), isMark(at + 1, "("),
        isMark(at - 2, ":", ",", "[") || isCapital(at - 2)
      {
        let action = arguments(at: at)
        buttons.append(
          Button(
            place: at, title: action.first { list[$0].kind == .string },
            cancel: table.has(code, .cancelStyle) ? at : nil,
            action: action))
      }
    }
    return buttons
  }

  /// Whether what a button does asks the system, itself or by functions of the file.
  private func leads(_ action: Range<Int>, to requests: [FoundCall], depth: Int = 0) -> Bool {
    if requests.prefix(200).contains(where: { action.contains($0.place) }) { return true }
    guard depth < 2 else { return false }
    for at in action.prefix(120) where isName(at) {
      guard let bodies = facts.bodies[name(at)], isMark(at + 1, "(") || isMessageToSelf(at) || isMark(at - 1, ":")
      else { continue }
      for body in bodies.prefix(3) where !inside(body).contains(at) {
        if leads(inside(body), to: requests, depth: depth + 1) { return true }
      }
    }
    return false
  }

  // MARK: - Secrets

  /// Where secrets are kept in plain storage, and the tokens that name them.
  private func secrets() -> [(place: Int, guideline: GuidelineCase, secret: Int)] {
    var found: [(place: Int, guideline: GuidelineCase, secret: Int)] = []
    let (setter, writer) = (table.list(.defaultsSetter), table.list(.fileWriter))
    for at in knownPlaces {
      let code = name(at)
      let lists = table.lists(of: code)
      if lists & setter != 0, let key = keyOfDefaults(at) {
        found.append((key, .secretInDefaults, key))
      } else if table.symbol(code)?.shape == .propertyWrapper, list[at].mark == 0x40, isMark(at + 1, "(") {
        let key = at + 2
        if let named = keyPlace(key), isSecret(text(named)) { found.append((named, .secretInDefaults, named)) }
      } else if lists & writer != 0, let secret = writtenSecret(at) {
        found.append((at, .secretInFile, secret))
      }
    }
    return found
  }

  /// The token that names a key: the text of a literal, or the last name of a constant.
  private func keyPlace(_ start: Int) -> Int? {
    if list[start].kind == .string { return start }
    let start = isMark(start, ".") ? start + 1 : start
    guard isName(start) else { return nil }
    var last = endOfChain(start)
    if text(last) == "rawValue", last >= start + 2 { last -= 2 }
    return last
  }

  /// The secret's key of a call that writes into user defaults; nil where it writes something else.
  private func keyOfDefaults(_ place: Int) -> Int? {
    let type: Int32
    let arguments = arguments(at: place)
    if isSwift {
      guard isMark(place + 1, "("), keyword(place - 1) != .func else { return nil }
      if isMark(place - 1, ".") {
        type = typeOfOperand(endingAt: place - 2)
      } else {
        // In an extension of the class.
        type = facts.isDeclared(name(place), as: .function) ? -1 : typeOfSelf(place)
        guard type >= 0 else { return nil }
      }
    } else {
      let open = messageBracket(place)
      guard open >= 0, isMark(place + 1, ":"), endsOperand(place - 1) else { return nil }
      type = typeOfReceiver(inMessage: open)
    }
    let isDefaults = type >= 0 && table.symbol(type)?.shape == .type || isDefaultsName(place)
    guard isDefaults,
      let label = arguments.prefix(200).first(where: {
        table.has(name($0), .defaultsKeyLabel) && isMark($0 + 1, ":")
      })
    else { return nil }
    let value = place + 2
    if isName(value), [.nil, .true, .false].contains(keyword(value)) {
      return nil
    }
    // Nothing is kept where a text is emptied.
    if list[value].kind == .string, list[value].start == list[value].end { return nil }
    if value + 1 < label, isMark(value + 1, ",") || !isSwift && value + 1 == label,
      facts.types[name(value)].map({ table.has($0, .truthType) }) ?? false
    {
      return nil
    }
    if isEncryptedNearby(place) { return nil }
    // A flag or a number that is made of the secret.
    for at in (value..<max(value, label)).prefix(60) {
      if isMark(at, .equals) || isMark(at, .unequal) || isMark(at, "!") && !endsOperand(at) {
        return nil
      }
      let word = text(at)
      if isName(at), word == "count" || word == "isEmpty" || word == "length" || word == "YES" || word == "NO" {
        return nil
      }
      if isName(at), isInnocent(word) { return nil }
    }
    guard let key = keyPlace(label + 2) else { return nil }
    if isSecret(text(key)) { return key }
    // The text of a constant.
    if let constant = initialValue(at: key), list[constant.lowerBound].kind == .string,
      isSecret(text(constant.lowerBound))
    {
      return key
    }
    return nil
  }

  /// `defaults.set(…)`, where the file does not say what `defaults` is.
  private func isDefaultsName(_ place: Int) -> Bool {
    let receiver = isSwift ? place - 2 : place - 1
    guard isName(receiver), !isSwift || isMark(place - 1, "."),
      facts.types[name(receiver)] == nil
    else { return false }
    return text(receiver).lowercased().hasSuffix("defaults")
  }

  /// The token that names the secret which a call writes into a file; nil where it writes something else.
  private func writtenSecret(_ place: Int) -> Int? {
    let arguments: Range<Int>
    if isSwift {
      // Own functions of these names take something else first, or have no receiver.
      guard isMark(place - 1, "."), isMark(place + 1, "("), table.has(name(place + 2), .fileWriteLabel),
        isMark(place + 3, ":")
      else { return nil }
      // A store that the file declares writes where it wants.
      let type = typeOfOperand(endingAt: place - 2)
      if type >= 0, facts.isDeclared(type, as: .type), facts.isDeclared(name(place), as: .function) { return nil }
      arguments = inside(place + 1)
    } else {
      arguments = self.arguments(at: place)
      guard arguments.prefix(200).contains(where: { table.has(name($0), .fileWriteLabel) && isMark($0 + 1, ":") })
      else { return nil }
    }
    let statement = statement(around: place, limit: 60)
    if statement.contains(where: isEncrypted) || isEncryptedNearby(place) { return nil }
    // The text that is written, or the file that it is written to.
    var receiver = place - 1
    while receiver >= statement.lowerBound {
      let token = list[receiver]
      if token.kind == .identifier, isSecret(text(receiver)), !isMark(receiver + 1, "(", ":") {
        return receiver
      }
      receiver -= 1
    }
    for at in arguments.prefix(200) {
      let token = list[at]
      if token.kind == .identifier || token.kind == .string, !isMark(at + 1, ":"), !isMark(at + 1, "("),
        !isInterpolated(at), isSecret(text(at))
      {
        return at
      }
    }
    return nil
  }

  /// Whether a token is part of a text with an interpolation, as names are that code makes of counts and dates.
  private func isInterpolated(_ place: Int) -> Bool {
    let open = parent(place)
    return open >= 0 && list[open].mark == 0x5C
      || list[place].kind == .string
        && (list[place + 1].mark == 0x5C || isMark(place - 1, ")") && list[match(place - 1)].mark == 0x5C)
  }

  /// Whether the function around a place encrypts something.
  private func isEncryptedNearby(_ place: Int) -> Bool {
    guard let (open, _) = enclosingFunction(place) else { return false }
    return inside(open).prefix(2_000).contains(where: isEncrypted)
  }

  /// Whether a token names what is encrypted; each name is split into words once, as a function has the same ones often.
  private func isEncrypted(_ place: Int) -> Bool {
    let name = name(place)
    guard name >= 0 else { return false }
    if let known = encryptedNames[name] { return known }
    let beginnings = table.texts[.encrypted] ?? []
    let isEncrypted = words(in: text(place)).contains { word in beginnings.contains { word.hasPrefix($0) } }
    encryptedNames.set(isEncrypted, for: Int(name))
    return isEncrypted
  }

  /// The words of a name, in lower case: of `accessToken` and `access_token` the same.
  func words(in text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for character in text {
      let isUpper = character.isUppercase
      if !character.isLetter || isUpper && wasLower {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if character.isLetter { word += character.lowercased() }
      wasLower = character.isLowercase
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  private func isInnocent(_ text: String) -> Bool {
    let words = words(in: text)
    let joined = words.joined()
    return (table.texts[.innocent] ?? []).contains { innocent in
      words.contains { $0 == innocent || innocent.utf8.count > 4 && $0.hasPrefix(innocent) }
        || innocent.utf8.count > 8 && joined.containsWord(innocent)
    }
  }

  /// Whether a name or key is a secret's.
  private func isSecret(_ text: String) -> Bool {
    guard text.utf8.count < 120 else { return false }
    let words = words(in: text)
    let joined = Array(words.joined().utf8)
    var end = 0
    var ends: Set<Int> = []
    for word in words {
      end += word.utf8.count
      ends.insert(end)
    }
    let hit = (table.texts[.secret] ?? []).contains { secret in
      words.contains(secret) || words.contains(secret + "s")
        || secret.utf8.count > 5 && endsWord(Array(secret.utf8), in: joined, ends)
    }
    return hit && !isInnocent(text)
  }

  /// Whether a secret’s name is in a longer one and ends where a word of that does, or where one begins that may follow
  /// it: “userpassword” and “passwordkey” have “password”, while “secretary” lacks “secret”.
  ///
  /// - Parameter ends: Where the words of the name end.
  private func endsWord(_ secret: [UInt8], in name: [UInt8], _ ends: Set<Int>) -> Bool {
    guard name.count >= secret.count else { return false }
    return (0...(name.count - secret.count)).contains { start in
      guard name[start...].starts(with: secret) else { return false }
      let end = start + secret.count
      return ends.contains(end) || name[end] == UInt8(ascii: "s") && ends.contains(end + 1)
        || (table.texts[.secretHolder] ?? []).contains { name[end...].starts(with: $0.utf8) }
    }
  }
}
