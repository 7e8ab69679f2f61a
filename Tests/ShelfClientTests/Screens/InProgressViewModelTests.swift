import ShelfTesting
import Testing

@testable import MediaCore
@testable import ShelfClient

@MainActor
@Suite("The screen of what is in progress")
struct InProgressViewModelTests {
  @Test("has the items of all libraries with their places, also after a relaunch without a network")
  func relaunch() async throws {
    let rig = try await ShelfRig()
    for (id, place) in [(try rig.book(), 100.0), (try rig.episode(1), 50)] {
      try await rig.shelf.progressStore.setPosition(id, to: place)
    }
    await rig.shelf.progressStore.settled()
    let screen = InProgressViewModel(shelf: rig.shelf)
    screen.load()
    await screen.settled()
    let rows = try #require(screen.state.rows.value)
    #expect(
      rows.contains { $0.playable == (try? rig.book()) } && rows.contains { $0.playable == (try? rig.episode(1)) })
    #expect(screen.state.progress[try rig.book().description]?.position == 100)
    rig.network.isDown = true
    let later = InProgressViewModel(shelf: rig.relaunched())
    later.load()
    await later.settled()
    #expect(later.state.rows.value == rows && later.state.error?.kind == .unreachable)
  }

  @Test("a finished item disappears without a network, and a sign-out leaves nothing")
  func leaving() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.progressStore.setPosition(try rig.book(), to: 100)
    await rig.shelf.progressStore.settled()
    let screen = InProgressViewModel(shelf: rig.shelf)
    screen.load()
    await screen.settled()
    let before = try #require(screen.state.rows.value).count
    rig.network.isDown = true
    try await rig.shelf.progressStore.markFinished(try rig.book())
    await rig.clock.advance(by: .zero)
    await screen.settled()
    #expect(screen.state.rows.value?.count == before - 1)
    rig.network.isDown = false
    try await rig.shelf.account.signOut(pending: .discard)
    await rig.clock.advance(by: .zero)
    await screen.settled()
    #expect(screen.state.rows.value?.isEmpty != false && screen.state.progress.isEmpty)
  }
}
