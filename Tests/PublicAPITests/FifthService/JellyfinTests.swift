import Foundation
import MediaCore
import MediaTesting
import Testing

/// The fifth service works like the four: a small client that is written with public API only.
@Suite("A fifth service, Jellyfin, on public API only")
@MainActor
struct JellyfinTests {
  private let server = FakeJellyfin()
  private let network: FaultTransport
  private let environment = ClientEnvironment.manual(clock: ManualClock(passing: .everything))
  private static let metropolis = FakeJellyfin.films[0]
  private static let half = metropolis.runTime / 2

  init() { network = FaultTransport(server.transport) }

  /// - Parameter environment: that of another launch or device.
  private func service(_ environment: ClientEnvironment? = nil) -> JellyfinService {
    JellyfinService(server: .fake, transport: network, environment: environment ?? self.environment)
  }

  private func signedIn(as name: String = "ada", _ environment: ClientEnvironment? = nil) async throws
    -> JellyfinService
  {
    let jellyfin = service(environment)
    let password = name == "ada" ? "correct horse" : "battery staple"
    try await jellyfin.signIn(username: name, password: password)
    return jellyfin
  }

  private func position(_ model: FilmsViewModel) -> Int? {
    model.state.films.value?.first { $0.id == Self.metropolis.id }?.userData?.position
  }

  @Test("a wrong password signs nobody in, the right one shows the films")
  func signIn() async throws {
    let jellyfin = service()
    await #expect(throws: ClientError.self) { try await jellyfin.signIn(username: "ada", password: "wrong") }
    #expect(try await jellyfin.client.accounts.account() == nil)
    try await jellyfin.signIn(username: "ada", password: "correct horse")
    let model = FilmsViewModel(jellyfin: jellyfin)
    model.load()
    await model.settled()
    #expect(model.state.films.value?.map(\.name) == ["Metropolis", "Nosferatu", "The Golem"])
    #expect(model.state.error == nil && model.state.notice == nil)
  }

  @Test(
    "progress made without a network is shown at once, survives a relaunch, and is sent when the server answers again")
  func offline() async throws {
    let jellyfin = try await signedIn()
    try await jellyfin.films.refresh()
    network.isDown = true
    let model = FilmsViewModel(jellyfin: jellyfin)
    model.load()
    await model.settled()
    let film = try #require(model.state.films.value?.first)
    model.setPosition(Self.half, of: film)
    await model.settled()
    #expect(position(model) == Self.half && model.state.notice == nil)
    #expect(server.film(Self.metropolis.id)?.position == 0)
    await jellyfin.client.accounts.save()

    let again = service(environment.relaunched())
    let next = FilmsViewModel(jellyfin: again)
    next.load()
    await next.settled()
    #expect(position(next) == Self.half && next.state.error?.kind == .unreachable)
    network.isDown = false
    next.refresh()
    await next.settled()
    #expect(server.film(Self.metropolis.id)?.position == Self.half)
    #expect(position(next) == Self.half && next.state.error == nil)
    #expect(try await again.films.queue.open().isEmpty)
  }

  @Test("a film that was played to its end elsewhere in the meantime stays played")
  func playedElsewhere() async throws {
    let jellyfin = try await signedIn()
    try await jellyfin.films.refresh()
    network.isDown = true
    let submission = try await jellyfin.films.setPosition(Self.half, of: Self.metropolis.id)
    await jellyfin.films.queue.settled()
    server.change(Self.metropolis.id) { $0.isPlayed = true }
    network.isDown = false
    await jellyfin.films.queue.flush()
    #expect(await submission.outcome() == .superseded(reason: "played"))
    #expect(try await jellyfin.films.cache.value().first?.userData?.isPlayed == true)
    #expect(server.film(Self.metropolis.id)?.position == 0)
  }

  @Test(
    "the server's own rules count as arrived: the first twentieth is dropped, the last tenth is played",
    arguments: [(0.02, 0, false), (0.5, 0.5, false), (0.95, 0, true)])
  func serversRules(_ share: Double, _ position: Double, _ isPlayed: Bool) async throws {
    let jellyfin = try await signedIn()
    try await jellyfin.films.refresh()
    let runTime = Double(Self.metropolis.runTime)
    let submission = try await jellyfin.films.setPosition(Int(share * runTime), of: Self.metropolis.id)
    #expect(await submission.settled() == .synced)
    let film = try #require(server.film(Self.metropolis.id))
    #expect(film.position == Int(position * runTime) && film.isPlayed == isPlayed)
    let shown = try await jellyfin.films.cache.value().first?.userData
    #expect(shown?.position == film.position && shown?.isPlayed == isPlayed)
  }

  @Test("the next account sees nothing of the one before, whose progress waits for it")
  func twoAccounts() async throws {
    let jellyfin = try await signedIn()
    try await jellyfin.films.refresh()
    let model = FilmsViewModel(jellyfin: jellyfin)
    model.load()
    await model.settled()
    network.isDown = true
    _ = try await jellyfin.films.setPosition(Self.half, of: Self.metropolis.id)
    try await jellyfin.signOut()
    await model.settled()
    model.load()
    await model.settled()
    #expect(model.state.films.value?.isEmpty ?? true)
    network.isDown = false
    try await jellyfin.signIn(username: "grace", password: "battery staple")
    try await jellyfin.films.refresh()
    #expect(server.film(Self.metropolis.id)?.position == 0)
    try await jellyfin.signOut()
    try await jellyfin.signIn(username: "ada", password: "correct horse")
    try await jellyfin.films.refresh()
    #expect(server.film(Self.metropolis.id)?.position == Self.half)
  }

  @Test("a role of the app's own stands for the live one, in the store and on the screen")
  func replacedRole() async throws {
    let jellyfin = JellyfinService(
      server: .fake, transport: network, environment: environment, films: CannedFilms())
    try await jellyfin.signIn(username: "ada", password: "correct horse")
    let model = FilmsViewModel(jellyfin: jellyfin)
    model.load()
    await model.settled()
    #expect(model.state.films.value?.map(\.name) == ["Canned"])
    #expect(server.requests.map(\.path) == ["/Users/AuthenticateByName"])
  }

  @Test("it has at most 150 lines outside comments, and needs the core alone")
  func small() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Jellyfin.swift")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("//") }
    #expect(lines.count <= 150)
    #expect(lines.filter { $0.contains("import ") } == ["import MediaCore"])
  }
}

private struct CannedFilms: FilmAPI {
  func films() async throws(ClientError) -> [Film] { [try await film("canned")] }

  func film(_ id: String) async throws(ClientError) -> Film {
    do { return try JSONDecoder().decode(Film.self, from: Data(#"{"Id":"\#(id)","Name":"Canned"}"#.utf8)) } catch {
      throw ClientError(.undecodable, operation: OperationID("canned"))
    }
  }

  func report(_ position: Int, of id: String) async throws(ClientError) {}
}
