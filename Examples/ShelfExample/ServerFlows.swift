import Foundation
import MediaTesting
import Runner
import ShelfClient

/// Several servers in one app. The second one is the same server under another host, which the app takes for a server of its own.
@MainActor
enum ServerFlows {
  nonisolated static let all: [Flow<ShelfFixture>] = [
    Flow("several-servers") { fixture in try await servers(fixture) },
    Flow("listen-now-over-servers") { fixture in
      try await fixture.withBook { id in try await listenNow(fixture, id) }
    },
    Flow("search-over-servers") { fixture in try await search(fixture) },
    Flow("signed-in-devices") { fixture in try await devices(fixture) },
    Flow("sign-in-with-a-token") { fixture in try await token(fixture) },
    Flow("pictures-removed") { fixture in try await pictures(fixture) },
  ]

  private struct Home {
    let detour: Detour
    let environment: ClientEnvironment
    let model: ServersViewModel<ShelfService>
  }

  /// A phone with both servers in its list, signed in at both.
  private static func phone(_ fixture: ShelfFixture) async throws -> Home {
    let detour = Detour(fixture.network, to: try await fixture.shelf.client.locator.base())
    let environment = ClientEnvironment(
      clock: fixture.environment.clock, random: SeededRandom(seed: 11), files: MemoryFileSystem(),
      secrets: MemorySecretStore())
    let model = ServersViewModel(service: "shelf", environment: environment) { server in
      ShelfService(
        server: server.address, transport: detour, environment: environment, options: server.options(fixture.options))
    }
    model.add(fixture.address) { $0.name = "Home" }
    model.add(try ServerAddress("https://\(Detour.host)"))
    for (_, shelf) in model.services {
      try await shelf.account.signIn(username: fixture.username, password: fixture.password)
    }
    model.load()
    await model.settled()
    return Home(detour: detour, environment: environment, model: model)
  }

  private static func servers(_ fixture: ShelfFixture) async throws -> String {
    let home = try await phone(fixture)
    let model = home.model
    try expect(model.state.rows.allSatisfy { $0.answer.value?.version != nil }, "an answer of both")
    try expect(model.state.current?.server.address.host == Detour.host, "the server that was added last")
    let ids = model.state.rows.map(\.id)
    model.choose(ids[0])
    model.rename(ids[1], to: "Away")
    model.update(ids[1]) { server throws(ClientError) in try server.setHeader("X-Away", "1") }
    model.move(ids[1], to: 0)
    await model.settled()
    try expect(model.state.rows.map(\.server.title) == ["Away", "Home"], "the order and the name")
    try expect(model.current?.client.address == fixture.address, "the chosen server")
    home.detour.isHomeDown = true
    model.ask(ids[0])
    await model.settled()
    try expect(model.state.rows[1].answer.error?.kind == .unreachable, "one server away")
    try expect(model.state.rows[0].answer.error == nil, "the other one there")
    home.detour.isHomeDown = false
    let store = SavedServerStore(service: "shelf", environment: home.environment)
    try expect(try store.current()?.id == ids[0] && store.all().count == 2, "the stored list")
    let leaving = try require(model.services.first, "the first server").service
    model.remove(ids[1], pending: .discard)
    await model.settled()
    try expect(model.state.rows.map(\.id) == [ids[0]], "one server left")
    try expect(try await leaving.account.status() == .signedOut, "signed out there")
    try await leave(model)
    return "two servers, each with its own account, and one of them removed"
  }

  private static func listenNow(_ fixture: ShelfFixture, _ id: PlayableID) async throws -> String {
    let home = try await phone(fixture)
    let model = home.model
    let shelf = try require(model.services.first, "a server").service
    try await shelf.progressStore.setPosition(id, to: 30)
    await shelf.progressStore.flush()
    let list = ServerRowsViewModel(.inProgress, of: model.services)
    let rows = await fixture.loaded(list).rows.value ?? []
    let own = rows.filter { $0.row.playable == id }
    try expect(own.count == 2, "the book at both servers, got \(own.map(\.serverTitle))")
    let one = await fixture.loaded(InProgressViewModel(shelf: shelf))
    try expect(one.rows.value?.contains { $0.playable == id } == true, "the book at one")
    try expect(one.progress[id.description]?.position == 30, "its place")
    let latest = await fixture.loaded(ServerRowsViewModel(.latest, of: model.services))
    let downloads = await fixture.loaded(ServerRowsViewModel(.downloads, of: model.services))
    try expect(latest.error == nil && downloads.emptyMessage != nil, "the other lists")
    home.detour.isHomeDown = true
    list.refresh()
    await list.settled()
    try expect(list.state.problems.count == 1, "one server away")
    let kept = Set(list.state.rows.value?.map(\.id) ?? [])
    try expect(kept == Set(rows.map(\.id)), "its rows kept, got \(kept.count) of \(rows.count)")
    home.detour.isHomeDown = false
    try await leave(model)
    return "\(rows.count) rows of two servers"
  }

  private static func search(_ fixture: ShelfFixture) async throws -> String {
    let home = try await phone(fixture)
    let search = ServerSearchViewModel(home.model.services)
    _ = await fixture.loaded(search)
    let title = try require(try await fixture.books().first?.title, "a book")
    search.query = title
    search.submit()
    await search.settled()
    let found = search.state.groups.filter { $0.results.value?.books.contains { $0.title == title } == true }
    try expect(Set(found.map(\.server)).count == 2, "“\(title)” at both servers")
    let count = search.state.groups.count
    try await leave(home.model)
    return "“\(title)” in \(found.count) of \(count) libraries"
  }

  private static func devices(_ fixture: ShelfFixture) async throws -> String {
    let phone = fixture.phone()
    try await phone.account.signIn(username: fixture.username, password: fixture.password)
    let mine = try await phone.account.loginSessions(page: 0, limit: 100).items.first(where: \.current)
    let screen = LoginSessionsViewModel(shelf: fixture.shelf, pageSize: 2)
    _ = await fixture.loaded(screen)
    while screen.state.hasMore {
      screen.loadMore()
      await screen.settled()
    }
    let listed = screen.state.sessions.value ?? []
    guard let other = listed.first(where: { $0.id == mine?.id }) else {
      // Guests get an empty list.
      try expect(listed.isEmpty, "the phone in the list")
      return "no list for this account"
    }
    screen.end(other)
    await screen.settled()
    try expect(screen.state.sessions.value?.contains { $0.id == other.id } == false, "the phone's sign-in ended")
    try expect(listed.contains(where: \.current), "this device in the list")
    try? await phone.account.signOut(pending: .discard)
    return "\(listed.count) devices, and one of them signed out"
  }

  private static func token(_ fixture: ShelfFixture) async throws -> String {
    let token = try await fixture.verifierElsewhere().accessToken()
    let phone = fixture.phone()
    let screen = ShelfSignInViewModel { _, _ in phone }
    screen.address = fixture.address.description
    screen.findServer()
    await screen.settled()
    screen.signIn(token: HeldToken("no-such-token"))
    await screen.settled()
    try expect(
      screen.state.problem == .wrongCredentials, "a refused token, got \(String(describing: screen.state.error))")
    screen.signIn(token: HeldToken(token))
    await screen.settled()
    try expect(screen.state.step == .signedIn, "signed in, got \(String(describing: screen.state.error))")
    try await phone.signOut(pending: .discard)
    return "\(screen.state.username ?? "") by a token"
  }

  private static func pictures(_ fixture: ShelfFixture) async throws -> String {
    let cover = try await fixture.books().lazy.compactMap { $0.artwork() }.first
    if let cover { _ = try await fixture.shelf.covers.picture(cover) }
    let settings = ShelfSettingsViewModel(shelf: fixture.shelf)
    let bytes = await fixture.loaded(settings).pictureBytes
    try expect(cover == nil || bytes > 0, "a picture on this device")
    settings.removePictures()
    await settings.settled()
    try expect(settings.state.pictureBytes == 0, "none any more, got \(settings.state.pictureBytes) bytes")
    return "\(bytes) bytes of pictures removed"
  }

  private static func leave(_ model: ServersViewModel<ShelfService>) async throws {
    for (_, shelf) in model.services { try await shelf.signOut(pending: .discard) }
  }
}
