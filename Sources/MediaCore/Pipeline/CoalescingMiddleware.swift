import Foundation

/// Lets callers who ask the same at the same time, for the same sign-in, share one answer.
final class CoalescingMiddleware: Middleware {
  struct Key: Hashable {
    let operation: String
    let method: HTTPMethod
    let url: URL
    let body: Data?
    let scope: AccountScope
  }

  private let flights = Locked<[Key: SharedWork<HTTPResponse>]>([:])

  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
    guard call.traits.isRead else { return try await next(call) }
    let key = Key(
      operation: call.operation, method: call.request.method, url: call.request.url, body: call.request.body,
      scope: call.scope)
    // A flight that its last waiter abandoned can still stand here for a moment; who joins it then asks anew.
    while true {
      let outcome = await flight(for: key, call: call, next: next).value()
      if case .failure(let error) = outcome, error.isCancellation, !Task.isCancelled {
        flights.withLock { $0[key] = nil }
        continue
      }
      return try outcome.get()
    }
  }

  private func flight(for key: Key, call: Call, next: @escaping Next) -> SharedWork<HTTPResponse> {
    flights.withLock { flights in
      if let flight = flights[key] { return flight }
      let flight = SharedWork<HTTPResponse>(
        operation: call.operation, endsWhenAbandoned: true,
        finished: { [weak self] in self?.flights.withLock { $0[key] = nil } }
      ) {
        do throws(ClientError) { return .success(try await next(call)) } catch { return .failure(error) }
      }
      flights[key] = flight
      return flight
    }
  }
}
