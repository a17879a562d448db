import Catalog

/// A set of builds, one bit each: every platform that ships, in a release and in a debug build.
struct Builds: OptionSet, Sendable, Hashable {
  let rawValue: UInt16
  init(rawValue: UInt16) { self.rawValue = rawValue }

  static let all = Builds(rawValue: 0x3FF)
  /// Release builds for devices.
  static let shipping = Builds(rawValue: 0x00F)
  /// Besides builds: whether they compile it only with a flag that nobody knows.
  static let underFlag = Builds(rawValue: 0x400)

  /// - Parameter isDebug: Nil for both.
  init(_ platforms: [BuildCondition.Platform], isDebug: Bool?) {
    var bits: UInt16 = 0
    // Those that ship for devices come first.
    for (place, platform) in BuildCondition.Platform.allCases.enumerated() where platforms.contains(platform) {
      bits |= 1 << UInt16(place)
    }
    var builds: UInt16 = 0
    if isDebug != true { builds |= bits }
    if isDebug != false { builds |= bits << 5 }
    self.init(rawValue: builds)
  }

  /// Whether code in these builds reaches people.
  var ships: Bool { !isDisjoint(with: .shipping) }
}

/// What a condition is in each build: true, false or, where it depends on what nobody knows here, unknown.
struct ConditionValue {
  var holds: Builds
  var isUnknown: Builds = []
  /// The number that it is in every build.
  var number: Int?
  /// Whether it asks for a flag of the project’s own.
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

  /// Compares two numbers, of which one may be a truth that counts as 1 or 0.
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

/// The open `#if`s around a place.
struct ConditionStack {
  private struct Frame {
    /// The builds that compile what is around.
    var outer: Builds
    /// The builds in which a branch before was taken for certain.
    var taken: Builds
    /// The innermost open bracket where the first branch began.
    var top: Int32
    /// The macro that the `#if` asks for with nothing else, as include guards and defaults do.
    var guarded: Int32
    /// Whether a branch so far asks for a flag that nobody knows.
    var asksForFlag: Bool
  }

  private var frames: [Frame] = []
  /// The builds that compile the place.
  private(set) var builds = Builds.all

  mutating func open(_ condition: ConditionValue, top: Int32, guarded: Int32 = -1) {
    let asksForFlag = guarded < 0 && condition.asksForFlag && !builds.isDisjoint(with: condition.isUnknown)
    frames.append(
      Frame(outer: builds, taken: condition.holds, top: top, guarded: guarded, asksForFlag: asksForFlag))
    builds = builds.intersection(condition.holds.union(condition.isUnknown))
    mark(asksForFlag, frames.last)
  }

  /// Marks what only builds with an unknown flag compile.
  private mutating func mark(_ asksForFlag: Bool, _ frame: Frame?) {
    guard !builds.isEmpty, asksForFlag || frame?.outer.contains(.underFlag) ?? false else { return }
    builds.insert(.underFlag)
  }

  /// Begins another branch. Nil where no `#if` is open.
  ///
  /// - Returns: The bracket that was open where the first branch began.
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

  /// Whether the innermost `#if` only asks whether this macro is there.
  func isGuarded(by name: Int32) -> Bool { frames.last?.guarded == name }
}
