public import MediaCore

/// Sends events for analytics to an app, and collects state for a crash report. Both are off until the app sets a sink with
/// ``setSink(_:)``.
public final class Insights: Sendable {
  /// The state of the client for a crash report. It contains no more information than the events do.
  public struct CrashContext: Sendable, Hashable {
    /// The SDK's ids of the most recent calls to the server, newest last.
    public var lastOperations: [OperationID] = []
    /// The most recent event that was an error.
    public var lastFailure: InsightEvent?
    /// Whether the most recent call reached the server; nil before the first call.
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

  /// Sets the receiver of events. If nil, switches events off and clears ``crashContext``.
  public func setSink(_ sink: (any InsightSink)?) {
    state.withLock { state in
      state.sink = sink
      if sink == nil { state.context = CrashContext() }
    }
  }

  /// Whether a sink receives events. False until the app sets a sink.
  public var isEnabled: Bool { state.withLock { $0.sink != nil } }

  /// The state of the client for a crash report; empty while no sink is set.
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

/// An event for analytics, with ids and numbers of the SDK only. No member can hold a title, a name, an address or a token.
public enum InsightEvent: Sendable, Hashable {
  /// The method by which a user signed in.
  public enum SignInMethod: String, Sendable, Hashable {
    /// A sign-in over Auth0, or a sign-in with a name and a password. With both methods, the user gets the same kind of account.
    case auth0, password
  }

  /// The kind of change that the user made. The title or list that was changed is not named.
  public enum Change: String, Sendable, Hashable {
    /// A change of the mark of a title, of the titles in the vault, or of a list.
    case watched, unwatched, removed, imported, listCreated, listChanged, listDeleted, itemAdded, itemRemoved,
      /// A change of a title in a list, of a list's guests, or of a title itself.
      itemMarked, transferred, shared, left, seen, edited
  }

  /// A user signed in.
  case signedIn(SignInMethod)
  /// The user signed out.
  case signedOut
  /// The sign-in expired.
  case signInExpired
  /// The library was shown on the screen. The first three values are the numbers of films, series and collections in the library.
  case libraryShown(movies: Int, series: Int, collections: Int, isOffline: Bool)
  /// A search ended. `results` is the number of its results.
  case searched(results: Int)
  /// The user made a change on this device.
  case changed(Change)
  /// The tip was shown that appears after the user first marks a title as watched. See ``WatchedTip``.
  case tipShown
  /// A call to the server failed.
  /// - `operation`: one of the SDK's ids, such as `vault.watchlist.all`.
  case failed(operation: OperationID, kind: ClientError.Kind, status: Int?)
  /// The server answered a call. `milliseconds` is the duration of the call.
  case answered(operation: OperationID, status: Int, milliseconds: Int)
}

/// Receives events for analytics or a crash report. By default no sink is set, and the SDK collects no events. The SDK itself sends no
/// event to a server, and the ViewVault server has no route for events.
///
/// ```swift
/// struct Counter: InsightSink {
///   func note(_ event: InsightEvent) { analytics.count(String(describing: event)) }
/// }
/// ```
public protocol InsightSink: Sendable {
  /// Called with each event, on any thread. The method must return quickly.
  func note(_ event: InsightEvent)
}
