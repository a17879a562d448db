import EditorFeatures
import TestSupport
import Testing

/// Checks which names are edited together with the cursor at each `$0`: those that are marked, or none.
func checkLinkedEditing(_ marked: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let file = MarkedText(marked).file
  for cursor in file.cursors {
    let found = linkedEditingRanges(in: snapshot(file.source).document, at: cursor)
    expectEqual(
      MarkedText.marking(found?.ranges ?? [], in: file.source), MarkedText.marking(file.ranges, in: file.source),
      "At \(cursor)", sourceLocation: sourceLocation)
  }
}

@Suite struct LinkedEditingTests {
  @Test func pairs() {
    checkLinkedEditing("<plist><array><«$0str$0ing$0»>a</«$0str$0ing$0»></array></plist>")
    checkLinkedEditing("<«pl$0ist» version=\"1.0\"><array/></«plist»  >")
    checkLinkedEditing("<plist><array><array></array><«arr$0ay»><true/></«array$0»></array></plist>")
    checkLinkedEditing("<plist><dict><key>a</key><«tr$0ue»></«true»></dict></plist>")
    // Under a name that no one knows yet, both are still the same.
    checkLinkedEditing("<plist><array><«arra$0»><true/></«arra»></array></plist>")
  }

  @Test func noPairs() {
    checkLinkedEditing("<plist><array $0><tr$0ue/><string>$0a$0</$0 string>$0</array></plist>")
    checkLinkedEditing("<plist><arr$0ay/></plist>")
    checkLinkedEditing("<plist><array><stri$0ng>a</array></plist>")
    checkLinkedEditing("<plist><array><strin$0>a</stri$0ng></array></plist>")
    checkLinkedEditing("<plist><array><string>a</strin$0></array></plist>")
    // While the inner start tag is changed, the outer one is not paired with the inner end tag.
    checkLinkedEditing("<plist><dict><key>a</key><dic$0><key>b</key><true/></dic$0t></dict></plist>")
    checkLinkedEditing("<plist><«di$0ct»><key>a</key><dic><key>b</key><true/></dict></«dict»></plist>")
    checkLinkedEditing("<plist><array><arra$0><true/></arr$0ay></array></plist>")
    checkLinkedEditing("<plist><arr$0ay><arra><true/></array></plist>")
    checkLinkedEditing("<plist><arr$0ay><true/></array></array></plist>")
    checkLinkedEditing("<plist><d$0ict><key>a</key><array><true/></dict></array></dict></plist>")
    checkLinkedEditing("<plist><arr$0ay><string>a</array></plist>")
    checkLinkedEditing("<!-- <string>$0</string> -->")
    for text in ["$0", "<$0", "</$0", "<$0></$0>", "{ a$0 = b; }", "<plist$0"] { checkLinkedEditing(text) }
  }
}
