extension EventLog {
  /// Writes a client's event into the log, at the level it deserves and with the place that made the call.
  func add(_ event: ClientEvent) {
    guard takesLines else { return }
    let site = CallSite.current ?? CallSite(file: #fileID, line: #line, function: #function)
    add(event.level, .event(event), file: site.file, line: site.line, function: site.function)
  }
}

extension ClientEvent {
  fileprivate var level: EventLog.Level {
    switch self {
    case .started: .debug
    case .answered(_, let status, _, _, _): status >= 500 ? .error : status >= 400 ? .warning : .debug
    case .failed(let error, _): error.isCancellation ? .debug : .error
    case .retrying, .renewed(nil): .info
    case .renewed, .tolerated: .warning
    case .storage: .error
    }
  }

  /// The line in the log.
  var text: String {
    switch self {
    case .started(let operation): "\(operation) …"
    case .answered(let operation, let status, let bytes, let isStale, let duration):
      "\(operation) \(status), \(bytes) bytes, \(Int(duration.seconds * 1000)) ms\(isStale ? ", kept answer" : "")"
    case .failed(let error, _), .storage(let error): error.description
    case .retrying(let operation, let attempt, let pause):
      "\(operation) attempt \(attempt) failed, next in \(Int(pause.seconds * 1000)) ms"
    case .renewed(nil): "credentials renewed"
    case .renewed(let error?): "credentials not renewed: \(error)"
    case .tolerated(let operation, let count, let issues):
      "\(operation): \(count) faults in the answer: \(issues.prefix(5).map(\.description).joined(separator: ", "))"
    }
  }
}
