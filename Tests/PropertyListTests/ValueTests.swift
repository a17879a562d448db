import PropertyList
import SourceText
import TestSupport
import Testing

@Suite struct ValueTests {
  @Test func rootIsFound() {
    let text = MarkedText("<plist><dict><key>«A»</key><true/></dict></plist>")
    let tree = PropertyListTree.parse(text.source)
    expectEqual(tree.root?.entries.map { $0.key.textRange }, text.ranges)
  }
}
