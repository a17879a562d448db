public import JSON

/// The settings: the same object in `.privacy-lsp.json` and in an editor's section `privacy-lsp`.
public struct Configuration: Hashable, Sendable {
  /// The members of the object.
  public enum Member: String, CaseIterable, Sendable {
    case severity, select, ignore, minimumSeverity, include, exclude

    /// The value of this member in an object; nil if it is absent.
    public func value(in json: JSONValue) -> JSONValue? {
      json.members?.first { $0.name.string == rawValue }?.value
    }
  }

  /// The severity set for each rule, by id; the inner value is nil if the rule is off, whether by its severity or
  /// because it isn't selected.
  public var severity: [String: Severity?] = [:]
  /// Findings below this severity are neither reported nor fixed.
  public var minimumSeverity = Severity.hint
  /// Paths to check in addition and paths to skip, as `.gitignore` patterns relative to the settings' folder.
  public var include: [String] = []
  public var exclude: [String] = []

  public init() {}

  /// Settings with which a rule runs, even if it is off by default.
  public init(turningOn rule: Rule) {
    if !rule.isOnByDefault { severity = [rule.id: rule.severity] }
  }

  /// A setting that is invalid, with its place in the text.
  public struct Problem: Hashable, Sendable {
    public var message: String
    /// Bytes from the start of the JSON text.
    public var offset: Int
    /// Whether a name is unknown. The other settings still apply then; after a wrong value they don't, since nobody
    /// knows what it should have excluded.
    public var isUnknownName = false

    public init(message: String, offset: Int, isUnknownName: Bool = false) {
      self.message = message
      self.offset = offset
      self.isUnknownName = isUnknownName
    }
  }

  public static let notAnObject = "The configuration must be an object"

  /// Reads the settings, and collects a problem for each that is invalid.
  ///
  /// - Parameters:
  ///   - isReadElsewhere: Whether a setting belongs to another reader, not to the rules.
  ///   - others: The names of those settings.
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
    var seen: Set<Member> = []
    for (name, value) in members {
      if name.isString("$schema") || isReadElsewhere(name) { continue }
      guard let member = name.string.flatMap(Member.init(rawValue:)) else {
        problems.note(Self.unknownMember(name.string ?? "", others), at: name, isUnknownName: true)
        continue
      }
      if !seen.insert(member).inserted {
        problems.note("“\(member.rawValue)” is there twice; write one", at: name)
      }
      if value.isNull { continue }
      switch member {
      case .severity: readSeverities(value, &choice, &problems)
      case .select:
        let selected = Self.rules(in: value, member, &problems)
        if value.array?.isEmpty ?? false {
          problems.note("“select” is empty, which would turn every rule off: name rules, or leave it out", at: value)
        }
        // If all names are unknown, we don't know what was meant.
        choice.select = selected.flatMap { $0.isEmpty ? nil : $0 }
      case .ignore: choice.ignore = Self.rules(in: value, member, &problems) ?? []
      case .minimumSeverity:
        if let severity = value.string.flatMap(Severity.init(rawValue:)) {
          minimumSeverity = severity
        } else {
          problems.note(
            "“minimumSeverity” must be hint, information, warning or error"
              + Self.suggestion(for: value, among: Self.severities), at: value)
        }
      case .include: include = (Self.texts(in: value, member, &problems) ?? []).map(\.text)
      case .exclude: exclude = (Self.texts(in: value, member, &problems) ?? []).map(\.text)
      }
    }
    choose(choice)
  }

  /// Which rules run, by their ids and their groups.
  public struct RuleChoice: Sendable {
    /// Nil for all rules that are on by default.
    public var select: Set<String>?
    public var ignore: Set<String> = []
    fileprivate var groups: [RuleGroup: Severity?] = [:]
    /// The rules whose severity is set by their own id.
    fileprivate var weighed: Set<String> = []

    public init(select: Set<String>? = nil, ignore: Set<String> = []) {
      self.select = select
      self.ignore = ignore
    }
  }

  /// Turns off the rules that a choice excludes. A rule's id counts more than its group: a rule selected or given a
  /// severity by id stays on when its group is ignored.
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

  /// The message for a name that is neither a rule nor a group; nil if it is one.
  public static func problem(withRuleOrGroup name: String) -> String? {
    if Rule.isKnown(name) || RuleGroup(rawValue: name) != nil { return nil }
    return "Unknown rule “\(name)”" + suggestion(for: name, among: rulesAndGroups)
  }

  /// The message for a name that isn't a rule's, where groups don't count.
  static func problem(withRule name: String) -> String {
    if RuleGroup(rawValue: name) != nil { return "“\(name)” is a group; name its rules" }
    return "Unknown rule “\(name)”" + (ruleMeant(by: name).map { "; did you mean “\($0)”?" } ?? "")
  }

  /// The id of the only rule that a name may be a misspelling of.
  static func ruleMeant(by name: String) -> String? {
    rules.spelling(of: name).flatMap { $0.isOnlyCandidate ? $0.name : nil }
  }

  private static let rules = Vocabulary(Rule.all.map { Vocabulary.Name($0.id) })
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

  private static let severities = Severity.allCases.map(\.rawValue)

  /// The word that a value abbreviates or misspells, in words: "warn".
  private static func suggestion(for value: JSONValue, among words: [String]) -> String {
    guard let name = value.string, !name.isEmpty else { return "" }
    if let whole = words.first(where: { $0.hasPrefix(name.lowercased()) }) { return "; did you mean “\(whole)”?" }
    return suggestion(for: name, among: Vocabulary(words.map { Vocabulary.Name($0) }))
  }

  private mutating func readSeverities(_ json: JSONValue, _ choice: inout RuleChoice, _ problems: inout [Problem]) {
    guard let settings = json.members else {
      problems.note("“severity” must be an object with rules and their severities", at: json)
      return
    }
    var seen: Set<String> = []
    for (name, setting) in settings {
      let id = name.string ?? ""
      if !seen.insert(id).inserted { problems.note("“\(id)” is there twice; write one", at: name) }
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
        problems.note(
          "A severity must be off, hint, information, warning or error"
            + Self.suggestion(for: setting, among: Self.severities + ["off"]), at: setting)
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
    guard let texts = texts(in: json, member, &problems) else { return nil }
    var result: Set<String> = []
    for (value, name) in texts {
      if let problem = problem(withRuleOrGroup: name) {
        problems.note(problem, at: value, isUnknownName: true)
      } else {
        result.insert(Rule.withID(name)?.id ?? name)
      }
    }
    return result
  }

  /// The texts of an array; nil if it is none.
  private static func texts(
    in json: JSONValue, _ member: Member, _ problems: inout [Problem]
  ) -> [(value: JSONValue, text: String)]? {
    guard let values = json.array else {
      problems.note(wrong(member), at: json)
      return nil
    }
    return values.compactMap { value in
      if value.string == nil { problems.note(wrong(member), at: value) }
      return value.string.map { (value, $0) }
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
