import AsyncHTTPTransport
import Foundation
import MediaCore
import Misbehaver
import Testing

/// The transports that have to behave the same.
enum TestedTransport: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case curl, session, async

  /// `standard` is the one that a service takes on this system.
  #if os(Linux)
    static let all = allCases
    static let standard = curl
    /// The transports that slow a sender down without holding up other calls, and that no answer ends.
    static let owned = [curl, async]
  #else
    static let all = [session, async]
    static let standard = session
    static let owned = all
  #endif

  /// Transports without AsyncHTTPClient, whose end waits for what is under way.
  static let ofTheSDK = all.filter { $0 != .async }

  var testDescription: String { rawValue }

  func make(maximumConnections: Int = 8) throws -> (transport: any Transport, close: @Sendable () async -> Void) {
    switch self {
    case .curl:
      #if os(Linux)
        let transport = try CurlTransport(maximumConnections: maximumConnections)
        return (transport, { transport.close() })
      #else
        throw TransportFailure.closed
      #endif
    case .session:
      let transport = URLSessionTransport(maximumConnections: maximumConnections)
      return (transport, { transport.close() })
    case .async:
      let transport = try AsyncHTTPServerTransport(maximumConnections: maximumConnections)
      return (transport, { await transport.close() })
    }
  }
}

/// Runs `body` against a server that follows `script`, with a fresh transport.
func withServer<Value: Sendable>(
  tls: TLSIdentity? = nil, over tested: TestedTransport = .standard, _ script: @escaping HostileServer.Script,
  _ body: (HostileServer, any Transport) async throws -> Value
) async throws -> Value {
  let server = try await HostileServer.start(tls: tls, script)
  let (transport, close) = try tested.make()
  let outcome: Result<Value, any Error>
  do { outcome = .success(try await body(server, transport)) } catch { outcome = .failure(error) }
  await close()
  await server.stop()
  return try outcome.get()
}

extension HTTPRequest {
  /// A request with a timeout that a busy machine does not reach; tests about time pass their own.
  static func to(
    _ server: HostileServer, _ path: String = "/", method: HTTPMethod = .get, timeout: Duration = .seconds(20),
    body: String? = nil
  ) -> HTTPRequest {
    HTTPRequest(
      method: method, url: server.url(path), body: body.map { Data($0.utf8) }, operation: OperationID("test.call"),
      timeout: timeout)
  }
}

/// The answer, or how the transport says that there is none.
enum Outcome: Sendable, Hashable, CustomStringConvertible {
  case answer(Int, String)
  case failure(TransportFailure)
  case other(String)

  static func of(_ transport: any Transport, _ request: HTTPRequest) async -> Outcome {
    do {
      let response = try await transport.send(request)
      return .answer(response.status, String(decoding: response.body, as: UTF8.self))
    } catch let failure as TransportFailure {
      return .failure(failure)
    } catch {
      return .other("\(error)")
    }
  }

  var description: String {
    switch self {
    case .answer(let status, let body): "\(status), \(body.utf8.count) bytes: \(body.prefix(40))"
    case .failure(let failure): "\(failure)"
    case .other(let text): text
    }
  }

  static let lost = Outcome.failure(.unreachable(.connectionLost))
  static let malformed = Outcome.failure(.malformed)
  static let timedOut = Outcome.failure(.timedOut)
}

/// `count` zero bytes, and a short text, as gzip packs them: made once, by `gzip -9n`.
enum Gzip {
  /// `{"ok":true}`
  static let small: [UInt8] = Array(
    Data(base64Encoded: "H4sIAAAAAAACA6tWys9WsiopKk2tBQCQX9SnCwAAAA==") ?? Data())
}
