import Catalog
import CatalogData
import Foundation
import PrivacyRules
import SourceText
import TestSupport
import Testing
import Wording

private let wording = Wording(Catalog.bundled.english)

extension Wording.Kind {
  /// The label of the labelled texts, and its short form in rows.
  fileprivate var label: (name: String, short: String) {
    switch self {
    case .empty: ("empty", "em")
    case .placeholder: ("placeholder", "ph")
    case .noPurpose: ("no-purpose", "np")
    case .denial: ("no-purpose", "dn")
    case .vague: ("vague", "vg")
    case .passive: ("passive", "pv")
    case .imperative: ("imperative", "im")
    case .noEndMark: ("no-end-punctuation", "ne")
    case .notSentenceCase: ("not-sentence-case", "cs")
    case .fragment: ("fragment", "fr")
    case .severalSentences: ("multiple-sentences", "ms")
    case .tooLong: ("too-long", "tl")
    case .namesApp: ("names-app", "na")
    case .incentive, .threat: ("incentive-or-threat", "it")
    case .wrongResource: ("wrong-resource", "wr")
    case .extraWhitespace: ("whitespace", "ws")
    // Scored by the texts that Apple refused; the labels do not know it.
    case .bare: ("bare", "ba")
    }
  }
}

/// A key's whole name.
private func keyName(_ short: String) -> String {
  short.hasPrefix("=") ? String(short.dropFirst()) : "NS\(short)UsageDescription"
}

/// Expects rows of “key | labels | text” to be labelled so.
private func check(
  _ rows: String, appNames: [String] = [], language: Wording.Language = Wording.Language(),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for row in rows.split(separator: "\n") where !row.hasPrefix("#") {
    let parts = row.split(separator: "|", maxSplits: 2).map(String.init)
    guard parts.count == 3 else {
      Issue.record("\(row) has no three parts", sourceLocation: sourceLocation)
      continue
    }
    let text = String(parts[2].dropFirst())
    let found = wording.findings(
      in: text, key: keyName(parts[0].trimmingCharacters(in: .whitespaces)), names: AppNames(appNames, wording),
      language: language
    ).filter { $0.kind != .bare }
    let expected = parts[1].split(separator: " ").map(String.init).filter { $0 != "ok" }
    expectEqual(
      Set(found.map(\.kind.label.short)).sorted().joined(separator: " "), expected.sorted().joined(separator: " "),
      "\(row)\n\(found.map { "\($0.kind.label.name) “\($0.words)”" }.joined(separator: "\n"))\n",
      sourceLocation: sourceLocation)
  }
}

/// Expects the finding of a kind to be where a text is marked, and to be the only one of its kind.
private func check(
  _ short: String, _ key: String, _ marked: String..., appNames: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for row in marked {
    let file = MarkedText(row).file
    let found = wording.findings(in: file.text, key: keyName(key), names: AppNames(appNames, wording)).filter {
      $0.kind.label.short == short
    }
    expectEqual(
      MarkedText.marking(found.map(\.range), in: SourceText(file.text)),
      MarkedText.marking(file.ranges, in: SourceText(file.text)), short, sourceLocation: sourceLocation)
  }
}

@Suite struct WordingTests {
  @Test func englishIsRead() { check(englishRows) }

  @Test(arguments: [("it", pressureRows), ("ba", bareRows)])
  func oneKindIsTold(_ kind: String, _ rows: String) {
    for row in rows.split(separator: "\n") where !row.hasPrefix("#") {
      let parts = row.split(separator: "|", maxSplits: 2).map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 3 else {
        Issue.record("\(row) has no three parts")
        continue
      }
      let found = wording.findings(in: parts[2], key: keyName(parts[0])).filter { $0.kind.label.short == kind }
      expectEqual(found.isEmpty, parts[1] == "ok", parts[2])
    }
  }

  @Test func rangesAreNarrow() {
    check("np", "Camera", "«We need access to your camera».", "«This app uses the camera»!")
    check(
      "vg", "Camera", "This app uses your camera for «a better experience».",
      "This app needs the camera to «take photos».",
      "For «camera features».")
    check(
      "pv", "Camera", "Your camera «is used» to scan tickets.", "«Used» for scanning.",
      "Camera access «needed» for tickets.")
    check(
      "im", "Camera", "«Please allow» the camera to scan tickets.", "«Turn on» your camera.",
      "To scan tickets, «allow» the camera.")
    check("fr", "Camera", "«Allows» you to scan tickets.", "«Ticket scanner».", "«To» scan tickets.")
    check("ne", "Camera", "Scan ticket«s»", "Scan tickets (at the door«)»", "Scan tickets «🎟️»", "Scan tickets«,»  ")
    check(
      "cs", "Camera", "«scan» your ticket.", "This «App» scans tickets.", "Scan «Tickets At The Door».",
      "We «NEVER» keep tickets.")
    check(
      "ms", "Camera", "This app scans tickets. «It shows the way, too.»", "Add pictures\n\t\tfrom the camera.",
      "Scan tickets\n«Share tickets»")
    check(
      "ws", "Camera", "«  »Scan tickets.", "Scan«  »tickets.", "Scan tickets.«\n»", "Scan«\t»tickets.",
      "Scan«\\n»Tickets.")
    check("it", "Camera", "«You must» allow the camera to scan tickets.")
    check("wr", "Camera", "This app uses your «location» to find cafés.")
    check(
      "na", "Camera", "«Acme Scan» scans tickets.", "«${PRODUCT_NAME}» scans tickets.", "Open «Acme Scan's» scanner.",
      "«AcmeScan» scans tickets.", appNames: ["Acme Scan"])
  }

  @Test func appsAreNamed() {
    check(
      """
      Camera | na | Ticketeer scans the tickets of your guests.
      Camera | na | Allow your friends to see what you scan with Ticketeer.
      Camera | na | We scan tickets and send them to the Ticketeer server.
      Camera | ok | The ticket scanner reads the code.
      """, appNames: ["Ticketeer", "$(PRODUCT_NAME)"])
    // A name that is a word counts where it is one.
    check(
      """
      Camera | na | Camera needs access to your camera to scan tickets.
      Camera | ok | The camera scans the tickets of your guests.
      Camera | ok | Camera access lets you scan tickets.
      """, appNames: ["Camera"])
    check(
      """
      Camera | ok | This app shows pictures that you take with an image picker for your album.
      Camera | na | Image Picker shows the pictures for your album.
      """, appNames: ["image_picker_example"])
    // What nobody says is the app may still look like it.
    check(
      """
      Camera | na | DoorKeeper uses your camera to scan tickets.
      Camera | na | Zilbo needs the camera to scan tickets.
      Camera | na np | Zilbo needs the camera.
      Camera | na | The Zilbo app scans tickets.
      Camera | na | The camera lets Zilbo scan tickets.
      Camera | na | We use the camera so that Zilbo can scan tickets.
      Camera | ok | The camera reads tickets from the Zilbo app.
      Camera | ok | Bluetooth beacons tell the app which picture you look at.
      Camera | ok | Google Maps shows the street that you photograph.
      Camera | ok | Visitors scan tickets with the camera.
      Camera | ok | Birdwatchers can film rare birds.
      """)
    check(
      """
      Microphone | na | Garden will ring when a bird sings.
      Microphone | na | Garden's listening post hears birds sing.
      Microphone | ok | Garden noise tells the app which birds you have.
      """, appNames: ["Garden"])
    // In lower case, the words of a name are what they mean, but for what acts.
    check(
      """
      LocationWhenInUse | ok | This app uses your location to show the tide table of the nearest harbor.
      LocationWhenInUse | pv | Location is needed to print the tide table for where you are.
      LocationWhenInUse | na | Tide Table uses your location to show the tide table of the nearest harbor.
      LocationWhenInUse | na | This app uses your location to print the Tide Table.
      LocationWhenInUse | na np | Tide table needs your location.
      LocationWhenInUse | fr na np | Tide Table's location access.
      LocationWhenInUse | im na np | Allow Tide table to access your location.
      LocationWhenInUse | na np | The Tide Table app needs your location.
      """, appNames: ["Tide Table"])
    // What the name stands for is a use where others are said to have it, or where it says what kind of thing is meant.
    check(
      """
      Contacts | na | This app reads your contacts to show who's already on Harbor.
      Contacts | na np | This app needs your contacts on Harbor.
      Bluetooth | na | This app connects to your Harbor lamps over Bluetooth.
      """, appNames: ["Harbor"])
    // A person finds a device; what an app does with “your device” may be anything.
    check(
      """
      LocationWhenInUse | ok | We use your location to help you find this phone.
      LocationWhenInUse | vg | This app uses your location to track your device.
      LocationWhenInUse | vg | We need location to track this device for a better experience.
      UserTracking | vg | This allows us to track your phone.
      """)
    // A mark in a name ends no sentence.
    check(
      """
      Camera | na | Zilbo! scans tickets at the door.
      Camera | na | The camera lets Zilbo! scan tickets at the door.
      Camera | na | Scan tickets at the door with Zilbo!
      Camera | ms na | Scan tickets with Zilbo! Then share them with your guests.
      """, appNames: ["Zilbo!"])
    check(
      """
      Camera | na | Who's There? shows who rings at your door.
      Camera | na | Let Who's There? film who rings at your door.
      """, appNames: ["Who's There?"])
    check("na", "Contacts", "«Yo! Friends» shows which of your friends play chess.", appNames: ["Yo! Friends"])
    check("na", "Camera", "«Zilbo!» scans tickets at the door.", appNames: ["Zilbo!"])
    check(
      """
      Microphone | na | Tune Tutor transposes melodies that you sing.
      Microphone | fr na | Tune Tutor melodies.
      """, appNames: ["Tune Tutor"])
  }

  /// Sentences about cameras and tickets: no rule of English may find anything in them.
  @Test func languagesNearEnglishAreRecognized() {
    // Nothing says what these are, and each has words that English has too.
    let texts = [
      "Giv adgang til kamera i app for at tage en video.", "Usiamo la camera per fare video in chat.",
      "Open de camera in de app om tickets te scannen.", "Vi vill ha din plats i appen.",
      "Kamera diperlukan untuk scan kod QR dan upload video.", "Name der App im Test.",
    ]
    for text in texts { #expect(!wording.isEnglish(text), "\(text)") }
    #expect(wording.isEnglish("The app opens the camera so that you can film in La Paz."))
  }

  /// A name or two in another language make no text of that language.
  @Test func onlyWhatIsPlainlyForeignIsTold() {
    for text in [
      "Pour la gestion de vos prêts", "Para escanear", "Die App benötigt Zugriff auf deine Kontakte",
      "按姓名查找您的朋友。", "Сканирует коды",
      "$(PRODUCT_NAME) usa a câmera para a foto de perfil",
      "Esta app necesita la cámara para leer códigos QR", "Wij gebruiken het adresboek om vrienden te vinden",
    ] { expectTrue(wording.isForeign(text), text) }
    for text in [
      "Scan your Café menu", "Record voice notes for Café Zürich", "Café de la Paix scans menus with the camera",
      "Zorb needs Bluetooth", "Quux pairs Zorb", "Scan QR codes", "", "$(PRODUCT_NAME)", "To find die and dos nearby.",
    ] { expectTrue(!wording.isForeign(text), text) }
    // What is no sentence of either language is in that of the texts beside it, unless one of several is.
    for text in ["Photo souvenir", "Utiliser Face ID pour vous connecter plus rapidement"] {
      expectTrue(wording.isForeign(text) { true }, text)
    }
    expectTrue(!wording.isForeign("This app scans your receipts.") { true }, "a sentence")
    let english = ["This app scans receipts.", "This app finds your friends."]
    expectTrue(wording.areForeign(english.prefix(1) + ["Pour vos prêts", "Für deine Belege"]), "most")
    expectTrue(!wording.areForeign(english + ["Pour la gestion de vos prêts"]), "one of three")
  }

  @Test func otherLanguagesAreLeftAlone() {
    let texts: [(String, String)] = [
      ("af", "Hierdie toep gebruik jou kamera om kaartjies te skandeer."),
      ("am", "ይህ መተግበሪያ ቲኬቶችን ለመቃኘት ካሜራዎን ይጠቀማል።"), ("ar", "يستخدم هذا التطبيق الكاميرا لمسح التذاكر."),
      ("az", "Bu tətbiq biletləri skan etmək üçün kameranızdan istifadə edir."),
      ("be", "Гэта праграма выкарыстоўвае камеру, каб сканаваць квіткі."),
      ("bg", "Това приложение използва камерата, за да сканира билети."), ("bn", "এই অ্যাপ টিকিট স্ক্যান করতে ক্যামেরা ব্যবহার করে।"),
      ("ca", "Aquesta app fa servir la càmera per escanejar entrades."),
      ("cs", "Tato aplikace používá fotoaparát ke skenování vstupenek."),
      ("da", "Denne app bruger kameraet til at scanne billetter."), ("de", "Diese App scannt mit der Kamera Tickets."),
      ("el", "Η εφαρμογή χρησιμοποιεί την κάμερα για να σαρώνει εισιτήρια."),
      ("es", "Esta app usa la cámara para escanear entradas."),
      ("et", "See rakendus kasutab kaamerat piletite skannimiseks."),
      ("fa", "این برنامه از دوربین برای اسکن بلیت استفاده می‌کند."),
      ("fi", "Appi lukee liput kameralla."), ("fil", "Ginagamit ng app ang camera para i-scan ang mga tiket."),
      ("fr", "Cette app utilise l’appareil photo pour scanner des billets."),
      ("he", "היישום משתמש במצלמה כדי לסרוק כרטיסים."),
      ("hi", "यह ऐप टिकट स्कैन करने के लिए कैमरे का उपयोग करता है।"), ("hr", "Aplikacija koristi kameru za skeniranje ulaznica."),
      ("hu", "Az app a kamerával olvassa be a jegyeket."), ("hy", "Հավելվածը տեսախցիկով սկանավորում է տոմսերը։"),
      ("id", "App ini memakai kamera untuk memindai tiket."), ("is", "Appið notar myndavélina til að skanna miða."),
      ("it", "Questa app usa la fotocamera per scansionare i biglietti."), ("ja", "このAppはカメラでチケットをスキャンします。"),
      ("ka", "აპი კამერას ბილეთების დასასკანერებლად იყენებს."), ("km", "កម្មវិធីនេះប្រើកាមេរ៉ាដើម្បីស្កេនសំបុត្រ។"),
      ("ko", "이 앱은 티켓을 스캔하기 위해 카메라를 사용합니다."), ("lo", "ແອັບນີ້ໃຊ້ກ້ອງເພື່ອສະແກນປີ້"),
      ("lt", "Programėlė kamera nuskaito bilietus."), ("lv", "Lietotne ar kameru skenē biļetes."),
      ("ms", "Apl ini menggunakan kamera untuk mengimbas tiket."),
      ("nb", "Appen bruker kameraet til å skanne billetter."),
      ("nl", "Deze app gebruikt de camera om tickets te scannen."), ("pl", "Aplikacja skanuje bilety aparatem."),
      ("pt-BR", "Este app usa a câmera para escanear ingressos."),
      ("ro", "Această aplicație folosește camera pentru a scana bilete."),
      ("ru", "Приложение сканирует билеты камерой."), ("sk", "Aplikácia skenuje lístky kamerou."),
      ("sl", "Aplikacija s kamero optično bere vstopnice."), ("sr", "Апликација скенира улазнице камером."),
      ("sv", "Appen använder kameran för att skanna biljetter."),
      ("sw", "Programu hii hutumia kamera kuchanganua tiketi."),
      ("ta", "இந்தப் பயன்பாடு டிக்கெட்டுகளை ஸ்கேன் செய்ய கேமராவைப் பயன்படுத்துகிறது."), ("th", "แอปนี้ใช้กล้องเพื่อสแกนตั๋ว"),
      ("tr", "Bu uygulama biletleri taramak için kamerayı kullanır."), ("uk", "Програма сканує квитки камерою."),
      ("ur", "یہ ایپ ٹکٹ اسکین کرنے کے لیے کیمرا استعمال کرتی ہے۔"), ("vi", "Ứng dụng này dùng camera để quét vé."),
      ("zh-Hans", "此应用使用相机扫描门票。"), ("zh-Hant", "此 App 使用相機掃描門票。"),
    ]
    for (code, text) in texts {
      let known = Catalog.bundled.language(code)
      let language = Wording.Language(code, usesEndMark: known?.usesEndMark, endMarks: known?.endMarks ?? [])
      for language in [language, Wording.Language()] {
        let found = wording.findings(in: text, key: keyName("Camera"), language: language)
        expectEqual(found.map(\.kind.label.name), [], "\(code), said: \(language.code ?? "no")")
      }
      expectTrue(!wording.isEnglish(text), "\(text) is taken for English")
    }
    for text in [
      "Scan tickets at the door.", "We need your camera", "Voice search", "This lets you upload photos.",
      "Camera access",
    ] {
      expectTrue(wording.isEnglish(text), "\(text) is not taken for English")
    }
  }

  /// What needs no words is said of every language.
  @Test func everyLanguageHasAnEnd() {
    let rows: [(String, String, String)] = [
      ("de", "ne", "Diese App scannt mit der Kamera Tickets"), ("ja", "ne", "このAppはカメラでチケットをスキャンします"),
      ("th", "", "แอปนี้ใช้กล้องเพื่อสแกนตั๋ว"), ("hi", "", "यह ऐप टिकट स्कैन करता है।"), ("hi", "", "यह ऐप टिकट स्कैन करता है."),
      ("hy", "", "Հավելվածը սկանավորում է տոմսերը:"), ("el", "", "Θέλετε να σαρώσετε το εισιτήριο;"),
      ("de", "ph", "..."),
      ("fr", "ph", "TODO"), ("es", "em", " "), ("de", "ws", "Diese App scannt  Tickets."),
      ("pl", "na", "$(PRODUCT_NAME) skanuje bilety."),
    ]
    for (code, expected, text) in rows {
      let known = Catalog.bundled.language(code)
      let language = Wording.Language(code, usesEndMark: known?.usesEndMark, endMarks: known?.endMarks ?? [])
      let found = wording.findings(in: text, key: keyName("Camera"), language: language)
      expectEqual(found.map(\.kind.label.short).joined(separator: " "), expected, text)
    }
  }

  /// What hover and skeletons show as a good text is one.
  @Test func examplesOfKeysAreGood() {
    for key in Catalog.bundled.purposeKeys {
      guard let example = key.example else { continue }
      let found = wording.findings(in: example, key: key.name)
      expectEqual(found.map { "\($0.kind.label.name) “\($0.words)”" }, [], "\(key.name): \(example)")
    }
  }

  /// Whatever stands in a file, the ranges are places in it, and nothing traps.
  @Test func anyTextIsRead() {
    var random = SeededGenerator(seed: 7)
    let words =
      englishRows.split { $0 == " " || $0 == "\n" }.map(String.init) + [
        "$(", "${X}", "%@", "%1$@", "(", ")", "“", "”", "…", "...", "\u{0}", "\u{200B}", "é", "日本", "👩‍👩‍👧", "'", "-", "/",
        "\\n", "\n", "e.g.",
        "www.example.com/a", "to", "that", "please", "so",
      ]
    let scalars = Array("aA .,!?\n\t\"'()$%{}\u{301}\u{2019}é中😀\u{200D}\u{FEFF}\\n0-&@".unicodeScalars)
    for round in 0..<3000 {
      var text = ""
      for _ in 0..<random.below(24) {
        if round % 2 == 0 {
          text += words[random.below(words.count)] + (random.below(9) == 0 ? "" : " ")
        } else {
          text.unicodeScalars.append(scalars[random.below(scalars.count)])
        }
      }
      let count = text.utf8.count
      for finding in wording.findings(in: text, key: keyName("Camera"), names: AppNames(["A", "To Do", text], wording))
      {
        let isInside =
          finding.range.lower >= 0 && finding.range.upper <= count && finding.range.lower <= finding.range.upper
        expectTrue(isInside, "\(finding.range) in “\(text)”")
        let bytes = Array(text.utf8)
        for edge in [finding.range.lower, finding.range.upper] where edge < count {
          expectTrue(bytes[edge] & 0xC0 != 0x80, "\(finding.range) cuts a character of “\(text)”")
        }
      }
    }
    let long = String(repeating: "We need your camera to (scan, ", count: 40_000)
    expectTrue(wording.findings(in: long, key: keyName("Camera")).contains { $0.kind.label.short == "tl" }, "no end")
  }
}

// MARK: - Findings in files

/// Expects the text after all preferred fixes, none of which is applied without asking, and that each by itself ends its
/// finding.
private func check(_ path: String, _ text: String, fixed: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let document = document(text, path: path)
  let configuration = Rule.withID("app-name-in-text").map(Configuration.init(turningOn:)) ?? Configuration()
  expectTrue(
    linter.fixed(document, configuration: configuration) == nil, "a text is changed unasked",
    sourceLocation: sourceLocation)
  var current = document
  for _ in 0..<10 {
    guard let fix = linter.lint(current, configuration: configuration).flatMap(\.fixes).first(where: \.isPreferred)
    else { break }
    current = Document(path: path, kind: current.kind, text: current.text.applying(fix.edits))
  }
  expectEqual(String(decoding: current.text.bytes, as: UTF8.self), fixed, path, sourceLocation: sourceLocation)
  checkFixes(of: document, configuration: configuration, sourceLocation: sourceLocation)
}

@Suite struct WordingFixTests {
  /// A fix writes a text as its file does: with entities, escapes or quotation marks where they are needed.
  @Test func fixesKeepTheNotation() {
    func plist(_ text: String) -> String {
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
      \t<key>NSCameraUsageDescription</key>
      \t<string>\(text)</string>
      </dict>
      </plist>

      """
    }
    check(
      "Info.plist", plist("this app scans tea &amp; coffee  codes"),
      fixed: plist("This app scans tea &amp; coffee codes."))
    check("Info.plist", plist(" We scan &quot;tickets&quot;\n"), fixed: plist("We scan &quot;tickets&quot;."))
    check("Info.plist", plist("<![CDATA[we scan a & b]]>"), fixed: plist("<![CDATA[We scan a & b.]]>"))
    check("Info.plist", plist("$(PRODUCT_NAME) scans tickets"), fixed: plist("This app scans tickets."))
    check("Info.plist", plist("Allow $(PRODUCT_NAME) to scan tickets"), fixed: plist("Allow this app to scan tickets."))
    check(
      "Info.plist", plist("Scan tickets with your $(PRODUCT_NAME) account."),
      fixed: plist("Scan tickets with your $(PRODUCT_NAME) account."))
    let strings: (String) -> String = { "/* Camera */\n\"NSCameraUsageDescription\" = \"\($0)\";\n" }
    check(
      "en.lproj/InfoPlist.strings", strings("this app scans \\\"tickets\\\""),
      fixed: strings("This app scans \\\"tickets\\\"."))
    check("en.lproj/InfoPlist.strings", strings("We scan\\ttickets."), fixed: strings("We scan tickets."))
    check("ja.lproj/InfoPlist.strings", strings("チケットをスキャンします"), fixed: strings("チケットをスキャンします。"))
    check("th.lproj/InfoPlist.strings", strings("แอปนี้ใช้กล้องเพื่อสแกนตั๋ว"), fixed: strings("แอปนี้ใช้กล้องเพื่อสแกนตั๋ว"))
    func setting(_ text: String) -> String { "INFOPLIST_KEY_NSCameraUsageDescription = \(text)\n" }
    check("App.xcconfig", setting("this app scans tickets"), fixed: setting("This app scans tickets."))
  }

  /// Of a text that has to be written anew one finding tells, which names what else is wrong, and offers one sentence.
  @Test func contentIsOneFinding() {
    let rows: [(text: String, rules: [String], message: String)] = [
      (
        "You must allow camera access, so please give us permission to improve the experience.",
        ["incentive-or-threat", "vague-purpose", "commanding-text"],
        "“You must” pressures people to consent; instead, say what this app does; also: no clear reason, a command"
      ),
      (
        "Please allow access to your camera", ["vague-purpose", "commanding-text"],
        "No clear reason: say what this app does with your camera; also: a command"
      ),
      (
        "Please allow access to your location.", ["wrong-resource", "vague-purpose", "commanding-text"],
        "The text is about location, but the alert asks for your camera; also: no clear reason, a command"
      ),
      ("TODO", ["placeholder-text"], "“TODO” is a placeholder: say what this app does with your camera"),
      (
        "“”", ["placeholder-text"],
        "A text of quotation marks is a placeholder: say what this app does with your camera"
      ),
      (
        "This app uses your camera to take pictures.", ["vague-purpose"],
        "Too general: say what this app does with your camera"
      ),
    ]
    for row in rows {
      let text = "\"NSCameraUsageDescription\" = \"\(row.text)\";\n"
      let found = linter.lint(document(text, path: "en.lproj/InfoPlist.strings"))
      expectEqual(found.map(\.message), [row.message], row.text)
      expectEqual(found.flatMap { [$0.rule] + $0.alsoRules }, row.rules, row.text)
      expectEqual(found.map(\.fixes.count), [1], row.text)
    }
  }

  /// What is said in the finding itself isn’t said again at each place.
  @Test func notesSayWhereAndWhatElse() {
    let text = "\"NSCameraUsageDescription\" = \"Please allow access to your location.\";\n"
    let found = linter.lint(document(text, path: "en.lproj/InfoPlist.strings"))
    expectEqual(
      found.flatMap(\.related).map(\.message),
      ["Another resource", "No clear reason: say what this app does with your camera", "“Please allow” is a command"])
  }

  /// What fixes leave to the writer is never done without asking.
  @Test func onlyTheWriterKnowsTheReason() {
    let text = "\"NSCameraUsageDescription\" = \"We need access to your camera.\";\n"
    let document = document(text, path: "en.lproj/InfoPlist.strings")
    expectTrue(linter.fixed(document) == nil, "a reason was made up")
    let fix = linter.lint(document).flatMap(\.fixes).first
    expectEqual(fix?.isSafe, false, "safe")
    expectEqual(
      fix?.snippets.map(\.template.snippet),
      ["This app uses your camera to ${1:…}."],
      "what is to be filled in")
  }
}

// MARK: - Labelled texts

/// A text that was labelled by hand.
private struct LabelledText: Decodable {
  let id: String
  let key: String
  let text: String
  let labels: [String]
  let border: [String]?
  let lang: String?
  let core: Bool?
  let appNames: [String]?

  enum CodingKeys: String, CodingKey {
    case id, key, text, labels, border, lang, core
    case appNames = "app_names"
  }

  var keyName: String { key.split(separator: "/").first.map(String.init) ?? key }
  var isMessage: Bool { !labels.contains("empty") && !labels.contains("placeholder") }
}

/// How often a label was found where it is, where it is not, and not found where it is.
private struct Score {
  var found = 0
  var wrong: [String] = []
  var missed: [String] = []

  var precision: Double { found + wrong.count == 0 ? 1 : Double(found) / Double(found + wrong.count) }
  var recall: Double { found + missed.count == 0 ? 1 : Double(found) / Double(found + missed.count) }
  var positives: Int { found + missed.count }
}

/// Texts of real apps, read where `PRIVACY_LSP_LABELS` names a folder with them; the scores are printed.
@Suite struct LabelledTextTests {
  private static let folder = ProcessInfo.processInfo.environment["PRIVACY_LSP_LABELS"]

  /// What the rules promise to reach, as precision and recall.
  private static let promised: [String: (precision: Double, recall: Double)] = [
    "empty": (0.99, 0.99), "too-long": (0.99, 0.99), "whitespace": (0.99, 0.99), "no-end-punctuation": (0.98, 0.98),
    "multiple-sentences": (0.96, 0.97), "passive": (0.98, 0.95), "fragment": (0.96, 0.95), "placeholder": (0.95, 0.80),
    "imperative": (0.98, 0.95), "no-purpose": (0.85, 0.85), "not-sentence-case": (0.90, 0.75),
    "names-app": (0.97, 0.80),
    "vague": (0.85, 0.60), "incentive-or-threat": (0.90, 0.50), "no-purpose or vague": (0.95, 0.85),
  ]

  /// Borders that another reader may draw elsewhere: scored with and without. A text may also name the label itself that
  /// its reader doubts.
  private static let borders: [String: Set<String>] = [
    "vague": ["tautology"], "fragment": ["base-form"], "names-app": ["name-of-server"], "no-purpose": ["denial"],
  ]

  private static func read(_ name: String) throws -> [LabelledText] {
    guard let folder else { return [] }
    let url = URL(fileURLWithPath: folder).appending(path: name)
    return try JSONDecoder().decode([LabelledText].self, from: Data(contentsOf: url))
  }

  private static func labels(of text: LabelledText) -> Set<String> {
    let language = text.lang.map { code in
      let known = Catalog.bundled.language(code)
      return Wording.Language(code, usesEndMark: known?.usesEndMark, endMarks: known?.endMarks ?? [])
    }
    let found = wording.findings(
      in: text.text, key: text.keyName, names: AppNames(text.appNames ?? [], wording),
      language: language ?? Wording.Language())
    // The labels are older than the refusal of bare uses, and have no name for them.
    return Set(found.map(\.kind.label.name)).subtracting(["bare"])
  }

  private static func scores(_ texts: [LabelledText], withoutBorders: Bool = false) -> [String: Score] {
    var scores: [String: Score] = [:]
    for text in texts {
      var expected = Set(text.labels).subtracting(["ok", "typo"])
      var found = labels(of: text)
      if !expected.isDisjoint(with: ["no-purpose", "vague"]) { expected.insert("no-purpose or vague") }
      if !found.isDisjoint(with: ["no-purpose", "vague"]) { found.insert("no-purpose or vague") }
      for label in expected.union(found) {
        if !text.isMessage, label != "empty", label != "placeholder" { continue }
        let border = (borders[label] ?? []).union(label == "no-purpose or vague" ? ["no-purpose", "vague"] : [label])
        if withoutBorders, !border.isDisjoint(with: text.border ?? []) { continue }
        let line = "\(text.id) \(text.keyName) “\(text.text)”"
        switch (expected.contains(label), found.contains(label)) {
        case (true, true): scores[label, default: Score()].found += 1
        case (true, false): scores[label, default: Score()].missed.append(line)
        default: scores[label, default: Score()].wrong.append(line)
        }
      }
    }
    return scores
  }

  private static func show(_ title: String, _ scores: [String: Score], misses: Bool) {
    print("\n\(title)")
    for (label, score) in scores.sorted(by: { $0.key < $1.key }) {
      let name = label.padding(toLength: 22, withPad: " ", startingAt: 0)
      print(
        name, String(format: "precision %.2f recall %.2f", score.precision, score.recall), "of \(score.positives)")
      guard misses else { continue }
      for line in score.wrong { print("    wrong: ", line) }
      for line in score.missed { print("    missed:", line) }
    }
  }

  @Test func scoresAreKept() throws {
    let texts = try Self.read("dev.json")
    guard !texts.isEmpty else {
      print("PRIVACY_LSP_LABELS names no folder: no labelled texts are read.")
      return
    }
    let all = Self.scores(texts)
    Self.show("All \(texts.count) texts", all, misses: true)
    Self.show("At most six of a repository", Self.scores(texts.filter { $0.core ?? true }), misses: false)
    Self.show("Without the borders", Self.scores(texts, withoutBorders: true), misses: false)
    for (label, score) in all where score.positives >= 10 {
      guard let promised = Self.promised[label] else { continue }
      expectTrue(score.precision >= promised.precision, "precision of \(label) is \(score.precision)")
      expectTrue(score.recall >= promised.recall, "recall of \(label) is \(score.recall)")
    }
  }

  /// The guidelines' own examples: the good ones have no finding that weighs more than a hint, the bad ones are found for
  /// the reason that the guidelines give.
  @Test func guidelinesAreFollowed() throws {
    for text in try Self.read("calibrators.json") {
      let found = Self.labels(of: text)
      let expected = Set(text.labels).subtracting(["ok"])
      if text.labels == ["ok"] {
        expectEqual(found, [], text.text)
      } else if !expected.isSubset(of: ["names-app"]) {
        // Whose name stands in a picture of an alert, the text does not tell.
        expectEqual(found, expected, text.text)
      }
    }
  }

  @Test func translationsAreLeftAlone() throws {
    let own: Set<String> = ["ok", "untranslated", "typo"]
    for text in try Self.read("non-english-sample.json") {
      // A variable in the place of the name is one in every language; the list does not judge it.
      let found = Self.labels(of: text).subtracting(["names-app"])
      expectEqual(found, Set(text.labels).subtracting(own), "\(text.id) \(text.text)")
    }
  }
}
