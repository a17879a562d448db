import SwiftUI
import WidgetKit

struct BasketEntry: TimelineEntry {
  let date: Date
  let items: [String]
}

struct BasketProvider: TimelineProvider {
  func placeholder(in context: Context) -> BasketEntry { BasketEntry(date: .now, items: []) }

  func getSnapshot(in context: Context, completion: @escaping (BasketEntry) -> Void) { completion(entry()) }

  func getTimeline(in context: Context, completion: @escaping (Timeline<BasketEntry>) -> Void) {
    completion(Timeline(entries: [entry()], policy: .never))
  }

  private func entry() -> BasketEntry {
    let shared = UserDefaults(suiteName: "group.example.picnic")
    return BasketEntry(date: .now, items: shared?.stringArray(forKey: "items") ?? [])
  }
}

@main struct PicnicWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Basket", provider: BasketProvider()) { entry in
      Text(entry.items.joined(separator: ", "))
    }
    .configurationDisplayName("Basket")
  }
}
