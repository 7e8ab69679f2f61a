import ShelfTesting
import Testing

@testable import MediaCore
@testable import ShelfClient

@MainActor
@Suite("The screen of the devices that are signed in")
struct LoginSessionsViewModelTests {
  @Test("lists every sign-in, marks this one, and ends another device's")
  func end() async throws {
    let rig = try await ShelfRig()
    _ = try await rig.device(as: "ada")
    let screen = LoginSessionsViewModel(shelf: rig.shelf)
    screen.load()
    await screen.settled()
    let sessions = try #require(screen.state.sessions.value)
    #expect(sessions.count == 2 && sessions.count { $0.current } == 1)
    let own = try #require(sessions.first { $0.current })
    screen.end(own)
    #expect(screen.state.ending.isEmpty, "this device signs out in the settings")
    let other = try #require(sessions.first { !$0.current })
    screen.end(other)
    screen.end(other)
    #expect(screen.state.ending == [other.id])
    await screen.settled()
    #expect(screen.state.sessions.value?.map(\.id) == [own.id] && screen.state.ending.isEmpty)
    #expect(rig.count(.shelfAccountEndLoginSession) == 1)
    screen.refresh()
    await screen.settled()
    #expect(screen.state.sessions.value?.map(\.id) == [own.id])
  }

  @Test("a sign-in that could not be ended stays, and says why")
  func failure() async throws {
    let rig = try await ShelfRig()
    _ = try await rig.device(as: "ada")
    let screen = LoginSessionsViewModel(shelf: rig.shelf)
    screen.load()
    await screen.settled()
    let other = try #require(screen.state.sessions.value?.first { !$0.current })
    rig.network.isDown = true
    screen.end(other)
    await screen.settled()
    #expect(screen.state.sessions.value?.count == 2 && screen.state.ending.isEmpty)
    #expect(screen.state.notice == "The server cannot be reached.")
  }

  @Test("reads page by page, each sign-in once, also after one has ended")
  func pages() async throws {
    let rig = try await ShelfRig()
    for _ in 0..<6 { _ = try await rig.device(as: "ada") }
    let screen = LoginSessionsViewModel(shelf: rig.shelf, pageSize: 3)
    screen.load()
    await screen.settled()
    #expect(screen.state.sessions.value?.count == 3 && screen.state.hasMore)
    screen.end(try #require(screen.state.sessions.value?.first { !$0.current }))
    await screen.settled()
    for _ in 0..<4 {
      screen.loadMore()
      await screen.settled()
    }
    let ids = try #require(screen.state.sessions.value).map(\.id)
    #expect(ids.count == 6 && Set(ids).count == 6 && !screen.state.hasMore)
  }

  @Test("a sign-in that ended while a page was read does not come back")
  func endedMeanwhile() async throws {
    let rig = try await ShelfRig()
    for _ in 0..<3 { _ = try await rig.device(as: "ada") }
    let screen = LoginSessionsViewModel(shelf: rig.shelf, pageSize: 2)
    screen.load()
    await screen.settled()
    let other = try #require(screen.state.sessions.value?.first { !$0.current })
    screen.end(other)
    screen.refresh()
    screen.loadMore()
    await screen.settled()
    #expect(screen.state.sessions.value?.contains { $0.id == other.id } == false)
    while screen.state.hasMore {
      screen.loadMore()
      await screen.settled()
    }
    #expect(screen.state.sessions.value?.count == 3)
  }

  @Test("another account sees nothing of it")
  func otherAccount() async throws {
    let rig = try await ShelfRig()
    let screen = LoginSessionsViewModel(shelf: rig.shelf)
    screen.load()
    await screen.settled()
    let before = try #require(screen.state.sessions.value).map(\.id)
    try await rig.shelf.account.signOut(pending: .discard)
    await screen.settled()
    #expect(screen.state.sessions == .idle)
    try await rig.shelf.account.signIn(username: "grace", password: "battery staple")
    await screen.settled()
    #expect(screen.state.sessions.value?.isEmpty == false)
    #expect(Set(before).isDisjoint(with: screen.state.sessions.value?.map(\.id) ?? []))
  }
}
