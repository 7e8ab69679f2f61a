public import Foundation

/// The state of a value that is loaded from a server: not requested, loading, loaded or failed.
///
/// The last loaded value stays while a newer one loads and after a failure: draw ``value``, and show ``error`` and ``isLoading`` beside it.
///
/// ```swift
/// func line(for state: LoadState<[String]>) -> String {
///   if let rows = state.value { return rows.joined(separator: ", ") }
///   return state.error?.text(.english) ?? "…"
/// }
/// ```
public enum LoadState<Value: Sendable>: Sendable {
  /// Nothing was requested yet.
  case idle
  /// A value is being loaded. The value from before, if any, is kept.
  case loading(Value?)
  /// The value is loaded, with the time of the server's answer.
  case loaded(Value, asOf: Date)
  /// The last attempt failed. The last good value is kept: an error never empties a screen.
  case failed(ClientError, Value?)

  /// The value to show, in any state; nil when none was loaded yet.
  public var value: Value? {
    switch self {
    case .idle: nil
    case .loading(let value): value
    case .loaded(let value, _): value
    case .failed(_, let value): value
    }
  }

  /// The error of the last attempt; nil in every other state.
  public var error: ClientError? {
    if case .failed(let error, _) = self { error } else { nil }
  }

  /// Whether a value is being loaded, with or without one from before.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// Returns the same state with the value that `transform` makes of this state's value.
  public func map<Other: Sendable>(_ transform: (Value) -> Other) -> LoadState<Other> {
    switch self {
    case .idle: .idle
    case .loading(let value): .loading(value.map(transform))
    case .loaded(let value, let date): .loaded(transform(value), asOf: date)
    case .failed(let error, let value): .failed(error, value.map(transform))
    }
  }
}

extension LoadState: Equatable where Value: Equatable {}
extension LoadState: Hashable where Value: Hashable {}
