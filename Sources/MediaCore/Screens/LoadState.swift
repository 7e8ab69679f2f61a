public import Foundation

/// The progress of something that comes from a server.
///
/// The last good value stays while a newer one loads and after a failure: draw ``value``, and show ``error`` and ``isLoading`` beside it.
///
/// ```swift
/// func line(for state: LoadState<[String]>) -> String {
///   if let rows = state.value { return rows.joined(separator: ", ") }
///   return state.error?.text(.english) ?? "…"
/// }
/// ```
public enum LoadState<Value: Sendable>: Sendable {
  /// Nothing was asked for yet.
  case idle
  /// A value is being asked for; the one from before, if any, is kept.
  case loading(Value?)
  /// A value, with the time of the server's answer.
  case loaded(Value, asOf: Date)
  /// The last attempt failed. The last good value is kept: an error never empties a screen.
  case failed(ClientError, Value?)

  /// The value to show, whatever the state.
  public var value: Value? {
    switch self {
    case .idle: nil
    case .loading(let value): value
    case .loaded(let value, _): value
    case .failed(_, let value): value
    }
  }

  /// Why the last attempt failed; nil in every other state.
  public var error: ClientError? {
    if case .failed(let error, _) = self { error } else { nil }
  }

  /// Whether a value is being loaded, with or without one from before.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// The same state of another value.
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
