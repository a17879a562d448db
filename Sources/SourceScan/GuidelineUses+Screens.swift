import Catalog

// Screens that come before the system’s request for a permission.

extension SourceFile {
  /// A button of an alert or view.
  private struct Button {
    var place: Int
    /// The token of its title; nil without a text.
    var title: Int?
    /// The token that makes it a way out.
    var cancel: Int?
    /// The tokens of its action.
    var action: Range<Int>
  }

  func screensBefore(_ requests: [FoundCall]) -> [(place: Int, isHint: Bool)] {
    let buttons = buttons()
    guard buttons.count > 0 else { return [] }
    var found: [Int: Bool] = [:]
    let leading = buttons.filter { leads($0.action, to: requests) }
    for button in leading where !isAmongChoices(button) {
      let others = group(of: button, in: buttons)
      // With several other choices it’s a menu.
      if others.contains(where: { !leaves($0) }) { continue }
      if let title = button.title, matches(title, .consent) { found[title] = false }
      for other in others where !leads(other.action, to: requests) && !isAmongChoices(other) {
        if let title = other.title, list[title].kind == .string {
          if matches(title, .wayOut) {
            found[title] = false
          } else if let cancel = other.cancel {
            // The title is a key of a strings table, so the style decides.
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

  /// Whether a button is part of a list of choices, a form or a toolbar, where a way out isn’t a refusal.
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
      // Buttons next to a text field belong to a form.
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

  /// The other buttons of a button’s group: those in the innermost braces with other buttons, within its function.
  private func group(of button: Button, in buttons: [Button]) -> [Button] {
    for at in bracketsAround(button.place).prefix(40) {
      if isMark(at, "{", "(") {
        let range = inside(at)
        let others = buttons.filter {
          range.contains($0.place) && $0.place != button.place && !isInAlert($0.place, within: at)
        }
        if !others.isEmpty { return others }
        if facts.scopes[at] != nil || belongsToAlert(at) { return [] }
      }
    }
    return []
  }

  /// Whether a view has an alert of its own around a place: `.alert("Saved", isPresented: $saved) { … }`.
  private func isInAlert(_ place: Int, within outer: Int) -> Bool {
    for at in bracketsAround(place).prefix(40) where at != outer {
      if at < outer { return false }
      if belongsToAlert(at) { return true }
    }
    return false
  }

  private func belongsToAlert(_ bracket: Int) -> Bool {
    let callee = isMark(bracket, "{") ? closureCallee(bracket) : bracket - 1
    return callee.map { table.has(name($0), .alertModifier) } ?? false
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

  /// Whether an action asks the system for permission, itself or by a function of the file that begins with it or does
  /// nothing but call one.
  ///
  /// A function that asks after other work is about that work, and so is an alert that calls it.
  private func leads(_ action: Range<Int>, to requests: [FoundCall], isForwarded: Bool = false) -> Bool {
    if asks(action, requests) { return true }
    for at in action.prefix(120) where isName(at) {
      guard let bodies = facts.bodies[name(at)], isMark(at + 1, "(") || isMessageToSelf(at) || isMark(at - 1, ":")
      else { continue }
      for body in bodies.prefix(3) where !inside(body).contains(at) {
        let range = inside(body)
        if asks(range.lowerBound..<min(range.upperBound, range.lowerBound + 90), requests) { return true }
        if !isForwarded, range.count <= 12, leads(range, to: requests, isForwarded: true) { return true }
      }
    }
    return false
  }

  private func asks(_ range: Range<Int>, _ requests: [FoundCall]) -> Bool {
    requests.prefix(200).contains { range.contains($0.place) }
  }
}
