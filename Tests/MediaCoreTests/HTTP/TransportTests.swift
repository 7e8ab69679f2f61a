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
    let transport = URLSessionTransport(maximumConnections: 2)
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
    let transport = URLSessionTransport()
    var text = ""
    dump(transport, to: &text)
    #expect(text == "- MediaCore.URLSessionTransport #0\n")
    transport.close()
  }

  @Test("a task that is cancelled already does not even begin")
  func cancelledBefore() async throws {
    let transport = URLSessionTransport()
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
    let transport = URLSessionTransport()
    // Nothing listens at the first port.
    let url = try #require(URL(string: "http://127.0.0.1:1/"))
    for seconds in [Int64.max, Int64.max / 1000, Int64(1) << 33, 0, -1, Int64.min] {
      let request = HTTPRequest(url: url, timeout: .seconds(seconds))
      await #expect(throws: TransportFailure.unreachable(.refused)) { try await transport.send(request) }
    }
    transport.close()
  }

  #if canImport(FoundationNetworking)
    @Test("pieces that nobody takes wait on disk from a megabyte on, in their order, and nobody waits for a receiver")
    func backlog() async throws {
      let pieces = (0..<16).map { Data(repeating: UInt8($0), count: 256 << 10) }
      let backlog = DownloadBacklog()
      backlog.add(.head(HTTPResponse(status: 206)))
      for piece in pieces { backlog.add(.bytes(piece)) }
      #expect(backlog.waitingBytes == (memory: 1 << 20, file: 3 << 20))
      let received = Locked<(pieces: Int, head: HTTPResponse?, bytes: Data)>((0, nil, Data()))
      try await backlog.receive { piece in
        let (count, byteCount) = received.withLock { received in
          received.pieces += 1
          switch piece {
          case .head(let head): received.head = received.bytes.isEmpty ? head : nil
          case .bytes(let bytes): received.bytes += bytes
          }
          return (received.pieces, received.bytes.count)
        }
        // Some come while the receiver is at work: they wait behind those on disk.
        if count == 2 { pieces.forEach { backlog.add(.bytes($0)) } }
        if byteCount == 8 << 20 { backlog.finish() }
      }
      #expect(received.withLock { $0.head } == HTTPResponse(status: 206))
      #expect(received.withLock { $0.bytes } == (pieces + pieces).reduce(Data(), +))
      #expect(backlog.waitingBytes == (memory: 0, file: 0))
    }

    @Test("small pieces that wait are handed over together, and an error only behind them")
    func smallPieces() async throws {
      struct Broken: Error {}
      let backlog = DownloadBacklog()
      for number in 0..<1000 { backlog.add(.bytes(Data(repeating: UInt8(number % 251), count: 1000))) }
      backlog.finish(throwing: Broken())
      let pieces = Locked<[Int]>([])
      await #expect(throws: Broken.self) {
        try await backlog.receive { piece in
          if case .bytes(let bytes) = piece { pieces.withLock { $0.append(bytes.count) } }
        }
      }
      #expect(pieces.withLock { $0.reduce(0, +) } == 1_000_000)
      #expect(pieces.withLock { $0.count } == 8)
    }

    @Test("a sender and a receiver on two threads, one faster than the other in turns, lose and swap nothing")
    func twoThreads() async throws {
      let backlog = DownloadBacklog()
      let (pieces, size) = (20_000, 4096)
      let isSent = Locked(false)
      DispatchQueue.global().async {
        for number in 0..<pieces { backlog.add(.bytes(Data(repeating: UInt8(number % 251), count: size))) }
        isSent.withLock { $0 = true }
        backlog.finish()
      }
      let received = Locked((count: 0, calls: 0, isInOrder: true))
      try await backlog.receive { piece in
        guard case .bytes(let bytes) = piece else { return }
        let calls = received.withLock { received in
          for offset in stride(from: 0, to: bytes.count, by: size)
          where bytes[bytes.startIndex + offset] != UInt8((received.count + offset) / size % 251) {
            received.isInOrder = false
          }
          received.count += bytes.count
          received.calls += 1
          return received.calls
        }
        // Now and then it waits until some are on disk, and then catches up.
        while calls % 16 == 0, backlog.waitingBytes.file == 0, !isSent.withLock({ $0 }) { await Task.yield() }
      }
      #expect(received.withLock { $0.count } == pieces * size)
      #expect(received.withLock { $0.isInOrder })
      #expect(backlog.waitingBytes == (memory: 0, file: 0))
    }

    @Test("a receiver that waits gets an error at once when the disk takes no more", .timeLimit(.minutes(1)))
    func refusedSpill() async throws {
      let backlog = DownloadBacklog(folder: URL(fileURLWithPath: "/no-such-folder"))
      let (calls, call) = AsyncStream<Void>.makeStream()
      backlog.add(.bytes(Data(count: 1)))
      let receiver = Task { try await backlog.receive { _ in call.yield() } }
      for await _ in calls { break }
      // Until it waits for more: nothing else tells.
      for _ in 0..<100 { await Task.yield() }
      backlog.add(.bytes(Data(count: 2 << 20)))
      let error = await #expect(throws: ClientError.self) { try await receiver.value }
      #expect(error?.kind == .storage)
    }

    @Test("a receiver that waits for a piece ends when it is cancelled")
    func cancelledReceiver() async throws {
      let backlog = DownloadBacklog()
      let (calls, call) = AsyncStream<Void>.makeStream()
      backlog.add(.bytes(Data(count: 1)))
      let receiver = Task { try await backlog.receive { _ in call.yield() } }
      for await _ in calls { break }
      receiver.cancel()
      try await receiver.value
      backlog.add(.bytes(Data(count: 1)))
      #expect(backlog.waitingBytes == (memory: 0, file: 0))
    }

    @Test("pieces that come after their receiver has gone are let go")
    func backlogWithoutReceiver() async throws {
      struct Full: Error {}
      let backlog = DownloadBacklog()
      backlog.add(.bytes(Data(count: 8 << 20)))
      backlog.finish()
      await #expect(throws: Full.self) { try await backlog.receive { _ in throw Full() } }
      backlog.add(.bytes(Data(count: 8 << 20)))
      #expect(backlog.waitingBytes.file == 0)
    }
  #endif

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
