import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("The order of the pipeline")
struct PipelineTests {
  /// Records each request and its answer.
  struct RecordingMiddleware: Middleware {
    let journal: Notebook<String>
    func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
      journal.add("in \(call.request.fields["Authorization"] ?? "unsigned")")
      do throws(ClientError) {
        let response = try await next(call)
        journal.add("out \(response.status)")
        return response
      } catch {
        journal.add("threw \(error.kind)")
        throw error
      }
    }
  }

  @Test("a download that the server fails is not begun again by itself: its receiver would get two answers")
  func downloadOnce() async throws {
    let transport = ClosureTransport { request in
      request.operation == "test.status" ? .json(["app": "test", "version": "1"]) : .text("", status: 503)
    }
    let service = TestService(transport)
    try await service.signIn()
    let error = await failure {
      try await service.client.download(Endpoint<String>.text(operation: "test.file")) { _ in }
    }
    #expect(error.kind == .server)
    #expect(transport.requests.filter { $0.operation == "test.file" }.count == 1)
    _ = await failure { try await service.read() }
    #expect(transport.requests.filter { $0.operation == "test.read" }.count > 1)
  }

  @Test("middleware is entered in order, and left in the opposite one")
  func order() async throws {
    struct Named: Middleware {
      let name: String
      let journal: Notebook<String>
      func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
        journal.add("\(name) in")
        defer { journal.add("\(name) out") }
        return try await next(call)
      }
    }
    let journal = Notebook<String>()
    let transport = ClosureTransport { _ in
      journal.add("sent")
      return .text("")
    }
    let pipeline = Pipeline(["a", "b", "c"].map { .init(Named(name: $0, journal: journal)) }, transport: transport)
    let url = try #require(URL(string: "https://server.test"))
    _ = try await pipeline.send(Call(request: HTTPRequest(url: url), traits: .read, began: .zero))
    #expect(journal.entries == ["a in", "b in", "c in", "sent", "c out", "b out", "a out"])
  }

  @Test("a header with a line break that middleware or a token brings along sends nothing at all")
  func unsafeHeaders() async throws {
    struct Injecting: Middleware {
      func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
        var call = call
        call.request.fields["X-Gate"] = "a\r\nX-Injected: b"
        return try await next(call)
      }
    }
    let server = TokenServer()
    var options = ClientOptions()
    options.middleware = [Injecting()]
    let gated = TestService(server, options: options)
    try await gated.signIn()
    let error = await failure { try await gated.read() }
    #expect(error.kind == .invalidRequest && error.detail == ClientError.Detail.badHeader)
    let service = TestService(server)
    try await service.client.session.adopt(
      Credentials(account: "ada", name: "Ada", access: Secret("a\nX-Injected: b")),
      generation: service.client.session.currentGeneration())
    #expect(await failure { try await service.read() }.detail == ClientError.Detail.badHeader)
    #expect(server.requests.isEmpty)
  }

  @Test("an app's middleware sees each call once: above credentials, renewal, cache and retries")
  func appMiddleware() async throws {
    let journal = Notebook<String>()
    var options = ClientOptions()
    options.middleware = [RecordingMiddleware(journal: journal)]
    let server = TokenServer()
    let faults = FaultTransport(server)
    let service = TestService(faults, options: options)
    try await service.signIn()
    server.update { $0.current = 1 }
    server.whenRenewing { .pair(1) }
    faults.fail("test.read", with: .status(503), .refused)
    #expect(try await service.read() == "text 1")
    // Each kind has two lines: one of the call, one of the token renewal inside it.
    #expect(journal.entries == ["in unsigned", "in unsigned", "out 200", "out 200"])
    #expect(faults.operations == ["test.read", "test.read", "test.read", "test.renew", "test.read"])
  }

  @Test("the answer that observers get includes everything below")
  func observing() async throws {
    let clock = ManualClock(passing: .everything)
    let faults = FaultTransport(TokenServer())
    let service = TestService(faults, clock: clock)
    try await service.signIn()
    faults.fail("test.read", with: .rateLimited(3))
    _ = try await service.read()
    #expect(
      service.events.entries == [
        .started(operation: "test.read"), .retrying(operation: "test.read", attempt: 1, pause: .seconds(3)),
        .answered(operation: "test.read", status: 200, bytes: 6, isStale: false, duration: .seconds(3)),
      ])
  }

  @Test("a shared read is revalidated once, and each attempt of a retry asks with the tag")
  func cacheAboveRetry() async throws {
    let server = FakeTransport()
    var tagged = HTTPResponse.text("one")
    tagged.fields["ETag"] = "\"1\""
    server.answer("test.read", with: tagged)
    server.answer("test.read", with: HTTPResponse(status: 503))
    server.answer("test.read", with: HTTPResponse(status: 304))
    let service = TestService(server)
    try await service.signIn()
    _ = try await service.read(traits: .cachedRead)
    #expect(try await service.read(traits: .cachedRead) == "one")
    #expect(server.requests.map { $0.fields["If-None-Match"] } == [nil, "\"1\"", "\"1\""])
    #expect(server.problems.isEmpty)
  }

  @Test("a stale answer is given only after the retries")
  func staleAfterRetries() async throws {
    let server = FakeTransport()
    server.answer("test.read", with: .text("one"))
    server.alwaysAnswer("test.read", with: HTTPResponse(status: 503))
    var traits = EndpointTraits.read
    traits.caching = .staleOnError
    let service = TestService(server)
    try await service.signIn()
    _ = try await service.read(traits: traits)
    #expect(try await service.client.answer(.text(traits: traits)).isStale)
    #expect(server.count("test.read") == 4)
  }

  @Test("calls without credentials are neither signed nor kept, and need no sign-in")
  func open() async throws {
    let server = FakeTransport()
    server.alwaysAnswer("test.read", with: .text("open"))
    let service = TestService(server)
    var traits = EndpointTraits.read
    traits.credentials = .none
    #expect(try await service.read(traits: traits) == "open")
    try await service.signIn()
    #expect(try await service.read(traits: traits) == "open")
    #expect(server.requests.allSatisfy { $0.fields["Authorization"] == nil })
  }

  // MARK: Cancellation

  @Test(
    "a cancelled call is cancelled, whatever the transport throws",
    arguments: [
      TransportFailure.cancelled, .unreachable(.connectionLost), .timedOut, .malformed, .tls(.unknown), .closed,
    ] as [any Error & Sendable] + [
      CancellationError(), URLError(.cancelled), URLError(.timedOut), CocoaError(.fileNoSuchFile),
    ])
  func cancellation(error: any Error & Sendable) async throws {
    let arrived = Latch()
    let transport = ClosureTransport { request in
      guard request.operation == "test.read" else { return .json(["app": "test"]) }
      let cancelled = Latch()
      await withTaskCancellationHandler {
        arrived.open()
        await cancelled.wait()
      } onCancel: {
        cancelled.open()
      }
      throw error
    }
    let service = TestService(transport)
    try await service.signIn()
    let call = Task { await failure { try await service.read() } }
    await arrived.wait()
    call.cancel()
    #expect(await call.value == .cancelled("test.read"))
    #expect(
      service.events.entries == [
        .started(operation: "test.read"), .failed(.cancelled("test.read"), duration: .zero),
      ])
  }

  @Test("a task that was cancelled before it called is cancelled")
  func cancelledBefore() async throws {
    let service = TestService(HeldTransport())
    try await service.signIn()
    let start = Latch()
    let call = Task {
      await start.wait()
      return await failure { try await service.read() }
    }
    call.cancel()
    start.open()
    #expect(await call.value.kind == .cancelled)
  }
}
