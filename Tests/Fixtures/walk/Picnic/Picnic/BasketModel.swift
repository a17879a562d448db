import Foundation
import PicnicKit

@Observable final class BasketModel {
  private let shared = UserDefaults(suiteName: "group.example.picnic")
  private var started = ProcessInfo.processInfo.systemUptime

  var items: [String] {
    get { shared?.stringArray(forKey: "items") ?? [] }
    set { shared?.set(newValue, forKey: "items") }
  }

  /// How long the basket has been packed, in seconds.
  var packing: TimeInterval { ProcessInfo.processInfo.systemUptime - started }
}
