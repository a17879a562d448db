public import JSON

/// What a user sets: the same object in `.privacy-lsp.json` and in an editor's section `privacy-lsp`.
public struct Configuration: Hashable, Sendable {
  /// The members of the object.
  public enum Member: String, CaseIterable, Sendable {
    case severity, select, ignore, minimumSeverity, include, exclude

    /// What an object sets; nil if nothing.
    public func value(in json: JSONValue) -> JSONValue? {
      json.members?.first { $0.name.string == rawValue }?.value
    }
  }

  /// What each named rule reports instead of its own severity; nil inside for a rule that is off, be it by its severity
  /// or since it is not selected.
  public var severity: [String: Severity?] = [:]
  /// What weighs less is not told, nor fixed.
  public var minimumSeverity = Severity.hint
  /// What is looked at besides, and what is not, as patterns of `.gitignore` from the folder of the settings on.
  public var include: [String] = []
  public var exclude: [String] = []

  public init() {}

  /// The settings under which a rule reports, whether or not it does without any.
  public init(turningOn rule: Rule) {
    if !rule.isOnByDefault { severity = [rule.id: rule.severity] }
  }

  /// A setting that could not be taken, with its place in the text.
  public struct Problem: Hashable, Sendable {
    public var message: String
    /// Bytes from the start of the JSON text.
    public var offset: Int
    /// Whether it is a name that there is not. All else that was set is taken then; of a value that is none, nobody knows
    /// what it was to leave out.
    public var isUnknownName = false

    public init(message: String, offset: Int, isUnknownName: Bool = false) {
      self.message = message
      self.offset = offset
      self.isUnknownName = isUnknownName
    }
  }

  public static let notAnObject = "The configuration must be an object"

  /// Reads the object, taking what is right and naming what is not.
  ///
  /// - Parameters:
  ///   - isReadElsewhere: Whether a setting is none of the rules' but has a reader of its own.
  ///   - others: The names of such settings.
  public init(
    _ json: JSONValue, isReadElsewhere: (JSONValue) -> Bool = { _ in false }, others: [String] = [],
    problems: inout [Problem]
  ) {
    guard let members = json.members else {
      if !json.isNull {
        problems.note(Self.notAnObject, at: json)
      }
      return
    }
    var choice = RuleChoice()
    for (name, value) in members {
      if name.isString("$schema") || isReadElsewhere(name) { continue }
      guard let member = name.string.flatMap(Member.init(rawValue:)) else {
        problems.note(Self.unknownMember(name.string ?? "", others), at: name, isUnknownName: true)
        continue
      }
      if value.isNull { continue }
      switch member {
      case .severity: readSeverities(value, &choice, &problems)
      case .select:
        let selected = Self.rules(in: value, member, &problems)
        if value.array?.isEmpty ?? false {
          problems.note("“select” is empty, which would turn every rule off: name rules, or leave it out", at: value)
        }
        // Where no name is known, nobody knows what was meant.
        choice.select = selected.flatMap { $0.isEmpty ? nil : $0 }
      case .ignore: choice.ignore = Self.rules(in: value, member, &problems) ?? []
      case .minimumSeverity:
        if let severity = value.string.flatMap(Severity.init(rawValue:)) {
          minimumSeverity = severity
        } else {
          problems.note("“minimumSeverity” must be hint, information, warning or error", at: value)
        }
      case .include: include = Self.texts(in: value, member, &problems)
      case .exclude: exclude = Self.texts(in: value, member, &problems)
      }
    }
    choose(choice)
  }

  /// Which rules run, by their ids and their groups.
  public struct RuleChoice: Sendable {
    /// Nil for all that are on unless someone turns them off.
    public var select: Set<String>?
    public var ignore: Set<String> = []
    fileprivate var groups: [RuleGroup: Severity?] = [:]
    /// The rules whose own severity is set beside.
    fileprivate var weighed: Set<String> = []

    public init(select: Set<String>? = nil, ignore: Set<String> = []) {
      self.select = select
      self.ignore = ignore
    }
  }

  /// Turns off what a choice leaves out. A rule's id says more than its group: neither a rule that is selected by it nor
  /// one whose severity is set goes with its group.
  public mutating func choose(_ choice: RuleChoice) {
    guard choice.select != nil || !choice.ignore.isEmpty || !choice.groups.isEmpty else { return }
    for rule in Rule.all {
      if severity[rule.id] == nil, let ofGroup = choice.groups[rule.group] { severity[rule.id] = .some(ofGroup) }
      let isNamed = choice.select?.contains(rule.id) ?? false
      let isSelected = isNamed || choice.select?.contains(rule.group.rawValue) ?? true
      let isIgnored =
        choice.ignore.contains(rule.id)
        || choice.ignore.contains(rule.group.rawValue) && !isNamed && !choice.weighed.contains(rule.id)
      if isIgnored || !isSelected { severity[rule.id] = .some(nil) }
    }
  }

  /// The words about a name that neither a rule nor a group has; nil where one has it.
  public static func problem(withRuleOrGroup name: String) -> String? {
    if Rule.isKnown(name) || RuleGroup(rawValue: name) != nil { return nil }
    return "Unknown rule “\(name)”" + suggestion(for: name, among: rulesAndGroups)
  }

  private static let rulesAndGroups = Vocabulary(
    (Rule.all.map(\.id) + RuleGroup.allCases.map(\.rawValue)).map { Vocabulary.Name($0) })

  private static func unknownMember(_ name: String, _ others: [String]) -> String {
    let known = Vocabulary((Member.allCases.map(\.rawValue) + others).map { Vocabulary.Name($0) })
    return "Unknown setting “\(name)”" + suggestion(for: name, among: known)
  }

  private static func suggestion(for name: String, among names: Vocabulary) -> String {
    guard let near = names.spelling(of: name), near.isOnlyCandidate else { return "" }
    return "; did you mean “\(near.name)”?"
  }

  private mutating func readSeverities(_ json: JSONValue, _ choice: inout RuleChoice, _ problems: inout [Problem]) {
    guard let settings = json.members else {
      problems.note("“severity” must be an object with rules and their severities", at: json)
      return
    }
    for (name, setting) in settings {
      let id = name.string ?? ""
      if let problem = Self.problem(withRuleOrGroup: id) {
        problems.note(problem, at: name, isUnknownName: true)
        continue
      }
      let severity: Severity?
      if setting.isString("off") {
        severity = nil
      } else if let value = setting.string.flatMap(Severity.init(rawValue:)) {
        severity = value
      } else {
        problems.note("A severity must be off, hint, information, warning or error", at: setting)
        continue
      }
      if let group = RuleGroup(rawValue: id) {
        choice.groups[group] = .some(severity)
      } else {
        let current = Rule.withID(id)?.id ?? id
        self.severity[current] = .some(severity)
        choice.weighed.insert(current)
      }
    }
  }

  private static func rules(in json: JSONValue, _ member: Member, _ problems: inout [Problem]) -> Set<String>? {
    guard let values = json.array else {
      problems.note(wrong(member), at: json)
      return nil
    }
    var result: Set<String> = []
    for value in values {
      guard let name = value.string else {
        problems.note(wrong(member), at: value)
        continue
      }
      if let problem = problem(withRuleOrGroup: name) {
        problems.note(problem, at: value, isUnknownName: true)
      } else {
        result.insert(Rule.withID(name)?.id ?? name)
      }
    }
    return result
  }

  private static func texts(in json: JSONValue, _ member: Member, _ problems: inout [Problem]) -> [String] {
    guard let values = json.array else {
      problems.note(wrong(member), at: json)
      return []
    }
    return values.compactMap { value in
      if value.string == nil { problems.note(wrong(member), at: value) }
      return value.string
    }
  }

  private static func wrong(_ member: Member) -> String {
    let what = member == .include || member == .exclude ? "patterns as in .gitignore" : "rules and groups of rules"
    return "“\(member.rawValue)” must be an array of \(what)"
  }
}

extension [Configuration.Problem] {
  fileprivate mutating func note(_ message: String, at json: JSONValue, isUnknownName: Bool = false) {
    append(Configuration.Problem(message: message, offset: json.range.lowerBound, isUnknownName: isUnknownName))
  }
}
