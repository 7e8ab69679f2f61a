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

/// An event in the work of a client, such as the end of a call. It holds operation ids, numbers and errors, and never a URL, a header or a
/// body.
public enum ClientEvent: Sendable, Hashable {
  /// A call begins. Each call has one such event, whatever the number of its attempts.
  case started(operation: OperationID)
  /// The server answered a call with this status and this number of bytes. If `isStale` is true, the server could not answer, and a cached
  /// response was returned instead.
  case answered(operation: OperationID, status: Int, bytes: Int, isStale: Bool, duration: Duration)
  /// A call ended with an error.
  case failed(ClientError, duration: Duration)
  /// An attempt failed, and the next attempt begins after the pause. `attempt` is the number of the failed attempt, from 1.
  case retrying(operation: OperationID, attempt: Int, pause: Duration)
  /// A renewal of the credentials ended. If the associated value is nil, the renewal succeeded. Otherwise it failed with this error.
  case renewed(ClientError?)
  /// A response had faults, such as a member of a wrong type, and was decoded nevertheless.
  case tolerated(operation: OperationID, count: Int, issues: [DecodingIssue])
  /// A damaged file was set aside, or a file could not be written.
  case storage(ClientError)
}

extension EventLog {
  /// Calls `sink` once for each entry at `level` or above that is added after this call, in order, until the returned token is released.
  ///
  /// - Parameter sink: called on the thread that added the entry, one call at a time. The closure must not add entries to this log.
  public func forward(_ level: Level = .debug, to sink: @escaping @Sendable (Entry) -> Void) -> ObservationToken {
    let last = Locked(entries.last?.id ?? 0)
    return observe { [weak self] in
      guard let self else { return }
      last.withLock { last in
        for entry in newEntries(after: last) {
          if entry.level >= level { sink(entry) }
          last = entry.id
        }
      }
    }
  }

  private func newEntries(after id: Int) -> [Entry] { entries.reversed().prefix { $0.id > id }.reversed() }
}
