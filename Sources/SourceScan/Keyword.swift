/// The words of the languages themselves. They come first in every table of names, so each is its own number.
enum Keyword: Int32, CaseIterable {
  case `Self`, actor, alignof, alloc, any, `as`, `associatedtype`, available, await, `break`, `case`, `class`,
    co_await, co_return, co_yield, compatibility_alias, const, `continue`, `default`, `defer`, delete, `do`,
    `else`, end, `enum`, `extension`, extern, `false`, `for`, `func`, goto, `guard`, id, `if`, implementation,
    `import`, `in`, `init`, `inout`, interface, `is`, lazy, `let`, macro, new, `nil`, override, `protocol`,
    `repeat`, `return`, `self`, sizeof, some, `static`, `struct`, `subscript`, `super`, `switch`, `throw`, `true`,
    `try`, `typealias`, typedef, `var`, `where`, `while`

  var code: Int32 { rawValue }

  /// Words that an operand follows and no operator.
  static let beforeOperand: Set<Int32> = Set(
    [
      Keyword.return, .in, .case, .if, .guard, .while, .where, .else, .try, .await, .throw, .is, .as, .switch, .do,
      .for,
      .repeat, .defer, .break, .default, .continue, .co_return, .co_await, .co_yield, .goto, .sizeof, .new, .delete,
      .alignof,
    ].map(\.code))
}
