import Catalog
import CatalogData
import Foundation
import PrivacyRules
import TestSupport
import Testing

@testable import Commands

@Suite struct ExplainTests {
  @Test func theReferenceIsCurrent() throws {
    let file = repository.appending(path: "RULES.md")
    let text = command("explain", "--all", "--format", "markdown").output
    if updatesSnapshots { try text.write(to: file, atomically: true, encoding: .utf8) }
    let written = try String(contentsOf: file, encoding: .utf8)
    expectTrue(written == text, "RULES.md is out of date; run: .ci/generate.py")
    for rule in Rule.all { expectTrue(text.contains("\n### \(rule.id)\n"), "\(rule.id) is not in it") }
  }

  @Test func queries() {
    let rows: [(query: String, first: String)] = [
      ("unknown-reason", "unknown-reason"), ("Unknown-Reason", "unknown-reason"), ("ITMS-91056", "ITMS-91056"),
      ("91056", "ITMS-91056"), ("itms-91064", "ITMS-91064"), ("C617.1", "C617.1: "), ("c617.1", "C617.1: "),
      ("Email Address", "Email Address\n"), ("NSPrivacyTracking", "Privacy Tracking Enabled\n"),
      ("NSCameraUsageDescription", "Camera\n"), ("nscamerausagedescription", "Camera\n"),
      ("com.apple.developer.healthkit", "HealthKit\n"), ("NSBonjourServices", "Bonjour services\n"),
      ("userdefaults", "User defaults APIs\n"), ("@AppStorage", "User defaults APIs\n"),
      ("stat", "File timestamp APIs\n"), ("systemUptime", "System boot time APIs\n"),
      ("ProcessInfo.systemUptime", "System boot time APIs\n"), ("mach_absolute_time()", "System boot time APIs\n"),
      ("boot time", "System boot time APIs\n"), ("Boot-Time", "System boot time APIs\n"),
      ("email", "Email Address\n"), (" Camera ", "“ Camera ” can mean:\n"), ("photos", "“photos” can mean:\n"),
      ("IDFA", "“IDFA” can mean:\n"), ("ATT", "Tracking\n"), ("AVCaptureSession", "Camera\n"),
      ("CLLocationManager", "“CLLocationManager” can mean:\n"), ("Alamofire", "Alamofire\n"),
      ("alamofire", "Alamofire\n"),
      ("Firebase", "“Firebase” can mean:\n"), ("mach_continuous_time", "mach_continuous_time\n"),
      ("clock_gettime()", "clock_gettime\n"), ("CFPreferences", "CFPreferences*\n"),
      ("G001", "G001\n"), ("push notifications", "Notification\n"), ("analytics", "Analytics\n"),
      ("duplicate", "“duplicate” can mean:\n"), ("crash logs", "Crash Data\n"),
      ("PrivacyInfo.xcprivacy", "Privacy manifest\n"), ("xcprivacy", "Privacy manifest\n"),
      ("privacy manifest", "Privacy manifest\n"), ("RxSwift", "RxSwift\n"), ("rxswift", "RxSwift\n"),
      ("UserDefaults.standard", "User defaults APIs\n"),
      ("UserDefaults.standard.set", "User defaults APIs\n"), ("UIPasteboard", "Pasteboard\n"),
      ("PHPicker", "Photo Picker\n"),
      ("attributesOfItem", "File timestamp APIs\n"),
      ("Sentry", "Sentry\n"), ("firebase analytics", "Firebase Analytics\n"),
      ("crashlytics", "FirebaseCrashlytics\n"), ("Facebook", "“Facebook” can mean:\n"),
      ("required reason api", "“required reason api” can mean:\n"),
      ("INFOPLIST_KEY_NSCameraUsageDescription", "Camera\n"), ("UNUserNotificationCenter", "Notification\n"),
      ("tn3181", "Apple TN3181: "), ("data linked to you", "Data Linked to You\n"), ("WKWebView", "Web View\n"),
      ("reminders", "Reminders\n"), ("NSUserDefaults", "User defaults APIs\n"),
      ("CFPreferencesCopyAppValue", "CFPreferences*\n"), ("PrivacyInfo", "Privacy manifest\n"),
      ("AI", "G083\n"), ("third-party AI", "G083\n"), ("import CoreBluetooth", "“import CoreBluetooth” can mean:\n"),
      ("location", "“location” can mean:\n\n• NSLocationWhenInUseUsageDescription "),
      ("Alamofire.framework", "Alamofire\n"), ("https://github.com/Alamofire/Alamofire.git", "Alamofire\n"),
      ("github.com/Alamofire/Alamofire", "Alamofire\n"), ("git@github.com:Alamofire/Alamofire", "Alamofire\n"),
      ("swift-protobuf", "swift-protobuf\n"), ("https://github.com/apple/swift-protobuf", "swift-protobuf\n"),
      ("firebase-ios-sdk", "“firebase-ios-sdk” can mean:\n"),
      ("https://github.com/facebook/facebook-ios-sdk", "“https://github.com/facebook/facebook-ios-sdk” can mean:\n"),
      ("Facebook SDK", "“Facebook SDK” can mean:\n\n• FBAEMKit "),
      // In code, the member counts more than what it belongs to.
      ("self.systemUptime", "System boot time APIs\n"), (".systemUptime", "System boot time APIs\n"),
      ("ProcessInfo.processInfo.systemUptime", "System boot time APIs\n"),
      ("FileManager.default.attributesOfItem(atPath:)", "File timestamp APIs\n"),
      ("FileManager.default.attributesOfFileSystem(forPath:)", "attributesOfFileSystem\n"),
      ("UITextInputMode.currentInputMode", "currentInputMode\n"), ("UIResponder.textInputMode", "textInputMode\n"),
      ("store.requestFullAccessToEvents", "Calendars\n"),
      ("try await CNContactStore().requestAccess(for: .contacts)", "Contacts\n"),
      ("locationManager.requestWhenInUseAuthorization()", "Location while the app is in use\n"),
      ("UIDevice.current.identifierForVendor", "Device ID\n"),
      ("UNUserNotificationCenter.current().requestAuthorization(options: [])", "Notification\n"),
      ("Date()", "Date()\n"), ("Date.now", "Date()\n"), ("Date.timeIntervalSinceNow", "Date()\n"),
      ("sysctl", "sysctl KERN_BOOTTIME\n"), ("sysctl KERN_BOOTTIME", "sysctl KERN_BOOTTIME\n"),
      ("sysctl(names, 2)", "sysctl KERN_BOOTTIME\n"), ("KERN_BOOTTIME", "sysctl KERN_BOOTTIME\n"),
      ("[NSUserDefaults standardUserDefaults]", "User defaults APIs\n"),
      ("[[NSUserDefaults standardUserDefaults] objectForKey:@\"x\"]", "User defaults APIs\n"),
      ("+[UITextInputMode activeInputModes]", "Active keyboard APIs\n"),
      // Pasted lines: the expression counts.
      ("let defaults = UserDefaults.standard", "User defaults APIs\n"), ("let x: Date = Date()", "Date()\n"),
      ("return UserDefaults.standard.bool(forKey: \"a\")", "User defaults APIs\n"),
      ("if FileManager.default.attributesOfItem(atPath: p) == nil {", "File timestamp APIs\n"),
      ("guard let a = UserDefaults.standard.string(forKey: \"a\") else { return }", "User defaults APIs\n"),
      ("@AppStorage(\"x\") var a = false", "User defaults APIs\n"),
      ("NSCameraUsageDescription = \"Take photos\";", "Camera\n"),
      ("let x=UserDefaults.standard", "User defaults APIs\n"),
      ("x == UserDefaults.standard.integer(forKey: \"k\")", "User defaults APIs\n"),
      ("var uptime: TimeInterval { ProcessInfo.processInfo.systemUptime }", "System boot time APIs\n"),
      ("let userID = UIDevice.current.identifierForVendor?.uuidString", "Device ID\n"),
      ("UIDevice.current.identifierForVendor!.uuidString", "Device ID\n"),
      // What an argument names, and not what takes it.
      ("url.resourceValues(forKeys: [.creationDateKey])", "File timestamp APIs\n"),
      ("url.resourceValues(forKeys: [.contentModificationDateKey])", "File timestamp APIs\n"),
      ("url.resourceValues(forKeys: [.volumeAvailableCapacityForImportantUsageKey])", "Disk space APIs\n"),
      ("NSLog(@\"%f\", CACurrentMediaTime());", "CACurrentMediaTime\n"), ("if (stat(path, &info)) {", "File timestamp"),
      ("[self show:[[NSUserDefaults standardUserDefaults] boolForKey:@\"x\"]];", "User defaults APIs\n"),
      ("[[NSFileManager defaultManager] attributesOfItemAtPath:p error:nil]", "File timestamp APIs\n"),
      // Imports and dependencies mean what they name.
      ("import Alamofire", "Alamofire\n"), ("import Firebase", "“import Firebase” can mean:\n\n• FirebaseABTesting "),
      ("import FirebaseAnalytics", "Firebase Analytics\n"), ("@testable import Alamofire", "Alamofire\n"),
      ("import Photos", "“import Photos” can mean:\n\n• NSPhotoLibraryUsageDescription "),
      ("#import <Photos/Photos.h>", "“#import <Photos/Photos.h>” can mean:\n\n• NSPhotoLibraryUsageDescription "),
      ("@import Photos;", "“@import Photos;” can mean:\n\n• NSPhotoLibraryUsageDescription "),
      ("import struct Foundation.UserDefaults", "User defaults APIs\n"), ("pod 'Alamofire'", "Alamofire\n"),
      ("pod \"FirebaseAnalytics\", \"~> 11.0\"", "Firebase Analytics\n"),
      (".package(url: \"https://github.com/Alamofire/Alamofire.git\", from: \"5.0.0\")", "Alamofire\n"),
      // What the name in code begins with is known.
      ("Alamofire.AF", "Alamofire\n"), ("RxSwift.Observable", "RxSwift\n"), ("Locale.current", "Language\n"),
      ("NSPrivacyTracking.true", "Privacy Tracking Enabled\n"), ("email.address", "Email Address\n"),
      // What is listed says more of a line than what isn’t, beside it.
      (
        "let a = try FileManager.default.attributesOfFileSystem(forPath: path)[.systemFreeSize]", "Disk space APIs\n"
      ),
      ("let t = mach_absolute_time(); let d = Date()", "System boot time APIs\n"),
      ("foo(Date(), ProcessInfo.processInfo.systemUptime)", "System boot time APIs\n"),
      ("INFOPLIST_KEY_NSCameraUsageDescription = \"hello\";", "Camera\n"),
      // Files, paths and addresses.
      ("Info.plist", "“Info.plist” can mean:\n\n• manifest-key-in-info-plist "),
      ("InfoPlist.xcstrings", "“InfoPlist.xcstrings” can mean:\n\n• manifest-key-in-info-plist "),
      ("SDWebImage.framework/SDWebImage", "SDWebImage\n"), ("Alamofire.XCFRAMEWORK", "Alamofire\n"),
      ("https://github.com/google/promises", "Promises\n"), ("https://cocoapods.org/pods/Alamofire", "Alamofire\n"),
      ("https://pub.dev/packages/share_plus", "share_plus\n"),
      ("https://pub.dev/packages/path_provider", "path_provider\n"),
      ("https://pub.dev/packages/url_launcher", "url_launcher\n"),
      ("https://pub.dev/packages/path_provider_foundation", "path_provider\n"),
      ("https://www.npmjs.com/package/cordova-ios", "Cordova\n"),
      ("https://www.npmjs.com/package/@capacitor/ios", "Capacitor\n"),
      ("developer.apple.com/documentation/foundation/userdefaults", "User defaults APIs\n"),
      ("https://developer.apple.com/documentation/foundation/userdefaults/standard", "User defaults APIs\n"),
      ("developer.apple.com/documentation/foundation/filemanager/attributesofitem(atpath:)", "File timestamp APIs\n"),
      // Shorter forms of words, and all the words rather than some.
      ("step counter", "“step counter” can mean:\n\n• NSMotionUsageDescription "),
      ("crashing", "“crashing” can mean:\n\n• NSPrivacyCollectedDataTypeCrashData "),
      ("launches", "“launches” can mean:\n\n• NSPrivacyCollectedDataTypeProductInteraction "),
      ("date", "File timestamp APIs"), ("location always", "Location at any time\n"),
      ("5.1.1(ii)", "“5.1.1(ii)” can mean:\n\n• REVIEW-5.1.1(ii) "),
      ("5.1.1 (ii)", "“5.1.1 (ii)” can mean:\n\n• REVIEW-5.1.1(ii) "),
      (
        "Guideline 5.1.1 - Legal - Privacy - Data Collection and Storage",
        "“Guideline 5.1.1 - Legal - Privacy - Data Collection and Storage” can mean:\n\n• REVIEW-5.1.1(ii) "
      ),
      ("Guideline 5.1.2 - Legal - Privacy - Data Use and Sharing", "Tracking in the label, no request in the app"),
      ("Guideline 5.1.1(ii): Legal", "“Guideline 5.1.1(ii): Legal” can mean:\n\n• REVIEW-5.1.1(ii) "),
      ("5.1.2(i)", "Tracking in the label, no request in the app"),
      ("Guideline 5.1.2(i)", "Tracking in the label, no request in the app"),
      ("ITMS\u{2011}91053", "ITMS-91053: "), ("ITMS\u{A0}91053", "ITMS-91053: "),
    ]
    for (query, first) in rows {
      let result = command("explain", query)
      expectEqual(result.status, 0, query)
      expectTrue(result.output.hasPrefix(first), "\(query): \(result.output.prefix(60))")
    }
    // Forms in which a code comes out of a mail, Xcode or Transporter.
    for query in [
      ["90683"], ["(90683)"], ["error 90683"], ["ITMS 90683"], ["itms", "90683"], ["itms_90683"], ["ITMS90683"],
      [" ITMS-90683: "],
      ["ITMS-90683: Missing purpose string in Info.plist - Your app’s code references 1 API"],
      ["Missing purpose string in Info.plist. Your app’s code references APIs of 2026. (90683)"],
      ["missing Purpose String in info.plist."],
    ] {
      let result = command(["explain"] + query)
      expectEqual(result.output.prefix { $0 != "\n" }, "ITMS-90683: Missing purpose string in Info.plist", "\(query)")
    }
    for (query, meant) in [
      ("uknown-reason", "; did you mean “unknown-reason”?"), ("C617.11", "; did you mean “C617.1”?"), ("qqqq", ""),
      ("Alomofire", "; did you mean “Alamofire”?"), ("MapKit", ""), (".", ""), ("..", ""),
      // Code of the app’s own, even if its words occur in names.
      ("self.x", ""), ("url.resourceValues", ""), ("request.url", ""), ("user.name", ""), ("@Environment", ""),
      ("@State", ""), ("Timer.start()", ""), ("https://github.com/example/example", ""),
      // Another point of a guideline than those that are known.
      ("5.1.1(v)", ""), ("Guideline 5.1.1(i) - Legal", ""),
      // Others’ repositories with the name of a listed one.
      ("https://github.com/someone/Toast", ""), ("gitlab.com/acme/hermes", ""),
      ("https://github.com/acme/promises", ""), ("https://public.example.com/team/path_provider_ios", ""),
      ("https://www.npmjs.com/package/hermes", ""),
      (".package(url: \"https://github.com/someone/Toast\", from: \"1.0.0\")", ""), ("import MapKit", ""),
      ("https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdidload()", ""),
    ] {
      let result = command("explain", query)
      expectEqual(result.status, 2, query)
      expectEqual(result.errors, "privacy-lsp: nothing found for “\(query)”\(meant)\n")
    }
    expectEqual(command("explain").status, 2, "no query")
    // A mail also names files, and a shell needs quotation marks around some names.
    for (query, part) in [
      ("ITMS-91053: Missing API declaration - Your app’s code in “Frameworks/MyKit.framework/MyKit”", "91053: "),
      ("ITMS-91056: Invalid privacy manifest: “Frameworks/Foo.framework/PrivacyInfo.xcprivacy”.", "91056: "),
      ("ITMS-91061: Missing privacy manifest: “Frameworks/Alamofire.framework/Alamofire”", "91061: "),
      ("5.1.1", "Run “privacy-lsp explain 'REVIEW-5.1.1(ii)'” for more"),
      ("photos", "Run “privacy-lsp explain NSPhotoLibraryUsageDescription” for more"),
    ] {
      expectTrue(command("explain", query).output.contains(part), query)
    }
    // What is listed can be asked for by the name that is shown.
    for query in [
      "photos", "camera", "IDFA", "CLLocationManager", "Firebase", "location", "duplicate", "tracking", "5.1.1",
    ] {
      let names = command("explain", query).output.matches(of: #/(?m)^• (\S+) \(/#).map { String($0.output.1) }
      expectTrue(names.count > 1, "\(query): \(names)")
      for name in names {
        let page = command("explain", name)
        expectTrue(page.status == 0 && !page.output.contains("can mean"), "\(query): \(name)")
      }
    }
    for (query, part) in [
      ("Alamofire", "The first version with a privacy manifest is 5.9.0."),
      ("AFNetworking", "No version with a privacy manifest is known."),
      ("Sentry", "It is not on Apple’s list of SDKs"),
      ("mach_continuous_time", "isn’t on Apple’s list"), ("clock_gettime", "have to declare a reason"),
    ] {
      expectTrue(command("explain", query).output.contains(part), query)
    }
  }

  /// Every code and message has a page with what it means, since when, whether it blocks and what to do.
  @Test func messagesOfTheStore() {
    for message in Catalog.bundled.storeMessages {
      let page = command("explain", message.id, "--format", "markdown").output
      for text in [message.meaning, message.advice ?? ""] where !text.isEmpty {
        expectTrue(page.contains(text), "\(message.id) does not say “\(text)”:\n\(page)")
      }
      expectEqual(page.contains("\n- Sent: "), message.since != nil, message.id)
      expectEqual(page.contains("\n- Blocks: "), message.effect != .unknown, message.id)
      if message.isAboutPrivacy { expectTrue(page.contains("\n- What to do: "), message.id) }
      for alias in message.aliases { expectEqual(command("explain", alias).status, 0, alias) }
    }
    let rows: [(query: String, says: [String])] = [
      ("91053", ["1 May 2024", "Blocks: yes"]), ("90738", ["Blocks: no", "empty-purpose-string"]),
      ("91108", ["from 2024-08-27 to 2024-11", "Now sent as: ITMS-91056", "12 November 2024", "unknown-key"]),
      ("91105", ["No email with this code has been seen"]), ("ITMS-90809", ["not about privacy"]),
      ("5.1.1", ["REVIEW-5.1.1(ii) (", "REVIEW-5.1.1(ii)-automated ("]), ("automated check", ["2026-07-20"]),
    ]
    for (query, says) in rows {
      let page = command("explain", query).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for text in says { expectTrue(page.contains(text), "\(query) does not say “\(text)”:\n\(page)") }
    }
    for query in ["ITMS-99999", "9068", "906830", "1 90683", "ITMS"] {
      expectEqual(command("explain", query).status, 2, query)
    }
  }

  /// A rule's code is one that is sent today.
  @Test func rulesNameMessages() {
    for rule in Rule.all {
      guard let code = rule.itms else { continue }
      let message = Catalog.bundled.storeMessage(code)
      expectTrue(message?.isAboutPrivacy == true && message?.twin == nil, "\(rule.id) has \(code)")
    }
  }

  @Test func markdownOnATerminal() {
    let markdown = """
      # A `b` c

      Some **bold
      words** and a [link](https://example.org/x), \\<escaped\\>.

      - one two three four five six seven
      - two

      ```xml
      <a>
       ^~~
      ```
      """
    expectSnapshot(
      TerminalText.render(markdown, style: .plain, width: 30),
      """
      A b c

      Some bold words and a link
      <https://example.org/x>,
      <escaped>.

      • one two three four five six
        seven
      • two

          <a>
           ^~~

      """)
    let colored = TerminalText.render(markdown, style: .colored, width: 30)
    expectEqual(
      colored.replacing(#/\u{1B}\[[0-9;]*m/#, with: ""), TerminalText.render(markdown, style: .plain, width: 30))
  }
}

@Suite struct ReadmeTests {
  private func page(_ path: String) throws -> String {
    try String(contentsOf: repository.appending(path: path), encoding: .utf8)
  }

  /// What the README and its pages show is what the program prints.
  @Test func theCapturesAreReal() throws {
    // The day of the rules moves on by itself.
    func undated(_ text: String) -> String { text.replacing(#/"rulesAsOf": "[^"]*"/#, with: "") }
    let readme = try page("README.md")
    let commandLine = undated(try page("editors/COMMAND-LINE.md"))
    let folder = repository.appending(path: "Tests/Fixtures/lint/Notes").path
    let text = command("lint", folder).output.replacing(folder + "/", with: "")
    let start = try #require(readme.firstRange(of: "\n$ privacy-lsp lint\n")).upperBound
    let end = try #require(readme[start...].firstRange(of: "```\n")).lowerBound
    expectEqual(String(readme[start..<end]), text, "README.md is out of date; run: .ci/generate.py")
    let json = undated(command("lint", "--format", "json", folder).output).replacing(folder + "/", with: "")
    // The first finding is shown.
    let first = try #require(json.firstRange(of: "\n        },\n"))
    expectTrue(
      commandLine.contains(json[..<first.lowerBound] + "\n        }\n"),
      "the example in editors/COMMAND-LINE.md is out of date; run: .ci/generate.py")
  }

  @Test func everyOptionOfLintIsNamed() throws {
    let commandLine = try page("editors/COMMAND-LINE.md")
    for option in Command.lint.options {
      expectTrue(commandLine.contains("--\(option.name)"), "COMMAND-LINE.md does not name --\(option.name)")
    }
  }
}
