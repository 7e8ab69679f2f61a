import Foundation
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Addresses of posters, which come from other people's lists too")
struct PosterAddressTests {
  static let addresses = [
    "/static/../api/auth/me", "/static/%2e%2e/api/auth/me", "/static/..%2fapi", "/static/%2E%2E%2Fapi",
    "/static/%252e%252e/api", "/static/..%5capi", #"/static/..\api"#, "/static/./x.png", "/static//x.png", "/static/",
    "/static", "/staticx/x.png", "/STATIC/x.png", "/x/static/x.png", "/api/auth/me", "/api/watchlist/clear", "/",
    "//evil.example/static/x.png", "/\\evil.example/static/x.png", "///evil.example/static/x.png", "static/x.png",
    "https://evil.example/static/x.png", "https://server.test/static/x.png", "https://server.test:444/static/x.png",
    "http://server.test/static/x.png", "https://server.test@evil.example/static/x.png", "HTTPS://evil.example/static/x",
    "file:///static/x.png", "javascript:alert(1)", "data:image/png;base64,x", "ftp://server.test/static/x", "https://",
    "https:/static/x.png", "https:static/x.png", "/static/\u{0}x.png", "/static/x\r\nHost: evil.example", "/static/%",
    "/static/%00", "/static/%0d%0aX", ".", "..", "@evil.example/static/x.png", ":443/static/x.png", "?x", "#x",
  ]

  @Test("the token goes to files below /static/ of the server alone; everything else is refused unasked")
  func token() async throws {
    let server = FakeVaultServer()
    let transport = ClosureTransport { server.respond(to: $0) }
    let vault = VaultService(server: .fake, transport: transport, environment: .manual())
    try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    let before = transport.requests.count
    for address in Self.addresses {
      let kind = await Fixture.kind { _ = try await vault.media.data(of: address) }
      #expect(kind == .invalidRequest, "\(address)")
    }
    #expect(transport.requests.count == before)
    // Odd file names are requested, but only below `/static/`.
    for name in ["x.png", "a b.png", "x.png?v=1", "x#1.png", "..x.png", "é.png", "a/b/c.png", "@evil.example"] {
      _ = try? await vault.media.data(of: "/static/posters/\(name)")
    }
    let sent = transport.requests.dropFirst(before)
    #expect(sent.count == 8)
    for request in sent {
      let text = request.url.absoluteString
      #expect(text.hasPrefix("https://server.test/static/posters/") && !text.contains("?") && !text.contains("#"))
      #expect(request.url.standardized.path.hasPrefix("/static/posters/"), "\(text)")
    }
  }

  @Test("a name in percent escapes is read once, and asked for as that file")
  func escaped() async throws {
    let server = FakeVaultServer()
    let transport = ClosureTransport { server.respond(to: $0) }
    let vault = VaultService(server: .fake, transport: transport, environment: .manual())
    _ = try? await vault.media.data(of: "/static/posters/a%20b%C3%A9.png")
    #expect(transport.requests.last?.url.absoluteString == "https://server.test/static/posters/a%20b%C3%A9.png")
    #expect(
      try await vault.media.url(of: "/static/a%20b.png")?.absoluteString == "https://server.test/static/a%20b.png")
  }

  @Test("an address to load without the token is one of the web, or a file below /static/")
  func addressesToLoad() async throws {
    let vault = Fixture().vault
    for address in Self.addresses {
      guard let url = try await vault.media.url(of: address) else { continue }
      #expect(["http", "https"].contains(url.scheme?.lowercased()) && url.host?.isEmpty == false, "\(address)")
      #expect(url.absoluteString == address, "\(address)")
    }
    #expect(try await vault.media.url(of: "/static/x.png")?.absoluteString == "https://server.test/static/x.png")
    #expect(try await vault.media.url(of: "/api/auth/me") == nil)
  }
}
