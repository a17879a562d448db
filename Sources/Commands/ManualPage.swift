import Catalog
import CatalogData

/// The manual page in man macros, made from the table of commands.
func manualPage(of commands: [Command]) -> String {
  var lines = [
    ".TH PRIVACY\\-LSP 1 \(Catalog.bundled.date) \"privacy\\-lsp \(productVersion)\" \"User Commands\"",
    ".SH NAME", "privacy\\-lsp \\- \(roff(name(productSummary)))",
    ".SH SYNOPSIS", ".B privacy\\-lsp", ".I command", "[\\fIoption\\fR\\&...] [\\fIoperand\\fR\\&...]",
    ".SH DESCRIPTION", roff(productSummary), ".SH OPTIONS",
  ]
  for option in [Option.help, .version] { lines += item(option) }
  lines.append(".SH COMMANDS")
  for command in commands {
    lines += [".SS \(roff(command.usage))", roff(command.summary + ".")]
    for paragraph in paragraphs(command.details) { lines += [".PP"] + paragraph.map(roff) }
    for option in command.shownOptions { lines += item(option) }
  }
  return lines.joined(separator: "\n") + "\n"
}

/// A sentence in the form that comes after the program’s name.
private func name(_ sentence: String) -> String {
  let text = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
  return text.prefix(1).lowercased() + text.dropFirst()
}

private func item(_ option: Option) -> [String] {
  [".TP", ".B \(roff(option.usage))", roff(option.summary + ".")]
}

/// The lines of each paragraph.
private func paragraphs(_ text: String) -> [[String]] {
  text.split(separator: "\n", omittingEmptySubsequences: false)
    .split { $0.isEmpty }.map { lines in lines.map(String.init) }
}

/// A line of text with roff commands escaped, in ASCII.
private func roff(_ line: String) -> String {
  var result = line.first == "." || line.first == "'" ? "\\&" : ""
  for scalar in line.unicodeScalars {
    switch scalar {
    case "\\": result += "\\e"
    case "-": result += "\\-"
    case "'": result += "\\(aq"
    case "~": result += "\\(ti"
    case "^": result += "\\(ha"
    case "`": result += "\\(ga"
    case "“": result += "\\(lq"
    case "”": result += "\\(rq"
    case "’": result += "\\(cq"
    case "…": result += "\\&..."
    default:
      if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(4 - digits.count, 0)))\(digits)]"
      }
    }
  }
  return result
}
