import JSON
import PrivacyRules
import ProjectFiles
import PropertyList
import SourceText

extension FuzzTarget {
  /// Bytes of a file in any encoding: what was read can be written again, and offsets stay in order.
  static let decoding = FuzzTarget(
    name: "decoding", longestInput: 4_096,
    check: { (bytes) throws(Violation) in
      let file = DecodedFile(bytes)
      let text = file.text
      try require(file.count == bytes.count, "the file has \(file.count) bytes")
      if file.undecodable.isEmpty, file.encoding != .latin1 {
        try require(file.encode(text) == bytes, "\(file.encoding) is not written as it was read")
      }
      for range in file.undecodable { try requirePlace(range, in: text, isValid: false, "what cannot be decoded") }
      var last = 0
      for offset in 0...text.count {
        let disk = file.diskOffset(of: offset)
        try require(disk >= last && disk <= bytes.count, "the offset \(offset) is at \(disk), behind one at \(last)")
        last = disk
      }
      for encoding in PositionEncoding.allCases {
        for offset in stride(from: 0, through: text.count, by: max(text.count / 32, 1)) {
          // Between the two bytes of a line end there is no place.
          if offset > 0, offset < text.count, text.bytes[offset] == 0x0A, text.bytes[offset - 1] == 0x0D { continue }
          let position = text.position(at: offset, in: encoding)
          let again = text.position(at: text.offset(of: position, in: encoding), in: encoding)
          try require(again == position, "\(position) in \(encoding) becomes \(again)")
        }
      }
    },
    seeds: { files in files.filter { $0.kind != nil }.map(\.bytes) })

  /// A property list as XML: the tokens put end to end are the bytes, and the nodes nest.
  static let xml = FuzzTarget(
    name: "xml", longestInput: 4_096,
    check: { (bytes) throws(Violation) in
      let text = SourceText(bytes)
      var end = 0
      var lexer = Lexer()
      let content = text.bytes[...]
      while let token = lexer.next(in: content.span) {
        try require(token.range.lower == end && token.range.upper > end, "tokens do not join at \(end)")
        try require(token.name.lower >= 0 && token.name.upper <= bytes.count, "a name reaches out at \(end)")
        end = token.range.upper
      }
      try require(end == bytes.count, "the tokens end at \(end)")
      let tree = PropertyListTree.parse(text)
      try requireTree(tree)
      let slow = PropertyListTree.parse(text, byTokensAlone: true)
      try require(
        slow.nodes == tree.nodes && slow.root?.index == tree.root?.index,
        "the two ways of the parser give different trees")
      try require(slow.problems == tree.problems, "\(tree.problems)\nbut by tokens\n\(slow.problems)")
      try requireTree(PropertyListTree.parse(DecodedFile(bytes)))
    },
    seeds: \.propertyLists)

  /// A binary property list: what it says as XML is XML that Apple's parser takes.
  static let binary = FuzzTarget(
    name: "binary", longestInput: 4_096,
    check: { (bytes) throws(Violation) in
      switch BinaryPropertyList.xml(bytes) {
      case .failure(let failure):
        try require(failure.offset >= 0 && failure.offset <= bytes.count, "the failure is at \(failure.offset)")
      case .success(let xml):
        let tree = PropertyListTree.parse(SourceText(xml))
        try requireTree(tree)
        let problem = tree.problems.first { $0.severity == .refused }
        try require(problem == nil, "the XML has \(problem.map { "\($0)" } ?? "") in\n\(xml)")
      }
    },
    seeds: { files in files.map(\.bytes).filter { $0.starts(with: "bplist".utf8) } })

  /// A property list in the old style, and the table of strings that it may be.
  static let openStep = FuzzTarget(
    name: "open-step", longestInput: 4_096,
    check: { (bytes) throws(Violation) in
      let text = SourceText(bytes)
      var end = 0
      var lexer = OpenStepLexer()
      let content = text.bytes[...]
      while let token = lexer.next(in: content.span) {
        try require(token.range.lower >= end && token.range.upper <= bytes.count, "tokens overlap at \(end)")
        end = token.range.upper
      }
      if let problem = OpenStepSyntax.check(text).problem {
        try requirePlace(problem.range, in: text, isValid: false, "\(problem)")
      }
      try requireTree(OpenStepTree.parse(text))
      let file = DecodedFile(bytes)
      let table = StringsTable.parse(file)
      for entry in table.entries {
        try requirePlace(entry.range, in: table.text, isValid: false, "an entry")
        try requireWritten(entry.key, in: table.text)
        if let value = entry.value { try requireWritten(value, in: table.text) }
      }
      for problem in table.problems { try requirePlace(problem.range, in: table.text, isValid: false, "\(problem)") }
      for offset in stride(from: 0, through: table.text.count, by: max(table.text.count / 16, 1)) {
        _ = table.entry(at: offset)
      }
    },
    seeds: { $0.bytes([.stringsTable, .infoPlist, .xcodeProject]) })

  /// JSON, strictly and tolerantly: what is right is read the same both ways, and as it is written again.
  static let json = FuzzTarget(
    name: "json", longestInput: 4_096,
    check: { (bytes) throws(Violation) in
      let tolerant = JSONDocument.parseTolerantly(bytes)
      try requireRanges(tolerant)
      for problem in tolerant.problems {
        try require(
          problem.offset >= 0 && problem.offset <= problem.end && problem.end <= bytes.count,
          "the problem “\(problem.message)” is at \(problem.offset)")
      }
      for offset in stride(from: 0, through: bytes.count, by: max(bytes.count / 8, 1)) { _ = tolerant.path(at: offset) }
      let strict: JSONDocument
      do throws(JSONError) {
        strict = try JSONDocument.parse(bytes)
      } catch {
        try require(error.offset >= 0 && error.offset <= bytes.count, "the error is at \(error.offset)")
        return
      }
      try requireRanges(strict)
      try require(tolerant.problems.isEmpty, "only the tolerant reader complains: \(tolerant.problems)")
      let written = try rewritten(strict.root)
      let again = try? JSONDocument.parse(written)
      try require(again != nil, "what is written is no JSON: \(String(decoding: written, as: UTF8.self))")
      try require(try values(strict) == values(tolerant), "the two readers differ")
      if let again { try require(try values(strict) == values(again), "what is written again says something else") }
      if let xml = propertyListXML(from: strict.root) {
        let problem = PropertyListTree.parse(SourceText(xml)).problems.first { $0.severity == .refused }
        try require(problem == nil, "the property list has \(problem.map { "\($0)" } ?? "") in\n\(xml)")
      }
    },
    seeds: { files in
      files.filter { $0.kind == .stringCatalog || $0.path.hasSuffix(".json") }.map(\.bytes)
    })

  /// A catalog of strings: all its parts are places in it.
  static let stringCatalog = FuzzTarget(
    name: "string-catalog", longestInput: 4_096,
    check: { (bytes) throws(Violation) in
      let text = SourceText(valid(bytes))
      let catalog = StringCatalog.parse(text)
      for problem in catalog.problems { try requirePlace(problem.range, in: text, problem.message) }
      for entry in catalog.entries {
        try requirePlace(entry.range, in: text, "an entry")
        try requirePlace(entry.body, in: text, "the body of an entry")
        try requireWritten(entry.key, in: text)
        for localization in entry.localizations {
          try requirePlace(localization.range, in: text, "a localization")
          for unit in localization.units { if let value = unit.value { try requireWritten(value, in: text) } }
        }
        let edits = catalog.adding(languages: ["x"], state: "new", value: "y", to: entry)
        try requireEdits(edits, in: text, "the edits that add a language")
        let after = StringCatalog.parse(text.applying(edits))
        let messages = after.problems.map(\.message)
        try require(messages == catalog.problems.map(\.message), "adding a language brings \(after.problems)")
      }
    },
    seeds: { $0.bytes([.stringCatalog]) })

  /// An Xcode project: any bytes are read, settings are places in them.
  static let xcodeProject = FuzzTarget(
    name: "xcode-project", longestInput: 8_192,
    check: { (bytes) throws(Violation) in
      let text = SourceText(bytes)
      let project = XcodeProject.parse(text)
      try requireTree(project.tree)
      for configuration in project.configurations + project.targets.flatMap(\.configurations) {
        try requireSettings(configuration.settings, in: text)
      }
    },
    seeds: { $0.bytes([.xcodeProject]) })

  /// A build configuration file: settings, includes and comments are places in it.
  static let buildConfiguration = FuzzTarget(
    name: "build-configuration", longestInput: 4_096,
    check: { (bytes) throws(Violation) in
      let text = SourceText(bytes)
      let file = BuildConfigurationFile.parse(text)
      try requireSettings(file.settings, in: text)
      for include in file.includes {
        try requirePlace(include.range, in: text, isValid: false, "an include")
        try requireWritten(include.path, in: text)
      }
      for comment in file.comments {
        try requirePlace(comment.range, in: text, isValid: false, "a comment")
        try require(comment.range.contains(comment.content), "a comment's content reaches out")
      }
      for problem in file.problems { try requirePlace(problem.range, in: text, isValid: false, "\(problem)") }
    },
    seeds: { $0.bytes([.buildSettings]) })
}

// MARK: - What holds of trees

func requireTree(_ tree: PropertyListTree) throws(Violation) {
  let text = tree.text
  let whole = ByteRange(0, text.count)
  for (index, node) in tree.nodes.enumerated() {
    try require(
      whole.contains(node.range) && node.range.contains(node.inner) && node.parent < index,
      "node \(index) at \(node.range) is out of place")
    if node.parent >= 0 {
      let parent = tree.nodes[Int(node.parent)]
      try require(
        parent.range.lower <= node.range.lower && node.range.upper <= parent.range.upper,
        "node \(index) at \(node.range) is not in its parent at \(parent.range)")
    }
    var end = node.range.lower
    for child in tree.children(of: index) {
      let range = tree.nodes[child].range
      try require(
        Int(tree.nodes[child].parent) == index && range.lower >= end, "child \(child) at \(range) is out of place")
      end = range.upper
    }
  }
  var last = 0
  for problem in tree.problems {
    try requirePlace(problem.range, in: text, isValid: false, "\(problem)")
    try require(problem.range.lower >= last, "problems are not in order at \(problem.range)")
    last = problem.range.lower
  }
  for offset in stride(from: 0, through: text.count, by: max(1, text.count / 16)) {
    _ = tree.keyPaths(at: [offset])
    try require(tree.path(at: offset).allSatisfy { tree.nodes[$0].range.touches(offset) }, "the path at \(offset)")
  }
  for (index, node) in tree.nodes.enumerated() where node.kind == .element {
    let value = PropertyListValue(tree: tree, index: index)
    if node.element.isLeaf { try requireWritten(value.written, in: text) }
    _ = (value.bool, value.integer, value.real)
  }
  _ = tree.root.map { ($0.entries.count, $0.elements.count) }
}

func requireTree(_ tree: OpenStepTree) throws(Violation) {
  let text = tree.text
  for problem in tree.problems { try requirePlace(problem.range, in: text, isValid: false, "\(problem)") }
  var end = 0
  for comment in tree.comments {
    try requirePlace(comment.range, in: text, isValid: false, "a comment")
    try require(comment.range.lower >= end && comment.range.contains(comment.content), "comments overlap at \(end)")
    end = comment.range.upper
  }
  for offset in stride(from: 0, through: text.count, by: max(1, text.count / 16)) {
    let path = tree.path(at: offset)
    for (outer, inner) in zip(path, path.dropFirst()) {
      try require(outer.range.contains(inner.range), "the path at \(offset) does not nest")
    }
  }
  for container in tree.containers {
    try requirePlace(container.range, in: text, isValid: false, "a container")
    for entry in container.entries {
      try require(container.range.contains(entry.range), "an entry at \(entry.range) reaches out of \(container.range)")
      for value in [entry.key] + (entry.value.map { [$0] } ?? []) {
        try require(container.range.contains(value.range), "a value at \(value.range) reaches out")
        if let written = value.written { try requireWritten(written, in: text) }
      }
    }
  }
}

/// Requires each place of a written text to be a place of the file, in the same order.
func requireWritten(_ written: WrittenText, in text: SourceText) throws(Violation) {
  try requirePlace(written.range, in: text, isValid: false, "a text")
  try require(written.range.contains(written.content), "the content \(written.content) reaches out of \(written.range)")
  let count = written.value.utf8.count
  var last = written.content.lower
  for offset in stride(from: 0, through: count, by: max(count / 16, 1)) {
    let source = written.sourceRange(of: ByteRange(at: offset)).lower
    try require(
      written.content.lower <= source && source <= written.content.upper && source >= last,
      "byte \(offset) of “\(written.value)” is at \(source), the content at \(written.content)")
    last = source
    let part = written.sourceRange(of: ByteRange(offset, count))
    try require(written.content.contains(part), "the part from \(offset) of “\(written.value)” is at \(part)")
  }
}

private func requireSettings(_ settings: [BuildSetting], in text: SourceText) throws(Violation) {
  for setting in settings {
    try requirePlace(setting.range, in: text, isValid: false, "the setting \(setting.name)")
    try requirePlace(setting.nameRange, in: text, isValid: false, "the name of \(setting.name)")
    for value in setting.values { try requireWritten(value, in: text) }
  }
}

// MARK: - What holds of JSON

private func requireRanges(_ document: JSONDocument) throws(Violation) {
  let count = document.bytes.count
  for container in document.containers {
    var end = container.range.lowerBound
    let children = container.array ?? container.members?.flatMap { [$0.name, $0.value] } ?? []
    for child in children {
      try require(
        child.range.lowerBound >= end && child.range.upperBound <= container.range.upperBound,
        "\(child.range) is not in \(container.range) behind \(end)")
      end = child.range.upperBound
    }
    try require(container.range.upperBound <= count, "\(container.range) reaches out")
  }
}

/// The value written anew by the writer, with its strings decoded and encoded again.
private func rewritten(_ root: JSONValue) throws(Violation) -> [UInt8] {
  enum Step {
    case value(JSONValue), text(String)
  }
  // The writer nests by closures; this may nest deeper than a stack.
  var bytes: [UInt8] = []
  var steps: [Step] = [.value(root)]
  while let step = steps.popLast() {
    switch step {
    case .text(let text): bytes += text.utf8
    case .value(let value):
      if let elements = value.array {
        bytes += "[".utf8
        steps.append(.text("]"))
        for (index, element) in elements.enumerated().reversed() {
          steps.append(.value(element))
          if index > 0 { steps.append(.text(",")) }
        }
      } else if let members = value.members {
        bytes += "{".utf8
        steps.append(.text("}"))
        for (index, member) in members.enumerated().reversed() {
          steps += [.value(member.value), .text(":"), .value(member.name)]
          if index > 0 { steps.append(.text(",")) }
        }
      } else {
        var json = JSONWriter()
        if let string = value.string { json.string(string) } else { json.raw(value.spelling) }
        bytes += json.bytes
      }
    }
  }
  return bytes
}

/// Every container's children and every leaf's value, in document order.
private func values(_ document: JSONDocument) throws(Violation) -> [String] {
  func shown(_ value: JSONValue) -> String {
    switch value.kind {
    case .string: "“\(value.string ?? "")”"
    case .array: "["
    case .object: "{"
    case .null, .boolean, .number: String(decoding: value.spelling, as: UTF8.self)
    }
  }
  return [shown(document.root)]
    + document.containers.flatMap { container in
      (container.array ?? container.members?.flatMap { [$0.name, $0.value] } ?? []).map(shown) + ["end"]
    }
}
