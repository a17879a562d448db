import SourceText

/// Evaluates the condition of an `#if`, in Swift and in C.
///
/// Uses two stacks instead of recursion, so any depth is safe.
struct ConditionReader {
  private enum Operation: Int32 {
    case or = 1, and, compare, sum, not, group
  }

  let table: ScanTable
  let bytes: [UInt8]
  /// The macros that the file defines, by the number of the name: a number, or nil for any other value.
  let defines: [Int32: Int?]
  private var values: [ConditionValue] = []
  private var operations: [(operation: Operation, mark: Mark)] = []

  init(_ table: ScanTable, _ bytes: [UInt8], defines: [Int32: Int?]) {
    self.table = table
    self.bytes = bytes
    self.defines = defines
  }

  private func text(_ token: Token) -> String {
    String(decoding: bytes[token.range.indices], as: UTF8.self)
  }

  /// The value of a condition.
  mutating func value(of tokens: [Token]) -> ConditionValue {
    guard tokens.count < 2_000 else { return .unknown }
    var at = 0
    func token(_ place: Int) -> Token { tokens.indices.contains(place) ? tokens[place] : .none }
    while at < tokens.count {
      let current = tokens[at]
      switch current.kind {
      case .identifier:
        let name = text(current)
        if name == "defined" {
          let isBracketed = token(at + 1).isMark("(")
          let asked = token(isBracketed ? at + 2 : at + 1)
          values.append(asked.kind == .identifier ? defined(asked) : .unknown)
          at += isBracketed ? 4 : 2
          continue
        }
        if token(at + 1).isMark("(") {
          var end = at + 2
          var depth = 1
          while end < tokens.count {
            if token(end).isMark("(") { depth += 1 }
            if token(end).isMark(")") { depth -= 1 }
            if depth == 0 { break }
            end += 1
          }
          values.append(call(name, Array(tokens[min(at + 2, tokens.count)..<min(end, tokens.count)])))
          at = end + 1
          continue
        }
        values.append(flag(current, name))
      case .number: values.append(number(text(current)))
      case .punctuation:
        switch current.sign {
        case "(": operations.append((.group, current.sign))
        case ")":
          while let last = operations.last, last.operation != .group { apply() }
          if operations.last?.operation == .group { operations.removeLast() }
        case "!": operations.append((.not, current.sign))
        case .and: push(.and, current.sign)
        case .or: push(.or, current.sign)
        case .equals, .unequal, "<", ">", .lessOrEqual, .greaterOrEqual:
          push(.compare, current.sign)
        default: push(.sum, current.sign)
        }
      case .string, .regex, .none: values.append(.unknown)
      }
      at += 1
    }
    while !operations.isEmpty { apply() }
    return values.last ?? .unknown
  }

  private mutating func push(_ operation: Operation, _ mark: Mark) {
    while let last = operations.last, last.operation != .group, last.operation.rawValue >= operation.rawValue {
      apply()
    }
    operations.append((operation, mark))
  }

  private mutating func apply() {
    guard let (operation, mark) = operations.popLast() else { return }
    if operation == .group { return }
    guard let right = values.popLast() else { return }
    if operation == .not { return values.append(!right) }
    guard let left = values.popLast() else { return values.append(.unknown) }
    switch operation {
    case .and: values.append(left && right)
    case .or: values.append(left || right)
    case .compare:
      switch mark {
      case .equals: values.append(.compare(left, right, ==))
      case .unequal: values.append(.compare(left, right, !=))
      case "<": values.append(.compare(left, right, <))
      case ">": values.append(.compare(left, right, >))
      case .lessOrEqual: values.append(.compare(left, right, <=))
      default: values.append(.compare(left, right, >=))
      }
    case .sum, .not, .group: values.append(.unknown)
    }
  }

  private func number(_ text: String) -> ConditionValue {
    var digits = text.filter { $0 != "_" && $0 != "'" }.lowercased()
    while let last = digits.last, last == "l" || last == "u" { digits.removeLast() }
    let value = digits.hasPrefix("0x") ? Int(digits.dropFirst(2), radix: 16) : Int(digits)
    return value.map { ConditionValue($0) } ?? .unknown
  }

  private func flag(_ token: Token, _ name: String) -> ConditionValue {
    if name == "true" || name == "YES" { return ConditionValue(1) }
    if name == "false" || name == "NO" { return ConditionValue(0) }
    if let known = table.condition(name) { return ConditionValue(holds: known.holds) }
    if let own = defines[token.code] { return own.map { ConditionValue($0) } ?? .unknown }
    return .unknownFlag
  }

  /// The value of `defined(X)`.
  func defined(_ token: Token) -> ConditionValue {
    if let known = table.condition(text(token)) { return ConditionValue(holds: known.isDefined) }
    return defines[token.code] == nil ? .unknownFlag : ConditionValue(1)
  }

  /// The value of `os(iOS)`, `canImport(UIKit)`, `swift(>=6)` and the like.
  private func call(_ name: String, _ arguments: [Token]) -> ConditionValue {
    // The first name of a path decides: “Foundation” for <Foundation/Foundation.h>.
    let first = arguments.first { $0.kind == .identifier }.map(text) ?? ""
    if let known = table.condition("\(name)(\(first))") { return ConditionValue(holds: known.holds) }
    // A check for an older version is unknown.
    if arguments.first?.isMark("<") ?? false { return .unknown }
    if let known = table.condition("\(name)(*)") { return ConditionValue(holds: known.holds) }
    // Projects define macros of these names alike: `ENABLE(TRANSFERS)` asks for a flag.
    return ["ENABLE", "HAVE", "FEATURE"].contains(name) ? .unknownFlag : .unknown
  }
}
