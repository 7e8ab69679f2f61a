import AsyncHTTPClient
import Foundation
public import MediaCore
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOSSL

/// A transport over AsyncHTTPClient, for apps and servers on Linux that need an authority of their own, a pinned key or
/// a client certificate. Make one per server.
///
/// ```swift
/// let trust = ServerTrust(authorities: pem, publicKeys: [key], identity: ClientIdentity(chain: chain, key: key))
/// let transport = try AsyncHTTPServerTransport(trust: trust)
/// let shelf = ShelfService(server: try ServerAddress("https://nas.local"), transport: transport)
/// ```
///
/// It asks for no compression and takes none: a small answer cannot become a large one. Redirects are followed within
/// one origin only; others come back as the 3xx answers they are. It keeps no cookies.
public final class AsyncHTTPServerTransport: Transport, CustomReflectable {
  private let client: HTTPClient
  /// Sends files and imports, so that a tap never waits behind them.
  private let bulk: HTTPClient
  private let needsTLS: Bool
  private let isClosed = Locked(false)

  /// Shows nothing: a dump would print the requests that are under way, and the credentials in them.
  public var customMirror: Mirror { Mirror(self, children: [:]) }

  /// - Throws: when a certificate or a key cannot be read.
  public init(trust: ServerTrust = ServerTrust(), maximumConnections: Int = 8) throws {
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: try trust.configuration(), redirectConfiguration: .disallow, decompression: .disabled)
    configuration.httpVersion = .http1Only
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = maximumConnections
    // Don't retry here: the SDK retries calls itself.
    configuration.connectionPool.retryConnectionEstablishment = false
    let pins = try trust.publicKeyBytes()
    needsTLS = !pins.isEmpty
    if !pins.isEmpty {
      // Called after the handshake; nothing is sent until the check has passed.
      configuration.http1_1ConnectionDebugInitializer = { channel in Self.check(channel, against: pins) }
    }
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(1, maximumConnections / 2)
    bulk = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  deinit { if !isClosed.withLock({ $0 }) { for client in [client, bulk] { client.shutdown { _ in } } } }

  /// Ends every connection; later requests fail as closed.
  public func close() async {
    let wasOpen = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    guard wasOpen else { return }
    for client in [client, bulk] { try? await client.shutdown() }
  }

  private static func check(_ channel: any Channel, against pins: Set<[UInt8]>) -> EventLoopFuture<Void> {
    channel.nioSSL_peerCertificate().flatMapThrowing { certificate in
      guard let key = try certificate?.extractPublicKey().toSPKIBytes(), pins.contains(key) else {
        throw TransportFailure.tls(.untrusted)
      }
    }.flatMapError { error in
      channel.close().flatMapThrowing { throw error }.flatMapErrorThrowing { _ in throw error }
    }
  }

  // MARK: Transport

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = Locked(Data())
    let isBulk = request.timeout > .seconds(60) || request.body?.count ?? 0 > 1 << 20
    var response = try await run(request, by: isBulk ? bulk : client) { piece in
      if case .bytes(let bytes) = piece { body.withLock { $0.append(bytes) } }
    }
    response.body = body.withLock { $0 }
    return response
  }

  public func download(
    _ request: HTTPRequest, receive: @escaping @Sendable (DownloadPiece) async throws -> Void
  ) async throws -> HTTPResponse {
    try await run(request, by: bulk, receive: receive)
  }

  private func run(
    _ request: HTTPRequest, by client: HTTPClient, receive: @escaping @Sendable (DownloadPiece) async throws -> Void
  ) async throws -> HTTPResponse {
    if isClosed.withLock({ $0 }) { throw TransportFailure.closed }
    if needsTLS, request.url.scheme != "https" { throw TransportFailure.tls(.untrusted) }
    do {
      // AsyncHTTPClient's deadline covers only the head of an answer; this one also covers the body.
      return try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
        group.addTask { try await self.attempt(request, by: client, receive: receive) }
        group.addTask {
          try await Task.sleep(for: request.timeout)
          throw TransportFailure.timedOut
        }
        defer { group.cancelAll() }
        guard let response = try await group.next() else { throw TransportFailure.cancelled }
        return response
      }
    } catch let error as Refusal {
      throw error.reason
    } catch {
      throw Task.isCancelled ? TransportFailure.cancelled : TransportFailure(asyncHTTP: error)
    }
  }

  /// An error of the receiver, wrapped so that it is thrown unchanged.
  private struct Refusal: Error { let reason: any Error }

  private func attempt(
    _ request: HTTPRequest, by client: HTTPClient, receive: @Sendable (DownloadPiece) async throws -> Void
  ) async throws -> HTTPResponse {
    func hand(_ piece: DownloadPiece) async throws {
      do { try await receive(piece) } catch { throw Refusal(reason: error) }
    }
    var url = request.url
    for hop in 0...5 {
      let answer = try await client.execute(
        HTTPClientRequest(request, url: url), deadline: .now() + TimeAmount(request.timeout))
      if hop < 5, let next = Self.target(of: answer, to: request, from: url) {
        url = next
        continue
      }
      if let coding = answer.headers.first(name: "Content-Encoding"), coding.lowercased() != "identity" {
        throw TransportFailure.malformed
      }
      let head = HTTPResponse(
        status: Int(answer.status.code),
        fields: answer.headers.reduce(into: HTTPFields()) { $0.append($1.name, $1.value) },
        url: url)
      if let length = answer.headers.first(name: "Content-Length").flatMap(Int.init),
        length > request.maximumResponseBytes,
        request.method != .head
      {
        throw TransportFailure.tooLarge
      }
      try await hand(.head(head))
      var received = 0
      for try await buffer in answer.body {
        received += buffer.readableBytes
        if received > request.maximumResponseBytes { throw TransportFailure.tooLarge }
        try await hand(.bytes(Data(buffer: buffer)))
      }
      return head
    }
    throw TransportFailure.malformed
  }

  /// The next address if the answer is a redirect that may be followed; otherwise nil.
  private static func target(of answer: HTTPClientResponse, to request: HTTPRequest, from url: URL) -> URL? {
    guard request.redirects != .none, [301, 302, 303, 307, 308].contains(answer.status.code),
      request.method == .get || request.method == .head || answer.status.code >= 307,
      let location = answer.headers.first(name: "Location"),
      let next = URL(string: location, relativeTo: url)?.absoluteURL,
      next.scheme == url.scheme, next.host?.lowercased() == url.host?.lowercased(), next.port == url.port
    else { return nil }
    return next
  }
}

extension HTTPClientRequest {
  fileprivate init(_ request: HTTPRequest, url: URL) {
    self.init(url: url.absoluteString)
    method = .init(rawValue: request.method.rawValue)
    headers = HTTPHeaders(request.fields.entries.map { ($0.name, $0.value) })
    body = request.body.map { .bytes(ByteBuffer(data: $0)) }
  }
}
