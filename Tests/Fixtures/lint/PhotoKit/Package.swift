// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "PhotoKit",
  targets: [.target(name: "PhotoKit", resources: [.copy("Resources/PrivacyInfo.xcprivacy")])]
)
