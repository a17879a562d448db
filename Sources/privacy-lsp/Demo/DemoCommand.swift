extension Command {
  static let demo = Command(name: "demo", summary: "x") { _, _ in 0 }
}
