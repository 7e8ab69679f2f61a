import Foundation
import ShelfTesting
import TestSupport
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

  @Test(
    "an episode of a shown podcast, or a book, that another device begins leads to one read", arguments: [true, false])
  func begunElsewhere(isEpisode: Bool) async throws {
    let rig = try await LiveRig(as: "ada")
    await rig.shelf.systemEvents.becameActive()
    await rig.connect()
    let other = try await rig.device(as: "ada")
    let heard = try rig.episode(0)
    let first = try await other.playback.start(heard, options: PlayOptions())
    try await other.playback.close(first.id, SessionSync(currentTime: 20, timeListened: 20))
    await rig.clock.advance(by: .seconds(60))
    let screen = InProgressViewModel(shelf: rig.shelf)
    screen.onChange = { _ in }
    screen.load()
    await screen.settled()
    let shown = try #require(screen.state.rows.value)
    #expect(shown.contains { $0.playable == heard })
    await rig.clock.advance(by: .seconds(60))
    await screen.settled()
    let before = rig.line.count(.shelfItemsInProgress)
    let begun = try isEpisode ? rig.episode(1) : rig.book("The Salt Clock")
    if isEpisode {
      let session = try await other.playback.start(begun, options: PlayOptions())
      try await other.playback.sync(session.id, SessionSync(currentTime: 20, timeListened: 20))
    } else {
      try await other.progressStore.setPosition(begun, to: 77)
      await other.progressStore.settled()
    }
    #expect(await rig.passes(30) { rig.line.count(.shelfItemsInProgress) == before + 1 })
    await screen.settled()
    // Further listening to the same item, whose row waits for the next pull, leads to no other read.
    try await other.progressStore.setPosition(begun, to: 80)
    await other.progressStore.settled()
    _ = await rig.passes(30) { false }
    await screen.settled()
    #expect(rig.line.count(.shelfItemsInProgress) == before + 1)
    #expect(screen.state.rows.value?.map(\.id) == shown.map(\.id))
    await screen.refreshAndWait()
    #expect(screen.state.rows.value?.contains { $0.playable == begun } == true)
  }

  @Test("what another device begins without a network leads to one read, although its date is older than the list")
  func begunOffline() async throws {
    let rig = try await LiveRig(as: "ada")
    await rig.shelf.systemEvents.becameActive()
    await rig.connect()
    let other = try await rig.device(as: "ada")
    let screen = InProgressViewModel(shelf: rig.shelf)
    screen.onChange = { _ in }
    screen.load()
    await screen.settled()
    await rig.clock.advance(by: .seconds(60))
    await screen.settled()
    let before = rig.line.count(.shelfItemsInProgress)
    let update = ProgressUpdate.position(77, duration: 3000, at: rig.clock.now().addingTimeInterval(-600))
    let book = try rig.book("The Salt Clock")
    // The first element creates the record with the server's time, and the second one sets the date.
    let dated = BatchProgressUpdate(libraryItemId: book.libraryItemId, episodeId: nil, update: update)
    for _ in 0..<2 {
      try await other.progress.update([dated, dated])
      #expect(await rig.passes(30) { rig.line.count(.shelfItemsInProgress) == before + 1 })
      await screen.settled()
    }
    _ = await rig.passes(30) { false }
    await screen.settled()
    #expect(rig.line.count(.shelfItemsInProgress) == before + 1)
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

  @Test("an item that is finished here is not shown again, not for a moment, when a list that was under way arrives")
  func finishedMeanwhile() async throws {
    let gate = LateGate()
    let rig = try await ShelfRig(
      through: { base in
        ClosureTransport { request in
          let answer = try await base.send(request)
          if request.operation == .shelfItemsInProgress { await gate.pass("list") }
          return answer
        }
      })
    let (book, episode) = (try rig.book(), try rig.episode(1))
    for (id, place) in [(book, 100.0), (episode, 50)] { try await rig.shelf.progressStore.setPosition(id, to: place) }
    await rig.shelf.progressStore.settled()
    let screen = InProgressViewModel(shelf: rig.shelf)
    screen.load()
    await screen.settled()
    let hasBook = { (state: InProgressViewModel.State) in
      state.rows.value?.contains { $0.id == book.description } ?? false
    }
    #expect(hasBook(screen.state))
    gate.hold("list")
    screen.refresh()
    #expect(await eventually { gate.isHolding("list") })
    try await rig.shelf.progressStore.markFinished(book)
    await rig.shelf.progressStore.settled()
    #expect(await eventually { !hasBook(screen.state) })
    var isShownAgain = false
    let token = screen.observe { state in if hasBook(state) { isShownAgain = true } }
    gate.letGo("list")
    await screen.settled()
    #expect(!isShownAgain && !hasBook(screen.state))
    #expect(screen.state.rows.value?.contains { $0.id == episode.description } == true)
    #expect(screen.state.progress[episode.description]?.position == 50)
    withExtendedLifetime(token) {}
  }
}
