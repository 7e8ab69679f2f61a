import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Screens whose first load fails")
@MainActor
struct FailedLoadTests {
  /// Loads the screen twice without a network, and then with one.
  private func check<Model: ViewModel, Value: Sendable>(
    _ rig: ShelfRig, _ model: Model, _ value: (Model.State) -> LoadState<Value>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    rig.network.isDown = true
    for _ in 0..<2 {
      model.load()
      await model.settled()
      #expect(value(model.state).error?.kind == .unreachable, sourceLocation: sourceLocation)
      #expect(!value(model.state).isLoading, sourceLocation: sourceLocation)
    }
    rig.network.isDown = false
    await model.refreshAndWait()
    #expect(value(model.state).value != nil && value(model.state).error == nil, sourceLocation: sourceLocation)
  }

  @Test("say that it failed, each time, and show what the server has once it answers")
  func failed() async throws {
    var world = ShelfWorld.sample
    world.announce("Rye", of: try #require(world.itemID(titled: "Night Signals")))
    let rig = try await ShelfRig(world: world)
    let (shelf, podcast) = (rig.shelf, try rig.item("Night Signals"))
    await check(rig, EReadersViewModel(shelf: shelf)) { $0.devices }
    await check(rig, EpisodeQueueViewModel(shelf: shelf, library: rig.podcasts)) { $0.queue }
    await check(rig, LoginSessionsViewModel(shelf: shelf)) { $0.sessions }
    await check(rig, HistoryViewModel(shelf: shelf)) { $0.sessions }
    await check(rig, PodcastFeedViewModel(shelf: shelf, podcast: podcast)) { $0.feed }
    await check(rig, PublishingViewModel(shelf: shelf, item: podcast)) { $0.item }
  }

  @Test("of a next page ask for that page again after a pull, although its last row does not appear a second time")
  func nextPage() async throws {
    let rig = try await ShelfRig()
    for _ in 0..<3 {
      let session = try await rig.shelf.playback.start(rig.book("Field Notes"), options: PlayOptions())
      try await rig.shelf.playback.close(session.id, SessionSync(currentTime: 30, timeListened: 30))
      await rig.clock.advance(by: .seconds(60))
      _ = try await rig.device(as: "ada")
    }
    let history = HistoryViewModel(shelf: rig.shelf, pageSize: 2)
    let devices = LoginSessionsViewModel(shelf: rig.shelf, pageSize: 3)
    await history.refreshAndWait()
    await devices.refreshAndWait()
    #expect(history.state.sessions.value?.count == 2 && devices.state.sessions.value?.count == 3)
    rig.network.isDown = true
    history.loadMore()
    devices.loadMore()
    await history.settled()
    await devices.settled()
    #expect(history.state.error?.kind == .unreachable && devices.state.notice != nil)
    rig.network.isDown = false
    await history.refreshAndWait()
    await devices.refreshAndWait()
    #expect(history.state.sessions.value?.count == 3 && history.state.error == nil)
    #expect(devices.state.sessions.value?.count == 4)
  }
}
