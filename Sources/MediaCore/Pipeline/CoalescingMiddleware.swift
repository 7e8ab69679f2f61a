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

    /// Of the URL alone, which differs between nearly all requests: the key of each call is looked up four times.
    func hash(into hasher: inout Hasher) { hasher.combine(url) }
  }

  /// A request under way.
  struct Flight {
    /// The call that sends it. Whoever joins holds it: it goes on although its own caller may leave.
    let sender: SharedWork<HTTPResponse>
    /// The answer for who joined; nil when the sender was ended from within the app's middleware.
    let answer: SharedWork<HTTPResponse?>

    var waiterCount: Int { sender.waiterCount + answer.waiterCount }
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
    guard RequiredAccount.id == nil, call.receive == nil, let work = call.work else { return try await next(call) }
    let key = Key(
      operation: call.operation, method: call.request.method, url: call.request.url, fields: call.request.fields,
      body: call.request.body, scope: call.scope)
    while true {
      let (flight, isNew) = flight(for: key, sender: work)
      if isNew { return try await send(call, in: flight, key, next) }
      let outcome = await flight.answer.value()
      flight.sender.release()
      if let response = try outcome.get() { return response }
    }
  }

  /// In the task of the call: another one would cost the wake of a thread.
  private func send(_ call: Call, in flight: Flight, _ key: Key, _ next: Next) async throws(ClientError) -> HTTPResponse
  {
    let outcome = await Self.outcome(of: call, next)
    flights.withLock { if $0[key]?.answer === flight.answer { $0[key] = nil } }
    if case .failure = outcome, Task.isCancelled {
      flight.answer.finish(with: .success(nil))
    } else {
      flight.answer.finish(with: outcome.map { $0 })
    }
    return try outcome.get()
  }

  private static func outcome(of call: Call, _ next: Next) async -> Result<HTTPResponse, ClientError> {
    do throws(ClientError) { return .success(try await next(call)) } catch { return .failure(error) }
  }

  private func flight(for key: Key, sender: SharedWork<HTTPResponse>) -> (flight: Flight, isNew: Bool) {
    flights.withLock { flights in
      // One whose sender was left by all can still stand here for a moment; who comes then asks anew.
      if let flight = flights[key], flight.sender.hold() { return (flight, false) }
      let flight = Flight(sender: sender, answer: SharedWork(operation: key.operation))
      flights[key] = flight
      return (flight, true)
    }
  }
}
