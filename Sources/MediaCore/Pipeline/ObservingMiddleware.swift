/// Reports what happens to the log and the app, outermost, so that the time includes everything.
struct ObservingMiddleware: Middleware {
  let clock: any TimeSource
  let observe: @Sendable (ClientEvent) -> Void

  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
    observe(.started(operation: call.operation))
    do throws(ClientError) {
      let response = try await next(call)
      observe(
        .answered(
          operation: call.operation, status: response.status, bytes: response.body.count, isStale: response.isStale,
          duration: clock.uptime() - call.began))
      return response
    } catch {
      observe(.failed(error, duration: clock.uptime() - call.began))
      throw error
    }
  }
}
