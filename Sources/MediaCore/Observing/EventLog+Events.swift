extension EventLog {
  /// Writes a client's event into the log, at the level it deserves and with the place that made the call.
  func add(_ event: ClientEvent) {
    let site = CallSite.current ?? CallSite(file: #fileID, line: #line, function: #function)
    func add(_ level: Level, _ message: @autoclosure () -> String) {
      self.add(level, message(), file: site.file, line: site.line, function: site.function)
    }
    switch event {
    case .started(let operation): add(.debug, "\(operation) …")
    case .answered(let operation, let status, let bytes, let isStale, let duration):
      let level: Level = status >= 500 ? .error : status >= 400 ? .warning : .debug
      add(
        level,
        "\(operation) \(status), \(bytes) bytes, \(Int(duration.seconds * 1000)) ms\(isStale ? ", kept answer" : "")")
    case .failed(let error, _):
      add(error.isCancellation ? .debug : .error, error.description)
    case .retrying(let operation, let attempt, let pause):
      add(.info, "\(operation) attempt \(attempt) failed, next in \(Int(pause.seconds * 1000)) ms")
    case .renewed(nil): add(.info, "credentials renewed")
    case .renewed(let error?): add(.warning, "credentials not renewed: \(error)")
    case .tolerated(let operation, let count, let issues):
      add(
        .warning,
        "\(operation): \(count) faults in the answer: \(issues.prefix(5).map(\.description).joined(separator: ", "))")
    case .storage(let error): add(.error, error.description)
    }
  }
}
