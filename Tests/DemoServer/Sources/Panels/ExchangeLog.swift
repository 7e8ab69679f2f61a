public import Foundation
import MediaCore

/// One request, as a page lists it.
public struct Exchange: Sendable, Equatable {
  public var number: Int
  /// The time on the servers' clock when the answer came.
  public var date: Date
  /// The device that asked, or the server that answered.
  public var party: String
  public var operation: String
  /// The status of the answer, or the end that the request came to without one.
  public var result: String
  /// 1 for the first attempt of a call.
  public var attempt: Int
  /// The part of the program that made the call; empty where that is unknown.
  public var cause: String
}

/// The latest requests of a page, in the order of their answers.
public final class ExchangeLog: Sendable {
  private struct State {
    var entries: [Exchange] = []
    /// All requests so far, also those that are not listed any more.
    var count = 0
    /// The requests of an operation, for each party.
    var counts: [String: Int] = [:]
  }

  private let state = Locked(State())

  public init() {}

  public var entries: [Exchange] { state.withLock { $0.entries } }

  public func count(_ operation: String, of party: String) -> Int {
    state.withLock { $0.counts["\(party) \(operation)"] ?? 0 }
  }

  public func add(
    at date: Date, party: String, operation: String, result: String, attempt: Int = 1, cause: String = ""
  ) {
    state.withLock { state in
      state.count += 1
      state.counts["\(party) \(operation)", default: 0] += 1
      state.entries.append(
        Exchange(
          number: state.count, date: date, party: party, operation: operation, result: result, attempt: attempt,
          cause: cause))
      if state.entries.count > 200 { state.entries.removeFirst(100) }
    }
  }
}

extension Sheet {
  /// Lists the last forty requests.
  public func requests(_ log: ExchangeLog) {
    heading("Requests, the latest first")
    for exchange in log.entries.suffix(40).reversed() {
      row(
        "request-\(exchange.number)", exchange.operation,
        "\(clockTime(exchange.date)) \(exchange.party) \(exchange.cause)",
        marks: [exchange.result, exchange.attempt > 1 ? "attempt \(exchange.attempt)" : nil])
    }
  }
}

/// `12:00:05` in UTC, the time zone of the pages.
public func clockTime(_ date: Date) -> String {
  date.formatted(Date.ISO8601FormatStyle().time(includingFractionalSeconds: false))
}
