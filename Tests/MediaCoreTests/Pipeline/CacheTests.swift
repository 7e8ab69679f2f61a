import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Kept answers")
struct CacheTests {
  private let clock = ManualClock()

  private func call(
    _ path: String = "a", caching: EndpointTraits.Caching = .revalidate, generation: Int = 0, method: HTTPMethod = .get,
    body: String? = nil
  ) throws -> Call {
    let url = try #require(URL(string: "https://server.test/\(path)"))
    let traits = EndpointTraits(isRepeatable: true, isRead: true, caching: caching)
    var call = Call(
      request: HTTPRequest(method: method, url: url, body: body.map { Data($0.utf8) }, operation: "test.read"),
      traits: traits, began: .zero)
    call.scope = AccountScope(account: "ada", generation: generation)
    return call
  }

  /// Sends `call`; returns the answer and the tag that the request had.
  private func send(
    _ cache: CacheMiddleware, _ call: Call, _ answer: Result<HTTPResponse, ClientError>
  ) async throws -> (response: HTTPResponse, tag: String?) {
    let tags = Notebook<String?>()
    let response = try await cache.respond(to: call) { (call) async throws(ClientError) in
      tags.add(call.request.fields["If-None-Match"])
      return try answer.get()
    }
    return (response, tags.entries.first ?? nil)
  }

  private func tagged(_ text: String, _ tag: String? = "\"1\"", date: String? = nil) -> HTTPResponse {
    var response = HTTPResponse.text(text)
    response.fields["ETag"] = tag
    response.fields["Date"] = date
    return response
  }

  private let notModified = HTTPResponse(status: 304)

  @Test("an ETag is asked with, and a 304 gives the kept answer as of now")
  func revalidation() async throws {
    let cache = CacheMiddleware(clock: clock)
    let first = try await send(cache, call(), .success(tagged("one")))
    #expect(first.tag == nil)
    #expect(first.response.asOf == clock.now())
    await clock.advance(by: .seconds(100))
    let second = try await send(cache, call(), .success(notModified))
    #expect(second.tag == "\"1\"")
    #expect(second.response.status == 200)
    #expect(second.response.body == Data("one".utf8))
    #expect(second.response.asOf == clock.now())
    #expect(!second.response.isStale)
    let third = try await send(cache, call(), .success(tagged("two", "\"2\"")))
    #expect(third.response.body == Data("two".utf8))
    #expect(try await send(cache, call(), .success(notModified)).tag == "\"2\"")
  }

  @Test("an answer that cannot be read is not kept: a 304 would bring it back for ever")
  func unreadable() async throws {
    let server = FakeTransport()
    server.answer("test.read", with: tagged("[1, 2"))
    server.answer("test.read", with: tagged("[1, 2, 3]"))
    let service = TestService(server, clock: clock)
    try await service.signIn()
    let endpoint = Endpoint<[Int]>(
      "test.read", path: ["a"], traits: EndpointTraits(isRepeatable: true, isRead: true, caching: .revalidate)
    ) { response, decoding in try decoding.json([Int].self, from: response) }
    await #expect(throws: ClientError.self) { try await service.client.send(endpoint) }
    #expect(try await service.client.send(endpoint) == [1, 2, 3])
    #expect(server.requests.filter { $0.operation == "test.read" }.map { $0.fields["If-None-Match"] } == [nil, nil])
  }

  @Test("the Date of a 304 counts, not that of the kept answer")
  func dateOf304() async throws {
    let server = FakeTransport()
    server.answer("test.read", with: tagged("one", date: "Tue, 01 Sep 2026 10:00:00 GMT"))
    var answer = notModified
    answer.fields["Date"] = "Tue, 01 Sep 2026 12:00:00 GMT"
    server.answer("test.read", with: answer)
    server.answer("test.read", with: notModified)
    let service = TestService(server, clock: clock)
    try await service.signIn()
    for _ in 0..<3 { #expect(try await service.read(traits: .cachedRead) == "one") }
    #expect(service.client.serverNow() == WireDate.parse("2026-09-01T12:00:00Z"))
  }

  @Test("a 304 that nobody asked for is no answer")
  func strayNotModified() async throws {
    let cache = CacheMiddleware(clock: clock)
    #expect(try await send(cache, call(), .success(notModified)).response.status == 304)
  }

  @Test("endpoints that are never kept are neither asked with a tag nor answered from memory")
  func never() async throws {
    let cache = CacheMiddleware(clock: clock)
    for _ in 0..<2 {
      let sent = try await send(cache, call(caching: .never), .success(tagged("one")))
      #expect(sent.tag == nil)
      #expect(sent.response.asOf == nil)
    }
  }

  @Test("a kept answer stands in where that is allowed, marked as stale and with its moment")
  func staleOnError() async throws {
    let cache = CacheMiddleware(clock: clock)
    let then = clock.now()
    _ = try await send(cache, call(caching: .staleOnError), .success(tagged("one", nil)))
    await clock.advance(by: .seconds(3600))
    let failures: [Result<HTTPResponse, ClientError>] = [
      .success(.text("", status: 500)), .success(.text("", status: 502)), .success(.text("", status: 503)),
      .failure(ClientError(.unreachable, operation: "test.read")),
      .failure(ClientError(.timedOut, operation: "test.read")),
    ]
    for failure in failures {
      let sent = try await send(cache, call(caching: .staleOnError), failure)
      #expect(sent.response.body == Data("one".utf8))
      #expect(sent.response.isStale)
      #expect(sent.response.asOf == then)
      #expect(sent.tag == nil)
    }
    // Report the failure if the call accepts no old answer, or none is cached.
    _ = try await send(cache, call("b"), .success(tagged("b")))
    #expect(try await send(cache, call("b"), failures[0]).response.status == 500)
    await #expect(throws: ClientError.self) { try await send(cache, call("b"), failures[3]) }
    #expect(try await send(cache, call("c", caching: .staleOnError), failures[0]).response.status == 500)
  }

  @Test(
    "nothing stands in for an answer that says something", arguments: [400, 401, 403, 404, 409, 429])
  func notForRefusals(status: Int) async throws {
    let cache = CacheMiddleware(clock: clock)
    _ = try await send(cache, call(caching: .staleOnError), .success(tagged("one")))
    #expect(
      try await send(cache, call(caching: .staleOnError), .success(.text("", status: status))).response.status == status
    )
  }

  @Test(
    "nor for other errors",
    arguments: [ClientError.Kind.tls, .cancelled, .wrongServer, .undecodable, .signedOut, .storage])
  func notForErrors(kind: ClientError.Kind) async throws {
    let cache = CacheMiddleware(clock: clock)
    _ = try await send(cache, call(caching: .staleOnError), .success(tagged("one")))
    await #expect(throws: ClientError(kind, operation: "test.read")) {
      try await send(cache, call(caching: .staleOnError), .failure(ClientError(kind, operation: "test.read")))
    }
  }

  @Test("a page with status 200 is not kept, and does not replace the kept answer")
  func page() async throws {
    let cache = CacheMiddleware(clock: clock)
    let page = tagged("<html></html>", "\"page\"")
    _ = try await send(cache, call(caching: .staleOnError), .success(tagged("one")))
    #expect(try await send(cache, call(caching: .staleOnError), .success(page)).response.body == page.body)
    #expect(try await send(cache, call(caching: .staleOnError), .success(notModified)).tag == "\"1\"")
    _ = try await send(cache, call("b"), .success(tagged("b")))
    #expect(try await send(cache, call("b"), .success(page)).response.body == page.body)
    #expect(try await send(cache, call("b"), .success(notModified)).tag == "\"1\"")
    #expect(try await send(cache, call("c"), .success(page)).response.body == page.body)
    #expect(try await send(cache, call("c"), .success(page)).tag == nil)
  }

  @Test("a refusal is not kept, and does not push out what is")
  func refusalsAreNotKept() async throws {
    let cache = CacheMiddleware(clock: clock)
    _ = try await send(cache, call(), .success(tagged("one")))
    var refusal = tagged("no", "\"x\"")
    refusal.status = 404
    _ = try await send(cache, call(), .success(refusal))
    #expect(try await send(cache, call(), .success(notModified)).tag == "\"1\"")
  }

  @Test("each sign-in, method and body has answers of its own")
  func scopes() async throws {
    let cache = CacheMiddleware(clock: clock)
    _ = try await send(cache, call(), .success(tagged("one")))
    for other in try [
      call(generation: 1), call("a?page=1"), call(method: .post), call(method: .post, body: "x"),
      call(method: .post, body: "y"),
    ] {
      #expect(
        try await send(cache, other, .success(tagged("other", "\"\(other.request.body?.count ?? 0)\""))).tag == nil)
    }
    #expect(try await send(cache, call(), .success(notModified)).tag == "\"1\"")
    cache.removeAll()
    #expect(try await send(cache, call(), .success(tagged("one"))).tag == nil)
  }

  @Test("the least recently used go first when the bytes run out")
  func eviction() async throws {
    let cache = CacheMiddleware(clock: clock, capacity: 1000)
    let body = String(repeating: "x", count: 200)
    func isKept(_ path: String) async throws -> Bool {
      try await send(cache, call(path), .success(notModified)).tag != nil
    }
    for path in ["a", "b", "c", "d", "e"] { _ = try await send(cache, call(path), .success(tagged(body))) }
    #expect(try await isKept("a"))  // reading makes it the newest
    _ = try await send(cache, call("f"), .success(tagged(body)))
    #expect(try await !isKept("b"))
    for path in ["a", "c", "d", "e", "f"] { #expect(try await isKept(path), "\(path)") }
    // Storing the same answer again takes no more room, so no other answer is removed.
    for _ in 0..<50 { _ = try await send(cache, call("a"), .success(tagged(body))) }
    for path in ["c", "d", "e", "f"] { #expect(try await isKept(path), "\(path)") }
  }

  @Test("an answer too large to keep is passed on, and ends the life of the earlier one")
  func tooLarge() async throws {
    let cache = CacheMiddleware(clock: clock, capacity: 1000)
    _ = try await send(cache, call(), .success(tagged("small")))
    let large = String(repeating: "x", count: 251)
    #expect(try await send(cache, call(), .success(tagged(large, "\"2\""))).response.body.count == 251)
    #expect(try await send(cache, call(), .success(tagged("x"))).tag == nil)
  }

  @Test("the caller learns when an answer was given")
  func answer() async throws {
    let server = FakeTransport()
    server.answer("test.read", with: tagged("one", date: "Tue, 01 Sep 2026 10:00:00 GMT"))
    server.alwaysAnswer("test.read") { _ in throw TransportFailure.unreachable(.noNetwork) }
    var traits = EndpointTraits.read
    traits.caching = .staleOnError
    let service = TestService(server, clock: ManualClock(passing: .everything))
    try await service.signIn()
    let then = service.clock.now()
    let first = try await service.client.answer(.text(traits: traits))
    #expect(first.value == "one" && first.asOf == then && !first.isStale)
    await service.clock.advance(by: .seconds(60))
    let second = try await service.client.answer(.text(traits: traits))
    #expect(second.value == "one" && second.asOf == then && second.isStale)
    service.client.forgetAnswers()
    #expect(await failure { try await service.client.answer(.text(traits: traits)) }.kind == .unreachable)
    try await service.client.session.end()
    try await service.signIn()
    #expect(await failure { try await service.client.answer(.text(traits: traits)) }.kind == .unreachable)
  }
}
