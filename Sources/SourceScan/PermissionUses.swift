import Catalog

extension SourceFile {
  /// A call of an API that the catalog knows.
  struct FoundCall {
    var place: Int
    /// The place in the table.
    var call: Int
    var keys: [[String]]
    var confidence: Confidence
    /// The tokens of the arguments, closures behind them included.
    var arguments: Range<Int>
    /// Whether it is only named, as a value that code elsewhere calls.
    var isValue = false
  }

  /// What a token is as a call of an API that needs a purpose string or asks people; nil where it is none.
  func call(at place: Int) -> FoundCall? {
    let candidates = table.calls(name(place))
    guard !candidates.isEmpty, !facts.importTokens.contains(place), let first = candidates.first else { return nil }
    guard let shape = shape(at: place, as: table.calls[first].source) else { return nil }
    let arguments = arguments(at: place)
    let mentioned = mentioned(in: arguments)
    var fitting: [Int] = []
    for candidate in candidates {
      let call = table.calls[candidate]
      if call.yieldsTo.contains(where: hasName) { continue }
      if !call.arguments.isEmpty, call.arguments.isDisjoint(with: mentioned) { continue }
      switch shape {
      case .alone: break
      case .receiver(let type):
        if type >= 0, !standsIn(type, for: call) {
          guard isOne(type, of: Array(call.receivers), at: isOfSystemModule(place - 2) ? nil : place) else { continue }
        } else if facts.isDeclared(name(place), as: [.function, .method]) {
          continue
        } else if !call.source.isDistinctive {
          guard !call.frameworks.isDisjoint(with: facts.imports) else { continue }
        }
        if type < 0, call.source.takesHandlerAlone, takesMoreThanHandler(place) { continue }
      }
      if call.source.isForLocalHosts, !hasLocalHost(in: arguments) { continue }
      fitting.append(candidate)
    }
    guard let chosen = fitting.first else { return nil }
    let call = table.calls[chosen]
    var confidence = call.source.confidence
    // What a protocol’s method does depends on who has it.
    if case .receiver(let type) = shape, type >= 0, standsIn(type, for: call) { confidence = .possible }
    if case .receiver(let type) = shape, type < 0, !call.receivers.isEmpty {
      confidence = min(confidence, .likely)
      // Several frameworks may be meant.
      let others = fitting.dropFirst().filter {
        table.calls[$0].receivers != call.receivers && table.calls[$0].arguments.isEmpty == call.arguments.isEmpty
      }
      if !call.source.isDistinctive, !others.isEmpty { return nil }
    }
    if mayHaveNoService(call, in: arguments) { confidence = .possible }
    return FoundCall(
      place: place, call: chosen, keys: keys(of: call, in: arguments, mentioned), confidence: confidence,
      arguments: arguments, isValue: call.source.kind == .method && isSwift && !isCalled(place))
  }

  /// Whether a type is the project’s protocol for a class of the system, named as one does: `CLLocationManagerProtocol`.
  private func standsIn(_ type: Int32, for call: ScanTable.Call) -> Bool {
    guard call.source.isDistinctive, !call.receivers.contains(type), let name = names.text(type) else {
      return false
    }
    return ["Type", "Protocol"].contains { end in
      name.hasSuffix(end) && call.source.receivers.contains(String(name.dropLast(end.count)))
    }
  }

  /// Whether the first argument of a call in Swift can’t be a closure: a literal, an implicit member, or one with a label
  /// of its own.
  private func takesMoreThanHandler(_ place: Int) -> Bool {
    guard isSwift, isMark(place + 1, "(") else { return false }
    let first = place + 2
    return list[first].kind == .string || isMark(first, "[") || isMark(first, ".")
      || isMark(first + 1, ":") && text(first) != "handler"
  }

  private enum CallShape {
    /// A function or a type, which has no receiver.
    case alone
    /// A method or member of a type; -1 where nobody knows which.
    case receiver(Int32)
  }

  private func shape(at place: Int, as source: SourceCall) -> CallShape? {
    let isQualified = isMark(place - 1, ".")
    let isOfModule = isQualified && table.has(name(place - 2), .systemModule)
    switch source.kind {
    case .type: return isUseOfType(place) ? .alone : nil
    case .function:
      guard isMark(place + 1, "("), !isQualified || isOfModule,
        !facts.isDeclared(name(place), as: [.function, .macro]),
        isSwift || !isName(place - 1) || Keyword.isBeforeOperand(name(place - 1)), keyword(place - 1) != .func
      else { return nil }
      return .alone
    case .creation:
      if isCapital(place) { return isUseOfType(place) ? .alone : nil }
      return methodShape(at: place)
    case .method: return isSwift && !isCalled(place) ? valueShape(at: place, of: source) : methodShape(at: place)
    case .member:
      if isSwift || isQualified {
        guard isQualified, endsOperand(place - 2), !isMark(place + 1, "=") else { return nil }
        return .receiver(typeOfOperand(endingAt: place - 2))
      }
      return methodShape(at: place)
    case .constant: return isUseOfConstant(place) ? .alone : nil
    case .mention: return nil
    }
  }

  private func isCalled(_ place: Int) -> Bool {
    let after = list[place + 1]
    return (after.isMark("(") || after.isMark("{")) && !after.isFirstOnLine
  }

  /// A method that is handed on: `let ask = session.requestRecordPermission`. Only its receiver tells it from a property.
  private func valueShape(at place: Int, of source: SourceCall) -> CallShape? {
    guard !source.isCommon, isMark(place - 1, "."), endsOperand(place - 2), !isMark(place + 1, "="),
      !isMark(place + 1, ".")
    else { return nil }
    // `#selector(…)` asks whether there is such a method as often as it calls one.
    let open = parent(place)
    if open > 0, isMark(open, "("), list[open - 1].mark == UInt8(ascii: "#") { return nil }
    let type = typeOfOperand(endingAt: place - 2)
    return type >= 0 ? .receiver(type) : nil
  }

  private func methodShape(at place: Int) -> CallShape? {
    if isSwift {
      guard isCalled(place), keyword(place - 1) != .func else { return nil }
      guard isMark(place - 1, ".") else {
        // A method of the type that the code is in.
        let type = typeOfSelf(place)
        guard type >= 0, !facts.isDeclared(name(place), as: .function) else { return nil }
        return .receiver(facts.supertypes[type]?.first ?? type)
      }
      let before = place - 2
      if !endsOperand(before) { return .receiver(-1) }
      return .receiver(typeOfOperand(endingAt: before))
    }
    if isMark(place - 1, ".") { return .receiver(typeOfOperand(endingAt: place - 2)) }
    let open = messageBracket(place)
    guard open >= 0, isMark(place + 1, ":", "]"), endsOperand(place - 1) else {
      return nil
    }
    let type = typeOfReceiver(inMessage: open)
    return .receiver(type == Keyword.id.code ? -1 : type)
  }

  /// Whether a type makes or gives something where it is named, more than telling what there is.
  private func isUseOfType(_ place: Int) -> Bool {
    if isMark(place - 1, ".") {
      guard table.has(name(place - 2), .systemModule) else { return false }
    } else if isOwnType(name(place), at: place) {
      return false
    }
    if isSwift {
      if isMark(place + 1, "("), !list[place + 1].isFirstOnLine { return true }
      guard isMark(place + 1, "."), isName(place + 2) else { return false }
      let member = name(place + 2)
      if member == Keyword.`init`.code { return true }
      // Members of a type that make one: `songs()`; nested types do not. The first label belongs to the name.
      return isMark(place + 3, "(") && !isCapital(place + 2) && !tellsAvailability(place + 2)
        && !(isMark(place + 5, ":") && tellsAvailability(place + 4))
    }
    if isMark(place + 1, ".") { return keyword(place + 2) == .new }
    guard isMark(place - 1, "["), isName(place + 1) else { return false }
    return !tellsAvailability(place + 1)
  }

  private func tellsAvailability(_ place: Int) -> Bool {
    table.contains(text(place).lowercased(), .availability)
  }

  private func isUseOfConstant(_ place: Int) -> Bool {
    // What asks whether there is such a thing needs nothing. The name before a brace is that of a type or a condition.
    for open in bracketsAround(place).prefix(3) {
      if isMark(open, "{") { break }
      if isName(open - 1), tellsAvailability(open - 1) { return false }
      if isMark(open, "["), !isSwift, isName(open + 2), tellsAvailability(open + 2) {
        return false
      }
    }
    if isMark(place - 2, .equals, .unequal) || isMark(place - 1, .equals) || keyword(place - 2) == .case
      || keyword(place - 1) == .case
    {
      return false
    }
    guard let call = table.calls(name(place)).first.map({ table.calls[$0] }) else { return false }
    let isConstant = isCapital(place) || text(place).hasPrefix("k")
    if isMark(place - 1, ".") {
      if endsOperand(place - 2), !isMark(place - 2, "?") { return call.receivers.contains(name(place - 2)) }
      return statement(around: place, limit: 60).contains {
        call.receivers.contains(name($0)) || call.source.isCommon && table.has(name($0), .imageSource)
      }
    }
    return isConstant && !isMark(place + 1, ":")
  }

  // MARK: - Arguments

  /// The tokens of the arguments of a call, and of a closure behind them.
  func arguments(at place: Int) -> Range<Int> {
    // A branch of an `#if` may close a bracket around a place behind the branch.
    func message(_ open: Int) -> Range<Int> { place..<max(place, inside(open).upperBound) }
    if !isSwift {
      let open = messageBracket(place)
      if open >= 0 { return message(open) }
    }
    var start = place + 1
    var end = start
    if isMark(start, "."), isName(start + 1) {
      start += 2
      end = start
    }
    if isMark(start, "(") { end = match(start) > 0 ? match(start) + 1 : start + 1 }
    if isSwift, isMark(end, "{"), match(end) > 0, !list[end].isFirstOnLine { end = match(end) + 1 }
    // Messages to a new object: `[[T alloc] initWithType:…]`.
    if !isSwift, isMark(place - 1, "["), parent(place - 1) >= 0, isMark(parent(place - 1), "[") {
      return message(parent(place - 1))
    }
    return start..<max(start, end)
  }

  /// The names in arguments, and in what the variables among them begin with.
  private func mentioned(in arguments: Range<Int>) -> Set<Int32> {
    var names: Set<Int32> = []
    for place in arguments.prefix(200) where isName(place) {
      let code = name(place)
      names.insert(code)
      if isMark(place + 1, ":") { continue }
      for value in facts.implicitValues[code] ?? [] { names.insert(value) }
      if let value = initialValue(at: place) {
        for inner in value.prefix(24) where isName(inner) { names.insert(name(inner)) }
      }
    }
    return names
  }

  private func keys(
    of call: ScanTable.Call, in arguments: Range<Int>, _ mentioned: Set<Int32>
  ) -> [[String]] {
    var keys: [[String]] = []
    for (place, by) in call.byArgument.enumerated() where !by.isDisjoint(with: mentioned) {
      if isGiven(by, in: arguments) { keys += call.source.byArgument[place].keys }
    }
    if keys.isEmpty, call.source.kind == .type, call.byArgument.count > 1 {
      let inFile = call.byArgument.indices.filter { call.byArgument[$0].contains(where: hasName) }
      if inFile.count == 1 { keys = inFile.flatMap { call.source.byArgument[$0].keys } }
    }
    if keys.isEmpty { keys = call.source.keys }
    if let entry = call.source.entry, var text = entryText(call, in: arguments) {
      if let end = entry.optionalEnd, text.hasSuffix(end) { text.removeLast(end.count) }
      let entries = entry.forms.map { form in
        "\(entry.key)=" + (form.split(separator: "%", omittingEmptySubsequences: false).joined(separator: text))
      }
      keys.removeAll { $0 == [entry.key] }
      keys.append(entries)
    }
    return keys
  }

  /// Whether an argument with one of these labels is there and not empty; names that are no labels are just there.
  private func isGiven(_ names: Set<Int32>, in arguments: Range<Int>) -> Bool {
    for place in arguments.prefix(400) where names.contains(name(place)) && isMark(place + 1, ":") {
      return !isEmptyValue(place + 2)
    }
    return true
  }

  private func isEmptyValue(_ place: Int, depth: Int = 0) -> Bool {
    let token = list[place]
    if token.kind == .identifier, token.keyword == .nil || text(place) == "NULL" { return true }
    if token.isMark("[", "@") {
      let open = token.isMark("@") ? place + 1 : place
      if match(open) == open + 1 { return true }
      // `[NSSet set]`
      return !isSwift && isCapital(open + 1) && match(open) == open + 3
    }
    guard token.kind == .identifier else { return false }
    if isMark(place + 1, "("), isCapital(place) { return match(place + 1) == place + 2 }
    if isMark(place + 1, "<"), isCapital(place) {
      return (place..<place + 12).contains {
        isMark($0, ">") && isMark($0 + 1, "(") && match($0 + 1) == $0 + 2
      }
    }
    if depth == 0, let value = initialValue(at: place), !isMark(place + 1, ".") {
      return isEmptyValue(value.lowerBound, depth: 1)
    }
    return false
  }

  /// Whether a call gets the type of its service from a variable that the file never fills: a server that was copied into
  /// the project publishes nothing unless the app names a type.
  private func mayHaveNoService(_ call: ScanTable.Call, in arguments: Range<Int>) -> Bool {
    // Swift’s wrappers get the type from whoever makes them.
    guard !isSwift, let entry = call.source.entry, entry.forms.contains("%"), !call.source.keys.contains([entry.key])
    else { return false }
    let label = arguments.prefix(400).first { call.entryLabels.contains(name($0)) && isMark($0 + 1, ":") }
    guard let label, isName(label + 2), !isNamedLikeConstant(label + 2), entryText(call, in: arguments) == nil else {
      return false
    }
    return !(0..<list.count).contains { list[$0].kind == .string && isServiceType(text($0)) }
  }

  /// Whether a chain of names begins as those of constants do: `Service.type`, `kServiceType`, `SERVICE_TYPE`.
  private func isNamedLikeConstant(_ place: Int) -> Bool {
    let start = text(place).utf8.prefix(2)
    func isCapital(_ byte: UInt8?) -> Bool { byte.map { $0 >= 0x41 && $0 <= 0x5A } ?? false }
    return isCapital(start.first) || start.first == UInt8(ascii: "k") && isCapital(start.dropFirst().first)
  }

  /// Whether a text is like `_http._tcp`.
  private func isServiceType(_ text: String) -> Bool { text.hasPrefix("_") && text.containsWord("._") }

  private func entryText(_ call: ScanTable.Call, in arguments: Range<Int>) -> String? {
    func literal(_ place: Int) -> String? {
      if list[place].kind == .string { return text(place) }
      // A constant of the file.
      if let value = initialValue(at: endOfChain(place)), list[value.lowerBound].kind == .string, value.count == 1 {
        return text(value.lowerBound)
      }
      return nil
    }
    for place in arguments.prefix(400) where call.entryLabels.contains(name(place)) && isMark(place + 1, ":") {
      if let text = literal(place + 2) { return text }
    }
    // Functions of C have no labels; a service’s type tells itself.
    guard call.source.kind == .function else { return nil }
    for place in arguments.prefix(400) where list[place].kind == .string && text(place).hasPrefix("_") {
      return text(place)
    }
    return nil
  }

  private func hasLocalHost(in arguments: Range<Int>) -> Bool {
    arguments.prefix(400).contains { place in
      guard list[place].kind == .string else { return false }
      let text = text(place)
      return (table.texts[.localHost] ?? []).contains { text.hasPrefix($0) }
        || (table.texts[.localHostEnd] ?? []).contains { text.hasSuffix($0) }
    }
  }
}
