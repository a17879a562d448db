/// What the event loop asks of the one it serves: bytes go in, each step does one piece of work, and frames come out.
/// ``Server`` is one; the echo server of the benchmarks, which has the same loop, is another.
package protocol FrameServer {
  /// Whether more input should be read now.
  var hasRoom: Bool { get }
  /// Whether there is something that ``step()`` would do.
  var hasWork: Bool { get }
  /// What the process ends with, once it is to end.
  var exitStatus: Int32? { get }
  /// What the process ends with when it ends now.
  var statusOfEnd: Int32 { get }
  /// The process whose end is the server's too.
  var clientProcess: Int32? { get }
  /// Whether a step, or the reading of a message, may take seconds.
  var mayWorkLong: Bool { get }
  /// The frames that wait to be written.
  var outbox: Outbox { get set }

  /// Takes bytes as they come.
  mutating func receive(_ bytes: ArraySlice<UInt8>)
  /// Takes note that nothing more will come.
  mutating func endInput()
  /// Does one piece of work, and returns whether there was any.
  @discardableResult
  mutating func step() -> Bool
}

extension FrameServer {
  package var mayWorkLong: Bool { false }
}

extension Server: FrameServer {}
