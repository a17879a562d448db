public import SourceText

/// Which findings get fixes.
public enum FixRequest: Hashable, Sendable {
  case none
  /// Those that touch a range: a file may have thousands, and a menu shows those of one line.
  case touching(ByteRange)
  case all

  func wants(_ range: ByteRange) -> Bool {
    switch self {
    case .none: false
    case .touching(let wanted): wanted.touches(range)
    case .all: true
    }
  }
}
