import AsyncHTTPTransport
import Foundation
import MediaCore
import Misbehaver
import OneAtATime
import Testing

@Suite("The sample transport over AsyncHTTPClient", .oneAtATime, .timeLimit(.minutes(60)))
struct AsyncHTTPTransportTests {
  private enum Outcome: Equatable {
    case answer(String)
    case failure(TransportFailure)
  }

  private func outcome(_ trust: ServerTrust, at server: HostileServer, host: String = "127.0.0.1") async throws
    -> Outcome
  {
    let transport = try AsyncHTTPServerTransport(trust: trust)
    let request = HTTPRequest(
      url: server.url("/x", host: host), fields: ["Authorization": "Bearer canary"], timeout: .seconds(60))
    let outcome: Outcome
    do { outcome = .answer(String(decoding: try await transport.send(request).body, as: UTF8.self)) } catch {
      outcome = .failure(try #require(error as? TransportFailure))
    }
    await transport.close()
    return outcome
  }

  @Test("downloads come in pieces, within the limit and within the time")
  func downloads() async throws {
    let body = [UInt8](repeating: 0x61, count: 3 << 20)
    let server = try await HostileServer.start { request in
      switch request.path {
      case "/large": [.answer(200, [("X-A", "b")], body: body)]
      case "/from": [.redirect(302, to: "/large")]
      case "/half": [.bytes("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"), .close]
      default:
        [
          .bytes("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"),
          .drip([UInt8](repeating: 0x61, count: 100), every: .milliseconds(500)),
        ]
      }
    }
    let transport = try AsyncHTTPServerTransport()
    let pieces = Locked<[DownloadPiece]>([])
    let response = try await transport.download(HTTPRequest(url: server.url("/from"), timeout: .seconds(60))) { piece in
      pieces.withLock { $0.append(piece) }
    }
    #expect(response.status == 200 && response.fields["X-A"] == "b" && response.body.isEmpty)
    #expect(response.url?.path == "/large")
    let parts = pieces.withLock { $0 }
    #expect(parts.first == .head(response) && parts.count > 2)
    #expect(parts.dropFirst().reduce(0) { if case .bytes(let data) = $1 { $0 + data.count } else { $0 } } == body.count)
    struct Full: Error {}
    await #expect(throws: Full.self) {
      try await transport.download(HTTPRequest(url: server.url("/large"), timeout: .seconds(60))) { _ in throw Full() }
    }
    var small = HTTPRequest(url: server.url("/large"), timeout: .seconds(60))
    small.maximumResponseBytes = 1000
    await #expect(throws: TransportFailure.tooLarge) { try await transport.send(small) }
    await #expect(throws: TransportFailure.unreachable(.connectionLost)) {
      try await transport.send(HTTPRequest(url: server.url("/half"), timeout: .seconds(60)))
    }
    await #expect(throws: TransportFailure.timedOut) {
      try await transport.send(HTTPRequest(url: server.url("/slow"), timeout: .seconds(1)))
    }
    // Wait for this path: on a busy machine the earlier request may never have been sent.
    let task = Task { try await transport.send(HTTPRequest(url: server.url("/never"), timeout: .seconds(60))) }
    while server.requests.last?.path != "/never" { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    await #expect(throws: TransportFailure.cancelled) { try await task.value }
    await transport.close()
    await #expect(throws: TransportFailure.closed) { try await transport.send(small) }
    await server.stop()
  }

  @Test("what is not right over the wire has its kind too")
  func faults() async throws {
    let server = try await HostileServer.start { request in
      switch request.path {
      case "/reset": [.reset]
      case "/chunk": [.bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"), .close]
      case "/ssh": [.bytes("SSH-2.0-x\r\n"), .close]
      default: [.answer(200, [("Content-Encoding", "gzip")], body: GzipBomb.bytes(megabytes: 100))]
      }
    }
    let transport = try AsyncHTTPServerTransport()
    for (path, failures) in [
      ("/reset", [TransportFailure.unreachable(.connectionLost)]), ("/chunk", [.malformed]), ("/ssh", [.malformed]),
      ("/bomb", [.malformed]),
    ] {
      do {
        _ = try await transport.send(HTTPRequest(url: server.url(path), timeout: .seconds(60)))
        Issue.record("\(path) was taken")
      } catch { #expect(failures.contains { $0 == error as? TransportFailure }, "\(path): \(error)") }
    }
    #expect(
      try await outcome(ServerTrust(), at: server, host: "no-such-host.invalid")
        == .failure(.unreachable(.nameNotFound)))
    do {
      _ = try await transport.send(HTTPRequest(url: server.url(scheme: "https"), timeout: .seconds(60)))
      Issue.record("a plain port was taken for TLS")
    } catch { #expect(error as? TransportFailure == .notTLS, "\(error)") }
    let url = server.url
    await server.stop()
    await #expect(throws: TransportFailure.unreachable(.refused)) { try await transport.send(HTTPRequest(url: url)) }
    await transport.close()
  }
}
