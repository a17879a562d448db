import CatalogData
import EditorFeatures
import JSON
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// What holds for every answer to every request, wherever in whatever text it is asked: it is a result, all places in it
/// are places in the document, and what has to nest or to be in order does.
///
/// Every feature is called at every offset of the files and at random ones of the broken texts. What it says is looked at
/// again as it goes to a client, in each encoding, at some of these places.
@Suite struct CapabilityPropertyTests {
  private static let encodings: [PositionEncoding] = [.utf8, .utf16, .utf32]
  private static let linter = Linter(catalog: .bundled)

  /// Fifty manifests: real ones of ordinary size, or our own where there is no corpus, and one with every kind of line
  /// end and character.
  private static let texts: [[UInt8]] = {
    var texts = Rule.all.flatMap(\.examples).map {
      Array(MarkedText($0.file(around: $0.text, catalog: .bundled)).text.utf8)
    }
    if let corpus = CorpusFolder.fromEnvironment(for: "every capability at every offset") {
      let files = corpus.files(in: "manifests").map(\.bytes).filter { (1...900).contains($0.count) }
      texts = stride(from: 0, to: files.count, by: max(files.count / 49, 1)).map { files[$0] }
    }
    return Array(texts.prefix(49)) + [Array(strange.utf8)]
  }()

  private static let strange =
    "\u{FEFF}<?xml version=\"1.0\"?>\r\n<!-- 📸 für\r Fotos -->\n<plist version=\"1.0\">\r\n<dict>\r"
    + "<!-- é --><key>NSPrivacyTrackingDomains</key><array>📸<string>bücher.example</string>\r\n"
    + "<string>📸&amp;<![CDATA[📸]]></string></array>\n<key>NSPrivacyAccessedAPITypes</key>\r\n<array><dict>\r\n"
    + "\t<key>NSPrivacyAccessedAPITypeReasons</key>\r\n\t<array><string>CA92.1</string>\r\n\t<string>📸"

  // MARK: - At every offset

  @Test(arguments: 0..<5)
  func everyFeatureAtEveryOffset(part: Int) {
    var places = 0
    for bytes in Self.texts.dropFirst(part * 10).prefix(10) {
      let snapshot = Self.snapshot(bytes)
      let text = snapshot.document.text
      for row in Self.rows where !row.isPositional { Self.checkDirectly(row, snapshot, 0) }
      for offset in 0...text.count where Self.isBoundary(offset, text) {
        places += 1
        for row in Self.rows where row.isPositional { Self.checkDirectly(row, snapshot, offset) }
      }
    }
    print("every feature at every offset, part \(part): \(places) offsets")
    #expect(places > 1_000)
  }

  @Test func everyFeatureInBrokenTexts() {
    var random = SeededGenerator(seed: 3)
    var mutator = PropertyListMutator(seed: 3)
    for round in 0..<2_000 {
      let bytes = mutator.mutate(Self.texts[round % Self.texts.count])
      let snapshot = Self.snapshot(Self.valid(bytes))
      for row in Self.rows {
        let offset = random.below(snapshot.document.text.count + 1)
        Self.checkDirectly(row, snapshot, Self.isBoundary(offset, snapshot.document.text) ? offset : 0)
      }
    }
  }

  // MARK: - As clients get it

  @Test(arguments: encodings)
  func everyAnswerOverTheWire(encoding: PositionEncoding) throws {
    var client = try Client(encoding)
    var random = SeededGenerator(seed: 5)
    var mutator = PropertyListMutator(seed: 5)
    for text in Self.texts {
      client.open(text)
      for _ in 0..<4 { try client.ask(Self.rows, at: random.below(text.count + 1)) }
    }
    // A third of the broken texts for each encoding.
    for round in 0..<2_000 / 3 {
      let bytes = Self.valid(mutator.mutate(Self.texts[round % Self.texts.count]))
      client.open(bytes)
      try client.ask(Self.rows, at: random.below(bytes.count + 1))
    }
    print("over the wire in \(encoding.rawValue): \(client.answers) answers")
  }

  /// Whoever offers something new adds a row for it below.
  @Test func everyCapabilityHasARow() throws {
    let client = try Client(.utf16)
    let offered = Set((client.capabilities.members ?? []).compactMap(\.name.string))
    let known = Set(Self.rows.map(\.capability)).union(["positionEncoding", "textDocumentSync", "workspace"])
    #expect(offered.subtracting(known) == [])
  }
}

// MARK: - The requests

/// A capability with the requests that use it.
private struct Row: Sendable {
  let capability: String
  /// Whether what it says depends on a place.
  let isPositional: Bool
  /// All ranges in what the feature says of a place, asked without a server.
  let direct: @Sendable (Snapshot, Int) -> [ByteRange]
  /// The requests about a place, each as a method and its parameters besides the document.
  let requests: @Sendable (Place) -> [(method: String, members: String)]
  /// The request that completes an item of an answer.
  var resolve: String?
  /// What holds for an answer besides what holds for all.
  var check: @Sendable (JSONValue, Place) -> [String] = { _, _ in [] }
}

/// Where a request is made.
private struct Place {
  let text: SourceText
  let encoding: PositionEncoding
  let capabilities: JSONValue
  let offset: Int

  var position: Position { text.position(at: offset, in: encoding) }
  var json: String { place(position.line, position.character) }
  var atPosition: String { #","position":\#(json)"# }
  /// A part of the text that begins or ends at the place.
  var range: String {
    let other = text.position(at: offset < text.count / 2 ? text.count : offset / 2, in: encoding)
    let (start, end) = (min(position, other), max(position, other))
    return #","range":\#(span(start.line, start.character, end.line, end.character))"#
  }
}

extension CapabilityPropertyTests {
  private static func snapshot(_ bytes: [UInt8]) -> Snapshot {
    let document = Document(path: "PrivacyInfo.xcprivacy", kind: .privacyManifest, text: SourceText(bytes))
    return Snapshot(document: document, linter: linter)
  }

  /// The text as it comes through JSON, which has no bytes that are no UTF-8.
  private static func valid(_ bytes: [UInt8]) -> [UInt8] { Array(String(decoding: bytes, as: UTF8.self).utf8) }

  private static func isBoundary(_ offset: Int, _ text: SourceText) -> Bool {
    offset == text.count || text.bytes.indices.contains(offset) && text.bytes[offset] & 0xC0 != 0x80
  }

  private static func checkDirectly(_ row: Row, _ snapshot: Snapshot, _ offset: Int) {
    let text = snapshot.document.text
    for range in row.direct(snapshot, offset) {
      let isInside = 0 <= range.lower && range.upper <= text.count
      let isWhole = isInside && isBoundary(range.lower, text) && isBoundary(range.upper, text)
      if !isWhole {
        Issue.record(
          "\(row.capability) at \(offset) has \(range) of\n\(String(decoding: text.bytes, as: UTF8.self))")
      }
    }
  }

  private static let rows: [Row] = [
    Row(
      capability: "hoverProvider", isPositional: true,
      direct: { snapshot, offset in hover(in: snapshot, at: offset).map { [$0.range] } ?? [] },
      requests: { [("textDocument/hover", $0.atPosition)] }),
    Row(
      capability: "completionProvider", isPositional: true,
      direct: { snapshot, offset in
        completions(in: snapshot, at: offset).flatMap { [$0.range] + $0.additionalEdits.map(\.range) }
      },
      requests: { [("textDocument/completion", $0.atPosition)] },
      resolve: "completionItem/resolve"),
    Row(
      capability: "codeActionProvider", isPositional: true,
      direct: { snapshot, offset in
        codeActions(in: snapshot, range: ByteRange(at: offset)).flatMap { action in
          action.edits.map(\.range) + action.snippets.map(\.range) + action.diagnostics.map(\.range)
        }
      },
      requests: { [("textDocument/codeAction", $0.range + #","context":{"diagnostics":[]}"#)] },
      resolve: "codeAction/resolve"),
    Row(
      capability: "inlayHintProvider", isPositional: false,
      direct: { snapshot, _ in
        inlayHints(in: snapshot, range: ByteRange(0, snapshot.document.text.count)).map { ByteRange(at: $0.offset) }
      },
      requests: { [("textDocument/inlayHint", $0.range)] },
      resolve: "inlayHint/resolve"),
    Row(
      capability: "semanticTokensProvider", isPositional: false,
      direct: { snapshot, _ in
        let tokens = semanticTokens(in: snapshot).map(\.range)
        for (first, second) in zip(tokens, tokens.dropFirst()) { #expect(first.upper <= second.lower) }
        return tokens
      },
      requests: {
        [
          ("textDocument/semanticTokens/full", ""), ("textDocument/semanticTokens/range", $0.range),
          ("textDocument/semanticTokens/full/delta", #","previousResultId":"0""#),
        ]
      },
      check: faultsOfTokens),
    Row(
      capability: "diagnosticProvider", isPositional: false,
      direct: { snapshot, _ in snapshot.lint(fixes: .none).map(\.range) },
      requests: { _ in [("textDocument/diagnostic", "")] }),
    Row(
      capability: "documentSymbolProvider", isPositional: false,
      direct: { snapshot, _ in
        var pending = documentSymbols(of: snapshot.document, catalog: snapshot.catalog)
        var ranges: [ByteRange] = []
        while let symbol = pending.popLast() {
          #expect(symbol.range.contains(symbol.selection))
          for child in symbol.children { #expect(symbol.range.contains(child.range)) }
          ranges += [symbol.range, symbol.selection]
          pending += symbol.children
        }
        return ranges
      },
      requests: { _ in [("textDocument/documentSymbol", "")] },
      check: faultsOfSymbols),
    Row(
      capability: "foldingRangeProvider", isPositional: false,
      direct: { snapshot, _ in
        foldingRanges(of: snapshot.document, catalog: snapshot.catalog, options: FoldingOptions(wholeLines: false))
          .map(\.range)
      },
      requests: { _ in [("textDocument/foldingRange", "")] },
      check: faultsOfFolds),
    Row(
      capability: "selectionRangeProvider", isPositional: true,
      direct: { snapshot, offset in
        let ranges = selectionRanges(in: snapshot.document, at: offset)
        #expect(ranges.allSatisfy { $0.touches(offset) })
        for (inner, outer) in zip(ranges, ranges.dropFirst()) { #expect(outer.contains(inner) && outer != inner) }
        return ranges
      },
      requests: {
        [("textDocument/selectionRange", #","positions":[\#($0.json),\#(place(0, 0)),\#($0.json)]"#)]
      },
      check: faultsOfSelections),
    Row(
      capability: "documentHighlightProvider", isPositional: true,
      direct: { snapshot, offset in documentHighlights(in: snapshot, at: offset).map(\.range) },
      requests: { [("textDocument/documentHighlight", $0.atPosition)] }),
    Row(
      capability: "definitionProvider", isPositional: true,
      direct: { snapshot, offset in definition(in: snapshot, at: offset).map(\.range) },
      requests: { [("textDocument/definition", $0.atPosition)] }),
    Row(
      capability: "referencesProvider", isPositional: true,
      direct: { snapshot, offset in
        references(in: snapshot, at: offset, includesDeclarations: true).map(\.range)
      },
      requests: { [("textDocument/references", $0.atPosition + #","context":{"includeDeclaration":true}"#)] }),
    Row(
      capability: "renameProvider", isPositional: true,
      direct: { snapshot, offset in renameRange(in: snapshot, at: offset).map { [$0] } ?? [] },
      requests: {
        [
          ("textDocument/prepareRename", $0.atPosition),
          ("textDocument/rename", $0.atPosition + #","newName":"NSOtherUsageDescription""#),
        ]
      }),
    Row(
      capability: "documentLinkProvider", isPositional: false,
      direct: { snapshot, _ in documentLinks(in: snapshot).map(\.range) },
      requests: { _ in [("textDocument/documentLink", "")] }),
    Row(
      capability: "linkedEditingRangeProvider", isPositional: true,
      direct: { snapshot, offset in
        let ranges = linkedEditingRanges(in: snapshot.document, at: offset)?.ranges ?? []
        let texts = ranges.map { snapshot.document.text[$0] }
        #expect(Set(texts).count <= 1 && (ranges.isEmpty || ranges.contains { $0.touches(offset) }))
        return ranges
      },
      requests: { [("textDocument/linkedEditingRange", $0.atPosition)] }),
    Row(
      capability: "documentFormattingProvider", isPositional: false,
      direct: { snapshot, _ in rangesOfFormatting(in: snapshot, nil) },
      requests: { _ in [("textDocument/formatting", formattingOptions)] }),
    Row(
      capability: "documentRangeFormattingProvider", isPositional: true,
      direct: { snapshot, offset in
        // The whole file is looked at each time.
        offset.isMultiple(of: 16) ? rangesOfFormatting(in: snapshot, [ByteRange(offset / 2, offset)]) : []
      },
      requests: { place in
        let range = place.range
        let ranges = #","ranges":[\#(range.dropFirst(#","range":"#.count))]"#
        return [
          ("textDocument/rangeFormatting", formattingOptions + range),
          ("textDocument/rangesFormatting", formattingOptions + ranges),
        ]
      }),
    Row(
      capability: "documentOnTypeFormattingProvider", isPositional: true,
      direct: { snapshot, offset in
        [">", "/"].compactMap { typingEdit(in: snapshot.document, at: offset, typed: $0)?.range }
      },
      requests: { place in
        [">", "/"].map {
          ("textDocument/onTypeFormatting", formattingOptions + place.atPosition + #","ch":"\#($0)""#)
        }
      }),
    Row(
      capability: "diagnosticProvider", isPositional: false,
      direct: { snapshot, _ in snapshot.lint(fixes: .none).map(\.range) },
      requests: { _ in [("textDocument/diagnostic", ""), ("workspace/diagnostic", #","previousResultIds":[]"#)] }),
    Row(
      capability: "workspaceSymbolProvider", isPositional: false,
      direct: { snapshot, _ in workspaceSymbols(of: snapshot.document, catalog: snapshot.catalog).map(\.range) },
      requests: { _ in [("workspace/symbol", #","query":"""#)] }),
    Row(
      capability: "codeLensProvider", isPositional: false,
      direct: { snapshot, _ in codeLenses(in: snapshot).map(\.range) },
      requests: { _ in [("textDocument/codeLens", "")] }),
    // What else there is are edits that clients without actions are given; they cannot make them up.
    Row(
      capability: "executeCommandProvider", isPositional: true,
      direct: { snapshot, offset in findings(in: snapshot, at: offset).findings.map(\.range) },
      requests: { place in
        [
          ("privacy-lsp.label", ""), ("privacy-lsp.showLabel", ""),
          ("privacy-lsp.showFindings", place.atPosition), ("privacy-lsp.showUses", place.atPosition),
        ].map { command, members in
          ("workspace/executeCommand", #","command":"\#(command)","arguments":[{"uri":"\#(uri)"\#(members)}]"#)
        }
      }),
  ]

  private static let formattingOptions = #","options":{"tabSize":2,"insertSpaces":true,"trimTrailingWhitespace":true}"#

  private static func rangesOfFormatting(in snapshot: Snapshot, _ ranges: [ByteRange]?) -> [ByteRange] {
    let edits = (try? formattingEdits(in: snapshot.document, ranges: ranges)) ?? []
    for (first, second) in zip(edits, edits.dropFirst()) { #expect(first.range.upper < second.range.lower) }
    return edits.map(\.range)
  }

  /// Tokens are whole, in order and apart, and of the types that were offered.
  private static func faultsOfTokens(_ answer: JSONValue, _ place: Place) -> [String] {
    let numbers = answer["data"]?.array?.compactMap(\.int) ?? []
    guard numbers.count.isMultiple(of: 5) else { return ["\(numbers.count) numbers"] }
    let legend = place.capabilities["semanticTokensProvider"]?["legend"]
    let types = legend?["tokenTypes"]?.array?.count ?? 0
    let modifiers = legend?["tokenModifiers"]?.array?.count ?? 0
    var faults: [String] = []
    var (line, character, end) = (0, 0, 0)
    for at in stride(from: 0, to: numbers.count, by: 5) {
      if numbers[at] > 0 { (character, end) = (0, 0) }
      line += numbers[at]
      character += numbers[at + 1]
      let length = numbers[at + 2]
      if character < end || length == 0 { faults.append("token \(at / 5) overlaps or is empty") }
      end = character + length
      for column in [character, end] where !isPlace(line, column, place) {
        faults.append("token \(at / 5) reaches out")
      }
      if numbers[at + 3] >= types || numbers[at + 4] >= 1 << modifiers { faults.append("token \(at / 5) has no name") }
    }
    return faults
  }

  /// Folds are of places in the text, and lie in each other or apart. One line begins one fold at most.
  private static func faultsOfFolds(_ answer: JSONValue, _ place: Place) -> [String] {
    var faults: [String] = []
    var open: [(start: Position, end: Position)] = []
    func position(_ fold: JSONValue, _ line: String, _ character: String) -> Position? {
      guard let line = fold.member(line)?.int, let character = fold.member(character)?.int else { return nil }
      return isPlace(line, character, place) ? Position(line: line, character: character) : nil
    }
    for fold in answer.array ?? [] {
      guard let start = position(fold, "startLine", "startCharacter"),
        let end = position(fold, "endLine", "endCharacter"),
        start < end
      else {
        faults.append("the fold \(String(decoding: fold.spelling, as: UTF8.self)) is none")
        continue
      }
      while let last = open.last, last.end <= start { open.removeLast() }
      if let last = open.last, last.end < end || (last.start, last.end) == (start, end) || start < last.start {
        faults.append("folds cross at line \(start.line)")
      }
      open.append((start, end))
    }
    return faults
  }

  /// Each selection lies in the next and is smaller, and the first holds the place.
  private static func faultsOfSelections(_ answer: JSONValue, _ place: Place) -> [String] {
    let selections = answer.array ?? []
    var faults = selections.count == 3 ? [] : ["\(selections.count) selections for 3 places"]
    for (selection, at) in zip(selections, [place.position, Position(line: 0, character: 0), place.position]) {
      var inner = ClosedRange(uncheckedBounds: (at, at))
      var selection: JSONValue? = selection
      var isFirst = true
      while let current = selection {
        guard let outer = range(current["range"]), outer.lowerBound <= inner.lowerBound,
          inner.upperBound <= outer.upperBound, isFirst || outer != inner
        else {
          faults.append("the selections at \(at) do not nest")
          break
        }
        inner = outer
        isFirst = false
        selection = current["parent"]
      }
    }
    return faults
  }

  /// Symbols hold their names, and those in them.
  private static func faultsOfSymbols(_ answer: JSONValue, _ place: Place) -> [String] {
    var faults: [String] = []
    var pending = answer.array ?? []
    while let symbol = pending.popLast() {
      let children = symbol["children"]?.array ?? []
      for inner in [symbol["selectionRange"]] + children.map({ $0["range"] }) {
        guard let outer = range(symbol["range"]), let inner = range(inner), outer.lowerBound <= inner.lowerBound,
          inner.upperBound <= outer.upperBound
        else {
          faults.append("a symbol reaches out")
          continue
        }
      }
      if symbol["name"]?.string?.isEmpty ?? true { faults.append("a symbol has no name") }
      pending += children
    }
    return faults
  }

  fileprivate static func position(_ json: JSONValue?) -> Position? {
    guard let line = json?["line"]?.int, let character = json?["character"]?.int else { return nil }
    return Position(line: line, character: character)
  }

  private static func range(_ json: JSONValue?) -> ClosedRange<Position>? {
    guard let start = position(json?["start"]), let end = position(json?["end"]), start <= end else { return nil }
    return start...end
  }

  /// Whether there is such a place in the text, and it lies between two characters.
  fileprivate static func isPlace(_ line: Int, _ character: Int, _ place: Place) -> Bool {
    let position = Position(line: line, character: character)
    let offset = place.text.offset(of: position, in: place.encoding)
    return line < place.text.lineCount && place.text.position(at: offset, in: place.encoding) == position
  }
}

// MARK: - A client

/// A client that announces everything, and looks at every answer.
private struct Client {
  private var session: Session
  private let encoding: PositionEncoding
  private var text = SourceText("")
  private var version = 0
  /// What the server said of itself.
  let capabilities: JSONValue
  private(set) var answers = 0

  init(_ encoding: PositionEncoding) throws {
    self.encoding = encoding
    session = Session(largestText: 1_000_000)
    let announced = Self.announced(encoding)
    let answer =
      session.exchange(#"{"id":0,"method":"initialize","params":{"processId":null,"capabilities":\#(announced)}}"#)
      .last ?? ""
    capabilities = try #require(try JSONDocument.parse(Array(answer.utf8)).root["result"]?["capabilities"])
    _ = session.exchange(#"{"method":"initialized","params":{}}"#)
  }

  mutating func open(_ bytes: [UInt8]) {
    if version > 0 { _ = session.exchange(didClose()) }
    version += 1
    text = SourceText(bytes)
    _ = session.exchange(didOpen(String(decoding: bytes, as: UTF8.self), version: version))
  }

  /// Makes the requests of all capabilities that the server has.
  mutating func ask(_ rows: [Row], at offset: Int) throws {
    let place = Place(
      text: text, encoding: encoding, capabilities: capabilities,
      // A place inside a character is the character's.
      offset: text.offset(of: text.position(at: offset, in: .utf32), in: .utf32))
    for row in rows where capabilities.member(row.capability) != nil {
      for (method, members) in row.requests(place) {
        guard let result = try exchange(method, request(1, method, members), row, place) else { continue }
        try run(commandIn: result, place)
        let items = result["items"]?.array ?? result.array ?? []
        guard let resolve = row.resolve, let item = items.first(where: { $0["data"] != nil }) else { continue }
        let params = String(decoding: item.spelling, as: UTF8.self)
        let message = #"{"id":1,"method":"\#(resolve)","params":\#(params)}"#
        if let resolved = try exchange(resolve, message, nil, place) { try run(commandIn: resolved, place) }
      }
    }
  }

  /// Runs the first command in an answer, as someone who chooses it does.
  private mutating func run(commandIn answer: JSONValue, _ place: Place) throws {
    var pending = [answer]
    while let json = pending.popLast() {
      if let elements = json.array { pending += elements.reversed() }
      guard let members = json.members else { continue }
      pending += members.map(\.value).reversed()
      guard json["command"]?.string != nil, json["title"] != nil else { continue }
      let params = String(decoding: json.spelling, as: UTF8.self)
      let message = #"{"id":1,"method":"workspace/executeCommand","params":\#(params)}"#
      _ = try exchange("workspace/executeCommand", message, nil, place)
      return
    }
  }

  private mutating func exchange(_ method: String, _ message: String, _ row: Row?, _ place: Place) throws -> JSONValue?
  {
    let messages = session.exchange(message)
    answers += 1
    // The server's own requests have numbers too.
    let answer = messages.first { value($0, "id") == "1" && value($0, "method") == nil } ?? "{}"
    let document = try JSONDocument.parse(Array(answer.utf8))
    guard let result = document.root["result"] else {
      Issue.record("\(method) at \(place.offset) says \(messages) of\n\(shownText)")
      return nil
    }
    for fault in Self.faults(in: result, place) + (row?.check(result, place) ?? []) {
      Issue.record("\(method) at \(place.offset): \(fault) of\n\(shownText)")
    }
    return result
  }

  private var shownText: String { String(decoding: text.bytes, as: UTF8.self) }

  /// All that is no place in the text, or a range the wrong way round, anywhere in an answer.
  private static func faults(in answer: JSONValue, _ place: Place) -> [String] {
    var faults: [String] = []
    var pending = [answer]
    while let json = pending.popLast() {
      if let elements = json.array { pending += elements }
      guard let members = json.members else { continue }
      // What lies in another document is that one's.
      if let other = (json["uri"] ?? json["targetUri"])?.string, other != uri { continue }
      // What a request asked about goes back as it came.
      pending += members.filter { !$0.name.isString("data") }.map(\.value)
      if let line = json["line"]?.int, let character = json["character"]?.int,
        !CapabilityPropertyTests.isPlace(line, character, place)
      {
        faults.append("\(line):\(character) is no place")
      }
      if let start = CapabilityPropertyTests.position(json["start"]),
        let end = CapabilityPropertyTests.position(json["end"]), end < start
      {
        faults.append("a range ends before it starts")
      }
    }
    return faults
  }

  private static func announced(_ encoding: PositionEncoding) -> String {
    func numbers(_ range: ClosedRange<Int>) -> String { "[" + range.map { "\($0)" }.joined(separator: ",") + "]" }
    func strings(_ list: String) -> String {
      "[" + list.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }
    let dynamic = #""dynamicRegistration":true"#
    let markup = strings("markdown plaintext")
    let tokenTypes = strings("property variable type function enum enumMember string keyword")
    return #"""
      {"general":{"positionEncodings":["\#(encoding.rawValue)"],"markdown":{"parser":"marked"}},
       "window":{"workDoneProgress":true,"showDocument":{"support":true},"showMessage":{}},
       "workspace":{"applyEdit":true,"configuration":false,"workspaceFolders":true,"executeCommand":{\#(dynamic)},
        "workspaceEdit":{"documentChanges":true,"snippetEditSupport":true,"changeAnnotationSupport":{},
         "resourceOperations":["create","rename","delete"],"failureHandling":"transactional"},
        "symbol":{"symbolKind":{"valueSet":\#(numbers(1...26))},"resolveSupport":{"properties":["location.range"]}},
        "inlayHint":{"refreshSupport":true},"semanticTokens":{"refreshSupport":true},"codeLens":{"refreshSupport":true},
        "foldingRange":{"refreshSupport":true},"diagnostics":{"refreshSupport":true}},
       "textDocument":{
        "synchronization":{"willSave":true,"didSave":true},
        "publishDiagnostics":{"relatedInformation":true,"versionSupport":true,"codeDescriptionSupport":true,
         "dataSupport":true,"tagSupport":{"valueSet":[1,2]}},
        "diagnostic":{"relatedDocumentSupport":true,"relatedInformation":true,"markupMessageSupport":true},
        "hover":{"contentFormat":\#(markup)},
        "completion":{"completionItem":{"snippetSupport":true,"labelDetailsSupport":true,"documentationFormat":\#(markup),
          "resolveSupport":{"properties":["documentation"]},"insertTextModeSupport":{"valueSet":[1,2]},
          "deprecatedSupport":true,"tagSupport":{"valueSet":[1]}},
         "completionItemKind":{"valueSet":\#(numbers(1...25))}},
        "codeAction":{"isPreferredSupport":true,"disabledSupport":true,"dataSupport":true,"documentationSupport":true,
         "resolveSupport":{"properties":["edit"]},"honorsChangeAnnotations":true,"codeActionLiteralSupport":
         {"codeActionKind":{"valueSet":\#(strings("quickfix refactor refactor.rewrite source source.fixAll"))}}},
        "documentSymbol":{"hierarchicalDocumentSymbolSupport":true,"symbolKind":{"valueSet":\#(numbers(1...26))},
         "labelSupport":true},
        "foldingRange":{"lineFoldingOnly":false,"foldingRangeKind":{"valueSet":\#(strings("comment imports region"))},
         "foldingRange":{"collapsedText":true}},
        "selectionRange":{},"documentHighlight":{},"definition":{"linkSupport":true},"references":{},
        "rename":{"prepareSupport":true},"documentLink":{"tooltipSupport":true},"linkedEditingRange":{},
        "formatting":{},"rangeFormatting":{"rangesSupport":true},"onTypeFormatting":{},
        "codeLens":{"resolveSupport":{"properties":["command"]}},
        "inlayHint":{"resolveSupport":{"properties":["tooltip"]}},
        "semanticTokens":{"requests":{"range":true,"full":{"delta":true}},"tokenTypes":\#(tokenTypes),
         "tokenModifiers":["deprecated"],"formats":["relative"],"multilineTokenSupport":false,
         "overlappingTokenSupport":false,"augmentsSyntaxTokens":true}}}
      """#
  }
}

extension JSONValue {
  /// The value of a member with a name that is no constant.
  fileprivate func member(_ name: String) -> JSONValue? { members?.last { $0.name.string == name }?.value }
}
