/// A text without leading and trailing whitespace.
package func trimmingBlanks(_ text: String) -> String {
  var view = Substring(text)
  while let first = view.first, first.isWhitespace { view.removeFirst() }
  while let last = view.last, last.isWhitespace { view.removeLast() }
  return String(view)
}

/// The letters and digits of a text in lower case: the text without case, whitespace and punctuation.
package func fold(_ text: String) -> [UInt8] {
  var result: [UInt8] = []
  for scalar in text.unicodeScalars where isNamePart(scalar) { appendFolded(scalar, to: &result) }
  return result
}

/// Whether a character is a letter or a digit, so that it can be part of a name.
package func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "A"..."Z", "a"..."z", "0"..."9": true
  default: !scalar.isASCII && scalar.properties.isAlphabetic
  }
}

/// Appends a letter or digit, folded as by ``fold(_:)``.
package func appendFolded(_ scalar: Unicode.Scalar, to result: inout [UInt8]) {
  if scalar.isASCII {
    let byte = UInt8(truncatingIfNeeded: scalar.value)
    result.append(("A"..."Z").contains(scalar) ? byte | 0x20 : byte)
  } else {
    result.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
  }
}

/// The words of a name in lower case, the same for `accessToken` and `access_token`: “KitDemo” consists of “kit” and “demo”,
/// but “Democracy” contains neither.
package func words(ofIdentifier text: String) -> [String] {
  var words: [String] = []
  var word = ""
  let characters = Array(text)
  for (place, character) in characters.enumerated() {
    let before = place > 0 ? characters[place - 1] : nil
    // The “E” of “UIExample”, but not the “D” of “IDs”.
    let isNext =
      before?.isUppercase ?? false && place + 2 < characters.count && characters[place + 1].isLowercase
      && characters[place + 2].isLowercase
    if !character.isLetter || character.isUppercase && (before?.isLowercase ?? false || isNext) {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    if character.isLetter { word += character.lowercased() }
  }
  if !word.isEmpty { words.append(word) }
  return words
}

/// The cost of turning one text into another by editing single letters; `limit + 1` if it exceeds `limit`.
///
/// - Parameters:
///   - cost: The cost of inserting, deleting or replacing a letter.
///   - swapCost: The cost of swapping two adjacent letters.
package func editDistance(_ a: [UInt8], _ b: [UInt8], limit: Int, cost: Int = 1, swapCost: Int = 1) -> Int {
  // The maximum number of insertions or deletions.
  let most = limit / cost
  guard abs(a.count - b.count) <= most else { return limit + 1 }
  if a == b { return 0 }
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) * cost }
  var beforeLast: [Int] = []
  var last = (0...b.count).map { $0 * cost }
  for i in 1...a.count {
    var row = [i * cost] + Array(repeating: limit + 1, count: b.count)
    var smallest = i * cost
    for j in max(1, i - most)...max(1, min(b.count, i + most)) {
      var best = min(last[j] + cost, row[j - 1] + cost, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : cost))
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, beforeLast[j - 2] + swapCost) }
      row[j] = best
      smallest = min(smallest, best)
    }
    if smallest > limit { return limit + 1 }
    beforeLast = last
    last = row
  }
  return min(last[b.count], limit + 1)
}
