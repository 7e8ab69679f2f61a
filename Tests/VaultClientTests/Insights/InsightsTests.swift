import Foundation
import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Counting for analytics")
struct InsightsTests {
  private struct Sink: InsightSink {
    let events = Recorder<InsightEvent>()
    func note(_ event: InsightEvent) { events.add(event) }
  }

  @Test("is off until a sink is given, and then holds no secret and no title")
  func secrets() async throws {
    let quiet = try await Fixture.signedIn()
    #expect(!quiet.vault.insights.isEnabled)
    #expect(quiet.vault.insights.crashContext == Insights.CrashContext())

    let sink = Sink()
    let fixture = try await Fixture.signedIn(insights: sink)
    try await fixture.vault.store.refreshLibrary()
    try await fixture.vault.store.setWatched(true, for: .movie(1))
    try await fixture.vault.store.createList(ListDraft(name: "Secret list"))
    await fixture.vault.store.settled()
    _ = await Fixture.error { _ = try await fixture.vault.search.all("secret query") }
    fixture.network.isDown = true
    _ = await Fixture.error { _ = try await fixture.vault.lists.all() }
    let said = sink.events.values.map { String(reflecting: $0) }.joined(separator: "\n")
    let context = String(reflecting: fixture.vault.insights.crashContext)
    for secret in ["alice", "eyJ", VaultWorld.standardPassword, "Paper", "Secret", "secret", "server.test", "example"] {
      #expect(!said.contains(secret), "\(secret)")
      #expect(!context.contains(secret), "\(secret)")
    }
    #expect(sink.events.values.contains(.signedIn(.password)))
    #expect(sink.events.values.contains(.changed(.watched)))
    #expect(sink.events.values.contains(.changed(.listCreated)))
    #expect(sink.events.values.contains(.failed(operation: .vaultListsAll, kind: .unreachable, status: nil)))
    #expect(fixture.vault.insights.crashContext.isOnline == false)
    #expect(fixture.vault.insights.crashContext.lastOperations.last == .vaultListsAll)
    fixture.vault.insights.setSink(nil)
    #expect(fixture.vault.insights.crashContext == Insights.CrashContext())
    let count = sink.events.values.count
    _ = await Fixture.error { _ = try await fixture.vault.lists.all() }
    #expect(sink.events.values.count == count)
  }

  @Test("an app's own endpoints are not passed on, whatever they are called")
  func foreign() {
    let sink = Sink()
    let insights = Insights(sink: sink)
    insights.handle(.started(operation: "ada@example.test"))
    insights.handle(.failed(ClientError(.server, operation: "vault.x\"secret", status: 500), duration: .zero))
    insights.handle(.failed(ClientError(.server, operation: "other", status: 500), duration: .zero))
    #expect(sink.events.values == [])
    #expect(insights.crashContext.lastOperations == [])
  }
}

@Suite("Posters and samples")
struct MediaTests {
  @Test("addresses: relative to the server, absolute as they are, nothing else")
  func urls() async throws {
    let fixture = Fixture()
    func url(_ text: String?) async throws -> String? { try await fixture.vault.media.url(of: text)?.absoluteString }
    #expect(try await url("/static/posters/tt 1.jpg") == "https://server.test/static/posters/tt%201.jpg")
    #expect(try await url("https://image.example/x.jpg") == "https://image.example/x.jpg")
    for text in [nil, "", "//evil.example/x", "javascript:alert(1)", "data:image/png;base64,x", "/static/../api", "x"] {
      #expect(try await url(text) == nil)
    }
  }

  @Test("bytes of the server's own posters, kept for when it cannot be reached")
  func bytes() async throws {
    let fixture = try await Fixture.signedIn()
    let first = try await fixture.vault.media.data(of: "/static/no-image.png")
    #expect(first.value.count > 20 && !first.isStale)
    _ = try await fixture.vault.media.data(of: "/static/no-image.png")
    #expect(fixture.server.requests.last?.status == 304)
    fixture.network.isDown = true
    #expect(try await fixture.vault.media.data(of: "/static/no-image.png").isStale)
    #expect(await Fixture.kind { _ = try await fixture.vault.media.data(of: "https://a.example/x") } == .invalidRequest)
  }

  @Test("each sample equals itself after encoding and decoding")
  func samples() throws {
    func check<Value: Codable & Equatable>(_ value: Value) throws {
      #expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value)
      #expect(try JSONCoder.vault.decode(Value.self, from: JSONCoder.vault.encode(value)) == value)
    }
    try check(Watchlist.sample)
    try check(VaultList.samples)
    try check(SearchResult.sample)
    try check(NewTitles.sample)
    try check(User.sample)
    try check(AccountInfo.sample)
    try check(EpisodeDetails.sample)
    try check(Movie.samples)
  }

  @Test("every known fault of the server names an alternative", arguments: BrokenRoute.allCases)
  func broken(_ route: BrokenRoute) {
    #expect(route.explanation().hasPrefix("This server cannot"))
    let german = Texts { $0 == Texts.Key(rawValue: "vault.broken.\(route.rawValue)") ? "Geht nicht." : nil }
    #expect(route.explanation(german) == "Geht nicht.")
    var error = ClientError(.unsupported, operation: "x")
    error.detail = route.rawValue
    #expect(error.brokenRoute == route)
  }
}

@Suite("The server itself")
struct ServerTests {
  @Test("health, version, build")
  func facts() async throws {
    let fixture = Fixture()
    #expect(try await fixture.vault.server.health().service == "viewvault-server")
    #expect(try await fixture.vault.server.marker().version == "2.0.0")
    #expect(try await fixture.vault.server.build().hasAutomatedImport == true)
  }

  @Test("another service is recognised")
  func other() async throws {
    let transport = FakeTransport()
    transport.alwaysAnswer(.vaultServerHealth, with: .json(["service": "jellyfin", "status": "healthy"]))
    let vault = VaultService(
      server: try ServerAddress("vault.example"), transport: transport, environment: .manual())
    #expect(await Fixture.kind { _ = try await vault.movies.all() } == .wrongServer)
    #expect(transport.count(.vaultMoviesAll) == 0)
  }

  @Test("the public server is the standard, and below a proxy's folder another works too")
  func addresses() async throws {
    #expect(ServerAddress.viewVault.description.hasSuffix("app.viewvault.app"))
    let server = FakeVaultServer(settings: .init(subPath: "/vault"))
    let url = try #require(URL(string: "https://nas.example/vault"))
    let address = try #require(ServerAddress(verified: url))
    let vault = VaultService(server: address, transport: server.transport, environment: .manual())
    #expect(try await vault.account.signIn(username: "bob", password: VaultWorld.standardPassword).username == "bob")
    #expect(try await vault.movies.movie(14).title == "Bob's Film")
    #expect(try await vault.media.url(of: "/static/x.png")?.absoluteString == "https://nas.example/vault/static/x.png")
  }
}
