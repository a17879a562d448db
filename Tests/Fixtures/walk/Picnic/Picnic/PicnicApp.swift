import PicnicKit
import SwiftUI

@main struct PicnicApp: App {
  @AppStorage("showsWeather") private var showsWeather = true
  @State private var model = BasketModel()

  var body: some Scene {
    WindowGroup {
      BasketView(model: model, showsWeather: showsWeather)
    }
  }
}
