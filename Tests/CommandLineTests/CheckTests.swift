import Foundation
import TestSupport
import Testing

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
      "ITMS-90738 information likely TMP/My.app/de.lproj/InfoPlist.strings -",
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
    expectTrue(linted.output.hasSuffix("\nChecked 1 built app; not checked: source code\n"), linted.output)
    let clean = command("lint", "\(folder.path)/My.app/PlugIns/Share.appex/Share")
    expectTrue(clean.status == 0 && clean.output.hasPrefix("no findings in 1 file"), clean.output + clean.errors)
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

  /// An SDK that is linked into an executable is known by the classes that it defines.
  @Test func linkedSDKs() throws {
    guard let tools = AppleToolchain.found() else { return }
    let work = try TemporaryFolder()
    try work.write("x", "")
    _ = try AppleBinaries(in: work.path, with: tools)
    let root = "__attribute__((objc_root_class)) @interface NSObject { Class isa; } @end\n"
    func check(
      _ code: String, _ expected: [String], with files: [String: String] = [:], in app: String = "My.app",
      line: Int = #line
    ) throws {
      try work.write("a.m", root + code + "\nint main(void) { return 0; }\n")
      tools.run(
        "clang",
        ["-target", "arm64-apple-none-macho", "-fobjc-runtime=ios-15", "-Wno-everything", "-c", "a.m", "-o", "a.o"],
        in: work.path)
      tools.run(
        "ld64.lld",
        [
          "-arch", "arm64", "-platform_version", "ios", "15.0", "17.0", "-execute", "-undefined", "dynamic_lookup",
          "-x",
          "-S", "-o", "My", "a.o", "System.tbd",
        ], in: work.path)
      let folder = try TemporaryFolder()
      try folder.write("\(app)/My", work.bytes("My"))
      try folder.write(
        "\(app)/Info.plist", "<plist><dict><key>CFBundleExecutable</key><string>My</string></dict></plist>")
      for (path, text) in files { try folder.write("\(app)/\(path)", text) }
      let result = command("check", "--format", "json", folder.path)
      let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      let messages = (report["mails"] as? [[String: Any]] ?? []).map { mail in
        "\(mail["itms"] ?? "-") \(mail["severity"] ?? "-") \(mail["likely"] ?? "-"): \(mail["message"] ?? "-")"
      }
      expectEqual(messages.joined(separator: "\n"), expected.joined(separator: "\n"), "line \(line)")
    }
    let manifest = "<plist><dict><key>NSPrivacyCollectedDataTypes</key><array/></dict></plist>"
    let declaring = """
      <plist><dict><key>NSPrivacyCollectedDataTypes</key><array/><key>NSPrivacyAccessedAPITypes</key><array><dict>
      <key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryFileTimestamp</string>
      <key>NSPrivacyAccessedAPITypeReasons</key><array><string>C617.1</string></array></dict></array></dict></plist>
      """
    let client = "@interface AFHTTPSessionManager : NSObject @end @implementation AFHTTPSessionManager @end"
    let session = """
      __attribute__((objc_runtime_name("_TtC9Alamofire7Session"))) @interface Session : NSObject @end
      @implementation Session @end
      """
    let missing = "ITMS-91061 warning 1: “My” likely contains Alamofire, whose privacy manifest is missing"
    try check(client, ["ITMS-91061 warning 1: “My” likely contains AFNetworking, whose privacy manifest is missing"])
    try check(client, [], with: ["AFNetworking_Privacy.bundle/PrivacyInfo.xcprivacy": manifest])
    try check(session, ["\(missing); update to 5.9.0 or later"])
    // Neither the app’s own manifest nor its name is the SDK’s.
    try check(
      session, ["\(missing); update to 5.9.0 or later"], with: ["PrivacyInfo.xcprivacy": manifest],
      in: "AlamofireDemo.app")
    try check(session, [], with: ["Alamofire_Alamofire.bundle/PrivacyInfo.xcprivacy": manifest])
    // A class of the same module that every app may have, and a category on a class of someone else’s.
    try check(
      """
      __attribute__((objc_runtime_name("_TtC9Alamofire6Screen"))) @interface Screen : NSObject @end
      @implementation Screen @end
      @interface MBProgressHUD : NSObject @end
      @implementation MBProgressHUD (MBProgressHUD) - (int)one { return 1; } @end
      """, [])
    // The one whose manifest declares the category is the likely cause.
    let call = "int stat(const char *, void *); int used(void) { return stat(\"x\", 0); }\n"
    try check(
      call + session + client,
      [
        "ITMS-91053 warning 1: “My” (likely Alamofire) likely uses “stat”, but only a nested bundle declares file "
          + "timestamp APIs"
      ],
      with: [
        "Alamofire_Alamofire.bundle/PrivacyInfo.xcprivacy": declaring,
        "AFNetworking.bundle/PrivacyInfo.xcprivacy": manifest,
      ])
  }

  /// Settings and options take the findings of a built app for those of a rule.
  @Test func settingsOfTheUploadCheck() throws {
    guard let tools = AppleToolchain.found() else { return }
    let folder = try TemporaryFolder()
    let work = try TemporaryFolder()
    try work.write("x", "")
    let made = try AppleBinaries(in: work.path, with: tools)
    try folder.write("Alamofire.framework/Alamofire", try made.bytes("calls-arm64-chained.dylib"))
    func check(
      _ options: [String], _ status: Int32, _ words: String?, settings: String = "{}", line: Int = #line
    ) throws {
      try folder.write(".privacy-lsp.json", settings)
      for path in ["Alamofire.framework", "Alamofire.framework/Alamofire"] {
        let result = command(["lint", "\(folder.path)/\(path)", "--quiet"] + options)
        expectEqual(result.status, status, "the status, line \(line): \(result.errors)")
        let found = result.output.contains("[upload-check]")
        expectTrue(
          words.map { result.output.contains($0) && found } ?? !found, "line \(line), \(path): \(result.output)")
      }
    }
    try check([], 1, "error: ")
    try check(["--select", "upload-check"], 1, "error: ")
    try check(["--select", "code"], 1, "error: ")
    try check(["--ignore", "upload-check"], 0, nil)
    try check(["--select", "unknown-reason"], 0, nil)
    try check([], 0, nil, settings: "{\"severity\": {\"upload-check\": \"off\"}}")
    let asHint = "{\"severity\": {\"upload-check\": \"hint\"}}"
    try check([], 0, "hint: ", settings: asHint)
    try check(["--min-severity", "information"], 0, nil, settings: asHint)
    try check([], 0, nil, settings: "{\"ignore\": [\"upload-check\"]}")
    // A rule like any other is also the one that says what is left unread.
    expectEqual(command("explain", "too-large").status, 0)
    let page = command("explain", "upload-check")
    expectTrue(page.status == 0 && page.output.hasPrefix("upload-check\n"), page.output + page.errors)
  }

  /// What cannot be read is named, and the status says that it is not all.
  @Test func whatCannotBeRead() throws {
    guard let tools = AppleToolchain.found() else { return }
    let folder = try TemporaryFolder()
    let work = try TemporaryFolder()
    try work.write("x", "")
    let made = try AppleBinaries(in: work.path, with: tools)
    try Self.makeApp(folder, made)
    // A byte of each entry’s content is changed, and the checksum stays.
    runProgram(
      "/usr/bin/env",
      [
        "python3", "-c",
        """
        import os, zipfile
        for method, kind in (zipfile.ZIP_STORED, 'stored'), (zipfile.ZIP_DEFLATED, 'packed'):
            for wanted in 'PrivacyInfo.xcprivacy', 'My', 'de.lproj/InfoPlist.strings':
                name = f'{kind}-{os.path.basename(wanted)}.ipa'
                with zipfile.ZipFile(name, 'w', method) as archive:
                    for folder, _, files in os.walk('My.app'):
                        for file in files: archive.write(os.path.join(folder, file), 'Payload/' + os.path.join(folder, file))
                    entry = archive.getinfo('Payload/My.app/' + wanted)
                bytes = bytearray(open(name, 'rb').read())
                at = bytes.rindex(b'Payload/My.app/' + wanted.encode()) - 46 + 16
                bytes[at] ^= 1
                open(name, 'wb').write(bytes)
        whole = open('packed-My.ipa', 'rb').read()
        open('cut.ipa', 'wb').write(whole[:-200])
        os.makedirs('empty'); os.mkfifo('pipe'); os.makedirs('several')
        os.symlink('../My.app', 'several/One.app'); os.rename('Mac', 'several/Two.app')
        """,
      ], in: folder.path)
    let damaged = "can’t be read, or is damaged"
    let rows: [(path: String, words: String)] = [
      (
        "packed-PrivacyInfo.xcprivacy.ipa",
        "packed-PrivacyInfo.xcprivacy.ipa/Payload/My.app/PrivacyInfo.xcprivacy \(damaged)"
      ),
      (
        "stored-PrivacyInfo.xcprivacy.ipa",
        "stored-PrivacyInfo.xcprivacy.ipa/Payload/My.app/PrivacyInfo.xcprivacy \(damaged)"
      ),
      ("packed-My.ipa", "packed-My.ipa/Payload/My.app/My \(damaged)"),
      ("packed-InfoPlist.strings.ipa", "de.lproj/InfoPlist.strings \(damaged)"),
      ("cut.ipa", "cut.ipa is a damaged ZIP archive: its directory can’t be read"),
      ("empty", "no built apps or binaries found in "),
      ("pipe", "pipe is a named pipe, which is not read"),
      ("missing", "missing does not exist"),
    ]
    for (path, words) in rows {
      for name in ["check", "lint"] where name == "check" || path.hasSuffix(".ipa") {
        let result = command(name, "\(folder.path)/\(path)")
        expectEqual(result.status, 2, "the status of \(name) \(path)")
        expectTrue(result.errors.contains(words), "\(name) \(path): \(result.errors)")
      }
    }
    expectEqual(command("check", "\(folder.path)/empty").output, "", "of nothing, nothing is said")
    let several = command("check", "--format", "json", "\(folder.path)/several")
    expectTrue(several.output.contains("several/Two.app/Tool"), several.output)
  }

  /// What is read and said whichever way an app is named, and wherever it is.
  @Test func waysToNameAnApp() throws {
    guard let tools = AppleToolchain.found() else { return }
    let folder = try TemporaryFolder()
    let work = try TemporaryFolder()
    try work.write("x", "")
    let made = try AppleBinaries(in: work.path, with: tools)
    for top in ["", "Symbols/", "SwiftSupport/a.dSYM/", "libswiftCore.dylib/"] {
      try folder.write("\(top)A.app/A", try made.bytes("calls-arm64-run"))
      try folder.write(
        "\(top)A.app/Info.plist",
        "<plist><dict><key>CFBundleExecutable</key><string>A</string></dict></plist>")
      try folder.write(
        "\(top)A.app/PrivacyInfo.xcprivacy",
        """
        <plist><dict><key>NSPrivacyCollectedDataTypes</key><array/><key>NSPrivacyAccessedAPITypes</key><array><dict>
        <key>NSPrivacyAccessedAPIType</key><string>NSPrivacyAccessedAPICategoryFileTimestamp</string>
        <key>NSPrivacyAccessedAPITypeReasons</key><array><string>C617.1</string></array></dict></array></dict></plist>
        """)
    }
    try folder.link("current", to: "A.app")
    try folder.link("tool", to: "A.app/A")
    let missing = ["ITMS-91053 error blocks SystemBootTime"]
    for path in [
      "A.app", "A.app/", "A.app/A", "current", "current/A", "tool", "Symbols", "Symbols/A.app", "SwiftSupport/a.dSYM",
      "libswiftCore.dylib/A.app/A",
    ] {
      for name in ["check", "lint"] where name == "check" || path.contains("A") || path == "current" {
        let result = command(name, "\(folder.path)/\(path)", "--format", "json")
        expectEqual(result.status, 1, "\(name) \(path): \(result.errors)")
        guard name == "check" else { continue }
        let mails = try Self.mails(result).map { mail in
          mail.split(separator: " ").filter { !$0.hasPrefix("/") }.joined(separator: " ")
        }
        expectEqual(mails, missing, path)
      }
    }
    for path in [".", "A", "../current"] {
      let (status, text) = try program(["check", path], in: folder.path + "/A.app")
      expectTrue(status == 1 && text.contains("read 1 bundle, 1 binary"), "\(path): \(text)")
    }
  }

  /// An app of which something is unread is not one of which nothing is expected.
  @Test func appsThatAreNotWhole() throws {
    guard let tools = AppleToolchain.found() else { return }
    let work = try TemporaryFolder()
    try work.write("x", "")
    let made = try AppleBinaries(in: work.path, with: tools)
    let whole = try made.bytes("calls-arm64-run")
    let plist = "<plist><dict><key>CFBundleExecutable</key><string>A</string></dict></plist>"
    let rows: [(binary: [UInt8]?, plist: String?, words: String)] = [
      (Array(whole.prefix(300)), plist, "A.app/A has damaged load commands"),
      (Array(whole.prefix(whole.count - 400)), plist, "A.app/A has a signature that reaches past the end of the file"),
      (
        [0xCE, 0xFA, 0xED, 0xFE] + Array(repeating: 0, count: 100), plist,
        "A.app/A has 32-bit code, which isn’t supported"
      ),
      (
        [0xDE, 0xC0, 0x17, 0x0B] + Array(repeating: 0, count: 100), plist,
        "A.app/A has LLVM bitcode, which isn’t supported"
      ),
      (Array(repeating: 0, count: 1_000), plist, "A.app has no executable “A” that can be read"),
      (nil, plist, "A.app has no executable “A” that can be read"),
      (whole, nil, "A.app has no readable Info.plist"),
      (whole, "", "A.app has no readable Info.plist"),
    ]
    for (binary, plist, words) in rows {
      let folder = try TemporaryFolder()
      if let binary { try folder.write("A.app/A", binary) }
      if let plist { try folder.write("A.app/Info.plist", plist) }
      try folder.write("A.app/PkgInfo", "APPL????")
      for name in ["check", "lint"] {
        let result = command(name, "\(folder.path)/A.app")
        expectEqual(result.status, 2, "\(name): \(words)")
        expectTrue(result.errors.contains(words), "\(name): \(words): \(result.errors)")
      }
    }
  }

  /// What is not read beside what is, and is nobody’s fault.
  @Test func partsThatAreNotRead() throws {
    guard let tools = AppleToolchain.found() else { return }
    let folder = try TemporaryFolder()
    let work = try TemporaryFolder()
    try work.write("x", "")
    let whole = try AppleBinaries(in: work.path, with: tools).bytes("calls-arm64-run")
    let plist = "<plist><dict><key>CFBundleExecutable</key><string>A</string></dict></plist>"
    for app in ["Phone.app", "Phone.app/Watch/W.app", "Mac.app/Contents", "On.app/Wrapper/In.app"] {
      try folder.write("\(app)/Info.plist", plist)
    }
    try folder.write("Phone.app/A", whole)
    try folder.write("Phone.app/Watch/W.app/A", [0xCE, 0xFA, 0xED, 0xFE] + Array(repeating: 0, count: 100))
    try folder.write("Mac.app/Contents/MacOS/A", "#!/bin/sh\n")
    try folder.write("On.app/Wrapper/In.app/A", whole)
    for (app, status, words) in [
      ("Phone.app", 1, "Phone.app/Watch/W.app/A has 32-bit code, which isn’t supported"),
      ("Mac.app", 0, "Mac.app/Contents/MacOS/A is a script, which is not read"),
      ("On.app", 1, "read 2 bundles, 1 binary"),
    ] {
      for name in ["check", "lint"] {
        let result = command(name, "\(folder.path)/\(app)")
        expectEqual(Int(result.status), status, "\(name) \(app): \(result.errors)")
        expectEqual(result.errors, "", "\(name) \(app)")
        if name == "check" { expectTrue(result.output.contains(words), "\(app): \(result.output)") }
      }
    }
    expectEqual(command("check", "\(folder.path)/Phone.app/Watch/W.app/A").status, 2, "nothing of it is read")
  }

  /// A checkout may be called like an app or a framework.
  @Test func checkoutsCalledLikeBundles() throws {
    guard let tools = AppleToolchain.found() else { return }
    let work = try TemporaryFolder()
    try work.write("x", "")
    let whole = try AppleBinaries(in: work.path, with: tools).bytes("calls-arm64-run")
    for name in ["My.app", "My.framework"] {
      let folder = try TemporaryFolder()
      try folder.write("\(name)/My/PrivacyInfo.xcprivacy", mended)
      try folder.write("\(name)/Tests/tool", whole)
      try folder.write("\(name)/build/tool", whole)
      try folder.write("\(name)/build/A.app/A", whole)
      try folder.write(
        "\(name)/build/A.app/Info.plist",
        "<plist><dict><key>CFBundleExecutable</key><string>A</string></dict></plist>")
      try folder.write("\(name)/build/PrivacyInfo.xcprivacy", faulty)
      for paths in [[], ["."], ["../\(name)"], ["\(folder.path)/\(name)"]] {
        let (status, text) = try program(["lint"] + paths, in: "\(folder.path)/\(name)")
        expectTrue(status == 0 && !text.contains("ITMS"), "lint \(paths): \(text)")
      }
      for (path, words) in [("build/tool", "read 0 bundles, 1 binary"), ("build/A.app", "read 1 bundle, 1 binary")] {
        let (status, text) = try program(["check", path], in: "\(folder.path)/\(name)")
        expectTrue(status == 1 && text.contains(words) && !text.contains("xcprivacy:"), "check \(path): \(text)")
      }
    }
    // What is named is an app, whatever it lacks.
    try work.write("Half.app/Assets.car", "")
    let (status, text) = try program(["check", "Half.app"], in: work.path)
    expectTrue(status == 2 && text.contains("Half.app"), "check Half.app: \(status) \(text)")
  }

  /// A mail about a text is sent where code touches what the text is for.
  @Test func textsThatNothingAsksFor() throws {
    guard let tools = AppleToolchain.found() else { return }
    let work = try TemporaryFolder()
    try work.write("a.s", ".globl _main\n_main:\n  bl \"_OBJC_CLASS_$_CNContactStore\"\n")
    try work.write(
      "A.app/Info.plist",
      """
      <plist><dict><key>CFBundleExecutable</key><string>A</string>
      <key>NSContactsUsageDescription</key><string></string>
      <key>NSCameraUsageDescription</key><string></string></dict></plist>
      """)
    try work.write("A.app/fr.lproj/InfoPlist.strings", "\"NSContactsUsageDescription\" = \"\";\n")
    tools.run("clang", ["-target", "arm64-apple-none-macho", "-c", "a.s", "-o", "a.o"], in: work.path)
    tools.run(
      "ld64.lld",
      [
        "-arch", "arm64", "-platform_version", "ios", "15.0", "17.0", "-undefined", "dynamic_lookup", "-dylib", "-o",
        "A.app/A", "a.o",
      ], in: work.path)
    let result = command("check", "--format", "json", "\(work.path)/A.app")
    expectEqual(
      Set(try Self.mails(result).map(work.shortened)),
      [
        "ITMS-90738 warning TMP/A.app/Info.plist -", "ITMS-90738 information likely TMP/A.app/Info.plist -",
        "ITMS-90738 warning TMP/A.app/fr.lproj/InfoPlist.strings -",
      ], result.output)
  }

  /// A build that is not for a device is named, as nothing is expected of it.
  @Test func buildsForNoDevice() throws {
    guard let tools = AppleToolchain.found() else { return }
    let work = try TemporaryFolder()
    try work.write("a.s", ".globl _main\n_main:\n  bl _stat\n")
    tools.run("clang", ["-target", "arm64-apple-none-macho", "-c", "a.s", "-o", "a.o"], in: work.path)
    for (platform, words) in [
      ("ios-simulator", "A.app is built for the simulator, which is not uploaded; check a build for a device"),
      ("macos", "A.app is built for the Mac, "), ("mac-catalyst", "A.app is built for the Mac, "), ("ios", ""),
    ] {
      try work.write(
        "A.app/Info.plist", "<plist><dict><key>CFBundleExecutable</key><string>A</string></dict></plist>")
      tools.run(
        "ld64.lld",
        [
          "-arch", "arm64", "-platform_version", platform, "15.0", "17.0", "-undefined", "dynamic_lookup", "-dylib",
          "-o", "A.app/A", "a.o",
        ], in: work.path)
      let result = command("check", "\(work.path)/A.app")
      expectTrue(
        words.isEmpty ? !result.output.contains("is built for") : result.output.contains(words),
        "\(platform): \(result.output)\(result.errors)")
    }
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
