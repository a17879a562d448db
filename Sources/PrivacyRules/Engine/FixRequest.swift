public import SourceText

/// The findings for which fixes are worked out.
public enum FixRequest: Hashable, Sendable {
  case none
  /// Those that touch a range: a file may have thousands, and a menu shows those of a line.
  case touching(ByteRange)
  case all
  /// Those that leave nothing to decide and change no other file; no finding is told then.
  case safe

  func wants(_ range: ByteRange) -> Bool {
    switch self {
    case .none: false
    case .touching(let wanted): wanted.touches(range)
    case .all, .safe: true
    }
  }
}
