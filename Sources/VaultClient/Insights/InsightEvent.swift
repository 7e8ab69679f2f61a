public import MediaCore

/// Something worth counting. Made of the SDK's own words and of numbers: there is no member that a title, a name, an address
/// or a token could get into.
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
  /// A call ended badly.
  /// - `operation`: one of the SDK's ids, such as `vault.watchlist.all`.
  case failed(operation: String, kind: ClientError.Kind, status: Int?)
  /// The duration of a call, in milliseconds.
  case answered(operation: String, status: Int, milliseconds: Int)
}

/// Takes events for analytics or a crash report. Without one (the default) nothing is counted anywhere; the SDK sends none
/// of it itself, and the server has no route for it.
///
/// ```swift
/// struct Counter: InsightSink {
///   func note(_ event: InsightEvent) { analytics.count(String(describing: event)) }
/// }
/// ```
public protocol InsightSink: Sendable {
  /// Called on whatever thread it happens on; return soon.
  func note(_ event: InsightEvent)
}
