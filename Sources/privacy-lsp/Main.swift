#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@main struct Main {
  static let version = "0.1.0"

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains("--version") {
      print("privacy-lsp \(version)")
    } else {
      exit(serve(version: version))
    }
  }
}
