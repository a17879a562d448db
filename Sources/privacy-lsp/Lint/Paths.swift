/// A path without the `./` that it begins with.
func withoutDotSlash(_ path: String) -> String {
  guard path.hasPrefix("./") else { return path }
  let rest = path.dropFirst(2).drop { $0 == "/" }
  return rest.isEmpty ? "." : String(rest)
}
