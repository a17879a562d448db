import Catalog
import SourceText

// Secrets that are stored in user defaults or plain files.

extension SourceFile {
  /// The places where secrets are stored in plain storage in builds that ship, with the tokens that name the secrets.
  func secrets() -> [(place: Int, guideline: GuidelineCase, secret: Int)] {
    var found: [(place: Int, guideline: GuidelineCase, secret: Int)] = []
    let (setter, writer) = (ScanTable.list(.defaultsSetter), ScanTable.list(.fileWriter))
    for at in knownPlaces where list[at].builds.ships {
      let code = name(at)
      let lists = table.lists(of: code)
      if lists & setter != 0, let key = keyOfDefaults(at) {
        found.append((key, .secretInDefaults, storedSecret(at) ?? key))
      } else if table.symbol(code)?.shape == .propertyWrapper, list[at].mark == 0x40, isMark(at + 1, "(") {
        let key = at + 2
        if let named = keyPlace(key), isSecret(text(named)), !wrapsPlainValue(at) {
          found.append((named, .secretInDefaults, named))
        }
      } else if lists & writer != 0, let secret = writtenSecret(at) {
        found.append((at, .secretInFile, secret))
      }
    }
    if found.contains(where: { $0.guideline == .secretInDefaults }) {
      let plain = keysOfPlainValues()
      found.removeAll { $0.guideline == .secretInDefaults && plain.contains(text($0.place)) }
    }
    return found
  }

  /// The token that names a key: a string literal, or the last name of a constant.
  private func keyPlace(_ start: Int) -> Int? {
    if list[start].kind == .string { return start }
    let start = isMark(start, ".") ? start + 1 : start
    guard isName(start) else { return nil }
    var last = endOfChain(start)
    if text(last) == "rawValue", last >= start + 2 { last -= 2 }
    return last
  }

  /// The secret’s key in a call that writes to user defaults; nil for other calls.
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
    // An empty text removes the secret.
    if list[value].kind == .string, list[value].start == list[value].end { return nil }
    if holdsPlainValue(value..<max(value, label)) { return nil }
    if isEncryptedNearby(place) { return nil }
    let field = fieldOfSecret(in: value..<max(value, label))
    // A flag or number computed from the secret.
    let start = field.map { $0 + 1 } ?? value
    for at in (start..<max(start, label)).prefix(60) {
      if isMark(at, .equals) || isMark(at, .unequal) || isMark(at, "!") && !endsOperand(at) {
        return nil
      }
      let word = text(at)
      if isName(at), isInnocent(word) { return nil }
    }
    guard let key = keyPlace(label + 2) else { return nil }
    // A property that keeps its own value there.
    if let (_, scope) = enclosingFunction(place), case .property = scope.kind, let type = facts.types[scope.name],
      table.has(type, .plainValue),
      // Packed for storage, it has another name; a type that says what it marks is enough.
      names.text(type)?.hasSuffix("Token") ?? false
        || (value..<max(value, label)).prefix(60).contains(where: { name($0) == scope.name || text($0) == "newValue" })
    {
      return nil
    }
    // A constant called `tokenKey` may be the key of another token.
    if let constant = initialValue(at: key), list[constant.lowerBound].kind == .string,
      isInnocent(text(constant.lowerBound))
    {
      return nil
    }
    var words = [text(key)]
    // The constant’s text.
    if let constant = initialValue(at: key), list[constant.lowerBound].kind == .string {
      words.append(text(constant.lowerBound))
    }
    guard let word = words.first(where: isSecret) else {
      return field != nil && list[key].start < list[key].end && !words.contains(where: isInnocent) ? key : nil
    }
    return isAddressOrID(value..<max(value, label), under: word) ? nil : key
  }

  /// The field that people type a secret into, if a value is its text: `passwordField.text`.
  private func fieldOfSecret(in value: Range<Int>) -> Int? {
    guard let first = value.first, isName(first) else { return nil }
    let end = isMark(first + 1, "?", "!") ? first : endOfChain(first) - 2
    guard end >= first, isName(end) else { return nil }
    let text = isMark(end + 1, ".") ? end + 2 : end + 3
    let name = words(ofIdentifier: self.text(end))
    guard table.has(self.name(text), .shownIn), isMark(text - 1, "."), let last = name.last,
      (table.texts[.entryField] ?? []).contains(where: { $0.lowercased().hasSuffix(last) })
    else { return nil }
    return isSecret(name.dropLast().joined(separator: "_")) ? end : nil
  }

  /// Whether a value is no secret although its key sounds like one: it’s made from the address for notifications, or it’s
  /// a random id.
  private func isAddressOrID(_ value: Range<Int>, under key: String, depth: Int = 0) -> Bool {
    // A server’s answer may be a secret, whatever it got.
    if (value.lowerBound - 1..<value.upperBound).prefix(40).contains(where: { keyword($0) == .await }) { return false }
    var isFound = false
    let isToken = !Set(words(ofIdentifier: key)).isDisjoint(with: table.texts[.idWord] ?? [])
    var isFirst = true
    for at in value.prefix(40) where isName(at) && keyword(at) == nil {
      // What a call returns isn’t what it gets, unless it makes a text of it: `String(data: token, …)`.
      let open = parent(at)
      if open >= value.lowerBound, isMark(open, "("), isName(open - 1), !isCapital(open - 1) { continue }
      if contains(at, .address) || isToken && (isFirst || isMark(at - 1, .orElse)) && makesID(at) {
        isFound = true
      } else if depth < 2, let origin = localValue(at), isAddressOrID(origin, under: key, depth: depth + 1) {
        isFound = true
      } else if isSecret(text(at)) {
        return false
      }
      isFirst = false
    }
    return isFound
  }

  private func contains(_ place: Int, _ role: SourceWords.Role) -> Bool {
    table.contains(words(ofIdentifier: text(place)).joined(), role)
  }

  /// Whether an operand begins with a random id, or is a call of a function of the file that makes one.
  private func makesID(_ place: Int) -> Bool {
    if table.has(name(place), .idMaker) { return true }
    guard let bodies = facts.bodies[name(place)], bodies.count == 1, let open = bodies.first else { return false }
    let body = inside(open)
    return body.count < 300 && body.contains { table.has(name($0), .idMaker) }
      && !body.contains { isName($0) && isSecret(text($0)) }
  }

  /// The value that a variable of the function around a place gets last before it.
  private func localValue(_ place: Int) -> Range<Int>? {
    if isSwift { return initialValue(at: place) }
    guard let (open, _) = enclosingFunction(place), !isMark(place - 1, ".", .arrow), !isMark(place + 1, ":", "(") else {
      return nil
    }
    let start = statement(around: place, limit: 200).lowerBound
    let value = (open..<max(open, start)).suffix(400).last { name($0) == name(place) && isMark($0 + 1, "=") }
    return value.map { $0 + 2..<max($0 + 2, statement(around: $0).upperBound) }
  }

  /// The secret that a setter gets as its whole value; nil if the value’s name doesn’t say that it’s one.
  private func storedSecret(_ place: Int) -> Int? {
    guard isName(place + 2) else { return nil }
    let end = endOfChain(place + 2)
    if let field = fieldOfSecret(in: place + 2..<place + 3) { return field }
    let isWhole = isSwift ? isMark(end + 1, ",") : isName(end + 1)
    return isWhole && isSecret(text(end)) ? end : nil
  }

  /// The names and texts of keys under which the file reads a flag or a number: `bool(forKey: key)`.
  private func keysOfPlainValues() -> Set<String> {
    var keys: Set<String> = []
    for place in knownPlaces where table.has(name(place), .plainValue) && isMark(place + 1, "(") {
      for at in inside(place + 1).prefix(12) where list[at].kind == .string || list[at].kind == .identifier {
        keys.insert(text(at))
      }
    }
    return keys
  }

  /// Whether a property behind a wrapper has a type or a first value that no secret has.
  private func wrapsPlainValue(_ wrapper: Int) -> Bool {
    var place = match(wrapper + 1) + 1
    while isName(place), keyword(place) != .var { place += 1 }
    guard keyword(place) == .var, isName(place + 1) else { return false }
    if isMark(place + 2, ":"), table.has(name(place + 3), .plainValue) { return true }
    let value = place + 3
    guard isMark(place + 2, "=") else { return false }
    return list[value].kind == .number || isMark(value, "-") && list[value + 1].kind == .number
      || [.true, .false].contains(keyword(value))
  }

  /// Whether an expression is a number, or has part of a type that no secret has: `Int(text)`, `token as CKServerChangeToken`.
  private func holdsPlainValue(_ value: Range<Int>, depth: Int = 0) -> Bool {
    if let first = value.first, list[first].kind == .number || isMark(first, "-") { return true }
    return value.prefix(40).contains { place in
      guard isName(place), !isMark(place + 1, ":") else { return false }
      if table.has(name(place), .plainValue) || facts.types[name(place)].map({ table.has($0, .plainValue) }) ?? false {
        return true
      }
      return depth == 0 && (initialValue(at: place).map { holdsPlainValue($0, depth: 1) } ?? false)
    }
  }

  /// `defaults.set(…)`, where the file does not say what `defaults` is.
  private func isDefaultsName(_ place: Int) -> Bool {
    let receiver = isSwift ? place - 2 : place - 1
    guard isName(receiver), !isSwift || isMark(place - 1, "."),
      facts.types[name(receiver)] == nil
    else { return false }
    return text(receiver).lowercased().hasSuffix("defaults")
  }

  /// The token that names the secret that a call writes to a file; nil for other calls.
  private func writtenSecret(_ place: Int) -> Int? {
    let arguments: Range<Int>
    if isSwift {
      // The project’s own functions of these names have another first parameter, or no receiver.
      guard isMark(place - 1, "."), isMark(place + 1, "("), table.has(name(place + 2), .fileWriteLabel),
        isMark(place + 3, ":")
      else { return nil }
      // A store that the file declares may write anywhere.
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
    // The text that is written, or the file that it’s written to.
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

  /// Whether a token is part of an interpolated string, such as a name made from counts and dates.
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

  /// Whether a token names something encrypted. Results are kept, since a function has the same names many times.
  private func isEncrypted(_ place: Int) -> Bool {
    let name = name(place)
    guard name >= 0 else { return false }
    if let known = encryptedNames[name] { return known }
    let beginnings = table.texts[.encrypted] ?? []
    let isEncrypted = words(ofIdentifier: text(place)).contains { word in beginnings.contains { word.hasPrefix($0) } }
    encryptedNames.set(isEncrypted, for: Int(name))
    return isEncrypted
  }

  private func isInnocent(_ text: String) -> Bool {
    let words = words(ofIdentifier: text)
    let joined = words.joined()
    return (table.texts[.innocent] ?? []).contains { innocent in
      words.contains { $0 == innocent || innocent.utf8.count > 4 && $0.hasPrefix(innocent) }
        || innocent.utf8.count > 8 && joined.containsWord(innocent)
    }
  }

  /// Whether a name or key is a secret’s.
  private func isSecret(_ text: String) -> Bool {
    guard text.utf8.count < 120 else { return false }
    let words = words(ofIdentifier: text)
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

  /// Whether a longer name contains a secret’s name and that ends with a word, or before a word that may follow it:
  /// “userpassword” and “passwordkey” contain “password”, while “secretary” doesn’t contain “secret”.
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
