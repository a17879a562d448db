import Foundation
import PropertyList
import SourceText
import TestSupport
import Testing

private func applesParserReads(_ bytes: [UInt8]) -> Bool {
  (try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)) != nil
}

@Suite struct OpenStepTests {
  private static let project = """
    // !$*UTF8*$!
    {
    	archiveVersion = 1;
    	classes = {
    	};
    	objects = {
    /* Begin PBXBuildFile section */
    		0A1B2C /* Privacy */ = {isa = PBXBuildFile; fileRef = 3D4E5F /* PrivacyInfo.xcprivacy */; };
    		3D4E5F = { path = "a \\"b\\" \\U00e9 \\101.xcprivacy"; sourceTree = "<group>"; data = <0fbd77 1c2735ae>; };
    		list = (
    			a.b-c_d$/e:f,
    			'x "y" z',
    			( ),
    			(b, ( c, { d = e; }, )),
    		);
    		nothing;
    	};
    }

    """

  private static let strings = """
    /* The name of the app. */
    "CFBundleName" = "Ünïcode \u{2028}“name”";
    CFBundleDisplayName = 'It\\'s';
    "key" ;
    // The end.
    list = ( 1, 2 );

    """

  private func check(
    _ marked: String, _ root: OpenStepSyntax.RootKind?, _ kind: SyntaxProblem.Kind? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = MarkedText(marked)
    let syntax = OpenStepSyntax.check(text.source)
    expectEqual(syntax.root, root, marked, sourceLocation: sourceLocation)
    expectEqual(syntax.problem?.kind, kind, marked, sourceLocation: sourceLocation)
    expectEqual(
      MarkedText.marking(syntax.problem.map { [$0.range] } ?? [], in: text.source), marked,
      sourceLocation: sourceLocation)
    expectEqual(applesParserReads(text.source.bytes), kind == nil, "Apple: \(marked)", sourceLocation: sourceLocation)
  }

  @Test func whatApplesParserReadsHasNoProblem() {
    let rows: [(String, OpenStepSyntax.RootKind)] = [
      ("()", .array), ("( a, b, )", .array), ("( a, b )", .array), ("\"x\"", .string), ("'x'", .string),
      ("hello", .string), ("a:b/c.d-e_f$", .string), ("<>", .data), ("<0f Bd>", .data), ("{}", .dictionary),
      ("{ a = ( b, c ); }", .dictionary), ("a = \"b\";", .dictionary), ("{ a; }", .dictionary), ("a;", .dictionary),
      (" \n", .dictionary), ("/* x", .dictionary), ("// x", .dictionary), ("x // y", .string), ("/", .string),
      ("{ a = \"\\\"\\U00e9\\7\"; }", .dictionary), ("\u{FEFF}{ a = b; }", .dictionary),
      // What is wrong and read all the same.
      ("a = b; }", .dictionary), ("( { a = b )", .array), ("{ a = b; \"}", .dictionary), ("( a, <0)", .array),
      (Self.project, .dictionary), (Self.strings, .dictionary),
      (String(repeating: "(", count: 513) + String(repeating: ")", count: 513), .array),
    ]
    for (text, root) in rows { check(text, root) }
  }

  @Test func whatApplesParserRefusesHasOne() {
    check("«»", nil, .emptyFile)
    check("a = «\"b\"»", .dictionary, .missingSemicolon)
    check("{ a = «b» }", .dictionary, .missingSemicolon)
    check("«{» a = b;", .dictionary, .unclosedBracket("{"))
    check("«(» a, b", .array, .unclosedBracket("("))
    check("«(»", .array, .unclosedBracket("("))
    check("( «a» b )", .array, .missingComma)
    check("( a«;» b )", .array, .unexpectedCharacter(";"))
    check("( a, «,» b )", .array, .unexpectedCharacter(","))
    check("{ a = ( b «}»; }", .dictionary, .unexpectedCharacter("}"))
    check("{a=b;}«x»", .dictionary, .contentAfterValue)
    check("() «()»", .array, .contentAfterValue)
    check("{ a = «\"»b; }", .dictionary, .unterminatedString)
    check("{ a = b; «\"»c = d; }", .dictionary, .unterminatedString)
    check("«\"»a\\", .string, .unterminatedString)
    check("{ «a» = ; }", .dictionary, .keyWithoutValue)
    check("{ «a» }", .dictionary, .keyWithoutValue)
    check("«hello» world", .dictionary, .keyWithoutValue)
    check("«a» =", .dictionary, .keyWithoutValue)
    check("{ «é» = b; }", .dictionary, .unexpectedCharacter("é"))
    check("{ a = «@»b; }", .dictionary, .unexpectedCharacter("@"))
    check("«é»", nil, .unexpectedCharacter("é"))
    check("{ a = <0f«;» }", .dictionary, .invalidHexadecimalData)
    check("e=«\"1.0\"»?>", .dictionary, .missingSemicolon)
    check("version=«\"1.0\"» encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n</plist>\n", .dictionary, .missingSemicolon)
    check("{ a = «<»0f", .dictionary, .unclosedBracket("<"))
    let deep = String(repeating: "(", count: 513)
    check(deep + "«(»" + String(repeating: ")", count: 514), .array, .nestedTooDeeply)
  }

  @Test func mutationsAreJudgedAsApplesParserDoes() {
    let insertions = [
      "{", "}", "(", ")", "<", ">", "\"", "'", "\\", ";", ",", "=", "/", "//", "/*", "*/", " ", "\n", "\r", "\t",
      "\u{B}",
      "a", "0", "0f", "é", "😀", "\u{2028}", "\u{2029}", "\u{0}", "\u{85}", "\u{A0}", "\u{FEFF}", "\u{130}", "\u{1C030}",
      "a = b;", "( a )", "{ a = b; }", "<0f>", "<0 f>", "\"x\"", "\\U12", "\\9", "$", ":", "-", "@", "[", "?",
    ].map { Array($0.utf8) }
    let small = [
      "{ a = b; }", "( a, b, )", "\"x\"", "<0f1a 2b>", "a = \"b\";", "{ a = ( b, <0f>, { c; } ); }", "x", "((),(()))",
    ]
    let sources = ([Self.project, Self.strings] + small).map { Array($0.utf8) }
    var random = SeededGenerator(seed: 41)
    var differences: [String] = []
    var counts = (read: 0, refused: 0)
    for round in 0..<60_000 {
      var bytes = sources[round % sources.count]
      for _ in 0..<(1 + random.below(4)) {
        guard !bytes.isEmpty else { break }
        let at = random.below(bytes.count)
        switch random.below(8) {
        case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.removeSubrange(at..<min(at + 1 + random.below(6), bytes.count))
        case 2: bytes.insert(contentsOf: Array(bytes[at..<min(at + 1 + random.below(20), bytes.count)]), at: at)
        case 3 where random.once(in: 3): bytes.removeSubrange(at...)
        case 4 where random.once(in: 3): bytes.removeSubrange(..<at)
        case 5: bytes.remove(at: at)
        default: bytes.insert(contentsOf: random.pick(insertions), at: random.below(bytes.count + 1))
        }
      }
      switch PropertyListFormat.detect(bytes) {
      case .xml, .binary: continue
      default: break
      }
      // A null among the first two bytes makes UTF-16 of the file for Apple's parser, whatever else it holds.
      if bytes.prefix(2).contains(0) { continue }
      let file = DecodedFile(bytes)
      guard file.encoding == .utf8 || file.encoding == .utf8WithMark else { continue }
      let apples = applesParserReads(bytes)
      if apples { counts.read += 1 } else { counts.refused += 1 }
      if let problem = OpenStepSyntax.check(file.text).problem {
        expectTrue(problem.range.upper <= bytes.count, "\(problem) is outside")
        if apples {
          differences.append("Apple reads, we: \(problem): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
      } else if !apples {
        differences.append("Apple refuses: \(String(decoding: bytes, as: UTF8.self).debugDescription)")
      }
    }
    print("\(counts.read) read, \(counts.refused) refused, \(differences.count) differences")
    expectTrue(counts.read > 5_000 && counts.refused > 5_000, "\(counts)")
    expectTrue(differences.isEmpty, differences.prefix(20).joined(separator: "\n"))
  }

  @Test func itTakesLinearTime() {
    for unit in ["(", "{a=", "(\"),", "('),(\"),", "/*", "\"\\", "<", "<0f", "a=b;", "((),", "\u{1}"] {
      let text = SourceText(String(repeating: unit, count: 200_000))
      let duration = ProcessorClock().measure { _ = OpenStepSyntax.check(text) }
      expectTrue(duration < .seconds(5), "\(unit) takes \(duration)")
    }
  }
}
