/// The middleware chain, built once per client:
/// observe → deadline → the app's own → authenticate → coalesce → cache → retry → transport.
struct Pipeline: Sendable {
  private let chain: Next

  init(_ middleware: [any Middleware], transport: any Transport) {
    // A loop and not `reduce`: a typed-throws closure literal that passes through a generic crashes the compiler.
    var chain: Next = { (call) async throws(ClientError) in
      // Checked again with the headers of middleware and credentials: Foundation drops an unsafe header silently.
      guard call.request.fields.areSafe else {
        throw ClientError(.invalidRequest, operation: call.operation, detail: ClientError.Detail.badHeader)
      }
      do {
        return try await transport.send(call.request)
      } catch {
        throw ClientError(transport: error, operation: call.operation)
      }
    }
    for middleware in middleware.reversed() {
      let next = chain
      chain = { (call) async throws(ClientError) in try await middleware.respond(to: call, next: next) }
    }
    self.chain = chain
  }

  func send(_ call: Call) async throws(ClientError) -> HTTPResponse { try await chain(call) }
}
