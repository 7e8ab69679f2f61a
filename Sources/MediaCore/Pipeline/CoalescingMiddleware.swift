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

    /// The hash follows from the address alone, which nearly always tells requests apart: a call looks its key up four times.
    func hash(into hasher: inout Hasher) { hasher.combine(url) }
  }

  let flights = Locked<[Key: SharedWork<HTTPResponse>]>([:])

  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
    guard call.traits.isRead else {
      // A read that began before this write ended is no answer for who asks after it.
      defer { flights.withLock { $0 = $0.filter { $0.key.scope != call.scope } } }
      return try await next(call)
    }
    // A read-back of the outbox must not share an answer that was requested before the write.
    // A streamed body goes to one receiver.
    guard RequiredAccount.id == nil, call.receive == nil else { return try await next(call) }
    let key = Key(
      operation: call.operation, method: call.request.method, url: call.request.url, fields: call.request.fields,
      body: call.request.body, scope: call.scope)
    // A flight that its last waiter abandoned can still stand here for a moment; who joins it then asks anew.
    while true {
      let (flight, isNew) = flight(for: key)
      if isNew {
        flight.start { [weak self] in
          let outcome = await Self.outcome(of: call, next)
          self?.forget(flight, key)
          return outcome
        }
      }
      let outcome = await flight.value()
      guard flight.isAbandoned, !Task.isCancelled else { return try outcome.get() }
      forget(flight, key)
    }
  }

  private static func outcome(of call: Call, _ next: Next) async -> Result<HTTPResponse, ClientError> {
    do throws(ClientError) { return .success(try await next(call)) } catch { return .failure(error) }
  }

  private func forget(_ flight: SharedWork<HTTPResponse>, _ key: Key) {
    flights.withLock { if $0[key] === flight { $0[key] = nil } }
  }

  private func flight(for key: Key) -> (flight: SharedWork<HTTPResponse>, isNew: Bool) {
    flights.withLock { flights in
      if let flight = flights[key] { return (flight, false) }
      let flight = SharedWork<HTTPResponse>(operation: key.operation, endsWhenAbandoned: true)
      flights[key] = flight
      return (flight, true)
    }
  }
}
