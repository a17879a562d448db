import Catalog

extension SourceFile {
  /// The places where the code goes against the privacy guidelines.
  func guidelineUses(_ calls: [FoundCall]) -> [SourceUse] {
    var uses: [SourceUse] = []
    func add(
      _ place: Int, _ guideline: GuidelineCase, isHint: Bool = false, names named: Int? = nil,
      role: SourceCall.Role? = nil, isAtLaunch: Bool = false
    ) {
      // Nobody reviews what no user gets.
      guard list[place].builds.ships else { return }
      uses.append(
        SourceUse(
          range: list[place].range, symbol: text(named ?? place), kind: .guideline(guideline.rawValue),
          confidence: .likely,
          isHint: isHint || isHintOnly(place), role: role, isAtLaunch: isAtLaunch, builds: list[place].builds))
    }
    let requests = calls.filter { table.calls[$0.call].source.asks && !$0.isValue && !isQuiet($0) }
    let launch = calls.isEmpty ? LaunchCode() : launchCode()
    if !requests.isEmpty {
      // An app has to be active before it asks to track.
      let tracking = requests.contains { isTracking($0) } ? launchCode(besides: .activeName) : launch
      for request in requests where runsAtLaunch(request.place, isTracking(request) ? tracking : launch) {
        add(request.place, .requestAtLaunch, role: table.calls[request.call].source.role)
      }
      for (place, isHint) in screensBefore(requests) { add(place, .screenBeforeRequest, isHint: isHint) }
    }
    let trackingRequests = calls.filter { table.calls[$0.call].source.role == .trackingRequest }
    for call in calls {
      switch table.calls[call.call].source.role {
      case .advertisingIdentifier:
        guard !isAfterPermission(call.place, trackingRequests) else { continue }
        // What is outside of functions and types runs when the program starts.
        let isOutside = enclosingFunction(call.place) == nil && enclosingType(call.place) == nil
        add(call.place, .identifierBeforeRequest, isAtLaunch: isOutside || runsAtLaunch(call.place, launch))
      case .trackingStart: if isBeforeRequest(call.place, calls, launch) { add(call.place, .trackingBeforeRequest) }
      case .trackingRequest, .notificationRequest, nil: break
      }
    }
    for (place, guideline, secret) in secrets() { add(place, guideline, names: secret) }
    return uses
  }

  /// Whether a request shows no alert: it has an argument that says so, or a variable that got one before.
  private func isQuiet(_ call: FoundCall) -> Bool {
    let quiet = table.calls[call.call].quietArguments
    guard !quiet.isEmpty else { return false }
    let brace = brace(around: call.place)
    var given: Set<Int32> = []
    for at in call.arguments.prefix(200) where isName(at) && self.brace(around: at) == brace {
      if quiet.contains(name(at)) { return true }
      if at != call.place, !isMark(at + 1, ":") { given.insert(name(at)) }
    }
    guard let (open, _) = enclosingFunction(call.place) else { return false }
    return inside(open).prefix(2_000).contains { at in
      at < call.place && quiet.contains(name(at))
        && statement(around: at).contains { given.contains(name($0)) && !isMark($0 - 1, ".") }
    }
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

  /// The opening braces of functions that run at launch, and the views that the app shows first.
  struct LaunchCode {
    var bodies: Set<Int> = []
    var rootViews: Set<Int32> = []
  }

  /// - Parameter role: Names of functions to leave out.
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
    // The functions that they call run at launch, too.
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

  /// The functions that the app’s body and its first view run when they appear: `.task { load() }`.
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

  /// The bodies of the file’s functions that a Swift call may refer to.
  private func bodies(calledAt place: Int) -> [Int] {
    let bodies = (facts.bodies[name(place)] ?? []).prefix(20)
    let isMember = isMark(place - 1, ".")
    var type = isMember ? typeOfOperand(endingAt: place - 2) : typeOfSelf(place)
    // `Permissions.shared.ask()`: a static member usually has the type itself.
    if isMember, isMark(place - 3, "."), isCapital(place - 4) { type = unaliased(name(place - 4)) }
    if isMember, type < 0 {
      // For an unknown receiver, a function counts if only one type has it.
      return Set(bodies.map { enclosingType($0)?.name }).count == 1 ? Array(bodies) : []
    }
    return bodies.filter { body in
      guard let owner = enclosingType(body)?.name else { return !isMember }
      return isOne(type, of: [owner]) || isOne(owner, of: [type])
    }
  }

  /// Whether a token is a function that a view calls when it appears: `.onAppear(perform: load)`.
  private func isReferenceInAppearModifier(_ place: Int) -> Bool {
    let open = parent(place)
    return open > 0 && isMark(open, "(") && isAppearModifier(open - 1)
      && (isMark(place + 1, ")") || isMark(place + 1, ","))
  }

  private func isAppearModifier(_ place: Int) -> Bool {
    table.has(name(place), .appearModifier) && isMark(place - 1, ".")
  }

  /// Whether a view is shown only after navigation: a link’s destination, or a sheet.
  private func isDestination(_ place: Int, below scene: Int) -> Bool {
    bracketsAround(place).prefix(40).prefix { $0 > scene }.contains { at in
      let callee = isMark(at, "{") ? closureCallee(at) : at - 1
      return callee.map { table.has(name($0), .destination) } ?? false
    }
  }

  func isMessageToSelf(_ place: Int) -> Bool {
    !isSwift && isName(place) && messageBracket(place) >= 0
  }

  private func beginsLaunch(_ scope: FileFacts.Scope, at open: Int) -> Bool {
    guard case .function = scope.kind else { return false }
    if scope.labels.contains(where: { table.has($0, .launchName) }) { return true }
    let type = isSwift ? enclosingType(open) : nil
    guard let owner = isSwift ? type?.name : scope.supertypes.first else { return false }
    let supertypes = type?.supertypes ?? facts.supertypes[owner] ?? []
    let isDelegate = supertypes.contains { table.has($0, .appType) || table.has($0, .appDelegateType) }
    if scope.name == Keyword.`init`.code { return isDelegate }
    // Any type may have a method with such a name, to observe a notification. The protocols of a delegate may be in its
    // header or in the file that declares it.
    return table.has(scope.name, .launchName)
      && (isDelegate || names.text(owner)?.hasSuffix("Delegate") ?? false)
  }

  private func runsAtLaunch(_ place: Int, _ code: LaunchCode) -> Bool {
    if let (open, scope) = enclosingFunction(place) {
      if code.bodies.contains(open) { return runsWithin(place, body: open, code) }
      // The body of the app, or of its first view.
      guard case .property = scope.kind, let type = enclosingType(open) else { return false }
      if type.supertypes.contains(where: { table.has($0, .appType) }) {
        return runsWithin(place, body: open, code, needsAppearing: true)
      }
      guard code.rootViews.contains(type.name) else { return false }
      return runsWithin(place, body: open, code, needsAppearing: true, isRootView: true)
    }
    // The properties of a delegate or an app are created with it.
    guard isSwift, let type = enclosingType(place), !isInClosure(place) else { return false }
    let isStored = statement(around: place).contains { keyword($0) == .let || keyword($0) == .var }
    let isLazy = statement(around: place).contains { keyword($0) == .lazy || keyword($0) == .static }
    return isStored && !isLazy
      && (type.supertypes + type.labels).contains { table.has($0, .appType) || table.has($0, .appDelegateType) }
  }

  private func isInClosure(_ place: Int) -> Bool {
    bracketsAround(place).prefix(20).first { isMark($0, "{") }.map { facts.scopes[$0] == nil } ?? false
  }

  /// Whether code runs as part of the body around it, and not on a tap or later.
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
          // In a row or page of the view, it runs when that appears.
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
  func isControlFlow(_ open: Int) -> Bool {
    if !isSwift {
      // A block has a caret before its brace or its parameters.
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

  /// The name of the call that a closure is passed to; nil for a stored closure.
  func closureCallee(_ open: Int) -> Int? {
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
      // When `lazy var x = { … }()` runs isn’t known.
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
}
