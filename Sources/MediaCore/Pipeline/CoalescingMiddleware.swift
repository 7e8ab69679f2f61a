import Foundation

/// Counts the writes of all services that share their accounts: a read of one service must not join a read from before another's write.
final class WriteCount: Sendable {
  let count = Locked(0)
}

/// Lets callers who ask the same at the same time, for the same sign-in, share one answer.
final class CoalescingMiddleware: Middleware {
  struct Key: Hashable {
    let operation: OperationID
    let method: HTTPMethod
    let url: URL
    // The fields include the token: a caller with a renewed token must not share an answer to the old one.
    let fields: HTTPFields
    let body: Data?
    let scope: AccountScope
    /// The writes of all services over the same accounts that had ended before the call.
    let writes: Int

    /// Hash of the URL alone, which differs between nearly all requests; made once, because each key is looked up three times.
    let hash: Int

    init(_ call: Call, writes: Int = 0) {
      self.writes = writes
      (operation, method, url) = (call.operation, call.request.method, call.request.url)
      (fields, body, scope) = (call.request.fields, call.request.body, call.scope)
      hash = url.absoluteString.hashValue
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  /// A request under way.
  ///
  /// `@unchecked Sendable` because the lock of ``flights`` guards its answer.
  final class Flight: @unchecked Sendable {
    /// The call that sends the request. Callers who join hold it, so that it goes on when its own caller leaves.
    let sender: SharedWork<HTTPResponse>
    /// The answer for callers who joined, made for the first of them. A nil answer means that the sender's task was cancelled, such
    /// as by the app's middleware: each caller then asks again.
    fileprivate(set) var answer: SharedWork<HTTPResponse?>?

    var waiterCount: Int { sender.waiterCount + (answer?.waiterCount ?? 0) }

    fileprivate init(sender: SharedWork<HTTPResponse>) { self.sender = sender }
  }

  let flights = Locked<[Key: Flight]>([:])
  private let writes: WriteCount

  init(writes: WriteCount = WriteCount()) { self.writes = writes }

  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
    guard call.traits.isRead else {
      // After this write, forget the reads under way: they may return the state before it, so later callers must not join them.
      defer {
        writes.count.withLock { $0 += 1 }
        flights.withLock { $0 = $0.filter { $0.key.scope != call.scope } }
      }
      return try await next(call)
    }
    // Don't share the queue's calls, which name an account: reading back a write must not get an answer requested before the write. Don't
    // share a streamed body: it has only one receiver.
    guard call.account == nil, call.receive == nil else { return try await next(call) }
    let key = Key(call, writes: writes.count.withLock { $0 })
    while true {
      switch place(for: key, sender: call.work) {
      case .first(let flight):
        // Send in the caller's own task: a new task would cost a thread switch.
        let outcome: Result<HTTPResponse, ClientError>
        do throws(ClientError) { outcome = .success(try await next(call)) } catch { outcome = .failure(error) }
        end(flight, key, with: outcome)
        return try outcome.get()
      case .joined(let sender, let answer):
        let outcome = await answer.value()
        sender.release()
        if let response = try outcome.get() { return with(response) { $0.isShared = true } }
      }
    }
  }

  private func end(_ flight: Flight, _ key: Key, with outcome: Result<HTTPResponse, ClientError>) {
    let answer = flights.withLock { flights in
      if let index = flights.index(forKey: key), flights.values[index] === flight { flights.remove(at: index) }
      return flight.answer
    }
    if case .failure = outcome, Task.isCancelled {
      answer?.finish(with: .success(nil))
    } else {
      answer?.finish(with: outcome.map { $0 })
    }
  }

  private enum Place {
    case first(Flight)
    /// Joins a request under way; the sender has to be released once the answer is there.
    case joined(sender: SharedWork<HTTPResponse>, answer: SharedWork<HTTPResponse?>)
  }

  private func place(for key: Key, sender: SharedWork<HTTPResponse>) -> Place {
    flights.withLock { flights in
      // If all callers of the listed request have left, `hold()` fails: send a new request.
      guard let flight = flights[key], flight.sender.hold() else {
        let flight = Flight(sender: sender)
        flights[key] = flight
        return .first(flight)
      }
      let answer = flight.answer ?? SharedWork(operation: key.operation)
      flight.answer = answer
      return .joined(sender: flight.sender, answer: answer)
    }
  }
}
