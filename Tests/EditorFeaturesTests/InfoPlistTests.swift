import Catalog
import CatalogData
import EditorFeatures
import Foundation
import PrivacyRules
import SourceText
import TestSupport
import Testing

@Suite struct ScratchTests {
  @Test func show() throws {
    for key in ["NSCameraUsageDescription", "NSUserTrackingUsageDescription", "NSLocationWhenInUseUsageDescription", "NSCalendarsUsageDescription", "NSHealthShareUsageDescription", "NSLocalNetworkUsageDescription"] {
      let text = "<plist><dict><key>CFBundleDisplayName</key><string>Tide</string><key>\(key)</key><string>This app uses your thing to scan receipts.</string></dict></plist>"
      let s = snapshot(text, path: "Info.plist")
      let at = text.range(of: key)!.lowerBound.utf16Offset(in: text) + 3
      print(hover(in: s, at: at)?.markdown ?? "nil")
      print("=======")
    }
    for e in ["com.apple.developer.healthkit.access", "com.apple.security.device.camera", "com.apple.developer.weatherkit"] {
      print(documentation(of: e, catalog: .bundled)!)
      print("=======")
    }
    var worst = 0
    for key in Catalog.bundled.purposeKeys {
      let page = documentation(of: key.name, catalog: .bundled)!
      let text = "<plist><dict><key>\(key.name)</key><string>This app uses your thing to scan receipts.</string></dict></plist>"
      let h = hover(in: snapshot(text, path: "Info.plist"), at: 22)?.markdown ?? "nil"
      let lines = h.split(separator: "\n", omittingEmptySubsequences: false).count
      worst = max(worst, lines)
      if lines > 34 { print(key.name, lines, page.count) }
    }
    print("worst", worst)
  }
}
