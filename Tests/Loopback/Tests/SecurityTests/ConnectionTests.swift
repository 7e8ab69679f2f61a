import AsyncHTTPTransport
import Foundation
import MediaCore
import Misbehaver
import OneAtATime
import ShelfClient
import ShelfTesting
import Testing

/// S1, S2 and S17: whom the client speaks to before it says anything.
@Suite("Security: connections", .oneAtATime, .timeLimit(.minutes(60)))
struct ConnectionTests {
  private static func withHeader(_ options: inout ClientOptions) throws {
    try options.setHeader("CF-Access-Client-Secret", Canary.header)
  }

  @Test("S1: zero credential bytes to a plain-http listener before consent, then a probe without any, then the sign-in")
  func consent() async throws {
    let server = try await HostileServer.serving(FakeShelfServer())
    // `0.0.0.0` reaches this machine, but does not count as a private address.
    let address = try server.typed("", host: "0.0.0.0")
    #expect(!address.isPrivate)
    let refused = try Device().shelf(address, Self.withHeader)
    let error = await failure { try await refused.account.signIn(username: Canary.user, password: Canary.password) }
    #expect(error.kind == .tls && error.detail == ClientError.Detail.needsConsent)
    #expect(server.hasSeenNoSecret && server.requests.isEmpty)

    let allowed = try Device().shelf(address) { options in
      try Self.withHeader(&options)
      options.allowsPlainHTTP = true
    }
    try await allowed.account.signIn(username: Canary.user, password: Canary.password)
    let requests = server.requests
    #expect(requests.map(\.path) == ["/status", "/login"])
    #expect(requests[0]["CF-Access-Client-Secret"] == nil && requests[0]["Authorization"] == nil)
    #expect(requests[0]["Cookie"] == nil && requests[0].body.isEmpty)
    #expect(requests[1]["CF-Access-Client-Secret"] == Canary.header)
    await server.stop()
  }

  @Test("S1: who typed https never gets plain http, not even at home and with consent")
  func typed() async throws {
    let server = try await HostileServer.serving(FakeShelfServer())
    let shelf = try Device().shelf(try server.typed("https://")) { options in
      try Self.withHeader(&options)
      options.allowsPlainHTTP = true
    }
    for _ in 0..<3 {
      let error = await failure { try await shelf.account.signIn(username: Canary.user, password: Canary.password) }
      #expect(error.kind == .unreachable && error.detail == ClientError.Detail.notTLS)
    }
    #expect(server.hasSeenNoSecret && server.requests.isEmpty)
    await server.stop()
  }

  @Test(
    "S1: a refused certificate is never a reason for plain http",
    arguments: [TLSIdentity.server, .wrongHost, .expired, .selfSigned])
  func certificate(_ identity: TLSIdentity) async throws {
    let server = try await HostileServer.serving(FakeShelfServer(), tls: identity)
    let shelf = try Device().shelf(try server.typed("")) { options in
      try Self.withHeader(&options)
      options.allowsPlainHTTP = true
    }
    let error = await failure { try await shelf.account.signIn(username: Canary.user, password: Canary.password) }
    #expect(error.kind == .tls && error.detail != ClientError.Detail.needsConsent)
    #expect(server.bytes.isEmpty)
    await server.stop()
  }

  @Test("S1: once https has worked a host never goes back, after a restart neither")
  func pinned() async throws {
    let device = Device()
    let trust = ServerTrust(authorities: try Self.pem("own-ca.pem"))
    let secure = try await HostileServer.serving(FakeShelfServer(), tls: .server)
    let port = secure.port
    let first = try AsyncHTTPServerTransport(trust: trust)
    try await device.shelf(try secure.typed(""), transport: first)
      .account.signIn(username: Canary.user, password: Canary.password)
    await first.close()
    await secure.stop()

    let plain = try await HostileServer.serving(FakeShelfServer(), port: port)
    #expect(plain.port == port)
    let second = try AsyncHTTPServerTransport(trust: trust)
    let shelf = try device.shelf(try plain.typed(""), transport: second) { options in
      try Self.withHeader(&options)
      options.allowsPlainHTTP = true
    }
    let error = await failure { try await shelf.account.me() }
    #expect(error.kind == .unreachable)
    #expect(plain.hasSeenNoSecret && plain.requests.isEmpty)
    await second.close()
    await plain.stop()
  }

  @Test("S2: who does not say that it is the service gets no password")
  func impostor() async throws {
    for answer in [
      HostileServer.Step.answer(200, [], #"{"app":"somethingelse"}"#),
      .answer(200, [], type: "text/html", "<html>Welcome to Hotel WiFi</html>"), .answer(401, [], "Unauthorized"),
      .redirect(302, to: "http://127.0.0.1:1/login"), .answer(511, [], type: "text/html", "<html>sign in</html>"),
    ] {
      let server = try await HostileServer.start { _ in [answer] }
      let shelf = try Device().shelf(try server.typed(), Self.withHeader)
      let error = await failure { try await shelf.account.signIn(username: Canary.user, password: Canary.password) }
      #expect(error.kind == .wrongServer, "\(error)")
      #expect(server.hasSeenNoSecret)
      #expect(server.requests.allSatisfy { $0.method == "GET" && $0.path.hasSuffix("/status") })
      await server.stop()
    }
  }

  @Test("S2: an impostor at the address of a known server gets no token, refresh token or header")
  func successor() async throws {
    let device = Device()
    let genuine = try await HostileServer.serving(FakeShelfServer(clock: device.clock))
    let port = genuine.port
    let address = try genuine.typed()
    try await device.shelf(address, Self.withHeader).account.signIn(username: Canary.user, password: Canary.password)
    await genuine.stop()

    let impostor = try await HostileServer.start(port: port) { _ in [.answer(200, [], #"{"app":"other"}"#)] }
    let shelf = try device.shelf(address, Self.withHeader)
    #expect(try await shelf.account.status() != .signedOut)
    #expect(await failure { try await shelf.account.me() }.kind == .wrongServer)
    #expect(await failure { try await shelf.libraries.all() }.kind == .wrongServer)
    #expect(!impostor.requests.isEmpty && impostor.hasSeenNoSecret)
    #expect(try await shelf.account.status() != .signedOut)
    await impostor.stop()
  }

  @Test(
    "S17: a certificate that is not right gets 0 bytes after the handshake, with the default transport and with an own CA",
    arguments: [TLSIdentity.wrongHost, .expired, .selfSigned])
  func zeroBytes(_ identity: TLSIdentity) async throws {
    let server = try await HostileServer.start(tls: identity) { _ in [.answer(200, [], "never")] }
    let own = try AsyncHTTPServerTransport(trust: ServerTrust(authorities: try Self.pem("own-ca.pem")))
    let transports: [any Transport] = [DefaultTransport(), own]
    for transport in transports {
      do {
        _ = try await transport.send(
          HTTPRequest(url: server.url("/secret"), fields: ["Authorization": "Bearer x"], timeout: .seconds(60)))
        Issue.record("\(identity.certificate) was taken")
      } catch let failure as TransportFailure {
        guard case .tls(let fault) = failure else {
          Issue.record("\(identity.certificate): \(failure)")
          continue
        }
        if identity.certificate == "wrong-host", transport is AsyncHTTPServerTransport { #expect(fault == .wrongHost) }
      }
    }
    #expect(server.bytes.isEmpty && server.requests.isEmpty)
    await own.close()
    await server.stop()
  }

  @Test("S17: nothing in the sources switches the checking of certificates off")
  func noSwitch() throws {
    let words = [
      "INSECURE_SSL", "certificateVerification", ".noHostnameVerification", "serverTrust", "useCredential",
      "URLCredential(", "SecTrust", "kCFStreamSSL", "AllowsArbitraryLoads",
      "allowsAnyHTTPSCertificate", "SSL_VERIFYPEER", "verifyPeer", "trustAll", "allowInsecure", "skipVerification",
    ]
    var looked = 0
    for root in ["../../Sources", "AsyncHTTPTransport/Sources"] {
      let folder = Repository.nested.appendingPathComponent(root).standardizedFileURL
      for path in FileManager.default.subpaths(atPath: folder.path) ?? [] where path.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        looked += 1
        for word in words { #expect(!text.contains(word), "\(word) in \(path)") }
      }
    }
    #expect(looked > 300)
  }

  static func pem(_ name: String) throws -> String {
    try String(contentsOfFile: TLSIdentity.file(name), encoding: .utf8)
  }
}

/// The folders of the sources.
enum Repository {
  /// The folder of the nested package.
  static let nested = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    .standardizedFileURL
  static let root = nested.appendingPathComponent("../..").standardizedFileURL
}
