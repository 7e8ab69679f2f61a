import Foundation

/// Lets callers who ask the same at the same time, for the same sign-in, share one answer.
final class CoalescingMiddleware: Middleware {
  struct Key: Hashable {
    let operation: OperationID
    let method: HTTPMethod
    let url: URL
    // With the token in it: an answer to the old token is no answer to who has just renewed it.
    let fields: HTTPFields
    let body: Data?
    let scope: AccountScope

    /// Of the URL alone, which differs between nearly all requests, and made once: each key is looked up three times.
    let hash: Int

    init(_ call: Call) {
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
    /// The call that sends it. Whoever joins holds it: it goes on although its own caller may leave.
    let sender: SharedWork<HTTPResponse>
    /// For who joined, once somebody has; nil in it when the sender was ended from within the app's middleware.
    fileprivate(set) var answer: SharedWork<HTTPResponse?>?

    var waiterCount: Int { sender.waiterCount + (answer?.waiterCount ?? 0) }

    fileprivate init(sender: SharedWork<HTTPResponse>) { self.sender = sender }
  }

  let flights = Locked<[Key: Flight]>([:])

  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
    guard call.traits.isRead else {
      // A read that began before this write ended is no answer for who asks after it.
      defer { flights.withLock { $0 = $0.filter { $0.key.scope != call.scope } } }
      return try await next(call)
    }
    // A read-back of the outbox must not share an answer that was requested before the write.
    // A streamed body goes to one receiver.
    guard RequiredAccount.id == nil, call.receive == nil else { return try await next(call) }
    let key = Key(call)
    while true {
      switch place(for: key, sender: call.work) {
      case .first(let flight):
        // In the task of the call: another one would cost the wake of a thread.
        let outcome: Result<HTTPResponse, ClientError>
        do throws(ClientError) { outcome = .success(try await next(call)) } catch { outcome = .failure(error) }
        end(flight, key, with: outcome)
        return try outcome.get()
      case .joined(let sender, let answer):
        let outcome = await answer.value()
        sender.release()
        if let response = try outcome.get() { return response }
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
    /// The sender is held until the answer was there.
    case joined(sender: SharedWork<HTTPResponse>, answer: SharedWork<HTTPResponse?>)
  }

  private func place(for key: Key, sender: SharedWork<HTTPResponse>) -> Place {
    flights.withLock { flights in
      // One whose sender was left by all can still stand here for a moment; who comes then asks anew.
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
