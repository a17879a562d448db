public import JSON

/// What a user sets: the same object in `.privacy-lsp.json` and in an editor's section `privacy-lsp`.
public struct Configuration: Hashable, Sendable {
  /// What each named rule reports instead of its own severity; nil inside for `off`.
  public var severity: [String: Severity?] = [:]

  public init() {}

  /// A setting that could not be taken, with its place in the text.
  public struct Problem: Hashable, Sendable {
    public var message: String
    /// Bytes from the start of the JSON text.
    public var offset: Int
  }

  /// Reads the object, taking what is right and naming what is not.
  ///
  /// - Parameters:
  ///   - isRule: Whether an id is a rule's.
  ///   - isReadElsewhere: Whether a setting is none of the rules' but has a reader of its own.
  public init(
    _ json: JSONValue, isRule: (String) -> Bool = Rule.isKnown, isReadElsewhere: (JSONValue) -> Bool = { _ in false },
    problems: inout [Problem]
  ) {
    guard let members = json.members else {
      if !json.isNull {
        problems.append(Problem(message: "The configuration must be an object", offset: json.range.lowerBound))
      }
      return
    }
    for (name, value) in members {
      if name.isString("$schema") || isReadElsewhere(name) { continue }
      guard name.isString("severity") else {
        problems.append(Problem(message: "“\(name.string ?? "")” is no setting", offset: name.range.lowerBound))
        continue
      }
      guard let settings = value.members else {
        if !value.isNull {
          problems.append(
            Problem(message: "“severity” must be an object from rule to severity", offset: value.range.lowerBound))
        }
        continue
      }
      for (rule, setting) in settings { read(rule, setting, isRule: isRule, problems: &problems) }
    }
  }

  private mutating func read(
    _ rule: JSONValue, _ setting: JSONValue, isRule: (String) -> Bool, problems: inout [Problem]
  ) {
    let id = rule.string ?? ""
    guard isRule(id) else {
      problems.append(Problem(message: "“\(id)” is no rule", offset: rule.range.lowerBound))
      return
    }
    if setting.isString("off") {
      severity[id] = .some(nil)
    } else if let value = setting.string.flatMap(Severity.init(rawValue:)) {
      severity[id] = value
    } else {
      problems.append(
        Problem(
          message: "A severity is one of off, hint, information, warning, error", offset: setting.range.lowerBound))
    }
  }
}
