import LanguageServerProtocol
import ServerLoop
import SourceText

/// The log levels of the editor’s log. Each includes those before it.
enum LogLevel: String, CaseIterable, Comparable {
  case off, error, warning, info, debug

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  static func < (a: LogLevel, b: LogLevel) -> Bool { a.rank < b.rank }
}

/// Log and trace never contain any contents of a document, only its name.
extension Server {
  /// Writes a line to the editor’s log if its level is enabled.
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

  /// Writes a line to the editor’s log unless it was logged before.
  func logOnce(_ level: LogLevel, _ words: String) {
    guard level <= settings.log, settings.told.count < 1000, settings.told.insert(words).inserted else { return }
    log(level, words)
  }

  func setTrace(_ params: LSP.SetTraceParams) {
    trace = params.value
  }

  /// Traces how a message was handled, if the client wants that.
  ///
  /// - Parameter start: When handling began.
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
      "\(environment.now() - start) ms, \(documents.count) open documents, \(outbox.size) bytes of pending output"
    notify(
      "$/logTrace",
      LSP.logTraceParams(printable("\(name): \(outcome)"), verbose: trace == .verbose ? details : nil))
  }
}
