public import JSON

/// Converts a JSON value to an XML property list in the layout of its file; keys keep their order.
///
/// Nil if the value contains `null`, which property lists don’t support, nests deeper than Apple’s parser accepts, or is too
/// large with its indentation.
public func propertyListXML(from json: JSONValue, layout: Layout = Layout()) -> String? {
  var writer = PropertyListWriter(indentation: layout.indentation)
  // A digit takes twenty bytes in XML, so a large file of digits would be too large.
  let largest = min(PropertyListWriter.largest, 1 << 20 + 2 * json.range.count)
  // A stack of what is left to write, since JSON may nest too deep for recursion.
  enum Step {
    case value(JSONValue), key(JSONValue), end
  }
  var steps: [Step] = [.value(json)]
  while let step = steps.popLast() {
    switch step {
    case .end: writer.end()
    case .key(let key): writer.key(key.string ?? "")
    case .value(let value):
      guard writer.bytes.count <= largest else { return nil }
      switch value.kind {
      case .null: return nil
      case .boolean: writer.boolean(value.bool ?? false)
      case .string: writer.string(value.string ?? "")
      case .number: write(value, to: &writer)
      case .array:
        writer.beginArray()
        steps.append(.end)
        for element in (value.array ?? []).reversed() { steps.append(.value(element)) }
      case .object:
        writer.beginDictionary()
        steps.append(.end)
        for member in (value.members ?? []).reversed() {
          steps.append(.value(member.value))
          steps.append(.key(member.name))
        }
      }
      guard writer.depth <= PropertyListWriter.deepest else { return nil }
    }
  }
  let xml = writer.finished()
  guard layout.lineEnd != "\n" else { return xml }
  return xml.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: layout.lineEnd)
}

private func write(_ number: JSONValue, to writer: inout PropertyListWriter) {
  let spelling = String(decoding: number.spelling, as: UTF8.self)
  if Int64(spelling) != nil || UInt64(spelling) != nil {
    writer.integer(spelling)
  } else {
    writer.real(number.double ?? 0)
  }
}
