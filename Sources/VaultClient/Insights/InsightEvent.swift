public import MediaCore

/// An event for analytics. It consists of the SDK's own identifiers and of numbers: no member can hold a title, a name,
/// an address or a token.
public enum InsightEvent: Sendable, Hashable {
  public enum SignInMethod: String, Sendable, Hashable { case auth0, password }

  public enum Change: String, Sendable, Hashable {
    case watched, unwatched, removed, imported, listCreated, listChanged, listDeleted, itemAdded, itemRemoved,
      itemMarked, transferred, shared, left, seen, edited
  }

  case signedIn(SignInMethod)
  case signedOut
  case signInExpired
  case libraryShown(movies: Int, series: Int, collections: Int, isOffline: Bool)
  case searched(results: Int)
  case changed(Change)
  case tipShown
  /// A call failed.
  /// - `operation`: one of the SDK's ids, such as `vault.watchlist.all`.
  case failed(operation: String, kind: ClientError.Kind, status: Int?)
  /// The duration of a call, in milliseconds.
  case answered(operation: String, status: Int, milliseconds: Int)
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
