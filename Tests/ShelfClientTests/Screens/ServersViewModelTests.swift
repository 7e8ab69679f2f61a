import Foundation
import MediaTesting
import ShelfTesting
import TestSupport
import Testing

@testable import MediaCore
@testable import ShelfClient

/// Two servers in one app: each with a network of its own, one folder and one list.
@MainActor
struct TwoServers {
  let clock = ManualClock(passing: .everything)
  let home: FakeShelfServer
  let work: FakeShelfServer
  let homeNetwork: FaultTransport
  let workNetwork: FaultTransport
  let environment: ClientEnvironment
  let model: ServersViewModel<ShelfService>

  init(signedIn: Bool = true, work world: ShelfWorld = .sample) async throws {
    home = FakeShelfServer(world: .sample, clock: clock)
    work = FakeShelfServer(world: world, clock: clock)
    (homeNetwork, workNetwork) = (FaultTransport(home.transport), FaultTransport(work.transport))
    environment = .manual(clock: clock)
    model = Self.model(environment, homeNetwork, workNetwork)
    model.add(try ServerAddress("https://home.example")) { $0.name = "Home" }
    model.add(try ServerAddress("https://work.example"))
    if signedIn {
      try await services[0].account.signIn(username: "ada", password: "correct horse")
      try await services[1].account.signIn(username: "grace", password: "battery staple")
    }
    model.load()
    await model.settled()
  }

  var services: [ShelfService] { model.services.map(\.service) }
  var ids: [SavedServer.ID] { model.services.map(\.server.id) }

  /// The screen of a later launch of the app.
  func relaunched() -> ServersViewModel<ShelfService> {
    Self.model(environment.relaunched(), homeNetwork, workNetwork)
  }

  private static func model(
    _ environment: ClientEnvironment, _ home: FaultTransport, _ work: FaultTransport
  ) -> ServersViewModel<ShelfService> {
    let transport = HostTransport(["home.example": home, "work.example": work])
    return ServersViewModel(service: "shelf", environment: environment) { server in
      ShelfService(
        server: server.address, transport: transport, environment: environment, options: server.options())
    }
  }
}

@MainActor
@Suite("The screen of several servers")
struct ServersViewModelTests {
  @Test("shows the account and the version of each server, and which one is open, also after a relaunch")
  func rows() async throws {
    let rig = try await TwoServers()
    let rows = rig.model.state.rows
    #expect(rows.map(\.server.title) == ["Home", "https://work.example"])
    #expect(rows.map { $0.answer.value?.version } == ["2.36.0", "2.36.0"])
    #expect(rows.map(\.isCurrent) == [false, true], "the last one that was added")
    guard case .signedIn(_, "ada") = rows[0].account, case .signedIn(_, "grace") = rows[1].account else {
      Issue.record("\(rows.map(\.account))")
      return
    }
    rig.model.choose(rig.ids[0])
    await rig.model.settled()
    #expect(rig.model.state.current?.server.title == "Home")
    #expect(rig.model.current?.client.address.host == "home.example")
    let later = rig.relaunched()
    later.load()
    await later.settled()
    #expect(later.state.rows.map(\.isCurrent) == [true, false])
    #expect(try await later.current?.libraries.all().count == 2)
  }

  @Test("a server that does not answer says so, keeps its last version, and is asked again after a minute")
  func unreachable() async throws {
    let rig = try await TwoServers()
    let token = rig.model.observe { _ in }
    rig.workNetwork.isDown = true
    rig.model.refresh()
    await rig.model.settled()
    #expect(rig.model.state.rows[0].answer.error == nil)
    #expect(rig.model.state.rows[1].answer.error?.kind == .unreachable)
    #expect(rig.model.state.rows[1].answer.value?.version == "2.36.0")
    #expect(rig.model.state.error == nil, "one server that is away is no error of the screen")
    rig.workNetwork.isDown = false
    await rig.clock.advance(by: .seconds(59))
    #expect(rig.model.state.rows[1].answer.error?.kind == .unreachable)
    await rig.clock.advance(by: .seconds(1))
    await rig.clock.advance(by: .zero)
    #expect(rig.model.state.rows[1].answer.value?.version == "2.36.0")
    #expect(rig.model.state.rows[1].answer.error == nil)
    token.cancel()
    let asked = rig.homeNetwork.operations.count
    await rig.clock.advance(by: .seconds(300))
    #expect(rig.homeNetwork.operations.count == asked, "a screen that nobody sees asks nothing")
  }

  @Test("the questions carry no token")
  func noToken() async throws {
    let rig = try await TwoServers()
    let sent = Locked<[HTTPRequest]>([])
    let network = rig.homeNetwork
    let server = try #require(rig.model.services.first).server
    let spied = ShelfService(
      server: server.address,
      transport: ClosureTransport { request in
        sent.withLock { $0.append(request) }
        return try await network.send(request)
      }, environment: rig.environment.relaunched())
    let model = ServersViewModel(service: "shelf", environment: rig.environment) { _ in spied }
    model.load()
    await model.settled()
    let requests = sent.withLock { $0 }
    #expect(requests.allSatisfy { $0.url.path == "/status" && $0.fields["Authorization"] == nil })
    #expect(!requests.isEmpty)
  }

  @Test("a removed server is signed out, and its data is gone, while the other one stays as it is")
  func removal() async throws {
    let rig = try await TwoServers()
    let (home, work) = (rig.services[0], rig.services[1])
    _ = try await work.libraries.all()
    rig.model.remove(rig.ids[1], pending: .discard)
    await rig.model.settled()
    #expect(rig.model.state.rows.map(\.server.title) == ["Home"])
    #expect(rig.model.state.current?.server.title == "Home")
    #expect(try await work.account.status() == .signedOut)
    #expect(try await home.account.status().account != nil)
    rig.model.remove(rig.ids[0], pending: .discard)
    await rig.model.settled()
    #expect(rig.model.state.emptyMessage == "Add a server to begin." && rig.model.current == nil)
  }

  @Test("a name of the user's own keeps the connection, and another address makes a new one")
  func changes() async throws {
    let rig = try await TwoServers()
    let before = rig.services[0]
    rig.model.rename(rig.ids[0], to: "Living room")
    await rig.model.settled()
    #expect(rig.model.state.rows[0].server.title == "Living room")
    #expect(rig.services[0].client.session === before.client.session)
    #expect(rig.model.state.rows[0].answer.value?.version == "2.36.0")
    rig.model.update(rig.ids[0]) { server throws(ClientError) in
      server.address = try ServerAddress("https://home.example/abs")
    }
    await rig.model.settled()
    #expect(rig.services[0].client.session !== before.client.session)
    #expect(rig.model.state.rows[0].answer.value == nil, "the new address has not answered yet")
    rig.model.update(rig.ids[0]) { server throws(ClientError) in try server.setHeader("Host", "evil") }
    #expect(rig.model.state.notice != nil)
    rig.model.move(rig.ids[0], to: 1)
    await rig.model.settled()
    #expect(rig.model.state.rows.map(\.server.title) == ["https://work.example", "Living room"])
  }

  @Test("a sign-out elsewhere in the app shows at once")
  func signOut() async throws {
    let rig = try await TwoServers()
    try await rig.services[0].account.signOut(pending: .discard)
    await rig.clock.advance(by: .zero)
    await rig.model.settled()
    #expect(rig.model.state.rows[0].account == .signedOut)
  }
}
