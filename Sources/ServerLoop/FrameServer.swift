/// What the event loop needs from a server: bytes go in, each step does one task, and frames come out. The
/// language server conforms to it, and so does the echo server of the benchmarks.
package protocol FrameServer {
  /// Whether more input should be read now.
  var hasRoom: Bool { get }
  /// Whether ``step()`` has something to do.
  var hasWork: Bool { get }
  /// The exit status, once the process should end.
  var exitStatus: Int32? { get }
  /// The exit status if the process ended now.
  var statusOfEnd: Int32 { get }
  /// The process with which the server exits.
  var clientProcess: Int32? { get }
  /// Whether a step, or the reading of a message, may take seconds.
  var mayWorkLong: Bool { get }
  /// The pending output.
  var outbox: Outbox { get set }

  /// Takes received bytes.
  mutating func receive(_ bytes: ArraySlice<UInt8>)
  /// Ends the input.
  mutating func endInput()
  /// Does one task; returns whether there was one.
  @discardableResult
  mutating func step() -> Bool
}

extension FrameServer {
  package var mayWorkLong: Bool { false }
}
