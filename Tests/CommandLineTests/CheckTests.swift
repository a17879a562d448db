import Foundation
import TestSupport
import Testing

@testable import privacy_lsp

@Suite struct CheckTests {
  /// An app with a framework that Apple lists, an extension, a resource bundle and translations.
  private static func makeApp(_ folder: TemporaryFolder, _ made: AppleBinaries) throws {
    func plist(_ entries: String) -> String { "<plist version=\"1.0\"><dict>\(entries)</dict></plist>" }
    func strings(_ pairs: (String, String)...) -> String {
      pairs.map { "<key>\($0)</key><string>\($1)</string>" }.joined()
    }
    func declares(_ entries: (category: String, reason: String)...) -> String {
      let list = entries.map { category, reason in
        "<dict><key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategory\(category)</string>"
          + "<key>NSPrivacyAccessedAPITypeReasons</key><array><string>\(reason)</string></array></dict>"
      }
      return plist(
        "<key>NSPrivacyCollectedDataTypes</key><array/><key>NSPrivacyAccessedAPITypes</key>"
          + "<array>\(list.joined())</array>")
    }
    try folder.write("My.app/My", try made.bytes("calls-arm64-run"))
    try folder.write(
      "My.app/Info.plist",
      plist(
        strings(("CFBundleIdentifier", "com.example.my"), ("CFBundlePackageType", "APPL"), ("CFBundleExecutable", "My"))
      ))
    try folder.write("My.app/PrivacyInfo.xcprivacy", declares(("FileTimestamp", "C617.1")))
    try folder.write("My.app/Res.bundle/PrivacyInfo.xcprivacy", declares(("SystemBootTime", "35F9.1")))
    try folder.write(
      "My.app/de.lproj/InfoPlist.strings", plist(strings(("NSCameraUsageDescription", "NSCameraUsageDescription"))))
    let kit = "My.app/Frameworks/Alamofire.framework"
    try folder.write("\(kit)/Alamofire", try made.bytes("classes-arm64-chained.dylib"))
    try folder.write("\(kit)/Info.plist", plist(strings(("CFBundleShortVersionString", "5.4.0"))))
    try folder.write("My.app/Frameworks/libswiftCore.dylib", try made.bytes("calls-arm64-bound.dylib"))
    try folder.write("My.app/PlugIns/Share.appex/Share", try made.bytes("calls-arm64-run"))
    try folder.write(
      "My.app/PlugIns/Share.appex/Info.plist", plist(strings(("CFBundleIdentifier", "com.example.my.share"))))
    try folder.write(
      "My.app/PlugIns/Share.appex/PrivacyInfo.xcprivacy",
      declares(("FileTimestamp", "C617.1"), ("SystemBootTime", "35F9.1")))
    try folder.write("Mac/Tool", try made.bytes("calls-x86_64-run"))
    try folder.write("Kit.xcframework/ios-arm64/libKit.a", try made.bytes("libdarwin.a"))
  }

  /// The mails of a report in a line each: code, severity, whether they block and are only likely, place and category.
  private static func mails(_ result: CommandResult) throws -> [String] {
    let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let mails = try #require(report["mails"] as? [[String: Any]])
    return mails.map { mail in
      let category = (mail["category"] as? String ?? "-").replacing("NSPrivacyAccessedAPICategory", with: "")
      let flags =
        (mail["blocking"] as? Bool ?? false ? " blocks" : "") + (mail["likely"] as? Bool ?? false ? " likely" : "")
      let place = ["file", "binary", "bundle"].lazy.compactMap { mail[$0] as? String }.first ?? "-"
      return "\(mail["itms"] as? String ?? "-") \(mail["severity"] as? String ?? "-")\(flags) \(place) \(category)"
    }
  }

  @Test func whatTheMailsSay() throws {
    guard let tools = AppleToolchain.found() else { return }
    let folder = try TemporaryFolder()
    let work = try TemporaryFolder()
    try work.write("x", "")
    let made = try AppleBinaries(in: work.path, with: tools)
    try Self.makeApp(folder, made)
    func check(_ paths: String..., status: Int32, mails: [String], line: Int = #line) throws {
      let result = command(["check", "--format", "json"] + paths.map { "\(folder.path)/\($0)" })
      expectEqual(result.status, status, "the status, line \(line): \(result.errors)")
      expectEqual(
        try Self.mails(result).map(folder.shortened).joined(separator: "\n"), mails.joined(separator: "\n"),
        "line \(line)")
    }
    let app = [
      // The name of the key instead of a text.
      "ITMS-90738 warning TMP/My.app/de.lproj/InfoPlist.strings -",
      // What only a nested bundle declares is likely missing.
      "ITMS-91053 warning blocks likely TMP/My.app/My SystemBootTime",
      "ITMS-90683 warning blocks likely TMP/My.app/Frameworks/Alamofire.framework/Alamofire -",
      "ITMS-91061 error blocks TMP/My.app/Frameworks/Alamofire.framework/Alamofire -",
      "ITMS-91053 warning blocks likely TMP/My.app/Frameworks/Alamofire.framework/Alamofire SystemBootTime",
      "ITMS-91053 warning blocks likely TMP/My.app/Frameworks/Alamofire.framework/Alamofire UserDefaults",
    ]
    let result = command("check", "--format", "json", "\(folder.path)/My.app")
    expectEqual(result.status, 1, "the status of the app")
    expectEqual(Set(try Self.mails(result).map(folder.shortened)), Set(app), "the mails of the app")
    try check(
      "My.app/Frameworks/Alamofire.framework", status: 1,
      mails: [
        "ITMS-91061 error blocks TMP/My.app/Frameworks/Alamofire.framework/Alamofire -",
        "ITMS-91053 warning blocks likely TMP/My.app/Frameworks/Alamofire.framework/Alamofire SystemBootTime",
        "ITMS-91053 warning blocks likely TMP/My.app/Frameworks/Alamofire.framework/Alamofire UserDefaults",
      ])
    try check("My.app/PlugIns/Share.appex", status: 0, mails: [])
    // The Mac needs no declarations.
    try check("Mac", status: 0, mails: [])
    try check(
      "Kit.xcframework", status: 0,
      mails: [
        "ITMS-91053 warning blocks likely TMP/Kit.xcframework/ios-arm64/libKit.a FileTimestamp",
        "ITMS-91053 warning blocks likely TMP/Kit.xcframework/ios-arm64/libKit.a SystemBootTime",
        "ITMS-91053 warning blocks likely TMP/Kit.xcframework/ios-arm64/libKit.a UserDefaults",
      ])
    try check("missing", status: 2, mails: [])

    // The same out of an archive.
    runProgram(
      "/usr/bin/env",
      [
        "python3", "-c",
        """
        import os, zipfile
        with zipfile.ZipFile('My.ipa', 'w', zipfile.ZIP_DEFLATED) as archive:
            for folder, _, files in os.walk('My.app'):
                for file in files: archive.write(os.path.join(folder, file), 'Payload/' + os.path.join(folder, file))
        """,
      ], in: folder.path)
    for format in ["json", "markdown", "sarif", "text"] {
      let packed = command("check", "--format", format, "--imports", "\(folder.path)/My.ipa")
      let plain = command("check", "--format", format, "--imports", "\(folder.path)/My.app")
      expectEqual(packed.output.replacing("My.ipa/Payload/", with: ""), plain.output, "the archive as \(format)")
      expectEqual(packed.status, 1, "the status of the archive")
      expectTrue(plain.output.contains("ITMS-91061"), "no mail in \(plain.output)")
      if format == "json" || format == "sarif" { _ = try JSONSerialization.jsonObject(with: Data(plain.output.utf8)) }
    }
    // Linted by name, it says the same.
    let linted = command("lint", "\(folder.path)/My.ipa")
    expectEqual(linted.status, 1, "the status of lint")
    expectTrue(linted.output.contains("(ITMS-91061) [upload-check]"), "lint says \(linted.output)")
    let asFolder = command("lint", "\(folder.path)/My.app")
    expectTrue(asFolder.output.contains("(ITMS-91061) [upload-check]"), "lint says \(asFolder.output)")
  }

  /// How much each symbol counts.
  @Test func symbolsWeighWhatIsKnownOfThem() throws {
    guard let tools = AppleToolchain.found() else { return }
    let folder = try TemporaryFolder()
    func check(_ calls: String, _ mails: [String], line: Int = #line) throws {
      let names = calls.split(separator: " ")
      let text = names.map { "  bl \"\($0)\"\n" }.joined()
      try folder.write("a.s", ".globl _main\n_main:\n\(text)")
      tools.run("clang", ["-target", "arm64-apple-ios15", "-c", "a.s", "-o", "a.o"], in: folder.path)
      tools.run("clang", ["-target", "arm64-apple-none-macho", "-c", "a.s", "-o", "b.o"], in: folder.path)
      tools.run(
        "ld64.lld",
        [
          "-arch", "arm64", "-platform_version", "ios", "15.0", "17.0", "-dylib", "-undefined", "dynamic_lookup", "-o",
          "Kit", "b.o",
        ],
        in: folder.path)
      try folder.write("Kit.framework/Kit", folder.bytes("Kit"))
      let result = command("check", "--format", "json", "\(folder.path)/Kit.framework")
      let found = try Self.mails(result).map { $0.replacing(" \(folder.path)/Kit.framework/Kit", with: "") }
      expectEqual(found.joined(separator: "\n"), mails.joined(separator: "\n"), "\(calls), line \(line)")
    }
    try check("_puts _mach_continuous_time _clock_gettime", [])
    try check("_stat", ["ITMS-91053 error blocks FileTimestamp"])
    try check("_stat$INODE64", ["ITMS-91053 error blocks FileTimestamp"])
    try check("_fstatat", ["ITMS-91053 warning blocks likely FileTimestamp"])
    try check("_getattrlist", ["ITMS-91053 warning blocks likely FileTimestamp"])
    // With something else for the disk, both calls are for the disk.
    try check("_getattrlist _statvfs", ["ITMS-91053 warning blocks likely DiskSpace"])
    // SQLite asks for the kind of a file system: no mail is known.
    try check("_statfs _fstatfs", ["ITMS-91053 information blocks likely DiskSpace"])
    try check("_OBJC_CLASS_$_NSUserDefaults", ["ITMS-91053 warning blocks likely UserDefaults"])
    try check(
      "_stat _mach_absolute_time", ["ITMS-91053 error blocks FileTimestamp", "ITMS-91053 error blocks SystemBootTime"])
  }

  @Test func commandLines() {
    expectEqual(
      command("check").errors, "privacy-lsp: missing PATH after “check”\nRun “privacy-lsp help check” for help.\n")
    let folder = try? TemporaryFolder()
    _ = try? folder?.write("a.txt", "x")
    let nothing = command("check", folder?.path ?? "")
    expectEqual(nothing.status, 2, "the status where nothing is built")
    expectTrue(nothing.errors.contains("no built apps or binaries found in"), nothing.errors)
  }
}
