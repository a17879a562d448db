import Catalog

/// A set of builds, one bit each: every shipped platform, as a release and as a debug build.
struct Builds: OptionSet, Sendable, Hashable {
  let rawValue: UInt16
  init(rawValue: UInt16) { self.rawValue = rawValue }

  static let all = Builds(rawValue: 0x3FF)
  /// Release builds for devices.
  static let shipping = Builds(rawValue: 0x00F)
  /// Not a build: marks code that is compiled only with a flag whose value is unknown.
  static let underFlag = Builds(rawValue: 0x400)

  /// - Parameter isDebug: Nil for both kinds of build.
  init(_ platforms: [BuildCondition.Platform], isDebug: Bool?) {
    var bits: UInt16 = 0
    // The cases for shipped devices come first.
    for (place, platform) in BuildCondition.Platform.allCases.enumerated() where platforms.contains(platform) {
      bits |= 1 << UInt16(place)
    }
    var builds: UInt16 = 0
    if isDebug != true { builds |= bits }
    if isDebug != false { builds |= bits << 5 }
    self.init(rawValue: builds)
  }

  /// Whether users get code of these builds.
  var ships: Bool { !isDisjoint(with: .shipping) }
}

/// The value of a condition in each build: true, false or unknown.
struct ConditionValue {
  var holds: Builds
  var isUnknown: Builds = []
  /// The value as a number, if it’s the same in every build.
  var number: Int?
  /// Whether it depends on one of the project’s own flags.
  var asksForFlag = false

  static let unknown = ConditionValue(holds: [], isUnknown: .all)
  static let unknownFlag = ConditionValue(holds: [], isUnknown: .all, asksForFlag: true)

  var isFalse: Builds { Builds.all.subtracting(holds).subtracting(isUnknown) }

  static prefix func ! (value: ConditionValue) -> ConditionValue {
    ConditionValue(holds: value.isFalse, isUnknown: value.isUnknown, asksForFlag: value.asksForFlag)
  }

  static func && (a: ConditionValue, b: ConditionValue) -> ConditionValue {
    let holds = a.holds.intersection(b.holds)
    let isFalse = a.isFalse.union(b.isFalse)
    return ConditionValue(
      holds: holds, isUnknown: Builds.all.subtracting(holds).subtracting(isFalse),
      asksForFlag: a.asksForFlag || b.asksForFlag)
  }

  static func || (a: ConditionValue, b: ConditionValue) -> ConditionValue { !(!a && !b) }

  /// Compares two numbers. A truth value counts as 1 or 0.
  static func compare(_ a: ConditionValue, _ b: ConditionValue, _ matches: (Int, Int) -> Bool) -> ConditionValue {
    if let a = a.number, let b = b.number { return ConditionValue(matches(a, b) ? 1 : 0) }
    func value(_ truth: ConditionValue, _ ifTrue: Bool, _ ifFalse: Bool) -> ConditionValue {
      var holds: Builds = []
      if ifTrue { holds.formUnion(truth.holds) }
      if ifFalse { holds.formUnion(truth.isFalse) }
      return ConditionValue(holds: holds, isUnknown: truth.isUnknown, asksForFlag: truth.asksForFlag)
    }
    if let b = b.number { return value(a, matches(1, b), matches(0, b)) }
    if let a = a.number { return value(b, matches(a, 1), matches(a, 0)) }
    return .unknown
  }
}

extension ConditionValue {
  init(_ number: Int) { self.init(holds: number == 0 ? [] : .all, number: number) }
}

/// The open `#if`s at a place.
struct ConditionStack {
  private struct Frame {
    /// The builds that compile the code around the `#if`.
    var outer: Builds
    /// The builds in which an earlier branch was certainly taken.
    var taken: Builds
    /// The innermost open bracket at the start of the first branch.
    var top: Int32
    /// The macro if the `#if` only checks whether it’s defined, as include guards and defaults do.
    var guarded: Int32
    /// Whether a branch so far depends on an unknown flag.
    var asksForFlag: Bool
  }

  private var frames: [Frame] = []
  /// The builds that compile the place.
  private(set) var builds = Builds.all

  mutating func open(_ condition: ConditionValue, top: Int32, guarded: Int32 = -1) {
    let asksForFlag = guarded < 0 && condition.asksForFlag && !builds.isDisjoint(with: condition.isUnknown)
    frames.append(
      Frame(outer: builds, taken: condition.holds, top: top, guarded: guarded, asksForFlag: asksForFlag))
    enter(condition, asksForFlag, frames.last)
  }

  /// Restricts the builds to those that may compile code under a condition. If some that ship surely do, whatever the
  /// flag, as under `os(iOS) || FLAG`, only the sure ones count.
  private mutating func enter(_ condition: ConditionValue, _ asksForFlag: Bool, _ frame: Frame?) {
    let sure = builds.intersection(condition.holds)
    let isSure = asksForFlag && sure.ships
    builds = isSure ? sure : builds.intersection(condition.holds.union(condition.isUnknown))
    mark(asksForFlag && !isSure, frame)
  }

  /// Marks code that only builds with an unknown flag compile.
  private mutating func mark(_ asksForFlag: Bool, _ frame: Frame?) {
    guard !builds.isEmpty, asksForFlag || frame?.outer.contains(.underFlag) ?? false else { return }
    builds.insert(.underFlag)
  }

  /// Begins another branch; nil if no `#if` is open.
  ///
  /// - Returns: The innermost open bracket at the start of the first branch.
  mutating func turn(_ condition: ConditionValue) -> Int32? {
    guard var frame = frames.popLast() else { return nil }
    builds = frame.outer.intersection(condition.holds.union(condition.isUnknown)).subtracting(frame.taken)
    builds.remove(.underFlag)
    frame.taken.formUnion(condition.holds)
    frame.guarded = -1
    if condition.asksForFlag, !frame.outer.isDisjoint(with: condition.isUnknown) { frame.asksForFlag = true }
    mark(frame.asksForFlag, frame)
    frames.append(frame)
    return frame.top
  }

  mutating func close() {
    guard let frame = frames.popLast() else { return }
    builds = frame.outer
  }

  /// Whether the innermost `#if` only checks whether this macro is defined.
  func isGuarded(by name: Int32) -> Bool { frames.last?.guarded == name }
}
