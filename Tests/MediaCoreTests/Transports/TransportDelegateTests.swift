import Foundation
import TestSupport
import Testing

@testable import MediaCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import Glibc
#endif

@Suite("The limits of the transport over URLSession")
struct TransportDelegateTests {
  /// A port of this device that never answers, as long as the process lives.
  private final class SilentPort: Sendable {
    private let socket: Int32
    let number: Int

    init() throws {
      #if canImport(Glibc)
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #else
        socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
      #endif
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let socket = socket
      let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(socket, $0, length) == 0 && listen(socket, 8) == 0 && getsockname(socket, $0, &length) == 0
        }
      }
      try #require(isOpen)
      number = Int(UInt16(bigEndian: address.sin_port))
    }
  }

  /// A transfer whose delegate is called only by the test: its task waits for an answer without end. The session is never ended: on Linux a
  /// task that ends while it is cancelled can end the process.
  private final class Transfer: Sendable {
    private static let sessions = Locked<[URLSession]>([])
    let port: SilentPort
    let delegate = URLSessionTransportDelegate()
    let session = URLSession(configuration: .ephemeral)
    let task: URLSessionDataTask
    let received = Locked(0)
    let outcome = Locked<Result<HTTPResponse, any Error>?>(nil)

    init(maximumResponseBytes: Int, redirects: RedirectPolicy = .sameOrigin) throws {
      port = try SilentPort()
      let url = try #require(URL(string: "http://127.0.0.1:\(port.number)/file"))
      Self.sessions.withLock { [session] sessions in sessions.append(session) }
      task = session.dataTask(with: url)
      let request = HTTPRequest(
        url: url, fields: ["Accept-Encoding": "identity"], maximumResponseBytes: maximumResponseBytes,
        redirects: redirects)
      let transfer = URLSessionTransfer(request) { [received] piece in
        if case .bytes(let data) = piece { received.withLock { $0 += data.count } }
      } done: { [outcome] result in
        outcome.withLock { $0 = result.map { HTTPResponse($0) } }
      }
      delegate.add(transfer)
      delegate.begin(transfer, with: task)
    }

    var failure: TransportFailure? {
      guard case .failure(let error)? = outcome.withLock({ $0 }) else { return nil }
      return error as? TransportFailure
    }

    func head(_ fields: [String: String]) throws -> URLSession.ResponseDisposition? {
      let url = try #require(task.originalRequest?.url)
      let response = try #require(HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields))
      let given = Locked<URLSession.ResponseDisposition?>(nil)
      delegate.urlSession(session, dataTask: task, didReceive: response) { disposition in
        given.withLock { $0 = disposition }
      }
      return given.withLock { $0 }
    }
  }

  @Test("a body that grows beyond its cap ends the transfer: no more than the cap is handed on")
  func body() throws {
    let transfer = try Transfer(maximumResponseBytes: 10)
    #expect(try transfer.head([:]) == .allow)
    transfer.delegate.urlSession(transfer.session, dataTask: transfer.task, didReceive: Data(count: 10))
    #expect(transfer.failure == nil && transfer.received.withLock { $0 } == 10)
    for _ in 0..<3 {
      transfer.delegate.urlSession(transfer.session, dataTask: transfer.task, didReceive: Data(count: 1))
    }
    #expect(transfer.failure == .tooLarge && transfer.received.withLock { $0 } == 10)
  }

  @Test("a body that is announced as longer than its cap is not even begun")
  func announced() throws {
    let whole = try Transfer(maximumResponseBytes: 10)
    #expect(try whole.head(["Content-Length": "10"]) == .allow && whole.failure == nil)
    let tooLong = try Transfer(maximumResponseBytes: 10)
    #expect(try tooLong.head(["Content-Length": "11"]) == .cancel && tooLong.failure == .tooLarge)
  }

  @Test("a file that comes compressed although it was not to be is refused")
  func compressed() throws {
    let plain = try Transfer(maximumResponseBytes: 10)
    #expect(try plain.head(["Content-Encoding": "Identity"]) == .allow && plain.failure == nil)
    let compressed = try Transfer(maximumResponseBytes: 10)
    #expect(try compressed.head(["Content-Encoding": "gzip"]) == .cancel && compressed.failure == .malformed)
  }

  @Test("a request that is ended before its turn does not begin, and its caller gets one error")
  func endedWhileWaiting() throws {
    let delegate = URLSessionTransportDelegate()
    let url = try #require(URL(string: "http://127.0.0.1:1/"))
    let failures = Locked<[TransportFailure]>([])
    let transfers = (0..<2).map { _ in
      URLSessionTransfer(
        HTTPRequest(url: url),
        done: { result in
          if case .failure(let failure as TransportFailure) = result { failures.withLock { $0.append(failure) } }
        })
    }
    transfers.forEach { delegate.add($0) }
    for _ in 0..<2 { delegate.end(transfers[0], with: .cancelled) }
    #expect(failures.withLock { $0 } == [.cancelled])
    delegate.endAll()
    #expect(failures.withLock { $0 } == [.cancelled, .cancelled])
  }

  @Test("five redirects are followed, and no sixth")
  func redirects() throws {
    let transfer = try Transfer(maximumResponseBytes: 10)
    let url = try #require(transfer.task.originalRequest?.url)
    let response = try #require(HTTPURLResponse(url: url, statusCode: 302, httpVersion: nil, headerFields: [:]))
    var followed: [Bool] = []
    for _ in 0..<6 {
      let next = Locked<URLRequest?>(nil)
      transfer.delegate.urlSession(
        transfer.session, task: transfer.task, willPerformHTTPRedirection: response, newRequest: URLRequest(url: url)
      ) { request in next.withLock { $0 = request } }
      followed.append(next.withLock { $0 } != nil)
    }
    #expect(followed == [true, true, true, true, true, false])
  }

  @Test("files and imports are bulk: what may take more than a minute, and what sends more than a megabyte")
  func bulk() throws {
    let url = try #require(URL(string: "https://nas.local"))
    #expect(!HTTPRequest(url: url, timeout: .seconds(60)).isBulk && HTTPRequest(url: url, timeout: .seconds(61)).isBulk)
    #expect(!HTTPRequest(url: url, body: Data(count: 1 << 20)).isBulk)
    #expect(HTTPRequest(url: url, body: Data(count: 1 + (1 << 20))).isBulk)
  }
}

@Suite("The header fields of URLSession")
struct SessionHeaderTests {
  @Test(
    "cookies that were joined into one value are parted, and dates and other fields stay whole",
    arguments: [
      (
        "connect.sid=s%3Ax; Path=/, auth_method=openid-mobile; Path=/",
        ["connect.sid=s%3Ax; Path=/", "auth_method=openid-mobile; Path=/"]
      ),
      (
        "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly,b=2=3; Path=/, c=",
        ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly", "b=2=3; Path=/", "c="]
      ),
      ("a=1, 2; Path=/x", ["a=1, 2; Path=/x"]), ("a=1", ["a=1"]), ("", [""]), (", =1", [", =1"]),
    ])
  func cookies(value: String, parts: [String]) throws {
    let url = try #require(URL(string: "https://server.test/auth/openid"))
    let answer = try #require(
      HTTPURLResponse(
        url: url, statusCode: 302, httpVersion: nil, headerFields: ["Set-Cookie": value, "X-List": "a=1, b=2"]))
    let response = HTTPResponse(answer)
    #expect(response.fields.values("Set-Cookie") == parts)
    #expect(response.fields.values("X-List") == ["a=1, b=2"])
  }
}
