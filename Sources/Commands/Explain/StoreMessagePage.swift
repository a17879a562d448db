import Catalog
import EditorFeatures
import PrivacyRules

/// The page about one of Apple’s mails or messages.
func page(about message: StoreMessage, _ linter: Linter) -> String {
  let code = message.twin ?? message.id
  let rules = Rule.all.filter { $0.itms == code }.map { "`\($0.id)`: \($0.summary)" }
  return documentation(of: message, rules: rules, catalog: linter.catalog) + "\n"
}

/// The operands of a command line, with codes joined that a space has split: “ITMS 91055”.
func joiningCodes(_ operands: [String]) -> [String] {
  var result: [String] = []
  for operand in operands {
    if result.last?.lowercased() == "itms", operand.allSatisfy(\.isNumber), let name = result.popLast() {
      result.append("\(name)-\(operand)")
    } else {
      result.append(operand)
    }
  }
  return result
}
