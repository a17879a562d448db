/// A function from bytes that looks whether what must hold for any bytes holds for these. The fuzzer calls it, and the
/// tests call it again with every input that it once failed for.
public struct FuzzTarget: Sendable {
  public let name: String
  /// The size of the largest input that is worth trying, in bytes.
  public let longestInput: Int
  public let check: @Sendable ([UInt8]) throws(Violation) -> Void
  /// Inputs to begin with, made from files.
  public let seeds: @Sendable ([SeedFile]) -> [[UInt8]]

  /// All targets: parsers first, then what is built on them.
  public static let all: [FuzzTarget] = [
    .decoding, .xml, .binary, .openStep, .json, .stringCatalog, .xcodeProject, .buildConfiguration, .targets, .frames,
    .configuration, .lint, .project, .wording, .swiftSource, .cSource, .evidence,
    .features, .completion, .edits, .formatting, .fixes, .label, .messages,
    .growth, .builtBinary, .staticLibrary, .codeSignature, .zip, .inflate,
    .lockFile, .gitDelta, .gitRepository,
  ]
}

/// Something that must hold and does not.
public struct Violation: Error, Hashable, Sendable {
  public let words: String
}

/// Throws where something that must hold does not.
func require(_ condition: Bool, _ words: @autoclosure () -> String) throws(Violation) {
  if !condition { throw Violation(words: words()) }
}

/// An input taken apart: numbers from its front, and what is left as text.
struct Input {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The next byte, 0 behind the end.
  mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

  /// The next two bytes as a number.
  mutating func number() -> Int { byte() << 8 | byte() }

  /// All that is left, as it is.
  var bytes: [UInt8] { Array(rest) }

  /// All that is left as editors send it: valid UTF-8.
  var text: [UInt8] { valid(Array(rest)) }

  /// What is left up to the next byte 0xFF, which no text has, and takes it away with that byte.
  mutating func part() -> [UInt8] {
    let end = rest.firstIndex(of: 0xFF) ?? rest.endIndex
    defer { rest = rest[end...].dropFirst() }
    return Array(rest[..<end])
  }

  var isEmpty: Bool { rest.isEmpty }
}

/// Bytes with what is no UTF-8 replaced.
func valid(_ bytes: [UInt8]) -> [UInt8] { Array(String(decoding: bytes, as: UTF8.self).utf8) }
