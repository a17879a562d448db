import LanguageServerProtocol
import SourceText

/// What is written into the editor's log: messages of a level and of all above it.
enum LogLevel: String, CaseIterable, Comparable {
  case off, error, warning, info, debug

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  static func < (a: LogLevel, b: LogLevel) -> Bool { a.rank < b.rank }
}

/// Neither log nor trace ever holds anything of a document but its name.
extension Server {
  /// Writes a line into the editor's log, where its level is wanted.
  func log(_ level: LogLevel, _ words: String) {
    let type: LSP.MessageType
    switch level {
    case .off: return
    case .error: type = .error
    case .warning: type = .warning
    case .info: type = .info
    case .debug: type = .log
    }
    guard level <= settings.log, phase == .running else { return }
    notify("window/logMessage", LSP.showMessageParams(type, printable(words)))
  }

  /// Writes a line into the editor's log the first time that there is cause to.
  func logOnce(_ level: LogLevel, _ words: String) {
    guard level <= settings.log, settings.told.count < 1000, settings.told.insert(words).inserted else { return }
    log(level, words)
  }

  func setTrace(_ params: LSP.SetTraceParams) {
    trace = params.value
  }

  /// Tells a client that traces what became of a message.
  ///
  /// - Parameter start: When the work on it began.
  func traceMessage(_ method: String, _ id: LSP.RequestID?, since start: Int, _ outcome: String) {
    guard trace != .off || settings.log == .debug, phase == .running, Route.knows(method) else { return }
    let name =
      switch id {
      case .number(let number): "\(method) (\(number))"
      case .string(let text): "\(method) (\(text))"
      case nil: method
      }
    log(.debug, "\(name): \(outcome)")
    guard trace != .off else { return }
    let details =
      "\(environment.now() - start) ms, \(documents.count) documents open, \(outbox.size) bytes wait to be written"
    notify(
      "$/logTrace",
      LSP.logTraceParams(printable("\(name): \(outcome)"), verbose: trace == .verbose ? details : nil))
  }
}
