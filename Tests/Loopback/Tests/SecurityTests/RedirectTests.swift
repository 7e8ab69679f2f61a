import AsyncHTTPTransport
import Foundation
import MediaCore
import Misbehaver
import OneAtATime
import ShelfClient
import ShelfTesting
import Testing

@Suite("Security: redirects", .oneAtATime, .timeLimit(.minutes(60)))
struct RedirectTests {
  static let codes = [301, 302, 303, 307, 308]

  private static let secrets: HTTPFields = [
    "Authorization": "Bearer canary", "x-refresh-token": "canary", "CF-Access-Client-Secret": Canary.header,
    "Cookie": "session=canary",
  ]

  @Test("S3: no secret reaches another origin on any redirect, whatever the policy", arguments: codes)
  func otherOrigin(code: Int) async throws {
    let stranger = try await HostileServer.start { _ in [.answer(200, [], "stranger")] }
    let secureStranger = try await HostileServer.start(tls: .server) { _ in [.answer(200, [], "stranger")] }
    let targets = [
      stranger.url("/x").absoluteString, stranger.url("/x", host: "localhost").absoluteString,
      "//127.0.0.1:\(stranger.port)/x", secureStranger.url("/x").absoluteString,
      stranger.url("/x").absoluteString.replacingOccurrences(of: "http://", with: "http://127.0.0.1@"),
    ]
    let server = try await HostileServer.start { request in
      [.redirect(code, to: targets[Int(request.path.dropFirst()) ?? 0])]
    }
    let transport = DefaultTransport()
    for (index, target) in targets.enumerated() {
      for policy in [RedirectPolicy.none, .sameOrigin, .anyWithoutCredentials] {
        for method in [HTTPMethod.get, .post] {
          let request = HTTPRequest(
            method: method, url: server.url("/\(index)"), fields: Self.secrets,
            body: method == .post ? Data(#"{"password":"correct horse"}"#.utf8) : nil, timeout: .seconds(60),
            redirects: policy)
          // A refused redirect is the answer itself. Following one to https fails: the target's certificate is not trusted.
          do { #expect(try await transport.send(request).status == code, "\(target)") } catch {
            #expect(policy == .anyWithoutCredentials && target.hasPrefix("https"), "\(target): \(error)")
          }
        }
      }
    }
    #expect(stranger.requests.isEmpty && stranger.hasSeenNoSecret)
    #expect(secureStranger.requests.isEmpty && secureStranger.bytes.isEmpty)
    transport.close()
    for server in [server, stranger, secureStranger] { await server.stop() }
  }

  @Test(
    "S3: a redirect to an address that is not of the web is the answer, and nothing more is asked", arguments: codes)
  func otherSchemes(code: Int) async throws {
    let targets = ["mailto:a@b.c", "file:///etc/passwd", "data:text/plain,x", "javascript:1", "ftp://127.0.0.1/x"]
    let server = try await HostileServer.start { request in
      [.redirect(code, to: targets[Int(request.path.dropFirst()) ?? 0])]
    }
    let transport = DefaultTransport()
    for (index, target) in targets.enumerated() {
      for policy in [RedirectPolicy.none, .sameOrigin, .anyWithoutCredentials] {
        let request = HTTPRequest(url: server.url("/\(index)"), timeout: .seconds(60), redirects: policy)
        #expect(try await transport.send(request).status == code, "\(target)")
      }
    }
    #expect(server.requests.count == targets.count * 3)
    transport.close()
    await server.stop()
  }

  @Test(
    "S3: within the origin they are followed; a POST never becomes a GET, and media keep no secret", arguments: codes)
  func sameOrigin(code: Int) async throws {
    let server = try await HostileServer.start { request in
      request.path == "/from" ? [.redirect(code, to: "/to")] : [.answer(200, [], "arrived")]
    }
    let transport = DefaultTransport()
    func send(_ method: HTTPMethod, _ policy: RedirectPolicy) async throws -> HTTPResponse {
      try await transport.send(
        HTTPRequest(
          method: method, url: server.url("/from"), fields: Self.secrets,
          body: method == .post ? Data("body".utf8) : nil, timeout: .seconds(60), redirects: policy))
    }
    #expect(try await send(.get, .sameOrigin).body == Data("arrived".utf8))
    #expect(server.requests.last?["Authorization"] == "Bearer canary")
    #expect(try await send(.get, .anyWithoutCredentials).body == Data("arrived".utf8))
    let last = try #require(server.requests.last)
    #expect(last.path == "/to")
    for name in ["Authorization", "x-refresh-token", "CF-Access-Client-Secret", "Cookie"] { #expect(last[name] == nil) }
    #expect(try await send(.get, .none).status == code)
    for policy in [RedirectPolicy.sameOrigin, .anyWithoutCredentials, .none] {
      _ = try await send(.post, policy)
    }
    #expect(server.requests.filter { $0.path == "/to" && $0.method == "GET" }.count == 2)
    transport.close()
    await server.stop()
  }

  @Test("S3: five hops and no more; a chain that leads away and back gets nothing back")
  func chain() async throws {
    let server = try await HostileServer.start { request in
      [.redirect(302, to: "/\((Int(request.path.dropFirst()) ?? 0) + 1)")]
    }
    let transport = DefaultTransport()
    let response = try await transport.send(
      HTTPRequest(url: server.url("/0"), fields: Self.secrets, timeout: .seconds(60)))
    #expect(response.status == 302)
    #expect(server.requests.map(\.path) == (0...5).map { "/\($0)" })
    transport.close()
    await server.stop()
  }

  @Test("S3: from https to http nothing goes out, with a transport that reaches the https side")
  func downgrade() async throws {
    let plain = try await HostileServer.start { _ in [.answer(200, [], "plain")] }
    let secure = try await HostileServer.start(tls: .server) { _ in [.redirect(302, to: plain.url("/x").absoluteString)]
    }
    let own = try AsyncHTTPServerTransport(trust: ServerTrust(authorities: try ConnectionTests.pem("own-ca.pem")))
    for policy in [RedirectPolicy.none, .sameOrigin, .anyWithoutCredentials] {
      let request = HTTPRequest(url: secure.url, fields: Self.secrets, timeout: .seconds(60), redirects: policy)
      #expect(try await own.send(request).status == 302)
    }
    #expect(secure.requests.count == 3)
    #expect(plain.connections == 0)
    await own.close()
    await plain.stop()
    await secure.stop()
  }

  @Test("S3: sign-in, renewal and calls of a whole client do not follow to another origin", arguments: codes)
  func client(code: Int) async throws {
    let stranger = try await HostileServer.start { _ in [.answer(200, [], "{}")] }
    let device = Device()
    let fake = FakeShelfServer(clock: device.clock)
    let leads = Locked<Set<String>>([])
    let server = try await HostileServer.serving(fake) { request in
      leads.withLock { $0.contains(request.path) }
        ? [.redirect(code, to: stranger.url(request.path).absoluteString)] : nil
    }
    let shelf = try device.shelf(try server.typed()) { options in
      try options.setHeader("CF-Access-Client-Secret", Canary.header)
    }
    leads.withLock { $0 = ["/login"] }
    let refused = await failure { try await shelf.account.signIn(username: Canary.user, password: Canary.password) }
    #expect(refused.kind == .wrongServer && refused.status == code)
    leads.withLock { $0 = [] }
    try await shelf.account.signIn(username: Canary.user, password: Canary.password)
    leads.withLock { $0 = ["/api/libraries", "/api/me"] }
    #expect(await failure { try await shelf.libraries.all() }.kind == .wrongServer)
    #expect(await failure { try await shelf.account.me() }.kind == .wrongServer)
    leads.withLock { $0 = ["/auth/refresh"] }
    await device.clock.advance(by: .seconds(3700))
    #expect(await failure { try await shelf.libraries.all() }.kind == .wrongServer)
    // A redirect does not end the sign-in: without it, calls work again.
    leads.withLock { $0 = [] }
    #expect(try await shelf.libraries.all().isEmpty == false)
    #expect(stranger.requests.isEmpty && stranger.hasSeenNoSecret)
    await server.stop()
    await stranger.stop()
  }
}
