/// The keywords of the languages. They come first in every table of names, so a keyword’s raw value is its number.
enum Keyword: Int32, CaseIterable {
  case `Self`, actor, alignof, alloc, any, `as`, `associatedtype`, available, await, `break`, `case`, `class`,
    coAwait, coReturn, coYield, compatibilityAlias, const, `continue`, `default`, `defer`, delete, `do`,
    `else`, end, `enum`, `extension`, extern, `false`, `for`, `func`, goto, `guard`, id, `if`, implementation,
    `import`, `in`, `init`, `inout`, interface, `is`, lazy, `let`, macro, new, `nil`, override, `fileprivate`,
    `private`, `protocol`,
    `repeat`, `return`, `self`, sizeof, some, `static`, `struct`, `subscript`, `super`, `switch`, `throw`, `true`,
    `try`, `typealias`, typedef, union, `var`, `where`, `while`

  var code: Int32 { rawValue }

  /// The spelling in source code: `coAwait` is “co_await”.
  var word: String {
    let name = "\(self)"
    guard self != .`Self` else { return name }
    return name.map { $0.isUppercase ? "_\($0.lowercased())" : String($0) }.joined()
  }

  /// Whether a name is a keyword that comes before an operand.
  static func isBeforeOperand(_ name: Int32) -> Bool {
    switch Keyword(rawValue: name) {
    case .return, .in, .case, .if, .guard, .while, .where, .else, .try, .await, .throw, .is, .as, .switch, .do, .for,
      .repeat, .defer, .break, .default, .continue, .coReturn, .coAwait, .coYield, .goto, .sizeof, .new, .delete,
      .alignof:
      true
    default: false
    }
  }
}
