import CatalogData
import Foundation
import JSON
import PrivacyRules
import SourceText
import TestSupport
import Testing

/// Texts of the kinds that App Review refuses get a warning, and texts that say enough get none.
@Suite struct RefusedTextTests {
  private static let linter = Linter(catalog: .bundled)

  /// The warnings and errors about a text in an Info.plist.
  private func warnings(_ text: String, under key: String, language: String = "en") -> [String] {
    let file = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>CFBundleDevelopmentRegion</key>
      \t<string>\(language)</string>
      \t<key>\(key)</key>
      \t<string>\(text.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</string>
      </dict>
      </plist>

      """
    let document = Document(path: "Info.plist", kind: .infoPlist, text: SourceText(file))
    let start = file.utf8Offset(of: "<string>", after: "<key>\(key)")
    return Self.linter.lint(document, fixes: .none).filter { $0.severity >= .warning && $0.range.lower >= start }
      .map(\.rule)
  }

  /// Resource, text. What each group is like is told by its comment, and none of them is a text of a real app.
  static let refused: [(resource: String, text: String)] = [
    // Developed with
    ("Camera", "Allow Harbour to use your camera"), ("Camera", "Camera access is needed to scan barcodes."),
    ("Camera", "We use the camera for taking selfies and recording videos."),
    ("Microphone", "This app requires microphone access to work correctly."),
    ("Microphone", "Needed to record audio."), ("PhotoLibrary", "Lets you pick an avatar."),
    ("PhotoLibrary", "Lumen would like access to your photos to upload images."),
    ("LocationWhenInUse", "This app needs your location while it is open."),
    ("LocationWhenInUse", "Used to show places near you."), ("Contacts", "To find friends."),
    ("Contacts", "We sync your contacts to suggest people you may know."),
    ("BluetoothAlways", "Bluetooth is required to connect to your devices."),
    ("UserTracking", "Your data will be used to show you relevant ads."),
    ("CalendarsFullAccess", "This app would like to see your calendar."),
    ("Camera", "This app uses your location to find you."), ("Microphone", "TODO: microphone"),
    ("Microphone", "음성 녹음을 위해 마이크 권한이 필요합니다."),
    ("Camera", "写真を撮影するためにカメラを使用します。"), ("LocationWhenInUse", "需要获取您的位置信息以便提供更好的服务"),
    ("PhotoLibrary", "需要存取您的相簿以上傳照片"),
    // Held back
    ("Camera", "$(PRODUCT_NAME) needs your camera so you can take photos."),
    ("Camera", "Scan a code with the camera."), ("Microphone", "Allow $(PRODUCT_NAME) to use your microphone"),
    ("Microphone", "Please allow microphone access so that you can send voice messages"),
    ("Microphone", "Talk to your friends."), ("PhotoLibrary", "Permission to choose and upload a photo"),
    ("PhotoLibrary", "Your photos are needed to attach images."),
    ("PhotoLibrary", "App would like to access your photo library"),
    ("LocationWhenInUse", "Location is used for a better service"),
    ("LocationWhenInUse", "To see your current position on the map"),
    ("Contacts", "Contacts are used to invite your friends to the app."),
    ("Contacts", "This app requires contacts access to function correctly."),
    ("BluetoothAlways", "We use Bluetooth to find and pair nearby accessories."),
    ("UserTracking", "This allows us to deliver ads that are relevant to your interests."),
    ("UserTracking", "Allow tracking to give you a better experience"),
    ("Motion", "This app requires motion access to function properly."),
    ("RemindersFullAccess", "Need access to reminders"),
    ("LocationWhenInUse", "현재 위치를 지도에 표시하기 위해 위치 권한이 필요합니다."),
    ("Contacts", "友達を探すために連絡先へのアクセスを許可してください。"), ("Camera", "用于扫描二维码和拍照上传"),
  ]

  static let accepted: [(resource: String, text: String)] = [
    // Developed with
    (
      "Camera",
      "Harbour scans the code on a berth so that you can check in your boat, for example at the visitors’ pier."
    ),
    ("Camera", "This app uses your camera to read the meter number, so that you need not type it into the report."),
    ("Camera", "Take a picture of a damaged parcel and we attach it to your complaint to the carrier."),
    ("Microphone", "Lumen records your practice to mark the notes you missed, for example in the left hand."),
    ("Microphone", "The app listens for your wake-up word and sends nothing to a server."),
    ("PhotoLibrary", "Choose a photo of your garden. It goes to our plant doctor, who answers within a day."),
    ("PhotoLibrary", "You can pick a picture to print on a mug. For example, choose a portrait of your dog."),
    ("LocationWhenInUse", "Your location is used to sort petrol stations by price and distance along your route."),
    ("LocationWhenInUse", "This app uses your location to warn you of hail in your postcode."),
    (
      "Contacts",
      "Tide looks up which of your contacts sail, so that you can add them to a crew. The list stays on your phone."
    ),
    ("Contacts", "Your contacts are sent to our server in encrypted form to tell you who has joined the choir."),
    ("BluetoothAlways", "Bluetooth connects the app to your bike computer to copy rides and update its maps."),
    ("UserTracking", "This app uses tracking data to show ads for books like those you borrowed."),
    ("CalendarsFullAccess", "The app reads your calendar to keep lessons from clashing with your shifts."),
    ("Camera", "This game does not use the camera; a library that it is built with only refers to it."),
    (
      "Microphone", "Allow Harbour to use the microphone to send the lock keeper a spoken request for the next opening."
    ),
    ("Microphone", "레슨 중 연주를 녹음해 선생님께 보내고, 예를 들어 박자가 틀린 마디를 표시합니다."),
    ("Camera", "名刺を撮影して会社名と電話番号を読み取り、顧客リストに登録します。"),
    ("LocationWhenInUse", "使用位置为您推荐步行路线，例如避开施工路段。"),
    ("PhotoLibrary", "選擇收據的照片，我們會辨識金額並填入報銷單。"),
    // Held back
    ("Camera", "Point the camera at a shelf label to compare its price with the warehouse list."),
    ("Camera", "The camera is used to scan boarding passes and add the flight to your trip."),
    ("Camera", "Tide takes a photo of the tyre and measures its tread, for example before a long drive."),
    ("Microphone", "Used during lessons so that your teacher hears you play and can correct the bowing."),
    ("Microphone", "We transcribe what you say into a shopping list; the recording is deleted at once."),
    ("PhotoLibrary", "This app uses your photos to find scans of sheet music and sort them by composer."),
    ("PhotoLibrary", "Pick photos of your flat for the listing, which tenants see before they book a visit."),
    ("PhotoLibrary", "Photos you select are sent to our support team together with your bug report."),
    ("LocationWhenInUse", "Your location tells the driver at which entrance to pick you up."),
    ("LocationWhenInUse", "We use your location to fill in the street name when you report a pothole."),
    (
      "LocationAlwaysAndWhenInUse", "Lumen records your route in the background, for example to draw the hike on a map."
    ),
    ("Contacts", "Pick a contact to fill in the recipient of a postcard, for example your grandmother."),
    ("Contacts", "This app needs your contacts to show names instead of numbers on the caller screen."),
    ("BluetoothAlways", "Bluetooth is used to open the locker that holds your parcel."),
    ("BluetoothAlways", "The app talks to your hearing aids over Bluetooth to switch programmes in noisy rooms."),
    ("UserTracking", "Your advertising identifier lets us credit the podcast that sent you here."),
    (
      "CalendarsFullAccess",
      "This app adds matches of your club to your calendar and moves them when they are postponed."
    ),
    ("LocationWhenInUse", "위치를 사용해 가까운 약국의 영업시간을 알려 드립니다."),
    ("Contacts", "連絡先から宛名を選び、年賀状の住所欄に入力します。"),
    ("Camera", "拍摄药盒上的说明，应用会朗读用法并设置提醒。"),
  ]

  @Test func rows() {
    for (half, name) in [(0..<20, "developed with"), (20..<40, "held back")] {
      let missed = Self.refused[half].filter { warnings($0.text, under: "NS\($0.resource)UsageDescription").isEmpty }
      expectTrue(missed.count <= 3, "refused, \(name): \(missed.count) of 20 without a warning: \(missed.map(\.text))")
      for (resource, text) in Self.accepted[half] {
        expectEqual(warnings(text, under: "NS\(resource)UsageDescription"), [], "accepted, \(name): \(text)")
      }
    }
  }

  /// Texts that Apple refused, and those that took their place, read where `PRIVACY_LSP_FACTS` names a folder with them.
  @Test func publicCases() throws {
    guard let folder = ProcessInfo.processInfo.environment["PRIVACY_LSP_FACTS"] else {
      print("PRIVACY_LSP_FACTS names no folder: no texts that Apple refused are read.")
      return
    }
    let file = URL(filePath: folder).appending(path: "refused-purpose-strings.json")
    let root = try JSONDocument.parse(Array(try Data(contentsOf: file))).root
    func texts(_ name: StaticString) -> [(id: String, text: String, found: [String])] {
      (root[name]?.array ?? []).map { entry in
        let text = entry["text"]?.string ?? ""
        let key = entry["key"]?.string ?? ""
        return (
          entry["id"]?.string ?? "", text, warnings(text, under: key, language: entry["language"]?.string ?? "en")
        )
      }
    }
    let refused = texts("refused")
    let missed = refused.filter(\.found.isEmpty)
    print("refused texts with a warning: \(refused.count - missed.count) of \(refused.count)")
    expectTrue(!refused.isEmpty && missed.count * 100 <= refused.count * 15, "\(missed.map { "\($0.id) \($0.text)" })")
    for (id, text, found) in texts("accepted") { expectEqual(found, [], "\(id) \(text)") }
  }
}

extension String {
  /// The UTF-8 offset of a part behind another one; 0 where it is not there.
  fileprivate func utf8Offset(of part: String, after lead: String) -> Int {
    guard let start = firstRange(of: lead), let found = self[start.upperBound...].firstRange(of: part) else { return 0 }
    return utf8.distance(from: utf8.startIndex, to: found.lowerBound)
  }
}
