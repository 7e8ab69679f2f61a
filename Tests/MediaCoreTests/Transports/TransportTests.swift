import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Transports")
struct TransportTests {
  @Test("a closed transport refuses with an error, however often it is closed")
  func closed() async throws {
    let transport = DefaultTransport(maximumConnections: 2)
    transport.close()
    transport.close()
    let request = HTTPRequest(url: try #require(URL(string: "https://server.test")))
    for _ in 0..<5 {
      await #expect(throws: TransportFailure.closed) { try await transport.send(request) }
      await #expect(throws: TransportFailure.closed) { try await transport.download(request) { _ in } }
    }
    let service = TestService(transport)
    try await service.signIn()
    let error = await failure { try await service.read() }
    #expect(error.kind == .cancelled && error.detail == ClientError.Detail.closed)
  }

  @Test("a dump of the default transport shows nothing of the requests that are under way")
  func dumped() {
    let transport = DefaultTransport()
    var text = ""
    dump(transport, to: &text)
    #expect(text == "- MediaCore.DefaultTransport #0\n")
    transport.close()
  }

  @Test("a task that is cancelled already does not even begin")
  func cancelledBefore() async throws {
    let transport = DefaultTransport()
    let request = HTTPRequest(url: try #require(URL(string: "https://server.test")))
    let start = Latch()
    let sending = Task {
      await start.wait()
      do { _ = try await transport.send(request) } catch { return error as? TransportFailure }
      return nil
    }
    sending.cancel()
    start.open()
    #expect(await sending.value == .cancelled)
    transport.close()
  }

  @Test("an attempt may take any time: the longest and the shortest do no harm")
  func timeouts() async throws {
    let transport = DefaultTransport()
    // Nothing listens at port 1.
    let url = try #require(URL(string: "http://127.0.0.1:1/"))
    for seconds in [Int64.max, Int64.max / 1000, Int64(1) << 33] {
      let request = HTTPRequest(url: url, timeout: .seconds(seconds))
      await #expect(throws: TransportFailure.unreachable(.refused)) { try await transport.send(request) }
    }
    for seconds in [0, -1, Int64.min] {
      let request = HTTPRequest(url: url, timeout: .seconds(seconds))
      await #expect(throws: TransportFailure.self) { try await transport.send(request) }
    }
    transport.close()
  }

  @Test("a transport that only sends downloads in two pieces, head first")
  func defaultDownload() async throws {
    let transport = ClosureTransport { $0.url.path == "/empty" ? HTTPResponse(status: 204) : .text("abc") }
    let pieces = Notebook<DownloadPiece>()
    let request = HTTPRequest(url: try #require(URL(string: "https://server.test/file")))
    let response = try await transport.download(request) { pieces.add($0) }
    var head = HTTPResponse.text("abc")
    head.body = Data()
    #expect(response == head)
    #expect(pieces.entries == [.head(head), .bytes(Data("abc".utf8))])
    let empty = HTTPRequest(url: try #require(URL(string: "https://server.test/empty")))
    _ = try await transport.download(empty) { pieces.add($0) }
    #expect(pieces.entries.count == 3)
    await #expect(throws: CocoaError.self) {
      try await transport.download(request) { _ in throw CocoaError(.fileWriteOutOfSpace) }
    }
  }

  @Test("the gate lets in so many at a time, in order, and forgets who leaves")
  func gate() async throws {
    let gate = ConcurrencyGate(limit: 2)
    let journal = Notebook<Int>()
    try await gate.enter()
    try await gate.enter()
    var waiting: [Task<Void, any Error>] = []
    for index in 0..<5 {
      waiting.append(
        Task {
          try await gate.enter()
          journal.add(index)
        })
      #expect(await eventually { gate.waitingCount == index + 1 }, "it waits")
    }
    waiting[1].cancel()
    await #expect(throws: CancellationError.self) { try await waiting[1].value }
    #expect(gate.waitingCount == 4)
    for _ in 0..<4 { gate.leave() }
    for index in [0, 2, 3, 4] { try await waiting[index].value }
    #expect(journal.entries.sorted() == [0, 2, 3, 4])
    gate.leave()
    gate.leave()
    try await gate.enter()
    try await gate.enter()
    let last = Task { try await gate.enter() }
    #expect(await eventually { gate.waitingCount == 1 }, "it waits")
    last.cancel()
    await #expect(throws: CancellationError.self) { try await last.value }
  }

  @Test("a response knows its media type and whether it is a success")
  func response() {
    for (text, type) in [
      ("application/json; charset=utf-8", "application/json"), ("Text/HTML", "text/html"),
      (" audio/mpeg ;x", "audio/mpeg"),
    ] {
      #expect(HTTPResponse(status: 200, fields: ["content-type": text]).mediaType == type)
    }
    #expect(HTTPResponse(status: 200).mediaType == nil)
    #expect(
      HTTPResponse(status: 299).isSuccess && !HTTPResponse(status: 300).isSuccess
        && !HTTPResponse(status: 199).isSuccess)
    #expect("\(HTTPResponse.text("hidden"))" == "HTTP 200, 6 bytes")
    var text = ""
    dump(HTTPResponse.json(["accessToken": "hidden"]), to: &text)
    #expect(!text.contains("hidden"))
  }
}

@Suite("Redirects")
struct RedirectTests {
  private func follow(
    _ policy: RedirectPolicy, from: String = "https://nas.local/a", to: String, method: HTTPMethod = .get,
    newMethod: String? = nil, location: String? = nil
  ) throws -> URLRequest? {
    let from = try #require(URL(string: from))
    let original = HTTPRequest(
      method: method, url: from,
      fields: ["Authorization": "Bearer x", "X-Proxy": "y", "Accept": "audio/*", "Range": "bytes=0-1"],
      redirects: policy)
    var next = URLRequest(url: try #require(URL(string: to)))
    next.httpMethod = newMethod ?? method.rawValue
    next.setValue("Bearer x", forHTTPHeaderField: "Authorization")
    return Redirect(original: original, from: from, location: location).followed(to: next)
  }

  @Test("none follows none")
  func none() throws { #expect(try follow(.none, to: "https://nas.local/b") == nil) }

  @Test("same origin: scheme, host and port, or up to https on the default ports; all headers go along")
  func sameOrigin() throws {
    for (from, to) in [
      ("https://nas.local/a", "https://nas.local/b"), ("https://nas.local/a", "https://NAS.local:443/b"),
      ("http://nas.local:80/a", "http://nas.local/b"), ("http://nas.local/a", "https://nas.local/a"),
      ("http://nas.local:13378/a", "http://nas.local:13378/b"),
    ] {
      let next = try #require(try follow(.sameOrigin, from: from, to: to), "\(from) \(to)")
      #expect(next.value(forHTTPHeaderField: "Authorization") == "Bearer x")
      #expect(next.value(forHTTPHeaderField: "X-Proxy") == "y")
    }
    for (from, to) in [
      ("https://nas.local/a", "http://nas.local/a"), ("https://nas.local/a", "https://nas.local:8443/a"),
      ("https://nas.local/a", "https://evil.example/a"), ("https://nas.local/a", "https://nas.local.evil.example/a"),
      ("http://nas.local:13378/a", "https://nas.local/a"), ("http://nas.local/a", "https://nas.local:8443/a"),
      ("http://nas.local/a", "https://evil.example/a"), ("https://nas.local/a", "ftp://nas.local/a"),
    ] {
      #expect(try follow(.sameOrigin, from: from, to: to) == nil, "\(from) \(to)")
    }
  }

  @Test("elsewhere: only over https, with no credential and no header of one's own")
  func anywhere() throws {
    for to in ["https://cdn.example/x", "https://nas.local/x", "https://nas.local:8443/x"] {
      let next = try #require(try follow(.anyWithoutCredentials, to: to))
      #expect(next.allHTTPHeaderFields?.keys.sorted() == ["Accept", "Range"])
      #expect(next.httpMethod == "GET")
    }
    #expect(try follow(.anyWithoutCredentials, to: "http://cdn.example/x") == nil)
    #expect(try follow(.anyWithoutCredentials, from: "http://nas.local/a", to: "http://nas.local/b") != nil)
  }

  @Test("to no other kind of address, also where the system reads it as a path of the same server")
  func otherSchemes() throws {
    let others = [
      "mailto:a@b.c", "file:///etc/passwd", "data:text/plain,x", "javascript:alert(1)", "FTP://nas.local/b",
      " tel:1", "shelf-app:x/y",
    ]
    for policy in [RedirectPolicy.sameOrigin, .anyWithoutCredentials] {
      for location in others {
        #expect(try follow(policy, to: "https://nas.local/a@b.c", location: location) == nil, "\(location)")
      }
      for location in [
        "/b", "b?at=12:30", "b/c:d", "#a:b", "//nas.local/b", "https://nas.local/b", "HTTPS://nas.local",
      ] {
        #expect(try follow(policy, to: "https://nas.local/b", location: location) != nil, "\(location)")
      }
    }
  }

  @Test("a POST never becomes a GET by the way")
  func method() throws {
    for policy in [RedirectPolicy.sameOrigin, .anyWithoutCredentials] {
      #expect(try follow(policy, to: "https://nas.local/b", method: .post, newMethod: "GET") == nil)
      #expect(try follow(policy, to: "https://nas.local/b", method: .post) != nil)
    }
  }
}
