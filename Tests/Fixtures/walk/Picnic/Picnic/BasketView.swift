import AVFoundation
import SwiftUI

struct BasketView: View {
  @Bindable var model: BasketModel
  let showsWeather: Bool

  var body: some View {
    List(model.items, id: \.self) { Text($0) }
      .toolbar {
        Button("Scan a recipe") {
          AVCaptureDevice.requestAccess(for: .video) { isAllowed in
            guard isAllowed else { return }
            model.items.append("A recipe")
          }
        }
      }
  }
}
