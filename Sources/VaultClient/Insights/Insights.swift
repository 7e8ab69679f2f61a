public import MediaCore

/// The events that an app gets for analytics, and the state for a crash report. Both are off until the app sets a sink.
public final class Insights: Sendable {
  /// The state of the client, for a crash report. It contains no more than the events do.
  public struct CrashContext: Sendable, Hashable {
    /// The SDK's ids of the last calls to the server, newest last.
    public var lastOperations: [OperationID] = []
    /// The last event that was an error.
    public var lastFailure: InsightEvent?
    /// Whether the server was reached last; nil before the first call.
    public var isOnline: Bool?
    /// The number of changes that are not on the server yet.
    public var openChanges = 0
  }

  private struct State {
    var sink: (any InsightSink)?
    var context = CrashContext()
    var queue: ObservationToken?
  }

  private static let keptOperations = 20
  private let state: Locked<State>

  init(sink: (any InsightSink)?) { state = Locked(State(sink: sink)) }

  /// Sets the receiver of events; nil switches events off and clears the crash context.
  public func setSink(_ sink: (any InsightSink)?) {
    state.withLock { state in
      state.sink = sink
      if sink == nil { state.context = CrashContext() }
    }
  }

  /// Whether a sink receives events. False until an app sets a sink.
  public var isEnabled: Bool { state.withLock { $0.sink != nil } }

  /// The state for a crash report; empty while there is no sink.
  public var crashContext: CrashContext { state.withLock { $0.context } }

  func note(_ event: InsightEvent) {
    let sink = state.withLock { state -> (any InsightSink)? in
      guard let sink = state.sink else { return nil }
      if case .failed = event { state.context.lastFailure = event }
      return sink
    }
    sink?.note(event)
  }

  func setOpenChanges(_ count: Int) { state.withLock { if $0.sink != nil { $0.context.openChanges = count } } }

  /// Counts the open changes of a queue from now on.
  func follow(_ queue: MutationQueue) {
    let token = queue.observe { [weak self, weak queue] in
      guard let self, let queue, isEnabled else { return }
      // If the queue cannot be read, count 0: the number is only for statistics.
      Task { self.setOpenChanges(((try? await queue.open()) ?? []).count) }
    }
    state.withLock { $0.queue = token }
  }

  func handle(_ event: ClientEvent) {
    guard isEnabled else { return }
    switch event {
    case .started(let operation):
      guard Self.isOwn(operation) else { return }
      state.withLock {
        $0.context.lastOperations = ($0.context.lastOperations + [operation]).suffix(Self.keptOperations)
      }
    case .answered(let operation, let status, _, _, let duration):
      guard Self.isOwn(operation) else { return }
      state.withLock { $0.context.isOnline = true }
      note(.answered(operation: operation, status: status, milliseconds: Int(duration.seconds * 1000)))
      if status >= 400 { note(.failed(operation: operation, kind: .init(status: status), status: status)) }
    case .failed(let error, _):
      guard Self.isOwn(error.operation), !error.isCancellation else { return }
      if error.kind == .unreachable { state.withLock { $0.context.isOnline = false } }
      note(.failed(operation: error.operation, kind: error.kind, status: error.status))
    default: break
    }
  }

  /// Whether an operation is one of the SDK's own. Others are left out: the ids of an app's endpoints can hold anything.
  private static func isOwn(_ operation: OperationID) -> Bool {
    let name = operation.rawValue.utf8
    return operation.rawValue.hasPrefix("vault.") && name.count <= 64
      && name.allSatisfy { $0.isLetter || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "0") }
  }
}

/// An event for analytics: the SDK's own ids and numbers. No member can hold a title, a name, an address or a token.
public enum InsightEvent: Sendable, Hashable {
  /// The way of a sign-in.
  public enum SignInMethod: String, Sendable, Hashable {
    /// A sign-in over Auth0, or with a name and a password; both lead to the same kind of account.
    case auth0, password
  }

  /// The kind of a change, without its target.
  public enum Change: String, Sendable, Hashable {
    /// A change of a mark, a title or a list.
    case watched, unwatched, removed, imported, listCreated, listChanged, listDeleted, itemAdded, itemRemoved,
      /// A change of a title in a list, or of a title itself.
      itemMarked, transferred, shared, left, seen, edited
  }

  /// A user signed in.
  case signedIn(SignInMethod)
  /// The user signed out.
  case signedOut
  /// The sign-in expired.
  case signInExpired
  /// The library was shown, with its counts.
  case libraryShown(movies: Int, series: Int, collections: Int, isOffline: Bool)
  /// A search ended, with the number of its results.
  case searched(results: Int)
  /// A change was made on this device.
  case changed(Change)
  /// The first-time tip was shown.
  case tipShown
  /// A call to the server failed.
  /// - `operation`: one of the SDK's ids, such as `vault.watchlist.all`.
  case failed(operation: OperationID, kind: ClientError.Kind, status: Int?)
  /// The server answered a call, after this number of milliseconds.
  case answered(operation: OperationID, status: Int, milliseconds: Int)
}

/// Receives events for analytics or a crash report. Without a sink (the default) no event is counted; the SDK itself
/// sends none of them, and the server has no route for them.
///
/// ```swift
/// struct Counter: InsightSink {
///   func note(_ event: InsightEvent) { analytics.count(String(describing: event)) }
/// }
/// ```
public protocol InsightSink: Sendable {
  /// Called on any thread; return soon.
  func note(_ event: InsightEvent)
}
