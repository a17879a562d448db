/// One slip of a keyboard, or of a merge, in a text that was right.
public struct Slip: Sendable {
  /// What was done, and to which line.
  public let name: String
  public let bytes: [UInt8]
}

/// Makes every single slip of a text: what a hand on a keyboard does, and what a difference between two versions does.
public struct Slips {
  private let lines: [[UInt8]]
  private let bytes: [UInt8]
  private let isXML: Bool
  private var seen: Set<[UInt8]>
  private var slips: [Slip] = []

  /// - Parameter isXML: Whether the marks of the text are tags rather than braces, quotation marks and semicolons.
  public static func all(of text: String, isXML: Bool) -> [Slip] {
    var maker = Slips(text, isXML: isXML)
    maker.slipLines()
    maker.slipMarks()
    if isXML { maker.slipTags() }
    maker.slipMerges()
    return maker.slips
  }

  /// Makes slips on two lines side by side, the same each time.
  public static func pairs(of text: String, count: Int) -> [Slip] {
    let lines = Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    guard lines.count > 8 else { return [] }
    var state: UInt64 = 11
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(bound, 1)
    }
    /// One slip on a line, with its name.
    func slip(_ line: [UInt8]) -> (name: String, lines: [[UInt8]]) {
      let indent = Array(line.prefix { $0 == 0x20 || $0 == 0x09 })
      let marks = line.indices.filter { Array("<>/\"=;".utf8).contains(line[$0]) }
      switch next(7) {
      case 0: return ("left out", [])
      case 1: return ("doubled", [line, line])
      case 2: return ("cut", [Array(line.prefix(indent.count + 1 + next(line.count - indent.count)))])
      case 3 where !marks.isEmpty:
        var changed = line
        changed.remove(at: marks[next(marks.count)])
        return ("a mark left out", [changed])
      case 4 where !marks.isEmpty:
        let place = marks[next(marks.count)]
        return ("a mark doubled", [Array(line[...place] + line[place...])])
      case 5 where line.count > indent.count + 1:
        var changed = line
        let place = indent.count + next(line.count - indent.count - 1)
        changed.swapAt(place, place + 1)
        return ("letters transposed", [changed])
      default:
        let typed = ["<", "</", "<k", "<key>NSPri", "<key>NS</ke", "<string>"][next(6)]
        return ("“\(typed)” typed", [indent + Array(typed.utf8)])
      }
    }
    return (0..<count).map { _ in
      let index = 3 + next(lines.count - 6)
      let (first, second) = (slip(lines[index]), slip(lines[index + 1]))
      let changed = lines[..<index] + first.lines + second.lines + lines[(index + 2)...]
      return Slip(
        name: "\(first.name), \(second.name) from line \(index + 1)", bytes: Array(changed.joined(separator: [0x0A])))
    }
  }

  private init(_ text: String, isXML: Bool) {
    bytes = Array(text.utf8)
    lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    self.isXML = isXML
    seen = [bytes]
  }

  private mutating func add(_ name: String, _ bytes: [UInt8]) {
    if seen.insert(bytes).inserted { slips.append(Slip(name: name, bytes: bytes)) }
  }

  private mutating func add(_ name: String, lines: [[UInt8]]) {
    add(name, Array(lines.joined(separator: [0x0A])))
  }

  /// The number of the line that holds an offset.
  private func line(at offset: Int) -> Int { bytes[..<offset].count { $0 == 0x0A } + 1 }

  /// Lines left out, doubled, and put in the wrong order.
  private mutating func slipLines() {
    for index in lines.indices where !lines[index].isEmpty {
      var changed = lines
      changed.remove(at: index)
      add("line \(index + 1) left out", lines: changed)
      changed = lines
      changed.insert(lines[index], at: index)
      add("line \(index + 1) doubled", lines: changed)
      guard index + 1 < lines.count, !lines[index + 1].isEmpty else { continue }
      changed = lines
      changed.swapAt(index, index + 1)
      add("lines \(index + 1) and \(index + 2) swapped", lines: changed)
    }
  }

  /// Marks left out and doubled, and bytes that are no text.
  private mutating func slipMarks() {
    let marks = Set((isXML ? "<>/\"" : "\"';={}(),:[]/").utf8)
    for (offset, byte) in bytes.enumerated() where marks.contains(byte) {
      var changed = bytes
      changed.remove(at: offset)
      add("“\(Unicode.Scalar(byte))” left out in line \(line(at: offset))", changed)
      changed = bytes
      changed.insert(byte, at: offset)
      add("“\(Unicode.Scalar(byte))” doubled in line \(line(at: offset))", changed)
    }
    for offset in stride(from: 3, to: bytes.count, by: 37) where bytes[offset] < 0x80 && bytes[offset - 1] < 0x80 {
      for odd: [UInt8] in [[0xFF], [0xC3], [0x00]] {
        add("byte \(odd) in line \(line(at: offset))", Array(bytes[..<offset]) + odd + bytes[offset...])
      }
    }
  }

  /// The letters of tags left out and transposed, tags that are half written, and keys that are being typed.
  private mutating func slipTags() {
    var start = 0
    while let lower = bytes[start...].firstIndex(of: UInt8(ascii: "<")),
      let upper = bytes[lower...].firstIndex(of: UInt8(ascii: ">"))
    {
      start = upper + 1
      guard lower + 1 < upper, bytes[lower + 1] != UInt8(ascii: "!"), bytes[lower + 1] != UInt8(ascii: "?") else {
        continue
      }
      for offset in lower...upper {
        var changed = bytes
        changed.remove(at: offset)
        add("letter \(offset - lower) of a tag left out in line \(line(at: lower))", changed)
        if offset < upper {
          changed = bytes
          changed.swapAt(offset, offset + 1)
          add("letters \(offset - lower) of a tag transposed in line \(line(at: lower))", changed)
        }
        if offset > lower {
          changed = bytes
          changed.removeSubrange(offset...upper)
          add("a tag cut at letter \(offset - lower) in line \(line(at: lower))", changed)
        }
      }
    }
    for index in lines.indices.dropFirst() {
      let indent = lines[index].prefix { $0 == 0x09 || $0 == 0x20 }
      for typed in ["<", "</", "<k", "<key", "<key>", "<key>NSPri", "<key>NSPri</", "<key>NSCam</ke"] {
        var changed = lines
        changed.insert(indent + Array(typed.utf8), at: index)
        add("“\(typed)” typed before line \(index + 1)", lines: changed)
      }
    }
  }

  /// What a merge leaves around lines: both sides, one that is empty, with the common ancestor, and marks alone.
  private mutating func slipMerges() {
    func line(_ text: String) -> [UInt8] { Array(text.utf8) }
    for index in lines.indices {
      for count in [1, 2, 3, 5] where index + count <= lines.count && !lines[index + count - 1].isEmpty {
        let ours = Array(lines[index..<index + count])
        // The other side has the same with another word in it.
        let theirs = ours.map { $0.replacing(line("a"), with: line("aa")) }
        func merged(_ middle: [[UInt8]]) -> [[UInt8]] {
          Array(lines[..<index]) + middle + Array(lines[(index + count)...])
        }
        let (head, separator, foot) = (line("<<<<<<< HEAD"), line("======="), line(">>>>>>> feature/texts"))
        let name = "around lines \(index + 1) to \(index + count)"
        add("conflict \(name)", lines: merged([head] + ours + [separator] + theirs + [foot]))
        add("conflict with nothing on our side \(name)", lines: merged([head, separator] + ours + [foot]))
        add("conflict with nothing on their side \(name)", lines: merged([head] + ours + [separator, foot]))
        add(
          "conflict with its base \(name)",
          lines: merged([head] + ours + [line("||||||| 1a2b3c4")] + ours + [separator] + theirs + [foot]))
      }
      for mark in ["<<<<<<< HEAD", "=======", ">>>>>>> feature/texts"] where !lines[index].isEmpty {
        var changed = lines
        changed.insert(line(mark), at: index)
        add("“\(mark)” alone before line \(index + 1)", lines: changed)
      }
    }
  }
}
