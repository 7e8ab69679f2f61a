public import Foundation

/// The state of a value that is loaded from a server: not requested, loading, loaded or failed.
///
/// The last loaded value is kept while a newer value is loading and after a failure. Draw ``value``, and show ``error`` and ``isLoading``
/// beside it.
///
/// ```swift
/// func line(for state: LoadState<[String]>) -> String {
///   if let rows = state.value { return rows.joined(separator: ", ") }
///   return state.error?.text(.english) ?? "…"
/// }
/// ```
public enum LoadState<Value: Sendable>: Sendable {
  /// No value has been requested yet.
  case idle
  /// A value is loading. The associated value is the last loaded value; nil if there is none.
  case loading(Value?)
  /// The value is loaded. `asOf` is the time at which the server sent the value.
  case loaded(Value, asOf: Date)
  /// The last attempt to load failed. The second associated value is the last loaded value, so that an error never empties a screen; nil if
  /// there is none.
  case failed(ClientError, Value?)

  /// The last loaded value, in any state; nil if no value was loaded yet.
  public var value: Value? {
    switch self {
    case .idle: nil
    case .loading(let value): value
    case .loaded(let value, _): value
    case .failed(_, let value): value
    }
  }

  /// The error of the last attempt to load, if that attempt has failed and no other attempt is running; nil otherwise.
  public var error: ClientError? {
    if case .failed(let error, _) = self { error } else { nil }
  }

  /// Whether a value is loading. An earlier value may be shown meanwhile.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// Returns the same state with the value replaced by the result of `transform`.
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
