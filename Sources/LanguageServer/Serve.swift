import ServerLoop

/// Serves the client over standard input and output until either side ends the session.
///
/// - Parameter outlivesCrashes: Whether the session continues after a crash, in the same process.
/// - Returns: The exit status.
public func serve(_ environment: Environment, outlivesCrashes: Bool = true) -> Int32 {
  resetSignals()
  let output = claimStandardOutput()
  let server = Server(environment)
  if outlivesCrashes { server.outliveCrashes(output: output) }
  var loop = EventLoop(server, input: 0, output: output, journal: server.journal)
  return loop.run()
}
