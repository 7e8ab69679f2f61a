import Foundation
import MediaCore
import SocketServer
import Testing

/// Runs `body` with a server that ends afterwards.
func serving<Result>(
  _ handler: @escaping SocketServer.Handler, _ body: (SocketServer) async throws -> Result
) async throws -> Result {
  let server = try SocketServer.start(handler: handler)
  do {
    let result = try await body(server)
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}

extension SocketServer {
  func request(_ method: String = "GET", _ path: String = "/", body: Data? = nil) throws -> HTTPRequest {
    HTTPRequest(method: HTTPMethod(rawValue: method), url: try #require(URL(string: address + path)), body: body)
  }
}

extension HTTPResponse {
  init(text: String) {
    self.init(status: 200, fields: ["Content-Type": "text/plain"], body: Data(text.utf8))
  }

  var text: String { String(decoding: body, as: UTF8.self) }
}

/// Answers with what came in: the request line, the fields and the body.
let echo: SocketServer.Handler = { request in
  let target = request.url.absoluteString.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)[2]
  let fields = request.fields.entries.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
  let body = String(decoding: request.body ?? Data(), as: UTF8.self)
  return HTTPResponse(text: "\(request.method) \(target)\n\(fields)\n\(body).")
}

/// Something that happens once, and those who wait for it.
actor Event {
  private var hasHappened = false
  private var waiting: [AsyncStream<Void>.Continuation] = []

  func happen() {
    hasHappened = true
    waiting.forEach { $0.finish() }
    waiting = []
  }

  func wait() async {
    if hasHappened { return }
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    waiting.append(continuation)
    for await _ in stream {}
  }
}
