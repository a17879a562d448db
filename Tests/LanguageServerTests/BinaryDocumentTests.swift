import CatalogData
import LanguageServer
import TestSupport
import Testing

/// A binary property list has no text to point into: its findings stand at the start and say where they belong.
struct BinaryDocumentTests {
  @Test func findingsNameTheirPlace() {
    // { NSPrivacyTracking: "YES" }
    let key = "NSPrivacyTracking"
    var bytes = Array("bplist00".utf8) + [0xD1, 1, 2, 0x5F, 0x10, UInt8(key.utf8.count)] + Array(key.utf8)
    let value = bytes.count
    bytes += [0x53] + Array("YES".utf8)
    let table = bytes.count
    bytes += [8, 11, UInt8(value)] + [0, 0, 0, 0, 0, 0, 1, 1]
    bytes += [0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(table)]

    var session = Session()
    session.server = Server(
      Environment(
        version: "1", catalog: { .bundled },
        files: InMemoryFileSystem(["/app/PrivacyInfo.xcprivacy": .file(bytes)])))
    _ = session.exchange(#"{"id":0,"method":"initialize","params":{"capabilities":{}}}"#)
    let published = session.exchange(
      #"{"method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///app/PrivacyInfo.xcprivacy","#
        + #""languageId":"xml","version":1,"text":"bplist00\u0001"}}}"#)
    let text = published.joined()
    #expect(text.contains("NSPrivacyTracking: “NSPrivacyTracking” must be a Boolean"))
    #expect(text.contains("binary property list"))
    #expect(!text.contains(#""line":1"#))
  }
}
